package picture

import (
	"math"
	"sync"
)

// Colour tables hold 2^tableBits colours as R, G, B, A bytes packed into one word. Values are carried as table
// positions in fixed point with fracBits bits of fraction, so that no pixel needs floating point.
const (
	tableBits = 10
	tableLen  = 1 << tableBits
	fracBits  = 12
	// Positions saturate at 64 times the table: far outside, yet small enough for differences and products to fit in 64
	// bits. A contour between a small value and a saturated one shifts by less than 1/64 of a tile.
	maxPos = 64 << (tableBits + fracBits)
	nanPos = math.MinInt32
)

type table [tableLen]uint32

// shelf is the length of an array with a table for each class: a power of two, so that a mask keeps positions within
// it.
const shelf = 16 * tableLen / 2

// tables are a palette's colour tables, computed on first use.
type tables struct {
	once       sync.Once
	sequential table
	diverging  table
	inside     table
	class      [Classes][tableLen / 2]uint32 // from Soft to Deep
}

func (p *Palette) lut() *tables {
	t := p.tables
	t.once.Do(func() {
		fillTable(t.sequential[:], func(s float64) lab { return ramp(p.sequential, s) })
		fillTable(t.diverging[:], func(s float64) lab { return ramp(p.diverging, s) })
		p.fillInterior(&t.inside)
		for k := range t.class {
			fillTable(t.class[k][:], func(s float64) lab { return p.tint(k, s) })
		}
	})
	return t
}

// Sequential returns the colour at a fraction of a Sequential raster's range.
func (p *Palette) Sequential(share float64) Color { return ramp(p.sequential, share).color() }

// Within returns the colour of an Interior raster at a fraction of its Hi; below 0 (outside) it is the background.
func (p *Palette) Within(share float64) Color {
	if share < 0 {
		return p.Stage
	}
	return p.inside[0].mix(p.inside[1], min(share, 1)).color()
}

// fillInterior fills the table of Interior rasters: one half is the background, the other half the tints, with a
// softened step between them.
func (p *Palette) fillInterior(t *table) {
	const half = tableLen / 2
	for i := range half {
		t[i] = p.Stage.pack()
	}
	fillTable(t[half:], func(s float64) lab { return p.inside[0].mix(p.inside[1], s) })
	soften(t)
}

// soften turns the step in the middle of a table into a slope over a few entries.
func soften(t *table) {
	const half, soft = tableLen / 2, 3
	x, y := unpack(t[half-soft-1]), unpack(t[half+soft])
	for i := -soft; i < soft; i++ {
		s := (float64(i+soft) + 0.5) / (2 * soft)
		t[half+i] = blend(x, y, s*s*(3-2*s)).pack()
	}
}

// tint returns the colour of class k's region at fraction s of full shading.
func (p *Palette) tint(k int, s float64) lab {
	c := &p.Class[k]
	return c.Soft.toLab().mix(c.Deep.toLab(), s)
}

// Tint returns the colour of a class's region, from close to the boundary (s = 0) to clear (1).
func (p *Palette) Tint(class int, s float64) Color {
	return p.tint(class%Classes, min(max(s, 0), 1)).color()
}

// fillTable samples f at 65 points and interpolates linearly between them.
func fillTable(t []uint32, f func(float64) lab) {
	const n = 64
	var c [n + 1]Color
	for i := range c {
		c[i] = f(float64(i) / n).color()
	}
	for i := range t {
		x := (float64(i) + 0.5) / float64(len(t)) * n
		k := int(x)
		t[i] = blend(c[k], c[k+1], x-float64(k)).pack()
	}
}

// blend interpolates colour bytes linearly: for colours that are close to one another.
func blend(a, b Color, t float64) Color {
	f := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*t + 0.5) }
	return Color{f(a.R, b.R), f(a.G, b.G), f(a.B, b.B), 255}
}

// decisionTable runs from the deepest tint of class a to that of class b, with a step in the middle that is softened
// over a few entries.
func (p *Palette) decisionTable(a, b int) *table {
	l := p.lut()
	var t table
	const half = tableLen / 2
	ca, cb := &l.class[a%Classes], &l.class[b%Classes]
	for i := range half {
		t[half-1-i] = ca[i]
		t[half+i] = cb[i]
	}
	soften(&t)
	return &t
}
