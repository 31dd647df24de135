package svm

import (
	_ "embed"
	"math"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// This method is not linked into the first engine: Method does not refer to it.

// maxDualPoints is the largest number of points: the method stores the whole kernel matrix, and recomputes the gradient
// for each stage.
const maxDualPoints = 500

// weights is the name of the parameter with yα of each training point.
const weights = "dual_coef"

// Names of parts of the pictures.
const (
	showPair  method.Part = "pair"
	showBars  method.Part = "alpha"
	showBox   method.Part = "box"
	showKKT   method.Part = "conditions"
	showBias  method.Part = "intercept"
	showBumps method.Part = "bumps"
)

//go:embed svm_dual.jsonl
var svmDualExamples string

// Dual declares the machine of Method whose dual is solved step by step, id "svm_dual".
// It is a separate method because Method is in the first engine, mixes SMO with Newton steps and starts from the
// previous fit. A step is stored as two coefficients and their values without the box, from which a stage is replayed
// exactly. Several classes have a machine for each pair, solved one after the other; plots and conditions are those of
// the machine that the step has changed. Coefficients that the user gives (dual_coef, two classes) are shown unchanged
// at step 0; step 1 projects them onto the box and the sum 0, and SMO makes the steps after it.
func Dual() method.Method {
	m := Method()
	m.ID, m.Name = "svm_dual", "Support vector machine, step by step"
	m.Aliases = []string{"SMO", "Sequential minimal optimization", "Dual problem", "KKT conditions", "Karush-Kuhn-Tucker",
		"Duality gap", "Representer theorem", "Lagrange multipliers", "Dual d'une SVM", "Conditions de Kuhn-Tucker"}
	m.Summary = "The dual of the support vector machine: one weight α per point. SMO " +
		"changes two of them at a time along Σ αᵢyᵢ = 0, within the box from 0 to C, until the KKT conditions hold at " +
		"every point."
	m.Formula = "max Σ αᵢ − ½ Σ αᵢαⱼyᵢyⱼ k(xᵢ, xⱼ)  with  Σ αᵢyᵢ = 0,  0 ≤ αᵢ ≤ C;  f(x) = Σ αᵢyᵢ k(xᵢ, x) + b"
	m.Source = "Platt, Fast training of support vector machines using sequential minimal optimization, 1998; " +
		"Fan, Chen and Lin, Working set selection using second order information, JMLR 6, 2005"
	m.MaxPoints, m.Bounds, m.Complexity = maxDualPoints, "", ""
	m.Params = append(m.Params,
		method.Param{Name: "max_iter", Label: "Steps at most", Default: 10_000.0, Advanced: true,
			Kind: method.Integer{Range: method.Range{Min: 1, Max: 100_000, SoftMin: 1, SoftMax: 10_000, Log: true}},
			Help: "SMO stops after this many steps, converged or not; with several classes, their sum"},
		method.Param{Name: weights, Label: "Starting weights yα", Default: []float64{}, Advanced: true,
			Kind: method.Numbers{Range: method.Range{Min: -1e12, Max: 1e12},
				List: method.List{MaxLen: maxDualPoints, Entry: "weight"}, Taken: "Start from 0"},
			Help: "yα of each training point of two classes; empty: all are 0. The first step makes them feasible."})
	m.Shows = append(m.Shows, []method.Show{
		{Name: showPair, Label: "Pair of the step", On: true, Help: "Circles around the two points whose α changed in " +
			"this step"},
		{Name: showBars, Label: "α of the points", On: true, Help: "A plot: a bar yα at each point, upwards for the second " +
			"class; both sides have the same sum"},
		{Name: showBox, Label: "Box of the step", On: true, Help: "A plot: the two weights of this step, the box " +
			"from 0 to C " +
			"and the line on which they move"},
		{Name: showKKT, Label: "Conditions", Help: "A plot: each point against the KKT conditions"},
		{Name: showBias, Label: "How b is computed", Help: "A plot: b as computed from each vector on the margin; the " +
			"mean is used"},
		{Name: showBumps, Label: "f as a sum of bumps", Help: "A plot: αᵢyᵢ k(xᵢ, x) of each support vector along a line, " +
			"and their sum"},
		method.WeightSumShow(&method.When{Name: "kernel", In: []string{"linear"}}),
	}...)
	m.Seen = "SMO pair by pair: the two weights in their box with the line on which they move, α as bars that can be " +
		"dragged, the KKT conditions at every point, how b is computed, f as a sum of bumps, the duality gap."
	m.Examples = method.ExamplesIn(svmDualExamples)
	m.Python, m.Fit = svmDualPython, fitDual
	return m
}

// smoStep is one step of SMO: the two variables, their values before and after, and the unclipped step.
type smoStep struct {
	pair, i, j   int32 // i < 0: the first step, which makes given coefficients feasible
	fromI, fromJ float64
	bi, bj       float64
	free         float64 // unclipped step: i rises by it, and j falls by it
}

// smoRun is common to the stages of one solution. It is not modified after the fit.
type smoRun struct {
	problem *method.Problem
	kernel  kernel.Kernel
	inside  kernel.Kernel
	linear  bool
	shift   []float64
	base    []*pair // points of each machine
	grams   []*gram // all rows are present, and only read
	setups  []setup
	start   []float64 // given coefficients; empty if all are 0
	mended  []float64 // coefficients after the first step
	steps   []smoStep
	done    []bool  // per machine: whether it converged
	top     float64 // largest |β| in any step
	dual    []float64
	gap     []float64
	violate []float64
}

// dualStage is the machine after some of the steps; Fit returns the last one.
type dualStage struct {
	*model
	run *smoRun
	k   int
}

func (m *dualStage) Can() *method.Capabilities {
	can := m.model.Can()
	can.LeaveOneOut = m.LeaveOneOut
	can.Layers, can.Panels, can.Span = m.Layers, m.Panels, m.Span
	can.Explain = m.Explain
	can.Stepper = m
	can.Tell, can.Hits, can.Take = m.Tell, m.Hits, m.Take
	return can
}

func fitDual(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, method.NeedClasses("A support vector machine")
	}
	if len(p.ClassIDs) < 2 {
		return nil, &method.Need{Sentence: words.Text("A support vector machine needs points of two classes: all are of %s.",
			p.ClassName(0))}
	}
	given := v.Floats(weights)
	switch {
	case len(given) > 0 && len(p.ClassIDs) > 2:
		return nil, doc.Errorf("params."+weights, "none where there are more than two classes", len(given))
	case len(given) > 0 && len(given) != p.N:
		return nil, doc.Errorf("params."+weights, words.Sprintf("%d numbers, one for each training point", p.N), len(given))
	}
	k, err := kernelparam.For(v, p)
	if err != nil {
		return nil, err
	}
	if err := job.Err(); err != nil {
		return nil, err
	}
	r := &smoRun{problem: p, kernel: k, linear: k.String() == kernel.Linear().String(), start: given}
	r.inside, r.shift = kernelparam.Centred(k, p, nil)
	x := p.X
	if r.linear && r.shift != nil {
		r.inside, x = k, shifted(p, r.shift)
	}
	old, _ := prev.(*dualStage)
	hard := v.Bool("hard")
	for a := range p.ClassIDs {
		for b := a + 1; b < len(p.ClassIDs); b++ {
			one := &pair{a: a, b: b, d: p.D}
			one.choose(p, x)
			g, err := old.rowsOf(job, r, one)
			if err != nil {
				return nil, err
			}
			s := setup{kernel: r.inside, convex: kernel.PositiveDefiniteIn(k, p.D), hard: hard, c: v.Float("C"),
				tol: v.Float("tol")}
			if hard {
				s.c = hardC(r.quadOf(one, g, s, nil).firstC(), nil, false)
			}
			one.kernel = r.inside
			r.base, r.grams, r.setups = append(r.base, one), append(r.grams, g), append(r.setups, s)
		}
	}
	if err := r.solve(job, v.Int("max_iter")); err != nil {
		return nil, err
	}
	return r.at(job, len(r.steps))
}

// rowsOf returns all rows of a machine's kernel matrix, reusing those of the previous model if points and kernel are
// the same.
func (m *dualStage) rowsOf(job method.Job, r *smoRun, p *pair) (*gram, error) {
	if m != nil && m.run.inside.String() == r.inside.String() && slices.Equal(m.run.shift, r.shift) {
		for k, one := range m.run.base {
			if one.d == p.d && slices.Equal(one.x, p.x) {
				return m.run.grams[k], nil
			}
		}
	}
	g := newGram(r.inside, p.x, p.n, p.d, 8*p.n*max(4, p.n), nil)
	for i := range p.n {
		g.row(i)
		if err := method.AskEvery(job, i, 64); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// quadOf returns the quadratic programme of a machine with coefficients beta; nil means 0.
func (r *smoRun) quadOf(p *pair, g *gram, s setup, beta []float64) *quad {
	q := newQuad(p.n)
	q.convex = s.convex
	copy(q.target, p.target)
	q.rows, q.diag = g, g.diag
	q.box(p.sign, s.c)
	if beta != nil {
		copy(q.beta, beta)
	}
	q.refresh()
	return q
}

// solve takes and records the SMO steps of one machine after the other.
func (r *smoRun) solve(job method.Job, most int) error {
	dual, primal := make([]float64, len(r.base)), make([]float64, len(r.base))
	violation := make([]float64, len(r.base))
	note := func(k int, q *quad) {
		dual[k], violation[k] = q.dual(), max(0, q.gap())
		primal[k] = r.base[k].primalOf(q, r.setups[k])
		r.trace(dual, primal, violation)
	}
	var quads []*quad
	for k, p := range r.base {
		var beta []float64
		if k == 0 {
			beta = r.start
		}
		q := r.quadOf(p, r.grams[k], r.setups[k], beta)
		quads = append(quads, q)
		dual[k], primal[k], violation[k] = q.dual(), p.primalOf(q, r.setups[k]), max(0, q.gap())
		for _, b := range q.beta {
			r.top = max(r.top, math.Abs(b))
		}
	}
	r.trace(dual, primal, violation)
	for k, q := range quads {
		if k == 0 && len(r.start) > 0 {
			r.mend(q, r.setups[k].c)
			r.steps = append(r.steps, smoStep{i: -1})
			note(k, q)
		}
		done, err := r.climb(job, k, q, most, func() { note(k, q) })
		if err != nil {
			return err
		}
		r.done = append(r.done, done)
		method.Progress(job, float64(k+1)/float64(len(quads)))
	}
	return job.Err()
}

// mend makes given coefficients feasible: it clips them to the box and then restores the sum 0.
func (r *smoRun) mend(q *quad, c float64) {
	for i, b := range q.beta {
		q.put(i, min(max(b, q.lo[i]), q.hi[i]))
	}
	q.refresh()
	q.balance(0, 0, c)
	q.refresh()
	r.mended = slices.Clone(q.beta)
	for _, b := range q.beta {
		r.top = max(r.top, math.Abs(b))
	}
}

// climb takes SMO steps until the optimality conditions hold, nothing moves any more, or most steps are taken in all
// machines together. It reports whether the conditions hold to the tolerance.
func (r *smoRun) climb(job method.Job, k int, q *quad, most int, note func()) (bool, error) {
	tol, renewed := r.setups[k].tol, 0
	for {
		if q.gap() <= tol || q.gap() <= 4*q.blur() {
			// Many small updates have accumulated errors: decide with a new gradient.
			q.refresh()
			if renewed++; q.gap() <= tol || renewed > 50 {
				return q.gap() <= tol, nil
			}
		}
		if len(r.steps) >= most || math.IsNaN(q.gap()) {
			return false, nil
		}
		i := q.up
		j := q.partner(i, q.row(i))
		if j < 0 {
			return q.gap() <= tol, nil
		}
		curvature := q.diag[i] + q.diag[j] - 2*q.row(i)[j]
		if curvature <= 0 {
			curvature = tau
		}
		s := smoStep{pair: int32(k), i: int32(i), j: int32(j), fromI: q.beta[i], fromJ: q.beta[j],
			free: (q.grad[i] - q.grad[j]) / curvature}
		if err := q.smo(job, 0, 1); err != nil {
			return false, err
		}
		if s.bi, s.bj = q.beta[i], q.beta[j]; s.bi == s.fromI && s.bj == s.fromJ {
			q.refresh() // only rounding errors remain
			if renewed++; renewed > 50 || q.gap() <= tol {
				return q.gap() <= tol, nil
			}
			continue
		}
		r.top = max(r.top, math.Abs(s.bi), math.Abs(s.bj))
		r.steps = append(r.steps, s)
		note()
	}
}

// primalOf returns the primal objective for the w and b of a programme.
func (p *pair) primalOf(q *quad, s setup) float64 {
	b, norm, hinge, least := q.intercept(), 0.0, 0.0, 0.0
	if s.hard {
		least = s.tol
	}
	for i, y := range p.sign {
		norm += q.beta[i] * (p.target[i] - q.grad[i])
		if h := y * (q.grad[i] - b); !(h <= least) {
			hinge += h
		}
	}
	return norm/2 + s.c*hinge
}

// trace records the sums of dual objective and gap over all machines, and the largest violation.
func (r *smoRun) trace(dual, primal, violation []float64) {
	d, gap, worst := 0.0, 0.0, 0.0
	for k := range dual {
		d += dual[k]
		gap += primal[k] - dual[k]
		worst = max(worst, violation[k])
	}
	// Replace rounding errors around 0 by a positive number, which the logarithmic axis needs. A truly negative gap,
	// which only an indefinite kernel or given coefficients that are not feasible have, becomes NaN.
	least := 1e-15 * max(1, math.Abs(d))
	positive := func(x float64) float64 {
		if x < -1e-9*max(1, math.Abs(d)) {
			return math.NaN()
		}
		return max(x, least)
	}
	r.dual, r.gap, r.violate = append(r.dual, d), append(r.gap, positive(gap)), append(r.violate, positive(worst))
}

// at returns the machine after k steps.
func (r *smoRun) at(job method.Job, k int) (*dualStage, error) {
	m := &model{problem: r.problem, kernel: r.kernel, inside: r.inside, linear: r.linear, shift: r.shift,
		hard: r.setups[0].hard}
	betas, steps := make([][]float64, len(r.base)), make([]int, len(r.base))
	for n, p := range r.base {
		betas[n] = make([]float64, p.n)
	}
	copy(betas[0], r.start)
	for _, s := range r.steps[:k] {
		if steps[s.pair]++; s.i < 0 {
			copy(betas[0], r.mended)
			continue
		}
		betas[s.pair][s.i], betas[s.pair][s.j] = s.bi, s.bj
	}
	for n, p := range r.base {
		s := r.setups[n]
		q := r.quadOf(p, r.grams[n], s, betas[n])
		if k > 0 || r.start == nil { // coefficients given out of the box stay visible
			q.tidy()
		}
		one := &pair{a: p.a, b: p.b, rows: p.rows, x: p.x, sign: p.sign, target: p.target, n: p.n, d: p.d, c: s.c, tol: s.tol}
		one.conclude(q, r.grams[n], s, q.gap() <= s.tol)
		one.iter, one.used = steps[n], 2*steps[n]
		if !s.convex {
			one.asked.Do(func() { one.found = p.sound() })
		}
		m.pairs = append(m.pairs, one)
		if err := job.Err(); err != nil {
			return nil, err
		}
	}
	if err := m.finish(job); err != nil {
		return nil, err
	}
	return &dualStage{m, r, k}, nil
}

func (m *dualStage) Steps() int { return len(m.run.steps) }

func (m *dualStage) Stage(k int) method.Model {
	// The job is never cancelled, so there is no error.
	s, _ := m.run.at(method.Unstopped, k)
	return s
}

func (m *dualStage) StepName() string { return "step" }

func (m *dualStage) Trace() []method.Series {
	r := m.run
	return []method.Series{{Name: "dual objective", Values: r.dual}, {Name: "duality gap", Values: r.gap, Log: true},
		{Name: "KKT violation", Values: r.violate, Log: true, Same: true}}
}

// Take returns yα of each training point for the parameter dual_coef; nil for other parameters, more than two classes,
// and values beyond the parameter's range.
func (m *dualStage) Take(param string) []float64 {
	if param != weights || len(m.pairs) != 1 {
		return nil
	}
	for _, b := range m.pairs[0].beta {
		if !(math.Abs(b) <= 1e12) {
			return nil
		}
	}
	return slices.Clone(m.pairs[0].beta)
}

// step returns the step that led to this stage; ok is false at the start, and if the step made given coefficients
// feasible.
func (m *dualStage) step() (s smoStep, ok bool) {
	if m.k == 0 || m.run.steps[m.k-1].i < 0 {
		return s, false
	}
	return m.run.steps[m.k-1], true
}

// focus returns the machine that the step changed, at the start the first one: the pictures show this machine.
func (m *dualStage) focus() *pair {
	n := int32(0)
	if m.k > 0 {
		n = m.run.steps[m.k-1].pair
	}
	return m.pairs[n]
}
