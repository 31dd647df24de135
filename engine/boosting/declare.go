package boosting

import (
	_ "embed"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

const (
	pulls     = "sizes"
	stagesOf  = "stages"
	residuals = "residuals"
	ofRound   = "round"
)

// outlier has two classes that are linearly separable but for one point.
const outlier = `"points":[[0.17,0.54,0],[0.71,0.58,1],[0.29,0.15,0],[0.6,0.77,1],[0.18,0.29,0],[0.9,0.48,1],[0.35,0.48,0],[0.79,0.22,1],[0.29,0.79,0],[0.76,0.69,1],[0.3,0.15,0],[0.83,0.57,1],[0.19,0.12,0],[0.86,0.48,1],[0.32,0.8,0],[0.81,0.84,1],[0.22,0.74,0],[0.73,0.85,1],[0.36,0.18,0],[0.64,0.27,1],[0.39,0.45,0],[0.79,0.34,1],[0.25,0.41,0],[0.71,0.57,1],[0.28,0.82,0],[0.8,0.84,1],[0.36,0.89,0],[0.8,0.23,1],[0.36,0.87,0],[0.87,0.56,1],[0.31,0.27,0],[0.85,0.56,1],[0.19,0.15,0],[0.86,0.89,1],[0.13,0.74,0],[0.72,0.22,1],[0.75,0.5,0]]`

//go:embed gradient_boosting.jsonl
var gradientBoostingExamples string

// Gradient returns the method of gradient boosting for classification, id "gradient_boosting".
func Gradient() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "gradient_boosting", Traits: method.Traits{Free: true},
			Name:     "Gradient boosting",
			Family:   "Ensembles",
			Assessed: method.Assessed{Complexity: leavesComplexity},
			Task:     method.Classify,
			Takes:    method.Takes{Wide: true},
			Aliases: []string{"GradientBoostingClassifier", "GBM", "MART", "Boosted trees", "XGBoost",
				"Boosting de gradient"},
			Summary: "Adds up small regression trees. Each is fitted to the residual: 1 or 0 for the class minus its " +
				"probability so far, the negative gradient of the log loss. In a tie the lowest class wins. " +
				"Ties between gains are broken as in a single tree.",
			Formula: "F_{m}(x) = F_{m−1}(x) + η Σ_{leaves} γ_{R} [x ∈ R], γ_{R} = Σ_{R} (yᵢ − pᵢ) ∕ Σ_{R} pᵢ (1 − pᵢ), of K " +
				"> 2 classes times (K − 1) ∕ K",
			Source: "Friedman, Ann. Stat. 29, 2001, algorithms 5 and 6; Friedman, Comput. Stat. Data Anal. 38, 2002 " +
				"(subsample)",
			Seen:   "The sum so far, the round's trees, the residuals and the fits to them.",
			Params: gradientParams(),
			Shows: classShows("Circles around points above the mean residual |y − p|; the area is " +
				"the residual that the trees learn"),
			Examples: method.ExamplesIn(gradientBoostingExamples),
		},
		Random: true,
		Reuses: []string{"n_estimators"},
		Python: gradientBoostingPython,
		Fit: func(_ method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
			if need := lacking(p, "Gradient boosting"); need != nil {
				return nil, need
			}
			return fitGradient(p, v, prev, &ladder{loss: logLoss})
		},
	}
}

//go:embed logitboost.jsonl
var logitboostExamples string

// Logit returns the method LogitBoost, id "logitboost".
func Logit() method.Method {
	params := gradientParams()
	params[0].Default, params[1].Default, params[2].Default = 50.0, 1.0, 1.0
	return method.Method{
		Info: method.Info{
			ID: "logitboost", Traits: method.Traits{Free: true},
			Name:     "LogitBoost",
			Family:   "Ensembles",
			Assessed: method.Assessed{Complexity: leavesComplexity},
			Task:     method.Classify,
			Takes:    method.Takes{Wide: true},
			Aliases: []string{"Additive logistic regression", "Boosted stumps", "Newton boosting",
				"Régression logistique additive"},
			Summary: "Adds up small trees by Newton steps on the log loss: each is fitted by weighted least squares to the " +
				"working response. Points with a confident prediction, right or wrong, weigh little. In a tie the lowest " +
				"class wins. Ties between gains are broken as in a single tree.",
			Formula: "h_{m} = argmin_h Σ wᵢ (zᵢ − h(xᵢ))², wᵢ = pᵢ (1 − pᵢ), zᵢ = (yᵢ − pᵢ) ∕ wᵢ",
			Source:  "Friedman, Hastie, Tibshirani, Ann. Stat. 28, 2000, algorithms 3 and 6",
			Seen:    "The sum so far, the round's trees, and their targets and weights.",
			Params:  params,
			Shows: classShows("Circles around points above the mean weight p(1 − p); the area is the weight. Unsure points " +
				"count most."),
			Examples: method.ExamplesIn(logitboostExamples),
		},
		Random: true,
		Reuses: []string{"n_estimators"},
		Python: logitboostPython,
		Fit: func(_ method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
			if need := lacking(p, "LogitBoost"); need != nil {
				return nil, need
			}
			return fitGradient(p, v, prev, &ladder{loss: logit})
		},
	}
}

// lacking returns the *method.Need of data with fewer than two classes, otherwise nil.
func lacking(p *method.Problem, who string) error {
	switch {
	case p.N == 0:
		return method.NeedClasses(who)
	case len(p.ClassIDs) < 2:
		return &method.Need{Sentence: words.Text("%s needs points of a second class: all are of the first.", who)}
	}
	return nil
}

// gradientParams returns the parameters that all kinds of gradient boosting have.
func gradientParams() []method.Param {
	return []method.Param{
		roundsParam(100, "Number of rounds; each adds one tree, or one for each class if there are more than two"),
		rateParam(0.1, 1, "Factor of each tree’s output; a smaller η needs more rounds and makes the sum "+
			"smoother"),
		depthParam(3, 12, "Questions on the path to a leaf; at most this many inputs can have a joint effect"),
		{Name: "subsample", Label: "Subsample", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1,
			SoftMin: 0.1, SoftMax: 1}}, Default: 1.0,
			Help: "Share of the points drawn as training set in each round; below 1, rounds differ more"},
		{Name: "min_samples_leaf", Label: "Points in a leaf",
			Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000, SoftMin: 1, SoftMax: 20}}, Default: 1.0, Advanced: true,
			Help: "No split leaves fewer points on a side"},
	}
}

func classShows(circles string) []method.Show {
	return []method.Show{
		{Name: method.Regions, Label: "Regions", On: true, Where: method.OnlyPoints, Help: "The class with the largest " +
			"sum, fainter where it is less probable"},
		{Name: method.Boundary, Label: "Boundary", On: true, Where: method.OnlyPoints, Help: "Where the prediction changes"},
		{Name: pulls, Label: "Pull of the points", On: true, Where: method.NotInSpace, Help: circles},
		{Name: cuts, Label: "Cuts of the round’s trees", On: true, Where: method.OnlyPoints,
			Help: "Splits of this round’s trees"},
		worthShow(true),
	}
}

//go:embed gradient_boosting_regression.jsonl
var gradientBoostingRegressionExamples string

// Regression returns the method of gradient boosting for regression, id "gradient_boosting_regression".
func Regression() method.Method {
	params := append([]method.Param{
		method.DomainParam(),
		{Name: "loss", Label: "Loss", Default: squared, Help: "The loss that is minimised; each round’s tree is fitted to " +
			"its negative gradient",
			Kind: method.Choose{Choices: []method.Choice{
				{Value: squared, Label: "Squared", Help: "(y − F)²: the tree learns the residuals; outliers " +
					"have the most influence"},
				{Value: absolute, Label: "Absolute", Help: "|y − F|: the tree learns the signs of the residuals, " +
					"and its leaves predict medians"},
				{Value: huber, Label: "Huber", Help: "Squared for small residuals, linear for those above a quantile"},
			}}},
		{Name: "alpha", Label: "Quantile α", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 0.999,
			SoftMin: 0.5, SoftMax: 0.99}}, Default: 0.9, When: &method.When{Name: "loss", In: []string{huber}},
			Help: "Share of the residuals for which the loss is squared"},
	}, gradientParams()...)
	return method.Method{
		Info: method.Info{
			ID: "gradient_boosting_regression", Traits: method.Traits{Free: true},
			Name:     "Gradient boosting (regression)",
			Family:   "Ensembles",
			Assessed: method.Assessed{Complexity: leavesComplexity},
			Task:     method.Regress,
			Aliases: []string{"GradientBoostingRegressor", "GBM", "MART", "Boosted regression trees", "L2 boosting",
				"Boosting de gradient"},
			Summary: "Adds up small regression trees. Each is fitted to the residuals of the previous trees, or to the " +
				"negative gradient of the loss. Ties between gains are broken as in a single tree.",
			Formula: "F_{m}(x) = F_{m−1}(x) + η h_{m}(x), h_{m} fitted to −∂L ∕ ∂F",
			Source:  "Friedman, Ann. Stat. 29, 2001, algorithms 2 to 4; Friedman, Comput. Stat. Data Anal. 38, 2002 (subsample)",
			Seen:    "The sum so far, the round's tree, the residuals and the fit to them.",
			Params:  params,
			Shows: []method.Show{
				{Name: method.Mean, Label: "Curve", On: true, Help: "The sum of the trees", When: method.OnLine()},
				{Name: stagesOf, Label: "Curves of earlier rounds", On: true, Help: "The sum after 1, 3, 10, … rounds",
					When: method.OnLine()},
				{Name: residuals, Label: "Residuals", Help: "From each point to the curve: y − F(x)", When: method.OnLine()},
				{Name: ofRound, Label: "Targets of the round", On: true, Help: "A plot: the negative gradients, and the tree " +
					"that is fitted to them", When: method.OnLine()},
				{Name: method.Regions, Label: "Colours", On: true, Help: "The sum of the trees", When: method.OnPlane()},
				{Name: method.Isolines, Label: "Isolines", Help: "Lines of equal value: they run along the steps",
					When: method.OnPlane()},
				{Name: pulls, Label: "Pull of the points", On: true, Help: "Circles around the points; the area " +
					"is the size of the negative gradient, dashed where it is below 0", When: method.OnPlane()},
				{Name: cuts, Label: "Cuts of the round’s tree", On: true, Help: "Splits of this round’s tree",
					When: method.OnPlane()},
			},
			Examples: method.ExamplesIn(gradientBoostingRegressionExamples),
		},
		Random: true,
		Reuses: []string{"n_estimators"},
		Python: gradientBoostingRegressionPython,
		Fit: func(_ method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
			if p.N == 0 {
				return nil, &method.Need{Sentence: "Click to add points: boosting begins with their mean."}
			}
			return fitGradient(p, v, prev, &ladder{loss: v.String("loss"), quantile: v.Float("alpha")})
		},
	}
}
