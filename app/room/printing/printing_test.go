package printing

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/course"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// page has what a room depends on: an engine that does as the test says, and paper.
type page struct {
	Room
	t      *testing.T
	clock  *clock.Manual
	dials  int
	closed int
	asked  []workers.Request
	recv   func(workers.Reply)
	paper  string
	put    []string
	fails  bool // the browser cannot display the figure
	prints int
	away   int
	failed string
}

type around struct{ *page }

func (p around) Put(html string) { p.paper = html }
func (p around) Figure(page int, svg, shows string, done func(bool)) {
	p.put = append(p.put, fmt.Sprint(page, svg, shows))
	done(!p.fails)
}
func (p around) Without(page int, why string) {
	p.put = append(p.put, fmt.Sprint(page, " without: ", why))
}
func (p around) Print()          { p.prints++ }
func (p around) Away()           { p.away++ }
func (p around) Changed()        {}
func (p around) Fail(why string) { p.failed = why }

func (p around) needs(dial workers.Dial) Needs {
	return Needs{
		Clock: p.clock, Dial: dial, Put: p.Put, Figure: p.Figure, Without: p.Without, Print: p.Print,
		Away: p.Away, Changed: p.Changed, Fail: p.Fail,
	}
}

func (p *page) Post(q workers.Request) {
	if q.Type == wire.TypeText || q.Type == wire.TypeYield {
		p.asked = append(p.asked, q)
	}
}
func (p *page) Close() { p.closed++ }

func (p *page) say(typ string, head any) {
	p.t.Helper()
	id := 0
	if n := len(p.asked); n > 0 {
		id = p.asked[n-1].ID
	}
	b, err := json.Marshal(head)
	if err != nil {
		p.t.Fatal(err)
	}
	p.recv(workers.Reply{Type: typ, ID: id, Head: b})
}

// is checks the engine's newest request to convert a text.
func (p *page) is(kind, part string) {
	p.t.Helper()
	if len(p.asked) == 0 {
		p.t.Fatal("nothing was asked")
	}
	var ask wire.AskText
	if err := json.Unmarshal(p.asked[len(p.asked)-1].Head, &ask); err != nil || ask.Kind != kind ||
		!strings.Contains(ask.Text, part) {
		p.t.Fatalf("asked for %s of %s, %v; want %s of %s", ask.Kind, ask.Text, err, kind, part)
	}
}

func start(t *testing.T) *page {
	p := &page{t: t, clock: clock.NewManual()}
	p.Needs = around{p}.needs(func(_ bool, recv func(workers.Reply)) (workers.Port, error) {
		p.dials++
		p.recv = recv
		return p, nil
	})
	p.Start(&course.Course{Course: "a", Title: "A", Pages: []course.Page{{ID: "one", Document: "{1}"},
		{ID: "two", Document: "{2}"}, {ID: "three", Document: "{3}"}}}, "https://host.example/?course=a/")
	p.say(wire.TypeHelper, wire.Nothing{})
	return p
}

func (p *page) at(page int, on bool) {
	p.t.Helper()
	if now, of, is := p.At(); is != on || on && (now != page || of != 3) {
		p.t.Fatalf("at %d of %d, %v; want %d, %v", now, of, is, page, on)
	}
}

// The sheets come first, then one figure after the other. The reason is put in the place of a figure that cannot be
// drawn or displayed. When everything is there it is printed, once.
func TestPrint(t *testing.T) {
	p := start(t)
	p.is("sheets", `"before":"https://host.example/?course=a/"`)
	p.is("sheets", `"title":"A"`)
	p.say(wire.TypeTextMade, wire.TextMade{Text: "<p>"})
	if p.paper != "<p>" {
		t.Fatalf("the paper has %q", p.paper)
	}
	p.is("figure", "{1}")
	p.at(0, true)
	p.say(wire.TypeTextMade, wire.TextMade{Text: "a plane\n<svg>"})
	p.is("figure", "{2}")
	p.at(1, true)
	p.say(wire.TypeError, wire.Error{Message: "no points"})
	p.clock.Pass(yieldEvery)
	p.is("figure", "{3}")
	p.at(2, true)
	p.fails = true
	p.say(wire.TypeTextMade, wire.TextMade{Text: "another\n<svg/>"})
	p.at(0, false)
	want := []string{"0<svg>a plane", "1 without: no points", "2<svg/>another", "2 without: the browser can't show it"}
	if !slices.Equal(p.put, want) || p.prints != 1 || p.closed != 1 || p.away != 0 || p.failed != "" {
		t.Errorf("%q; printed %d times, engine closed %d, taken away %d, failed %q", p.put, p.prints, p.closed, p.away,
			p.failed)
	}
	// A second time, with another engine.
	p.Start(&course.Course{Pages: []course.Page{{Document: "{4}"}}}, "")
	if _, of, on := p.At(); !on || of != 1 || p.dials != 2 {
		t.Errorf("a second handout: %v of %d pages, %d engines", on, of, p.dials)
	}
}

// After Cancel, late answers are ignored.
func TestCancel(t *testing.T) {
	p := start(t)
	p.say(wire.TypeTextMade, wire.TextMade{Text: "<p>"})
	late := p.recv
	p.Cancel()
	p.at(0, false)
	late(workers.Reply{Type: wire.TypeTextMade, ID: p.asked[1].ID, Head: []byte(`{"text":"a\n<svg>"}`)})
	p.clock.Pass(yieldEvery)
	if p.prints != 0 || len(p.put) > 0 || p.closed != 1 || p.away != 1 || len(p.asked) != 2 {
		t.Errorf("printed %d, put %q, engine closed %d, away %d, asked %d", p.prints, p.put, p.closed, p.away, len(p.asked))
	}
	p.Cancel()
	p.Moved()
	if p.away != 1 {
		t.Error("cancelled twice")
	}
}

// If the engine dies while it draws, another one draws the next figure; if it cannot start, the handout fails with the
// reason.
func TestEngineDies(t *testing.T) {
	p := start(t)
	p.say(wire.TypeTextMade, wire.TextMade{Text: "<p>"})
	for i := range 2 {
		p.say(wire.TypeFatal, wire.Error{Message: "out of memory"})
		p.clock.Pass(yieldEvery)
		p.at(i+1, true)
		p.say(wire.TypeHelper, wire.Nothing{})
	}
	p.say(wire.TypeFatal, wire.Error{Message: "out of memory"})
	p.clock.Pass(yieldEvery)
	p.at(0, false)
	if p.prints != 0 || p.failed != "out of memory" || p.away != 1 {
		t.Errorf("printed %d, failed %q, away %d", p.prints, p.failed, p.away)
	}
}

// During a drag the engine is told to yield, but not with each move.
func TestYield(t *testing.T) {
	p := start(t)
	p.clock.Pass(yieldEvery)
	for range 3 {
		p.Moved()
	}
	n := 0
	for _, q := range p.asked {
		if q.Type == wire.TypeYield {
			n++
		}
	}
	if n != 1 {
		t.Errorf("told %d times", n)
	}
}
