package kernel

import (
	"math"
	"testing"
)

func TestExpNeg(t *testing.T) {
	worst := 0.0
	for x := 0.0; x > -708; x -= 0.000973 + x*x*1e-8 {
		got, want := ExpNeg(x), math.Exp(x)
		worst = max(worst, math.Abs(got-want)/want)
	}
	if worst > 5e-16 {
		t.Errorf("relative error %g", worst)
	}
	for _, x := range []float64{-709, -1e10, math.Inf(-1)} {
		if ExpNeg(x) != 0 {
			t.Errorf("ExpNeg(%g) = %g", x, ExpNeg(x))
		}
	}
	if ExpNeg(0) != 1 || ExpNeg(math.Copysign(0, -1)) != 1 {
		t.Error("ExpNeg(0) != 1")
	}
	if !math.IsNaN(ExpNeg(math.NaN())) {
		t.Error("NaN lost")
	}
}

func BenchmarkExpNeg(b *testing.B) {
	v := make([]float64, 1000)
	o := make([]float64, 1000)
	for i := range v {
		v[i] = -float64(i) * 0.01
	}
	b.Run("own", func(b *testing.B) {
		for b.Loop() {
			for i, x := range v {
				o[i] = ExpNeg(x)
			}
		}
	})
	b.Run("math", func(b *testing.B) {
		for b.Loop() {
			for i, x := range v {
				o[i] = math.Exp(x)
			}
		}
	})
}
