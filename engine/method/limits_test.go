package method

import "testing"

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		y      []float64
		lo, hi float64
	}{
		{[]float64{3, -1, 2}, -1, 3},
		{[]float64{0, 1e-30}, 0, 1e-30}, // small, but not the same
		{[]float64{0}, -1e-3, 1e-3},
		{[]float64{2000, 2000 + 1e-7}, 1998, 2002 + 1e-7},
		{[]float64{-0.5, -0.5}, -0.501, -0.499},
	} {
		lo, hi := Limits(c.y)
		if !(lo < hi) || abs(lo-c.lo) > 1e-9*abs(c.lo) || abs(hi-c.hi) > 1e-9*abs(c.hi) {
			t.Errorf("of %v from %v to %v, want %v to %v", c.y, lo, hi, c.lo, c.hi)
		}
	}
}

func abs(x float64) float64 { return max(x, -x) }
