package cluster

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/draw"
	"pointscape/engine/flats"
	"pointscape/engine/grouping"
	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// modelOf fits method m.
func modelOf(t *testing.T, m method.Method, p *method.Problem, params map[string]any) method.Model {
	t.Helper()
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(context.Background(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

func flatsOf(t *testing.T, p *method.Problem, params map[string]any) *flatModel {
	t.Helper()
	return modelOf(t, KFlats(), p, params).(*flatModel)
}

func imagesOf(t *testing.T, m method.Method, p *method.Problem, params map[string]any) *imageModel {
	t.Helper()
	return modelOf(t, m, p, params).(*imageModel)
}

// stageOf returns a stage of k-flats.
func stageOf(m *flatModel, k int) *flatModel { return m.Stage(k).(*flatModel) }

// Flats of dimension 0, and the linear kernel's centres, are k-means: from the same start, all half-steps must be
// equal.
func TestFlatsArePlainKMeans(t *testing.T) {
	compared := 0
	for seed := range uint64(20) {
		p := cloud(80, 2, seed)
		params := map[string]any{"n_clusters": 4.0, "dim": 0.0, "n_init": 1.0,
			"init": []string{initPlusPlus, initRandom}[seed%2]}
		m := flatsOf(t, p, params)
		delete(params, "dim")
		params["kernel"] = "linear"
		im := imagesOf(t, KernelKMeans(), p, params)
		var starts [][]float64
		for _, i := range m.Seeds {
			starts = append(starts, p.At(i))
		}
		s := fitted(t, p, map[string]any{"init": initGiven, "starts": starts})
		if slices.Contains(s.sizes, 0) {
			continue
		}
		compared++
		if m.Moves() != s.moves() || im.Moves() != s.moves() {
			t.Errorf("seed %d: k-means moves %d times, k-flats %d, kernel k-means %d", seed, s.moves(), m.Moves(), im.Moves())
			continue
		}
		for h, e := range s.energy {
			if math.Abs(m.Energy[h]-e) > 1e-9*e || math.Abs(im.Energy[h]-e) > 1e-9*s.energy[0] {
				t.Errorf("seed %d: half-step %d has the energies %v, %v and %v", seed, h, e, m.Energy[h], im.Energy[h])
			}
		}
		for i, c := range s.labels {
			if int(c) != int(m.labels[i]) || int(c) != int(im.labels[i]) {
				t.Errorf("seed %d: point %d is in cluster %d, %d and %d", seed, i, c, m.labels[i], im.labels[i])
			}
		}
		at := []float64{0.31, 0.62, -1, 2}
		a, b, c := make([]float64, 2), make([]float64, 2), make([]float64, 2)
		s.Predict(at, a)
		m.Predict(at, b)
		im.Predict(at, c)
		if !slices.Equal(a, b) || !slices.Equal(a, c) {
			t.Errorf("seed %d: places are in the clusters %v, %v and %v", seed, a, b, c)
		}
	}
	if compared < 10 {
		t.Errorf("only %d of 20 were compared", compared)
	}
}

// lined returns points along three lines of the plane, or of space, with a little noise.
func lined(n, d int) *method.Problem {
	p := &method.Problem{N: n, D: d, Task: method.Cluster, Seed: 3}
	for i := range n {
		t := 2*float64(i)/float64(n-1) - 1
		e := 0.02 * math.Sin(float64(7*i))
		row := [][]float64{{t, 0.3*t + e, 0.5 * t}, {0.2 + e, t, -0.3}, {t, 0.4 - t + e, t * 0.1}}[i%3]
		p.X = append(p.X, row[:d]...)
	}
	if d == 3 {
		p.Inputs = []string{"a", "b", "c"}
		for i := range n {
			p.Shown = append(p.Shown, p.X[3*i], p.X[3*i+1])
		}
	}
	return p
}

// In the plane, a line must be drawn at its position, from edge to edge of the view, and the lines from the points must
// meet it at right angles.
func TestLinesAreDrawn(t *testing.T) {
	m := flatsOf(t, lined(90, 2), nil)
	v := picture.Viewport{X0: -0.5, X1: 1, Y0: -0.25, Y1: 0.75, W: 300, H: 200, Scale: 1}
	under, over, err := m.Can().Layers(t.Context(), v, nil, method.Shown{"flats": true, "members": true})
	if err != nil {
		t.Fatal(err)
	}
	lines, ways := 0, 0
	on := func(x float64, edges ...float64) bool {
		return slices.ContainsFunc(edges, func(e float64) bool { return math.Abs(x-e) < 1e-12 })
	}
	for _, l := range append(under, over...) {
		path, ok := l.(*picture.Path)
		switch {
		case ok && path.Role == picture.RoleFlat:
			lines++
			for k := 0; k < 4; k += 2 {
				xy := path.XY[k : k+2]
				if m.flats[path.Class].Residual(xy) > 1e-24 || !on(xy[0], v.X0, v.X1) && !on(xy[1], v.Y0, v.Y1) {
					t.Errorf("the line of cluster %d goes to %v", path.Class, xy)
				}
			}
		case ok && path.Role == picture.RoleMember:
			f := m.flats[path.Class]
			path.Lines(func(xy []float64) {
				ways++
				along := (xy[2]-xy[0])*f.Basis[0][0] + (xy[3]-xy[1])*f.Basis[0][1]
				if f.Residual(xy[2:]) > 1e-24 || math.Abs(along) > 1e-12 {
					t.Errorf("a way of cluster %d goes from %v to %v", path.Class, xy[:2], xy[2:])
				}
			})
		}
	}
	if lines != 3 || ways != 90 {
		t.Errorf("%d lines and %d ways are drawn", lines, ways)
	}
	// The equation of a line must hold along the whole line.
	for c, f := range m.flats {
		var number, a, b, rest float64
		text := strings.NewReplacer("F_{", "", "}:", "", " x₁ ", " ", "+ ", "", "− ", "-", "−", "-", " x₂ =", "").Replace(
			m.equation(c))
		if n, err := fmt.Sscan(text, &number, &a, &b, &rest); n < 4 || int(number) != c+1 {
			t.Fatalf("the equation %q is read as %q: %v", m.equation(c), text, err)
		}
		for _, z := range []float64{-1, 0, 1} {
			if off := a*(f.Base[0]+z*f.Basis[0][0]) + b*(f.Base[1]+z*f.Basis[0][1]) - rest; math.Abs(off) > 1e-3 {
				t.Errorf("%s is off by %v", m.equation(c), off)
			}
		}
	}
}

// At each half-step, the energy must be the sum of the squared distances of the points to the present flats of their
// clusters.
func TestFlatStages(t *testing.T) {
	for seed := range uint64(6) {
		p := cloud(50, 2, seed)
		m := flatsOf(t, p, map[string]any{"n_init": 2.0})
		im := imagesOf(t, KernelKFlats(), p, map[string]any{"n_clusters": 3.0, "n_init": 2.0})
		check := func(step int, own []float64, energy float64) {
			sum := 0.0
			for _, d2 := range own {
				sum += d2
			}
			if math.Abs(sum-energy) > 1e-9*(1+energy) {
				t.Errorf("seed %d: step %d has the energy %v, its points %v", seed, step, energy, sum)
			}
		}
		for k := m.K + 1; k <= m.Steps(); k++ {
			check(k, stageOf(m, k).squares(), m.Trace()[0].Values[k])
		}
		for k := im.K + 1; k <= im.Steps(); k++ {
			check(k, im.Stage(k).(*imageModel).squares(), im.Trace()[0].Values[k])
		}
	}
}

// For rows shown in space by an affine map, corners of patches and feet of perpendiculars must be the images of those
// of the flats under that map.
func TestFlatsInSpace(t *testing.T) {
	for q := 1; q <= 2; q++ {
		p := cloud(60, 4, 5)
		p.Inputs = []string{"a", "b", "c", "d"}
		shown := func(x []float64) []float64 {
			return []float64{1 + x[0] - 2*x[3], 0.5*x[1] + x[2], 3*x[2] - x[0] + x[1]}
		}
		var at []float64
		for i := range p.N {
			at = append(at, shown(p.At(i))...)
			p.Shown = append(p.Shown, at[3*i], at[3*i+1])
		}
		m, rows := flatsOf(t, p, map[string]any{"dim": float64(q), "n_clusters": 2.0}), draw.Space(p, at)
		for k := 1; k <= m.Steps(); k++ {
			s := stageOf(m, k)
			for c, f := range s.flats {
				image := s.images.Of(rows)
				if at, want := image.Of(f.Base), shown(f.Base); distance(at, want) > 1e-9 {
					t.Errorf("q = %d, step %d: the mean of flat %d is at %v, not %v", q, k, c, at, want)
				}
				x := p.At(7)
				foot := make([]float64, 4)
				f.Foot(x, foot)
				if got, want := s.foot(x, c, image), shown(foot); distance(got, want) > 1e-9 {
					t.Errorf("q = %d, step %d: the foot on flat %d is at %v, not %v", q, k, c, got, want)
				}
			}
		}
		edges := 0
		for _, l := range m.Can().SpaceLayers(at, method.Shown{"flats": true, "members": true}) {
			if path, ok := l.(*picture.Path); ok {
				if len(path.Z) != len(path.XY)/2 {
					t.Errorf("%s: %d places have %d depths", path.Says, len(path.XY)/2, len(path.Z))
				}
				if path.Role == picture.RoleFlat && len(path.Keys) > 0 {
					edges++
				}
			}
		}
		if edges != 2 {
			t.Errorf("q = %d: %d flats are drawn in space", q, edges)
		}
	}
}

// Distances in feature space must equal those computed from explicit features: for the quadratic kernel (x·z + 1)²,
// these are 1, x, y, x², xy, y² with their factors.
func TestImagesAreFeatures(t *testing.T) {
	r2 := math.Sqrt2
	features := func(x []float64) []float64 {
		return []float64{1, r2 * x[0], r2 * x[1], x[0] * x[0], r2 * x[0] * x[1], x[1] * x[1]}
	}
	for q := range 4 {
		p := cloud(50, 2, 9)
		var x []float64
		for i := range p.N {
			x = append(x, features(p.At(i))...)
		}
		m := imagesOf(t, KernelKFlats(), p, map[string]any{"dim": float64(q), "kernel": "poly", "degree": 2.0, "gamma": 1.0,
			"n_clusters": 3.0, "n_init": 1.0})
		plain, err := flats.Rows(x, p.N, 6, flats.Options{K: 3, Q: q, Given: m.Seeds})
		if err != nil {
			t.Fatal(err)
		}
		if plain.Moves() != m.Moves() {
			t.Errorf("q = %d: %d and %d moves", q, plain.Moves(), m.Moves())
			continue
		}
		at := []float64{0.3, -0.4, 0.9, 0.1}
		got := make([]float64, 2)
		m.Predict(at, got)
		for k := range got {
			z := features(at[2*k : 2*k+2])
			best, least := 0, math.Inf(1)
			list, _ := plain.Last()
			for c, f := range list {
				if d2 := f.Residual(z); d2 < least {
					best, least = c, d2
				}
			}
			if int(got[k]) != best {
				t.Errorf("q = %d: the place %v is in cluster %v, by features %d", q, at[2*k:2*k+2], got[k], best)
			}
		}
		// The field of distances must agree, too.
		v := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 8, H: 8, Scale: 1}
		r, err := m.ScoreRaster(t.Context(), v.Grid(8, 8), method.Shown{"distances": true})
		if err != nil {
			t.Fatal(err)
		}
		list, _ := plain.Last()
		for j := range 8 {
			for i := range 8 {
				z := features([]float64{r.Grid.X(i), r.Grid.Y(j)})
				least := math.Inf(1)
				for _, f := range list {
					least = min(least, f.Residual(z))
				}
				if d := float64(r.Basis[0][8*j+i]); math.Abs(d*d-least) > 1e-4 {
					t.Errorf("q = %d: at (%v, %v) the squared distance is %v, by features %v", q, r.Grid.X(i), r.Grid.Y(j), d*d, least)
				}
			}
		}
	}
}

// With positive definite kernels, the energy never rises; with others it may, and then the status must say so.
func TestRisingEnergyIsTold(t *testing.T) {
	rose := false
	for seed := range uint64(12) {
		p := cloud(60, 2, seed)
		for _, k := range []string{"rbf", "laplacian", "poly", "linear", "rbf(0.3) + linear()", "sigmoid"} {
			for _, method := range []method.Method{KernelKMeans(), KernelKFlats()} {
				params := map[string]any{"kernel": k, "n_clusters": 3.0, "n_init": 2.0}
				if k == "sigmoid" {
					if seed > 1 {
						continue // it rises in each start and goes on to the limit
					}
					params["coef0"] = -2.0
				}
				m := imagesOf(t, method, p, params)
				told := strings.Contains(m.Status().Sentence, kernel.NotDefinite)
				if told != (k == "sigmoid") {
					t.Errorf("%s: %q", k, m.Status().Sentence)
				}
				if m.rises > 0 && k != "sigmoid" {
					t.Errorf("%s, seed %d: the energy rises: %v", k, seed, m.Energy)
				}
				rose = rose || m.rises > 0 && strings.Contains(m.Status().Sentence, "It has risen in ")
			}
		}
	}
	if !rose {
		t.Error("the energy never rose with a sigmoid: the test shows nothing")
	}
}

// Examples must find the clusters that they promise, and fail where they say so.
func TestRings(t *testing.T) {
	ring := func(n int, disc bool) *method.Problem {
		var pts []doc.Point
		for i := range n {
			s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n) * 2)
			r := 1 + 0.03*math.Sin(float64(5*i))
			if i%2 == 1 {
				r *= 0.5
				if disc {
					r = 0.3 * math.Sqrt(float64(i)/float64(n))
					s, c = math.Sincos(2.4 * float64(i))
				}
			}
			pts = append(pts, doc.Point{X: 0.5 + 0.45*r*c, Y: 0.5 + 0.45*r*s, Z: float64(i % 2)})
		}
		p, err := method.NewProblem(pts, method.Cluster, 1)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	score := func(m method.Model) float64 {
		for _, f := range m.Facts() {
			if f.Name == "adjusted_rand_score" {
				return f.Value.(float64)
			}
		}
		return math.NaN()
	}
	disc, rings := ring(120, true), ring(120, false)
	if a := score(modelOf(t, KernelKMeans(), disc, map[string]any{"gamma": 15.0})); a != 1 {
		t.Errorf("a disc in a ring: the Gaussian kernel has the index %v", a)
	}
	if a := score(modelOf(t, KernelKMeans(), disc, map[string]any{"kernel": "linear"})); a > 0.5 {
		t.Errorf("a disc in a ring: the linear kernel has the index %v", a)
	}
	conics := map[string]any{"dim": 4.0, "kernel": "poly", "degree": 2.0, "gamma": 1.0, "init": initRandom, "n_init": 10.0}
	if a := score(modelOf(t, KernelKFlats(), rings, conics)); a != 1 {
		t.Errorf("ring in ring: conic sections have the index %v", a)
	}
	if a := score(modelOf(t, KernelKMeans(), rings, map[string]any{"gamma": 15.0})); a > 0.5 {
		t.Errorf("ring in ring: the Gaussian kernel has the index %v", a)
	}
}

// Bars, points and flats are linked: a row's bar contains it, and each flat's key selects its rows.
func TestFlatKeys(t *testing.T) {
	m := flatsOf(t, lined(60, 2), nil)
	keys := rowKeys(t, m, "residuals")
	for i, k := range keys {
		told, ok := m.Can().Tell(k, picture.Viewport{}, nil)
		if !ok || !slices.Contains(told.Click.Rows, i) || !strings.Contains(told.Answer, grouping.Name(int(m.labels[i]))) {
			t.Errorf("row %d has the bar %q: %q with rows %v", i, k, told.Answer, told.Click.Rows)
		}
	}
	rows := 0
	for c := range m.K {
		told, ok := m.Can().Tell(grouping.Key(c), picture.Viewport{}, nil)
		if !ok {
			t.Fatalf("cluster %d is not told of", c)
		}
		rows += len(told.Click.Rows)
	}
	if rows != m.N {
		t.Errorf("the clusters have %d of %d rows", rows, m.N)
	}
}
