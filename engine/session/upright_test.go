package session

import (
	"math"
	"slices"
	"testing"
)

// sampled returns a curve at each pixel of a view 100 pixels wide and high, of 0..1, and the same with vertical jumps.
func sampled(f func(float64) float64) (xs, ys, x, y []float64) {
	predict := func(x, out []float64) {
		for i := range x {
			out[i] = f(x[i])
		}
	}
	xs = make([]float64, 101)
	for i := range xs {
		xs[i] = float64(i) / 100
	}
	ys = make([]float64, len(xs))
	predict(xs, ys)
	x, y = upright(xs, ys, 100, predict)
	return xs, ys, x, y
}

// A staircase jumps vertically, wherever its steps are relative to the pixels.
func TestStaircasesAreUpright(t *testing.T) {
	edges := []float64{0.1234, 0.4, 0.50001, 0.777}
	_, _, x, y := sampled(func(x float64) float64 {
		n := 0
		for _, e := range edges {
			if x >= e {
				n++
			}
		}
		return 0.1 + 0.2*float64(n)
	})
	var risers []float64
	for i := 1; i < len(x); i++ {
		if x[i] < x[i-1] {
			t.Errorf("the curve goes back at %g", x[i])
		}
		if y[i] == y[i-1] {
			continue
		}
		if x[i] != x[i-1] {
			t.Errorf("the riser at %g slants by %g pixels", x[i], 100*(x[i]-x[i-1]))
		}
		risers = append(risers, x[i])
	}
	if len(risers) != len(edges) {
		t.Fatalf("risers at %g", risers)
	}
	for k, e := range edges {
		if math.Abs(risers[k]-e) > 1e-4 {
			t.Errorf("the riser at %g stands at %g", e, risers[k])
		}
	}
}

// A gap begins and ends at its exact position, not at the next pixel.
func TestHolesBeginWhereTheyDo(t *testing.T) {
	_, _, x, y := sampled(func(x float64) float64 {
		if x > 0.1234 && x < 0.5678 {
			return math.NaN()
		}
		return 0.5
	})
	last, first := math.Inf(-1), math.Inf(1)
	for i, v := range y {
		if v == v && x[i] < 0.3 {
			last = max(last, x[i])
		}
		if v == v && x[i] > 0.3 {
			first = min(first, x[i])
		}
	}
	if math.Abs(last-0.1234) > 1e-4 || math.Abs(first-0.5678) > 1e-4 {
		t.Errorf("the hole is from %g to %g", last, first)
	}
}

// Smooth curves stay as they are, even if they are steep.
func TestSmoothCurvesStay(t *testing.T) {
	for _, f := range []func(float64) float64{
		func(x float64) float64 { return x },
		func(x float64) float64 { return 0.5 + 0.5*math.Sin(20*x) },
		func(x float64) float64 { return math.Tanh(30 * (x - 0.5)) },
		func(x float64) float64 { return 1e3 * x * x * x },
		func(x float64) float64 { return math.Abs(x - 0.303) },
	} {
		xs, ys, x, y := sampled(f)
		if !slices.Equal(xs, x) || !slices.Equal(ys, y) {
			t.Errorf("%d points became %d", len(xs), len(x))
		}
	}
	// One that climbs within a pixel is not a jump.
	if _, _, x, _ := sampled(func(x float64) float64 { return min(max((x-0.5030)*400, 0), 1) }); len(x) > 105 {
		t.Errorf("%d points", len(x))
	}
}
