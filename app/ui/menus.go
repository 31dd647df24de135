package ui

import (
	"strconv"

	"pointscape/app/room/frame"
)

// menus owns what of the page is open: the menu or dialog, the tab, what is folded.
type menus struct {
	open       string          // the menu or dialog
	tab        string          // phone: "method", "data", "results"
	explainAll bool            // help lines are shown
	advanced   bool            // so are parameters that few need
	allFacts   bool            // so are all facts
	curves     bool            // so are the curves over the steps, in a low window
	unfolded   map[string]bool // among the facts: "solver", and long tables by their first fact

	linkPresents bool            // the share dialog's link opens as a presentation
	embed        frame.Options   // of the frame that the share dialog writes down
	stripWrong   []string        // what of a frame's address is no good
	stripTold    map[string]bool // what of it the console has been told
}

// ExplainKey is where it is kept whether the panel explains itself.
const ExplainKey = "pointscape.explain"

func newMenus() menus {
	return menus{tab: "method", stripTold: map[string]bool{}, explainAll: local.Get(ExplainKey) == "true", unfolded: map[string]bool{}}
}

// openMenu opens a menu, closeMenu closes whichever is open.
func (c *Core) openMenu(id string) {
	c.menus.open = id
	c.refresh(PartHeader | PartRoot | PartPicker)
}

func (c *Core) closeMenu() {
	if c.menus.open != "" {
		c.openMenu("")
	}
}

func (c *Core) toggleExplain() {
	c.menus.explainAll = !c.menus.explainAll
	local.Set(ExplainKey, strconv.FormatBool(c.menus.explainAll))
	c.refresh(PartRoot | PartControls | PartFacts)
}

// toggleFold shows or hides what is folded among the facts.
func (m *menus) toggleFold(id string) { m.unfolded[id] = !m.unfolded[id] }
