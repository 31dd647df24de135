package panels

import (
	"slices"
	"testing"
	"time"

	"pointscape/app/pool"
	"pointscape/app/room/clock"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

type page struct {
	*Panels
	clock          *clock.Manual
	offered        []method.PanelInfo
	width          int
	painted        []string
	moved, redrawn int
}

func newPage() *page {
	g := &page{clock: clock.NewManual(), offered: []method.PanelInfo{{ID: "plane"}, {ID: "loss"}}}
	g.Panels = &Panels{Needs: Needs{
		Clock:   g.clock,
		Offered: func() []method.PanelInfo { return g.offered },
		Paint:   func(id string, _ pool.Image) { g.painted = append(g.painted, id) },
		Width:   func(string) int { return g.width },
		Moved:   func() { g.moved++ }, Redraw: func() { g.redrawn++ },
	}}
	return g
}

func TestColumnWhereThereIsRoom(t *testing.T) {
	g := newPage()
	for _, w := range []int{roomyFrom - 1, roomyFrom, 2000, 390} {
		g.Arrange(w)
		if g.Roomy() != (w >= roomyFrom) {
			t.Errorf("a window of %d: %v", w, g.Roomy())
		}
	}
	if g.moved != 2 {
		t.Errorf("moved %d times", g.moved)
	}
	g.Embedded = true
	if g.Arrange(2000); g.Roomy() || g.Asks(true, true) != nil {
		t.Error("a frame has a column of panels")
	}
}

func TestAskedForWithSharpPictures(t *testing.T) {
	g := newPage()
	if g.Asks(false, false) != nil {
		t.Error("asked for with a coarse picture")
	}
	want := []wire.PanelAsk{{ID: "plane", W: 288, H: 180}, {ID: "loss", W: 288, H: 180}}
	if got := g.Asks(true, false); !slices.Equal(got, want) {
		t.Errorf("asked for %v", got)
	}
	// While steps go by, ten times a second.
	n := 0
	for range 60 {
		g.clock.Pass(time.Second / 60)
		if g.Asks(false, true) != nil {
			n++
		}
	}
	if n < 8 || n > 10 {
		t.Errorf("asked for %d times in a second of steps", n)
	}
}

func TestSizeIsThatOfTheirPlace(t *testing.T) {
	g := newPage()
	g.Arrange(1300)
	g.Take(make([]pool.Image, 2), []string{"plane", "loss"})
	if g.redrawn != 0 || !slices.Equal(g.painted, []string{"plane", "loss"}) {
		t.Fatalf("redrawn %d times, painted %q", g.redrawn, g.painted)
	}
	g.width = 400 // shown now
	g.Show()
	g.Show()
	if w, h := g.Size(); w != 400 || h != 300 || g.redrawn != 1 {
		t.Errorf("%d x %d, redrawn %d times", w, h, g.redrawn)
	}
	g.width = 500 // not by a resize: a scroll bar, say
	g.Show()
	if g.redrawn != 1 {
		t.Error("measured again without need")
	}
	g.Arrange(1300)
	g.Show()
	if w, _ := g.Size(); w != 500 || g.redrawn != 2 {
		t.Errorf("%d wide, redrawn %d times", w, g.redrawn)
	}
	// None come with a coarse picture: those of before stay, until another method.
	g.painted = nil
	g.Take(nil, nil)
	if g.Show(); len(g.painted) != 2 {
		t.Errorf("painted %q", g.painted)
	}
	g.painted = nil
	g.Clear()
	if g.Show(); len(g.painted) != 0 {
		t.Errorf("painted %q of another method", g.painted)
	}
}

func TestLacks(t *testing.T) {
	a := &wire.Picture{Panels: []method.PanelInfo{{ID: "loss"}}}
	b := &wire.Picture{Panels: []method.PanelInfo{{ID: "loss"}, {ID: "path"}}}
	drawn := &wire.Picture{Panels: a.Panels, PanelsDrawn: []string{"loss"}}
	for i, x := range []struct {
		p, before *wire.Picture
		want      bool
	}{{a, nil, true}, {a, a, false}, {b, a, true}, {drawn, nil, false}, {&wire.Picture{}, a, false}} {
		if got := Lacks(x.p, x.before); got != x.want {
			t.Errorf("%d: %v", i, got)
		}
	}
}
