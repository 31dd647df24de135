package svm

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

func dualOf(t testing.TB, p *method.Problem, params map[string]any) *dualStage {
	t.Helper()
	m := Dual()
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	got, err := m.Fit(context.Background(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return got.(*dualStage)
}

// Plain SMO must reach LIBSVM's optimum in every case of the reference, with two classes and with several.
func TestDualReference(t *testing.T) {
	for _, c := range loadReference(t) {
		if c.Method != "svc" && c.Method != "svc_ovo" {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			params := c.params(1e-9)
			params["max_iter"] = 100_000.0
			m := dualOf(t, c.problem(), params)
			if c.Method == "svc" {
				checkBinary(t, &c, m.model)
			} else {
				checkPairs(t, &c, m.model)
			}
		})
	}
}

// For the same document, the facts must be those of the method svm, within the tolerance.
func TestDualIsTheMachine(t *testing.T) {
	for classes := 2; classes <= 3; classes++ {
		p := blobs(60, classes, 0.25, 3)
		for _, params := range []map[string]any{
			{"kernel": "rbf", "gamma": 3.0, "C": 5.0, "tol": 1e-9}, {"kernel": "linear", "C": 2.0, "tol": 1e-9},
			{"kernel": "poly", "C": 1.0, "tol": 1e-9}, {"kernel": "laplacian(0.4) + white(0.3)", "tol": 1e-9},
			{"kernel": "rbf", "gamma": 30.0, "hard": true, "tol": 1e-9},
		} {
			whole, stage := mustFit(t, p, params, nil), dualOf(t, p, params)
			want, got := facts(whole), map[string]any{}
			for _, f := range stage.Facts() {
				got[f.Name] = f.Value
			}
			for name := range want {
				if name == "n_iter" || name == "kkt_violation" || name == "duality_gap" {
					continue
				}
				if !alike(want[name], got[name], 1e-6) {
					t.Errorf("%d classes, %v: %s is %v, of svm %v", classes, params, name, got[name], want[name])
				}
			}
			if s := stage.Status(); s.State != method.Converged {
				t.Errorf("%d classes, %v: %v", classes, params, s)
			}
		}
	}
}

// alike compares numbers or lists of them with a relative tolerance.
func alike(a, b any, tol float64) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) <= tol*max(1, math.Abs(x)) }
	switch a := a.(type) {
	case float64:
		y, ok := b.(float64)
		return ok && near(a, y)
	case []float64:
		y, ok := b.([]float64)
		return ok && slices.EqualFunc(a, y, near)
	case [][]float64:
		y, ok := b.([][]float64)
		return ok && slices.EqualFunc(a, y, func(u, v []float64) bool { return slices.EqualFunc(u, v, near) })
	case []int:
		y, ok := b.([]int)
		return ok && slices.Equal(a, y)
	}
	return a == b
}

// With a small tolerance, dual and primal agree to 1e-8; both are computed here independently.
func TestDualityGap(t *testing.T) {
	p := moons(60, 0.25, 5)
	m := dualOf(t, p, map[string]any{"kernel": "rbf", "gamma": 10.0, "C": 3.0, "tol": 1e-10})
	one := m.pairs[0]
	dual, norm, hinge := 0.0, 0.0, 0.0
	for i := range p.N {
		f := m.offset[0]
		for j := range p.N {
			f += one.beta[j] * m.kernel.Eval(p.At(i), p.At(j))
			norm += one.beta[i] * one.beta[j] * m.kernel.Eval(p.At(i), p.At(j))
		}
		dual += math.Abs(one.beta[i])
		hinge += max(0, 1-one.sign[i]*f)
	}
	dual -= norm / 2
	primal := norm/2 + 3*hinge
	if math.Abs(primal-dual) > 1e-8*primal {
		t.Errorf("primal %v, dual %v", primal, dual)
	}
	for name, want := range map[string]float64{"objective": dual, "primal_objective": primal} {
		if got := methodtest.Fact(t, m, name).Value.(float64); math.Abs(got-want) > 1e-8*want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// Every step must raise the dual, keep Σ αᵢyᵢ = 0 and the box, move exactly two coefficients, and follow the selection
// rule: i has the largest violation among those that may rise, and no other j promises a larger gain.
func TestStepsOfSMO(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	rounds := 12
	for round := range rounds {
		p := moons(20+rng.IntN(30), 0.1+0.3*rng.Float64(), uint64(round))
		c := math.Pow(10, 3*rng.Float64()-1)
		params := map[string]any{"kernel": []string{"rbf", "linear", "poly"}[round%3], "C": c}
		end := dualOf(t, p, params)
		before := end.run.steps
		if len(before) == 0 {
			t.Fatal("no steps")
		}
		last := end.Stage(0).(*dualStage)
		for k := 1; k <= end.Steps(); k++ {
			m := end.Stage(k).(*dualStage)
			one, old := m.pairs[0], last.pairs[0]
			if !(one.dual > old.dual) {
				t.Fatalf("%v, step %d: the dual goes from %v to %v", params, k, old.dual, one.dual)
			}
			sum := 0.0
			var moved []int
			for i, b := range one.beta {
				sum += b
				if a := one.sign[i] * b; a < 0 || a > c {
					t.Fatalf("%v, step %d: α = %v", params, k, a)
				}
				if b != old.beta[i] {
					moved = append(moved, i)
				}
			}
			if math.Abs(sum) > 1e-12*c*float64(p.N) {
				t.Fatalf("%v, step %d: Σ αᵢyᵢ = %v", params, k, sum)
			}
			s, _ := m.step()
			for _, i := range moved {
				if i != int(s.i) && i != int(s.j) {
					t.Fatalf("%v, step %d: %v have moved, not %d and %d alone", params, k, moved, s.i, s.j)
				}
			}
			if bi, bj := s.fromI, s.fromJ; bi != old.beta[s.i] || bj != old.beta[s.j] {
				t.Fatalf("%v, step %d: from %v, %v, not from %v, %v", params, k, bi, bj, old.beta[s.i], old.beta[s.j])
			}
			gain := func(j int) float64 {
				d := old.grad[s.i] - old.grad[j]
				bend := m.kernel.Eval(p.At(int(s.i)), p.At(int(s.i))) + m.kernel.Eval(p.At(j), p.At(j)) -
					2*m.kernel.Eval(p.At(int(s.i)), p.At(j))
				return d * d / max(bend, tau)
			}
			for i, g := range old.grad {
				y, b := one.sign[i], old.beta[i]
				if (y > 0 && b < c || y < 0 && b < 0) && g > old.grad[s.i]+1e-9 {
					t.Fatalf("%v, step %d: %d violates more than %d", params, k, i, s.i)
				}
				falls := y > 0 && b > 0 || y < 0 && b > -c
				if falls && g < old.grad[s.i]-1e-9 && gain(i) > gain(int(s.j))*(1+1e-6) {
					t.Fatalf("%v, step %d: %d promises more than %d", params, k, i, s.j)
				}
			}
			last = m
		}
	}
}

// The counts of the conditions must agree with the individual points, and at the optimum no point violates its
// condition.
func TestConditionsAtPoints(t *testing.T) {
	p := moons(80, 0.35, 2)
	m := dualOf(t, p, map[string]any{"kernel": "rbf", "gamma": 5.0, "C": 2.0, "tol": 1e-8})
	f := make([]float64, p.N)
	for i := range f {
		f[i] = m.values(p.At(i))[0]
	}
	count := make([]int, 4)
	norm := m.pairs[0].norm()
	slackness := 0.0
	for i := range p.N {
		a, yf := math.Abs(m.pairs[0].beta[i]), float64(2*p.Class[i]-1)*f[i]
		switch {
		case a == 0 && yf >= 1-1e-6:
			count[0]++
		case a > 0 && a < 2 && math.Abs(yf-1) < 1e-6:
			count[1]++
		case a == 2 && yf <= 1+1e-6 && yf >= 0:
			count[2]++
		case a == 2 && yf < 0:
			count[3]++
		default:
			t.Errorf("point %d: α = %v, y f = %v", i, a, yf)
		}
		told, ok := m.Tell(pointKeys.Key(i), picture.Viewport{}, nil)
		if text := strings.Join(told.Lines, "; "); !ok || !strings.Contains(text, "y f = ") ||
			!strings.Contains(text, "ξ = ") ||
			!strings.Contains(text, "y f/‖w‖ = ") || !strings.Contains(text, "holds") {
			t.Errorf("point %d: %q", i, text)
		}
		// μ, the multiplier of ξ ≥ 0, by its definition.
		mu, xi := 2-a, max(0, 1-yf)
		if xi < 1e-12 {
			xi = 0
		}
		slackness = max(slackness, mu*xi)
		text, want := strings.Join(told.Lines, "; "), "μ = C − α = "+words.Number(mu)+", μ ξ = "
		if !strings.Contains(text, want) || !strings.Contains(text, "μ ≥ 0 and μ ξ = 0 holds") {
			t.Errorf("point %d: %q, without %q", i, text, want)
		}
		if g := m.geometric(m.pairs[0], m.pairs[0].standing(i).margin); math.Abs(g-yf/norm) > 1e-6 {
			t.Errorf("point %d: geometric margin %v, want %v", i, g, yf/norm)
		}
	}
	if got := methodtest.Fact(t, m, "complementary_slackness").Value.(float64); math.Abs(got-slackness) > 1e-9 {
		t.Errorf("the largest μ ξ is %v, want %v", got, slackness)
	}
	if got := methodtest.Fact(t, m, "conditions").Value.([]int); !slices.Equal(got, count) || slices.Contains(count, 0) {
		t.Errorf("counts %v, want %v, none of them 0", got, count)
	}
}

// b is the mean over the vectors with 0 < α < C; if there are none, the middle of an interval.
func TestHowBComesAbout(t *testing.T) {
	p := moons(60, 0.3, 3)
	m := dualOf(t, p, map[string]any{"kernel": "rbf", "gamma": 5.0, "C": 2.0, "tol": 1e-6})
	sum, n := 0.0, 0
	for i, b := range m.pairs[0].beta {
		if a := math.Abs(b); a > 0 && a < 2 {
			f := m.values(p.At(i))[0] - m.offset[0]
			sum += float64(2*p.Class[i]-1) - f
			n++
		}
	}
	if b := methodtest.Fact(t, m, "intercept").Value.(float64); n == 0 || math.Abs(b-sum/float64(n)) > 1e-9 {
		t.Errorf("b = %v, the mean of %d is %v", b, n, sum/float64(n))
	}
	// Two points of each class whose α all reach a small C.
	pts := []doc.Point{{X: 0, Y: 0}, {X: 0, Y: 1}, {X: 1, Y: 0, Z: 1}, {X: 1, Y: 1, Z: 1}}
	q, err := method.NewProblem(pts, method.Classify, 0)
	if err != nil {
		t.Fatal(err)
	}
	m = dualOf(t, q, map[string]any{"kernel": "linear", "C": 0.1})
	between := methodtest.Fact(t, m, "b_interval")
	list := between.Value.([]float64)
	if b := m.offset[0]; !(list[0] < list[1]) || math.Abs(b-(list[0]+list[1])/2) > 1e-12 ||
		!strings.Contains(between.Meaning, "no vector has 0 < α < C") {
		t.Errorf("b = %v of %v: %s", b, list, between.Meaning)
	}
}

// Coefficients given by the user are shown unchanged, with the conditions that they violate; the first step makes them
// feasible, and the end is the same optimum.
func TestTurnedByHand(t *testing.T) {
	p := moons(30, 0.2, 4)
	params := map[string]any{"kernel": "rbf", "gamma": 8.0, "C": 4.0, "tol": 1e-8}
	end := dualOf(t, p, params)
	given := end.Take(weights)
	given[3] += 9
	params[weights] = given
	m := dualOf(t, p, params)
	start := m.Stage(0).(*dualStage)
	if !slices.Equal(start.Take(weights), given) {
		t.Error("the start is not what was given")
	}
	says := start.Status().Sentence
	if !strings.Contains(says, "instead of 0") || !strings.Contains(says, "out of the box") ||
		!strings.Contains(says, "violate the KKT conditions") {
		t.Errorf("it says %q", says)
	}
	if tilt := methodtest.Fact(t, start, "sum_alpha_y").Value.(float64); math.Abs(tilt-9) > 1e-9 {
		t.Errorf("Σ αᵢyᵢ = %v, want 9", tilt)
	}
	if got := methodtest.Fact(t, start, "conditions").Value.([]int); got[len(got)-1] != 1 {
		t.Errorf("out of the box: %v", got)
	}
	// α is larger by 9 than before: if it exceeds C, μ = C − α < 0 must be reported as violated.
	i := slices.IndexFunc(method.Indices(p.N), func(i int) bool { return start.pairs[0].standing(i).alpha > 4 })
	told, _ := start.Tell(pointKeys.Key(i), picture.Viewport{}, nil)
	over := start.pairs[0].standing(i).alpha - 4
	if text := strings.Join(told.Lines, "; "); !strings.Contains(text, "μ = C − α = "+words.Number(-over)) ||
		!strings.Contains(text, "μ ≥ 0 and μ ξ = 0 violated by "+words.Number(over)) {
		t.Errorf("out of the box it says %q", text)
	}
	mended := m.Stage(1).(*dualStage)
	if tilt := methodtest.Fact(t, mended, "sum_alpha_y").Value.(float64); tilt != 0 {
		t.Errorf("after the first step Σ αᵢyᵢ = %v", tilt)
	}
	for i := range p.N {
		if mended.pairs[0].standing(i).of == outOfBox {
			t.Errorf("after the first step α of %d is out of the box", i)
		}
	}
	if a, b := m.pairs[0].dual, end.pairs[0].dual; math.Abs(a-b) > 1e-6 {
		t.Errorf("it ends at %v, not at %v", a, b)
	}
	// dual_coef needs as many numbers as points, and two classes.
	v, err := (&method.Info{Params: Dual().Params}).Validate(map[string]any{weights: []float64{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	var wrong *doc.Error
	if _, err := fitDual(t.Context(), p, v, nil); !errors.As(err, &wrong) || wrong.Field != "params."+weights {
		t.Errorf("two numbers for 30 points: %v", err)
	}
	if _, err := fitDual(t.Context(), blobs(9, 3, 0.1, 1), v, nil); !errors.As(err, &wrong) {
		t.Errorf("numbers for three classes: %v", err)
	}
}

// The bumps along a line must add up to f.
func TestBumpsAddUp(t *testing.T) {
	p := moons(12, 0.2, 4)
	for i := range p.N {
		p.X[2*i+1] = 0.5
	}
	m := dualOf(t, p, map[string]any{"kernel": "rbf", "gamma": 8.0, "C": 4.0})
	panel, ok := method.FindPanel(m.Panels(method.Shown{showBumps: true}), "bumps")
	if !ok {
		t.Fatal("no panel")
	}
	pic, err := panel.Draw(t.Context(), 300, 200)
	if err != nil {
		t.Fatal(err)
	}
	var sum, f []float64
	for _, l := range pic.Layers {
		path, ok := l.(*picture.Path)
		if !ok {
			continue
		}
		var y []float64
		for k := 1; k < len(path.XY); k += 2 {
			y = append(y, path.XY[k])
		}
		switch path.Role {
		case picture.RoleMean:
			f = y
		case picture.RoleIsoline:
			if sum == nil {
				sum = make([]float64, len(y))
			}
			for k := range y {
				sum[k] += y[k]
			}
		}
	}
	if len(f) == 0 || len(sum) != len(f) {
		t.Fatalf("%d places of f, %d of the bumps", len(f), len(sum))
	}
	for k := range f {
		if math.Abs(sum[k]+m.offset[0]-f[k]) > 1e-9 {
			t.Fatalf("at %d the bumps add up to %v, not %v", k, sum[k]+m.offset[0], f[k])
		}
	}
}

// A kernel that is not positive semi-definite has no margin, and the facts and the status must say so.
func TestDualOfNoKernel(t *testing.T) {
	p := moons(40, 0.2, 1)
	m := dualOf(t, p, map[string]any{"kernel": "sigmoid(1, -1)"})
	if worst(m.pairs).sound != kernel.Indefinite {
		t.Fatal("it is one on these points: the test needs others")
	}
	for _, f := range m.Facts() {
		if f.Name == "geometric_margin" {
			t.Error("it tells a geometric margin")
		}
	}
}
