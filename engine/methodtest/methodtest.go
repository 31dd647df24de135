// Package methodtest is the suite that every method of the catalogue passes. A method that can't pass one of its checks
// needs an Exception with a reason, which is printed.
package methodtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// Exception exempts a method from one check of the suite (the subtest's name), or, for the check "controls", from one
// control in one context, named as in its message. An unnecessary exception, of a method that passes, is an error.
type Exception struct{ Check, Control, Reason string }

// checks are the suite, in order. Those with numeric also run in WebAssembly: they compare numbers or fit
// ill-conditioned data, and exp, tanh and the order of gonum's sums differ there. The results of the others (are values
// refused, does a control have an effect, is a state unchanged, does a fit stop) are the same on every processor.
var checks = []struct {
	name    string
	run     func(T, method.Method)
	numeric bool
}{
	{memoryCheck, weighs, false},
	{"declaration", declaration, false},
	{"words", declared, false},
	{"refuses", refuses, false},
	{"refuses NaN", refusesNaN, false},
	{"degenerate data", degenerate, true},
	{"choices", choices, false},
	{"parameters are read", parametersAreRead, false},
	{"learns", learns, true},
	{"same seed same bits", repeatable, false},
	{"another seed", anotherSeed, false},
	{"warm equals cold", warm, true},
	{"batch equals one by one", batch, true},
	{"raster equals predict", rasterAgrees, true},
	{"one answer", oneAnswer, true},
	{"probabilities", probabilities, true},
	{"rows equal the whole", divisible, true},
	{"boxes", boxes, true},
	{"steps", steps, false},
	{"groups", groups, false},
	{"keys", keys, false},
	{"held out", heldOut, false},
	{"leave one out", leaveOneOut, false},
	{"shows", shows, false},
	{controlsCheck, controls, false},
	{"legend", legend, false},
	{"drawing changes nothing", drawingIsPure, false},
	{"cancelling", cancelling, false},
	{"gradient", gradient, true},
	{growingCheck, growing, false},
}

// ofPoints are the checks from which methods that take only pictures or words (Info.Pictures, Info.Objects) are exempt:
// they are about the plane, or would take a minute, and the tests of their package cover what they do. In the other
// checks their points are converted to pictures (pictured) or words (worded).
var ofPoints = []string{"raster equals predict", "rows equal the whole", "boxes", "leave one out", "controls",
	"one answer"}

// atItsStart are checks that see a Grower for pictures at its start, because they draw so often.
var atItsStart = []string{"keys", "legend"}

// growingCheck and memoryCheck see every Grower at its start; the other checks see it trained, except those of
// atItsStart for methods of pictures. memoryCheck comes first and alone, because it measures the heap.
const (
	growingCheck = "growing"
	memoryCheck  = "memory"
)

// controlsCheck tests every parameter with every choice of every other one: it is in the full suite only; the short one
// has the check "parameters are read" instead.
const controlsCheck = "controls"

// Run runs the whole suite for a method. From its second check on it runs in parallel with other tests.
func Run(t *testing.T, start method.Method, exceptions ...Exception) {
	for _, e := range exceptions {
		known := false
		for _, c := range checks {
			known = known || c.name == e.Check
		}
		if !known || e.Reason == "" || e.Control != "" && e.Check != controlsCheck {
			t.Errorf("the exception %+v is of no check, or gives no reason", e)
		}
	}
	alone := true // until the heap has been measured
	for _, c := range checks {
		if c.name != memoryCheck && alone {
			t.Parallel()
			alone = false
		}
		if !start.TakesPoints() && slices.Contains(ofPoints, c.name) || runtime.GOOS == "js" && !c.numeric {
			continue
		}
		m := Grown(start)
		if c.name == growingCheck || c.name == memoryCheck || m.Pictures && slices.Contains(atItsStart, c.name) {
			m = start
		}
		t.Run(c.name, func(t *testing.T) {
			if c.name == controlsCheck && testing.Short() {
				t.Skip("long: make test-all runs it")
			}
			if c.name != memoryCheck {
				t.Parallel()
			}
			var controls []Exception
			for _, e := range exceptions {
				if e.Check != c.name {
					continue
				}
				if e.Control != "" {
					controls = append(controls, e)
					continue
				}
				if failed := failures(func(t T) { c.run(t, m) }); len(failed) == 0 {
					t.Errorf("%s passes: the exception (%s) is not needed", m.ID, e.Reason)
				} else {
					t.Logf("excepted: %s (%s)", e.Reason, failed[0])
				}
				return
			}
			if len(controls) > 0 {
				guarded(tester{t}, func(t T) { controlsBut(t, m, controls) })
				return
			}
			guarded(tester{t}, func(t T) { c.run(t, m) })
		})
	}
}

func declaration(t T, m method.Method) {
	for what, s := range map[string]string{"ID": m.ID, "Name": m.Name, "Family": m.Family, "Summary": m.Summary,
		"Formula": m.Formula, "Source": m.Source, "Task": string(m.Task)} {
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
		condition(t, &m, p.Name, p.When)
		if flaw := p.Kind.Flaw(&p); flaw != "" {
			t.Errorf("%s: %s", p.Name, flaw)
		}
		perNumbers(t, &m, &p)
		if of := m.Param(p.List().Per); p.List().Per != "" &&
			(of == nil || !method.Is[method.Numbers](of.Kind) &&
				(!method.Is[method.Numbers](p.Kind) || !method.Is[method.Estimators](of.Kind))) {
			t.Errorf("%s: numbers belong to methods or to numbers, choices to numbers, and %q is no list of them", p.Name,
				p.List().Per)
		}
		for _, name := range p.Shape() {
			if m.Param(name) == nil || p.Taken() == "" {
				t.Errorf("parameter %s has its shape from %s", p.Name, name)
			}
		}
	}
	if r := m.Range; r != nil && !(len(r) == 4 && r[0] < r[1] && r[2] < r[3]) {
		t.Errorf("the range %v is no part of the plane", r)
	}
	for _, s := range m.Shows {
		condition(t, &m, string(s.Name), s.When)
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
		// Titles of examples are questions; the page shows the method's name below.
		if !strings.HasSuffix(d.Title, "?") || len([]rune(d.Title)) > 64 {
			t.Errorf("the example's title is %q: want a question of at most 64 characters", d.Title)
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

// perNumbers checks that a list that belongs to the entries of a list of numbers gets the length that follows from it,
// and is refused if it is longer.
func perNumbers(t T, m *method.Method, p *method.Param) {
	of := m.Param(p.List().Per)
	if of == nil || !method.Is[method.Numbers](of.Kind) {
		return
	}
	v, err := m.Validate(nil)
	if err != nil {
		return
	}
	size := func(v method.Values) int {
		if method.Is[method.Options](p.Kind) {
			return len(v.Strings(p.Name))
		}
		return len(v.Floats(p.Name))
	}
	n := len(v.Floats(of.Name)) + p.List().More
	if got := size(v); got != n && got != 0 {
		t.Errorf("%s: %d entries, not %d as %s says", p.Name, got, n, of.Name)
	}
	var long any = slices.Repeat(method.FloatsOf(p.Default), n+1)
	if method.Is[method.Options](p.Kind) {
		long = slices.Repeat(p.Default.([]string), n+1)
	}
	if _, err := p.Check(long); err != nil {
		return // the other list has another limit
	}
	var de *doc.Error
	if _, err := m.Validate(map[string]any{p.Name: long}); n > 0 && size(v) > 0 &&
		(!errors.As(err, &de) || de.Field != "params."+p.Name) {
		t.Errorf("%s: %d entries for %d of %s: got error %v", p.Name, len(method.FloatsOf(long))+len(method.StringsOf(long)),
			n, of.Name, err)
	}
}

// condition checks that the parameters in a control's condition are declared, and that the condition can be met.
func condition(t T, m *method.Method, of string, w *method.When) {
	if w == nil {
		return
	}
	p := m.Param(w.Name)
	if p == nil {
		t.Errorf("%s applies when %s, which is not declared", of, w.Name)
		return
	}
	for _, x := range w.In {
		if !p.Kind.CanBe(p, x) {
			t.Errorf("%s applies when %s is %q, which it can't be", of, w.Name, x)
		}
	}
	condition(t, m, of, w.And)
	condition(t, m, of, w.Or)
}

// refuses checks that invalid values, derived from the declaration, are refused.
func refuses(t T, m method.Method) {
	named := func(field, name string, x any) {
		v, err := m.Validate(map[string]any{name: x})
		if err == nil && m.Check != nil {
			err = m.Check(v)
		}
		var de *doc.Error
		if !errors.As(err, &de) || de.Field != field {
			t.Errorf("%s = %v: got error %v, want a *doc.Error that names %s", name, x, err, field)
		}
	}
	named("params.no_such_parameter", "no_such_parameter", 1.0)
	for i := range m.Params {
		p := &m.Params[i]
		for _, x := range p.Kind.Wrong(p) {
			named("params."+p.Name+x.At, p.Name, x.Value)
		}
		if k, ok := p.Kind.(method.Estimators); ok { // a method is not made of itself
			of := p.Held(slices.Repeat([]doc.Estimator{{Method: m.ID}}, max(1, k.MinLen)))
			named(strings.TrimSuffix("params."+p.PathTo(0), "params.")+"method", p.Name, of)
		}
	}
}

func refusesNaN(t T, m method.Method) {
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

// Points returns n points for a task: two noisy classes, a noisy wave, or a hill.
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

// fit fits, and checks that the result is a model, a Need or a *doc.Error.
func fit(t T, m method.Method, pts []doc.Point, params map[string]any, prev method.Model) (method.Model,
	*method.Problem) {
	t.Helper()
	v, err := m.Validate(params)
	if err != nil {
		t.Fatalf("params %v: %v", params, err)
	}
	p, err := problemOf(&m, params, pts, m.TaskOf(params))
	if err != nil {
		t.Fatalf("%v", err)
	}
	watched(&m, p, v)
	model, err := m.Fit(method.Unstopped, p, v, prev)
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
		t.Fatalf("neither a model nor an error")
	}
	flawless(t, model)
	return model, p
}

// watched gives a problem validation points if a fit uses them (Info.Watches): copies of the last of each three points.
func watched(m *method.Method, p *method.Problem, v method.Values) {
	if m.Watches == "" || !v.Bool(m.Watches) || p.N < 6 {
		return
	}
	held, n := *p, 0
	held.X, held.Y, held.Class, held.Row = nil, nil, nil, nil
	for i := 2; i < p.N; i += 3 {
		held.X, held.Row = append(held.X, p.At(i)...), append(held.Row, i)
		if p.Y != nil {
			held.Y = append(held.Y, p.Y[i])
		}
		if p.Class != nil {
			held.Class = append(held.Class, p.Class[i])
		}
		n++
	}
	held.N = n
	p.Held = func() []method.Held {
		return []method.Held{{Role: doc.Validation, Name: "validation", Points: &held}}
	}
}

// holdOut makes every third point of a document a validation point if its fit uses such points (Info.Watches) and none
// are held out.
func holdOut(m *method.Method, d *doc.Document) {
	if m.Watches != "" && d.Params[m.Watches] == true && d.Split.IsZero() {
		d.Split = doc.ByHand(strings.Repeat("..v", len(d.Points)/3))
	}
}

// facts returns a model's facts including late ones, and checks that Facts and Assess name the same ones.
func facts(t T, model method.Model) []method.Fact {
	t.Helper()
	list := model.Facts()
	a := model.Can()
	if a.Assess == nil {
		for _, f := range list {
			if f.Late {
				t.Errorf("fact %s is late, and there is no Assess to wait for", f.Name)
			}
		}
		return list
	}
	all, err := a.Assess(method.Unstopped)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if len(all) != len(list) {
		t.Fatalf("%d facts, of which Facts names %d", len(all), len(list))
	}
	for i, f := range list {
		if all[i].Name != f.Name || all[i].Late {
			t.Errorf("fact %d is %+v; Facts says %+v", i, all[i], f)
		}
	}
	if _, err := a.Assess(&stopping{}); err == nil &&
		slices.ContainsFunc(list, func(f method.Fact) bool { return f.Late }) {
		t.Errorf("Assess does not stop when nobody waits")
	}
	return all
}

// exercise calls most functions of a model's record, and checks that numbers are finite unless the status says that it
// diverged.
func exercise(t T, m method.Method, model method.Model, p *method.Problem) {
	t.Helper()
	flawless(t, model)
	ctx := method.Unstopped
	st := model.Status()
	if st.State == "" || len(st.Sentence) < 3 {
		t.Errorf("status %+v needs a state and a sentence", st)
	}
	names := map[string]bool{}
	known := facts(t, model)
	for _, f := range known {
		if f.Name == "" || f.Value == nil || f.Quiet && f.Meaning == "" {
			t.Errorf("fact %+v needs a name, a value and a meaning", f)
		}
		if names[f.Name] {
			t.Errorf("fact %s is there twice", f.Name)
		}
		names[f.Name] = true
	}
	told(t, m, model, known)
	session.CanSend(known)
	grouped(t, m.ID, &m, model, p)
	all := method.Shown{}
	for _, s := range m.Shows {
		all[s.Name] = true
	}
	partial := model.Can().Partial
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
		if p.Wide() { // nothing asks for one
			return nil
		}
		r, err := model.Can().Raster(ctx, g, show)
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
	if o := model.Can(); o.Layers != nil {
		for _, show := range []method.Shown{all, {}} {
			under, over, err := o.Layers(ctx, view, raster(show), show)
			if err != nil {
				t.Errorf("Layers: %v", err)
			}
			check(under)
			check(over)
		}
	}
	if pr := model.Can().Predictor; pr != nil {
		x := slices.Concat(placeOf(p.D, 0.1, 0.9), placeOf(p.D, 0.5, 0.5), placeOf(p.D, -30, 40))
		out := make([]float64, len(x)/p.D)
		pr.Predict(x, out)
		finite("prediction", out...)
	}
	if e := model.Can(); e.Explain != nil {
		for _, at := range [][]float64{{0.5, 0.5}, {-30, 40}} {
			ex := e.Explain(placeOf(p.D, at...), view, nil)
			if ex.Answer == "" {
				t.Errorf("Explain(%v) has no answer", at)
			}
			check(ex.Layers)
		}
	}
	if f := model.Can(); f.Formula != nil && f.Formula() == "" {
		t.Errorf("an empty formula")
	}
	if pn := model.Can(); pn.Panels != nil {
		for _, info := range pn.Panels(all) {
			pic, err := info.Draw(ctx, 120, 90)
			if err != nil {
				t.Errorf("panel %s: %v", info.ID, err)
				continue
			}
			check(pic.Layers)
		}
	}
	if l := model.Can(); l.Take != nil {
		for i := range m.Params {
			if q := &m.Params[i]; q.Taken() != "" {
				if list := l.Take(q.Name); list != nil {
					if _, err := q.Check(method.Short(list)); err != nil {
						t.Errorf("what could be taken over is refused: %v", err)
					}
				}
			}
		}
	}
	if l := model.Can(); l.Learned != nil {
		if learned := l.Learned(); len(learned) > 0 {
			if _, err := m.Validate(learned); err != nil {
				t.Errorf("what was learned is refused: %v", err)
			}
		}
	}
}

func degenerate(t T, m method.Method) {
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
	every := Points(task, 3*(doc.MaxClass+1), 4)
	for i := range every {
		every[i].Z = float64(i % (doc.MaxClass + 1))
	}
	cases := map[string][]doc.Point{
		"no points": nil, "one point": same(1, 0), "two points": Points(task, 2, 1),
		"two equal points": same(2, 0, 1), "all equal": same(8, 1), "duplicates that disagree": same(8, 0, 1),
		"collinear": line(0.1, 0.05), "vertical": line(0, 0.1), "horizontal": line(0.1, 0),
		"one class": line(0.05, 0.05)[:5], "far away": far, "every class": every,
		"unlabelled": same(3, -1), "three points": Points(task, 3, 2),
	}
	for name, pts := range cases {
		t.Run(name, func(t T) {
			if model, p := fit(t, m, pts, nil, nil); model != nil {
				exercise(t, m, model, p)
			}
		})
	}
}

// choices tries each choice of each parameter, each switch, and the ends of each slider, one at a time.
func choices(t T, m method.Method) {
	try := func(name string, x any) {
		t.Run(name, func(t T) {
			params := map[string]any{name: x}
			Apply(&m, m.Param(name).When, params)
			pts := Points(m.TaskOf(params), 24, 5)
			model, p := fit(t, m, pts, params, nil)
			if model == nil {
				t.Fatalf("%s = %v: no model on ordinary data", name, x)
			}
			exercise(t, m, model, p)
		})
	}
	for _, p := range m.Params {
		for _, c := range p.Choices() {
			if method.Is[method.Options](p.Kind) {
				if x := method.ChosenOf(&p, c.Value); x != nil {
					try(p.Name, x)
				}
				continue
			}
			if !method.Is[method.Estimators](p.Kind) {
				try(p.Name, c.Value)
				continue
			}
			// Each method that can be chosen, in lists of minimal length.
			try(p.Name, p.Held(slices.Repeat([]doc.Estimator{{Method: c.Value}}, max(1, p.List().MinLen))))
		}
		switch p.Kind.(type) {
		case method.Bool:
			try(p.Name, p.Default != true)
		case method.Number, method.Integer:
			r := p.Range()
			lo, hi := r.Slider()
			for _, x := range []float64{lo, hi} {
				if _, err := p.Check(x); err == nil {
					try(p.Name, x)
				} else if lo < hi && !(r.MinOpen && x == r.Min) {
					t.Errorf("the slider of %s ends at %g: %v", p.Name, x, err)
				}
			}
		}
	}
}

// placeOf returns a point of the plane as d inputs: for pictures the coordinates are repeated. For d = 1 it returns
// both coordinates.
func placeOf(d int, at ...float64) []float64 {
	if d < 2 {
		return at
	}
	return slices.Repeat(at, d/2)
}

// predictor returns the Predictor of a model: the model itself, or, if it has only scores (coordinates along
// components), a combination of its scores.
func predictor(model method.Model, d int) (method.Predictor, bool) {
	if pr := model.Can().Predictor; pr != nil {
		return pr, true
	}
	s := model.Can().PointScorer
	return byScores{s, d}, s != nil
}

// byScores predicts the sum of a point's scores, each multiplied by its number.
type byScores struct {
	method.PointScorer
	d int
}

func (s byScores) Predict(x, out []float64) {
	for i, row := range s.PointScores(x) {
		out[i] = 0
		for k, y := range row {
			out[i] += float64(k+1) * y
		}
	}
}

// flawless checks the capabilities of a model, or of a stage of one.
func flawless(t T, model method.Model) {
	t.Helper()
	if flaw := model.Can().Flaw(); flaw != "" {
		t.Errorf("%T has %s", model, flaw)
	}
}

// answers returns a model's output at fixed points: its predictions or scores, or, if it has none, the values of its
// raster or its layers.
func answers(t T, model method.Model, d int) []float64 {
	t.Helper()
	var out []float64
	g := view.Grid(8, 5)
	flawless(t, model)
	can := model.Can()
	ask := can.Predictor
	if ask == nil && can.ScoreRaster == nil {
		if pr, ok := predictor(model, d); ok {
			ask = pr
		}
	}
	switch {
	case ask != nil:
		rng := rand.New(rand.NewPCG(11, 12))
		x := make([]float64, 40*d)
		for i := range x {
			x[i] = 1.2*rng.Float64() - 0.1
		}
		if d > 2 {
			x = pictured(Points(method.Classify, 40, 11)).X
		}
		out = make([]float64, 40)
		ask.Predict(x, out)
	case can.ScoreRaster != nil:
		r, err := can.ScoreRaster(method.Unstopped, g, nil)
		if err != nil {
			t.Fatalf("%v", err)
		}
		for _, plane := range r.Planes {
			for _, y := range plane {
				out = append(out, float64(y))
			}
		}
	case can.Layers != nil:
		under, over, err := can.Layers(method.Unstopped, view, nil, method.Shown{})
		if err != nil {
			t.Fatalf("%v", err)
		}
		for _, l := range append(under, over...) {
			switch l := l.(type) {
			case *picture.Path:
				out = append(out, l.XY...)
			case *picture.Marks:
				out = append(out, l.XY...)
			}
		}
	}
	if len(out) == 0 {
		t.Fatalf("%T answers nothing that could be compared", model)
	}
	for i, y := range out {
		if math.IsNaN(y) { // NaN equals NaN
			out[i] = math.MaxFloat64
		}
	}
	return out
}

// repeatable checks that the same data with the same seed give the same result to the bit, for each choice of the
// parameters.
func repeatable(t T, m method.Method) {
	variants := inTurn(&m, 0)
	for _, v := range variants {
		pts := Points(m.TaskOf(v.Params), 30, 6)
		a, p := fit(t, m, pts, v.Params, nil)
		b, _ := fit(t, m, pts, v.Params, nil)
		if a == nil || b == nil {
			t.Fatalf("%s: no model on ordinary data", v.Name)
		}
		if !slices.Equal(answers(t, a, p.D), answers(t, b, p.D)) {
			t.Errorf("%s: two fits of the same data with the same seed answer differently", v.Name)
		}
		fa, _ := json.Marshal(facts(t, a))
		fb, _ := json.Marshal(facts(t, b))
		if string(fa) != string(fb) {
			t.Errorf("%s: facts differ:\n%s\n%s", v.Name, fa, fb)
		}
	}
}

// warm checks that a fit that starts from a model of other points, or of another value of a parameter, agrees with the
// cold fit.
func warm(t T, m method.Method) {
	task := m.TaskOf(nil)
	pts := Points(task, 40, 8)
	base, of := fit(t, m, pts, nil, nil)
	if base == nil {
		t.Fatalf("no model on ordinary data")
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
		t.Run(name, func(t T) { goesOn(t, m, base, of, edit(slices.Clone(pts)), nil) })
	}
	for i := range m.Params {
		p := &m.Params[i]
		before := map[string]any{}
		Apply(&m, p.When, before)
		values := others(p)
		if p.OfTables() || len(values) == 0 || !passes(&m, before) || m.TaskOf(before) != task {
			continue
		}
		t.Run("other "+p.Name, func(t T) {
			base, of := fit(t, m, pts, before, nil)
			if base == nil {
				return
			}
			for _, x := range values {
				after := maps.Clone(before)
				if after[p.Name] = x; passes(&m, after) && m.TaskOf(after) == task {
					goesOn(t, m, base, of, pts, after)
				}
			}
		})
	}
}

// others returns values of a parameter other than its default: all choices, and one number.
func others(p *method.Param) (list []any) {
	switch p.Kind.(type) {
	case method.Number, method.Integer:
		tries := p.Kind.Tries(p) // the ends and the middle
		for _, x := range []any{tries[2], tries[1]} {
			if !method.SameValue(x, p.Default) {
				return []any{x}
			}
		}
	case method.Bool, method.Choose, method.Kernel:
		list = p.Kind.Tries(p)
	}
	return slices.DeleteFunc(list, func(x any) bool { return method.SameValue(x, p.Default) })
}

// goesOn checks that a fit to points with parameters that starts from base, a model of the problem of, agrees with the
// cold fit, and does not change base.
func goesOn(t T, m method.Method, base method.Model, of *method.Problem, pts []doc.Point, params map[string]any) {
	said, told := answers(t, base, of.D), fmt.Sprint(facts(t, base))
	w, p := fit(t, m, pts, params, base)
	if !slices.Equal(said, answers(t, base, of.D)) || told != fmt.Sprint(facts(t, base)) {
		t.Errorf("%v: a fit that starts from a model changes that model", params)
	}
	c, _ := fit(t, m, pts, params, nil)
	if (w == nil) != (c == nil) {
		t.Fatalf("%v: warm and cold disagree whether there is a model", params)
	}
	if w == nil || w.Status().State == method.Diverged && c.Status().State == method.Diverged {
		return // both say that the result is invalid
	}
	wa, ca := answers(t, w, p.D), answers(t, c, p.D)
	if len(wa) != len(ca) {
		t.Fatalf("%v: %d answers, cold %d", params, len(wa), len(ca))
	}
	// A class may flip where the decision value is within the tolerance of 0.
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
		t.Errorf("%v: %d of %d answers differ", params, bad, len(wa))
	}
}

// planar returns the parameters with which a method works over the plane, if that is one of its choices; else nil.
func planar(m method.Method) map[string]any {
	if name, value, ok := m.ChoiceFor(method.Regress2D); ok {
		return map[string]any{name: value}
	}
	return nil
}

// shown returns the class id that a raster shows at a node.
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
