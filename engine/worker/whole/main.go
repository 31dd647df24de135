//go:build js && wasm

// Command whole is engine-whole.wasm: an engine with all methods.
package main

import (
	"pointscape/engine/catalog"
	"pointscape/engine/session"
	"pointscape/engine/worker"
)

func main() {
	worker.ShareStudies()
	worker.Run(session.New(catalog.All()), true)
}
