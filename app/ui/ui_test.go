package ui

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/history"
	"pointscape/app/room/clock"
	"pointscape/app/room/notifications"
	"pointscape/app/stage"
	"pointscape/app/workers"
	all "pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

var catalog = []method.Info{
	{ID: "svm", Name: "Support vector machine", Family: "Classification", Task: method.Classify, Summary: "Widest street.",
		Params: []method.Param{
			{Name: "kernel", Label: "Kernel", Kind: method.Kernel{Choices: []method.Choice{{Value: "rbf", Label: "Gaussian"},
				{Value: "linear", Label: "Linear"}}}, Default: "rbf", Help: "What counts as similar"},
			{Name: "gamma", Label: "γ", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6, SoftMin: 0.01,
				SoftMax: 1000, Log: true}}, Default: 1.0, Help: "Width", When: &method.When{Name: "kernel", In: []string{"rbf"}}},
			{Name: "C", Label: "C", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6, SoftMin: 0.01,
				SoftMax: 1000, Log: true}}, Default: 1.0, Help: "Price of an error"},
			{Name: "hard", Label: "Hard margin", Kind: method.Bool{}, Default: false, Help: "No errors"},
			{Name: "tol", Label: "Tolerance", Kind: method.Number{Range: method.Range{Min: 1e-9, Max: 1, Log: true}},
				Default: 1e-3, Advanced: true, Help: "When to stop"},
		},
		Shows: []method.Show{{Name: "margins", Label: "margins", On: true}, {Name: "slack", Label: "slack"}}},
	{ID: "gp", Name: "Gaussian process", Family: "Regression", Task: method.Regress, Summary: "Functions.",
		Params: []method.Param{
			{Name: "kernel", Label: "Kernel", Kind: method.Kernel{Choices: []method.Choice{{Value: "rbf(0.2)",
				Label: "Gaussian"}}}, Default: "rbf(0.2)", Help: "Alike"},
			{Name: "domain", Label: "Inputs", Kind: method.Choose{Choices: []method.Choice{{Value: "line", Label: "on a line",
				Task: method.Regress}, {Value: "plane", Label: "over the plane", Task: method.Regress2D}}}, Default: "line",
				Help: "How points are read"},
			{Name: "widths", Label: "Widths", Kind: method.Numbers{Range: method.Range{Min: 1, Max: 9}},
				Default: []float64{1, 2}, Help: "A list"},
		}},
	{ID: "knn", Name: "Nearest neighbours", Family: "Classification", Task: method.Classify, Summary: "Neighbours vote.",
		Takes: method.Takes{MaxPoints: 5},
		Params: []method.Param{
			{Name: "n_neighbors", Label: "k", Kind: method.Integer{Range: method.Range{Min: 1, Max: 50}}, Default: 5.0,
				Help: "How many vote"},
			{Name: "tol", Label: "Tolerance", Kind: method.Number{Range: method.Range{Min: 1e-9, Max: 1, Log: true}},
				Default: 1e-3, Advanced: true, Help: "When to stop"},
		}},
}

var datasets = []method.Dataset{
	{Name: "moons", Label: "Two moons", Task: method.Classify, N: 4, MaxN: 1000, Noise: 0.1, MaxNoise: 1},
	{Name: "sine", Label: "Sine", Task: method.Regress, N: 6, MaxN: 1000, Noise: 0.1, MaxNoise: 1},
	{Name: "hill", Label: "Hill", Task: method.Regress2D, N: 5, MaxN: 1000},
}

// engine answers like the real one, at once, without any algorithm.
type engine struct {
	clock  *clock.Manual // the page's clock
	recv   func(workers.Reply)
	draws  int
	asked  int                 // id of the newest draw
	fine   bool                // the newest draw asked for a sharp picture
	kernel func(string) string // error of a kernel, "" = none
	hold   bool                // draws are not answered
	mute   bool                // nor are requests for the extent
	has    []string            // ids of its methods; nil = all
	reach  wire.Reach          // extent of what is drawn; zero = its answer has none

	steps    int // steps of each fit; 0 = fits have no steps
	runs     int
	number   int    // number of the newest tuning
	fitted   string // what the newest run was fitted to
	keys     []picture.Key
	diverged string // why fits diverge; "" = they do not

	dress  func(*wire.Picture) // changes each picture
	tuning func(doc.Document) *method.Tuning
	// rewrite answers wire.Load "rewrite".
	rewrite func(wire.Load, *doc.Document)
	posted  func(workers.Request) // called with each request
	notes   []string              // notes on what it loads
	table   *method.Table         // table whose columns must be chosen
}

// picture returns the answer to a draw.
func (e *engine) picture(d wire.Draw) wire.Picture {
	p := wire.Picture{View: d.View, PointsVersion: d.PointsVersion, Last: true, Alt: "A picture.", Keys: e.keys,
		Facts:  []method.Fact{{Name: "n_support", Value: 3, Meaning: "how many"}},
		Status: method.Status{State: method.Exact, Sentence: "Done."}}
	if e.diverged != "" {
		p.Status = method.Status{State: method.Diverged, Sentence: e.diverged}
	}
	if e.dress != nil {
		e.dress(&p)
	}
	if e.tuning != nil {
		asked, err := doc.DecodeHead(d.Doc)
		if err != nil {
			panic(err)
		}
		e.number++
		if p.Tuning = e.tuning(asked); p.Tuning != nil {
			p.Tuned = e.number
		}
	}
	if e.steps > 0 {
		asked, err := doc.DecodeHead(d.Doc)
		if err != nil {
			panic(err)
		}
		if was := fmt.Sprint(asked.Method, asked.Params, d.PointsVersion, e.steps); was != e.fitted {
			e.fitted = was
			e.runs++
		}
		p.Player = &wire.Player{Step: e.steps, Steps: e.steps, StepName: "iteration", Run: e.runs}
		if s := asked.View.Step; s != nil {
			p.Player.Step = min(*s, e.steps)
		}
		if d.Run != e.runs {
			s := wire.Series{Name: "objective", Log: true}
			for k := range e.steps + 1 {
				s.Add(k, 1/float64(k+1))
			}
			p.Player.Trace = []wire.Series{s}
		}
	}
	return p
}

func (e *engine) dial(_ bool, recv func(workers.Reply)) (workers.Port, error) {
	e.recv = recv
	return e, nil
}

func (e *engine) Close() {}

func (e *engine) say(typ string, id int, head any, points []float64) {
	b, err := json.Marshal(head)
	if err != nil {
		panic(err)
	}
	r := workers.Reply{Type: typ, ID: id, Head: b, Points: points}
	if p, ok := head.(wire.Picture); ok {
		r.Numbers = p.Numbers()
	}
	e.recv(r)
}

// refuse answers the newest request, which was held back, with an error.
func (e *engine) refuse(w wire.Error) { e.say(wire.TypeError, e.asked, w, nil) }

func (e *engine) hello() {
	e.say(wire.TypeHello, 0, wire.Hello{Protocol: wire.Protocol, Methods: e.has, Whole: e.has == nil}, nil)
}

func offer() *wire.Offer {
	return &wire.Offer{Version: "1.2.3", Catalog: catalog, Datasets: datasets,
		Start: json.RawMessage(`{"version":1,"method":"svm","dataset":{"name":"moons","n":4,"seed":1}}`)}
}

func (e *engine) Post(r workers.Request) {
	if e.posted != nil {
		e.posted(r)
	}
	switch r.Type {
	case wire.TypeExplain:
		var q wire.Explain
		if err := json.Unmarshal(r.Head, &q); err != nil {
			panic(err)
		}
		e.say(wire.TypeExplanation, r.ID, wire.Explanation{X: q.X, Y: q.Y, Answer: "class 2",
			Lines: []string{fmt.Sprintf("f(%.4g, %.4g) = 1", q.X, q.Y)}}, nil)
	case wire.TypeExtent:
		var d wire.Draw
		if err := json.Unmarshal(r.Head, &d); err != nil {
			panic(err)
		}
		if !e.mute {
			e.say(wire.TypeReach, r.ID, e.reach, nil)
		}
	case wire.TypeDraw:
		e.draws++
		e.asked = r.ID
		var d wire.Draw
		if err := json.Unmarshal(r.Head, &d); err != nil {
			panic(err)
		}
		e.fine = d.Fine
		if !e.hold {
			e.say(wire.TypePicture, r.ID, e.picture(d), nil)
		}
	case wire.TypeLoad:
		var l wire.Load
		if err := json.Unmarshal(r.Head, &l); err != nil {
			panic(err)
		}
		text := l.Text
		if n := r.Text.Size(); n > 0 {
			text = r.Text.Start(n)
		}
		if l.Kind == "csv" && l.Columns == nil {
			e.say(wire.TypeLoaded, r.ID, wire.Loaded{Table: e.table}, nil)
			return
		}
		d, err := doc.Decode([]byte(text))
		switch l.Kind {
		case "csv":
			d, err = doc.DecodeHead(l.Doc)
		case "link":
			d, err = doc.DecodeLink(l.Text)
		case "rewrite":
			if d, err = doc.DecodeHead(l.Doc); err == nil && e.rewrite != nil {
				e.rewrite(l, &d)
			}
		}
		if err == nil {
			err = e.check(d)
		}
		if err != nil {
			head := wire.Error{Message: err.Error()}
			if f, ok := err.(*doc.Error); ok {
				head.Field, head.Got = f.Field, f.Got
			}
			e.say(wire.TypeError, r.ID, head, nil)
			return
		}
		if d.Dataset != nil {
			for i := range d.Dataset.N {
				d.Points = append(d.Points, doc.Point{X: float64(i) / 10, Y: 0.5, Z: float64(i % 2)})
			}
		}
		b, err := doc.EncodeHead(d)
		if err != nil {
			panic(err)
		}
		e.say(wire.TypeLoaded, r.ID, wire.Loaded{Doc: b, Notes: e.notes}, flat(d.Points))
	}
}

func (e *engine) check(d doc.Document) error {
	for i := range catalog {
		if in := &catalog[i]; in.ID == d.Method && (e.has == nil || slices.Contains(e.has, in.ID)) {
			if k, ok := d.Params["kernel"].(string); ok && e.kernel != nil {
				if why := e.kernel(k); why != "" {
					return doc.Errorf("params.kernel", why, k)
				}
			}
			_, err := in.Validate(d.Params)
			return err
		}
	}
	has := e.has
	if has == nil {
		has = []string{"svm", "gp", "knn"}
	}
	return doc.Errorf("method", "one of "+strings.Join(has, ", "), d.Method)
}

func open(t *testing.T) (*Core, *engine) {
	t.Helper()
	e := &engine{clock: clock.NewManual()}
	c := newCore("light", false, e.clock)
	c.Connect(offer(), e.dial, nil, nil)
	c.layout.resize(800, 600, 1)
	e.hello()
	if !c.editor.Loaded() || len(c.editor.Now().Points) != 4 || c.editor.Info().ID != "svm" {
		t.Fatalf("opened %+v", c.editor.Now())
	}
	return c, e
}

// A document that the offer has opened already is there before the engine. It can be edited, and is drawn when the
// engine is ready.
func TestOpensBeforeTheEngine(t *testing.T) {
	o := offer()
	o.Opened = wire.Opened{Doc: []byte(`{"version":1,"method":"svm","dataset":{"name":"moons","n":2,"seed":1}}`),
		Points: []float64{0.25, 0.5, 0, 0.75, 0.5, 1}}
	e := &engine{clock: clock.NewManual()}
	c := newCore("light", false, e.clock)
	c.Connect(o, e.dial, nil, nil)
	c.layout.resize(800, 600, 1)
	if !c.editor.Loaded() || len(c.editor.Now().Points) != 2 || c.editor.Now().Points[1].X != 0.75 ||
		c.editor.Now().Dataset == nil {
		t.Fatalf("opened %+v", c.editor.Now())
	}
	if _, ok := c.editor.History.CanUndo(); ok || e.draws != 0 || !c.client.Unfinished() {
		t.Errorf("before the engine: undo %v, %d draws", ok, e.draws)
	}
	c.host.Add(0.3, 0.7)
	e.hello()
	if len(c.editor.Now().Points) != 3 || e.draws == 0 || c.client.Picture() == nil || c.client.Computing() {
		t.Errorf("with the engine: %d points, %d draws", len(c.editor.Now().Points), e.draws)
	}
}

func TestOpensAndDraws(t *testing.T) {
	c, e := open(t)
	if e.draws == 0 || c.client.Picture() == nil || c.client.Computing() {
		t.Errorf("draws %d, picture %v", e.draws, c.client.Picture())
	}
	if _, ok := c.editor.History.CanUndo(); ok {
		t.Error("the start can be undone")
	}
}

func TestAddDragUndo(t *testing.T) {
	c, _ := open(t)
	h := &c.host
	h.Add(0.3, 0.7)
	if len(c.editor.Now().Points) != 5 || c.editor.Now().Dataset != nil {
		t.Fatalf("got %+v", c.editor.Now())
	}
	old := c.editor.Now().Points
	c.gesture.Grab(4)
	for x := 0.31; x < 0.6; x += 0.01 {
		c.gesture.MoveTo(x, 0.7)
	}
	c.gesture.Draft.Release(true)
	if old[4].X != 0.3 {
		t.Error("a drag changed the document that was")
	}
	c.edits.undo()
	if c.editor.Now().Points[4].X != 0.3 {
		t.Errorf("one undo gave %v", c.editor.Now().Points[4])
	}
	c.edits.undo()
	if len(c.editor.Now().Points) != 4 || c.editor.Now().Dataset == nil {
		t.Errorf("the recipe did not come back: %+v", c.editor.Now())
	}
	c.edits.redo()
	c.edits.redo()
	if len(c.editor.Now().Points) != 5 || c.editor.Now().Points[4].X < 0.5 {
		t.Errorf("redo gave %v", c.editor.Now().Points)
	}
	c.gesture.Grab(4)
	c.gesture.MoveTo(9, 9)
	c.gesture.Draft.Release(false)
	if c.editor.Now().Points[4].X > 1 {
		t.Error("a cancelled drag moved the point")
	}
}

func TestViewIsNoStep(t *testing.T) {
	c, _ := open(t)
	v := c.editor.View.Now()
	c.host.Add(0.5, 0.5)
	w := v
	w.X0, w.X1, w.Y0, w.Y1 = 2, 4, 2, 3.5
	c.gesture.Look(w)
	c.effects.settled()
	c.edits.undo()
	if len(c.editor.Now().Points) != 4 || c.editor.View.Now().X0 != 2 {
		t.Errorf("undo of a click: %d points, view %+v", len(c.editor.Now().Points), c.editor.View.Now())
	}
	c.host.showAll()
	if c.editor.View.Now() != v {
		t.Errorf("reset to %+v, was %+v", c.editor.View.Now(), v)
	}
}

func TestMethodsOfOtherTasksHaveTheirOwnData(t *testing.T) {
	c, _ := open(t)
	c.host.Add(0.9, 0.9)
	c.params.set("C", 7.0, "")
	c.editor.Methods.Choose("gp")
	if c.editor.Task() != method.Regress || len(c.editor.Now().Points) != 6 || c.editor.Now().Dataset.Name != "sine" {
		t.Fatalf("gp: %+v", c.editor.Now())
	}
	if _, ok := c.editor.Now().Params["kernel"]; ok {
		t.Error("a kernel's name went where it means nothing")
	}
	c.params.set("domain", "plane", "")
	if c.editor.Task() != method.Regress2D || c.editor.Now().Dataset.Name != "hill" {
		t.Errorf("over the plane: %+v", c.editor.Now())
	}
	c.editor.Methods.Choose("svm")
	if len(c.editor.Now().Points) != 5 || c.editor.Now().Params["C"] != 7.0 {
		t.Errorf("back: %+v", c.editor.Now())
	}
	c.edits.undo()
	if c.editor.Now().Method != "gp" || c.editor.Task() != method.Regress2D {
		t.Errorf("undo: %+v", c.editor.Now())
	}
}

func TestWhatDoesNotSuitIsLeftBehind(t *testing.T) {
	c, e := open(t)
	c.params.set("tol", 0.5, "")
	e.hold = true
	c.editor.Methods.Choose("knn")
	if c.editor.Now().Params["tol"] != 0.5 {
		t.Fatalf("carried: %v", c.editor.Now().Params)
	}
	what, _ := c.editor.History.CanUndo()
	wrong := wire.Error{Field: "params.tol", Message: "must suit k"}
	// An error about an older state does not remove it, nor does one during a drag, whose draft that would spoil.
	c.client.Resized() // while the request is on its way
	e.refuse(wrong)
	c.interaction.param = true
	e.refuse(wrong)
	c.interaction.param = false
	if c.editor.Now().Params["tol"] != 0.5 {
		t.Fatal("it is gone already")
	}
	c.client.Redraw()
	e.refuse(wrong)
	if _, ok := c.editor.Now().Params["tol"]; ok || c.client.Fault() != nil {
		t.Errorf("parameters %v, fault %v", c.editor.Now().Params, c.client.Fault())
	}
	if now, _ := c.editor.History.CanUndo(); now != what {
		t.Errorf("undo would take back %q, not %q", now, what)
	}
	if told := toast(c).Text; !strings.Contains(told, "Tolerance 0.5") || !strings.Contains(told, "0.001") {
		t.Errorf("it is told as %q", told)
	}
	// A value that was chosen for this method stays, with its error.
	c.params.set("tol", 0.5, "")
	e.refuse(wire.Error{Message: "of the state before"})
	e.refuse(wrong)
	if c.editor.Now().Params["tol"] != 0.5 || c.client.Fault() == nil || c.client.Fault().Field != wrong.Field {
		t.Errorf("parameters %v, fault %v", c.editor.Now().Params, c.client.Fault())
	}
	// A value that was drawn once without an error stays, too.
	c, e = open(t)
	c.params.set("tol", 0.5, "")
	c.editor.Methods.Choose("knn")
	e.hold = true
	c.client.Redraw()
	e.refuse(wrong)
	if c.editor.Now().Params["tol"] != 0.5 {
		t.Error("what suited once is gone")
	}
}

func TestLimitOfPoints(t *testing.T) {
	c, _ := open(t)
	c.editor.Methods.Choose("knn")
	c.host.Add(0.1, 0.1)
	if c.host.Add(0.2, 0.2) || len(c.editor.Now().Points) != 5 || toast(c).Text == "" {
		t.Errorf("%d points, notices %v", len(c.editor.Now().Points), toast(c))
	}
}

func TestTypedNonsenseStaysOutside(t *testing.T) {
	c, _ := open(t)
	ctl := &c.paramRows
	p := c.editor.Info().Param("C")
	for _, text := range []string{"-3", "", "abc", "1e400", "0", "NaN", "0x10"} {
		v, ok := parseNumber(text)
		ctl.accept(p, text, v, ok)
		if c.editor.Now().Params["C"] != nil {
			t.Fatalf("%q was taken: %v", text, c.editor.Now().Params)
		}
		if b := c.fields.At("C"); b.Text != text || !strings.Contains(b.Message, "C must be a number greater than 0") ||
			text != "" && text != "1e400" && text != "0x10" && !strings.Contains(b.Message, text) {
			t.Errorf("%q: %+v", text, b)
		}
	}
	v, ok := parseNumber(" 2,5 ")
	ctl.accept(p, " 2,5 ", v, ok)
	if c.editor.Now().Params["C"] != 2.5 || c.fields.Has(p.Name) {
		t.Errorf("2,5 gave %v, %v", c.editor.Now().Params, c.fields)
	}
	c.params.set("C", nil, "")
	if _, ok := c.editor.Now().Params["C"]; ok {
		t.Error("reset left a value behind")
	}
}

func TestKernelExpressionIsCheckedFirst(t *testing.T) {
	c, e := open(t)
	e.kernel = func(k string) string {
		if strings.Count(k, "(") != strings.Count(k, ")") {
			return "a kernel expression with matching parentheses"
		}
		return ""
	}
	ctl := &c.paramRows
	p := c.editor.Info().Param("kernel")
	for _, text := range []string{"r", "rbf(", "rbf(0.3"} {
		ctl.tryExpression(p, text)
	}
	if c.editor.Now().Params["kernel"] != "r" || c.fields.At("kernel").Text != "rbf(0.3" ||
		!strings.Contains(c.fields.At("kernel").Message, "parentheses") {
		t.Errorf("params %v, bad %+v", c.editor.Now().Params, c.fields)
	}
	ctl.tryExpression(p, "rbf(0.3)")
	if c.editor.Now().Params["kernel"] != "rbf(0.3)" || c.fields.Has(p.Name) {
		t.Errorf("params %v, bad %+v", c.editor.Now().Params, c.fields)
	}
}

func TestForeignDocuments(t *testing.T) {
	c, _ := open(t)
	before := c.editor.Now()
	for _, text := range []string{``, `{`, `{"version":1,"method":"nonsense"}`,
		`{"version":1,"method":"svm","params":{"C":-1}}`} {
		var got *wire.Error
		c.importer.Load(wire.Load{Kind: "json", Text: text}, "x", "", func(e *wire.Error) { got = e })
		if got == nil || c.editor.Now().Method != before.Method || len(c.editor.Now().Points) != len(before.Points) {
			t.Errorf("%q: %v", text, got)
		}
	}
	for _, link := range []string{"#", "zzz", "%%%", "e30"} {
		var got *wire.Error
		c.store.OpenLink(link, "x", func(e *wire.Error) { got = e })
		if got == nil || len(c.editor.Now().Points) != 4 {
			t.Errorf("link %q: %v", link, got)
		}
	}
}

func TestDatasetSliderIsOneStep(t *testing.T) {
	c, _ := open(t)
	for n := 5; n < 30; n++ {
		c.recipes.Make(doc.Dataset{Name: "moons", N: n, Seed: 1})
	}
	if len(c.editor.Now().Points) != 29 {
		t.Fatalf("%d points", len(c.editor.Now().Points))
	}
	c.edits.undo()
	if len(c.editor.Now().Points) != 4 {
		t.Errorf("undo gave %d points", len(c.editor.Now().Points))
	}
	c.recipes.Make(doc.Dataset{Name: "sine", N: 6, Seed: 1})
	if c.editor.Now().Method != "gp" || c.editor.Task() != method.Regress {
		t.Errorf("a curve's data for %s", c.editor.Now().Method)
	}
}

func TestBusyUntilPainted(t *testing.T) {
	c, e := open(t)
	c.client.Shown()
	if c.client.Unfinished() {
		t.Fatalf("painted %d of %d", c.client.PaintedState(), c.client.State())
	}
	e.hold = true
	done := false
	c.host.Add(0.5, 0.5)
	c.client.Wait(func(*wire.Error) { done = true })
	c.client.Shown()
	if done || !c.client.Unfinished() {
		t.Error("an old picture was taken for the new state's")
	}
}

// Every state of the page renders; elements are identified by their names.
func TestRenders(t *testing.T) {
	c, e := open(t)
	html := func() string {
		t.Helper()
		return app.HTMLString(&Header{core: c}) + app.HTMLString(&Controls{core: c}) + app.HTMLString(&Facts{core: c}) +
			app.HTMLString(&Data{core: c}) + app.HTMLString(&Dock{core: c}) + app.HTMLString(&Card{core: c}) +
			app.HTMLString(NewPage(c, nil, nil, nil, nil))
	}
	has := func(s string, want ...string) {
		t.Helper()
		for _, w := range want {
			if !strings.Contains(s, w) {
				t.Errorf("there is no %s", w)
			}
		}
	}
	has(html(), `aria-label="C"`, `aria-label="gamma"`, `aria-label="kernel"`, `aria-label="hard"`, `aria-label="margins"`,
		"n_support", "Done.", `aria-label="Undo"`, "class 2, orange")
	c.params.set("kernel", "linear", "")
	if s := html(); strings.Contains(s, `aria-label="gamma"`) {
		t.Error("gamma is shown though it does not apply")
	}
	c.menus.advanced = true
	has(html(), `aria-label="tol"`)
	for _, m := range []string{"examples", "share", "export", "theme", "help", "data"} {
		c.menus.open = m
		html()
	}
	c.menus.open = ""
	c.editor.Selection.Set(1)
	has(html(), "Point 2", `aria-label="x₁"`)
	e.hold = true
	c.client.Redraw()
	e.refuse(wire.Error{Message: "Add points of a second class.", Need: true})
	has(html(), "Add points of a second class.")
	c.client.Redraw()
	e.refuse(wire.Error{Message: "params.C must be smaller", Field: "params.C"})
	e.hold = false
	has(html(), "C must be smaller")
	c.editor.Methods.Choose("gp")
	has(html(), `aria-label="widths"`, `aria-label="domain"`)
	c.params.set("domain", "plane", "")
	has(html(), "value of the next point")
	e.hold = true
	c.client.Redraw()
	e.say(wire.TypeProgress, 0, wire.Progress{Done: 0.5}, nil)
	has(html(), `aria-valuenow="50"`, "Stop")
	for range 3 {
		e.say(wire.TypeFatal, 0, wire.Error{Message: "It stopped."}, nil)
	}
	has(html(), "It stopped.", "Restart")
	has(app.HTMLString(NewPage(NewCore("dark", true), nil, nil, nil, nil)), "Open in Pointscape")
}

func TestNumbersForPeople(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0"}, {1, "1"}, {-2, "−2"}, {0.1234567, "0.1235"}, {12345.678, "12346"}, {1234567, "1.235×10⁶"},
		{-0.00001234, "−1.234×10⁻⁵"},
		{math.Inf(1), "∞"}, {math.NaN(), "not a number"}, {999.99, "1000"}, {0.01, "0.01"}, {123456, "123456"},
	} {
		if got := figure(c.v); got != c.want {
			t.Errorf("figure(%v) = %q, want %q", c.v, got, c.want)
		}
	}
	for _, c := range []struct {
		v    float64
		want string
	}{{1e-5, "0.00001"}, {1e-7, "1e-7"}, {1e6, "1000000"}, {1e9, "1e9"}, {0.1, "0.1"}, {-0.5, "-0.5"}} {
		if got := number(c.v); got != c.want {
			t.Errorf("number(%v) = %q, want %q", c.v, got, c.want)
		}
		if back, ok := parseNumber(number(c.v)); !ok || back != c.v {
			t.Errorf("%v does not read back", c.v)
		}
	}
	for text, want := range map[string]float64{"1": 1, " 0,5": 0.5, "−3": -3, "1e-3": 1e-3, ".5": 0.5, "5.": 5} {
		if got, ok := parseNumber(text); !ok || got != want {
			t.Errorf("parseNumber(%q) = %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", " ", "1 2", "1,2,3", "inf", "nan", "1e999", "0x1p3", "one"} {
		if v, ok := parseNumber(text); ok {
			t.Errorf("parseNumber(%q) = %v", text, v)
		}
	}
	if got, ok := parseNumbers("8, 4;2 1"); !ok || !slices.Equal(got, []float64{8, 4, 2, 1}) {
		t.Errorf("got %v", got)
	}
	for v, want := range map[string]any{
		"none": []any{}, "1, 2": []any{1.0, 2.0}, "yes": true,
		"0, 1, 2, 3, 4, … (7)": []any{0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0},
		"1, 0\n0, 1":           []any{[]any{1.0, 0.0}, []any{0.0, 1.0}}, "1 × 4": []any{[]any{1.0, 2.0, 3.0, 4.0}},
	} {
		if got := factValue(want); got != v {
			t.Errorf("factValue(%v) = %q, want %q", want, got, v)
		}
	}
}

func TestSliders(t *testing.T) {
	log := &method.Param{Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6, SoftMin: 0.01,
		SoftMax: 1000, Log: true}}}
	lin := &method.Param{Kind: method.Number{Range: method.Range{Min: 0, Max: 0.5}}}
	k := &method.Param{Kind: method.Integer{Range: method.Range{Min: 1, Max: 50}}}
	trees := &method.Param{Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000, Log: true}}}
	for _, p := range []*method.Param{log, lin, k, trees} {
		s, ok := sliderOf(p)
		if !ok {
			t.Fatalf("%+v has no slider", p)
		}
		lo, hi := s.ends()
		prev := math.Inf(-1)
		for pos := lo; pos <= hi; pos++ {
			v := s.value(pos)
			if v < prev || v < s.lo || v > s.hi {
				t.Fatalf("%+v: position %d is %v after %v", p, pos, v, prev)
			}
			if method.Is[method.Integer](p.Kind) && v != math.Trunc(v) {
				t.Fatalf("position %d is %v", pos, v)
			}
			prev = v
		}
		if s.value(lo) != s.lo || s.value(hi) != s.hi {
			t.Errorf("%+v: ends %v, %v", p, s.value(lo), s.value(hi))
		}
		if s.position(1e9) != hi || s.position(-1e9) != lo {
			t.Errorf("%+v: values beyond the ends", p)
		}
	}
	s, _ := sliderOf(log)
	if v := s.value(s.position(10)); v != 10 {
		t.Errorf("10 became %v", v)
	}
	if _, ok := sliderOf(&method.Param{Kind: method.Number{}}); ok {
		t.Error("a slider without ends")
	}
	if v := s.step(log, 1, true); v != 1.3 {
		t.Errorf("a step up from 1 is %v", v)
	}
	ks, _ := sliderOf(k)
	if v := ks.step(k, 5, false); v != 4 {
		t.Errorf("a step down from 5 is %v", v)
	}
}

// TestArrowsOnSliders presses arrow keys from one end of each method's sliders to the other: each press changes
// the value.
func TestArrowsOnSliders(t *testing.T) {
	sliders := 0
	for _, m := range all.All() {
		info := m.Info
		for i := range info.Params {
			p := &info.Params[i]
			s, ok := sliderOf(p)
			if !ok {
				continue
			}
			sliders++
			lo, hi := s.ends()
			in := &inputs{sliders: map[string]standing{}}
			for _, way := range []struct {
				key      string
				from, to int
				up       bool
			}{{"ArrowRight", lo, hi, true}, {"ArrowDown", hi, lo, false}} {
				v := s.value(way.from)
				for v != s.value(way.to) {
					in.sliders["s"] = standing{s, v} // as the page writes it after each press
					pos, ok := in.arrow("s", way.key)
					w := s.value(pos)
					if !ok || w > v != way.up || w == v {
						t.Fatalf("%s, %s: %s leads from %v to %v", info.ID, p.Name, way.key, v, w)
					}
					if back := s.next(w, !way.up); s.value(back) != v && v != s.value(way.from) {
						t.Fatalf("%s, %s: from %v to %v, and back to %v", info.ID, p.Name, v, w, s.value(back))
					}
					v = w
				}
			}
		}
	}
	if sliders < 200 {
		t.Errorf("only %d sliders", sliders)
	}
	// Repeated keys come before the page is updated, and a typed value may be between two of the slider's.
	s, _ := sliderOf(&method.Param{Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000, Log: true}}})
	in := &inputs{sliders: map[string]standing{"s": {s, 1}}}
	for want := 2.0; want <= 4; want++ {
		if pos, _ := in.arrow("s", "ArrowUp"); s.value(pos) != want {
			t.Errorf("one press more is %v, want %v", s.value(pos), want)
		}
	}
	in.sliders["s"] = standing{s, 1001}
	if pos, _ := in.arrow("s", "ArrowRight"); s.value(pos) != 1000 {
		t.Errorf("beyond the end: %v", s.value(pos))
	}
	in.sliders["s"] = standing{s, 101}
	if pos, _ := in.arrow("s", "ArrowLeft"); s.value(pos) != 100 {
		t.Errorf("below 101 is %v", s.value(pos))
	}
	if _, ok := in.arrow("s", "PageUp"); ok {
		t.Error("other keys are the browser's")
	}
	if _, ok := in.arrow("step", "ArrowUp"); ok {
		t.Error("other sliders are the browser's")
	}
}

// The announcement of a class key says what has happened to the selected point.
func TestClassKeysAreTold(t *testing.T) {
	c, e := open(t)
	heard := ""
	c.speaker.Live = func(text string) { heard = text }
	said := func() string {
		e.clock.Pass(time.Second)
		return heard
	}
	c.classes.choose(1)
	if want := "New points: class 2, orange"; said() != want {
		t.Errorf("said %q, want %q", heard, want)
	}
	c.editor.Selection.Set(0)
	c.classes.choose(2)
	if c.editor.Now().Points[0].Z != 2 || !strings.HasPrefix(said(), "Point 1 changed to class 3,") {
		t.Errorf("said %q of %+v", said(), c.editor.Now().Points[0])
	}
	if name := c.names.point(0); !strings.HasSuffix(name, ", class 3") {
		t.Errorf("the point is called %q", name)
	}
	c.classes.choose(2)
	if !strings.Contains(said(), "already") {
		t.Errorf("said %q of a point that is of the class", said())
	}
	c.classes.choose(doc.Unlabeled)
	if !strings.Contains(said(), "Point 1 changed to no class") {
		t.Errorf("said %q", said())
	}
	c.editor.Selection.Set(-1)
	c.gesture.Key("a", false)
	if want := "New points: class 10, violet"; said() != want || c.editor.Points.Class() != 9 {
		t.Errorf("key A: said %q, want %q", heard, want)
	}
}

// Every possible class has its button, with its own key, and its entry in the list of a point's card. The list of keys
// names the first and the last key.
func TestChipsOfAllClasses(t *testing.T) {
	c, _ := open(t)
	c.classes.choose(doc.MaxClass)
	html := app.HTMLString(&Dock{core: c})
	for id := doc.Unlabeled; id <= doc.MaxClass; id++ {
		key := stage.ClassKey(id)
		if want := `aria-keyshortcuts="` + key + `"`; strings.Count(html, want) != 1 ||
			!strings.Contains(html, `data-key="`+key+`"`) || !strings.Contains(html, "(key "+key) {
			t.Errorf("no chip with %s", want)
		}
	}
	if n := strings.Count(html, `class="chip"`); n != doc.MaxClass+2 {
		t.Errorf("%d chips", n)
	}
	c.classes.choose(0)
	// buttons of two classes, of the next one, and of none
	if n := strings.Count(app.HTMLString(&Dock{core: c}), `class="chip"`); n != 4 {
		t.Errorf("%d chips for two classes", n)
	}
	c.editor.Selection.Set(0)
	if card := app.HTMLString(&Card{core: c}); !strings.Contains(card, ">10 · violet<") ||
		!strings.Contains(card, ">12 · taupe<") || strings.Contains(card, ">13 ·") {
		t.Error("the card lacks classes")
	}
	last := stage.ClassKey(doc.MaxClass)
	if !strings.Contains(keys[0][0], "… "+last) || !strings.HasSuffix(stage.ClassKeys, " "+last) {
		t.Errorf("the sheet says %q, the plane %q", keys[0][0], stage.ClassKeys)
	}
}

func TestToastsGoWithTheirCause(t *testing.T) {
	c, _ := open(t)
	c.board.News("Saved points.csv.")
	c.edits.clear()
	if got := toast(c); !strings.Contains(got.Text, "removed") || !got.Back ||
		!strings.Contains(app.HTMLString(&Dock{core: c}), ">Undo<") {
		t.Fatalf("told %+v", got)
	}
	c.dataFields.Refuse("table", "", "line 1 is wrong")
	c.edits.undo()
	if got := toast(c).Text; got != "Saved points.csv." {
		t.Errorf("after undoing: %q", got)
	}
	if c.dataFields.Has("table") {
		t.Error("the data panel still tells what was wrong before")
	}
	// The reason that stopped a spray is shown after it.
	c.editor.Methods.Choose("knn") // at most 5 points
	for range 9 {
		c.gesture.Draft.Spray(0.5, 0.5)
	}
	c.gesture.Draft.EndSpray()
	if got := toast(c).Text; !strings.Contains(got, "at most 5 points") {
		t.Errorf("after too long a spray: %q", got)
	}
	c.host.Remove(0)
	if got := toast(c).Text; strings.Contains(got, "at most") {
		t.Errorf("there is room again: %q", got)
	}
}

// Columns are chosen for the present method and document: another method or document ends the choice.
func TestChoiceOfColumnsEndsWithItsDocument(t *testing.T) {
	for name, other := range map[string]func(c *Core){
		"method": func(c *Core) { c.editor.Methods.Choose("gp") },
		"document": func(c *Core) {
			c.importer.JSON(workers.TextFrom(`{"method":"gp","points":[[0,0,0],[1,1,0]]}`), "set", func(*wire.Error) {})
		},
		"task": func(c *Core) { c.params.set("domain", "plane", "") },
	} {
		c, e := open(t)
		if name == "task" {
			c.editor.Methods.Choose("gp")
		}
		e.table = &method.Table{Columns: make([]method.Column, 5), Rows: 9,
			Picks: []int{0, 1, 2}[:len(places(c.editor.Task()))]}
		c.opener.table(workers.TextFrom("a,b,c,d,e\n1,2,3,4,5"), false)
		if html := app.HTMLString(&Columns{core: c}); strings.Count(html, "<select") != len(places(c.editor.Task())) {
			t.Fatalf("%s: %s", name, html)
		}
		other(c)
		if html := app.HTMLString(&Columns{core: c}); strings.Contains(html, "<select") || c.choosing.open {
			t.Errorf("another %s: columns can still be chosen", name)
		}
	}
}

// The legend of an explanation is written as HTML; names of classes are escaped.
func TestPointedKeys(t *testing.T) {
	got := pointedKeys([]picture.Key{{Says: "distance x_{1} to <img src=x>"}, {Says: "ε tube"}})
	want := `<div><span class="swatch" id="key-here-0"></span><span>Distance x<sub>1</sub> to &lt;img src=x&gt;</span></div>` +
		`<div><span class="swatch" id="key-here-1"></span><span>ε tube</span></div>`
	if got != want {
		t.Errorf("got %s", got)
	}
}

// toast returns the toast that is shown.
func toast(c *Core) notifications.Toast {
	t, _ := c.board.Shown()
	return t
}

// A document from a table is titled like its file, unless a title was typed.
func TestFileNamesItsDocument(t *testing.T) {
	c, e := open(t)
	e.table = &method.Table{Columns: []method.Column{{Name: "a"}, {Name: "b"}, {Name: "c"}}, Rows: 1,
		Picks: []int{0, 1, 2}}
	opens := func(want string) {
		t.Helper()
		c.opener.file(workers.File{Name: "baeume.csv", Size: 5,
			Read: func(done func(workers.Text), _ func()) { done(workers.TextFrom("1,2,3")) }})
		if !c.chooser.Take() || c.editor.Now().Title != want {
			t.Errorf("it is called %q, not %q", c.editor.Now().Title, want)
		}
	}
	opens("baeume")
	c.editor.SetTitle("Trees of May")
	opens("Trees of May")
}

// The notes on how a file was read are in one toast: a short text, and the rest on request.
func TestOneToastForAFile(t *testing.T) {
	c, e := open(t)
	c.menus.open = "data"
	e.notes = []string{"line 1 read as the header: a, b", "classes: setosa, versicolor",
		"A part of the view was left out."}
	const text = `{"version":1,"method":"svm","points":[[0,0,0],[1,1,1]]}`
	c.opener.file(workers.File{Name: "iris.json", Size: len(text),
		Read: func(done func(workers.Text), _ func()) { done(workers.TextFrom(text)) }})
	const told = "Line 1 read as the header: a, b. Classes: setosa, versicolor. A part of the view was left out."
	if x := toast(c); x.Text != "Opened iris.json: 2 points." || x.More != told {
		t.Errorf("told %+v", x)
	}
	if c.menus.open != "" {
		t.Errorf("what was opened is behind %q", c.menus.open)
	}
	const first = "Line 1 read as the header: a, b."
	for pasted, want := range map[bool][2]string{false: {first, strings.TrimPrefix(told, first+" ")},
		true: {"The pasted table is too long to show and was opened directly: 2 points.", told}} {
		c.edits.undo() // the toast disappears with the document
		c.opener.table(workers.TextFrom(text), pasted)
		if x := toast(c); [2]string{x.Text, x.More} != want {
			t.Errorf("pasted %v: told %+v", pasted, x)
		}
	}
	c.edits.undo()
	e.notes = nil
	c.opener.table(workers.TextFrom(text), false)
	if l := toast(c); l.Text != "" {
		t.Errorf("told %+v, though there is nothing to tell", l)
	}
}

func TestWrongNumbersSayWhatHolds(t *testing.T) {
	c, _ := open(t)
	controls := &c.paramRows
	p := c.editor.Info().Param("C")
	c.params.set("C", 4.0, "")
	for _, text := range []string{"-3", "4e", ""} {
		v, ok := parseNumber(text)
		controls.accept(p, text, v, ok)
		if m := c.fields.At("C").Message; !strings.HasSuffix(m, " Still 4.") || !strings.Contains(m, "C must be") ||
			c.editor.Now().Params["C"] != 4.0 {
			t.Errorf("%q: %q, C = %v", text, m, c.editor.Now().Params["C"])
		}
	}
	controls.accept(p, "7", 7.0, true)
	if c.fields.Has("C") || c.editor.Now().Params["C"] != 7.0 {
		t.Errorf("C = %v, %+v", c.editor.Now().Params["C"], c.fields)
	}
	card := &Card{core: c}
	c.editor.Selection.Set(1)
	x := c.editor.Now().Points[1].X
	card.take("x", "1..", true)
	if b := c.fields.At("x"); !strings.HasSuffix(b.Message, " Still "+number(x)+".") || b.Shown() ||
		c.editor.Now().Points[1].X != x {
		t.Errorf("%+v, x = %v", b, c.editor.Now().Points[1].X)
	}
	if html := app.HTMLString(card); !strings.Contains(html, "Click the new") {
		t.Error("the card does not say what a click does")
	}
	c.gesture.Touch = true
	if html := app.HTMLString(&Card{core: c}); !strings.Contains(html, "Tap the new") {
		t.Error("the card speaks of clicks to a finger")
	}
}

// The table that "Fill in" writes is read as the same points (see dataset.ParseCSV): if no point has class 0, tables
// count from 1.
func TestTablesCountClassesFromOne(t *testing.T) {
	pts := []doc.Point{{X: 0.5, Y: 0.25, Z: 1}, {X: 1, Y: 2, Z: 2}, {X: 3, Y: 4, Z: doc.Unlabeled}}
	if got, want := tableText(pts, "", method.Classify, doc.Names{}), "0.5, 0.25, 2\n1, 2, 3\n3, 4, -1\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := tableText(pts, "", method.Cluster, doc.Names{}), "0.5, 0.25, 2\n1, 2, 3\n3, 4, -1\n"; got != want {
		t.Errorf("groups: got %q, want %q", got, want)
	}
	if got, want := tableText(pts[:1], "", method.Regress2D, doc.Names{}), "0.5, 0.25, 1\n"; got != want {
		t.Errorf("values: got %q, want %q", got, want)
	}
	// If there are classes beyond the ninth, a comment says that classes count from 1.
	far := []doc.Point{{X: 0.5, Y: 0.25, Z: 9}, {X: 1, Y: 2}}
	for _, task := range []method.Task{method.Classify, method.Cluster} {
		if got, want := tableText(far, "", task, doc.Names{}), method.CountedNote+"\n0.5, 0.25, 10\n1, 2, 1\n"; got != want {
			t.Errorf("%s: got %q, want %q", task, got, want)
		}
	}
	if got, want := tableText(far, "", method.Regress, doc.Names{}), "0.5, 0.25\n1, 2\n"; got != want {
		t.Errorf("a line: got %q, want %q", got, want)
	}
	// Names are in a header, and replace the numbers of classes if all classes have one.
	n := doc.Names{X: "length (cm)", Classes: []string{"", "blue, flag", "c"}}
	if got, want := tableText(pts, "", method.Classify, n), "\"length (cm)\", x2, class\n0.5, 0.25, \"blue, flag\"\n1, "+
		"2, c\n3, 4, \n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, other := range []string{"", "7", "c"} {
		if got, want := tableText(pts, "", method.Classify, n.WithClass(1, other)),
			"\"length (cm)\", x2, class\n0.5, 0.25, 2\n1, 2, 3\n3, 4, \n"; got != want {
			t.Errorf("class 2 is called %q: got %q, want %q", other, got, want)
		}
	}
}

// Sentences and formulas have the true minus sign; see words.Readable.
func TestMinusForPeople(t *testing.T) {
	if s := app.HTMLString(app.P().Body(sentence("adds -2"))); !strings.Contains(s, "−2") {
		t.Errorf("a sentence says %s", s)
	}
	if s := wrap("div", formula("f(x) = -2 x_{1}")...).html(); !strings.Contains(s, "−2") {
		t.Errorf("a formula says %s", s)
	}
}

// The newest document that no gesture is changing is saved, half a second after its edit.
func TestEditsAreSaved(t *testing.T) {
	c, e := open(t)
	saved := func(what string, want doc.Document) {
		t.Helper()
		e.clock.Pass(time.Second)
		link, err := history.Link(want)
		if err != nil || c.store.Link() != link {
			t.Errorf("%s: it is not what is saved (%v)", what, err)
		}
	}
	h := &c.host
	for what, edit := range map[string]func(){
		"add":       func() { h.Add(0.1, 0.1) },
		"spray":     func() { c.gesture.Draft.Spray(0.2, 0.2); c.gesture.Draft.EndSpray() },
		"undo":      c.edits.undo,
		"redo":      c.edits.redo,
		"take back": func() { h.Add(0.9, 0.9); h.TakeBack() }, "clear": c.edits.clear, "remove": func() { h.Remove(0) },
		"look": func() { v := c.editor.View.Now(); v.X1++; c.gesture.Look(v) }, "all": func() { h.showAll() },
	} {
		h.Add(0.5, 0.5)
		if what == "redo" {
			c.edits.undo()
		}
		edit()
		saved(what, c.editor.Now())
	}
	before := c.editor.Now()
	c.gesture.Draft.Spray(0.3, 0.3)
	saved("in the middle of a spray", before)
	c.gesture.Draft.EndSpray()
	saved("used", c.editor.Now())
}

// "Show everything" fits the extent that the engine reports or, if there is no answer in time, the points.
func TestShowEverything(t *testing.T) {
	c, e := open(t)
	e.reach = wire.Reach{X: [2]float64{-4, 4}, Y: [2]float64{-3, 3}}
	c.host.showAll()
	if v := c.editor.View.Now(); v.X0 > -4 || v.X1 < 4 || v.Y0 > -3 || v.Y1 < 3 || v.X1 > 4.1 {
		t.Errorf("the view is %+v", v)
	}
	v := c.editor.View.Now()
	e.mute = true
	c.host.showAll()
	if c.editor.View.Now() != v {
		t.Error("it does not wait for the engine")
	}
	e.clock.Pass(time.Second)
	if w := c.editor.View.Now(); w.X0 < -1 || w.X1 > 2 {
		t.Errorf("without an answer the view is %+v", w)
	}
	// If the user has moved on meanwhile, the view stays.
	c.host.showAll()
	c.host.Add(0.9, 0.9)
	v.X0, v.X1 = 2, 3
	c.gesture.Look(v)
	e.clock.Pass(time.Second)
	if w := c.editor.View.Now(); w.X0 != 2 {
		t.Errorf("the view was taken from them: %+v", w)
	}
}

// A presentation belongs to the document's view, and shows one plot at a time.
func TestPresenting(t *testing.T) {
	c, e := open(t)
	e.dress = func(p *wire.Picture) {
		p.Panels = []method.PanelInfo{{ID: "a", Title: "first"}, {ID: "b", Title: "second"}}
	}
	c.client.Redraw()
	if n := len(c.plots.Offered()); n != 2 {
		t.Fatalf("%d plots", n)
	}
	c.menus.show("data")
	c.present.Toggle()
	if d := c.editor.Now(); !d.View.Present || !c.present.On() || c.menus.open != "" {
		t.Fatalf("%+v, open %q", d.View, c.menus.open)
	}
	page := app.HTMLString(&Dock{core: c})
	if !strings.Contains(page, "present-end") || !strings.Contains(page, "Next plot; now: first") {
		t.Error(page)
	}
	if l := c.plots.Offered(); len(l) != 1 || l[0].ID != "a" {
		t.Errorf("beside the stage: %v", l)
	}
	c.present.NextPlot(2)
	if l := c.plots.Offered(); len(l) != 1 || l[0].ID != "b" {
		t.Errorf("then: %v", l)
	}
	c.present.NextPlot(2)
	if l := c.plots.Offered(); len(l) != 0 {
		t.Errorf("then: %v", l)
	}
	link, err := history.Link(c.editor.Now())
	if err != nil {
		t.Fatal(err)
	}
	c.present.Escape()
	if c.present.On() || len(c.plots.Offered()) != 2 {
		t.Error("Escape does not end it")
	}
	c.importer.Load(wire.Load{Kind: "link", Text: link}, "open a link", "", func(*wire.Error) {})
	if !c.present.On() {
		t.Error("the link does not open as a presentation")
	}
}

// A change by the page around is answered when it is drawn, or at once if it changes nothing.
func TestSetByThePageAround(t *testing.T) {
	c, _ := open(t)
	n := &c.embedder
	for again := range 2 {
		answered := 0
		n.Change(map[string]any{"C": 7.0}, func(e *wire.Error) {
			if e != nil {
				t.Error(e.Message)
			}
			answered++
		})
		if again == 0 {
			c.client.Shown() // the screen has painted it
		}
		if c.editor.Now().Params["C"] != 7.0 || answered != 1 {
			t.Errorf("%v, answered %d times", c.editor.Now().Params, answered)
		}
	}
	if what, _ := c.editor.History.CanUndo(); what != "change C" {
		t.Errorf("it undoes %q", what)
	}
}

// The truth of changed points is not known: its switch is disabled and says why. A parameter at its default has no
// reset button, even if the document gives the value.
func TestSwitchesAndResetsSayWhatTheyCan(t *testing.T) {
	c, _ := open(t)
	html := func() string { return app.HTMLString(&Controls{core: c}) }
	truth := regexp.MustCompile(`<input[^>]*id="view-truth"[^>]*>`)
	disabled := regexp.MustCompile(`\sdisabled[\s>]`)
	if got := truth.FindString(html()); got == "" || disabled.MatchString(got) {
		t.Errorf("of a recipe the switch is %q", got)
	}
	c.host.Add(0.1, 0.1)
	if s := html(); !disabled.MatchString(truth.FindString(s)) ||
		!strings.Contains(s, "until its points are changed") {
		t.Errorf("of changed points the switch is %q", truth.FindString(s))
	}
	reset := regexp.MustCompile(`<button[^>]*aria-label="Reset C"[^>]*>`)
	off := func() bool { return strings.Contains(reset.FindString(html()), "off") }
	c.params.set("C", 3.0, "")
	if got := reset.FindString(html()); off() || !strings.Contains(got, `title="Reset to 1"`) {
		t.Errorf("a changed C has %q", got)
	}
	c.params.set("C", 1.0, "")
	if !off() {
		t.Errorf("C at its default has %q", reset.FindString(html()))
	}
	if changed([]float64{1, 2}, []any{1.0, 2.0}) || !changed([]float64{1, 3}, []any{1.0, 2.0}) || changed(nil, []any{}) ||
		changed([]float64{}, []any{}) || !changed([]string{"a"}, []any{}) || changed([]string{"a"}, []any{"a"}) {
		t.Error("a list is compared wrongly with its default")
	}
	c.params.set("kernel", "linear", "")
	if s := html(); !strings.Contains(s, `title="Reset to Gaussian"`) {
		t.Error("a kernel is reset by its code")
	}
}

// The first picture needs one declaration: the panel beside it decodes no others.
func TestPanelReadsOneDeclaration(t *testing.T) {
	c, _ := open(t)
	text, err := offer().Encode()
	if err != nil {
		t.Fatal(err)
	}
	o, err := wire.ReadOffer(text)
	if err != nil {
		t.Fatal(err)
	}
	c.catalogue.Take(o)
	(&Controls{core: c}).Render()
	for i := range o.Catalog {
		if in := &o.Catalog[i]; in.Task != "" && in.ID != c.editor.Now().Method {
			t.Errorf("the panel of %s reads the declaration of %s", c.editor.Now().Method, in.ID)
		}
	}
}
