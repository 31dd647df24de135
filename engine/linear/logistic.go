package linear

import (
	_ "embed"

	"pointscape/engine/classify"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// MaxPoints is the largest number of points of these methods, so that runs with many steps stay interactive.
const MaxPoints = 5000

// columns returns the inputs that features names, and their number.
func columns(p *method.Problem, features string) ([]float64, int) {
	if features != "x1" || p.D == 1 || p.Wide() {
		return p.X, p.D
	}
	x := make([]float64, p.N)
	for i := range x {
		x[i] = p.X[i*p.D]
	}
	return x, 1
}

// featuresParam, axesParam and the following functions declare parameters shared by the methods of this package.
func featuresParam(when *method.When) method.Param {
	return method.Param{Name: "features", Label: "Inputs",
		Kind: method.Choose{Choices: []method.Choice{{Value: "x1,x2", Label: "x₁ and x₂"},
			{Value: "x1", Label: "x₁ only", Help: "One weight and the intercept: the parameter plane shows the " +
				"whole objective"}}}, Default: "x1,x2", When: when,
		Help: "Which inputs the method uses"}
}

// rowsParam declares which columns of a table are used.
func rowsParam() method.Param {
	p := method.InputsParam("Tables only: which columns the model uses",
		"One weight for each column. Rows are shown in a plane where the boundary is a line, if there is one.")
	p.Moves = true
	return p
}

// logisticRows is rowsParam with another label, as there is also a parameter "features", labelled "Inputs".
func logisticRows() method.Param {
	p := rowsParam()
	p.Label = "Columns"
	return p
}

// ofPlane is the condition that the points are those of the plane.
func ofPlane() *method.When { return &method.When{Name: "inputs", In: []string{"shown"}} }

func axesParam(when *method.When) method.Param {
	return method.Param{Name: "axes", Label: "Parameter plane",
		Kind: method.Choose{Choices: []method.Choice{{Value: "w1,w2", Label: "w₁, w₂"}, {Value: "w1,b", Label: "w₁, b"},
			{Value: "w2,b", Label: "w₂, b"}}}, Default: "w1,w2", Advanced: true, When: when,
		Help: "Which two parameters the plot shows"}
}

// twoInputs is the condition that there are two weights.
func twoInputs() *method.When {
	return &method.When{Name: "features", In: []string{"x1,x2"}, And: ofPlane()}
}

// stepParams returns the parameters of the solvers. rated and scheduled are the solvers with a learning rate and with a
// schedule for it; stochastic is the solver that uses mini-batches; rate and most are the defaults of the learning rate
// and of the number of iterations.
func stepParams(rate float64, most int, rated, scheduled []string, stochastic string) []method.Param {
	return []method.Param{
		{Name: "learning_rate", Label: "Learning rate η",
			Kind:    method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e4, SoftMin: 1e-4, SoftMax: 1, Log: true}},
			Default: rate, Scales: &method.Scales{Power: -2, Origin: true},
			Help: "Each step is η times the gradient of the objective, which is a sum over the points",
			When: &method.When{Name: "solver", In: rated}},
		{Name: "schedule", Label: "Schedule", Kind: method.Choose{Choices: []method.Choice{{Value: "constant",
			Label: "Constant η"}, {Value: "invscaling", Label: "η/√k"}, {Value: "inverse", Label: "η/k"}}},
			Default: "invscaling",
			Help:    "How the learning rate falls as the number k of iterations (or passes) grows",
			When:    &method.When{Name: "solver", In: scheduled}},
		{Name: "batch_size", Label: "Minibatch", Kind: method.Integer{Range: method.Range{Min: 1, Max: MaxPoints, SoftMin: 1,
			SoftMax: 64}}, Default: 1.0,
			Help: "Number of points in one stochastic step", When: &method.When{Name: "solver", In: []string{stochastic}}},
		{Name: "max_iter", Label: "Iterations", Kind: method.Integer{Range: method.Range{Min: 1, Max: 10_000, SoftMin: 1,
			SoftMax: 1000, Log: true}}, Default: float64(most),
			Help: "At most this many steps; for the stochastic gradient, passes over the points"},
		{Name: "stop", Label: "Stop by", Default: byGradient, Advanced: true,
			Help: "Stopping criterion; among these, only the gradient indicates a nearby minimum",
			When: &method.When{Name: "solver", In: []string{stochastic}, Not: true},
			Kind: method.Choose{Choices: []method.Choice{
				{Value: byGradient, Label: "Gradient", Help: "Its largest component, as a share of that at the start"},
				{Value: byObjective, Label: "Change of the objective", Help: "Relative change in a step"},
				{Value: byParameters, Label: "Change of the parameters", Help: "Length of a step of w and b, relative to " +
					"their length"},
			}}},
		{Name: "tol", Label: "Tolerance", Kind: method.Number{Range: method.Range{Min: 1e-12, Max: 0.1, Log: true}},
			Default: 1e-8, Advanced: true,
			Help: "The share at which the solver stops: of the gradient at the start, the objective or the parameters"},
		{Name: "start", Label: "Start", Kind: method.Numbers{Range: method.Range{Min: -1e6, Max: 1e6}}, Default: []float64{},
			Advanced: true,
			Help:     "Weights and intercept at the start: w1, w2, b. Empty: zeros."},
	}
}

// checkStart reports an error if start cannot be a list of parameters for d inputs; see startOf.
func checkStart(v method.Values, d int) error {
	if v.String("inputs") == "all" {
		return nil // the fit knows the number of inputs
	}
	n := len(v.Floats("start"))
	if n%(d+1) != 0 && (d > 2 || n%(4-d) != 0) {
		return doc.Errorf("params.start", words.Sprintf("empty, or %d numbers: the weights and the intercept", d+1), n)
	}
	return nil
}

// startOf returns the first iterate: rows of d weights and an intercept. To let users switch between one and two
// inputs, a start for one input is accepted for two, with weight 0 for the other, and one for two inputs is accepted
// for the first. Missing rows start at 0.
func startOf(v method.Values, d, rows int) ([]float64, error) {
	start := v.Floats("start")
	theta := make([]float64, rows*(d+1))
	given := d
	if n := len(start); d <= 2 && n%(4-d) == 0 && n/(4-d) <= rows && (n%(d+1) != 0 || n/(d+1) != rows && n/(4-d) == rows) {
		given = 3 - d
	}
	if n := len(start); n%(given+1) != 0 || n/(given+1) > rows {
		return nil, doc.Errorf("params.start", words.Sprintf("empty, or %d numbers: weights and intercept, of each "+
			"class when there are more than two", len(theta)), n)
	}
	for r := range len(start) / (given + 1) {
		from, to := start[r*(given+1):(r+1)*(given+1)], theta[r*(d+1):(r+1)*(d+1)]
		copy(to, from[:min(given, d)])
		to[d] = from[given]
	}
	return theta, nil
}

// inputs returns the number of inputs that the method uses of points of the plane.
func inputs(v method.Values) int {
	if v.String("features") == "x1" {
		return 1
	}
	return 2
}

// classShows returns the layers of classifiers.
func classShows() []method.Show {
	return []method.Show{
		{Name: method.Regions, Label: "Regions", On: true, Help: "The class at each position, fainter near the boundary"},
		{Name: method.Boundary, Label: "Decision boundary", On: true, Help: "Where the decision changes. With two " +
			"classes, f > 0 means the second one."},
	}
}

func panelShows(curve string) []method.Show {
	return []method.Show{
		{Name: "plane", Label: "Parameter plane", On: true, Where: method.OnlyPoints,
			Help: "A plot: contours of the objective over two parameters, with the solver's track"},
		{Name: "solvers", Label: "All solvers", Where: method.OnlyPoints,
			Help: "The other solvers' tracks on the parameter plane"},
		{Name: "curve", Label: curve, On: true, Help: "A plot: the curve, with every point on it"},
	}
}

// Values of the parameter vectors.
const oneVector, twoVectors = "one", "two"

// Values of the parameter stop.
const byGradient, byObjective, byParameters = "gradient", "objective", "parameters"

//go:embed logistic.jsonl
var logisticExamples string

// Logistic declares logistic regression, id "logistic".
func Logistic() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "logistic", Traits: method.Traits{Free: true}, Name: "Logistic regression", Family: "Linear classification",
			Task: method.Classify,
			Aliases: []string{"Logit", "Maximum entropy", "Softmax regression", "Cross-entropy", "Log-odds",
				"Régression logistique"},
			Summary: "Models the probability of each class: the log-odds are an affine function of the inputs, fitted by " +
				"maximum likelihood with a penalty on the weights.",
			Formula: "min Σ ln(1 + e^{−yᵢ f(xᵢ)}) + λ/2 ‖w‖²,  f(x) = w·x + b,  P(y | x) = 1/(1 + e^{−y f(x)})",
			Source: "Cox, JRSS B 20, 1958; Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, 2009, " +
				"section 4.4",
			Params: append([]method.Param{
				{Name: "penalty", Label: "Penalty", Default: "l2", Help: "Which norm of the weights is " +
					"penalised; the intercept is not",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: "l2", Label: "L2", Help: "λ/2 ‖w‖²"},
						{Value: "l1", Label: "L1", Help: "λ ‖w‖₁: small weights become exactly 0"},
						{Value: "none", Label: "None", Help: "Maximum likelihood"},
					}}},
				{Name: "alpha", Label: "Penalty λ", Kind: method.Number{Range: method.Range{Min: 0, Max: 1e6, SoftMin: 1e-3,
					SoftMax: 100, Log: true}}, Default: 1.0,
					Help: "Factor of the penalty, which is added to the sum of the losses; 0: no penalty. In scikit-learn, C is 1/λ.",
					When: &method.When{Name: "penalty", In: []string{"l2", "l1"}}},
				{Name: "solver", Label: "Solver", Default: "newton", Help: "How the best weights are found",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: "gd", Label: "Gradient descent", Help: "Steps of a fixed learning rate; with L1 proximal steps"},
						{Value: "backtracking", Label: "Gradient with backtracking", Help: "The step is halved until the objective " +
							"falls enough"},
						{Value: "sgd", Label: "Stochastic gradient", Help: "A step for each batch of points, in random order"},
						{Value: "newton", Label: "Newton (IRLS)", Help: "Uses the curvature: few steps, but each is expensive"},
						{Value: "lbfgs", Label: "L-BFGS", Help: "Quasi-Newton: learns the curvature from the gradients; not with L1"},
					}}},
				{Name: "vectors", Label: "Weights of two classes", Default: oneVector, Advanced: true,
					Help: "Two classes can share one weight vector, or have one each, as three or more " +
						"classes always do",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: oneVector, Label: "One vector", Help: "f is the log-odds of the second class"},
						{Value: twoVectors, Label: "One for each class", Help: "Softmax of f₁ and f₂; only their difference " +
							"matters, and L2 divides it evenly"},
					}}},
			}, append(stepParams(0.01, 200, []string{"gd", "sgd"}, []string{"sgd"}, "sgd"), logisticRows(),
				featuresParam(ofPlane()), axesParam(twoInputs()))...),
			Shows: append(append(classShows(),
				method.Show{Name: "levels", Label: "Lines of equal probability", On: true,
					Help: "Lines of equal probability of the second class: 0.1, 0.25, 0.75 and 0.9; two classes"}),
				append(panelShows("Logistic curve"), hessianShow(), classify.WeightsShow(), vectorsShow(), lseShow(),
					method.WeightSumShow(&method.When{Name: "penalty", In: []string{"l2"},
						And: &method.When{Name: "vectors", In: []string{oneVector}}}))...),
			Takes: method.Takes{MaxPoints: MaxPoints, Wide: true}, Examples: method.ExamplesIn(logisticExamples),
		},
		Check: func(v method.Values) error {
			if v.String("penalty") == "l1" && v.String("solver") == "lbfgs" {
				return doc.Errorf("params.solver", "gd, backtracking, sgd or newton with the L1 penalty, which has corners",
					"lbfgs")
			}
			return checkStart(v, inputs(v))
		},
		Python: logisticPython,
		Fit:    fitLogistic, Random: true,
	}
}

func fitLogistic(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if err := needs(p, "Logistic regression"); err != nil {
		return nil, err
	}
	x, d := columns(p, v.String("features"))
	o := &objective{n: p.N, d: d, rows: 1, x: x, loss: logisticLoss, weight: 1}
	switch v.String("penalty") {
	case "l2":
		o.pen.l2 = v.Float("alpha")
	case "l1":
		o.pen.l1 = v.Float("alpha")
	}
	if k := len(p.ClassIDs); k > 2 || v.String("vectors") == twoVectors {
		o.rows, o.class = k, p.Class
	} else {
		o.y = signs(p)
	}
	// For logistic regression, gradient descent takes proximal steps for the l1 part.
	m := &whole{p: p, o: o, v: v, proba: true, rivals: []string{"gd", "backtracking", "sgd", "newton", "lbfgs"}}
	if o.pen.l1 != 0 {
		m.rivals = m.rivals[:4]
	}
	if err := m.solve(job, v.String("solver")); err != nil {
		return nil, err
	}
	return m.stage(m.Steps()), nil
}

// signs returns the targets of classification: −1 and 1; with more classes a list for each class against the others.
func signs(p *method.Problem) []float64 {
	k := len(p.ClassIDs)
	if k == 2 {
		y := make([]float64, p.N)
		for i, c := range p.Class {
			y[i] = float64(2*c - 1)
		}
		return y
	}
	y := make([]float64, k*p.N)
	for r := range k {
		for i, c := range p.Class {
			y[r*p.N+i] = -1
			if c == r {
				y[r*p.N+i] = 1
			}
		}
	}
	return y
}

// solve runs a solver from the start that the parameters give.
func (m *whole) solve(job method.Job, solver string) error {
	start, err := startOf(m.v, m.o.d, m.o.rows)
	if err != nil {
		return err
	}
	m.opt = options(m.v, m.p, solver)
	if m.run, err = minimize(job, m.o, start, m.opt, m.centred); err != nil {
		return err
	}
	if err := m.assess(job); err != nil {
		return err
	}
	m.lowest = m.exists()
	return nil
}
