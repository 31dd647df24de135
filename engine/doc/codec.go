package doc

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
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
	if err := d.Validate(); err != nil {
		return nil, err
	}
	b := make([]byte, 0, 256+24*len(d.Points))
	b = fmt.Appendf(b, `{"version":%d,"method":`, Version)
	b = appendText(b, d.Method)
	if len(d.Params) > 0 {
		b = appendParams(b, d.Params)
	}
	if len(d.Points) > 0 {
		b = append(b, `,"points":`...)
		b = appendPoints(b, d.Points)
	}
	if ds := d.Dataset; ds != nil {
		b = append(b, `,"dataset":{"name":`...)
		b = appendText(b, ds.Name)
		b = ds.numbers().append(b)
		if head && !ds.Names.IsZero() {
			b = appendNames(append(b, ','), ds.Names)
		}
		b = append(b, '}')
	}
	if d.Table != nil {
		b = d.Table.append(b, head)
	}
	d.Names = d.Names.Beyond(d.Given())
	if !d.Names.IsZero() {
		b = appendNames(append(b, ','), d.Names)
	}
	if !d.Split.IsZero() {
		b = appendSplit(append(b, ','), d.Split)
	}
	if d.Study != nil {
		b = appendStudy(append(b, ','), d.Study)
	}
	if d.Wall != nil {
		b = appendWall(append(b, ','), d.Wall)
	}
	if d.Runs != nil {
		b = appendRuns(append(b, ','), d.Runs)
	}
	if len(d.Annotations) > 0 {
		b = appendAnnotations(append(b, ','), d.Annotations)
	}
	if v := d.View; v.HasRange() || v.Show != nil || v.Step != nil || v.Present || v.Truth || v.Kernel || v.Part != 0 ||
		v.Scores != nil || v.Proba != nil || v.Section || v.Turn != nil || v.Sweep != nil || v.Axes != "" {
		b = append(b, `,"view":{`...)
		comma := ""
		if v.HasRange() {
			b = appendNumbers(append(b, `"x":`...), v.X[:])
			b = appendNumbers(append(b, `,"y":`...), v.Y[:])
			comma = ","
		}
		if v.Step != nil {
			b = fmt.Appendf(b, `%s"step":%d`, comma, *v.Step)
			comma = ","
		}
		if v.Show != nil {
			b = append(b, comma...)
			b = appendTexts(append(b, `"show":`...), v.Show)
			comma = ","
		}
		if v.Present {
			b = append(append(b, comma...), `"present":true`...)
			comma = ","
		}
		if v.Kernel {
			b = append(append(b, comma...), `"kernel":true`...)
			comma = ","
		}
		if v.Truth {
			b = append(append(b, comma...), `"truth":true`...)
			comma = ","
		}
		if v.Part != 0 {
			b = fmt.Appendf(b, `%s"part":%d`, comma, v.Part)
			comma = ","
		}
		if v.Scores != nil {
			b = v.Scores.append(append(b, comma...))
			comma = ","
		}
		if v.Proba != nil {
			b = fmt.Appendf(b, `%s"proba":%d`, comma, *v.Proba)
			comma = ","
		}
		if v.Section {
			b = append(append(b, comma...), `"section":true`...)
			comma = ","
		}
		if v.Turn != nil {
			b = appendNumbers(append(append(b, comma...), `"turn":`...), v.Turn[:])
			comma = ","
		}
		if v.Sweep != nil {
			b = v.Sweep.append(append(b, comma...))
			comma = ","
		}
		if v.Axes != "" {
			b = appendText(append(append(b, comma...), `"axes":`...), v.Axes)
		}
		b = append(b, '}')
	}
	if d.Seed != 0 {
		b = fmt.Appendf(b, `,"seed":%d`, d.Seed)
	}
	if s := Clean(d.Title, false); s != "" {
		b = appendText(append(b, `,"title":`...), s)
	}
	if s := Clean(d.Note, true); s != "" {
		b = appendText(append(b, `,"note":`...), s)
	}
	return append(b, '}'), nil
}

func appendParams(b []byte, params map[string]any) []byte {
	return appendNamed(append(b, `,"params":`...), params)
}

// appendNamed writes the values as a JSON object.
func appendNamed(b []byte, params map[string]any) []byte {
	b = append(b, '{')
	for i, name := range slices.Sorted(maps.Keys(params)) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendText(b, name), ':')
		b = appendParam(b, params[name])
	}
	return append(b, '}')
}

// appendParam writes a value that Validate has accepted.
func appendParam(b []byte, v any) []byte {
	switch x := v.(type) {
	case float64:
		return AppendNumber(b, x)
	case bool:
		return fmt.Append(b, x)
	case string:
		return appendText(b, x)
	case []float64:
		return appendNumbers(b, x)
	case []string:
		return appendTexts(b, x)
	case [][]float64:
		b = append(b, '[')
		for i, at := range x {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendNumbers(b, at)
		}
		return append(b, ']')
	case Estimator:
		return appendEstimator(b, x)
	case []Estimator:
		return appendEstimators(b, x)
	}
	return b
}

func appendNumbers(b []byte, list []float64) []byte {
	b = append(b, '[')
	for i, x := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendNumber(b, x)
	}
	return append(b, ']')
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

const (
	wantParam = "a finite number, true or false, a text, a method with its parameters, or a list of finite numbers, of " +
		"positions or of methods"
	wantRow    = "a row of 2 or 3 numbers"
	wantPlace  = "finite numbers from -1e12 to 1e12"
	wantMethod = "the id of a method"
	wantTurn   = "two numbers: an azimuth from -360 to 360 and an elevation from -90 to 90 degrees"
	wantRange  = "a list of two numbers from -1e15 to 1e15, the smaller one first"
)

// validate is Validate with a typed error; a nil *Error must not become a non-nil error.
func (d *Document) validate() *Error {
	if err := checkName("method", wantMethod, d.Method); err != nil {
		return err
	}
	if err := checkParams("params", d.Params); err != nil {
		return err
	}
	if len(d.Points) > MaxPoints {
		return Errorf("points", fmt.Sprintf("at most %d rows", MaxPoints), len(d.Points))
	}
	for i, p := range d.Points {
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
		return Errorf(fmt.Sprintf("points[%d]", i), fmt.Sprintf("finite numbers of absolute value at most %g", MaxCoord), c)
	}
	if ds := d.Dataset; ds != nil {
		if err := checkName("dataset.name", "the name of a dataset", ds.Name); err != nil {
			return err
		}
		if err := ds.numbers().validate("dataset", MaxPoints); err != nil {
			return err
		}
		if err := ds.Names.validate("dataset.names"); err != nil {
			return err
		}
	}
	if t := d.Table; t != nil {
		if d.Dataset != nil {
			return &Error{Field: "table", Want: "given instead of a dataset, not with it", Got: "both"}
		}
		if err := t.validate(); err != nil {
			return err
		}
	}
	if err := d.Names.validate("names"); err != nil {
		return err
	}
	if err := d.Split.validate(d.Points); err != nil {
		return err
	}
	if err := d.Study.validate(); err != nil {
		return err
	}
	if err := d.Wall.validate(); err != nil {
		return err
	}
	if err := d.Runs.validate(); err != nil {
		return err
	}
	if err := validateAnnotations(d.Annotations); err != nil {
		return err
	}
	if err := d.View.validate(); err != nil {
		return err
	}
	if d.Seed > MaxSeed {
		return Errorf("seed", fmt.Sprintf("a whole number from 0 to %d", uint64(MaxSeed)), d.Seed)
	}
	if err := checkLength("title", d.Title, MaxText); err != nil {
		return err
	}
	return checkLength("note", d.Note, MaxText)
}

func (v *View) validate() *Error {
	if v.X != [2]float64{} || v.Y != [2]float64{} {
		for _, r := range []struct {
			field string
			r     [2]float64
		}{{"view.x", v.X}, {"view.y", v.Y}} {
			if r.r == [2]float64{} {
				return Errorf(r.field, wantRange+": both axes or neither", nil)
			}
			if !(r.r[0] < r.r[1] && r.r[0] >= -maxView && r.r[1] <= maxView) {
				return Errorf(r.field, wantRange, r.r)
			}
			if w, least := r.r[1]-r.r[0], MinSpan(max(-r.r[0], r.r[1])); w < least {
				return &Error{r.field, fmt.Sprintf("wide enough to be resolved, at least %.3g", least),
					fmt.Sprintf("[%v,%v], %.3g wide", r.r[0], r.r[1], w)}
			}
		}
	}
	if s := v.Step; s != nil && (*s < 0 || *s > MaxStep) {
		return Errorf("view.step", fmt.Sprintf("a whole number from 0 to %d", MaxStep), *s)
	}
	if t := v.Turn; t != nil && !(t[0] >= -360 && t[0] <= 360 && t[1] >= -90 && t[1] <= 90) {
		return Errorf("view.turn", wantTurn, *t)
	}
	if a := v.Axes; a != "" && a != EqualAxes && a != FreeAxes {
		return Errorf("view.axes", `"`+EqualAxes+`" or "`+FreeAxes+`"`, a)
	}
	if err := v.Scores.validate(); err != nil {
		return err
	}
	if c := v.Proba; c != nil && (*c < 0 || *c > MaxClass) {
		return Errorf("view.proba", wantScored, *c)
	}
	if err := v.Sweep.validate(); err != nil {
		return err
	}
	if len(v.Show) > MaxShow {
		return Errorf("view.show", fmt.Sprintf("at most %d names", MaxShow), len(v.Show))
	}
	for i, s := range v.Show {
		if err := checkName(fmt.Sprintf("view.show[%d]", i), "the name of a layer", s); err != nil {
			return err
		}
	}
	return nil
}

// inRange reports whether |c| is at most MaxCoord. It is false for NaN.
func inRange(c float64) bool { return c >= -MaxCoord && c <= MaxCoord }

func checkName(field, want, s string) *Error {
	if n := utf8.RuneCountInString(s); n == 0 || n > maxName {
		return Errorf(field, fmt.Sprintf("%s, 1 to %d characters", want, maxName), s)
	}
	if !Seen(s) {
		return Errorf(field, want+", without control characters", s)
	}
	return nil
}

func checkLength(field, s string, most int) *Error {
	if n := utf8.RuneCountInString(s); n > most {
		return Errorf(field, fmt.Sprintf("at most %d characters long", most), n)
	}
	return nil
}

func checkParams(field string, params map[string]any) *Error {
	if len(params) > MaxParams {
		return Errorf(field, fmt.Sprintf("at most %d parameters", MaxParams), len(params))
	}
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if err := checkName(field, "an object of named values", name); err != nil {
			return err
		}
		if err := checkParam(field+"."+name, params[name]); err != nil {
			return err
		}
	}
	return nil
}

func checkParam(field string, v any) *Error {
	switch x := v.(type) {
	case float64:
		if x-x != 0 { // NaN and Inf
			return Errorf(field, wantParam, x)
		}
	case bool:
	case string:
		return checkLength(field, x, MaxLong)
	case []string:
		if len(x) > MaxList {
			return Errorf(field, fmt.Sprintf("at most %d choices", MaxList), len(x))
		}
		for i, s := range x {
			if err := checkLength(at(field, i), s, MaxText); err != nil {
				return err
			}
		}
	case []float64:
		if len(x) > MaxFloats {
			return Errorf(field, fmt.Sprintf("at most %d numbers", MaxFloats), len(x))
		}
		for _, y := range x {
			if y-y != 0 {
				return Errorf(field, wantParam, y)
			}
		}
	case [][]float64:
		if len(x) > MaxList {
			return Errorf(field, fmt.Sprintf("at most %d positions", MaxList), len(x))
		}
		for i, at := range x {
			if len(at) == 0 || len(at) > MaxList {
				return Errorf(fmt.Sprintf("%s[%d]", field, i), fmt.Sprintf("a position of 1 to %d numbers", MaxList), len(at))
			}
			for _, y := range at {
				if !inRange(y) {
					return Errorf(fmt.Sprintf("%s[%d]", field, i), wantPlace, y)
				}
			}
		}
	case Estimator:
		return checkEstimator(field, &x)
	case []Estimator:
		return checkEstimators(field, x)
	default: // only reachable from Go code: an int, a nested list
		return Errorf(field, wantParam, fmt.Sprintf("%v of type %T", x, x))
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
	fields, err := parseFields(b)
	if err != nil {
		return Document{}, err
	}
	if err := migrate(fields, migrations); err != nil {
		return Document{}, err
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(fieldNames, name) {
			return Document{}, unknown("", name, fieldNames)
		}
	}
	d := Document{Params: map[string]any{}}
	if raw, ok := fields["method"]; !ok {
		return d, &Error{Field: "method", Want: "given: " + wantMethod, Got: "none"}
	} else if d.Method, err = readText("method", raw); err != nil {
		return d, err
	}
	if raw, ok := fields["params"]; ok {
		if err := readParams("params", raw, d.Params, 0); err != nil {
			return d, err
		}
	}
	if raw, ok := fields["dataset"]; ok {
		if _, both := fields["points"]; both && points {
			return d, &Error{Field: "dataset", Want: "given instead of points, not with them", Got: "both"}
		}
		if d.Dataset, err = readDataset(raw, !points); err != nil {
			return d, err
		}
	}
	if raw, ok := fields["table"]; ok {
		for _, other := range []string{"points", "dataset"} {
			if _, both := fields[other]; both && (points || other == "dataset") {
				return d, &Error{Field: "table", Want: "given instead of " + other + ", not with them", Got: "both"}
			}
		}
		if d.Table, err = readTable(raw, !points); err != nil {
			return d, err
		}
	}
	if raw, ok := fields["names"]; ok {
		if d.Names, err = readNames("names", raw); err != nil {
			return d, err
		}
	}
	d.Names = d.Names.Over(d.Given())
	if raw, ok := fields["points"]; ok && points {
		if d.Points, err = readPoints(raw); err != nil {
			return d, err
		}
	}
	if raw, ok := fields["split"]; ok {
		if d.Split, err = readSplit(raw); err != nil {
			return d, err
		}
	}
	if raw, ok := fields["study"]; ok {
		if d.Study, err = readStudy(raw); err != nil {
			return d, err
		}
	}
	if raw, ok := fields["wall"]; ok {
		if d.Wall, err = readWall(raw); err != nil {
			return d, err
		}
	}
	if raw, ok := fields["runs"]; ok {
		if d.Runs, err = readRuns(raw); err != nil {
			return d, err
		}
	}
	if raw, ok := fields["annotations"]; ok {
		if d.Annotations, err = readAnnotations(raw); err != nil {
			return d, err
		}
	}
	if raw, ok := fields["view"]; ok {
		if d.View, err = readView(raw, left); err != nil {
			return d, err
		}
	}
	if raw, ok := fields["seed"]; ok {
		if d.Seed, err = readWhole("seed", MaxSeed, raw); err != nil {
			return d, err
		}
	}
	if raw, ok := fields["title"]; ok {
		if d.Title, err = readText("title", raw); err != nil {
			return d, err
		}
		d.Title = Clean(d.Title, false)
	}
	if raw, ok := fields["note"]; ok {
		if d.Note, err = readText("note", raw); err != nil {
			return d, err
		}
		d.Note = Clean(d.Note, true)
	}
	return d, nil
}

var (
	fieldNames = []string{"version", "method", "params", "points", "dataset", "table", "view", "seed", "title", "note",
		"names", "split", "study", "wall", "runs", "annotations"}
	datasetNames = []string{"name", "n", "noise", "seed"}
	viewNames    = []string{"x", "y", "show", "step", "present", "kernel", "truth", "part", "scores", "proba",
		"section", "turn", "sweep", "axes"}
)

func unknown(parent, name string, known []string) *Error {
	what, prefix := "a document", ""
	if parent != "" {
		what, prefix = parent, parent+"."
	}
	name = short(name)
	if q := strconv.Quote(name); name == "" || q[1:len(q)-1] != name {
		name = q // empty, or something that can't be seen
	}
	return &Error{Field: prefix + name, Want: "a field of " + what + " (" + strings.Join(known, ", ") + ")"}
}

// parseFields checks the grammar of the whole text and returns its top-level fields as raw text.
func parseFields(b []byte) (map[string]string, *Error) {
	if len(b) > MaxBytes {
		return nil, TooLong("document", len(b))
	}
	// Editors on Windows put a byte order mark before the text.
	sc := scanner{s: strings.TrimPrefix(string(b), "\uFEFF")}
	sc.space()
	if sc.peek() != '{' {
		return nil, sc.fail("the { of a document")
	}
	list, err := sc.object(maxDepth, true)
	if err != nil {
		return nil, err
	}
	if sc.space(); sc.pos < len(sc.s) {
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
		v, err := readWhole("version", 1<<31-1, raw)
		if err != nil {
			return err
		}
		version = int(v)
	}
	if version > newest {
		return Errorf("version", fmt.Sprintf("at most %d: the document was made by a newer Pointscape; reload the page or "+
			"update the program", newest), version)
	}
	for ; version < newest; version++ {
		if err := table[version](fields); err != nil {
			return err
		}
	}
	return nil
}

// readParams reads the parameters of a document, or of a nested method at depth within.
func readParams(in, raw string, params map[string]any, within int) *Error {
	list, err := readObject(in, raw)
	if err != nil {
		return err
	}
	if len(list) > MaxParams {
		return Errorf(in, fmt.Sprintf("at most %d parameters", MaxParams), len(list))
	}
	for _, m := range list {
		if params[m.name], err = readParam(in+"."+short(m.name), m.raw, within); err != nil {
			return err
		}
	}
	return nil
}

// readParam reads the value of a parameter.
func readParam(field, raw string, within int) (any, *Error) {
	switch raw[0] {
	case '"':
		return unquote(raw), nil
	case 't', 'f':
		return raw == "true", nil
	case '{':
		return readEstimator(field, raw, within+1)
	case '[':
		return readListed(field, raw, within)
	}
	return readNumber(field, wantParam, raw)
}

// readListed reads a parameter that is a list.
func readListed(field, raw string, within int) (any, *Error) {
	entries, err := readList(field, "a list of numbers, of choices or of positions", raw, MaxFloats)
	if err != nil {
		return nil, err
	}
	if len(entries) > MaxList && strings.IndexByte(`"[{`, entries[0][0]) >= 0 {
		return nil, wrong(field, fmt.Sprintf("a list of at most %d", MaxList), raw)
	}
	kind := byte('0')
	if len(entries) > 0 {
		kind = entries[0][0]
	}
	switch kind {
	case '"':
		texts := make([]string, len(entries))
		for i, e := range entries {
			if texts[i], err = readText(at(field, i), e); err != nil {
				return nil, err
			}
		}
		return texts, nil
	case '{':
		return readEstimators(field, entries, within+1)
	case '[':
		places := make([][]float64, len(entries))
		for i, e := range entries {
			if places[i], err = readNumbers(at(field, i), "a position: a list of numbers", e); err != nil {
				return nil, err
			}
		}
		return places, nil
	}
	return readNumbers(field, "a list of numbers", raw)
}

func readNumbers(field, want, raw string) ([]float64, *Error) {
	entries, err := readList(field, want, raw, MaxFloats)
	if err != nil {
		return nil, err
	}
	numbers := make([]float64, len(entries))
	for i, e := range entries {
		if numbers[i], err = readNumber(fmt.Sprintf("%s[%d]", field, i), "a finite number", e); err != nil {
			return nil, err
		}
	}
	return numbers, nil
}

// readDataset reads a recipe. In a head it includes its names.
func readDataset(raw string, head bool) (*Dataset, *Error) {
	list, err := readObject("dataset", raw)
	if err != nil {
		return nil, err
	}
	ds := &Dataset{}
	for _, m := range list {
		switch m.name {
		case "name":
			ds.Name, err = readText("dataset.name", m.raw)
		case "n", "noise", "seed":
			err = ds.numbers().read("dataset", MaxPoints, m.name, m.raw)
		case "names":
			if head {
				ds.Names, err = readNames("dataset.names", m.raw)
				break
			}
			fallthrough
		default:
			err = unknown("dataset", m.name, datasetNames)
		}
		if err != nil {
			return nil, err
		}
	}
	return ds, nil
}

// readView reads a view. Unless left is nil, invalid parts are left out, and their errors are appended to left.
func readView(raw string, left *[]*Error) (View, *Error) {
	var v View
	list, err := readObject("view", raw)
	if err != nil {
		if left == nil {
			return v, err
		}
		*left = append(*left, err)
		return v, nil
	}
	whole := true // false if a range is invalid: one range without the other is of no use
	for _, m := range list {
		switch m.name {
		case "x":
			v.X, err = readRange("view.x", m.raw)
			whole = whole && err == nil
		case "y":
			v.Y, err = readRange("view.y", m.raw)
			whole = whole && err == nil
		case "show":
			v.Show, err = readShow(m.raw)
		case "step":
			var n uint64
			if n, err = readWhole("view.step", MaxStep, m.raw); err == nil {
				step := int(n)
				v.Step = &step
			}
		case "present":
			v.Present, err = readBool("view.present", m.raw)
		case "kernel":
			v.Kernel, err = readBool("view.kernel", m.raw)
		case "truth":
			v.Truth, err = readBool("view.truth", m.raw)
		case "scores":
			v.Scores, err = readScores(m.raw)
		case "proba":
			var n uint64
			if n, err = readWhole("view.proba", MaxClass, m.raw); err == nil {
				class := int(n)
				v.Proba = &class
			}
		case "section":
			v.Section, err = readBool("view.section", m.raw)
		case "part":
			var n uint64
			n, err = readWhole("view.part", MaxFolds*MaxRepeats, m.raw)
			v.Part = int(n)
		case "turn":
			v.Turn, err = readTurn(m.raw)
		case "sweep":
			v.Sweep, err = readSweep(m.raw)
		case "axes":
			v.Axes, err = readText("view.axes", m.raw)
		default:
			err = unknown("view", m.name, viewNames)
		}
		if err == nil {
			continue
		}
		if left == nil {
			return v, err
		}
		*left = append(*left, err)
	}
	if left == nil {
		return v, nil // Document.Validate checks the rest
	}
	if !whole {
		v.X, v.Y = [2]float64{}, [2]float64{}
	}
	for err := v.validate(); err != nil; err = v.validate() {
		*left = append(*left, err)
		switch err.Field {
		case "view.x", "view.y":
			v.X, v.Y = [2]float64{}, [2]float64{}
		case "view.step":
			v.Step = nil
		case "view.turn":
			v.Turn = nil
		case "view.axes":
			v.Axes = ""
		case "view.scores.class", "view.scores.threshold":
			v.Scores = nil
		case "view.proba":
			v.Proba = nil
		default:
			v.Show = nil
		}
	}
	return v, nil
}

func readTurn(raw string) (*[2]float64, *Error) {
	entries, err := readList("view.turn", wantTurn, raw, 2)
	if err != nil {
		return nil, err
	}
	if len(entries) != 2 {
		return nil, wrong("view.turn", wantTurn, raw)
	}
	var t [2]float64
	for i, e := range entries {
		if t[i], err = readNumber("view.turn", wantTurn, e); err != nil {
			return nil, err
		}
	}
	return &t, nil
}

func readShow(raw string) ([]string, *Error) {
	entries, err := readList("view.show", "a list of names", raw, MaxShow)
	if err != nil {
		return nil, err
	}
	show := make([]string, len(entries))
	for i, e := range entries {
		if show[i], err = readText(fmt.Sprintf("view.show[%d]", i), e); err != nil {
			return nil, err
		}
	}
	return show, nil
}

// readRange rejects a range that is not increasing here, because [0, 0] would later count as "no range".
func readRange(field, raw string) (r [2]float64, err *Error) {
	entries, err := readList(field, wantRange, raw, 2)
	if err != nil {
		return r, err
	}
	if len(entries) != 2 {
		return r, wrong(field, wantRange, raw)
	}
	for i, e := range entries {
		if r[i], err = readNumber(field, wantRange, e); err != nil {
			return r, err
		}
	}
	if !(r[0] < r[1]) {
		return r, wrong(field, wantRange, raw)
	}
	return r, nil
}

// readPoints reads rows of numbers. It is the only reader that must be fast.
func readPoints(raw string) ([]Point, *Error) {
	if raw[0] != '[' {
		return nil, wrong("points", "a list of rows of 2 or 3 numbers", raw)
	}
	var pts []Point
	if n := strings.Count(raw, "[") - 1; n > 0 {
		pts = make([]Point, 0, min(n, MaxPoints))
	}
	columns := 0
	sc := scanner{s: raw, pos: 1}
	rows := 0
	for sc.space(); sc.peek() != ']'; rows++ {
		start := sc.pos
		if rows >= MaxPoints { // keep counting, for the message
			if _, err := sc.value(maxDepth); err != nil {
				return nil, err
			}
		} else {
			var row [3]float64
			n := sc.row(&row)
			if n != 2 && n != 3 {
				sc.pos = start
				v, err := sc.value(maxDepth)
				if err != nil {
					return nil, err
				}
				return nil, wrong(fmt.Sprintf("points[%d]", rows), wantRow, v)
			}
			if columns == 0 {
				columns = n
			}
			if n != columns {
				return nil, wrong(fmt.Sprintf("points[%d]", rows), fmt.Sprintf("a row of %d numbers, like the rows before "+
					"it", columns),
					raw[start:sc.pos])
			}
			pts = append(pts, Point{row[0], row[1], row[2]})
		}
		if sc.space(); sc.peek() == ',' {
			sc.pos++
			sc.space()
		}
	}
	if rows > MaxPoints {
		return nil, Errorf("points", fmt.Sprintf("at most %d rows", MaxPoints), rows)
	}
	return pts, nil
}

// row reads a row of numbers and returns how many there are, or 0 if it is something else.
func (sc *scanner) row(row *[3]float64) int {
	if sc.peek() != '[' {
		return 0
	}
	sc.pos++
	n := 0
	for sc.space(); sc.peek() != ']'; sc.space() {
		start := sc.pos
		if n == len(row) || sc.number() != nil {
			return 0
		}
		x, err := readNumber("", "", sc.s[start:sc.pos])
		if err != nil {
			return 0
		}
		row[n] = x
		n++
		if sc.space(); sc.peek() == ',' {
			sc.pos++
		}
	}
	sc.pos++
	return n
}
