package kernel

import (
	"math"

	"pointscape/engine/linalg"
)

// Soundness says whether the Gram matrix of a kernel is positive semi-definite on
// given points, where the coefficients of an expansion add up to a constant.
type Soundness int

// What is known of a Gram matrix.
const (
	Sound      Soundness = iota // positive semi-definite
	Sampled                     // positive semi-definite on some of the points; there are too many to check all
	Indefinite                  // not positive semi-definite
)

// MaxChecked is the most points of which Check looks at the whole Gram matrix. Of more
// it takes as many, evenly spaced: what a part shows to be indefinite is so as a whole.
const MaxChecked = 400

// Check looks whether the Gram matrix of k on n points of d coordinates is positive
// semi-definite but for rounding.
func Check(k Kernel, x []float64, n, d int) Soundness { return check(k, x, n, d, false) }

// CheckCentred is Check of the centred matrix H K H with H = I − 11ᵀ/n, for methods that know
// distances alone, or whose coefficients add up to a constant: a kernel that is only
// conditionally positive definite serves them. A kernel whose centred matrix is not positive
// semi-definite is not so itself.
func CheckCentred(k Kernel, x []float64, n, d int) Soundness { return check(k, x, n, d, true) }

func check(k Kernel, x []float64, n, d int, centred bool) Soundness {
	if PositiveDefiniteIn(k, d) || n < 1 {
		return Sound
	}
	found := Sound
	if n > MaxChecked {
		part := make([]float64, 0, MaxChecked*d)
		for i := range MaxChecked {
			j := i * n / MaxChecked
			part = append(part, x[j*d:j*d+d]...)
		}
		x, n, found = part, MaxChecked, Sampled
	}
	g := Gram(k, x, n, d, nil)
	if centred {
		Center(g, n)
	}
	size := 0.0 // the Frobenius norm, which bounds each eigenvalue
	for _, v := range g {
		size = math.Hypot(size, v)
	}
	if size == 0 {
		return found
	}
	for i := range n {
		g[i*n+i] += 1e-9 * size
	}
	if !linalg.Cholesky(g, n) {
		return Indefinite
	}
	return found
}

// NotDefinite is how every method begins to say that a kernel is not positive
// semi-definite on its points.
const NotDefinite = "This kernel is not positive semi-definite on these points"
