package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// fills records what is filled: the path and the colour.
type fills struct {
	picture.Canvas
	paths  []string
	colors []picture.Color
}

func (f *fills) Fill(o *picture.Outline, c picture.Color) {
	f.paths = append(f.paths, string(o.AppendSVG(nil)))
	f.colors = append(f.colors, c)
}

// square is the path of a square of 10 pixels.
func square(x, y int) string { return fmt.Sprintf("M%d %dl10 0 0 10-10 0z", x, y) }

// The numbers of a row are painted in lines from the top left corner, high ones most opaque.
func TestRowIsPainted(t *testing.T) {
	var f fills
	paintRow(&f, 30, 20, picture.Hex(0), []float64{0, 1, 2, 3, 4, 4}, 3, 0, 4)
	want := []string{square(0, 0), square(10, 0), square(20, 0), square(0, 10), square(10, 10), square(20, 10)}
	if !slices.Equal(f.paths, want) {
		t.Errorf("%q", f.paths)
	}
	if !slices.IsSortedFunc(f.colors, func(a, b picture.Color) int { return int(a.A) - int(b.A) }) || f.colors[0].A != 0 ||
		f.colors[5].A != 255 {
		t.Errorf("%v", f.colors)
	}
	f = fills{}
	if paintRow(&f, 30, 20, picture.Hex(0), []float64{1, 1}, 2, 1, 1); f.paths != nil {
		t.Error("a table of one number has shades")
	}
}

// A drawing is painted where it was drawn, each level in its colour, on a background as large as the pad.
func TestPadIsPainted(t *testing.T) {
	pal, _ := picture.PaletteByName("light")
	var f fills
	paintPad(&f, [4]float64{10, 20, 30, 40}, &method.Canvas{Side: 2, Top: 2}, "0120", pal)
	if want := []string{"M10 20l20 0 0 20-20 0z", square(20, 20), square(10, 30)}; !slices.Equal(f.paths, want) {
		t.Errorf("%q", strings.Join(f.paths, " "))
	}
	if want := []picture.Color{pal.Sequential(0), pal.Sequential(0.5), pal.Sequential(1)}; !slices.Equal(f.colors, want) {
		t.Errorf("%v, want %v", f.colors, want)
	}
}
