package cart

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"pointscape/engine/method"
)

// This file has questions about qualitative inputs, rows that lack a value, and the choice between inputs by the gain
// ratio.
//
// A question about a qualitative input is which of its categories go left. Of two classes, and of values, the best
// groups are neighbours in the order of the categories' shares of a class, or of their means (Breiman et al., section
// 4.2, after W. D. Fisher, On grouping for maximum homogeneity, J. Am. Stat. Assoc. 53, 1958): that is exact. Of more
// classes all groups of up to Grouped categories are tried; of more categories those that are neighbours in the order
// by the share of any one class, which need not have the best.
//
// Rows that lack a value go to the side that leaves less impurity, and whether there is a value is a question of its
// own:
// so has scikit-learn had it since version 1.3. Where no row of a node lacks one, they go where more rows go; so does a
// category that no row of the node has.
//
// The gain ratio is that of Quinlan, C4.5: Programs for Machine Learning, 1993, section 2.2: each input offers its
// question of the greatest gain in information, and of those that gain at least as much as the mean of all that one is
// asked whose gain is the greatest share of the split's own information.

// Grouped is how many categories a node has at most, of more than two classes, for all groups of them to be tried; rows
// that lack a value count as one more.
const Grouped = 10

// Mixed is what a node asks where a set has qualitative inputs, or rows lack values.
type Mixed struct {
	Left uint64 // the categories that go left, as bits
	Seen uint64 // those that rows of the node have; 0 = the input is one of numbers
	// Known says that the question is whether there is a value: then left.
	Known bool
	// Lacks says that rows of the node lack the value, and Right that these go right.
	Lacks, Right bool
	Most         bool // more rows of the node go left than right
	// Each says that each category has a branch of its own, of which the first is on the left; Link that the node goes on
	// with such a question of its parent's: see multiway.go.
	Each, Link bool
}

// Mix says how many categories each input of a set has, 0 of numbers. A value that is missing is NaN. It is called
// before any tree is grown, and such trees draw nothing at random and ask nothing slanted.
func (s *Set) Mix(categories []int) {
	s.mixed = slices.ContainsFunc(categories, func(n int) bool { return n > 0 }) || slices.ContainsFunc(s.X, math.IsNaN)
	s.categories = categories
}

// Qualitative tells whether an input is.
func (s *Set) Qualitative(feature int) bool { return s.categories != nil && s.categories[feature] > 0 }

// Lefts tells whether a place goes left at node i.
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

// choose looks for the best question of a node among those of all inputs.
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

// SplitInformation is that of a split which takes so much of a weight to the left, times the weight: in bits.
func SplitInformation(left, weight float64) float64 {
	return Entropy.Total([]float64{left, weight - left}, weight, nil)
}

// offer takes the best question about an input.
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

// lacking is how many of a node's sorted rows lack a value: they come first.
func lacking(rows []int32, col []float64) (n int) {
	for n < len(rows) && math.IsNaN(col[rows[n]]) {
		n++
	}
	return n
}

// thresholds tells each split that the rules allow between two neighbouring values of an input, with the rows that lack
// one, the first ones, on one side.
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

// group is what a node's rows of one category are together.
type group struct {
	code        int // −1 = they lack a value
	n           int32
	weight, sum float64   // as of a side
	v           []float64 // the weight of each class
}

// groups are those of a node's rows, which are sorted by a qualitative input.
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

// add takes a group to the left.
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

// partings tells the partings of groups in two that are worth looking at and that the rules allow: which go left, as
// bits.
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
		for left := uint64(1); left < 1<<(m-1); left++ { // the last one stays on the right
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

// asked is the question whose answers part groups so. Left is the side with fewer categories, of equals that with the
// first; what has a value is left of what has none.
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

// Groups tells, of node i of a tree and of each qualitative input, the best question that the rules allow: which
// categories go left, and the impurity of both sides times their weights. The error is job's.
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

// EachCategory is what C4.5 makes of node i of a tree of classes at a qualitative input, a part for each of its
// categories (Quinlan, sections 2.2 and 3.2): the gain in bits of the rows that have a value, as a share of all rows,
// and the split's own information, to which rows that lack a value are a part of their own.
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

// looking is a grower that looks at a tree without growing it.
func looking(job method.Job, t *Tree, s *Set, target *Target, r Rules) *Grower {
	seen := *t
	g := &Grower{Tree: &seen, set: s, target: target, rules: r, job: job, lefts: make([]float64, t.K),
		rights: make([]float64, t.K)}
	g.weigh()
	return g
}

// within are some rows, sorted by an input.
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

// candidates tells the thresholds of an input of numbers that some rows of a node lack: of each the better side for
// them.
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
