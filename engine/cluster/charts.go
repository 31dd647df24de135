package cluster

import (
	"sync"

	"pointscape/engine/chart"
	"pointscape/engine/picture"
)

// scan are two numbers for each of 1, 2, … groups, worked out when a panel asks for them;
// NaN where there is none.
type scan struct {
	mu   sync.Mutex
	a, b []float64
}

// of are the numbers of k groups, as far as they are known.
func (s *scan) of(k int) (a, b float64, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k > len(s.a) {
		return 0, 0, false
	}
	return s.a[k-1], s.b[k-1], true
}

// countKey is that of a number of groups in the panels of scans.
func countKey(k int) string { return countKind.Key(k) }

var countKind = picture.KeyKind{Begins: "n"}

// mostCounts is the largest number of groups in such a panel, where there are k groups of n rows.
func mostCounts(k, n int) int { return min(max(10, k), max(n, k)) }

// countCurve is a curve over the numbers of groups.
type countCurve struct {
	says   string
	class  int // among the things
	values []float64
}

// countChart has curves over the numbers of groups, which are called what, with the present one. A
// point of a curve has the key of its number.
func countChart(what string, now int, y chart.Axis, curves ...countCurve) *chart.Chart {
	c := &chart.Chart{Y: y}
	c.Add(chart.Upright(chart.As(picture.RoleCursor, "number of "+what+" now"), float64(now)))
	for _, of := range curves {
		keys := make([]string, len(of.values))
		for k := range keys {
			keys[k] = countKey(k + 1)
		}
		c.X = chart.Exactly(0.5, float64(len(keys))+0.5)
		c.Add(chart.Curve{Look: chart.Of(picture.RoleTrack, of.class, of.says), From: 1, Y: of.values, Keys: keys})
	}
	return c
}

// bestCount is the place of the best of a curve over the numbers of groups; nothing where there is none.
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
