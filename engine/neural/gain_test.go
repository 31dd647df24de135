package neural

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/network"
)

// A network whose hidden units have slope parameter ½ equals, in everything shown of it, one with half the weights into
// them. Layers with other activations have no slope parameter.
func TestGainOfHiddenUnits(t *testing.T) {
	p := clouds(method.Classify, 20, 3, 2, 0)
	for name, params := range map[string]map[string]any{
		"tanh(0.5 · (": {"activation": "tanh"}, "σ(0.5 · (": {"activation": "logistic"},
		"max(0, ": {"activation": byLayer, "activations": []string{"relu", "logistic"}},
	} {
		params[hidden], params[gain] = []float64{3, 4}, 0.5
		s := of(start(t, Classifier(), p, params))
		theta := slices.Clone(s.Theta)
		for l, act := range s.Net.Acts {
			w, b := s.Net.Part(theta, l)
			for _, list := range [][]float64{w, b} {
				for k := range list {
					if act != network.ReLU && act != network.Identity {
						list[k] /= 2
					}
				}
			}
		}
		params[gain], params[weights] = 1.0, theta
		plain := of(start(t, Classifier(), p, params))
		for i, z := range s.outputs(p.X) {
			if !slices.Equal(z, plain.outputs(p.X)[i]) {
				t.Errorf("%s: output %d is %v, want %v", name, i, z, plain.outputs(p.X)[i])
			}
		}
		for l, have := range s.program().Layers {
			want := plain.program().Layers[l]
			if !slices.Equal(have.W, want.W) || !slices.Equal(have.B, want.B) {
				t.Errorf("%s: layer %d of the program has the weights %v, want %v", name, l, have.W, want.W)
			}
		}
		if !slices.EqualFunc(s.fares().flat, plain.fares().flat, slices.Equal) {
			t.Errorf("%s: flat at %v, want %v", name, s.fares().flat, plain.fares().flat)
		}
		if f := s.Formula(); !strings.Contains(f, name) || strings.Contains(plain.Formula(), "0.5 · (") {
			t.Errorf("the formula has no %s:\n%s", name, f)
		}
	}
}

// In a pass with slope parameter ½, δ is half of φ' times what is propagated back, and the formulas say so; a change of
// the slope parameter recomputes the pass.
func TestPassGain(t *testing.T) {
	p := clouds(method.Classify, 12, 2, 1, 0)
	for _, act := range []string{"tanh", "logistic"} {
		params := map[string]any{"activation": act, hidden: []float64{2}, "epochs_before": 0.0, gain: 0.5}
		s := pass(t, p, params)
		for j, a := range s.a[1] {
			u, slope := math.Tanh(s.z[1][j]/2), 0.5*(1-a*a)
			if act == "logistic" {
				u, slope = 1/(1+math.Exp(-s.z[1][j]/2)), 0.5*a*(1-a)
			}
			w, _ := s.weight(2, j, 0)
			if want := slope * w * s.d[2][0]; math.Abs(a-u) > 1e-12 || math.Abs(s.d[1][j]-want) > 1e-14 {
				t.Errorf("%s: unit %d gives %v, want %v; its δ is %v, want %v", act, j, a, u, s.d[1][j], want)
			}
			if math.Abs(s.slope(1, j)-slope) > 1e-14 {
				t.Errorf("%s: the slope of unit %d is told as %v, want %v", act, j, s.slope(1, j), slope)
			}
		}
		if f := s.Stage(1).(*passStage).Formula(); !strings.Contains(f, "(0.5 × "+told(s.z[1][0])+") = "+told(s.a[1][0])) {
			t.Errorf("%s: a unit's formula is %s", act, f)
		}
		params["epochs_before"] = 5.0
		s = pass(t, p, params)
		params[gain] = 2.0
		of := Backpropagation()
		v, err := of.Validate(params)
		if err != nil {
			t.Fatal(err)
		}
		m, err := of.Fit(t.Context(), p, v, s)
		if err != nil {
			t.Fatal(err)
		}
		if fresh := pass(t, p, params); !slices.Equal(m.(*passStage).a[2], fresh.a[2]) {
			t.Errorf("%s: after another slope parameter the answer is %v, want %v", act, m.(*passStage).a[2], fresh.a[2])
		}
	}
}
