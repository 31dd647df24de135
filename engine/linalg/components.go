package linalg

import (
	"cmp"
	"math"
	"slices"
)

// Components are the scores of n rows of d numbers on their first q principal
// components, with the share of the variance that each explains: by the largest eigenvalues
// of the centred rows' products. The sign of each is such that the largest of its loadings
// is positive. Components beyond the rank are 0; ok is false when there is none.
func Components(x []float64, n, d, q int) (scores, shares []float64, ok bool) {
	c := slices.Clone(x)
	for j := range d {
		mean := 0.0
		for i := range n {
			mean += x[i*d+j] / float64(n)
		}
		for i := range n {
			c[i*d+j] -= mean
		}
	}
	if n < 2 {
		return nil, nil, false
	}
	products, total := make([]float64, d*d), 0.0
	for i := range n {
		row := c[i*d : (i+1)*d]
		for j, v := range row {
			Axpy(v, row, products[j*d:(j+1)*d])
		}
	}
	for j := range d {
		total += products[j*d+j]
	}
	if !(total > 0) || math.IsInf(total, 1) {
		return nil, nil, false
	}
	values, vectors := jacobi(products, d)
	scores, shares = make([]float64, n*q), make([]float64, q)
	for k, v := range vectors[:min(q, d)] {
		if !(values[k] > 1e-14*total) {
			break // beyond the rank
		}
		shares[k] = values[k] / total
		sign, far := 1.0, 0.0
		for _, l := range v {
			if math.Abs(l) > far*(1+1e-9) {
				far, sign = math.Abs(l), math.Copysign(1, l)
			}
		}
		for i := range n {
			scores[i*q+k] = sign * Dot(c[i*d:(i+1)*d], v)
		}
	}
	return scores, shares, true
}

// jacobi are the eigenvalues of a symmetric matrix a, d×d, in falling order, with unit
// eigenvectors, a row of d numbers each; a is lost. It is the cyclic method of Jacobi (Golub
// and Van Loan, Matrix Computations, 8.5), for the columns of a table: gonum's EigenSym
// would be a twenty-fifth of the first engine, which has no other use for it.
func jacobi(a []float64, d int) (values []float64, vectors [][]float64) {
	v := make([][]float64, d)
	for i := range v {
		v[i] = make([]float64, d)
		v[i][i] = 1
	}
	// Each sweep about squares what is left beside the diagonal: ten are plenty.
	for range 30 {
		var off, all float64
		for i := range d {
			for j := range d {
				s := a[i*d+j] * a[i*d+j]
				all += s
				if i != j {
					off += s
				}
			}
		}
		if off <= 1e-32*all {
			break
		}
		for p := range d {
			for q := p + 1; q < d; q++ {
				rotate(a, v, d, p, q)
			}
		}
	}
	order := make([]int, d)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a[j*d+j], a[i*d+i]) })
	for _, i := range order {
		values, vectors = append(values, a[i*d+i]), append(vectors, v[i])
	}
	return values, vectors
}

// rotate turns the axes p and q of a symmetric matrix such that its element there is 0.
func rotate(a []float64, v [][]float64, d, p, q int) {
	apq := a[p*d+q]
	if apq == 0 {
		return
	}
	tau := (a[q*d+q] - a[p*d+p]) / (2 * apq)
	t := math.Copysign(1, tau) / (math.Abs(tau) + math.Hypot(1, tau))
	c := 1 / math.Hypot(1, t)
	s := t * c
	for i := range d {
		x, y := a[i*d+p], a[i*d+q]
		a[i*d+p], a[i*d+q] = c*x-s*y, s*x+c*y
	}
	for i := range d {
		x, y := a[p*d+i], a[q*d+i]
		a[p*d+i], a[q*d+i] = c*x-s*y, s*x+c*y
		x, y = v[p][i], v[q][i]
		v[p][i], v[q][i] = c*x-s*y, s*x+c*y
	}
	a[p*d+q], a[q*d+p] = 0, 0
}
