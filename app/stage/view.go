package stage

import (
	"math"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Radii in CSS pixels within which a point is hit.
const (
	HitRadius      = 12
	HitRadiusTouch = 16
	// And a handle, which is larger.
	gripRadius      = 16
	gripRadiusTouch = 26
)

// The narrowest and widest part of the plane to which people zoom. What a document
// shows may be narrower or wider, as far as doc.Document.Validate allows.
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

// Foremost is Nearest among points in space, near so much to the eye (0..1): of those
// whose marks the pixel is on, the one in front.
func Foremost(pts []doc.Point, near []float64, v picture.Viewport, px, py, radius float64) int {
	const mark = 5 // px: about the radius of a mark
	at, front := -1, -1.0
	for i := range pts {
		if near[i] > front && math.Hypot(v.PX(pts[i].X)-px, v.PY(pts[i].Y)-py) <= mark {
			at, front = i, near[i]
		}
	}
	if at >= 0 {
		return at
	}
	return Nearest(pts, v, px, py, radius)
}

// nearestGrip is Nearest among handles: the number of one, see method.GripNumber.
func nearestGrip(list []method.Grip, v picture.Viewport, px, py, radius float64) int {
	best, at := radius*radius, -1
	for k, g := range list {
		dx, dy := v.PX(g.X)-px, v.PY(g.Y)-py
		if d := dx*dx + dy*dy; d <= best {
			best, at = d, method.GripNumber(k)
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
	// A view that is beyond a limit already can always be taken back.
	if factor > 1 && (narrow(w.X0, w.X1, minSpan, 10) || narrow(w.Y0, w.Y1, minSpan, 10)) || factor < 1 &&
		(wide(w.X0, w.X1) || wide(w.Y0, w.Y1)) {
		return v
	}
	return w
}

// Pan moves the plane by (dx, dy) pixels, as if it were under a finger. It stays
// where it is when it would be too far away.
func Pan(v picture.Viewport, dx, dy float64) picture.Viewport {
	mx := -dx * (v.X1 - v.X0) / float64(v.W)
	my := dy * (v.Y1 - v.Y0) / float64(v.H)
	w := v
	w.X0, w.X1, w.Y0, w.Y1 = v.X0+mx, v.X1+mx, v.Y0+my, v.Y1+my
	if lost(w.X0, w.X1, v.X0, v.X1) || lost(w.Y0, w.Y1, v.Y0, v.Y1) {
		return v
	}
	return w
}

// narrow tells whether a range shows less than least, or so little that float64
// could soon not tell its pixels apart: less than slack times what a document may
// show there.
func narrow(lo, hi, least, slack float64) bool {
	d := hi - lo
	return !(d >= least && d >= slack*doc.MinSpan(reach(lo, hi)))
}

func wide(lo, hi float64) bool { return !(hi-lo <= maxSpan && reach(lo, hi) <= maxSpan) }

// lost tells whether a range has moved, from lo0..hi0, to where it must not be.
func lost(lo, hi, lo0, hi0 float64) bool {
	far, was := reach(lo, hi), reach(lo0, hi0)
	return !(far <= was) && (narrow(lo, hi, 0, 2) || wide(lo, hi))
}

// reach is the size of the end that is farther from 0.
func reach(lo, hi float64) float64 { return max(math.Abs(lo), math.Abs(hi)) }

// maxScale: beyond two pixels a CSS pixel nobody sees a difference in a picture, but
// the engine would paint twice as many. Points and letters of the page have all there are.
const maxScale = 2

// scales are how many pixels one of the stage's is on a screen with dpr of them a CSS pixel,
// where the stage is z times as large: what the page paints by itself, and pictures.
func scales(dpr, z float64) (scale, pictures float64) {
	scale = z * min(max(dpr, 1), 4)
	return scale, min(scale, maxScale*z)
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
