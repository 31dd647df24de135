package svm

import (
	"math"
	"sync"
	"sync/atomic"

	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/method"
)

// pair is the machine that separates class a from class b (indices, a < b); b is the positive class. It is immutable
// once fitted, except for gram, which the next fit takes over, and found, which is computed on demand. Regression and
// one-class machines use it without classes.
type pair struct {
	a, b   int
	rows   []int     // rows of the problem; nil means all
	x      []float64 // n×d inputs, row by row
	sign   []float64 // −1 for class a, +1 for class b: the box of β is [−c, 0] or [0, c]
	target []float64 // linear term of the dual: sign (classification), y ∓ ε (regression), 0 (one class)
	n, d   int
	c      float64
	tol    float64
	beta   []float64 // dual_coef of each point: yα
	grad   []float64 // target − Kβ; the slack of point i is sign·(grad − bias)
	bias   float64
	gap    float64 // violation of the optimality conditions
	dual   float64
	primal float64
	hinge  float64   // Σ ξᵢ, a part of the primal objective
	done   bool      // gap <= tol
	white  []float64 // white noise on the diagonal of K; nil if none
	noise  float64   // rounding error of gap
	iter   int
	used   int       // number of rows of K used, or equivalent work
	rho    float64   // ν machines: ρ before the division
	w      []float64 // linear kernel: w
	age    int       // number of fits since the gradient was last computed from scratch
	kernel kernel.Kernel
	asked  sync.Once        // for found
	found  kernel.Soundness // soundness of kernel on x; call sound instead

	gram atomic.Pointer[gram]
}

// renewAfter is the number of warm fits after which the gradient is computed from scratch, to bound accumulated
// rounding errors.
const renewAfter = 60

// setup is common to the pairs of a fit.
type setup struct {
	kernel kernel.Kernel
	convex bool
	hard   bool // C does not apply
	c, tol float64
	bytes  int               // memory for the rows of one pair
	among  kernelparam.Among // nil if no other fit shares the kernel's values
	part   []int             // rows of the shared set that form the problem
	// gradient subtracts Kβ from grad; nil means by the rows of K
	gradient func(beta, grad []float64)
}

// fit trains the pair p (a, b, rows, x, sign, target, n, d are set), starting from old if that helps. old may be nil.
func (p *pair) fit(job method.Job, s setup, old *pair, sameKernel bool) error {
	g := p.takeRows(s, old, sameKernel)
	start := old
	if !fastWarm {
		start = nil
	}
	err := p.fitOn(job, s, g, start, sameKernel)
	if err != nil && old != nil && sameKernel {
		// Give the rows back: they know their points, so that the next fit from old can use them.
		old.keep(g)
	}
	return err
}

// takeRows returns the rows of the kernel matrix, updating those of old if it has them.
func (p *pair) takeRows(s setup, old *pair, sameKernel bool) *gram {
	if fastFollow && old != nil && sameKernel {
		if g := old.gram.Swap(nil); g != nil {
			g.follow(p.x, p.n, compare(g.x, p.x, p.d))
			return g
		}
	}
	if s.among == nil {
		return newGram(s.kernel, p.x, p.n, p.d, s.bytes, nil)
	}
	part := func(list []int) *gram {
		return newGram(s.kernel, p.x, p.n, p.d, s.bytes, func(diag []float64) rowMaker { return s.among.Part(list, diag) })
	}
	if p.rows == nil {
		return s.among.Matrix(s.part, func() any { return part(s.part) }).(*gram)
	}
	list := make([]int, p.n)
	for i, r := range p.rows {
		list[i] = s.part[r]
	}
	return part(list)
}

// keep stores rows for the next fit, unless they are shared with other fits.
func (p *pair) keep(g *gram) {
	if fastFollow && g.among == nil {
		p.gram.Store(g)
	}
}

// fitOn is fit with given rows.
func (p *pair) fitOn(job method.Job, s setup, g *gram, old *pair, sameKernel bool) error {
	q := newQuad(p.n)
	q.convex = s.convex
	copy(q.target, p.target)
	q.rows, q.diag, q.product = g, g.diag, s.gradient
	if s.hard {
		s.c = hardC(q.firstC(), old, sameKernel)
	}
	p.c, p.tol = s.c, s.tol
	// A non-convex problem may have several solutions, and which one is found must not depend on the start.
	warm := false
	c := 0.0
	if old != nil && old.d == p.d && s.convex && s.c > old.c/8 {
		if e := compare(old.x, p.x, p.d); e.small(p.n) {
			c = p.continueFrom(q, old, e, s, sameKernel)
			warm = true
		}
	}
	if !warm {
		copy(q.grad, q.target)
		c = q.firstC()
	}
	done, err := q.climb(job, p.sign, c, s, warm)
	if err != nil {
		return err
	}
	q.tidy()
	p.conclude(q, g, s, done)
	p.keep(g)
	return nil
}

// conclude takes over the solution of a programme.
func (p *pair) conclude(q *quad, g *gram, s setup, done bool) {
	p.takeNoise(s.kernel, g)
	p.done, p.kernel = done, s.kernel
	p.beta, p.grad = q.beta, q.grad
	p.gap = max(0, q.gap())
	p.noise = q.noise()
	p.bias = q.intercept()
	p.iter, p.used = q.iterations, q.used
	p.dual = q.dual()
	hinge, norm := 0.0, 0.0
	least := 0.0
	if s.hard { // violations within the tolerance do not count, since C stands for an infinite penalty
		least = s.tol
	}
	for i, y := range p.sign {
		norm += q.beta[i] * (p.target[i] - q.grad[i])
		if h := y * (q.grad[i] - p.bias); !(h <= least) {
			hinge += h
		}
	}
	p.primal, p.hinge = norm/2+s.c*hinge, hinge
	p.doubt(s, norm)
}

// doubt treats a negative ‖w‖² as proof that the kernel is not positive semi-definite, even if the check of some points
// did not show it.
func (p *pair) doubt(s setup, norm float64) {
	top := 0.0
	for _, b := range p.beta {
		top += b * b
	}
	if !s.convex && norm < -1e-9*top {
		p.asked.Do(func() { p.found = kernel.Indefinite })
	}
}

// sound reports whether the kernel is positive semi-definite on the points. The check may take longer than the fit, so
// it runs at the first call.
func (p *pair) sound() kernel.Soundness {
	p.asked.Do(func() {
		if p.kernel != nil {
			p.found = kernel.CheckCentred(p.kernel, p.x, p.n, p.d)
		}
	})
	return p.found
}

// takeNoise stores the white noise on the diagonal.
func (p *pair) takeNoise(k kernel.Kernel, g *gram) {
	if kernel.HasWhite(k) {
		p.white = kernel.DiagLatent(k, p.x, p.n, p.d, nil)
		for i, v := range g.diag {
			p.white[i] = v - p.white[i]
		}
	}
}

// hardC returns the finite C that stands for a hard margin. It reuses the old one if that has the right order of
// magnitude, so that the old solution is a start.
func hardC(easy float64, old *pair, sameKernel bool) float64 {
	if math.IsInf(easy, 1) {
		easy = 1
	}
	c := hardScale / 4 * easy
	if old != nil && sameKernel && old.c > c/2 && old.c < c*2 {
		return old.c
	}
	return c
}

// continueFrom turns the old solution into a feasible start for the new problem and derives its gradient from the old
// one. It returns the C for which this is a start, on the way to s.c.
func (p *pair) continueFrom(q *quad, old *pair, e edit, s setup, sameKernel bool) float64 {
	// Scale all coefficients with C: those at the limit stay there, the sum stays zero, and the gradient scales along.
	// If no coefficient is at the limit, C has no effect.
	c, scale := s.c, 1.0
	most := 0.0
	for _, b := range old.beta {
		most = max(most, math.Abs(b))
	}
	if most == old.c || most > s.c {
		if fastStages {
			c = min(s.c, old.c*growth)
		}
		scale = c / old.c
	}
	q.box(p.sign, c)
	for i, o := range e.from {
		if o < 0 {
			continue
		}
		b := old.beta[o] * scale
		if p.sign[i] != old.sign[o] {
			b = 0
		}
		if scale != 1 && math.Abs(old.beta[o]) == old.c && b != 0 {
			b = c * p.sign[i] // exactly at the limit, despite rounding
		}
		q.beta[i] = min(max(b, q.lo[i]), q.hi[i])
	}
	if !fastGradient || !sameKernel || old.age >= renewAfter {
		q.refresh()
		q.balance(0, 0, c)
		return c
	}
	p.age = old.age + 1
	if p.editGradient(q, old, e, s, scale) {
		q.balance(0, 0, c)
	}
	return c
}

// editGradient derives the gradient from the old one, whose coefficients were scaled. It reports whether points were
// added, removed or changed their class, so that the coefficients must be balanced.
func (p *pair) editGradient(q *quad, old *pair, e edit, s setup, scale float64) (touched bool) {
	changed := make([]bool, p.n)
	for _, i := range e.added {
		changed[i] = true
	}
	for i, o := range e.from {
		if o >= 0 {
			q.grad[i] = p.target[i] - (old.target[o]-old.grad[o])*scale
		}
	}
	// Subtract the removed points at their old positions.
	if len(e.gone) > 0 {
		rower := kernel.NewRower(s.kernel, old.x, old.n, old.d)
		row := make([]float64, old.n)
		for _, o := range e.gone {
			if b := old.beta[o] * scale; b != 0 {
				rower.Row(o, row)
				for i, o := range e.from {
					if o >= 0 {
						q.grad[i] += b * row[o]
					}
				}
			}
		}
		touched = true
	}
	// Add the new points, and take away the old coefficients of those whose class changed in place.
	for i, o := range e.from {
		switch {
		case changed[i]:
			if b := q.beta[i]; b != 0 {
				axpy(-b, q.row(i), q.grad)
			}
			touched = true
		case p.sign[i] != old.sign[o]:
			if b := old.beta[o] * scale; b != 0 {
				axpy(b, q.row(i), q.grad)
			}
			touched = true
		}
	}
	for _, i := range e.added {
		q.grad[i] = p.target[i] - dot(q.row(i), q.beta)
	}
	return touched
}

// balance restores Σβ = total for a group by changing the variables for which this costs least, by their gradients. c
// is the scale of the coefficients.
func (q *quad) balance(group uint8, total, c float64) {
	sum := -total
	for k, b := range q.beta {
		if q.groupOf(k) == group {
			sum += b
		}
	}
	slack := 1e-13 * c
	for range 4 * len(q.beta) {
		if math.Abs(sum) <= slack {
			return
		}
		at := -1
		for k, b := range q.beta {
			if q.groupOf(k) != group {
				continue
			}
			if sum > 0 && b > q.lo[k] && (at < 0 || q.grad[k] < q.grad[at]) ||
				sum < 0 && b < q.hi[k] && (at < 0 || q.grad[k] > q.grad[at]) {
				at = k
			}
		}
		old := q.beta[at]
		q.put(at, min(max(old-sum, q.lo[at]), q.hi[at]))
		moved := q.beta[at] - old
		sum += moved
		axpy(-moved, q.row(at), q.grad)
	}
}

// box sets the limits to [0, c] or [−c, 0], by the sign.
func (q *quad) box(sign []float64, c float64) {
	for i, y := range sign {
		q.lo[i], q.hi[i] = 0, c
		if y < 0 {
			q.lo[i], q.hi[i] = -c, 0
		}
	}
}

// Factor by which C grows towards a large C, and the tolerance of each stage.
const (
	growth    = 2.0
	growthTol = 1.0
)

// climb solves for s.c, starting from a solution for c (any c if beta = 0). A large C is reached in stages: doubling C
// and all coefficients keeps the variables at their limits, so each stage starts near its solution. This takes a small
// fraction of the steps from scratch.
func (q *quad) climb(job method.Job, sign []float64, c float64, s setup, warm bool) (bool, error) {
	for fastStages && s.convex && c < s.c {
		q.box(sign, c)
		if _, err := q.solve(job, max(s.tol, growthTol), warm); err != nil {
			return false, err
		}
		warm = true
		next := min(c*growth, s.c)
		limited := false
		for _, b := range q.beta {
			if math.Abs(b) == c {
				limited = true
				break
			}
		}
		if !limited { // a larger C has no effect
			break
		}
		q.scale(c, next)
		c = next
	}
	q.box(sign, s.c)
	return q.solve(job, s.tol, warm)
}

// scale multiplies all coefficients by to/c; those at the limit c are set exactly to to.
func (q *quad) scale(c, to float64) {
	f := to / c
	for k, b := range q.beta {
		switch b {
		case c:
			q.beta[k] = to
		case -c:
			q.beta[k] = -to
		default:
			q.beta[k] = b * f
		}
		q.grad[k] = q.target[k] - (q.target[k]-q.grad[k])*f
	}
}

// firstC returns a C for which most points stay at their limits, so that few steps suffice. It is 4 over the mean
// squared distance of the points from the first one in feature space; +Inf if all coincide.
func (q *quad) firstC() float64 {
	r := q.row(0)
	sum := 0.0
	for i, d := range q.diag {
		sum += max(0, d+q.diag[0]-2*r[i])
	}
	if sum == 0 {
		return math.Inf(1)
	}
	return 4 * float64(len(r)) / sum
}
