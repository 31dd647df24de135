package linalg

import (
	"cmp"
	"math"
	"slices"
)

// Components returns the scores of n rows of d numbers on their first q principal components, and the share of the
// variance that each explains. Signs are such that the loading of largest absolute value is positive. Components beyond
// the rank are 0; ok is false if the rank is 0.
//
// They are computed from the largest eigenvalues of the matrix of the columns' products, or of the rows' products if
// there are fewer rows. Products lose components whose variance is at the level of the largest one's rounding errors.
// So the components found are subtracted from the rows, and the remainder is decomposed again (deflation), which gives
// the accuracy of a singular value decomposition.
func Components(x []float64, n, d, q int) (scores, shares []float64, ok bool) {
	c := slices.Clone(x)
	size := 0.0 // sum of squares, the scale of rounding errors
	for j := range d {
		mean := 0.0
		for i := range n {
			mean += x[i*d+j] / float64(n)
		}
		for i := range n {
			size += x[i*d+j] * x[i*d+j]
			c[i*d+j] -= mean
		}
	}
	if n < 2 {
		return nil, nil, false
	}
	scores, shares = make([]float64, n*q), make([]float64, q)
	total := 0.0
	for k := 0; k < min(q, d); {
		values, vectors, left := leading(c, n, d)
		if k == 0 {
			total = left
			if !(total > 0) || math.IsInf(total, 1) {
				return nil, nil, false
			}
		}
		if !(left > beyond*size) {
			break // beyond the rank
		}
		found := 0
		for at, v := range vectors {
			if k == min(q, d) || at > 0 && !(values[at] > apart*left) {
				break
			}
			shares[k] = values[at] / total
			sign, far := 1.0, 0.0
			for _, l := range v {
				if math.Abs(l) > far*(1+1e-9) {
					far, sign = math.Abs(l), math.Copysign(1, l)
				}
			}
			for i := range n {
				scores[i*q+k] = sign * Dot(c[i*d:(i+1)*d], v)
			}
			k, found = k+1, found+1
		}
		if k == min(q, d) {
			break
		}
		for _, v := range vectors[:found] {
			for i := range n {
				row := c[i*d : (i+1)*d]
				Axpy(-Dot(row, v), v, row)
			}
		}
	}
	return scores, shares, true
}

const (
	// beyond is the share of the sum of squares that rounding errors leave if there is no further component.
	beyond = 1e-29
	// apart is the least share of the remaining variance that a further component taken from the same products has:
	// rounding errors turn a direction by 1e-16 divided by its share.
	apart = 1e-8
)

// leading returns the eigenvalues of the products of n centred rows of d numbers in decreasing order, with unit
// eigenvectors of d numbers, and their sum. There are min(n, d) of them, or none if the sum is 0 or not finite.
func leading(c []float64, n, d int) (values []float64, vectors [][]float64, sum float64) {
	m := min(n, d)
	products := make([]float64, m*m)
	for i := range n {
		row := c[i*d : (i+1)*d]
		if n < d {
			for j := range i + 1 {
				v := Dot(row, c[j*d:(j+1)*d])
				products[i*n+j], products[j*n+i] = v, v
			}
			continue
		}
		for j, v := range row {
			Axpy(v, row, products[j*d:(j+1)*d])
		}
	}
	for j := range m {
		sum += products[j*m+j]
	}
	if !(sum > 0) || math.IsInf(sum, 1) {
		return nil, nil, sum
	}
	_, power := math.Frexp(sum)
	for i := range products {
		products[i] = math.Ldexp(products[i], -power) // so that no square overflows
	}
	values, vectors = jacobi(products, m)
	for k := range values {
		values[k] = math.Ldexp(values[k], power)
	}
	if n >= d {
		return values, vectors, sum
	}
	for k, u := range vectors {
		v := make([]float64, d)
		for i, a := range u {
			Axpy(a, c[i*d:(i+1)*d], v)
		}
		if length := math.Sqrt(Dot(v, v)); length > 0 {
			for j := range v {
				v[j] /= length
			}
		}
		vectors[k] = v
	}
	return values, vectors, sum
}

// jacobi returns the eigenvalues of a symmetric matrix a, d×d, in decreasing order, with unit eigenvectors, one row of
// d numbers each. It overwrites a. It is the cyclic Jacobi method (Golub and Van Loan, Matrix Computations, 8.5), for
// matrices as large as a table has columns. gonum's EigenSym would make the first engine larger by a twenty-fifth, and
// nothing else there needs it.
func jacobi(a []float64, d int) (values []float64, vectors [][]float64) {
	v := make([][]float64, d)
	for i := range v {
		v[i] = make([]float64, d)
		v[i][i] = 1
	}
	// Each sweep roughly squares the size of the off-diagonal elements: ten sweeps are plenty.
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

// Eigen returns the eigenvalues of a small symmetric matrix a, d×d, in decreasing order, with unit eigenvectors, one
// row of d numbers each. It overwrites a.
func Eigen(a []float64, d int) (values []float64, vectors [][]float64) { return jacobi(a, d) }

// rotate makes element (p, q) of a symmetric matrix 0 by a rotation of the axes p and q, also of rows p and q of v.
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
