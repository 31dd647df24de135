package neural

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// clouds are n points of k classes, or with a value.
func clouds(task method.Task, n, k int, size, off float64) *method.Problem {
	p := &method.Problem{N: n, D: 2, Task: task}
	if task == method.Regress {
		p.D = 1
	}
	for c := range k {
		p.ClassIDs = append(p.ClassIDs, c)
	}
	for i := range n {
		a := 2*math.Pi*float64(i%k)/float64(k) + math.Sin(float64(i)*2.3)/float64(k)
		r := 1 + 0.3*math.Cos(float64(i)*1.9)
		x, y := off+size*r*math.Cos(a), off+size*r*math.Sin(a)
		switch p.X = append(p.X, x); task {
		case method.Classify:
			p.X, p.Class = append(p.X, y), append(p.Class, i%k)
		case method.Regress:
			p.Y = append(p.Y, y)
		default:
			p.X, p.Y = append(p.X, y), append(p.Y, off+size*math.Cos(a*a))
		}
	}
	if task != method.Classify {
		p.ClassIDs = nil
	}
	return p
}

func start(t *testing.T, m method.Method, p *method.Problem, params map[string]any) method.Grower {
	t.Helper()
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(context.Background(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return model.(method.Grower)
}

func grown(t *testing.T, g method.Grower, n int) method.Grower {
	t.Helper()
	g, err := g.Grow(context.Background(), n)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// By more epochs the objective falls and the answers become right, with each loss, number
// of classes, activation and solver; far from the origin and at any scale, too.
func TestLearns(t *testing.T) {
	for _, k := range []int{2, 3, 12} {
		for _, act := range []string{"tanh", "relu", "logistic"} {
			for _, loss := range []string{logLoss, squaredError} {
				for _, at := range [][2]float64{{1, 0}, {1e-9, 0}, {1e9, 1e11}} {
					p := clouds(method.Classify, 120, k, at[0], at[1])
					g := start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{12, 8}, "activation": act, "loss": loss, "learning_rate_init": 0.03})
					before := g.Measures()
					g = grown(t, g, 400)
					after := g.Measures()
					if g.Step() != 400 || g.Status().State != method.Running || !(after[0].Value < 0.4*before[0].Value) || !(after[1].Value < max(0.1, 0.5*before[1].Value)) {
						t.Errorf("%d classes, %s, %s, at %g: %v has become %v: %s", k, act, loss, at, before, after, g.Status().Sentence)
					}
					answers := make([]float64, p.N)
					g.(method.Predictor).Predict(p.X, answers)
					wrong := 0.0
					for i, c := range p.Class {
						if answers[i] != float64(c) {
							wrong += 1 / float64(p.N)
						}
					}
					if math.Abs(wrong-after[1].Value) > 1e-12 {
						t.Errorf("%g are wrong, and it says %g", wrong, after[1].Value)
					}
				}
			}
		}
	}
	for _, task := range []method.Task{method.Regress, method.Regress2D} {
		for _, at := range [][2]float64{{1, 0}, {1e-9, 0}, {1e6, 1e9}} {
			p := clouds(task, 90, 7, at[0], at[1])
			g := start(t, Regression(), p, map[string]any{"domain": map[method.Task]string{method.Regress: "line", method.Regress2D: "plane"}[task], "hidden_layer_sizes": []float64{16}})
			before := g.Measures()[1].Value
			g = grown(t, g, 600)
			answers := make([]float64, p.N)
			g.(method.Predictor).Predict(p.X, answers)
			mse := 0.0
			for i, y := range p.Y {
				mse += (answers[i] - y) * (answers[i] - y) / float64(p.N)
			}
			if m := g.Measures()[1].Value; !(m < before) || math.Abs(m-mse) > 1e-6*mse {
				t.Errorf("%s at %g: mean squared error %g, it says %g, before %g", task, at, mse, m, before)
			}
		}
	}
}

// The first weights follow from the seed, and so does all that comes after.
func TestSeed(t *testing.T) {
	p := clouds(method.Classify, 60, 2, 1, 0)
	params := map[string]any{"batch_size": 16.0}
	a, b := grown(t, start(t, Classifier(), p, params), 30), grown(t, grown(t, start(t, Classifier(), p, params), 11), 19)
	if !slices.Equal(of(a).Theta, of(b).Theta) || of(a).Steps != of(b).Steps {
		t.Error("the same seed, and other weights")
	}
	q := *p
	q.Seed = 1
	if c := grown(t, start(t, Classifier(), &q, params), 30); slices.Equal(of(a).Theta, of(c).Theta) {
		t.Error("the seed changes nothing")
	}
}

// For other data the present weights go on, where the shape is the same; for another shape they
// do not.
func TestAdopt(t *testing.T) {
	p := clouds(method.Classify, 60, 3, 1, 0)
	g := grown(t, start(t, Classifier(), p, nil), 50)
	moved := *p
	moved.X = slices.Clone(p.X)
	moved.X[0] += 0.5
	fresh := start(t, Classifier(), &moved, map[string]any{"learning_rate_init": 0.05})
	a, ok := g.(method.Adopter).Adopt(fresh)
	if !ok || a.Step() != 50 || !slices.Equal(of(a).Theta, of(g).Theta) || !slices.Equal(of(a).Square, of(g).Square) || of(a).p != &moved || of(a).Solver.Rate != 0.05 {
		t.Fatalf("adopted: %v", ok)
	}
	on := grown(t, a, 5)
	if on.Step() != 55 || slices.Equal(of(on).Theta, of(g).Theta) {
		t.Error("it does not go on")
	}
	if fresh.Step() != 0 || slices.Equal(of(fresh).Theta, of(g).Theta) || !slices.Equal(of(a).Theta, of(g).Theta) {
		t.Error("adopting has changed a state")
	}
	// Another solver has means of its own.
	b, ok := g.(method.Adopter).Adopt(start(t, Classifier(), p, map[string]any{"solver": sgd}))
	if !ok || len(of(b).Square) != 0 || of(b).Updates != 0 || slices.Max(of(b).Mean) != 0 {
		t.Error("gradient descent has Adam's means")
	}
	grown(t, b, 3)
	for _, other := range []method.Model{
		start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{9}}),
		start(t, Classifier(), clouds(method.Classify, 60, 2, 1, 0), nil),
		start(t, Regression(), clouds(method.Regress, 60, 2, 1, 0), nil), nil,
	} {
		if _, ok := g.(method.Adopter).Adopt(other); ok {
			t.Errorf("%T has been adopted for another shape", other)
		}
	}
}

// A learning rate that is too large ends in a word about it, and in numbers.
func TestDiverges(t *testing.T) {
	p := clouds(method.Classify, 60, 2, 1, 0)
	g := grown(t, start(t, Classifier(), p, map[string]any{"activation": "relu", "loss": squaredError, "solver": sgd, "learning_rate_init": 5.0}), 500)
	s := g.Status()
	if s.State != method.Diverged || !strings.Contains(s.Sentence, "smaller learning rate") || g.Step() >= 500 {
		t.Fatalf("after %d epochs: %+v", g.Step(), s)
	}
	again := grown(t, g, 10)
	if again.Step() != g.Step() || !slices.Equal(of(again).Theta, of(g).Theta) {
		t.Error("it goes on")
	}
	r, err := g.(method.Scorer).ScoreRaster(context.Background(), picture.Viewport{X0: -2, X1: 2, Y0: -2, Y1: 2, W: 40, H: 40}.Grid(20, 20))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range r.Planes[0] {
		if !method.Finite(float64(v)) {
			t.Fatalf("%g in the raster", v)
		}
	}
}

// What the raster shows is what is predicted at its nodes, and a node's value does not depend on
// what else is computed with it.
func TestRasterIsWhatIsPredicted(t *testing.T) {
	for _, k := range []int{2, 4} {
		p := clouds(method.Classify, 80, k, 1, 0)
		g := grown(t, start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{5, 3}}), 100)
		grid := picture.Viewport{X0: -2, X1: 2, Y0: -2, Y1: 2, W: 90, H: 70}.Grid(45, 35)
		r, err := g.(method.Scorer).ScoreRaster(context.Background(), grid)
		if err != nil {
			t.Fatal(err)
		}
		part, err := g.(method.Scorer).ScoreRaster(context.Background(), grid.Rows(20, 30))
		if err != nil {
			t.Fatal(err)
		}
		for i := range 45 * 35 {
			x := []float64{grid.X(i % 45), grid.Y(i / 45)}
			var f []float64
			for o, plane := range r.Planes {
				f = append(f, float64(plane[i]))
				if j := i/45 - 20; j >= 0 && j < 10 && part.Planes[o][j*45+i%45] != plane[i] {
					t.Fatalf("node %d has two values", i)
				}
			}
			answer := []float64{0}
			g.(method.Predictor).Predict(x, answer)
			if answer[0] != float64(method.Winner(f)) {
				t.Fatalf("at %v the raster says %v, the answer is %g", x, f, answer[0])
			}
		}
	}
}

// The formula's first layer is that of the inputs as they are: with its numbers people
// get the outputs.
func TestPlain(t *testing.T) {
	p := clouds(method.Classify, 60, 2, 3, 50)
	s := of(grown(t, start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{3}}), 60))
	for i := range 10 {
		x := p.At(i)
		z := s.plainOr(1, 0)[3]
		for j := range 3 {
			f := s.plain(j)
			z += s.plainOr(1, 0)[j] * math.Tanh(f[0]*x[0]+f[1]*x[1]+f[2])
		}
		if got := s.outputs(x)[0][0]; math.Abs(got-z) > 1e-9 {
			t.Fatalf("%g, by the formula %g", got, z)
		}
	}
	text := s.Formula()
	for _, want := range []string{"h_{3} = tanh(", "P(class 2 | x)", "min J"} {
		if !strings.Contains(text, want) {
			t.Errorf("the formula has no %q:\n%s", want, text)
		}
	}
}

// The diagram has a picture for each unit, which shows what the unit gives, a line for each
// weight in the role of its sign, and a bar for each bias; all inside, none on another.
func TestDiagram(t *testing.T) {
	for _, hidden := range [][]float64{{3}, {16, 16, 16}, {1, 5}} {
		for _, size := range [][2]int{{430, 330}, {288, 245}} {
			p := clouds(method.Classify, 60, 3, 1, 0)
			s := of(grown(t, start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": hidden}), 20))
			pic, err := s.model(s).(method.Panels).Panel(context.Background(), diagram, size[0], size[1])
			if err != nil {
				t.Fatal(err)
			}
			weights, negative := 0, 0
			for l := range s.Net.Layers() {
				w, b := s.Net.Part(s.Theta, l)
				weights += len(w) + len(b)
				for _, c := range append(slices.Clone(w), b...) {
					if c < 0 {
						negative++
					}
				}
			}
			units := 0
			for _, n := range s.Net.Sizes {
				units += n
			}
			rasters, lines, against := 0, 0, 0
			var boxes []picture.Box
			for _, l := range pic.Layers {
				switch l := l.(type) {
				case *picture.Raster:
					rasters++
					g := l.Grid
					x0, x1 := pic.View.PX(g.X0-g.DX/2), pic.View.PX(g.X(g.W-1)+g.DX/2)
					y0, y1 := pic.View.PY(g.Y0-g.DY/2), pic.View.PY(g.Y(g.H-1)+g.DY/2)
					box := picture.Box{X0: x0, Y0: y0, X1: x1, Y1: y1}
					if !box.Within(size[0], size[1], 0) || !(x1 > x0 && y1 > y0) || slices.ContainsFunc(boxes, box.Meets) {
						t.Errorf("%v, %v: a unit at %v", hidden, size, box)
					}
					boxes = append(boxes, box)
					for _, v := range l.Planes[0] {
						if !(v >= -1 && v <= 1) {
							t.Fatalf("%g in a unit", v)
						}
					}
				case *picture.Path:
					switch l.Role {
					case picture.RoleWeight:
						lines += len(l.Starts)
					case picture.RoleAgainst:
						lines += len(l.Starts)
						against += len(l.Starts)
					}
				}
			}
			if rasters != units || lines != weights || against != negative {
				t.Errorf("%v: %d pictures of %d units, %d lines of %d, %d of %d are negative", hidden, rasters, units, lines, weights, against, negative)
			}
		}
	}
	// The upper left corner of a unit's picture is the unit at the upper left of the points.
	p := clouds(method.Classify, 60, 2, 1, 0)
	s := of(grown(t, start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{4}}), 50))
	pic, _ := s.draw(context.Background(), 400, 300)
	lo, hi := s.around()
	var rasters []*picture.Raster
	for _, l := range pic.Layers {
		if r, ok := l.(*picture.Raster); ok {
			rasters = append(rasters, r)
		}
	}
	d := (hi[0] - lo[0]) / nodes
	for j := range 4 {
		f := s.plain(j)
		want := math.Tanh(f[0]*(lo[0]+d/2) + f[1]*(hi[1]-d/2) + f[2])
		if got := float64(rasters[2+j].Planes[0][0]); math.Abs(got-want) > 1e-6 {
			t.Errorf("unit %d is %g in the corner, its picture says %g", j, want, got)
		}
	}
}

// A click on a unit picks out the points at which what comes into it is positive, on an output those
// that get its class: whatever the activation.
func TestClicksOnUnits(t *testing.T) {
	v := picture.Viewport{X0: -2, X1: 2, Y0: -2, Y1: 2, W: 200, H: 200, Scale: 1}
	for _, k := range []int{2, 3} {
		for _, act := range []string{"tanh", "relu", "logistic"} {
			p := clouds(method.Classify, 300, k, 1, 0)
			c := grown(t, start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{4, 3}, "activation": act}), 20).(*classifier)
			answers := make([]float64, p.N)
			c.Predict(p.X, answers)
			check := func(key string, is func(i int) bool) {
				t.Helper()
				told, ok := c.Tell(key, v)
				var want []int
				for i := range p.N {
					if is(i) {
						want = append(want, i)
					}
				}
				if !ok || !slices.Equal(told.Click.Rows, want) || told.Click.Rows != nil && len(want) == 0 {
					t.Errorf("%d classes, %s, %s: %d points, want %d", k, act, key, len(told.Click.Rows), len(want))
				}
			}
			some := 0
			for j := range 4 {
				f := c.plain(j)
				is := func(i int) bool { return f[0]*p.X[2*i]+f[1]*p.X[2*i+1]+f[2] > 0 }
				if n := len(mustRows(c, j, v)); n > 0 && n < p.N {
					some++
				}
				check(unitKey(1, j), is)
			}
			if some == 0 {
				t.Errorf("%d classes, %s: no unit tells points apart", k, act)
			}
			for o := range len(c.Y) {
				check(unitKey(3, o), func(i int) bool {
					if k == 2 {
						return answers[i] == 1
					}
					return answers[i] == float64(o)
				})
			}
			if told, _ := c.Tell(unitKey(0, 0), v); told.Click.Rows != nil {
				t.Error("a click on an input picks out points")
			}
		}
	}
}

func mustRows(c *classifier, j int, v picture.Viewport) []int {
	told, _ := c.Tell(unitKey(1, j), v)
	return told.Click.Rows
}
