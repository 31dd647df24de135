package kernel

import (
	"math"
	"math/big"
	"testing"

	"pointscape/engine/picture"
)

// exactAbout computes k(x, z) − k(x, r) − k(r, z) + k(r, r) for the kernel (γ x·z + c)^m in exact arithmetic.
func exactAbout(x, z, r []float64, gamma, c float64, m int) float64 {
	of := func(v float64) *big.Float { return new(big.Float).SetPrec(2000).SetFloat64(v) }
	k := func(x, z []float64) *big.Float {
		s := of(0)
		for i := range x {
			s.Add(s, new(big.Float).SetPrec(2000).Mul(of(x[i]), of(z[i])))
		}
		s.Mul(s, of(gamma))
		s.Add(s, of(c))
		p := of(1)
		for range m {
			p.Mul(p, s)
		}
		return p
	}
	v := k(x, z)
	v.Sub(v, k(x, r))
	v.Sub(v, k(r, z))
	v.Add(v, k(r, r))
	out, _ := v.Float64()
	return out
}

func TestAboutKeepsItsDigitsFarFromTheOrigin(t *testing.T) {
	for _, far := range []float64{0, 1, 1e3, 1e6} {
		x, z, r := []float64{far + 3.5, far - 2.25}, []float64{far + 1.5, far + 0.75}, []float64{far, far + 0.5}
		for m := 1; m <= 6; m++ {
			base := Poly(0.5, 2, m)
			gamma, c := 0.5, 2.0
			if m == 1 {
				base, gamma, c = Linear(), 1, 0
			}
			k := About(base, r)
			want := exactAbout(x, z, r, gamma, c, m)
			if got := k.Eval(x, z); math.Abs(got-want) > 1e-13*math.Abs(want) {
				t.Errorf("degree %d at %g: %v, want %v", m, far, got, want)
			}
			if got, want := Rise(base, x, r), exactAbout(x, r, make([]float64, 2), gamma, c, m)-exactAbout(r, r,
				make([]float64, 2), gamma, c, m); far <= 1 && math.Abs(got-want) > 1e-11*math.Abs(want) {
				t.Errorf("degree %d at %g: rises by %v, want %v", m, far, got, want)
			}
			if got := Row(k, append(append([]float64{}, z...), x...), 2, 2, 1, nil); math.Abs(got[0]-want) > 1e-13*math.Abs(
				want) {
				t.Errorf("degree %d at %g: in a row %v, want %v", m, far, got[0], want)
			}
			if got := Diag(k, x, 1, 2, nil)[0]; math.Abs(got-k.Eval(x, x)) > 1e-13*got {
				t.Errorf("degree %d at %g: on the diagonal %v, want %v", m, far, got, k.Eval(x, x))
			}
		}
	}
}

// A sum with weights that add up to 0 must change only by a constant, for all terms.
func TestAboutChangesNothingButAConstant(t *testing.T) {
	k, err := Parse("rbf(0.5) + 2*(poly(1, 1, 3) + linear()) + 0.3 + 0.1*linear()*rbf(1) - 0.4*poly(1, 2, 2)")
	if err != nil {
		t.Fatal(err)
	}
	if !Movable(k) || Movable(Product(Linear(), Linear())) || Movable(Sigmoid(1, 0)) {
		t.Error("Movable is wrong")
	}
	c := About(k, []float64{3, 4})
	x, w := []float64{3, 4, 3.5, 4.5, 2, 5}, []float64{1, 2, -3}
	sum := func(k Kernel, at ...float64) float64 {
		s := 0.0
		for i, b := range w {
			s += b * k.Eval(x[2*i:2*i+2], at)
		}
		return s
	}
	want := 0.0
	for i, b := range w {
		want -= b * Rise(k, x[2*i:2*i+2], []float64{3, 4})
	}
	for _, at := range [][]float64{{2, 2}, {5, 1}, {3.3, 4.4}} {
		if got := sum(c, at...) - sum(k, at...); math.Abs(got-want) > 1e-8 {
			t.Errorf("at %v the difference is %v, want %v", at, got, want)
		}
	}
}

func TestGridOfAbout(t *testing.T) {
	const far = 1e4
	x := []float64{far, far, far + 1, far + 2, far + 3, far - 1}
	e := &Expansion{Kernel: About(Poly(1, 1, 4), []float64{far + 1, far + 1}), X: x, N: 3, D: 2,
		Coef: [][]float64{{1, 2, -3}}}
	g := picture.Viewport{X0: far - 5, X1: far + 5, Y0: far - 4, Y1: far + 6, W: 70, H: 60, Scale: 1}.Grid(70, 60)
	out := [][]float32{make([]float32, g.W*g.H)}
	if err := e.Grid(t.Context(), g, out); err != nil {
		t.Fatal(err)
	}
	top := 0.0
	for _, v := range out[0] {
		top = max(top, math.Abs(float64(v)))
	}
	for j := 0; j < g.H; j += 7 {
		for i := 0; i < g.W; i += 7 {
			want := e.Eval([]float64{g.X(i), g.Y(j)})[0]
			if got := float64(out[0][j*g.W+i]); math.Abs(got-want) > 2e-6*top {
				t.Fatalf("at node %d, %d: %v, want %v", i, j, got, want)
			}
		}
	}
}

// A raster must hold finite numbers with finite differences in float32.
func TestGridStaysWithinFloat32(t *testing.T) {
	e := &Expansion{Kernel: Poly(1, 1, 9), X: []float64{1e6, 1e6, -1e6, 1e6}, N: 2, D: 2,
		Coef: [][]float64{{1, -1}, {1e-90, 1e-90}}, Bias: []float64{0, 1e39}}
	g := picture.Viewport{X0: -1e6, X1: 1e6, Y0: -1e6, Y1: 1e6, W: 30, H: 20, Scale: 1}.Grid(30, 20)
	out := [][]float32{make([]float32, g.W*g.H), make([]float32, g.W*g.H)}
	if err := e.Grid(t.Context(), g, out); err != nil {
		t.Fatal(err)
	}
	for k, plane := range out {
		lo, hi := plane[0], plane[0]
		for _, v := range plane {
			lo, hi = min(lo, v), max(hi, v)
		}
		if d := float64(hi - lo); math.IsNaN(d) || math.IsInf(d, 0) {
			t.Errorf("output %d goes from %g to %g", k, lo, hi)
		}
	}
	// The sign, on which boundaries depend, must be kept.
	if out[0][0]*out[0][g.W-1] >= 0 {
		t.Errorf("values %g and %g at the ends of a row", out[0][0], out[0][g.W-1])
	}
}
