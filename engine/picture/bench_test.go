package picture

import (
	"math"
	"strconv"
	"testing"
)

// bumpRaster returns a raster of k smooth planes on a grid of the usual size.
func bumpRaster(kind RasterKind, k int) *Raster { return bumps(kind, k, 480, 320) }

func bumps(kind RasterKind, k, w, h int) *Raster {
	v := Viewport{X0: -2, X1: 2, Y0: -1.5, Y1: 1.5, W: 900, H: 650, Scale: 1}
	g := v.Grid(w, h)
	r := &Raster{Kind: kind, Grid: g, Lo: -1.5, Hi: 1.5}
	for c := range k {
		p := make([]float32, g.W*g.H)
		s, co := math.Sincos(float64(c))
		for j := range g.H {
			for i := range g.W {
				x, y := g.X(i), g.Y(j)
				p[j*g.W+i] = float32(1.3*math.Sin(2*x+float64(c))*math.Cos(3*y*co) + s*x*y)
			}
		}
		r.Planes = append(r.Planes, p)
		r.Classes = append(r.Classes, c)
	}
	if k == 1 {
		r.Classes = []int{0, 1}
	}
	if kind == Shares {
		for i := range r.Planes[0] {
			var sum float32
			for _, p := range r.Planes {
				p[i] = float32(math.Exp(float64(p[i])))
				sum += p[i]
			}
			for _, p := range r.Planes {
				p[i] /= sum
			}
		}
	}
	return r
}

// 900 x 650 pixels from 480 x 320 nodes; SetBytes reports the pixels as MB/s.
func BenchmarkRGBA(b *testing.B) {
	pal, _ := PaletteByName("light")
	for _, c := range []struct {
		name string
		kind RasterKind
		k    int
	}{{"Decision", Decision, 1}, {"Diverging", Diverging, 1}, {"Scores4", Scores, 4}, {"Shares4", Shares, 4}} {
		r := bumpRaster(c.kind, c.k)
		b.Run(c.name, func(b *testing.B) {
			var dst []byte
			b.SetBytes(900 * 650)
			for b.Loop() {
				dst = r.RGBA(pal, 900, 650, dst)
			}
		})
	}
	// The grids of a live picture: two and about four pixels per cell.
	for _, w := range []int{425, 213} {
		for _, c := range []struct {
			name string
			kind RasterKind
			k    int
		}{{"Decision", Decision, 1}, {"Scores4", Scores, 4}, {"Shares4", Shares, 4}} {
			r := bumps(c.kind, c.k, w, (w*650+425)/850)
			b.Run(c.name+"/"+strconv.Itoa(w), func(b *testing.B) {
				var dst []byte
				for b.Loop() {
					dst = r.RGBA(pal, 850, 650, dst)
				}
			})
		}
	}
	for name, kind := range map[string]RasterKind{"SharpLabels": Labels, "SharpDecision": Decision} {
		b.Run(name, func(b *testing.B) {
			v := Viewport{X0: -2, X1: 2, Y0: -1.5, Y1: 1.5, W: 900, H: 650, Scale: 1}
			g := v.Grid(900, 650)
			p := make([]float32, g.W*g.H)
			for i := range p {
				p[i] = float32(i / 70 % 5)
			}
			r := &Raster{Kind: kind, Grid: g, Planes: [][]float32{p}, Sharp: true, Lo: -5, Hi: 5}
			var dst []byte
			b.SetBytes(900 * 650)
			for b.Loop() {
				dst = r.RGBA(pal, 900, 650, dst)
			}
		})
	}
	b.Run("Veil", func(b *testing.B) {
		r := bumpRaster(Diverging, 1)
		r.Veil = make([]float32, len(r.Planes[0]))
		for i := range r.Veil {
			r.Veil[i] = float32(i%480) / 480
		}
		var dst []byte
		b.SetBytes(900 * 650)
		for b.Loop() {
			dst = r.RGBA(pal, 900, 650, dst)
		}
	})
}

func BenchmarkContour(b *testing.B) {
	r := bumpRaster(Decision, 1)
	for b.Loop() {
		ContourPath(r.Planes[0], r.Grid, 0, RoleBoundary, NoClass)
	}
}

func BenchmarkIsolines(b *testing.B) {
	r := bumpRaster(Diverging, 1)
	for b.Loop() {
		Isolines(&Raster{Planes: r.Planes, Grid: r.Grid}, 9)
	}
}

func BenchmarkClassBoundaries(b *testing.B) {
	r := bumpRaster(Scores, 4)
	for b.Loop() {
		ClassBoundaries(r)
	}
}

// nothing is a Canvas that only computes path data, as the browser's does.
type nothing struct{ buf []byte }

func (n *nothing) Fill(o *Outline, _ Color)                             { n.buf = o.AppendSVG(n.buf[:0]) }
func (n *nothing) Stroke(o *Outline, _ Stroke)                          { n.buf = o.AppendSVG(n.buf[:0]) }
func (n *nothing) Image(_ []byte, _, _ int, _, _, _, _ float64, _ bool) {}
func (n *nothing) Text(string, float64, float64, TextStyle)             {}
func (n *nothing) Into(_, _, _, _ float64)                              {}
func (n *nothing) Out()                                                 {}

func BenchmarkPoints200(b *testing.B) {
	v := Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 900, H: 650, Scale: 1}
	var xy []float64
	var class []int
	for i := range 200 {
		xy = append(xy, math.Mod(float64(i)*0.618, 1), math.Mod(float64(i)*0.414, 1))
		class = append(class, i%3)
	}
	pal, _ := PaletteByName("light")
	p := &Picture{View: v, Layers: []Layer{PointMarks(xy, class, nil)}}
	n := &nothing{}
	for b.Loop() {
		Paint(n, p, pal)
	}
}
