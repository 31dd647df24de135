package ui

import (
	"slices"
	"strings"

	"pointscape/app/room/clock"
	"pointscape/app/room/frame"
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// opener opens what people bring, and has data made.
type opener struct {
	*Core

	late clock.Timer
	slow bool // what is to be opened has not come for some seconds
}

// dropped opens a file that was dropped on the stage, and would take everything's place.
func (op *opener) dropped(f workers.File) {
	if !op.editor.Denies(frame.Method, "the picture") {
		op.file(f)
	}
}

// file opens a file that people have chosen.
func (op *opener) file(f workers.File) {
	op.importer.File(f, func() doc.Document { return op.titled(f.Title()) }, func(notes []string, e *wire.Error) {
		if e != nil {
			op.board.Toast(e.Message, true)
			return
		}
		if op.menus.open == "data" {
			op.menus.close() // what was opened is what is looked at
		}
		op.board.Tell(sentences([]string{"opened " + f.Shown() + ": " + words.Count(len(op.editor.Now().Points), "point")}),
			sentences(notes))
	})
}

// titled is the present with the title that it has with other data.
func (op *opener) titled(data string) doc.Document {
	d := op.editor.Now()
	d.Title = op.editor.Titled(data)
	return d
}

// table reads a table that was typed, or pasted and is too long to be shown.
func (op *opener) table(text workers.Text, pasted bool) {
	op.importer.Text(text, op.titled(""), func(notes []string, e *wire.Error) {
		op.dataFields.Clear()
		switch {
		case e != nil:
			op.dataFields.Refuse("table", "", e.Message)
		case pasted:
			op.Note(append([]string{"the pasted table is too long to show and was opened " +
				"directly: " + words.Count(len(op.editor.Now().Points), "point")}, notes...))
		default:
			op.Note(notes)
		}
	})
}

// Opening writes whether the page is at rest. What takes long to be opened is told: a table may be on its way.
func (op *opener) Opening() {
	op.page.writeVersions()
	if !op.importer.Opening() {
		op.late.Stop()
		op.tellLate(false)
	} else if !op.late.Waits() && !op.slow {
		op.late.Set(op.board.Clock, slowAfter, func() { op.tellLate(op.importer.Opening()) })
	}
}

func (op *opener) tellLate(slow bool) {
	if slow != op.slow {
		op.slow = slow
		op.page.changed(theNotices)
	}
}

// Note tells people how what they have opened was read: the first note at once, the others when they ask.
func (op *opener) Note(notes []string) {
	if len(notes) > 0 {
		op.board.Tell(sentences(notes[:1]), sentences(notes[1:]))
	}
}

// pasteShown is the longest text that is pasted into the table's field, in
// characters. Longer ones would take the browser seconds to lay out, and nobody
// edits them by hand.
const pasteShown = 300_000

// silent tells nobody how far a file is.
func silent(float64) {}

// export has the engine make a file of data, and saves it; of figures people are asked
// more.
func (ex *exporter) export(kind string) {
	if version, is := strings.CutPrefix(kind, "scorm"); is {
		ex.handouts.pack(version)
		return
	}
	if picture.Moving(kind) || slices.Contains(picture.Kinds, kind) {
		ex.exporting.Open(kind)
		return
	}
	o := picture.ExportOptions{Site: plainAddress()}
	ex.client.Export(kind, o, silent, func(f wire.Exported, b []byte, e *wire.Error) {
		if e != nil {
			ex.board.Toast(e.Message, true)
			return
		}
		ex.Save(f, b)
		if _, left := ex.embedder.lean(ex.editor.Now()); left != nil && (kind == "csv" || kind == "json") {
			ex.board.News("The file also contains data that the picture does not show: " + strings.Join(left, ", "))
		}
	})
}

// copyProgram puts the Python program that fits the document on the clipboard.
func (ex *exporter) copyProgram() {
	ex.client.Export(method.ScikitLearn, picture.ExportOptions{}, silent, func(_ wire.Exported, b []byte, e *wire.Error) {
		if e != nil {
			ex.board.Toast(e.Message, true)
			return
		}
		copyText(string(b), func(ok bool) {
			if ok {
				ex.board.Toast("Copied the Python program.", false)
			} else {
				ex.board.Toast("The browser does not allow copying: save the program instead.", false)
			}
		})
	})
}

// Make has points made for a method that has none; see editor.Needs.
func (op *opener) Make(d doc.Document, what string) {
	op.importer.Document(d, what, "", func(e *wire.Error) {
		if e != nil {
			op.board.Toast(e.Message, true)
			return
		}
		op.board.Undoable("Sample data for this method. Your own points return when you choose a method for them.")
	})
}

// Unroll has points made of a table's rows; see editor.Needs.
func (op *opener) Unroll(d doc.Document, done func(doc.Document)) {
	op.importer.Made(d, func(made doc.Document, e *wire.Error) {
		if e != nil {
			if e.Again {
				op.board.Retry(e.Message, func() { op.Unroll(d, done) })
			} else {
				op.board.Alarm(e.Message)
			}
			op.page.changed(theData) // what was chosen does not hold
			return
		}
		done(made)
	})
}

func (op *opener) Before(d doc.Document, what string) bool {
	ok := op.editor.History.PutBefore(d, what)
	op.page.changed(theHistory)
	return ok
}

// Linked shows the newest permalink where a frame leads out of itself.
func (op *opener) Linked(link string) {
	if a := byID("open-link"); a != nil && a.Truthy() {
		a.Set("href", plainAddress()+"#"+link)
	}
}

// Begun are the places at which the model that is shown has begun by itself; see editor.Needs.
func (op *opener) Begun() map[string][][]float64 {
	if p := op.client.Picture(); p != nil {
		return p.Places
	}
	return nil
}
