// Package kdtree finds the nearest of a set of points: exactly, in any dimension, for several metrics. Equally near
// points are ordered by index.
package kdtree

import "math"

// Kind is how coordinate differences are combined into a key. Keys order points as distances do but are cheaper:
// squared distances for Euclidean, sums of powers for Minkowski.
type Kind uint8

const (
	Euclidean Kind = iota // sum of squares
	Manhattan             // sum of absolute values
	Chebyshev             // largest absolute value
	Minkowski             // sum of P-th powers of absolute values
	Hypot                 // distance in the plane by math.Hypot, whose squares neither overflow nor underflow
)

// Metric is a kind with its exponent. The zero value is the Euclidean metric.
type Metric struct {
	Kind  Kind
	P     float64 // exponent of Minkowski
	Whole int     // P if it is a small integer, otherwise 0
}

// NewMinkowski returns the Minkowski metric with exponent p.
func NewMinkowski(p float64) Metric {
	m := Metric{Kind: Minkowski, P: p}
	if p == math.Trunc(p) && p <= 32 {
		m.Whole = int(p)
	}
	return m
}

// Between returns the key of the distance between two positions. Every product is rounded separately.
func (m *Metric) Between(q, z []float64) float64 {
	z = z[:len(q)]
	k := 0.0
	switch m.Kind {
	case Euclidean:
		for j, c := range z {
			t := q[j] - c
			k += float64(t * t)
		}
	case Manhattan:
		for j, c := range z {
			k += math.Abs(q[j] - c)
		}
	case Chebyshev:
		for j, c := range z {
			k = max(k, math.Abs(q[j]-c))
		}
	case Hypot:
		return math.Hypot(q[0]-z[0], q[1]-z[1])
	default:
		for j, c := range z {
			k += m.Power(q[j] - c)
		}
	}
	return k
}

// Term returns the key of a difference t along one axis.
func (m *Metric) Term(t float64) float64 {
	switch m.Kind {
	case Euclidean:
		return t * t
	case Minkowski:
		return m.Power(t)
	}
	return math.Abs(t)
}

// Power returns |t|^P.
func (m *Metric) Power(t float64) float64 {
	t = math.Abs(t)
	if m.Whole == 0 {
		return math.Pow(t, m.P)
	}
	r := 1.0
	for e := m.Whole; ; {
		if e&1 != 0 {
			r = float64(r * t)
		}
		if e >>= 1; e == 0 {
			return r
		}
		t = float64(t * t)
	}
}

// Length converts a key to a length.
func (m *Metric) Length(key float64) float64 {
	switch m.Kind {
	case Euclidean:
		return math.Sqrt(key)
	case Minkowski:
		return math.Pow(key, 1/m.P)
	}
	return key
}

// KeyOf is the inverse of Length.
func (m *Metric) KeyOf(length float64) float64 { return m.Term(length) }
