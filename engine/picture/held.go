package picture

// Marks of held-out points are hollow: their middle has the stage's colour. Test points have a dot in the middle, so
// that they differ from validation points in any palette, and on paper.
const (
	ValidationMark = 'v'
	TestMark       = 't'
)

// heldEdge is the width of the edge of hollow marks, in CSS pixels; heldDot the radius of the dot, as a share of the
// mark's radius; speckDot the same in crowds, where marks have no edge.
const (
	heldEdge = 2.2
	heldDot  = 0.42
	speckDot = 0.6
)

// heldMiddles paints the middles of hollow marks that are coloured by value.
func (t *painter) heldMiddles(m *Marks, r float64, ink Color) {
	if m.Held == "" {
		return
	}
	t.out.Reset()
	t.out.NonZero = true
	for i := range m.Held {
		if m.Held[i] == ValidationMark || m.Held[i] == TestMark {
			t.mark(m, i, Circle, max(r-heldEdge*t.pal.Line, 0.5*r))
		}
	}
	if t.out.Empty() {
		return
	}
	t.c.Fill(&t.out, t.pal.Stage)
	t.out.Reset()
	t.out.NonZero = true
	for i := range m.Held {
		if m.Held[i] == TestMark {
			t.mark(m, i, Circle, heldDot*r)
		}
	}
	if !t.out.Empty() {
		t.c.Fill(&t.out, ink)
	}
}
