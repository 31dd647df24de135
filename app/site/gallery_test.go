package site

import (
	"bytes"
	"image/png"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/picture"
)

// The pictures of the methods stand in the catalogue's order, each with something in
// it, on the ground of its theme, and weigh little.
func TestGallery(t *testing.T) {
	files, err := gallery()
	if err != nil {
		t.Fatal(err)
	}
	for _, theme := range galleryThemes {
		im, err := png.Decode(bytes.NewReader(files[theme]))
		if err != nil {
			t.Fatalf("%s: %v", theme, err)
		}
		list := catalog.All()
		if b := im.Bounds(); b.Dx() != tileW || b.Dy() != tileH*len(list) {
			t.Fatalf("%s: %v for %d methods", theme, b, len(list))
		}
		if n := len(files[theme]); n > 300<<10 {
			t.Errorf("%s: %d bytes", theme, n)
		}
		pal, _ := picture.PaletteByName(theme)
		ground := pal.Background()
		for i, m := range list {
			light, dark, colours := 0, 0, map[[3]uint32]bool{}
			for y := i * tileH; y < (i+1)*tileH; y++ {
				for x := range tileW {
					r, g, b, _ := im.At(x, y).RGBA()
					colours[[3]uint32{r, g, b}] = true
					if r+g+b > 3*0x8000 {
						light++
					} else {
						dark++
					}
				}
			}
			if len(colours) < 8 {
				t.Errorf("%s: there is little to see of %s: %d colours", theme, m.ID, len(colours))
			}
			if (light > dark) != (ground.R > 128) {
				t.Errorf("%s: %s is on the other theme's ground", theme, m.ID)
			}
		}
	}
}
