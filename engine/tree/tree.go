// Package tree implements decision trees for classification and regression: CART with one split a step, by one input at
// a time or, in the plane, by oblique lines, with weakest-link pruning.
package tree

import (
	_ "embed"
	"fmt"
	"strings"

	"pointscape/engine/cart"
	"pointscape/engine/cart/diagram"
	"pointscape/engine/classify"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

//go:embed tree.jsonl
var treeExamples string

// Method returns the method of classification trees, id "tree".
func Method() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "tree", Traits: method.Traits{Free: true},
			Name:     "Decision tree",
			Family:   "Trees",
			Task:     method.Classify,
			Takes:    method.Takes{Wide: true, Mixed: true},
			Assessed: method.Assessed{Complexity: leavesComplexity},
			Aliases: []string{"CART", "C4.5", "Classification tree", "DecisionTreeClassifier", "Recursive partitioning",
				"Arbre de décision", "Arbre de classification"},
			Summary: "Asks a series of questions, each about one input and a threshold, or about groups of words, and " +
				"predicts the most frequent class in the leaf. Each question makes its two sides as pure as possible. In a tie " +
				"the lowest class wins. Among equally good questions, the tree asks about the first input with the lowest " +
				"threshold; scikit-learn chooses the input at random.",
			Formula: "Δ = I(t) − (n_{L} ∕ n) I(t_{L}) − (n_{R} ∕ n) I(t_{R}) → max over xⱼ ≤ s",
			Source: "Breiman, Friedman, Olshen, Stone, Classification and Regression Trees, 1984, chapters 2 and 4, groups of " +
				"words: section 4.2; missing values: as scikit-learn has them from 1.3 on; gain ratio: Quinlan, C4.5: " +
				"Programs for " +
				"Machine Learning, 1993, section 2.2; oblique questions: section 5.2 of the first, and Murthy, Kasif, Salzberg, " +
				"J. Artif. Intell. Res. 2, 1994; the diagram after Reingold, Tilford, IEEE Trans. Softw. Eng. 7, 1981",
			Seen: "One split per step, exact cells, the diagram linked both ways, candidate splits, the " +
				"pruning path with its errors.",
			Params: append([]method.Param{
				{Name: "criterion", Label: "Impurity", Default: string(gini), Help: "Measure of how mixed a node is; each " +
					"split reduces it as much as possible",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: string(gini), Label: "Gini", Help: "1 − Σ p²: how often two points drawn from the node differ in class"},
						{Value: string(entropy), Label: "Entropy", Help: "−Σ p log₂ p, in bits: how uncertain the class of a point in " +
							"the node is"},
						{Value: string(gainRatio), Label: "Gain ratio (C4.5)", Help: "Entropy; among inputs with at least the mean " +
							"gain, the ratio of gain " +
							"to split information decides"},
						{Value: string(misclassification), Label: "Misclassification", Help: "1 − max p (not in scikit-learn): many " +
							"good splits show no gain; then the lowest threshold wins"},
					}}},
				method.InputsParam("Tables only: which columns the questions use",
					"Questions use all columns, also words and columns with gaps; the plane shows the cuts in its two columns"),
				{Name: "categorical", Label: "Questions about words", Default: "subset", Where: method.OnlyRows,
					Help: "How a split on a column of words divides them",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: "subset", Label: "Two groups of words (CART)", Help: "The best two groups: yes or no"},
						{Value: "multiway", Label: "A branch for each (C4.5)", Help: "With one for missing values; a new word follows " +
							"the most frequent one"},
					}}},
				splitsParam(&method.When{Name: "criterion", In: []string{string(gainRatio)}, Not: true}),
				{Name: "class_weight", Label: "Class weights", Default: "none", Help: "Weight of the points of each class, in " +
					"impurities and in predictions",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: "none", Label: "All points alike", Help: "A rare class is easily outvoted"},
						{Value: "balanced", Label: "Balanced", Help: "All K classes count the same: a point counts n ∕ (K n_c), where " +
							"its class has n_c of the n points"},
						{Value: "given", Label: "Given", Help: "You give a weight for each class"},
					}}},
				{Name: "class_weights", Label: "Weight of each class",
					Kind: method.Numbers{Range: method.Range{Max: 1000, MinOpen: true},
						List: method.List{MaxLen: doc.MaxClass + 1, Entry: "class"}}, Default: []float64{},
					Help: "Weight of a point, in the order of the classes; 1 by default",
					When: &method.When{Name: "class_weight", In: []string{"given"}}},
			}, limits()...),
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Where: method.OnlyPoints, Help: "The most frequent class in " +
					"each leaf, fainter where its points are mixed"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Where: method.OnlyPoints, Help: "Splits where the " +
					"prediction changes"},
				{Name: "cuts", Label: "Cuts", On: true, Help: "All edges of the leaves' cells"},
				{Name: "step", Label: "Cut of the step", On: true, Where: method.OnlyPoints,
					Help: "Where the newest question splits its node"},
				{Name: "diagram", Label: "Tree diagram", On: true, Help: "A plot: the questions from the root down to the leaves"},
				{Name: "candidates", Label: "Candidate splits", On: true, Help: "A plot: weighted impurity of the two sides, " +
					"for each possible " +
					"threshold of the node"},
				{Name: "importance", Label: "Importance of the inputs", Help: "A plot: reduction of the impurity by the splits " +
					"on each input"},
				{Name: "pruning", Label: "Pruning path", Help: "A plot: errors of the trees that remain as the weakest " +
					"questions are pruned one by one"},
			},
			Examples: method.ExamplesIn(treeExamples),
		},
		Python: treePython,
		Fit:    fit,
		Random: true, // cross-validation folds
		Reuses: []string{"ccp_alpha"},
	}
}

func fit(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Add points of two classes."}
	}
	var before *tree
	if prev, ok := prev.(*stage); ok {
		before = prev.tree
	}
	rules, err := rulesOf(p, v)
	if err != nil {
		return nil, err
	}
	c := criterion(v.String("criterion"))
	rules.Multiway = p.Categories != nil && v.String("categorical") == "multiway"
	rules.Oblique = rules.Oblique && c != gainRatio // the gain ratio chooses between inputs
	t, err := grow(job, p, before, c, weightsOf(p, v), rules)
	if err != nil {
		return nil, err
	}
	return newStage(t, v.Float("ccp_alpha")), nil
}

// stage is the tree after k steps, for classification and regression. The first steps are the splits, the following
// ones those of the pruning path up to index links.
type stage struct {
	*tree
	k, links int32
	alpha    float64 // ccp_alpha
}

func (m *stage) Can() *method.Capabilities {
	can := &method.Capabilities{
		Answers: method.Answers{Predictor: m, Complexity: m.Complexity},
		Drawing: method.Drawing{Layers: m.Layers, Draws: m.Draws, Panels: m.Panels, Cuts: m.Cuts, Tiles: m.Tiles},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:     method.Run{Stepper: m},
		Pointer: method.Pointer{Tell: m.Tell, Hits: m.Hits},
	}
	if m.values() {
		can.FieldRaster = m.FieldRaster
	} else {
		can.PointScorer, can.Proba, can.ScoreRaster = m, m.Proba, m.ScoreRaster
	}
	return can
}

// newStage returns a tree at its last step.
func newStage(t *tree, alpha float64) *stage {
	cut := t.cutAt(alpha)
	return &stage{t, int32(t.grown() + cut), int32(cut), alpha}
}

func (m *stage) steps() int { return m.grown() + int(m.links) }

// stage returns the tree after k steps, also beyond the pruning that this ccp_alpha asks for.
func (m *stage) stage(k int) *stage { return &stage{m.tree, int32(k), m.links, m.alpha} }

// pruned returns how far along the pruning path this step is.
func (m *stage) pruned() int32 { return max(m.k-int32(m.grown()), 0) }

func (m *stage) Steps() int { return m.steps() }

func (m *stage) Stage(k int) method.Model { return m.stage(k) }

func (m *stage) StepName() string { return "split" }

func (m *stage) Trace() []method.Series {
	n := m.steps() + 1
	if m.values() {
		return []method.Series{{Name: "mean squared error", Values: m.imps[:n]}}
	}
	return []method.Series{{Name: "training error", Values: m.errs[:n]},
		{Name: "impurity of the leaves", Values: m.imps[:n]}}
}

// whole reports whether this is the last step.
func (m *stage) whole() bool { return int(m.k) == m.steps() }

// asks reports whether a node is split at this step; otherwise it is a leaf.
func (m *stage) asks(q *node) bool { return q.Step > 0 && q.Step <= m.k && q.shut > m.pruned() }

// live reports whether a node exists at this step and is not pruned.
func (m *stage) live(i int32) bool {
	up := m.nodes[i].Parent
	return up < 0 || m.asks(&m.nodes[up])
}

// leaf returns the number of the leaf of a point.
func (m *stage) leaf(x []float64) (i int32) {
	for q := &m.nodes[0]; m.asks(q); q = &m.nodes[i] {
		if q.mixed == nil && q.Of(x) <= q.At || q.mixed != nil && m.full.Lefts(i, x) {
			i = q.Left()
		} else {
			i = q.Right()
		}
	}
	return i
}

// leaves calls fn with each leaf, from left to right.
func (m *stage) leaves(fn func(q *node)) {
	m.preorder(func(_ int32, q *node) {
		if !m.asks(q) {
			fn(q)
		}
	})
}

// preorder calls fn with each node in preorder, left before right.
func (m *stage) preorder(fn func(i int32, q *node)) {
	var down func(i int32)
	down = func(i int32) {
		q := &m.nodes[i]
		fn(i, q)
		if m.asks(q) {
			down(q.Left())
			down(q.Right())
		}
	}
	down(0)
}

// inPlay returns the node that the newest step splits; in the whole tree, before the first step, and during pruning, it
// is the root. ok is false if there is no split at all.
func (m *stage) inPlay() (i int32, ok bool) {
	if m.grown() == 0 {
		return 0, false
	}
	if i, ok := m.newest(); ok {
		return m.full.Head(i), true
	}
	return 0, true
}

// newest returns the node that this step splits. ok is false before the first step, in the whole tree, and during
// pruning.
func (m *stage) newest() (i int32, ok bool) {
	if m.k == 0 || m.whole() || m.pruned() > 0 {
		return 0, false
	}
	return m.order[m.k], true
}

// question returns the question of a node as text: "x₁ ≤ 0.42", "x₁ − 0.3 x₂ ≤ 0.42".
func (t *tree) question(q *node) string {
	if q.each() {
		return words.Text("%s, a branch for each word", t.about(q))
	}
	return t.answer(q, true)
}

// each reports whether a question has a branch for each category.
func (q *node) each() bool { return q.mixed != nil && q.mixed.Each }

// branches returns the nodes that a question of the whole tree leads to.
func (t *tree) branches(q *node) (list []*node) {
	for _, i := range t.full.Branches(t.order[q.Step], func(i int32) bool { return t.nodes[i].Step > 0 }) {
		list = append(list, &t.nodes[i])
	}
	return list
}

// answer returns the condition that holds for the points that a question sends left, or right, as text.
func (t *tree) answer(q *node, left bool) string {
	return diagram.Answer(&q.Node, q.mixed, t.p.InputNames(), t.sorts(int(q.Feature)), left)
}

// sorts returns the categories of an input, nil for numbers.
func (t *tree) sorts(input int) []string {
	if t.p.Categories == nil {
		return nil
	}
	return t.p.Categories[input]
}

// about returns the left-hand side of a node's comparison with its threshold.
func (t *tree) about(q *node) string { return diagram.About(&q.Node, t.p.InputNames()) }

// Predict answers with the majority class of the leaf (ties: the lowest class), or with the mean of its values.
func (m *stage) Predict(x, out []float64) {
	d := m.p.D
	for i := range out {
		out[i] = m.nodes[m.leaf(x[i*d:(i+1)*d])].answer()
	}
}

func (m *stage) Proba() method.Proba { return method.OnGrids }

// PointScores returns the class shares in the leaf of each point.
func (m *stage) PointScores(x []float64) [][]float64 {
	return classify.PointScores(m, m.p, x, nil)
}

func (m *stage) Scores(x []float64, tell func(i int, f []float64)) {
	d, shares := m.p.D, make([]float64, len(m.p.ClassIDs))
	for i := range len(x) / d {
		tell(i, m.nodes[m.leaf(x[i*d:(i+1)*d])].shares(shares))
	}
}

// share returns the share of a class in the weight of a node.
func (q *node) share(class int) float64 { return q.v[class] / q.Weight }

// shares writes the shares of all classes to out and returns it.
func (q *node) shares(out []float64) []float64 {
	for c := range out {
		out[c] = q.share(c)
	}
	return out
}

func (m *stage) Status() method.Status {
	n := words.Count(m.grown(), "split")
	if !m.whole() {
		text := words.Sprintf("Before the first of %s: one leaf holds all points.", n)
		if at := m.pruned(); at > 0 {
			gone := m.path[at].shut
			text = words.Sprintf("Weakest link %d of %d, reducing impurity by %s per leaf: %s; %s left.", at, m.links,
				words.Number(m.path[at].alpha), m.question(&m.nodes[gone[0]]), wordsAre(m.path[at].leaves))
			if more := len(gone) - 1; more > 0 {
				text = words.Sprintf("Weakest links %d of %d, reducing impurity by %s per leaf: %s and %d more; %s left.", at,
					m.links,
					words.Number(m.path[at].alpha), m.question(&m.nodes[gone[0]]), more, wordsAre(m.path[at].leaves))
			}
		} else if m.k > 0 {
			q := &m.nodes[m.order[m.k]]
			text = words.Sprintf("Split %d of %d, %s: %d points go left, %d right.", m.k, m.grown(), m.question(q),
				m.nodes[q.Left()].N, m.nodes[q.Right()].N)
			if q.each() {
				text = words.Sprintf("Split %d of %d, %s: %d points have a branch now, %d are left.", m.k, m.grown(),
					m.answer(q, true), m.nodes[q.Left()].N, m.nodes[q.Right()].N)
			}
		}
		return method.Status{State: method.Running, Sentence: text}
	}
	mixed, alike, leaves := 0, 0, 0
	m.leaves(func(q *node) {
		leaves++
		if q.Total > 0 {
			mixed++
			if m.alike(q) {
				alike++
			}
		}
	})
	s := ""
	switch {
	case m.values() && m.nodes[0].Total == 0:
		s = words.Say("All points have the same value: there is nothing to split.")
	case len(m.p.ClassIDs) == 1:
		s = words.Say("There is only one class: add points of a second.")
	case m.links > 0:
		s = words.Sprintf("Grown to %s and pruned to %d: every remaining split reduces the impurity by at least α per leaf.",
			leafCount(m.grown()+1), leaves)
	case mixed == 0:
		alike := "points of one class"
		if m.values() {
			alike = "points of one value"
		}
		s = words.Sprintf("Each of the %d leaves holds %s: nothing is left to split.", leaves, alike)
	case mixed == alike:
		s = words.Sprintf("Fully grown; %s impure: no split separates points at the same position.",
			of(mixed, leaves))
	default:
		s = words.Sprintf("Fully grown; %s impure.", of(mixed, leaves))
	}
	if m.steps() > 1 && m.links == 0 {
		s += words.Text(" Each split is the best of its node%s; the tree as a whole need not be the best.", m.searched())
	}
	if m.p.Wide() {
		s += m.elsewhere()
	}
	return method.Status{State: method.Exact, Sentence: s}
}

// searched says which splits need not be the best of their nodes.
func (m *stage) searched() string {
	large := false
	m.preorder(func(_ int32, q *node) { large = large || m.asks(q) && q.N > cart.Exactly })
	if m.full.Rough {
		return words.Sprintf(", or of more than %d categories and two classes the best that was found by the share of one "+
			"class",
			cart.Grouped)
	}
	if !m.rules.Oblique || !large {
		return ""
	}
	return words.Sprintf(", or for more than %d positions the best found", cart.Exactly)
}

// wordsAre returns "1 leaf is", "3 leaves are".
func wordsAre(n int) string {
	if n == 1 {
		return "1 leaf is"
	}
	return words.Text("%s are", leafCount(n))
}

// of returns some of all leaves with the verb: "3 of 8 leaves are".
func of(some, all int) string {
	switch {
	case all == 1:
		return "its one leaf is"
	case some == 1:
		return words.Sprintf("1 of %d leaves is", all)
	}
	return words.Sprintf("%d of %d leaves are", some, all)
}

// alike reports whether all points of a node have the same inputs.
func (t *tree) alike(q *node) bool {
	rows := t.rows(q)
	for _, row := range rows[1:] {
		for j := range t.p.D {
			if x, y := t.value(row, j), t.value(rows[0], j); x != y && (x == x || y == y) {
				return false
			}
		}
	}
	return true
}

func (m *stage) Facts() []method.Fact {
	leaves, deep := 0, int32(0)
	number := map[int32]int{} // index of each node in preorder
	var order []int32
	m.preorder(func(i int32, q *node) {
		number[i] = len(order)
		order = append(order, i)
		deep = max(deep, q.Depth)
		if !m.asks(q) {
			leaves++
		}
	})
	var f method.FactList
	f.Add("n_leaves", leaves, "", "Ends of the paths, each with a prediction").Call("Leaves")
	f.Add("depth", int(deep), "", "Questions on the longest path").Call("Depth")
	if m.values() {
		f.Add("training_mse", m.imps[m.k], method.SquaredUnits, "")
		if m.imps[0] > 0 {
			f.Add("r2", 1-m.imps[m.k]/m.imps[0], "", "")
		}
	} else {
		f.Add("training_error", m.errs[m.k], "", "")
		f.Add("impurity", m.imps[m.k], m.unit(), "Mean impurity of the leaves, weighted by their points").Call(
			"Impurity of the leaves")
	}
	if m.weights != nil {
		f.Add("class_weight", m.weights, "", "Weight of a point of each class").Call("Weight of a point").By(
			m.p.ClassNames())
	}
	if m.p.D > 1 {
		f.Add("feature_importances", m.importances(), "",
			"Share of each input in the reduction of impurity by all splits").Call("Importance").By(m.p.InputNames())
	}

	if len(m.path) > 1 {
		var alphas, totals []float64
		var sizes []int
		for _, step := range m.path {
			alphas, totals, sizes = append(alphas, step.alpha), append(totals, step.total), append(sizes, step.leaves)
		}
		f.Add("path_ccp_alphas", alphas, "", "α at which the weakest links are pruned, one after the other; 0 for "+
			"the full tree").Hide()
		f.Add("path_impurities", totals, m.unit(), "Impurity of the leaves after each").Hide()
		f.Add("path_n_leaves", sizes, "", "Leaves after each").Hide()
	}
	m.arrays(&f, number, order)
	return f
}

// arrays adds the tree in the arrays of scikit-learn, for programs. order has the nodes in preorder, number the index
// in it of each node.
func (m *stage) arrays(f *method.FactList, number map[int32]int, order []int32) {
	var tilt []float64
	var feature, left, right, n []int
	var at, impurity []float64
	var value [][]float64
	for _, i := range order {
		q := &m.nodes[i]
		if m.asks(q) {
			feature, at, tilt = append(feature, int(q.Feature)), append(at, q.At), append(tilt, q.Tilt)
			left, right = append(left, number[q.Left()]), append(right, number[q.Right()])
		} else {
			feature, at, tilt = append(feature, -2), append(at, -2), append(tilt, 0)
			left, right = append(left, -1), append(right, -1)
		}
		n, impurity = append(n, int(q.N)), append(impurity, q.Impurity())
		value = append(value, q.v)
	}
	const nodes = " of each node, in preorder: the question, the left subtree, the right subtree"
	f.Add("tree_feature", feature, "", words.Text("Input%s; -2 of a leaf", nodes)).Hide()
	f.Add("tree_threshold", at, "", words.Text("Threshold%s; -2 of a leaf", nodes)).Hide()
	if m.rules.Oblique {
		f.Add("tree_tilt", tilt, "", words.Text("Coefficient of the other input, added to the node's,%s", nodes)).Hide()
	}
	if m.full.Mixed != nil {
		f.Add("tree_question", m.questionsOf(order), "", words.Text("Words that go left%s; empty for a leaf", nodes)).Hide()
	}
	f.Add("tree_children_left", left, "", words.Text("Node on the left%s; -1 of a leaf", nodes)).Hide()
	f.Add("tree_children_right", right, "", words.Text("Node on the right%s; -1 of a leaf", nodes)).Hide()
	f.Add("tree_n_node_samples", n, "", words.Text("Points%s", nodes)).Hide()
	f.Add("tree_impurity", impurity, m.unit(), words.Text("Impurity%s", nodes)).Hide()
	holds := "Points of each class"
	switch {
	case m.values():
		holds = "Mean"
	case m.weights != nil:
		holds = "Weight of each class"
	}
	f.Add("tree_value", value, "", words.Text("%s%s", holds, nodes)).Hide()
}

// leavesComplexity is the complexity that a study's penalty applies to.
const leavesComplexity = "the number of leaves"

func (m *stage) Complexity(job method.Job) (float64, error) {
	n := 0
	m.leaves(func(*node) { n++ })
	return float64(n), job.Err()
}

// unit returns the unit of the impurity.
func (t *tree) unit() string {
	switch t.criterion {
	case entropy, gainRatio:
		return "bits"
	case squaredError:
		return method.SquaredUnits
	}
	return ""
}

// Formula returns the impurity and the gain of the split in play.
func (m *stage) Formula() string {
	c := m.criterion
	i, ok := m.inPlay()
	q := &m.nodes[i]
	own := words.Text("I(t) = %s = %s = %s", c.formula(), m.worked(q), words.Number(q.Impurity()))
	if !ok {
		return own
	}
	worked := words.Number(q.Impurity())
	for _, s := range m.branches(q) {
		worked += words.Text(" − (%s", m.weighed(s.Weight)) + "/" + m.weighed(q.Weight) + ")·" + words.Number(s.Impurity())
	}
	delta := "Δ = I(t) − (n_{L}/n) I(t_{L}) − (n_{R}/n) I(t_{R})"
	if q.each() {
		delta = "Δ = I(t) − Σ_{b} (n_{b}/n) I(t_{b})"
	}
	var cost, ratio string
	if c == gainRatio {
		ratio = "\n" + m.ratioFormula(q)
	}
	if at := m.pruned(); at > 0 {
		step := m.path[at]
		cost = fmt.Sprintf("\nR_{α}(T) = R(T) + α |T| = %s + %s·%d = %s", words.Number(step.total), words.Number(m.alpha),
			step.leaves, words.Number(step.total+m.alpha*float64(step.leaves)))
	}
	return strings.Join([]string{
		own,
		delta,
		words.Sprintf("= %s = %s at %s", worked, words.Number(q.Gain/q.Weight), m.question(q)) + ratio,
	}, "\n") + cost
}
