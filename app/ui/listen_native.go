//go:build !(js && wasm)

package ui

import "pointscape/app/workers"

type listeners struct{ core *Core }

func (listeners) attach() {}

func typedTable() workers.Text         { return workers.Text{} }
func chosenFile() (workers.File, bool) { return workers.File{}, false }
