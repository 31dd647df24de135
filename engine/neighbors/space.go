// Package neighbors implements nearest-neighbour methods and the search that they share: exact, for several metrics,
// in any dimension, with ties by index.
package neighbors

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"pointscape/engine/kdtree"
	"pointscape/engine/method"
)

// Space is a set of points with a metric. Points and queries are mapped to coordinates in which the metric is one of
// package kdtree's; mahalanobis is euclidean after whitening.
type Space struct {
	kdtree.Points         // in mapped coordinates
	scale         float64 // minkowski: power of two that keeps powers within range
	// shift + c − shift rounds a coordinate c of the Manhattan metric to a multiple of a power of two; 0 = not used.
	// Sums of rounded differences are exact. Without that, rounding errors would decide which of two points is nearer
	// where their distances are equal, which can be in a whole region.
	shift float64
	mean  []float64
	white []float64 // lower triangular, row by row: z = white (x − mean); nil when not used
	// full has d rows, one for each mapped coordinate, of any length: z = full (x − mean); nil when not used.
	full []float64
}

// NewSpace returns a space of n points with d coordinates, row by row in x, which it may keep. metric is euclidean,
// manhattan, chebyshev, minkowski (with p >= 1), or mahalanobis (with the inverse of the sample covariance, divisor
// n−1). The error is a *method.Need if the covariance is singular.
func NewSpace(metric string, p float64, x []float64, n, d int) (*Space, error) {
	s := &Space{Points: kdtree.Points{N: n, D: d, Z: x}, scale: 1}
	switch metric {
	case "manhattan":
		s.exactSums(x)
	case "chebyshev":
		s.Kind = kdtree.Chebyshev
	case "minkowski":
		switch p {
		case 1:
			s.exactSums(x)
		case 2:
		default:
			s.Metric = kdtree.NewMinkowski(p)
			if most := largest(x); most > 0 {
				_, e := math.Frexp(most)
				s.scale = math.Ldexp(1, min(-e, 1000)) // the power for the tiniest numbers, 2^1074, would overflow
			}
		}
	case "mahalanobis":
		if err := s.whiten(x); err != nil {
			return nil, err
		}
	}
	if s.scale != 1 || s.shift != 0 || s.white != nil {
		s.mapAll(x)
	}
	return s, nil
}

// largest returns the largest absolute value in x.
func largest(x []float64) (most float64) {
	for _, c := range x {
		most = max(most, math.Abs(c))
	}
	return most
}

// coordinateBits is the number of bits of rounded coordinates in the Manhattan metric: differences and sums of 2^8 of
// them fit into the 53 bits of a float64.
const coordinateBits = 44

// exactSums selects the Manhattan metric with rounded coordinates.
func (s *Space) exactSums(x []float64) {
	s.Kind = kdtree.Manhattan
	if most := largest(x); most > 0 {
		_, e := math.Frexp(most)
		s.shift = math.Ldexp(1.5, 52+e-coordinateBits)
	}
	if s.shift < minNormal || math.IsInf(s.shift, 0) {
		s.shift = 0
	}
}

// minNormal is the smallest positive normal number.
const minNormal = 0x1p-1022

// coordinate maps a coordinate if the axes are mapped independently.
func (s *Space) coordinate(c float64) float64 {
	c = float64(c * s.scale)
	return float64(c+s.shift) - s.shift
}

// newWeightedSpace returns a Euclidean space with a weight for each coordinate: √(Σ w[j](x[j] − z[j])²).
func newWeightedSpace(w, x []float64, n, d int) *Space {
	s := &Space{Points: kdtree.Points{N: n, D: d}, scale: 1, mean: make([]float64, d), white: make([]float64, d*d)}
	for j := range d {
		s.white[j*d+j] = math.Sqrt(w[j])
	}
	s.mapAll(x)
	return s
}

// newLinearSpace returns a space of n points with d coordinates in which the distance of x and z is ‖a(x − z)‖, where a
// has q rows. For d = 2 it maps to two coordinates, whatever q, as aᵀa is then that of a lower triangular 2×2 matrix.
func newLinearSpace(a []float64, q int, mean, x []float64, n, d int) *Space {
	s := &Space{Points: kdtree.Points{N: n, D: q}, scale: 1, mean: mean}
	if d != 2 {
		s.full = a
	} else {
		s.D, s.white = 2, lower(a, q)
	}
	s.mapAll(x)
	return s
}

// lower returns the lower triangular 2×2 matrix w with wᵀw = aᵀa, where a has q rows of two numbers. A diagonal entry
// is 0 if a has rank 1.
func lower(a []float64, q int) []float64 {
	var first, second, both float64
	for r := range q {
		first, second = math.Hypot(first, a[2*r]), math.Hypot(second, a[2*r+1])
		both += a[2*r] * a[2*r+1]
	}
	if !(second > 0) {
		return []float64{first, 0, 0, 0}
	}
	area := 0.0 // √det aᵀa, from the minors of a
	for r := range q {
		for t := range r {
			area = math.Hypot(area, a[2*r]*a[2*t+1]-a[2*r+1]*a[2*t])
		}
	}
	return []float64{area / second, 0, both / second, second}
}

func (s *Space) mapAll(x []float64) {
	s.Z = make([]float64, s.N*s.D)
	for i, d := 0, len(x)/max(s.N, 1); i < s.N; i++ {
		s.Map(x[i*d:(i+1)*d], s.Z[i*s.D:(i+1)*s.D])
	}
}

// singular is the least share of a coordinate's variance that the previous coordinates must leave unexplained, and
// spread the least ratio of a coordinate's standard deviation to its size. Below them, rounding errors dominate the
// covariance.
const (
	singular = 1e-12
	spread   = 1e-13
)

// whiten sets the mean, and the inverse of the Cholesky factor of the sample covariance.
func (s *Space) whiten(x []float64) error {
	n, d := s.N, s.D
	if n < 2 {
		return &method.Need{Sentence: "Add points: the Mahalanobis distance needs the covariance of at least two."}
	}
	s.mean = make([]float64, d)
	l, most := make([]float64, d*d), make([]float64, d)
	for j := range d {
		column := make([]float64, n)
		for i := range column {
			column[i] = x[i*d+j]
			most[j] = max(most[j], math.Abs(column[i]))
		}
		s.mean[j] = stat.Mean(column, nil)
	}
	var cov mat.SymDense
	stat.CovarianceMatrix(&cov, mat.NewDense(n, d, x), nil)
	for a := range d {
		for b := range a + 1 {
			l[a*d+b] = cov.At(a, b)
		}
	}
	for a := range d {
		whole := l[a*d+a]
		for b := range a + 1 {
			sum := l[a*d+b]
			for c := range b {
				sum -= l[a*d+c] * l[b*d+c]
			}
			if a != b {
				l[a*d+b] = sum / l[b*d+b]
				continue
			}
			if floor := spread * most[a]; !(sum > singular*whole && sum > floor*floor) {
				return &method.Need{Sentence: "Add points off the line: the Mahalanobis distance needs points that spread in " +
					"every direction, or their covariance has no inverse."}
			}
			l[a*d+a] = math.Sqrt(sum)
		}
	}
	w := make([]float64, d*d)
	for c := range d {
		for a := c; a < d; a++ {
			sum := 0.0
			if a == c {
				sum = 1
			}
			for b := c; b < a; b++ {
				sum -= l[a*d+b] * w[b*d+c]
			}
			w[a*d+c] = sum / l[a*d+a]
		}
	}
	s.white = w
	return nil
}

// Map writes the mapped coordinates of x to z. Every product is rounded separately, so that a raster and a single query
// agree to the bit.
func (s *Space) Map(x, z []float64) {
	if s.full != nil {
		for a := range z {
			sum := 0.0
			for b, w := range s.full[a*len(x) : (a+1)*len(x)] {
				sum += float64(w * (x[b] - s.mean[b]))
			}
			z[a] = sum
		}
		return
	}
	if s.white == nil {
		for j, c := range x {
			z[j] = s.coordinate(c)
		}
		return
	}
	d := s.D
	for a := range d {
		sum := 0.0
		for b := range a + 1 {
			sum += float64(s.white[a*d+b] * (x[b] - s.mean[b]))
		}
		z[a] = sum
	}
}

// Distance converts a key to a distance.
func (s *Space) Distance(key float64) float64 { return s.Length(key) / s.scale }
