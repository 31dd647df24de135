package doc

import (
	"slices"
	"strings"
	"unicode/utf8"

	"pointscape/engine/words"
)

// Limits of the smaller parts of a document.
const (
	MaxSeed   = 1 << 53 // the largest seed: every JSON reader reads it exactly
	MaxParams = 100     // parameters of one document
	MaxList   = 1000    // positions or choices in a parameter that is a list; also coordinates of a position
	MaxFloats = 20000   // numbers in a parameter that is a list, such as the weights of a network
	MaxShow   = 100     // names in View.Show
)

// maxView bounds the absolute values of the view's ends. It is much larger than MaxCoord, because a flat stage shows
// far more than the points along its long side.
const maxView = 1000 * MaxCoord

// MinSpan returns the smallest allowed width of a range of the view whose ends are at most far in absolute value. A
// narrower one has more pixels than float64 has numbers, or a width whose square is 0.
func MinSpan(far float64) float64 { return max(1e-100, 1e-10*far) }

// Encode encodes a document as compact JSON without empty fields. Points are rows of x, y if every Z is 0, else of x,
// y, z, in the shortest form that reads back exactly. Points and names that the Dataset generates are not written;
// title and note are written as Clean returns them. The error is that of Validate: whatever Encode writes, Decode
// reads.
func Encode(d Document) ([]byte, error) { return encode(d, false) }

// EncodeHead encodes a document without its points, which are transferred beside it.
func EncodeHead(d Document) ([]byte, error) { return encode(d, true) }

func encode(d Document, head bool) ([]byte, error) {
	if head || d.Dataset != nil || d.Table != nil {
		d.Points = nil
	}
	if t := d.Table; head && t != nil && t.Rows != nil {
		named, rows := *t, *t.Rows // the numbers are not validated again for each picture
		rows.X, rows.Class = nil, nil
		named.Rows, d.Table = &rows, &named
	}
	if err := d.validate(); err != nil {
		return nil, err
	}
	d.Names = d.Names.Beyond(d.Given())
	d.Title, d.Note = Clean(d.Title, false), Clean(d.Note, true)
	f := fields{do: writing, head: head, b: append(make([]byte, 0, 256+24*len(d.Points)), '{')}
	d.fields(&f)
	return append(f.b, '}'), nil
}

func (d *Document) fields(f *fields) {
	if f.at("version", true) == writing { // 1; older versions are migrated, newer ones refused
		f.b = appendWhole(f.b, Version)
	}
	f.id("method", &d.Method, wantMethod, true) // an id of the [catalogue](../catalog/README.md)
	f.params("params", &d.Params)               // parameters by scikit-learn's names; missing ones have their defaults
	if !f.head {
		f.alone("dataset", "points")
		f.alone("table", "points")
	}
	f.alone("table", "dataset")
	if f.do != reading {
		f.points("points", &d.Points) // rows [x1, x2, class], [x1, x2, value] or [x, y]; at most 100,000; class −1 = none
	}
	optional(f, "dataset", &d.Dataset) // a recipe in place of points
	if f.do == checking && f.err == nil && d.Dataset != nil && d.Table != nil {
		f.err = &Error{Field: "table", Want: "given instead of a dataset, not with it", Got: "both"}
	}
	optional(f, "table", &d.Table)                 // a table in place of points: see [tables.md](tables.md)
	f.object("names", &d.Names, !d.Names.IsZero()) // what axes and classes are called
	if f.do == reading {                           // after what is short
		f.points("points", &d.Points)
	}
	f.object("split", &d.Split, !d.Split.IsZero() || f.do == checking) // which points are held out
	if f.do == checking && f.err == nil && d.Points != nil {
		f.err = d.Split.Fits(len(d.Points))
	}
	optional(f, "study", &d.Study) // the errors on unseen points to compute
	optional(f, "wall", &d.Wall)   // several pictures, side by side
	optional(f, "runs", &d.Runs)   // fits to compare
	// arrows, texts and areas drawn over the plane; at most 200
	several(f, "annotations", &d.Annotations, "a list of annotations", MaxAnnotations, len(d.Annotations) > 0)
	f.unlessEmpty("view", &d.View)     // what the picture shows, and how
	f.seed("seed", &d.Seed)            // the seed of the method's random numbers
	f.text("title", &d.Title, MaxText) // a title of one line
	f.text("note", &d.Note, MaxText)   // a text of several lines
}

// alone makes it an error if a field is read beside another one that it replaces.
func (f *fields) alone(name, other string) {
	if f.do == reading && f.err == nil && f.all[name] != "" && f.all[other] != "" {
		f.err = &Error{Field: name, Want: words.Text("given instead of %s, not with them", other), Got: "both"}
	}
}

func appendPoints(b []byte, pts []Point) []byte {
	flat := true
	for _, p := range pts {
		flat = flat && p.Z == 0
	}
	b = append(b, '[')
	for i, p := range pts {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(AppendNumber(append(b, '['), p.X), ',')
		b = AppendNumber(b, p.Y)
		if !flat {
			b = AppendNumber(append(b, ','), p.Z)
		}
		b = append(b, ']')
	}
	return append(b, ']')
}

// Validate checks what holds for every document, whatever its method: numbers are finite, lengths within the limits,
// the view's ranges increasing. The error is a *Error. Encode and Decode call it.
func (d Document) Validate() error {
	if err := d.validate(); err != nil {
		return err
	}
	return nil
}

// validate is Validate with a typed error; a nil *Error must not become a non-nil error.
func (d *Document) validate() *Error {
	f := fields{do: checking}
	d.fields(&f)
	return f.err
}

func checkPoints(list []Point) *Error {
	if len(list) > MaxPoints {
		return Errorf("", words.Sprintf("at most %d rows", MaxPoints), len(list))
	}
	for i, p := range list {
		if inRange(p.X) && inRange(p.Y) && inRange(p.Z) {
			continue
		}
		c := p.X
		if inRange(c) {
			c = p.Y
		}
		if inRange(c) {
			c = p.Z
		}
		return Errorf(at("", i), words.Sprintf("finite numbers of absolute value at most %g", MaxCoord), c)
	}
	return nil
}

// inRange reports whether |c| is at most MaxCoord. It is false for NaN.
func inRange(c float64) bool { return c >= -MaxCoord && c <= MaxCoord }

func checkName(want, s string) *Error {
	if n := utf8.RuneCountInString(s); n == 0 || n > maxName {
		return Errorf("", words.Sprintf("%s, 1 to %d characters", want, maxName), s)
	}
	if !Seen(s) {
		return Errorf("", words.Text("%s, without control characters", want), s)
	}
	return nil
}

func checkLength(s string, most int) *Error {
	if len(s) <= most { // bytes: there are no more characters
		return nil
	}
	if n := utf8.RuneCountInString(s); n > most {
		return Errorf("", words.Sprintf("at most %d characters long", most), n)
	}
	return nil
}

// Decode decodes a document from JSON of this version or an older one. It is strict, so that nothing is silently lost:
// the error is a *Error with the field (or line and column), what it must be and what it is. Params is never nil;
// Points is nil if there are none, or if Dataset generates them.
func Decode(b []byte) (Document, error) { return decode(b, true, nil) }

// DecodeHead decodes the output of EncodeHead. It skips points: they are transferred beside the head.
func DecodeHead(b []byte) (Document, error) { return decode(b, false, nil) }

// Salvage decodes a user's document that may exist nowhere else: saved, in a file, in a link. It is as strict as
// Decode, except that invalid parts of the view are left out; left has an error for each of them.
func Salvage(b []byte) (d Document, left []*Error, err error) {
	d, err = decode(b, true, &left)
	return d, left, err
}

// decode appends the errors of the view to left unless that is nil.
func decode(b []byte, points bool, left *[]*Error) (Document, error) {
	d, err := parse(b, points, left)
	if err != nil {
		return Document{}, err
	}
	if err := d.validate(); err != nil {
		return Document{}, err
	}
	return d, nil
}

func parse(b []byte, points bool, left *[]*Error) (Document, *Error) {
	given, err := parseFields(b)
	if err != nil {
		return Document{}, err
	}
	if err := migrate(given, migrations); err != nil {
		return Document{}, err
	}
	known := fieldNames(&Document{}, "")
	for _, name := range sortedNames(given) {
		if !slices.Contains(known, name) {
			return Document{}, unknown("", name, known)
		}
	}
	d := Document{Params: map[string]any{}}
	if _, ok := given["method"]; !ok {
		return d, &Error{Field: "method", Want: words.Text("given: %s", wantMethod), Got: "none"}
	}
	f := fields{do: reading, head: !points, all: given, left: left}
	d.fields(&f)
	d.Names = d.Names.Over(d.Given())
	d.Title, d.Note = Clean(d.Title, false), Clean(d.Note, true)
	return d, f.err
}

// parseFields checks the grammar of the whole text and returns its top-level fields as raw text.
func parseFields(b []byte) (map[string]string, *Error) {
	if len(b) > MaxBytes {
		return nil, TooLong("document", len(b))
	}
	// Editors on Windows put a byte order mark before the text.
	sc := scan(strings.TrimPrefix(string(b), "\uFEFF"))
	if sc.Next() != '{' {
		return nil, sc.fail("the { of a document")
	}
	list, err := sc.object(maxDepth, true)
	if err != nil {
		return nil, err
	}
	if sc.Next(); sc.At < len(sc.Text) {
		return nil, sc.fail("the end of the document")
	}
	fields := make(map[string]string, len(list))
	for _, m := range list {
		fields[m.name] = m.raw
	}
	return fields, nil
}

// migrations[v] converts the raw fields of a document of version v to those of version v+1. Old links must always work:
// entries are added and never removed.
var migrations = []func(fields map[string]string) *Error{
	// Version 0 is a document without a version number, as written by hand: it is read as version 1.
	0: func(map[string]string) *Error { return nil },
}

// migrate converts fields to the newest version, len(table).
func migrate(fields map[string]string, table []func(map[string]string) *Error) *Error {
	newest := len(table)
	version := 0
	if raw, ok := fields["version"]; ok {
		var err *Error
		if version, err = readWhole(1<<31-1, raw); err != nil {
			return err.of("version")
		}
	}
	if version > newest {
		return Errorf("version", words.Sprintf("at most %d: the document was made by a newer Pointscape; reload the "+
			"page or update the program", newest), version)
	}
	for ; version < newest; version++ {
		if err := table[version](fields); err != nil {
			return err
		}
	}
	return nil
}

const wantRow = "a row of 2 or 3 numbers"

// points are the points, which are transferred beside a head.
func (f *fields) points(name string, list *[]Point) {
	read := readPoints
	if f.head {
		read = func(string) ([]Point, *Error) { return nil, nil }
	}
	value(f, name, list, len(*list) > 0, read, appendPoints, checkPoints)
}

// readPoints reads rows of numbers. It is the only reader that must be fast.
func readPoints(raw string) ([]Point, *Error) {
	if raw[0] != '[' {
		return nil, wrong("a list of rows of 2 or 3 numbers", raw)
	}
	var pts []Point
	if n := strings.Count(raw, "[") - 1; n > 0 {
		pts = make([]Point, 0, min(n, MaxPoints))
	}
	columns := 0
	sc := scan(raw)
	rows := 0
	for sc.At++; sc.Next() != ']'; rows++ {
		start := sc.At
		if rows >= MaxPoints { // keep counting, for the message
			if _, err := sc.value(maxDepth); err != nil {
				return nil, err
			}
		} else {
			var row [3]float64
			n := sc.row(&row)
			if n != 2 && n != 3 {
				sc.At = start
				v, err := sc.value(maxDepth)
				if err != nil {
					return nil, err
				}
				return nil, wrong(wantRow, v).of(at("", rows))
			}
			if columns == 0 {
				columns = n
			}
			if n != columns {
				return nil, wrong(words.Sprintf("a row of %d numbers, like the rows before it", columns),
					raw[start:sc.At]).of(at("", rows))
			}
			pts = append(pts, Point{row[0], row[1], row[2]})
		}
		if sc.Next() == ',' {
			sc.At++
		}
	}
	if rows > MaxPoints {
		return nil, Errorf("", words.Sprintf("at most %d rows", MaxPoints), rows)
	}
	return pts, nil
}

// row reads a row of numbers and returns how many there are, or 0 if it is something else.
func (sc *scanner) row(row *[3]float64) int {
	if sc.Peek() != '[' {
		return 0
	}
	n := 0
	for sc.At++; sc.Next() != ']'; {
		start := sc.At
		if n == len(row) || sc.Number() != "" {
			return 0
		}
		x, err := readNumber("", sc.Text[start:sc.At])
		if err != nil {
			return 0
		}
		row[n] = x
		n++
		if sc.Next() == ',' {
			sc.At++
		}
	}
	sc.At++
	return n
}
