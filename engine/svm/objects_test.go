package svm

import (
	"math"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/kernel/objects"
	"pointscape/engine/method"
)

// worded returns a problem whose rows are words of classes.
func worded(t *testing.T, class []int, list ...string) *method.Problem {
	t.Helper()
	pts := make([]doc.Point, len(list))
	var texts []string
	x := make([]float64, len(list))
	for i, s := range list {
		pts[i].Z = float64(class[i])
		k := slices.Index(texts, s)
		if k < 0 {
			k = len(texts)
			texts = append(texts, s)
		}
		x[i] = float64(k)
	}
	p, err := method.NewProblem(pts, method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	p.Widen(x, 1, []string{"word"})
	p.Categories, p.Principal = [][]string{texts}, 2
	return p
}

// The machine of words must satisfy the conditions of its dual, computed from the kernel matrix: 0 ≤ α ≤ C, Σ αy = 0,
// and y f ≥ 1, = 1 or ≤ 1 if α is 0, between, or C. Its predictions must agree with f.
func TestWordsKKT(t *testing.T) {
	p := worded(t, []int{0, 0, 0, 0, 1, 1, 1, 1, 1}, "aqua", "aurora", "natura",
		"insula", "acht", "nacht", "licht", "aqua",
		"durch")
	for _, k := range []objects.Kernel{{Name: objects.Spectrum, P: 2, Normalize: true}, {Name: objects.Spectrum, P: 1},
		{Name: objects.Subsequence, P: 2, Lambda: 0.5, Normalize: true}} {
		for _, c := range []float64{0.1, 1, 100} {
			const tol = 1e-6
			m := fitWith(t, Objects(), p, map[string]any{"kernel": k.Name, "p": float64(k.P), "lambda": max(k.Lambda, 0.1),
				"normalize": k.Normalize, "C": c, "tol": tol}, nil).(*objectMachine)
			all, err := objects.Of(method.Unstopped, k, p.Things())
			if err != nil {
				t.Fatal(err)
			}
			alpha, sum := make([]float64, p.N), 0.0
			for at, i := range m.machine.vectors {
				alpha[i] = m.machine.decision.Coef[0][at]
				sum += alpha[i]
			}
			if math.Abs(sum) > 1e-9*c {
				t.Errorf("%v, C = %g: Σ αy = %v", k, c, sum)
			}
			answers := make([]float64, p.N)
			m.machine.Predict(p.X, answers)
			for i := range p.N {
				f, y := m.machine.offset[0], float64(2*p.Class[i]-1)
				for j := range p.N {
					f += alpha[j] * all.Value(int(p.X[i]), int(p.X[j]))
				}
				a := y * alpha[i]
				if a < 0 || a > c || a == 0 && y*f < 1-2*tol || a > 0 && y*f > 1+2*tol || a < c && y*f < 1-2*tol {
					t.Errorf("%v, C = %g, row %d: α = %v, yf = %v", k, c, i, a, y*f)
				}
				if math.Abs(m.f[i]-f) > 1e-9*(1+math.Abs(f)) || (answers[i] == 1) != (f > 0) {
					t.Errorf("%v, C = %g, row %d: f is told as %v and is %v; the answer is %v", k, c, i, m.f[i], f, answers[i])
				}
			}
		}
	}
}
