package dataset

import (
	"reflect"
	"testing"

	"pointscape/engine/doc"
)

// The rows of the painted picture are its pixels, and a file of them says so; other rows have no such comment.
func TestPaintedPicture(t *testing.T) {
	r, names, err := Wide(&doc.Table{Name: pixels}, Embedded)
	if err != nil {
		t.Fatal(err)
	}
	if r.Pixels != 48 || r.N != 48*32 {
		t.Fatalf("%d pixels, %d across", r.N, r.Pixels)
	}
	// Some colors: the sky is blue at the top, the sun bright, the meadow green, poppies are red.
	at := func(x, y int) (red, green, blue float64) { c := r.At(y*48 + x); return c[0], c[1], c[2] }
	if r, g, b := at(5, 0); !(b > g && g > r) {
		t.Errorf("the sky has the colour %v %v %v", r, g, b)
	}
	if r, g, b := at(35, 8); !(r > 240 && g > 230 && b > 180) {
		t.Errorf("the sun has the colour %v %v %v", r, g, b)
	}
	green, red := 0, 0
	for x := range 48 {
		for y := 27; y < 32; y++ {
			switch r, g, b := at(x, y); {
			case g > r && g > b:
				green++
			case r > 180 && g < 60:
				red++
			}
		}
	}
	if green+red != 5*48 || red < 15 || red > 60 {
		t.Errorf("the meadow has %d green pixels and %d red ones", green, red)
	}
	text := FormatWide(r, names)
	back, _, _, err := ParseWide(text, -1)
	if err != nil || !reflect.DeepEqual(back, r) {
		t.Errorf("read back: %v, %d across", err, back.Pixels)
	}
	less, _, _, err := ParseWide(text[:len(text)-12], -1)
	if err != nil || less.N == r.N || less.Pixels != 0 {
		t.Errorf("with a row less, %v: %d rows, %d across", err, less.N, less.Pixels)
	}
}
