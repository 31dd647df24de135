package workers

import (
	"testing"
	"time"

	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// pair is a lane whose first program has one method, with the workers that it has started.
type pair struct {
	t       *testing.T
	lane    *Lane
	workers []*fake
	method  string // the document's
	state   int
	told    int
	failed  []string
	tags    []int
	dead    int
	wrong   int // number of engines of another build
	now     time.Time
	check   func() // check of the workers' silence, due next
}

type fake struct {
	whole  bool
	recv   func(Reply)
	posted []Request
	closed bool
}

func (f *fake) Post(r Request) { f.posted = append(f.posted, r) }
func (f *fake) Close()         { f.closed = true }

func (f *fake) say(t *testing.T, typ string, id int, head any) {
	t.Helper()
	b, err := json.Marshal(head)
	if err != nil {
		t.Fatal(err)
	}
	f.recv(Reply{Type: typ, ID: id, Head: b})
}

func (f *fake) hello(t *testing.T) {
	t.Helper()
	h := wire.Hello{Protocol: wire.Protocol, Methods: []string{"svm"}}
	if f.whole {
		h = wire.Hello{Protocol: wire.Protocol, Methods: []string{"svm", "tree"}, Whole: true}
	}
	f.say(t, wire.TypeHello, 0, h)
}

func (f *fake) last() Request { return f.posted[len(f.posted)-1] }

// pairOwner is the lane's owner and clock.
type pairOwner struct{ *pair }

func (p pairOwner) Fetching() { p.told++ }

func (p pairOwner) Draw() (Draw, bool) {
	points := func() []float64 { return []float64{1, 2, 0} }
	return Draw{Need: wire.Need{Method: p.method}, Tag: p.state, PointsVersion: 1, Points: points}, true
}

func (p pairOwner) Picture(_ *wire.Picture, _ Reply, tag int) { p.tags = append(p.tags, tag) }

func (p pairOwner) Failed(e wire.Error, _ int) { p.failed = append(p.failed, e.Message) }

func (p pairOwner) Notice(s string) { p.t.Errorf("people are told: %s", s) }

func (p pairOwner) Dead(string) { p.dead++ }

func (p pairOwner) Mismatch() { p.wrong++ }

func (p pairOwner) Further(e *wire.Error) bool { return e.Got == `"tree"` }

func (p pairOwner) After(d time.Duration, f func()) (stop func()) {
	if d == pingEvery {
		p.check = f
	}
	return func() {}
}

func (p pairOwner) Now() time.Time { return p.now }

func newPair(t *testing.T) *pair {
	p := &pair{t: t, method: "svm", now: time.Unix(1000, 0)}
	o := pairOwner{p}
	on := Beside(o.Dead)
	on.Mismatch, on.Notice, on.Fetching, on.Further = o.Mismatch, o.Notice, o.Fetching, o.Further
	on.Draw, on.Picture, on.Failed = o.Draw, o.Picture, o.Failed
	p.lane = New(func(whole bool, recv func(Reply)) (Port, error) {
		f := &fake{whole: whole, recv: recv}
		p.workers = append(p.workers, f)
		return f, nil
	}, o, on)
	p.lane.Start()
	p.workers[0].hello(t)
	p.choose("svm")
	p.workers[0].say(t, wire.TypePicture, p.workers[0].last().ID, wire.Picture{Last: true})
	return p
}

func (p *pair) choose(method string) {
	p.method = method
	p.state++
	p.lane.Redraw()
}

func (p *pair) waits(want bool) {
	p.t.Helper()
	if _, _, waiting := p.lane.Fetching(); waiting != want {
		p.t.Errorf("somebody waits: %v, want %v", waiting, want)
	}
}

// A worker that lacks the document's method serves other requests until the whole program is loaded. That one takes its
// place and gets all open requests.
func TestWholeProgramTakesOver(t *testing.T) {
	p := newPair(t)
	first := p.workers[0]
	n := len(first.posted)
	p.choose("tree")
	p.choose("tree")
	if len(p.workers) != 2 || !p.workers[1].whole || len(first.posted) != n || first.closed {
		t.Fatalf("%d workers; the first was asked %v", len(p.workers), first.posted[n:])
	}
	next := p.workers[1]
	p.waits(true)
	next.recv(Reply{Type: wire.TypeBoot, Head: []byte(`{"done":0.4}`), Trouble: "No line."})
	if done, trouble, _ := p.lane.Fetching(); done != 0.4 || trouble != "No line." {
		t.Errorf("it is told to be at %v, %q", done, trouble)
	}
	// The user changes back to a method that the first worker has.
	p.choose("svm")
	p.waits(false)
	if first.last().Type != wire.TypeDraw {
		t.Fatal("the first is not asked any more")
	}
	drawn := first.last().ID
	p.choose("tree")
	answered := ""
	p.lane.Call(wire.TypeExplain, []byte(`{"x":1}`), nil, func(r Reply, e *wire.Error) { answered = r.Type })
	if first.last().Type != wire.TypeExplain {
		t.Fatal("a question does not go to the one that serves")
	}
	next.hello(t) // while the first one still draws
	if !first.closed || next.closed {
		t.Fatal("it has not taken the first one's place")
	}
	p.waits(false)
	var types []string
	for _, q := range next.posted {
		types = append(types, q.Type)
	}
	if len(types) != 2 || types[0] != wire.TypeExplain || types[1] != wire.TypeDraw || next.last().Points == nil {
		t.Fatalf("it was asked %v", types)
	}
	first.say(t, wire.TypePicture, drawn, wire.Picture{Last: true}) // too late: ignored
	next.say(t, wire.TypeExplanation, next.posted[0].ID, wire.Explanation{})
	next.say(t, wire.TypePicture, next.last().ID, wire.Picture{Last: true})
	if answered != wire.TypeExplanation || p.tags[len(p.tags)-1] != p.state || p.lane.Busy() || len(p.tags) != 2 {
		t.Errorf("answered %q, pictures of %v", answered, p.tags)
	}
	p.choose("svm")
	if next.last().Type != wire.TypeDraw || len(p.workers) != 2 {
		t.Error("the whole program does not serve all methods")
	}
	next.say(t, wire.TypePicture, next.last().ID, wire.Picture{Last: true})
	p.lane.replace("was ended")
	if !p.workers[2].whole {
		t.Error("after it, the first program comes back")
	}
}

// A document whose method the first worker does not know is opened by the whole program.
func TestWholeProgramIsAskedFurther(t *testing.T) {
	p := newPair(t)
	first := p.workers[0]
	var answers []string
	p.lane.Open([]byte(`{"kind":"link"}`), Text{}, func(r Reply, e *wire.Error) {
		if e != nil {
			answers = append(answers, e.Message)
			return
		}
		answers = append(answers, r.Type)
	})
	first.say(t, wire.TypeError, first.last().ID, wire.Error{Field: "method", Message: "one of svm", Got: `"tree"`})
	p.waits(true)
	if len(answers) > 0 || len(p.workers) != 2 {
		t.Fatalf("answered %v by %d workers", answers, len(p.workers))
	}
	next := p.workers[1]
	next.hello(t)
	if next.posted[0].Type != wire.TypeLoad || string(next.posted[0].Head) != `{"kind":"link"}` {
		t.Fatalf("asked %v", next.posted)
	}
	// There is no further program after this one.
	next.say(t, wire.TypeError, next.posted[0].ID, wire.Error{Field: "method", Message: "one of svm, tree"})
	if len(answers) != 1 || answers[0] != "one of svm, tree" || len(p.workers) != 2 {
		t.Errorf("answered %v", answers)
	}
}

// If the whole program does not load, what waits for it gets the reason, and the first worker continues to serve.
func TestWholeProgramFails(t *testing.T) {
	for name, end := range map[string]func(*pair){
		"dead":     func(p *pair) { p.workers[1].say(p.t, wire.TypeFatal, 0, wire.Error{Message: "no memory"}) },
		"given up": func(p *pair) { p.lane.CancelFetch() },
	} {
		t.Run(name, func(t *testing.T) {
			p := newPair(t)
			first := p.workers[0]
			p.choose("tree")
			refused := ""
			p.lane.Open([]byte(`{}`), Text{}, func(_ Reply, e *wire.Error) { refused = e.Message })
			first.say(t, wire.TypeError, first.last().ID, wire.Error{Field: "method", Got: `"tree"`})
			end(p)
			p.waits(false)
			if len(p.failed) != 1 || refused != p.failed[0] || p.lane.Busy() || p.dead > 0 || !p.workers[1].closed ||
				first.closed {
				t.Fatalf("told %q and %q", p.failed, refused)
			}
			// Loading does not start again until the user asks for it, or chooses such a method again.
			p.choose("tree")
			if len(p.workers) != 2 || len(p.failed) != 2 || !p.lane.FetchCancelled() || p.lane.Busy() {
				t.Fatalf("%d workers, told %q", len(p.workers), p.failed)
			}
			p.lane.Fetch()
			if len(p.workers) != 3 || p.lane.FetchCancelled() {
				t.Fatal("people can't have it tried again")
			}
			p.waits(true)
			p.lane.CancelFetch()
			p.choose("svm")
			if first.last().Type != wire.TypeDraw || p.lane.FetchCancelled() {
				t.Error("the first one does not serve")
			}
			p.choose("tree")
			first.say(t, wire.TypePicture, first.last().ID, wire.Picture{Last: true})
			if len(p.workers) != 4 {
				t.Error("it is not tried again")
			}
		})
	}
}

// Requests other than draws and long work do not wait for the whole program, nor does work that was cancelled. A method
// that no program has does not start it.
func TestWholeProgramIsNotWaitedFor(t *testing.T) {
	p := newPair(t)
	first := p.workers[0]
	told := map[string]string{}
	tell := func(what string) func(Reply, *wire.Error) {
		return func(_ Reply, e *wire.Error) { told[what] = e.Message }
	}
	p.lane.Open([]byte(`{}`), Text{}, tell("nonsense"))
	first.say(t, wire.TypeError, first.last().ID, wire.Error{Field: "method", Message: "one of these", Got: `"quantum"`})
	if told["nonsense"] != "one of these" || len(p.workers) != 1 {
		t.Errorf("a method that there is not: told %q, by %d workers", told, len(p.workers))
	}
	p.choose("tree")
	n := len(first.posted)
	p.lane.Call(wire.TypeExtent, nil, &Draw{Need: wire.Need{Method: "tree"}, PointsVersion: 2}, tell("extent"))
	if told["extent"] == "" || len(first.posted) != n {
		t.Errorf("the extent: told %q", told)
	}
	// Before its hello, it was not known which methods the worker lacks.
	p.lane.Call(wire.TypeExport, nil, &Draw{Need: wire.Need{Method: "svm"}, PointsVersion: 1}, tell("export"))
	first.say(t, wire.TypeError, first.last().ID, wire.Error{Field: "method", Message: "no", Got: `"tree"`})
	if told["export"] != "no" {
		t.Errorf("the figure: told %q", told)
	}
	p.choose("svm")
	p.waits(false)
	drawn := first.last().ID
	w := p.lane.Open([]byte(`{}`), Text{}, tell("link"))
	first.say(t, wire.TypeError, first.last().ID, wire.Error{Field: "method", Got: `"tree"`})
	p.waits(true)
	w.Cancel()
	p.waits(false)
	queued := p.lane.Open([]byte(`{}`), Text{}, tell("link"))
	id := first.last().ID
	queued.Cancel()
	if first.last().Type != wire.TypeCancel || first.last().ID != id {
		t.Errorf("asked %+v", first.last())
	}
	first.say(t, wire.TypeSuperseded, id, struct{}{})
	if !p.lane.Busy() {
		t.Error("the picture on its way is forgotten")
	}
	first.say(t, wire.TypePicture, drawn, wire.Picture{Last: true})
	p.workers[1].hello(t)
	if told["link"] != "" || p.lane.Busy() && p.workers[1].last().Type == wire.TypeLoad {
		t.Errorf("what was given up is told %q", told["link"])
	}
}

// A successor of another build is rejected: the first worker continues to serve, and the owner is told.
func TestWholeProgramOfAnotherBuild(t *testing.T) {
	p := newPair(t)
	first := p.workers[0]
	p.choose("tree")
	p.workers[1].say(t, wire.TypeHello, 0, wire.Hello{Protocol: wire.Protocol + 1, Whole: true})
	if p.wrong != 1 || len(p.failed) != 1 || first.closed || !p.workers[1].closed {
		t.Fatalf("%d of another build, told %q, the first closed: %v", p.wrong, p.failed, first.closed)
	}
	p.choose("svm")
	first.say(t, wire.TypePicture, first.last().ID, wire.Picture{Last: true})
	if p.tags[len(p.tags)-1] != p.state {
		t.Error("the first one does not serve any more")
	}
}

// A successor that falls silent is given up; while it loads, its messages count as answers.
func TestWholeProgramFallsSilent(t *testing.T) {
	p := newPair(t)
	pass := func() {
		t.Helper()
		if p.check == nil {
			t.Fatal("nobody watches")
		}
		f := p.check
		p.check, p.now = nil, p.now.Add(pingEvery)
		f()
	}
	pass() // the first one has no open request
	p.choose("tree")
	next := p.workers[1]
	for range 20 {
		pass()
		if next.last().Type != wire.TypePing {
			t.Fatal("it is not asked")
		}
		next.recv(Reply{Type: wire.TypePong})
	}
	if len(p.failed) > 0 || next.closed {
		t.Fatal("given up though it speaks")
	}
	for range maxSilence/pingEvery + 1 {
		pass()
		if next.closed {
			break
		}
	}
	if len(p.failed) != 1 || !next.closed || p.workers[0].closed || p.dead > 0 || p.lane.Busy() {
		t.Errorf("told %q", p.failed)
	}
}
