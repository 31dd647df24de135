package ui

import (
	"slices"
	"strings"
	"testing"

	"pointscape/app/stage"
	"pointscape/engine/doc"
)

// press presses a pointer at a position in pixels, moves it over the others, and lifts it.
func press(c *Core, touch bool, at ...float64) {
	p := stage.Pointer{ID: 1, Left: true, Touch: touch, X: at[0], Y: at[1]}
	c.gesture.Down(p)
	for i := 2; i < len(at); i += 2 {
		p.X, p.Y = at[i], at[i+1]
		c.gesture.Move(p)
	}
	c.gesture.Up(p)
}

// kinds returns the kinds and texts of the document's annotations.
func kinds(c *Core) (list []string) {
	for _, a := range c.editor.Now().Annotations {
		list = append(list, a.Kind+" "+a.Text)
	}
	return list
}

// Annotations are made by mouse, finger and keys. No point is added meanwhile, and each annotation is one step of the
// history, with its name.
func TestAnnotationsAreMade(t *testing.T) {
	c, _ := open(t)
	points := slices.Clone(c.editor.Now().Points)
	c.annotations.take(doc.NoteArrow)
	press(c, false, 100, 100, 150, 150, 200, 200)
	press(c, true, 300, 100, 350, 120, 380, 180)
	c.annotations.take(doc.NoteArea)
	c.gesture.Key("ArrowRight", false) // moves the cursor
	c.gesture.Key("Enter", false)
	if !c.notes.Cancel() {
		t.Error("no corner is set")
	}
	c.gesture.Key("Enter", false)
	for range 3 {
		c.gesture.Key("ArrowRight", true)
		c.gesture.Key("ArrowUp", true)
	}
	c.gesture.Key("Enter", false)
	c.annotations.take(doc.NoteLabel)
	press(c, false, 600, 500)
	if got := kinds(c); !slices.Equal(got, []string{"arrow ", "arrow ", "area ", "label Label"}) {
		t.Fatalf("%q", got)
	}
	if !slices.Equal(c.editor.Now().Points, points) {
		t.Error("a point was changed")
	}
	v := c.editor.View.Now()
	if a := c.editor.Now().Annotations[0]; !near(v.PX(a.At[0]), 100) || !near(v.PY(a.At[3]), 200) {
		t.Errorf("the arrow is at %v", a.At)
	}
	c.annotations.text("$x_1$")
	c.annotations.text("$x_1^2$ is \\$5")
	c.annotations.text(`$\frac12$`) // a formula that cannot be typeset
	if c.fields.At("annotation").Message == "" {
		t.Error("nothing is said of a formula that cannot be set")
	}
	c.annotations.text(" ")
	if got := c.fields.At("annotation").Message; got != "A label needs a text." {
		t.Errorf("it says %q", got)
	}
	if got := kinds(c)[3]; got != `label $x_1^2$ is \$5` {
		t.Errorf("%q", got)
	}
	for _, want := range []string{"edit an annotation", "add an annotation", "add an annotation", "add an annotation"} {
		if what, _ := c.editor.History.CanUndo(); what != want {
			t.Errorf("undo would undo %q, and is to undo %q", what, want)
		}
		c.edits.undo()
	}
	if got := kinds(c); len(got) != 1 {
		t.Errorf("%q", got)
	}
	c.edits.redo()
	if list, at := c.annotations.says(); len(list) != 2 || at[1] != 1 || !strings.HasPrefix(list[0], "Arrow from ") {
		t.Errorf("%q", list)
	}
	if !c.annotations.escape() || c.annotations.on() || c.annotations.escape() {
		t.Error("Escape puts the tool down once")
	}
	press(c, false, 400, 300)
	if len(c.editor.Now().Points) != len(points)+1 {
		t.Error("without the tool, a click adds no point")
	}
}

func near(a, b float64) bool { return a-b < 1 && b-a < 1 }

// Annotations disappear with other data, and return by undo. When another part of the plane is shown, they keep their
// coordinates.
func TestAnnotationsBelongToTheirData(t *testing.T) {
	c, _ := open(t)
	c.annotations.take(doc.NoteArrow)
	press(c, false, 100, 100, 200, 200)
	was := c.editor.Now().Annotations[0]
	v := c.editor.View.Now()
	v.X1, v.Y1 = v.X1+1, v.Y1+1
	c.gesture.Look(v)
	if got := c.notes.Painted(); len(got) != 1 || got[0] != was {
		t.Errorf("%v", got)
	}
	c.edits.clear()
	if len(c.editor.Now().Annotations) != 0 || len(c.notes.Painted()) != 0 {
		t.Error("all points are removed, and what was said of them is still there")
	}
	c.edits.undo()
	if got := c.notes.Painted(); len(got) != 1 || got[0] != was {
		t.Errorf("%v", got)
	}
}

// A presentation of the document or of a deck begins without the tool, and it does not come back by itself.
func TestPresentationPutsTheToolAway(t *testing.T) {
	for what, present := range map[string]func(*Core){
		"the stage": func(c *Core) { c.present.Toggle() },
		"a deck":    func(c *Core) { c.decks.present(true); c.decks.present(false) },
		"a document": func(c *Core) {
			d := c.editor.Now()
			d.View.Present = true
			c.editor.Replace(d, "open", "")
		},
	} {
		c, _ := open(t)
		c.annotations.take(doc.NoteArrow)
		if !c.annotations.on() {
			t.Fatal("there is no tool")
		}
		present(c)
		if c.present.End(); c.notes.Kind() != "" || c.annotations.on() {
			t.Errorf("the tool is still there after %s was presented", what)
		}
	}
}

// Where annotations are locked, there is no tool, and none can be changed.
func TestLockedAnnotations(t *testing.T) {
	c, _ := framed(t, "embed=1&lock=annotations")
	c.annotations.take(doc.NoteArrow)
	if c.annotations.may() || c.annotations.on() {
		t.Error("the tool is there")
	}
	n := len(c.editor.Now().Points)
	press(c, false, 100, 100)
	if len(c.editor.Now().Annotations) != 0 || len(c.editor.Now().Points) != n+1 {
		t.Errorf("%v", c.editor.Now().Annotations)
	}
	d := c.editor.Now()
	d.Annotations = []doc.Annotation{{Kind: doc.NoteLabel, At: [4]float64{0.5, 0.5}, Text: "here"}}
	c.editor.Replace(d, "open", "")
	c.notes.Move(0, 5, 5)
	c.notes.Select(0)
	c.annotations.text("there")
	c.notes.Remove(0)
	c.editor.Annotations.Add(doc.Annotation{Kind: doc.NoteArea, At: [4]float64{0, 0, 1, 1}})
	c.edits.undo()
	if got := c.editor.Now().Annotations; !slices.Equal(got, d.Annotations) {
		t.Errorf("they are %v", got)
	}
	if x := toast(c); x.Text != "Locked on this page: annotations." {
		t.Errorf("it says %q", x.Text)
	}
}
