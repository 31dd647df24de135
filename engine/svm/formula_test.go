package svm

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// The objective in the formula must be that of the weights and slacks, computed here from predictions.
func TestFormulaTellsTheObjective(t *testing.T) {
	x := []float64{0, 0, 1, 0.2, 0.3, 1, 2, 2, 3, 1.5, 1.2, 1.9, 0.9, 0.8}
	class := []int{0, 0, 0, 1, 1, 1, 1}
	p := &method.Problem{N: len(class), D: 2, X: x, Class: class, ClassIDs: []int{0, 1}, Task: method.Classify}
	m := Method()
	const c = 3.0
	v, err := m.Validate(map[string]any{"kernel": "linear", "C": c, "tol": 1e-8})
	if err != nil {
		t.Fatal(err)
	}
	fitted, err := m.Fit(method.Unstopped, p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := fitted.(*model)
	w, slack := s.w[0], 0.0
	for i, k := range class {
		f := w[0]*x[2*i] + w[1]*x[2*i+1] + s.offset[0]
		slack += math.Max(0, 1-float64(2*k-1)*f)
	}
	half := (w[0]*w[0] + w[1]*w[1]) / 2
	want := fmt.Sprintf("min ½‖w‖² + C Σ ξᵢ  = %s + %s·%s = %s,", words.Number(half), words.Number(c), words.Number(slack),
		words.Number(half+c*slack))
	if got := s.Formula(); !strings.HasPrefix(got, want) {
		t.Errorf("the formula is\n%s\nand should begin\n%s", got, want)
	}
	if slack < 0.1 {
		t.Error("no point is inside the margin: the test says nothing")
	}
}

// The objective of ν-SVC must be that of w, ρ and the slacks before f is divided by ρ.
func TestFormulaOfNu(t *testing.T) {
	p := moons(40, 0.3, 2)
	const nu = 0.7
	m := fitWith(t, Nu(), p, map[string]any{"kernel": "linear", "nu": nu, "tol": 1e-9}, nil).(*model)
	rho, slack := m.pairs[0].rho, 0.0
	w := []float64{m.w[0][0] * rho, m.w[0][1] * rho}
	for i, k := range p.Class {
		f := w[0]*p.X[2*i] + w[1]*p.X[2*i+1] + m.offset[0]*rho
		slack += math.Max(0, rho-float64(2*k-1)*f)
	}
	half, width := (w[0]*w[0]+w[1]*w[1])/2, nu*float64(p.N)*rho
	want := fmt.Sprintf("min ½‖w‖² − νnρ + Σ ξᵢ  = %s%s%s = %s,", words.Number(half), words.Term(-width),
		words.Term(slack), words.Number(half-width+slack))
	if got := m.Formula(); !strings.HasPrefix(got, want) {
		t.Errorf("the formula is\n%s\nand should begin\n%s", got, want)
	}
	most := 0.0
	for _, a := range m.decision.Coef[0] {
		most = math.Max(most, math.Abs(a))
	}
	if math.Abs(most*rho-1) > 1e-12 {
		t.Errorf("the largest α is %v, not 1/ρ = %v", most, 1/rho)
	}
	rings := m.rings()
	if len(rings) == 0 {
		t.Error("no rings")
	}
	for _, l := range rings {
		s := l.(*picture.Marks).Says
		if !strings.HasSuffix(s, "on the margin, thicker for larger α") && !strings.HasSuffix(s, "α = 1/ρ") {
			t.Errorf("the legend says %q", s)
		}
	}
}

// The objective of multiple kernel learning must be that of the kernels' parts of w, computed from kernel values, and
// of the slacks.
func TestFormulaOfMKL(t *testing.T) {
	p := moons(40, 0.3, 2)
	const c = 0.7
	m := fitWith(t, MKL(), p, map[string]any{"kernel": "rbf(0.1) + rbf(0.6)", "C": c, "tol": 1e-4}, nil).(*mixture)
	s := &m.run.steps[m.k]
	beta := m.pairs[0].beta
	half, f := 0.0, make([]float64, p.N)
	for k, base := range m.run.base {
		for i := range p.N {
			for j := range p.N {
				v := s.theta[k] * m.run.scale[k] * beta[i] * base.Eval(p.At(i), p.At(j))
				half += beta[j] * v / 2 // ½‖wₖ‖²/θₖ with wₖ = θₖ Σ βᵢ φₖ(xᵢ)
				f[j] += v
			}
		}
	}
	slack := 0.0
	for i, k := range p.Class {
		slack += math.Max(0, 1-float64(2*k-1)*(f[i]+m.offset[0]))
	}
	var got [4]float64
	if _, err := fmt.Sscanf(m.Formula(), "min ½ Σ ‖wₘ‖²/θₘ + C Σ ξᵢ  = %g + %g·%g = %g,", &got[0], &got[1], &got[2],
		&got[3]); err != nil {
		t.Fatalf("%v in %s", err, m.Formula())
	}
	for i, want := range []float64{half, c, slack, half + c*slack} {
		if math.Abs(got[i]-want) > 2e-3*want {
			t.Errorf("number %d of the formula is %v, want %v", i, got[i], want)
		}
	}
}

// All decision functions of a fit with many classes must have different names.
func TestFormulaOfManyClasses(t *testing.T) {
	const n = doc.MaxClass + 1
	p := &method.Problem{N: n, D: 2, Task: method.Classify}
	for c := range n {
		p.X, p.Class, p.ClassIDs = append(p.X, float64(c%4), float64(c/4)), append(p.Class, c), append(p.ClassIDs, c)
	}
	formula := fitWith(t, Method(), p, map[string]any{"kernel": "rbf"}, nil).(*model).Formula()
	seen := map[string]bool{}
	for line := range strings.Lines(formula) {
		if name, _, ok := strings.Cut(line, "(x) ="); ok && strings.HasPrefix(name, "f") {
			seen[name] = true
		}
	}
	if len(seen) != n*(n-1)/2 || !seen["f_{12}"] || !seen["f_{1,12}"] || !seen["f_{11,12}"] || !seen["f_{89}"] {
		t.Errorf("%d functions have %d names: %v", n*(n-1)/2, len(seen), seen)
	}
}

// Coefficients are called α for a one-class machine and β for regression, as in the formulas.
func TestSupportIsCalledAsInTheFormula(t *testing.T) {
	p := moons(30, 0.2, 1)
	region := fitWith(t, OneClass(), &method.Problem{N: p.N, D: 2, X: p.X, Task: method.Cluster}, nil, nil)
	line := fitWith(t, SVR(), &method.Problem{N: 3, D: 1, X: []float64{0, 1, 2}, Y: []float64{0, 2, 1},
		Task: method.Regress}, nil, nil)
	for called, m := range map[string]method.Model{"α": region, "β": line} {
		e := m.Can().Explain([]float64{0.5, 0.5}, picture.Viewport{}, nil)
		if len(e.Lines) == 0 || len(e.Layers) != len(e.Lines) {
			t.Fatalf("%s: %d lines and %d layers", called, len(e.Lines), len(e.Layers))
		}
		for _, l := range e.Lines {
			if !strings.Contains(l, ", "+called+" = ") {
				t.Errorf("%q has no %s", l, called)
			}
		}
		if f := methodtest.Fact(t, m, "n_support"); !strings.HasPrefix(f.Meaning, "Points with "+called+" ≠ 0") {
			t.Errorf("%q has no %s", f.Meaning, called)
		}
	}
}
