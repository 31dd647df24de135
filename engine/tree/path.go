package tree

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"pointscape/engine/cart"
	"pointscape/engine/method"
)

// Weakest-link pruning (Breiman, Friedman, Olshen, Stone, chapter 3): a split t is worth g(t) = (R(t) − R(T_t)) ∕
// (|T_t| − 1), the reduction of impurity by the subtree below it for each additional leaf. The split that is worth
// least is pruned first, and so on down to the root. Each tree of this path has the least impurity of its size, and the
// least cost for its α.

// link is one tree of the pruning path.
type link struct {
	alpha  float64 // least ccp_alpha that prunes this far
	leaves int
	total  float64 // R(T) = Σ w_t/W I(t) over the leaves
	err    float64 // share of misclassified points
	shut   []int32 // splits that this step turns into leaves
}

// sameWorth and noWorth are the tolerances within which two values of g count as equal: relative to the smaller of
// them, and to the impurity of all points.
const sameWorth, noWorth = 1e-10, 1e-15

// weaken computes the pruning path. path[0] is the fully grown tree, and the last one is the root alone; node.shut is
// the index on the path from which a node is not split. The error is job's.
func (t *tree) weaken(job method.Job) error {
	root := &t.nodes[0]
	n := len(t.nodes)
	leaves, below, misses := make([]int, n), make([]float64, n), make([]int32, n)
	worth := make([]float64, n) // g of the splits that are not pruned yet
	var open []int32
	sum := func(i int32) {
		q := &t.nodes[i]
		if q.Step == 0 || q.shut > 0 {
			leaves[i], below[i], misses[i] = 1, q.Total, q.misses()
			return
		}
		l, r := q.Left(), q.Right()
		leaves[i], below[i], misses[i] = leaves[l]+leaves[r], below[l]+below[r], misses[l]+misses[r]
		worth[i] = max(q.Total-below[i], 0) / float64(leaves[i]-1)
	}
	for i := int32(n - 1); i >= 0; i-- { // children come after their parents
		if sum(i); t.nodes[i].Step > 0 && !t.full.Links(i) { // a link belongs to the question that it continues
			open = append(open, i)
		}
	}
	slices.Reverse(open)
	t.path = []link{{leaves: leaves[0], total: t.imps[t.grown()], err: t.errs[t.grown()]}}
	alpha := 0.0
	for len(open) > 0 {
		if err := job.Err(); err != nil {
			return err
		}
		least := math.Inf(1)
		for _, i := range open {
			least = min(least, worth[i])
		}
		alpha = max(alpha, least)
		step := link{alpha: alpha / root.Weight}
		for more := true; more; { // splits above may be worth as little now
			more = false
			for _, i := range open {
				q := &t.nodes[i]
				if q.shut > 0 || worth[i] > alpha*(1+sameWorth)+noWorth*root.Total {
					continue
				}
				more = true
				step.shut = append(step.shut, i)
				t.shut(q, int32(len(t.path)))
				for ; i >= 0; i = t.nodes[i].Parent {
					sum(i)
				}
			}
		}
		open = slices.DeleteFunc(open, func(i int32) bool { return t.nodes[i].shut > 0 })
		step.leaves, step.total, step.err = leaves[0], below[0]/root.Weight, float64(misses[0])/float64(root.N)
		t.path = append(t.path, step)
	}
	return nil
}

// shut prunes a split and everything below it, at index at of the path.
func (t *tree) shut(q *node, at int32) {
	if q.Step > 0 && q.shut == 0 {
		q.shut = at
		t.shut(&t.nodes[q.Left()], at)
		t.shut(&t.nodes[q.Right()], at)
	}
}

// cutAt returns the index on the path of the tree that a ccp_alpha selects; 0 prunes nothing.
func (t *tree) cutAt(alpha float64) (cut int) {
	for cut+1 < len(t.path) && alpha > 0 && t.path[cut+1].alpha <= alpha {
		cut++
	}
	return cut
}

// alphas returns the interval least ≤ ccp_alpha < most that selects the k-th tree of the path.
func (t *tree) alphas(k int) (least, most float64) {
	least, most = t.path[k].alpha, math.Inf(1)
	if k+1 < len(t.path) {
		most = t.path[k+1].alpha
	}
	return least, most
}

// pick returns a ccp_alpha with few digits that selects the k-th tree of the path.
func (t *tree) pick(k int) float64 {
	if k == 0 {
		return 0
	}
	least, most := t.alphas(k)
	if math.IsInf(most, 1) {
		most = max(2*least, 1e-9)
	}
	x := middle(least, most)
	for digits := 1; digits < 17; digits++ {
		s, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
		if err == nil && s > 0 && s >= least && s < most {
			return s
		}
	}
	return x
}

// middle returns a value between two alphas, the geometric mean if possible.
func middle(least, most float64) float64 {
	if least == 0 {
		return most / 2
	}
	return math.Sqrt(least) * math.Sqrt(most)
}

// folds is the number of folds of the cross-validation.
const folds = 10

// crossed holds the cross-validated errors of a path.
type crossed struct {
	mean, se []float64 // mean loss of the k-th tree, and its standard error
	best     int       // tree with the least mean, the smallest of equals
	choice   int       // smallest tree whose mean is at most one standard error above the least
}

// cross computes the cross-validated errors of the path's trees (Breiman et al., section 3.4.2): for each fold, a tree
// is grown on the other folds and pruned with the geometric middle of the alphas of each tree of the path. The result
// is cached. The error is job's.
func (t *tree) cross(job method.Job) (*crossed, error) {
	t.crossing.Lock()
	defer t.crossing.Unlock()
	if t.crossing.done != nil {
		return t.crossing.done, nil
	}
	n, size := t.p.N, len(t.path)
	part := t.parts()
	sum, squares := make([]float64, size), make([]float64, size)
	target := *t.target
	for f := range min(folds, n) {
		target.Draws = make([]int32, n)
		for i, of := range part {
			if of != f {
				target.Draws[i] = 1
			}
		}
		full, err := cart.Grow(job, t.set, &target, t.rules)
		if err != nil {
			return nil, err
		}
		small := &tree{p: t.p, full: full}
		small.fill()
		if err := small.weaken(job); err != nil {
			return nil, err
		}
		at := make([]int32, size) // index on the fold's own path for each tree of t's path
		for k := range at {
			least, most := t.alphas(k)
			if at[k] = int32(len(small.path) - 1); !math.IsInf(most, 1) { // otherwise the root alone
				at[k] = int32(small.cutAt(middle(least, most)))
			}
		}
		at[0] = 0
		for i := range n {
			if part[i] != f {
				continue
			}
			x := t.p.At(i)
			way := []int32{0} // nodes from the root to the point's leaf
			for q := &small.nodes[0]; q.Step > 0; q = &small.nodes[way[len(way)-1]] {
				if full.Lefts(way[len(way)-1], x) {
					way = append(way, q.Left())
				} else {
					way = append(way, q.Right())
				}
			}
			leaf := 0
			for k := size - 1; k >= 0; k-- { // from the smallest tree on, so the point's path only gets longer
				for q := &small.nodes[way[leaf]]; q.Step > 0 && q.shut > at[k]; q = &small.nodes[way[leaf]] {
					leaf++
				}
				loss := t.loss(i, small.nodes[way[leaf]].answer())
				sum[k] += loss
				squares[k] += loss * loss
			}
		}
	}
	c := &crossed{mean: sum, se: squares}
	for k := range sum {
		c.mean[k] = sum[k] / float64(n)
		c.se[k] = math.Sqrt(max(squares[k]/float64(n)-c.mean[k]*c.mean[k], 0) / float64(n))
		if c.mean[k] <= c.mean[c.best] {
			c.best = k
		}
	}
	for k, e := range c.mean {
		if e <= c.mean[c.best]+c.se[c.best] {
			c.choice = k
		}
	}
	t.crossing.done = c
	return c, nil
}

// loss returns the loss of a prediction for a row: 0 or 1 for a class, the squared error for a value.
func (t *tree) loss(row int, answer float64) float64 {
	if t.values() {
		return (answer - t.p.Y[row]) * (answer - t.p.Y[row])
	}
	if int(answer) != t.p.Class[row] {
		return 1
	}
	return 0
}

// parts assigns the points to folds in an order shuffled by the seed, stratified by class.
func (t *tree) parts() []int {
	order := rand.New(rand.NewPCG(t.p.Seed, 0x666f6c6473)).Perm(t.p.N)
	if !t.values() {
		slices.SortStableFunc(order, func(a, b int) int { return t.p.Class[a] - t.p.Class[b] })
	}
	part := make([]int, t.p.N)
	for k, i := range order {
		part[i] = k % folds
	}
	return part
}
