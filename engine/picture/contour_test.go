package picture

import (
	"math"
	"math/rand/v2"
	"testing"
)

func plane(g Grid, f func(x, y float64) float64) []float32 {
	v := make([]float32, g.W*g.H)
	for j := range g.H {
		for i := range g.W {
			v[j*g.W+i] = float32(f(g.X(i), g.Y(j)))
		}
	}
	return v
}

func square(n int) Grid {
	return Viewport{X0: -1, X1: 1, Y0: -1, Y1: 1, W: n, H: n, Scale: 1}.Grid(n, n)
}

// measure returns the length and the area of polygons (nesting is ignored: signed areas are made positive ring by
// ring).
func measure(p *Path) (length, area float64, rings int) {
	p.Lines(func(xy []float64) {
		a := 0.0
		for i := 2; i+1 < len(xy); i += 2 {
			length += math.Hypot(xy[i]-xy[i-2], xy[i+1]-xy[i-1])
			a += xy[i-2]*xy[i+1] - xy[i]*xy[i-1]
		}
		area += math.Abs(a) / 2
		rings++
	})
	return length, area, rings
}

// A circle of radius 0.7: one closed loop, on the circle, of the right length and
// area. Linear interpolation of x²+y² errs by at most h²/8r.
func TestContourCircle(t *testing.T) {
	for _, n := range []int{20, 60, 200} {
		g := square(n)
		f := plane(g, func(x, y float64) float64 { return x*x + y*y })
		xy, starts, closed := Contours(f, g, 0.49)
		if len(starts) != 1 || !closed[0] {
			t.Fatalf("n = %d: %d lines, closed %v", n, len(starts), closed)
		}
		h := 2.0 / float64(n)
		m := len(xy)
		if xy[0] != xy[m-2] || xy[1] != xy[m-1] {
			t.Error("the loop does not end where it starts")
		}
		for i := 0; i < m; i += 2 {
			if r := math.Hypot(xy[i], xy[i+1]); math.Abs(r-0.7) > h*h/(8*0.7)+1e-5 {
				t.Fatalf("n = %d: a point at radius %.6f", n, r)
			}
		}
		length, area, _ := measure(&Path{XY: xy, Starts: starts})
		if want := 2 * math.Pi * 0.7; math.Abs(length-want) > want*h*h {
			t.Errorf("n = %d: length %.5f, want %.5f", n, length, want)
		}
		if want := math.Pi * 0.49; math.Abs(area-want) > want*h*h {
			t.Errorf("n = %d: area %.5f, want %.5f", n, area, want)
		}
	}
}

// A straight contour runs straight from border to border.
func TestContourReachesBorder(t *testing.T) {
	g := square(17)
	xy, starts, closed := Contours(plane(g, func(x, y float64) float64 { return x + 0.5*y }), g, 0.13)
	if len(starts) != 1 || closed[0] {
		t.Fatalf("%d lines, closed %v", len(starts), closed)
	}
	lo, hi := 1.0, -1.0
	for i := 0; i < len(xy); i += 2 {
		if d := math.Abs(xy[i] + 0.5*xy[i+1] - 0.13); d > 1e-6 {
			t.Fatalf("(%g, %g) is off by %g", xy[i], xy[i+1], d)
		}
		lo, hi = min(lo, xy[i+1]), max(hi, xy[i+1])
	}
	if lo > -1+1e-9 || hi < 1-1e-9 {
		t.Errorf("the line ends at y = %g and %g", lo, hi)
	}
}

// In a saddle's cell the mean of the corners decides which two of them are connected. The level set of x·y + c is a
// hyperbola, each of whose branches has x of one sign.
func TestContourSaddles(t *testing.T) {
	g := square(4)
	for _, level := range []float64{-5, 0, 5} {
		for _, c := range []float64{-0.05, 0.05} {
			xy, starts, _ := Contours(plane(g, func(x, y float64) float64 { return x*y + c + level }), g, level)
			if len(starts) != 2 {
				t.Errorf("level %v, %v in the middle: %d branches", level, c, len(starts))
				continue
			}
			for _, branch := range [][]float64{xy[:2*starts[1]], xy[2*starts[1]:]} {
				for i := 0; i < len(branch); i += 2 {
					if x, y := branch[i], branch[i+1]; x*branch[0] <= 0 || x*y*c >= 0 {
						t.Errorf("level %v, %v in the middle: a branch from %v, %v comes to %v, %v", level, c, branch[0], branch[1], x, y)
					}
				}
			}
		}
	}
}

// Contours separate the nodes: they cross exactly those grid edges whose ends lie on different sides, for any values,
// including ties and NaN.
func TestContourCrossings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		g := Grid{DX: 1, DY: 1, W: 1 + rng.IntN(9), H: 1 + rng.IntN(9)}
		f := make([]float32, g.W*g.H)
		for i := range f {
			f[i] = float32(rng.IntN(5) - 2)
			if rng.IntN(30) == 0 {
				f[i] = float32(math.NaN())
			}
		}
		e := extend(f, g)
		tr := e.march(0.5)
		want := 0
		for j := range e.h {
			for i := range e.w {
				a := e.v[j*e.w+i]
				for _, d := range [2][2]int{{1, 0}, {0, 1}} {
					if i+d[0] < e.w && j+d[1] < e.h {
						if b := e.v[(j+d[1])*e.w+i+d[0]]; a == a && b == b && (a >= 0.5) != (b >= 0.5) {
							want++
						}
					}
				}
			}
		}
		nan := false
		for _, v := range f {
			nan = nan || v != v
		}
		if got := len(tr.link) / 2; got != want && !nan {
			t.Fatalf("%d crossings, want %d", got, want)
		}
		for v := range len(tr.link) / 2 {
			for _, u := range tr.link[2*v : 2*v+2] {
				if u >= 0 && tr.link[2*u] != int32(v) && tr.link[2*u+1] != int32(v) {
					t.Fatal("a link goes one way")
				}
			}
		}
	}
}

// Many levels at once give the same contours as each level alone.
func TestIsolines(t *testing.T) {
	g := square(60)
	f := plane(g, func(x, y float64) float64 { return 3*math.Exp(-3*(x*x+y*y)) - math.Exp(-5*((x-0.5)*(x-0.5)+y*y)) })
	layers := Isolines(&Raster{Planes: [][]float32{f}, Grid: g}, 8)
	paths, labels := 0, 0
	for _, l := range layers {
		switch l := l.(type) {
		case *Path:
			paths++
			alone := ContourPath(f, g, l.Level, RoleIsoline, NoClass)
			if len(alone.XY) != len(l.XY) || len(alone.Starts) != len(l.Starts) {
				t.Errorf("level %g: %d coordinates, alone %d", l.Level, len(l.XY), len(alone.XY))
			}
			if r := math.Remainder(l.Level, 0.5); math.Abs(r) > 1e-9 {
				t.Errorf("level %g is not nice", l.Level)
			}
		case *Label:
			labels++
			if l.Text == "" || math.Abs(l.X) > 0.95 || math.Abs(l.Y) > 0.95 {
				t.Errorf("label %+v", *l)
			}
		}
	}
	if paths < 4 || paths > 10 || labels < 3 {
		t.Errorf("%d isolines with %d labels", paths, labels)
	}
	if Isolines(&Raster{Planes: [][]float32{make([]float32, 100)}, Grid: Grid{W: 10, H: 10, DX: 1, DY: 1}}, 5) != nil {
		t.Error("a constant field has isolines")
	}
}

// Regions between levels tile the square and have the right area.
func TestFilledContours(t *testing.T) {
	g := square(80)
	f := plane(g, func(x, y float64) float64 { return x*x + y*y })
	// Even-odd area by counting points.
	inside := func(p *Path, x, y float64) bool {
		in := false
		p.Lines(func(xy []float64) {
			for i := 0; i+3 < len(xy); i += 2 {
				if (xy[i+1] > y) != (xy[i+3] > y) && x < xy[i]+(y-xy[i+1])/(xy[i+3]-xy[i+1])*(xy[i+2]-xy[i]) {
					in = !in
				}
			}
		})
		return in
	}
	levels := []float64{math.Inf(-1), 0.1, 0.5, 1.2, math.Inf(1)}
	var bands []*Path
	for k := range len(levels) - 1 {
		bands = append(bands, FilledContours(f, g, levels[k], levels[k+1]))
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		x, y := 2*rng.Float64()-1, 2*rng.Float64()-1
		n := 0
		for k := range len(levels) - 1 {
			if inside(bands[k], x, y) {
				n++
				if v := x*x + y*y; v < levels[k]-0.01 || v > levels[k+1]+0.01 {
					t.Fatalf("(%g, %g) with value %g lies in %g..%g", x, y, v, levels[k], levels[k+1])
				}
			}
		}
		if n != 1 {
			t.Fatalf("(%g, %g) lies in %d regions", x, y, n)
		}
	}
	_, area, rings := measure(FilledContours(f, g, math.Inf(-1), 0.49))
	// Three rings: the square, and the square and the disc again, which leaves
	// the disc.
	if want := 4 + 4 + math.Pi*0.49; math.Abs(area-want) > 0.005 || rings != 3 {
		t.Errorf("area %g of %d rings, want %g of 3", area, rings, want)
	}
	if p := FilledContours(f, g, 5, 6); len(p.XY) != 0 {
		t.Errorf("an empty region has %d coordinates", len(p.XY))
	}
	whole := FilledContours(f, g, math.Inf(-1), math.Inf(1))
	if length, area, rings := measure(whole); rings != 1 || math.Abs(length-8) > 1e-9 || math.Abs(area-4) > 1e-9 ||
		len(whole.XY) > 14 {
		t.Errorf("everything: length %g, area %g, %d rings, %d coordinates", length, area, rings, len(whole.XY))
	}
}

// Three sectors that meet in a point give three arms, each border once, which all end at the same point.
func TestClassBoundariesMeet(t *testing.T) {
	g := square(41)
	r := &Raster{Kind: Scores, Grid: g, Hi: 1, Classes: []int{0, 1, 2}}
	for k := range 3 {
		s, c := math.Sincos(2*math.Pi*float64(k)/3 + 0.3)
		r.Planes = append(r.Planes, plane(g, func(x, y float64) float64 { return c*(x-0.05) + s*(y-0.02) }))
	}
	paths := ClassBoundaries(r)
	if len(paths) != 1 || len(paths[0].Starts) != 3 {
		t.Fatalf("%d paths; lines start at %v", len(paths), paths[0].Starts)
	}
	total := 0.0
	paths[0].Lines(func(xy []float64) {
		m := len(xy)
		a := math.Hypot(xy[0]-0.05, xy[1]-0.02)
		b := math.Hypot(xy[m-2]-0.05, xy[m-1]-0.02)
		if min(a, b) > 0.04 {
			t.Errorf("a border ends %g from the point where three meet", min(a, b))
		}
		if max(math.Abs(xy[0]), math.Abs(xy[1]), math.Abs(xy[m-2]), math.Abs(xy[m-1])) < 1-1e-9 {
			t.Error("a border does not reach the edge")
		}
		for i := 2; i < m; i += 2 {
			total += math.Hypot(xy[i]-xy[i-2], xy[i+1]-xy[i-1])
		}
		// On the border two scores are equal, except in the cell of the junction.
		for i := 0; i < m; i += 2 {
			x, y := xy[i]-0.05, xy[i+1]-0.02
			if math.Hypot(x, y) < 0.08 {
				continue
			}
			var v [3]float64
			for k := range v {
				s, c := math.Sincos(2*math.Pi*float64(k)/3 + 0.3)
				v[k] = c*x + s*y
			}
			a, b := max(v[0], v[1], v[2]), v[0]+v[1]+v[2]-max(v[0], v[1], v[2])-min(v[0], v[1], v[2])
			if a-b > 1e-5 {
				t.Fatalf("(%g, %g): scores %v", x, y, v)
			}
		}
	})
	if total < 2.8 || total > 3.6 {
		t.Errorf("borders are %g long together", total)
	}
}

// Straightened borders have every node on its side: a point near each node lies in a region with the node's label.
// Slanted half planes become lines with few corners.
func TestSharpBoundaries(t *testing.T) {
	v := Viewport{X0: 0, X1: 90, Y0: 0, Y1: 60, W: 90, H: 60, Scale: 1}
	g := v.Grid(90, 60)
	half := func(a, b, c float64) *Raster {
		return &Raster{Kind: Labels, Grid: g, Sharp: true, Planes: [][]float32{plane(g, func(x, y float64) float64 {
			if a*x+b*y > c {
				return 1
			}
			return 0
		})}}
	}
	rng := rand.New(rand.NewPCG(4, 1))
	for range 100 {
		s, c := math.Sincos(2 * math.Pi * rng.Float64())
		off := c*(20+50*rng.Float64()) + s*(15+30*rng.Float64())
		r := half(c, s, off)
		paths := ClassBoundaries(r)
		if len(paths) != 1 || len(paths[0].Starts) != 1 {
			t.Fatal("no single border")
		}
		if n := len(paths[0].XY) / 2; n > 16 {
			t.Errorf("direction %.3f, %.3f: %d points on a straight border", c, s, n)
		}
		for i := 0; i < len(paths[0].XY); i += 2 {
			if d := math.Abs(c*paths[0].XY[i] + s*paths[0].XY[i+1] - off); d > 1.01 {
				t.Errorf("a corner %g tiles off the border", d)
			}
		}
	}
	// The straightened border crosses the same grid edges as the labels' border, for blobs of any shape.
	blob := plane(g, func(x, y float64) float64 {
		if math.Sin(x/7)+math.Cos(y/5+x/20) > 0.3 {
			return 1
		}
		return 0
	})
	r := &Raster{Kind: Labels, Grid: g, Sharp: true, Planes: [][]float32{blob}}
	p := ClassBoundaries(r)[0]
	for j := range g.H {
		for i := range g.W - 1 {
			// Parity of crossings on the edge from (i, j) to (i+1, j).
			n := 0
			y := g.Y(j) + 1e-7
			p.Lines(func(xy []float64) {
				for k := 2; k < len(xy); k += 2 {
					if (xy[k-1] > y) != (xy[k+1] > y) {
						x := xy[k-2] + (y-xy[k-1])/(xy[k+1]-xy[k-1])*(xy[k]-xy[k-2])
						if x > g.X(i) && x < g.X(i+1) {
							n++
						}
					}
				}
			})
			if (n%2 == 1) != (blob[j*g.W+i] != blob[j*g.W+i+1]) {
				t.Fatalf("edge (%d, %d): %d crossings, labels %g and %g", i, j, n, blob[j*g.W+i], blob[j*g.W+i+1])
			}
		}
	}
}

// Degenerate rasters give no boundaries, and odd sizes do no harm.
func TestBoundariesDegenerate(t *testing.T) {
	for _, g := range []Grid{{}, {W: 1, H: 1, DX: 1, DY: -1}, {W: 1, H: 5, DX: 1, DY: -1}, {W: 7, H: 1, DX: 1, DY: -1},
		{W: 2, H: 2, DX: 1, DY: -1}} {
		n := g.W * g.H
		nan := make([]float32, n)
		alt := make([]float32, n)
		for i := range nan {
			nan[i] = float32(math.NaN())
			alt[i] = float32(i%2)*2 - 1
		}
		for _, kind := range []RasterKind{Decision, Scores, Shares, Labels, Sequential, Diverging} {
			for _, sharp := range []bool{false, true} {
				for _, p := range [][]float32{make([]float32, n), nan, alt} {
					ClassBoundaries(&Raster{Kind: kind, Grid: g, Sharp: sharp, Planes: [][]float32{p, make([]float32, n)},
						Classes: []int{0, 1}})
				}
			}
		}
		Contours(alt, g, 0)
		FilledContours(nan, g, -1, 1)
	}
	if ClassBoundaries(&Raster{Kind: Scores}) != nil {
		t.Error("a boundary of nothing")
	}
}

func TestNiceTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		n      int
		want   []string
	}{
		{0, 1, 5, []string{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{-3, 3, 6, []string{"−3", "−2", "−1", "0", "1", "2", "3"}},
		{0, 1e6, 4, []string{"0", "2×10⁵", "4×10⁵", "6×10⁵", "8×10⁵", "10⁶"}},
		{1e-7, 5e-7, 4, []string{"10⁻⁷", "2×10⁻⁷", "3×10⁻⁷", "4×10⁻⁷", "5×10⁻⁷"}},
		{99.5, 100.5, 4, []string{"99.6", "99.8", "100.0", "100.2", "100.4"}},
		{20, 60, 4, []string{"20", "30", "40", "50", "60"}},
	} {
		ticks, step := NiceTicks(c.lo, c.hi, c.n)
		var got []string
		for _, x := range ticks {
			got = append(got, FormatTick(x, step))
		}
		if len(got) != len(c.want) {
			t.Errorf("%g..%g: %q, want %q", c.lo, c.hi, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%g..%g: %q, want %q", c.lo, c.hi, got, c.want)
				break
			}
		}
	}
	for _, c := range [][2]float64{{1, 1}, {2, 1}, {0, math.Inf(1)}, {math.NaN(), 1}, {1e12, 1e12 + 1e-6},
		{1e12, 1e12 + 0.001}, {0.5, 0.5000000000000001}, {-1e12 - 0.001, -1e12}, {1e16, 1e16 + 2}, {-1e308, 1e308},
		{0, 5e-324}} {
		if ticks, _ := NiceTicks(c[0], c[1], 5); len(ticks) > 100 {
			t.Errorf("%v: %d ticks", c, len(ticks))
		}
		// The same holds for a logarithmic axis.
		for _, n := range []int{2, 12} {
			if k := LogTicks(c[0], c[1], n, 5); len(k.At) > 100 || len(k.Minor) > 200 {
				t.Errorf("%v: %d logarithmic ticks", c, len(k.At))
			}
		}
	}
	if ticks, step := NiceTicks(1e12, 1e12+0.1, 5); len(ticks) < 3 || step != 0.02 {
		t.Errorf("steps that float64 still tells apart: %v by %v", ticks, step)
	}
}
