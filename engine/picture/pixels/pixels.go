// Package pixels paints pictures directly into memory. It supports much less than a browser's canvas (no fonts, no
// scaled images; see Can), but takes a fraction of the time of a canvas without a graphics card: it is for pictures
// during a drag.
package pixels

import (
	"math"
	"math/bits"
	"unsafe"

	"pointscape/engine/picture"
)

// Canvas is a picture.Canvas on opaque pixels of its own.
//
// Lines are painted by distance: the coverage of a pixel depends on the distance of its center from the line, and falls
// from 1 to 0 over one pixel around half the line's width. All segments of a stroke are first entered into a mask of
// distances, so that joints of translucent lines are not darker than the rest, and a line and its casing need one mask.
// Only the blocks of the mask that were touched are composited.
type Canvas struct {
	// Letters paints a text by other means; nil leaves texts out. The results are cached.
	Letters func(s string, t picture.TextStyle, scale float64) Letters
	letters map[letterKey]Letters

	w, h  int
	scale float64
	px    []uint32 // R, G, B, A bytes

	reach   float64  // pixels in the mask are at most so far from the line, in pixels
	mask    []uint8  // nearness of each pixel
	stride  int      // pixels per row of the mask, a multiple of the block
	touched []uint64 // touched blocks of each row, one bit each
	words   int      // number of words of touched per row
	top     int      // touched rows are from top to before bottom
	bottom  int
	mixed   map[mixKey]*mixture

	line      []float64 // a flattened sub-path in device pixels
	edges     []edge
	begin     []int32
	crossings []crossing
	cover     []float32 // coverage of one row, as differences
	changed   []uint64  // blocks with differences that may not be 0, one bit each
	solid     []uint32  // a row of one color
	told      told

	kept struct { // cached colors of a Still raster
		plane   []float32 // the raster's plane, which identifies it
		palette *picture.Palette
		w, h    int
		pix     []byte
	}
}

// Letters is a painted text: W x H pixels of R, G, B, A bytes, not premultiplied, and the text's position in them.
type Letters struct {
	Pix  []byte
	W, H int
	X, Y float64
}

type letterKey struct {
	s     string
	t     picture.TextStyle
	scale float64
}

// lettersKept is the number of texts in the cache.
const lettersKept = 400

// blockBits is the base-2 logarithm of the number of pixels in a block of the mask.
const blockBits = 4

var _ picture.Canvas = (*Canvas)(nil)

// Can reports whether a Canvas can paint p faster than the browser: p has no frame, at most 1.6 million pixels and no
// path of more than 40,000 coordinates, and each of its rasters fills the view, or is Still and at most twice as wide
// and high as the view.
func Can(p *picture.Picture) bool {
	const most = 1_600_000 // number of pixels
	v := p.View
	if !fastPixels || p.Frame.HasGutter() || float64(v.W)*float64(v.H)*v.Scale*v.Scale > most {
		return false
	}
	for _, l := range p.Layers {
		switch l := l.(type) {
		case *picture.Raster:
			g := l.Grid
			if l.Still && math.Abs(v.PX(float64(g.W)*g.DX)-v.PX(0)) <= 2*float64(v.W) &&
				math.Abs(v.PY(float64(g.H)*g.DY)-v.PY(0)) <= 2*float64(v.H) {
				continue
			}
			near := func(a, b float64) bool { return math.Abs(a-b) < 0.01/v.Scale }
			if !near(v.PX(g.X0-g.DX/2), 0) || !near(v.PX(g.X0+(float64(g.W)-0.5)*g.DX), float64(v.W)) ||
				!near(v.PY(g.Y0-g.DY/2), 0) || !near(v.PY(g.Y0+(float64(g.H)-0.5)*g.DY), float64(v.H)) {
				return false
			}
		case *picture.Path:
			if len(l.XY) > 40_000 {
				return false
			}
		}
	}
	return true
}

// size returns the number of pixels across and down.
func size(v picture.Viewport) (w, h int) {
	return max(1, int(math.Round(float64(v.W)*v.Scale))), max(1, int(math.Round(float64(v.H)*v.Scale)))
}

// Paint paints p over the palette's background and returns its pixels, four bytes each, R, G, B, A, row by row from the
// top. They are valid until the next call.
func (c *Canvas) Paint(p *picture.Picture, pal *picture.Palette) (pix []byte, w, h int) {
	if c.fit(p.View); fastTiles {
		c.tell(p, pal)
		picture.Paint(c, p, pal)
		if c.told.on {
			c.show()
		}
	} else {
		c.direct(p, pal)
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&c.px[0])), 4*len(c.px)), c.w, c.h
}

// fit makes room for the pixels of a view.
func (c *Canvas) fit(v picture.Viewport) {
	c.scale = v.Scale
	c.w, c.h = size(v)
	n := c.w * c.h
	if cap(c.px) < n {
		c.px = make([]uint32, n)
	}
	c.px = c.px[:n]
	if stride := (c.w + 1<<blockBits - 1) &^ (1<<blockBits - 1); stride != c.stride || len(c.mask) != stride*c.h {
		c.stride, c.words = stride, (stride>>blockBits+63)/64
		c.mask = make([]uint8, stride*c.h)
		c.touched = make([]uint64, c.words*c.h)
		c.top, c.bottom = c.h, 0
	}
}

// direct paints p without recording it.
func (c *Canvas) direct(p *picture.Picture, pal *picture.Palette) {
	c.tell(p, pal)
	c.now(len(p.Layers) > 0 && fills(p.Layers[0]))
	picture.Paint(c, p, pal)
}

// fills reports whether a layer covers the background completely.
func fills(l picture.Layer) bool {
	r, ok := l.(*picture.Raster)
	return ok && !r.Still
}

// row returns a row of pixels of one color: copying it is the fastest way to fill.
func (c *Canvas) row(colour uint32) []uint32 {
	if cap(c.solid) < c.w {
		c.solid = make([]uint32, c.w)
	}
	c.solid = c.solid[:c.w]
	for i := range c.solid {
		c.solid[i] = colour
	}
	return c.solid
}

// word returns a color as an opaque pixel. WebAssembly is little-endian, and so are all other supported platforms.
func word(k picture.Color) uint32 {
	return uint32(k.R) | uint32(k.G)<<8 | uint32(k.B)<<16 | 255<<24
}

// over mixes color k into pixel p with weight q/256, two bytes at a time.
func over(p, k, q uint32) uint32 {
	r := 256 - q
	return (p&even*r+k&even*q)>>8&even | (p>>8&even*r+k>>8&even*q)&^even
}

func (c *Canvas) Pixels(w, h int) []byte {
	if w != c.w || h != c.h {
		return nil
	}
	c.now(true)
	return unsafe.Slice((*byte)(unsafe.Pointer(&c.px[0])), 4*w*h)
}

// Image paints what Colours has returned, on whole pixels and without scaling. Pictures that Can accepts have no other
// images.
func (c *Canvas) Image(pix []byte, w, h int, x, y, _, _ float64, _ bool) {
	if len(pix) < 4*w*h || w < 1 || h < 1 {
		return
	}
	c.now(false)
	from := unsafe.Slice((*uint32)(unsafe.Pointer(&pix[0])), w*h)
	x0, y0 := int(math.Round(x*c.scale)), int(math.Round(y*c.scale))
	left, right := max(0, -x0), min(w, c.w-x0)
	for j := max(0, -y0); j < min(h, c.h-y0) && left < right; j++ {
		copy(c.px[(y0+j)*c.w+x0+left:], from[j*w+left:j*w+right])
	}
}

// Colours returns the colors of the last Still raster from a cache.
func (c *Canvas) Colours(r *picture.Raster, p *picture.Palette, w, h int) []byte {
	k := &c.kept
	if plane := r.Planes[0]; len(k.plane) != len(plane) || &k.plane[0] != &plane[0] || k.palette != p || k.w != w ||
		k.h != h {
		k.plane, k.palette, k.w, k.h = plane, p, w, h
		k.pix = r.RGBA(p, w, h, k.pix)
	}
	return k.pix
}

// Text paints letters on whole pixels.
func (c *Canvas) Text(s string, x, y float64, t picture.TextStyle) {
	if c.Letters == nil {
		return
	}
	c.now(false)
	key := letterKey{s, t, c.scale}
	l, ok := c.letters[key]
	if !ok {
		if c.letters == nil || len(c.letters) >= lettersKept {
			c.letters = map[letterKey]Letters{}
		}
		l = c.Letters(s, t, c.scale)
		c.letters[key] = l
	}
	x0, y0 := int(math.Round(x*c.scale-l.X)), int(math.Round(y*c.scale-l.Y))
	for j := max(0, -y0); j < min(l.H, c.h-y0); j++ {
		for i := max(0, -x0); i < min(l.W, c.w-x0); i++ {
			q := l.Pix[4*(j*l.W+i):][:4]
			if a := uint32(q[3]); a != 0 {
				p := &c.px[(y0+j)*c.w+x0+i]
				*p = over(*p, uint32(q[0])|uint32(q[1])<<8|uint32(q[2])<<16|255<<24, a+a>>7)
			}
		}
	}
}

// Into is for pictures with a frame, which Can does not accept.
func (c *Canvas) Into(x, y, w, h float64) {}

func (c *Canvas) Out() {}

// lines calls fn with each sub-path of o as a polyline in device pixels. A closed one repeats its first point at the
// end.
func (c *Canvas) lines(o *picture.Outline, fn func(xy []float64)) {
	c.line = c.line[:0]
	begun := false // the sub-path has more than its first point
	flush := func() {
		if begun {
			fn(c.line)
		}
		c.line, begun = c.line[:0], false
	}
	o.WalkRound(func(s picture.Segment) {
		xy := s.XY
		begun = begun || s.Op != 'M'
		switch s.Op {
		case 'M':
			flush()
			c.line = append(c.line, xy[0]*c.scale, xy[1]*c.scale)
		case 'L': // any number of points
			for _, v := range xy {
				c.line = append(c.line, v*c.scale)
			}
		case 'Q':
			n := len(c.line)
			x, y := c.line[n-2]/c.scale, c.line[n-1]/c.scale
			// The same curve as a cubic.
			c.curve(x, y, x+2*(xy[0]-x)/3, y+2*(xy[1]-y)/3, xy[2]+2*(xy[0]-xy[2])/3, xy[3]+2*(xy[1]-xy[3])/3, xy[2], xy[3])
		case 'C':
			n := len(c.line)
			c.curve(c.line[n-2]/c.scale, c.line[n-1]/c.scale, xy[0], xy[1], xy[2], xy[3], xy[4], xy[5])
		case 'Z':
			n := len(c.line)
			x, y := c.line[0], c.line[1]
			if c.line[n-2] != x || c.line[n-1] != y {
				c.line = append(c.line, x, y)
			}
			flush()
			c.line = append(c.line, x, y) // the start of a sub-path without a move
		}
	}, nil)
	flush()
}

// curve flattens a cubic curve with an error of at most a tenth of a pixel.
func (c *Canvas) curve(x0, y0, x1, y1, x2, y2, x3, y3 float64) {
	bend := max(math.Hypot(x0-2*x1+x2, y0-2*y1+y2), math.Hypot(x1-2*x2+x3, y1-2*y2+y3)) * c.scale
	n := min(max(int(math.Ceil(math.Sqrt(bend*6/8/0.1))), 1), 200)
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		s := 1 - t
		a, b, d, e := s*s*s, 3*s*s*t, 3*s*t*t, t*t*t
		c.line = append(c.line, (a*x0+b*x1+d*x2+e*x3)*c.scale, (a*y0+b*y1+d*y2+e*y3)*c.scale)
	}
}

func (c *Canvas) Stroke(o *picture.Outline, s picture.Stroke) {
	if visible(s) {
		c.stroke(o, s, picture.Stroke{}, s.Dash)
	}
}

// stroke strokes a casing with a line above it, which may have no width.
func (c *Canvas) stroke(o *picture.Outline, casing, line picture.Stroke, dash []float64) {
	from := len(c.told.parts)
	if c.trace(o, casing, dash); c.told.on {
		c.add(piece{casing: casing, line: line}, from)
	} else {
		c.composite(casing, line)
	}
}

func (c *Canvas) StrokeCased(o *picture.Outline, casing, line picture.Stroke) {
	if len(line.Dash) > 0 || !visible(casing) || !visible(line) {
		c.Stroke(o, casing)
		c.Stroke(o, line)
		return
	}
	c.stroke(o, casing, line, nil)
}

func visible(s picture.Stroke) bool { return s.Color.A > 0 && s.Width > 0 }

// trace enters into the mask the nearness of pixels to the lines of o, as far as a stroke reaches. During a recording
// it appends the lines to the parts instead.
func (c *Canvas) trace(o *picture.Outline, s picture.Stroke, dash []float64) {
	if sum(dash) <= 0 {
		dash = nil
	}
	half, _ := c.half(s)
	c.reach = half + 0.5
	if dash != nil {
		c.lines(o, func(xy []float64) { c.dashes(xy, dash) })
	} else {
		c.lines(o, c.polyline)
	}
}

// half returns half a stroke's width in pixels, and its largest coverage: a line thinner than a pixel is drawn as a
// pale one with the width of a pixel.
func (c *Canvas) half(s picture.Stroke) (half, full float64) {
	half = s.Width * c.scale / 2
	if half < 0.5 {
		return 0.5, 2 * half
	}
	return half, 1
}

func sum(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}

// dashes strokes the dashes of a polyline.
func (c *Canvas) dashes(xy, dash []float64) {
	k, left := 0, dash[0]*c.scale // the element of the pattern, and the rest of its length
	for i := 2; i+1 < len(xy); i += 2 {
		ax, ay, bx, by := xy[i-2], xy[i-1], xy[i], xy[i+1]
		length := math.Hypot(bx-ax, by-ay)
		for at := 0.0; at < length; {
			to := min(at+left, length)
			if k%2 == 0 {
				s, t := at/length, to/length
				piece := [...]float64{ax + s*(bx-ax), ay + s*(by-ay), ax + t*(bx-ax), ay + t*(by-ay)}
				c.polyline(piece[:])
			}
			left -= to - at
			at = to
			for left <= 1e-9 {
				k++
				left += dash[k%len(dash)] * c.scale
			}
		}
	}
}

// polyline enters the nearness of pixels to a line: to its segments, to its ends, and to its corners where neither
// adjacent segment is nearer.
func (c *Canvas) polyline(xy []float64) {
	n := len(xy)
	open := n == 4 || xy[0] != xy[n-2] || xy[1] != xy[n-1]
	var u, first direction
	for i := 2; i+1 < n; i += 2 {
		ax, ay := xy[i-2], xy[i-1]
		if c.told.on {
			c.told.parts = append(c.told.parts, part{ax: ax, ay: ay, bx: xy[i], by: xy[i+1], first: open && i == 2})
			continue
		}
		dx, dy := xy[i]-ax, xy[i+1]-ay
		length := math.Sqrt(dx*dx + dy*dy)
		if !(length > 0) {
			continue
		}
		w := direction{dx / length, dy / length}
		c.segment(ax, ay, xy[i], xy[i+1], length, w)
		if u == (direction{}) {
			if first = w; open {
				c.joint(ax, ay, u, w)
				first = direction{}
			}
		} else {
			c.joint(ax, ay, u, w)
		}
		u = w
	}
	if !c.told.on {
		c.joint(xy[n-2], xy[n-1], u, first)
	}
}

// single enters the nearness of pixels to a recorded segment and its end, and to its beginning if it begins a line.
func (c *Canvas) single(q *part) {
	dx, dy := q.bx-q.ax, q.by-q.ay
	length, u := math.Sqrt(dx*dx+dy*dy), direction{1, 0}
	if length > 0 {
		u = direction{dx / length, dy / length}
		c.segment(q.ax, q.ay, q.bx, q.by, length, u)
	}
	if c.joint(q.bx, q.by, u, direction{}); q.first {
		c.joint(q.ax, q.ay, direction{}, u)
	}
}

// direction is a unit vector in the direction of a segment; 0, 0 is none.
type direction struct{ x, y float64 }

// level is the size below which a component of a direction counts as 0.
const level = 1e-6

// far is beyond all pixels.
const far = 1e6

// segment enters the nearness of pixels beside a segment. Everything that is the same for all rows is computed before
// the loop over them, which has few branches: both are expensive in Go's WebAssembly, where min and max of floats are
// function calls.
func (c *Canvas) segment(ax, ay, bx, by, length float64, u direction) {
	const beyond = 1e-9 // no gap between segments in a straight line
	reach := c.reach
	left, right, top, bottom := ax, bx, ay, by
	if left > right {
		left, right = right, left
	}
	if top > bottom {
		top, bottom = bottom, top
	}
	if !(right+reach >= 0 && left-reach <= float64(c.w)) {
		return
	}
	// The interval of a row in which the nearest point of the line is inside the segment: 0 <= (x - ax)·ux + (y - ay)·uy
	// <= length.
	across, lean, wide := ax-far, 0.0, 2*far
	if tall := math.Abs(u.x); tall < level { // the whole row or nothing
		top, bottom = math.Ceil(top-0.5-beyond), math.Floor(bottom+0.5+beyond)
	} else {
		top, bottom = math.Floor(top-reach*tall), math.Ceil(bottom+reach*tall)
		lean, wide = u.y/u.x, length/tall+2*beyond
		across = ax + 0.5 - beyond
		if u.x < 0 {
			across += length / u.x
		}
	}
	// Intersected with the strip around the line: |(x - ax)·uy - (y - ay)·ux| <= reach.
	slope, middle, extent := 0.0, ax+0.5, far
	if u.y > level || u.y < -level {
		slope, extent = u.x/u.y, math.Abs(reach/u.y)
	}
	y0, y1 := max(int(top), 0), min(int(bottom), c.h)
	if y0 >= y1 {
		return
	}
	c.top, c.bottom = min(c.top, y0), max(c.bottom, y1)
	near := (nearest - 1) / reach
	step := near * u.y
	for y := y0; y < y1; y++ {
		dy := float64(y) + 0.5 - ay
		m, s := middle+dy*slope, across-dy*lean
		i, j := larger(int64(m-extent), int64(s)), -larger(-int64(m+extent), -int64(s+wide))
		i, j = larger(i, 0), -larger(-j, -int64(c.w))
		if i >= j {
			continue
		}
		c.touch(y, int(i), int(j))
		d := near * ((float64(i)+0.5-ax)*u.y - dy*u.x)
		part := c.mask[y*c.stride+int(i) : y*c.stride+int(j)]
		for k, was := range part {
			q := nearest - int64(math.Abs(d))
			d += step
			q &^= q >> 63
			less := int64(was) - q
			part[k] = uint8(int64(was) - less&(less>>63))
		}
	}
}

// larger is max without a branch.
func larger(a, b int64) int64 {
	d := a - b
	return a - d&(d>>63)
}

// touch records that pixels from..to of a row are in the mask.
func (c *Canvas) touch(y, from, to int) {
	first, last := uint(from>>blockBits), uint((to-1)>>blockBits)
	touched := c.touched[y*c.words:]
	for ; first>>6 < last>>6; first = first&^63 + 64 {
		touched[first>>6] |= ^uint64(0) << (first & 63)
	}
	touched[last>>6] |= 2<<(last&63) - 1<<(first&63)
}

// joint enters the nearness of pixels to a point at which a line arrives in direction u and leaves in direction w, as
// far as they are beyond the first segment and before the second one. At an end of the line a direction is missing.
func (c *Canvas) joint(x, y float64, u, w direction) {
	reach := c.reach
	top, bottom := -reach, reach
	if cross := u.x*w.y - u.y*w.x; u.x*w.x+u.y*w.y > 0 {
		if cross*reach < 1e-10 && cross*reach > -1e-10 {
			return
		}
		// The wedge is between two normals on the outer side.
		a, b := -u.x, -w.x
		if cross < 0 {
			a, b = -a, -b
		}
		if a > b {
			a, b = b, a
		}
		if u.y*w.y >= 0 || a+b > 0 { // it does not contain the vertical direction
			if top = 0; a < 0 {
				top = a * reach
			}
		}
		if u.y*w.y >= 0 || a+b < 0 {
			if bottom = 0; b > 0 {
				bottom = b * reach
			}
		}
	}
	y0, y1 := max(int(math.Ceil(y+top-0.5)), 0), min(int(math.Floor(y+bottom+0.5)), c.h)
	if y0 >= y1 {
		return
	}
	c.top, c.bottom = min(c.top, y0), max(c.bottom, y1)
	near := (nearest - 1) / reach
	for row := y0; row < y1; row++ {
		dy := float64(row) + 0.5 - y
		left, right := x-reach, x+reach
		if !u.after(&left, &right, x, dy) || !(direction{-w.x, -w.y}).after(&left, &right, x, dy) {
			continue
		}
		from, to := max(int(math.Ceil(left-0.5)), 0), min(int(math.Floor(right+0.5)), c.w)
		if from >= to {
			continue
		}
		c.touch(row, from, to)
		part := c.mask[row*c.stride+from : row*c.stride+to]
		dx, d2 := float64(from)+0.5-x, dy*dy
		for k, was := range part {
			q := nearest - int64(near*math.Sqrt(dx*dx+d2))
			dx++
			q &^= q >> 63
			less := int64(was) - q
			part[k] = uint8(int64(was) - less&(less>>63))
		}
	}
}

// after reduces an interval of a row of pixels to the half-plane in direction u from a point at x, of which the row is
// dy pixels below. It reports whether the interval may be nonempty.
func (u direction) after(left, right *float64, x, dy float64) bool {
	if u.x < level && u.x > -level {
		return u.y == 0 && u.x == 0 || u.y*dy >= 0
	}
	at := x - dy*u.y/u.x
	if u.x > 0 {
		if at > *left {
			*left = at
		}
	} else if at < *right {
		*right = at
	}
	return true
}

// nearest is the mask's value on a line; 1 is as far as the stroke reaches, 0 beyond.
const nearest = 255

// mix is the effect of a stroke on pixels of one nearness: they keep rest/256 of their value, and add is added. The
// four bytes of add are 16 bits apart: R, B, G, A.
type mix struct{ rest, add uint64 }

// even selects a pixel's first and third byte.
const even = 0x00ff00ff

// spread puts the bytes of a pixel 16 bits apart.
func spread(p uint32) uint64 { return uint64(p&even) | uint64(p>>8&even)<<32 }

// of mixes a stroke into a pixel.
func (m *mix) of(p uint32) uint32 {
	v := spread(p)*m.rest + m.add
	return uint32(v>>8)&even | uint32(v>>32)&^even
}

// covering returns the coverage of a stroke at a distance, in units of 1/256.
func (c *Canvas) covering(s picture.Stroke, d float64) uint64 {
	half, full := c.half(s)
	d = half + 0.5 - d
	if d < 0 {
		d = 0
	} else if d > 1 {
		d = 1
	}
	return uint64(float64(uint32(s.Color.A)+uint32(s.Color.A)>>7)*full*d + 0.5)
}

// mixture holds the effect of a casing and a line on pixels of each nearness.
type mixture [nearest + 1]mix

// mixKey is everything that a mixture depends on.
type mixKey struct {
	below, above picture.Color
	casing, line float64
	scale        float64
}

// mixturesKept is the number of mixtures in the cache.
const mixturesKept = 64

// mixes returns the mixture for a casing, which was traced, and a line above it; the line may have no width.
func (c *Canvas) mixes(casing, line picture.Stroke) *mixture {
	key := mixKey{casing.Color, line.Color, casing.Width, line.Width, c.scale}
	if t := c.mixed[key]; t != nil {
		return t
	}
	if c.mixed == nil || len(c.mixed) >= mixturesKept {
		c.mixed = map[mixKey]*mixture{}
	}
	t := new(mixture)
	c.mixed[key] = t
	below, above := spread(word(casing.Color)), spread(word(line.Color))
	t[0] = mix{256, 0}
	for q := 1; q <= nearest; q++ {
		d := (float64(nearest-q) + 0.5) / (nearest - 1) * c.reach
		l := uint64(0)
		if visible(line) {
			l = c.covering(line, d)
		}
		rest := ((256-c.covering(casing, d))*(256-l) + 128) >> 8
		t[q] = mix{rest, below*(256-l-rest) + above*l}
	}
	return t
}

// composite mixes the colors of a casing and a line into the pixels of dirty tiles according to the mask, and clears
// the mask.
func (c *Canvas) composite(casing, line picture.Stroke) {
	t := c.mixes(casing, line)
	for y := c.top; y < c.bottom; y++ {
		for k, blocks := range c.touched[y*c.words:][:c.words] {
			if blocks == 0 {
				continue
			}
			c.touched[y*c.words+k] = 0
			dirty := c.told.dirty[y>>blockBits*c.words+k]
			for ; blocks != 0; blocks &= blocks - 1 {
				x := (k<<6 + bits.TrailingZeros64(blocks)) << blockBits
				m := (*[1 << blockBits]uint8)(unsafe.Pointer(&c.mask[y*c.stride+x]))
				if dirty&(blocks&-blocks) == 0 {
					*m = [len(m)]uint8{}
					continue
				}
				px := c.px[y*c.w+x : (y+1)*c.w]
				if len(px) < len(m) {
					for i := range px {
						px[i] = t[m[i]].of(px[i])
					}
					*m = [len(m)]uint8{}
					continue
				}
				// Little-endian: the first pixel's nearness is the lowest byte. Lines are rarely wider than four pixels.
				four, base := (*[len(m) / 4]uint32)(unsafe.Pointer(m)), unsafe.Pointer(&px[0])
				for g, near := range four {
					if near == 0 {
						continue
					}
					four[g] = 0
					q := (*[4]uint32)(unsafe.Add(base, 16*g))
					q[0] = t[near&255].of(q[0])
					q[1] = t[near>>8&255].of(q[1])
					q[2] = t[near>>16&255].of(q[2])
					q[3] = t[near>>24].of(q[3])
				}
			}
		}
	}
	c.top, c.bottom = c.h, 0
}

// edge is an edge of a polygon, downwards: x at height y is x0 + (y - y0)*slope.
type edge struct {
	y0, y1, x0, slope float64
	wind              int8
	next              int32 // in the list of edges that begin at the same height
}

type crossing struct {
	x    float64
	wind int8
}

// slices4 is the number of scan lines per row of pixels for the coverage of fills; along a scan line, coverage is
// exact.
const slices4 = 4

func (c *Canvas) Fill(o *picture.Outline, k picture.Color) {
	if k.A == 0 {
		return
	}
	tiles, t := k.A == 255 && o.Tiling, &c.told
	if !tiles && o.NonZero {
		c.now(false)
	}
	from := len(t.parts)
	c.lines(o, func(xy []float64) {
		n, first := len(xy), true
		for i := 0; i+1 < n; i += 2 {
			j := (i + 2) % n
			ax, ay, bx, by := xy[i], xy[i+1], xy[j], xy[j+1]
			if ay == by && (tiles || !t.on) {
				continue
			}
			wind := int8(1)
			if ay > by {
				ax, ay, bx, by, wind = bx, by, ax, ay, -1
			}
			t.parts = append(t.parts, part{ax, ay, bx, by, first, wind})
			first = false
		}
	})
	if t.on {
		c.add(piece{line: picture.Stroke{Color: k}, tiles: tiles, soft: !tiles}, from)
		return
	}
	c.edges = c.edges[:0]
	c.outline(t.parts[from:])
	t.parts = t.parts[:from]
	if tiles {
		c.tiling(k)
		return
	}
	c.smooth(o.NonZero, k)
}

// spans calls fn for each maximal interval of a row's crossings that is inside.
func (c *Canvas) spans(nonZero bool, fn func(a, b float64)) {
	x := c.crossings
	for i := 1; i < len(x); i++ { // insertion sort, because they are nearly sorted after the previous row
		for j := i; j > 0 && x[j].x < x[j-1].x; j-- {
			x[j], x[j-1] = x[j-1], x[j]
		}
	}
	wind := 0
	from := 0.0
	for _, q := range x {
		was := wind
		if nonZero {
			wind += int(q.wind)
		} else {
			wind ^= 1
		}
		if was == 0 && wind != 0 {
			from = q.x
		} else if was != 0 && wind == 0 && q.x > from {
			fn(from, q.x)
		}
	}
}

// rows calls fn for heights y = at, at + step, ... with c.crossings of the edges there, if there are any. The heights
// and step have so few bits that their sums are exact.
func (c *Canvas) rows(at, step float64, fn func(y float64)) {
	first, bottom := math.Inf(1), 0.0
	for _, e := range c.edges {
		first, bottom = min(first, e.y0), max(bottom, e.y1)
	}
	if first > at {
		at += math.Floor((first-at)/step) * step
	}
	n := int(math.Ceil((min(bottom, float64(c.h)) - at) / step))
	if n <= 0 {
		return
	}
	// Lists of the edges that begin at each height: the index of the first one, plus one.
	if cap(c.begin) < n {
		c.begin = make([]int32, n)
	}
	begin := c.begin[:n]
	clear(begin)
	for i := len(c.edges) - 1; i >= 0; i-- {
		e, k := &c.edges[i], 0.0
		if e.y0 > at {
			if k = math.Ceil((e.y0 - at) / step); at+k*step < e.y0 {
				k++
			}
		}
		if k < float64(n) {
			e.next = begin[int(k)]
			begin[int(k)] = int32(i + 1)
		}
	}
	active := make([]int32, 0, 16)
	for k, i := range begin {
		y := at + float64(k)*step
		for ; i > 0; i = c.edges[i-1].next {
			active = append(active, i-1)
		}
		c.crossings = c.crossings[:0]
		keep := active[:0]
		for _, i := range active {
			e := &c.edges[i]
			if e.y1 <= y {
				continue
			}
			keep = append(keep, i)
			c.crossings = append(c.crossings, crossing{e.x0 + (y-e.y0)*e.slope, e.wind})
		}
		active = keep
		if len(c.crossings) > 0 {
			fn(y)
		}
	}
}

// tiling fills many opaque polygons that touch: a pixel belongs to the one that contains its center, so that no
// background shows between them.
func (c *Canvas) tiling(k picture.Color) {
	solid := c.row(word(k))
	c.rows(0.5, 1, func(y float64) {
		// Each polygon has crossings in pairs; the even-odd rule over all of them is right, because cells don't overlap.
		c.spans(false, func(a, b float64) {
			x0, x1 := max(int(math.Ceil(a-0.5)), 0), min(int(math.Ceil(b-0.5)), c.w)
			c.lay(int(y), x0, x1, solid)
		})
	})
}

// blend is over for a run of pixels.
func blend(px []uint32, k, q uint32) {
	r, k0, k1 := 256-q, k&even*q, k>>8&even*q
	for i, p := range px {
		px[i] = (p&even*r+k0)>>8&even | (p>>8&even*r+k1)&^even
	}
}

// snapped rounds a coverage to a multiple of 1/2^18: sums of such numbers are exact, so that a pixel does not depend on
// edges far to its left.
func snapped(x float64) float32 {
	const by = 48 // numbers from 32 to 64 are such multiples
	return float32(x) + by - by
}

// smooth fills with soft edges. A row's coverage is stored as differences, which are sparse: runs of pixels between
// them have the same coverage.
func (c *Canvas) smooth(nonZero bool, k picture.Color) {
	colour, alpha := word(k), float32(uint32(k.A)+uint32(k.A)>>7)
	if n := (c.words + 1) << (6 + blockBits); len(c.cover) != n {
		c.cover, c.changed = make([]float32, n), make([]uint64, c.words+1)
	}
	cover, changed := c.cover, c.changed
	row := -1
	const part = float32(1) / slices4
	inside := func(a, b float64) {
		if a < 0 {
			a = 0
		}
		if b > float64(c.w) {
			b = float64(c.w)
		}
		if a >= b {
			return
		}
		// The coverage rises over pixel i and falls over pixel j.
		i, j := int(a), int(b)
		fa, fb := snapped(a-float64(i)), snapped(b-float64(j))
		cover[i] += part * (1 - fa)
		cover[i+1] += part * fa
		cover[j] -= part * (1 - fb)
		cover[j+1] -= part * fb
		for _, i := range [4]int{i, i + 1, j, j + 1} {
			i >>= blockBits
			changed[i>>6] |= 1 << (i & 63)
		}
	}
	c.rows(0.5/slices4, 1.0/slices4, func(y float64) {
		if int(y) != row {
			c.flush(row, colour, alpha)
			row = int(y)
		}
		c.spans(nonZero, inside)
	})
	c.flush(row, colour, alpha)
}

// flush mixes a color into a row according to its coverage, and resets the coverage.
func (c *Canvas) flush(row int, colour uint32, alpha float32) {
	if row < 0 {
		return
	}
	px := c.px[row*c.w : (row+1)*c.w]
	acc, at := float32(0), 0
	for k, blocks := range c.changed {
		for ; blocks != 0; blocks &= blocks - 1 {
			x := (k<<6 + bits.TrailingZeros64(blocks)) << blockBits
			c.even(row, at, min(x, c.w), colour, uint32(acc*alpha+0.5))
			block := (*[1 << blockBits]float32)(c.cover[x:])
			at = x + len(block)
			if x < c.w && c.told.dirty[row>>blockBits*c.words+k]&(blocks&-blocks) != 0 {
				part := px[x:min(at, c.w)]
				for i := range part {
					acc += block[i&(len(block)-1)]
					if q := uint32(acc*alpha + 0.5); q > 0 && q <= 256 {
						part[i] = over(part[i], colour, q)
					}
				}
			} else {
				for _, d := range block {
					acc += d
				}
			}
			*block = [len(block)]float32{}
		}
		c.changed[k] = 0
	}
	c.even(row, at, c.w, colour, uint32(acc*alpha+0.5))
}

// even mixes a color with weight q/256 into pixels of a row, from at to before end.
func (c *Canvas) even(row, at, end int, colour, q uint32) {
	for at < end && q > 0 && q <= 256 {
		from, to := c.run(row, at, end)
		blend(c.px[row*c.w+from:row*c.w+to], colour, q)
		at = to
	}
}
