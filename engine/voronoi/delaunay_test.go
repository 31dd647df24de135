package voronoi

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// validate checks with exact predicates that t is a Delaunay triangulation of the points x: the half-edges form a
// sphere, every triangle is counterclockwise, no apex lies inside the circumcircle across an edge (which, if true
// locally, is true globally), the ghosts bound a convex hull, and every point has the vertex at its position.
func validate(t *testing.T, tr *Triangulation, x []float64) {
	t.Helper()
	if err := invalid(tr, x); err != nil {
		t.Fatal(err)
	}
}

func invalid(tr *Triangulation, x []float64) error {
	n := len(x) / 2
	if len(tr.vertex) != n {
		return fmt.Errorf("%d points, want %d", len(tr.vertex), n)
	}
	distinct := map[[2]float64]int{}
	for p := range n {
		at := [2]float64{x[2*p], x[2*p+1]}
		if at[0] == 0 {
			at[0] = 0 // -0
		}
		if at[1] == 0 {
			at[1] = 0
		}
		if _, ok := distinct[at]; !ok {
			distinct[at] = len(distinct)
		}
		if got := tr.Site(p); got != distinct[at] {
			return fmt.Errorf("point %d is site %d, want %d", p, got, distinct[at])
		}
		if sx, sy := tr.XY(tr.Site(p)); sx != x[2*p] || sy != x[2*p+1] {
			return fmt.Errorf("site %d lies at %g, %g, its point %d at %v", tr.Site(p), sx, sy, p, at)
		}
	}
	if tr.Sites() != len(distinct) {
		return fmt.Errorf("%d sites, want %d", tr.Sites(), len(distinct))
	}
	if tr.Collinear() {
		for i := 2; i < len(tr.line); i++ {
			a, b, c := tr.line[0], tr.line[i-1], tr.line[i]
			if Orient2D(tr.x[a], tr.y[a], tr.x[b], tr.y[b], tr.x[c], tr.y[c]) != 0 {
				return fmt.Errorf("vertices %d, %d, %d are called collinear", a, b, c)
			}
		}
		if len(tr.line) != len(distinct) {
			return fmt.Errorf("%d vertices on the line, want %d", len(tr.line), len(distinct))
		}
		return nil
	}
	if got, want := len(tr.org), 3*(2*len(distinct)-2); got != want {
		return fmt.Errorf("%d half-edges, want %d", got, want)
	}
	for e := range int32(len(tr.org)) {
		h := tr.twin[e]
		if tr.twin[h] != e || h == e {
			return fmt.Errorf("half-edge %d has twin %d, which has %d", e, h, tr.twin[h])
		}
		if tr.org[h] != tr.org[next(e)] || tr.org[e] != tr.org[next(h)] {
			return fmt.Errorf("half-edges %d and %d join different vertices", e, h)
		}
		if v := tr.org[e]; tr.org[tr.out[v]] != v {
			return fmt.Errorf("vertex %d starts no half-edge %d", v, tr.out[v])
		}
		a, b, c, d := tr.org[e], tr.org[next(e)], tr.org[prev(e)], tr.org[prev(h)]
		if a == ghost || b == ghost {
			continue
		}
		orient := func(a, b, c int32) int {
			return Orient2D(tr.x[a], tr.y[a], tr.x[b], tr.y[b], tr.x[c], tr.y[c])
		}
		if c == ghost {
			continue
		}
		if orient(a, b, c) <= 0 {
			return fmt.Errorf("triangle %d, %d, %d does not turn counterclockwise", a, b, c)
		}
		if d != ghost && InCircle(tr.x[a], tr.y[a], tr.x[b], tr.y[b], tr.x[c], tr.y[c], tr.x[d], tr.y[d]) > 0 {
			return fmt.Errorf("vertex %d lies in the circumcircle of %d, %d, %d", d, a, b, c)
		}
	}
	var rim []int32
	tr.hullEdges(func(e int32) { rim = append(rim, tr.org[e]) })
	var hullArea, area float64
	for i, v := range rim {
		w, z := rim[(i+1)%len(rim)], rim[(i+2)%len(rim)]
		if Orient2D(tr.x[v], tr.y[v], tr.x[w], tr.y[w], tr.x[z], tr.y[z]) < 0 {
			return fmt.Errorf("the hull is not convex at vertex %d", w)
		}
	}
	cross := func(a, b, c int32) float64 {
		return (tr.x[b]-tr.x[a])*(tr.y[c]-tr.y[a]) - (tr.x[c]-tr.x[a])*(tr.y[b]-tr.y[a])
	}
	for i := 1; i+1 < len(rim); i++ {
		hullArea += cross(rim[0], rim[i], rim[i+1])
	}
	for e := 0; e < len(tr.org); e += 3 {
		if a, b, c := tr.org[e], tr.org[e+1], tr.org[e+2]; a != ghost && b != ghost && c != ghost {
			area += cross(a, b, c)
		}
	}
	// The hull must wind around once: a locally convex hull that winds around twice would pass all tests above.
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for p := range n {
		x0, x1 = min(x0, x[2*p]), max(x1, x[2*p])
		y0, y1 = min(y0, x[2*p+1]), max(y1, x[2*p+1])
	}
	if d := math.Abs(area - hullArea); !(d <= 1e-9*(x1-x0)*(y1-y0)+1e-300) {
		return fmt.Errorf("the triangles cover %g, the hull %g", area, hullArea)
	}
	if got, want := tr.TriangleCount(), len(tr.org)/3-len(rim); got != want || len(tr.Triangles(nil)) != 3*want {
		return fmt.Errorf("%d triangles, want %d", got, want)
	}
	return nil
}

func build(t testing.TB, x []float64) *Triangulation {
	t.Helper()
	tr, err := New(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// pointSets are families of points; each is also scaled from 1e-9 to 1e9.
var pointSets = []struct {
	name string
	make func(n int, r *rand.Rand) []float64
}{
	{"uniform", func(n int, r *rand.Rand) []float64 {
		x := make([]float64, 2*n)
		for i := range x {
			x[i] = r.Float64()
		}
		return x
	}},
	{"grid", func(n int, _ *rand.Rand) (x []float64) {
		side := max(2, int(math.Sqrt(float64(n))))
		for i := range side * side {
			x = append(x, float64(i%side), float64(i/side))
		}
		return x
	}},
	{"decimal grid", func(n int, _ *rand.Rand) (x []float64) {
		side := max(2, int(math.Sqrt(float64(n))))
		for i := range side * side {
			x = append(x, 0.1*float64(i%side), 0.1*float64(i/side))
		}
		return x
	}},
	{"circle", func(n int, _ *rand.Rand) (x []float64) {
		for i := range n {
			a := 2 * math.Pi * float64(i) / float64(n)
			x = append(x, 0.5+0.4*math.Cos(a), 0.5+0.4*math.Sin(a))
		}
		return append(x, 0.5, 0.5)
	}},
	{"exactly cocircular", func(n int, _ *rand.Rand) (x []float64) {
		for a := -65; a <= 65; a++ {
			for b := -65; b <= 65; b++ {
				if a*a+b*b == 65*65 || a*a+b*b == 25*25 {
					x = append(x, float64(a), float64(b))
				}
			}
		}
		return x
	}},
	{"line", func(n int, r *rand.Rand) (x []float64) {
		for range n {
			k := float64(r.IntN(4 * n))
			x = append(x, 3*k, 7*k)
		}
		return x
	}},
	{"nearly a line", func(n int, r *rand.Rand) (x []float64) {
		for range n {
			k := r.Float64()
			x = append(x, k, 0.3*k)
		}
		return x
	}},
	{"line and a point", func(n int, r *rand.Rand) (x []float64) {
		for i := range n {
			x = append(x, float64(i), 1)
		}
		return append(x, float64(n)/3, 2)
	}},
	{"two lines", func(n int, r *rand.Rand) (x []float64) {
		for i := range n {
			x = append(x, float64(i), float64(i%2))
		}
		return x
	}},
	{"parabola", func(n int, r *rand.Rand) (x []float64) {
		for i := range n {
			k := float64(i-n/2) / float64(n)
			x = append(x, k, k*k)
		}
		return x
	}},
	{"duplicates", func(n int, r *rand.Rand) (x []float64) {
		for range n {
			x = append(x, float64(r.IntN(7)), float64(r.IntN(5)))
		}
		return x
	}},
	{"clusters", func(n int, r *rand.Rand) (x []float64) {
		for i := range n {
			s := math.Pow(10, -float64(i%5)*2)
			x = append(x, float64(i%5)+s*r.Float64(), float64(i%3)+s*r.Float64())
		}
		return x
	}},
	{"one place", func(n int, _ *rand.Rand) (x []float64) {
		for range n {
			x = append(x, 0.1, 0.7)
		}
		return x
	}},
	{"huge and tiny", func(n int, r *rand.Rand) (x []float64) {
		for range n {
			s := math.Pow(10, 3-float64(r.IntN(30)))
			x = append(x, s*r.NormFloat64(), s*r.NormFloat64())
		}
		return x
	}},
	{"thin", func(n int, r *rand.Rand) (x []float64) {
		for range n {
			x = append(x, r.Float64(), 0.5+1e-13*r.Float64())
		}
		return x
	}},
}

func TestTriangulationOfDegenerateFamilies(t *testing.T) {
	for _, f := range pointSets {
		t.Run(f.name, func(t *testing.T) {
			for _, n := range []int{1, 2, 3, 4, 5, 8, 13, 40, 300} {
				r := rand.New(rand.NewPCG(uint64(n), 9))
				base := f.make(n, r)
				for _, scale := range []float64{1, 1e-9, 1e9} {
					x := slices.Clone(base)
					for i := range x {
						x[i] *= scale
					}
					for _, join := range []bool{true, false} {
						tr, err := newBy(join, t.Context(), x)
						if err != nil {
							t.Fatal(err)
						}
						validate(t, tr, x)
					}
				}
			}
		})
	}
}

func TestLargeTriangulations(t *testing.T) {
	for _, join := range []bool{true, false} {
		for _, f := range pointSets {
			x := f.make(5000, rand.New(rand.NewPCG(3, 3)))
			tr, err := newBy(join, t.Context(), x)
			if err != nil {
				t.Fatal(err)
			}
			validate(t, tr, x)
		}
	}
}

// FuzzTriangulation makes points from bytes: positions on a small lattice, some shifted by the smallest float64 step,
// so that all degeneracies and near-degeneracies occur.
func FuzzTriangulation(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	f.Add([]byte{0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x17, 0x71, 0x11})
	f.Add([]byte{0x00, 0x70, 0x77, 0x07, 0x34, 0x43, 0xb4, 0x4b, 0x33})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 1 || len(data) > 200 {
			return
		}
		var x []float64
		for _, b := range data {
			px, py := float64(b&7)/10, float64(b>>4&7)/10
			if b&8 != 0 {
				px = math.Nextafter(px, 1)
			}
			if b&128 != 0 {
				py = math.Nextafter(py, -1)
			}
			x = append(x, px, py)
		}
		for _, join := range []bool{true, false} {
			tr, err := newBy(join, t.Context(), x)
			if err != nil {
				t.Fatal(err)
			}
			if err := invalid(tr, x); err != nil {
				t.Fatalf("%v: %v", err, x)
			}
		}
	})
}

func TestNoPoints(t *testing.T) {
	tr := build(t, nil)
	if tr.Sites() != 0 || tr.Hull() != nil || tr.TriangleCount() != 0 {
		t.Error("something was made of nothing")
	}
}

func TestOrderOfPointsDoesNotMatter(t *testing.T) {
	x := uniform(200, 4)
	want := sortedTriangles(build(t, x), nil)
	r := rand.New(rand.NewPCG(1, 1))
	perm := r.Perm(200)
	y := make([]float64, 400)
	for i, p := range perm {
		y[2*i], y[2*i+1] = x[2*p], x[2*p+1]
	}
	if got := sortedTriangles(build(t, y), perm); !slices.Equal(got, want) {
		t.Error("another order of the points gave another triangulation")
	}
}

// sortedTriangles returns the triangles as sorted triples in sorted order, with the sites renamed.
func sortedTriangles(tr *Triangulation, name []int) [][3]int {
	var out [][3]int
	list := tr.Triangles(nil)
	for i := 0; i < len(list); i += 3 {
		var c [3]int
		for k := range c {
			c[k] = int(list[i+k])
			if name != nil {
				c[k] = name[c[k]]
			}
		}
		slices.Sort(c[:])
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
	return out
}

func uniform(n int, seed uint64) []float64 {
	return pointSets[0].make(n, rand.New(rand.NewPCG(seed, 5)))
}

func BenchmarkDelaunay(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		for how, join := range map[string]bool{"join": true, "insert": false} {
			b.Run(fmt.Sprint(n, "/", how), func(b *testing.B) {
				x := uniform(n, 1)
				for b.Loop() {
					if _, err := newBy(join, b.Context(), x); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
	for _, f := range pointSets[1:] {
		b.Run("10000 "+f.name, func(b *testing.B) {
			x := f.make(10_000, rand.New(rand.NewPCG(2, 2)))
			for b.Loop() {
				if _, err := New(b.Context(), x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
