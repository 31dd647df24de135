//go:build !(js && wasm)

package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/clock"
)

// system is the machine's clock.
type system = clock.System

// sizes does nothing outside the browser.
type sizes struct{}

func (*sizes) watch(string, func()) {}

func fetchText(string, func(text string, ok bool)) {}

func fileText(string, func(string, bool))        {}
func filesText(string, int, func(string, bool))  {}
func notesWindow(string, func(string)) app.Value { return nil }
func writeWindow(app.Value, string, string)      {}
func showInWindow(app.Value, string, string)     {}
func windowClosed(app.Value) bool                { return true }
