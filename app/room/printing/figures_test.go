package printing

import (
	"slices"
	"testing"
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/wire"
)

// film is a page with Figures, and an engine that does as the test says.
type film struct {
	page
	Figures
	drawn []string
}

func (f *film) take(document, svg, shows string) {
	f.drawn = append(f.drawn, document+" "+svg+" "+shows)
}

func newFilm(t *testing.T) *film {
	f := &film{page: page{t: t, clock: clock.NewManual()}}
	f.Figures = Figures{Clock: f.page.clock, Drawn: f.take}
	f.Dial = func(_ bool, recv func(workers.Reply)) (workers.Port, error) {
		f.dials++
		f.recv = recv
		return f, nil
	}
	return f
}

func (f *film) Close() { f.page.Close() }

// Small figures are drawn one after the other by a single engine, which ends when it has had no request for a while. A
// figure that is no longer wanted is not drawn.
func TestFigures(t *testing.T) {
	f := newFilm(t)
	f.Want([]string{"{1}", "{2}", "{1}"})
	f.say(wire.TypeHelper, wire.Nothing{})
	f.is("thumb", "{1}")
	f.Want([]string{"{3}", "{3}", "{4}"}) // the first is being drawn
	f.say(wire.TypeTextMade, wire.TextMade{Text: "a plane\n<svg>"})
	f.page.clock.Pass(yieldEvery)
	f.is("thumb", "{3}")
	f.say(wire.TypeError, wire.Error{Message: "no points"})
	f.page.clock.Pass(yieldEvery)
	f.is("thumb", "{4}")
	f.say(wire.TypeTextMade, wire.TextMade{Text: "\n<svg/>"})
	f.page.clock.Pass(idleAfter / 2)
	if want := []string{"{1} <svg> a plane", "{3}  ", "{4} <svg/> "}; !slices.Equal(f.drawn, want) || len(f.asked) != 3 ||
		f.dials != 1 || f.closed != 0 {
		t.Errorf("drawn are %q, asked %d times, engines %d, closed %d", f.drawn, len(f.asked), f.dials, f.closed)
	}
	f.Want([]string{"{5}"})
	f.is("thumb", "{5}")
	f.page.clock.Pass(idleAfter/2 + time.Second) // the clock has advanced before
	if f.closed != 0 {
		t.Error("the engine has ended while it draws")
	}
	f.say(wire.TypeTextMade, wire.TextMade{Text: "\n<svg/>"})
	f.page.clock.Pass(2 * idleAfter)
	if f.closed != 1 {
		t.Error("an engine without work lives on")
	}
	f.Want([]string{"{6}"})
	if f.dials != 2 {
		t.Error("there is no engine for a figure that is asked for later")
	}
}

// A figure that is asked for just after the last answer is requested from the engine once.
func TestFiguresRightAfterAnAnswer(t *testing.T) {
	f := newFilm(t)
	f.Want([]string{"{1}"})
	f.say(wire.TypeHelper, wire.Nothing{})
	f.say(wire.TypeTextMade, wire.TextMade{Text: "\n<svg/>"})
	f.Want([]string{"{2}"})
	f.page.clock.Pass(yieldEvery)
	f.is("thumb", "{2}")
	f.say(wire.TypeTextMade, wire.TextMade{Text: "\n<svg/>"})
	f.page.clock.Pass(yieldEvery)
	f.Want([]string{"{3}"})
	f.is("thumb", "{3}")
	if want := []string{"{1} <svg/> ", "{2} <svg/> "}; !slices.Equal(f.drawn, want) || len(f.asked) != 3 {
		t.Errorf("drawn are %q, asked %d times", f.drawn, len(f.asked))
	}
}

// If the engine keeps dying there are no figures, and nothing waits for them.
func TestFiguresWithoutEngine(t *testing.T) {
	f := newFilm(t)
	f.Want([]string{"{1}", "{2}", "{3}", "{4}"})
	f.say(wire.TypeHelper, wire.Nothing{})
	for range 3 {
		f.say(wire.TypeFatal, wire.Error{Message: "out of memory"})
		f.page.clock.Pass(yieldEvery)
		f.say(wire.TypeHelper, wire.Nothing{})
	}
	slices.Sort(f.drawn)
	if want := []string{"{1}  ", "{2}  ", "{3}  ", "{4}  "}; !slices.Equal(f.drawn, want) {
		t.Errorf("drawn are %q", f.drawn)
	}
}
