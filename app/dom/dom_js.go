//go:build js && wasm

package dom

import "syscall/js"

// ByID returns the element with an id; it is falsy if there is none.
func ByID(id string) js.Value { return js.Global().Get("document").Call("getElementById", id) }

// WithCtrl reports whether Ctrl or ⌘ is held in an event.
func WithCtrl(e js.Value) bool { return e.Get("ctrlKey").Truthy() || e.Get("metaKey").Truthy() }

// On adds a listener that lives as long as the page and may call preventDefault.
func On(target js.Value, event string, fn func(e js.Value)) { listen(target, event, fn, false) }

// Capture is On in the capture phase: the listener runs before those of elements inside the target.
func Capture(target js.Value, event string, fn func(e js.Value)) { listen(target, event, fn, true) }

func listen(target js.Value, event string, fn func(e js.Value), capture bool) {
	target.Call("addEventListener", event, Func(event, fn), map[string]any{"passive": false, "capture": capture})
}

// Func makes a function that the browser calls with an event, or with nothing. name is what the console calls it if it
// panics.
func Func(name string, fn func(e js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer Recover(name)
		e := js.Undefined()
		if len(args) > 0 {
			e = args[0]
		}
		fn(e)
		return nil
	})
}

// Recover, deferred, ends a panic and writes it to the console.
func Recover(name string) {
	if r := recover(); r != nil {
		text := "unknown"
		switch x := r.(type) {
		case error:
			text = x.Error()
		case string:
			text = x
		}
		js.Global().Get("console").Call("error", "pointscape: "+name+" could not be handled: "+text)
	}
}
