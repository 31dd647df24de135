package svm

import (
	_ "embed"
	"math"
	"slices"

	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

//go:embed nu_svm.jsonl
var nuSvmExamples string

// Nu declares ν-support vector classification, id "nu_svm".
func Nu() method.Method {
	m := Method()
	m.ID, m.Name = "nu_svm", "ν support vector machine"
	m.Aliases = []string{"ν-SVC", "NuSVC", "Share of margin errors", "RBF", "Machine à vecteurs de support ν"}
	m.Summary = "The support vector machine whose parameter is a share of the points: at most the share ν lies inside " +
		"the margin or on the wrong side, and at least the share ν are support vectors."
	m.Formula = "min ½‖w‖² − νnρ + Σ max(0, ρ − yᵢ f(xᵢ)),  f(x) = Σ αᵢyᵢ k(xᵢ, x) + b,  0 ≤ αᵢ ≤ 1;  then f, and with " +
		"it α, is divided by ρ"
	m.Source = "Schölkopf, Smola, Williamson and Bartlett, New support vector algorithms, Neural Computation 12, 2000; " +
		"Chang and Lin, Training ν-support vector classifiers, Neural Computation 13, 2001"
	m.Params = append(kernelparam.Params(),
		method.Param{Name: "nu", Label: "Share ν", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1,
			SoftMin: 0.01, SoftMax: 0.8}}, Default: 0.3,
			Help: "At most this share lies inside the margin or on the wrong side; at least this share are support vectors"},
		tolParam())
	m.Shows = append(m.Shows, dualShows("α")...)
	m.Seen = ""
	m.Examples, m.Python = method.ExamplesIn(nuSvmExamples), nuSvmPython
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		nu := v.Float("nu")
		count := make([]int, len(p.ClassIDs))
		for _, c := range p.Class {
			count[c]++
		}
		for b := range count {
			for a := range b {
				few, all := min(count[a], count[b]), count[a]+count[b]
				if limit := 2 * float64(few) / float64(all); nu > limit*(1+1e-12) {
					small, large := a, b
					if count[b] < count[a] {
						small, large = b, a
					}
					return nil, &method.Need{Sentence: words.Sprintf("ν = %.4g is too large: with %s of %s and %d of %s it "+
						"can be at most 2·%d/%d = %.4g. Make ν smaller, or add points to the smaller class.", nu, words.Count(few,
						"point"),
						p.ClassName(small), count[large], p.ClassName(large), few, all, limit)}
				}
			}
		}
		return train(job, p, v, prev, aim{nu: nu})
	}
	return m
}

// fitNu solves min ½β'Kβ subject to 0 ≤ sign·β ≤ 1, where |β| of the points of each sign sum to total, starting from
// old if that helps. It returns the solved programme, whose group 0 are the points of sign +1, and the rows of its
// kernel matrix.
func (p *pair) fitNu(job method.Job, s setup, total float64, old *pair, sameKernel bool) (*quad, *gram, error) {
	q := newQuad(p.n)
	q.convex = s.convex
	q.box(p.sign, 1)
	q.group = make([]uint8, p.n)
	groups := uint8(1)
	for i, y := range p.sign {
		if y < 0 {
			q.group[i], groups = 1, 2
		}
	}
	if groups == 1 {
		q.group = nil
	}
	g := p.takeRows(s, old, sameKernel)
	q.rows, q.diag = g, g.diag
	warm := false
	if fastWarm && old != nil && old.d == p.d && s.convex {
		if e := compare(old.x, p.x, p.d); e.small(p.n) {
			warm = true
			for i, o := range e.from {
				if o >= 0 && old.sign[o] == p.sign[i] {
					q.put(i, old.beta[o]/old.c)
				}
			}
		}
	}
	if !warm { // libsvm's start
		left := [2]float64{total, total}
		for i, y := range p.sign {
			a := min(1, left[q.groupOf(i)])
			left[q.groupOf(i)] -= a
			q.beta[i] = y * a
		}
	}
	q.refresh()
	q.balance(0, total, 1)
	if groups == 2 {
		q.balance(1, -total, 1)
	}
	q.scan()
	p.tol = s.tol
	done, err := q.solve(job, s.tol, warm)
	if groups == 2 {
		// The tolerance applies to f divided by ρ, which is known only after a solution.
		for least := floor(q, s); err == nil; {
			want := max(s.tol*q.rho(), least)
			if p.tol <= nearly*want {
				break
			}
			p.tol = max(want, p.tol/1000)
			done, err = q.solve(job, p.tol, true)
		}
	}
	if err != nil {
		if old != nil && sameKernel {
			old.keep(g)
		}
		return nil, nil, err
	}
	q.tidy()
	p.done, p.gap, p.noise, p.iter, p.used = done, max(0, q.gap()), q.noise(), q.iterations, q.used
	p.takeNoise(s.kernel, g)
	p.kernel = s.kernel
	p.keep(g)
	return q, g, nil
}

// nearly is the accepted ratio of the tolerance used to the one that follows from ρ, since ρ changes a little with each
// solution.
const nearly = 1.1

// floor returns the smallest gap to solve for if ρ is small or 0: the limit set by rounding errors, and more if the
// solution may not be unique.
func floor(q *quad, s setup) float64 {
	least := 8 * q.noise()
	if !s.convex {
		least = max(least, 1e-6*s.tol)
	}
	return least
}

// rho returns half the difference of the two groups' multipliers b + ρ and b − ρ.
func (q *quad) rho() float64 { return (q.multiplier(1) - q.multiplier(0)) / 2 }

// fitNuSVC trains a pair of ν-SVC and divides by ρ: the result is C-SVC with C = 1/ρ, and the edges of the margin are f
// = ±1. If ρ is 0, it does not divide, and p.rho is 0.
func (p *pair) fitNuSVC(job method.Job, s setup, nu float64, old *pair, sameKernel bool) error {
	total := 0.0
	few := [2]float64{}
	for _, y := range p.sign {
		few[int(y+1)/2]++
	}
	total = min(nu*float64(p.n)/2, few[0], few[1])
	q, _, err := p.fitNu(job, s, total, old, sameKernel)
	if err != nil {
		return err
	}
	b := (q.multiplier(0) + q.multiplier(1)) / 2
	rho := q.rho()
	hinge, norm := 0.0, 0.0
	top := 0.0
	for i, y := range p.sign {
		norm -= q.beta[i] * q.grad[i]
		hinge += max(0, rho+y*(q.grad[i]-b))
		top = max(top, math.Abs(q.diag[i]))
	}
	p.dual, p.primal = -norm/2, norm/2-2*total*rho+hinge
	p.hinge, p.beta = hinge, q.beta
	p.doubt(s, norm)
	// ½β'Kβ vanishes at the solution exactly if ρ does. The value found exceeds that of the solution by at most the gap
	// times the sum of the coefficients, which distinguishes a small ρ from 0.
	p.c = 1
	wide := norm/2 > total*(2*p.gap+4*p.noise)
	if !s.convex {
		wide = rho > 1e-9*top*float64(p.n) // for an indefinite kernel, ½β'Kβ does not tell
	}
	if wide && rho > 0 {
		p.rho, p.c = rho, 1/rho
	}
	p.bias = b * p.c
	p.beta, p.grad = q.beta, q.grad
	for i, y := range p.sign {
		p.beta[i] *= p.c
		p.grad[i] = y + p.grad[i]*p.c
	}
	p.gap *= p.c
	// The tolerance is for f after the division. For a large ρ the solver aimed at less than was asked, and missing
	// that is no failure; for a tiny ρ it may have had to stop early.
	if p.tol *= p.c; p.tol < s.tol || p.tol > nearly*s.tol {
		p.tol = s.tol
	}
	p.noise *= p.c
	return nil
}

// nuFacts returns the facts that only ν-SVC has.
func (m *model) nuFacts(per func(func(*pair) float64) any, each string, pairs []string) []method.Fact {
	return []method.Fact{
		{Name: "rho", Label: "ρ", Rows: pairs, Value: per(func(p *pair) float64 { return p.rho }),
			Meaning: words.Text("ρ: the value of f at the edge of the margin, by which f is divided, so that the edge is "+
				"at f = ±1%s", each)},
		{Name: "C", Label: "C of the same SVM", Rows: pairs, Value: per(func(p *pair) float64 { return p.c }),
			Meaning: words.Text("C = 1/ρ: the support vector machine with this C is the same%s", each)},
		{Name: "margin_errors", Label: "Margin errors", Rows: pairs, Value: per(func(p *pair) float64 {
			n := 0
			for i, y := range p.sign {
				if y*(p.grad[i]-p.bias) > max(p.gap, 1e-9) {
					n++
				}
			}
			return float64(n) / float64(p.n)
		}), Meaning: words.Text("Share of the points inside the margin or on the wrong side: at most ν%s", each)},
		{Name: "support_share", Label: "Share of support vectors", Rows: pairs, Value: per(func(p *pair) float64 {
			n := 0
			for _, b := range p.beta {
				if b != 0 {
					n++
				}
			}
			return float64(n) / float64(p.n)
		}), Meaning: words.Text("Share of the points that are support vectors: at least ν%s", each)},
	}
}

// undivided removes the facts about the edges f = ±1 if ρ is 0: then f is not divided by ρ and has no such edges.
func undivided(facts []method.Fact, pairs ...*pair) []method.Fact {
	if !slices.ContainsFunc(pairs, func(p *pair) bool { return p.rho == 0 }) {
		return facts
	}
	return slices.DeleteFunc(facts, func(f method.Fact) bool {
		return slices.Contains([]string{"margin", "C", "margin_errors"}, f.Name)
	})
}

// newKernelSetup returns the setup of a one-class machine.
func newKernelSetup(k kernel.Kernel, d int, tol float64) setup {
	return setup{kernel: k, convex: kernel.PositiveDefiniteIn(k, d), tol: tol, bytes: cacheBytes}
}
