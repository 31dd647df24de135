package kernelmethods

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/linear"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

func fitOf(t testing.TB, of method.Method, pts []doc.Point, params map[string]any) (method.Model, *method.Problem) {
	t.Helper()
	v, err := of.Validate(params)
	if err == nil && of.Check != nil {
		err = of.Check(v)
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := method.NewProblem(pts, of.TaskOf(params), 1)
	if err != nil {
		t.Fatal(err)
	}
	m, err := of.Fit(t.Context(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m, p
}

// third gives some points a third class.
func third(pts []doc.Point) []doc.Point {
	for i := range pts {
		if pts[i].Y > 0.6 {
			pts[i].Z = 2
		}
	}
	return pts
}

// At the minimum, f_c = Σ aᵢ k(xᵢ, ·) with aᵢ = ([yᵢ = c] − p_c(xᵢ))/α, and the intercepts make Σ aᵢ = 0; checked with
// kernel values alone.
func TestLogisticMinimum(t *testing.T) {
	for _, pts := range [][]doc.Point{methodtest.Points(method.Classify, 60, 3),
		third(methodtest.Points(method.Classify, 90, 4))} {
		for _, kern := range []string{"linear", "rbf", "poly", "laplacian", "rbf(0.1) + 0.5*linear()"} {
			for _, alpha := range []float64{0.01, 0.3, 20} {
				model, p := fitOf(t, Logistic(), pts, map[string]any{"kernel": kern, "alpha": alpha, "tol": 1e-10})
				m := model.(*logistic)
				if st := m.Status(); st.State != method.Converged {
					t.Errorf("%s α %g: %v", kern, alpha, st)
				}
				f := m.sum.EvalPoints(p.X, nil)
				classes := len(p.ClassIDs)
				for r := range m.rows {
					c := r
					if m.rows == 1 {
						c = 1
					}
					total := 0.0
					a := make([]float64, p.N)
					for i := range a {
						a[i] = -m.prob[i*classes+c]
						if p.Class[i] == c {
							a[i]++
						}
						total += a[i]
						a[i] /= alpha
					}
					if math.Abs(total) > 1e-6 {
						t.Errorf("%s α %g: Σa = %g", kern, alpha, total)
					}
					for j := range p.N {
						g := m.sum.Bias[r]
						size := 1.0
						for i := range p.N {
							k := a[i] * m.kernel.Eval(p.At(i), p.At(j))
							g += k
							size += math.Abs(k)
						}
						if d := math.Abs(g - f[j*m.rows+r]); d > 2e-5*size {
							t.Fatalf("%s α %g: f is %v at point %d, the weights give %v", kern, alpha, f[j*m.rows+r], j, g)
						}
					}
				}
			}
		}
	}
}

// With the linear kernel, the result must be logistic regression.
func TestLogisticIsLinear(t *testing.T) {
	pts := methodtest.Points(method.Classify, 80, 5)
	for _, alpha := range []float64{0.01, 1} {
		a, _ := fitOf(t, Logistic(), pts, map[string]any{"kernel": "linear", "alpha": alpha, "tol": 1e-9})
		b, _ := fitOf(t, linear.Logistic(), pts, map[string]any{"alpha": alpha, "solver": "newton", "tol": 1e-9})
		x := []float64{0.1, 0.2, 0.9, 0.4, 0.5, 0.5}
		pa, pb := a.Can().PointScorer.PointScores(x), b.Can().PointScorer.PointScores(x)
		for i := range pa {
			last := len(pb[i]) - 1
			if math.Abs(pa[i][1]-pb[i][last]) > 1e-6 {
				t.Errorf("α %g: probability %v, of logistic regression %v", alpha, pa[i], pb[i])
			}
		}
	}
}

// Newton's steps must never increase the objective.
func TestLogisticFalls(t *testing.T) {
	m, _ := fitOf(t, Logistic(), third(methodtest.Points(method.Classify, 120, 6)),
		map[string]any{"alpha": 1e-6, "gamma": 100.0})
	s := m.(*logistic).run.Value
	for k := 1; k < len(s); k++ {
		if s[k] > s[k-1]*(1+1e-12) {
			t.Errorf("step %d: from %v to %v", k, s[k-1], s[k])
		}
	}
}

// If conjugate gradients take too long, steps are solved directly: both must reach the same minimum. A hard case has
// almost no penalty and overlapping classes.
func TestLogisticWithHardlyAPenalty(t *testing.T) {
	for _, pts := range [][]doc.Point{methodtest.Points(method.Classify, 300, 5),
		third(methodtest.Points(method.Classify, 120, 6))} {
		for i := range pts {
			if i%7 == 0 { // so that no function classifies all points correctly
				pts[i].Z = 1 - min(pts[i].Z, 1)
			}
		}
		model, p := fitOf(t, Logistic(), pts, map[string]any{"gamma": 100.0, "alpha": 1e-5, "max_iter": 100.0})
		m := model.(*logistic)
		if s := m.Status(); s.State != method.Converged {
			t.Errorf("%s: %s", s.State, s.Sentence)
		}
		// Computed with kernel values alone: f_c = Σ aᵢ k(xᵢ, ·), aᵢ = ([yᵢ = c] − p_c(xᵢ))/α.
		k, n := m.kernel, p.N
		prob := m.PointScores(p.X)
		f := m.sum.EvalPoints(p.X, nil)
		for r := range m.rows {
			c, worst := r, 0.0
			if m.rows == 1 {
				c = 1
			}
			for j := 0; j < n; j += 10 {
				s := m.sum.Bias[r]
				for i := range n {
					a := -prob[i][c]
					if p.Class[i] == c {
						a++
					}
					s += a / m.alpha * k.Eval(p.At(i), p.At(j))
				}
				worst = max(worst, math.Abs(s-f[j*m.rows+r]))
			}
			if worst > 1e-2*float64(n) { // gradient·k/α
				t.Errorf("%d points: f is off by %g", n, worst)
			}
		}
	}
}

// A directly solved step must make the gradient of the quadratic model vanish.
func TestSolvedNewtonStep(t *testing.T) {
	for _, pts := range [][]doc.Point{methodtest.Points(method.Classify, 40, 3),
		third(methodtest.Points(method.Classify, 60, 4))} {
		model, p := fitOf(t, Logistic(), pts, map[string]any{"gamma": 5.0, "alpha": 0.1})
		m := model.(*logistic)
		dim := m.rows * (m.span.rank + 1)
		rest, step, image := make([]float64, dim), make([]float64, dim), make([]float64, dim)
		for i := range rest {
			rest[i] = math.Sin(float64(i))
		}
		q := make([]float64, p.N*m.rows)
		if ok, err := m.solve(t.Context(), m.prob, q, rest, step); !ok || err != nil {
			t.Fatal(ok, err)
		}
		m.hessian(m.prob, step, q, image)
		for i, v := range image {
			if math.Abs(v-rest[i]) > 1e-9 {
				t.Fatalf("%d classes: Hs = %v, want %v at %d", len(p.ClassIDs), v, rest[i], i)
			}
		}
	}
}

// If the Hessian cannot be factorised either, the fit must stop.
func TestLogisticThatCannotBeSolvedFor(t *testing.T) {
	pts := []doc.Point{{X: -461651.4617133236, Y: -1328145092.8529172}, {X: -461780.99064458377, Y: -1328957899.3791444},
		{X: -461637.59492067684, Y: -1328102918.1946766, Z: 1},
		{X: -461651.4617133236, Y: -1328145092.8529172}, {X: -461492.02124549495, Y: -1328504403.0137796},
		{X: -461762.74045270425, Y: -1328193730.8058128, Z: 2},
		{X: -461757.7262689923, Y: -1328457239.6499197}, {X: -461669.0758880394, Y: -1329189428.3895626, Z: 2},
		{X: -461570.14960927004, Y: -1328367503.6911383}, {X: -461733.16624417895, Y: -1328899451.144345}}
	model, _ := fitOf(t, Logistic(), pts, map[string]any{"kernel": "poly(1,1,2)+0.5", "alpha": 2.0491934861832662e-05,
		"tol": 4.78743505744421e-12})
	if s := model.Status(); s.State == method.Converged &&
		model.(*logistic).run.Slope[model.(*logistic).k] > model.(*logistic).goal() {
		t.Errorf("%s: %s", s.State, s.Sentence)
	}
}

// The listed contributions of the points must add up to f: for two classes f, for several the winner's.
func TestLogisticExplainsF(t *testing.T) {
	for _, pts := range [][]doc.Point{
		{{X: 0.1, Y: 0.2}, {X: 0.3, Y: 0.7}, {X: 0.7, Y: 0.4, Z: 1}, {X: 0.9, Y: 0.9, Z: 1}},
		{{X: 0.1, Y: 0.2}, {X: 0.3, Y: 0.7}, {X: 0.7, Y: 0.4, Z: 1}, {X: 0.9, Y: 0.9, Z: 2}},
	} {
		model, p := fitOf(t, Logistic(), pts, map[string]any{"kernel": "rbf", "gamma": 4.0, "alpha": 0.1, "tol": 1e-10})
		m := model.(*logistic)
		for _, x := range [][]float64{{0.2, 0.4}, {0.8, 0.6}, {0.9, 0.95}} {
			out := []float64{0}
			m.Predict(x, out)
			row := 0
			if len(p.ClassIDs) > 2 {
				row = int(out[0])
			}
			f := m.sum.EvalPoints(x, nil)[row] - m.sum.Bias[row]
			sum := 0.0
			for _, l := range m.Explain(x, picture.Viewport{}, nil).Lines {
				if _, adds, ok := strings.Cut(l, ": adds "); ok {
					v, err := strconv.ParseFloat(adds, 64)
					if err != nil {
						t.Fatal(err)
					}
					sum += v
				}
			}
			if math.Abs(sum-f) > 0.02*(1+math.Abs(f)) {
				t.Errorf("%d classes, at %v: the points add %v, and f is %v", len(p.ClassIDs), x, sum, f)
			}
		}
	}
}
