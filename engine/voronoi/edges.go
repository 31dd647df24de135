package voronoi

import (
	"math"

	"pointscape/engine/method"
)

// neighbors calls fn with the vertices whose cells share an edge of positive length with v's cell.
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

// Neighbors returns the sites whose cells share an edge of positive length with the site's cell, counterclockwise.
func (t *Triangulation) Neighbors(site int) []int {
	var list []int
	t.neighbors(t.at[site], func(w int32) { list = append(list, int(t.site[w])) })
	return list
}

// Edges calls fn once for each edge of the diagram that has a positive length in the box, with the two sites that it
// separates and its ends within the box. The error is the job's.
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
		// Points on the bisector: middle + s · normal.
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

// edge clips the part from s0 to s1 of the bisector of v and w (Liang, Barsky, 1984).
func (d *Diagram) edge(box *Box, v, w int32, s0, s1 float64, fn func(s, r int, x0, y0, x1, y1 float64)) {
	nx, ny := d.y[v]-d.y[w], d.x[w]-d.x[v]
	mx, my := (d.x[v]+d.x[w])/2, (d.y[v]+d.y[w])/2
	if most := max(math.Abs(nx), math.Abs(ny)); most < 1e-150 { // otherwise s overflows within the box
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

// Find returns the site nearest to (x, y), or −1 if there are none: the one with the smallest squared distance in
// float64; of equally near ones the lowest number. It walks from neighbour to neighbour, from site hint if that is a
// site: constant time if the hint is near.
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
	// Move to the best neighbour: in a Delaunay triangulation, every vertex but the nearest has a neighbour that is
	// nearer.
	for {
		u, tie := v, false
		first := t.out[v]
		for e := first; ; {
			// The ghost's distance is NaN, which is never less.
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

// along is Find for collinear vertices, which are numbered along their line: distances first decrease and then
// increase. looked is the number of distances computed.
func (t *Triangulation) along(x, y float64) (v int32, looked int) {
	lo, hi := int32(1), int32(len(t.x)-1)
	for lo < hi {
		v := lo + (hi-lo)/2
		looked++
		// |w − q|² − |v − q|² for w = v+1 in factored form: the plain difference would lose all digits if q is far
		// away.
		ax, ay, bx, by := t.x[v], t.y[v], t.x[v+1], t.y[v+1]
		if (bx-ax)*((ax-x)+(bx-x))+(by-ay)*((ay-y)+(by-y)) < 0 {
			lo = v + 1
		} else {
			hi = v
		}
	}
	// As in flood: rounding may make another vertex the nearest.
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

// flood finishes a search in which rounding may hide a descent. Squared distances are computed to within 4u, so along a
// true descent the computed values never exceed 1+8u times the least so far. flood visits all vertices reachable below
// that bound.
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

// locate returns a half-edge of the triangle that contains (x, y), or −1 outside the hull, and if there are no
// triangles. The walk starts at vertex v.
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
