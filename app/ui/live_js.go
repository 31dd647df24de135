//go:build js && wasm

package ui

import "syscall/js"

// classServer returns the address of the site's server of live classes, "" if there is none.
func classServer() string {
	if at := js.Global().Get("pointscapeBoot").Get("class"); at.Truthy() {
		return at.String()
	}
	return ""
}

// goTo leaves the page for another address.
func goTo(address string) { js.Global().Get("location").Call("assign", address) }
