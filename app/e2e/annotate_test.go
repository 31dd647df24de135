package e2e

import (
	"strings"
	"testing"

	"pointscape/engine/doc"
)

// annotations returns the document's annotations.
func (p *Page) annotations() []doc.Annotation { return p.Doc().Annotations }

// TestAnnotate adds annotations with the mouse and the keyboard, types their texts, reaches them with Tab, moves,
// deletes and undoes, and reloads the page.
func TestAnnotate(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	p.ClickOn("#annotate")
	p.Wait(`document.querySelector(".card.notes [data-kind=arrow][aria-pressed=true]")`)
	x0, y0 := p.At(0.25, 0.75)
	x1, y1 := p.At(0.45, 0.55)
	p.Changed(func() { p.Drag(x0, y0, x1, y1) })
	list := p.annotations()
	if len(list) != 1 || !near(list[0].At[0], 0.25, 0.01) || !near(list[0].At[3], 0.55, 0.01) ||
		len(p.Doc().Points) != 4 {
		t.Fatalf("%v", list)
	}
	p.Changed(func() { p.Fill("#annotation-text", "far from it") })
	p.ClickOn(".card.notes [data-kind=label]")
	x, y := p.At(0.6, 0.9)
	p.Changed(func() { p.Click(x, y) })
	p.Wait(`document.activeElement.id === "annotation-text"`)
	p.Changed(func() { p.Type("$w^Tx+b=0$") })
	p.Type("$")
	p.Wait(`document.querySelector(".card .wrong")?.textContent.includes("does not end")`)
	p.InBothThemes("a formula that does not end", ".card.notes .wrong")
	p.Key("Enter")
	p.Wait(`document.activeElement.id === "stage" && document.querySelector("#annotation-text").value === "$w^Tx+b=0$"`)

	// With the keyboard: the corners of an area are set at the cursor.
	p.ClickOn(".card.notes [data-kind=area]")
	p.Do(`document.getElementById("stage").focus()`)
	p.Key("ArrowRight")
	p.Key("Enter")
	p.live("The first position is set")
	p.Key("ArrowRight")
	p.Key("Shift+ArrowUp")
	p.Changed(func() { p.Key("Enter") })
	p.live("Added. Area from")
	list = p.annotations()
	if len(list) != 3 || list[0].Text != "far from it" || list[1].Text != "$w^Tx+b=0$" || list[2].Kind != doc.NoteArea {
		t.Fatalf("%v", list)
	}
	p.InBothThemes("annotations", "#annotations li:nth-child(3)")
	p.Screenshot("annotations")
	p.Key("Escape")
	p.Key("Escape")
	p.Key("Escape")
	p.Wait(`!document.querySelector(".card.notes")`)

	// Screen readers and Tab reach each annotation after the plane.
	if s := strings.ReplaceAll(p.Text("#annotations"), "\u00a0", " "); !strings.Contains(s,
		"Label: wᵀx + b = 0, at 0.6, 0.9") {
		t.Errorf("readers hear %q", s)
	}
	p.Do(`document.getElementById("stage").focus()`)
	reached := func() bool { return Eval[bool](p, `document.activeElement.dataset.note === "1"`) }
	for n := 0; n < 8 && !reached(); n++ {
		p.Key("Tab")
	}
	if !reached() {
		t.Fatal("Tab does not come to the label")
	}
	p.Changed(func() { p.Key("ArrowUp") })
	if moved := p.annotations()[1]; moved.At[1] <= list[1].At[1] || moved.At[0] != list[1].At[0] {
		t.Errorf("ArrowUp moved it from %v to %v", list[1].At, moved.At)
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	p.live("Undone: move an annotation")
	p.Changed(func() { p.Key("Delete") })
	if got := p.annotations(); len(got) != 2 || got[1].Kind != doc.NoteArea {
		t.Errorf("%v", got)
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	if got := p.annotations(); len(got) != 3 || got[1] != list[1] {
		t.Errorf("%v", got)
	}
	p.Reload()
	p.WaitReady()
	if got := p.annotations(); len(got) != 3 || got[1] != list[1] {
		t.Errorf("after a reload: %v", got)
	}
	// The annotations are painted: the middle of the arrow is dark.
	x, y = p.At(0.35, 0.65)
	if c := p.colourAt(x, y); int(c.R)+int(c.G)+int(c.B) > 300 {
		t.Errorf("the arrow's middle has the colour %v", c)
	}
}

// TestAnnotateByFinger draws an area with one finger, moves its corner, and removes it.
func TestAnnotateByFinger(t *testing.T) {
	long(t) // TestAnnotate draws by mouse and keys, and TestTapWhereItGoes moves points by fingers
	p := Start(t, Options{Window: Phone, Path: link(t, twoClasses)})
	p.WaitReady()
	p.TapOn("#annotate")
	p.Wait(`document.querySelector(".card.notes")`)
	p.TapOn(".card.notes [data-kind=area]")
	x0, y0 := p.At(0.3, 0.8)
	x1, y1 := p.At(0.6, 0.5)
	p.Changed(func() { p.Swipe(x0, y0, x1, y1) })
	list := p.annotations()
	if len(list) != 1 || list[0].Kind != doc.NoteArea || !near(list[0].At[2], 0.6, 0.05) {
		t.Fatalf("%v", list)
	}
	p.Still()
	x0, y0 = p.At(list[0].At[0], list[0].At[1])
	p.Changed(func() { p.Swipe(x0, y0, x0, y0-60) }) // a corner
	if got := p.annotations(); len(got) != 1 || got[0].At[2] != list[0].At[2] || got[0].At[1] <= list[0].At[1] {
		t.Errorf("%v", got)
	}
	p.Screenshot("annotate-phone")
	if card := p.Box(".card"); !apart(card, p.Box("#stage")) {
		t.Errorf("the card %+v covers the stage", card)
	}
	p.Still() // else the card may still move, and a busy page takes a tap for a long press
	p.Changed(func() { p.TapOn(".card.notes [aria-label='Remove the annotation']") })
	p.Wait(`!document.querySelector("#annotations li")`)
	if got := p.annotations(); len(got) != 0 {
		t.Errorf("%v", got)
	}
}
