package picture

import (
	"math"
	"slices"
	"testing"
)

// rooms has three classes in boxes: 0 to the left of a cut, to its right 1 below another cut and 2 above it, except for
// a niche of class 1.
func rooms(x, y float64) float64 {
	switch {
	case x <= 0.137:
		return 0
	case y <= -0.261 || x > 0.613 && y <= 0.377:
		return 1
	}
	return 2
}

func boxed(g Grid) *Raster {
	r := &Raster{Kind: Labels, Sharp: true, Grid: g, Planes: [][]float32{plane(g, rooms)}, Classes: []int{0, 1, 2},
		Boxes: NewBoxes(g)}
	for _, x := range []float64{0.137, 0.613} {
		r.Boxes.Cut(0, x)
	}
	for _, y := range []float64{-0.261, 0.377} {
		r.Boxes.Cut(1, y)
	}
	return r
}

// corners returns the points at which lines begin, bend or end, each once, in order.
func corners(paths []*Path) (list [][2]float64) {
	for _, p := range paths {
		for i := 0; i < len(p.XY); i += 2 {
			list = append(list, [2]float64{math.Round(p.XY[i]*1e9) / 1e9, math.Round(p.XY[i+1]*1e9) / 1e9})
		}
	}
	slices.SortFunc(list, func(a, b [2]float64) int {
		if a[0] != b[0] {
			return int(math.Copysign(1, a[0]-b[0]))
		}
		return int(math.Copysign(1, a[1]-b[1]))
	})
	return slices.Compact(list)
}

// TestBoxesKeepToTheirCuts: borders of boxes lie on the cuts for any number of nodes, with square corners; three
// regions meet at one of them.
func TestBoxesKeepToTheirCuts(t *testing.T) {
	want := [][2]float64{{0.137, -1}, {0.137, -0.261}, {0.137, 1}, {0.613, -0.261}, {0.613, 0.377}, {1, 0.377}}
	for _, n := range []int{7, 20, 64, 301} {
		for _, g := range []Grid{square(n), {X0: square(n).X0, Y0: -square(n).Y0, DX: square(n).DX, DY: -square(n).DY, W: n,
			H: n}} {
			if got := corners(ClassBoundaries(boxed(g))); !slices.Equal(got, want) {
				t.Errorf("%d nodes, DY = %g: corners %v, want %v", n, g.DY, got, want)
			}
		}
	}
	// Without cuts: square corners half-way between nodes.
	r := boxed(square(20))
	r.Boxes = NewBoxes(r.Grid)
	for _, p := range ClassBoundaries(r) {
		p.Lines(func(xy []float64) {
			for i := 2; i < len(xy); i += 2 {
				if xy[i] != xy[i-2] && xy[i+1] != xy[i-1] {
					t.Errorf("a line slants from (%g, %g) to (%g, %g)", xy[i-2], xy[i-1], xy[i], xy[i+1])
				}
			}
		})
	}
	// Isolines, and boundaries of two classes, are the same lines.
	want = [][2]float64{{0.137, -1}, {0.137, 1}}
	r = boxed(square(20))
	for i, v := range r.Planes[0] {
		r.Planes[0][i] = min(v, 1) - 0.5
	}
	r.Kind = Decision
	if got := corners(ClassBoundaries(r)); !slices.Equal(got, want) {
		t.Errorf("corners of two classes %v, want %v", got, want)
	}
	r.Kind = Diverging
	for _, l := range Isolines(r, 5) {
		if p, ok := l.(*Path); ok && p.Level > -0.5 {
			if got := corners([]*Path{p}); !slices.Equal(got, want) {
				t.Errorf("corners of the line of %g %v, want %v", p.Level, got, want)
			}
		}
	}
}

// TestCutOnANode: a node on a cut belongs to the lower side, in either direction of the grid.
func TestCutOnANode(t *testing.T) {
	for _, dy := range []float64{1, -1} {
		g := Grid{X0: 0, Y0: 2 - 2*dy, DX: 1, DY: dy, W: 5, H: 5}
		r := &Raster{Kind: Labels, Sharp: true, Grid: g, Boxes: NewBoxes(g),
			Planes: [][]float32{plane(g, func(x, y float64) float64 {
				if y <= 2 {
					return 0
				}
				return 1
			})}}
		r.Boxes.Cut(1, 2)
		if got := corners(ClassBoundaries(r)); !slices.Equal(got, [][2]float64{{-0.5, 2}, {4.5, 2}}) {
			t.Errorf("DY = %g: %v", dy, got)
		}
	}
}

// TestBoxesArePaintedToTheirCuts: each pixel of a raster of few nodes has the colour of the class at its centre.
func TestBoxesArePaintedToTheirCuts(t *testing.T) {
	pal, _ := PaletteByName("light")
	few, all := boxed(square(16)), boxed(square(120))
	for _, r := range []*Raster{few, all} {
		if n := r.Grid.W; len(r.Planes[0]) != n*n {
			t.Fatal(n)
		}
	}
	if a, b := few.RGBA(pal, 120, 120, nil), all.RGBA(pal, 120, 120, nil); !slices.Equal(a, b) {
		t.Error("a raster of 16 × 16 nodes is painted otherwise than one of all pixels")
	}
	few.Boxes = nil
	if a, b := few.RGBA(pal, 120, 120, nil), all.RGBA(pal, 120, 120, nil); slices.Equal(a, b) {
		t.Error("the cuts make no difference")
	}
}

// TestSharpPixelsStandAlone: a node of a sharp raster has the same colour as in a raster of its own, whatever lies to
// its left.
func TestSharpPixelsStandAlone(t *testing.T) {
	pal, _ := PaletteByName("light")
	nan := float32(math.NaN())
	values := []float32{0, 0, 0.5, -0.5, -0.5, nan, 0.5, 0.5, 0.2, nan, nan, 0.2, 0.2, -3, 3, 0}
	for _, kind := range []RasterKind{Decision, Diverging, Sequential, Shares, Scores, Labels} {
		raster := func(v ...float32) *Raster {
			r := &Raster{Kind: kind, Sharp: true, Grid: Grid{DX: 1, DY: 1, W: len(v), H: 1}, Planes: [][]float32{v},
				Lo: -1, Hi: 1, Classes: []int{0, 1}}
			if kind == Shares || kind == Scores {
				rest := make([]float32, len(v))
				for i, x := range v {
					rest[i] = 1 - x
				}
				r.Planes = append(r.Planes, rest)
			}
			return r
		}
		all := raster(values...).RGBA(pal, len(values), 1, nil)
		for i, v := range values {
			if v != v {
				continue // the hatching depends on the position
			}
			if one := raster(v).RGBA(pal, 1, 1, nil); !slices.Equal(all[4*i:4*i+4], one) {
				t.Errorf("kind %v, node %d, %v: %v, alone %v", kind, i, v, all[4*i:4*i+4], one)
			}
		}
	}
}

// BenchmarkBoxes traces the boundaries of a forest-like raster with a node per pixel, with and without cuts.
func BenchmarkBoxes(b *testing.B) {
	v := Viewport{X0: -2, X1: 2, Y0: -1.5, Y1: 1.5, W: 900, H: 650, Scale: 1}
	g := v.Grid(900, 650)
	for _, kind := range []RasterKind{Shares, Decision} {
		r := &Raster{Kind: kind, Sharp: true, Grid: g, Classes: []int{0, 1}}
		f := plane(g, func(x, y float64) float64 {
			x, y = math.Floor(40*x)/40, math.Floor(40*y)/40
			return 0.5 + 0.4*math.Sin(5*x)*math.Cos(4*y) + 0.09*math.Sin(130*x*y)
		})
		name := "shares"
		if r.Planes = [][]float32{f}; kind == Decision {
			name = "decision"
			for i := range f {
				f[i] -= 0.5
			}
		} else {
			r.Planes = append(r.Planes, make([]float32, len(f)))
			for i := range f {
				r.Planes[1][i] = 1 - f[i]
			}
		}
		for _, cuts := range []bool{false, true} {
			r.Boxes = nil
			end := "/slanting"
			if cuts {
				end = "/cuts"
			}
			b.Run(name+end, func(b *testing.B) {
				for b.Loop() {
					if cuts {
						r.Boxes = NewBoxes(g)
						for k := range 5000 {
							r.Boxes.Cut(k%2, float64(k%160-80)/40)
						}
					}
					ClassBoundaries(r)
				}
			})
		}
	}
}
