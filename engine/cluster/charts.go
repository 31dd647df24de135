package cluster

import (
	"math"
	"strconv"
	"sync"

	"pointscape/engine/picture"
)

// chartView is the view of a chart whose curves lie within some values, with some air.
func chartView(x0, x1, lo, hi float64, w, h int) picture.Viewport {
	pad := 0.08 * (hi - lo)
	if !(pad > 0) {
		pad = 1 + math.Abs(hi)
	}
	side := 0.03 * (x1 - x0)
	return picture.Viewport{X0: x0 - side, X1: x1 + side, Y0: lo - pad, Y1: hi + pad, W: w, H: h, Scale: 1}
}

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
func countKey(k int) string { return "n" + strconv.Itoa(k) }

// mostCounts is the largest number of groups in such a panel, where there are k groups of n rows.
func mostCounts(k, n int) int { return min(max(10, k), max(n, k)) }

// countCurve is a curve over the numbers of groups.
type countCurve struct {
	says   string
	class  int // among the things
	values []float64
}

// countChart draws curves over the numbers of groups, which are called what, with the present
// one; from is a value that is to be seen, too, NaN for none. A point of a curve has the key of
// its number.
func countChart(what string, now int, from float64, curves []countCurve, w, h int) *picture.Picture {
	lo, hi, most := math.Inf(1), math.Inf(-1), 0
	if from == from {
		lo, hi = from, from
	}
	for _, c := range curves {
		most = max(most, len(c.values))
		for _, y := range c.values {
			if y == y {
				lo, hi = min(lo, y), max(hi, y)
			}
		}
	}
	if lo > hi {
		lo, hi = 0, 1
	}
	v := chartView(0.5, float64(most)+0.5, lo, hi, w, h)
	v.X0, v.X1 = 0.5, float64(most)+0.5
	p := &picture.Picture{View: v}
	p.Add(&picture.Path{Role: picture.RoleCursor, Class: picture.NoClass, XY: []float64{float64(now), v.Y0, float64(now), v.Y1}, Says: "number of " + what + " now"})
	for _, c := range curves {
		line := &picture.Path{Role: picture.RoleTrack, Class: c.class, Says: c.says}
		dots := &picture.Marks{Role: picture.RoleTrack, Says: c.says}
		open := false
		for k, y := range c.values {
			if y != y {
				open = false
				continue
			}
			x := float64(k + 1)
			if open {
				line.XY = append(line.XY, x, y)
			} else {
				line.AddLine(x, y)
			}
			open = true
			dots.XY, dots.Class, dots.Keys = append(dots.XY, x, y), append(dots.Class, c.class), append(dots.Keys, countKey(k+1))
		}
		if len(line.XY) > 2 {
			p.Add(line)
		}
		p.Add(dots)
	}
	return p
}

// markCount marks the best of a curve over the numbers of groups, from 0; none below.
func markCount(p *picture.Picture, best int, values []float64, says string) {
	if best >= 0 {
		p.Add(&picture.Marks{Role: picture.RoleOptimum, XY: []float64{float64(best + 1), values[best]}, Says: says})
	}
}
