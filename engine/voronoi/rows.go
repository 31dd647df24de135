package voronoi

import (
	"math"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Run is a part of a row of nodes: all from the end of the run before up to End have Site as their nearest site.
type Run struct{ End, Site int32 }

// Rows calls fn with every row of a grid, in order, divided into runs of nodes with the same nearest site, as Find
// returns it. runs is valid until fn returns. The grid's DX must be positive. The error is the job's.
//
// A row passes from cell to cell, and leaves each cell at the first bisector with a neighbour to the right. Nodes
// farther from every bisector than the sum of all rounding errors are decided this way; for the few others, Find is
// called.
func (t *Triangulation) Rows(job method.Job, g picture.Grid, fn func(j int, runs []Run)) error {
	if t.Sites() == 0 {
		return nil
	}
	if !fastRows {
		return t.rows(job, g, fn)
	}
	// Sums of squares of coordinate differences are at most size, with a relative error of a few units in the last
	// place.
	x0, x1 := g.X0, g.X(g.W-1)
	y0, y1 := min(g.Y(0), g.Y(g.H-1)), max(g.Y(0), g.Y(g.H-1))
	for v, x := range t.x[1:] {
		if x < x0 {
			x0 = x
		} else if x > x1 {
			x1 = x
		}
		if y := t.y[v+1]; y < y0 {
			y0 = y
		} else if y > y1 {
			y1 = y
		}
	}
	size := (x1-x0)*(x1-x0) + (y1-y0)*(y1-y0)
	r := rower{
		Triangulation: t, grid: g, slack: 32 * unit * size,
		doubt: 1e-9 + 16*unit*(math.Abs(x0)+math.Abs(x1))/g.DX,
	}
	v := t.at[0]
	for j := range g.H {
		if j&15 == 0 {
			if err := job.Err(); err != nil {
				return err
			}
		}
		v = r.row(v, g.Y(j))
		fn(j, r.runs)
	}
	return nil
}

// rows is Rows with a call of Find for each node.
func (t *Triangulation) rows(job method.Job, g picture.Grid, fn func(j int, runs []Run)) error {
	site := 0
	for j := range g.H {
		if err := job.Err(); err != nil {
			return err
		}
		var runs []Run
		for i := range g.W {
			site = t.Find(g.X(i), g.Y(j), site)
			if n := len(runs); n > 0 && runs[n-1].Site == int32(site) {
				runs[n-1].End++
			} else {
				runs = append(runs, Run{int32(i + 1), int32(site)})
			}
		}
		fn(j, runs)
	}
	return nil
}

// rower walks along rows.
type rower struct {
	*Triangulation
	grid  picture.Grid
	slack float64 // bound on the rounding of half the difference of two squared distances
	doubt float64 // bound on the rounding of a position along a row, in nodes
	runs  []Run
}

// patience is the number of cells without a node that a row walks through before it calls Find.
const patience = 8

// row fills r.runs. v is a vertex near the first node; row returns the vertex nearest to the first node.
func (r *rower) row(v int32, y float64) int32 {
	t, g := r.Triangulation, &r.grid
	w := int32(g.W)
	r.runs = r.runs[:0]
	if t.Collinear() {
		v = t.at[t.Find(g.X0, y, int(t.site[v]))]
		first := v
		for i := int32(0); i < w; i++ {
			v = t.at[t.Find(g.X(int(i)), y, int(t.site[v]))]
			r.add(i+1, v)
		}
		return first
	}
	first := int32(-1)
	known, steps := false, 0 // known: v is nearest to node i; steps: cells walked through since the last node
	for i := int32(0); i < w; {
		lo, hi, right := r.reach(v, y)
		at := float64(i)
		switch {
		case lo < at && at < hi:
			if first < 0 {
				first = v
			}
			if hi < float64(w) {
				i = int32(math.Ceil(hi))
			} else {
				i = w
			}
			r.add(i, v)
			v, known, steps = right, false, 0
		case known:
			if first < 0 {
				first = v
			}
			i++
			r.add(i, v)
			known, steps = false, 0
		case lo < at && right >= 0 && steps < patience:
			v = right
			steps++
		default:
			v = t.at[t.Find(g.X(int(i)), y, int(t.site[v]))]
			known = true
		}
	}
	return first
}

func (r *rower) add(end, v int32) {
	site := r.site[v]
	if n := len(r.runs); n > 0 && r.runs[n-1].Site == site {
		r.runs[n-1].End = end
		return
	}
	r.runs = append(r.runs, Run{end, site})
}

// reach returns the range of nodes of a row, as fractions, for which vertex v is certainly the nearest, and the
// neighbour whose cell comes next (−1: none).
func (r *rower) reach(v int32, y float64) (lo, hi float64, right int32) {
	xs, ys, org, twin := r.x, r.y, r.org, r.twin
	vx, vy := xs[v], ys[v]
	q, slack := y-vy, r.slack
	lo, hi, right = math.Inf(-1), math.Inf(1), -1
	first := r.out[v]
	for e := first; ; {
		k := e % 3
		w := org[e+1-3*(k>>1)]
		dx, dy := xs[w]-vx, ys[w]-vy
		// At distance u to the right of v, w is nearer if u·dx > half.
		half := 0.5*(dx*dx+dy*dy) - q*dy - slack
		if dx > 0 {
			if u := half / dx; u < hi {
				hi, right = u, w
			}
		} else if dx < 0 {
			if u := half / dx; u > lo {
				lo = u
			}
		} else if half <= 0 { // the ghost's is NaN
			lo = math.Inf(1)
		}
		if e = twin[e-1+3*((2-k)>>1)]; e == first {
			break
		}
	}
	at := (vx - r.grid.X0) / r.grid.DX
	return at + lo/r.grid.DX + r.doubt, at + hi/r.grid.DX - r.doubt, right
}
