//go:build js && wasm

package ui

import (
	"runtime/debug"
	"strings"
	"syscall/js"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/dom"
	"pointscape/app/room/frame"
	"pointscape/app/room/importer"
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// listeners listen to events of the browser.
type listeners struct{ core *Core }

// attach adds the listeners of the whole page: keys, the address, leaving, the system's theme; and sets
// window.pointscape for scripts and tests. All of them stay as long as the page.
func (l listeners) attach() {
	c := l.core
	win := js.Global()
	document := win.Get("document")
	dom.Capture(document, "keydown", l.onCover)
	dom.On(document, "keydown", l.onKey)
	dom.On(document, "pointerdown", func(e js.Value) {
		if c.menus.open == "" || c.menus.open == "help" {
			return
		}
		t := e.Get("target")
		if !t.Call("closest", ".menu, .pop, .data, .methods, .class-door, #menu-data, #menu-method, "+
			"#menu-door").Truthy() && c.menus.open != "data" {
			c.menus.close()
		}
	})
	dom.On(document, "input", func(e js.Value) {
		t := e.Get("target")
		if t.Get("type").String() != "range" {
			return
		}
		if t.Get("id").String() == "sweep-at" {
			c.sweeps.scrub(t.Get("value").String())
			return
		}
		if name := t.Get("dataset").Get("param"); name.Type() == js.TypeString {
			if which := t.Get("dataset").Get("hyper"); which.Type() == js.TypeString {
				c.params.slideHyper(name.String(), which.String(), t.Get("value").String())
				return
			}
			c.params.slide(name.String(), t.Get("value").String())
		}
	})
	// A long pasted text is opened directly instead of being shown in the field.
	dom.On(document, "paste", func(e js.Value) {
		board := e.Get("clipboardData")
		id := e.Get("target").Get("id").String()
		if id != "table" && id != "collect-text" || !board.Truthy() {
			return
		}
		text := workers.TextOf(board.Call("getData", "text/plain"))
		if text.Size() <= pasteShown {
			return
		}
		e.Call("preventDefault")
		if id != "table" {
			c.collecting.Collect(e.Get("target").Get("value").String(),
				"\x01"+words.Say("Pasted text")+"\n"+board.Call("getData", "text/plain").String())
			return
		}
		c.opener.table(text, true)
	})
	// The charts over the steps are sliders, too. A chart's moves are listened to from the first press on it.
	scrubAt := func(e, t js.Value) {
		// A presentation enlarges the chart (zoom in web/app.css): its own pixels are larger than those of the page.
		w, r := t.Get("clientWidth").Int(), t.Call("getBoundingClientRect")
		c.playerBar.scrub((e.Get("clientX").Float()-r.Get("left").Float())*float64(w)/r.Get("width").Float(), w)
	}
	// A finger scrolls charts that are wider than their box; there, only a tap moves the slider.
	swiped := func(e js.Value) bool {
		return e.Get("pointerType").String() == "touch" && e.Get("target").Call("closest", ".charts.long").Truthy()
	}
	scrub := func(e js.Value) {
		if t := e.Get("target"); e.Get("buttons").Int() == 1 && !swiped(e) {
			scrubAt(e, t)
		}
	}
	dom.On(document, "pointerdown", func(e js.Value) {
		t := e.Get("target")
		if t.Get("id").String() != "curve" || swiped(e) {
			return
		}
		if t.Get(scrubs).IsUndefined() {
			t.Set(scrubs, true)
			dom.On(t, "pointermove", scrub)
		}
		t.Call("setPointerCapture", e.Get("pointerId"))
		scrub(e)
	})
	for _, name := range []string{"pointerup", "pointercancel"} {
		dom.On(document, name, func(e js.Value) {
			c.params.release()
			if !e.Get("target").Call("closest", ".deck-bar").Truthy() { // they may end it, or open a window
				c.decks.refill()
			}
			if c.decks.blank != "" {
				c.decks.cover("")
			}
		})
	}
	// The pages of the user's own deck can be dragged in their strip.
	slide := func(e js.Value) js.Value { return e.Get("target").Call("closest", "[data-slide]") }
	dom.On(document, "dragstart", func(e js.Value) {
		if s := slide(e); s.Truthy() {
			c.decks.dragged = s.Get("dataset").Get("slide").String()
			e.Get("dataTransfer").Set("effectAllowed", "move")
		}
	})
	dom.On(document, "dragover", func(e js.Value) {
		if c.decks.dragged != "" && slide(e).Truthy() {
			e.Call("preventDefault")
		}
	})
	dom.On(document, "drop", func(e js.Value) {
		if s := slide(e); s.Truthy() && c.decks.dragged != "" {
			e.Call("preventDefault")
			c.decks.dropped(s.Get("dataset").Get("slide").String())
		}
	})
	dom.On(document, "dragend", func(js.Value) { c.decks.dragged = "" })
	// Pointing at a letter of a formula shows what it stands for.
	for _, name := range []string{"pointerover", "focusin", "click"} {
		dom.On(document, name, func(e js.Value) {
			if c.lectures.on() {
				at := e.Get("target").Call("closest", "#lesson [data-term]")
				if !at.Truthy() { // a letter that has the focus stays explained
					at = document.Get("activeElement").Call("closest", "#lesson [data-term]")
				}
				c.lectures.pointLetter(app.ValueOf(at))
			}
		})
	}
	// go-app would follow every link by itself, and ignores target: here the browser follows them.
	dom.On(document, "click", func(e js.Value) {
		if t := e.Get("target"); t.Get("id").String() == "curve" && swiped(e) {
			scrubAt(e, t)
			c.params.release()
		}
		a := e.Get("target").Call("closest", "a")
		if a.Truthy() {
			if a.Get("id").String() == "open-link" {
				c.store.MakeLink()
			}
			plain := !dom.WithCtrl(e) && !e.Get("shiftKey").Truthy()
			if href := a.Call("getAttribute", "href"); plain && href.Truthy() && c.lectures.follow(href.String()) {
				e.Call("preventDefault")
			}
			e.Call("stopPropagation")
		}
	})
	l.keys()
	dom.On(document, "fullscreenchange", func(js.Value) {
		full := document.Get("fullscreenElement").Truthy()
		if c.present.Filled(full); !full {
			c.decks.unfilled()
		}
	})
	dom.On(win, "popstate", func(js.Value) {
		c.lectures.popped(win.Get("location").Get("search").String(), bar{}.Fragment())
	})
	dom.On(win, "afterprint", func(js.Value) { c.handouts.Away() })
	dom.On(win, "hashchange", func(e js.Value) {
		_, link, _ := strings.Cut(e.Get("newURL").String(), "#")
		c.store.AddressChanged(link)
	})
	dom.On(win, "pagehide", func(js.Value) {
		c.store.Leave()
		c.store.Survived()
		c.decks.away()
	})
	dom.On(win, "pageshow", func(e js.Value) {
		if e.Get("persisted").Truthy() {
			c.store.ComeBack()
		}
	})
	dom.On(win, "storage", func(js.Value) { c.decks.elsewhere() })
	dom.On(document, "visibilitychange", func(js.Value) {
		if document.Get("visibilityState").String() == "hidden" {
			c.store.Leave()
			c.sound.Stop()
		}
	})
	dom.On(win.Call("matchMedia", "(prefers-color-scheme: dark)"), "change", func(js.Value) {
		if c.theme.SystemChanged() {
			c.painter.worn()
		}
	})
	c.gesture.Touch = win.Call("matchMedia", "(pointer: coarse)").Get("matches").Bool() // until a pointer is used
	l.messages()
	win.Set("onpopstate", js.Null()) // go-app's handler: hashchange and popstate above replace it
	l.scripts()
}

// scrubs is a property that marks the charts with a listener of moves.
const scrubs = "pointscapeScrubs"

// isTyping reports whether an element takes letters from the keyboard.
func isTyping(t js.Value) bool {
	return t.Call("matches", "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, "+
		"[contenteditable]").Bool()
}

// onCover handles the keys of a blank screen, and those that make it blank, before the element with the focus gets
// them.
func (l listeners) onCover(e js.Value) {
	d, key := &l.core.decks, e.Get("key").String()
	if d.covers(key) && !dom.WithCtrl(e) && (d.blank != "" || !isTyping(e.Get("target"))) && d.key(key) {
		e.Call("preventDefault")
		e.Call("stopPropagation")
	}
}

// onKey handles the keys of the whole page. Text fields keep their own keys.
func (l listeners) onKey(e js.Value) {
	c := l.core
	t := e.Get("target")
	typing := isTyping(t)
	undoes := typing && !t.Call("matches", "select").Bool() // not lists: they undo nothing themselves
	key := e.Get("key").String()
	mod := dom.WithCtrl(e)
	// on the stage, arrow keys and others move the cursor
	onStage := t.Get("id").String() == "stage" && !strings.HasPrefix(key, "Page") && key != "Escape"
	switch {
	case !typing && !mod && !onStage && !(key == " " && t.Call("matches", "button, a").Bool()) &&
		c.decks.key(key):
		e.Call("preventDefault")
	case (key == "f" || key == "F") && !typing && !mod && c.lecture.On() && !c.Embedded:
		c.decks.show(true)
		e.Call("preventDefault")
	case key == "Escape" && c.keyActions.cancelNumber():
		e.Call("preventDefault")
	case key == "Escape" && c.choosing.open:
		c.chooser.Cancel()
		e.Call("preventDefault")
	case key == "Tab" && c.choosing.open:
		l.keepFocus("columns", e)
	case c.choosing.open, c.exporting.IsOpen() &&
		byID("figure").Get("open").Truthy(): // no keys for what is behind a dialog
	case key == "Escape" && c.menus.open == "door":
		c.live.showDoor()
		e.Call("preventDefault")
	case key == "Escape" && c.menus.open != "":
		id := c.menus.open
		c.menus.close()
		if b := dom.ByID("menu-" + id); b.Truthy() {
			b.Call("focus")
		}
		e.Call("preventDefault")
	case key == "Escape" && c.annotations.escape():
		e.Call("preventDefault")
	case key == "Escape" && c.sweep.Moves():
		c.sweep.Toggle()
		e.Call("preventDefault")
	case key == "Escape" && t.Call("closest", ".card").Truthy():
		c.editor.Selection.Set(-1)
		c.screen.Focus()
	case mod && !undoes && (key == "z" || key == "Z"):
		if e.Get("shiftKey").Truthy() {
			c.edits.redo()
		} else {
			c.edits.undo()
		}
		e.Call("preventDefault")
	case mod && !undoes && (key == "y" || key == "Y"):
		c.edits.redo()
		e.Call("preventDefault")
	case (key == "," || key == ".") && !typing && !mod && t.Call("closest", "#stage, #player").Truthy() &&
		c.player.Now() != nil && !c.editor.Locks(frame.Steps):
		if key == "," {
			c.player.Walk(-1)
		} else {
			c.player.Walk(1)
		}
		e.Call("preventDefault")
	case (key == "<" || key == ">") && !typing && !mod && t.Call("closest", "#stage, #player").Truthy() &&
		c.player.Endless() && !c.editor.Locks(frame.Steps):
		if key == "<" {
			c.player.Walk(-10)
		} else {
			c.player.Walk(10)
		}
		e.Call("preventDefault")
	case !typing && !mod && strings.Contains(",.<>", key) && c.sweeps.shows() &&
		(t.Call("closest", "#sweep").Truthy() || t.Get("id").String() == "stage" && c.player.Now() == nil):
		c.sweep.Walk(map[string]int{",": -1, ".": 1, "<": -10, ">": 10}[key])
		e.Call("preventDefault")
	case key == " " && !mod && t.Get("id").String() == "sweep-at":
		c.sweep.Toggle()
		e.Call("preventDefault")
	case !mod && !e.Get("altKey").Truthy() && t.Call("matches", "input[type=range]").Bool() && l.slide(t, key):
		e.Call("preventDefault")
	case key == " " && !mod && t.Get("id").String() == "step":
		c.player.Toggle()
		e.Call("preventDefault")
	case !mod && t.Get("dataset").Get("keys").Type() == js.TypeString &&
		c.hits.Press(t.Get("dataset").Get("keys").String(), key, e.Get("shiftKey").Truthy()):
		e.Call("preventDefault")
	case !typing && !mod && c.picked.takesKey(key, e.Get("altKey").Truthy()):
		c.gesture.Key(key, false)
		e.Call("preventDefault")
	case key == "Escape" && !typing && c.picked.clear():
		e.Call("preventDefault")
	case key == "Escape" && !typing && c.plots.swapBack():
		e.Call("preventDefault")
	case key == "Escape" && !typing && c.present.Escape():
		e.Call("preventDefault")
	case (key == "f" || key == "F") && !typing && !mod && !c.Embedded && c.editor.Loaded() &&
		t.Call("closest", ".stage-area").Truthy():
		c.present.Toggle()
		e.Call("preventDefault")
	case (key == "x" || key == "X") && !typing && !mod && t.Call("closest", ".stage-area").Truthy():
		c.plots.swap("")
	case (key == "s" || key == "S") && !typing && !mod && c.editor.Loaded() && t.Call("closest", ".stage-area").Truthy():
		c.sound.Toggle()
	case key == "?" && !typing && !mod && t.Get("id").String() == "stage":
		c.menus.show("help")
		e.Call("preventDefault")
	case key == "Tab" && (c.menus.open == "help" || c.menus.open == "door"):
		// The sheet is modal, and its close button is the only element in it that can have the focus.
		if b := dom.ByID(c.menus.open + "-close"); b.Truthy() {
			b.Call("focus")
			e.Call("preventDefault")
		}
	}
}

// slide moves a slider to its next value by an arrow key, and dispatches the events of a browser: input, then change.
// It returns false if it does not use the key.
func (l listeners) slide(el js.Value, key string) bool {
	pos, ok := l.core.inputs.arrow(el.Get("id").String(), key)
	if !ok {
		return false
	}
	el.Set("value", pos)
	for _, name := range []string{"input", "change"} {
		el.Call("dispatchEvent", js.Global().Get("Event").New(name, map[string]any{"bubbles": true}))
	}
	return true
}

// keepFocus keeps the focus in a dialog: after its last element comes its first, and the reverse with Shift.
func (l listeners) keepFocus(dialog string, e js.Value) {
	document := js.Global().Get("document")
	box := dom.ByID(dialog)
	if !box.Truthy() {
		return
	}
	list := box.Call("querySelectorAll", "button:not([disabled]), input, select, textarea, [tabindex='0']")
	n := list.Length()
	if n == 0 {
		return
	}
	first, last, now := list.Index(0), list.Index(n-1), document.Get("activeElement")
	back := e.Get("shiftKey").Truthy()
	switch {
	case !box.Call("contains", now).Bool(), !back && now.Equal(last):
		first.Call("focus")
	case back && now.Equal(first):
		last.Call("focus")
	default:
		return
	}
	e.Call("preventDefault")
}

// typedTable returns the text in the field for a table.
func typedTable() workers.Text {
	return workers.TextOf(dom.ByID("table").Get("value"))
}

// chosenFile returns the file that the user has just chosen, and false if there is none.
func chosenFile() (workers.File, bool) {
	files := dom.ByID("file").Get("files")
	if files.Length() == 0 {
		return workers.File{}, false
	}
	return workers.FileOf(files.Index(0)), true
}

// documentText returns, as JSON, what a script has passed for a document. The conversion may throw: for a circular
// object, a BigInt (a type that syscall/js does not know), or a toJSON that fails.
func documentText(args []js.Value) (text workers.Text, wrong *wire.Error) {
	defer func() {
		if recover() != nil {
			text, wrong = workers.Text{}, importer.Refusal(doc.Errorf("document", "an object that can be written as JSON, or "+
				"its text",
				nil))
		}
	}()
	text = workers.TextFrom("")
	if len(args) == 0 {
		return text, nil
	}
	d := args[0]
	if d.Type() == js.TypeString {
		return workers.TextOf(d), nil
	}
	if d.Type() == js.TypeObject {
		// The JSON of a million points would take a second, only to be refused.
		list := property(d, "points")
		if js.Global().Get("Array").Call("isArray", list).Bool() {
			if n := property(list, "length").Int(); n > doc.MaxPoints {
				return text, importer.Refusal(doc.Errorf("points", words.Sprintf("at most %d rows", doc.MaxPoints), n))
			}
		}
	}
	if s := js.Global().Get("JSON").Call("stringify", d); s.Type() == js.TypeString {
		return workers.TextOf(s), nil
	}
	return text, nil
}

// property reads a property of a foreign object. If the object throws, that becomes a panic here. Value.Get would let
// the exception pass through Go's frames, and leave Go in the middle of a call.
func property(v js.Value, name string) js.Value {
	return js.Global().Get("Reflect").Call("get", v, name)
}

// scripts sets window.pointscape, the page's interface for scripts.
func (l listeners) scripts() {
	c := l.core
	win := js.Global()
	o := win.Get("Object").New()
	version := win.Get("pointscapeBoot").Get("version")
	o.Set("version", version)
	parse := func(d doc.Document) any {
		b, err := doc.Encode(d)
		if err != nil {
			return js.Null()
		}
		return win.Get("JSON").Call("parse", string(b))
	}
	o.Set("get", js.FuncOf(func(js.Value, []js.Value) any {
		if !c.editor.Loaded() {
			return js.Null()
		}
		return parse(c.editor.Now())
	}))
	o.Set("view", js.FuncOf(func(js.Value, []js.Value) any {
		v := c.editor.View.Now()
		return map[string]any{"x": []any{v.X0, v.X1}, "y": []any{v.Y0, v.Y1}, "width": v.W, "height": v.H}
	}))
	o.Set("points", js.FuncOf(func(js.Value, []js.Value) any {
		list := make([]any, len(c.editor.Now().Points))
		for i, p := range c.editor.Now().Points {
			list[i] = []any{p.X, p.Y, p.Z}
		}
		return list
	}))
	reject := func(fn js.Value, e *wire.Error) {
		x := win.Get("Error").New(e.Message)
		x.Set("field", e.Field)
		fn.Invoke(x)
	}
	promise := func(fn func(resolve, reject js.Value)) js.Value {
		f := js.FuncOf(func(_ js.Value, args []js.Value) any {
			fn(args[0], args[1])
			return nil
		})
		p := win.Get("Promise").New(f) // runs f at once
		f.Release()
		return p
	}
	o.Set("set", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text, wrong := documentText(args)
		return promise(func(ok, no js.Value) {
			if wrong != nil {
				reject(no, wrong)
				return
			}
			c.importer.JSON(text, "set by a script", func(e *wire.Error) {
				if e != nil {
					reject(no, e)
					return
				}
				c.client.Wait(func(e *wire.Error) {
					if e != nil {
						reject(no, e)
						return
					}
					ok.Invoke(parse(c.editor.Now()))
				})
			})
		})
	}))
	c.client.WaitFor(1, func(*wire.Error) {
		if c.Embedded {
			c.conversation.Ready()
		}
		// The cost of a garbage collection is not the live heap, which is small, but the finalizers of the many
		// js.Values since the last one. Rarer collections, each with more of them, took 40 ms in the middle of a drag.
		system{}.After(0, func() { debug.SetGCPercent(100) })
	})
	o.Set("ready", promise(func(ok, no js.Value) {
		// When the first picture is there, whatever it shows, everything is ready.
		c.client.WaitFor(1, func(*wire.Error) { ok.Invoke(js.Undefined()) })
	}))
	win.Set("pointscape", o)
}
