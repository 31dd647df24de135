//go:build !(js && wasm)

package ui

import (
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// Moves of a drag paint neither annotations nor highlights anew where there are no annotations, and paint those that
// undo brings back or takes away.
func TestNoAnnotationsCostNothing(t *testing.T) {
	c, _ := open(t)
	v := c.editor.View.Now()
	at := func(i int) (x, y float64) { p := c.editor.Now().Points[i]; return v.PX(p.X), v.PY(p.Y) }
	x, y := at(0)
	c.painter.term = []picture.Spot{{Key: "a term", Kind: picture.Area}} // is highlighted
	var told []string
	c.screen.Tell(func(line string) {
		if strings.HasPrefix(line, "lit") || strings.Contains(line, "annotations:") {
			told = append(told, line)
		}
	})
	drag := func() {
		told = nil
		press(c, false, x, y, x+10, y, x+20, y, x+30, y)
		x += 30
		if now, _ := at(0); !near(now, x) {
			t.Fatalf("the point is at %g, not at %g", now, x)
		}
	}
	if drag(); len(told) > 0 {
		t.Errorf("a drag paints %q", told)
	}
	c.annotations.take(doc.NoteLabel)
	press(c, false, 600, 500)
	c.annotations.take("")
	told = nil
	if c.edits.undo(); !slices.Contains(told, "0 annotations:") {
		t.Errorf("undo paints %q", told)
	}
	if drag(); len(told) > 0 {
		t.Errorf("after the annotation was undone, a drag paints %q", told)
	}
}
