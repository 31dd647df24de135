package ui

import (
	"pointscape/app/pool"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// openFile opens a file that people have chosen.
func (c *Core) openFile(f pool.File) {
	c.loader.File(f, c.desk.Now, func(e *wire.Error) {
		if e != nil {
			c.board.Toast(e.Message, true)
			return
		}
		c.board.Toast("Opened "+f.Shown()+": "+words.Count(len(c.desk.Points()), "point")+".", false)
	})
}

// useTable reads a table that was typed or pasted; done, if there is one, is called
// when its points are there.
func (c *Core) useTable(text pool.Text, done func()) {
	c.loader.Text(text, c.desk.Now(), func(e *wire.Error) {
		c.dataFields.Clear()
		if e != nil {
			c.dataFields.Refuse("table", "", e.Message)
		}
		c.refresh(PartData)
		if e == nil && done != nil {
			done()
		}
	})
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
	c.talk.Export(kind, picture.ExportOptions{}, func(f wire.Exported, b []byte, e *wire.Error) {
		if e != nil {
			c.board.Toast(e.Message, true)
			return
		}
		c.saveFile(f, b)
	})
}
