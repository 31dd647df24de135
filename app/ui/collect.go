package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/json"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// This file is where students hand in what they have done of an assignment, and where a lecturer collects that. The
// engine writes both as HTML (package assignment): buttons are told apart by data-do.

// deckAnswer is what the address says of a link that a student has handed in: it is to be collected, and not opened.
const deckAnswer = "answer"

// collects hands in, and collects.
type collects struct {
	*Core

	hand  string // the form in which a student hands in; "" = this is no assignment
	name  string // of the file of the answer that was made last, and what that holds
	file  string
	table string // that the dialog shows
}

// open asks for the form in which a student hands in.
func (c *collects) open() {
	c.hand = ""
	if c.lecture.Course().Assignment && !c.decks.mine() {
		c.lectures.text("handing", "", func(html string, _ *wire.Error) {
			c.hand = html
			c.page.changed(theLesson)
		})
	}
}

// does is what the button does that was pressed.
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

// handed shows what is to be handed in.
func (c *collects) handed(text string, e *wire.Error) {
	if e != nil {
		c.board.Alarm("The answer cannot be made: " + e.Message + ".")
		return
	}
	c.name, text, _ = strings.Cut(text, "\x00")
	c.file, text, _ = strings.Cut(text, "\x00")
	setHTML(byID("hand-made"), text)
	focusOn(byID("hand-made"))
}

// show opens the dialog in which answers are collected.
func (c *collects) show() {
	c.lectures.text("collecting", "", func(html string, e *wire.Error) {
		if e == nil {
			dialog := byID("collect")
			setHTML(dialog, html)
			dialog.Call("showModal")
		}
	})
}

// Changed shows what the engine is at, and has found.
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
		state, text = "busy", strings.Replace(words.Say("Checking: {} %"), "{}", strconv.Itoa(int(100*r.Done)), 1)
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

// mostCollected is how many bytes files may have; the engine takes no more (assignment.MaxTexts).
const mostCollected = 16 << 20

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
		filesText("collect-file", mostCollected, func(text string, ok bool) {
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

// collectDialog is where answers are collected.
func (p *Page) collectDialog() app.UI {
	return listen(listen(click(el("dialog#collect.figure aria-labelledby=collect-title"), p.onCollect), "change",
		p.onCollectFiles), "close", p.onCollected)
}

// collectButton opens it.
func (h *Header) collectButton() app.UI {
	return click(el("button.button#collect-open type=button|Collect answers"), h.onCollectAnswers)
}

func (h *Header) onCollectAnswers(app.Context, app.Event) {
	h.core.menus.close()
	h.core.collects.show()
}

// onAssign copies the link of the deck as an assignment.
func (h *Header) onAssign(app.Context, app.Event) { h.deckLink(true) }
