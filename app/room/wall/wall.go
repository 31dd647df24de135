// Package wall is the room of the pictures that stand beside the document's own (doc.Wall): the same points with other
// values of one thing. They have an engine of their own, so that the document's picture never waits for them.
//
// Each picture is asked for by itself, of the newest state, in turn: while a hand moves all of them follow, as fast as
// they can, and none starves.
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
	// ahead is how many pictures are asked for at a time: the engine draws one while the page takes another.
	ahead = 2
	// A picture of an old state that takes longer than staleAfter is given up, unless none has come for starvedAfter.
	staleAfter   = 120 * time.Millisecond
	starvedAfter = time.Second
	// longest is how long the engine may work at one picture.
	longest = 5 * time.Second
	// lookAgain is how long after something that hands do it is looked whether they rest.
	lookAgain = 200 * time.Millisecond
	// pointEvery is how often the engine is asked about the place that is pointed at.
	pointEvery = 100 * time.Millisecond
	// idleAfter is how long the engine stays when there is no wall: it holds a program and its memory.
	idleAfter = time.Minute
)

// Needs are what a Room works with.
type Needs struct {
	Clock clock.Clock
	// Dial starts the engine of the pictures.
	Dial workers.Dial
	// Cells is how many pictures there are, and own which of them is the document's; 0 = there is no wall.
	Cells func() (n, own int)
	// Compose makes a request of the newest state for any of them, with its points.
	Compose func(fine bool) (d wire.Draw, frame picture.Frame, points func() []float64, ok bool)
	Busy    func() bool // a hand is changing something continuously
	// Paint shows a picture, Said that what is said of one has changed.
	Paint   func(i int, im workers.Image)
	Said    func(i int)
	Settled func() // Unfinished has changed
}

// Room owns the pictures beside the document's own.
type Room struct {
	Needs
	lane  *workers.Lane
	dead  string
	state int // of the page, raised by each change
	cells []Cell
	next  int // whose turn it is
	out   []*flight
	idle  clock.Timer
	rest  clock.Timer
	long  clock.Timer // looks whether a picture takes too long
	took  time.Time   // when the last answer came: the engine works at one picture after the other

	at       struct{ x, y float64 }
	pointing bool // somebody points at a place
	asking   bool // the engine is asked about one
	askedAt  time.Time
	again    clock.Timer
	done     bool // the last that was told of Unfinished
}

// Cell is one of the pictures.
type Cell struct {
	wire.Cell
	Fault string // why there is no picture of the newest state; "" = there is, or will be
	Here  string // what its model says of the place that is pointed at
	state int    // that it shows, 0 = none
	shown time.Time
}

type flight struct {
	cell, state int
	sent        time.Time
	work        *workers.Work
}

// Cell is what is known of a picture; its Name is "" before the first answer.
func (r *Room) Cell(i int) Cell {
	if i < len(r.cells) {
		return r.cells[i]
	}
	return Cell{}
}

// Dead says why the engine was given up, "" when it was not; another wall starts it again.
func (r *Room) Dead() string { return r.dead }

// Unfinished tells that a picture is not of the newest state yet, or not as sharp as it will be.
func (r *Room) Unfinished() bool {
	n, own := r.Cells()
	for i := range n {
		if i != own && !r.current(i, true) {
			return true
		}
	}
	return false
}

// Other has all pictures begin anew: they are of another document.
func (r *Room) Other() {
	for _, f := range r.out {
		f.work.Cancel()
	}
	r.out, r.cells, r.next, r.pointing = nil, nil, 0, false
	r.Changed()
}

// Changed is called when the document, or the size of the pictures, is another one.
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

// Settle is called when a hand has let go: nobody waits for pictures of the way.
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

// current tells whether a picture is of the newest state, and sharp.
func (r *Room) current(i int, fine bool) bool {
	if i >= len(r.cells) {
		return false
	}
	c := &r.cells[i]
	return c.state == r.state && (c.Fine || !fine || c.Fault != "")
}

// pump asks for pictures as long as some are out of date: coarse ones of a new state first, then sharp ones.
func (r *Room) pump() {
	n, own := r.Cells()
	if n == 0 || r.dead != "" {
		return
	}
	r.connect()
	for _, fine := range []bool{false, true} {
		if fine && r.Busy() {
			r.rest.Set(r.Clock, lookAgain, r.pump) // nobody tells when every kind of hand rests
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

// giveUp ends pictures that take too long: a link with a wall starts no minutes of work.
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
	r.take(f, workers.Reply{}, &wire.Error{Message: "This picture needs more " +
		"than " + words.Count(int(longest/time.Second), "second") + ". Open the picture alone to wait for it."})
	r.giveUp()
}

// worked is how long the engine has worked at the oldest request: not before it was there, nor before it was done with
// the one before.
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

// take takes a picture, or why there is none.
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

// Point asks what the models say of a place; they are told of by Said.
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

// Leave is called when nobody points at a place any more.
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
