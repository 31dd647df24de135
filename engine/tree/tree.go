// Package tree holds trees of questions about one input at a time: classification by
// CART, grown one split a step.
package tree

import (
	"fmt"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Method declares classification by a tree, id "tree".
func Method() method.Method {
	return method.Method{
		Info: method.Info{
			ID:      "tree",
			Name:    "Decision tree",
			Family:  "Trees",
			Task:    method.Classify,
			Aliases: []string{"CART", "Classification tree", "DecisionTreeClassifier", "Recursive partitioning", "Arbre de décision", "Arbre de classification"},
			Summary: "Asks one question after the other, each about one input and a threshold, and answers with the class that most points have at the end of the way. Each question is the one that leaves the two sides least mixed.",
			Formula: "Δ = I(t) − (n_{L} ∕ n) I(t_{L}) − (n_{R} ∕ n) I(t_{R}) → max over xⱼ ≤ s",
			Source:  "Breiman, Friedman, Olshen, Stone, Classification and Regression Trees, 1984, chapters 2 and 4; the diagram after Reingold, Tilford, IEEE Trans. Softw. Eng. 7, 1981",
			Params: []method.Param{
				{Name: "criterion", Label: "Impurity", Kind: method.Choose, Default: string(gini), Help: "What makes a node mixed: each split takes as much of it away as it can",
					Choices: []method.Choice{
						{Value: string(gini), Label: "Gini", Help: "1 − Σ p²: how often two points drawn from the node differ in class"},
						{Value: string(entropy), Label: "Entropy", Help: "−Σ p log₂ p, in bits: what the class of a point of the node still tells"},
						{Value: string(misclassification), Label: "Misclassification", Help: "1 − max p, which scikit-learn does not have: it sees no gain in many a good split, and then the lowest threshold wins"},
					}},
				{Name: "max_depth", Label: "Largest depth", Kind: method.Integer, Default: 4.0, Min: 1, Max: 100, SoftMin: 1, SoftMax: 12,
					Help: "Most questions on the way to a leaf"},
				{Name: "min_samples_split", Label: "Points to split", Kind: method.Integer, Default: 2.0, Min: 2, Max: 100_000, SoftMin: 2, SoftMax: 60,
					Help: "A node with fewer points is not split"},
				{Name: "min_samples_leaf", Label: "Points in a leaf", Kind: method.Integer, Default: 1.0, Min: 1, Max: 100_000, SoftMin: 1, SoftMax: 12,
					Help: "No split leaves fewer points on a side"},
				{Name: "max_leaf_nodes", Label: "Most leaves", Kind: method.Integer, Default: 1000.0, Min: 2, Max: 1000, SoftMin: 2, SoftMax: 50, Advanced: true,
					Help: "The tree stops growing with so many leaves: the splits that gain most come first"},
			},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Help: "The class that most points of a leaf have, fainter where its points are mixed"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Help: "Cuts where the answer changes"},
				{Name: "cuts", Label: "Cuts", On: true, Help: "All edges of the leaves' cells"},
				{Name: "step", Label: "Cut of the step", On: true, Help: "Where the newest question parts its node"},
				{Name: "diagram", Label: "Tree diagram", On: true, Help: "The questions from the root down to the leaves"},
				{Name: "candidates", Label: "Candidate splits", On: true, Help: "How mixed the two sides are for each threshold that a node could be split at"},
			},
			Example: `{"version":1,"method":"tree","title":"Which questions tell the moons apart?","params":{"max_depth":4},"dataset":{"name":"moons","n":160,"noise":0.2,"seed":4}}`,
			Lessons: []string{
				`{"version":1,"method":"tree","title":"Does a deep tree learn noise by heart?","params":{"max_depth":100},"dataset":{"name":"moons","n":200,"noise":0.4,"seed":2}}`,
				`{"version":1,"method":"tree","title":"How does a tree follow a slanted line?","params":{"max_depth":12},"dataset":{"name":"linear","n":150,"seed":3}}`,
			},
		},
		Fit: fit,
	}
}

func fit(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Add points of two classes."}
	}
	t, err := grow(job, p, rules{
		criterion: criterion(v.String("criterion")),
		maxDepth:  int32(v.Int("max_depth")),
		minSplit:  int32(v.Int("min_samples_split")),
		minLeaf:   int32(v.Int("min_samples_leaf")),
		maxLeaves: v.Int("max_leaf_nodes"),
	})
	if err != nil {
		return nil, err
	}
	return t.stage(t.steps()), nil
}

func (t *tree) steps() int         { return len(t.order) - 1 }
func (t *tree) stage(k int) *stage { return &stage{t, int32(k)} }

// stage is the tree after k splits.
type stage struct {
	*tree
	k int32
}

// Steps implements method.Stepper.
func (m *stage) Steps() int { return m.steps() }

// Stage implements method.Stepper.
func (m *stage) Stage(k int) method.Model { return m.stage(k) }

// StepName implements method.Stepper.
func (m *stage) StepName() string { return "split" }

// Trace implements method.Stepper.
func (m *stage) Trace() []method.Series {
	return []method.Series{{Name: "training error", Values: m.errs}, {Name: "impurity of the leaves", Values: m.imps}}
}

// whole tells whether all splits are made.
func (m *stage) whole() bool { return int(m.k) == m.steps() }

// asks tells whether a node is a question by now, else it is a leaf.
func (m *stage) asks(q *node) bool { return q.step > 0 && q.step <= m.k }

// leaf is the number of the leaf that a place is in.
func (m *stage) leaf(x []float64) (i int32) {
	for q := &m.nodes[0]; m.asks(q); q = &m.nodes[i] {
		if x[q.feature] <= q.at {
			i = q.left()
		} else {
			i = q.right()
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

// preorder calls fn with each node: a question before what is on its left, and that
// before what is on its right.
func (m *stage) preorder(fn func(i int32, q *node)) {
	var down func(i int32)
	down = func(i int32) {
		q := &m.nodes[i]
		fn(i, q)
		if m.asks(q) {
			down(q.left())
			down(q.right())
		}
	}
	down(0)
}

// inPlay is the node that the newest step splits; in the whole tree, and before the first
// step, the root. ok is false where there is no split at all.
func (m *stage) inPlay() (i int32, ok bool) {
	if m.steps() == 0 {
		return 0, false
	}
	if m.k == 0 || m.whole() {
		return 0, true
	}
	return m.order[m.k], true
}

// newest is the node that the step splits which is looked at; ok is false where none is.
func (m *stage) newest() (i int32, ok bool) {
	if m.k == 0 || m.whole() {
		return 0, false
	}
	return m.order[m.k], true
}

// question is what a node asks: "x₁ ≤ 0.42".
func (t *tree) question(q *node) string {
	return t.p.InputNames()[q.feature] + " ≤ " + words.Readable(q.threshold())
}

// Predict implements method.Predictor: the class that most points of the leaf have, the
// lowest of equals.
func (m *stage) Predict(x, out []float64) {
	d := m.p.D
	for i := range out {
		out[i] = float64(m.nodes[m.leaf(x[i*d:(i+1)*d])].wins)
	}
}

// Proba implements method.Prober.
func (m *stage) Proba() method.Proba { return method.OnGrids }

// PointScores implements method.PointScorer: the shares of the classes in the leaf.
func (m *stage) PointScores(x []float64) [][]float64 {
	d := m.p.D
	rows := make([][]float64, len(x)/d)
	for i := range rows {
		q := &m.nodes[m.leaf(x[i*d:(i+1)*d])]
		rows[i] = make([]float64, len(q.count))
		for c := range rows[i] {
			rows[i][c] = q.share(c)
		}
	}
	return rows
}

// share of a class in the points of a node.
func (q *node) share(class int) float64 { return float64(q.count[class]) / float64(q.n) }

// Status implements method.Model.
func (m *stage) Status() method.Status {
	n := words.Count(m.steps(), "split")
	if !m.whole() {
		text := fmt.Sprintf("Before the first of %s: one leaf holds all points.", n)
		if m.k > 0 {
			q := &m.nodes[m.order[m.k]]
			text = fmt.Sprintf("Split %d of %d, %s: %d points go left, %d right.", m.k, m.steps(), m.question(q), m.nodes[q.left()].n, m.nodes[q.right()].n)
		}
		return method.Status{State: method.Running, Sentence: text}
	}
	mixed, alike, leaves := 0, 0, 0
	m.leaves(func(q *node) {
		leaves++
		if q.total > 0 {
			mixed++
			if m.alike(q) {
				alike++
			}
		}
	})
	s := ""
	switch {
	case len(m.p.ClassIDs) == 1:
		s = "There is only one class to answer with: add points of a second."
	case mixed == 0:
		s = fmt.Sprintf("Each of the %d leaves holds points of one class: nothing is left to split.", leaves)
	case mixed == alike:
		s = fmt.Sprintf("Grown to the end; %s mixed, for no question tells points at the same place apart.", of(mixed, leaves))
	default:
		s = fmt.Sprintf("Grown as far as it may; %s mixed.", of(mixed, leaves))
	}
	if m.steps() > 1 {
		s += " Each split is the best of its node; the tree as a whole need not be the best."
	}
	return method.Status{State: method.Exact, Sentence: s}
}

// of says how many of the leaves: "3 of 8 leaves are".
func of(some, all int) string {
	switch {
	case all == 1:
		return "its one leaf is"
	case some == 1:
		return fmt.Sprintf("1 of %d leaves is", all)
	}
	return fmt.Sprintf("%d of %d leaves are", some, all)
}

// alike tells whether all points of a node lie at one place.
func (t *tree) alike(q *node) bool {
	rows := t.rows[q.from : q.from+q.n]
	for _, row := range rows[1:] {
		for j := range t.p.D {
			if t.value(row, j) != t.value(rows[0], j) {
				return false
			}
		}
	}
	return true
}

// Facts implements method.Model.
func (m *stage) Facts() []method.Fact {
	leaves, deep := 0, int32(0)
	weight := make([]float64, m.p.D)
	sum := 0.0
	number := map[int32]int{} // of nodes, in preorder
	var order []int32
	m.preorder(func(i int32, q *node) {
		number[i] = len(order)
		order = append(order, i)
		deep = max(deep, q.depth)
		if m.asks(q) {
			weight[q.feature] += q.gain
			sum += q.gain
		} else {
			leaves++
		}
	})
	if sum > 0 {
		for j := range weight {
			weight[j] /= sum
		}
	}
	var f method.FactList
	f.Add("n_leaves", leaves, "", "Ends of the ways, each with an answer").Call("Leaves")
	f.Add("depth", int(deep), "", "Questions on the longest way").Call("Depth")
	f.Add("training_error", m.errs[m.k], "", "")
	f.Add("impurity", m.imps[m.k], m.unit(), "Mean impurity of the leaves, each counted by its points").Call("Impurity of the leaves")
	f.Add("feature_importances", weight, "", "Share of each input in what all splits took off the impurity").Call("Importance").By(m.p.InputNames())

	// The tree in scikit-learn's arrays, for programs.
	var feature, left, right, n []int
	var at, impurity []float64
	var value [][]float64
	for _, i := range order {
		q := &m.nodes[i]
		if m.asks(q) {
			feature, at = append(feature, q.feature), append(at, q.at)
			left, right = append(left, number[q.left()]), append(right, number[q.right()])
		} else {
			feature, at = append(feature, -2), append(at, -2)
			left, right = append(left, -1), append(right, -1)
		}
		n, impurity = append(n, int(q.n)), append(impurity, q.impurity())
		row := make([]float64, len(q.count))
		for c, m := range q.count {
			row[c] = float64(m)
		}
		value = append(value, row)
	}
	const nodes = " of each node, a question before what is on its left, and that before its right"
	f.Add("tree_feature", feature, "", "Input"+nodes+"; -2 of a leaf").Hide()
	f.Add("tree_threshold", at, "", "Threshold"+nodes+"; -2 of a leaf").Hide()
	f.Add("tree_children_left", left, "", "Node on the left"+nodes+"; -1 of a leaf").Hide()
	f.Add("tree_children_right", right, "", "Node on the right"+nodes+"; -1 of a leaf").Hide()
	f.Add("tree_n_node_samples", n, "", "Points"+nodes).Hide()
	f.Add("tree_impurity", impurity, m.unit(), "Impurity"+nodes).Hide()
	f.Add("tree_value", value, "", "Points of each class"+nodes).Hide()
	return f
}

// unit is that of the impurity.
func (t *tree) unit() string {
	if t.rules.criterion == entropy {
		return "bits"
	}
	return ""
}

// Formula implements method.Formulator: the impurity and what the split in play takes
// off it.
func (m *stage) Formula() string {
	c := m.rules.criterion
	i, ok := m.inPlay()
	q := &m.nodes[i]
	own := "I(t) = " + c.formula() + " = " + c.worked(q.count, q.n) + " = " + words.Number(q.impurity())
	if !ok {
		return own
	}
	l, r := &m.nodes[q.left()], &m.nodes[q.right()]
	share := func(s *node) string { return fmt.Sprintf("(%d/%d)·%s", s.n, q.n, words.Number(s.impurity())) }
	return strings.Join([]string{
		own,
		"Δ = I(t) − (n_{L}/n) I(t_{L}) − (n_{R}/n) I(t_{R})",
		fmt.Sprintf("= %s − %s − %s = %s at %s", words.Number(q.impurity()), share(l), share(r), words.Number(q.gain/float64(q.n)), m.question(q)),
	}, "\n")
}

var (
	_ method.Stepper     = (*stage)(nil)
	_ method.Predictor   = (*stage)(nil)
	_ method.PointScorer = (*stage)(nil)
	_ method.Scorer      = (*stage)(nil)
	_ method.PartDrawer  = (*stage)(nil)
	_ method.Overlay     = (*stage)(nil)
	_ method.Explainer   = (*stage)(nil)
	_ method.Panels      = (*stage)(nil)
	_ method.Formulator  = (*stage)(nil)
)
