package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/workers"
	msg "pointscape/engine/class"
	"pointscape/engine/json"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// This file has what a lecturer does with a live class. The class's program makes the HTML of the panel.

// open opens a class at the present page.
func (lv *live) open() {
	lv.menus.close()
	lv.bring(func(deck string) {
		title := lv.editor.Now().Title
		if lv.lecture.On() {
			title = lv.lecture.Course().Title
		}
		where, _ := lv.where()
		lv.panel, lv.focus = true, "class-title"
		lv.attend(msg.Order{Do: msg.Open, Title: title, Where: where, Deck: deck})
	})
}

// goOn continues here the class that this browser has opened in another tab.
func (lv *live) goOn() {
	lv.menus.close()
	lv.joins = true
	lv.lead()
}

// stored returns the code of the class that this browser has opened and that has not ended, "" if there is none. It
// deletes an entry that is no longer valid.
func (lv *live) stored() string {
	code, _ := msg.Found(local.Get(msg.LecturerKey), lv.clock.Now().UnixMilli())
	if code == "" {
		local.Remove(msg.LecturerKey)
	}
	return code
}

// turned tells the class that its lecturer has turned to another page.
func (lv *live) turned() {
	if !lv.now.Leads {
		return
	}
	if where, ok := lv.where(); ok && where != lv.now.Where && lv.now.In {
		lv.turnAt = lv.clock.Now()
		lv.bring(func(deck string) {
			lv.now.Where = where // in advance of the server's confirmation
			lv.do(msg.Order{Do: msg.Turn, Where: where, Deck: deck})
		})
	}
	lv.refresh()
}

// refresh tells the program which page and step the lecturer reads, so that the panel shows the answers to it. It sends
// the course only once.
func (lv *live) refresh() {
	if !lv.now.Leads || !lv.panel {
		return
	}
	o := msg.Order{Do: "page", Title: lv.editor.Now().Title, Page: -1, Palette: lv.theme.Palette().Name}
	if lv.lecture.On() {
		if k := lv.lecture.Course(); k != lv.told {
			if b, err := json.Marshal(k); err == nil {
				lv.told, o.Course = k, b
			}
		}
		o.Page = lv.lecture.At()
		_, o.At, _ = lv.lecture.Step()
	}
	lv.do(o)
}

// showDoor shows the instructions for joining, for the projector, or hides them.
func (lv *live) showDoor() {
	if lv.menus.open == "door" {
		lv.menus.close()
	} else {
		lv.menus.show("door")
	}
	lv.doors()
}

// doors tells the program whether these instructions are shown.
func (lv *live) doors() {
	if on := lv.menus.open == "door"; on != lv.door {
		lv.door = on
		lv.do(msg.Order{Do: "door", On: on})
	}
}

// ClassPanel is the lecturer's panel of the class.
type ClassPanel struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (c *ClassPanel) OnMount(ctx app.Context) {
	c.ctx = ctx
	soon(ctx, c.core.live.sync)
}

func (c *ClassPanel) reads() any { return c.core.page.version(theClass | theMenu) }

func (c *ClassPanel) Render() app.UI {
	c.core.page.rendering(c)
	lv := &c.core.live
	soon(c.ctx, lv.sync)
	if !lv.now.There || !lv.now.Leads || !lv.panel {
		return el("aside.class-panel#class hidden")
	}
	soon(c.ctx, lv.doors)
	return lv.controls(el("aside.class-panel#class aria-labelledby=class-title"))
}

// controls adds listeners to an element whose content is HTML of the program.
func (lv *live) controls(x app.UI) app.UI {
	return listen(click(x, lv.onPress), "change", lv.onPress)
}

// show shows or hides the panel.
func (lv *live) show(on bool) {
	if lv.panel = on; on {
		lv.focus = "class-title"
	}
	lv.do(msg.Order{Do: "show", On: on})
	lv.changed()
	lv.refresh()
}

// onPress handles a click on a button, or a change of an input, by its id; the program handles those that the page does
// not.
func (lv *live) onPress(ctx app.Context, e app.Event) {
	at := e.Get("target").Call("closest", "button, input")
	if !at.Truthy() || (e.Get("type").String() == "change") != (at.Get("tagName").String() == "INPUT") {
		return
	}
	o := msg.Order{Do: "press", ID: at.Get("id").String(), On: at.Get("checked").Truthy(), Text: at.Get("value").String()}
	switch o.ID {
	case "class-leave":
		lv.onLeave()
	case "class-hide":
		lv.show(false)
		focusSoon(ctx, "menu-class")
	case "class-close":
		lv.panel = false
		lv.leave()
		focusSoon(ctx, "menu-class")
	case "menu-door", "door-close":
		lv.showDoor()
	case "class-copy":
		copyText(lv.now.Link, func(ok bool) {
			if !ok {
				lv.board.Toast("The browser does not allow copying.", false)
			}
			lv.do(msg.Order{Do: "copied", On: ok})
		})
	case "class-csv":
		lv.save("csv", "text/csv")
	case "class-json":
		lv.save("json", "application/json")
	default:
		if o.ID == "class-follow" {
			lv.now.Follow = o.On // in advance of the server's confirmation
		}
		if look := at.Get("dataset").Get("look"); look.Truthy() {
			o.ID, o.Text = "class-look", look.String()
		}
		lv.do(o)
	}
}

// save saves the answers as a file, CSV or JSON.
func (lv *live) save(kind, mime string) {
	lane := lv.lane
	if lane == nil {
		return
	}
	workers.MakeText("class-"+kind, "", func(head json.RawMessage, answer func(workers.Reply, *wire.Error)) {
		lane.Begin(wire.TypeText, head, nil, func(*wire.Progress) {}, answer)
	}, func(text string, e *wire.Error) {
		if e != nil {
			lv.board.Alarm(words.Text("The answers cannot be saved: %s.", e.Message))
			return
		}
		download("class-"+lv.now.Code+"."+kind, mime, []byte(text))
	})
}

// class returns the menu of live classes, or the lecturer's button of the panel; nil if the site has no class server,
// or the user attends a class as a student.
func (h *Header) class() app.UI {
	k := h.core
	n := &k.live.now
	if k.live.server == "" || n.On && !n.Leads { // a student has the bar instead
		return nil
	}
	if n.There && n.Leads {
		var count app.UI
		if n.In {
			count = el("span.count|$", strconv.Itoa(n.Here))
		}
		return nest(click(el("button.tool.text#menu-class type=button aria-expanded=$ aria-controls=class title='Live class'",
			strconv.FormatBool(k.live.panel)), h.onClass), icon("hand"), el("span|Class"), count)
	}
	return h.menu("class", "hand", "Class", func() app.UI {
		var on app.UI
		if code := k.live.stored(); code != "" {
			on = click(el("button.button#class-goon type=button|Go on with class $", code), h.onGoOn)
		}
		return box("div.share-body",
			box("div.share-field", el("span.label|For lecturers"),
				box("div.lesson-buttons",
					click(el("button.button.primary#class-open type=button|Open a class"), h.onOpenClass), on),
				el("p.help|Students join by a code or a link, without an account. You see what they answer and draw.")),
			nest(listen(el("form.share-field method=dialog"), "submit", h.onJoin),
				el("label.label for=class-join|For students"),
				box("div.copy-line",
					el("input#class-join type=text placeholder=Code maxlength=12 autocomplete=off autocapitalize=characters"+
						" spellcheck=false"),
					el("button.button type=submit|Join"))))
	})
}

func (h *Header) onClass(app.Context, app.Event)     { h.core.live.show(!h.core.live.panel) }
func (h *Header) onGoOn(app.Context, app.Event)      { h.core.live.goOn() }
func (h *Header) onOpenClass(app.Context, app.Event) { h.core.live.open() }

func (h *Header) onJoin(_ app.Context, e app.Event) {
	e.PreventDefault()
	if code := msg.Clean(byID("class-join").Get("value").String()); code != "" {
		h.core.menus.close()
		h.core.live.join(code)
	}
}
