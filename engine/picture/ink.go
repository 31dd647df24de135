package picture

// room is the space, in CSS pixels, for marks drawn over one another in a legend.
type room struct {
	w, h  float64
	marks []*Marks
}

// scale returns the factor, at most 1, by which the marks must shrink to fit.
func (r *room) scale(p *Palette) float64 {
	if r == nil {
		return 1
	}
	w, h := inkOf(r.marks, p)
	return min(1, r.w/max(w, 1), r.h/max(h, 1))
}

// inkOf returns the width and the height, in CSS pixels, of what marks drawn at one position show on the stage when not
// limited by a room. Casings and rims have the stage's colour and don't count.
func inkOf(marks []*Marks, pal *Palette) (w, h float64) {
	const far = 100 // distance of the position from the edges: no mark is larger
	b := ink{pal: pal, box: nowhere()}
	p := &Picture{View: Viewport{X1: 2 * far, Y1: 2 * far, W: 2 * far, H: 2 * far, Scale: 1}}
	for _, m := range marks {
		at := *m
		at.XY, at.room = []float64{far, far}, nil
		p.Layers = append(p.Layers, &at)
	}
	Paint(&b, p, pal)
	// Marks are centred, except that triangles are shifted to look centred.
	reach := func(x [2]float64) float64 { return 2 * max(x[1]-far, far-x[0], 0) }
	return reach(b.box.X), reach(b.box.Y)
}

// ink is a Canvas that records the bounding box of what is painted.
type ink struct {
	pal *Palette
	box Reach
}

func (b *ink) note(o *Outline, c Color, width float64) {
	if s := b.pal.Stage; c.A == 0 || c.R == s.R && c.G == s.G && c.B == s.B {
		return
	}
	o.Walk(func(s Segment) { // control points of a circle's curves lie within its bounding box
		for j := 0; j+1 < len(s.XY); j += 2 {
			b.box.add(s.XY[j]-width/2, s.XY[j+1]-width/2)
			b.box.add(s.XY[j]+width/2, s.XY[j+1]+width/2)
		}
	})
}

func (b *ink) Fill(o *Outline, c Color)    { b.note(o, c, 0) }
func (b *ink) Stroke(o *Outline, s Stroke) { b.note(o, s.Color, s.Width) }

func (b *ink) Image([]byte, int, int, float64, float64, float64, float64, bool) {}
func (b *ink) Text(string, float64, float64, TextStyle)                         {}
func (b *ink) Into(_, _, _, _ float64)                                          {}
func (b *ink) Out()                                                             {}

// scaled returns the style of marks scaled by f.
func (s Style) scaled(f float64) Style {
	s.Radius, s.Width, s.Case, s.MarkLn, s.Swell = f*s.Radius, f*s.Width, f*s.Case, f*s.MarkLn, f*s.Swell
	return s
}
