package svm

import (
	"math"
	"slices"

	"pointscape/engine/method"
)

// face holds the workspace of Newton steps on the free variables.
type face struct {
	free   []int // free variables; the first refs represent the constraints, one for each group
	refs   int
	factor []float64 // rows of the pivoted Cholesky factor, each at most rank numbers
	pivot  []int     // indices into free, in the order of elimination
	left   []float64 // remaining diagonal
	dir    []float64 // direction for the free variables
	image  []float64 // K times dir
	rank   int       // rank of the last factorisation
	stride int       // offset from one row of factor to the next
}

// maxFace is the largest number of free variables for a Newton step.
const maxFace = 600

// newton optimises the variables strictly between their limits, with all others fixed, until none of them violates the
// conditions by more than tol/8 or only rounding errors remain. It reports false if it stopped before, because this
// would have been too expensive.
//
// With a variable r that represents the constraint Σβ = constant of its group, the matrix for the others is B_kl = K_kl
// − K_kr(l) − K_lr(k) + K_r(k)r(l). Its pivoted Cholesky factorisation (Higham, Accuracy and Stability of Numerical
// Algorithms, ch. 10) stops at the numerical rank, which is small for smooth kernels in the plane, whatever the number
// of variables. newton takes a Newton step for the pivots. A variable that depends on them and still violates the
// conditions moves along a direction without curvature. Each direction is followed to its optimum or until a variable
// reaches its limit and leaves the face, so the objective only decreases. If the rank is full, the factor of the
// smaller face is updated from the previous one.
func (q *quad) newton(job method.Job, tol float64) (bool, error) {
	n := len(q.beta)
	f := &q.face
	if f.image == nil {
		f.image = make([]float64, n)
	}
	limit := q.work + q.credit
	known := false // whether the factor of this face is available
	for refined := 0; ; {
		if err := q.ask(job); err != nil {
			return false, err
		}
		if !known {
			f.free = f.free[:0]
			for k := range q.side {
				if q.free(k) {
					f.free = append(f.free, k)
				}
			}
			q.standIns()
		}
		m := len(f.free)
		if m <= f.refs {
			break
		}
		cost := m * m
		if !known {
			r := min(m, f.rank+8)
			cost = m * r * r
		}
		if m > maxFace || q.work+cost > limit {
			q.scan()
			return false, nil
		}
		worst := 0.0
		for p := f.refs; p < m; p++ {
			worst = max(worst, math.Abs(q.force(p)))
		}
		if worst <= tol/8 {
			break
		}
		rank, err := f.rank, error(nil)
		if !known {
			if rank, err = q.factorise(job); err != nil {
				return false, err
			}
			f.rank = rank
		}
		known = false
		clipped := false
		if rank > 0 {
			q.newtonDirection(rank)
			if clipped, err = q.move(job); err != nil {
				return false, err
			}
		}
		if clipped {
			known = fastDrop && q.shrink()
			continue
		}
		if q.ray(rank, tol) {
			if clipped, err = q.move(job); err != nil {
				return false, err
			}
			if clipped {
				continue
			}
		}
		// No variable left the face: rounding errors remain, which a second step may remove.
		if refined++; refined > 2 {
			break
		}
	}
	q.scan()
	return true, nil
}

// standIns moves the representative of each group to the front: the variable with the most room on both sides.
func (q *quad) standIns() {
	f := &q.face
	f.refs = 0
	for g := range uint8(2) {
		ref, room := -1, -1.0
		for p := f.refs; p < len(f.free); p++ {
			k := f.free[p]
			if d := min(q.hi[k]-q.beta[k], q.beta[k]-q.lo[k]); q.groupOf(k) == g && d > room {
				ref, room = p, d
			}
		}
		if ref >= 0 {
			f.free[f.refs], f.free[ref] = f.free[ref], f.free[f.refs]
			f.refs++
		}
	}
}

// standIn returns the position of the representative of position p's group.
func (q *quad) standIn(p int) int {
	if q.face.refs == 2 {
		return int(q.groupOf(q.face.free[p]))
	}
	return 0
}

// force returns the gradient along position p, with the representative moving in the opposite direction.
func (q *quad) force(p int) float64 {
	f := &q.face
	return q.grad[f.free[p]] - q.grad[f.free[q.standIn(p)]]
}

// factorise computes the pivoted Cholesky factor of B over free[refs:] and returns its rank. Row p of factor belongs to
// free[p].
func (q *quad) factorise(job method.Job) (int, error) {
	f := &q.face
	m := len(f.free)
	f.left = grow(f.left, m)
	f.factor = grow(f.factor, m*(m-1))
	f.pivot = f.pivot[:0]
	top, scale := 0.0, 0.0
	for g := range f.refs {
		r := f.free[g]
		kr := q.row(r)
		f.left[g] = -1
		scale = max(scale, q.diag[r])
		for p := f.refs; p < m; p++ {
			if q.standIn(p) != g {
				continue
			}
			k := f.free[p]
			f.left[p] = q.diag[k] - 2*kr[k] + q.diag[r]
			top = max(top, f.left[p])
			scale = max(scale, q.diag[k])
		}
	}
	floor := max(1e-11*top, 1e-14*scale)
	stride := m - 1
	f.stride = stride
	L := f.factor
	for rank := 0; rank < m-f.refs; rank++ {
		if err := q.ask(job); err != nil {
			return 0, err
		}
		at := 0
		for p := f.refs; p < m; p++ {
			if f.left[p] > f.left[at] {
				at = p
			}
		}
		if at == 0 || f.left[at] <= floor {
			return rank, nil
		}
		d := math.Sqrt(f.left[at])
		k := f.free[at]
		kk := q.row(k)
		kr := q.row(f.free[q.standIn(at)])
		var ref [2]float64 // the representatives' part
		for g := range f.refs {
			ref[g] = kk[f.free[g]] - kr[f.free[g]]
		}
		head := L[at*stride : at*stride+rank]
		for p := f.refs; p < m; p++ {
			if f.left[p] < 0 { // already a pivot
				L[p*stride+rank] = 0
				continue
			}
			l := f.free[p]
			v := kk[l] - kr[l] - ref[q.standIn(p)] - dot(head, L[p*stride:p*stride+rank])
			v /= d
			L[p*stride+rank] = v
			if p != at {
				rest := f.left[p] - v*v
				if rest < 0 { // max compiles to a call in WebAssembly
					rest = 0
				}
				f.left[p] = rest
			}
		}
		L[at*stride+rank] = d
		f.left[at] = -1
		f.pivot = append(f.pivot, at)
		q.work += m * (rank + 4)
	}
	return m - f.refs, nil
}

// shrink removes the variables that reached a limit from the face and its factor. It reports whether this was possible:
// it is not if a representative is among them, or if the rank was not full, where a dependent variable may have to
// replace a pivot.
func (q *quad) shrink() bool {
	f := &q.face
	if f.rank != len(f.free)-f.refs {
		return false
	}
	for p := len(f.free) - 1; p >= 0; p-- {
		if q.free(f.free[p]) {
			continue
		}
		if p < f.refs || !f.drop(p) {
			return false
		}
		q.work += len(f.free) * len(f.free)
	}
	return true
}

// drop removes the pivot at position p from the factor: without its row, the rest has one entry beside the diagonal in
// each column, which rotations eliminate (Golub and Van Loan, Matrix Computations, section 6.5.4). It reports whether
// the result is regular.
func (f *face) drop(p int) bool {
	a := slices.Index(f.pivot, p)
	last := f.rank - 1
	for i := a; i < last; i++ {
		row := f.factor[f.pivot[i+1]*f.stride:]
		x, y := row[i], row[i+1]
		d := math.Sqrt(x*x + y*y)
		if !(d > 0) {
			return false
		}
		c, s := x/d, y/d
		row[i], row[i+1] = d, 0
		for _, q := range f.pivot[i+2:] {
			row := f.factor[q*f.stride+i:][:2]
			row[0], row[1] = c*row[0]+s*row[1], c*row[1]-s*row[0]
		}
	}
	copy(f.factor[p*f.stride:], f.factor[(p+1)*f.stride:len(f.free)*f.stride])
	f.free = slices.Delete(f.free, p, p+1)
	f.left = slices.Delete(f.left, p, p+1)
	f.pivot = slices.Delete(f.pivot, a, a+1)
	for i, q := range f.pivot {
		if q > p {
			f.pivot[i]--
		}
	}
	f.rank = last
	return true
}

// newtonDirection solves B_PP δ = g − g_r over the pivots.
func (q *quad) newtonDirection(rank int) {
	f := &q.face
	stride := f.stride
	f.dir = grow(f.dir, len(f.free))
	clear(f.dir)
	y := make([]float64, rank)
	for a, p := range f.pivot[:rank] {
		row := f.factor[p*stride:]
		y[a] = (q.force(p) - dot(row[:a], y[:a])) / row[a]
	}
	f.back(y)
	q.close()
}

// back solves L_P' x = y and writes x into the direction at the pivots. It overwrites y.
func (f *face) back(y []float64) {
	stride := f.stride
	for a := len(y) - 1; a >= 0; a-- {
		p := f.pivot[a]
		row := f.factor[p*stride:]
		v := y[a] / row[a]
		f.dir[p] = v
		for b := 0; b < a; b++ {
			y[b] -= v * row[b]
		}
	}
}

// close sets the representatives' directions so that the sums of their groups do not change.
func (q *quad) close() {
	f := &q.face
	var s [2]float64
	for p := f.refs; p < len(f.free); p++ {
		s[q.standIn(p)] += f.dir[p]
	}
	for g := range f.refs {
		f.dir[g] = -s[g]
	}
}

// ray makes the direction of the dependent variable with the largest violation, along which B has no curvature. It
// returns false if no dependent variable violates the conditions by more than tol/8.
func (q *quad) ray(rank int, tol float64) bool {
	f := &q.face
	stride := f.stride
	at, worst := 0, tol/8
	for p := f.refs; p < len(f.free); p++ {
		if f.left[p] < 0 {
			continue
		}
		if v := math.Abs(q.force(p)); v > worst {
			at, worst = p, v
		}
	}
	if at == 0 {
		return false
	}
	sign := 1.0
	if q.force(at) < 0 {
		sign = -1
	}
	f.dir = grow(f.dir, len(f.free))
	clear(f.dir)
	y := make([]float64, rank)
	for a := range y {
		y[a] = -sign * f.factor[at*stride+a]
	}
	f.back(y)
	f.dir[at] = sign
	q.close()
	return true
}

// move goes along the direction to its optimum or to the first limit, and reports whether it reached a limit. It does
// not move if the objective does not decrease along the direction.
func (q *quad) move(job method.Job) (clipped bool, err error) {
	f := &q.face
	n := len(q.grad)
	image := f.image[:n]
	clear(image)
	slope := 0.0
	for p, k := range f.free {
		d := f.dir[p]
		if d == 0 {
			continue
		}
		if p%64 == 63 {
			q.work += 64 * n
			if err := q.ask(job); err != nil {
				return false, err
			}
		}
		slope += d * q.grad[k]
		axpy(d, q.row(k), image)
	}
	q.work += len(f.free) % 64 * n
	if !(slope > 0) {
		return false, nil
	}
	curvature := 0.0
	for p, k := range f.free {
		curvature += f.dir[p] * image[k]
	}
	s, at := math.Inf(1), -1
	if curvature > 0 {
		s = slope / curvature
	}
	for p, k := range f.free {
		d := f.dir[p]
		var t float64
		switch {
		case d > 0:
			t = (q.hi[k] - q.beta[k]) / d
		case d < 0:
			t = (q.lo[k] - q.beta[k]) / d
		default:
			continue
		}
		if t < s {
			s, at = t, p
		}
	}
	if math.IsInf(s, 1) {
		return false, nil
	}
	for p, k := range f.free {
		b := q.beta[k] + s*f.dir[p]
		if p == at {
			b = q.hi[k]
			if f.dir[p] < 0 {
				b = q.lo[k]
			}
		}
		q.put(k, b)
	}
	axpy(-s, image, q.grad)
	return at >= 0, nil
}

func grow(s []float64, n int) []float64 {
	if cap(s) < n {
		return make([]float64, n, n+n/4)
	}
	return s[:n]
}

func dot(x, y []float64) float64 {
	y = y[:len(x)]
	var a, b, c, d float64
	k := 0
	for ; k+4 <= len(x); k += 4 {
		xs, ys := x[k:k+4:k+4], y[k:k+4:k+4]
		a += xs[0] * ys[0]
		b += xs[1] * ys[1]
		c += xs[2] * ys[2]
		d += xs[3] * ys[3]
	}
	for ; k < len(x); k++ {
		a += x[k] * y[k]
	}
	return a + b + c + d
}
