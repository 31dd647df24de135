package kernel

import (
	"math"

	"pointscape/engine/linalg"
)

// Soundness tells whether the Gram matrix of a kernel is positive semi-definite on given points.
type Soundness int

// Results of Check.
const (
	Sound      Soundness = iota // positive semi-definite
	Sampled                     // positive semi-definite on some of the points, as there are too many to check all
	Indefinite                  // not positive semi-definite
)

// MaxChecked is the largest number of points for which Check uses the whole Gram matrix. Of more points it uses an
// evenly spaced subset: if its matrix is indefinite, the whole one is, too.
const MaxChecked = 400

// Check reports whether the Gram matrix of k on n points of d coordinates is positive semi-definite up to rounding.
func Check(k Kernel, x []float64, n, d int) Soundness { return check(k, x, n, d, false) }

// CheckCentred is Check for the centred matrix H K H with H = I − 11ᵀ/n, for methods that use only distances, or whose
// coefficients add up to a constant: these also work with a conditionally positive definite kernel. If the centred
// matrix is not positive semi-definite, neither is K.
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
		Center(g, n) // Remove rounding errors from the means.
	}
	size := 0.0
	for _, v := range g {
		v /= largest
		size += v * v
	}
	size = largest * math.Sqrt(size) // Frobenius norm, which bounds each eigenvalue
	// Far from the origin, the centred matrix is small compared with K, whose entries are rounded. The error of an
	// eigenvalue is at most n times that of an entry.
	jitter := 1e-9*size + entryRounding*float64(n)*largest
	for i := range n {
		g[i*n+i] += jitter
	}
	if !linalg.Cholesky(g, n) {
		return Indefinite
	}
	return found
}

// entryRounding is the relative rounding error of an entry of a centred Gram matrix: four times the spacing of float64
// at 1.
const entryRounding = 4 * 0x1p-52

// NotDefinite is the beginning of the sentence in which methods say that a kernel is not positive semi-definite on
// their points.
const NotDefinite = "This kernel is not positive semi-definite on these points"
