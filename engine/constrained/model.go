package constrained

import (
	"math"
	"strconv"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// fitted is a problem with its solution and all derived results.
type fitted struct {
	pr *method.Problem
	*problem
	answer
	solveLater       func() *dual // see dual; nil if the problem is infeasible
	convexF, convexG bool
	within           vec // if slater: a feasible point where all inequalities are strict
	slater           bool
	alone            vec // if hasAlone: unique minimum of f without constraints
	hasAlone         bool
	clash            []int
	barrier          bool
	chord            *chord // nil if it is not shown
	dualOf           int    // number of the constraint in the plots
	runs             []run
	steps            int
}

// dual returns the solution of the dual problem; nil if the problem is infeasible. It is computed at the first call,
// since most pictures during a drag do not need it.
func (m *fitted) dual() *dual {
	if m.solveLater == nil {
		return nil
	}
	return m.solveLater()
}

// view is a problem after k steps of an algorithm, or without one.
type view struct {
	*fitted
	k int
}

// Can states that Predict may give no answer: f may be undefined (a logarithm) or overflow.
func (v *view) Can() *method.Capabilities {
	can := &method.Capabilities{
		Answers: method.Answers{Predictor: v, Partial: true},
		Drawing: method.Drawing{FieldRaster: v.FieldRaster, Layers: v.Layers, Panels: v.Panels},
		Words:   method.Words{Explain: v.Explain, Formula: v.Formula},
		Pointer: method.Pointer{Tell: v.Tell},
	}
	if len(v.runs) > 0 { // without a feasible start, for example, there is no step to show
		can.Stepper = v
	}
	return can
}

func (v *view) Steps() int { return v.steps }

func (v *view) StepName() string {
	if v.barrier {
		return "reduction of μ"
	}
	return "step"
}

func (v *view) Stage(k int) method.Model { return &view{v.fitted, k} }

// mostTraced is the largest number of runs with separate curves.
const mostTraced = 4

// Trace returns f over the steps: a curve for each run, or the mean of more than mostTraced runs. A single curve is
// followed by that of f − f* if there is an optimum, and one run of the barrier method on a convex problem by m μ.
func (v *view) Trace() (list []method.Series) {
	name := "f"
	of := func(name string, runs []run) {
		y, above := make([]float64, v.steps+1), make([]float64, v.steps+1)
		height := make([]float64, v.steps+1) // f of the run after each step
		for i := range runs {
			r := &runs[i]
			for k := range height {
				switch {
				case k < r.fresh:
					height[k] = v.f.at(r.way[k])
				case k < len(r.way):
					height[k] = height[k-r.round]
				default:
					height[k] = height[k-1]
				}
				y[k] += height[k] / float64(len(runs))
			}
		}
		for k := range y {
			if above[k] = y[k] - v.least; v.end != solved || !(above[k] > 1e-15*max(1, math.Abs(y[k]))) {
				above[k] = math.NaN()
			}
		}
		list = append(list, method.Series{Name: name, Values: y})
		if len(runs) == len(v.runs) && v.end == solved {
			list = append(list, method.Series{Name: "f − f*", Values: above, Log: true})
		}
	}
	if len(v.runs) == 1 {
		of(name, v.runs)
		if v.barrier {
			gap := make([]float64, v.steps+1)
			for k := range gap {
				if gap[k] = math.NaN(); k > 0 && v.convexF && v.convexG {
					gap[k] = v.inequalities() * v.runs[0].mu[k]
				}
			}
			if v.convexF && v.convexG {
				list = append(list, method.Series{Name: "m μ", Values: gap, Log: true, Same: v.end == solved})
			}
		}
		return list
	}
	if len(v.runs) > mostTraced {
		of("mean f", v.runs)
		return list
	}
	for i := range v.runs {
		of(words.Text("f from start %s", strconv.Itoa(i+1)), v.runs[i:i+1])
		list[i].Same = i > 0
	}
	return list
}

// inequalities returns the number of inequality constraints.
func (m *fitted) inequalities() (n float64) {
	for i := range m.cons {
		if !m.cons[i].equal {
			n++
		}
	}
	return n
}

// convex reports whether the problem is convex.
func (m *fitted) convex() bool { return m.convexF && m.convexG }

// gap returns the duality gap f* − d*; 0 if it is within rounding errors.
func (m *fitted) gap() float64 {
	g, tol := m.least-m.dual().value, 1e-7
	if m.convex() && !m.kkt { // the dual is approached only by ever larger multipliers
		tol = 1e-5
	}
	if math.Abs(g) <= tol*max(math.Abs(m.least), m.tall(m.at)*0.1) {
		return 0
	}
	return g
}

func (c *constraint) name() string { return "g" + words.Subscript(c.number) }

func (c *constraint) multiplier() string { return "λ" + words.Subscript(c.number) }

// named lists constraints by name.
func (m *fitted) named(list []int) string {
	var names []string
	for _, i := range list {
		names = append(names, m.cons[i].name())
	}
	return enumerate(names)
}

func enumerate(names []string) string {
	if n := len(names); n > 1 {
		return words.Text("%s and %s", words.Join(names[:n-1], ", "), names[n-1])
	}
	return strings.Join(names, "")
}

// isActive reports whether a constraint holds with equality at the optimum.
func (m *fitted) isActive(i int) bool {
	for _, a := range m.active {
		if a == i {
			return true
		}
	}
	return false
}

func pair(v vec) string { return words.Text("(%s, %s)", words.Number(v[0]), words.Number(v[1])) }

func (v *view) Status() method.Status {
	if len(v.runs) == 0 {
		return method.Status{State: method.Exact, Sentence: v.outcome()}
	}
	settled := true
	for _, r := range v.runs {
		settled = settled && r.settled
	}
	s := method.Status{State: method.Running}
	r := &v.runs[0]
	at := r.at(v.k)
	switch {
	case v.k == v.steps && settled:
		s.State = method.Converged
	case v.k == v.steps:
		s.State = method.Limited
	}
	y := words.Number(v.f.at(at))
	switch {
	case v.k == 0:
		s.Sentence = words.Text("Before the first step f = %s at %s.", y, pair(at))
	case v.barrier:
		s.Sentence = words.Text("On the central path with μ = %s, f = %s.", words.Number(r.mu[min(v.k, len(r.mu)-1)]), y)
	default:
		s.Sentence = words.Text("After %s f = %s.", words.Count(v.k, "step"), y)
	}
	if len(v.runs) > 1 {
		s.Sentence = words.Text("%s, from the first start.", strings.TrimSuffix(s.Sentence, "."))
	}
	if s.State == method.Limited {
		s.Sentence = words.Say(s.Sentence) + words.Say(" The steps are at their limit.")
		if !v.barrier && v.moving() {
			s.Sentence = words.Say(s.Sentence) + words.Say(" They still move: a smaller η may let them settle.")
		}
	}
	s.Sentence = words.Text("%s %s", words.Say(s.Sentence), v.outcome())
	return s
}

// moving reports whether some run that has not settled ends with long steps that hardly become shorter.
func (m *fitted) moving() bool {
	for _, r := range m.runs {
		n := len(r.way)
		if r.settled || n < 4 {
			continue
		}
		a, b := r.way[n-1].minus(r.way[n-2]).size(), r.way[n-3].minus(r.way[n-4]).size()
		if a > 1e-3*m.size && a > 0.9*b {
			return true
		}
	}
	return false
}

// outcome describes the solution.
func (m *fitted) outcome() string {
	switch m.end {
	case infeasible:
		if len(m.clash) == 1 {
			return words.Text("No point satisfies constraint %s: the problem is infeasible.", m.named(m.clash))
		}
		return words.Text("No point satisfies %s together: the problem is infeasible.", m.named(m.clash))
	case endless:
		return "f is unbounded below on the feasible set, and θ is −∞ for all λ."
	case atEdge:
		return words.Text("On the square searched, from %s to %s, the minimum of f is on the edge: the problem may be "+
			"unbounded.", pair(m.lo), pair(m.hi))
	}
	s := words.Text("The optimum is %s with f* = %s.", pair(m.at), words.Number(m.least))
	if len(m.others) > 0 {
		s = words.Text("f* = %s is attained at %s and at other points.", words.Number(m.least), pair(m.at))
	}
	switch {
	case len(m.cons) == 0:
		return s
	case len(m.active) == 0:
		s += words.Say(" No constraint is active.")
	default:
		s += words.Text(" Active: %s.", m.named(m.active))
	}
	switch {
	case !m.kkt:
		s += words.Say(" No multipliers exist there: no constraint qualification holds, so KKT conditions are not necessary.")
	case m.several:
		s += words.Say(" The multipliers are not unique: gradients of active constraints are dependent (LICQ fails).")
	}
	d := m.dual()
	if d == nil {
		return s
	}
	switch g := m.gap(); {
	case g == 0 && d.exact:
		s += words.Say(" Strong duality: d* = f*.")
	case g == 0:
		s += words.Say(" No duality gap: d* = f*.")
		if !m.slater && m.convex() {
			s += words.Say(" But no λ reaches it: Slater’s condition fails.")
		}
	case math.IsInf(d.value, -1):
		s += words.Say(" θ is −∞ for all λ: the duality gap is infinite.")
	default:
		s += words.Text(" The duality gap is f* − d* = %s.", words.Number(g))
	}
	return s
}

func (v *view) Facts() []method.Fact {
	var f method.FactList
	in := v.pr.InputNames()
	names := make([]string, len(v.cons))
	values := make([]float64, len(v.cons))
	for i := range v.cons {
		names[i], values[i] = v.cons[i].name(), v.cons[i].value(v.at)
	}
	if v.end == solved {
		v.optimumFacts(&f, names, values)
	}
	if v.hasAlone {
		f.Add("x_free", []float64{v.alone[0], v.alone[1]}, "", "Minimum of f without constraints").Call(
			"Unconstrained optimum").By(in)
	}
	if v.chord != nil {
		if most, _, ok := v.chord.below(); ok {
			f.Add("chord_below", most, "",
				"Largest distance of the chord below the graph of f; 0 for every chord where f is "+
					"convex").Call("Chord below f by")
		}
	}
	f.Add("convex", v.convex(), "", "Whether the problem is convex: f, and the feasible set").Call(
		"Convex problem")
	if v.end != infeasible {
		f.Add("slater", v.slater, "", "Whether some point satisfies all inequalities strictly").Call("Slater’s condition")
	}
	if d := v.dual(); d != nil && v.end == solved && len(v.cons) > 0 {
		value, gap := "−∞", "∞"
		if !math.IsInf(d.value, -1) {
			f.Add("dual_optimum", d.value, "", "Largest value of θ over λ, with λᵢ ≥ 0 for inequalities").Call(
				"Dual optimum d*")
			f.Add("duality_gap", v.gap(), "", "f* − d*, never negative by weak duality").Call("Duality gap")
			f.Add("dual_multipliers", d.lambda, "", "λ where θ is largest, or close to it").Call(
				"λ of the dual optimum").By(names)
		} else {
			f.Add("dual_optimum", value, "", "θ is finite for no λ").Call("Dual optimum d*")
			f.Add("duality_gap", gap, "", "f* − d*, never negative by weak duality").Call("Duality gap")
		}
	}
	if len(v.runs) > 0 {
		v.runFacts(&f)
	}
	return f
}

// optimumFacts adds what is known about the optimum. names and values are those of the constraints.
func (v *view) optimumFacts(f *method.FactList, names []string, values []float64) {
	in := v.pr.InputNames()
	f.Add("x_star", []float64{v.at[0], v.at[1]}, "", "Feasible point with the smallest f").Call("Optimum x*").By(in)
	f.Add("f_star", v.least, "", "Value of f at the optimum").Call("f*")
	if len(v.cons) > 0 {
		f.Add("constraints", values, "", "Value of gᵢ at the optimum: 0 = active").Call("Constraint gᵢ(x*)").By(names)
		if v.kkt {
			f.Add("multipliers", v.lambda, "", "Decrease of f* per unit by which gᵢ ≤ 0 is relaxed").Call(
				"Multiplier λᵢ*").By(names)
		}
		active := v.named(v.active)
		if active == "" {
			active = "none"
		}
		f.Add("active", active, "", "Constraints that hold with equality at the optimum").Call("Active")
	}
	if v.kkt {
		s, p, d, c := v.residuals(v.at, v.lambda)
		f.Add("stationarity", s, "", "‖∇f(x*) + Σ λᵢ ∇gᵢ(x*)‖, the first of the KKT conditions: 0").Call("KKT: stationarity")
		if len(v.cons) > 0 {
			f.Add("primal_feasibility", p, "", "Largest violation of a constraint at x*: 0").Call("KKT: primal feasibility")
			f.Add("dual_feasibility", d, "", "Largest −λᵢ of an inequality: 0, as no λᵢ is negative").Call(
				"KKT: dual feasibility")
			f.Add("complementary_slackness", c, "", "Largest |λᵢ gᵢ(x*)| of an inequality: one of both is 0").Call(
				"KKT: complementary slackness")
		}
	}
	f.Add("licq", v.licq, "", "Whether the gradients of active constraints are linearly independent: then λ* is unique").
		Call("LICQ")
}

// runFacts adds what is known about the step of the first run.
func (v *view) runFacts(f *method.FactList) {
	in := v.pr.InputNames()
	r := &v.runs[0]
	at := r.at(v.k)
	f.Add("iterate", []float64{at[0], at[1]}, "", "Position of the first run after this step").Call("x of this " +
		"step").By(in)
	f.Add("f_iterate", v.f.at(at), "", "Value of f there").Call("f of this step")
	if v.end == solved {
		f.Add("f_above", v.f.at(at)-v.least, "", "Value of f there, minus f*").Call("f − f*")
	}
	if i := min(v.k, len(r.way)-1); v.barrier && i > 0 {
		f.Add("mu", r.mu[i], "", "Weight of the barrier −Σ ln(−gᵢ)").Call("μ")
		f.Add("central_gap", v.inequalities()*r.mu[i], "", "m μ: the duality gap on the central path of a convex "+
			"problem").Call("m μ")
		f.Add("newton_steps", r.newton[i], "", "Newton steps from the previous point").Call("Newton steps").In(method.Solver)
	}
	f.Add("n_iter", v.steps, "", "Steps to the end").Call("Steps").In(method.Solver)
}

func (v *view) Formula() string {
	in := v.pr.InputNames()
	lines := []string{words.Text("min f(x) = %s", v.objective(in))}
	for i := range v.cons {
		c := &v.cons[i]
		rel := " ≤ 0"
		if c.equal {
			rel = " = 0"
		}
		lines = append(lines, words.Text("%s(x) = %s%s", c.name(), c.text(in), rel))
	}
	if v.end != solved || !v.kkt || len(v.active) == 0 {
		return strings.Join(lines, "\n")
	}
	g := v.f.grad(v.at)
	sum, pieces := "", []string{}
	for _, i := range v.active {
		c := &v.cons[i]
		if sum != "" {
			sum += " + "
		}
		sum += c.multiplier() + "∇" + c.name() + "(x*)"
		pieces = append(pieces, words.Number(v.lambda[i])+"·"+pair(c.slope(v.at)))
	}
	lines = append(lines, words.Text("−∇f(x*) = %s", sum), words.Text("%s = %s", pair(g.times(-1)), words.Join(pieces,
		" + ")))
	return strings.Join(lines, "\n")
}

// objective formats f.
func (m *fitted) objective(in []string) string {
	switch q := m.f.form; {
	case m.f.expr != nil:
		return words.Minus(m.f.expr.String())
	case q.xx == 0 && q.xy == 0 && q.yy == 0:
		return sum([]term{{q.b[0], in[0]}, {q.b[1], in[1]}, {q.c, ""}})
	default:
		return sum([]term{{q.xx / 2, in[0] + "²"}, {q.xy, in[0] + in[1]}, {q.yy / 2, in[1] + "²"}, {q.b[0], in[0]},
			{q.b[1], in[1]}, {q.c, ""}})
	}
}

// text formats g.
func (c *constraint) text(in []string) string {
	if c.line() {
		return sum([]term{{c.form.b[0], in[0]}, {c.form.b[1], in[1]}, {c.form.c, ""}})
	}
	if c.ratio != 1 {
		q := c.form
		return sum([]term{{q.xx / 2, in[0] + "²"}, {q.xy, in[0] + in[1]}, {q.yy / 2, in[1] + "²"}, {q.b[0], in[0]},
			{q.b[1], in[1]}, {q.c, ""}})
	}
	less := func(j int) string { return "(" + in[j] + words.Term(-c.p[j]) + ")²" }
	if c.outside() {
		return words.Text("%s − %s − %s", words.Number(c.r*c.r), less(0), less(1))
	}
	return words.Text("%s + %s − %s", less(0), less(1), words.Number(c.r*c.r))
}

type term struct {
	k    float64
	what string
}

// sum formats a sum of terms, without those that are 0.
func sum(list []term) string {
	text := ""
	for _, t := range list {
		if t.k == 0 {
			continue
		}
		number := words.Number(math.Abs(t.k))
		if t.what != "" && number == "1" {
			number = ""
		} else if t.what != "" {
			number += " "
		}
		switch {
		case text == "" && t.k < 0:
			text = "−" + number + t.what
		case text == "":
			text = number + t.what
		case t.k < 0:
			text += words.Text(" − %s%s", number, t.what)
		default:
			text += words.Text(" + %s%s", number, t.what)
		}
	}
	if text == "" {
		return "0"
	}
	return text
}

// Predict writes f.
func (v *view) Predict(x, out []float64) {
	for i := range out {
		out[i] = finite(v.f.at(vec{x[2*i], x[2*i+1]}))
	}
}
