package picture

import (
	"math"
	"testing"
)

// Colours are painted unchanged, in every palette and at every size; NaN is hatched.
func TestColorsAreTrue(t *testing.T) {
	nan := float32(math.NaN())
	r := &Raster{Kind: Colors, Grid: Grid{DX: 1, DY: -1, W: 2, H: 2},
		Planes: [][]float32{{0, 255, 12.4, nan}, {10, 254.6, 99, 3}, {20, 300, -4, 3}}}
	want := [][3]byte{{0, 10, 20}, {255, 255, 255}, {12, 99, 0}}
	for _, name := range PaletteNames() {
		pal, _ := PaletteByName(name)
		for _, size := range []int{2, 6, 40} {
			px := r.RGBA(pal, size, size, nil)
			at := func(i, j int) [3]byte {
				k := 4 * ((2*j+1)*size/4*size + (2*i+1)*size/4)
				return [3]byte(px[k : k+3])
			}
			for k, c := range want {
				if got := at(k%2, k/2); got != c {
					t.Errorf("%s, %d px: tile %d is %v, want %v", name, size, k, got, c)
				}
			}
			if got := at(1, 1); got == [3]byte{3, 3, 3} || got == [3]byte{0, 3, 3} {
				t.Errorf("%s: a tile without a colour is %v", name, got)
			}
		}
	}
	if ClassBoundaries(r) != nil {
		t.Error("colours have borders of classes")
	}
}
