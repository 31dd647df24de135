package session

import (
	"math"
	"math/rand/v2"
	"testing"

	"pointscape/engine/method"
)

// parting.side, which skips stretches of the line, gives the same side as testing all segments: for open and closed
// lines, and for positions among the points, far from them, and on the line.
func TestSidesByBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	sides := [2]int{}
	for trial := range 200 {
		p := &method.Problem{N: 3, D: 2, Class: []int{0, 1, 0}, ClassIDs: []int{0, 1}, Task: method.Classify}
		scale := math.Pow(10, float64(r.IntN(9)-4))
		for range 2 * p.N {
			p.X = append(p.X, scale*r.Float64())
		}
		var line [][2]float64
		at, n := [2]float64{scale * r.Float64(), scale * r.Float64()}, 2+r.IntN(120)
		for k := range n {
			line = append(line, at)
			at[0], at[1] = at[0]+0.1*scale*r.NormFloat64(), at[1]+0.1*scale*r.NormFloat64()
			if trial%3 == 0 { // a closed one
				a := 2 * math.Pi * float64(k+1) / float64(n)
				at = [2]float64{scale * (0.5 + 0.3*math.Cos(a)*(1+0.3*r.Float64())), scale * (0.5 + 0.3*math.Sin(a))}
			}
		}
		parted := newParting(p, line)
		for k := range 200 {
			a, b := [2]float64{scale * (3*r.Float64() - 1), scale * (3*r.Float64() - 1)}, parted.away
			if k < len(line) {
				a = line[k]
			}
			crossed := 0
			for i := 1; i < len(parted.line); i++ {
				u, v := parted.line[i-1], parted.line[i]
				if (turns(a, b, u) > 0) != (turns(a, b, v) > 0) && (turns(u, v, a) > 0) != (turns(u, v, b) > 0) {
					crossed++
				}
			}
			got := parted.side(a[0], a[1])
			if got != crossed%2 {
				t.Fatalf("trial %d, %d places: %v lies on side %d, and the way from it crosses %d pieces", trial, n, a, got,
					crossed)
			}
			sides[got]++
		}
	}
	if sides[0] < 1000 || sides[1] < 1000 {
		t.Errorf("places lie on the sides %v", sides)
	}
}
