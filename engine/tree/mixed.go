package tree

import (
	"math"

	"pointscape/engine/cart"
	"pointscape/engine/cart/diagram"
	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// This file describes questions about categories and missing values, and the choice of an input by gain ratio. The
// questions themselves are in cart/mixed.go.

// mixedLine says why x goes left or right at a question that does not compare numbers. It returns "" if the question
// compares x with a threshold.
func (m *stage) mixedLine(q *node, x []float64, way string) string {
	name, at := m.about(q), x[q.Feature]
	if q.each() {
		switch {
		case math.IsNaN(at) && q.mixed.Lacks:
			return words.Text("%s missing: its branch", name)
		case math.IsNaN(at):
			return words.Text("%s missing: the branch of the most frequent word", name)
		case m.full.Mixed[m.full.Head(m.order[q.Step])].Seen>>uint(at)&1 == 0:
			return words.Text("%s = %s, which no row of the node has: the branch of the most frequent word", name,
				m.sorts(int(q.Feature))[int(at)])
		}
		return words.Text("%s = %s: its branch", name, m.sorts(int(q.Feature))[int(at)])
	}
	switch {
	case math.IsNaN(at) && q.mixed.Known:
		return words.Text("%s missing: %s", name, way)
	case math.IsNaN(at) && q.mixed.Lacks:
		return words.Text("%s missing: %s, which makes the sides purer", name, way)
	case math.IsNaN(at):
		return words.Text("%s missing: %s, where more rows went", name, way)
	case q.mixed.Known:
		return words.Text("%s known: %s", name, way)
	case q.mixed.Seen == 0:
		return ""
	}
	says := words.Text("%s = %s", name, m.sorts(int(q.Feature))[int(at)])
	if q.mixed.Seen>>uint(at)&1 == 0 {
		return words.Text("%s, which no row of the node has: %s, where more rows went", says, way)
	}
	if list := diagram.Sorted(q.mixed, m.sorts(int(q.Feature)), way == "left"); len(list) > 1 {
		says += words.Text(", in {%s}", words.Join(list, ", "))
	}
	return words.Text("%s: %s", says, way)
}

// ratio returns the gain of a question and its split information, both in bits per point.
func (m *stage) ratio(q *node) (gain, information float64) {
	for _, s := range m.branches(q) {
		information -= s.Weight / q.Weight * math.Log2(s.Weight/q.Weight)
	}
	return q.Gain / q.Weight, information
}

// ratioFormula returns the formula of a question's gain ratio with its numbers.
func (m *stage) ratioFormula(q *node) string {
	gain, own := m.ratio(q)
	var terms []string
	for _, s := range m.branches(q) {
		share := "(" + m.weighed(s.Weight) + "/" + m.weighed(q.Weight) + ")"
		terms = append(terms, words.Text("%s log₂%s", share, share))
	}
	return words.Sprintf("Δ ∕ split information = %s ∕ (−%s) = %s ∕ %s = %s", words.Number(gain),
		words.Join(terms, " − "), words.Number(gain),
		words.Number(own), words.Number(gain/own))
}

// unshown says where rows are drawn whose value for an axis of the plane is missing.
func (m *stage) unshown() string {
	n := 0
	for i := range m.p.N {
		row := m.p.At(i)
		for j, x := range row {
			drawn := m.p.Along == nil && m.sorts(j) == nil
			for _, k := range m.p.Along {
				drawn = drawn || j == k
			}
			if drawn && math.IsNaN(x) {
				n++
				break
			}
		}
	}
	switch {
	case n == 0:
		return ""
	case n == 1:
		return " One row has no value for an axis of the plane: it is drawn at the mean of the others."
	}
	return words.Sprintf(" %d rows have no value for an axis of the plane: they are drawn at the mean of the others.", n)
}

// groupsOf adds what the best groups of each categorical column leave to a chart of candidates. As there is no
// threshold, each is a level line.
func (m *stage) groupsOf(job method.Job, c *chart.Chart, i int32) error {
	q := &m.nodes[i]
	return cart.Groups(job, m.full, m.set, m.target, m.rules, i, func(feature int, mixed cart.Mixed, rest float64) {
		of := node{Node: cart.Node{Feature: int32(feature)}, mixed: &mixed}
		says := m.question(&of)
		if !mixed.Each {
			says = words.Text("best groups: %s", says)
		}
		line := chart.Level(chart.Of(picture.RoleTrack, candidateLook(feature), says),
			rest/q.Weight)
		line.Key = groupKind.Key(feature)
		c.Add(line)
	})
}

// groupKind is the key of the best groups of a categorical column: "g" and the column's index.
var groupKind = picture.KeyKind{Begins: "g"}

// tellGroups describes the best groups of a categorical column for the node in play, and, for entropy, compares it with
// the split by C4.5, which has a branch for every category.
func (m *stage) tellGroups(feature int) (t method.Told, ok bool) {
	i, ok := m.inPlay()
	if !ok || m.sorts(feature) == nil {
		return t, false
	}
	q := &m.nodes[i]
	ok = false
	err := cart.Groups(method.Unstopped, m.full, m.set, m.target, m.rules, i,
		func(j int, mixed cart.Mixed, rest float64) {
			if j != feature {
				return
			}
			ok = true
			of := node{Node: cart.Node{Feature: int32(feature)}, mixed: &mixed}
			delta := words.Number((q.Total - rest) / q.Weight)
			if mixed.Each {
				t.Answer = m.question(&of)
				t.Lines = append(t.Lines, words.Sprintf("all branches %s: Δ = %s", m.criterion.said(rest/q.Weight), delta))
				return
			}
			t.Answer = words.Text("%s, the best groups", m.answer(&of, true))
			t.Lines = append(t.Lines, words.Sprintf("both sides %s: Δ = %s", m.criterion.said(rest/q.Weight), delta))
		})
	if c := m.criterion; ok && c.grows() == cart.Entropy {
		gain, own := cart.EachCategory(m.full, m.set, m.target, i, feature)
		t.Lines = append(t.Lines, words.Sprintf("C4.5, a part for each of the words: gain %s of %s bits, ratio %s",
			words.Number(gain), words.Number(own), words.Number(gain/own)))
	}
	return t, ok && err == nil
}

// ofNumbers reports whether a question compares with a threshold.
func (q *node) ofNumbers() bool { return q.mixed == nil || q.mixed.Seen == 0 && !q.mixed.Known }

// questionsOf returns the questions of nodes in words, for programs; "" for a leaf.
func (m *stage) questionsOf(order []int32) (list []string) {
	for _, i := range order {
		s := ""
		if q := &m.nodes[i]; m.asks(q) {
			s = m.answer(q, true)
		}
		list = append(list, s)
	}
	return list
}

// thresholds reports whether node i has a numeric input with at least two different values. Otherwise there is no chart
// of its candidates.
func (m *stage) thresholds(i int32) bool {
	if m.full.Mixed == nil {
		return true
	}
	rows := m.rows(&m.nodes[i])
	for j := range m.p.D {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, row := range rows {
			if x := m.value(row, j); m.sorts(j) == nil && !math.IsNaN(x) {
				lo, hi = min(lo, x), max(hi, x)
			}
		}
		if lo < hi {
			return true
		}
	}
	return false
}

// sidesOf returns the rows of a node on the two sides of a candidate. The rows with a missing value, lacks in number,
// are on the side that leaves less impurity.
func (m *stage) sidesOf(q, c *node) (sides [2][]int32, lacks int) {
	var without []int32
	for _, row := range m.rows(q) {
		switch x := c.Of(m.p.At(int(row))); {
		case math.IsNaN(x):
			without = append(without, row)
		case x > c.At:
			sides[1] = append(sides[1], row)
		default:
			sides[0] = append(sides[0], row)
		}
	}
	if len(without) == 0 || len(sides[0]) == 0 || len(sides[1]) == 0 {
		return sides, len(without)
	}
	least, best := math.Inf(1), 0
	for _, k := range [...]int{1, 0} {
		with := sides
		with[k] = append(append([]int32{}, with[k]...), without...)
		_, left := m.measure(with[0])
		_, right := m.measure(with[1])
		if left+right < least {
			least, best = left+right, k
		}
	}
	sides[best] = append(sides[best], without...)
	return sides, len(without)
}
