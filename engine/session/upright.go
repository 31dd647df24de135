package session

import (
	"math"
	"slices"
)

// Jumps are looked for where a curve moves by more than jumpLeast pixels from one sample to the next, and by less than
// a quarter of that between the two samples before or after. Only the first jumpsMost are found: with more of them it
// is not visible whether they are vertical. Each is located to 1/2^jumpBits of the samples' distance, which is less
// than a canvas can show.
const (
	jumpLeast = 1.0
	jumpsMost = 200
	jumpBits  = 10
)

// upright inserts vertical segments into a curve that was sampled at xs where it jumps, so that a staircase has no
// slanted steps, and a curve with gaps ends where a gap begins. scale is pixels per unit of y; predict evaluates the
// curve.
func upright(xs, ys []float64, scale float64, predict func(x, out []float64)) (x, y []float64) {
	step := func(i int) float64 { // distance of samples i and i+1, in pixels
		if i < 0 || i+1 >= len(ys) {
			return math.Inf(1)
		}
		return apart(ys[i], ys[i+1], scale)
	}
	var at []int // samples before a jump
	for i := range len(xs) - 1 {
		if d := step(i); d > jumpLeast && d > 4*min(step(i-1), step(i+1)) && len(at) < jumpsMost {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return xs, ys
	}
	n := len(at)
	lo, hi, mid := make([]float64, n), make([]float64, n), make([]float64, n)
	left, right, value := make([]float64, n), make([]float64, n), make([]float64, n)
	for k, i := range at {
		lo[k], hi[k], left[k], right[k] = xs[i], xs[i+1], ys[i], ys[i+1]
	}
	for range jumpBits {
		for k := range mid {
			mid[k] = lo[k] + (hi[k]-lo[k])/2
		}
		predict(mid, value)
		for k, v := range value {
			if apart(left[k], v, scale) > apart(v, right[k], scale) {
				hi[k], right[k] = mid[k], v
			} else {
				lo[k], left[k] = mid[k], v
			}
		}
	}
	x, y = make([]float64, 0, len(xs)+2*n), make([]float64, 0, len(xs)+2*n)
	from := 0
	for k, i := range at {
		// The curve is steep but continuous here: the difference has become small.
		if apart(left[k], right[k], scale) < 0.5*apart(ys[i], ys[i+1], scale) {
			continue
		}
		x, y = append(append(x, xs[from:i+1]...), hi[k], hi[k]), append(append(y, ys[from:i+1]...), left[k], right[k])
		from = i + 1
	}
	return slices.Concat(x, xs[from:]), slices.Concat(y, ys[from:])
}

// apart returns the distance of two values in pixels; a very large one if only one of them is finite, and 0 if none is.
func apart(a, b, scale float64) float64 {
	if d := math.Abs(a - b); d-d == 0 {
		return d * scale
	}
	if notFinite(a) != notFinite(b) {
		return 1e9
	}
	if notFinite(a) {
		return 0
	}
	return math.Abs(a-b) * scale
}
