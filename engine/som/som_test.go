package som

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/draw"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// begun returns a map at its start; grown returns it after the given number of epochs.
func begun(t *testing.T, p *method.Problem, params map[string]any) *state {
	t.Helper()
	return methodtest.Fit(t, Method(), p, params).(*state)
}

func grown(t *testing.T, s *state, n int) *state {
	t.Helper()
	return methodtest.Grow(t, s, n).(*state)
}

func rowsOf(x []float64, d int) *method.Problem {
	return &method.Problem{N: len(x) / d, D: d, X: x, Task: method.Cluster, Seed: 1}
}

// square returns random points of the unit square.
func square(n int) *method.Problem {
	random := rand.New(rand.NewPCG(7, 7))
	x := make([]float64, 2*n)
	for i := range x {
		x[i] = random.Float64()
	}
	return rowsOf(x, 2)
}

// A batch epoch computed by hand: three units in a chain, with a Gaussian neighbourhood of radius 1.
func TestBatchEpoch(t *testing.T) {
	p := rowsOf([]float64{0, 0, 1, 0, 4, 2, 9, 0}, 2)
	s := begun(t, p, map[string]any{"columns": 3.0, "rows": 1.0, "sigma": 1.0, "sigma_end": 1.0})
	s = &state{run: s.run, w: []float64{0, 0, 4, 0, 8, 0}}
	h := &halfStep{next: s, moved: true}
	if err := h.goOn(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.best, []int32{0, 0, 1, 2}) || !slices.Equal(s.second, []int32{1, 1, 0, 1}) {
		t.Fatalf("nearest units %v, then %v", s.best, s.second)
	}
	got := grown(t, s, 1).w
	h1, h2 := math.Exp(-0.5), math.Exp(-2)
	want := []float64{
		(1 + h1*4 + h2*9) / (2 + h1 + h2), h1 * 2 / (2 + h1 + h2),
		(h1 + 4 + h1*9) / (2*h1 + 1 + h1), 2 / (2*h1 + 1 + h1),
		(h2 + h1*4 + 9) / (2*h2 + h1 + 1), h1 * 2 / (2*h2 + h1 + 1),
	}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-13 {
			t.Errorf("number %d is %.16g, want %.16g", i, got[i], want[i])
		}
	}
}

// If only the unit itself is in its neighbourhood, a batch epoch is a step of Lloyd's algorithm for k-means, and a unit
// without points does not move.
func TestSmallRadiusIsKMeans(t *testing.T) {
	for _, hood := range []string{hoodGaussian, hoodBubble} {
		p := square(200)
		s := begun(t, p, map[string]any{"columns": 4.0, "rows": 3.0, "sigma": 0.02, "sigma_end": 0.02, "init": startRows,
			"neighborhood": hood})
		s.w[0], s.w[1] = 50, 50
		fresh := &state{run: s.run, w: s.w}
		if err := (&halfStep{next: fresh, moved: true}).goOn(t.Context()); err != nil {
			t.Fatal(err)
		}
		next := grown(t, fresh, 1)
		if !slices.Equal(next.unit(0), []float64{50, 50}) {
			t.Errorf("%s: the unit without points is at %v", hood, next.unit(0))
		}
		counts := fresh.counts()
		for u := range fresh.at {
			var mean [2]float64
			for i, b := range fresh.best {
				if int(b) == u {
					mean[0] += p.X[2*i] / float64(counts[u])
					mean[1] += p.X[2*i+1] / float64(counts[u])
				}
			}
			if at := next.unit(u); counts[u] > 0 && math.Hypot(at[0]-mean[0], at[1]-mean[1]) > 1e-12 {
				t.Errorf("%s: unit %d is at %v, the mean of its points at %v", hood, u, at, mean)
			}
		}
	}
}

// Online, one point moves each unit by η h of the difference: computed by hand.
func TestOnlineStep(t *testing.T) {
	p := rowsOf([]float64{1, 3}, 2)
	s := begun(t, p, map[string]any{"columns": 2.0, "rows": 1.0, "rule": ruleOnline, "learning_rate": 0.5, "sigma": 2.0,
		"sigma_end": 2.0})
	s = &state{run: s.run, w: []float64{0, 0, 4, 4}}
	if err := (&halfStep{next: s, moved: true}).goOn(t.Context()); err != nil {
		t.Fatal(err)
	}
	h := 0.5 * math.Exp(-1.0/8)
	// (1, 3) is at distance √10 from both units: the first one counts as the nearest.
	got, want := grown(t, s, 1).w, []float64{0.5, 1.5, 4 - 3*h, 4 - h}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-13 {
			t.Errorf("number %d is %.16g, want %.16g", i, got[i], want[i])
		}
	}
}

// From a tangled start, a large radius that decreases unfolds the grid: for hardly any point, the two nearest units are
// not neighbours. A radius that is small from the start does not.
func TestUnfolds(t *testing.T) {
	p := square(400)
	for _, rule := range []string{ruleBatch, ruleOnline} {
		for _, grid := range []string{gridRect, gridHex} {
			params := map[string]any{"columns": 8.0, "rows": 8.0, "init": startRows, "sigma": 4.0, "rule": rule,
				"topology": grid, "max_iter": 40.0}
			if e := grown(t, begun(t, p, params), 40).topographic(); e > 0.08 {
				t.Errorf("%s, %s: topographic error %g", rule, grid, e)
			}
			params["sigma"] = 0.3
			if e := grown(t, begun(t, p, params), 40).topographic(); e < 0.2 {
				t.Errorf("%s, %s: topographic error %g from a small radius", rule, grid, e)
			}
		}
	}
}

// A unit inside a hexagonal grid has six neighbours, all at distance 1; in a rectangular grid it has four.
func TestGrids(t *testing.T) {
	for grid, want := range map[string]int{gridRect: 4, gridHex: 6} {
		s := begun(t, square(20), map[string]any{"columns": 5.0, "rows": 5.0, "topology": grid})
		if n := len(s.near[12]); n != want {
			t.Errorf("%s: %d neighbours", grid, n)
		}
		for a, near := range s.near {
			for _, b := range near {
				if !slices.Contains(s.near[b], a) || !s.touch(a, b) || math.Abs(s.apart2(a, b)-1) > 1e-12 {
					t.Errorf("%s: units %d and %d", grid, a, b)
				}
			}
		}
	}
}

// The start along the principal axes is a flat grid, with its longer side along the longer axis; a single unit is at
// the mean.
func TestFlatStart(t *testing.T) {
	p := rowsOf([]float64{-4, 0, 4, 0, 0, 1, 0, -1}, 2)
	s := begun(t, p, map[string]any{"columns": 2.0, "rows": 3.0})
	sd := [2]float64{math.Sqrt(8), math.Sqrt(0.5)}
	for u := range s.at {
		x, y := math.Abs(s.w[2*u]), math.Abs(s.w[2*u+1])
		wide := along * sd[0] * math.Abs(float64(u/2)-1)
		if math.Abs(x-wide) > 1e-12 || math.Abs(y-along*sd[1]) > 1e-12 {
			t.Errorf("unit %d begins at %g, %g", u, s.w[2*u], s.w[2*u+1])
		}
	}
	one := begun(t, square(9), map[string]any{"columns": 1.0, "rows": 1.0})
	if last := grown(t, one, 3); math.Hypot(last.w[0]-one.middle[0], last.w[1]-one.middle[1]) > 1e-15 {
		t.Errorf("a single unit is at %v, the mean at %v", last.w, one.middle)
	}
}

// Units are drawn among the rows of a table at the positions of their vectors: for columns, and for any affine map.
func TestUnitsAmongRows(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const n, d = 60, 5
	x := make([]float64, n*d)
	for i := range x {
		if x[i] = random.NormFloat64() * []float64{1, 1000, 1e-3, 1, 0}[i%d]; i%d == 4 {
			x[i] = 7 // a constant column
		}
	}
	p := rowsOf(x, d)
	p.Inputs = []string{"a", "b", "c", "d", "e"}
	show := func(x []float64) (float64, float64) { return x[1] - 2000*x[2] + 3, x[0] + x[3] }
	for i := range n {
		a, b := show(p.At(i))
		p.Shown = append(p.Shown, a, b)
	}
	s := grown(t, begun(t, p, map[string]any{"inputs": "all", "max_iter": 5.0}), 5)
	for u, at := range s.placed(draw.Plane(p)) {
		if a, b := show(s.unit(u)); math.Hypot(at[0]-a, at[1]-b) > 1e-6 {
			t.Errorf("unit %d is drawn at %v, not at %g, %g", u, at, a, b)
		}
	}
}

// The map shows the majority class of each unit, and the same keys link units in the plane and on the map.
func TestMapOfClasses(t *testing.T) {
	p := rowsOf([]float64{0, 0, 0.1, 0, 0, 0.1, 5, 5, 5.1, 5}, 2)
	p.Labels = []int{2, 2, 1, 1, 1}
	s := grown(t, begun(t, p, map[string]any{"columns": 2.0, "rows": 1.0, "sigma": 0.1, "sigma_end": 0.1}), 10)
	if got := s.majorities(); !slices.Equal(got, []int{2, 1}) {
		t.Fatalf("classes %v", got)
	}
	told, ok := s.Can().Tell("u1", picture.Viewport{}, nil)
	if !ok || !slices.Equal(told.Click.Rows, []int{0, 1, 2}) {
		t.Errorf("the first unit: %+v", told)
	}
	pic := &picture.Picture{View: picture.Viewport{X1: 200, Y1: 100, W: 200, H: 100, Scale: 1}}
	s.drawMap(pic)
	for _, l := range pic.Layers {
		if m, ok := l.(*picture.Marks); ok && (!slices.Equal(m.Class, []int{2, 1}) || m.Size[0] != 1) {
			t.Errorf("marks of classes %v, sizes %v", m.Class, m.Size)
		}
	}
}
