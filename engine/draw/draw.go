// Package draw is a kit for models that draw among their rows. A model declares its shapes once, over the rows and over
// positions of its own, and what the keys of its shapes say. The layers of the plane, those of the space in which the
// rows of a table may be shown, the hit areas and the readouts follow.
package draw

import (
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Parts declares how a model is drawn. Optional fields are nil.
type Parts struct {
	Problem *method.Problem
	// Shapes draws on a board, which is the plane or, if Space is set, also the space of a table's rows.
	Shapes func(b *Board) error
	Space  bool
	// Hits returns the hit areas of the plane: shapes with keys that are not painted.
	Hits func(b *Board) picture.Hits
	// Keys returns one Reader per kind of key of the model's shapes, for readouts on the plane.
	Keys func(b *Board) []Reader
}

// Give adds the capabilities that follow from the parts to those of a model.
func (d Parts) Give(c *method.Capabilities) *method.Capabilities {
	if d.Shapes != nil {
		c.Layers = d.layers
		if d.Space {
			c.SpaceLayers = d.spaceLayers
		}
	}
	if d.Keys != nil {
		c.Tell = d.tell
	}
	if d.Hits != nil {
		c.Hits = func(v picture.Viewport, show method.Shown) picture.Hits { return d.Hits(d.plane(v, show)) }
	}
	return c
}

func (d Parts) layers(job method.Job, v picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	b := d.plane(v, show)
	b.Job, b.Raster = job, raster
	if err := d.Shapes(b); err != nil {
		return nil, nil, err
	}
	return b.under, b.over, job.Err()
}

func (d Parts) spaceLayers(at []float64, show method.Shown) []picture.Layer {
	b := &Board{Rows: Space(d.Problem, at), Job: method.Unstopped, Show: show}
	_ = d.Shapes(b) // only a cancelled job is an error
	return slices.Concat(b.under, b.over)
}

// plane returns an empty board for the plane.
func (d Parts) plane(v picture.Viewport, show method.Shown) *Board {
	return &Board{Rows: Plane(d.Problem), Job: method.Unstopped, View: v, Show: show}
}

func (d Parts) tell(key string, v picture.Viewport, show method.Shown) (t method.Told, ok bool) {
	for _, read := range d.Keys(d.plane(v, show)) {
		if t, ok = read(key); ok {
			return t, true
		}
	}
	return method.Told{}, false
}

// Board is where a model draws its shapes: the plane, or the space in which the rows of a table are shown.
type Board struct {
	Rows
	Job    method.Job
	View   picture.Viewport // of the plane
	Raster *picture.Raster  // the model's raster in the plane; nil = none
	Show   method.Shown

	under, over []picture.Layer
}

// Under adds layers below the data points, without those that show nothing.
func (b *Board) Under(layers ...picture.Layer) { b.under = append(b.under, Some(layers...)...) }

// Over adds layers above the data points, without those that show nothing.
func (b *Board) Over(layers ...picture.Layer) { b.over = append(b.over, Some(layers...)...) }

// Links draws a line below the data points for each index in list, such as a row. ends returns its class and its two
// ends; nil = no line.
func (b *Board) Links(says string, list []int, ends func(i int) (class int, from, to []float64)) {
	lines := ByClass{Like: picture.Path{Role: picture.RoleMember, Says: says}}
	for _, i := range list {
		if class, from, to := ends(i); from != nil && to != nil {
			Line(lines.Of(class), from, to)
		}
	}
	b.Under(lines.Layers()...)
}

// Numbers draws the numbers of k classes or groups, which count from 1, above the data points at their positions, with
// keys.
func (b *Board) Numbers(k int, says string, key func(c int) string, at func(c int) []float64) {
	for c := range k {
		if place := at(c); place != nil {
			b.Over(Numbered(c, place, says, key(c))...)
		}
	}
}

// Keyed returns hit areas at rows, with their keys.
func (b *Board) Keyed(rows []int, key func(i int) string) (hits picture.Hits) {
	for _, i := range rows {
		hits.Add(picture.Dot, key(i), b.Of(i)...)
	}
	return hits
}

// Some returns the layers that show something.
func Some(layers ...picture.Layer) (some []picture.Layer) {
	for _, l := range layers {
		switch l := l.(type) {
		case *picture.Path:
			if len(l.XY) == 0 {
				continue
			}
		case *picture.Marks:
			if len(l.XY) == 0 {
				continue
			}
		}
		some = append(some, l)
	}
	return some
}
