package voronoi

import (
	"math"
	"slices"
	"sync"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Box is the rectangle to which a diagram is clipped.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Diagram is the Voronoi diagram of a triangulation. It is safe for concurrent
// use.
type Diagram struct {
	*Triangulation
	cx, cy []float64 // circumcentres: the vertices of the diagram

	mu    sync.Mutex
	cells *Cells // result of the last call of Cells
}

// DiagramOf returns the Voronoi diagram of sites, two coordinates each.
func DiagramOf(job method.Job, sites []float64) (*Diagram, error) {
	t, err := New(job, sites)
	if err != nil {
		return nil, err
	}
	return NewDiagram(job, t)
}

// BoxOf returns the part of the plane that a viewport shows.
func BoxOf(v picture.Viewport) Box { return Box{X0: v.X0, Y0: v.Y0, X1: v.X1, Y1: v.Y1} }

// NewDiagram makes the Voronoi diagram of t, which must not change any more.
func NewDiagram(job method.Job, t *Triangulation) (*Diagram, error) {
	d := &Diagram{Triangulation: t}
	var err error
	d.cx, d.cy, err = t.circumcenters(job)
	return d, err
}

// Cells are the Voronoi cells of all sites, clipped to a box.
type Cells struct {
	Box   Box
	XY    []float64 // corners x, y of all cells, counterclockwise
	site  []int32   // per vertex of the triangulation: its site
	at    []int32
	start []int32 // first corner of each vertex's cell; its end is the next one's start
}

// Cell returns the corners x0, y0, x1, y1, … of a site's cell, counterclockwise; none if the cell's part in the box has
// no area. Coinciding corners, where more than three cells meet, are listed once.
func (c *Cells) Cell(site int) []float64 {
	v := c.at[site]
	return c.XY[2*c.start[v] : 2*c.start[v+1]]
}

// Area returns the area of a site's cell within the box.
func (c *Cells) Area(site int) float64 { return polygonArea(c.Cell(site)) }

// Each calls fn with every site whose cell meets the box, in an order in which consecutive sites are near each other.
func (c *Cells) Each(fn func(site int, xy []float64)) {
	for v := 1; v+1 < len(c.start); v++ {
		if a, b := c.start[v], c.start[v+1]; a < b {
			fn(int(c.site[v]), c.XY[2*a:2*b])
		}
	}
}

func polygonArea(xy []float64) float64 {
	if len(xy) < 6 {
		return 0
	}
	x0, y0 := xy[0], xy[1]
	sum := 0.0
	px, py := xy[2]-x0, xy[3]-y0
	for i := 4; i+1 < len(xy); i += 2 {
		qx, qy := xy[i]-x0, xy[i+1]-y0
		sum += px*qy - qx*py
		px, py = qx, qy
	}
	return sum / 2
}

// Cells clips all cells to a box with X0 < X1 and Y0 < Y1. The last result is cached. The error is the job's.
func (d *Diagram) Cells(job method.Job, box Box) (*Cells, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.cells != nil && d.cells.Box == box {
		return d.cells, nil
	}
	c := &Cells{}
	if err := d.clip(job, box, c); err != nil {
		return nil, err
	}
	d.cells = c
	return c, nil
}

// Sides of the box beyond which a point lies, as bits.
const (
	left = 1 << iota
	right
	below
	above
	atInfinity
)

func (b *Box) code(x, y float64) uint8 {
	c := uint8(0)
	if x < b.X0 {
		c = left
	} else if x > b.X1 {
		c = right
	}
	if y < b.Y0 {
		c |= below
	} else if y > b.Y1 {
		c |= above
	}
	return c
}

// clip computes the cells into c, reusing its memory.
func (d *Diagram) clip(job method.Job, box Box, c *Cells) error {
	n := len(d.x)
	c.Box = box
	c.site, c.at = d.site, d.at
	c.start = slices.Grow(c.start[:0], n+1)
	c.start = append(c.start, 0)
	c.XY = c.XY[:0]
	k := &clipper{d: d, box: box}
	if d.Collinear() {
		for v := 1; v < n; v++ {
			c.start = append(c.start, int32(len(c.XY)/2))
			k.strip(v)
			c.XY = k.emit(c.XY)
		}
		c.start = append(c.start, int32(len(c.XY)/2))
		return nil
	}
	code, inside := d.codes(&box)
	// Space for all corners inside the box, and for some cut ones.
	c.XY = slices.Grow(c.XY, 6*inside+1024)
	for v := int32(1); v < int32(n); v++ {
		if v&4095 == 0 {
			if err := job.Err(); err != nil {
				return err
			}
		}
		c.start = append(c.start, int32(len(c.XY)/2))
		c.XY = k.corners(c.XY, v, code)
	}
	c.start = append(c.start, int32(len(c.XY)/2))
	return nil
}

// codes returns the sides of the box beyond which each corner lies, and how many are inside.
func (d *Diagram) codes(box *Box) (code []uint8, inside int) {
	code = make([]uint8, len(d.cx))
	for i, x := range d.cx {
		if x != x {
			code[i] = atInfinity
			continue
		}
		if code[i] = box.code(x, d.cy[i]); code[i] == 0 {
			inside++
		}
	}
	return code, inside
}

// CellOf clips one site's cell.
func (d *Diagram) CellOf(site int, box Box) []float64 {
	k := &clipper{d: d, box: box}
	v := d.at[site]
	if d.Collinear() {
		k.strip(int(v))
		return k.emit(nil)
	}
	for e := d.out[v]; ; {
		k.fan = append(k.fan, e)
		if e = d.twin[prev(e)]; e == d.out[v] {
			break
		}
	}
	k.polygon(v)
	return k.emit(nil)
}

// near reports whether the circumcentres p and q, both of triangles with a corner at v, may be the same point. Equal
// ones differ only by rounding: by less than 1e-12 of the radius and some units in the last place.
func near(px, py, qx, qy, vx, vy float64) bool {
	tol := 1e-9*(math.Abs(px-vx)+math.Abs(py-vy)) + 1e-14*(math.Abs(px)+math.Abs(py))
	return math.Abs(px-qx) <= tol && math.Abs(py-qy) <= tol
}

// degenerate reports whether the Voronoi edge across half-edge e, between two real triangles, has length 0: its four
// sites lie exactly on one circle.
func (t *Triangulation) degenerate(e int32) bool {
	a, b, c, d := t.org[e], t.org[next(e)], t.org[prev(e)], t.org[prev(t.twin[e])]
	if a == ghost || b == ghost || c == ghost || d == ghost {
		return false
	}
	return InCircle(t.x[a], t.y[a], t.x[b], t.y[b], t.x[c], t.y[c], t.x[d], t.y[d]) == 0
}

// clipper clips one cell after the other.
type clipper struct {
	d    *Diagram
	box  Box
	fan  []int32 // half-edges that start at the vertex, counterclockwise
	p, q []corner
	vx   float64 // site of the cell
	vy   float64
}

// corner is a corner of the polygon, with the edge that begins there.
type corner struct {
	x, y float64
	edge int32 // the edge is on the bisector with this vertex, or one of the constants below
}

const (
	sideOfBox int32 = -1 - iota
	farAway
)

// corners appends the cell of a vertex.
func (k *clipper) corners(xy []float64, v int32, code []uint8) []float64 {
	k.fan = k.fan[:0]
	all := uint8(0xff)
	for e, first := k.d.out[v], k.d.out[v]; ; {
		k.fan = append(k.fan, e)
		all &= code[e/3]
		if e = k.d.twin[prev(e)]; e == first {
			break
		}
	}
	if all&^atInfinity != 0 {
		return xy // the cell lies beyond one side
	}
	k.polygon(v)
	return k.emit(xy)
}

// polygon makes the cell of vertex v from k.fan and clips it.
func (k *clipper) polygon(v int32) {
	d := k.d
	k.vx, k.vy = d.x[v], d.y[v]
	k.p = k.p[:0]
	n := len(k.fan)
	for i, e := range k.fan {
		f := k.fan[(i+1)%n] // the next triangle is across the edge v-w
		w := d.org[prev(e)]
		x, y := d.cx[e/3], d.cy[e/3]
		if x == x {
			g := d.cx[f/3]
			if g == g && near(x, y, g, d.cy[f/3], k.vx, k.vy) && d.degenerate(f) {
				continue
			}
			k.p = append(k.p, corner{x, y, w})
			continue
		}
		if w != ghost {
			continue // one of the ghost's two triangles at v: both are handled at the one with w = ghost
		}
		// The two rays of an unbounded cell. Half-edge e runs along the hull to the vertex before v; f's triangle is
		// the other ghost triangle.
		before, after := d.org[next(e)], d.org[prev(f)]
		c1, c2 := d.twin[e]/3, d.twin[prev(f)]/3
		k.unbounded(before, after, d.cx[c1], d.cy[c1], d.cx[c2], d.cy[c2])
	}
	k.cut()
}

// unbounded adds the far corners of a cell whose rays start at a and b. They are so far away that the edges between
// them do not meet the box.
func (k *clipper) unbounded(before, after int32, ax, ay, bx, by float64) {
	d := k.d
	mx, my := (k.box.X0+k.box.X1)/2, (k.box.Y0+k.box.Y1)/2
	far := max(k.box.X1-k.box.X0, k.box.Y1-k.box.Y0,
		math.Abs(ax-mx), math.Abs(ay-my), math.Abs(bx-mx), math.Abs(by-my),
		math.Abs(k.vx-mx), math.Abs(k.vy-my)) * 16
	// Outward normals of the two edges of the hull.
	unit := func(x, y float64) (float64, float64) {
		l := math.Hypot(x, y)
		return x / l, y / l
	}
	ux, uy := unit(k.vy-d.y[before], d.x[before]-k.vx)
	wx, wy := unit(d.y[after]-k.vy, k.vx-d.x[after])
	k.p = append(k.p, corner{ax + far*ux, ay + far*uy, farAway})
	if dot := ux*wx + uy*wy; dot < 0.5 {
		// The normals are at most half a turn apart, counterclockwise.
		sx, sy := ux+wx, uy+wy
		if dot < -0.5 {
			sx, sy = -uy+wy, ux-wx
		}
		sx, sy = unit(sx, sy)
		k.p = append(k.p, corner{mx + far*sx, my + far*sy, farAway})
	}
	k.p = append(k.p, corner{bx + far*wx, by + far*wy, after})
}

// strip computes the cell of a vertex if all vertices are collinear.
func (k *clipper) strip(v int) {
	d, b := k.d, &k.box
	k.vx, k.vy = d.x[v], d.y[v]
	k.p = append(k.p[:0], corner{b.X0, b.Y0, sideOfBox}, corner{b.X1, b.Y0, sideOfBox},
		corner{b.X1, b.Y1, sideOfBox}, corner{b.X0, b.Y1, sideOfBox})
	// Collinear vertices are numbered along their line.
	for _, w := range []int{v - 1, v + 1} {
		if w < 1 || w >= len(d.x) {
			continue
		}
		nx, ny := d.x[w]-k.vx, d.y[w]-k.vy
		mx, my := k.vx+nx/2, k.vy+ny/2
		k.q = k.q[:0]
		for i, p := range k.p {
			q := k.p[(i+1)%len(k.p)]
			sp := (p.x-mx)*nx + (p.y-my)*ny
			sq := (q.x-mx)*nx + (q.y-my)*ny
			if sp <= 0 {
				if sq > 0 && sp == 0 {
					p.edge = int32(w)
				}
				k.q = append(k.q, p)
			}
			if sp < 0 && sq > 0 || sp > 0 && sq < 0 {
				s := sp / (sp - sq)
				c := corner{p.x + s*(q.x-p.x), p.y + s*(q.y-p.y), p.edge}
				if sp < 0 {
					c.edge = int32(w)
				}
				k.q = append(k.q, c)
			}
		}
		k.p, k.q = k.q, k.p
	}
}

// cut clips k.p to the box, one side after the other (Sutherland, Hodgman, "Reentrant polygon clipping", 1974). The
// intersection of an edge with a side is computed from the two sites, not from the edge's ends, which may be far away.
func (k *clipper) cut() {
	b := &k.box
	k.side(b.X0, 1, false)
	k.side(b.X1, -1, false)
	k.side(b.Y0, 1, true)
	k.side(b.Y1, -1, true)
}

// side keeps the part with s*(x-at) >= 0, or s*(y-at) >= 0 if flip is set.
func (k *clipper) side(at, s float64, flip bool) {
	out := k.q[:0]
	n := len(k.p)
	for i, p := range k.p {
		j := i + 1
		if j == n {
			j = 0
		}
		q := k.p[j]
		dp, dq := s*(p.x-at), s*(q.x-at)
		if flip {
			dp, dq = s*(p.y-at), s*(q.y-at)
		}
		if dp >= 0 {
			if dp == 0 && dq < 0 {
				p.edge = sideOfBox
			}
			out = append(out, p)
		}
		if dp > 0 && dq < 0 || dp < 0 && dq > 0 {
			c := corner{edge: p.edge}
			if flip {
				c.y, c.x = at, k.cross(p.y, p.x, q.y, q.x, at, p.edge, true)
			} else {
				c.x, c.y = at, k.cross(p.x, p.y, q.x, q.y, at, p.edge, false)
			}
			if dp > 0 {
				c.edge = sideOfBox
			}
			out = append(out, c)
		}
	}
	k.p, k.q = out, k.p
}

// cross returns the second coordinate of the point where the edge from (px, py) to (qx, qy) meets the line "first
// coordinate = at". flip says that the coordinates are exchanged.
func (k *clipper) cross(px, py, qx, qy, at float64, edge int32, flip bool) float64 {
	lo, hi := min(py, qy), max(py, qy)
	if edge < 0 {
		return min(max(py+(at-px)/(qx-px)*(qy-py), lo), hi)
	}
	vx, vy, wx, wy := k.vx, k.vy, k.d.x[edge], k.d.y[edge]
	if flip {
		vx, vy, wx, wy = vy, vx, wy, wx
	}
	nx, ny := wx-vx, wy-vy
	if ny == 0 {
		return py // the edge is parallel to the line up to rounding
	}
	y := (vy+wy)/2 - (at-(vx+wx)/2)*nx/ny
	return min(max(y, lo), hi)
}

// emit appends the polygon k.p to xy if it has an area.
func (k *clipper) emit(xy []float64) []float64 {
	from := len(xy)
	for i, c := range k.p {
		last := k.p[(i+len(k.p)-1)%len(k.p)]
		if c.x != last.x || c.y != last.y {
			xy = append(xy, c.x, c.y)
		}
	}
	if !(polygonArea(xy[from:]) > 0) {
		return xy[:from]
	}
	return xy
}
