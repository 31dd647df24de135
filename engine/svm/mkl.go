package svm

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"pointscape/engine/chart"
	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Largest numbers of points and of base kernels: the fit stores a Gram matrix for each kernel.
const (
	maxMixPoints  = 500
	maxMixKernels = 8
)

//go:embed mkl.jsonl
var mklExamples string

// MKL declares multiple kernel learning, id "mkl".
func MKL() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "mkl",
			Aliases: []string{"MKL", "Mixture of kernels", "Kernel learning", "Combination of kernels",
				"Apprentissage de noyaux", "Noyaux multiples"},
			Name:   "Multiple kernel learning",
			Family: "Kernel methods",
			Task:   method.Classify,
			Traits: method.Traits{Margin: true},
			Summary: "A support vector machine that learns its kernel: a mixture of several kernels, whose weights are " +
				"learned together with the margin.",
			Formula: "min ½ Σₘ ‖wₘ‖²/θₘ + C Σ max(0, 1 − yᵢ f(xᵢ)),  k = Σₘ θₘkₘ,  θ ≥ 0,  Σₘ θₘᵖ = 1",
			Source: "Kloft, Brefeld, Sonnenburg and Zien, ℓp-norm multiple kernel learning, JMLR 12, 2011 (algorithm 1, " +
				"equation 26); " +
				"Rakotomamonjy, Bach, Canu and Grandvalet, SimpleMKL, JMLR 9, 2008 (duality gap); Sonnenburg, Rätsch, Schäfer " +
				"and Schölkopf, JMLR 7, 2006",
			Params: []method.Param{
				{Name: "kernel", Label: "Kernels", Live: kernelparam.Live, Default: "rbf(0.03) + rbf(0.1) + rbf(0.3) + " +
					"rbf(1) + linear()", Scales: &method.Scales{Power: 1},
					Help: "The base kernels, written as a sum of 2 to 8 terms. Each is first scaled to variance 1 on the points.",
					Kind: method.Kernel{Choices: []method.Choice{
						{Value: "rbf(0.03) + rbf(0.1) + rbf(0.3) + rbf(1) + linear()", Label: "Four Gaussians, linear",
							Help: "Learns the width"},
						{Value: "rbf(0.1) + rbf(0.3) + linear() + poly(1, 1, 2) + poly(1, 1, 4)", Label: "Gaussian, linear, polynomial"},
						{Value: "rbf(0.1, 10) + rbf(10, 0.1) + rbf(0.1)", Label: "Each coordinate, and both",
							Help: "Learns which coordinate matters"},
						{Value: "laplacian(3) + matern32(0.3) + rbf(0.3)", Label: "Rough, smoother, smooth"},
					}}},
				{Name: "C", Label: "C", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6, SoftMin: 0.01,
					SoftMax: 100, Log: true}}, Default: 1.0,
					Help: "Penalty on points inside the margin. Small C: wide margin, many points in it. Large C: narrow margin, " +
						"few."},
				{Name: "p", Label: "Norm p", Kind: method.Number{Range: method.Range{Min: 1, Max: 100, SoftMin: 1, SoftMax: 4}},
					Default: 1.0,
					Help:    "Norm of the weights: p = 1 selects few kernels, a large p makes all weights similar"},
				{Name: "max_iter", Label: "Iterations", Kind: method.Integer{Range: method.Range{Min: 1, Max: 300, SoftMin: 1,
					SoftMax: 100}}, Default: 60.0, Advanced: true,
					Help: "At most this many updates of the weights; each update trains a support vector machine"},
				{Name: "tol", Label: "Tolerance", Kind: method.Number{Range: method.Range{Min: 1e-8, Max: 0.5, Log: true}},
					Default: 0.01, Advanced: true,
					Help: "Learning stops when the duality gap is below this share of the objective"},
			},
			Takes: method.Takes{MaxPoints: maxMixPoints},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Help: "The class at each position"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Help: "Where the decision changes: f = 0. With " +
					"two classes, f > 0 means the second one."},
				{Name: "margins", Label: "Margins", On: true, Help: "Where f = ±1: the edges of the margin"},
				{Name: "support", Label: "Support vectors", On: true, Help: "Rings; brackets where α has reached its limit C"},
				{Name: "weights", Label: "Weights of the kernels", On: true, Help: "A plot: a bar for each kernel's weight θ; " +
					"the thin line is its weight at the start"},
			},
			Examples: method.ExamplesIn(mklExamples),
		},
		Check: func(v method.Values) error {
			_, err := baseKernels(v)
			return err
		},
		Python: mklPython,
		Fit:    fitMKL,
	}
}

// baseKernels returns the terms of the kernel expression. It is an error if there are not 2 to maxMixKernels, or one is
// white noise or not positive semi-definite.
func baseKernels(v method.Values) ([]kernel.Kernel, error) {
	expr := v.String("kernel")
	k, err := kernel.Parse(expr)
	if err != nil {
		return nil, err
	}
	if err := kernel.CheckDim(k, 2); err != nil {
		return nil, err
	}
	terms := kernel.Terms(k)
	if len(terms) < 2 || len(terms) > maxMixKernels {
		return nil, doc.Errorf("params.kernel", words.Sprintf("a sum of 2 to %d kernels", maxMixKernels), expr)
	}
	if kernel.HasWhite(k) || !kernel.PositiveDefiniteIn(k, 2) {
		return nil, doc.Errorf("params.kernel", "a sum of positive semi-definite kernels without white noise: their "+
			"weights are computed from norms ‖wₘ‖, which other kernels do not have", expr)
	}
	return terms, nil
}

// mixture is multiple kernel learning after one of its steps; Fit returns the last one.
type mixture struct {
	*model
	run *mixing
	k   int
}

func (m *mixture) Can() *method.Capabilities {
	can := m.model.Can()
	can.LeaveOneOut = m.LeaveOneOut
	can.Panels = m.Panels
	can.Formula = m.Formula
	can.Stepper, can.Cost = m, m.Cost
	can.Tell = m.Tell
	return can
}

// mixing is common to all steps.
type mixing struct {
	problem *method.Problem
	base    []kernel.Kernel
	inside  []kernel.Kernel // kernels used in computations: base, centred at shift for data far from the origin
	shift   []float64
	scale   []float64 // per base kernel: 1 divided by its variance on the points
	p       float64
	tol     float64
	steps   []mixStep
	done    bool
	mixes   []*mix // one per pair

	grams atomic.Pointer[mixGrams]
}

// mixGrams holds the Gram matrices of the base kernels, each scaled to variance 1. They do not depend on the other
// parameters, so the next fit can reuse them.
type mixGrams struct {
	expr  string
	x     []float64
	scale []float64
	each  [][]float64
}

// mixStep is the machine for given weights θ.
type mixStep struct {
	theta  []float64
	pairs  []*pair
	norm   []float64 // β'Kₘβ/C² of each base kernel, summed over all pairs; without C², a tiny C would underflow
	primal float64
	dual   float64 // of the problem that includes the weights
	errors int
	// n×M absolute contributions of the base kernels to f at the rows, summed over all pairs; row by row
	adds []float64
}

// gramsOf computes the matrices, or takes them away from the previous model.
func gramsOf(job method.Job, p *method.Problem, expr string, base []kernel.Kernel, prev method.Model) (*mixGrams,
	error) {
	if old, ok := prev.(*mixture); ok {
		if g := old.run.grams.Swap(nil); g != nil && g.expr == expr && slices.Equal(g.x, p.X) {
			return g, nil
		}
	}
	n := p.N
	all := &mixGrams{expr: expr, x: p.X}
	for _, k := range base {
		if err := p.CheckKernel(kernel.Diag(k, p.X, n, p.D, nil)); err != nil {
			return nil, err
		}
		g := kernel.Gram(k, p.X, n, p.D, nil)
		trace, sum := 0.0, 0.0
		for i := range n {
			trace += g[i*n+i]
			for _, x := range g[i*n : i*n+n] {
				sum += x
			}
		}
		s := trace/float64(n) - sum/float64(n*n)
		// A kernel that is constant on the points is useless at any scale.
		if !(s > 1e-12*trace/float64(n)) {
			s = 1
		}
		for i := range g {
			g[i] /= s
		}
		all.scale, all.each = append(all.scale, 1/s), append(all.each, g)
		if err := job.Err(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func fitMKL(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if len(p.ClassIDs) < 2 {
		return nil, method.NeedClasses("A support vector machine")
	}
	base, err := baseKernels(v)
	if err != nil {
		return nil, err
	}
	if err := job.Err(); err != nil {
		return nil, err
	}
	inside := make([]kernel.Kernel, len(base))
	_, shift := kernelparam.Centred(kernel.Sum(base...), p, nil)
	for i, k := range base {
		if inside[i] = k; shift != nil {
			inside[i] = kernel.About(k, shift)
		}
	}
	grams, err := gramsOf(job, p, v.String("kernel"), inside, prev)
	if err != nil {
		return nil, err
	}
	r := &mixing{problem: p, base: base, inside: inside, shift: shift, scale: grams.scale, p: v.Float("p"),
		tol: v.Float("tol")}
	m, err := r.learn(job, v, grams.each)
	r.mixes = nil
	if old, ok := prev.(*mixture); ok && err != nil {
		old.run.grams.Store(grams) // available again to the next fit that starts from old
	}
	r.grams.Store(grams)
	return m, err
}

// learn iterates the updates of the weights.
func (r *mixing) learn(job method.Job, v method.Values, grams [][]float64) (method.Model, error) {
	theta := make([]float64, len(grams))
	for m := range theta {
		theta[m] = math.Pow(float64(len(grams)), -1/r.p)
	}
	room := make([]float64, r.problem.N*r.problem.N)
	most := v.Int("max_iter")
	stretch := 1.0
	for k := 0; ; k++ {
		step, err := r.machine(job, v.Float("C"), grams, theta, room)
		if err != nil {
			return nil, err
		}
		if stretch > 1 && step.primal > r.steps[k-1].primal {
			// The step was too long: repeat it without acceleration.
			stretch = 1
			theta = r.update(&r.steps[k-1], stretch)
			if step, err = r.machine(job, v.Float("C"), grams, theta, room); err != nil {
				return nil, err
			}
		}
		r.steps = append(r.steps, *step)
		if gap := step.primal - step.dual; gap <= r.tol*math.Abs(step.primal) {
			r.done = true
		}
		// At least one step, so that there is something to show.
		if r.done && k > 0 || k == most {
			break
		}
		if k > 0 {
			stretch = min(1.5*stretch, 10)
		}
		theta = r.update(step, stretch)
		method.Progress(job, float64(k)/float64(most))
	}
	return r.at(job, len(r.steps)-1)
}

// mix is Σ θₘKₘ over the points of a pair. It keeps Kₘβ of each base kernel and updates it at a cost proportional to
// the coefficients that change: from one θ to the next, those at the limit usually stay there.
type mix struct {
	grams [][]float64
	theta []float64
	p     *pair
	n     int // number of points of all pairs
	beta  []float64
	each  [][]float64 // Kₘβ
}

// add adds t times row i of base kernel m to out.
func (x *mix) add(m, i int, t float64, out []float64) {
	from := x.p.row(i) * x.n
	row := x.grams[m][from : from+x.n]
	if x.p.rows == nil {
		axpy(t, row, out)
		return
	}
	for j, at := range x.p.rows {
		out[j] += t * row[at]
	}
}

// Row computes row i of the mixture.
func (x *mix) Row(i int, out []float64) []float64 {
	clear(out)
	for m, t := range x.theta {
		x.add(m, i, t, out)
	}
	return out
}

// follow updates the products for new coefficients.
func (x *mix) follow(beta []float64) {
	for i, b := range beta {
		if d := b - x.beta[i]; d != 0 {
			for m, v := range x.each {
				x.add(m, i, d, v)
			}
			x.beta[i] = b
		}
	}
}

// gradient subtracts Σ θₘKₘβ from grad.
func (x *mix) gradient(beta, grad []float64) {
	x.follow(beta)
	for m, v := range x.each {
		axpy(-x.theta[m], v, grad)
	}
}

// renewMix is the number of updates after which the products are recomputed, to bound accumulated rounding errors.
const renewMix = 20

// mixOf returns the mixture for pair number k with the weights theta.
func (r *mixing) mixOf(k int, p *pair, grams [][]float64, theta []float64) *mix {
	if k == len(r.mixes) {
		r.mixes = append(r.mixes, nil)
	}
	x := r.mixes[k]
	if x == nil || len(r.steps)%renewMix == 0 {
		x = &mix{grams: grams, n: r.problem.N, beta: make([]float64, p.n)}
		for range grams {
			x.each = append(x.each, make([]float64, p.n))
		}
		r.mixes[k] = x
	}
	x.p, x.theta = p, theta
	return x
}

// machine trains the machines of all pairs with given weights, starting from those of the step before. room has n²
// numbers for the rows of one machine at a time.
func (r *mixing) machine(job method.Job, c float64, grams [][]float64, theta, room []float64) (*mixStep, error) {
	p, n := r.problem, r.problem.N
	step := &mixStep{theta: theta, norm: make([]float64, len(grams)), adds: make([]float64, n*len(grams))}
	k := r.kernel(r.inside, theta)
	last := len(r.steps) - 1
	// The machines need not be more accurate than the weights.
	tol := min(1e-2, r.tol/10)
	if last >= 0 {
		before := &r.steps[last]
		tol = min(1e-2, max(tol, 0.01*(before.primal-before.dual)/max(before.primal, 1e-300)))
	}
	sum := 0.0 // Σα
	for a := range p.ClassIDs {
		for b := a + 1; b < len(p.ClassIDs); b++ {
			one := &pair{a: a, b: b, d: p.D}
			one.choose(p, p.X)
			g := &gram{kernel: k, x: one.x, n: one.n, d: p.D, most: one.n, room: room, rows: make([][]float64, one.n),
				diag: make([]float64, one.n)}
			x := r.mixOf(len(step.pairs), one, grams, theta)
			g.rower = x
			top := 0.0
			for i := range g.diag {
				for m, of := range grams {
					g.diag[i] += theta[m] * of[one.row(i)*(n+1)]
					top = max(top, of[one.row(i)*(n+1)])
				}
			}
			var old *pair
			if last >= 0 {
				old = r.steps[last].pairs[len(step.pairs)]
			}
			s := setup{kernel: k, convex: true, c: c, tol: tol, gradient: x.gradient}
			if err := one.fitOn(job, s, g, old, false); err != nil {
				return nil, err
			}
			one.gram.Store(nil) // the rows are valid in this step only
			size := 0.0
			for _, b := range one.beta {
				size += math.Abs(b)
			}
			sum += size
			one.noise += unseen * size * top // contribution of the terms that kernel drops
			x.follow(one.beta)
			for m, v := range x.each {
				for i, b := range one.beta {
					step.norm[m] += b / c * (v[i] / c)
					step.adds[one.row(i)*len(grams)+m] += theta[m] * math.Abs(v[i])
				}
			}
			step.pairs = append(step.pairs, one)
			step.primal += one.primal
		}
	}
	// The dual over the weights: Σα − ½‖(β'Kₘβ)ₘ‖_q with 1/p + 1/q = 1.
	top := 0.0
	for _, s := range step.norm {
		top = max(top, s)
	}
	if q := r.p / (r.p - 1); r.p > 1 && top > 0 {
		t := 0.0
		for _, s := range step.norm {
			t += math.Pow(max(0, s)/top, q)
		}
		top *= math.Pow(t, 1/q)
	}
	step.dual = sum - c*c*top/2
	return step, nil
}

// update returns the optimal θ for the norms ‖wₘ‖ = θₘ √(β'Kₘβ): θₘ ∝ ‖wₘ‖^(2/(p+1)), Σθᵖ = 1 (Kloft et al., equation
// 26). stretch extrapolates the update in log θ: for p near 1, plain updates take very long to separate good kernels
// from the best.
func (r *mixing) update(step *mixStep, stretch float64) []float64 {
	theta := make([]float64, len(step.theta))
	top := 0.0
	for m, t := range step.theta {
		w := t * math.Sqrt(max(0, step.norm[m]))
		w = math.Pow(w, 2/(r.p+1))
		if t > 0 {
			w *= math.Pow(w/t, stretch-1)
		}
		theta[m] = w
		top = max(top, w)
	}
	if !(top > 0) || math.IsInf(top, 1) {
		return slices.Clone(step.theta) // all norms are 0, or one overflows: keep the weights
	}
	sum := 0.0
	for m := range theta {
		theta[m] = max(theta[m]/top, 1e-10) // a weight of 0 would stay 0
		sum += math.Pow(theta[m], r.p)
	}
	sum = math.Pow(sum, 1/r.p)
	for m := range theta {
		theta[m] /= sum
	}
	return theta
}

// unseen is the weight up to which a base kernel is dropped from the mixture.
const unseen = 1e-9

// kernel returns the mixture, without base kernels of negligible weight.
func (r *mixing) kernel(base []kernel.Kernel, theta []float64) kernel.Kernel {
	var terms []kernel.Kernel
	for m, t := range theta {
		if t > unseen {
			terms = append(terms, kernel.Scale(t*r.scale[m], base[m]))
		}
	}
	return kernel.Sum(terms...)
}

// at returns the model of a step.
func (r *mixing) at(job method.Job, k int) (*mixture, error) {
	step := &r.steps[k]
	m := &model{problem: r.problem, kernel: r.kernel(r.base, step.theta), inside: r.kernel(r.inside, step.theta),
		shift: r.shift, pairs: step.pairs}
	err := m.finish(job)
	step.errors = m.errors
	return &mixture{m, r, k}, err
}

// Cost counts the visits of the machines in all steps so far.
func (m *mixture) Cost() method.Cost {
	visits := 0.0
	for _, s := range m.run.steps[:m.k+1] {
		for _, p := range s.pairs {
			visits += float64(p.used) * float64(p.n)
		}
	}
	return method.Cost{Passes: visits / float64(m.problem.N)}
}

// Steps returns the number of updates of the weights.
func (m *mixture) Steps() int { return len(m.run.steps) - 1 }

// LeaveOneOut returns nothing: the scales of the base kernels and the weights depend on all points, including those
// with coefficient 0.
func (m *mixture) LeaveOneOut(job method.Job) ([]float64, []bool, error) {
	return nil, nil, job.Err()
}

// Stage returns the machine after k updates.
func (m *mixture) Stage(k int) method.Model {
	// The job is never cancelled, so there is no error.
	s, _ := m.run.at(method.Unstopped, k)
	return s
}

func (m *mixture) StepName() string { return "update" }

// Trace returns the objective, the gap and the weights.
func (m *mixture) Trace() []method.Series {
	r := m.run
	objective := method.Series{Name: "objective"}
	gap := method.Series{Name: "duality gap", Log: true}
	for _, s := range r.steps {
		objective.Values = append(objective.Values, s.primal)
		g := s.primal - s.dual
		if !(g > 0) {
			g = math.NaN()
		}
		gap.Values = append(gap.Values, g)
	}
	out := []method.Series{objective, gap}
	for i, k := range r.base {
		w := method.Series{Name: words.Text("θ of %s", k.String()), Same: i > 0}
		for _, s := range r.steps {
			w.Values = append(w.Values, s.theta[i])
		}
		out = append(out, w)
	}
	return out
}

func (m *mixture) Status() method.Status {
	r := m.run
	s := &r.steps[m.k]
	gap := max(0, s.primal-s.dual) / max(math.Abs(s.primal), 1e-300)
	switch {
	case m.k < m.Steps():
		return method.Status{State: method.Running, Sentence: words.Sprintf("After %s of the weights the duality gap is "+
			"%.2g of the objective.", words.Count(m.k, "update"), gap)}
	case !r.done:
		return method.Status{State: method.Limited, Sentence: words.Sprintf("Stopped after %s with a duality gap of "+
			"%.2g of the objective, more than the tolerance %.2g.", words.Count(m.k, "update"), gap, r.tol)}
	}
	return method.Status{State: method.Converged, Sentence: words.Sprintf("The duality gap is %.2g of the objective "+
		"after %s of the weights.", gap, words.Count(m.k, "update"))}
}

func (m *mixture) Facts() []method.Fact {
	s := &m.run.steps[m.k]
	names := make([]string, len(m.run.base))
	kernels := make([]string, len(names))
	used, most := 0, 0.0
	for _, t := range s.theta {
		most = max(most, t)
	}
	for i, k := range m.run.base {
		kernels[i] = k.String()
		names[i] = fmt.Sprintf("%.3g %s", s.theta[i], k)
		if s.theta[i] > 0.01*most {
			used++
		}
	}
	facts := []method.Fact{
		{Name: "kernels", Value: words.Join(names, ", "), Meaning: "Weight θ and base kernel", Quiet: true},
		{Name: "weights", Label: "Weight θ", Value: s.theta, Meaning: "θ of the base kernels, each scaled to variance 1 " +
			"on the points", Rows: kernels},
		{Name: "kernel_scales", Value: m.run.scale, Meaning: "One over the variance of each base kernel on the points",
			Quiet: true},
		{Name: "n_kernels", Label: "Kernels in use", Value: used, Meaning: "Kernels with more than 1 % of the " +
			"largest weight"},
	}
	for _, f := range m.model.Facts() {
		switch f.Name {
		case "n_iter":
			f.Value, f.Meaning = m.k, "Updates of the weights"
		case "objective":
			f.Value, f.Rows, f.Meaning = s.dual, nil, "Over the weights, too: Σα − ½‖(βᵀKₘβ)ₘ‖_{q} with 1/p + 1/q = 1; α and "+
				"βᵀKₘβ are sums over the pairs of classes"
		case "primal_objective":
			f.Value, f.Rows, f.Meaning = s.primal, nil, "½ Σ ‖wₘ‖²/θₘ + C Σ max(0, 1 − y f), summed over pairs of classes"
		case "duality_gap":
			f.Value, f.Rows, f.Meaning = s.primal-s.dual, nil, "Primal minus dual objective; 0 with the best weights"
		}
		facts = append(facts, f)
	}
	return facts
}

// Panels returns the panel of the weights.
func (m *mixture) Panels(show method.Shown) []method.Panel {
	if !show["weights"] {
		return nil
	}
	return []method.Panel{chart.Plain(method.PanelInfo{ID: "weights", Title: "Weights of the kernels", XLabel: "θ",
		Help: "A bar for each base kernel, in the order of the expression; the thin line is its weight at the start"},
		m.weights).Rows(m.rowKeys)}
}

// barHeight is the height of a bar; bars are at distance 1, and the rest is for the numbers.
const barHeight = 0.42

// weights draws a bar for each kernel.
func (m *mixture) weights() *chart.Chart {
	r := m.run
	n := len(r.base)
	c := &chart.Chart{X: chart.Axis{Below: 0.02, Above: 0.05}, Y: chart.Exactly(-0.75, float64(n))}
	for _, s := range r.steps { // the same scale for all steps
		c.X.See = append(c.X.See, s.theta...)
	}
	for i, t := range r.steps[m.k].theta {
		row := n - 1 - i
		// As high as the bar.
		start := chart.Upright(chart.As(picture.RoleCursor, "weight at the start"), r.steps[0].theta[i], float64(row)-0.06,
			float64(row)+barHeight)
		c.Add(chart.Strip{Look: chart.As(picture.RoleBar, "weight θ of a kernel"), Row: row, Value: t, High: barHeight,
			Name: r.base[i].String(), Figure: fmt.Sprintf("%.3f", t), Key: mixKey(i)}, start)
	}
	return c
}

// mixKey returns the key of a base kernel, for its bar and for the points at which it contributes most.
func mixKey(i int) string { return mixKind.Key(i) }

var mixKind = picture.KeyKind{Begins: "kernel", From: 1}

// rowKeys returns, for each row, the key of the kernel that contributes most to f there.
func (m *mixture) rowKeys() []string {
	keys := make([]string, m.problem.N)
	for i := range keys {
		keys[i] = mixKey(m.carrier(i))
	}
	return keys
}

// carrier returns the kernel that contributes most to f at a row.
func (m *mixture) carrier(row int) int {
	n := len(m.run.base)
	return method.Largest(m.run.steps[m.k].adds[row*n : (row+1)*n])
}

// Tell returns the weight of a kernel. A click selects the points at which it contributes most.
func (m *mixture) Tell(key string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	i, ok := mixKind.Number(key, len(m.run.base))
	if !ok {
		return t, false
	}
	t.Answer = words.Sprintf("kernel %d: %s", i+1, m.run.base[i])
	for row := range m.problem.N {
		if m.carrier(row) == i {
			t.Click.Rows = append(t.Click.Rows, row)
		}
	}
	t.Lines = []string{words.Sprintf("weight θ = %.3g", m.run.steps[m.k].theta[i]),
		words.Text("adds most to f at %s", words.Count(len(t.Click.Rows), "training point"))}
	return t, true
}

// Formula returns the objective, and the mixture with its weights.
func (m *mixture) Formula() string {
	s := &m.run.steps[m.k]
	var terms []string
	for i, t := range s.theta {
		if t >= 5e-4 {
			terms = append(terms, fmt.Sprintf("%.3f·%.4g %s", t, m.run.scale[i], m.run.base[i]))
		}
	}
	all := pair{c: s.pairs[0].c, primal: s.primal}
	for _, p := range s.pairs {
		all.hinge += p.hinge
	}
	return m.formula(words.Text("min ½ Σ ‖wₘ‖²/θₘ + C Σ ξᵢ  = %s = %s,  ξᵢ = max(0, 1 − yᵢ f(xᵢ))", all.worked(),
		words.Number(s.primal)), words.Join(terms, " + "))
}
