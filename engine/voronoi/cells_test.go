package voronoi

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"pointscape/engine/method"
)

// frames returns boxes of different kinds around the points x.
func frames(x []float64) map[string]Box {
	x0, x1, y0, y1 := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i := 0; i < len(x); i += 2 {
		x0, x1 = min(x0, x[i]), max(x1, x[i])
		y0, y1 = min(y0, x[i+1]), max(y1, x[i+1])
	}
	s := max(x1-x0, y1-y0)
	if s == 0 {
		s = 1
	}
	mx, my := (x0+x1)/2, (y0+y1)/2
	at := func(cx, cy, rx, ry float64) Box { return Box{cx - rx, cy - ry, cx + rx, cy + ry} }
	return map[string]Box{
		"around":     at(mx, my, s, s*0.8),
		"tight":      {x0, y0, x0 + s, y0 + s},
		"far around": at(mx, my, 100*s, 70*s),
		"zoomed":     at(mx+0.0137*s, my+0.0219*s, 0.0311*s, 0.0203*s),
		"beside":     at(x1+3*s, y1+2*s, s, s),
		"a corner":   at(x0, y0, 0.1*s, 0.1*s),
	}
}

func TestCellsTileTheBox(t *testing.T) {
	for _, f := range pointSets {
		t.Run(f.name, func(t *testing.T) {
			for _, n := range []int{1, 2, 3, 4, 7, 30, 400} {
				x := f.make(n, rand.New(rand.NewPCG(uint64(n), 11)))
				d := diagram(t, x)
				for name, box := range frames(x) {
					cells, err := d.Cells(t.Context(), box)
					if err != nil {
						t.Fatal(err)
					}
					checkCells(t, fmt.Sprintf("%d points, %s", n, name), d, cells)
				}
			}
		})
	}
}

func checkCells(t *testing.T, what string, d *Diagram, cells *Cells) {
	t.Helper()
	box := cells.Box
	w, h := box.X1-box.X0, box.Y1-box.Y0
	sum := 0.0
	for s := range d.Sites() {
		cell := cells.Cell(s)
		sum += cells.Area(s)
		// The same as the cell that is clipped alone.
		if clipped := d.CellOf(s, box); math.Abs(polygonArea(clipped)-cells.Area(s)) > 1e-9*w*h {
			t.Fatalf("%s: cell %d has area %g, clipped alone %g", what, s, cells.Area(s), polygonArea(clipped))
		}
		sx, sy := d.XY(s)
		for i := 0; i < len(cell); i += 2 {
			x, y := cell[i], cell[i+1]
			if x < box.X0 || x > box.X1 || y < box.Y0 || y > box.Y1 {
				t.Fatalf("%s: corner %g, %g of cell %d lies outside %v", what, x, y, s, box)
			}
			// Up to rounding, no site is nearer to a corner than the cell's own.
			r := d.Find(x, y, s)
			rx, ry := d.XY(r)
			own, other := math.Hypot(x-sx, y-sy), math.Hypot(x-rx, y-ry)
			if own-other > 1e-11*(own+w+h)+1e-9*(w+h) {
				t.Fatalf("%s: corner %g, %g of cell %d at distance %g is nearer to site %d at %g", what, x, y, s, own, r, other)
			}
		}
		if in := sx >= box.X0 && sx <= box.X1 && sy >= box.Y0 && sy <= box.Y1; in && cells.Area(s) <= 0 && w*h > 0 {
			// A missing cell is possible only by rounding: then the site's neighbours are very near.
			for _, r := range d.Neighbors(s) {
				rx, ry := d.XY(r)
				if math.Hypot(rx-sx, ry-sy) < 1e-13*(w+h+math.Abs(sx)+math.Abs(sy)) {
					in = false
				}
			}
			if in {
				t.Fatalf("%s: site %d in the box has no cell", what, s)
			}
		}
	}
	if math.Abs(sum-w*h) > 1e-9*w*h {
		t.Errorf("%s: the cells cover %g of %g (off by %g)", what, sum, w*h, sum/(w*h)-1)
	}
}

// TestCellsEqualHalfPlanes compares the cells with those obtained by cutting the box with the bisectors of all other
// sites.
func TestCellsEqualHalfPlanes(t *testing.T) {
	for _, f := range pointSets {
		x := f.make(25, rand.New(rand.NewPCG(25, 12)))
		d := diagram(t, x)
		for name, box := range frames(x) {
			cells, err := d.Cells(t.Context(), box)
			if err != nil {
				t.Fatal(err)
			}
			total := (box.X1 - box.X0) * (box.Y1 - box.Y0)
			for s := range d.Sites() {
				want := polygonArea(halfPlanes(d, s, box))
				if got := cells.Area(s); math.Abs(got-want) > 1e-9*total {
					t.Errorf("%s, %s: cell %d has area %g, by half-planes %g", f.name, name, s, got, want)
				}
			}
		}
	}
}

func halfPlanes(d *Diagram, s int, b Box) []float64 {
	sx, sy := d.XY(s)
	poly := []float64{b.X0, b.Y0, b.X1, b.Y0, b.X1, b.Y1, b.X0, b.Y1}
	for r := range d.Sites() {
		if r == s {
			continue
		}
		rx, ry := d.XY(r)
		nx, ny := rx-sx, ry-sy
		side := func(x, y float64) float64 { return (x-sx-nx/2)*nx + (y-sy-ny/2)*ny }
		var out []float64
		for i := 0; i < len(poly); i += 2 {
			j := (i + 2) % len(poly)
			a, c := side(poly[i], poly[i+1]), side(poly[j], poly[j+1])
			if a <= 0 {
				out = append(out, poly[i], poly[i+1])
			}
			if a < 0 && c > 0 || a > 0 && c < 0 {
				u := a / (a - c)
				out = append(out, poly[i]+u*(poly[j]-poly[i]), poly[i+1]+u*(poly[j+1]-poly[i+1]))
			}
		}
		poly = out
	}
	return poly
}

// TestEdgesAreTheCellsBorders: twice the total length of the edges plus the border of the box must be the total length
// of all cells' outlines.
func TestEdgesAreTheCellsBorders(t *testing.T) {
	for _, f := range pointSets {
		for _, n := range []int{2, 3, 9, 200} {
			x := f.make(n, rand.New(rand.NewPCG(uint64(n), 13)))
			d := diagram(t, x)
			for name, box := range frames(x) {
				cells, err := d.Cells(t.Context(), box)
				if err != nil {
					t.Fatal(err)
				}
				size := box.X1 - box.X0 + box.Y1 - box.Y0
				want, got := 0.0, 2*size
				cells.Each(func(s int, xy []float64) {
					for i := 0; i < len(xy); i += 2 {
						j := (i + 2) % len(xy)
						want += math.Hypot(xy[j]-xy[i], xy[j+1]-xy[i+1])
					}
				})
				if err := d.Edges(t.Context(), box, func(_, _ int, x0, y0, x1, y1 float64) {
					along := func(a, b, side float64) bool { return math.Abs(a-side)+math.Abs(b-side) < 1e-12*size }
					if along(x0, x1, box.X0) || along(x0, x1, box.X1) || along(y0, y1, box.Y0) || along(y0, y1, box.Y1) {
						return // the border of the box is already counted
					}
					got += 2 * math.Hypot(x1-x0, y1-y0)
				}); err != nil {
					t.Fatal(err)
				}
				if math.Abs(got-want) > 1e-6*(want+size) {
					t.Errorf("%s, %d points, %s: edges of length %g, outlines %g", f.name, n, name, got, want)
				}
			}
		}
	}
}

func TestFindNearest(t *testing.T) {
	for _, f := range pointSets {
		x := f.make(300, rand.New(rand.NewPCG(8, 8)))
		d := diagram(t, x)
		box := frames(x)["around"]
		r := rand.New(rand.NewPCG(8, 9))
		hint := 0
		for range 300 {
			qx, qy := box.X0+r.Float64()*(box.X1-box.X0), box.Y0+r.Float64()*(box.Y1-box.Y0)
			if r.IntN(3) == 0 {
				qx, qy = d.XY(r.IntN(d.Sites()))
			}
			best, want := math.Inf(1), -1
			for s := range d.Sites() {
				sx, sy := d.XY(s)
				if q := float64((sx-qx)*(sx-qx)) + float64((sy-qy)*(sy-qy)); q < best {
					best, want = q, s
				}
			}
			hint = d.Find(qx, qy, hint)
			if hint != want {
				t.Fatalf("%s: nearest to %g, %g is %d, want %d", f.name, qx, qy, hint, want)
			}
		}
	}
}

func BenchmarkCells(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			x := uniform(n, 1)
			for b.Loop() {
				d, err := DiagramOf(b.Context(), x)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := d.Cells(b.Context(), Box{0, 0, 1, 1}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkFind(b *testing.B) {
	d := diagram(b, uniform(2000, 1))
	b.ResetTimer()
	s, i := 0, 0
	for b.Loop() {
		x, y := float64(i%480)/480, float64(i/480%320)/320
		s = d.Find(x, y, s)
		i++
	}
}

func BenchmarkClip(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d := diagram(b, uniform(n, 1))
			c := &Cells{}
			for b.Loop() {
				if err := d.clip(b.Context(), Box{0, 0, 1, 1}, c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// For collinear sites, Find must bisect and then visit only the neighbours.
func TestFindOnALine(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for name, site := range map[string]func(i int) (x, y float64){
		"across":           func(i int) (x, y float64) { return float64(i*i) / 1000, 0.5 },
		"upright":          func(i int) (x, y float64) { return -3, float64(7*i%200) / 64 },
		"slanted":          func(i int) (x, y float64) { return float64(i), float64(3 * i) },
		"far away":         func(i int) (x, y float64) { return 1e12 + float64(i), 1e12 + float64(i) },
		"close together":   func(i int) (x, y float64) { return 1 + float64(i)*0x1p-52, 0 },
		"one twice":        func(i int) (x, y float64) { return float64(i / 2), 0 },
		"one":              func(int) (x, y float64) { return 2, 3 },
		"in no good order": func(i int) (x, y float64) { return float64(i * 97 % 101), float64(i * 97 % 101) },
	} {
		var xy []float64
		for i := range 200 {
			x, y := site(i)
			xy = append(xy, x, y)
		}
		tr, err := New(method.Unstopped, xy)
		if err != nil || !tr.Collinear() {
			t.Fatalf("%s: %v, collinear %v", name, err, tr.Collinear())
		}
		for range 2000 {
			x, y := site(rng.IntN(200))
			scale := math.Pow(10, 6*rng.NormFloat64()-3)
			if rng.IntN(4) > 0 {
				x, y = x+scale*rng.NormFloat64(), y+scale*rng.NormFloat64()
			}
			want, best := -1, math.Inf(1)
			for s := range tr.Sites() {
				sx, sy := tr.XY(s)
				dx, dy := sx-x, sy-y
				if d := float64(dx*dx) + float64(dy*dy); d < best {
					want, best = s, d
				}
			}
			if got := tr.Find(x, y, rng.IntN(tr.Sites())); got != want {
				t.Fatalf("%s: site %d is nearest to (%v, %v), want %d", name, got, x, y, want)
			}
		}
	}
	const n = 100_000
	var xy []float64
	for i := range n {
		xy = append(xy, float64(i)/n, float64(2*i)/n)
	}
	tr, err := New(method.Unstopped, xy)
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if _, looked := tr.along(3*rng.Float64()-1, 3*rng.Float64()-1); looked > 40 {
			t.Fatalf("looked at %d of %d sites", looked, n)
		}
	}
}

// BenchmarkFindOnALine measures a prediction of the command "fit" for collinear sites.
func BenchmarkFindOnALine(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			xy := make([]float64, 0, 2*n)
			for i := range n {
				xy = append(xy, float64(i)/float64(n), float64(i)/float64(n))
			}
			tr, err := New(method.Unstopped, xy)
			if err != nil {
				b.Fatal(err)
			}
			i := 0
			for b.Loop() {
				i = (i + 7919) % n
				tr.Find(xy[2*i]+0.3, xy[2*i+1], 0)
			}
		})
	}
}
