package dictionary

import (
	"fmt"
	"math"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

func (m *learned) Facts() []method.Fact {
	var f method.FactList
	list, uses := names(m.k), m.uses()
	f.Add("reconstruction_error", m.mse(), m.p.SquaredUnit(), "Mean squared distance between the points and their "+
		"sums of atoms").Call("Reconstruction error")
	about := "origin"
	if m.centred {
		about = "mean"
	}
	f.Add("kept_share", m.kept(), "", words.Text("1 − the share of the squares about the %s that is lost",
		about)).Call("Share kept")
	f.Add("n_nonzero_coefs", m.perRow(), "", "Mean number of atoms in the code of a point").Call("Atoms of a point")
	f.Add("atom_uses", uses, "", "Number of points that use each atom").Call("Points").By(list)
	atoms := make([][]float64, m.k)
	for k := range atoms {
		atoms[k] = m.b.atom(k)
	}
	long := "Atoms: vectors of length 1"
	if m.short {
		long = "Atoms: vectors of length 1 or less"
	}
	c := f.Add("components", atoms, "", long).Call("Direction").By(list, m.p.InputNames()...)
	if m.p.D > shownInputs {
		c.Hide()
	}
	if m.centred {
		mean := f.Add("mean", m.base, "", "Mean of the points, from which the sums of atoms begin").Call("Mean").By(
			m.p.InputNames())
		if m.p.D > shownInputs {
			mean.Hide()
		}
	}
	meaning := "Half the squared error plus λ‖a‖₁"
	if m.ksvd || m.radius > 0 {
		meaning = "Half the squared error"
	}
	f.Add("objective", m.squared(m.energy()), "", meaning)
	f.Add("n_iter", (m.step+1)/2, "", "Turns of codes and atoms that have started")
	return f
}

func (m *learned) Status() method.Status {
	vain := 0
	for _, n := range m.uses() {
		if n == 0 {
			vain++
		}
	}
	none := ""
	if vain > 0 && m.step > 0 {
		none = words.Text(" %s in no code.", words.CountOf(vain, "atom is", "atoms are"))
	}
	where := ""
	if m.p.Wide() {
		where = words.Sprintf(" Sums use all %d columns: in this plane they can't be drawn.", m.p.D)
	}
	made := words.Count((m.step+1)/2, "iteration")
	none += m.sparser()
	switch {
	case m.settled:
		return method.Status{State: method.Converged, Sentence: words.Sprintf("After %s another update of codes and "+
			"atoms would hardly lower the objective: %s is kept with %s atoms in the code of a point. Other starts may "+
			"lead to another optimum.%s%s",
			made, words.Percent(m.kept()), words.Number(m.perRow()), none, where)}
	case m.step >= m.end:
		return method.Status{State: method.Limited, Sentence: words.Sprintf("Stopped at the limit of %s: %s is kept "+
			"with %s atoms in the code of a point.%s%s", made, words.Percent(m.kept()), words.Number(m.perRow()), none,
			where)}
	case m.step == 0 && m.given:
		return method.Status{State: method.Running, Sentence: "No step yet: the atoms point where they were put, and all " +
			"codes are 0."}
	case m.step == 0:
		return method.Status{State: method.Running, Sentence: "No step yet: each atom points along a point that was " +
			"drawn, and all codes are 0."}
	case m.step%2 == 1 && m.ksvd:
		return method.Status{State: method.Running, Sentence: words.Sprintf("Codes %d: matching pursuit chooses at most "+
			"%s for each point; %s is kept.%s", m.step/2+1, words.Count(m.nonzero, "atom"), words.Percent(m.kept()), none)}
	case m.step%2 == 1:
		return method.Status{State: method.Running, Sentence: words.Sprintf("Codes %d: the atoms stay, and each point "+
			"is given the code with the smallest objective, %s atoms on average; %s are unchanged.%s", m.step/2+1,
			words.Number(m.perRow()),
			words.Percent(m.kept()), none)}
	}
	moved := ""
	if m.replaced > 0 {
		moved = words.Text(" %s along the residuals of other points.", words.CountOf(m.replaced,
			"atom that no point used points", "atoms that no point used point"))
	}
	what := "the codes stay, and each atom minimises the squared error"
	if m.inner > 0 {
		what = words.Sprintf("the codes stay, and the atoms go %s down the gradient, each back to its length",
			words.Count(m.inner, "step"))
	}
	if m.ksvd {
		what = "each atom, with its coefficients, is fitted to the residuals of the others"
	}
	return method.Status{State: method.Running, Sentence: words.Sprintf("Atoms %d: %s; %s is kept.%s", m.step/2, what,
		words.Percent(m.kept()), moved)}
}

func (m *learned) Formula() string {
	x := ""
	if m.centred {
		x = words.Say(",  xᵢ from the mean x̄")
		if m.p.D <= shownInputs {
			x += words.Text(" = %s", vector(m.base))
		}
	}
	norm := ",  ‖dₖ‖ = 1"
	if m.short {
		norm = ",  ‖dₖ‖ ≤ 1"
	}
	energy := words.Number(m.squared(m.energy()))
	text := words.Text("min Σᵢ ½‖xᵢ − Daᵢ‖² + λ‖aᵢ‖₁ = %s,  λ = %s%s%s", energy, words.Number(m.alpha), norm, x)
	codes, atoms := "aᵢ ← argmin ½‖xᵢ − Daᵢ‖² + λ‖aᵢ‖₁", words.Say("dₖ ∝ Σᵢ aᵢₖ (xᵢ − Σ_{l≠k} aᵢₗ dₗ), one after the "+
		"other")
	if m.radius > 0 {
		text = words.Text("min Σᵢ ½‖xᵢ − Daᵢ‖² = %s,  ‖aᵢ‖₁ ≤ τ = %s%s%s", energy, words.Number(m.scale*m.radius), norm, x)
		codes = "aᵢ ← argmin ½‖xᵢ − Daᵢ‖² with ‖aᵢ‖₁ ≤ τ"
	}
	switch {
	case m.inner > 0:
		atoms = words.Sprintf("D ← P(D + (X − DA)Aᵀ/L), L = the largest eigenvalue of AAᵀ, %s", words.Count(m.inner,
			"time"))
	case m.short:
		atoms = words.Say("dₖ ← P(Σᵢ aᵢₖ (xᵢ − Σ_{l≠k} aᵢₗ dₗ)/Σᵢ aᵢₖ²), one after the other")
	}
	switch {
	case m.ksvd:
	case m.short:
		atoms += ",  P(d) = d/max(1, ‖d‖)"
	case m.inner > 0:
		atoms += ",  P(d) = d/‖d‖"
	}
	if m.ksvd {
		text = words.Text("min Σᵢ ½‖xᵢ − Daᵢ‖² = %s,  at most s = %s of aᵢ not 0,  ‖dₖ‖ = 1%s", energy,
			fmt.Sprint(m.nonzero), x)
		codes, atoms = "aᵢ ← orthogonal matching pursuit: the atom most correlated with the residual",
			words.Say("dₖ, a·ₖ ← leading singular vectors of xᵢ − Σ_{l≠k} aᵢₗ dₗ over the points with aᵢₖ ≠ 0")
	}
	if m.p.D <= shownInputs {
		text += "\n"
		for k := range min(m.k, shownTerms) {
			if k > 0 {
				text += ",  "
			}
			text += words.Text("%s = %s", index(k), vector(m.b.atom(k)))
		}
	}
	done := m.settled || m.step >= m.end
	if done || m.step%2 == 1 {
		text += "\n" + words.Say(codes)
	}
	if done || m.step%2 == 0 && m.step > 0 {
		text += "\n" + words.Say(atoms)
	}
	return text
}

// reach is the length with which an atom of length 1 is drawn: the root mean square distance of the points from the
// base.
func (m *learned) reach() float64 { return m.scale * m.far }

// Layers colours each atom like the class with the same id.
func (m *learned) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if !plane(m.p) {
		return nil, nil, nil
	}
	if show["lines"] {
		for k := range m.k {
			under = append(under, &picture.Path{Role: picture.RoleMember, Class: k, XY: through(m.base, m.b.atom(k), v),
				Says: "line spanned by an atom", Keys: []string{key(k)}})
		}
	}
	if show["projection"] {
		under = append(under, m.projections()...)
	}
	if show["reconstructions"] {
		under = append(under, ways(m.p.N, m.k, m.p.Drawn, func(i int, at []float64) {
			m.b.rebuild(m.codeOf(i), at)
			for j := range at {
				at[j] = m.base[j] + m.scale*at[j]
			}
		}, func(i int) int { return leading(m.codeOf(i)) })...)
	}
	if show["atoms"] {
		says := "origin"
		if m.centred {
			says = "mean of the points"
		}
		for k := range m.k {
			u := m.b.atom(k)
			x, y := m.base[0]+m.reach()*u[0], m.base[1]+m.reach()*u[1]
			p := &picture.Path{Role: picture.RoleEllipse, Class: k, Says: "atom: its direction; its length here is that of a " +
				"typical point"}
			if m.short {
				p.Says = "atom: one of length 1 is as long here as a typical point"
			}
			p.AddArrow(v, m.base[0], m.base[1], x, y, key(k))
			over = append(over, p, &picture.Label{Role: picture.RoleEllipse, X: x, Y: y, Text: symbol(k), Anchor: side(u),
				Key: key(k)})
		}
		over = append(over, &picture.Marks{Role: picture.RoleMiddle, XY: m.base, Says: says})
	}
	return under, over, nil
}

// projections draws the circle of atoms of length 1, and for each atom the projection from the unconstrained optimum of
// the last update to its allowed length.
func (m *learned) projections() []picture.Layer {
	says := "atoms of length 1"
	if m.short {
		says = "atoms of length 1 or less"
	}
	ring := &picture.Path{Role: picture.RoleCircle, Class: picture.NoClass, Closed: true, Says: says}
	if m.short {
		ring.Role = picture.RoleReach
	}
	ring.XY = picture.Ellipse(m.base[0], m.base[1], m.reach(), m.reach(), 128)
	layers := []picture.Layer{ring}
	if m.asked == nil || m.ksvd {
		return layers
	}
	ends := &picture.Marks{Role: picture.RoleProjection, Says: "new position of an atom"}
	for k := range m.k {
		u, z := m.b.atom(k), m.asked[2*k:2*k+2]
		x, y := m.base[0]+m.reach()*z[0], m.base[1]+m.reach()*z[1]
		way := &picture.Path{Role: picture.RoleProjection, Class: k, Says: "its projection", Keys: []string{key(k)},
			XY: []float64{x, y, m.base[0] + m.reach()*u[0], m.base[1] + m.reach()*u[1]}}
		layers = append(layers, way)
		ends.XY, ends.Class, ends.Keys = append(ends.XY, x, y), append(ends.Class, k), append(ends.Keys, key(k))
	}
	return append(layers, ends)
}

// side returns the side of an arrow's tip for its name.
func side(u []float64) picture.Anchor {
	switch {
	case math.Abs(u[0]) > math.Abs(u[1]) && u[0] > 0:
		return picture.AnchorStart
	case math.Abs(u[0]) > math.Abs(u[1]):
		return picture.AnchorEnd
	case u[1] > 0:
		return picture.AnchorAbove
	}
	return picture.AnchorBelow
}

// Explain returns the code of a position or row, and its sum atom by atom.
func (m *learned) Explain(x []float64, v picture.Viewport, _ method.Shown) (e method.Explanation) {
	x = x[:m.p.D]
	code, at, lost := m.coded(x)
	base := "x"
	if m.centred {
		base = "x − x̄"
	}
	e.Answer = words.Text("%s ≈ %s", base, sum(code))
	far := 0.0
	for j := range x {
		far += (x[j] - m.base[j]) * (x[j] - m.base[j])
	}
	line := words.Text("%s, lost: ‖x − x̂‖ = %s", words.Count(len(order(code)), "atom"), words.Number(math.Sqrt(lost)))
	if far > 0 && !math.IsInf(far, 0) {
		line += words.Text(", %s of ‖%s‖²", words.Percent(min(1, lost/far)), base)
	}
	if m.p.Scales != nil {
		line = words.Text("%s; all in standard deviations", line)
	}
	e.Lines = append(e.Lines, line)
	switch {
	case plane(m.p):
		e.Lines = append(e.Lines, words.Text("reconstruction x̂ = %s", vector(at)))
		e.Layers = append(chain(v, m.base, code, m.b.atom, "sum of this position, atom by atom"),
			&picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, XY: []float64{x[0], x[1], at[0], at[1]},
				Says: "error at this position"})
	case m.p.Across > 0:
		e.Layers = album(m.p, x, m.base, code, m.b.atom, m.centred, v)
	default:
		e.Lines = append(e.Lines, m.p.Changes(x, at, shownInputs, "rebuilt")...)
	}
	return e
}

func (m *learned) Panels(show method.Shown) (list []method.Panel) {
	if show["atoms"] && !plane(m.p) {
		info := method.PanelInfo{ID: "atoms", Title: "Atoms", Bare: true, Help: "The coordinates of the atoms: their " +
			"component along each input. Of many inputs, the most important are shown."}
		if m.p.Across > 0 {
			info.Help = "Each atom as a picture, scaled or inverted by its coefficients, and the number of rows that use it. " +
				"Point at an atom to highlight the rows that use it, or at a row to highlight its most important atom."
		}
		list = append(list, method.Panel{PanelInfo: info, Draw: chart.InPixels(m.drawAtoms)})
	}
	if show["use"] {
		list = append(list, chart.Sized(method.PanelInfo{ID: "use", Title: "Use of the atoms", XLabel: "atom", XCounts: true,
			YLabel: "share of the points", YFrom0: true,
			Help: "The share of the points that use each atom. A bar and its points are highlighted " +
				"together, most strongly the points with the largest coefficients."}, m.usesChart).Rows(
			func() []string { return rowKeys(m.p.N, m.codeOf) }))
	}
	return list
}

// drawAtoms draws the atoms as pictures or as a table.
func (m *learned) drawAtoms(p *picture.Picture) {
	atoms, says := make([][]float64, m.k), make([]string, m.k)
	for k, n := range m.uses() {
		atoms[k], says[k] = m.b.atom(k), words.Text(", %s", words.Count(n, "row"))
	}
	if m.p.Across == 0 {
		table(p, m.p.OwnNames(), atoms)
	} else {
		mean := m.base
		if !m.centred {
			mean = nil
		}
		tiles(p, m.p.Across, mean, atoms, says)
	}
	p.Alt = words.Text("%s of a dictionary.", words.Capital(words.Count(m.k, "atom")))
}

// narrow is the width in pixels below which the outline of a bar would hide it.
const narrow = 8

// usesChart draws a bar for each atom: the share of the rows that use it.
func (m *learned) usesChart(_ method.Job, w, _ int) (*chart.Chart, error) {
	c := &chart.Chart{X: chart.Slots(m.k), Y: chart.From0(0, 0.08), Told: true}
	line := picture.RoleEllipse
	if 0.8*float64(w)/(float64(m.k)+0.4) < narrow {
		line = ""
	}
	var says []string
	for k, n := range m.uses() {
		share := float64(n) / float64(m.p.N)
		if n > 0 {
			c.Add(chart.Bars{Look: chart.Of(picture.RoleCell, k, "share of the points that use an atom"),
				X: []float64{float64(k + 1)}, Y: []float64{share}, Keys: []string{key(k)}, Line: line})
		}
		if k < shownTerms {
			says = append(says, words.Text("%s %s", symbol(k), words.Percent(share)))
		}
	}
	c.Alt = words.Text("Share of the points that use each atom: %s.", words.Join(says, ", "))
	return c, nil
}

// Tell describes an atom. A click selects the points that use it.
func (m *learned) Tell(of string, v picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	k, ok := keyed(of, m.k)
	if !ok {
		return t, false
	}
	t.Answer = words.Text("atom %s", name(k))
	lo, hi := 0.0, 0.0
	// The key highlights the rows in which this atom leads; mark the others that use it.
	others := &picture.Marks{Role: picture.RoleSupport, Says: "uses this atom, and another with a larger coefficient"}
	for i := range m.p.N {
		if a := m.codeOf(i)[k]; a != 0 {
			t.Click.Rows = append(t.Click.Rows, i)
			lo, hi = min(lo, a), max(hi, a)
			if leading(m.codeOf(i)) != k && m.p.N <= drawn {
				x, y := m.p.Drawn(i)
				others.XY, others.Size, others.Ordinal = append(others.XY, x, y), append(others.Size, 0.3),
					append(others.Ordinal, m.p.Ordinal(i))
			}
		}
	}
	if others.XY != nil {
		t.Layers = append(t.Layers, others)
	}
	n := len(t.Click.Rows)
	t.Lines = append(t.Lines, words.Text("in the codes of %s, %s", words.Count(n, "point"),
		words.Percent(float64(n)/float64(m.p.N))))
	if n > 0 {
		t.Lines = append(t.Lines, words.Text("coefficients from %s to %s", words.Number(m.scale*lo),
			words.Number(m.scale*hi)))
	}
	if m.p.D <= shownInputs {
		t.Lines = append(t.Lines, words.Text("direction %s = %s", index(k), vector(m.b.atom(k))))
	}
	if plane(m.p) {
		t.Layers = append(t.Layers, &picture.Path{Role: picture.RoleMember, Class: k, XY: through(m.base, m.b.atom(k), v),
			Says: "line of this atom"})
	}
	return t, true
}
