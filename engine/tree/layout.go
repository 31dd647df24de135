package tree

import "sync"

// layout is where the nodes of the whole tree stand in its diagram: x in units of the
// least distance between two nodes of one depth. It is worked out once, when it is asked
// for, and stays as it is over the steps: nodes come, and none moves.
type layout struct {
	once   sync.Once
	x      []float64
	lo, hi float64
}

// contour is the outline of a subtree: of each depth below its root, that of the deepest
// first, the places of the leftmost and rightmost node, relative to the root's.
type contour struct{ left, right []float64 }

// lay places the nodes tidily (Reingold and Tilford, 1981): subtrees stand as near to
// each other as their outlines let them, and each question stands midway over what is
// below it.
func (t *tree) lay() *layout {
	l := t.drawn
	l.once.Do(func() {
		apart := make([]float64, len(t.nodes)) // of a question, how far its children stand from it
		t.outline(0, apart)
		l.x = make([]float64, len(t.nodes))
		for i := range t.nodes { // parents come before children
			if q := &t.nodes[i]; q.Step > 0 {
				l.x[q.Left()], l.x[q.Right()] = l.x[i]-apart[i], l.x[i]+apart[i]
			}
			l.lo, l.hi = min(l.lo, l.x[i]), max(l.hi, l.x[i])
		}
	})
	return l
}

func (t *tree) outline(i int32, apart []float64) contour {
	q := &t.nodes[i]
	if q.Step == 0 {
		return contour{[]float64{0}, []float64{0}}
	}
	a, b := t.outline(q.Left(), apart), t.outline(q.Right(), apart)
	na, nb := len(a.left), len(b.left)
	gap := 0.0
	for d := 1; d <= min(na, nb); d++ {
		gap = max(gap, a.right[na-d]-b.left[nb-d]+1)
	}
	half := gap / 2
	apart[i] = half
	// The deeper one is kept, and written into.
	deep, low, by := a, b, -half
	if nb > na {
		deep, low, by = b, a, half
	}
	for d := range deep.left {
		deep.left[d] += by
		deep.right[d] += by
	}
	for d := 1; d <= len(low.left); d++ {
		k, j := len(deep.left)-d, len(low.left)-d
		deep.left[k] = min(deep.left[k], low.left[j]-by)
		deep.right[k] = max(deep.right[k], low.right[j]-by)
	}
	return contour{append(deep.left, 0), append(deep.right, 0)}
}
