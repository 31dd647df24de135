package forest

import (
	_ "embed"
	"math"

	"pointscape/engine/cart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/python"
	"pointscape/engine/words"
)

//go:embed forest_regression.jsonl
var forestRegressionExamples string

// RandomForestRegression returns the method of random forests for regression, id "forest_regression".
func RandomForestRegression() method.Method {
	return breiman.predicts(method.Info{
		ID: "forest_regression", Traits: method.Traits{Free: true},
		Aliases: []string{"RandomForestRegressor", "Forest", "Bagged regression trees", "Régression par forêt aléatoire"},
		Summary: "Grows many regression trees, each on a random sample of the points, and averages them: a staircase of " +
			"many small steps, where one tree has a few large ones. Ties between gains are broken as in a single tree.",
		Formula:  "ŷ(x) = 1/B Σ_{b} ŷ_{b}(x)",
		Seen:     "The mean of the trees, tree by tree; out-of-bag error, importance.",
		Examples: method.ExamplesIn(forestRegressionExamples),
	}, forestRegressionPython)
}

//go:embed extra_trees_regression.jsonl
var extraTreesRegressionExamples string

// ExtraTreesRegression returns the method of extremely randomized trees for regression, id "extra_trees_regression".
func ExtraTreesRegression() method.Method {
	return geurts.predicts(method.Info{
		ID: "extra_trees_regression", Traits: method.Traits{Free: true},
		Aliases: []string{"ExtraTreesRegressor", "Extremely randomized trees",
			"Régression par arbres extrêmement aléatoires"},
		Summary: "Grows many regression trees whose thresholds are drawn at random, and averages them. With one input, " +
			"the prediction is close to straight lines between the points. Ties between gains are broken as " +
			"in a single tree.",
		Formula:  "ŷ(x) = 1/B Σ_{b} ŷ_{b}(x),  each threshold s ~ U(min xⱼ, max xⱼ)",
		Seen:     "The mean of the trees, tree by tree; importance.",
		Examples: method.ExamplesIn(extraTreesRegressionExamples),
	}, extraTreesRegressionPython)
}

// predicts completes the declaration of a forest for regression.
func (k kind) predicts(in method.Info, program *python.Counterpart) method.Method {
	in.Name, in.Source, in.Family, in.Task, in.MaxPoints = k.name+" (regression)", k.source, "Trees", method.Regress,
		mostPoints
	in.Params, in.Complexity = k.params(false), leavesComplexity
	in.Shows = []method.Show{
		{Name: method.Mean, Label: "Curve", On: true, Help: "The mean of the trees at each x", When: method.OnLine()},
		{Name: spread, Label: "Spread of the trees", On: true, Help: "The mean ± one standard deviation of the trees' " +
			"predictions", When: method.OnLine()},
		{Name: bundle, Label: "Single trees", Help: "Thin curves of the newest trees", When: method.OnLine()},
		{Name: "residuals", Label: "Residuals", Help: "From each point to the curve: y − ŷ(x)", When: method.OnLine()},
		{Name: method.Isolines, Label: "Isolines", Help: "Lines of equal value: they run along the steps",
			When: method.OnPlane()},
		{Name: "sd", Label: "Spread instead of the mean", Help: "Colours show the standard deviation of the trees' " +
			"predictions",
			When: method.OnPlane()},
		{Name: oneTree, Label: "Cuts of the newest tree", Help: "Only the cells of this step's tree",
			When: method.OnPlane()},
		{Name: opened, Label: "One tree as a diagram", Help: "A plot: the questions of this step's tree, from the root " +
			"down to the leaves"},
		{Name: importance, Label: "Importance of the inputs", On: true, Help: "A plot: variance reduction by each " +
			"input, and its permutation importance", When: method.OnPlane()},
	}
	return method.Method{Info: in, Python: program, Random: true, Reuses: []string{"n_estimators"}, Fit: k.fit}
}

// along returns the sum of the trees on the line as a step function.
func (m *forest) along() *cart.Line {
	m.added.Do(func() {
		trees, amounts := make([]*cart.Tree, len(m.members)), make([][]int64, len(m.members))
		for i, t := range m.members {
			trees[i], amounts[i] = t.tree, t.amounts
		}
		m.line = cart.NewLine(trees, m.planes, amounts)
	})
	return m.line
}

// answer returns the mean and the standard deviation of the trees' predictions at x.
func (m *forest) answer(x float64) (mean, sd float64) {
	if len(m.members) == 0 {
		return m.value(m.nothing, 1), 0
	}
	if !fastLine {
		sums := make([]int64, m.planes)
		n := m.at([]float64{x}, sums)
		return m.value(sums, n), m.deviation(sums, n)
	}
	s := m.along().Sums(x)
	return m.value(s, len(m.members)), m.deviation(s, len(m.members))
}

// drawnTrees is the maximum number of single trees drawn.
const drawnTrees = 12

// lineLayers draws the spread of the trees, some of them, and residuals.
func (m *forest) lineLayers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	k := len(m.members)
	if show[spread] && k > 1 {
		var low []float64
		band := &picture.Path{Role: picture.RoleBand, Class: picture.NoClass, Level: 1, Closed: true,
			Says: "mean ± 1 standard deviation of the trees"}
		for px := range v.W + 1 {
			x := v.DX(float64(px))
			mean, sd := m.answer(x)
			band.XY = append(band.XY, x, mean+sd)
			low = append(low, x, mean-sd)
		}
		for i := len(low) - 2; i >= 0; i -= 2 {
			band.XY = append(band.XY, low[i], low[i+1])
		}
		under = append(under, band)
	}
	if show[bundle] {
		for b := max(0, k-drawnTrees); b < k; b++ {
			if err := job.Err(); err != nil {
				return nil, nil, err
			}
			path := &picture.Path{Role: picture.RoleSample, Class: b - max(0, k-drawnTrees), Says: "single trees"}
			m.staircase(path, m.members[b], v)
			under = append(under, path)
		}
	}
	if show["residuals"] {
		under = append(under, method.Residuals(m.p, m, "ŷ(x)"))
	}
	return under, nil, job.Err()
}

// staircase adds the predictions of one tree to path.
func (m *forest) staircase(path *picture.Path, t *member, v picture.Viewport) {
	x := v.X0 - (v.X1 - v.X0)
	end := v.X1 + (v.X1 - v.X0)
	var down func(i int32, to float64)
	down = func(i int32, to float64) {
		q := &t.tree.Nodes[i]
		if q.Step > 0 {
			down(q.Left(), min(to, q.At))
			down(q.Right(), to)
			return
		}
		if to > x {
			y := t.tree.Values(i)[0]
			path.XY = append(path.XY, x, y, to, y)
			x = to
		}
	}
	down(0, end)
}

// FieldRaster returns the mean of the trees, or their standard deviation.
func (m *forest) FieldRaster(job method.Job, g picture.Grid, show method.Shown) (*picture.Raster, error) {
	plane, n := make([]float32, g.W*g.H), max(1, len(m.members))
	lo, hi := m.span()
	at := make([]int64, 2)
	_, err := m.over(job, g, func(y int, sums []int64) {
		for x := range g.W {
			at[0], at[1] = sums[x], sums[g.W+x]
			if show["sd"] {
				plane[y*g.W+x] = float32(m.deviation(at, n))
			} else {
				plane[y*g.W+x] = float32(m.value(at, n))
			}
		}
	})
	if show["sd"] {
		return &picture.Raster{Kind: picture.Sequential, Grid: g, Planes: [][]float32{plane}, Hi: (hi - lo) / 2, Sharp: true,
			Name: "standard deviation of the trees"}, err
	}
	return &picture.Raster{Kind: picture.Diverging, Grid: g, Planes: [][]float32{plane}, Lo: lo, Hi: hi, Sharp: true,
		Name: "mean of the trees"}, err
}

// planeLayers draws the cuts of the newest tree.
func (m *forest) planeLayers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show[oneTree] {
		under = m.newestCuts(v)
	}
	return under, nil, job.Err()
}

// explainMean gives the mean, the standard deviation, and the least and greatest prediction of the trees. On the line
// it also draws the mean ± one standard deviation.
func (m *forest) explainMean(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.p.D]
	sums := make([]int64, m.planes)
	n := m.at(x, sums)
	ex := method.Explanation{Answer: words.Figure(m.value(sums, n))}
	if len(m.members) == 0 {
		ex.Answer = words.Text("%s (no tree yet: the mean of all points)", ex.Answer)
		return ex
	}
	ex.Answer = words.Text("%s, the mean of %s", ex.Answer, words.Count(n, "tree"))
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, t := range m.members {
		y := t.tree.Values(t.tree.Leaf(x, int32(t.tree.Steps())))[0]
		lo, hi = min(lo, y), max(hi, y)
	}
	ex.Lines = append(ex.Lines, words.Text("standard deviation of the trees: %s", words.Figure(m.deviation(sums, n))),
		words.Sprintf("from %s to %s", words.Number(lo), words.Number(hi)))
	ex.Layers = m.around(x, v)
	if m.p.Task == method.Regress && n > 1 {
		mean, sd := m.answer(x[0])
		bar := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass,
			Says: "mean ± 1 standard deviation of the trees"}
		bar.AddLine(x[0], mean-sd, x[0], mean+sd)
		ex.Layers = append(ex.Layers, bar)
	}
	return ex
}
