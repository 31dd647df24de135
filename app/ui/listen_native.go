//go:build !(js && wasm)

package ui

func (c *Core) listen() {}
