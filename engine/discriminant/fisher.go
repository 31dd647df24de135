package discriminant

import (
	_ "embed"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/chart"
	"pointscape/engine/classify"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

//go:embed fisher.jsonl
var fisherExamples string

// Fisher returns the method of Fisher's discriminant, id "fisher".
func Fisher() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "fisher",
			Aliases: []string{"Fisher’s LDA", "Discriminant direction", "Between and within scatter", "Rayleigh quotient",
				"Analyse discriminante de Fisher"},
			Name:   "Fisher's discriminant",
			Family: "Linear classification",
			Task:   method.Classify,
			Takes:  method.Takes{Wide: true},
			Summary: "Finds the direction with the largest variance between classes relative to that within them, and " +
				"predicts the class with the nearest projected mean.",
			Formula: "max_{w} wᵀS_{B}w ∕ wᵀ(S_{W} + αI)w,  that is S_{B}w = λ(S_{W} + αI)w",
			Source:  "Fisher, Annals of Eugenics 7, 1936; Rao, J. Royal Stat. Soc. B 10, 1948 (several classes)",
			Params: []method.Param{
				{Name: "alpha", Label: "Regularisation α", Kind: method.Number{Range: method.Range{Max: 1e6, SoftMax: 0.1}},
					Default: 0.0, Unit: "squared data units", Moves: true,
					Help: "Added to the variance within the classes in every direction; a large α turns w towards the line " +
						"of the means"},
				{Name: "n_components", Label: "Directions", Kind: method.Integer{Range: method.Range{Min: 1, Max: 2}}, Default: 2.0,
					Moves: true,
					Help:  "Number of directions used; K classes have at most K − 1"},
				fisherRows(),
			},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Help: "The class of the nearest projected mean"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Help: "Halfway between two projected means"},
				{Name: "direction", Label: "Directions", On: true, Where: method.OnlyPoints,
					Help: "The line along w through the mean of all points; an unused second direction is faint"},
				classify.WeightsShow(),
				{Name: "projections", Label: "Projections", On: true, Where: method.OnlyPoints,
					Help: "From each point to its projection onto each direction used"},
				{Name: "means", Label: "Class means", On: true, Where: method.OnlyPoints, Help: "Mean of each class"},
				{Name: "spread", Label: "Along the direction", On: true, Help: "A plot: the projected points of each class, " +
					"with normal curves of their means and variances"},
			},
			Examples: method.ExamplesIn(fisherExamples),
		},
		Python: fisherPython,
		Fit:    fitFisher, Divisible: true,
	}
}

// fisherRows declares which columns of a table are used.
func fisherRows() method.Param {
	p := method.InputsParam("Tables only: which columns the directions use",
		"Directions of all columns: rows are shown in the plane of the first two, where the boundary is exact")
	p.Moves = true
	return p
}

type fisher struct {
	classifier
	center     []float64   // mean of all points
	directions [][]float64 // unit vectors, by decreasing lambda
	lambda     []float64   // generalised eigenvalue of each direction
	used       int         // number of directions in use
	alpha      float64     // added to the within-class variance
	onLine     bool        // all points are collinear
	blurred    bool        // rounding errors of the coordinates are visible in the spread
	z, sd      []float64   // mean and standard deviation of each class along the first direction
	kept       classify.Kept
}

func (m *fisher) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m, Affine: m.Affine},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers, SpaceLayers: m.SpaceLayers,
			Panels: m.Panels, Projected: m.Projected},
		Words: method.Words{Explain: m.Explain, Formula: m.Formula},
	}
}

func fitFisher(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	mo, err := gather(job, p)
	if err != nil {
		return nil, err
	}
	k, d, n := len(mo.count), p.D, float64(p.N)
	if k < 2 {
		return nil, &method.Need{Sentence: "There is only one class: add points of a second."}
	}
	m := &fisher{classifier: classifier{p: p, name: "nearness of the projected means"}, center: make([]float64, d),
		alpha: v.Float("alpha")}
	for c, mean := range mo.mean {
		linalg.Axpy(float64(mo.count[c])/n, mean, m.center)
	}
	within, root := mo.pooled(even(k, n))
	between := make([]float64, d*d)
	for j := range d {
		within[j*d+j] += m.alpha
	}
	root.round(m.alpha, d)
	diff := make([]float64, d)
	for c, mean := range mo.mean {
		for j := range diff {
			diff[j] = mean[j] - m.center[j]
		}
		for j, x := range diff {
			linalg.Axpy(float64(mo.count[c])/n*x, diff, between[j*d:(j+1)*d])
		}
	}
	whiten, _, ok, sure := root.invert(mo.far)
	most := min(k-1, d)
	if !ok {
		if u := mo.line(p); u != nil {
			whiten, _, ok, sure = root.along(u, mo.far)
			most, m.onLine = 1, ok
		}
	}
	if !ok {
		return nil, tooThin(p, "the points of each class lie", "alpha", within)
	}
	m.blurred = !sure
	// S_B w = λ S_W w becomes A u = λ u with A = W S_B W' and w = W'u.
	half, a := make([]float64, d*d), make([]float64, d*d)
	linalg.MulAdd(half, whiten, between, d, d, d)
	linalg.Gemm(1, a, d, half, d, 1, transposed(whiten, d), d, d, d, d)
	lambda, u := eigen(a, d)
	if lambda[0] <= 1e-12 {
		return nil, &method.Need{Sentence: "The classes have the same mean, so no direction separates them. Move the " +
			"points of a class."}
	}
	count := most
	m.used = min(count, v.Int("n_components"))
	axes := make([]float64, d*d) // rows w with w'S_W w = 1
	for r := range count {
		w := make([]float64, d)
		for i, ui := range u[r] {
			linalg.Axpy(ui, whiten[i*d:(i+1)*d], w)
		}
		if upsideDown(w, mo.mean, k) {
			for i := range w {
				w[i] = -w[i]
			}
		}
		if r < m.used {
			copy(axes[r*d:], w)
		}
		m.directions = append(m.directions, unit(w))
		m.lambda = append(m.lambda, max(0, lambda[r]))
	}
	m.alongFirst(mo, axes)
	m.errors, err = classify.Wrong(job, m, p)
	return m, err
}

// alongFirst notes the classes' quadratic forms, with the directions axes, and the classes' means and standard
// deviations along the first direction.
func (m *fisher) alongFirst(mo *moments, axes []float64) {
	d := m.p.D
	first := m.directions[0]
	for c, mean := range mo.mean {
		m.forms = append(m.forms, form{mean, axes, 0})
		v := 0.0
		for i, x := range first {
			v += x * linalg.Dot(mo.scatter[c][i*d:(i+1)*d], first)
		}
		m.z = append(m.z, linalg.Dot(first, mean))
		m.sd = append(m.sd, math.Sqrt(max(0, v)/float64(mo.count[c])))
	}
}

// upsideDown reports whether a direction must be negated. It should point from class 0 to class 1 if there are two
// classes; otherwise its coordinate of largest absolute value should be positive.
func upsideDown(w []float64, mean [][]float64, k int) bool {
	if k == 2 {
		return linalg.Dot(w, mean[1]) < linalg.Dot(w, mean[0])
	}
	big := 0.0
	for _, x := range w {
		if math.Abs(x) > math.Abs(big) {
			big = x
		}
	}
	return big < 0
}

func transposed(a []float64, d int) []float64 {
	t := make([]float64, d*d)
	for i := range d {
		for j := range d {
			t[j*d+i] = a[i*d+j]
		}
	}
	return t
}

// eigen returns the eigenvalues of a symmetric d×d matrix in decreasing order, with unit eigenvectors.
func eigen(a []float64, d int) (values []float64, vectors [][]float64) {
	var e mat.EigenSym
	if !e.Factorize(mat.NewSymDense(d, a), true) {
		return make([]float64, d), vectors
	}
	values = e.Values(nil)
	var q mat.Dense
	e.VectorsTo(&q)
	for k := range d {
		vectors = append(vectors, mat.Col(nil, d-1-k, &q))
	}
	slices.Reverse(values)
	return values, vectors
}

// PointScores returns, for two classes, the coordinate along the direction minus the threshold; otherwise minus the
// distance from each projected mean, in standard deviations.
func (m *fisher) PointScores(x []float64) [][]float64 {
	d := m.p.D
	rows := make([][]float64, len(x)/d)
	for i := range rows {
		at := x[i*d : (i+1)*d]
		if len(m.forms) == 2 {
			rows[i] = []float64{linalg.Dot(m.directions[0], at) - m.threshold()}
			continue
		}
		for k := range m.forms {
			rows[i] = append(rows[i], -math.Sqrt(m.forms[k].distance2(at)))
		}
	}
	return rows
}

// Affine is defined for two classes.
func (m *fisher) Affine() (intercept float64, coef []float64, ok bool) {
	if len(m.forms) != 2 {
		return 0, nil, false
	}
	return -m.threshold(), m.directions[0], true
}

// threshold returns the midpoint of the first two projected means.
func (m *fisher) threshold() float64 { return (m.z[0] + m.z[1]) / 2 }

func (m *fisher) Status() method.Status {
	s := words.Sprintf("Along w the classes vary %.3g times as much between their means as within%s.", m.lambda[0],
		m.added())
	if m.onLine {
		s += onLine
	}
	if m.used < len(m.directions) {
		if n := len(m.directions) - m.used; n > 1 {
			s += words.Text(" %s exist, but are not used.", words.Capital(words.Count(n, "further direction")))
		} else {
			s += words.Say(" A second direction exists, but is not used.")
		}
	}
	if m.blurred {
		return method.Status{State: method.Limited, Sentence: "Rounding errors affect the result: the points are so " +
			"nearly collinear, or so far from the origin, that their spread across the line can hardly be computed."}
	}
	return method.Status{State: method.Exact, Sentence: s + m.table().Said()}
}

// table returns the display of rows of a table: the first directions, in which the rule is affine.
func (m *fisher) table() *classify.Rows { return m.kept.Rows(m.makeTable) }

func (m *fisher) makeTable() *classify.Rows {
	d := m.p.D
	r := &classify.Rows{P: m.p, Vectors: m.directions[:m.used]}
	for i := range m.used {
		name := "w" + words.Subscript(i+1)
		if m.used == 1 {
			name = "w"
		}
		r.Called = append(r.Called, name)
	}
	if len(m.forms) == 2 {
		w := m.directions[0]
		r.F = append(slices.Clone(w), -m.threshold())
		r.Axes, r.Names = append(slices.Clone(w), 0), []string{"z = w·x"}
		return r
	}
	for i := range m.used {
		r.Axes = append(append(r.Axes, m.forms[0].whiten[i*d:(i+1)*d]...), 0)
		r.Names = append(r.Names, words.Text("z%s (sd within classes)", words.Subscript(i+1)))
	}
	// The nearest mean: −½‖z − μ‖², without the terms common to all classes.
	for k := range m.forms {
		w, b := make([]float64, d), 0.0
		for i := range m.used {
			axis := m.forms[0].whiten[i*d : (i+1)*d]
			z := linalg.Dot(axis, m.forms[k].mean)
			linalg.Axpy(z, axis, w)
			b -= z * z / 2
		}
		r.F = append(append(r.F, w...), b)
	}
	return r
}

func (m *fisher) Weights() *classify.Rows { return m.table() }

func (m *fisher) Projected() method.Projection { return m.table().Projected() }

func (m *fisher) SpaceLayers(at []float64, show method.Shown) []picture.Layer {
	return m.table().SpaceLayers(at, show)
}

// added mentions that α is added to the within-class variance.
func (m *fisher) added() string {
	if m.alpha > 0 {
		return ", with α added"
	}
	return ""
}

func (m *fisher) Facts() []method.Fact {
	ratio, sum := make([]float64, len(m.lambda)), 0.0
	for _, l := range m.lambda {
		sum += l
	}
	for i, l := range m.lambda {
		ratio[i] = l / sum
	}
	f := method.FactList{m.trainingError()}
	classes, inputs := m.p.ClassNames(), m.p.InputNames()
	along := make([]string, len(m.directions))
	for i := range along {
		along[i] = "w" + words.Subscript(i+1)
	}
	if len(m.forms) == 2 {
		f.Add("threshold", m.threshold(), "data units", "Halfway between the projected means").Call("Threshold")
	}
	f.Add("eigenvalues", m.lambda, "", words.Text("λ: variance between the classes over that within%s, along each "+
		"direction", m.added())).Call("Eigenvalue λ").By(along)
	f.Add("explained_variance_ratio", ratio, "", "Share of each eigenvalue in their sum").Call("Share").By(along)
	f.Add("directions", m.directions, "", "Unit vectors w").Call("Direction").By(along, inputs...)
	f.Add("means", m.means(), "", "").By(classes, inputs...)
	f.Add("projected_means", m.z, "", "w·μ of each class along the first direction, in data units").Call(
		"Projected mean").By(classes)
	f.Add("projected_std", m.sd, "", "Standard deviation of each class along the first direction, in data units").Call(
		"Standard deviation").By(classes)
	return f
}

func (m *fisher) Formula() string {
	within := "S_{W}"
	if m.alpha > 0 {
		within = fmt.Sprintf("(S_{W} + %.4g I)", m.alpha)
	}
	ids, s := m.p.ClassIDs, words.Sprintf("max_{w} wᵀS_{B}w ∕ wᵀ%sw  = %.4g\n", within, m.lambda[0])
	for i, w := range m.directions[:m.used] {
		s += fmt.Sprintf("z_{%d} = ", i+1)
		told, rest := method.Indices(len(w)), ""
		if len(w) > 6 { // the largest ones
			size := make([]float64, len(w))
			for j, x := range w {
				size[j] = math.Abs(x)
			}
			told, rest = method.LargestOf(size, 5), words.Sprintf(" + … (%s)", words.Count(len(w), "column"))
		}
		for n, j := range told {
			s += fmt.Sprintf("%s·x_{%d}", number(w[j], n == 0), j+1)
		}
		s += rest
		s += fmt.Sprintf(",  λ = %.4g\n", m.lambda[i])
	}
	switch {
	case len(ids) == 2:
		return s + words.Sprintf("%s where z_{1} > %s, otherwise %s", m.p.ClassName(1), number(m.threshold(), true),
			m.p.ClassName(0))
	case m.used == 1:
		return words.Text("%sthe nearest of the projected means %s wins", s, list(m.z))
	}
	return words.Text("%sthe nearest mean wins, z in standard deviations within the classes", s)
}

// foot returns the projection of x onto the line along direction r.
func (m *fisher) foot(x []float64, r int) [2]float64 {
	u, c := m.directions[r], m.center
	t := (x[0]-c[0])*u[0] + (x[1]-c[1])*u[1]
	return [2]float64{c[0] + t*u[0], c[1] + t*u[1]}
}

// With more than drawn points, no projections are drawn in the plane, and the panel shows the first ones of each class.
const drawn = 2000

func (m *fisher) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if m.p.Wide() {
		under, _ = m.table().Layers(v, show)
		return under, nil, nil
	}
	c := m.center
	if show["direction"] {
		reach := math.Hypot(v.X1-v.X0, v.Y1-v.Y0) + math.Hypot(c[0]-v.X0, c[1]-v.Y0)
		for i, u := range m.directions {
			line := &picture.Path{Role: picture.RoleDirection, Class: picture.NoClass,
				XY: []float64{c[0] - reach*u[0], c[1] - reach*u[1], c[0] + reach*u[0], c[1] + reach*u[1]}}
			line.Says = "direction w of the projection"
			if i >= m.used {
				line.Weight, line.Says = 0.3, "second direction, which is not used"
			}
			under = append(under, line)
		}
	}
	if show["projections"] && m.p.N <= drawn {
		const says = "projections of the points"
		for r := range m.used {
			feet := &picture.Marks{Role: picture.RoleProjection, XY: make([]float64, 2*m.p.N), Class: make([]int, m.p.N),
				Says: says}
			lines := make([]*picture.Path, len(m.forms))
			for k, id := range m.p.ClassIDs {
				lines[k] = &picture.Path{Role: picture.RoleProjection, Class: id, Weight: 0.3, Says: says}
				if r > 0 {
					lines[k].Weight = 0.12
				}
				under = append(under, lines[k])
			}
			for i, k := range m.p.Class {
				x := m.p.At(i)
				f := m.foot(x, r)
				lines[k].AddLine(x[0], x[1], f[0], f[1])
				copy(feet.XY[2*i:], f[:])
				feet.Class[i] = m.p.ClassIDs[k]
			}
			under = append(under, feet)
		}
	}
	if show["means"] {
		over = append(over, m.centroids())
	}
	return under, over, nil
}

func (m *fisher) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.p.D]
	best, ids := classify.Best(m.p, classify.ScoresAt(m, x)), m.p.ClassIDs
	ex := method.Explanation{Answer: m.p.ClassName(best)}
	z := linalg.Dot(m.directions[0], x)
	ex.Lines = append(ex.Lines, fmt.Sprintf("z = w·x = %.4g", z))
	for k := range ids {
		ex.Lines = append(ex.Lines, words.Sprintf("%s: mean at z = %.4g, %.3g sd away", m.p.ClassName(k), m.z[k],
			math.Sqrt(m.forms[k].distance2(x))))
	}
	if m.p.Wide() {
		ex.Layers = m.p.Portrait(x, v)
	} else if m.p.D == 2 {
		f := m.foot(x, 0)
		ex.Layers = []picture.Layer{&picture.Path{Role: picture.RoleNeighbor, Class: ids[best],
			XY: []float64{x[0], x[1], f[0], f[1]}, Says: "projection of this position"}}
	}
	return ex
}

func (m *fisher) Panels(show method.Shown) (list []method.Panel) {
	if show["weights"] {
		list = append(list, m.table().WeightsPanel())
	}
	if !show["spread"] {
		return list
	}
	thresholds := "" // for a single direction
	if m.used == 1 {
		thresholds = ", with the thresholds between them"
		if len(m.z) == 2 {
			thresholds = ", with the threshold between them"
		}
	}
	return append(list, chart.Plain(method.PanelInfo{ID: "spread", Title: "Along the direction", XLabel: "z = w·x",
		YLabel: "density", YFrom0: true,
		Help: words.Text("The normal curves of the classes' projected means and variances, weighted by the classes' "+
			"shares of the points%s; below them the projected points", thresholds)}, m.along))
}

// along returns a chart of the projected points under normal densities, weighted by the classes' shares of the points.
func (m *fisher) along() *chart.Chart {
	share := make([]float64, len(m.z)) // share of the points in each class
	for _, c := range m.p.Class {
		share[c] += 1 / float64(m.p.N)
	}
	sd, peak, top := make([]float64, len(m.z)), make([]float64, len(m.z)), 0.0
	for k := range m.z {
		sd[k] = max(m.sd[k], 1e-3*spread(m.z))
		peak[k] = share[k] / (sd[k] * math.Sqrt(2*math.Pi))
		top = max(top, peak[k])
	}
	p := &chart.Chart{Y: chart.From0(0.45, 0.1)}
	for i, z := range m.z {
		for j, y := range m.z[:i] {
			t := (z + y) / 2
			between := m.used > 1 // another mean is nearer there
			for k, other := range m.z {
				between = between || k != i && k != j && math.Abs(other-t) < math.Abs(z-t)
			}
			if !between && z != y {
				p.Add(chart.Upright(chart.As(picture.RoleBoundary, "threshold").Called("threshold"), t))
			}
		}
	}
	for k, id := range m.p.ClassIDs {
		curve := chart.Curve{Look: chart.Of(picture.RoleEllipse, id, "normal curve of a class").Called(m.p.ClassName(k))}
		for i := range 121 {
			x := -3.5 + 7*float64(i)/120
			curve.XY = append(curve.XY, m.z[k]+x*sd[k], peak[k]*math.Exp(-x*x/2))
		}
		var at []float64
		for i, c := range m.p.Class {
			if c == k && len(at) < drawn {
				at = append(at, linalg.Dot(m.directions[0], m.p.At(i)))
			}
		}
		p.Add(curve, chart.Rug{Look: chart.Of(picture.RoleProjection, id, "projections of the points"), At: at, Row: k + 1,
			Rows: len(m.z), Strip: 0.4, Top: top, Free: true})
	}
	return p
}

func spread(z []float64) float64 {
	lo, hi := z[0], z[0]
	for _, x := range z {
		lo, hi = min(lo, x), max(hi, x)
	}
	return hi - lo
}
