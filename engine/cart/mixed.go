package cart

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"pointscape/engine/method"
)

// This file has splits by categorical inputs, missing values, and the choice between inputs by the gain ratio.
//
// A split by a categorical input sends a group of its categories left. For two classes, and for regression, the best
// groups are consecutive in the order of the categories' class shares or means (Breiman et al., section 4.2, after W.
// D. Fisher, On grouping for maximum homogeneity, J. Am. Stat. Assoc. 53, 1958), so the search is exact. For more
// classes, all groups are tried for up to Grouped categories; for more categories, only groups that are consecutive in
// the order of the share of some class, so the best group can be missed.
//
// Rows with a missing value go to the side that leaves less impurity, and whether the value is missing is also a
// possible split, as in scikit-learn since version 1.3. If no row of a node lacks the value, rows that do go to the
// larger side; so do categories that no row of the node has.
//
// The gain ratio is that of Quinlan, C4.5: Programs for Machine Learning, 1993, section 2.2: for each input the split
// with the greatest information gain is found, and among those that gain at least as much as their mean, the one with
// the greatest ratio of gain to split information is chosen.

// Grouped is the maximum number of categories in a node for which, with more than two classes, all groups are tried.
// Missing values count as one more category.
const Grouped = 10

// Mixed is a node's question if some inputs are categorical or have missing values.
type Mixed struct {
	Left uint64 // bit set of the categories that go left
	Seen uint64 // bit set of the categories in the node; 0 = the input is numeric
	// Known means that the question is whether the value is present; if so, the row goes left.
	Known bool
	// Lacks means that the node has rows with a missing value, Right that these go right.
	Lacks, Right bool
	Most         bool // more rows of the node go left than right
	// Each means that each category has a branch of its own, the left child being the first. Link means that the node
	// continues such a question of its parent: see multiway.go.
	Each, Link bool
}

// Mix sets the number of categories of each input, 0 for numeric inputs. A missing value is NaN. Call it before growing
// trees. Trees of sets with categories or missing values can't be random or oblique.
func (s *Set) Mix(categories []int) {
	s.mixed = slices.ContainsFunc(categories, func(n int) bool { return n > 0 }) || slices.ContainsFunc(s.X, math.IsNaN)
	s.categories = categories
}

// Qualitative reports whether an input is categorical.
func (s *Set) Qualitative(feature int) bool { return s.categories != nil && s.categories[feature] > 0 }

// Lefts reports whether a point goes left at node i.
func (t *Tree) Lefts(i int32, x []float64) bool {
	q := &t.Nodes[i]
	if t.Mixed == nil {
		return q.Of(x) <= q.At
	}
	return t.Mixed[i].lefts(q, x[q.Feature])
}

func (m *Mixed) lefts(q *Node, x float64) bool {
	switch {
	case math.IsNaN(x) && m.Lacks:
		return !m.Right
	case math.IsNaN(x):
		return m.Most
	case m.Known:
		return true
	case m.Seen == 0:
		return x <= q.At
	case m.Seen>>uint(x)&1 == 0:
		return m.Most
	}
	return m.Left>>uint(x)&1 != 0
}

// choose finds the best split of a node over all inputs: by the impurity that it leaves or, with Ratio, by the gain
// ratio.
func (g *Grower) choose(q *Node, v []float64, b *best) error {
	own := make([]best, 0, g.set.D)
	for j := range g.set.D {
		if err := g.spend(len(g.sorted[j][q.From:q.To]) * g.K); err != nil {
			return err
		}
		o := best{feature: -1, bar: math.Inf(1), least: b.least}
		if g.offer(q, v, g.sorted[j][q.From:q.To], j, &o); o.feature >= 0 {
			own = append(own, o)
		}
	}
	if len(own) == 0 {
		return nil
	}
	least := *b
	for _, o := range own {
		if o.rest < least.bar {
			least = o
			least.bar = o.rest - b.least
		}
	}
	if *b = least; !g.rules.Ratio {
		return nil
	}
	mean := 0.0
	for _, o := range own {
		mean += (q.Total - o.rest) / float64(len(own))
	}
	greatest := 0.0
	for _, o := range own {
		gain := q.Total - o.rest
		if gain < mean-b.least || gain <= b.least {
			continue
		}
		information := o.information
		if information == 0 {
			information = SplitInformation(o.left, q.Weight)
		}
		if ratio := gain / information; ratio > greatest*(1+sameGain) {
			*b, greatest = o, ratio
		}
	}
	return nil
}

// SplitInformation returns the split information in bits, times weight, of a split that sends part of the weight left.
func SplitInformation(left, weight float64) float64 {
	return Entropy.Total([]float64{left, weight - left}, weight, nil)
}

// offer takes the best split by input j if it is better than b.
func (g *Grower) offer(q *Node, v []float64, rows []int32, j int, b *best) {
	if g.set.Qualitative(j) {
		groups := g.groups(q, v, rows, j)
		if g.rules.Multiway {
			g.each(q, groups, j, b)
			return
		}
		g.partings(q, v, groups, func(left uint64, s *side) {
			if rest := s.rest(); rest < b.bar {
				b.take(j, 0, 0, rest)
				b.left, b.mixed = s.weight, asked(groups, left)
			}
		})
		return
	}
	col := g.set.cols[j]
	lacks := lacking(rows, col)
	for way := range 2 {
		right := way == 0
		if lacks == 0 && !right || lacks == len(rows) {
			break
		}
		g.thresholds(q, v, rows, lacks, col, right, func(below, above float64, s *side) {
			if rest := s.rest(); rest < b.bar {
				b.take(j, below, above, rest)
				b.left, b.mixed = s.weight, Mixed{Lacks: lacks > 0, Right: right && lacks > 0}
			}
		})
	}
	if lacks > 0 && lacks < len(rows) {
		s := g.side(q, v)
		for _, row := range rows[lacks:] {
			s.move(row)
		}
		if rest := s.rest(); g.allowed(q, s.n) && rest < b.bar {
			b.take(j, 0, 0, rest)
			b.left, b.mixed = s.weight, Mixed{Known: true, Lacks: true, Right: true}
		}
	}
}

func (g *Grower) allowed(q *Node, left int32) bool {
	return left >= g.rules.MinLeaf && q.N-left >= g.rules.MinLeaf
}

// lacking returns the number of rows with a missing value, which come first in the sorted rows of a node.
func lacking(rows []int32, col []float64) (n int) {
	for n < len(rows) && math.IsNaN(col[rows[n]]) {
		n++
	}
	return n
}

// thresholds calls tell with each split between two consecutive values of an input that the rules allow. The rows with
// a missing value, which are the first lacks ones, go right if right is set, otherwise left.
func (g *Grower) thresholds(q *Node, v []float64, rows []int32, lacks int, col []float64, right bool,
	tell func(below, above float64, s *side)) {
	s := g.side(q, v)
	if !right {
		for _, row := range rows[:lacks] {
			s.move(row)
		}
	}
	known := rows[lacks:]
	for i, row := range known[:max(len(known)-1, 0)] {
		s.move(row)
		if below, above := col[row], col[known[i+1]]; below != above && g.allowed(q, s.n) {
			tell(below, above, &s)
		}
	}
}

// group summarizes a node's rows of one category.
type group struct {
	code        int // category; −1 = missing
	n           int32
	weight, sum float64   // as in side
	v           []float64 // weight of each class
}

// groups returns the categories among a node's rows, which are sorted by categorical input j.
func (g *Grower) groups(q *Node, v []float64, rows []int32, j int) (list []group) {
	col, t := g.set.cols[j], g.target
	for _, row := range rows {
		code := -1
		if x := col[row]; !math.IsNaN(x) {
			code = int(x)
		}
		if n := len(list); n == 0 || list[n-1].code != code {
			list = append(list, group{code: code, v: make([]float64, g.K)})
		}
		o, w := &list[len(list)-1], g.weight[row]
		o.n += t.draws(row)
		o.weight += w
		if t.Class == nil {
			o.sum += w * (t.Values[row] - v[0])
		} else {
			o.v[t.Class[row]] += w
		}
	}
	return list
}

// add moves a group to the left.
func (s *side) add(o *group) {
	s.n += o.n
	s.weight += o.weight
	s.sum += o.sum
	if s.g.target.Class != nil {
		for c, w := range o.v {
			s.g.lefts[c] += w
			s.g.rights[c] = max(s.v[c]-s.g.lefts[c], 0)
		}
	}
}

// partings calls tell with the splits of the groups into two that need to be tried and that the rules allow. left is
// the bit set of the groups that go left.
func (g *Grower) partings(q *Node, v []float64, groups []group, tell func(left uint64, s *side)) {
	m := len(groups)
	if m < 2 {
		return
	}
	classes := 0
	for _, w := range v {
		if w > 0 {
			classes++
		}
	}
	if g.target.Class != nil && classes > 2 && m <= Grouped {
		for left := uint64(1); left < 1<<(m-1); left++ { // by symmetry, the last group stays right
			s := g.side(q, v)
			for rest := left; rest != 0; rest &= rest - 1 {
				s.add(&groups[bits.TrailingZeros64(rest)])
			}
			if g.allowed(q, s.n) {
				tell(left, &s)
			}
		}
		return
	}
	g.Rough = g.Rough || g.target.Class != nil && classes > 2
	ordered := func(key func(o *group) float64) {
		order := make([]int, m)
		for k := range order {
			order[k] = k
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(key(&groups[a]), key(&groups[b])) })
		s, left := g.side(q, v), uint64(0)
		for _, k := range order[:m-1] {
			s.add(&groups[k])
			if left |= 1 << k; g.allowed(q, s.n) {
				tell(left, &s)
			}
		}
	}
	if g.target.Class == nil {
		ordered(func(o *group) float64 { return o.sum / o.weight })
		return
	}
	for c, w := range v {
		if w > 0 {
			ordered(func(o *group) float64 { return o.v[c] / o.weight })
			if classes <= 2 {
				return
			}
		}
	}
}

// asked returns the question that divides the groups in this way. Left is the side with fewer categories (ties: the
// side of the first category). If the question is only whether the value is missing, rows with a value go left.
func asked(groups []group, left uint64) (m Mixed) {
	lacksLeft := false
	for k, o := range groups {
		switch {
		case o.code >= 0:
			m.Seen |= 1 << o.code
			if left>>k&1 != 0 {
				m.Left |= 1 << o.code
			}
		default:
			m.Lacks, lacksLeft = true, left>>k&1 != 0
		}
	}
	if m.Left == 0 || m.Left == m.Seen {
		return Mixed{Seen: m.Seen, Left: m.Seen, Known: true, Lacks: true, Right: true}
	}
	m.Right = !lacksLeft
	if l, r := bits.OnesCount64(m.Left), bits.OnesCount64(m.Seen&^m.Left); l > r ||
		l == r && m.Left&(m.Seen&-m.Seen) == 0 {
		m.Left, m.Right = m.Seen&^m.Left, !m.Right
	}
	m.Right = m.Right && m.Lacks
	return m
}

// Groups calls tell with the best split of node i by each categorical input that the rules allow: which categories go
// left, and the impurity of both sides times their weights. The error is job's.
func Groups(job method.Job, t *Tree, s *Set, target *Target, r Rules, i int32,
	tell func(feature int, m Mixed, rest float64)) error {
	q := &t.Nodes[i]
	g := looking(job, t, s, target, r)
	for j := range s.D {
		if !s.Qualitative(j) {
			continue
		}
		if err := job.Err(); err != nil {
			return err
		}
		b := best{feature: -1, bar: math.Inf(1), least: sameGain * q.Total}
		if g.offer(q, t.Values(i), s.within(t.Rows[q.From:q.To], j), j, &b); b.feature >= 0 {
			tell(j, b.mixed, b.rest)
		}
	}
	return job.Err()
}

// EachCategory returns the gain and the split information, in bits, of C4.5's split of node i by a categorical input,
// with one branch for each category (Quinlan, sections 2.2 and 3.2). The gain of the rows with a value is multiplied by
// their share of all rows; in the split information, missing values are a branch of their own.
func EachCategory(t *Tree, s *Set, target *Target, i int32, feature int) (gain, information float64) {
	q := &t.Nodes[i]
	g := looking(method.Unstopped, t, s, target, Rules{Criterion: Entropy})
	known, all := make([]float64, t.K), 0.0
	for _, o := range g.groups(q, t.Values(i), s.within(t.Rows[q.From:q.To], feature), feature) {
		information -= o.weight * math.Log2(o.weight/q.Weight) / q.Weight
		if o.code < 0 {
			continue
		}
		gain -= g.total(o.v, o.weight) / q.Weight
		all += o.weight
		for c, w := range o.v {
			known[c] += w
		}
	}
	return max(gain+g.total(known, all)/q.Weight, 0), information
}

// looking returns a grower for inspecting a tree without growing it.
func looking(job method.Job, t *Tree, s *Set, target *Target, r Rules) *Grower {
	seen := *t
	g := &Grower{Tree: &seen, set: s, target: target, rules: r, job: job, lefts: make([]float64, t.K),
		rights: make([]float64, t.K)}
	g.weigh()
	return g
}

// within returns the given rows sorted by input j.
func (s *Set) within(some []int32, j int) []int32 {
	in := make([]bool, s.N)
	for _, row := range some {
		in[row] = true
	}
	rows := make([]int32, 0, len(some))
	for _, row := range s.sorted[j] {
		if in[row] {
			rows = append(rows, row)
		}
	}
	return rows
}

// candidates calls tell with the thresholds of numeric input j by ascending values, each with the less impure of the
// two results of sending the rows with a missing value left or right.
func (g *Grower) candidates(q *Node, v []float64, rows []int32, j int,
	tell func(feature int, below, above, rest float64)) {
	col := g.set.cols[j]
	lacks := lacking(rows, col)
	type place struct{ below, above, rest float64 }
	var list []place
	at := map[float64]int{}
	for way := range 2 {
		g.thresholds(q, v, rows, lacks, col, way == 0, func(below, above float64, s *side) {
			if k, ok := at[below]; ok {
				list[k].rest = min(list[k].rest, s.rest())
				return
			}
			at[below] = len(list)
			list = append(list, place{below, above, s.rest()})
		})
	}
	slices.SortFunc(list, func(a, b place) int { return cmp.Compare(a.below, b.below) })
	for _, p := range list {
		tell(j, p.below, p.above, p.rest)
	}
}
