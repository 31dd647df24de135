package svm

import (
	"math"
	"slices"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// condition is the optimality condition (KKT) that applies to a point.
type condition int

const (
	atZero   condition = iota // α = 0 requires y f ≥ 1
	onMargin                  // 0 < α < C requires y f = 1
	inside                    // α = C requires y f ≤ 1; slack at most 1
	wrongWay                  // α = C with slack above 1: on the wrong side
	outOfBox                  // α < 0 or α > C, given by the user
	conditions
)

// standing is a point's condition and how well it holds.
type standing struct {
	of       condition
	alpha, f float64 // f by the kernel matrix, including white noise
	margin   float64 // y f, the functional margin
	slack    float64 // ξ = max(0, 1 − y f)
	residual float64 // violation of the condition; out of the box, the distance of α from the box
	mu       float64 // μ = C − α, the multiplier of ξ ≥ 0; C of a hard margin is large, but finite
}

// standing returns the standing of point i.
func (p *pair) standing(i int) standing {
	y := p.sign[i]
	s := standing{alpha: y*p.beta[i] + 0, margin: 1 - y*(p.grad[i]-p.bias)}
	s.f, s.slack = y*s.margin, max(0, 1-s.margin)
	if s.slack < 1e-12 { // rounding errors
		s.slack = 0
	}
	s.mu = p.c - s.alpha
	switch {
	case s.alpha < 0:
		s.of, s.residual = outOfBox, -s.alpha
	case s.alpha > p.c:
		s.of, s.residual = outOfBox, s.alpha-p.c
	case s.alpha == 0:
		s.residual = s.slack
	case s.alpha == p.c:
		if s.residual = max(0, s.margin-1); s.residual < 1e-12 {
			s.residual = 0
		}
		if s.of = inside; s.slack > 1 {
			s.of = wrongWay
		}
	default:
		if s.of, s.residual = onMargin, math.Abs(s.margin-1); s.residual < 1e-12 {
			s.residual = 0
		}
	}
	return s
}

// asks returns the text of a condition.
func (m *model) asks(of condition) string {
	switch of {
	case atZero:
		return "α = 0 requires y f ≥ 1"
	case onMargin:
		if m.hard {
			return "α > 0 requires y f = 1"
		}
		return words.Text("0 < α < %s requires y f = 1", m.limit())
	case inside:
		return words.Text("α = %s requires y f ≤ 1, here on the right side (ξ ≤ 1)", m.limit())
	case wrongWay:
		return words.Text("α = %s requires y f ≤ 1, here on the wrong side (ξ > 1)", m.limit())
	}
	return "α is out of the box"
}

// limit returns the name of the limit of α.
func (m *model) limit() string {
	if m.nu > 0 {
		return "1/ρ"
	}
	return "C"
}

// short returns the name of a condition in tables.
func (m *dualStage) short(of condition) string {
	if of == outOfBox {
		return "Out of the box"
	}
	return [...]string{"α = 0", "0 < α < C", "α = C, ξ ≤ 1", "α = C, ξ > 1"}[of]
}

// geometric returns y f/‖w‖; NaN if w is 0, or does not exist because the kernel is indefinite.
func (m *model) geometric(p *pair, margin float64) float64 {
	w := p.norm()
	if !(w > 0) || p.sound() == kernel.Indefinite {
		return math.NaN()
	}
	return margin / w
}

// tilt returns Σ αᵢyᵢ; 0 if it is within rounding errors.
func (p *pair) tilt() float64 {
	sum, size := 0.0, 0.0
	for _, b := range p.beta {
		sum += b
		size += math.Abs(b)
	}
	if math.Abs(sum) <= 1e-12*size {
		return 0
	}
	return sum
}

// allowed returns the interval of b that satisfies all conditions: points whose β may rise require at least lo, those
// whose β may fall at most hi. At the optimum lo ≤ hi.
func (p *pair) allowed() (lo, hi float64) {
	lo, hi = math.Inf(-1), math.Inf(1)
	for i, g := range p.grad {
		if s := p.standing(i); s.of == outOfBox {
			continue
		}
		b, y := p.beta[i], p.sign[i]
		if y > 0 && b < p.c || y < 0 && b < 0 {
			lo = max(lo, g)
		}
		if y > 0 && b > 0 || y < 0 && b > -p.c {
			hi = min(hi, g)
		}
	}
	return lo, hi
}

// onEdge returns the points of a machine with 0 < α < C.
func (p *pair) onEdge() (rows []int) {
	for i := range p.n {
		if p.standing(i).of == onMargin {
			rows = append(rows, i)
		}
	}
	return rows
}

// named returns the name of point i of a machine.
func (m *dualStage) named(p *pair, i int) string {
	return words.Sprintf("Point %d", m.problem.Number(p.row(i)))
}

// mostNamed is the largest number of points in a table of facts.
const mostNamed = 12

// Facts returns the facts of the machine, and further ones about its dual.
func (m *dualStage) Facts() []method.Fact {
	p := m.focus()
	var facts method.FactList
	for _, f := range m.model.Facts() {
		switch f.Name {
		case "n_iter":
			f.Value, f.Meaning = m.k, "Steps of SMO"
		case "n_bounded":
			if !m.hard {
				f.Meaning = words.Text("%s: ξ ≤ 1 or ξ > 1", f.Meaning)
			}
		}
		facts = append(facts, f)
	}
	of := ""
	if len(m.pairs) > 1 {
		of = words.Text(" (%s)", m.pairName(p))
	}
	facts.Add("sum_alpha_y", p.tilt(), "", words.Text("The constraint of the dual: it must be 0%s", of)).Call("Σ αᵢyᵢ")
	count := make([]int, conditions)
	worst, at, least := 0.0, 0, math.Inf(1)
	for i := range p.n {
		s := p.standing(i)
		count[s.of]++
		if s.residual > worst {
			worst, at = s.residual, i
		}
		least = min(least, s.margin)
	}
	var names []string
	var values []int
	for c := range conditions {
		if c == outOfBox && count[c] == 0 || m.hard && (c == inside || c == wrongWay) && count[c] == 0 {
			continue
		}
		names, values = append(names, m.short(c)), append(values, count[c])
	}
	facts.Add("conditions", values, "", words.Text("Points by their α: α = 0 requires y f ≥ 1, 0 < α < C y f = 1, α = "+
		"C y f ≤ 1; ξ > 1 is the wrong side%s", of)).Call("Points").By(names)
	who := ""
	if worst > 0 {
		who = words.Text(": %s, %s", m.named(p, at), m.short(p.standing(at).of))
	}
	facts.Add("kkt_residual", worst, "", words.Text("Largest violation of a point's KKT condition, with the current "+
		"b%s%s", of, who)).Call("Largest residual").In(method.Solver)
	if !m.hard {
		most := 0.0
		for i := range p.n {
			s := p.standing(i)
			most = max(most, math.Abs(s.mu*s.slack))
		}
		facts.Add("complementary_slackness", most, "", words.Text("μᵢ = C − αᵢ is the multiplier of ξᵢ ≥ 0: at the "+
			"optimum μᵢ ξᵢ = 0 at each point, a point with ξᵢ > 0 has αᵢ = C%s", of)).Call("Largest μᵢ ξᵢ").In(method.Solver)
	}
	facts.Add("functional_margin", least, "", words.Text("Smallest y f of the training points%s; this value grows with w",
		of)).Call(
		"Functional margin")
	if g := m.geometric(p, least); !math.IsNaN(g) {
		where := "in the kernel's feature space"
		if m.linear {
			where = "in the plane"
		}
		facts.Add("geometric_margin", g, "", words.Text("Smallest y f/‖w‖ of the training points, a distance %s%s; this "+
			"value is the same for any multiple of w and b", where, of)).Call("Geometric margin")
	}
	facts = append(facts, m.biasFacts(p, of)...)
	return facts
}

// biasFacts returns facts that show how b is computed.
func (m *dualStage) biasFacts(p *pair, of string) []method.Fact {
	var facts method.FactList
	edge := p.onEdge()
	lo, hi := p.allowed()
	if len(edge) > 0 {
		values, names := []float64{}, []string{}
		for _, i := range edge[:min(len(edge), mostNamed)] {
			values, names = append(values, m.raised(p, p.grad[i])), append(names, m.named(p, i))
		}
		more := ""
		if n := len(edge) - len(values); n > 0 {
			more = words.Sprintf("; %d more are not listed", n)
		}
		facts.Add("b_of_vectors", values, "", words.Text("yᵢ − Σⱼ αⱼyⱼ k(xⱼ, xᵢ) of each vector with 0 < α < C: b is "+
			"their mean%s%s", more, of)).Call("b by a vector").By(names)
	}
	if !math.IsInf(lo, 0) && !math.IsInf(hi, 0) {
		how := "at the optimum they enclose b"
		if len(edge) == 0 {
			how = "no vector has 0 < α < C, so b is the middle of the two"
		}
		facts.Add("b_interval", []float64{m.raised(p, lo), m.raised(p, hi)}, "",
			words.Text("Bounds on b: points whose yα may grow give the first, points whose yα may fall the second; %s%s",
				how, of)).Call("b from, to").By(
			[]string{"At least", "At most"}).In(method.Solver)
	}
	return facts
}

// raised converts an intercept of the centred problem into one for the original coordinates.
func (m *model) raised(p *pair, b float64) float64 {
	for k, one := range m.pairs {
		if one == p {
			return b + m.offset[k] - p.bias
		}
	}
	return b
}

func (m *dualStage) Status() method.Status {
	p := m.focus()
	if m.k == m.Steps() {
		return m.model.Status()
	}
	says := ""
	switch s, ok := m.step(); {
	case m.k == 0 && len(m.run.start) > 0:
		says = m.broken(p)
	case m.k == 0:
		says = "Before the first step all α are 0, and so is f."
	case !ok:
		says = "The first step has put the given α back into the box and onto Σ αᵢyᵢ = 0; from here each step " +
			"raises the dual."
	default:
		says = m.moved(p, s)
	}
	return method.Status{State: method.Running, Sentence: says}
}

// moved describes a step.
func (m *dualStage) moved(p *pair, s smoStep) string {
	bi, bj := s.fromI, s.fromJ
	i, j := int(s.i), int(s.j)
	clip := ""
	if math.Abs(s.bi-bi) < math.Abs(s.free)*(1-1e-9) {
		clip = ", where the box ends"
	}
	return words.Sprintf("Step %d moves α of points %d and %d along Σ αᵢyᵢ = 0: from %s and %s to %s and %s%s.", m.k,
		m.problem.Number(p.row(i)), m.problem.Number(p.row(j)), words.Number(p.sign[i]*bi), words.Number(p.sign[j]*bj),
		words.Number(p.sign[i]*s.bi), words.Number(p.sign[j]*s.bj), clip)
}

// broken describes the conditions that given coefficients violate.
func (m *dualStage) broken(p *pair) string {
	out, against, worst := 0, 0, 0.0
	for i := range p.n {
		s := p.standing(i)
		if s.of == outOfBox {
			out++
		}
		if s.residual > p.tol {
			against++
			worst = max(worst, s.residual)
		}
	}
	says := words.Say("With the given α, Σ αᵢyᵢ = 0 holds. ")
	// Documents store these numbers as float32.
	size := 0.0
	for _, b := range p.beta {
		size += math.Abs(b)
	}
	if t := p.tilt(); math.Abs(t) > 1e-6*size {
		says = words.Text("With the given α, Σ αᵢyᵢ is %s instead of 0. ", words.Number(t))
	}
	if out > 0 {
		says += words.Text("%s out of the box. ", words.CountOf(out, "α is", "α are"))
	} else {
		says += words.Say("0 ≤ α ≤ C holds. ")
	}
	if against == 0 {
		return words.Text("%sThe KKT conditions hold, too.", says)
	}
	return says + words.Sprintf("%s the KKT conditions, by up to %s.",
		words.CountOf(against, "point violates", "points violate"), words.Number(worst))
}

// pointKeys are the keys of the training points.
var pointKeys = picture.KeyKind{Begins: "a"}

// Hits returns the points as hit areas, whose readouts describe their conditions.
func (m *dualStage) Hits(_ picture.Viewport, _ method.Shown) picture.Hits {
	return m.weighted(m.focus()).hits()
}

// at returns the point of a machine for a row of the problem; −1 if there is none.
func (p *pair) at(row int) int {
	if p.rows == nil {
		return row
	}
	for i, r := range p.rows {
		if r == row {
			return i
		}
	}
	return -1
}

// Tell describes a point's condition of optimality.
func (m *dualStage) Tell(key string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	row, ok := pointKeys.Number(key, m.problem.N)
	if !ok {
		return t, false
	}
	p := m.focus()
	i := p.at(row)
	if i < 0 {
		return t, false
	}
	t.Answer = words.Sprintf("Point %d of %s: α = %s", m.problem.Number(row), m.problem.ClassName(m.problem.Class[row]),
		words.Number(p.standing(i).alpha))
	t.Lines = m.stands(p, i)
	if len(m.pairs) == 1 {
		t.Knob = &method.Knob{Param: weights, Index: row, Scale: m.scale(p)}
	}
	return t, true
}

// stands returns text about a point's conditions.
func (m *model) stands(p *pair, i int) []string {
	s := p.standing(i)
	lines := []string{words.Text("%s: %s", words.Capital(m.asks(s.of)), held(s.residual, p.tol)),
		"y f = " + words.Number(s.margin) + ", ξ = " +
			words.Number(s.slack)}
	if g := m.geometric(p, s.margin); !math.IsNaN(g) {
		lines[1] += ", y f/‖w‖ = " + words.Number(g)
	}
	if !m.hard {
		// If μ > 0, ξ must be 0, so ξ is the violation.
		off := s.slack
		if s.mu <= 0 {
			off = -s.mu
		}
		lines = append(lines, words.Text("μ = %s − α = %s, μ ξ = %s: μ ≥ 0 and μ ξ = 0 %s", m.limit(), words.Number(s.mu),
			words.Number(s.mu*s.slack), held(off, p.tol)))
	}
	if s.of == onMargin {
		lines = append(lines, words.Text("yᵢ − Σⱼ αⱼyⱼ k(xⱼ, xᵢ) = %s: its value of b", words.Number(m.raised(p,
			p.grad[i]))))
	}
	return lines
}

// scale returns half of the largest |β| in any step, at most C/2; 1 if all are 0.
func (m *dualStage) scale(p *pair) float64 {
	size := m.run.top
	if !m.hard {
		size = min(size, p.c)
	}
	if !(size > 0) || math.IsInf(size, 0) {
		return 1
	}
	return size / 2
}

// Explain returns f as the sum of the support vectors' terms, the largest first; at a training point, its conditions.
func (m *dualStage) Explain(x []float64, v picture.Viewport, show method.Shown) method.Explanation {
	e := m.model.Explain(x, v, show)
	if len(m.pairs) != 1 {
		return e
	}
	x = x[:m.problem.D]
	f, p := m.values(x)[0], m.pairs[0]
	for i := range p.n { // at a training point, list its conditions instead of the largest terms
		if slices.Equal(m.problem.At(i), x) {
			e.Lines = append(e.Lines[:1:1], m.stands(p, i)...)
			break
		}
	}
	if terms := len(m.vectors); terms > 0 {
		e.Lines = append(e.Lines, words.Sprintf("%s in all add %+.3g, b adds %+.3g: f = %.4g", words.Count(terms, "vector"),
			f-m.offset[0], m.offset[0], f))
	}
	return e
}

// LeaveOneOut returns nothing before the last step, or if the user has given coefficients.
func (m *dualStage) LeaveOneOut(job method.Job) ([]float64, []bool, error) {
	if m.k < m.Steps() || len(m.run.start) > 0 {
		return nil, nil, job.Err()
	}
	return m.model.LeaveOneOut(job)
}
