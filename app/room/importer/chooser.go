package importer

import (
	"slices"

	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// Chooser has a table whose columns the user chooses, from the engine's first answer to the choice. A choice is loaded
// at once as a preview, and becomes the present document when the user takes it.
type Chooser struct {
	Importer *Importer
	// Changed is called when something else is shown: a choice, or its result.
	Changed func()

	head  json.RawMessage // the document that receives the points
	text  workers.Text
	table *method.Table // nil = there is nothing to choose
	picks []int
	done  Opened
	wide  bool // all numeric columns are kept
	mixed bool // columns of words and rows with missing values are kept, too
	how   method.Reading

	asked int // number of the newest choice; an answer to an earlier one is ignored
	made  *doc.Document
	notes []string
	wrong *wire.Error
}

// begin shows a table.
func (c *Chooser) begin(head json.RawMessage, text workers.Text, t *method.Table, done Opened) {
	*c = Chooser{Importer: c.Importer, Changed: c.Changed, asked: c.asked, head: head, text: text, table: t,
		picks: slices.Clone(t.Picks), done: done, how: method.Reading{Seed: 1}}
	if in := c.Importer.Editor.Info(); in != nil && in.Objects { // the method's points are objects described by words
		c.wide, c.mixed = true, true
	}
	c.sample()
	c.preview()
}

// Reading returns how the file is read.
func (c *Chooser) Reading() method.Reading { return c.how }

// sample asks for the largest sample that can be loaded, if not all rows can.
func (c *Chooser) sample() { c.how.Sample = c.Limit() }

// Limit returns how many rows can be loaded, 0 = all.
func (c *Chooser) Limit() int {
	if c.wide {
		return c.table.Read.WideLimit
	}
	return c.table.Read.Limit
}

// SetSample asks for a random sample of some rows with a seed, if not all rows can be loaded.
func (c *Chooser) SetSample(rows int, seed uint64) {
	if c.table == nil || c.Limit() == 0 || rows < 1 || rows > c.Limit() || seed > doc.MaxSeed ||
		c.how.Sample == rows && c.how.Seed == seed {
		return
	}
	c.how.Sample, c.how.Seed = rows, seed
	c.preview()
}

// Doubt returns the first number in the chosen columns that can be read in two ways, nil if there is none.
func (c *Chooser) Doubt() *method.Doubt {
	list := c.table.Read.Doubts
	i := slices.IndexFunc(list, func(d method.Doubt) bool { return c.wide || slices.Contains(c.picks, d.Column) })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// Alike returns the labels of the chosen columns that may be the same.
func (c *Chooser) Alike() (list []method.Alike) {
	for _, a := range c.table.Read.Alike {
		if c.picks[len(c.picks)-1] == a.Column || c.Gaps() {
			list = append(list, a)
		}
	}
	return list
}

// SetMerge sets whether labels that may be the same are merged.
func (c *Chooser) SetMerge(on bool) {
	if c.table != nil && on != c.how.Merge {
		c.how.Merge = on
		c.preview()
	}
}

// SetEncoding and SetDecimal read the file again in another encoding, or with another decimal mark.
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

// again reads the table anew. The chosen columns stay if it has as many columns as before.
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

// Table returns the table to choose from, nil if there is none.
func (c *Chooser) Table() *method.Table { return c.table }

// Picks returns the columns chosen for x1, x2 and the class, or for x and y; -1 is none.
func (c *Chooser) Picks() []int { return c.picks }

// Pick chooses a column for a role, the index place into Picks; -1 is none. If the column has another role, the two
// columns swap roles.
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

// Wide reports whether all numeric columns are kept, as a wide table; SetWide sets that.
func (c *Chooser) Wide() bool { return c.wide }

func (c *Chooser) SetWide(on bool) {
	if c.table != nil && on != c.wide {
		c.wide = on
		c.sample()
		c.preview()
	}
}

// Gaps reports whether columns of words, and rows with missing values, are kept, too; it is false if the table has
// none. SetGaps sets that.
func (c *Chooser) Gaps() bool { return c.mixed && c.Mixed() }

func (c *Chooser) SetGaps(on bool) {
	if c.table != nil && on != c.mixed {
		c.mixed = on
		c.preview()
	}
}

// Mixed reports whether all columns are kept, and one of them other than the class has words or missing values.
func (c *Chooser) Mixed() bool {
	for i, col := range c.table.Columns {
		if i != c.picks[len(c.picks)-1] && (col.Kind == method.LabelColumn || col.Missing > 0) {
			return c.wide
		}
	}
	return false
}

// preview loads the chosen columns and shows them.
func (c *Chooser) preview() {
	c.asked++
	at := c.asked
	c.made, c.notes, c.wrong = nil, nil, nil
	c.Changed()
	how := c.how
	if d := c.Doubt(); d != nil && how.Decimal == "" {
		how.Decimal = d.Decimal // the reading that is shown
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

// Made returns the document of the present choice with the engine's notes, or what is wrong with it. All are nil while
// the engine reads.
func (c *Chooser) Made() (d *doc.Document, notes []string, wrong *wire.Error) {
	return c.made, c.notes, c.wrong
}

// Take makes the chosen document the present one. It returns false if there is none.
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

// Cancel ends the choice and changes nothing.
func (c *Chooser) Cancel() {
	if c.table != nil {
		c.end()
	}
}

func (c *Chooser) end() {
	*c = Chooser{Importer: c.Importer, Changed: c.Changed, asked: c.asked + 1}
	c.Changed()
}
