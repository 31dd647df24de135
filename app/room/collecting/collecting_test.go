package collecting

import (
	"strings"
	"testing"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// engine is an engine whose answers the test decides.
type engine struct {
	t      *testing.T
	room   Room
	dials  int
	closed int
	asked  []workers.Request
	recv   func(workers.Reply)
	said   []string
}

func (e *engine) Post(q workers.Request) {
	if q.Type == wire.TypeText {
		e.asked = append(e.asked, q)
	}
}
func (e *engine) Close() { e.closed++ }

func (e *engine) answer(typ string, head any) {
	e.t.Helper()
	b, err := json.Marshal(head)
	if err != nil {
		e.t.Fatal(err)
	}
	id := 0
	if n := len(e.asked); n > 0 {
		id = e.asked[n-1].ID
	}
	e.recv(workers.Reply{Type: typ, ID: id, Head: b})
}

func (e *engine) last() (ask wire.AskText) {
	e.t.Helper()
	if len(e.asked) == 0 {
		e.t.Fatal("nothing was asked")
	}
	if err := json.Unmarshal(e.asked[len(e.asked)-1].Head, &ask); err != nil {
		e.t.Fatal(err)
	}
	return ask
}

func begin(t *testing.T) *engine {
	e := &engine{t: t}
	e.room.Needs = Needs{Clock: clock.NewManual(), Deck: func() string { return "the deck" }, Changed: func() {},
		Say: func(text string) { e.said = append(e.said, text) },
		Dial: func(_ bool, recv func(workers.Reply)) (workers.Port, error) {
			e.dials++
			e.recv = recv
			return e, nil
		}}
	return e
}

const table = "<table>\x00c\x00j\x002 answers."

func TestCollect(t *testing.T) {
	e := begin(t)
	if e.dials != 0 {
		t.Error("an engine is started before there is work")
	}
	e.room.Collect("links", "\x01a.txt\nmore")
	e.answer(wire.TypeHelper, wire.Nothing{})
	ask := e.last()
	if ask.Text != "the deck\x00links\x01a.txt\nmore" {
		t.Errorf("asked for %q", ask.Text)
	}
	e.answer(wire.TypeProgress, wire.Progress{Done: 0.5})
	if ask.Kind != "collect" || !e.room.Busy || e.room.Done != 0.5 {
		t.Errorf("%s, busy %v, done %v", ask.Kind, e.room.Busy, e.room.Done)
	}
	e.answer(wire.TypeTextMade, wire.TextMade{Text: table})
	if r := &e.room; r.Busy || r.Made != (Made{"<table>", "c", "j", "2 answers."}) || len(e.said) != 1 {
		t.Errorf("%+v, said %q", r.Made, e.said)
	}
	e.room.Sort("score")
	if ask := e.last(); ask.Kind != "collected" || ask.Text != "score" || e.dials != 1 {
		t.Errorf("%+v by engine %d", ask, e.dials)
	}
	e.answer(wire.TypeTextMade, wire.TextMade{Text: table})
	e.room.Collect("other links", "") // files that were added before stay
	if ask := e.last(); !strings.Contains(ask.Text, "other links") || !strings.Contains(ask.Text, "a.txt") {
		t.Error(ask.Text)
	}
	asked := len(e.asked)
	e.room.Collect("", "\x01b.txt\n"+strings.Repeat("x", Most))
	if e.room.Wrong != "the answers have more than 16 MB in all" || len(e.asked) != asked ||
		strings.Contains(e.room.files, "b.txt") {
		t.Errorf("more than is collected: %q, %d questions", e.room.Wrong, len(e.asked))
	}
	e.room.Collect("other links", "") // without the files that were refused
	e.answer(wire.TypeError, wire.Error{Message: "no"})
	if e.room.Wrong != "no" || e.room.Busy {
		t.Errorf("%q", e.room.Wrong)
	}
	e.room.Close()
	if e.closed != 1 || e.room.Made.HTML != "" || e.room.files != "" {
		t.Errorf("closed: %d engines, %+v", e.closed, e.room)
	}
}

// Cancelled work ends at once, and later messages of its engine are ignored.
func TestCancel(t *testing.T) {
	e := begin(t)
	e.room.Collect("links", "")
	e.answer(wire.TypeHelper, wire.Nothing{})
	late := e.recv
	id := e.asked[0].ID
	e.room.Cancel()
	if e.closed != 1 || e.room.Busy {
		t.Fatalf("%d closed, busy %v", e.closed, e.room.Busy)
	}
	late(workers.Reply{Type: wire.TypeTextMade, ID: id, Head: []byte(`{"text":"{}"}`)})
	if len(e.said) != 0 {
		t.Error("an answer to what was given up is taken")
	}
	e.room.Sort("name")
	if len(e.asked) != 1 {
		t.Error("what is no more is sorted")
	}
	e.room.Collect("links", "")
	if e.dials != 2 {
		t.Error("there is no new engine")
	}
}
