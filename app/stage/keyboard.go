package stage

import (
	"pointscape/engine/method"
)

// keyboard is the state of the keyboard's cursor on the plane.
type keyboard struct {
	g *Gesture

	x, y  float64 // position of the cursor, in data coordinates
	on    bool    // it is shown, if it is in the view
	holds bool    // a point or a handle is being moved
	walk  int     // position of the walk by N and P: see next
}

const (
	turnStep = 3.0  // degrees that an arrow key rotates a space
	turnFar  = 15.0 // the same with Shift
)

// arrows are the directions of the arrow keys; up is positive.
var arrows = map[string][2]float64{
	"ArrowLeft": {-1, 0}, "ArrowRight": {1, 0}, "ArrowUp": {0, 1}, "ArrowDown": {0, -1},
}

// Arrow returns the direction of an arrow key, x and y from -1 to 1; up is positive. ok is false for other keys.
func Arrow(key string) (d [2]float64, ok bool) {
	d, ok = arrows[key]
	return d, ok
}

// Key handles a key while the stage has the focus. It returns false if the stage does not use the key, so that the
// browser may. name is KeyboardEvent.key.
func (g *Gesture) Key(name string, shift bool) bool { return g.key.press(name, shift) }

// Keyboard returns the position of the keyboard's cursor, and whether it is visible.
func (g *Gesture) Keyboard() (x, y float64, on bool) {
	v, k := g.View.Now(), g.key
	return k.x, k.y, k.on && k.x >= v.X0 && k.x <= v.X1 && k.y >= v.Y0 && k.y <= v.Y1
}

// Blur hides the keyboard's cursor and releases what it moves.
func (g *Gesture) Blur() {
	g.key.letGo()
	g.key.hideCursor()
}

func (k *keyboard) press(name string, shift bool) bool {
	if d, ok := arrows[name]; ok {
		k.arrow(d[0], d[1], shift)
		return true
	}
	switch name {
	case "Enter":
		k.enter()
	case "Escape":
		return k.escape()
	case "Delete", "Backspace":
		k.delete()
	case "r", "R":
		if !k.g.ReadOnly && k.g.mode == idle {
			k.g.Do.NextRole(k.pointed())
		}
	case "n", "N", "]":
		k.next(+1)
	case "p", "P", "[":
		k.next(-1)
	case "Tab":
		return k.tab(shift)
	case "F2":
		return k.g.Do.Edit()
	case "h", "H":
		return k.g.Do.NextAdded()
	case "+", "=":
		k.zoomKey(1.25)
	case "-", "_":
		k.zoomKey(1 / 1.25)
	case "Home":
		k.g.Do.ResetView()
	default:
		if !IsClassKey(name) {
			return false
		}
		k.letGo()
		k.g.Do.ChooseClass(classOf(name))
	}
	return true
}

// arrow moves the cursor, or rotates a space.
func (k *keyboard) arrow(dx, dy float64, far bool) {
	if k.g.solid() {
		by := turnStep
		if far {
			by = turnFar
		}
		k.turnKey(by*dx, by*dy)
		return
	}
	v := k.g.View.Now()
	by := float64(min(v.W, v.H)) / 50
	if far {
		by *= 5
	}
	k.step(by*dx*((v.X1-v.X0)/float64(v.W)), by*dy*((v.Y1-v.Y0)/float64(v.H)))
}

// turnKey rotates a space. If a walk is at a point, the cursor moves with it.
func (k *keyboard) turnKey(across, up float64) {
	k.g.turnBy(-across, -up)
	if i := k.g.Selection.Now(); k.on && i >= 0 && i < len(k.g.Points()) {
		k.x, k.y = k.g.at(i)
		k.tellCursor(i)
	} else {
		k.hideCursor()
	}
	k.say("turned", -1)
}

func (k *keyboard) zoomKey(f float64) {
	v := k.g.View.Now()
	px, py := float64(v.W)/2, float64(v.H)/2
	if i := k.g.Selection.Now(); k.on {
		px, py = v.PX(k.x), v.PY(k.y)
	} else if i != -1 && !k.g.solid() { // users who tap and cannot drag can thus zoom in on a point
		x, y := k.g.at(i)
		px, py = min(max(v.PX(x), 0), float64(v.W)), min(max(v.PY(y), 0), float64(v.H))
	}
	k.g.Look(Zoom(v, px, py, f))
}

// showCursor makes sure that the cursor is in the view; it starts in the middle.
func (k *keyboard) showCursor() {
	v := k.g.View.Now()
	if !k.on {
		k.x, k.y = (v.X0+v.X1)/2, (v.Y0+v.Y1)/2
	}
	k.x, k.y, k.on = min(max(k.x, v.X0), v.X1), min(max(k.y, v.Y0), v.Y1), true
}

func (k *keyboard) hideCursor() {
	if k.on {
		k.on = false
		k.g.Pointing.Cursor(0, 0, -1, false)
	}
}

// tellCursor reports the cursor's position, and the point there.
func (k *keyboard) tellCursor(point int) { k.g.Pointing.Cursor(k.x, k.y, point, true) }

// say announces what a key has done at the cursor.
func (k *keyboard) say(what string, i int) { k.g.Do.Say(Saying{what, k.x, k.y, i}) }

// letGo releases what the keyboard moves, at its present position.
func (k *keyboard) letGo() {
	if k.holds {
		k.holds = false
		k.g.Draft.Release(true)
	}
}

func (k *keyboard) step(dx, dy float64) {
	fresh := !k.on
	k.showCursor()
	v := k.g.View.Now()
	if !fresh {
		k.x, k.y = min(max(k.x+dx, v.X0), v.X1), min(max(k.y+dy, v.Y0), v.Y1)
	}
	k.x, k.y = k.g.place(v.PX(k.x), v.PY(k.y))
	if k.holds {
		k.tellCursor(-1)
		k.g.MoveTo(k.x, k.y)
		k.say("cursor", -1)
		return
	}
	k.tellCursor(k.under())
	k.g.Selection.Set(-1)
	k.say("cursor", k.under())
}

// under returns the number of the point or handle at the keyboard's cursor.
func (k *keyboard) under() int {
	v := k.g.View.Now()
	return k.g.near(v.PX(k.x), v.PY(k.y), false)
}

// enter answers a question, grabs or releases what is at the cursor, or adds a point.
func (k *keyboard) enter() {
	if k.g.ReadOnly || k.dab(false) {
		return
	}
	if k.holds {
		k.letGo()
		k.say("released", -1)
		return
	}
	fresh := !k.on
	k.showCursor()
	k.tellCursor(k.under())
	if fresh {
		k.say("cursor", k.under())
		return
	}
	if k.g.Edits.Answer(k.x, k.y) {
		return
	}
	i := k.under()
	switch {
	case i != -1 && k.g.Edits.Locked(i):
		k.g.Selection.Set(i)
		x, y := k.g.at(i)
		k.g.Do.Say(Saying{"point", x, y, i})
	case k.g.denied(i):
	case i != -1:
		k.x, k.y = k.g.at(i)
		k.g.Selection.Set(-1)
		k.g.Grab(i)
		k.holds = true
		k.tellCursor(-1)
		k.say("grabbed", i)
	case k.g.Edits.Add(k.x, k.y):
		k.say("added", -1)
	}
}

// dab paints or erases at the keyboard's cursor; it returns false if the brush is not in use.
func (k *keyboard) dab(erase bool) bool {
	if k.g.ReadOnly || !k.on || !k.g.Brush.Painting() {
		return false
	}
	k.g.Brush.Stroke(k.x, k.y, erase)
	k.g.Brush.EndStroke(true)
	k.say("painted", -1)
	return true
}

func (k *keyboard) escape() bool {
	switch {
	case k.g.mode == dragging || k.g.mode == spraying || k.g.mode == painting:
		k.g.abandon()
	case k.g.Brush.Cancel():
	case k.holds:
		k.holds = false
		k.g.Draft.Release(false)
	case k.g.Selection.Now() != -1:
		k.g.Selection.Set(-1)
	case k.on:
		k.hideCursor()
		return true
	case k.g.HoldingOut:
		k.g.Do.EndHoldOut()
	default:
		return false
	}
	k.say("cancelled", -1)
	return true
}

func (k *keyboard) delete() {
	if k.g.ReadOnly || k.g.mode != idle || k.dab(true) {
		return
	}
	k.letGo()
	if k.g.Do.RemovePicked() {
		return
	}
	i := k.pointed()
	if i == -1 || k.g.denied(i) {
		return
	}
	k.g.Selection.Set(-1)
	k.g.Edits.Remove(i)
	k.say("removed", i)
}

// pointed returns the point that a key acts on: the selected one, that at the keyboard's cursor, or that under the
// mouse; -1 = none. It releases what the keyboard moves.
func (k *keyboard) pointed() int {
	i := k.g.Selection.Now()
	if i == -1 && k.on {
		i = k.under()
	}
	if i == -1 && !k.on && k.g.hovering {
		i = k.g.near(k.g.mouse.X, k.g.mouse.Y, false)
	}
	if i != -1 {
		k.letGo()
	}
	return i
}

// next moves the walk by d: handles come before points.
func (k *keyboard) next(d int) {
	grips := len(k.g.Grips())
	n := grips + len(k.g.Points())
	if n == 0 {
		k.say("empty", -1)
		return
	}
	k.letGo()
	if i, ok := k.reached(); ok {
		k.walk = i + d
	} else if d < 0 {
		k.walk--
	}
	k.walk = ((k.walk % n) + n) % n
	i := k.walk - grips
	if i < 0 {
		i = method.GripNumber(k.walk)
	}
	k.x, k.y = k.g.at(i)
	k.on = true
	k.g.Selection.Set(i)
	k.tellCursor(i)
	k.say("point", i)
}

// reached returns the position of the selected point or handle in the walk; ok is false if none is selected.
func (k *keyboard) reached() (at int, ok bool) {
	i := k.g.Selection.Now()
	if number, grip := method.GripOf(i); grip {
		return number, true
	}
	return len(k.g.Grips()) + i, i >= 0
}

// tab moves to the next once a walk has begun. After the last, before the first, and after Escape, the browser handles
// the key: the focus is never trapped.
func (k *keyboard) tab(back bool) bool {
	d := +1
	if back {
		d = -1
	}
	i, ok := k.reached()
	if !k.on || k.holds || !ok || i+d < 0 || i+d >= len(k.g.Grips())+len(k.g.Points()) {
		return false
	}
	k.next(d)
	return true
}
