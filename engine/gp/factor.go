package gp

import (
	"math"

	"pointscape/engine/linalg"
)

// rotation is a rotation in the plane of two rows: (x, y) becomes (c x + s y, c y − s x).
type rotation struct{ c, s float64 }

// dropRow writes to dst the factor of L·Lᵀ without row and column i, where src is L (n×n in rows of length ls); dst has
// rows of length ld and may be src. The rows below i are updated by Givens rotations (Golub and Van Loan, section
// 6.5.4), which are returned: rotation r belongs to old row i+1+r. Columns V = L⁻¹·B of right-hand sides are updated by
// the same rotations: see dropFrom.
func dropRow(dst []float64, ld int, src []float64, ls, n, i int) []rotation {
	if &dst[0] != &src[0] {
		for j := range i {
			copy(dst[j*ld:j*ld+j+1], src[j*ls:])
		}
	}
	rot := make([]rotation, 0, n-i-1)
	for j := i + 1; j < n; j++ {
		row := src[j*ls : j*ls+j+1]
		out := dst[(j-1)*ld : (j-1)*ld+j]
		copy(out, row[:i])
		w := row[i]
		for r, g := range rot {
			x := row[i+1+r]
			out[i+r] = g.c*x + g.s*w
			w = g.c*w - g.s*x
		}
		x := row[j]
		h := math.Hypot(x, w)
		g := rotation{x / h, w / h}
		out[j-1] = h
		rot = append(rot, g)
	}
	return rot
}

// dropFrom removes row i from columns V = L⁻¹·B and updates the rows below with the rotations of dropRow. Rows above
// are shared, those below are new.
func dropFrom(v [][]float64, i int, rot []rotation) [][]float64 {
	out := make([][]float64, len(v)-1)
	copy(out, v[:i])
	if len(rot) == 0 {
		return out
	}
	m := len(v[i])
	w := clone(v[i])
	fresh := make([]float64, len(rot)*m)
	for r, g := range rot {
		row := fresh[r*m : (r+1)*m]
		x := v[i+1+r][:m]
		w := w[:m]
		for c := range row {
			row[c] = g.c*x[c] + g.s*w[c]
			w[c] = g.c*w[c] - g.s*x[c]
		}
		out[i+r] = row
	}
	return out
}

// appendRow writes to row the last row of the factor of a matrix that has grown by one. l has the other rows (ld
// apart), k is the new column of the matrix without its last entry, and diag is that entry. ok is false if the new
// pivot is 0 up to rounding errors, or negative.
func appendRow(row, l []float64, ld int, k []float64, diag float64) (ok bool) {
	n := len(row) - 1
	q := diag
	for i := range n {
		x := (k[i] - linalg.Dot(l[i*ld:i*ld+i], row)) / l[i*ld+i]
		row[i] = x
		q -= x * x
	}
	if !(q > 1e-13*diag) {
		return false
	}
	row[n] = math.Sqrt(q)
	return true
}
