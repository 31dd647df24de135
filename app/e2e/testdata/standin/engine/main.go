//go:build js && wasm

// The same engine as a program of its own.
package main

import "pointscape/app/e2e/testdata/standin/app/engine"

func main() { engine.Run() }
