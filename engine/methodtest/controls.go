package methodtest

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/session/golden"
)

// controls checks that each visible control has an effect. Each parameter is moved to the ends of its slider and to
// each of its choices, and each layer is switched, in each context in which it applies: with each value that makes it
// apply, and each choice of each other parameter. At least one value, on one of several data sets, must change the
// facts, the predictions, the curves over the steps, the picture, a panel or an explanation. A fact that repeats the
// value of the parameter does not count.
func controls(t T, m method.Method) { controlsBut(t, m, nil) }

// controlsBut is controls with exceptions, each for a control in one context.
func controlsBut(t T, m method.Method, except []Exception) {
	known := map[string]*sight{}
	needed := map[string]bool{}
	report := func(t T, name string, params map[string]any) {
		what := name + " with " + text(params)
		for _, e := range except {
			if e.Control == what {
				needed[what] = true
				t.Logf("excepted: %s: %s", what, e.Reason)
				return
			}
		}
		t.Errorf("%s changes nothing with %s", name, text(params))
	}
	defer func() {
		for _, e := range except {
			if !needed[e.Control] {
				t.Errorf("%s: %s changes something: the exception (%s) is not needed", m.ID, e.Control, e.Reason)
			}
		}
	}()
	each := func(name, own string, w *method.When, changes func(t T, params map[string]any) (changes, fits bool)) {
		t.Run(name, func(t T) {
			tried := false
			for _, params := range contexts(&m, own, w) {
				seen, fits := changes(t, params)
				if fits && !seen {
					report(t, name, params)
				}
				tried = tried || fits
			}
			if !tried {
				t.Errorf("%s is shown nowhere, or nowhere with a model", name)
			}
		})
	}
	for i := range m.Params {
		p := &m.Params[i]
		if p.OfTables() {
			continue // not for points of the plane
		}
		each(p.Name, p.Name, p.When, func(t T, params map[string]any) (bool, bool) { return moves(t, &m, p, params, known) })
	}
	for _, s := range m.Shows {
		if s.Where == method.OnlyRows { // for rows of tables, which other tests cover
			continue
		}
		each("switch "+string(s.Name), "", s.When, func(t T, params map[string]any) (bool,
			bool) {
			return switches(t, &m, s.Name, params, known)
		})
	}
}

// contexts returns the settings in which a control is visible: for each value that satisfies its condition, each choice
// of each parameter other than the control's own.
func contexts(m *method.Method, own string, w *method.When) (list []map[string]any) {
	variants, _ := Variants(m)
	for i := range m.Params {
		switch p := &m.Params[i]; p.Kind.(type) {
		case method.Number, method.Integer, method.Bool, method.Choose,
			method.Kernel: // covered by Variants, or changed with the slider
		default:
			for _, x := range p.Kind.Tries(p) {
				params := map[string]any{p.Name: x}
				Apply(m, p.When, params)
				if params, ok := settle(m, params); ok {
					variants = append(variants, Variant{p.Name, params})
				}
			}
		}
	}
	seen := map[string]bool{}
	for _, v := range variants {
		if _, is := v.Params[own]; is {
			continue
		}
		base := v.Params
		if base == nil {
			base = map[string]any{}
		}
		for _, way := range ways(m, w, base) {
			params, ok := settle(m, way)
			if !ok || !m.Applies(w, params) || seen[text(params)] {
				continue
			}
			seen[text(params)] = true
			list = append(list, params)
		}
	}
	return list
}

// moves reports whether another value of p has an effect, and whether there is a model at all.
func moves(t T, m *method.Method, p *method.Param, params map[string]any, known map[string]*sight) (changes,
	fits bool) {
	values := []any{p.Default}
	if values = append(values, p.Kind.Tries(p)...); p.Taken() != "" {
		values = taken(t, m, p, params, known)
	}

	// Facts and predictions are cheaper to compare than pictures.
	for data := range dataSets {
		for _, drawn := range []bool{false, true} {
			var first *sight
			var at any
			for _, x := range values {
				with := maps.Clone(params)
				with[p.Name] = x
				if !passes(m, with) {
					continue
				}
				if m.TaskOf(with) != m.TaskOf(params) {
					return true, true // the parameter changes the data
				}
				s := sightOf(t, m, with, data, known)
				switch {
				case s.fit == nil:
				case first == nil:
					first, at, fits = s, x, true
				case s.tells(first, x, at), drawn && s.shows(t, first):
					return true, true
				}
			}
		}
	}
	return false, fits
}

// switches reports whether a layer has a visible effect, together with those that are on by default, or with all; and
// whether there is a model at all.
func switches(t T, m *method.Method, show method.Part, params map[string]any, known map[string]*sight) (changes,
	fits bool) {
	for data := range dataSets {
		s := sightOf(t, m, params, data, known)
		if s.fit == nil {
			continue
		}
		fits = true
		for _, all := range []bool{true, false} {
			with, without := []string{}, []string{}
			for _, other := range m.Shows {
				if other.Name == show || all || other.On {
					with = append(with, string(other.Name))
				}
				if other.Name != show && (all || other.On) {
					without = append(without, string(other.Name))
				}
			}
			if s.drawn(t, with).differs(t, s.drawn(t, without)) {
				return true, true
			}
		}
	}
	return false, fits
}

// dataSets is the number of data sets on which controls are tried: classes that overlap a little, classes that don't,
// and three classes; for values a wave and a hill, of few and of more points; and last the data of the method's own
// example.
const dataSets = 4

func controlData(t T, m *method.Method, task method.Task, which int) []doc.Point {
	switch which {
	case 0:
		return Points(task, 24, 5)
	case 3:
		d, err := doc.Decode([]byte(m.Example))
		if err != nil || m.TaskOf(d.Params) != task {
			return Points(task, 60, 4)
		}
		if d, err = session.New([]method.Method{*m}).Resolve(method.Unstopped, d); err != nil {
			t.Fatalf("example: %v", err)
		}
		return d.Points
	case 1:
		pts := Points(task, 12, 9)
		if task == method.Classify {
			for i := range pts {
				pts[i].X, pts[i].Z = 0.2+0.5*float64(i%2)+0.1*pts[i].Y, float64(i%2)
			}
		}
		return pts
	}
	pts := Points(task, 40, 3)
	if task == method.Classify {
		for i := range pts {
			pts[i].Z = float64(i % 3)
			pts[i].Y += 0.2 * pts[i].Z
		}
	}
	return pts
}

// taken returns the default of numbers that the user copies from a model, and the model's numbers on the first data set
// that has some, with opposite signs.
func taken(t T, m *method.Method, p *method.Param, params map[string]any, known map[string]*sight) []any {
	for data := range dataSets {
		s := sightOf(t, m, params, data, known)
		if s.fit == nil {
			continue
		}
		if tk := s.fit.Model.Can(); tk.Take != nil {
			if list := method.Short(tk.Take(p.Name)); len(list) > 0 {
				for i := range list {
					list[i] = -list[i]
				}
				return []any{p.Default, list}
			}
		}
	}
	return []any{p.Default}
}

// sight is a fitted document with its facts, predictions and traces; pictures are drawn when they are first needed.
type sight struct {
	easel   *easel
	doc     doc.Document
	fit     *session.Fit // nil if the fit failed or was skipped
	facts   []method.Fact
	answers []float64
	looks   map[string]*look // by the layers that are shown
}

func sightOf(t T, m *method.Method, params map[string]any, data int, known map[string]*sight) *sight {
	name := fmt.Sprint(data) + text(params)
	if s := known[name]; s != nil {
		return s
	}
	s := &sight{easel: newEasel(m), looks: map[string]*look{}} // a new easel, so that all fits are cold
	known[name] = s
	if m.TakesPoints() && ofTables(m, params) != nil {
		return s // skipped, like a method that itself takes pictures or words
	}
	s.doc = s.easel.document(params)
	s.doc.Points = controlData(t, m, m.TaskOf(params), data)
	s.doc.Split = doc.Split{}
	holdOut(m, &s.doc)
	fit, err := s.easel.s.Fit(method.Unstopped, s.doc)
	if err != nil {
		return s // a Need or an error: other checks test those
	}
	s.fit = fit
	s.facts = fit.Facts(view)
	if p := fit.Model.Can().Predictor; p != nil {
		d := fit.Problem.D
		x := make([]float64, 0, 60*d)
		for i := range 60 {
			x = append(x, math.Mod(0.618034*float64(i), 1.2)-0.1)
			if d == 2 {
				x = append(x, math.Mod(0.754878*float64(i), 1.2)-0.1)
			}
		}
		s.answers = make([]float64, 60)
		p.Predict(x, s.answers)
	}
	if st := fit.Whole.Can().Stepper; st != nil {
		s.answers = append(s.answers, float64(st.Steps()))
		for _, series := range st.Trace() {
			s.answers = append(s.answers, series.Values...)
		}
	}
	return s
}

// tells reports whether facts, predictions, traces or the name of a step differ from those of another document o. Facts
// that repeat the value of the parameter, a in s and b in o, do not count.
func (s *sight) tells(o *sight, a, b any) bool {
	if g := s.fit.Model.Can().Grower; g != nil {
		if h := o.fit.Model.Can().Grower; h != nil && g.StepName() != h.StepName() {
			return true // the name of a step in the player
		}
	}
	if !slices.EqualFunc(s.answers, o.answers, alike) || len(s.facts) != len(o.facts) {
		return true
	}
	for i, f := range s.facts {
		g := o.facts[i]
		if f.Name != g.Name {
			return true
		}
		echo := fmt.Sprint(f.Value) == fmt.Sprint(a) && fmt.Sprint(g.Value) == fmt.Sprint(b)
		if !echo && !alikeValue(f.Value, g.Value) {
			return true
		}
	}
	return false
}

// alike reports whether two numbers are equal up to rounding.
func alike(a, b float64) bool {
	return a == b || a != a && b != b || math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b))
}

func alikeValue(a, b any) bool {
	switch x := a.(type) {
	case float64:
		y, ok := b.(float64)
		return ok && alike(x, y)
	case []float64:
		y, ok := b.([]float64)
		return ok && slices.EqualFunc(x, y, alike)
	}
	return fmt.Sprint(a) == fmt.Sprint(b)
}

// shows reports whether the picture with all layers differs from that of another document.
func (s *sight) shows(t T, o *sight) bool {
	all := []string{}
	for _, x := range s.easel.m.Shows {
		all = append(all, string(x.Name))
	}
	return s.drawn(t, all).differs(t, o.drawn(t, all))
}

func (s *sight) drawn(t T, show []string) *look {
	name := strings.Join(show, " ")
	if l := s.looks[name]; l != nil {
		return l
	}
	l := &look{s: s, doc: s.doc}
	l.doc.View.Show = show
	s.looks[name] = l
	return l
}

// look is the picture of a document as text. Its parts are drawn when they are first compared: the stage, the panels,
// and the stage in the size of a page.
type look struct {
	s             *sight
	doc           doc.Document
	stage, panels []string
	large         []string
}

// room is a stage of the size it has on a page, which numbers in cells need.
var room = picture.Viewport{W: 720, H: 480}

func (l *look) differs(t T, o *look) bool {
	if !slices.Equal(l.ofStage(t), o.ofStage(t)) {
		return true
	}
	return !slices.Equal(l.ofPanels(t), o.ofPanels(t)) || !slices.Equal(l.inRoom(t), o.inRoom(t))
}

func (l *look) inRoom(t T) []string {
	if l.large == nil {
		l.large = append(l.draw(t, nil, room), "")
	}
	return l.large
}

func (l *look) ofStage(t T) []string {
	if l.stage == nil {
		l.stage = append(l.draw(t, nil, stage), "")
	}
	return l.stage
}

// ofPanels returns the panels and, for iterative methods, the picture at half the steps.
func (l *look) ofPanels(t T) []string {
	if l.panels != nil {
		return l.panels
	}
	f, err := l.s.easel.s.Fit(method.Unstopped, l.doc)
	if err != nil {
		t.Fatalf("%v", err)
	}
	l.panels = []string{""}
	for _, info := range f.OfModel() {
		l.panels = append(l.panels, info.Title)
		pic, err := info.Draw(method.Unstopped, golden.PanelW, golden.PanelH)
		if err != nil {
			t.Fatalf("%v", err)
		}
		var w golden.Writer
		w.Layers(pic.View, pic.Layers)
		l.panels = append(l.panels, w.Lines()...)
	}
	if st := f.Whole.Can().Stepper; st != nil {
		half := st.Steps() / 2
		l.panels = append(l.panels, l.draw(t, &half, stage)...)
	}
	return l.panels
}

func (l *look) draw(t T, step *int, stage picture.Viewport) []string {
	d := l.doc
	d.View.Step = step
	f, err := l.s.easel.s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatalf("%v", err)
	}
	req := session.Request{Doc: d, View: session.Viewport(d, f.Task, stage.W, stage.H, 1)}
	var w golden.Writer
	var points []string
	err = l.s.easel.s.DrawFit(method.Unstopped, f, req, func(r *session.Result) error {
		w.Layers(req.View, r.Picture.Layers)
		w.Layers(req.View, r.Over)
		points = foundIn(r)
		return nil
	})
	if err != nil {
		t.Fatalf("%v", err)
	}
	for _, at := range [][2]float64{{0.4, 0.4}, {0.7, 0.55}} {
		w.Explain(f, req.View, at[0]*float64(stage.W), at[1]*float64(stage.H))
	}
	return append(w.Lines(), points...)
}
