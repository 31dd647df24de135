package picture

import (
	"math/rand/v2"
	"testing"
)

// Marks of one call never overlap, no mark is painted before an earlier one that it overlaps, and all are painted.
func TestPiles(t *testing.T) {
	pal, _ := PaletteByName("light")
	rng := rand.New(rand.NewPCG(1, 2))
	for _, spread := range []float64{1, 0.2} {
		m := &Marks{Role: RolePoint}
		for range 120 {
			m.XY = append(m.XY, 0.5+spread*(rng.Float64()-0.5), 0.5+spread*(rng.Float64()-0.5))
		}
		// Not painted: outside the view.
		m.XY = append(m.XY, 99, 99, -99, 0.5)
		p := newPainter(&recorder{}, testView, pal)
		_, p.slots = presentSlots(m)
		level := map[[2]float64]int{}
		calls := 0
		const r, rim = 5, 1
		p.piles(m, Classes, Circle, r, rim, 0, func() {
			calls++
			for i := range len(m.XY) / 2 {
				x, y := testView.PX(m.XY[2*i]), testView.PY(m.XY[2*i+1])
				p.out.Walk(func(s Segment) {
					if s.Op == 'M' && s.XY[0] == x+r && s.XY[1] == y {
						level[[2]float64{x, y}] = calls
					}
				})
			}
		}, nil)
		if len(level) != 120 || calls < 2 || calls > highest {
			t.Fatalf("%d marks in %d calls", len(level), calls)
		}
		for i := range 120 {
			x, y := testView.PX(m.XY[2*i]), testView.PY(m.XY[2*i+1])
			for j := range i {
				u, v := testView.PX(m.XY[2*j]), testView.PY(m.XY[2*j+1])
				a, b := level[[2]float64{u, v}], level[[2]float64{x, y}]
				if (x-u)*(x-u)+(y-v)*(y-v) < 4*(r+rim)*(r+rim) && (a > b || a == b && b < highest) {
					t.Errorf("mark %d is painted in call %d, and %d, which it covers, in %d", i, b, j, a)
				}
			}
		}
	}
}
