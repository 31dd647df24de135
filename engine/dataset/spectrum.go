package dataset

import (
	"math"

	"pointscape/engine/doc"
)

// This file generates rows with values for a chosen covariance matrix and chosen true coefficients: those of the theory
// of regularized least squares under a source condition (Caponnetto, De Vito, Optimal rates for the regularized
// least-squares algorithm, 2007; Bauer, Pereverzev, Rosasco, On regularization algorithms in learning theory, 2007).

// The distribution of the rows: column i, counted from 1, is normal with mean 0 and variance i^-decay, independent of
// the others, and the value is the scalar product of the columns with beta, plus noise. beta = C^gamma z with the
// covariance matrix C of the columns and z_i = zFirst (−1)^(i+1) i^-0.6, whose norm is 1 for infinitely many columns. z
// decays hardly faster than necessary, so that gamma is close to the largest exponent for which the source condition
// holds. The distribution does not depend on the seed, and more columns do not change the coefficients of the first
// ones.
const zFirst = 0.42290 // 1/√ζ(1.2)

func spectral(d int, t *doc.Table) (variance, beta []float64) {
	variance, beta = make([]float64, d), make([]float64, d)
	sign := zFirst
	for j := range d {
		i := float64(j + 1)
		variance[j] = math.Pow(i, -t.Decay)
		beta[j] = math.Pow(variance[j], t.Gamma) * sign * math.Pow(i, -0.6)
		sign = -sign
	}
	return variance, beta
}

// valued returns n rows with a chosen spectrum, beginning with row first: d columns and a value.
func valued(first, n, d int, t *doc.Table) *doc.Rows {
	r := &doc.Rows{N: n, Columns: append(numbered(d), "y")}
	variance, beta := spectral(d, t)
	var g rng
	for i := range n {
		g.seed(t.Seed, first+i)
		y := t.Noise * g.normal()
		for j := range d {
			x := round(math.Sqrt(variance[j]) * g.normal())
			y += beta[j] * x
			r.X = append(r.X, x)
		}
		r.X = append(r.X, round(y))
	}
	return r
}

// valued sets t to the distribution of the rows of the function valued.
func (t *Truth) valued(d int, table *doc.Table) {
	variance, beta := spectral(d, table)
	t.dims, t.Classes, t.lasts, t.Noise = d, 0, true, table.Noise*table.Noise
	t.ideal = Ideal{Beta: beta, Mean: make([]float64, d), Var: variance, Error: t.Noise}
	t.mean = func(x []float64) (f, sd float64) {
		for j, b := range beta {
			f += b * x[j]
		}
		return f, table.Noise
	}
}
