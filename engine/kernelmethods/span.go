package kernelmethods

import (
	"math"

	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// span is a basis of the functions k(xᵢ, ·): points chosen by pivoting such that, within float64 precision, the
// features of all other points are linear combinations of theirs.
type span struct {
	rank   int
	pivots []int
	x      []float64 // rank×d: the chosen points
	// columns of L, n numbers each, with K ≈ L·Lᵀ: coordinates of each point's feature; then a column of ones
	columns []float64
	rows    []float64 // the same by points: rank+1 numbers each
	basis   []float64 // rank×rank: the rows of L for the pivots, lower triangular
	left    float64   // largest remainder of k(x, x) of a point, as a share of the largest k(x, x)
}

// spanFloor is the share of the largest k(x, x) below which a remainder counts as rounding errors.
const spanFloor = 1e-12

// newSpan computes the pivoted Cholesky factor of the Gram matrix of n points, until of the k(x, x) of each point at
// most tol remains, or the share spanFloor of the largest. For an indefinite kernel, it factors a part that is positive
// definite.
func newSpan(job method.Job, k kernel.Kernel, x []float64, n, d int, tol float64) (*span, error) {
	rows := kernel.NewRower(k, x, n, d)
	left := kernel.Diag(k, x, n, d, nil)
	top := 0.0
	for _, v := range left {
		top = max(top, v)
	}
	var head []float64
	row := make([]float64, n)
	s := &span{}
	for s.rank < n {
		if s.rank%8 == 0 {
			if err := job.Err(); err != nil {
				return nil, err
			}
		}
		at := 0
		for i, v := range left {
			if v > left[at] {
				at = i
			}
		}
		if !(left[at] > max(tol, spanFloor*top)) {
			break
		}
		rows.Row(at, row)
		root := math.Sqrt(left[at])
		head = head[:0]
		for k := at; k < len(s.columns); k += n {
			head = append(head, s.columns[k])
		}
		linalg.Gemm(-1, row, n, head, s.rank, 1, s.columns, n, 1, s.rank, n)
		for i, v := range row {
			if math.IsInf(left[i], -1) { // already a pivot
				row[i] = 0
				continue
			}
			v /= root
			row[i] = v
			left[i] -= v * v
		}
		row[at] = root
		left[at] = math.Inf(-1)
		s.columns = append(s.columns, row...)
		s.pivots = append(s.pivots, at)
		s.x = append(s.x, x[at*d:at*d+d]...)
		s.rank++
	}
	for _, v := range left {
		if !math.IsInf(v, -1) && top > 0 {
			s.left = max(s.left, math.Abs(v)/top)
		}
	}
	for _, at := range s.pivots {
		for k := range s.rank {
			s.basis = append(s.basis, s.columns[k*n+at])
		}
	}
	for range n {
		s.columns = append(s.columns, 1)
	}
	s.rows = make([]float64, len(s.columns))
	for k := range s.rank + 1 {
		for i, v := range s.columns[k*n : (k+1)*n] {
			s.rows[i*(s.rank+1)+k] = v
		}
	}
	return s, nil
}

// coefficients turns coordinates w into the weights c with f = Σ cⱼ k(pivotⱼ, ·), which solve Lᵀc = w for the pivots.
func (s *span) coefficients(w []float64) []float64 {
	c := append([]float64(nil), w...)
	linalg.SolveLowerT(s.basis, s.rank, c, 1)
	return c
}
