package picture

import (
	"math"
	"sync"
	"unsafe"
)

// Colour tables hold 2^tableBits colours as R, G, B, A bytes packed into one word. Values are carried as table positions in fixed point with fracBits
// bits of fraction, so that no pixel needs floating point.
const (
	tableBits = 10
	tableLen  = 1 << tableBits
	fracBits  = 12
	// Positions saturate at 64 times the table: far beyond, and low enough
	// for differences and products to stay within 64 bits. A contour between a
	// small value and a saturated one shifts by less than 1/64 of a tile.
	maxPos = 64 << (tableBits + fracBits)
	nanPos = math.MinInt32
)

type table [tableLen]uint32

// tables are a palette's colour tables, made when first used.
type tables struct {
	once       sync.Once
	sequential table
	diverging  table
	class      [Classes][tableLen / 2]uint32 // from Soft to Deep
}

func (p *Palette) lut() *tables {
	t := &p.tables
	t.once.Do(func() {
		fillTable(t.sequential[:], func(s float64) lab { return ramp(p.sequential, s) })
		fillTable(t.diverging[:], func(s float64) lab { return ramp(p.diverging, s) })
		for k := range t.class {
			fillTable(t.class[k][:], func(s float64) lab { return p.tint(k, s) })
		}
	})
	return t
}

// tint is the colour of class k's region where its share of full shading is s.
func (p *Palette) tint(k int, s float64) lab {
	c := &p.Class[k]
	return c.Soft.toLab().mix(c.Deep.toLab(), s)
}

// Tint is the colour of class k's region, from close to the boundary (0) to
// clear (1).
func (p *Palette) Tint(class int, s float64) Color {
	return p.tint(class%Classes, min(max(s, 0), 1)).color()
}

// fillTable samples f at 64 places and fills in between linearly.
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

// blend mixes bytes: for colours close to one another.
func blend(a, b Color, t float64) Color {
	f := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*t + 0.5) }
	return Color{f(a.R, b.R), f(a.G, b.G), f(a.B, b.B), 255}
}

// decisionTable runs from the deepest tint of class a to that of class b, with a
// step in the middle that is softened over a few entries.
func (p *Palette) decisionTable(a, b int) *table {
	l := p.lut()
	var t table
	const half = tableLen / 2
	ca, cb := &l.class[a%Classes], &l.class[b%Classes]
	for i := range half {
		t[half-1-i] = ca[i]
		t[half+i] = cb[i]
	}
	const soft = 3
	x, y := unpack(t[half-soft-1]), unpack(t[half+soft])
	for i := -soft; i < soft; i++ {
		s := (float64(i+soft) + 0.5) / (2 * soft)
		t[half+i] = blend(x, y, s*s*(3-2*s)).pack()
	}
	return &t
}

// RGBA colours r as w*h pixels of R, G, B, A bytes, opaque, that cover the tiles
// of its grid. dst is used when it is large enough. Values are interpolated
// bilinearly between nodes (not colours), unless r is Sharp. Where a value is
// NaN, or a plane is missing, the palette's Unknown is hatched.
func (r *Raster) RGBA(pal *Palette, w, h int, dst []byte) []byte {
	if w <= 0 || h <= 0 {
		return dst[:0]
	}
	if cap(dst) < 4*w*h {
		dst = make([]byte, 4*w*h)
	}
	dst = dst[:4*w*h]
	if uintptr(unsafe.Pointer(&dst[0]))%4 != 0 {
		dst = make([]byte, 4*w*h) // pixels are written as whole words
	}
	s := painters.Get().(*rasterPainter)
	defer painters.Put(s)
	s.pal, s.r, s.w, s.h = pal, r, w, h
	s.px = unsafe.Slice((*uint32)(unsafe.Pointer(&dst[0])), w*h)
	s.paint()
	s.pal, s.r, s.px = nil, nil, nil
	return dst
}

// rasterPainter keeps the scratch memory between frames.
//
// Its inner loops are written for Go's WebAssembly, where every jump between
// basic blocks is a table dispatch and there is no conditional move: one lookup
// and no branch a pixel. All pixels of a row are painted as if their cells (of
// four nodes) had one winner and no NaN; the few cells that are special are
// painted over, exactly.
type rasterPainter struct {
	pal  *Palette
	r    *Raster
	w, h int
	px   []uint32

	gw, gh int // of the grid, at least 2 each
	// Pixel column x lies in column of cells xi[x], at fx[x] / 2^16 of it, outside
	// 0..1 beyond the outermost nodes, where values are extrapolated. fc is fx
	// within 0..1. Column of cells i ends at pixel end[i].
	xi, fx, fc, end []int32

	pos, lead, veil []int32 // planes as positions
	rgb             [3][]int32
	cells           [3][]lerp
	cellClass       []int
	best, second    []int32
	win             []uint8 // winning plane at each node, or noWin
	special         []int32 // cells of row specialRow whose corners differ in win
	specialRow      int
	left, right     []float32
	sums            []float32
	line            []uint32
	at              []int32 // tile of each pixel column
	unknown         bool
}

// lerp is a linear function over a cell's width: (a + d*f) / 2^16, f * 2^16.
type lerp struct{ a, d int64 }

// noWin marks nodes with a NaN.
const noWin = 255

var painters = sync.Pool{New: func() any { return new(rasterPainter) }}

func grow[T any](b *[]T, n int) []T {
	if cap(*b) < n {
		*b = make([]T, n)
	}
	*b = (*b)[:n]
	return *b
}

func (s *rasterPainter) paint() {
	r := s.r
	n := r.Grid.W * r.Grid.H
	ok := n > 0 && len(r.Planes) > 0 && len(r.Planes) < noWin
	for _, p := range r.Planes {
		ok = ok && len(p) == n
	}
	if !ok {
		for y := range s.h {
			s.hatch(s.px[y*s.w:(y+1)*s.w], 0, y)
		}
		return
	}
	s.gw, s.gh = max(r.Grid.W, 2), max(r.Grid.H, 2)
	s.columns()
	switch {
	case r.Sharp || r.Kind == Labels && s.w >= 6*r.Grid.W:
		s.sharp()
	case r.Kind == Labels:
		s.labels()
	case r.Kind == Scores:
		s.scores()
	case r.Kind == Shares:
		s.shares()
	default:
		s.scalar()
	}
	if len(r.Veil) == n {
		s.paintVeil()
	}
}

// columns prepares the mapping of pixels to cells.
func (s *rasterPainter) columns() {
	xi, fx, fc := grow(&s.xi, s.w), grow(&s.fx, s.w), grow(&s.fc, s.w)
	end := grow(&s.end, s.gw-1)
	clear(end)
	ratio := float64(s.r.Grid.W) / float64(s.w)
	for x := range xi {
		u := (float64(x)+0.5)*ratio - 0.5
		i := min(max(int(math.Floor(u)), 0), s.gw-2)
		xi[x] = int32(i)
		fx[x] = int32(math.Round((u - float64(i)) * 65536))
		fc[x] = min(max(fx[x], 0), 65536)
		end[i] = int32(x + 1)
	}
	for i := 1; i < len(end); i++ {
		end[i] = max(end[i], end[i-1])
	}
}

// span returns the pixels of column of cells i.
func (s *rasterPainter) span(i int32) (x, end int) {
	if i > 0 {
		x = int(s.end[i-1])
	}
	return x, int(s.end[i])
}

// cellRow returns the row of cells at pixel row y, and where in it y lies * 2^16.
func (s *rasterPainter) cellRow(y int) (j int, fy int64) {
	v := (float64(y)+0.5)*float64(s.r.Grid.H)/float64(s.h) - 0.5
	j = min(max(int(math.Floor(v)), 0), s.gh-2)
	return j, int64(math.Round((v - float64(j)) * 65536))
}

// convert turns a plane into positions: (v - lo) * scale table entries. Grids of
// one column or row are doubled. With nan set, nodes with a NaN are marked noWin.
// It tells whether there were any.
func (s *rasterPainter) convert(buf *[]int32, plane []float32, lo, scale float64) (out []int32, nan bool) {
	out = grow(buf, s.gw*s.gh)
	gw, gh := s.r.Grid.W, s.r.Grid.H
	k := scale * (1 << fracBits)
	off := -lo * k
	const bias = 2 * maxPos
	for j := range gh {
		src := plane[j*gw : (j+1)*gw]
		row := out[j*s.gw:][:len(src)]
		// Truncation is rounding down for positive numbers: with the bias all
		// positions are, and no negative value becomes 0.
		outside := uint64(0)
		for i, v := range src {
			p := int64(float64(v)*k + off + bias)
			outside |= uint64(p-maxPos) / (2 * maxPos)
			row[i] = int32(p - bias)
		}
		if outside != 0 {
			nan = saturate(row, src, k, off) || nan
		}
	}
	s.double(out)
	return out, nan
}

// saturate converts a row with values beyond all bounds, and tells whether there
// is a NaN, which becomes 0.
func saturate(row []int32, src []float32, k, off float64) (nan bool) {
	for i, v := range src {
		x := float64(v)*k + off
		switch {
		case v != v:
			nan = true
			x = 0
		case x != x: // Inf - Inf
			x = math.Copysign(maxPos, float64(v))
		}
		row[i] = int32(math.Floor(min(max(x, -maxPos), maxPos)))
	}
	return nan
}

// double repeats the only column or row of a one-column or one-row grid.
func (s *rasterPainter) double(v []int32) {
	if s.r.Grid.W == 1 {
		for j := range s.r.Grid.H {
			v[j*s.gw+1] = v[j*s.gw]
		}
	}
	if s.r.Grid.H == 1 {
		copy(v[s.gw:2*s.gw], v[:s.gw])
	}
}

// along interpolates rows j and j+1 of a plane at fy and returns a function of
// the place in each cell.
func (s *rasterPainter) along(buf *[]lerp, plane []int32, j int, fy int64) []lerp {
	out := grow(buf, s.gw-1)
	a := plane[j*s.gw : (j+1)*s.gw]
	b := plane[(j+1)*s.gw : (j+2)*s.gw]
	p := int64(a[0])<<16 + int64(b[0]-a[0])*fy
	a, b = a[1:], b[1:]
	a, b = a[:len(out)], b[:len(out)]
	for i := range out {
		q := int64(a[i])<<16 + int64(b[i]-a[i])*fy
		out[i] = lerp{p, (q - p) >> 16}
		p = q
	}
	return out
}

// clamp returns v within 0..hi, without a branch.
func clamp(v, hi int64) int64 {
	v &^= v >> 63
	v -= hi
	return hi + v&(v>>63)
}

// scalar paints Decision, Sequential and Diverging.
func (s *rasterPainter) scalar() {
	t, lo, scale := s.scalarTable()
	plane, nan := s.convert(&s.pos, s.r.Planes[0], lo, scale)
	if nan {
		s.markNaN(s.r.Planes[0])
	}
	for y := range s.h {
		j, fy := s.cellRow(y)
		dst := s.px[y*s.w : (y+1)*s.w]
		switch a, b := plane[j*s.gw:(j+1)*s.gw], plane[(j+1)*s.gw:(j+2)*s.gw]; {
		case s.r.Grid.W == s.gw && s.w == 2*s.gw:
			shadeTwo(dst, a, b, fy, t)
		case s.r.Grid.W == s.gw && s.w == 4*s.gw:
			shadeFour(dst, a, b, fy, t)
		default:
			shade(dst, s.along(&s.cells[0], plane, j, fy), s.xi, s.fx, t)
		}
		if nan {
			for _, i := range s.specials(j) {
				if s.cornerNaN(i, j) {
					x, e := s.span(i)
					s.hatch(dst[x:e], x, y)
				}
			}
		}
	}
}

// shadeTwo colours a row of pixels, two a cell, by the table, from the rows of
// nodes a and b above and below it. It does what shade does: with cells of a
// known width nothing need be looked up for a pixel.
func shadeTwo(dst []uint32, a, b []int32, fy int64, t *table) {
	const hi = tableLen - 1
	b = b[:len(a)]
	v := int64(a[0]) + (int64(b[0]-a[0])*fy)>>16
	next := int64(a[1]) + (int64(b[1]-a[1])*fy)>>16
	dst[0] = t[clamp((v-(next-v)>>2)>>fracBits, hi)&hi]
	x := 1
	for i := 1; i < len(a); i++ {
		next = int64(a[i]) + (int64(b[i]-a[i])*fy)>>16
		e := (next - v) >> 2
		p, q := (v+e)>>fracBits, (next-e)>>fracBits
		v = next
		p &^= p >> 63
		p -= hi
		q &^= q >> 63
		q -= hi
		d := (*[2]uint32)(dst[x:])
		d[0] = t[(hi+p&(p>>63))&hi]
		d[1] = t[(hi+q&(q>>63))&hi]
		x += 2
	}
	n := len(a) - 2
	before := int64(a[n]) + (int64(b[n]-a[n])*fy)>>16
	dst[x] = t[clamp((v+(v-before)>>2)>>fracBits, hi)&hi]
}

// shadeFour is shadeTwo for cells of four pixels.
func shadeFour(dst []uint32, a, b []int32, fy int64, t *table) {
	const hi = tableLen - 1
	b = b[:len(a)]
	at := func(i int) int64 { return int64(a[i]) + (int64(b[i]-a[i])*fy)>>16 }
	v := at(0)
	e := (at(1) - v) >> 3
	dst[0] = t[clamp((v-3*e)>>fracBits, hi)&hi]
	dst[1] = t[clamp((v-e)>>fracBits, hi)&hi]
	x := 2
	for i := 1; i < len(a); i++ {
		next := int64(a[i]) + (int64(b[i]-a[i])*fy)>>16
		e = (next - v) >> 3
		p, q, r, s := (v+e)>>fracBits, (v+3*e)>>fracBits, (next-3*e)>>fracBits, (next-e)>>fracBits
		v = next
		p &^= p >> 63
		p -= hi
		q &^= q >> 63
		q -= hi
		r &^= r >> 63
		r -= hi
		s &^= s >> 63
		s -= hi
		d := (*[4]uint32)(dst[x:])
		d[0] = t[(hi+p&(p>>63))&hi]
		d[1] = t[(hi+q&(q>>63))&hi]
		d[2] = t[(hi+r&(r>>63))&hi]
		d[3] = t[(hi+s&(s>>63))&hi]
		x += 4
	}
	dst[x] = t[clamp((v+e)>>fracBits, hi)&hi]
	dst[x+1] = t[clamp((v+3*e)>>fracBits, hi)&hi]
}

// shade colours a row of pixels by the table.
func shade(dst []uint32, cells []lerp, xi, fx []int32, t *table) {
	const hi = tableLen - 1
	xi, fx = xi[:len(dst)], fx[:len(dst)]
	x := 0
	for ; x+4 <= len(dst); x += 4 {
		d, i, f := (*[4]uint32)(dst[x:]), (*[4]int32)(xi[x:]), (*[4]int32)(fx[x:])
		c := &cells[i[0]]
		v := (c.a + c.d*int64(f[0])) >> (fracBits + 16)
		v &^= v >> 63
		v -= hi
		d[0] = t[(hi+v&(v>>63))&hi]
		c = &cells[i[1]]
		v = (c.a + c.d*int64(f[1])) >> (fracBits + 16)
		v &^= v >> 63
		v -= hi
		d[1] = t[(hi+v&(v>>63))&hi]
		c = &cells[i[2]]
		v = (c.a + c.d*int64(f[2])) >> (fracBits + 16)
		v &^= v >> 63
		v -= hi
		d[2] = t[(hi+v&(v>>63))&hi]
		c = &cells[i[3]]
		v = (c.a + c.d*int64(f[3])) >> (fracBits + 16)
		v &^= v >> 63
		v -= hi
		d[3] = t[(hi+v&(v>>63))&hi]
	}
	for ; x < len(dst); x++ {
		c := &cells[xi[x]]
		v := (c.a + c.d*int64(fx[x])) >> (fracBits + 16)
		dst[x] = t[clamp(v, hi)&hi]
	}
}

// markNaN sets win to noWin where the plane is NaN, else to 0.
func (s *rasterPainter) markNaN(plane []float32) {
	win := grow(&s.win, s.gw*s.gh)
	gw, gh := s.r.Grid.W, s.r.Grid.H
	for j := range s.gh {
		row := plane[min(j, gh-1)*gw:][:gw]
		for i := range s.gw {
			win[j*s.gw+i] = 0
			if v := row[min(i, gw-1)]; v != v {
				win[j*s.gw+i] = noWin
			}
		}
	}
	s.specialRow = -1
}

// specials lists the cells of row j whose corners differ in win, or are noWin.
func (s *rasterPainter) specials(j int) []int32 {
	if j == s.specialRow {
		return s.special
	}
	s.special, s.specialRow = s.special[:0], j
	a, b := s.win[j*s.gw:(j+1)*s.gw], s.win[(j+1)*s.gw:(j+2)*s.gw]
	b = b[:len(a)]
	left := uint(a[0]) | uint(b[0])<<8
	for i := 1; i < len(a); i++ {
		right := uint(a[i]) | uint(b[i])<<8
		if right != left || right>>8 != right&255 || right == noWin<<8|noWin {
			s.special = append(s.special, int32(i-1))
		}
		left = right
	}
	return s.special
}

// cornerNaN tells whether cell (i, j) has a corner that is noWin.
func (s *rasterPainter) cornerNaN(i int32, j int) bool {
	w := s.win[j*s.gw+int(i):]
	return w[0] == noWin || w[1] == noWin || w[s.gw] == noWin || w[s.gw+1] == noWin
}

// scalarTable returns the colours of a one-plane raster, and how values become
// positions in the table. An empty range gives the colour of its middle (a
// Decision: full shading).
func (s *rasterPainter) scalarTable() (t *table, lo, scale float64) {
	r := s.r
	lo, hi := r.Lo, r.Hi
	switch r.Kind {
	case Decision:
		a, b := 0, 1
		if len(r.Classes) == 2 && r.Classes[0] >= 0 && r.Classes[1] >= 0 {
			a, b = r.Classes[0], r.Classes[1]
		}
		t = s.pal.decisionTable(a, b)
		lo, hi = -r.Hi, r.Hi
		if !(hi > 0) {
			hi = 1e-30
			lo = -hi
		}
	case Sequential:
		t = &s.pal.lut().sequential
	default:
		t = &s.pal.lut().diverging
	}
	if span := hi - lo; span > 0 && !math.IsInf(span, 0) {
		return t, lo, tableLen / span
	}
	return t, -tableLen / 2, 1
}

// hatch paints pixels from (x, y) on as unknown: diagonal stripes.
func (s *rasterPainter) hatch(px []uint32, x, y int) {
	c := s.pal.Unknown.pack()
	d := mixColor(s.pal.Unknown, s.pal.Stage, 0.6).pack()
	for i := range px {
		px[i] = c
		if (x+y)&4 != 0 {
			px[i] = d
		}
		x++
	}
}

// sortable maps a float's bits to an int32 of the same order (its own inverse).
func sortable(bits int32) int32 { return bits ^ int32(uint32(bits>>31)>>1) }

// topTwo finds the largest and second largest value, as sortable bits, and the
// plane of the largest, the first of equals, at nodes n..n+len(win)-1. It tells
// whether there was a NaN.
func topTwo(planes [][]float32, n int, best, second []int32, win []uint8) (nan bool) {
	best, second = best[:len(win)], second[:len(win)]
	for i := range win {
		best[i], second[i], win[i] = math.MinInt32, math.MinInt32, 0
	}
	acc := int32(0)
	for k, p := range planes {
		p = p[n:][:len(win)]
		for i, v := range p {
			bits := int32(math.Float32bits(v + 0)) // -0 becomes 0
			acc |= 0x7f800000 - bits&0x7fffffff    // negative for a NaN
			q, b, c := int64(sortable(bits)), int64(best[i]), int64(second[i])
			more := (b - q) >> 63 // all ones when q > b
			lo := q&^more | b&more
			best[i] = int32(q&more | b&^more)
			more2 := (c - lo) >> 63
			second[i] = int32(lo&more2 | c&^more2)
			win[i] = uint8(int64(k)&more | int64(win[i])&^more)
		}
	}
	return acc < 0
}

// winners fills s.win with the plane that wins at each node and, when lead is
// given, lead with the distance to the second as positions.
func (s *rasterPainter) winners(lead []int32, scale float64) {
	gw, gh := s.r.Grid.W, s.r.Grid.H
	win := grow(&s.win, s.gw*s.gh)
	best, second := grow(&s.best, gw), grow(&s.second, gw)
	s.specialRow = -1
	for j := range gh {
		row := win[j*s.gw:][:gw]
		if topTwo(s.r.Planes, j*gw, best, second, row) {
			for _, p := range s.r.Planes {
				for i, v := range p[j*gw:][:gw] {
					if v != v {
						row[i] = noWin
						best[i], second[i] = 0, 0
					}
				}
			}
		}
		if lead != nil {
			out := lead[j*s.gw:][:gw]
			best, second := best[:len(out)], second[:len(out)]
			for i := range out {
				a := math.Float32frombits(uint32(sortable(best[i])))
				b := math.Float32frombits(uint32(sortable(second[i])))
				x := float64(a-b) * scale
				if !(x < maxPos) { // also a single plane: its lead has no end
					x = maxPos
				}
				out[i] = int32(x)
			}
		}
		if gw == 1 {
			win[j*s.gw+1] = win[j*s.gw]
		}
	}
	if gh == 1 {
		copy(win[s.gw:2*s.gw], win[:s.gw])
	}
	if lead != nil {
		s.double(lead)
	}
}

// classOf is the class id of plane k.
func (r *Raster) classOf(k int) int {
	if k < len(r.Classes) {
		return r.Classes[k]
	}
	return k
}

// scores paints Scores. Where the four corners of a cell have one winner, so has
// the whole cell (differences of bilinear functions are bilinear), and only the
// lead is interpolated; the few other cells are computed from all planes.
func (s *rasterPainter) scores() {
	r := s.r
	hi := r.Hi
	if !(hi > 0) {
		hi = 1e-30
	}
	scale := tableLen / 2 / hi * (1 << fracBits)
	lead := grow(&s.lead, s.gw*s.gh)
	s.winners(lead, scale)
	// All classes' tables in one, in the order of the planes.
	const half = tableLen / 2
	lut := s.pal.lut()
	tab := grow(&s.line, half*len(r.Planes))
	var at [256]int // noWin: anything, painted over
	for k := range r.Planes {
		at[k] = k * half
		copy(tab[k*half:], lut.class[max(r.classOf(k), 0)%Classes][:])
	}
	class := grow(&s.cellClass, s.gw-1)
	for y := range s.h {
		j, fy := s.cellRow(y)
		for i, k := range s.win[j*s.gw:][:len(class)] {
			class[i] = at[k]
		}
		dst := s.px[y*s.w : (y+1)*s.w]
		if wide := s.w / s.gw; (wide == 2 || wide == 4) && s.w == wide*s.gw && r.Grid.W == s.gw {
			scoreCells(dst, lead[j*s.gw:(j+1)*s.gw], lead[(j+1)*s.gw:(j+2)*s.gw], fy, wide, class, tab)
		} else {
			score(dst, s.along(&s.cells[0], lead, j, fy), s.xi, s.fx, class, tab)
		}
		for _, i := range s.specials(j) {
			x, e := s.span(i)
			if x == e {
				continue
			}
			if !s.mix(int(i), j, float32(fy)/65536) {
				s.hatch(dst[x:e], x, y)
				continue
			}
			s.scorePixels(dst[x:e], s.fx[x:e], float32(scale)/(1<<fracBits), tab)
		}
	}
}

// score colours a row of pixels by the lead and the table of each cell's class.
func score(dst []uint32, cells []lerp, xi, fx []int32, class []int, tab []uint32) {
	xi, fx = xi[:len(dst)], fx[:len(dst)]
	for x := range dst {
		i := xi[x]
		c := &cells[i]
		v := (c.a + c.d*int64(fx[x])) >> (fracBits + 16)
		dst[x] = tab[class[i]+int(clamp(v, tableLen/2-1))]
	}
}

// scoreCells colours a row of pixels, two or four a cell, by the lead at the rows
// of nodes a and b above and below it and the table of each cell's class, as
// shadeTwo does.
func scoreCells(dst []uint32, a, b []int32, fy int64, wide int, class []int, tab []uint32) {
	const hi = tableLen/2 - 1
	b, class = b[:len(a)], class[:len(a)-1]
	shift := uint(wide/2 + 1) // of a cell's difference to half a pixel's, or a whole one's
	v := int64(a[0]) + (int64(b[0]-a[0])*fy)>>16
	next := int64(a[1]) + (int64(b[1]-a[1])*fy)>>16
	e := (next - v) >> shift
	x := 0
	for k := wide/2 - 1; k >= 0; k-- {
		dst[x] = tab[class[0]+int(clamp((v-int64(2*k+1)*e)>>fracBits, hi))]
		x++
	}
	for i := range class {
		next = int64(a[i+1]) + (int64(b[i+1]-a[i+1])*fy)>>16
		e = (next - v) >> shift
		own := (*[hi + 1]uint32)(tab[class[i]:])
		p, q := (v+e)>>fracBits, (next-e)>>fracBits
		p &^= p >> 63
		p -= hi
		q &^= q >> 63
		q -= hi
		if wide == 2 {
			d := (*[2]uint32)(dst[x:])
			d[0] = own[(hi+p&(p>>63))&hi]
			d[1] = own[(hi+q&(q>>63))&hi]
			x += 2
		} else {
			r, s := (v+3*e)>>fracBits, (next-3*e)>>fracBits
			r &^= r >> 63
			r -= hi
			s &^= s >> 63
			s -= hi
			d := (*[4]uint32)(dst[x:])
			d[0] = own[(hi+p&(p>>63))&hi]
			d[1] = own[(hi+r&(r>>63))&hi]
			d[2] = own[(hi+s&(s>>63))&hi]
			d[3] = own[(hi+q&(q>>63))&hi]
			x += 4
		}
		v = next
	}
	for k := range wide / 2 {
		dst[x] = tab[class[len(class)-1]+int(clamp((v+int64(2*k+1)*e)>>fracBits, hi))]
		x++
	}
}

// mix interpolates all planes on the left and right edge of cell (i, j) at height
// fy. False: a corner is unknown.
func (s *rasterPainter) mix(i, j int, fy float32) bool {
	g := s.r.Grid
	if s.cornerNaN(int32(i), j) {
		return false
	}
	i1, j1 := min(i+1, g.W-1), min(j+1, g.H-1)
	a, b, c, d := j*g.W+i, j*g.W+i1, j1*g.W+i, j1*g.W+i1
	left, right := grow(&s.left, len(s.r.Planes)), grow(&s.right, len(s.r.Planes))
	for k, p := range s.r.Planes {
		left[k] = p[a] + (p[c]-p[a])*fy
		right[k] = p[b] + (p[d]-p[b])*fy
	}
	return true
}

func (s *rasterPainter) scorePixels(px []uint32, fx []int32, scale float32, tab []uint32) {
	left, right := s.left, s.right[:len(s.left)]
	const half = tableLen / 2
	for p := range px {
		f := float32(fx[p]) / 65536
		best, second, k := float32(math.Inf(-1)), float32(math.Inf(-1)), 0
		for c, a := range left {
			v := a + (right[c]-a)*f
			if v > best {
				best, second, k = v, best, c
			} else if v > second {
				second = v
			}
		}
		n := half - 1
		if q := (best - second) * scale; q < half-1 {
			n = int(q)
		}
		px[p] = tab[k*half+n]
	}
}

// winnerShare is how much of a share's colour comes from the winner alone: it
// makes the step at the borders.
const winnerShare = 0.5

// shareTint holds the tints of each plane's class, R, G, B 0..255.
type shareTint struct{ soft, deep [3]float32 }

func (s *rasterPainter) shareTints() []shareTint {
	out := make([]shareTint, len(s.r.Planes))
	for k := range out {
		bytes := func(c Color) [3]float32 { return [3]float32{float32(c.R), float32(c.G), float32(c.B)} }
		class := max(s.r.classOf(k), 0)
		out[k] = shareTint{bytes(s.pal.Tint(class, 0)), bytes(s.pal.flatTint(class))}
	}
	return out
}

// mixShares mixes the deep tints by the shares (k-th: left[k] + f*(right[k] -
// left[k])), and that with the winner's own tint, the paler the smaller its
// share. While one plane wins, the colour is linear in the shares.
func mixShares(tints []shareTint, left, right []float32, f float32) (r, g, b float32, ok bool) {
	var sum, best float32
	win := 0
	for k := range tints {
		v := left[k] + (right[k]-left[k])*f
		if v != v {
			return 0, 0, 0, false
		}
		v = max(v, 0)
		if v > best {
			best, win = v, k
		}
		sum += v
		t := &tints[k].deep
		r += v * t[0]
		g += v * t[1]
		b += v * t[2]
	}
	if !(sum > 0) || sum > math.MaxFloat32 {
		return 0, 0, 0, false
	}
	u, x := (1-winnerShare)/sum, best/sum
	t := &tints[win]
	mix := func(mixed float32, c int) float32 {
		return mixed*u + winnerShare*(t.soft[c]+(t.deep[c]-t.soft[c])*x)
	}
	return mix(r, 0), mix(g, 1), mix(b, 2), true
}

func packRGB(r, g, b float32) uint32 { return rgba(int(r+0.5), int(g+0.5), int(b+0.5)) }

// shares paints Shares. In cells with one winner the mixed colour is bilinear in
// the shares, so the colour is interpolated; other cells are computed from all
// planes.
func (s *rasterPainter) shares() {
	r := s.r
	tints := s.shareTints()
	s.winners(nil, 0)
	var rgb [3][]int32
	for c := range rgb {
		rgb[c] = grow(&s.rgb[c], s.gw*s.gh)
	}
	for j := range r.Grid.H {
		s.shareRow(j, tints, rgb)
		if r.Grid.W == 1 {
			s.win[j*s.gw+1] = s.win[j*s.gw]
		}
	}
	if r.Grid.H == 1 {
		copy(s.win[s.gw:2*s.gw], s.win[:s.gw])
	}
	for c := range rgb {
		s.double(rgb[c])
	}
	for y := range s.h {
		j, fy := s.cellRow(y)
		fy = min(max(fy, 0), 65536)
		red := s.along(&s.cells[0], rgb[0], j, fy)
		green := s.along(&s.cells[1], rgb[1], j, fy)
		blue := s.along(&s.cells[2], rgb[2], j, fy)
		green, blue = green[:len(red)], blue[:len(red)]
		dst := s.px[y*s.w : (y+1)*s.w]
		xi, fc := s.xi[:len(dst)], s.fc[:len(dst)]
		for x := range dst {
			i, f := xi[x], int64(fc[x])
			r, g, b := &red[i], &green[i], &blue[i]
			dst[x] = rgba(int((r.a+r.d*f)>>28), int((g.a+g.d*f)>>28), int((b.a+b.d*f)>>28))
		}
		for _, i := range s.specials(j) {
			x, e := s.span(i)
			if x == e {
				continue
			}
			if !s.mix(int(i), j, float32(fy)/65536) {
				s.hatch(dst[x:e], x, y)
				continue
			}
			for ; x < e; x++ {
				cr, cg, cb, _ := mixShares(tints, s.left, s.right, float32(fc[x])/65536)
				dst[x] = packRGB(cr, cg, cb)
			}
		}
	}
}

// shareRow sets the colours of one row of nodes, as mixShares does, a plane after
// the other, in 1/4096 of a byte. Nodes without a positive sum become noWin.
func (s *rasterPainter) shareRow(j int, tints []shareTint, rgb [3][]int32) {
	gw := s.r.Grid.W
	buf := grow(&s.sums, 4*gw)
	clear(buf)
	sr, sg, sb, sum := buf[:gw], buf[gw:2*gw], buf[2*gw:3*gw], buf[3*gw:4*gw]
	for k, p := range s.r.Planes {
		t := tints[k].deep
		row := p[j*gw : (j+1)*gw]
		sr, sg, sb, sum := sr[:len(row)], sg[:len(row)], sb[:len(row)], sum[:len(row)]
		for i, v := range row {
			if v < 0 {
				v = 0
			}
			sr[i] += v * t[0]
			sg[i] += v * t[1]
			sb[i] += v * t[2]
			sum[i] += v
		}
	}
	win := s.win[j*s.gw:][:gw]
	r, g, b := rgb[0][j*s.gw:][:gw], rgb[1][j*s.gw:][:gw], rgb[2][j*s.gw:][:gw]
	for i, k := range win {
		total := sum[i]
		if !(total > 0 && total <= math.MaxFloat32) || k == noWin {
			win[i] = noWin
			r[i], g[i], b[i] = 0, 0, 0
			continue
		}
		u := (1 - winnerShare) / total
		t := &tints[k]
		x := s.r.Planes[k][j*gw+i] / total
		r[i] = int32(4096 * (sr[i]*u + winnerShare*(t.soft[0]+(t.deep[0]-t.soft[0])*x)))
		g[i] = int32(4096 * (sg[i]*u + winnerShare*(t.soft[1]+(t.deep[1]-t.soft[1])*x)))
		b[i] = int32(4096 * (sb[i]*u + winnerShare*(t.soft[2]+(t.deep[2]-t.soft[2])*x)))
	}
}

// flatShade is the shading of regions that have none of their own: less than
// full, which would be heavy over whole stages.
const flatShade = 0.7

// flatTint is the colour of a region without shading, and of a share of 1.
func (p *Palette) flatTint(class int) Color {
	if class < 0 {
		return p.Stage
	}
	return p.Tint(class, flatShade)
}

// labels paints Labels on a grid coarser than the pixels: at each pixel the
// class with the largest bilinear weight, so that borders are not blocky.
func (s *rasterPainter) labels() {
	r := s.r
	gw, gh := r.Grid.W, r.Grid.H
	win := grow(&s.win, s.gw*s.gh)
	tint := s.labelTints()
	const none = 254
	tint[none] = tint[255] // the table's last place is for NoClass
	for j := range gh {
		for i, v := range r.Planes[0][j*gw : (j+1)*gw] {
			k := uint8(noWin)
			switch {
			case v < 0:
				k = none
			case v == v:
				k = uint8(int32(min(v, 1e6)) % (Classes * 28))
			}
			win[j*s.gw+i] = k
		}
		if gw == 1 {
			win[j*s.gw+1] = win[j*s.gw]
		}
	}
	if gh == 1 {
		copy(win[s.gw:2*s.gw], win[:s.gw])
	}
	s.specialRow = -1
	cellTint := grow(&s.line, s.gw-1)
	for y := range s.h {
		j, fy := s.cellRow(y)
		fy = min(max(fy, 0), 65536)
		for i, k := range win[j*s.gw:][:len(cellTint)] {
			cellTint[i] = tint[k]
		}
		dst := s.px[y*s.w : (y+1)*s.w]
		xi := s.xi[:len(dst)]
		for x := range dst {
			dst[x] = cellTint[xi[x]]
		}
		for _, i := range s.specials(j) {
			x, e := s.span(i)
			if s.cornerNaN(i, j) {
				s.hatch(dst[x:e], x, y)
				continue
			}
			n := j*s.gw + int(i)
			l := [4]uint8{win[n], win[n+1], win[n+s.gw], win[n+s.gw+1]}
			for ; x < e; x++ {
				dst[x] = tint[vote(l, int64(s.fc[x]), fy)]
			}
		}
	}
}

// labelTints returns the colour of each class id modulo 256, the last for
// NoClass.
func (s *rasterPainter) labelTints() *[256]uint32 {
	var t [256]uint32
	for k := range t {
		t[k] = s.pal.flatTint(k).pack()
	}
	t[255] = s.pal.flatTint(NoClass).pack()
	return &t
}

// vote returns the label with the largest sum of bilinear weights.
func vote(l [4]uint8, fx, fy int64) uint8 {
	w := [4]int64{(65536 - fx) * (65536 - fy), fx * (65536 - fy), (65536 - fx) * fy, fx * fy}
	best, k := int64(-1), uint8(0)
	for _, a := range l {
		sum := int64(0)
		for m, b := range l {
			if a == b {
				sum += w[m]
			}
		}
		if sum > best {
			best, k = sum, a
		}
	}
	return k
}

// sharp paints each tile in one colour.
func (s *rasterPainter) sharp() {
	gw, gh := s.r.Grid.W, s.r.Grid.H
	line, at := grow(&s.line, gw), grow(&s.at, s.w)
	for x := range at {
		at[x] = int32(min(x*gw/s.w, gw-1))
	}
	colors := s.nodeColors()
	known := -1 // the row of tiles in the pixel row before
	for y := range s.h {
		j := min(y*gh/s.h, gh-1)
		dst := s.px[y*s.w : (y+1)*s.w]
		if j == known {
			copy(dst, s.px[(y-1)*s.w:y*s.w])
			continue
		}
		known = j
		if gw == s.w {
			colors(j, dst)
			continue
		}
		colors(j, line)
		for x, i := range at {
			dst[x] = line[i]
		}
	}
	s.hatchUnknown()
}

// unknownPixel marks a tile to be hatched: transparent, as no tint is.
const unknownPixel = 0

// hatchUnknown replaces transparent pixels.
func (s *rasterPainter) hatchUnknown() {
	if !s.unknown {
		return
	}
	for i, c := range s.px {
		if c == unknownPixel {
			s.hatch(s.px[i:i+1], i%s.w, i/s.w)
		}
	}
}

// nodeColors returns a function that colours one row of nodes.
func (s *rasterPainter) nodeColors() func(j int, out []uint32) {
	r := s.r
	gw := r.Grid.W
	s.unknown = false
	switch r.Kind {
	case Labels:
		tint := s.labelTints()
		return func(j int, out []uint32) {
			row := r.Planes[0][j*gw : (j+1)*gw]
			row = row[:len(out)]
			sum, beyond := float32(0), int32(0)
			for i, v := range row {
				k := int32(v)
				out[i] = tint[uint8(k)]
				beyond |= k + 1
				sum += v * 0 // NaN when v is not finite
			}
			if sum == sum && uint32(beyond) < 256 {
				return
			}
			for i, v := range row {
				if v-v != 0 {
					out[i], s.unknown = unknownPixel, true
				} else {
					out[i] = s.pal.flatTint(int(v)).pack()
				}
			}
		}
	case Shares:
		tints := s.shareTints()
		at := grow(&s.left, len(r.Planes))
		return func(j int, out []uint32) {
			c := uint32(unknownPixel)
			for i := range out {
				n := j*gw + i
				same := i > 0
				for _, p := range r.Planes {
					same = same && p[n] == p[n-1]
					if !same {
						break
					}
				}
				if !same {
					for k, p := range r.Planes {
						at[k] = p[n]
					}
					if cr, cg, cb, ok := mixShares(tints, at, at, 0); ok {
						c = packRGB(cr, cg, cb)
					} else {
						c, s.unknown = unknownPixel, true
					}
				}
				out[i] = c
			}
		}
	case Scores:
		lut := s.pal.lut()
		scale := float32(1e30)
		if r.Hi > 0 {
			scale = float32(tableLen / 2 / r.Hi)
		}
		return func(j int, out []uint32) {
			for i := range out {
				best, second, k := float32(math.Inf(-1)), float32(math.Inf(-1)), -1
				for c, p := range r.Planes {
					v := p[j*gw+i]
					if v > best || k < 0 {
						best, second, k = v, best, c
					} else if v > second {
						second = v
					}
					if v != v {
						k = -1
						break
					}
				}
				if k < 0 {
					out[i], s.unknown = unknownPixel, true
					continue
				}
				n := tableLen/2 - 1
				if q := (best - second) * scale; q < tableLen/2-1 {
					n = int(q)
				}
				out[i] = lut.class[max(r.classOf(k), 0)%Classes][n]
			}
		}
	}
	t, lo, scale := s.scalarTable()
	return func(j int, out []uint32) {
		for i, v := range r.Planes[0][j*gw : (j+1)*gw] {
			if v != v {
				out[i], s.unknown = unknownPixel, true
				continue
			}
			x := math.Floor((float64(v) - lo) * scale)
			out[i] = t[int(min(max(x, 0), tableLen-1))]
		}
	}
}

// paintVeil pales the pixels towards the stage. NaN veils nothing.
func (s *rasterPainter) paintVeil() {
	const full = 256
	veil, _ := s.convert(&s.veil, s.r.Veil, 0, full)
	stage := s.pal.Stage.pack()
	for y := range s.h {
		j, fy := s.cellRow(y)
		cells := s.along(&s.cells[0], veil, j, min(max(fy, 0), 65536))
		dst := s.px[y*s.w : (y+1)*s.w]
		xi, fc := s.xi[:len(dst)], s.fc[:len(dst)]
		for x := range dst {
			c := &cells[xi[x]]
			v := (c.a + c.d*int64(fc[x])) >> (fracBits + 16)
			dst[x] = fade(dst[x], stage, uint32(clamp(v, full)))
		}
	}
}

// fade mixes packed colours, two bytes at a time: q of 256 parts of b.
func fade(a, b, q uint32) uint32 {
	const even = 0x00ff00ff
	p := 256 - q
	return (a&even*p+b&even*q)>>8&even | (a>>8&even*p+b>>8&even*q)&^even
}
