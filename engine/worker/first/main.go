//go:build js && wasm

// Command first is engine.wasm: an engine with the methods that are there at once.
package main

import (
	"pointscape/engine/catalog"
	"pointscape/engine/session"
	"pointscape/engine/worker"
)

func main() { worker.Run(session.Lean(catalog.First()), false) }
