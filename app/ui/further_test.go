package ui

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/clock"
	"pointscape/app/room/importer"
	"pointscape/app/workers"
	"pointscape/engine/wire"
)

// openFirst is open with an engine that has the first methods, which all those of the whole one
// that are started follow.
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
	}, nil)
	c.layout.resize(800, 600, 1)
	e.hello()
	return c, wholes
}

// What was to be opened by the whole engine does not overwrite what people have done since, and
// nobody is told to wait for it any more.
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

// Who has the loading stopped, or can't have it, is asked before it begins again.
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
