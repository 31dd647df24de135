package stage

import (
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// All pictures on the engine's canvas are of one view while it is visible.
func TestWhereThePixelsGo(t *testing.T) {
	a, b := picture.Viewport{X1: 1, W: 9, H: 9}, picture.Viewport{X1: 2, W: 9, H: 9}
	var n newest
	ask := func(v picture.Viewport, want int, what string) {
		t.Helper()
		if got := n.where(v); got != want {
			t.Errorf("%s: %d, want %d", what, got, want)
		}
	}
	ask(a, wire.StagePixels, "no engine has a canvas")
	n.show(a, true, false)
	ask(a, wire.StagePixels, "no engine has a canvas, after a picture")
	n.show(a, false, false)
	if n.canvas != absent {
		t.Error("a picture without pixels, and a canvas that is not there is to be seen")
	}
	if n.staged(a) {
		t.Error("a canvas that is not there is to be seen")
	}
	n.lend()
	ask(b, wire.StagePixels, "another view than that of the newest picture")
	ask(a, wire.StageToo, "the same view, and the canvas has nothing")
	n.show(a, true, false)
	if n.staged(b) {
		t.Error("a canvas with another view is to be seen")
	}
	ask(a, wire.StageToo, "the canvas has another view")
	if !n.staged(a) || n.staged(a) {
		t.Error("the canvas with this view is not to be seen once")
	}
	ask(a, wire.StageOnly, "the canvas is seen")
	ask(b, wire.StagePixels, "the canvas is seen, the view has moved")
	n.show(a, false, false) // a picture that was asked for before that
	if n.canvas != onEngine {
		t.Error("a picture on the canvas, and it is not seen")
	}
	n.show(b, true, false)
	if n.canvas != onPage {
		t.Error("a picture of another view came by message, and the canvas is seen")
	}
	if n.staged(a) {
		t.Error("the canvas still has the old view, and is to be seen")
	}
	ask(a, wire.StagePixels, "back to the view of the canvas, which may have anything by now")
	ask(b, wire.StageToo, "the new view again")
	n.staged(b)
	n.lend()
	ask(b, wire.StageToo, "another engine's canvas, which has nothing")
}

// A picture becomes visible once: with the frame that paints it, or when the engine says that its canvas shows it.
func TestPictureIsSeenOnce(t *testing.T) {
	v := picture.Viewport{X1: 1, W: 9, H: 9}
	var n newest
	if n.painted() || n.said() {
		t.Error("nothing has come, and it is seen")
	}
	n.show(v, true, false)
	if n.said() {
		t.Error("nobody waits for the engine, and it is heard")
	}
	if !n.painted() || n.painted() {
		t.Error("a frame has painted it, and it is not seen once")
	}
	n.lend()
	n.show(v, false, true)
	if n.painted() {
		t.Error("the engine has not said that its canvas shows it, and it is seen")
	}
	if !n.said() || n.said() {
		t.Error("the engine is not heard once")
	}
	if !n.painted() || n.painted() {
		t.Error("the engine has said that its canvas shows it, and it is not seen once")
	}
	n.show(v, false, true)
	n.show(v, true, false) // the next one, by message
	if n.said() || !n.painted() {
		t.Error("a newer picture has come by message, and the one before is waited for")
	}
}
