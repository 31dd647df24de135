package draw

import (
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"

	"pointscape/engine/linalg"
)

// Map is the least-squares affine map from inputs to row positions. It is exact for columns and principal components,
// and undetermined in directions in which the rows do not vary.
type Map struct {
	q    int
	from []float64 // mean of the rows; nil = positions are the inputs themselves
	to   []float64 // mean of their positions
	by   []float64 // q numbers for each input: the change of the position
	off  float64   // share of the variance of the rows' positions that the map does not explain
}

// Exact reports whether the map takes each row to its position; if not, the plot shows columns that are not inputs.
func (m *Map) Exact() bool { return m.off <= 1e-12 }

// Of returns the position of a vector of inputs.
func (m *Map) Of(x []float64) []float64 {
	if m.from == nil {
		return slices.Clone(x)
	}
	at := slices.Clone(m.to)
	for l, from := range m.from {
		linalg.Axpy(x[l]-from, m.by[l*m.q:(l+1)*m.q], at)
	}
	return at
}

// Direction returns the change of the position along a direction of the inputs.
func (m *Map) Direction(u []float64) []float64 {
	if m.from == nil {
		return slices.Clone(u)
	}
	v := make([]float64, m.q)
	for l, t := range u {
		linalg.Axpy(t, m.by[l*m.q:(l+1)*m.q], v)
	}
	return v
}

// newMap computes the map of rows with known positions, with a tiny ridge. Constant inputs are ignored.
func newMap(r Rows) *Map {
	n, d, q := r.P.N, r.P.D, r.Q
	m := &Map{q: q}
	if !r.P.Wide() {
		return m
	}
	x, y := slices.Clone(r.P.X[:n*d]), slices.Clone(r.At[:n*q])
	m.from, m.to = centre(x, n, d), centre(y, n, q)
	// Inputs are scaled so that the ridge is equally small for each, and tiny numbers do not underflow.
	scale := make([]float64, d)
	for l := range scale {
		if scale[l] = blas64.Nrm2(blas64.Vector{N: n, Data: x[l:], Inc: d}); scale[l] > 0 {
			for i := range n {
				x[i*d+l] /= scale[l]
			}
		}
	}
	gram := make([]float64, d*d)
	m.by = make([]float64, d*q)
	linalg.MulAddT(gram, x, x, d, n, d)
	linalg.MulAddT(m.by, x, y, d, n, q)
	for l, s := range scale {
		gram[l*d+l] += 1e-12
		if s == 0 {
			gram[l*d+l] = 1
		}
	}
	if linalg.Cholesky(gram, d) {
		linalg.CholSolve(gram, d, m.by, q)
	} else {
		clear(m.by)
	}
	for l, s := range scale {
		if s > 0 {
			for j := range q {
				m.by[l*q+j] /= s
			}
		}
	}
	off, all := 0.0, 0.0
	for i := range n {
		for j, at := range m.Of(r.P.At(i)) {
			off += (r.At[i*q+j] - at) * (r.At[i*q+j] - at)
			all += y[i*q+j] * y[i*q+j]
		}
	}
	if off > 0 {
		m.off = off / all
	}
	return m
}

// centre subtracts the mean of n rows of d numbers from each, and returns it.
func centre(x []float64, n, d int) []float64 {
	mean := make([]float64, d)
	for i := range n {
		linalg.Axpy(1/float64(n), x[i*d:(i+1)*d], mean)
	}
	for i := range n {
		linalg.Axpy(-1, mean, x[i*d:(i+1)*d])
	}
	return mean
}

// Maps keeps the latest maps of a problem's rows, in the plane and in space. It is safe for concurrent use.
type Maps struct {
	mu   sync.Mutex
	list [2]kept
}

type kept struct {
	at []float64
	m  *Map
}

// Of returns the map of rows; nil if their positions are unknown.
func (c *Maps) Of(r Rows) *Map {
	if r.At == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	k := &c.list[r.Q-2]
	if k.m == nil || !slices.Equal(k.at, r.At) {
		*k = kept{slices.Clone(r.At), newMap(r)}
	}
	return k.m
}
