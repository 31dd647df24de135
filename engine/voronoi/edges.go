package voronoi

import (
	"math"

	"pointscape/engine/method"
)

// neighbors calls fn with the vertices whose cells share an edge of positive
// length with v's.
func (t *Triangulation) neighbors(v int32, fn func(w int32)) {
	if t.Collinear() {
		if v > 1 {
			fn(v - 1)
		}
		if int(v)+1 < len(t.x) {
			fn(v + 1)
		}
		return
	}
	first := t.out[v]
	for e := first; ; {
		if w := t.org[next(e)]; w != ghost && !t.degenerate(e) {
			fn(w)
		}
		if e = t.twin[prev(e)]; e == first {
			return
		}
	}
}

// Neighbors returns the sites whose cells share an edge of positive length with
// the site's, counterclockwise.
func (t *Triangulation) Neighbors(site int) []int {
	var list []int
	t.neighbors(t.at[site], func(w int32) { list = append(list, int(t.site[w])) })
	return list
}

// Edges calls fn once with each edge of the diagram that has a positive length
// in the box: the two sites it separates, and its ends within the box. The
// error is job's.
func (d *Diagram) Edges(job method.Job, box Box, fn func(s, r int, x0, y0, x1, y1 float64)) error {
	if d.Collinear() {
		for v := int32(1); int(v)+1 < len(d.x); v++ {
			d.edge(&box, v, v+1, math.Inf(-1), math.Inf(1), fn)
		}
		return nil
	}
	for e, h := range d.twin {
		if e&8191 == 0 {
			if err := job.Err(); err != nil {
				return err
			}
		}
		e := int32(e)
		if e > h {
			continue
		}
		v, w := d.org[e], d.org[h]
		if v == ghost || w == ghost {
			continue
		}
		// The left triangle's circumcentre is at the upper end.
		x1, y1 := d.cx[e/3], d.cy[e/3]
		x0, y0 := d.cx[h/3], d.cy[h/3]
		if x0 == x0 && x1 == x1 {
			c0, c1 := box.code(x0, y0), box.code(x1, y1)
			if c0&c1 != 0 || near(x0, y0, x1, y1, d.x[v], d.y[v]) && d.degenerate(e) {
				continue
			}
			if c0|c1 == 0 {
				fn(int(d.site[v]), int(d.site[w]), x0, y0, x1, y1)
				continue
			}
		}
		// Along the bisector: middle + s * normal.
		nx, ny := d.y[v]-d.y[w], d.x[w]-d.x[v]
		mx, my := (d.x[v]+d.x[w])/2, (d.y[v]+d.y[w])/2
		s0, s1 := math.Inf(-1), math.Inf(1)
		if l := nx*nx + ny*ny; l > 0 {
			if x0 == x0 {
				s0 = ((x0-mx)*nx + (y0-my)*ny) / l
			}
			if x1 == x1 {
				s1 = ((x1-mx)*nx + (y1-my)*ny) / l
			}
		}
		d.edge(&box, v, w, s0, s1, fn)
	}
	return nil
}

// edge clips the part from s0 to s1 of the bisector of v and w (Liang, Barsky,
// 1984).
func (d *Diagram) edge(box *Box, v, w int32, s0, s1 float64, fn func(s, r int, x0, y0, x1, y1 float64)) {
	nx, ny := d.y[v]-d.y[w], d.x[w]-d.x[v]
	mx, my := (d.x[v]+d.x[w])/2, (d.y[v]+d.y[w])/2
	if most := max(math.Abs(nx), math.Abs(ny)); most < 1e-150 { // a place of the box is no number of such steps
		_, e := math.Frexp(most)
		nx, ny = math.Ldexp(nx, -e), math.Ldexp(ny, -e)
		s0, s1 = math.Ldexp(s0, e), math.Ldexp(s1, e)
	}
	slab := func(lo, hi, m, n float64) bool {
		if n == 0 {
			return lo <= m && m <= hi
		}
		a, b := (lo-m)/n, (hi-m)/n
		s0, s1 = max(s0, min(a, b)), min(s1, max(a, b))
		return s0 < s1
	}
	if !slab(box.X0, box.X1, mx, nx) || !slab(box.Y0, box.Y1, my, ny) {
		return
	}
	// Rounding must not carry the ends out of the box.
	in := func(s float64) (float64, float64) {
		return min(max(mx+s*nx, box.X0), box.X1), min(max(my+s*ny, box.Y0), box.Y1)
	}
	x0, y0 := in(s0)
	x1, y1 := in(s1)
	if x0 != x1 || y0 != y1 {
		fn(int(d.site[v]), int(d.site[w]), x0, y0, x1, y1)
	}
}

// Find returns the site nearest to (x, y), or -1 when there are none: the one
// whose squared distance, computed in float64, is the smallest, and of several
// the lowest number. It walks from site hint, if that is one, from neighbour to
// neighbour: from a place nearby this takes constant time.
func (t *Triangulation) Find(x, y float64, hint int) int {
	n := len(t.at)
	if n == 0 {
		return -1
	}
	if hint < 0 || hint >= n {
		hint = 0
	}
	if t.Collinear() {
		v, _ := t.along(x, y)
		return int(t.site[v])
	}
	v := t.at[hint]
	best := t.dist2(v, x, y)
	// Downhill to the best neighbour: from every vertex of a Delaunay
	// triangulation but the nearest there is a better one.
	for {
		u, tie := v, false
		first := t.out[v]
		for e := first; ; {
			// The ghost's distance is NaN and never less.
			w := t.org[next(e)]
			if dw := t.dist2(w, x, y); dw < best {
				u, best = w, dw
			} else if dw <= best*(1+8*unit)+orientTiny {
				tie = true
			}
			if e = t.twin[prev(e)]; e == first {
				break
			}
		}
		if u != v {
			v = u
			continue
		}
		if tie {
			v = t.flood(v, x, y)
		}
		return int(t.site[v])
	}
}

// along is Find where all vertices lie on a line, in the order of their numbers:
// distances fall along it, and rise again. looked is how many vertices it has
// looked at.
func (t *Triangulation) along(x, y float64) (v int32, looked int) {
	lo, hi := int32(1), int32(len(t.x)-1)
	for lo < hi {
		v := lo + (hi-lo)/2
		looked++
		// |w - q|² - |v - q|² for w = v+1 as a product: the difference of the two
		// would be lost in rounding where q is far away.
		ax, ay, bx, by := t.x[v], t.y[v], t.x[v+1], t.y[v+1]
		if (bx-ax)*((ax-x)+(bx-x))+(by-ay)*((ay-y)+(by-y)) < 0 {
			lo = v + 1
		} else {
			hi = v
		}
	}
	// As in flood: rounding may make one nearer that is not.
	low, best := lo, t.dist2(lo, x, y)
	for _, way := range [2]int32{-1, 1} {
		for w := lo + way; w >= 1 && int(w) < len(t.x); w += way {
			dw := t.dist2(w, x, y)
			looked++
			if dw > best*(1+8*unit)+orientTiny {
				break
			}
			if dw < best || dw == best && t.site[w] < t.site[low] {
				low, best = w, dw
			}
		}
	}
	return low, looked
}

func (t *Triangulation) dist2(v int32, x, y float64) float64 {
	dx, dy := t.x[v]-x, t.y[v]-y
	return float64(dx*dx) + float64(dy*dy)
}

// flood ends a search where rounding may hide the way down: squared distances
// are computed to within 4u, so that a true way down never seems to rise above
// 1+8u of the least so far. It visits all that can be reached below that.
func (t *Triangulation) flood(v int32, x, y float64) int32 {
	low, best := v, t.dist2(v, x, y)
	seen := map[int32]bool{v: true}
	for queue := []int32{v}; len(queue) > 0; queue = queue[1:] {
		first := t.out[queue[0]]
		for e := first; ; {
			w := t.org[next(e)]
			if dw := t.dist2(w, x, y); dw <= best*(1+8*unit)+orientTiny && !seen[w] {
				seen[w] = true
				queue = append(queue, w)
				if dw < best || dw == best && t.site[w] < t.site[low] {
					low, best = w, dw
				}
			}
			if e = t.twin[prev(e)]; e == first {
				break
			}
		}
	}
	return low
}

// locate returns a half-edge of the triangle that holds (x, y), or -1 outside
// the hull. The walk starts at vertex v.
func (t *Triangulation) locate(x, y float64, v int32) int32 {
	if t.Collinear() {
		return -1
	}
	e := t.out[v]
	for t.org[e] == ghost || t.org[next(e)] == ghost || t.org[prev(e)] == ghost {
		e = t.twin[prev(e)]
	}
walk:
	for {
		for range 3 {
			u, w := t.org[e], t.org[next(e)]
			if Orient2D(t.x[u], t.y[u], t.x[w], t.y[w], x, y) < 0 {
				e = t.twin[e]
				if t.org[prev(e)] == ghost {
					return -1
				}
				continue walk
			}
			e = next(e)
		}
		return e
	}
}
