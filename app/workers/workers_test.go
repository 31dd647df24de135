package workers

import (
	"encoding/json"
	"testing"
	"time"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// rig is a lane with a worker that does only what the test says.
type rig struct {
	t       *testing.T
	lane    *Lane
	now     time.Time
	timers  []func()
	check   func() // next check of the worker's silence
	dials   int
	posted  []Request // to the newest worker
	closed  int
	recv    func(Reply)
	old     func(Reply) // recv of the worker before
	state   int         // the state that a draw shows
	points  int
	tags    []int
	failed  []wire.Error
	notices []string
	dead    []string
	hellos  int
	wrong   int
	alts    []string
	stages  int  // number of canvases given
	drew    bool // a draw was made since a canvas was given
	tooLate bool // a canvas was given after a draw was made for its worker
	staged  []bool
}

// owner is the lane's owner and clock.
type owner struct{ *rig }

func (r owner) Hello() { r.hellos++ }

func (r owner) Canvas() Canvas { r.stages++; r.tooLate = r.tooLate || r.drew; return Canvas{} }

func (r owner) Staged(v picture.Viewport, newest bool) {
	if v.W == 7 {
		r.staged = append(r.staged, newest)
	}
}

func (r owner) Draw() (Draw, bool) {
	r.drew = true
	return Draw{Tag: r.state, PointsVersion: r.points, Points: func() []float64 { return []float64{1, 2, 0} }}, true
}

func (r owner) Picture(_ *wire.Picture, _ Reply, tag int) { r.tags = append(r.tags, tag) }

func (r owner) Facts(f *wire.Facts) { r.alts = append(r.alts, f.Alt) }

func (r owner) Failed(e wire.Error, _ int) { r.failed = append(r.failed, e) }

func (r owner) Notice(s string) { r.notices = append(r.notices, s) }

func (r owner) Dead(s string) { r.dead = append(r.dead, s) }

func (r owner) Mismatch() { r.wrong++ }

func (r owner) After(d time.Duration, f func()) (stop func()) {
	if d == pingEvery {
		r.check = f
	} else {
		r.timers = append(r.timers, f)
	}
	return func() {}
}

func (r owner) Now() time.Time { return r.now }

func newRig(t *testing.T) *rig {
	r := &rig{t: t, now: time.Unix(1000, 0), points: 1}
	o := owner{r}
	on := Beside(o.Dead)
	on.Hello, on.Mismatch, on.Notice, on.Canvas, on.Draw = o.Hello, o.Mismatch, o.Notice, o.Canvas, o.Draw
	on.Picture, on.Staged, on.Facts, on.Failed = o.Picture, o.Staged, o.Facts, o.Failed
	r.lane = New(func(_ bool, recv func(Reply)) (Port, error) {
		r.dials++
		r.posted = nil
		r.drew = false
		r.old, r.recv = r.recv, recv
		return r, nil
	}, o, on)
	return r
}

func (r *rig) Post(q Request) { r.posted = append(r.posted, q) }
func (r *rig) Close()         { r.closed++ }

func (r *rig) say(typ string, id int, head any) {
	r.t.Helper()
	b, err := json.Marshal(head)
	if err != nil {
		r.t.Fatal(err)
	}
	r.recv(Reply{Type: typ, ID: id, Head: b})
}

func (r *rig) hello() { r.say(wire.TypeHello, 0, wire.Hello{Protocol: wire.Protocol}) }

func (r *rig) picture(id int, last bool) { r.say(wire.TypePicture, id, wire.Picture{Last: last}) }

// wait lets time pass; the worker answers pings unless silent is set.
func (r *rig) wait(d time.Duration, silent bool) {
	for end := r.now.Add(d); r.now.Before(end); {
		r.now = r.now.Add(pingEvery)
		check := r.check
		r.check = nil
		if check == nil {
			continue
		}
		check()
		if len(r.posted) > 0 && r.last().Type == wire.TypePing && !silent {
			r.recv(Reply{Type: wire.TypePong})
			r.posted = r.posted[:len(r.posted)-1]
		}
	}
}

func (r *rig) change() {
	r.state++
	r.lane.Redraw()
}

func (r *rig) draws() (n int) {
	for _, q := range r.posted {
		if q.Type == wire.TypeDraw {
			n++
		}
	}
	return n
}

func (r *rig) last() Request { return r.posted[len(r.posted)-1] }

func TestNewestRequestWins(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.change()
	if r.draws() != 0 {
		t.Fatal("a draw before hello")
	}
	r.hello()
	if r.draws() != 1 {
		t.Fatalf("%d draws after hello", r.draws())
	}
	first := r.last().ID
	for range 20 {
		r.change()
	}
	if r.draws() != 1 {
		t.Fatalf("%d draws in flight", r.draws())
	}
	r.picture(first, true)
	if r.draws() != 2 || len(r.tags) != 1 || r.tags[0] != 1 {
		t.Fatalf("%d draws, tags %v", r.draws(), r.tags)
	}
	r.picture(r.last().ID, true)
	if r.draws() != 2 || r.tags[1] != 21 || r.lane.Busy() {
		t.Errorf("the newest state was not the one drawn: tags %v, busy %v", r.tags, r.lane.Busy())
	}
}

func TestLateFactsAreOfThePictureShown(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.hello()
	r.change()
	first := r.last().ID
	r.picture(first, true)
	r.change()
	r.say(wire.TypeFacts, first, wire.Facts{Alt: "in time"})
	r.picture(r.last().ID, true)
	r.say(wire.TypeFacts, first, wire.Facts{Alt: "overtaken"})
	if len(r.alts) != 1 || r.alts[0] != "in time" {
		t.Errorf("facts of %q", r.alts)
	}
}

func TestPreempt(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.hello()
	r.change()
	first := r.last().ID
	// While the fine picture is computed, a newer request need not wait.
	r.picture(first, false)
	r.change()
	if r.draws() != 2 {
		t.Fatalf("%d draws after the coarse picture", r.draws())
	}
	r.change()
	if r.draws() != 2 {
		t.Fatal("three in flight")
	}
	second := r.last().ID
	r.say(wire.TypeSuperseded, first, nil)
	r.picture(second, true)
	if r.draws() != 3 {
		t.Errorf("%d draws", r.draws())
	}
	// If the fine picture takes long, the next request is sent before it is there.
	r.now = r.now.Add(time.Second)
	r.change()
	if r.draws() != 4 {
		t.Errorf("%d draws after a long one", r.draws())
	}
}

func TestWaitsNotForeverForALongDraw(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.hello()
	r.change()
	r.change()
	if r.draws() != 1 || len(r.timers) != 1 {
		t.Fatalf("%d draws, %d timers", r.draws(), len(r.timers))
	}
	r.now = r.now.Add(preemptAfter)
	r.timers[0]()
	if r.draws() != 2 {
		t.Errorf("%d draws after the timer", r.draws())
	}
	// The worker may leave the first one unanswered.
	r.picture(r.last().ID, true)
	if r.lane.Busy() {
		t.Error("still busy")
	}
}

func TestPointsAreSentWhenTheyAreNew(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.hello()
	r.change()
	if r.last().Points == nil {
		t.Fatal("no points with the first draw")
	}
	r.picture(r.last().ID, true)
	r.change()
	if r.last().Points != nil {
		t.Error("the same points again")
	}
	r.picture(r.last().ID, true)
	r.points = 2
	r.change()
	if r.last().Points == nil {
		t.Error("new points were not sent")
	}
	r.say(wire.TypeFatal, 0, wire.Error{Message: "boom"})
	r.hello()
	if r.last().Type != wire.TypeDraw || r.last().Points == nil {
		t.Error("the fresh worker has no points")
	}
}

// Each worker gets a canvas of the stage once, before its first draw is made, because the draw says where the pixels
// go.
func TestEachWorkerGetsACanvas(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.hello()
	for want := 1; want <= 2; want++ {
		for range 2 {
			r.lane.Redraw()
			id := r.posted[len(r.posted)-1].ID
			r.picture(id, true)
			r.say(wire.TypeStaged, id-1, wire.Staged{View: picture.Viewport{W: 7}})
			r.say(wire.TypeStaged, id, wire.Staged{View: picture.Viewport{W: 7}})
			if n := len(r.staged); n < 2 || r.staged[n-2] || !r.staged[n-1] {
				t.Errorf("of two canvases that were staged, the newest are %v", r.staged)
			}
		}
		if r.stages != want || r.tooLate {
			t.Errorf("%d canvases were given to %d workers; after a draw: %v", r.stages, want, r.tooLate)
		}
		r.drew = false
		r.say(wire.TypeFatal, 0, wire.Error{Message: "x"})
		r.hello()
	}
}

func TestCrash(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.hello()
	r.change()
	var failed *wire.Error
	r.lane.Call(wire.TypeLoad, nil, nil, func(_ Reply, e *wire.Error) { failed = e })
	dead := r.last().ID - 1
	r.say(wire.TypeFatal, 0, wire.Error{Message: "boom"})
	if r.dials != 2 || r.closed != 1 || len(r.notices) != 1 || failed == nil {
		t.Fatalf("dials %d, closed %d, notices %v, call %v", r.dials, r.closed, r.notices, failed)
	}
	r.hello()
	if r.draws() != 1 {
		t.Fatalf("%d draws of the fresh worker", r.draws())
	}
	// Messages from the dead worker are ignored.
	r.old(Reply{Type: wire.TypePicture, ID: dead, Head: []byte("{}")})
	r.old(Reply{Type: wire.TypeFatal, Head: []byte("{}")})
	if r.dials != 2 || len(r.tags) != 0 {
		t.Errorf("a dead worker was heard: dials %d, pictures %v", r.dials, r.tags)
	}
	r.picture(r.last().ID, true)
	if len(r.tags) != 1 {
		t.Errorf("pictures %v", r.tags)
	}
}

// A lane that is closed when its work fails starts no other worker.
func TestClosedByAFailure(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.hello()
	r.lane.Call(wire.TypeText, nil, nil, func(_ Reply, e *wire.Error) {
		if e != nil {
			r.lane.Close()
		}
	})
	r.say(wire.TypeFatal, 0, wire.Error{Message: "out of memory"})
	if r.dials != 1 || r.lane.Ready() {
		t.Errorf("%d workers", r.dials)
	}
	if r.lane.Start(); r.dials != 2 {
		t.Error("it does not start again")
	}
}

func TestGivesUp(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	for range maxCrashes {
		r.hello()
		r.change()
		r.say(wire.TypeFatal, 0, wire.Error{Message: "boom"})
	}
	if len(r.dead) != 1 || r.dead[0] != "boom" || r.dials != maxCrashes {
		t.Fatalf("dead %v after %d dials", r.dead, r.dials)
	}
	var e *wire.Error
	r.lane.Call(wire.TypeLoad, nil, nil, func(_ Reply, x *wire.Error) { e = x })
	if e == nil {
		t.Error("a call to a dead engine is not answered")
	}
	r.lane.Retry()
	r.hello()
	if r.draws() != 1 {
		t.Error("after Retry nothing is drawn")
	}
	// Crashes far apart are no reason to give up.
	for range 2 * maxCrashes {
		r.now = r.now.Add(crashesWithin)
		r.say(wire.TypeFatal, 0, wire.Error{})
		r.hello()
	}
	if len(r.dead) != 1 {
		t.Error("gave up for crashes that lie far apart")
	}
}

func TestAnswersFindTheirCalls(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	var got []string
	r.lane.Call(wire.TypeLoad, nil, nil, func(Reply, *wire.Error) { got = append(got, "early") })
	r.hello()
	early := r.last().ID
	r.lane.Call(wire.TypeExplain, nil, nil, func(_ Reply, e *wire.Error) {
		if e != nil {
			got = append(got, e.Message)
		}
	})
	r.say(wire.TypeError, r.last().ID, wire.Error{Message: "no"})
	r.say(wire.TypeLoaded, early, wire.Loaded{})
	r.say(wire.TypeLoaded, early, wire.Loaded{}) // answered twice: the second is ignored
	if len(got) != 2 || got[0] != "no" || got[1] != "early" {
		t.Errorf("got %v", got)
	}
	if len(r.failed) != 0 {
		t.Error("a call's error was taken for the picture's")
	}
}

func TestDrawErrorAndOtherBuild(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.hello()
	r.change()
	r.say(wire.TypeError, r.last().ID, wire.Error{Message: "two classes are needed", Need: true})
	if len(r.failed) != 1 || !r.failed[0].Need || r.lane.Busy() {
		t.Errorf("failed %v, busy %v", r.failed, r.lane.Busy())
	}
	r.say(wire.TypeHello, 0, wire.Hello{Protocol: wire.Protocol + 1})
	r.recv(Reply{Type: wire.TypeHello, Head: []byte("not JSON")})
	if r.wrong != 2 {
		t.Errorf("%d mismatches", r.wrong)
	}
}

// A hello that is known in advance is not handled a second time: nothing is shown anew or drawn again. Another worker
// has to say hello itself.
func TestHelloIsKnownBefore(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.hello()
	r.change()
	r.hello() // its own
	if r.hellos != 1 || r.draws() != 1 || !r.lane.Busy() {
		t.Errorf("%d hellos, %d draws", r.hellos, r.draws())
	}
	r.say(wire.TypeFatal, 0, wire.Error{Message: "out of memory"})
	if r.dials != 2 || r.lane.Ready() || r.draws() != 0 {
		t.Fatalf("%d dials, %d draws of the next one", r.dials, r.draws())
	}
	r.hello()
	if r.hellos != 2 || r.draws() != 1 {
		t.Errorf("of the next one: %d hellos, %d draws", r.hellos, r.draws())
	}
}

func TestStop(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.hello()
	r.change()
	r.lane.Stop()
	if r.dials != 2 || r.lane.Busy() || len(r.notices) != 0 {
		t.Fatalf("dials %d, busy %v, notices %v", r.dials, r.lane.Busy(), r.notices)
	}
	r.hello()
	if r.draws() != 0 {
		t.Error("what was stopped began again")
	}
	r.change()
	if r.draws() != 1 {
		t.Error("the next change is not drawn")
	}
}

func TestSilentWorkerIsReplaced(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.wait(time.Minute, false) // a slow network
	if r.dials != 1 {
		t.Fatalf("%d dials while the engine was on its way", r.dials)
	}
	r.hello()
	r.wait(time.Minute, true)
	if r.dials != 1 || r.check != nil {
		t.Fatal("a worker that nothing is asked of was watched")
	}
	// A fit of ten minutes yields, and continues.
	r.change()
	r.wait(10*time.Minute, false)
	if r.dials != 1 || len(r.notices) != 0 {
		t.Fatalf("a long fit was ended: %d dials, notices %v", r.dials, r.notices)
	}
	// A silent one is ended.
	r.wait(maxSilence-pingEvery, true)
	if r.dials != 1 {
		t.Fatal("the worker was given up too early")
	}
	pings := 0
	for _, q := range r.posted {
		if q.Type == wire.TypePing {
			pings++
		}
	}
	if pings != 1 {
		t.Errorf("%d pings wait in a worker that does not answer", pings)
	}
	r.wait(2*pingEvery, true)
	if r.dials != 2 || r.closed != 1 || len(r.notices) != 1 || r.notices[0] != Restarted {
		t.Fatalf("%d dials, closed %d, notices %v", r.dials, r.closed, r.notices)
	}
	r.hello()
	if r.last().Type != wire.TypeDraw || r.last().Points == nil {
		t.Error("the fresh worker was not asked for the picture, or not given the points")
	}
	r.picture(r.last().ID, true)
	r.wait(time.Minute, true)
	if r.dials != 2 || r.lane.Busy() {
		t.Errorf("%d dials, busy %v", r.dials, r.lane.Busy())
	}
	// An open request without an answer counts like a picture.
	var e *wire.Error
	r.lane.Call(wire.TypeLoad, nil, nil, func(_ Reply, x *wire.Error) { e = x })
	r.wait(maxSilence+pingEvery, true)
	if r.dials != 3 || e == nil {
		t.Errorf("%d dials, answer %v", r.dials, e)
	}
}

func TestSleepIsNoSilence(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.hello()
	r.change()
	r.wait(2*pingEvery, false)
	r.now = r.now.Add(8 * time.Hour)
	r.wait(2*pingEvery, true)
	if r.dials != 1 {
		t.Error("a computer that slept took its worker for dead")
	}
}

func TestGivesUpOnADocumentThatNeverEnds(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.hello()
	r.change()
	for range maxCrashes {
		r.wait(maxSilence+pingEvery, true)
		if len(r.dead) == 0 {
			r.hello()
		}
	}
	if len(r.dead) != 1 || r.dials != maxCrashes {
		t.Fatalf("dead %v after %d dials", r.dead, r.dials)
	}
	r.lane.Retry()
	r.hello()
	if r.draws() != 1 {
		t.Error("after Retry nothing is drawn")
	}
}

// A call that a newer picture has overtaken fails once; a cancelled one is not answered.
func TestAnOvertakenCallIsTold(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.hello()
	var got []*wire.Error
	took := func(_ Reply, e *wire.Error) { got = append(got, e) }
	r.lane.Call(wire.TypeJudge, nil, nil, took)
	judge := r.last().ID
	work := r.lane.Begin(wire.TypeExport, nil, nil, func(*wire.Progress) {}, took)
	export := r.last().ID
	r.change()
	draw := r.last().ID
	r.say(wire.TypeSuperseded, judge, nil)
	r.say(wire.TypeSuperseded, judge, nil)
	if len(got) != 1 || got[0] != Overtaken {
		t.Fatalf("who waits for a drawing's error is told %v", got)
	}
	r.picture(draw, true)
	if r.tags[0] != 1 {
		t.Error("the picture has gone with it")
	}
	work.Cancel()
	r.say(wire.TypeSuperseded, export, nil)
	if len(got) != 1 || !r.lane.Idle() {
		t.Errorf("told %d times; the lane is idle: %v", len(got), r.lane.Idle())
	}
}

// An error that answers cancelled work is ignored: the draw in the air continues.
func TestAnErrorOfWorkThatWasGivenUp(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.hello()
	r.change()
	draw := r.last().ID
	work := r.lane.Begin(wire.TypeExport, nil, nil, func(*wire.Progress) {}, func(Reply, *wire.Error) {
		t.Error("it is told")
	})
	export := r.last().ID
	work.Cancel()
	r.say(wire.TypeError, export, wire.Error{Message: "too large"})
	if len(r.failed) > 0 || !r.lane.Busy() {
		t.Fatalf("the picture has failed: %v, busy %v", r.failed, r.lane.Busy())
	}
	r.picture(draw, true)
	if len(r.tags) != 1 || r.lane.Busy() {
		t.Errorf("pictures of %v, busy %v", r.tags, r.lane.Busy())
	}
}

// However a draw ends, the draw that waits for it is sent then, and nothing waits for an answer that will not come.
func TestAWaitingDrawLeavesWhateverEndsTheOneBefore(t *testing.T) {
	for name, end := range map[string]func(r *rig, id int){
		"the picture":          func(r *rig, id int) { r.picture(id, true) },
		"the coarse picture":   func(r *rig, id int) { r.picture(id, false) },
		"superseded":           func(r *rig, id int) { r.say(wire.TypeSuperseded, id, nil) },
		"an error":             func(r *rig, id int) { r.say(wire.TypeError, id, wire.Error{Message: "no"}) },
		"an unreadable error":  func(r *rig, id int) { r.recv(Reply{Type: wire.TypeError, ID: id, Head: []byte("{")}) },
		"an unreadable answer": func(r *rig, id int) { r.recv(Reply{Type: wire.TypePicture, ID: id, Head: []byte("{")}) },
		"numbers that lack": func(r *rig, id int) {
			r.say(wire.TypePicture, id, wire.Picture{Last: true, Player: &wire.Player{Trace: []wire.Series{{N: 3}}}})
		},
		"a crash": func(r *rig, _ int) {
			r.say(wire.TypeFatal, 0, wire.Error{Message: "boom"})
			r.hello()
		},
		"time": func(r *rig, _ int) {
			r.now = r.now.Add(preemptAfter)
			r.timers[0]()
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.lane.Start()
			r.hello()
			r.change()
			first := r.last().ID
			r.change()
			r.change()
			if r.draws() != 1 || !r.lane.Busy() {
				t.Fatalf("%d draws in flight, busy %v", r.draws(), r.lane.Busy())
			}
			end(r, first)
			want := 2
			if name == "a crash" {
				want = 1 // a request to the fresh worker
			}
			if r.draws() != want || r.last().Type != wire.TypeDraw {
				t.Fatalf("%d draws: the one that waited has not left", r.draws())
			}
			r.picture(r.last().ID, true)
			if r.lane.Busy() || r.tags[len(r.tags)-1] != 3 {
				t.Errorf("busy %v, pictures of the states %v; the newest is 3", r.lane.Busy(), r.tags)
			}
		})
	}
}

// A worker with grown memory is replaced once it has had no request for a while, without a notice to the user, and the
// model of the picture is computed again.
func TestBulkyWorkerIsStartedAnew(t *testing.T) {
	r := newRig(t)
	r.lane.Start()
	r.say(wire.TypeHello, 0, wire.Hello{Protocol: wire.Protocol})
	r.lane.Redraw()
	draw := r.posted[len(r.posted)-1].ID
	r.say(wire.TypeBulky, 0, wire.Nothing{})
	fire := func() {
		t.Helper()
		list := r.timers
		r.timers = nil
		for _, f := range list {
			f()
		}
	}
	r.now = r.now.Add(lightenAfter)
	fire()
	if r.dials != 1 {
		t.Fatal("a worker that draws was ended")
	}
	r.say(wire.TypePicture, draw, wire.Picture{Last: true})
	r.now = r.now.Add(lightenAfter)
	r.lane.Call(wire.TypeExplain, []byte("{}"), nil, func(Reply, *wire.Error) {})
	r.say(wire.TypeExplanation, r.posted[len(r.posted)-1].ID, wire.Nothing{})
	fire()
	if r.dials != 1 {
		t.Fatal("a worker was ended under a hand")
	}
	r.now = r.now.Add(lightenAfter)
	fire()
	if r.dials != 2 || r.closed != 1 || len(r.notices) != 0 {
		t.Fatalf("%d workers, %d ended, told %q", r.dials, r.closed, r.notices)
	}
	r.say(wire.TypeHello, 0, wire.Hello{Protocol: wire.Protocol})
	if n := len(r.posted); n == 0 || r.posted[n-1].Type != wire.TypeDraw || r.posted[n-1].Points == nil {
		t.Errorf("the new worker was asked %+v", r.posted)
	}
	// Messages that the old worker had sent are ignored.
	r.say(wire.TypeBulky, 0, wire.Nothing{})
	r.old(Reply{Type: wire.TypeBulky})
	r.say(wire.TypeFatal, 0, wire.Error{})
	dials := r.dials
	r.now = r.now.Add(lightenAfter)
	fire()
	if r.dials != dials {
		t.Error("a worker that has taken the place of a bulky one was ended, too")
	}
}
