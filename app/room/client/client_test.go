package client

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

const ms = time.Millisecond

// page is a page with a Client, and an engine that answers when the test says so.
type page struct {
	*Client
	t      *testing.T
	clock  *clock.Manual
	busy   bool
	ready  bool
	wrong  error
	points int
	came   []Picture
	late   []*wire.Facts
	failed []wire.Error
	deal   bool // the page deals with what the engine refuses
	turned int
	paints int
	method string
	views  []picture.Viewport // views for which the client asked where their pixels go
	staged []picture.Viewport

	recv   func(workers.Reply)
	posted []workers.Request
}

// around implements what the Client depends on.
type around struct{ p *page }

func (a around) Busy() bool { return a.p.busy }

func (a around) Compose(bool) (Request, bool, error) {
	p := a.p
	q := Request{
		Draw:   wire.Draw{PointsVersion: p.points, Palette: "dark", Panels: []wire.PanelAsk{{ID: "loss", W: 9, H: 9}}},
		Points: func() []float64 { return []float64{1, 2, float64(2 + p.points)} },
	}
	q.View.W, q.View.Scale, q.Need.Method = 800, 2, p.method
	return q, p.ready, p.wrong
}

func (a around) Canvas() workers.Canvas { return workers.Canvas{} }

func (a around) Where(v picture.Viewport) int {
	a.p.views = append(a.p.views, v)
	return wire.StageToo
}

func (a around) Staged(v picture.Viewport, newest bool) {
	if newest {
		a.p.staged = append(a.p.staged, v)
	}
}

func (a around) Picture(x Picture)   { a.p.came = append(a.p.came, x) }
func (a around) Facts(f *wire.Facts) { a.p.late = append(a.p.late, f) }
func (a around) Condition()          { a.p.turned++ }

func (a around) Refused(e wire.Error, _ bool) bool {
	a.p.failed = append(a.p.failed, e)
	return a.p.deal
}

func newPage(t *testing.T) *page {
	t.Helper()
	p := &page{t: t, clock: clock.NewManual(), ready: true, points: 1}
	a := around{p}
	p.Client = &Client{Needs: Needs{
		Clock:    p.clock,
		Requests: Requests{Busy: a.Busy, Compose: a.Compose},
		Stage:    Stage{Canvas: a.Canvas, Where: a.Where, Staged: a.Staged},
		Effects: Effects{
			Hello: func() {}, Picture: a.Picture, Painted: func() { p.paints++ }, Facts: a.Facts, Refused: a.Refused,
			Further: func(*wire.Error) bool { return false }, Notice: func(string) {}, Condition: a.Condition,
			Versions: func() {},
		},
	}}
	p.Connect(func(_ bool, recv func(workers.Reply)) (workers.Port, error) {
		p.recv = recv
		return p, nil
	})
	p.say(wire.TypeHello, 0, wire.Hello{Protocol: wire.Protocol, Whole: true})
	return p
}

func (p *page) Close() {}

func (p *page) Post(r workers.Request) {
	if r.Type != wire.TypePing {
		p.posted = append(p.posted, r)
	}
}

func (p *page) say(typ string, id int, head any) {
	p.t.Helper()
	b, err := json.Marshal(head)
	if err != nil {
		p.t.Fatal(err)
	}
	p.recv(workers.Reply{Type: typ, ID: id, Head: b})
}

// asked returns the newest draw request.
func (p *page) asked() (d wire.Draw, id int) {
	p.t.Helper()
	r := p.posted[len(p.posted)-1]
	if err := json.Unmarshal(r.Head, &d); err != nil || r.Type != wire.TypeDraw {
		p.t.Fatalf("the newest request is %s %s", r.Type, r.Head)
	}
	return d, r.ID
}

// sharp answers the newest request with a sharp picture.
func (p *page) sharp() {
	p.t.Helper()
	_, id := p.asked()
	p.say(wire.TypePicture, id, wire.Picture{Last: true})
}

// A draw says where on the stage its pixels go, for the view that the engine gets; requests for files and extents do
// not.
func TestWherePixelsGo(t *testing.T) {
	p := newPage(t)
	p.Changed()
	q, id := p.asked()
	if want := (picture.Viewport{W: 800, Scale: 2}); len(p.views) != 1 || p.views[0] != want || q.View != want ||
		q.Stage != wire.StageToo {
		t.Errorf("asked where pixels of %+v go, and for %+v", p.views, q)
	}
	p.sharp()
	p.say(wire.TypeStaged, id-1, wire.Staged{View: picture.Viewport{W: 1}})
	p.say(wire.TypeStaged, id, wire.Staged{View: q.View})
	if len(p.staged) != 1 || p.staged[0] != q.View {
		t.Errorf("staged: %+v", p.staged)
	}
	p.Export("svg", picture.ExportOptions{}, nil, nil)
	p.Extent(func(*wire.Reach) {})
	for _, r := range p.posted[len(p.posted)-2:] {
		var e wire.Export
		if json.Unmarshal(r.Head, &e) != nil || r.Type == wire.TypeDraw || e.Stage != wire.StagePixels {
			t.Errorf("%s with the stage %d", r.Type, e.Stage)
		}
	}
}

// During a drag, pictures come with words at most ten times a second; the others keep the words of the picture before.
// Once the drag stops, the picture comes with words, and so does that of another method.
func TestWordsOfAMovingHand(t *testing.T) {
	p := newPage(t)
	p.busy = true
	ask := func(terse bool, what string) {
		t.Helper()
		p.Changed()
		q, id := p.asked()
		if q.Terse != terse {
			t.Errorf("%s: without words: %v", what, q.Terse)
		}
		x := wire.Picture{Last: true, Terse: q.Terse}
		if !x.Terse {
			x.Alt, x.Facts, x.Status = what, []method.Fact{{Name: what}}, method.Status{Sentence: what}
			x.Keys = []picture.Key{{Says: what}}
		}
		p.say(wire.TypePicture, id, x)
	}
	says := func(want string) {
		t.Helper()
		if x := p.Picture(); x.Alt != want || x.Facts[0].Name != want || x.Status.Sentence != want || x.Keys[0].Says != want {
			t.Errorf("the picture says %q, %v, %v, %v; want %q", x.Alt, x.Facts, x.Status, x.Keys, want)
		}
	}
	ask(false, "first")
	p.clock.Pass(40 * time.Millisecond)
	ask(true, "second")
	says("first")
	p.clock.Pass(80 * time.Millisecond)
	ask(false, "third")
	says("third")
	p.method = "another"
	ask(false, "of another method")
	says("of another method")
	ask(true, "of that one again")
	p.busy = false
	ask(false, "let go")
	says("let go")
}

func TestUnfinishedUntilPainted(t *testing.T) {
	p := newPage(t)
	told := 0
	p.Changed()
	p.Wait(func(e *wire.Error) {
		if e == nil {
			told++
		}
	})
	p.sharp()
	if told != 0 || !p.Unfinished() || p.PaintedState() != 0 {
		t.Errorf("what came and is not painted counts as painted: %d", p.PaintedState())
	}
	p.Changed() // while the picture waits for its frame
	p.Wait(func(*wire.Error) { told += 10 })
	p.Shown()
	if told != 1 || p.PaintedState() != 1 || p.State() != 2 || !p.Unfinished() || p.paints != 1 {
		t.Errorf("painted %d of %d, told %d times", p.PaintedState(), p.State(), told)
	}
	p.sharp()
	p.Shown()
	if p.Unfinished() || p.PaintedState() != 2 || told != 11 {
		t.Errorf("painted %d of %d, told %d times", p.PaintedState(), p.State(), told)
	}
	p.Redraw() // a sharp one, or one with panels
	p.sharp()
	if !p.Unfinished() {
		t.Error("a better picture of the same state is not painted, and counts as painted")
	}
	p.Shown()
	if p.Unfinished() {
		t.Error("never finished")
	}
	if len(p.came) != 3 || p.came[0].Newest != true || p.came[1].Before != p.came[0].Picture {
		t.Errorf("came %+v", p.came)
	}
}

// While a draw is in the air, the next one waits and is composed of the newest state when it leaves. It leaves at once
// after a superseded one.
func TestNewestRequestWins(t *testing.T) {
	p := newPage(t)
	p.busy = true
	for range 5 {
		p.Changed()
	}
	if len(p.posted) != 1 {
		t.Fatalf("%d requests at once", len(p.posted))
	}
	p.points = 7
	_, first := p.asked()
	p.say(wire.TypeSuperseded, first, struct{}{})
	if len(p.posted) != 2 {
		t.Fatal("a superseded draw does not let the next one go")
	}
	if d, _ := p.asked(); d.PointsVersion != 7 {
		t.Errorf("the next one tells of points %d", d.PointsVersion)
	}
	p.sharp()
	p.Shown()
	if p.PaintedState() != 5 || p.Unfinished() {
		t.Errorf("painted %d of %d", p.PaintedState(), p.State())
	}
}

func TestSharpWhenTheHandRests(t *testing.T) {
	p := newPage(t)
	p.busy = true
	for range 20 { // a drag of one second
		p.Changed()
		p.sharp()
		p.clock.Pass(50 * ms)
		if d, _ := p.asked(); d.Fine {
			t.Fatal("sharp in the middle of a drag")
		}
	}
	p.clock.Pass(restAfter - 51*ms)
	if d, _ := p.asked(); d.Fine {
		t.Fatal("it rests too early")
	}
	p.clock.Pass(ms)
	if d, _ := p.asked(); !d.Fine {
		t.Fatal("it rests, and is not drawn sharp")
	}
	p.sharp()
	n := len(p.posted)
	p.clock.Pass(time.Minute)
	p.Settle() // the drag ends where it has rested
	if len(p.posted) != n {
		t.Error("what is sharp is drawn again")
	}
	p.Changed() // the drag continues
	p.sharp()
	if d, _ := p.asked(); d.Fine {
		t.Error("once it has rested, it is sharp for ever")
	}
	p.busy = false
	p.Settle()
	if d, _ := p.asked(); !d.Fine {
		t.Error("let go, and not drawn sharp")
	}
	p.clock.Pass(time.Minute)
	if n := p.clock.Waiting(); p.Computing() == false && n > 0 {
		t.Errorf("%d timers wait for nothing", n)
	}
}

// A press of the pointer without a movement does not draw a sharp picture again.
func TestSharpStaysSharp(t *testing.T) {
	p := newPage(t)
	p.busy = true
	p.Changed()
	p.sharp()
	p.busy = false
	p.Settle()
	p.sharp()
	p.busy = true
	n := len(p.posted)
	p.clock.Pass(restAfter)
	if len(p.posted) != n {
		t.Error("a press draws again what is sharp")
	}
}

// The pointer rests while its newest position waits behind two draws, the later one sharp: that position is drawn
// sharp, too.
func TestRestsBehindASharpDraw(t *testing.T) {
	p := newPage(t)
	p.busy = true
	p.Changed()
	p.clock.Pass(restAfter)
	sharp, _ := p.asked()
	p.Changed()
	p.clock.Pass(restAfter)
	if len(p.posted) != 2 || !sharp.Fine {
		t.Fatalf("%d draws are asked for, the last sharp: %v", len(p.posted), sharp.Fine)
	}
	p.sharp()
	if d, _ := p.asked(); len(p.posted) != 3 || !d.Fine {
		t.Errorf("%d draws are asked for, the last sharp: %v", len(p.posted), d.Fine)
	}
}

func TestRequests(t *testing.T) {
	p := newPage(t)
	p.Changed()
	if d, _ := p.asked(); d.View.Scale != 2 || !d.Fine || d.View.W != 800 {
		t.Errorf("asked %+v", d)
	}
	if pts := p.posted[0].Points; !slices.Equal(pts, []float64{1, 2, 3}) {
		t.Errorf("points %v", pts)
	}
	p.sharp()
	n := len(p.posted)
	p.ready = false
	p.Changed()
	p.ready, p.wrong = true, doc.Errorf("points", "finite", 1)
	p.Changed()
	if len(p.posted) != n || p.Fault() == nil || p.Fault().Field != "points" {
		t.Errorf("%d requests, fault %+v", len(p.posted)-n, p.Fault())
	}
	p.wrong = errors.New("no")
	p.Changed()
	if p.Fault().Message != "no" {
		t.Errorf("fault %+v", p.Fault())
	}
}

func TestFaultsAndNeeds(t *testing.T) {
	p := newPage(t)
	p.Changed()
	p.sharp()
	p.Shown()
	fail := func(e wire.Error) *wire.Error {
		t.Helper()
		p.Changed()
		var got *wire.Error
		called := false
		p.Wait(func(e *wire.Error) { got, called = e, true })
		_, id := p.asked()
		p.say(wire.TypeError, id, e)
		if !called && !p.deal {
			t.Error("who waits for it is not told")
		}
		return got
	}
	// The fault is shown with the last picture; nothing more will come.
	if e := fail(wire.Error{Field: "params.C", Message: "too large"}); e == nil || e.Message != "too large" {
		t.Errorf("told %v", e)
	}
	if p.Fault() == nil || p.Picture() == nil || p.Unfinished() {
		t.Errorf("fault %v, picture %v, unfinished %v", p.Fault(), p.Picture(), p.Unfinished())
	}
	// Missing data are not a fault, and the picture is empty.
	if e := fail(wire.Error{Message: "Add points.", Need: true}); e != nil {
		t.Errorf("told %v", e)
	}
	if p.Fault() != nil || p.Need() != "Add points." || p.Picture() != nil {
		t.Errorf("fault %v, need %q, picture %v", p.Fault(), p.Need(), p.Picture())
	}
	p.Changed()
	p.sharp()
	if p.Need() != "" || p.Fault() != nil || p.came[len(p.came)-1].Before != nil || p.came[len(p.came)-1].Fault {
		t.Errorf("after a good picture: need %q, %+v", p.Need(), p.came[len(p.came)-1])
	}
	fail(wire.Error{Message: "x"})
	p.Changed()
	p.sharp()
	if !p.came[len(p.came)-1].Fault {
		t.Error("nobody is told that the fault has gone")
	}
	// A fault that the page deals with is not shown.
	p.deal = true
	if e := fail(wire.Error{Message: "dealt with"}); e != nil {
		t.Errorf("told %v", e)
	}
	p.ClearFault()
	if p.Fault() != nil {
		t.Error("not forgiven")
	}
	p.deal = false
	fail(wire.Error{Message: "Add points.", Need: true})
	p.ClearFault()
	if p.Need() == "" {
		t.Error("a lack is forgiven as if it was a mistake")
	}
	if p.Reset(); p.Need() != "" {
		t.Error("another document lacks what the old one lacked")
	}
}

func TestSlowDrawsCanBeStopped(t *testing.T) {
	p := newPage(t)
	p.Changed()
	p.clock.Pass(1900 * ms)
	if _, slow := p.Slow(); slow {
		t.Error("slow already")
	}
	p.clock.Pass(100 * ms)
	if done, slow := p.Slow(); !slow || done != 0 || p.turned != 1 {
		t.Errorf("slow %v, %v done, told %d times", slow, done, p.turned)
	}
	p.say(wire.TypeProgress, 0, wire.Progress{Done: 0.5})
	if done, _ := p.Slow(); done != 0.5 {
		t.Errorf("%v done", done)
	}
	var told *wire.Error
	p.Wait(func(e *wire.Error) { told = e })
	p.Stop()
	if _, slow := p.Slow(); slow || p.Computing() || p.PaintedState() != p.State() {
		t.Errorf("stopped: slow %v, computing %v", slow, p.Computing())
	}
	if told == nil { // otherwise a script, and the page around a frame, would wait forever
		t.Error("who waits for the picture is not told that it does not come")
	}
	p.say(wire.TypeHello, 0, wire.Hello{Protocol: wire.Protocol, Whole: true})
	p.Changed()
	p.say(wire.TypeProgress, 0, wire.Progress{Done: 0.5})
	p.sharp()
	if _, slow := p.Slow(); slow {
		t.Error("slow, though it has come")
	}
}

func TestEngineThatDies(t *testing.T) {
	p := newPage(t)
	p.Changed()
	for range 3 {
		p.say(wire.TypeFatal, 0, wire.Error{Message: "stack overflow"})
	}
	if p.Dead() != "The engine stopped three times in a row. It said: stack overflow." || !p.Unfinished() {
		t.Errorf("dead: %q", p.Dead())
	}
	var e *wire.Error
	p.Call(wire.TypeLoad, nil, nil, func(_ workers.Reply, x *wire.Error) { e = x })
	if e == nil {
		t.Error("a dead engine is asked in vain")
	}
	p.Retry()
	if p.Dead() != "" {
		t.Error("started again, it is still told to be dead")
	}
	p.say(wire.TypeHello, 0, wire.Hello{Protocol: wire.Protocol, Whole: true})
	p.sharp()
	p.Shown()
	if p.Dead() != "" || p.Unfinished() {
		t.Errorf("started again: %q", p.Dead())
	}
	p.say(wire.TypeHello, 0, wire.Hello{Protocol: wire.Protocol + 1})
	if !p.Stale() {
		t.Error("an engine of another build is not told")
	}
}

func TestLateFactsStayUntilTheyCome(t *testing.T) {
	before := &wire.Picture{Last: true, Facts: []method.Fact{{Name: "n", Value: 1.0}, {Name: "error", Value: 0.5}}}
	q := &wire.Picture{Facts: []method.Fact{{Name: "n", Value: 2.0}, {Name: "error", Late: true},
		{Name: "other", Late: true}}}
	keepLate(q, before)
	if f := q.Facts; f[0].Value != 2.0 || f[1].Value != 0.5 || f[2].Value != nil {
		t.Errorf("facts %+v", f)
	}
	p := newPage(t)
	p.Changed()
	_, id := p.asked()
	p.say(wire.TypePicture, id, before)
	p.Redraw()
	_, id = p.asked()
	p.say(wire.TypePicture, id, wire.Picture{Last: true, Facts: []method.Fact{{Name: "error", Late: true}}})
	if f := p.Picture().Facts; f[0].Value != 0.5 {
		t.Errorf("meanwhile %+v is shown", f)
	}
	p.say(wire.TypeFacts, id, wire.Facts{Alt: "all of it", Facts: []method.Fact{{Name: "error", Value: 0.25}}})
	if len(p.late) != 1 || p.Picture().Alt != "all of it" || p.Picture().Facts[0].Value != 0.25 {
		t.Errorf("late facts %+v", p.Picture())
	}
}

func TestExport(t *testing.T) {
	p := newPage(t)
	p.busy = true
	p.Changed()
	p.sharp()
	for kind, want := range map[string]picture.ExportOptions{"png": picture.DefaultExport(), "python": {}} {
		var name string
		var fault *wire.Error
		p.Export(kind, want, nil, func(f wire.Exported, _ []byte, e *wire.Error) { name, fault = f.Name, e })
		r := p.posted[len(p.posted)-1]
		var ask wire.Export
		if err := json.Unmarshal(r.Head, &ask); err != nil || r.Type != wire.TypeExport {
			t.Fatal(err)
		}
		if ask.Kind != kind || !ask.Draw.Fine || ask.Options != want || len(ask.Draw.Panels) > 0 {
			t.Errorf("asked %+v", ask)
		}
		p.say(wire.TypeExported, r.ID, wire.Exported{Name: "points." + kind})
		if name != "points."+kind || fault != nil {
			t.Errorf("got %q, %v", name, fault)
		}
		p.Export(kind, want, nil, func(_ wire.Exported, _ []byte, e *wire.Error) { fault = e })
		p.say(wire.TypeError, p.posted[len(p.posted)-1].ID, wire.Error{Message: "too large"})
		if fault == nil || fault.Message != "too large" {
			t.Errorf("told %v", fault)
		}
	}
	// A request for a file during a drag is not a sharp picture: that one is still due.
	n := len(p.posted)
	p.busy = false
	p.Settle()
	if len(p.posted) != n+1 {
		t.Error("a file counts as a sharp picture")
	}
}

// A picture has the points that it was made from, even if the page has newer ones.
func TestPicturesKnowTheirPoints(t *testing.T) {
	p := newPage(t)
	say := func(id, version int, last bool) {
		t.Helper()
		p.say(wire.TypePicture, id, wire.Picture{PointsVersion: version, Last: last})
		p.Shown()
	}
	made := func(want ...float64) {
		t.Helper()
		if got := p.came[len(p.came)-1].Made; !slices.Equal(got, want) {
			t.Errorf("picture %d is of %v, want %v", len(p.came), got, want)
		}
	}
	p.points = 7
	p.Changed()
	_, first := p.asked()
	p.points = 8
	p.Changed()
	p.clock.Pass(200 * ms) // a newer draw is sent after it
	_, second := p.asked()
	if second == first {
		t.Fatal("the second request was not sent")
	}
	say(first, 7, true)
	made(1, 2, 9)
	say(second, 8, false)
	made(1, 2, 10)
	say(second, 8, true) // sharp
	made(1, 2, 10)
	p.Changed() // a parameter changed: the engine has the points
	_, id := p.asked()
	if p.posted[len(p.posted)-1].Points != nil {
		t.Fatal("the points are sent again")
	}
	say(id, 8, true)
	made(1, 2, 10)
	p.Changed()
	_, id = p.asked()
	say(id, 6, true) // a version that was never sent
	made()
	for k := range 20 {
		p.points = 10 + k
		p.Changed()
		_, id = p.asked()
		p.say(wire.TypeSuperseded, id, wire.Nothing{})
	}
	if len(p.sent) > lists {
		t.Errorf("%d lists of points are kept", len(p.sent))
	}
	p.Changed()
	_, id = p.asked()
	say(id, 29, true)
	made(1, 2, 31)
	if len(p.sent) != 1 {
		t.Errorf("%d lists of points are kept behind a picture", len(p.sent))
	}
}

// A request that a newer picture overtakes is repeated for the newest document, once its picture is there. If pictures
// never stop, it fails in the end.
func TestOvertakenIsAskedAgain(t *testing.T) {
	asks := map[string]func(p *page, done func(*wire.Error)) (cancel func()){
		wire.TypeJudge: func(p *page, done func(*wire.Error)) func() {
			p.Judge([][2]float64{{0, 0}, {1, 1}}, func(_ *wire.Judged, e *wire.Error) { done(e) })
			return func() {}
		},
		wire.TypeExport: func(p *page, done func(*wire.Error)) func() {
			return p.Export("pdf", picture.ExportOptions{}, func(float64) {},
				func(_ wire.Exported, _ []byte, e *wire.Error) { done(e) })
		},
	}
	for typ, ask := range asks {
		p := newPage(t)
		p.Changed()
		p.sharp()
		var told []*wire.Error
		ask(p, func(e *wire.Error) { told = append(told, e) })
		count := func() (n, version, id int) {
			for _, r := range p.posted {
				if r.Type == typ {
					var d wire.Draw
					if json.Unmarshal(r.Head, &d) != nil {
						t.Fatal("no head")
					}
					n, version, id = n+1, d.PointsVersion, r.ID
				}
			}
			return n, version, id
		}
		overtake := func() {
			_, _, id := count()
			p.points++
			p.Changed()
			p.say(wire.TypeSuperseded, id, wire.Nothing{})
			p.sharp()
			p.Shown()
		}
		overtake()
		n, version, id := count()
		if n != 2 || version != p.points || len(told) != 0 {
			t.Fatalf("%s: asked %d times, of points %d of %d, told %d times", typ, n, version, p.points, len(told))
		}
		p.say("answer", id, wire.Nothing{})
		if len(told) != 1 || told[0] != nil {
			t.Errorf("%s: told %v", typ, told)
		}
		ask(p, func(e *wire.Error) { told = append(told, e) })
		for range askedAgain + 1 {
			overtake()
		}
		if n, _, _ = count(); n != 3+askedAgain || len(told) != 2 || told[1] == nil {
			t.Errorf("%s: asked %d times, told %v", typ, n, told)
		}
		told = nil
		cancel := ask(p, func(e *wire.Error) { told = append(told, e) })
		if typ == wire.TypeExport {
			cancel()
			overtake()
			if len(told) != 0 {
				t.Error("a file that was given up is told of")
			}
		}
	}
}
