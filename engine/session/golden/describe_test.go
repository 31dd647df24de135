package golden

import (
	"strings"
	"testing"

	"pointscape/engine/picture"
)

// Totals count what is left out, and closed lines always begin at the same point.
func TestThinning(t *testing.T) {
	v := picture.Viewport{X1: 100, Y1: 100, W: 100, H: 100, Scale: 1}
	circle := func(from int) *picture.Path {
		p := &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass}
		for i := range 41 {
			q := [][2]float64{{10, 0}, {0, 10}, {-10, 0}, {0, -10}, {10, 0}}
			k, t := (from+i)%40/10, float64((from+i)%10)/10
			p.XY = append(p.XY, 50+q[k][0]*(1-t)+q[k+1][0]*t, 50+q[k][1]*(1-t)+q[k+1][1]*t)
		}
		return p
	}
	write := func(l picture.Layer) string {
		var w Writer
		w.Layers(v, []picture.Layer{l})
		return strings.Join(w.Lines(), "\n")
	}
	if a, b := write(circle(0)), write(circle(17)); a != b || !strings.HasPrefix(a, "layer path boundary, 56.6 long, "+
		"about 50.0,50.0\n    40.0,50.0 ") {
		t.Errorf("a circle, and the same from another point on:\n%s\n%s", a, b)
	}
	marks := &picture.Marks{Role: picture.RoleSupport}
	for i := range 100 {
		marks.XY = append(marks.XY, float64(i), 50)
		marks.Class = append(marks.Class, i/90)
	}
	before := write(marks)
	if n := strings.Count(before, "\n"); n != 3 || !strings.HasPrefix(before, "layer marks support: 100, 90 of class "+
		"0, 10 of class 1, about 49.5,50.0\n") {
		t.Errorf("marks:\n%s", before)
	}
	marks.Class[55] = 1 // not one of the listed marks
	if after := write(marks); after == before {
		t.Error("a mark of another class is not noticed")
	}
}
