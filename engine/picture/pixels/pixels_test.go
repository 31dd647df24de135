package pixels

import (
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
)

func view(w, h int, scale float64) picture.Viewport {
	return picture.Viewport{X0: 0, X1: 3, Y0: 0, Y1: 2, W: w, H: h, Scale: scale}
}

// ground returns a raster of two classes over the view.
func ground(v picture.Viewport) *picture.Raster {
	g := v.Grid(v.W/2, v.H/2)
	p := make([]float32, g.W*g.H)
	for j := range g.H {
		for i := range g.W {
			p[j*g.W+i] = float32(math.Sin(2*g.X(i)) + math.Cos(3*g.Y(j)))
		}
	}
	return &picture.Raster{Kind: picture.Decision, Grid: g, Planes: [][]float32{p}, Classes: []int{0, 1}, Hi: 1}
}

// smaller returns a Still raster over part of the view, extending beyond its edge.
func smaller(v picture.Viewport, x, y float64) *picture.Raster {
	r := ground(v)
	r.Kind, r.Lo, r.Still = picture.Sequential, -1, true
	r.Grid = picture.Grid{X0: x, Y0: y + 1, DX: 3 / float64(r.Grid.W), DY: -1.2 / float64(r.Grid.H), W: r.Grid.W,
		H: r.Grid.H}
	return r
}

// The colors of a Still raster are painted once, until the values or the view change; beside it is the background.
func TestStillRastersAreKept(t *testing.T) {
	light, _ := picture.PaletteByName("light")
	dark, _ := picture.PaletteByName("dark")
	v := view(300, 200, 1)
	moved := v
	moved.X0, moved.X1 = v.X0-0.4, v.X1-0.4
	wide := view(400, 200, 1)
	a, b := smaller(v, 0.31, 0.2), smaller(v, 0.31, 0.2)
	for i := range b.Planes[0] {
		b.Planes[0][i] *= -1
	}
	copied := *a
	var c Canvas
	for i, s := range []struct {
		r       *picture.Raster
		v       picture.Viewport
		pal     *picture.Palette
		painted bool
	}{{a, v, light, true}, {a, v, light, false}, {&copied, v, light, false}, {a, moved, light, false}, {b, v, light, true},
		{b, v, dark, true}, {a, v, dark, true}, {a, wide, dark, true}, {a, wide, dark, false}} {
		p := &picture.Picture{View: s.v, Layers: []picture.Layer{s.r}}
		if !Can(p) {
			t.Fatalf("%d: refused", i)
		}
		if c.kept.pix != nil {
			c.kept.pix[0] ^= 0xff // would be painted over
		}
		was := slices.Clone(c.kept.pix)
		c.Paint(p, s.pal)
		if painted := !slices.Equal(was, c.kept.pix); painted != s.painted {
			t.Errorf("%d: painted %v, want %v", i, painted, s.painted)
		}
		if !s.painted {
			c.kept.pix[0] ^= 0xff
		}
		pix, w, h := c.Paint(p, s.pal)
		want := bitmap.Render(p, s.pal)
		off := 0
		for y := range h {
			for x := range w {
				r, _, _, _ := want.At(x, y).RGBA()
				if math.Abs(float64(r>>8)-float64(pix[4*(y*w+x)])) > 24 {
					off++
				}
			}
		}
		if off > (w+h)*2 { // its edges are rounded to whole pixels
			t.Errorf("%d: %d pixels are off", i, off)
		}
	}
	near := v
	near.X1, near.Y1 = v.X0+0.5, v.Y0+0.3
	if Can(&picture.Picture{View: near, Layers: []picture.Layer{a}}) {
		t.Error("values that are scaled are taken")
	}
}

// samples returns pictures of everything that a Canvas paints.
func samples() map[string]*picture.Picture {
	v := view(300, 200, 1)
	lines := &picture.Picture{View: v}
	r := ground(v)
	lines.Add(r)
	for _, b := range picture.ClassBoundaries(r) {
		lines.Add(b)
	}
	lines.Add(r.Relief(0).Path(1, picture.RoleMargin, 0), r.Relief(0).Path(-1, picture.RoleMargin, 1))
	lines.Add(&picture.Path{Role: picture.RoleSlack, Class: picture.NoClass, XY: []float64{-1, 1, 4, 1.1, 2, 3, 2.2, -1}})

	marks := &picture.Picture{View: v}
	xy := []float64{0.52, 1.5, 0.7, 1.3, 0.3, 1.2, 0.3, 1.8, 0.9, 1.8, 1.4, 1.7, 1.3, 1.5, 1.8, 1.8, 2.1, 1.4, 2.3, 1, 0.5,
		0.5, 0.6, 0.55, 1, 1, 1.5, 1.2, 2, 0.4, 2.5, 1.5, 2.51, 1.52, 0, 0, 3, 2}
	marks.Add(r, picture.PointMarks(xy, []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 0}, nil))
	marks.Add(&picture.Marks{Role: picture.RoleSupport, XY: xy}, &picture.Marks{Role: picture.RoleBounded, XY: xy[4:8]})
	values := picture.PointMarks([]float64{0.2, 1.5, 0.8, 1.7}, nil, []float64{1, 2})
	values.Lo, values.Hi = 0, 2
	marks.Add(values)

	areas := &picture.Picture{View: v}
	areas.Add(r)
	ring := func(x, y, r float64, n int) (xy []float64) {
		for i := range n {
			s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			xy = append(xy, x+r*c, y+r*s)
		}
		return xy
	}
	band := &picture.Path{Role: picture.RoleBand, Class: picture.NoClass, Level: 1, Closed: true}
	band.AddLine(ring(1.2, 1, 0.7, 60)...)
	band.AddLine(ring(1.2, 1, 0.3, 60)...) // a hole
	areas.Add(band, &picture.Path{Role: picture.RoleEllipse, Class: 1, Closed: true, XY: ring(2.2, 0.8, 0.9, 40)})

	cells := &picture.Picture{View: v}
	for class := range 3 {
		p := &picture.Path{Role: picture.RoleCell, Class: class, Closed: true}
		for j := range 5 {
			for i := range 7 {
				if (i+2*j)%3 == class {
					x, y := float64(i)*3/7, float64(j)*2/5
					p.AddLine(x, y, x+3.0/7, y+0.05, x+3.0/7, y+0.45, x, y+0.4)
				}
			}
		}
		cells.Add(p)
	}
	edges := &picture.Path{Role: picture.RoleCellEdge, Class: picture.NoClass}
	for i := range 8 {
		edges.AddLine(float64(i)*3/7, 0, float64(i)*3/7, 2)
	}
	cells.Add(edges)
	still := &picture.Picture{View: v}
	still.Add(smaller(v, 0.31, 0.2), lines.Layers[1], edges)
	return map[string]*picture.Picture{"lines": lines, "marks": marks, "areas": areas, "cells": cells, "still": still}
}

// The pixels agree with those of the PNG writer, which uses a library: on average within a fraction of a shade, and
// nowhere by more than a soft edge.
func TestLikeThePNG(t *testing.T) {
	for name, p := range samples() {
		most, off := 0.002, 1.0
		if name == "cells" {
			most, off = 0.005, 1.3 // without soft outlines
		}
		if name == "still" {
			most = 0.005 // its edge is rounded to whole pixels
		}
		for _, scale := range []float64{1, 1.5} {
			p.View.Scale = scale
			for _, palette := range picture.PaletteNames() {
				pal, _ := picture.PaletteByName(palette)
				if !Can(p) {
					t.Fatalf("%s: refused", name)
				}
				var c Canvas
				c.Paint(p, pal) // must have no effect on the next one
				pix, w, h := c.Paint(p, pal)
				want := bitmap.Render(p, pal)
				if want.Bounds() != image.Rect(0, 0, w, h) {
					t.Fatalf("%s: %d x %d pixels, want %v", name, w, h, want.Bounds())
				}
				sum, far := 0.0, 0
				for y := range h {
					for x := range w {
						r, g, b, _ := want.At(x, y).RGBA()
						q := pix[4*(y*w+x):]
						d := max(math.Abs(float64(r>>8)-float64(q[0])), math.Abs(float64(g>>8)-float64(q[1])),
							math.Abs(float64(b>>8)-float64(q[2])))
						sum += d
						if d > 64 {
							far++
						}
						if q[3] != 255 {
							t.Fatalf("%s: a pixel is not opaque", name)
						}
					}
				}
				if mean, share := sum/float64(w*h), float64(far)/float64(w*h); mean > off || share > most {
					t.Errorf("%s, %s, scale %g: the mean difference is %.3f of 255; %.4f of the pixels differ much", name, palette,
						scale, mean, share)
				}
			}
		}
	}
}

func TestCan(t *testing.T) {
	ok := func(v picture.Viewport, l ...picture.Layer) bool {
		return Can(&picture.Picture{View: v, Layers: l})
	}
	v := view(300, 200, 1)
	r := ground(v)
	if !ok(v, r) {
		t.Error("a raster over the view is refused")
	}
	if ok(v, r, &picture.Path{XY: make([]float64, 100_000)}) {
		t.Error("a path of tens of thousands of points is taken")
	}
	part := ground(v)
	part.Grid.X0 += 0.1
	if ok(v, part) {
		t.Error("a raster that does not fill the view is taken")
	}
	if big := view(1600, 1200, 2); ok(big, ground(big)) {
		t.Error("millions of pixels are taken")
	}
}

// Letters are painted once, at the position of the text, and clipped at the border.
func TestLetters(t *testing.T) {
	p := &picture.Picture{View: view(60, 40, 1)}
	p.Add(&picture.Label{Role: picture.RoleIsoline, Text: "7", X: 1, Y: 1, Anchor: picture.AnchorMiddle},
		&picture.Label{Role: picture.RoleIsoline, Text: "7", X: 0, Y: 2, Anchor: picture.AnchorMiddle})
	asked := 0
	c := Canvas{Letters: func(s string, _ picture.TextStyle, scale float64) Letters {
		asked++
		l := Letters{W: 3, H: 3, X: 1, Y: 1, Pix: make([]byte, 36)}
		for i := range 9 {
			copy(l.Pix[4*i:], []byte{10, 20, 30, 255})
		}
		l.Pix[3] = 0 // except for the upper left corner
		return l
	}}
	pal, _ := picture.PaletteByName("light")
	pix, w, h := c.Paint(p, pal)
	if asked != 1 {
		t.Errorf("painted %d times", asked)
	}
	ink := 0
	for i := range w * h {
		if pix[4*i] == 10 && pix[4*i+1] == 20 && pix[4*i+2] == 30 {
			ink++
		}
	}
	at := func(x, y int) byte { return pix[4*(y*w+x)] }
	if ink != 8+4 || at(20, 20) != 10 || at(19, 19) == 10 || at(21, 21) != 10 || at(0, 0) != 10 || at(1, 1) != 10 ||
		at(2, 2) == 10 {
		t.Errorf("%d pixels of ink", ink)
	}
}

func BenchmarkBand(b *testing.B) {
	v := view(960, 706, 1)
	p := &picture.Picture{View: v}
	for level := 1.0; level <= 2; level++ {
		band := &picture.Path{Role: picture.RoleBand, Class: picture.NoClass, Level: level, Closed: true}
		for i := range 961 {
			band.XY = append(band.XY, float64(i)/320, 1+0.3*math.Sin(float64(i)/60)+0.2*level)
		}
		for i := 960; i >= 0; i-- {
			band.XY = append(band.XY, float64(i)/320, 1+0.3*math.Sin(float64(i)/60)-0.2*level)
		}
		p.Add(band)
	}
	pal, _ := picture.PaletteByName("light")
	var c Canvas
	for b.Loop() {
		c.Paint(p, pal)
	}
}

func BenchmarkLines(b *testing.B) {
	p := samples()["lines"]
	v := view(960, 706, 1)
	r := ground(v)
	p = &picture.Picture{View: v, Layers: append([]picture.Layer{r}, p.Layers[1:]...)}
	pal, _ := picture.PaletteByName("light")
	var c Canvas
	for b.Loop() {
		c.Paint(p, pal)
	}
}

func BenchmarkCells(b *testing.B) {
	p := samples()["cells"]
	p.View = view(960, 706, 1)
	pal, _ := picture.PaletteByName("light")
	var c Canvas
	for b.Loop() {
		c.Paint(p, pal)
	}
}

// The state that a Canvas keeps of the last picture changes no pixel of the next one.
func TestPicturesAfterEachOther(t *testing.T) {
	light, _ := picture.PaletteByName("light")
	dark, _ := picture.PaletteByName("dark")
	all := samples()
	v := all["cells"].View
	line := func(y float64, layers ...picture.Layer) *picture.Picture {
		p := &picture.Picture{View: v, Layers: layers}
		p.Add(&picture.Path{Role: picture.RoleDelaunay, Class: picture.NoClass, XY: []float64{0.5, y, 2.5, y}})
		return p
	}
	of := func(role picture.Role) *picture.Picture {
		p := line(1)
		p.Layers[0].(*picture.Path).Role = role
		return p
	}
	kept := ground(v)
	kept.Sharp = true
	kept.Keep()
	next := kept.Next()
	next.Planes = [][]float32{slices.Clone(kept.Planes[0])}
	for i := range next.Grid.W {
		next.Planes[0][40*next.Grid.W+i] *= -1
	}
	next.Touch(0, 40, next.Grid.W, 41)
	other := all["cells"]
	tall := *line(1)
	tall.View.W, tall.View.H = v.H, v.W
	var c Canvas
	var before []byte
	parts := 0 // number of pictures of which only a part was painted
	for i, s := range []struct {
		p   *picture.Picture
		pal *picture.Palette
	}{{line(1), light}, {line(1), light}, {line(1.002), light}, {line(1.2), light}, {line(1.2), dark},
		{of(picture.RoleBoundary), dark}, {of(picture.RoleGuide), dark}, {line(1, kept), dark}, {line(1.1, next), dark},
		{line(1.1), dark}, {line(1.1, next), dark}, {&picture.Picture{View: v}, dark}, {other, dark}, {other, light},
		{all["marks"], light}, {line(1), light},
		{all["areas"], light}, {all["lines"], light}, {other, light}, {all["still"], light}, {&tall, light}, {line(1), light},
		{line(1, kept), light}} {
		got, w, h := c.Paint(s.p, s.pal)
		x0, y0, x1, y1 := c.Dirty()
		if x1-x0 < w || y1-y0 < h {
			parts++
		}
		for k := range got {
			if x, y := k/4%w, k/4/w; (x < x0 || x >= x1 || y < y0 || y >= y1) &&
				(len(before) != len(got) || got[k] != before[k]) {
				t.Errorf("picture %d: pixel %d, %d has changed outside of %d, %d to %d, %d", i, x, y, x0, y0, x1, y1)
				break
			}
		}
		before = slices.Clone(got)
		var blank Canvas
		want, _, _ := blank.Paint(s.p, s.pal)
		for k := range want {
			if got[k] != want[k] {
				t.Errorf("picture %d: pixel %d, %d of %d x %d is %v, painted alone %v", i, k/4%w, k/4/w, w, h, got[k], want[k])
				break
			}
		}
	}
	if fastTiles && parts < 4 {
		t.Errorf("only %d pictures were painted in part", parts)
	}
}

// A recorded picture has the pixels of one that is painted directly, whatever was painted before.
func TestRecordedLikeDirect(t *testing.T) {
	light, _ := picture.PaletteByName("light")
	all := samples()
	for _, p := range all {
		for i, l := range p.Layers {
			if r, ok := l.(*picture.Raster); ok && !r.Still { // only such rasters are recorded
				kept := *r
				kept.Sharp = true
				kept.Keep()
				p.Layers[i] = &kept
			}
		}
	}
	for name, p := range all {
		var direct Canvas
		direct.fit(p.View)
		direct.direct(p, light)
		want := unsafe.Slice((*byte)(unsafe.Pointer(&direct.px[0])), 4*len(direct.px))
		for other, before := range all {
			var c Canvas
			c.Paint(before, light)
			got, w, _ := c.Paint(p, light)
			for k := range want {
				if got[k] != want[k] {
					t.Errorf("%s after %s: byte %d of pixel %d, %d is %d, painted directly %d", name, other, k%4, k/4%w, k/4/w,
						got[k], want[k])
					break
				}
			}
		}
	}
}

// Areas of any outline are painted where they have changed, with the same result as when painted alone: also if whole
// tiles change to be inside or outside, in a hole, or beyond an edge of the stage.
func TestAreasAfterEachOther(t *testing.T) {
	light, _ := picture.PaletteByName("light")
	v := view(150, 90, 1)
	rng := rand.New(rand.NewPCG(1, 2))
	var c Canvas
	line := &picture.Path{Role: picture.RoleDelaunay, Class: picture.NoClass, XY: []float64{0.1, 0.1, 2.8, 0.2}}
	var rings [][]float64
	parts := 0
	for i := range 300 {
		if i%50 == 0 { // other areas, with sizes from a few pixels to several times the stage
			rings = rings[:0]
			for range 1 + rng.IntN(3) {
				x, y, w, h := 3*rng.Float64(), 2*rng.Float64(), 4*rng.Float64(), 3*rng.Float64()
				switch rng.IntN(3) {
				case 0:
					h = 0.1 // lower than a tile
				case 1:
					y = h/2 + 0.012*rng.Float64() // ends in the last row of pixels
				}
				ring := []float64{x - w/2, y - h/2, x + w/2, y - h/2, x + w/2, y + h/2, x - w/2, y + h/2}
				if rng.IntN(2) == 0 {
					for k := range ring {
						ring[k] += 0.7 * (rng.Float64() - 0.5)
					}
				}
				rings = append(rings, ring)
			}
		}
		ring := rings[rng.IntN(len(rings))]
		switch k := rng.IntN(len(ring)); rng.IntN(3) {
		case 0: // move a corner, by little
			ring[k] += 0.02 * (rng.Float64() - 0.5)
		case 1: // move a corner, by much
			ring[k] += 2 * (rng.Float64() - 0.5)
		default: // move the whole area
			d := [2]float64{0.02, 2}[rng.IntN(2)] * (rng.Float64() - 0.5)
			for q := k % 2; q < len(ring); q += 2 {
				ring[q] += d
			}
		}
		band := &picture.Path{Role: picture.RoleBand, Class: picture.NoClass, Level: 1, Closed: true}
		for _, ring := range rings {
			band.AddLine(ring...)
		}
		p := &picture.Picture{View: v, Layers: []picture.Layer{band, line}}
		got, w, h := c.Paint(p, light)
		if x0, y0, x1, y1 := c.Dirty(); x1-x0 < w || y1-y0 < h {
			parts++
		}
		var blank Canvas
		if want, _, _ := blank.Paint(p, light); !slices.Equal(got, want) {
			for k := range want {
				if got[k] != want[k] {
					t.Fatalf("picture %d of %v: pixel %d, %d is %v, painted alone %v", i, rings, k/4%w, k/4/w, got[k], want[k])
				}
			}
		}
	}
	if fastTiles && parts < 100 {
		t.Errorf("only %d pictures were painted in part", parts)
	}
}

// Areas in the last half of a pixel at the lower right are painted, too, because they contain the center of that pixel.
func TestTheLastPixels(t *testing.T) {
	pal, _ := picture.PaletteByName("light")
	v := picture.Viewport{X0: 0, X1: 100, Y0: 0, Y1: 60, W: 100, H: 60, Scale: 1}
	for name, xy := range map[string][]float64{
		"right": {99.2, 0, 100, 0, 100, 60, 99.2, 60},
		"below": {0, 0, 100, 0, 100, 0.8, 0, 0.8},
	} {
		var c Canvas
		pix, w, h := c.Paint(&picture.Picture{View: v,
			Layers: []picture.Layer{&picture.Path{Role: picture.RoleCell, Class: 1, Closed: true, XY: xy}}}, pal)
		at := 4 * (w*h - 1)
		if ground := pal.Background(); [3]byte(pix[at:]) == [3]byte{ground.R, ground.G, ground.B} {
			t.Errorf("%s: the last pixel is ground", name)
		}
	}
}
