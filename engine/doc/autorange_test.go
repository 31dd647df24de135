package doc

import (
	"math"
	"testing"
)

func TestAutoRange(t *testing.T) {
	unit := [2]float64{0, 1}
	for _, c := range []struct {
		name  string
		pts   []Point
		plane bool
		x, y  [2]float64
	}{
		{"none", nil, true, unit, unit},
		{"none, line", nil, false, unit, [2]float64{-2.5, 2.5}},
		{"on the border", []Point{{0, 0, 0}, {1, 1, 1}}, true, [2]float64{-0.08, 1.08}, [2]float64{-0.08, 1.08}},
		{"one in the unit square", []Point{{0.9, 0.2, 0}}, true, unit, unit},
		{"one elsewhere", []Point{{10, -3, 0}}, true, [2]float64{7.5, 12.5}, [2]float64{-5.5, -0.5}},
		{"one far away", []Point{{1000, 0, 0}}, true, [2]float64{750, 1250}, [2]float64{-250, 250}},
		{"fill the unit square", []Point{{0.1, 0.3, 0}, {0.9, 0.5, 1}}, true, unit, unit},
		{"one corner only", []Point{{0, 0, 0}, {0.1, 0.1, 1}}, true, [2]float64{-0.008, 0.108}, [2]float64{-0.008, 0.108}},
		{"plane: same margin", []Point{{0, 0, 0}, {10, 5, 0}}, true, [2]float64{-0.8, 10.8}, [2]float64{-0.8, 5.8}},
		{"line: margins of their own", []Point{{0, 0, 0}, {10, 500, 0}}, false, [2]float64{-0.8, 10.8}, [2]float64{-40, 540}},
		{"plane: horizontal", []Point{{0, 7, 0}, {8, 7, 0}}, true, [2]float64{-0.64, 8.64}, [2]float64{5.36, 8.64}},
		{"line: constant", []Point{{0, 7, 0}, {8, 7, 0}}, false, [2]float64{-0.64, 8.64}, [2]float64{5.25, 8.75}},
		{"line: abscissas in the unit interval", []Point{{0.05, -1, 0}, {0.95, 1, 0}}, false, unit, [2]float64{-1.16, 1.16}},
		{"not finite", []Point{{math.NaN(), 1, 0}, {0.5, 0.5, 0}, {math.Inf(1), 2, 0}}, true, unit, unit},
	} {
		x, y := AutoRange(c.pts, c.plane)
		for i := range 2 {
			if math.Abs(x[i]-c.x[i]) > 1e-12*math.Abs(c.x[i]) || math.Abs(y[i]-c.y[i]) > 1e-12*math.Abs(c.y[i]) {
				t.Errorf("%s: got %v x %v, want %v x %v", c.name, x, y, c.x, c.y)
				break
			}
		}
	}
}

// Whatever the points, the range is valid as a view.
func TestAutoRangeSound(t *testing.T) {
	vals := []float64{0, 1, -1, 1e-300, -1e-300, 1e-9, 0.5, 0.5000000001, 1e12, -1e12, 999999999999.9999, 3e5, 1e12 + 1e-3,
		0.001, 2e-100, 5e-324, math.MaxFloat64, math.Inf(-1), math.NaN()}
	for _, a := range vals {
		for _, b := range vals {
			for _, pts := range [][]Point{{{a, b, 0}, {b, b, 0}, {b, a, 0}}, {{a, b, 0}, {a, 0.25, 0}},
				{{a, 1e12, 0}, {b, 1e12, 0}}} {
				for _, plane := range []bool{true, false} {
					x, y := AutoRange(pts, plane)
					d := Document{Method: "knn", View: View{X: x, Y: y}}
					if err := d.Validate(); err != nil || !d.View.HasRange() {
						t.Errorf("%v, plane %v: %v x %v: %v", pts, plane, x, y, err)
					}
					for _, p := range pts {
						if inRange(p.X) && inRange(p.Y) && !(p.X >= x[0] && p.X <= x[1] && p.Y >= y[0] && p.Y <= y[1]) {
							t.Errorf("%v, plane %v: %v outside of %v x %v", pts, plane, p, x, y)
						}
					}
				}
			}
		}
	}
}
