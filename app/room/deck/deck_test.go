package deck

import (
	"strings"
	"testing"

	"pointscape/engine/course"
	"pointscape/engine/json"
)

type page struct {
	kept            string
	full            bool
	changed, unkept int
	aside           string
	unread          int
}

func (p *page) Get(key string) string {
	if key == asideKey {
		return p.aside
	}
	return p.kept
}
func (p *page) Set(key, v string) bool {
	switch {
	case p.full:
	case key == asideKey:
		p.aside = v
	default:
		p.kept = v
	}
	return !p.full
}
func (p *page) Unread()  { p.unread++ }
func (p *page) Changed() { p.changed++ }
func (p *page) Unkept()  { p.unkept++ }

func (p *page) needs() Needs {
	return Needs{
		Shelf: p, Changed: p.Changed, Unkept: p.Unkept, Unread: p.Unread,
	}
}

func titles(r *Room) (s string) {
	for _, p := range r.Source().Pages {
		s += p.Title + " "
	}
	return s
}

// A deck is exported without its notes, and with everything else.
func TestBare(t *testing.T) {
	p := &page{}
	r := &Room{Needs: p.needs()}
	r.Add(-1, "a", []byte(`{"method":"knn","note":"of the document"}`))
	r.Add(0, "b", []byte(`{"method":"knn"}`))
	if r.Noted() {
		t.Error("notes of nobody")
	}
	r.Write(1, "text", "? Which one?\n- [ ] this\n- [x] that\nhint: look")
	without := r.JSON()
	r.Write(1, "notes", "Ask *first*.")
	r.Write(0, "notes", "Hush.")
	bare, noted, err := Bare(r.JSON())
	if err != nil || !noted || !r.Noted() || bare != without {
		t.Errorf("%v %v: %s\nwant %s", noted, err, bare, without)
	}
	if !strings.Contains(r.JSON(), "Ask *first*.") || !strings.Contains(r.JSON(), "Hush.") {
		t.Error("the deck itself has lost its notes")
	}
	if again, noted, err := Bare(bare); err != nil || noted || again != bare {
		t.Errorf("without notes: %v, %v, %s", noted, err, again)
	}
	if _, _, err := Bare("no deck"); err == nil {
		t.Error("what is no deck is given away")
	}
}

func TestDeck(t *testing.T) {
	p := &page{}
	r := &Room{Needs: p.needs()}
	knn := []byte(`{"method":"knn"}`)
	if r.Add(-1, "a", knn) != 0 || r.Add(0, "b", knn) != 1 || r.Add(0, "c", knn) != 1 || titles(r) != "a c b " {
		t.Fatalf("pages %s", titles(r))
	}
	if r.Move(0, 1) != 1 || r.Move(0, -1) != 0 || r.Move(2, 3) != 2 || titles(r) != "c a b " {
		t.Errorf("moved: %s", titles(r))
	}
	r.Write(1, "title", "  ")
	r.Write(1, "title", strings.Repeat("long ", 30))
	r.Write(0, "text", "Let $x$.")
	order := []string{"gamma", "C"}
	r.Control(0, "C", true, order)
	r.Control(0, "gamma", true, order)
	r.Write(9, "text", "nowhere")
	r.Name("Mine")
	r.Picture(0, []byte(`{"method":"svm"}`), "b", "d")
	if got := r.Source().Pages[0]; got.Title != "c" || strings.Join(got.Controls, " ") != "gamma C" {
		t.Errorf("the page is %q, with controls %q", got.Title, got.Controls) // the title was not the picture's
	}
	c, err := course.Read([]byte(r.JSON()))
	if err != nil {
		t.Fatal(err)
	}
	if c.Title != "Mine" || !strings.Contains(c.Pages[0].Text, "<math") || len(c.Pages[0].Controls) != 2 ||
		c.Pages[0].Document != `{"method":"svm"}` {
		t.Errorf("read as %+v", c.Pages[0])
	}
	if r.Remove(2) != 1 || r.Remove(7) != 0 || len(r.Source().Pages) != 2 {
		t.Errorf("removed: %s", titles(r))
	}
	// Another page of the browser restores it; an invalid text is ignored.
	if again := (&Room{Needs: p.needs()}); len(again.Source().Pages) != 2 ||
		again.Source().Title != "Mine" {
		t.Errorf("kept: %s", titles(again))
	}
	for _, kept := range []string{"{", "[]", `{"version": 99, "pages": []}`} {
		needs := p.needs()
		needs.Shelf = &page{kept: kept}
		if none := (&Room{Needs: needs}); none.Source().Course != "my-deck" {
			t.Errorf("%s is a deck", kept)
		}
	}
	p.full = true
	if r.Name("Unkept"); p.unkept != 1 || r.Source().Title != "Unkept" {
		t.Error("nothing is said when nothing is kept, or the change is lost")
	}
	// Ids are unique, even after pages were removed; a full deck accepts no more.
	seen := map[string]bool{}
	for r.Add(0, "", knn) >= 0 {
		r.Remove(1)
		r.Add(0, "", knn)
	}
	for _, x := range r.Source().Pages {
		if seen[x.ID] {
			t.Fatalf("two pages %q", x.ID)
		}
		seen[x.ID] = true
	}
	if len(seen) != course.MaxPages {
		t.Errorf("%d pages", len(seen))
	}
}

// A deck that cannot be read, like one of a newer version, is set aside and reported; a program that can read it
// restores it.
func TestSetAside(t *testing.T) {
	for _, kept := range []string{`{"version":99,"course":"c","pages":[{"id":"a","title":"A"}]}`, `{"pages":`, "7"} {
		p := &page{kept: kept}
		r := &Room{Needs: p.needs()}
		if n := len(r.Source().Pages); n != 0 || p.unread != 1 || p.aside != kept {
			t.Errorf("%s: %d pages, told %d times, set aside %q", kept, n, p.unread, p.aside)
		}
		r.Add(-1, "new", []byte(`{"method":"knn"}`))
		if p.aside != kept || p.unread != 1 {
			t.Errorf("%s: a new page has taken the place of what was set aside", kept)
		}
	}
	p := &page{aside: `{"course":"c","pages":[{"id":"a","title":"A"}]}`}
	if r := (&Room{Needs: p.needs()}); titles(r) != "A " {
		t.Errorf("of what was set aside there is %q", titles(r))
	}
}

// Two tabs edit the same deck: neither loses the other's changes.
func TestTwoTabs(t *testing.T) {
	p := &page{}
	knn := []byte(`{"method":"knn"}`)
	a, b := &Room{Needs: p.needs()}, &Room{Needs: p.needs()}
	a.Add(-1, "a", knn)
	b.Add(-1, "b", knn)
	a.Add(len(a.Source().Pages)-1, "c", knn)
	b.Write(0, "text", "of b") // at b's index: c was added after it
	a.Name("Mine")
	if titles(b); len(b.Source().Pages) == 0 || b.Source().Pages[0].Text == "" {
		t.Error("what b has written is gone")
	}
	later := &Room{Needs: p.needs()}
	if titles(later) != "b a c " || later.Source().Title != "Mine" || later.Source().Pages[0].Text != "of b" {
		t.Errorf("there are %s, called %s", titles(later), later.Source().Title)
	}
	// A page that the other tab has removed is not changed.
	a.Remove(0)
	b.Write(0, "title", "again")
	if later = (&Room{Needs: p.needs()}); titles(later) != "a c " {
		t.Errorf("there are %s", titles(later))
	}
}

// A page of a course is copied whole, with a new id; a removed page is restored unchanged.
func TestCollect(t *testing.T) {
	p := &page{}
	r := &Room{Needs: p.needs()}
	of := &course.PageSource{ID: "widest", Title: "Widest", Text: "Let $x$.", Document: []byte(`{"method":"svm"}`),
		Controls: []string{"C"},
		Lock:     []string{"points"}, Facts: []string{"n_support"}, Notes: "Slowly.",
		Steps: []course.StepSource{{Kind: course.Task, Text: "Do.",
			Check: "n_support == 3", Hints: []course.Text{"h"}, Solution: []json.RawMessage{[]byte(`{"params":{"C":1}}`)}}}}
	if r.Collect(of, "fr") != 0 || r.Source().Lang != "fr" || r.Collect(of, "fr") != 1 || r.Collect(of, "") != 2 ||
		r.Source().Lang != "" {
		t.Fatalf("collected %s in %q", titles(r), r.Source().Lang)
	}
	c, err := course.Read([]byte((&Room{Needs: p.needs()}).JSON()))
	if err != nil {
		t.Fatal(err)
	}
	if x := c.Pages[0]; x.ID != "widest" || len(x.Steps) != 1 || len(x.Steps[0].Hints) != 1 || x.Notes == "" ||
		len(x.Lock) != 1 ||
		len(x.Facts) != 1 || len(x.Controls) != 1 {
		t.Errorf("the page is %+v", x)
	}
	if r.Restorable() || r.Restore() != -1 {
		t.Error("a page is put back that was never taken out")
	}
	id := r.Source().Pages[1].ID
	r.Write(1, "title", "Second")
	r.Remove(1)
	if titles(r) != "Widest Widest " || !r.Restorable() || r.Restore() != 1 || titles(r) != "Widest Second Widest " ||
		r.Source().Pages[1].ID != id || len(r.Source().Pages[1].Steps) != 1 || r.Restorable() {
		t.Errorf("put back: %s", titles(r))
	}
	for r.Collect(of, "") >= 0 {
	}
	if len(r.Source().Pages) != course.MaxPages {
		t.Errorf("%d pages", len(r.Source().Pages))
	}
}

// A title that describes a page's picture changes with it; controls keep the panel's order, and those of another method
// stay; pages move over several positions.
func TestPictures(t *testing.T) {
	p := &page{}
	r := &Room{Needs: p.needs()}
	knn := []byte(`{"method":"knn"}`)
	long := strings.Repeat("k nearest neighbours ", 5)
	for i, title := range []string{long, "b", "c"} {
		r.Add(i-1, title, knn)
	}
	if r.Picture(0, knn, long, "k = 3"); titles(r) != "k = 3 b c " {
		t.Errorf("called %s", titles(r))
	}
	r.Picture(1, knn, "k = 3", "k = 5")
	if r.Picture(2, knn, "c", ""); titles(r) != "k = 3 b c " {
		t.Errorf("called %s", titles(r))
	}
	if r.Move(0, 2) != 2 || titles(r) != "b c k = 3 " || r.Move(2, 0) != 0 || titles(r) != "k = 3 b c " {
		t.Errorf("moved: %s", titles(r))
	}
	order := []string{"kernel", "gamma", "C"}
	for _, name := range []string{"C", "n_neighbors", "kernel", "C"} {
		r.Control(1, name, true, append(order, "n_neighbors"))
	}
	r.Control(1, "gamma", true, order) // of another method than the last one
	r.Control(1, "kernel", false, order)
	r.Control(7, "kernel", true, order)
	if got := strings.Join(r.Source().Pages[1].Controls, " "); got != "gamma C n_neighbors" {
		t.Errorf("the controls are %s", got)
	}
}

// An assignment is the deck without notes, and is marked as one. A page locks its points only when told to.
func TestAssignment(t *testing.T) {
	p := &page{}
	r := &Room{Needs: p.needs()}
	r.Add(-1, "a", []byte(`{"method":"knn"}`))
	r.Write(0, "notes", "For me alone.")
	r.Control(0, Points, true, nil)
	r.Control(0, Points, true, nil)
	text, err := Assignment(r.JSON())
	if err != nil {
		t.Fatal(err)
	}
	c, err := course.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if !c.Assignment || c.Pages[0].Notes != "" || strings.Join(c.Pages[0].Lock, ",") != "points" {
		t.Errorf("the assignment is %s", text)
	}
	if own, err := course.Read([]byte(r.JSON())); err != nil || own.Assignment || own.Pages[0].Notes == "" {
		t.Errorf("one's own deck has become the assignment: %v, %s", err, r.JSON())
	}
	if r.Control(0, Points, false, nil); len(r.Source().Pages[0].Lock) != 0 {
		t.Errorf("what is unlocked is %v", r.Source().Pages[0].Lock)
	}
	if _, err := Assignment("{"); err == nil {
		t.Error("an assignment of nothing")
	}
}
