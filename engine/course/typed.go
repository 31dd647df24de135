package course

import (
	"math"
	"strconv"
	"strings"
)

// Typed parses a number as users type it: with a decimal comma or point, as a fraction, or with a percent sign. share
// reports whether it has a percent sign, which x ignores: then the right answer may be x or x/100.
func Typed(text string) (x float64, share, ok bool) {
	text = strings.NewReplacer(",", ".", "−", "-", " ", "", "\u00a0", "", "\u202f", "").Replace(text)
	text, share = strings.CutSuffix(text, "%")
	above, below, fraction := strings.Cut(text, "/")
	x, err := strconv.ParseFloat(above, 64)
	if fraction && err == nil {
		var y float64
		y, err = strconv.ParseFloat(below, 64)
		x /= y
	}
	return x, share, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

// Near reports whether a typed number x is within the tolerance of the right one. With share, the result of Typed,
// x/100 may also be.
func (s *Step) Near(x float64, share bool, right float64) bool {
	within := s.Within + 1e-9*math.Abs(right)
	return math.Abs(x-right) <= within || share && math.Abs(x/100-right) <= within
}
