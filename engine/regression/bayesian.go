package regression

import (
	_ "embed"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"pointscape/engine/bands"
	"pointscape/engine/chart"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Limits of the precisions.
const (
	leastPrecision = 1e-8
	mostPrecision  = 1e8
)

//go:embed bayesian_linear.jsonl
var bayesianLinearExamples string

// BayesianLinear declares Bayesian linear regression.
//
// Its precisions have the names of scikit-learn's BayesianRidge: alpha is the noise's precision (beta in Bishop's
// book), lambda the weights' precision (alpha there). Unlike in BayesianRidge, the intercept is a weight with the same
// prior as the others.
func BayesianLinear() method.Method {
	polynomial := &method.When{Name: "basis", In: []string{"polynomial"}}
	gaussian := &method.When{Name: "basis", In: []string{"gaussian"}}
	precision := func(name, label string, def float64, help string) method.Param {
		return method.Param{Name: name, Label: label,
			Kind: method.Number{Range: method.Range{Min: leastPrecision, Max: mostPrecision, SoftMin: 1e-3, SoftMax: 1e4,
				Log: true}}, Default: def, Help: help}
	}
	line := degree(1)
	line.When = polynomial
	return method.Method{
		Info: method.Info{
			ID:     "bayesian_linear",
			Traits: method.Traits{Featured: true},
			Aliases: []string{"Bayesian regression", "Bayesian ridge", "Posterior over lines", "Prior and posterior",
				"Régression bayésienne"},
			Name:   "Bayesian linear regression",
			Family: "Regression",
			Task:   method.Regress,
			Summary: "A distribution over lines instead of a single one: each point makes " +
				"some lines less likely, and the band shows the remaining uncertainty.",
			Formula: "w ∼ N(0, λ⁻¹I),  y = w·φ(x) + ε,  ε ∼ N(0, α⁻¹);  w | y ∼ N(m, S),  S⁻¹ = λI + αΦᵀΦ,  m = αSΦᵀy",
			Source: "Bishop, Pattern Recognition and Machine Learning, 2006, sections 3.3 and 3.5 (alpha and beta there are " +
				"lambda and alpha here); MacKay, Bayesian interpolation, Neural Computation 4, 1992",
			Params: []method.Param{
				{Name: "basis", Label: "Features", Default: "polynomial", Help: "The functions in φ(x), in addition to a constant",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: "polynomial", Label: "Powers of x"},
						{Value: "gaussian", Label: "Gaussian bumps", Help: "Evenly over the points' range"},
					}}},
				line,
				{Name: "n_basis", Label: "Bumps", Kind: method.Integer{Range: method.Range{Min: 1, Max: 40}}, Default: 9.0,
					Help: "Number of Gaussian bumps", When: gaussian},
				{Name: "width", Label: "Width of a bump",
					Kind:    method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6, SoftMin: 0.01, SoftMax: 1, Log: true}},
					Default: 0.1, Unit: "units of x", Scales: &method.Scales{Power: 1},
					Help: "Standard deviation of a bump", When: gaussian},
				precision("alpha", "Noise precision α", 25, "1/variance of the noise in an observation: 25 means a standard "+
					"deviation of 0.2"),
				precision("lambda", "Prior precision λ", 2, "1/variance of each weight before any point is seen, the constant "+
					"too (free in scikit-learn). λ/α: ridge's α."),
				{Name: "optimize", Label: "Learn both precisions", Kind: method.Bool{}, Default: false,
					Help: "Maximise the evidence, starting from the given values"},
				{Name: "samples", Label: "Samples", Kind: method.Integer{Range: method.Range{Min: 0, Max: 20}}, Default: 4.0,
					Help: "Number of functions drawn; their random numbers are kept while points move, so they change continuously"},
			},
			Shows: append(bands.Switches(nil),
				method.Show{Name: "weights", Label: "Weights", On: true, Help: "A plot: prior, likelihood and posterior over " +
					"intercept and slope of a line", When: polynomial}),
			Takes:    method.Takes{MaxPoints: maxPoints},
			Examples: method.ExamplesIn(bayesianLinearExamples),
		},
		Python: bayesianLinearPython,
		Fit:    fitBayesian, Random: true,
	}
}

// bayesian is a Gaussian posterior over the weights of features.
type bayesian struct {
	problem       *method.Problem
	frame         *frame    // powers of x; nil for Gaussian bumps
	centers       []float64 // centres of the bumps; nil for powers of x
	width         float64
	alpha, lambda float64
	*solved                 // in the basis in which the features are computed
	root          []float64 // triangular square root of the precision in that basis
	toRaw         []float64 // weights = toRaw · coefficients in that basis
	w             []float64 // mean of the weights, the constant's first
	cov           [][]float64
	free          float64 // effective number of parameters
	evidence      float64
	steps         int // number of learning steps; 0 if nothing is learned
	settled       bool
	samples       int
}

func (m *bayesian) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, Deviations: m.Deviations},
		Drawing: method.Drawing{Layers: m.Layers, PartSays: m.PartSays, Panels: m.Panels},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Pointer: method.Pointer{Learned: m.Learned},
	}
}

// maxLearning is the largest number of learning steps.
const maxLearning = 300

func fitBayesian(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	m := &bayesian{problem: p, alpha: v.Float("alpha"), lambda: v.Float("lambda"), samples: v.Int("samples")}
	span := p.X
	if p.N == 0 {
		span = []float64{0, 1}
	}
	var cols [][]float64
	if v.String("basis") == "polynomial" {
		f := newFrame(span, len(span), 1, v.Int("degree"))
		m.frame = f
		cols = f.columns(p.X, p.N)
		k := f.size() + 1
		m.toRaw = make([]float64, k*k)
		m.toRaw[0] = 1
		for i := range f.size() {
			m.toRaw[i+1] = f.constant[i]
			copy(m.toRaw[(i+1)*k+1:(i+2)*k], f.toRaw[i*f.size():(i+1)*f.size()])
		}
	} else {
		lo, hi := span[0], span[0]
		for _, x := range span {
			lo, hi = min(lo, x), max(hi, x)
		}
		m.width = v.Float("width")
		n := v.Int("n_basis")
		for i := range n {
			m.centers = append(m.centers, lo+(hi-lo)*(float64(i)+0.5)/float64(n))
		}
		if n > 1 {
			for i := range n {
				m.centers[i] = lo + (hi-lo)*float64(i)/float64(n-1)
			}
		}
		m.toRaw = identity(n + 1)
		cols = make([][]float64, n)
		for k := range cols {
			cols[k] = make([]float64, p.N)
			for i, x := range p.X {
				cols[k][i] = m.bump(k, x)
			}
		}
	}
	ones := make([]float64, p.N)
	for i := range ones {
		ones[i] = 1
	}
	d, err := newDesign(job, append([][]float64{ones}, cols...), p.Y, false)
	if err != nil {
		return nil, err
	}
	rest := m.condition(d)
	if v.Bool("optimize") && p.N > 0 {
		for m.steps < maxLearning && !m.settled {
			if err := job.Err(); err != nil {
				return nil, err
			}
			// MacKay's fixed-point iteration: each precision is set to the value for its effective number of parameters
			// or observations.
			alpha, lambda := (float64(p.N)-m.free)/rest, m.free/linalg.Dot(m.w, m.w)
			alpha, lambda = within(alpha), within(lambda)
			m.settled = math.Abs(math.Log(alpha/m.alpha))+math.Abs(math.Log(lambda/m.lambda)) < 1e-7
			m.alpha, m.lambda = alpha, lambda
			rest = m.condition(d)
			m.steps++
		}
	}
	m.describe()
	return m, job.Err()
}

func within(precision float64) float64 {
	if math.IsNaN(precision) {
		return mostPrecision
	}
	return min(max(precision, leastPrecision), mostPrecision)
}

func (m *bayesian) bump(k int, x float64) float64 {
	t := (x - m.centers[k]) / m.width
	return math.Exp(-t * t / 2)
}

// features writes 1 and the features of x, in the basis of computation.
func (m *bayesian) features(x float64, out []float64) {
	if m.frame != nil {
		m.frame.axis(0, x, out)
		return
	}
	out[0] = 1
	for k := range m.centers {
		out[k+1] = m.bump(k, x)
	}
}

// condition computes the posterior for the precisions of m, and returns the sum of squared residuals of its mean.
func (m *bayesian) condition(d *design) (rest float64) {
	p, n := d.p, float64(d.n)
	m.solved = d.penalized(math.Sqrt(m.alpha), math.Sqrt(m.lambda), m.toRaw)
	m.w = multiply(m.toRaw, m.v)
	m.free = linalg.Dot(m.u, m.u)
	f := make([]float64, d.n)
	m.Predict(m.problem.X, f)
	rest = sumSquares(m.problem, f)
	// Bishop (3.86); |A| for the weights is that for the basis divided by |toRaw|².
	m.evidence = (n*math.Log(m.alpha/(2*math.Pi)) - m.alpha*rest - m.lambda*linalg.Dot(m.w, m.w) +
		float64(p)*math.Log(m.lambda)) / 2
	for i := range p {
		m.evidence -= math.Log(math.Abs(m.r[i*p+i])) - math.Log(math.Abs(m.toRaw[i*p+i]))
	}
	return rest
}

// describe computes root and cov, which pictures and facts need.
func (m *bayesian) describe() {
	p := len(m.w)
	// Undo the permutation of the columns and make the root triangular without pivoting, with a positive diagonal: then
	// it changes smoothly with the points.
	a := make([]float64, p*p)
	for i := range p {
		for k, j := range m.perm {
			a[i*p+j] = m.r[i*p+k]
		}
	}
	_, m.root, _ = orthogonal(a, nil, p, p, false)
	for i := range p {
		if m.root[i*p+i] < 0 {
			for j := i; j < p; j++ {
				m.root[i*p+j] = -m.root[i*p+j]
			}
		}
	}
	half := make([][]float64, p)
	for i := range half {
		half[i] = m.spread(m.toRaw[i*p:(i+1)*p], make([]float64, p))
	}
	m.cov = make([][]float64, p)
	for i := range m.cov {
		m.cov[i] = make([]float64, p)
		for j := range m.cov[i] {
			m.cov[i][j] = linalg.Dot(half[i], half[j])
		}
	}
}

// Predict writes the posterior mean of f.
func (m *bayesian) Predict(x, out []float64) {
	f := make([]float64, len(m.v))
	for i, at := range x {
		m.features(at, f)
		out[i] = linalg.Dot(f, m.v)
	}
}

// Deviations returns the standard deviations of f and of a new y.
func (m *bayesian) Deviations(x []float64) (ofF, ofY []float64) {
	f, s := make([]float64, len(m.v)), make([]float64, len(m.v))
	for _, at := range x {
		m.features(at, f)
		m.spread(f, s)
		v := linalg.Dot(s, s)
		ofF, ofY = append(ofF, math.Sqrt(v)), append(ofY, math.Sqrt(v+1/m.alpha))
	}
	return ofF, ofY
}

// sample returns the coefficients of the k-th sampled function, in the basis of computation.
func (m *bayesian) sample(k int) []float64 {
	p := len(m.v)
	rng := rand.New(rand.NewPCG(m.problem.Seed, uint64(k)))
	z := make([]float64, p)
	for i := range z {
		z[i] = rng.NormFloat64()
	}
	for i := p - 1; i >= 0; i-- {
		row := m.root[i*p : (i+1)*p]
		z[i] = (z[i] - linalg.Dot(row[i+1:], z[i+1:])) / row[i]
	}
	linalg.Axpy(1, m.v, z)
	return z
}

func (m *bayesian) Status() method.Status {
	switch {
	case m.problem.N == 0:
		return method.Status{State: method.Exact, Sentence: "No points yet: this is the prior. Click to add one."}
	case !method.Finite(m.w...) || !method.Finite(m.evidence):
		return method.Status{State: method.Diverged, Sentence: "The numbers are too large for floating-point arithmetic: " +
			"scale the inputs equally, or reduce the degree."}
	case m.steps == 0 && rough(m.toRaw, m.v, m.w):
		return method.Status{State: method.Exact, Sentence: words.Text("Exact: prior and noise are Gaussian, so the "+
			"posterior is, too.%s", fewDigits)}
	case m.steps == 0:
		return method.Status{State: method.Exact, Sentence: "Exact: prior and noise are Gaussian, so the posterior is, too."}
	case !m.settled:
		return method.Status{State: method.Limited, Sentence: words.Text("Stopped after %s of learning; the evidence "+
			"was still rising.", words.Count(m.steps, "step"))}
	case m.alpha == mostPrecision || m.lambda == mostPrecision || m.alpha == leastPrecision || m.lambda == leastPrecision:
		return method.Status{State: method.Converged, Sentence: "A precision reached its limit: the points do not " +
			"determine it."}
	}
	return method.Status{State: method.Converged, Sentence: words.Text("Evidence maximised in %s.", words.Count(m.steps,
		"step"))}
}

// Learned returns the learned precisions, rounded to six digits; nil if nothing was learned.
func (m *bayesian) Learned() map[string]any {
	if m.steps == 0 {
		return nil
	}
	round := func(x float64) float64 { return within(words.Significant(x, method.LearnedDigits)) }
	return map[string]any{"alpha": round(m.alpha), "lambda": round(m.lambda)}
}

func (m *bayesian) Facts() []method.Fact {
	what, terms := "Gaussian bumps, from left to right", make([]string, len(m.w))
	terms[0] = "1"
	for i := range m.w[1:] {
		terms[i+1] = "φ" + words.Subscript(i+1)
	}
	if m.frame != nil {
		what = m.frame.what()
		copy(terms[1:], m.frame.terms())
	}
	sd := make([]float64, len(m.w))
	for i := range sd {
		sd[i] = math.Sqrt(m.cov[i][i])
	}
	var f facts
	f.number("alpha_", m.alpha, "Precision of the noise, one over its variance").Call("Noise precision α")
	f.number("lambda_", m.lambda, "Precision of the prior, one over the variance of a weight").Call("Prior precision λ")
	if m.problem.N > 0 {
		f.Add("log_evidence", m.evidence, "nats", "Logarithm of the probability density of the targets under these "+
			"features and precisions; models that are too simple or too flexible have a smaller "+
			"value").Call("Log evidence")
		f.number("effective_parameters", m.free, "γ: number of weights that the points determine rather than the prior").Call(
			"Effective parameters")
		f.score(m.problem, m.Predict)
	}
	f.number("intercept", m.w[0], "Posterior mean of the constant")
	f.Add("coef", m.w[1:], "", words.Text("Posterior mean of the weights of %s", what)).By(terms[1:])
	f.Add("coef_std", sd, "", "Posterior standard deviations, the constant's first").Call("Standard deviation").By(terms)
	if k := m.kernel(); k != "" {
		f.Add("equivalent_kernel", k, "", "φ(x)·φ(z)/λ: a Gaussian process with this kernel and noise variance 1/α has "+
			"the same posterior").Call("Equivalent kernel")
	}
	f.quiet("sigma", m.cov, "", "Posterior covariance of the weights, the constant's first")
	return f.FactList
}

// kernel returns the covariance of f at two positions under the prior, as a kernel expression; "" for Gaussian bumps,
// which have none.
func (m *bayesian) kernel() string {
	if m.frame == nil {
		return ""
	}
	s := "1 + linear()"
	for range m.frame.degree - 1 {
		s = words.Text("1 + linear()*(%s)", s)
	}
	return strconv.FormatFloat(1/m.lambda, 'g', -1, 64) + "*(" + s + ")"
}

// Formula returns the posterior with its numbers, and the evidence that learning maximises.
func (m *bayesian) Formula() string {
	var s strings.Builder
	s.WriteString("f(x) = ")
	for i, w := range m.w[:min(len(m.w), 13)] {
		if i > 0 {
			s.WriteString(" + ")
		}
		s.WriteString("(" + words.Number(w) + " ± " + words.Number(math.Sqrt(m.cov[i][i])) + ")")
		switch {
		case i > 0 && m.frame != nil:
			s.WriteString(" " + m.frame.name(i-1))
		case i > 0:
			s.WriteString(" φ_{" + strconv.Itoa(i) + "}")
		}
	}
	if len(m.w) > 13 {
		s.WriteString(" + …")
	}
	s.WriteString("\nS⁻¹ = λI + αΦᵀΦ,  λ = " + words.Number(m.lambda) + ",  α = " + words.Number(m.alpha))
	if m.problem.N > 0 {
		s.WriteString("\n")
		if m.steps > 0 {
			s.WriteString("max_{α,λ} ")
		}
		s.WriteString(words.Text("ln p(y) = %s", words.Number(m.evidence)))
	}
	return s.String()
}

// Layers draws bands and samples.
func (m *bayesian) Layers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	n := max(v.W/2, 2)
	x, mean := make([]float64, n+1), make([]float64, n+1)
	for i := range x {
		x[i] = v.X0 + (v.X1-v.X0)*float64(i)/float64(n)
	}
	m.Predict(x, mean)
	f, y := m.Deviations(x)
	under, over = (&bands.Curve{X: x, Mean: mean, SDF: f, SDY: y}).Layers(v, show, m.problem.X, m.problem.Y)
	if show["samples"] {
		at := make([]float64, len(m.v))
		for k := range m.samples {
			c := m.sample(k)
			path := &picture.Path{Role: picture.RoleSample, Class: k, XY: make([]float64, 0, 2*len(x)),
				Says: words.Text("samples of the %s", bands.Stands(m.problem.N))}
			for _, t := range x {
				m.features(t, at)
				path.XY = append(path.XY, t, linalg.Dot(at, c))
			}
			under = append(under, path)
		}
	}
	return under, over, job.Err()
}

// Explain returns the distribution of f at x, and of a new y.
func (m *bayesian) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	mean := []float64{0}
	m.Predict(x[:1], mean)
	f, y := m.Deviations(x[:1])
	phi := make([]float64, len(m.v))
	m.features(x[0], phi)
	phi = m.raw(phi)
	prior := math.Sqrt(linalg.Dot(phi, phi) / m.lambda)
	return method.Explanation{
		Answer: words.Text("%s%s ± %s (2 sd), new y ± %s", at(x[:1]), words.Number(mean[0]), words.Number(2*f[0]),
			words.Number(2*y[0])),
		Lines:  bands.OfPrior(f[0], prior),
		Layers: []picture.Layer{bands.Bar(x[0], mean[0], f[0])},
	}
}

// raw converts features of the basis of computation into those that the weights multiply: φ with w·φ = v·f for all w =
// toRaw·v.
func (m *bayesian) raw(f []float64) []float64 {
	p := len(f)
	out := append([]float64(nil), f...)
	// toRaw is upper triangular: solve its transpose.
	for i := range p {
		out[i] /= m.toRaw[i*p+i]
		for j := i + 1; j < p; j++ {
			out[j] -= m.toRaw[i*p+j] * out[i]
		}
	}
	return out
}

// Panels returns the plane of intercept and slope, for polynomials of degree 1.
func (m *bayesian) Panels(show method.Shown) []method.Panel {
	if m.frame == nil || m.frame.degree != 1 || !show["weights"] {
		return nil
	}
	return []method.Panel{chart.Plain(method.PanelInfo{ID: "weights", Title: "Lines as points", XLabel: "intercept",
		YLabel: "slope",
		Help:   "Every point represents a line. The posterior is large where prior and likelihood agree."}, m.lines)}
}

// lines draws prior, likelihood and posterior of intercept and slope.
func (m *bayesian) lines() *chart.Chart {
	sd := 1 / math.Sqrt(m.lambda)
	half := [2]float64{}
	for j := range half {
		// Show the whole prior, unless the posterior would be too small in it.
		s := math.Sqrt(m.cov[j][j])
		half[j] = max(min(2.3*sd, 30*s+1.3*math.Abs(m.w[j])), math.Abs(m.w[j])+4*s)
	}
	posterior := inverse2(m.cov[0][0], m.cov[0][1], m.cov[1][1])
	stands := bands.Stands(m.problem.N)
	c := &chart.Chart{X: chart.Exactly(-half[0], half[0]), Y: chart.Exactly(-half[1], half[1]),
		Alt: words.Text("Posterior of intercept and slope: %s", m.Formula()), Told: true}
	c.Add(chart.Heat{Kind: picture.Sequential, Hi: 1, Grain: 2, Name: words.Text("density of the %s, as a share of its "+
		"highest", stands), F: func(x, y float64) float64 {
		dx, dy := x-m.w[0], y-m.w[1]
		return math.Exp(-(posterior[0]*dx*dx + 2*posterior[1]*dx*dy + posterior[2]*dy*dy) / 2)
	}})
	// Only the legend names the ellipses: inside each other, a name next to one could be read as that of another.
	c.Add(chart.Layers{ellipses([3]float64{m.lambda, 0, m.lambda}, 0, 0, picture.RoleCircle, "prior")},
		chart.On(m.likelihood),
		chart.Layers{ellipses(posterior, m.w[0], m.w[1], picture.RoleIsoline, stands)})
	dots := &picture.Marks{Role: picture.RoleTrack, Says: words.Text("samples of the %s", stands)}
	for k := range m.samples {
		at := multiply(m.toRaw, m.sample(k))
		dots.XY = append(dots.XY, at[0], at[1])
	}
	c.Add(chart.Dots{Marks: dots})
	return c
}

// likelihood adds the contours of the likelihood: ellipses, or parallel lines if all points have the same x.
func (m *bayesian) likelihood(p *picture.Picture) {
	n := float64(m.problem.N)
	if n == 0 {
		return
	}
	mx, my := linalg.Mean(m.problem.X), linalg.Mean(m.problem.Y)
	xx, xy, most := 0.0, 0.0, 0.0
	for i, x := range m.problem.X {
		xx += (x - mx) * (x - mx)
		xy += (x - mx) * (m.problem.Y[i] - my)
		most = max(most, math.Abs(x))
	}
	if xx > 1e-20*n*most*most {
		slope := xy / xx
		p.Add(ellipses([3]float64{m.alpha * n, m.alpha * n * mx, m.alpha * (xx + n*mx*mx)}, my-slope*mx, slope,
			picture.RoleProjection, "likelihood"))
		return
	}
	path := &picture.Path{Role: picture.RoleProjection, Class: picture.NoClass, Says: contoured("likelihood")}
	for k := -3.0; k <= 3; k++ {
		// intercept = c - mx·slope
		if c := my + k/math.Sqrt(m.alpha*n); k != 0 {
			path.AddLine(c-mx*p.View.Y0, p.View.Y0, c-mx*p.View.Y1, p.View.Y1)
		}
	}
	p.Add(path)
}

// inverse2 inverts the symmetric matrix (a b; b c), and returns its three entries in the same order.
func inverse2(a, b, c float64) [3]float64 {
	det := a*c - b*b
	return [3]float64{c / det, -b / det, a / det}
}

// contoured returns the legend's text for the contours of a distribution.
func contoured(of string) string { return words.Text("%s: 1, 2 and 3 standard deviations", of) }

func (m *bayesian) PartSays(p method.Part) string {
	if p == method.Mean {
		return words.Text("mean of the %s", bands.Stands(m.problem.N))
	}
	return ""
}

// ellipses returns the contours at 1, 2 and 3 standard deviations of a normal distribution with mean (x, y) and
// precision matrix (q[0] q[1]; q[1] q[2]).
func ellipses(q [3]float64, x, y float64, role picture.Role, of string) *picture.Path {
	path := &picture.Path{Role: role, Class: picture.NoClass, Says: contoured(of)} // lines, not areas
	// Cholesky: precision = L·Lᵀ; points are L⁻ᵀ·(cos, sin).
	a := math.Sqrt(q[0])
	b := q[1] / a
	c := math.Sqrt(max(q[2]-b*b, 1e-300))
	for k := 1.0; k <= 3; k++ {
		const n = 96
		xy := make([]float64, 0, 2*n+2)
		for i := range n + 1 {
			sin, cos := math.Sincos(2 * math.Pi * float64(i%n) / n) // the last point equals the first
			v := k * sin / c
			xy = append(xy, x+(k*cos-b*v)/a, y+v)
		}
		path.AddLine(xy...)
	}
	return path
}
