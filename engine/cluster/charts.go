package cluster

import (
	"sync"

	"pointscape/engine/chart"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// scan caches two numbers for each number of groups 1, 2, …, computed when a panel asks for them; NaN if a number is
// undefined.
type scan struct {
	mu   sync.Mutex
	a, b []float64
}

// of returns the numbers for k groups; ok is false if they have not been computed.
func (s *scan) of(k int) (a, b float64, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k > len(s.a) {
		return 0, 0, false
	}
	return s.a[k-1], s.b[k-1], true
}

// countKind is the kind of keys of numbers of groups in the panels over them.
var countKind = picture.KeyKind{Begins: "n"}

// mostCounts returns the largest number of groups in a panel over the number of groups, for a fit of k groups to n
// rows.
func mostCounts(k, n int) int { return min(max(10, k), max(n, k)) }

// countCurve is a curve over the number of groups.
type countCurve struct {
	says   string
	class  int // index of the series, for its colour
	values []float64
}

// countChart draws curves over the number of groups and marks the present number. what is the plural name of the
// groups. Each point of a curve has the key of its number of groups.
func countChart(what string, now int, y chart.Axis, curves ...countCurve) *chart.Chart {
	c := &chart.Chart{Y: y}
	c.Add(chart.Upright(chart.As(picture.RoleCursor, words.Text("number of %s now", what)), float64(now)))
	for _, of := range curves {
		keys := make([]string, len(of.values))
		for k := range keys {
			keys[k] = countKind.Key(k + 1)
		}
		c.X = chart.Exactly(0.5, float64(len(keys))+0.5)
		c.Add(chart.Curve{Look: chart.Of(picture.RoleTrack, of.class, of.says), From: 1, Y: of.values, Keys: keys})
	}
	return c
}

// bestCount marks the optimum of a curve over the number of groups: the largest value of sign·y. It returns nil if no
// value is defined.
func bestCount(values []float64, sign float64, says string) chart.Layers {
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
