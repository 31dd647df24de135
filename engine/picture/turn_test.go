package picture_test

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
)

// Rotated points go to the right and up on the screen, and near towards the eye. The axes are distinguishable, and left
// from right.
func TestTurn(t *testing.T) {
	axes := []float64{1, 0, 0, 0, 1, 0, 0, 0, 1, -1, -1, -1} // the centre of the bounding box is the origin
	r := math.Sqrt2 / 2
	for _, x := range []struct {
		turn [2]float64
		want [3][3]float64 // across, up, near of the ends of x, y, z
	}{
		{[2]float64{0, 0}, [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
		{[2]float64{90, 0}, [3][3]float64{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}}, // x comes nearer, z goes left
		{[2]float64{-90, 0}, [3][3]float64{{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}},
		{[2]float64{0, 90}, [3][3]float64{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}}, // from above: y comes nearer
		{[2]float64{45, 0}, [3][3]float64{{r, 0, r}, {0, 1, 0}, {-r, 0, r}}},
		{[2]float64{45, 45}, [3][3]float64{{r, -0.5, 0.5}, {0, r, r}, {-r, -0.5, 0.5}}},
	} {
		picture.Turn(axes, x.turn, func(i int, across, up, near float64) {
			if i == 3 {
				return
			}
			for k, v := range []float64{across, up, near} {
				if math.Abs(v-x.want[i][k]) > 1e-12 {
					t.Errorf("turned by %v axis %d is at %.3f %.3f %.3f, not %v", x.turn, i, across, up, near, x.want[i])
					break
				}
			}
		})
	}
	// The rotation is about the centre of the bounding box, which does not move; lengths are preserved.
	picture.Turn([]float64{10, 20, 30, 14, 20, 30}, [2]float64{33, -21}, func(i int, x, y, z float64) {
		if l := math.Sqrt(x*x + y*y + z*z); math.Abs(l-2) > 1e-12 {
			t.Errorf("point %d is %g away from the middle", i, l)
		}
	})
}

// The numbers of a space's axes are beside the tick marks of their values, and nothing overlaps, under every rotation
// and on small stages, too; rotation does not change the value of a number.
func TestNumbersInSpace(t *testing.T) {
	mid, reach := [3]float64{5, -300, 0.02}, 4.0
	names := []string{"first (cm)", "second", "third"}
	for _, w := range []int{180, 390, 900} {
		v := picture.Viewport{X0: -1.16 * reach, X1: 1.16 * reach, Y0: -1.16 * reach, Y1: 1.16 * reach, W: w, H: w, Scale: 1}
		seen := [3]int{}
		for az := -180.0; az < 180; az += 15 {
			for el := -90.0; el <= 90; el += 15 {
				turn := [2]float64{az, el}
				under, over := picture.SpaceAxes(v, reach, mid, turn, names)
				marks := under[2].(*picture.Path)
				var boxes []picture.Box
				for i, l := range over {
					l := l.(*picture.Label)
					b := l.Box(v.PX(l.X), v.PY(l.Y), picture.LabelSize)
					for k, other := range boxes {
						if b.Meets(other) {
							t.Fatalf("%d px at %v: %q stands on %q", w, turn, l.Text, over[k].(*picture.Label).Text)
						}
					}
					boxes = append(boxes, b)
					if i < 3 {
						if !strings.HasPrefix(l.Text, names[i]) {
							t.Fatalf("name %d is %q", i, l.Text)
						}
						continue
					}
					if b.X0 < 0 || b.Y0 < 0 || b.X1 > float64(w) || b.Y1 > float64(w) {
						t.Errorf("%d px at %v: the number %s is cut", w, turn, l.Text)
					}
					value, err := strconv.ParseFloat(strings.ReplaceAll(l.Text, "−", "-"), 64)
					if err != nil {
						t.Fatal(err)
					}
					// One of the axes has a mark of that value beside it.
					found := false
					for k := range mid {
						var e [3]float64
						e[k] = value - mid[k]
						x, y, _ := picture.TurnOf(turn).Point(e[0], e[1], e[2])
						near := math.Abs(v.PX(x)-v.PX(l.X)) < picture.TextWidth(l.Text, picture.LabelSize)/2+8 &&
							math.Abs(v.PY(y)-v.PY(l.Y)) < 16
						mark := false
						for m := 0; m < len(marks.XY); m += 4 {
							mark = mark || math.Abs(marks.XY[m]-x)+math.Abs(marks.XY[m+1]-y) < 1e-9
						}
						if near && mark && math.Abs(value-mid[k]) <= reach && !found {
							found = true
							seen[k]++
						}
					}
					if !found {
						t.Errorf("%d px at %v: the number %s is beside no mark of its own", w, turn, l.Text)
					}
				}
			}
		}
		for k, n := range seen {
			if n < 24*13 && w > 180 {
				t.Errorf("%d px: axis %d has %d numbers in all turns", w, k, n)
			}
		}
	}
}

// Under any rotation all of a space and its axes are within its range.
func TestSpaceRange(t *testing.T) {
	at := []float64{5, 1, 0, -3, 2, 8, 1, 1, 1, 0, -4, 2}
	x, y := picture.SpaceRange(at)
	v := picture.Viewport{X0: x[0], X1: x[1], Y0: y[0], Y1: y[1], W: 400, H: 400, Scale: 1}
	for az := -180.0; az < 180; az += 15 {
		for el := -90.0; el <= 90; el += 15 {
			turn := [2]float64{az, el}
			in := func(px, py float64) {
				if px < x[0] || px > x[1] || py < y[0] || py > y[1] {
					t.Fatalf("at %v something is at %g, %g", turn, px, py)
				}
			}
			picture.Turn(at, turn, func(_ int, px, py, _ float64) { in(px, py) })
			under, over := picture.SpaceAxes(v, picture.SpaceReach(at), [3]float64{}, turn, []string{"a long name", "b", "c"})
			end := under[1].(*picture.Path).XY
			for k, l := range over[:3] {
				l := l.(*picture.Label)
				in(end[4*k+2], end[4*k+3])
				if b := l.Box(v.PX(l.X), v.PY(l.Y), picture.LabelSize); b.X0 < 0 || b.X1 > 400 || b.Y0 < 0 || b.Y1 > 400 {
					t.Fatalf("at %v the name %q is cut: %v", turn, l.Text, b)
				}
				var e [3]float64
				e[k] = 1.06 * picture.SpaceReach(at)
				px, py, _ := picture.TurnOf(turn).Point(e[0], e[1], e[2])
				if math.Abs(end[4*k+2]-px) > 1e-9 || math.Abs(end[4*k+3]-py) > 1e-9 {
					t.Fatalf("at %v axis %q ends elsewhere", turn, l.Text)
				}
			}
		}
	}
	if x, _ := picture.SpaceRange([]float64{7, 7, 7}); !(x[0] < 0 && x[1] > 0) {
		t.Errorf("one place alone has the range %v", x)
	}
}

func TestFarFirst(t *testing.T) {
	near := []float64{0.9, 0.1, 0.5, 0.5, math.NaN(), 1, 0, 1.2, 0.50001, 0.4999}
	order := picture.FarFirst(near)
	seen := slices.Sorted(slices.Values(order))
	for i, k := range seen {
		if int(k) != i {
			t.Fatalf("no order of all: %v", order)
		}
	}
	for i := 1; i < len(order); i++ {
		if a, b := near[order[i-1]], near[order[i]]; a > b+1e-4 || a == b && order[i-1] > order[i] {
			t.Errorf("%g (point %d) lies under %g (point %d)", b, order[i], a, order[i-1])
		}
	}
}

// Of overlapping points the nearest is visible, for any order and classes; near points are larger, and far ones paler
// unless they are coloured by value.
func TestNearPointsLieOverFarOnes(t *testing.T) {
	pal, _ := picture.PaletteByName("light")
	v := picture.Viewport{X1: 100, Y1: 100, W: 100, H: 100, Scale: 1}
	paint := func(m *picture.Marks) func(x, y int) color.Color {
		p := &picture.Picture{View: v}
		p.Add(m)
		return bitmap.Render(p, pal).At
	}
	rgba := func(c color.Color) [3]int {
		r, g, b, _ := c.RGBA()
		return [3]int{int(r >> 8), int(g >> 8), int(b >> 8)}
	}
	for _, near := range [][]float64{{0.9, 0.1}, {0.1, 0.9}} {
		m := picture.PointMarks([]float64{50, 50, 50, 50}, []int{0, 1}, nil)
		m.Near = near
		front := 0
		if near[1] > near[0] {
			front = 1
		}
		alone := picture.PointMarks([]float64{50, 50}, []int{front}, nil)
		alone.Near = []float64{0.9}
		if got, want := rgba(paint(m)(50, 50)), rgba(paint(alone)(50, 50)); got != want {
			t.Errorf("near %v: %v is seen, not %v", near, got, want)
		}
	}
	area := func(near float64, values []float64) (n int, middle [3]int) {
		m := picture.PointMarks([]float64{50, 50}, []int{0}, values)
		m.Near, m.Hi = []float64{near}, 1
		at := paint(m)
		for x := range 100 {
			for y := range 100 {
				if c := rgba(at(x, y)); c[0]+c[1]+c[2] < 700 {
					n++
				}
			}
		}
		return n, rgba(at(50, 50))
	}
	far, pale := area(0.05, nil)
	near, full := area(0.95, nil)
	if !(near > 2*far) || !(pale[0] > full[0]+20) {
		t.Errorf("far: %d pixels of %v, near: %d of %v", far, pale, near, full)
	}
	if _, a := area(0.05, []float64{0.7}); true {
		if _, b := area(0.95, []float64{0.7}); a != b {
			t.Errorf("the same value is %v far away and %v near", a, b)
		}
	}
}
