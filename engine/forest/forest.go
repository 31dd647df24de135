// Package forest implements random forests and extra trees, for classification and regression: trees grown
// independently with random choices, whose predictions are averaged.
package forest

import (
	"fmt"
	"math"
	"strconv"

	"pointscape/engine/cart"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Limits of the number of points, and of trees times points, which determines the memory.
const (
	mostPoints = 10_000
	mostWork   = 1_000_000
)

// Names of switches.
const (
	disputed   = "disagreement"
	oneTree    = "tree"
	importance = "importance"
	opened     = "diagram"
	bundle     = "trees"
	spread     = "spread"
)

// kind is one of the two ways to grow random trees.
type kind struct {
	extra bool
	// name of the method for classification, and its reference
	name, source string
}

var (
	breiman = kind{name: "Random forest", source: "Breiman, Random forests, Machine Learning 45, 2001; Ho, The random " +
		"subspace method for constructing decision forests, IEEE Trans. Pattern Anal. Mach. Intell. 20, 1998"}
	geurts = kind{name: "Extra trees", extra: true, source: "Geurts, Ernst, Wehenkel, Extremely randomized trees, " +
		"Machine Learning 63, 2006"}
)

// params returns the parameters of a forest for classification, or for regression.
func (k kind) params(classes bool) []method.Param {
	list := []method.Param{
		{Name: "n_estimators", Label: "Trees", Kind: method.Integer{Range: method.Range{Min: 1, Max: 500, SoftMin: 1,
			SoftMax: 200}}, Default: 100.0,
			Help: "Number of trees; more trees make the prediction smoother and rarely worse"},
	}
	drawn, of := "sqrt", (*method.When)(nil)
	if classes {
		list = append(list, method.Param{Name: "criterion", Label: "Impurity", Default: string(cart.Gini),
			Help: "Measure of how mixed a node is; each split reduces it as much as possible",
			Kind: method.Choose{Choices: []method.Choice{
				{Value: string(cart.Gini), Label: "Gini", Help: "1 − Σ p²: how often two points drawn from the node " +
					"differ in class"},
				{Value: string(cart.Entropy), Label: "Entropy", Help: "−Σ p log₂ p, in bits: how uncertain the class of a point " +
					"in the node is"},
			}}})
	} else {
		drawn, of = "all", method.OnPlane()
		list = append([]method.Param{method.DomainParam()}, list...)
	}
	list = append(list,
		method.Param{Name: "max_features", Label: "Inputs drawn", Default: drawn,
			Help: "Number of inputs drawn at each node to find a split; with fewer inputs, the trees differ more", When: of,
			Kind: method.Choose{Choices: []method.Choice{
				{Value: "sqrt", Label: "Square root", Help: "√d for d inputs, rounded down: 1 for the two inputs " +
					"of the plane"},
				{Value: "log2", Label: "Logarithm", Help: "For d inputs log₂ d, rounded down, and at least 1"},
				{Value: "all", Label: "All", Help: "None is left out"},
				{Value: "number", Label: "A number", Help: "The number that you give"},
			}}},
		method.Param{Name: "max_features_number", Label: "Number of inputs",
			Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000, SoftMin: 1, SoftMax: 2}, Inputs: true}, Default: 1.0,
			Help: "Number of inputs drawn at each node; if there are fewer, all of them",
			When: &method.When{Name: "max_features", In: []string{"number"}}},
		method.Param{Name: "max_depth", Label: "Largest depth",
			Kind: method.Integer{Range: method.Range{Min: 1, Max: 100, SoftMin: 1, SoftMax: 20}}, Default: 100.0,
			Help: "At most this many questions on the path to a leaf; 100 is practically no limit"},
		method.Param{Name: "min_samples_split", Label: "Points to split",
			Kind: method.Integer{Range: method.Range{Min: 2, Max: mostPoints, SoftMin: 2, SoftMax: 60}}, Default: 2.0,
			Advanced: true,
			Help:     "A node with fewer points is not split"},
		method.Param{Name: "min_samples_leaf", Label: "Points in a leaf",
			Kind: method.Integer{Range: method.Range{Min: 1, Max: mostPoints, SoftMin: 1, SoftMax: 12}}, Default: 1.0,
			Help: "No split leaves fewer points on a side"},
		method.Param{Name: "bootstrap", Label: "Draw points", Kind: method.Bool{}, Default: !k.extra,
			Help: "Each tree uses n of the n points, drawn with replacement: about a third of them are left out"},
		method.Param{Name: "oob_score", Label: "Out-of-bag error", Kind: method.Bool{}, Default: true,
			When: &method.When{Name: "bootstrap", In: []string{"true"}},
			Help: "Each point is predicted by the trees whose samples omit it: an estimate of the error on new points"},
	)
	return list
}

// fit prepares the forest, which then grows tree by tree.
func (k kind) fit(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if p.N == 0 {
		if p.Task == method.Classify {
			return nil, &method.Need{Sentence: "Add points of two classes."}
		}
		return nil, &method.Need{Sentence: "Click to add points: trees are grown on points."}
	}
	trees := v.Int("n_estimators")
	if trees*p.N > mostWork {
		return nil, doc.Errorf("params.n_estimators", words.Text("at most %s with %s", strconv.Itoa(mostWork/p.N),
			words.Count(p.N, "point")), trees)
	}
	r := cart.Rules{Criterion: cart.SquaredError, MaxDepth: int32(v.Int("max_depth")),
		MinSplit: int32(v.Int("min_samples_split")),
		MinLeaf:  int32(v.Int("min_samples_leaf")), Random: k.extra}
	if p.Task == method.Classify {
		r.Criterion = cart.Criterion(v.String("criterion"))
	}
	switch v.String("max_features") {
	case "sqrt":
		r.MaxFeatures = int(math.Sqrt(float64(p.D)))
	case "log2":
		r.MaxFeatures = max(1, int(math.Log2(float64(p.D))))
	case "number":
		r.MaxFeatures = v.Int("max_features_number")
	}
	if r.MaxFeatures >= p.D {
		r.MaxFeatures = 0 // all inputs
	}
	m, err := plant(job, p, r, trees, v.Bool("bootstrap"), v.Bool("oob_score"), prev)
	if err != nil {
		return nil, err
	}
	return m, nil
}

// Predict answers with the class of the largest mean probability (ties: the lowest class), or with the mean of the
// trees.
func (m *forest) Predict(x, out []float64) {
	switch m.p.Task {
	case method.Classify:
		m.atEach(x, func(i int, sums []int64, trees int) { out[i] = float64(m.winner(sums, trees)) })
	case method.Regress:
		for i := range out {
			out[i], _ = m.answer(x[i])
		}
	default:
		m.atEach(x, func(i int, sums []int64, trees int) { out[i] = m.value(sums, trees) })
	}
}

func (m *forest) PartSays(p method.Part) string {
	switch {
	case m.p.Task == method.Classify && p == method.Regions:
		return "region of a class, mixed with others by their mean probabilities"
	case m.p.Task == method.Regress && p == method.Mean:
		return "mean of the trees"
	}
	return ""
}

func (m *forest) Status() method.Status {
	k := len(m.members)
	switch {
	case k < m.end:
		return method.Status{State: method.Running, Sentence: words.Text("%s of %s grown.", words.Count(k, "tree"),
			strconv.Itoa(m.end))}
	case m.target.K == 1:
		return method.Status{State: method.Exact, Sentence: "There is only one class: add points of a second."}
	}
	s := words.Text("%s fully grown; another seed gives other trees.", words.Count(k, "tree"))
	if !m.drawsAnything() {
		s = words.Text("%s grown without random numbers: all are the same.", words.Count(k, "tree"))
		if k == 1 {
			s = "One tree, without random numbers."
		}
	}
	return method.Status{State: method.Exact, Sentence: s}
}

// drawsAnything reports whether the trees can differ.
func (q *run) drawsAnything() bool { return q.bootstrap || q.rules.Random || q.rules.MaxFeatures > 0 }

func (m *forest) Measures() []method.Measure {
	name, out := "training error", "out-of-bag error"
	if m.target.Class == nil {
		name = "mean squared error"
	}
	list := []method.Measure{{Name: name, Value: m.errors.train}}
	if m.outOfBag {
		list = append(list, method.Measure{Name: out, Value: m.errors.out, Same: true})
	}
	return list
}

func (m *forest) Facts() []method.Fact {
	var f method.FactList
	n := float64(max(1, len(m.members)))
	leaves, deep := 0, int32(0)
	for _, t := range m.members {
		leaves += t.leaves
		deep += t.tree.Deep
	}
	f.Add("n_estimators", len(m.members), "", "Trees that predict").Call("Trees")
	if m.target.Class != nil {
		f.Add("training_error", m.errors.train, "", "")
	} else {
		f.Add("training_mse", m.errors.train, method.SquaredUnits, "")
	}
	if m.outOfBag && len(m.members) > 0 && !math.IsNaN(m.errors.out) {
		const each = ", each point predicted by the trees that have not seen it: an estimate of the error on new points"
		score := 1 - m.errors.out
		if m.target.Class != nil {
			f.Add("oob_score", score, "", words.Text("Share of the points that are classified correctly%s",
				each)).Call("Out-of-bag score")
			f.Add("oob_error", m.errors.out, "", words.Text("Share of the points that are misclassified%s",
				each)).InPercent().Call(
				"Out-of-bag error")
		} else {
			if !math.IsNaN(m.outR2) {
				f.Add("oob_score", m.outR2, "", words.Text("R²%s", each)).Call("Out-of-bag score")
			}
			f.Add("oob_error", m.errors.out, method.SquaredUnits, words.Text("Mean squared error%s",
				each)).Call("Out-of-bag error")
		}
		f.Add("oob_points", m.left, "", words.Sprintf("Number of points, of %d, outside the sample of some tree: the "+
			"out-of-bag error counts only these", m.p.N)).Call("Out-of-bag points")
	}
	f.Add("n_leaves_mean", float64(leaves)/n, "", "Mean over the trees").Call("Leaves of a tree")
	f.Add("depth_mean", float64(deep)/n, "", "Questions on the longest path, mean over the trees").Call("Depth of a tree")
	if m.p.D > 1 {
		f.Add("feature_importances", m.gains(), "", "Share of each input in the reduction of impurity by all splits, mean "+
			"over the trees").Call("Importance").By(m.p.InputNames())
		f.Add("importances_mean", nil, "", m.permutes()).Call("Permutation importance").By(m.p.InputNames()).Late = true
	}
	return f
}

func (m *forest) Assess(job method.Job) ([]method.Fact, error) {
	facts := m.Facts()
	for i := range facts {
		if facts[i].Late {
			drop, err := m.permuted(job)
			if err != nil {
				return nil, err
			}
			facts[i].Value, facts[i].Late = drop, false
		}
	}
	return facts, job.Err()
}

// Formula returns the formula of the prediction, how each tree is grown, and what the errors are.
func (m *forest) Formula() string {
	mean := "ŷ(x) = 1/%d Σ_{b} ŷ_{b}(x)"
	if m.target.Class != nil {
		mean = "p̂_{c}(x) = 1/%d Σ_{b} p_{b,c}(x)"
	}
	n := words.Count(m.p.N, "point")
	s := words.Text("%s  over %s\neach of ", fmt.Sprintf(mean, max(1, len(m.members))), words.Count(len(m.members),
		"tree"))
	if m.bootstrap {
		s += words.Text("%s drawn with replacement", n)
	} else {
		s += words.Text("all %s", n)
	}

	if m.p.D > 1 {
		if k := m.rules.MaxFeatures; k > 0 {
			s += words.Text(", %s of %s inputs drawn at each node", strconv.Itoa(k), strconv.Itoa(m.p.D))
		} else {
			s += words.Text(", all %s inputs at each node", strconv.Itoa(m.p.D))
		}
	}
	if m.rules.Random {
		s += words.Say(", one threshold drawn for each")
	}
	switch {
	case !m.bootstrap || m.outOfBag && len(m.members) > 0 && m.left == 0:
		s += words.Say("\nno out-of-bag error: every tree has seen all points")
	case m.outOfBag && m.left > 0:
		train := ", training error "
		if m.target.Class == nil {
			train = ", mean squared error "
		}
		s += words.Text("\nout-of-bag error %s of %s%s%s", words.Number(m.errors.out), words.Count(m.left, "point"), train,
			words.Number(m.errors.train))
	}
	return s
}
