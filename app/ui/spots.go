package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/hittest"
	"pointscape/app/stage"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// spotsNeeds is what the room of keys works with.
func (c *Core) spotsNeeds() hittest.Needs {
	return hittest.Needs{
		Title: c.plotTitle,
		Ask:   c.inspector.Elsewhere, Leave: func() { c.inspector.Elsewhere("") },
		Touch: func() bool { return c.gesture.Touch },
		Turn:  func() [2]float64 { return c.editor.Now().View.Turned() },
		Lit:   c.showLit, Had: func() { c.refresh(PartFacts) },
		Name: c.nameKey, Say: c.speaker.Say,
		Step: c.player.Go, Set: c.editor.Adjust, Pick: func(points []int) { c.pickOut(points, "picked out") },
		Value: c.valueOf, Slide: c.slideLine, TurnNumber: c.turnNumber, Field: c.typeNumber,
		Dab: c.dab, EndDab: func() { c.editor.EndStroke(true) },
	}
}

// valueOf is the value of a parameter that is a number, and whether it is a whole one.
func (c *Core) valueOf(name string) (v float64, whole bool) {
	if p := c.editor.ParamAt(name); p != nil {
		v, _ = c.editor.Param(p).(float64)
		whole = method.Is[method.Integer](p.Kind)
	}
	return v, whole
}

// slideLine gives a parameter the value to which its line in a plot was moved.
func (c *Core) slideLine(name string, v float64, held bool) {
	p := c.editor.ParamAt(name)
	if p == nil {
		return
	}
	c.slideTo(p, words.Significant(v, 4))
	if !held {
		c.letGo()
	}
}

// turnNumber gives the number that a key stands for another value; while it is held all moves are
// one step.
func (c *Core) turnNumber(t wire.Turn, v float64, held bool) {
	p := c.editor.ParamAt(t.Param)
	if p == nil || t.Index < 0 || t.Index >= len(t.All) {
		return
	}
	list := slices.Clone(t.All)
	list[t.Index] = v
	again := c.hand.param
	c.hand.param, c.hand.quiet = held, again
	key := ""
	if held {
		key = "turn " + t.Param + " " + strconv.Itoa(t.Index)
	}
	if !again {
		c.turnedHand = false
		c.player.Pause()
	}
	switch ok := c.editor.Give(p, list, "change a "+p.List().Entry, key); {
	case ok && held:
		c.turnedHand = true
	case ok:
		t.All[t.Index] = v // until the engine says
	}
	c.hand.quiet = false
}

// giveUpTurn takes back what a hand that still holds a number has turned; false = none does.
func (c *Core) giveUpTurn() bool {
	if !c.hits.Turned() {
		return false
	}
	c.hits.Drop()
	c.hand.param = false
	if c.turnedHand {
		c.editor.TakeBack()
	}
	c.settled()
	c.refresh(PartHeader | PartControls)
	return true
}

// typeNumber shows a field for the number that a key stands for, in the row of its parameter.
func (c *Core) typeNumber(t wire.Turn) {
	p := c.editor.ParamAt(t.Param)
	if p == nil || p.Taken() == "" {
		return
	}
	c.typing, c.typed = t, true
	c.menus.advanced = c.menus.advanced || p.Advanced
	c.refresh(PartControls)
}

// dab draws on the canvas of a parameter in a plot.
func (c *Core) dab(name string, x, y float64, erase bool) {
	c.editor.StrokeOn(c.editor.ParamAt(name), x, y, erase)
	c.panels.ShowAgain()
}

// plotTitle is what a plot is called; of the plane, that of "".
func (c *Core) plotTitle(id string) string {
	for _, p := range c.allOffered() {
		if p.ID == id {
			return upperFirst(p.Title)
		}
	}
	return "Plane"
}

// explain asks the engine for pointing, and tells what carries keys of the answer.
func (c *Core) explain(q wire.Explain, done func(*wire.Explanation)) {
	c.client.Explain(q, func(x *wire.Explanation) {
		c.hits.Told(x)
		done(x)
	})
}

// overKeys tells the keys of the plane where the pointer is.
func (c *Core) overKeys(px, py float64, on bool) { c.hits.Over(c.editor.View(), px, py, on) }

// showLit lights the shapes of the key that is pointed at, everywhere.
func (c *Core) showLit() {
	c.showPicked()
	c.panels.ShowAgain()
}

func (c *Core) showPicked() {
	var at []float64
	pts := c.editor.Points()
	for _, i := range c.picked {
		if i < len(pts) {
			at = append(at, pts[i].X, pts[i].Y)
		}
	}
	c.screen.SetLit(c.hits.Lights(""), at)
}

// pick picks points out, which the legend calls as says; nil = none.
func (c *Core) pick(points []int, says string) {
	if len(points)+len(c.picked) == 0 {
		return
	}
	was := c.pickedSays
	c.picked, c.pickedSays = points, says
	c.showPicked()
	if says != was {
		c.refresh(PartControls | PartDock)
	}
}

// pickOut picks points out until Escape is pressed or they are picked again.
func (c *Core) pickOut(points []int, says string) {
	points = slices.Clone(points)
	slices.Sort(points)
	if slices.Equal(points, c.picked) {
		c.unpick()
		return
	}
	c.pick(points, says)
	does := ""
	if !c.editor.Locked() {
		does = "Delete removes them, "
		if c.editor.Classes() {
			does += "the key of a class gives them that one, "
		}
	}
	c.speaker.Say(words.Count(len(points), "point") + " picked out. " + does + "Escape ends that.")
}

// removePicked removes the points that are picked out, unless a hand holds something; false =
// none are.
func (c *Core) removePicked() bool {
	list := c.picked
	if len(list) == 0 {
		return false
	}
	if c.editor.Locked() {
		c.deny()
		return true
	}
	if c.editor.RemoveAll(list) {
		c.inspector.SetOver(-1)
		c.board.Toast(words.Count(len(list), "point")+" removed. Undo brings them back.", false)
	}
	return true
}

// classPicked gives the points that are picked out a class, unless a hand holds something;
// false = none are, or there are no classes to give.
func (c *Core) classPicked(k int) bool {
	list := c.picked
	if len(list) == 0 || !c.editor.Classes() || c.editor.Locked() {
		return false
	}
	name := "no class"
	if k >= 0 {
		name = c.className(k)
	}
	are := words.CountOf(len(list), "point is", "points are") + " of " + name
	if c.editor.SetClasses(list, k) {
		c.board.Toast(are+" now. Undo takes it back.", false)
	} else if _, held := c.editor.Settled(); !held {
		c.speaker.Say(are + " already.")
	}
	return true
}

// pickedKey tells whether a key of the keyboard, pressed with Alt or without, is about points
// that are picked out; nothing behind a menu or the sheet of keys is.
func (c *Core) pickedKey(key string, alt bool) bool {
	return len(c.picked) > 0 && !alt && c.menus.open == "" && (key == "Delete" || key == "Backspace" || stage.IsClassKey(key))
}

// unpick ends it; false when none are.
func (c *Core) unpick() bool {
	if len(c.picked) == 0 {
		return false
	}
	c.pick(nil, "")
	c.speaker.Say("No points picked out")
	return true
}

// walker is where the keyboard walks through the keys of a plot, or of the stage, "".
// There is one element for all: what is pointed at.
func (c *Core) walker(plot string) app.UI {
	return app.Div().Class("walk").ID("walk-"+plot).DataSet("keys", plot).Hidden(!c.hits.Has(plot)).
		Attr("role", "listbox").TabIndex(0).Aria("label", "Parts of "+c.plotTitle(plot)).Aria("activedescendant", "walk-at-"+plot).Body(
		app.Div().ID("walk-at-"+plot).Attr("role", "option").Aria("selected", "true").Text("Arrow keys walk"))
}

// nameKey shows which key somebody has walked to.
func (c *Core) nameKey(plot, name string, at, of int) {
	el := byID("walk-at-" + plot)
	if el == nil || !el.Truthy() {
		return
	}
	setText("walk-at-"+plot, words.Readable(name))
	el.Call("setAttribute", "aria-posinset", strconv.Itoa(at))
	el.Call("setAttribute", "aria-setsize", strconv.Itoa(of))
}
