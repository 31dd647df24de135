package ui

import (
	"slices"
	"testing"

	"pointscape/app/stage"
	"pointscape/engine/wire"
)

func TestSliderIsOneStepFromHoldToLettingGo(t *testing.T) {
	c, e := open(t)
	c.params.release() // nothing is held
	at := func() any { return c.editor.Now().Params["C"] }
	for _, pos := range []string{"100", "110", "120"} {
		c.params.slide("C", pos)
		if e.fine || !c.interaction.Busy() {
			t.Fatal("it is drawn as if nobody held the slider")
		}
	}
	first := at()
	c.params.release()
	if !e.fine || c.interaction.Busy() || first == nil {
		t.Errorf("let go at %v: busy %v, sharp %v", first, c.interaction.Busy(), e.fine)
	}
	c.params.slide("C", "300")
	c.params.release()
	if c.edits.undo(); at() != first {
		t.Errorf("one undo gives %v, want %v", at(), first)
	}
	if c.edits.undo(); at() != nil {
		t.Errorf("the next gives %v", at())
	}
	for _, x := range [][2]string{{"C", "x"}, {"gone", "1"}, {"hard", "1"}} {
		c.params.slide(x[0], x[1])
	}
	if at() != nil {
		t.Errorf("%v", at())
	}
}

func TestViewIsCoarseUntilItSettles(t *testing.T) {
	c, e := open(t)
	v := c.editor.View.Now()
	c.gesture.Look(v)
	if c.interaction.Busy() {
		t.Error("the same view is a move")
	}
	v.X1++
	c.gesture.Look(v)
	if !c.interaction.Busy() || e.fine {
		t.Error("a move of the view is drawn sharp")
	}
	c.effects.settled()
	if c.interaction.Busy() || !e.fine {
		t.Error("settled, and not sharp")
	}
}

// A link that is opened during a drag ends it, and the pointer that is still down moves nothing.
func TestLinkDuringADrag(t *testing.T) {
	c, e := open(t)
	p := c.editor.Now().Points[1]
	v := c.editor.View.Now()
	at := func(dx float64) stage.Pointer {
		return stage.Pointer{ID: 1, X: v.PX(p.X) + dx, Y: v.PY(p.Y), Left: true}
	}
	c.gesture.Down(at(0))
	for dx := 1.0; dx < 20; dx++ {
		c.gesture.Move(at(dx))
	}
	if c.editor.Draft.Dragged() != 1 || !c.interaction.Busy() || e.fine {
		t.Fatalf("it holds point %d, busy %v", c.editor.Draft.Dragged(), c.interaction.Busy())
	}
	c.store.OpenLink(c.store.Link(), "open a link", func(e *wire.Error) {
		if e != nil {
			t.Fatal(e.Message)
		}
	})
	c.gesture.Move(at(40))
	c.gesture.Up(at(40))
	if c.interaction.Busy() || c.editor.Draft.Dragged() >= 0 || c.editor.Now().Points[1] != p || !e.fine {
		t.Errorf("busy %v, holds %d, point %+v", c.interaction.Busy(), c.editor.Draft.Dragged(), c.editor.Now().Points[1])
	}
}

// A class key that is pressed while points are sprayed applies to the next points: the spray stays one step, and the
// selected point keeps its class.
func TestAClassKeyWhileSpraying(t *testing.T) {
	c, _ := open(t)
	before := slices.Clone(c.editor.Now().Points)
	c.editor.Selection.Set(1)
	at := func(x float64) stage.Pointer {
		return stage.Pointer{ID: 1, X: 300 + x, Y: 200, Left: true, Shift: true}
	}
	c.gesture.Down(at(0))
	c.gesture.Move(at(40))
	n := len(c.editor.Now().Points)
	c.gesture.Key("3", false)
	c.gesture.Move(at(80))
	c.gesture.Up(at(80))
	pts := c.editor.Now().Points
	if len(pts) <= n || !slices.Equal(pts[:len(before)], before) || pts[n-1].Z == 2 || pts[n].Z != 2 ||
		c.editor.Points.Class() != 2 {
		t.Errorf("%v, were %v, and %d when the key was pressed", pts, before, n)
	}
	if c.edits.undo(); !slices.Equal(c.editor.Now().Points, before) {
		t.Errorf("undone in one step: %v", c.editor.Now().Points)
	}
	if c.edits.redo(); !slices.Equal(c.editor.Now().Points, pts) {
		t.Errorf("redone: %v", c.editor.Now().Points)
	}
	c.editor.Selection.Set(1)
	if c.gesture.Key("2", false); c.editor.Now().Points[1].Z != 1 {
		t.Error("afterwards a key does not change the selected point")
	}
}

// The panel is rendered for the first move of a slider's drag, not for each, but for every number that is typed.
func TestSliderRendersThePanelOnce(t *testing.T) {
	c, _ := open(t)
	times := func(edit func()) int {
		was := c.page.version(theDocument)
		edit()
		return c.page.version(theDocument) - was
	}
	for range 2 { // two drags of the same slider
		for i, pos := range []string{"100", "110", "120"} {
			if n := times(func() { c.params.slide("C", pos) }); n != max(1-i, 0) {
				t.Errorf("move %d of the slider renders the panel %d times", i+1, n)
			}
		}
		c.params.release()
	}
	for _, x := range []float64{0.25, 0.75} { // one step, but no drag
		if n := times(func() { c.editor.Points.SetCoordinate(0, "x", x) }); n != 1 {
			t.Errorf("a coordinate that is typed renders the panel %d times", n)
		}
	}
}
