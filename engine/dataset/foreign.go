package dataset

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/sorts"
	"pointscape/engine/words"
)

// This file reads files as users have them: in any encoding, with numbers as spreadsheets write them in any country.
// Read converts them to tables for the other readers of this package. The first engine does not include it: only Read
// leads here.

// Foreign is a table that was read from a user's file.
type Foreign struct {
	// Text is the table, in which numbers that ParseCSV could not read are rewritten with a decimal point only. Its lines
	// are the file's, unless that was a list of rows in JSON.
	Text string
	// Read is what was detected in the file; Limit and WideLimit, which depend on the method, are not set.
	Read method.Read

	how   method.Reading
	notes []string
}

// Decoded is the text of a file.
type Decoded struct {
	Text     string
	Encoding string // the encoding in which it was read, the ID of one of method.Encodings
	Guessed  bool   // the encoding was not given, and the file has no byte order mark and is not plain UTF-8
	Broken   int    // number of invalid characters, which became U+FFFD
}

// Decoder decodes the bytes of a file. An empty encoding is detected. encodings.Decode is one.
type Decoder func(file, encoding string) (Decoded, error)

// Read reads a table from a file. decode is nil for a text, which has no encoding. The error is a *doc.Error.
//
// Numbers may have marks or blanks between thousands (1.234,5 and 1,234.5, 1 234,5, 1'234.5), decimal commas, plus
// signs and percent signs. Most of them have one reading. A single mark before three digits is ambiguous: 31,204 and
// 1.234. The other numbers of its column decide if they agree; else how.Decimal, if it is given; else the other
// columns, if they agree. Otherwise an ambiguous point is a decimal point, and a column with an ambiguous comma can't
// be read until how.Decimal is given.
//
// If all numbers of a column have a percent sign, the signs are removed, and the column's name in the header gets one.
func Read(text string, decode Decoder, how method.Reading) (*Foreign, error) {
	if err := how.Check(); err != nil {
		return nil, err
	}
	f := &Foreign{how: how}
	if len(text) > doc.MaxBytes {
		return nil, doc.TooLong("text", len(text))
	}
	if decode != nil {
		d, err := decode(text, how.Encoding)
		if err != nil {
			return nil, err
		}
		text, f.Read.Encoding, f.Read.Guessed = d.Text, d.Encoding, d.Guessed
		if name := method.EncodingName(d.Encoding); d.Guessed {
			f.note("read as %s, as the file does not say its encoding", name)
		} else if d.Encoding != method.UTF8 {
			f.note("read as %s", name)
		}
		if d.Broken > 0 {
			f.note("%s could not be read in this encoding", words.Count(d.Broken, "character"))
		}
	}
	var p parser
	text, err := p.clean(text)
	if err != nil {
		return nil, err
	}
	if rows, ok, err := listOfRows(text); err != nil {
		return nil, err
	} else if ok {
		f.note("read as a list of rows in JSON")
		text = rows
	}
	f.Text = text
	if !isLibsvm(text) {
		f.normalise(text)
	}
	return f, nil
}

func (f *Foreign) note(format string, args ...any) {
	f.notes = append(f.notes, words.Sprintf(format, args...))
}

// listOfRows converts the points of a document, in JSON, to a table; ok is false if text is no such list.
func listOfRows(text string) (table string, ok bool, err error) {
	s := strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(s, "["); !ok || !strings.HasPrefix(strings.TrimLeft(rest, " \t\n"), "[") {
		return "", false, nil
	}
	d, err := doc.Decode([]byte(`{"method":"any","points":` + s + `}`))
	if err != nil {
		return "", false, err
	}
	third := slices.ContainsFunc(d.Points, func(p doc.Point) bool { return p.Z != 0 })
	var b []byte
	for _, p := range d.Points {
		b = append(doc.AppendNumber(b, p.X), ',')
		b = doc.AppendNumber(b, p.Y)
		if third {
			b = doc.AppendNumber(append(b, ','), p.Z)
		}
		b = append(b, '\n')
	}
	return string(b), true, nil
}

// Columns describes the table's columns; see the function Columns.
func (f *Foreign) Columns() (method.Table, error) {
	t, err := Columns(f.Text)
	t.Read = f.Read
	return t, err
}

// open returns an error if a used column has ambiguous numbers with a comma, and nothing decides; used reports whether
// a column is read. Ambiguous points are read as decimal points, as programs write them, with a note.
func (f *Foreign) open(used func(column int) bool) error {
	for _, d := range f.Read.Doubts {
		if !d.Open || f.how.Decimal != "" || !used(d.Column) {
			continue
		}
		if d.Comma() {
			return doc.Errorf("decimal", words.Sprintf("given: %q (%s) is %s with a decimal point, and %s with a decimal comma",
				d.Text, at(d.Line, d.Column+1), d.Thousands, d.Decimals), "")
		}
		f.note("points in numbers such as “%s” read as decimal points", d.Text)
		break
	}
	return nil
}

func anyColumn(int) bool { return true }

// parser returns a parser of the table. All rows are read if a sample is drawn from them.
func (f *Foreign) parser(task method.Task) parser {
	p := parser{task: task, notes: slices.Clone(f.notes)}
	if f.how.Sample > 0 {
		p.most = math.MaxInt
	}
	return p
}

// CSV reads the table as ParseCSV does.
func (f *Foreign) CSV(task method.Task) (pts []doc.Point, names doc.Names, notes []string, err error) {
	if err := f.open(anyColumn); err != nil {
		return nil, names, nil, err
	}
	return parseCSV(f.parser(task), f.Text)
}

// Chosen reads columns of the table as ParseColumns does.
func (f *Foreign) Chosen(task method.Task, columns []int) (pts []doc.Point, names doc.Names, notes []string,
	err error) {
	if err := f.open(func(c int) bool { return slices.Contains(columns, c) }); err != nil {
		return nil, names, nil, err
	}
	return parseColumns(f.parser(task), f.Text, columns)
}

// Wide reads all columns of the table as ParseWide does.
func (f *Foreign) Wide(class int) (*doc.Rows, doc.Names, []string, error) { return f.wide(class, nil) }

// Mixed reads all columns as ParseMixed does.
func (f *Foreign) Mixed(class int) (*doc.Rows, doc.Names, []string, error) {
	return f.wide(class, newSorting())
}

// Things reads all columns as Mixed does, for methods that take words themselves (method.Info.Objects): a column of
// words may have as many different ones as a document allows, and may look like row labels.
func (f *Foreign) Things(class int) (*doc.Rows, doc.Names, []string, error) {
	s := newSorting()
	s.things = true
	return f.wide(class, s)
}

func (f *Foreign) wide(class int, words wordy) (r *doc.Rows, names doc.Names, notes []string, err error) {
	if err := f.open(anyColumn); err != nil {
		return nil, names, nil, err
	}
	p := f.parser(method.Classify)
	p.third, p.words = class >= 0, words
	return parseWide(p, f.Text, class)
}

// CutRoles removes the column of roles from the table; see the function CutRoles.
func (f *Foreign) CutRoles() (roles string) {
	f.Text, roles = CutRoles(f.Text)
	return roles
}

// gathered holds statistics of a column.
type gathered struct {
	entries, numbers, percents int // how many entries are not missing, are numbers, and are percentages
	point, comma               int // how many numbers imply a decimal point, or a decimal comma
	doubt                      *method.Doubt
	labels                     map[string]int // number of rows by label; nil = no label yet, or too many
	order                      []string       // the labels in order of appearance
	merged                     map[string]string
	mark                       rune // the decimal mark for ambiguous numbers
}

// numeric reports whether a column holds numbers, by the rule of tally.column.
func (g *gathered) numeric() bool { return g.numbers > 0 && 2*g.numbers >= g.entries }

// percentages reports whether all numbers of a column have percent signs.
func (g *gathered) percentages() bool { return g.numeric() && g.percents == g.numbers }

func (g *gathered) add(e field, line, column int) {
	if point, ok := simple(e.text); ok && (g.doubt != nil || !mayDoubt(e.text)) {
		g.entries++
		g.numbers++
		if point && !mayDoubt(e.text) {
			g.point++
		}
		return
	}
	if slices.Contains(noNumber, e.text) {
		return
	}
	g.entries++
	if w, ok := readWritten(e.text); ok {
		g.numbers++
		if w.percent {
			g.percents++
		}
		switch w.decimal() {
		case '.':
			g.point++
		case ',':
			g.comma++
		}
		if w.doubt() && g.doubt == nil {
			g.doubt = &method.Doubt{Line: line, Column: column, Text: clip(e.text), Decimals: w.text(w.last()),
				Thousands: w.text(0)}
		}
		return
	}
	if g.labels == nil && g.order == nil {
		g.labels = map[string]int{}
	}
	if g.labels != nil {
		if g.labels[e.text]++; g.labels[e.text] == 1 {
			g.order = append(g.order, e.text)
		}
		if len(g.order) > manyValues {
			g.labels = nil
		}
	}
}

// alike returns the groups of labels that differ only in case or spaces, the most frequent label of each group first;
// nil for a column of numbers.
func (g *gathered) alike(column int) (list []method.Alike) {
	if g.labels == nil || g.numeric() {
		return nil
	}
	groups := map[string][]string{}
	var keys []string
	for _, s := range g.order {
		key := strings.ToLower(strings.Join(strings.Fields(s), " "))
		if groups[key] == nil {
			keys = append(keys, key)
		}
		groups[key] = append(groups[key], s)
	}
	for _, key := range keys {
		same := groups[key]
		if len(same) < 2 {
			continue
		}
		sorts.StableFunc(same, func(a, b string) int { return cmp.Compare(g.labels[b], g.labels[a]) })
		a := method.Alike{Column: column, Labels: same}
		for _, s := range same {
			a.Rows = append(a.Rows, g.labels[s])
		}
		list = append(list, a)
	}
	return list
}

// isWritten reports whether an entry is a number in any notation. The separator does not matter, because the entry is
// already split off.
func isWritten(f field, _ byte) bool {
	_, ok := readWritten(f.text)
	return ok
}

// normalise detects the notation of a table's numbers, and labels that may mean the same. It sets f.Read, and f.Text if
// an entry must be rewritten.
func (f *Foreign) normalise(text string) {
	var p parser
	sep := p.separates(text, isWritten)
	var all []gathered
	whole, first, header := true, true, false
	var entries []field
	var names []string
	p.lines(text, func(line int, rest string) (used int, more bool) {
		if entries, used, whole = split(entries[:0], rest, sep); !whole || len(entries) == maxColumns {
			whole = false // the reader reports this error
			return used, false
		}
		for len(all) < len(entries) {
			all = append(all, gathered{})
		}
		if first {
			first = false
			if header = heading(entries, sep, isWritten); header {
				for _, e := range entries {
					names = append(names, e.text)
				}
				return used, true
			}
		}
		for i, e := range entries {
			all[i].add(e, line, i)
		}
		return used, true
	})
	if !whole {
		return
	}
	f.settle(all, sep)
	name := func(i int) string {
		if i < len(names) && names[i] != "" {
			return clip(names[i])
		}
		return words.Sprintf("column %d", i+1)
	}
	for i := range all {
		g := &all[i]
		list := g.alike(i)
		f.Read.Alike = append(f.Read.Alike, list...)
		if !f.how.Merge {
			continue
		}
		for _, a := range list {
			if g.merged == nil {
				g.merged = map[string]string{}
			}
			for _, s := range a.Labels[1:] {
				g.merged[s] = a.Labels[0]
				f.note("labels of %s: “%s” read as “%s”", name(i), clip(s), clip(a.Labels[0]))
			}
		}
	}
	f.rewrite(text, sep, all, header, name)
}

// settle determines the decimal mark for the ambiguous numbers of each column: that of its own numbers, if they agree
// on one; or else how.Decimal, that of the other columns, or an assumption.
func (f *Foreign) settle(all []gathered, sep byte) {
	points, commas := false, false
	for i := range all {
		if g := &all[i]; g.numeric() {
			points, commas = points || g.point > 0, commas || g.comma > 0
		}
	}
	for i := range all {
		g := &all[i]
		if !g.numeric() || g.doubt == nil {
			continue
		}
		open := false
		switch {
		case g.point > 0 && g.comma == 0:
			g.mark = '.'
			continue
		case g.comma > 0 && g.point == 0:
			g.mark = ','
			continue
		case points && !commas:
			g.mark = '.'
		case commas && !points:
			g.mark = ','
		default:
			g.mark = '.'
			if sep == ';' && g.doubt.Comma() {
				g.mark = ',' // tables with semicolons have decimal commas
			}
			open = g.doubt.Comma() || sep == ';' || sep == '\t' || points
		}
		if f.how.Decimal != "" {
			g.mark = rune(f.how.Decimal[0])
		}
		g.doubt.Decimal, g.doubt.Open = string(g.mark), open
		f.Read.Doubts = append(f.Read.Doubts, *g.doubt)
	}
}

// rewrite writes the table anew if an entry must be read in another way than ParseCSV would.
func (f *Foreign) rewrite(text string, sep byte, all []gathered, header bool, name func(int) string) {
	var b strings.Builder
	var p parser
	var entries []field
	from, changed, first := 0, false, true
	told, shares := "", make([]string, len(all))
	p.lines(text, func(line int, rest string) (used int, more bool) {
		start := len(text) - len(rest)
		b.WriteString(text[from:start])
		entries, used, _ = split(entries[:0], rest, sep)
		from = start + used
		different := false
		for i := range entries {
			e, g := &entries[i], &all[i]
			switch {
			case first && header:
				if g.percentages() && !strings.Contains(e.text, "%") {
					e.text, different = strings.TrimSpace(e.text+" (%)"), true
				}
			case g.merged[e.text] != "":
				e.text, different = g.merged[e.text], true
			case g.numeric():
				to, ok := g.plain(*e, sep)
				if !ok {
					continue
				}
				if strings.Contains(e.text, "%") {
					if shares[i] == "" {
						shares[i] = clip(e.text) + "\x00" + to
					}
				} else if told == "" {
					told = clip(e.text) + "\x00" + to
				}
				*e, different = field{text: to}, true
			}
		}
		first = false
		if !different {
			b.WriteString(rest[:used])
			return used, true
		}
		changed = true
		for i, e := range entries {
			if i > 0 {
				b.WriteByte(sep)
			}
			if e.quoted || e.text != "" && (strings.IndexByte(e.text, sep) >= 0 || strings.Contains(e.text, "\n") ||
				e.text[0] == '"' || i == 0 && isComment(e.text)) {
				e.text = `"` + strings.ReplaceAll(e.text, `"`, `""`) + `"`
			}
			b.WriteString(e.text)
		}
		if strings.HasSuffix(rest[:used], "\n") {
			b.WriteByte('\n')
		}
		return used, true
	})
	if !changed {
		return
	}
	b.WriteString(text[from:])
	f.Text = b.String()
	if from, to, ok := strings.Cut(told, "\x00"); ok {
		f.note("numbers such as “%s” read as %s", from, to)
	}
	for i, s := range shares {
		if from, to, ok := strings.Cut(s, "\x00"); ok {
			f.note("%s is in percent: “%s” read as %s", name(i), from, to)
		}
	}
}

// plain returns the form in which ParseCSV can read an entry of a column of numbers; ok is false if it can read the
// entry itself, if the entry is not a number, or if it is a percentage in a column with other numbers.
func (g *gathered) plain(e field, sep byte) (to string, ok bool) {
	w, ok := readWritten(e.text)
	if !ok || w.plain && !(w.doubt() && g.mark == ',') || w.percent && !g.percentages() {
		return "", false
	}
	to = w.text(g.mark)
	x, there := parseNumber(e, sep)
	y, _ := parseNumber(field{text: to}, ',')
	return to, !there || x != y
}

// Sample draws k of n rows, or all if k is larger, at random without replacement, and returns their indices in
// increasing order. With strata, a class for each row, it draws from every class separately, in proportion to its rows
// (the rounding remainders go to the classes with the largest ones), but at least one row if k allows. The same seed
// draws the same rows.
func Sample(n int, strata []int, k int, seed uint64) []int {
	if k >= n {
		k = n
	}
	groups := [][]int{{}}
	if strata == nil {
		for i := range n {
			groups[0] = append(groups[0], i)
		}
	} else {
		at := map[int]int{}
		groups = nil
		for i, s := range strata {
			j, ok := at[s]
			if !ok {
				j = len(groups)
				at[s], groups = j, append(groups, nil)
			}
			groups[j] = append(groups[j], i)
		}
		sorts.Func(groups, func(a, b []int) int { return cmp.Compare(strata[a[0]], strata[b[0]]) })
	}
	var keep []int
	for j, share := range shares(groups, n, k) {
		var r rng
		r.seed(seed, j)
		g := groups[j]
		for i := range share { // Fisher-Yates shuffle, as far as needed
			o := i + int(r.float()*float64(len(g)-i))
			g[i], g[o] = g[o], g[i]
		}
		keep = append(keep, g[:share]...)
	}
	slices.Sort(keep)
	return keep
}

// shares divides k among groups of n rows in total, as Sample says.
func shares(groups [][]int, n, k int) []int {
	list := make([]int, len(groups))
	left := k
	for j, g := range groups {
		list[j] = k * len(g) / n
		left -= list[j]
	}
	order := make([]int, len(groups))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(k*len(groups[b])%n, k*len(groups[a])%n)
	})
	for _, j := range order[:left] {
		list[j]++
	}
	for j := range list {
		if most := slices.Index(list, slices.Max(list)); list[j] == 0 && k >= len(list) {
			list[j]++
			list[most]--
		}
	}
	return list
}
