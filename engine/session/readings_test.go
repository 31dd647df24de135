package session

import (
	"fmt"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// stairs is a Stepper with a known result for each step: step k predicts the second class if k is odd.
type stairs struct {
	fakeModel
	k, n int
}

func (s stairs) Can() *method.Capabilities {
	can := s.fakeModel.Can()
	can.Predictor = s
	can.Stepper = s
	return can
}

func (s stairs) Steps() int               { return s.n }
func (s stairs) StepName() string         { return "stair" }
func (s stairs) Stage(k int) method.Model { return stairs{s.fakeModel, k, s.n} }
func (s stairs) Trace() []method.Series {
	height, odd := make([]float64, s.n+1), make([]float64, s.n+1)
	for k := range height {
		height[k], odd[k] = 1/float64(k+1), float64(k%2)
	}
	return []method.Series{{Name: "height", Values: height}, {Name: "training error", Values: odd}}
}
func (s stairs) Predict(x, out []float64) {
	for i := range out {
		out[i] = float64(s.k % 2)
	}
}

// valueAt returns what the page knows about a series at the step of a picture: the curve's value, or else the
// reading's.
func valueAt(t *testing.T, trace []wire.Series, p *wire.Player, name string) float64 {
	t.Helper()
	for _, s := range trace {
		if i := slices.Index(s.At, float64(p.Step)); s.Name == name && i >= 0 {
			return s.Values[i]
		}
	}
	for _, r := range p.Here {
		if r.Name == name {
			return r.Value
		}
	}
	t.Fatalf("step %d has no %s: %v", p.Step, name, p.Here)
	return 0
}

// However many steps there are, each picture comes with the values at its own step, including the errors on held-out
// points.
func TestReadingsAreThoseOfTheStep(t *testing.T) {
	for _, n := range []int{40, 1199, 1200, 5001} {
		m := as((&fake{}).method(), func(m method.Model) method.Model { return stairs{m.(fakeModel), n, n} })
		s, _ := newSession(m)
		req := Request{Doc: document(8), View: view, Fine: true}
		req.Doc.Split = doc.ByHand("....vvtt")
		for i := range req.Doc.Points {
			req.Doc.Points[i].Z = float64(i % 2)
		}
		req.Doc.Points[6].Z = 1
		var late []wire.Facts
		req.Late = func(f wire.Facts) error { late = append(late, f); return nil }
		// The errors on held-out points come after the first picture, with their values at its step.
		step := 7
		req.Doc.View.Step = &step
		first := collect(t, s, req)[0].Info.Player
		trace := first.Trace
		told := late[len(late)-1]
		if told.Step != 7 || told.Run != first.Run || len(told.Tests) != 2 {
			t.Fatalf("of %d steps: %+v", n, told)
		}
		first.Here = append(first.Here, told.Here...)
		trace = wire.WithTests(trace, told.Tests)
		check := func(p *wire.Player) {
			t.Helper()
			k := p.Step
			got := fmt.Sprint(valueAt(t, trace, p, "height"), valueAt(t, trace, p, "training error"),
				valueAt(t, trace, p, "validation error"), valueAt(t, trace, p, "test error"))
			// Two validation points of classes 0 and 1, two test points of class 1.
			if want := fmt.Sprint(1/float64(k+1), float64(k%2), 0.5, float64(1-k%2)); got != want {
				t.Errorf("step %d of %d: %s, want %s", k, n, got, want)
			}
		}
		check(first)
		req.Run = first.Run
		for _, step = range []int{0, 1, 8, 9, 10, 11, n - 2, n - 1, n} {
			list := collect(t, s, req)
			p := list[len(list)-1].Info.Player
			if p.Step != step || p.Trace != nil {
				t.Fatalf("step %d: %+v", step, p)
			}
			check(p)
		}
		for _, c := range trace {
			if len(c.At) > traceLength {
				t.Errorf("the page gets %d values of %s", len(c.At), c.Name)
			}
		}
	}
}

// A long run has curves with few steps. Back at an early step, its picture comes with the values there.
func TestReadingsOfAGrower(t *testing.T) {
	m := as(garden(sprout{size: 8}), func(m method.Model) method.Model { return taught{m.(sprout)} })
	s, _ := newSession(m)
	req := Request{Doc: document(8), View: view}
	for i := range req.Doc.Points {
		req.Doc.Points[i].Z = float64(i % 2)
	}
	req.Doc.Split = doc.ByHand("......vt") // of classes 0 and 1
	player := growing(t, s, req, 2843).Info.Player
	trace := player.Trace
	if len(trace[0].At) > curveSteps+1 {
		t.Errorf("the curve has %d steps", len(trace[0].At))
	}
	req.Run = player.Run
	for _, step := range []int{2843, 50, 51, 55, 56, 9, 10, 11, 0, 2842} {
		p := growing(t, s, req, step).Info.Player
		if p.Trace != nil || p.Step != step {
			t.Fatalf("step %d: %+v", step, p)
		}
		late := 0.0
		if step >= 10 {
			late = 1
		}
		got := fmt.Sprint(valueAt(t, trace, p, "height"), valueAt(t, trace, p, "age"),
			valueAt(t, trace, p, "validation error"), valueAt(t, trace, p, "test error"))
		if want := fmt.Sprint(float64(weightAt(t, sprout{}, step)>>11), float64(step), late, 1-late); got != want {
			t.Errorf("step %d: %s, want %s", step, got, want)
		}
	}
}
