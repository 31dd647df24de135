// Package wall has the pictures beside the document's own (doc.Wall): the same points with other values of one
// quantity. They have their own engine, so that the document's picture never waits for them.
//
// Each picture is a separate request for the newest state, in turn: during a drag all of them follow as fast as
// possible, and none starves.
package wall

import (
	"slices"
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

const (
	// ahead is the number of open requests: the engine draws one picture while the page handles another.
	ahead = 2
	// A request for an old state is cancelled after staleAfter, unless its cell has had no picture for starvedAfter.
	staleAfter   = 120 * time.Millisecond
	starvedAfter = time.Second
	// longest is how long the engine may work on one picture.
	longest = 5 * time.Second
	// lookAgain is how long after a change by the user the room checks whether the user has stopped.
	lookAgain = 200 * time.Millisecond
	// pointEvery is the time between questions about the position that is pointed at.
	pointEvery = 100 * time.Millisecond
	// idleAfter is how long the engine stays without a wall: it occupies memory.
	idleAfter = time.Minute
)

// Needs has what a Room depends on.
type Needs struct {
	Clock clock.Clock
	// Dial starts the engine of the pictures.
	Dial workers.Dial
	// Cells returns the number of pictures, and the index of the document's own; n = 0: there is no wall.
	Cells func() (n, own int)
	// Compose makes a request of the newest state that serves for any of the pictures, with its points.
	Compose func(fine bool) (d wire.Draw, frame picture.Frame, points func() []float64, ok bool)
	Busy    func() bool // the user is changing something continuously
	// Paint shows a picture; Said is called when the text about one has changed.
	Paint   func(i int, im workers.Image)
	Said    func(i int)
	Settled func() // Unfinished has changed
}

// Room has the pictures beside the document's own.
type Room struct {
	Needs
	lane  *workers.Lane
	dead  string
	state int // version of the page's state, increased by each change
	cells []Cell
	next  int // index of the picture whose turn it is
	out   []*flight
	idle  clock.Timer
	rest  clock.Timer
	long  clock.Timer // checks whether a picture takes too long
	took  time.Time   // time of the last answer: the engine draws one picture after the other

	at       struct{ x, y float64 }
	pointing bool // a position is pointed at
	asking   bool // the engine is asked about a position
	askedAt  time.Time
	again    clock.Timer
	done     bool // the last value of Unfinished that was reported
}

// Cell is one of the pictures.
type Cell struct {
	wire.Cell
	Fault string // why there is no picture of the newest state; "" = there is, or will be
	Here  string // the model's prediction at the position that is pointed at
	state int    // the state that it shows, 0 = none
	shown time.Time
}

type flight struct {
	cell, state int
	sent        time.Time
	work        *workers.Work
}

// Cell returns what is known of a picture; its Name is "" before the first answer.
func (r *Room) Cell(i int) Cell {
	if i < len(r.cells) {
		return r.cells[i]
	}
	return Cell{}
}

// Dead returns why the engine was given up, "" if it was not; another wall starts it again.
func (r *Room) Dead() string { return r.dead }

// Unfinished reports whether a picture does not show the newest state yet, or not in its final quality.
func (r *Room) Unfinished() bool {
	n, own := r.Cells()
	for i := range n {
		if i != own && !r.current(i, true) {
			return true
		}
	}
	return false
}

// Other discards all pictures: they belong to another document.
func (r *Room) Other() {
	for _, f := range r.out {
		f.work.Cancel()
	}
	r.out, r.cells, r.next, r.pointing = nil, nil, 0, false
	r.Changed()
}

// Changed is called when the document, or the size of the pictures, has changed.
func (r *Room) Changed() {
	r.state++
	n, _ := r.Cells()
	if n == 0 {
		r.close()
		return
	}
	r.idle.Stop()
	if r.dead != "" && len(r.cells) == 0 {
		r.dead = ""
		r.lane.Retry()
	}
	if len(r.cells) > n {
		r.cells = r.cells[:n]
	}
	for len(r.cells) < n {
		r.cells = append(r.cells, Cell{})
	}
	now := r.Clock.Now()
	keep := r.out[:0]
	for _, f := range r.out {
		if f.cell >= n || now.Sub(f.sent) > staleAfter && now.Sub(r.cells[f.cell].shown) < starvedAfter {
			f.work.Cancel()
			continue
		}
		keep = append(keep, f)
	}
	r.out = keep
	r.pump()
}

// Settle is called when a drag has ended: pictures of intermediate states are not needed.
func (r *Room) Settle() {
	r.out = slices.DeleteFunc(r.out, func(f *flight) bool {
		old := f.state != r.state && r.Clock.Now().Sub(f.sent) > staleAfter
		if old {
			f.work.Cancel()
		}
		return old
	})
	r.pump()
}

func (r *Room) close() {
	for _, f := range r.out {
		f.work.Cancel()
	}
	r.out, r.cells, r.pointing = nil, nil, false
	if r.lane == nil || r.idle.Waits() {
		return
	}
	r.idle.Set(r.Clock, idleAfter, func() {
		if r.lane != nil {
			r.lane.Close()
			r.lane, r.dead = nil, ""
		}
	})
}

func (r *Room) connect() {
	if r.lane == nil {
		on := workers.Beside(r.died)
		on.Notice = func(string) { r.Changed() } // the engine was replaced
		r.lane = workers.New(r.Dial, r.Clock, on)
		r.lane.Start()
	}
}

func (r *Room) died(why string) {
	r.dead = why
	r.out = nil
	for i := range r.cells {
		r.Said(i)
	}
}

// current reports whether a picture shows the newest state, and, with fine, sharply.
func (r *Room) current(i int, fine bool) bool {
	if i >= len(r.cells) {
		return false
	}
	c := &r.cells[i]
	return c.state == r.state && (c.Fine || !fine || c.Fault != "")
}

// pump asks for pictures as long as some are out of date: first coarse ones of a new state, then sharp ones.
func (r *Room) pump() {
	n, own := r.Cells()
	if n == 0 || r.dead != "" {
		return
	}
	r.connect()
	for _, fine := range []bool{false, true} {
		if fine && r.Busy() {
			r.rest.Set(r.Clock, lookAgain, r.pump) // no event says that every kind of drag has stopped
			break
		}
		for k := 0; k < n && len(r.out) < ahead; k++ {
			i := (r.next + k) % n
			if i == own || r.flies(i) || r.current(i, fine) {
				continue
			}
			if !r.ask(i, fine) {
				return
			}
			r.next, k = (i+1)%n, -1
		}
	}
	r.tellDone()
}

func (r *Room) tellDone() {
	if done := !r.Unfinished(); done != r.done {
		r.done = done
		r.Settled()
	}
}

func (r *Room) flies(i int) bool {
	return slices.ContainsFunc(r.out, func(f *flight) bool { return f.cell == i })
}

func (r *Room) ask(i int, fine bool) bool {
	draw, frame, points, ok := r.Compose(fine)
	if !ok {
		return false
	}
	draw.Fine = fine
	head, err := json.Marshal(wire.AskCell{Draw: draw, Cell: i, Frame: frame})
	if err != nil {
		return false
	}
	f := &flight{cell: i, state: r.state, sent: r.Clock.Now()}
	if !r.long.Waits() {
		r.long.Set(r.Clock, longest, r.giveUp)
	}
	r.out = append(r.out, f)
	f.work = r.lane.Begin(
		wire.TypeCell,
		head,
		&workers.Draw{Head: head, PointsVersion: draw.PointsVersion, Points: points},
		func(*wire.Progress) {},
		func(a workers.Reply, e *wire.Error) { r.take(f, a, e) },
	)
	return true
}

// giveUp cancels pictures that take too long: a link with a wall must not start minutes of computation.
func (r *Room) giveUp() {
	if len(r.out) == 0 {
		return
	}
	f := r.out[0] // the others wait for it
	if left := longest - r.worked(f); left > 0 {
		r.long.Set(r.Clock, left, r.giveUp)
		return
	}
	f.work.Cancel()
	r.take(f, workers.Reply{}, &wire.Error{Message: words.Text("This picture needs more than %s. Open the picture "+
		"alone to wait for it.", words.Count(int(longest/time.Second), "second"))})
	r.giveUp()
}

// worked returns how long the engine has worked on the oldest request: from its start, or from the answer to the
// request before.
func (r *Room) worked(f *flight) time.Duration {
	begun := f.work.Sent()
	if begun.IsZero() {
		return 0
	}
	if r.took.After(begun) {
		begun = r.took
	}
	return r.Clock.Now().Sub(begun)
}

// take handles a picture, or the reason why there is none.
func (r *Room) take(f *flight, a workers.Reply, e *wire.Error) {
	r.took = r.Clock.Now()
	at := slices.Index(r.out, f)
	if at < 0 || f.cell >= len(r.cells) {
		a.Close()
		return
	}
	r.out = slices.Delete(r.out, at, at+1)
	c := &r.cells[f.cell]
	was := *c
	c.state = f.state
	var told wire.Cell
	if e == nil && json.Unmarshal(a.Head, &told) != nil {
		e = &wire.Error{Message: "The engine's picture can't be read."}
	}
	if e != nil {
		c.Fault = e.Message
		a.Close()
	} else {
		c.Cell, c.Fault, c.shown = told, "", r.Clock.Now()
		r.Paint(f.cell, a.Bitmap)
	}
	if c.Fault != was.Fault || c.Name != was.Name || c.Apart != was.Apart || c.FitMS != was.FitMS || c.Alt != was.Alt ||
		!slices.Equal(c.Errors, was.Errors) {
		r.Said(f.cell)
	}
	r.pump()
	if r.pointing && len(r.out) == 0 {
		r.Point(r.at.x, r.at.y)
	}
}

// Point asks for the models' predictions at a position, which Said reports.
func (r *Room) Point(x, y float64) {
	r.at.x, r.at.y, r.pointing = x, y, true
	if r.lane == nil || r.dead != "" || r.asking || len(r.cells) == 0 {
		return
	}
	now := r.Clock.Now()
	if left := pointEvery - now.Sub(r.askedAt); left > 0 {
		if !r.again.Waits() {
			r.again.Set(r.Clock, left, func() {
				if r.pointing {
					r.Point(r.at.x, r.at.y)
				}
			})
		}
		return
	}
	head, err := json.Marshal(wire.Point{X: x, Y: y})
	if err != nil {
		return
	}
	r.asking, r.askedAt = true, now
	r.lane.Call(wire.TypePoint, head, nil, func(a workers.Reply, e *wire.Error) {
		r.asking = false
		var told wire.Pointed
		if e != nil || json.Unmarshal(a.Head, &told) != nil || !r.pointing {
			return
		}
		for i := range r.cells {
			here := ""
			if i < len(told.Says) {
				here = told.Says[i]
			}
			r.here(i, here)
		}
		if r.at.x != x || r.at.y != y {
			r.Point(r.at.x, r.at.y)
		}
	})
}

// Leave is called when no position is pointed at any more.
func (r *Room) Leave() {
	r.pointing = false
	for i := range r.cells {
		r.here(i, "")
	}
}

func (r *Room) here(i int, says string) {
	if r.cells[i].Here != says {
		r.cells[i].Here = says
		r.Said(i)
	}
}
