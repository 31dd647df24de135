package frame

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

var svm = method.Info{ID: "svm", Name: "SVM", Task: method.Classify,
	Params: []method.Param{
		{Name: "kernel", Label: "Kernel", Kind: method.Kernel{Choices: []method.Choice{{Value: "rbf"}, {Value: "linear"}}},
			Default: "rbf"},
		{Name: "gamma", Label: "γ", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 100}}, Default: 1.0,
			When: &method.When{Name: "kernel", In: []string{"rbf"}}},
		{Name: "n_neighbors", Label: "k", Kind: method.Integer{Range: method.Range{Min: 1, Max: 50}}, Default: 5.0},
		{Name: "widths", Label: "Widths", Kind: method.Numbers{Range: method.Range{Min: 1, Max: 9}},
			Default: []float64{1, 2}},
		{Name: "margins", Label: "A parameter", Kind: method.Bool{}, Default: false},
	},
	Shows: []method.Show{{Name: "margins", Label: "margins"}, {Name: "slack", Label: "slack"}}}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		query string
		want  Options
		wrong int
	}{
		{"embed=1", Options{}, 0},
		{"controls=k,C&title=1&legend=1", Options{Controls: []string{"k", "C"}, Title: true, Legend: true}, 0},
		{"controls=k,,+C+,k&controls=p&title=0&legend", Options{Controls: []string{"k", "C", "p"}, Legend: true}, 0},
		{"controls=" + strings.Repeat("x", 101), Options{}, 1},
		{"lock=C,+points&hide=player,open", Options{Lock: []string{"C", "points"}, Hide: []string{"player", "open"}}, 0},
		{"hide=player,everything", Options{Hide: []string{"player"}}, 1},
		{"origin=https://a.example", Options{Origins: []string{"https://a.example"}, Restricted: true}, 0},
		{"origin=https://A.example:443/,http://b.example:80,http://c:8080",
			Options{Origins: []string{"https://a.example", "http://b.example", "http://c:8080"}, Restricted: true}, 0},
		// An invalid origin allows no page, rather than every page.
		{"origin=a.example", Options{Restricted: true}, 1},
		{"origin=*", Options{Restricted: true}, 1},
		{"origin=null", Options{Restricted: true}, 1},
		{"origin=https://a.example/path", Options{Restricted: true}, 1},
		{"origin=javascript:1", Options{Restricted: true}, 1},
	} {
		q, err := url.ParseQuery(c.query)
		if err != nil {
			t.Fatal(err)
		}
		if got, wrong := Read(q); !reflect.DeepEqual(got, c.want) || len(wrong) != c.wrong {
			t.Errorf("%s: %+v, wrong %q", c.query, got, wrong)
		}
	}
	var many []string
	for i := range 30 {
		many = append(many, fmt.Sprint("c", i))
	}
	q := url.Values{"controls": {strings.Join(many, ",")}}
	if o, wrong := Read(q); len(o.Controls) != maxControls || len(wrong) != 1 {
		t.Errorf("%d controls, wrong %q", len(o.Controls), wrong)
	}
}

// Other sites use these addresses and send these messages: their meaning must not change (engine/docs/what-stays.md).
// Lines are added, never changed.
func TestFramesStay(t *testing.T) {
	for query, want := range map[string]Options{
		"embed=1":                    {},
		"controls=k,C&title=1":       {Controls: []string{"k", "C"}, Title: true},
		"controls=kernel&controls=C": {Controls: []string{"kernel", "C"}},
		"legend=1&sweep=1&title=0":   {Legend: true, Sweep: true},
		"keys=1":                     {Keys: true},
		"lock=points,method&hide=player,curves,classes,readout,open": {Lock: []string{"points", "method"},
			Hide: []string{"player", "curves", "classes", "readout", "open"}},
		"origin=https://course.example": {Origins: []string{"https://course.example"}, Restricted: true},
	} {
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if got, wrong := Read(q); len(wrong) > 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v; it was %+v", query, got, wrong, want)
		}
	}
	if Version != 1 {
		t.Error("messages say pointscape: 1, on pages that nobody changes")
	}
	for kind, names := range map[string][]string{"get": {}, "set": {"params"}, "step": {"to", "by", "play"}} {
		known, ok := fields[kind]
		if !ok {
			t.Errorf("there is no message %q any longer", kind)
		}
		for _, name := range names {
			if !slices.Contains(known, name) {
				t.Errorf("a message %q has no %q any longer", kind, name)
			}
		}
	}
}

func TestChosen(t *testing.T) {
	names := func(list []Control) string {
		var s []string
		for _, c := range list {
			s = append(s, c.Name())
		}
		return strings.Join(s, " ")
	}
	o := Options{Controls: []string{"slack", "gamma", "K", "n_neighbors", "margins", "C", "zeta"}}
	list, unknown := o.Chosen(&svm, nil)
	if got := names(list); got != "slack gamma n_neighbors margins" {
		t.Errorf("controls %s", got)
	}
	if list[3].Param == nil {
		t.Error("of a parameter and a layer of one name, the layer")
	}
	if !slices.Equal(unknown, []string{"C", "zeta"}) {
		t.Errorf("unknown %q", unknown)
	}
	if got := Unknown(&svm, unknown); got != "SVM has no control “C”, “zeta”." {
		t.Error(got)
	}
	// A control that does not apply now is left out, but is no error.
	list, unknown = o.Chosen(&svm, map[string]any{"kernel": "linear"})
	if got := names(list); got != "slack n_neighbors margins" || len(unknown) != 2 {
		t.Errorf("with a linear kernel: %s, unknown %q", got, unknown)
	}
	if got := names(Available(&svm, map[string]any{"kernel": "linear"})); got != "kernel n_neighbors widths margins "+
		"slack hold_out" {
		t.Errorf("available: %s", got)
	}
}

func TestLocks(t *testing.T) {
	o := Options{Lock: []string{"K", "slack", "zeta"}}
	if _, unknown := o.Chosen(&svm, nil); !slices.Equal(unknown, []string{"zeta"}) {
		t.Errorf("unknown %q", unknown)
	}
	from := doc.Document{Method: "svm", Params: map[string]any{"gamma": 2.0}, Points: []doc.Point{{X: 1}, {X: 2}}}
	change := func(f func(d *doc.Document)) doc.Document {
		d := from
		d.Params = map[string]any{"gamma": 2.0}
		f(&d)
		return d
	}
	neighbours := change(func(d *doc.Document) { d.Params["n_neighbors"] = 6.0 })
	byDefault := change(func(d *doc.Document) { d.Params["n_neighbors"] = 5.0 })
	slack := change(func(d *doc.Document) { d.View.Show = []string{"slack"} })
	gamma := change(func(d *doc.Document) { d.Params["gamma"] = 3.0 })
	points := change(func(d *doc.Document) { d.Points = []doc.Point{{X: 1}, {X: 3}} })
	held := change(func(d *doc.Document) { d.Split.Test = 0.5 })
	looked := change(func(d *doc.Document) { d.View.X = [2]float64{1, 2} })
	other := change(func(d *doc.Document) { d.Method = "knn" })
	table := change(func(d *doc.Document) { d.Points, d.Table = nil, &doc.Table{Name: "iris"} })
	for _, c := range []struct {
		lock string
		to   doc.Document
		want string
	}{
		{"k", neighbours, "k"}, {"n_neighbors", byDefault, ""}, {"k", gamma, ""}, {"k", other, "method"},
		{"slack", slack, "slack"}, {"slack", neighbours, ""},
		{"points", points, "points"}, {"points", held, "points held out"}, {"points", table, "points"},
		{"points", gamma, ""}, {"points", looked, ""}, {"points", other, "method"},
		{"hold_out", held, "points held out"}, {"hold_out", points, ""},
		{"method", other, "method"}, {"method", points, ""}, {"steps", other, ""}, {"steps", points, ""},
		{"all", gamma, "all"}, {"all", slack, "all"}, {"all", points, "points"}, {"all", looked, ""},
		{"all", byDefault, "all"},
		{"nosuch", neighbours, ""}, {"", neighbours, ""},
	} {
		var o Options
		if c.lock != "" {
			o.Lock = []string{c.lock}
		}
		if got := o.Refuses(&svm, &from, &c.to); got != c.want {
			t.Errorf("locked %s: %q, want %q", c.lock, got, c.want)
		}
	}
	for lock, names := range map[string]string{"all": "points method steps gamma slack hold_out", "steps": "steps",
		"points": "points hold_out method", "γ": "gamma method", "slack": "slack method", "hold_out": "hold_out method"} {
		o := Options{Lock: []string{lock}}
		for _, name := range []string{"points", "method", "steps", "gamma", "slack", "hold_out", "n_neighbors"} {
			want := slices.Contains(strings.Fields(names), name) || lock == "all"
			if o.Locks(&svm, nil, name) != want {
				t.Errorf("lock=%s locks %s: %v", lock, name, !want)
			}
		}
	}
}

// Addresses keep their meaning: a control's former label is understood, unless another control has it now.
func TestFormerLabels(t *testing.T) {
	in := &method.Info{ID: "lab", Name: "Lab", Params: []method.Param{{Name: "alpha", Label: "Penalty λ",
		Kind: method.Number{}}},
		Shows: []method.Show{{Name: "levels", Label: "Lines of equal probability"}, {Name: "regions", Label: "Regions"}}}
	o := Options{Controls: []string{"λ", "Probabilities", "Its code"}}
	list, unknown := o.Chosen(in, nil)
	if len(list) != 2 || list[0].Name() != "alpha" || list[1].Name() != "levels" ||
		!slices.Equal(unknown, []string{"Its code"}) {
		t.Errorf("controls %v, unknown %q", list, unknown)
	}
	in.Shows[1].Label = "Probabilities"
	if list, _ := o.Chosen(in, nil); len(list) != 2 || list[1].Name() != "regions" {
		t.Errorf("with another of that label: %v", list)
	}
}

// For a list of methods, a frame can have the choice of each and its parameters by their paths: those of the methods in
// the list, and none that no method has.
func TestMembersAreControls(t *testing.T) {
	list := []method.Info{
		{ID: "near", Name: "Near", Params: []method.Param{{Name: "k", Label: "k",
			Kind: method.Integer{Range: method.Range{Min: 1, Max: 9}}, Default: 5.0},
			{Name: "p", Label: "p", Kind: method.Number{Range: method.Range{Max: 9}}, Default: 2.0,
				When: &method.When{Name: "k", In: []string{"1"}}}}},
		{ID: "far", Name: "Far", Params: []method.Param{{Name: "r", Label: "Radius",
			Kind: method.Number{Range: method.Range{Max: 9}}, Default: 1.0}}},
		{ID: "made", Name: "Made", Task: method.Cluster, Params: []method.Param{
			{Name: "of", Label: "Parts", Kind: method.Estimators{List: method.List{Entry: "part", MinLen: 1, MaxLen: 3},
				Choices: []method.Choice{{Value: "near"}, {Value: "far"}}},
				Default: []any{map[string]any{"method": "near"}, map[string]any{"method": "far"}}}}},
	}
	method.Link(list)
	made := &list[2]
	text := func(list []Control) (s string) {
		for _, c := range list {
			s += c.Name() + " (" + c.Label() + ") "
		}
		return s
	}
	want := "of (Parts) of[0].params.k (part 1: k) of[1].params.r (part 2: Radius) "
	if got := text(Available(made, nil)); got != want {
		t.Errorf("available: %s", got)
	}
	o := Options{Controls: []string{"of[1].params.r", "of", "part 1: K", "of[0].params.r", "of[0].params.p",
		"of[2].params.k", "of[3].params.k", "of[0].params.zeta", "of.params.k"}}
	controls, unknown := o.Chosen(made, nil)
	if got, want := text(controls), "of[1].params.r (part 2: Radius) of (Parts) of[0].params.k (part 1: k) "; got != want {
		t.Errorf("controls: %s", got)
	}
	if got := strings.Join(unknown, " "); got != "of[3].params.k of[0].params.zeta of.params.k" {
		t.Errorf("unknown: %s", got)
	}
	for lock, want := range map[string]string{"of": "of of[0].params.k of[1].params.r", "part 1: k": "of[0].params.k"} {
		o := Options{Lock: []string{lock}}
		for _, name := range []string{"of", "of[0].params.k", "of[1].params.r"} {
			if got := o.Locks(made, nil, name); got != slices.Contains(strings.Fields(want), name) {
				t.Errorf("lock=%s locks %s: %v", lock, name, got)
			}
		}
	}
	from := doc.Document{Method: "made"}
	to := doc.Document{Method: "made", Params: map[string]any{"of": []doc.Estimator{{Method: "near",
		Params: map[string]any{"k": 6.0}}, {Method: "far"}}}}
	if got := (Options{Lock: []string{"of[0].params.k"}}).Refuses(made, &from, &to); got != "part 1: k" {
		t.Errorf("another value within: %q", got)
	}
	other := map[string]any{"of": []doc.Estimator{{Method: "far"}}}
	if controls, unknown := o.Chosen(made, other); text(controls) != "of (Parts) of[0].params.r (part 1: Radius) " ||
		len(unknown) != 4 {
		t.Errorf("with another: %s, unknown %q", text(controls), unknown)
	}
}

// Holding points out by clicks is a control of supervised methods.
func TestHoldOutIsAControl(t *testing.T) {
	o := Options{Controls: []string{HoldOut}}
	list, unknown := o.Chosen(&svm, nil)
	if len(list) != 1 || !list[0].Holds() || list[0].Name() != HoldOut || len(unknown) > 0 {
		t.Errorf("%v, unknown %q", list, unknown)
	}
	means := method.Info{Name: "means", Task: method.Cluster}
	if list, unknown := o.Chosen(&means, nil); len(list) > 0 || len(unknown) != 1 {
		t.Errorf("of a clustering: %v, unknown %q", list, unknown)
	}
}

// page is a frame with a conversation, as seen from the page around it.
type page struct {
	*Conversation
	t       *testing.T
	clock   *clock.Manual
	doc     doc.Document
	size    Size
	heard   []map[string]any
	to      [][]string
	walked  []int
	playing bool
	steps   int
	last    int // last step that can be asked for, beyond the present end
	loading []func(*wire.Error)
	loaded  []string
	pic     *wire.Picture
	undrawn bool // the picture that was asked for has not come
	hidden  string

	meanwhile func() // called while the engine checks a kernel
}

// around implements what the conversation depends on.
type around struct{ *page }

func (p around) Post(m map[string]any, origins []string) {
	b, err := json.Marshal(m) // as the page does
	if err != nil {
		p.t.Fatal(err)
	}
	var back map[string]any
	if err := json.Unmarshal(b, &back); err != nil {
		p.t.Fatal(err)
	}
	p.heard, p.to = append(p.heard, back), append(p.to, origins)
}

func (p around) Now() (doc.Document, *method.Info) { return p.doc, &svm }

func (p around) Picture() *wire.Picture { return p.pic }

func (p around) Hidden(fact string) bool { return fact == p.hidden }

func (p around) Load(text workers.Text, done func(*wire.Error)) {
	p.loaded = append(p.loaded, text.Start(1000))
	p.loading = append(p.loading, done)
}

func (p around) Change(params map[string]any, done func(*wire.Error)) {
	next := map[string]any{}
	for _, m := range []map[string]any{p.doc.Params, params} {
		for k, v := range m {
			next[k] = v
		}
	}
	p.doc.Params = next
	done(nil)
}

func (p around) Check(d doc.Document, done func(*wire.Error)) {
	if p.meanwhile != nil {
		p.meanwhile()
	}
	if d.Params["kernel"] == "nonsense(" {
		done(&wire.Error{Field: "params.kernel", Message: "no kernel"})
		return
	}
	done(nil)
}

func (p around) Steps() (int, int, int, bool) { return 3, p.steps, max(p.steps, p.last), p.steps > 0 }

func (p around) Drawn(done func(*wire.Error)) {
	if p.undrawn {
		p.loading = append(p.loading, done)
		return
	}
	done(nil)
}

func (p around) Walk(by int) { p.walked = append(p.walked, by) }

func (p around) Play(on bool) { p.playing = on }

func (p around) Size() Size { return p.size }

func (p around) needs() Needs {
	return Needs{
		Clock: p.clock, Build: "b1", Post: p.Post, Now: p.Now, Picture: p.Picture, Hidden: p.Hidden,
		Load: p.Load, Change: p.Change, Check: p.Check, Steps: p.Steps, Drawn: p.Drawn, Walk: p.Walk,
		Play: p.Play, Size: p.Size,
	}
}

func open(t *testing.T, o Options) *page {
	t.Helper()
	p := &page{t: t, clock: clock.NewManual(), size: Size{400, 300, 400, 260},
		pic: &wire.Picture{Status: method.Status{State: method.Exact, Sentence: "Done."}}}
	p.doc = doc.Document{Method: "svm", Params: map[string]any{"gamma": 2.0},
		Points: []doc.Point{{X: 0.1, Y: 0.2, Z: 0}, {X: 0.5, Y: 0.6, Z: 1}}, Title: "T"}
	c := &Conversation{Options: o, Needs: around{p}.needs()}
	p.Conversation = c
	return p
}

// hears returns the newest message to the page around, and removes it.
func (p *page) hears() map[string]any {
	p.t.Helper()
	if len(p.heard) != 1 {
		p.t.Fatalf("heard %v", p.heard)
	}
	m := p.heard[0]
	p.heard = nil
	if m["pointscape"] != float64(Version) {
		p.t.Errorf("%v has no version", m)
	}
	return m
}

// says sends a message from the page around, written as JSON.
func (p *page) says(text string) {
	p.t.Helper()
	var fields map[string]any
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		p.t.Fatal(err)
	}
	m := Message{Origin: "https://a.example", Fields: fields}
	if s, ok := fields["document"].(string); ok {
		delete(fields, "document")
		m.Document, m.HasDocument = workers.TextFrom(s), true
	}
	p.Take(m)
}

// A "changed" message contains the facts that are single values, but none that would answer a question. It is also sent
// when a fact comes late.
func TestChangedTellsFacts(t *testing.T) {
	p := open(t, Options{})
	p.hidden = "margin"
	p.pic.Facts = []method.Fact{{Name: "n_support", Value: 3.0}, {Name: "margin", Value: 0.5},
		{Name: "converged", Value: true}, {Name: "solver", Value: "SMO"}, {Name: "coef", Value: []float64{1, 2}},
		{Name: "log_loss", Value: math.NaN()}, {Name: "leave_one_out_error", Late: true}}
	p.Ready()
	want := map[string]any{"n_support": 3.0, "converged": true, "solver": "SMO"}
	if got := p.hears()["facts"]; !reflect.DeepEqual(got, want) {
		t.Errorf("facts %v", got)
	}
	p.pic.Facts[6].Value = 0.25
	p.Changed()
	p.clock.Pass(time.Second)
	if got := p.hears(); got["type"] != "changed" || got["facts"].(map[string]any)["leave_one_out_error"] != 0.25 {
		t.Errorf("heard %v", got)
	}
	p.Changed()
	p.clock.Pass(time.Second)
	if len(p.heard) > 0 {
		t.Errorf("the same is told again: %v", p.heard)
	}
}

func TestReadyChangedResize(t *testing.T) {
	p := open(t, Options{})
	p.Changed()
	p.Resized()
	p.clock.Pass(time.Second)
	if len(p.heard) > 0 {
		t.Fatalf("before it is ready: %v", p.heard)
	}
	p.Ready()
	m := p.hears()
	if m["type"] != "ready" || m["version"] != "b1" || m["method"] != "svm" || m["points"] != 2.0 || m["title"] != "T" ||
		m["status"] != "exact" || m["width"] != 400.0 || m["ideal"] != 340.0 {
		t.Errorf("ready: %v", m)
	}
	if got := fmt.Sprint(m["params"]); got != "map[gamma:2 kernel:rbf margins:false n_neighbors:5 widths:[1 2]]" {
		t.Errorf("parameters: %s", got)
	}
	if p.to[0] != nil {
		t.Errorf("told only %q", p.to[0])
	}
	// No message is sent if nothing is new.
	p.Changed()
	p.Resized()
	p.clock.Pass(time.Second)
	if len(p.heard) > 0 {
		t.Errorf("nothing has changed: %v", p.heard)
	}
	// Frequent changes are sent five times a second, and the newest one always.
	for k := range 100 {
		p.doc.Params = map[string]any{"gamma": float64(k + 1)}
		p.Changed()
		p.clock.Pass(10 * time.Millisecond)
	}
	if n := len(p.heard); n < 4 || n > 6 {
		t.Errorf("told %d times in a second", n)
	}
	p.clock.Pass(time.Second)
	m = p.heard[len(p.heard)-1]
	if m["type"] != "changed" || m["params"].(map[string]any)["gamma"] != 100.0 {
		t.Errorf("the newest: %v", m)
	}
	p.heard = nil
	p.size.PlaneHeight = 200
	p.Resized()
	if m := p.hears(); m["type"] != "resize" || m["plane"].(map[string]any)["height"] != 200.0 || m["ideal"] != 400.0 {
		t.Errorf("resize: %v", m)
	}
}

func TestFaultsAreToldOnce(t *testing.T) {
	p := open(t, Options{})
	p.Fault(&wire.Error{Message: "early"})
	if len(p.heard) > 0 {
		t.Errorf("before it is ready: %v", p.heard)
	}
	p.Ready() // and why there is no picture
	if len(p.heard) != 2 || p.heard[0]["type"] != "ready" || p.heard[1]["type"] != "error" ||
		p.heard[1]["message"] != "early" {
		t.Errorf("ready: %v", p.heard)
	}
	p.heard = nil
	bad := &wire.Error{Field: "params.gamma", Message: "gamma is too large"}
	p.Fault(bad)
	p.Fault(bad)
	if m := p.hears(); m["type"] != "error" || m["field"] != "params.gamma" || m["message"] != "gamma is too large" ||
		m["to"] != nil {
		t.Errorf("%v", m)
	}
	p.Fault(&wire.Error{Message: "add points", Need: true})
	if len(p.heard) > 0 {
		t.Errorf("an invitation is no error: %v", p.heard)
	}
	p.Fault(bad)
	p.hears()
}

func TestGet(t *testing.T) {
	p := open(t, Options{})
	p.Ready()
	p.heard = nil
	p.says(`{"pointscape":1,"type":"get","id":"a"}`)
	m := p.hears()
	if m["type"] != "reply" || m["to"] != "get" || m["id"] != "a" {
		t.Errorf("%v", m)
	}
	d, err := doc.Decode([]byte(m["document"].(string)))
	if err != nil || len(d.Points) != 2 || d.Title != "T" {
		t.Errorf("%+v, %v", d, err)
	}
	var controls []string
	for _, x := range m["controls"].([]any) {
		c := x.(map[string]any)
		controls = append(controls, fmt.Sprint(c["name"], " ", c["label"]))
	}
	if got := strings.Join(controls, ", "); !strings.HasPrefix(got, "kernel Kernel, gamma γ, n_neighbors k, ") ||
		!strings.HasSuffix(got, ", slack slack, hold_out Hold out") {
		t.Errorf("controls: %s", got)
	}
	p.says(`{"pointscape":1,"type":"get"}`)
	if m := p.hears(); m["id"] != nil || m["type"] != "reply" {
		t.Errorf("without an id: %v", m)
	}
}

func TestSetParams(t *testing.T) {
	p := open(t, Options{})
	p.Ready()
	p.heard = nil
	p.says(`{"pointscape":1,"type":"set","id":7,"params":{"gamma":3,"widths":[4,5],"kernel":"linear"}}`)
	if m := p.hears(); m["type"] != "reply" || m["to"] != "set" || m["id"] != 7.0 {
		t.Errorf("%v", m)
	}
	if got := fmt.Sprint(p.doc.Params); got != "map[gamma:3 kernel:linear widths:[4 5]]" {
		t.Errorf("parameters %s", got)
	}
	was := fmt.Sprint(p.doc.Params)
	for _, c := range [][2]string{
		{`{"gamma":-1}`, "params.gamma"},
		{`{"gamma":5,"n_neighbors":0.5}`, "params.n_neighbors"}, // all or none
		{`{"gamma":"5"}`, "params.gamma"},
		{`{"gamma":null}`, "params.gamma"},
		{`{"widths":[1,"2"]}`, "params.widths"},
		{`{"C":1}`, "params.C"},
		{`{"kernel":"nonsense("}`, "params.kernel"},
		{`[1]`, "params"},
	} {
		p.says(`{"pointscape":1,"type":"set","id":1,"params":` + c[0] + `}`)
		if m := p.hears(); m["type"] != "error" || m["field"] != c[1] || m["id"] != 1.0 || m["to"] != "set" ||
			m["message"] == "" {
			t.Errorf("%s: %v", c[0], m)
		}
	}
	// Values that were checked for one method are not set in another.
	p.meanwhile = func() { p.doc.Method = "knn" }
	p.says(`{"pointscape":1,"type":"set","id":1,"params":{"kernel":"rbf(0.2)"}}`)
	if m := p.hears(); m["type"] != "error" {
		t.Errorf("set in another method: %v", m)
	}
	if got := fmt.Sprint(p.doc.Params); got != was {
		t.Errorf("refused, it has changed to %s", got)
	}
}

// One document is loaded at a time; of the others only the newest waits.
func TestFlood(t *testing.T) {
	p := open(t, Options{})
	p.Ready()
	p.heard = nil
	for k := range 50 {
		p.says(fmt.Sprintf(`{"pointscape":1,"type":"set","id":%d,"document":"%d"}`, k, k))
	}
	if len(p.loaded) != 1 || len(p.heard) != 48 {
		t.Fatalf("%d begun, %d answered", len(p.loaded), len(p.heard))
	}
	for _, m := range p.heard {
		if m["type"] != "error" {
			t.Errorf("%v", m)
		}
	}
	p.heard = nil
	p.loading[0](nil)
	if m := p.hears(); m["type"] != "reply" || m["id"] != 0.0 {
		t.Errorf("%v", m)
	}
	if !slices.Equal(p.loaded, []string{"0", "49"}) {
		t.Errorf("loaded %q", p.loaded)
	}
	p.loading[1](&wire.Error{Field: "method", Message: "no method"})
	if m := p.hears(); m["type"] != "error" || m["id"] != 49.0 || m["field"] != "method" {
		t.Errorf("%v", m)
	}
	p.says(`{"pointscape":1,"type":"set","document":"x"}`)
	if len(p.loaded) != 3 {
		t.Error("it is not idle again")
	}
}

func TestStep(t *testing.T) {
	p := open(t, Options{})
	p.Ready()
	p.heard = nil
	p.says(`{"pointscape":1,"type":"step","by":1}`)
	if m := p.hears(); m["type"] != "error" {
		t.Errorf("without steps: %v", m)
	}
	p.steps = 10
	for _, c := range []struct {
		how string
		by  []int
	}{{`"by":2`, []int{2}}, {`"by":-1`, []int{-1}}, {`"to":0`, []int{-3}}, {`"to":99`, []int{7}},
		{`"to":"end"`, []int{7}}} {
		p.walked = nil
		p.says(`{"pointscape":1,"type":"step",` + c.how + `}`)
		if m := p.hears(); m["type"] != "reply" || m["steps"] != 10.0 || !slices.Equal(p.walked, c.by) {
			t.Errorf("%s: %v, walked %v", c.how, m, p.walked)
		}
	}
	// A method without an end continues beyond the last step so far.
	p.last, p.walked = 1000, nil
	p.says(`{"pointscape":1,"type":"step","to":99}`)
	p.says(`{"pointscape":1,"type":"step","to":"end"}`)
	if !slices.Equal(p.walked, []int{96, 7}) {
		t.Errorf("without an end it walked %v", p.walked)
	}
	p.heard = nil
	p.says(`{"pointscape":1,"type":"step","play":true}`)
	if p.hears(); !p.playing {
		t.Error("it does not play")
	}
	p.walked = nil
	for _, how := range []string{`"by":0.5`, `"by":1e99`, `"to":-1`, `"to":"start"`, `"play":1`, `"by":1,"to":2`,
		`"id":1`} {
		p.says(`{"pointscape":1,"type":"step",` + how + `}`)
		if m := p.hears(); m["type"] != "error" {
			t.Errorf("%s: %v", how, m)
		}
	}
	if p.walked != nil {
		t.Errorf("walked %v", p.walked)
	}
}

// A request for a step that is too far to reach soon is answered once, with the step that was reached.
func TestFarStep(t *testing.T) {
	p := open(t, Options{})
	p.Ready()
	p.steps, p.last, p.undrawn, p.heard = 10, 1e9, true, nil
	p.says(`{"pointscape":1,"type":"step","by":1000000000,"id":1}`)
	p.clock.Pass(stepWithin - 1)
	if len(p.heard) > 0 {
		t.Fatalf("too early: %v", p.heard)
	}
	p.clock.Pass(1)
	if m := p.hears(); m["type"] != "reply" || m["id"] != 1.0 || m["steps"] != 10.0 {
		t.Errorf("it hears %v", m)
	}
	p.loading[0](nil) // the picture comes in the end
	p.clock.Pass(2 * stepWithin)
	if len(p.heard) > 0 {
		t.Errorf("it is answered again: %v", p.heard)
	}
	p.says(`{"pointscape":1,"type":"step","by":1,"id":2}`)
	p.loading[1](nil)
	p.clock.Pass(2 * stepWithin)
	if m := p.hears(); m["id"] != 2.0 {
		t.Errorf("a step that is reached: %v", m)
	}
}

// A message that is not valid, or of another version or shape, changes nothing.
func TestStrangers(t *testing.T) {
	p := open(t, Options{})
	p.says(`{"pointscape":1,"type":"get"}`)
	if m := p.hears(); m["type"] != "error" {
		t.Errorf("before it is ready: %v", m)
	}
	p.Ready()
	p.heard = nil
	p.says(`{"type":"set","params":{"gamma":9}}`)
	if len(p.heard) > 0 {
		t.Errorf("it answers what is not meant for it: %v", p.heard)
	}
	for _, c := range [][2]string{
		{`{"pointscape":2,"type":"set","params":{"gamma":9}}`, "pointscape"},
		{`{"pointscape":"1","type":"set","params":{"gamma":9}}`, "pointscape"},
		{`{"pointscape":1,"type":"eval"}`, "type"},
		{`{"pointscape":1}`, "type"},
		{`{"pointscape":1,"type":["set"]}`, "type"},
		{`{"pointscape":1,"type":"set"}`, "set"},
		{`{"pointscape":1,"type":"set","params":{"gamma":9},"document":"{}"}`, "set"},
		{`{"pointscape":1,"type":"set","params":{"gamma":9},"extra":1}`, "extra"},
		{`{"pointscape":1,"type":"set","document":{}}`, "document"},
		{`{"pointscape":1,"type":"get","document":"{}"}`, "document"},
		{`{"pointscape":1,"type":"get","id":{}}`, "id"},
		{`{"pointscape":1,"type":"get","id":"` + strings.Repeat("x", 101) + `"}`, "id"},
		{`{"pointscape":1,"type":"set","document":"` + strings.Repeat("x", doc.MaxBytes+1) + `"}`, "document"},
	} {
		p.says(c[0])
		if m := p.hears(); m["type"] != "error" || m["field"] != c[1] {
			t.Errorf("%.80s: %v", c[0], m)
		}
	}
	p.Take(Message{Origin: "https://a.example"})
	if m := p.hears(); m["type"] != "error" {
		t.Errorf("too large: %v", m)
	}
	if got := fmt.Sprint(p.doc.Params); got != "map[gamma:2]" || p.loaded != nil {
		t.Errorf("it has changed: %s, %q", got, p.loaded)
	}
}

func TestOrigins(t *testing.T) {
	p := open(t, Options{Restricted: true, Origins: []string{"https://b.example"}})
	p.Ready()
	if got := fmt.Sprint(p.to); got != "[[https://b.example]]" {
		t.Errorf("told %s", got)
	}
	p.heard = nil
	p.says(`{"pointscape":1,"type":"get"}`) // from a.example
	if len(p.heard) > 0 {
		t.Errorf("it answers a stranger: %v", p.heard)
	}
	p.Take(Message{Origin: "https://b.example", Fields: map[string]any{"pointscape": 1.0, "type": "get"}})
	p.hears()
	// An origin that cannot be read allows no page.
	p = open(t, Options{Restricted: true})
	p.Ready()
	if p.to[0] == nil || len(p.to[0]) > 0 {
		t.Errorf("told %v", p.to)
	}
}

// Keys that turn slides are passed on if the address asks for it, and no other keys.
func TestKeysAreTold(t *testing.T) {
	p := open(t, Options{Restricted: true, Origins: []string{"https://b.example"}})
	if p.Key("ArrowRight", false) || len(p.heard) > 0 {
		t.Errorf("nobody has asked: %v", p.heard)
	}
	p.Options.Keys = true
	for _, key := range []string{"a", "1", "Enter", "Escape", "Tab", "Backspace", "Shift", "F5", "ü", ""} {
		if p.Key(key, false) || len(p.heard) > 0 {
			t.Errorf("%q is told: %v", key, p.heard)
		}
	}
	for _, key := range strings.Split("ArrowLeft,ArrowRight,ArrowUp,ArrowDown,PageUp,PageDown,Home,End, ", ",") {
		p.heard, p.to = nil, nil
		if !p.Key(key, key == "Home") || len(p.heard) != 1 || p.to[0][0] != "https://b.example" {
			t.Fatalf("%q: %v to %v", key, p.heard, p.to)
		}
		if m := p.heard[0]; m["type"] != "key" || m["key"] != key || m["shift"] != (key == "Home") || m["pointscape"] != 1.0 {
			t.Errorf("%q: %v", key, m)
		}
	}
}

// A finished task is reported once the page around listens, and only to allowed origins.
func TestTaskIsTold(t *testing.T) {
	p := open(t, Options{Restricted: true, Origins: []string{"https://course.example"}})
	p.Task("linear", "margin", "2")
	if len(p.heard) > 0 {
		t.Fatalf("before it is ready: %v", p.heard)
	}
	p.Ready()
	p.hears()
	p.Task("linear", "margin", "2")
	m := p.hears()
	if m["type"] != "task" || m["course"] != "linear" || m["page"] != "margin" || m["task"] != "2" ||
		m["solved"] != true ||
		m["pointscape"] != 1.0 {
		t.Errorf("a task: %v", m)
	}
	if got := fmt.Sprint(p.to[len(p.to)-1]); got != "[https://course.example]" {
		t.Errorf("told to %s", got)
	}
}

// FuzzTake checks messages of the page around: each message meant for the frame is answered exactly once, with values
// that JSON has. A message of another origin is not answered, and a refused one changes nothing.
func FuzzTake(f *testing.F) {
	for _, text := range []string{
		`{"pointscape":1,"type":"get","id":"a"}`,
		`{"pointscape":1,"type":"set","id":2,"params":{"gamma":3,"kernel":"linear","widths":[1,2,3],"margins":true}}`,
		`{"pointscape":1,"type":"set","params":{"kernel":"nonsense("}}`,
		`{"pointscape":1,"type":"set","params":{"gamma":{"a":[null,{}]}}}`,
		`{"pointscape":1,"type":"set","document":"{\"method\":\"svm\"}"}`,
		`{"pointscape":1,"type":"step","by":-1e9}`, `{"pointscape":1,"type":"step","to":"end","play":false}`,
		`{"pointscape":2,"type":"get"}`, `{"pointscape":null,"type":[],"id":{}}`, `{"type":"set"}`,
		`{"pointscape":1,"type":"__proto__","constructor":1}`, `null`,
	} {
		f.Add(text, `{"pointscape":1,"type":"set","document":"{}"}`, true)
		f.Add(`{"pointscape":1,"type":"set","document":"a"}`, text, false)
	}
	f.Fuzz(func(t *testing.T, first, second string, ours bool) {
		p := open(t, Options{Origins: []string{"https://a.example"}, Restricted: true})
		p.Ready()
		p.heard, p.to = nil, nil
		before, want := key(p.state()), 0
		for _, text := range []string{first, second, first} {
			m := Message{Origin: map[bool]string{true: "https://a.example", false: "https://b.example"}[ours]}
			if json.Unmarshal([]byte(text), &m.Fields) != nil {
				m.Fields = nil
			}
			if s, ok := m.Fields["document"].(string); ok {
				delete(m.Fields, "document")
				m.Document, m.HasDocument = workers.TextFrom(s), true
			}
			if _, meant := m.Fields["pointscape"]; ours && (meant || m.Fields == nil) {
				want++
			}
			p.Take(m)
		}
		for len(p.loading) > 0 {
			done := p.loading[0]
			p.loading = p.loading[1:]
			done(&wire.Error{Message: "It is none."})
		}
		replies := 0
		for i, m := range p.heard {
			if !slices.Equal(p.to[i], []string{"https://a.example"}) || m["pointscape"] != 1.0 {
				t.Errorf("%v went to %v", m, p.to[i])
			}
			switch m["type"] {
			case "reply":
				replies++
			case "error":
				if text, _ := m["message"].(string); text == "" || len(text) > 10_000 {
					t.Errorf("it answers %v", m)
				}
			default:
				t.Errorf("it says %v", m)
			}
		}
		if len(p.heard) != want {
			t.Errorf("%d answers to %d messages: %v", len(p.heard), want, p.heard)
		}
		if after := key(p.state()); replies == 0 && after != before {
			t.Errorf("what was refused has changed %s to %s", before, after)
		}
	})
}
