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

// shelf has room for a table of each class: a power of two, so that a mask keeps
// positions within it.
const shelf = 16 * tableLen / 2

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
	first           []column // of each column of cells

	pos, lead, veil []int32 // planes as positions
	rgb             []int64
	tab             [shelf]uint32
	off             []int64 // of each column of cells' table
	runs            []run   // of row of cells runsRow
	runsRow         int
	win             []uint8 // winning plane at each node, or noWin
	special         []int32 // cells of row specialRow whose corners differ in win
	specialRow      int
	left, right     []float32
	sums            []float32
	line            []uint32
	at              []int32 // tile of each pixel column
	unknown         bool
	pairs           bool // only the upper one of two rows is painted
}

// column is where a column of cells begins: its first pixel, and where that lies
// in the cell * 2^16.
type column struct{ x, f int32 }

// run is a part of a row of cells, to column end.
type run struct {
	end  int
	kind runKind
}

type runKind uint8

const (
	mixed  runKind = iota
	inside         // no value is beyond the table
	flat           // all are, beyond the same end
)

const noRow = -1

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
	sharp := r.Sharp || r.Kind == Labels && s.w >= 6*r.Grid.W
	s.pairs = r.Draft && !sharp
	switch {
	case sharp:
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
	first := grow(&s.first, s.gw-1)
	ratio := float64(s.r.Grid.W) / float64(s.w)
	for x := range xi {
		u := (float64(x)+0.5)*ratio - 0.5
		i := min(max(int(math.Floor(u)), 0), s.gw-2)
		xi[x] = int32(i)
		fx[x] = int32(math.Round((u - float64(i)) * 65536))
		fc[x] = min(max(fx[x], 0), 65536)
		end[i] = int32(x + 1)
		if x == 0 || xi[x-1] != xi[x] {
			first[i] = column{int32(x), fx[x]}
		}
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

// cellRow returns the row of cells at the middle of pixel row y, or of it and the
// next one when they are painted as one, and where in it that lies * 2^16.
func (s *rasterPainter) cellRow(y int) (j int, fy int64) {
	mid := 0.5
	if s.pairs {
		mid = 1
	}
	v := (float64(y)+mid)*float64(s.r.Grid.H)/float64(s.h) - 0.5
	j = min(max(int(math.Floor(v)), 0), s.gh-2)
	return j, int64(math.Round((v - float64(j)) * 65536))
}

// repeated tells whether row y of pixels is the same as the one above it, and
// copies it then.
func (s *rasterPainter) repeated(y int) bool {
	if !s.pairs || y&1 == 0 {
		return false
	}
	copy(s.px[y*s.w:(y+1)*s.w], s.px[(y-1)*s.w:])
	return true
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
	double(s, out)
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
func double[T any](s *rasterPainter, v []T) {
	if s.r.Grid.W == 1 {
		for j := range s.r.Grid.H {
			v[j*s.gw+1] = v[j*s.gw]
		}
	}
	if s.r.Grid.H == 1 {
		copy(v[s.gw:2*s.gw], v[:s.gw])
	}
}

// block is how many cells are of one kind together.
const block = 4

// prepare finds the flat runs of row of cells j for a table of hi + 1 entries. It
// tells whether the row is another than that of the pixels before.
func (s *rasterPainter) prepare(plane []int32, j int, hi int64) (fresh bool) {
	if s.runsRow == j {
		return false
	}
	s.runsRow, s.runs = j, s.runs[:0]
	if s.w <= 2*s.gw { // too few rows of pixels to be worth it
		s.runs = append(s.runs, run{s.gw - 1, mixed})
		return true
	}
	a, b := plane[j*s.gw:][:s.gw], plane[(j+1)*s.gw:][:s.gw]
	end := int32(hi << fracBits)
	for i := 0; i < s.gw-1; i += block {
		kind := mixed
		// Beyond the outermost nodes values are extrapolated.
		if i > 0 && i+block < s.gw-1 && j > 0 && j < s.gh-2 {
			p, q := (*[block + 1]int32)(a[i:]), (*[block + 1]int32)(b[i:])
			below := p[0] & p[1] & p[2] & p[3] & p[4] & q[0] & q[1] & q[2] & q[3] & q[4]
			above := (p[0] - end) | (p[1] - end) | (p[2] - end) | (p[3] - end) | (p[4] - end) |
				(q[0] - end) | (q[1] - end) | (q[2] - end) | (q[3] - end) | (q[4] - end)
			any := p[0] | p[1] | p[2] | p[3] | p[4] | q[0] | q[1] | q[2] | q[3] | q[4]
			none := (p[0] - end) & (p[1] - end) & (p[2] - end) & (p[3] - end) & (p[4] - end) &
				(q[0] - end) & (q[1] - end) & (q[2] - end) & (q[3] - end) & (q[4] - end)
			switch {
			case below < 0 || above >= 0:
				kind = flat
			case any >= 0 && none < 0:
				kind = inside
			}
		}
		if n := len(s.runs); n > 0 && s.runs[n-1].kind == kind {
			s.runs[n-1].end = i + block
		} else {
			s.runs = append(s.runs, run{i + block, kind})
		}
	}
	s.runs[len(s.runs)-1].end = s.gw - 1
	return true
}

// cells paints a row of pixels at height fy of row of cells j by the table of each
// cell, of hi + 1 entries, at s.off in s.tab. What is flat is copied from before,
// the row of pixels above it in the same row of cells, if there is one.
func (s *rasterPainter) cells(dst, before []uint32, plane []int32, j int, fy, hi int64) {
	a, b := plane[j*s.gw:][:s.gw], plane[(j+1)*s.gw:][:s.gw]
	if s.w < s.gw || s.gw < 8 {
		s.pixels(dst, a, b, fy, hi, 0, s.w)
		return
	}
	// The outermost cells are wider than the others; and these are all painted
	// two or four pixels at a time, of which the next one paints over what is
	// not its neighbour's.
	from := 1
	for _, r := range s.runs {
		to := min(r.end, s.gw-4)
		if from >= to {
			break
		}
		switch {
		case r.kind == flat && before != nil:
			x, e := s.first[from].x, s.first[to].x
			copy(dst[x:e], before[x:e])
		case s.w <= 2*s.gw:
			s.two(dst, a[from:to+1], b[from:to+1], fy, hi, from)
		case s.w > 4*s.gw && r.kind == inside:
			s.wideInside(dst, a[from:to+1], b[from:to+1], fy, from)
		case s.w > 4*s.gw:
			s.wide(dst, a[from:to+1], b[from:to+1], fy, hi, from)
		case r.kind == inside:
			s.fourInside(dst, a[from:to+1], b[from:to+1], fy, from)
		default:
			s.four(dst, a[from:to+1], b[from:to+1], fy, hi, from)
		}
		from = to
	}
	s.pixels(dst, a, b, fy, hi, 0, int(s.first[1].x))
	s.pixels(dst, a, b, fy, hi, int(s.first[from].x), s.w)
}

// pixels paints pixels from..to one by one.
func (s *rasterPainter) pixels(dst []uint32, a, b []int32, fy, hi int64, from, to int) {
	for x := from; x < to; x++ {
		i := s.xi[x]
		v, next := int64(a[i])<<16+int64(b[i]-a[i])*fy, int64(a[i+1])<<16+int64(b[i+1]-a[i+1])*fy
		v += (next - v) >> 16 * int64(s.fx[x])
		dst[x] = s.tab[(s.off[i]+clamp(v>>(fracBits+16), hi))&(shelf-1)]
	}
}

// two paints two pixels a cell, from the one in column from on; a and b are the
// nodes above and below them.
func (s *rasterPainter) two(dst []uint32, a, b []int32, fy, hi int64, from int) {
	n := len(a) - 1
	tab, step := &s.tab, int64(s.gw)<<16/int64(s.w)
	v := int64(a[0]) + (int64(b[0]-a[0])*fy)>>16
	a, b = a[1:][:n], b[1:][:n]
	first, off := s.first[from:][:n], s.off[from:][:n]
	base := unsafe.Pointer(&dst[0])
	for i := range first {
		next := int64(a[i]) + (int64(b[i]-a[i])*fy)>>16
		e := next - v
		c, o := &first[i], off[i]
		p := v<<16 + e*int64(c.f)
		v = next
		q := (p + e*step) >> (fracBits + 16)
		p >>= fracBits + 16
		p &^= p >> 63
		p -= hi
		q &^= q >> 63
		q -= hi
		o += hi
		d := (*[2]uint32)(unsafe.Add(base, 4*int(c.x)))
		d[0] = tab[(o+p&(p>>63))&(shelf-1)]
		d[1] = tab[(o+q&(q>>63))&(shelf-1)]
	}
}

// four is two for cells of more than two pixels, up to four.
func (s *rasterPainter) four(dst []uint32, a, b []int32, fy, hi int64, from int) {
	n := len(a) - 1
	tab, step := &s.tab, int64(s.gw)<<16/int64(s.w)
	v := int64(a[0]) + (int64(b[0]-a[0])*fy)>>16
	a, b = a[1:][:n], b[1:][:n]
	first, off := s.first[from:][:n], s.off[from:][:n]
	base := unsafe.Pointer(&dst[0])
	for i := range first {
		next := int64(a[i]) + (int64(b[i]-a[i])*fy)>>16
		e := next - v
		c, o := &first[i], off[i]
		p := v<<16 + e*int64(c.f)
		v = next
		e *= step
		q := p + e
		r := q + e
		u := (r + e) >> (fracBits + 16)
		p >>= fracBits + 16
		q >>= fracBits + 16
		r >>= fracBits + 16
		p &^= p >> 63
		p -= hi
		q &^= q >> 63
		q -= hi
		r &^= r >> 63
		r -= hi
		u &^= u >> 63
		u -= hi
		o += hi
		d := (*[4]uint32)(unsafe.Add(base, 4*int(c.x)))
		d[0] = tab[(o+p&(p>>63))&(shelf-1)]
		d[1] = tab[(o+q&(q>>63))&(shelf-1)]
		d[2] = tab[(o+r&(r>>63))&(shelf-1)]
		d[3] = tab[(o+u&(u>>63))&(shelf-1)]
	}
}

// fourInside is four where no value is beyond the table.
func (s *rasterPainter) fourInside(dst []uint32, a, b []int32, fy int64, from int) {
	n := len(a) - 1
	tab, step := &s.tab, int64(s.gw)<<16/int64(s.w)
	v := int64(a[0]) + (int64(b[0]-a[0])*fy)>>16
	a, b = a[1:][:n], b[1:][:n]
	first, off := s.first[from:][:n], s.off[from:][:n]
	base := unsafe.Pointer(&dst[0])
	for i := range first {
		next := int64(a[i]) + (int64(b[i]-a[i])*fy)>>16
		e := next - v
		c, o := &first[i], off[i]<<(fracBits+16)
		p := o + v<<16 + e*int64(c.f)
		v = next
		e *= step
		q := p + e
		r := q + e
		d := (*[4]uint32)(unsafe.Add(base, 4*int(c.x)))
		d[0] = tab[p>>(fracBits+16)&(shelf-1)]
		d[1] = tab[q>>(fracBits+16)&(shelf-1)]
		d[2] = tab[r>>(fracBits+16)&(shelf-1)]
		d[3] = tab[(r+e)>>(fracBits+16)&(shelf-1)]
	}
}

// wide is four for cells of more than four pixels.
func (s *rasterPainter) wide(dst []uint32, a, b []int32, fy, hi int64, from int) {
	n := len(a) - 1
	tab, step := &s.tab, int64(s.gw)<<16/int64(s.w)
	v := int64(a[0]) + (int64(b[0]-a[0])*fy)>>16
	a, b = a[1:][:n], b[1:][:n]
	first, off := s.first[from:][:n+1], s.off[from:][:n]
	base := unsafe.Pointer(&dst[0])
	for i := range off {
		next := int64(a[i]) + (int64(b[i]-a[i])*fy)>>16
		e := next - v
		o := off[i] + hi
		at := v<<16 + e*int64(first[i].f)
		v = next
		e *= step
		for x, end := int(first[i].x), int(first[i+1].x); x < end; x += 4 {
			p := at >> (fracBits + 16)
			q := (at + e) >> (fracBits + 16)
			r := (at + 2*e) >> (fracBits + 16)
			u := (at + 3*e) >> (fracBits + 16)
			at += 4 * e
			p &^= p >> 63
			p -= hi
			q &^= q >> 63
			q -= hi
			r &^= r >> 63
			r -= hi
			u &^= u >> 63
			u -= hi
			d := (*[4]uint32)(unsafe.Add(base, 4*x))
			d[0] = tab[(o+p&(p>>63))&(shelf-1)]
			d[1] = tab[(o+q&(q>>63))&(shelf-1)]
			d[2] = tab[(o+r&(r>>63))&(shelf-1)]
			d[3] = tab[(o+u&(u>>63))&(shelf-1)]
		}
	}
}

// wideInside is wide where no value is beyond the table.
func (s *rasterPainter) wideInside(dst []uint32, a, b []int32, fy int64, from int) {
	n := len(a) - 1
	tab, step := &s.tab, int64(s.gw)<<16/int64(s.w)
	v := int64(a[0]) + (int64(b[0]-a[0])*fy)>>16
	a, b = a[1:][:n], b[1:][:n]
	first, off := s.first[from:][:n+1], s.off[from:][:n]
	base := unsafe.Pointer(&dst[0])
	for i := range off {
		next := int64(a[i]) + (int64(b[i]-a[i])*fy)>>16
		e := next - v
		at := off[i]<<(fracBits+16) + v<<16 + e*int64(first[i].f)
		v = next
		e *= step
		for x, end := int(first[i].x), int(first[i+1].x); x < end; x += 4 {
			d := (*[4]uint32)(unsafe.Add(base, 4*x))
			d[0] = tab[at>>(fracBits+16)&(shelf-1)]
			at += e
			d[1] = tab[at>>(fracBits+16)&(shelf-1)]
			at += e
			d[2] = tab[at>>(fracBits+16)&(shelf-1)]
			at += e
			d[3] = tab[at>>(fracBits+16)&(shelf-1)]
			at += e
		}
	}
}

// before returns the row of pixels above row y, none where a row of cells begins.
func (s *rasterPainter) before(y int, fresh bool) []uint32 {
	if fresh {
		return nil
	}
	return s.px[(y-1)*s.w : y*s.w]
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
	copy(s.tab[:], t[:])
	clear(grow(&s.off, s.gw-1))
	s.runsRow = noRow
	for y := range s.h {
		if s.repeated(y) {
			continue
		}
		j, fy := s.cellRow(y)
		dst := s.px[y*s.w : (y+1)*s.w]
		fresh := s.prepare(plane, j, tableLen-1)
		s.cells(dst, s.before(y, fresh), plane, j, fy, tableLen-1)
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

// ranks are the winners at the nodes of a raster.
type ranks struct {
	win  []uint8   // the plane with the largest value, the first of equals; noWin where one is NaN
	lead []float32 // how far it is above the second; NaN without one; nil where nobody asks: not Scores
}

// ranked works the ranks out, once for borders and painting. There are fewer planes
// than noWin.
func (r *Raster) ranked() *ranks {
	if r.ranks != nil {
		return r.ranks
	}
	g := r.Grid
	n := g.W * g.H
	r.ranks = &ranks{win: make([]uint8, n)}
	if len(r.Planes) == 2 && r.Kind == Shares {
		r.ranks.ofTwo(r.Planes[0], r.Planes[1])
		return r.ranks
	}
	if r.Kind == Scores {
		r.ranks.lead = make([]float32, n)
	}
	best, second := make([]int64, g.W), make([]int64, g.W)
	for at := 0; at < n; at += g.W {
		win := r.ranks.win[at:][:g.W]
		nan := topTwo(r.Planes, at, best, second)
		for i, b := range best[:len(win)] {
			win[i] = uint8(^b)
		}
		var lead []float32
		if r.ranks.lead != nil {
			lead = r.ranks.lead[at:][:g.W]
		}
		for i := range lead {
			b, c := best[i], second[i]
			lead[i] = math.Float32frombits(uint32(sortable(int32(b>>8)))) - math.Float32frombits(uint32(sortable(int32(c>>8))))
		}
		if !nan {
			continue
		}
		for _, p := range r.Planes {
			for i, v := range p[at:][:len(win)] {
				if v != v {
					win[i] = noWin
					if lead != nil {
						lead[i] = 0
					}
				}
			}
		}
	}
	return r.ranks
}

// ofTwo ranks two planes of shares, whose leads nobody asks for. Of equals the
// first wins.
func (r *ranks) ofTwo(p, q []float32) {
	win := r.win[:len(p)]
	q = q[:len(p)]
	for i, v := range p {
		w, k := q[i], uint8(0)
		if w > v {
			k = 1
		}
		if v+w != v+w && (v != v || w != w) { // not ∞ − ∞
			k = noWin
		}
		win[i] = k
	}
}

// topTwo finds the largest and second largest value at nodes n..n+len(best)-1: as
// sortable bits, below them eight of the inverted number of the plane. It tells
// whether there was a NaN.
func topTwo(planes [][]float32, n int, best, second []int64) (nan bool) {
	second = second[:len(best)]
	for i := range best {
		best[i], second[i] = math.MinInt32<<8, math.MinInt32<<8
	}
	acc := int32(0)
	for k, p := range planes {
		p, low := p[n:][:len(best)], int64(255-k)
		for i, v := range p {
			bits := int32(math.Float32bits(v + 0)) // -0 becomes 0
			acc |= 0x7f800000 - bits&0x7fffffff    // negative for a NaN
			q, b, c := int64(sortable(bits))<<8|low, best[i], second[i]
			d := b - q
			d &= d >> 63
			best[i] = b - d // the larger, and q + d the smaller
			e := c - q - d
			second[i] = c - e&(e>>63)
		}
	}
	return acc < 0
}

// winners fills s.win with the plane that wins at each node and, when lead is
// given, lead with the distance to the second as positions.
func (s *rasterPainter) winners(lead []int32, scale float64) {
	gw, gh := s.r.Grid.W, s.r.Grid.H
	win := grow(&s.win, s.gw*s.gh)
	ranks := s.r.ranked()
	s.specialRow = -1
	for j := range gh {
		copy(win[j*s.gw:], ranks.win[j*gw:][:gw])
		if lead != nil {
			out := lead[j*s.gw:][:gw]
			for i, v := range ranks.lead[j*gw:][:len(out)] {
				x := float64(v) * scale
				if !(x < maxPos) { // also a single plane: its lead has no end
					x = maxPos
				}
				out[i] = int32(x)
			}
		}
	}
	double(s, win)
	if lead != nil {
		double(s, lead)
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
	const half = tableLen / 2
	for k := range Classes {
		copy(s.tab[k*half:], s.pal.lut().class[k][:])
	}
	var at [256]int64 // of each plane's table; noWin: any, it is painted over
	for k := range r.Planes {
		at[k] = int64(max(r.classOf(k), 0) % Classes * half)
	}
	off := grow(&s.off, s.gw-1)
	s.runsRow = noRow
	for y := range s.h {
		if s.repeated(y) {
			continue
		}
		j, fy := s.cellRow(y)
		dst := s.px[y*s.w : (y+1)*s.w]
		fresh := s.prepare(lead, j, half-1)
		if fresh {
			for i, k := range s.win[j*s.gw:][:len(off)] {
				off[i] = at[k]
			}
		}
		s.cells(dst, s.before(y, fresh), lead, j, fy, half-1)
		for _, i := range s.specials(j) {
			x, e := s.span(i)
			if x == e {
				continue
			}
			if !s.mix(int(i), j, float32(fy)/65536) {
				s.hatch(dst[x:e], x, y)
				continue
			}
			s.scorePixels(dst[x:e], s.fx[x:e], float32(scale)/(1<<fracBits), &at)
		}
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

func (s *rasterPainter) scorePixels(px []uint32, fx []int32, scale float32, at *[256]int64) {
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
		px[p] = s.tab[int(at[k])+n]
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
	rgb := grow(&s.rgb, s.gw*s.gh)
	for j := range r.Grid.H {
		s.shareRow(j, tints, rgb[j*s.gw:])
		if r.Grid.W == 1 {
			s.win[j*s.gw+1] = s.win[j*s.gw]
		}
	}
	if r.Grid.H == 1 {
		copy(s.win[s.gw:2*s.gw], s.win[:s.gw])
	}
	double(s, rgb)
	for y := range s.h {
		if s.repeated(y) {
			continue
		}
		j, fy := s.cellRow(y)
		fy = min(max(fy, 0), 65536)
		dst := s.px[y*s.w : (y+1)*s.w]
		s.shareCells(dst, rgb[j*s.gw:][:s.gw], rgb[(j+1)*s.gw:][:s.gw], fy>>(16-shareFrac))
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
				cr, cg, cb, _ := mixShares(tints, s.left, s.right, float32(s.fc[x])/65536)
				dst[x] = packRGB(cr, cg, cb)
			}
		}
	}
}

// A colour at a node is one number: three bytes with four bits of fraction each,
// shareBits apart, which leaves room to interpolate all three at once, by 512ths.
const (
	shareBits = 21
	shareFrac = 9
	shareMask = 0xfff | 0xfff<<shareBits | 0xfff<<(2*shareBits)
)

// shareCells paints a row of pixels at height fy / 2^shareFrac between the nodes'
// colours a and b, as four does.
func (s *rasterPainter) shareCells(dst []uint32, a, b []int64, fy int64) {
	node := func(i int) int64 { return (a[i]<<shareFrac + (b[i]-a[i])*fy) >> shareFrac & shareMask }
	word := func(v int64) uint32 {
		return uint32(v>>(shareFrac+4)&0xff | v>>(shareBits+shareFrac-4)&0xff00 | v>>(2*shareBits+shareFrac-12)&0xff0000 | 0xff000000)
	}
	pixels := func(from, to int) {
		for x := from; x < to; x++ {
			i := int(s.xi[x])
			v := node(i)
			dst[x] = word(v<<shareFrac + (node(i+1)-v)*int64(s.fc[x]>>(16-shareFrac)))
		}
	}
	if s.w < s.gw || s.gw < 8 {
		pixels(0, s.w)
		return
	}
	pixels(0, int(s.first[1].x))
	last := s.gw - 4
	pixels(int(s.first[last].x), s.w)
	step := int64(s.gw) << shareFrac / int64(s.w)
	v := node(1)
	tail := [4]uint32(dst[s.first[last].x:])
	for i := 1; i < last; i++ {
		next := (a[i+1]<<shareFrac + (b[i+1]-a[i+1])*fy) >> shareFrac & shareMask
		e := next - v
		c := &s.first[i]
		p := v<<shareFrac + e*int64(c.f>>(16-shareFrac))
		v = next
		e *= step
		for x, end := c.x, s.first[i+1].x; x < end; x += 4 {
			d := (*[4]uint32)(dst[x:])
			d[0] = word(p)
			d[1] = word(p + e)
			d[2] = word(p + 2*e)
			d[3] = word(p + 3*e)
			p += 4 * e
		}
	}
	copy(dst[s.first[last].x:], tail[:])
}

// shareRow sets the colours of one row of nodes, as mixShares does, a plane after
// the other. Nodes without a positive sum become noWin.
func (s *rasterPainter) shareRow(j int, tints []shareTint, rgb []int64) {
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
	rgb = rgb[:len(win)]
	for i, k := range win {
		total := sum[i]
		if !(total > 0 && total <= math.MaxFloat32) || k == noWin {
			win[i] = noWin
			rgb[i] = 0
			continue
		}
		u := (1 - winnerShare) / total
		t := &tints[k]
		x := s.r.Planes[k][j*gw+i] / total
		r := int64(16*(sr[i]*u+winnerShare*(t.soft[0]+(t.deep[0]-t.soft[0])*x)) + 8)
		g := int64(16*(sg[i]*u+winnerShare*(t.soft[1]+(t.deep[1]-t.soft[1])*x)) + 8)
		b := int64(16*(sb[i]*u+winnerShare*(t.soft[2]+(t.deep[2]-t.soft[2])*x)) + 8)
		rgb[i] = r | g<<shareBits | b<<(2*shareBits)
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
		if s.repeated(y) {
			continue
		}
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
		if len(r.Planes) == 2 {
			return func(j int, out []uint32) {
				p, q := r.Planes[0][j*gw:][:len(out)], r.Planes[1][j*gw:][:len(out)]
				c, a, b := uint32(unknownPixel), float32(math.NaN()), float32(0)
				for i, v := range p {
					if w := q[i]; v != a || w != b {
						a, b = v, w
						at[0], at[1] = v, w
						if cr, cg, cb, ok := mixShares(tints, at, at, 0); ok {
							c = packRGB(cr, cg, cb)
						} else {
							c, s.unknown = unknownPixel, true
						}
					}
					out[i] = c
				}
			}
		}
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
	const even = 0x00ff00ff
	ground := s.pal.Stage.pack()
	stage := uint64(ground&even) | uint64(ground>>8&even)<<32
	for i := range full + 1 {
		s.tab[i] = uint32(i)
	}
	clear(grow(&s.off, s.gw-1))
	line := grow(&s.line, s.w)
	s.runsRow = noRow
	for y := range s.h {
		if s.repeated(y) {
			continue
		}
		j, fy := s.cellRow(y)
		var before []uint32
		if !s.prepare(veil, j, full) {
			before = line
		}
		s.cells(line, before, veil, j, min(max(fy, 0), 65536), full)
		dst := s.px[y*s.w : (y+1)*s.w][:len(line)]
		for x, q := range line {
			if q == 0 {
				continue
			}
			// Two bytes of a pixel in each half of a word.
			v := (uint64(dst[x]&even)|uint64(dst[x]>>8&even)<<32)*uint64(full-q) + stage*uint64(q)
			dst[x] = uint32(v>>8)&even | uint32(v>>32)&^even
		}
	}
}
