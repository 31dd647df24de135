package svm

import (
	"math"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Charts and readouts of the dual variables for the machines other than C-SVC, like those of svm_dual.

// asked reports whether a panel of the dual variables is shown and the points on the stage can have readouts.
func asked(p *method.Problem, show method.Shown) bool {
	return (show[showBars] || show[showKKT]) && !p.Wide() && p.D <= 2
}

// thin reports whether the first machine, which the plots show, has no margin: ρ is 0, and f is not divided by it.
func (m *model) thin() bool { return m.pairs[0].rho == 0 }

// nuWeighted returns the points of the first machine of a ν-SVC with their coefficients.
func (m *model) nuWeighted() *weighted {
	p := m.pairs[0]
	size := make([]float64, p.n)
	for i, b := range p.beta {
		size[i] = math.Abs(b)
	}
	w := m.weighted(p, size)
	w.top, w.limit = p.c, p.c
	w.hook(m, p, w.top, true)
	return w
}

func (m *model) nuPanels(show method.Shown) []method.Panel {
	of := ""
	if len(m.pairs) > 1 {
		of = words.Text(": %s", m.pairName(m.pairs[0]))
	}
	if m.thin() && (show[showBars] || show[showKKT]) {
		return []method.Panel{{PanelInfo: method.PanelInfo{ID: string(showBars), Title: words.Text("α of the points%s",
			of), Bare: true,
			Help: "α of each training point, where the margin has a width"},
			Draw: chart.InPixels(func(p *picture.Picture) {
				chart.Note(p, "No margin: ρ = 0", "ρ is 0: the margin has no width, and f cannot be divided by ρ.")
			})}}
	}
	return m.nuWeighted().panels(show, of, "yα", "f(x)",
		"α = 0 where y f > 1, α = 1/ρ where y f < 1, anything between where y f = 1.",
		"Up for the second class, down for the first: both sides have the same sum.")
}

func (m *model) nuHits(_ picture.Viewport, show method.Shown) picture.Hits {
	if !asked(m.problem, show) || m.thin() {
		return nil
	}
	return m.nuWeighted().hits()
}

// nuTell describes a point's condition of optimality.
func (m *model) nuTell(key string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	row, ok := pointKeys.Number(key, m.problem.N)
	p := m.pairs[0]
	if !ok || m.thin() || p.at(row) < 0 {
		return t, false
	}
	t.Answer = words.Sprintf("Point %d of %s: α = %s", m.problem.Number(row), m.problem.ClassName(m.problem.Class[row]),
		words.Number(p.standing(p.at(row)).alpha))
	t.Lines = m.stands(p, p.at(row))
	return t, true
}

// asksOf returns the text of the condition that applies to a point, and its violation, for machines with one function:
// limit and off[2] if the coefficient is at its limit (full), else edge and off[1] if it is not 0 (free), else zero and
// off[0].
func asksOf(free, full bool, zero, edge, limit string, off [3]float64) (says string, residual float64) {
	switch {
	case full:
		says, residual = limit, off[2]
	case free:
		says, residual = edge, off[1]
	default:
		says, residual = zero, off[0]
	}
	if residual < 1e-12 { // rounding errors
		residual = 0
	}
	return says, residual
}

// beta returns the coefficient of a training point and its residual y − f, where f includes white noise.
func (m *regressor) beta(i int) (beta, r float64) {
	one := m.one
	return one.beta[2*i] + one.beta[2*i+1], one.grad[2*i] + m.epsilon - one.bias
}

// stands returns the condition that the coefficient of a point imposes on its residual, and the violation.
func (m *regressor) stands(i int) (says string, residual float64) {
	b, r := m.beta(i)
	sign := 1.0
	at := "ε"
	if b < 0 {
		sign, at = -1, "−ε"
	}
	limit, edge := "β = C requires y − f ≥ ε", words.Text("0 < β < C requires y − f = %s", at)
	if b < 0 {
		limit, edge = "β = −C requires y − f ≤ −ε", words.Text("−C < β < 0 requires y − f = %s", at)
	}
	over := sign*r - m.epsilon
	return asksOf(b != 0, math.Abs(b) == m.one.c, "β = 0 requires |y − f| ≤ ε", edge, limit,
		[3]float64{max(0, math.Abs(r)-m.epsilon), math.Abs(over), max(0, -over)})
}

func (m *regressor) weighted() *weighted {
	n, limit := m.problem.N, m.one.c
	w := &weighted{problem: m.problem, row: func(i int) int { return i }, limits: "limit |β| = C", beyond: m.epsilon}
	size, far := make([]float64, n), 0.0
	for i := range n {
		b, r := m.beta(i)
		w.coef, w.at, size[i] = append(w.coef, b), append(w.at, r), math.Abs(b)
		w.top, far = max(w.top, size[i]), max(far, math.Abs(r))
		if _, off := m.stands(i); off > m.one.tol {
			w.off++
		}
	}
	if w.beyond = max(m.epsilon, far/1.6); w.beyond == 0 {
		w.beyond = 1
	}
	w.side = func(i int) int {
		if w.coef[i] > 0 {
			return 1
		}
		return 0
	}
	w.looks = [2]chart.Look{chart.Of(picture.RoleCell, 0, "β < 0: pulls f down"), chart.Of(picture.RoleCell, 1,
		"β > 0: pulls f up")}
	w.shown = largestOf(size)
	top, closed := 1.1*w.top, w.top > limit/4
	if closed {
		w.limit, top = limit, limit
	}
	if w.top == 0 {
		top = 1
	}
	xy := []float64{-m.epsilon, -top, -m.epsilon, 0, m.epsilon, 0, m.epsilon, top}
	if closed {
		xy = append(append([]float64{math.Inf(-1), -top}, xy...), math.Inf(1), top)
	}
	w.top = top
	w.hooks = []hook{{picture.NoClass, "where the conditions hold", xy}}
	return w
}

func (m *regressor) Panels(show method.Shown) []method.Panel {
	return m.weighted().panels(show, "", "β", "y − f",
		"β = 0 inside the tube, |β| = C outside, anything between on its edge.",
		"It pulls f up, or down: Σ βᵢ = 0, both sides have the same sum.")
}

func (m *regressor) Hits(_ picture.Viewport, show method.Shown) picture.Hits {
	if !asked(m.problem, show) {
		return nil
	}
	return m.weighted().hits()
}

func (m *regressor) Tell(key string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	i, ok := pointKeys.Number(key, m.problem.N)
	if !ok {
		return t, false
	}
	b, r := m.beta(i)
	says, off := m.stands(i)
	t.Answer = words.Sprintf("Point %d: β = %s", m.problem.Number(i), words.Number(b))
	t.Lines = []string{words.Text("%s: %s", says, held(off, m.one.tol)), "y − f = " + words.Number(r) + ", ξ = " +
		words.Number(max(0, math.Abs(r)-m.epsilon))}
	return t, true
}

// stands returns f at a point, including white noise, the condition that its coefficient imposes, and the violation.
func (m *region) stands(i int) (f float64, says string, residual float64) {
	a := m.one.beta[i]
	f = m.one.bias - m.one.grad[i]
	says, residual = asksOf(a != 0, a == m.one.c, "α = 0 requires f ≥ 0", "0 < α < 1 requires f = 0",
		"α = 1 requires f ≤ 0", [3]float64{max(0, -f), math.Abs(f), max(0, f)})
	return f, says, residual
}

func (m *region) weighted() *weighted {
	w := &weighted{problem: m.problem, row: func(i int) int { return i }, coef: m.one.beta, top: 1, limit: 1,
		limits: "limit α = 1", side: func(int) int { return 1 }, shown: largestOf(m.one.beta),
		turn: "edge of the region, f = 0"}
	w.looks[1] = chart.Of(picture.RoleCell, 0, "α of a support vector")
	for i := range m.one.beta {
		f, _, off := m.stands(i)
		w.at, w.beyond = append(w.at, f), max(w.beyond, math.Abs(f)/1.6)
		if off > m.one.tol {
			w.off++
		}
	}
	if w.beyond == 0 {
		w.beyond = 1
	}
	w.hooks = []hook{{picture.NoClass, "where the conditions hold",
		[]float64{math.Inf(1), 0, 0, 0, 0, 1, math.Inf(-1), 1}}}
	return w
}

func (m *region) Panels(show method.Shown) []method.Panel {
	return m.weighted().panels(show, "", "α", "f(x)", "α = 0 inside, α = 1 outside, any value in between on the "+
		"edge.",
		"Their sum is ν n.")
}

func (m *region) Hits(_ picture.Viewport, show method.Shown) picture.Hits {
	if !asked(m.problem, show) {
		return nil
	}
	return m.weighted().hits()
}

func (m *region) Tell(key string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	i, ok := pointKeys.Number(key, m.problem.N)
	if !ok {
		return t, false
	}
	f, says, off := m.stands(i)
	t.Answer = words.Sprintf("Point %d: α = %s", m.problem.Number(i), words.Number(m.one.beta[i]))
	t.Lines = []string{words.Text("%s: %s", says, held(off, m.one.tol)), "f = " + words.Number(f) +
		", ξ = " + words.Number(max(0, -f))}
	return t, true
}
