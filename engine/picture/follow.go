package picture

// A raster may follow another: it has that one's planes, in which some nodes were
// written anew. Who has worked something out of the nodes (colours, labels) then does
// so again for the others alone.

// version is the state of planes that are written to.
type version struct{ _ byte }

// patchSide is the side, in nodes, of the squares by which changes are noted.
const patchSide = 16

// Keep says that another raster may follow r.
func (r *Raster) Keep() {
	if r.made == nil {
		r.made = new(version)
	}
}

// Next returns a raster that follows r, as yet without a change. Once its planes are
// written to, r is of no use any more.
func (r *Raster) Next() *Raster {
	o := *r
	o.was, o.made = r.made, new(version)
	o.patched = make([]bool, patches(r.Grid.W)*patches(r.Grid.H))
	o.reliefs, o.ranks = nil, nil
	return &o
}

func patches(nodes int) int { return (nodes + patchSide - 1) / patchSide }

// Touch notes that nodes from (i0, j0) to before (i1, j1) are not what they were.
func (r *Raster) Touch(i0, j0, i1, j1 int) {
	w := patches(r.Grid.W)
	for j := j0 / patchSide; j <= (j1-1)/patchSide; j++ {
		for i := i0 / patchSide; i <= (i1-1)/patchSide; i++ {
			r.patched[j*w+i] = true
		}
	}
}

// Touched calls fn with rectangles that hold all nodes that Touch has noted, row by
// row of squares.
func (r *Raster) Touched(fn func(i0, j0, i1, j1 int)) {
	g, w := r.Grid, patches(r.Grid.W)
	for k := 0; k < len(r.patched); k++ {
		if !r.patched[k] {
			continue
		}
		from := k
		for k++; k%w != 0 && r.patched[k]; k++ {
		}
		i, j := patchSide*(from%w), patchSide*(from/w)
		fn(i, j, min(i+patchSide*(k-from), g.W), min(j+patchSide, g.H))
		k--
	}
}

// follows tells whether r has the planes of the raster with an earlier state, and the
// changes since.
func (r *Raster) follows(v *version) bool { return v != nil && v == r.was }

// Colours are the pixels of the last raster that was painted into them.
type Colours struct {
	Pix  []byte // R, G, B, A
	of   *version
	pal  *Palette
	w, h int
}

// Paint colours w*h pixels, as RGBA does, and calls fn with rectangles of nodes that
// hold all whose pixels may not be what they were.
func (c *Colours) Paint(r *Raster, pal *Palette, w, h int, fn func(i0, j0, i1, j1 int)) {
	if r.follows(c.of) && c.pal == pal && c.w == w && c.h == h {
		r.rgba(pal, w, h, c.Pix, true)
		r.Touched(fn)
	} else {
		c.Pix = r.RGBA(pal, w, h, c.Pix)
		fn(0, 0, r.Grid.W, r.Grid.H)
	}
	c.of, c.pal, c.w, c.h = r.made, pal, w, h
}
