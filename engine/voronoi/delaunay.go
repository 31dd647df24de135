// Package voronoi computes Delaunay triangulations and Voronoi diagrams of points in the plane. The topology is decided
// by exact predicates, so duplicates, collinear and cocircular points need no special treatment by the caller.
//
// Equal points are one site. Sites are numbered by first appearance.
package voronoi

import (
	"math"
	"slices"

	"pointscape/engine/method"
)

// Triangulation is a Delaunay triangulation in flat arrays. Vertices are numbered from 1 along a space-filling curve,
// so that neighbours in the plane are near in memory. Vertex 0 is the ghost at infinity: each edge of the hull has a
// triangle with it, so that the triangles form a topological sphere and the outside needs no special cases.
//
// Triangle t has the half-edges 3t, 3t+1, 3t+2. Half-edge e starts at org[e], ends at org[next(e)], and has its
// triangle on its left (counterclockwise). twin[e] is the reverse half-edge, in the triangle on its right. Every
// half-edge has a twin.
type Triangulation struct {
	x, y []float64 // coordinates of the vertices; NaN for the ghost
	org  []int32
	twin []int32
	out  []int32 // per vertex: a half-edge that starts there

	vertex []int32 // per point: its vertex
	site   []int32 // per vertex: its site; −1 for the ghost
	point  []int32 // per site: its first point
	at     []int32 // per site: its vertex
	line   []int32 // vertices in order along their line, if all are collinear

	scratch scratch
}

// scratch is memory that insert reuses.
type scratch struct{ stack, gone, rimV, rimE []int32 }

// ghost is the vertex at infinity.
const ghost int32 = 0

func next(e int32) int32 {
	if e%3 == 2 {
		return e - 2
	}
	return e + 1
}

func prev(e int32) int32 {
	if e%3 == 0 {
		return e + 2
	}
	return e - 1
}

// New triangulates the points x[0],x[1], x[2],x[3], …: finite numbers with absolute values of at most doc.MaxCoord. The
// points are divided into halves, alternately along x and y, and the halves' triangulations are joined along the
// dividing line (Guibas, Stolfi, "Primitives for the manipulation of general subdivisions and the computation of
// Voronoi diagrams", 1985; Dwyer, "A faster divide-and-conquer algorithm for constructing Delaunay triangulations",
// 1987). Time O(n log n), expected O(n log log n) for uniform points. The error is the job's.
func New(job method.Job, x []float64) (*Triangulation, error) { return newBy(fastJoin, job, x) }

// newBy is New by joining parts, or by inserting one point after the other.
func newBy(join bool, job method.Job, x []float64) (*Triangulation, error) {
	n := len(x) / 2
	t := &Triangulation{x: append(make([]float64, 0, n+1), math.NaN()), y: append(make([]float64, 0, n+1), math.NaN()),
		vertex: make([]int32, n)}
	if !join {
		if err := t.grow(job, x); err != nil {
			return nil, err
		}
	} else if n > 0 {
		keys := t.place(x)
		m := len(keys)
		t.org, t.twin, t.out = make([]int32, 6*(m-2)), make([]int32, 6*(m-2)), make([]int32, m)
		j := joiner{Triangulation: t, job: job, keys: keys}
		j.build(1, int32(m))
		if j.err != nil {
			return nil, j.err
		}
		if !t.anyReal() {
			t.collinear(x)
		}
	}
	t.index()
	return t, nil
}

// grow triangulates by inserting one point after the other (Bowyer, Watson, Comput. J. 24, 1981).
func (t *Triangulation) grow(job method.Job, x []float64) error {
	n := len(x) / 2
	// Find three points that are not collinear: the first, the next one elsewhere, and one off their line.
	second := 1
	for second < n && x[2*second] == x[0] && x[2*second+1] == x[1] {
		second++
	}
	third, side := second+1, 0
	for ; third < n; third++ {
		if side = Orient2D(x[0], x[1], x[2*second], x[2*second+1], x[2*third], x[2*third+1]); side != 0 {
			break
		}
	}
	if side == 0 {
		t.collinear(x)
		return nil
	}
	first := [3]int{0, second, third}
	if side < 0 {
		first = [3]int{0, third, second}
	}
	for _, p := range first {
		t.x, t.y = append(t.x, x[2*p]), append(t.y, x[2*p+1])
	}
	// Their triangle, and one with the ghost at each of its edges.
	t.org = append(t.org, 1, 2, 3, 2, 1, ghost, 3, 2, ghost, 1, 3, ghost)
	t.twin = append(t.twin, 3, 6, 9, 0, 11, 7, 1, 5, 10, 2, 8, 4)
	for p, near := 0, int32(0); p < n; p++ {
		if p%256 == 0 {
			if err := job.Err(); err != nil {
				return err
			}
		}
		near, t.vertex[p] = t.insert(x[2*p], x[2*p+1], near)
	}
	return nil
}

// anyReal reports whether there is a triangle without the ghost.
func (t *Triangulation) anyReal() bool {
	for e := 0; e < len(t.org); e += 3 {
		if t.org[e] != ghost && t.org[e+1] != ghost && t.org[e+2] != ghost {
			return true
		}
	}
	return false
}

// insert adds the vertex (px, py). The search starts at half-edge e of a real triangle. insert returns a half-edge of a
// real triangle with this vertex as a corner, and the vertex, which is an existing one if its position is the same.
func (t *Triangulation) insert(px, py float64, e int32) (near, vertex int32) {
	org, twin := t.org, t.twin

	// Walk from triangle to triangle across edges that have p strictly on their right. In a Delaunay triangulation this
	// terminates.
walk:
	for {
		for _, h := range [3]int32{e, next(e), prev(e)} {
			u, v := org[h], org[next(h)]
			if Orient2D(t.x[u], t.y[u], t.x[v], t.y[v], px, py) >= 0 {
				continue
			}
			if e = twin[h]; org[prev(e)] == ghost {
				break walk
			}
			continue walk
		}
		// p is in the closed triangle.
		for _, c := range [3]int32{org[e], org[next(e)], org[prev(e)]} {
			if t.x[c] == px && t.y[c] == py {
				return e, c
			}
		}
		break
	}

	// The triangles whose circumcircle contains p are connected, and their union is star-shaped about p without a
	// vertex inside. So a depth-first search visits each once, and visits the edges of the boundary counterclockwise.
	stack, gone := t.scratch.stack[:0], t.scratch.gone[:0]
	rimV, rimE := t.scratch.rimV[:0], t.scratch.rimE[:0]
	gone = append(gone, e-e%3)
	stack = append(stack, prev(e), next(e), e)
	for len(stack) > 0 {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		h := twin[e]
		f, g := next(h), prev(h)
		if t.conflict(org[h], org[f], org[g], px, py) {
			gone = append(gone, h-h%3)
			stack = append(stack, g, f)
			continue
		}
		rimV, rimE = append(rimV, org[f]), append(rimE, h)
	}
	t.scratch.stack, t.scratch.gone, t.scratch.rimV, t.scratch.rimE = stack, gone, rimV, rimE

	// A fan of triangles from p to the boundary replaces the cavity: two triangles more than before.
	p := int32(len(t.x))
	t.x, t.y = append(t.x, px), append(t.y, py)
	m := int32(len(org))
	t.org = append(org, 0, 0, 0, 0, 0, 0)
	t.twin = append(twin, 0, 0, 0, 0, 0, 0)
	org, twin = t.org, t.twin
	gone = append(gone, m, m+3)
	t.scratch.gone = gone
	before := gone[len(gone)-1]
	u := rimV[0]
	for i, s := range gone {
		h := rimE[i]
		v := org[h]
		org[s], org[s+1], org[s+2] = u, v, p
		twin[s], twin[h] = h, s
		twin[s+2], twin[before+1] = before+1, s+2
		before = s
		if u != ghost && v != ghost {
			near = s
		}
		u = v
	}
	return near, p
}

// conflict reports whether p lies inside the circumcircle of the triangle a, b, c. The "circle" of a ghost triangle is
// the open half-plane beyond its edge of the hull, and the open edge itself.
func (t *Triangulation) conflict(a, b, c int32, px, py float64) bool {
	switch ghost {
	case a:
		a, b = b, c
	case b:
		a, b = c, a
	case c:
	default:
		return InCircle(t.x[a], t.y[a], t.x[b], t.y[b], t.x[c], t.y[c], px, py) > 0
	}
	ax, ay, bx, by := t.x[a], t.y[a], t.x[b], t.y[b]
	side := Orient2D(ax, ay, bx, by, px, py)
	if side != 0 {
		return side > 0
	}
	if ax != bx {
		return (ax < px) == (px < bx) && px != ax && px != bx
	}
	return (ay < py) == (py < by) && py != ay && py != by
}

// collinear handles points that all lie on one line: there are no triangles, only an order.
func (t *Triangulation) collinear(x []float64) {
	order := make([]int32, len(x)/2)
	for i := range order {
		order[i] = int32(i)
	}
	byPlace := func(p, q int32) int { return comparePlaces(x[2*p], x[2*p+1], x[2*q], x[2*q+1]) }
	slices.SortFunc(order, byPlace)
	t.x, t.y, t.org, t.twin = t.x[:1], t.y[:1], t.org[:0], t.twin[:0]
	for i, p := range order {
		if i == 0 || byPlace(order[i-1], p) != 0 {
			t.x, t.y = append(t.x, x[2*p]), append(t.y, x[2*p+1])
			t.line = append(t.line, int32(len(t.line)+1))
		}
		t.vertex[p] = int32(len(t.line))
	}
}

// comparePlaces compares points by x, then by y.
func comparePlaces(ax, ay, bx, by float64) int {
	if ax == bx {
		ax, bx = ay, by
	}
	switch {
	case ax < bx:
		return -1
	case ax > bx:
		return 1
	}
	return 0
}

// index numbers the sites in the order of their first points, and finds a half-edge for each vertex.
func (t *Triangulation) index() {
	t.site, t.out = make([]int32, len(t.x)), make([]int32, len(t.x))
	for e, v := range t.org {
		t.out[v] = int32(e)
	}
	for v := range t.site {
		t.site[v] = -1
	}
	for p, v := range t.vertex {
		if t.site[v] < 0 {
			t.site[v] = int32(len(t.at))
			t.at = append(t.at, v)
			t.point = append(t.point, int32(p))
		}
	}
}

// Sites returns the number of distinct points.
func (t *Triangulation) Sites() int { return len(t.at) }

// Site returns the site of point p.
func (t *Triangulation) Site(p int) int { return int(t.site[t.vertex[p]]) }

// Point returns the first point of a site.
func (t *Triangulation) Point(site int) int { return int(t.point[site]) }

// XY returns the position of a site.
func (t *Triangulation) XY(site int) (x, y float64) {
	v := t.at[site]
	return t.x[v], t.y[v]
}

// Collinear reports whether all sites lie on one line, as fewer than three do.
func (t *Triangulation) Collinear() bool { return len(t.org) == 0 }

// TriangleCount returns the number of triangles.
func (t *Triangulation) TriangleCount() int {
	n := len(t.org) / 3
	t.hullEdges(func(int32) { n-- })
	return n
}

// Triangles appends the corners of each triangle to dst, counterclockwise, as sites.
func (t *Triangulation) Triangles(dst []int32) []int32 {
	for e := 0; e < len(t.org); e += 3 {
		a, b, c := t.org[e], t.org[e+1], t.org[e+2]
		if a != ghost && b != ghost && c != ghost {
			dst = append(dst, t.site[a], t.site[b], t.site[c])
		}
	}
	return dst
}

// hullEdges calls fn, counterclockwise around the hull, with the half-edges of the hull that have the sites on their
// left.
func (t *Triangulation) hullEdges(fn func(e int32)) {
	if len(t.org) == 0 {
		return
	}
	// Clockwise about the ghost is counterclockwise about the sites.
	start := t.out[ghost]
	for e := start; ; {
		fn(t.twin[next(e)])
		e = next(t.twin[e])
		if e == start {
			return
		}
	}
}

// Hull returns the corners of the convex hull, counterclockwise from the corner with the lowest site number; sites
// inside an edge are not corners. Collinear sites have two corners, and a single site is its own hull.
func (t *Triangulation) Hull() []int {
	var hull []int
	if t.Collinear() {
		if n := len(t.line); n > 0 {
			hull = append(hull, int(t.site[t.line[0]]))
			if n > 1 {
				hull = append(hull, int(t.site[t.line[n-1]]))
				slices.Sort(hull)
			}
		}
		return hull
	}
	var rim []int32
	t.hullEdges(func(e int32) { rim = append(rim, t.org[e]) })
	low := 0
	for i, v := range rim {
		u, w := rim[(i+len(rim)-1)%len(rim)], rim[(i+1)%len(rim)]
		if Orient2D(t.x[u], t.y[u], t.x[v], t.y[v], t.x[w], t.y[w]) == 0 {
			continue
		}
		if hull = append(hull, int(t.site[v])); hull[len(hull)-1] < hull[low] {
			low = len(hull) - 1
		}
	}
	return append(hull[low:], hull[:low]...)
}
