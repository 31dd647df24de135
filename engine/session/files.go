package session

import (
	"errors"
	"slices"
	"strings"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Load makes a checked document from a file or text. The notes say what was left out or converted. The error is a
// *doc.Error. A stopped job is no error, see Resolve.
func (s *Session) Load(job method.Job, l wire.Load) (doc.Document, []string, error) {
	var d doc.Document
	var notes []string
	var left []*doc.Error
	var err error
	switch l.Kind {
	case "json":
		d, err = doc.Decode([]byte(l.Text))
	case "saved":
		l.Text = strings.ToValidUTF8(strings.TrimPrefix(l.Text, "\uFEFF"), "\uFFFD") // it may be the bytes of a file
		d, left, err = doc.Salvage([]byte(l.Text))
	case "link":
		d, left, err = doc.SalvageLink(l.Text)
	case "rewrite":
		d, err = s.rewrite(l)
		return d, nil, err
	case "csv", "dataset":
		if d, err = doc.DecodeHead(l.Doc); err != nil {
			return d, nil, err
		}
		m, err := s.Method(d.Method)
		if err != nil {
			return d, nil, err
		}
		if l.Kind == "dataset" {
			if d.Dataset == nil {
				return d, nil, doc.Errorf("dataset", "given", "")
			}
			break
		}
		d.Dataset, d.Table = nil, nil
		d.View.X, d.View.Y = [2]float64{}, [2]float64{}
		var roles string
		if d, roles, notes, err = s.able.files.load(d, m, l); err != nil {
			return d, nil, err
		}
		n := len(d.Points)
		if d.Table != nil {
			n = d.Table.Rows.N
		}
		var note string
		if d.Split, note = splitOf(d.Split, roles, n); note != "" {
			notes = append(notes, note)
		}
		if !l.Fits {
			notes = append(notes, scaleNotes(&d, m)...)
		}
	default:
		err = doc.Errorf("kind", "json, saved, link, csv, dataset or rewrite", l.Kind)
	}
	if err != nil {
		return d, nil, err
	}
	whole := d
	d, err = s.Resolve(job, whole)
	var fault *doc.Error
	for (l.Kind == "saved" || l.Kind == "link") && errors.As(err, &fault) && without(&whole.View, fault.Field) {
		left = append(left, fault)
		d, err = s.Resolve(job, whole)
	}
	for _, e := range left {
		if e.Field == "link" {
			notes = append(notes, words.Text("The link was opened without the text after it: %s", e.Got))
			continue
		}
		notes = append(notes, words.Text("A part of the view was left out: %s", e.Error()))
	}
	return d, notes, err
}

// without removes an invalid part of a view, and reports whether it was present.
func without(v *doc.View, field string) bool {
	switch {
	case field == "view.show" && v.Show != nil:
		v.Show = nil
	case strings.HasPrefix(field, "view.sweep.") && v.Sweep != nil:
		v.Sweep = nil
	default:
		return false
	}
	return true
}

// scaleNotes returns notes on parameters that suit points of another scale: for example γ for the unit square, with
// imported points in centimeters. The picture would have a single color.
func scaleNotes(d *doc.Document, m *method.Method) (notes []string) {
	for _, x := range m.Misfits(d, m.SizeOf(d)) {
		if x.Times >= farOff {
			notes = append(notes, words.Sprintf("%s = %s does not suit the scale of these points: %s does", x.Param.Label,
				words.Number(x.Value.(float64)), words.Number(x.Suit.(float64))))
		}
	}
	return notes
}

// farOff is the ratio of lengths from which this is reported.
const farOff = 7

// splitOf returns the split for a table of n points with a column of roles ("" = none) that replaces other points.
// Splits by shares stay valid for any points.
func splitOf(was doc.Split, roles string, n int) (s doc.Split, note string) {
	switch {
	case roles != "" && len(roles) == n:
		return doc.ByHand(roles), "the column role says which points are held out"
	case roles != "":
		note = "the column role is left out, because rows are"
	case was.Roles != "":
		note = "no point is held out: the table has no column role"
	}
	if was.Roles != "" {
		was = doc.Split{}
	}
	return was, note
}

// Table describes a table's columns, with a suggestion, if the user has a choice: of columns, because the table has
// more than the document's task needs, or others; or of how the file is read (method.Read), if it is ambiguous.
// Otherwise it returns nil, and Load reads the table or reports what is wrong with it.
func (s *Session) Table(l wire.Load) (*method.Table, error) {
	if l.Kind != "csv" || l.Columns != nil {
		return nil, nil
	}
	d, err := doc.DecodeHead(l.Doc)
	if err != nil {
		return nil, err
	}
	m, err := s.Method(d.Method)
	if err != nil {
		return nil, err
	}
	return s.able.files.table(d, m, l)
}

// Figure draws a document fully sharp, with points, without axes.
func (s *Session) Figure(job method.Job, req Request) (*picture.Picture, error) {
	req.Fine = true
	var last *Result
	err := s.Draw(job, req, func(r *Result) error { last = r; return nil })
	if err != nil {
		return nil, err
	}
	return Complete(last, req.Doc, picture.Frame{}), nil
}

// Export makes a file of a document: svg, csv, json. (The browser or package bitmap paints PNG files; package
// worker/figures makes others.) o is for figures.
func (s *Session) Export(job method.Job, req Request, kind string, o picture.ExportOptions) ([]byte, wire.Exported,
	error) {
	d := req.Doc
	switch kind {
	case picture.KindSVG:
		o.Kind = kind
		return s.svg(job, req, o)
	case "csv":
		m, err := s.Method(d.Method)
		if err != nil {
			return nil, wire.Exported{}, err
		}
		task := m.TaskOf(d.Params)
		text, name := "", "points.csv"
		if d.Table != nil { // the rows themselves, not their positions
			name = "table.csv"
			if s.mixed(d.Table.Rows) {
				if err := s.able.mixed.allows(tableOfGaps, &d); err != nil {
					return nil, wire.Exported{}, err
				}
				text = s.able.mixed.format(d.Table.Rows, d.Names)
			} else {
				text = dataset.FormatWide(d.Table.Rows, d.Names)
			}
		} else {
			text = dataset.FormatCSV(d.Points, task, d.Names)
		}
		d.View.Part = 0 // the parts of a study are not roles of points
		text = dataset.FormatRoles(text, task.Roles(d))
		return []byte(text), wire.Exported{Name: name, MIME: "text/csv"}, nil
	case "json":
		b, err := doc.Encode(d)
		return b, wire.Exported{Name: "pointscape.json", MIME: "application/json"}, err
	case wire.KindPredictions:
		f, err := s.Fit(job, d)
		if err != nil {
			return nil, wire.Exported{}, err
		}
		b, err := f.answersCSV(job, req.View)
		return b, wire.Exported{Name: "predictions.csv", MIME: "text/csv"}, err
	case method.ScikitLearn:
		return s.able.programs.python(s, job, d)
	case method.Notebook:
		return s.able.programs.notebook(s, job, d, o.Site)
	}
	return s.code(job, d, kind)
}

// code returns the document's model, at its step, as a program in a language.
func (s *Session) code(job method.Job, d doc.Document, lang string) ([]byte, wire.Exported, error) {
	i := slices.IndexFunc(method.Languages, func(l method.Language) bool { return l.ID == lang })
	if i < 0 {
		ids := ""
		for _, l := range method.Languages {
			ids += words.Text(", %s", l.ID)
		}
		return nil, wire.Exported{}, doc.Errorf("kind", words.Text("one of svg, pdf, tex, png, csv, json, %s, %s%s",
			method.ScikitLearn, method.Notebook, ids), lang)
	}
	f, err := s.Fit(job, d)
	if err != nil {
		return nil, wire.Exported{}, err
	}
	if f.can.Code == nil {
		return nil, wire.Exported{}, doc.Errorf("method", words.Text("a method with a program; %s has none", f.Method.Name),
			d.Method)
	}
	text, ok := f.can.Code(lang)
	if !ok {
		return nil, wire.Exported{}, &method.Need{Sentence: "There is no program for this model: some of its numbers are " +
			"infinite or undefined."}
	}
	return []byte(text), wire.Exported{Name: d.Method + "." + method.Languages[i].Ext, MIME: "text/plain"}, nil
}

// Range returns the part of the plane that a document shows, before it is extended to fill a stage: its own range, or
// one that fits its points.
func Range(d doc.Document, task method.Task) picture.Viewport {
	x, y := d.View.X, d.View.Y
	if !d.View.HasRange() {
		x, y = method.RangeOf(&d, task.OneScale(&d))
	}
	return picture.Viewport{X0: x[0], X1: x[1], Y0: y[0], Y1: y[1], W: 1, H: 1, Scale: 1}
}

// Viewport returns what a stage of w x h CSS pixels shows: in the plane both axes get the same scale, unless the
// document says otherwise, and the range is extended to fill the stage.
func Viewport(d doc.Document, task method.Task, w, h int, scale float64) picture.Viewport {
	r := Range(d, task)
	return picture.FitViewport([2]float64{r.X0, r.X1}, [2]float64{r.Y0, r.Y1}, task.OneScale(&d), w, h, scale)
}

// pickWords suggests columns if words are the points: the first column of words, and the last one that can hold
// classes, -1 = none. The other two entries are not used, because all columns are kept.
func pickWords(t method.Table) []int {
	first := slices.IndexFunc(t.Columns, func(c method.Column) bool { return c.Kind == method.LabelColumn })
	class := -1
	for i, c := range t.Columns {
		if i != first && c.Class() {
			class = i
		}
	}
	return []int{0, min(1, len(t.Columns)-1), class}
}
