//go:build js && wasm

package stage

import (
	"pointscape/engine/picture"
	"pointscape/engine/worker/canvas2d"
)

// Top is the uppermost canvas, with what changes while the pointer moves. It also receives the pointer events.
type Top struct {
	plane *plane
	layer
	points *Points
	held   *Held

	hover, selected *Ring
	cursor          [2]float64
	cursorOn        bool
	mark            *Mark
	explained       []picture.Layer
	lit             []picture.Spot
	picked          []float64 // x, y of the highlighted points
	shown           bool      // something is painted on it
}

func (t *Top) SetRings(hover, selected *Ring) {
	if same(t.hover, hover) && same(t.selected, selected) {
		return
	}
	t.hover, t.selected = hover, selected
	t.plane.invalidate(paintTop)
}

func (t *Top) SetCursor(x, y float64, on bool) {
	t.cursor, t.cursorOn = [2]float64{x, y}, on
	t.plane.invalidate(paintTop)
}

// SetMark marks the position of an answer; nil = none.
func (t *Top) SetMark(m *Mark) {
	t.mark = m
	t.plane.invalidate(paintTop)
}

// SetExplained shows the layers of an explanation; nil = none.
func (t *Top) SetExplained(l []picture.Layer) {
	if len(l)+len(t.explained) > 0 {
		t.explained = l
		t.plane.invalidate(paintTop)
	}
}

// SetHighlight highlights shapes of the picture, and points, x, y of each.
func (t *Top) SetHighlight(lit []picture.Spot, picked []float64) {
	if len(lit)+len(t.lit)+len(picked)+len(t.picked) > 0 {
		t.lit, t.picked = lit, picked
		t.plane.invalidate(paintTop)
	}
}

// display sets whether the canvas is composited with the others: that costs as much if it is empty.
func (t *Top) display(on bool) {
	t.shown = on
	opacity := "0"
	if on {
		opacity = ""
	}
	t.el.Get("style").Set("opacity", opacity)
}

func (t *Top) paint() {
	hover := t.hover
	if t.held.point != nil {
		hover = nil
	}
	shown := len(t.explained)+len(t.lit)+len(t.picked) > 0 || hover != nil || t.selected != nil || t.cursorOn ||
		t.mark != nil
	if !shown && !t.shown {
		return
	}
	if shown != t.shown {
		t.display(shown)
	}
	t.clear()
	if !shown {
		return
	}
	v, pal := t.plane.view, t.plane.palette
	c := canvas2d.New(t.ctx, t.plane.scale)
	light(c, t.lit, v.PX, v.PY, v.W, v.H, pal, false)
	p := &picture.Picture{View: v}
	p.Add(t.explained...)
	if len(t.picked) > 0 {
		p.Add(&picture.Marks{Role: picture.RolePicked, XY: t.picked, Among: t.points.count()})
	}
	picture.Paint(c, p, pal)
	r := pal.PointRadius(1, 0)
	if hover != nil {
		ring(c, v.PX(hover.X), v.PY(hover.Y), hover.radius(pal, r)+3.5, 1.5, pal.Ink.Alpha(0.75), pal)
	}
	if t.selected != nil {
		ring(c, v.PX(t.selected.X), v.PY(t.selected.Y), t.selected.radius(pal, r)+5.5, 2.25, pal.Accent, pal)
	}
	if t.cursorOn {
		paintCursor(c, v.PX(t.cursor[0]), v.PY(t.cursor[1]), pal)
	}
	if t.mark != nil {
		t.mark.paint(c, v.PX(t.mark.X), v.PY(t.mark.Y), pal)
	}
}
