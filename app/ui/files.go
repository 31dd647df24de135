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

// opener opens files and other data from outside, and has data made.
type opener struct {
	*Core

	late clock.Timer
	slow bool // what is being opened has not arrived for slowAfter
}

// dropped opens a file that was dropped on the stage, unless the picture is locked: the file would replace everything.
func (op *opener) dropped(f workers.File) {
	if !op.editor.Denies(frame.Method, "the picture") {
		op.file(f)
	}
}

// file opens a file that the user has chosen.
func (op *opener) file(f workers.File) {
	op.importer.File(f, func() doc.Document { return op.titled(f.Title()) }, func(notes []string, e *wire.Error) {
		if e != nil {
			op.board.Toast(e.Message, true)
			return
		}
		if op.menus.open == "data" {
			op.menus.close() // show what was opened
		}
		op.board.Tell(sentences([]string{words.Text("opened %s: %s", f.Shown(), words.Count(len(op.editor.Now().Points),
			"point"))}),
			sentences(notes))
	})
}

// titled returns the present document with the title that it gets with other data.
func (op *opener) titled(data string) doc.Document {
	d := op.editor.Now()
	d.Title = op.editor.Titled(data)
	return d
}

// table opens a table as text: from the field, or pasted and too long to be shown there.
func (op *opener) table(text workers.Text, pasted bool) {
	op.importer.Text(text, op.titled(""), func(notes []string, e *wire.Error) {
		op.dataFields.Clear()
		switch {
		case e != nil:
			op.dataFields.Refuse("table", "", e.Message)
		case pasted:
			op.Note(append([]string{words.Text("the pasted table is too long to show and was opened directly: %s",
				words.Count(len(op.editor.Now().Points), "point"))}, notes...))
		default:
			op.Note(notes)
		}
	})
}

// Opening is called when something begins or ends to be opened. It updates the page's state of rest, and shows a notice
// if opening takes long.
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

// Note tells the user how the opened data were read: the first note at once, the others on demand.
func (op *opener) Note(notes []string) {
	if len(notes) > 0 {
		op.board.Tell(sentences(notes[:1]), sentences(notes[1:]))
	}
}

// pasteShown is the length of the longest text, in characters, that is pasted into a text field. The browser would need
// seconds for the layout of longer texts, and nobody edits them by hand.
const pasteShown = 300_000

// silent ignores the progress of a file.
func silent(float64) {}

// export has the engine make a file, and saves it. For figures and animations it opens the dialog of their options
// instead; packages are made by handouts.
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
			ex.board.News(words.Text("The file also contains data that the picture does not show: %s", strings.Join(left,
				", ")))
		}
	})
}

// copyProgram copies the Python program that fits the document to the clipboard.
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

// Make has sample points made for a method that the present ones do not suit; see editor.Needs.
func (op *opener) Make(d doc.Document, what string) {
	op.importer.Document(d, what, "", func(e *wire.Error) {
		if e != nil {
			op.board.Toast(e.Message, true)
			return
		}
		op.board.Undoable("Sample data for this method. Your own points return when you choose a method for them.")
	})
}

// Unroll has the points of a table's rows made; see editor.Needs.
func (op *opener) Unroll(d doc.Document, done func(doc.Document)) {
	op.importer.Made(d, func(made doc.Document, e *wire.Error) {
		if e != nil {
			if e.Again {
				op.board.Retry(e.Message, func() { op.Unroll(d, done) })
			} else {
				op.board.Alarm(e.Message)
			}
			op.page.changed(theData) // the controls show the document again, not the failed choice
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

// Linked sets the newest permalink as the target of the link that opens the document of a frame or a lesson
// in Pointscape.
func (op *opener) Linked(link string) {
	if a := byID("open-link"); a != nil && a.Truthy() {
		a.Set("href", plainAddress()+"#"+link)
	}
}

// Begun returns the starting positions that the present model has chosen by itself; see editor.Needs.
func (op *opener) Begun() map[string][][]float64 {
	if p := op.client.Picture(); p != nil {
		return p.Places
	}
	return nil
}
