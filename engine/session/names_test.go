package session_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// For a wide table the session offers columns; the chosen ones are loaded with their names.
func TestTablesOfManyColumns(t *testing.T) {
	s := session.New(catalog.All())
	head, err := doc.EncodeHead(doc.Document{Method: "svm"})
	if err != nil {
		t.Fatal(err)
	}
	const wide = "a,b,c,d,kind\n1,2,3,4,p\n5,6,7,8,q\n"
	ask := wire.Load{Kind: "csv", Text: wide, Doc: head}
	table, err := s.Table(ask)
	if err != nil || table == nil || len(table.Columns) != 5 || table.Rows != 2 ||
		!slices.Equal(table.Picks, []int{0, 1, 4}) {
		t.Fatalf("%v, offered %+v", err, table)
	}
	ask.Columns = []int{3, 1, 4}
	if again, err := s.Table(ask); err != nil || again != nil {
		t.Errorf("what was chosen is asked again: %v, %+v", err, again)
	}
	d, _, err := s.Load(method.Unstopped, ask)
	if want := (doc.Names{X: "d", Y: "b", Value: "kind", Classes: []string{"p", "q"}}); err != nil || len(d.Points) != 2 ||
		d.Points[1] != (doc.Point{X: 8, Y: 6, Z: 1}) || !d.Names.Equal(want) {
		t.Errorf("%v, loaded %v %+v", err, d.Points, d.Names)
	}
	for text, want := range map[string]bool{"1,2,0\n3,4,1\n": false, "day,a\n2024-01-01,1\n": true,
		"kind,a,b\np,1,2\nq,3,4\n": true, "a,b,c,d\nx,y,z,w\n": false, "nonsense": false} {
		ask := wire.Load{Kind: "csv", Text: text, Doc: head}
		if table, err := s.Table(ask); err != nil || (table != nil) != want {
			t.Errorf("%q: %v, offered %+v", text, err, table)
		}
	}
	if _, err := s.Table(wire.Load{Kind: "csv", Text: "a,b,c,d\n1,2,3,4\n1,2\n", Doc: head}); err == nil ||
		!strings.Contains(err.Error(), "line 3 must be a row of 4 columns") {
		t.Errorf("a ragged table: %v", err)
	}
}

// Methods use the names, and another name gives another answer.
func TestNamesAreSaid(t *testing.T) {
	s := session.New(catalog.All())
	d, err := s.Resolve(method.Unstopped, doc.Document{Method: "knn", Dataset: &doc.Dataset{Name: "iris"}})
	if err != nil || d.Names.X != "petal length (cm)" ||
		!slices.Equal(d.Names.Classes, []string{"setosa", "versicolor", "virginica"}) {
		t.Fatalf("%v, %+v", err, d.Names)
	}
	say := func(d doc.Document) string {
		f, err := s.Fit(context.Background(), d)
		if err != nil {
			t.Fatal(err)
		}
		e, _ := f.Explain([]float64{1.4, 0.2}, picture.Viewport{X0: 0, X1: 7, Y0: 0, Y1: 3, W: 100, H: 100, Scale: 1})
		return e.Answer
	}
	if got := say(d); !strings.HasPrefix(got, "Setosa (") {
		t.Errorf("said: %s", got)
	}
	d.Names = d.Names.WithClass(0, "bristle-pointed iris")
	if got := say(d); !strings.HasPrefix(got, "Bristle-pointed iris (") {
		t.Errorf("said: %s", got)
	}
	d.Names = doc.Names{}
	if got := say(d); !strings.HasPrefix(got, "Class 1 (") {
		t.Errorf("said: %s", got)
	}
}

// The tuning of a kernel's numbers is left out if the page has it already.
func TestTuningIsToldOnce(t *testing.T) {
	s := session.New(catalog.All())
	d, err := s.Resolve(method.Unstopped, doc.Document{Method: "gp", Params: map[string]any{"kernel": "0.5*rbf(0.2)"}})
	if err != nil {
		t.Fatal(err)
	}
	told, n := s.Tuning(session.Request{Doc: d})
	if told == nil || n == 0 || len(told.Texts) != 1 || len(told.Texts[0].Hyper) != 2 {
		t.Fatalf("told %+v, number %d", told, n)
	}
	if again, m := s.Tuning(session.Request{Doc: d, Tuned: n}); again != nil || m != n {
		t.Errorf("told again %+v, number %d", again, m)
	}
	d.Params = map[string]any{"kernel": "0.5*rbf(0.3)"}
	if other, m := s.Tuning(session.Request{Doc: d, Tuned: n}); other == nil || m == n {
		t.Errorf("of another kernel told %+v, number %d", other, m)
	}
}
