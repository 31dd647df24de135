package dataset

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

func recipe(s method.Dataset, seed uint64) doc.Dataset {
	ds := doc.Dataset{Name: s.Name, N: s.N, Noise: s.Noise, Seed: seed}
	if s.Fixed {
		ds.Noise = 0
	}
	return ds
}

func generate(t *testing.T, ds doc.Dataset) []doc.Point {
	t.Helper()
	pts, err := Make(ds)
	if err != nil {
		t.Fatalf("%+v: %v", ds, err)
	}
	return pts
}

// Every declaration is complete, and its points are valid for small, default and largest noise, and for small and
// default numbers of points.
func TestAll(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range All() {
		if s.Name == "" || s.Label == "" || s.Help == "" || seen[s.Name] || s.N < 1 || s.N > s.MaxN ||
			s.MaxN > doc.MaxPoints || s.Noise > s.MaxNoise || s.Fixed != (s.Source != "") {
			t.Errorf("declaration %+v", s)
		}
		seen[s.Name] = true
		noises := []float64{0, s.Noise / 2, s.Noise, s.MaxNoise}
		counts := []int{1, 2, 3, 7, 20, s.N}
		if s.Fixed {
			counts = []int{0, s.N}
		}
		for _, noise := range noises {
			for _, n := range counts {
				for seed := uint64(0); seed < 3; seed++ {
					ds := doc.Dataset{Name: s.Name, N: n, Noise: noise, Seed: seed}
					pts := generate(t, ds)
					if n > 0 && len(pts) != n || n == 0 && len(pts) != s.N {
						t.Fatalf("%+v: %d points", ds, len(pts))
					}
					if !slices.Equal(pts, generate(t, ds)) {
						t.Fatalf("%+v: not the same twice", ds)
					}
					if _, err := method.NewProblem(pts, s.Task, 0); err != nil {
						t.Fatalf("%+v: %v", ds, err)
					}
					if !s.Fixed {
						checkPlaces(t, ds, s, pts)
					}
				}
			}
		}
		pts := generate(t, recipe(s, 1))
		checkThird(t, s, pts)
		if x, y := doc.AutoRange(pts, s.Task.Plane()); !s.Fixed && s.Task != method.Regress &&
			(x != [2]float64{0, 1} || y != [2]float64{0, 1}) {
			t.Errorf("%s: shown in %v x %v", s.Name, x, y)
		}
		if !s.Fixed && s.Noise > 0 && slices.Equal(pts, generate(t, recipe(s, 2))) {
			t.Errorf("%s: the seed changes nothing", s.Name)
		}
	}
	want := "moons circles xor spirals spirals3 blobs blobs2 blobs5 checkerboard nested linear linear_noisy stripes " +
		"lines target imbalanced anisotropic " +
		"sine sine_gap step linear_trend heteroscedastic periodic sinc polynomial hills saddle ripple plane2d cosine2d " +
		"uniform grid halton ring clusters elongated sunflower iris iris_sepal wine breast_cancer diabetes"
	for _, name := range strings.Fields(want) {
		if !seen[name] {
			t.Errorf("%s is gone: links rely on it", name)
		}
	}
}

func checkPlaces(t *testing.T, ds doc.Dataset, s method.Dataset, pts []doc.Point) {
	t.Helper()
	for i, p := range pts {
		if p.X < low || p.X > high || s.Task != method.Regress && (p.Y < low || p.Y > high) {
			t.Fatalf("%+v: point %d at %v", ds, i, p)
		}
		// Six standard deviations, for heteroscedastic's doubled noise.
		for _, v := range []float64{p.Y, p.Z} {
			if s.Task != method.Classify && math.Abs(v) > 1.2+12*ds.Noise {
				t.Fatalf("%+v: point %d at %v", ds, i, p)
			}
		}
	}
}

// checkThird checks that the third column is what the task needs, and that classes are balanced unless documented
// otherwise.
func checkThird(t *testing.T, s method.Dataset, pts []doc.Point) {
	t.Helper()
	var counts [doc.MaxClass + 1]int
	classes := 0
	varies := false
	for _, p := range pts {
		varies = varies || p.Z != pts[0].Z
		if s.Task == method.Classify {
			if counts[int(p.Z)]++; counts[int(p.Z)] == 1 {
				classes++
			}
		}
	}
	switch s.Task {
	case method.Regress, method.Cluster:
		if varies || pts[0].Z != 0 {
			t.Errorf("%s: a third column", s.Name)
		}
	case method.Regress2D:
		if !varies {
			t.Errorf("%s: constant values", s.Name)
		}
	case method.Classify:
		want := map[string]int{"spirals3": 3, "blobs": 3, "blobs5": 5, "nested": 3, "lines": 3, "iris": 3, "iris_sepal": 3,
			"wine": 3}[s.Name]
		if want == 0 {
			want = 2
		}
		if classes != want {
			t.Errorf("%s: %d classes, want %d", s.Name, classes, want)
		}
		lo, hi := slices.Min(counts[:classes]), slices.Max(counts[:classes])
		switch s.Name {
		case "wine", "breast_cancer":
		case "imbalanced":
			if counts[0] != 180 || counts[1] != 20 {
				t.Errorf("%s: %v", s.Name, counts)
			}
		case "linear_noisy": // labels are random
			if hi-lo > 50 {
				t.Errorf("%s: %v", s.Name, counts)
			}
		default:
			if hi-lo > 1 {
				t.Errorf("%s: unbalanced %v", s.Name, counts)
			}
		}
	}
}

func TestMakeErrors(t *testing.T) {
	for _, c := range []struct {
		ds          doc.Dataset
		field, says string
	}{
		{doc.Dataset{}, "dataset.name", "moons"},
		{doc.Dataset{Name: "Moons"}, "dataset.name", `got "Moons"`},
		{doc.Dataset{Name: "moons", N: -1}, "dataset.n", "got -1"},
		{doc.Dataset{Name: "moons", N: 20_001}, "dataset.n", "20000"},
		{doc.Dataset{Name: "moons", Noise: -0.1}, "dataset.noise", "from 0 to 1; got -0.1"},
		{doc.Dataset{Name: "moons", Noise: 1.01}, "dataset.noise", "got 1.01"},
		{doc.Dataset{Name: "moons", Noise: math.NaN()}, "dataset.noise", "NaN"},
		{doc.Dataset{Name: "moons", Noise: math.Inf(1)}, "dataset.noise", "Inf"},
		{doc.Dataset{Name: "uniform", Noise: 0.1}, "dataset.noise", "no noise"},
		{doc.Dataset{Name: "iris", N: 100}, "dataset.n", "150"},
		{doc.Dataset{Name: "iris", Noise: 0.1}, "dataset.noise", "no noise"},
	} {
		_, err := Make(c.ds)
		var e *doc.Error
		if !errors.As(err, &e) || e.Field != c.field || !strings.Contains(e.Error(), c.says) {
			t.Errorf("%+v: %v", c.ds, err)
		}
	}
}

// Without noise the points have the geometry that the names promise. Coordinates have five decimals.
func TestGeometry(t *testing.T) {
	const tol = 2e-5
	near := func(a, b float64) bool { return math.Abs(a-b) <= tol }

	// moons: half circles of radius 0.3 about (0.35, ...) and (0.65, ...).
	for _, p := range generate(t, doc.Dataset{Name: "moons", N: 101}) {
		cx, cy := 0.35, 0.425
		if p.Z == 1 {
			cx, cy = 0.65, 0.575
		}
		if !near(math.Hypot(p.X-cx, p.Y-cy), 0.3) || (p.Z == 0) != (p.Y >= cy-tol) && !near(p.Y, cy) {
			t.Errorf("moons: %v", p)
		}
	}
	for _, p := range generate(t, doc.Dataset{Name: "circles", N: 101}) {
		if !near(math.Hypot(p.X-0.5, p.Y-0.5), 0.45/(1+p.Z)) {
			t.Errorf("circles: %v", p)
		}
	}
	for _, p := range generate(t, doc.Dataset{Name: "ring", N: 17}) {
		if !near(math.Hypot(p.X-0.5, p.Y-0.5), 0.45) {
			t.Errorf("ring: %v", p)
		}
	}
	for _, p := range generate(t, doc.Dataset{Name: "xor", Seed: 4}) {
		if ((p.X-0.5)*(p.Y-0.5) > 0) != (p.Z == 0) {
			t.Errorf("xor: %v", p)
		}
	}
	cells := map[[2]int]int{}
	for _, p := range generate(t, doc.Dataset{Name: "checkerboard", N: 320}) {
		column, row := int((p.X-low)/0.225), int((p.Y-low)/0.225)
		cells[[2]int{column, row}]++
		if (column+row)%2 != int(p.Z) {
			t.Errorf("checkerboard: %v in field %d, %d", p, column, row)
		}
	}
	for c, n := range cells {
		if n != 20 || len(cells) != 16 {
			t.Errorf("checkerboard: %d points in field %v of %d", n, c, len(cells))
		}
	}
	for _, p := range generate(t, doc.Dataset{Name: "stripes"}) {
		if int((p.X-low)/0.18)%2 != int(p.Z) {
			t.Errorf("stripes: %v", p)
		}
	}
	for _, p := range generate(t, doc.Dataset{Name: "nested"}) {
		if r := math.Hypot(p.X-0.5, p.Y-0.5) / 0.45; r < 0.38*p.Z-tol || r > 0.38*p.Z+0.24+tol {
			t.Errorf("nested: %v at radius %g", p, r)
		}
	}
	for _, p := range generate(t, doc.Dataset{Name: "linear", N: 500}) {
		d := (slopeX*(p.X-0.5) + slopeY*(p.Y-0.5)) / 0.45 * (2*p.Z - 1)
		if d < 0.15-5*tol {
			t.Errorf("linear: %v at distance %g", p, d)
		}
	}
	// linear_noisy: no wrong label without noise, some with it.
	for _, noise := range []float64{0, 0.3} {
		wrong := 0
		for _, p := range generate(t, doc.Dataset{Name: "linear_noisy", N: 500, Noise: noise}) {
			if d := slopeX*(p.X-0.5) + slopeY*(p.Y-0.5); math.Abs(d) > tol && (d > 0) != (p.Z == 1) {
				wrong++
			}
		}
		if (wrong > 0) != (noise > 0) || wrong > 150 {
			t.Errorf("linear_noisy: %d wrong labels at noise %g", wrong, noise)
		}
	}
	for name, k := range map[string]int{"blobs": 3, "blobs5": 5} {
		wrong := 0
		for _, p := range generate(t, doc.Dataset{Name: name, N: 300}) {
			angle := math.Mod(math.Atan2(p.Y-0.5, p.X-0.5)-math.Pi/2+4*math.Pi, 2*math.Pi)
			if int(angle/(2*math.Pi)*float64(k)+0.5)%k != int(p.Z) {
				wrong++
			}
		}
		if wrong > 3 {
			t.Errorf("%s: %d of 300 points nearer to another centre at noise 0", name, wrong)
		}
	}
	// A square lattice: 25 points in 5 columns.
	for i, p := range generate(t, doc.Dataset{Name: "grid", N: 25}) {
		if !near(p.X, low+0.18*(float64(i%5)+0.5)) || !near(p.Y, low+0.18*(float64(i/5)+0.5)) {
			t.Errorf("grid: %d at %v", i, p)
		}
	}
	// Low discrepancy: each ninth of the square gets its share of 900 points.
	for seed := range uint64(3) {
		var ninths [9]int
		for _, p := range generate(t, doc.Dataset{Name: "halton", N: 900, Seed: seed}) {
			ninths[min(2, int((p.X-low)/0.3))*3+min(2, int((p.Y-low)/0.3))]++
		}
		if slices.Min(ninths[:]) < 94 || slices.Max(ninths[:]) > 106 {
			t.Errorf("halton: %v", ninths)
		}
	}
	for _, c := range []struct {
		name string
		f    func(x float64) float64
	}{
		{"sine", func(u float64) float64 { return math.Sin(2 * math.Pi * u) }},
		{"sine_gap", func(u float64) float64 { return math.Sin(2 * math.Pi * u) }},
		{"linear_trend", func(u float64) float64 { return 1.6*u - 0.8 }},
	} {
		for _, p := range generate(t, doc.Dataset{Name: c.name, N: 200}) {
			u := (p.X - low) / (high - low)
			if !near(p.Y, c.f(u)) || c.name == "sine_gap" && u > 0.334 && u < 0.666 {
				t.Errorf("%s: %v", c.name, p)
			}
		}
	}
	for _, p := range generate(t, doc.Dataset{Name: "saddle"}) {
		u, v := 2*p.X-1, 2*p.Y-1
		if !near(p.Z, u*u-v*v) {
			t.Errorf("saddle: %v", p)
		}
	}
}

// The noise has the given standard deviation, and mean 0.
func TestNoise(t *testing.T) {
	const n, noise = 5000, 0.25
	clean := generate(t, doc.Dataset{Name: "sine", N: n, Seed: 9})
	noisy := generate(t, doc.Dataset{Name: "sine", N: n, Seed: 9, Noise: noise})
	sum, squares := 0.0, 0.0
	for i := range clean {
		if clean[i].X != noisy[i].X {
			t.Fatal("noise moved an abscissa")
		}
		d := noisy[i].Y - clean[i].Y
		sum, squares = sum+d, squares+d*d
	}
	mean, sd := sum/n, math.Sqrt(squares/n)
	if math.Abs(mean) > 4*noise/math.Sqrt(n) || math.Abs(sd/noise-1) > 4/math.Sqrt(2*n) {
		t.Errorf("mean %g, standard deviation %g", mean, sd)
	}
}

// More noise moves each point along its own line, and more points keep the existing ones, if positions do not depend on
// the number of points.
func TestSmooth(t *testing.T) {
	for _, name := range []string{"moons", "blobs", "xor", "spirals"} {
		a := generate(t, doc.Dataset{Name: name, N: 200, Noise: 0.1, Seed: 3})
		b := generate(t, doc.Dataset{Name: name, N: 200, Noise: 0.101, Seed: 3})
		jumps := 0
		for i := range a {
			if math.Hypot(a[i].X-b[i].X, a[i].Y-b[i].Y) > 0.02 {
				jumps++
			}
		}
		if jumps > 3 {
			t.Errorf("%s: %d of 200 points jump at a little more noise", name, jumps)
		}
	}
	few := generate(t, doc.Dataset{Name: "uniform", N: 20, Seed: 3})
	many := generate(t, doc.Dataset{Name: "uniform", N: 50, Seed: 3})
	if !slices.Equal(few, many[:20]) {
		t.Error("uniform: more points changed the first ones")
	}
}

// The points are the same on every machine and in every version, because there are links to them. (Five decimals hide
// differences in the last bits.)
func TestPinned(t *testing.T) {
	for _, c := range []struct {
		ds   doc.Dataset
		want []doc.Point
	}{
		{doc.Dataset{Name: "moons", N: 3, Noise: 0.18, Seed: 7}, pinnedMoons},
		{doc.Dataset{Name: "sine", N: 3, Noise: 0.15, Seed: 1}, pinnedSine},
	} {
		if got := generate(t, c.ds); !slices.Equal(got, c.want) {
			t.Errorf("%+v: got %v, want %v", c.ds, got, c.want)
		}
	}
}

var (
	pinnedMoons = []doc.Point{{X: 0.69901, Y: 0.50455}, {X: 0.63154, Y: 0.31945, Z: 1}, {X: 0.1102, Y: 0.39818}}
	pinnedSine  = []doc.Point{{X: 0.58843, Y: -0.45656}, {X: 0.24467, Y: 0.77735}, {X: 0.8009, Y: -0.87665}}
)

// Tables have the rows of the published files.
func TestTables(t *testing.T) {
	for _, c := range []struct {
		name        string
		n           int
		first, last doc.Point
		counts      []int
		meanX       float64
	}{
		{"iris", 150, doc.Point{X: 1.4, Y: 0.2}, doc.Point{X: 5.1, Y: 1.8, Z: 2}, []int{50, 50, 50}, 3.758},
		{"iris_sepal", 150, doc.Point{X: 5.1, Y: 3.5}, doc.Point{X: 5.9, Y: 3, Z: 2}, []int{50, 50, 50}, 5.843333},
		{"wine", 178, doc.Point{X: 14.23, Y: 3.06}, doc.Point{X: 14.13, Y: 0.76, Z: 2}, []int{59, 71, 48}, 13.000618},
		{"breast_cancer", 569, doc.Point{X: 25.38, Y: 17.33}, doc.Point{X: 9.456, Y: 30.37, Z: 1}, []int{212, 357},
			16.269190},
		{"diabetes", 442, doc.Point{X: 32.1, Y: 151}, doc.Point{X: 19.6, Y: 57}, nil, 26.375792},
	} {
		pts := generate(t, doc.Dataset{Name: c.name, Seed: 99})
		if len(pts) != c.n || pts[0] != c.first || pts[c.n-1] != c.last {
			t.Errorf("%s: %d rows, %v .. %v", c.name, len(pts), pts[0], pts[len(pts)-1])
		}
		mean := 0.0
		counts := make([]int, len(c.counts))
		for _, p := range pts {
			mean += p.X / float64(c.n)
			if len(counts) > 0 {
				counts[int(p.Z)]++
			}
		}
		if math.Abs(mean-c.meanX) > 1e-5 || !slices.Equal(counts, c.counts) && c.counts != nil {
			t.Errorf("%s: mean %g, counts %v", c.name, mean, counts)
		}
	}
}

func BenchmarkMake100k(b *testing.B) {
	for b.Loop() {
		if _, err := Make(doc.Dataset{Name: "clusters", N: doc.MaxPoints, Noise: 0.02}); err != nil {
			b.Fatal(err)
		}
	}
}
