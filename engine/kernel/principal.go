package kernel

import (
	"math"

	"pointscape/engine/linalg"
)

// Components are principal components of rows in a kernel's feature space (Schölkopf, Smola and Müller, Nonlinear
// component analysis as a kernel eigenvalue problem, 1998).
type Components struct {
	// Lambda are the eigenvalues of the matrix that are not 0 but for rounding, falling, at most as many as were wanted.
	Lambda []float64
	// Scores are the components of the rows, √λ times the entries of a unit eigenvector, which is turned upright.
	Scores [][]float64
	// Sum gives the same at any place, an output each; nil = there are none.
	Sum *Expansion
	// Trace is that of the matrix, Below the least of the eigenvalues that were left out, where it is negative.
	Trace, Below float64
}

// leastShare is how small an eigenvalue is, beside the largest, that counts as 0, and leastRounded beside the entries
// of the diagonal before the matrix was centred.
const (
	leastShare   = 1e-11
	leastRounded = 1e-14
)

// Principal finds at most count principal components of n rows x of d coordinates by k. gram is k's matrix, which is
// overwritten; centred says that it is centred first, so that the components are measured from the mean of the rows.
// The error is ask's, which is asked every few milliseconds, or linalg.ErrEigen.
func Principal(ask func() error, k Kernel, gram, x []float64, n, d, count int, centred bool) (c Components, err error) {
	size := 0.0 // of the numbers that were rounded
	for i := range n {
		size = max(size, math.Abs(gram[i*n+i]))
	}
	means, mean := make([]float64, n), 0.0
	if centred {
		means, mean = Center(gram, n)
	}
	for i := range n {
		c.Trace += gram[i*n+i]
		for j := range i { // to the bit
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
