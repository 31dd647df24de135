package neural

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/network/networkparam"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// clouds returns n points of k classes, or with values.
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

// of returns the state that a multilayer perceptron is.
func of(m method.Model) *state { return m.(*state) }

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
	return model.Can().Grower
}

func grown(t *testing.T, g method.Grower, n int) method.Grower {
	t.Helper()
	g, err := g.Grow(context.Background(), n)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// During training the objective decreases and predictions become right, for every loss, number of classes, activation
// and solver; also far from the origin and at any scale.
func TestLearns(t *testing.T) {
	for _, k := range []int{2, 3, 12} {
		for _, act := range []string{"tanh", "relu", "logistic"} {
			for _, loss := range []string{logLoss, squaredError} {
				for _, at := range [][2]float64{{1, 0}, {1e-9, 0}, {1e9, 1e11}} {
					p := clouds(method.Classify, 120, k, at[0], at[1])
					g := start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{12, 8}, "activation": act,
						"loss": loss, "learning_rate_init": 0.03})
					before := g.Measures()
					g = grown(t, g, 400)
					after := g.Measures()
					if g.Step() != 400 || g.Status().State != method.Running || !(after[0].Value < 0.4*before[0].Value) ||
						!(after[1].Value < max(0.1, 0.5*before[1].Value)) {
						t.Errorf("%d classes, %s, %s, at %g: %v has become %v: %s", k, act, loss, at, before, after, g.Status().Sentence)
					}
					answers := make([]float64, p.N)
					g.Can().Predictor.Predict(p.X, answers)
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
			g := start(t, Regression(), p, map[string]any{"domain": map[method.Task]string{method.Regress: "line",
				method.Regress2D: "plane"}[task], "hidden_layer_sizes": []float64{16}})
			before := g.Measures()[1].Value
			g = grown(t, g, 600)
			answers := make([]float64, p.N)
			g.Can().Predictor.Predict(p.X, answers)
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

// The initial weights, and all that follows, depend only on the seed.
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

// For edited data, training continues from the current weights if the shape is the same, otherwise not.
func TestAdopt(t *testing.T) {
	p := clouds(method.Classify, 60, 3, 1, 0)
	g := grown(t, start(t, Classifier(), p, nil), 50)
	moved := *p
	moved.X = slices.Clone(p.X)
	moved.X[0] += 0.5
	fresh := start(t, Classifier(), &moved, map[string]any{"learning_rate_init": 0.05})
	a, ok := g.Can().Adopt(method.Unstopped, fresh)
	if !ok || a.Step() != 50 || !slices.Equal(of(a).Theta, of(g).Theta) || !slices.Equal(of(a).Square, of(g).Square) ||
		of(a).p != &moved || of(a).Solver.Rate != 0.05 {
		t.Fatalf("adopted: %v", ok)
	}
	on := grown(t, a, 5)
	if on.Step() != 55 || slices.Equal(of(on).Theta, of(g).Theta) {
		t.Error("it does not go on")
	}
	if fresh.Step() != 0 || slices.Equal(of(fresh).Theta, of(g).Theta) || !slices.Equal(of(a).Theta, of(g).Theta) {
		t.Error("adopting has changed a state")
	}
	// Another solver starts with its own moving averages.
	b, ok := g.Can().Adopt(method.Unstopped,
		start(t, Classifier(), p, map[string]any{"solver": networkparam.SGD}))
	if !ok || len(of(b).Square) != 0 || of(b).Updates != 0 || slices.Max(of(b).Mean) != 0 {
		t.Error("gradient descent has Adam's means")
	}
	grown(t, b, 3)
	for _, other := range []method.Model{
		start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{9}}),
		start(t, Classifier(), p, map[string]any{"features": []string{"x1", "x2^2"}}),
		start(t, Classifier(), clouds(method.Classify, 60, 2, 1, 0), nil),
		start(t, Regression(), clouds(method.Regress, 60, 2, 1, 0), nil), nil,
	} {
		if _, ok := g.Can().Adopt(method.Unstopped, other); ok {
			t.Errorf("%T has been adopted for another shape", other)
		}
	}
}

// Too large a learning rate ends with a message about it, and with finite numbers.
func TestDiverges(t *testing.T) {
	p := clouds(method.Classify, 60, 2, 1, 0)
	g := grown(t, start(t, Classifier(), p, map[string]any{"activation": "relu", "loss": squaredError,
		"solver": networkparam.SGD, "learning_rate_init": 5.0}), 500)
	s := g.Status()
	if s.State != method.Diverged || !strings.Contains(s.Sentence, "smaller learning rate") || g.Step() >= 500 {
		t.Fatalf("after %d epochs: %+v", g.Step(), s)
	}
	again := grown(t, g, 10)
	if again.Step() != g.Step() || !slices.Equal(of(again).Theta, of(g).Theta) {
		t.Error("it goes on")
	}
	r, err := g.Can().ScoreRaster(context.Background(),
		picture.Viewport{X0: -2, X1: 2, Y0: -2, Y1: 2, W: 40, H: 40}.Grid(20, 20), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range r.Planes[0] {
		if !method.Finite(float64(v)) {
			t.Fatalf("%g in the raster", v)
		}
	}
}

// The raster equals the predictions at its nodes, and the value of a node does not depend on what is computed with it.
func TestRasterIsWhatIsPredicted(t *testing.T) {
	for _, k := range []int{2, 4} {
		p := clouds(method.Classify, 80, k, 1, 0)
		g := grown(t, start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{5, 3}}), 100)
		grid := picture.Viewport{X0: -2, X1: 2, Y0: -2, Y1: 2, W: 90, H: 70}.Grid(45, 35)
		r, err := g.Can().ScoreRaster(context.Background(), grid, nil)
		if err != nil {
			t.Fatal(err)
		}
		part, err := g.Can().ScoreRaster(context.Background(), grid.Rows(20, 30), nil)
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
			g.Can().Predictor.Predict(x, answer)
			if answer[0] != float64(method.Winner(f)) {
				t.Fatalf("at %v the raster says %v, the answer is %g", x, f, answer[0])
			}
		}
	}
}

// The formula's first layer applies to the unscaled inputs, and its numbers give the outputs.
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

// The diagram has an image of each unit's output, a line for each weight with the colour of its sign, and a bar for
// each bias; all are inside the panel, and none overlaps another.
func TestDiagram(t *testing.T) {
	for _, hidden := range [][]float64{{3}, {16, 16, 16}, {1, 5}} {
		for _, size := range [][2]int{{430, 330}, {288, 245}} {
			p := clouds(method.Classify, 60, 3, 1, 0)
			s := of(grown(t, start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": hidden}), 20))
			pic, err := method.DrawPanel(context.Background(), s, method.Shown{diagram: true}, diagram, size[0], size[1])
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
				t.Errorf("%v: %d pictures of %d units, %d lines of %d, %d of %d are negative", hidden, rasters, units, lines,
					weights, against, negative)
			}
		}
	}
	// The upper left corner of a unit's image belongs to the upper left of the points.
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

// A click on a unit selects the points at which its input is positive; a click on an output selects those predicted as
// its class. This holds for all activations.
func TestClicksOnUnits(t *testing.T) {
	v := picture.Viewport{X0: -2, X1: 2, Y0: -2, Y1: 2, W: 200, H: 200, Scale: 1}
	for _, k := range []int{2, 3} {
		for _, act := range []string{"tanh", "relu", "logistic"} {
			p := clouds(method.Classify, 300, k, 1, 0)
			c := grown(t, start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{4, 3}, "activation": act}),
				20).(*state)
			answers := make([]float64, p.N)
			c.Predict(p.X, answers)
			check := func(key string, is func(i int) bool) {
				t.Helper()
				told, ok := c.Tell(key, v, nil)
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
			if told, _ := c.Tell(unitKey(0, 0), v, nil); told.Click.Rows != nil {
				t.Error("a click on an input picks out points")
			}
		}
	}
}

func mustRows(c *state, j int, v picture.Viewport) []int {
	told, _ := c.Tell(unitKey(1, j), v, nil)
	return told.Click.Rows
}

// Without hidden layers the network is a logistic regression, whose gradient is 0 at convergence; also for several
// classes, and for regression a linear model.
func TestNoHiddenLayer(t *testing.T) {
	for _, k := range []int{2, 4} {
		p := clouds(method.Classify, 80, k, 1, 0)
		g := grown(t, start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{}, "alpha": 1.0,
			"learning_rate_init": 0.2, "learning_rate": "cosine", "decay_epochs": 800.0}), 800)
		_, grad := g.(method.Differentiable).ObjectiveAt(of(g).Theta)
		for i, v := range grad {
			if math.Abs(v) > 1e-5 {
				t.Errorf("%d classes: entry %d of the gradient is %g", k, i, v)
			}
		}
	}
	p := clouds(method.Regress, 50, 3, 1, 0)
	g := grown(t, start(t, Regression(), p, map[string]any{"hidden_layer_sizes": []float64{}, "alpha": 0.0,
		"learning_rate_init": 0.2, "learning_rate": "cosine", "decay_epochs": 800.0}), 800)
	out := []float64{0, 0, 0}
	g.Can().Predictor.Predict([]float64{-1, 0, 1}, out)
	var sx, sy, sxx, sxy float64
	for i, y := range p.Y {
		x := p.X[i]
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	n := float64(p.N)
	slope := (n*sxy - sx*sy) / (n*sxx - sx*sx)
	for i, x := range []float64{-1, 0, 1} {
		if want := sy/n + slope*(x-sx/n); math.Abs(out[i]-want) > 1e-5 {
			t.Errorf("at %g it says %g, least squares %g", x, out[i], want)
		}
	}
}

// Each feature is what its name says, and a network with only the feature x1² + x2² separates a disc from a ring by a
// single threshold.
func TestFeatures(t *testing.T) {
	p := clouds(method.Classify, 120, 2, 1, 0)
	for i := range p.N {
		a, r := float64(i)*2.4, 0.3+0.3*math.Mod(float64(i)*0.37, 1)
		if p.Class[i] = i % 2; i%2 == 1 {
			r += 0.8
		}
		p.X[2*i], p.X[2*i+1] = 3+r*math.Cos(a), r*math.Sin(a)
	}
	g := grown(t, start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{},
		"features": []string{"x1", "x1^2", "x2^2"}, "learning_rate_init": 0.1}), 600)
	if m := g.Measures(); m[1].Value > 0 {
		t.Errorf("a disc and a ring: %g are wrong", m[1].Value)
	}
	s := of(g)
	x := []float64{0.7, -1.3}
	for _, f := range planeFeatures {
		want := map[string]float64{"x1": 0.7, "x2": -1.3, "x1^2": 0.49, "x2^2": 1.69, "x1*x2": -0.91,
			"sin(x1)": math.Sin(0.7), "sin(x2)": math.Sin(-1.3)}[f.id]
		if math.Abs(f.of(x)-want) > 1e-15 {
			t.Errorf("%s of (0.7, −1.3) is %g", f.id, f.of(x))
		}
	}
	f := s.plainOr(0, 0)
	z := f[0]*x[0] + f[1]*x[0]*x[0] + f[2]*x[1]*x[1] + f[3]
	if got := s.outputs(x)[0][0]; math.Abs(got-z) > 1e-9*math.Abs(z) {
		t.Errorf("by the formula %g, it says %g", z, got)
	}
	if text := s.Formula(); !strings.Contains(text, "x_{1}²") && !strings.Contains(text, "x₁²") {
		t.Errorf("the formula has no square:\n%s", text)
	}
}

// Given weights are where training starts. Too many or too few are refused, naming the parameter.
func TestWeightsTakenOver(t *testing.T) {
	p := clouds(method.Classify, 60, 3, 1, 0)
	g := grown(t, start(t, Classifier(), p, nil), 50)
	list := g.Can().Take("coefs")
	again := start(t, Classifier(), p, map[string]any{"coefs": list})
	if !slices.Equal(of(again).Theta, of(g).Theta) || again.Step() != 0 {
		t.Error("it starts elsewhere")
	}
	v, err := func() (method.Values, error) { m := Classifier(); return m.Validate(map[string]any{"coefs": list[1:]}) }()
	if err != nil {
		t.Fatal(err)
	}
	if _, err = Classifier().Fit(context.Background(), p, v, nil); err == nil ||
		!strings.Contains(err.Error(), "params.coefs") {
		t.Errorf("a weight less: %v", err)
	}
}

// Weights from the document are the start even if the current weights would be kept; the state of early stopping is
// reset if the loss or the network changes, and after a stop the solver starts anew.
func TestAdoptsWhatStillHolds(t *testing.T) {
	p := clouds(method.Classify, 90, 3, 1, 0)
	held := clouds(method.Classify, 30, 3, 2, 0)
	p.Held = func() []method.Held {
		return []method.Held{{Role: doc.Validation, Name: "validation", Points: held}}
	}
	stopping := func(name string, v any) map[string]any {
		return map[string]any{"early_stopping": true, "n_iter_no_change": 60.0, "hidden_layer_sizes": []float64{8}, name: v}
	}
	for _, c := range []struct {
		name     string
		from, to any
	}{{"loss", "squared_error", "log_loss"}, {"activation", "tanh", "relu"},
		{"features", []string{"x1", "x2"}, []string{"x1^2", "x2^2"}}, {"standardize", true, false}} {
		g := grown(t, start(t, Classifier(), p, stopping(c.name, c.from)), 60)
		a, ok := g.Can().Adopt(method.Unstopped, start(t, Classifier(), p, stopping(c.name, c.to)))
		if !ok {
			continue
		}
		if s := of(a); s.Least != s.MeanLoss(s.Best, *s.Watched) {
			t.Errorf("%s: the least loss is %g, and at those weights it is %g", c.name, s.Least, s.MeanLoss(s.Best, *s.Watched))
		}
	}
	g := grown(t, start(t, Classifier(), p, stopping("alpha", 0.0)), 2000)
	a, ok := g.Can().Adopt(method.Unstopped, start(t, Classifier(), p, stopping("alpha", 0.01)))
	if of(g).Stopped == 0 || !ok || of(a).Moments.Updates != 0 {
		t.Errorf("it stopped after epoch %d, adopted %v, with moments of the end", of(g).Stopped, ok)
	}
}

// The status says what prevents learning, and what to change; but only if that is the case.
func TestAils(t *testing.T) {
	p := clouds(method.Classify, 60, 2, 1, 0)
	deep := []float64{8, 8, 8, 8, 8, 8}
	for _, c := range []struct {
		what   string
		params map[string]any
		steps  int
		says   string
	}{
		{"sigmoid at depth six", map[string]any{"hidden_layer_sizes": deep, "activation": "logistic"}, 20,
			"times smaller than those of the last: the first layer hardly learns. Use ReLU"},
		{"relu at depth six", map[string]any{"hidden_layer_sizes": deep, "activation": "leaky_relu"}, 20, ""},
		{"too large first weights", map[string]any{"hidden_layer_sizes": []float64{8}, "init": "large", "standardize": false,
			"features": []string{"x1"}}, 0, ""},
		{"a step", map[string]any{"activation": "step"}, 5, "have zero slope"},
		{"an ordinary one", nil, 100, ""},
		{"a penalty that is too high", map[string]any{"hidden_layer_sizes": []float64{8, 8, 8, 8}, "alpha": 20.0}, 500,
			"The penalty α is so large that weights go to 0: the output is nearly constant. Use a smaller α."},
		{"one of one layer", map[string]any{"hidden_layer_sizes": []float64{8}, "alphas": []float64{0, 10_000}}, 500,
			"Use a smaller α"},
		{"a price that is too high", map[string]any{"hidden_layer_sizes": []float64{8}, "l1": 20.0}, 500, "Use a smaller λ"},
		{"weights of 0", map[string]any{"hidden_layer_sizes": []float64{1}, "coefs": []float64{0, 0, 0, 0, 0}, "l1": 20.0}, 5,
			"Draw other initial weights"},
		{"one that has learned, tanh", map[string]any{"hidden_layer_sizes": []float64{8, 8, 8, 8}}, 500, ""},
		{"one that has learned, small", map[string]any{"hidden_layer_sizes": []float64{8, 8, 8, 8}, "init": "small"}, 200,
			""},
		{"dead units", map[string]any{"activation": "relu", "solver": "sgd", "learning_rate_init": 3.0, "loss": "hinge",
			"hidden_layer_sizes": []float64{8}}, 60, "dead"},
	} {
		g := grown(t, start(t, Classifier(), p, c.params), c.steps)
		s := of(g).ails()
		if c.says == "" && s != "" || !strings.Contains(s, c.says) {
			t.Errorf("%s: %q", c.what, s)
		}
	}
	// The ratio in the status is that of the gradients.
	s := of(start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": deep, "activation": "logistic", "alpha": 0.0}))
	grad := s.Gradient(s.Theta)
	mean := func(l int) float64 {
		w, _ := s.Net.Part(grad, l)
		sum := 0.0
		for _, v := range w {
			sum += v * v / float64(len(w))
		}
		return math.Sqrt(sum)
	}
	if h := s.fares(); math.Abs(h.slope[0]/mean(0)-1) > 1e-9 || math.Abs(h.slope[6]/mean(6)-1) > 1e-9 {
		t.Errorf("gradients %v, first %g, last %g", h.slope, mean(0), mean(6))
	}
}

// An example changes the neuron by its rule, for every activation and loss. The rule is minus the learning rate times
// the gradient of the example's loss, if there is a gradient.
func TestNeuronsRule(t *testing.T) {
	p := clouds(method.Classify, 30, 2, 1, 0)
	for _, c := range []map[string]any{{"activation": "step"}, {"activation": "logistic"},
		{"activation": "logistic", "loss": "log_loss"}, {"activation": "tanh"}, {"activation": "identity"}} {
		c["learning_rate"] = 0.3
		g := start(t, Neuron(), p, c)
		for range 40 {
			was := g.(*neuron)
			g = grown(t, g, 1)
			n := g.(*neuron)
			if n.Seen == was.Seen {
				break // a threshold that makes no errors
			}
			i := n.Last(n.Seen)
			x := append(slices.Clone(n.x[2*i:2*i+2]), 1)
			loss := func(w []float64) float64 {
				z := w[0]*x[0] + w[1]*x[1] + w[2]
				y, goal := map[string]float64{"logistic": 1 / (1 + math.Exp(-z)), "tanh": math.Tanh(z),
					"identity": z}[c["activation"].(string)], n.goal(i, 0)
				if c["loss"] == "log_loss" {
					return -goal*math.Log(y) - (1-goal)*math.Log(1-y)
				}
				return (y - goal) * (y - goal) / 2
			}
			for k := range 3 {
				want := 0.0
				if c["activation"] == "step" {
					z, said := was.W[0]*x[0]+was.W[1]*x[1]+was.W[2], 0.0
					if z > 0 {
						said = 1
					}
					want = 0.3 * (n.goal(i, 0) - said) * x[k]
				} else {
					const h = 1e-6
					up, down := slices.Clone(was.W), slices.Clone(was.W)
					up[k] += h
					down[k] -= h
					want = -0.3 * (loss(up) - loss(down)) / (2 * h)
				}
				if got := n.W[k] - was.W[k]; math.Abs(got-want) > 1e-8 {
					t.Fatalf("%v: weight %d moves by %g, want %g", c, k, got, want)
				}
			}
			if !slices.Equal(n.Was, was.W) {
				t.Fatal("the weights before the example are others")
			}
		}
	}
}

// A threshold unit stops on linearly separable classes, and the status says so; on others it does not stop.
func TestThresholdComesToRest(t *testing.T) {
	p := clouds(method.Classify, 40, 2, 1, 0)
	for i := range p.N {
		p.Class[i] = 0
		if p.X[2*i]+0.5*p.X[2*i+1] > 0.05 {
			p.Class[i] = 1
		}
	}
	g := grown(t, start(t, Neuron(), p, map[string]any{"activation": "step"}), 5000)
	if s := g.Status(); s.State != method.Converged || g.Step() >= 5000 || g.Measures()[1].Value != 0 {
		t.Errorf("after %d examples: %+v", g.Step(), s)
	}
	for i := range p.N {
		if i%7 == 0 {
			p.Class[i] = 1 - p.Class[i]
		}
	}
	if g = grown(t, start(t, Neuron(), p, map[string]any{"activation": "step"}),
		5000); g.Status().State != method.Running || g.Step() != 5000 {
		t.Errorf("after %d examples: %+v", g.Step(), g.Status())
	}
	// The formula has the numbers of the example.
	text := grown(t, start(t, Neuron(), p, nil), 3).Can().Formula()
	for _, want := range []string{"Example 3", "Δw₁ = 0.5·", "ŷ(1 − ŷ)"} {
		if !strings.Contains(text, want) && !strings.Contains(text, strings.ReplaceAll(want, "₁", "_{1}")) {
			t.Errorf("the formula has no %q:\n%s", want, text)
		}
	}
}

// In the hidden plane, each point is at the outputs of the two units, and the line of the next layer separates the
// points predicted as one class from the others.
func TestHiddenPlane(t *testing.T) {
	p := clouds(method.Classify, 80, 2, 1, 0)
	c := grown(t, start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{5, 2},
		"plane_units": []float64{1, 2}}), 120).(*state)
	pic, err := method.DrawPanel(context.Background(), c, method.Shown{hiddenPlane: true}, hiddenPlane, 300, 200)
	if err != nil {
		t.Fatal(err)
	}
	answers := make([]float64, p.N)
	c.Predict(p.X, answers)
	var line []float64
	var marks *picture.Marks
	for _, l := range pic.Layers {
		switch l := l.(type) {
		case *picture.Path:
			if l.Role == picture.RoleBoundary {
				line = l.XY
			}
		case *picture.Marks:
			marks = l
		}
	}
	if len(line) != 4 || marks == nil || len(marks.XY) != 2*p.N {
		t.Fatalf("a line of %d numbers, %v", len(line), marks)
	}
	side := func(i int) bool {
		return (line[2]-line[0])*(marks.XY[2*i+1]-line[1])-(line[3]-line[1])*(marks.XY[2*i]-line[0]) > 0
	}
	first := side(0) == (answers[0] == 1)
	for i := range p.N {
		if (side(i) == (answers[i] == 1)) != first {
			t.Errorf("point %d lies on the other side than its answer", i)
		}
		h := []float64{}
		c.pass(method.Unstopped, 1, func(_ int, x []float64) { copy(x, p.At(i)) }, func(_ int, tile *network.Tile) {
			h = append(h, tile.Units(2)[0][0], tile.Units(2)[1][0])
		})
		if !slices.Equal(h, marks.XY[2*i:2*i+2]) {
			t.Errorf("point %d is at %v, the units give %v", i, marks.XY[2*i:2*i+2], h)
		}
	}
}

// A click on a hidden unit selects it for the hidden plane if that is shown: it becomes the horizontal axis, and the
// previous horizontal axis becomes the vertical one. The network is not retrained.
func TestUnitsOfTheHiddenPlaneAreClicked(t *testing.T) {
	p := clouds(method.Classify, 60, 2, 1, 0)
	at := func(units ...float64) *state {
		return grown(t, start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{3, 4, 1},
			planeUnits: units}), 5).(*state)
	}
	c := at(3, 1, 2)
	shown := method.Shown{hiddenPlane: true}
	for key, want := range map[string]string{
		"u2.1": "[2 3 2]", "u2.3": "[4 3 2]", "u2.2": "", "u2.0": "", // the axes stay
		// inputs and outputs are not hidden units
		"u1.2": "[3 1 1]", "u1.0": "[1 2 1]", "u3.0": "[1 1 3]", "u0.1": "", "u4.0": "",
	} {
		told, ok := c.Tell(key, picture.Viewport{X1: 1, Y1: 1, W: 90, H: 90, Scale: 1}, shown)
		got := ""
		if told.Click.Set != nil {
			got = fmt.Sprint(told.Click.Set[planeUnits])
		}
		if !ok || got != want {
			t.Errorf("a click on %s chooses %q, want %q", key, got, want)
		}
		if plain, _ := c.Tell(key, picture.Viewport{X1: 1, Y1: 1, W: 90, H: 90, Scale: 1}, nil); plain.Click.Set != nil {
			t.Errorf("a click on %s chooses %v for a panel that is not shown", key, plain.Click.Set)
		}
	}
	other := c.Look(c.v.With(planeUnits, []float64{2, 3, 2})).(*state)
	if l, a, b := other.planeOf(); l != 2 || a != 1 || b != 2 || other.Step() != 5 || !slices.Equal(other.Theta, c.Theta) {
		t.Errorf("looked at are %d and %d of layer %d, at step %d", a, b, l, other.Step())
	}
	if l, a, b := c.planeOf(); l != 2 || a != 2 || b != 0 {
		t.Errorf("looking has changed what was looked at: %d and %d of layer %d", a, b, l)
	}
}

// The key of a weight selects that weight: its value, its derivative, and the control that sets it.
func TestWeightsAnswer(t *testing.T) {
	p := clouds(method.Classify, 60, 3, 1, 0)
	c := grown(t, start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{3, 2}}), 30).(*state)
	at := 0
	for l := 1; l <= c.Net.Layers(); l++ {
		for i := range c.Net.Sizes[l-1] + 1 {
			for j := range c.Net.Sizes[l] {
				told, ok := c.Tell(edgeKey(l, i, j), picture.Viewport{}, nil)
				if !ok || told.Knob == nil || told.Knob.Index != at || told.Knob.Param != weights {
					t.Fatalf("layer %d, from %d to %d: %+v", l, i, j, told)
				}
				if !strings.HasSuffix(told.Answer, ": "+words.Number(c.Theta[at])) ||
					!strings.HasSuffix(told.Lines[0], " = "+words.Number(words.Significant(c.slopes()[at], 3))) {
					t.Errorf("layer %d, from %d to %d: %q, %q", l, i, j, told.Answer, told.Lines)
				}
				at++
			}
		}
	}
	for _, key := range []string{"w", "w0.0.0", "w1.4.0", "w1.0.3", "w4.0.0", "w1.0", "w01.0.0"} {
		if _, ok := c.Tell(key, picture.Viewport{}, nil); ok {
			t.Errorf("%q is a weight", key)
		}
	}
}

// J as given in the formula can be computed from the errors and weights in the units that the formula names.
func TestUnitsOfTheObjective(t *testing.T) {
	for _, task := range []method.Task{method.Classify, method.Regress} {
		in := Classifier()
		if task == method.Regress {
			in = Regression()
		}
		s := of(grown(t, start(t, in, clouds(task, 40, 2, 1, 0),
			map[string]any{"hidden_layer_sizes": []float64{3}, "alpha": 1.0}), 30))
		said := strings.Split(s.Formula(), "\n")[2]
		price, n := 0.0, float64(s.p.N)
		for j := range 3 {
			for i, v := range s.plain(j)[:len(s.features)] {
				price += v / s.scale[i] * (v / s.scale[i]) / 2 / n
			}
			w, _ := s.Net.Part(s.Theta, 1)
			price += w[j] * w[j] / 2 / n
		}
		m := s.measure()
		for i, name := range s.inputNames() {
			if !strings.Contains(said, "("+name+words.Term(-s.shift[i])+") · "+words.Number(s.scale[i])) {
				t.Errorf("%s: %q does not say of what the weights of J are", task, said)
			}
		}
		if math.Abs(price-m.penalty) > 1e-12 {
			t.Errorf("%s: the penalty is %v, of these weights %v", task, m.penalty, price)
		}
		if task == method.Regress && (!strings.Contains(said, "units of "+words.Number(1/s.yScale[0])+";") ||
			math.Abs(m.err*s.yScale[0]*s.yScale[0]/2-m.loss) > 1e-12) {
			t.Errorf("%q, the loss is %v, half the squared error %v", said, m.loss, m.err/2)
		}
		plain := of(start(t, in, clouds(task, 40, 2, 1, 0), map[string]any{"standardize": false})).Formula()
		if strings.Contains(plain, "In J") {
			t.Errorf("%s: nothing is standardised: %s", task, plain)
		}
	}
}

// After early stopping, the curves end at the losses of the last epoch, though the displayed network is the best one
// before it.
func TestCurvesDoNotJumpBack(t *testing.T) {
	p := clouds(method.Classify, 40, 2, 0.4, 0)
	held := clouds(method.Classify, 20, 2, 0.4, 0.3)
	p.Held = func() []method.Held { return []method.Held{{Role: doc.Validation, Points: held}} }
	s := of(grown(t, start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{8},
		"learning_rate_init": 0.1, watches: true, "n_iter_no_change": 5.0}), 400))
	if s.Stopped == 0 || s.LeastAt != s.Stopped-5 {
		t.Fatalf("stopped after %d, least at %d", s.Stopped, s.LeastAt)
	}
	last := func(s *state) float64 { return s.Measures()[1].Value }
	before := of(grown(t, start(t, Classifier(), p,
		map[string]any{"hidden_layer_sizes": []float64{8}, "learning_rate_init": 0.1, watches: true,
			"n_iter_no_change": 5.0}), s.Stopped-1))
	if at := s.MeanLoss(s.Theta, *s.Watched); at != s.Least {
		t.Errorf("the network that is shown has the loss %v, the least is %v", at, s.Least)
	}
	if last(s) == s.Least || math.Abs(last(s)-last(before)) > 5*math.Abs(last(before)-s.Least) {
		t.Errorf("the curve ends at %v, before that %v, least %v", last(s), last(before), s.Least)
	}
}

// A threshold unit without errors stops at the same example, however its steps are divided.
func TestNeuronStaysAtTheSameExample(t *testing.T) {
	for seed := range uint64(8) {
		p := clouds(method.Classify, 7, 2, 3, 0)
		p.Seed = seed
		first := start(t, Neuron(), p, map[string]any{"activation": "step"})
		once, one := grown(t, first, 60), first
		for range 60 {
			one = grown(t, one, 1)
		}
		if once.Step() == 60 || one.Step() != once.Step() || !slices.Equal(once.(*neuron).W, one.(*neuron).W) {
			t.Errorf("seed %d: 60 examples at once end at %d, one by one at %d", seed, once.Step(), one.Step())
		}
	}
}

// A state of a neuron can be drawn by two goroutines while a third one trains it, and is the one that it is alone.
func TestNeuronIsDrawnWhileItLearns(t *testing.T) {
	p := clouds(method.Classify, 30, 3, 1, 0)
	at := func() (method.Grower, *neuron) {
		first := start(t, Neuron(), p, nil)
		return first, grown(t, first, 25).(*neuron)
	}
	says := func(n *neuron) string {
		return fmt.Sprint(n.Facts(), n.Status(), n.Measures(), n.Formula(), n.bend().Alt)
	}
	first, n := at()
	want, all := says(n), grown(t, first, 2000).(*neuron).W
	first, n = at()
	said, learned := make(chan string), make(chan []float64)
	for range 2 {
		go func() {
			text := says(n)
			for range 20 {
				if text == want {
					text = says(n)
				}
			}
			said <- text
		}()
	}
	go func() {
		g, _ := first.Grow(method.Unstopped, 2000)
		learned <- g.(*neuron).W
	}()
	for range 2 {
		if text := <-said; text != want {
			t.Errorf("while it learns the state says\n%s, alone\n%s", text, want)
		}
	}
	if w := <-learned; !slices.Equal(w, all) {
		t.Errorf("while it is drawn it learns the weights %v, alone %v", w, all)
	}
}

// A neuron with slope parameter β learns like one with weights β times as large at β² times the learning rate.
func TestGain(t *testing.T) {
	p := &method.Problem{N: 6, D: 2, Task: method.Classify, Seed: 3,
		X: []float64{0, 0.1, 0.5, 0.4, 0.9, 0.2, 0.3, 0.8, 0.7, 0.6, 1, 0.9}}
	p.Class, p.ClassIDs = []int{0, 0, 1, 0, 1, 1}, []int{0, 1}
	for _, params := range []map[string]any{{"activation": "logistic"}, {"activation": "tanh"},
		{"activation": "logistic", "loss": logLoss}} {
		run := func(gain, rate, factor float64) *neuron {
			params["gain"], params["learning_rate"] = gain, rate
			n := start(t, Neuron(), p, params).(*neuron)
			for k := range n.W {
				n.W[k] *= factor
			}
			g, err := n.Grow(t.Context(), 25)
			if err != nil {
				t.Fatal(err)
			}
			return g.(*neuron)
		}
		gentle, plain := run(0.5, 0.4, 1), run(1, 0.1, 0.5)
		for k, w := range plain.W {
			if math.Abs(0.5*gentle.W[k]-w) > 1e-12 {
				t.Errorf("%v: weight %d is half of %v, want %v", params, k, gentle.W[k], w)
			}
		}
		wrong, loss := gentle.errors()
		if a, b := plain.errors(); wrong != a || math.Abs(loss-b) > 1e-12 || math.Abs(gentle.edge()-2*plain.edge()) > 1e-12 {
			t.Errorf("%v: errors %v and %v, edges %v and %v", params, loss, b, gentle.edge(), plain.edge())
		}
	}
}
