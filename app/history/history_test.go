package history

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/doc"
)

func at(n int) doc.Document {
	return doc.Document{Method: "svm", Params: map[string]any{}, Points: make([]doc.Point, n)}
}

func TestUndoRedo(t *testing.T) {
	var s Stack
	s.Reset(at(0))
	for n := 1; n <= 3; n++ {
		s.Commit(at(n), "add "+strconv.Itoa(n), "", false)
	}
	for n := 2; n >= 0; n-- {
		d, what, ok := s.Undo()
		if !ok || len(d.Points) != n || what != "add "+strconv.Itoa(n+1) {
			t.Fatalf("undo gave %d points, %q, %v; want %d", len(d.Points), what, ok, n)
		}
	}
	if _, _, ok := s.Undo(); ok {
		t.Error("undo went before the start")
	}
	d, _, ok := s.Redo()
	if !ok || len(d.Points) != 1 {
		t.Errorf("redo gave %d points", len(d.Points))
	}
	s.Commit(at(9), "other", "", false)
	if _, ok := s.CanRedo(); ok {
		t.Error("an edit left a future behind it")
	}
}

// Redo restores the whole document, including its names.
func TestRedoBringsNamesBack(t *testing.T) {
	var s Stack
	s.Reset(at(1))
	named := at(1)
	named.Names = doc.Names{X: "width", Classes: []string{"a"}}
	s.Commit(named, "name the axes", "", false)
	if d, _, _ := s.Undo(); !d.Names.IsZero() {
		t.Errorf("undone, the names are %v", d.Names)
	}
	if d, _, _ := s.Redo(); !reflect.DeepEqual(d.Names, named.Names) {
		t.Errorf("done again, the names are %v, want %v", d.Names, named.Names)
	}
}

func TestGestureIsOneStep(t *testing.T) {
	var s Stack
	s.Reset(at(1))
	for n := 2; n < 50; n++ {
		s.Commit(at(n), "slide C", "C", false)
	}
	s.Seal()
	s.Commit(at(50), "slide C", "C", false)
	if d, _, _ := s.Undo(); len(d.Points) != 49 {
		t.Errorf("the second gesture: undo gave %d", len(d.Points))
	}
	if d, _, _ := s.Undo(); len(d.Points) != 1 {
		t.Errorf("the first gesture: undo gave %d", len(d.Points))
	}
}

func TestFirstGestureDoesNotReplaceTheStart(t *testing.T) {
	var s Stack
	s.Reset(at(1))
	s.Commit(at(2), "x", "k", false)
	s.Commit(at(3), "x", "k", false)
	if d, _, ok := s.Undo(); !ok || len(d.Points) != 1 {
		t.Errorf("undo gave %d, %v", len(d.Points), ok)
	}
}

func TestViewStaysUnlessFramed(t *testing.T) {
	var s Stack
	s.Reset(at(1))
	d := at(2)
	s.Commit(d, "add", "", false)
	d.View.X, d.View.Y = [2]float64{5, 6}, [2]float64{5, 6}
	s.Amend(d)
	if u, _, _ := s.Undo(); u.View.X[0] != 5 {
		t.Errorf("undoing an edit moved the view to %v", u.View)
	}
	e := at(7)
	e.View.X, e.View.Y = [2]float64{-1, 0}, [2]float64{-1, 0}
	s.Commit(e, "load", "", true)
	if u, _, _ := s.Undo(); u.View.X[0] != 5 {
		t.Errorf("undoing a load kept its view: %v", u.View)
	}
	if r, _, _ := s.Redo(); r.View.X[0] != -1 {
		t.Errorf("redoing a load kept the old view: %v", r.View)
	}
}

func TestDropLeavesNoRedo(t *testing.T) {
	var s Stack
	s.Reset(at(1))
	s.Commit(at(2), "add", "", false)
	if d, ok := s.Drop(); !ok || len(d.Points) != 1 {
		t.Errorf("drop gave %d, %v", len(d.Points), ok)
	}
	if _, ok := s.CanRedo(); ok {
		t.Error("a dropped step can be redone")
	}
}

func TestBounded(t *testing.T) {
	var s Stack
	s.Reset(at(0))
	for n := range 3 * MaxSteps {
		s.Commit(at(n), "add", "", false)
	}
	if len(s.past) > MaxSteps {
		t.Errorf("%d steps are kept", len(s.past))
	}
	s.Reset(at(0))
	for range 30 {
		s.Commit(at(100_000), "replace", "", false)
	}
	if len(s.past) > 21 || len(s.past) < 20 {
		t.Errorf("%d steps of 100,000 points are kept", len(s.past))
	}
	// Steps that share their points take little memory.
	d := at(100_000)
	s.Reset(d)
	for range 100 {
		s.Commit(d, "slide", "", false)
	}
	if len(s.past) != 101 {
		t.Errorf("%d steps that share their points are kept", len(s.past))
	}
}

func TestRestoreNeverFails(t *testing.T) {
	for _, s := range []string{"", "{", "null", "[]", `{"version":99}`, "\x00", `{"version":1}`} {
		if _, ok := Restore(s); ok {
			t.Errorf("%q was taken for a document", s)
		}
	}
	d := at(3)
	s, err := Save(d)
	if err != nil {
		t.Fatal(err)
	}
	if r, ok := Restore(s); !ok || len(r.Points) != 3 || r.Method != "svm" {
		t.Errorf("%q came back as %+v, %v", s, r, ok)
	}
}

func TestLinkOfManyPoints(t *testing.T) {
	if _, err := Link(at(LinkPoints + 1)); err != ErrLong {
		t.Errorf("got %v", err)
	}
	d := at(LinkPoints + 1)
	d.Dataset = &doc.Dataset{Name: "moons", N: LinkPoints + 1}
	if s, err := Link(d); err != nil || len(s) > 300 {
		t.Errorf("a recipe's link has %d characters, %v", len(s), err)
	}
}

func TestBefore(t *testing.T) {
	var s Stack
	s.Before(at(7), "open a link") // ignored: there is no step yet
	s.Reset(at(1))
	s.Commit(at(2), "add", "", false)
	s.Before(at(7), "open a link")
	if d, _, _ := s.Undo(); len(d.Points) != 1 {
		t.Errorf("undo gave %d points", len(d.Points))
	}
	if d, what, ok := s.Undo(); !ok || len(d.Points) != 7 || what != "open a link" {
		t.Errorf("undo to what was before gave %d points, %q, %v", len(d.Points), what, ok)
	}
	if d, _, ok := s.Redo(); !ok || len(d.Points) != 1 {
		t.Errorf("redo gave %d points", len(d.Points))
	}
}

func TestSaveBehind(t *testing.T) {
	d := at(3)
	for _, fragment := range []string{"", "abc"} {
		saved, err := SaveBehind(d, "before", fragment)
		if err != nil {
			t.Fatal(err)
		}
		text, ok := RestoreBehind(saved, fragment)
		if back, good := Restore(text); !ok || !good || len(back.Points) != 3 {
			t.Errorf("%q: %q, %v", fragment, text, ok)
		}
		if _, ok := RestoreBehind(saved, fragment+"x"); ok {
			t.Errorf("%q: taken for another address's", fragment)
		}
	}
	for _, broken := range []string{"", "abc", "abc\n", "abc\n{}", "abc\nnonsense"} {
		if _, ok := RestoreBehind(broken, "abc"); ok {
			t.Errorf("%q was taken for a document", broken)
		}
	}
}

func TestSame(t *testing.T) {
	a := at(3)
	b := at(3)
	b.View.X, b.View.Y, b.Title = [2]float64{0, 1}, [2]float64{0, 1}, "moons"
	if !Same(a, b) {
		t.Error("another view is other work")
	}
	for _, b := range []doc.Document{at(4), {Method: "knn", Points: a.Points},
		{Method: "svm", Points: a.Points, Params: map[string]any{"C": 2.0}}} {
		if Same(a, b) {
			t.Errorf("%+v is the same as %+v", b, a)
		}
	}
}

// The step of a fit is part of the view, but only for the same method.
func TestStepStaysWithItsMethod(t *testing.T) {
	var s Stack
	a := at(1)
	a.Method = "logistic"
	s.Reset(a)
	b := at(2)
	b.Method = "logistic"
	s.Commit(b, "add", "", false)
	seven := 7
	b.View.Step = &seven
	s.Amend(b)
	if u, _, _ := s.Undo(); u.View.Step == nil || *u.View.Step != 7 {
		t.Errorf("undoing an edit went to step %v", u.View.Step)
	}
	c := at(1)
	c.Method = "svm"
	s.Commit(c, "choose", "", false)
	if u, _, _ := s.Undo(); u.View.Step == nil || *u.View.Step != 7 {
		t.Errorf("undoing a choice of another method went to step %v", u.View.Step)
	}
	if r, _, _ := s.Redo(); r.View.Step != nil {
		t.Errorf("redoing it took the step %v along", *r.View.Step)
	}
}

// A link contains a user's table exactly, up to a size limit; the error for a larger one names its rows and columns. A
// saved document contains it in any case. A table of the program is in the link by name.
func TestLinkOfTables(t *testing.T) {
	own := func(n, d int) doc.Document {
		r := &doc.Rows{N: n, Columns: make([]string, d)}
		for j := range d {
			r.Columns[j] = fmt.Sprint("c", j)
		}
		for i := range n * d {
			r.X = append(r.X, float64(i)/7)
		}
		return doc.Document{Method: "svm", Table: &doc.Table{Rows: r}}
	}
	for _, c := range []struct{ n, d int }{{LinkNumbers / 9, 9}, {LinkNumbers/9 + 1, 9},
		{doc.MaxRows, doc.MaxCells / doc.MaxRows}} {
		d := own(c.n, c.d)
		link, err := Link(d)
		if long := c.n*c.d > LinkNumbers; long != (err == ErrLong) || !long && err != nil {
			t.Errorf("%d x %d: %v", c.n, c.d, err)
		} else if !long {
			again, err := doc.DecodeLink(link)
			if err != nil || !slices.Equal(again.Table.Rows.X, d.Table.Rows.X) {
				t.Errorf("%d x %d: another table comes out of the link, %v", c.n, c.d, err)
			}
		}
		text, err := Save(d)
		if err != nil {
			t.Fatal(err)
		}
		again, ok := Restore(text)
		if !ok || again.Table == nil || !slices.Equal(again.Table.Rows.X, d.Table.Rows.X) {
			t.Errorf("%d x %d: what was kept is no longer the table", c.n, c.d)
		}
	}
	d := own(1200, 20)
	if s := TooLarge(d); !strings.Contains(s, "1200 rows") || !strings.Contains(s, "20 columns") ||
		!strings.Contains(s, "24000 numbers") || strings.Contains(s, "point") {
		t.Errorf("told: %s", s)
	}
	d.Table.Name = "digits"
	if s, err := Link(d); err != nil || len(s) > 300 {
		t.Errorf("the link of a table with a name has %d characters, %v", len(s), err)
	}
}
