package ui

import (
	"pointscape/app/workers"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// openFile opens a file that people have chosen.
func (c *Core) openFile(f workers.File) {
	c.importer.File(f, c.editor.Now, func(notes []string, e *wire.Error) {
		if e != nil {
			c.board.Toast(e.Message, true)
			return
		}
		c.note(append([]string{"opened " + f.Shown() + ": " + words.Count(len(c.editor.Points()), "point")}, notes...))
	})
}

// useTable reads a table that was typed, or pasted and is too long to be shown.
func (c *Core) useTable(text workers.Text, pasted bool) {
	c.importer.Text(text, c.editor.Now(), func(notes []string, e *wire.Error) {
		c.dataFields.Clear()
		switch {
		case e != nil:
			c.dataFields.Refuse("table", "", e.Message)
		case pasted:
			c.note(append([]string{"the pasted table is too long to show, and was read at once: " + words.Count(len(c.editor.Points()), "point")}, notes...))
		default:
			c.note(notes)
		}
		c.refresh(PartData)
	})
}

// note tells people how what they have opened was read: all at once.
func (c *Core) note(notes []string) {
	if len(notes) > 0 {
		c.board.Toast(sentences(notes), false)
	}
}

// pasteShown is the longest text that is pasted into the table's field, in
// characters. Longer ones would take the browser seconds to lay out, and nobody
// edits them by hand.
const pasteShown = 300_000

// export has the engine make a file of data, and saves it; of figures people are asked
// more.
func (c *Core) export(kind string) {
	if kind == picture.KindSVG || kind == picture.KindPNG {
		c.exporting.Open(kind)
		return
	}
	c.client.Export(kind, picture.ExportOptions{}, func(f wire.Exported, b []byte, e *wire.Error) {
		if e != nil {
			c.board.Toast(e.Message, true)
			return
		}
		c.saveFile(f, b)
	})
}
