package ui

import (
	"strconv"

	"pointscape/engine/method"
)

// hand owns what people hold at the moment beside what is on the plane (see
// stage.Gesture) and the player's slider (see player.Player).
type hand struct {
	param  bool // a parameter's slider
	recipe bool // a slider of the data panel
	view   bool // the part of the plane that is looked at, which has not settled yet
	quiet  bool // edits ask no part to show itself
}

func (h *hand) slider() bool { return h.param || h.recipe }
func (h *hand) busy() bool   { return h.slider() || h.view }

// slide takes a move of a parameter's slider. go-app would render the panel and
// the page around it for each; after the first of a drag, only what the slider
// says itself is written anew.
func (c *Core) slide(name, text string) {
	p := c.editor.ParamAt(name)
	pos, err := strconv.Atoi(text)
	if p == nil || err != nil {
		return
	}
	if s, ok := c.sliderOf(p); ok {
		c.slideTo(p, s.value(pos))
	}
}

// slideTo gives a parameter a value while something is held, until letGo.
func (c *Core) slideTo(p *method.Param, v any) {
	if _, err := p.Check(v); err != nil {
		return // the open end of a range: the slider goes one further than the value may
	}
	again := c.hand.param
	c.hand.param, c.hand.quiet = true, again
	c.setParam(p.Name, v, "slide "+p.Name)
	c.hand.quiet = false
	if again {
		c.syncParam(p)
	}
}

// letGo ends the move of a parameter's slider, or of the player's. It is called
// when the pointer is lifted, too: a slider that is back where it was tells of no
// change.
func (c *Core) letGo() {
	player := c.player.LetGo()
	if !c.hand.param && !player {
		return
	}
	c.hand.param, c.hand.recipe = false, false
	if !player {
		c.editor.Seal()
	}
	c.settled()
	if player {
		c.player.Show()
		return
	}
	c.refresh(PartHeader | PartControls | PartData | PartCard | PartDock)
}
