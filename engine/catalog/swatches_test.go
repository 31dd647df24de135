//go:build !js

package catalog

import (
	"fmt"
	"image"
	"math"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
	"pointscape/engine/session"
)

// The painter is the same in WebAssembly, where its own tests run: this would take a minute there.
func init() { looksAt = looks }

// looks paints what an entry of the legend stands for, and its swatch, of a fitted document with all layers and panels
// of its method: no pixel of the swatch may have a colour that the picture has not. (The suite's check "legend"
// compares in more settings what the painter asks for; this compares what comes of it.) What is the same as in a
// document before, which known keeps, is painted in one palette.
func looks(t *testing.T, s *session.Session, m *method.Method, d doc.Document, known map[string]bool) {
	t.Helper()
	d.View.Show = []string{}
	for _, s := range m.Shows {
		d.View.Show = append(d.View.Show, string(s.Name))
	}
	f, err := s.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	r := drawnWhole(t, s, f, d)
	swatches(t, session.Complete(r, d, picture.Frame{}), r.Info.Keys, known)
	for i, p := range r.Panels {
		swatches(t, p, r.Info.PanelKeys[i], known)
	}
}

func drawnWhole(t *testing.T, s *session.Session, f *session.Fit, d doc.Document) (last *session.Result) {
	t.Helper()
	req := session.Request{Doc: d, View: session.Viewport(d, f.Task, 240, 180, 1), Panels: session.AllPanels(f, 160, 120)}
	if err := s.DrawFit(t.Context(), f, req, func(r *session.Result) error { last = r; return nil }); err != nil {
		t.Fatal(err)
	}
	return last
}

func swatches(t *testing.T, p *picture.Picture, keys []picture.Key, known map[string]bool) {
	t.Helper()
	for _, k := range keys {
		id := fmt.Sprintf("%s %+v", k.Says, k.Looks)
		meant := &picture.Picture{View: p.View}
		for _, l := range p.Layers {
			if stands(l, &k) {
				meant.Add(l)
			}
		}
		compared := false
		for _, name := range picture.PaletteNames() {
			if known[id] && compared {
				break
			}
			pal, _ := picture.PaletteByName(name)
			stage, swatch := colours(bitmap.Render(meant, pal)), colours(bitmap.Render(k.Swatch(36, 22), pal))
			if len(stage) < 2 && k.Looks[0].Kind != picture.LookArea {
				continue // it lies outside the view
			}
			if k.Looks[0].Raster == picture.Colors && len(swatch) > 10 {
				continue // its hues stand for colours as they are
			}
			compared = true
			if len(swatch) < 2 {
				t.Errorf("the swatch of %q is empty in the palette %s", k.Says, name)
			}
			if k.Looks[0].Kind == picture.LookRamp {
				if r := meant.Layers[0].(*picture.Raster); r.Veil != nil ||
					slices.ContainsFunc(r.Planes[0], func(v float32) bool { return v != v }) {
					continue // other colours lie over those of the values
				}
				if k.Looks[0].Class == picture.NoClass {
					stage, swatch = swatch, stage // the picture may have a part of the values
				}
			}
			if c, off := stranger(swatch, stage, pal.Background()); off > 14 {
				t.Errorf("the swatch of %q has the colour %v in the palette %s, which the picture has not: off by %d", k.Says, c,
					name, off)
			}
		}
		known[id] = known[id] || compared
	}
}

// stands tells whether a layer is what a key stands for, or what that lies on.
func stands(l picture.Layer, k *picture.Key) bool {
	under := func(r picture.Role) bool {
		return slices.ContainsFunc(k.Looks, func(l picture.Look) bool {
			return slices.ContainsFunc(l.On, func(o picture.Look) bool { return o.Role == r })
		})
	}
	switch l := l.(type) {
	case *picture.Raster:
		return l.Name == k.Says || l.Says == k.Says
	case *picture.Path:
		return l.Says == k.Says || under(l.Role)
	case *picture.Marks:
		return l.Says == k.Says || under(l.Role)
	case *picture.Label:
		return l.Says == k.Says
	}
	return false
}

// colours counts the pixels of each colour.
func colours(im image.Image) map[picture.Color]int {
	pix := im.(*image.RGBA).Pix
	n := map[picture.Color]int{}
	for i, from := 4, 0; i <= len(pix); i += 4 { // as many in a row as are the same
		if i == len(pix) || [3]byte(pix[i:i+3]) != [3]byte(pix[from:from+3]) {
			n[picture.Color{R: pix[from], G: pix[from+1], B: pix[from+2], A: 255}] += (i - from) / 4
			from = i
		}
	}
	return n
}

// stranger is the colour in some that is farthest from all of others and from their
// mixtures with the ground, which soft edges have; and how far it is in red, green or
// blue.
func stranger(some, others map[picture.Color]int, ground picture.Color) (c picture.Color, off int) {
	for a, n := range some {
		near := 255
		for b := range others {
			near = min(near, apart(a, b, ground))
		}
		if n >= 4 && near > off {
			c, off = a, near
		}
	}
	return c, off
}

// apart is how far a is from the mixtures of the ground and what b may be a mixture of:
// a fine line half-way between two pixels has less than half of its colour in each.
func apart(a, b, ground picture.Color) int {
	p := [3]float64{float64(a.R) - float64(ground.R), float64(a.G) - float64(ground.G), float64(a.B) - float64(ground.B)}
	q := [3]float64{float64(b.R) - float64(ground.R), float64(b.G) - float64(ground.G), float64(b.B) - float64(ground.B)}
	pq, qq := 0.0, 1e-9
	for i := range p {
		pq += p[i] * q[i]
		qq += q[i] * q[i]
	}
	share, off := min(max(pq/qq, 0), 2.5), 0.0
	for i := range p {
		off = max(off, math.Abs(p[i]-share*q[i]))
	}
	return int(off)
}
