package stage

import (
	"pointscape/engine/method"
)

// keyboard is what keys move over the plane.
type keyboard struct {
	x, y  float64 // the cursor, in data coordinates
	on    bool    // it is shown, if it lies in the view
	holds bool    // it holds a point or a handle
	walk  int     // how far N and P have come: see next
}

const (
	turnStep = 3.0  // degrees that an arrow key turns a space
	turnFar  = 15.0 // with Shift
)

// arrows are the directions of the arrow keys, up is positive.
var arrows = map[string][2]float64{
	"ArrowLeft": {-1, 0}, "ArrowRight": {1, 0}, "ArrowUp": {0, 1}, "ArrowDown": {0, -1},
}

// Key handles a key that the focused stage has got; false = not ours, the browser may have it. name is
// KeyboardEvent.key.
func (g *Gesture) Key(name string, shift bool) bool {
	if d, ok := arrows[name]; ok {
		g.arrow(d[0], d[1], shift)
		return true
	}
	switch name {
	case "Enter":
		g.enter()
	case "Escape":
		return g.escape()
	case "Delete", "Backspace":
		g.delete()
	case "r", "R":
		if !g.ReadOnly && g.mode == idle {
			g.Do.NextRole(g.pointed())
		}
	case "n", "N", "]":
		g.next(+1)
	case "p", "P", "[":
		g.next(-1)
	case "Tab":
		return g.tab(shift)
	case "F2":
		return g.Do.Edit()
	case "h", "H":
		return g.Do.NextAdded()
	case "+", "=":
		g.zoomKey(1.25)
	case "-", "_":
		g.zoomKey(1 / 1.25)
	case "Home":
		g.Do.ResetView()
	default:
		if !IsClassKey(name) {
			return false
		}
		g.letGo()
		g.Do.ChooseClass(classOf(name))
	}
	return true
}

// arrow moves the cursor, or turns a space.
func (g *Gesture) arrow(dx, dy float64, far bool) {
	if g.solid() {
		by := turnStep
		if far {
			by = turnFar
		}
		g.turnKey(by*dx, by*dy)
		return
	}
	v := g.View.Now()
	by := float64(min(v.W, v.H)) / 50
	if far {
		by *= 5
	}
	g.step(by*dx*((v.X1-v.X0)/float64(v.W)), by*dy*((v.Y1-v.Y0)/float64(v.H)))
}

// turnKey turns a space. Where a walk has come to a point, the cursor goes with it.
func (g *Gesture) turnKey(across, up float64) {
	g.turnBy(-across, -up)
	if i := g.Selection.Now(); g.key.on && i >= 0 && i < len(g.Points()) {
		g.key.x, g.key.y = g.at(i)
		g.tellCursor(i)
	} else {
		g.hideCursor()
	}
	g.say("turned", -1)
}

func (g *Gesture) zoomKey(f float64) {
	v := g.View.Now()
	px, py := float64(v.W)/2, float64(v.H)/2
	if i := g.Selection.Now(); g.key.on {
		px, py = v.PX(g.key.x), v.PY(g.key.y)
	} else if i != -1 && !g.solid() { // people who tap, and drag nothing, look closer at a point so
		x, y := g.at(i)
		px, py = min(max(v.PX(x), 0), float64(v.W)), min(max(v.PY(y), 0), float64(v.H))
	}
	g.Look(Zoom(v, px, py, f))
}

// Keyboard is where the keyboard's cursor is, if it is seen.
func (g *Gesture) Keyboard() (x, y float64, on bool) {
	v, k := g.View.Now(), g.key
	return k.x, k.y, k.on && k.x >= v.X0 && k.x <= v.X1 && k.y >= v.Y0 && k.y <= v.Y1
}

// showCursor has a cursor in the view: in its middle at first.
func (g *Gesture) showCursor() {
	v, k := g.View.Now(), &g.key
	if !k.on {
		k.x, k.y = (v.X0+v.X1)/2, (v.Y0+v.Y1)/2
	}
	k.x, k.y, k.on = min(max(k.x, v.X0), v.X1), min(max(k.y, v.Y0), v.Y1), true
}

func (g *Gesture) hideCursor() {
	if g.key.on {
		g.key.on = false
		g.Pointing.Cursor(0, 0, -1, false)
	}
}

// tellCursor tells where the cursor is, and the point there.
func (g *Gesture) tellCursor(point int) { g.Pointing.Cursor(g.key.x, g.key.y, point, true) }

// say announces what a key has done at the cursor.
func (g *Gesture) say(what string, i int) { g.Do.Say(Saying{what, g.key.x, g.key.y, i}) }

// Blur hides the keyboard's cursor and lets go of what it holds.
func (g *Gesture) Blur() {
	g.letGo()
	g.hideCursor()
}

// letGo lets go of what the keyboard holds, where it is.
func (g *Gesture) letGo() {
	if g.key.holds {
		g.key.holds = false
		g.Draft.Release(true)
	}
}

func (g *Gesture) step(dx, dy float64) {
	k, fresh := &g.key, !g.key.on
	g.showCursor()
	v := g.View.Now()
	if !fresh {
		k.x, k.y = min(max(k.x+dx, v.X0), v.X1), min(max(k.y+dy, v.Y0), v.Y1)
	}
	k.x, k.y = g.place(v.PX(k.x), v.PY(k.y))
	if k.holds {
		g.tellCursor(-1)
		g.MoveTo(k.x, k.y)
		g.say("cursor", -1)
		return
	}
	g.tellCursor(g.under())
	g.Selection.Set(-1)
	g.say("cursor", g.under())
}

// under is the point or the handle at the keyboard's cursor.
func (g *Gesture) under() int {
	v := g.View.Now()
	return g.near(v.PX(g.key.x), v.PY(g.key.y), false)
}

// enter answers a question, grabs what is at the cursor, releases it, or adds a point.
func (g *Gesture) enter() {
	if g.ReadOnly || g.dab(false) {
		return
	}
	if g.key.holds {
		g.letGo()
		g.say("released", -1)
		return
	}
	fresh := !g.key.on
	g.showCursor()
	g.tellCursor(g.under())
	if fresh {
		g.say("cursor", g.under())
		return
	}
	if g.Edits.Answer(g.key.x, g.key.y) {
		return
	}
	i := g.under()
	switch {
	case i != -1 && g.Edits.Locked(i):
		g.Selection.Set(i)
		x, y := g.at(i)
		g.Do.Say(Saying{"point", x, y, i})
	case g.denied(i):
	case i != -1:
		g.key.x, g.key.y = g.at(i)
		g.Selection.Set(-1)
		g.Grab(i)
		g.key.holds = true
		g.tellCursor(-1)
		g.say("grabbed", i)
	case g.Edits.Add(g.key.x, g.key.y):
		g.say("added", -1)
	}
}

// dab paints or erases at the keyboard's cursor; false = the hand does not paint.
func (g *Gesture) dab(erase bool) bool {
	if g.ReadOnly || !g.key.on || !g.Brush.Painting() {
		return false
	}
	g.Brush.Stroke(g.key.x, g.key.y, erase)
	g.Brush.EndStroke(true)
	g.say("painted", -1)
	return true
}

func (g *Gesture) escape() bool {
	switch {
	case g.mode == dragging || g.mode == spraying || g.mode == painting:
		g.abandon()
	case g.key.holds:
		g.key.holds = false
		g.Draft.Release(false)
	case g.Selection.Now() != -1:
		g.Selection.Set(-1)
	case g.key.on:
		g.hideCursor()
		return true
	case g.HoldingOut:
		g.Do.EndHoldOut()
	default:
		return false
	}
	g.say("cancelled", -1)
	return true
}

func (g *Gesture) delete() {
	if g.ReadOnly || g.mode != idle || g.dab(true) {
		return
	}
	g.letGo()
	if g.Do.RemovePicked() {
		return
	}
	i := g.pointed()
	if i == -1 || g.denied(i) {
		return
	}
	g.Selection.Set(-1)
	g.Edits.Remove(i)
	g.say("removed", i)
}

// pointed is the point that a key is about: the selected one, that at the keyboard's cursor, that under the mouse;
// -1 = none. What the keyboard holds is let go.
func (g *Gesture) pointed() int {
	i := g.Selection.Now()
	if i == -1 && g.key.on {
		i = g.under()
	}
	if i == -1 && !g.key.on && g.hovering {
		i = g.near(g.mouse.X, g.mouse.Y, false)
	}
	if i != -1 {
		g.letGo()
	}
	return i
}

// next walks on by d: handles come before points.
func (g *Gesture) next(d int) {
	k, grips := &g.key, len(g.Grips())
	n := grips + len(g.Points())
	if n == 0 {
		g.say("empty", -1)
		return
	}
	g.letGo()
	if i, ok := g.reached(); ok {
		k.walk = i + d
	} else if d < 0 {
		k.walk--
	}
	k.walk = ((k.walk % n) + n) % n
	i := k.walk - grips
	if i < 0 {
		i = method.GripNumber(k.walk)
	}
	k.x, k.y = g.at(i)
	k.on = true
	g.Selection.Set(i)
	g.tellCursor(i)
	g.say("point", i)
}

// reached is where on the walk what is selected stands; ok is false when nothing is.
func (g *Gesture) reached() (at int, ok bool) {
	i := g.Selection.Now()
	if k, grip := method.GripOf(i); grip {
		return k, true
	}
	return len(g.Grips()) + i, i >= 0
}

// tab walks on from one to the next once a walk has begun. Past the last and before the first, and after Escape, the
// key is the browser's again: the focus is never trapped.
func (g *Gesture) tab(back bool) bool {
	d := +1
	if back {
		d = -1
	}
	i, ok := g.reached()
	if !g.key.on || g.key.holds || !ok || i+d < 0 || i+d >= len(g.Grips())+len(g.Points()) {
		return false
	}
	g.next(d)
	return true
}
