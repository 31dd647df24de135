//go:build !(js && wasm)

package ui

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/clock"
	"pointscape/app/room/importer"
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// openFirst is open with an engine that has only the first methods. wholes collects the whole engines that are started
// later.
func openFirst(t *testing.T) (c *Core, wholes *[]*engine) {
	t.Helper()
	e := &engine{clock: clock.NewManual(), has: []string{"svm", "gp"}}
	c = newCore("light", false, e.clock)
	wholes = new([]*engine)
	c.Connect(offer(), func(whole bool, recv func(workers.Reply)) (workers.Port, error) {
		if !whole {
			return e.dial(whole, recv)
		}
		w := &engine{clock: e.clock}
		*wholes = append(*wholes, w)
		return w.dial(whole, recv)
	}, nil, nil)
	c.layout.resize(800, 600, 1)
	e.hello()
	return c, wholes
}

// A document that the whole engine was to open does not replace what the user has done since, and no message says any
// more that it is being loaded.
func TestLateAnswerOverwritesNothing(t *testing.T) {
	c, wholes := openFirst(t)
	open := func(text string) *wire.Error {
		var got *wire.Error
		c.importer.Load(wire.Load{Kind: "json", Text: text}, "open an example", "", func(e *wire.Error) { got = e })
		return got
	}
	dock := func() string { return app.HTMLString(&Dock{core: c}) }
	for _, bad := range []string{"quantum", ""} {
		if e := open(`{"method":"` + bad + `"}`); e == nil || len(*wholes) > 0 || bad != "" &&
			e.Message != `method must be one of svm, gp, knn; got "quantum"` {
			t.Errorf("a method that there is not: told %v, %d engines more", e, len(*wholes))
		}
	}
	var told *wire.Error
	c.importer.Load(wire.Load{Kind: "json", Text: `{"method":"knn","points":[[0,0,0],[1,1,1]]}`}, "open an example", "",
		func(e *wire.Error) { told = e })
	if len(*wholes) != 1 || !strings.Contains(dock(), "Loading the other methods") {
		t.Fatal("the whole engine is not asked")
	}
	if e := open(`{"method":"svm","points":[[0,0,0],[1,1,1],[1,0,1]]}`); e != nil || told != importer.Overtaken ||
		strings.Contains(dock(), "Loading") {
		t.Errorf("another example: %v; who asked for the first is told %v", e, told)
	}
	c.importer.Load(wire.Load{Kind: "json", Text: `{"method":"knn","points":[[0,0,0],[1,1,1]]}`}, "open an example", "",
		func(e *wire.Error) { told = e })
	told = nil
	c.params.set("C", 3.0, "")
	if told != importer.Overtaken || strings.Contains(dock(), "Loading") {
		t.Errorf("an edit: told %v", told)
	}
	(*wholes)[0].hello()
	if now := c.editor.Now(); now.Method != "svm" || now.Params["C"] != 3.0 || len(now.Points) != 3 {
		t.Errorf("the late answer has made it %+v", now)
	}
}

// Loading that was stopped, or has failed, starts again only when the user asks for it.
func TestLoadingIsStoppedForGood(t *testing.T) {
	c, wholes := openFirst(t)
	dock := func() string { return app.HTMLString(&Dock{core: c}) }
	c.editor.Methods.Choose("knn")
	(*wholes)[0].say(wire.TypeBoot, 0, wire.Progress{Done: 0.5}, nil)
	c.client.CancelFetch()
	c.params.set("n_neighbors", 3.0, "")
	c.host.showAll()
	if s := dock(); len(*wholes) != 1 || !strings.Contains(s, "was stopped") || !strings.Contains(s, ">Load<") ||
		strings.Contains(s, "Loading the other") {
		t.Errorf("%d engines; the dock says %s", len(*wholes), s)
	}
	c.client.Fetch()
	if s := dock(); len(*wholes) != 2 || strings.Contains(s, ">Load<") || strings.Contains(s, "was stopped") {
		t.Fatalf("%d engines; the dock says %s", len(*wholes), s)
	}
	(*wholes)[1].hello()
	if c.client.Fault() != nil || c.client.Picture() == nil || c.editor.Now().Params["n_neighbors"] != 3.0 ||
		strings.Contains(dock(), "other methods") {
		t.Errorf("the dock says %s", dock())
	}
}

// A request needs extensions of the engine if the document shows parts that need them, if an error curve is known, and
// if runs are kept, also after these were removed.
func TestNeedsOfRequests(t *testing.T) {
	c, e := open(t)
	c.wall.Dial = (&engine{clock: e.clock}).dial
	needs := func(what string, want wire.Need) {
		t.Helper()
		if q, ok, err := c.requests.Compose(true); err != nil || !ok || q.Need != want {
			t.Errorf("%s: needs %+v, want %+v (%v, %v)", what, q.Need, want, ok, err)
		}
	}
	plain, further := wire.Need{Method: "svm"}, wire.Need{Method: "svm", Further: true}
	one := 1
	start := c.editor.Now()
	for _, x := range []struct {
		what string
		want wire.Need
		edit func(*doc.Document)
	}{
		{"the truth", further, func(d *doc.Document) { d.View.Truth = true }},
		{"a kernel", further, func(d *doc.Document) { d.View.Kernel = true }},
		{"scores", further, func(d *doc.Document) { d.View.Scores = &doc.Scores{} }},
		{"a probability", further, func(d *doc.Document) { d.View.Proba = &one }},
		{"a section", further, func(d *doc.Document) { d.View.Section = true }},
		{"a wall of probabilities", further, func(d *doc.Document) {
			d.Wall = &doc.Wall{Over: doc.WallProba, Values: []any{0.0, 1.0}}
		}},
		{"another wall", plain, func(d *doc.Document) { d.Wall = &doc.Wall{Over: "C", Values: []any{1.0, 2.0}} }},
		{"points on a line", further, func(d *doc.Document) {
			d.Dataset, d.Points = nil, []doc.Point{{}, {X: 0.5, Z: 1}, {X: 1}}
		}},
		{"points in the plane", plain, func(d *doc.Document) {
			d.Dataset, d.Points = nil, []doc.Point{{}, {X: 0.5, Y: 1, Z: 1}, {X: 1}}
		}},
		{"the start", plain, func(*doc.Document) {}},
	} {
		n := start
		x.edit(&n)
		c.editor.Import(n, "try", "")
		needs(x.what, x.want)
	}

	w := &worker{}
	c.study.Dial = func(_ bool, recv func(workers.Reply)) (workers.Port, error) {
		w.recv = recv
		return w, nil
	}
	id := method.ErrorCurve.ID
	c.studies.do("ask", id)
	c.studies.ask("over", "C")
	c.studies.ask("by", "10 folds")
	c.studies.do("start", id)
	w.say(wire.TypeHelper, wire.Progress{})
	needs("a curve that is not known", plain)
	w.say(wire.TypeStudied, wire.Studied{Study: id, Curve: json.RawMessage(`{"values":[1]}`)})
	needs("a curve", further)
	c.edits.undo()

	c.editor.Import(start, "go back", "")
	needs("no curve", plain)
	withRuns := plain
	withRuns.Runs = true
	c.runs.Keep([]*wire.Run{{}})
	needs("kept runs", withRuns)
	c.runs.Remove(0)
	needs("removed runs", withRuns)
}
