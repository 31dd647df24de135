package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// readout is the box in a corner of the stage that describes the position or key pointed at; it implements
// inspector.Readout.
type readout struct {
	*Core

	at, answer, lines line
	keys              []picture.Key    // entries of the legend that is shown
	palette           *picture.Palette // palette of its swatches
	box               app.Value        // class list of the box's element
	aside             bool             // the key pointed at is not on the plane
	long              bool             // there are many lines, shown in two columns
	count             int              // number of lines
}

// Open reports whether the model can be asked. While a question of a course hides the picture, it cannot: the answers
// would reveal parts of the picture.
func (r *readout) Open() bool {
	return r.editor.Loaded() && r.client.Picture() != nil && !r.lecture.Veiled()
}

// Hovered passes the pointer's position to the index of keys.
func (r *readout) Hovered(px, py float64, on bool) {
	r.hits.Over(r.editor.View.Now(), px, py, on && !r.lecture.Veiled())
}

// Ask asks the engine for an explanation, and passes the keys in it to the index of keys.
func (r *readout) Ask(q wire.Explain, done func(*wire.Explanation)) {
	r.client.Explain(q, func(x *wire.Explanation) {
		r.hits.Explained(x)
		done(x)
	})
}

// manyLines is the maximum number of lines in one column: the answer about ten classes has a line each.
const manyLines = 8

func (r *readout) ShowPlace(text string) { r.at.set("readout-at", text) }

func (r *readout) ShowAnswer(x *wire.Explanation) {
	if x == nil {
		x = &wire.Explanation{}
	}
	r.answer.set("readout-answer", x.Answer)
	if aside := r.hits.Outside(); aside != r.aside && r.box != nil {
		r.aside = aside
		r.box.Call("toggle", "aside", aside)
	}
	lines := x.Lines
	if hint := r.hits.Hint(x); hint != "" {
		lines = append(lines[:len(lines):len(lines)], hint)
	}
	r.lines.set("readout-lines", strings.Join(lines, "\n"))
	r.count = len(lines)
	if long := len(lines) > manyLines; long != r.long && r.box != nil {
		r.long = long
		r.box.Call("toggle", "long", long)
	}
	r.screen.Top.SetExplained([]picture.Layer(x.Layers))
	r.showKeys(x.Keys)
}

// showKeys shows the legend of an explanation. Mostly it is the one that is shown already, and nothing is written.
func (r *readout) showKeys(keys []picture.Key) {
	now := r.theme.Palette()
	if now == r.palette && picture.Alike(keys, r.keys) {
		return
	}
	if !picture.SameWords(keys, r.keys) {
		el := byID("readout-keys")
		if el == nil || !el.Truthy() {
			return
		}
		setHTML(el, pointedKeys(keys))
	}
	r.keys, r.palette = keys, now
	for i, k := range keys {
		r.legend.paintKey(pointedKey(i), k)
	}
}

// pointedKeys returns the legend of an explanation as HTML.
func pointedKeys(keys []picture.Key) string {
	var b strings.Builder
	for i, k := range keys {
		b.WriteString(`<div><span class="swatch" id="` + pointedKey(i) + `"></span>` + prose(upperFirst(k.Says)).html() +
			`</div>`)
	}
	return b.String()
}

func pointedKey(i int) string { return "key-here-" + strconv.Itoa(i) }

func (r *readout) ShowBox(on, left, low bool) {
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
	r.box.Call("toggle", "low", low)
}

// Size estimates the size of the readout: measuring it would cost a layout with every move.
func (r *readout) Size() (w, h float64) {
	if r.long {
		return 540, 90 + lineHeight*float64(r.count+1)/2
	}
	return 280, 230
}

// lineHeight is the height of a line of the readout, in CSS pixels.
const lineHeight = 18
