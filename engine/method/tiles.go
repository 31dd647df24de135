package method

import (
	"math"
	"slices"

	"pointscape/engine/picture"
)

// This file draws rows that are pictures, and vectors that models derive from them.

// Tile is one small picture.
type Tile struct {
	Values []float64 // pixel values, row by row from the top left corner
	// Diverging values are colored around 0, with a scale for each tile; all others share one scale.
	Diverging  bool
	Name, Says string // of its raster
	// Title is drawn above the tile, or Short if there is no room for all titles.
	Title, Short string
	Key          string
}

// tileLine is the height of a line of text, and tileGap the gap between tiles, in pixels.
const tileLine, tileGap = 13.0, 6.0

// Tiles draws tiles that are across pixels wide, as large as a panel has room for. The view of p must be in pixels.
func Tiles(p *picture.Picture, across int, list []Tile) {
	down := len(list[0].Values) / across
	n, size, cols := len(list), 0.0, 1 // size of a tile's pixel on the screen
	for c := 1; c <= n; c++ {
		rows := (n + c - 1) / c
		s := min((p.View.X1/float64(c)-tileGap)/float64(across), ((p.View.Y1-tileGap)/float64(rows)-tileGap-tileLine)/float64(
			down))
		if s > size {
			size, cols = s, c
		}
	}
	wide, high := p.View.X1/float64(cols), size*float64(down)+tileLine+tileGap
	lo, hi := shared(list)
	short := false
	for _, t := range list {
		short = short || t.Short != "" && wide < picture.TextWidth(t.Title, picture.LabelSize)
	}
	for i, t := range list {
		x, y := wide*(float64(i%cols)+0.5), p.View.Y1-tileGap-high*float64(i/cols)
		if short && t.Short != "" {
			t.Title = t.Short
		}
		t.put(p, across, x-size*float64(across)/2, y-tileLine, size, size, lo, hi)
		p.Add(&picture.Label{Role: picture.RoleGuide, X: x, Y: y - tileLine/2, Text: t.Title, Key: t.Key})
	}
}

// Portrait returns the Album with a row's own picture; nil if rows are not pictures.
func (p *Problem) Portrait(row []float64, v picture.Viewport) []picture.Layer {
	if p.Across == 0 {
		return nil
	}
	return p.Album(row, v, []Tile{{Values: row, Name: "row", Says: "row", Title: "row"}})
}

// Album draws a few tiles for a row of the problem in a lower corner of the stage, namely the one farther from the
// row's position. The readout is at the top.
func (p *Problem) Album(row []float64, v picture.Viewport, list []Tile) []picture.Layer {
	down := len(row) / p.Across
	size := min(72, float64(v.W)/5) / float64(max(p.Across, down)) // size of a tile's pixel on the screen
	wide, top := size*float64(p.Across), float64(v.H)-size*float64(down)-2*tileGap
	left := float64(v.W) - float64(len(list))*(wide+tileGap) - tileGap
	if i := p.rowOf(row); i >= 0 {
		if px, _ := p.Drawn(i); v.PX(px) > float64(v.W)/2 {
			left = 2 * tileGap
		}
	}
	lo, hi := shared(list[:1]) // with the color scale of the row
	pic := &picture.Picture{View: v}
	dx, dy := (v.X1-v.X0)/float64(v.W), (v.Y1-v.Y0)/float64(v.H)
	for k, t := range list {
		px := left + float64(k)*(wide+tileGap)
		t.put(pic, p.Across, v.DX(px), v.DY(top), size*dx, size*dy, lo, hi)
		pic.Add(&picture.Label{Role: picture.RoleGuide, X: v.DX(px + wide/2), Y: v.DY(top - tileLine/2), Ground: true,
			Text: t.Title})
	}
	return pic.Layers
}

// rowOf returns the index of the row that x is, or −1 if it is none.
func (p *Problem) rowOf(x []float64) int {
	for i := range p.N {
		if &p.X[i*p.D] == &x[0] {
			return i
		}
	}
	for i := range p.N { // for a copy of a row, which the session may pass
		if slices.Equal(p.At(i), x) {
			return i
		}
	}
	return -1
}

// DrawnOf returns the position of a row that the session passes to Explain; ok is false for other slices.
func (p *Problem) DrawnOf(x []float64) (at [2]float64, ok bool) {
	i := p.rowOf(x)
	if i < 0 {
		return at, false
	}
	at[0], at[1] = p.Drawn(i)
	return at, true
}

// shared returns the smallest and the largest value of the tiles that share a color scale.
func shared(list []Tile) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, t := range list {
		if t.Diverging {
			continue
		}
		for _, x := range t.Values {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	return lo, hi
}

// put adds a tile with its top left corner at (x, y), with pixels of size wide×high.
func (t *Tile) put(p *picture.Picture, across int, x, y, wide, high, lo, hi float64) {
	r := &picture.Raster{Kind: picture.Sequential, Sharp: true, Name: t.Name, Says: t.Says, Lo: lo, Hi: hi}
	if t.Diverging {
		r.Kind = picture.Diverging
	}
	PutRaster(p, r, t.Values, across, x, y, wide, high)
}

// PutRaster adds a raster of values, row by row from its top left corner (x, y), with cells of size wide×high. A
// Diverging raster gets the range from minus to plus the largest absolute value; others keep Lo and Hi.
func PutRaster(p *picture.Picture, r *picture.Raster, values []float64, across int, x, y, wide, high float64) {
	plane := make([]float32, len(values))
	far := 0.0
	for i, v := range values {
		plane[i] = float32(v)
		if a := math.Abs(v); a > far || a != a { // like max, which is a function call in WebAssembly
			far = a
		}
	}
	if r.Kind == picture.Diverging {
		r.Lo, r.Hi = -far, far
	}
	r.Planes = [][]float32{plane}
	r.Grid = picture.Grid{X0: x + wide/2, Y0: y - high/2, DX: wide, DY: -high, W: across, H: len(values) / across}
	p.Add(r)
}
