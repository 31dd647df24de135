//go:build js && wasm

// The engine of the package app/engine as a program of its own.
package main

import "pointscape/app/e2e/testdata/standin/app/engine"

func main() { engine.Run() }
