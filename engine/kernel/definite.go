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
	largest := 0.0
	for _, v := range g {
		largest = max(largest, math.Abs(v))
	}
	if largest == 0 {
		return found
	}
	if centred {
		Center(g, n)
		Center(g, n) // what rounding left in the means
	}
	size := 0.0
	for _, v := range g {
		v /= largest
		size += v * v
	}
	size = largest * math.Sqrt(size) // the Frobenius norm, which bounds each eigenvalue
	// Far from the origin the centred matrix is small beside K, whose entries are rounded: what
	// that does to an eigenvalue is at most n times what it does to an entry.
	jitter := 1e-9*size + entryRounding*float64(n)*largest
	for i := range n {
		g[i*n+i] += jitter
	}
	if !linalg.Cholesky(g, n) {
		return Indefinite
	}
	return found
}

// entryRounding is the rounding error of an entry of a Gram matrix, as it is worked out and centred, as
// a share of the largest: a few times half the spacing of numbers at 1.
const entryRounding = 4 * 0x1p-52

// NotDefinite is how every method begins to say that a kernel is not positive
// semi-definite on its points.
const NotDefinite = "This kernel is not positive semi-definite on these points"
