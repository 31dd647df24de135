// Package export is the room of the dialog that asks how a figure in a file is made.
package export

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"pointscape/app/room/clock"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Shelf keeps texts by name where the browser has them.
type Shelf interface {
	Get(key string) string
	Set(key, value string) bool
}

// Needs are what a Dialog works with.
type Needs struct {
	Shelf Shelf
	Clock clock.Clock
	// Make has the engine make a file of the present document, and tells how far it is. It may never answer,
	// while there is nothing to be drawn. What it returns gives the file up.
	Make func(o picture.ExportOptions, progress func(float64), done func(wire.Exported, []byte, *wire.Error)) func()
	// Motions are what of the document can move, and how it is told.
	Motions func() []Motion
	// Save gives people a file, Show shows a picture as the preview.
	Save, Show func(f wire.Exported, b []byte)
	// Changed tells that something else is to be seen.
	Changed func()
}

// Motion is what of a document can move: picture.Steps or picture.Swept, and how it is told.
type Motion struct{ Moves, Says string }

const (
	// key is where the options of last time are kept.
	key = "pointscape.figure"
	// rest is how long nothing must change before the preview is made.
	rest = 250 * time.Millisecond
	// PreviewWidth is how wide the preview is, in pixels of a screen, of which it may
	// have two for one.
	PreviewWidth = 360
)

// Dialog owns the options of a figure, from the opening of the dialog to the file.
type Dialog struct {
	Needs
	open    bool
	options picture.ExportOptions
	text    map[string]string // what is typed in a field of a number, while it is none that holds
	failed  string            // why the engine made no file
	making  bool
	done    float64 // of what is made
	cancel  func()
	motions []Motion
	closed  int // how often: a file that was asked for before is not saved
	timer   clock.Timer
	asked   int // previews
	shown   bool
}

// Open opens the dialog with the options of last time. kind is one of a figure, or ""
// for that of last time.
func (d *Dialog) Open(kind string) {
	if d.open {
		return
	}
	d.open, d.text, d.failed, d.making, d.shown = true, map[string]string{}, "", false, false
	d.options = picture.DefaultExport()
	if kept := d.Shelf.Get(key); kept != "" {
		o := picture.DefaultExport()
		if err := json.Unmarshal([]byte(kept), &o); err == nil {
			if field, _, _ := o.Wrong(); field == "" {
				d.options = o
			}
		}
	}
	if kind != "" {
		d.options.Kind = kind
	}
	d.motions = d.Needs.Motions()
	if len(d.motions) == 0 && picture.Moving(d.options.Kind) {
		d.options.Kind = picture.KindSVG
	}
	d.settle()
	d.preview(0)
	d.Changed()
}

// settle makes a figure in motion one of what there is.
func (d *Dialog) settle() {
	o := &d.options
	if !picture.Moving(o.Kind) {
		return
	}
	if !slices.ContainsFunc(d.motions, func(m Motion) bool { return m.Moves == o.Moves }) {
		o.Moves = d.motions[0].Moves
	}
	o.Background = picture.Filled
}

// Motions are what can move in the figure; none, and it stands still.
func (d *Dialog) Motions() []Motion { return d.motions }

// Done is how much of the file is made.
func (d *Dialog) Done() float64 { return d.done }

// Close closes the dialog; what was chosen stays for the next time, if it is right.
func (d *Dialog) Close() {
	if !d.open {
		return
	}
	d.keep()
	d.open = false
	if d.making && d.cancel != nil {
		d.cancel()
	}
	d.asked++
	d.closed++
	d.timer.Stop()
	d.Changed()
}

func (d *Dialog) keep() {
	if f, _ := d.Wrong(); f != "" {
		return
	}
	if b, err := json.Marshal(d.options); err == nil {
		d.Shelf.Set(key, string(b))
	}
}

// IsOpen tells whether the dialog is open.
func (d *Dialog) IsOpen() bool { return d.open }

// Making tells whether the file is being made.
func (d *Dialog) Making() bool { return d.making }

// Shown tells whether there is a preview.
func (d *Dialog) Shown() bool { return d.shown }

// Failed is why there is no file, or no preview.
func (d *Dialog) Failed() string { return d.failed }

// Options are the present options, as far as they hold.
func (d *Dialog) Options() picture.ExportOptions { return d.options }

// Text is what stands in a field of a number.
func (d *Dialog) Text(field string) string {
	if s, ok := d.text[field]; ok {
		return s
	}
	if p := d.number(field); p != nil {
		return strconv.FormatFloat(*p, 'f', -1, 64)
	}
	return ""
}

// number is where a field of a number is kept.
func (d *Dialog) number(field string) *float64 {
	switch field {
	case "width":
		return &d.options.Width
	case "type":
		return &d.options.Type
	case "dpi":
		if picture.Moving(d.options.Kind) {
			return &d.options.FilmDPI
		}
		return &d.options.DPI
	case "fps":
		return &d.options.FPS
	}
	return nil
}

// Wrong tells which field is wrong, and what is wrong with it.
func (d *Dialog) Wrong() (field, message string) {
	for _, f := range []string{"width", "type", "dpi", "fps"} {
		if s, ok := d.text[f]; ok && (f != "dpi" || d.AsksDPI()) && (f != "fps" || picture.Moving(d.options.Kind)) {
			return f, doc.Errorf(f, "a number", s).Error()
		}
	}
	if field, want, got := d.options.Wrong(); field != "" {
		return field, doc.Errorf(field, want, got).Error()
	}
	return "", ""
}

// AsksDPI tells whether the pixels per inch are asked for: where the width is in
// pixels, it says how many there are.
func (d *Dialog) AsksDPI() bool {
	return d.options.Frame().Kind == picture.KindPNG && d.options.Unit == picture.Millimetres
}

// Set changes a field: to a text, a choice, or "true" and "false".
func (d *Dialog) Set(field, value string) {
	o := &d.options
	if p := d.number(field); p != nil {
		x, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(value), ",", ".", 1), 64)
		if err != nil || math.IsInf(x, 0) || x != x {
			d.text[field] = value
		} else {
			delete(d.text, field)
			*p = x
		}
	}
	switch field {
	case "kind":
		if picture.Moving(value) && len(d.motions) == 0 {
			return
		}
		if picture.Moving(value) != picture.Moving(o.Kind) {
			delete(d.text, "dpi") // the field is another's
		}
		o.Kind = value
		d.settle()
	case "moves":
		o.Moves = value
	case "unit":
		d.setUnit(value)
	case "palette":
		o.Palette = value
	case "background":
		o.Background = value
	case "legend":
		o.Legend = value == "true"
	case "titles":
		o.Titles = value == "true"
	case "panels":
		o.Panels = value == "true"
	}
	d.failed = ""
	d.preview(rest)
	d.Changed()
}

// setUnit keeps the figure as large as it is.
func (d *Dialog) setUnit(unit string) {
	o := &d.options
	if unit == o.Unit {
		return
	}
	o.Unit = unit
	if unit == picture.Pixels {
		o.Width, o.DPI = math.Round(o.Width/25.4*96), 96
	} else {
		o.Width, o.DPI = math.Round(o.Width/96*25.4), picture.DefaultExport().DPI
	}
	delete(d.text, "width")
	delete(d.text, "dpi")
}

// preview has the preview made once nothing has changed for a while.
func (d *Dialog) preview(wait time.Duration) {
	d.asked++
	d.timer.Set(d.Clock, wait, func() {
		if f, _ := d.Wrong(); f != "" || !d.open {
			return
		}
		me := d.asked
		d.Make(d.options.Preview(2*PreviewWidth), func(float64) {}, func(f wire.Exported, b []byte, e *wire.Error) {
			if me != d.asked || !d.open {
				return
			}
			if e != nil {
				d.failed = e.Message
			} else {
				d.shown = true
				d.Show(f, b)
			}
			d.Changed()
		})
	})
}

// Export has the file made and saved, and closes the dialog.
func (d *Dialog) Export() {
	if f, _ := d.Wrong(); f != "" || d.making || !d.open {
		return
	}
	d.making, d.failed, d.done = true, "", 0
	d.keep()
	me := d.closed
	progress := func(done float64) {
		if me == d.closed && d.making {
			d.done = done
			d.Changed()
		}
	}
	d.cancel = d.Make(d.options, progress, func(f wire.Exported, b []byte, e *wire.Error) {
		if me != d.closed {
			return // people have left the dialog meanwhile
		}
		d.making = false
		if e != nil {
			d.failed = e.Message
			d.Changed()
			return
		}
		d.Save(f, b)
		d.Close()
	})
	d.Changed()
}
