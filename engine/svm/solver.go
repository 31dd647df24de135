package svm

import (
	"math"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// rower supplies rows of the kernel matrix. A row is valid until three other rows have been requested, and must not be
// modified.
type rower interface {
	row(i int) []float64
}

// quad is the quadratic programme behind every support vector machine,
//
//	minimise ½ β'Kβ − t'β   subject to  Σβ = constant,  lo ≤ β ≤ hi.
//
// It is libsvm's  min ½ α'Qα + p'α, y'α = constant, 0 ≤ α ≤ C  with the signs
// drawn into the variables: β = yα, Q_ij = y_i y_j K_ij, t = −yp. C-SVC has
// t = y and the box [0, C] or [−C, 0]; one-class SVM has t = 0; ε-SVR has two
// variables a point, with t = y ∓ ε. The variables of ν-SVC form two groups, one
// of each sign, whose sums are constant each.
//
// beta must be feasible and grad be t − Kβ before solve; both are kept so.
type quad struct {
	lo, hi, target []float64
	beta, grad     []float64
	diag           []float64 // diagonal of K
	rows           rower
	product        func(beta, grad []float64) // subtracts Kβ from grad; nil means by rows
	group          []uint8                    // group (0 or 1) of each variable; nil means all 0
	// convex allows steps that rely on K being positive semidefinite.
	convex bool

	side []uint8 // per variable: canRise and canFall, shifted by twice its group
	// The pair of variables with the largest violation, in the group with the larger violation, and their gradients: up
	// may rise, down may fall; −1 = none.
	up, down         int
	upGrad, downGrad float64
	iterations       int
	used             int // number of rows of K requested, cached or not
	work             int // number of elements processed, the measure of effort
	asked            int // value of work at the last check for cancellation
	credit           int // effort allowed for Newton steps
	face             face
}

const (
	canRise = 1 << iota
	canFall
)

// tau replaces a curvature that is not positive, as in libsvm.
const tau = 1e-12

// maxWork bounds the effort of a solve: about ten seconds in WebAssembly, whatever n is.
const maxWork = 3_000_000_000

// newQuad returns a quad of n variables, all zero.
func newQuad(n int) *quad {
	q := &quad{credit: 2_000_000}
	a := make([]float64, 5*n)
	for i, v := range []*[]float64{&q.lo, &q.hi, &q.target, &q.beta, &q.grad} {
		*v = a[i*n : (i+1)*n : (i+1)*n]
	}
	q.side = make([]uint8, n)
	return q
}

// row returns a row of K.
func (q *quad) row(k int) []float64 {
	q.used++
	return q.rows.row(k)
}

// gap returns m(α) − M(α) of Fan, Chen and Lin: the largest violation of the optimality conditions by a pair of
// variables. It is at most 0 at a solution.
func (q *quad) gap() float64 {
	if q.up < 0 || q.down < 0 {
		return 0
	}
	return q.upGrad - q.downGrad
}

// groupOf returns the group of a variable.
func (q *quad) groupOf(k int) uint8 {
	if q.group == nil {
		return 0
	}
	return q.group[k]
}

// settle records the directions in which a variable may move.
func (q *quad) settle(k int) {
	var s uint8
	if q.beta[k] < q.hi[k] {
		s = canRise
	}
	if q.beta[k] > q.lo[k] {
		s |= canFall
	}
	q.side[k] = s << (2 * q.groupOf(k))
}

// scan recomputes the directions of all variables and the extreme ones.
func (q *quad) scan() {
	for k := range q.beta {
		q.settle(k)
	}
	q.extremes(0)
	q.worseGroup()
	q.work += len(q.beta)
}

// extremes finds the extreme variables of a group.
func (q *quad) extremes(group uint8) {
	rise, fall := uint8(canRise)<<(2*group), uint8(canFall)<<(2*group)
	up, down := -1, -1
	hi, lo := math.Inf(-1), math.Inf(1)
	side := q.side[:len(q.grad)]
	for k, v := range q.grad {
		if v > hi && side[k]&rise != 0 {
			hi, up = v, k
		}
		if v < lo && side[k]&fall != 0 {
			lo, down = v, k
		}
	}
	q.up, q.down, q.upGrad, q.downGrad = up, down, hi, lo
}

// worseGroup replaces the extremes of group 0 by those of group 1 if their violation is larger.
func (q *quad) worseGroup() {
	if q.group == nil {
		return
	}
	up, down, hi, lo, gap := q.up, q.down, q.upGrad, q.downGrad, q.gap()
	q.extremes(1)
	if q.up < 0 || q.down < 0 || gap >= q.gap() {
		q.up, q.down, q.upGrad, q.downGrad = up, down, hi, lo
	}
}

// refresh computes the gradient from scratch, which removes the rounding errors of many small updates.
func (q *quad) refresh() {
	copy(q.grad, q.target)
	if q.product != nil {
		q.product(q.beta, q.grad)
		q.used++ // counts w and its product with each row
		q.scan()
		return
	}
	for k, b := range q.beta {
		if b == 0 {
			continue
		}
		axpy(-b, q.row(k), q.grad)
		q.work += len(q.grad)
	}
	q.scan()
}

// axpy adds a·x to y, over the length of y.
func axpy(a float64, x, y []float64) { linalg.Axpy(a, x[:len(y)], y) }

// solve reduces the gap to tol, and reports whether it succeeded. It takes SMO steps (Platt 1998) with second-order
// selection of the pair (Fan, Chen and Lin 2005, WSS 3), and in between, if K allows it, Newton steps for the variables
// strictly between their limits: SMO identifies them quickly, but is slow to determine their values when C is large.
// warm says that beta is already near a solution.
func (q *quad) solve(job method.Job, tol float64, warm bool) (bool, error) {
	n := len(q.beta)
	q.scan()
	few, many := 8, max(50, n/2)
	chunk := many
	if warm {
		chunk = 0
	}
	exact := false // the gradient was just computed from scratch
	attempts := 0  // number of refreshes at gaps within rounding errors; below noise, each counts as 10
	idle := 0      // number of successive rounds without a move
	budget := maxWork
	if !q.convex {
		budget /= 4 // a solution need not exist
	}
	start, left, least := q.gap(), 1.0, 1.0
	for {
		before, steps, gap := q.work, q.iterations, q.gap()
		// The remaining work is measured by the orders of magnitude by which the gap must still fall. If the gap does not
		// fall, or rises again, it is the remaining effort.
		start = max(start, gap) // the gap may look small until rounding errors are removed
		if r := math.Log(gap/tol) / math.Log(start/tol); r > 0 && r < least {
			least = r
		}
		if rest := least * (1 - float64(q.work)/float64(budget)); rest < 0.99*left && rest > 0 {
			left = rest
			method.Progress(job, 1-rest)
		}
		if err := q.smo(job, tol, chunk); err != nil {
			return false, err
		}
		q.credit += newtonShare * (q.work - before)
		switch {
		case q.gap() <= tol:
			// Many small updates, or a few large ones, may have left errors.
			if exact || tol > 1e-5 && q.iterations < 1_000_000 && q.blur() <= 0.01*tol {
				return true, nil
			}
			q.refresh()
			exact = true
			if q.gap() <= tol {
				return true, nil
			}
			continue
		case q.work > budget:
			q.refresh()
			return q.gap() <= tol, nil
		case q.gap() <= 4*q.blur():
			// Below noise, a smaller gap is a matter of luck. Between noise and blur, errors of updates may exceed the
			// gap, and a new gradient may help: but only a limited number of times.
			q.refresh()
			if attempts++; q.gap() <= 4*q.noise() {
				attempts += 9
			}
			if attempts > 200 || q.gap() <= tol {
				return q.gap() <= tol, nil
			}
		}
		exact = false
		chunk = many
		if fastNewton && q.convex {
			before = q.work
			done, err := q.newton(job, tol)
			if err != nil {
				return false, err
			}
			q.credit -= q.work - before
			if done {
				chunk = few
			}
		}
		// Nothing moves any more, or the values are NaN: only rounding errors remain.
		if q.gap() > tol && q.iterations == steps && !(q.gap() < gap) || math.IsNaN(q.gap()) {
			if idle++; idle > 3 {
				q.refresh()
				return q.gap() <= tol, nil
			}
		} else {
			idle = 0
		}
	}
}

// ask checks for cancellation every few milliseconds.
func (q *quad) ask(job method.Job) error {
	if q.work-q.asked < 1_500_000 {
		return nil
	}
	q.asked = q.work
	return job.Err()
}

// newtonShare is the allowed ratio of the effort of Newton steps to that of SMO.
const newtonShare = 10

// noise bounds the gradient's rounding errors, below which a smaller gap is a matter of luck.
func (q *quad) noise() float64 {
	blur := q.blur()
	if !q.convex || blur < 1e-6 {
		return blur
	}
	// |K_ij| ≤ √(K_ii K_jj): one distant point does not affect the bound for all others.
	kb, k := 0.0, 0.0
	for i, v := range q.beta {
		kb += q.diag[i] * v * v
		k = max(k, q.diag[i])
	}
	return min(blur, 3e-16*math.Sqrt(k*kb))
}

// blur is a coarser bound than noise, on errors that updates with formerly large coefficients may have left in the
// gradient.
func (q *quad) blur() float64 {
	b, k := 0.0, 0.0
	for i, v := range q.beta {
		b += v * v
		k = max(k, math.Abs(q.diag[i]))
	}
	return 1e-15 * math.Sqrt(b) * k
}

// smo takes at most limit SMO steps. side and the extremes are up to date before and after.
func (q *quad) smo(job method.Job, tol float64, limit int) error {
	n := len(q.beta)
	for it := 0; it < limit && q.gap() > tol; it++ {
		if err := q.ask(job); err != nil {
			return err
		}
		i := q.up
		ki := q.row(i)
		j := q.partner(i, ki)
		if j < 0 {
			return nil
		}
		kj := q.row(j)
		curvature := q.diag[i] + q.diag[j] - 2*ki[j]
		if curvature <= 0 {
			curvature = tau
		}
		step := (q.grad[i] - q.grad[j]) / curvature
		up, down := q.hi[i]-q.beta[i], q.beta[j]-q.lo[j]
		if step >= up || step >= down {
			step = min(up, down)
		}
		q.shift(i, step, up)
		q.shift(j, -step, down)
		q.step(step, ki, kj)
		q.iterations++
		q.work += 5 * n
	}
	return nil
}

// shift moves a variable by s within its room, and exactly onto its limit if s uses all of it.
func (q *quad) shift(i int, s, room float64) {
	b := q.beta[i] + s
	switch {
	case s > 0 && s >= room:
		b = q.hi[i]
	case s < 0 && -s >= room:
		b = q.lo[i]
	}
	q.put(i, b)
}

// put sets a variable to b, or to a limit if it differs from that only by rounding errors: a variable is at a limit or
// clearly away from it.
func (q *quad) put(i int, b float64) {
	lo, hi := q.lo[i], q.hi[i]
	close := 1e-13 * max(math.Abs(q.beta[i]), math.Abs(b))
	switch {
	case b >= hi-close:
		b = hi
	case b <= lo+close:
		b = lo
	}
	q.beta[i] = b
	q.settle(i)
}

// tidy moves variables onto a limit if they differ from it only by rounding errors. Otherwise such a variable would
// count as free, and determine the intercept alone although a whole interval is optimal.
func (q *quad) tidy() {
	top := 0.0
	for _, b := range q.beta {
		top = max(top, math.Abs(b))
	}
	for i, b := range q.beta {
		switch {
		case b-q.lo[i] <= 1e-14*top:
			q.beta[i] = q.lo[i]
		case q.hi[i]-b <= 1e-14*top:
			q.beta[i] = q.hi[i]
		}
	}
	q.scan()
}

// partner returns the variable that, moved against i, promises the largest gain (WSS 3), or −1 if there is none.
func (q *quad) partner(i int, ki []float64) int {
	best, j := 0.0, -1
	gi, ci := q.grad[i], q.diag[i]
	fall := uint8(canFall) << (2 * q.groupOf(i))
	side, diag, ki := q.side[:len(q.grad)], q.diag[:len(q.grad)], ki[:len(q.grad)]
	for k, gk := range q.grad {
		if d := gi - gk; d > 0 && side[k]&fall != 0 {
			if c := curved(ci + diag[k] - 2*ki[k]); d*d > best*c {
				best, j = d*d/c, k
			}
		}
	}
	return j
}

// curved returns a positive curvature.
func curved(c float64) float64 {
	if c <= 0 {
		return tau
	}
	return c
}

// step updates the gradient and finds the next extremes.
func (q *quad) step(s float64, ki, kj []float64) {
	ki, kj = ki[:len(q.grad)], kj[:len(q.grad)]
	for k := range q.grad {
		q.grad[k] -= s * (ki[k] - kj[k])
	}
	q.extremes(0)
	q.worseGroup()
}

// free reports whether a variable is strictly between its limits.
func (q *quad) free(k int) bool {
	s := q.side[k]
	return s == canRise|canFall || s == (canRise|canFall)<<2
}

// intercept returns the multiplier of Σβ = constant: the mean gradient of the free variables, else the middle of the
// interval that the others allow (libsvm's rule, with the opposite sign).
func (q *quad) intercept() float64 { return q.multiplier(0) }

// multiplier returns the multiplier of a group: the mean gradient of its free variables, else the middle of the
// interval of optimal values, or its finite end.
func (q *quad) multiplier(group uint8) float64 {
	sum, free := 0.0, 0
	hi, lo := math.Inf(-1), math.Inf(1)
	for k, s := range q.side {
		if q.groupOf(k) != group {
			continue
		}
		g := q.grad[k]
		if q.free(k) {
			sum += g
			free++
		}
		s >>= 2 * group
		if s&canRise != 0 {
			hi = max(hi, g)
		}
		if s&canFall != 0 {
			lo = min(lo, g)
		}
	}
	switch {
	case free > 0:
		return sum / float64(free)
	case math.IsInf(hi, -1):
		return lo
	case math.IsInf(lo, 1):
		return hi
	}
	return (hi + lo) / 2
}

// dual returns the value of the dual objective, t'β − ½ β'Kβ.
func (q *quad) dual() float64 {
	s := 0.0
	for k, b := range q.beta {
		s += b * (q.target[k] + q.grad[k]) // β'Kβ = β'(t − grad)
	}
	return s / 2
}
