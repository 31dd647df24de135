package picture

import "slices"

// Places knows where in a plane a name or a number of what is drawn may stand: inside,
// on none that stands there already, and beside the data points.
type Places struct {
	v      Viewport
	edge   float64
	taken  []Box
	points []Box // of their marks
	// Those that begin in each strip of the plane, from left to right: the number of the first
	// one and one, and of each the next one's.
	first, next []int16
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
	if p.first == nil {
		p.first = make([]int16, p.strip(float64(p.v.W))+1)
	}
	for i := range n {
		x, y := at(i)
		px, py := p.v.PX(x), p.v.PY(y)
		b := Box{px, py, px, py}.Grown(pointRadius, pointRadius)
		k := p.strip(b.X0)
		p.points, p.next = append(p.points, b), append(p.next, p.first[k])
		p.first[k] = int16(len(p.points))
	}
}

// strip is that of an abscissa; what lies beyond the plane is in the strip at its edge.
func (p *Places) strip(x float64) int {
	const wide = 16
	if w := float64(p.v.W); !(x < w) {
		x = w
	}
	if x < 0 {
		x = 0
	}
	return int(x / wide)
}

// Take keeps the labels that follow from a box.
func (p *Places) Take(b Box) { p.taken = append(p.taken, b) }

// Taken is how many boxes are taken; Back frees those that were taken after the first n.
func (p *Places) Taken() int { return len(p.taken) }
func (p *Places) Back(n int) { p.taken = p.taken[:n] }

// Free reports whether a box is inside, and meets none that is taken.
func (p *Places) Free(b Box) bool {
	return b.Within(p.v.W, p.v.H, p.edge) && !slices.ContainsFunc(p.taken, b.Meets)
}

// Covered is how many points a label in a box would lie on.
func (p *Places) Covered(b Box) (count int) {
	if p.first == nil {
		return 0
	}
	for k := p.strip(b.X0 - 2*pointRadius); k <= p.strip(b.X1); k++ {
		for i := p.first[k]; i > 0; i = p.next[i-1] {
			if b.Meets(p.points[i-1]) {
				count++
			}
		}
	}
	return count
}

// Put takes a place for a label at px, py, in pixels, and gives it that place, if it is
// free and covers no point. It reports whether it did.
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
