package cli

import (
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/catalog"
	"pointscape/engine/dataset/encodings"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// source is the input of a command: a document, and a table whose points replace the document's.
type source struct {
	path, table, columns string
	reading              method.Reading // of the table
	most                 int            // number of steps of a method without an end
}

// tableFlags defines the flags of a command's source.
func tableFlags(fs *flag.FlagSet) *source {
	var from source
	fs.StringVar(&from.table, "table", "", "read the points from this CSV `file` instead of the document; its header "+
		"and labels name axes and classes")
	fs.StringVar(&from.columns, "columns", "", "columns `A,B,C` of the table: x1, x2 and class or value, or x and y; "+
		"by name, or by number from 1")
	var ids []string
	for _, e := range method.Encodings {
		ids = append(ids, e.ID)
	}
	fs.StringVar(&from.reading.Encoding, "encoding", "", "`name` of the table's encoding, one of "+
		strings.Join(ids, ", ")+"; without it, it is found out")
	fs.StringVar(&from.reading.Decimal, "decimal", "", "the decimal `mark`, a point or a comma, for columns where "+
		"numbers such as 1,234 could mean either")
	fs.BoolVar(&from.reading.Merge, "merge-labels", false,
		"treat labels that differ only in case or spaces as one")
	fs.IntVar(&from.reading.Sample, "sample", 0, "draw at most this number of `rows` of the table, in proportion to "+
		"the classes if there are any; the document's note says which")
	fs.Uint64Var(&from.reading.Seed, "sample-seed", 1, "`seed` of -sample")
	fs.IntVar(&from.most, "max-steps", doc.SelfSteps, "train methods without an end for at most this number of "+
		"`steps`, whatever the document says")
	return &from
}

// load reads a document, and the table for it. Notes on the table are printed on stderr. The session trains methods
// without an end for at most from.most steps, or until job.enough.
func load(from source, stdin io.Reader, stderr io.Writer, job *patient) (*session.Session, doc.Document, error) {
	if from.most < 1 || from.most > doc.MaxStep {
		return nil, doc.Document{}, doc.Errorf("-max-steps", fmt.Sprintf("a whole number from 1 to %d", doc.MaxStep),
			from.most)
	}
	b, err := read("document", from.path, stdin)
	if err != nil {
		return nil, doc.Document{}, err
	}
	d, err := doc.Decode(b)
	if err != nil {
		return nil, d, err
	}
	s := session.New(catalog.All())
	s.SetDecoder(encodings.Decode)
	s.SetPatience(session.Patience{Most: from.most, Enough: job.enough})
	if from.table == "" {
		asked := from.reading
		asked.Seed = 0
		switch {
		case from.columns != "":
			return nil, d, doc.Errorf("-columns", "given with -table", from.columns)
		case asked != (method.Reading{}):
			return nil, d, doc.Errorf("-encoding, -decimal, -merge-labels and -sample", "given with -table", "")
		}
		d, err = s.Resolve(job, d)
		return s, d, err
	}
	if from.table == "-" && from.path == "-" {
		return nil, d, doc.Errorf("-table", "a file, when the document comes from standard input", from.table)
	}
	text, err := read("-table", from.table, stdin)
	if err != nil {
		return nil, d, err
	}
	d.Points, d.Dataset, d.Table, d.Names, d.Title = nil, nil, nil, doc.Names{}, ""
	d.View.X, d.View.Y = [2]float64{}, [2]float64{}
	ask := wire.Load{Kind: "csv", Text: string(text), File: true, Reading: from.reading, Ask: from.columns != ""}
	if ask.Doc, err = doc.EncodeHead(d); err != nil {
		return nil, d, err
	}
	t, err := s.Table(ask)
	switch {
	case err != nil:
		return nil, d, flagged(err)
	case t == nil:
	case from.columns != "":
		if ask.Columns, err = pick(t, from.columns); err != nil {
			return nil, d, err
		}
	case !t.Fits:
		return nil, d, &doc.Error{Field: "-columns", Want: "given for a table with the columns " + listed(t) +
			"; for example -columns " + example(t), Got: "none"}
	}
	if t != nil {
		if t.Read.Limit > 0 && from.reading.Sample == 0 {
			return nil, d, doc.Errorf("-sample", fmt.Sprintf("given for a table of more than %d rows, the most that the "+
				"method can use", t.Read.Limit), words.Count(t.Rows, "row"))
		}
		alike(stderr, t, ask)
	}
	d, notes, err := s.Load(job, ask)
	for _, n := range notes {
		fmt.Fprintln(stderr, n)
	}
	return s, d, flagged(err)
}

// flagged replaces a field of a method.Reading in an error by its flag.
func flagged(err error) error {
	var e *doc.Error
	if errors.As(err, &e) && slices.Contains([]string{"encoding", "decimal", "sample"}, e.Field) {
		return &doc.Error{Field: "-" + e.Field, Want: e.Want, Got: e.Got}
	}
	return err
}

// alike prints labels of the classes that may mean the same, unless they are merged.
func alike(stderr io.Writer, t *method.Table, l wire.Load) {
	picks := l.Columns
	if picks == nil {
		picks = t.Picks
	}
	for _, a := range t.Read.Alike {
		if len(picks) == 3 && picks[2] == a.Column && !l.Reading.Merge {
			fmt.Fprintf(stderr, "labels that differ only in case or spaces: %q; -merge-labels treats them as one\n", a.Labels)
		}
	}
}

// pick finds columns by their names or numbers.
func pick(t *method.Table, text string) ([]int, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.TrimLeadingSpace = true
	list, err := r.Read()
	if err != nil || len(list) < 2 || len(list) > 3 {
		return nil, doc.Errorf("-columns", "two or three columns, separated by commas", text)
	}
	picks := make([]int, len(list))
	for i, name := range list {
		name = strings.TrimSpace(name)
		at := slices.IndexFunc(t.Columns, func(c method.Column) bool { return c.Name == name })
		if at < 0 {
			at = slices.IndexFunc(t.Columns, func(c method.Column) bool { return strings.EqualFold(c.Name, name) })
		}
		if n, err := strconv.Atoi(name); at < 0 && err == nil && n >= 1 && n <= len(t.Columns) {
			at = n - 1
		}
		if at < 0 {
			return nil, doc.Errorf("-columns", "one of the table's "+listed(t), name)
		}
		picks[i] = at
	}
	return picks, nil
}

// listed lists the columns of a table, the first ones if there are many.
func listed(t *method.Table) string {
	const told = 20
	var list []string
	for i, c := range t.Columns[:min(told, len(t.Columns))] {
		if c.Name == "" {
			c.Name = "column"
		}
		list = append(list, fmt.Sprintf("%d %s", i+1, c.Name))
	}
	if n := len(t.Columns) - told; n > 0 {
		list = append(list, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(list, ", ")
}

func example(t *method.Table) string {
	var list []string
	for _, i := range t.Picks {
		if i >= 0 {
			list = append(list, strconv.Itoa(i+1))
		}
	}
	return strings.Join(list, ",")
}
