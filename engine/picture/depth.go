package picture

import "math"

// Marks of points in space have a depth (Marks.Near). They are painted one by one, the
// farthest first, so that nearer ones lie over them; nearer ones are larger, and far
// ones a little paler, unless their colour is a value's, which stays what it is.

// depths is how many degrees of depth points are painted in.
const depths = 8

const (
	farSize, nearSize = 0.7, 1.3 // of the farthest and the nearest point's mark
	farInk            = 0.5      // how much of its colour the farthest one has
)

// depthStep is the degree of a nearness, 0 the farthest.
func depthStep(near float64) int {
	if !(near > 0) { // nor NaN
		return 0
	}
	return min(int(near*depths), depths-1)
}

// FarFirst are the indices of points by their nearness, 0..1, the farthest first; of
// equally near ones, in their order.
func FarFirst(near []float64) []int32 {
	const bins = 1 << 14
	bin := func(x float64) int {
		if !(x > 0) {
			return 0
		}
		return min(int(x*bins), bins-1)
	}
	var from [bins + 1]int32
	for _, x := range near {
		from[bin(x)+1]++
	}
	for k := range bins {
		from[k+1] += from[k]
	}
	order := make([]int32, len(near))
	for i, x := range near {
		k := bin(x)
		order[from[k]] = int32(i)
		from[k]++
	}
	return order
}

// Stamper is a Canvas that keeps little pictures, and puts each down many times at
// little cost.
type Stamper interface {
	// Stamps begins to put them down; it is false where none are kept. Those of another
	// look are forgotten.
	Stamps(look StampLook) bool
	// Stamp puts picture key about (x, y), to the pixel; false when it has not been cut.
	Stamp(key int, x, y float64) bool
	// Cut makes it: paint paints it about (reach, reach).
	Cut(key int, reach float64, paint func(c Canvas))
	// Stamped ends.
	Stamped()
}

// StampLook is what all stamps of marks have in common.
type StampLook struct {
	Palette *Palette
	Radius  float64
	Lo, Hi  float64 // of the colours of values
	Values  bool
	Grouped bool
	Shaped  bool // shapes are those of classes
	Flat    bool // in the plane
}

// stamped fills the marks of slot k in one colour: the pass-th layer of their look. They are many, and
// opaque: on a Stamper each is put down to the pixel.
func (t *painter) stamped(m *Marks, k, pass int, shape Shape, r float64, fill Color) {
	st, keeps := t.c.(Stamper)
	if !keeps || fill.A < 255 || m.Size != nil ||
		!st.Stamps(StampLook{Palette: t.pal, Radius: t.radius, Grouped: m.grouped(), Shaped: m.Class != nil, Flat: true}) {
		t.batches(m, k, shape, r, func() { t.c.Fill(&t.out, fill) })
		return
	}
	key, reach := 4*k+pass, 1.6*r+2
	w, h := float64(t.v.W)+reach, float64(t.v.H)+reach
	for i, of := range t.slots {
		if of != k {
			continue
		}
		x, y := t.v.PX(m.XY[2*i]), t.v.PY(m.XY[2*i+1])
		if !(x > -reach && y > -reach && x < w && y < h) || st.Stamp(key, x, y) {
			continue
		}
		st.Cut(key, reach, func(c Canvas) {
			t.out.Reset()
			t.out.Mark(shape, reach, reach, r)
			c.Fill(&t.out, fill)
		})
		st.Stamp(key, x, y)
	}
	st.Stamped()
}

// deepMarks paints marks that have a depth.
func (t *painter) deepMarks(m *Marks) {
	n := len(m.XY) / 2
	values := len(m.Value) >= n
	// All have one size but for their depth, which changes in little steps: a little more
	// that is seen of the plane changes no mark.
	r := max(float64(int(4*t.pal.PointRadius(t.seen(m), t.area())+0.5))/4, 0.5)
	st, keeps := t.c.(Stamper)
	look := StampLook{t.pal, r, m.Lo, m.Hi, values, m.grouped(), m.Class != nil, false}
	keeps = keeps && st.Stamps(look)
	var pals [depths]*Palette
	palette := func(step int) *Palette {
		if pals[step] == nil {
			pals[step] = t.pal.away(step, r)
		}
		return pals[step]
	}
	reach := 2*nearSize*r + 3
	w, h := float64(t.v.W)+reach, float64(t.v.H)+reach
	within := m.Within
	until := func(near float64) { // what else is in space, so far
		if len(within) == 0 || within[0].Near > near {
			return
		}
		if keeps {
			st.Stamped()
		}
		for len(within) > 0 && within[0].Near <= near {
			t.layer(within[0].Layer)
			within = within[1:]
		}
		if keeps {
			st.Stamps(look)
		}
	}
	for _, at := range FarFirst(m.Near[:n]) {
		i := int(at)
		until(m.Near[i])
		x, y := t.v.PX(m.XY[2*i]), t.v.PY(m.XY[2*i+1])
		if !(x > -reach && y > -reach && x < w && y < h) {
			continue
		}
		step := depthStep(m.Near[i])
		if !keeps {
			one(t.c, m, i, x, y, palette(step))
			continue
		}
		key := slot(m, i)
		if values {
			key = m.bin(i) + 1 + (valueBins+1)*(key/fullSlots)
		}
		key = key*depths + step
		if !st.Stamp(key, x, y) {
			st.Cut(key, reach, func(c Canvas) { one(c, m, i, reach, reach, palette(step)) })
			st.Stamp(key, x, y)
		}
	}
	until(math.Inf(1))
	if keeps {
		st.Stamped()
	}
}

// at is mark i alone, in the plane at x, y.
func (m *Marks) at(i int, x, y float64) Marks {
	a := *m
	a.Z, a.Keys, a.Near, a.Within, a.XY = nil, nil, nil, nil, []float64{x, y}
	a.Class, a.Ordinal, a.Group = entry(m.Class, i), entry(m.Ordinal, i), entry(m.Group, i)
	a.Mix = entry(m.Mix, i)
	a.Size, a.Value, a.Weight = entry(m.Size, i), entry(m.Value, i), entry(m.Weight, i)
	if i < len(m.Held) {
		a.Held = m.Held[i : i+1]
	}
	return a
}

// entry is a list of entry i alone, or of none where there is none.
func entry[T any](list []T, i int) []T {
	if i >= len(list) {
		return nil
	}
	return list[i : i+1]
}

// one paints mark i alone about pixel (x, y).
func one(c Canvas, m *Marks, i int, x, y float64, pal *Palette) {
	const size = 1 << 14 // larger than any canvas
	a := m.at(i, x, size-y)
	newPainter(c, Viewport{X1: size, Y1: size, W: size, H: size, Scale: 1}, pal).marks(&a)
}

// away is the palette of points of a degree of depth, whose mark's radius is r in the
// middle.
func (p *Palette) away(step int, r float64) *Palette {
	q := *p
	near := (float64(step) + 0.5) / depths
	s := p.styles[RolePoint]
	size := r * (farSize + (nearSize-farSize)*near)
	s.MarkLn *= min(1, size/s.Radius)
	s.Radius = size
	ink := farInk + (1-farInk)*near
	s.Fill = mixColor(p.Stage, s.Fill, ink)
	for k := range q.Class {
		q.Class[k].Mark = mixColor(p.Stage, p.Class[k].Mark, ink)
	}
	q.styles = map[Role]Style{RolePoint: s}
	return &q
}
