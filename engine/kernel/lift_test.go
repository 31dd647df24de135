package kernel

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
)

// The integral of the product of two translates must be the kernel, within the stated error and the quadrature's.
func TestLift(t *testing.T) {
	for text, told := range map[string]float64{ // largest error that Lift may state
		"rbf(0.3)": 0, "rbf(gamma=4)": 0, "2.5*rbf(1.2)": 0, "matern32(0.4)": 0, "3*triangle(0.7)": 0,
		"matern12(0.3)": 2e-3, "laplacian(2)": 2e-3, "matern52(0.6)": 1e-4, "rq(0.5, 2)": 1e-3,
		"rbf(0.2) + 0.5*rbf(1)": 1e-4, "rbf(0.2) - 0.45*rbf(0.4)": 1e-4, "triangle(0.5) + rbf(0.1) + white(0.1)": 1e-3,
	} {
		k := mustParse(t, text)
		l, err := LiftOf(k)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if l.Error > told {
			t.Errorf("%s: the error is said to be %g, at most %g is expected", text, l.Error, told)
		}
		peak := k.Eval([]float64{0}, []float64{0})
		for _, r := range []float64{0, 0.05, 0.2, 0.45, 1, 1.7} {
			want := k.Eval([]float64{0.3}, []float64{0.3 + r})
			got := 0.0
			// Integrate piecewise between the points where a translate may have a corner.
			ends := []float64{r - l.Reach, r - 0.35, 0, r, 0.35, l.Reach}
			slices.Sort(ends)
			for i := range len(ends) - 1 {
				if a, b := ends[i], ends[i+1]; b > a {
					for piece := range 50 {
						u := a + (b-a)*float64(piece)/50
						got += quad.Fixed(func(t float64) float64 { return l.At(t) * l.At(r-t) }, u, u+(b-a)/50, 40, nil, 0)
					}
				}
			}
			if math.Abs(got-want) > (l.Error+1e-4)*peak {
				t.Errorf("%s: translates by %g have the inner product %.6f, the kernel is %.6f (error told %g)", text, r, got,
					want, l.Error)
			}
			if own := l.Inner(r); math.Abs(own-want) > (l.Error+1e-4)*peak {
				t.Errorf("%s: Inner(%g) is %.6f, the kernel is %.6f", text, r, own, want)
			}
		}
		for _, u := range []float64{0.1, 0.6} {
			if l.At(u) != l.At(-u) {
				t.Errorf("%s: h(%g) = %g, h(%g) = %g", text, u, l.At(u), -u, l.At(-u))
			}
		}
	}
	// The lift of a Gaussian has half its squared width.
	l, _ := LiftOf(RBF(0.7))
	if got, want := l.At(0.4)/l.At(0), math.Exp(-0.4*0.4/(0.7*0.7)); math.Abs(got-want) > 1e-12 {
		t.Errorf("h(0.4)/h(0) = %g, want %g", got, want)
	}
	// The closed forms must agree with the Fourier transform where the root is positive.
	for _, k := range []Kernel{RBF(0.7), mustParse(t, "matern32(0.4)")} {
		s, _ := SpectrumOf(k, 0)
		closed, _ := LiftOf(k)
		for _, u := range []float64{0.05, 0.2, 0.6} {
			if a, b := closed.At(u), s.lift(k).At(u); math.Abs(a-b) > 2e-3 {
				t.Errorf("%s: h(%g) = %g in closed form, %g by the transform", k, u, a, b)
			}
		}
	}
	for text, why := range map[string]error{
		"linear": errNotStationary, "rbf(1)*linear": errNotStationary, "white(1)": errNoWaves, "box(1)": errNegative,
		"rbf(0.2) - 0.6*rbf(0.4)": errNegative, "cos(1)": errLines, "periodic(1, 1)": errLines, "rbf(1) + 2": errLines,
		"cos(1) - 2*cos(2)": errNegative, "rbf(1) - constant(0.1)": errNegative,
	} {
		if l, err := LiftOf(mustParse(t, text)); err != why {
			t.Errorf("%s: lift %v, %v; want %v", text, l != nil, err, why)
		}
	}
}
