package picture

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The ends lie on the line and on the edge of the view whenever the line separates its corners.
func TestLineIn(t *testing.T) {
	v := Viewport{X0: -1, X1: 3, Y0: 0, Y1: 2, W: 4, H: 2}
	rng := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		w := []float64{rng.NormFloat64(), rng.NormFloat64()}
		switch rng.IntN(10) {
		case 0:
			w[0] = 0
		case 1:
			w[1] = 0
		}
		b := 2 * rng.NormFloat64()
		line := LineIn(w[0], w[1], b, v)
		signs := [2]bool{}
		for _, x := range []float64{v.X0, v.X1} {
			for _, y := range []float64{v.Y0, v.Y1} {
				if w[0]*x+w[1]*y+b > 0 {
					signs[1] = true
				} else {
					signs[0] = true
				}
			}
		}
		if crosses := signs[0] && signs[1]; crosses != (line != nil) {
			t.Fatalf("w %v b %v: got %v", w, b, line)
		}
		for i := 0; i < len(line); i += 2 {
			x, y := line[i], line[i+1]
			onBorder := math.Abs(x-v.X0) < 1e-9 || math.Abs(x-v.X1) < 1e-9 || math.Abs(y-v.Y0) < 1e-9 || math.Abs(y-v.Y1) < 1e-9
			if math.Abs(w[0]*x+w[1]*y+b) > 1e-9 || !onBorder || x < v.X0-1e-9 || x > v.X1+1e-9 || y < v.Y0-1e-9 || y > v.Y1+
				1e-9 {
				t.Fatalf("w %v b %v: end %v %v", w, b, x, y)
			}
		}
	}
	nan, inf := math.NaN(), math.Inf(1)
	for _, l := range [][3]float64{{0, 0, 1}, {nan, 1, 0}, {1, inf, 0}, {1e200, 1, 0}, {1, 1, nan}, {1, 0, inf}} {
		if xy := LineIn(l[0], l[1], l[2], v); xy != nil {
			t.Errorf("%v is no line, and has the ends %v", l, xy)
		}
	}
}
