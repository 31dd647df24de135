//go:build js && wasm

package main

import (
	"syscall/js"

	"pointscape/engine/catalog"
	"pointscape/engine/session"
	"pointscape/engine/worker"
)

// engine runs the first engine and returns true if the program runs in a worker; on a page it does nothing and returns
// false.
func engine() bool {
	if js.Global().Get("document").Truthy() {
		return false
	}
	worker.Run(session.With(catalog.First()), false)
	return true
}
