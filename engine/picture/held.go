package picture

// Marks of points that are held out of a fit are hollow: their middle has the stage's
// colour. Those of test points have a dot in it, so that both are told apart in any
// palette, and on paper.
const (
	ValidationMark = 'v'
	TestMark       = 't'
)

// heldEdge is how wide the edge of hollow marks is, in CSS pixels; heldDot the radius of
// the dot, as a share of the mark's, and speckDot that in crowds, where marks have no edge.
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
