package regression

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/gonum"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// dependent is the relative size of what must remain of a column after subtracting its mean, if columns are centred,
// and projecting out the columns before it; with less, it counts as a linear combination of them.
const dependent = 1e-10

// design is the QR factorisation of a matrix with n rows: columns = Q·R with orthonormal columns of Q and upper
// triangular R, by modified Gram–Schmidt done twice (Björck, Numerical Methods for Least Squares Problems, section
// 2.4.5). A column that depends on those before it has no column in Q and a row of zeros in R.
type design struct {
	n, p, rank int
	q          [][]float64 // q[j] is nil if column j is dependent
	r          []float64   // p×p
	mean       []float64   // means subtracted from the columns; nil if none were
	qy         []float64   // Qᵀ·targets
	yMean      float64
}

// newDesign factorises columns, which it overwrites. If center is set, it first subtracts their means and the targets'
// mean, which amounts to an unpenalised intercept.
func newDesign(job method.Job, cols [][]float64, y []float64, center bool) (*design, error) {
	n, p := len(y), len(cols)
	d := &design{n: n, p: p, q: make([][]float64, p), r: make([]float64, p*p), qy: make([]float64, p)}
	target := y
	if center {
		d.mean = make([]float64, p)
		d.yMean = linalg.Mean(y)
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
			d.mean[j] = linalg.Mean(w)
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

// toward returns the same design, which must be centred, with other targets. Both share the factors.
func (d *design) toward(y []float64) *design {
	o := *d
	o.qy, o.yMean = make([]float64, d.p), linalg.Mean(y)
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

// solved is the minimiser of |a(y − X·v)|² + |b·T·v|².
type solved struct {
	v    []float64
	u    []float64 // p×p: fitted values are Q·u·uᵀ·Qᵀ·y
	r    []float64 // p×p, upper triangular: M·P = Q₂·r, M = a·R above b·T; nil if v is not unique (least)
	perm []int     // P: column k of the factors is column perm[k] of M
}

// penalized solves the ridge problem with penalty matrix t (p×p, invertible) by an orthogonal factorisation of both
// parts together. It does not square the condition number, as the normal equations would.
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

// back solves R·Pᵀ·v = z; z is overwritten.
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

// spread writes R⁻ᵀ·Pᵀ·f to out, and returns it. Its squared length is fᵀ(MᵀM)⁻¹f.
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

// least solves the least squares problem. If the solution is not unique, it returns the one with the smallest |T·v|,
// searched within the set of solutions, so that a badly scaled T does not impair the fit.
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
	// All solutions are v = v₀ + N·z with R·N = 0: the coefficients z of the dependent columns are arbitrary. All fit
	// the points equally well.
	var on, off []int
	for j, q := range d.q {
		if q != nil {
			on = append(on, j)
		} else {
			off = append(off, j)
		}
	}
	s.u = identity(p)
	up := func(c []float64) { // solves R[on][on]·x = c, x overwrites c
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

// balance returns the largest violation of the optimality condition of |y − X·v|² + alpha·|T·v|² at v: Xᵀ(y − X·v) −
// alpha·TᵀT·v, relative to the size of its terms.
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

// drift returns how far the fitted values (the Euclidean norm of their change) would still move to satisfy the
// optimality condition of |y − X·v|² + alpha·|T·v|², for the solution s of penalized. If powers of x far from 0 cancel,
// T's entries are huge compared with T·v, and violations that look large do not affect the curve: then only the move
// matters.
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

// leverages returns the diagonal of the hat matrix: the derivative of each fitted value with respect to the point's own
// target. 1/n of it is due to the mean if the design is centred.
func (d *design) leverages(s *solved) []float64 {
	h := make([]float64, d.n)
	row := make([]float64, d.p)
	for i := range h {
		if d.mean != nil {
			h[i] = 1 / float64(d.n)
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

// orthogonal factorises the m×n matrix a (m >= n, row by row): a[:, perm] = q·r with orthonormal columns of q (m×n) and
// upper triangular r (n×n), by Householder reflections (LAPACK's, in gonum). With pivot, rows are sorted by size and
// columns are pivoted, so that the error of each row is relative to that row (Higham, Accuracy and Stability of
// Numerical Algorithms, theorem 19.6): here rows have very different sizes. The reflections are also applied to rhs (m
// numbers, or nil): its first n entries become qᵀ·rhs, with errors that are small relative to each row, unlike those of
// the explicit q.
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
	work := make([]float64, 64*(m+n)+64) // workspace for blocks
	var lap gonum.Implementation
	if pivot {
		for j := range perm {
			perm[j] = -1 // may be moved
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
