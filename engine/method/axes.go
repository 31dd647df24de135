package method

import (
	"math"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// OneScale tells whether both axes of a document's plane have the same scale: unless the document says otherwise.
func (t Task) OneScale(d *doc.Document) bool {
	return t.Plane() && (d.View.Axes != doc.FreeAxes || Solid(d))
}

// FitsAxes tells whether each axis of a document's plane had better fit the points, because they extend much farther
// one way than the other, as columns of different units do: twice as far is enough where distances on the screen say
// nothing of what the method does (Info.Free). Elsewhere both axes keep the same scale, unless the points would lie in
// one line with it; those of a recipe and principal components have one unit, and keep it.
func (in *Info) FitsAxes(d *doc.Document) bool {
	x0, x1, y0, y1, some := doc.Bounds(d.Points)
	if w, h := x1-x0, y1-y0; some && w > 0 && h > 0 && in.TaskOf(d.Params).Plane() && !Solid(d) {
		times := max(w, h) / min(w, h)
		return in.Free && times >= unlike || times > inLine && columns(d)
	}
	return false
}

// columns tells whether the coordinates of a document's points are columns, which may have different units.
func columns(d *doc.Document) bool {
	return d.Dataset == nil && (d.Table == nil || len(d.Table.Plane) == 2)
}

// How many times as long points are one way as the other where their columns count as of different units, and where
// axes of the same scale show them in one line.
const (
	unlike = 2
	inLine = 5
)

// Uneven tells of a document whose columns have names how many times as much one of the plane's columns varies as the
// other, by their standard deviations, and what they are called. ok is false where that is not much, where one of them
// is constant, and where it makes no difference to the method: distances do not matter (Info.Free), or it takes rows.
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

// Axes are the axes of a task's plane: with their names, else those that formulas have
// for them.
func (t Task) Axes(n doc.Names) picture.AxisOptions {
	n = t.Named(n)
	return picture.AxisOptions{XLabel: n.X, YLabel: n.Y}
}
