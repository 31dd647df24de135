//go:build !(js && wasm)

package stage

import (
	"pointscape/app/pool"
	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// Screen is what of the stage is seen. Outside the browser nothing is.
type Screen struct {
	Embedded bool
}

func (s *Screen) Mount(string, *Gesture, Callbacks)                                                 {}
func (s *Screen) SetView(picture.Viewport)                                                          {}
func (s *Screen) SetPoints([]doc.Point, Look, int)                                                  {}
func (s *Screen) SetHeld(*doc.Point)                                                                {}
func (s *Screen) SetRings(hover, selected *doc.Point)                                               {}
func (s *Screen) SetCursor(x, y float64, on bool)                                                   {}
func (s *Screen) SetExplained([]picture.Layer)                                                      {}
func (s *Screen) SetPicture(im pool.Image, v picture.Viewport)                                      {}
func (s *Screen) ClearPicture()                                                                     {}
func (s *Screen) PaintPanel(id string, im pool.Image)                                               {}
func (s *Screen) PaintLegend(id string, p *picture.Palette, d bool)                                 {}
func (s *Screen) PaintChip(id string, p *picture.Palette, class int)                                {}
func (s *Screen) PaintOn(id, what string, p *picture.Palette, draw func(w, h int) *picture.Picture) {}
func (s *Screen) Focus()                                                                            {}
func (s *Screen) SetActive(on bool)                                                                 {}
