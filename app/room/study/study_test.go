package study

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// page has what a room depends on: a document, and engines that do as the test says.
type page struct {
	Room
	t       *testing.T
	clock   *clock.Manual
	doc     doc.Document
	task    method.Task
	roles   string
	endless bool
	version int
	dials   int
	closed  int
	posted  []workers.Request
	recv    func(workers.Reply)
	said    []string
	told    []string
	changed int
	more    int
	found   []string
	shares  []float64
}

var loo = &method.LeaveOneOut

// around implements what the room depends on.
type around struct{ *page }

func (p around) Dial(_ bool, recv func(workers.Reply)) (workers.Port, error) {
	p.dials++
	p.recv = recv
	return p, nil
}

func (p around) Present() (doc.Document, method.Task, string, bool, bool) {
	return p.doc, p.task, p.roles, p.endless, true
}

func (p around) Suits(*method.Study) bool { return p.task.Supervised() }

func (p around) Compose() (wire.Draw, []float64, bool) {
	return wire.Draw{PointsVersion: p.version}, []float64{float64(p.version)}, true
}

func (p around) Changed() { p.changed++ }

func (p around) More() { p.more++ }

func (p around) Found(r *wire.Studied) { p.found = append(p.found, r.Says) }

func (p around) Share(x float64) { p.shares = append(p.shares, x) }

func (p around) Say(s string) { p.said = append(p.said, s) }

func (p around) Tell(s string) { p.told = append(p.told, s) }

func (p around) needs() Needs {
	return Needs{
		Clock: p.clock, Dial: p.Dial, Present: p.Present, Suits: p.Suits, Compose: p.Compose,
		Changed: p.Changed, More: p.More, Found: p.Found, Share: p.Share, Say: p.Say, Tell: p.Tell,
	}
}

func open(t *testing.T) *page {
	p := &page{t: t, clock: clock.NewManual(), task: method.Classify, version: 1}
	p.doc = doc.Document{Method: "knn", Params: map[string]any{"k": 1.0},
		Points: []doc.Point{{X: 1}, {X: 2, Z: 1}, {X: 3}}, Seed: 1}
	p.Needs = around{p}.needs()
	return p
}

func (p *page) Post(q workers.Request) {
	if q.Type != wire.TypePing {
		p.posted = append(p.posted, q)
	}
}
func (p *page) Close() { p.closed++ }

func (p *page) say(typ string, id int, head any) {
	b, err := json.Marshal(head)
	if err != nil {
		p.t.Fatal(err)
	}
	p.recv(workers.Reply{Type: typ, ID: id, Head: b})
}

// The rotation of a space is not part of a subject; the classes of its rows are.
func TestATurnIsNoOtherSubject(t *testing.T) {
	rows := &doc.Rows{N: 2, X: []float64{1, 2, 3, 4, 5, 6}, Places: []float64{1, 2, 3, 4, 5, 6},
		Columns: []string{"a", "b", "c"}}
	d := doc.Document{Method: "knn", Table: &doc.Table{Rows: rows, Space: true, Axes: []string{"u", "v", "w"}},
		Points: []doc.Point{{X: 1, Y: 1}, {X: 2, Y: 2, Z: 1}}}
	of := func(change func(d *doc.Document)) Subject {
		d := d
		d.Points = slices.Clone(d.Points)
		change(&d)
		s, ok := SubjectOf(loo.ID, d, false)
		if !ok {
			t.Fatal("no subject")
		}
		return s
	}
	is := of(func(*doc.Document) {})
	turned := of(func(d *doc.Document) { d.View.Turn, d.Points[0] = &[2]float64{30, 10}, doc.Point{X: 1.5, Y: 0.5} })
	classed := of(func(d *doc.Document) { d.Points[0].Z = 1 })
	if !is.equal(&turned) || is.equal(&classed) {
		t.Errorf("turned it is the same %v, with another class %v", is.equal(&turned), is.equal(&classed))
	}
	// The values of the rows are not in the head.
	other := of(func(d *doc.Document) {
		table, rows := *d.Table, *d.Table.Rows
		rows.X = []float64{1, 2, 3, 4, 5, 9}
		table.Rows, d.Table = &rows, &table
	})
	if is.equal(&other) {
		t.Error("other rows are the same")
	}
	flat := func(d *doc.Document) { d.Table = nil }
	if a, b := of(flat), of(func(d *doc.Document) { flat(d); d.Points[0].X = 9 }); a.equal(&b) {
		t.Error("points elsewhere in the plane are the same")
	}
}

func (p *page) ready() { p.say(wire.TypeHelper, 0, struct{}{}) }

func (p *page) last() workers.Request { return p.posted[len(p.posted)-1] }

// finish answers the last study with a sentence.
func (p *page) finish(says string) {
	p.say(wire.TypeStudied, p.last().ID, wire.Studied{Study: loo.ID, Says: says, Points: []int{1}})
}

// edit moves a point and replaces the list, as a drag does.
func (p *page) edit(x float64) {
	p.doc.Points = slices.Clone(p.doc.Points)
	p.doc.Points[0].X = x
	p.version++
}

func (p *page) view() View {
	p.t.Helper()
	v, ok := p.Show(loo)
	if !ok {
		p.t.Fatal("not offered")
	}
	return v
}

func TestNobodyPaysBeforeSomebodyAsks(t *testing.T) {
	p := open(t)
	if v := p.view(); v.Running || v.Result != nil || v.Refused != "" || p.dials != 0 {
		t.Errorf("%+v", v)
	}
	p.Moved()
	p.Cancel()
	if p.dials+p.changed != 0 {
		t.Error("something happened")
	}
}

func TestComputesAndKeeps(t *testing.T) {
	p := open(t)
	p.Start(loo)
	if v := p.view(); !v.Running || v.Old || p.dials != 1 || len(p.posted) != 0 {
		t.Fatalf("%+v, %d engines, asked %v", v, p.dials, p.posted)
	}
	p.ready()
	var q wire.Study
	if err := json.Unmarshal(p.last().Head, &q); err != nil || p.last().Type != wire.TypeStudy || q.Study != loo.ID ||
		p.last().Points[0] != 1 {
		t.Fatalf("asked %+v %v", p.last(), err)
	}
	p.say(wire.TypeProgress, p.last().ID, wire.Progress{Done: 0.25})
	if v := p.view(); v.Share != 0.25 || !slices.Equal(p.shares, []float64{0.25}) {
		t.Errorf("%+v, %v", v, p.shares)
	}
	p.finish("Two of three.")
	if v := p.view(); v.Running || v.Result == nil || v.Result.Says != "Two of three." || v.Old {
		t.Errorf("%+v", v)
	}
	if p.said[len(p.said)-1] != "Two of three." || len(p.said) != 2 {
		t.Errorf("said %q", p.said)
	}
	p.Start(loo) // it is cached
	if len(p.posted) != 1 {
		t.Error("computed what was known")
	}

	// With another document no result is shown; after undo it is there again.
	before := p.doc
	p.edit(1.5)
	if v := p.view(); v.Result != nil || v.Old {
		t.Errorf("beside another document: %+v", v)
	}
	p.doc = before.Clone() // an undo
	p.doc.Title, p.doc.Names.X, p.doc.View.Show = "other words", "other names", []string{"regions"}
	if v := p.view(); v.Result == nil || p.dials != 1 || len(p.posted) != 1 {
		t.Errorf("back again: %+v", v)
	}
	for name, change := range map[string]func(d *doc.Document){
		"method": func(d *doc.Document) { d.Method = "svm" },
		"params": func(d *doc.Document) { d.Params = map[string]any{"k": 2.0} },
		"seed":   func(d *doc.Document) { d.Seed = 2 },
		"class":  func(d *doc.Document) { d.Points[1].Z = 0 },
		"split":  func(d *doc.Document) { d.Split = doc.ByHand("v") },
	} {
		p.doc = before.Clone()
		if change(&p.doc); p.view().Result != nil {
			t.Errorf("shown beside a document of another %s", name)
		}
	}
	// For a model without an end, the step counts.
	p.doc = before.Clone()
	step := 7
	p.doc.View.Step = &step
	if p.view().Result == nil {
		t.Error("the step of a model with an end counts")
	}
	if p.endless = true; p.view().Result != nil {
		t.Error("shown beside another step")
	}
}

// Errors over the values of a parameter do not depend on its present value, nor do errors over n on parameters that are
// set by rules. They depend on the generator of the data.
func TestSubjectsOfCurves(t *testing.T) {
	p := open(t)
	p.doc.Study = &doc.Study{Over: "k", Folds: 2}
	p.doc.Dataset = &doc.Dataset{Name: "moons", Seed: 1}
	of := func(change func(d *doc.Document)) Subject {
		d := p.doc.Clone()
		change(&d)
		s, ok := SubjectOf(method.ErrorCurve.ID, d, false)
		if !ok {
			t.Fatal("no subject")
		}
		return s
	}
	is := of(func(*doc.Document) {})
	for name, c := range map[string]struct {
		change func(d *doc.Document)
		same   bool
	}{
		"value":  {func(d *doc.Document) { d.Params["k"] = 5.0 }, true},
		"title":  {func(d *doc.Document) { d.Title = "another" }, true},
		"chosen": {func(d *doc.Document) { d.Study.Chosen = "k = 5" }, true},
		"other":  {func(d *doc.Document) { d.Params["weights"] = "distance" }, false},
		"folds":  {func(d *doc.Document) { d.Study.Folds = 3 }, false},
		"recipe": {func(d *doc.Document) { d.Dataset = nil }, false},
		"over n": {func(d *doc.Document) { d.Study.Over = doc.SampleSize }, false},
	} {
		if s := of(c.change); is.equal(&s) != c.same {
			t.Errorf("%s: the same is %v", name, !c.same)
		}
	}
	ruled := func(k float64) func(*doc.Document) {
		return func(d *doc.Document) {
			d.Params["k"] = k
			d.Study = &doc.Study{Over: doc.SampleSize, Rules: map[string]string{"k": "n/2"}}
		}
	}
	if a, b := of(ruled(1)), of(ruled(2)); !a.equal(&b) {
		t.Error("a curve depends on a value that a rule replaces")
	}
	if p.doc.Params["k"] != 1.0 {
		t.Error("the document was changed")
	}
}

// A study that a document asks for starts by itself, and is cancelled after a while unless the user wants it.
func TestUnaskedWorkEnds(t *testing.T) {
	curve := &method.ErrorCurve
	p := open(t)
	p.doc.Study = &doc.Study{Over: "k", Folds: 2}
	show := func() View {
		v, _ := p.Show(curve)
		return v
	}
	p.StartUnasked(curve)
	p.ready()
	p.clock.Pass(Unasked / 2)
	if !show().Running {
		t.Fatal("it does not begin")
	}
	p.clock.Pass(Unasked)
	if v := show(); v.Running || !strings.Contains(v.Fault, "10 seconds") || p.last().Type != wire.TypeCancel {
		t.Errorf("%+v", v)
	}
	p.Start(curve)
	if v := show(); !v.Running || v.Fault != "" {
		t.Errorf("asked for: %+v", v)
	}
	p.clock.Pass(Unasked + time.Second)
	if !show().Running {
		t.Error("what somebody has asked for is given up")
	}
	p.Cancel()
	p.say(wire.TypeSuperseded, p.last().ID, struct{}{})
	p.StartUnasked(curve)
	p.Start(curve)
	p.clock.Pass(Unasked + time.Second)
	if !show().Running {
		t.Error("what somebody has asked for meanwhile is given up")
	}
	p.finish("Found.")
	if p.Curve() != nil {
		t.Error("a curve of none")
	}
	posted := len(p.posted)
	p.StartUnasked(curve)
	if len(p.posted) != posted {
		t.Error("computed what is known")
	}
}

// The intermediate result of a running study is shown with its own document, and not during a drag.
func TestWhatIsFoundSoFar(t *testing.T) {
	curve := &method.ErrorCurve
	p := open(t)
	p.doc.Study = &doc.Study{Over: "k", Folds: 2}
	show := func() View {
		v, _ := p.Show(curve)
		return v
	}
	tell := func(done float64, says string) {
		p.say(wire.TypeProgress, p.last().ID, wire.Progress{Done: done,
			SoFar: &wire.Studied{Study: curve.ID, Says: says, Curve: json.RawMessage(`{"best":1}`)}})
	}
	p.Start(curve)
	p.ready()
	p.say(wire.TypeProgress, p.last().ID, wire.Progress{Done: 0.1})
	if v := show(); v.SoFar != nil || p.Curve() != nil || p.more != 0 {
		t.Errorf("nothing is known: %+v", v)
	}
	tell(0.2, "One of five.")
	if v := show(); !v.Running || v.Result != nil || v.SoFar == nil || v.SoFar.Says != "One of five." || v.Share != 0.2 ||
		string(p.Curve()) != `{"best":1}` || p.more != 1 {
		t.Errorf("%+v, curve %s, shown %d times", v, p.Curve(), p.more)
	}
	before := p.doc
	p.edit(9)
	tell(0.3, "Two of five.")
	if v := show(); v.SoFar != nil || p.Curve() != nil || p.more != 1 {
		t.Errorf("shown beside another document: %+v, %d times", v, p.more)
	}
	p.doc = before
	if v := show(); v.SoFar == nil || v.SoFar.Says != "Two of five." {
		t.Errorf("back again: %+v", v)
	}
	posted := p.last()
	p.Moved()
	p.posted = append(p.posted, posted)
	tell(0.4, "Three of five.")
	if p.more != 1 {
		t.Error("shown while a hand moves")
	}
	p.clock.Pass(time.Second)
	tell(0.5, "Four of five.")
	if p.more != 2 || show().SoFar.Says != "Four of five." {
		t.Errorf("shown %d times, %+v", p.more, show())
	}
	p.say(wire.TypeStudied, p.last().ID, wire.Studied{Study: curve.ID, Says: "All.", Curve: json.RawMessage(`{"best":2}`)})
	if v := show(); v.SoFar != nil || v.Result == nil || string(p.Curve()) != `{"best":2}` {
		t.Errorf("done: %+v, %s", v, p.Curve())
	}
	p.edit(10)
	p.Start(curve)
	tell(0.2, "Of another.")
	if p.Cancel(); p.Curve() != nil || show().SoFar != nil {
		t.Error("what was given up is shown")
	}
}

func TestAnEditWhileItRuns(t *testing.T) {
	p := open(t)
	p.Start(loo)
	p.ready()
	first := p.doc
	p.doc.Points[0].X = 7 // a drag that changes the list in place
	if v := p.view(); !v.Old {
		t.Errorf("moved in its list: %+v", v)
	}
	p.doc.Points[0].X = 1
	p.edit(9)
	if v := p.view(); !v.Running || !v.Old {
		t.Errorf("%+v", v)
	}
	p.finish("Of before.")
	if v := p.view(); v.Result != nil || v.Running || !v.Old || strings.Contains(p.said[len(p.said)-1], "Of before.") {
		t.Errorf("a result of before is shown: %+v, said %q", v, p.said)
	}
	p.doc = first
	if v := p.view(); v.Result == nil || v.Old {
		t.Errorf("undone: %+v", v)
	}
	p.edit(9)
	if v := p.view(); v.Old {
		t.Errorf("somebody has seen it: %+v", v)
	}
	// Another study replaces a running one.
	p.Start(loo)
	one := p.last().ID
	p.edit(10)
	p.Start(loo)
	if n := len(p.posted); p.posted[n-2].Type != wire.TypeCancel || p.posted[n-2].ID != one ||
		p.last().Type != wire.TypeStudy || p.view().Old {
		t.Errorf("asked %+v", p.posted)
	}
	p.say(wire.TypeStudied, one, wire.Studied{Says: "late"})
	if v := p.view(); v.Result != nil || !v.Running {
		t.Errorf("a late answer counts: %+v", v)
	}
}

func TestCancel(t *testing.T) {
	p := open(t)
	p.Start(loo)
	p.Cancel() // before the engine is there
	p.ready()
	if len(p.posted) != 0 || p.view().Running {
		t.Fatalf("asked %v", p.posted)
	}
	p.Start(loo)
	id := p.last().ID
	p.Cancel()
	if q := p.last(); q.Type != wire.TypeCancel || q.ID != id || p.view().Running || p.said[len(p.said)-1] != loo.Label+
		": cancelled" {
		t.Errorf("posted %+v, said %q", q, p.said)
	}
	p.say(wire.TypeSuperseded, id, struct{}{})
	p.Start(loo)
	p.finish("Now.")
	if v := p.view(); v.Result == nil || p.dials != 1 {
		t.Errorf("after cancelling: %+v, %d engines", v, p.dials)
	}
}

func TestAnEngineThatDiesIsReplacedAndTold(t *testing.T) {
	p := open(t)
	p.Start(loo)
	p.ready()
	p.say(wire.TypeFatal, 0, wire.Error{Message: "out of memory"})
	if v := p.view(); v.Running || !strings.Contains(v.Fault, "stopped") || p.dials != 2 || len(p.told) != 1 {
		t.Fatalf("%+v, %d engines, told %q", v, p.dials, p.told)
	}
	p.ready()
	p.Start(loo)
	if p.last().Points == nil {
		t.Error("the new engine has no points")
	}
	p.finish("Now.")
	if v := p.view(); v.Result == nil || v.Fault != "" {
		t.Errorf("%+v", v)
	}
	for range 2 { // with the first, three in a row: it waits for the next request
		p.edit(float64(p.version))
		p.Start(loo)
		p.say(wire.TypeFatal, 0, wire.Error{Message: "again"})
	}
	if v := p.view(); v.Fault == "" || v.Running {
		t.Errorf("%+v", v)
	}
	n := p.dials
	p.Start(loo)
	p.ready()
	p.finish("At last.")
	if v := p.view(); p.dials != n+1 || v.Result == nil {
		t.Errorf("%+v, %d engines", v, p.dials-n)
	}
	// An engine that cannot start.
	p = open(t)
	p.Dial = func(bool, func(workers.Reply)) (workers.Port, error) { return nil, errStart{} }
	p.Start(loo)
	if v := p.view(); v.Fault == "" || v.Running {
		t.Errorf("%+v", v)
	}
}

type errStart struct{}

func (errStart) Error() string { return "no workers here" }

func TestARefusalIsSaid(t *testing.T) {
	p := open(t)
	p.Start(loo)
	p.ready()
	p.say(wire.TypeError, p.last().ID, wire.Error{Message: "Train it first.", Need: true})
	if v := p.view(); v.Fault != "Train it first." || v.Running {
		t.Errorf("%+v", v)
	}
	p.edit(4)
	if v := p.view(); v.Fault != "" {
		t.Errorf("of another document: %+v", v)
	}
}

func TestWhatItIsOfferedFor(t *testing.T) {
	p := open(t)
	p.doc.Points = make([]doc.Point, 501)
	if v := p.view(); !strings.Contains(v.Refused, "at most 500") {
		t.Errorf("%+v", v)
	}
	p.Start(loo)
	if p.dials != 0 {
		t.Error("began what is refused")
	}
	p.doc.Points[3].Z = doc.Unlabeled
	if v := p.view(); v.Refused != "" {
		t.Error("points without a class count")
	}
	p.doc.Points[3].Z = 0
	if p.roles = "v" + strings.Repeat(".", 500); p.view().Refused != "" {
		t.Error("points that are held out count")
	}
	p.task = method.Cluster
	if _, ok := p.Show(loo); ok {
		t.Error("offered for groups")
	}
}

func TestAHandComesFirst(t *testing.T) {
	p := open(t)
	p.Start(loo)
	p.Moved()
	p.ready()
	yields := func() (n int) {
		for _, q := range p.posted {
			if q.Type == wire.TypeYield {
				n++
			}
		}
		return n
	}
	for range 60 { // one second of frames
		p.Moved()
		p.clock.Pass(time.Second / 60)
	}
	if n := yields(); n < 5 || n > 10 {
		t.Errorf("%d requests to yield in a second", n)
	}
	p.posted = p.posted[:1]
	p.finish("Done.")
	p.clock.Pass(time.Second)
	if p.Moved(); yields() > 0 {
		t.Error("nothing runs, and it is asked to yield")
	}
}

func TestMemory(t *testing.T) {
	p := open(t)
	first := p.doc
	for i := range kept + 1 {
		p.Start(loo)
		if i == 0 {
			p.ready()
		}
		p.finish("Done.")
		p.edit(float64(100 + i))
	}
	if len(p.kept) != kept {
		t.Errorf("%d results are kept", len(p.kept))
	}
	if p.doc = first; p.view().Result != nil {
		t.Error("the oldest is kept")
	}
	p.clock.Pass(idleAfter + time.Second)
	if p.closed != 1 {
		t.Error("the engine stays for ever")
	}
	p.Start(loo)
	p.clock.Pass(10 * idleAfter / 60)
	p.ready()
	p.finish("Again.")
	if v := p.view(); p.dials != 2 || v.Result == nil {
		t.Errorf("%+v, %d engines", v, p.dials)
	}
}

// A run depends on everything in its document except how runs are shown. A request to save a run is answered even if
// the document has changed by then.
func TestRunsAreFound(t *testing.T) {
	runs := &method.Runs
	of := func(change func(d *doc.Document)) Subject {
		d := doc.Document{Method: "knn", Dataset: &doc.Dataset{Name: "moons"}, Params: map[string]any{},
			Runs: &doc.Runs{Of: []doc.Run{{Name: "a", Params: map[string]any{"k": 3.0}}}, X: "time"}}
		change(&d)
		s, ok := SubjectOf(runs.ID, d, false)
		if !ok {
			t.Fatal("no subject")
		}
		return s
	}
	is := of(func(*doc.Document) {})
	for what, change := range map[string]func(d *doc.Document){
		"its axes":  func(d *doc.Document) { d.Runs.X, d.Runs.Y, d.Runs.Log, d.Runs.Excess = "n", "time", true, true },
		"a study":   func(d *doc.Document) { d.Study = &doc.Study{Folds: 5} },
		"its title": func(d *doc.Document) { d.Title = "Another" },
		"a switch":  func(d *doc.Document) { d.View.Show = []string{"boundary"} },
	} {
		if other := of(change); !is.equal(&other) {
			t.Errorf("with another %s the runs are others", what)
		}
	}
	for what, change := range map[string]func(d *doc.Document){
		"recipe":    func(d *doc.Document) { d.Dataset = nil },
		"parameter": func(d *doc.Document) { d.Params["k"] = 5.0 },
		"run":       func(d *doc.Document) { d.Runs.Of[0].Params = nil },
		"size":      func(d *doc.Document) { d.Runs.Sizes = []float64{7} },
		"no run":    func(d *doc.Document) { d.Runs = nil },
	} {
		if other := of(change); is.equal(&other) {
			t.Errorf("another %s has the same runs", what)
		}
	}
	p := open(t)
	p.Start(runs)
	p.ready()
	p.edit(7)
	p.say(wire.TypeStudied, p.last().ID, wire.Studied{Study: runs.ID, Says: "1 run.", Runs: []*wire.Run{{Method: "knn"}}})
	if len(p.found) != 1 || p.found[0] != "1 run." {
		t.Errorf("found %q", p.found)
	}
	if v, ok := p.Show(runs); !ok || v.Result != nil || !v.Old {
		t.Errorf("beside other points: %+v", v)
	}
}
