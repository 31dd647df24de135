package session

import (
	"strconv"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Each row is counted once, in the histogram of its class or group and the bin of its position.
func TestHistograms(t *testing.T) {
	pts := []doc.Point{{X: 0, Y: 0, Z: 0}, {X: 24, Y: 5, Z: 0}, {X: 24, Y: 5, Z: 2}, {X: 23.5, Y: 5, Z: 2},
		{X: 12.2, Y: 5, Z: -1}}
	of := []int{0, 0, 2, 2, -1}
	for _, up := range []bool{false, true} {
		panel := acrossPanel
		if up { // groups with a higher number than any class
			panel, of = upPanel, []int{11, 0, 0, 11, -1}
		}
		p := histograms(binsOf(pts, of, panel), "kind", strconv.Itoa).Picture(method.PanelInfo{}, 100, 60)
		sum := 0.0
		for _, l := range p.Layers {
			path := l.(*picture.Path)
			for i := 2; i+3 < len(path.XY); i += 4 {
				n := path.XY[i+1]
				sum += n
				x := path.XY[i]
				want := 0.0
				for j, q := range pts {
					c, width := q.X, 1.0
					if up {
						c, width = q.Y, 5.0/24
					}
					if of[j] == path.Class && (c >= x-1e-9 && c < x+width-1e-9 || c == 24*width && x > 22.9*width) {
						want++
					}
				}
				if n != want {
					t.Errorf("up %v: class %d has %g rows from %g on, want %g", up, path.Class, n, x, want)
				}
			}
		}
		if len(p.Layers) != 3 || sum != 5 {
			t.Errorf("up %v: %d classes, %g rows", up, len(p.Layers), sum)
		}
	}
}
