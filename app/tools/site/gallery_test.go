package site

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
	"pointscape/engine/session"
)

// Each method's picture shows something on the background of its theme, and all together are small.
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
		// It is fetched when the list is opened, and grows with the list.
		if n := len(files[theme]); n > len(list)*6<<10 {
			t.Errorf("%s: %d bytes for %d methods", theme, n, len(list))
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

// The pictures of the methods are in the catalogue's order: each is like its method's example, and less like all
// others.
func TestGalleryOrder(t *testing.T) {
	files, err := gallery()
	if err != nil {
		t.Fatal(err)
	}
	list, s := catalog.All(), session.New(catalog.All())
	examples := make([]image.Image, len(list))
	pal, _ := picture.PaletteByName("dark")
	for i, m := range list {
		p, err := tile(s, m.Example)
		if err != nil {
			t.Fatal(err)
		}
		examples[i] = bitmap.Render(p, pal)
	}
	im, err := png.Decode(bytes.NewReader(files["dark"]))
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range list {
		nearest, least := -1, 0.0
		for k, e := range examples {
			off := 0.0
			for y := 0; y < tileH; y += 4 {
				for x := 0; x < tileW; x += 4 {
					r, g, b, _ := im.At(x, i*tileH+y).RGBA()
					r2, g2, b2, _ := e.At(x, y).RGBA()
					for _, d := range [...]float64{float64(r) - float64(r2), float64(g) - float64(g2), float64(b) - float64(b2)} {
						off += d * d
					}
				}
			}
			if nearest < 0 || off < least {
				nearest, least = k, off
			}
		}
		if nearest != i {
			t.Errorf("in the place of %s stands %s", m.ID, list[nearest].ID)
		}
	}
}
