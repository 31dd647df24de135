package lift

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"pointscape/engine/classify"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

func (m *model) Status() method.Status {
	worst := m.machines[0].End
	for _, one := range m.machines {
		if one.Stuck {
			worst.State = ""
			break
		}
		if one.End.State != method.Converged {
			worst = one.End
		}
	}
	if worst.State == "" {
		return method.Status{State: method.Diverged, Sentence: "These classes cannot be separated by a plane in this " +
			"feature space: a hard margin has no solution. An approximate solution with errors is shown."}
	}
	if m.blank {
		worst.Sentence = words.Say(worst.Sentence) + words.Say(" At some points φ has no value: 0 is used there.")
	}
	return worst
}

// curve returns the name of the curve f = 0 in the plane; "" if it has none.
func (m *fitted) curve() string {
	if m.phi.list == nil || m.phi.height() != nil || m.several() || m.phi.degree() > 2 {
		return ""
	}
	powers, c := m.phi.polynomial(m.w[0], m.b[0])
	coef := map[power]float64{}
	for k, p := range powers {
		coef[p] = c[k]
	}
	b := m.within
	middle := [2]float64{(b.x0+b.x1)/2 - m.phi.middle[0], (b.y0+b.y1)/2 - m.phi.middle[1]}
	return conic(coef, middle, max(b.x1-b.x0, b.y1-b.y0)/2)
}

// mostPairs is the largest number of points whose pairs are used to compare the kernel with the inner products.
const mostPairs = 300

// gap returns the largest |k(x, z) − ⟨Φ(x), Φ(z)⟩| over pairs of the first points; ok is false if the kernel is defined
// only as the inner product.
func (m *fitted) gap() (most float64, ok bool) {
	n := min(m.p.N, mostPairs)
	for i := range n {
		for j := range i + 1 {
			k, known := m.phi.kernel(m.p.At(i), m.p.At(j))
			if !known {
				return 0, false
			}
			most = max(most, math.Abs(k-linalg.Dot(m.row(i), m.row(j))))
		}
	}
	return most, true
}

func (m *model) Facts() []method.Fact {
	var f method.FactList
	free, bounded := 0, 0
	var support, limit []int
	for i, a := range m.alpha {
		if a == 0 {
			continue
		}
		free++
		support = append(support, m.p.Ordinal(i))
		if m.bounded[i] {
			bounded++
			limit = append(limit, m.p.Ordinal(i))
		}
	}
	f.Add("training_error", float64(m.wrong)/float64(m.p.N), "", "")
	f.Add("n_features", m.phi.dim, "", "Number of coordinates of Φ(x)").Call("Dimension of the space")
	if c := m.curve(); c != "" {
		f.Add("curve", words.Capital(c), "", "What f = 0 is in the plane of the points").Call("Cut")
	}
	each := ""
	if m.several() {
		each = ", for each class against the others"
	}
	per := func(name, meaning string, of func(k int) float64) *method.Fact {
		if !m.several() {
			return f.Add(name, of(0), "", meaning)
		}
		list := make([]float64, len(m.w))
		for k := range list {
			list[k] = of(k)
		}
		return f.Add(name, list, "", meaning+each).By(m.p.ClassNames())
	}
	per("margin", "2/‖w‖, in the feature space", m.margin)
	f.Add("n_support", free, "", "Number of points with α > 0; only these determine the solution")
	f.Add("n_bounded", bounded, "", "Support vectors at the limit α = C: inside the margin or on the wrong side")
	if m.several() {
		f.Add("coef", m.w, "", words.Text("w in f(x) = ⟨w, Φ(x)⟩ + b%s", each)).By(m.p.ClassNames(), m.phi.names()...)
	} else {
		f.Add("coef", m.w[0], "", "w in f(x) = ⟨w, Φ(x)⟩ + b").By(m.phi.names())
	}
	if m.phi.list == nil {
		f.Add("eigenvalues", m.phi.lambda, "", "λ of the kernel's matrix on the points").Call("Eigenvalues").By(m.phi.names())
		share := 0.0
		for _, l := range m.phi.lambda {
			share += l / m.phi.trace
		}
		f.Add("share", share, "", "Share of the trace of the kernel's matrix in the components kept").Call(
			"Share of the kernel kept")
	}
	per("intercept", "b in f(x) = ⟨w, Φ(x)⟩ + b", func(k int) float64 { return m.b[k] })
	if gap, ok := m.gap(); ok {
		f.Add("kernel_gap", gap, "", "Largest |k(x, z) − ⟨Φ(x), Φ(z)⟩| over pairs of points").Call("Kernel minus " +
			"⟨Φ, Φ⟩")
	}
	per("primal_objective", "½‖w‖² + C Σ max(0, 1 − y f)", func(k int) float64 { return m.machines[k].Primal })
	per("objective", "Σα − ½‖w‖²", func(k int) float64 { return m.machines[k].Objective }).Call("Dual objective").In(
		method.Solver)
	per("duality_gap", "Primal minus dual objective; 0 at the solution",
		func(k int) float64 { return m.machines[k].Primal - m.machines[k].Objective })
	per("w_norm", "‖w‖ in the feature space", m.norm).Hide()
	steps, gap := 0, 0.0
	for _, one := range m.machines {
		steps, gap = steps+one.Steps, max(gap, one.Gap)
	}
	f.Add("n_iter", steps, "", "SMO steps; after an edit, only those since the edit")
	f.Add("kkt_violation", gap, "", "")
	f.Add("support", support, "", "Indices of the support vectors").Hide()
	f.Add("bounded", limit, "", "Indices of the support vectors at the limit").Hide()
	f.Add("alpha", m.alpha, "", "α of each point; with several machines, its largest").Hide()
	return f
}

func (m *model) Formula() string {
	var s strings.Builder
	s.WriteString("Φ(x) = (")
	const most = 6
	for k := range min(m.phi.dim, most) {
		if k > 0 {
			s.WriteString(", ")
		}
		s.WriteString(m.phi.text(k))
	}
	if m.phi.dim > most {
		s.WriteString(", …")
	}
	s.WriteString(")\n")
	if m.phi.list == nil {
		s.WriteString("Φ_{k}(x) = Σ vₖᵢ k(xᵢ, x)/√λₖ,  k(x, z) = e^{−" + words.Number(m.phi.gamma) + " ‖x − z‖²}\n")
	}
	for r, w := range m.w {
		name := words.Text("%s(x) = ", classify.F(m.p, r, len(m.w)))
		s.WriteString(words.Text("%s⟨w, Φ(x)⟩ + b = ", name))
		for k := range min(m.phi.dim, most) {
			s.WriteString(words.TermAt(k, w[k]) + " Φ" + words.Index(k+1))
		}
		if m.phi.dim > most {
			s.WriteString(" + …")
		}
		fmt.Fprintf(&s, "%s,  2/‖w‖ = %s\n", words.Term(m.b[r]), words.Number(m.margin(r)))
		if m.phi.list == nil || m.phi.height() != nil {
			continue
		}
		powers, coef := m.phi.polynomial(w, m.b[r])
		s.WriteString(name)
		for k, p := range powers {
			s.WriteString(words.TermAt(k, coef[k]))
			if t := p.text(m.phi.letter); t != "" {
				s.WriteString(" " + words.Say(t))
			}
		}
		if m.phi.letter == "u" && r == 0 {
			s.WriteString(words.Text(",  u = x − %s", list(m.phi.middle[:])))
		}
		if c := m.curve(); c != "" {
			s.WriteString(words.Text(":  f = 0 is %s", c))
		}
		s.WriteString("\n")
	}
	s.WriteString(classify.Rule(m.p, len(m.w), false))
	return s.String()
}

// text returns the formula of coordinate k.
func (m *feats) text(k int) string {
	if m.list == nil {
		return "Φ" + words.Index(k+1) + "(x)"
	}
	if e := m.list[k].written; e != nil {
		return e.String()
	}
	return m.list[k].name
}

// product formats the inner product of two lists, with its terms if there are few.
func product(a, b []float64) string {
	const most = 3
	v := words.Number(linalg.Dot(a, b))
	if len(a) > most {
		return v
	}
	s := ""
	for k := range a {
		s += words.TermAt(k, a[k]*b[k])
	}
	return words.Text("%s = %s", s, v)
}

// list formats the coordinates of a point.
func list(a []float64) string {
	const most = 6
	var s []string
	for _, v := range a[:min(len(a), most)] {
		s = append(s, words.Number(v))
	}
	if len(a) > most {
		s = append(s, "…")
	}
	return "(" + words.Join(s, ", ") + ")"
}

// Explain gives the image of x, f there, and compares the kernel with the inner product for the nearest different
// point.
func (m *model) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	phi := m.phi.at(x[:2], nil)
	f := m.values(phi, nil)
	e := method.Explanation{Answer: m.p.ClassName(classify.Best(m.p, f)), Lines: m.at(phi)}
	near, far := -1, math.Inf(1)
	for i := range m.p.N {
		z := m.p.At(i)
		if d := math.Hypot(z[0]-x[0], z[1]-x[1]); d > 0 && d < far {
			near, far = i, d
		}
	}
	if near >= 0 {
		e.Lines = append(e.Lines, words.Text("With z = point %s: ⟨Φ(x), Φ(z)⟩ = %s", strconv.Itoa(m.p.Number(near)),
			product(phi, m.row(near))))
		if k, ok := m.phi.kernel(x, m.p.At(near)); ok {
			e.Lines = append(e.Lines, words.Text("k(x, z) = %s = %s", m.phi.formula(), words.Number(k)))
		}
	}
	return e
}

// formula returns the formula of the kernel, about the mean m if the map is.
func (m *feats) formula() string {
	x, z := "x", "z"
	if m.letter == "u" {
		x, z = "x − m", "z − m"
	}
	switch m.kind {
	case squares:
		return words.Text("⟨%s, %s", x, z) + "⟩^{2}"
	case quadratic:
		return words.Text("(⟨%s, %s⟩ + c)^{2}", x, z)
	case paraboloid:
		return words.Text("⟨%s, %s⟩ + ‖%s", x, z, x) + "‖^{2}‖" + z + "‖^{2}"
	}
	return "e^{−γ‖x − z‖²}"
}

// at describes an image and the value of f.
func (m *model) at(phi []float64) []string {
	f := m.values(phi, nil)
	lines := append([]string{words.Text("Φ(x) = %s", list(phi))}, classify.Values(m.p, f)...)
	if n := m.norm(0); n > 0 && !m.several() {
		lines = append(lines, words.Text("distance to the plane |f|/‖w‖ = %s", words.Number(math.Abs(f[0])/n)))
	}
	return lines
}

func (m *model) Tell(key string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	if i, ok := pointKind.Number(key, m.p.N); ok {
		t.Answer = words.Text("point %s, %s", strconv.Itoa(m.p.Number(i)), m.p.ClassName(m.p.Class[i]))
		t.Lines = m.at(m.row(i))
		if a := m.alpha[i]; a > 0 {
			line := words.Text("Support vector, α = %s", words.Number(a))
			if m.bounded[i] && !m.v.Bool("hard") {
				line += " = C"
			}
			t.Lines = append(t.Lines, line)
		}
		return t, true
	}
	var machine, side int
	if edgeKind.Numbers(key, &machine, &side) && machine >= 0 && machine < len(m.w) && side >= 0 && side < 2 {
		t.Answer = words.Text("margin on the side of %s", m.p.ClassName(side))
		if m.several() {
			t.Answer = words.Text("margin of %s, on its side", m.p.ClassName(machine))
			if side == 0 {
				t.Answer = words.Text("margin of %s, on the side of the others", m.p.ClassName(machine))
			}
		}
		t.Lines = []string{words.Text("%s = %s", classify.F(m.p, machine, len(m.w)), words.Number(float64(2*side-1))),
			words.Text("half the margin is 1/‖w‖ = %s", words.Number(m.margin(machine)/2))}
		return t, true
	}
	if key == orbitKey {
		t.Answer = "feature space"
		t.Lines = []string{words.Text("turned by %s°, seen from above by %s°: drag it, or move the sliders",
			words.Number(m.turn[0]), words.Number(m.turn[1]))}
		return t, true
	}
	if key == cutKey {
		t.Answer = m.cutSays()
		if c := m.curve(); c != "" {
			t.Lines = []string{words.Text("in the plane it is %s", c)}
		}
		return t, true
	}
	var i, j int
	if tileKind.Numbers(key, &i, &j) && i >= 0 && j >= 0 && i < tilesAcross && j < tilesAcross {
		b := m.tile(i, j)
		t.Answer = words.Text("piece of the plane, column %s, row %s", strconv.Itoa(i+1), strconv.Itoa(j+1))
		x := []float64{(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2}
		t.Lines = append([]string{words.Text("About x = %s", list(x))}, m.at(m.phi.at(x, nil))...)
		return t, true
	}
	return t, false
}

// alt returns the alternative text of the space.
func (m *model) alt() string {
	s := words.Text("%s in the feature space, %s.", words.Count(m.p.N, "point"), words.Count(m.phi.dim, "dimension"))
	var names []string
	for _, n := range m.space.names {
		if n != "" {
			names = append(names, n)
		}
	}
	s += words.Text(" Shown are %s.", words.Join(names, "; "))
	switch wrong := words.Count(m.wrong, "point"); {
	case m.several():
		s += words.Text(" The decision, that of the largest f, leaves %s on the wrong side.", wrong)
	case len(m.space.planes) > 0:
		s += words.Text(" The separating plane, with its margins at a distance of %s, leaves %s on the wrong side.",
			words.Number(m.margin(0)/2), wrong)
	default:
		s += words.Text(" The curve in which the separating plane cuts the sheet leaves %s on the wrong side.", wrong)
	}
	if c := m.curve(); c != "" {
		s += words.Text(" In the plane of the points the cut is %s.", c)
	}
	if !m.space.even() {
		s += words.Say(" Each axis has its own scale, so right angles look distorted.")
	}
	return s
}
