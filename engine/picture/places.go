package picture

import (
	"cmp"
	"slices"
)

// Places knows where in a plane a name or a number of what is drawn may stand: inside,
// on none that stands there already, and beside the data points.
type Places struct {
	v      Viewport
	edge   float64
	taken  []Box
	points []Box // of their marks, by ascending X0
}

const (
	// LabelSize is the size of labels in a plane, and pointRadius that of a point's mark,
	// in the usual palettes.
	LabelSize   = 11.0
	pointRadius = 5.0

	// crowdOfPoints is how many points there are at most for labels to keep away from
	// them: of more there is one wherever a label stands.
	crowdOfPoints = 500
)

// NewPlaces keeps labels so many pixels from the edges of a view.
func NewPlaces(v Viewport, edge float64) *Places { return &Places{v: v, edge: edge} }

// Avoid keeps labels away from n data points as well.
func (p *Places) Avoid(n int, at func(i int) (x, y float64)) {
	if n > crowdOfPoints {
		return
	}
	for i := range n {
		x, y := at(i)
		px, py := p.v.PX(x), p.v.PY(y)
		b := Box{px, py, px, py}.Grown(pointRadius, pointRadius)
		at := p.from(b.X0)
		p.points = append(p.points, b)
		copy(p.points[at+1:], p.points[at:])
		p.points[at] = b
	}
}

// from is the first of the points that begins at x or after it.
func (p *Places) from(x float64) int {
	at, _ := slices.BinarySearchFunc(p.points, x, func(p Box, x float64) int { return cmp.Compare(p.X0, x) })
	return at
}

// Take keeps the labels that follow from a box.
func (p *Places) Take(b Box) { p.taken = append(p.taken, b) }

// Free tells whether a box is inside, and meets none that is taken.
func (p *Places) Free(b Box) bool {
	return b.Within(p.v.W, p.v.H, p.edge) && !slices.ContainsFunc(p.taken, b.Meets)
}

// Covered is how many points a label in a box would lie on.
func (p *Places) Covered(b Box) (count int) {
	for _, q := range p.points[p.from(b.X0-2*pointRadius):] {
		if q.X0 >= b.X1 {
			break
		}
		if b.Meets(q) {
			count++
		}
	}
	return count
}

// Put takes a place for a label at px, py, in pixels, and gives it that place, if it is
// free and covers no point. It tells whether it did.
func (p *Places) Put(l *Label, px, py float64) bool {
	b := l.Box(px, py, LabelSize)
	if !p.Free(b) || p.Covered(b) > 0 {
		return false
	}
	p.Take(b.Grown(4, 0)) // or two numbers read as one
	l.X, l.Y = p.v.DX(px), p.v.DY(py)
	return true
}

// PutBeside puts a label beside a mark of a radius, on the side that has room, the
// right one first.
func (p *Places) PutBeside(l *Label, px, py, radius float64) bool {
	gap := radius - 1 // labels have a gap of their own
	slant := 0.7 * radius
	for _, s := range [...]struct {
		dx, dy float64
		anchor Anchor
	}{
		{gap, 0, AnchorStart}, {slant, -slant - LabelSize/4, AnchorStart}, {slant, slant + LabelSize/4, AnchorStart},
		{-gap, 0, AnchorEnd}, {0, -gap - 1, AnchorAbove}, {0, gap + 1, AnchorBelow},
	} {
		l.Anchor = s.anchor
		if p.Put(l, px+s.dx, py+s.dy) {
			return true
		}
	}
	return false
}
