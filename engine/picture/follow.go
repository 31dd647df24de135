package picture

// A raster may follow another one: it shares its planes, in which some nodes were overwritten. Results computed from
// the nodes (colours, labels) then need an update at the changed nodes only.

// version identifies a state of planes that are overwritten.
type version struct{ _ byte }

// patchSide is the side, in nodes, of the squares in which changes are recorded.
const patchSide = 16

// Keep allows other rasters to follow r.
func (r *Raster) Keep() {
	if r.made == nil {
		r.made = new(version)
	}
}

// Next returns a raster that follows r, without changes so far. r must not be used after its planes have been
// overwritten.
func (r *Raster) Next() *Raster {
	o := *r
	o.was, o.made = r.made, new(version)
	o.patched = make([]bool, patches(r.Grid.W)*patches(r.Grid.H))
	o.reliefs = nil
	return &o
}

func patches(nodes int) int { return (nodes + patchSide - 1) / patchSide }

// Touch records that the nodes from (i0, j0) to before (i1, j1) have changed.
func (r *Raster) Touch(i0, j0, i1, j1 int) {
	w := patches(r.Grid.W)
	for j := j0 / patchSide; j <= (j1-1)/patchSide; j++ {
		for i := i0 / patchSide; i <= (i1-1)/patchSide; i++ {
			r.patched[j*w+i] = true
		}
	}
}

// Touched calls fn with rectangles that contain all nodes recorded by Touch, one row of squares after another.
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

// follows reports whether r was derived directly from the raster with version v.
func (r *Raster) follows(v *version) bool { return fastFollow && v != nil && v == r.was }

// Colours are the pixels of the last raster that was painted into them.
type Colours struct {
	Pix  []byte // R, G, B, A
	of   *version
	pal  *Palette
	w, h int
}

// Paint colours w*h pixels, as RGBA does, and calls fn with rectangles of nodes that contain all nodes whose pixels may
// have changed.
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
