package pixels

import (
	"math"
	"math/bits"
	"unsafe"

	"pointscape/engine/picture"
)

// During a drag a picture is mostly equal to the last one. So a Canvas first records it completely, if it consists of
// lines, areas and tilings over the background, or over a raster with a version. It computes a hash of what reaches
// into each tile of the stage, and then paints only the tiles whose hash has changed: the pixels are the same as if
// everything were painted. (The hashes have 64 bits.) A picture with anything else is painted directly.
type told struct {
	on     bool // a picture is being recorded
	pieces []piece
	parts  []part

	raster bool // the background is a raster
	under  picture.Colours
	ground uint32

	look      look
	known     bool     // the pixels are those of was
	sums, was []uint64 // hashes by tile
	dirty     []uint64 // tiles to paint, one bit each, as in touched
	beside    []int64  // by tile: what insides adds to its hash and to those of all tiles on its right
}

// look is what all pixels depend on.
type look struct {
	pal    *picture.Palette
	w, h   int
	scale  float64
	raster bool
}

// piece is a stroke with a casing and a line above it, or a tiling, or an area with soft edges.
type piece struct {
	casing, line picture.Stroke
	tiles, soft  bool
	to           int // end of its parts
	salt         uint64
}

// part is a segment, or an edge of a polygon, downwards; wind is 0 for segments. first says that it begins a line or a
// polygon.
type part struct {
	ax, ay, bx, by float64
	first          bool
	wind           int8
}

// tell begins the recording of a picture.
func (c *Canvas) tell(p *picture.Picture, pal *picture.Palette) {
	t := &c.told
	t.on, t.raster = true, false
	t.pieces, t.parts = t.pieces[:0], t.parts[:0]
	t.ground = word(pal.Background())
	if l := (look{pal, c.w, c.h, c.scale, len(p.Layers) > 0 && fills(p.Layers[0])}); l != t.look {
		t.look, t.known = l, false
	}
	if n := c.words * ((c.h + 1<<blockBits - 1) >> blockBits); len(t.dirty) != n {
		t.sums, t.was, t.dirty = make([]uint64, n<<6), make([]uint64, n<<6), make([]uint64, n)
		t.beside = make([]int64, n<<6)
	}
	clear(t.sums)
	clear(t.dirty)
}

func (c *Canvas) Follow(r *picture.Raster, pal *picture.Palette, w, h int) bool {
	t := &c.told
	if !t.on || t.raster || len(t.pieces) > 0 || w != c.w || h != c.h {
		return false
	}
	t.raster = true
	x, y := float64(w)/float64(r.Grid.W), float64(h)/float64(r.Grid.H)
	t.under.Paint(r, pal, w, h, func(i0, j0, i1, j1 int) {
		c.tilesIn(float64(i0)*x-1, float64(j0)*y-1, float64(i1)*x+1, float64(j1)*y+1, 0, 1)
	})
	return true
}

// tilesIn adds sum to all tiles that meet a rectangle, and marks them as dirty if mark is 1. It reports whether one of
// them is dirty.
func (c *Canvas) tilesIn(x0, y0, x1, y1 float64, sum, mark uint64) bool {
	w, h := float64(c.w), float64(c.h)
	if !(x1 >= 0 && x0 <= w && y1 >= 0 && y0 <= h) {
		return false
	}
	w, h = w-1, h-1
	if x0 > w {
		x0 = w
	}
	if y0 > h {
		y0 = h
	}
	if x0 < 0 {
		x0 = 0
	}
	if y0 < 0 {
		y0 = 0
	}
	if x1 > w {
		x1 = w
	}
	if y1 > h {
		y1 = h
	}
	t, some := &c.told, uint64(0)
	left, right := int(x0)>>blockBits, int(x1)>>blockBits
	for j := int(y0) >> blockBits; j <= int(y1)>>blockBits; j++ {
		for k := j*c.words<<6 + left; k <= j*c.words<<6+right; k++ {
			t.sums[k] += sum
			t.dirty[k>>6] |= mark << (k & 63)
			some |= t.dirty[k>>6] >> (k & 63)
		}
	}
	return some&1 != 0
}

// through visits the parts of a piece, by segments and polygons. During a recording it adds their hashes; later it
// enters those that reach into dirty tiles into the mask, or for a tiling into the edges.
func (c *Canvas) through(parts []part, p *piece) {
	half, _ := c.half(p.casing)
	c.reach = half + 0.5
	reach := c.reach
	switch {
	case p.tiles:
		reach = 0
	case p.soft:
		reach = 1
	}
	for from := 0; from < len(parts); {
		to, sum := from, uint64(0)
		x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
		for to == from || p.tiles && to < len(parts) && !parts[to].first {
			q := &parts[to]
			left, right := q.ax, q.bx
			h := hash(hash(hash(hash(p.salt, left), q.ay), right), q.by)
			if q.first {
				h = ^h
			}
			sum += h
			if left > right {
				left, right = right, left
			}
			top, bottom := q.ay, q.by
			if top > bottom {
				top, bottom = bottom, top
			}
			if left < x0 {
				x0 = left
			}
			if right > x1 {
				x1 = right
			}
			if top < y0 {
				y0 = top
			}
			if bottom > y1 {
				y1 = bottom
			}
			to++
		}
		if !c.told.on {
			sum = 0
		} else if p.soft {
			c.beside(x1+reach, y0, y1, int64(parts[from].wind))
		}
		if c.tilesIn(x0-reach, y0-reach, x1+reach, y1+reach, sum, 0) && !c.told.on {
			for i := from; i < to; i++ {
				if q := &parts[i]; p.tiles {
					c.edges = append(c.edges, q.edge())
				} else {
					c.single(q)
				}
			}
		}
		from = to
	}
}

// beside records that an edge of an area, which ends before x, is to the left of the tiles after that of x. A tile
// without edges is completely inside or outside, which these sums determine: they add the edges' heights within the row
// of tiles, in whole numbers, so that it does not matter how an area's outline is divided into edges.
func (c *Canvas) beside(x, y0, y1 float64, wind int64) {
	const side, whole = 1 << blockBits, 1 << 12
	if x >= float64(c.w-1) || y1 <= 0 || y0 >= float64(c.h) {
		return
	}
	col := 0
	if x >= 0 {
		col = int(x)>>blockBits + 1
	}
	if col<<blockBits >= c.w {
		return
	}
	if y0 < 0 {
		y0 = 0
	}
	if h := float64(c.h); y1 > h {
		y1 = h
	}
	a, b := int(y0*whole), int(y1*whole)
	for j := a / (side * whole); a < b; j++ {
		e := min((j+1)*side*whole, b)
		c.told.beside[j*c.words<<6+col] += wind * int64(e-a)
		a = e
	}
}

// insides adds the sums that beside has recorded to the tiles' hashes, and clears them.
func (c *Canvas) insides(salt uint64) {
	t := &c.told
	for from := 0; from < len(t.sums); from += c.words << 6 {
		left := int64(0)
		for k := from; k < from+(c.w-1)>>blockBits+1; k++ {
			left += t.beside[k]
			t.beside[k] = 0
			t.sums[k] += uint64(left) * (salt | 1)
		}
	}
}

// add records a piece, whose parts are those from index from on, and adds their hashes to the tiles.
func (c *Canvas) add(p piece, from int) {
	t := &c.told
	p.to = len(t.parts)
	p.salt = uint64(len(t.pieces)) << 2
	if p.tiles {
		p.salt++
	}
	if p.soft {
		p.salt += 2
	}
	for _, s := range [2]*picture.Stroke{&p.casing, &p.line} {
		p.salt = hash(p.salt, s.Width) ^ uint64(word(s.Color))&0xffffff ^ uint64(s.Color.A)<<24
	}
	t.pieces = append(t.pieces, p)
	if c.through(t.parts[from:], &p); p.soft {
		c.insides(p.salt)
	}
}

// hash mixes a number into a hash.
func hash(h uint64, x float64) uint64 {
	h = (h ^ math.Float64bits(x)) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// show paints the recorded picture where it has changed.
func (c *Canvas) show() {
	t := &c.told
	t.on = false
	for k, s := range t.sums {
		if s != t.was[k] || !t.known {
			t.dirty[k>>6] |= 1 << (k & 63)
		}
	}
	t.sums, t.was, t.known = t.was, t.sums, true
	ground := c.row(t.ground)
	for y := range c.h {
		if t.raster {
			ground = unsafe.Slice((*uint32)(unsafe.Pointer(&t.under.Pix[4*y*c.w])), c.w)
		}
		c.lay(y, 0, c.w, ground)
	}
	from := 0
	for i := range t.pieces {
		p := &t.pieces[i]
		parts := t.parts[from:p.to]
		from = p.to
		c.edges = c.edges[:0]
		if p.soft { // distant edges count, too
			c.outline(parts)
			c.smooth(false, p.line.Color)
			continue
		}
		if c.through(parts, p); p.tiles {
			c.tiling(p.line.Color)
		} else {
			c.composite(p.casing, p.line)
		}
	}
}

// lay copies a row's pixels from a to before b, in dirty tiles.
func (c *Canvas) lay(y, a, b int, row []uint32) {
	for px := c.px[y*c.w:]; a < b; {
		from, to := c.run(y, a, b)
		copy(px[from:to], row[from:to])
		a = to
	}
}

// run returns the next run of a row's pixels in dirty tiles, from a to before b.
func (c *Canvas) run(y, a, b int) (from, to int) {
	k := a >> blockBits
	word := c.told.dirty[y>>blockBits*c.words+k>>6] >> (k & 63)
	end := (k>>6 + 1) << (6 + blockBits)
	if skip := bits.TrailingZeros64(word); skip > 0 {
		a = min((k+skip)<<blockBits, end)
		word >>= skip
		k += skip
	}
	return min(a, b), min((k+bits.TrailingZeros64(^word))<<blockBits, end, b)
}

// Dirty returns the rectangle outside which the last Paint has changed nothing, from (x0, y0) to before (x1, y1).
// (Painting directly makes all tiles dirty.)
func (c *Canvas) Dirty() (x0, y0, x1, y1 int) {
	x0, y0 = c.w, c.h
	const side = 1 << blockBits
	for k, word := range c.told.dirty {
		for ; word != 0; word &= word - 1 {
			x, y := (k%c.words<<6+bits.TrailingZeros64(word))*side, k/c.words*side
			x0, y0 = min(x0, x), min(y0, y)
			x1, y1 = max(x1, min(x+side, c.w)), max(y1, min(y+side, c.h))
		}
	}
	return min(x0, x1), min(y0, y1), x1, y1
}

// outline makes edges from the parts of an area or a tiling.
func (c *Canvas) outline(parts []part) {
	for i := range parts {
		if q := &parts[i]; q.ay < q.by {
			c.edges = append(c.edges, q.edge())
		}
	}
}

// edge returns a part of an area or a tiling as an edge.
func (q *part) edge() edge {
	return edge{y0: q.ay, y1: q.by, x0: q.ax, slope: (q.bx - q.ax) / (q.by - q.ay), wind: q.wind}
}

// now paints what was recorded; everything after it is painted directly. bare says that the background will be
// invisible.
func (c *Canvas) now(bare bool) {
	t := &c.told
	if t.on {
		if bare = bare && len(t.pieces) == 0; bare {
			t.on = false
			for k := range t.dirty {
				t.dirty[k] = ^uint64(0)
			}
		} else {
			t.known = false
			c.show()
		}
	}
	t.known = false
}
