package importer

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// engine answers when the test says so.
type engine struct {
	asked []wire.Load
	done  []func(workers.Reply, *wire.Error)
}

func (e *engine) Open(head []byte, text workers.Text, done func(workers.Reply, *wire.Error)) *workers.Work {
	var l wire.Load
	if err := json.Unmarshal(head, &l); err != nil || l.Text != "" && text.Size() > 0 {
		panic("not a load")
	}
	if n := text.Size(); n > 0 {
		l.Text = text.Start(n)
	}
	e.asked, e.done = append(e.asked, l), append(e.done, done)
	return nil
}

// answer answers the oldest request with n points, or with an error.
func (e *engine) answer(n int, wrong string, notes ...string) {
	done := e.done[0]
	e.done = e.done[1:]
	if wrong != "" {
		done(workers.Reply{}, &wire.Error{Message: wrong})
		return
	}
	h, err := doc.EncodeHead(doc.Document{Method: "svm"})
	if err != nil {
		panic(err)
	}
	b, err := json.Marshal(wire.Loaded{Doc: h, Notes: notes})
	if err != nil {
		panic(err)
	}
	done(workers.Reply{Head: b, Points: make([]float64, 3*n)}, nil)
}

type page struct {
	info method.Info // the present document's method
	Importer
	engine
	accepted []string // what and key
	points   int
	notes    []string
	opening  []bool // calls of Opening, with the value of Importer.Opening
}

// around implements what the importer depends on.
type around struct{ *page }

func (p around) Info() *method.Info { return &p.page.info }

func (p around) Replace(d doc.Document, what, key string) {
	p.accepted, p.points = append(p.accepted, what+"/"+key), len(d.Points)
	p.Overtake() // as with every change
}

func (p around) Import(d doc.Document, what, key string) { p.Replace(d, "import: "+what, key) }

func (p around) Note(notes []string) { p.notes = append(p.notes, strings.Join(notes, "; ")) }

func (p around) Opening() {
	if n := len(p.opening); n == 0 || p.opening[n-1] != p.page.Opening() {
		p.opening = append(p.opening, p.page.Opening())
	}
}

func (p around) needs() Needs {
	return Needs{
		Engine: &p.engine, Editor: p, Note: p.Note, Opening: p.Opening,
	}
}

func newPage() *page {
	p := &page{}
	p.Importer.Needs = around{p}.needs()
	return p
}

// Opening is true from the request until the document is loaded, refused or overtaken.
func TestTheWayInIsTold(t *testing.T) {
	for name, ends := range map[string]func(*page){
		"accepted":  func(p *page) { p.answer(4, "") },
		"refused":   func(p *page) { p.answer(0, "method is missing") },
		"overtaken": func(p *page) { p.Overtake() },
	} {
		p := newPage()
		p.Load(wire.Load{Kind: "json", Text: "{}"}, "open", "k", func(*wire.Error) {})
		if !slices.Equal(p.opening, []bool{true}) {
			t.Fatalf("%s: on its way the page was told %v", name, p.opening)
		}
		if ends(p); !slices.Equal(p.opening, []bool{true, false}) {
			t.Errorf("%s: the page was told %v", name, p.opening)
		}
	}
}

func TestNothingForeignComesInUnchecked(t *testing.T) {
	p := newPage()
	var got []*wire.Error
	done := func(e *wire.Error) { got = append(got, e) }
	p.Load(wire.Load{Kind: "json", Text: "{}"}, "open", "k", done)
	if len(p.accepted)+len(got) != 0 {
		t.Fatal("accepted before the engine has answered")
	}
	p.answer(0, "method is missing")
	if len(p.accepted) != 0 || len(got) != 1 || got[0].Message != "method is missing" {
		t.Errorf("accepted %q, told %v", p.accepted, got)
	}
	p.Load(wire.Load{Kind: "json", Text: "{}"}, "open", "k", done)
	p.answer(4, "", "two columns left out", "a part of the view, too")
	if len(p.accepted) != 1 || p.accepted[0] != "open/k" || p.points != 4 || got[1] != nil || len(p.notes) != 1 ||
		p.notes[0] != "two columns left out; a part of the view, too" {
		t.Errorf("accepted %q, %d points, told %v, notes %q", p.accepted, p.points, got[1], p.notes)
	}
	// An answer that cannot be parsed is an error, too.
	p.Load(wire.Load{Kind: "json"}, "open", "", done)
	p.done[0](workers.Reply{Head: []byte("{")}, nil)
	if len(got) != 3 || got[2] == nil || len(p.accepted) != 1 {
		t.Errorf("told %v", got)
	}
	// A document that is only checked does not become the present one.
	p.done = p.done[1:]
	p.Check(doc.Document{Method: "svm", Points: make([]doc.Point, 9), Dataset: &doc.Dataset{Name: "moons", N: 9}}, done)
	if q := p.asked[len(p.asked)-1].Text; strings.Contains(q, "points") || strings.Contains(q, "moons") {
		t.Error("parameters are checked with all points, or points are made for them")
	}
	p.answer(0, "")
	if len(got) != 4 || got[3] != nil || len(p.accepted) != 1 {
		t.Errorf("told %v, accepted %q", got[3], p.accepted)
	}
}

// A change by the user is not overwritten by earlier requests, and their callers are told at once. Later requests still
// succeed.
func TestOvertaken(t *testing.T) {
	p := newPage()
	told := map[string][]*wire.Error{}
	open := func(name string) {
		p.Load(wire.Load{Kind: "json", Text: name}, name, "", func(e *wire.Error) { told[name] = append(told[name], e) })
	}
	last := func() { // the newest is answered first
		n := len(p.done) - 1
		p.done = append([]func(workers.Reply, *wire.Error){p.done[n]}, p.done[:n]...)
		p.answer(1, "")
	}
	open("tree")
	open("svm")
	last()
	if len(told["tree"]) != 1 || told["tree"][0] != Overtaken || told["svm"][0] != nil {
		t.Errorf("a newer one is there: told %v", told)
	}
	p.answer(2, "") // ignored
	if len(p.accepted) != 1 || p.accepted[0] != "svm/" || len(told["tree"]) != 1 {
		t.Errorf("accepted %q, told %v", p.accepted, told)
	}
	open("first")
	open("second")
	p.answer(1, "")
	p.answer(1, "")
	if len(p.accepted) != 3 || told["second"][0] != nil {
		t.Errorf("an older one keeps a newer one out: accepted %q, told %v", p.accepted, told)
	}
	open("edited")
	p.Overtake()
	p.answer(1, "")
	if len(p.accepted) != 3 || told["edited"][0] != Overtaken {
		t.Errorf("an edit is overwritten: accepted %q, told %v", p.accepted, told)
	}
	// Making points of a table's rows, requested before the example, does not overtake it.
	p.Made(doc.Document{Method: "svm"}, func(doc.Document, *wire.Error) { p.Overtake() })
	open("after rows")
	p.answer(1, "")
	p.answer(1, "")
	if len(p.accepted) != 4 || told["after rows"][0] != nil {
		t.Errorf("accepted %q, told %v", p.accepted, told)
	}
	open("before rows")
	p.Made(doc.Document{Method: "svm"}, func(doc.Document, *wire.Error) { p.Overtake() })
	last()
	if told["before rows"][0] != Overtaken {
		t.Errorf("told %v", told)
	}
	// A table whose columns must be chosen.
	var refused *wire.Error
	p.Text(workers.TextFrom("1, 2"), doc.Document{Method: "svm"}, func(_ []string, e *wire.Error) { refused = e })
	p.Overtake()
	if refused != Overtaken {
		t.Errorf("told %v", refused)
	}
}

func file(name, text string) workers.File {
	return workers.File{Name: name, Size: len(text),
		Read: func(done func(workers.Text), _ func()) { done(workers.TextFrom(text)) }}
}

func TestFilesAreTablesOrDocuments(t *testing.T) {
	now := doc.Document{Method: "svm", Title: "points", Note: "old, too", Points: make([]doc.Point, 5),
		View: doc.View{X: [2]float64{1, 2}, Y: [2]float64{1, 2}}}
	p := newPage()
	var told *wire.Error
	var notes []string
	done := func(n []string, e *wire.Error) { notes, told = n, e }
	p.File(file("points.csv", "1, 2\n3, 4"), func() doc.Document { return now }, done)
	if q := p.asked[0]; q.Kind != "csv" || q.Text != "1, 2\n3, 4" || strings.Contains(string(q.Doc), "old") ||
		!strings.Contains(string(q.Doc), `"title":"points"`) ||
		strings.Contains(string(q.Doc), `"x":[1,2]`) || !strings.Contains(string(q.Doc), "svm") {
		t.Errorf("asked %+v", q)
	}
	p.answer(0, "line 2 is wrong")
	if told == nil || told.Message != "points.csv: line 2 is wrong" {
		t.Errorf("told %v", told)
	}
	// A file's name may contain anything.
	p.File(file("\u202e"+strings.Repeat("x", 5000)+".csv", "1, 2"), func() doc.Document { return now }, done)
	p.answer(1, "line 1 is wrong")
	if want := strings.Repeat("x", 40) + "…" + strings.Repeat("x", 16) + ".csv: line 1 is wrong"; told == nil ||
		told.Message != want {
		t.Errorf("told %q, want %q", told.Message, want)
	}
	p.Text(workers.TextFrom("\uFEFF  {\"version\":1}"), now, done)
	if q := p.asked[2]; q.Kind != "saved" {
		t.Errorf("asked %+v", q)
	}
	// Only the caller who opened the document gets the notes on how it was read.
	p.answer(2, "", "a part of the view was left out")
	if told != nil || p.accepted[0] != "open a document/" || len(notes) != 1 || len(p.notes) > 0 {
		t.Errorf("told %v, accepted %q, notes %q and %q", told, p.accepted, notes, p.notes)
	}
	// A document set by a script is refused for any error in it.
	p.JSON(workers.TextFrom(`{"version":1}`), "set", func(*wire.Error) {})
	if q := p.asked[3]; q.Kind != "json" {
		t.Errorf("asked %+v", q)
	}
}

// Input that is too long for any document or table is refused before it is read or copied.
func TestTooLongIsNotEvenRead(t *testing.T) {
	p := newPage()
	now := doc.Document{Method: "svm"}
	long := strings.Repeat(" ", doc.MaxBytes+1)
	for name, c := range map[string]struct {
		open func(done Opened)
		says string
	}{
		"file": {func(done Opened) {
			f := workers.File{Name: "big.csv", Size: 40 << 20,
				Read: func(func(workers.Text), func()) { t.Error("the file was read") }}
			p.File(f, func() doc.Document { return now }, done)
		}, "big.csv must be at most 16 MB long; got 40.0 MB"},
		"table": {func(done Opened) { p.Text(workers.TextFrom(long), now, done) },
			"text must be at most 16 MB long; got 16.1 MB"},
		"document": {func(done Opened) { p.Text(workers.TextFrom("{"+long), now, done) },
			"document must be at most 16 MB long; got 16.1 MB"},
		"script": {func(done Opened) {
			p.JSON(workers.TextFrom(long), "set", func(e *wire.Error) { done(nil, e) })
		}, "document must be at most 16 MB long; got 16.1 MB"},
		"file that is gone": {func(done Opened) {
			f := workers.File{Name: "gone.csv", Size: 4, Read: func(_ func(workers.Text), failed func()) { failed() }}
			p.File(f, func() doc.Document { return now }, done)
		}, "gone.csv can't be read."},
	} {
		var told *wire.Error
		c.open(func(_ []string, e *wire.Error) { told = e })
		if told == nil || told.Message != c.says || len(p.asked) > 0 {
			t.Errorf("%s: told %v, want %s; the engine was asked %d times", name, told, c.says, len(p.asked))
		}
	}
}

func TestNewestRecipeWaitsForTheOneOnItsWay(t *testing.T) {
	p := newPage()
	var failed []string
	changed, none := 0, false
	r := Recipes{
		Importer: &p.Importer,
		Prepare:  func(ds doc.Dataset) (doc.Document, bool) { return doc.Document{Method: "svm", Dataset: &ds}, !none },
		Failed:   func(m string) { failed = append(failed, m) },
		Changed:  func() { changed++ },
	}
	for n := 2; n <= 9; n++ {
		r.Make(doc.Dataset{Name: "moons", N: n})
	}
	if len(p.asked) != 1 || r.Chosen().N != 9 || !r.Making() || changed != 8 {
		t.Fatalf("asked %d times, chosen %+v", len(p.asked), r.Chosen())
	}
	p.answer(2, "")
	if len(p.asked) != 2 || !strings.Contains(p.asked[1].Text, `"n":9`) {
		t.Fatalf("asked %+v", p.asked)
	}
	p.answer(0, "too noisy")
	if r.Making() || len(failed) != 1 || len(p.accepted) != 1 || p.accepted[0] != "import: make data/dataset moons" {
		t.Errorf("making %v, failed %q, accepted %q", r.Making(), failed, p.accepted)
	}
	// An edit overtakes the request in progress and the one that waits.
	r.Make(doc.Dataset{Name: "moons", N: 3})
	r.Make(doc.Dataset{Name: "moons", N: 4})
	p.Overtake()
	if r.Making() || len(p.asked) != 3 || len(failed) != 2 {
		t.Errorf("making %v, asked %d times, failed %q", r.Making(), len(p.asked), failed)
	}
	none = true
	r.Make(doc.Dataset{Name: "sine"})
	if r.Making() || len(p.asked) != 3 {
		t.Error("data that no method can take are made")
	}
}
