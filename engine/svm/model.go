package svm

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pointscape/engine/classify"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// model is a fitted C-SVC or ν-SVC: one machine for each pair of classes.
type model struct {
	problem *method.Problem
	kernel  kernel.Kernel
	inside  kernel.Kernel // kernel used in computations: centred at shift for data far from the origin
	linear  bool
	hard    bool
	nu      float64   // ν of ν-SVC, else 0
	shift   []float64 // what was subtracted from the inputs (linear kernel), or the centre of inside; nil if nothing
	pairs   []*pair   // (0,1), (0,2), ..., (1,2), ...

	vectors []int // rows that are support vectors of any pair, ascending
	// values of the pairs' decision functions, in the order of pairs
	decision *kernel.Expansion
	among    kernelparam.Among // shared kernel values between rows, for many fits to parts of them; nil if there are none
	w        [][]float64       // linear kernel: w of each pair
	offset   []float64         // b in f = Σ αᵢyᵢ k(xᵢ, x) + b of each pair; decision.Bias belongs to inside
	errors   int               // number of misclassified training points
}

func (m *model) Can() *method.Capabilities {
	can := &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m, PredictPart: m.PredictPart, LeaveOneOut: m.LeaveOneOut,
			Bounds: m.Bounds, Complexity: m.Complexity, Affine: m.Affine},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers, PartSays: m.PartSays},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:     method.Run{Cost: m.Cost},
	}
	if m.nu > 0 {
		can.Panels, can.Tell, can.Hits = m.nuPanels, m.nuTell, m.nuHits
	}
	return can
}

// Cost counts passes over the points; each pair visits its own rows.
func (m *model) Cost() method.Cost {
	visits := 0.0
	for _, p := range m.pairs {
		visits += float64(p.used) * float64(p.n)
	}
	return method.Cost{Passes: visits / float64(m.problem.N)}
}

// pairOf returns the pair of two class ids; nil if there is none, or if m is nil.
func (m *model) pairOf(a, b int) *pair {
	if m == nil {
		return nil
	}
	for _, p := range m.pairs {
		if m.problem.ClassIDs[p.a] == a && m.problem.ClassIDs[p.b] == b {
			return p
		}
	}
	return nil
}

func (m *model) classes() int { return len(m.problem.ClassIDs) }

// Affine returns f for two classes with the linear kernel; ok is false otherwise.
func (m *model) Affine() (intercept float64, coef []float64, ok bool) {
	if !m.linear || len(m.w) != 1 || m.classes() != 2 {
		return 0, nil, false
	}
	return m.offset[0], m.w[0], true
}

// finish computes everything that follows from the fitted pairs.
func (m *model) finish(job method.Job) error {
	n, d := m.problem.N, m.problem.D
	position := make([]int, n)
	for _, p := range m.pairs {
		for i, b := range p.beta {
			if b != 0 {
				position[p.row(i)] = 1
			}
		}
	}
	e := &kernel.Expansion{Kernel: m.inside, D: d}
	for i, used := range position {
		if used != 0 {
			position[i] = len(m.vectors)
			m.vectors = append(m.vectors, i)
			e.X = append(e.X, m.problem.At(i)...)
		}
	}
	e.N = len(m.vectors)
	for _, p := range m.pairs {
		c := make([]float64, e.N)
		for i, b := range p.beta {
			if b != 0 {
				c[position[p.row(i)]] = b
			}
		}
		bias := p.bias
		if m.linear {
			w := make([]float64, d)
			for i, b := range p.beta {
				for j := range w {
					w[j] += b * p.x[i*d+j]
				}
			}
			for j, s := range m.shift {
				bias -= w[j] * s
			}
			m.w, p.w = append(m.w, w), w
		}
		e.Coef = append(e.Coef, c)
		e.Bias = append(e.Bias, bias)
		if m.shift != nil && !m.linear {
			bias -= riseTo(m.kernel, p, m.shift)
		}
		m.offset = append(m.offset, bias)
	}
	m.decision = e
	var err error
	m.errors, err = m.mistakes(job)
	return err
}

// riseTo returns Σ βᵢ k(xᵢ, z) over the points of a pair with Σ βᵢ = 0, without cancellation.
func riseTo(k kernel.Kernel, p *pair, z []float64) float64 {
	s := 0.0
	for i, b := range p.beta {
		if b != 0 {
			s += b * kernel.Rise(k, p.x[i*p.d:i*p.d+p.d], z)
		}
	}
	return s
}

// mistakes counts the misclassified training points. The solver's gradients give each pair's decision values at its own
// points. The other pairs are evaluated only for points whose class does not win all its pairs, and for points so near
// the boundary that rounding errors decide.
func (m *model) mistakes(job method.Job) (int, error) {
	if !fastErrors {
		return classify.Wrong(job, m, m.problem)
	}
	lost := make([]bool, m.problem.N)
	bad := 0
	two := m.classes() == 2
	for _, p := range m.pairs {
		for i, y := range p.sign {
			switch f, sure := p.reached(i); {
			case !sure:
				lost[p.row(i)] = true
			case (f > 0) == (y > 0):
			case two:
				bad++
			default:
				lost[p.row(i)] = true
			}
		}
	}
	var x []float64
	var class []int
	for i, l := range lost {
		if l {
			x = append(x, m.problem.At(i)...)
			class = append(class, m.problem.Class[i])
		}
	}
	more, err := classify.Wrong(job, m, &method.Problem{N: len(class), D: m.problem.D, X: x, Class: class})
	return bad + more, err
}

// reached returns the decision value of a pair at its own point i, from the solver's gradient. sure is false if the
// value is so small that rounding errors decide its sign.
func (p *pair) reached(i int) (f float64, sure bool) {
	f = p.sign[i] - p.grad[i] + p.bias
	if p.white != nil { // white noise is part of the kernel matrix, not of the decision function
		f -= p.white[i] * p.beta[i]
	}
	return f, math.Abs(f) > 1e-9+10*p.noise
}

// values computes the decision values of all P pairs at the rows of x: out[i*P+p].
func (m *model) values(x []float64) []float64 {
	if !m.linear {
		return m.decision.EvalPoints(x, nil)
	}
	d := m.problem.D
	n := len(x) / d
	out := make([]float64, 0, n*len(m.pairs))
	for i := range n {
		for k, w := range m.w {
			out = append(out, dot(w, x[i*d:i*d+d])+m.decision.Bias[k])
		}
	}
	return out
}

// Predict writes class indices: for two classes 1 where the decision value is positive; else the class that wins most
// pairs, the lowest of equals (libsvm's vote).
func (m *model) Predict(x []float64, out []float64) {
	v := newVote(m.classes())
	m.Scores(x, func(i int, f []float64) { out[i] = float64(v.count(f)) })
}

func (m *model) PredictPart(at *method.Problem, from int, out []float64) bool {
	if m.among == nil {
		return false
	}
	mine := m.among.PartRows(m.problem)
	if mine == nil || !m.among.Know(at, from) {
		return false
	}
	v := newVote(m.classes())
	e := m.decision
	values, f := make([]float64, e.N), make([]float64, len(e.Coef))
	rows := make([]int, e.N)
	for j, r := range m.vectors {
		rows[j] = mine[r]
	}
	own := at == m.problem && m.classes() == 2
	for i := range out {
		if own {
			if f, sure := m.pairs[0].reached(from + i); sure {
				out[i] = 0
				if f > 0 {
					out[i] = 1
				}
				continue
			}
		}
		kernelparam.Gather(values, m.among.Beside(at, from+i), rows)
		for k, c := range e.Coef {
			f[k] = e.Bias[k] + linalg.Dot(values, c)
		}
		out[i] = float64(v.count(f))
	}
	return true
}

// Scores passes the decision values of the pairs to tell, as classify.Scored requires.
func (m *model) Scores(x []float64, tell func(i int, f []float64)) {
	classify.Listed(m.values(x), len(m.pairs), tell)
}

// PointScores returns decision values: one column for two classes, positive for class 1; else a column for each pair of
// classes in the order (0,1), (0,2), …, (1,2), …, positive for the second class of the pair.
func (m *model) PointScores(x []float64) [][]float64 {
	return classify.PointScores(m, m.problem, x, nil)
}

// stuck reports whether a coefficient has reached its limit: C, or for a hard margin the finite substitute for C = ∞.
func (p *pair) stuck() bool {
	for _, b := range p.beta {
		if math.Abs(b) == p.c {
			return true
		}
	}
	return false
}

func (m *model) Status() method.Status {
	apart := true
	for _, p := range m.pairs {
		apart = apart && !(m.hard && p.stuck())
		if m.nu > 0 && p.rho == 0 {
			s := method.Status{State: method.Diverged, Sentence: "The margin has no width (ρ = 0, to computing precision): " +
				"with this kernel the classes overlap too much for so small a ν. Increase ν, or use a more flexible kernel."}
			return kernelparam.Doubt(s, worst(m.pairs).sound, stationary)
		}
	}
	switch {
	case worst(m.pairs).sound == kernel.Indefinite: // says nothing about the existence of other solutions
	case !apart && m.linear:
		return method.Status{State: method.Diverged, Sentence: "These classes cannot be separated by a straight line: a " +
			"hard margin has no solution. An approximate solution with errors is shown."}
	case !apart:
		return method.Status{State: method.Diverged, Sentence: "These classes cannot be separated by this kernel with " +
			"coefficients within floating-point range: a hard margin has no solution. An approximate solution is shown."}
	}
	if m.nu > 0 {
		return worst(m.pairs).status("", "Make ν larger, choose a more flexible kernel, or raise the tolerance.")
	}
	return ended(m.pairs...)
}

// ended returns the status of machines with a parameter C.
func ended(pairs ...*pair) method.Status {
	return worst(pairs).status("", "Make C or the kernel's values smaller (a smaller γ or degree, points nearer to the "+
		"origin), or raise the tolerance.")
}

// end is the final state of a solver: the violation of the optimality conditions, its possible rounding error, and the
// tolerance, in the same units.
type end struct {
	gap, noise, tol float64
	steps           int
	sound           kernel.Soundness // of the least sound pair
}

// worst returns the end of the pair with the largest violation, or possible violation, relative to its tolerance, with
// the steps of all pairs.
func worst(pairs []*pair) end {
	steps, sound := 0, kernel.Sound
	w := pairs[0]
	for _, p := range pairs {
		steps += p.iter
		sound = max(sound, p.sound())
		if !(max(p.gap, p.noise)/p.tol <= max(w.gap, w.noise)/w.tol) {
			w = p
		}
	}
	return end{w.gap, w.noise, w.tol, steps, sound}
}

// status returns the status. unit is the unit of violations ("" or " of the range of f"), remedy the advice against
// rounding errors.
func (e end) status(unit, remedy string) method.Status {
	s := method.Status{State: method.Settled(e.gap, e.tol, e.noise)}
	steps := words.Count(e.steps, "step")
	switch {
	case s.State == method.Diverged:
		s.Sentence = words.Text("The numbers became too large for floating-point arithmetic. %s", remedy)
	case s.State == method.Converged:
		s.Sentence = words.Sprintf("The KKT conditions hold to %.3g%s after %s.", e.tol, unit, steps)
	case e.gap <= 10*e.noise:
		s.Sentence = words.Sprintf("Stopped after %s at the limit of rounding errors: violations of the KKT conditions "+
			"below about %.0e%s cannot be measured, and the tolerance is %.3g. %s", steps, max(e.gap, e.noise), unit,
			e.tol, remedy)
	default:
		s.Sentence = words.Sprintf("Stopped after %s before the KKT conditions held to %.3g%s; they are violated by %.1e.",
			steps, e.tol, unit, e.gap)
	}
	return kernelparam.Doubt(s, e.sound, stationary)
}

// stationary is the consequence of a kernel that is not positive semi-definite.
const stationary = "this is a stationary point, which need not be the optimum, and there is no ‖w‖ and no margin."

// proper removes the facts that require a positive semi-definite kernel: norm, margin and primal problem.
func proper(facts []method.Fact, pairs ...*pair) []method.Fact {
	if !slices.ContainsFunc(pairs, func(p *pair) bool { return p.sound() == kernel.Indefinite }) {
		return facts
	}
	return slices.DeleteFunc(facts, func(f method.Fact) bool {
		return slices.Contains([]string{"margin", "w_norm", "primal_objective", "duality_gap"}, f.Name)
	})
}

// norm returns ‖w‖ in feature space. If w is known explicitly, it is used: β'Kβ would lose all digits when large
// coefficients cancel.
func (p *pair) norm() float64 {
	s := 0.0
	if p.w != nil {
		for _, w := range p.w {
			s += w * w
		}
		return math.Sqrt(s)
	}
	for i, b := range p.beta {
		s += b * (p.target[i] - p.grad[i])
	}
	return math.Sqrt(max(0, s))
}

// margin returns the width of the margin, 2/‖w‖; 0 if w is 0.
func (p *pair) margin() float64 {
	if w := p.norm(); w > 0 {
		return 2 / w
	}
	return 0
}

// Facts have numbers for two classes, and lists in the order of the pairs for more. dual_coef is yα in the order of
// support.
func (m *model) Facts() []method.Fact {
	pairs := m.pairNames()
	facts := m.machineFacts(pairs)
	if m.linear {
		w := method.Fact{Name: "coef", Value: m.rowOrRows(m.w), Meaning: words.Text("w in f(x) = w·x + b%s", m.each())}
		if inputs := m.problem.InputNames(); pairs == nil {
			w.By(inputs)
		} else {
			w.By(pairs, inputs...)
		}
		facts = append(facts, w)
	}
	if m.nu > 0 {
		facts = append(facts, m.nuFacts(m.per, m.each(), pairs)...)
	}
	facts = append(facts, m.solverFacts(pairs)...)
	facts = proper(facts, m.pairs...)
	if m.nu > 0 {
		facts = undivided(facts, m.pairs...)
	}
	if len(m.pairs) > 1 {
		ids := make([][]float64, len(m.pairs))
		for i, p := range m.pairs {
			ids[i] = []float64{float64(m.problem.ClassIDs[p.a]), float64(m.problem.ClassIDs[p.b])}
		}
		facts = append(facts, method.Fact{Name: "pairs", Value: ids, Meaning: "The pairs of classes, in the order of the " +
			"lists; f is positive for the second", Quiet: true})
	}
	return facts
}

// per returns a number for each pair of classes, or one number if there is only one pair.
func (m *model) per(of func(p *pair) float64) any {
	if len(m.pairs) == 1 {
		return of(m.pairs[0])
	}
	list := make([]float64, len(m.pairs))
	for i, p := range m.pairs {
		list[i] = of(p)
	}
	return list
}

// each says that a list has a number for each pair of classes; "" if there is only one.
func (m *model) each() string {
	if len(m.pairs) > 1 {
		return ", for each pair of classes"
	}
	return ""
}

// pairNames returns the names of the pairs; nil if there is only one.
func (m *model) pairNames() (pairs []string) {
	if len(m.pairs) > 1 {
		for _, p := range m.pairs {
			pairs = append(pairs, m.pairName(p))
		}
	}
	return pairs
}

// machineFacts returns the errors, the margin and the support vectors. pairs are the names of the pairs.
func (m *model) machineFacts(pairs []string) []method.Fact {
	bounded := m.bounded()
	nBounded := 0
	perClass := make([]int, m.classes())
	for k, i := range m.vectors {
		perClass[m.problem.Class[i]]++
		if bounded[k] {
			nBounded++
		}
	}
	unit, where := "", "in the kernel's feature space"
	if m.linear {
		unit, where = "data units", "in the plane"
	}
	limit := "limit α = C: inside the margin or on the wrong side"
	switch {
	case m.nu > 0:
		limit = "limit α = 1/ρ: inside the margin or on the wrong side"
	case m.hard:
		limit = "largest α in floating-point range: reached if the classes cannot be separated"
	}
	return []method.Fact{
		{Name: "training_error", Value: float64(m.errors) / float64(m.problem.N)},
		{Name: "margin", Value: m.per((*pair).margin), Unit: unit, Meaning: words.Text("2/‖w‖, %s%s", where, m.each()),
			Rows: pairs},
		{Name: "n_support", Value: len(m.vectors), Meaning: "Number of points with α > 0; only these determine the solution"},
		{Name: "n_bounded", Value: nBounded, Meaning: words.Text("Support vectors at the %s", limit)},
		{Name: "n_support_per_class", Label: "Support vectors", Value: perClass, Meaning: "Support vectors of each class",
			Rows: m.problem.ClassNames()},
		{Name: "intercept", Value: m.scalarOrList(m.offset), Meaning: words.Text("b in f(x) = Σ αᵢyᵢ k(xᵢ, x) + b%s",
			m.each()),
			Rows: pairs},
	}
}

// solverFacts returns the objectives, the steps and the dual solution. pairs are the names of the pairs.
func (m *model) solverFacts(pairs []string) []method.Fact {
	each := m.each()
	steps, gap := 0, 0.0
	for _, p := range m.pairs {
		steps += p.iter
		gap = max(gap, p.gap)
	}
	bounded := m.bounded()
	var boundedRows []int
	for k, i := range m.vectors {
		if bounded[k] {
			boundedRows = append(boundedRows, i)
		}
	}
	dual, primal := "Σα − ½ Σ αᵢαⱼyᵢyⱼ k(xᵢ, xⱼ)", "½‖w‖² + C Σ max(0, 1 − y f)"
	if m.nu > 0 {
		dual, primal = "−½ Σ αᵢαⱼyᵢyⱼ k(xᵢ, xⱼ), before f is divided by ρ", "½‖w‖² − νnρ + Σ max(0, ρ − y f), before f is "+
			"divided by ρ"
	}
	return []method.Fact{
		{Name: "primal_objective", Value: m.per(func(p *pair) float64 { return p.primal }),
			Meaning: words.Text("%s%s%s", primal, each, m.hardNote()), Rows: pairs},
		{Name: "objective", Label: "Dual objective", Group: method.Solver,
			Value: m.per(func(p *pair) float64 { return p.dual }), Meaning: words.Text("%s%s", dual, each), Rows: pairs},
		{Name: "duality_gap", Value: m.per(func(p *pair) float64 { return p.primal - p.dual }),
			Meaning: words.Text("Primal minus dual objective; 0 at the solution%s", each), Rows: pairs},
		{Name: "w_norm", Value: m.per((*pair).norm), Meaning: words.Text("‖w‖ in feature space%s", each), Quiet: true},
		{Name: "n_iter", Value: steps, Meaning: "SMO steps; after an edit, only those since the edit"},
		{Name: "kkt_violation", Value: gap},
		{Name: "support", Value: m.problem.Ordinals(m.vectors), Meaning: "Indices of the support vectors",
			Quiet: true},
		{Name: "bounded", Value: m.problem.Ordinals(boundedRows), Meaning: "Indices of the support vectors at the limit",
			Quiet: true},
		{Name: "dual_coef", Value: m.rowOrRows(m.decision.Coef), Meaning: words.Text("yα of the support vectors, in the "+
			"order of support%s", each), Quiet: true},
	}
}

// pairName returns the name of a pair of classes: "class 1 | class 2".
func (m *model) pairName(p *pair) string {
	return words.Text("%s | %s", words.Capital(m.problem.ClassName(p.a)), m.problem.ClassName(p.b))
}

func (m *model) hardNote() string {
	if m.hard {
		return "; for the hard margin C is only large, and violations within the tolerance count as none"
	}
	return ""
}

func (m *model) scalarOrList(v []float64) any {
	if len(v) == 1 {
		return v[0]
	}
	return slices.Clone(v)
}

func (m *model) rowOrRows(v [][]float64) any {
	if len(v) == 1 {
		return slices.Clone(v[0])
	}
	return v
}

// bounded reports for each support vector whether one of its coefficients is at the limit.
func (m *model) bounded() []bool {
	out := make([]bool, len(m.vectors))
	for k, c := range m.decision.Coef {
		limit := m.pairs[k].c
		for i, v := range c {
			if math.Abs(v) == limit {
				out[i] = true
			}
		}
	}
	return out
}

// worked returns ½‖w‖² + C Σ ξᵢ with numbers.
func (p *pair) worked() string {
	return words.Text("%s + %s·%s", words.Number(p.primal-p.c*p.hinge), words.Number(p.c), words.Number(p.hinge))
}

// goal returns the objective with its value. With several pairs, it is the sum of the pairs' objectives, which are
// minimised separately.
func (m *model) goal() string {
	all, width := pair{c: m.pairs[0].c}, 0.0 // νnρ
	for _, p := range m.pairs {
		all.primal += p.primal
		all.hinge += p.hinge
		width += m.nu * float64(p.n) * p.rho
	}
	each := ""
	if len(m.pairs) > 1 {
		each = "  for each pair of classes; in all"
	}
	value := words.Number(all.primal)
	switch {
	case worst(m.pairs).sound == kernel.Indefinite:
		sum, linear := 0.0, " − Σ αᵢ"
		for _, p := range m.pairs {
			sum -= p.dual
		}
		if m.nu > 0 {
			linear = ""
		}
		return words.Text("½ Σ αᵢαⱼyᵢyⱼ k(xᵢ, xⱼ)%s%s  = %s,  stationary", linear, each, words.Number(sum))
	case m.nu > 0:
		return words.Text("min ½‖w‖² − νnρ + Σ ξᵢ%s  = %s%s%s = %s,  ξᵢ = max(0, ρ − yᵢ f(xᵢ)), before f is divided by ρ",
			each, words.Number(all.primal+width-all.hinge), words.Term(-width), words.Term(all.hinge), value)
	case m.hard && all.hinge == 0:
		return words.Text("min ½‖w‖²%s  = %s,  with yᵢ f(xᵢ) ≥ 1 for all points", each, value)
	}
	return words.Text("min ½‖w‖² + C Σ ξᵢ%s  = %s = %s,  ξᵢ = max(0, 1 − yᵢ f(xᵢ))", each, all.worked(), value)
}

// pairName returns the name of the decision function between two classes, by their indices: f_{12}; f_{1,12} if one has
// two digits.
func pairName(a, b string) string {
	if max(len(a), len(b)) > 1 {
		a += ","
	}
	return "f_{" + a + b + "}"
}

// Formula returns the objective and the decision functions with their numbers.
func (m *model) Formula() string { return m.formula(m.goal(), m.kernel.String()) }

// formula is Formula for a given objective and kernel.
func (m *model) formula(goal, kern string) string {
	var s strings.Builder
	s.WriteString(words.Say(goal) + "\n")
	for k, p := range m.pairs {
		name := "f"
		if len(m.pairs) > 1 {
			name = pairName(m.problem.ClassIndex(p.a), m.problem.ClassIndex(p.b))
		}
		if m.linear {
			fmt.Fprintf(&s, "%s(x) = ", name)
			for j, w := range m.w[k] {
				fmt.Fprintf(&s, "%s x%s", words.TermAt(j, w), words.Index(j+1))
			}
			fmt.Fprintf(&s, "%s,  2/‖w‖ = %.4g\n", words.Term(m.decision.Bias[k]), p.margin())
			continue
		}
		n := 0
		for _, c := range m.decision.Coef[k] {
			if c != 0 {
				n++
			}
		}
		s.WriteString(words.Sprintf("%s(x) = Σ αᵢyᵢ k(xᵢ, x)%s  over %s\n", name, words.Term(m.offset[k]), words.Count(n,
			"support vector")))
	}
	if !m.linear {
		s.WriteString(words.Text("k = %s\n", kern))
	}
	if len(m.pairs) == 1 {
		s.WriteString(words.Sprintf("%s where f(x) > 0, otherwise %s", m.problem.ClassName(1), m.problem.ClassName(0)))
	} else {
		s.WriteString(words.Say("each f votes for its second class where it is positive, otherwise for its first; most " +
			"votes win"))
	}
	return s.String()
}

// LeaveOneOut uses that removing a row that supports no pair does not change the machine. This requires unique
// machines, with the intercept of each determined by a vector between its bounds.
func (m *model) LeaveOneOut(job method.Job) ([]float64, []bool, error) {
	p := m.problem
	if !fastLeftOut || m.nu > 0 || !kernel.PositiveDefiniteIn(m.kernel, p.D) {
		return nil, nil, job.Err()
	}
	for _, one := range m.pairs {
		free := func(b float64) bool { return b != 0 && (m.hard || math.Abs(b) < one.c) }
		if !one.done || m.hard && one.stuck() || !slices.ContainsFunc(one.beta, free) {
			return nil, nil, job.Err()
		}
	}
	answers, known := make([]float64, p.N), make([]bool, p.N)
	m.Predict(p.X, answers)
	for i := range known {
		known[i] = true
	}
	for _, i := range m.vectors {
		known[i] = false
	}
	return answers, known, job.Err()
}
