package tree

import (
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/cart"
	"pointscape/engine/cart/diagram"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Keys of shapes: "n" and the node's number; "c", an input, a colon and a threshold for a candidate split; "d" and
// degrees for a direction; "p" and the index on the pruning path for a tree; "i" and an input; "g" and an input for the
// best groups of its categories.

var candidateKind, turnKind, pathKind = picture.KeyKind{Begins: "c"}, picture.KeyKind{Begins: "d"},
	picture.KeyKind{Begins: "p"}

func nodeKey(i int32) string { return diagram.NodeKey(i) }

func candidateKey(feature int, at float64) string {
	return candidateKind.Key(feature) + ":" + strconv.FormatFloat(at, 'g', -1, 64)
}

// Hits returns the hit areas of the regions of all nodes and of the cuts of the split ones, whether they are drawn or
// not; for rows of a table, those of the rows and of the cuts that can be drawn.
func (m *stage) Hits(v picture.Viewport, _ method.Shown) (hits picture.Hits) {
	if m.p.Wide() {
		return picture.SpotsOf(v, []picture.Layer{m.rowMarks(), m.shownCuts(seen(v))})
	}
	if !m.flat() {
		return nil
	}
	var cuts picture.Hits
	var down func(i int32, r region)
	down = func(i int32, r region) {
		if len(r) == 0 {
			return
		}
		q := &m.nodes[i]
		hits.Add(picture.Area, nodeKey(i), r.corners()...)
		if !m.asks(q) {
			return
		}
		left, right, cut, ok := r.parts(q)
		if ok {
			cuts.Add(picture.Line, nodeKey(i), q.along(cut)...)
		}
		down(q.Left(), left)
		down(q.Right(), right)
	}
	down(0, seen(v).region())
	return append(hits, cuts...)
}

func (m *stage) Tell(key string, v picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	// After k splits the nodes are numbered up to 2k.
	if i, ok := diagram.NodeKind.Number(key, 2*min(int(m.k), m.grown())+1); ok {
		if i = int(m.full.Head(int32(i))); !m.live(int32(i)) {
			return m.tellGone(int32(i)), true
		}
		return m.tellNode(int32(i)), true
	}
	if j, ok := diagram.InputKind.Number(key, m.p.D); ok && m.p.D > 1 {
		return m.tellInput(j, v), true
	}
	if k, ok := pathKind.Number(key, len(m.path)); ok {
		return m.tellPath(k, v), true
	}
	if k, ok := turnKind.Number(key, turns); ok && m.rules.Oblique {
		return m.tellTurn(k, v)
	}
	if j, ok := groupKind.Number(key, m.p.D); ok {
		return m.tellGroups(j)
	}
	of, at, _ := strings.Cut(key, ":")
	feature, ok := candidateKind.Number(of, m.p.D)
	if x, err := strconv.ParseFloat(at, 64); ok && err == nil && method.Finite(x) {
		return m.tellCandidate(&node{Node: cart.Node{Feature: int32(feature), At: x}}, v)
	}
	return t, false
}

// tellNode describes the path to node i, its points, and its split. A click on a split goes to the step that makes it;
// if that step is shown, to the last step; if it is the last one, to the one before. A click on a leaf selects its
// points.
func (m *stage) tellNode(i int32) (t method.Told) {
	q := &m.nodes[i]
	t.Lines = append(append(diagram.Way(m.full, i, m.p.InputNames(), m.p.Categories), words.Count(int(q.N), "point")),
		m.contents(q)...)
	if !m.asks(q) {
		number, leaves := 0, 0
		m.preorder(func(j int32, p *node) {
			if !m.asks(p) {
				leaves++
				if j == i {
					number = leaves
				}
			}
		})
		t.Answer = words.Sprintf("Leaf %d of %d: %s", number, leaves, m.chart().Says(i))
		for _, row := range m.rows(q) {
			t.Click.Rows = append(t.Click.Rows, int(row))
		}
		slices.Sort(t.Click.Rows)
		return t
	}
	t.Answer = words.Sprintf("Split %d: %s", q.Step, m.question(q))
	if m.p.Wide() {
		t.Layers = m.ringed(q)
	}
	l, r := &m.nodes[q.Left()], &m.nodes[q.Right()]
	delta := words.Number(q.Gain / q.Weight)
	if q.each() {
		for _, b := range m.full.Branches(i, func(i int32) bool { return m.asks(&m.nodes[i]) }) {
			t.Lines = append(t.Lines, words.Text("%s: %s", diagram.Part(m.full, b, m.p.InputNames(),
				m.sorts(int(q.Feature))), words.Count(int(m.nodes[b].N), "point")))
		}
		t.Lines = append(t.Lines, words.Text("all branches together: Δ = %s", delta))
	} else {
		t.Lines = append(t.Lines, words.Sprintf("%d go left, %d right: Δ = %s", l.N, r.N, delta))
	}
	step := int(q.Step)
	if q.Step == m.k {
		step = m.steps()
	}
	if step == int(m.k) { // the last step is shown already: go to the one before
		step--
	}
	t.Click.Step = &step
	return t
}

// tellCandidate describes what a candidate split of the node in play would leave. ok is false if one side would be
// empty, and for inputs with categories.
func (m *stage) tellCandidate(c *node, v picture.Viewport) (t method.Told, ok bool) {
	i, ok := m.inPlay()
	if !ok || m.sorts(int(c.Feature)) != nil {
		return t, false
	}
	q := &m.nodes[i]
	sides, lacks := m.sidesOf(q, c)
	if len(sides[0]) == 0 || len(sides[1]) == 0 {
		return t, false
	}
	rest := 0.0
	if lacks > 0 {
		t.Lines = append(t.Lines, words.Text("%s without a value go where the impurity is smaller", words.Count(lacks,
			"row")))
	}
	read := c.Node
	read.Tilt = words.Significant(read.Tilt, 3)
	t.Answer = words.Text("%s ≤ %s, a candidate", diagram.About(&read, m.p.InputNames()), words.Number(c.At))
	for k, name := range [...]string{"left", "right"} {
		weight, total := m.measure(sides[k])
		rest += total
		t.Lines = append(t.Lines, words.Sprintf("%s %s: %s", words.Count(len(sides[k]), "point"), name,
			m.criterion.said(total/weight)))
	}
	t.Lines = append(t.Lines, words.Sprintf("both sides %s: Δ = %s", m.criterion.said(rest/q.Weight),
		words.Number((q.Total-rest)/q.Weight)))
	if m.flat() {
		if _, _, cut, ok := m.cell(i, around(v).region()).parts(c); ok {
			look := candidateLook(int(c.Feature))
			if m.rules.Oblique {
				look = turnLook
			}
			t.Layers = []picture.Layer{&picture.Path{Role: picture.RoleTrack, Class: look, XY: c.along(cut),
				Says: "this candidate split"}}
		}
	}
	return t, true
}

// candidateLook returns the series number (see Palette.Thing) of the candidates of an input.
func candidateLook(feature int) int { return 1 + feature%(picture.Things-1) }

// apart is the width in pixels of the columns of the panel, each of which has one hit area for its candidates.
const apart = 4

// keys returns hit areas along a curve: that of the best candidate in each column of apart pixels.
func (c *curve) keys(v picture.Viewport) (hits picture.Hits) {
	best, column := -1, -1
	take := func() {
		if best >= 0 {
			at := cart.Between(c.below[best], c.above[best])
			hits.Add(picture.Dot, candidateKey(c.feature, at), at, c.rest[best])
		}
	}
	for k := range c.rest {
		if col := int(v.PX((c.below[k]+c.above[k])/2)) / apart; col != column {
			take()
			best, column = k, col
		} else if c.rest[k] < c.rest[best] {
			best = k
		}
	}
	take()
	return hits
}
