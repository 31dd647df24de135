package dataset

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// maxClasses is the largest number of classes of a document.
const maxClasses = doc.MaxClass + 1

// ParseCSV reads pasted rows with 2 or 3 columns for a task: x1, x2, class; x, y; x1, x2, value. It detects the
// separator (comma, semicolon, tab or spaces), a header line, decimal commas (if the comma is not the separator),
// quotes, line ends, and libsvm's format ("1 1:0.3 2:0.7"). It skips blank lines, lines that begin with #, and a first
// column with the labels of the rows, as pandas and R write it, with no name in the header or with "Unnamed: 0". Rows
// in which a number is missing (NA, an empty entry) are left out, with a note.
//
// Classes are whole numbers, -1 or nothing for none, or at most twelve names, numbered in the order of their first
// appearance. Numbers from 0 to 8 are ids; numbers from 1 to 9, without a 0, are classes counted from 1, whose ids are
// one less. In clustering and embedding such numbers are read in the same way; other numbers are kept as they are. With
// more than nine different numbers, those from 0 to 11 are ids, and those from 1 to 12 are counted from 1 (see
// method.ClassBase). Labels that are exactly {-1, 1} become 0 and 1; other whole numbers, at most twelve of them, are
// numbered in increasing order.
//
// names are those of the header, except default names such as FormatCSV writes, and the labels of the classes 0, 1, ...
// if they are words or were renumbered. notes tell the user how the table was read.
//
// The error is a *doc.Error whose field is a line of the table, mostly with a column, or "text".
func ParseCSV(text string, task method.Task) (pts []doc.Point, names doc.Names, notes []string, err error) {
	return parseCSV(parser{task: task}, text)
}

func parseCSV(p parser, text string) (pts []doc.Point, names doc.Names, notes []string, err error) {
	if e := p.parse(text); e != nil {
		return nil, names, nil, e
	}
	names = p.named()
	return p.pts, names, p.notes, nil
}

// named returns the names in the table.
func (p *parser) named() doc.Names {
	plain := p.task.Columns()
	column := func(i int, plain string) string {
		if i += p.skip; i >= len(p.header) {
			return ""
		}
		s := doc.Label(p.header[i].text)
		if strings.EqualFold(s, plain) {
			return ""
		}
		if s != "" && strings.HasSuffix(s, "…") && !strings.HasSuffix(p.header[i].text, "…") {
			p.note("a name in the header is longer than %d characters, and was cut", doc.MaxLabel)
		}
		return s
	}
	n := doc.Names{X: column(0, plain.X), Y: column(1, plain.Y)}
	if p.third {
		n.Value = column(2, plain.Value)
	}
	for i, s := range p.names {
		if s = doc.Label(s); s != n.Class(i) {
			n = n.WithClass(i, s)
		}
	}
	return n
}

// FormatCSV writes points such that ParseCSV with the same task reads them back exactly, with their names, except as
// said below. Classes are counted from 1; if they are the target, a point without a class has an empty third column. A
// comment says that they are counted from 1 if their numbers would be read otherwise: with a class beyond the ninth,
// and at most nine different ones. (Numbers that are not classes, but could be classes counted from 1, are read as
// such: a 12 among more than nine of them, without a 0.)
//
// Classes are written by their names if all have one. When they are read back, their ids change if they first appear in
// another order.
func FormatCSV(pts []doc.Point, task method.Task, names doc.Names) string {
	third := task == method.Classify || task == method.Regress2D
	for _, p := range pts {
		third = third || p.Z != 0
	}
	classes := task != method.Regress && task != method.Regress2D && doc.ClassesOnly(pts)
	words := classes && wordsFor(pts, names)
	n := names.Over(task.Columns())
	header := []field{{text: n.X, quoted: true}, {text: n.Y, quoted: true}, {text: n.Value, quoted: true}} // like "1,5"
	if unnamed(header) || !isHeader(header, ',') {
		n = task.Columns() // otherwise the names would be read as numbers
	}
	var b []byte
	if classes && !words && method.NeedsCountedNote(pts) {
		b = append(b, method.CountedNote+"\n"...)
	}
	b = append(appendEntry(b, n.X), ',')
	b = appendEntry(b, n.Y)
	if third {
		b = appendEntry(append(b, ','), n.Value)
	}
	b = append(b, '\n')
	for _, p := range pts {
		b = append(doc.AppendNumber(b, p.X), ',')
		b = doc.AppendNumber(b, p.Y)
		if third {
			b = append(b, ',')
			switch {
			case p.Z == doc.Unlabeled && (task == method.Classify || words):
			case words:
				b = appendEntry(b, names.Classes[int(p.Z)])
			case classes && p.Z != doc.Unlabeled:
				b = doc.AppendNumber(b, p.Z+1)
			default:
				b = doc.AppendNumber(b, p.Z)
			}
		}
		b = append(b, '\n')
	}
	return string(b)
}

// wordsFor reports whether the names of the points' classes can replace their numbers in a table: there are classes,
// and all have different names, none of which is a number or means a missing value.
func wordsFor(pts []doc.Point, names doc.Names) bool {
	var seen [doc.MaxClass + 1]bool
	for _, p := range pts {
		if p.Z != doc.Unlabeled {
			seen[int(p.Z)] = true
		}
	}
	var list []string
	for id, ok := range seen {
		if !ok {
			continue
		}
		if !names.Named(id) || slices.Contains(list, names.Classes[id]) {
			return false
		}
		if _, number := parseNumber(field{text: names.Classes[id], quoted: true}, ','); number || // 0,5 will be quoted
			slices.Contains(noClass, names.Classes[id]) {
			return false
		}
		list = append(list, names.Classes[id])
	}
	return len(list) > 0
}

// appendEntry writes a text as an entry of a table. If a spreadsheet would take it for a formula, it gets a leading
// blank.
func appendEntry(b []byte, s string) []byte {
	if s != "" && strings.IndexByte("=@+-", s[0]) >= 0 {
		s = " " + s
	}
	if !strings.ContainsAny(s, ",;\t\"'# ") {
		return append(b, s...)
	}
	return append(append(append(b, '"'), strings.ReplaceAll(s, `"`, `""`)...), '"')
}

// field is one entry of a line, without its quotes.
type field struct {
	text   string
	quoted bool
}

// label is the entry of the third column.
type label struct {
	text         string
	line, column int
}

type parser struct {
	task   method.Task
	pts    []doc.Point
	labels []label // of pts, if there is a third column that is not a value
	left   [3]lost // rows without a number, by the column that lacks it
	names  []string
	listed []string // classes listed in a comment of the table
	words  wordy    // nil = columns of words, and rows with missing values, are left out
	notes  []string

	blank, comments int
	counted         bool // the table begins with method.CountedNote
	decimalCommas   bool

	header     []field // nil = none
	headerLine int
	most       int   // largest number of rows; 0 = a document's limit
	skip       int   // number of columns left out at the front
	third      bool  // there is a third column
	dates      []int // chosen columns with dates
}

func (p *parser) note(format string, args ...any) {
	p.notes = append(p.notes, words.Sprintf(format, args...))
}

func at(line, column int) string { return words.Sprintf("line %d, column %d", line, column) }

func (p *parser) parse(text string) *doc.Error {
	text, err := p.clean(text)
	if err != nil {
		return err
	}
	rows := min(strings.Count(text, "\n")+1, doc.MaxPoints)
	p.pts = make([]doc.Point, 0, rows)
	p.labels = make([]label, 0, rows)

	if isLibsvm(text) {
		err = p.libsvm(text)
	} else {
		err = p.table(text)
	}
	if err != nil {
		return err
	}
	p.noteLeft(func(k int) string { return p.columnName(k + p.skip) })
	if len(p.pts) == 0 {
		return errNone()
	}
	if err := p.classes(); err != nil {
		return err
	}
	if p.decimalCommas {
		p.note("commas in numbers read as decimal points")
	}
	if p.blank > 0 {
		p.note("%s passed over", words.Count(p.blank, "blank line"))
	}
	if p.counted {
		p.comments--
	}
	if p.comments > 0 {
		p.note("%s passed over", words.Count(p.comments, "comment line"))
	}
	return nil
}

func (p *parser) add(pt doc.Point) { p.pts = append(p.pts, pt) }

// Reading lines.

// lines calls f with each line that is neither blank nor a comment, until f returns false. f gets the rest of the text
// beginning with that line, and returns how many bytes it used, including the line end.
func (p *parser) lines(text string, f func(line int, rest string) (used int, more bool)) {
	p.blank, p.comments = 0, 0
	line := 1
	for pos := 0; pos < len(text); {
		end := strings.IndexByte(text[pos:], '\n')
		if end < 0 {
			end = len(text) - pos
		}
		switch s := strings.TrimSpace(text[pos : pos+end]); {
		case s == "":
			p.blank++
		case isComment(s):
			p.comments++
		default:
			used, more := f(line, text[pos:])
			if !more {
				return
			}
			line += strings.Count(text[pos:pos+used], "\n")
			pos += used
			continue
		}
		line++
		pos += end + 1
	}
}

// isComment reports whether a trimmed line has no row: it begins with # (but not with an error value of a spreadsheet,
// such as #N/A), or tells spreadsheets the separator.
func isComment(s string) bool {
	if s[0] != '#' {
		return isSepLine(s)
	}
	for _, v := range sheetErrors {
		if rest, ok := strings.CutPrefix(s, v); ok && (rest == "" || strings.IndexByte(",;\t ", rest[0]) >= 0) {
			return false
		}
	}
	return true
}

// isSepLine reports whether a line tells spreadsheets the separator ("sep=;").
func isSepLine(s string) bool {
	return len(s) <= 5 && len(s) >= 4 && strings.EqualFold(s[:4], "sep=")
}

// maxColumns is the largest number of fields that are kept of a row. A row that reaches it has too many columns for a
// table and is refused.
const maxColumns = 1000

// record is split with an error for an open quote.
func record(fields []field, line int, s string, sep byte) ([]field, int, *doc.Error) {
	fields, used, closed := split(fields, s, sep)
	if !closed {
		return nil, 0, &doc.Error{Field: words.Sprintf("line %d", line), Want: "closed with a quote (\")",
			Got: "an open quote"}
	}
	return fields, used, nil
}

// split reads one record from the front of s and appends its entries to fields, at most maxColumns. The separator ' '
// means runs of blanks and tabs. closed is false if a quote is left open.
func split(fields []field, s string, sep byte) (_ []field, used int, closed bool) {
	pos := 0
	for {
		for pos < len(s) && (s[pos] == ' ' || s[pos] == '\t' && sep != '\t') {
			pos++
		}
		if sep == ' ' && (pos == len(s) || s[pos] == '\n') {
			return fields, min(pos+1, len(s)), true // blanks before the line end
		}
		keep := len(fields) < maxColumns
		var f field
		if pos < len(s) && s[pos] == '"' {
			f.quoted = true
			var b strings.Builder
			for pos++; ; pos++ {
				if pos >= len(s) {
					return fields, pos, false
				}
				if s[pos] == '"' {
					if pos++; pos >= len(s) || s[pos] != '"' {
						break
					}
				}
				if keep && b.Len() < maxEntry {
					b.WriteByte(s[pos])
				}
			}
			f.text = b.String()
		}
		start := pos
		for pos < len(s) && s[pos] != '\n' && s[pos] != sep && (sep != ' ' || s[pos] != '\t') {
			pos++
		}
		if keep {
			f.text = strings.TrimSpace(f.text + s[start:min(pos, start+maxEntry)])
			fields = append(fields, f)
		}
		if pos >= len(s) {
			return fields, pos, true
		}
		pos++
		if s[pos-1] == '\n' {
			return fields, pos, true
		}
	}
}

// maxEntry is the length in bytes at which longer entries are cut: they can't be numbers, and names are shortened
// anyway.
const maxEntry = 1000

// look is the number of lines from which the format is detected.
const look = 50

// separator chooses the column separator: the candidate with which most of the first lines have numbers in their first
// two columns, else the one with which most lines have several columns. In a tie the first of tab, semicolon, comma and
// blank wins, so that "1, 2" is split at its comma.
func (p *parser) separator(text string) byte { return p.separates(text, plainNumber) }

// plainNumber reports whether parseNumber can read an entry.
func plainNumber(f field, sep byte) bool {
	_, ok := parseNumber(f, sep)
	return ok
}

// separates is separator with a function that recognizes numbers.
func (p *parser) separates(text string, number func(f field, sep byte) bool) byte {
	best, bestRows, bestWide := byte(','), 0, 0
	var fields []field
	for _, sep := range []byte{'\t', ';', ',', ' '} {
		rows, wide, seen := 0, 0, 0
		p.lines(text, func(_ int, rest string) (int, bool) {
			var used int
			fields, used, _ = split(fields[:0], rest, sep)
			if len(fields) > 1 {
				wide++
				if number(fields[0], sep) && number(fields[1], sep) {
					rows++
				}
			}
			seen++
			return used, seen < look
		})
		if rows > bestRows || rows == bestRows && wide > bestWide {
			best, bestRows, bestWide = sep, rows, wide
		}
	}
	return best
}

// parseNumber reads a number in common notation. It accepts NaN and Inf, which callers exclude with finite.
func parseNumber(f field, sep byte) (x float64, ok bool) {
	s := f.text
	if rest, ok := strings.CutPrefix(s, "\u2212"); ok { // a typographic minus
		s = "-" + rest
	}
	comma, point := false, false
	for i := range len(s) {
		switch s[i] {
		case 'x', 'X', 'p', 'P', '_': // Go's hexadecimal numbers
			return 0, false
		case ',':
			comma = true
		case '.':
			point = true
		}
	}
	if comma && !point && (sep != ',' || f.quoted) {
		s = strings.Replace(s, ",", ".", 1)
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(x, 0) {
		return 0, false
	}
	return x, true
}

func finite(x float64) bool { return x >= -doc.MaxCoord && x <= doc.MaxCoord }

func wantNumber() string {
	return words.Sprintf("a finite number of absolute value at most %g", doc.MaxCoord)
}

// number reads a coordinate or a value.
func (p *parser) number(f field, sep byte, line, column int) (float64, *doc.Error) {
	x, ok := parseNumber(f, sep)
	if !ok || !finite(x) {
		want := wantNumber()
		if !ok && column < 3 && p.task == method.Classify {
			want = words.Text("%s (a class goes into the third column)", want)
		}
		return 0, doc.Errorf(at(line, column+p.skip), want, f.text)
	}
	if strings.IndexByte(f.text, ',') >= 0 {
		p.decimalCommas = true
	}
	return x, nil
}

// columnWords describes the columns of a task.
func columnWords(t method.Task) string {
	switch t {
	case method.Regress:
		return "2 columns (x and y)"
	case method.Regress2D:
		return "3 columns (x1, x2 and the value)"
	case method.Classify:
		return "2 or 3 columns (x1, x2 and the class)"
	}
	return "2 or 3 columns (x1 and x2)"
}

func (p *parser) table(text string) *doc.Error {
	sep := p.separator(text)
	var err *doc.Error
	var all []field
	first := true
	columns, rows := 0, 0
	p.lines(text, func(line int, rest string) (int, bool) {
		var used int
		if all, used, err = record(all[:0], line, rest, sep); err != nil {
			return 0, false
		}
		if first {
			first = false
			if isHeader(all, sep) {
				p.header, p.headerLine = slices.Clone(all), line
				if unnamed(all) && labelsRows(rest[used:], sep) {
					p.skip = 1
				}
				return used, true
			}
		}
		if rows == 0 && p.header != nil {
			// R's write.table writes no header for its row names.
			if p.skip == 0 && len(all) == len(p.header)+1 && len(all) > 3 && labelsRows(rest, sep) {
				p.skip = 1
				p.header = slices.Insert(p.header, 0, field{})
			}
			p.noteHeader()
		}
		fields := all[min(p.skip, len(all)):]
		for len(fields) > 3 && fields[len(fields)-1] == (field{}) {
			fields = fields[:len(fields)-1] // separators at the end of the line
		}
		if rows++; rows > cmp.Or(p.most, doc.MaxPoints) {
			err = tooMany(rows, rest[used:])
			return 0, false
		}
		if columns == 0 {
			columns, p.third = len(fields), len(fields) > 2
			if err = p.checkColumns(line, fields, sep); err != nil {
				return 0, false
			}
		}
		if len(fields) != columns {
			err = doc.Errorf(words.Sprintf("line %d", line),
				words.Sprintf("a row of %d columns, like the rows before it", columns+p.skip), len(fields)+p.skip)
			return 0, false
		}
		err = p.row(line, fields, sep)
		return used, err == nil
	})
	return err
}

// tooMany returns the error for a table with this many rows, and more in rest, which are counted but not read.
func tooMany(rows int, rest string) *doc.Error {
	e := &doc.Error{Field: "text", Want: words.Sprintf("at most %d rows", doc.MaxPoints), Got: strconv.Itoa(rows)}
	if n := strings.Count(strings.TrimRight(rest, "\n \t,;"), "\n"); n > 0 || strings.TrimSpace(rest) != "" {
		e.Got = words.Sprintf("about %d", rows+n+1)
	}
	return e
}

func (p *parser) noteHeader() {
	names := make([]string, 0, len(p.header))
	for _, f := range p.header[p.skip:] {
		names = append(names, f.text)
	}
	p.note("line %d read as the header: %s", p.headerLine, clip(strings.Join(names, ", ")))
	if p.skip > 0 {
		p.note("the first column, which has no name, read as the rows' numbers or names, and left out")
	}
}

// unnamed reports whether the first column has no name in the header: pandas and R write tables with the labels of the
// rows so. After another round trip pandas calls that column "Unnamed: 0".
func unnamed(header []field) bool {
	return len(header) > 2 && (header[0].text == "" || header[0].text == "Unnamed: 0")
}

// labelsRows reports whether the first column of the next lines can hold the numbers or names of rows: none of its
// entries is a fraction.
func labelsRows(text string, sep byte) bool {
	var p parser
	var fields []field
	seen, labels := 0, true
	p.lines(text, func(_ int, rest string) (used int, more bool) {
		fields, used, _ = split(fields[:0], rest, sep)
		if len(fields) > 0 {
			x, ok := parseNumber(fields[0], sep)
			labels = labels && !(ok && x != math.Trunc(x))
		}
		seen++
		return used, labels && seen < look
	})
	return labels
}

// isHeader reports whether a line has names: no number in its first two columns, and something in both; the column of
// row labels needs no name.
func isHeader(fields []field, sep byte) bool { return heading(fields, sep, plainNumber) }

// heading is isHeader with a function that recognizes numbers.
func heading(fields []field, sep byte, number func(f field, sep byte) bool) bool {
	if unnamed(fields) {
		fields = fields[1:]
	}
	for i, f := range fields {
		if i == 2 {
			break
		}
		if number(f, sep) || f.text == "" {
			return false
		}
	}
	return true
}

func (p *parser) checkColumns(line int, fields []field, sep byte) *doc.Error {
	n := len(fields)
	switch {
	case n == 2 && p.task != method.Regress2D, n == 3:
		return nil
	case n < 2:
		return doc.Errorf(words.Sprintf("line %d", line), words.Text("a row of %s, separated by comma, semicolon, tab or "+
			"spaces", columnWords(p.task)), n)
	case n == 2:
		return doc.Errorf(words.Sprintf("line %d", line), words.Text("a row of %s", columnWords(p.task)), n)
	}
	// Too many columns: suggest which to keep, the first two with numbers and the last one.
	name := func(i int) string { return cmp.Or(p.heading(i+p.skip), strconv.Itoa(i+p.skip+1)) }
	var keep []string
	for i := 0; i < n-1 && len(keep) < 2; i++ {
		if _, ok := parseNumber(fields[i], sep); ok {
			keep = append(keep, name(i))
		}
	}
	want := columnWords(p.task)
	if len(keep) == 2 {
		if p.task == method.Regress {
			keep = keep[:1]
		}
		if p.task != method.Cluster && p.task != method.Embed {
			keep = append(keep, name(n-1))
		}
		want = words.Text("%s: keep for example %s", want, strings.Join(keep, ", "))
	}
	return &doc.Error{Field: words.Sprintf("line %d", line), Want: want, Got: words.Text("%s columns", many(n))}
}

// many formats a number of columns.
func many(n int) string {
	if n >= maxColumns-1 {
		return words.Text("%s or more", strconv.Itoa(maxColumns))
	}
	return strconv.Itoa(n)
}

// row reads one row of a table. A row in which a number is missing is counted in p.left and not added.
func (p *parser) row(line int, fields []field, sep byte) *doc.Error {
	var pt doc.Point
	var err *doc.Error
	for k, to := range []*float64{&pt.X, &pt.Y, &pt.Z}[:p.numbersOf(len(fields))] {
		if *to, err = p.number(fields[k], sep, line, k+1); err == nil {
			continue
		}
		if slices.Contains(noNumber, fields[k].text) {
			p.left[k].add(line, fields[k].text)
			return nil
		}
		return err
	}
	if len(fields) == 3 && p.task != method.Regress2D {
		if err := p.label(fields[2], sep, line, 3+p.skip); err != nil {
			return err
		}
	}
	p.add(pt)
	return nil
}

// numbersOf returns how many of a row's columns are read as numbers: the third is a label, unless it is a value.
func (p *parser) numbersOf(columns int) int {
	if p.task == method.Regress2D {
		return columns
	}
	return 2
}

// label appends an entry of the third column to p.labels: as it is, except that a missing class becomes "", and a
// decimal comma a point.
func (p *parser) label(f field, sep byte, line, column int) *doc.Error {
	s := f.text
	// It may be a number with a decimal comma, for tasks that keep numbers.
	if x, ok := parseNumber(f, sep); ok && strings.IndexByte(s, ',') >= 0 {
		s = strconv.FormatFloat(x, 'g', -1, 64)
	}
	if slices.Contains(noClass, s) {
		s = ""
	}
	if !doc.Seen(s) {
		return doc.Errorf(at(line, column), "a text without control characters", s)
	}
	p.labels = append(p.labels, label{s, line, column})
	return nil
}

// heading returns a column's name in the header, or "".
func (p *parser) heading(c int) string {
	if c < len(p.header) {
		return doc.Label(p.header[c].text)
	}
	return ""
}

// columnName returns the display name of a column of the table.
func (p *parser) columnName(c int) string {
	return cmp.Or(p.heading(c), words.Sprintf("column %d", c+1))
}

// noteLeft adds notes on the rows that were left out. name returns the name of the k-th column that is read.
func (p *parser) noteLeft(name func(k int) string) {
	for k := range p.left {
		if l := &p.left[k]; l.n > 0 {
			p.note("%s left out: no number in %s (%s)", words.Count(l.n, "row"), name(k), l.where())
		}
	}
}

// libsvm's format: a label, then index:value pairs with ascending indices; missing features are 0.

// isLibsvm detects the format: the first line with a feature decides.
func isLibsvm(text string) bool {
	var p parser
	found, seen := false, 0
	p.lines(text, func(_ int, rest string) (int, bool) {
		s, _, more := strings.Cut(rest, "\n")
		tokens := libsvmTokens(s)
		for i, t := range tokens {
			k, v, ok := strings.Cut(t, ":")
			if _, err := strconv.ParseUint(k, 10, 32); i > 0 && (!ok || err != nil || strings.ContainsAny(v, `",`)) {
				return 0, false
			}
		}
		found = len(tokens) > 1
		used := len(s)
		if more {
			used++
		}
		seen++
		return used, !found && seen < look
	})
	return found
}

// libsvmTokens splits a line at blanks, into a label and the first features; a comment may end it. It returns only a
// few features, because tables with more are refused.
func libsvmTokens(s string) []string {
	const most = 8
	s, _, _ = strings.Cut(s, "#")
	list := make([]string, 0, most)
	for f := range strings.FieldsSeq(s) {
		if list = append(list, f); len(list) == most {
			break
		}
	}
	return list
}

// noLabel returns the error for a line that begins with a spreadsheet's error value, such as #N/A: what follows # is a
// comment, so the line has no label.
func noLabel(line int, s string) *doc.Error {
	return doc.Errorf(at(line, 1), "a label, before the first feature index:value", strings.TrimSpace(s))
}

func (p *parser) libsvm(text string) *doc.Error {
	p.note("read as libsvm's format: label index:value ...")
	features := 2
	if p.task == method.Regress {
		features = 1
	}
	var err *doc.Error
	rows := 0
	p.lines(text, func(line int, rest string) (int, bool) {
		s, _, more := strings.Cut(rest, "\n")
		used := len(s)
		if more {
			used++
		}
		if rows++; rows > cmp.Or(p.most, doc.MaxPoints) {
			err = tooMany(rows, rest[used:])
			return 0, false
		}
		tokens := libsvmTokens(s)
		if len(tokens) == 0 {
			err = noLabel(line, s)
			return 0, false
		}
		var x [3]float64 // by index
		last := 0
		for i, t := range tokens[1:] {
			k, v, ok := strings.Cut(t, ":")
			index, e := strconv.Atoi(k)
			if !ok || e != nil || index <= last || index > features {
				want := words.Sprintf("a feature index:value with an index from 1 to %d, ascending", features)
				err = doc.Errorf(at(line, i+2), want, t)
				return 0, false
			}
			last = index
			if x[index], err = p.number(field{text: v}, ',', line, i+2); err != nil {
				return 0, false
			}
		}
		pt := doc.Point{X: x[1], Y: x[2]}
		switch p.task {
		case method.Regress:
			pt.Y, err = p.number(field{text: tokens[0]}, ',', line, 1)
		case method.Regress2D:
			pt.Z, err = p.number(field{text: tokens[0]}, ',', line, 1)
		default:
			err = p.label(field{text: tokens[0]}, ',', line, 1)
		}
		p.add(pt)
		return used, err == nil
	})
	return err
}

// Classes.

func wantClass() string {
	return words.Sprintf("a class: a whole number from 1 to %d or from 0 to %d, -1 or empty for none, or one of "+
		"at most %d names", doc.MaxClass+1, doc.MaxClass, maxClasses)
}

// classes converts the labels to the points' Z.
func (p *parser) classes() *doc.Error {
	if len(p.labels) == 0 {
		if p.task == method.Classify {
			p.note("no class column: all points are of class 1")
		}
		return nil
	}
	numeric, empty := true, 0
	values := make([]float64, len(p.labels))
	for i, l := range p.labels {
		if l.text == "" {
			empty++
			values[i] = doc.Unlabeled
			continue
		}
		x, ok := parseNumber(field{text: l.text}, ',')
		values[i] = x
		numeric = numeric && ok
	}
	if empty == len(p.labels) && p.task != method.Classify {
		return nil // only separators at the end of the lines
	}
	if empty > 0 {
		p.note("%s without a class", words.Count(empty, "point"))
	}
	if !numeric {
		return p.nameClasses()
	}
	if p.task != method.Classify {
		return p.numbersAsValues(values)
	}
	var distinct []float64
	for i, x := range values {
		if x != math.Trunc(x) || !finite(x) {
			l := p.labels[i]
			return doc.Errorf(at(l.line, l.column), wantClass(), l.text)
		}
		if p.labels[i].text != "" {
			distinct = withNumber(distinct, x)
		}
	}
	slices.Sort(distinct)
	if !slices.Equal(distinct, []float64{-1, 1}) { // -1 means no class unless the classes are -1 and 1
		if i := slices.Index(distinct, doc.Unlabeled); i >= 0 {
			distinct = slices.Delete(distinct, i, i+1)
		}
		if base, ok := method.ClassBase(distinct, p.counted); ok {
			for i, x := range values {
				if p.pts[i].Z = x; x != doc.Unlabeled {
					p.pts[i].Z = x - float64(base)
				}
			}
			return nil
		}
	}
	if len(distinct) > maxClasses {
		highest := float64(maxClasses)
		if slices.Contains(distinct, 0) {
			highest--
		}
		for i, x := range values {
			if l := p.labels[i]; x < doc.Unlabeled || x > highest {
				return doc.Errorf(at(l.line, l.column), wantClass(), l.text)
			}
		}
	}
	for i, x := range values {
		p.pts[i].Z = doc.Unlabeled
		if p.labels[i].text != "" {
			p.pts[i].Z = float64(slices.Index(distinct, x)) // -1 for no class
		}
	}
	for _, x := range distinct {
		p.names = append(p.names, strconv.FormatFloat(x, 'g', -1, 64))
	}
	p.noteClasses()
	return nil
}

// numbersAsValues keeps the numbers of the third column as the points' Z, unless they can be classes counted from 1.
func (p *parser) numbersAsValues(values []float64) *doc.Error {
	var distinct []float64
	whole := true
	for i, x := range values {
		if !finite(x) {
			l := p.labels[i]
			return doc.Errorf(at(l.line, l.column), wantNumber(), l.text)
		}
		p.pts[i].Z = x
		whole = whole && x == math.Trunc(x)
		if x != doc.Unlabeled {
			distinct = withNumber(distinct, x)
		}
	}
	if base, ok := method.ClassBase(distinct, p.counted); ok && base == 1 && whole && p.task != method.Regress {
		for i, x := range values {
			if x != doc.Unlabeled {
				p.pts[i].Z = x - 1
			}
		}
	}
	return nil
}

// withNumber adds x to a list of different numbers, unless the list is already too long for classes.
func withNumber(list []float64, x float64) []float64 {
	if len(list) <= maxClasses+1 && !slices.Contains(list, x) {
		return append(list, x)
	}
	return list
}

// nameClasses numbers names in the order of their first appearance, or as in the table's list of classes, if that
// contains all of them; a list that does not belongs to another column.
func (p *parser) nameClasses() *doc.Error {
	strange := func(l label) bool { return l.text != "" && !slices.Contains(p.listed, l.text) }
	if len(p.listed) <= maxClasses && !slices.ContainsFunc(p.labels, strange) {
		p.names = append(p.names, p.listed...)
	}
	for i, l := range p.labels {
		if l.text == "" {
			p.pts[i].Z = doc.Unlabeled
			continue
		}
		k := slices.Index(p.names, l.text)
		if k < 0 {
			if k = len(p.names); k == maxClasses {
				return doc.Errorf(at(l.line, l.column), words.Sprintf("one of at most %d classes", maxClasses), l.text)
			}
			p.names = append(p.names, l.text)
		}
		p.pts[i].Z = float64(k)
	}
	p.noteClasses()
	return nil
}

func (p *parser) noteClasses() {
	list := make([]string, len(p.names))
	for i, s := range p.names {
		list[i] = fmt.Sprintf("%s = %d", clip(s), method.ClassNumber(i))
	}
	p.note("classes: %s", strings.Join(list, ", "))
}

// clip shortens a foreign text for notes.
func clip(s string) string {
	s = doc.Clean(strings.ToValidUTF8(s[:min(len(s), maxEntry)], "\uFFFD"), false)
	if r := []rune(s); len(r) > 60 {
		return string(r[:59]) + "…"
	}
	return s
}
