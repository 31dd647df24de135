package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/collecting"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// deckAnswer is what the address says of a link that a student has handed in: nothing to be opened, but to be collected.
const deckAnswer = "answer"

// handed is what the engine has made of an answer, as of assignment.Handed.
type handed struct {
	Link string `json:"link"`
	Why  string `json:"why"`
	File string `json:"file"`
	Name string `json:"name"` // of the file
}

// hand has the engine make the answer that a student hands in.
func (lc *lectures) hand(name string) {
	b, err := json.Marshal(map[string]any{"deck": lc.decks.source, "name": name, "at": lc.clock.Now().Unix(),
		"pages": lc.lecture.Handed()})
	if err != nil {
		return
	}
	lc.text("hand", string(b), func(text string, e *wire.Error) {
		var h handed
		if e == nil && json.Unmarshal([]byte(text), &h) != nil {
			e = &wire.Error{Message: "the engine's response cannot be read"}
		}
		if e != nil {
			lc.board.Alarm("The answer cannot be made: " + e.Message + ".")
			return
		}
		if h.Link != "" {
			h.Link = plainAddress() + "?deck=" + deckAnswer + "#" + h.Link
		}
		lc.handed = &h
		lc.page.changed(theLesson)
		lc.page.afterRender(func() { focusOn(byID("hand-copy")) })
	})
}

// handing is where a student hands in what is done.
func (l *Lesson) handing() app.UI {
	r := &l.core.lecture
	if !r.Course().Assignment || l.core.decks.mine() {
		return nil
	}
	solved, asked := r.Asked()
	body := nodes{el("h3|Hand in"),
		el("p.help|Done: $ of $. The link holds your answers and your name, and goes only to whom you send it.",
			strconv.Itoa(solved), strconv.Itoa(asked)),
		box("div.deck-field", el("label.label for=hand-name|Your name"),
			el("input#hand-name type=text maxlength=80 autocomplete=name"))}
	button := click(el("button.button.primary#hand type=button|Hand in"), l.onHand)
	if h := l.core.lectures.handed; h != nil {
		button = click(el("button.button#hand type=button|Hand in again"), l.onHand)
		if h.Link != "" {
			body.add(el("p role=status|Ready: send the link to your lecturer."),
				box("div.copy-line", el("input#hand-link type=text readonly aria-label=Link value=$", h.Link),
					click(el("button.button.primary#hand-copy type=button|Copy the link"), l.onHandCopy)))
		} else {
			body.add(el("p role=status|$.", upperFirst(h.Why)))
		}
		body.add(box("div.lesson-buttons", button, click(el("button.button#hand-save type=button|Save as file"), l.onHandSave)))
	} else {
		body.add(box("div.lesson-buttons", button))
	}
	return box("section.lesson-hand", body...)
}

func (l *Lesson) onHand(app.Context, app.Event) {
	l.core.lectures.hand(byID("hand-name").Get("value").String())
}

func (l *Lesson) onHandCopy(app.Context, app.Event) {
	copyText(l.core.lectures.handed.Link, func(ok bool) {
		says := "Copied to the clipboard."
		if !ok {
			says = "The browser does not allow copying: press Ctrl+C."
			byID("hand-link").Call("select")
		}
		l.core.board.Toast(says, false)
	})
}

func (l *Lesson) onHandSave(app.Context, app.Event) {
	h := l.core.lectures.handed
	download(h.Name, "application/json", []byte(h.File))
}

// Collect is the dialog in which a lecturer collects what students have handed in.
type Collect struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (d *Collect) OnMount(ctx app.Context) { d.ctx = ctx }

func (d *Collect) reads() any { return d.core.page.version(theCollect) }

func (d *Collect) Render() app.UI {
	d.core.page.rendering(d)
	r := &d.core.collecting
	soon(d.ctx, d.sync)
	dialog := listen(el("dialog#collect.figure aria-labelledby=collect-title"), "close", d.onClosed)
	if !r.Open {
		return dialog
	}
	buttons := nodes{click(el("button.button.primary#collect-go type=button|Check the answers"), d.onGo),
		listen(el("input.sr#collect-file type=file multiple accept=.txt,.csv,.json,.eml,.html"), "change", d.onFiles),
		el("label.button for=collect-file|Open files")}
	if r.Busy {
		buttons = nodes{click(el("button.button#collect-off type=button|Cancel"), d.onOff),
			el("span role=status|Checking: $ %", strconv.Itoa(int(100*r.Done)))}
	} else if r.Made.CSV != "" {
		buttons.add(click(el("button.button type=button data-save=csv|Save as CSV"), d.onSave),
			click(el("button.button type=button data-save=json|Save as JSON"), d.onSave))
	}
	says := el("p.help role=status|$", r.Made.Says)
	if r.Wrong != "" {
		says = el("p.wrong role=alert|$.", upperFirst(r.Wrong))
	}
	return nest(dialog, box("div.figure-body",
		box("div.figure-head", el("h2#collect-title|Collect answers"),
			nest(click(el("button.tool type=button aria-label=Close"), d.onClosed), icon("close"))),
		el("label.label for=collect-text|Paste the links; other text between them does no harm. Or open the files."),
		box("div.paste", el("textarea#collect-text rows=4 spellcheck=false autofocus=true")),
		box("div.lesson-buttons", buttons...), says,
		click(el("div#collect-table"), d.onTable)))
}

func (d *Collect) sync() {
	r, e := &d.core.collecting, byID("collect")
	if !app.IsClient || !e.Truthy() {
		return
	}
	if open := e.Get("open").Truthy(); open != r.Open {
		e.Call(map[bool]string{true: "showModal", false: "close"}[r.Open])
	}
	if table := byID("collect-table"); table.Truthy() && d.core.collects.shown != r.Made.HTML {
		d.core.collects.shown = r.Made.HTML
		setHTML(table, r.Made.HTML)
	}
}

func (d *Collect) onClosed(app.Context, app.Event) {
	if d.core.collecting.Open {
		d.core.collects.shown = ""
		d.core.collecting.Close()
	}
}
func (d *Collect) onGo(app.Context, app.Event) {
	d.core.collecting.Collect(byID("collect-text").Get("value").String())
}
func (d *Collect) onOff(app.Context, app.Event) { d.core.collecting.Cancel() }

func (d *Collect) onFiles(app.Context, app.Event) {
	filesText("collect-file", mostCollected, func(list [][2]string, why string) {
		if why != "" {
			d.core.collecting.Refuse(why)
			return
		}
		var files []collecting.Text
		for _, f := range list {
			files = append(files, collecting.Text{Name: f[0], Text: f[1]})
		}
		d.core.collecting.Collect(byID("collect-text").Get("value").String(), files...)
	})
}

// mostCollected is how many bytes files may have; the engine takes no more (assignment.MaxTexts).
const mostCollected = 16 << 20

func (d *Collect) onSave(ctx app.Context, _ app.Event) {
	m := &d.core.collecting.Made
	if data(ctx, "save") == "csv" {
		download("answers.csv", "text/csv", []byte(m.CSV))
	} else {
		download("answers.json", "application/json", []byte(m.JSON))
	}
}

// onTable sorts the table by the column whose button was pressed.
func (d *Collect) onTable(_ app.Context, e app.Event) {
	if by := e.Get("target").Get("dataset").Get("sort"); by.Truthy() {
		d.core.collecting.Sort(by.String())
	}
}

// collects shows what is collected.
type collects struct {
	*Core

	shown string // the table that stands in the dialog
}

// collectTools are the buttons of an assignment in the menu that gives a deck away.
func (h *Header) collectTools() app.UI {
	return click(el("button.button#collect-open type=button|Collect answers"), h.onCollectAnswers)
}

func (h *Header) onCollectAnswers(app.Context, app.Event) {
	h.core.menus.close()
	h.core.collecting.Show()
}

// assign copies the link of the deck as an assignment.
func (h *Header) onAssign(app.Context, app.Event) { h.deckLink(true) }
