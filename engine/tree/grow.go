package tree

import (
	"math"
	"slices"
	"strconv"
	"sync"

	"pointscape/engine/cart"
	"pointscape/engine/cart/diagram"
	"pointscape/engine/method"
)

// node is a tree node, numbered as in package cart.
type node struct {
	cart.Node
	v     []float64   // weight of each class, or the mean of the values
	count []int32     // number of points of each class; nil for regression
	mixed *cart.Mixed // question about categories or missing values; nil = none
	shut  int32       // index on the pruning path from which the node is not split; 0 = it never is
}

// answer returns the class with the greatest weight (ties: the lowest class), or the mean of the values.
func (q *node) answer() float64 {
	if q.count == nil {
		return q.v[0]
	}
	return float64(q.Wins)
}

// misses returns the number of misclassified points of the node, 0 for regression.
func (q *node) misses() int32 {
	if q.count == nil {
		return 0
	}
	return q.N - q.count[q.Wins]
}

// tree is a fully grown tree with its pruning path.
type tree struct {
	p         *method.Problem
	set       *cart.Set
	target    *cart.Target
	rules     cart.Rules
	criterion criterion // as in the document
	weights   []float64 // class weights; nil = all 1
	full      *cart.Tree
	nodes     []node
	order     []int32   // node that split k splits, from k = 1; order[0] is not used
	path      []link    // pruning path, see path.go
	errs      []float64 // share of misclassified points after each step: the splits, then those of the pruning path
	imps      []float64 // Σ w_t/W I(t) over the leaves, weighted, after each step
	drawn     *diagram.Layout
	crossing  *crossing // cross-validation, see path.go
}

// crossing holds the cross-validation of the pruning path, once it has been requested.
type crossing struct {
	sync.Mutex
	done *crossed
}

// grow grows the tree of a problem. It reuses the tree before if that was grown from the same points by the same rules.
func grow(job method.Job, p *method.Problem, before *tree, c criterion, weights []float64, r cart.Rules) (*tree,
	error) {
	r.Criterion, r.Ratio = c.grows(), c == gainRatio
	t := &tree{p: p, rules: r, criterion: c, weights: weights,
		target: &cart.Target{Class: p.Class, K: len(p.ClassIDs), Values: p.Y}}
	if t.like(before) {
		*t = *before
		if t.p = p; p.Seed != before.p.Seed {
			t.crossing = &crossing{}
		}
		return t, nil
	}
	t.drawn, t.crossing = &diagram.Layout{}, &crossing{}
	if weights != nil {
		for _, c := range p.Class {
			t.target.Weight = append(t.target.Weight, weights[c])
		}
	}
	var err error
	if t.set, err = cart.NewSet(job, p.X, p.D); err != nil {
		return nil, err
	}
	if p.Wide() {
		var categories []int
		for _, list := range p.Categories {
			categories = append(categories, len(list))
		}
		t.set.Mix(categories)
	}
	if t.full, err = cart.Grow(job, t.set, t.target, r); err != nil {
		return nil, err
	}
	t.fill()
	if err := t.weaken(job); err != nil {
		return nil, err
	}
	for _, step := range t.path[1:] {
		t.errs, t.imps = append(t.errs, step.err), append(t.imps, step.total)
	}
	return t, job.Err()
}

// like reports whether o was grown by the same rules from the same points.
func (t *tree) like(o *tree) bool {
	return o != nil && o.rules == t.rules && o.p.D == t.p.D && method.SameNumbers(o.p.X, t.p.X) &&
		slices.EqualFunc(o.p.Categories, t.p.Categories, slices.Equal) && slices.Equal(o.p.Y, t.p.Y) &&
		slices.Equal(o.p.Class, t.p.Class) && slices.Equal(o.weights, t.weights) && len(o.p.ClassIDs) == len(t.p.ClassIDs)
}

// fill makes the nodes and computes the training error and the impurity after each split.
func (t *tree) fill() {
	t.order = t.full.Order
	for i, q := range t.full.Nodes {
		q := node{Node: q, v: t.full.Values(int32(i))}
		if t.full.Mixed != nil {
			q.mixed = &t.full.Mixed[i]
		}
		if !t.values() {
			for c, w := range q.v {
				q.count = append(q.count, int32(math.Round(w/t.weightOf(c))))
			}
		}
		t.nodes = append(t.nodes, q)
	}
	root := &t.nodes[0]
	sum, bad, mixed := root.Total, root.misses(), 0
	if sum > 0 {
		mixed = 1
	}
	for k, i := range t.order {
		if k > 0 {
			q := &t.nodes[i]
			for _, c := range [...]int32{q.Left(), q.Right()} {
				side := &t.nodes[c]
				sum += side.Total
				bad += side.misses()
				if side.Total > 0 {
					mixed++
				}
			}
			sum -= q.Total
			bad -= q.misses()
			mixed--
		}
		if mixed == 0 {
			sum = 0 // drops the rounding errors accumulated so far
		}
		t.errs, t.imps = append(t.errs, float64(bad)/float64(root.N)), append(t.imps, sum/root.Weight)
	}
}

// weightOf returns the weight of a point of a class.
func (t *tree) weightOf(class int) float64 {
	if t.weights == nil {
		return 1
	}
	return t.weights[class]
}

// weightsOf returns the class weights that the parameters ask for; nil = all 1.
func weightsOf(p *method.Problem, v method.Values) []float64 {
	switch v.String("class_weight") {
	case "balanced":
		return balanced(p)
	case "given":
		given := v.Floats("class_weights")
		weights := make([]float64, len(p.ClassIDs))
		for c, id := range p.ClassIDs {
			if weights[c] = 1; id < len(given) {
				weights[c] = given[id]
			}
		}
		return weights
	}
	return nil
}

// balanced returns class weights that are inversely proportional to the class frequencies, with mean 1 over the points.
func balanced(p *method.Problem) []float64 {
	count := make([]float64, len(p.ClassIDs))
	for _, c := range p.Class {
		count[c]++
	}
	for c, n := range count {
		count[c] = float64(p.N) / (float64(len(count)) * n)
	}
	return count
}

// grown returns the number of splits.
func (t *tree) grown() int { return len(t.order) - 1 }

// rows returns the points of a node.
func (t *tree) rows(q *node) []int32 { return t.full.Rows[q.From:q.To] }

// measure returns the total weight of some points and their impurity times that weight.
func (t *tree) measure(rows []int32) (weight, total float64) {
	if t.values() {
		mean := 0.0
		for _, row := range rows {
			mean += t.p.Y[row]
		}
		weight = float64(len(rows))
		mean /= weight
		for _, row := range rows {
			total += (t.p.Y[row] - mean) * (t.p.Y[row] - mean)
		}
		return weight, total
	}
	v := make([]float64, t.target.K)
	for _, row := range rows {
		w := t.weightOf(t.p.Class[row])
		v[t.p.Class[row]] += w
		weight += w
	}
	return weight, t.rules.Criterion.Total(v, weight, nil)
}

// values reports whether the tree predicts values instead of classes.
func (t *tree) values() bool { return t.p.Class == nil }

func (t *tree) value(row int32, feature int) float64 { return t.set.Value(row, feature) }

// compared formats a value and the threshold such that the comparison reads true: with three digits and the question's
// digits if these suffice, otherwise both with as many as it takes.
func (q *node) compared(x float64) (value, at string) {
	value, at = strconv.FormatFloat(x+0, 'g', 3, 64), q.threshold()
	for digits := 4; ; digits++ {
		a, _ := strconv.ParseFloat(value, 64)
		b, _ := strconv.ParseFloat(at, 64)
		if (a <= b) == (x <= q.At) || digits > 17 {
			return value, at
		}
		value, at = strconv.FormatFloat(x+0, 'g', digits, 64), strconv.FormatFloat(q.At+0, 'g', digits, 64)
	}
}

// threshold formats the node's threshold for display.
func (q *node) threshold() string { return diagram.Threshold(&q.Node) }
