package linear

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/chart"
	"pointscape/engine/classify"
	"pointscape/engine/descent"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/words"
)

func problem(t testing.TB, task method.Task, n int, seed uint64) *method.Problem {
	t.Helper()
	p, err := method.NewProblem(methodtest.Points(task, n, seed), task, seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Derivatives must agree with finite differences of the values, for every loss, with rows and penalties.
func TestGradients(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	p := problem(t, method.Classify, 25, 3)
	for l, name := range lossNames {
		for rows := 1; rows <= 3; rows += 2 {
			o := &objective{n: p.N, d: 2, rows: rows, x: p.X, loss: loss(l), eps: 0.3, weight: 1.7,
				pen: penalty{l1: 0.4, l2: 0.3, quad: 2, s: covariance(p.X, p.N, 2)}, smoothed: true}
			for range rows {
				o.y = append(o.y, signs(p)...)
			}
			checkGradient(t, name, o, rng)
		}
	}
	o := &objective{n: p.N, d: 2, rows: 3, x: p.X, weight: 1.3, pen: penalty{l2: 0.2}}
	for i := range p.N {
		o.class = append(o.class, i%3)
	}
	checkGradient(t, "softmax", o, rng)
}

func checkGradient(t *testing.T, name string, o *objective, rng *rand.Rand) {
	t.Helper()
	f := o.function()
	at, g, up, down := make([]float64, f.Dim), make([]float64, f.Dim), make([]float64, f.Dim), make([]float64, f.Dim)
	h := make([]float64, f.Dim*f.Dim)
	for j := range at {
		at[j] = rng.NormFloat64()
	}
	v := f.Value(at, g)
	if w := o.value(at); math.Abs(v-w) > 1e-12*(1+v) {
		t.Errorf("%s: value %v and %v", name, v, w)
	}
	f.Hess(at, h)
	if o.class != nil {
		h = slices.Clone(h)
	}
	all := make([]int, o.n)
	for i := range all {
		all[i] = i
	}
	part, sum := make([]float64, f.Dim), make([]float64, f.Dim)
	for from := 0; from < o.n; from += 7 {
		f.Part(at, all[from:min(from+7, o.n)], part)
		for j, v := range part {
			sum[j] += v
		}
	}
	for j := range at {
		if math.Abs(sum[j]-g[j]) > 1e-10*(1+math.Abs(g[j])) {
			t.Errorf("%s: the parts' gradients sum to %v, not %v", name, sum[j], g[j])
		}
		const e = 1e-6
		x := at[j]
		at[j] = x + e
		a := f.Value(at, up)
		at[j] = x - e
		b := f.Value(at, down)
		at[j] = x
		if d := (a - b) / (2 * e); math.Abs(d-g[j]) > 1e-4*(1+math.Abs(d)) {
			t.Errorf("%s: derivative by parameter %d is %v, differences say %v", name, j, g[j], d)
		}
		if o.class == nil && !o.loss.smooth() || o.loss == squaredHinge || o.loss == huber || o.class != nil && j%3 == 2 {
			continue // a corner between the two positions; the gauge of b
		}
		for k := range at {
			if d := (up[k] - down[k]) / (2 * e); math.Abs(d-h[k*f.Dim+j]) > 1e-3*(1+math.Abs(d)) &&
				!(o.class != nil && k%3 == 2) {
				t.Errorf("%s: second derivative (%d, %d) is %v, differences say %v", name, k, j, h[k*f.Dim+j], d)
			}
		}
	}
}

// All solvers of a smooth convex problem must reach the same minimum; Newton and L-BFGS to 1e-8.
func TestSolversAgree(t *testing.T) {
	for _, classes := range []int{2, 3} {
		p := problem(t, method.Classify, 60, 5)
		if classes == 3 {
			pts := methodtest.Points(method.Classify, 60, 5)
			for i := range pts {
				pts[i].Z = float64(i % 3)
			}
			p, _ = method.NewProblem(pts, method.Classify, 1)
		}
		var newton []float64
		for _, s := range []struct {
			solver string
			tol    float64
		}{{"newton", 1e-8}, {"lbfgs", 1e-8}, {"backtracking", 1e-5}, {"gd", 1e-3}, {"sgd", 0.5}} {
			m := fit(t, Logistic(), p, map[string]any{"alpha": 0.5, "solver": s.solver, "tol": 1e-11, "max_iter": 5000.0,
				"learning_rate": 0.05}).(*stage)
			if newton == nil {
				newton = m.theta
			}
			for j, v := range m.theta {
				if math.Abs(v-newton[j]) > s.tol*(1+math.Abs(v)) {
					t.Errorf("%d classes, %s: parameter %d is %v, Newton's %v", classes, s.solver, j, v, newton[j])
				}
			}
		}
	}
}

// With L1, proximal Newton steps and proximal gradient steps must reach the same minimum, with weights that are exactly
// 0.
func TestSparse(t *testing.T) {
	p := problem(t, method.Classify, 60, 5)
	a := fit(t, Logistic(), p, map[string]any{"penalty": "l1", "alpha": 1.5, "tol": 1e-10}).(*stage)
	b := fit(t, Logistic(), p, map[string]any{"penalty": "l1", "alpha": 1.5, "tol": 1e-10, "solver": "backtracking",
		"max_iter": 10_000.0}).(*stage)
	for j := range a.theta {
		if math.Abs(a.theta[j]-b.theta[j]) > 1e-6 {
			t.Errorf("parameter %d: %v and %v", j, a.theta[j], b.theta[j])
		}
	}
	if a.theta[1] != 0 || a.theta[0] == 0 {
		t.Errorf("weights %v, want the second to be 0", a.theta)
	}
}

// The lab must contain the other methods as special cases.
func TestLabIsAll(t *testing.T) {
	p := problem(t, method.Classify, 60, 5)
	a := fit(t, Logistic(), p, map[string]any{"alpha": 0.5}).(*stage)
	b := fit(t, Lab(), p, map[string]any{"loss": "logistic", "alpha": 0.5, "solver": "newton"}).(*stage)
	if !slices.Equal(a.theta, b.theta) {
		t.Errorf("logistic regression %v, the lab %v", a.theta, b.theta)
	}
	svm := fit(t, Primal(), p, map[string]any{"C": 2.0}).(*primal)
	c := fit(t, Lab(), p, map[string]any{"loss": "hinge", "alpha": 0.5, "max_iter": 10_000.0,
		"learning_rate": 0.5}).(*stage)
	if got, want := 2*c.run.Value[c.k], svm.dual.objective; math.Abs(got-want) > 0.01*want {
		t.Errorf("hinge loss and L2: %v, the support vector machine %v", got, want)
	}
	for _, ref := range reference(t, "linear.json", "least_squares", "ridge", "lasso") {
		if ref.Params["polynomial_degree"] != nil {
			continue
		}
		t.Run(ref.Name, func(t *testing.T) {
			q := &method.Problem{N: len(ref.X), D: len(ref.X[0]), X: flat(ref.X), Y: ref.Y, Task: method.Regress}
			domain := "plane"
			if q.D == 1 {
				domain = "line"
			} else {
				q.Task = method.Regress2D
			}
			params := map[string]any{"domain": domain, "solver": "newton", "tol": 1e-9, "penalty": "l2",
				"alpha": ref.Params["lambda"]}
			if ref.Method == "lasso" {
				params["penalty"] = "l1"
			}
			if ref.Params["lambda"] == 0.0 {
				params["penalty"] = "none"
				delete(params, "alpha")
			}
			f := fit(t, Lab(), q, params).(*stage).theta
			w := decode[[]float64](t, &ref, "w")
			ref.nearAll(t, "w", f[:q.D], w)
		})
	}
}

// A step size above 2/λmax of a quadratic objective diverges, one below it converges.
func TestDivergence(t *testing.T) {
	p := problem(t, method.Regress, 40, 5)
	try := func(rate float64) *stage {
		return fit(t, Lab(), p, map[string]any{"domain": "line", "solver": "gd", "learning_rate": rate,
			"max_iter": 5000.0}).(*stage)
	}
	edge := facts(try(0.001))["largest_stable_step"].(float64)
	if m := try(0.98 * edge); m.Status().State != method.Converged {
		t.Errorf("below the edge: %v", m.Status())
	}
	m := try(1.05 * edge)
	st := m.Status()
	if st.State != method.Diverged || !strings.Contains(st.Sentence, "smaller learning rate") {
		t.Errorf("beyond the edge: %v", st)
	}
	for _, v := range m.run.Path {
		if v-v != 0 {
			t.Fatal("an iterate is not finite")
		}
	}
	if m.Steps() < 10 {
		t.Errorf("%d steps before it is called divergence", m.Steps())
	}
	sep, _ := method.NewProblem([]doc.Point{{X: 0}, {X: 1, Z: 1}, {X: 0.2, Y: 1}, {X: 0.9, Y: 1, Z: 1}}, method.Classify,
		1)
	for _, solver := range []string{"newton", "lbfgs", "gd"} {
		c := fit(t, Logistic(), sep, map[string]any{"penalty": "none", "solver": solver, "learning_rate": 1.0})
		if st := c.Status(); st.State != method.Diverged || !strings.Contains(st.Sentence, "separated") {
			t.Errorf("%s without a penalty on classes apart: %v", solver, st)
		}
	}
}

// A start must also serve another number of inputs and of classes, where possible.
func TestStart(t *testing.T) {
	m := Logistic()
	for _, c := range []struct {
		start   []float64
		d, rows int
		want    []float64 // nil if it is refused
	}{
		{nil, 2, 1, []float64{0, 0, 0}},
		{[]float64{1, 2, 3}, 2, 1, []float64{1, 2, 3}},
		{[]float64{1, 3}, 2, 1, []float64{1, 0, 3}},
		{[]float64{1, 2, 3}, 1, 1, []float64{1, 3}},
		{[]float64{1, 3}, 1, 1, []float64{1, 3}},
		{[]float64{1, 2, 3}, 2, 3, []float64{1, 2, 3, 0, 0, 0, 0, 0, 0}},
		{[]float64{1, 2, 3, 4, 5, 6}, 2, 3, []float64{1, 0, 2, 3, 0, 4, 5, 0, 6}},
		{[]float64{1, 2, 3, 4, 5, 6}, 1, 3, []float64{1, 2, 3, 4, 5, 6}},
		{[]float64{1, 2, 3, 4, 5, 6}, 1, 2, []float64{1, 3, 4, 6}},
		{[]float64{1, 2, 3, 4, 5, 6}, 2, 1, nil},
		{[]float64{1, 2, 3, 4}, 1, 1, nil},
		{[]float64{1, 2, 3, 4, 5}, 2, 3, nil},
	} {
		v, err := m.Validate(map[string]any{"start": c.start})
		if err != nil {
			t.Fatal(err)
		}
		got, err := startOf(v, c.d, c.rows)
		if !slices.Equal(got, c.want) || (err == nil) != (c.want != nil) {
			t.Errorf("%v for %d inputs and %d rows: %v, %v; want %v", c.start, c.d, c.rows, got, err, c.want)
		}
	}
}

// The lecture's document must work throughout: the path in the facts, the parameter plane with all solvers.
func TestLectureDocument(t *testing.T) {
	d, err := doc.Decode([]byte(Logistic().Lessons[0]))
	if err != nil {
		t.Fatal(err)
	}
	c := reference(t, "lecture.json", "lecture_logistic")[0]
	for solver, field := range map[string]string{"gd": "gradient_descent", "newton": "newton"} {
		d.Params["solver"] = solver
		f, err := session.New([]method.Method{Logistic()}).Fit(context.Background(), d)
		if err != nil {
			t.Fatal(err)
		}
		path := facts(f.Model)["path"].([][]float64)
		for _, want := range decode[[][]float64](t, &c, field) {
			if k := int(want[0]); k <= 200 {
				c.nearAll(t, field, path[min(k, len(path)-1)][1:], want[1:])
			}
		}
		m := f.Model.(*stage)
		list := m.Panels(f.Show)
		if len(list) != 2 || list[0].ID != "solvers" || list[0].XLabel != "w" || list[0].YLabel != "b" {
			t.Fatalf("panels %+v", list)
		}
		for _, k := range []int{0, 3, m.Steps()} {
			p, err := method.DrawPanel(context.Background(), m.Stage(k).(*stage),
				method.Shown{"plane": true, "solvers": true}, "solvers", 300, 200)
			if err != nil {
				t.Fatal(err)
			}
			var rivals, isolines int
			for _, l := range p.Layers {
				switch l := l.(type) {
				case *picture.Path:
					switch l.Role {
					case picture.RoleTrack:
						if len(l.XY) > 4 && len(l.XY) != 2*(k+1) {
							t.Errorf("the track has %d corners after %d steps", len(l.XY)/2, k)
						}
					case picture.RoleRival:
						rivals++
					case picture.RoleIsoline:
						isolines++
					}
				case *picture.Marks:
					if l.Role == picture.RoleOptimum {
						want := []float64{0.958285949849386, -2.39571487462347}
						if math.Abs(l.XY[0]-want[0]) > 1e-4 || math.Abs(l.XY[1]-want[1]) > 1e-4 {
							t.Errorf("the optimum is marked at %v", l.XY)
						}
					}
				}
			}
			if rivals != 4 || isolines < 6 {
				t.Errorf("step %d: %d paths of other solvers, %d contours", k, rivals, isolines)
			}
		}
	}
}

// The contours must lie where the objective has their level.
func TestPlaneContours(t *testing.T) {
	for _, features := range []string{"x1", "x1,x2"} {
		p := problem(t, method.Classify, 40, 7)
		m := fit(t, Logistic(), p, map[string]any{"features": features}).(*stage)
		pic, err := method.DrawPanel(context.Background(), m, method.Shown{"plane": true}, "plane", 300, 220)
		if err != nil {
			t.Fatal(err)
		}
		i, j := m.axes()
		theta := slices.Clone(m.theta)
		for _, l := range pic.Layers {
			path, ok := l.(*picture.Path)
			if !ok || path.Role != picture.RoleIsoline {
				continue
			}
			for k := 0; k < len(path.XY); k += 2 {
				theta[i], theta[j] = path.XY[k], path.XY[k+1]
				if v := m.o.value(theta); math.Abs(v-path.Level) > 0.01*(path.Level-m.run.Value[m.k])+1e-3 {
					t.Fatalf("%s: the objective on the contour of %v is %v", features, path.Level, v)
				}
			}
		}
	}
}

// Both forms of the perceptron and both orders are deterministic; a stage must have the weights of its mistakes.
func TestPerceptronStages(t *testing.T) {
	p := problem(t, method.Classify, 40, 7)
	m := fit(t, Perceptron(), p, map[string]any{"order": "shuffled", "learning_rate": 0.5,
		"max_iter": 20.0}).(*lineSnapshot)
	w := make([]float64, 3)
	for k, i := range m.Rows {
		y := float64(2*p.Class[i] - 1)
		x := p.At(int(i))
		if y*(w[0]*x[0]+w[1]*x[1]+w[2]) > 0 {
			t.Fatalf("mistake %d is none", k+1)
		}
		w[0], w[1], w[2] = w[0]+0.5*y*x[0], w[1]+0.5*y*x[1], w[2]+0.5*y
		s := m.Stage(k + 1).(*lineSnapshot)
		if !slices.Equal(s.f, w) {
			t.Fatalf("stage %d has %v, want %v", k+1, s.f, w)
		}
		bad, _ := classify.Wrong(method.Unstopped, s, p)
		if got := float64(bad) / float64(p.N); got != m.Values[k+1] {
			t.Fatalf("stage %d: training error %v, the trace says %v", k+1, got, m.Values[k+1])
		}
	}
	three := methodtest.Points(method.Classify, 30, 4)
	for i := range three {
		three[i].Z = float64(i % 3)
		three[i].X += 2 * three[i].Z
	}
	q, _ := method.NewProblem(three, method.Classify, 1)
	for _, m := range []method.Model{fit(t, Perceptron(), q, map[string]any{"max_iter": 10_000.0}),
		fit(t, KernelPerceptron(), q, map[string]any{"kernel": "linear", "max_iter": 10_000.0})} {
		if f := facts(m); m.Status().State == method.Converged && f["training_error"] != 0.0 {
			t.Errorf("converged with training error %v", f["training_error"])
		} else if m.Status().State != method.Converged {
			t.Error(m.Status())
		}
	}
}

// A perceptron that stops in the middle of a pass, because of too many mistakes, counts the points visited in it: the
// mean of its weights is that over all visits, and its cost does not fall at the last step.
func TestPerceptronStopsWithinAPass(t *testing.T) {
	t.Parallel()
	p := problem(t, method.Classify, 200, 3)
	for i := range p.Class {
		p.Class[i] = i % 2
	}
	m := fit(t, Perceptron(), p, map[string]any{"max_iter": 10_000.0}).(*lineSnapshot)
	if m.Steps() != mistakesLimit || m.Status().State != method.Limited {
		t.Fatalf("%d mistakes, %v", m.Steps(), m.Status())
	}
	w, sum, made, seen := make([]float64, 3), make([]float64, 3), 0, 0
	for ; made < mistakesLimit; seen++ {
		i := seen % p.N
		x, y := p.At(i), float64(2*p.Class[i]-1)
		if y*(w[0]*x[0]+w[1]*x[1]+w[2]) <= 0 {
			w[0], w[1], w[2] = w[0]+y*x[0], w[1]+y*x[1], w[2]+y
			made++
		}
		for j := range sum {
			sum[j] += w[j]
		}
	}
	if seen%p.N == 0 {
		t.Fatal("it stopped at the end of a pass")
	}
	f := facts(m)
	for j, got := range append(f["average_coef"].([]float64), f["average_intercept"].(float64)) {
		if want := sum[j] / float64(seen); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
			t.Errorf("average weight %d is %v, want %v", j, got, want)
		}
	}
	last, before := m.Cost().Passes, m.Stage(m.Steps()-1).(*lineSnapshot).Cost().Passes
	if want := float64(seen) / float64(p.N); last != want || last < before {
		t.Errorf("%v passes after the last step, want %v; %v before it", last, want, before)
	}
	if f["n_iter"] != seen/p.N+1 {
		t.Errorf("%v passes begun, want %d", f["n_iter"], seen/p.N+1)
	}
}

// Rosenbrock's function has a curved valley.
func TestRosenbrock(t *testing.T) {
	f := &descent.Func{Dim: 2, Terms: 1, Value: func(x, g []float64) float64 {
		a, b := 1-x[0], x[1]-x[0]*x[0]
		if g != nil {
			g[0], g[1] = -2*a-400*x[0]*b, 200*b
		}
		return a*a + 100*b*b
	}, Hess: func(x, h []float64) {
		h[0], h[1], h[2], h[3] = 2-400*(x[1]-3*x[0]*x[0]), -400*x[0], -400*x[0], 200
	}}
	for _, solver := range []string{"newton", "lbfgs", "backtracking"} {
		run, err := descent.Minimize(context.Background(), f, []float64{-1.2, 1},
			descent.Options{Solver: solver, MaxIter: 40_000, Tol: 1e-10})
		if err != nil {
			t.Fatal(err)
		}
		at := run.At(run.Steps())
		if math.Abs(at[0]-1) > 1e-5 || math.Abs(at[1]-1) > 1e-5 || run.End == descent.Limit {
			t.Errorf("%s: %v after %d steps, end %v", solver, at, run.Steps(), run.End)
		}
	}
}

// Every track must lie in the frame, or the legend must say that it does not; start and optimum are inside, and each
// solver has its number.
func TestPlaneHoldsTheTracks(t *testing.T) {
	left := 0
	for seed := range uint64(6) {
		for _, values := range []map[string]any{
			{"solver": "gd", "learning_rate": 0.01, "start": []float64{12, -8, 0}},
			{"solver": "newton", "start": []float64{3, -2, 1}, "learning_rate": 0.01},
			{"solver": "gd", "learning_rate": 5.0}, // overshoots
		} {
			m := fit(t, Logistic(), problem(t, method.Classify, 40, seed), values).(*stage)
			p, err := method.DrawPanel(context.Background(), m, method.Shown{"plane": true, "solvers": true}, "solvers", 320,
				240)
			if err != nil {
				t.Fatal(err)
			}
			v := p.View
			in := func(xy []float64) bool {
				for k := 0; k < len(xy); k += 2 {
					if x, y := v.PX(xy[k]), v.PY(xy[k+1]); x < 0 || x > 320 || y < 0 || y > 240 {
						return false
					}
				}
				return true
			}
			numbers := map[int]string{}
			for _, l := range p.Layers {
				switch l := l.(type) {
				case *picture.Path:
					if l.Role != picture.RoleRival && l.Role != picture.RoleTrack {
						continue
					}
					name, rest, _ := strings.Cut(l.Says, ",")
					if out := rest != ""; out && in(l.XY) && m.k == m.Steps() && l.Role == picture.RoleTrack || !out && !in(l.XY) {
						t.Errorf("seed %d, %v: %q, and in the frame is %v", seed, values, l.Says, in(l.XY))
					} else if out {
						left++
						if values["learning_rate"] != 5.0 {
							t.Errorf("seed %d, %v: %q", seed, values, l.Says)
						}
					}
					numbers[l.Class] = name
				case *picture.Marks:
					if (l.Role == picture.RoleOptimum || l.Role == picture.RoleGuide) && !in(l.XY) {
						t.Errorf("seed %d, %v: %s is at %v", seed, values, l.Says, l.XY)
					}
				}
			}
			want := map[int]string{0: "gradient descent", 2: "stochastic gradient", 4: "Newton", 5: "L-BFGS", 6: "backtracking"}
			if !maps.Equal(numbers, want) {
				t.Errorf("solvers %v", numbers)
			}
		}
	}
	if left == 0 {
		t.Error("no track leaves the frame: nothing is tested")
	}
}

// The track within a pass of stochastic steps must lie in the frame, like its ends.
func TestPlaneHoldsTheStepsOfPasses(t *testing.T) {
	for seed := range uint64(4) {
		m := fit(t, Primal(), problem(t, method.Classify, 60, seed),
			map[string]any{"solver": "pegasos", "C": 1.0, "max_iter": 40.0}).(*primal)
		p, err := method.DrawPanel(context.Background(), m, method.Shown{"plane": true}, "plane", 320, 240)
		if err != nil {
			t.Fatal(err)
		}
		tracks := 0
		for _, l := range p.Layers {
			if l, ok := l.(*picture.Path); ok && l.Role == picture.RoleTrack {
				tracks++
				if l.Says != "Pegasos" {
					t.Errorf("seed %d: %q", seed, l.Says)
				}
			}
		}
		if tracks == 0 {
			t.Errorf("seed %d: no track", seed)
		}
	}
}

// The ring of the last step must lie completely inside the plot of the objective.
func TestObjectiveHasRoomForItsRing(t *testing.T) {
	for _, n := range []float64{1, 7, 100} {
		m := fit(t, Primal(), problem(t, method.Classify, 30, 3),
			map[string]any{"solver": "pegasos", "max_iter": n, "tol": 1e-12}).(*primal)
		for _, k := range []int{0, m.Steps()} {
			p, err := method.DrawPanel(context.Background(), m.Stage(k).(*primal), method.Shown{"objective": true}, "objective",
				200, 150)
			if err != nil {
				t.Fatal(err)
			}
			rings := 0
			for _, l := range p.Layers {
				switch l := l.(type) {
				case *picture.Marks:
					rings++
					if x := p.View.PX(l.XY[0]); x < 12 || x > 188 {
						t.Errorf("%g passes: the ring of step %d is at %g of 200 px", n, k, x)
					}
				case *picture.Path:
					if l.Role == picture.RoleTrack && l.Says != "primal objective after each pass" {
						t.Errorf("%q", l.Says)
					}
				}
			}
			if rings != 1 {
				t.Errorf("%g passes: %d rings at step %d", n, rings, k)
			}
		}
	}
}

// Points in the plot of the loss must be on the curve at the stage's residuals y − f(x); each of the other losses must
// have its name.
func TestLossCurveOfResiduals(t *testing.T) {
	p := problem(t, method.Regress, 30, 3)
	p.Y[0] += 3
	m := fit(t, Lab(), p, map[string]any{"domain": "line", "solver": "gd", "max_iter": 5.0}).(*stage)
	panel, err := method.DrawPanel(context.Background(), m, method.Shown{"curve": true}, "curve", 320, 240)
	if err != nil {
		t.Fatal(err)
	}
	if label := m.Panels(method.Shown{"curve": true})[0].XLabel; label != "residual y − f(x)" {
		t.Errorf("the axis is %q", label)
	}
	if goal := m.Formula(); !strings.Contains(goal, "r = yᵢ − f(xᵢ)") {
		t.Errorf("the formula has other residuals than the axis: %q", goal)
	}
	var says []string
	for _, l := range panel.Layers {
		switch l := l.(type) {
		case *picture.Marks:
			for i := range p.N {
				out := []float64{0}
				m.Predict(p.At(i), out)
				r := p.Y[i] - out[0]
				if math.Abs(l.XY[2*i]-r) > 1e-9 || math.Abs(l.XY[2*i+1]-r*r/2) > 1e-9 {
					t.Errorf("point %d with residual %g is at (%g, %g)", i, r, l.XY[2*i], l.XY[2*i+1])
				}
			}
		case *picture.Path:
			says = append(says, l.Says)
		}
	}
	if want := []string{"loss, for comparison: absolute", "loss, for comparison: Huber",
		"loss, for comparison: ε-insensitive", "loss: squared"}; !slices.Equal(says, want) {
		t.Errorf("curves %q", says)
	}
}

// The objective in the formula must be that of the weights, computed here from predictions.
func TestFormulaTellsTheObjective(t *testing.T) {
	p := problem(t, method.Classify, 30, 3)
	for i := range p.Class {
		if p.X[2*i+1] > 0.6 {
			p.Class[i] = 2
		}
	}
	p.ClassIDs = []int{0, 1, 2}
	const lambda, rho = 0.3, 0.25
	m := fit(t, Lab(), p, map[string]any{"loss": "squared_hinge", "penalty": "elasticnet", "alpha": lambda,
		"l1_ratio": rho, "solver": "proximal", "learning_rate": 0.005}).(*stage)
	losses, pen := 0.0, 0.0
	for r := range 3 {
		w := m.theta[3*r : 3*r+3]
		pen += lambda * (rho*(math.Abs(w[0])+math.Abs(w[1])) + (1-rho)/2*(w[0]*w[0]+w[1]*w[1]))
		for i, c := range p.Class {
			y := -1.0
			if c == r {
				y = 1
			}
			h := math.Max(0, 1-y*(w[0]*p.X[2*i]+w[1]*p.X[2*i+1]+w[2]))
			losses += h * h
		}
	}
	want := "min J = Σ max(0, 1 − m)² + λ (ρ ‖w‖₁ + (1 − ρ)/2 ‖w‖²)  for each class against the rest,  m = yᵢ f(xᵢ),  " +
		"ρ = 0.25,  λ = 0.3\n" +
		"J = " + words.Number(losses) + " + " + words.Number(pen) + " = " + words.Number(losses+pen) + "  in all\n"
	if got := m.Formula(); !strings.HasPrefix(got, want) {
		t.Errorf("the formula is\n%s\nand should begin\n%s", got, want)
	}
}

// Steps must have the same name as in the player, and parameters the same names on the axes and in their choice.
func TestStepsAndParametersHaveNames(t *testing.T) {
	p := problem(t, method.Classify, 30, 3)
	for solver, want := range map[string]string{"sgd": "Passes done by stochastic gradient",
		"gd": "Iterations done by gradient descent"} {
		m := fit(t, Logistic(), p, map[string]any{"solver": solver, "max_iter": 5.0}).(*stage)
		label, _, _ := strings.Cut(want, " ")
		if f := methodtest.Fact(t, m, "n_iter"); f.Meaning != want || f.Label != label {
			t.Errorf("%s: %s, %q", solver, f.Label, f.Meaning)
		}
		info := m.Panels(method.Shown{"plane": true})[0]
		if axes := axesParam(nil); info.XLabel+", "+info.YLabel != axes.Choices()[0].Label {
			t.Errorf("the axes are %s and %s, chosen as %q", info.XLabel, info.YLabel, axes.Choices()[0].Label)
		}
	}
}

// The parameter plane with all solvers must reuse the solver's own run, and keep its contours from step to step.
func TestPlaneWorksNothingOutTwice(t *testing.T) {
	m := fit(t, Logistic(), problem(t, method.Classify, 30, 3),
		map[string]any{"solver": "gd", "max_iter": 30.0}).(*stage)
	contours := func(k int) (lines []picture.Layer) {
		p, err := method.DrawPanel(context.Background(), m.Stage(k).(*stage),
			method.Shown{"plane": true, "solvers": true}, "solvers", 300, 200)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range p.Layers {
			if path, ok := l.(*picture.Path); ok && path.Role == picture.RoleIsoline {
				lines = append(lines, l)
			}
		}
		return lines
	}
	if a, b := contours(3), contours(20); len(a) < 3 || !slices.Equal(a, b) {
		t.Errorf("%d contours, and at another step %d others", len(a), len(b))
	}
	if i := slices.Index(m.rivals, "gd"); m.plane.rivals[i] != m.run {
		t.Error("the solver itself ran twice")
	}
}

// With subgradients, the objective oscillates for any constant step size.
func TestSubgradientsGoUpAndDown(t *testing.T) {
	p := problem(t, method.Classify, 60, 3)
	for solver, want := range map[string]string{"subgradient": "as is usual for subgradient steps", "gd": "the step " +
		"is too large"} {
		m := fit(t, Lab(), p, map[string]any{"loss": "hinge", "solver": solver, "schedule": "constant", "learning_rate": 0.5,
			"max_iter": 60.0})
		if s := m.Status().Sentence; !strings.Contains(s, want) {
			t.Errorf("%s: %s", solver, s)
		}
	}
}

// A penalty with weight 0 must be no penalty: the same result, status and formula, with every solver.
func TestNoWeightIsNoPenalty(t *testing.T) {
	p := problem(t, method.Classify, 40, 5)
	for _, m := range []method.Method{Lab(), Logistic()} {
		solvers := m.Param("solver").Choices()
		for _, c := range m.Param("penalty").Choices() {
			for _, s := range solvers {
				params := map[string]any{"penalty": c.Value, "alpha": 0.0, "solver": s.Value}
				if m.ID == "linear" {
					params["loss"] = "logistic"
				}
				if v, err := m.Validate(params); err != nil {
					t.Error(m.ID, params, err)
					continue
				} else if m.Check != nil && m.Check(v) != nil {
					continue // corners, and a solver that cannot handle them
				}
				free := maps.Clone(params)
				free["penalty"] = "none"
				got, want := fit(t, m, p, params), fit(t, m, p, free)
				if got.Status() != want.Status() || got.Can().Formula() != want.Can().Formula() {
					t.Errorf("%s %v: %v %q; without a penalty %v %q", m.ID, params, got.Status(), got.Can().Formula(),
						want.Status(), want.Can().Formula())
				}
			}
		}
	}
}

// With one input, the probability is drawn over that input: points are at their values, the curve is the model's
// probability, and it crosses one half at the threshold.
func TestProbabilityOverTheInput(t *testing.T) {
	p := problem(t, method.Classify, 40, 7)
	m := fit(t, Logistic(), p, map[string]any{"features": "x1", "alpha": 0.1}).(*stage)
	shown := method.Shown{"curve": true}
	if info := m.Panels(shown)[0]; info.XLabel != p.InputNames()[0] {
		t.Errorf("the axis is %q", info.XLabel)
	}
	pic, err := method.DrawPanel(t.Context(), m, shown, chart.OverInputID, 320, 240)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range pic.Layers {
		switch l := l.(type) {
		case *picture.Marks:
			for i := range p.N {
				if l.XY[2*i] != p.At(i)[0] || l.XY[2*i+1] != float64(p.Class[i]) {
					t.Errorf("point %d is at %v", i, l.XY[2*i:2*i+2])
				}
			}
		case *picture.Path:
			for k := 0; k < len(l.XY); k += 2 {
				if z := m.theta[0]*l.XY[k] + m.theta[1]; l.Role == picture.RoleTrack &&
					math.Abs(l.XY[k+1]-1/(1+math.Exp(-z))) > 1e-9 {
					t.Fatalf("at %g the curve is %g", l.XY[k], l.XY[k+1])
				}
				if l.Role == picture.RoleBoundary && math.Abs(m.theta[0]*l.XY[k]+m.theta[1]) > 1e-9 {
					t.Errorf("the threshold is at %g", l.XY[k])
				}
			}
		}
	}
	if !strings.HasPrefix(pic.Alt, "P("+p.ClassName(1)+") goes from ") ||
		!strings.Contains(pic.Alt, "The threshold is at ") {
		t.Errorf("it says %q", pic.Alt)
	}
}
