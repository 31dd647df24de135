package doc

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
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

func (t *Table) validate() *Error {
	if t.Name != "" {
		if err := checkName("table.name", "the name of a table", t.Name); err != nil {
			return err
		}
	}
	if err := t.numbers().validate("table", MaxRows); err != nil {
		return err
	}
	limit := MaxColumns
	if t.Rows != nil {
		if err := t.Rows.validate(t.Name == ""); err != nil {
			return err
		}
		limit = t.Rows.D()
	}
	check := func(field, want string, list []int) *Error {
		for i, c := range list {
			if c < 0 || c >= limit {
				return Errorf(fmt.Sprintf("%s[%d]", field, i), fmt.Sprintf("a column from 0 to %d", limit-1), c)
			}
			if slices.Contains(list[:i], c) {
				return Errorf(fmt.Sprintf("%s[%d]", field, i), want, c)
			}
		}
		return nil
	}
	if t.Columns != nil && len(t.Columns) == 0 {
		return Errorf("table.columns", wantColumns+", at least one", "none")
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
		return Errorf("table.color", fmt.Sprintf(`"class" or a column from 0 to %d`, limit-1), t.Color-1)
	}
	if t.Color > 0 && t.Rows != nil && (t.Rows.Sorts(t.Color-1) != nil || t.Rows.Lacking(t.Color-1) > 0) {
		return Errorf("table.color", "a column of numbers without missing values", t.Rows.Columns[t.Color-1])
	}
	return t.Names.validate("table.names")
}

func (r *Rows) validate(carried bool) *Error {
	d := r.D()
	if d == 0 || d > MaxColumns {
		return Errorf("table.data.columns", fmt.Sprintf("1 to %d names", MaxColumns), d)
	}
	if r.N > MaxRows {
		return Errorf("table.data.rows", fmt.Sprintf("at most %d rows", MaxRows), r.N)
	}
	if carried && r.N*d > MaxCells {
		return Errorf("table.data.rows", fmt.Sprintf("at most %d numbers: fewer rows or columns", MaxCells), r.N*d)
	}
	for j, s := range r.Columns {
		if utf8.RuneCountInString(s) > MaxLabel || !Seen(s) {
			return Errorf(fmt.Sprintf("table.data.columns[%d]", j), fmt.Sprintf("a name of at most %d characters, without "+
				"control characters", MaxLabel), s)
		}
	}
	if len(r.X) != 0 && len(r.X) != r.N*d {
		return Errorf("table.data.rows", fmt.Sprintf("rows of %d numbers", d), len(r.X))
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
				fmt.Sprintf("a category of %s, a whole number from 0 to %d, or null", r.Columns[i%d], n-1), x)
		}
		if !inRange(x) {
			return Errorf(fmt.Sprintf("table.data.rows[%d][%d]", i/d, i%d),
				fmt.Sprintf("a finite number of absolute value at most %g", MaxCoord), x)
		}
	}
	if r.Class != nil && len(r.Class) != r.N {
		return Errorf("table.data.class", fmt.Sprintf("one class for each of the %d rows", r.N), len(r.Class))
	}
	for i, c := range r.Class {
		if c < Unlabeled || c > MaxClass {
			return Errorf(fmt.Sprintf("table.data.class[%d]", i), fmt.Sprintf("a class from 0 to %d, or -1 for none", MaxClass),
				c)
		}
	}
	if (r.W != 0 || r.H != 0) && (r.W < 1 || r.H < 1 || r.W > d || r.W*r.H != d) {
		return Errorf("table.data.width", fmt.Sprintf("the width of a picture of %d numbers, given with its height", d),
			fmt.Sprintf("%d x %d", r.W, r.H))
	}
	if r.Pixels != 0 && (r.Pixels < 1 || r.N%r.Pixels != 0 || d != 3) {
		return Errorf("table.data.pixels", fmt.Sprintf("a width that divides the number of rows, %d, with 3 "+
			"columns", r.N), r.Pixels)
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
		return Errorf("table.data.categories", fmt.Sprintf("a list for each of the %d columns, empty for a column of "+
			"numbers", r.D()),
			len(r.Categories))
	}
	for j, list := range r.Categories {
		field := fmt.Sprintf("table.data.categories[%d]", j)
		if len(list) > MaxCategories {
			return Errorf(field, fmt.Sprintf("at most %d categories", MaxCategories), len(list))
		}
		for k, s := range list {
			if s == "" || utf8.RuneCountInString(s) > MaxLabel || !Seen(s) || slices.Contains(list[:k], s) {
				return Errorf(fmt.Sprintf("%s[%d]", field, k), fmt.Sprintf("a name of 1 to %d characters, without control "+
					"characters, different from the column's other categories", MaxLabel), s)
			}
		}
	}
	return nil
}

// append writes a table that validate has accepted. With head set, it writes what belongs to a head (names, axes, the
// number of rows), but not the rows' numbers and classes.
func (t *Table) append(b []byte, head bool) []byte {
	b = append(b, `,"table":{`...)
	comma := ""
	field := func(name string) {
		b = append(append(append(append(b, comma...), '"'), name...), '"', ':')
		comma = ","
	}
	if t.Name != "" {
		field("name")
		b = t.numbers().append(appendText(b, t.Name)) // carried rows have no recipe
	}
	if t.Columns != nil {
		field("columns")
		b = appendWholes(b, t.Columns)
	}
	switch {
	case t.Plane != nil:
		field("plane")
		b = appendWholes(b, t.Plane)
	case t.Space:
		field("plane")
		b = append(b, `"pca3"`...)
	}
	if t.Standardize {
		field("standardize")
		b = append(b, "true"...)
	}
	if t.Color > 0 {
		field("color")
		b = AppendNumber(b, float64(t.Color-1))
	}
	if r := t.Rows; r != nil && (head || t.Name == "") {
		field("data")
		b = appendTexts(append(b, `{"columns":`...), r.Columns)
		for j, list := range r.Categories {
			b = appendTexts(append(b, [...]string{`,"categories":[`, ","}[min(j, 1)]...), list)
		}
		if r.Categories != nil {
			b = append(b, ']')
		}
		if r.W > 0 {
			b = fmt.Appendf(b, `,"width":%d,"height":%d`, r.W, r.H)
		}
		if r.Pixels > 0 {
			b = fmt.Appendf(b, `,"pixels":%d`, r.Pixels)
		}
		if head {
			b = fmt.Appendf(b, `,"n":%d`, r.N)
		} else if r.Class != nil {
			b = appendWholes(append(b, `,"class":`...), r.Class)
		}
		if !head {
			b = append(b, `,"rows":[`...)
			for i := range r.N {
				if i > 0 {
					b = append(b, ',')
				}
				b = appendRow(b, r.At(i))
			}
			b = append(b, ']')
		}
		b = append(b, '}')
	}
	if head && t.Axes != nil {
		field("axes")
		b = appendTexts(b, t.Axes)
	}
	if head && !t.Names.IsZero() {
		b = appendNames(append(b, comma...), t.Names)
	}
	return append(b, '}')
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

func appendTexts(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(b, s)
	}
	return append(b, ']')
}

func appendWholes(b []byte, list []int) []byte {
	f := make([]float64, len(list))
	for i, x := range list {
		f[i] = float64(x)
	}
	return appendNumbers(b, f)
}

var (
	tableNames = []string{"name", "n", "d", "noise", "seed", "decay", "gamma", "columns", "plane", "standardize", "color",
		"data"}
	dataNames = []string{"columns", "categories", "rows", "class", "width", "height", "pixels"}
)

// readTable reads a table. In a head it has its names and axes, and no numbers of rows.
func readTable(raw string, head bool) (*Table, *Error) {
	list, err := readObject("table", raw)
	if err != nil {
		return nil, err
	}
	t := &Table{}
	for _, m := range list {
		switch m.name {
		case "name":
			t.Name, err = readText("table.name", m.raw)
		case "n", "d", "noise", "seed", "decay", "gamma":
			err = t.numbers().read("table", MaxRows, m.name, m.raw)
		case "columns":
			t.Columns, err = readWholes("table.columns", wantColumns, MaxColumns, m.raw)
		case "plane":
			switch m.raw {
			case `"pca"`:
			case `"pca3"`:
				t.Space = true
			default:
				if t.Plane, err = readWholes("table.plane", wantPlane, 3, m.raw); err == nil && len(t.Plane) == 0 {
					err = wrong("table.plane", wantPlane, m.raw)
				}
			}
		case "standardize":
			t.Standardize, err = readBool("table.standardize", m.raw)
		case "color":
			if m.raw != `"class"` {
				var c uint64
				c, err = readWhole("table.color", MaxColumns-1, m.raw)
				t.Color = int(c) + 1
			}
		case "data":
			t.Rows, err = readRows(m.raw, head)
		case "axes":
			if head {
				t.Axes, err = readTexts("table.axes", 3, m.raw)
				break
			}
			err = unknown("table", m.name, tableNames)
		case "names":
			if head {
				t.Names, err = readNames("table.names", m.raw)
				break
			}
			fallthrough
		default:
			err = unknown("table", m.name, tableNames)
		}
		if err != nil {
			return nil, err
		}
	}
	if (t.Name == "") == (t.Rows == nil) && !head {
		got := "neither"
		if t.Rows != nil {
			got = "both"
		}
		return nil, &Error{Field: "table", Want: "given by name or with its data, not both", Got: got}
	}
	return t, nil
}

func readTexts(field string, limit int, raw string) (out []string, err *Error) {
	entries, err := readList(field, "a list of names", raw, limit)
	for i, e := range entries {
		s, err := readText(fmt.Sprintf("%s[%d]", field, i), e)
		if err != nil {
			return nil, err
		}
		out = append(out, strings.TrimSpace(s))
	}
	return out, err
}

// readWholes reads a list of column numbers.
func readWholes(field, want string, limit int, raw string) ([]int, *Error) {
	entries, err := readList(field, want, raw, limit)
	if err != nil {
		return nil, err
	}
	out := make([]int, len(entries))
	for i, e := range entries {
		x, err := readNumber(fmt.Sprintf("%s[%d]", field, i), "a whole number", e)
		if err != nil {
			return nil, err
		}
		if out[i] = int(x); float64(out[i]) != x {
			return nil, wrong(fmt.Sprintf("%s[%d]", field, i), "a whole number", e)
		}
	}
	return out, nil
}

func readCategories(raw string) ([][]string, *Error) {
	entries, err := readList("table.data.categories", "a list of categories for each column", raw, MaxColumns)
	if err != nil {
		return nil, err
	}
	out := make([][]string, len(entries))
	for j, e := range entries {
		if out[j], err = readTexts(fmt.Sprintf("table.data.categories[%d]", j), MaxCategories, e); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func readRows(raw string, head bool) (*Rows, *Error) {
	list, err := readObject("table.data", raw)
	if err != nil {
		return nil, err
	}
	r := &Rows{}
	rows := ""
	for _, m := range list {
		var n uint64
		switch m.name {
		case "columns":
			r.Columns, err = readTexts("table.data.columns", MaxColumns, m.raw)
		case "categories":
			r.Categories, err = readCategories(m.raw)
		case "width":
			n, err = readWhole("table.data.width", MaxColumns, m.raw)
			r.W = int(n)
		case "height":
			n, err = readWhole("table.data.height", MaxColumns, m.raw)
			r.H = int(n)
		case "pixels":
			n, err = readWhole("table.data.pixels", MaxRows, m.raw)
			r.Pixels = int(n)
		case "n":
			if head {
				n, err = readWhole("table.data.n", MaxRows, m.raw)
				r.N = int(n)
				break
			}
			err = unknown("table.data", m.name, dataNames)
		case "class":
			r.Class, err = readWholes("table.data.class", "a list of classes", MaxRows, m.raw)
		case "rows":
			rows = m.raw
		default:
			err = unknown("table.data", m.name, dataNames)
		}
		if err != nil {
			return nil, err
		}
	}
	if rows == "" {
		if !head {
			return nil, &Error{Field: "table.data.rows", Want: "given: a list of rows of numbers", Got: "none"}
		}
		return r, nil
	}
	entries, err := readList("table.data.rows", "a list of rows of numbers", rows, MaxRows)
	if err != nil {
		return nil, err
	}
	d := r.D()
	r.N = len(entries)
	if r.N*d > MaxCells {
		return nil, Errorf("table.data.rows", fmt.Sprintf("at most %d numbers: fewer rows or columns", MaxCells), r.N*d)
	}
	r.X = make([]float64, 0, r.N*d)
	for i, e := range entries {
		field := fmt.Sprintf("table.data.rows[%d]", i)
		want := fmt.Sprintf("a row of %d numbers, one for each column", d)
		numbers, err := readList(field, want, e, MaxColumns)
		if err != nil {
			return nil, err
		}
		if len(numbers) != d {
			return nil, wrong(field, want, e)
		}
		for j, n := range numbers {
			if n == "null" {
				r.X = append(r.X, math.NaN())
				continue
			}
			x, err := readNumber(field+fmt.Sprintf("[%d]", j), "a finite number", n)
			if err != nil {
				return nil, err
			}
			if math.IsNaN(x) {
				return nil, wrong(field+fmt.Sprintf("[%d]", j), "a finite number, or null for a missing value", n)
			}
			r.X = append(r.X, x)
		}
	}
	return r, nil
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
		return Errorf("table.data.rows", fmt.Sprintf("%d rows of %d numbers", r.N, r.D()), len(all))
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
