package session

import (
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// canvas holds the layers of a picture in progress.
type canvas struct {
	f      *Fit
	req    Request
	raster *picture.Raster // nil = the picture has none
	fine   bool
	layers []picture.Layer
	over   []picture.Layer // above the points
	legend *wire.Legend
}

// draw adds all layers; the raster is on grid g. The error is the job's.
func (c *canvas) draw(job method.Job, g picture.Grid) error {
	f, v, own := c.f, c.req.View, c.raster
	if f.Problem.Wide() {
		own = nil // a section is not the model's raster
	}
	under, err := c.ofModel(job, own)
	if err != nil {
		return err
	}
	shown := c.raster
	var lines []picture.Layer
	if f.mapsProba() {
		if shown, lines, err = f.proba.layers(job, c.raster, g); err != nil {
			return err
		}
	}
	if f.mapsProba() || f.sectioned() { // layers for all classes, or for another plane, are left out
		under, c.over = ofRows(under), ofRows(c.over)
	}
	if shown != nil && (f.mapsProba() || f.draws(method.Regions)) {
		c.layers = append(c.layers, shown)
	}
	c.layers = slices.Concat(c.layers, under, f.layersAt(job, true, v, own, c.fine), lines)
	if c.raster != nil && !f.mapsProba() {
		c.contours()
	}
	if f.draws(method.Mean) {
		if mean := meanCurve(f, v); mean != nil {
			c.layers = append(c.layers, mean)
		}
	}
	c.layers = append(c.layers, f.layersAt(job, false, v, own, c.fine)...)
	c.legend = c.colours(shown)
	return nil
}

// ofModel sets the model's layers above the points, and returns those under them. own is its raster, nil = none.
func (c *canvas) ofModel(job method.Job, own *picture.Raster) (under []picture.Layer, err error) {
	f, v := c.f, c.req.View
	switch {
	case f.can.Layers != nil && f.solid == nil:
		if under, c.over, err = f.can.Layers(job, v, own, f.Show); err != nil {
			return nil, err
		}
		under, c.over = f.around(under, v), f.around(c.over, v)
	case f.can.SpaceLayers != nil && f.solid != nil:
		c.over = f.can.SpaceLayers(f.space(), f.Show)
	}
	return under, nil
}

// contours adds the boundaries between classes and the isolines of the raster, as far as they are switched on.
func (c *canvas) contours() {
	f := c.f
	if f.draws(method.Boundary) {
		for _, b := range picture.ClassBoundaries(c.raster) {
			b.Says = method.Boundary.Says(f.can, c.raster)
			if c.raster.Key != "" {
				b.Keys = slices.Repeat([]string{c.raster.Key}, max(1, len(b.Starts)))
			}
			c.layers = append(c.layers, b)
		}
	}
	if f.draws(method.Isolines) {
		for _, l := range picture.Isolines(c.raster, isolines) {
			if path, ok := l.(*picture.Path); ok {
				path.Says = method.Isolines.Says(f.can, c.raster)
			}
			c.layers = append(c.layers, l)
		}
	}
}

// colours returns the color scale of the values of the points or, if they have none, of the raster shown; nil = none.
func (c *canvas) colours(shown *picture.Raster) *wire.Legend {
	if values, name := c.f.table.Colours(); values != nil {
		return &wire.Legend{Name: name, Lo: slices.Min(values), Hi: slices.Max(values)}
	}
	if shown == nil || shown.Kind != picture.Sequential && shown.Kind != picture.Diverging {
		return nil
	}
	return &wire.Legend{Name: shown.Name, Lo: shown.Lo, Hi: shown.Hi, Diverging: shown.Kind == picture.Diverging}
}

// isolines is the approximate number of isolines of a picture.
const isolines = 9

// meanCurve samples the model's prediction at every CSS pixel.
func meanCurve(f *Fit, v picture.Viewport) *picture.Path {
	m := f.can.Predictor
	if m == nil {
		return nil
	}
	xs := make([]float64, v.W+1)
	for i := range xs {
		xs[i] = v.X0 + (v.X1-v.X0)*float64(i)/float64(v.W)
	}
	ys := make([]float64, len(xs))
	m.Predict(xs, ys)
	xs, ys = upright(xs, ys, float64(v.H)/(v.Y1-v.Y0), m.Predict)
	path := &picture.Path{Role: picture.RoleMean, Class: picture.NoClass, Says: method.Mean.Says(f.can, nil),
		XY: make([]float64, 0, 2*len(ys))}
	gap := true
	for i, y := range ys {
		if notFinite(y) {
			gap = true // a gap in the curve, not a line to NaN
			continue
		}
		if gap {
			path.AddLine(xs[i], y)
			gap = false
			continue
		}
		path.XY = append(path.XY, xs[i], y)
	}
	return path
}
