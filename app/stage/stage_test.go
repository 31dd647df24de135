package stage

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// board implements what a Gesture needs, and records everything.
type board struct {
	asks     bool // a question asks for a position
	paints   bool
	keyed    bool // the left half has a key
	picked   bool // points are highlighted
	pts      []doc.Point
	grips    []method.Grip
	view     picture.Viewport
	class    int
	selected int
	moving   int
	from     doc.Point
	sprayed  int
	resets   int
	hovered  int
	cursor   bool
	log      []string
	depth    []float64
	turned   [2]float64
	free     bool // the axes have different scales
	locked   func(i int) bool
	denied   int
}

func (b *board) points() []doc.Point    { return b.pts }
func (b *board) handles() []method.Grip { return b.grips }
func (b *board) nextAdded() bool        { b.log = append(b.log, "next"); return len(b.grips) > 0 }
func (b *board) resetView()             { b.resets++; b.log = append(b.log, "reset") }

// looks is the view of a board, selects its selection.
type looks struct{ *board }
type selects struct{ *board }

func (b looks) Now() picture.Viewport  { return b.view }
func (b looks) Set(v picture.Viewport) { b.view = v; b.log = append(b.log, "view") }
func (b looks) OneScale() bool         { return !b.free }
func (b looks) Near() []float64        { return b.depth }
func (b looks) Turn(azimuth, elevation float64) {
	b.turned[0] += azimuth
	b.turned[1] += elevation
}

func (b selects) Now() int  { return b.selected }
func (b selects) Set(i int) { b.selected = i }

func (b *board) gesture() *Gesture {
	g := &Gesture{}
	g.Init(Needs{
		Points: b.points, Seen: b.points, Grips: b.handles, View: looks{b}, Draft: b, Selection: selects{b}, Edits: b,
		Brush: b, Keyed: b, Pointing: b, Do: Commands{
			ResetView: b.resetView, NextAdded: b.nextAdded, NextRole: b.nextRole, EndHoldOut: b.endHoldOut, Edit: b.edit,
			ChooseClass: b.chooseClass, RemovePicked: b.removePicked, Say: func(Saying) {},
		},
	})
	return g
}

func (b *board) Add(x, y float64) bool {
	b.pts = append(b.pts, doc.Point{X: x, Y: y, Z: float64(b.class)})
	b.log = append(b.log, "add")
	return true
}
func (b *board) TakeBack() { b.pts = b.pts[:len(b.pts)-1]; b.log = append(b.log, "take back") }
func (b *board) Remove(i int) {
	if k, ok := method.GripOf(i); ok {
		b.grips = slices.Delete(b.grips, k, k+1)
		b.log = append(b.log, "remove a handle")
		return
	}
	b.pts = slices.Delete(b.pts, i, i+1)
	b.log = append(b.log, "remove")
}
func (b *board) Grab(i int) {
	b.moving = i
	if i >= 0 {
		b.from = b.pts[i]
	}
	b.log = append(b.log, "grab")
}
func (b *board) MoveTo(x, y float64) bool {
	if k, ok := method.GripOf(b.moving); ok {
		b.grips[k].X, b.grips[k].Y = x, y
		return true
	}
	b.pts[b.moving].X, b.pts[b.moving].Y = x, y
	return true
}
func (b *board) Grabbed()           {}
func (b *board) Moved(_, _ float64) {}
func (b *board) Spray(x, y float64) { b.pts = append(b.pts, doc.Point{X: x, Y: y}); b.sprayed++ }
func (b *board) Painting() bool     { return b.paints }
func (b *board) Stroke(x, y float64, erase bool) {
	b.log = append(b.log, fmt.Sprintf("stroke %.4g %.4g %v", x, y, erase))
}
func (b *board) Cancel() bool        { return false }
func (b *board) EndStroke(keep bool) { b.log = append(b.log, fmt.Sprint("stroked ", keep)) }
func (b *board) EndSpray()           { b.log = append(b.log, "sprayed") }
func (b *board) nextRole(i int)      { b.log = append(b.log, "hold "+strconv.Itoa(i)) }
func (b *board) Locked(i int) bool   { return b.locked != nil && b.locked(i) }
func (b *board) Answer(x, y float64) bool {
	if b.asks {
		b.log = append(b.log, fmt.Sprintf("answer %.4g %.4g", x, y))
	}
	return b.asks
}
func (b *board) Denied(int)        { b.denied++; b.log = append(b.log, "denied") }
func (b *board) endHoldOut()       { b.log = append(b.log, "end hold") }
func (b *board) edit() bool        { b.log = append(b.log, "edit"); return b.selected != -1 }
func (b *board) chooseClass(k int) { b.class = k; b.log = append(b.log, "class") }
func (b *board) Release(keep bool) {
	if !keep {
		b.pts[b.moving] = b.from
	}
	b.log = append(b.log, map[bool]string{true: "release", false: "put back"}[keep])
}
func (b *board) Hover(_, _ float64, i int, _ bool)                 { b.hovered = i }
func (b *board) Cursor(_, _ float64, _ int, on bool)               { b.cursor = on }
func (b *board) Act() bool                                         { b.log = append(b.log, "act"); return true }
func (b *board) LongPress(_ picture.Viewport, px, py float64) bool { return b.keyed && px < 400 }
func (b *board) removePicked() bool {
	if b.picked {
		b.log = append(b.log, "remove picked")
	}
	return b.picked
}
func (b *board) EndLongPress() { b.log = append(b.log, "unask") }
func (b *board) NextTap(_ picture.Viewport, px, py float64) bool {
	b.log = append(b.log, "again")
	return b.keyed
}
func (b *board) said() string            { s := strings.Join(b.log, " "); b.log = nil; return s }
func left(x, y float64) Pointer          { return Pointer{ID: 1, X: x, Y: y, Left: true} }
func near(a, b float64) bool             { return math.Abs(a-b) < 1e-9 }
func click(g *Gesture, x, y, at float64) { p := left(x, y); p.Time = at; g.Down(p); g.Up(p) }

// newBoard has a view in which one pixel is 0.01.
func newBoard() (*board, *Gesture) {
	b := &board{view: picture.Viewport{X0: 0, X1: 8, Y0: 0, Y1: 6, W: 800, H: 600, Scale: 1}, selected: -1, hovered: -1}
	return b, b.gesture()
}

// Rows of a table can be selected but not moved, added or removed; the user is told at each attempt.
func TestLockedRows(t *testing.T) {
	for name, try := range map[string]func(g *Gesture){
		"drag": func(g *Gesture) {
			g.Down(Pointer{X: 50, Y: 50, Left: true})
			g.Move(Pointer{X: 80, Y: 80})
			g.Up(Pointer{X: 80, Y: 80})
		},
		"click":  func(g *Gesture) { g.Down(Pointer{X: 20, Y: 20, Left: true}); g.Up(Pointer{X: 20, Y: 20}) },
		"right":  func(g *Gesture) { g.Down(Pointer{X: 50, Y: 50, Right: true}); g.Up(Pointer{X: 50, Y: 50}) },
		"spray":  func(g *Gesture) { g.Down(Pointer{X: 50, Y: 50, Left: true, Shift: true}); g.Up(Pointer{X: 50, Y: 50}) },
		"delete": func(g *Gesture) { g.Selection.Set(0); g.Key("Delete", false) },
		"paint": func(g *Gesture) {
			g.Brush.(*board).paints = true
			g.Down(Pointer{X: 50, Y: 50, Left: true})
			g.Move(Pointer{X: 80, Y: 80})
			g.Up(Pointer{X: 80, Y: 80})
		},
	} {
		h, g := newBoard()
		h.pts = []doc.Point{{X: h.view.DX(50), Y: h.view.DY(50)}}
		h.locked = func(int) bool { return true }
		before := slices.Clone(h.pts)
		try(g)
		if said := h.said(); h.denied != 1 || !slices.Equal(h.pts, before) || strings.Contains(said, "stroke") {
			t.Errorf("%s: told %d times, points %v, %s", name, h.denied, h.pts, said)
		}
	}
	h, g := newBoard()
	h.pts = []doc.Point{{X: 4, Y: 3}}
	h.locked = func(int) bool { return true }
	g.Key("n", false)
	h.selected = -1
	if g.Key("Enter", false); h.selected != 0 || h.denied != 0 || g.Busy() {
		t.Errorf("Enter on a row selects %d, told %d times, held: %v", h.selected, h.denied, g.Busy())
	}
}

// While the brush is in use, a stroke replaces clicks and drags: points under it stay.
func TestPaint(t *testing.T) {
	b, g := newBoard()
	b.paints = true
	b.pts = []doc.Point{{X: 4, Y: 3}}
	for _, c := range []struct {
		name string
		do   func()
		want string
	}{
		{"a stroke", func() { g.Down(left(400, 300)); g.Move(left(500, 300)); g.Up(left(500, 300)) },
			"stroke 4 3 false stroke 5 3 false stroked true"},
		{"the right button", func() { p := Pointer{ID: 1, X: 100, Y: 600, Right: true}; g.Down(p); g.Up(p) },
			"stroke 1 0 true stroked true"},
		{"Shift", func() { p := left(100, 600); p.Shift = true; g.Down(p); g.Up(p) }, "stroke 1 0 true stroked true"},
		{"Escape", func() { g.Down(left(400, 300)); g.Key("Escape", false); g.Up(left(400, 300)) },
			"stroke 4 3 false stroked false"},
		{"two fingers", func() {
			g.Down(Pointer{ID: 1, X: 100, Y: 600, Left: true, Touch: true})
			g.Down(Pointer{ID: 2, X: 300, Y: 600, Left: true, Touch: true})
			g.Up(Pointer{ID: 1, Touch: true})
			g.Up(Pointer{ID: 2, Touch: true})
		}, "stroke 1 0 false stroked false"},
	} {
		b.log = nil
		c.do()
		if got := strings.Join(slices.DeleteFunc(b.log,
			func(s string) bool { return !strings.Contains(s, "stroke") && !strings.Contains(c.want, s) }), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if !g.Touches(10, 10) {
		t.Error("a finger that paints is left to the page around")
	}
	g.Key("ArrowLeft", false)
	b.log = nil
	g.Key("Enter", false)
	g.Key("Delete", false)
	if got := fmt.Sprint(b.log); strings.Count(got, "stroked true") != 2 || !strings.Contains(got, "true stroked") ||
		!strings.Contains(got, "false stroked") {
		t.Errorf("by keys: %q", b.log)
	}
	if len(b.pts) != 1 || b.pts[0] != (doc.Point{X: 4, Y: 3}) {
		t.Errorf("points are %v", b.pts)
	}
	b.log, g.ReadOnly = nil, true
	g.Down(left(400, 300))
	g.Up(left(400, 300))
	if strings.Contains(fmt.Sprint(b.log), "stroke") {
		t.Error("who may only watch has painted")
	}
}

func TestClickAdds(t *testing.T) {
	b, g := newBoard()
	click(g, 400, 300, 0)
	if len(b.pts) != 1 || !near(b.pts[0].X, 4) || !near(b.pts[0].Y, 3) {
		t.Fatalf("got %v", b.pts)
	}
	// A small movement is still a click.
	g.Down(left(100, 100))
	g.Move(left(102, 101))
	g.Up(left(102, 101))
	if len(b.pts) != 2 {
		t.Errorf("got %v", b.pts)
	}
}

func TestDragMovesWithoutAJump(t *testing.T) {
	b, g := newBoard()
	b.pts = []doc.Point{{X: 4, Y: 3}}
	g.Down(left(406, 304)) // beside the centre
	g.Move(left(456, 304))
	g.Move(left(506, 354))
	g.Up(left(506, 354))
	if len(b.pts) != 1 || !near(b.pts[0].X, 5) || !near(b.pts[0].Y, 2.5) {
		t.Errorf("got %v", b.pts)
	}
	if s := b.said(); s != "grab release" {
		t.Errorf("did %q", s)
	}
	g.Down(left(500, 350))
	g.Move(left(100, 100))
	if !g.Key("Escape", false) {
		t.Error("Escape is not ours during a drag")
	}
	g.Move(left(50, 50))
	g.Up(left(50, 50))
	if !near(b.pts[0].X, 5) || b.said() != "grab put back" {
		t.Errorf("a cancelled drag left %v", b.pts)
	}
}

func TestDoubleClickLeavesNoPoint(t *testing.T) {
	b, g := newBoard()
	click(g, 200, 200, 1000)
	click(g, 201, 200, 1200)
	if len(b.pts) != 0 || b.resets != 1 {
		t.Errorf("points %v, resets %d", b.pts, b.resets)
	}
	// Slow clicks are two clicks: the second one is on the point that the first has added.
	click(g, 200, 200, 5000)
	click(g, 200, 200, 6000)
	if len(b.pts) != 1 || b.selected != 0 || b.resets != 1 {
		t.Errorf("points %v, selected %d, resets %d", b.pts, b.selected, b.resets)
	}
}

func TestTapAndTapMoves(t *testing.T) {
	b, g := newBoard()
	b.pts = []doc.Point{{X: 1, Y: 1}, {X: 5, Y: 5}}
	click(g, 100, 500, 0)
	if b.selected != 0 {
		t.Fatalf("selected %d", b.selected)
	}
	click(g, 300, 300, 1000)
	if len(b.pts) != 2 || !near(b.pts[0].X, 3) || !near(b.pts[0].Y, 3) || b.selected != -1 {
		t.Errorf("points %v, selected %d", b.pts, b.selected)
	}
	click(g, 300, 300, 2000)
	click(g, 300, 300, 3000)
	if b.selected != -1 {
		t.Error("a second click does not deselect")
	}
}

func TestRightClickAndDelete(t *testing.T) {
	b, g := newBoard()
	b.pts = []doc.Point{{X: 1, Y: 1}, {X: 5, Y: 5}, {X: 7, Y: 1}}
	p := Pointer{ID: 1, X: 105, Y: 495, Right: true}
	g.Down(p)
	g.Up(p)
	if len(b.pts) != 2 || b.pts[0].X != 5 {
		t.Fatalf("got %v", b.pts)
	}
	g.Move(Pointer{ID: 1, X: 700, Y: 500})
	g.Key("Delete", false)
	if len(b.pts) != 1 || b.pts[0].X != 5 {
		t.Errorf("Delete over a point left %v", b.pts)
	}
	g.Move(Pointer{ID: 1, X: 10, Y: 10})
	g.Key("Backspace", false)
	if len(b.pts) != 1 {
		t.Error("Backspace over nothing removed a point")
	}
}

func TestSprayIsOneStep(t *testing.T) {
	b, g := newBoard()
	p := Pointer{ID: 1, X: 100, Y: 300, Left: true, Shift: true}
	g.Down(p)
	for x := 100.0; x <= 500; x += 10 {
		g.Move(left(x, 300))
	}
	g.Up(left(500, 300))
	if b.sprayed < 40 || b.sprayed > 80 {
		t.Errorf("%d points over 400 pixels", b.sprayed)
	}
	if s := b.said(); s != "sprayed" {
		t.Errorf("did %q", s)
	}
}

func TestPanAndPinch(t *testing.T) {
	b, g := newBoard()
	g.Down(left(400, 300))
	g.Move(left(420, 300))
	g.Move(left(500, 200))
	g.Up(left(500, 200))
	if len(b.pts) != 0 || !near(b.view.X0, -1) || !near(b.view.Y0, -1) {
		t.Errorf("panned to %+v, points %v", b.view, b.pts)
	}
	b, g = newBoard()
	g.Down(Pointer{ID: 1, X: 300, Y: 300, Left: true, Touch: true})
	g.Down(Pointer{ID: 2, X: 500, Y: 300, Left: true, Touch: true})
	g.Move(Pointer{ID: 1, X: 200, Y: 300, Touch: true})
	g.Move(Pointer{ID: 2, X: 600, Y: 300, Touch: true})
	g.Up(Pointer{ID: 1, X: 200, Y: 300, Touch: true})
	g.Move(Pointer{ID: 2, X: 700, Y: 300, Touch: true})
	g.Up(Pointer{ID: 2, X: 700, Y: 300, Touch: true})
	if w := b.view.X1 - b.view.X0; !near(w, 4) || len(b.pts) != 0 {
		t.Errorf("a pinch to twice the distance shows %v of 8, points %v", w, b.pts)
	}
	if mid := (b.view.X0 + b.view.X1) / 2; !near(mid, 4) {
		t.Errorf("the middle of the fingers went to %v", mid)
	}
}

func TestPinchPutsADraggedPointBack(t *testing.T) {
	b, g := newBoard()
	b.pts = []doc.Point{{X: 4, Y: 3}}
	g.Down(Pointer{ID: 1, X: 400, Y: 300, Left: true, Touch: true})
	g.Move(Pointer{ID: 1, X: 450, Y: 300, Touch: true})
	g.Down(Pointer{ID: 2, X: 600, Y: 300, Left: true, Touch: true})
	if b.pts[0].X != 4 || b.said() != "grab put back" {
		t.Errorf("got %v", b.pts)
	}
}

func TestKeysAlone(t *testing.T) {
	b, g := newBoard()
	g.Key("ArrowRight", false) // shows the cursor
	g.Key("ArrowRight", false)
	g.Key("Enter", false)
	if len(b.pts) != 1 || b.pts[0].X <= 4 || !b.cursor {
		t.Fatalf("got %v", b.pts)
	}
	was := b.pts[0]
	g.Key("Enter", false)
	g.Key("ArrowUp", true)
	g.Key("Enter", false)
	if b.pts[0].X != was.X || b.pts[0].Y <= was.Y {
		t.Errorf("moved from %v to %v", was, b.pts[0])
	}
	was = b.pts[0]
	g.Key("Enter", false)
	g.Key("ArrowUp", true)
	g.Key("Escape", false)
	if b.pts[0] != was {
		t.Errorf("Escape left %v, want %v", b.pts[0], was)
	}
	b.pts = append(b.pts, doc.Point{X: 1, Y: 1}, doc.Point{X: 2, Y: 2})
	for _, want := range []int{0, 1, 2, 0} {
		g.Key("n", false)
		if b.selected != want {
			t.Errorf("N reached %d, want %d", b.selected, want)
		}
	}
	g.Key("[", false)
	if b.selected != 2 {
		t.Errorf("[ reached %d", b.selected)
	}
	g.Key("Delete", false)
	if len(b.pts) != 2 {
		t.Errorf("left %v", b.pts)
	}
	g.Key("3", false)
	if b.class != 2 {
		t.Errorf("key 3 chose %d", b.class)
	}
	g.Key("0", false)
	if b.class != doc.Unlabeled {
		t.Errorf("key 0 chose %d", b.class)
	}
	for _, k := range []string{"Tab", "d", "F5", "", "AB", "PageDown", "Shift"} {
		if g.Key(k, false) {
			t.Errorf("%s was taken from the browser", k)
		}
	}
	b.pts = nil
	b.selected = -1
	g.Key("n", false)
	g.Key("Delete", false)
}

// Every class has its own key, in lower or upper case, which no other command of the stage or the page uses.
func TestClassKeys(t *testing.T) {
	b, g := newBoard()
	seen := map[string]bool{}
	for id := doc.Unlabeled; id <= doc.MaxClass; id++ {
		key := ClassKey(id)
		if seen[key] || len(key) != 1 {
			t.Errorf("class %d has the key %q", id, key)
		}
		seen[key] = true
		for _, k := range []string{key, strings.ToLower(key)} {
			for _, shift := range []bool{false, true} {
				if b.class = -9; !g.Key(k, shift) || b.class != id {
					t.Errorf("key %s chose %d, not %d", k, b.class, id)
				}
			}
		}
	}
	if ClassKey(9) != "A" || ClassKey(doc.MaxClass) != "C" || ClassKeys != "1 to 9 and A to C" {
		t.Error("people are told of other keys")
	}
	for _, k := range strings.Split("n N p P x X f F [ ] + = - _ , . ? Enter Escape Tab Home Delete F2", " ") {
		if b.class = -9; g.Key(k, false) && b.class != -9 || seen[strings.ToUpper(k)] {
			t.Errorf("key %s chooses class %d", k, b.class)
		}
	}
}

func TestResetInTheMiddleOfADrag(t *testing.T) {
	b, g := newBoard()
	b.pts = []doc.Point{{X: 4, Y: 3}}
	g.Down(left(400, 300))
	g.Move(left(500, 300))
	b.pts = nil // another document
	g.Reset()
	g.Move(left(600, 300))
	g.Up(left(600, 300))
	if len(b.pts) != 0 {
		t.Errorf("got %v", b.pts)
	}
	click(g, 100, 100, 9999)
	if len(b.pts) != 1 {
		t.Error("the next click does not count")
	}
}

func TestReadOnly(t *testing.T) {
	b, g := newBoard()
	b.pts = []doc.Point{{X: 4, Y: 3}}
	g.ReadOnly = true
	click(g, 100, 100, 0)
	g.Down(left(400, 300))
	g.Move(left(500, 300))
	g.Up(left(500, 300))
	g.Key("Enter", false)
	g.Key("Enter", false)
	g.Key("Delete", false)
	if len(b.pts) != 1 || b.pts[0].X != 4 {
		t.Errorf("got %v", b.pts)
	}
}

func TestNearest(t *testing.T) {
	v := picture.Viewport{X0: 0, X1: 8, Y0: 0, Y1: 6, W: 800, H: 600}
	pts := []doc.Point{{X: 1, Y: 1}, {X: 1.1, Y: 1}, {X: 1.1, Y: 1}, {X: math.NaN(), Y: 1}}
	for _, c := range []struct {
		px, py float64
		want   int
	}{{100, 500, 0}, {107, 500, 2}, {100, 488, 0}, {100, 487, -1}, {400, 300, -1}} {
		if got := Nearest(pts, v, c.px, c.py, HitRadius); got != c.want {
			t.Errorf("at %v, %v: %d, want %d", c.px, c.py, got, c.want)
		}
	}
}

// A user who taps and cannot drag selects a point and zooms in on it by the button.
func TestZoomAboutTheSelectedPoint(t *testing.T) {
	b, g := newBoard()
	b.pts = []doc.Point{{X: 1, Y: 5}}
	b.selected = 0
	was := b.view
	g.Key("+", false)
	if !near(b.view.PX(1), was.PX(1)) || !near(b.view.PY(5), was.PY(5)) || b.view.X1-b.view.X0 >= was.X1-was.X0 {
		t.Errorf("from %+v to %+v", was, b.view)
	}
}

func TestZoomKeepsThePlaceAndItsLimits(t *testing.T) {
	v := picture.Viewport{X0: 0, X1: 8, Y0: 0, Y1: 6, W: 800, H: 600}
	w := Zoom(v, 200, 150, 2)
	if !near(w.DX(200), v.DX(200)) || !near(w.DY(150), v.DY(150)) || !near(w.X1-w.X0, 4) {
		t.Errorf("got %+v", w)
	}
	for range 10000 {
		w = Zoom(w, 400, 300, 1.5)
	}
	if !(w.X1-w.X0 >= minSpan) {
		t.Errorf("zoomed in to %g", w.X1-w.X0)
	}
	for range 10000 {
		w = Zoom(w, 10, 10, 0.5)
		w = Pan(w, 1e6, -1e6)
	}
	if !(w.X1-w.X0 <= maxSpan) || math.Abs(w.X0) > maxSpan {
		t.Errorf("zoomed out to %+v", w)
	}
	for _, f := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if Zoom(v, 1, 1, f) != v {
			t.Errorf("factor %v", f)
		}
	}
	if w := Pan(v, math.Inf(1), math.NaN()); w != v {
		t.Errorf("moved to nowhere: %+v", w)
	}
}

// However the user zooms and pans, a document can contain the view. From any view of a document the user can pan and
// return.
func TestViewsCanBeKept(t *testing.T) {
	kept := func(v picture.Viewport) error {
		return doc.Document{Method: "knn", View: doc.View{X: [2]float64{v.X0, v.X1}, Y: [2]float64{v.Y0, v.Y1}}}.Validate()
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, r := range [][4]float64{{0, 1, 0, 1}, {1e12, 1e12 + 1e3, -5, -4}, {999999999900, 1e12, 0, 100},
		{-3e-50, 1e-50, 0, 4e-50}, {-5e13, 5e13, -1e12, 1e12}, {0.5, 0.5 + 1e-10, 0, 1e-10}} {
		for _, equal := range []bool{true, false} {
			start := picture.FitViewport([2]float64{r[0], r[1]}, [2]float64{r[2], r[3]}, equal, 800, 600, 1)
			v := start
			for k := range 3000 {
				px, py := 800*rng.Float64(), 600*rng.Float64()
				switch f := math.Exp(0.7 * rng.NormFloat64()); {
				case k%3 == 0:
					v = Pan(v, 2000*rng.NormFloat64(), 2000*rng.NormFloat64())
				case k%2000 < 500:
					v = Zoom(v, px, py, max(f, 1/f))
				case k%2000 < 1000:
					v = Zoom(v, px, py, min(f, 1/f))
				default:
					v = Zoom(v, px, py, f)
				}
				if err := kept(v); err != nil {
					t.Fatalf("from %v, move %d: %v", r, k, err)
				}
			}
			if v := Zoom(start, 400, 300, 0.5); !wide(start.X0, start.X1) && v == start {
				t.Errorf("%v can't be seen from farther away", r)
			}
			if v := Zoom(start, 400, 300, 1.1); !narrow(start.X0, start.X1, 2*minSpan, 20) &&
				!narrow(start.Y0, start.Y1, 2*minSpan, 20) && v == start {
				t.Errorf("%v can't be seen from nearer", r)
			}
			if v := Pan(start, 10, 10); !wide(start.X0, start.X1) && !narrow(start.X0, start.X1, 0, 3) && v == start {
				t.Errorf("%v can't be moved", r)
			}
		}
	}
}

func TestRound(t *testing.T) {
	for _, c := range []struct{ x, pixel, want float64 }{
		{0.123456789, 0.001, 0.1235}, {1234.5678, 1, 1234.6}, {1234567, 100, 1234570}, {5, 0, 5}, {0.1, 1e-20, 0.1},
	} {
		if got := Round(c.x, c.pixel); math.Abs(got-c.want) > 1e-12*math.Abs(c.want) {
			t.Errorf("Round(%v, %v) = %v, want %v", c.x, c.pixel, got, c.want)
		}
	}
}

func TestMarks(t *testing.T) {
	pts := []doc.Point{{X: 1, Y: 2, Z: 1}, {X: 3, Y: 4, Z: -1}, {X: 5, Y: 6, Z: 2.5}}
	m := Look{Task: method.Classify}.Marks(pts, 0)
	if !slices.Equal(m.XY, []float64{3, 4, 5, 6}) || !slices.Equal(m.Class, []int{-1, -1}) {
		t.Errorf("got %+v", m)
	}
	if m = (Look{Task: method.Regress}).Marks(pts, -1); m.Class != nil || m.Value != nil {
		t.Errorf("got %+v", m)
	}
	m = Look{Task: method.Regress2D, Scaled: true, Lo: -9, Hi: 9}.Marks(pts, -1)
	if !slices.Equal(m.Value, []float64{1, -1, 2.5}) || m.Lo != -9 || m.Hi != 9 {
		t.Errorf("got %+v", m)
	}
}

// One finger on nothing belongs to the page around.
func TestCooperative(t *testing.T) {
	b := &board{view: picture.Viewport{X1: 1, Y1: 1, W: 100, H: 100, Scale: 1}, selected: -1, moving: -1,
		pts: []doc.Point{{X: 0.2, Y: 0.2}}}
	declined := 0
	g := b.gesture()
	g.Cooperative, g.Declined = true, func() { declined++ }
	finger := func(x, y float64) Pointer { return Pointer{ID: 1, X: x, Y: y, Left: true, Touch: true} }
	if !g.Touches(22, 82) || g.Touches(90, 10) {
		t.Error("Touches is wrong about what is a point")
	}
	g.Down(finger(80, 50))
	g.Move(finger(80, 20))
	g.Move(finger(80, 10))
	g.Up(finger(80, 10))
	if said := b.said(); said != "" || declined != 1 {
		t.Errorf("one finger on nothing: %q, declined %d times", said, declined)
	}
	g.Down(finger(80, 50))
	g.Cancel(1)
	if said := b.said(); said != "" || declined != 2 {
		t.Errorf("a finger that the browser took: %q, declined %d times", said, declined)
	}
	g.Down(finger(20, 80))
	g.Move(finger(50, 50))
	g.Up(finger(50, 50))
	if b.said() != "grab release" || b.pts[0].X == 0.2 {
		t.Errorf("a finger on a point: %+v", b.pts)
	}
	// A mouse pans as usual.
	g.Down(left(80, 20))
	g.Move(left(60, 20))
	g.Up(left(60, 20))
	if b.said() == "" {
		t.Error("a mouse does not pan")
	}
}

// Tab moves on once a walk has begun, and belongs to the browser at its ends, before it and after Escape.
func TestTabWalks(t *testing.T) {
	b, g := newBoard()
	b.pts = []doc.Point{{X: 1, Y: 1}, {X: 2, Y: 2}, {X: 3, Y: 3}}
	b.selected = -1
	if g.Key("Tab", false) || g.Key("Tab", true) || g.Key("F2", false) {
		t.Error("Tab is taken before a walk")
	}
	g.Key("n", false)
	if b.selected != 0 || g.Key("Tab", true) {
		t.Errorf("Shift+Tab does not leave at the first point; selected %d", b.selected)
	}
	for want := 1; want < 3; want++ {
		if !g.Key("Tab", false) || b.selected != want {
			t.Errorf("Tab reached %d, want %d", b.selected, want)
		}
	}
	if g.Key("Tab", false) {
		t.Error("Tab does not leave at the last point")
	}
	if !g.Key("Tab", true) || b.selected != 1 || !g.Key("F2", false) {
		t.Errorf("Shift+Tab reached %d", b.selected)
	}
	g.Key("Escape", false)
	if g.Key("Tab", false) {
		t.Error("Tab does not leave after Escape")
	}
	// After a click on a point, Tab goes to its numbers.
	g.Down(left(g.View.Now().PX(1), g.View.Now().PY(1)))
	g.Up(left(g.View.Now().PX(1), g.View.Now().PY(1)))
	if b.selected != 0 || g.Touch || g.Key("Tab", false) {
		t.Errorf("after a click on a point (%d) Tab is taken", b.selected)
	}
	p := left(10, 10)
	p.Touch = true
	if g.Down(p); !g.Touch {
		t.Error("a finger is not noticed")
	}
}

// Turning the wheel away from the user shows less, and the position under the pointer stays; turning it back restores
// the view. No number of notches is too large.
func TestWheel(t *testing.T) {
	b, g := newBoard()
	before := b.view
	x, y := before.DX(200), before.DY(450)
	g.Wheel(200, 450, 1)
	if w := b.view.X1 - b.view.X0; !(w < 8) || !near(b.view.DX(200), x) || !near(b.view.DY(450), y) {
		t.Errorf("one notch away shows %v of 8; the place under the pointer went to %v, %v", w, b.view.DX(200),
			b.view.DY(450))
	}
	g.Wheel(200, 450, -1)
	if !near(b.view.X0, before.X0) || !near(b.view.Y1, before.Y1) {
		t.Errorf("to and fro ends at %+v", b.view)
	}
	g.Wheel(200, 450, 1000)
	if w := b.view.X1 - b.view.X0; !(w > 8.0/3) {
		t.Errorf("a thousand notches at once show %v of 8", w)
	}
}

// The wheel over the numbers of an axis zooms that axis about the pointer, and the other one with it if they have the
// same scale.
func TestWheelOverAnAxis(t *testing.T) {
	for _, free := range []bool{false, true} {
		for _, c := range []struct {
			name   string
			turn   func(g *Gesture, notches float64)
			across bool
			fixed  float64
		}{
			{"below", func(g *Gesture, n float64) { g.WheelX(200, n) }, true, 200},
			{"left", func(g *Gesture, n float64) { g.WheelY(450, n) }, false, 450},
			{"the corner", func(g *Gesture, n float64) { g.WheelX(-30, n) }, true, 0},
			{"under the end", func(g *Gesture, n float64) { g.WheelY(640, n) }, false, 600},
		} {
			b, g := newBoard()
			b.free = free
			was := b.view
			c.turn(g, 2)
			v := b.view
			along, other := (v.X1-v.X0)/8, (v.Y1-v.Y0)/6
			stays := near(v.DX(c.fixed), was.DX(c.fixed))
			if !c.across {
				along, other = other, along
				stays = near(v.DY(c.fixed), was.DY(c.fixed))
			}
			want := along
			if free {
				want = 1
			}
			if !(along < 0.75) || !near(other, want) || !stays {
				t.Errorf("%s, free %v: it shows %v of the axis and %v of the other, the place stays %v", c.name, free, along, other,
					stays)
			}
			if c.turn(g, -2); !near(b.view.X0, was.X0) || !near(b.view.Y1, was.Y1) {
				t.Errorf("%s, free %v: to and fro ends at %+v", c.name, free, b.view)
			}
		}
	}
}

// A frame of the usual size on other sites has numbers beside its plane; in a small one they are in it, over the
// points.
func TestNumbersHaveRoom(t *testing.T) {
	for _, c := range []struct {
		w, h             int
		embedded, gutter bool
	}{{1280, 720, true, true}, {480, 237, true, true}, {390, 220, true, true}, {359, 400, true, false},
		{480, 170, true, false}, {320, 170, false, true}} {
		opt := picture.AxisOptions{XLabel: "x₁", YLabel: "x₂"}
		f := frameOf(c.w, c.h, c.embedded, 10.5, opt)
		if f.HasGutter() != c.gutter {
			t.Errorf("%+v: %+v", c, f)
		}
		w, h := f.Plane(c.w, c.h)
		if 10*w < 8*c.w || 10*h < 8*c.h {
			t.Errorf("%+v: the plane is %d x %d", c, w, h)
		}
		under, over, _ := picture.Axes(picture.Viewport{X1: 1, Y1: 1, W: w, H: h, Scale: 1}, f, opt)
		for _, l := range under {
			if _, ok := l.(*picture.Path); !ok {
				t.Errorf("%+v: %+v lies under the points", c, l)
			}
		}
		// Marks lie on the backgrounds of the numbers.
		for k, l := range over {
			if n, ok := l.(*picture.Label); ok && !n.Ground || !ok && k < len(over)-1 {
				t.Errorf("%+v: %+v lies over the points", c, l)
			}
		}
		if len(under) > 0 != c.gutter || len(over) > 3 == c.gutter {
			t.Errorf("%+v: %d layers under the points, %d over them", c, len(under), len(over))
		}
	}
}

// A handle lies over the points, has a larger hit radius, and comes first in the walk.
func TestHandles(t *testing.T) {
	b := &board{selected: -1, view: picture.Viewport{X1: 100, Y1: 100, W: 100, H: 100, Scale: 1}, free: true,
		pts: []doc.Point{{X: 50, Y: 50}, {X: 20, Y: 20}}, grips: []method.Grip{{X: 52, Y: 50}, {X: 80, Y: 50, I: 1}}}
	g := b.gesture()
	drag := func(x0, y0, x1, y1 float64, touch bool) {
		g.Down(Pointer{X: x0, Y: y0, Left: true, Touch: touch})
		g.Move(Pointer{X: x1, Y: y1, Touch: touch})
		g.Up(Pointer{X: x1, Y: y1, Touch: touch})
	}
	// The pixel of the point belongs to the handle, too.
	drag(50, 50, 60, 40, false)
	if b.pts[0] != (doc.Point{X: 50, Y: 50}) || b.grips[0].X != 62 || b.grips[0].Y != 60 {
		t.Errorf("dragged from the point's middle: point %v, handle %v", b.pts[0], b.grips[0])
	}
	drag(80, 50+gripRadiusTouch-1, 80, 90, true)
	if b.grips[1].Y == 50 {
		t.Error("a finger near a handle does not take it")
	}
	// Of two handles at one position the last one is grabbed, because it is painted on top.
	b.grips[1].X, b.grips[1].Y = b.grips[0].X, b.grips[0].Y
	drag(62, 40, 70, 30, false)
	if b.grips[0].X != 62 || b.grips[1].X != 70 {
		t.Errorf("of two handles in one place: %v", b.grips)
	}
	b.grips[1].X, b.grips[1].Y = 80, 50
	// Outside its radius, the point is grabbed.
	drag(20, 80, 25, 70, false)
	if b.pts[1].X != 25 {
		t.Errorf("the point is at %v", b.pts[1])
	}
	for i, want := range []int{method.GripNumber(0), method.GripNumber(1), 0, 1} {
		g.Key([]string{"n", "Tab", "Tab", "n"}[i], false)
		if b.selected != want {
			t.Fatalf("stop %d of the walk is %d, want %d", i, b.selected, want)
		}
	}
	if g.Key("Tab", false) {
		t.Error("past the last, Tab is the browser's")
	}
	g.Key("p", false)
	g.Key("p", false)
	g.Key("Delete", false)
	if len(b.grips) != 1 || len(b.pts) != 2 {
		t.Errorf("Delete on the second handle: %v, %v", b.grips, b.pts)
	}
	// Enter grabs it, arrows move it.
	b.grips[0].X, b.grips[0].Y = 30, 60
	g.Key("Escape", false)
	for range 3 {
		if g.Key("n", false); b.selected == method.GripNumber(0) {
			break
		}
	}
	if b.selected == method.GripNumber(0) {
		g.Key("Enter", false)
		g.Key("ArrowRight", false)
		g.Key("Enter", false)
		if b.grips[0].X != 32 || b.grips[0].Y != 60 {
			t.Errorf("moved by a key: %v", b.grips[0])
		}
	} else {
		t.Errorf("the walk has come to %d", b.selected)
	}
	g.Down(Pointer{X: 32, Y: 40, Right: true})
	g.Up(Pointer{X: 32, Y: 40, Right: true})
	if len(b.grips) != 0 {
		t.Error("a right click removes no handle")
	}
	if g.Key("h", false) {
		t.Error("there is nothing to choose, and the key is taken")
	}
}

func TestHoldingOut(t *testing.T) {
	b, g := newBoard()
	b.pts = []doc.Point{{X: 1, Y: 1}, {X: 4, Y: 3}}
	at := func(i int) (x, y float64) { return b.view.PX(b.pts[i].X), b.view.PY(b.pts[i].Y) }
	// The key acts on the point under the mouse, the one at the cursor, or the selected one.
	x, y := at(1)
	g.Move(Pointer{ID: 1, X: x + 3, Y: y})
	g.Key("r", false)
	if got := b.said(); got != "hold 1" {
		t.Errorf("under the mouse: %s", got)
	}
	b.selected = 0
	g.Key("R", false)
	if got := b.said(); got != "hold 0" {
		t.Errorf("selected: %s", got)
	}
	b.selected = -1
	g.Move(Pointer{ID: 1, X: 5, Y: 5})
	if g.Key("r", false); b.said() != "hold -1" {
		t.Error("where there is no point, people are not told")
	}
	// In this mode a click holds a point out: nothing is added, moved or selected.
	g.HoldingOut = true
	click(g, x, y, 0)
	click(g, x, y, 100)
	if got := b.said(); got != "hold 1 hold 1" || b.selected >= 0 || b.resets > 0 {
		t.Errorf("two quick clicks: %s, %d selected", got, b.selected)
	}
	g.Down(left(x, y))
	g.Move(left(x+80, y))
	g.Up(left(x+80, y))
	click(g, 700, 100, 5000)
	if got := b.said(); got != "" || len(b.pts) != 2 || b.pts[1].X != 4 {
		t.Errorf("a drag and a click beside: %s, %v", got, b.pts)
	}
	p := left(700, 100)
	p.Time = 9000
	p.Shift = true
	g.Down(p)
	g.Up(p)
	if b.sprayed > 0 {
		t.Error("points are sprayed meanwhile")
	}
	finger := Pointer{ID: 3, X: x + 14, Y: y, Left: true, Touch: true}
	g.Down(finger)
	g.Up(finger)
	if got := b.said(); got != "hold 1" {
		t.Errorf("a tap: %s", got)
	}
	if !g.Key("Escape", false) || b.said() != "end hold" {
		t.Error("Escape does not end it")
	}
	g.HoldingOut = false
	g.ReadOnly = true
	g.Move(Pointer{ID: 1, X: x, Y: y})
	if g.Key("r", false); b.said() != "" {
		t.Error("a point that can't be changed is held out")
	}
}

func TestHeldMarks(t *testing.T) {
	light, _ := picture.PaletteByName("light")
	pts := []doc.Point{{X: 1, Z: 1}, {X: 2}, {X: 3, Z: 1}}
	l := Look{Task: method.Classify, Palette: light, Roles: ".vt"}
	if m := l.Marks(pts, 1); m.Held != ".t" || len(m.XY) != 4 {
		t.Errorf("without one point the marks are %+v", m)
	}
	for i, want := range []string{".", "v", "t"} {
		h, ok := l.held(pts, i)
		if m := l.heldMarks(h, 7, 8, pts[i].Z); !ok || m.Held != want || m.Class[0] != pts[i].Class() || m.XY[0] != 7 {
			t.Errorf("point %d is carried as %+v", i, m)
		}
	}
}

// With Ctrl or ⌘ a click performs the action of a key, and adds no point; a drag does nothing.
func TestCtrlClickActs(t *testing.T) {
	b, g := newBoard()
	ctrl := func(x, y float64) Pointer { p := left(x, y); p.Ctrl = true; return p }
	g.Down(ctrl(300, 300))
	g.Up(ctrl(301, 300))
	if got := b.said(); got != "act" || len(b.pts) != 0 {
		t.Errorf("a click: %s, %d points", got, len(b.pts))
	}
	g.Down(ctrl(300, 300))
	g.Move(ctrl(340, 300))
	g.Up(ctrl(340, 300))
	if got := b.said(); got != "" || g.Busy() {
		t.Errorf("a move: %s", got)
	}
	click(g, 100, 100, 0)
	if got := b.said(); got != "add" {
		t.Errorf("without Ctrl: %s", got)
	}
}

// Rows in space are rotated by a drag, wherever it begins, and by arrow keys: the front follows the pointer. Shift, the
// middle button and two fingers pan the plane, and clicks select.
func TestTurning(t *testing.T) {
	space := func() (*board, *Gesture) {
		b, g := newBoard()
		b.pts = []doc.Point{{X: 1, Y: 1}, {X: 1, Y: 1}, {X: 5, Y: 5}}
		b.depth = []float64{0.2, 0.9, 0.5}
		b.locked = func(i int) bool { return i >= 0 }
		return b, g
	}
	drag := func(g *Gesture, x, y float64, p Pointer) {
		p.X, p.Y = x, y
		g.Down(p)
		p.X, p.Y = x+60, y+30
		g.Move(p)
		if p.ID == 1 && g.mode == turning && !g.Busy() {
			t.Error("nobody waits for the end of a turn")
		}
		g.Up(p)
	}
	for name, from := range map[string][2]float64{"empty": {300, 300}, "on a row": {100, 500}} {
		b, g := space()
		drag(g, from[0], from[1], left(0, 0))
		// To the right and down: the front follows, so that the view is more from the left and from above.
		if !(b.turned[0] < -8 && b.turned[1] > 4) || math.Abs(b.turned[0]+2*b.turned[1]) > 1e-9 || b.said() != "" ||
			b.selected != -1 {
			t.Errorf("%s: turned by %v, %q", name, b.turned, b.said())
		}
		for what, p := range map[string]Pointer{"shift": {ID: 1, Left: true, Shift: true}, "middle": {ID: 1, Mid: true},
			"space bar": {ID: 1, Left: true, Space: true}} {
			b, g := space()
			drag(g, from[0], from[1], p)
			if b.turned != [2]float64{} || b.said() != "view" || !near(b.view.X0, -0.6) {
				t.Errorf("%s, %s: turned by %v, %q, view %v", name, what, b.turned, b.said(), b.view)
			}
		}
	}
	// In a read-only stage; by a finger in an embedded frame that begins on a row, and by one that does not.
	b, g := space()
	g.ReadOnly = true
	drag(g, 300, 300, left(0, 0))
	if b.turned[0] == 0 {
		t.Error("who watches can't turn")
	}
	for _, on := range []bool{true, false} {
		for _, watch := range []bool{true, false} {
			b, g := space()
			g.Cooperative, g.Declined, g.ReadOnly = true, func() { b.log = append(b.log, "declined") }, watch
			x, y := 300.0, 300.0
			if on {
				x, y = 100, 500
			}
			drag(g, x, y, Pointer{ID: 1, Left: true, Touch: true})
			if (b.turned[0] != 0) != on || (b.said() == "declined") == on || g.Touches(x, y) != on {
				t.Errorf("a finger on a row %v, watching %v: turned by %v", on, watch, b.turned)
			}
		}
	}
	b, g = space()
	g.Down(Pointer{ID: 1, X: 300, Y: 300, Left: true, Touch: true})
	g.Down(Pointer{ID: 2, X: 400, Y: 300, Left: true, Touch: true})
	g.Move(Pointer{ID: 2, X: 500, Y: 300, Touch: true})
	if b.turned != [2]float64{} || b.view.X1-b.view.X0 >= 8 {
		t.Errorf("two fingers: turned by %v, view %v", b.turned, b.view)
	}
	// If rows lie on one another, the one in front is pointed at.
	b, g = space()
	click(g, 101, 501, 0)
	if b.selected != 1 {
		t.Errorf("row %d is selected, not the one in front", b.selected)
	}
	g.Key("Escape", false)
	for key, want := range map[string][2]float64{"ArrowRight": {-3, 0}, "ArrowLeft": {3, 0}, "ArrowUp": {0, -3},
		"ArrowDown": {0, 3}} {
		for shift, times := range map[bool]float64{false: 1, true: 5} {
			b, g := space()
			if !g.Key(key, shift) || b.turned != [2]float64{times * want[0], times * want[1]} || b.cursor {
				t.Errorf("%s: turned by %v, cursor %v", key, b.turned, b.cursor)
			}
		}
	}
	// A walk continues at its row after a rotation.
	b, g = space()
	g.Key("n", false)
	g.Key("ArrowRight", false)
	if g.Key("n", false); b.selected != 1 || b.turned[0] != -3 || !b.cursor {
		t.Errorf("after N, a turn and N row %d is walked to, turned by %v", b.selected, b.turned)
	}
	// In the plane nothing rotates.
	b, g = space()
	b.depth = nil
	drag(g, 300, 300, left(0, 0))
	if g.Key("ArrowRight", false); b.turned != [2]float64{} {
		t.Errorf("the plane is turned by %v", b.turned)
	}
}

func TestForemost(t *testing.T) {
	v := picture.Viewport{X1: 100, Y1: 100, W: 100, H: 100, Scale: 1}
	pts := []doc.Point{{X: 50, Y: 50}, {X: 53, Y: 50}, {X: 60, Y: 50}}
	for _, x := range []struct {
		near []float64
		px   float64
		want int
	}{
		{[]float64{0.2, 0.8, 0.5}, 50, 1}, // in front, though farther away
		{[]float64{0.8, 0.2, 0.5}, 53, 0},
		{[]float64{0.2, 0.8, 0.5}, 46, 0}, // only one is there
		{[]float64{0, 0.8, 1}, 66, 2},     // outside all marks: the nearest
		{[]float64{0, 0.8, 1}, 80, -1},
	} {
		if got := Foremost(pts, x.near, v, x.px, 50, 12); got != x.want {
			t.Errorf("at %g of depths %v: %d, not %d", x.px, x.near, got, x.want)
		}
	}
}

// A finger that rests on a shape with a key asks about it: lifting it is not a tap, and the next tap acts on the shape,
// even if the finger pans meanwhile. Elsewhere, and by a mouse, a long press is an ordinary tap.
func TestAFingerThatRestsAsks(t *testing.T) {
	b, g := newBoard()
	at := func(x float64) Pointer { return Pointer{ID: 1, X: x, Y: 100, Left: true, Touch: true} }
	press := func(x float64) { g.Down(at(x)); g.Rested(1); g.Up(at(x)) }
	press(100)
	if len(b.pts) != 1 {
		t.Fatalf("where nothing carries a key, a long press adds: %v", b.pts)
	}
	b.said()
	b.keyed = true
	press(200)
	if len(b.pts) != 1 || b.said() != "" {
		t.Fatalf("a long press adds: %v", b.pts)
	}
	b.hovered = 7
	g.Down(at(300))
	if b.hovered != 7 {
		t.Error("what is asked for is over as soon as a finger comes")
	}
	g.Move(at(350))
	g.Up(at(350))
	if got := b.said(); strings.Contains(got, "again") || len(b.pts) != 1 {
		t.Errorf("a finger that pans: %q, %v", got, b.pts)
	}
	click := func(x float64) { g.Down(at(x)); g.Up(at(x)) }
	if click(200); b.said() != "again" || len(b.pts) != 1 {
		t.Errorf("the next tap: %v", b.pts)
	}
	if click(240); strings.Contains(b.said(), "again") || len(b.pts) != 2 {
		t.Errorf("the one after that adds no point: %v", b.pts)
	}
	press(700) // no key there
	if len(b.pts) != 3 {
		t.Errorf("%d points", len(b.pts))
	}
	g.Down(at(200))
	g.Move(at(260))
	g.Rested(1) // while it moves
	g.Up(at(260))
	g.Down(Pointer{ID: 1, X: 360, Y: 100, Left: true})
	g.Rested(1) // a mouse
	g.Up(Pointer{ID: 1, X: 360, Y: 100, Left: true})
	if strings.Contains(b.said(), "again") || len(b.pts) != 4 {
		t.Errorf("a finger that moves and a mouse that rests: %v", b.pts)
	}
	// The shape with the key is gone: the tap is an ordinary one.
	press(50)
	b.keyed = false
	if click(50); len(b.pts) != 5 {
		t.Errorf("%d points", len(b.pts))
	}
}

// A finger that has rested, and asked, drags, pans and rotates like any other once it moves, which ends its question.
func TestAFingerThatHasRestedMoves(t *testing.T) {
	at := func(x float64) Pointer { return Pointer{ID: 1, X: x, Y: 100, Left: true, Touch: true} }
	for name, x := range map[string]struct {
		from  float64
		solid bool
		want  string
	}{
		"drag": {100, false, "unask grab release"},
		"pan":  {200, false, "unask view view"},
		"turn": {200, true, "unask"},
	} {
		b, g := newBoard()
		b.keyed = true
		b.pts = []doc.Point{{X: b.view.DX(100), Y: b.view.DY(100)}}
		if x.solid {
			b.depth = []float64{0.5}
		}
		g.Down(at(x.from))
		g.Rested(1)
		g.Move(at(x.from + 5)) // a finger is never quite still
		if got := b.said(); got != "" {
			t.Errorf("%s: %q before it moves", name, got)
		}
		g.Move(at(x.from + 40))
		g.Move(at(x.from + 80))
		g.Up(at(x.from + 80))
		if got := b.said(); got != x.want || len(b.pts) != 1 || x.solid != (b.turned[0] != 0) {
			t.Errorf("%s: %q, points %v, turned by %v", name, got, b.pts, b.turned)
		}
		b.keyed, b.depth = false, nil
		g.Down(at(500))
		g.Up(at(500))
		if got := b.said(); got != "add" {
			t.Errorf("%s: the tap after that: %q", name, got)
		}
	}
	// A finger that stays still and is lifted is not a tap; nor is one of two fingers.
	b, g := newBoard()
	b.keyed = true
	g.Down(at(200))
	g.Rested(1)
	g.Move(at(204))
	g.Up(at(204))
	g.Down(at(200))
	g.Rested(1)
	g.Down(Pointer{ID: 2, X: 300, Y: 100, Left: true, Touch: true})
	g.Up(Pointer{ID: 2, X: 300, Y: 100, Touch: true})
	g.Up(at(200))
	if got := b.said(); got != "" || len(b.pts) != 0 {
		t.Errorf("%q, points %v", got, b.pts)
	}
}

// What the keyboard moves is released before keys remove points or set classes.
func TestKeysLetGoFirst(t *testing.T) {
	for key, want := range map[string]string{"Delete": "grab release remove picked", "3": "grab release class",
		NoClassKey: "grab release class"} {
		b, g := newBoard()
		b.picked = true
		b.pts = []doc.Point{{X: 4, Y: 3}}
		for _, k := range []string{"n", "Enter", key} {
			g.Key(k, false)
		}
		if got := b.said(); got != want {
			t.Errorf("%s: %q, not %q", key, got, want)
		}
	}
}

// A finger that the browser takes away without a pointerup has ended a gesture, which is reported once.
func TestLostPointers(t *testing.T) {
	_, g := newBoard()
	g.Down(Pointer{ID: 4, X: 100, Y: 100, Left: true, Touch: true})
	if !g.Lost(4) || g.Lost(4) || g.Busy() {
		t.Error("a finger that is lost")
	}
	g.Down(Pointer{ID: 5, X: 100, Y: 100, Left: true, Touch: true})
	g.Up(Pointer{ID: 5, X: 100, Y: 100, Left: true, Touch: true})
	if g.Lost(5) {
		t.Error("after an up nothing is lost")
	}
}

func TestScales(t *testing.T) {
	for _, c := range [][4]float64{{1, 1, 1, 1}, {0.5, 1, 1, 1}, {1.5, 1, 1.5, 1.5}, {3, 1, 3, 2}, {3, 2, 6, 4},
		{8, 1, 4, 2}} {
		if s, p := scales(c[0], c[1]); s != c[2] || p != c[3] {
			t.Errorf("%v: scales %v and %v", c, s, p)
		}
	}
}

// If a question asks for a position, a click is the answer, on a point and beside it, whatever is locked, and so is
// Enter at the cursor: nothing is added, selected, grabbed or denied.
func TestAnswer(t *testing.T) {
	for _, locked := range []bool{false, true} {
		b, g := newBoard()
		b.pts, b.asks = []doc.Point{{X: 0.5, Y: 0.5}}, true
		b.locked = func(int) bool { return locked }
		x, y := b.view.PX(0.5), b.view.PY(0.5)
		click(g, x, y, 0)
		click(g, x+60, y, 100)
		click(g, x+60, y, 150)
		g.Key("n", false)
		g.Key("Enter", false)
		if says := b.said(); says != "answer 0.5 0.5 answer 1.1 0.5 answer 1.1 0.5 answer 0.5 0.5" || len(b.pts) != 1 ||
			b.denied > 0 || b.resets > 0 {
			t.Errorf("locked %v: %q, %d points, denied %d times", locked, says, len(b.pts), b.denied)
		}
	}
}
