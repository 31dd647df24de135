package picture

import "math"

// Marks of points in space have a nearness (Marks.Near). They are painted one by one, the farthest first, so that
// nearer ones cover them. Nearer marks are larger, and far ones are a little paler, unless their colour stands for a
// value, which must not change.

// depths is the number of depth levels at which points are painted.
const depths = 8

const (
	farSize, nearSize = 0.7, 1.3 // sizes of the farthest and the nearest mark, relative to one half-way
	farInk            = 0.5      // share of its colour that the farthest mark keeps
)

// depthStep returns the depth level of a nearness; 0 is the farthest.
func depthStep(near float64) int {
	if !(near > 0) { // also true for NaN
		return 0
	}
	return min(int(near*depths), depths-1)
}

// FarFirst returns the indices of points sorted by nearness, 0..1, the farthest first. Points whose nearness is equal
// to about 1/16,000 keep their order.
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

// Stamper is a Canvas that caches small pictures (stamps), and paints each many times at little cost.
type Stamper interface {
	// Stamps begins a series of stamps. It returns false if the canvas can't cache them. Stamps of another look are
	// dropped.
	Stamps(look StampLook) bool
	// Stamp paints stamp key centred at (x, y), rounded to a pixel. It returns false if the stamp has not been made.
	Stamp(key int, x, y float64) bool
	// Cut makes stamp key: paint paints it centred at (reach, reach).
	Cut(key int, reach float64, paint func(c Canvas))
	// Stamped ends the series.
	Stamped()
}

// StampLook is the part of a look that all stamps of a layer of marks share.
type StampLook struct {
	Palette *Palette
	Radius  float64
	Lo, Hi  float64 // range of the values that colours stand for
	Values  bool
	Grouped bool
	Shaped  bool // shapes stand for classes
	Flat    bool // marks in the plane, not in space
}

// stamped fills the marks of slot k in one colour, as pass number pass of their look. If they are opaque and have no
// sizes of their own, a Stamper paints each at a whole pixel.
func (t *painter) stamped(m *Marks, k, pass int, shape Shape, r float64, fill Color) {
	st, keeps := t.c.(Stamper)
	if !fastStamps || !keeps || fill.A < 255 || m.Size != nil ||
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

// deepMarks paints marks in space.
func (t *painter) deepMarks(m *Marks) {
	n := len(m.XY) / 2
	values := len(m.Value) >= n
	// Marks differ in size only by their depth. The common size changes in small steps, so that a slight zoom changes
	// no mark.
	r := max(float64(int(4*t.pal.PointRadius(t.seen(m), t.area())+0.5))/4, 0.5)
	st, keeps := t.c.(Stamper)
	look := StampLook{t.pal, r, m.Lo, m.Hi, values, m.grouped(), m.Class != nil, false}
	keeps = fastStamps && keeps && st.Stamps(look)
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
	until := func(near float64) { // paint the other layers in space up to this nearness
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

// at returns mark i alone, in the plane at (x, y).
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

// entry returns entry i of a list as a list of one, or nil if there is none.
func entry[T any](list []T, i int) []T {
	if i >= len(list) {
		return nil
	}
	return list[i : i+1]
}

// one paints mark i alone, centred at pixel (x, y).
func one(c Canvas, m *Marks, i int, x, y float64, pal *Palette) {
	const size = 1 << 14 // larger than any canvas
	a := m.at(i, x, size-y)
	newPainter(c, Viewport{X1: size, Y1: size, W: size, H: size, Scale: 1}, pal).marks(&a)
}

// away returns the palette of points at a depth level; r is the radius of a mark in the middle of the space.
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
