package tree

import (
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// For rows of a table, the plane shows two columns, or none (principal components). Only the cuts by these columns can
// be drawn in it, each within the rectangle that the splits above it by these columns leave; the diagram shows all
// splits.

// axis returns the axis of the plane that a node's split divides, −1 if none.
func axis(q *node, along []int) int {
	for a, j := range along {
		if j == int(q.Feature) && q.ofNumbers() {
			return a
		}
	}
	return -1
}

// shownCuts returns the cuts that can be drawn, each with the key of its node.
func (m *stage) shownCuts(all box) *picture.Path {
	cuts := &picture.Path{Role: picture.RoleCellEdge, Class: picture.NoClass, Says: "cuts in the columns that are shown"}
	var down func(i int32, b box)
	down = func(i int32, b box) {
		q := &m.nodes[i]
		if b.empty() || !m.asks(q) {
			return
		}
		left, right := b, b
		if a := axis(q, m.p.Along); a >= 0 {
			if b.lo[a] < q.At && q.At < b.hi[a] {
				line := []float64{q.At, b.lo[1], q.At, b.hi[1]}
				if a == 1 {
					line = []float64{b.lo[0], q.At, b.hi[0], q.At}
				}
				cuts.AddLine(line...)
				cuts.Keys = append(cuts.Keys, nodeKey(i))
			}
			left.hi[a], right.lo[a] = min(b.hi[a], q.At), max(b.lo[a], q.At)
		}
		down(q.Left(), left)
		down(q.Right(), right)
	}
	down(0, all)
	return cuts
}

// rowMarks returns the rows as shown in the plane, each with the key of its leaf.
func (m *stage) rowMarks() *picture.Marks {
	marks := &picture.Marks{XY: m.p.Shown[:2*m.p.N], Keys: make([]string, m.p.N)}
	m.preorder(func(i int32, q *node) {
		if !m.asks(q) {
			for _, row := range m.rows(q) {
				marks.Keys[row] = nodeKey(i)
			}
		}
	})
	return marks
}

// ringed returns rings around a node's rows.
func (m *stage) ringed(q *node) []picture.Layer {
	rings := &picture.Marks{Role: picture.RoleSupport, Says: "rows of the node"}
	for _, row := range m.rows(q) {
		x, y := m.p.Drawn(int(row))
		rings.XY = append(rings.XY, x, y)
		rings.Ordinal = append(rings.Ordinal, m.p.Ordinal(int(row)))
	}
	return []picture.Layer{rings}
}

// elsewhere says how many splits are by columns that are not shown.
func (m *stage) elsewhere() string {
	asked, drawn := 0, 0
	m.preorder(func(i int32, q *node) {
		if m.asks(q) && !m.full.Links(i) {
			asked++
			if axis(q, m.p.Along) >= 0 {
				drawn++
			}
		}
	})
	more := m.unshown()
	switch {
	case asked == drawn:
		return more
	case drawn == 0:
		return words.Sprintf(" None of its %s uses a column shown in the plane: they are in the diagram.",
			words.Count(asked, "question")) + more
	}
	return words.Sprintf(" The plane shows the cuts of %d of its %d questions; the others use other columns: see the "+
		"diagram.", drawn, asked) + more
}
