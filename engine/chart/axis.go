package chart

import "math"

// Axis determines the range of an axis: it covers the values of the items and those of See or, with Only, just those of
// See.
type Axis struct {
	See  []float64
	Only bool
	// Below and Above are margins beyond the values, as fractions of their range.
	Below, Above float64
	// Least is the length of the range, from the value upwards, if all values are equal; 0 = a length that depends on the
	// value.
	Least float64
	// Before and After are margins in pixels, for names.
	Before, After float64
}

// From0 returns an axis that includes 0, with margins.
func From0(below, above float64) Axis { return Axis{See: []float64{0}, Below: below, Above: above} }

// Airy returns an axis of the values with equal margins on both sides.
func Airy(air float64) Axis { return Axis{Below: air, Above: air} }

// Exactly returns an axis with a fixed range.
func Exactly(lo, hi float64) Axis { return Axis{See: []float64{lo, hi}, Only: true} }

// Slots returns an axis for items that are numbered from 1 to n.
func Slots(n int) Axis { return Exactly(0.3, float64(n)+0.7) }

// span is the range of an axis while it is being determined.
type span struct {
	Axis
	lo, hi float64
	open   bool // items extend it
}

func newSpan(a Axis) *span {
	s := &span{Axis: a, lo: math.Inf(1), hi: math.Inf(-1), open: true}
	s.hold(a.See...)
	s.open = !a.Only
	return s
}

// hold extends the range to include values that are finite.
func (s *span) hold(values ...float64) {
	if !s.open {
		return
	}
	for _, v := range values {
		if v == v && !math.IsInf(v, 0) {
			s.lo, s.hi = min(s.lo, v), max(s.hi, v)
		}
	}
}

// layout returns the range of an axis of a length in pixels.
func (s *span) layout(pixels float64) (from, to float64) {
	lo, hi := s.lo, s.hi
	switch {
	case lo > hi:
		lo, hi = 0, 1
	case hi > lo:
	case s.Least > 0:
		hi = lo + s.Least
	case lo == 0:
		hi = 1
	default:
		lo, hi = lo-math.Abs(lo), hi+math.Abs(hi)
	}
	free := max(pixels-s.Before-s.After, s.Before+s.After, 1)
	wide := hi - lo
	return lo - s.Below*wide - wide*s.Before/free, hi + s.Above*wide + wide*s.After/free
}

// alike returns the ranges of two axes with a common scale, with their values centered.
func alike(x, y *span, w, h int) (x0, x1, y0, y1 float64) {
	for _, s := range []*span{x, y} {
		if s.lo > s.hi {
			s.lo, s.hi = 0, 0
		}
	}
	edge := max((x.hi-x.lo)*(1+x.Below+x.Above)/float64(w), (y.hi-y.lo)*(1+y.Below+y.Above)/float64(h)) // size of a pixel
	if !(edge > 0) {
		edge = max(math.Abs(x.lo), math.Abs(y.lo), 1e-300) / float64(w)
	}
	mx, my := x.lo/2+x.hi/2, y.lo/2+y.hi/2
	dx, dy := edge*float64(w)/2, edge*float64(h)/2
	return mx - dx, mx + dx, my - dy, my + dy
}
