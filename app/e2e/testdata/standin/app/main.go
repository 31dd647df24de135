//go:build js && wasm

// A program as small as can be. In a page it takes the place of the body's first element, as go-app does, notes when
// the engine is ready and when an update is there, and panics on request (crashPage); in a worker it is the engine.
package main

import (
	"syscall/js"

	"pointscape/app/e2e/testdata/standin/app/engine"
)

func main() {
	document := js.Global().Get("document")
	if document.IsUndefined() {
		engine.Run()
	}
	div := document.Call("createElement", "div")
	div.Set("id", "standin")
	div.Set("textContent", "The page's program runs.")
	document.Get("body").Get("firstElementChild").Call("replaceWith", div)

	js.Global().Get("localStorage").Call("setItem", "standin", "1") // as go-app does, without asking first

	boot := js.Global().Get("pointscapeBoot")
	receive := func(m js.Value) {
		if m.Get("type").String() != "hello" {
			return
		}
		div.Get("dataset").Set("engine", "ready")
		if parent := js.Global().Get("parent"); !parent.Equal(js.Global()) {
			parent.Call("postMessage", "engine ready", "*")
		}
	}
	for queued := boot.Get("queued"); queued.Length() > 0; {
		receive(queued.Call("shift"))
	}
	boot.Get("worker").Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		receive(args[0].Get("data"))
		return nil
	}))
	js.Global().Set("goappOnUpdate", js.FuncOf(func(js.Value, []js.Value) any {
		div.Get("dataset").Set("update", "there")
		return nil
	}))
	js.Global().Set("crashPage", js.FuncOf(func(js.Value, []js.Value) any {
		go panic("the page was asked to crash")
		return nil
	}))
	select {}
}
