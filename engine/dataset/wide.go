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

// This file makes wide tables: rows with any number of columns. Those that are not generated are files in data/wide,
// which programs for browsers do not contain: see Opener.

// Opener fetches the text of a built-in table by its name. Natively it is Embedded; in a browser the worker fetches the
// table from its site.
type Opener func(name string) (string, error)

// wide declares a table with what its file does not say.
type wide struct {
	method.Dataset
	mixed  bool // qualitative columns and missing values are kept
	things bool // all words of a column may be different
	across int  // width of the pictures that the rows are, written as digits of base 32; 0 = the rows are no pictures
}

func wides() []wide {
	table := func(name, label string, n int, standardize bool, help, source string) wide {
		return wide{Dataset: method.Dataset{Name: name, Label: label, Task: method.Classify, Help: help, Source: source,
			Fixed: true, N: n, MaxN: n, Standardize: standardize}}
	}
	list := []wide{
		table("iris", "Iris, all 4 columns", 150, false, "Sepals and petals of three species of iris.",
			"R. A. Fisher 1936, measured by E. Anderson"),
		table("wine", "Wine, all 13 columns", 178, true, "Chemistry of wines from three cultivars.",
			"UCI Machine Learning Repository, M. Forina et al."),
		table("breast_cancer", "Breast cancer, 30 columns", 569, true, "Cell nuclei of tumours, malignant and benign.",
			"UCI Machine Learning Repository, W. H. Wolberg, W. N. Street, O. L. Mangasarian 1995"),
		table("digits", "Digits, 8 × 8 pixels", 1797, false, "Handwritten digits; each row is a picture.",
			"UCI Machine Learning Repository, E. Alpaydin, C. Kaynak 1998"),
		table(pixels, "Colours of a picture", acrossPicture*downPicture, false,
			"The pixels of a small picture, 48 × 32: red, green and blue of each.", "Made here by formulas"),
		{Dataset: method.Dataset{Name: swissRoll, Label: "Swiss roll", Task: method.Classify, N: 800, MaxN: 5000, Noise: 0.2,
			MaxNoise: 3,
			Help:     "A sheet rolled up in space. The classes are quarters of its length."}},
		{Dataset: method.Dataset{Name: planes, Label: "Three planes", Task: method.Classify, N: 300, MaxN: 5000, Noise: 0.03,
			MaxNoise: 1,
			Help:     "Points on three planes that cross in space; noise is across them, in units of half their width."}},
		{Dataset: method.Dataset{Name: spheres, Label: "Nested spheres", Task: method.Classify, N: 400, MaxN: 5000,
			MaxNoise: 0.5, D: 10, MaxD: mostD,
			Help: "Independent normal columns. The classes are the inner and the outer half of the points; noise is the " +
				"share of wrong classes."}},
		{Dataset: method.Dataset{Name: gaussians, Label: "Two normal classes", Task: method.Classify, N: 400, MaxN: 5000,
			Noise: 1, MaxNoise: 10, D: 10, MaxD: mostD,
			Help: "Their means are 2 apart in the first column, and alike in all others; noise is the standard deviation."}},
		{Dataset: method.Dataset{Name: spectrum, Label: "Values, with a chosen spectrum", Task: method.Regress, N: 200,
			MaxN: 4000, Noise: 0.5, MaxNoise: 10, D: 10, MaxD: mostD, Spectrum: true, Decay: 1, Gamma: 0.5,
			Help: "Column i is normal with the variance i^−decay. The last column is the target: the others " +
				"times the weights C^γ z, with their covariance matrix C."}},
	}
	list[3].across = 8
	weather := table("weather", "Play outside? 14 days", 14, false, "Weather in words and numbers, and whether to play.",
		"J. R. Quinlan, C4.5: Programs for Machine Learning, 1993, table 2.1")
	penguins := table("penguins", "Penguins, 6 columns", 344, false, "Three species; island and sex in "+
		"words, 19 missing values.",
		"K. B. Gorman, T. D. Williams, W. R. Fraser 2014; A. M. Horst, A. P. Hill, K. B. Gorman 2020 (CC0)")
	weather.mixed, penguins.mixed = true, true
	values := table("diabetes", "Diabetes, 10 columns and a value", 442, true,
		"Ten measurements of patients, and the progression of their disease one year later.", "Efron, Hastie, Johnstone, "+
			"Tibshirani 2004")
	values.Task = method.Regress
	things := table("words", "Words of two languages", 36, false, "Latin and German words, as they are written.",
		"Chosen for Pointscape")
	graphs := table("graphs", "Rings and chains", 20, false, "Small graphs like molecules, written as their edges.",
		"Made for Pointscape")
	things.mixed, things.things, graphs.mixed, graphs.things = true, true, true, true
	cities := table("cities", "Cities, 15 rankings", 15, false,
		"Rankings of five cities by students of three groups.",
		"Made for Pointscape")
	return append(list, weather, penguins, values, things, graphs, cities)
}

// Tables that are generated.
const (
	swissRoll = "swiss_roll"
	pixels    = "picture"
	planes    = "planes"
	spheres   = "spheres"
	gaussians = "gaussians"
	spectrum  = "spectrum"
)

// mostD is the largest number of columns of a generated table whose dimension can be chosen: with the largest number of
// rows the table still fits in a document.
const mostD = 40

// Tables returns the declarations of the wide tables, in the order of the menu.
func Tables() []method.Dataset {
	var list []method.Dataset
	for _, w := range wides() {
		list = append(list, w.Dataset)
	}
	return list
}

// declared returns a table's declaration, and an error if its recipe asks for something that the table does not
// support.
func declared(t *doc.Table) (*wide, error) {
	list := wides()
	at := slices.IndexFunc(list, func(w wide) bool { return w.Name == t.Name })
	if at < 0 {
		var names []string
		for _, w := range list {
			names = append(names, w.Name)
		}
		return nil, doc.Errorf("table.name", doc.OneOf(names, t.Name), t.Name)
	}
	w := &list[at]
	e := entry{Dataset: w.Dataset}
	if err := e.check(doc.Dataset{N: t.N, Noise: t.Noise}); err != nil {
		bad := *err.(*doc.Error)
		bad.Field = "table" + strings.TrimPrefix(bad.Field, "dataset")
		return nil, &bad
	}
	switch {
	case t.D == 0:
	case w.MaxD == 0:
		return nil, doc.Errorf("table.d", words.Text("left out: the number of columns of %s is its own", w.Name), t.D)
	case t.D < 2 || t.D > w.MaxD: // the plane shows two of them
		return nil, doc.Errorf("table.d", words.Sprintf("a whole number from 2 to %d, or 0 for %d", w.MaxD, w.D), t.D)
	}
	if !w.Spectrum && (t.Decay != 0 || t.Gamma != 0) {
		field, x := "table.decay", t.Decay
		if x == 0 {
			field, x = "table.gamma", t.Gamma
		}
		return nil, doc.Errorf(field, words.Text("left out: %s has no spectrum to choose", w.Name), x)
	}
	return w, nil
}

// made generates count rows of a table, beginning with row first; nil if it is not generated from random numbers.
func (w *wide) made(t *doc.Table, first, count int) (*doc.Rows, doc.Names) {
	d := cmp.Or(t.D, w.D)
	switch w.Name {
	case planes:
		return crossing(first, count, t.Noise, t.Seed), doc.Names{Value: "plane",
			Classes: []string{"first plane", "second plane", "third plane"}}
	case swissRoll:
		return rolled(first, count, t.Noise, t.Seed), doc.Names{Value: "position along the roll",
			Classes: []string{"first quarter", "second quarter", "third quarter", "last quarter"}}
	case spheres:
		return nestedSpheres(first, count, d, t.Noise, t.Seed), doc.Names{Classes: []string{"inner half", "outer half"}}
	case gaussians:
		return twoNormals(first, count, d, t.Noise, t.Seed), doc.Names{}
	case spectrum:
		return valued(first, count, d, t), doc.Names{}
	}
	return nil, doc.Names{}
}

// FreshRows makes k more rows from the distribution of a table's rows, as Fresh does for points; nil if it is unknown.
func FreshRows(t *doc.Table, k int) *doc.Rows {
	w, err := declared(t)
	if err != nil {
		return nil
	}
	r, _ := w.made(t, cmp.Or(t.N, w.N), k)
	return r
}

// Wide makes the rows of the table that a document names, and returns its names. The error is a *doc.Error, or open's.
func Wide(t *doc.Table, open Opener) (*doc.Rows, doc.Names, error) { return wideOf(t, open, nil) }

// Mixed reports whether a table has qualitative columns or missing values, so that it must be made by MixedWide.
func Mixed(t *doc.Table) bool {
	w, err := declared(t)
	return err == nil && w.mixed
}

func wideOf(t *doc.Table, open Opener, mix wordy) (*doc.Rows, doc.Names, error) {
	var none doc.Names
	w, err := declared(t)
	if err != nil {
		return nil, none, err
	}
	if r, names := w.made(t, 0, cmp.Or(t.N, w.N)); r != nil {
		return r, names, nil
	}
	if w.Name == pixels {
		return painted(), none, nil
	}
	text, err := open(w.Name)
	if err != nil {
		return nil, none, err
	}
	if w.across > 0 {
		text = spread(text, w.across)
	}
	class := -1 // the last column, if there are classes
	if w.Task == method.Classify {
		class = strings.Count(text[:strings.IndexByte(text, '\n')+1], ",")
	}
	p := parser{task: method.Classify, third: class >= 0}
	if w.mixed {
		p.words = mix
	}
	if s, ok := mix.(*sorting); ok && w.things {
		s.things = true
	}
	r, names, _, err := parseWide(p, text, class)
	if err != nil {
		return nil, none, err
	}
	if w.across > 0 {
		r.W, r.H = w.across, r.D()/w.across
		for k := range 10 {
			names = names.WithClass(k, words.Sprintf("digit %d", k))
		}
	}
	return r, names, nil
}

// spread expands a table of pictures, written as digits of base 32, to columns of numbers.
func spread(text string, across int) string {
	var b []byte
	head, rows, _ := strings.Cut(text, "\n")
	pixels := strings.IndexByte(rows, ',')
	for k := range pixels {
		b = fmt.Appendf(b, "row %d pixel %d,", k/across+1, k%across+1)
	}
	_, class, _ := strings.Cut(head, ",")
	b = append(append(b, class...), '\n')
	for rows != "" {
		var line string
		line, rows, _ = strings.Cut(rows, "\n")
		for k := range min(pixels, len(line)) {
			c := line[k] - '0'
			if c > 9 {
				c = line[k] - 'a' + 10
			}
			b = append(doc.AppendNumber(b, float64(c)), ',')
		}
		b = append(append(b, line[min(pixels+1, len(line)):]...), '\n')
	}
	return string(b)
}

// rolled returns the Swiss roll of Tenenbaum, de Silva, Langford, "A global geometric framework for nonlinear
// dimensionality reduction", 2000, as in scikit-learn: (t cos t, 21 v, t sin t) with t from 1.5π to 4.5π.
func rolled(first, n int, noise float64, seed uint64) *doc.Rows {
	r := &doc.Rows{N: n, Columns: []string{"x", "y", "z"}}
	var g rng
	for i := range n {
		g.seed(seed, first+i)
		u, v := g.float(), g.float()
		a, c := roll(u)
		for _, x := range []float64{a, 21 * v, c} {
			r.X = append(r.X, round(x+noise*g.normal()))
		}
		r.Class = append(r.Class, int(4*u))
	}
	return r
}

// roll returns the point of the rolled sheet, seen from the side, for u from 0 to 1.
func roll(u float64) (x, z float64) {
	t := 1.5 * math.Pi * (1 + 2*u)
	s, c := math.Sincos(t)
	return t * c, t * s
}

// slants are three planes, each with a point and two orthonormal directions.
var slants = [3][3][3]float64{
	{{0, 0, -0.3}, {1, 0, 0}, {0, 1, 0}},
	{{0.3, 0, 0.2}, {0.6, 0, 0.8}, {0, 1, 0}},
	{{-0.3, 0.2, 0.2}, {0.48, 0.6, -0.64}, {0.8, 0, 0.6}},
}

// crossing returns rows near three intersecting planes in space: squares of side 2, in turn.
func crossing(first, n int, noise float64, seed uint64) *doc.Rows {
	r := &doc.Rows{N: n, Columns: []string{"x", "y", "z"}}
	var g rng
	for i := range n {
		g.seed(seed, first+i)
		u, v := g.between(-1, 1), g.between(-1, 1)
		class := (first + i) % 3
		for j := range 3 {
			f := &slants[class]
			r.X = append(r.X, round(f[0][j]+u*f[1][j]+v*f[2][j]+noise*g.normal()))
		}
		r.Class = append(r.Class, class)
	}
	return r
}

// nestedSpheres returns rows with d normal columns; the class says whether they are inside or outside of the sphere
// about the origin that has probability 1/2 (Hastie, Tibshirani, Friedman, "The Elements of Statistical Learning",
// 10.1), except for a share of wrong ones.
func nestedSpheres(first, n, d int, wrong float64, seed uint64) *doc.Rows {
	r := &doc.Rows{N: n, Columns: numbered(d)}
	half := halfOfChi2(d)
	var g rng
	for i := range n {
		g.seed(seed, first+i)
		flip := g.float() < wrong
		sum := 0.0
		for range d {
			x := round(g.normal())
			sum += x * x // the class is computed from the rounded row
			r.X = append(r.X, x)
		}
		class := 0
		if (sum > half) != flip {
			class = 1
		}
		r.Class = append(r.Class, class)
	}
	return r
}

// twoNormals returns rows of two alternating classes, with means at -1 and 1 in the first column.
func twoNormals(first, n, d int, sd float64, seed uint64) *doc.Rows {
	r := &doc.Rows{N: n, Columns: numbered(d)}
	var g rng
	for i := range n {
		g.seed(seed, first+i)
		class := (first + i) % 2
		for j := range d {
			x := sd * g.normal()
			if j == 0 {
				x += float64(2*class - 1)
			}
			r.X = append(r.X, round(x))
		}
		r.Class = append(r.Class, class)
	}
	return r
}

func numbered(d int) []string {
	list := make([]string, d)
	for j := range list {
		list[j] = "x" + words.Subscript(j+1)
	}
	return list
}

// halfOfChi2 returns the median of the sum of squares of d standard normals, to five decimals, so that it is the same
// on all machines.
func halfOfChi2(d int) float64 {
	// The distribution function by its series (Abramowitz, Stegun 1964, 6.5.29).
	a := float64(d) / 2
	below := func(x float64) float64 {
		term := math.Exp(a*math.Log(x/2) - x/2 - logGamma(a+1))
		sum := term
		for k := 1.0; term > 1e-17*sum; k++ {
			term *= x / 2 / (a + k)
			sum += term
		}
		return sum
	}
	lo, hi := 0.0, float64(d) // the median is less than the mean
	for range 60 {
		if mid := (lo + hi) / 2; below(mid) < 0.5 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return round((lo + hi) / 2)
}

func logGamma(x float64) float64 { l, _ := math.Lgamma(x); return l }

// WideClass suggests the column with the classes of a table's rows, -1 for none.
func WideClass(t method.Table) int {
	pick := Suggest(t, method.Classify)
	return pick[2]
}

// Beginnings of comments in the file of a table, for what its columns do not say: the size of the pictures that the
// rows are, the width of the picture whose pixels they are, and all classes in their order.
const picturesNote, pixelsNote, classesNote = "# rows are pictures of ", "# rows are the pixels of a picture ",
	"# classes: "

// FormatWide writes a table such that ParseWide reads it back exactly, with its names: all columns, with the classes
// last.
func FormatWide(r *doc.Rows, names doc.Names) string { return formatWide(r, names, nil) }

func formatWide(r *doc.Rows, names doc.Names, mix wordy) string {
	pts := make([]doc.Point, len(r.Class))
	classed := false
	for i, c := range r.Class {
		pts[i].Z = float64(c)
		classed = classed || c != doc.Unlabeled
	}
	words := wordsFor(pts, names)
	var b []byte
	if classed && !words && method.NeedsCountedNote(pts) {
		b = append(b, method.CountedNote+"\n"...)
	}
	if r.W > 0 {
		b = fmt.Appendf(b, picturesNote+"%d x %d pixels\n", r.W, r.H)
	}
	if r.Pixels > 0 {
		b = fmt.Appendf(b, pixelsNote+"%d across\n", r.Pixels)
	}
	if words {
		b = appendList(append(b, classesNote...), names.Classes)
	}
	if mix != nil {
		b = mix.heads(b, r)
	}
	for j, s := range r.Columns {
		if _, number := parseNumber(field{text: s}, ','); number || s == "" {
			s = strings.TrimSpace(fmt.Sprint("column ", cmp.Or(s, strconv.Itoa(j+1))))
		}
		if j > 0 {
			b = append(b, ',')
		}
		b = appendEntry(b, s)
	}
	if classed {
		b = appendEntry(append(b, ','), cmp.Or(names.Value, "class"))
	}
	b = append(b, '\n')
	for i := range r.N {
		for j, x := range r.At(i) {
			if j > 0 {
				b = append(b, ',')
			}
			if mix != nil {
				b = mix.entry(b, r, j, x)
			} else {
				b = doc.AppendNumber(b, x)
			}
		}
		if classed {
			b = append(b, ',')
			switch c := r.Class[i]; {
			case c == doc.Unlabeled:
			case words:
				b = appendEntry(b, names.Classes[c])
			default:
				b = doc.AppendNumber(b, float64(c+1))
			}
		}
		b = append(b, '\n')
	}
	return string(b)
}

// notesOf reads the comments that FormatWide writes.
func (p *parser) notesOf(text string, r *doc.Rows) {
	for line := range strings.Lines(text) {
		if line[0] != '#' {
			return
		}
		if size, ok := strings.CutPrefix(line, picturesNote); ok {
			wide, high, _ := strings.Cut(size, " x ")
			high, _, _ = strings.Cut(high, " ")
			r.W, _ = strconv.Atoi(wide) // 0 is not a size
			r.H, _ = strconv.Atoi(high)
		}
		if size, ok := strings.CutPrefix(line, pixelsNote); ok {
			wide, _, _ := strings.Cut(size, " ")
			r.Pixels, _ = strconv.Atoi(wide)
		}
		if list, ok := strings.CutPrefix(line, classesNote); ok {
			p.listed = appendListed(p.listed, list)
		}
		if p.words != nil {
			p.words.note(line)
		}
	}
}

// appendList appends a line of entries.
func appendList(b []byte, list []string) []byte {
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendEntry(b, s)
	}
	return append(b, '\n')
}

// appendListed appends the entries of a line to a list, without duplicates.
func appendListed(to []string, line string) []string {
	all, _, _ := split(nil, line, ',')
	for _, f := range all { // spreadsheets pad lines with empty entries
		if f.text != "" && !slices.Contains(to, f.text) {
			to = append(to, f.text)
		}
	}
	return to
}

// ParseWide reads all columns of numbers or dates of a table, dates as fractional years, and the classes from the
// column with index class, -1 for none. Columns of words, and row labels, are left out, with a note; so are rows in
// which a number is missing, with their lines and columns. The error is a *doc.Error.
func ParseWide(text string, class int) (r *doc.Rows, names doc.Names, notes []string, err error) {
	return parseWide(parser{task: method.Classify, third: class >= 0}, text, class)
}

func parseWide(p parser, text string, class int) (r *doc.Rows, names doc.Names, notes []string, err error) {
	t, err := Columns(text)
	if err != nil {
		return nil, names, nil, err
	}
	r = &doc.Rows{}
	p.notesOf(text, r)
	if e := p.wide(text, t, class, r); e != nil {
		return nil, names, nil, e
	}
	if r.W < 1 || r.H < 1 || r.W > r.D() || r.H > r.D() || r.W*r.H != r.D() {
		r.W, r.H = 0, 0 // columns were added or left out
	}
	if r.Pixels < 1 || r.D() != 3 || r.N%r.Pixels != 0 || slices.Min(r.X) < 0 || slices.Max(r.X) > 255 {
		r.Pixels = 0 // with other rows, columns or values it is not the same picture
	}
	if class >= 0 {
		if names.Value = p.heading(class); strings.EqualFold(names.Value, "class") {
			names.Value = ""
		}
		for i, s := range p.names {
			names = names.WithClass(i, doc.Label(s))
		}
	}
	return r, names, p.notes, nil
}

func (p *parser) wide(text string, t method.Table, class int, r *doc.Rows) *doc.Error {
	if class < -1 || class >= len(t.Columns) {
		return doc.Errorf("columns", words.Sprintf("among the %d of the table", len(t.Columns)), class+1)
	}
	use, err := p.numberColumns(t, class)
	if err != nil {
		return err
	}
	text, err = p.clean(text)
	if err != nil {
		return err
	}
	left := make([]lost, len(t.Columns))
	err = p.records(text, func(line int, all []field, sep byte) *doc.Error {
		row := len(r.X)
		for _, c := range use {
			x, ok, _ := coordinate(all[c], sep)
			if p.words != nil {
				var err *doc.Error
				if x, ok, err = p.words.read(x, ok, c, line, all[c].text); err != nil {
					return err
				}
			}
			if !ok {
				left[c].add(line, all[c].text)
				r.X = r.X[:row]
				return nil
			}
			r.X = append(r.X, x)
		}
		if r.N++; r.N > cmp.Or(p.most, doc.MaxRows) {
			return doc.Errorf("text", words.Sprintf("at most %d rows of a wide table", doc.MaxRows), "more")
		}
		p.add(doc.Point{})
		if class < 0 {
			return nil
		}
		return p.label(all[class], sep, line, class+1)
	})
	if err != nil {
		return err
	}
	for _, c := range use {
		if l := &left[c]; l.n > 0 {
			p.note("%s left out: no number in %s (%s)", words.Count(l.n, "row"), p.columnName(c), l.where())
		}
	}
	if r.N == 0 {
		return &doc.Error{Field: "columns", Want: "columns of numbers", Got: "no row with a number in each"}
	}
	if p.words != nil {
		p.words.end(r, use)
	}
	if r.N*len(use) > doc.MaxCells && p.most == 0 {
		return doc.Errorf("text", words.Sprintf("at most %d numbers: fewer rows or columns", doc.MaxCells), r.N*len(use))
	}
	for _, c := range use {
		name := p.heading(c)
		if name == "" {
			name = words.Sprintf("column %d", c+1)
		}
		r.Columns = append(r.Columns, name)
	}
	if class < 0 {
		return nil
	}
	if err := p.classes(); err != nil {
		return err
	}
	r.Class = make([]int, r.N)
	for i, q := range p.pts {
		r.Class[i] = int(q.Z)
	}
	return nil
}

// numberColumns returns the indices of the columns that become inputs, and notes which are left out. class is the index
// of the column of classes, or -1.
func (p *parser) numberColumns(t method.Table, class int) (use []int, err *doc.Error) {
	var out []string
	labels := rowLabels(t)
	for i, c := range t.Columns {
		switch {
		case i == class:
		case p.words != nil && p.words.keeps(i, c, i == 0 && labels):
			use = append(use, i)
		case i == 0 && labels, c.Kind == method.LabelColumn:
			name := c.Name
			if name == "" {
				name = words.Sprintf("column %d", i+1)
			}
			out = append(out, clip(name))
		default:
			use = append(use, i)
		}
	}
	switch {
	case len(use) == 0:
		return nil, &doc.Error{Field: "columns", Want: "columns of numbers", Got: "none"}
	case len(use) > doc.MaxColumns:
		return nil, doc.Errorf("columns", words.Sprintf("at most %d columns of numbers", doc.MaxColumns), len(use))
	}
	if len(out) > 0 {
		why := "no numbers"
		if p.words != nil {
			why = p.words.limit()
		}
		p.note("left out, %s: %s", why, clip(strings.Join(out, ", ")))
	}
	return use, nil
}
