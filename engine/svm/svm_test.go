package svm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// violation computes the violation of a pair's optimality conditions from kernel values alone.
func violation(m *model, p *pair) float64 {
	up, down := math.Inf(-1), math.Inf(1)
	sum := 0.0
	for i := range p.n {
		g := p.sign[i]
		xi := p.x[i*p.d : i*p.d+p.d]
		for j, b := range p.beta {
			if b != 0 {
				g -= b * m.kernel.Eval(xi, p.x[j*p.d:j*p.d+p.d])
			}
		}
		b := p.beta[i]
		sum += b
		lo, hi := -p.c, 0.0
		if p.sign[i] > 0 {
			lo, hi = 0, p.c
		}
		if b < lo || b > hi {
			return math.Inf(1)
		}
		if b < hi {
			up = max(up, g)
		}
		if b > lo {
			down = min(down, g)
		}
	}
	if math.Abs(sum) > 1e-9*p.c {
		return math.Inf(1)
	}
	return up - down
}

func TestOptimalityConditions(t *testing.T) {
	for _, n := range []int{6, 40, 150} {
		for _, kern := range []string{"linear", "rbf", "poly", "laplacian", "rbf(0.2) + 0.5*linear()",
			"matern32(0.3) * rbf(0.5)"} {
			for _, c := range []float64{0.01, 1, 100, 1e6} {
				for _, tol := range []float64{1e-3, 1e-6} {
					p := moons(n, 0.3, uint64(n))
					m := mustFit(t, p, map[string]any{"kernel": kern, "C": c, "tol": tol, "gamma": 3.0}, nil)
					if st := m.Status(); st.State != method.Converged {
						t.Errorf("n %d %s C %g tol %g: %v", n, kern, c, tol, st)
					}
					// Computing the gradient again has rounding errors of its own.
					if got := violation(m, m.pairs[0]); got > tol*1.001+20*m.pairs[0].noise {
						t.Errorf("n %d %s C %g tol %g: violation %g", n, kern, c, tol, got)
					}
					one := m.pairs[0]
					if gap := one.primal - one.dual; gap < -1e-9*one.primal || gap > tol*c*float64(n)+1e-9*one.primal {
						t.Errorf("n %d %s C %g tol %g: duality gap %g of %g", n, kern, c, tol, gap, one.primal)
					}
				}
			}
		}
	}
}

// With an indefinite kernel there may be several solutions, or the solver may find none; it must stop and report what
// it reached.
func TestIndefiniteKernels(t *testing.T) {
	for _, params := range []map[string]any{
		{"kernel": "sigmoid", "C": 1e6}, {"kernel": "sigmoid", "hard": true}, {"kernel": "periodic(0.3, 1)", "C": 1e5},
		{"kernel": "poly", "coef0": -5.0, "C": 1e4}, {"kernel": "sigmoid", "coef0": -3.0, "tol": 1e-10},
	} {
		m := mustFit(t, moons(120, 0.3, 3), params, nil)
		if st := m.Status(); st.State == method.Converged && violation(m, m.pairs[0]) > m.pairs[0].tol*1.001+
			20*m.pairs[0].noise {
			t.Errorf("%v: %v, but the violation is %g", params, st, violation(m, m.pairs[0]))
		}
	}
}

// blobs returns noisy classes around a circle.
func blobs(n, classes int, spread float64, seed uint64) *method.Problem {
	rng := rand.New(rand.NewPCG(seed, 3))
	p := &method.Problem{N: n, D: 2, Task: method.Classify}
	for i := range n {
		c := i % classes
		a := 2 * math.Pi * float64(c) / float64(classes)
		p.X = append(p.X, 0.5+0.3*math.Cos(a)+spread*rng.NormFloat64(), 0.5+0.3*math.Sin(a)+spread*rng.NormFloat64())
		p.Class = append(p.Class, c)
	}
	for c := range classes {
		p.ClassIDs = append(p.ClassIDs, c)
	}
	return p
}

func permuted(p *method.Problem, rng *rand.Rand) *method.Problem {
	q := *p
	q.X, q.Class, q.Row = nil, nil, nil
	for _, i := range rng.Perm(p.N) {
		q.X = append(q.X, p.At(i)...)
		q.Class = append(q.Class, p.Class[i])
		q.Row = append(q.Row, i)
	}
	return &q
}

func TestOrderDoesNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	g := picture.Viewport{X1: 1, Y1: 1, W: 20, H: 20}.Grid(20, 20)
	var at []float64
	for i := range 400 {
		at = append(at, g.X(i%20), g.Y(i/20))
	}
	for _, p := range []*method.Problem{moons(90, 0.25, 1), blobs(90, 4, 0.15, 2)} {
		for _, params := range []map[string]any{{"tol": 1e-9}, {"kernel": "linear", "C": 50.0, "tol": 1e-9},
			{"C": 1e6, "gamma": 30.0, "tol": 1e-9}} {
			a := mustFit(t, p, params, nil)
			b := mustFit(t, permuted(p, rng), params, nil)
			if !slices.Equal(facts(a)["support"].([]int), sorted(facts(b)["support"].([]int))) {
				t.Errorf("%v: other support vectors in another order", params)
			}
			fa, fb := a.values(at), b.values(at)
			for i := range fa {
				if math.Abs(fa[i]-fb[i]) > 1e-5*(1+math.Abs(fa[i])) {
					t.Fatalf("%v: value %d is %v in one order, %v in another", params, i, fa[i], fb[i])
				}
			}
			pa, pb := make([]float64, 400), make([]float64, 400)
			a.Predict(at, pa)
			b.Predict(at, pb)
			if !slices.Equal(pa, pb) {
				t.Errorf("%v: predictions depend on the order", params)
			}
		}
	}
}

func sorted(s []int) []int {
	s = slices.Clone(s)
	slices.Sort(s)
	return s
}

// In a long session of edits, each fit from the previous one must agree with a fit from scratch.
func TestWarmEqualsCold(t *testing.T) {
	for _, setting := range []map[string]any{
		{"C": 1.0}, {"C": 300.0, "gamma": 20.0}, {"kernel": "linear", "C": 20.0},
		{"kernel": "sigmoid", "gamma": 0.2, "coef0": 0.0},
		{"kernel": "poly", "C": 1e4}, {"kernel": "rbf(0.1) + white(0.05)", "C": 10.0}, {"kernel": "laplacian", "hard": true},
	} {
		for _, classes := range []int{2, 3} {
			t.Run(fmt.Sprint(setting, classes), func(t *testing.T) {
				session(t, setting, classes)
			})
		}
	}
}

func session(t *testing.T, setting map[string]any, classes int) {
	rng := rand.New(rand.NewPCG(9, uint64(classes)))
	p := blobs(50, classes, 0.18, 4)
	params := map[string]any{"tol": 1e-8}
	for k, v := range setting {
		params[k] = v
	}
	c, _ := params["C"].(float64)
	var at []float64
	for range 50 {
		at = append(at, rng.Float64(), rng.Float64())
	}
	m := mustFit(t, p, params, nil)
	for step := range 45 {
		q := *p
		q.X, q.Class = slices.Clone(p.X), slices.Clone(p.Class)
		what := ""
		switch i := rng.IntN(q.N); rng.IntN(8) {
		case 0, 1, 2:
			what = "move"
			q.X[2*i] += 0.05 * rng.NormFloat64()
			q.X[2*i+1] += 0.05 * rng.NormFloat64()
		case 3:
			what = "add"
			q.X = append(q.X, rng.Float64(), rng.Float64())
			q.Class = append(q.Class, rng.IntN(classes))
			q.N++
		case 4:
			what = "remove"
			q.X, q.Class = slices.Delete(q.X, 2*i, 2*i+2), slices.Delete(q.Class, i, i+1)
			q.N--
		case 5:
			what = "relabel"
			q.Class[i] = rng.IntN(classes)
		case 6:
			what = "C"
			if c != 0 {
				params["C"] = c * math.Exp(rng.NormFloat64()*1.5)
			}
		case 7:
			what = "remove two, add three"
			j := (i + 7) % (q.N - 1)
			q.X, q.Class = slices.Delete(q.X, 2*j, 2*j+4), slices.Delete(q.Class, j, j+2)
			for range 3 {
				q.X = slices.Insert(q.X, 2*j, rng.Float64(), rng.Float64())
				q.Class = slices.Insert(q.Class, j, rng.IntN(classes))
			}
			q.N++
		}
		p = &q
		warm := mustFit(t, p, params, m)
		cold := mustFit(t, p, params, nil)
		a, b := warm.values(at), cold.values(at)
		for i := range a {
			if math.Abs(a[i]-b[i]) > 1e-4*(1+math.Abs(b[i])) {
				t.Fatalf("step %d (%s): value %d is %v warm, %v cold; %v %v", step, what, i, a[i], b[i], warm.Status(),
					cold.Status())
			}
		}
		if (warm.Status().State == method.Diverged) != (cold.Status().State == method.Diverged) {
			t.Errorf("step %d (%s): %v warm, %v cold", step, what, warm.Status(), cold.Status())
		}
		m = warm
	}
}

// Rows kept across edits must be the rows of the new points.
func TestGramFollows(t *testing.T) {
	k, _ := kernel.Parse("rbf(0.2) + linear")
	for _, bytes := range []int{cacheBytes, 8 * 30 * 10} {
		rng := rand.New(rand.NewPCG(1, 1))
		p := moons(30, 0.2, 1)
		x := p.X
		g := newGram(k, x, 30, 2, bytes, nil)
		for step := range 300 {
			for range 5 {
				g.row(rng.IntN(g.n))
			}
			x = slices.Clone(x)
			i := rng.IntN(g.n - 3)
			switch rng.IntN(4) {
			case 0:
				x[2*i] = rng.Float64()
			case 1:
				x[2*i], x[2*i+5] = rng.Float64(), rng.Float64()
			case 2:
				x = slices.Insert(x, 2*i, rng.Float64(), rng.Float64())
			case 3:
				if g.n > 10 {
					x = slices.Delete(x, 2*i, 2*i+2+2*rng.IntN(2))
				}
			}
			n := len(x) / 2
			g.follow(x, n, compare(g.x, x, 2))
			live := 0
			for i, r := range g.rows {
				if r == nil {
					continue
				}
				live++
				for j, v := range r {
					if want := k.Eval(x[2*i:2*i+2], x[2*j:2*j+2]); math.Abs(v-want) > 1e-12 || len(r) != n {
						t.Fatalf("step %d: K(%d, %d) = %v, want %v (%d numbers of %d)", step, i, j, v, want, len(r), n)
					}
				}
			}
			if live != g.live || live > g.most {
				t.Fatalf("step %d: %d rows live, %d counted, at most %d", step, live, g.live, g.most)
			}
		}
	}
}

func TestCancelKeepsTheRows(t *testing.T) {
	p := moons(300, 0.25, 1)
	v := validate(t, map[string]any{"C": 1000.0, "gamma": 40.0})
	m, err := fit(context.Background(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := fit(ctx, with(p, 3, 0.1, 0), v, m); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if m.(*model).pairs[0].gram.Load() == nil {
		t.Error("the rows are lost")
	}
	q := with(p, 5, 0.1, 0)
	warm := mustFit(t, q, map[string]any{"C": 1000.0, "gamma": 40.0}, m)
	cold := mustFit(t, q, map[string]any{"C": 1000.0, "gamma": 40.0}, nil)
	if a, b := warm.pairs[0].dual, cold.pairs[0].dual; math.Abs(a-b) > 1e-5*b {
		t.Errorf("objective %v after a cancelled fit, want %v", a, b)
	}
}

// More rows than the cache holds.
func TestSmallCache(t *testing.T) {
	p := moons(200, 0.25, 2)
	want := mustFit(t, p, map[string]any{"tol": 1e-7, "C": 50.0}, nil).pairs[0]
	k := kernel.RBFGamma(10)
	got := &pair{b: 1, d: 2}
	got.choose(p, p.X)
	if err := got.fit(context.Background(), setup{kernel: k, convex: true, c: 50, tol: 1e-7, bytes: 8 * 200 * 7}, nil,
		false); err != nil {
		t.Fatal(err)
	}
	if math.Abs(got.dual-want.dual) > 1e-8*want.dual || !got.done {
		t.Errorf("objective %v with 7 rows, %v with all", got.dual, want.dual)
	}
}

func TestHardMargin(t *testing.T) {
	// Two points at distance 0.5 give a margin of that width.
	p := &method.Problem{N: 4, D: 2, X: []float64{0.2, 0.3, 0.7, 0.3, 0, 0.3, 0.9, 0.2}, Class: []int{0, 1, 0, 1},
		ClassIDs: []int{0, 1}}
	m := mustFit(t, p, map[string]any{"kernel": "linear", "hard": true}, nil)
	f := facts(m)
	if got := f["margin"].(float64); math.Abs(got-0.5) > 1e-9 || m.Status().State != method.Converged {
		t.Errorf("margin %v, %v", got, m.Status())
	}
	if w := f["coef"].([]float64); math.Abs(w[0]-4) > 1e-6 || math.Abs(w[1]) > 1e-6 {
		t.Errorf("coef %v, want 4, 0", w)
	}
	// A sufficiently large C gives the same machine.
	soft := mustFit(t, moons(60, 0.05, 1), map[string]any{"C": 1e6, "tol": 1e-8}, nil)
	hard := mustFit(t, moons(60, 0.05, 1), map[string]any{"hard": true, "tol": 1e-8}, nil)
	if a, b := soft.pairs[0].dual, hard.pairs[0].dual; math.Abs(a-b) > 1e-6*a || hard.Status().State != method.Converged {
		t.Errorf("hard %v, soft %v, %v", b, a, hard.Status())
	}
	for name, bad := range map[string]*method.Problem{
		"overlap":    moons(80, 0.3, 1),
		"xor":        {N: 4, D: 2, X: []float64{0, 0, 1, 1, 0, 1, 1, 0}, Class: []int{0, 0, 1, 1}, ClassIDs: []int{0, 1}},
		"duplicates": {N: 3, D: 2, X: []float64{0, 0, 1, 1, 0, 0}, Class: []int{0, 1, 1}, ClassIDs: []int{0, 1}},
		"one place":  {N: 2, D: 2, X: []float64{0.5, 0.5, 0.5, 0.5}, Class: []int{0, 1}, ClassIDs: []int{0, 1}},
	} {
		m := mustFit(t, bad, map[string]any{"kernel": "linear", "hard": true}, nil)
		if st := m.Status(); st.State != method.Diverged || !strings.Contains(st.Sentence, "no solution") {
			t.Errorf("%s: %v", name, st)
		}
		// However large the coefficients, the margin must have the width that is drawn.
		f := facts(m)
		if w := f["coef"].([]float64); math.Hypot(w[0], w[1]) > 0 &&
			math.Abs(f["margin"].(float64)*math.Hypot(w[0], w[1])-2) > 1e-9 {
			t.Errorf("%s: margin %v with coef %v", name, f["margin"], w)
		}
	}
	dup := &method.Problem{N: 3, D: 2, X: []float64{0, 0, 1, 1, 0, 0}, Class: []int{0, 1, 1}, ClassIDs: []int{0, 1}}
	if st := mustFit(t, dup, map[string]any{"hard": true}, nil).Status(); st.State != method.Diverged {
		t.Errorf("duplicates with rbf: %v", st)
	}
	// An XOR of four points is not linearly separable, but separable with any other kernel.
	xor := &method.Problem{N: 4, D: 2, X: []float64{0, 0, 1, 1, 0, 1, 1, 0}, Class: []int{0, 0, 1, 1},
		ClassIDs: []int{0, 1}}
	if st := mustFit(t, xor, map[string]any{"hard": true, "kernel": "poly", "degree": 2.0},
		nil).Status(); st.State != method.Converged {
		t.Errorf("xor with a polynomial: %v", st)
	}
}

func TestNeeds(t *testing.T) {
	v := validate(t, nil)
	for _, p := range []*method.Problem{{D: 2}, {N: 2, D: 2, X: make([]float64, 4), Class: []int{0, 0},
		ClassIDs: []int{3}}} {
		_, err := fit(context.Background(), p, v, nil)
		var need *method.Need
		if !errors.As(err, &need) || !strings.Contains(need.Sentence, "two classes") {
			t.Errorf("got %v", err)
		}
	}
}

// Any number of inputs must work, through Fit directly.
func TestOtherDimensions(t *testing.T) {
	for _, d := range []int{1, 3} {
		for _, kern := range []string{"linear", "rbf"} {
			p := &method.Problem{N: 30, D: d, Task: method.Classify, ClassIDs: []int{0, 1, 2}}
			rng := rand.New(rand.NewPCG(1, uint64(d)))
			for i := range 30 {
				for range d {
					p.X = append(p.X, float64(i%3)+0.1*rng.NormFloat64())
				}
				p.Class = append(p.Class, i%3)
			}
			m := mustFit(t, p, map[string]any{"kernel": kern, "C": 100.0}, nil)
			if m.errors != 0 {
				t.Errorf("d = %d, %s: %d errors", d, kern, m.errors)
			}
			if under, over, err := m.Layers(context.Background(), picture.Viewport{X1: 1, Y1: 1, W: 10, H: 10}, nil,
				method.Shown{"margins": true, "support": true}); err != nil || under != nil || over != nil {
				t.Errorf("d = %d: layers %v %v %v", d, under, over, err)
			}
			if d == 1 && m.Explain([]float64{0.5, 7}, picture.Viewport{}, nil).Answer == "" {
				t.Error("no explanation")
			}
		}
	}
}

// The fast count of training errors must agree with Predict.
func TestTrainingError(t *testing.T) {
	for _, p := range []*method.Problem{moons(80, 0.3, 1), blobs(120, 3, 0.25, 1), blobs(160, 8, 0.15, 1)} {
		for _, kern := range []string{"linear", "rbf", "rbf(0.1) + white(0.5)"} {
			m := mustFit(t, p, map[string]any{"kernel": kern, "tol": 1e-6}, nil)
			out, bad := make([]float64, p.N), 0
			m.Predict(p.X, out)
			for i, c := range out {
				if int(c) != p.Class[i] {
					bad++
				}
			}
			if bad != m.errors || bad == 0 {
				t.Errorf("%s, %d classes: %d errors, want %d", kern, len(p.ClassIDs), m.errors, bad)
			}
		}
	}
}

// Computed by hand: the points (0, 0) and (4, 0) have f = x₁/2 − 1, so ‖w‖ = 1/2.
func TestDistanceIsTold(t *testing.T) {
	p, err := method.NewProblem([]doc.Point{{}, {X: 4, Z: 1}}, method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	for kern, where := range map[string]string{"linear": "in the plane", "rbf": "in feature space"} {
		m := mustFit(t, p, map[string]any{"kernel": kern, "gamma": 1.0, "C": 1000.0}, nil)
		for _, at := range []struct {
			x        float64
			f, apart string
		}{{4, "f = 1: on the edge of the margin", "2"}, {2, "", "0"}, {8, "f = 3: outside the margin", "6"},
			{3, "f = 0.5: inside the margin", "1"}} {
			lines := m.Explain([]float64{at.x, 0}, picture.Viewport{}, nil).Lines
			if kern == "linear" && at.f != "" && lines[0] != at.f {
				t.Errorf("at %v: %q, want %q", at.x, lines[0], at.f)
			}
			if want := "f/‖w‖ = " + at.apart + ": distance from the boundary " + where; kern == "linear" && at.f != "" &&
				lines[1] != want || !strings.HasSuffix(lines[1], ": distance from the boundary "+where) {
				t.Errorf("%s at %v: %q, want %q", kern, at.x, lines[1], want)
			}
		}
	}
}
