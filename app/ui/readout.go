package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/stage"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// readout is what stands in a corner of the stage, as pointing.Readout wants it.
type readout struct {
	screen            *stage.Screen
	at, answer, lines line
	box               app.Value // its class list
}

func (r *readout) ShowPlace(text string) { r.at.set("readout-at", text) }

func (r *readout) ShowAnswer(x *wire.Explanation) {
	if x == nil {
		x = &wire.Explanation{}
	}
	r.answer.set("readout-answer", x.Answer)
	r.lines.set("readout-lines", strings.Join(x.Lines, "\n"))
	r.screen.SetExplained([]picture.Layer(x.Layers))
}

func (r *readout) ShowBox(on, left bool) {
	if !app.IsClient {
		return
	}
	if r.box == nil {
		el := byID("readout")
		if !el.Truthy() {
			return
		}
		r.box = el.Get("classList")
	}
	r.box.Call("toggle", "on", on)
	r.box.Call("toggle", "left", left)
}
