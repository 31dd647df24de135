package lift

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/svm"
)

// rings returns points of two classes, a ring around a disc, with noise.
func rings(n int) *method.Problem {
	r := rand.New(rand.NewPCG(1, 2))
	p := &method.Problem{N: n, D: 2, ClassIDs: []int{0, 1}, Task: method.Classify}
	for i := range n {
		radius, class := 0.2, 0
		if i%2 == 1 {
			radius, class = 0.42, 1
		}
		a := 2 * math.Pi * r.Float64()
		radius += 0.05 * r.NormFloat64()
		p.X = append(p.X, 0.5+radius*math.Cos(a), 0.5+radius*math.Sin(a))
		p.Class = append(p.Class, class)
	}
	return p
}

func fitFor(t *testing.T, p *method.Problem, params map[string]any) *model {
	t.Helper()
	m := Method()
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	one, err := m.Fit(context.Background(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return one.(*model)
}

// The linear machine in the feature space equals the kernel machine: decision values agree.
func TestIsTheMachineWithTheKernel(t *testing.T) {
	t.Parallel()
	p := rings(30)
	at := []float64{0.5, 0.5, 0.1, 0.9, 0.7, 0.45, 0.3, 0.2, 0.95, 0.02}
	for _, c := range []struct {
		name       string
		own, other map[string]any
	}{
		{"⟨x, z⟩²", map[string]any{"map": "squares", "about_mean": false},
			map[string]any{"kernel": "poly", "degree": 2.0, "gamma": 1.0, "coef0": 0.0}},
		{"(⟨x, z⟩ + 0.7)²", map[string]any{"map": "quadratic", "about_mean": false, "constant": 0.7},
			map[string]any{"kernel": "poly", "degree": 2.0, "gamma": 1.0, "coef0": 0.7}},
		{"Gaussian, all components", map[string]any{"map": "gaussian", "gamma": 20.0, "kept": 30.0},
			map[string]any{"kernel": "rbf", "gamma": 20.0}},
	} {
		for _, price := range []float64{0.5, 20} {
			for _, params := range []map[string]any{c.own, c.other} {
				params["C"], params["tol"] = price, 1e-10
			}
			m := fitFor(t, p, c.own)
			declared := svm.Method()
			v, err := declared.Validate(c.other)
			if err != nil {
				t.Fatal(err)
			}
			other, err := declared.Fit(context.Background(), p, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, want := m.PointScores(at), other.Can().PointScorer.PointScores(at)
			for i := range got {
				if d := math.Abs(got[i][0] - want[i][0]); !(d <= 1e-6*max(1, math.Abs(want[i][0]))) {
					t.Errorf("%s, C = %g: f at place %d is %.9g, of the machine with the kernel %.9g", c.name, price, i, got[i][0],
						want[i][0])
				}
			}
		}
	}
}

// The map's inner product is the kernel; for components of a Gaussian it gets closer the more components there are.
func TestInnerProductIsTheKernel(t *testing.T) {
	t.Parallel()
	p := rings(40)
	for _, name := range []string{squares, quadratic, paraboloid} {
		for _, about := range []bool{false, true} {
			m := fitFor(t, p, map[string]any{"map": name, "about_mean": about, "constant": 0.3})
			if gap, ok := m.gap(); !ok || !(gap < 1e-14) {
				t.Errorf("%s, about the mean %v: the kernel is %g beside the inner product", name, about, gap)
			}
		}
	}
	last := math.Inf(1)
	for _, q := range []float64{2, 5, 10, 20, 30} {
		gap, ok := fitFor(t, p, map[string]any{"map": gaussian, "gamma": 10.0, "kept": q}).gap()
		if !ok || !(gap < last) {
			t.Errorf("with %g components the gap is %g, with fewer %g", q, gap, last)
		}
		last = gap
	}
	if !(last < 1e-3) {
		t.Errorf("with 30 components the gap is %g", last)
	}
	if _, ok := fitFor(t, p, map[string]any{"map": monomials}).gap(); ok {
		t.Error("chosen monomials have a kernel of their own")
	}
}

// testdata/features.json was computed with numpy and scikit-learn by testdata/make.py.
func TestReference(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/features.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref struct {
		X, At     [][]float64
		Class     []int
		Maps      map[string][][]float64
		Gamma     float64
		Eigen     []float64
		Gaussian  [][]float64
		Decisions map[string][]float64
		C         float64
	}
	if err := json.Unmarshal(raw, &ref); err != nil {
		t.Fatal(err)
	}
	p := &method.Problem{N: len(ref.X), D: 2, X: slices.Concat(ref.X...), Class: ref.Class, ClassIDs: []int{0, 1},
		Task: method.Classify}
	at := slices.Concat(ref.At...)
	same := func(what string, got []float64, want [][]float64, tol float64) {
		t.Helper()
		for i, w := range slices.Concat(want...) {
			if !(math.Abs(got[i]-w) <= tol*max(1, math.Abs(w))) {
				t.Errorf("%s: number %d is %.12g, not %.12g", what, i, got[i], w)
				return
			}
		}
	}
	for name, want := range ref.Maps {
		m := fitFor(t, p, map[string]any{"map": name, "about_mean": false, "constant": 0.7, "C": ref.C, "tol": 1e-10})
		same(name, m.phi.at(at, nil), want, 1e-13)
		for i, f := range m.PointScores(at) {
			if w := ref.Decisions[name][i]; !(math.Abs(f[0]-w) <= 1e-6*max(1, math.Abs(w))) {
				t.Errorf("%s: f at place %d is %.9g, scikit-learn has %.9g", name, i, f[0], w)
			}
		}
	}
	m := fitFor(t, p, map[string]any{"map": gaussian, "gamma": ref.Gamma, "kept": float64(len(ref.Eigen))})
	for k, l := range ref.Eigen {
		if !(math.Abs(m.phi.lambda[k]-l) <= 1e-10*ref.Eigen[0]) {
			t.Errorf("eigenvalue %d is %.12g, not %.12g", k, m.phi.lambda[k], l)
		}
	}
	same("Gaussian", m.phi.at(at, nil), ref.Gaussian, 1e-8)
}

// Names of curves of degree two.
func TestConics(t *testing.T) {
	t.Parallel()
	of := func(a, b, c, d, e, f float64) map[power]float64 {
		return map[power]float64{{2, 0}: a, {1, 1}: b, {0, 2}: c, {1, 0}: d, {0, 1}: e, {}: f}
	}
	for want, coef := range map[string]map[power]float64{
		"a circle":                            of(2, 0, 2, -1, 3, -1),
		"an ellipse":                          of(1, 0.5, 2, 0, 0, -1),
		"a hyperbola":                         of(1, 0, -1, 0.2, 0, -1),
		"a parabola":                          of(1, 0, 0, 0, -1, 0),
		"two lines that cross":                of(0, 1, 0, 0, 0, 0),
		"two parallel lines":                  of(1, 2, 1, 0, 0, -1),
		"a straight line, met twice":          of(1, 0, 0, -2, 0, 1),
		"a straight line":                     of(0, 0, 0, 1, 2, -1),
		"a single point":                      of(1, 0, 1, 0, 0, 0),
		"no curve: f has one sign everywhere": of(1, 0, 1, 0, 0, 1),
		"no curve: f is the same everywhere":  of(0, 0, 0, 0, 0, 1),
		"no curve: f is 0 everywhere":         of(0, 0, 0, 0, 0, 0),
	} {
		for _, half := range []float64{0.01, 1, 100} {
			if got := conic(coef, [2]float64{}, half); got != want {
				t.Errorf("%v in a square of half a side %g is called %q, not %q", coef, half, got, want)
			}
		}
	}
}

// The drawing in space agrees with the plane: f is 0 at points of the cut, and at the plane's corners, for all choices
// of directions; and the vertical coordinate is the distance to the plane.
func TestTheSpace(t *testing.T) {
	t.Parallel()
	p := rings(60)
	for _, params := range []map[string]any{
		{"map": paraboloid}, {"map": squares}, {"map": monomials}, {"map": monomials, "monomials": []string{"x1^2", "x2^2"}},
		{"map": gaussian, "gamma": 5.0, "kept": 3.0}, {"map": paraboloid, "shown": "normal"},
		{"map": quadratic, "shown": "normal"}, {"map": gaussian, "gamma": 10.0, "kept": 9.0, "shown": "normal"},
	} {
		params["C"] = 10.0
		m := fitFor(t, p, params)
		sh := m.made()
		if len(m.space.planes) != 1 {
			t.Fatalf("%v: %d planes", params, len(m.space.planes))
		}
		pl := m.space.planes[0]
		f := func(at [3]float64) float64 {
			return pl.normal[0]*at[0] + pl.normal[1]*at[1] + pl.normal[2]*at[2] + pl.offset
		}
		for i, at := range sh.points {
			if want := linalg.Dot(m.w[0], m.row(i)) + m.b[0]; math.Abs(f(at)-want) > 1e-9*max(1, math.Abs(want)) {
				t.Fatalf("%v: f of point %d is %g, and its image says %g", params, i, want, f(at))
			}
		}
		size := 0.0
		for _, at := range sh.points {
			size = max(size, math.Abs(f(at)))
		}
		for _, run := range sh.cut {
			for _, at := range run {
				if math.Abs(f(at)) > 0.02*size {
					t.Fatalf("%v: f is %g on the cut", params, f(at))
				}
			}
		}
		for _, level := range []float64{-1, 0, 1} {
			for _, at := range m.space.cut(pl, level) {
				if math.Abs(f(at)-level) > 1e-9*max(1, size) {
					t.Fatalf("%v: f is %g at a corner of the plane f = %g", params, f(at), level)
				}
			}
		}
	}
	// With more than three coordinates, there is no plane in three of them.
	if m := fitFor(t, p, map[string]any{"map": quadratic}); len(m.space.planes) != 0 {
		t.Error("a plane of six dimensions is drawn in three")
	}
}

// Rotating the space does not fit anew, and moves what is drawn in it; the picture of the plane stays.
func TestLookTurns(t *testing.T) {
	t.Parallel()
	m := fitFor(t, rings(40), nil)
	declared := Method()
	v, err := declared.Validate(map[string]any{"azimuth": 75.0})
	if err != nil {
		t.Fatal(err)
	}
	other := m.Look(v).(*model)
	show := method.Shown{spacePanel: true, "sheet": true, "machine": true, method.Boundary: true}
	draw := func(m *model) *picture.Picture {
		p, err := method.DrawPanel(context.Background(), m, show, spacePanel, 300, 300)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	marks := func(p *picture.Picture) []float64 {
		for _, l := range p.Layers {
			if l, ok := l.(*picture.Marks); ok && l.Role == picture.RolePoint {
				return l.XY
			}
		}
		return nil
	}
	a, b := marks(draw(m)), marks(draw(other))
	if m.fitted != other.fitted || len(a) != 80 || slices.Equal(a, b) {
		t.Errorf("the same fit %v, %d places, the same ones %v", m.fitted == other.fitted, len(a)/2, slices.Equal(a, b))
	}
	for i, v := range append(a, b...) {
		if reach := m.space.reach(); math.Abs(v) > reach {
			t.Errorf("place %d is at %g, beyond %g", i, v, reach)
		}
	}
}

func BenchmarkDrag(b *testing.B) {
	p := rings(200)
	declared := Method()
	for _, name := range []string{paraboloid, quadratic, gaussian} {
		b.Run(name, func(b *testing.B) {
			v, err := declared.Validate(map[string]any{"map": name, "C": 100.0})
			if err != nil {
				b.Fatal(err)
			}
			var prev method.Model
			show := method.Shown{spacePanel: true, "sheet": true, "machine": true, method.Boundary: true, "margins": true}
			g := picture.Viewport{X1: 1, Y1: 1, W: 640, H: 480, Scale: 1}.Grid(160, 120)
			for k := 0; b.Loop(); k++ {
				q := *p
				q.X = slices.Clone(p.X)
				q.X[0] += 0.01 * float64(k%10)
				m, err := declared.Fit(context.Background(), &q, v, prev)
				if err != nil {
					b.Fatal(err)
				}
				prev = m
				if _, err := m.(*model).ScoreRaster(context.Background(), g, show); err != nil {
					b.Fatal(err)
				}
				if _, err := method.DrawPanel(context.Background(), m.(*model), show, spacePanel, 500, 500); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A user-defined height equals the map with that height: x² + y² is the paraboloid, in values, on the grid, in space
// and in facts. Syntax errors are refused with their position; if a function is undefined somewhere, the status says
// so.
func TestWrittenHeight(t *testing.T) {
	p := rings(30)
	same := fitFor(t, p, map[string]any{"map": "paraboloid", "about_mean": false, "tol": 1e-9})
	own := fitFor(t, p, map[string]any{"map": "expression", "height": "x^2 + y²", "about_mean": true, "tol": 1e-9})
	if !slices.Equal(own.rows, same.rows) || !slices.Equal(own.w[0], same.w[0]) || own.b[0] != same.b[0] {
		t.Errorf("the machine is %v %v, that of the paraboloid %v %v", own.w, own.b, same.w, same.b)
	}
	g := picture.Grid{X0: -0.3, Y0: 0.1, DX: 0.07, DY: 0.05, W: 20, H: 20}
	a, err := own.ScoreRaster(context.Background(), g, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := same.ScoreRaster(context.Background(), g, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range a.Planes[0] {
		if math.Abs(float64(v-b.Planes[0][i])) > 1e-5*(1+math.Abs(float64(v))) {
			t.Fatalf("node %d: %g, of the paraboloid %g", i, v, b.Planes[0][i])
		}
	}
	if name := own.phi.name(2); name != "x^2 + y²" || !strings.Contains(own.Formula(), "x^2 + y²)") {
		t.Errorf("it is called %q in %q", name, own.Formula())
	}
	if s := own.Status().Sentence; strings.Contains(s, "no value") {
		t.Errorf("it has a value everywhere, and says %q", s)
	}
	some := fitFor(t, p, map[string]any{"map": "expression", "height": "log(x − 0.5)"})
	if s := some.Status().Sentence; !strings.Contains(s, "At some points φ has no value: 0 is used there.") {
		t.Errorf("it has no value in places, and says %q", s)
	}
	m := Method()
	v, err := m.Validate(map[string]any{"map": "expression", "height": "x² + ?"})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Check(v); err == nil || !strings.Contains(err.Error(), "column 6") {
		t.Errorf("it is taken, or refused without its place: %v", err)
	}
}

// A raster must have f at its nodes, as single positions have it.
func TestScan(t *testing.T) {
	g := picture.Viewport{X0: -0.2, X1: 1.3, Y0: -0.1, Y1: 1.2, W: 60, H: 40}.Grid(31, 22)
	p := rings(30)
	for i := range p.Class {
		if i%5 == 0 {
			p.Class[i] = 2
		}
	}
	p.ClassIDs = []int{0, 1, 2}
	for _, params := range []map[string]any{{"map": "squares"}, {"map": "quadratic", "about_mean": false},
		{"map": "paraboloid"}, {"map": "monomials", "monomials": []string{"x1", "x1^2x2", "x2^3"}},
		{"map": "expression", "height": "sin(3x) y"}} {
		m := fitFor(t, p, params)
		got, want := picture.NewPlanes(len(m.w), g), picture.NewPlanes(len(m.w), g)
		if err := m.scan(method.Unstopped, g, got); err != nil {
			t.Fatal(err)
		}
		if err := m.scanNodes(method.Unstopped, g, want); err != nil {
			t.Fatal(err)
		}
		size := 0.0
		for _, w := range m.w {
			for _, v := range w {
				size = max(size, math.Abs(v))
			}
		}
		for k := range want {
			for i, v := range want[k] {
				if !(math.Abs(float64(got[k][i]-v)) <= 1e-5*(size+math.Abs(float64(v)))) {
					t.Fatalf("%s: machine %d has f = %v at node %d, want %v", params["map"], k, got[k][i], i, v)
				}
			}
		}
	}
}
