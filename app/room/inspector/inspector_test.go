package inspector

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

const ms = time.Millisecond

// page has a stage of 1000 x 500 pixels that shows 0..10 by 0..5, and a method that answers when the test says so.
type page struct {
	*Inspector
	clock          *clock.Manual
	view           picture.Viewport
	points         []doc.Point
	held, selected int
	open, busy     bool
	rows           bool
	finger         bool
	wide           bool
	taken          bool // a legend is in the right corner
	asked          []wire.Explain
	done           []func(*wire.Explanation)
	places         []string
	answer         *wire.Explanation
	boxes          []string
	rings          int
	hovered        bool
	key            string
	alone          bool
}

func (g *page) ShowPlace(text string)          { g.places = append(g.places, text) }
func (g *page) ShowAnswer(x *wire.Explanation) { g.answer = x }
func (g *page) ShowBox(on, left, low bool) {
	at := fmt.Sprint(on, left)
	if low {
		at += " low"
	}
	g.boxes = append(g.boxes, at)
}
func (g *page) Size() (w, h float64) {
	if g.wide {
		return 540, 200
	}
	return 280, 230
}

// around implements what the inspector depends on.
type around struct{ *page }

func (g around) Points() []doc.Point { return g.points }

func (g around) View() picture.Viewport { return g.view }

func (g around) Dragged() int { return g.held }

func (g around) Selected() int { return g.selected }

func (g around) Touch() bool { return g.finger }

func (g around) Open() bool { return g.open }

func (g around) Rows() bool { return g.rows }

func (g around) Computing() bool { return g.busy }

func (g around) Ask(q wire.Explain, done func(*wire.Explanation)) {
	g.asked, g.done = append(g.asked, q), append(g.done, done)
}

func (g around) OtherCorner() bool { return g.taken }

func (g around) Text(x, y float64, point int) string { return fmt.Sprint(x, " ", y, " ", point) }

func (g around) Hovered(px, py float64, on bool) { g.hovered = on }

func (g around) Key() (string, bool) { return g.key, g.alone }

func (g around) Rings() { g.rings++ }

func (g around) needs() Needs {
	return Needs{
		Clock: g.clock, Readout: g, Points: g.Points, View: g.View, Rows: g.Rows, Dragged: g.Dragged,
		Selected: g.Selected, Touch: g.Touch, Open: g.Open, Computing: g.Computing, Ask: g.Ask,
		Hovered: g.Hovered, Key: g.Key, OtherCorner: g.OtherCorner, Text: g.Text, Rings: g.Rings,
	}
}

func newPage() *page {
	g := &page{clock: clock.NewManual(), held: -1, selected: -1, open: true,
		view:   picture.Viewport{X1: 10, Y1: 5, W: 1000, H: 500, Scale: 1},
		points: []doc.Point{{X: 2.0001, Y: 3}, {X: 4, Y: 4}}}
	g.Inspector = &Inspector{Needs: around{g}.needs()}
	return g
}

// say answers the oldest question.
func (g *page) say(text string) {
	done := g.done[0]
	g.done = g.done[1:]
	if text == "" {
		done(nil)
		return
	}
	done(&wire.Explanation{Answer: text, Key: g.asked[len(g.asked)-len(g.done)-1].Key})
}

func TestPlaceIsToldTenTimesASecond(t *testing.T) {
	g := newPage()
	for i := range 50 { // half a second
		g.Hover(float64(100+i), 200, -1, true)
		g.clock.Pass(10 * ms)
	}
	if n := len(g.places); n < 5 || n > 6 || g.places[0] != "1 3 -1" {
		t.Errorf("told %q", g.places)
	}
	g.clock.Pass(time.Second)
	if g.places[len(g.places)-1] != "1.49 3 -1" {
		t.Errorf("the last place was not told: %q", g.places)
	}
	// At another point the readout changes at once, and also when the selection changes.
	for range 2 {
		n := len(g.places)
		g.Hover(150, 200, 0, true)
		if g.selected = 0; len(g.places) != n+1 {
			t.Errorf("told %q", g.places[n:])
		}
	}
	if g.rings != 1 || g.Over() != 0 {
		t.Errorf("rings were drawn %d times around %d", g.rings, g.Over())
	}
	g.view.W = 0 // not laid out yet
	n := len(g.places)
	g.At(1, 1, 1)
	if len(g.places) != n {
		t.Error("told of no stage")
	}
}

func TestReadoutGetsOutOfTheWay(t *testing.T) {
	g := newPage()
	g.Hover(100, 100, -1, true)
	g.Hover(900, 100, -1, true)
	g.Hover(910, 100, -1, true)
	g.Hover(900, 300, -1, true)
	g.Hover(900, 100, 1, true)
	g.Hover(0, 0, -1, false)
	if got := fmt.Sprint(g.boxes); got != "[true false true true true false true true false true]" {
		t.Error(got)
	}
	// If the right corner is in use, the readout goes to the left one.
	g.boxes, g.taken = nil, true
	g.Hover(500, 300, -1, true)
	g.Hover(100, 100, -1, true)
	g.Hover(900, 100, -1, true)
	if got := fmt.Sprint(g.boxes); got != "[true true true false true true]" {
		t.Error(got)
	}
	g.Hover(0, 0, -1, false)
	if g.Over() != -1 {
		t.Error("a pointer that has left is over a point")
	}
}

func TestOneQuestionAtATime(t *testing.T) {
	g := newPage()
	g.Hover(100, 200, -1, true)
	if len(g.asked) != 1 || g.asked[0].X != 1 || g.asked[0].Y != 3 {
		t.Fatalf("asked %+v", g.asked)
	}
	g.clock.Pass(time.Second)
	for i := range 5 {
		g.Hover(float64(110+i), 200, -1, true)
	}
	if len(g.asked) != 1 {
		t.Fatal("asked before it has answered")
	}
	g.say("inside")
	if g.answer == nil || g.answer.Answer != "inside" || len(g.asked) != 2 || int(g.view.PX(g.asked[1].X)+0.5) != 114 {
		t.Fatalf("answer %v, asked %+v", g.answer, g.asked)
	}
	g.say("outside")
	// At most 25 times a second.
	g.Hover(120, 200, -1, true)
	g.Hover(121, 200, -1, true)
	if len(g.asked) != 2 {
		t.Error("asked at once")
	}
	g.clock.Pass(askEvery)
	if len(g.asked) != 3 || int(g.view.PX(g.asked[2].X)+0.5) != 121 {
		t.Errorf("asked %+v", g.asked)
	}
	g.say("")
	if g.answer.Answer != "outside" {
		t.Error("no answer counts as one")
	}
	// At a point, the question has the point's coordinates.
	g.clock.Pass(time.Second)
	g.Hover(200, 200, 0, true)
	if q := g.asked[3]; q.X != 2.0001 {
		t.Errorf("asked %+v", q)
	}
	g.say("a point")
	g.points = nil // the points are removed, and the pointer has not moved
	g.clock.Pass(time.Second)
	g.Again()
	if q := g.asked[4]; q.X != 2 {
		t.Errorf("asked %+v", q)
	}
}

func TestNotWhileAPictureIsMade(t *testing.T) {
	g := newPage()
	g.busy = true
	g.Hover(100, 200, -1, true)
	if len(g.asked) != 0 {
		t.Fatal("asked in the middle of it")
	}
	g.busy = false
	g.Again() // the new model is there
	if len(g.asked) != 1 {
		t.Error("not asked of the new one")
	}
	g.say("new")
	g.open = false
	g.clock.Pass(time.Second)
	g.Hover(101, 200, -1, true)
	if len(g.asked) != 1 {
		t.Error("asked though there is no model")
	}
}

func TestAnswerThatComesTooLate(t *testing.T) {
	g := newPage()
	g.Hover(100, 200, -1, true)
	g.Hover(0, 0, -1, false)
	g.say("late")
	if g.answer != nil {
		t.Error("the pointer has left, and is told")
	}
	g.clock.Pass(time.Second)
	g.Hover(100, 200, 0, true)
	g.held = 0 // a point is being dragged
	g.Clear()
	if g.boxes[len(g.boxes)-1] != "true false" {
		t.Errorf("the place of a held point is not to be read: %q", g.boxes)
	}
	g.say("late")
	g.Hover(120, 200, 0, true)
	g.Again()
	if g.answer != nil || len(g.asked) != 2 {
		t.Error("the method is asked while a hand holds a point")
	}
}

func TestCursor(t *testing.T) {
	g := newPage()
	g.Cursor(3, 4, -1, true)
	if g.places[0] != "3 4 -1" || len(g.asked) != 1 || g.asked[0].X != 3 || g.asked[0].Y != 4 {
		t.Errorf("told %q, asked %+v", g.places, g.asked)
	}
	g.say("here")
	g.Cursor(3, 4, -1, false)
	g.Again()
	if g.answer != nil || len(g.asked) != 1 || g.boxes[len(g.boxes)-1] != "false false" {
		t.Errorf("it is gone: answer %v, boxes %q", g.answer, g.boxes)
	}
	// If the cursor is at a point, that point is read out, asked about and marked by a ring.
	g.Cursor(1.2, 2.2, 0, true)
	if at := g.places[len(g.places)-1]; !strings.HasSuffix(at, " 0") || g.Over() != 0 {
		t.Errorf("at point 0: told %q, ring round %d", at, g.Over())
	}
}

// Rows of a table may have the same position, so the question has the row's number, counted from 1. For other points it
// has none.
func TestRowsAreAskedAboutByTheirNumbers(t *testing.T) {
	for _, rows := range []bool{false, true} {
		g := newPage()
		g.rows = rows
		want := 0
		if rows {
			want = 2
		}
		if g.Cursor(4, 4, 1, true); len(g.asked) != 1 || g.asked[0].Row != want {
			t.Errorf("rows %v: asked %+v, want row %d", rows, g.asked, want)
		}
	}
}

// A key on the plane is asked about together with the position, or alone; at a data point the question is about the
// point.
func TestKeysOnThePlane(t *testing.T) {
	g := newPage()
	ask := func(px, py float64, point int) wire.Explain {
		t.Helper()
		g.clock.Pass(time.Second)
		n := len(g.asked)
		g.Hover(px, py, point, true)
		if len(g.asked) != n+1 || !g.hovered {
			t.Fatalf("asked %d times", len(g.asked)-n)
		}
		g.say("yes")
		return g.asked[n]
	}
	if q := ask(100, 100, -1); q.Key != "" || q.Place {
		t.Errorf("asked %+v of no key", q)
	}
	g.key = "n3"
	if q := ask(110, 100, -1); q.Key != "n3" || !q.Place {
		t.Errorf("within a shape, asked %+v", q)
	}
	g.alone = true
	if q := ask(120, 100, -1); q.Key != "n3" || q.Place {
		t.Errorf("at a line, asked %+v", q)
	}
	if q := ask(200, 200, 0); q.Key != "n3" || !q.Place || q.X != 2.0001 {
		t.Errorf("at a point, asked %+v", q)
	}
	g.Hover(0, 0, -1, false)
	if g.hovered {
		t.Error("nobody was told that the pointer has left")
	}
}

// A key in a plot, or the keyboard's, is asked about alone, and its place replaces the pointer's position in the
// readout.
func TestKeysElsewhere(t *testing.T) {
	g := newPage()
	g.Hover(200, 200, 0, true)
	g.say("at the point")
	g.Hover(205, 200, 0, true) // read out in a moment
	g.clock.Pass(time.Second)
	g.key, g.places = "n3", nil
	n := len(g.asked)
	g.Elsewhere("Tree diagram")
	g.answer = nil
	g.say("at the place") // to the earlier question
	if g.answer != nil {
		t.Errorf("%v is no answer of the key", g.answer)
	}
	if len(g.asked) != n+1 || g.asked[n].Key != "n3" || g.asked[n].Place || g.Over() != -1 || g.rings != 2 {
		t.Errorf("asked %+v, over %d", g.asked[n:], g.Over())
	}
	g.clock.Pass(time.Second)
	if fmt.Sprint(g.places) != "[Tree diagram]" {
		t.Errorf("told %q", g.places)
	}
	for len(g.done) > 0 {
		g.say("Split 1")
	}
	if g.answer == nil || g.answer.Answer != "Split 1" {
		t.Errorf("answered %v", g.answer)
	}
	// With another model, the key is asked about again.
	n = len(g.asked)
	g.clock.Pass(time.Second)
	g.Again()
	if len(g.asked) != n+1 || g.asked[n].Key != "n3" || g.asked[n].Place {
		t.Errorf("asked %+v", g.asked[n:])
	}
	g.Elsewhere("")
	if g.answer != nil || g.boxes[len(g.boxes)-1] != "false false" {
		t.Errorf("%v stays, box %s", g.answer, g.boxes[len(g.boxes)-1])
	}
	n = len(g.asked)
	g.Again()
	if len(g.asked) != n {
		t.Error("asked of nothing")
	}
}

// The readout of a point belongs to its data: with other data only the position is read out, and an answer about the
// old data is ignored.
func TestOtherData(t *testing.T) {
	g := newPage()
	g.Hover(400, 100, 1, true)
	g.say("class 2")
	if g.answer == nil || g.answer.Answer != "class 2" || g.places[len(g.places)-1] != "4 4 1" {
		t.Fatalf("told %v, %v", g.places, g.answer)
	}
	g.Hover(401, 100, 1, true)
	g.clock.Pass(time.Second) // asked again
	asked := len(g.asked)
	g.Reset()
	if g.answer != nil || g.Over() != -1 || g.places[len(g.places)-1] != "4.01 4 -1" {
		t.Errorf("with other data: %v, %v, over %d", g.places, g.answer, g.Over())
	}
	g.say("of the data before")
	if g.answer != nil {
		t.Errorf("told %q of the data before", g.answer.Answer)
	}
	g.clock.Pass(time.Second)
	if len(g.asked) <= asked {
		t.Fatal("it is not asked about the data that are there")
	}
	g.say("now")
	if g.answer == nil || g.answer.Answer != "now" {
		t.Errorf("told %v", g.answer)
	}
}

// The same holds for a position without a point. With another plane, the pointer is at another position.
func TestOtherPlane(t *testing.T) {
	g := newPage()
	g.Hover(400, 200, -1, true)
	g.say("code 11.73")
	g.clock.Pass(time.Second)
	g.view.X0, g.view.X1 = -10, 0
	g.Reset()
	if g.answer != nil || g.places[len(g.places)-1] != "-6 3 -1" {
		t.Errorf("of another plane: %v, %v", g.places, g.answer)
	}
	// The plane grows to show the whole picture.
	g.view.Y1 = 10
	n := len(g.asked)
	g.Again()
	if g.places[len(g.places)-1] != "-6 6 -1" || len(g.asked) != n+1 || g.asked[n].X != -6 || g.asked[n].Y != 6 {
		t.Errorf("of a plane that has made room: %v, asked %+v", g.places, g.asked[n:])
	}
	told := len(g.places)
	g.say("now")
	g.Again()
	if len(g.places) != told || g.answer == nil {
		t.Errorf("told %q again of the same plane", g.places[told:])
	}
}

// The readout that a finger has asked for disappears after the time to read it; a mouse's stays.
func TestFingersAnswerFades(t *testing.T) {
	shown := func(g *page) string { return g.boxes[len(g.boxes)-1] }
	answered := func(finger bool) *page {
		g := newPage()
		g.finger = finger
		g.Hover(300, 200, -1, true)
		g.clock.Pass(time.Second)
		g.done[0](&wire.Explanation{Answer: "Class 1", Lines: []string{strings.Repeat("x", 43)}})
		return g
	}
	g := answered(true)
	g.clock.Pass(lookTime + 50*perLetter - ms)
	if shown(g) != "true false" || g.answer == nil {
		t.Fatalf("it is shown as %v, with %v", g.boxes, g.answer)
	}
	g.clock.Pass(ms)
	if shown(g) != "false false" || g.answer != nil || g.hovered {
		t.Errorf("after its time it is shown as %v, with %v", g.boxes, g.answer)
	}

	// Answers that follow while a slider moves do not prolong it.
	g = answered(true)
	g.clock.Pass(lookTime)
	g.Again()
	g.clock.Pass(ms)
	if len(g.done) != 2 {
		t.Fatalf("asked %d times", len(g.done))
	}
	g.done[1](&wire.Explanation{Answer: strings.Repeat("y", 200)})
	g.clock.Pass(50 * perLetter)
	if shown(g) != "false false" {
		t.Error("a later answer has held it")
	}

	// It is hidden with another method or another part of the plane.
	g = answered(true)
	g.Lifted()
	if shown(g) != "false false" || g.answer != nil {
		t.Error("another method has what was tapped")
	}
	g = answered(true)
	g.view.X1 = 20
	g.Again()
	if shown(g) != "false false" || len(g.asked) != 1 {
		t.Error("another part of the plane has what was tapped")
	}

	g = answered(false)
	g.Lifted()
	g.clock.Pass(time.Hour)
	if shown(g) != "true false" {
		t.Errorf("a mouse's is shown as %v", g.boxes)
	}
	// The readout that a finger asks for in a plot, after one on the plane, stays.
	g = answered(true)
	g.key, g.alone = "a5", true
	g.Elsewhere("weights")
	g.clock.Pass(time.Hour)
	if shown(g) != "true false" {
		t.Errorf("a plot's is shown as %v", g.boxes)
	}
	// So does the readout at the keyboard's cursor, after a finger.
	g = answered(true)
	g.Cursor(3, 3, -1, true)
	g.clock.Pass(time.Hour)
	if shown(g) != "true false" {
		t.Errorf("the cursor's is shown as %v", g.boxes)
	}
}

// A box so wide that the pointer is under both corners moves down, and back.
func TestWideReadoutGoesDown(t *testing.T) {
	g := newPage()
	g.Hover(500, 100, -1, true)
	if got := g.boxes[len(g.boxes)-1]; got != "true false" {
		t.Fatalf("a small box is at %q", got)
	}
	g.wide = true
	g.done[0](&wire.Explanation{Answer: "Class 1"})
	if got := g.boxes[len(g.boxes)-1]; got != "true true low" {
		t.Errorf("a wide one at the pointer is at %q", got)
	}
	g.Hover(500, 250, -1, true)
	if got := g.boxes[len(g.boxes)-1]; got != "true false" {
		t.Errorf("below the pointer's way it is at %q", got)
	}
	g.Hover(300, 100, -1, true)
	if got := g.boxes[len(g.boxes)-1]; got != "true false" {
		t.Errorf("with the pointer in the left corner it is at %q", got)
	}
	g.Hover(900, 100, -1, true)
	if got := g.boxes[len(g.boxes)-1]; got != "true true" {
		t.Errorf("with the pointer in the right corner it is at %q", got)
	}
}
