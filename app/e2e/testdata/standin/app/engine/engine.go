//go:build js && wasm

// Package engine is an engine as small as can be: it says hello, echoes the ids of messages, and crashes or throws an
// error on request.
package engine

import "syscall/js"

// Run answers messages, and never returns.
func Run() {
	post := func(kind string, id js.Value) {
		m := js.Global().Get("Object").New()
		m.Set("type", kind)
		m.Set("id", id)
		js.Global().Call("postMessage", m)
	}
	js.Global().Call("pointscapeListen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		switch args[0].Get("type").String() {
		case "crash":
			go panic("the engine was asked to crash")
		case "throw":
			args[0].Call("noSuchMethod")
		default:
			post("echo", args[0].Get("id"))
		}
		return nil
	}))
	post("hello", js.Undefined())
	select {}
}
