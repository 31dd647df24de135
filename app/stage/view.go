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
	// Radii within which a handle is hit, which is larger.
	gripRadius      = 16
	gripRadiusTouch = 26
)

// The least and greatest span of the plane to which the user can zoom. A document's range may be smaller or larger, as
// far as doc.Document.Validate allows.
const (
	minSpan = 1e-9
	maxSpan = 8 * doc.MaxCoord
)

// Nearest returns the index of the point nearest to pixel (px, py) within radius, -1 when there is none. Of equally
// near points the last one wins, because it is painted on top.
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

// Foremost is Nearest for points in space with a nearness to the eye of 0..1: of the points whose marks contain the
// pixel, it returns the one in front. If there is none, it returns the nearest.
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

// nearestGrip is Nearest for handles. It returns a number; see method.GripNumber.
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

// Zoom scales the view about pixel (px, py), whose data coordinates stay the same; factor > 1 shows less. A view that
// would be too narrow or too wide stays as it is.
func Zoom(v picture.Viewport, px, py, factor float64) picture.Viewport {
	if !(factor > 0) || math.IsInf(factor, 0) {
		return v
	}
	x, y := v.DX(px), v.DY(py)
	w := v
	w.X0, w.X1 = x+(v.X0-x)/factor, x+(v.X1-x)/factor
	w.Y0, w.Y1 = y+(v.Y0-y)/factor, y+(v.Y1-y)/factor
	// A view that exceeds a limit already can always be changed back.
	if factor > 1 && (narrow(w.X0, w.X1, minSpan, 10) || narrow(w.Y0, w.Y1, minSpan, 10)) || factor < 1 &&
		(wide(w.X0, w.X1) || wide(w.Y0, w.Y1)) {
		return v
	}
	return w
}

// Pan moves the plane by (dx, dy) pixels, like a drag. The view does not change if it would be too far away.
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

// narrow reports whether a range is shorter than least, or so short that float64 might not distinguish its pixels:
// shorter than slack times the least range of a document there.
func narrow(lo, hi, least, slack float64) bool {
	d := hi - lo
	return !(d >= least && d >= slack*doc.MinSpan(reach(lo, hi)))
}

func wide(lo, hi float64) bool { return !(hi-lo <= maxSpan && reach(lo, hi) <= maxSpan) }

// lost reports whether a range has moved, from lo0..hi0, to a position that is not allowed.
func lost(lo, hi, lo0, hi0 float64) bool {
	far, was := reach(lo, hi), reach(lo0, hi0)
	return !(far <= was) && (narrow(lo, hi, 0, 2) || wide(lo, hi))
}

// reach returns the absolute value of the end that is farther from 0.
func reach(lo, hi float64) float64 { return max(math.Abs(lo), math.Abs(hi)) }

// maxScale is the greatest number of a picture's pixels per CSS pixel: with more, a difference is not visible, but the
// engine would have to paint more than twice as many. Points and letters of the page have the full resolution.
const maxScale = 2

// scales returns the numbers of pixels per pixel of the stage, for what the page paints and for pictures, on a screen
// with dpr pixels per CSS pixel and a stage that is enlarged by z.
func scales(dpr, z float64) (scale, pictures float64) {
	scale = z * min(max(dpr, 1), 4)
	return scale, min(scale, maxScale*z)
}

// Resize sets the size of the view in pixels. It shows at least the ranges that were visible: with equal scales, one of
// them is widened around its middle, else both stay.
func Resize(v picture.Viewport, w, h int, scale float64, equal bool) picture.Viewport {
	return picture.FitViewport([2]float64{v.X0, v.X1}, [2]float64{v.Y0, v.Y1}, equal, w, h, scale)
}

// Round rounds a coordinate to a multiple of a power of ten, which is at most half a pixel and more than a twentieth,
// so that documents and links stay short. perPixel is the size of a pixel in data units. A coordinate is not rounded if
// perPixel is not positive, or the power is beyond 1e-15 or 1e15.
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
