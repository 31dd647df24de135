package density

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// loose is two clusters and some points around them.
var loose = []float64{0.215, 0.052, 0.012, -0.224, -0.033, -0.043, -0.01, -0.075, -0.005, -0.057, -0.158, 0.106, 0.106,
	0.205, 0.006, -0.049, -0.065, -0.186, 0.118, -0.132, -0.142, -0.025, 0.178, 0.028, -0.123, -0.086, 0.075, -0.019,
	-0.092, -0.028, 0.089, 0.237, -0.149, -0.075, -0.096, -0.29, -0.111, -0.123, 0.135, -0.016, -0.195, 0.078, -0.043,
	-0.209, -0.072, -0.071, -0.105, 0.004, -0.27, -0.032, 0.952, 0.428, 0.966, 0.468, 1.023, 0.132, 0.927, 0.021, 0.71,
	0.013, 0.957, 0.5, 0.77, 0.566, 0.699, 0.323, 0.823, 0.14, 0.866, 0.591, 0.646, 0.435, 0.777, 0.565, 0.873, 0.401,
	0.896, 0.337, 0.591, 0.509, 0.594, 0.336, 0.892, 0.174, 0.822, 0.475, 0.796, 0.167, 0.363, 0.154, -0.064, -0.146,
	-0.353, 1.285, 0.78, -0.213, 0.328, -0.402, -0.081, 0.961, 0.802, 0.458, 0.05, 0.804, 1.413, 0.371, -0.36, -0.385,
	-0.334, 1.419, 0.582, 1.175, -0.16, 0.021, 0.884, 1.291, 0.181, -0.371, 1.228, 0.082}

// cloud returns n rows of d coordinates in several clusters.
func cloud(n, d int, seed uint64) *method.Problem {
	rng := rand.New(rand.NewPCG(seed, 5))
	p := &method.Problem{N: n, D: d, Task: method.Cluster, Seed: seed}
	for i := range n {
		for j := range d {
			p.X = append(p.X, float64(i*(2*j+1)%4)+0.4*rng.NormFloat64())
		}
	}
	return p
}

var window = picture.Viewport{X0: -2, X1: 6, Y0: -2, Y1: 6, W: 80, H: 80, Scale: 1}

func scanned(t testing.TB, x []float64, eps float64, m int) *grown {
	t.Helper()
	p := &method.Problem{N: len(x) / 2, D: 2, X: x, Task: method.Cluster}
	return methodtest.Fit(t, DBSCAN(), p, map[string]any{"eps": eps, "min_samples": float64(m)}).(*grown)
}

// Labels and core points must be scikit-learn 1.2's.
func TestDBSCANAsScikitLearn(t *testing.T) {
	for _, c := range []struct {
		eps         float64
		m           int
		label, core []int
	}{
		{0.12, 4, []int{0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, -1, 1, 1, -1, -1, -1, 1, 1,
			-1, -1, 1, -1, 1, 1, 1, -1, -1, -1, 1, -1, -1, 0, -1, -1, -1, -1, 1, -1, -1, -1, -1, -1, 0, -1, -1, -1},
			[]int{1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14, 16, 18, 19, 20, 21, 22, 23, 25, 26, 31, 36, 37, 42, 45, 50, 56}},
		{0.2, 5, []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1,
			1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, -1, -1, -1, -1, 1, -1, -1, -1, -1, -1, 0, -1, -1, -1},
			[]int{0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 28, 30, 31, 32, 33,
				34, 35, 36, 37, 38, 39, 41, 42, 43, 45, 50, 56}},
		{0.3, 8, []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1,
			1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, -1, -1, -1, -1, 1, -1, -1, 0, -1, -1, 0, -1, 0, -1},
			[]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 30, 31, 32,
				33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 45, 50, 56}},
		{0.08, 2, []int{0, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, 0, 0, -1, 2, 2, -1, -1, -1, 2, 3,
			-1, 4, -1, -1, 3, 5, 5, -1, -1, 4, 6, 4, -1, 0, -1, -1, -1, -1, 6, -1, -1, -1, -1, -1, 0, -1, -1, -1},
			[]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22, 23, 25, 26, 30, 31, 33, 36, 37, 38,
				41, 42, 43, 45, 50, 56}},
		{0.05, 1, []int{0, 1, 2, 2, 2, 3, 4, 2, 5, 6, 2, 0, 7, 8, 2, 4, 7, 9, 7, 10, 3, 5, 2, 2, 11, 12, 12, 13, 14, 15, 12,
			16, 17, 18, 19, 20, 16, 21, 22, 23, 24, 25, 26, 18, 27, 5, 28, 29, 30, 31, 26, 32, 33, 34, 35, 36, 2, 37, 38, 39},
			[]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
				30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58,
				59}},
	} {
		g := scanned(t, loose, c.eps, c.m)
		facts := map[string]any{}
		for _, f := range g.Facts() {
			facts[f.Name] = f.Value
		}
		if !slices.Equal(facts["labels"].([]int), c.label) {
			t.Errorf("ε %v, m %d: labels %v, want %v", c.eps, c.m, facts["labels"], c.label)
		}
		if got, _ := facts["core_sample_indices"].([]int); !slices.Equal(got, c.core) {
			t.Errorf("ε %v, m %d: core points %v, want %v", c.eps, c.m, got, c.core)
		}
	}
}

// Each step must satisfy the definition of DBSCAN.
func TestDBSCANSteps(t *testing.T) {
	for seed := range uint64(12) {
		p := cloud(70, 2, seed)
		eps, m := 0.15+0.05*float64(seed%5), 2+int(seed%5)
		last := scanned(t, p.X, eps, m)
		far := func(i, j int) float64 { return math.Hypot(p.X[2*i]-p.X[2*j], p.X[2*i+1]-p.X[2*j+1]) }
		for i := range p.N {
			var all []float64
			for j := range p.N {
				all = append(all, far(i, j))
			}
			slices.Sort(all)
			if last.reach[i] != all[m-1] {
				t.Fatalf("seed %d: the neighbour number %d of point %d is %v away, want %v", seed, m, i, last.reach[i], all[m-1])
			}
			if last.core(i) != (all[m-1] <= eps) {
				t.Fatalf("seed %d: point %d is core: %v", seed, i, last.core(i))
			}
		}
		before := 0
		for s := range last.Steps() + 1 {
			g := last.Stage(s).(*grown)
			in := 0
			for i := range p.N {
				if !g.has(i) {
					continue
				}
				in++
				if from := g.from[i]; !g.core(from) || far(i, from) > eps || from != i && g.when[from] >= g.when[i] ||
					g.label[from] != g.label[i] {
					t.Fatalf("seed %d: point %d was reached from %d", seed, i, from)
				}
			}
			if s > 0 && s < last.Steps() && in != before+1 {
				t.Fatalf("seed %d: step %d takes %d points in", seed, s, in-before)
			}
			before = in
		}
		for i := range p.N {
			near := false
			for j := range p.N {
				if near = near || last.core(j) && far(i, j) <= eps; last.core(i) && last.core(j) && far(i, j) <= eps &&
					last.label[i] != last.label[j] {
					t.Errorf("seed %d: core points %d and %d are neighbours, and in two clusters", seed, i, j)
				}
			}
			if near != (last.label[i] != method.NoGroup) {
				t.Errorf("seed %d: point %d is in cluster %d, near a core point: %v", seed, i, last.label[i], near)
			}
		}
	}
}

// A click on the curve of distances must set an ε for which as many points are core points as it says.
func TestDistancesChooseEps(t *testing.T) {
	g := scanned(t, loose, 0.12, 4)
	told := 0
	for i := range distanceKeys {
		told0, ok := g.Can().Tell(fmt.Sprint("r", i), window, nil)
		if !ok {
			continue
		}
		told++
		eps := told0.Click.Set["eps"].(float64)
		core, _, _ := scanned(t, loose, eps, 4).kinds()
		if words := fmt.Sprintf("with it, %d of 60 points are core points", core); told0.Lines[0] != words ||
			core < len(g.distances())-i {
			t.Errorf("place %d sets ε to %v: %d core points, and it says %q", i, eps, core, told0.Lines[0])
		}
	}
	pic, err := method.DrawPanel(t.Context(), g, method.Shown{"distances": true}, "distances", 200, 150)
	if err != nil || told < 50 || len(pic.Hits) < 50 {
		t.Errorf("%d places of the curve answer, %v", told, err)
	}
}

// For wide rows, distances use all columns. Lines, rings, squares and keys are where the rows are shown, or at their
// positions in space, and no disc is drawn.
func TestDBSCANOfRows(t *testing.T) {
	p := cloud(60, 4, 9)
	flat := cloud(60, 2, 10)
	p.Inputs, p.Shown = []string{"a", "b", "c", "d"}, flat.X
	const eps = 0.55
	g := methodtest.Fit(t, DBSCAN(), p, map[string]any{"inputs": "all", "eps": eps, "min_samples": 4.0}).(*grown)
	far := func(i, j int) float64 {
		sum := 0.0
		for k, x := range p.At(i) {
			sum += (x - p.At(j)[k]) * (x - p.At(j)[k])
		}
		return math.Sqrt(sum)
	}
	core, border, noise := g.kinds()
	if core == 0 || border == 0 || noise == 0 {
		t.Fatalf("%d, %d, %d", core, border, noise)
	}
	for i := range p.N {
		var all []float64
		near := false
		for j := range p.N {
			all = append(all, far(i, j))
			near = near || g.core(j) && far(i, j) <= eps
		}
		slices.Sort(all)
		if g.reach[i] != all[3] || g.core(i) != (all[3] <= eps) || near != (g.label[i] != method.NoGroup) {
			t.Fatalf("row %d: neighbour number 4 is %v away, want %v; cluster %d, near a core row: %v", i, g.reach[i], all[3],
				g.label[i], near)
		}
	}
	says := make([]float64, p.N)
	g.Predict(p.X, says)
	for i, y := range says {
		if g.core(i) && int(y) != g.label[i] || (y == y) != (g.label[i] != method.NoGroup) {
			t.Errorf("row %d of cluster %d is said to be in %v", i, g.label[i], y)
		}
	}
	at := make([]float64, 3*p.N)
	for i := range at {
		at[i] = float64(i) / 7
	}
	all := method.Shown{"balls": true, "links": true, "kinds": true}
	under, over, err := g.Can().Layers(t.Context(), window, nil, all)
	if err != nil || len(over) > 0 {
		t.Fatal(err)
	}
	look := func(what string, layers []picture.Layer, place func(i int) []float64) {
		lines, marks := 0, 0
		for _, l := range layers {
			switch l := l.(type) {
			case *picture.Path:
				if l.Role != picture.RoleMember {
					t.Errorf("%s: a path of %s", what, l.Role)
				}
				rows := map[[2]float64]bool{}
				for i := range p.N {
					rows[[2]float64(place(i)[:2])] = g.label[i] == l.Class
				}
				for k := 0; k < len(l.XY); k += 2 {
					lines++
					if !rows[[2]float64(l.XY[k:k+2])] {
						t.Errorf("%s: a line of cluster %d at %v", what, l.Class, l.XY[k:k+2])
					}
				}
			case *picture.Marks:
				for k, i := range l.Ordinal {
					marks++
					got := append(slices.Clone(l.XY[2*k:2*k+2]), l.Z...)
					if len(l.Z) > 0 {
						got = append(got[:2], l.Z[k])
					}
					if !slices.Equal(got, place(i)) || g.core(i) || (l.Role == picture.RoleBounded) != (g.label[i] == method.NoGroup) {
						t.Errorf("%s: row %d is marked at %v", what, i, got)
					}
				}
			}
		}
		if lines != 2*(core+border-g.k) || marks != border+noise {
			t.Errorf("%s: %d ends of lines, %d marks; %d, %d, %d", what, lines, marks, core, border, noise)
		}
	}
	look("plane", under, func(i int) []float64 { return p.Shown[2*i : 2*i+2] })
	look("space", g.Can().SpaceLayers(at, all), func(i int) []float64 { return at[3*i : 3*i+3] })
	hits := g.Can().Hits(window, nil)
	if len(hits) != core+border {
		t.Errorf("%d rows have keys", len(hits))
	}
	told, ok := g.Can().Tell(hits[0].Key, window, nil)
	if !ok || len(told.Click.Rows) == 0 {
		t.Errorf("%v, %+v", ok, told)
	}
	e := g.Explain(p.At(g.order[0]), window, nil)
	if len(e.Layers) != 1 || e.Answer != grouping.Name(0) {
		t.Fatalf("%q, %d layers", e.Answer, len(e.Layers))
	}
	ends := e.Layers[0].(*picture.Path)
	x, y := p.Drawn(g.order[0])
	if n := len(ends.Starts); n < 4 || ends.XY[0] != x || ends.XY[1] != y {
		t.Errorf("%d lines from %v", n, ends.XY[:2])
	}
	// In the middle of the run, the row of the step is marked where it is shown.
	half := g.Stage(5).(*grown)
	under, _, _ = half.Can().Layers(t.Context(), window, nil, nil)
	x, y = p.Drawn(g.order[4])
	lo, hi := math.Inf(1), math.Inf(-1)
	ring := under[0].(*picture.Path)
	for k := 0; k < len(ring.XY); k += 2 {
		r := math.Hypot(window.PX(ring.XY[k])-window.PX(x), window.PY(ring.XY[k+1])-window.PY(y))
		lo, hi = min(lo, r), max(hi, r)
	}
	if len(under) != 1 || hi-lo > 1e-6 || lo < 8 {
		t.Errorf("%d layers, a ring of %v to %v pixels", len(under), lo, hi)
	}
}

// A distance of exactly ε is within ε, as in scikit-learn: for the neighbours of a core point, for the points that a
// core point reaches, for a predicted position, and along either input. (All distances here are without rounding
// errors.)
func TestDBSCANAtExactlyEps(t *testing.T) {
	for name, x := range map[string][]float64{
		"along x": {0, 0, 0.25, 0, 0.5, 0, 2, 2},
		"along y": {0, 0, 0, 0.25, 0, 0.5, 2, 2},
	} {
		g := scanned(t, x, 0.25, 3)
		if core, border, noise := g.kinds(); core != 1 || border != 2 || noise != 1 || !g.core(1) {
			t.Errorf("%s: %d core points, %d at the border, %d alone, the middle is core: %v", name, core, border, noise,
				g.core(1))
		}
		// One step beyond the last of three core points, and one more.
		g = scanned(t, x, 0.25, 2)
		out := make([]float64, 2)
		g.Predict([]float64{1.5 * x[4], 1.5 * x[5], 2 * x[4], 2 * x[5]}, out)
		if out[0] != 0 || !math.IsNaN(out[1]) {
			t.Errorf("%s: at ε from a core point, and at twice that, the clusters are %v", name, out)
		}
		if e := g.Explain([]float64{x[2], x[3]}, window, nil); !strings.HasPrefix(e.Lines[0],
			"3 points within ε = 0.25, 3 of them core") {
			t.Errorf("%s: in the middle it says %q", name, e.Lines)
		}
	}
}

// A fit that starts from the previous one with another parameter must equal the fit from scratch.
func TestDBSCANWarmIsCold(t *testing.T) {
	p := &method.Problem{N: len(loose) / 2, D: 2, X: loose, Task: method.Cluster}
	m := DBSCAN()
	fit := func(eps, least float64, prev method.Model) *grown {
		t.Helper()
		v, err := m.Validate(map[string]any{"eps": eps, "min_samples": least})
		if err != nil {
			t.Fatal(err)
		}
		model, err := m.Fit(method.Unstopped, p, v, prev)
		if err != nil {
			t.Fatal(err)
		}
		return model.(*grown)
	}
	before := fit(0.2, 3, nil)
	for _, x := range [][2]float64{{0.2, 3}, {0.1, 3}, {0.2, 10}, {0.3, 6}} {
		warm, cold := fit(x[0], x[1], before), fit(x[0], x[1], nil)
		a, b := make([]float64, p.N), make([]float64, p.N)
		warm.Predict(p.X, a)
		cold.Predict(p.X, b)
		for i := range a {
			if warm.core(i) != cold.core(i) || a[i] != b[i] && !(math.IsNaN(a[i]) && math.IsNaN(b[i])) {
				t.Errorf("eps %v, min_samples %v: point %d is of cluster %v, core %v; from nothing %v, %v", x[0], x[1], i, a[i],
					warm.core(i), b[i], cold.core(i))
				break
			}
		}
	}
}
