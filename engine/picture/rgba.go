package picture

import (
	"math"
	"sync"
	"unsafe"
)

// RGBA colours r as w*h opaque pixels of R, G, B, A bytes that cover the tiles of its grid. dst is reused if it is
// large enough. Values (not colours) are interpolated bilinearly between nodes, unless r is Sharp or has Colors. Where
// a value is NaN, or a plane is missing, the palette's Unknown is hatched.
func (r *Raster) RGBA(pal *Palette, w, h int, dst []byte) []byte {
	return r.rgba(pal, w, h, dst, false)
}

// rgba is RGBA. again says that r is Sharp and that dst has the pixels of the raster that r follows.
func (r *Raster) rgba(pal *Palette, w, h int, dst []byte, again bool) []byte {
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
	px := unsafe.Slice((*uint32)(unsafe.Pointer(&dst[0])), w*h)
	s.begin(pal, r, w, h)
	s.again = again
	if s.px = px; s.each > 1 {
		s.px = grow(&s.draft, s.w*s.h)
	}
	s.paint()
	if s.each > 1 {
		s.enlarge(px)
	}
	s.pal, s.r, s.px = nil, nil, nil
	return dst
}

// begin sets the raster to be painted, and its size of w×h pixels.
func (s *rasterPainter) begin(pal *Palette, r *Raster, w, h int) {
	s.pal, s.r, s.w, s.h, s.each = pal, r, w, h, 1
	s.across, s.down = w, h
	s.sharply = r.Sharp || r.Kind == Colors || r.Kind == Labels && w >= 6*r.Grid.W
	if fastDraft && r.Draft && !s.sharply {
		s.w, s.h, s.each = (w+1)/2, (h+1)/2, 2
	}
	s.gw, s.gh = max(r.Grid.W, 2), max(r.Grid.H, 2)
}

// enlarge copies each painted pixel to four.
func (s *rasterPainter) enlarge(px []uint32) {
	w, h := s.across, s.down
	for y := range s.h {
		src, dst := s.px[y*s.w:][:s.w], px[2*y*w:][:w]
		const twice = 1<<32 + 1
		x, base := 0, unsafe.Pointer(&dst[0])
		for ; x+4 <= w/2; x += 4 {
			p, q := (*[4]uint32)(src[x:]), (*[4]uint64)(unsafe.Add(base, 8*x))
			q[0], q[1], q[2], q[3] = uint64(p[0])*twice, uint64(p[1])*twice, uint64(p[2])*twice, uint64(p[3])*twice
		}
		for ; x < w/2; x++ {
			dst[2*x], dst[2*x+1] = src[x], src[x]
		}
		if w&1 != 0 {
			dst[w-1] = s.px[y*s.w+s.w-1]
		}
		if 2*y+1 < h {
			copy(px[(2*y+1)*w:][:w], dst)
		}
	}
}

// rasterPainter paints rasters and keeps the scratch memory between frames.
//
// Its inner loops are written for Go's WebAssembly, where every jump between basic blocks is a table dispatch and there
// is no conditional move: they do one lookup and no branch per pixel. All pixels of a row are painted as if their cells
// (of four nodes) had one winner and no NaN; the few special cells are then painted over exactly.
type rasterPainter struct {
	pal  *Palette
	r    *Raster
	w, h int
	px   []uint32

	sharply      bool     // painted without interpolation
	across, down int      // size of the picture in pixels
	each         int      // picture pixels per painted pixel, across and down
	draft        []uint32 // px, if not all pixels are painted

	gw, gh int // size of the grid, at least 2 each
	// Pixel column x lies in cell column xi[x], at fraction fx[x] / 2^16 of it. The fraction is outside 0..1 beyond the
	// outermost nodes, where values are extrapolated. fc is fx limited to 0..1. Cell column i ends at pixel end[i].
	xi, fx, fc, end []int32
	first           []column // start of each cell column

	pos, lead, veil []int32 // planes as table positions
	rgb             []int64
	tab             [shelf]uint32
	of              colours // what the colours in tab depend on
	off             []int64 // offset in tab of each cell column's table
	win             []uint8 // winning plane at each node, or noWin
	special         []int32 // cells of row specialRow whose corners differ in win
	specialRow      int
	left, right     []float32
	sums            []float32
	line            []uint32
	at              []int32 // tile of each pixel column
	unknown         bool
	again           bool // paint only what was touched
}

// column is the start of a cell column: its first pixel, and the position of that pixel in the cell * 2^16.
type column struct{ x, f int32 }

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
	s.columns()
	switch {
	case s.sharply:
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

// columns computes the mapping from pixel columns to cell columns.
func (s *rasterPainter) columns() {
	xi, fx, fc := grow(&s.xi, s.w), grow(&s.fx, s.w), grow(&s.fc, s.w)
	end := grow(&s.end, s.gw-1)
	clear(end)
	first := grow(&s.first, s.gw-1)
	ratio := float64(s.r.Grid.W*s.each) / float64(s.across)
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

// span returns the range of pixels of cell column i.
func (s *rasterPainter) span(i int32) (x, end int) {
	if i > 0 {
		x = int(s.end[i-1])
	}
	return x, int(s.end[i])
}

// cellRow returns the cell row at the middle of pixel row y, and the position of that middle in it * 2^16.
func (s *rasterPainter) cellRow(y int) (j int, fy int64) {
	v := (float64(y)+0.5)*float64(s.r.Grid.H*s.each)/float64(s.down) - 0.5
	j = min(max(int(math.Floor(v)), 0), s.gh-2)
	return j, int64(math.Round((v - float64(j)) * 65536))
}

// convert converts a plane to table positions (v - lo) * scale in fixed point. Grids with a single column or row are
// doubled. nan reports whether the plane has a NaN.
func (s *rasterPainter) convert(buf *[]int32, plane []float32, lo, scale float64) (out []int32, nan bool) {
	out = grow(buf, s.gw*s.gh)
	gw, gh := s.r.Grid.W, s.r.Grid.H
	k := scale * (1 << fracBits)
	off := -lo * k
	const bias = 2 * maxPos
	for j := range gh {
		src := plane[j*gw : (j+1)*gw]
		row := out[j*s.gw:][:len(src)]
		// Truncation rounds down only for positive numbers: the bias makes all positions positive, and no negative
		// value becomes 0.
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

// saturate converts a row with values beyond all bounds, and reports whether it has a NaN, which becomes 0.
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

// double repeats the column or row of a grid that has only one.
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

// cells paints a row of pixels at height fy of cell row j, each cell with its own table of hi + 1 entries at s.off in
// s.tab.
func (s *rasterPainter) cells(dst []uint32, plane []int32, j int, fy, hi int64) {
	a, b := plane[j*s.gw:][:s.gw], plane[(j+1)*s.gw:][:s.gw]
	if !fastCells || s.w < s.gw || s.gw < 8 {
		s.pixels(dst, a, b, fy, hi, 0, s.w)
		return
	}
	// The outermost cells are wider than the others. The cells in between are painted two or four pixels at a time;
	// pixels that belong to the next cell are painted over by it.
	from, to := 1, s.gw-4
	if s.each > 1 { // all but the outermost cells
		to = s.gw - 2
	}
	switch p, q := a[from:to+1], b[from:to+1]; {
	case s.w <= 2*s.gw:
		s.two(dst, p, q, fy, hi, from)
	case s.w > 4*s.gw:
		s.wide(dst, p, q, fy, hi, from)
	default:
		s.four(dst, p, q, fy, hi, from)
	}
	s.pixels(dst, a, b, fy, hi, 0, int(s.first[from].x))
	s.pixels(dst, a, b, fy, hi, int(s.first[to].x), s.w)
}

// pixels paints the pixels from..to-1 one by one.
func (s *rasterPainter) pixels(dst []uint32, a, b []int32, fy, hi int64, from, to int) {
	for x := from; x < to; x++ {
		i := s.xi[x]
		v, next := int64(a[i])<<16+int64(b[i]-a[i])*fy, int64(a[i+1])<<16+int64(b[i+1]-a[i+1])*fy
		v += (next - v) >> 16 * int64(s.fx[x])
		dst[x] = s.tab[(s.off[i]+clamp(v>>(fracBits+16), hi))&(shelf-1)]
	}
}

// step returns the width of a pixel as a fraction of a cell, * 2^16.
func (s *rasterPainter) step() int64 {
	return int64(s.gw*s.each) << 16 / int64(s.across)
}

// two paints two pixels per cell, from cell column from on; a and b are the nodes above and below.
func (s *rasterPainter) two(dst []uint32, a, b []int32, fy, hi int64, from int) {
	n := len(a) - 1
	tab, step := &s.tab, s.step()
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

// four is like two, for cells of up to four pixels.
func (s *rasterPainter) four(dst []uint32, a, b []int32, fy, hi int64, from int) {
	n := len(a) - 1
	tab, step := &s.tab, s.step()
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

// wide is like four, for cells of more than four pixels.
func (s *rasterPainter) wide(dst []uint32, a, b []int32, fy, hi int64, from int) {
	n := len(a) - 1
	tab, step := &s.tab, s.step()
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

// clamp returns v limited to 0..hi, without a branch.
func clamp(v, hi int64) int64 {
	v &^= v >> 63
	v -= hi
	return hi + v&(v>>63)
}
