package regression

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/gp"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

func problem(t testing.TB, task method.Task, n int, seed uint64) *method.Problem {
	t.Helper()
	p, err := method.NewProblem(methodtest.Points(task, n, seed), task, seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*(1+math.Abs(want))) {
		t.Errorf("%s: %.15g, want %.15g", what, got, want)
	}
}

// without returns the problem without point i.
func without(p *method.Problem, i int) *method.Problem {
	q := *p
	q.N--
	q.X = slices.Delete(slices.Clone(p.X), i*p.D, (i+1)*p.D)
	q.Y = slices.Delete(slices.Clone(p.Y), i, i+1)
	return &q
}

// The closed form must agree with leaving out one point after the other.
func TestLeaveOneOut(t *testing.T) {
	for _, task := range []method.Task{method.Regress, method.Regress2D} {
		p := problem(t, task, 25, 3)
		domain := map[method.Task]string{method.Regress: "line", method.Regress2D: "plane"}[task]
		for _, c := range []struct {
			of     method.Method
			params map[string]any
		}{
			{LeastSquares(), map[string]any{"degree": 3.0}},
			{Ridge(), map[string]any{"degree": 4.0, "alpha": 0.01}},
			{Ridge(), map[string]any{"degree": 2.0, "alpha": 1e-9}},
			{KernelRidge(), map[string]any{"alpha": 0.1}},
			{KernelRidge(), map[string]any{"alpha": 0.1, "kernel": "rbf(0.2) + white(0.05)"}},
		} {
			c.params["domain"] = domain
			s := 0.0
			for i, y := range p.Y {
				m := fitted(t, c.of, without(p, i), c.params)
				e := y - predict(m, p.At(i), 1)[0]
				s += e * e
			}
			got := factsOf(fitted(t, c.of, p, c.params))["leave_one_out_error"].(float64)
			near(t, c.of.ID, got, s/float64(p.N), 1e-8)
		}
	}
}

// Both closed forms of ridge regression must agree, with few and with many features.
func TestBothForms(t *testing.T) {
	for _, n := range []int{3, 20, 150} {
		for _, degree := range []float64{1, 3, 12} {
			for _, alpha := range []float64{1e-2, 1, 100} {
				for domain, task := range map[string]method.Task{"line": method.Regress, "plane": method.Regress2D} {
					m := fitted(t, Ridge(), problem(t, task, n, 5), map[string]any{"domain": domain, "degree": degree, "alpha": alpha})
					gap, ok := factsOf(m)["primal_dual_difference"].(float64)
					if !ok || gap > 1e-10 {
						t.Errorf("n %d degree %g α %g: %g", n, degree, alpha, gap)
					}
				}
			}
		}
	}
}

// As α tends to 0, ridge regression must approach least squares, and its smallest solution if it is not unique.
func TestRidgeLimit(t *testing.T) {
	for _, n := range []int{2, 4, 5, 30} {
		p := problem(t, method.Regress, n, 8)
		a := factsOf(fitted(t, LeastSquares(), p, map[string]any{"degree": 4.0}))["coef"].([]float64)
		b := factsOf(fitted(t, Ridge(), p, map[string]any{"degree": 4.0, "alpha": 1e-10}))["coef"].([]float64)
		for j := range a {
			near(t, "n "+strconv.Itoa(n), b[j], a[j], 0.02)
		}
	}
}

// The least squares polynomial must not depend on the position of the data.
func TestShift(t *testing.T) {
	p := problem(t, method.Regress, 40, 9)
	far := *p
	far.X = slices.Clone(p.X)
	for i := range far.X {
		far.X[i] = 1990 + 30*far.X[i]
	}
	for _, degree := range []float64{1, 5, 12} {
		a := predict(fitted(t, LeastSquares(), p, map[string]any{"degree": degree}), p.X, p.N)
		b := predict(fitted(t, LeastSquares(), &far, map[string]any{"degree": degree}), far.X, p.N)
		for i := range a {
			near(t, "degree "+strconv.Itoa(int(degree)), b[i], a[i], 1e-7)
		}
	}
}

// The monomials' coefficients must be those of the polynomial drawn, and the raster must agree with Predict.
func TestPolynomial(t *testing.T) {
	p := problem(t, method.Regress2D, 60, 4)
	m := fitted(t, Ridge(), p, map[string]any{"domain": "plane", "degree": 5.0, "alpha": 1e-4}).(*linear)
	g := picture.Grid{X0: -0.1, Y0: 1.1, DX: 0.3, DY: -0.25, W: 5, H: 6}
	r := m.raster(g)
	for j := range g.H {
		for i := range g.W {
			at := []float64{g.X(i), g.Y(j)}
			want := predict(m, at, 1)[0]
			near(t, "raster", float64(r[j*g.W+i]), want, 1e-5)
			sum := m.intercept
			for k, e := range m.exps {
				sum += m.coef[k] * math.Pow(at[0], float64(e[0])) * math.Pow(at[1], float64(e[1]))
			}
			near(t, "monomials", sum, want, 1e-9)
		}
	}
	f := newFrame(p.X, p.N, 2, 7)
	k := f.size()
	one := make([]float64, k*k)
	linalg.MulAdd(one, f.toRaw, f.fromRaw, k, k, k)
	for i, v := range one {
		want := 0.0
		if i%(k+1) == 0 {
			want = 1
		}
		near(t, "toRaw fromRaw", v, want, 1e-8)
	}
}

func TestOrthogonal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{1, 1}, {4, 4}, {9, 4}, {30, 12}} {
		m, n := size[0], size[1]
		for _, pivot := range []bool{false, true} {
			a := make([]float64, m*n)
			for i := range a {
				a[i] = rng.NormFloat64() * math.Pow(10, float64(i/n%7))
			}
			q, r, perm := orthogonal(slices.Clone(a), nil, m, n, pivot)
			for i := range m {
				for k, j := range perm {
					s := 0.0
					for l := range n {
						s += q[i*n+l] * r[l*n+k]
					}
					// Relative to the row.
					near(t, "QR", s/math.Pow(10, float64(i%7)), a[i*n+j]/math.Pow(10, float64(i%7)),
						map[bool]float64{true: 1e-12, false: 1e-7}[pivot])
				}
			}
			for i := range n {
				for j := range n {
					s := 0.0
					for l := range m {
						s += q[l*n+i] * q[l*n+j]
					}
					near(t, "QᵀQ", s, identity(n)[i*n+j], 1e-12)
				}
			}
		}
	}
}

// The optimality conditions: |xⱼ·r|/n is α where the coefficient is not 0, with its sign, and at most α elsewhere.
func TestLassoConditions(t *testing.T) {
	for _, task := range []method.Task{method.Regress, method.Regress2D} {
		p := problem(t, task, 80, 12)
		domain := map[method.Task]string{method.Regress: "line", method.Regress2D: "plane"}[task]
		for _, alpha := range []float64{1, 0.05, 0.005} {
			m := fitted(t, Lasso(), p, map[string]any{"domain": domain, "degree": 3.0, "alpha": alpha, "tol": 1e-12,
				"max_iter": 20000.0})
			f := factsOf(m)
			if m.Status().State != method.Converged {
				t.Errorf("α %g: %v", alpha, m.Status())
			}
			fit := predict(m, p.X, p.N)
			w := f["coef"].([]float64)
			frame := newFrame(p.X, p.N, p.D, 3)
			for j, e := range frame.exps {
				s := 0.0
				for i, y := range p.Y {
					x := 1.0
					for d, a := range e {
						x *= math.Pow(p.At(i)[d], float64(a))
					}
					s += x * (y - fit[i]) / float64(p.N)
				}
				switch {
				case w[j] == 0 && math.Abs(s) > alpha*(1+1e-4),
					w[j] != 0 && math.Abs(s-math.Copysign(alpha, w[j])) > 1e-4*alpha:
					t.Errorf("α %g: coefficient %d is %g, correlation %g", alpha, j, w[j], s)
				}
			}
			if top := f["alpha_max"].(float64); (alpha >= top) != !slices.ContainsFunc(w,
				func(v float64) bool { return v != 0 }) {
				t.Errorf("α %g, largest %g: %v", alpha, top, w)
			}
		}
	}
}

// The objective must decrease with every sweep, and the gap must bound the remaining decrease.
func TestLassoDescent(t *testing.T) {
	m := fitted(t, Lasso(), problem(t, method.Regress, 50, 2),
		map[string]any{"tol": 1e-10, "max_iter": 5000.0}).(*linear).sweeps
	last := m.cost[m.steps]
	for k, c := range m.cost {
		if k > 0 && c > m.cost[k-1]*(1+1e-12) {
			t.Fatalf("sweep %d: the objective rises from %g to %g", k, m.cost[k-1], c)
		}
		if c-last > m.gaps[k]*(1+1e-9)+1e-12 {
			t.Fatalf("sweep %d: %g above the end, gap %g", k, c-last, m.gaps[k])
		}
	}
}

// Powers of x on [0, 1] are similar, and with more powers than points some are linearly dependent: the descent must
// still reach the minimum.
func TestLassoOfManyPowers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{8, 30, 200} {
		var pts []doc.Point
		for i := range n {
			x := float64(i) / float64(n)
			pts = append(pts, doc.Point{X: x, Y: math.Sin(7*x) + 0.1*rng.NormFloat64()})
		}
		p, err := method.NewProblem(pts, method.Regress, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, degree := range []float64{3, 8, 12} {
			for _, alpha := range []float64{0.1, 3e-3, 1e-4, 1e-6} {
				m := fitted(t, Lasso(), p, map[string]any{"degree": degree, "alpha": alpha, "tol": 1e-6}).(*linear)
				if st := m.Status(); st.State != method.Converged || m.sweeps.steps > 50 {
					t.Errorf("%d points, degree %g, α %g: %s", n, degree, alpha, st.Sentence)
				}
			}
		}
	}
}

// A path must pass through the fit to which it belongs.
func TestPaths(t *testing.T) {
	p := problem(t, method.Regress, 40, 6)
	for _, of := range []method.Method{Ridge(), Lasso()} {
		m := fitted(t, of, p, map[string]any{"degree": 3.0, "alpha": 0.01}).(*linear)
		rows, err := m.path.at(context.Background(), []float64{0.1, 0.03, 0.01})
		if err != nil {
			t.Fatal(err)
		}
		for j, c := range m.coef {
			near(t, of.ID, rows[2][j], c, 0.02)
		}
	}
}

// Bayesian linear regression must equal a Gaussian process with the kernel φ(x)·φ(z)/λ: the same mean, deviations and
// evidence.
func TestBayesianIsGP(t *testing.T) {
	for _, n := range []int{0, 1, 2, 30} {
		p := problem(t, method.Regress, n, 7)
		for _, degree := range []float64{1, 2, 5} {
			params := map[string]any{"degree": degree, "alpha": 30.0, "lambda": 0.5}
			b := fitted(t, BayesianLinear(), p, params)
			f := factsOf(b)
			process := fitted(t, gp.Method(), p, map[string]any{"kernel": f["equivalent_kernel"], "alpha": 1 / 30.0})
			x := []float64{-0.5, 0, 0.21, 0.5, 0.83, 1, 1.7}
			m1, m2 := predict(b, x, len(x)), predict(process, x, len(x))
			f1, y1 := b.Can().Deviations(x)
			f2, y2 := process.Can().Deviations(x)
			for i := range x {
				near(t, "mean", m1[i], m2[i], 1e-8)
				near(t, "sd of f", f1[i], f2[i], 1e-7)
				near(t, "sd of y", y1[i], y2[i], 1e-7)
			}
			if n > 0 {
				near(t, "evidence", f["log_evidence"].(float64), factsOf(process)["log_marginal_likelihood"].(float64), 1e-8)
			}
		}
	}
}

// The posterior mean must be ridge regression's, and the covariance the inverse of λI + αΦᵀΦ, computed here from the
// textbook's formula.
func TestBayesianPosterior(t *testing.T) {
	p := problem(t, method.Regress, 12, 3)
	for _, params := range []map[string]any{
		{"degree": 3.0, "alpha": 10.0, "lambda": 0.1},
		{"basis": "gaussian", "n_basis": 5.0, "width": 0.2, "alpha": 4.0, "lambda": 1.0},
	} {
		m := fitted(t, BayesianLinear(), p, params).(*bayesian)
		k := len(m.w)
		phi := make([]float64, 0, p.N*k)
		row := make([]float64, k)
		for _, x := range p.X {
			m.features(x, row)
			phi = append(phi, m.raw(row)...)
		}
		a, b := make([]float64, k*k), make([]float64, k)
		linalg.MulAddT(a, phi, phi, k, p.N, k)
		linalg.MulAddT(b, phi, p.Y, k, p.N, 1)
		for i := range a {
			a[i] *= m.alpha
		}
		for i := range k {
			a[i*k+i] += m.lambda
			b[i] *= m.alpha
		}
		if !linalg.Cholesky(a, k) {
			t.Fatal("not positive definite")
		}
		linalg.CholSolve(a, k, b, 1)
		inverse := make([]float64, k*k)
		linalg.CholInverse(a, k, inverse)
		for i := range k {
			near(t, "mean", m.w[i], b[i], 1e-9)
			for j := range k {
				near(t, "covariance", m.cov[i][j], inverse[i*k+j], 1e-9)
			}
		}
		// Samples must have that mean and covariance.
		m.samples = 4000
		sum, square := 0.0, 0.0
		for s := range m.samples {
			w := multiply(m.toRaw, m.sample(s))[1]
			sum += w
			square += (w - m.w[1]) * (w - m.w[1])
		}
		sd := math.Sqrt(m.cov[1][1])
		if d := sum/4000 - m.w[1]; math.Abs(d) > 4*sd/math.Sqrt(4000) {
			t.Errorf("samples' mean is off by %g, sd %g", d, sd)
		}
		if r := square / 4000 / m.cov[1][1]; r < 0.9 || r > 1.1 {
			t.Errorf("samples' variance is %g of the posterior's", r)
		}
	}
}

// Where learning ends, the evidence must be stationary in both precisions.
func TestBayesianLearning(t *testing.T) {
	p := problem(t, method.Regress, 40, 5)
	params := map[string]any{"degree": 5.0, "optimize": true}
	m := fitted(t, BayesianLinear(), p, params).(*bayesian)
	if m.Status().State != method.Converged {
		t.Fatalf("%v after %d steps", m.Status(), m.steps)
	}
	at := func(alpha, lambda float64) float64 {
		return factsOf(fitted(t, BayesianLinear(), p,
			map[string]any{"degree": 5.0, "alpha": alpha, "lambda": lambda}))["log_evidence"].(float64)
	}
	best := at(m.alpha, m.lambda)
	near(t, "evidence", m.evidence, best, 1e-12)
	const h = 1e-3
	for _, d := range []float64{at(m.alpha*(1+h), m.lambda) - at(m.alpha*(1-h), m.lambda),
		at(m.alpha, m.lambda*(1+h)) - at(m.alpha, m.lambda*(1-h))} {
		if math.Abs(d/(2*h)) > 1e-3 {
			t.Errorf("slope %g at the end", d/(2*h))
		}
	}
	if start := at(25, 2); best < start {
		t.Errorf("learning went down from %g to %g", start, best)
	}
}

// With an indefinite kernel, the system must still be solved.
func TestIndefiniteKernel(t *testing.T) {
	p := problem(t, method.Regress, 20, 5)
	m := fitted(t, KernelRidge(), p, map[string]any{"kernel": "sigmoid", "gamma": 3.0, "coef0": -1.0,
		"alpha": 0.05}).(*kernelRidge)
	if m.factor != nil {
		t.Log("the matrix happens to be positive definite")
	}
	f := predict(m, p.X, p.N)
	for i, y := range p.Y {
		near(t, "y", f[i]+0.05*m.a[i], y, 1e-8)
	}
}

func BenchmarkLasso(b *testing.B) {
	p := problem(b, method.Regress, 200, 1)
	for b.Loop() {
		fitted(b, Lasso(), p, nil)
	}
}

func BenchmarkRidge(b *testing.B) {
	p := problem(b, method.Regress, 200, 1)
	for b.Loop() {
		fitted(b, Ridge(), p, nil)
	}
}

func BenchmarkKernelRidge(b *testing.B) {
	p := problem(b, method.Regress, 200, 1)
	for b.Loop() {
		fitted(b, KernelRidge(), p, nil).Facts()
	}
}

func BenchmarkBayesian(b *testing.B) {
	p := problem(b, method.Regress, 200, 1)
	for b.Loop() {
		fitted(b, BayesianLinear(), p, map[string]any{"degree": 6.0, "optimize": true})
	}
}

// Names must be before the ends of the lines, and on no other name. A single entry of the legend may stand for many
// lines only if each line has its name.
func TestPathNames(t *testing.T) {
	p := problem(t, method.Regress, 40, 6)
	for _, apart := range []float64{1, 0} {
		m := fitted(t, Ridge(), p, map[string]any{"degree": 8.0, "alpha": 0.01}).(*linear)
		k := m.path.size()
		values := make([]float64, k)
		for i := range values {
			values[i] = 1 + apart*float64(i)
		}
		m.path.at = func(_ method.Job, alphas []float64) ([][]float64, error) {
			rows := make([][]float64, len(alphas))
			for i := range rows {
				rows[i] = values
			}
			return rows, nil
		}
		c, err := m.path.chart(context.Background(), values, 360, 300)
		if err != nil {
			t.Fatal(err)
		}
		pic := c.Picture(method.PanelInfo{}, 360, 300)
		var boxes []picture.Box
		said := map[string]bool{}
		for _, l := range pic.Layers {
			switch l := l.(type) {
			case *picture.Path:
				if l.Role == picture.RoleSample {
					said[l.Says] = true
				}
			case *picture.Label:
				b := l.Box(pic.View.PX(l.X), pic.View.PY(l.Y), picture.LabelSize)
				if !b.Within(360, 300, 1) || slices.ContainsFunc(boxes, b.Meets) {
					t.Errorf("%s stands at %v", l.Text, b)
				}
				if apart > 0 && math.Abs(l.X-m.path.lo) > 1e-9 {
					t.Errorf("%s stands at %v, not before its line", l.Text, l.X)
				}
				boxes = append(boxes, b)
			}
		}
		if named := len(boxes) == k; named != (apart > 0) || named != (len(said) == 1) || !named && len(said) != k {
			t.Errorf("%d names for %d coefficients, and the legend says %v", len(boxes), k, said)
		}
	}
}

// The points listed in an explanation must be joined by lines to the curve, at the pointer's position.
func TestKernelRidgeExplainsFromItsCurve(t *testing.T) {
	p := problem(t, method.Regress, 20, 3)
	m := fitted(t, KernelRidge(), p, map[string]any{"kernel": "rbf(0.1)"})
	x, f := []float64{0.4}, []float64{0}
	m.Can().Predictor.Predict(x, f)
	e := m.Can().Explain([]float64{x[0], 7}, picture.Viewport{}, nil)
	if len(e.Layers) < 3 {
		t.Fatalf("%d points are named", len(e.Layers))
	}
	for _, l := range e.Layers {
		xy := l.(*picture.Path).XY
		i := slices.Index(p.X, xy[2])
		if i < 0 || xy[3] != p.Y[i] || xy[0] != x[0] || xy[1] != f[0] {
			t.Errorf("a line from (%g, %g) to (%g, %g), with the curve at %g", xy[0], xy[1], xy[2], xy[3], f[0])
		}
	}
}
