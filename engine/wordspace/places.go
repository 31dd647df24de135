package wordspace

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/linalg"
)

// place computes the displayed positions of the words: their vectors, if these have two numbers, otherwise the first
// two principal components. These are rotated or reflected such that the words are as close as possible to their
// previous positions (orthogonal Procrustes): principal components can change signs or order from one epoch to the
// next, and words would jump.
func (s *state) place(before *state) {
	if s.wild {
		s.at, s.share = before.at, before.share
		return
	}
	n, d := len(s.c.words), s.size
	if d == 2 {
		s.at, s.share = s.in, 1
		return
	}
	mean := make([]float64, d)
	for i, x := range s.in {
		mean[i%d] += x / float64(n)
	}
	cov := mat.NewSymDense(d, nil)
	row := make([]float64, d)
	for i := range n {
		for j := range d {
			row[j] = s.in[i*d+j] - mean[j]
		}
		for j, x := range row {
			for k := j; k < d; k++ {
				cov.SetSym(j, k, cov.At(j, k)+x*row[k])
			}
		}
	}
	s.at = make([]float64, 2*n)
	var eig mat.EigenSym
	if !eig.Factorize(cov, true) {
		return // has never been observed with finite numbers
	}
	var vec mat.Dense
	eig.VectorsTo(&vec)
	values := eig.Values(nil)
	all := 0.0
	for _, x := range values {
		all += x
	}
	if all > 0 {
		s.share = min((values[d-1]+values[d-2])/all, 1)
	}
	for q := range 2 {
		col := mat.Col(nil, d-1-q, &vec)
		linalg.Upright(col)
		for i := range n {
			sum := 0.0
			for j := range d {
				sum += (s.in[i*d+j] - mean[j]) * col[j]
			}
			s.at[2*i+q] = sum
		}
	}
	if before != nil {
		turn(s.at, before.at)
	}
}

// turn rotates or reflects positions of the plane about the origin to minimise the sum of squared distances from
// others.
func turn(at, to []float64) {
	var m [2][2]float64
	for i := 0; i < len(at); i += 2 {
		for j := range 2 {
			for k := range 2 {
				m[j][k] += at[i+j] * to[i+k]
			}
		}
	}
	c, s := m[0][0]+m[1][1], m[0][1]-m[1][0] // for the best rotation
	a, b := m[0][0]-m[1][1], m[0][1]+m[1][0] // for the best reflection
	flip := 1.0
	if math.Hypot(a, b) > math.Hypot(c, s) {
		c, s, flip = a, b, -1
	}
	r := math.Hypot(c, s)
	if !(r > 0) {
		return
	}
	c, s = c/r, s/r
	for i := 0; i < len(at); i += 2 {
		x, y := at[i], at[i+1]
		at[i], at[i+1] = c*x-flip*s*y, s*x+flip*c*y
	}
}
