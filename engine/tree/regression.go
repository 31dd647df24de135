package tree

import (
	_ "embed"
	"slices"

	"pointscape/engine/cart"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

//go:embed tree_regression.jsonl
var treeRegressionExamples string

// Regression returns the method of regression trees, id "tree_regression".
func Regression() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "tree_regression", Traits: method.Traits{Free: true},
			Name:     "Regression tree",
			Family:   "Trees",
			Task:     method.Regress,
			Assessed: method.Assessed{Complexity: leavesComplexity},
			Aliases:  []string{"CART", "DecisionTreeRegressor", "Piecewise constant regression", "Arbre de régression"},
			Summary: "Splits again and again, each time on one input at a threshold, and predicts the mean of the points in " +
				"the leaf: a staircase. Each split minimises the squared error of both sides. Among equally good splits, the " +
				"first input and the lowest threshold win; scikit-learn chooses the input at random.",
			Formula: "Δ = Var(t) − (n_{L} ∕ n) Var(t_{L}) − (n_{R} ∕ n) Var(t_{R}) → max over xⱼ ≤ s",
			Source: "Breiman, Friedman, Olshen, Stone, Classification and Regression Trees, 1984, chapter 8; oblique " +
				"questions: section 5.2, and Murthy, Kasif, Salzberg, J. Artif. Intell. Res. 2, 1994; the diagram after " +
				"Reingold, Tilford, IEEE Trans. Softw. Eng. 7, 1981",
			Seen: "One split per step, exact cells, the diagram linked both ways, candidate splits, the " +
				"pruning path with its errors.",
			Params: append([]method.Param{method.DomainParam(), splitsParam(method.OnPlane())}, limits()...),
			Shows: []method.Show{
				{Name: method.Mean, Label: "Fitted steps", On: true, Help: "The mean of the points in each leaf",
					When: method.OnLine()},
				{Name: "cuts", Label: "Cuts", On: true, Help: "All edges of the leaves' cells"},
				{Name: "step", Label: "Cut of the step", On: true, Help: "Where the newest question splits its node"},
				{Name: "residuals", Label: "Residuals", Help: "From each point to the mean of its leaf", When: method.OnLine()},
				{Name: "diagram", Label: "Tree diagram", On: true, Help: "A plot: the questions from the root down to the leaves"},
				{Name: "candidates", Label: "Candidate splits", On: true, Help: "A plot: squared error of the two sides, for " +
					"each possible threshold of the node"},
				{Name: "importance", Label: "Importance of the inputs", Help: "A plot: reduction of the impurity by the splits " +
					"on each input", When: method.OnPlane()},
				{Name: "pruning", Label: "Pruning path", Help: "A plot: errors of the trees that remain as the weakest " +
					"questions are pruned one by one"},
			},
			Examples: method.ExamplesIn(treeRegressionExamples),
		},
		Python: treeRegressionPython,
		Fit:    fitValues,
		Random: true, // cross-validation folds
		Reuses: []string{"ccp_alpha"},
	}
}

func fitValues(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Add points: each leaf predicts the mean of its points."}
	}
	var before *tree
	if prev, ok := prev.(*stage); ok {
		before = prev.tree
	}
	rules, err := rulesOf(p, v)
	if err != nil {
		return nil, err
	}
	t, err := grow(job, p, before, squaredError, nil, rules)
	if err != nil {
		return nil, err
	}
	return newStage(t, v.Float("ccp_alpha")), nil
}

func (m *stage) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	if m.p.D != 2 {
		return nil, nil
	}
	lo, hi := m.span()
	plane := make([]float32, g.W*g.H)
	m.fill(0, g, 0, g.W, 0, g.H, func(q *node, x0, x1, y0, y1 int) {
		paint(plane, g.W, x0, x1, y0, y1, float32(q.v[0]))
	})
	return &picture.Raster{Kind: picture.Diverging, Grid: g, Planes: [][]float32{plane}, Lo: lo, Hi: hi, Sharp: true,
		Name: "mean of the leaf"}, job.Err()
}

// span returns the range of all training values, so that colours stay the same while the tree grows.
func (t *tree) span() (lo, hi float64) { return slices.Min(t.p.Y), slices.Max(t.p.Y) }

// limits returns the parameters that stop the growth.
func limits() []method.Param {
	return []method.Param{
		{Name: "max_depth", Label: "Largest depth",
			Kind: method.Integer{Range: method.Range{Min: 1, Max: 100, SoftMin: 1, SoftMax: 12}}, Default: 4.0,
			Help: "At most this many questions on the path to a leaf"},
		{Name: "min_samples_split", Label: "Points to split",
			Kind: method.Integer{Range: method.Range{Min: 2, Max: 100_000, SoftMin: 2, SoftMax: 60}}, Default: 2.0,
			Help: "A node with fewer points is not split"},
		{Name: "min_samples_leaf", Label: "Points in a leaf",
			Kind: method.Integer{Range: method.Range{Min: 1, Max: 100_000, SoftMin: 1, SoftMax: 12}}, Default: 1.0,
			Help: "No split leaves fewer points on a side"},
		{Name: "ccp_alpha", Label: "Pruning α", Kind: method.Number{Range: method.Range{Min: 0, Max: 1e25, SoftMin: 0,
			SoftMax: 0.1}}, Default: 0.0,
			Help: "Splits that reduce the impurity by at most α per added leaf are pruned, weakest first; 0 prunes none"},
		{Name: "max_leaf_nodes", Label: "Most leaves",
			Kind: method.Integer{Range: method.Range{Min: 2, Max: 1000, SoftMin: 2, SoftMax: 50}}, Default: 1000.0,
			Advanced: true,
			Help:     "The tree stops growing at this number of leaves; splits with the largest gain come first"},
	}
}

// splitsParam declares "splits": whether splits are axis-parallel or oblique.
func splitsParam(when *method.When) method.Param {
	return method.Param{Name: "splits", Label: "Questions", Default: "axes", Help: "Which inputs a question uses",
		When: when,
		Kind: method.Choose{Choices: []method.Choice{
			{Value: "axes", Label: "One input each", Help: "xⱼ ≤ s: splits are vertical or horizontal"},
			{Value: "oblique", Label: "Both inputs (oblique)", Where: method.OnlyPoints, Help: "x₁ + b x₂ ≤ s: oblique if " +
				"that makes the sides purer, in the middle of the widest gap between them"},
		}}}
}

// rulesOf returns the growing rules that the parameters ask for. The error is a *doc.Error if oblique splits are
// requested for rows of a table.
func rulesOf(p *method.Problem, v method.Values) (cart.Rules, error) {
	oblique := v.String("splits") == "oblique"
	if oblique && p.Wide() {
		return cart.Rules{}, doc.Errorf("params.splits",
			`"axes" for whole rows of a table: oblique questions use the two inputs of a plane`, "oblique")
	}
	return cart.Rules{
		Oblique:   oblique && p.D == 2,
		MaxDepth:  int32(v.Int("max_depth")),
		MinSplit:  int32(v.Int("min_samples_split")),
		MinLeaf:   int32(v.Int("min_samples_leaf")),
		MaxLeaves: v.Int("max_leaf_nodes"),
	}, nil
}
