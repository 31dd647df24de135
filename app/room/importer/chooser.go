package importer

import (
	"slices"

	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// Chooser owns a table of which people choose columns, from the engine's first answer
// to the choice. What is chosen is loaded at once to be looked at, and becomes the
// present when people say so.
type Chooser struct {
	Importer *Importer
	// Changed tells that something else is shown: a choice, or what came of it.
	Changed func()

	head  json.RawMessage // the document that the points go into
	text  workers.Text
	table *method.Table // nil = nothing is to be chosen
	picks []int
	done  Opened
	wide  bool // all columns of numbers are kept
	mixed bool // and columns of words, and rows with gaps
	how   method.Reading

	asked int // numbers the choices; an answer to another one is late
	made  *doc.Document
	notes []string
	wrong *wire.Error
}

// begin shows a table.
func (c *Chooser) begin(head json.RawMessage, text workers.Text, t *method.Table, done Opened) {
	*c = Chooser{Importer: c.Importer, Changed: c.Changed, asked: c.asked, head: head, text: text, table: t,
		picks: slices.Clone(t.Picks), done: done, how: method.Reading{Seed: 1}}
	if in := c.Importer.Editor.Info(); in != nil && in.Objects { // words are its points
		c.wide, c.mixed = true, true
	}
	c.sample()
	c.preview()
}

// Reading is how the file is read.
func (c *Chooser) Reading() method.Reading { return c.how }

// sample has as many rows drawn as can be taken, if that is not all.
func (c *Chooser) sample() { c.how.Sample = c.Limit() }

// Limit is how many rows can be taken, 0 = all.
func (c *Chooser) Limit() int {
	if c.wide {
		return c.table.Read.WideLimit
	}
	return c.table.Read.Limit
}

// SetSample has some rows drawn with a seed, where not all can be taken.
func (c *Chooser) SetSample(rows int, seed uint64) {
	if c.table == nil || c.Limit() == 0 || rows < 1 || rows > c.Limit() || seed > doc.MaxSeed ||
		c.how.Sample == rows && c.how.Seed == seed {
		return
	}
	c.how.Sample, c.how.Seed = rows, seed
	c.preview()
}

// Doubt is a number of the columns that are chosen with two readings, nil where there is none.
func (c *Chooser) Doubt() *method.Doubt {
	list := c.table.Read.Doubts
	i := slices.IndexFunc(list, func(d method.Doubt) bool { return c.wide || slices.Contains(c.picks, d.Column) })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// Alike are the labels of the chosen columns that may be the same.
func (c *Chooser) Alike() (list []method.Alike) {
	for _, a := range c.table.Read.Alike {
		if c.picks[len(c.picks)-1] == a.Column || c.Gaps() {
			list = append(list, a)
		}
	}
	return list
}

// SetMerge makes labels that may be the same one, or leaves them apart.
func (c *Chooser) SetMerge(on bool) {
	if c.table != nil && on != c.how.Merge {
		c.how.Merge = on
		c.preview()
	}
}

// SetEncoding and SetDecimal have the file read in another encoding, or with another decimal mark.
func (c *Chooser) SetEncoding(id string) {
	if c.table != nil && id != c.table.Read.Encoding {
		c.how.Encoding = id
		c.again()
	}
}

func (c *Chooser) SetDecimal(mark string) {
	if d := c.Doubt(); d != nil && mark != d.Decimal {
		c.how.Decimal = mark
		c.again()
	}
}

// again reads the table anew. Columns that were chosen stay so if it has as many as before.
func (c *Chooser) again() {
	c.asked++
	at := c.asked
	c.made, c.notes, c.wrong = nil, nil, nil
	c.Changed()
	in := wire.Load{Kind: "csv", Doc: c.head, Reading: c.how, Ask: true}
	c.Importer.read(in, c.text, func(t *method.Table) {
		if at != c.asked || c.table == nil {
			return
		}
		if len(t.Columns) != len(c.table.Columns) && t.Picks != nil {
			c.picks = slices.Clone(t.Picks)
		}
		if len(t.Columns) != len(c.table.Columns) && t.Picks == nil {
			c.wrong = &wire.Error{Message: "Read in this way, the table has fewer than two columns of numbers."}
			c.table.Read.Encoding = t.Read.Encoding
			c.Changed()
			return
		}
		c.table = t
		c.preview()
	}, func(_ doc.Document, _ []string, e *wire.Error) {
		if at == c.asked && c.table != nil {
			c.wrong = e
			c.Changed()
		}
	})
}

// Table is what is chosen from, nil when nothing is.
func (c *Chooser) Table() *method.Table { return c.table }

// Picks are the columns chosen for x1, x2 and the third, or for x and y; -1 is none.
func (c *Chooser) Picks() []int { return c.picks }

// Pick chooses a column for a place, -1 for none. A column that stands at another
// place changes places with it.
func (c *Chooser) Pick(place, column int) {
	if c.table == nil || place < 0 || place >= len(c.picks) || column < -1 || column >= len(c.table.Columns) ||
		c.picks[place] == column {
		return
	}
	if other := slices.Index(c.picks, column); column >= 0 && other >= 0 {
		c.picks[other] = c.picks[place]
	}
	c.picks[place] = column
	c.preview()
}

// Wide tells whether all columns of numbers are kept, as a wide table; SetWide says so.
func (c *Chooser) Wide() bool { return c.wide }

func (c *Chooser) SetWide(on bool) {
	if c.table != nil && on != c.wide {
		c.wide = on
		c.sample()
		c.preview()
	}
}

// Gaps tells whether columns of words, and rows with gaps, are kept, too, where the table has such; SetGaps says so.
func (c *Chooser) Gaps() bool { return c.mixed && c.Mixed() }

func (c *Chooser) SetGaps(on bool) {
	if c.table != nil && on != c.mixed {
		c.mixed = on
		c.preview()
	}
}

// Mixed tells whether there is any column of words that is not that of the classes, or any gap.
func (c *Chooser) Mixed() bool {
	for i, col := range c.table.Columns {
		if i != c.picks[len(c.picks)-1] && (col.Kind == method.LabelColumn || col.Missing > 0) {
			return c.wide
		}
	}
	return false
}

// preview loads what is chosen, to be shown.
func (c *Chooser) preview() {
	c.asked++
	at := c.asked
	c.made, c.notes, c.wrong = nil, nil, nil
	c.Changed()
	how := c.how
	if d := c.Doubt(); d != nil && how.Decimal == "" {
		how.Decimal = d.Decimal // which is shown
	}
	in := wire.Load{Kind: "csv", Doc: c.head, Columns: slices.Clone(c.picks), Wide: c.wide, Mixed: c.Gaps(), Reading: how,
		Fits: true}
	c.Importer.fetch(in, c.text, func(d doc.Document, notes []string, e *wire.Error) {
		if at != c.asked || c.table == nil {
			return
		}
		if c.notes, c.wrong = notes, e; e == nil {
			c.made = &d
		}
		c.Changed()
	})
}

// Made is what the choice gives: a document, with what the engine has to say of it, or
// what is wrong. While the engine reads, it is neither.
func (c *Chooser) Made() (d *doc.Document, notes []string, wrong *wire.Error) {
	return c.made, c.notes, c.wrong
}

// Take makes what was chosen the present; false when there is nothing to take.
func (c *Chooser) Take() bool {
	if c.table == nil || c.made == nil {
		return false
	}
	d, notes, done := *c.made, c.notes, c.done
	c.end()
	c.Importer.Editor.Import(d, "read a table", "")
	done(notes, nil)
	return true
}

// Cancel leaves all as it was.
func (c *Chooser) Cancel() {
	if c.table != nil {
		c.end()
	}
}

func (c *Chooser) end() {
	*c = Chooser{Importer: c.Importer, Changed: c.Changed, asked: c.asked + 1}
	c.Changed()
}
