//go:build js && wasm

package ui

import (
	"strings"
	"syscall/js"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/dom"
	"pointscape/app/room/clock"
	"pointscape/engine/words"
)

// system is the machine's clock with the browser's timers. Go's own timers would set and clear a timer of the browser
// whenever the program becomes idle, which is after each event.
type system struct{ clock.System }

func (system) After(d time.Duration, f func()) (stop func()) {
	var call js.Func
	call = js.FuncOf(func(js.Value, []js.Value) any {
		call.Release()
		f()
		return nil
	})
	id := js.Global().Call("setTimeout", call, max(0, (d+time.Millisecond-1).Milliseconds())) // rounded up
	return func() {
		js.Global().Call("clearTimeout", id)
		call.Release()
	}
}

// sizes observes the sizes of elements.
type sizes struct{ observer js.Value }

// watch observes the elements that match a selector. changed is called in frames in which some of them have another
// size, after layout; only the changed of the first call counts.
func (s *sizes) watch(selector string, changed func()) {
	if s.observer.IsUndefined() {
		s.observer = js.Global().Get("ResizeObserver").New(dom.Func("another size", func(js.Value) { changed() }))
	}
	list := js.Global().Get("document").Call("querySelectorAll", selector)
	for i := range list.Length() {
		s.observer.Call("observe", list.Index(i)) // no effect on an element that is observed already
	}
}

// fetchText fetches a file of the site. It fails if no data arrive for some seconds.
func fetchText(path string, done func(text string, ok bool)) {
	textOf(js.Global().Get("Go").Call("fetch", path), done)
}

// fileText reads the file that the user has just chosen in the file input with an id.
func fileText(id string, done func(text string, ok bool)) {
	field := dom.ByID(id)
	if files := field.Get("files"); files.Length() > 0 {
		textOf(files.Index(0).Call("text"), done)
		field.Set("value", "") // so that choosing the same file again is a change
	}
}

// filesText reads the files that the user has just chosen in the file input with an id, as one text: before each file
// come \x01, its name and a line break. ok is false if they have more than most bytes together, or cannot be read.
func filesText(id string, most int, done func(text string, ok bool)) {
	field := dom.ByID(id)
	files, parts := field.Get("files"), js.Global().Get("Array").New()
	for i := range files.Length() {
		parts.Call("push", "\x01"+files.Index(i).Get("name").String()+"\n", files.Index(i))
	}
	all := js.Global().Get("Blob").New(parts)
	field.Set("value", "") // so that choosing the same files again is a change
	if all.Get("size").Int() > most {
		done("", false)
		return
	}
	textOf(all.Call("text"), done)
}

// textOf passes the text of a promise to done.
func textOf(text js.Value, done func(text string, ok bool)) {
	var got, failed js.Func
	end := func(text string, ok bool) {
		got.Release()
		failed.Release()
		done(text, ok)
	}
	failed = js.FuncOf(func(js.Value, []js.Value) any { end("", false); return nil })
	got = js.FuncOf(func(_ js.Value, args []js.Value) any { end(args[0].String(), true); return nil })
	text.Call("then", got, failed)
}

// notesWindow opens the presenter's window with a name, or finds the one that has it; nil if the browser does not open
// one. act is called with its keys; each of its buttons counts as a key, or as "reset".
func notesWindow(name string, act func(key string)) app.Value {
	w := app.Window().Call("open", "", name, "popup,width=980,height=720")
	if !w.Truthy() {
		return nil
	}
	d := w.Get("document")
	d.Set("title", words.Say("Speaker notes"))
	d.Get("documentElement").Set("lang", tongue())
	main := d.Call("createElement", "main")
	setHTML(main, `<div id="head"><div id="clock"></div><div id="at"></div></div><div id="pages"><div id="this"><h1></h1>`+
		`<div id="now"></div></div><div id="then"><h2></h2><div id="next"></div></div></div><div id="notes"></div>`)
	head := main.Get("firstChild")
	for _, b := range [][2]string{{"reset", words.Say("Reset the time")}, {"ArrowLeft", words.Say("Previous")},
		{"ArrowRight", words.Say("Next")}} {
		button := d.Call("createElement", "button")
		button.Set("id", b[0])
		button.Set("textContent", b[1])
		head.Call("append", button)
	}
	d.Get("body").Call("replaceChildren", main)
	// Listeners that this page had before a reload are gone, so they are set again.
	hears := func(of func(e js.Value) string) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			if key := of(args[0]); key != "" {
				args[0].Call("preventDefault")
				act(key)
			}
			return nil
		})
	}
	w.Set("onkeydown", hears(func(e js.Value) string {
		key := e.Get("key").String()
		if dom.WithCtrl(e) || e.Get("altKey").Truthy() || len(key) > 1 &&
			!strings.HasPrefix(key, "Arrow") && !strings.HasPrefix(key, "Page") && key != "Home" && key != "End" &&
			key != "Escape" || key == " " && e.Get("target").Call("matches", "button").Bool() {
			return ""
		}
		return key
	}))
	w.Set("onclick", hears(func(e js.Value) string {
		if b := e.Get("target").Call("closest", "button"); b.Truthy() {
			return b.Get("id").String()
		}
		return ""
	}))
	if sheets := w.Get("CSSStyleSheet"); sheets.Truthy() { // otherwise the notes have the browser's own style
		sheet := sheets.New()
		sheet.Call("replaceSync", notesStyle)
		list := w.Get("Array").New()
		list.Call("push", sheet)
		d.Set("adoptedStyleSheets", list)
	}
	return w
}

const notesStyle = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText;
	--soft: color-mix(in srgb, CanvasText 72%, Canvas); }
body { margin: 0; font: 22px/1.5 system-ui, sans-serif; }
main { display: flex; flex-direction: column; box-sizing: border-box; height: 100vh; padding: 14px 22px; }
#head { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; font-variant-numeric: tabular-nums; }
#clock { font-size: 30px; font-weight: 600; }
#at { order: 2; margin-left: auto; font-size: 26px; }
#reset { order: 1; }
#ArrowLeft, #ArrowRight { order: 3; }
button { min-height: 40px; padding: 0 16px; border: 1px solid var(--soft); border-radius: 8px; background: none;
	color: inherit; font: inherit; font-size: 18px; cursor: pointer; }
button:focus-visible { outline: 3px solid #1f6fb2; }
#pages { display: grid; grid-template-columns: 3fr 2fr; gap: 18px; margin: 10px 0; }
h1, h2 { margin: 0 0 4px; font-size: 20px; line-height: 1.3; }
h2 { color: var(--soft); font-weight: 500; }
img { display: block; width: 100%; height: 38vh; border-radius: 8px; box-shadow: 0 0 0 1px var(--soft);
	background: #fff; object-fit: contain; }
#then img { height: 27vh; }
#notes { flex: 1; min-height: 0; overflow: auto; padding-top: 6px; border-top: 1px solid var(--soft); font-size: 24px; }
@media (max-width: 560px) { #pages { grid-template-columns: 1fr; } #then img { display: none; } }`

// writeWindow sets the content of an element of that window, by a selector; html comes from this page.
func writeWindow(w app.Value, where, html string) {
	if el := w.Get("document").Call("querySelector", where); el.Truthy() {
		setHTML(el, html)
	}
}

// showInWindow shows the image at an address in an element of that window; "" removes it.
func showInWindow(w app.Value, where, address string) {
	el := w.Get("document").Call("querySelector", where)
	if !el.Truthy() {
		return
	}
	if address == "" {
		el.Call("replaceChildren")
		return
	}
	img := el.Get("firstChild")
	if !img.Truthy() {
		img = w.Get("document").Call("createElement", "img")
		img.Set("alt", "")
		el.Call("append", img)
	}
	if img.Get("src").String() != address {
		img.Set("src", address)
	}
}

func windowClosed(w app.Value) bool { return w.Get("closed").Truthy() }
