package panels

import (
	"slices"
	"testing"
	"time"

	"pointscape/app/room/clock"
	"pointscape/app/workers"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

type page struct {
	*Panels
	clock          *clock.Manual
	offered        []method.PanelInfo
	box            Size
	painted        []string
	moved, redrawn int
	called         bool
}

// around implements what the panels depend on.
type around struct{ *page }

func (g around) Offered() []method.PanelInfo { return g.offered }

func (g around) Called() bool { return g.called }

func (g around) Paint(id string, _ workers.Image) { g.painted = append(g.painted, id) }

func (g around) Box(string) Size { return g.box }

func (g around) Moved() { g.moved++ }

func (g around) Redraw() { g.redrawn++ }

func (g around) needs() Needs {
	return Needs{
		Clock: g.clock, Offered: g.Offered, Called: g.Called, Paint: g.Paint, Box: g.Box, Moved: g.Moved, Redraw: g.Redraw,
	}
}

func newPage() *page {
	g := &page{clock: clock.NewManual(), offered: []method.PanelInfo{{ID: "plane"}, {ID: "loss"}}}
	g.Panels = &Panels{Needs: around{g}.needs()}
	return g
}

// stageRow returns the row of stage and plots in a window, as the page has it.
func stageRow(window Size) Size {
	const bars = 48 + 46 + 108 // header, dock, player
	switch {
	case window.W <= Phone:
		return Size{window.W, window.H*57/100 - 46 - 130}
	case window.W <= 1000:
		return Size{window.W - 290, window.H - bars}
	}
	return Size{window.W - 320, window.H - bars}
}

func (g *page) window(w, h int) { g.Arrange(Size{w, h}, stageRow(Size{w, h})) }

// The sizes of plots in windows of different sizes.
func TestSizesByWindow(t *testing.T) {
	for _, x := range []struct {
		w, h, n      int
		beside       bool
		column       int
		least, stage int // least width of a plot, of the stage
		scrolls      bool
	}{
		// Two fifths of the row, if one plot is not flat or two fit.
		{1280, 800, 1, true, 384, 330, 560, false}, {1600, 900, 1, true, 512, 450, 700, false},
		{1920, 1080, 1, true, 640, 590, 900, false}, {2560, 1440, 1, true, 760, 690, 1400, false},
		{1100, 800, 1, true, 300, 250, 480, false},
		// A little narrower: two plots of 175 pixels of height, for instance, share 598.
		{1280, 800, 2, true, 362, 310, 560, false}, {1600, 900, 2, true, 453, 400, 700, false},
		{1920, 1080, 2, true, 616, 560, 900, false}, {1920, 1080, 3, true, 349, 300, 900, false},
		// Two of 135 pixels would be too small: the column keeps its width and scrolls.
		{1280, 720, 1, true, 384, 330, 560, false}, {1280, 720, 2, true, 384, 330, 560, true},
		{1280, 620, 2, true, 384, 330, 560, true},
		{1280, 720, 3, true, 384, 330, 560, true}, {1440, 760, 2, true, 448, 400, 640, true},
		{1100, 640, 2, true, 300, 250, 480, true},
		{1024, 768, 2, false, 0, 0, 0, false}, {390, 844, 1, false, 0, 0, 0, false}, {844, 390, 1, false, 0, 0, 0, false},
		{1280, 420, 1, false, 0, 0, 0, false}, {1280, 800, 0, false, 0, 0, 0, false},
	} {
		g := newPage()
		g.offered = make([]method.PanelInfo, x.n)
		for i := range g.offered {
			g.offered[i].ID = string(rune('a' + i))
		}
		g.window(x.w, x.h)
		l := g.Layout()
		if l.Beside != x.beside || l.Column != x.column || l.Scrolls != x.scrolls || l.Large != "" || l.Below {
			t.Errorf("%d plots in %d x %d: %+v, want a column of %d, scrolls %t", x.n, x.w, x.h, l, x.column, x.scrolls)
		}
		if !x.beside {
			continue
		}
		row := stageRow(Size{x.w, x.h})
		if rest := row.W - l.Column; rest < x.stage {
			t.Errorf("%d plots in %d x %d leave %d for the stage", x.n, x.w, x.h, rest)
		}
		s := g.Size("a")
		if s.W < x.least || float64(s.H) < flattest*float64(s.W)-1 || s.H > s.W+1 {
			t.Errorf("%d plots in %d x %d are of %v", x.n, x.w, x.h, s)
		}
		// A column that scrolls shows only the beginning of the second plot.
		if seen := row.H - s.H - words; x.scrolls && (s.H < leastPlot || seen > row.H/3) {
			t.Errorf("%d plots in %d x %d: the first is of %v, and %d are left for the next", x.n, x.w, x.h, s, seen)
		}
		if used := x.n * (s.H + words); s.H < s.W && x.n < 3 && !x.scrolls && used < row.H*9/10 {
			t.Errorf("%d plots in %d x %d use %d of the height %d", x.n, x.w, x.h, used, row.H)
		}
	}
}

// A plot with a limited height takes no more, and leaves the rest to the others. In the stage's place it has the full
// height.
func TestLowPlots(t *testing.T) {
	g := newPage()
	g.offered = []method.PanelInfo{{ID: "a"}, {ID: "low", Tall: 90}}
	g.window(1280, 720)
	if l := g.Layout(); l.Scrolls { // as two without a limit would
		t.Errorf("%+v", l)
	}
	if s := g.Size("low"); s.H != 90 || !g.Low("low") || g.Low("a") {
		t.Errorf("it is of %v, low %v", s, g.Low("low"))
	}
	if s := g.Size("a"); s.H < leastPlot {
		t.Errorf("the one beside it is of %v", s)
	}
	g.Swap("low")
	if s := g.Size("low"); s.H <= 90 || g.Tall("low") != 0 {
		t.Errorf("in the stage's place it is of %v", s)
	}
	// A limit above the available height has no effect.
	g.Swap("low")
	g.offered[1].Tall = 2000
	if l := g.Layout(); !l.Scrolls || g.Low("low") {
		t.Errorf("%+v, low %v", l, g.Low("low"))
	}
}

// On a phone in landscape the plane fills the window until a plot is called for.
func TestLowWindowsAreTheStages(t *testing.T) {
	g := newPage()
	for _, called := range []bool{false, true} {
		g.called = called
		g.Arrange(Size{844, 390}, Size{844, 306})
		if l := g.Layout(); l.Beside != called {
			t.Errorf("called: %t, and plots beside the stage: %t", called, l.Beside)
		}
	}
}

func TestMovedWhenTheyStandElsewhere(t *testing.T) {
	g := newPage()
	for _, w := range []int{1024, 1280, 1280, 390} {
		g.window(w, 800)
	}
	if g.moved != 2 {
		t.Errorf("moved %d times", g.moved)
	}
}

func TestFramesHaveNoPlots(t *testing.T) {
	g := newPage()
	g.Embedded = true
	g.window(2000, 1000)
	if g.Layout() != (Layout{}) || g.Asks(true, true, false) != nil || g.Swap("plane") != "" || g.Swap("") != "" ||
		g.moved != 0 {
		t.Error("a frame has a column of panels")
	}
}

func TestSwapAndBack(t *testing.T) {
	g := newPage()
	g.window(1280, 800)
	before := g.Layout()
	g.moved = 0
	if g.Swap("loss") != "loss" || g.moved != 1 {
		t.Fatalf("moved %d times", g.moved)
	}
	if l := g.Layout(); l.Large != "loss" || l.Column != before.Column || l.Below {
		t.Errorf("swapped: %+v", l)
	}
	if big, small := g.Size("loss"), g.Size("plane"); big.W < 500 || small.W != before.Column-sides {
		t.Errorf("the large one is asked for at %v, the other at %v", big, small)
	}
	// Another plot replaces it; the key swaps back.
	if g.Swap("plane"); g.Layout().Large != "plane" {
		t.Errorf("then %+v", g.Layout())
	}
	if g.Swap("") != "plane" || g.Layout() != before {
		t.Errorf("back: %+v", g.Layout())
	}
	// The key swaps the plot that was chosen last, which is not the first.
	g.Swap("loss")
	if g.Swap("loss"); g.Layout() != before {
		t.Errorf("back by the button: %+v", g.Layout())
	}
	if g.Swap("") != "loss" || g.Layout().Large != "loss" {
		t.Errorf("again: %+v", g.Layout())
	}
	g.Swap("")
	if g.Swap("nothing") != "" || g.Layout() != before {
		t.Error("a plot that is not offered has the stage's place")
	}
}

func TestSwapStaysWithWhatIsShown(t *testing.T) {
	g := newPage()
	g.window(1280, 800)
	g.Swap("")
	if g.Layout().Large != "plane" {
		t.Fatalf("%+v", g.Layout())
	}
	// The plane with all solvers is another plot, which takes over the place.
	g.offered = []method.PanelInfo{{ID: "solvers"}, {ID: "loss"}}
	if g.Layout().Large != "solvers" {
		t.Errorf("%+v", g.Layout())
	}
	if g.Swap("") != "solvers" || g.Layout().Large != "" {
		t.Errorf("back: %+v", g.Layout())
	}
	g.Swap("loss")
	// So does another second plot. If there is none, the stage is back in its place.
	g.offered = []method.PanelInfo{{ID: "solvers"}, {ID: "path"}}
	if g.Layout().Large != "path" {
		t.Errorf("in the second's place: %+v", g.Layout())
	}
	g.offered = g.offered[:1]
	if g.Layout().Large != "" {
		t.Errorf("in a place that is not there: %+v", g.Layout())
	}
	// Without plots, the stage is in its place.
	g.offered = nil
	if g.Layout() != (Layout{}) || g.Swap("") != "" {
		t.Errorf("without plots: %+v", g.Layout())
	}
	// The same holds for another method.
	g.offered = []method.PanelInfo{{ID: "loss"}}
	g.moved = 0
	if g.Clear(); g.Layout().Large != "" || g.moved != 1 {
		t.Errorf("of another method: %+v", g.Layout())
	}
}

// A plot in which the user draws takes the stage's place if plots would otherwise be among the results. It can be
// swapped back. In a column beside the stage it is an ordinary plot.
func TestPadComesFirst(t *testing.T) {
	g := newPage()
	g.offered = []method.PanelInfo{{ID: "filters"}, {ID: "through", Pad: true}}
	for _, phone := range []Size{{390, 844}, {844, 390}} {
		g.window(phone.W, phone.H)
		l := g.Layout()
		if l.Large != "through" || l.Below != (phone.H > phone.W) {
			t.Errorf("in %v: %+v", phone, l)
		}
		if g.Swap("") != "through" || g.Layout().Large != "" {
			t.Errorf("in %v the stage does not get its place back: %+v", phone, g.Layout())
		}
		if g.Swap("filters"); g.Layout().Large != "filters" {
			t.Errorf("in %v another plot does not get it: %+v", phone, g.Layout())
		}
		if g.Swap(""); g.Layout().Large != "" {
			t.Errorf("in %v: %+v", phone, g.Layout())
		}
		g.Clear() // another method, then this one again
	}
	g.window(1280, 800)
	if l := g.Layout(); l.Large != "" || !l.Beside {
		t.Errorf("beside the stage: %+v", l)
	}
}

func TestStageBesideAColumn(t *testing.T) {
	g := newPage()
	g.window(1440, 900)
	if l := g.Layout(); !l.Beside || l.Stage(1000) != 1000-l.Column {
		t.Errorf("the stage is %d wide of 1000; %+v", l.Stage(1000), l)
	}
}

func TestSwapInNarrowWindows(t *testing.T) {
	for _, x := range []struct {
		w, h  int
		below bool
	}{{390, 844, true}, {760, 1000, true}, {844, 390, false}, {667, 375, false}, {1024, 768, false}, {820, 1180, true}} {
		g := newPage()
		g.window(x.w, x.h)
		g.Swap("")
		l := g.Layout()
		if l.Below != x.below || (l.Column > 0) == x.below || l.Beside {
			t.Errorf("%d x %d: %+v", x.w, x.h, l)
		}
		if all, want := stageRow(Size{x.w, x.h}).W, l.Column; x.below && l.Stage(all) != all || !x.below &&
			l.Stage(all) != want {
			t.Errorf("%d x %d: the stage is %d wide of %d; %+v", x.w, x.h, l.Stage(all), all, l)
		}
		// The plot is the large one in both.
		if stage, plot := l.Column, stageRow(Size{x.w, x.h}).W-l.Column; !x.below && (2*stage > plot*5/4 || 2*stage < plot) {
			t.Errorf("%d x %d: the stage has %d, the plot %d", x.w, x.h, stage, plot)
		}
	}
}

func TestAskedForWithSharpPictures(t *testing.T) {
	g := newPage()
	if g.Asks(false, false, false) != nil {
		t.Error("asked for with a coarse picture")
	}
	want := []wire.PanelAsk{{ID: "plane", W: 288, H: 245}, {ID: "loss", W: 288, H: 245}}
	if got := g.Asks(true, false, false); !slices.Equal(got, want) {
		t.Errorf("asked for %v", got)
	}
	// While steps are played, ten times a second.
	n := 0
	for range 60 {
		g.clock.Pass(time.Second / 60)
		if g.Asks(false, true, false) != nil {
			n++
		}
	}
	if n < 8 || n > 10 {
		t.Errorf("asked for %d times in a second of steps", n)
	}
	// While something is also dragged, twice a second.
	n = 0
	for range 60 {
		g.clock.Pass(time.Second / 60)
		if g.Asks(false, true, true) != nil {
			n++
		}
	}
	if n != 2 {
		t.Errorf("asked for %d times in a second of a held hand", n)
	}
}

// A plot that follows the drag is asked for with each picture. Its bitmap replaces the former one, and the other plot's
// stays.
func TestOnePlotFollowsTheHand(t *testing.T) {
	g := newPage()
	g.offered[1].Live = true
	g.Asks(true, false, false)
	g.Take(make([]workers.Image, 2), []string{"plane", "loss"}, nil)
	for range 3 {
		if got := g.Asks(false, false, true); !slices.Equal(got, []wire.PanelAsk{{ID: "loss", W: 288, H: 245}}) {
			t.Fatalf("asked for %v", got)
		}
	}
	if g.Lacks() {
		t.Error("the other plot is held for a new one")
	}
	g.painted = nil
	g.Take(make([]workers.Image, 1), []string{"loss"}, nil)
	g.painted = nil
	if g.ShowAgain(); !slices.Equal(g.painted, []string{"loss", "plane"}) {
		t.Errorf("then there are %q", g.painted)
	}
}

func TestSizeIsThatOfTheirPlace(t *testing.T) {
	g := newPage()
	g.window(1300, 800)
	g.Take(make([]workers.Image, 2), []string{"plane", "loss"}, nil)
	if g.redrawn != 0 || !slices.Equal(g.painted, []string{"plane", "loss"}) {
		t.Fatalf("redrawn %d times, painted %q", g.redrawn, g.painted)
	}
	g.box = Size{400, 300} // shown now
	g.Show()
	g.Show()
	if s := g.Size("loss"); s != g.box || g.redrawn != 1 {
		t.Errorf("%v, redrawn %d times", s, g.redrawn)
	}
	g.box = Size{500, 300} // not by a resize: by a scroll bar, for instance
	g.Show()
	if g.redrawn != 1 {
		t.Error("measured again without need")
	}
	g.Laid()
	if s := g.Size("plane"); s != g.box || g.redrawn != 2 {
		t.Errorf("%v, redrawn %d times", s, g.redrawn)
	}
	if g.Laid(); g.redrawn != 2 {
		t.Error("drawn again as large as they are")
	}
	for i := range 20 { // while no picture comes
		g.box = Size{500, 301 + i}
		if g.Resized(); g.redrawn != 3+i || g.Size("plane") != g.box {
			t.Fatalf("a plot that is shown larger is not drawn as large: %v, redrawn %d times", g.Size("plane"), g.redrawn)
		}
	}
	if g.Resized(); g.redrawn != 22 {
		t.Error("drawn again as large as they are shown")
	}
	// A coarse picture has none: the former ones stay until the method changes.
	g.painted = nil
	g.Take(nil, nil, nil)
	if g.Show(); len(g.painted) != 2 {
		t.Errorf("painted %q", g.painted)
	}
	g.painted = nil
	g.Clear()
	if g.Show(); len(g.painted) != 0 {
		t.Errorf("painted %q of another method", g.painted)
	}
	if s := g.Size("plane"); s == g.box {
		t.Errorf("another method's plot is asked for at %v, as this one's was", s)
	}
}

// The page is updated when legends change, and not for every picture.
func TestLegends(t *testing.T) {
	g := newPage()
	g.window(1300, 800)
	take := func(says ...string) {
		var keys []picture.Key
		for _, s := range says {
			keys = append(keys, picture.Key{Says: s})
		}
		g.Take(make([]workers.Image, 2), []string{"plane", "loss"}, [][]picture.Key{keys, nil})
	}
	g.moved = 0
	for _, says := range [][]string{{"start", "track"}, {"start", "track"}, {"start"}, {"start"}} {
		take(says...)
	}
	if g.moved != 2 || g.Words() != "start\n" || len(g.Keys("plane")) != 1 || g.Keys("loss") != nil {
		t.Errorf("shown anew %d times, words %q", g.moved, g.Words())
	}
	if g.Take(nil, nil, nil); g.Words() != "start\n" {
		t.Error("a coarse picture takes the legend away")
	}
	if g.Clear(); g.Words() != "" {
		t.Error("the legend is of another method")
	}
}

func TestBudget(t *testing.T) {
	g := newPage()
	g.window(2560, 1440)
	g.box = Size{1600, 1100}
	g.Laid()
	for _, x := range g.Asks(true, false, false) {
		if n := x.W * x.H; n > budget || n < budget*95/100 || x.W*1100/x.H < 1590 || x.W*1100/x.H > 1610 {
			t.Errorf("a place of %v is filled with %d x %d", g.box, x.W, x.H)
		}
	}
}

// A plot that is new with a document of the same method is asked for, whether it is added or replaces another; and only
// once if it is not delivered.
func TestLacks(t *testing.T) {
	g := newPage()
	info := func(ids ...string) (list []method.PanelInfo) {
		for _, id := range ids {
			list = append(list, method.PanelInfo{ID: id})
		}
		return list
	}
	g.offered = nil
	g.Asks(true, false, false)
	for i, x := range []struct {
		offers []method.PanelInfo
		asks   bool
		want   bool
	}{
		{info("loss"), false, true}, // the first picture
		{info("loss"), false, false},
		{info("loss", "path"), true, true}, // the loss is drawn
		{info("loss", "path"), true, false},
		{info("filters", "maps"), true, true}, // the same number of plots
		{info("maps"), true, false},
		{nil, true, false},
		{info("maps"), true, true},
	} {
		if x.asks { // with the plots that the picture before offers
			g.Asks(true, false, false)
		}
		g.offered = x.offers
		if got := g.Lacks(); got != x.want {
			t.Errorf("%d: %v", i, got)
		}
	}
	g.Embedded, g.offered = true, info("loss", "path")
	if g.Lacks() {
		t.Error("a frame, which has no plots, lacks some")
	}
}

// A plot whose legend needs one more line in the smaller of two sizes does not alternate between them.
func TestPlotsRest(t *testing.T) {
	g := newPage()
	g.offered = g.offered[:1]
	g.window(1280, 800)
	sizes := []Size{{300, 200}, {300, 180}}
	g.box = sizes[0]
	g.Laid()
	for i := range 20 {
		before := g.redrawn
		says := []string{"one", "two"}[i%2]
		g.Take(make([]workers.Image, 1), []string{"plane"}, [][]picture.Key{{{Says: says}}})
		if g.box = sizes[(i+1)%2]; g.Size("plane") == sizes[1] && i > 8 {
			g.box = sizes[0] // the smaller picture's legend is shorter
		}
		g.Laid()
		if i > 10 && g.redrawn > before {
			t.Fatalf("round %d: the plot is asked for again", i)
		}
	}
	// A change of the window starts the count anew.
	g.Take(make([]workers.Image, 1), []string{"plane"}, [][]picture.Key{{{Says: "two"}}})
	g.Take(make([]workers.Image, 1), []string{"plane"}, [][]picture.Key{{{Says: "two"}}})
	before := g.redrawn
	g.box = Size{300, 260}
	g.Laid()
	if g.redrawn == before {
		t.Error("a plot that has more room is not asked for again")
	}
}
