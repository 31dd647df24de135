package picture

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
)

func pixelAt(px []byte, w, x, y int) Color {
	p := px[4*(y*w+x):]
	return Color{p[0], p[1], p[2], p[3]}
}

func near(a, b Color, tol int) bool {
	d := func(x, y uint8) bool { return int(x)-int(y) <= tol && int(y)-int(x) <= tol }
	return d(a.R, b.R) && d(a.G, b.G) && d(a.B, b.B) && a.A == b.A
}

// bilinear is the plain formula, which extrapolates beyond the outermost nodes.
func bilinear(p []float32, g Grid, w, h, x, y int) float64 {
	u := (float64(x)+0.5)*float64(g.W)/float64(w) - 0.5
	v := (float64(y)+0.5)*float64(g.H)/float64(h) - 0.5
	i := min(max(int(math.Floor(u)), 0), g.W-2)
	j := min(max(int(math.Floor(v)), 0), g.H-2)
	fx, fy := u-float64(i), v-float64(j)
	at := func(i, j int) float64 { return float64(p[j*g.W+i]) }
	return (at(i, j)*(1-fx)+at(i+1, j)*fx)*(1-fy) + (at(i, j+1)*(1-fx)+at(i+1, j+1)*fx)*fy
}

var sizes = [][2]int{{90, 70}, {64, 48}, {151, 117}, {20, 15}, {7, 100}}

// Every pixel of every kind agrees with the formula of its kind.
func TestRGBAMatchesFormula(t *testing.T) {
	g := Viewport{X0: -2, X1: 2, Y0: -1.5, Y1: 1.5, W: 64, H: 48}.Grid(64, 48)
	f := func(k float64) []float32 {
		return plane(g, func(x, y float64) float64 {
			return 1.3*math.Sin(1.5*x+k)*math.Cos(2*y-0.3*k) + 0.2*x*math.Cos(k)
		})
	}
	for _, pal := range allPalettes(t) {
		for _, s := range sizes {
			w, h := s[0], s[1]
			dec := &Raster{Kind: Decision, Grid: g, Planes: [][]float32{f(0)}, Classes: []int{3, 5}, Hi: 0.8}
			seq := &Raster{Kind: Sequential, Grid: g, Planes: [][]float32{f(0)}, Lo: -1, Hi: 1.2}
			div := &Raster{Kind: Diverging, Grid: g, Planes: [][]float32{f(0)}, Lo: -1, Hi: 1}
			sco := &Raster{Kind: Scores, Grid: g, Planes: [][]float32{f(0), f(1.5), f(3)}, Classes: []int{0, 4, 2}, Hi: 0.7}
			pd, ps, pv, pc := dec.RGBA(pal, w, h, nil), seq.RGBA(pal, w, h, nil), div.RGBA(pal, w, h, nil),
				sco.RGBA(pal, w, h, nil)
			for y := range h {
				for x := range w {
					v := bilinear(dec.Planes[0], g, w, h, x, y)
					class := 3
					if v > 0 {
						class = 5
					}
					if math.Abs(v) > 0.01 {
						if got, want := pixelAt(pd, w, x, y), pal.Tint(class, math.Abs(v)/0.8); !near(got, want, 2) {
							t.Fatalf("%s decision %dx%d (%d,%d) f=%.4f: %s, want %s", pal.Name, w, h, x, y, v, got.CSS(), want.CSS())
						}
					}
					if got, want := pixelAt(ps, w, x, y), pal.Value((v+1)/2.2, false); !near(got, want, 5) {
						t.Fatalf("%s sequential (%d,%d) %.4f: %s, want %s", pal.Name, x, y, v, got.CSS(), want.CSS())
					}
					if got, want := pixelAt(pv, w, x, y), pal.Value((v+1)/2, true); !near(got, want, 5) {
						t.Fatalf("%s diverging (%d,%d) %.4f: %s, want %s", pal.Name, x, y, v, got.CSS(), want.CSS())
					}
					best, second, k := math.Inf(-1), math.Inf(-1), 0
					for c, p := range sco.Planes {
						if s := bilinear(p, g, w, h, x, y); s > best {
							best, second, k = s, best, c
						} else if s > second {
							second = s
						}
					}
					// Leads are interpolated where one class wins at all corners: slightly inexact where the second
					// class changes.
					if lead := best - second; lead > 0.02 {
						got := pixelAt(pc, w, x, y)
						ok := false
						for d := -0.12; d <= 0.02 && !ok; d += 0.01 {
							ok = near(got, pal.Tint(sco.Classes[k], lead/0.7+d), 3)
						}
						if !ok {
							t.Fatalf("%s scores (%d,%d) lead %.4f of %d: %s, want %s", pal.Name, x, y, lead, k,
								got.CSS(), pal.Tint(sco.Classes[k], lead/0.7).CSS())
						}
					}
				}
			}
		}
	}
}

// Shares: one class alone has its deep tint; there is a step at the border; labels and sharp rasters have their tiles'
// tints.
func TestRGBAShares(t *testing.T) {
	pal, _ := PaletteByName("light")
	g := Grid{W: 4, H: 3, DX: 1, DY: -1}
	a, b := make([]float32, 12), make([]float32, 12)
	for j := range 3 {
		for i, s := range []float32{1, 0.6, 0.4, 0} {
			a[4*j+i], b[4*j+i] = s, 1-s
		}
	}
	for _, sharp := range []bool{false, true} {
		r := &Raster{Kind: Shares, Grid: g, Planes: [][]float32{a, b}, Classes: []int{0, 1}, Sharp: sharp}
		px := r.RGBA(pal, 400, 300, nil)
		if c := pixelAt(px, 400, 5, 150); !near(c, pal.Tint(0, flatShade), 2) {
			t.Errorf("sharp %v: all of class 0 is %s, want %s", sharp, c.CSS(), pal.Tint(0, flatShade).CSS())
		}
		if c := pixelAt(px, 400, 395, 150); !near(c, pal.Tint(1, flatShade), 2) {
			t.Errorf("sharp %v: all of class 1 is %s, want %s", sharp, c.CSS(), pal.Tint(1, flatShade).CSS())
		}
		l, m := pixelAt(px, 400, 198, 150), pixelAt(px, 400, 202, 150)
		if d := distance(l.toLab(), m.toLab()); d < 0.02 {
			t.Errorf("sharp %v: no step at the border (%.3f)", sharp, d)
		}
		if distance(l.toLab(), pal.Class[0].Soft.toLab()) > distance(l.toLab(), pal.Class[1].Soft.toLab()) {
			t.Errorf("sharp %v: the winner's hue does not dominate", sharp)
		}
	}
}

func TestRGBALabels(t *testing.T) {
	pal, _ := PaletteByName("dark")
	g := Grid{W: 3, H: 2, DX: 1, DY: -1}
	v := []float32{0, 1, -1, 8, 9, float32(math.NaN())}
	for _, sharp := range []bool{false, true} {
		for _, size := range [][2]int{{3, 2}, {12, 8}, {300, 200}} {
			w, h := size[0], size[1]
			px := (&Raster{Kind: Labels, Grid: g, Planes: [][]float32{v}, Sharp: sharp}).RGBA(pal, w, h, nil)
			at := func(i, j int) Color { return pixelAt(px, w, (2*i+1)*w/6, (2*j+1)*h/4) }
			for _, c := range []struct {
				i, j int
				want Color
			}{{0, 0, pal.Tint(0, 0.7)}, {2, 0, pal.Stage}, {0, 1, pal.Tint(8, 0.7)}} {
				// Next to NaN a smooth raster is hatched up to the nodes.
				if c.i == 2 && !sharp {
					continue
				}
				if got := at(c.i, c.j); got != c.want {
					t.Errorf("sharp %v, %dx%d: tile (%d,%d) is %s, want %s", sharp, w, h, c.i, c.j, got.CSS(), c.want.CSS())
				}
			}
			if c := at(2, 1); c != pal.Unknown && c != mixColor(pal.Unknown, pal.Stage, 0.6) {
				t.Errorf("sharp %v: NaN is %s", sharp, c.CSS())
			}
			if sharp {
				if got := at(1, 1); got != pal.Tint(9%Classes, 0.7) {
					t.Errorf("class 9 looks like %s", got.CSS())
				}
			}
		}
	}
	big := &Raster{Kind: Labels, Grid: Grid{W: 2, H: 1, DX: 1, DY: 1}, Planes: [][]float32{{300, -1}}, Sharp: true}
	if got := pixelAt(big.RGBA(pal, 2, 1, nil), 2, 0, 0); got != pal.Tint(300%Classes, 0.7) {
		t.Errorf("class 300 looks like %s", got.CSS())
	}
}

// NaN, infinities, empty ranges, missing planes and single rows give opaque pixels, and never a panic; NaN is visible.
func TestRGBADegenerate(t *testing.T) {
	pal, _ := PaletteByName("light")
	rng := rand.New(rand.NewPCG(7, 7))
	odd := []float32{0, 1, -1, 1e-40, 3e38, -3e38, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), 0.5}
	for range 400 {
		g := Grid{W: 1 + rng.IntN(6), H: 1 + rng.IntN(6), DX: 1, DY: -1}
		r := &Raster{Kind: RasterKind(rng.IntN(6)), Grid: g, Sharp: rng.IntN(3) == 0,
			Lo: float64(rng.IntN(3) - 1), Hi: float64(rng.IntN(3) - 1)}
		for k := range 1 + rng.IntN(11) {
			p := make([]float32, g.W*g.H)
			for i := range p {
				p[i] = odd[rng.IntN(len(odd))]
			}
			r.Planes = append(r.Planes, p)
			r.Classes = append(r.Classes, k)
		}
		if rng.IntN(3) == 0 {
			r.Veil = r.Planes[0]
		}
		if rng.IntN(10) == 0 {
			r.Planes[0] = r.Planes[0][:1]
		}
		w, h := 1+rng.IntN(40), 1+rng.IntN(40)
		px := r.RGBA(pal, w, h, make([]byte, rng.IntN(5000)))
		if len(px) != 4*w*h {
			t.Fatalf("%d bytes for %dx%d", len(px), w, h)
		}
		for i := 3; i < len(px); i += 4 {
			if px[i] != 255 {
				t.Fatalf("%+v at %dx%d: alpha %d", r, w, h, px[i])
			}
		}
	}
	g := Grid{W: 10, H: 10, DX: 1, DY: -1}
	for kind := range RasterKind(6) {
		p := make([]float32, 100)
		for i := range p {
			p[i] = 1
		}
		p[55] = float32(math.NaN())
		px := (&Raster{Kind: kind, Grid: g, Planes: [][]float32{p, make([]float32, 100)}, Hi: 1, Sharp: kind == Labels}).RGBA(
			pal, 100, 100, nil)
		if c := pixelAt(px, 100, 55, 55); c != pal.Unknown && c != mixColor(pal.Unknown, pal.Stage, 0.6) {
			t.Errorf("kind %d: NaN is %s", kind, c.CSS())
		}
		if c := pixelAt(px, 100, 5, 5); c == pal.Unknown {
			t.Errorf("kind %d: NaN spreads", kind)
		}
	}
	if px := (&Raster{}).RGBA(pal, 0, 5, nil); len(px) != 0 {
		t.Error("pixels of no size")
	}
}

// A veil of 1 hides the colours, 0 leaves them unchanged, 1/2 mixes them with the stage.
func TestRGBAVeil(t *testing.T) {
	pal, _ := PaletteByName("dark")
	g := Grid{W: 2, H: 2, DX: 1, DY: -1}
	for _, q := range []float32{0, 0.5, 1} {
		r := &Raster{Kind: Diverging, Grid: g, Planes: [][]float32{{1, 1, 1, 1}}, Lo: -1, Hi: 1, Veil: []float32{q, q, q, q}}
		got := pixelAt(r.RGBA(pal, 9, 9, nil), 9, 4, 4)
		want := blend(pal.Value(1, true), pal.Stage, float64(q))
		if !near(got, want, 2) {
			t.Errorf("veil %g: %s, want %s", q, got.CSS(), want.CSS())
		}
	}
}

// dst is reused if it is large enough, and painting again gives the same pixels.
func TestRGBAReuse(t *testing.T) {
	pal, _ := PaletteByName("print")
	r := bumpRaster(Scores, 3)
	a := r.RGBA(pal, 120, 80, nil)
	buf := make([]byte, 0, 4*120*80+100)
	b := r.RGBA(pal, 120, 80, buf)
	if &b[0] != &buf[:1][0] {
		t.Error("the buffer was not used")
	}
	for i := range a {
		if a[i] != b[i] {
			t.Fatal("two paintings differ")
		}
	}
	odd := make([]byte, 4*120*80+1)[1:]
	for i, v := range r.RGBA(pal, 120, 80, odd) {
		if v != a[i] {
			t.Fatal("a buffer that is not aligned makes a difference")
		}
	}
}

// Cells painted two and four pixels at a time have the same pixels as when painted one by one, for any width.
func TestCells(t *testing.T) {
	const half = tableLen / 2
	r := bumpRaster(Decision, 1)
	g := r.Grid
	r.Planes[0][1000] = float32(math.Inf(1))
	r.Planes[0][2000] = -1e20
	for _, w := range []int{300, g.W, 857, 2 * g.W, 1300, 1917, 4 * g.W, 2500, 8*g.W + 5} {
		s := new(rasterPainter)
		s.begin(nil, r, w, 3*g.H+1)
		s.px = make([]uint32, s.w*s.h)
		s.columns()
		for i := range s.tab {
			s.tab[i] = uint32(i)
		}
		off := grow(&s.off, s.gw-1)
		plane, _ := s.convert(&s.pos, r.Planes[0], -0.3, 900)
		want := make([]uint32, s.w)
		for y := range s.h {
			j, fy := s.cellRow(y)
			for i := range off {
				off[i] = int64((i/9 + j) % 3 * half)
			}
			got := s.px[y*s.w : (y+1)*s.w]
			s.cells(got, plane, j, fy, half-1)
			s.pixels(want, plane[j*g.W:], plane[(j+1)*g.W:], fy, half-1, 0, s.w)
			for x := range want {
				if d := int(want[x]) - int(got[x]); d < -1 || d > 1 {
					t.Fatalf("%d wide, pixel %d, %d: entry %d, want %d", w, x, y, got[x], want[x])
				}
			}
		}
	}
}

// A draft has the pixels of a picture of half the width and height, each four times.
func TestDraft(t *testing.T) {
	pal, _ := PaletteByName("light")
	veil := bumpRaster(Sequential, 1).Planes[0]
	labels := bumps(Labels, 1, 60, 40)
	for i := range labels.Planes[0] {
		labels.Planes[0][i] = float32(i / 7 % 5)
	}
	labels.Planes[0][77] = float32(math.NaN())
	veiled := bumpRaster(Decision, 1)
	veiled.Veil = veil
	at := func(pix []byte, w, x, y int) uint32 { return binary.LittleEndian.Uint32(pix[4*(y*w+x):]) }
	for _, r := range []*Raster{bumpRaster(Decision, 1), bumpRaster(Sequential, 1), veiled, bumps(Scores, 3, 60, 40),
		bumps(Shares, 3, 60, 40), labels} {
		g := r.Grid
		for _, w := range []int{g.W - 5, 2 * g.W, 331, 8 * g.W} {
			const h = 75
			plain := r.RGBA(pal, w, h, nil)
			whole := r.RGBA(pal, 2*w, 2*h, nil)
			r.Draft = true
			draft := r.RGBA(pal, 2*w, 2*h, nil)
			odd := r.RGBA(pal, 2*w-1, 2*h-1, nil)
			r.Draft = false
			sharp := r.Kind == Labels && 2*w >= 6*g.W
			far := 0
			for y := range 2 * h {
				for x := range 2 * w {
					want := at(plain, w, x/2, y/2)
					if sharp {
						want = at(whole, 2*w, x, y)
					}
					a, b := unpack(at(draft, 2*w, x, y)), unpack(want)
					if d := max(math.Abs(float64(a.R)-float64(b.R)), math.Abs(float64(a.G)-float64(b.G)),
						math.Abs(float64(a.B)-float64(b.B))); d > 2 {
						far++ // hatched, or at a step
					}
				}
			}
			if far > 4*w*h/500 || sharp && far > 0 {
				t.Errorf("%v, %d wide: %d pixels are others", r.Kind, w, far)
			}
			for y := range 2*h - 1 {
				for x := range 2*w - 1 {
					if !sharp && at(odd, 2*w-1, x, y) != at(odd, 2*w-1, x&^1, y&^1) {
						t.Fatalf("%v, %d wide: four pixels at %d, %d are not alike", r.Kind, 2*w-1, x, y)
					}
				}
			}
		}
		r.Sharp = true
		plain := r.RGBA(pal, 200, 101, nil)
		r.Draft = true
		if !bytes.Equal(r.RGBA(pal, 200, 101, nil), plain) {
			t.Errorf("%v: a sharp draft is another picture", r.Kind)
		}
	}
}

// Interpolated colours of shares agree with the pixel-by-pixel computation for cells of any width.
func TestShareCells(t *testing.T) {
	r := bumps(Shares, 3, 60, 40)
	pal, _ := PaletteByName("light")
	g := r.Grid
	for _, w := range []int{50, g.W, 107, 2 * g.W, 200, 4 * g.W, 300} {
		got := r.RGBA(pal, w, 90, nil)
		s := new(rasterPainter)
		s.begin(pal, r, w, 90)
		s.columns()
		tints := s.shareTints()
		s.winners(nil, 0)
		for y := range s.h {
			j, fy := s.cellRow(y)
			for x := range w {
				if !s.mix(int(s.xi[x]), j, float32(min(max(fy, 0), 65536))/65536) {
					t.Fatal("unknown")
				}
				cr, cg, cb, _ := mixShares(tints, s.left, s.right, float32(s.fc[x])/65536)
				if a, b := pixelAt(got, w, x, y), unpack(packRGB(cr, cg, cb)); !near(a, b, 2) {
					t.Fatalf("%d wide, pixel %d, %d: %v, want %v", w, x, y, a, b)
				}
			}
		}
	}
}
