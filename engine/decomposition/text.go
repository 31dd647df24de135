package decomposition

import (
	"math"
	"strconv"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// name returns the name of component k.
func name(k int) string { return words.Text("PC %s", strconv.Itoa(k+1)) }

// what names the quantity that the components share: the variance, or the mean square about the origin.
func (m *pca) what() string {
	if m.affine {
		return "variance"
	}
	return "mean square about the origin"
}

// lost returns the mean squared reconstruction error of the best subspace with m.q components, given its singular
// values s: m.s or m.other.
func (m *pca) lost(s []float64) float64 {
	return m.scale * m.scale * (squares(s, m.q) / float64(m.p.N))
}

func (m *pca) Facts() []method.Fact {
	var f method.FactList
	k := len(m.s)
	names := make([]string, k)
	variance, ratio, singular := make([]float64, k), make([]float64, k), make([]float64, k)
	noise := 0.0 // mean variance of the directions left out
	for i := range names {
		names[i] = name(i)
		variance[i], ratio[i], singular[i] = m.deviation(i)*m.deviation(i), m.share(i), m.scale*m.s[i]
		if i >= m.q {
			noise += variance[i] / float64(k-m.q)
		}
	}
	mean, both := m.lost(m.s), [2]float64{m.lost(m.s), m.lost(m.other)}
	if !m.affine {
		both[0], both[1] = both[1], both[0]
	}
	squared, length := "", "" // units, if they differ from the points'
	if m.p.Scales != nil {
		squared, length = m.p.SquaredUnit(), "standard deviations"
	}
	f.Add("reconstruction_error", mean, m.p.SquaredUnit(), "Mean squared distance between the points and their "+
		"projections").Call("Reconstruction error")
	f.Add("lost_share", squares(m.s, m.q)/m.total, "", words.Text("Share of the %s that is lost",
		m.what())).Call("Share lost")
	f.Add("subspace_errors", both[:], squared, "Squared error of the best subspace through the mean, and of the best "+
		"one through the origin, with as many components").
		Call("Reconstruction error").By([]string{"Through the mean", "Through the origin"})
	f.Add("explained_variance_ratio", ratio, "", words.Text("Share of each component in the %s",
		m.what())).Call("Share").By(names)
	f.Add("explained_variance", variance, squared, words.Text("%s of the points along each component: sum of squares / "+
		"%s", words.Capital(m.what()), map[bool]string{true: "(n − 1)", false: "n"}[m.affine])).Call(
		map[bool]string{true: "Variance", false: "Mean square"}[m.affine]).By(names)
	if m.affine {
		f.Add("explained_variance_n", m.perPoint(), squared, "Sum of squares / n: the eigenvalues of the covariance matrix "+
			"X̃ᵀX̃/n, whose rows x̃ᵢ = xᵢ − x̄").Call("Variance, divided by n").By(names)
	}
	f.Add("singular_values", singular, length, "Root of the sum of squared coordinates along each component").Call(
		"Singular value").By(names)
	f.Add("components", m.basis, "", "Unit vectors; the coordinate with the largest absolute value is "+
		"positive").Call("Direction").By(
		names, m.p.InputNames()...)
	if m.p.Scales == nil {
		f.Add("mean", m.mean, "", "Mean of the points").Call("Mean").By(m.p.InputNames())
	} else {
		own, rms := m.own()
		f.Add("mean", m.mean, "", "Mean of the rows as the method uses them, standardised").Call("Mean").By(
			m.p.InputNames()).Hide()
		f.Add("mean_in_units", own, "", "Mean of the rows in the units of the table, not standardised").Call("Mean").By(
			m.p.OwnNames())
		f.Add("reconstruction_rms_in_units", rms, "", "Root mean squared difference between rows and reconstructions in "+
			"each column, in the units of the table").Call("Lost").By(m.p.OwnNames())
	}
	if m.affine && m.p.D <= shownRows {
		_, cov := m.Moments()
		rows := make([][]float64, m.p.D)
		for j := range rows {
			rows[j] = cov[j*m.p.D : (j+1)*m.p.D]
		}
		c := f.Add("covariance", rows, squared, "X̃ᵀX̃/n, whose rows x̃ᵢ = xᵢ − x̄: divided by n").Call("Covariance").By(
			m.p.InputNames(), m.p.InputNames()...)
		if m.p.D > shownCovariances {
			c.Hide()
		}
	}
	for i := range f {
		if len(f[i].Rows) > shownRows || len(f[i].Cols) > shownRows {
			f[i].Hide() // shown in a panel
		}
	}
	f.Add("noise_variance", noise, m.p.SquaredUnit(), words.Text("Mean %s along the components that are left out",
		m.what())).Hide()
	return f
}

// perPoint returns the variances along the components, with divisor n.
func (m *pca) perPoint() []float64 {
	list := make([]float64, len(m.s))
	for k, s := range m.s {
		d := m.scale * (s / math.Sqrt(float64(m.p.N)))
		list[k] = d * d
	}
	return list
}

// own returns, in the units of a standardized table, the mean of each column and its root mean square reconstruction
// error: the components left out contribute Σ z² times their squared coordinate in the column.
func (m *pca) own() (mean, rms []float64) {
	mean, rms = make([]float64, m.p.D), make([]float64, m.p.D)
	for j := range mean {
		sum := 0.0
		for k := m.q; k < len(m.s); k++ {
			x := m.s[k] * m.basis[k][j]
			sum += x * x
		}
		mean[j], _ = m.p.Own(j, m.mean[j])
		rms[j] = m.p.Scales[j].SD * m.scale * math.Sqrt(sum/float64(m.p.N))
	}
	return mean, rms
}

func (m *pca) Status() method.Status {
	if m.blurred {
		return method.Status{State: method.Limited, Sentence: "Rounding errors affect the result: the points are too " +
			"close together and too far from the origin to compute the directions of variance."}
	}
	s := words.Say("Nothing is lost: there are as many components as dimensions in which the points vary.")
	if m.q < len(m.s) {
		s = words.Sprintf("%s of %d keep %s of the %s, and %s is lost.", words.Count(m.q, "component"), len(m.s),
			words.Percent(1-squares(m.s, m.q)/m.total), m.what(), words.Percent(squares(m.s, m.q)/m.total))
		if m.q == 1 {
			s = words.Sprintf("The first of %d components keeps %s of the %s, and %s is lost.", len(m.s),
				words.Percent(m.share(0)), m.what(), words.Percent(1-m.share(0)))
		}
	}
	if m.asked > len(m.s) {
		s += words.Sprintf(" There are no more than %s.", words.Count(len(m.s), "component"))
	}
	if k := m.tied(); k >= 0 {
		s += words.Sprintf(" %s and %s have the same %s: any two perpendicular directions in their plane are equally good.",
			name(k), name(k+1), m.what())
	}
	return method.Status{State: method.Exact, Sentence: s}
}

// tied returns the first component whose variance equals that of the next one within rounding errors, so that their
// directions are arbitrary; −1 if there is none.
func (m *pca) tied() int {
	for k := range len(m.s) - 1 {
		if s := m.s[k+1]; s > sure*m.rounding() && m.s[k]-s <= 16*(m.rounding()+0x1p-52*m.s[0]) {
			return k
		}
	}
	return -1
}

// vector formats a point or a direction.
func vector(x []float64) string {
	s := "("
	for j, v := range x {
		if j > 0 {
			s += ", "
		}
		s += words.Number(v)
	}
	return s + ")"
}

// Formula returns the minimised error, and the decomposition of the total variance.
func (m *pca) Formula() string {
	factor := m.scale * m.scale
	left := factor * squares(m.s, m.q)
	base := ""
	if m.affine {
		base = " − x̄"
	}
	s := words.Text("min Σᵢ ‖xᵢ − x̂ᵢ‖² = %s\n", words.Number(left))
	s += words.Text("Σᵢ ‖xᵢ%s‖² = Σᵢ ‖x̂ᵢ%s‖² + Σᵢ ‖xᵢ − x̂ᵢ‖²:  %s = %s kept + %s lost\n", base, base,
		words.Number(factor*m.total), words.Number(factor*m.total-left), words.Number(left))
	s += words.Text("x̂ = %s", m.sum())
	for k := range min(m.q, shownTerms) {
		s += words.Text("\nz%s = %s", words.Index(k+1), m.combination(k))
	}
	if m.p.Scales != nil {
		s += words.Say("\nxᵢⱼ = (value − mean of column j)/(standard deviation of column j): all numbers here are in " +
			"standard deviations")
	}
	return s
}

// Displayed sums and lists are abbreviated beyond shownTerms and shownInputs entries. Facts with more than shownRows
// rows or columns are hidden, and so large a covariance matrix is omitted.
const shownTerms, shownInputs, shownRows = 3, 4, 16

// shownCovariances is the largest number of inputs for which the covariance matrix is displayed; commands print larger
// ones, up to shownRows inputs.
const shownCovariances = 6

// sum formats a reconstruction as the sum of its components.
func (m *pca) sum() string {
	s := ""
	if m.affine {
		s = "x̄"
	}
	for k := range m.q {
		if k == shownTerms && m.q > shownTerms {
			return words.Text("%s + … + z%su%s", s, words.Index(m.q), words.Index(m.q))
		}
		if s != "" {
			s += " + "
		}
		s += "z" + words.Index(k+1) + "u" + words.Index(k+1)
	}
	if s == "" {
		s = "0"
	}
	switch {
	case m.p.D > shownInputs:
		return s
	case m.affine:
		s += words.Text(",  x̄ = %s", vector(m.mean))
	}
	for k := range min(m.q, shownTerms) {
		s += words.Text(",  u%s = %s", words.Index(k+1), vector(m.basis[k]))
	}
	return s
}

// combination formats the coordinate along component k in terms of the inputs.
func (m *pca) combination(k int) string {
	if m.p.D > shownInputs {
		if m.affine {
			return "u" + words.Index(k+1) + "·(x − x̄)"
		}
		return "u" + words.Index(k+1) + "·x"
	}
	s := ""
	for j, u := range m.basis[k] {
		s += words.TermAt(j, u)
		x := "x" + words.Index(j+1)
		if m.base[j] != 0 {
			x = "(" + x + words.Term(-m.base[j]) + ")"
		}
		s += "·" + x
	}
	return s
}

// Explain gives the coordinates of a point or row, its projection, and the error.
func (m *pca) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.p.D]
	at := make([]float64, m.p.D)
	m.reconstruct(x, at, m.q)
	d2, all := 0.0, 0.0
	for j, y := range at {
		d2 += (x[j] - y) * (x[j] - y)
		all += (x[j] - m.base[j]) * (x[j] - m.base[j])
	}
	var e method.Explanation
	for k := range min(len(m.basis), shownTerms) {
		z := "z" + words.Index(k+1) + " = " + words.Number(m.score(x, k))
		if k > 0 {
			e.Answer = words.Text("%s, ", words.Say(e.Answer))
		}
		e.Answer = words.Say(e.Answer) + words.Say(z)
	}
	lost := words.Text("lost: ‖x − x̂‖ = %s, squared %s", words.Number(math.Sqrt(d2)), words.Number(d2))
	if m.p.Scales != nil {
		lost = words.Text("z and lengths are in standard deviations; %s", lost)
	}
	if m.plane() {
		e.Lines = append(e.Lines, words.Text("projection x̂ = %s", vector(at)), lost)
		if m.q < 2 {
			e.Layers = []picture.Layer{
				&picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, XY: []float64{x[0], x[1], at[0], at[1]},
					Says: "projection of this position"},
				&picture.Marks{Role: picture.RoleProjection, XY: at, Says: "projection of this position"},
			}
		}
		return e
	}
	if all > 0 {
		base := ""
		if m.affine {
			base = " − x̄"
		}
		lost += words.Text(", %s of ‖x%s‖²", words.Percent(d2/all), base)
	}
	e.Lines = append(e.Lines, lost)
	if m.p.Across > 0 {
		e.Layers = m.album(x, at, v)
		return e
	}
	names := m.p.OwnNames()
	for _, j := range method.Farthest(x, at, shownInputs) {
		own, standardised := m.p.Own(j, x[j])
		again, _ := m.p.Own(j, at[j])
		text := words.Text("%s: %s, reconstructed %s", names[j], words.Number(own), words.Number(again))
		if standardised {
			text = words.Text("%s; in deviations %s and %s", text, words.Number(x[j]), words.Number(at[j]))
		}
		e.Lines = append(e.Lines, text)
	}
	return e
}
