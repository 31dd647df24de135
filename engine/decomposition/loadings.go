package decomposition

import (
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// loadings returns the panel of the directions for rows of a table, coordinate by coordinate.
func (m *pca) loadings() method.Panel {
	info := method.PanelInfo{ID: "loadings", Title: "Loadings", Bare: true,
		Help: "The coordinates of the components: their share of each input. Point at a cell for its value."}
	if m.p.Across > 0 {
		info.Title, info.Help = "Mean and components", "Each component as a picture: a row is the mean plus an amount of "+
			"each component"
		return method.Panel{PanelInfo: info, Draw: chart.InPixels(m.tiles)}
	}
	return chart.Matrix{Key: info.ID}.Panel(info, func(job method.Job) (*chart.Matrix, error) {
		return m.table(), job.Err()
	})
}

// most is the maximum number of components shown as images.
const most = 15

// tiles draws the mean and the first components as images.
func (m *pca) tiles(p *picture.Picture) {
	list := []method.Tile{{Values: m.mean, Name: "mean", Says: "mean of the rows", Title: "mean"}}
	for k := range min(len(m.s), most) {
		list = append(list, method.Tile{Values: m.basis[k], Diverging: true, Name: "coordinate",
			Says:  "coordinate of a component",
			Title: words.Text("%s, %s", name(k), words.Percent(m.share(k))), Short: name(k), Key: key(k)})
	}
	p.Alt = words.Text("The mean of the rows and the first %s, as pictures.", words.Count(len(list)-1, "component"))
	method.Tiles(p, m.p.Across, list)
}

// table returns the coordinates of the components as a matrix, with a row for each input.
func (m *pca) table() *chart.Matrix {
	t := &chart.Matrix{Rows: m.p.D, Cols: len(m.s), Signed: true, Name: "coordinate",
		Numbers: "number of a component", RowNames: m.p.OwnNames(),
		Says: "coordinate of a component", Row: func(j int, out []float64) {
			for k := range out {
				out[k] = m.basis[k][j]
			}
		}}
	for k := range m.s {
		t.ColNames, t.Short, t.ColKeys = append(t.ColNames, name(k)), append(t.Short, strconv.Itoa(k+1)),
			append(t.ColKeys, key(k))
	}
	t.Alt = words.Text("The coordinates of %s along %s.", words.Count(len(m.s), "component"), words.Count(m.p.D, "input"))
	return t
}

// album draws a row, its reconstruction, and the difference, as images.
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
