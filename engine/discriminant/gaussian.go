package discriminant

import (
	"math"

	"pointscape/engine/classify"
	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// gaussian gives each class a normal density and predicts by Bayes' rule: its scores are ln prior + ln density.
type gaussian struct {
	classifier
	count  []int
	prior  []float64
	cov    [][]float64 // covariance of each class, D×D; all the same slice if pooled
	pooled bool
	naive  bool
	note   string // end of the status
	// blurred reports that rounding errors of the coordinates are visible in a covariance.
	blurred bool
	onLine  bool // all points are collinear, and densities are along their line only
}

func (m *gaussian) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m, Proba: m.Proba, Affine: m.Affine},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
	}
}

// newGaussian returns the model with the given covariance of each class and its root; pooled classes share one. It
// returns nil and the class k if the covariance of class k is singular, else -1 for k. If all points of the plane are
// collinear, densities are those of one variable along the line, and do not depend on the position across it.
func newGaussian(p *method.Problem, mo *moments, prior []float64, cov [][]float64, root []triangle) (m *gaussian,
	k int) {
	m = &gaussian{classifier: classifier{p: p, name: "log-odds"}, count: mo.count, prior: prior, cov: cov}
	if k = m.shape(mo, root, triangle.invert); k < 0 {
		return m, -1
	}
	if along := mo.line(p); along != nil {
		m.onLine = true
		if k = m.shape(mo, root, func(r triangle, far []float64) (whiten []float64, logDet float64, ok, sure bool) {
			return r.along(along, far)
		}); k < 0 {
			return m, -1
		}
	}
	return nil, k
}

// shape computes the forms of all classes, given a function that inverts a covariance by its root. It returns the first
// class for which that fails, or -1.
func (m *gaussian) shape(mo *moments, root []triangle,
	invert func(r triangle, far []float64) (whiten []float64, logDet float64, ok, sure bool)) int {
	m.forms, m.blurred = nil, false
	dims := float64(m.p.D)
	if m.onLine {
		dims = 1
	}
	var whiten []float64
	var logDet float64
	for k, c := range m.cov {
		if k == 0 || &c[0] != &m.cov[k-1][0] {
			var ok, sure bool
			if whiten, logDet, ok, sure = invert(root[k], mo.far); !ok {
				return k
			}
			m.blurred = m.blurred || !sure
		}
		base := math.Log(m.prior[k]) - 0.5*logDet - 0.5*dims*math.Log(2*math.Pi)
		m.forms = append(m.forms, form{mo.mean[k], whiten, base})
	}
	return -1
}

func (m *gaussian) Proba() method.Proba { return method.OnGrids }

// PointScores returns posterior probabilities.
func (m *gaussian) PointScores(x []float64) [][]float64 {
	return classify.PointScores(m, m.p, x, classify.LogOdds)
}

// inputs declares which columns of a table are used.
func inputs() method.Param {
	return method.InputsParam("Tables only: which columns the densities of the classes use",
		"Densities use all columns; with many columns, most covariances need regularisation")
}

// flat reports whether the model is in the plane that is drawn.
func (m *classifier) flat() bool { return m.p.D == 2 && !m.p.Wide() }

func gaussianShows() []method.Show {
	return []method.Show{
		{Name: method.Regions, Label: "Regions", On: true, Where: method.OnlyPoints, Help: "The most probable class, " +
			"fainter where another is nearly as probable"},
		{Name: method.Boundary, Label: "Decision boundary", On: true, Where: method.OnlyPoints,
			Help: "Where the two most probable classes are equally probable"},
		{Name: "ellipses", Label: "Class ellipses", On: true, Where: method.OnlyPoints, Help: "One and two standard " +
			"deviations of each class: they hold 39 % and 86 % of a normal class"},
		{Name: "means", Label: "Class means", On: true, Where: method.OnlyPoints, Help: "Mean of each class"},
		{Name: "probabilities", Label: "Probability 90 % and 99 %", Where: method.OnlyPoints,
			Help: "Where the most probable class reaches these probabilities"},
	}
}

func (m *gaussian) Layers(_ method.Job, _ picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if !m.flat() {
		return nil, nil, nil
	}
	if show["probabilities"] && len(m.forms) > 1 {
		under = m.levels(raster)
	}
	for k := range m.forms {
		f, id := &m.forms[k], m.p.ClassIDs[k]
		if show["ellipses"] {
			inner, outer := f.ellipse(1, picture.RoleEllipse, id), f.ellipse(2, picture.RoleEllipse, id)
			outer.Weight = 0.5
			inner.Says, outer.Says = "one standard deviation of a class", "two standard deviations of a class"
			over = append(over, outer, inner)
		}
	}
	if show["means"] {
		over = append(over, m.centroids())
	}
	return under, over, nil
}

// levels draws contours where the probability of a class is 90 % and 99 %, from its log-odds against all others.
func (m *gaussian) levels(raster *picture.Raster) (out []picture.Layer) {
	if len(m.forms) == 2 { // the regions show these log-odds
		relief := raster.Relief(0)
		return append(m.lines(relief, 0, -1), m.lines(relief, 1, 1)...)
	}
	odds := make([]float32, raster.Grid.W*raster.Grid.H)
	for c, own := range raster.Planes {
		for i, lead := range own {
			if lead == 0 { // the largest score: compute its log-odds against all others together
				lead = m.oddsAt(raster.Planes, c, i)
			}
			odds[i] = lead
		}
		out = append(out, m.lines(picture.NewRelief(odds, raster.Grid), c, 1)...)
	}
	return out
}

// oddsAt returns the log-odds of class c, whose score at node i is the largest, from the differences of the other
// classes' scores to it.
func (m *gaussian) oddsAt(planes [][]float32, c, i int) float32 {
	second := float32(math.Inf(-1))
	for o, p := range planes {
		if o != c && p[i] > second {
			second = p[i]
		}
	}
	if second < -20 { // far above the levels, precision does not matter
		return -second
	}
	sum := 0.0
	for o, p := range planes {
		if v := p[i]; o != c && v > second-40 {
			sum += kernel.ExpNeg(float64(v - second))
		}
	}
	return -second - float32(math.Log(sum))
}

// lines returns the contours of class c's log-odds, which are sign times the relief.
func (m *gaussian) lines(relief *picture.Relief, c int, sign float64) (out []picture.Layer) {
	for _, p := range []float64{0.9, 0.99} {
		path := relief.Path(sign*math.Log(p/(1-p)), picture.RoleIsoline, m.p.ClassIDs[c])
		path.Level, path.Says = p, "lines of equal probability of a class: 0.9 and 0.99"
		out = picture.AppendPath(out, path)
	}
	return out
}

// Explain gives posteriors, distances, and the ellipse of the predicted class through x.
func (m *gaussian) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.p.D]
	s := classify.ScoresAt(m, x)
	best, post := classify.Best(m.p, s), m.PointScores(x)[0]
	ex := method.Explanation{Answer: classify.Answer(m.p, best, post[best])}
	for k := range m.forms {
		ex.Lines = append(ex.Lines, words.Sprintf("%s: prior %s, %.3g sd from its mean, posterior %s",
			m.p.ClassName(k), words.Percent(m.prior[k]), math.Sqrt(m.forms[k].distance2(x)), words.Percent(post[k])))
	}
	if m.p.Across > 0 {
		ex.Layers = m.p.Album(x, v, []method.Tile{{Values: x, Name: "row", Says: "row", Title: "row"},
			{Values: m.forms[best].mean, Name: "mean", Says: "mean of a class", Title: words.Text("mean of %s",
				m.p.ClassName(best))}})
	}
	if m.flat() {
		f := &m.forms[best]
		if r := math.Sqrt(f.distance2(x)); r < 1e3 {
			around := f.ellipse(r, picture.RoleReach, m.p.ClassIDs[best])
			around.Says = "points as far from the mean, in standard deviations"
			ex.Layers = []picture.Layer{around}
		}
	}
	return ex
}

func (m *gaussian) Status() method.Status {
	s := words.Text("Means and variances are computed directly, without iteration.%s", m.note)
	if m.onLine {
		s += onLine
	}
	if len(m.forms) == 1 {
		s = words.Say("There is only one class: add points of a second.")
	}
	if m.blurred {
		return method.Status{State: method.Limited, Sentence: words.Text("Rounding errors affect the result: the points "+
			"are so nearly collinear, or so far from the origin, that their spread across the line can hardly be computed.%s",
			m.note)}
	}
	return method.Status{State: method.Exact, Sentence: s}
}

func (m *gaussian) Facts() []method.Fact {
	f := method.FactList{m.trainingError()}
	d, classes, inputs := m.p.D, m.p.ClassNames(), m.p.InputNames()
	f.Add("class_counts", m.count, "", "").By(classes)
	f.Add("priors", m.prior, "", "").By(classes)
	f.Add("means", m.means(), "", "").By(classes, inputs...)
	if d > listed {
		f[len(f)-1].Hide()
		return f
	}
	switch {
	case m.pooled:
		coef, intercept := m.linear()
		f.Add("covariance", matrix(m.cov[0], d), "", "Σ, shared by all classes").Call("Covariance Σ").By(inputs, inputs...)
		f.Add("coef", coef, "", "Σ⁻¹μ of each class: its score is linear in x").By(classes, inputs...)
		f.Add("intercept", intercept, "", "ln π − ½ μᵀΣ⁻¹μ of each class").By(classes)
		if len(m.forms) == 2 {
			f.Add("mahalanobis_distance", math.Sqrt(m.forms[0].distance2(m.forms[1].mean)), "standard deviations",
				"Between the two means, in standard deviations within the classes").Call("Mahalanobis distance")
			w, _ := m.difference()
			if u := unit(w); u != nil {
				f.Add("fisher_direction", u, "", "Unit vector along Σ⁻¹(μ₂ − μ₁), across the boundary").Call("Direction").By(inputs)
			}
		}
		return f
	case m.naive:
		vars := make([][]float64, len(m.cov))
		for k, c := range m.cov {
			vars[k] = make([]float64, d)
			for j := range d {
				vars[k][j] = c[j*d+j]
			}
		}
		f.Add("variances", vars, "", "Variance of each coordinate in each class").Call("Variance").By(classes, inputs...)
	default:
		covs := make([]any, len(m.cov))
		for k, c := range m.cov {
			covs[k] = matrix(c, d)
		}
		f.Add("covariances", covs, "", "Σ of each class").Hide()
	}
	if m.flat() && len(m.forms) == 2 {
		f.Add("boundary", m.conic(), "", "Kind of the curve on which both classes are equally probable").Call("Boundary")
	}
	return f
}

// listed is the maximum number of inputs whose means and variances are listed.
const listed = 15

func matrix(a []float64, d int) [][]float64 {
	rows := make([][]float64, d)
	for i := range rows {
		rows[i] = a[i*d : (i+1)*d : (i+1)*d]
	}
	return rows
}

// linear returns Σ⁻¹μ and ln π − ½ μ'Σ⁻¹μ of each class.
func (m *gaussian) linear() (coef [][]float64, intercept []float64) {
	d := m.p.D
	inv := square(m.forms[0].whiten, d)
	for k := range m.forms {
		mu := m.forms[k].mean
		w, b := make([]float64, d), math.Log(m.prior[k])
		for i := range w {
			for j, v := range inv[i*d : (i+1)*d] {
				w[i] += v * mu[j]
			}
			b -= 0.5 * w[i] * mu[i]
		}
		coef, intercept = append(coef, w), append(intercept, b)
	}
	return coef, intercept
}

// difference returns Σ⁻¹(μ₁ − μ₀) for pooled classes, and the constant of the log-odds.
func (m *gaussian) difference() (w []float64, b float64) {
	d, f, g := m.p.D, &m.forms[0], &m.forms[1]
	inv := square(f.whiten, d)
	w, b = make([]float64, d), g.base-f.base
	for i := range w {
		for j, v := range inv[i*d : (i+1)*d] {
			w[i] += v * (g.mean[j] - f.mean[j])
		}
		b -= w[i] * (f.mean[i] + g.mean[i]) / 2
	}
	return w, b
}

// Affine is defined for two classes with a common covariance.
func (m *gaussian) Affine() (intercept float64, coef []float64, ok bool) {
	if !m.pooled || len(m.forms) != 2 {
		return 0, nil, false
	}
	coef, intercept = m.difference()
	return intercept, coef, true
}

// unit returns w scaled to norm 1; nil if w is 0.
func unit(w []float64) []float64 {
	n := 0.0
	for _, v := range w {
		n = math.Hypot(n, v)
	}
	if n == 0 {
		return nil
	}
	u := make([]float64, len(w))
	for i, v := range w {
		u[i] = v / n
	}
	return u
}

// quadratic returns the log-odds of two classes in the plane as a polynomial: coefficients of x², xy, y², x, y and 1.
func (m *gaussian) quadratic() (q [6]float64) {
	for k, sign := range []float64{-0.5, 0.5} { // − ½ for class 0, whose score is subtracted
		f := &m.forms[k]
		s, a, b := square(f.whiten, 2), f.mean[0], f.mean[1]
		q[0] -= sign * s[0]
		q[1] -= sign * 2 * s[1]
		q[2] -= sign * s[3]
		q[3] += sign * 2 * (s[0]*a + s[1]*b)
		q[4] += sign * 2 * (s[1]*a + s[3]*b)
		q[5] += sign * (2*f.base - s[0]*a*a - 2*s[1]*a*b - s[3]*b*b)
	}
	return q
}

// conic returns the type of the boundary of two classes, by its quadratic terms.
func (m *gaussian) conic() string {
	q := m.quadratic()
	size := 0.0
	for k := range m.forms {
		s := square(m.forms[k].whiten, 2)
		size += s[0] + s[3]
	}
	const tiny = 1e-9
	if max(math.Abs(q[0]), math.Abs(q[1]), math.Abs(q[2])) <= tiny*size {
		return "line"
	}
	switch d := 4*q[0]*q[2] - q[1]*q[1]; {
	case math.Abs(d) <= tiny*size*size:
		return "parabola or parallel lines"
	case d < 0:
		return "hyperbola"
	}
	return "ellipse"
}

func (m *gaussian) Formula() string {
	ids, s := m.p.ClassIDs, ""
	switch {
	case len(ids) == 2 && m.flat():
		q := m.quadratic()
		if m.pooled {
			w, c := m.difference()
			q = [6]float64{0, 0, 0, w[0], w[1], c}
		}
		return words.Sprintf("ln P(%[1]s | x) ∕ P(%[2]s | x) = %[3]s\n%[1]s where it is positive, else %[2]s",
			m.p.ClassName(1),
			m.p.ClassName(0),
			polynomial("·x_{1}^{2} ·x_{1}x_{2} ·x_{2}^{2} ·x_{1} ·x_{2}", q[:]...))
	case m.pooled && m.flat():
		coef, c := m.linear()
		for k, w := range coef {
			s += words.Sprintf("δ_{%s}(x) = %s\n", m.p.ClassIndex(k), polynomial("·x_{1} ·x_{2}", w[0], w[1], c[k]))
		}
		return words.Text("%sthe largest δ wins", s)
	}
	if m.p.D > listed {
		return "" // the same as in the declaration
	}
	for k := range ids {
		sd := make([]float64, m.p.D)
		for j := range sd {
			sd[j] = math.Sqrt(m.cov[k][j*m.p.D+j])
		}
		s += words.Sprintf("%s: π = %.3g, μ = (%s), σ = (%s)", m.p.ClassName(k), m.prior[k], list(m.forms[k].mean),
			list(sd))
		if !m.naive && m.p.D == 2 {
			s += words.Text(", ρ = %s", number(m.cov[k][1]/(sd[0]*sd[1]), true))
		}
		s += "\n"
	}
	return words.Text("%sthe largest π · N(x; μ, Σ) wins", s)
}

func list(v []float64) string {
	s := ""
	for i, x := range v {
		if i > 0 {
			s += ", "
		}
		s += number(x, true)
	}
	return s
}
