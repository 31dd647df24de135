// Package methodtest is the suite that every catalogue entry passes. A method
// that can't pass one of its checks says so with an Exception and a reason,
// which is printed; there is no silent way out.
package methodtest

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Exception lets a method off one check of the suite (the subtest's name).
type Exception struct{ Check, Reason string }

// Run passes m through the whole suite.
func Run(t *testing.T, m method.Method, exceptions ...Exception) {
	checks := []struct {
		name string
		run  func(*testing.T, method.Method)
	}{
		{"declaration", declaration},
		{"refuses", refuses},
		{"refuses NaN", refusesNaN},
		{"degenerate data", degenerate},
		{"choices", choices},
		{"same seed same bits", repeatable},
		{"warm equals cold", warm},
		{"batch equals one by one", batch},
		{"raster equals predict", rasterAgrees},
		{"rows equal the whole", divisible},
		{"steps", steps},
		{"drawing changes nothing", drawingIsPure},
		{"cancelling", cancelling},
	}
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			for _, e := range exceptions {
				if e.Check == c.name {
					t.Logf("excepted: %s", e.Reason)
					return
				}
			}
			c.run(t, m)
		})
	}
}

func declaration(t *testing.T, m method.Method) {
	for what, s := range map[string]string{"ID": m.ID, "Name": m.Name, "Family": m.Family, "Summary": m.Summary, "Formula": m.Formula, "Source": m.Source, "Task": string(m.Task)} {
		if strings.TrimSpace(s) == "" {
			t.Errorf("%s is empty", what)
		}
	}
	seen := map[string]bool{}
	for _, p := range m.Params {
		if seen[p.Name] {
			t.Errorf("parameter %s is declared twice", p.Name)
		}
		seen[p.Name] = true
		if p.Label == "" || p.Help == "" {
			t.Errorf("%s: a label and a line of help are needed", p.Name)
		}
		if _, err := p.Check(p.Default); err != nil {
			t.Errorf("%s: its default is refused: %v", p.Name, err)
		}
		if p.When != nil && m.Param(p.When.Name) == nil {
			t.Errorf("%s applies when %s, which is not declared", p.Name, p.When.Name)
		}
		if (p.Kind == method.Number || p.Kind == method.Integer) && p.Min == 0 && p.Max == 0 {
			t.Errorf("%s has no range", p.Name)
		}
		if p.Log && (p.Min < 0 || p.SoftMin < 0 || p.Min == 0 && p.SoftMin == 0) {
			t.Errorf("%s: a logarithmic slider needs a positive end", p.Name)
		}
	}
	if _, err := m.Validate(nil); err != nil {
		t.Errorf("defaults are refused: %v", err)
	}
	if _, err := json.Marshal(m.Info); err != nil {
		t.Errorf("the declaration is not data: %v", err)
	}
	for i, text := range append([]string{m.Example}, m.Lessons...) {
		if text == "" && i == 0 {
			continue
		}
		d, err := doc.Decode([]byte(text))
		if err != nil {
			t.Fatalf("example: %v", err)
		}
		if d.Method != m.ID {
			t.Errorf("the example is of method %q", d.Method)
		}
		v, err := m.Validate(d.Params)
		if err == nil && m.Check != nil {
			err = m.Check(v)
		}
		if err == nil {
			_, err = m.Shown(d.View.Show)
		}
		if err != nil {
			t.Errorf("example: %v", err)
		}
	}
}

// refuses makes its cases from the declaration: one step outside each range.
func refuses(t *testing.T, m method.Method) {
	try := func(name string, x any) {
		v, err := m.Validate(map[string]any{name: x})
		if err == nil && m.Check != nil {
			err = m.Check(v)
		}
		var de *doc.Error
		if !errors.As(err, &de) || de.Field != "params."+name {
			t.Errorf("%s = %v: got error %v, want a *doc.Error that names the field", name, x, err)
		}
	}
	try("no_such_parameter", 1.0)
	for _, p := range m.Params {
		switch p.Kind {
		case method.Number, method.Integer:
			for _, x := range []any{math.NaN(), math.Inf(1), math.Inf(-1), "1", true, []float64{1}} {
				try(p.Name, x)
			}
			try(p.Name, p.Min-1)
			try(p.Name, p.Max+math.Max(1, math.Abs(p.Max)*1e-6))
			if p.MinOpen {
				try(p.Name, p.Min)
			}
			if p.MaxOpen {
				try(p.Name, p.Max)
			}
			if p.Kind == method.Integer {
				try(p.Name, p.Min+0.5)
			}
		case method.Bool:
			try(p.Name, 1.0)
			try(p.Name, "true")
		case method.Choose, method.Kernel:
			try(p.Name, "no such choice")
			try(p.Name, "")
			try(p.Name, 3.0)
		case method.Numbers:
			try(p.Name, 3.0)
			try(p.Name, []float64{math.NaN()})
		}
	}
}

func refusesNaN(t *testing.T, m method.Method) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for k := range 3 {
			pts := Points(m.TaskOf(nil), 5, 1)
			switch k {
			case 0:
				pts[3].X = bad
			case 1:
				pts[3].Y = bad
			case 2:
				pts[3].Z = bad
			}
			_, err := method.NewProblem(pts, m.TaskOf(nil), 1)
			var de *doc.Error
			if !errors.As(err, &de) || de.Field != "points[3]" {
				t.Errorf("column %d = %v: got %v, want an error that names points[3]", k, bad, err)
			}
		}
	}
}

// Points makes n points for a task: two noisy classes, a noisy wave, a hill.
func Points(task method.Task, n int, seed uint64) []doc.Point {
	rng := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	pts := make([]doc.Point, n)
	for i := range pts {
		x, y := rng.Float64(), rng.Float64()
		switch task {
		case method.Regress:
			pts[i] = doc.Point{X: x, Y: math.Sin(6*x) + 0.1*rng.NormFloat64()}
		case method.Regress2D:
			pts[i] = doc.Point{X: x, Y: y, Z: math.Sin(5*x)*math.Cos(4*y) + 0.1*rng.NormFloat64()}
		default:
			c := float64(i % 2)
			if rng.Float64() < 0.1 {
				c = 1 - c
			}
			pts[i] = doc.Point{X: 0.35 + 0.3*float64(i%2) + 0.12*rng.NormFloat64(), Y: 0.5 + 0.2*rng.NormFloat64(), Z: c}
		}
	}
	return pts
}

var view = picture.Viewport{X0: -0.1, X1: 1.1, Y0: -0.2, Y1: 1, W: 60, H: 40, Scale: 1}

// fit fits, and insists that what comes back is a model, a Need or a *doc.Error.
func fit(t *testing.T, m method.Method, pts []doc.Point, params map[string]any, prev method.Model) (method.Model, *method.Problem) {
	t.Helper()
	v, err := m.Validate(params)
	if err != nil {
		t.Fatalf("params %v: %v", params, err)
	}
	p, err := method.NewProblem(pts, m.TaskOf(params), 7)
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(context.Background(), p, v, prev)
	if err != nil {
		var need *method.Need
		var de *doc.Error
		switch {
		case errors.As(err, &need):
			if len(need.Sentence) < 10 {
				t.Errorf("a Need needs a sentence, got %q", need.Sentence)
			}
		case errors.As(err, &de):
		default:
			t.Errorf("params %v on %d points: %v (want a model, a *method.Need or a *doc.Error)", params, len(pts), err)
		}
		return nil, p
	}
	if model == nil {
		t.Fatal("neither a model nor an error")
	}
	return model, p
}

// facts are a model's facts with those that are late.
func facts(t *testing.T, model method.Model) []method.Fact {
	t.Helper()
	list := model.Facts()
	a, ok := model.(method.Assessor)
	if !ok {
		for _, f := range list {
			if f.Late {
				t.Errorf("fact %s is late, and there is no Assess to wait for", f.Name)
			}
		}
		return list
	}
	all, err := a.Assess(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != len(list) {
		t.Fatalf("%d facts, of which Facts names %d", len(all), len(list))
	}
	for i, f := range list {
		if all[i].Name != f.Name || all[i].Late {
			t.Errorf("fact %d is %+v; Facts says %+v", i, all[i], f)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := a.Assess(ctx); err == nil && slices.ContainsFunc(list, func(f method.Fact) bool { return f.Late }) {
		t.Error("Assess does not stop when nobody waits")
	}
	return all
}

// exercise calls everything that a model can do, and checks that numbers are
// finite unless the status says that it diverged.
func exercise(t *testing.T, m method.Method, model method.Model, p *method.Problem) {
	t.Helper()
	ctx := context.Background()
	st := model.Status()
	if st.State == "" || len(st.Sentence) < 3 {
		t.Errorf("status %+v needs a state and a sentence", st)
	}
	names := map[string]bool{}
	known := facts(t, model)
	for _, f := range known {
		if f.Name == "" || f.Meaning == "" || f.Value == nil {
			t.Errorf("fact %+v needs a name, a value and a meaning", f)
		}
		if names[f.Name] {
			t.Errorf("fact %s is there twice", f.Name)
		}
		names[f.Name] = true
	}
	wire.Values{Facts: known}.AppendJSON(nil) // panics at a value that can't be sent
	all := method.Shown{}
	for _, s := range m.Shows {
		all[s.Name] = true
	}
	_, partial := model.(method.Partial)
	finite := func(what string, xs ...float64) {
		if st.State == method.Diverged {
			return
		}
		for _, x := range xs {
			if partial && math.IsNaN(x) && (what == "prediction" || strings.HasPrefix(what, "raster ")) {
				continue
			}
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%s is %v and the status does not say that the fit diverged", what, x)
				return
			}
		}
	}
	g := view.Grid(15, 10)
	raster := func(show method.Shown) *picture.Raster {
		r, err := method.RasterOf(ctx, model, g, show)
		if err != nil {
			t.Errorf("raster: %v", err)
		}
		return r
	}
	if r := raster(all); r != nil {
		for k, plane := range r.Planes {
			if len(plane) != g.W*g.H {
				t.Errorf("plane %d has %d values, want %d", k, len(plane), g.W*g.H)
			}
			for _, x := range plane {
				finite("raster "+r.Name, float64(x))
			}
		}
	}
	check := func(layers []picture.Layer) {
		for _, l := range layers {
			switch l := l.(type) {
			case *picture.Path:
				finite("path "+string(l.Role), l.XY...)
				if len(l.XY)%2 != 0 {
					t.Errorf("path %s has an odd number of coordinates", l.Role)
				}
			case *picture.Marks:
				finite("marks "+string(l.Role), l.XY...)
				if l.Class != nil && len(l.Class) != len(l.XY)/2 || l.Size != nil && len(l.Size) != len(l.XY)/2 {
					t.Errorf("marks %s: lengths disagree", l.Role)
				}
			case *picture.Label:
				finite("label "+l.Text, l.X, l.Y)
			}
		}
	}
	if o, ok := model.(method.Overlay); ok {
		for _, show := range []method.Shown{all, {}} {
			under, over, err := o.Layers(ctx, view, raster(show), show)
			if err != nil {
				t.Errorf("Layers: %v", err)
			}
			check(under)
			check(over)
		}
	}
	if pr, ok := model.(method.Predictor); ok {
		x := []float64{0.1, 0.9, 0.5, 0.5, -30, 40}
		out := make([]float64, len(x)/p.D)
		pr.Predict(x, out)
		finite("prediction", out...)
	}
	if e, ok := model.(method.Explainer); ok {
		for _, at := range [][]float64{{0.5, 0.5}, {-30, 40}} {
			ex := e.Explain(at, view)
			if ex.Answer == "" {
				t.Errorf("Explain(%v) has no answer", at)
			}
			check(ex.Layers)
		}
	}
	if f, ok := model.(method.Formulator); ok && f.Formula() == "" {
		t.Error("an empty formula")
	}
	if pn, ok := model.(method.Panels); ok {
		for _, info := range pn.PanelList(all) {
			pic, err := pn.Panel(ctx, info.ID, 120, 90)
			if err != nil {
				t.Errorf("panel %s: %v", info.ID, err)
				continue
			}
			check(pic.Layers)
		}
	}
	if l, ok := model.(method.Learner); ok {
		if learned := l.Learned(); len(learned) > 0 {
			if _, err := m.Validate(learned); err != nil {
				t.Errorf("what was learned is refused: %v", err)
			}
		}
	}
}

func degenerate(t *testing.T, m method.Method) {
	task := m.TaskOf(nil)
	same := func(n int, z ...float64) []doc.Point {
		pts := make([]doc.Point, n)
		for i := range pts {
			pts[i] = doc.Point{X: 0.5, Y: 0.5, Z: z[i%len(z)]}
		}
		return pts
	}
	line := func(dx, dy float64) []doc.Point {
		pts := make([]doc.Point, 9)
		for i := range pts {
			pts[i] = doc.Point{X: 0.1 + dx*float64(i), Y: 0.2 + dy*float64(i), Z: float64(i / 5)}
		}
		return pts
	}
	far := Points(task, 12, 3)
	for i := range far {
		far[i].X, far[i].Y = 1e6+far[i].X, far[i].Y-1e6
	}
	nine := Points(task, 27, 4)
	for i := range nine {
		nine[i].Z = float64(i % 9)
	}
	cases := map[string][]doc.Point{
		"no points": nil, "one point": same(1, 0), "two points": Points(task, 2, 1),
		"two equal points": same(2, 0, 1), "all equal": same(8, 1), "duplicates that disagree": same(8, 0, 1),
		"collinear": line(0.1, 0.05), "vertical": line(0, 0.1), "horizontal": line(0.1, 0),
		"one class": line(0.05, 0.05)[:5], "far away": far, "nine classes": nine,
		"unlabelled": same(3, -1), "three points": Points(task, 3, 2),
	}
	for name, pts := range cases {
		t.Run(name, func(t *testing.T) {
			if model, p := fit(t, m, pts, nil, nil); model != nil {
				exercise(t, m, model, p)
			}
		})
	}
}

// choices tries each choice of each parameter, each switch, and the ends of
// each slider, one at a time.
func choices(t *testing.T, m method.Method) {
	try := func(name string, x any) {
		t.Run(name, func(t *testing.T) {
			params := map[string]any{name: x}
			pts := Points(m.TaskOf(params), 24, 5)
			model, p := fit(t, m, pts, params, nil)
			if model == nil {
				t.Fatalf("%s = %v: no model on ordinary data", name, x)
			}
			exercise(t, m, model, p)
		})
	}
	for _, p := range m.Params {
		for _, c := range p.Choices {
			try(p.Name, c.Value)
		}
		switch p.Kind {
		case method.Bool:
			try(p.Name, p.Default != true)
		case method.Number, method.Integer:
			lo, hi := p.SoftMin, p.SoftMax
			if lo == 0 && hi == 0 {
				lo, hi = p.Min, p.Max
			}
			for _, x := range []float64{lo, hi} {
				if _, err := p.Check(x); err == nil {
					try(p.Name, x)
				}
			}
		}
	}
}

// answers is what a model says at fixed places; nil when it predicts nothing.
func answers(model method.Model, d int) []float64 {
	pr, ok := model.(method.Predictor)
	if !ok {
		return nil
	}
	rng := rand.New(rand.NewPCG(11, 12))
	x := make([]float64, 40*d)
	for i := range x {
		x[i] = 1.2*rng.Float64() - 0.1
	}
	out := make([]float64, 40)
	pr.Predict(x, out)
	if _, ok := model.(method.Partial); ok {
		for i, y := range out {
			if math.IsNaN(y) { // no answer equals no answer
				out[i] = math.MaxFloat64
			}
		}
	}
	return out
}

func repeatable(t *testing.T, m method.Method) {
	pts := Points(m.TaskOf(nil), 30, 6)
	a, p := fit(t, m, pts, nil, nil)
	b, _ := fit(t, m, pts, nil, nil)
	if a == nil || b == nil {
		t.Fatal("no model on ordinary data")
	}
	if !slices.Equal(answers(a, p.D), answers(b, p.D)) {
		t.Error("two fits of the same data with the same seed answer differently")
	}
	fa, _ := json.Marshal(facts(t, a))
	fb, _ := json.Marshal(facts(t, b))
	if string(fa) != string(fb) {
		t.Errorf("facts differ:\n%s\n%s", fa, fb)
	}
}

func warm(t *testing.T, m method.Method) {
	task := m.TaskOf(nil)
	pts := Points(task, 40, 8)
	base, _ := fit(t, m, pts, nil, nil)
	if base == nil {
		t.Fatal("no model on ordinary data")
	}
	edits := map[string]func([]doc.Point) []doc.Point{
		"nothing":     func(p []doc.Point) []doc.Point { return p },
		"move":        func(p []doc.Point) []doc.Point { p[7].X += 0.05; p[7].Y -= 0.03; return p },
		"add":         func(p []doc.Point) []doc.Point { return append(p, doc.Point{X: 0.4, Y: 0.6, Z: 1}) },
		"remove":      func(p []doc.Point) []doc.Point { return slices.Delete(p, 11, 12) },
		"relabel":     func(p []doc.Point) []doc.Point { p[5].Z = 1 - p[5].Z; return p },
		"reverse":     func(p []doc.Point) []doc.Point { slices.Reverse(p); return p },
		"other":       func(p []doc.Point) []doc.Point { return Points(task, 33, 99) },
		"third class": func(p []doc.Point) []doc.Point { return append(p, doc.Point{X: 0.9, Y: 0.9, Z: 2}) },
	}
	for name, edit := range edits {
		t.Run(name, func(t *testing.T) {
			after := edit(slices.Clone(pts))
			w, p := fit(t, m, after, nil, base)
			c, _ := fit(t, m, after, nil, nil)
			if (w == nil) != (c == nil) {
				t.Fatal("warm and cold disagree whether there is a model")
			}
			if w == nil {
				return
			}
			wa, ca := answers(w, p.D), answers(c, p.D)
			// A class may flip where the decision is within the tolerance of 0.
			tol, allowed := 1e-3, len(wa)/20
			if m.Divisible {
				tol, allowed = 0, 0
			}
			bad := 0
			for i := range wa {
				if math.Abs(wa[i]-ca[i]) > tol*(1+math.Abs(ca[i])) {
					bad++
				}
			}
			if bad > allowed {
				t.Errorf("%d of %d answers differ", bad, len(wa))
			}
		})
	}
}

// planar are the parameters with which a method works over the plane, if it is one
// that works on the line by default.
func planar(m method.Method) map[string]any {
	if name, value, ok := m.ChoiceFor(method.Regress2D); ok {
		return map[string]any{name: value}
	}
	return nil
}

func batch(t *testing.T, m method.Method) {
	model, p := fit(t, m, Points(m.TaskOf(nil), 30, 9), nil, nil)
	pr, ok := model.(method.Predictor)
	if !ok {
		return
	}
	x := make([]float64, 0, 20*p.D)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 * p.D {
		x = append(x, rng.Float64())
	}
	all := make([]float64, 20)
	pr.Predict(x, all)
	for i := range all {
		one := []float64{0}
		pr.Predict(x[i*p.D:(i+1)*p.D], one)
		if math.Abs(one[0]-all[i]) > 1e-9*(1+math.Abs(all[i])) {
			t.Errorf("row %d: %v in the batch, %v alone", i, all[i], one[0])
		}
	}
}

// rasterAgrees checks that the class painted at a node is the one predicted there.
func rasterAgrees(t *testing.T, m method.Method) {
	pts := Points(m.TaskOf(nil), 40, 10)
	for i := range pts {
		if m.TaskOf(nil) == method.Classify && i%5 == 0 {
			pts[i].Z = 2 // a third class
		}
	}
	for _, set := range [][]doc.Point{pts, Points(m.TaskOf(nil), 40, 10)} {
		model, p := fit(t, m, set, nil, nil)
		s, ok := model.(method.Scorer)
		pr, ok2 := model.(method.Predictor)
		if !ok || !ok2 {
			return
		}
		g := view.Grid(30, 20)
		r, err := s.ScoreRaster(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		bad := 0
		for j := range g.H {
			for i := range g.W {
				out := []float64{0}
				pr.Predict([]float64{g.X(i), g.Y(j)}, out)
				if p.ClassIDs[int(out[0])] != shown(r, j*g.W+i) {
					bad++
				}
			}
		}
		// float32 may put a node that is as good as undecided on the other side.
		if bad > g.W*g.H/200 {
			t.Errorf("%d of %d nodes are painted in another class than predicted", bad, g.W*g.H)
		}
	}
}

// shown is the class id that a raster shows at a node.
func shown(r *picture.Raster, at int) int {
	switch r.Kind {
	case picture.Decision:
		if r.Planes[0][at] > 0 {
			return r.Classes[1]
		}
		return r.Classes[0]
	case picture.Labels:
		return int(r.Planes[0][at])
	}
	best := 0
	for k := range r.Planes {
		if r.Planes[k][at] > r.Planes[best][at] {
			best = k
		}
	}
	return r.Classes[best]
}

// steps checks a Stepper: the last stage is the model, a stage is the same
// whenever it is asked for, and n steps are the beginning of m > n steps.
func steps(t *testing.T, m method.Method) {
	pts := Points(m.TaskOf(nil), 30, 15)
	model, p := fit(t, m, pts, nil, nil)
	st, ok := model.(method.Stepper)
	if !ok {
		return
	}
	n := st.Steps()
	if n < 1 || st.StepName() == "" {
		t.Fatalf("%d steps, called %q", n, st.StepName())
	}
	if !slices.Equal(answers(st.Stage(n), p.D), answers(model, p.D)) {
		t.Error("the last stage answers differently from the model")
	}
	first := make([][]float64, n+1)
	look := []int{0, 1, n / 2, n - 1, n}
	for _, k := range look {
		if k > n {
			continue
		}
		stage := st.Stage(k)
		first[k] = answers(stage, p.D)
		exercise(t, m, stage, p)
	}
	slices.Reverse(look)
	for _, k := range look {
		if !slices.Equal(answers(st.Stage(k), p.D), first[k]) {
			t.Errorf("stage %d is another one when asked for again", k)
		}
	}
	for _, s := range st.Trace() {
		if len(s.Values) != n+1 || s.Name == "" {
			t.Errorf("series %q has %d values for %d steps", s.Name, len(s.Values), n)
		}
	}
	if m.Param("max_iter") == nil || n < 4 {
		return
	}
	if _, err := m.Validate(map[string]any{"max_iter": float64(n / 2)}); err != nil {
		return
	}
	half, _ := fit(t, m, pts, map[string]any{"max_iter": float64(n / 2)}, nil)
	hs, ok := half.(method.Stepper)
	if !ok {
		t.Fatal("with fewer iterations the model does not step")
	}
	// Where max_iter has a unit, it counts something else than steps (passes, of
	// which each may have many mistakes): then the other run may be the longer one.
	if k := hs.Steps(); k > n && m.Param("max_iter").Unit == "" {
		t.Errorf("max_iter %d gave %d steps, the whole run %d", n/2, k, n)
	} else if k > n {
		if !slices.Equal(answers(model, p.D), answers(hs.Stage(n), p.D)) {
			t.Errorf("a run of %d steps is not the beginning of one of %d", n, k)
		}
	} else if !slices.Equal(answers(half, p.D), answers(st.Stage(k), p.D)) {
		t.Errorf("a run of %d steps is not the beginning of one of %d", k, n)
	}
}

// stopping is a job that is given up at its k-th question, and notes how long
// the method went without asking.
type stopping struct {
	left  int
	last  time.Time
	worst time.Duration
}

func (s *stopping) Err() error {
	now := time.Now()
	if s.last.IsZero() {
		s.last = now
	}
	s.worst = max(s.worst, now.Sub(s.last))
	s.last = now
	if s.left--; s.left < 0 {
		return method.ErrStopped
	}
	return nil
}

func cancelling(t *testing.T, m method.Method) {
	pts := Points(m.TaskOf(nil), min(400, m.Limit()), 14)
	v, _ := m.Validate(nil)
	p, err := method.NewProblem(pts, m.TaskOf(nil), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []int{0, 1, 3} {
		job := &stopping{left: k}
		_, err := m.Fit(job, p, v, nil)
		if job.left >= 0 {
			continue // it was done before it was asked to stop
		}
		if !errors.Is(err, method.ErrStopped) {
			t.Errorf("given up at question %d: got %v, want method.ErrStopped", k, err)
		}
		if job.left < -2 {
			t.Errorf("went on asking %d times after it was told to stop", -job.left-1)
		}
	}
	job := &stopping{left: math.MaxInt}
	start := time.Now()
	if _, err := m.Fit(job, p, v, nil); err != nil {
		t.Fatal(err)
	}
	if total := time.Since(start); total > time.Second && job.worst > total/4 {
		t.Errorf("a fit of %v went %v without asking whether to go on", total, job.worst)
	}
}
