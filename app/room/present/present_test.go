package present

import (
	"slices"
	"testing"
)

type shelf map[string]string

func (s shelf) Get(key string) string      { return s[key] }
func (s shelf) Set(key, value string) bool { s[key] = value; return true }

// page is a page that can be presented.
type page struct {
	Present
	on      bool
	width   int
	height  int
	kept    shelf
	asked   []string
	changed int
}

// around implements what Present depends on.
type around struct{ *page }

func (p around) On() bool { return p.on }

func (p around) Set(on bool) { p.on = on }

func (p around) Window() (int, int) { return p.width, p.height }

func (p around) Stage() int { return p.width }

func (p around) Fill() { p.asked = append(p.asked, "fill") }

func (p around) Leave() { p.asked = append(p.asked, "leave") }

func (p around) Changed() { p.changed++ }

func (p around) Redraw() { p.asked = append(p.asked, "redraw") }

func (p around) Say(string) {}

func (p around) needs() Needs {
	return Needs{
		Shelf: p.kept, On: p.On, Set: p.Set, Window: p.Window, Stage: p.Stage, Fill: p.Fill, Leave: p.Leave,
		Changed: p.Changed, Redraw: p.Redraw, Say: p.Say,
	}
}

func open(kept shelf) *page {
	p := &page{width: 5000, height: 720, kept: kept}
	p.Needs = around{p}.needs()
	return p
}

func TestZoom(t *testing.T) {
	p := open(shelf{})
	if z := p.Zoom(); z != 1 {
		t.Errorf("not presented, it is %v", z)
	}
	p.on = true
	for _, c := range [][2]float64{{720, 1.6}, {1080, 2.4}, {390, 1}, {3000, maxZoom}} {
		if p.height = int(c[0]); p.Zoom() != c[1] {
			t.Errorf("in %v lines: %v, want %v", c[0], p.Zoom(), c[1])
		}
	}
	if p.width, p.height = 390, 844; p.Zoom() != 1 {
		t.Errorf("on a phone: %v", p.Zoom())
	}
	p.width = 5000
	// The user's choices are restored on the next page.
	p.height = 720
	p.Resize(+1)
	larger := p.Zoom()
	if larger <= 1.6 || p.changed != 1 {
		t.Errorf("larger: %v, told %d times", larger, p.changed)
	}
	q := open(p.kept)
	if q.on = true; q.Zoom() != larger {
		t.Errorf("the next page has %v", q.Zoom())
	}
	for range 30 {
		p.Resize(-1)
	}
	if z := p.Zoom(); z != 1 {
		t.Errorf("the smallest: %v", z)
	}
	for range 30 {
		p.Resize(+1)
	}
	if z := p.Zoom(); z != 3.2 {
		t.Errorf("the largest: %v", z)
	}
	for _, bad := range []string{"", "x", "NaN", "-1", "1e9", "0"} {
		q := open(shelf{Key: bad})
		if q.on = true; q.Zoom() != 1.6 {
			t.Errorf("kept %q: %v", bad, q.Zoom())
		}
	}
}

// Beside the text of a deck's page, or below its title, the stage is less enlarged than alone, and by the user's
// choice.
func TestZoomOfADeck(t *testing.T) {
	p := open(shelf{})
	p.Deck(true)
	if z := p.Zoom(); z != 1.25 || p.changed != 1 {
		t.Errorf("in 720 lines: %v, told %d times", z, p.changed)
	}
	if p.height = 1080; p.Zoom() != 1.9 {
		t.Errorf("in 1080 lines: %v", p.Zoom())
	}
	p.Resize(+1)
	if p.Zoom() <= 1.9 {
		t.Errorf("larger: %v", p.Zoom())
	}
	if p.Deck(false); p.Zoom() != 1 {
		t.Errorf("ended, it is %v", p.Zoom())
	}
}

func TestInAndOut(t *testing.T) {
	p := open(shelf{})
	if p.Escape() {
		t.Error("Escape has something to leave")
	}
	p.Toggle()
	if !p.on || !slices.Equal(p.asked, []string{"fill"}) {
		t.Fatalf("presented %v, asked %q", p.on, p.asked)
	}
	p.Filled(true)
	// The browser's own Escape.
	p.Filled(false)
	if p.on || !slices.Equal(p.asked, []string{"fill"}) {
		t.Errorf("after the browser's Escape: presented %v, asked %q", p.on, p.asked)
	}
	// If the browser refuses full screen, the stage fills the window, and the page handles Escape.
	p.Toggle()
	p.Call()
	if !p.Panel() || !p.Escape() || p.Panel() || !p.on {
		t.Error("Escape does not send the panel away first")
	}
	if !p.Escape() || p.on {
		t.Error("Escape does not leave")
	}
	// Ended by the button, on full screen.
	p.Toggle()
	p.Filled(true)
	p.Call()
	p.asked = nil
	p.Toggle()
	if p.on || p.Panel() || !slices.Equal(p.asked, []string{"leave"}) {
		t.Errorf("presented %v, panel %v, asked %q", p.on, p.Panel(), p.asked)
	}
	p.Filled(false)
}

func TestPlots(t *testing.T) {
	p := open(shelf{})
	if _, ok := p.Plot(0); ok {
		t.Error("a plot of none")
	}
	var seen []int
	for range 4 {
		which, ok := p.Plot(2)
		if !ok {
			which = -1
		}
		seen = append(seen, which)
		p.NextPlot(2)
	}
	if !slices.Equal(seen, []int{0, 1, -1, 0}) {
		t.Errorf("one after the other: %v", seen)
	}
}

// The legend is shown on wide stages, or by the user's choice.
func TestLegend(t *testing.T) {
	p := open(shelf{})
	p.width = 1280
	if p.Legend() {
		t.Error("a page that is not presented has a legend on its stage")
	}
	p.on = true
	if !p.Legend() {
		t.Error("a wide stage has none")
	}
	// The legend is asked for with each move of a drag, so the stored choice is read only once.
	p.kept[LegendKey] = "off"
	if !p.Legend() {
		t.Error("what is kept was read again")
	}
	delete(p.kept, LegendKey)
	p.width = 800
	if p.Legend() {
		t.Error("a narrow stage has one")
	}
	p.SwitchLegend()
	if q := open(p.kept); !p.Legend() || p.changed != 1 {
		t.Error("it was switched on, and is not there")
	} else if q.on, q.width = true, 800; !q.Legend() {
		t.Error("the next page does not know that it was switched on")
	}
	p.width = 1280
	p.SwitchLegend()
	if p.Legend() {
		t.Error("it was switched off, and is there")
	}
}
