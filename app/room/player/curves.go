package player

import (
	"math"
	"sort"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Before is the index of the last of the ascending steps that is not after k, -1
// when there is none.
func Before(at []float64, k int) int { return sort.SearchFloat64s(at, float64(k)+0.5) - 1 }

// Thumb is half the width of the slider's handle: its middle goes from Thumb to
// the width less Thumb, and so do the curves.
const Thumb = 8

// Roles give each series a look that tells them apart without colour, too.
var Roles = [...]picture.Role{picture.RoleMean, picture.RoleTrack, picture.RoleMargin, picture.RoleGuide}

// Curves draws series over the steps 0..steps, each on a scale of its own or on that
// of the one before (Same), what lies ahead of step k paler.
func Curves(trace []wire.Series, k, steps, w, h int) *picture.Picture {
	dx := float64(max(steps, 1)) / float64(max(w-2*Thumb, 1))
	p := &picture.Picture{View: picture.Viewport{X0: -Thumb * dx, X1: float64(max(steps, 1)) + Thumb*dx, Y0: 0, Y1: float64(h), W: w, H: h, Scale: 1}}
	p.Add(&picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, XY: []float64{float64(k), 0, float64(k), float64(h)}})
	const room = 5 // px above and below
	for i := range trace {
		s := &trace[i]
		if i == len(Roles) {
			break
		}
		scale, lo, hi := axisOf(sharing(trace, i))
		y := func(v float64) float64 {
			t := 0.5
			if lo < hi {
				t = (scale(v) - lo) / (hi - lo)
			}
			return room + t*(float64(h)-2*room)
		}
		all := &picture.Path{Role: Roles[i], Class: picture.NoClass, Weight: 0.3}
		done := &picture.Path{Role: Roles[i], Class: picture.NoClass}
		for j, v := range s.Values {
			if t := scale(v); math.IsNaN(t) || math.IsInf(t, 0) {
				continue // a logarithm of 0
			}
			all.XY = append(all.XY, s.At[j], y(v))
			if s.At[j] <= float64(k) {
				done.XY = append(done.XY, s.At[j], y(v))
			}
		}
		p.Add(all, done)
		if n := len(done.XY); n > 0 {
			p.Add(&picture.Marks{Role: picture.RoleTrack, XY: done.XY[n-2:]})
		}
	}
	return p
}

// sharing are the series on the scale of series i.
func sharing(trace []wire.Series, i int) []wire.Series {
	for i > 0 && trace[i].Same {
		i--
	}
	end := i + 1
	for end < len(trace) && trace[end].Same {
		end++
	}
	return trace[i:end]
}

// Key is what series i is called beside its curve, in lower case.
func Key(trace []wire.Series, i int) string {
	if isLog(&sharing(trace, i)[0]) {
		return trace[i].Name + " (log)"
	}
	return trace[i].Name
}

// isLog tells whether a series is drawn on a logarithmic axis: one that says so,
// or one that grows beyond all bounds.
func isLog(s *wire.Series) bool {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range s.Values {
		if v > 0 || !s.Log {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo > 0 && (s.Log && hi > 0 || hi > 1e4*lo)
}

// axisOf returns the scale of series that share it, and its ends.
func axisOf(all []wire.Series) (scale func(float64) float64, lo, hi float64) {
	scale = func(v float64) float64 { return v }
	log := isLog(&all[0])
	if log {
		scale = math.Log10
	}
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, s := range all {
		for _, v := range s.Values {
			if t := scale(v); !math.IsNaN(t) && !math.IsInf(t, 0) {
				lo, hi = min(lo, t), max(hi, t)
			}
		}
	}
	if !log && lo > 0 && lo < hi/2 {
		lo = 0
	}
	return scale, lo, hi
}
