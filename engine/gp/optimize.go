package gp

import (
	"math"

	"pointscape/engine/method"
)

// ascent is one run of the optimiser: its iterates, in natural logarithms of the hyperparameters, and its end.
type ascent struct {
	path  [][]float64 // the start and every accepted iterate
	value []float64   // objective at each iterate
	evals int
	// settled reports that the projected gradient vanished, or that the value no longer changes. Otherwise the run reached
	// its limit of iterations, found no step that improves the value, or has an undefined value at its start.
	settled bool
}

func (a *ascent) end() []float64    { return a.path[len(a.path)-1] }
func (a *ascent) endValue() float64 { return a.value[len(a.value)-1] }

// objective returns the value to be maximised and writes its gradient; −Inf where it is undefined.
type objective func(job method.Job, z, grad []float64) (float64, error)

const (
	maxIterations = 100
	maxStep       = 2.0  // largest change of a logarithm in one iteration: a factor of e²
	gradTolerance = 1e-6 // tolerance of the projected gradient's largest entry
	flatChange    = 1e-11
)

// maximize climbs from z0 within the box lo..hi by a projected BFGS method (Nocedal and Wright, Numerical Optimization,
// sections 6.1 and 16.7). Variables whose gradient pushes them against a bound are fixed; the others take a
// quasi-Newton step, clipped to the box, with Armijo backtracking. There are few variables and values are expensive, so
// the dense inverse Hessian costs nothing compared with one evaluation.
func maximize(job method.Job, f objective, z0, lo, hi []float64) (*ascent, error) {
	p := len(z0)
	z := make([]float64, p)
	for i := range z {
		z[i] = min(max(z0[i], lo[i]), hi[i])
	}
	g := make([]float64, p)
	v, err := f(job, z, g)
	if err != nil {
		return nil, err
	}
	run := &ascent{path: [][]float64{clone(z)}, value: []float64{v}, evals: 1}
	if math.IsInf(v, -1) || math.IsNaN(v) {
		return run, nil
	}
	h := make([]float64, p*p) // approximate inverse of the negative Hessian
	fresh := true             // h is still the unscaled identity
	reset := func() {
		clear(h)
		for i := range p {
			h[i*p+i] = 1
		}
		fresh = true
	}
	reset()
	d, zt, gt := make([]float64, p), make([]float64, p), make([]float64, p)
	held := make([]bool, p)
	hy := make([]float64, p)
	flat := 0
	for range maxIterations {
		steepest, changed := 0.0, false
		for i := range p {
			at := z[i] <= lo[i] && g[i] < 0 || z[i] >= hi[i] && g[i] > 0
			changed = changed || at != held[i]
			held[i] = at
			if !at {
				steepest = max(steepest, math.Abs(g[i]))
			}
		}
		if steepest < gradTolerance || flat == 2 {
			run.settled = true
			return run, nil
		}
		if changed && !fresh {
			reset()
		}
		slope := direction(h, g, held, d)
		if !(slope > 1e-12*steepest*steepest) {
			reset()
			direction(h, g, held, d)
		}
		big := 0.0
		for _, x := range d {
			big = max(big, math.Abs(x))
		}
		limit := maxStep
		if fresh {
			limit = 0.5 // the scale is unknown in the first step
		}
		t := 1.0
		if big > limit {
			t = limit / big
		}
		accepted := false
		var vt float64
		for range 30 {
			gain := 0.0
			for i := range p {
				zt[i] = min(max(z[i]+t*d[i], lo[i]), hi[i])
				gain += g[i] * (zt[i] - z[i])
			}
			if vt, err = f(job, zt, gt); err != nil {
				return nil, err
			}
			run.evals++
			// Rounding errors of the value near the optimum must not reject a good step.
			if vt >= v+1e-4*gain-1e-13*math.Abs(v) {
				accepted = true
				break
			}
			// Minimum of the parabola through the two values and the slope, safeguarded.
			q := 0.1
			if !math.IsInf(vt, -1) && !math.IsNaN(vt) {
				q = min(max(gain/(2*(gain-(vt-v))), 0.1), 0.5)
			}
			t *= q
		}
		if !accepted {
			if fresh {
				run.settled = steepest < 1e-3
				return run, nil
			}
			reset()
			continue
		}
		// BFGS update of the inverse, for the minimisation of −f: y = g − gt.
		sy, yy := 0.0, 0.0
		for i := range p {
			s, y := zt[i]-z[i], g[i]-gt[i]
			if held[i] {
				s, y = 0, 0
			}
			d[i], hy[i] = s, y
			sy += s * y
			yy += y * y
		}
		if sy > 1e-12*yy && yy > 0 {
			if fresh {
				for i := range p {
					h[i*p+i] = sy / yy
				}
				fresh = false
			}
			updateInverse(h, d, hy, sy)
		}
		if vt-v <= flatChange*(1+math.Abs(v)) {
			flat++
		} else {
			flat = 0
		}
		v = vt
		z, zt = zt, z
		g, gt = gt, g
		run.path = append(run.path, clone(z))
		run.value = append(run.value, v)
	}
	return run, nil
}

// direction writes d = h g for the variables that are not fixed and returns g·d.
func direction(h, g []float64, held []bool, d []float64) float64 {
	p := len(g)
	slope := 0.0
	for i := range p {
		d[i] = 0
		if held[i] {
			continue
		}
		for j := range p {
			if !held[j] {
				d[i] += h[i*p+j] * g[j]
			}
		}
		slope += d[i] * g[i]
	}
	return slope
}

// updateInverse applies the BFGS update to the inverse Hessian h, given the step s, the change y of the gradient, and
// sy = s·y > 0.
func updateInverse(h, s, y []float64, sy float64) {
	p := len(s)
	hy := make([]float64, p)
	yhy := 0.0
	for i := range p {
		for j := range p {
			hy[i] += h[i*p+j] * y[j]
		}
		yhy += y[i] * hy[i]
	}
	c := (1 + yhy/sy) / sy
	for i := range p {
		for j := range p {
			h[i*p+j] += c*s[i]*s[j] - (hy[i]*s[j]+s[i]*hy[j])/sy
		}
	}
}

func clone(x []float64) []float64 { return append([]float64(nil), x...) }
