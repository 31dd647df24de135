package picture_test

import (
	"math"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
)

// coverage returns the share of each pixel covered by the mark of a class, painted as a data point among so many.
func coverage(t *testing.T, pal *picture.Palette, class, among int) []float64 {
	t.Helper()
	const edge = 24
	p := &picture.Picture{View: picture.Viewport{X1: edge, Y1: edge, W: edge, H: edge, Scale: 1}}
	m := picture.PointMarks([]float64{edge / 2, edge / 2}, []int{class}, nil)
	for len(m.Class) < among { // the others, in a corner
		m.XY, m.Class = append(m.XY, 0, edge), append(m.Class, class)
	}
	p.Add(m)
	im := bitmap.Render(p, pal)
	full := float64(far(pal.Class[class].Mark, pal.Stage))
	var list []float64
	for y := range edge - 5 {
		for x := range edge - 5 {
			list = append(list, float64(far(toColor(im.At(x+5, y+5)), pal.Stage))/full)
		}
	}
	return list
}

// Marks of the size of data points are distinguishable by their shapes alone: of two marks at one position, each covers
// a part that the other leaves free.
func TestShapesApart(t *testing.T) {
	for _, name := range picture.PaletteNames() {
		pal, _ := picture.PaletteByName(name)
		for _, among := range []int{1, 4} {
			var all [][]float64
			for k := range picture.Classes {
				all = append(all, coverage(t, pal, k, among))
			}
			for i, a := range all {
				for j, b := range all[:i] {
					differ, both := 0.0, 0.0
					for n := range a {
						differ += math.Abs(a[n] - b[n])
						both += max(a[n], b[n])
					}
					least := 0.06 // circle and hexagon
					if i >= 9 {
						least = 0.25
					}
					if share := differ / both; share < least || both < 10 {
						t.Errorf("%s, among %d: the marks of classes %d and %d differ in %.2f of %.0f pixels, want %.2f", name, among, j,
							i, share, both, least)
					}
				}
			}
		}
	}
}

// The marks of the classes have nearly the same area: none looks more important.
func TestMarksAreAlikeInSize(t *testing.T) {
	pal, _ := picture.PaletteByName("print")
	for k := range picture.Classes {
		area := 0.0
		for _, c := range coverage(t, pal, k, 1) {
			area += c
		}
		if area < 50 || area > 90 {
			t.Errorf("the mark of class %d covers %.0f pixels", k, area)
		}
	}
}

// Labels of every class have the tint of that class, smooth and sharp; ids beyond the palette wrap around.
func TestLabelsOfAllClasses(t *testing.T) {
	pal, _ := picture.PaletteByName("light")
	g := picture.Grid{W: 2, H: 2, DX: 1, DY: 1}
	for _, sharp := range []bool{true, false} {
		for id := range 400 {
			v := float32(id)
			r := &picture.Raster{Kind: picture.Labels, Grid: g, Planes: [][]float32{{v, v, v, v}}, Sharp: sharp}
			px := r.RGBA(pal, 8, 8, nil)
			n := 4 * (8*4 + 4)
			if got, want := (picture.Color{R: px[n], G: px[n+1], B: px[n+2], A: 255}),
				pal.Tint(id%picture.Classes, 0.7); got != want {
				t.Fatalf("sharp %v: class %d is %s, want %s", sharp, id, got.CSS(), want.CSS())
			}
		}
	}
}
