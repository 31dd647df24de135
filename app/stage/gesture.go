package stage

import (
	"math"
	"math/rand/v2"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Saying is an event that is announced to screen readers.
type Saying struct {
	What string // "cursor", "point", "added", "grabbed", "released", "removed", "cancelled", "turned", "painted", "empty"
	X, Y float64
	I    int // number of the point (its index) or the handle (method.GripNumber), -1 = none
}

// Pointer is a pointer event on the stage.
type Pointer struct {
	ID    int
	X, Y  float64 // CSS pixels from the stage's top left corner
	Left  bool    // the main button caused the event
	Mid   bool
	Right bool
	Shift bool
	Space bool // the space bar is held
	Ctrl  bool // Ctrl or ⌘ is held
	Touch bool
	Time  float64 // milliseconds
}

type mode uint8

const (
	idle     mode = iota
	onPoint       // down on a point or a handle, not moved yet
	dragging      // moving a point or a handle
	onEmpty       // down on nothing, not moved yet
	panning
	turning // rotating the space
	spraying
	painting
	pinching
	removing // right button down on a point or a handle
	acting   // pressed with Ctrl or ⌘: a click acts on the shape there
	holding  // down on a point that a click holds out
	spent    // the gesture has no further effect, but a button or fingers are still down
)

const (
	slop       = 3   // px that a mouse may move in a click
	slopTouch  = 8   // px that a finger may
	doubleTime = 350 // ms between the clicks of a double click
	doubleNear = 6   // px between them, for a mouse
	sprayStep  = 7   // px of the spray's path per point
	sprayWide  = 20  // px, standard deviation of the spray

	// RestTime is how long a finger must rest, in ms, to ask what is under it.
	RestTime = 450
)

// Gesture turns pointer and key events into edits.
type Gesture struct {
	Needs
	// ReadOnly: points cannot be changed, but the view can.
	ReadOnly bool
	// HoldingOut: a click on a point gives it its next role, and clicks neither add nor move points.
	HoldingOut bool
	// Cooperative: the stage is in a page that scrolls. A finger that does not begin on a point scrolls that page and
	// does nothing here; Declined is called then.
	Cooperative bool
	Declined    func()
	// Touch: the last pointer that went down was a finger, or none has gone down yet and the device has a touch screen.
	// Texts then say "tap" instead of "click".
	Touch bool

	key        keyboard
	mode       mode
	looking    bool            // the view has been moved and has not come to rest
	ids        map[int]Pointer // pointers that are down, by id
	down, last Pointer         // where the gesture began, and where it is
	point      int             // number of the point or handle, for onPoint, holding, dragging, removing
	offX, offY float64         // from the pointer to the centre of the dragged point
	erase      bool            // the stroke erases
	way        float64         // length of the spray's path since its last point
	rng        *rand.Rand
	pinch      pinch

	mouse    Pointer // last position of the mouse
	hovering bool

	tap                 Pointer // last tap on nothing
	tapAdded, tapCounts bool    // it has added a point; it may be the first click of a double click
	asked               bool    // a finger has asked what is there; the next tap acts on that
	rested              bool    // that finger is still down and has not moved: lifting it is not a tap
}

// pinch has the distance of two fingers and the midpoint between them.
type pinch struct{ d, x, y float64 }

// Init makes a gesture with its dependencies.
func (g *Gesture) Init(n Needs) { g.Needs, g.key.g = n, g }

// Busy reports whether a gesture is in progress that changes points or the view.
func (g *Gesture) Busy() bool {
	switch g.mode {
	case dragging, panning, turning, spraying, painting, pinching:
		return true
	}
	return g.key.holds
}

// denied reports whether a point is locked, and tells the user.
func (g *Gesture) denied(i int) bool {
	locked := g.Edits.Locked(i)
	if locked {
		g.Edits.Denied(i)
	}
	return locked
}

func (g *Gesture) hit(p Pointer) int { return g.near(p.X, p.Y, p.Touch) }

// near returns the number of the handle, otherwise of the point, at pixel (px, py), -1 if there is none.
func (g *Gesture) near(px, py float64, touch bool) int {
	r, wide := float64(HitRadius), float64(gripRadius)
	if touch {
		r, wide = HitRadiusTouch, gripRadiusTouch
	}
	v := g.View.Now()
	if i := nearestGrip(g.Grips(), v, px, py, wide); i != -1 {
		return i
	}
	if near := g.View.Near(); near != nil {
		return Foremost(g.Seen(), near, v, px, py, r)
	}
	return Nearest(g.Seen(), v, px, py, r)
}

// OnGrip reports whether there is a handle at pixel (x, y).
func (g *Gesture) OnGrip(x, y float64) bool {
	return nearestGrip(g.Grips(), g.View.Now(), x, y, gripRadius) != -1
}

// at returns the position of a point or a handle.
func (g *Gesture) at(i int) (x, y float64) {
	if k, ok := method.GripOf(i); ok {
		q := g.Grips()[k]
		return q.X, q.Y
	}
	q := g.Points()[i]
	return q.X, q.Y
}

// Touches reports whether a finger at a position would paint, drag a point or a handle, or rotate a space by one of its
// rows.
func (g *Gesture) Touches(x, y float64) bool {
	return !g.ReadOnly && g.Brush.Painting() || (!g.ReadOnly || g.solid()) && g.near(x, y, true) != -1
}

// solid reports whether the points are in space.
func (g *Gesture) solid() bool { return g.View.Near() != nil }

// Down handles a pointer that goes down.
func (g *Gesture) Down(p Pointer) {
	if g.ids == nil {
		g.ids = map[int]Pointer{}
	}
	g.ids[p.ID] = p
	g.key.hideCursor()
	g.Touch = p.Touch
	if p.Touch && !g.asked {
		g.Pointing.Hover(0, 0, -1, false) // ends what a tap has shown
	}
	g.key.letGo()
	if len(g.ids) == 2 && p.Touch {
		g.abandon()
		g.mode = pinching
		g.pinch = g.spread()
		return
	}
	if len(g.ids) > 1 || g.mode != idle {
		return
	}
	g.down, g.last = p, p
	g.rested = false
	may := !g.ReadOnly && !g.HoldingOut
	draws := (p.Left && !p.Ctrl || p.Right) && may && g.Brush.Painting()
	sprays := p.Left && p.Shift && may
	switch {
	case p.Mid || p.Left && (p.Space || p.Shift && g.solid()):
		g.mode = panning
	case (draws || sprays) && g.denied(-1):
		g.mode = spent
	case draws:
		g.mode, g.erase = painting, p.Right || p.Shift
		g.Selection.Set(-1)
		g.Pointing.Hover(0, 0, -1, false)
		g.paint(p)
	case p.Right:
		if i := g.hit(p); i != -1 && !g.ReadOnly && !g.denied(i) {
			g.mode, g.point = removing, i
		}
	case sprays:
		g.mode = spraying
		if g.rng == nil {
			g.rng = rand.New(rand.NewPCG(0x5eed, 0x5eed))
		}
		g.way = 0
		for range 3 {
			g.spray(p)
		}
	case p.Left && p.Ctrl:
		g.mode = acting
	case p.Left:
		g.mode = onEmpty
		if i := g.hit(p); i != -1 && !g.ReadOnly {
			g.mode, g.point = onPoint, i
			if g.HoldingOut && i >= 0 { // not a handle
				g.mode = holding
			}
		}
	}
}

// Move handles a pointer that moves, pressed or not.
func (g *Gesture) Move(p Pointer) {
	if _, down := g.ids[p.ID]; down {
		g.ids[p.ID] = p
	}
	if g.rested && (g.mode == onPoint || g.mode == onEmpty) && g.moved(p) {
		g.rested, g.asked = false, false // the finger moves after all
		g.Keyed.EndLongPress()
	}
	switch g.mode {
	case idle:
		if !p.Touch {
			g.hover(p)
		}
		return
	case onPoint:
		if g.moved(p) {
			g.take(p)
		}
	case dragging:
		g.drag(p)
	case onEmpty:
		switch {
		case !g.moved(p):
		case p.Touch && g.Cooperative && !(g.solid() && g.Touches(g.down.X, g.down.Y)):
			g.mode = spent
			g.Declined()
		case g.solid():
			g.turn(p)
		default:
			g.mode = panning
			g.pan(p)
		}
	case holding:
		if g.moved(p) && g.solid() {
			g.turn(p)
		}
	case turning:
		g.turn(p)
	case panning:
		g.pan(p)
	case painting:
		g.paint(p)
	case spraying:
		g.way += math.Hypot(p.X-g.last.X, p.Y-g.last.Y)
		for ; g.way >= sprayStep; g.way -= sprayStep {
			g.spray(p)
		}
	case pinching:
		if len(g.ids) < 2 {
			break
		}
		was, now := g.pinch, g.spread()
		v := Pan(g.View.Now(), now.x-was.x, now.y-was.y)
		if was.d > 0 && now.d > 0 {
			v = Zoom(v, now.x, now.y, now.d/was.d)
		}
		g.pinch = now
		g.Look(v)
	}
	g.last = p
}

// take begins to drag the pressed point or handle, or to rotate the space. A locked point is not dragged, and the user
// is told.
func (g *Gesture) take(p Pointer) {
	switch {
	case g.point >= 0 && g.solid():
		g.turn(p)
	case g.Edits.Locked(g.point):
		g.Selection.Set(-1)
		g.mode = spent
		g.Edits.Denied(g.point)
	default:
		v := g.View.Now()
		x, y := g.at(g.point)
		g.offX, g.offY = v.PX(x)-g.down.X, v.PY(y)-g.down.Y
		g.mode = dragging
		g.Selection.Set(-1)
		g.Grab(g.point)
		g.drag(p)
	}
}

// Up handles a pointer that is lifted.
func (g *Gesture) Up(p Pointer) {
	if _, down := g.ids[p.ID]; !down {
		return
	}
	delete(g.ids, p.ID)
	m := g.mode
	if len(g.ids) > 0 {
		// One of two fingers is lifted: the other one does not begin a new gesture.
		if m == pinching {
			g.mode = spent
		}
		return
	}
	g.mode = idle
	if g.rested && (m == onPoint || m == onEmpty) {
		g.rested = false
		return
	}
	if g.asked && (m == onPoint || m == onEmpty) {
		g.asked, g.tapCounts = false, false
		if g.Keyed.NextTap(g.View.Now(), p.X, p.Y) {
			return
		}
	}
	switch m {
	case onPoint:
		g.tapPoint(p)
	case holding:
		if g.hit(p) == g.point {
			g.Do.NextRole(g.point)
		}
	case onEmpty:
		g.tapEmpty(p)
	case dragging:
		g.Draft.Release(true)
	case spraying:
		g.Draft.EndSpray()
	case painting:
		g.Brush.EndStroke(true)
	case acting:
		if !g.moved(p) {
			g.Keyed.Act()
		}
	case removing:
		if g.hit(p) == g.point {
			g.Selection.Set(-1)
			g.Edits.Remove(g.point)
		}
	}
	if !p.Touch || m == onPoint || m == onEmpty || m == dragging || m == holding {
		g.hover(p)
	}
}

// Rested is called when a pointer has been down for RestTime. A finger that has not moved asks what is under it. If
// there is something, lifting it is no longer a tap, but it can still move.
func (g *Gesture) Rested(id int) {
	p, down := g.ids[id]
	if down && p.Touch && len(g.ids) == 1 && (g.mode == onPoint || g.mode == onEmpty) &&
		g.Keyed.LongPress(g.View.Now(), g.down.X, g.down.Y) {
		g.rested, g.asked = true, true
	}
}

func (g *Gesture) hover(p Pointer) {
	g.mouse, g.hovering = p, true
	g.Pointing.Hover(p.X, p.Y, g.hit(p), true)
}

// Cancel undoes a gesture: by Escape, or because the browser has taken the pointer away.
func (g *Gesture) Cancel(id int) {
	if g.mode == onEmpty && g.Cooperative {
		g.Declined() // the page around has begun to scroll
	}
	delete(g.ids, id)
	g.abandon()
	if len(g.ids) == 0 {
		g.mode = idle
	}
}

// Leave is called when the mouse has left the stage. (A finger leaves whenever it is lifted; the result of its tap
// stays visible.)
func (g *Gesture) Leave() {
	g.hovering = false
	if g.mode == idle {
		g.Pointing.Hover(0, 0, -1, false)
	}
}

func (g *Gesture) abandon() {
	switch g.mode {
	case dragging:
		g.Draft.Release(false)
	case spraying:
		g.Draft.EndSpray()
	case painting:
		g.Brush.EndStroke(false)
	}
	g.mode = spent
}

func (g *Gesture) moved(p Pointer) bool {
	r := float64(slop)
	if p.Touch {
		r = slopTouch
	}
	return math.Hypot(p.X-g.down.X, p.Y-g.down.Y) > r
}

func (g *Gesture) drag(p Pointer) { g.MoveTo(g.place(p.X+g.offX, p.Y+g.offY)) }

// MoveTo moves the dragged point or handle.
func (g *Gesture) MoveTo(x, y float64) {
	if g.Draft.MoveTo(x, y) {
		g.Pointing.Moved(x, y)
	}
}

// Grab begins to drag a point or a handle.
func (g *Gesture) Grab(i int) {
	g.Draft.Grab(i)
	g.Pointing.Grabbed()
}

// Look shows another part of the plane, and turnBy rotates the space. Looking returns true from then on, until Settle.
func (g *Gesture) Look(v picture.Viewport) {
	if v != g.View.Now() {
		g.looking = true
		g.View.Set(v)
	}
}

func (g *Gesture) turnBy(azimuth, elevation float64) {
	g.looking = true
	g.View.Turn(azimuth, elevation)
}

// Looking reports whether the user is moving the view by pointer, wheel or keys. Settle must be called when that has
// ended.
func (g *Gesture) Looking() bool { return g.looking }
func (g *Gesture) Settle()       { g.looking = false }

// quarter is the fraction of the plane's shorter side by which the pointer moves for a quarter turn. With this value
// the front of the space stays under the pointer.
const quarter = 0.675

// turn rotates the space so that its front follows the pointer.
func (g *Gesture) turn(p Pointer) {
	if g.mode != turning {
		g.mode = turning
		g.Pointing.Hover(0, 0, -1, false)
	}
	v := g.View.Now()
	per := 90 / (quarter * float64(min(v.W, v.H)))
	g.turnBy(-per*(p.X-g.last.X), per*(p.Y-g.last.Y))
}

func (g *Gesture) pan(p Pointer) {
	g.Look(Pan(g.View.Now(), p.X-g.last.X, p.Y-g.last.Y))
}

func (g *Gesture) paint(p Pointer) {
	v := g.View.Now()
	g.Brush.Stroke(v.DX(p.X), v.DY(p.Y), g.erase)
}

func (g *Gesture) spray(p Pointer) {
	x, y := g.place(p.X+sprayWide*g.rng.NormFloat64(), p.Y+sprayWide*g.rng.NormFloat64())
	g.Draft.Spray(x, y)
}

// place converts pixels to rounded data coordinates.
func (g *Gesture) place(px, py float64) (x, y float64) {
	v := g.View.Now()
	x = Round(v.DX(px), (v.X1-v.X0)/float64(v.W))
	y = Round(v.DY(py), (v.Y1-v.Y0)/float64(v.H))
	return clamp(x), clamp(y)
}

func clamp(x float64) float64 { return min(max(x, -doc.MaxCoord), doc.MaxCoord) }

func (g *Gesture) spread() pinch {
	two := make([]Pointer, 0, 2)
	for _, p := range g.ids {
		if len(two) < 2 {
			two = append(two, p)
		}
	}
	a, b := two[0], two[1]
	return pinch{math.Hypot(a.X-b.X, a.Y-b.Y), (a.X + b.X) / 2, (a.Y + b.Y) / 2}
}

// double reports whether p is the second click of a double click.
func (g *Gesture) double(p Pointer) bool {
	near := float64(doubleNear)
	if p.Touch {
		near = HitRadiusTouch
	}
	return g.tapCounts && p.Time-g.tap.Time < doubleTime && math.Hypot(p.X-g.tap.X, p.Y-g.tap.Y) <= near
}

// reset handles a double click: it resets the view, and removes the point that the first click has added.
func (g *Gesture) reset() {
	g.tapCounts = false
	if g.tapAdded {
		g.Edits.TakeBack()
	}
	g.Do.ResetView()
}

func (g *Gesture) tapPoint(p Pointer) {
	if g.Edits.Answer(g.at(g.point)) {
		return
	}
	if g.double(p) && g.tapAdded {
		g.reset()
		return
	}
	g.tapCounts = false
	if g.Selection.Now() == g.point {
		g.Selection.Set(-1)
		return
	}
	g.Selection.Set(g.point)
}

func (g *Gesture) tapEmpty(p Pointer) {
	x, y := g.place(p.X, p.Y)
	if g.Edits.Answer(x, y) {
		return
	}
	if g.double(p) {
		g.reset()
		return
	}
	g.tap, g.tapCounts, g.tapAdded = p, true, false
	if g.ReadOnly || g.HoldingOut {
		return
	}
	if g.Edits.Locked(g.Selection.Now()) {
		if g.Selection.Now() != -1 {
			g.Selection.Set(-1)
		} else {
			g.Edits.Denied(-1)
		}
		return
	}
	if i := g.Selection.Now(); i != -1 {
		g.Selection.Set(-1)
		g.Grab(i)
		g.MoveTo(x, y)
		g.Draft.Release(true)
		g.tapCounts = false
		return
	}
	g.tapAdded = g.Edits.Add(x, y)
}

// Wheel zooms about the pointer; notches are steps of the wheel, positive away from the user.
func (g *Gesture) Wheel(px, py, notches float64) {
	g.Look(Zoom(g.View.Now(), px, py, zoomOf(notches)))
}

func zoomOf(notches float64) float64 { return math.Exp(0.18 * min(max(notches, -4), 4)) }

// WheelX handles the wheel over the numbers of the lower axis, px from the plane's left: it zooms only that axis,
// unless both have the same scale. WheelY does so for the other axis.
func (g *Gesture) WheelX(px, notches float64) {
	v := g.View.Now()
	w := Zoom(v, min(max(px, 0), float64(v.W)), float64(v.H)/2, zoomOf(notches))
	if !g.View.OneScale() {
		w.Y0, w.Y1 = v.Y0, v.Y1
	}
	g.Look(w)
}

func (g *Gesture) WheelY(py, notches float64) {
	v := g.View.Now()
	w := Zoom(v, float64(v.W)/2, min(max(py, 0), float64(v.H)), zoomOf(notches))
	if !g.View.OneScale() {
		w.X0, w.X1 = v.X0, v.X1
	}
	g.Look(w)
}

// Reset forgets a gesture without acting on it: the document has been replaced.
func (g *Gesture) Reset() {
	g.key.holds, g.tapCounts, g.asked, g.rested = false, false, false, false
	g.mode = idle
	if len(g.ids) > 0 {
		g.mode = spent
	}
}

// Lost is called when the browser has taken the pointer away. Without an Up before, that cancels the gesture, and Lost
// returns true.
func (g *Gesture) Lost(id int) bool {
	_, down := g.ids[id]
	if down {
		g.Cancel(id)
	}
	return down
}
