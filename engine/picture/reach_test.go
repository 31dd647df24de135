package picture

import (
	"math"
	"testing"
)

// The reach of a data point's shape agrees with its outline.
func TestReachIsThatOfTheOutline(t *testing.T) {
	for s := Circle; s.Filled(); s++ {
		var o Outline
		o.Mark(s, 0, 0, 1)
		round, square := 0.0, 0.0
		o.Walk(func(g Segment) {
			if s == Circle && g.Op != 'M' { // control points of a curve lie outside it
				return
			}
			for i := 0; i+1 < len(g.XY); i += 2 {
				round = max(round, math.Hypot(g.XY[i], g.XY[i+1]))
				square = max(square, math.Abs(g.XY[i]), math.Abs(g.XY[i+1]))
			}
		})
		if a, b := s.reach(Ring), s.reach(Brackets); math.Abs(a-round) > 0.01 || math.Abs(b-square) > 0.01 {
			t.Errorf("shape %d goes %.3f far, %.3f along the axes; %.3f and %.3f are said", s, round, square, a, b)
		}
	}
}
