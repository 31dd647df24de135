package decomposition

import (
	"math"
	"strconv"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// loadings declares the panel that shows the directions of wide rows, coordinate by
// coordinate.
func (m *pca) loadings() method.PanelInfo {
	info := method.PanelInfo{ID: "loadings", Title: "Loadings", Bare: true,
		Help: "The coordinates of the first components: how much of each input is in them. Of many inputs, the most " +
			"important are shown."}
	if m.p.Across > 0 {
		info.Title, info.Help = "Mean and components", "Each component as a picture: a row is the mean plus an amount of "+
			"each component"
	}
	return info
}

// drawLoadings draws that panel, in pixels.
func (m *pca) drawLoadings(p *picture.Picture) {
	if m.p.Across > 0 {
		m.tiles(p)
	} else {
		m.table(p)
	}
}

// Sizes in panels, in pixels: of a line of text, and of the gap between pictures.
const line, gap = 13.0, 6.0

// most is how many components are shown as pictures.
const most = 15

// tiles draws the mean and the first components as pictures.
func (m *pca) tiles(p *picture.Picture) {
	list := []method.Tile{{Values: m.mean, Name: "mean", Says: "mean of the rows", Title: "mean"}}
	for k := range min(len(m.s), most) {
		list = append(list, method.Tile{Values: m.basis[k], Diverging: true, Name: "coordinate",
			Says:  "coordinate of a component",
			Title: name(k) + ", " + words.Percent(m.share(k)), Short: name(k), Key: key(k)})
	}
	p.Alt = "The mean of the rows and the first " + words.Count(len(list)-1, "component") + ", as pictures."
	method.Tiles(p, m.p.Across, list)
}

// table draws the coordinates of the first components as a table of colours, with the
// names of the inputs before its rows.
func (m *pca) table(p *picture.Picture) {
	names := m.p.OwnNames()
	const cell = 44 // most pixels of a column
	left := 0.0
	for _, s := range names {
		left = max(left, picture.TextWidth(s, picture.LabelSize))
	}
	left = min(left+2*gap, 0.5*p.View.X1)
	cols := max(1, min(len(m.s), 8, int((p.View.X1-left)/34)))
	rows := m.largest(max(1, min(m.p.D, int((p.View.Y1-line)/line))), cols)
	wide := min(cell, (p.View.X1-left)/float64(cols))
	high := min(2*line, (p.View.Y1-line)/float64(len(rows)))
	values := make([]float64, 0, len(rows)*cols)
	top := p.View.Y1 - line
	for i, j := range rows {
		for k := range cols {
			values = append(values, m.basis[k][j])
		}
		p.Add(&picture.Label{Role: picture.RoleGuide, X: left, Y: top - high*(float64(i)+0.5),
			Text: picture.CutText(names[j], left-gap), Anchor: picture.AnchorEnd})
	}
	r := &picture.Raster{Kind: picture.Diverging, Sharp: true, Name: "coordinate", Says: "coordinate of a component"}
	method.PutRaster(p, r, values, cols, left, top, wide, high)
	for k := range cols {
		p.Add(&picture.Label{Role: picture.RoleGuide, X: left + wide*(float64(k)+0.5), Y: p.View.Y1 - line/2, Text: name(k),
			Key: key(k)})
	}
	p.Alt = "The coordinates of the first " + words.Count(cols, "component") + " along " +
		words.Count(len(rows), "input") + "."
}

// largest are so many inputs whose coordinates in the first components are the largest,
// in the order of the table.
func (m *pca) largest(n, components int) []int {
	size := make([]float64, m.p.D)
	for j := range size {
		for _, u := range m.basis[:components] {
			size[j] = max(size[j], math.Abs(u[j]))
		}
	}
	return method.LargestOf(size, n)
}

// album draws a row, what its components tell of it, and the difference, as pictures.
func (m *pca) album(x, at []float64, v picture.Viewport) []picture.Layer {
	difference := make([]float64, len(x))
	for j := range x {
		difference[j] = at[j] - x[j]
	}
	const says = "row and its reconstruction"
	return m.p.Album(x, v, []method.Tile{
		{Values: x, Name: "row", Says: says, Title: "row"},
		{Values: at, Name: "row", Says: says, Title: "q = " + strconv.Itoa(m.q)},
		{Values: difference, Diverging: true, Name: "difference", Says: "reconstruction minus row", Title: "minus row"},
	})
}
