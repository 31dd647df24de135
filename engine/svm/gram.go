package svm

import (
	"slices"

	"pointscape/engine/kernel"
)

// cacheBytes is the most memory that the kernel rows of one fit take: all rows
// of some 2,800 points. Beyond, the row used longest ago makes room.
const cacheBytes = 64 << 20

// gram computes rows of a kernel matrix when they are asked for, and keeps
// them. It says itself which points it belongs to, so that it can follow an
// edit: a point moved, added or removed costs one row, not all.
type gram struct {
	kernel kernel.Kernel
	among  func(diag []float64) rowMaker // rows of a set that many fits share; nil = they are worked out here
	x      []float64
	n, d   int
	diag   []float64
	rows   [][]float64 // nil = not there
	rower  rowMaker
	room   []float64 // for all rows; nil = each is made when it is asked for
	most   int       // rows kept
	live   int
	used   []int // when a row was last asked for, kept only when some must go
	clock  int
}

// rowMaker works out rows.
type rowMaker interface {
	Row(i int, out []float64) []float64
}

func newGram(k kernel.Kernel, x []float64, n, d, bytes int, among func(diag []float64) rowMaker) *gram {
	g := &gram{kernel: k, most: max(4, bytes/(8*max(1, n))), among: among}
	g.reset(x, n, d)
	return g
}

func (g *gram) reset(x []float64, n, d int) {
	g.x, g.n, g.d = x, n, d
	g.rows = make([][]float64, n)
	g.live = 0
	g.used = nil
	g.describe()
}

// describe derives what depends on the points alone.
func (g *gram) describe() {
	g.diag = kernel.Diag(g.kernel, g.x, g.n, g.d, nil)
	if g.among != nil {
		g.rower = g.among(g.diag)
		return
	}
	g.rower = kernel.NewRower(g.kernel, g.x, g.n, g.d)
}

// row implements rower.
func (g *gram) row(i int) []float64 {
	if r := g.rows[i]; r != nil {
		if g.used != nil {
			g.clock++
			g.used[i] = g.clock
		}
		return r
	}
	var r []float64
	switch {
	case g.room != nil:
		r = g.room[i*g.n : (i+1)*g.n]
	case g.live < g.most:
		// A little room to grow, for points that are added.
		r = make([]float64, g.n, g.n+32)
		g.live++
	default:
		if g.used == nil {
			g.used = make([]int, g.n)
		}
		old := -1
		for k := range g.rows {
			if g.rows[k] != nil && (old < 0 || g.used[k] < g.used[old]) {
				old = k
			}
		}
		r, g.rows[old] = g.rows[old][:g.n], nil
	}
	g.rower.Row(i, r)
	g.rows[i] = r
	if g.used != nil {
		g.clock++
		g.used[i] = g.clock
	}
	return r
}

// follow makes the rows those of other points, at the price of the points that
// differ. e says how the new points came from g's own.
func (g *gram) follow(x []float64, n int, e edit) {
	if !e.small(n) || g.d != e.d {
		g.reset(x, n, e.d)
		return
	}
	if e.same {
		return
	}
	g.used = nil
	if n == g.n { // some points moved
		g.x = x
		g.describe()
		spare := make([]float64, n)
		for _, m := range e.added {
			fresh := g.rows[m]
			if fresh == nil {
				fresh = spare
			}
			g.rower.Row(m, fresh)
			for i, r := range g.rows {
				if r != nil {
					r[m] = fresh[i]
				}
			}
		}
		return
	}
	// Points e.lo up to oldHi went, up to newHi came.
	lo, oldHi, newHi := e.lo, e.oldHi, e.newHi
	for i := lo; i < oldHi; i++ {
		if g.rows[i] != nil {
			g.live--
		}
	}
	came := make([]float64, newHi-lo)
	g.rows = slices.Replace(g.rows, lo, oldHi, make([][]float64, newHi-lo)...)
	for i, r := range g.rows {
		if r != nil {
			g.rows[i] = slices.Replace(r, lo, oldHi, came...)
		}
	}
	g.x, g.n = x, n
	g.describe()
	fresh := make([]float64, n)
	for m := lo; m < newHi; m++ {
		g.rower.Row(m, fresh)
		for i, r := range g.rows {
			if r != nil {
				r[m] = fresh[i]
			}
		}
		if g.live < g.most {
			g.rows[m] = slices.Clone(fresh)
			g.live++
		}
	}
}

// edit says how one list of points came from another.
type edit struct {
	d    int
	same bool
	// from is the old index of each new point, -1 for one that came. A point
	// that moved keeps its index.
	from []int
	// gone and added are the old and the new indices of what differs; a moved
	// point is in both.
	gone, added []int
	// With another number of points: new ones lo up to newHi took the place of
	// the old ones lo up to oldHi.
	lo, oldHi, newHi int
}

// small tells whether following the edit is cheaper than starting again.
func (e edit) small(n int) bool { return len(e.gone)+len(e.added) <= max(4, n/8) }

// compare finds the edit between two lists of points, d numbers each.
func compare(old, x []float64, d int) edit {
	n0, n := len(old)/d, len(x)/d
	e := edit{d: d, from: make([]int, n)}
	at := func(s []float64, i int) []float64 { return s[i*d : i*d+d] }
	if n0 == n {
		for i := range e.from {
			e.from[i] = i
			if !slices.Equal(at(old, i), at(x, i)) {
				e.gone = append(e.gone, i)
				e.added = append(e.added, i)
			}
		}
		e.same = len(e.added) == 0
		return e
	}
	least := min(n0, n)
	for e.lo < least && slices.Equal(at(old, e.lo), at(x, e.lo)) {
		e.lo++
	}
	e.oldHi, e.newHi = n0, n
	for e.oldHi > e.lo && e.newHi > e.lo && slices.Equal(at(old, e.oldHi-1), at(x, e.newHi-1)) {
		e.oldHi--
		e.newHi--
	}
	for i := range e.from {
		switch {
		case i < e.lo:
			e.from[i] = i
		case i < e.newHi:
			e.from[i] = -1
			e.added = append(e.added, i)
		default:
			e.from[i] = i - e.newHi + e.oldHi
		}
	}
	for i := e.lo; i < e.oldHi; i++ {
		e.gone = append(e.gone, i)
	}
	return e
}
