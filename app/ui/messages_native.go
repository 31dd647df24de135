//go:build !(js && wasm)

package ui

// post does nothing outside a browser.
func post(map[string]any, []string) {}
