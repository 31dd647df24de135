package kernel

import (
	"math"
	"testing"
)

func TestMonomials(t *testing.T) {
	for _, expr := range []string{"linear()", "poly(0.5, 2, 3)", "poly(2, 0, 2)", "0.3",
		"2*(poly(1, 1, 2) + 0.5*linear()) + 3", "linear()*poly(1, 0.5, 2) + 0.1*linear()*linear()"} {
		k, err := Parse(expr)
		if err != nil {
			t.Fatal(err)
		}
		for d := 1; d <= 2; d++ {
			w, ok := Monomials(k, d)
			if !ok {
				t.Fatalf("%s: no polynomial", expr)
			}
			x, z := []float64{1.5, -0.7}[:d], []float64{0.3, 2}[:d]
			got := 0.0
			for i, row := range w {
				for j, v := range row {
					term := v * math.Pow(x[0]*z[0], float64(i))
					if d == 2 {
						term *= math.Pow(x[1]*z[1], float64(j))
					}
					got += term
				}
			}
			if want := k.Eval(x, z); math.Abs(got-want) > 1e-12*math.Abs(want) {
				t.Errorf("%s in %d: %v, want %v", expr, d, got, want)
			}
		}
	}
	for _, expr := range []string{"rbf(1)", "poly(1, -1, 2)", "linear() + rbf(1)", "sigmoid(1, 1)",
		"white(0.1) + linear()"} {
		k, err := Parse(expr)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := Monomials(k, 2); ok {
			t.Errorf("%s is a polynomial", expr)
		}
	}
}
