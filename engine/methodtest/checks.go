package methodtest

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/session/golden"
)

// easel draws documents of a method as the page does. Its clock stands still, so that pictures don't depend on the
// machine.
type easel struct {
	m *method.Method
	s *session.Session
}

// stage is large enough for layers that need room.
var stage = picture.Viewport{X0: view.X0, X1: view.X1, Y0: view.Y0, Y1: view.Y1, W: 180, H: 120, Scale: 1}

func newEasel(m *method.Method) *easel {
	e := &easel{m, session.New([]method.Method{*m})}
	e.s.SetClock(func() time.Time { return time.Unix(0, 0) })
	return e
}

// document returns a document with ordinary data.
func (e *easel) document(params map[string]any) doc.Document {
	if ofTables(e.m, params) != nil {
		d, err := e.s.Resolve(method.Unstopped, Rows(e.m, params))
		if err != nil {
			panic(err) // only a mistake in Rows can cause it
		}
		return d
	}
	d := doc.Document{Method: e.m.ID, Params: params, Points: Points(e.m.TaskOf(params), 30, 6), Seed: 7,
		View: doc.View{X: [2]float64{view.X0, view.X1}, Y: [2]float64{view.Y0, view.Y1}}}
	holdOut(e.m, &d)
	return d
}

// ofTables returns the declaration that takes only pictures or words (Info.TakesPoints): the method's own, or that of a
// method within it that params choose; else nil.
func ofTables(m *method.Method, params map[string]any) *method.Info {
	if !m.TakesPoints() {
		return &m.Info
	}
	v, err := m.Validate(params)
	if err != nil {
		return nil
	}
	for i := range m.Params {
		if q := &m.Params[i]; method.Is[method.Estimators](q.Kind) {
			for _, c := range v.Chosen(q.Name) {
				if !c.Method.TakesPoints() {
					return &c.Method.Info
				}
			}
		}
	}
	return nil
}

// Rows returns a document for a method that takes only pictures or words, itself or within params: its rows are
// pictures of 8 x 8 pixels with a spot in the upper or the lower part, or words.
func Rows(m *method.Method, params map[string]any) doc.Document {
	return doc.Document{Method: m.ID, Params: params, Table: &doc.Table{Rows: rowsOf(ofTables(m, params),
		Points(method.Classify, 30, 6))},
		Seed: 7}
}

// rowsOf returns table rows for points, of the kind that a method takes.
func rowsOf(m *method.Info, pts []doc.Point) *doc.Rows {
	if m.Objects {
		return worded(pts)
	}
	return pictured(pts)
}

// worded returns rows with one column of words. The word of a point can also be read as a graph: a chain with vertex
// labels from the point's position and class, and an additional edge for some.
func worded(pts []doc.Point) *doc.Rows {
	r := &doc.Rows{N: len(pts), Columns: []string{"word"}, Categories: [][]string{{}}}
	letter := func(x float64, from rune) string {
		return string(from + rune(math.Mod(math.Abs(math.Floor(4*x)), 8)))
	}
	for _, p := range pts {
		a, b, c := letter(p.X, 'a'), letter(p.Y, 'a'), letter(p.Z/4, 'p')
		word := a + "1-" + b + "2 " + b + "2-" + c + "3"
		if math.Mod(math.Abs(math.Floor(64*(p.X+p.Y))), 3) == 0 {
			word += " " + c + "3-" + a + "1"
		}
		k := slices.Index(r.Categories[0], word)
		if k < 0 {
			k = len(r.Categories[0])
			r.Categories[0] = append(r.Categories[0], word)
		}
		r.X, r.Class = append(r.X, float64(k)), append(r.Class, int(p.Z))
	}
	return r
}

// pictured returns rows that are pictures, each with a spot near the position of the point, shifted up or down by its
// class.
func pictured(pts []doc.Point) *doc.Rows {
	const side = 8
	r := &doc.Rows{N: len(pts), W: side, H: side}
	for j := range side * side {
		r.Columns = append(r.Columns, "pixel "+strconv.Itoa(j+1))
	}
	for _, p := range pts {
		x, y := side*p.X, side*(p.Y+0.5*p.Z-0.25)
		for j := range side * side {
			r.X = append(r.X, math.Exp(-math.Pow(float64(j%side)-x, 2)/4-math.Pow(float64(j/side)-y, 2)/4))
		}
		r.Class = append(r.Class, int(p.Z))
	}
	return r
}

// documentOf returns a document of points or, for a method that takes only pictures or words, of a table made from
// them.
func documentOf(t T, m *method.Method, params map[string]any, pts []doc.Point) doc.Document {
	d := doc.Document{Method: m.ID, Params: params, Points: pts, Seed: 7}
	of := ofTables(m, params)
	if of == nil {
		return d
	}
	d.Points, d.Table = nil, &doc.Table{Rows: rowsOf(of, pts)}
	d, err := session.New([]method.Method{*m}).Resolve(method.Unstopped, d)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return d
}

// problemOf returns a problem of points for a method with some parameters; for a method that takes only pictures or
// words its rows are made from the points.
func problemOf(m *method.Method, params map[string]any, pts []doc.Point, t method.Task) (*method.Problem, error) {
	p, err := method.NewProblem(pts, t, 7)
	if of := ofTables(m, params); err == nil && of != nil {
		r := rowsOf(of, pts)
		p.Widen(r.X, len(r.Columns), r.Columns)
		p.Across, p.Categories = r.W, r.Categories
	}
	return p, err
}

// drawn draws a document with all its panels.
func (e *easel) drawn(t T, d doc.Document) *session.Result {
	t.Helper()
	f, err := e.s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatalf("params %v: %v", d.Params, err)
	}
	req := session.Request{Doc: d, View: session.Viewport(f.Placed(d), f.Task, stage.W, stage.H, 1), Fine: true,
		Panels: session.AllPanels(f, golden.PanelW, golden.PanelH)}
	var last *session.Result
	if err := e.s.DrawFit(method.Unstopped, f, req, func(r *session.Result) error { last = r; return nil }); err != nil {
		t.Fatalf("params %v: %v", d.Params, err)
	}
	return last
}

// seen returns everything visible of a document as text: the picture with its panels, the answer at a point, and the
// groups of the points, but no facts.
func (e *easel) seen(t T, d doc.Document) []string {
	t.Helper()
	last := e.drawn(t, d)
	v := last.Picture.View
	var w golden.Writer
	w.Layers(v, last.Picture.Layers)
	w.Layers(v, last.Over)
	for i, p := range last.Panels {
		w.Layers(p.View, append([]picture.Layer{&picture.Label{Text: last.Info.PanelsDrawn[i]}}, p.Layers...))
	}
	w.Explain(last.Fit, v, 0.4*float64(stage.W), 0.4*float64(stage.H))
	return append(w.Lines(), foundIn(last)...)
}

// foundIn returns the looks of points that are colored by group.
func foundIn(r *session.Result) []string {
	if r.Info.Groups == nil {
		return nil
	}
	return []string{fmt.Sprint(*r.Info.Groups)}
}

// shows checks that each switch has a visible effect: for at least one choice of the parameters, at some step, on data
// that overlap or don't.
func shows(t T, m method.Method) {
	variants, _ := Variants(&m)
	variants = append(variants, extremes(&m)...)
	for i, s := range m.Shows {
		if s.Where == method.OnlyRows { // for rows of tables, which other tests cover
			continue
		}
		t.Run(string(s.Name), func(t T) {
			if slices.ContainsFunc(m.Shows[:i], func(x method.Show) bool { return x.Name == s.Name }) {
				t.Errorf("it is declared twice")
			}
			if s.Label == "" {
				t.Errorf("a label is needed")
			}
			tried := 0
			for _, v := range variants {
				params := map[string]any{}
				maps.Copy(params, v.Params)
				Apply(&m, s.When, params)
				if _, ok := settle(&m, params); !ok || !m.Applies(s.When, params) {
					continue
				}
				if changes(t, &m, s.Name, params) {
					return
				}
				tried++
			}
			t.Errorf("to switch it on changes nothing that is seen, in %d settings", tried)
		})
	}
}

// changes reports whether a switch has a visible effect.
func changes(t T, m *method.Method, show method.Part, params map[string]any) bool {
	e := newEasel(m)
	without := []string{}
	for _, other := range m.Shows {
		if other.On && other.Name != show {
			without = append(without, string(other.Name))
		}
	}
	with := append(slices.Clone(without), string(show))
	differ := func(d doc.Document) bool {
		d.View.Show = without
		before := e.seen(t, d)
		d.View.Show = with
		return !slices.Equal(before, e.seen(t, d))
	}
	d := e.document(params)
	if differ(d) {
		return true
	}
	half := 3
	d.View.Step = &half
	if differ(d) {
		return true
	}
	d.View.Step = nil
	if m.TaskOf(params) == method.Classify { // data without misclassified points
		for i := range d.Points {
			d.Points[i].X, d.Points[i].Z = 0.2+0.5*float64(i%2)+0.1*d.Points[i].Y, float64(i%2)
		}
	}
	return differ(d)
}

// anotherSeed checks that a method that declares Random depends on the seed, and that no other method does. Both
// documents are also fitted in one session, which must not confuse their models.
func anotherSeed(t T, m method.Method) {
	variants, _ := Variants(&m)
	for _, s := range m.Shows { // for layers that draw samples
		params := map[string]any{}
		Apply(&m, s.When, params)
		variants = append(variants, Variant{"with " + string(s.Name), params})
	}
	for i := range m.Params { // for methods within this one that may draw random numbers
		if p := &m.Params[i]; method.Is[method.Estimators](p.Kind) {
			for _, of := range p.Of() {
				x := p.Held(slices.Repeat([]doc.Estimator{{Method: of.ID}}, max(1, p.List().MinLen)))
				variants = append(variants, Variant{"other " + p.Name, map[string]any{p.Name: x}})
			}
		}
	}
	for i := range m.Params { // for methods that draw a share of the points
		if p := &m.Params[i]; m.Random && method.Is[method.Number](p.Kind) && p.Range().SoftMin < p.Range().SoftMax &&
			p.Default != p.Range().SoftMin {
			params := map[string]any{p.Name: p.Range().SoftMin}
			Apply(&m, p.When, params)
			variants = append(variants, Variant{"least " + p.Name, params})
		}
	}
	for i := range m.Params { // for numbers of random draws that may be 0 by default
		if p := &m.Params[i]; m.Random && method.Is[method.Integer](p.Kind) && p.Range().SoftMin < p.Range().SoftMax &&
			p.Default == p.Range().SoftMin {
			params := map[string]any{p.Name: p.Range().SoftMax}
			Apply(&m, p.When, params)
			variants = append(variants, Variant{"most " + p.Name, params})
		}
	}
	all := []string{}
	for _, s := range m.Shows {
		all = append(all, string(s.Name))
	}
	for _, v := range variants {
		told := func(e *easel, seed uint64) string {
			d := e.document(v.Params)
			d.View.Show, d.Seed = all, seed
			f, err := e.s.Fit(method.Unstopped, d)
			if err != nil {
				t.Fatalf("%s: %v", v.Name, err)
			}
			return fmt.Sprint(f.Facts(view), e.seen(t, d))
		}
		both := newEasel(&m)
		if a := told(both, 7); a == told(newEasel(&m), 8) {
			continue
		} else if !m.Random {
			t.Errorf("%s: another seed gives something else, and Random is not declared", v.Name)
		} else if a == told(both, 8) {
			t.Errorf("%s: the model of another seed was taken", v.Name)
		}
		return
	}
	if m.Random {
		t.Errorf("Random is declared, and another seed changes nothing")
	}
}

// parametersAreRead fits with values that record which names are read. A declared parameter that is never read,
// whatever is chosen, has no effect, or its name is misspelt somewhere. Reading an undeclared name panics.
func parametersAreRead(t T, m method.Method) {
	read := map[string]bool{}
	variants, refused := Variants(&m)
	for _, r := range refused {
		t.Errorf("%s is refused, whatever stands beside it", r)
	}
	for _, variant := range variants {
		v, err := m.Validate(variant.Params)
		if err != nil {
			t.Fatalf("%s: %v", variant.Name, err)
		}
		v = v.Noting(func(name string) { read[name] = true })
		if m.Check != nil {
			if err := m.Check(v); err != nil {
				t.Errorf("%s: %v", variant.Name, err)
			}
		}
		task := m.TaskOf(variant.Params)
		p, err := problemOf(&m, variant.Params, Points(task, 24, 5), task)
		if err != nil {
			t.Fatalf("%v", err)
		}
		watched(&m, p, v)
		model, err := m.Fit(method.Unstopped, p, v, nil)
		if err != nil {
			t.Errorf("%s: no model on ordinary data: %v", variant.Name, err)
			continue
		}
		exercise(t, m, model, p)
	}
	for _, p := range m.Params {
		decides := slices.ContainsFunc(p.Choices(), func(c method.Choice) bool { return c.Task != "" || c.Whole })
		if !read[p.Name] && !decides && p.Where != method.OnlyRows {
			t.Errorf("parameter %s is declared and never read", p.Name)
		}
	}
}

// learns checks that predictions follow the data: at least three quarters of the points of ordinary data get their own
// class, and predicted values are closer than the mean. In every task, answers must not be the same everywhere.
func learns(t T, m method.Method) {
	for _, v := range tasks(&m) {
		pts := Points(m.TaskOf(v.Params), 60, 21)
		model, p := fit(t, m, pts, v.Params, nil)
		if model == nil {
			t.Fatalf("%s: no model on ordinary data", v.Name)
		}
		pr, ok := predictor(model, p.D)
		if !ok {
			t.Fatalf("%s: it answers nowhere", v.Name)
		}
		out := make([]float64, p.N)
		pr.Predict(p.X, out)
		switch p.Task {
		case method.Classify:
			wrong := 0
			for i, y := range out {
				if int(y) != p.Class[i] {
					wrong++
				}
			}
			if wrong > p.N/4 {
				t.Errorf("%s: %d of %d points of two classes that hardly overlap are misclassified", v.Name, wrong, p.N)
			}
		case method.Regress, method.Regress2D:
			mean, n := 0.0, 0.0
			for i, y := range p.Y {
				if !math.IsNaN(out[i]) {
					mean, n = mean+y, n+1
				}
			}
			rest, all := 0.0, 0.0
			for i, y := range p.Y {
				if !math.IsNaN(out[i]) {
					rest += (y - out[i]) * (y - out[i])
					all += (y - mean/n) * (y - mean/n)
				}
			}
			if !(rest < 0.95*all) {
				t.Errorf("%s: the answers are no nearer to the values than their mean: squared errors %.3g and %.3g", v.Name, rest,
					all)
			}
		}
		a := answers(t, model, p.D)
		if !slices.ContainsFunc(a, func(y float64) bool { return y != a[0] }) {
			t.Errorf("%s: the answer is %v everywhere", v.Name, a[0])
		}
	}
}

// steps checks iterative methods, for all choices with steps: the last step is the model, a step's state does not
// depend on when it is requested, the steps change the picture, and n steps are the beginning of m > n steps.
func steps(t T, m method.Method) {
	variants, _ := Variants(&m)
	whole, iterates := "", ""
	var taken []string // numbers of steps
	for _, v := range variants {
		pts := Points(m.TaskOf(v.Params), 30, 15)
		model, p := fit(t, m, pts, v.Params, nil)
		if model == nil {
			t.Fatalf("%s: no model on ordinary data", v.Name)
		}
		st := model.Can().Stepper
		if st == nil {
			if model.Can().Grower == nil && model.Status().State != method.Exact {
				s := model.Status().State
				iterates = fmt.Sprintf("%s (%s)", v.Name, s)
			}
			continue
		}
		stages(t, m, v, st, model, p)
		if whole == "" && st.Steps() >= 4 && shorter(&m) != nil && beginning(t, m, v, pts) {
			whole = v.Name + "."
		}
		if iterates == "" {
			iterates = "-"
		}
		taken = append(taken, fmt.Sprintf("%s %d", cmp.Or(v.Name, "defaults"), st.Steps()))
	}
	switch {
	case iterates == "":
	case iterates != "-":
		t.Errorf("%s iterates and does not step", iterates)
	case whole == "":
		t.Errorf("neither with the defaults nor with another choice does it take four steps, of which max_iter or "+
			"max_leaf_nodes could allow two: %s", strings.Join(taken, ", "))
	}
}

func stages(t T, m method.Method, v Variant, st method.Stepper, model method.Model, p *method.Problem) {
	n := st.Steps()
	if n < 1 || st.StepName() == "" {
		t.Fatalf("%s: %d steps, called %q", v.Name, n, st.StepName())
	}
	if !slices.Equal(answers(t, st.Stage(n), p.D), answers(t, model, p.D)) {
		t.Errorf("%s: the last stage answers differently from the model", v.Name)
	}
	first := make([][]float64, n+1)
	look := []int{0, 1, n / 2, n - 1, n}
	for _, k := range look {
		stage := st.Stage(k)
		first[k] = answers(t, stage, p.D)
		if s := stage.Status().State; k < n && s != method.Running && s != method.Diverged {
			t.Errorf("%s: stage %d of %d is %s", v.Name, k, n, s)
		}
		if v.Name == "" {
			exercise(t, m, stage, p)
		}
	}
	slices.Reverse(look)
	for _, k := range look {
		if !slices.Equal(answers(t, st.Stage(k), p.D), first[k]) {
			t.Errorf("%s: stage %d is another one when asked for again", v.Name, k)
		}
	}
	moves := false
	for _, s := range st.Trace() {
		if len(s.Values) != n+1 || s.Name == "" {
			t.Errorf("%s: series %q has %d values for %d steps", v.Name, s.Name, len(s.Values), n)
		}
		moves = moves || slices.ContainsFunc(s.Values, func(y float64) bool { return y != s.Values[0] && !math.IsNaN(y) })
	}
	if !moves {
		t.Errorf("%s: no series of the trace moves", v.Name)
	}
	// The picture changes, too: from the first step to the last, and with most of the first steps.
	e := newEasel(&m)
	d := e.document(v.Params)
	d.Points = Points(m.TaskOf(v.Params), 30, 15)
	at := func(k int) []string {
		d.View.Step = &k
		return e.seen(t, d)
	}
	// The facts of a step are its own, even if those of the whole are known.
	told := func(step *int) string {
		d.View.Step = step
		f, err := e.s.Fit(method.Unstopped, d)
		if err != nil {
			t.Fatalf("%s: %v", v.Name, err)
		}
		return fmt.Sprint(f.Facts(stage))
	}
	told(nil)
	one := min(1, n-1)
	alone, after := newEasel(&m), told(&one)
	if e = alone; told(&one) != after {
		t.Errorf("%s: stage %d has other facts when those of the whole are known", v.Name, one)
	}
	start := at(0)
	if slices.Equal(start, at(n)) {
		t.Errorf("%s: the last of %d stages looks like the first", v.Name, n)
	}
	if still, of := 0, min(n, 6); v.Name == "" {
		for k := range of {
			next := at(k + 1)
			if slices.Equal(start, next) {
				still++
			}
			start = next
		}
		if still > of/2 {
			t.Errorf("%d of the first %d steps change nothing that is seen", still, of)
		}
	}
}

// shorter returns the parameter that limits the number of steps; nil if there is none.
func shorter(m *method.Method) *method.Param {
	for _, name := range []string{"max_iter", "max_leaf_nodes"} {
		if p := m.Param(name); p != nil {
			return p
		}
	}
	return nil
}

// beginning checks that a run of half as many steps is the beginning of the whole one. It reports whether there was a
// shorter run to compare.
func beginning(t T, m method.Method, v Variant, pts []doc.Point) bool {
	model, p := fit(t, m, pts, v.Params, nil)
	st := model.Can().Stepper
	n := st.Steps()
	limit := shorter(&m)
	most := float64(n / 2)
	if limit.Name == "max_leaf_nodes" {
		most++ // one leaf before the first split
	}
	params := map[string]any{limit.Name: most}
	for k, x := range v.Params {
		params[k] = x
	}
	if _, err := m.Validate(params); err != nil {
		return false
	}
	half, _ := fit(t, m, pts, params, nil)
	hs := half.Can().Stepper
	if hs == nil {
		t.Fatalf("%s: with fewer iterations the model does not step", v.Name)
	}
	// If max_iter counts something other than steps (passes, each of which may have many mistakes), half the number of
	// steps may be a larger limit than that of the whole run: then the other run may be the longer one.
	if k := hs.Steps(); k > n && float64(n) <= limit.Default.(float64) {
		t.Errorf("%s: %s %g gave %d steps, the whole run %d", v.Name, limit.Name, most, k, n)
	} else if k > n {
		if !slices.Equal(answers(t, model, p.D), answers(t, hs.Stage(n), p.D)) {
			t.Errorf("%s: a run of %d steps is not the beginning of one of %d", v.Name, n, k)
		}
	} else if !slices.Equal(answers(t, half, p.D), answers(t, st.Stage(k), p.D)) {
		t.Errorf("%s: a run of %d steps is not the beginning of one of %d", v.Name, k, n)
	}
	return true
}

// batch checks that the prediction for a row does not depend on the other rows of the call.
func batch(t T, m method.Method) {
	variants := inTurn(&m, 0)
	for _, v := range variants {
		model, p := fit(t, m, Points(m.TaskOf(v.Params), 30, 9), v.Params, nil)
		pr, ok := predictor(model, p.D)
		if !ok {
			t.Fatalf("%s: it answers nowhere", v.Name)
		}
		x := make([]float64, 20*p.D)
		rng := rand.New(rand.NewPCG(1, 1))
		for i := range x {
			x[i] = rng.Float64()
		}
		all := make([]float64, 20)
		pr.Predict(x, all)
		for i := range all {
			one := []float64{0}
			pr.Predict(x[i*p.D:(i+1)*p.D], one)
			same := math.Abs(one[0]-all[i]) <= 1e-9*(1+math.Abs(all[i])) || math.IsNaN(one[0]) && math.IsNaN(all[i])
			if !same {
				t.Errorf("%s: row %d: %v in the batch, %v alone", v.Name, i, all[i], one[0])
			}
		}
	}
}

// rasterAgrees checks that over the plane there is a raster, and that the class or value at a node is the one predicted
// there; on the line there is none.
func rasterAgrees(t T, m method.Method) {
	variants := inTurn(&m, 1)
	for _, v := range variants {
		task := m.TaskOf(v.Params)
		pts := Points(task, 40, 10)
		sets := [][]doc.Point{pts}
		if task == method.Classify {
			three := slices.Clone(pts)
			for i := range three {
				if i%5 == 0 {
					three[i].Z = 2 // a third class
				}
			}
			sets = append(sets, three)
		}
		for _, set := range sets {
			model, p := fit(t, m, set, v.Params, nil)
			if model == nil {
				t.Errorf("%s: no model on ordinary data", v.Name)
				continue
			}
			can, g := model.Can(), view.Grid(30, 20)
			switch {
			case p.D == 1 && can.ScoreRaster != nil:
				t.Errorf("%s: classes on the line", v.Name)
			case p.D == 1:
				if r, err := can.Raster(method.Unstopped, g, method.Shown{}); err != nil || r != nil {
					t.Errorf("%s: a raster on the line, %v", v.Name, err)
				}
			case can.ScoreRaster == nil && can.FieldRaster == nil:
				t.Errorf("%s: nothing is painted over the plane", v.Name)
			case can.Predictor == nil:
				t.Errorf("%s: what is painted answers nowhere", v.Name)
			case can.ScoreRaster != nil:
				r, err := can.ScoreRaster(method.Unstopped, g, nil)
				if err != nil {
					t.Fatalf("%s: %v", v.Name, err)
				}
				bad := 0
				each(g, can.Predictor, func(i int, y float64) {
					// Where there is no prediction, nothing is painted.
					class := picture.NoClass
					switch {
					case math.IsNaN(y):
					case p.Task == method.Cluster: // clusters
						class = r.Classes[int(y)]
					default:
						class = p.ClassIDs[int(y)]
					}
					if shown(r, i) != class && !undecided(r, i) {
						bad++
					}
				})
				if bad > 0 {
					t.Errorf("%s: %d of %d nodes are painted in another class than predicted", v.Name, bad, g.W*g.H)
				}
			default:
				on, err := m.Shown(nil)
				if err != nil {
					t.Fatalf("%v", err)
				}
				r, err := can.FieldRaster(method.Unstopped, g, on)
				if err != nil || r == nil {
					t.Fatalf("%s: no raster, %v", v.Name, err)
				}
				if task == method.Cluster { // the answer says on which side of a level the value is
					low, high := math.Inf(-1), math.Inf(1)
					each(g, can.Predictor, func(i int, y float64) {
						if f := float64(r.Planes[0][i]); y > 0 {
							high = min(high, f)
						} else {
							low = max(low, f)
						}
					})
					if !(low <= high+1e-4*(r.Hi-r.Lo)) {
						t.Errorf("%s: values up to %v are outside, and from %v on inside", v.Name, low, high)
					}
					continue
				}
				worst := 0.0
				each(g, can.Predictor, func(i int, y float64) {
					if d := math.Abs(float64(r.Planes[0][i]) - y); !(d <= worst) &&
						!(math.IsNaN(y) && math.IsNaN(float64(r.Planes[0][i]))) {
						worst = d
					}
				})
				if !(worst <= 1e-4*max(r.Hi-r.Lo, 1e-6)) {
					t.Errorf("%s: a node is painted %v away from what is predicted there, of a range of %v", v.Name, worst, r.Hi-r.Lo)
				}
			}
		}
	}
}

// undecided reports whether the classes at a node differ by no more than the precision of float32.
func undecided(r *picture.Raster, at int) bool {
	best, second, size := math.Inf(-1), math.Inf(-1), 0.0
	for _, plane := range r.Planes {
		y := float64(plane[at])
		best, second = max(best, y), max(second, min(best, y))
		for _, z := range plane {
			size = max(size, math.Abs(float64(z)))
		}
	}
	switch r.Kind {
	case picture.Decision:
		return math.Abs(best) < 1e-6*size
	case picture.Labels:
		return false
	}
	return best-second < 1e-6*size
}

func each(g picture.Grid, pr method.Predictor, fn func(i int, y float64)) {
	for j := range g.H {
		for i := range g.W {
			out := []float64{0}
			pr.Predict([]float64{g.X(i), g.Y(j)}, out)
			fn(j*g.W+i, out[0])
		}
	}
}

// stopping is a job that is stopped after left calls of Err, which return nil.
type stopping struct{ left int }

func (s *stopping) Err() error {
	if s.left--; s.left < 0 {
		return method.ErrStopped
	}
	return nil
}

// cancelling checks that a fit of 400 points calls job.Err, and that it returns its error after at most one more call.
func cancelling(t T, m method.Method) {
	v, _ := m.Validate(nil)
	asked := func(n, left int) (int, error) {
		p, err := problemOf(&m, nil, Points(m.TaskOf(nil), min(n, m.Limit()), 14), m.TaskOf(nil))
		if err != nil {
			t.Fatalf("%v", err)
		}
		job := &stopping{left: left}
		_, err = m.Fit(job, p, v, nil)
		return left - job.left, err
	}
	all, err := asked(400, math.MaxInt)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if all == 0 {
		t.Fatalf("a fit of 400 points never asks whether to go on")
	}
	for _, k := range []int{0, all / 2, all - 1} {
		n, err := asked(400, k)
		if err != method.ErrStopped {
			t.Errorf("given up at question %d of %d: got %v, want method.ErrStopped", k, all, err)
		}
		if n > k+2 {
			t.Errorf("given up at question %d, it went on asking %d times", k, n-k-1)
		}
	}
}
