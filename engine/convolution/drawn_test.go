package convolution

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/network/networkparam"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/session/golden"
)

// strokes are hand-drawn digits, as brush paths: positions from the top left corner, both coordinates in [0, 1]. There
// are two examples of each digit.
var strokes = [][2][][]float64{
	{{{.5, .15, .35, .2, .27, .35, .25, .55, .3, .75, .42, .86, .55, .85, .68, .72, .74, .5, .7, .3, .6, .17, .5, .15}},
		{{.6, .3, .5, .22, .4, .3, .36, .5, .4, .7, .5, .77, .6, .7, .64, .5, .6, .3}}},
	{{{.4, .3, .55, .15, .55, .85}}, {{.5, .2, .5, .8}}},
	{{{.3, .3, .4, .17, .58, .16, .68, .28, .62, .45, .45, .62, .28, .82, .5, .82, .74, .8}},
		{{.25, .35, .35, .2, .55, .18, .65, .3, .6, .5, .4, .7, .3, .75, .3, .82, .45, .75, .6, .82, .75, .78}}},
	{{{.3, .2, .45, .14, .62, .18, .68, .3, .6, .42, .45, .47, .62, .52, .7, .65, .64, .8, .48, .87, .3, .82}},
		{{.33, .25, .5, .2, .6, .28, .58, .4, .48, .46, .6, .52, .64, .64, .56, .76, .42, .78, .32, .72}}},
	{{{.55, .12, .4, .35, .26, .58, .5, .58, .76, .57}, {.6, .38, .6, .6, .58, .88}},
		{{.35, .2, .32, .5, .45, .52, .65, .48}, {.66, .2, .64, .5, .6, .82}}},
	{{{.7, .16, .5, .16, .36, .17, .34, .32, .32, .45, .48, .42, .64, .5, .68, .66, .6, .8, .44, .86, .28, .8}},
		{{.4, .2, .38, .45, .55, .43, .66, .55, .64, .72, .5, .82, .34, .76}, {.4, .2, .68, .18}}},
	{{{.62, .13, .45, .25, .34, .45, .29, .65, .35, .82, .5, .87, .65, .8, .68, .65, .58, .53, .44, .55, .33, .66}},
		{{.5, .2, .42, .4, .38, .6, .42, .76, .54, .8, .62, .7, .6, .58, .5, .54, .4, .62}}},
	{{{.27, .17, .5, .17, .72, .16, .62, .36, .52, .58, .44, .87}},
		{{.3, .22, .5, .2, .68, .22, .58, .45, .5, .8}, {.4, .5, .68, .48}}},
	{{{.5, .48, .36, .4, .33, .25, .44, .14, .58, .15, .67, .26, .62, .4, .5, .48, .36, .58, .3, .72, .4, .85, .56, .86,
		.68, .75, .66, .6, .5, .48}},
		{{.62, .25, .5, .2, .4, .27, .42, .4, .52, .5, .62, .62, .6, .76, .48, .8, .38, .72, .42, .58, .55, .46, .62, .36,
			.62, .25}}},
	{{{.66, .3, .58, .17, .44, .15, .33, .26, .34, .42, .46, .5, .6, .44, .67, .28, .66, .5, .62, .7, .54, .87}},
		{{.6, .28, .5, .2, .4, .3, .42, .44, .52, .48, .6, .4, .62, .28, .6, .55, .56, .8}}},
}

// paint returns a drawing made of brush paths.
func paint(ways [][]float64, wide, size, dx, dy float64) (value string) {
	m := Method()
	canvas := m.Param("drawing").Canvas()
	at := func(x, y float64) (float64, float64) { return 0.5 + size*(x-0.5) + dx, 1 - (0.5 + size*(y-0.5) + dy) }
	for _, way := range ways {
		for k := 0; k+3 < len(way); k += 2 {
			x0, y0 := at(way[k], way[k+1])
			x1, y1 := at(way[k+2], way[k+3])
			value = canvas.Stroke(value, x0, y0, x1, y1, wide, 1)
		}
	}
	return value
}

// Most hand-drawn digits are recognized, at different sizes and positions on the canvas.
func TestHands(t *testing.T) {
	tr, _, _ := digitsTrainer(t, shape{w: 8, h: 8, filters: []int{8, 16}, kernel: 3, classes: 10})
	r := &run{trainer: tr, p: &method.Problem{}, ink: inked(tr.x, 8, 8)}
	if b := r.ink; b[0] < 1 || b[0] > 2 || b[2] < 6 || b[2] > 7.5 || b[1] > 0.5 || b[3] < 7.5 {
		t.Errorf("the digits' ink is in %.2f", b)
	}
	s := state{run: r, weights: grown(t, tr, method.Unstopped, 12)}
	for _, size := range []float64{0.7, 1.2} {
		read := 0
		for digit, both := range strokes {
			for k, ways := range both {
				if got := method.Largest(s.probabilities(r.drawn(paint(ways, 3, size, 0.05, -0.05)))); got == digit {
					read++
				} else {
					t.Logf("size %g: digit %d, hand %d, is taken for %d", size, digit, k+1, got)
				}
			}
		}
		if read < 17 {
			t.Errorf("size %g: %d of 20 are read", size, read)
		}
	}
	if r.drawn("") != nil || r.drawn("000") != nil {
		t.Error("nothing is drawn, and seen")
	}
	moved, there := r.drawn(paint(strokes[3][0], 3, 0.7, 0, 0)), r.drawn(paint(strokes[3][0], 3, 0.7, 4./pad, 2./pad))
	for i := range moved {
		if moved[i] != there[i] {
			t.Fatal("the same drawing elsewhere is another picture")
		}
	}
}

// Each parameter of the fit changes the weights, and each parameter of the view changes the picture. A change of the
// view does not restart training, and the selected filter, drawing and row are what is shown.
func TestParameters(t *testing.T) {
	m := Method()
	s := session.New([]method.Method{m})
	step := 2
	fit := func(params map[string]any) *session.Fit {
		t.Helper()
		d := methodtest.Rows(&m, params)
		d.View.Step = &step
		d, err := s.Resolve(method.Unstopped, d)
		if err != nil {
			t.Fatal(err)
		}
		f, err := s.Fit(method.Unstopped, d)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	with := map[string]any{}
	set := func(name string, value any) map[string]any {
		p := map[string]any{name: value}
		for k, v := range with {
			p[k] = v
		}
		return p
	}
	differs := func(name string, value any) {
		t.Helper()
		a, b := fit(with), fit(set(name, value))
		x, y := a.Model.(*state), b.Model.(*state)
		if a.Run == b.Run || slices.Equal(x.theta, y.theta) {
			t.Errorf("%s changes nothing", name)
		}
	}
	for name, value := range map[string]any{"filters": []float64{8, 4}, "kernel_size": "5", "activation": tanh,
		"pooling": meanPool, "hidden_layer_size": 5., "solver": networkparam.SGD, "learning_rate_init": 0.01,
		"batch_size": 7., "alpha": 1., "dropout": 0.5} {
		differs(name, value)
	}
	with = map[string]any{"solver": networkparam.SGD}
	differs("momentum", 0.3)
	with = map[string]any{}
	base := fit(nil)
	for name, value := range map[string]any{"sample": 3., "filter": 12., "input": ofDrawing} {
		f := fit(set(name, value))
		if f.Run != base.Run {
			t.Errorf("%s begins another run", name)
		}
		if shown(t, f) == shown(t, base) {
			t.Errorf("%s changes nothing that is seen", name)
		}
	}
	with = map[string]any{"input": ofDrawing}
	empty, drawn := fit(with), fit(set("drawing", paint(strokes[1][0], 3, 1, 0, 0)))
	if empty.Run != drawn.Run || shown(t, empty) == shown(t, drawn) {
		t.Error("a drawing is not seen, or begins another run")
	}
	for _, fact := range empty.Model.Facts() {
		if fact.Name == "prediction" {
			t.Error("nothing is drawn, and taken for something")
		}
	}
}

// A held-out row can be shown like others: by its number, and by a click on it.
func TestHeldOutRow(t *testing.T) {
	m := Method()
	s := session.New([]method.Method{m})
	all, step := methodtest.Rows(&m, nil).Table.Rows, 2
	fit := func(sample int) (*state, *session.Fit) {
		t.Helper()
		d := methodtest.Rows(&m, map[string]any{"sample": float64(sample)})
		d.View.Step, d.Split = &step, doc.ByHand("..t"+strings.Repeat(".", all.N-4)+"v")
		d, err := s.Resolve(method.Unstopped, d)
		if err != nil {
			t.Fatal(err)
		}
		f, err := s.Fit(method.Unstopped, d)
		if err != nil {
			t.Fatal(err)
		}
		return f.Model.(*state), f
	}
	from, first := fit(1)
	if keys := from.rowKeys(); len(keys) != all.N ||
		fmt.Sprint(keys[:3], keys[all.N-2:]) != "[r0 r1 r3] [r29 r2]" {
		t.Errorf("rows have the keys %v", keys)
	}
	for sample := 1; sample <= all.N+5; sample++ {
		model, f := fit(sample)
		at := min(sample, all.N) - 1
		x, says := model.looked()
		want := fmt.Sprintf("row %d", at+1)
		if at == 2 || at == all.N-1 {
			want += " (held out)"
		}
		if says != want || f.Run != first.Run {
			t.Errorf("sample %d: looked at is %s, want %s; another run: %v", sample, says, want, f.Run != first.Run)
		}
		for j := range x {
			if w := all.X[at*len(x)+j] * model.scale; math.Abs(x[j]-w) > 1e-12 {
				t.Fatalf("sample %d: pixel %d is %v, want %v", sample, j, x[j], w)
			}
		}
		told, ok := from.Tell(rowKey(at), picture.Viewport{X1: 1, Y1: 1, W: 100, H: 100, Scale: 1}, nil)
		if set := told.Click.Set["sample"]; !ok || !strings.HasPrefix(told.Answer, want+", ") || at > 0 &&
			set != float64(at+1) || at == 0 && set != nil {
			t.Errorf("%s is told as %q, and a click sets %v", want, told.Answer, told.Click.Set)
		}
	}
	for _, key := range []string{"r30", "r-1", "r", "r01", "q1"} {
		if _, ok := from.Tell(key, picture.Viewport{}, nil); ok {
			t.Errorf("%q is told", key)
		}
	}
}

// The canvas is large enough for a finger in the low panel of a phone, lies within the panel, and nothing overlaps it.
func TestCanvasIsLarge(t *testing.T) {
	m := Method()
	s := session.New([]method.Method{m})
	d, err := s.Resolve(method.Unstopped, methodtest.Rows(&m, map[string]any{"input": ofDrawing,
		"drawing": paint(strokes[3][0], 3, 1, 0, 0)}))
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][3]int{{332, 155, 120}, {330, 300, 90}, {600, 400, 120}, {280, 154, 90}} {
		p, err := method.DrawPanel(method.Unstopped, f.Model, method.Shown{through: true}, through, size[0],
			size[1])
		if err != nil {
			t.Fatal(err)
		}
		var edge []float64 // left, top, right, top, right, bottom, left, bottom
		for _, spot := range p.Hits {
			if spot.Kind == picture.Pad {
				edge = spot.XY
			}
		}
		if wide := edge[2] - edge[0]; wide < float64(size[2]) || wide != edge[3]-edge[5] || edge[0] < 0 || edge[5] < 0 ||
			edge[3] > float64(size[1]) {
			t.Errorf("in a panel of %d x %d the canvas is at %v, want it %d wide", size[0], size[1], edge, size[2])
		}
		inside := func(x, y float64) bool { return x > edge[0] && x < edge[2] && y > edge[5] && y < edge[3] }
		for _, l := range p.Layers {
			switch l := l.(type) {
			case *picture.Raster:
				if g := l.Grid; g.W != pad && inside(g.X(0), g.Y(0)) {
					t.Errorf("in a panel of %d x %d a raster of %d x %d lies on the canvas", size[0], size[1], g.W, g.H)
				}
			case *picture.Label:
				if inside(l.X, l.Y) || l.Y < 0 {
					t.Errorf("in a panel of %d x %d %q is at %g, %g", size[0], size[1], l.Text, l.X, l.Y)
				}
			}
		}
	}
}

// The class labels below the bars do not overlap, however small the panel is, and the most probable class is labelled.
func TestClassesBelowBars(t *testing.T) {
	d, err := doc.Decode([]byte(`{"version":1,"method":"cnn","params":{"filters":[2]},"table":{"name":"digits"}}`))
	if err != nil {
		t.Fatal(err)
	}
	s := session.New([]method.Method{Method()})
	if d, err = s.Resolve(method.Unstopped, d); err != nil {
		t.Fatal(err)
	}
	f, err := s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	model := f.Model.(*state)
	model.p.Names.Classes = strings.Fields("0 1 2 three-legged four-legged 5 6 7 8 nine-tailed")
	x, _ := model.looked()
	best := model.p.ClassName(method.Largest(model.probabilities(x)))
	for w, want := range map[int]int{120: 1, 160: 1, 260: 2, 900: 9} {
		p, err := method.DrawPanel(method.Unstopped, model, method.Shown{through: true}, through, w, w*6/10)
		if err != nil {
			t.Fatal(err)
		}
		var list []*picture.Label
		has := false
		for _, l := range p.Layers {
			if l, ok := l.(*picture.Label); ok && l.Role == picture.RoleTick {
				list, has = append(list, l), has || l.Text == best
			}
		}
		slices.SortFunc(list, func(a, b *picture.Label) int { return cmp.Compare(a.X, b.X) })
		for i, l := range list {
			end := l.X + picture.TextWidth(l.Text, picture.LabelSize)
			if end > float64(w) || i+1 < len(list) && end > list[i+1].X {
				t.Errorf("%d wide: %q runs into what is beside it", w, l.Text)
			}
		}
		if len(list) < want || !has {
			t.Errorf("%d wide: %d classes have room, want %d, with the most probable one: %v", w, len(list), want, has)
		}
	}
}

// shown returns the contents of the panels.
func shown(t *testing.T, f *session.Fit) string {
	t.Helper()
	text := ""
	for _, id := range []string{through, filters, excites} {
		p, err := method.DrawPanel(method.Unstopped, f.Model, method.Shown{method.Part(id): true}, id, 300,
			300)
		if err != nil {
			t.Fatal(err)
		}
		var w golden.Writer
		w.Layers(p.View, p.Layers)
		text += fmt.Sprint(w.Lines())
	}
	return text
}

// Predictions for many rows equal those one by one, and probabilities sum to 1; training continues from the weights on
// other data.
func TestAnswers(t *testing.T) {
	m := Method()
	s := session.New([]method.Method{m})
	step := 3
	d := methodtest.Rows(&m, nil)
	d.View.Step = &step
	d, err := s.Resolve(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	model, p := f.Model.(*state), f.Problem
	out, one := make([]float64, p.N), make([]float64, 1)
	model.Predict(p.X, out)
	wrong := 0
	for i, scores := range model.PointScores(p.X) {
		model.Predict(p.At(i), one)
		sum := 0.0
		for _, v := range scores {
			sum += v
		}
		if one[0] != out[i] || method.Largest(scores) != int(out[i]) || math.Abs(sum-1) > 1e-12 ||
			int(model.answer[i]) != int(out[i]) {
			t.Errorf("row %d: %v alone, %v among others, %v", i, one[0], out[i], scores)
		}
		if int(out[i]) != p.Class[i] {
			wrong++
		}
	}
	// Cached predictions of training rows and of other rows belong to the weights they are requested for.
	fewer := *p
	fewer.N, fewer.X, fewer.Class = p.N-1, p.X[p.D:], p.Class[1:]
	later, err := model.Grow(method.Unstopped, 2)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for _, g := range []*state{model, later.(*state), model} {
			for _, at := range []*method.Problem{p, &fewer} {
				want, got := make([]float64, at.N), make([]float64, at.N)
				g.Predict(at.X, want)
				if !g.PredictPart(at, 0, got[:7]) || !g.PredictPart(at, 7, got[7:]) || !slices.Equal(got, want) {
					t.Errorf("after epoch %d the parts of %d rows are %v, all are %v", g.epochs, at.N, got, want)
				}
			}
		}
	}
	if got := float64(wrong) / float64(p.N); got != model.err {
		t.Errorf("%v of the rows are misclassified, told is %v", got, model.err)
	}
	fresh, err := m.Fit(method.Unstopped, p, model.v.With("alpha", 1.), nil)
	if err != nil {
		t.Fatal(err)
	}
	on, ok := model.Adopt(method.Unstopped, fresh)
	if !ok || on.Step() != 3 || !slices.Equal(on.(*state).theta, model.theta) {
		t.Error("it does not go on with its weights")
	}
	other, err := m.Fit(method.Unstopped, p, model.v.With("filters", []float64{3}), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := model.Adopt(method.Unstopped, other); ok {
		t.Error("it goes on in another shape")
	}
	given, cancel := context.WithCancel(context.Background())
	cancel()
	if _, ok := model.Adopt(given, fresh); ok {
		t.Error("it goes on though nobody waits")
	}
}

// A network before its first epoch predicts the same for held-out rows, whether or not another network with the same
// initial filters has predicted them before; after training, that has no influence.
func TestStartAnswers(t *testing.T) {
	m := Method()
	rows, _, err := dataset.Wide(&doc.Table{Name: "digits"}, dataset.Embedded)
	if err != nil {
		t.Fatal(err)
	}
	problem := func(from, to int) *method.Problem {
		pts := make([]doc.Point, to-from)
		for i := range pts {
			pts[i].Z = float64(rows.Class[from+i])
		}
		p, err := method.NewProblem(pts, method.Classify, 1)
		if err != nil {
			t.Fatal(err)
		}
		p.X, p.D, p.Across = nil, rows.D(), 8
		for i := from; i < to; i++ {
			p.X = append(p.X, rows.At(i)...)
		}
		return p
	}
	p, held, others := problem(0, 200), problem(200, 300), problem(300, 400)
	v, err := m.Validate(map[string]any{"filters": []float64{3, 4}})
	if err != nil {
		t.Fatal(err)
	}
	fit := func(v method.Values, prev method.Model) *state {
		t.Helper()
		s, err := m.Fit(method.Unstopped, p, v, prev)
		if err != nil {
			t.Fatal(err)
		}
		return s.(*state)
	}
	first := fit(v, nil)
	first.PointScores(held.X)
	if fastStart && len(first.start.others) != 1 {
		t.Errorf("%d lists of pictures are known", len(first.start.others))
	}
	for name, value := range map[string]any{"hidden_layer_size": 7., "alpha": 1., "filters": []float64{3, 5},
		"activation": tanh} {
		changed := v.With(name, value)
		next, alone := fit(changed, first), fit(changed, nil)
		for range 2 {
			if !reflect.DeepEqual(next.PointScores(held.X), alone.PointScores(held.X)) {
				t.Errorf("%s: another answer than alone", name)
			}
			for i, scores := range next.PointScores(others.X) {
				if !reflect.DeepEqual(scores, next.PointScores(others.At(i))[0]) {
					t.Fatalf("%s: row %d of others has another answer than alone", name, i)
				}
			}
		}
		learned, _ := next.Grow(method.Unstopped, 1)
		for i, scores := range learned.(*state).PointScores(held.X) {
			if !reflect.DeepEqual(scores, learned.(*state).PointScores(held.At(i))[0]) {
				t.Fatalf("%s: after an epoch row %d has another answer than alone", name, i)
			}
		}
	}
}
