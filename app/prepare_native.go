//go:build !(js && wasm)

package main

import (
	"errors"

	"pointscape/app/ui"
	"pointscape/app/workers"
	"pointscape/engine/wire"
)

// prepare makes a page without an engine, because there is none outside the browser.
func prepare() *ui.Page {
	none := func(bool, func(workers.Reply)) (workers.Port, error) { return nil, errors.New("this is not a browser") }
	return ui.NewPage(ui.NewCore("light", false), &wire.Offer{}, none, none, none)
}
