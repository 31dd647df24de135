package doc

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"pointscape/engine/words"
)

// Limits of wide tables.
const (
	MaxRows    = 10_000  // rows of a table
	MaxColumns = 200     // columns of numbers
	MaxCells   = 200_000 // numbers in a table that a document carries
	// MaxCategories is the maximum number of categories of a column. Most methods allow fewer: method.MaxCategories.
	MaxCategories = 300
)

// Table says that a document's points are the rows of a table with any number of columns, projected to a plane or to
// space. It replaces points and dataset: the reader of the document computes the points from it.
type Table struct {
	// Name is the name of a built-in or generated table; the latter has a recipe, too. "" = the document carries the
	// rows.
	Name  string
	N     int
	D     int // number of columns of a generated table, if that can be chosen; 0 = its default
	Noise float64
	Seed  uint64
	// Decay and Gamma belong to a generated table with a chosen spectrum: column i has the variance i^-Decay, and the
	// true coefficients are C^Gamma z, where C is the covariance matrix of the columns and z is fixed.
	Decay, Gamma float64
	// Columns are the numbers, from 0, of the columns that are used; nil = all.
	Columns []int
	// Plane has the two columns on the axes, or the three of a space; nil = the first two principal components of
	// Columns, three with Space.
	Plane []int
	Space bool
	// Standardize subtracts each column's mean and divides by its standard deviation.
	Standardize bool
	// Color is one more than the number of the column that colours the points; 0 = the classes colour them.
	Color int

	// Rows are the numbers. Files have them only for a table without a name; between workers they are transferred
	// beside the head. They are immutable.
	Rows *Rows
	// Names are the names defined by the table and its projection, like Dataset.Names.
	Names Names
	// Axes are the names of the three axes of a space; computed, like Rows.Places.
	Axes []string
}

// Rows are the rows of a table. Row i of a document's points is row i of its table.
type Rows struct {
	N       int
	X       []float64 // N×len(Columns), row by row
	Columns []string  // names, with their units
	// Categories has, for each qualitative column, the names of its values; X has their numbers from 0. The entry of a
	// column of numbers is empty; nil = all columns are numbers. NaN in X is a missing value, null in files.
	Categories [][]string
	Class      []int // class ids, Unlabeled for none; nil = no row has one
	// W and H are the width and height if a row is an image, row by row from its top left corner, else 0.
	W, H int
	// Pixels is the width of an image whose pixels are the rows of the table, row by row from its top left corner, or
	// 0. The columns are then red, green and blue, each from 0 to 255.
	Pixels int
	// Places are the N×3 coordinates of the rows in a space, if the document shows one. They are computed like points,
	// and not written to files.
	Places []float64
}

// D returns the number of columns.
func (r *Rows) D() int { return len(r.Columns) }

// At returns row i.
func (r *Rows) At(i int) []float64 { d := r.D(); return r.X[i*d : (i+1)*d : (i+1)*d] }

// Sorts returns the categories of a column, nil if it has numbers.
func (r *Rows) Sorts(column int) []string {
	if r.Categories == nil || len(r.Categories[column]) == 0 {
		return nil
	}
	return r.Categories[column]
}

// Lacking returns the number of rows in which a column has no value.
func (r *Rows) Lacking(column int) (n int) {
	if len(r.X) == 0 {
		return 0
	}
	for i := range r.N {
		if math.IsNaN(r.At(i)[column]) {
			n++
		}
	}
	return n
}

// Reshow removes the projection of the table's rows from a document, so that the next reader computes it anew and shows
// all of it.
func (d *Document) Reshow() {
	t := *d.Table
	d.Names = d.Names.Beyond(t.Names)
	t.Names, t.Axes = Names{}, nil
	d.Points, d.Table = nil, &t
	d.View.X, d.View.Y = [2]float64{}, [2]float64{}
}

// Solid reports whether the rows are shown in three dimensions.
func (t *Table) Solid() bool { return t.Space || len(t.Plane) == 3 }

// Chosen returns the numbers of the columns that are used; nil = all, if the rows are not there.
func (t *Table) Chosen() []int {
	if t.Columns != nil || t.Rows == nil {
		return t.Columns
	}
	all := make([]int, t.Rows.D())
	for j := range all {
		all[j] = j
	}
	return all
}

// Colours returns the values that colour the points, and the name of their column, or nil if classes colour them.
func (t *Table) Colours() (values []float64, name string) {
	if t == nil || t.Color == 0 || t.Rows == nil || t.Color > t.Rows.D() || len(t.Rows.X) == 0 {
		return nil, ""
	}
	values = make([]float64, t.Rows.N)
	for i := range values {
		values[i] = t.Rows.At(i)[t.Color-1]
	}
	return values, t.Rows.Columns[t.Color-1]
}

func (t *Table) clone() *Table {
	c := *t
	c.Columns, c.Plane = slices.Clone(t.Columns), slices.Clone(t.Plane)
	c.Axes = slices.Clone(t.Axes)
	c.Names.Classes = slices.Clone(t.Names.Classes)
	return &c
}

// Given returns the names that the document's recipe or table defines.
func (d *Document) Given() Names {
	switch {
	case d.Dataset != nil:
		return d.Dataset.Names
	case d.Table != nil:
		return d.Table.Names
	}
	return Names{}
}

const (
	wantPlane   = `two different columns, or three for a space, counted from 0; or "pca" or "pca3"`
	wantColumns = "a list of different columns, counted from 0"
)

func (t *Table) fields(f *fields) {
	f.id("name", &t.Name, "the name of a table", false) // a built-in table; with a recipe if it is generated
	if f.do != writing || t.Name != "" {                // carried rows have no recipe
		t.numbers().fields(f, MaxRows)
	}
	f.wholes("columns", &t.Columns, wantColumns, MaxColumns) // the columns that are used; by default all
	// the columns of the axes; by default `"pca"`, the principal components of `columns`
	switch f.at("plane", t.Plane != nil || t.Space) {
	case reading:
		f.fail(t.readPlane(f.raw))
	case writing:
		f.b = t.appendPlane(f.b)
	}
	f.flag("standardize", &t.Standardize) // columns are centred and divided by their standard deviations
	// the column that colours the points; by default `"class"`
	value(f, "color", &t.Color, t.Color > 0, readColor, appendColor, nil)
	if f.do != writing || f.head || t.Name == "" {
		optional(f, "data", &t.Rows) // rows, in place of a name; at most 10,000 rows, 200,000 numbers
	}
	if f.head || f.do == checking {
		f.texts("axes", &t.Axes, 3)
		f.object("names", &t.Names, !t.Names.IsZero())
	}
}

func (t *Table) appendPlane(b []byte) []byte {
	if t.Plane == nil {
		return append(b, `"pca3"`...)
	}
	return appendWholes(b, t.Plane)
}

func readColor(raw string) (int, *Error) {
	if raw == `"class"` {
		return 0, nil
	}
	c, err := readWhole(MaxColumns-1, raw)
	return c + 1, err
}

func appendColor(b []byte, c int) []byte { return appendWhole(b, c-1) }

func (t *Table) readPlane(raw string) (err *Error) {
	switch raw {
	case `"pca"`:
	case `"pca3"`:
		t.Space = true
	default:
		if t.Plane, err = readWholes(wantPlane, 3, raw); err == nil && len(t.Plane) == 0 {
			err = wrong(wantPlane, raw)
		}
	}
	return err
}

func (t *Table) finish(f *fields) *Error {
	if (t.Name == "") == (t.Rows == nil) && !f.head {
		got := "neither"
		if t.Rows != nil {
			got = "both"
		}
		return &Error{Field: "table", Want: "given by name or with its data, not both", Got: got}
	}
	return nil
}

// rules checks the rows and what refers to their columns.
func (t *Table) rules(string) *Error {
	limit := MaxColumns
	if r := t.Rows; r != nil {
		limit = r.D()
		if t.Name == "" && r.N*r.D() > MaxCells {
			return Errorf("table.data.rows", words.Sprintf("at most %d numbers: fewer rows or columns", MaxCells), r.N*r.D())
		}
	}
	check := func(field, want string, list []int) *Error {
		for i, c := range list {
			if c < 0 || c >= limit {
				return Errorf(fmt.Sprintf("%s[%d]", field, i), words.Sprintf("a column from 0 to %d", limit-1), c)
			}
			if slices.Contains(list[:i], c) {
				return Errorf(fmt.Sprintf("%s[%d]", field, i), want, c)
			}
		}
		return nil
	}
	if t.Columns != nil && len(t.Columns) == 0 {
		return Errorf("table.columns", words.Text("%s, at least one", wantColumns), "none")
	}
	if err := check("table.columns", wantColumns, t.Columns); err != nil {
		return err
	}
	if n := len(t.Plane); n != 0 && n != 2 && n != 3 {
		return Errorf("table.plane", wantPlane, fmt.Sprint(t.Plane))
	}
	if err := check("table.plane", wantPlane, t.Plane); err != nil {
		return err
	}
	if t.Color < 0 || t.Color > limit {
		return Errorf("table.color", words.Sprintf(`"class" or a column from 0 to %d`, limit-1), t.Color-1)
	}
	if t.Color > 0 && t.Rows != nil && (t.Rows.Sorts(t.Color-1) != nil || t.Rows.Lacking(t.Color-1) > 0) {
		return Errorf("table.color", "a column of numbers without missing values", t.Rows.Columns[t.Color-1])
	}
	return nil
}

func (r *Rows) rules(string) *Error {
	d := r.D()
	if d == 0 || d > MaxColumns {
		return Errorf("table.data.columns", words.Sprintf("1 to %d names", MaxColumns), d)
	}
	if r.N > MaxRows {
		return Errorf("table.data.rows", words.Sprintf("at most %d rows", MaxRows), r.N)
	}
	for j, s := range r.Columns {
		if utf8.RuneCountInString(s) > MaxLabel || !Seen(s) {
			return Errorf(fmt.Sprintf("table.data.columns[%d]", j), words.Sprintf("a name of at most %d characters, "+
				"without control characters", MaxLabel), s)
		}
	}
	if len(r.X) != 0 && len(r.X) != r.N*d {
		return Errorf("table.data.rows", words.Sprintf("rows of %d numbers", d), len(r.X))
	}
	if err := r.validateCategories(); err != nil {
		return err
	}
	for i, x := range r.X {
		if inRange(x) && r.Categories == nil || math.IsNaN(x) && r.W == 0 && r.Pixels == 0 {
			continue
		}
		if n := len(r.Sorts(i % d)); n > 0 && !(x >= 0 && x < float64(n) && x == math.Trunc(x)) {
			return Errorf(fmt.Sprintf("table.data.rows[%d][%d]", i/d, i%d),
				words.Sprintf("a category of %s, a whole number from 0 to %d, or null", r.Columns[i%d], n-1), x)
		}
		if !inRange(x) {
			return Errorf(fmt.Sprintf("table.data.rows[%d][%d]", i/d, i%d),
				words.Sprintf("a finite number of absolute value at most %g", MaxCoord), x)
		}
	}
	if r.Class != nil && len(r.Class) != r.N {
		return Errorf("table.data.class", words.Sprintf("one class for each of the %d rows", r.N), len(r.Class))
	}
	for i, c := range r.Class {
		if c < Unlabeled || c > MaxClass {
			return Errorf(fmt.Sprintf("table.data.class[%d]", i), words.Sprintf("a class from 0 to %d, or -1 for none",
				MaxClass),
				c)
		}
	}
	if (r.W != 0 || r.H != 0) && (r.W < 1 || r.H < 1 || r.W > d || r.W*r.H != d) {
		return Errorf("table.data.width", words.Sprintf("the width of a picture of %d numbers, given with its height", d),
			fmt.Sprintf("%d x %d", r.W, r.H))
	}
	if r.Pixels != 0 && (r.Pixels < 1 || r.N%r.Pixels != 0 || d != 3) {
		return Errorf("table.data.pixels", words.Sprintf("a width that divides the number of rows, %d, with 3 columns",
			r.N), r.Pixels)
	}
	for i, x := range r.X {
		if r.Pixels > 0 && !(x >= 0 && x <= 255) {
			return Errorf(fmt.Sprintf("table.data.rows[%d][%d]", i/d, i%d), "a colour component from 0 to 255", x)
		}
	}
	return nil
}

func (r *Rows) validateCategories() *Error {
	if r.Categories != nil && len(r.Categories) != r.D() {
		return Errorf("table.data.categories", words.Sprintf("a list for each of the %d columns, empty for a column of "+
			"numbers", r.D()),
			len(r.Categories))
	}
	for j, list := range r.Categories {
		field := fmt.Sprintf("table.data.categories[%d]", j)
		if len(list) > MaxCategories {
			return Errorf(field, words.Sprintf("at most %d categories", MaxCategories), len(list))
		}
		for k, s := range list {
			if s == "" || utf8.RuneCountInString(s) > MaxLabel || !Seen(s) || slices.Contains(list[:k], s) {
				return Errorf(fmt.Sprintf("%s[%d]", field, k), words.Sprintf("a name of 1 to %d characters, without control "+
					"characters, different from the column's other categories", MaxLabel), s)
			}
		}
	}
	return nil
}

func (r *Rows) fields(f *fields) {
	f.texts("columns", &r.Columns, MaxColumns) // names of the columns, with their units
	// for each column the names of its values, empty for a column of numbers
	value(f, "categories", &r.Categories, r.Categories != nil, readCategories, appendCategories, nil)
	f.whole("width", &r.W, MaxColumns)    // width of the picture, if each row is one
	f.whole("height", &r.H, MaxColumns)   // its height
	f.whole("pixels", &r.Pixels, MaxRows) // width of the picture whose pixels are the rows
	if f.head {
		value(f, "n", &r.N, true, upTo(MaxRows), appendWhole, nil)
	}
	if !f.head || f.do == reading {
		f.wholes("class", &r.Class, "a list of classes", MaxRows) // the classes of the rows, −1 for none
	}
	if f.at("rows", !f.head) == writing { // numbers; categories count from 0, and null is missing
		f.b = append(f.b, '[')
		for i := range r.N {
			if i > 0 {
				f.b = append(f.b, ',')
			}
			f.b = appendRow(f.b, r.At(i))
		}
		f.b = append(f.b, ']')
	}
}

func readCategories(raw string) ([][]string, *Error) {
	entries, err := readList("a list of categories for each column", raw, MaxColumns)
	if err != nil {
		return nil, err
	}
	return readEach(entries, func(raw string) ([]string, *Error) { return readNames(raw, MaxCategories) })
}

func appendCategories(b []byte, list [][]string) []byte { return appendList(b, list, appendTexts) }

// finish reads the numbers, once the columns are known.
func (r *Rows) finish(f *fields) *Error {
	if raw := f.member("rows"); raw != "" {
		return r.read(raw).of(f.in("rows"))
	}
	if !f.head {
		return &Error{Field: f.in("rows"), Want: "given: a list of rows of numbers", Got: "none"}
	}
	return nil
}

// read reads the numbers of the rows.
func (r *Rows) read(raw string) *Error {
	entries, err := readList("a list of rows of numbers", raw, MaxRows)
	if err != nil {
		return err
	}
	d := r.D()
	r.N = len(entries)
	if r.N*d > MaxCells {
		return Errorf("", words.Sprintf("at most %d numbers: fewer rows or columns", MaxCells), r.N*d)
	}
	r.X = make([]float64, 0, r.N*d)
	want := words.Sprintf("a row of %d numbers, one for each column", d)
	for i, e := range entries {
		numbers, err := readList(want, e, MaxColumns)
		if err != nil {
			return err.of(at("", i))
		}
		if len(numbers) != d {
			return wrong(want, e).of(at("", i))
		}
		for j, n := range numbers {
			x := math.NaN()
			if n != "null" {
				if x, err = readNumber("a finite number", n); err == nil && math.IsNaN(x) {
					err = wrong("a finite number, or null for a missing value", n)
				}
			}
			if err != nil {
				return err.of(at(at("", i), j))
			}
			r.X = append(r.X, x)
		}
	}
	return nil
}

// appendRow writes numbers, with null for missing ones.
func appendRow(b []byte, row []float64) []byte {
	b = append(b, '[')
	for j, x := range row {
		if j > 0 {
			b = append(b, ',')
		}
		if math.IsNaN(x) {
			b = append(b, "null"...)
		} else {
			b = AppendNumber(b, x)
		}
	}
	return append(b, ']')
}

// Pack returns the data transferred beside the head of a document: its points, followed by the numbers of its table and
// the coordinates of its space, packed in points.
func (d *Document) Pack() []Point {
	if d.Table == nil || d.Table.Rows == nil {
		return d.Points
	}
	r := d.Table.Rows
	n := len(r.X) + len(r.Places)
	all := append(make([]Point, 0, len(d.Points)+n/3+1), d.Points...)
	for k := 0; k < n; k += 3 {
		var c [3]float64
		for j := range c {
			switch i := k + j; {
			case i < len(r.X):
				c[j] = r.X[i]
			case i < n:
				c[j] = r.Places[i-len(r.X)]
			}
		}
		all = append(all, Point{c[0], c[1], c[2]})
	}
	return all
}

// Triples packs numbers into points, three (x, y, z) in each.
func Triples(numbers []float64) []Point {
	all := make([]Point, len(numbers)/3)
	for i := range all {
		all[i] = Point{X: numbers[3*i], Y: numbers[3*i+1], Z: numbers[3*i+2]}
	}
	return all
}

// Unpack restores the data that Pack returned in a document decoded from a head. It returns an error if they don't fit
// together.
func (d *Document) Unpack(all []Point) error {
	d.Points = all
	if d.Table == nil || d.Table.Rows == nil {
		return nil
	}
	r := *d.Table.Rows
	n := r.N * r.D()
	more := 0
	if d.Table.Axes != nil {
		more = 3 * r.N
	}
	if (n+more+2)/3 != len(all)-r.N {
		return Errorf("table.data.rows", words.Sprintf("%d rows of %d numbers", r.N, r.D()), len(all))
	}
	d.Points = all[:r.N:r.N]
	numbers := make([]float64, 0, n+more+2)
	for _, p := range all[r.N:] {
		numbers = append(numbers, p.X, p.Y, p.Z)
	}
	r.X = numbers[:n:n]
	if more > 0 {
		r.Places = numbers[n : n+more : n+more]
	}
	r.Class = make([]int, r.N)
	for i, p := range d.Points {
		r.Class[i] = p.Class()
	}
	d.Table.Rows = &r
	return nil
}

// Take gives a document the rows that an earlier Unpack of the same points made. If they don't fit the document's
// table, it changes nothing and returns false.
func (d *Document) Take(all []Point, rows *Rows) bool {
	t := d.Table
	if t == nil || t.Rows == nil || rows == nil || rows.N != t.Rows.N || rows.D() != t.Rows.D() ||
		(rows.Places != nil) != (t.Axes != nil) || len(all) < rows.N {
		return false
	}
	d.Points, t.Rows = all[:rows.N:rows.N], rows
	return true
}
