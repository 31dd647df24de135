package decomposition

import (
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// loadings declares the panel that shows the directions of wide rows, coordinate by
// coordinate.
func (m *pca) loadings() method.PanelInfo {
	info := method.PanelInfo{ID: "loadings", Title: "Loadings", Bare: true,
		Help: "The coordinates of the first components: how much of each input is in them. Of many inputs those are shown that count most."}
	if m.p.Across > 0 {
		info.Title, info.Help = "Mean and components", "Each component as a picture: a row is the mean and so much of each"
	}
	return info
}

// drawLoadings draws that panel, in pixels.
func (m *pca) drawLoadings(w, h int) *picture.Picture {
	p := &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}}
	if m.p.Across > 0 {
		m.tiles(p)
	} else {
		m.table(p)
	}
	return p
}

// Sizes in panels, in pixels: of a line of text, and of the gap between pictures.
const line, gap = 13.0, 6.0

// most is how many components are shown as pictures.
const most = 15

// tiles draws the mean and the first components as pictures, as large as there is room.
func (m *pca) tiles(p *picture.Picture) {
	n := 1 + min(len(m.s), most)
	across := m.p.Across
	down := len(m.mean) / across
	size, cols := 0.0, 1 // of a pixel
	for c := 1; c <= n; c++ {
		rows := (n + c - 1) / c
		s := min((p.View.X1/float64(c)-gap)/float64(across), (p.View.Y1/float64(rows)-gap-line)/float64(down))
		if s > size {
			size, cols = s, c
		}
	}
	p.Alt = "The mean of the rows and the first " + words.Count(n-1, "component") + ", as pictures."
	wide, high := p.View.X1/float64(cols), size*float64(down)+line+gap
	for i := range n {
		x, y := wide*(float64(i%cols)+0.5), p.View.Y1-high*float64(i/cols)
		r := &picture.Raster{Kind: picture.Sequential, Sharp: true, Name: "mean", Says: "mean of the rows"}
		text, of := "mean", m.mean
		if i > 0 {
			k := i - 1
			text, of = name(k)+", "+words.Percent(m.share(k)), m.basis[k]
			if wide < picture.TextWidth(text, picture.LabelSize) {
				text = name(k)
			}
			r.Kind, r.Name, r.Says = picture.Diverging, "coordinate", "coordinate of a component"
		}
		put(p, r, of, across, x-size*float64(across)/2, y-line, size, size)
		title := &picture.Label{Role: picture.RoleGuide, X: x, Y: y - line/2, Text: text}
		if i > 0 {
			title.Key = key(i - 1)
		}
		p.Add(title)
	}
}

// put adds a raster of values, row by row from the top left corner, in tiles of a size.
// Its colours reach from the least to the largest value, from minus to plus the largest
// one in size where they diverge.
func put(p *picture.Picture, r *picture.Raster, values []float64, across int, x, y, wide, high float64) {
	plane := make([]float32, len(values))
	r.Lo, r.Hi = math.Inf(1), math.Inf(-1)
	for i, v := range values {
		plane[i] = float32(v)
		r.Lo, r.Hi = min(r.Lo, v), max(r.Hi, v)
	}
	if r.Kind == picture.Diverging {
		r.Hi = max(r.Hi, -r.Lo)
		r.Lo = -r.Hi
	}
	r.Planes = [][]float32{plane}
	r.Grid = picture.Grid{X0: x + wide/2, Y0: y - high/2, DX: wide, DY: -high, W: across, H: len(values) / across}
	p.Add(r)
}

// table draws the coordinates of the first components as a table of colours, with the
// names of the inputs before its rows.
func (m *pca) table(p *picture.Picture) {
	names := m.shortNames()
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
		p.Add(&picture.Label{Role: picture.RoleGuide, X: left, Y: top - high*(float64(i)+0.5), Text: cut(names[j], left-gap), Anchor: picture.AnchorEnd})
	}
	r := &picture.Raster{Kind: picture.Diverging, Sharp: true, Name: "coordinate", Says: "coordinate of a component"}
	put(p, r, values, cols, left, top, wide, high)
	for k := range cols {
		p.Add(&picture.Label{Role: picture.RoleGuide, X: left + wide*(float64(k)+0.5), Y: p.View.Y1 - line/2, Text: name(k), Key: key(k)})
	}
	p.Alt = "The coordinates of the first " + words.Count(cols, "component") + " along " + words.Count(len(rows), "input") + "."
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
	return first(size, n)
}

// first are the n largest of some numbers, in their order.
func first(size []float64, n int) []int {
	order := make([]int, len(size))
	for j := range order {
		order[j] = j
	}
	sort.SliceStable(order, func(a, b int) bool { return size[order[a]] > size[order[b]] })
	order = order[:min(n, len(order))]
	sort.Ints(order)
	return order
}

// album draws a row, what its components tell of it, and the difference, as pictures in
// the lower corner of the stage that is the farther one from where the row is shown: above
// stands what is said of it.
func (m *pca) album(x, at []float64, v picture.Viewport) (layers []picture.Layer) {
	across := m.p.Across
	down := len(x) / across
	size := min(72, float64(v.W)/5) / float64(max(across, down)) // pixels of a pixel
	wide, top := size*float64(across), float64(v.H)-size*float64(down)-2*gap
	left := float64(v.W) - 3*(wide+gap) - gap
	for i := range m.p.N {
		if &m.p.At(i)[0] == &x[0] {
			if px, _ := m.p.Drawn(i); v.PX(px) > float64(v.W)/2 {
				left = 2 * gap
			}
		}
	}
	difference, lo, hi := make([]float64, len(x)), x[0], x[0]
	for j := range x {
		difference[j] = at[j] - x[j]
		lo, hi = min(lo, x[j]), max(hi, x[j])
	}
	pic := &picture.Picture{View: v}
	dx, dy := (v.X1-v.X0)/float64(v.W), (v.Y1-v.Y0)/float64(v.H)
	for k, values := range [][]float64{x, at, difference} {
		r := &picture.Raster{Kind: picture.Sequential, Sharp: true, Name: "row", Says: "row and its reconstruction"}
		if k == 2 {
			r.Kind, r.Name, r.Says = picture.Diverging, "difference", "reconstruction less row"
		}
		px := left + float64(k)*(wide+gap)
		put(pic, r, values, across, v.DX(px), v.DY(top), size*dx, size*dy)
		if k < 2 { // in the same colours
			r.Lo, r.Hi = lo, hi
		}
		pic.Add(&picture.Label{Role: picture.RoleGuide, X: v.DX(px + wide/2), Y: v.DY(top - line/2), Ground: true, Text: [...]string{"row", "q = " + strconv.Itoa(m.q), "less row"}[k]})
	}
	return pic.Layers
}

// shortNames are the names of the inputs without what they all end in.
func (m *pca) shortNames() []string {
	names := slices.Clone(m.p.InputNames())
	end := ending(names)
	for j := range names {
		names[j] = strings.TrimSuffix(names[j], end)
	}
	return names
}

// ending is what all names end in, from a comma on: ", standardised". It tells nothing
// where it stands behind each of them.
func ending(names []string) string {
	at := strings.LastIndex(names[0], ", ")
	if at < 0 || len(names) < 2 {
		return ""
	}
	for _, s := range names {
		if !strings.HasSuffix(s, names[0][at:]) {
			return ""
		}
	}
	return names[0][at:]
}

// cut shortens a text to a width in pixels.
func cut(s string, width float64) string {
	if picture.TextWidth(s, picture.LabelSize) <= width {
		return s
	}
	r := []rune(s)
	for len(r) > 1 && picture.TextWidth(string(r)+"…", picture.LabelSize) > width {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}
