package cart

import (
	"math"
	"math/bits"
)

// This file has questions with a branch for each category (Quinlan, C4.5: Programs for Machine Learning, 1993, section
// 2.1, without his tests on groups). Rows that lack a value are a branch of their own where the node has some;
// elsewhere they go with the most frequent category, and so does one that no row of the node has.
//
// The nodes are those of a binary tree all the same: on the left of such a question is its first branch, and on its
// right a link, a node that parts off the next one, and so on. A link is parted right after the node that it belongs
// to, it is never pruned alone, and its gain is 0: that of the whole question is told of its first node.

// each takes the question with a branch for each group of a node's rows, where the rules allow all of them.
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

// within is the impurity of a group of a node's rows, times its weight; of values without the part of the node's own
// that comes of no group, so that the sum over all groups is what they leave.
func (g *Grower) within(q *Node, o *group) float64 {
	if g.target.Class != nil {
		return g.total(o.v, o.weight)
	}
	return q.Total*o.weight/q.Weight - o.sum*o.sum/o.weight
}

// branch is what parts the first of groups from the others, those of rows that lack a value at last.
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

// more tells whether what is on the right of a question is no branch, but a link.
func (m *Mixed) more() bool {
	rest := m.Seen &^ m.Left
	return m.Each && (rest&(rest-1) != 0 || rest != 0 && m.Lacks)
}

// Links tells whether a node is a link of a question with a branch for each category.
func (t *Tree) Links(i int32) bool { return t.Mixed != nil && t.Mixed[i].Link }

// At is what node i asks beside its threshold; nil where all inputs are numbers that no row lacks.
func (t *Tree) At(i int32) *Mixed {
	if t.Mixed == nil {
		return nil
	}
	return &t.Mixed[i]
}

// Head is the node whose question a link goes on with; of another node itself.
func (t *Tree) Head(i int32) int32 {
	for t.Links(i) {
		i = t.Nodes[i].Parent
	}
	return i
}

// Branches are the nodes that the question of node i leads to, where asks tells which nodes are questions: two, or one
// for each category. A link that is none by now is the last of them, for all categories that are not parted yet.
func (t *Tree) Branches(i int32, asks func(i int32) bool) []int32 {
	q := &t.Nodes[i]
	list := []int32{q.Left(), q.Right()}
	for k := len(list) - 1; t.Links(list[k]) && asks(list[k]); k++ {
		q = &t.Nodes[list[k]]
		list = append(list[:k], q.Left(), q.Right())
	}
	return list
}

// branches are how many leaves a node that is parted makes of one.
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
