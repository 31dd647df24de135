package picture

import (
	"math"
	"sync"
)

// extended is a plane on the nodes of a grid, surrounded by nodes on the border of the tiles (half a tile outside),
// which are extrapolated linearly: contours reach the border of the view and stay straight there.
type extended struct {
	w, h   int
	xs, ys []float64 // coordinates of the columns and rows
	v      []float32
}

// extend returns the extended plane. NaN stays NaN; other values are limited to ±huge.
func extend(values []float32, g Grid) extended {
	w, h := g.W+2, g.H+2
	e := extended{w, h, borderCoords(g.X0, g.DX, g.W), borderCoords(g.Y0, g.DY, g.H), make([]float32, w*h)}
	row := func(j int) []float32 { return e.v[j*w : (j+1)*w] }
	for j := range g.H {
		dst := row(j + 1)
		for i, x := range values[j*g.W : (j+1)*g.W] {
			if x > huge || x < -huge {
				x = float32(math.Copysign(huge, float64(x)))
			}
			dst[i+1] = x
		}
		dst[0] = beyond(dst[1], dst[min(2, g.W)])
		dst[w-1] = beyond(dst[w-2], dst[max(w-3, 1)])
	}
	a, b, top := row(1), row(min(2, g.H)), row(0)
	c, d, bottom := row(h-2), row(max(h-3, 1)), row(h-1)
	for i := range w {
		top[i] = beyond(a[i], b[i])
		bottom[i] = beyond(c[i], d[i])
	}
	return e
}

// huge bounds the absolute values, so that differences and sums of four stay finite.
const huge = math.MaxFloat32 / 8

// beyond extrapolates linearly half a step past a, away from b.
func beyond(a, b float32) float32 { return a + (a-b)/2 }

func borderCoords(x0, dx float64, n int) []float64 {
	xs := make([]float64, n+2)
	xs[0] = x0 - dx/2
	for i := range n {
		xs[i+1] = x0 + float64(i)*dx
	}
	xs[n+1] = x0 + (float64(n)-0.5)*dx
	return xs
}

// walled surrounds e with nodes on the same border that lie below every level, and replaces NaN by such values:
// contours of the result are closed and follow the border where the region reaches it.
func (e extended) walled() extended {
	w, h := e.w+2, e.h+2
	double := func(xs []float64) []float64 {
		d := append(make([]float64, 0, len(xs)+2), xs[0])
		d = append(d, xs...)
		return append(d, xs[len(xs)-1])
	}
	o := extended{w, h, double(e.xs), double(e.ys), make([]float32, w*h)}
	inf := float32(math.Inf(-1))
	for i := range o.v {
		o.v[i] = inf
	}
	for j := range e.h {
		dst := o.v[(j+1)*w+1:]
		for i, x := range e.v[j*e.w : (j+1)*e.w] {
			if x == x {
				dst[i] = x
			}
		}
	}
	return o
}

// tracer joins segments to lines. A vertex has at most two neighbours.
type tracer struct {
	xy       []float64
	link     []int32 // two neighbours per vertex; -1 = none
	seen     []bool
	up, down []int32
}

// tracers is a pool that reuses memory: newTracer takes a tracer, trace returns it.
var tracers = sync.Pool{New: func() any { return new(tracer) }}

func newTracer() *tracer {
	t := tracers.Get().(*tracer)
	t.xy, t.link = t.xy[:0], t.link[:0]
	return t
}

func (t *tracer) vertex(x, y float64) int32 {
	t.xy = append(t.xy, x, y)
	t.link = append(t.link, -1, -1)
	return int32(len(t.xy)/2 - 1)
}

func (t *tracer) join(a, b int32) {
	put := func(v, to int32) {
		if t.link[2*v] < 0 {
			t.link[2*v] = to
		} else {
			t.link[2*v+1] = to
		}
	}
	put(a, b)
	put(b, a)
}

// trace returns the lines, open ones first, then closed ones, whose first point is repeated at the end, and puts t back
// into the pool. If straight is set, points in the middle of horizontal and vertical runs are left out.
func (t *tracer) trace(straight bool) (xy []float64, starts []int, closed []bool) {
	n := len(t.link) / 2
	defer tracers.Put(t)
	if n == 0 {
		return nil, nil, nil
	}
	xy = make([]float64, 0, len(t.xy)+16)
	seen := grow(&t.seen, n)
	clear(seen)
	base := 0
	add := func(v int32) {
		x, y := t.xy[2*v], t.xy[2*v+1]
		m := len(xy)
		if m > base && xy[m-2] == x && xy[m-1] == y {
			return
		}
		if straight && m >= base+4 &&
			(xy[m-2] == x && xy[m-4] == x || xy[m-1] == y && xy[m-3] == y) {
			xy[m-2], xy[m-1] = x, y
			return
		}
		xy = append(xy, x, y)
	}
	walk := func(from int32, loop bool) {
		base = len(xy)
		prev, v := int32(-1), from
		for v >= 0 && !seen[v] {
			seen[v] = true
			add(v)
			next := t.link[2*v]
			if next == prev || next >= 0 && seen[next] {
				next = t.link[2*v+1]
			}
			prev, v = v, next
		}
		if loop {
			add(from)
		}
		if len(xy) < base+4 { // all points coincide
			xy = xy[:base]
			return
		}
		starts = append(starts, base/2)
		closed = append(closed, loop)
	}
	for v := range int32(n) {
		if !seen[v] && t.link[2*v+1] < 0 {
			walk(v, false)
		}
	}
	for v := range int32(n) {
		if !seen[v] {
			walk(v, true)
		}
	}
	return xy, starts, closed
}

// crossing returns the position of level between a and b, 0..1. If one of them is a wall (-Inf), the crossing is at the
// other node.
func crossing(a, b, level float32) float64 {
	if math.IsInf(float64(a), -1) {
		return 1
	}
	if math.IsInf(float64(b), -1) {
		return 0
	}
	t := (float64(level) - float64(a)) / (float64(b) - float64(a))
	if t < 0 { // min and max of floats are function calls in WebAssembly
		return 0
	}
	if t > 1 {
		return 1
	}
	return t
}

// march runs marching squares (W. Lorensen and H. Cline, 1987, in two dimensions): level crossings on the edges of
// cells are found by linear interpolation, saddles are resolved by the mean of the corners. Cells with a NaN are left
// out.
func (e extended) march(level float32) *tracer {
	t := newTracer()
	w := e.w
	// Vertices plus one on the horizontal edges above and below the row of cells; 0 = none yet.
	up, down := grow(&t.up, w), grow(&t.down, w)
	clear(up)
	clear(down)
	for j := 0; j+1 < e.h; j++ {
		a, b := e.v[j*w:(j+1)*w], e.v[(j+1)*w:(j+2)*w]
		b = b[:len(a)]
		right := int32(0) // vertex on the edge between this cell and the previous one
		left := side(a[0], level) | side(b[0], level)<<3
		for i := 1; i < len(a); i++ {
			// Bits: 1 top left, 2 top right, 4 bottom right, 8 bottom left.
			tr, br := side(a[i], level), side(b[i], level)
			code := left | tr<<1 | br<<2
			left = tr | br<<3
			if code == 0 || code == 15 {
				right = 0
				continue
			}
			right = e.cell(t, a, b, up, down, level, i, j, code, right)
		}
		clear(up)
		up, down = down, up
	}
	return t
}

// side returns 1 if v reaches level, else 0.
func side(v, level float32) uint8 {
	if v >= level {
		return 1
	}
	return 0
}

// cell adds the segments in the cell that ends at column i and row j+1. code has a bit for each corner that reaches the
// level. right is the vertex, plus one, on the edge to the previous cell, 0 = none; cell returns the one on the edge to
// the next cell.
func (e *extended) cell(t *tracer, a, b []float32, up, down []int32, level float32, i, j int, code uint8,
	right int32) int32 {
	k := i - 1
	sum := a[k] + a[i] + b[i] + b[k]
	if sum != sum {
		return 0
	}
	var top, bottom, left int32
	left, right = right, 0
	if code&1 != code>>1&1 {
		if up[k] == 0 {
			s := crossing(a[k], a[i], level)
			up[k] = 1 + t.vertex(e.xs[k]+s*(e.xs[i]-e.xs[k]), e.ys[j])
		}
		top = up[k] - 1
	}
	if code>>3 != code>>2&1 {
		s := crossing(b[k], b[i], level)
		bottom = t.vertex(e.xs[k]+s*(e.xs[i]-e.xs[k]), e.ys[j+1])
		down[k] = bottom + 1
	}
	if code&1 != code>>3 {
		if left == 0 {
			s := crossing(a[k], b[k], level)
			left = 1 + t.vertex(e.xs[k], e.ys[j]+s*(e.ys[j+1]-e.ys[j]))
		}
		left--
	}
	rv := int32(0)
	if code>>1&1 != code>>2&1 {
		s := crossing(a[i], b[i], level)
		rv = t.vertex(e.xs[i], e.ys[j]+s*(e.ys[j+1]-e.ys[j]))
		right = rv + 1
	}
	switch code {
	case 1, 14:
		t.join(left, top)
	case 2, 13:
		t.join(top, rv)
	case 4, 11:
		t.join(rv, bottom)
	case 8, 7:
		t.join(bottom, left)
	case 3, 12:
		t.join(left, rv)
	case 6, 9:
		t.join(top, bottom)
	default: // 5, 10: saddles
		if (sum/4 >= level) == (code == 5) {
			t.join(top, rv)
			t.join(bottom, left)
		} else {
			t.join(left, top)
			t.join(rv, bottom)
		}
	}
	return right
}

// Relief is a plane of values prepared for contours at several levels.
type Relief struct{ e extended }

// NewRelief prepares values (len g.W*g.H). Without values, the Relief has no contours.
func NewRelief(values []float32, g Grid) *Relief {
	if len(values) == 0 || len(values) != g.W*g.H {
		return &Relief{}
	}
	return &Relief{extend(values, g)}
}

// Path returns the level set, as ContourPath does.
func (r *Relief) Path(level float64, role Role, class int) *Path {
	xy, starts, _ := r.e.march(float32(level)).trace(false)
	return &Path{Role: role, Class: class, Level: level, XY: xy, Starts: starts}
}

// Contours returns the level set of values (len g.W*g.H) as lines in data
// coordinates: xy holds the points x0, y0, x1, y1, ..., starts the index of each
// line's first point, closed whether it is a loop (its last point repeats its
// first). Lines reach the border of the grid's tiles. NaN cuts them.
func Contours(values []float32, g Grid, level float64) (xy []float64, starts []int, closed []bool) {
	if len(values) == 0 || len(values) != g.W*g.H {
		return nil, nil, nil
	}
	return extend(values, g).march(float32(level)).trace(false)
}

// ContourPath returns the level set of values as a Path.
func ContourPath(values []float32, g Grid, level float64, role Role, class int) *Path {
	return NewRelief(values, g).Path(level, role, class)
}

// FilledContours returns the region lo <= value < hi, clipped to the grid's
// tiles, as polygons to be filled even-odd. lo may be -Inf and hi +Inf. NaN
// belongs to no region.
func FilledContours(values []float32, g Grid, lo, hi float64) *Path {
	p := &Path{Role: RoleCell, Class: NoClass, Level: lo, Closed: true}
	if len(values) == 0 || len(values) != g.W*g.H || !(lo < hi) {
		return p
	}
	e := extend(values, g).walled()
	// {v >= hi} lies within {v >= lo}: even-odd leaves the difference.
	for _, level := range [2]float64{lo, hi} {
		if math.IsInf(level, 1) {
			continue
		}
		l := max(float32(level), -math.MaxFloat32)
		xy, starts, _ := e.march(l).trace(true)
		for _, s := range starts {
			p.Starts = append(p.Starts, len(p.XY)/2+s)
		}
		p.XY = append(p.XY, xy...)
	}
	return p
}

// Isolines returns contours of the first plane of r at about n round levels (multiples of 1, 2 or 5 times a power of
// ten), and a label on the longest line of each.
func Isolines(r *Raster, n int) []Layer {
	values, g := r.Planes[0], r.Grid
	lo, hi := finiteRange(values)
	if !(lo < hi) || len(values) != g.W*g.H {
		return nil
	}
	ticks, step := NiceTicks(lo, hi, n)
	return IsolinesAt(r, ticks, step)
}

// IsolinesAt returns contours of the first plane of r at levels, and a label on the longest line of each, written with
// as many decimals as step has.
func IsolinesAt(r *Raster, levels []float64, step float64) []Layer {
	values, g := r.Planes[0], r.Grid
	if len(values) != g.W*g.H {
		return nil
	}
	at := func(level float32) *tracer { return r.Relief(0).e.march(level) }
	if r.Boxes != nil {
		m := makeBorders(r, true)
		at = func(level float32) *tracer {
			m.sides(values, level)
			return m.march()
		}
	}
	var out []Layer
	var labels []*Label
	for _, level := range levels {
		xy, starts, closed := at(float32(level)).trace(r.Boxes != nil)
		if len(starts) == 0 {
			continue
		}
		out = append(out, &Path{Role: RoleIsoline, Class: NoClass, Level: level, XY: xy, Starts: starts})
		if l := isolineLabel(xy, starts, closed, g, labels); l != nil {
			l.Text = FormatTick(level, step)
			labels = append(labels, l)
		}
	}
	for _, l := range labels {
		out = append(out, l)
	}
	return out
}

// isolineLabel returns a label at a position on the longest line, away from the border and from the labels in taken, or
// nil if there is no such position.
func isolineLabel(xy []float64, starts []int, closed []bool, g Grid, taken []*Label) *Label {
	w, h := math.Abs(g.DX)*float64(g.W), math.Abs(g.DY)*float64(g.H)
	x0, y0 := min(g.X(0), g.X(g.W-1))-math.Abs(g.DX)/2, min(g.Y(0), g.Y(g.H-1))-math.Abs(g.DY)/2
	best, bestLen := -1, 0.0
	for k := range starts {
		e := len(xy) / 2
		if k+1 < len(starts) {
			e = starts[k+1]
		}
		length := 0.0
		for i := starts[k] + 1; i < e; i++ {
			length += math.Hypot((xy[2*i]-xy[2*i-2])/w, (xy[2*i+1]-xy[2*i-1])/h)
		}
		if length > bestLen {
			best, bestLen = k, length
		}
	}
	if best < 0 || bestLen < 0.12 {
		return nil
	}
	s, e := starts[best], len(xy)/2
	if best+1 < len(starts) {
		e = starts[best+1]
	}
	// Try points of the line, the middle first.
	bestAt, bestRoom := -1, 0.07
	m := e - s
	for k := range 24 {
		f := 0.5 + float64((k+1)/2)*0.035*float64(1-2*(k%2))
		i := s + int(f*float64(m-1))
		x, y := xy[2*i], xy[2*i+1]
		u, v := (x-x0)/w, (y-y0)/h
		room := min(u, 1-u, v*1.3, (1-v)*1.3)
		if room < 0.06 {
			continue
		}
		room = 0.2
		for _, l := range taken {
			room = min(room, math.Hypot((l.X-x)/w, (l.Y-y)/h))
		}
		if room > bestRoom {
			bestAt, bestRoom = i, room
			if room >= 0.2 {
				break
			}
		}
	}
	if bestAt < 0 {
		return nil
	}
	return &Label{Role: RoleIsoline, X: xy[2*bestAt], Y: xy[2*bestAt+1], Anchor: AnchorMiddle}
}

// finiteRange returns the smallest and the largest finite value; lo > hi if there is none.
func finiteRange(values []float32) (lo, hi float64) {
	a, b := float32(math.MaxFloat32), float32(-math.MaxFloat32)
	for _, v := range values {
		if v >= -math.MaxFloat32 && v <= math.MaxFloat32 {
			if v < a {
				a = v
			}
			if v > b {
				b = v
			}
		}
	}
	return float64(a), float64(b)
}
