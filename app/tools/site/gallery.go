package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
	"sync"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
	"pointscape/engine/session"
)

// The size of a gallery tile in pixels. The page shows it at a third of that size, so that it is sharp on
// high-resolution screens.
const (
	tileW = 216
	tileH = 162
)

// galleryThemes are the palettes in which the gallery is drawn; the files have their names.
var galleryThemes = []string{"light", "dark"}

// galleryFile returns the path of a theme's gallery in the site.
func galleryFile(theme string) string { return "gallery-" + theme + ".png" }

// gallery returns a PNG image per theme, for the list of methods: the examples of all methods, one below the other in
// the order of the catalogue. They are drawn once.
var gallery = sync.OnceValues(makeGallery)

func makeGallery() (map[string][]byte, error) {
	s := session.New(catalog.All())
	all := map[string]*image.RGBA{}
	for _, theme := range galleryThemes {
		all[theme] = image.NewRGBA(image.Rect(0, 0, tileW, tileH*len(catalog.All())))
	}
	for i, m := range catalog.All() {
		p, err := tile(s, m.Example)
		if err != nil {
			return nil, fmt.Errorf("the example of %s: %w", m.ID, err)
		}
		for theme, im := range all {
			pal, ok := picture.PaletteByName(theme)
			if !ok {
				return nil, fmt.Errorf("there is no palette %q", theme)
			}
			at := image.Rect(0, i*tileH, tileW, (i+1)*tileH)
			draw.Draw(im, at, bitmap.Render(p, pal), image.Point{}, draw.Src)
		}
	}
	files := map[string][]byte{}
	for theme, im := range all {
		var b bytes.Buffer
		if err := png.Encode(&b, few(im)); err != nil {
			return nil, err
		}
		files[theme] = b.Bytes()
	}
	return files, nil
}

// tile draws a document without axes.
func tile(s *session.Session, example string) (*picture.Picture, error) {
	d, m, err := opened(s, example)
	if err != nil {
		return nil, err
	}
	at, err := placed(s, d)
	if err != nil {
		return nil, err
	}
	view := session.Viewport(at, m.TaskOf(d.Params), tileW, tileH, 1)
	p, err := s.Figure(context.Background(), session.Request{Doc: d, View: view})
	if err != nil {
		return nil, err
	}
	return unnamed(p), nil
}

// opened decodes a document, generates its points if need be, and returns it with its method.
func opened(s *session.Session, text string) (d doc.Document, m *method.Method, err error) {
	if text == "" {
		return d, nil, errors.New("there is none")
	}
	if d, err = doc.Decode([]byte(text)); err != nil {
		return d, nil, err
	}
	if d, err = s.Resolve(method.Unstopped, d); err != nil {
		return d, nil, err
	}
	m, err = s.Method(d.Method)
	return d, m, err
}

// placed returns a document in which rows of a table have the positions at which its model shows them, which may be far
// from the original ones.
func placed(s *session.Session, d doc.Document) (doc.Document, error) {
	if d.Table == nil {
		return d, nil
	}
	f, err := s.Fit(context.Background(), d)
	if err != nil {
		return d, err
	}
	return f.Placed(d), nil
}

// unnamed removes labels from a picture: they are too small to read in a tile.
func unnamed(p *picture.Picture) *picture.Picture {
	p.Layers = slices.DeleteFunc(slices.Clone(p.Layers), func(l picture.Layer) bool {
		_, is := l.(*picture.Label)
		return is
	})
	return p
}

// few reduces an image to at most 256 colours: the most frequent ones at 5 bits per channel, each represented by its
// mean; all other pixels get the nearest of these. In a tile the loss can't be seen, and the file is a third as large.
func few(im *image.RGBA) *image.Paletted {
	type sum struct{ n, r, g, b int }
	var bins [1 << 15]sum
	at := func(p []byte) int { return int(p[0]>>3)<<10 | int(p[1]>>3)<<5 | int(p[2]>>3) }
	for i := 0; i < len(im.Pix); i += 4 {
		s := &bins[at(im.Pix[i:])]
		s.n, s.r, s.g, s.b = s.n+1, s.r+int(im.Pix[i]), s.g+int(im.Pix[i+1]), s.b+int(im.Pix[i+2])
	}
	var pal color.Palette
	for len(pal) < 256 {
		best := -1
		for i := range bins {
			if bins[i].n > 0 && (best < 0 || bins[i].n > bins[best].n) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		s := bins[best]
		pal = append(pal, color.RGBA{uint8(s.r / s.n), uint8(s.g / s.n), uint8(s.b / s.n), 255})
		bins[best].n = 0
	}
	out := image.NewPaletted(im.Rect, pal)
	var known [1 << 15]int
	for i := 0; i < len(im.Pix); i += 4 {
		k := at(im.Pix[i:])
		if known[k] == 0 {
			known[k] = 1 + pal.Index(color.RGBA{im.Pix[i], im.Pix[i+1], im.Pix[i+2], 255})
		}
		out.Pix[i/4] = uint8(known[k] - 1)
	}
	return out
}
