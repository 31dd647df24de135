package course

import (
	"fmt"
	"strings"
	"testing"
)

// Drawings over a page are read, up to their limits; what exceeds them is rejected with the field's name.
func TestInk(t *testing.T) {
	read := func(ink string) (*Course, error) {
		return Read([]byte(`{"course": "a", "title": "A", "pages": [{"id": "a", "title": "A", "text": "t",
			"document": {"method": "knn"}, "ink": ` + ink + `}]}`))
	}
	places := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat("[1.5,-2],", n), ",") + "]" }
	stroke := func(kind, at string) string { return fmt.Sprintf(`{"kind": %q, "at": %s}`, kind, at) }
	many := func(n int) string {
		return "[" + strings.TrimSuffix(strings.Repeat(stroke(Pen, places(2))+",", n), ",") + "]"
	}
	c, err := read("[" + stroke(Pen, places(MaxStroke)) + "," + stroke(Arrow, places(2)) + "," +
		stroke(Region, places(3)) + "]")
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Pages[0].Ink; len(got) != 3 || got[1].Kind != Arrow || got[1].At[1] != [2]float64{1.5, -2} {
		t.Errorf("read as %+v", got)
	}
	if _, err := read(many(MaxStrokes)); err != nil {
		t.Error(err)
	}
	for ink, want := range map[string]string{
		many(MaxStrokes + 1):                             "pages[0].ink must be at most 60 strokes",
		"[" + stroke("spray", places(2)) + "]":           "pages[0].ink[0].kind must be one of pen, arrow, region",
		"[" + stroke(Pen, places(1)) + "]":               "pages[0].ink[0].at must be a list of 2 to 400 positions",
		"[" + stroke(Pen, places(MaxStroke+1)) + "]":     "pages[0].ink[0].at must be a list of 2 to 400 positions",
		"[" + stroke(Pen, "[[1e300,0],[0,0]]") + "]":     "pages[0].ink[0].at must be positions of finite numbers",
		`[{"kind": "pen", "at": [[0,0],[1,1]], "w": 3}]`: "pages[0].ink[0].w must be a field that there is",
	} {
		if _, err := read(ink); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %q", ink, err, want)
		}
	}
}
