package decomposition

import (
	"errors"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/draw"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// pca holds the principal components of a problem's rows.
type pca struct {
	p      *method.Problem
	asked  int // number of components requested
	affine bool

	mean []float64 // mean of the rows
	// Singular values are divided by scale, so that the squares of very small data do not underflow.
	scale   float64
	spread  float64          // largest absolute coordinate of a row, relative to the mean
	far     float64          // the same, relative to the origin
	base    []float64        // a point of the subspace: the mean, or the origin
	basis   [][]float64      // principal directions: unit vectors, as many as the largest possible rank
	s       []float64        // their singular values divided by scale, in decreasing order
	other   []float64        // singular values of the other kind of subspace, divided by scale
	rival   []float64        // its first direction, in the plane; otherwise nil
	total   float64          // sum of the squares of s
	q       int              // number of components kept
	cov     func() []float64 // covariances of the inputs about their means, D×D, with divisor n
	blurred bool             // rounding errors of the coordinates are visible in the directions
	images  *draw.Maps
}

func (m *pca) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{PointScorer: m, Transformer: m, Losses: m.Losses, Complexity: m.Complexity,
			Moments: m.Moments},
		Drawing: method.Drawing{Layers: m.Layers, SpaceLayers: m.SpaceLayers, Panels: m.Panels,
			Projected: m.Projected, Maps: m.Maps},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Pointer: method.Pointer{Tell: m.Tell, Hits: m.Hits},
	}
}

// chunk is the number of rows processed at once.
const chunk = 512

func fit(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	m := &pca{p: p, asked: v.Int("n_components"), affine: v.String("subspace") == affine, images: &draw.Maps{}}
	m.cov = sync.OnceValue(m.covariances)
	if old, ok := prev.(*pca); ok && old.affine == m.affine && old.p.D == p.D && slices.Equal(old.p.X, p.X) {
		// The directions do not depend on the number of components kept.
		o := *old
		o.p, o.asked, o.q = p, m.asked, min(m.asked, len(o.s))
		return &o, nil
	}
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Click to add points: two points already have a direction."}
	}
	m.middle()
	switch {
	case m.affine && m.spread == 0 && p.N == 1:
		return nil, &method.Need{Sentence: "One point has no direction of variance: click to add more."}
	case m.affine && m.spread == 0:
		return nil, &method.Need{Sentence: "All points coincide, so there is no direction of variance: move one, or click " +
			"to add others."}
	case m.far == 0:
		return nil, &method.Need{Sentence: "All points lie at the origin, and all lines through it are equally good: move " +
			"one, or click to add others."}
	}
	about, err := m.factor(job)
	if err != nil {
		return nil, err
	}
	// XᵀX = RᵀR + n·x̄x̄ᵀ: with one more row, the factor of the centred rows becomes that of the uncentred rows.
	n, _ := about.Dims()
	plain := mat.NewDense(n+1, p.D, nil)
	plain.Copy(about)
	for j, x := range m.mean {
		plain.Set(n, j, math.Sqrt(float64(p.N))*(x/m.scale))
	}
	// Centred rows sum to 0, so that their rank is at most n − 1.
	mine, its, count, others := about, plain, min(p.N-1, p.D), min(p.N, p.D)
	m.base = m.mean
	if !m.affine {
		mine, its, count, others = plain, about, others, count
		m.base = make([]float64, p.D)
	}
	var svd mat.SVD
	if !svd.Factorize(mine, mat.SVDThinV) {
		return nil, errNot
	}
	m.s = svd.Values(nil)[:count]
	var vt mat.Dense
	svd.VTo(&vt)
	for k, s := range m.s {
		m.total += s * s
		u := mat.Col(nil, k, &vt)
		linalg.Upright(u)
		m.basis = append(m.basis, u)
	}
	kind := mat.SVDNone
	if p.D == 2 {
		kind = mat.SVDThinV
	}
	if !svd.Factorize(its, kind) {
		return nil, errNot
	}
	m.other = svd.Values(nil)[:others]
	if p.D == 2 && others > 0 {
		svd.VTo(&vt)
		m.rival = mat.Col(nil, 0, &vt)
	}
	m.q = min(m.asked, count)
	m.blurred = m.s[0] < sure*m.rounding()
	return m, job.Err()
}

var errNot = errors.New("the singular value decomposition of these points did not converge")

// sure is the least ratio of the first singular value to the rounding errors of the coordinates for which its direction
// has four accurate digits.
const sure = 1e4

// rounding bounds the effect of rounding errors of the coordinates on a singular value, in units of scale.
func (m *pca) rounding() float64 {
	return 0x1p-52 * math.Sqrt(float64(m.p.N)) * (m.far / m.scale)
}

// middle computes the mean of the rows and their extent. The mean is exact if all rows are equal, and accurate if the
// rows are far from the origin.
func (m *pca) middle() {
	p, first := m.p, m.p.At(0)
	m.mean = make([]float64, p.D)
	for i := range p.N {
		for j, x := range p.At(i) {
			m.mean[j] += (x - first[j]) / float64(p.N)
			m.far = max(m.far, math.Abs(x))
		}
	}
	for j := range m.mean {
		m.mean[j] += first[j]
	}
	for i := range p.N {
		for j, x := range p.At(i) {
			m.spread = max(m.spread, math.Abs(x-m.mean[j]))
		}
	}
	m.scale = max(m.far, m.spread)
}

// factor returns a matrix R with RᵀR = ΣᵢΔᵢΔᵢᵀ, where Δᵢ is row i relative to the mean, divided by scale: the rows
// themselves if they are few, otherwise a triangle. That of a QR decomposition is updated chunk by chunk, with each
// chunk of rows below the triangle of the previous ones.
func (m *pca) factor(job method.Job) (*mat.Dense, error) {
	n, d := m.p.N, m.p.D
	if n <= d {
		a := mat.NewDense(n, d, nil)
		m.rows(a.RawMatrix().Data, 0)
		return a, job.Err()
	}
	r := mat.NewDense(d, d, nil)
	for from := 0; from < n; from += chunk {
		if err := job.Err(); err != nil {
			return nil, err
		}
		a := mat.NewDense(d+min(chunk, n-from), d, nil)
		a.Copy(r)
		m.rows(a.RawMatrix().Data[d*d:], from)
		var qr mat.QR
		qr.Factorize(a)
		var t mat.Dense
		qr.RTo(&t)
		r.Copy(&t)
	}
	return r, nil
}

// rows writes rows to out, beginning with row first, relative to the mean and divided by scale, as many as fit.
func (m *pca) rows(out []float64, first int) {
	d := m.p.D
	for i, x := range m.p.X[first*d : first*d+len(out)] {
		out[i] = (x - m.mean[i%d]) / m.scale
	}
}

// squares returns the sum of the squares of the singular values from index q on, in units of scale.
func squares(s []float64, q int) (sum float64) {
	for _, x := range s[min(q, len(s)):] {
		sum += x * x
	}
	return sum
}

// divisor returns the divisor of variances: n − 1 about the mean, n about the origin.
func (m *pca) divisor() float64 {
	if m.affine {
		return float64(m.p.N - 1)
	}
	return float64(m.p.N)
}

// deviation returns the standard deviation along component k, or the root mean square if the subspace passes through
// the origin.
func (m *pca) deviation(k int) float64 { return m.scale * (m.s[k] / math.Sqrt(m.divisor())) }

// Moments returns the mean and the covariance, D×D, with divisor n; nil for a subspace through the origin.
func (m *pca) Moments() (mean, cov []float64) {
	if !m.affine {
		return nil, nil
	}
	d := m.p.D
	cov = make([]float64, d*d)
	for k, u := range m.basis {
		s := m.scale * (m.s[k] / math.Sqrt(float64(m.p.N)))
		for i, a := range u {
			for j, b := range u {
				cov[i*d+j] += s * s * a * b
			}
		}
	}
	return m.mean, cov
}

// share returns the share of component k in the variance.
func (m *pca) share(k int) float64 { return m.s[k] * m.s[k] / m.total }

// score returns the coordinate of a point along component k.
func (m *pca) score(x []float64, k int) (z float64) {
	for j, u := range m.basis[k] {
		z += u * (x[j] - m.base[j])
	}
	return z
}

// reconstruct writes the reconstruction of a point from the first q components to out.
func (m *pca) reconstruct(x, out []float64, q int) {
	copy(out, m.base)
	for k := range q {
		linalg.Axpy(m.score(x, k), m.basis[k], out)
	}
}

// PointScores returns the coordinates along the kept components.
func (m *pca) PointScores(x []float64) [][]float64 {
	rows := make([][]float64, len(x)/m.p.D)
	for i := range rows {
		rows[i] = make([]float64, m.q)
		for k := range rows[i] {
			rows[i][k] = m.score(x[i*m.p.D:(i+1)*m.p.D], k)
		}
	}
	return rows
}

func (m *pca) Codes() (names []string) {
	for k := range m.q {
		names = append(names, name(k))
	}
	return names
}

func (m *pca) Transform(x, out []float64) {
	for i := range len(x) / m.p.D {
		for k := range m.q {
			out[i*m.q+k] = m.score(x[i*m.p.D:(i+1)*m.p.D], k)
		}
	}
}

func (m *pca) Directions() [][]float64 { return m.basis[:m.q] }

// Losses writes the squared reconstruction errors to out.
func (m *pca) Losses(x, out []float64) {
	d := m.p.D
	told := make([]float64, d)
	for i := range out {
		row := x[i*d : (i+1)*d]
		m.reconstruct(row, told, m.q)
		out[i] = 0
		for j, v := range row {
			out[i] += (v - told[j]) * (v - told[j])
		}
	}
}

func (m *pca) Complexity(job method.Job) (float64, error) {
	vectors := m.q
	if m.affine {
		vectors++
	}
	if vectors == 0 {
		return math.NaN(), job.Err() // only the origin: nothing is fitted
	}
	return float64(vectors * m.p.D), job.Err()
}
