package methodtest

import (
	"math"
	"strings"
	"testing"

	"pointscape/engine/method"
)

// slope is a vine with the gradient of its loss, and a penalty on the absolute value of its first weight. The check
// "gradient" must find its faults.
type slope struct{ *vine }

func (s slope) Can() *method.Capabilities {
	can := s.vine.Can()
	can.Grower = s
	return can
}

func (s slope) Parameters() []float64 { return append([]float64{}, s.w[:]...) }

func (s slope) ObjectiveAt(theta []float64) (value float64, grad []float64) {
	grad = make([]float64, 3)
	w := *s.vine
	w.w = [3]float64(theta)
	for i, c := range s.p.Class {
		x, y := s.p.At(i), float64(2*c-1)
		value += math.Log1p(math.Exp(-y * w.at(x)))
		push := -y / (1 + math.Exp(y*w.at(x)))
		grad[0] += push * x[0]
		grad[1] += push * x[1]
		if grad[2] += push; s.fault == "gradient without the bias" {
			grad[2] = 0
		}
	}
	value += math.Abs(theta[0])
	if s.fault != "gradient without the penalty" {
		grad[0] += math.Copysign(1, theta[0])
	}
	switch s.fault {
	case "gradient of another sign":
		grad[1] *= -1
	case "gradient that is short":
		grad = grad[:2]
	case "gradient that is no number":
		grad[0] = math.NaN()
	case "gradient of the mean":
		for k := range grad {
			grad[k] /= float64(s.p.N)
		}
	case "gradient that moves the model":
		s.w[0] += 0.1
	}
	return value, grad
}

func (s slope) Facts() []method.Fact {
	value, _ := slope{&vine{p: s.p, w: s.w}}.ObjectiveAt(s.w[:])
	if s.fault == "objective of its own" {
		value++
	}
	return []method.Fact{{Name: "objective", Value: value}}
}

func TestGradients(t *testing.T) {
	find := func(f fault) []string {
		m := vines(f)
		fit := m.Fit
		m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
			g, err := fit(job, p, v, nil)
			return slope{g.(*vine)}, err
		}
		return failures(func(t T) { gradient(t, m) })
	}
	if list := find(none); len(list) > 0 {
		t.Fatalf("a sound method fails: %v", list)
	}
	for f, says := range map[fault]string{
		"gradient without the bias":     "entry 2",
		"gradient without the penalty":  "entry 0",
		"gradient of another sign":      "entry 1",
		"gradient that is short":        "gradient of 2",
		"gradient that is no number":    "NaN",
		"gradient of the mean":          "differences say",
		"gradient that moves the model": "changes the model",
		"objective of its own":          "with the same parameters",
	} {
		if all := strings.Join(find(f), "\n"); !strings.Contains(all, says) {
			t.Errorf("%s: the check does not say %q; it found: %v", f, says, all)
		}
	}
}
