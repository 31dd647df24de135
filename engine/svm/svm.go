// Package svm holds support vector machines: classification with soft and hard margins (C-SVC, ν-SVC), with several
// classes one against one, regression (ε-SVR), one-class machines and multiple kernel learning. All use the same solver
// of the dual problem (quad).
package svm

import (
	_ "embed"
	"slices"

	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// MaxPoints is the largest number of training points: the solver stores rows of the kernel matrix, 8 bytes a number,
// and with more points a fit in the browser could not follow a drag.
const MaxPoints = 5000

//go:embed svm.jsonl
var svmExamples string

// Method declares C-support vector classification, id "svm".
func Method() method.Method {
	m := method.Method{
		Info: method.Info{
			ID: "svm",
			Aliases: []string{"Soft margin", "RBF", "Maximum margin", "SVC", "C-SVM", "Support vector classifier",
				"Large margin", "Hinge loss", "Machine à vecteurs de support", "Séparateur à vaste marge", "Marge souple"},
			Name:   "Support vector machine",
			Family: "Support vector machines",
			Task:   method.Classify,
			Traits: method.Traits{Margin: true},
			Summary: "Separates the classes by the widest margin in the kernel's feature space. Only the support vectors " +
				"decide where it runs: the points on its edges, inside it or on the wrong side.",
			Formula: "min ½‖w‖² + C Σ max(0, 1 − yᵢ f(xᵢ)),  f(x) = Σ αᵢyᵢ k(xᵢ, x) + b,  0 ≤ αᵢ ≤ C",
			Source: "Platt, Fast training of support vector machines using sequential minimal optimization, 1998; " +
				"Fan, Chen and Lin, Working set selection using second order information, JMLR 6, 2005; " +
				"Chang and Lin, LIBSVM: a library for support vector machines, ACM TIST 2, 2011",
			Seen: "For 2 to 12 classes: regions, boundary, margins for every kernel, support vectors by " +
				"weight, slack.",
			Params:   append(kernelparam.Params(), marginParams()...),
			Takes:    method.Takes{MaxPoints: MaxPoints},
			Assessed: method.Assessed{Bounds: bounds, Complexity: complexity},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Help: "The class at each position, fainter where |f| is small"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Help: "Where the decision changes: f = 0. With " +
					"two classes, f > 0 means the second one."},
				{Name: "margins", Label: "Margins", On: true, Help: "Where f = ±1: the edges of the margin"},
				{Name: "support", Label: "Support vectors", On: true, Help: "Rings, thicker for a larger |α|; brackets where α " +
					"has reached its limit C"},
				{Name: "slack", Label: "Slack", Help: "From each point inside the margin or on the wrong side to the margin's " +
					"edge (linear kernel, two classes)",
					When: &method.When{Name: "kernel", In: []string{"linear"}}},
			},
			Examples: method.ExamplesIn(svmExamples),
		},
		Check: func(v method.Values) error {
			_, err := kernelparam.Of(v, 2)
			return err
		},
		Fit: fit,
	}
	return m
}

// aim says how many points a classifier allows inside the margin: as many as the penalty c makes worthwhile, none
// (hard), or the share nu if that is not 0.
type aim struct {
	c, nu float64
	hard  bool
}

func marginParams() []method.Param {
	return []method.Param{
		{Name: "hard", Label: "Hard margin", Kind: method.Bool{}, Default: false,
			Help: "No point may lie inside the margin or on the wrong side"},
		{Name: "C", Label: "C", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6, SoftMin: 0.01,
			SoftMax: 1000, Log: true}}, Default: 1.0,
			Help: "Penalty on points inside the margin. Small C: wide margin, many points in it. Large C: narrow margin, few.",
			When: &method.When{Name: "hard", In: []string{"false"}}},
		tolParam(),
	}
}

func tolParam() method.Param {
	return method.Param{Name: "tol", Label: "Tolerance",
		Kind: method.Number{Range: method.Range{Min: 1e-10, Max: 0.1, Log: true}}, Default: 1e-3, Advanced: true,
		Help: "The solver stops when the optimality conditions are violated by at most this"}
}

// hardScale defines the finite C that stands for a hard margin: C times the mean squared distance of the points from
// the first one in feature space. A margin so narrow that a coefficient reaches this C cannot be distinguished from 0
// in float64.
const hardScale = 1e10

func fit(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	return train(job, p, v, prev, aim{c: v.Float("C"), hard: v.Bool("hard")})
}

func train(job method.Job, p *method.Problem, v method.Values, prev method.Model, to aim) (method.Model, error) {
	if p.N == 0 {
		return nil, method.NeedClasses("A support vector machine")
	}
	if len(p.ClassIDs) < 2 {
		return nil, &method.Need{Sentence: words.Text("A support vector machine needs points of two classes: all are of %s.",
			p.ClassName(0))}
	}
	k, err := kernelparam.For(v, p)
	if err != nil {
		return nil, err
	}
	old, _ := prev.(*model)
	m, err := trainOn(job, p, k, v.Float("tol"), old, to)
	if err != nil {
		return nil, err
	}
	return m, nil
}

// trainOn is train with a given kernel, starting from old, which may be nil. There must be at least two classes.
func trainOn(job method.Job, p *method.Problem, k kernel.Kernel, tol float64, old *model, to aim) (*model, error) {
	if err := job.Err(); err != nil {
		return nil, err
	}
	m := &model{problem: p, kernel: k, inside: k, hard: to.hard, nu: to.nu, linear: k.String() == kernel.Linear().String()}
	x := p.X
	if m.linear {
		if old != nil {
			m.shift = old.shift
		}
		m.shift = kernelparam.Middle(p, m.shift)
		x = shifted(p, m.shift)
	} else {
		var from []float64
		if old != nil && !old.linear {
			from = old.shift
		}
		m.inside, m.shift = kernelparam.Centred(k, p, from)
	}
	classes := len(p.ClassIDs)
	count := classes * (classes - 1) / 2
	s := setup{
		kernel: m.inside,
		convex: kernel.PositiveDefiniteIn(k, p.D),
		hard:   m.hard,
		c:      to.c,
		tol:    tol,
		bytes:  cacheBytes / count,
	}
	if m.shift == nil {
		if m.among = kernelparam.AmongOf(k, p); m.among != nil {
			s.among, s.part = m.among, m.among.PartRows(p)
		}
	}
	for a := range classes {
		for b := a + 1; b < classes; b++ {
			one := &pair{a: a, b: b, d: p.D}
			one.choose(p, x)
			before := old.pairOf(p.ClassIDs[a], p.ClassIDs[b])
			same := before != nil && old.kernel.String() == k.String() && slices.Equal(old.shift, m.shift)
			var err error
			part := method.Stretch(job, float64(len(m.pairs))/float64(count), float64(len(m.pairs)+1)/float64(count))
			if to.nu > 0 {
				err = one.fitNuSVC(part, s, to.nu, before, same)
			} else {
				err = one.fit(part, s, before, same)
			}
			if err != nil {
				return nil, err
			}
			m.pairs = append(m.pairs, one)
			method.Progress(job, float64(len(m.pairs))/float64(count))
		}
	}
	if err := m.finish(job); err != nil {
		return nil, err
	}
	return m, nil
}

// choose selects the points of the pair's classes.
func (p *pair) choose(all *method.Problem, x []float64) {
	d := all.D
	if len(all.ClassIDs) == 2 {
		p.x, p.n = x, all.N
	} else {
		p.rows = []int{}
	}
	for i, c := range all.Class {
		if c != p.a && c != p.b {
			continue
		}
		y := -1.0
		if c == p.b {
			y = 1
		}
		p.sign = append(p.sign, y)
		if p.rows != nil {
			p.rows = append(p.rows, i)
			p.x = append(p.x, x[i*d:i*d+d]...)
			p.n++
		}
	}
	p.target = p.sign
}

// row returns the problem's row of the pair's point i.
func (p *pair) row(i int) int {
	if p.rows == nil {
		return i
	}
	return p.rows[i]
}

func shifted(p *method.Problem, by []float64) []float64 {
	x := make([]float64, len(p.X))
	for i := range p.N {
		for j, v := range p.At(i) {
			x[i*p.D+j] = v - by[j]
		}
	}
	return x
}
