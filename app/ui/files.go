package ui

import (
	"pointscape/app/pool"
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

// export has the engine make a file, and saves it.
func (c *Core) export(kind string) {
	c.talk.Export(kind, func(f wire.Exported, b []byte, e *wire.Error) {
		if e != nil {
			c.board.Toast(e.Message, true)
			return
		}
		download(f.Name, f.MIME, b)
		c.board.News("Saved " + f.Name + ".")
	})
}
