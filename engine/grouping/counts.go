package grouping

import (
	"sync"

	"pointscape/engine/chart"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Scan caches two numbers for each number of groups 1, 2, …, computed when a panel asks for them; NaN if a number is
// undefined.
type Scan struct {
	mu   sync.Mutex
	a, b []float64
}

// Of returns the numbers for k groups; ok is false if they have not been computed.
func (s *Scan) Of(k int) (a, b float64, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k > len(s.a) {
		return 0, 0, false
	}
	return s.a[k-1], s.b[k-1], true
}

// Fill returns both numbers for 1 to most groups. compute adds those that are missing, in order; known is how many are
// not. What it added before an error is kept.
func (s *Scan) Fill(most int, compute func(known int, add func(a, b float64)) error) (a, b []float64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.a) < most {
		add := func(a, b float64) { s.a, s.b = append(s.a, a), append(s.b, b) }
		if err := compute(len(s.a), add); err != nil {
			return nil, nil, err
		}
	}
	return s.a[:most:most], s.b[:most:most], nil
}

// CountKind is the kind of keys of numbers of groups in the panels over them.
var CountKind = picture.KeyKind{Begins: "n"}

// MostCounts returns the largest number of groups in a panel over the number of groups, for a fit of k groups to n
// rows.
func MostCounts(k, n int) int { return min(max(10, k), max(n, k)) }

// CountCurve is a curve over the number of groups.
type CountCurve struct {
	Says   string
	Class  int       // index of the series, for its colour
	Values []float64 // for 1, 2, … groups
}

// CountChart draws curves over the number of groups and marks the present number. what is the plural name of the
// groups. Each point of a curve has the key of its number of groups.
func CountChart(what string, now int, y chart.Axis, curves ...CountCurve) *chart.Chart {
	c := &chart.Chart{Y: y}
	c.Add(chart.Upright(chart.As(picture.RoleCursor, words.Text("number of %s now", what)), float64(now)))
	for _, of := range curves {
		keys := make([]string, len(of.Values))
		for k := range keys {
			keys[k] = CountKind.Key(k + 1)
		}
		c.X = chart.Exactly(0.5, float64(len(keys))+0.5)
		c.Add(chart.Curve{Look: chart.Of(picture.RoleTrack, of.Class, of.Says), From: 1, Y: of.Values, Keys: keys})
	}
	return c
}

// BestCount marks the optimum of a curve over the number of groups: the largest value of sign·y. It returns nil if no
// value is defined.
func BestCount(values []float64, sign float64, says string) chart.Layers {
	best := -1
	for k, y := range values {
		if y == y && (best < 0 || sign*y > sign*values[best]) {
			best = k
		}
	}
	if best < 0 {
		return nil
	}
	return chart.Layers{&picture.Marks{Role: picture.RoleOptimum, XY: []float64{float64(best + 1), values[best]},
		Says: says}}
}
