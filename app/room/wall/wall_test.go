package wall

import (
	"slices"
	"testing"
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// page has what a room depends on: so many pictures, and an engine that does as the test says.
type page struct {
	Room
	t       *testing.T
	clock   *clock.Manual
	n, own  int
	busy    bool
	version int
	closed  int
	posted  []workers.Request
	recv    func(workers.Reply)
	painted []int
	settled int
}

type around struct{ *page }

func (p around) Dial(_ bool, recv func(workers.Reply)) (workers.Port, error) {
	p.recv = recv
	return p, nil
}
func (p around) Cells() (n, own int) { return p.n, p.own }
func (p around) Compose(fine bool) (wire.Draw, picture.Frame, func() []float64, bool) {
	return wire.Draw{PointsVersion: p.version}, picture.Frame{Left: 7}, func() []float64 { return []float64{1} }, true
}
func (p around) Busy() bool                   { return p.busy }
func (p around) Paint(i int, _ workers.Image) { p.painted = append(p.painted, i) }
func (p around) Said(int)                     {}
func (p around) Settled()                     { p.settled++ }

func (p around) needs() Needs {
	return Needs{
		Clock: p.clock, Dial: p.Dial, Cells: p.Cells, Compose: p.Compose, Busy: p.Busy, Paint: p.Paint,
		Said: p.Said, Settled: p.Settled,
	}
}

func open(t *testing.T, n, own int) *page {
	p := &page{t: t, clock: clock.NewManual(), n: n, own: own, version: 1}
	p.Needs = around{p}.needs()
	p.Other()
	p.say(wire.TypeHelper, 0, struct{}{})
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

// asked returns the requests without an answer, each with its picture and whether it must be sharp.
func (p *page) asked() (list []wire.AskCell) {
	for _, q := range p.posted {
		if q.Type == wire.TypeCell {
			var a wire.AskCell
			if err := json.Unmarshal(q.Head, &a); err != nil {
				p.t.Fatal(err)
			}
			list = append(list, a)
		}
	}
	return list
}

// answer answers the oldest request.
func (p *page) answer() wire.AskCell {
	a, q := p.asked()[0], p.posted[0]
	p.posted = p.posted[1:]
	p.say(wire.TypeCelled, q.ID, wire.Cell{Cell: a.Cell, Name: "x", Fine: a.Fine, FitMS: 2})
	return a
}

func (p *page) wants(what string, cells ...int) {
	p.t.Helper()
	var got []int
	for _, a := range p.asked() {
		got = append(got, a.Cell)
	}
	if !slices.Equal(got, cells) {
		p.t.Errorf("%s: asked for %v, want %v", what, got, cells)
	}
}

// All pictures but the document's own are asked for in turn, two at a time, first coarse and then sharp.
func TestAllAreAskedFor(t *testing.T) {
	p := open(t, 4, 1)
	p.wants("at first", 0, 2)
	if a := p.asked()[0]; a.Fine || a.Frame.Left != 7 {
		t.Errorf("the first request is %+v", a)
	}
	var coarse, fine []int
	for len(p.asked()) > 0 {
		if a := p.answer(); a.Fine {
			fine = append(fine, a.Cell)
		} else {
			coarse = append(coarse, a.Cell)
		}
	}
	slices.Sort(fine)
	if !slices.Equal(coarse, []int{0, 2, 3}) || !slices.Equal(fine, []int{0, 2, 3}) || len(p.painted) != 6 {
		t.Errorf("coarse %v, sharp %v, painted %v", coarse, fine, p.painted)
	}
	if p.Unfinished() || p.settled == 0 || p.Cell(3).FitMS != 2 || p.Cell(1).Name != "" {
		t.Errorf("unfinished %v, %+v", p.Unfinished(), p.Cell(3))
	}
}

// During a drag each picture has its turn, only coarse; the newest state is asked for.
func TestNoneStarves(t *testing.T) {
	p := open(t, 5, 0)
	p.busy = true
	seen := map[int]int{}
	for range 24 {
		p.version++
		p.Changed()
		if n := len(p.asked()); n != ahead {
			t.Fatalf("%d are asked for at a time", n)
		}
		a := p.answer()
		if a.Fine {
			t.Fatal("a sharp one while a hand moves")
		}
		seen[a.Cell]++
	}
	for i := 1; i < 5; i++ {
		if seen[i] < 5 {
			t.Errorf("picture %d came %d times of 24: %v", i, seen[i], seen)
		}
	}
	for len(p.asked()) > 0 {
		p.answer()
	}
	p.clock.Pass(lookAgain)
	p.wants("while the hand rests on what it holds")
	p.busy = false
	p.clock.Pass(lookAgain)
	last := wire.AskCell{}
	for len(p.asked()) > 0 {
		last = p.answer()
	}
	if !last.Fine || last.PointsVersion != p.version || p.Unfinished() {
		t.Errorf("at rest the last was %+v of version %d", last, p.version)
	}
}

// A picture that takes long is given up for a newer state, but not always.
func TestStaleOnesAreGivenUp(t *testing.T) {
	p := open(t, 2, 0)
	for len(p.asked()) > 0 {
		p.answer()
	}
	p.Changed()
	first := p.posted[0].ID
	p.clock.Pass(staleAfter + time.Millisecond)
	p.Changed()
	if len(p.posted) != 3 || p.posted[1].Type != wire.TypeCancel || p.posted[1].ID != first {
		t.Fatalf("posted %+v", p.posted)
	}
	p.posted = p.posted[2:]
	p.clock.Pass(starvedAfter)
	p.Changed()
	p.wants("after a second without a picture", 1)
}

func TestFaultsAreTold(t *testing.T) {
	p := open(t, 2, 0)
	p.say(wire.TypeError, p.posted[0].ID, wire.Error{Field: "params.C", Message: "C must be more than 0"})
	if c := p.Cell(1); c.Fault != "C must be more than 0" || p.Unfinished() {
		t.Errorf("%+v", c)
	}
	p.posted = nil
	p.Changed()
	p.answer()
	if p.Cell(1).Fault != "" {
		t.Error("the fault stays")
	}
}

// An engine that dies is replaced and gets the requests again. After it was given up, nothing is asked until the user
// asks for it.
func TestAnEngineThatDies(t *testing.T) {
	p := open(t, 2, 0)
	p.posted = nil
	p.say(wire.TypeFatal, 0, wire.Error{Message: "out of memory"})
	p.say(wire.TypeHelper, 0, struct{}{})
	p.wants("of the next engine", 1)
	for range 2 {
		p.posted = nil
		p.say(wire.TypeFatal, 0, wire.Error{Message: "out of memory"})
		if p.Dead() == "" {
			p.say(wire.TypeHelper, 0, struct{}{})
		}
	}
	if p.Dead() == "" {
		t.Fatal("it is not given up")
	}
	p.posted = nil
	p.Changed()
	p.wants("of a dead engine")
	p.Other()
	p.say(wire.TypeHelper, 0, struct{}{})
	p.wants("after a retry", 1)
}

// Without a wall the engine is idle, and ends after a while.
func TestItEnds(t *testing.T) {
	p := open(t, 2, 0)
	p.answer()
	p.n = 0
	p.Changed()
	if p.closed != 0 {
		t.Fatal("it ends at once")
	}
	p.clock.Pass(idleAfter + time.Second)
	if p.closed != 1 {
		t.Errorf("closed %d times", p.closed)
	}
	p.n = 2
	p.Other()
	p.say(wire.TypeHelper, 0, struct{}{})
	p.posted = p.posted[len(p.posted)-1:]
	p.wants("of another wall", 1)
}

// A position that is pointed at is asked about ten times a second, the newest always.
func TestPointing(t *testing.T) {
	p := open(t, 2, 0)
	for len(p.asked()) > 0 {
		p.answer()
	}
	p.Point(1, 2)
	p.Point(3, 4)
	if len(p.posted) != 1 || p.posted[0].Type != wire.TypePoint {
		t.Fatalf("posted %+v", p.posted)
	}
	p.say(wire.TypePointed, p.posted[0].ID, wire.Pointed{Says: []string{"", "class 2"}})
	if got := p.Cell(1).Here; got != "class 2" {
		t.Errorf("it says %q", got)
	}
	p.clock.Pass(pointEvery + time.Millisecond)
	var q wire.Point
	if len(p.posted) != 2 || json.Unmarshal(p.posted[1].Head, &q) != nil || q.X != 3 {
		t.Fatalf("posted %+v", p.posted)
	}
	p.Leave()
	p.say(wire.TypePointed, p.posted[1].ID, wire.Pointed{Says: []string{"", "class 1"}})
	if got := p.Cell(1).Here; got != "" {
		t.Errorf("after all have left it says %q", got)
	}
}

func TestGrid(t *testing.T) {
	for _, c := range []struct{ n, w, h, cols, rows int }{
		{2, 900, 600, 2, 1}, {2, 390, 700, 1, 2}, {4, 900, 600, 2, 2}, {9, 960, 700, 3, 3}, {3, 1200, 400, 3, 1},
		{3, 1080, 780, 3, 1},
		{3, 390, 600, 1, 3}, {3, 390, 430, 2, 2},
		{1, 500, 500, 1, 1}, {12, 1200, 800, 4, 3},
	} {
		if cols, rows := Grid(c.n, c.w, c.h); cols != c.cols || rows != c.rows {
			t.Errorf("%d in %d x %d: %d x %d, want %d x %d", c.n, c.w, c.h, cols, rows, c.cols, c.rows)
		}
	}
}

// Marks on a picture are smaller if there are more pictures, and captions have as many lines as their words need.
func TestWhatFitsAPicture(t *testing.T) {
	for _, c := range []struct {
		cols, rows, w, h int
		presented        bool
		zoom             float64
	}{{1, 1, 1080, 780, false, 1}, {2, 1, 1080, 780, false, 1}, {3, 1, 1080, 780, false, 0.8},
		{4, 3, 1080, 780, false, 0.7}, {6, 2, 1200, 900, false, 0.6}, {3, 1, 1440, 830, true, 0.75}} {
		if got := Zoom(c.cols, c.rows, c.w, c.h, c.presented); got != c.zoom {
			t.Errorf("%d x %d in %d x %d: %v, want %v", c.cols, c.rows, c.w, c.h, got, c.zoom)
		}
	}
	name, told := []string{"Neighbours k = 15", "k = 1"}, []string{"training 10.0 % · test 13.3 %"}
	for _, c := range []struct {
		w     int
		zoom  float64
		lines int
	}{{540, 1, 1}, {360, 1, 2}, {360, 1.7, 4}, {480, 1.7, 2}, {200, 1, 1}} {
		if got := Lines(c.w, c.zoom, name, told); got != c.lines {
			t.Errorf("%d px, letters %v: %d lines, want %d", c.w, c.zoom, got, c.lines)
		}
	}
}

// One picture may take only a limited time: then the others come, and it shows why it does not.
func TestLongOnesAreGivenUp(t *testing.T) {
	p := open(t, 3, 0)
	p.posted = p.posted[:1] // the second is not answered
	slow := p.posted[0].ID
	p.clock.Pass(longest + time.Millisecond)
	if c := p.Cell(1); c.Fault == "" {
		t.Errorf("%+v", c)
	}
	if !slices.ContainsFunc(p.posted, func(q workers.Request) bool { return q.Type == wire.TypeCancel && q.ID == slow }) {
		t.Error("it goes on")
	}
	p.clock.Pass(longest) // the other one's turn
	if c := p.Cell(2); c.Fault == "" {
		t.Errorf("%+v", c)
	}
	p.posted = nil
	p.Changed()
	p.wants("of the next state", 1, 2)
}

// A picture's time is only that of the engine's work on it: it excludes the time to load the engine, or to draw another
// picture.
func TestWaitingIsNotWork(t *testing.T) {
	p := &page{t: t, clock: clock.NewManual(), n: 3, own: 0, version: 1}
	p.Needs = around{p}.needs()
	p.Other()
	p.clock.Pass(longest + time.Second) // the engine is loading
	p.say(wire.TypeHelper, 0, struct{}{})
	p.wants("as soon as the engine is there", 1, 2)
	p.clock.Pass(longest * 3 / 4)
	p.answer()
	p.clock.Pass(longest * 3 / 4)
	for i := range 3 {
		if f := p.Cell(i).Fault; f != "" {
			t.Errorf("picture %d: %s", i, f)
		}
	}
	p.clock.Pass(longest / 4)
	if p.Cell(2).Fault == "" || p.Cell(1).Fault != "" {
		t.Errorf("%+v, %+v", p.Cell(1), p.Cell(2))
	}
	// The sharp picture of the other one is given up in its turn.
	p.clock.Pass(longest)
	if p.Cell(1).Fault == "" || len(p.out) != 0 {
		t.Errorf("%+v, %d on their way", p.Cell(1), len(p.out))
	}
}
