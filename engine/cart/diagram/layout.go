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
	off := make([]float64, len(t.Nodes)) // how far a node stands from the question that leads to it
	outline(t, 0, deep, off)
	for i := range t.Nodes { // parents come before children
		if up := t.Nodes[i].Parent; up >= 0 {
			p.X[i] = p.X[t.Head(up)] + off[i]
		}
		p.Lo, p.Hi = min(p.Lo, p.X[i]), max(p.Hi, p.X[i])
	}
	if l.by == nil {
		l.by = map[int32]*Places{}
	}
	l.by[deep] = p
	return p
}

func outline(t *cart.Tree, i, most int32, off []float64) contour {
	q := &t.Nodes[i]
	if q.Step == 0 || q.Depth >= most {
		return contour{[]float64{0}, []float64{0}}
	}
	branches := t.Branches(i, func(i int32) bool { return t.Nodes[i].Step > 0 })
	all := outline(t, branches[0], most, off)
	for k, c := range branches[1:] {
		half := all.beside(outline(t, c, most, off))
		for _, before := range branches[:k+1] {
			off[before] -= half
		}
		off[c] = half
	}
	// All branches stand about the middle of the first and the last one.
	middle := (off[branches[0]] + off[branches[len(branches)-1]]) / 2
	for _, c := range branches {
		off[c] -= middle
	}
	for d := range all.left {
		all.left[d] -= middle
		all.right[d] -= middle
	}
	for k, r := 1, q.Right(); t.Links(r); k, r = k+1, t.Nodes[r].Right() { // as long as it is not parted
		off[r] = (off[branches[k]] + off[branches[len(branches)-1]]) / 2
	}
	return contour{append(all.left, 0), append(all.right, 0)}
}

// beside puts the outline of what is on the right of a into it, as near as it may stand: half of the distance of both,
// by which each is from the middle now.
func (a *contour) beside(b contour) float64 {
	na, nb := len(a.left), len(b.left)
	gap := 0.0
	for d := 1; d <= min(na, nb); d++ {
		gap = max(gap, a.right[na-d]-b.left[nb-d]+1)
	}
	half := gap / 2
	// The deeper one is kept, and written into.
	deep, low, by := *a, b, -half
	if nb > na {
		deep, low, by = b, *a, half
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
	*a = deep
	return half
}
