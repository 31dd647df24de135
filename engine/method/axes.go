package method

import (
	"math"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// OneScale reports whether both axes of a document have the same scale: in a plane of inputs, unless the document says
// that the axes are independent (doc.FreeAxes); in space always.
func (t Task) OneScale(d *doc.Document) bool {
	return t.Plane() && (d.View.Axes != doc.FreeAxes || Solid(d))
}

// FitsAxes reports whether each axis of a document's plane should have its own scale, because the points extend much
// farther along one axis than along the other, as columns with different units do. If distances on the screen mean
// nothing to the method (Info.Free), a ratio of 2 is enough. Otherwise the ratio must be above 5, with which the points
// would lie in one line on a common scale, and the coordinates must be columns: those of a recipe and principal
// components have one unit.
func (in *Info) FitsAxes(d *doc.Document) bool {
	x0, x1, y0, y1, some := doc.Bounds(d.Points)
	if w, h := x1-x0, y1-y0; some && w > 0 && h > 0 && in.TaskOf(d.Params).Plane() && !Solid(d) {
		times := max(w, h) / min(w, h)
		return in.Free && times >= unlike || times > inLine && columns(d)
	}
	return false
}

// columns reports whether the coordinates of a document's points may have different units: they are neither made by a
// recipe nor principal components of a table.
func columns(d *doc.Document) bool {
	return d.Dataset == nil && (d.Table == nil || len(d.Table.Plane) == 2)
}

// Ratios of the two extents of the points: from unlike on the columns count as having different units, and above inLine
// a common scale shows the points in one line.
const (
	unlike = 2
	inLine = 5
)

// Uneven returns the names of the columns with the smaller and the larger standard deviation, and their ratio, for a
// document whose plane shows named columns. ok is false if the ratio is at most 5 or a column is constant, and if the
// ratio has no effect on the method: because distances do not matter (Info.Free), or because the method takes whole
// rows.
func (in *Info) Uneven(d *doc.Document) (less, more string, times float64, ok bool) {
	task := in.TaskOf(d.Params)
	if in.Free || !task.Plane() || !columns(d) || in.TakesRows(d.Params) || d.Names.X == "" || d.Names.Y == "" {
		return "", "", 0, false
	}
	x, _ := moment(len(d.Points), func(i int) float64 { return d.Points[i].X })
	y, _ := moment(len(d.Points), func(i int) float64 { return d.Points[i].Y })
	less, more = d.Names.X, d.Names.Y
	if x > y {
		x, y, less, more = y, x, more, less
	}
	times = math.Sqrt(y / x)
	return less, more, times, x > 0 && times > inLine
}

// Axes returns the axes of a task's plane, labeled with their names, or with the symbols of formulas where they have
// none.
func (t Task) Axes(n doc.Names) picture.AxisOptions {
	n = t.Named(n)
	return picture.AxisOptions{XLabel: n.X, YLabel: n.Y}
}
