package picture

import "math"

// op is one segment of an Outline.
type op uint8

const (
	opMove   op = iota // 1 point
	opLine             // 1 point
	opQuad             // 2 points
	opCubic            // 3 points
	opClose            // none
	opCircle           // no point; the next six operations make a circle
)

// Outline is a path in CSS pixels, y down. The zero value is empty. Fills are
// even-odd unless NonZero is set.
type Outline struct {
	NonZero bool
	// Tiling says that the polygons are adjacent tiles, which should have no seams between them. A canvas that can't do
	// that ignores it.
	Tiling bool
	ops    []op
	xy     []float64
}

// Reset empties o but keeps its memory.
func (o *Outline) Reset() { *o = Outline{ops: o.ops[:0], xy: o.xy[:0]} }

// Empty reports whether o has no segments.
func (o *Outline) Empty() bool { return len(o.ops) == 0 }

// MoveTo begins a sub-path.
func (o *Outline) MoveTo(x, y float64) {
	o.ops = append(o.ops, opMove)
	o.xy = append(o.xy, x, y)
}

// LineTo adds a straight segment.
func (o *Outline) LineTo(x, y float64) {
	o.ops = append(o.ops, opLine)
	o.xy = append(o.xy, x, y)
}

// QuadTo adds a quadratic Bézier segment.
func (o *Outline) QuadTo(x1, y1, x, y float64) {
	o.ops = append(o.ops, opQuad)
	o.xy = append(o.xy, x1, y1, x, y)
}

// CubicTo adds a cubic Bézier segment.
func (o *Outline) CubicTo(x1, y1, x2, y2, x, y float64) {
	o.ops = append(o.ops, opCubic)
	o.xy = append(o.xy, x1, y1, x2, y2, x, y)
}

// Close closes the sub-path.
func (o *Outline) Close() { o.ops = append(o.ops, opClose) }

// Polyline adds x0,y0,x1,y1,... as a sub-path.
func (o *Outline) Polyline(xy []float64, closed bool) {
	if len(xy) < 2 {
		return
	}
	o.MoveTo(xy[0], xy[1])
	for i := 3; i < len(xy); i += 2 {
		o.LineTo(xy[i-1], xy[i])
	}
	if closed {
		o.Close()
	}
}

// Rect adds a rectangle.
func (o *Outline) Rect(x, y, w, h float64) {
	o.MoveTo(x, y)
	o.LineTo(x+w, y)
	o.LineTo(x+w, y+h)
	o.LineTo(x, y+h)
	o.Close()
}

// Circle adds a circle of four cubic segments (radial error below 0.03 %).
func (o *Outline) Circle(x, y, r float64) {
	const kappa = 0.5522847498307936 // 4/3 tan(π/8)
	k := kappa * r
	o.ops = append(o.ops, opCircle, opMove, opCubic, opCubic, opCubic, opCubic, opClose)
	o.xy = append(o.xy, x+r, y,
		x+r, y+k, x+k, y+r, x, y+r,
		x-k, y+r, x-r, y+k, x-r, y,
		x-r, y-k, x-k, y-r, x, y-r,
		x+k, y-r, x+r, y-k, x+r, y)
}

// Segment is one segment of an Outline, as passed by Walk.
type Segment struct {
	Op byte // 'M', 'L', 'Q', 'C' or 'Z', as in SVG
	XY []float64
}

// Walk calls fn with each segment in order.
func (o *Outline) Walk(fn func(Segment)) {
	k := 0
	for _, p := range o.ops {
		if p != opCircle {
			n := opCoords[p]
			fn(Segment{"MLQCZ"[p], o.xy[k : k+n]})
			k += n
		}
	}
}

// WalkRound is like Walk, but calls circle for each circle. If circle is nil or returns false, the circle's segments
// are passed to fn. Consecutive lines are passed as one segment.
func (o *Outline) WalkRound(fn func(Segment), circle func(x, y, r float64) bool) {
	k := 0
	for i := 0; i < len(o.ops); i++ {
		p := o.ops[i]
		if p == opCircle {
			// A circle begins at its rightmost point; half-way it reaches its leftmost point.
			right, left := o.xy[k], o.xy[k+12]
			if circle != nil && circle((right+left)/2, o.xy[k+1], (right-left)/2) {
				i, k = i+6, k+26
			}
			continue
		}
		n := opCoords[p]
		for ; p == opLine && i+1 < len(o.ops) && o.ops[i+1] == opLine; i++ {
			n += 2
		}
		fn(Segment{"MLQCZ"[p], o.xy[k : k+n]})
		k += n
	}
}

var opCoords = [...]int{opMove: 2, opLine: 2, opQuad: 4, opCubic: 6, opClose: 0}

// AppendSVG appends o as SVG path data, rounded to 0.01 px. Segments are relative to the rounded previous point, so
// that rounding errors don't add up. Coordinates must be finite; painting has clipped them to the view.
func (o *Outline) AppendSVG(dst []byte) []byte {
	var px, py, sx, sy int // current point and start of the sub-path, in 0.01 px
	k := 0
	last := byte(0)
	for _, p := range o.ops {
		switch p {
		case opCircle:
			continue
		case opClose:
			dst = append(dst, 'z')
			px, py, last = sx, sy, 0
			continue
		case opMove:
			sx, sy = hundredths(o.xy[k]), hundredths(o.xy[k+1])
			dst = append(dst, 'M')
			dst = appendFixed(dst, sx, true)
			dst = appendFixed(dst, sy, false)
			px, py = sx, sy
			k += 2
			last = 0
			continue
		}
		letter := " lqc"[p]
		first := letter != last
		if first {
			dst = append(dst, letter)
			last = letter
		}
		n := opCoords[p]
		qx, qy := px, py
		for c := 0; c < n; c += 2 {
			qx, qy = hundredths(o.xy[k+c]), hundredths(o.xy[k+c+1])
			dst = appendFixed(dst, qx-px, first)
			dst = appendFixed(dst, qy-py, false)
			first = false
		}
		px, py = qx, qy
		k += n
	}
	return dst
}

func hundredths(x float64) int { return int(math.Floor(x*100 + 0.5)) }

// appendFixed appends v/100, preceded by a separator unless it is the first number after a letter or begins with a
// minus sign.
func appendFixed(dst []byte, v int, first bool) []byte {
	if v < 0 {
		dst = append(dst, '-')
		v = -v
	} else if !first {
		dst = append(dst, ' ')
	}
	whole, frac := v/100, v%100
	if whole >= 10 {
		dst = appendInt(dst, whole)
	} else if whole > 0 || frac == 0 {
		dst = append(dst, byte('0'+whole))
	}
	if frac == 0 {
		return dst
	}
	dst = append(dst, '.', byte('0'+frac/10))
	if frac%10 != 0 {
		dst = append(dst, byte('0'+frac%10))
	}
	return dst
}

func appendInt(dst []byte, v int) []byte {
	var b [20]byte
	i := len(b)
	for v > 0 {
		i--
		b[i] = byte('0' + v%10)
		v /= 10
	}
	return append(dst, b[i:]...)
}

// Turn rotates o by 90° about the origin, anticlockwise on the screen.
func (o *Outline) Turn() {
	for i := 0; i+1 < len(o.xy); i += 2 {
		o.xy[i], o.xy[i+1] = o.xy[i+1], -o.xy[i]
	}
}

// Translate moves o by (dx, dy).
func (o *Outline) Translate(dx, dy float64) {
	for i := 0; i+1 < len(o.xy); i += 2 {
		o.xy[i] += dx
		o.xy[i+1] += dy
	}
}
