package ui

import (
	"strconv"
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
	linkAll      bool            // it holds what the picture does not show, too
	stripWrong   []string        // what of a frame's address is no good
	stripTold    map[string]bool // what of it the console has been told
	renewed      bool            // the site has a new version, and this page has not heard enough of it

	*Core
}

// ExplainKey is where it is kept whether the panel explains itself.
const ExplainKey = "pointscape.explain"

func newMenus() menus {
	return menus{tab: "method", stripTold: map[string]bool{}, explainAll: local.Get(ExplainKey) == "true",
		unfolded: map[string]bool{}}
}

// show opens a menu, close closes whichever is open.
func (m *menus) show(id string) {
	m.open = id
	m.page.changed(theMenu)
}

func (m *menus) close() {
	if m.open != "" {
		m.show("")
	}
}

func (m *menus) toggleExplain() {
	m.explainAll = !m.explainAll
	local.Set(ExplainKey, strconv.FormatBool(m.explainAll))
	m.page.changed(theHelp)
}

// toggleFold shows or hides what is folded among the facts.
func (m *menus) toggleFold(id string) { m.unfolded[id] = !m.unfolded[id] }

// editName opens the data panel where something is named.
func (m *menus) editName(what string) {
	if m.Embedded || m.present.On() {
		return // there is no such panel
	}
	m.tab = "data"
	m.show("data")
	m.page.afterRender(func() { focusText("name-" + what) })
}
