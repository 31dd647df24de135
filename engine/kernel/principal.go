package kernel

import (
	"math"

	"pointscape/engine/linalg"
)

// Components are principal components of rows in a kernel's feature space (Schölkopf, Smola and Müller, Nonlinear
// component analysis as a kernel eigenvalue problem, 1998).
type Components struct {
	// Lambda holds the largest eigenvalues of the matrix in descending order, without those that are negative, or 0 up to
	// rounding.
	Lambda []float64
	// Scores[k] holds component k of each row: √λ times the entries of a unit eigenvector, with the sign of
	// linalg.Upright.
	Scores [][]float64
	// Sum computes the components of any point, one output each; nil if there are none.
	Sum *Expansion
	// Trace is the trace of the matrix. Below is the least computed eigenvalue if it is negative beyond rounding, else
	// 0.
	Trace, Below float64
}

// An eigenvalue counts as 0 below leastShare times the largest one, or leastRounded times the largest entry of the
// diagonal before the matrix was centred.
const (
	leastShare   = 1e-11
	leastRounded = 1e-14
)

// Principal computes at most count principal components of n rows x of d coordinates with the kernel k. gram is k's
// matrix of the rows, which is overwritten. With centred it is centred first, so that the components are measured from
// the mean of the rows' images. The error is that of ask, which is called every few milliseconds, or linalg.ErrEigen.
func Principal(ask func() error, k Kernel, gram, x []float64, n, d, count int, centred bool) (c Components, err error) {
	size := 0.0 // size of the numbers that were rounded
	for i := range n {
		size = max(size, math.Abs(gram[i*n+i]))
	}
	means, mean := make([]float64, n), 0.0
	if centred {
		means, mean = Center(gram, n)
	}
	for i := range n {
		c.Trace += gram[i*n+i]
		for j := range i { // the same bits for (i, j) and (j, i)
			v := gram[i*n+j]/2 + gram[j*n+i]/2
			gram[i*n+j], gram[j*n+i] = v, v
		}
	}
	values, vectors, err := linalg.LargestEigen(ask, gram, n, count)
	if err != nil {
		return c, err
	}
	for j, l := range values {
		if l <= max(leastShare*values[0], leastRounded*size) {
			c.Below = min(c.Below, l)
			continue
		}
		v := vectors[j]
		linalg.Upright(v)
		root := math.Sqrt(l)
		coef, score, bias := make([]float64, n), make([]float64, n), 0.0
		total := 0.0
		for i, u := range v {
			coef[i], score[i] = u/root, u*root
			total += coef[i]
		}
		// k̃(xᵢ, x) = k(xᵢ, x) − mean over j of k(xⱼ, x) − meansᵢ + mean
		for i := range coef {
			bias -= coef[i] * (means[i] - mean)
		}
		for i := range coef {
			if centred {
				coef[i] -= total / float64(n)
			}
		}
		c.Lambda, c.Scores = append(c.Lambda, l), append(c.Scores, score)
		if c.Sum == nil {
			c.Sum = &Expansion{Kernel: k, X: x, N: n, D: d}
		}
		c.Sum.Coef, c.Sum.Bias = append(c.Sum.Coef, coef), append(c.Sum.Bias, bias)
	}
	if len(values) > 0 && c.Below > -1e-9*values[0] {
		c.Below = 0
	}
	return c, nil
}
