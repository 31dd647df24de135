package dataset

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// This file reads tables with any number of columns, from which the user chooses.

// Columns describes the columns of a table. If a line can't be read, it returns the error and the description of the
// rows before that line.
func Columns(text string) (method.Table, error) {
	p := parser{}
	text, long := p.clean(text)
	if long != nil {
		return method.Table{}, long
	}
	var t method.Table
	var all []tally
	err := p.records(text, func(_ int, fields []field, sep byte) *doc.Error {
		if all == nil {
			all = make([]tally, len(fields))
		}
		for i, f := range fields {
			all[i].add(f, sep, t.Rows)
		}
		t.Rows++
		return nil
	})
	for i := range all {
		t.Columns = append(t.Columns, all[i].column(p.heading(i)))
	}
	switch {
	case err != nil:
		return t, err
	case t.Rows == 0:
		return t, errNone()
	}
	return t, nil
}

// rowLabels reports whether the first column holds the numbers or names of the rows, as pandas and R write it: it has
// no name in the header, or "Unnamed: 0", while another column has a name.
func rowLabels(t method.Table) bool {
	c := t.Columns
	if len(c) < 3 || c[0].Name != "" && c[0].Name != "Unnamed: 0" || c[0].Kind == method.NumberColumn && !c[0].Whole {
		return false
	}
	return slices.ContainsFunc(c[1:], func(c method.Column) bool { return c.Name != "" })
}

// Fits reports whether a table can be read without a choice: its two or three columns are those that the task needs, or
// there are fewer than two. A column of row labels is not counted.
func Fits(t method.Table, task method.Task) bool {
	c := t.Columns
	if rowLabels(t) {
		c = c[1:]
	}
	for len(c) > 3 && c[len(c)-1].Missing == t.Rows && c[len(c)-1].Name == "" {
		c = c[:len(c)-1] // separators at the end of the lines
	}
	switch {
	case len(c) > 3:
		return false
	case len(c) < 2:
		return true // there is nothing to choose from
	}
	kinds := func(k method.ColumnKind, from ...method.Column) bool {
		return !slices.ContainsFunc(from, func(c method.Column) bool { return c.Kind != k })
	}
	switch {
	case !kinds(method.NumberColumn, c[:2]...):
		return false
	case len(c) == 2:
		return true
	case task == method.Regress2D:
		return kinds(method.NumberColumn, c[2])
	case task == method.Classify:
		return c[2].Class() || c[2].Whole && c[2].Values == doc.MaxClass+2 // with -1 for no class
	}
	return c[2].Kind == method.NumberColumn || c[2].Class() // a third column is kept as numbers or classes
}

// Suggest chooses columns of a table for a task. It returns three indices: of x1, x2 and a class or a value, or of x, y
// and none; -1 = none.
func Suggest(t method.Table, task method.Task) []int {
	pick := []int{-1, -1, -1}
	labels := rowLabels(t)
	free := func(i int, kinds ...method.ColumnKind) bool {
		return !(i == 0 && labels) && !slices.Contains(pick, i) && slices.Contains(kinds, t.Columns[i].Kind)
	}
	// The target is chosen first: mostly it is at the end of the table, seldom at the beginning.
	answer := 2
	ok := func(i int) bool { return free(i, method.NumberColumn) && t.Columns[i].Values > 1 }
	switch task {
	case method.Regress:
		answer = 1
	case method.Regress2D:
	default:
		// Numbers with more than a few values are probably measurements.
		ok = func(i int) bool {
			c := t.Columns[i]
			return free(i, method.NumberColumn, method.LabelColumn) && c.Class() && c.Values > 1 &&
				(few(c) || c.Kind == method.LabelColumn || isAnswer(c))
		}
	}
	rank := func(i int) int {
		c := t.Columns[i]
		switch {
		case !ok(i):
			return 0
		case isAnswer(c):
			return 5
		case task == method.Regress, task == method.Regress2D:
		case !few(c) && !(c.Kind == method.LabelColumn && i == len(t.Columns)-1):
			return 1
		case c.Kind == method.LabelColumn:
			return 4
		}
		if i == len(t.Columns)-1 {
			return 3
		}
		return 2
	}
	best := 0
	for i := range t.Columns {
		if r := rank(i); r > 0 && r >= best {
			pick[answer], best = i, r
		}
	}
	// Coordinates: the first columns with enough variation, then any numbers.
	for _, good := range []func(c method.Column) bool{
		func(c method.Column) bool { return !c.Counts && c.Values > 9 },
		func(c method.Column) bool { return !c.Counts && c.Values > 1 },
		func(method.Column) bool { return true },
	} {
		for i := range t.Columns {
			for k := range 2 {
				if pick[k] < 0 && free(i, method.NumberColumn, method.DateColumn) && good(t.Columns[i]) {
					pick[k] = i
				}
			}
		}
	}
	return pick
}

// few reports whether a column has at most nine different values, as most columns of classes have.
func few(c method.Column) bool { return c.Values <= 9 }

func isAnswer(c method.Column) bool { return slices.Contains(answers, strings.ToLower(c.Name)) }

// answers are common names of columns that are to be predicted.
var answers = []string{"class", "label", "target", "y", "species", "diagnosis", "outcome", "group", "value", "price"}

// ParseColumns reads chosen columns of a table, counted from 0, as ParseCSV reads a table without other columns; -1 or
// nothing as the third means none. Unlike ParseCSV it reads dates, as fractional years. Rows without a number where one
// is needed are left out, with a note.
func ParseColumns(text string, task method.Task, columns []int) (pts []doc.Point, names doc.Names, notes []string,
	err error) {
	return parseColumns(parser{task: task}, text, columns)
}

func parseColumns(p parser, text string, columns []int) (pts []doc.Point, names doc.Names, notes []string, err error) {
	if e := p.pick(text, columns); e != nil {
		return nil, names, nil, e
	}
	names = p.named()
	return p.pts, names, p.notes, nil
}

func (p *parser) pick(text string, columns []int) *doc.Error {
	text, err := p.clean(text)
	if err != nil {
		return err
	}
	third := -1
	if len(columns) == 3 {
		third = columns[2]
	}
	if len(columns) < 2 || len(columns) > 3 || columns[0] < 0 || columns[1] < 0 || third < -1 {
		return doc.Errorf("columns", words.Text("those of %s", columnWords(p.task)), columns)
	}
	if third < 0 && p.task == method.Regress2D {
		return doc.Errorf("columns", words.Text("those of %s", columnWords(p.task)), "2 columns")
	}
	p.third = third >= 0
	rows := 0
	err = p.records(text, func(line int, all []field, sep byte) *doc.Error {
		if rows++; rows > cmp.Or(p.most, doc.MaxPoints) {
			return &doc.Error{Field: "text", Want: words.Sprintf("at most %d rows", doc.MaxPoints), Got: "more"}
		}
		var pt doc.Point
		for k, to := range []*float64{&pt.X, &pt.Y, &pt.Z}[:p.numbersOf(len(columns))] {
			if columns[k] >= len(all) {
				return doc.Errorf("columns", words.Sprintf("among the %d of the table", len(all)), columns[k]+1)
			}
			x, ok, day := coordinate(all[columns[k]], sep)
			if day && !slices.Contains(p.dates, columns[k]) {
				p.dates = append(p.dates, columns[k])
			}
			if !ok {
				p.left[k].add(line, all[columns[k]].text)
				return nil
			}
			*to = x
		}
		if third >= len(all) {
			return doc.Errorf("columns", words.Sprintf("among the %d of the table", len(all)), third+1)
		}
		if third >= 0 && p.task != method.Regress2D {
			if err := p.label(all[third], sep, line, third+1); err != nil {
				return err
			}
		}
		p.add(pt)
		return nil
	})
	if err != nil {
		return err
	}
	named := func(k int) string { return p.columnName(columns[k]) }
	p.noteLeft(named)
	if len(p.pts) == 0 {
		return &doc.Error{Field: "columns", Want: "columns of numbers", Got: "no row with a number in each"}
	}
	if err := p.classes(); err != nil {
		return p.manyClasses(err, named(2))
	}
	// From here on p.header has one entry for each chosen column.
	header := make([]field, len(columns))
	for k, c := range columns {
		if c >= 0 && c < len(p.header) {
			header[k] = p.header[c]
		}
		if slices.Contains(p.dates, c) {
			header[k].text += words.Say(" (years)")
		}
	}
	p.header = header
	return nil
}

// manyClasses returns an error that says how many classes the column has, if there are too many; otherwise err.
func (p *parser) manyClasses(err *doc.Error, column string) *doc.Error {
	distinct := map[string]bool{}
	for _, l := range p.labels {
		if l.text == "" {
			continue
		}
		if distinct[l.text] = true; len(distinct) > manyValues {
			break
		}
	}
	if n := len(distinct); n > maxClasses {
		got := strconv.Itoa(n)
		if n > manyValues {
			got = words.Text("more than %s", strconv.Itoa(manyValues))
		}
		return &doc.Error{Field: column, Want: words.Sprintf("a column of at most %d classes: choose another column, or none",
			maxClasses), Got: words.Text("%s different entries", got)}
	}
	return err
}

// clean normalizes line ends, removes a byte order mark, and refuses texts that are too long. It sets p.counted.
func (p *parser) clean(text string) (string, *doc.Error) {
	if len(text) > doc.MaxBytes {
		return "", doc.TooLong("text", len(text))
	}
	text = strings.TrimPrefix(text, "\uFEFF")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	first, _, _ := strings.Cut(text, "\n")
	p.counted = strings.TrimRight(first, ",;\t ") == method.CountedNote // spreadsheets add separators
	return text, nil
}

// records calls do with each row of a table until do returns an error. A row with another number of fields than the
// first one is an error, too. The header goes to p.header. do must not keep the slice all.
func (p *parser) records(text string, do func(line int, all []field, sep byte) *doc.Error) *doc.Error {
	if isLibsvm(text) {
		return p.sparse(text, do)
	}
	sep := p.separator(text)
	var err *doc.Error
	var all []field
	columns, first := 0, true
	p.lines(text, func(line int, rest string) (int, bool) {
		var used int
		if all, used, err = record(all[:0], line, rest, sep); err != nil {
			return 0, false
		}
		if len(all) == maxColumns {
			err = &doc.Error{Field: words.Sprintf("line %d", line),
				Want: words.Sprintf("a row of fewer than %d columns", maxColumns), Got: "more"}
			return 0, false
		}
		if first {
			first = false
			if p.heads(all, rest[used:], sep) {
				p.header = slices.Clone(all)
				return used, true
			}
		}
		if columns == 0 {
			// R's write.table writes no header for its row names.
			if len(all) == len(p.header)+1 && len(p.header) > 0 {
				p.header = slices.Insert(p.header, 0, field{})
			}
			columns = max(len(all), len(p.header))
		}
		for len(all) > columns && all[len(all)-1] == (field{}) {
			all = all[:len(all)-1] // separators at the end of the line
		}
		if len(all) != columns {
			err = doc.Errorf(words.Sprintf("line %d", line), words.Sprintf("a row of %d columns, like the rows before it",
				columns),
				len(all))
			return 0, false
		}
		err = do(line, all, sep)
		return used, err == nil
	})
	return err
}

// heads reports whether a line is the header of the lines that follow.
func (p *parser) heads(all []field, rest string, sep byte) bool {
	if !isHeader(all, sep) {
		return false
	}
	var next []field
	var q parser
	q.lines(rest, func(_ int, rest string) (used int, more bool) {
		next, used, _ = split(nil, rest, sep)
		return used, false
	})
	numbers := false
	for i, f := range all {
		_, here := parseNumber(f, sep)
		numbers = numbers || here
		if i < len(next) && !here {
			if _, below := parseNumber(next[i], sep); below {
				return true
			}
		}
	}
	return !numbers
}

// sparse is records for libsvm's format: the fields are the label, then all features; missing ones are 0.
func (p *parser) sparse(text string, do func(line int, all []field, sep byte) *doc.Error) *doc.Error {
	var err *doc.Error
	each := func(f func(line int, tokens []string)) {
		p.lines(text, func(line int, rest string) (int, bool) {
			s, _, more := strings.Cut(rest, "\n")
			used := len(s)
			if more {
				used++
			}
			row, _, _ := strings.Cut(s, "#")
			if tokens := strings.Fields(row); len(tokens) > 0 {
				f(line, tokens)
			} else {
				err = noLabel(line, s)
			}
			return used, err == nil
		})
	}
	pair := func(line, i int, t string) (index int, value string) {
		k, v, ok := strings.Cut(t, ":")
		index, e := strconv.Atoi(k)
		if !ok || e != nil || index < 1 || index >= maxColumns-1 {
			err = doc.Errorf(at(line, i+2), words.Sprintf("a feature index:value with an index from 1 to %d", maxColumns-2),
				t)
			return 0, ""
		}
		return index, v
	}
	most := 0
	each(func(line int, tokens []string) {
		for i, t := range tokens[1:] {
			index, _ := pair(line, i, t)
			if most = max(most, index); err != nil {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	p.header = make([]field, most+1)
	p.header[0].text = "label"
	for i := range most {
		p.header[i+1].text = words.Text("feature %s", strconv.Itoa(i+1))
	}
	all := make([]field, most+1)
	each(func(line int, tokens []string) {
		all[0] = field{text: tokens[0]}
		for i := range most {
			all[i+1] = field{text: "0"}
		}
		for i, t := range tokens[1:] {
			index, v := pair(line, i, t)
			all[index] = field{text: v}
		}
		err = do(line, all, ',')
	})
	return err
}

// Entries that mean a missing value: in a column of numbers, and in one of classes, whose names may be "none" or "-".
var (
	noNumber = append([]string{"", "-", ".", "?", "NA", "N/A", "n/a", "na", "NaN", "nan", "NULL", "null", "None"},
		sheetErrors...)
	noClass = append([]string{"", "?", "NA", "N/A", "NaN", "nan", "NULL", "null"}, sheetErrors...)
)

// sheetErrors are the error values of spreadsheets, in English, French and German.
var sheetErrors = []string{"#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!", "#SPILL!", "#CALC!",
	"#GETTING_DATA", "#VALEUR!", "#NOM?", "#NOMBRE!", "#NUL!", "#NV", "#WERT!", "#BEZUG!", "#ZAHL!"}

// coordinate reads an entry as a number, or a date as a fractional year.
func coordinate(f field, sep byte) (x float64, ok, day bool) {
	if x, ok := parseNumber(f, sep); ok {
		return x, finite(x), false
	}
	x, ok = date(f.text)
	return x, ok, ok
}

// date converts a date to a fractional year.
func date(s string) (float64, bool) {
	if len(s) < 7 || len(s) > 35 || s[0] < '0' || s[0] > '9' {
		return 0, false
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339, time.DateTime, "2006-01-02 15:04", "2006-01-02T15:04:05",
		"2006/01/02", "2006/1/2", "2.1.2006", "2006-01"} {
		t, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		t = t.UTC()
		from := time.Date(t.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
		to := time.Date(t.Year()+1, 1, 1, 0, 0, 0, 0, time.UTC)
		return math.Round(1e6*(float64(t.Year())+float64(t.Sub(from))/float64(to.Sub(from)))) / 1e6, true
	}
	return 0, false
}

// lost counts rows that are left out, and describes the first three of them.
type lost struct {
	n    int
	some []string
}

func (l *lost) add(line int, text string) {
	if l.n++; l.n <= 3 {
		s := words.Sprintf("line %d", line)
		if text != "" {
			s += fmt.Sprintf(": “%s”", clip(text))
		}
		l.some = append(l.some, s)
	}
}

func (l *lost) where() string {
	s := strings.Join(l.some, ", ")
	if l.n > len(l.some) {
		s += ", …"
	}
	return s
}

// tally collects statistics of the entries of a column.
type tally struct {
	entries, numbers, dates int
	missing, unlabelled     int // entries that mean a missing number, a missing class
	whole, counts           bool
	distinct                map[string]bool
	last                    float64
	sample                  []string
}

// manyValues is the number of different values at which counting them stops.
const manyValues = 100

// previewRows is the number of entries of each column that are shown.
const previewRows = 5

func (t *tally) add(f field, sep byte, row int) {
	if row == 0 {
		*t = tally{whole: true, counts: true, distinct: map[string]bool{}}
	}
	if row < previewRows {
		t.sample = append(t.sample, clip(f.text))
	}
	t.entries++
	if slices.Contains(noClass, f.text) {
		t.unlabelled++
	} else if len(t.distinct) < manyValues {
		t.distinct[f.text] = true
	}
	if x, ok := parseNumber(f, sep); ok && finite(x) {
		t.numbers++
		t.whole = t.whole && x == math.Trunc(x)
		t.counts = t.counts && (t.numbers == 1 || x == t.last+1)
		t.last = x
		return
	}
	t.counts = false
	if slices.Contains(noNumber, f.text) {
		t.missing++
	} else if _, ok := date(f.text); ok {
		t.dates++
	}
}

// column describes the column. Its kind is number if at least half of the entries that are not missing are numbers,
// date if more than half are dates, else label.
func (t *tally) column(name string) method.Column {
	c := method.Column{Name: name, Kind: method.LabelColumn, Values: len(t.distinct), Many: len(t.distinct) == manyValues,
		Missing: t.unlabelled, Sample: t.sample}
	there := t.entries - t.missing
	switch {
	case there == 0: // only labels such as "-"
	case 2*t.numbers >= there:
		c.Kind, c.Missing = method.NumberColumn, t.entries-t.numbers
		c.Whole, c.Counts = t.whole, t.counts && t.entries > 1
	case 2*t.dates > there:
		c.Kind, c.Missing = method.DateColumn, t.entries-t.dates
	}
	return c
}

func errNone() *doc.Error {
	return &doc.Error{Field: "text", Want: "at least one line of numbers, such as 0.2, 0.7, 1", Got: "none"}
}
