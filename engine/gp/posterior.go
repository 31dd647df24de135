package gp

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/stat"

	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// posterior is a Gaussian process given observations, with prior mean 0 in the units of the normalised targets and
// covariance k + noise on the diagonal (Rasmussen and Williams, Gaussian Processes for Machine Learning, algorithm
// 2.1). Without observations it is the prior. It is immutable after the fit, except for caches (cols, cond) and
// the representation of the factor (l, last).
type posterior struct {
	d, n  int
	k     kernel.Kernel
	noise float64 // variance added to the diagonal
	// jitter was also added to the diagonal, because the matrix was not numerically positive definite; it is nearly
	// always 0.
	jitter float64
	// white reports whether k contains white noise.
	white bool
	// Targets are the prior's mean plus center + scale times the normalised targets.
	center, scale float64
	trend         *trend

	// The observations in the order of the factor, which is the order of the data until points are moved, removed or
	// added.
	x, y  []float64
	order []int     // row of the problem for each row of the factor
	beta  []float64 // L⁻¹ y
	alpha []float64 // (K + noise I)⁻¹ y
	lml   float64
	// edits counts the rows removed from the factor and appended to it since it was computed from scratch. Replacing the
	// last row by the same point at another position, as a drag does, does not count.
	edits int

	mu   sync.Mutex
	cols *columns
	// The factor L, n×n, except for its last row if last is not nil: while one point is dragged, all posteriors share
	// the rows of the others.
	l, last []float64

	condOnce sync.Once
	cond     float64
}

// estimated is the largest number of points for which condition always computes the estimate: so few points do not
// delay a frame of a drag.
const estimated = 200

// surely reports whether the upper bound guarantees that the condition number, in the 2-norm and the 1-norm, is small
// enough for accurate digits.
func (q *posterior) surely() bool { return float64(q.n)*q.bound() <= method.MaxCondition }

// bound returns an upper bound on the condition number in the 2-norm: the smallest eigenvalue is at least what is added
// to the diagonal of a positive semidefinite K. It is +Inf if the kernel is not known to be positive definite.
func (q *posterior) bound() float64 {
	if !kernel.PositiveDefiniteIn(q.k, q.d) {
		return math.Inf(1)
	}
	trace := 0.0
	for _, d := range kernel.Diag(q.k, q.x, q.n, q.d, nil) {
		trace += math.Abs(d)
	}
	added := q.noise + q.jitter
	return (trace + added) / added
}

// condition estimates the condition number of the factorised matrix in the 1-norm. With more than estimated points, if
// the upper bound is at most MaxCondition, it returns a lower bound that follows from the factor's diagonal at no cost.
func (q *posterior) condition() float64 {
	q.condOnce.Do(func() {
		n := q.n
		lo, hi := math.Inf(1), 0.0
		q.mu.Lock()
		for i := range n {
			d := q.row(i)[i]
			lo, hi = min(lo, d), max(hi, d)
		}
		q.mu.Unlock()
		q.cond = (hi / lo) * (hi / lo)
		if n > estimated && q.bound() <= method.MaxCondition {
			return
		}
		norm, row := 0.0, make([]float64, n)
		rows := kernel.NewRower(q.k, q.x, n, q.d)
		for i := range n {
			rows.Row(i, row)
			row[i] += q.noise + q.jitter
			s := 0.0
			for _, v := range row {
				s += math.Abs(v)
			}
			norm = max(norm, s)
		}
		q.cond = max(q.cond, linalg.CholCondition(norm, q.factor(), n))
	})
	return q.cond
}

// factor returns L as one matrix.
func (q *posterior) factor() []float64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.last != nil {
		q.l = clone(q.l)
		copy(q.l[(q.n-1)*q.n:], q.last)
		q.last = nil
	}
	return q.l
}

// row returns row i of L up to its diagonal. The caller must hold mu unless the posterior is new.
func (q *posterior) row(i int) []float64 {
	if q.last != nil && i == q.n-1 {
		return q.last
	}
	return q.l[i*q.n : i*q.n+i+1]
}

// maxEdits is the number of rows replaced (posterior.edits) after which the factor is computed from scratch, whatever
// the residual is: rounding errors accumulate slowly.
const maxEdits = 1000

// normalize returns the centre and the scale for normalising targets, as scikit-learn's normalize_y does.
func normalize(y []float64, on bool) (center, scale float64) {
	if !on || len(y) == 0 {
		return 0, 1
	}
	center, s := stat.PopMeanStdDev(y, nil)
	if s <= 1e-14*math.Abs(center) {
		return center, 1
	}
	return center, s
}

// normalized returns (y - center)/scale.
func normalized(y []float64, center, scale float64) []float64 {
	out := make([]float64, len(y))
	for i, v := range y {
		out[i] = (v - center) / scale
	}
	return out
}

// newPrior returns a posterior without observations.
func newPrior(k kernel.Kernel, d int, noise float64) *posterior {
	return &posterior{d: d, k: k, noise: noise, scale: 1, white: kernel.HasWhite(k)}
}

// condition fits observations. prev may be nil; if it has the same kernel and noise, no jitter, and nearly the same
// inputs, the factor is derived from its factor in O(n²).
func condition(job method.Job, p *method.Problem, k kernel.Kernel, noise float64, rescale bool, prev *posterior) (
	*posterior, error) {
	center, scale := normalize(p.Y, rescale)
	begin := func() *posterior {
		q := newPrior(k, p.D, noise)
		q.center, q.scale, q.n = center, scale, p.N
		return q
	}
	q := begin()
	if p.N == 0 {
		return q, job.Err()
	}
	if prev != nil && fastUpdate {
		if q.update(p, prev) {
			return q, job.Err()
		}
		q = begin() // discard a failed update
	}
	q.x, q.order = p.X, make([]int, p.N)
	for i := range q.order {
		q.order[i] = i
	}
	if err := q.factorize(job); err != nil {
		return nil, err
	}
	q.weigh(p)
	if math.IsNaN(q.lml) || math.IsInf(q.lml, 0) {
		return nil, indefinite(q.k, q.n)
	}
	return q, nil
}

// factorize computes l from x, k and noise. If the matrix is not numerically positive definite, it adds to the diagonal
// the smallest jitter of a geometric sequence that makes it so, at most 1e-4 times the mean of the diagonal; if none
// does, it returns an error.
func (q *posterior) factorize(job method.Job) error {
	n := q.n
	if err := (&method.Problem{N: n, D: q.d, X: q.x, Row: q.order}).CheckKernel(
		kernel.Diag(q.k, q.x, n, q.d, nil)); err != nil {
		return err
	}
	for jitter := 0.0; ; {
		if err := q.gram(job); err != nil {
			return err
		}
		trace := 0.0
		for i := range n {
			q.l[i*n+i] += q.noise
			trace += q.l[i*n+i]
			q.l[i*n+i] += jitter
		}
		ok, err := linalg.CholeskyFor(job.Err, q.l, n)
		if err != nil {
			return err
		}
		if ok {
			q.jitter = jitter
			return nil
		}
		if jitter == 0 {
			jitter = 1e-12 * trace / float64(n)
		} else {
			jitter *= 10
		}
		if !(jitter <= 1e-4*trace/float64(n)) {
			return indefinite(q.k, n)
		}
	}
}

// inOnePiece is the largest number of points whose Gram matrix is computed without checks for cancellation.
const inOnePiece = 384

// gram writes the Gram matrix to l: in one call, or row by row if that takes so long that job must be asked in between.
func (q *posterior) gram(job method.Job) error {
	n := q.n
	if n <= inOnePiece {
		q.l = kernel.Gram(q.k, q.x, n, q.d, q.l)
		return job.Err()
	}
	q.l = make([]float64, n*n)
	rows := kernel.NewRower(q.k, q.x, n, q.d)
	for i := range n {
		if err := method.AskEvery(job, i, 64); err != nil {
			return err
		}
		rows.Row(i, q.l[i*n:(i+1)*n])
	}
	return nil
}

func indefinite(k kernel.Kernel, n int) error {
	return doc.Errorf("params.kernel", words.Sprintf("positive semi-definite on these %d points, as the covariance of "+
		"a Gaussian process must be: otherwise variances are negative and there is no likelihood. More noise (alpha) or "+
		"another kernel helps", n),
		k.String())
}

// weigh computes what depends on the targets: y, beta, alpha and the log marginal likelihood.
func (q *posterior) weigh(p *method.Problem) {
	n := q.n
	q.y = make([]float64, n)
	for i, r := range q.order {
		q.y[i] = (p.Y[r] - q.center) / q.scale
	}
	q.beta = clone(q.y)
	logs := 0.0
	for i := range n {
		row := q.row(i)
		q.beta[i] = (q.beta[i] - linalg.Dot(row[:i], q.beta)) / row[i]
		logs += math.Log(row[i])
	}
	q.alpha = clone(q.beta)
	for i := n - 1; i >= 0; i-- {
		row := q.row(i)
		q.alpha[i] /= row[i]
		linalg.Axpy(-q.alpha[i], row[:i], q.alpha)
	}
	q.lml = -0.5*linalg.Dot(q.beta, q.beta) - logs - 0.5*float64(n)*math.Log(2*math.Pi)
}

// leaveOneOut returns, for each row, the prediction of the process without it (Rasmussen and Williams, section 5.4.2):
// the target minus the residual r(y) = [K⁻¹y]ᵢ/[K⁻¹]ᵢᵢ, which is linear in the targets. Without row i, the targets are
// normalised by another centre, so r(1) is needed, too; another scale does not change the mean. Predictions are in the
// order of the problem, in the targets' units without the prior mean. It returns nil if there is one row only, or if
// rounding errors may be visible: with jitter, after updates, or if the condition number exceeds 1e5.
func (q *posterior) leaveOneOut(rescale bool) []float64 {
	n := q.n
	if q.jitter != 0 || q.edits > 0 || n < 2 || q.condition() > 1e5 {
		return nil
	}
	diag, one, sum := make([]float64, n), make([]float64, n), 0.0
	linalg.CholInverseDiag(q.factor(), n, diag)
	for i := range one {
		one[i] = 1
		sum += q.y[i]
	}
	linalg.CholSolve(q.factor(), n, one, 1)
	left := make([]float64, n)
	for i, r := range q.order {
		f := q.y[i] - q.alpha[i]/diag[i]
		if rescale {
			f += (sum - q.y[i]) / float64(n-1) * one[i] / diag[i]
		}
		left[r] = q.center + q.scale*f
	}
	return left
}

// update derives q's factor from prev's if few inputs differ, and reports whether it did; if not, q must be discarded.
// prev does not change.
func (q *posterior) update(p *method.Problem, prev *posterior) bool {
	n, m := p.N, prev.n
	if prev.d != q.d || prev.noise != q.noise || prev.jitter != 0 || m == 0 || prev.k.String() != q.k.String() {
		return false
	}
	e := q.editOf(p, prev)
	if q.edits = prev.edits; !e.again {
		q.edits += e.gone + e.come
	}
	if e.gone+e.come > max(2, n/12) || q.edits > maxEdits {
		return false
	}
	prev.mu.Lock()
	l, last := prev.l, prev.last
	prev.mu.Unlock()
	if e.again || e.gone+e.come == 0 {
		q.l = l
	}
	if e.gone+e.come == 0 {
		q.x, q.order, q.last, q.cols = prev.x, prev.order, last, prev.cache()
		q.weigh(p)
		q.refresh()
		return true
	}
	ld := n
	drop := q.keep(prev, e)
	cols := prev.cache().edited()
	src, ls, size := []float64(nil), m, m
	if e.again {
		cols.drop(drop[0], nil)
		drop, size = nil, m-1
	} else {
		src = prev.factor()
		q.l = make([]float64, n*ld)
	}
	if len(drop) > 1 { // all but the last one shrink in place
		src = clone(src)
	}
	for at, i := range drop {
		dst, to := src, ls
		if at == len(drop)-1 {
			dst, to = q.l, ld
		}
		rot := dropRow(dst, to, src, ls, size, i)
		cols.drop(i, rot)
		size--
	}
	if e.gone == 0 {
		for i := range m {
			copy(q.l[i*ld:i*ld+i+1], src[i*m:])
		}
	}
	for j := e.head; j < n-e.tail; j++ {
		at := p.At(j)
		k := kernel.Cross(q.k, q.x, size, at, 1, q.d, nil)
		row := q.l[size*ld : size*ld+size+1]
		if e.again {
			row = make([]float64, n)
			q.last = row
		}
		if !appendRow(row, q.l, ld, k, diagAt(q.k, at)+q.noise) {
			return false
		}
		cols.append(q, at, row)
		q.x = append(q.x, at...)
		q.order = append(q.order, j)
		size++
	}
	q.weigh(p)
	if !q.sound() {
		return false
	}
	q.cols = cols
	q.refresh()
	return true
}

// edit says which rows differ between two problems: those between a common head and a common tail, in the order of the
// document, since a point was moved, or a few were added or removed.
type edit struct {
	head, tail int
	gone, come int // rows that only the earlier, and only the later problem has
	// again: the point of the factor's last row was moved again. That row is computed from the others, so that rounding
	// errors do not accumulate.
	again bool
}

// editOf returns how p differs from the problem of prev.
func (q *posterior) editOf(p *method.Problem, prev *posterior) (e edit) {
	n, m := p.N, prev.n
	where := make([]int, m) // row of prev's factor for each row of its problem
	for i, r := range prev.order {
		where[r] = i
	}
	same := func(i, j int) bool { // row i of prev's problem, row j of p
		a := prev.x[where[i]*q.d:][:q.d]
		for c, v := range p.At(j) {
			if a[c] != v {
				return false
			}
		}
		return true
	}
	for e.head < min(n, m) && same(e.head, e.head) {
		e.head++
	}
	for e.tail < min(n, m)-e.head && same(m-1-e.tail, n-1-e.tail) {
		e.tail++
	}
	e.gone, e.come = m-e.head-e.tail, n-e.head-e.tail
	e.again = e.gone == 1 && e.come == 1 && where[e.head] == m-1
	return e
}

// keep takes the observations over from prev that are in both problems, and returns the other rows of prev's factor, in
// descending order.
func (q *posterior) keep(prev *posterior, e edit) (drop []int) {
	n, m := q.n, prev.n
	q.x = make([]float64, 0, n*q.d)
	q.order = make([]int, 0, n)
	for i := m - 1; i >= 0; i-- {
		if r := prev.order[i]; r >= e.head && r < m-e.tail {
			drop = append(drop, i)
		}
	}
	for i, r := range prev.order {
		switch {
		case r < e.head:
		case r >= m-e.tail:
			r += n - m
		default:
			continue
		}
		q.x = append(q.x, prev.x[i*q.d:][:q.d]...)
		q.order = append(q.order, r)
	}
	return drop
}

// sound checks the residual of (K + noise I) alpha = y in three rows: the last one, and two that depend on edits.
func (q *posterior) sound() bool {
	const rows = 3
	for r := range rows {
		i := q.n - 1
		if r > 0 {
			i = (rows*q.edits + r) * 13 % q.n
		}
		k := kernel.Cross(q.k, q.x, q.n, q.x[i*q.d:][:q.d], 1, q.d, nil)
		k[i] = diagAt(q.k, q.x[i*q.d:][:q.d]) + q.noise
		sum, size := -q.y[i], math.Abs(q.y[i])
		for j, a := range q.alpha {
			sum += k[j] * a
			size += math.Abs(k[j] * a)
		}
		if !(math.Abs(sum) <= 1e-10*size) {
			return false
		}
	}
	return true
}

// mean writes the posterior mean of f at the rows of x, in the targets' units, without the prior mean.
func (q *posterior) mean(x, out []float64) {
	const block = 256
	for i0 := 0; i0 < len(out); i0 += block {
		i1 := min(i0+block, len(out))
		o := out[i0:i1]
		for i := range o {
			o[i] = 0
		}
		if q.n > 0 {
			k := kernel.Cross(q.k, q.x, q.n, x[i0*q.d:i1*q.d], i1-i0, q.d, nil)
			linalg.MulAddT(o, q.alpha, k, 1, q.n, i1-i0)
		}
		for i := range o {
			o[i] = q.center + q.scale*o[i]
		}
	}
}

// deviations returns the standard deviations of f and of a new y at the rows of x, in the targets' units.
func (q *posterior) deviations(x []float64) (ofF, ofY []float64) {
	m := len(x) / q.d
	ofF, ofY = make([]float64, m), make([]float64, m)
	const block = 128
	for i0 := 0; i0 < m; i0 += block {
		i1 := min(i0+block, m)
		w := i1 - i0
		var v []float64
		if q.n > 0 {
			v = kernel.Cross(q.k, q.x, q.n, x[i0*q.d:i1*q.d], w, q.d, nil)
			linalg.SolveLower(q.factor(), q.n, v, w)
		}
		for i := i0; i < i1; i++ {
			at := x[i*q.d : (i+1)*q.d]
			s := latentAt(q.k, at)
			for r := range q.n {
				s -= v[r*w+i-i0] * v[r*w+i-i0]
			}
			s = max(s, 0)
			ofF[i] = q.scale * math.Sqrt(s)
			ofY[i] = q.scale * math.Sqrt(s+q.observed(at))
		}
	}
	return ofF, ofY
}

// observed returns the variance of a new observation at x around f, in normalised units: the noise, and the kernel's
// white noise.
func (q *posterior) observed(x []float64) float64 {
	if !q.white {
		return q.noise
	}
	return q.noise + diagAt(q.k, x) - latentAt(q.k, x)
}

// covariance returns the joint posterior covariance of f at the m rows of x (m×m), in squared units of the targets.
func (q *posterior) covariance(x []float64) []float64 {
	m := len(x) / q.d
	c := kernel.Cross(q.k, x, m, x, m, q.d, nil)
	if q.n > 0 {
		v := kernel.Cross(q.k, q.x, q.n, x, m, q.d, nil)
		linalg.SolveLower(q.factor(), q.n, v, m)
		w := make([]float64, m*m)
		linalg.MulAddT(w, v, v, m, q.n, m)
		for i := range c {
			c[i] -= w[i]
		}
	}
	for i := range c {
		c[i] *= q.scale * q.scale
	}
	return c
}

// priorDeviation returns the standard deviation of f at x before any observation.
func (q *posterior) priorDeviation(x []float64) float64 {
	return q.scale * math.Sqrt(max(latentAt(q.k, x), 0))
}

// diagAt returns k(x, x) for observations, latentAt without white noise.
func diagAt(k kernel.Kernel, x []float64) float64 { return kernel.Diag(k, x, 1, len(x), nil)[0] }
func latentAt(k kernel.Kernel, x []float64) float64 {
	return kernel.DiagLatent(k, x, 1, len(x), nil)[0]
}
