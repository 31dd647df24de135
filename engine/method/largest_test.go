package method

import (
	"math"
	"testing"
)

func TestLargest(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		s    []float64
		want int
	}{
		{[]float64{3}, 0}, {[]float64{1, 3, 2}, 1}, {[]float64{1, 3, 3}, 1}, {[]float64{2, 2}, 0},
		{[]float64{math.Inf(-1), math.Inf(-1)}, 0}, {[]float64{1, nan, 2}, 2}, {[]float64{nan, 1}, 0},
	} {
		if got := Largest(c.s); got != c.want {
			t.Errorf("Largest(%v) = %d, want %d", c.s, got, c.want)
		}
	}
}

func TestWinner(t *testing.T) {
	for _, c := range []struct {
		f    []float64
		want int
	}{
		{[]float64{0.1}, 1}, {[]float64{0}, 0}, {[]float64{-1}, 0}, {[]float64{math.NaN()}, 0}, {[]float64{-2, -1, -1}, 1},
	} {
		if got := Winner(c.f); got != c.want {
			t.Errorf("Winner(%v) = %d, want %d", c.f, got, c.want)
		}
	}
}
