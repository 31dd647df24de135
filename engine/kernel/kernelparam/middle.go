package kernelparam

import (
	"math"
	"slices"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
)

// far is how many times their spread the points are away from the origin before a
// kernel that minds is taken about their middle.
const far = 3

// Centred is k about the middle of points far from the origin (kernel.About), and
// that place; else k itself and nil. Sums whose coefficients add up to 0 are the same
// with both, but for a constant. old is what the fit before used.
func Centred(k kernel.Kernel, p *method.Problem, old []float64) (kernel.Kernel, []float64) {
	if !kernel.Movable(k) {
		return k, nil
	}
	r := Middle(p, old)
	away, spread := 0.0, 0.0
	for i := range p.N {
		for j, v := range p.At(i) {
			spread = max(spread, math.Abs(v-r[j]))
		}
	}
	for _, v := range r {
		away = max(away, math.Abs(v))
	}
	if away <= far*spread {
		return k, nil
	}
	return kernel.About(k, r), r
}

// Middle is a point near the middle of the data. The dual problem with the
// linear kernel does not depend on the origin, but its rounding errors do. It
// stays what it was as long as it is near enough, so that kernel rows can be
// used again.
func Middle(p *method.Problem, old []float64) []float64 {
	mean, spread := make([]float64, p.D), 0.0
	for i := range p.N {
		for j, v := range p.At(i) {
			mean[j] += v / float64(p.N)
		}
	}
	for i := range p.N {
		for j, v := range p.At(i) {
			spread = max(spread, v-mean[j], mean[j]-v)
		}
	}
	// One point far out takes the mean away from all others, which would then lose the
	// digits that tell them apart: there the medians are the middle.
	if median := medians(p); p.N > 2 && spread > outlying*apart(p, median) {
		return median
	}
	if len(old) == p.D {
		near := true
		for j, v := range old {
			near = near && v-mean[j] <= spread && mean[j]-v <= spread
		}
		if near {
			return old
		}
	}
	return mean
}

// outlying is how many times the median distance from the medians the farthest point
// must be away for the medians to be the middle.
const outlying = 1e6

// medians of the coordinates.
func medians(p *method.Problem) []float64 {
	out, v := make([]float64, p.D), make([]float64, p.N)
	for j := range out {
		for i := range v {
			v[i] = p.X[i*p.D+j]
		}
		slices.Sort(v)
		out[j] = v[p.N/2]
	}
	return out
}

// apart is the median of the points' distances from r.
func apart(p *method.Problem, r []float64) float64 {
	d := make([]float64, p.N)
	for i := range d {
		for j, v := range p.At(i) {
			d[i] = max(d[i], math.Abs(v-r[j]))
		}
	}
	slices.Sort(d)
	return d[p.N/2]
}
