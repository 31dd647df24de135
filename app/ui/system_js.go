//go:build js && wasm

package ui

import (
	"syscall/js"
	"time"

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
