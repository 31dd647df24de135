//go:build !(js && wasm)

package main

// engine tells that this is no worker.
func engine() bool { return false }
