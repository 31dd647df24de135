package linear

import (
	"math"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

func overlapping() *method.Problem {
	p := &method.Problem{N: 6, D: 2, Task: method.Classify, X: []float64{0, 0.1, 0.5, 0.4, 0.9, 0.2, 0.3, 0.8, 0.7, 0.6, 1,
		0.9}}
	p.Class, p.ClassIDs = []int{0, 0, 1, 0, 1, 1}, []int{0, 1}
	p.Labels = p.Class
	return p
}

// Two classes with a weight vector each must give the predictions of one vector with half the penalty: for given β₂ −
// β₁ = w, ½λ(‖β₁‖² + ‖β₂‖²) is least at β₂ = −β₁ = ½w, where it is ¼λ‖w‖². Values by scikit-learn (LogisticRegression,
// multinomial, C = 1/0.5).
func TestTwoVectors(t *testing.T) {
	two := methodtest.Fit(t, Logistic(), overlapping(), map[string]any{"vectors": twoVectors, "alpha": 0.5}).(*stage)
	one := methodtest.Fit(t, Logistic(), overlapping(), map[string]any{"alpha": 0.25}).(*stage)
	for j, v := range one.f {
		if math.Abs(two.f[j]-v) > 1e-7 {
			t.Errorf("parameter %d: the difference of two vectors is %v, one vector %v", j, two.f[j], v)
		}
		if a, b := two.theta[j], two.theta[3+j]; j < 2 && math.Abs(a+b) > 1e-7 {
			t.Errorf("weight %d of both classes is %v and %v", j, a, b)
		}
	}
	want := []float64{1.073712, 0.122930}
	for j, v := range want {
		if math.Abs(two.theta[3+j]-v) > 1e-5 {
			t.Errorf("weight %d of the second class is %v, scikit-learn's %v", j, two.theta[3+j], v)
		}
	}
	pic, err := two.vectorPanel().Draw(t.Context(), 320, 220)
	if err != nil {
		t.Fatal(err)
	}
	drawn := false
	for _, l := range pic.Layers { // the difference is twice as long as the second vector
		if p, ok := l.(*picture.Path); ok && p.Says == "their difference" {
			drawn = true
			for j, v := range []float64{0, 0, 2 * two.theta[3], 2 * two.theta[4]} {
				if math.Abs(p.XY[j]-v) > 1e-6 {
					t.Errorf("the difference is drawn at %v, want %g at %d", p.XY, v, j)
				}
			}
		}
	}
	if !drawn {
		t.Error("the difference of the vectors is not drawn")
	}
	for i := range 6 {
		x := two.p.At(i)
		f := two.scoresAt(x)
		if math.Abs(f[1]-f[0]-two.at(0, x)) > 1e-12 {
			t.Errorf("point %d: f₂ − f₁ = %v, f = %v", i, f[1]-f[0], two.at(0, x))
		}
	}
}

// Log-sum-exp with the largest score subtracted must be finite where the direct sum overflows or underflows.
func TestLogSum(t *testing.T) {
	for _, c := range []struct{ f, shift float64 }{{0, 0}, {1, 700}, {1, 5000}, {1, -5000}} {
		top, more := logSum([]float64{c.f + c.shift, c.shift})
		if want := math.Log(math.Exp(c.f)+1) + c.shift; math.Abs(top+more-want) > 1e-12*math.Abs(want)+1e-15 {
			t.Errorf("LSE(%v, %v) = %v, want %v", c.f+c.shift, c.shift, top+more, want)
		}
	}
	if v := naive([]float64{1, 0}, 710); !math.IsInf(v, 1) {
		t.Errorf("as it stands it is %v", v)
	}
	if v := naive([]float64{1, 0}, overflows-1-math.Log1p(math.Exp(-1))-1e-9); math.Abs(v-overflows) > 1e-6 {
		t.Error("it overflows below the limit")
	}
}
