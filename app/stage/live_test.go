package stage

import (
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// The canvas of the engine has pictures of one view only, as long as it is seen.
func TestWhereThePixelsGo(t *testing.T) {
	a, b := picture.Viewport{X1: 1, W: 9, H: 9}, picture.Viewport{X1: 2, W: 9, H: 9}
	var l live
	ask := func(v picture.Viewport, want int, what string) {
		t.Helper()
		if got := l.where(v); got != want {
			t.Errorf("%s: %d, want %d", what, got, want)
		}
	}
	ask(a, wire.StagePixels, "no engine has a canvas")
	l.took(a, true)
	ask(a, wire.StagePixels, "no engine has a canvas, after a picture")
	if l.staged(a) {
		t.Error("a canvas that is not there is to be seen")
	}
	l.there = true
	ask(b, wire.StagePixels, "another view than that of the newest picture")
	ask(a, wire.StageToo, "the same view, and the canvas has nothing")
	l.took(a, true)
	if l.staged(b) {
		t.Error("a canvas with another view is to be seen")
	}
	ask(a, wire.StageToo, "the canvas has another view")
	if !l.staged(a) || l.staged(a) {
		t.Error("the canvas with this view is not to be seen once")
	}
	ask(a, wire.StageOnly, "the canvas is seen")
	ask(b, wire.StagePixels, "the canvas is seen, the view has moved")
	l.took(a, false) // a picture that was asked for before that
	if !l.shown {
		t.Error("a picture on the canvas, and it is not seen")
	}
	l.took(b, true)
	if l.shown {
		t.Error("a picture of another view came by message, and the canvas is seen")
	}
	if l.staged(a) {
		t.Error("the canvas still has the old view, and is to be seen")
	}
	ask(a, wire.StagePixels, "back to the view of the canvas, which may have anything by now")
	ask(b, wire.StageToo, "the new view again")
}
