package method

import (
	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// Solid reports whether a document shows its rows in space and their three-dimensional positions have been computed.
func Solid(d *doc.Document) bool {
	t := d.Table
	return t != nil && t.Rows != nil && len(t.Axes) == 3 && len(t.Rows.Places) == 3*t.Rows.N && len(d.Points) == t.Rows.N
}

// TurnRows returns the points of a Solid document as its view is turned, and for each the closeness to the viewer,
// 0..1. For other documents it returns their points and nil.
func TurnRows(d *doc.Document) (pts []doc.Point, near []float64) {
	if !Solid(d) {
		return d.Points, nil
	}
	at := d.Table.Rows.Places
	pts, near = make([]doc.Point, len(d.Points)), make([]float64, len(d.Points))
	across := 2 * picture.SpaceReach(at)
	picture.Turn(at, d.View.Turned(), func(i int, x, y, z float64) {
		pts[i] = doc.Point{X: x, Y: y, Z: d.Points[i].Z}
		if near[i] = 0.5; across > 0 {
			near[i] += z / across
		}
	})
	return pts, near
}

// RangeOf returns a suitable range of the plane for a document: see doc.AutoRange. For one in space it does not depend
// on how the space is turned.
func RangeOf(d *doc.Document, plane bool) (x, y [2]float64) {
	if Solid(d) {
		return picture.SpaceRange(d.Table.Rows.Places)
	}
	return doc.AutoRange(d.Points, plane)
}

// AxesOf returns the axes of a document. In space there are none at the edges; see SpaceAxes.
func (t Task) AxesOf(d *doc.Document) picture.AxisOptions {
	if Solid(d) {
		return picture.AxisOptions{None: true}
	}
	return t.Axes(d.Names)
}

// SpaceAxes returns the axes of a document's space as it is turned; nil in the plane.
func SpaceAxes(d *doc.Document, v picture.Viewport) (under, over []picture.Layer) {
	if !Solid(d) {
		return nil, nil
	}
	at := d.Table.Rows.Places
	x, y, z := picture.Middle(at)
	return picture.SpaceAxes(v, picture.SpaceReach(at), [3]float64{x, y, z}, d.View.Turned(), d.Table.Axes)
}
