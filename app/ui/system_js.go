//go:build js && wasm

package ui

import (
	"syscall/js"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/clock"
)

// system is the machine's clock, whose alarms the browser keeps: a timer of Go's is set and
// cleared anew whenever the program has nothing to do, which is after each event.
type system struct{ clock.System }

func (system) After(d time.Duration, f func()) (stop func()) {
	var call js.Func
	call = js.FuncOf(func(js.Value, []js.Value) any {
		call.Release()
		f()
		return nil
	})
	id := js.Global().Call("setTimeout", call, max(0, (d+time.Millisecond-1).Milliseconds())) // no sooner
	return func() {
		js.Global().Call("clearTimeout", id)
		call.Release()
	}
}

// fetchText fetches a file of the site; it is given up where nothing of it comes for some seconds.
func fetchText(path string, done func(text string, ok bool)) {
	textOf(js.Global().Get("Go").Call("fetch", path), done)
}

// fileText reads the file that people have just chosen in a field.
func fileText(id string, done func(text string, ok bool)) {
	field := js.Global().Get("document").Call("getElementById", id)
	if files := field.Get("files"); files.Length() > 0 {
		textOf(files.Index(0).Call("text"), done)
		field.Set("value", "") // the same one may be chosen again
	}
}

// textOf is a text that is promised.
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

// notesWindow opens a window for a speaker's notes, or finds the one of that name; nil where the browser opens none.
func notesWindow(name string) app.Value {
	w := app.Window().Call("open", "", name, "popup,width=520,height=560")
	if !w.Truthy() {
		return nil
	}
	d := w.Get("document")
	d.Set("title", "Notes")
	d.Get("documentElement").Set("lang", tongue())
	main := d.Call("createElement", "main")
	setHTML(main, `<div id="clock"></div><div id="notes"></div>`)
	d.Get("body").Call("replaceChildren", main)
	if sheets := w.Get("CSSStyleSheet"); sheets.Truthy() { // without, the notes are there, in the browser's own style
		sheet := sheets.New()
		sheet.Call("replaceSync", `body { margin: 24px; font: 20px/1.5 system-ui, sans-serif; }
			:root { color-scheme: light dark; background: Canvas; color: CanvasText; }
			h1 { margin: 12px 0; font-size: 24px; } #clock { font-variant-numeric: tabular-nums; color: color-mix(in srgb, CanvasText 72%, Canvas); }`)
		list := w.Get("Array").New()
		list.Call("push", sheet)
		d.Set("adoptedStyleSheets", list)
	}
	return w
}

// writeWindow writes into an element of that window; the HTML is the page's own.
func writeWindow(w app.Value, id, html string) {
	if el := w.Get("document").Call("getElementById", id); el.Truthy() {
		setHTML(el, html)
	}
}

func windowClosed(w app.Value) bool { return w.Get("closed").Truthy() }
