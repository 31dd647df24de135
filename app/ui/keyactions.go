package ui

import (
	"slices"
	"strconv"

	"pointscape/app/room/editor"
	"pointscape/app/room/hittest"
	"pointscape/app/room/inspector"
	"pointscape/app/room/notifications"
	"pointscape/app/room/panels"
	"pointscape/app/room/player"
	"pointscape/app/stage"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// keyActions does what people do with keys in pictures (hittest.Index): it is
// the page as that room sees it (hittest.Page).
type keyActions struct {
	editor    *editor.Editor
	gesture   *stage.Gesture
	hits      *hittest.Index
	inspector *inspector.Inspector
	panels    *panels.Panels
	player    *player.Player
	speaker   *notifications.Speaker
	effects   *effects
	hand      *interaction
	menus     *menus
	page      *rendered
	painter   *painter
	params    *params
	picked    *pickedPoints
	plots     *plots

	changed bool // the number that is held has made a step
}

func (ka *keyActions) Title(plot string) string { return ka.plots.title(plot) }
func (ka *keyActions) Ask(where string)         { ka.inspector.Elsewhere(where) }
func (ka *keyActions) Leave()                   { ka.inspector.Elsewhere("") }
func (ka *keyActions) Touch() bool              { return ka.gesture.Touch }
func (ka *keyActions) Turn() [2]float64         { return ka.editor.Now().View.Turned() }
func (ka *keyActions) Had()                     { ka.page.refresh(PartFacts) }
func (ka *keyActions) Say(text string)          { ka.speaker.Say(text) }
func (ka *keyActions) Step(k int)               { ka.player.Go(k) }
func (ka *keyActions) Pick(points []int)        { ka.picked.toggle(points, "picked out") }
func (ka *keyActions) EndDab()                  { ka.editor.EndStroke(true) }

func (ka *keyActions) Set(params map[string]any, what string) { ka.editor.Adjust(params, what) }
func (ka *keyActions) Value(param string) (float64, bool)     { return ka.params.value(param) }

// Slide gives a parameter the value to which its line in a plot was moved.
func (ka *keyActions) Slide(name string, v float64, held bool) {
	p := ka.editor.ParamAt(name)
	if p == nil {
		return
	}
	ka.params.slideTo(p, words.Significant(v, 4))
	if !held {
		ka.params.release()
	}
}

// TurnNumber gives the number that a key stands for another value; while it is held all moves are
// one step.
func (ka *keyActions) TurnNumber(t wire.Turn, v float64, held bool) {
	p := ka.editor.ParamAt(t.Param)
	if p == nil || t.Index < 0 || t.Index >= len(t.All) {
		return
	}
	list := slices.Clone(t.All)
	list[t.Index] = v
	again := ka.hand.param
	ka.hand.param, ka.hand.quiet = held, again
	key := ""
	if held {
		key = "turn " + t.Param + " " + strconv.Itoa(t.Index)
	}
	if !again {
		ka.changed = false
		ka.player.Pause()
	}
	switch ok := ka.editor.Give(p, list, "change a "+p.Entry, key); {
	case ok && held:
		ka.changed = true
	case ok:
		t.All[t.Index] = v // until the engine says
	}
	ka.hand.quiet = false
}

// giveUp takes back what a hand that still holds a number has turned; false = none does.
func (ka *keyActions) giveUp() bool {
	if !ka.hits.Turned() {
		return false
	}
	ka.hits.Drop()
	ka.hand.param = false
	if ka.changed {
		ka.editor.TakeBack()
	}
	ka.effects.settled()
	ka.page.refresh(PartHeader | PartControls)
	return true
}

// Field shows a field for the number that a key stands for, in the row of its parameter.
func (ka *keyActions) Field(t wire.Turn) {
	p := ka.editor.ParamAt(t.Param)
	if p == nil || p.Taken == "" {
		return
	}
	ka.params.typing, ka.params.typed = t, true
	ka.menus.advanced = ka.menus.advanced || p.Advanced
	ka.page.refresh(PartControls)
}

// Dab draws on the canvas of a parameter in a plot.
func (ka *keyActions) Dab(name string, x, y float64, erase bool) {
	ka.editor.StrokeOn(ka.editor.ParamAt(name), x, y, erase)
	ka.panels.ShowAgain()
}

// Lit lights the shapes of the key that is pointed at, everywhere.
func (ka *keyActions) Lit() {
	ka.painter.lit()
	ka.panels.ShowAgain()
}

// Name shows which key somebody has walked to.
func (ka *keyActions) Name(plot, name string, at, of int) {
	el := byID("walk-at-" + plot)
	if el == nil || !el.Truthy() {
		return
	}
	setText("walk-at-"+plot, words.Readable(name))
	el.Call("setAttribute", "aria-posinset", strconv.Itoa(at))
	el.Call("setAttribute", "aria-setsize", strconv.Itoa(of))
}
