package diagram

import (
	"sync"

	"pointscape/engine/cart"
)

// Layout is where the nodes of a whole tree stand in its diagrams. It is worked out when it
// is asked for, and stays as it is over the steps: nodes come, and none moves.
type Layout struct {
	mu sync.Mutex
	by map[int32]*Places // by the depth of the deepest nodes
}

// Places are those of the nodes down to some depth: X in units of the least distance
// between two nodes of one depth. Deeper ones stand where the last is that is above them.
type Places struct {
	X      []float64 // of each node
	Lo, Hi float64   // the least and the greatest
	Deep   int32
}

// contour is the outline of a subtree: of each depth below its root, that of the deepest
// first, the places of the leftmost and rightmost node, relative to the root's.
type contour struct{ left, right []float64 }

// Of places the nodes down to a depth tidily (Reingold and Tilford, 1981): subtrees stand as
// near to each other as their outlines let them, and each question midway over what is
// below it.
func (l *Layout) Of(t *cart.Tree, deep int32) *Places {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := l.by[deep]; p != nil {
		return p
	}
	p := &Places{X: make([]float64, len(t.Nodes)), Deep: deep}
	apart := make([]float64, len(t.Nodes)) // of a question, how far its children stand from it
	outline(t, 0, deep, apart)
	for i := range t.Nodes { // parents come before children
		if q := &t.Nodes[i]; q.Step > 0 {
			p.X[q.Left()], p.X[q.Right()] = p.X[i]-apart[i], p.X[i]+apart[i]
		}
		p.Lo, p.Hi = min(p.Lo, p.X[i]), max(p.Hi, p.X[i])
	}
	if l.by == nil {
		l.by = map[int32]*Places{}
	}
	l.by[deep] = p
	return p
}

func outline(t *cart.Tree, i, most int32, apart []float64) contour {
	q := &t.Nodes[i]
	if q.Step == 0 || q.Depth >= most {
		return contour{[]float64{0}, []float64{0}}
	}
	a, b := outline(t, q.Left(), most, apart), outline(t, q.Right(), most, apart)
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
