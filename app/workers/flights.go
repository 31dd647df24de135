package workers

import (
	"time"

	"pointscape/app/room/clock"
)

// preemptAfter is how long a draw may be in the air before a newer one is
// sent after it: the worker then decides whether to drop the older one.
const preemptAfter = 120 * time.Millisecond

// flights are the draws of a lane: at most two are in the air, and at most one waits, which is made when it leaves, of
// the newest state.
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
// A draw that waits is sent as soon as there is an engine that has what it needs (waiting), or when the one before it
// has its first picture or is 120 ms old (queued). An answer is the last picture, an error, or that the draw was
// superseded; the answer to the newer of two draws counts for both. If the worker is lost, what was in the air waits
// again; Stop leads to resting.
type flights struct {
	air   []flight // sent and not answered, the oldest first
	want  bool     // a draw waits
	drawn bool     // one was sent once
	shown int      // id of the newest whose picture came
	alarm clock.Timer
}

type flight struct {
	id     int
	tag    int
	sent   time.Time
	coarse bool // its first picture is there
}

// airState is the state of flights: how many are in the air, and whether a draw waits.
type airState uint8

const (
	resting    airState = iota // 0
	waiting                    // 0 and one waits: for the engine
	flying                     // 1
	queued                     // 1 and one waits: for a picture, or 120 ms
	overtaking                 // 2: the newer was sent before the older was answered
	full                       // 2 and one waits: for an answer
)

func (f *flights) state() airState {
	s := airState(2 * len(f.air))
	if f.want {
		s++
	}
	return s
}

// launch has a draw in the air.
func (f *flights) launch(id, tag int, now time.Time) {
	f.air = append(f.air, flight{id: id, tag: tag, sent: now})
	f.drawn = true
}

// early is how long a queued draw has still to wait, unless a picture comes.
func (f *flights) early(now time.Time) time.Duration {
	if f.air[0].coarse {
		return 0
	}
	return preemptAfter - now.Sub(f.air[0].sent)
}

// tag is the state that draw id was made of, -1 when it is not in the air.
func (f *flights) tag(id int) int {
	for _, x := range f.air {
		if x.id == id {
			return x.tag
		}
	}
	return -1
}

// came notes a picture of draw id.
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

// land takes the draws up to id out of the air: answers come in order, and a
// draw that was overtaken may never be answered.
func (f *flights) land(id int) (newest bool) {
	for len(f.air) > 0 && f.air[0].id <= id {
		f.air = f.air[1:]
	}
	return len(f.air) == 0
}

// lost gives up what is in the air. The next worker needs the model that the picture shows, so it draws.
func (f *flights) lost() { f.air, f.want = nil, f.want || f.drawn }

// stop gives up that and what waits.
func (f *flights) stop() { f.air, f.want = nil, false }
