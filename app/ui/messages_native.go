//go:build !(js && wasm)

package ui

// post sends a message to the page around.
func post(map[string]any, []string) {}
