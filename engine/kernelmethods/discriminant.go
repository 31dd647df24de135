package kernelmethods

import (
	_ "embed"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/chart"
	"pointscape/engine/classify"
	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// maxDiscriminant is the largest number of points: with a rough kernel, the span has one feature per point.
const maxDiscriminant = 1000

//go:embed kernel_discriminant.jsonl
var kernelDiscriminantExamples string

// Discriminant declares Fisher's discriminant in a kernel's feature space, id "kernel_discriminant".
func Discriminant() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "kernel_discriminant",
			Aliases: []string{"KFD", "KDA", "Kernel Fisher discriminant", "Generalized discriminant analysis", "Kernel LDA",
				"RBF",
				"Analyse discriminante à noyau"},
			Name:   "Kernel discriminant",
			Family: "Kernel methods",
			Task:   method.Classify,
			Summary: "Fisher's discriminant in a kernel's feature space: functions whose values are alike within each class " +
				"and differ from class to class. The nearest class mean along them wins.",
			Formula: "max_{f} fᵀS_{B}f ∕ fᵀ(S_{W} + αI)f,  z(x) = Σᵢ aᵢ k(xᵢ, x);  ŷ(x) = argmin_{c} ½‖z(x) − z̄_{c}‖² " +
				"− ln π_{c}",
			Source: "Mika, Rätsch, Weston, Schölkopf and Müller, Fisher discriminant analysis with kernels, NNSP 9, 1999; " +
				"Baudat and Anouar, Generalized discriminant analysis using a kernel approach, Neural Computation 12, 2000 " +
				"(several classes); Schölkopf and Smola, Learning with Kernels, 2002, chapter 15",
			Seen: "Curves on which the first direction has the value of a class mean; the points along it, " +
				"and in the plane of the first two.",
			Params: moving(append([]method.Param{method.InputsParam("Tables only: which columns the kernel uses",
				"The kernel of whole rows. They are shown along the first two directions, where lines divide the classes.")},
				append(kernelparam.Params(), method.Param{Name: "alpha", Label: "Regularisation α",
					Kind:    method.Number{Range: method.Range{Min: 1e-9, Max: 1e6, SoftMin: 1e-6, SoftMax: 1, Log: true}},
					Default: 1e-3,
					Help:    "Added to the variance within the classes in every direction of the feature space; a large α: smoother"},
					method.Param{Name: "n_components", Label: "Directions",
						Kind: method.Integer{Range: method.Range{Min: 1, Max: 11, SoftMin: 1, SoftMax: 4}}, Default: 11.0,
						Help: "Number of directions used; K classes have at most K − 1"},
					method.PriorsParam())...)),
			Takes: method.Takes{Wide: true, MaxPoints: maxDiscriminant},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Help: "The class of the nearest mean along the directions"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Help: "Where two class means " +
					"are equally near"},
				{Name: "levels", Label: "Through the class means", On: true, Where: method.OnlyPoints,
					Help: "Where the first direction has the same value as at a class mean"},
				{Name: "spread", Label: "Along the directions", On: true, Help: "Plots: the points of each class along the first " +
					"direction, and in the plane of the first two"},
			},
			Examples: method.ExamplesIn(kernelDiscriminantExamples),
		},
		Check: func(v method.Values) error {
			_, err := quietKernel(v)
			return err
		},
		Python: kernelDiscriminantPython,
		Fit:    fitDiscriminant,
	}
}

// kfd classifies by the nearest class mean along discriminant directions in feature space.
type kfd struct {
	problem *method.Problem
	kernel  kernel.Kernel
	span    *span
	alpha   float64
	prior   []float64
	lambda  []float64 // eigenvalue of each direction, in descending order
	used    int
	// along has the directions as sums of kernels, z = along(x), with variance 1 within the classes after adding α.
	// means has the means of the classes, used numbers each.
	along  *kernel.Expansion
	means  [][]float64
	z      []float64         // N×used: z of the points
	scores *kernel.Expansion // two classes: the lead of the second; else one score per class
	errors int
	found  func() kernel.Soundness
}

func (m *kfd) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers, SpaceLayers: m.SpaceLayers,
			Panels: m.Panels, Projected: m.Projected},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Pointer: method.Pointer{Tell: m.Tell},
	}
}

var (
	_ kernelparam.Seer = (*kfd)(nil)
)

func fitDiscriminant(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if len(p.ClassIDs) < 2 {
		return nil, method.NeedClasses("A discriminant")
	}
	k, err := quietKernel(v)
	if err == nil {
		err = kernel.CheckDim(k, p.D)
	}
	if err != nil {
		return nil, err
	}
	if err := p.CheckKernel(kernel.Diag(k, p.X, p.N, p.D, nil)); err != nil {
		return nil, err
	}
	m := &kfd{problem: p, kernel: k, alpha: v.Float("alpha"),
		found: sync.OnceValue(func() kernel.Soundness { return kernel.CheckCentred(k, p.X, p.N, p.D) })}
	if m.prior, err = p.Priors(v); err != nil {
		return nil, err
	}
	// Only differences of features matter: far from the origin the kernel is centred. What the span leaves of a feature
	// is small compared with α.
	inside, _ := kernelparam.Centred(k, p, nil)
	if m.span, err = newSpan(job, inside, p.X, p.N, p.D, 1e-10*m.alpha); err != nil {
		return nil, err
	}
	if err := m.solve(job, v.Int("n_components"), inside); err != nil {
		return nil, err
	}
	m.errors, err = classify.Wrong(job, m, p)
	return m, err
}

// solve computes the directions. In coordinates of the span, S_B = BᵀB, where B has a row √(n_c/n)(μ_c − μ) for each
// class. With S_W + αI = CCᵀ and U = C⁻¹Bᵀ, all directions follow from the eigenvectors of the small matrix UᵀU.
func (m *kfd) solve(job method.Job, most int, inside kernel.Kernel) error {
	p, r, n := m.problem, m.span.rank, m.problem.N
	classes := len(p.ClassIDs)
	count, mu, mid := make([]float64, classes), make([]float64, classes*r), make([]float64, r)
	for i, c := range p.Class {
		count[c]++
		linalg.Axpy(1, m.row(i), mu[c*r:(c+1)*r])
		linalg.Axpy(1/float64(n), m.row(i), mid)
	}
	for c := range classes {
		for j := range r {
			mu[c*r+j] /= count[c]
		}
	}
	within, err := m.within(job, mu)
	if err != nil {
		return err
	}
	u := make([]float64, r*classes)
	for c := range classes {
		for j := range r {
			u[j*classes+c] = math.Sqrt(count[c]/float64(n)) * (mu[c*r+j] - mid[j])
		}
	}
	linalg.SolveLower(within, r, u, classes)
	small := make([]float64, classes*classes)
	linalg.MulAddT(small, u, u, classes, r, classes)
	var e mat.EigenSym
	if !e.Factorize(mat.NewSymDense(classes, small), true) {
		return &method.Need{Sentence: "The numbers are too large to be computed with: raise α, or change the kernel."}
	}
	lambda := e.Values(nil)
	slices.Reverse(lambda)
	if !(lambda[0] > 1e-12) {
		if m.found() == kernel.Indefinite {
			return doc.Errorf("params.kernel", "positive semi-definite on these points, or nearly: its positive "+
				"semi-definite part does not separate the classes", m.kernel.String())
		}
		return &method.Need{Sentence: "The classes have the same mean in this feature space, so no direction separates " +
			"them. Move the points of a class, or change the kernel."}
	}
	var g mat.Dense
	e.VectorsTo(&g)
	m.used = min(classes-1, most)
	w := make([]float64, r*m.used) // one column per direction
	for t := range min(classes-1, len(lambda)) {
		m.lambda = append(m.lambda, max(0, lambda[t]))
		if t >= m.used {
			continue
		}
		// Leave out directions without a difference of means.
		if !(lambda[t] > 1e-12*lambda[0]) {
			continue
		}
		for j := range r {
			s := 0.0
			for c := range classes {
				s += u[j*classes+c] * g.At(c, classes-1-t)
			}
			w[j*m.used+t] = s / math.Sqrt(lambda[t])
		}
	}
	linalg.SolveLowerT(within, r, w, m.used)
	m.project(inside, w, mu, mid)
	m.score()
	return nil
}

// within returns the Cholesky factor of S_W + αI, r×r. S_W = DᵀD/n for the points minus the means mu of their classes.
func (m *kfd) within(job method.Job, mu []float64) ([]float64, error) {
	p, r, n := m.problem, m.span.rank, m.problem.N
	d := make([]float64, n*r)
	for i, c := range p.Class {
		for j, x := range m.row(i) {
			d[i*r+j] = x - mu[c*r+j]
		}
	}
	within := make([]float64, r*r) // the lower triangle, by blocks
	const block = 32
	for i := 0; i < r; i += block {
		if err := job.Err(); err != nil {
			return nil, err
		}
		rows := min(block, r-i)
		linalg.Gemm(1/float64(n), within[i*r:], r, d[i:], 1, r, d, r, rows, n, i+rows)
	}
	for j := range r {
		within[j*r+j] += m.alpha
	}
	ok, err := linalg.CholeskyFor(job.Err, within, r)
	if err != nil {
		return nil, err
	}
	if !ok && r > 0 {
		return nil, &method.Need{
			Sentence: "The variance within the classes has no inverse: α is too small compared with the " +
				"kernel's values. Raise α."}
	}
	return within, nil
}

// project notes the directions, the columns of w, and the coordinates of the points and of the classes' means along
// them. inside is the span's kernel; mu has the means, and mid is the mean of all points.
func (m *kfd) project(inside kernel.Kernel, w, mu, mid []float64) {
	p, r, n := m.problem, m.span.rank, m.problem.N
	classes := len(p.ClassIDs)
	m.along = &kernel.Expansion{Kernel: inside, X: m.span.x, N: r, D: p.D}
	m.means = make([][]float64, classes)
	m.z = make([]float64, n*m.used)
	for t := range m.used {
		column := make([]float64, r)
		for j := range r {
			column[j] = w[j*m.used+t]
		}
		// Orient the direction so that the mean of the last class is at least that of the first.
		first, last := linalg.Dot(column, mu[:r]), linalg.Dot(column, mu[(classes-1)*r:])
		if last < first {
			for j := range column {
				column[j] = -column[j]
			}
		}
		zero := linalg.Dot(column, mid)
		for c := range classes {
			m.means[c] = append(m.means[c], linalg.Dot(column, mu[c*r:(c+1)*r])-zero)
		}
		for i := range n {
			m.z[i*m.used+t] = linalg.Dot(column, m.row(i)) - zero
		}
		m.along.Coef = append(m.along.Coef, m.span.coefficients(column))
		m.along.Bias = append(m.along.Bias, -zero)
	}
}

// row returns the coordinates of point i in the span.
func (m *kfd) row(i int) []float64 {
	r := m.span.rank
	return m.span.rows[i*(r+1) : i*(r+1)+r]
}

// score computes the classes' scores −½‖z − z̄_c‖² + ln π_c, without the common term −½‖z‖². They are sums of kernels,
// too. For two classes it keeps only the second score minus the first.
func (m *kfd) score() {
	r := m.span.rank
	m.scores = &kernel.Expansion{Kernel: m.along.Kernel, X: m.along.X, N: r, D: m.along.D}
	for c, mean := range m.means {
		coef, bias := make([]float64, r), math.Log(m.prior[c])
		for t, z := range mean {
			linalg.Axpy(z, m.along.Coef[t], coef)
			bias += z*m.along.Bias[t] - z*z/2
		}
		m.scores.Coef, m.scores.Bias = append(m.scores.Coef, coef), append(m.scores.Bias, bias)
	}
	if len(m.means) == 2 {
		a, b := m.scores.Coef, m.scores.Bias
		linalg.Axpy(-1, a[0], a[1])
		m.scores.Coef, m.scores.Bias = a[1:], []float64{b[1] - b[0]}
	}
}

func (m *kfd) SeeKernel() kernelparam.Seen {
	s := kernelparam.Seen{Kernel: m.kernel, Sum: m.along}
	if m.used > 1 {
		s.Outputs = m.names()[:m.used]
	}
	return s
}

// names returns the names of the directions.
func (m *kfd) names() (list []string) {
	for t := range m.lambda {
		list = append(list, "z"+words.Subscript(t+1))
	}
	return list
}

func (m *kfd) Scores(x []float64, tell func(i int, f []float64)) {
	classify.Listed(m.scores.EvalPoints(x, nil), len(m.scores.Coef), tell)
}

func (m *kfd) Predict(x, out []float64) { classify.Predict(m, m.problem, x, out) }

// PointScores returns the scores themselves: the directions draw the points of each class together, so probabilities
// from normal densities would be overconfident.
func (m *kfd) PointScores(x []float64) [][]float64 {
	return classify.PointScores(m, m.problem, x, nil)
}

// sure is the lead at which a region has full colour.
const sure = 4

// ScoreRaster computes the lead of the second of two classes, or for each class its score minus the winner's.
func (m *kfd) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	r := classify.Raster(m.problem, g, len(m.scores.Coef), sure, "nearness of the means")
	if err := m.scores.Grid(job, g, r.Planes); err != nil || len(r.Planes) == 1 {
		return r, err
	}
	for i := range g.W * g.H {
		if err := method.AskEvery(job, i, 4096); err != nil {
			return nil, err
		}
		best := r.Planes[0][i]
		for _, plane := range r.Planes[1:] {
			best = max(best, plane[i])
		}
		for _, plane := range r.Planes {
			plane[i] -= best
		}
	}
	return r, nil
}

// Layers draws where the first coordinate equals that of each class mean; for the rows of a table, the rule in the
// plane of the directions.
func (m *kfd) Layers(job method.Job, v picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if m.problem.Wide() {
		under, _ = m.table().Layers(v, show)
		return under, nil, job.Err()
	}
	if !show["levels"] || raster == nil {
		return nil, nil, nil
	}
	level, relief := func(c int) float64 { return m.leadAt(m.means[c][0]) }, raster.Relief(0)
	if len(m.means) > 2 { // the raster has the classes' scores
		first := *m.along
		first.Coef, first.Bias = first.Coef[:1], first.Bias[:1]
		r := &picture.Raster{Kind: picture.Diverging, Grid: raster.Grid, Planes: classify.Planes(1, raster.Grid)}
		if err := first.Grid(job, r.Grid, r.Planes); err != nil {
			return nil, nil, err
		}
		level, relief = func(c int) float64 { return m.means[c][0] }, r.Relief(0)
	}
	for c, id := range m.problem.ClassIDs {
		path := relief.Path(level(c), picture.RoleIsoline, id)
		path.Says = "where z₁ is as at the mean of a class"
		under = picture.AppendPath(under, path)
	}
	return under, nil, job.Err()
}

// leadAt returns the lead of the second of two classes as a function of z₁.
func (m *kfd) leadAt(z float64) float64 {
	a, b := m.means[0][0], m.means[1][0]
	return (b-a)*(z-(a+b)/2) + math.Log(m.prior[1]/m.prior[0])
}

// threshold returns the z₁ at which the scores of two classes are equal.
func (m *kfd) threshold() float64 {
	a, b := m.means[0][0], m.means[1][0]
	t := (a+b)/2 - math.Log(m.prior[1]/m.prior[0])/(b-a)
	if math.Abs(t) < 1e-12*(b-a) {
		return 0 // 0 up to rounding: both classes have as many points
	}
	return t
}

func (m *kfd) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	p := m.problem
	x = x[:p.D]
	f, z := classify.ScoresAt(m, x), m.along.Eval(x)
	e := method.Explanation{Answer: p.ClassName(method.Winner(f))}
	for t, name := range m.names()[:min(m.used, 3)] {
		e.Lines = append(e.Lines, words.Text("%s = %s", name, words.Number(z[t])))
	}
	order := make([]float64, len(m.means))
	away := make([]float64, len(m.means))
	for c, mean := range m.means {
		d2 := 0.0
		for t, v := range mean {
			d2 += (z[t] - v) * (z[t] - v)
		}
		away[c], order[c] = math.Sqrt(d2), math.Log(m.prior[c])-d2/2
	}
	for _, c := range classify.Foremost(order) {
		e.Lines = append(e.Lines, words.Sprintf("%s: its mean is %s away, prior %.3g", p.ClassName(c),
			words.Number(away[c]),
			m.prior[c]))
	}
	if p.Wide() {
		e.Layers = p.Portrait(x, v)
	}
	return e
}

func (m *kfd) Status() method.Status {
	s := words.Sprintf("Along the first direction the classes vary %.3g times as much between their means as within, "+
		"with α added.", m.lambda[0])
	if m.used < len(m.lambda) {
		s += words.Sprintf(" %d of %d directions are used.", m.used, len(m.lambda))
	}
	s += m.said()
	follows := words.Sprintf("the result is for its positive semi-definite part, made of %s.",
		words.Count(m.span.rank, "point"))
	return kernelparam.Doubt(method.Status{State: method.Exact, Sentence: s}, m.found(), follows)
}

func (m *kfd) Facts() []method.Fact {
	p := m.problem
	share, sum := make([]float64, len(m.lambda)), 0.0
	for _, l := range m.lambda {
		sum += l
	}
	for t, l := range m.lambda {
		share[t] = l / sum
	}
	names, classes := m.names(), p.ClassNames()
	f := method.FactList{{Name: "training_error", Value: float64(m.errors) / float64(p.N)}}
	if len(m.means) == 2 {
		f.Add("threshold", m.threshold(), "", "z₁ at which both classes are equally near, with their priors").Call(
			"Threshold")
	}
	f.Add("eigenvalues", m.lambda, "", "λ: variance between the classes over that within, with α added, along each "+
		"direction").Call("Eigenvalue λ").By(names)
	f.Add("explained_variance_ratio", share, "", "Share of each eigenvalue in their sum").Call("Share").By(names)
	f.Add("projected_means", m.means, "", "Mean of each class along the directions, in standard deviations within the "+
		"classes, with α added").Call("Projected mean").By(classes, names[:m.used]...)
	f.Add("priors", m.prior, "", "").By(classes)
	f.Add("rank", m.span.rank, "", "Number of points that span the directions: all other features are "+
		"combinations of theirs")
	f.Add("residual_variance", m.span.left, "", "Largest share of k(x, x) at a point outside the span").
		Call("Residual variance").In(method.Solver)
	f.Add("basis", p.Ordinals(m.span.pivots), "", "Indices of the points that span the directions").Hide()
	f.Add("dual_coef", m.along.Coef, "", "Weights of k at those points, a row for each direction").Hide()
	f.Add("intercept", m.along.Bias, "", "Added to the sums, so that the mean of all points is 0").Hide()
	return f
}

func (m *kfd) Formula() string {
	s := words.Sprintf("max_{f} fᵀS_{B}f ∕ fᵀ(S_{W} + %.4g I)f  = %s\nz(x) = Σ aᵢ k(xᵢ, x) + b\nk = %s\n", m.alpha,
		words.Number(m.lambda[0]), m.kernel)
	if len(m.means) == 2 {
		return s + words.Sprintf("%s where z > %s, otherwise %s", m.problem.ClassName(1), words.Number(m.threshold()),
			m.problem.ClassName(0))
	}
	return words.Text("%sthe class with the smallest ½‖z − z̄_{c}‖² − ln π_{c} wins", s)
}

func (m *kfd) Panels(show method.Shown) (list []method.Panel) {
	if !show["spread"] {
		return nil
	}
	list = append(list, chart.Plain(method.PanelInfo{ID: "spread", Title: "Along the first direction", XLabel: "z₁",
		YLabel: "points", YCounts: true, YFrom0: true,
		Help: "A histogram of each class along z₁, in standard deviations within the classes with α added, " +
			"and the points below it"}, m.histogram).Rows(m.barKeys))
	if m.used > 1 && !(m.problem.Wide() && m.problem.Principal == 2) { // there the stage shows that plane
		list = append(list, chart.Plain(method.PanelInfo{ID: "plane", Title: "The first two directions", XLabel: "z₁",
			YLabel: "z₂", Help: "The points at their values along the first two directions, and the means of the classes"},
			m.plane).Rows(func() []string { return rowKind.Keys(m.problem.N) }))
	}
	return list
}

// bins makes a histogram of the first coordinate by class.
func (m *kfd) bins() (b *method.Bins, z []float64) {
	p := m.problem
	z = make([]float64, p.N)
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range z {
		z[i] = m.z[i*m.used]
		lo, hi = min(lo, z[i]), max(hi, z[i])
	}
	return method.NewBins("z1", z, p.Class, lo, hi, int(min(max(2*math.Sqrt(float64(p.N)), 6), 40))), z
}

// rowKind is the kind of the points' keys, in the plane of two directions and on the stage.
var rowKind = picture.KeyKind{Begins: "row"}

// Tell describes a bar or a point. A click selects the points.
func (m *kfd) Tell(of string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	if i, ok := rowKind.Number(of, m.problem.N); ok && m.used > 1 {
		t.Answer = words.Sprintf("Point %d, %s", m.problem.Number(i), m.problem.ClassName(m.problem.Class[i]))
		for k, name := range m.names()[:min(m.used, 3)] {
			t.Lines = append(t.Lines, words.Text("%s = %s", name, words.Number(m.z[i*m.used+k])))
		}
		t.Click.Rows = []int{i}
		return t, true
	}
	b, _ := m.bins()
	kind, from, rows := b.Find(of)
	if rows == nil {
		return t, false
	}
	t.Answer = words.Text("z₁ from %s to %s: %s", words.Number(from), words.Number(from+b.Edge),
		m.problem.ClassName(kind))
	t.Lines = []string{words.Count(len(rows), "point")}
	t.Click.Rows = rows
	return t, true
}

// barKeys returns the keys of the points' bars.
func (m *kfd) barKeys() []string {
	b, _ := m.bins()
	return b.RowKeys()
}

// histogram draws the histogram of the first coordinate by class.
func (m *kfd) histogram() *chart.Chart {
	p := m.problem
	b, z := m.bins()
	strip, bins := min(0.2+0.05*float64(len(m.means)), 0.6), 0.0
	for _, count := range b.Count {
		bins = max(bins, float64(len(count)))
	}
	c := &chart.Chart{X: chart.Exactly(b.Lo-b.Edge/2, b.Lo+(bins+0.5)*b.Edge), Y: chart.From0(strip, 0.06)}
	if len(m.means) == 2 {
		c.Add(chart.Upright(chart.As(picture.RoleBoundary, "threshold").Called("threshold"), m.threshold()))
	}
	for k, id := range p.ClassIDs {
		var at []float64
		for i, v := range z {
			if p.Class[i] == k {
				at = append(at, v)
			}
		}
		c.Add(chart.Histogram{Look: chart.Of(picture.RoleEllipse, id, "points along the direction").Called(p.ClassName(k)),
			Bins: b, Kind: k},
			chart.Rug{Look: chart.Of(picture.RoleProjection, id, "projections of the points"), At: at, Row: k + 1,
				Rows: len(m.means), Strip: strip, Top: float64(b.Top)})
	}
	return c
}

// plane draws the points along the first two directions.
func (m *kfd) plane() *chart.Chart {
	p := m.problem
	dots := &picture.Marks{Role: picture.RolePoint, Says: "points, along the directions"}
	for i, k := range p.Class {
		dots.XY = append(dots.XY, m.z[i*m.used], m.z[i*m.used+1])
		dots.Class, dots.Keys = append(dots.Class, p.ClassIDs[k]), append(dots.Keys, rowKind.Key(i))
	}
	means := &picture.Marks{Role: picture.RoleCentroid, Says: "mean of a class", Class: p.ClassIDs}
	for _, mean := range m.means {
		means.XY = append(means.XY, mean[0], mean[1])
	}
	return &chart.Chart{X: chart.Airy(0.06), Y: chart.Airy(0.06), Alike: true,
		Items: []chart.Item{chart.Dots{Marks: dots}, chart.Dots{Marks: means}}}
}
