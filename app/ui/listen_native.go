//go:build !(js && wasm)

package ui

import "pointscape/app/pool"

func (c *Core) listen() {}

func typedTable() pool.Text         { return pool.Text{} }
func chosenFile() (pool.File, bool) { return pool.File{}, false }
