package kernelparam

import (
	"math"
	"slices"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
)

// far is the ratio of the points' distance from the origin to their spread above which kernels that depend on the
// origin are centred.
const far = 3

// Centred returns k centred at the middle of the points (kernel.About) and that middle if the points are far from the
// origin; else k itself and nil. Sums with coefficients that add up to 0 are the same for both, up to a constant. old
// is the middle used by the previous fit.
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

// Middle returns a position near the middle of the data. The dual problem with the linear kernel does not depend on the
// origin, but its rounding errors do. Middle returns old if that is near enough, so that kernel rows can be reused.
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
	// One distant point would pull the mean away from all others, which would then lose the digits that distinguish
	// them. In that case, use the medians.
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

// outlying is the ratio of the largest to the median distance from the medians above which the medians are the middle.
const outlying = 1e6

// medians returns the medians of the coordinates.
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

// apart returns the median of the points' distances from r, in the maximum norm.
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
