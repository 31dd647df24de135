//go:build !(js && wasm)

package ui

import "pointscape/app/workers"

func (c *Core) listen() {}

func typedTable() workers.Text         { return workers.Text{} }
func chosenFile() (workers.File, bool) { return workers.File{}, false }
