package svm

import (
	"slices"

	"pointscape/engine/kernel"
)

// cacheBytes is the memory for the kernel rows of one fit: enough for all rows of about 2,800 points. Beyond that, the
// least recently used row is replaced.
const cacheBytes = 64 << 20

// gram computes rows of a kernel matrix on demand and caches them. It stores its points, so that it can follow an edit:
// moving, adding or removing a point costs one row instead of all.
type gram struct {
	kernel kernel.Kernel
	among  func(diag []float64) rowMaker // rows from a set shared by many fits; nil if the rows are computed here
	x      []float64
	n, d   int
	diag   []float64
	rows   [][]float64 // nil if not computed
	rower  rowMaker
	room   []float64 // memory for all rows; nil if each is allocated on demand
	most   int       // largest number of rows kept
	live   int
	used   []int // time of each row's last use, kept only if rows must be replaced
	clock  int
}

// rowMaker computes rows.
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

// describe computes the diagonal for the present points, and prepares the computation of rows.
func (g *gram) describe() {
	g.diag = kernel.Diag(g.kernel, g.x, g.n, g.d, nil)
	if g.among != nil {
		g.rower = g.among(g.diag)
		return
	}
	g.rower = kernel.NewRower(g.kernel, g.x, g.n, g.d)
}

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
		// Spare capacity, for points added later.
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

// follow updates the rows for other points, at a cost proportional to the points that differ. e is the edit from g's
// points to the new ones.
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
	// Points e.lo to oldHi−1 were removed, and points up to newHi−1 inserted in their place.
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

// edit is the difference between two lists of points.
type edit struct {
	d    int
	same bool
	// from is the old index of each new point, −1 for an added one. A moved point keeps its index.
	from []int
	// gone and added are the old and the new indices of the points that differ; a moved point is in both.
	gone, added []int
	// If the number of points changed: the new points lo to newHi−1 replace the old points lo to oldHi−1.
	lo, oldHi, newHi int
}

// small reports whether following the edit is cheaper than a new start.
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
