package svm

import (
	"math"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// rower supplies rows of the kernel matrix. A row stays valid until three other
// rows have been asked for, and must not be changed.
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
	product        func(beta, grad []float64) // takes Kβ from grad; nil = by rows
	group          []uint8                    // 0 or 1 of each variable; nil = all 0
	// convex allows steps that rely on K being positive semidefinite.
	convex bool

	side []uint8 // where a variable may go: canRise, canFall, shifted by twice its group
	// rise is 0 of a variable of group 0 that may rise, else −Inf; fall is 0 of one that may fall, else +Inf.
	rise, fall []float64
	// The most violating variables of a group, the one where they violate most, and
	// their gradients: up may rise, down may fall.
	up, down         int
	upGrad, downGrad float64
	iterations       int
	used             int // rows of K that were asked for, kept or not
	work             int // elements touched, the measure of effort
	asked            int // work when the job was last asked
	credit           int // effort that Newton steps may take
	face             face
}

const (
	canRise = 1 << iota
	canFall
)

// tau stands in for a curvature that is not positive, as in libsvm.
const tau = 1e-12

// maxWork bounds a solve: some ten seconds in WebAssembly, whatever n is.
const maxWork = 3_000_000_000

// newQuad makes a quad of n variables with everything zero.
func newQuad(n int) *quad {
	q := &quad{credit: 2_000_000}
	a := make([]float64, 7*n)
	for i, v := range []*[]float64{&q.lo, &q.hi, &q.target, &q.beta, &q.grad, &q.rise, &q.fall} {
		*v = a[i*n : (i+1)*n : (i+1)*n]
	}
	q.side = make([]uint8, n)
	return q
}

// row is a row of K.
func (q *quad) row(k int) []float64 {
	q.used++
	return q.rows.row(k)
}

// gap is m(α) − M(α) of Fan, Chen and Lin: the largest violation of the
// optimality conditions by a pair of variables. It is 0 or less at a solution.
func (q *quad) gap() float64 {
	if q.up < 0 || q.down < 0 {
		return 0
	}
	return q.upGrad - q.downGrad
}

// groupOf is the group of a variable.
func (q *quad) groupOf(k int) uint8 {
	if q.group == nil {
		return 0
	}
	return q.group[k]
}

// sideOf tells where a variable with value b may go.
func (q *quad) sideOf(k int, b float64) uint8 {
	var s uint8
	if b < q.hi[k] {
		s = canRise
	}
	if b > q.lo[k] {
		s |= canFall
	}
	return s << (2 * q.groupOf(k))
}

// settle notes where a variable may go from its value.
func (q *quad) settle(k int) {
	s := q.sideOf(k, q.beta[k])
	q.side[k], q.rise[k], q.fall[k] = s, 0, 0
	if s&canRise == 0 {
		q.rise[k] = math.Inf(-1)
	}
	if s&canFall == 0 {
		q.fall[k] = math.Inf(1)
	}
}

// scan finds anew where each variable may go, and the extreme ones.
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

// worseGroup goes on from the extremes of group 0 to those of group 1 when they
// violate the conditions more.
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

// refresh computes the gradient from nothing: it takes away the rounding errors
// that many small updates have left.
func (q *quad) refresh() {
	copy(q.grad, q.target)
	if q.product != nil {
		q.product(q.beta, q.grad)
		q.used++ // w, and its product with each row
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

// solve brings the gap down to tol, and tells whether it came so far. It takes
// SMO steps (Platt 1998) with the second-order choice of the pair (Fan, Chen
// and Lin 2005, WSS 3), and in between, where K allows it, Newton steps on the
// variables off their limits: SMO finds out which those are, but takes its time
// to settle their values when C is large. warm says that beta is near a
// solution already.
func (q *quad) solve(job method.Job, tol float64, warm bool) (bool, error) {
	n := len(q.beta)
	q.scan()
	few, many := 8, max(50, n/2)
	chunk := many
	if warm {
		chunk = 0
	}
	exact := false // the gradient has just been computed from nothing
	attempts := 0  // below what rounding errors allow
	idle := 0      // times that nothing moved
	budget := maxWork
	if !q.convex {
		budget /= 4 // there is no solution to be sure of
	}
	start, left, least := q.gap(), 1.0, 1.0
	for {
		before, steps, gap := q.work, q.iterations, q.gap()
		// The gap falls by orders of magnitude: how many of them are left. Where it
		// does not fall, the effort that is left does: where it goes up again, too.
		start = max(start, gap) // it may look solved until rounding errors are taken away
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
			// Many small updates have left errors, or few large ones may have.
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
			// Below noise the gap comes only by luck. Between the two the updates on the
			// way may leave more than the gap, and a new gradient may go on: not for ever.
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
		if q.convex {
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
		// Nothing moves any more, or what moves is no number: rounding errors are all
		// that is left.
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

// ask asks the job whether to go on, every few milliseconds.
func (q *quad) ask(job method.Job) error {
	if q.work-q.asked < 1_500_000 {
		return nil
	}
	q.asked = q.work
	return job.Err()
}

// newtonShare is how much more effort may go into Newton steps than into SMO.
const newtonShare = 10

// noise is the size of the gradient's rounding errors, below which the gap
// comes only by luck.
func (q *quad) noise() float64 {
	blur := q.blur()
	if !q.convex || blur < 1e-6 {
		return blur
	}
	// |K_ij| ≤ √(K_ii K_jj): one point far out does not blur all others.
	kb, k := 0.0, 0.0
	for i, v := range q.beta {
		kb += q.diag[i] * v * v
		k = max(k, q.diag[i])
	}
	return min(blur, 3e-16*math.Sqrt(k*kb))
}

// blur is noise without knowing which coefficients are large: what updates on the way
// may have left in the gradient.
func (q *quad) blur() float64 {
	b, k := 0.0, 0.0
	for i, v := range q.beta {
		b += v * v
		k = max(k, math.Abs(q.diag[i]))
	}
	return 1e-15 * math.Sqrt(b) * k
}

// smo takes at most limit SMO steps. side and the extremes are up to date
// before and after.
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

// shift moves a variable by s of the room it has; exactly onto its limit when
// it takes all.
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

// put gives a variable a value. What is left of the way to a limit by rounding
// errors only is left out: a variable is at a limit or clearly off it.
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

// tidy puts variables onto a limit that they keep off by rounding errors only.
// Else such a one would count as free, and alone decide the intercept where any
// value of an interval is right.
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

// partner is the variable that, moved against i, promises the largest gain:
// WSS 3. It is -1 when there is none.
//
// Most variables promise less than the best so far: four at a time are passed by, for in WebAssembly each taken
// branch costs more than the arithmetic (measured: 0.41 of the time of one by one; step likewise 0.6).
func (q *quad) partner(i int, ki []float64) int {
	best, j := 0.0, -1
	gi, ci := q.grad[i], q.diag[i]
	n := len(q.grad)
	grad, diag, fall := q.grad[:n], q.diag[:n], q.fall[:n]
	ki = ki[:n]
	if q.group != nil {
		return q.partnerIn(q.group[i], gi, ci, ki)
	}
	for k := 0; k < n; {
		end := n
		if k+4 <= n {
			end = k + 4
			g, q, a, f := grad[k:end:end], diag[k:end:end], ki[k:end:end], fall[k:end:end]
			d0, d1, d2, d3 := gi-g[0]-f[0], gi-g[1]-f[1], gi-g[2]-f[2], gi-g[3]-f[3]
			if d0*math.Abs(d0) <= best*(ci+q[0]-2*a[0]) && d1*math.Abs(d1) <= best*(ci+q[1]-2*a[1]) &&
				d2*math.Abs(d2) <= best*(ci+q[2]-2*a[2]) && d3*math.Abs(d3) <= best*(ci+q[3]-2*a[3]) {
				k = end
				continue
			}
		}
		for ; k < end; k++ {
			if d := gi - grad[k] - fall[k]; d > 0 {
				if c := curved(ci + diag[k] - 2*ki[k]); d*d > best*c {
					best, j = d*d/c, k
				}
			}
		}
	}
	return j
}

// partnerIn is partner within a group.
func (q *quad) partnerIn(group uint8, gi, ci float64, ki []float64) int {
	best, j := 0.0, -1
	fall := uint8(canFall) << (2 * group)
	for k, gk := range q.grad {
		if d := gi - gk; d > 0 && q.side[k]&fall != 0 {
			if c := curved(ci + q.diag[k] - 2*ki[k]); d*d > best*c {
				best, j = d*d/c, k
			}
		}
	}
	return j
}

// curved is a curvature that can be divided by.
func curved(c float64) float64 {
	if c <= 0 {
		return tau
	}
	return c
}

// step brings the gradient up to date and finds the next extremes on the way.
func (q *quad) step(s float64, ki, kj []float64) {
	n := len(q.grad)
	grad, rise, fall := q.grad[:n], q.rise[:n], q.fall[:n]
	ki, kj = ki[:n], kj[:n]
	up, down := -1, -1
	hi, lo := math.Inf(-1), math.Inf(1)
	for k := 0; k < n; {
		end := n
		if k+4 <= n {
			end = k + 4
			g, a, b, r, f := grad[k:end:end], ki[k:end:end], kj[k:end:end], rise[k:end:end], fall[k:end:end]
			v0, v1, v2, v3 := g[0]-s*(a[0]-b[0]), g[1]-s*(a[1]-b[1]), g[2]-s*(a[2]-b[2]), g[3]-s*(a[3]-b[3])
			g[0], g[1], g[2], g[3] = v0, v1, v2, v3
			if v0+r[0] <= hi && v1+r[1] <= hi && v2+r[2] <= hi && v3+r[3] <= hi &&
				v0+f[0] >= lo && v1+f[1] >= lo && v2+f[2] >= lo && v3+f[3] >= lo {
				k = end
				continue
			}
		} else {
			for i := k; i < n; i++ {
				grad[i] -= s * (ki[i] - kj[i])
			}
		}
		for ; k < end; k++ {
			v := grad[k]
			if v+rise[k] > hi {
				hi, up = v, k
			}
			if v+fall[k] < lo {
				lo, down = v, k
			}
		}
	}
	q.up, q.down, q.upGrad, q.downGrad = up, down, hi, lo
	q.worseGroup()
}

// free tells whether a variable is off both limits.
func (q *quad) free(k int) bool {
	s := q.side[k]
	return s == canRise|canFall || s == (canRise|canFall)<<2
}

// intercept is the multiplier of Σβ = constant: the average gradient of the
// free variables, else the middle of what the bounded ones allow (libsvm's
// rule, with the other sign).
func (q *quad) intercept() float64 { return q.multiplier(0) }

// multiplier is that of a group. Where the whole group is at limits on one side,
// many would do, and it is the nearest of them.
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

// dual is the value of the dual objective, t'β − ½ β'Kβ.
func (q *quad) dual() float64 {
	s := 0.0
	for k, b := range q.beta {
		s += b * (q.target[k] + q.grad[k]) // β'Kβ = β'(t − grad)
	}
	return s / 2
}
