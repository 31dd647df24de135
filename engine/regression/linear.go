package regression

import (
	_ "embed"
	"math"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/outputs"
	"pointscape/engine/words"
)

const (
	maxPoints = 20_000
	maxDegree = 12
	minAlpha  = 1e-10
	maxAlpha  = 1e6
)

func degree(def float64) method.Param {
	return method.Param{Name: "degree", Label: "Degree", Kind: method.Integer{Range: method.Range{Min: 1, Max: maxDegree}},
		Default: def, Where: method.OnlyPoints,
		Help: "Degree of the polynomial: the features are all products of the inputs up to this degree"}
}

func penalty(def float64, help string) method.Param {
	return method.Param{Name: "alpha", Label: "Penalty α",
		Kind:    method.Number{Range: method.Range{Min: minAlpha, Max: maxAlpha, SoftMin: 1e-6, SoftMax: 100, Log: true}},
		Default: def, Help: help}
}

// shows returns the switches of every method here; residuals says whether residuals are on by default.
func shows(residuals bool, more ...method.Show) []method.Show {
	return append([]method.Show{
		{Name: method.Mean, Label: "Curve", On: true, Help: "The fitted function f", When: method.OnLine()},
		{Name: "residuals", Label: "Residuals", On: residuals, Help: "From each point to the curve: y − f(x)",
			When: method.OnLine()},
		{Name: method.Isolines, Label: "Isolines", On: true, Help: "Lines of equal value", When: method.OnPlane()},
	}, more...)
}

func pathShow() method.Show {
	return method.Show{Name: "path", Label: "Regularisation path", On: true,
		Help: "A plot: every coefficient against the penalty"}
}

//go:embed least_squares.jsonl
var leastSquaresExamples string

// LeastSquares declares ordinary least squares on polynomial features.
func LeastSquares() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "least_squares", Traits: method.Traits{Free: true},
			Aliases: []string{"Linear regression", "OLS", "Polynomial regression", "Regression line", "Moindres carrés",
				"Régression linéaire", "Régression polynomiale"},
			Name:     "Least squares",
			Family:   "Regression",
			Task:     method.Regress,
			Assessed: method.Assessed{Complexity: linearComplexity},
			Summary:  "The line, or the polynomial, with the smallest sum of squared vertical distances to the points.",
			Formula:  "min Σ (yᵢ − w·φ(xᵢ) − b)²,  φ(x) = (x, x², …, x^d),  solved by XᵀXw = Xᵀy",
			Source: "Legendre 1805, Gauss 1809; Björck, Numerical Methods for Least Squares Problems, SIAM 1996, section " +
				"2.4 (orthogonalisation)",
			Params: []method.Param{method.DomainParam(), degree(1), outputs.Param()},
			Shows:  shows(true, rowShows()...),
			Takes:  method.Takes{Wide: true, MaxPoints: maxPoints},
			// Degree 3 has the smallest error on validation points, degree 12 on training points.
			Examples: method.ExamplesIn(leastSquaresExamples),
		},
		Python: leastSquaresPython,
		Fit: func(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
			return fitLinear(job, p, v, 0)
		},
	}
}

//go:embed ridge.jsonl
var ridgeExamples string

// Ridge declares least squares with a penalty on the squares of coefficients.
func Ridge() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "ridge", Traits: method.Traits{Free: true},
			Aliases:  []string{"Tikhonov", "L2 penalty", "Weight decay", "Shrinkage", "Régression ridge", "Régularisation"},
			Name:     "Ridge regression",
			Family:   "Regression",
			Task:     method.Regress,
			Assessed: method.Assessed{Complexity: linearComplexity},
			Summary: "Least squares with a penalty α on large coefficients: the larger α, " +
				"the smoother a polynomial of high degree.",
			Formula: "min Σ (yᵢ − w·φ(xᵢ) − b)² + α‖w‖²,  w = (XᵀX + αI)⁻¹Xᵀy = Xᵀ(XXᵀ + αI)⁻¹y  (columns and y centred)",
			Source: "Hoerl, Kennard, Ridge regression, Technometrics 12, 1970; Hastie, Tibshirani, Friedman, The Elements " +
				"of Statistical Learning, 2009, section 3.4.1",
			Params: []method.Param{method.DomainParam(), degree(9),
				penalty(1e-3, "Minimised: sum of squared residuals + α‖w‖². The intercept is free. α near 0 gives least squares."),
				outputs.Param()},
			Shows:    shows(false, append([]method.Show{pathShow(), method.WeightSumShow(nil)}, rowShows()...)...),
			Takes:    method.Takes{Wide: true, MaxPoints: maxPoints},
			Examples: method.ExamplesIn(ridgeExamples),
		},
		Python: ridgePython,
		Fit: func(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
			return fitLinear(job, p, v, v.Float("alpha"))
		},
	}
}

// linear is a fitted polynomial with further results of the fit: of one input, of two, or, if the rows are wide, an
// affine function of all columns except the predicted ones.
type linear struct {
	*polynomial
	problem *method.Problem
	status  method.Status
	facts
	goal     string // objective with its value
	headline string // last line of the formula
	path     *path  // nil if there is none
	both     bool   // the dual form was solved, too
	alpha    float64
	// others are the polynomials for further predicted columns of a table, with the same inputs.
	others []*polynomial
	// left has the leave-one-out predictions at the points; nil if they are unknown.
	left []float64
	// sweeps is the descent of the lasso or the elastic net, if m is its end; nil for other methods and for m before the
	// end.
	sweeps *run
}

func (m *linear) Can() *method.Capabilities {
	can := &method.Capabilities{
		Answers: method.Answers{Predictor: m, LeaveOneOut: m.LeaveOneOut, Complexity: m.Complexity, Affine: m.Affine},
		Drawing: method.Drawing{Panels: m.pathPanel, Span: m.Span},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:     method.Run{Cost: m.Cost},
	}
	switch {
	case m.problem.Wide():
		can.Layers, can.Panels = m.rowLayers, m.rowPanels
		can.Explain = m.rowExplain
		can.Tell = m.Tell
	case m.problem.Task == method.Regress2D:
		can.FieldRaster = m.FieldRaster
	default:
		can.Layers, can.PartSays = m.lineLayers, m.PartSays
	}
	if m.sweeps != nil {
		can.Stepper = m.sweeps
	}
	return can
}

// Affine returns the function if its degree is 1 and it is the only output.
func (m *linear) Affine() (intercept float64, coef []float64, ok bool) {
	return m.intercept, m.coef, m.degree == 1 && len(m.others) == 0
}

func (m *linear) LeaveOneOut(method.Job) ([]float64, []bool, error) { return m.left, nil, nil }

// Cost counts one pass over the rows, to factorise them; everything else uses the factors.
func (m *linear) Cost() method.Cost {
	c := method.Cost{Passes: 1}
	if m.both {
		c.Beside = "the dual form, with the same solution"
	}
	return c
}

func (m *linear) Complexity(job method.Job) (float64, error) { return m.freedom() + 1, job.Err() }

func (m *linear) Status() method.Status { return m.status }

func needPoints(p *method.Problem) error {
	switch {
	case p.N == 0 && p.Wide():
		return &method.Need{Sentence: "There is no row to learn from."}
	case p.N == 0:
		return &method.Need{Sentence: "Click to add points: the curve follows them."}
	}
	return nil
}

// fitLinear fits least squares (alpha = 0) or ridge regression.
func fitLinear(job method.Job, p *method.Problem, v method.Values, alpha float64) (method.Model, error) {
	if err := needPoints(p); err != nil {
		return nil, err
	}
	f := frameOf(p, v.Int("degree"))
	d, err := newDesign(job, f.columns(p.X, p.N), p.Y, true)
	if err != nil {
		return nil, err
	}
	var s *solved
	if alpha > 0 {
		s = d.penalized(1, math.Sqrt(alpha), f.toRaw)
	} else {
		s = d.least(f.toRaw)
	}
	m := &linear{polynomial: f.polynomial(s.v, d.yMean-linalg.Dot(s.v, d.mean)), problem: p, alpha: alpha}
	m.status = method.Status{State: method.Exact, Sentence: words.Text("Exact: one linear system was solved, without "+
		"iteration.%s", said(p))}
	m.headline = words.Text("%s, %s", words.Count(p.N, "point"), words.Count(f.size()+1, "coefficient"))
	fitted := m.score(p, m.Predict)
	m.coefficients()
	switch {
	case alpha > 0:
		m.path = ridgePath(f, d, alpha)
		norm := linalg.Dot(m.coef, m.coef)
		m.number("degrees_of_freedom", linalg.Dot(s.u, s.u), "Trace of the hat matrix, without the intercept: the "+
			"effective number of coefficients")
		m.left = m.leaveOneOut(p, fitted, d.leverages(s))
		m.number("coef_norm", math.Sqrt(norm), "")
		rest := sumSquares(p, fitted)
		m.number("objective", rest+alpha*norm, "Sum of squares + α‖w‖²")
		m.goal = words.Text("min Σ (yᵢ − f(xᵢ))² + α‖w‖²  = %s", priced(rest, alpha, norm))
		m.headline = words.Text("w = (XᵀX + αI)⁻¹Xᵀy, %s  = Xᵀ(XXᵀ + αI)⁻¹y, %s,  α = %s", square(f.size()), square(p.N),
			words.Number(alpha))
		if gap, ok := f.bothForms(d, p, alpha, m.coef); ok {
			m.both = true
			m.number("primal_dual_difference", gap, "Difference between the two closed forms (a system of features and one "+
				"of points), relative to the largest coefficient: rounding only").Call("Difference of both forms").In(method.Solver)
		}
	case d.rank < f.size():
		m.status.Sentence = "There are more coefficients than the points determine: many curves are equally " +
			"good. The one with the smallest coefficients is shown; lower the degree or add points."
		if p.Wide() {
			m.status.Sentence = words.Text("There are more coefficients than the rows determine: many solutions are "+
				"equally good, and the smallest is shown. Leave columns out, or use ridge regression.%s", said(p))
		}
		fallthrough
	default:
		m.Add("degrees_of_freedom", d.rank, "", "Number of coefficients that the points determine, without the intercept")
		m.left = m.leaveOneOut(p, fitted, d.leverages(s))
		rest := sumSquares(p, fitted)
		m.number("objective", rest, "Sum of the squared residuals")
		m.goal = words.Text("min Σ (yᵢ − f(xᵢ))²  = %s", words.Number(rest))
	}
	// The two tests are sensitive to different rounding errors that do not affect the curve: passing one is enough.
	met := d.balance(s.v, alpha, f.toRaw) <= open
	if !met && alpha > 0 {
		met = d.drift(s, alpha, f.toRaw) <= lost*spreadOf(p.Y)
	}
	m.promise(p, fitted, met)
	constant := append([]float64{1}, f.constant...)
	if m.status.State == method.Exact && (rough(f.toRaw, m.v, m.coef) ||
		rough(constant, append([]float64{m.b}, m.v...), []float64{m.intercept})) {
		m.status.Sentence = words.Say(m.status.Sentence) + words.Say(fewDigits)
	}
	if p.Wide() && alpha == 0 && d.rank == f.size() {
		m.sureness(d, s)
	}
	if err := m.aimFurther(job, d, alpha); err != nil {
		return nil, err
	}
	return m, job.Err()
}

// lost is the size of rounding errors, relative to the spread of y, above which a curve counts as inaccurate.
const lost = 1e-4

// open is the tolerated relative violation of an optimality condition.
const open = 1e-6

// spreadOf returns the largest distance of a target from the mean; if all targets are equal, a visible fraction of the
// mean.
func spreadOf(y []float64) float64 {
	spread, mid := 0.0, linalg.Mean(y)
	for _, v := range y {
		spread = max(spread, math.Abs(v-mid))
	}
	return max(spread, 1e-8*math.Abs(mid))
}

// promise replaces the status: by diverged if numbers are not finite; by limited if the coefficients are so large, and
// cancel so much, that rounding errors are visible, or if the optimality condition is violated (met is false).
func (m *linear) promise(p *method.Problem, fitted []float64, met bool) {
	size := math.Abs(m.b)
	for _, c := range m.v {
		size += math.Abs(c) // no feature is larger than 1 at the points
	}
	switch {
	case !method.Finite(m.coef...) || !method.Finite(m.intercept) || !method.Finite(fitted...):
		m.status = method.Status{State: method.Diverged, Sentence: "The coefficients are too large for floating-point " +
			"arithmetic: scale the inputs equally, or reduce the degree."}
	case size*0x1p-52 > lost*spreadOf(p.Y) || !met:
		m.status = method.Status{State: method.Limited, Sentence: "Rounding errors blur the curve: the coefficients are " +
			"so large, and cancel each other so much, that hardly any digits are reliable. Lower the degree, " +
			"make the penalty " +
			"larger, or scale the inputs equally."}
		if p.Wide() {
			m.status.Sentence = "Rounding errors affect the result: the coefficients are so large, and cancel each other so " +
				"much, that hardly any digits are reliable. Standardise the columns, leave some out, or use a larger penalty."
		}
	}
}

// coefficients adds the facts common to all polynomials.
func (m *linear) coefficients() {
	m.Add("coef", m.coef, "", words.Text("Weights of %s", m.what())).By(m.terms())
	if m.spreads != nil {
		m.Add("coef_per_sd", m.effects(m.coef), "", "Change of the prediction where a column rises by its standard "+
			"deviation: "+
			"coefficients that can be compared").Call("Per standard deviation").By(m.terms())
	}
	m.number("intercept", m.intercept, "Value where all inputs are 0")
}

// score adds facts about the errors at the points, and returns the fitted values.
func (f *facts) score(p *method.Problem, predict func(x, out []float64)) []float64 {
	fitted := make([]float64, p.N)
	predict(p.X, fitted)
	rest, total, mid := sumSquares(p, fitted), 0.0, linalg.Mean(p.Y)
	for _, y := range p.Y {
		total += (y - mid) * (y - mid)
	}
	// If all targets are equal, there is nothing to explain: R² is 1 if they are fitted.
	small := 1e-24 * mid * mid * float64(p.N)
	r2 := 0.0
	if total > small {
		r2 = 1 - rest/total
	} else if rest <= small {
		r2 = 1
	}
	f.number("r2", r2, "")
	f.Add("mse", rest/float64(p.N), method.SquaredUnits, "")
	return fitted
}

func sumSquares(p *method.Problem, fitted []float64) float64 {
	s := 0.0
	for i, y := range p.Y {
		s += (y - fitted[i]) * (y - fitted[i])
	}
	return s
}

// leaveOneOut adds the mean squared leave-one-out error: the residual without point i is its residual divided by 1 − hᵢ
// (Allen's PRESS, 1974), for every method whose fitted values are linear in y. It returns the leave-one-out predictions
// at the points; nil if they are not accurate to ten digits.
func (f *facts) leaveOneOut(p *method.Problem, fitted, leverage []float64) (left []float64) {
	var value any
	s, sure := 0.0, true
	left = make([]float64, p.N)
	for i, y := range p.Y {
		rest := 1 - leverage[i]
		if rest < 1e-9 {
			value = "undetermined: without some point the fit is not unique"
			sure = false
			break
		}
		sure = sure && rest > 1e-4
		e := (y - fitted[i]) / rest
		s += e * e
		left[i] = y - e
	}
	if value == nil {
		value = s / float64(p.N)
	}
	f.Add("leave_one_out_error", value, method.SquaredUnits, "Mean squared error of the leave-one-out predictions, "+
		"in closed form: Σ ((yᵢ − fᵢ)/(1 − hᵢ))² / n")
	if !sure {
		return nil
	}
	return left
}

// maxDual is the largest number of points for which the dual form of ridge regression is also solved: it needs n³/6
// multiplications.
const maxDual = 200

// bothForms solves ridge regression by its two closed forms, and returns the largest difference of their coefficients
// relative to the largest of coef; ok is false for more than maxDual points, or if one of them cannot be solved.
func (f *frame) bothForms(d *design, p *method.Problem, alpha float64, coef []float64) (gap float64, ok bool) {
	n, k := p.N, f.size()
	if n > maxDual {
		return 0, false
	}
	// Centred monomials at the points, and centred targets.
	cols := make([]float64, 0, n*k)
	for j, c := range f.columns(p.X, n) {
		for _, v := range c {
			cols = append(cols, v-d.mean[j])
		}
	}
	x := make([]float64, n*k)
	linalg.MulAddT(x, cols, f.fromRaw, n, k, k)
	y := make([]float64, n)
	for i := range y {
		y[i] = p.Y[i] - d.yMean
	}
	primal, a := make([]float64, k), make([]float64, k*k)
	linalg.MulAddT(a, x, x, k, n, k)
	linalg.MulAddT(primal, x, y, k, n, 1)
	for i := range k {
		a[i*k+i] += alpha
	}
	g := make([]float64, n*n)
	for i := range n {
		for j := range i + 1 {
			g[i*n+j] = linalg.Dot(x[i*k:(i+1)*k], x[j*k:(j+1)*k])
		}
		g[i*n+i] += alpha
	}
	if !linalg.Cholesky(a, k) || !linalg.Cholesky(g, n) {
		return 0, false
	}
	linalg.CholSolve(a, k, primal, 1)
	linalg.CholSolve(g, n, y, 1)
	dual := make([]float64, k)
	linalg.MulAddT(dual, x, y, k, n, 1)
	top := 0.0
	for i, w := range coef {
		top = max(top, math.Abs(w))
		gap = max(gap, math.Abs(primal[i]-dual[i]))
	}
	if top > 0 {
		gap /= top
	}
	return gap, !math.IsNaN(gap) && !math.IsInf(gap, 0)
}
