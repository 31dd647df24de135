// Package stage is the plane that people edit: what lies under the pointer, what
// a gesture means, and the layers of canvas that show it. gesture.go turns
// pointers and keys into edits and knows of no browser; screen_js.go listens and
// paints.
package stage

import (
	"math"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// Radii in CSS pixels within which a point is hit.
const (
	HitRadius      = 12
	HitRadiusTouch = 16
)

// The narrowest and widest part of the plane that can be looked at: data are at
// most 1e12 in size, and float64 tells 1e-12 of a coordinate apart.
const (
	minSpan = 1e-9
	maxSpan = 8 * doc.MaxCoord
)

// Nearest returns the index of the point nearest to pixel (px, py) within
// radius, -1 when there is none. Of equally near ones the last wins: it is
// painted on top.
func Nearest(pts []doc.Point, v picture.Viewport, px, py, radius float64) int {
	best, at := radius*radius, -1
	sx, sy := float64(v.W)/(v.X1-v.X0), float64(v.H)/(v.Y1-v.Y0)
	for i := range pts {
		dx := (pts[i].X-v.X0)*sx - px
		dy := (v.Y1-pts[i].Y)*sy - py
		if d := dx*dx + dy*dy; d <= best {
			best, at = d, i
		}
	}
	return at
}

// Zoom scales the view about pixel (px, py), which keeps its place; factor > 1
// shows less. A view that would be too narrow or too wide stays as it is.
func Zoom(v picture.Viewport, px, py, factor float64) picture.Viewport {
	if !(factor > 0) || math.IsInf(factor, 0) {
		return v
	}
	x, y := v.DX(px), v.DY(py)
	w := v
	w.X0, w.X1 = x+(v.X0-x)/factor, x+(v.X1-x)/factor
	w.Y0, w.Y1 = y+(v.Y0-y)/factor, y+(v.Y1-y)/factor
	if !sane(w.X0, w.X1) || !sane(w.Y0, w.Y1) {
		return v
	}
	return w
}

// Pan moves the plane by (dx, dy) pixels, as if it were under a finger.
func Pan(v picture.Viewport, dx, dy float64) picture.Viewport {
	mx := -dx * (v.X1 - v.X0) / float64(v.W)
	my := dy * (v.Y1 - v.Y0) / float64(v.H)
	w := v
	w.X0, w.X1, w.Y0, w.Y1 = v.X0+mx, v.X1+mx, v.Y0+my, v.Y1+my
	if !sane(w.X0, w.X1) || !sane(w.Y0, w.Y1) {
		return v
	}
	return w
}

// sane tells whether a range can be looked at: neither too narrow for its place
// nor too wide.
func sane(lo, hi float64) bool {
	d := hi - lo
	far := max(math.Abs(lo), math.Abs(hi))
	return d >= minSpan && d >= 1e-9*far && d <= maxSpan && far <= maxSpan
}

// Resize gives the view another size in pixels. The middle stays, and so does
// the scale; with equal false the ranges stay as they are.
func Resize(v picture.Viewport, w, h int, scale float64, equal bool) picture.Viewport {
	return picture.FitViewport([2]float64{v.X0, v.X1}, [2]float64{v.Y0, v.Y1}, equal, w, h, scale)
}

// Round rounds a coordinate to what a pixel can tell apart, so that documents
// and links stay short: to a tenth of a pixel, as a short decimal.
func Round(x, perPixel float64) float64 {
	if !(perPixel > 0) {
		return x
	}
	e := math.Floor(math.Log10(perPixel / 2))
	if e < -15 || e > 15 {
		return x
	}
	if e >= 0 {
		p := math.Pow(10, e)
		return math.Round(x/p) * p
	}
	p := math.Pow(10, -e)
	return math.Round(x*p) / p
}
