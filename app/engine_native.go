//go:build !(js && wasm)

package main

// engine returns false: this is not a worker.
func engine() bool { return false }
