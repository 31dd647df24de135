package ui

import (
	"math"
	"slices"
	"strconv"

	"pointscape/app/room/frame"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// keyActions performs the user's actions on keys in pictures (hittest.Index); it implements hittest.Page.
type keyActions struct {
	*Core

	stepMade bool // the drag of a number has made a step of history
}

func (ka *keyActions) Title(plot string) string { return ka.plots.title(plot) }
func (ka *keyActions) Ask(where string)         { ka.inspector.Elsewhere(where) }
func (ka *keyActions) Leave()                   { ka.inspector.Elsewhere("") }
func (ka *keyActions) Touch() bool              { return ka.gesture.Touch }
func (ka *keyActions) Turn() [2]float64         { return ka.editor.Now().View.Turned() }
func (ka *keyActions) KeysChanged()             { ka.page.changed(thePlots) }
func (ka *keyActions) Say(text string)          { ka.speaker.Say(text) }
func (ka *keyActions) Pick(points []int)        { ka.picked.toggle(points, "selected") }
func (ka *keyActions) EndStroke()               { ka.editor.Draft.EndStroke(true) }

func (ka *keyActions) Step(k int) {
	if !ka.editor.Denies(frame.Steps, "steps") {
		ka.player.Go(k)
	}
}

func (ka *keyActions) Set(params map[string]any, what string) {
	if chosen := ka.studies.chosen(params); chosen != "" {
		ka.editor.Params.Take(params, chosen, what)
	} else {
		ka.editor.Params.Adjust(params, what)
	}
}

// Value returns the value of a parameter and whether it is an integer, or the threshold of scores, NaN if there is
// none.
func (ka *keyActions) Value(name string) (float64, bool) {
	if name != picture.ThresholdKey {
		return ka.params.value(name)
	}
	if s := ka.editor.Now().View.Scores; s != nil && s.Threshold != nil {
		return *s.Threshold, false
	}
	return math.NaN(), false
}

// Slide sets a parameter, or the threshold of scores, to the value to which its line in a plot was moved; held says
// that the line is still being dragged.
func (ka *keyActions) Slide(name string, v float64, held bool) {
	if name == picture.ThresholdKey {
		ka.interaction.param = true
		ka.editor.Layers.SetThreshold(&v, "slide "+name)
		syncThreshold(&ka.editor)
		if !held {
			ka.params.release()
		}
		return
	}
	p := ka.editor.ParamAt(name)
	if p == nil {
		return
	}
	ka.params.slideTo(p, words.Significant(v, 4))
	if !held {
		ka.params.release()
	}
}

// Orbit sets the parameters of a space's rotation; held says that the space is still being dragged. A drag is one step
// of history.
func (ka *keyActions) Orbit(values map[string]any, held bool) {
	ka.interaction.param = true
	ka.editor.Params.AdjustHeld(values, "rotate the space")
	for name := range values {
		if p := ka.editor.ParamAt(name); p != nil { // the document may have another method by now
			ka.params.inputs.sync(p)
		}
	}
	if !held {
		ka.params.release()
	}
}

// SetNumber sets the number that a key stands for; held says that it is still being dragged. A drag is one step of
// history.
func (ka *keyActions) SetNumber(t wire.Knob, v float64, held bool) {
	p := ka.editor.ParamAt(t.Param)
	if p == nil || t.Index < 0 || t.Index >= len(t.All) {
		return
	}
	list := slices.Clone(t.All)
	list[t.Index] = v
	again := ka.interaction.param
	ka.interaction.param = held
	key := ""
	if held {
		key = "rotate " + t.Param + " " + strconv.Itoa(t.Index)
	}
	if !again {
		ka.stepMade = false
		ka.player.Pause()
	}
	switch ok := ka.editor.Params.Give(p, list, words.Text("change a %s", p.List().Entry), key); {
	case ok && held:
		ka.stepMade = true
	case ok:
		t.All[t.Index] = v // until the engine reports the new values
	}
}

// cancelNumber cancels the drag of a number and restores the number; false if none is dragged.
func (ka *keyActions) cancelNumber() bool {
	if !ka.hits.NumberDragged() {
		return false
	}
	ka.hits.Release()
	ka.interaction.param = false
	if ka.stepMade {
		ka.editor.History.TakeBack()
	}
	ka.effects.settled()
	ka.page.changed(theDocument)
	return true
}

// EditNumber shows a field for the number that a key stands for, in the row of its parameter.
func (ka *keyActions) EditNumber(t wire.Knob) {
	p := ka.editor.ParamAt(t.Param)
	if p == nil || p.Taken() == "" {
		return
	}
	ka.params.numberEdited, ka.params.numberFocus = t, true
	ka.menus.advanced = ka.menus.advanced || p.Advanced
	ka.page.changed(theParams)
}

// Stroke extends a stroke on the canvas of a parameter in a plot; see hittest.Page.
func (ka *keyActions) Stroke(name string, x, y float64, erase bool) {
	ka.editor.Draft.StrokeOn(ka.editor.ParamAt(name), x, y, erase)
	ka.panels.ShowAgain()
}

// Highlight highlights the shapes of the key that is pointed at in all pictures.
func (ka *keyActions) Highlight() {
	ka.painter.highlights()
	ka.panels.ShowAgain()
}

// Name shows the name of the key that the user has reached by keyboard; see hittest.Page.
func (ka *keyActions) Name(plot, name string, at, of int) {
	el := byID("walk-at-" + plot)
	if el == nil || !el.Truthy() {
		return
	}
	setText("walk-at-"+plot, words.Readable(name))
	el.Call("setAttribute", "aria-posinset", strconv.Itoa(at))
	el.Call("setAttribute", "aria-setsize", strconv.Itoa(of))
}
