package diagram

import (
	"strconv"

	"pointscape/engine/cart"
	"pointscape/engine/words"
)

// orMissing is a condition that rows with a missing value also satisfy.
const orMissing = "%s or missing"

// Answer returns the condition for going left or right at a node: "x₁ ≤ 0.42", "outlook in {sunny, rain}", "outlook ≠
// fog or missing". m is the node's question about categories or missing values, nil if the tree has no such questions;
// sorts are the categories of the input.
func Answer(q *cart.Node, m *cart.Mixed, names, sorts []string, left bool) string {
	sign := " > "
	if left {
		sign = " ≤ "
	}
	s := About(q, names)
	switch {
	case m != nil && m.Known && left && !m.Each:
		return words.Text("%s known", s)
	case m != nil && m.Known && !left:
		return words.Text("%s missing", s)
	case m != nil && m.Seen != 0:
		list := Sorted(m, sorts, left)
		if s += words.Text(" = %s", list[0]); len(list) > 1 {
			s = words.Text("%s in {%s}", About(q, names), words.Join(list, ", "))
		}
	default:
		s += sign + words.Readable(Threshold(q))
	}
	if m != nil && m.Lacks && m.Right != left {
		s = words.Text(orMissing, s)
	}
	return s
}

// Part returns the condition that leads from the parent of node i to node i.
func Part(t *cart.Tree, i int32, names, sorts []string) string {
	up := t.Nodes[i].Parent
	return Answer(&t.Nodes[up], t.At(up), names, sorts, i == t.Nodes[up].Left())
}

// word returns the text on the edge to node i, whose parent has a branch for each category: the category, "missing", or
// "others" for a branch of several.
func (d *Diagram) word(i int32) string {
	up := d.Tree.Nodes[i].Parent
	m, sorts := d.at(up)
	if m.Known && i == d.Tree.Nodes[up].Right() {
		return "missing"
	}
	list := Sorted(m, sorts, i == d.Tree.Nodes[up].Left())
	if len(list) > 1 || m.Lacks && m.Right && i == d.Tree.Nodes[up].Right() {
		return "others"
	}
	return list[0]
}

// Sorted returns the categories in a node that go left or right.
func Sorted(m *cart.Mixed, sorts []string, left bool) (list []string) {
	for code, s := range sorts {
		if m.Seen>>code&1 != 0 && (m.Left>>code&1 != 0) == left {
			list = append(list, s)
		}
	}
	return list
}

// at returns the question of node i about categories or missing values, nil if the tree has no such questions, and the
// categories of its input, nil if it has none.
func (d *Diagram) at(i int32) (*cart.Mixed, []string) {
	if d.Tree.Mixed == nil {
		return nil, nil
	}
	var sorts []string
	if j := d.Tree.Nodes[i].Feature; d.Sorts != nil && j >= 0 {
		sorts = d.Sorts[j]
	}
	return &d.Tree.Mixed[i], sorts
}

// questions returns forms of the question of node i, from the full one to the shortest.
func (d *Diagram) questions(i int32) []string {
	q := &d.Tree.Nodes[i]
	m, sorts := d.at(i)
	if m == nil || m.Seen == 0 && !m.Known && (!m.Lacks || m.Right) {
		return Questions(q, d.Names)
	}
	list := []string{Answer(q, m, d.Names, sorts, true)}
	whole := words.Say(d.Names[q.Feature])
	name := lettered(whole, mostLetters)
	switch {
	case m.Each:
		return []string{whole, name}
	case m.Known:
		return append(list, words.Text("%s known", name))
	case m.Seen == 0:
		return append(list, words.Text(orMissing, name+"≤"+words.Readable(Threshold(q))))
	}
	some := Sorted(m, sorts, true)
	short := lettered(some[0], mostLetters)
	if more := len(some) - 1; more > 0 {
		list = append(list, words.Text("%s in {%s, +%s}", name, some[0], strconv.Itoa(more)))
		return append(list, words.Text("%s={%s, +%s}", name, short, strconv.Itoa(more)))
	}
	return append(list, words.Text("%s = %s", name, some[0]), name+"="+short)
}
