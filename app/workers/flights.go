package workers

import (
	"time"

	"pointscape/app/room/clock"
)

// preemptAfter is how long the first picture of a draw may take before a newer draw is sent after it: the worker then
// decides whether to drop the older one.
const preemptAfter = 120 * time.Millisecond

// flights are the draws of a lane: at most two have been sent and not answered ("in the air"), and at most one waits.
// The waiting one is composed when it is sent, from the newest state.
//
//	in the air       0                     1                       2
//
//	nothing waits    resting ◄── answer ── flying ◄── answer ───── overtaking
//	                    │             ┌──────▲ │              ┌──────▲ │
//	                    │ ask    send │        │ ask     send │        │ ask
//	                    ▼             │        ▼              │        ▼
//	one waits        waiting ─────────┘    queued ────────────┘    full
//	                    ▲                    │ ▲                     │
//	                    └────── answer ──────┘ └────── answer ───────┘
//
// A waiting draw is sent as soon as there is an engine that has what it needs (waiting), or when the draw before it has
// its first picture or is 120 ms old (queued). An answer is the last picture, an error, or that the draw was
// superseded; the answer to the newer of two draws counts for both. If the worker is lost, the draws in the air wait
// again. Stop leads to resting.
type flights struct {
	air   []flight // sent and not answered, the oldest first
	want  bool     // a draw waits
	drawn bool     // a draw was sent at least once
	shown int      // id of the newest draw that has a picture
	alarm clock.Timer
}

type flight struct {
	id     int
	tag    int
	sent   time.Time
	coarse bool // its first picture has arrived
}

// airState is the state of flights: how many are in the air, and whether a draw waits.
type airState uint8

const (
	resting    airState = iota // none in the air
	waiting                    // none in the air; one waits for the engine
	flying                     // one in the air
	queued                     // one in the air; one waits for its picture, or 120 ms
	overtaking                 // two in the air: the newer was sent before the older was answered
	full                       // two in the air; one waits for an answer
)

func (f *flights) state() airState {
	s := airState(2 * len(f.air))
	if f.want {
		s++
	}
	return s
}

// launch notes that a draw has been sent.
func (f *flights) launch(id, tag int, now time.Time) {
	f.air = append(f.air, flight{id: id, tag: tag, sent: now})
	f.drawn = true
}

// early returns how long a queued draw still has to wait if no picture comes.
func (f *flights) early(now time.Time) time.Duration {
	if f.air[0].coarse {
		return 0
	}
	return preemptAfter - now.Sub(f.air[0].sent)
}

// tag returns the tag of the state that draw id was composed from, or -1 if the draw is not in the air.
func (f *flights) tag(id int) int {
	for _, x := range f.air {
		if x.id == id {
			return x.tag
		}
	}
	return -1
}

// came notes that a picture of draw id has arrived; last says that no further one follows.
func (f *flights) came(id int, last bool) {
	f.shown = id
	if last {
		f.land(id)
		return
	}
	f.land(id - 1)
	if len(f.air) > 0 && f.air[0].id == id {
		f.air[0].coarse = true
	}
}

// land removes the draws up to id: answers come in order, and a draw that was overtaken may never be answered. It
// reports whether none is left in the air.
func (f *flights) land(id int) (newest bool) {
	for len(f.air) > 0 && f.air[0].id <= id {
		f.air = f.air[1:]
	}
	return len(f.air) == 0
}

// lost puts the draws in the air back to waiting. The next worker draws even if nothing was in the air, because it
// needs the model that the picture shows.
func (f *flights) lost() { f.air, f.want = nil, f.want || f.drawn }

// stop discards the draws in the air and the waiting one.
func (f *flights) stop() { f.air, f.want = nil, false }
