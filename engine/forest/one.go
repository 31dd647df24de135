package forest

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/cart"
	"pointscape/engine/cart/diagram"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// The newest tree of a step can be shown, so stepping through the forest shows each of them.

// newest returns the tree grown last, nil if there is none.
func (m *forest) newest() *member {
	if k := len(m.members); k > 0 {
		return m.members[k-1]
	}
	return nil
}

// chart returns the diagram of the newest tree, which must exist.
func (m *forest) chart() *diagram.Diagram {
	t := m.newest()
	d := &diagram.Diagram{Tree: t.tree, Layout: t.drawn, Criterion: m.rules.Criterion, Names: m.p.InputNames(), Play: -1,
		Title: words.Sprintf("Tree %d of %d", len(m.members), m.end),
		Asks:  func(i int32) bool { return t.tree.Nodes[i].Step > 0 }}
	switch {
	case m.target.Class != nil:
		d.Classes, d.Name, d.Count = m.p.ClassIDs, m.p.ClassName, m.counts
	case m.p.D == 2:
		d.Lo, d.Hi = m.span()
	}
	return d
}

// counts returns the number of points of each class in node i of the newest tree, counting repeated draws.
func (m *forest) counts(i int32) (list []int32) {
	for _, w := range m.newest().tree.Values(i) {
		list = append(list, int32(math.Round(w)))
	}
	return list
}

// span returns the range of values for colours.
func (m *forest) span() (lo, hi float64) {
	return method.Limits(m.p.Y)
}

// walk calls fn with the nodes of the newest tree that intersect the viewport, extended on each side by beyond times
// its size; lo and hi are the corners of the intersection. On a line, cells have the height of the viewport.
func (m *forest) walk(v picture.Viewport, beyond float64, fn func(i int32, q *cart.Node, lo, hi [2]float64)) {
	t := m.newest()
	if t == nil {
		return
	}
	var down func(i int32, lo, hi [2]float64)
	down = func(i int32, lo, hi [2]float64) {
		if !(lo[0] < hi[0] && lo[1] < hi[1]) {
			return
		}
		q := &t.tree.Nodes[i]
		fn(i, q, lo, hi)
		if q.Step == 0 {
			return
		}
		l, r := hi, lo
		l[q.Feature], r[q.Feature] = min(hi[q.Feature], q.At), max(lo[q.Feature], q.At)
		down(q.Left(), lo, l)
		down(q.Right(), r, hi)
	}
	w, h := beyond*(v.X1-v.X0), beyond*(v.Y1-v.Y0)
	down(0, [2]float64{v.X0 - w, v.Y0 - h}, [2]float64{v.X1 + w, v.Y1 + h})
}

// cutOf returns the segment along which a node splits the cell between two corners.
func cutOf(q *cart.Node, lo, hi [2]float64) []float64 {
	f := q.Feature
	if q.Step == 0 || !(lo[f] < q.At && q.At < hi[f]) {
		return nil
	}
	lo[f], hi[f] = q.At, q.At
	return []float64{lo[0], lo[1], hi[0], hi[1]}
}

// newestCuts returns the cuts of the newest tree.
func (m *forest) newestCuts(v picture.Viewport) []picture.Layer {
	path := &picture.Path{Role: picture.RoleCellEdge, Class: picture.NoClass, Says: words.Text("cuts of tree %s",
		strconv.Itoa(len(m.members)))}
	m.walk(v, 1, func(_ int32, q *cart.Node, lo, hi [2]float64) {
		if xy := cutOf(q, lo, hi); xy != nil {
			path.AddLine(xy...)
		}
	})
	if len(path.XY) == 0 {
		return nil
	}
	return []picture.Layer{path}
}

// Hits returns the hit areas of the newest tree if it is shown: the cells of all its nodes and their cuts, or, for
// rows of a table, the rows with the keys of their leaves.
func (m *forest) Hits(v picture.Viewport, show method.Shown) (hits picture.Hits) {
	t := m.newest()
	if t == nil || !show[opened] {
		return nil
	}
	if m.p.Wide() {
		for i := range m.p.N {
			hits.Add(picture.Dot, diagram.NodeKey(t.tree.Leaf(m.p.At(i), cart.NoLimit)), m.p.Shown[2*i:2*i+2]...)
		}
		return hits
	}
	var cuts picture.Hits
	m.walk(v, 0, func(i int32, q *cart.Node, lo, hi [2]float64) {
		hits.Box(diagram.NodeKey(i), lo[0], lo[1], hi[0], hi[1])
		cuts.Add(picture.Line, diagram.NodeKey(i), cutOf(q, lo, hi)...)
	})
	return append(hits, cuts...)
}

// Tell describes a node of the newest tree, or an input.
func (m *forest) Tell(key string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	one := m.newest()
	if one == nil {
		return t, false
	}
	if n, ok := diagram.NodeKind.Number(key, len(one.tree.Nodes)); ok {
		return m.tellNode(int32(n)), true
	}
	if j, ok := diagram.InputKind.Number(key, m.p.D); ok && m.p.D > 1 {
		return m.tellInput(j), true
	}
	return t, false
}

// tellNode describes the path to node i and its points. A click on a leaf selects its points.
func (m *forest) tellNode(i int32) (t method.Told) {
	tree := m.newest().tree
	q := &tree.Nodes[i]
	rows := tree.Rows[q.From:q.To]
	t.Lines = append(diagram.Way(tree, i, m.p.InputNames(), nil), words.Count(len(rows), "point"))
	if m.bootstrap {
		last := len(t.Lines) - 1
		t.Lines[last] = words.Text("%s, drawn %s", t.Lines[last], words.Count(int(math.Round(q.Weight)), "time"))
	}
	says := words.Number(tree.Values(i)[0])
	if m.target.Class != nil {
		says = m.p.ClassName(int(q.Wins))
		var parts []string
		for c, n := range m.counts(i) {
			if n > 0 {
				parts = append(parts, words.Sprintf("%s: %d", m.p.ClassName(c), n))
			}
		}
		t.Lines = append(t.Lines, words.Join(parts, ", "))
	}
	t.Lines = append(t.Lines, words.Text("%s %s", diagram.Measure(m.rules.Criterion), words.Number(q.Impurity())))
	if m.p.Wide() {
		rings := &picture.Marks{Role: picture.RoleSupport, Says: "rows of the node"}
		for _, row := range rows {
			x, y := m.p.Drawn(int(row))
			rings.XY, rings.Ordinal = append(rings.XY, x, y), append(rings.Ordinal, m.p.Ordinal(int(row)))
		}
		t.Layers = []picture.Layer{rings}
	}
	if q.Step > 0 {
		t.Answer = words.Sprintf("Split %d of tree %d: %s", q.Step, len(m.members), diagram.Questions(q,
			m.p.InputNames())[0])
		t.Lines = append(t.Lines, words.Sprintf("%d go left, %d right: Δ = %s", tree.Nodes[q.Left()].N,
			tree.Nodes[q.Right()].N,
			words.Number(q.Gain/q.Weight)))
		return t
	}
	number := 0 // in order of creation
	for k := range i + 1 {
		if tree.Nodes[k].Step == 0 {
			number++
		}
	}
	t.Answer = words.Sprintf("Leaf %d of %d of tree %d: %s", number, tree.Steps()+1, len(m.members), says)
	for _, row := range rows {
		t.Click.Rows = append(t.Click.Rows, int(row))
	}
	slices.Sort(t.Click.Rows)
	return t
}

// tellInput describes the importance of input j.
func (m *forest) tellInput(j int) (t method.Told) {
	t.Answer = words.Text("%s: %s of the importance", m.p.InputNames()[j], words.Percent(m.gains()[j]))
	asked, of, all := 0, 0, 0
	for _, tree := range m.members {
		n := 0
		for i := range tree.tree.Nodes {
			if q := &tree.tree.Nodes[i]; q.Step > 0 && int(q.Feature) == j {
				n++
			}
		}
		if asked += n; n > 0 {
			of++
		}
		all += tree.tree.Steps()
	}
	t.Lines = append(t.Lines, words.Sprintf("%d of %s use it, in %d of %s", asked, words.Count(all, "question"), of,
		words.Count(len(m.members), "tree")))
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.drop != nil {
		what := "accuracy"
		if m.target.Class == nil {
			what = "R²"
		}
		t.Lines = append(t.Lines, words.Text("shuffling this input reduces %s of %s",
			words.Number(words.Significant(m.drop[j], 2)), what))
	}
	return t
}
