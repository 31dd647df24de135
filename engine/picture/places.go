package picture

import "slices"

// Places finds positions for names and numbers in a plane: inside it, not over labels that are there already, and
// beside the data points.
type Places struct {
	v      Viewport
	edge   float64
	taken  []Box
	points []Box // boxes of the points' marks
	// Linked lists of the points whose boxes begin in each vertical strip of the plane: 1 + the index of a strip's
	// first point, and of each point's successor.
	first, next []int16
}

const (
	// LabelSize is the text size of labels in a plane, and pointRadius the radius of a point's mark, in the usual
	// palettes.
	LabelSize   = 11.0
	NoteSize    = 12.5 // text size of annotations
	pointRadius = 5.0

	// crowdOfPoints is the maximum number of points that labels keep away from: with more, there is a point under every
	// possible label.
	crowdOfPoints = 500
)

// NewPlaces returns Places whose labels stay edge pixels away from the edges of a view.
func NewPlaces(v Viewport, edge float64) *Places { return &Places{v: v, edge: edge} }

// Avoid keeps labels away from n data points, too.
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

// strip returns the number of the strip that contains x; positions outside the plane belong to the nearest strip.
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

// Take keeps later labels away from a box.
func (p *Places) Take(b Box) { p.taken = append(p.taken, b) }

// Taken returns the number of boxes taken; Back releases those taken after the first n.
func (p *Places) Taken() int { return len(p.taken) }
func (p *Places) Back(n int) { p.taken = p.taken[:n] }

// Free reports whether a box is inside and overlaps no box that is taken.
func (p *Places) Free(b Box) bool {
	return b.Within(p.v.W, p.v.H, p.edge) && !slices.ContainsFunc(p.taken, b.Meets)
}

// Covered returns the number of points that a label in a box would cover.
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

// Put places a label at (px, py), in pixels, if its box is free and covers no point. It reports whether it did.
func (p *Places) Put(l *Label, px, py float64) bool {
	b := l.Box(px, py, LabelSize)
	if !p.Free(b) || p.Covered(b) > 0 {
		return false
	}
	p.Take(b.Grown(4, 0)) // otherwise two numbers could be read as one
	l.X, l.Y = p.v.DX(px), p.v.DY(py)
	return true
}

// PutBeside places a label beside a mark of a given radius, on the first side with enough space, starting on the right.
// It reports whether it did.
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
