package linear

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

func classes(t testing.TB, pts ...doc.Point) *method.Problem {
	t.Helper()
	p, err := method.NewProblem(pts, method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Newton's method must leave the region where the Huber loss has no curvature. The expected solution is that of the
// four normal equations, with 0.1 as the slope of each tail; it agrees with scipy's Nelder–Mead to 1e-9.
func TestHuberFromFar(t *testing.T) {
	for _, scale := range []float64{1, 1e-9, 1e9} {
		p := &method.Problem{N: 4, D: 1, X: []float64{0, 1, 2, 3}, Y: []float64{scale, 2 * scale, 3.1 * scale, 4 * scale},
			Task: method.Regress}
		m := fit(t, Lab(), p, map[string]any{"domain": "line", "regression_loss": "huber", "solver": "newton",
			"epsilon": min(0.1*scale, 1e6)}).(*stage)
		if s := m.Status(); s.State != method.Converged || m.Steps() == 0 {
			t.Errorf("targets of size %v: %d steps, %v", scale, m.Steps(), s)
		}
		if want := []float64{0.9901960784313725, 1.0397058823529413}; scale <= 1 {
			for j, v := range m.theta {
				if math.Abs(v/scale-want[j]) > 1e-9 {
					t.Errorf("targets of size %v: parameter %d is %v of that, want %v", scale, j, v/scale, want[j])
				}
			}
		}
	}
}

// With an l1 penalty and several classes, Newton's method must end within its steps.
func TestSparseSoftmax(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for trial := range 40 {
		var pts []doc.Point
		k := 3 + trial%4
		for i := range 60 {
			c := i % k
			pts = append(pts, doc.Point{X: float64(c%3) + 0.6*rng.NormFloat64(), Y: float64(c/2) + 0.6*rng.NormFloat64(),
				Z: float64(c)})
		}
		alpha := math.Pow(10, -3+4*rng.Float64())
		m := fit(t, Logistic(), classes(t, pts...), map[string]any{"penalty": "l1", "alpha": alpha}).(*stage)
		if s := m.Status(); s.State != method.Converged || m.Steps() > 20 {
			t.Errorf("%d classes, alpha %v: %d steps, %v", k, alpha, m.Steps(), s)
		}
	}
}

func TestSeparable(t *testing.T) {
	at := func(x ...float64) (pts []doc.Point) {
		for i := 0; i < len(x); i += 3 {
			pts = append(pts, doc.Point{X: x[i], Y: x[i+1], Z: x[i+2]})
		}
		return pts
	}
	for name, c := range map[string]struct {
		pts  []doc.Point
		want method.State
		word string
	}{
		"touch in one place": {at(-1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1), method.Diverged, "on the boundary"},
		"touch along an edge": {at(0, 0, 0, 0, 1, 0, -1, 0.3, 0, 0, 0.5, 1, 0, 0.7, 1, 2, 2, 1), method.Diverged,
			"on the boundary"},
		"apart":                {at(-1, 0, 0, -2, 5, 0, 1, 1, 1, 3, 2, 1), method.Diverged, "can be separated, so"},
		"across a line":        {at(0, 0, 0, 1, 1, 1, 2, 2, 0, 3, 3, 1), method.Converged, ""},
		"an overlap of a hair": {at(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.999999, 0, 1, 2, 0, 1, 2, 1, 1), method.Converged, ""},
		"far away and apart": {at(1e9, 0, 0, 1e9+1, 1, 0, 1e9+2, 0, 1, 1e9+3, 1, 1), method.Diverged,
			"can be separated, so"},
		"three, all apart": {at(0, 0, 0, 0, 1, 0, 5, 0, 1, 5, 1, 1, 9, 0, 2, 9, 1, 2), method.Diverged, "separated"},
		"three, one apart": {at(0, 0, 0, 1, 0, 1, 2, 0, 0, 3, 0, 1, 1, 1, 0, 2, 1, 1, 0, 1, 1, 9, 9, 2, 9, 8, 2),
			method.Diverged, "Some classes"},
		"three that overlap": {at(0, 0, 0, 1, 0, 1, 2, 0, 2, 0, 1, 1, 1, 1, 2, 2, 1, 0, 0, 2, 2, 1, 2, 0, 2, 2, 1),
			method.Converged, ""},
		"two places, mixed": {at(0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1), method.Converged, ""},
	} {
		for _, solver := range []string{"newton", "lbfgs"} {
			m := fit(t, Logistic(), classes(t, c.pts...), map[string]any{"penalty": "none", "solver": solver}).(*stage)
			if s := m.Status(); s.State != c.want || !strings.Contains(s.Sentence, c.word) {
				t.Errorf("%s, %s: %v at %v", name, solver, s, m.theta)
			}
		}
	}
}

// A result called converged must be as low as the best that any solver finds, whatever the scale and the offset of the
// inputs and the targets; Newton's method must converge on each of these problems.
func TestConvergedIsLowest(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	said := 0
	for _, offset := range []float64{0, 30, 1e5} {
		for _, scale := range []float64{1, 1e-9, 1e9} {
			p := &method.Problem{N: 24, D: 2, Task: method.Regress2D}
			q := &method.Problem{N: 24, D: 2, Task: method.Classify, ClassIDs: []int{0, 1}}
			for i := range p.N {
				a, b, c := rng.NormFloat64(), rng.NormFloat64(), i%2
				p.X = append(p.X, scale*(a+offset), scale*(b-offset))
				p.Y = append(p.Y, scale*(a-2*b+0.3*rng.NormFloat64()+offset))
				q.X = append(q.X, scale*(a+float64(c)+offset), scale*(b+offset))
				q.Class = append(q.Class, c)
			}
			for _, loss := range []string{"squared", "huber", "logistic", "squared_hinge", "exponential"} {
				for _, penalty := range []string{"none", "l2", "l1"} {
					params := map[string]any{"penalty": penalty, "alpha": 0.1, "max_iter": 400.0, "learning_rate": 1e-3,
						"epsilon": min(0.1*scale, 1e6)}
					prob := q
					if loss == "squared" || loss == "huber" {
						prob = p
						params["domain"], params["regression_loss"] = "plane", loss
					} else {
						params["loss"] = loss
					}
					best, first := math.Inf(1), 0.0
					value := map[string]float64{}
					for _, solver := range []string{"newton", "gd", "proximal", "subgradient", "sgd"} {
						params["solver"] = solver
						s := fit(t, Lab(), prob, params).(*stage)
						v := s.run.Value[s.k]
						first = s.run.Value[0]
						best = min(best, v)
						if state := s.Status().State; state == method.Converged {
							value[solver] = v
						} else if solver == "newton" {
							t.Errorf("offset %g, scale %g, %s, %s: Newton %v", offset, scale, loss, penalty, s.Status())
						}
					}
					for solver, v := range value {
						said++
						if v > best+1e-6*first {
							t.Errorf("offset %g, scale %g, %s, %s: %s says converged at %.12g, the best is %.12g, the start %.6g", offset,
								scale, loss, penalty, solver, v, best, first)
						}
					}
				}
			}
		}
	}
	if said < 135 {
		t.Errorf("%d runs converged", said)
	}
}

// If a loss consists only of corners at the precision of float64, Newton's method stops short of the minimum, and the
// status must say so.
func TestStuckIsSaid(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	p := &method.Problem{N: 24, D: 2, Task: method.Regress2D}
	for range p.N {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		p.X = append(p.X, 1e9*(a+30), 1e9*(b-30))
		p.Y = append(p.Y, 1e9*(a-2*b+0.3*rng.NormFloat64()+30))
	}
	m := fit(t, Lab(), p, map[string]any{"domain": "plane", "regression_loss": "huber", "penalty": "none",
		"solver": "newton", "epsilon": 1e-4}).(*stage)
	if s := m.Status(); s.State != method.Limited {
		t.Errorf("%d steps, %v", m.Steps(), s)
	}
}

// The primal may report convergence only if the dual agrees.
func TestPrimalAsksTheDual(t *testing.T) {
	p := classes(t, doc.Point{X: 0.5, Y: 0.5}, doc.Point{X: 0.5, Y: 0.5, Z: 1})
	m := fit(t, Primal(), p, map[string]any{"solver": "subgradient"}).(*primal)
	if s := m.Status(); s.State != method.Converged {
		t.Fatal(s)
	}
	m.dual = &dual{machines: m.dual.machines, theta: m.dual.theta, objective: 0.999 * m.dual.objective}
	if s := m.Status(); s.State != method.Limited || !strings.Contains(s.Sentence, "above the dual's") {
		t.Error(s)
	}
}

// If the probabilities are nearly 1 at all points, the curvature is tiny (1e-130 and less) in some parameters; facts
// must still be computed.
func TestFactsOfSureClasses(t *testing.T) {
	pts := []doc.Point{{X: 100.5, Y: 50.3, Z: 2}, {X: 100.1, Y: 51, Z: 1}, {X: 100.8, Y: 50.7}, {X: 100.8, Y: 50.6},
		{X: 100.8, Y: 50.7}}
	for _, size := range []float64{1, 10, 100} {
		p := slices.Clone(pts)
		for i := range p {
			p[i].X *= size
			p[i].Y *= size
		}
		for _, solver := range []string{"gd", "sgd", "newton", "backtracking"} {
			for _, penalty := range []string{"l1", "l2", "none"} {
				m := fit(t, Logistic(), classes(t, p...), map[string]any{"penalty": penalty, "solver": solver})
				for _, f := range m.Facts() {
					if v, ok := f.Value.(float64); ok && !method.Finite(v) {
						t.Errorf("%s, %s, size %g: %s is %v", solver, penalty, size, f.Name, v)
					}
				}
			}
		}
	}
}
