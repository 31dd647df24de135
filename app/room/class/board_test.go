package class

import (
	"strings"
	"testing"
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	msg "pointscape/engine/class"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// engine is what a Board asks, which answers as a test says.
type engine struct {
	t      *testing.T
	recv   func(workers.Reply)
	asked  []wire.AskText
	ids    []int
	dials  int
	closed int
}

func (e *engine) Post(r workers.Request) {
	if r.Type != wire.TypeText {
		return
	}
	x, err := wire.Parse[wire.AskText](string(r.Head))
	if err != nil {
		e.t.Fatal(err)
	}
	e.asked, e.ids = append(e.asked, x), append(e.ids, r.ID)
}

func (e *engine) Close() { e.closed++ }

func (e *engine) say(kind string, id int, head any) {
	b, err := json.Marshal(head)
	if err != nil {
		e.t.Fatal(err)
	}
	e.recv(workers.Reply{Type: kind, ID: id, Head: b})
}

func (e *engine) made(html string) {
	e.say(wire.TypeTextMade, e.ids[len(e.ids)-1], wire.TextMade{Text: html})
}

// What is shown is the newest, asked for at most every 250 ms and once at a time; what is wrong is told, and an engine
// that ends is followed by another one.
func TestBoard(t *testing.T) {
	c, e, here := clock.NewManual(), &engine{t: t}, 0
	var shown []string
	b := &Board{Clock: c, Panel: func(all bool) *msg.Panel {
		return &msg.Panel{Here: here, Steps: make([]msg.Panel, map[bool]int{true: 1}[all])}
	}, Shown: func(html, why string) { shown = append(shown, html+why) }}
	b.Dial = func(_ bool, recv func(workers.Reply)) (workers.Port, error) {
		e.dials++
		e.recv = recv
		return e, nil
	}
	b.Refresh()
	e.say(wire.TypeHelper, 0, wire.Nothing{})
	for range 100 {
		here++
		b.Refresh()
		c.Pass(time.Millisecond)
	}
	if len(e.asked) != 1 || e.asked[0].Kind != "class" || !strings.Contains(e.asked[0].Text, `"here":0`) {
		t.Fatalf("asked %+v", e.asked)
	}
	e.made("a")
	c.Pass(149 * time.Millisecond)
	if len(e.asked) != 1 {
		t.Errorf("asked %d times within 250 ms", len(e.asked))
	}
	c.Pass(time.Millisecond)
	if len(e.asked) != 2 || !strings.Contains(e.asked[1].Text, `"here":100`) {
		t.Fatalf("asked %+v", e.asked)
	}
	here++
	b.Refresh()
	c.Pass(10 * time.Second) // an engine that takes its time is not asked further
	if len(e.asked) != 2 {
		t.Errorf("asked %d times before the answer", len(e.asked))
	}
	e.say(wire.TypeError, e.ids[1], wire.Error{Message: "it is too much"})
	if len(e.asked) != 3 || !strings.Contains(e.asked[2].Text, `"here":101`) {
		t.Fatalf("asked %+v", e.asked)
	}
	e.made("b")
	c.Pass(time.Minute)
	if got := strings.Join(shown, "; "); got != "a; it is too much; b" || len(e.asked) != 3 {
		t.Errorf("shown %q, asked %d times", got, len(e.asked))
	}

	saved := ""
	b.Make("class-csv", func(text string, _ *wire.Error) { saved = text })
	if last := e.asked[3]; last.Kind != "class-csv" || !strings.Contains(last.Text, `"steps":[`) {
		t.Errorf("asked %+v", last)
	}
	e.made("member,nickname")
	if saved != "member,nickname" || len(shown) != 3 {
		t.Errorf("saved %q, shown %q", saved, shown)
	}
	b.Close()
	if e.closed != 1 {
		t.Error("the engine lives on")
	}
	b.Refresh()
	if e.dials != 2 {
		t.Errorf("%d engines", e.dials)
	}
}
