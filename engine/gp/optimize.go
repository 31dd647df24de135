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
	vector := func() []float64 { return make([]float64, p) }
	c := &climber{f: f, lo: lo, hi: hi, z: vector(), g: vector(), zt: vector(), gt: vector(), d: vector(), hy: vector(),
		h: make([]float64, p*p), held: make([]bool, p)}
	for i := range c.z {
		c.z[i] = min(max(z0[i], lo[i]), hi[i])
	}
	var err error
	if c.v, err = f(job, c.z, c.g); err != nil {
		return nil, err
	}
	run := &ascent{path: [][]float64{clone(c.z)}, value: []float64{c.v}, evals: 1}
	if math.IsInf(c.v, -1) || math.IsNaN(c.v) {
		return run, nil
	}
	c.reset()
	flat := 0 // successive iterations that hardly changed the value
	for range maxIterations {
		steepest, changed := c.hold()
		if steepest < gradTolerance || flat == 2 {
			run.settled = true
			return run, nil
		}
		if changed && !c.fresh {
			c.reset()
		}
		slope := direction(c.h, c.g, c.held, c.d)
		if !(slope > 1e-12*steepest*steepest) {
			c.reset()
			direction(c.h, c.g, c.held, c.d)
		}
		accepted, evals, err := c.backtrack(job)
		if err != nil {
			return nil, err
		}
		run.evals += evals
		if !accepted {
			if c.fresh {
				run.settled = steepest < 1e-3
				return run, nil
			}
			c.reset()
			continue
		}
		c.learn()
		if c.vt-c.v <= flatChange*(1+math.Abs(c.v)) {
			flat++
		} else {
			flat = 0
		}
		c.v = c.vt
		c.z, c.zt = c.zt, c.z
		c.g, c.gt = c.gt, c.g
		run.path = append(run.path, clone(c.z))
		run.value = append(run.value, c.v)
	}
	return run, nil
}

// climber is the state of maximize.
type climber struct {
	f      objective
	lo, hi []float64
	z, g   []float64 // where it is, and the gradient there
	v      float64   // the value there
	zt, gt []float64 // the same of the next position
	vt     float64
	d, hy  []float64 // direction; buffer of the update
	h      []float64 // approximate inverse of the negative Hessian
	fresh  bool      // h is still the unscaled identity
	held   []bool    // variables that their gradient pushes against a bound
}

// reset makes h the identity.
func (c *climber) reset() {
	clear(c.h)
	for i := range c.z {
		c.h[i*len(c.z)+i] = 1
	}
	c.fresh = true
}

// hold determines the variables that are held. It returns the largest entry of the others' gradient, and whether others
// are held than before.
func (c *climber) hold() (steepest float64, changed bool) {
	for i, z := range c.z {
		at := z <= c.lo[i] && c.g[i] < 0 || z >= c.hi[i] && c.g[i] > 0
		changed = changed || at != c.held[i]
		c.held[i] = at
		if !at {
			steepest = max(steepest, math.Abs(c.g[i]))
		}
	}
	return steepest, changed
}

// backtrack moves along the direction, at most by maxStep and less and less far, until the value has grown enough.
func (c *climber) backtrack(job method.Job) (accepted bool, evals int, err error) {
	big := 0.0
	for _, x := range c.d {
		big = max(big, math.Abs(x))
	}
	limit := maxStep
	if c.fresh {
		limit = 0.5 // the scale is unknown in the first step
	}
	t := 1.0
	if big > limit {
		t = limit / big
	}
	for range 30 {
		gain := 0.0
		for i := range c.zt {
			c.zt[i] = min(max(c.z[i]+t*c.d[i], c.lo[i]), c.hi[i])
			gain += c.g[i] * (c.zt[i] - c.z[i])
		}
		if c.vt, err = c.f(job, c.zt, c.gt); err != nil {
			return false, evals, err
		}
		evals++
		// Rounding errors of the value near the optimum must not reject a good step.
		if c.vt >= c.v+1e-4*gain-1e-13*math.Abs(c.v) {
			return true, evals, nil
		}
		// Minimum of the parabola through the two values and the slope, safeguarded.
		q := 0.1
		if !math.IsInf(c.vt, -1) && !math.IsNaN(c.vt) {
			q = min(max(gain/(2*(gain-(c.vt-c.v))), 0.1), 0.5)
		}
		t *= q
	}
	return false, evals, nil
}

// learn is the BFGS update of the inverse, for the minimisation of −f: y = g − gt.
func (c *climber) learn() {
	p := len(c.z)
	sy, yy := 0.0, 0.0
	for i := range p {
		s, y := c.zt[i]-c.z[i], c.g[i]-c.gt[i]
		if c.held[i] {
			s, y = 0, 0
		}
		c.d[i], c.hy[i] = s, y
		sy += s * y
		yy += y * y
	}
	if !(sy > 1e-12*yy && yy > 0) {
		return
	}
	if c.fresh {
		for i := range p {
			c.h[i*p+i] = sy / yy
		}
		c.fresh = false
	}
	updateInverse(c.h, c.d, c.hy, sy)
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
