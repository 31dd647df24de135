package cart

import (
	"math"
	"math/bits"
)

// This file has splits with a branch for each category (Quinlan, C4.5: Programs for Machine Learning, 1993, section
// 2.1, without his tests on groups). If a node has rows with a missing value, these get a branch of their own;
// otherwise such rows, and categories that no row of the node has, follow the most frequent category.
//
// The tree stays binary: the left child of such a split is its first branch, and the right child is a link, a node that
// splits off the next branch, and so on. A link is split right after the node that it belongs to and is never pruned
// alone. Its gain is 0, as the gain of the whole split is stored in the first node.

// each takes the split with a branch for each group if the rules allow all of them and it is the best so far.
func (g *Grower) each(q *Node, groups []group, j int, b *best) {
	rest, info := 0.0, 0.0
	for k := range groups {
		o := &groups[k]
		if o.n < g.rules.MinLeaf {
			return
		}
		rest += g.within(q, o)
		info -= o.weight * math.Log2(o.weight/q.Weight)
	}
	if len(groups) < 2 || rest >= b.bar {
		return
	}
	b.take(j, 0, 0, rest)
	b.information, b.mixed = info, branch(groups)
}

// within returns the impurity of a group of a node's rows, times its weight. For regression the deviations within all
// groups are known only together, so each group gets its share of the node's sum of squares minus its part of the sum
// of squares between groups; the sum over all groups is what the split leaves.
func (g *Grower) within(q *Node, o *group) float64 {
	if g.target.Class != nil {
		return g.total(o.v, o.weight)
	}
	return q.Total*o.weight/q.Weight - o.sum*o.sum/o.weight
}

// branch returns the question that separates the first category from the other groups. Missing values get the last
// branch.
func branch(groups []group) Mixed {
	m := Mixed{Each: true}
	first, most := -1, -1
	for k := range groups {
		if groups[k].code < 0 {
			m.Lacks, m.Right = true, true
			continue
		}
		m.Seen |= 1 << groups[k].code
		if first < 0 {
			first = k
		}
		if most < 0 || groups[k].n > groups[most].n {
			most = k
		}
	}
	m.Left, m.Most = 1<<groups[first].code, most == first
	m.Known = m.Left == m.Seen
	return m
}

// more reports whether the right child is a link instead of a branch.
func (m *Mixed) more() bool {
	rest := m.Seen &^ m.Left
	return m.Each && (rest&(rest-1) != 0 || rest != 0 && m.Lacks)
}

// Links reports whether a node is a link of a split with a branch for each category.
func (t *Tree) Links(i int32) bool { return t.Mixed != nil && t.Mixed[i].Link }

// At returns node i's question about categories or missing values; nil if all inputs are numbers without missing
// values.
func (t *Tree) At(i int32) *Mixed {
	if t.Mixed == nil {
		return nil
	}
	return &t.Mixed[i]
}

// Head returns the node whose split a link continues, or i itself if it is no link.
func (t *Tree) Head(i int32) int32 {
	for t.Links(i) {
		i = t.Nodes[i].Parent
	}
	return i
}

// Branches returns the nodes that the split of node i leads to: two, or one for each category. asks reports which nodes
// are split. A link that is not split is the last branch, for all categories not yet separated.
func (t *Tree) Branches(i int32, asks func(i int32) bool) []int32 {
	q := &t.Nodes[i]
	list := []int32{q.Left(), q.Right()}
	for k := len(list) - 1; t.Links(list[k]) && asks(list[k]); k++ {
		q = &t.Nodes[list[k]]
		list = append(list[:k], q.Left(), q.Right())
	}
	return list
}

// branches returns the number of leaves that a split makes of node i.
func (g *Grower) branches(i int32) int {
	if g.Mixed == nil || !g.Mixed[i].Each {
		return 2
	}
	m := &g.Mixed[i]
	n := bits.OnesCount64(m.Seen)
	if m.Lacks {
		n++
	}
	return n
}
