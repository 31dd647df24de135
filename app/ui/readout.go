package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// readout is what stands in a corner of the stage, as inspector.Readout wants it.
type readout struct {
	core              *Core
	at, answer, lines line
	keys              []picture.Key    // of the legend that is shown
	palette           *picture.Palette // in which it is
	box               app.Value        // its class list
	aside             bool             // what is pointed at is not on the plane
}

func (r *readout) ShowPlace(text string) { r.at.set("readout-at", text) }

func (r *readout) ShowAnswer(x *wire.Explanation) {
	if x == nil {
		x = &wire.Explanation{}
	}
	r.answer.set("readout-answer", x.Answer)
	if aside := r.core.hits.Outside(); aside != r.aside && r.box != nil {
		r.aside = aside
		r.box.Call("toggle", "aside", aside)
	}
	lines := x.Lines
	if hint := r.core.hits.Hint(x); hint != "" {
		lines = append(lines[:len(lines):len(lines)], hint)
	}
	r.lines.set("readout-lines", strings.Join(lines, "\n"))
	r.core.screen.SetExplained([]picture.Layer(x.Layers))
	r.showKeys(x.Keys)
}

// showKeys shows what the marks of an explanation mean. Mostly it is what it was a
// moment ago, and nothing is written.
func (r *readout) showKeys(keys []picture.Key) {
	now := r.core.theme.Palette()
	if now == r.palette && picture.Alike(keys, r.keys) {
		return
	}
	if !picture.SameWords(keys, r.keys) {
		el := byID("readout-keys")
		if el == nil || !el.Truthy() {
			return
		}
		el.Set("innerHTML", pointedKeys(keys))
	}
	r.keys, r.palette = keys, now
	for i, k := range keys {
		r.core.legend.paintKey(pointedKey(i), k)
	}
}

// pointedKeys is the legend of what is pointed out, as HTML.
func pointedKeys(keys []picture.Key) string {
	var b strings.Builder
	for i, k := range keys {
		b.WriteString(`<div><span class="swatch" id="` + pointedKey(i) + `"></span>` + prose(upperFirst(k.Says)).html() + `</div>`)
	}
	return b.String()
}

func pointedKey(i int) string { return "key-here-" + strconv.Itoa(i) }

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
