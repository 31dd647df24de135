package stage

import (
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// live is what is known of the canvas that the engine paints on by itself. Its pictures need
// nothing of the page's thread, so the page can't tell the frame that shows one. So they are
// all of one view, and where people look elsewhere meanwhile, the canvas is moved. A picture of
// another view comes by message, and the page paints it, in a frame of its own, on the
// canvas that stands in for this one until this one is known to show that view, too.
type live struct {
	there bool             // an engine has it
	shown bool             // it has the newest picture, and is to be seen
	view  picture.Viewport // of the newest picture, wherever that is
}

// where says where the pixels of a picture of view v go; see wire.Draw.Stage.
func (l *live) where(v picture.Viewport) int {
	switch {
	case !l.there || v != l.view:
		return wire.StagePixels
	case l.shown:
		return wire.StageOnly
	}
	return wire.StageToo
}

// took notes a picture of view v that has come, by message or on the canvas only.
func (l *live) took(v picture.Viewport, message bool) { l.view, l.shown = v, !message }

// staged notes that the canvas shows a picture of view v, and tells whether it is to be seen from now on.
func (l *live) staged(v picture.Viewport) bool {
	if !l.there || l.shown || v != l.view {
		return false
	}
	l.shown = true
	return true
}
