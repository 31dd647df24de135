package session

import (
	"slices"
	"strings"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// TableFiles reads files of tables; decode nil = only texts.
type TableFiles struct{ decode dataset.Decoder }

// SetDecoder sets the function that decodes the bytes of files to text (wire.Load.File).
func (s *Session) SetDecoder(decode dataset.Decoder) { s.able.files = TableFiles{decode} }

// read reads a table from the bytes of a file or from a text.
func (files TableFiles) read(l wire.Load) (*dataset.Foreign, error) {
	if !l.File {
		return dataset.Read(l.Text, nil, l.Reading)
	}
	if files.decode == nil {
		return nil, doc.Errorf("text", "a text: this session cannot decode files", "bytes")
	}
	return dataset.Read(l.Text, files.decode, l.Reading)
}

// load reads a table into a document, and returns the roles of its rows. If l.Reading.Sample is not 0, and there are
// more rows, it draws a sample of that size. The notes say what the user should know.
func (files TableFiles) load(d doc.Document, m *method.Method, l wire.Load) (doc.Document, string, []string, error) {
	f, err := files.read(l)
	if err != nil {
		return d, "", nil, err
	}
	roles := f.CutRoles()
	task := m.TaskOf(d.Params)
	var notes []string
	switch {
	case l.Wide && len(l.Columns) == 0:
		return d, "", nil, doc.Errorf("columns", "given: the column of the classes, or -1 for none", "")
	case l.Wide:
		var r *doc.Rows
		wide := f.Wide
		switch {
		case l.Mixed && m.Objects:
			wide = f.Things
		case l.Mixed:
			wide = f.Mixed
		}
		if r, d.Names, notes, err = wide(l.Columns[len(l.Columns)-1]); err != nil {
			return d, "", nil, err
		}
		d.Points, d.Table = nil, &doc.Table{Rows: r, Standardize: true}
		if l.Mixed {
			d.Params = takingRows(&m.Info, d.Params) // whole rows, if the method can take them
			d.Table = &doc.Table{Rows: r, Plane: inSight(r)}
			// The table is not standardised, so that thresholds are in its units.
			j := slices.IndexFunc(r.Categories, func(list []string) bool { return len(list) > 0 })
			if m.Objects && j >= 0 {
				d.Table.Plane, d.Table.Columns = nil, []int{j} // the first column of words; the model determines the positions
			}
		}
	case l.Columns != nil:
		d.Points, d.Names, notes, err = f.Chosen(task, l.Columns)
	default:
		d.Points, d.Names, notes, err = f.CSV(task)
	}
	if err != nil {
		return d, "", nil, err
	}
	d.Note = withoutSample(d.Note)
	if l.Reading.Sample > 0 {
		var sample *doc.Sample
		if roles, sample = draw(&d, task, roles, l.Reading); sample != nil {
			notes = append(notes, words.Text("sample: %s", sample.String()))
			d.Note = strings.TrimLeft(d.Note+"\n", "\n") + sample.Line()
			if n := len([]rune(d.Note)); n > doc.MaxText {
				return d, "", nil, doc.Errorf("note", words.Sprintf("at most %d characters, including the line about the sample",
					doc.MaxText), n)
			}
		}
	}
	return d, roles, notes, nil
}

// withoutSample removes the line on an earlier sample from a note.
func withoutSample(note string) string {
	var list []string
	for line := range strings.Lines(note) {
		if !doc.IsSample(line) {
			list = append(list, line)
		}
	}
	return strings.TrimRight(strings.Join(list, ""), "\n")
}

// draw reduces a document's points or rows and their roles to a sample of how.Sample. sample says what was drawn;
// nil = all rows stay.
func draw(d *doc.Document, task method.Task, roles string, how method.Reading) (left string, sample *doc.Sample) {
	var strata []int
	n := len(d.Points)
	if t := d.Table; t != nil {
		n, strata = t.Rows.N, t.Rows.Class
	} else if task != method.Regress && task != method.Regress2D && doc.ClassesOnly(d.Points) {
		strata = make([]int, n)
		for i, p := range d.Points {
			strata[i] = p.Class()
		}
	}
	if n <= how.Sample {
		return roles, nil
	}
	keep := dataset.Sample(n, strata, how.Sample, how.Seed)
	if len(roles) == n { // otherwise splitOf leaves the roles out, with a note
		b := make([]byte, len(keep))
		for k, i := range keep {
			b[k] = roles[i]
		}
		roles = string(b)
	}
	if t := d.Table; t != nil {
		t.Rows = chosenRows(t.Rows, keep)
	} else {
		pts := make([]doc.Point, len(keep))
		for k, i := range keep {
			pts[k] = d.Points[i]
		}
		d.Points = pts
	}
	return roles, &doc.Sample{Kept: len(keep), Of: n, Seed: how.Seed, Strata: strata != nil}
}

// chosenRows returns some rows of a table. They no longer are the pixels of one picture.
func chosenRows(r *doc.Rows, keep []int) *doc.Rows {
	q := *r
	q.N, q.X, q.Class, q.Pixels = len(keep), make([]float64, 0, len(keep)*r.D()), nil, 0
	for _, i := range keep {
		q.X = append(q.X, r.At(i)...)
		if r.Class != nil {
			q.Class = append(q.Class, r.Class[i])
		}
	}
	return &q
}

// table describes a table's columns, and how its file is read; nil if there is nothing to ask the user.
func (files TableFiles) table(d doc.Document, m *method.Method, l wire.Load) (*method.Table, error) {
	f, err := files.read(l)
	if err != nil {
		return nil, err
	}
	f.CutRoles()
	task := m.TaskOf(d.Params)
	t, err := f.Columns()
	if err != nil && (l.Ask || len(t.Columns) > 3) {
		return nil, err
	}
	if err != nil {
		return nil, nil
	}
	t.Fits = dataset.Fits(t, task)
	if m.Limit() < t.Rows {
		t.Read.Limit = m.Limit()
	}
	numbers := 0
	for _, c := range t.Columns {
		if c.Kind == method.NumberColumn {
			numbers++
		}
	}
	if whole := min(m.Limit(), doc.MaxRows, doc.MaxCells/max(numbers, 1)); whole < t.Rows {
		t.Read.WideLimit = whole
	}
	if m.Objects && len(t.Columns) > 0 {
		t.Picks = pickWords(t)
		return &t, nil
	}
	asks := t.Read.Guessed || t.Read.Limit > 0
	for _, d := range t.Read.Doubts {
		asks = asks || d.Open
	}
	third := method.Column{Kind: method.NumberColumn}
	if t.Picks = dataset.Suggest(t, task); t.Picks[len(t.Picks)-1] >= 0 {
		third = t.Columns[t.Picks[len(t.Picks)-1]]
	}
	for _, a := range t.Read.Alike {
		asks = asks || third.Kind == method.LabelColumn && a.Column == t.Picks[len(t.Picks)-1]
	}
	if !l.Ask && t.Fits && !asks {
		return nil, nil
	}
	if t.Picks[0] < 0 || t.Picks[1] < 0 {
		if !l.Ask {
			return nil, nil
		}
		t.Picks = nil
	}
	return &t, nil
}
