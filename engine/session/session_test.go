package session

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// fake is a classifier by the sign of x1 - bias that counts its fits.
type fake struct {
	fits  int
	prevs []method.Model
	slow  time.Duration // time per raster node
	clock *time.Time    // the clock to advance by it
	sharp bool
	grids int // number of rasters
}

type fakeModel struct {
	owner *fake
	bias  float64
}

func (m fakeModel) Can() *method.Capabilities {
	return &method.Capabilities{
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster},
	}
}

func (m fakeModel) Facts() []method.Fact {
	return []method.Fact{{Name: "bias", Value: m.bias, Meaning: "x"}, {Name: "nan", Value: math.NaN(), Meaning: "x"},
		{Name: "list", Value: []float64{1, math.Inf(1)}, Meaning: "x"}}
}
func (m fakeModel) Status() method.Status {
	return method.Status{State: method.Exact, Sentence: "Done."}
}

func (m fakeModel) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	m.owner.grids++
	plane := make([]float32, g.W*g.H)
	for j := range g.H {
		if err := job.Err(); err != nil {
			return nil, err
		}
		if m.owner.clock != nil {
			*m.owner.clock = m.owner.clock.Add(m.owner.slow * time.Duration(g.W))
		}
		for i := range g.W {
			plane[j*g.W+i] = float32(g.X(i) - m.bias)
		}
	}
	return &picture.Raster{Kind: picture.Decision, Grid: g, Planes: [][]float32{plane}, Classes: []int{0, 1}, Hi: 1,
		Sharp: m.owner.sharp}, nil
}

// newSession returns a session with a clock that stands still unless a test, or the cost of a fake's rasters, advances
// it: what is drawn must not depend on the load of the machine.
func newSession(methods ...method.Method) (*Session, *time.Time) {
	clock := time.Unix(1000, 0)
	s := New(methods)
	s.SetClock(func() time.Time { return clock })
	return s, &clock
}

func (f *fake) method() method.Method {
	return method.Method{
		Divisible: true,
		Info: method.Info{ID: "fake", Name: "Fake", Task: method.Classify, Takes: method.Takes{MaxPoints: 10},
			Params: []method.Param{{Name: "bias", Kind: method.Number{Range: method.Range{Min: -1, Max: 1}}, Default: 0.5}},
			Shows:  []method.Show{{Name: "boundary", On: true}, {Name: "regions", On: true}}},
		Fit: func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
			f.fits++
			f.prevs = append(f.prevs, prev)
			if p.N == 0 {
				return nil, &method.Need{Sentence: "Add points of two classes."}
			}
			return fakeModel{f, v.Float("bias")}, nil
		},
	}
}

func document(n int) doc.Document {
	d := doc.Document{Method: "fake", Params: map[string]any{}}
	for i := range n {
		d.Points = append(d.Points, doc.Point{X: float64(i) / 10, Y: 0.5, Z: float64(i % 2)})
	}
	return d
}

var view = picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 120, H: 120, Scale: 2}

func collect(t *testing.T, s *Session, req Request) []*Result {
	t.Helper()
	var out []*Result
	if err := s.Draw(t.Context(), req, func(r *Result) error { out = append(out, r); return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFitIsCachedAndWarm(t *testing.T) {
	f := &fake{}
	s, _ := newSession(f.method())
	d := document(4)
	fit := func(d doc.Document) {
		t.Helper()
		if _, err := s.Fit(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	fit(d)
	e := d.Clone() // equal points at another address
	e.View.Show = []string{"regions"}
	fit(e)
	if f.fits != 1 {
		t.Fatalf("%d fits for one model", f.fits)
	}
	e.Params["bias"] = 0.25
	fit(e)
	if f.fits != 2 || f.prevs[1] == nil {
		t.Fatalf("%d fits; the model before the edit was %v", f.fits, f.prevs[1])
	}
	fit(d)
	if f.fits != 2 {
		t.Error("going back to the old parameters fitted again")
	}
	e = e.Clone() // documents are values: an edit makes a new one
	e.Points[1].X += 0.1
	fit(e)
	if f.fits != 3 {
		t.Error("a moved point did not fit again")
	}
	s.Forget()
	fit(e)
	if f.prevs[3] != nil {
		t.Error("after Forget the fit was not cold")
	}
}

func TestErrors(t *testing.T) {
	s, _ := newSession((&fake{}).method())
	cases := map[string]struct {
		edit  func(*doc.Document)
		field string
	}{
		"method": {func(d *doc.Document) { d.Method = "svmm" }, "method"},
		"range":  {func(d *doc.Document) { d.Params["bias"] = 3.0 }, "params.bias"},
		"name":   {func(d *doc.Document) { d.Params["C"] = 3.0 }, "params.C"},
		"show":   {func(d *doc.Document) { d.View.Show = []string{"nothing"} }, "view.show"},
		"points": {func(d *doc.Document) { d.Points = document(11).Points }, "points"},
		"class":  {func(d *doc.Document) { d.Points[2].Z = doc.MaxClass + 1 }, "points[2]"},
		"NaN":    {func(d *doc.Document) { d.Points[2].Y = math.NaN() }, "points[2]"},
	}
	for name, c := range cases {
		d := document(4)
		c.edit(&d)
		_, err := s.Fit(t.Context(), d)
		var de *doc.Error
		if !errors.As(err, &de) || de.Field != c.field {
			t.Errorf("%s: got %v, want an error about %s", name, err, c.field)
		}
	}
	_, err := s.Fit(t.Context(), document(0))
	var need *method.Need
	if !errors.As(err, &need) {
		t.Errorf("no points: got %v, want a Need", err)
	}
}

// The picture of a step does not depend on whether the one before it was sharp.
func TestSharpAfterSmooth(t *testing.T) {
	f := &fake{}
	s, clock := newSession(f.method())
	f.clock = clock
	req := Request{Doc: document(4), View: view, Fine: true}
	nodes := func(sharp bool) int {
		f.sharp = sharp
		got := collect(t, s, req)
		last := got[len(got)-1]
		if !last.Info.Last {
			t.Error("the last picture is none")
		}
		g := last.Picture.Layers[0].(*picture.Raster).Grid
		return g.W * g.H
	}
	smooth, sharp := nodes(false), 0
	for i := range 3 {
		if sharp = nodes(true); sharp != 240*240 {
			t.Errorf("%d: a sharp picture has %d nodes after a smooth one", i, sharp)
		}
		if got := nodes(false); got != smooth {
			t.Errorf("%d: a smooth picture has %d nodes after a sharp one, first %d", i, got, smooth)
		}
	}
}

func TestCoarseThenFine(t *testing.T) {
	f := &fake{slow: 3 * time.Microsecond, sharp: true}
	s, clock := newSession(f.method())
	f.clock = clock
	req := Request{Doc: document(4), View: view, Fine: true}
	collect(t, s, req) // measures the cost
	got := collect(t, s, req)
	if len(got) != 2 || got[0].Info.Last || !got[1].Info.Last {
		t.Fatalf("%d pictures", len(got))
	}
	size := func(r *Result) int {
		g := r.Picture.Layers[0].(*picture.Raster).Grid
		return g.W * g.H
	}
	if size(got[0]) >= size(got[1]) {
		t.Errorf("coarse has %d nodes, fine %d", size(got[0]), size(got[1]))
	}
	if size(got[1]) != 240*240 {
		t.Errorf("a sharp raster at rest has %d nodes, want one for each of the 240x240 device pixels", size(got[1]))
	}
	if got[1].Info.Tile != 1 || got[0].Info.Tile < 2 ||
		got[0].Info.Tile*got[0].Picture.Layers[0].(*picture.Raster).Grid.W < 240 {
		t.Errorf("samples are told to be %d and %d device pixels wide", got[0].Info.Tile, got[1].Info.Tile)
	}
	req.Fine = false
	if got := collect(t, s, req); len(got) != 1 || !got[0].Info.Last {
		t.Errorf("a moving hand got %d pictures", len(got))
	}
	// A fast raster needs no coarse picture.
	f.slow, f.sharp = 0, false
	req.Fine = true
	collect(t, s, req)
	if got := collect(t, s, req); len(got) != 1 {
		t.Errorf("a cheap raster was drawn %d times", len(got))
	}
}

func TestDrawStopsWhenNobodyWaits(t *testing.T) {
	f := &fake{slow: 3 * time.Microsecond, sharp: true}
	s, clock := newSession(f.method())
	f.clock = clock
	req := Request{Doc: document(4), View: view, Fine: true}
	collect(t, s, req) // learns that a coarse picture comes first
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err := s.Draw(ctx, req, func(*Result) error { n++; cancel(); return nil })
	if !method.Stopped(err) || n != 1 {
		t.Errorf("after the first of two pictures: %d pictures, error %v", n, err)
	}
}

// lateModel has an expensive fact.
type lateModel struct {
	fakeModel
	assessed *int
}

func (m lateModel) Can() *method.Capabilities {
	can := m.fakeModel.Can()
	can.Assess = m.Assess
	return can
}

func (m lateModel) Facts() []method.Fact {
	return []method.Fact{{Name: "n", Value: 1.0, Meaning: "x"}, {Name: "error", Late: true, Meaning: "x"}}
}

func (m lateModel) Assess(job method.Job) ([]method.Fact, error) {
	if err := job.Err(); err != nil {
		return nil, err
	}
	*m.assessed++
	return []method.Fact{{Name: "n", Value: 1.0, Meaning: "x"}, {Name: "error", Value: 0.25, Meaning: "x"}}, nil
}

func TestPicturesDoNotWaitForLateFacts(t *testing.T) {
	assessed := 0
	m := (&fake{}).method()
	m.Fit = func(method.Job, *method.Problem, method.Values, method.Model) (method.Model, error) {
		return lateModel{fakeModel{owner: &fake{}}, &assessed}, nil
	}
	s, clock := newSession(m)
	var came []string
	req := Request{Doc: document(4), View: view, Late: func(f wire.Facts) error {
		came = append(came, "facts")
		if f.Facts[1].Value != 0.25 || f.Facts[1].Late || !strings.Contains(f.Alt, "error 0.25") {
			t.Errorf("late facts %+v", f)
		}
		return nil
	}}
	picture := func(r *Result) error {
		came = append(came, "picture")
		if late := r.Info.Facts[1].Late; late != (assessed == 0) {
			t.Errorf("with facts worked out %d times, the picture's are %+v", assessed, r.Info.Facts)
		}
		return nil
	}
	// A picture that is replaced does not compute its facts.
	ctx, cancel := context.WithCancel(t.Context())
	if err := s.Draw(ctx, req, func(r *Result) error { cancel(); return picture(r) }); !method.Stopped(err) {
		t.Errorf("error %v", err)
	}
	for range 2 {
		if err := s.Draw(t.Context(), req, picture); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(came, " "); got != "picture picture facts picture" || assessed != 1 {
		t.Errorf("came %s; facts worked out %d times", got, assessed)
	}
	// During a drag they come ten times a second, and after it at once.
	s.assessed = *clock
	for _, c := range []struct {
		fine bool
		wait time.Duration
		want string
	}{{false, 50 * time.Millisecond, "picture"}, {false, 60 * time.Millisecond, "picture facts"},
		{true, 0, "picture facts"}} {
		s.Forget()
		came, assessed = nil, 0
		*clock = clock.Add(c.wait)
		req.Fine = c.fine
		if err := s.Draw(t.Context(), req, picture); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(came, " "); got != c.want {
			t.Errorf("%v later, fine %v: came %s, want %s", c.wait, c.fine, got, c.want)
		}
	}
	req.Fine = false
	// Without a function for late facts all come with the picture.
	s.Forget()
	req.Late = nil
	if got := collect(t, s, req); got[0].Info.Facts[1].Value != 0.25 {
		t.Errorf("facts %+v", got[0].Info.Facts)
	}
	s.Forget()
	f, err := s.Fit(t.Context(), document(4))
	if err != nil {
		t.Fatal(err)
	}
	if facts := f.Facts(view); facts[1].Value != 0.25 {
		t.Errorf("facts %+v", facts)
	}
}

func TestFactsAreJSON(t *testing.T) {
	s, _ := newSession((&fake{}).method())
	f, err := s.Fit(t.Context(), document(4))
	if err != nil {
		t.Fatal(err)
	}
	facts := f.Facts(view)
	if facts[0].Value != 0.5 || facts[1].Value != "not a number" || facts[2].Value.([]any)[1] != "∞" {
		t.Errorf("facts %+v", facts)
	}
}

func TestLoad(t *testing.T) {
	s, _ := newSession((&fake{}).method())
	head := `{"version":1,"method":"fake","params":{"bias":0.1}}`
	d, _, err := s.Load(method.Unstopped, wire.Load{Kind: "csv", Doc: []byte(head),
		Text: "x,y,class\n0.1,0.2,a\n0.3,0.4,b\n"})
	if err != nil || len(d.Points) != 2 || d.Points[1].Z != 1 || d.Params["bias"] != 0.1 {
		t.Errorf("csv: %+v, %v", d, err)
	}
	_, _, err = s.Load(method.Unstopped, wire.Load{Kind: "csv", Doc: []byte(head), Text: "0.1,0.2,0\n0.3,oops,1\n"})
	if err == nil || !strings.Contains(err.Error(), "line 2") || !strings.Contains(err.Error(), "oops") {
		t.Errorf("a broken CSV: %v", err)
	}
	_, _, err = s.Load(method.Unstopped, wire.Load{Kind: "json", Text: `{"version":1,"method":"fake","params":{"bias":7}}`})
	if err == nil || !strings.Contains(err.Error(), "params.bias") {
		t.Errorf("a parameter out of range: %v", err)
	}
	// If a file from the user has an invalid view, the view is left out, with a note.
	for _, view := range []string{`{"x":[2,1],"y":[0,1]}`, `{"show":["no such layer"]}`,
		`{"sweep":{"param":"no_such","from":0,"to":1}}`, `{"sweep":{"param":"bias","from":0,"to":7}}`} {
		text := `{"version":1,"method":"fake","points":[[1,2,0]],"view":` + view + `}`
		_, _, err := s.Load(method.Unstopped, wire.Load{Kind: "json", Text: text})
		if err == nil || !strings.Contains(err.Error(), "view.") {
			t.Errorf("%s: %v", view, err)
		}
		d, notes, err := s.Load(method.Unstopped, wire.Load{Kind: "saved", Text: text})
		if err != nil || len(d.Points) != 1 || d.View.HasRange() || d.View.Show != nil ||
			d.View.Sweep != nil || len(notes) != 1 ||
			!strings.Contains(notes[0], "left out: view.") {
			t.Errorf("%s: %+v, %q, %v", view, d, notes, err)
		}
	}
	d, _, err = s.Load(method.Unstopped, wire.Load{Kind: "dataset",
		Doc: []byte(`{"version":1,"method":"fake","dataset":{"name":"moons","n":8,"seed":3}}`)})
	if err != nil || len(d.Points) != 8 {
		t.Errorf("dataset: %d points, %v", len(d.Points), err)
	}
}

// A figure has the title of its document.
func TestFigureTitle(t *testing.T) {
	s, _ := newSession((&fake{}).method())
	for title, want := range map[string]string{"": "<title>Fake on 4 points",
		"Moons & <suns>": "<title>Moons &amp; &lt;suns&gt;</title>"} {
		d := document(4)
		d.Title = title
		b, _, err := s.Export(t.Context(), Request{Doc: d, View: view}, "svg", picture.DefaultExport())
		if err != nil || !strings.Contains(string(b), want) {
			t.Errorf("%q: %v, no %s in %.300s", title, err, want, b)
		}
	}
}

// A fit does not start from a model of another task.
func TestWarmWithinATask(t *testing.T) {
	f := &fake{}
	m := f.method()
	m.Params = append(m.Params, method.Param{Name: "domain",
		Kind: method.Choose{Choices: []method.Choice{{Value: "classes", Task: method.Classify},
			{Value: "plane", Task: method.Regress2D}}}, Default: "classes"})
	s, _ := newSession(m)
	d := document(4)
	for k, c := range []struct {
		domain string
		warm   bool
	}{{"classes", false}, {"plane", false}, {"classes", true}, {"plane", true}} {
		d.Params = map[string]any{"domain": c.domain, "bias": 0.1 * float64(k)}
		if _, err := s.Fit(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		if warm := f.prevs[k] != nil; warm != c.warm {
			t.Errorf("fit %d, %s: there is a model to start from: %v", k, c.domain, warm)
		}
	}
}

// A terse picture has no texts, nor what these are made from; its pixels are the same.
func TestTersePicture(t *testing.T) {
	s, _ := newSession((&fake{}).method())
	req := Request{Doc: document(4), View: view}
	whole := collect(t, s, req)
	req.Terse = true
	terse := collect(t, s, req)
	a, b := whole[len(whole)-1], terse[len(terse)-1]
	if len(a.Info.Facts) == 0 || a.Info.Status.Sentence == "" || a.Info.Alt == "" || len(a.Info.Keys) == 0 ||
		a.Info.Terse {
		t.Fatalf("the picture with words tells %+v", a.Info)
	}
	if len(b.Info.Facts) > 0 || b.Info.Status.Sentence != "" || b.Info.Alt != "" || len(b.Info.Keys) > 0 || !b.Info.Terse {
		t.Errorf("the picture without words tells %+v", b.Info)
	}
	if len(a.Picture.Layers) != len(b.Picture.Layers) {
		t.Errorf("%d layers, and without words %d", len(a.Picture.Layers), len(b.Picture.Layers))
	}
}
