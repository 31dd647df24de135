package neural

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

func pass(t *testing.T, p *method.Problem, params map[string]any) *passStage {
	t.Helper()
	m := Backpropagation()
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(context.Background(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return model.(*passStage)
}

// The displayed gradient of a weight is the derivative of the point's loss, for every loss, activation and number of
// classes; δ is the derivative with respect to a unit's input; and the step goes in the opposite direction.
func TestPassGradients(t *testing.T) {
	for _, loss := range []string{logLoss, squaredError} {
		for _, act := range []string{"tanh", "logistic"} {
			for classes := 2; classes <= 4; classes++ {
				p := clouds(method.Classify, 12, classes, 1, 0)
				s := pass(t, p, map[string]any{"loss": loss, "activation": act, "hidden_layer_sizes": []float64{3, 2},
					"sample": 5.0, "learning_rate_init": 0.1})
				const h = 1e-6
				for k, g := range s.grad {
					at := func(h float64) float64 {
						theta := slices.Clone(s.before.Theta)
						theta[k] += h
						return s.cost(theta)
					}
					if slope := (at(h) - at(-h)) / (2 * h); math.Abs(slope-g) > 1e-7 {
						t.Errorf("%s, %s, %d classes: the gradient of weight %d is %g, and the loss changes by %g", loss, act, classes, k,
							g, slope)
					}
					if want := s.before.Theta[k] - 0.1*g; s.after.Theta[k] != want {
						t.Errorf("weight %d is %g after the step, want %g", k, s.after.Theta[k], want)
					}
				}
				for l := 1; l < len(s.a); l++ { // a unit's bias enters only its own input
					for j, d := range s.d[l] {
						if _, at := s.bias(l, j); math.Abs(s.grad[at]-d) > 1e-15 {
							t.Errorf("δ of unit %d in layer %d is %g, want %g", j, l, d, s.grad[at])
						}
						for i, a := range s.a[l-1] {
							if _, at := s.weight(l, i, j); math.Abs(s.grad[at]-a*d) > 1e-15 {
								t.Errorf("the gradient from %d into %d of layer %d is %g, want %g", i, j, l, s.grad[at], a*d)
							}
						}
					}
				}
				if scores := s.PointScores(p.At(4)); loss == logLoss {
					end := s.then
					if got := -math.Log(scores[0][p.Class[4]]); math.Abs(got-end) > 1e-12 {
						t.Errorf("after the step the point costs %g, told is %g", got, end)
					}
				}
			}
		}
	}
}

// The steps go forward unit by unit, and back layer by layer; readouts have no numbers that the steps have not reached.
func TestPassSteps(t *testing.T) {
	p := clouds(method.Classify, 12, 2, 1, 0)
	s := pass(t, p, map[string]any{"hidden_layer_sizes": []float64{2}, "epochs_before": 0.0})
	want := []string{"Point 1 of class 1 enters", "Forward: the sum of unit 1 ", "Forward: the sum of unit 2 ",
		"Forward: the output ",
		"The loss", "Backward: at the output", "Backward: each weight into the output",
		"Backward: the sum propagated to unit 1,", "Backward: the sum propagated to unit 2,", "Backward: each weight " +
			"into unit 1",
		"Backward: each weight into unit 2", "The step: "}
	if s.Steps() != len(want)-1 {
		t.Fatalf("%d steps, want %d", s.Steps(), len(want)-1)
	}
	view := picture.Viewport{X0: -2, X1: 2, Y0: -2, Y1: 2, W: 300, H: 300}
	for k, begin := range want {
		at := s.Stage(k).(*passStage)
		if say := at.Status().Sentence; !strings.HasPrefix(say, begin) {
			t.Errorf("step %d says %q, want %q", k, say, begin)
		}
		unit, ok := at.Tell(unitKey(1, 1), view, nil)
		if text := strings.Join(unit.Lines, "; "); !ok || strings.Contains(text, "z =") != (k >= 2) ||
			strings.Contains(text, "δ =") != (k >= 8) {
			t.Errorf("step %d tells of a unit: %s", k, text)
		}
		edge, ok := at.Tell(edgeKey(2, 1, 0), view, nil)
		if text := strings.Join(edge.Lines, "; "); !ok || strings.Contains(text, "∂L/∂w") != (k >= 6) ||
			strings.Contains(text, "w − η") != (k == 11) {
			t.Errorf("step %d tells of a weight: %s", k, text)
		}
		pic, err := method.DrawPanel(method.Unstopped, at, method.Shown{diagram: true}, diagram, 480, 300)
		if err != nil {
			t.Fatal(err)
		}
		deltas, gradients := 0, 0
		for _, l := range pic.Layers {
			l, ok := l.(*picture.Label)
			if ok && l.Anchor == picture.AnchorStart {
				continue // the effect of the step
			}
			if ok && strings.HasPrefix(l.Text, "δ") {
				deltas++
			} else if ok && strings.HasPrefix(l.Text, "∂") {
				gradients++
			}
		}
		if told := max(0, min(k-4, 1)) + max(0, min(k-6, 2)); k < s.Steps() && deltas != told {
			t.Errorf("step %d shows δ of %d units, want %d", k, deltas, told)
		}
		if shown := map[int]int{6: 2, 9: 2, 10: 2}[k]; gradients != shown {
			t.Errorf("step %d shows %d gradients, want %d", k, gradients, shown)
		}
	}
	if told, ok := s.Tell("row3", view, nil); !ok || fmt.Sprint(told.Click.Set["sample"]) != "4" {
		t.Errorf("a click on a point sets %v", told.Click.Set)
	}
	if same, _ := s.Tell("row0", view, nil); same.Click.Set != nil {
		t.Error("a click on the watched point does something")
	}
	if s.Stage(0).(*passStage).now() != s.before || s.now() != s.after {
		t.Error("the plane shows another network than that of the step")
	}
}

// The diagram shows the current step. After the last step it shows the network after learning, whose units have other
// outputs, and no δ, which belonged to the network before.
func TestPassDiagram(t *testing.T) {
	s := pass(t, clouds(method.Classify, 30, 3, 1, 0),
		map[string]any{"hidden_layer_sizes": []float64{3, 2}, "epochs_before": 5.0})
	for k := range s.Steps() + 1 {
		stage := s.Stage(k).(*passStage)
		pic, err := method.DrawPanel(method.Unstopped, stage, method.Shown{diagram: true}, diagram, 400, 360)
		if err != nil {
			t.Fatal(err)
		}
		texts, blames := map[string]bool{}, 0
		said := ""
		for _, layer := range pic.Layers {
			if l, ok := layer.(*picture.Label); ok {
				if texts[l.Text] = true; strings.HasPrefix(l.Text, "δ ") && l.Anchor == picture.AnchorMiddle {
					blames++
				}
				if l.Anchor == picture.AnchorStart && l.Role == picture.RoleGuide {
					said += " " + l.Text
				}
			}
		}
		say, _ := stage.sentence()
		if !strings.Contains(said, say) {
			t.Errorf("step %d: the diagram says %q, not %q", k, said, say)
		}
		gives := s.a
		if k == s.Steps() {
			if gives = stage.given(stage.now().Theta); blames != 0 {
				t.Errorf("%d δ stand beside weights that have moved", blames)
			}
		}
		for l := 1; l < len(gives) && k >= s.Steps()-1; l++ {
			for _, a := range gives[l] {
				if !texts[figure(a)] {
					t.Errorf("step %d: no unit of layer %d gives %s", k, l, figure(a))
				}
			}
		}
	}
	if slices.Equal(s.learned[1], s.a[1]) {
		t.Error("the step moves nothing")
	}
}

// asked is a job that counts the calls of Err.
type asked int

func (n *asked) Err() error { *n++; return nil }

// Choosing another point, or another learning rate, does not retrain the network, and the result equals a fit of its
// own; another activation does retrain.
func TestPassTrainsOnce(t *testing.T) {
	p := clouds(method.Classify, 400, 2, 1, 0)
	fit := func(params map[string]any, prev method.Model) (stage *passStage, questions asked) {
		m := Backpropagation()
		params["hidden_layer_sizes"], params["epochs_before"] = []float64{6, 6}, 300.0
		v, err := m.Validate(params)
		if err != nil {
			t.Fatal(err)
		}
		model, err := m.Fit(&questions, p, v, prev)
		if err != nil {
			t.Fatal(err)
		}
		return model.(*passStage), questions
	}
	first, all := fit(map[string]any{}, nil)
	for _, params := range []map[string]any{{"sample": 5.0}, {"learning_rate_init": 0.1}} {
		alone, _ := fit(maps.Clone(params), nil)
		got, questions := fit(params, first)
		if questions > all/10 || got.Formula() != alone.Formula() || got.then != alone.then {
			t.Errorf("%v: asked %d times, %d for the first; loss %g → %g, alone %g → %g", params, questions, all, got.loss,
				got.then, alone.loss, alone.then)
		}
	}
	if got, questions := fit(map[string]any{"activation": "relu"}, first); questions < all/2 ||
		slices.Equal(got.before.Theta, first.before.Theta) {
		t.Errorf("another activation: asked %d times, %d for the first", questions, all)
	}
}
