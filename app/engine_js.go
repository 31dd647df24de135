//go:build js && wasm

package main

import (
	"syscall/js"

	"pointscape/engine/catalog"
	"pointscape/engine/session"
	"pointscape/engine/worker"
)

// engine is the first engine, as long as there is work, and true; where there is a document, it is nothing and false.
func engine() bool {
	if js.Global().Get("document").Truthy() {
		return false
	}
	worker.Run(session.Lean(catalog.First()), false)
	return true
}
