package picture

import (
	"math"
	"unsafe"
)

// ClassBoundaries returns the lines between the classes of a raster (nil for Sequential, Diverging and Colors). Each
// border is traced once; the ends of borders coincide where three regions meet. Continuous scores give borders that are
// exact up to linear interpolation between nodes. Sharp rasters and Labels give lines with few corners that separate
// the nodes as the labels do; with Boxes the lines are vertical and horizontal along the cuts.
func ClassBoundaries(r *Raster) []*Path {
	n := r.Grid.W * r.Grid.H
	if n == 0 || len(r.Planes) == 0 || r.Kind == Sequential || r.Kind == Diverging || r.Kind == Colors {
		return nil
	}
	for _, p := range r.Planes {
		if len(p) != n {
			return nil
		}
	}
	var xy []float64
	var starts []int
	tiles := r.Sharp || r.Kind == Labels
	if r.Kind == Decision && !tiles {
		xy, starts, _ = r.Relief(0).e.march(0).trace(false)
	} else {
		m := newBorders(r, tiles)
		xy, starts, _ = m.march().trace(m.boxes != nil)
		if tiles && m.boxes == nil {
			xy, starts = straighten(xy, starts, r.Grid)
		}
	}
	if len(starts) == 0 {
		return nil
	}
	return []*Path{{Role: RoleBoundary, Class: NoClass, XY: xy, Starts: starts}}
}

// borders runs marching squares over cells whose corners carry class labels instead of values.
type borders struct {
	r      *Raster
	w, h   int // size of the extended grid, as in extend
	xs, ys []float64
	label  []uint8 // number of the plane, class id (Labels) or side; or none, or noWin for NaN
	tiles  bool    // borders half-way between nodes rather than where scores are equal
	boxes  *Boxes  // borders along cuts, with corners between them
}

// none is the label of a node without a class.
const none = noWin - 1

func makeBorders(r *Raster, tiles bool) *borders {
	g := r.Grid
	m := &borders{r: r, w: g.W + 2, h: g.H + 2, tiles: tiles,
		xs: borderCoords(g.X0, g.DX, g.W), ys: borderCoords(g.Y0, g.DY, g.H)}
	if tiles {
		m.boxes = r.Boxes
	}
	return m
}

// labels are the class labels of the nodes, computed from one version of the planes.
type labels struct {
	of    *version
	label []uint8
}

func newBorders(r *Raster, tiles bool) *borders {
	m, g := makeBorders(r, tiles), r.Grid
	if r.Kind == Decision && tiles {
		m.sides(r.Planes[0], 0)
		return m
	}
	if known := r.labels; known != nil && tiles && r.follows(known.of) {
		m.label = known.label
		r.Touched(m.inner)
	} else {
		m.label = make([]uint8, m.w*m.h)
		m.inner(0, 0, g.W, g.H)
	}
	if r.made != nil && tiles {
		r.labels = &labels{r.made, m.label}
	}
	if !tiles {
		for j := range m.h {
			for i := 0; i < m.w; i++ {
				if j > 0 && j < m.h-1 && i == 1 {
					i = m.w - 1
				}
				m.label[j*m.w+i] = m.labelAt(i, j, false)
			}
		}
	}
	if tiles {
		m.rim()
	}
	return m
}

// inner labels the nodes of a rectangle.
func (m *borders) inner(i0, j0, i1, j1 int) {
	for j := j0 + 1; j <= j1; j++ {
		for i := i0 + 1; i <= i1; i++ {
			m.label[j*m.w+i] = m.labelAt(i, j, true)
		}
	}
}

// rim copies the labels of neighbouring nodes to the nodes on the border.
func (m *borders) rim() {
	for j := range m.h {
		row := m.label[j*m.w : (j+1)*m.w]
		row[0], row[m.w-1] = row[1], row[m.w-2]
	}
	copy(m.label, m.label[m.w:2*m.w])
	copy(m.label[(m.h-1)*m.w:], m.label[(m.h-2)*m.w:])
}

// sides labels nodes by whether their values reach level.
func (m *borders) sides(values []float32, level float32) {
	if m.label == nil {
		m.label = make([]uint8, m.w*m.h)
	}
	w := m.w - 2
	for j := range m.h - 2 {
		row := m.label[(j+1)*m.w+1:][:w]
		for i, v := range values[j*w:][:w] {
			row[i] = side(v, level)
			if v != v {
				row[i] = noWin
			}
		}
	}
	m.rim()
}

func (m *borders) labelAt(i, j int, inner bool) uint8 {
	r := m.r
	switch r.Kind {
	case Labels:
		v := r.Planes[0][(j-1)*r.Grid.W+i-1]
		switch {
		case v != v:
			return noWin
		case v < 0:
			return none
		}
		return uint8(min(v, none-1))
	case Decision:
		v := r.Planes[0][(j-1)*r.Grid.W+i-1]
		switch {
		case v != v:
			return noWin
		case v < 0:
			return 0
		}
		return 1
	}
	best, k := float32(math.Inf(-1)), uint8(none)
	for c, p := range r.Planes[:min(len(r.Planes), none)] {
		var v float32
		if inner {
			v = p[(j-1)*r.Grid.W+i-1]
		} else {
			v = m.value(p, i, j)
		}
		if v != v {
			return noWin
		}
		if v > best || k == none {
			best, k = v, uint8(c)
		}
	}
	return k
}

// value returns the value of plane p at node (i, j) of the extended grid.
func (m *borders) value(p []float32, i, j int) float32 {
	g := m.r.Grid
	at := func(j int) float32 {
		row := p[j*g.W : (j+1)*g.W]
		switch {
		case i == 0:
			return beyond(row[0], row[min(1, g.W-1)])
		case i == m.w-1:
			return beyond(row[g.W-1], row[max(g.W-2, 0)])
		}
		return row[i-1]
	}
	switch {
	case j == 0:
		return beyond(at(0), at(min(1, g.H-1)))
	case j == m.h-1:
		return beyond(at(g.H-1), at(max(g.H-2, 0)))
	}
	return at(j - 1)
}

// between returns the position of the border between the labels of nodes (i, j) and (i2, j2) on the edge that joins
// them, 0..1 from the first one.
func (m *borders) between(i, j, i2, j2 int) float64 {
	if m.boxes != nil {
		if i != i2 {
			return m.boxes.step(0, i-1)
		}
		return m.boxes.step(1, j-1)
	}
	a, b := m.label[j*m.w+i], m.label[j2*m.w+i2]
	if m.tiles || a >= none || b >= none {
		return 0.5
	}
	pa, pb := m.r.Planes[a], m.r.Planes[b]
	p := float64(m.value(pa, i, j)) - float64(m.value(pb, i, j))
	q := float64(m.value(pb, i2, j2)) - float64(m.value(pa, i2, j2))
	if s := p / (p + q); s >= 0 && s <= 1 {
		return s
	}
	return 0.5
}

func (m *borders) march() *tracer {
	const skip = 8
	t := &tracer{}
	w := m.w
	up, down := make([]int32, w), make([]int32, w)
	lerp := func(a, b, s float64) float64 { return a + s*(b-a) }
	for j := 0; j+1 < m.h; j++ {
		a, b := m.label[j*w:(j+1)*w], m.label[(j+1)*w:(j+2)*w]
		clear(down)
		right := int32(0)
		for k := 0; k+1 < w; k++ {
			// Skip eight cells at once while they all have one label.
			for k+skip < w && a[k] == a[k+skip] && a[k] == b[k+skip] {
				all := uint64(a[k]) * 0x0101010101010101
				if *(*uint64)(unsafe.Pointer(&a[k])) != all || *(*uint64)(unsafe.Pointer(&b[k])) != all {
					break
				}
				right = 0
				k += skip
			}
			if k+1 == w {
				break
			}
			tl, tr, br, bl := a[k], a[k+1], b[k+1], b[k]
			if (tl^tr)|(tr^br)|(br^bl) == 0 {
				right = 0
				continue
			}
			var top, bottom, left, rv int32 // vertex indices plus one
			left, right = right, 0
			if tl != tr {
				if up[k] == 0 {
					up[k] = 1 + t.vertex(lerp(m.xs[k], m.xs[k+1], m.between(k, j, k+1, j)), m.ys[j])
				}
				top = up[k]
			}
			if bl != br {
				bottom = 1 + t.vertex(lerp(m.xs[k], m.xs[k+1], m.between(k, j+1, k+1, j+1)), m.ys[j+1])
				down[k] = bottom
			}
			if tl != bl {
				if left == 0 {
					left = 1 + t.vertex(m.xs[k], lerp(m.ys[j], m.ys[j+1], m.between(k, j, k, j+1)))
				}
			}
			if tr != br {
				rv = 1 + t.vertex(m.xs[k+1], lerp(m.ys[j], m.ys[j+1], m.between(k+1, j, k+1, j+1)))
				right = rv
			}
			var v [4]int32
			n := 0
			for _, x := range [4]int32{top, rv, bottom, left} {
				if x != 0 {
					v[n] = x - 1
					n++
				}
			}
			var x, y float64 // the meeting point of borders of boxes
			if m.boxes != nil {
				x = lerp(m.xs[k], m.xs[k+1], m.between(k, j, k+1, j))
				y = lerp(m.ys[j], m.ys[j+1], m.between(k, j, k, j+1))
			}
			join := func(a, b int32) {
				if m.boxes != nil {
					c := t.vertex(x, y)
					t.join(a, c)
					a = c
				}
				t.join(a, b)
			}
			switch {
			case n == 2:
				join(v[0], v[1])
			case n == 4 && tl == br && (tr != bl || m.joined(k, j)):
				join(top-1, rv-1)
				join(bottom-1, left-1)
			case n == 4 && tr == bl:
				join(left-1, top-1)
				join(rv-1, bottom-1)
			default:
				// Three or four regions meet: draw arms from each crossing to the mean of the crossings, with a
				// separate vertex at the end of each.
				if m.boxes == nil {
					for _, q := range v[:n] {
						x += t.xy[2*q] / float64(n)
						y += t.xy[2*q+1] / float64(n)
					}
				}
				for _, q := range v[:n] {
					t.join(q, t.vertex(x, y))
				}
			}
		}
		up, down = down, up
	}
	return t
}

// joined resolves a saddle, where top left and bottom right have one label and the other two corners another one. It
// reports whether the first region is connected through the middle.
func (m *borders) joined(i, j int) bool {
	a, b := m.label[j*m.w+i], m.label[j*m.w+i+1]
	if m.tiles || a >= none || b >= none {
		return true
	}
	pa, pb := m.r.Planes[a], m.r.Planes[b]
	var sum float32
	for _, d := range [4][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		sum += m.value(pa, i+d[0], j+d[1]) - m.value(pb, i+d[0], j+d[1])
	}
	return sum >= 0
}

// straighten replaces lines through the middles of grid edges (between nodes of different labels) by the shortest lines
// that cross the same edges at any position: slanted borders lose their steps, and no node changes sides. End points
// are kept. (The funnel algorithm of D. Lee and F. Preparata, 1984, with two rays as in M. Mononen's variant.)
func straighten(xy []float64, starts []int, g Grid) ([]float64, []int) {
	out := make([]float64, 0, len(xy)/4+16)
	outStarts := make([]int, 0, len(starts))
	var left, right []float64 // ends of the crossed edges, in tiles, in the direction of the line
	for k, s := range starts {
		e := len(xy) / 2
		if k+1 < len(starts) {
			e = starts[k+1]
		}
		outStarts = append(outStarts, len(out)/2)
		left, right = left[:0], right[:0]
		for i := s; i < e; i++ {
			lx, ly, rx, ry := edgeEnds(xy[2*s:2*e], i-s, g)
			left, right = append(left, lx, ly), append(right, rx, ry)
		}
		emit := func(p []float64) {
			x, y := g.X0+p[0]*g.DX, g.Y0+p[1]*g.DY
			if m := len(out); m >= 2 && m > 2*outStarts[k] && out[m-2] == x && out[m-1] == y {
				return
			}
			out = append(out, x, y)
		}
		emit(left)
		n := e - s
		apex, l, r := left[:2], left[:2], right[:2]
		li, ri := 0, 0
		for i := 1; i < n; i++ {
			nl, nr := left[2*i:2*i+2], right[2*i:2*i+2]
			if turn(apex, r, nr) <= 0 { // the right ray moves to the left
				if same(apex, r) || turn(apex, l, nr) > 0 {
					r, ri = nr, i
				} else { // past the left ray: l is a corner
					emit(l)
					apex, i = l, li
					l, r, ri = apex, apex, i
					continue
				}
			}
			if turn(apex, l, nl) >= 0 {
				if same(apex, l) || turn(apex, r, nl) < 0 {
					l, li = nl, i
				} else {
					emit(r)
					apex, i = r, ri
					l, r, li = apex, apex, i
					continue
				}
			}
		}
		emit(left[2*n-2:])
		if len(out) == 2*outStarts[k]+2 { // a loop around one node
			out = append(out, out[len(out)-2], out[len(out)-1])
		}
	}
	return out, outStarts
}

func same(a, b []float64) bool { return a[0] == b[0] && a[1] == b[1] }

// turn is positive if c lies clockwise of b as seen from a, with y pointing down.
func turn(a, b, c []float64) float64 {
	return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0])
}

// edgeEnds returns (approximately) the ends of the grid edge that point i of a line lies on, in tiles, the one to the
// left of the line's direction first. For the first and the last point of the line both are the point itself.
func edgeEnds(line []float64, i int, g Grid) (lx, ly, rx, ry float64) {
	x, y := (line[2*i]-g.X0)/g.DX, (line[2*i+1]-g.Y0)/g.DY
	n := len(line) / 2
	if i == 0 || i == n-1 {
		return x, y, x, y
	}
	const reach = 0.49 // of a tile on each side of the middle
	// An edge is horizontal if its x is half-way between two columns of nodes.
	dx, dy := 0.0, reach
	if math.Abs(x-math.Floor(x)-0.5) < 1e-6 && x > 0 && x < float64(g.W-1) {
		dx, dy = reach, 0
	}
	ax, ay := (line[2*i+2]-line[2*i-2])/g.DX, (line[2*i+3]-line[2*i-1])/g.DY
	if ax*dy-ay*dx > 0 { // (dx, dy) points to the right
		dx, dy = -dx, -dy
	}
	return x + dx, y + dy, x - dx, y - dy
}

// simplify removes points that lie within the tolerances of the line without them (D. Douglas and T. Peucker, 1973).
func simplify(xy []float64, starts []int, closed []bool, tolX, tolY float64) ([]float64, []int) {
	n := len(xy) / 2
	keep := make([]bool, n)
	type span struct{ a, b int }
	var todo []span
	for k, s := range starts {
		e := n - 1
		if k+1 < len(starts) {
			e = starts[k+1] - 1
		}
		keep[s], keep[e] = true, true
		if closed[k] { // split a loop at the point farthest from its start
			far, best := s, -1.0
			for i := s; i <= e; i++ {
				if d := math.Hypot((xy[2*i]-xy[2*s])/tolX, (xy[2*i+1]-xy[2*s+1])/tolY); d > best {
					far, best = i, d
				}
			}
			keep[far] = true
			todo = append(todo, span{s, far}, span{far, e})
		} else {
			todo = append(todo, span{s, e})
		}
		for len(todo) > 0 {
			q := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if q.b-q.a < 2 {
				continue
			}
			ax, ay := xy[2*q.a]/tolX, xy[2*q.a+1]/tolY
			dx, dy := xy[2*q.b]/tolX-ax, xy[2*q.b+1]/tolY-ay
			l2 := dx*dx + dy*dy
			far, best := 0, 1.0
			for i := q.a + 1; i < q.b; i++ {
				px, py := xy[2*i]/tolX-ax, xy[2*i+1]/tolY-ay
				s := 0.0
				if l2 > 0 {
					s = min(max((px*dx+py*dy)/l2, 0), 1)
				}
				ex, ey := px-s*dx, py-s*dy
				if d := ex*ex + ey*ey; d > best {
					far, best = i, d
				}
			}
			if far > 0 {
				keep[far] = true
				todo = append(todo, span{q.a, far}, span{far, q.b})
			}
		}
	}
	out := make([]float64, 0, 64)
	outStarts := make([]int, 0, len(starts))
	k := 0
	for i := range n {
		if k < len(starts) && starts[k] == i {
			outStarts = append(outStarts, len(out)/2)
			k++
		}
		if keep[i] {
			out = append(out, xy[2*i], xy[2*i+1])
		}
	}
	return out, outStarts
}
