// Package export has the dialog with the options of a figure that is saved to a file.
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

// Shelf stores texts by name in the browser.
type Shelf interface {
	Get(key string) string
	Set(key, value string) bool
}

// Needs has what a Dialog depends on.
type Needs struct {
	Shelf Shelf
	Clock clock.Clock
	// Make has the engine make a file of the present document, and reports its progress from 0 to 1. If there is
	// nothing to draw, it may not answer. It returns a function that gives the file up.
	Make func(o picture.ExportOptions, progress func(float64), done func(wire.Exported, []byte, *wire.Error)) func()
	// Motions returns what can move in the document's figure.
	Motions func() []Motion
	// Save gives the user a file, Show displays a picture as the preview.
	Save, Show func(f wire.Exported, b []byte)
	// Changed is called when the dialog must be shown anew.
	Changed func()
}

// Motion is something that can move in a figure: Moves is picture.Steps or picture.Swept, and Says its label.
type Motion struct{ Moves, Says string }

const (
	// key is the storage key of the last options.
	key = "pointscape.figure"
	// rest is how long nothing must change before the preview is made.
	rest = 250 * time.Millisecond
	// PreviewWidth is the width of the preview in CSS pixels.
	PreviewWidth = 360
)

// Dialog has the options of a figure, from the opening of the dialog to the file.
type Dialog struct {
	Needs
	open    bool
	options picture.ExportOptions
	text    map[string]string // content of number fields whose text is not valid
	failed  string            // why the engine made no file
	making  bool
	done    float64 // finished fraction of the file
	cancel  func()
	motions []Motion
	closed  int // number of times the dialog was closed: a file that was asked for before is not saved
	timer   clock.Timer
	asked   int // number of previews asked for and of closings: an earlier preview is ignored
	shown   bool
}

// Open opens the dialog with the options of last time. kind is the kind of figure, "" for that of last time.
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

// settle sets the motion of a moving figure to one that the document has, and its background, which is always filled.
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

// Motions returns what can move in the figure; none = only figures without motion can be made.
func (d *Dialog) Motions() []Motion { return d.motions }

// Done returns the finished fraction of the file.
func (d *Dialog) Done() float64 { return d.done }

// Close closes the dialog. Valid options are stored for the next time.
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

// IsOpen reports whether the dialog is open.
func (d *Dialog) IsOpen() bool { return d.open }

// Making reports whether the file is being made.
func (d *Dialog) Making() bool { return d.making }

// Shown reports whether there is a preview.
func (d *Dialog) Shown() bool { return d.shown }

// Failed returns why there is no file, or no preview.
func (d *Dialog) Failed() string { return d.failed }

// Options returns the present options, with the last valid values of fields that are not valid.
func (d *Dialog) Options() picture.ExportOptions { return d.options }

// Text returns the content of a number field.
func (d *Dialog) Text(field string) string {
	if s, ok := d.text[field]; ok {
		return s
	}
	if p := d.number(field); p != nil {
		return strconv.FormatFloat(*p, 'f', -1, 64)
	}
	return ""
}

// number returns the address of a number field's value.
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

// Wrong returns the first field that is not valid, and why.
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

// AsksDPI reports whether the dialog asks for the pixels per inch: not if the width is in pixels.
func (d *Dialog) AsksDPI() bool {
	return d.options.Frame().Kind == picture.KindPNG && d.options.Unit == picture.Millimetres
}

// Set changes a field to a text, a choice, or "true" or "false".
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
			delete(d.text, "dpi") // the field is that of another unit
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

// setUnit changes the unit and keeps the figure's size.
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

// preview makes the preview once nothing has changed for a while.
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
			return // the dialog was closed in the meantime
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
