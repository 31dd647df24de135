package linear

import (
	_ "embed"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"pointscape/engine/classify"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

//go:embed linear.jsonl
var linearExamples string

// Lab declares the linear lab, id "linear": any loss with any penalty.
func Lab() method.Method {
	onClasses := &method.When{Name: "domain", In: []string{"classes"}}
	onValues := &method.When{Name: "domain", In: []string{"line", "plane"}}
	// ε is a parameter of two losses only, which may be in either list.
	withEpsilon := []string{"huber", "epsilon_insensitive"}
	tolerant := &method.When{Name: "loss", In: withEpsilon, Or: &method.When{Name: "regression_loss", In: withEpsilon}}
	residual := []method.Choice{
		{Value: "squared", Label: "Squared", Help: "½r²: least squares"},
		{Value: "absolute", Label: "Absolute", Help: "|r|: the median"},
		{Value: "huber", Label: "Huber", Help: "½r² up to ε, then linear: outliers have less influence"},
		{Value: "epsilon_insensitive", Label: "ε-insensitive", Help: "max(0, |r| − ε): support vector regression"},
	}
	margin := []method.Choice{
		{Value: "hinge", Label: "Hinge", Help: "max(0, 1 − m): support vector machine"},
		{Value: "squared_hinge", Label: "Squared hinge", Help: "max(0, 1 − m)²"},
		{Value: "logistic", Label: "Logistic", Help: "ln(1 + e^{−m}): logistic regression"},
		{Value: "perceptron", Label: "Perceptron", Help: "max(0, −m)"},
		{Value: "exponential", Label: "Exponential", Help: "e^{−m}: boosting"},
		{Value: "sigmoid", Label: "Sigmoid", Help: "1/(1 + e^{m}): nearly the 0-1 loss, not convex"},
	}
	for _, c := range residual { // for y = ±1, with r = 1 − m
		c.Help = words.Text("%s with r = 1 − m", c.Help[:strings.IndexByte(c.Help, ':')])
		margin = append(margin, c)
	}
	shows := append(classShows(),
		method.Show{Name: "margins", Label: "Margins", On: true, Help: "Where f = ±1: the edges of the margin",
			When: onClasses},
		method.Show{Name: method.Mean, Label: "Line", On: true, Help: "The fitted line", When: method.OnLine()},
		method.Show{Name: "residuals", Label: "Residuals", On: true, Help: "From each point to the line",
			When: method.OnLine()},
		method.Show{Name: "tube", Label: "Tube", On: true, Help: "f ± ε: points inside are not penalised",
			When: &method.When{Name: "domain", In: []string{"line"},
				And: &method.When{Name: "regression_loss", In: []string{"epsilon_insensitive"}}}},
		method.Show{Name: method.Isolines, Label: "Isolines", On: true, Help: "Lines of equal value", When: method.OnPlane()})
	weights := classify.WeightsShow()
	weights.When.And = onClasses
	smooth := &method.When{Name: "domain", In: []string{"classes"}, And: &method.When{Name: "loss",
		In: []string{"squared_hinge", "logistic", "exponential", "sigmoid", "squared", "huber"}},
		Or: &method.When{Name: "domain", In: []string{"line", "plane"}, And: &method.When{Name: "regression_loss",
			In: []string{"squared", "huber"}}}}
	rows := logisticRows()
	rows.When = onClasses
	axes := axesParam(twoInputs())
	axes.When.Or = method.OnPlane()
	shows[0].When, shows[1].When = &method.When{Name: "domain", In: []string{"classes", "plane"}}, onClasses
	solvers := []method.Choice{
		{Value: "subgradient", Label: "Subgradient", Help: "Decreasing steps, needed where the loss has corners"},
		{Value: "gd", Label: "Gradient descent", Help: "Steps of a fixed learning rate"},
		{Value: "proximal", Label: "Proximal gradient", Help: "A gradient step for the losses, then an exact step for the " +
			"L1 part: weights become 0"},
		{Value: "sgd", Label: "Stochastic gradient", Help: "A step for each batch of points, in random order"},
		{Value: "newton", Label: "Newton", Help: "Uses the curvature; not for losses with corners"},
	}
	return method.Method{
		Info: method.Info{
			ID: "linear", Name: "Linear lab", Family: "Linear classification", Task: method.Classify,
			Aliases: []string{"Loss functions", "Hinge, logistic, squared", "Gradient descent", "SGD", "Elastic net",
				"Regularisation", "Fonctions de perte", "Descente de gradient"},
			Summary: "Any loss with any penalty: most linear methods are one choice of " +
				"each. They differ in how strongly a point on the wrong side, or far from the line, affects it.",
			Formula: "min Σ φ(yᵢ f(xᵢ)) + λ Ω(w),  f(x) = w·x + b   (regression: φ(yᵢ − f(xᵢ)))",
			Source: "Bartlett, Jordan and McAuliffe, Convexity, classification, and risk bounds, JASA 101, 2006; Zou and " +
				"Hastie, Elastic net, JRSS B 67, 2005; Huber, Ann. Math. Stat. 35, 1964",
			Params: append([]method.Param{
				{Name: "domain", Label: "Task", Default: "classes", Help: "Target and inputs",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: "classes", Label: "Classes", Task: method.Classify},
						{Value: "line", Label: "Values on the line", Task: method.Regress},
						{Value: "plane", Label: "Values over the plane", Task: method.Regress2D},
					}}},
				{Name: "loss", Label: "Loss", Kind: method.Choose{Choices: margin}, Default: "hinge", When: onClasses,
					Help: "Cost of a point with margin m = y f(x); with two classes, y is −1 for the first and +1 for the second"},
				{Name: "regression_loss", Label: "Loss", Kind: method.Choose{Choices: residual}, Default: "squared", When: onValues,
					Help: "Cost of a residual r = y − f(x)"},
				{Name: "epsilon", Label: "Threshold ε", Kind: method.Number{Range: method.Range{Min: 0, Max: 1e6, SoftMin: 0,
					SoftMax: 1}}, Default: 0.1,
					Help: "Where the Huber loss turns linear; half the width of the ε-insensitive tube", When: tolerant},
				{Name: "penalty", Label: "Penalty", Default: "l2", Help: "Which norm of the weights is " +
					"penalised; the intercept is not",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: "l2", Label: "L2", Help: "λ/2 ‖w‖²"},
						{Value: "l1", Label: "L1", Help: "λ ‖w‖₁: small weights become exactly 0"},
						{Value: "elasticnet", Label: "Elastic net", Help: "λ (ρ ‖w‖₁ + (1 − ρ)/2 ‖w‖²)"},
						{Value: "mahalanobis", Label: "Mahalanobis", Help: "λ/2 wᵀSw with the covariance S of the inputs: half the " +
							"variance of f"},
						{Value: "none", Label: "None"},
					}}},
				{Name: "alpha", Label: "Penalty λ", Kind: method.Number{Range: method.Range{Min: 0, Max: 1e6, SoftMin: 1e-3,
					SoftMax: 100, Log: true}}, Default: 0.1,
					Help: "Factor of the penalty, which is added to the sum of the losses; 0: no penalty",
					When: &method.When{Name: "penalty", In: []string{"l2", "l1", "elasticnet", "mahalanobis"}}},
				{Name: "l1_ratio", Label: "L1 ratio ρ", Kind: method.Number{Range: method.Range{Min: 0, Max: 1}}, Default: 0.5,
					Help: "Share of the L1 part", When: &method.When{Name: "penalty", In: []string{"elasticnet"}}},
				{Name: "solver", Label: "Solver", Kind: method.Choose{Choices: solvers}, Default: "subgradient",
					Help: "How the best weights are found"},
			}, append(stepParams(0.02, 300, []string{"subgradient", "gd", "proximal", "sgd"}, []string{"subgradient", "sgd"},
				"sgd"),
				rows, featuresParam(&method.When{Name: "domain", In: []string{"classes"}, And: ofPlane()}), axes)...),
			Takes: method.Takes{Wide: true, MaxPoints: MaxPoints},
			Shows: append(shows, append(panelShows("Loss curve"), hessianShow(), weights,
				method.WeightSumShow(&method.When{Name: "penalty", In: []string{"l2"}, And: smooth}))...),
			Examples: method.ExamplesIn(linearExamples),
		},
		Check: func(v method.Values) error {
			if v.String("solver") == "newton" && !labLoss(v).smooth() {
				return doc.Errorf("params.solver", "subgradient, gd, proximal or sgd with a loss that has corners", "newton")
			}
			d := inputs(v)
			if v.String("domain") == "line" {
				d = 1
			}
			return checkStart(v, d)
		},
		Python: linearPython,
		Fit:    fitLab, Random: true,
	}
}

func labLoss(v method.Values) loss {
	if v.String("domain") == "classes" {
		return lossOf(v.String("loss"))
	}
	return lossOf(v.String("regression_loss"))
}

func fitLab(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	o := &objective{n: p.N, d: p.D, rows: 1, x: p.X, loss: labLoss(v), eps: v.Float("epsilon"), weight: 1}
	if p.Task == method.Classify {
		if err := needs(p, "Linear classification"); err != nil {
			return nil, err
		}
		o.x, o.d = columns(p, v.String("features"))
		o.y = signs(p)
		o.rows = len(o.y) / p.N
	} else {
		if p.N == 0 {
			return nil, &method.Need{Sentence: "Regression needs points: click to add some."}
		}
		o.y = p.Y
	}
	alpha := v.Float("alpha")
	switch v.String("penalty") {
	case "l2":
		o.pen.l2 = alpha
	case "l1":
		o.pen.l1 = alpha
	case "elasticnet":
		o.pen.l1, o.pen.l2 = alpha*v.Float("l1_ratio"), alpha*(1-v.Float("l1_ratio"))
	case "mahalanobis":
		o.pen.quad, o.pen.s = alpha, covariance(o.x, o.n, o.d)
	}
	solver := v.String("solver")
	o.smoothed = corners(solver)
	m := &whole{p: p, o: o, v: v, bent: true, rivals: []string{"gd", "subgradient", "sgd", "proximal", "newton"}}
	if !o.loss.smooth() {
		m.rivals = m.rivals[:4]
	}
	if err := m.solve(job, solver); err != nil {
		return nil, err
	}
	return m.stage(m.Steps()), nil
}

// corners reports whether a solver takes subgradients of the l1 part instead of proximal steps.
func corners(solver string) bool { return solver == "gd" || solver == "subgradient" }

// covariance returns the covariance matrix of the inputs, with divisor n.
func covariance(x []float64, n, d int) []float64 {
	if n < 2 {
		return make([]float64, d*d)
	}
	var c mat.SymDense
	stat.CovarianceMatrix(&c, mat.NewDense(n, d, x), nil)
	s := make([]float64, d*d)
	for a := range d {
		for b := range d {
			s[a*d+b] = c.At(a, b) * float64(n-1) / float64(n)
		}
	}
	return s
}
