package session_test

import (
	"fmt"
	"math"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// FuzzView checks views and axes: a valid view, and a range computed for two arbitrary points, has distinct pixels, and
// a few ticks in order.
func FuzzView(f *testing.F) {
	for _, c := range [][4]float64{
		{0, 1, 0, 1}, {0.5, 0.5000000000000001, 0, 1}, {0, 1, 1e12, 1e12 + 0.001}, {-1e12, -1e12 + 1000, 5, 6},
		{-1e15, 1e15, 0, 1e-100},
		{0, 5e-324, 0, 1}, {1e12, 1e12, 0, 0.001}, {0.5, 0.500000001, -1e12, 1e12}, {-1e-9, 1e-9, 1e5, 100000.001},
		{1e300, 1e308, 0, 1},
		{9007199254740993, 9007199254740994, 0, 1}, {-3e-100, -1e-100, 0, 1}, {math.NaN(), 1, 0, math.Inf(1)},
	} {
		f.Add(c[0], c[1], c[2], c[3], uint16(800), uint16(600), true)
		f.Add(c[0], c[1], c[2], c[3], uint16(8192), uint16(16), false)
	}
	f.Fuzz(func(t *testing.T, x0, x1, y0, y1 float64, w, h uint16, plane bool) {
		task := method.Regress
		if plane {
			task = method.Classify
		}
		look := func(what string, d doc.Document) {
			v := session.Viewport(d, task, 1+int(w)%8192, 1+int(h)%8192, 2)
			for i := range 2 * v.W {
				if px := float64(i) / 2; !(v.DX(px) < v.DX(px+0.5)) {
					t.Fatalf("%s: %+v: pixels %g and %g show the same x", what, v, px, px+0.5)
				}
			}
			for i := range 2 * v.H {
				if px := float64(i) / 2; !(v.DY(px) > v.DY(px+0.5)) {
					t.Fatalf("%s: %+v: pixels %g and %g show the same y", what, v, px, px+0.5)
				}
			}
			labels := map[string]bool{}
			under, _, around := picture.Axes(v, picture.Gutter(v.W, 10.5, picture.AxisOptions{}), picture.AxisOptions{})
			for _, l := range under {
				switch l := l.(type) {
				case *picture.Path:
					if n := len(l.XY); n > 4*2*20 {
						t.Fatalf("%s: %+v: %d coordinates of %s", what, v, n, l.Role)
					}
				}
			}
			for _, l := range around {
				if key := fmt.Sprint(v.PY(l.Y) > float64(v.H), l.Text); labels[key] {
					t.Fatalf("%s: %+v: two ticks are named %q", what, v, l.Text)
				} else {
					labels[key] = true
				}
			}
		}
		text := fmt.Sprintf(`{"method":"knn","view":{"x":[%g,%g],"y":[%g,%g]}}`, x0, x1, y0, y1)
		if d, err := doc.Decode([]byte(text)); err == nil {
			look(text, d)
		}
		pts := fmt.Sprintf(`{"method":"knn","points":[[%g,%g],[%g,%g]]}`, x0, y0, x1, y1)
		if d, err := doc.Decode([]byte(pts)); err == nil {
			look(pts, d)
		}
	})
}
