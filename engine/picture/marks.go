package picture

import "math"

// PointMarks returns the marks of data points at xy (x0, y0, x1, y1, ...), coloured by value if values are given, else
// by class if class is given, else neutral. Lo and Hi are the smallest and the largest finite value; set them to the
// raster's so that points and field share a scale.
func PointMarks(xy []float64, class []int, values []float64) *Marks {
	m := &Marks{Role: RolePoint, XY: xy, Class: class, Value: values}
	if len(values) > 0 {
		m.Lo, m.Hi = math.Inf(1), math.Inf(-1)
		for _, v := range values {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				m.Lo, m.Hi = min(m.Lo, v), max(m.Hi, v)
			}
		}
		if m.Lo > m.Hi {
			m.Lo, m.Hi = 0, 0
		}
	}
	return m
}

// PointRadius returns the radius, in CSS pixels, of n data points in a view of area square pixels. Many points are
// drawn smaller, so that what lies under them stays visible. A single point has the palette's radius on any area.
func (p *Palette) PointRadius(n int, area float64) float64 {
	r := p.styles[RolePoint].Radius
	if n <= 1 {
		return r
	}
	if n > 150 {
		r *= math.Pow(150/float64(n), 0.22)
	}
	// Each point has area/n to itself. The radius follows the side of this area once it would exceed a quarter of it;
	// the two limits join smoothly.
	own := 0.25 * math.Sqrt(max(area, 1)/float64(n))
	return max(r/math.Pow(1+math.Pow(r/own, 4), 0.25), 0.4)
}

// crowdAlpha returns the opacity of points of radius r: small ones are translucent, down to 0.3 at the smallest radius,
// 0.4 pixels.
func crowdAlpha(r float64) float64 {
	const full, least = 1.8, 0.3
	return min(1, least+(1-least)*max(r-0.4, 0)/(full-0.4))
}

// regular is a regular polygon or star around the origin, scaled so that all shapes look equally large.
type regular struct {
	n          int
	turn       float64 // angle of the first corner, in units of π
	size, dent float64 // radius of the corners, and of the inner corners of a star (0 = none)
	dx, dy     float64 // shift that makes the shape look centred
}

var shapes = [...]regular{
	Square:        {4, 0.25, 1.27, 0, 0, 0},
	TriangleUp:    {3, -0.5, 1.42, 0, 0, 0.18},
	Diamond:       {4, -0.5, 1.3, 0, 0, 0},
	Pentagon:      {5, -0.5, 1.18, 0, 0, 0.05},
	TriangleDown:  {3, 0.5, 1.42, 0, 0, -0.18},
	Star:          {5, -0.5, 1.5, 0.68, 0, 0.06},
	Hexagon:       {6, 0, 1.13, 0, 0, 0},
	TriangleRight: {3, 0, 1.42, 0, -0.18, 0},
	TriangleLeft:  {3, 1, 1.42, 0, 0.18, 0},
}

// plusLong and plusWide are half the length and half the width of a Plus's strokes.
const plusLong, plusWide = 1.2, 0.45

// glassWide, glassHigh and glassWaist are half the width, half the height and half the waist of an Hourglass.
const glassWide, glassHigh, glassWaist = 1.02, 1.16, 0.22

// sightFrom and sightTo are the radii at which the lines of a Sight begin and end.
const sightFrom, sightTo = 0.68, 1.36

// pointFrom is the distance of the tips of Pointers from the centre, pointDeep and pointHigh the horizontal and
// vertical distance of their ends from the tips: rings round the same position lie between them.
const pointFrom, pointDeep, pointHigh = 1.35, 0.6, 0.65

// drawn are shapes made of lines, each of so many corners, for a radius of 1.
var drawn = [...]struct {
	corners int
	closed  bool
	xy      []float64
}{
	Plus: {12, true, []float64{-plusWide, -plusLong, plusWide, -plusLong, plusWide, -plusWide, plusLong, -plusWide,
		plusLong, plusWide, plusWide, plusWide, plusWide, plusLong, -plusWide, plusLong, -plusWide, plusWide,
		-plusLong, plusWide, -plusLong, -plusWide, -plusWide, -plusWide}},
	Hourglass: {6, true, []float64{-glassWide, -glassHigh, glassWide, -glassHigh, glassWaist, 0, glassWide, glassHigh,
		-glassWide, glassHigh, -glassWaist, 0}},
	Pointers: {3, false, []float64{
		-pointFrom - pointDeep, -pointHigh, -pointFrom, 0, -pointFrom - pointDeep, pointHigh,
		pointFrom + pointDeep, -pointHigh, pointFrom, 0, pointFrom + pointDeep, pointHigh}},
	CrossMark: {2, false, []float64{-0.72, -0.72, 0.72, 0.72, -0.72, 0.72, 0.72, -0.72}},
	Cross:     {2, false, []float64{-1, 0, 1, 0, 0, -1, 0, 1}},
	Sight: {2, false, []float64{sightFrom, 0, sightTo, 0, -sightFrom, 0, -sightTo, 0,
		0, sightFrom, 0, sightTo, 0, -sightFrom, 0, -sightTo}},
}

// Mark adds a shape of radius r around (x, y). All shapes have the same orientation, so that a NonZero fill of many
// shapes is their union.
func (o *Outline) Mark(s Shape, x, y, r float64) {
	switch s {
	case Circle, Ring:
		o.Circle(x, y, r)
	case Target:
		o.Circle(x, y, r)
		o.Circle(x, y, 0.3*r)
	case Brackets:
		t := 0.45 * r
		for _, q := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			cx, cy := x+q[0]*r, y+q[1]*r
			o.MoveTo(cx-q[0]*t, cy)
			o.LineTo(cx, cy)
			o.LineTo(cx, cy-q[1]*t)
		}
	case Plus, Hourglass, Pointers, CrossMark, Cross, Sight:
		if s == Sight {
			o.Circle(x, y, r)
		}
		d := &drawn[s]
		for i := 0; i < len(d.xy); i += 2 {
			if px, py := x+d.xy[i]*r, y+d.xy[i+1]*r; i%(2*d.corners) == 0 {
				o.MoveTo(px, py)
			} else {
				o.LineTo(px, py)
			}
		}
		if d.closed {
			o.Close()
		}
	default:
		g := shapes[s]
		steps := g.n
		if g.dent > 0 {
			steps *= 2
		}
		for i := range steps {
			rr := g.size * r
			if g.dent > 0 && i%2 == 1 {
				rr = g.dent * r
			}
			sn, cs := math.Sincos(math.Pi * (g.turn + 2*float64(i)/float64(steps)))
			px, py := x+g.dx*r+rr*cs, y+g.dy*r+rr*sn
			if i == 0 {
				o.MoveTo(px, py)
			} else {
				o.LineTo(px, py)
			}
		}
		o.Close()
	}
}

// Filled reports whether a shape is filled rather than stroked.
func (s Shape) Filled() bool { return s <= TriangleLeft }

// AddCircle appends an ellipse around (x, y) with half-axes rx and ry, as a polygon with a relative error of about 0.03
// %.
func (p *Path) AddCircle(x, y, rx, ry float64) {
	p.AddLine(Ellipse(x, y, rx, ry, 128)...)
}

// Ellipse returns the vertices of a polygon with n corners that approximates an ellipse around (x, y) with half-axes rx
// and ry.
func Ellipse(x, y, rx, ry float64, n int) []float64 {
	xy := make([]float64, 0, 2*n)
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		xy = append(xy, x+rx*cos, y+ry*sin)
	}
	return xy
}
