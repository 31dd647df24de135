package ui

import (
	"strconv"
)

// menus records which parts of the page are open: the menu or dialog, the tab, the folded parts.
type menus struct {
	open       string          // id of the open menu or dialog; "" = none
	tab        string          // visible tab on a phone: "method", "data", "results"
	explainAll bool            // all help lines are shown
	advanced   bool            // parameters that few users need are shown
	allFacts   bool            // all facts are shown, not only the first
	curves     bool            // the player's curves are shown in a low window or on a phone
	unfolded   map[string]bool // by id: "solver", "contents", a table's first fact, unfoldedAs

	linkPresents bool            // the share dialog's link opens as a presentation
	linkAll      bool            // the link has also what the picture does not show
	stripWrong   []string        // invalid options of a frame's address
	stripTold    map[string]bool // messages about the address that the console already has
	renewed      bool            // the notice of a new version of the site is shown

	*Core
}

// ExplainKey is the storage key of menus.explainAll.
const ExplainKey = "pointscape.explain"

func newMenus() menus {
	return menus{tab: "method", stripTold: map[string]bool{}, explainAll: local.Get(ExplainKey) == "true",
		unfolded: map[string]bool{}}
}

// show opens the menu or dialog with an id; close closes the open one.
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

// toggleFold shows or hides a folded part of the page.
func (m *menus) toggleFold(id string) { m.unfolded[id] = !m.unfolded[id] }

// editName opens the data panel at the field for a name.
func (m *menus) editName(what string) {
	if m.Embedded || m.present.On() {
		return // there is no data panel
	}
	m.tab = "data"
	m.show("data")
	m.page.afterRender(func() { focusText("name-" + what) })
}
