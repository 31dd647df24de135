package picture

import (
	"math"
	"sync"

	"pointscape/engine/words"
)

// Paint paints the layers of p in order. It does not paint a background: on an opaque canvas fill it with
// Palette.Background first.
func Paint(c Canvas, p *Picture, pal *Palette) {
	t := newPainter(c, p.View, pal)
	t.draft = p.Draft
	gutter := p.Frame.HasGutter()
	if gutter {
		c.Into(float64(p.Frame.Left), float64(p.Frame.Top), float64(p.View.W), float64(p.View.H))
	}
	for k := 0; k < len(p.Layers); k++ {
		l := p.Layers[k]
		if first, ok := l.(*Path); ok && first.Role == RoleIsoline {
			n := 1
			for k+n < len(p.Layers) && alike(first, p.Layers[k+n]) {
				n++
			}
			l = joined(p.Layers[k : k+n])
			k += n - 1
		}
		t.layer(l)
	}
	if gutter {
		c.Out()
	}
	t.around(p)
}

// alike reports whether l are isolines of the same look as p.
func alike(p *Path, l Layer) bool {
	q, ok := l.(*Path)
	return ok && q.Role == p.Role && q.Class == p.Class && q.Weight == p.Weight && q.Closed == p.Closed
}

// joined merges isolines of several levels into one path: they don't cross, and where they lie close together each
// pixel is painted once.
func joined(layers []Layer) *Path {
	first := layers[0].(*Path)
	if len(layers) == 1 {
		return first
	}
	all := &Path{Role: first.Role, Class: first.Class, Weight: first.Weight, Closed: first.Closed}
	for _, l := range layers {
		p := l.(*Path)
		at := len(all.XY) / 2
		if p.Starts == nil && len(p.XY) > 0 {
			all.Starts = append(all.Starts, at)
		}
		for _, s := range p.Starts {
			all.Starts = append(all.Starts, at+s)
		}
		all.XY = append(all.XY, p.XY...)
	}
	return all
}

// painter translates layers into calls of a Canvas.
type painter struct {
	slots  []int   // the look of each mark to be painted
	radius float64 // radius of the points
	c      Canvas
	v      Viewport
	pal    *Palette
	out    Outline
	px     []float64 // coordinates of a sub-path in pixels
	clip   []float64

	draft     bool // see Picture
	outside   bool // painting outside the plane
	left, top float64
}

func newPainter(c Canvas, v Viewport, pal *Palette) *painter {
	return &painter{c: c, v: v, pal: pal}
}

// around paints the labels around the plane, at the position given by the frame.
func (t *painter) around(p *Picture) {
	t.outside, t.left, t.top = true, float64(p.Frame.Left), float64(p.Frame.Top)
	for _, l := range p.Around {
		t.label(l)
	}
}

// PaintAround paints the labels around the plane of p, but not the plane.
func PaintAround(c Canvas, p *Picture, pal *Palette) { newPainter(c, p.View, pal).around(p) }

func (t *painter) layer(l Layer) {
	if t.v.W <= 0 || t.v.H <= 0 || !(t.v.X0 < t.v.X1) || !(t.v.Y0 < t.v.Y1) {
		return
	}
	switch l := l.(type) {
	case *Raster:
		t.raster(l)
	case *Path:
		t.path(l)
	case *Marks:
		t.marks(l)
	case *Label:
		t.label(l)
	}
}

// pixelBuffers holds the pixels of rasters between frames: megabytes each.
var pixelBuffers = sync.Pool{New: func() any { return new([]byte) }}

// raster paints at device resolution: one pixel of the image is one pixel of the canvas. A grid that does not cover the
// view is painted at its own position.
func (t *painter) raster(r *Raster) {
	g := r.Grid
	if g.W < 1 || g.H < 1 || g.DX == 0 || g.DY == 0 {
		return
	}
	x0, x1 := t.v.PX(g.X0-g.DX/2), t.v.PX(g.X0+(float64(g.W)-0.5)*g.DX)
	y0, y1 := t.v.PY(g.Y0-g.DY/2), t.v.PY(g.Y0+(float64(g.H)-0.5)*g.DY)
	scale := t.v.Scale
	if !(scale > 0) {
		scale = 1
	}
	dw, dh := x1-x0, y1-y0
	if !(dw > 0 && dh > 0) || x1 <= 0 || y1 <= 0 || x0 >= float64(t.v.W) || y0 >= float64(t.v.H) {
		return
	}
	// A grid much larger than the view gets at most twice the view's pixels.
	w := int(math.Round(min(dw, 2*float64(t.v.W)) * scale))
	h := int(math.Round(min(dh, 2*float64(t.v.H)) * scale))
	w, h = max(w, 1), max(h, 1)
	if s, ok := t.c.(Shaper); ok && s.Shape(t.c, r, t.v, t.pal) {
		return
	}
	if k, ok := t.c.(Keeper); ok && r.Still {
		t.c.Image(k.Colours(r, t.pal, w, h), w, h, x0, y0, dw, dh, true)
		return
	}
	if f, ok := t.c.(Follower); ok && r.made != nil && r.Sharp && f.Follow(r, t.pal, w, h) {
		return
	}
	if d, ok := t.c.(Direct); ok {
		if px := d.Pixels(w, h); px != nil {
			r.RGBA(t.pal, w, h, px)
			return
		}
	}
	if r.Sharp && w >= g.W && h >= g.H && (w%g.W != 0 || h%g.H != 0) && w < 2*g.W {
		// The tiles are no whole number of pixels: let the canvas scale them.
		w, h = g.W, g.H
	}
	buf := pixelBuffers.Get().(*[]byte)
	*buf = r.RGBA(t.pal, w, h, *buf)
	t.c.Image(*buf, w, h, x0, y0, dw, dh, true)
	pixelBuffers.Put(buf)
}

// crowd is the number of vertices from which a path is painted as a texture rather than as lines.
const crowd = 20_000

// manyLines is the number of lines (edges of a diagram) from which they are painted as hairlines: wider ones would take
// longer than a frame.
const manyLines = 1500

func (t *painter) path(p *Path) {
	w := p.Weight
	if w == 0 {
		w = 1
	}
	w = min(max(w, 0), 1)
	s := t.pathStyle(p, w)
	fills := p.Closed && s.Fill.A > 0
	strokes := s.Width > 0 && s.Stroke.A > 0
	if !fills && !strokes {
		return
	}
	switch {
	case s.Scaled:
		s.Width *= w
	case p.Role != RoleCell && w < 1:
		s.Stroke = s.Stroke.Alpha(float64(s.Stroke.A) / 255 * (0.25 + 0.75*w))
		s.Width *= 0.6 + 0.4*w
	}
	if fills {
		t.fillPath(p, s.Fill)
	}
	if !strokes {
		return
	}
	if f := t.finer(p); f < 1 {
		s.Width, s.Case = s.Width*f, s.Case*f
		s.Stroke = s.Stroke.Alpha(float64(s.Stroke.A) / 255 * f)
	}
	if (len(p.XY)/2 > crowd || len(p.Starts) > manyLines) && len(s.Dash) == 0 {
		// Opaque strokes of at most one device pixel take a canvas 2 % of the time of wider ones, and with so many
		// lines the difference is not visible.
		s.Case, s.Width = 0, min(s.Width, 1/max(t.v.Scale, 1))
		s.Stroke = s.Stroke.Over(t.pal.Stage)
	}
	margin := s.Width + s.Case + 4
	if len(p.Starts) < 2*strokeBatch || len(s.Dash) > 0 {
		t.out.Reset()
		p.Lines(func(xy []float64) { t.polyline(xy, p.Closed, margin) })
		t.stroke(s)
		return
	}
	// A canvas strokes a thousand short lines much faster in batches than as one path over the whole stage. Batches
	// overlap, so the colour must be opaque.
	s.Stroke = s.Stroke.Over(t.pal.Stage)
	if _, ok := t.c.(Caser); ok || !fastBatches {
		t.out.Reset()
		p.Lines(func(xy []float64) { t.polyline(xy, p.Closed, margin) })
		t.stroke(s)
		return
	}
	if s.Case > 0 && s.Casing.A > 0 {
		t.strokeBatches(p, margin, Stroke{Color: s.Casing, Width: s.Width + 2*s.Case})
	}
	t.strokeBatches(p, margin, Stroke{Color: s.Stroke, Width: s.Width})
}

// fillPath fills a closed path. So many cells are a tiling, not polygons with holes: filling them in batches spares the
// canvas one enormous path (5x faster with 100,000 cells in Chromium without a GPU).
func (t *painter) fillPath(p *Path, c Color) {
	t.out.Reset()
	_, seamless := t.c.(Direct)
	flush := func() {
		if t.out.Empty() {
			return
		}
		t.out.Tiling = p.Role == RoleCell
		t.c.Fill(&t.out, c)
		// On a canvas with anti-aliased edges, adjacent cells would show hairlines of the background between them.
		if p.Role == RoleCell && !seamless {
			t.c.Stroke(&t.out, Stroke{Color: c, Width: 0.7})
		}
		t.out.Reset()
	}
	n := 0
	p.Lines(func(xy []float64) {
		t.polygon(xy)
		if n++; fastBatches && len(p.Starts) > crowd/8 && n%500 == 0 {
			flush()
		}
	})
	flush()
}

// pathStyle returns the style of a path of weight w, without what its weight does to lines.
func (t *painter) pathStyle(p *Path, w float64) Style {
	s := t.pal.Style(p.Role)
	if s.Sample {
		s.Stroke = t.pal.SampleColor(max(p.Class, 0)).Alpha(float64(s.Stroke.A) / 255)
	}
	if s.Thing {
		s = s.of(t.pal, p.Class)
	}
	if s.ByClass && p.Class >= 0 {
		look := t.pal.look(p.Class)
		if p.Role == RoleCell {
			s.Fill = mixColor(look.Soft, look.Deep, 0.2+0.6*w)
		} else {
			s.Stroke.R, s.Stroke.G, s.Stroke.B = look.Mark.R, look.Mark.G, look.Mark.B
		}
	} else if p.Role == RoleCell {
		s.Fill.A = 0
	}
	if p.Role == RoleBand {
		s.Fill = s.Fill.Alpha(bandAlpha(p.Level))
	}
	return s
}

// finer returns the factor by which the edges of a tiling are made thinner and paler so that its cells stay visible. It
// depends on the width of a cell if those in view shared it evenly.
func (t *painter) finer(p *Path) float64 {
	if p.Role != RoleCellEdge && p.Role != RoleBoundary || len(p.Starts) < 150 {
		return 1
	}
	n := 0
	for _, s := range p.Starts {
		if x, y := p.XY[2*s], p.XY[2*s+1]; x >= t.v.X0 && x <= t.v.X1 && y >= t.v.Y0 && y <= t.v.Y1 {
			n++
		}
	}
	const narrow = 7                               // px
	cell := math.Sqrt(3 * t.area() / float64(n+1)) // three edges per cell
	f := 1 / math.Sqrt(1+math.Pow(narrow/cell, 4))
	if t.draft {
		const steps = 64
		f = math.Ceil(f*steps) / steps
	}
	return f
}

// strokeBatch is the number of lines that are stroked in one call.
const strokeBatch = 100

func (t *painter) strokeBatches(p *Path, margin float64, s Stroke) {
	t.out.Reset()
	n := 0
	flush := func() {
		if !t.out.Empty() {
			t.c.Stroke(&t.out, s)
			t.out.Reset()
		}
	}
	p.Lines(func(xy []float64) {
		t.polyline(xy, p.Closed, margin)
		if n++; n%strokeBatch == 0 {
			flush()
		}
	})
	flush()
}

// stroke strokes t.out, with its casing if it has one.
func (t *painter) stroke(s Style) {
	if t.out.Empty() {
		return
	}
	line := Stroke{Color: s.Stroke, Width: s.Width, Dash: s.Dash}
	if s.Case > 0 && s.Casing.A > 0 {
		casing := Stroke{Color: s.Casing, Width: s.Width + 2*s.Case}
		if c, ok := t.c.(Caser); ok {
			c.StrokeCased(&t.out, casing, line)
			return
		}
		t.c.Stroke(&t.out, casing)
	}
	t.c.Stroke(&t.out, line)
}

// project converts data coordinates to pixels in t.px. inside reports whether all are finite and within margin of the
// view, away whether all lie beyond one of its sides.
func (t *painter) project(xy []float64, margin float64) (inside, away bool) {
	v := t.v
	kx := float64(v.W) / (v.X1 - v.X0)
	ky := float64(v.H) / (v.Y1 - v.Y0)
	n := len(xy) &^ 1
	t.px = grow(&t.px, n)
	px := t.px
	x0, x1, y0, y1 := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	finite := true
	for i := 0; i+1 < n; i += 2 {
		x, y := (xy[i]-v.X0)*kx, (v.Y1-xy[i+1])*ky
		px[i], px[i+1] = x, y
		if x-x != 0 || y-y != 0 {
			finite = false
			continue
		}
		// min and max of floats are not used, because they are function calls in WebAssembly.
		if x < x0 {
			x0 = x
		}
		if x > x1 {
			x1 = x
		}
		if y < y0 {
			y0 = y
		}
		if y > y1 {
			y1 = y
		}
	}
	w, h := float64(v.W)+margin, float64(v.H)+margin
	away = x1 < -margin || y1 < -margin || x0 > w || y0 > h || x0 > x1
	inside = finite && x0 >= -margin && y0 >= -margin && x1 <= w && y1 <= h
	return inside, away
}

// polyline adds xy, in data coordinates, to t.out, clipped at margin pixels outside the view and broken at non-finite
// coordinates.
func (t *painter) polyline(xy []float64, closed bool, margin float64) {
	inside, away := t.project(xy, margin)
	if away {
		return
	}
	px := t.px
	if inside {
		px = thin(px, t.tolerance())
		if closed || len(px) >= 6 && px[0] == px[len(px)-2] && px[1] == px[len(px)-1] {
			if !closed {
				px = px[:len(px)-2]
			}
			t.out.Polyline(px, true)
			return
		}
		t.out.Polyline(px, false)
		return
	}
	x1, y1 := float64(t.v.W)+margin, float64(t.v.H)+margin
	n := len(px) / 2
	last := n
	if closed {
		last++
	}
	pen := false // t.out ends where the next segment begins
	for k := 1; k < last; k++ {
		i := 2 * (k % n)
		ax, ay, bx, by := px[2*k-2], px[2*k-1], px[i], px[i+1]
		s0, s1, ok := clipSegment(ax, ay, bx, by, -margin, -margin, x1, y1)
		if !ok {
			pen = false
			continue
		}
		if !pen || s0 > 0 {
			t.out.MoveTo(ax+s0*(bx-ax), ay+s0*(by-ay))
		}
		t.out.LineTo(ax+s1*(bx-ax), ay+s1*(by-ay))
		pen = s1 == 1
	}
}

// tolerance is the allowed error of a painted line, in CSS pixels: less than canvases can show.
func (t *painter) tolerance() float64 { return 0.06 / max(t.v.Scale, 1) }

// thin removes, in place, points of a line that lie within tol of the line without them: contours have a point in every
// cell that they cross, and the time to paint a line grows with its number of points. A cone of directions from the
// last point kept passes within tol of all points removed since (H. Imai and M. Iri, 1988; J. Sklansky and V. Gonzalez,
// 1980).
func thin(px []float64, tol float64) []float64 {
	n := len(px)
	if n <= 8 || !fastThin {
		return px
	}
	out := 2 // px[:out] is kept
	ax, ay := px[0], px[1]
	var lx, ly, rx, ry, far float64
	fresh := true // no point removed since the last one kept
	for i := 2; i < n; i += 2 {
		x, y := px[i]-ax, px[i+1]-ay
		d2 := x*x + y*y
		if !fresh && (lx*y-ly*x > 0 || rx*y-ry*x < 0 || d2 < far) {
			ax, ay = px[i-2], px[i-1]
			px[out], px[out+1] = ax, ay
			out += 2
			x, y = px[i]-ax, px[i+1]-ay
			d2 = x*x + y*y
			fresh = true
		}
		if d2 <= tol*tol { // the point lies within tol in any direction
			continue
		}
		s := tol / math.Sqrt(d2)
		// The sides of the cone pass at distance tol to the left and to the right of the point.
		px1, py1, px2, py2 := x-s*y, y+s*x, x+s*y, y-s*x
		if fresh || lx*py1-ly*px1 < 0 {
			lx, ly = px1, py1
		}
		if fresh || rx*py2-ry*px2 > 0 {
			rx, ry = px2, py2
		}
		fresh, far = false, d2
	}
	px[out], px[out+1] = px[n-2], px[n-1]
	return px[:out+2]
}

// clipSegment returns the part of a segment within a rectangle, as fractions of its length (Y.-D. Liang and B. Barsky,
// 1984). ok is false if there is none or if a coordinate is not finite.
func clipSegment(ax, ay, bx, by, x0, y0, x1, y1 float64) (s0, s1 float64, ok bool) {
	dx, dy := bx-ax, by-ay
	if dx-dx != 0 || dy-dy != 0 {
		return 0, 0, false
	}
	s0, s1 = 0, 1
	for _, e := range [4][2]float64{{-dx, ax - x0}, {dx, x1 - ax}, {-dy, ay - y0}, {dy, y1 - ay}} {
		p, q := e[0], e[1]
		switch {
		case p == 0:
			if q < 0 {
				return 0, 0, false
			}
		case p < 0:
			s0 = max(s0, q/p)
		default:
			s1 = min(s1, q/p)
		}
	}
	return s0, s1, s0 <= s1
}

// PartsWithin returns the parts of a line that lie within a view.
func PartsWithin(xy []float64, v Viewport) (parts [][]float64) {
	var part []float64
	for i := 0; i+3 < len(xy); i += 2 {
		ax, ay, bx, by := xy[i], xy[i+1], xy[i+2], xy[i+3]
		s0, s1, ok := clipSegment(ax, ay, bx, by, v.X0, v.Y0, v.X1, v.Y1)
		if !ok {
			continue
		}
		if part == nil || s0 > 0 {
			part = []float64{ax + s0*(bx-ax), ay + s0*(by-ay)}
			parts = append(parts, nil)
		}
		part = append(part, ax+s1*(bx-ax), ay+s1*(by-ay))
		parts[len(parts)-1] = part
		if s1 < 1 {
			part = nil
		}
	}
	return parts
}

// polygon adds the polygon xy, in data coordinates, to t.out, clipped to slightly more than the view (I. Sutherland and
// G. Hodgman, 1974).
func (t *painter) polygon(xy []float64) {
	const margin = 16
	inside, away := t.project(xy, margin)
	if away {
		return
	}
	if inside {
		t.out.Polyline(thin(t.px, t.tolerance()), true)
		return
	}
	a, b := t.px, t.clip
	w, h := float64(t.v.W)+margin, float64(t.v.H)+margin
	// Infinite corners are moved far outside, NaN are left out.
	k := 0
	for i := 0; i+1 < len(a); i += 2 {
		x, y := a[i], a[i+1]
		if x == x && y == y {
			a[k], a[k+1] = min(max(x, -1e9), 1e9), min(max(y, -1e9), 1e9)
			k += 2
		}
	}
	a = a[:k]
	for side := range 4 {
		b = b[:0]
		axis := side & 1
		var lim, sign float64
		switch side {
		case 0, 1:
			lim, sign = -margin, 1
		case 2:
			lim, sign = w, -1
		case 3:
			lim, sign = h, -1
		}
		for i := 0; i < len(a); i += 2 {
			p := (i + len(a) - 2) % len(a)
			dp, dq := sign*(a[p+axis]-lim), sign*(a[i+axis]-lim)
			if (dp >= 0) != (dq >= 0) {
				s := dp / (dp - dq)
				b = append(b, a[p]+s*(a[i]-a[p]), a[p+1]+s*(a[i+1]-a[p+1]))
			}
			if dq >= 0 {
				b = append(b, a[i], a[i+1])
			}
		}
		a, b = b, a
	}
	t.px, t.clip = b, a // keep both buffers
	if len(a) >= 6 {
		t.out.Polyline(a, true)
	}
}

// marks paints all marks of one look together: a few calls per class, for any number of points.
func (t *painter) marks(m *Marks) {
	f := m.room.scale(t.pal)
	s := t.pal.Style(m.Role).scaled(f)
	n := len(m.XY) / 2
	if n == 0 {
		return
	}
	switch {
	case len(m.Near) >= n && m.Role == RolePoint:
		t.deepMarks(m)
		return
	case len(m.Value) >= n && m.Role == RolePoint:
		t.valueMarks(m, s)
		return
	case s.Round:
		t.roundMarks(m, s, f)
		return
	case s.Fill.A == 0 || !s.Shape.Filled() && !s.ByClass:
		t.openMarks(m, s)
		return
	}
	r, seen := s.Radius, n
	if m.Role == RolePoint {
		seen = t.seen(m)
		r = f * t.pal.PointRadius(seen, t.area())
	}
	present, of := presentSlots(m)
	t.slots, t.radius = of, r
	for _, k := range present {
		t.slotMarks(m, k, t.slotLook(m, k, s), seen)
	}
}

// slotLook is the look of the marks of a slot.
type slotLook struct {
	Style
	shape        Shape
	fill, middle Color   // middle is paler for points of less weight
	edge         float64 // width of the edge around the middle, per line width
	dot          float64 // radius of a dot in the middle; 0 = none
}

// slotLook returns the look of slot k of marks with the style s.
func (t *painter) slotLook(m *Marks, k int, s Style) slotLook {
	l := slotLook{Style: s, shape: s.Shape, fill: s.Fill, edge: fadedEdge}
	if k < Classes && s.Thing {
		l.fill = t.pal.Thing(k).Color
	}
	l.middle = l.fill
	switch {
	case m.Role == RolePoint:
		l.fill, l.middle, l.shape = t.pal.pointLook(m, k, l.fill)
		if held := k % slots / fullSlots; held > 0 && l.shape.Filled() {
			l.middle, l.edge = t.pal.Stage, heldEdge
			if held == 2 {
				l.dot = heldDot * t.radius
			}
		}
	case k < Classes && s.ByClass:
		l.fill = t.pal.Class[k].Mark
		l.middle = l.fill
	}
	return l
}

// slotMarks paints the marks of slot k. seen is the number of marks in view.
func (t *painter) slotMarks(m *Marks, k int, l slotLook, seen int) {
	r, fill, middle, shape := t.radius, l.fill, l.middle, l.shape
	if seen > markCrowd && m.Role == RolePoint {
		if middle != fill { // specks have no edge
			middle = mixColor(middle, fill, 0.3)
		}
		see := float64(fill.A) / 255 * crowdAlpha(r)
		t.specks(m, k, middle.Alpha(see), r)
		if l.dot > 0 {
			t.specks(m, k, fill.Alpha(see), speckDot*r)
		}
		return
	}
	ln := min(l.MarkLn, 0.4*r)
	edge := min(l.edge*t.pal.Line, 0.4*r)
	if seen > 800 && shape.Filled() {
		// Paint rims as larger marks below those of the batch: strokes take a canvas far longer than fills.
		t.stamped(m, k, 0, shape, r+ln, l.MarkInk)
		t.stamped(m, k, 1, shape, r, fill)
		if middle != fill {
			t.stamped(m, k, 2, shape, r-edge, middle)
		}
		if l.dot > 0 {
			t.stamped(m, k, 3, Circle, l.dot, fill)
		}
		return
	}
	if shape.Filled() {
		t.piles(m, k, shape, r, ln, l.dot, func() {
			t.c.Stroke(&t.out, Stroke{Color: l.MarkInk, Width: 2 * ln})
			t.c.Fill(&t.out, middle)
			if middle != fill {
				t.c.Stroke(&t.out, Stroke{Color: fill, Width: edge})
			}
		}, func() { t.c.Fill(&t.out, fill) })
		if l.Core > 0 {
			t.batches(m, k, shape, l.Core*r, func() { t.c.Fill(&t.out, t.pal.Stage) })
		}
		return
	}
	if middle != fill {
		fill = mixColor(middle, fill, 0.5)
	}
	t.batches(m, k, shape, r, func() { // thick strokes with a casing
		t.c.Stroke(&t.out, Stroke{Color: l.MarkInk, Width: 0.55*r + 2*l.MarkLn})
		t.c.Stroke(&t.out, Stroke{Color: fill, Width: 0.55 * r})
	})
}

func (t *painter) area() float64 { return float64(t.v.W) * float64(t.v.H) }

// seen returns the number of marks within the view.
func (t *painter) seen(m *Marks) int {
	if m.crowd > 0 {
		return m.crowd
	}
	n := 0
	for i := 0; i+1 < len(m.XY); i += 2 {
		if x, y := m.XY[i], m.XY[i+1]; x >= t.v.X0 && x <= t.v.X1 && y >= t.v.Y0 && y <= t.v.Y1 {
			n++
		}
	}
	return n
}

// highest is the maximum number of overlapping marks that are painted one above the other.
const highest = 8

// piles calls paint with t.out holding marks of slot k of which no two overlap: first those at the bottom, then those
// that lie on them, and so on. Each mark is painted above all earlier ones that it overlaps, and covers them, with its
// rim, in a few calls. Dots are painted together with their marks.
func (t *painter) piles(m *Marks, k int, shape Shape, r, rim, dot float64, paint, paintDots func()) {
	if !fastPiles {
		t.singly(m, k, shape, r, dot, paint, paintDots)
		return
	}
	reach := 2.6*r + 2*rim // corners reach beyond r
	cols := int(float64(t.v.W)/reach) + 3
	rows := int(float64(t.v.H)/reach) + 3
	if cols > 4096 || rows > 4096 || len(m.XY) == 2 {
		cols, rows = 1, 1
	}
	type placed struct {
		x, y  float64
		level int8
		next  int32 // next mark in the same cell
	}
	first := make([]int32, cols*rows) // 1 + index of the cell's newest mark
	list := make([]placed, 1, 1+len(m.XY)/2)
	index := make([]int32, 1, cap(list))
	top := int8(0)
	for i := range len(m.XY) / 2 {
		if t.slots[i] != k {
			continue
		}
		x, y := t.v.PX(m.XY[2*i]), t.v.PY(m.XY[2*i+1])
		if !(x > -reach && y > -reach && x < float64(t.v.W)+reach && y < float64(t.v.H)+reach) {
			continue
		}
		cx, cy := min(int(x/reach+1), cols-1), min(int(y/reach+1), rows-1)
		level := int8(0)
		for j := max(cy-1, 0); j <= min(cy+1, rows-1); j++ {
			for c := max(cx-1, 0); c <= min(cx+1, cols-1); c++ {
				for q := first[j*cols+c]; q != 0; q = list[q].next {
					if dx, dy := list[q].x-x, list[q].y-y; dx*dx+dy*dy < reach*reach {
						level = max(level, list[q].level+1)
					}
				}
			}
		}
		level = min(level, highest-1)
		top = max(top, level)
		cell := &first[cy*cols+cx]
		list = append(list, placed{x, y, level, *cell})
		index = append(index, int32(i))
		*cell = int32(len(list) - 1)
	}
	on := func(level int8, shape Shape, r float64, paint func()) {
		t.out.Reset()
		t.out.NonZero = true
		for q := 1; q < len(list); q++ {
			if list[q].level == level {
				t.mark(m, int(index[q]), shape, r)
			}
		}
		if !t.out.Empty() {
			paint()
		}
	}
	for level := range top + 1 {
		on(level, shape, r, paint)
		if dot > 0 {
			on(level, Circle, dot, paintDots)
		}
	}
}

// singly is piles with one mark at a time.
func (t *painter) singly(m *Marks, k int, shape Shape, r, dot float64, paint, paintDots func()) {
	one := func(i int, shape Shape, r float64, paint func()) {
		t.out.Reset()
		t.out.NonZero = true
		if t.mark(m, i, shape, r); !t.out.Empty() {
			paint()
		}
	}
	for i := range len(m.XY) / 2 {
		if t.slots[i] != k {
			continue
		}
		if one(i, shape, r, paint); dot > 0 {
			one(i, Circle, dot, paintDots)
		}
	}
}

// batches calls paint with t.out holding marks of slot k, a limited number at a time: a path twice as large takes
// canvases more than twice as long.
func (t *painter) batches(m *Marks, k int, shape Shape, r float64, paint func()) {
	t.out.Reset()
	t.out.NonZero = true
	size := 0
	for i := range len(m.XY) / 2 {
		if t.slots[i] != k {
			continue
		}
		t.mark(m, i, shape, r)
		if size++; fastBatches && size%250 == 0 && !t.out.Empty() {
			paint()
			t.out.Reset()
			t.out.NonZero = true
		}
	}
	if !t.out.Empty() {
		paint()
	}
}

// markCrowd is the number of points from which they are so small that shapes and rims are not visible.
const markCrowd = 3000

// specks paints the points of slot k as small squares, in batches: a single path with all of them would be slow.
func (t *painter) specks(m *Marks, k int, fill Color, r float64) {
	t.out.Reset()
	flush := func() {
		if !t.out.Empty() {
			t.out.NonZero = true
			t.c.Fill(&t.out, fill)
			t.out.Reset()
		}
	}
	w, h := float64(t.v.W)+r, float64(t.v.H)+r
	half := 0.9 * r // half the side of a square of the circle's area
	batch := 0
	for i := range len(m.XY) / 2 {
		if t.slots[i] != k {
			continue
		}
		x, y := t.v.PX(m.XY[2*i]), t.v.PY(m.XY[2*i+1])
		if x > -r && y > -r && x < w && y < h {
			t.out.Rect(x-half, y-half, 2*half, 2*half)
			if batch++; fastBatches && batch%500 == 0 {
				flush()
			}
		}
	}
	flush()
}

// mark adds mark i to t.out, unless it lies outside the view.
func (t *painter) mark(m *Marks, i int, shape Shape, r float64) {
	if i < len(m.Size) {
		r *= 0.45 + 0.55*min(max(m.Size[i], 0), 1)
	}
	x, y := t.v.PX(m.XY[2*i]), t.v.PY(m.XY[2*i+1])
	if x > -2*r && y > -2*r && x < float64(t.v.W)+2*r && y < float64(t.v.H)+2*r {
		t.out.Mark(shape, x, y, r)
	}
}

// openMarks paints rings, brackets and crosses: strokes without fill.
func (t *painter) openMarks(m *Marks, s Style) {
	s.Dash = nil
	if s.ByClass && len(m.Class) == 1 && m.Class[0] >= 0 {
		s.Stroke = t.pal.look(m.Class[0]).Mark
	}
	t.out.Reset()
	for i := range len(m.XY) / 2 {
		t.mark(m, i, s.Shape, s.Radius)
	}
	t.stroke(s)
}

// valueBins is the number of colours of points that are coloured by value.
const valueBins = 64

// bin returns the colour number of mark i, -1 if it has no value.
func (m *Marks) bin(i int) int {
	v := m.Value[i]
	if v != v {
		return -1
	}
	if !(m.Lo < m.Hi) {
		return valueBins / 2
	}
	return min(max(int((v-m.Lo)/(m.Hi-m.Lo)*valueBins), 0), valueBins-1)
}

// valueMarks paints points coloured by value, in valueBins steps, with a rim of ink so that pale values are visible,
// too.
func (t *painter) valueMarks(m *Marks, s Style) {
	n := len(m.XY) / 2
	r := t.pal.PointRadius(t.seen(m), t.area())
	diverging := !m.Sequential
	var present [valueBins]bool
	for i := range n {
		if k := m.bin(i); k >= 0 {
			present[k] = true
		}
	}
	t.out.Reset()
	t.out.NonZero = true
	for i := range n {
		t.mark(m, i, Circle, r)
	}
	if t.out.Empty() {
		return
	}
	t.c.Stroke(&t.out, Stroke{Color: s.MarkInk, Width: 2*s.MarkLn + 1.6*t.pal.Line})
	t.c.Fill(&t.out, t.pal.Unknown)
	for k, ok := range present {
		if !ok {
			continue
		}
		t.out.Reset()
		t.out.NonZero = true
		for i := range n {
			if m.bin(i) == k {
				t.mark(m, i, Circle, r)
			}
		}
		if !t.out.Empty() {
			t.c.Fill(&t.out, t.pal.Value((float64(k)+0.5)/valueBins, diverging))
		}
	}
	t.heldMiddles(m, r, t.pal.Ink)
	t.out.Reset()
	for i := range n {
		t.mark(m, i, Circle, r)
	}
	t.c.Stroke(&t.out, Stroke{Color: t.pal.Ink, Width: 1.2 * t.pal.Line})
}

func (t *painter) label(l *Label) {
	s := t.pal.Style(l.Role)
	x, y := t.v.PX(l.X)+t.left, t.v.PY(l.Y)+t.top
	w, h := float64(t.v.W), float64(t.v.H)
	if l.Text == "" || !t.outside && !(x >= -w && x <= 2*w && y >= -h && y <= 2*h) {
		return
	}
	ts := TextStyle{Size: s.Text, Color: s.TextInk, Bold: s.TextBold, Turned: l.Turned}
	switch {
	case l.On != nil:
		ts.Color = t.pal.inkOn(t.pal.Value(l.On.Share, l.On.Diverging))
	case l.Ground:
		b := l.Box(x, y, s.Text).Grown(0.3*s.Text, 0.15*s.Text)
		// Otherwise a strip of the layers below would show between the box and an edge.
		b = b.toEdges(w, h, 0.6*s.Text)
		t.out.Reset()
		t.out.Rect(b.X0, b.Y0, b.X1-b.X0, b.Y1-b.Y0)
		t.c.Fill(&t.out, t.pal.Stage)
	case !t.outside:
		ts.Halo, ts.HaloWidth = t.pal.Stage.Alpha(0.72), 1.75
	}
	gap := labelGap*s.Text + s.Beside
	switch l.Anchor {
	case AnchorStart:
		ts.Align = AlignStart
		x += gap
	case AnchorEnd:
		ts.Align = AlignEnd
		x -= gap
	case AnchorAbove:
		ts.Baseline = BaselineBottom
		y -= gap * 0.6
	case AnchorBelow:
		ts.Baseline = BaselineTop
		y += gap * 0.6
	}
	lines := []string{l.Text}
	if l.Own {
		lines = l.lines()
	} else {
		lines[0] = words.Readable(l.Text)
	}
	high := lineStep * s.Text * float64(len(lines)-1)
	switch l.Anchor {
	case AnchorAbove:
		y -= high
	case AnchorBelow:
	default:
		y -= high / 2
	}
	for i, line := range lines {
		t.c.Text(line, x, y+lineStep*s.Text*float64(i), ts)
	}
}
