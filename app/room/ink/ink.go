// Package ink has the strokes that are drawn over the picture of a page during a presentation: lines, arrows and
// regions. They are discarded with the page, unless the deck's author stores them in it.
package ink

import (
	"math"
	"slices"

	"pointscape/engine/course"
	"pointscape/engine/picture"
)

// Room has the strokes, in the units of the plane, so that they stay in place when the view changes.
type Room struct {
	// Pixel returns the width and height of a pixel of the plane, in its units; Inked shows the strokes anew.
	Pixel func() (w, h float64)
	Inked func()

	tool    string // the present tool; "" = dragging does not draw
	strokes []course.Stroke
	now     [][2]float64 // positions of the stroke that is being drawn
}

// Open shows the stored strokes of a page, and discards those of the page before.
func (r *Room) Open(kept []course.Stroke) {
	r.strokes, r.now = slices.Clone(kept), nil
	r.Inked()
}

// Tool returns the present tool, a kind of stroke; "" = dragging does not draw.
func (r *Room) Tool() string { return r.tool }

// Take selects a tool, or deselects it if it is the present one.
func (r *Room) Take(tool string) {
	if r.now = nil; r.tool == tool {
		tool = ""
	}
	r.tool = tool
	r.Inked()
}

// Draw extends the stroke to a position, or begins it there.
func (r *Room) Draw(x, y float64) {
	if r.tool == course.Arrow && len(r.now) > 1 {
		r.now = r.now[:1] // it is straight
	}
	r.now = append(r.now, [2]float64{x, y})
	r.Inked()
}

// End ends the stroke; without keep, or with too few positions, it is discarded. If a page has the greatest number of
// strokes, the first one is removed.
func (r *Room) End(keep bool) {
	at := r.now
	r.now = nil
	least := 2
	if r.tool == course.Region {
		least = 3
	}
	if keep && len(at) >= least {
		if len(r.strokes) >= course.MaxStrokes {
			r.strokes = slices.Delete(r.strokes, 0, 1)
		}
		r.strokes = append(r.strokes, course.Stroke{Kind: r.tool, At: thin(at)})
	}
	r.Inked()
}

// thin drops positions until a stroke is short enough to store; its ends stay.
func thin(at [][2]float64) [][2]float64 {
	n := len(at)
	if n <= course.MaxStroke {
		return at
	}
	list := make([][2]float64, course.MaxStroke)
	for i := range list {
		list[i] = at[i*(n-1)/(course.MaxStroke-1)]
	}
	return list
}

// Erase removes the last stroke.
func (r *Room) Erase() {
	r.strokes = r.strokes[:max(len(r.strokes)-1, 0)]
	r.Inked()
}

// Strokes returns the strokes.
func (r *Room) Strokes() []course.Stroke { return r.strokes }

// The length and half the width of an arrow's head, in pixels.
const headLong, headWide = 16, 7

// Spots returns the strokes as shapes, with the one that is being drawn.
func (r *Room) Spots() (list []picture.Spot) {
	w, h := r.Pixel()
	strokes := r.strokes
	if len(r.now) > 1 {
		strokes = append(slices.Clip(strokes), course.Stroke{Kind: r.tool, At: r.now})
	}
	for _, s := range strokes {
		spot := picture.Spot{Key: "ink", Kind: picture.Line}
		if s.Kind == course.Region {
			spot.Kind = picture.Area
		}
		for _, p := range s.At {
			spot.XY = append(spot.XY, p[0], p[1])
		}
		if s.Kind == course.Arrow && w > 0 && h > 0 {
			a, b := s.At[0], s.At[len(s.At)-1]
			dx, dy := (b[0]-a[0])/w, (b[1]-a[1])/h
			if d := math.Hypot(dx, dy); d > 0 {
				dx, dy = dx/d, dy/d
				side := func(by float64) [2]float64 {
					return [2]float64{b[0] + w*(by*dy*headWide-dx*headLong), b[1] + h*(-by*dx*headWide-dy*headLong)}
				}
				left, right := side(-1), side(1)
				spot.XY = append(spot.XY, left[0], left[1], b[0], b[1], right[0], right[1])
			}
		}
		list = append(list, spot)
	}
	return list
}
