package picture

import "math"

// RoundSteps is the number of line widths of marks round points, from that of Size 0 to that of Size 1: those of one
// width are stroked together.
const RoundSteps = 8

// RoundStep returns the number of the line width of a mark round a point, 0..RoundSteps-1.
func RoundStep(size float64) int {
	return int(math.Round(min(max(size, 0), 1) * (RoundSteps - 1)))
}

// leastClear is the minimum inner radius, in CSS pixels, of a mark round a point, so that it is visible where points
// are very small.
const leastClear = 3

// roundMarks paints open marks round data points. Their inside leaves the point's own shape and rim free, however large
// points are in this view, so that no mark is hidden behind its point; Size sets the width of the line. The widest are
// painted first, so that no casing hides a thin one. f scales the marks.
func (t *painter) roundMarks(m *Marks, s Style, f float64) {
	n := len(m.XY) / 2
	point := t.pal.styles[RolePoint]
	r := t.pal.PointRadius(max(m.Among, 1), t.area())
	// Small points have thinner rings.
	fine := max(math.Sqrt(r/point.Radius), 0.6)
	if m.Role == RolePicked && n > 50 { // so many would hide the picture
		fine /= 2
	}
	r *= f
	var free [Classes + 1]float64
	for k := range free {
		free[k] = t.pal.clear(k, s.Shape, r, f)
	}
	var used [RoundSteps]bool
	step := func(i int) int {
		if i < len(m.Size) {
			return RoundStep(m.Size[i])
		}
		return RoundSteps - 1
	}
	for i := range n {
		used[step(i)] = true
	}
	s.Dash = nil
	line, casing := s.Width, s.Case*fine
	for k := RoundSteps - 1; k >= 0; k-- {
		if !used[k] {
			continue
		}
		s.Width = (line + s.Swell*float64(k)/(RoundSteps-1)) * fine
		s.Case = casing
		t.out.Reset()
		for i := range n {
			if step(i) != k {
				continue
			}
			x, y := t.v.PX(m.XY[2*i]), t.v.PY(m.XY[2*i+1])
			d := free[slotOf(m.Class, i)] + s.Case + s.Width/2
			if x > -2*d && y > -2*d && x < float64(t.v.W)+2*d && y < float64(t.v.H)+2*d {
				t.out.Mark(s.Shape, x, y, d)
			}
		}
		t.stroke(s)
	}
}

// clear returns the inner radius of a mark round a data point of radius r that has the look of class slot (Classes = no
// class).
func (p *Palette) clear(slot int, round Shape, r, f float64) float64 {
	shape := Circle
	if slot < Classes {
		shape = p.Class[slot].Shape
	}
	rim := min(f*p.styles[RolePoint].MarkLn, 0.4*r)
	return max(r*shape.reach(round)+rim, leastClear*p.Size*p.Marks*f)
}

// RoundReach returns the largest distance, in CSS pixels, that a role's mark round a data point of a class reaches from
// the point's position: with Size 1 and a single point in view. usual is that of the first palette, for whose text size
// labels are placed; largest is the maximum over all palettes.
func RoundReach(r Role, class int) (usual, largest float64) {
	slot := Classes
	if class >= 0 {
		slot = class % Classes
	}
	for k, p := range palettes() {
		s := p.Style(r)
		far := p.clear(slot, s.Shape, p.styles[RolePoint].Radius, 1) + s.Case + s.Width + s.Swell
		if k == 0 {
			usual = far
		}
		largest = max(largest, far)
	}
	return usual, largest
}

// reach returns the distance from the centre to the farthest corner of a data point's shape of radius 1; for brackets,
// the distance along the axes.
func (s Shape) reach(round Shape) float64 {
	corner := func(x, y float64) float64 {
		if round == Brackets {
			return max(math.Abs(x), math.Abs(y))
		}
		return math.Hypot(x, y)
	}
	switch {
	case s == Circle || !s.Filled():
		return 1
	case s == Plus:
		return corner(plusLong, plusWide)
	case s == Hourglass:
		return corner(glassWide, glassHigh)
	}
	far := 0.0
	g := shapes[s]
	for i := range g.n {
		sn, cs := math.Sincos(math.Pi * (g.turn + 2*float64(i)/float64(g.n)))
		far = max(far, corner(g.dx+g.size*cs, g.dy+g.size*sn))
	}
	return far
}
