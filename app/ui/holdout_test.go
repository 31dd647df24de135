//go:build !(js && wasm)

package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/stage"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

func TestHoldingOut(t *testing.T) {
	c, e := open(t)
	shown := ""
	c.screen.Tell(func(line string) {
		if strings.Contains(line, "points, coordinates sum") {
			shown = line
		}
	})
	is := func(what, want string) {
		t.Helper()
		if !strings.Contains(shown, want) {
			t.Errorf("%s: %s; want %s", what, shown, want)
		}
	}
	panel := func() string {
		return app.HTMLString(&Data{core: c}) + app.HTMLString(&Dock{core: c}) + app.HTMLString(&Card{core: c})
	}
	has := func(want ...string) {
		t.Helper()
		html := panel()
		for _, w := range want {
			if !strings.Contains(html, w) {
				t.Errorf("there is no %s", w)
			}
		}
	}
	has("All points are used for training")
	if strings.Contains(panel(), `id="hold"`) {
		t.Error("the dock holds out where nobody has asked for it")
	}
	// A key takes effect before the next frame: points are hollow before the engine has answered.
	draws := e.draws
	c.holdout.next(1)
	is("the key", "held out .v..,")
	c.holdout.next(1)
	is("again", "held out .t..,")
	if e.draws == draws {
		t.Error("the engine is not asked for a picture")
	}
	if got := c.names.point(1); got != "point 2 of 4, class 2, test point" {
		t.Errorf("a point is called %q", got)
	}
	has("3 training points, 0 for validation, 1 for the test, chosen by hand", `id="hold-none"`, `id="hold"`)
	heard := ""
	c.speaker.Live = func(text string) { heard = text }
	e.clock.Pass(time.Second)
	c.holdout.set(1, doc.Test)
	if want := "Point 2: test point"; heard != want {
		t.Errorf("said %q, want %q", heard, want)
	}
	// The card also sets roles; each is one step of undo.
	c.editor.Selection.Set(0)
	has(`id="card-role"`)
	c.holdout.set(0, doc.Validation)
	is("the card", "held out vt..,")
	c.edits.undo()
	is("undone", "held out .t..,")
	c.edits.undo()
	c.edits.undo()
	if c.editor.Split.Roles() != "" || strings.Contains(shown, "held out") {
		t.Errorf("all undone: %s", shown)
	}
	// A share that is set reduces the other one.
	d := &Data{core: c}
	d.set("validate", 0.5)
	d.set("test", 0.6)
	if s := c.editor.Now().Split; s.Validate != 0.3 || s.Test != 0.6 {
		t.Errorf("the shares are %+v", s)
	}
	has(`id="reshuffle"`, "the same shares of each class")
	d.onReshuffle(nil, app.Event{})
	if c.editor.Now().Split.Seed != 1 {
		t.Errorf("reshuffled: %+v", c.editor.Now().Split)
	}
	d.onHoldNone(nil, app.Event{})
	if !c.editor.Now().Split.IsZero() {
		t.Errorf("switched off: %+v", c.editor.Now().Split)
	}
	// By clicks.
	c.holdout.byClicks(true)
	has("Click a point: validation, test, training")
	c.gesture.Key("Escape", false)
	if c.gesture.HoldingOut {
		t.Error("Escape does not end it")
	}
	// A held-out point that is dragged is drawn like any other.
	c.holdout.next(3)
	c.gesture.Grab(3)
	is("in a hand", "held out ...,")
	c.gesture.Draft.Release(false)
	is("put back", "held out ...v,")
}

func TestTablesHaveRoles(t *testing.T) {
	pts := []doc.Point{{X: 1, Y: 2}, {X: 3, Y: 4, Z: 1}}
	if got, want := tableText(pts, ".t", method.Classify, doc.Names{}), "x1, x2, class, role\n1, 2, 1, training\n3, "+
		"4, 2, test\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := tableText(pts, "v.", method.Regress, doc.Names{X: "t"}),
		"t, y, role\n1, 2, validation\n3, 4, training\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Picked points are removed, or get a class, in one step.
func TestPickedPointsAreEditedTogether(t *testing.T) {
	c, _ := open(t)
	before := c.editor.Now().Points
	c.picked.toggle([]int{2, 0}, "selected")
	if !c.picked.takesKey("Delete", false) || !c.picked.takesKey("3", false) || c.picked.takesKey("x", false) ||
		c.picked.takesKey("3", true) {
		t.Error("the keys that are about picked points")
	}
	c.menus.show("help")
	if c.picked.takesKey("Delete", false) || c.picked.takesKey("3", false) {
		t.Error("keys reach through the sheet")
	}
	c.menus.close()
	c.gesture.Key("3", false)
	if p := c.editor.Now().Points; p[0].Z != 2 || p[2].Z != 2 || p[1] != before[1] || p[3] != before[3] {
		t.Errorf("a class key makes %v of %v", p, before)
	}
	if c.editor.Points.Class() == 2 {
		t.Error("new points are of that class, too")
	}
	if len(c.picked.points) > 0 || c.picked.takesKey("3", false) {
		t.Errorf("still picked out: %v", c.picked.points)
	}
	c.edits.undo()
	if p := c.editor.Now().Points; p[0] != before[0] || p[2] != before[2] {
		t.Errorf("undone in one step: %v", p)
	}
	c.picked.toggle([]int{0, 3}, "selected")
	c.gesture.Key("Delete", false)
	if p := c.editor.Now().Points; len(p) != 2 || p[0] != before[1] || p[1] != before[2] {
		t.Errorf("Delete leaves %v of %v", p, before)
	}
	c.edits.undo()
	if len(c.editor.Now().Points) != 4 {
		t.Errorf("undone: %v", c.editor.Now().Points)
	}
	c.gesture.Key("Delete", false) // no point is picked or pointed at
	if len(c.editor.Now().Points) != 4 {
		t.Error("removes what is not picked out")
	}
}

// While a point is dragged by pointer, picked points cannot be edited; a drag by keyboard ends first.
func TestPickedPointsWhileAPointIsHeld(t *testing.T) {
	c, _ := open(t)
	before := slices.Clone(c.editor.Now().Points)
	view := c.editor.View.Now()
	at := func(d float64) stage.Pointer {
		return stage.Pointer{ID: 1, X: view.PX(before[3].X) + d, Y: view.PY(before[3].Y), Left: true}
	}
	c.picked.toggle([]int{0, 1}, "selected")
	c.gesture.Down(at(0))
	c.gesture.Move(at(30))
	c.gesture.Key("3", false)
	c.gesture.Key("Delete", false)
	if html := app.HTMLString(&Dock{core: c}); strings.Contains(html, "Undo restores the class") ||
		strings.Contains(html, "Undo brings them back") {
		t.Error("says that it is done")
	}
	c.gesture.Up(at(30))
	if p := c.editor.Now().Points; len(p) != 4 || p[0] != before[0] || p[1] != before[1] || p[3] == before[3] {
		t.Errorf("a drag makes %v of %v", p, before)
	}
	if c.edits.undo(); !slices.Equal(c.editor.Now().Points, before) {
		t.Errorf("undone: %v", c.editor.Now().Points)
	}

	c.gesture.Key("n", false)
	c.picked.toggle([]int{1, 2}, "selected")
	c.gesture.Key("Enter", false)
	c.gesture.Key("ArrowLeft", false)
	c.gesture.Key("Delete", false)
	for range 3 {
		c.gesture.Key("ArrowLeft", false)
	}
	if c.editor.Draft.Dragged() != -1 {
		t.Error("still held")
	}
	for {
		if _, ok := c.editor.History.CanUndo(); !ok {
			break
		}
		c.edits.undo()
	}
	if !slices.Equal(c.editor.Now().Points, before) {
		t.Errorf("all undone: %v, were %v", c.editor.Now().Points, before)
	}
}

// Keys apply to what was chosen last: selecting a point ends the picking of others. A class button only affects new
// points.
func TestOnePointRatherThanThePicked(t *testing.T) {
	c, _ := open(t)
	before := slices.Clone(c.editor.Now().Points)
	c.picked.toggle([]int{0, 1, 2}, "selected")
	c.editor.Selection.Set(3)
	if len(c.picked.points) > 0 {
		t.Errorf("picked out: %v", c.picked.points)
	}
	c.gesture.Key("Delete", false)
	if !slices.Equal(c.editor.Now().Points, before[:3]) {
		t.Errorf("Delete leaves %v of %v", c.editor.Now().Points, before)
	}
	c.picked.toggle([]int{0, 1}, "selected")
	c.classes.choose(2) // as a class button does
	if !slices.Equal(c.editor.Now().Points, before[:3]) || c.editor.Points.Class() != 2 || len(c.picked.points) != 2 {
		t.Errorf("a chip makes %v, new points of %d, picked %v", c.editor.Now().Points, c.editor.Points.Class(),
			c.picked.points)
	}
}

// Other points are picked even if they are as many and begin with the same one. The announcement says which keys apply.
func TestOtherPointsArePicked(t *testing.T) {
	c, e := open(t)
	heard := ""
	c.speaker.Live = func(text string) { heard = text }
	said := func() string {
		e.clock.Pass(time.Second)
		return heard
	}
	c.picked.toggle([]int{0, 1}, "selected")
	want := "2 points selected. Delete removes them, class keys assign a class, Escape ends the selection."
	if said() != want {
		t.Errorf("said %q", heard)
	}
	c.picked.toggle([]int{0, 2}, "selected")
	if !slices.Equal(c.picked.points, []int{0, 2}) {
		t.Errorf("picked out: %v", c.picked.points)
	}
	c.gesture.Key("3", false)
	c.picked.toggle([]int{0, 2}, "selected")
	c.gesture.Key("3", false)
	if want := "2 points are of class 3 already."; said() != want || c.editor.Now().Points[0].Z != 2 {
		t.Errorf("said %q", heard)
	}
	c.picked.clear()
	now := c.editor.Now()
	now.Method, now.Points = "gp", []doc.Point{{X: 1}, {X: 2}}
	now.Dataset = nil
	c.editor.Replace(now, "a curve", "")
	c.picked.toggle([]int{0, 1}, "selected")
	if want := "2 points selected. Delete removes them, Escape ends the selection."; said() != want {
		t.Errorf("of a curve, said %q", heard)
	}
	if c.gesture.Key("3", false); c.editor.Now().Points[0].Z != 0 {
		t.Errorf("a class for a curve: %v", c.editor.Now().Points)
	}
	c.picked.clear()
	now = c.editor.Now()
	now.Table = &doc.Table{Rows: &doc.Rows{N: 2, X: []float64{1, 2, 3, 4}, Columns: []string{"a", "b"}}}
	c.editor.Replace(now, "rows", "")
	c.picked.toggle([]int{0, 1}, "selected")
	if want := "2 points selected. Escape ends the selection."; said() != want {
		t.Errorf("of rows, said %q", heard)
	}
}

// Points stay picked while one of them is dragged, and not after the drag.
func TestPickedInADrag(t *testing.T) {
	c, _ := open(t)
	c.picked.toggle([]int{0, 1}, "selected")
	c.editor.Draft.Grab(0)
	marked := 0
	c.screen.Tell(func(line string) {
		if strings.Contains(line, "2 points picked out") {
			marked++
		}
	})
	c.editor.Draft.MoveTo(0.3, 0.3)
	if n := len(c.picked.points); n != 2 || marked == 0 {
		t.Errorf("in a drag %d points are picked out, not 2, and marked %d times where they are", n, marked)
	}
	c.editor.Draft.Release(true)
	if n := len(c.picked.points); n != 0 {
		t.Errorf("after it, %d points are picked out", n)
	}
}
