package linalg

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Components are the scores of n rows of d numbers on their first q principal
// components, with the share of the variance that each explains: by the singular values
// of the centred rows. The sign of each is such that the largest of its loadings is
// positive. Components beyond the rank are 0; ok is false when there is none.
func Components(x []float64, n, d, q int) (scores, shares []float64, ok bool) {
	c := mat.NewDense(n, d, slices.Clone(x))
	for j := range d {
		mean := 0.0
		for i := range n {
			mean += x[i*d+j] / float64(n)
		}
		for i := range n {
			c.Set(i, j, x[i*d+j]-mean)
		}
	}
	var svd mat.SVD
	if n < 2 || !svd.Factorize(c, mat.SVDThinV) {
		return nil, nil, false
	}
	sigma := svd.Values(nil)
	total := 0.0
	for _, v := range sigma {
		total += v * v
	}
	if !(total > 0) {
		return nil, nil, false
	}
	var v mat.Dense
	svd.VTo(&v)
	scores, shares = make([]float64, n*q), make([]float64, q)
	for k := range min(q, len(sigma)) {
		shares[k] = sigma[k] * sigma[k] / total
		sign, far := 1.0, 0.0
		for j := range d {
			if l := v.At(j, k); math.Abs(l) > far*(1+1e-9) {
				far, sign = math.Abs(l), math.Copysign(1, l)
			}
		}
		for i := range n {
			var sum float64
			for j := range d {
				sum += c.At(i, j) * v.At(j, k)
			}
			scores[i*q+k] = sign * sum
		}
	}
	return scores, shares, true
}
