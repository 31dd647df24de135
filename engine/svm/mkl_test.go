package svm

import (
	"math"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// The objective falls, the gap closes, and the weights keep their norm; for given weights the machine must be an
// ordinary one.
func TestMKL(t *testing.T) {
	for _, p := range []*method.Problem{moons(80, 0.2, 1), blobs(60, 3, 0.15, 2)} {
		for _, norm := range []float64{1, 1.5, 2, 8} {
			for _, c := range []float64{0.1, 10} {
				m := fitWith(t, MKL(), p, map[string]any{"p": norm, "C": c, "max_iter": 300.0, "tol": 1e-4}, nil).(*mixture)
				if st := m.Status(); st.State != method.Converged {
					t.Errorf("p %g C %g: %v", norm, c, st)
				}
				before := math.Inf(1)
				for k, s := range m.run.steps {
					sum := 0.0
					for _, w := range s.theta {
						sum += math.Pow(w, norm)
					}
					if math.Abs(sum-1) > 1e-9 {
						t.Fatalf("p %g C %g step %d: Σθᵖ = %v", norm, c, k, sum)
					}
					if s.primal > before*(1+1e-4) {
						t.Errorf("p %g C %g step %d: objective rose from %v to %v", norm, c, k, before, s.primal)
					}
					if s.dual > s.primal*(1+1e-9) {
						t.Errorf("p %g C %g step %d: dual %v above primal %v", norm, c, k, s.dual, s.primal)
					}
					before = s.primal
				}
				same := mustFit(t, p, map[string]any{"kernel": m.kernel.String(), "C": c, "tol": 1e-6}, nil)
				total := 0.0
				for _, one := range same.pairs {
					total += one.primal
				}
				if last := m.run.steps[m.k].primal; math.Abs(last-total) > 1e-3*total {
					t.Errorf("p %g C %g: objective %v, of a machine with that kernel %v", norm, c, last, total)
				}
			}
		}
	}
}

// On the simplex no other mixture may be better: compared with a grid over the weights of two kernels.
func TestMKLFindsTheBest(t *testing.T) {
	p := moons(60, 0.25, 3)
	m := fitWith(t, MKL(), p, map[string]any{"kernel": "rbf(0.05) + rbf(0.5)", "C": 2.0, "max_iter": 300.0, "tol": 1e-5},
		nil).(*mixture)
	best := math.Inf(1)
	for i := range 101 {
		w := float64(i) / 100
		k := kernel.Sum(kernel.Scale(w*m.run.scale[0]+1e-12, m.run.base[0]),
			kernel.Scale((1-w)*m.run.scale[1]+1e-12, m.run.base[1]))
		one := mustFit(t, p, map[string]any{"kernel": k.String(), "C": 2.0, "tol": 1e-6}, nil).pairs[0]
		best = min(best, one.primal)
	}
	got := m.run.steps[m.k].primal
	if got > best*(1+1e-4) || got < best*(1-1e-3) {
		t.Errorf("objective %v with weights %v, on the grid %v", got, m.run.steps[m.k].theta, best)
	}
}

// Gram matrices taken over from the previous fit must not change a bit; those of other kernels or points must not be
// taken.
func TestMKLTakesOver(t *testing.T) {
	p, q := moons(60, 0.25, 3), blobs(60, 3, 0.15, 2)
	var prev method.Model
	for k, c := range []struct {
		p      *method.Problem
		kernel string
		c      float64
	}{
		{p, "rbf(0.1) + rbf(0.5)", 1}, {p, "rbf(0.1) + rbf(0.5)", 2}, {p, "rbf(0.1) + linear()", 2},
		{q, "rbf(0.1) + linear()", 2}, {q, "rbf(0.1) + linear()", 0.5}, {p, "rbf(0.1) + linear()", 0.5},
	} {
		params := map[string]any{"kernel": c.kernel, "C": c.c}
		cold := fitWith(t, MKL(), c.p, params, nil).(*mixture)
		warm := fitWith(t, MKL(), c.p, params, prev).(*mixture)
		if len(cold.run.steps) != len(warm.run.steps) {
			t.Fatalf("fit %d: %d steps, after another fit %d", k, len(cold.run.steps), len(warm.run.steps))
		}
		for i, s := range cold.run.steps {
			w := warm.run.steps[i]
			if s.primal != w.primal || s.dual != w.dual || !slices.Equal(s.theta, w.theta) ||
				!slices.Equal(s.pairs[0].beta, w.pairs[0].beta) {
				t.Errorf("fit %d, step %d: %v with weights %v, after another fit %v with %v", k, i, s.primal, s.theta, w.primal,
					w.theta)
			}
		}
		prev = warm
	}
}

// The scales of the base kernels depend on all points: without a distant point, every prediction may change, so
// leave-one-out answers do not follow from the fit to all points.
func TestMKLKnowsNoAnswersLeftOut(t *testing.T) {
	p := moons(60, 0.2, 1)
	pts := make([]doc.Point, p.N, p.N+1)
	for i := range pts {
		pts[i] = doc.Point{X: p.At(i)[0], Y: p.At(i)[1], Z: float64(p.Class[i])}
	}
	far, err := method.NewProblem(append(pts, doc.Point{X: 40, Y: 40}), method.Classify, 0)
	if err != nil {
		t.Fatal(err)
	}
	m := fitWith(t, MKL(), far, nil, nil)
	if of := m.Can(); of.LeaveOneOut != nil {
		if answers, known, err := of.LeaveOneOut(t.Context()); len(answers) > 0 || known != nil || err != nil {
			t.Errorf("%d answers, of which %v; %v", len(answers), known, err)
		}
	}
}

// If a hard margin has no solution, the machine is only a best effort, which can change when any point is removed.
func TestNoHardMarginKnowsNoAnswersLeftOut(t *testing.T) {
	// Points on a line, with one of each class among the other class.
	pts := []doc.Point{{X: -3}, {X: -2}, {X: -1}, {X: 1.5}, {X: 1, Z: 1}, {X: 2, Z: 1}, {X: 3, Y: 1, Z: 1},
		{X: -1.5, Z: 1}}
	p, err := method.NewProblem(pts, method.Classify, 0)
	if err != nil {
		t.Fatal(err)
	}
	m := mustFit(t, p, map[string]any{"kernel": "linear()", "hard": true}, nil)
	if m.Status().State != method.Diverged || !m.hard {
		t.Fatalf("%v", m.Status())
	}
	if answers, _, err := m.LeaveOneOut(t.Context()); len(answers) > 0 || err != nil {
		t.Errorf("%d answers, %v", len(answers), err)
	}
}

// A kernel's bar and the points at which it contributes most to f are highlighted together; compared with kernel sums
// computed from scratch.
func TestKernelsAndTheirPoints(t *testing.T) {
	for _, p := range []*method.Problem{moons(50, 0.2, 1), blobs(45, 3, 0.15, 2)} {
		m := fitWith(t, MKL(), p, map[string]any{"kernel": "rbf(0.1) + linear() + rbf(1)", "p": 2.0}, nil).(*mixture)
		for _, k := range []int{0, m.k} {
			now, s := m.Stage(k).(*mixture), m.run.steps[k]
			keys := now.rowKeys()
			lit := map[string]int{}
			for i := range p.N {
				size := make([]float64, len(s.theta))
				for _, one := range s.pairs {
					within := one.rows == nil || slices.Contains(one.rows, i)
					for l, of := range m.run.inside {
						sum := 0.0
						for j, b := range one.beta {
							sum += b * m.run.scale[l] * of.Eval(p.At(one.row(j)), p.At(i))
						}
						if within {
							size[l] += s.theta[l] * math.Abs(sum)
						}
					}
				}
				lit[keys[i]]++
				top, best := 0.0, ""
				for l, x := range size {
					if x > top {
						top, best = x, "kernel"+string(rune('1'+l))
					}
				}
				if keys[i] != best {
					t.Errorf("step %d, point %d: key %s, adds %v", k, i, keys[i], size)
				}
			}
			if len(lit) < 2 {
				t.Errorf("step %d: all points are of %v", k, lit)
			}
			for l := range s.theta {
				told, ok := now.Tell(mixKey(l), picture.Viewport{}, nil)
				if !ok || len(told.Click.Rows) != lit[mixKey(l)] {
					t.Errorf("step %d: kernel %d has %d points, want %d", k, l, len(told.Click.Rows), lit[mixKey(l)])
				}
			}
		}
	}
}
