package diagram

import (
	"sync"

	"pointscape/engine/cart"
)

// Layout holds the positions of the nodes of a fully grown tree. They are computed on demand and stay the same over the
// steps.
type Layout struct {
	mu sync.Mutex
	by map[int32]*Places // by the greatest depth
}

// Places holds the positions of the nodes down to depth Deep: X in units of the least distance between two nodes of the
// same depth. Deeper nodes have the position of their ancestor at that depth.
type Places struct {
	X      []float64 // for each node
	Lo, Hi float64   // least and greatest position
	Deep   int32
}

// contour is the outline of a subtree: the leftmost and the rightmost position at each depth, relative to the root,
// with the deepest depth first.
type contour struct{ left, right []float64 }

// Of computes a tidy layout (Reingold and Tilford, 1981) of the nodes down to a depth: subtrees are as close to each
// other as their outlines allow, and parents are centred above their children.
func (l *Layout) Of(t *cart.Tree, deep int32) *Places {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := l.by[deep]; p != nil {
		return p
	}
	p := &Places{X: make([]float64, len(t.Nodes)), Deep: deep}
	off := make([]float64, len(t.Nodes)) // horizontal offset of each node from its parent
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
	// The parent is centred between the first and the last branch.
	middle := (off[branches[0]] + off[branches[len(branches)-1]]) / 2
	for _, c := range branches {
		off[c] -= middle
	}
	for d := range all.left {
		all.left[d] -= middle
		all.right[d] -= middle
	}
	for k, r := 1, q.Right(); t.Links(r); k, r = k+1, t.Nodes[r].Right() { // each link is between its own branches
		off[r] = (off[branches[k]] + off[branches[len(branches)-1]]) / 2
	}
	return contour{append(all.left, 0), append(all.right, 0)}
}

// beside merges the outline of a right sibling subtree into a, as close as possible. It returns half the distance
// between the two roots; the positions in a are then relative to the middle between them.
func (a *contour) beside(b contour) float64 {
	na, nb := len(a.left), len(b.left)
	gap := 0.0
	for d := 1; d <= min(na, nb); d++ {
		gap = max(gap, a.right[na-d]-b.left[nb-d]+1)
	}
	half := gap / 2
	// The deeper outline is kept and written to.
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
