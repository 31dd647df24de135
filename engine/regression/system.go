package regression

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/gonum"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// dependent is the part of a column's size that the columns before it must
// leave of it; with less it is taken for a combination of them.
const dependent = 1e-10

// design is a matrix of n rows as the product of orthonormal columns and an
// upper triangular matrix: columns = Q·R, by modified Gram-Schmidt done twice
// (Björck, Numerical Methods for Least Squares Problems, section 2.4.5). A
// column that depends on those before it has no column of Q and a row of zeros
// in R.
type design struct {
	n, p, rank int
	q          [][]float64 // nil where a column is dependent
	r          []float64   // p×p
	mean       []float64   // taken from the columns; nil = nothing was
	qy         []float64   // Qᵀ·targets
	yMean      float64
}

// newDesign factorises columns (spoilt); with center set, their means and the
// targets' are taken away first, which fits an intercept that nobody penalises.
func newDesign(job method.Job, cols [][]float64, y []float64, center bool) (*design, error) {
	n, p := len(y), len(cols)
	d := &design{n: n, p: p, q: make([][]float64, p), r: make([]float64, p*p), qy: make([]float64, p)}
	target := y
	if center {
		d.mean = make([]float64, p)
		d.yMean = mean(y)
		target = make([]float64, n)
		for i, v := range y {
			target[i] = v - d.yMean
		}
	}
	for j, w := range cols {
		if err := job.Err(); err != nil {
			return nil, err
		}
		size := math.Sqrt(linalg.Dot(w, w))
		if center {
			d.mean[j] = mean(w)
			for i := range w {
				w[i] -= d.mean[j]
			}
		}
		for range 2 {
			for k := range j {
				if q := d.q[k]; q != nil {
					s := linalg.Dot(q, w)
					d.r[k*p+j] += s
					linalg.Axpy(-s, q, w)
				}
			}
		}
		norm := math.Sqrt(linalg.Dot(w, w))
		if !(norm > dependent*size) {
			continue
		}
		for i := range w {
			w[i] /= norm
		}
		d.q[j], d.r[j*p+j] = w, norm
		d.qy[j] = linalg.Dot(w, target)
		d.rank++
	}
	return d, nil
}

// toward is the same design with other targets.
func (d *design) toward(y []float64) *design {
	o := *d
	o.qy, o.yMean = make([]float64, d.p), mean(y)
	for j, q := range d.q {
		if q == nil {
			continue
		}
		for i, v := range y {
			o.qy[j] += q[i] * (v - o.yMean)
		}
	}
	return &o
}

func mean(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s / float64(len(x))
}

// solved is the minimum of |a(y - X·v)|² + |b·T·v|².
type solved struct {
	v    []float64
	u    []float64 // p×p: fitted values are Q·u·uᵀ·Qᵀ·y; nil when T decided alone
	r    []float64 // p×p, upper triangular, of M·P = Q₂·R, M being a·R over b·T
	perm []int     // P: column k of the factors is column perm[k] of M
}

// penalized solves the ridge problem with penalty matrix t (p×p, invertible) by
// an orthogonal factorisation of both parts together: no squares of condition
// numbers, as the normal equations have them.
func (d *design) penalized(a, b float64, t []float64) *solved {
	p := d.p
	m := make([]float64, 2*p*p)
	for i, v := range d.r {
		m[i] = a * v
	}
	for i, v := range t {
		m[p*p+i] = b * v
	}
	s := &solved{}
	z := make([]float64, 2*p)
	for i, c := range d.qy {
		z[i] = a * c
	}
	var q []float64
	q, s.r, s.perm = orthogonal(m, z, 2*p, p, true)
	s.u = q[:p*p]
	s.v = s.back(z[:p])
	return s
}

// back solves R·Pᵀ·v = z; z is spoilt.
func (s *solved) back(z []float64) []float64 {
	p := len(z)
	v := make([]float64, p)
	for i := p - 1; i >= 0; i-- {
		row := s.r[i*p : (i+1)*p]
		z[i] = (z[i] - linalg.Dot(row[i+1:], z[i+1:])) / row[i]
	}
	for k, j := range s.perm {
		v[j] = z[k]
	}
	return v
}

// spread returns R⁻ᵀ·Pᵀ·f, whose squared length is fᵀ(MᵀM)⁻¹f.
func (s *solved) spread(f, out []float64) []float64 {
	p := len(f)
	for k, j := range s.perm {
		out[k] = f[j]
	}
	for i := range p {
		out[i] /= s.r[i*p+i]
		linalg.Axpy(-out[i], s.r[i*p+i+1:(i+1)*p], out[i+1:])
	}
	return out
}

// least solves the least squares problem; where many solutions are as good, the
// one with the smallest |T·v|. It is looked for among the solutions, so that what
// units do to T spoils none.
func (d *design) least(t []float64) *solved {
	p := d.p
	s := &solved{v: make([]float64, p)}
	if d.rank == p {
		s.r = d.r
		s.perm = make([]int, p)
		for i := range s.perm {
			s.perm[i] = i
		}
		s.v = s.back(append([]float64(nil), d.qy...))
		s.u = identity(p)
		return s
	}
	// All solutions: columns that depend on others may take any share z of what these
	// give, v = v₀ + N·z with R·N = 0. The points are met as well by each.
	var on, off []int
	for j, q := range d.q {
		if q != nil {
			on = append(on, j)
		} else {
			off = append(off, j)
		}
	}
	s.u = identity(p)
	up := func(c []float64) { // solves R[on][on]·x = c, x over c
		for i := len(on) - 1; i >= 0; i-- {
			row := d.r[on[i]*p : (on[i]+1)*p]
			for k := i + 1; k < len(on); k++ {
				c[i] -= row[on[k]] * c[k]
			}
			c[i] /= row[on[i]]
		}
	}
	f := len(off)
	null := make([]float64, p*f) // N
	c := make([]float64, len(on))
	for i, j := range on {
		c[i] = d.qy[j]
	}
	up(c)
	for i, j := range on {
		s.v[j] = c[i]
	}
	for k, j := range off {
		for i, o := range on {
			c[i] = -d.r[o*p+j]
		}
		up(c)
		null[j*f+k] = 1
		for i, o := range on {
			null[o*f+k] = c[i]
		}
	}
	m, rhs := make([]float64, p*f), multiply(t, s.v)
	linalg.MulAdd(m, t, null, p, p, f)
	for i := range rhs {
		rhs[i] = -rhs[i]
	}
	w := &solved{}
	_, w.r, w.perm = orthogonal(m, rhs, p, f, true)
	for i, z := range multiply(null, w.back(rhs[:f])) {
		s.v[i] += z
	}
	return s
}

// balance is how much of the condition of optimality of |y − X·v|² + alpha·|T·v|² is
// open at v: Xᵀ(y − X·v) less alpha·TᵀT·v, as a share of what adds up to it.
func (d *design) balance(v []float64, alpha float64, t []float64) float64 {
	p := d.p
	left, force := append([]float64(nil), d.qy...), make([]float64, p)
	for i := range p {
		row := d.r[i*p : (i+1)*p]
		left[i] -= linalg.Dot(row, v)
		force[i] = math.Abs(d.qy[i])
		for j, c := range row {
			force[i] += math.Abs(c * v[j])
		}
	}
	tv := multiply(t, v)
	worst := 0.0
	for j := range p {
		g, size := 0.0, 0.0
		for i := range p {
			g += d.r[i*p+j]*left[i] - alpha*t[i*p+j]*tv[i]
			size += math.Abs(d.r[i*p+j])*force[i] + alpha*math.Abs(t[i*p+j]*tv[i])
		}
		if size > 0 {
			worst = max(worst, math.Abs(g)/size)
		}
	}
	return worst
}

// drift is how far the fitted values (the root of the sum of their squares) would still
// move to meet the condition of optimality of |y − X·v|² + alpha·|T·v|², for the
// solution s of penalized. Where powers of x far from 0 cancel, T's entries are huge
// beside T·v, and forces that look open do nothing to the curve: only the move tells.
func (d *design) drift(s *solved, alpha float64, t []float64) float64 {
	p := d.p
	left, tv := append([]float64(nil), d.qy...), multiply(t, s.v)
	for i := range p {
		left[i] -= linalg.Dot(d.r[i*p:(i+1)*p], s.v)
	}
	g := make([]float64, p)
	for i := range p {
		linalg.Axpy(left[i], d.r[i*p:(i+1)*p], g)
		linalg.Axpy(-alpha*tv[i], t[i*p:(i+1)*p], g)
	}
	move := multiply(d.r, s.back(s.spread(g, make([]float64, p))))
	return math.Sqrt(linalg.Dot(move, move))
}

func identity(n int) []float64 {
	a := make([]float64, n*n)
	for i := range n {
		a[i*n+i] = 1
	}
	return a
}

// leverages returns the diagonal of the hat matrix: how much of each fitted
// value comes from the point's own target; 1/n of it from the mean.
func (d *design) leverages(s *solved) []float64 {
	h := make([]float64, d.n)
	row := make([]float64, d.p)
	for i := range h {
		if d.mean != nil {
			h[i] = 1 / float64(d.n)
		}
		if s.u == nil {
			continue
		}
		clear(row)
		for k, q := range d.q {
			if q != nil {
				linalg.Axpy(q[i], s.u[k*d.p:(k+1)*d.p], row)
			}
		}
		h[i] += linalg.Dot(row, row)
	}
	return h
}

// orthogonal factorises the m×n matrix a (m >= n, row by row, spoilt):
// a[:, perm] = q·r with orthonormal columns of q (m×n) and upper triangular r
// (n×n), by Householder reflections (LAPACK's, in gonum). Rows are sorted by size
// and columns are pivoted, so that the error of each row is relative to that row (Higham,
// Accuracy and Stability of Numerical Algorithms, theorem 19.6): here rows of
// very different size lie together. Without pivot neither is done. The reflections
// go over rhs, too (m; nil = there is none): its first n entries become qᵀ·rhs, with
// errors that are small beside each row, as those of the explicit q are not.
func orthogonal(a, rhs []float64, m, n int, pivot bool) (q, r []float64, perm []int) {
	order := make([]int, m)
	size := make([]float64, m)
	for i := range order {
		order[i] = i
		for _, v := range a[i*n : (i+1)*n] {
			size[i] = max(size[i], math.Abs(v))
		}
	}
	if pivot {
		sort.SliceStable(order, func(i, j int) bool { return size[order[i]] > size[order[j]] })
	}
	w := make([]float64, m*n)
	z := make([]float64, m)
	for i, k := range order {
		copy(w[i*n:(i+1)*n], a[k*n:(k+1)*n])
		if rhs != nil {
			z[i] = rhs[k]
		}
	}
	perm = make([]int, n)
	tau := make([]float64, n)
	work := make([]float64, 64*(m+n)+64) // room for blocks
	var lap gonum.Implementation
	if pivot {
		for j := range perm {
			perm[j] = -1 // free to move
		}
		lap.Dgeqp3(m, n, w, n, perm, tau, work, len(work))
	} else {
		for j := range perm {
			perm[j] = j
		}
		lap.Dgeqrf(m, n, w, n, tau, work, len(work))
	}
	if rhs != nil {
		lap.Dormqr(blas.Left, blas.Trans, m, 1, n, w, n, tau, z, 1, work, len(work))
		copy(rhs, z)
	}
	r = make([]float64, n*n)
	for i := range n {
		copy(r[i*n+i:(i+1)*n], w[i*n+i:(i+1)*n])
	}
	lap.Dorgqr(m, n, n, w, n, tau, work, len(work))
	q = make([]float64, m*n)
	for i, k := range order {
		copy(q[k*n:(k+1)*n], w[i*n:(i+1)*n])
	}
	return q, r, perm
}
