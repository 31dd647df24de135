package session

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// walker reaches its bias in steps of a tenth.
type walker struct {
	fakeModel
	steps int
}

func (w walker) Can() *method.Capabilities {
	can := w.fakeModel.Can()
	can.Stepper = w
	return can
}

func (w walker) Steps() int { return w.steps }
func (w walker) Stage(k int) method.Model {
	return fakeModel{w.owner, w.bias * float64(k) / float64(w.steps)}
}
func (w walker) StepName() string { return "step" }
func (w walker) Trace() []method.Series {
	s := make([]float64, w.steps+1)
	for k := range s {
		s[k] = float64(k)
	}
	s[1] = math.NaN()
	return []method.Series{{Name: "way", Values: s}}
}

// as returns a method whose models are converted by to.
func as(m method.Method, to func(method.Model) method.Model) method.Method {
	fit := m.Fit
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		model, err := fit(job, p, v, nil)
		if err != nil {
			return nil, err
		}
		return to(model), nil
	}
	return m
}

func TestSteps(t *testing.T) {
	m := as((&fake{}).method(), func(m method.Model) method.Model { return walker{m.(fakeModel), 10} })
	s, _ := newSession(m)
	d := document(6)
	req := Request{Doc: d, View: view}
	whole := collect(t, s, req)[0]
	p := whole.Info.Player
	if p == nil || p.Step != 10 || p.Steps != 10 || p.Run == 0 || len(p.Trace) != 1 {
		t.Fatalf("the player is %+v", p)
	}
	if at := p.Trace[0].At; len(at) != 10 || slices.Contains(at, 1.0) {
		t.Errorf("the trace is of the steps %v", at)
	}
	three := 3
	req.Doc.View.Step, req.Run = &three, p.Run
	stage := collect(t, s, req)[0]
	if q := stage.Info.Player; q.Step != 3 || q.Run != p.Run || q.Trace != nil {
		t.Errorf("at step 3, with the trace known: %+v", q)
	}
	if b := stage.Info.Facts[0].Value; math.Abs(b.(float64)-0.15) > 1e-12 {
		t.Errorf("at step 3 the bias is %v", b)
	}
	// Another fit has another trace.
	req.Doc.Params = map[string]any{"bias": 0.7}
	if q := collect(t, s, req)[0].Info.Player; q.Run == p.Run || q.Trace == nil {
		t.Errorf("after an edit: %+v", q)
	}
	far := 99
	req.Doc.View.Step = &far
	if q := collect(t, s, req)[0].Info.Player; q.Step != 10 {
		t.Errorf("a step beyond the end is step %d", q.Step)
	}
	if k := stage.Info.Keys; len(k) != 2 || k[1].Says != "decision boundary" {
		t.Errorf("the legend is %+v", k)
	}
}

// paneled has panels, each with a line.
type paneled struct {
	fakeModel
	ids []string
}

func (m paneled) Can() *method.Capabilities {
	can := m.fakeModel.Can()
	can.Panels = m.Panels
	return can
}

func (m paneled) Panels(method.Shown) (list []method.Panel) {
	for _, id := range m.ids {
		draw := func(w, h int) *picture.Picture {
			p := &picture.Picture{View: picture.Viewport{X1: 1, Y1: 1, W: w, H: h, Scale: 1}}
			p.Add(&picture.Path{Role: picture.RoleMean, Class: picture.NoClass, XY: []float64{0, 0, 1, 1}, Says: "line of " +
				id})
			return p
		}
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: id, Title: id, XLabel: "a name",
			Bare: strings.HasPrefix(id, "bare")}, Draw: method.Drawn(draw)})
	}
	return list
}

// withPanels returns the fake with panels.
func withPanels(ids ...string) method.Method {
	m := (&fake{}).method()
	fit := m.Fit
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		model, err := fit(job, p, v, nil)
		if err != nil {
			return nil, err
		}
		return paneled{model.(fakeModel), ids}, nil
	}
	return m
}

// A picture does not wait for panels that are slow, or not known to be fast.
func TestPanelsComeAfter(t *testing.T) {
	s, _ := newSession(withPanels("p")) // its clock stands still
	for i, c := range []struct {
		known    map[string]float64 // seconds that panels took before
		pictures int
	}{{map[string]float64{}, 2}, {map[string]float64{"fake": panelBudget / 2}, 1},
		{map[string]float64{"fake": 2 * panelBudget}, 2}} {
		s.panels = c.known
		req := Request{Doc: document(6 + i), View: view, Fine: true, Panels: []wire.PanelAsk{{ID: "p", W: 30, H: 20}}}
		all := collect(t, s, req)
		if len(all) != c.pictures {
			t.Fatalf("draw %d: %d pictures, want %d", i, len(all), c.pictures)
		}
		last := all[len(all)-1]
		if !last.Info.Last || len(last.Panels) != 1 || !slices.Equal(last.Info.PanelsDrawn, []string{"p"}) {
			t.Errorf("draw %d ends with %d panels, drawn %v", i, len(last.Panels), last.Info.PanelsDrawn)
		}
		if first := all[0]; len(all) > 1 && (first.Info.Last || len(first.Panels) > 0 || len(first.Info.PanelsDrawn) > 0 ||
			len(first.Info.Panels) != 1) {
			t.Errorf("draw %d begins with %+v", i, first.Info)
		}
	}
}

// A bare panel has no axes, and uses the whole area.
func TestBarePanels(t *testing.T) {
	s, _ := newSession(withPanels("plane", "bare"))
	all := collect(t, s, Request{Doc: document(6), View: view, Fine: true,
		Panels: []wire.PanelAsk{{ID: "plane", W: 90, H: 70}, {ID: "bare", W: 90, H: 70}}})
	for i, p := range all[len(all)-1].Panels {
		w, h := p.Size()
		if axes := len(p.Layers) > 1; w != 90 || h != 70 || axes != (i == 0) || (p.View.W < 90) != axes {
			t.Errorf("panel %d is %d x %d in %d x %d, of %d layers", i, p.View.W, p.View.H, w, h, len(p.Layers))
		}
	}
}

// slowFacts has a single fact, which is late.
type slowFacts struct{ fakeModel }

func (m slowFacts) Can() *method.Capabilities {
	can := m.fakeModel.Can()
	can.Assess = m.Assess
	return can
}

func (m slowFacts) Facts() []method.Fact {
	return []method.Fact{{Name: "bias", Late: true, Meaning: "x"}}
}

func (m slowFacts) Assess(method.Job) ([]method.Fact, error) {
	return []method.Fact{{Name: "bias", Value: m.bias, Meaning: "x"}}, nil
}

// slowWalker is a walker with a late fact at each step.
type slowWalker struct{ walker }

func (w slowWalker) Can() *method.Capabilities {
	can := w.walker.Can()
	can.Assess = w.Assess
	can.Stepper = w
	return can
}

func (w slowWalker) Facts() []method.Fact { return slowFacts{w.fakeModel}.Facts() }
func (w slowWalker) Assess(j method.Job) ([]method.Fact, error) {
	return slowFacts{w.fakeModel}.Assess(j)
}
func (w slowWalker) Stage(k int) method.Model {
	return slowFacts{w.walker.Stage(k).(fakeModel)}
}

// The late facts of a step are its own, even if those of the whole are known, and vice versa.
func TestLateFactsOfAStage(t *testing.T) {
	m := (&fake{}).method()
	fit := m.Fit
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		model, err := fit(job, p, v, nil)
		if err != nil {
			return nil, err
		}
		return slowWalker{walker{model.(fakeModel), 10}}, nil
	}
	s, _ := newSession(m)
	d := document(6)
	three := 3
	for i, c := range []struct {
		step *int
		want float64
	}{{nil, 0.5}, {&three, 0.15}, {nil, 0.5}} {
		d.View.Step = c.step
		f, err := s.Fit(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Facts(view)[0].Value.(float64); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("ask %d: the bias is %v, want %v", i, got, c.want)
		}
	}
}

// The axis of a panel with counts has whole numbers.
func TestPanelsThatCount(t *testing.T) {
	for _, info := range []method.PanelInfo{{XLabel: "atom"}, {XLabel: "atom", XCounts: true},
		{YLabel: "rows", YCounts: true}} {
		if _, opt := panelFrame(info, 400, 0); opt.XWhole != info.XCounts || opt.YWhole != info.YCounts {
			t.Errorf("%+v is drawn as %+v", info, opt)
		}
	}
}
