package hittest

import (
	"math"

	"pointscape/engine/picture"
)

const (
	grip       = 6 // px: greatest distance from which a line can be grabbed
	gripFinger = 20
)

// lineAt returns the present position of a line, as a fraction of the height.
func (k *Index) lineAt(s *picture.Spot) float64 {
	v, _ := k.Page.Value(s.Key)
	xy := s.XY
	for i := 2; i < len(xy); i += 2 {
		a, b := xy[i-2], xy[i]
		if t := (v - a) / (b - a); t <= 1 {
			return xy[i-1] + max(t, 0)*(xy[i+1]-xy[i-1])
		}
	}
	return xy[len(xy)-1]
}

// valueAt returns the parameter value for a line at a fraction of the height. xy has pairs of value and height, between
// which values are interpolated unless they are whole.
func valueAt(xy []float64, y float64, whole bool) float64 {
	best, far := 0.0, math.Inf(1)
	take := func(v, at float64) {
		if d := math.Abs(at - y); d < far {
			best, far = v, d
		}
	}
	for i := 0; i < len(xy); i += 2 {
		take(xy[i], xy[i+1])
		if i > 0 && !whole {
			if t := (y - xy[i-1]) / (xy[i+1] - xy[i-1]); t > 0 && t < 1 {
				take(xy[i-2]+t*(xy[i]-xy[i-2]), y)
			}
		}
	}
	return best
}

// OverLine reports whether a pointer at a position in a plot, see Plot, is near enough to grab the plot's line, or the
// curve along which a point is dragged.
func (k *Index) OverLine(plot string, x, y, w, h float64, by By) bool {
	s := k.Shapes.first(picture.Slide, plot)
	near := float64(grip)
	if by == Finger {
		near = gripFinger
	}
	if s != nil && s.Z != nil {
		xy, far := s.XY, math.Hypot((s.XY[0]-x)*w, (s.XY[1]-y)*h)
		for i := 2; i < len(xy); i += 2 {
			far = min(far, distance(x*w, y*h, xy[i-2]*w, xy[i-1]*h, xy[i]*w, xy[i+1]*h))
		}
		return far <= near
	}
	return s != nil && math.Abs(k.lineAt(s)-y)*h <= near
}

// nearest returns the index of the point of a curve that is nearest to a position in its plot, as fractions of its
// sides.
func nearest(s *picture.Spot, x, y float64) (at int) {
	far := math.Inf(1)
	for i := range s.Z {
		if d := math.Hypot(s.XY[2*i]-x, s.XY[2*i+1]-y); d < far {
			at, far = i, d
		}
	}
	return at
}

// placeOf returns the index of the point of a curve that stands for the present value, -1 if there is none.
func (k *Index) placeOf(s *picture.Spot) int {
	v, _ := k.Page.Value(s.Key)
	at, far := -1, math.Inf(1)
	for i, z := range s.Z {
		if d := math.Abs(z - v); d < far {
			at, far = i, d
		}
	}
	return at
}

// GrabLine begins to drag the line of a plot. It returns false if it is not at this position. A point on a curve jumps
// to the pointer. An earlier drag ends.
func (k *Index) GrabLine(plot string, x, y, w, h float64, by By) bool {
	k.held, k.dragged = "", false
	if !k.OverLine(plot, x, y, w, h, by) {
		return false
	}
	k.held, k.dragged = plot, true
	k.at(plot, k.Shapes.first(picture.Slide, plot).Key, by)
	if k.Shapes.OnCurve(plot) {
		k.Drag(plot, x, y)
	}
	return true
}

// Dragging reports whether a line, a number or a space is being dragged, or the pointer is drawing.
func (k *Index) Dragging() bool {
	return k.held != "" || k.number.plot != "" || k.Draws() || k.orbit.spot != nil
}

// Moves reports whether a finger may scroll the page: nothing is being dragged, or only a space that may not have begun
// to rotate.
func (k *Index) Moves() bool { return !k.Dragging() || k.orbit.spot != nil }

// Drag moves the dragged line to a fraction of its plot's height, or along its curve. It returns false if none is being
// dragged.
func (k *Index) Drag(plot string, x, y float64) bool {
	s := k.Shapes.first(picture.Slide, plot)
	switch {
	case k.held != plot || s == nil:
		return false
	case s.Z != nil:
		k.Page.Slide(s.Key, s.Z[nearest(s, x, y)], true)
		k.Page.Highlight()
	default:
		k.move(s, y, true)
	}
	return true
}

// Release ends a drag or a stroke.
func (k *Index) Release() {
	k.held, k.number, k.orbit = "", draggedNumber{}, orbit{}
	if k.Draws() {
		k.lift()
	}
}

func (k *Index) move(s *picture.Spot, y float64, held bool) {
	_, whole := k.Page.Value(s.Key)
	k.Page.Slide(s.Key, valueAt(s.XY, y, whole), held)
	k.Page.Highlight()
}

// page moves the line of a plot, or the point on its curve, by one step; down is -1 (up) or 1 (down). It returns false
// if the plot has none.
func (k *Index) page(plot string, down float64) bool {
	s := k.Shapes.first(picture.Slide, plot)
	if s == nil {
		return false
	}
	if s.Z != nil {
		to := len(s.Z) / 2
		if at := k.placeOf(s); at >= 0 {
			to = min(max(at+int(down), 0), len(s.Z)-1)
		}
		k.at(plot, s.Key, Keyboard)
		k.Page.Slide(s.Key, s.Z[to], false)
		k.Page.Highlight()
		return true
	}
	y := k.lineAt(s)
	to := y + 0.02*down
	if _, whole := k.Page.Value(s.Key); whole {
		to = math.Inf(1)
		for i := 1; i < len(s.XY); i += 2 {
			if d := (s.XY[i] - y) * down; d > 0 && d < math.Abs(to-y) {
				to = s.XY[i]
			}
		}
		if math.IsInf(to, 1) {
			return true
		}
	}
	k.at(plot, s.Key, Keyboard) // the next picture announces what the line cuts
	k.move(s, to, false)
	return true
}
