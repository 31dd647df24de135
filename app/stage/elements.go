package stage

import "pointscape/engine/picture"

// PaintOn paints a picture on an element, in the size in which the page shows it; see Paint.
func (e *Elements) PaintOn(id, what string, pal *picture.Palette, draw func(w, h int) *picture.Picture) {
	e.Paint(id, what, 0, 0, pal, func(c picture.Canvas, w, h int) { picture.Paint(c, draw(w, h), pal) })
}
