package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/collecting"
	"pointscape/engine/json"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// In this file, students hand in their answers to an assignment, and a lecturer collects the answers. The engine makes
// both as HTML (package assignment); the attribute data-do says what a button does.

// deckAnswer is the value of the address's parameter deck in a link that a student has handed in. Such a link is
// collected, not opened.
const deckAnswer = "answer"

// collects handles both: handing in, and collecting.
type collects struct {
	*Core

	hand  string // HTML of the form for handing in; "" = this page is no assignment
	name  string // name of the file of the answer that was made last
	file  string // content of that file: JSON
	table string // HTML of the table that the dialog shows
}

// open asks the engine for the form for handing in, if an assignment was opened.
func (c *collects) open() {
	c.hand = ""
	if c.lecture.Course().Assignment && !c.decks.mine() {
		c.lectures.text("handing", "", func(html string, e *wire.Error) {
			if e != nil {
				c.board.Alarm(words.Text("Answers cannot be handed in: %s.", e.Message))
			}
			c.hand = html
			c.page.changed(theLesson)
		})
	}
}

// does returns the data-do of the button that was clicked, "" if none was.
func does(e app.Event) string {
	if b := e.Get("target").Call("closest", "[data-do]"); b.Truthy() {
		return b.Get("dataset").Get("do").String()
	}
	return ""
}

func (l *Lesson) onHand(_ app.Context, e app.Event) {
	c := &l.core.collects
	switch does(e) {
	case "hand":
		done, err := json.Marshal(c.lecture.Handed())
		if err != nil {
			return
		}
		c.lectures.text("hand", strings.Join([]string{byID("hand-name").Get("value").String(),
			strconv.FormatInt(c.clock.Now().Unix(), 10), plainAddress(), string(done), c.decks.source}, "\x00"), c.handed)
	case "copy":
		copyText(byID("hand-link").Get("value").String(), func(ok bool) {
			says := "Copied to the clipboard."
			if !ok {
				says = "The browser does not allow copying: press Ctrl+C."
				byID("hand-link").Call("select")
			}
			c.board.Toast(says, false)
		})
	case "save":
		download(c.name, "application/json", []byte(c.file))
	}
}

// handed shows the answer to be handed in: text has the file's name, its content and HTML, separated by \x00.
func (c *collects) handed(text string, e *wire.Error) {
	if e != nil {
		c.board.Alarm(words.Text("The answer cannot be made: %s.", e.Message))
		return
	}
	c.name, text, _ = strings.Cut(text, "\x00")
	c.file, text, _ = strings.Cut(text, "\x00")
	setHTML(byID("hand-made"), text)
	focusOn(byID("hand-made"))
}

// show opens the dialog that collects answers.
func (c *collects) show() {
	c.lectures.text("collecting", "", func(html string, e *wire.Error) {
		if e != nil {
			c.board.Alarm(words.Text("Answers cannot be collected: %s.", e.Message))
			return
		}
		dialog := byID("collect")
		setHTML(dialog, html)
		dialog.Call("showModal")
	})
}

// Changed shows the progress of the engine, and its results.
func (c *collects) Changed() {
	says := byID("collect-says")
	if !app.IsClient || !says.Truthy() {
		return
	}
	r := &c.collecting
	state, text := "", r.Made.Says
	switch {
	case r.Wrong != "":
		state, text = "wrong", upperFirst(r.Wrong)+"."
	case r.Busy:
		state, text = "busy", words.Fill("Checking: %s %%", strconv.Itoa(int(100*r.Done)))
	case text != "":
		state = "made"
	}
	byID("collect").Get("dataset").Set("state", state)
	says.Set("textContent", words.Say(text))
	if r.Made.HTML != c.table {
		c.table = r.Made.HTML
		setHTML(byID("collect-table"), c.table)
	}
}

func (p *Page) onCollect(_ app.Context, e app.Event) {
	c := p.core
	switch do := does(e); do {
	case "":
	case "close":
		byID("collect").Call("close")
	case "check":
		c.collecting.Collect(byID("collect-text").Get("value").String(), "")
	case "cancel":
		c.collecting.Cancel()
	case "csv":
		download("answers.csv", "text/csv", []byte(c.collecting.Made.CSV))
	case "json":
		download("answers.json", "application/json", []byte(c.collecting.Made.JSON))
	default:
		c.collecting.Sort(do)
	}
}

func (p *Page) onCollectFiles(_ app.Context, e app.Event) {
	if e.Get("target").Get("id").String() == "collect-file" {
		filesText("collect-file", collecting.Most, func(text string, ok bool) {
			if !ok {
				p.core.collecting.Refuse("the files cannot be read, or have more than 16 MB")
				return
			}
			p.core.collecting.Collect(byID("collect-text").Get("value").String(), text)
		})
	}
}

func (p *Page) onCollected(app.Context, app.Event) {
	setHTML(byID("collect"), "")
	p.core.collects.table = ""
	p.core.collecting.Close()
}

// collectDialog returns the dialog that collects answers. Its content is HTML from the engine.
func (p *Page) collectDialog() app.UI {
	return listen(listen(click(el("dialog#collect.figure aria-labelledby=collect-title"), p.onCollect), "change",
		p.onCollectFiles), "close", p.onCollected)
}

// collectButton returns the button that opens that dialog.
func (h *Header) collectButton() app.UI {
	return click(el("button.button#collect-open type=button|Collect answers"), h.onCollectAnswers)
}

func (h *Header) onCollectAnswers(app.Context, app.Event) {
	h.core.menus.close()
	h.core.collects.show()
}

// onAssign copies the link of the deck as an assignment to the clipboard.
func (h *Header) onAssign(app.Context, app.Event) { h.deckLink(true) }
