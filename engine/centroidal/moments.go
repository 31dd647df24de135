package centroidal

import (
	"sync"

	"gonum.org/v1/gonum/integrate/quad"
)

// moments holds the moments of a polygon under a density, about a point s: ∫ρ, ∫ρ(x − s) and ∫ρ‖x − s‖².
type moments struct{ mass, x, y, second float64 }

// work holds buffers that are reused.
type work struct{ rest, slab, column, piece, spare []float64 }

// node is a point of a triangle, in barycentric coordinates of the second and third corner, with its weight relative to
// the triangle's area.
type node struct{ b, c, weight float64 }

// triangleRule returns a rule that is exact for polynomials of degree 2n − 2 on triangles: Gauss points along one side
// and from there to the opposite corner (Stroud, Approximate Calculation of Multiple Integrals, 1971, conical
// products).
func triangleRule(n int) []node {
	x, w := make([]float64, n), make([]float64, n)
	quad.Legendre{}.FixedLocations(x, w, 0, 1)
	var list []node
	for i, u := range x {
		for j, v := range x {
			list = append(list, node{u, v * (1 - u), 2 * w[i] * w[j] * (1 - u)})
		}
	}
	return list
}

// rules are made at first use, so that a program without this method does not contain them.
var rules struct {
	once    sync.Once
	quartic []node // for a bilinear density times ‖x − s‖², a polynomial of degree 4
	octic   []node // for a formula times ‖x − s‖²
}

func theRules() (quartic, octic []node) {
	rules.once.Do(func() { rules.quartic, rules.octic = triangleRule(3), triangleRule(5) })
	return rules.quartic, rules.octic
}

// moments returns the moments of a convex polygon within the unit square, counterclockwise, about (sx, sy).
func (d *density) moments(w *work, xy []float64, sx, sy float64) (m moments) {
	if len(xy) < 6 {
		return m
	}
	if d.form == flat {
		m.polygon(xy, sx, sy, d.scale)
		return m
	}
	x0, y0, x1, y1 := bounds(xy)
	if d.form == formula && max(x1-x0, y1-y0) <= d.step {
		d.piece(&m, 0, xy, sx, sy)
		return m
	}
	// Cut the polygon into columns of patches, and each column into patches.
	w.rest = append(w.rest[:0], xy...)
	last := d.column(x1)
	for i := d.column(x0); i <= last && len(w.rest) >= 6; i++ {
		if i < last {
			w.slab, w.spare = part(w.rest, 0, d.line(i), w.slab[:0], w.spare[:0])
			w.rest, w.spare = w.spare, w.rest
		} else {
			w.slab = append(w.slab[:0], w.rest...)
		}
		if len(w.slab) < 6 {
			continue
		}
		_, y0, _, y1 = bounds(w.slab)
		top := d.column(y1)
		for j := d.column(y0); j <= top && len(w.slab) >= 6; j++ {
			k := j*(d.lines+1) + i
			if j == top {
				d.piece(&m, k, w.slab, sx, sy)
				break
			}
			w.piece, w.column = part(w.slab, 1, d.line(j), w.piece[:0], w.column[:0])
			w.slab, w.column = w.column, w.slab
			d.piece(&m, k, w.piece, sx, sy)
		}
	}
	return m
}

func bounds(xy []float64) (x0, y0, x1, y1 float64) {
	x0, y0, x1, y1 = xy[0], xy[1], xy[0], xy[1]
	for i := 2; i < len(xy); i += 2 {
		x0, x1 = min(x0, xy[i]), max(x1, xy[i])
		y0, y1 = min(y0, xy[i+1]), max(y1, xy[i+1])
	}
	return x0, y0, x1, y1
}

// part appends the part of a convex polygon below a line (of constant x, or of constant y with axis 1) to lo, and the
// part above it to hi.
func part(xy []float64, axis int, at float64, lo, hi []float64) ([]float64, []float64) {
	n := len(xy)
	px, py := xy[n-2], xy[n-1]
	sp := xy[n-2+axis] - at
	for i := 0; i < n; i += 2 {
		qx, qy := xy[i], xy[i+1]
		sq := xy[i+axis] - at
		if sp < 0 && sq > 0 || sp > 0 && sq < 0 {
			t := sp / (sp - sq)
			x, y := px+t*(qx-px), py+t*(qy-py)
			if axis == 0 {
				x = at
			} else {
				y = at
			}
			lo, hi = append(lo, x, y), append(hi, x, y)
		}
		if sq <= 0 {
			lo = append(lo, qx, qy)
		}
		if sq >= 0 {
			hi = append(hi, qx, qy)
		}
		px, py, sp = qx, qy, sq
	}
	return lo, hi
}

// piece adds the moments of a polygon that lies in patch k.
func (d *density) piece(m *moments, k int, xy []float64, sx, sy float64) {
	if len(xy) < 6 {
		return
	}
	quartic, octic := theRules()
	switch d.form {
	case tiles:
		m.polygon(xy, sx, sy, d.scale*d.value[k])
	case bilinear:
		v := d.value[4*k : 4*k+4]
		if v[0] == v[1] && v[0] == v[2] && v[0] == v[3] {
			if v[0] > 0 {
				m.polygon(xy, sx, sy, d.scale*v[0])
			}
			return
		}
		i, j := k%(d.lines+1), k/(d.lines+1)
		x0, y0, per := d.line(i-1), d.line(j-1), 1/d.step
		a, b, c, e := v[0], v[1]-v[0], v[2]-v[0], v[3]-v[2]-v[1]+v[0]
		m.fan(quartic, xy, sx, sy, d.scale, func(x, y float64) float64 {
			s, t := (x-x0)*per, (y-y0)*per
			return a + b*s + (c+e*s)*t
		})
	case formula:
		rule := octic
		if x0, y0, x1, y1 := bounds(xy); max(x1-x0, y1-y0) <= d.step/2 {
			rule = quartic // on such a small piece the formula is nearly a polynomial of low degree
		}
		m.fan(rule, xy, sx, sy, d.scale, d.at)
	}
}

// polygon adds the moments of a polygon of constant density: a sum over the triangles between s and the sides, in
// closed form.
func (m *moments) polygon(xy []float64, sx, sy, rho float64) {
	n := len(xy)
	px, py := xy[n-2]-sx, xy[n-1]-sy
	var mass, x, y, second float64
	for i := 0; i < n; i += 2 {
		qx, qy := xy[i]-sx, xy[i+1]-sy
		a := px*qy - qx*py // twice the area
		mass += a
		x += a * (px + qx)
		y += a * (py + qy)
		second += a * (px*px + px*qx + qx*qx + py*py + py*qy + qy*qy)
		px, py = qx, qy
	}
	m.mass += rho * mass / 2
	m.x += rho * x / 6
	m.y += rho * y / 6
	m.second += rho * second / 12
}

// fan adds the moments of a polygon by a rule on its triangles.
func (m *moments) fan(rule []node, xy []float64, sx, sy, scale float64, at func(x, y float64) float64) {
	ax, ay := xy[0], xy[1]
	for i := 2; i+3 < len(xy); i += 2 {
		bx, by := xy[i]-ax, xy[i+1]-ay
		cx, cy := xy[i+2]-ax, xy[i+3]-ay
		area := (bx*cy - cx*by) / 2 * scale
		if area == 0 {
			continue
		}
		for _, g := range rule {
			x, y := ax+g.b*bx+g.c*cx, ay+g.b*by+g.c*cy
			r := area * g.weight * at(x, y)
			x -= sx
			y -= sy
			m.mass += r
			m.x += r * x
			m.y += r * y
			m.second += r * (x*x + y*y)
		}
	}
}
