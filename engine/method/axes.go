package method

import (
	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// OneScale tells whether both axes of a document's plane have the same scale: unless the document says otherwise.
func (t Task) OneScale(d *doc.Document) bool {
	return t.Plane() && (d.View.Axes != doc.FreeAxes || Solid(d))
}

// FitsAxes tells whether each axis of a document's plane had better fit the points: where distances on the screen say
// nothing of what the method does (Info.Free), and the points are much longer one way than the other, as columns of
// different units are.
func (in *Info) FitsAxes(d *doc.Document) bool {
	x0, x1, y0, y1, some := doc.Bounds(d.Points)
	w, h := x1-x0, y1-y0
	return in.Free && in.TaskOf(d.Params).Plane() && !Solid(d) && some && w > 0 && h > 0 && max(w, h) >= unlike*min(w, h)
}

// unlike is how many times as long points are one way as the other where their columns count as of different units.
const unlike = 2

// Axes are the axes of a task's plane: with their names, else those that formulas have
// for them.
func (t Task) Axes(n doc.Names) picture.AxisOptions {
	n = t.Named(n)
	return picture.AxisOptions{XLabel: n.X, YLabel: n.Y}
}
