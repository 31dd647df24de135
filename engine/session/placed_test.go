package session_test

import (
	"slices"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// Rows that move with the steps of their model come with each picture, at the positions of its step; neither the run
// nor its states depend on the document's positions.
func TestPlacesRideWithPictures(t *testing.T) {
	s := session.New(catalog.All())
	at := func(d doc.Document, step int) (*session.Result, doc.Document) {
		d.View.Step = &step
		req := session.Request{Doc: d, View: picture.Viewport{X0: -1, X1: 1, Y0: -1, Y1: 1, W: 300, H: 200, Scale: 1}}
		var last *session.Result
		if err := s.Draw(t.Context(), req, func(r *session.Result) error { last = r; return nil }); err != nil {
			t.Fatal(err)
		}
		return last, last.Fit.Placed(d)
	}
	d, err := s.Resolve(method.Unstopped, doc.Document{Method: "tsne", Params: map[string]any{"max_iter": 300.0},
		Table: &doc.Table{Name: "iris"}})
	if err != nil {
		t.Fatal(err)
	}
	_, start := at(d, 0)
	if start.Names.X != "t-SNE 1" || !(start.Points[0].X*start.Points[0].X < 1e-4) {
		t.Errorf("it begins at %v, on axes %q and %q", start.Points[0], start.Names.X, start.Names.Y)
	}
	first, near := at(d, 10)
	on, later := at(near, 40) // the page has the positions of the last picture
	q := first.Info.Placed
	if q == nil || q.Q != 2 || q.N != 300 || q.At[0] != near.Points[0].X || q.At[299] != near.Points[149].Y {
		t.Fatalf("the picture has the places %v", q)
	}
	if near.Points[0] == later.Points[0] {
		t.Error("nothing has moved in 30 steps")
	}
	if x, y := first.Fit.Problem.Drawn(0); x != near.Points[0].X || y != near.Points[0].Y {
		t.Error("what is drawn of a row is elsewhere")
	}
	again, back := at(later, 10)
	if !slices.Equal(back.Points, near.Points) {
		t.Errorf("one comes back to %v, from %v", back.Points[0], near.Points[0])
	}
	if on.Fit.Seconds != 0 || again.Fit.Seconds != 0 {
		t.Error("it was begun anew because its rows have moved")
	}
	// The model's own layers for a row begin there, too.
	e, ok := again.Fit.ExplainRow(0, nil, again.Info.View)
	if !ok {
		t.Fatal("no explanation")
	}
	for _, l := range e.Layers {
		if p, is := l.(*picture.Path); is && (p.XY[0] != near.Points[0].X || p.XY[1] != near.Points[0].Y) {
			t.Errorf("lines to its neighbours begin at %v, and row 0 is at %v", p.XY[:2], near.Points[0])
		}
	}
	m := session.Complete(again, d, picture.Frame{})
	for _, l := range m.Layers {
		if p, ok := l.(*picture.Marks); ok && p.Role == picture.RolePoint &&
			(p.XY[0] != near.Points[0].X || p.XY[1] != near.Points[0].Y) {
			t.Errorf("row 0 is painted at %v", p.XY[:2])
		}
	}
	// Pictures of models without steps do not repeat positions that the document has.
	d, err = s.Resolve(method.Unstopped, doc.Document{Method: "pca", Table: &doc.Table{Name: "iris"}})
	if err != nil {
		t.Fatal(err)
	}
	if r, _ := at(d, 0); r.Info.Placed != nil {
		t.Error("places of principal components ride with a picture, too")
	}
}

// If computing positions takes long, the picture does it, checking its job.
func TestPlacedByItsPicture(t *testing.T) {
	s := session.New(catalog.All())
	asked := &questions{}
	d, err := s.Resolve(method.Unstopped, doc.Document{Method: "isomap",
		Table: &doc.Table{Name: "swiss_roll", N: 700, Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if d.Names.X == "Isomap 1" {
		t.Fatal("700 rows are placed before anybody asks for a picture")
	}
	f, err := s.Fit(asked, d)
	if err != nil {
		t.Fatal(err)
	}
	if asked.n < 500 {
		t.Errorf("the fit asked %d times whether somebody waits", asked.n)
	}
	now := f.Placed(d)
	if now.Names.X != "Isomap 1" || now.Points[0] == d.Points[0] {
		t.Errorf("its rows are at %v on %q", now.Points[0], now.Names.X)
	}
	if g, err := s.Fit(method.Unstopped, now); err != nil || g.Seconds != 0 || g.Run != f.Run {
		t.Errorf("it is fitted again with its rows in place: run %d, %d; %v", f.Run, g.Run, err)
	}
}

// The fit that places the rows of a loaded document asks the loader's job: in a worker, that keeps it answering. A
// stopped one leaves the rows where they are.
func TestLoadAsks(t *testing.T) {
	s := session.New(catalog.All())
	load := func(job method.Job) doc.Document {
		t.Helper()
		d, _, err := s.Load(job, wire.Load{Kind: "json", Text: `{"version":1,"method":"isomap","table":{"name":"iris"}}`})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	if d := load(impatient{}); d.Names.X == "Isomap 1" || len(d.Points) != 150 {
		t.Errorf("a stopped load gives %d rows on %q", len(d.Points), d.Names.X)
	}
	asked := &questions{}
	if d := load(asked); d.Names.X != "Isomap 1" || asked.n == 0 {
		t.Errorf("a load that asks %d times gives rows on %q", asked.n, d.Names.X)
	}
}

// impatient is a job that was stopped.
type impatient struct{}

func (impatient) Err() error { return method.ErrStopped }

// questions counts the calls of Err.
type questions struct{ n int }

func (q *questions) Err() error { q.n++; return nil }
