package method

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Methods that declare Info.Wide take whole rows of a table. Their Problem has as many inputs as columns were chosen, D
// of any size, standardized if the document says so; Inputs names them, and Shown has the positions of the rows in the
// picture. For points of the plane their Problem is as usual. All other methods get points of the plane: two chosen
// columns, or the first two principal components.

// Wide reports whether the inputs are columns of a table, not the axes of the picture. The session then asks the model
// for no raster and no curve, and passes whole rows to Explain.
func (p *Problem) Wide() bool { return p.Inputs != nil }

// TakesPoints reports whether the method takes points, or rows of numbers; the others take only pictures or words.
func (in *Info) TakesPoints() bool { return !in.Pictures && !in.Objects }

// TakesRows reports whether the method takes whole rows of a table: always, or with the choice that is marked Whole.
func (in *Info) TakesRows(params map[string]any) bool {
	for i := range in.Params {
		p := &in.Params[i]
		if c := p.whole(); c != nil {
			x, ok := params[p.Name]
			if !ok {
				x = p.Default
			}
			return in.Wide && x == c.Value
		}
	}
	return in.Wide
}

// FittedOn says what a method of the plane is fitted to if its document has a table with more columns: "2 principal
// components of 30 columns"; for a pipeline it names the codes. It is "" for all others.
func (in *Info) FittedOn(d *doc.Document) string {
	if m := in.coder(d.Params); m != nil {
		return words.Text("codes of %s", m.Name)
	}
	t := d.Table
	if t == nil || t.Rows == nil || in.TakesRows(d.Params) {
		return ""
	}
	if t.Plane == nil {
		return words.Text("2 principal components of %s", words.Count(len(t.Chosen()), "column"))
	}
	if all := t.Rows.D(); all > len(t.Plane) {
		return words.Sprintf("%d of %s", len(t.Plane), words.Count(all, "column"))
	}
	return ""
}

// coder returns the method of a pipeline that makes the codes; nil if there is none.
func (in *Info) coder(params map[string]any) *Method {
	for i := range in.Params {
		p := &in.Params[i]
		if k, ok := p.Kind.(Estimators); ok && k.Codes {
			for _, e := range EstimatorsIn(p, params) {
				if m := p.Choose(e.Method); m != nil {
					return m
				}
			}
		}
	}
	return nil
}

// Lean is doc.Document.Lean for a document of this method.
func (in *Info) Lean(d doc.Document) (lean doc.Document, left []string) {
	return d.Lean(in.TakesRows(d.Params) || in.Aims(d.Params) || in.coder(d.Params) != nil)
}

// Title returns a document's title followed by FittedOn; "" without a title.
func (in *Info) Title(d *doc.Document) string {
	on := in.FittedOn(d)
	if d.Title == "" || on == "" {
		return d.Title
	}
	return words.Text("%s (fitted on %s)", d.Title, on)
}

// InputsParam declares the parameter "inputs" of a method of the plane that can also take whole rows. Its help is
// about; the help of its choice "all" is all.
func InputsParam(about, all string) Param {
	return Param{Name: "inputs", Label: "Inputs", Default: "shown", Help: about, Where: OnlyRows,
		Kind: Choose{Choices: []Choice{
			{Value: "shown", Label: "What the plane shows", Help: "The two columns or principal components of the plane, so " +
				"that the method can be drawn"},
			{Value: "all", Label: "All columns", Whole: true, Help: all},
		}}}
}

// MaxCategories is the largest number of values of a qualitative column, for methods that take it together with other
// columns (Info.Mixed without Objects).
const MaxCategories = 32

// Things returns the words that the rows index, including unused ones, if the only column is qualitative; else nil.
func (p *Problem) Things() []string {
	if p.D == 1 && len(p.Categories) == 1 && len(p.Categories[0]) > 0 {
		return p.Categories[0]
	}
	return nil
}

// Called returns the word of row i, if there are Things.
func (p *Problem) Called(i int) string {
	if things, x := p.Things(), p.At(i)[0]; x >= 0 && x < float64(len(things)) {
		return "“" + things[int(x)] + "”"
	}
	return ""
}

// CheckRows returns a *Need if the method takes only pictures, or only words, and the rows of p are none, or if p has
// whole rows and a method within this one does not take them.
func (in *Info) CheckRows(v Values, p *Problem) error {
	if in.Pictures && p.Across == 0 {
		return &Need{Sentence: "This method needs pictures. Choose a table whose rows are pictures, with all of its " +
			"columns, such as the handwritten digits (Data)."}
	}
	if in.Objects && p.Things() == nil {
		return &Need{Sentence: "This method needs words, or graphs written as words. Choose a table and its column of " +
			"words, such as the words of two languages (Data)."}
	}
	if !p.Wide() {
		return nil
	}
	for i := range in.Params {
		q := &in.Params[i]
		if !Is[Estimators](q.Kind) {
			continue
		}
		for k, c := range v.Chosen(q.Name) {
			if c.Method.Wide {
				continue
			}
			who, can := words.Text("The %s", q.List().Entry), []string{}
			if !q.One() {
				who = words.Text("%s %s", words.Capital(q.List().Entry), strconv.Itoa(k+1))
			}
			for j := range q.Of() {
				if q.Of()[j].Wide {
					can = append(can, q.Of()[j].Name)
				}
			}
			return &Need{Sentence: words.Text("%s, %s, works in the plane and cannot use whole rows of a table: choose "+
				"another method for it (%s), or the columns shown as inputs.", who, c.Method.Name, words.Join(can, ", "))}
		}
	}
	return nil
}

// SameNumbers reports whether two lists are equal, where NaN equals NaN.
func SameNumbers(a, b []float64) bool {
	return slices.Equal(a, b) || slices.EqualFunc(a, b, func(x, y float64) bool { return x == y || x != x && y != y })
}

// OfTables reports whether a parameter is only about how rows of tables are taken: it has no control for points of the
// plane.
func (p *Param) OfTables() bool { return p.Where == OnlyRows }

func (p *Param) whole() *Choice {
	for i := range p.Choices() {
		if p.Choices()[i].Whole {
			return &p.Choices()[i]
		}
	}
	return nil
}

// Widen converts a problem of the plane to one of wide rows: x holds d numbers for each row of the document.
func (p *Problem) Widen(x []float64, d int, inputs []string) {
	if p.Shown = p.X; p.Task == Regress {
		p.Shown = make([]float64, 0, 2*p.N)
		for i, y := range p.Y {
			p.Shown = append(p.Shown, p.X[i], y)
		}
	}
	p.Inputs, p.Along = inputs, nil
	p.X, p.D = p.rowsOf(x, d), d
}

// rowsOf returns the problem's rows of a table with all rows of the document, d numbers each.
func (p *Problem) rowsOf(x []float64, d int) []float64 {
	if p.Row == nil {
		return x
	}
	own := make([]float64, 0, p.N*d)
	for _, o := range p.Row {
		own = append(own, x[o*d:(o+1)*d]...)
	}
	return own
}

// Aim sets the names of the predicted columns; more holds the values of all but the first, for each row of the
// document.
func (p *Problem) Aim(names []string, more []float64) {
	p.Outputs, p.More = names, p.rowsOf(more, len(names)-1)
}

// OutputsParam names the parameter with the number of columns that a regression method predicts.
const OutputsParam = "n_targets"

// Targets returns the predicted columns of a table and the input columns. The first target is the column on the
// vertical axis, or the last column if the axis shows none; further targets are the last ones of the other columns.
func (in *Info) Targets(t *doc.Table, params map[string]any) (targets, inputs []int) {
	chosen := t.Chosen()
	if len(chosen) == 0 {
		return nil, nil
	}
	first := chosen[len(chosen)-1]
	if len(t.Plane) == 2 {
		first = t.Plane[1]
	}
	for _, j := range chosen {
		if j != first {
			inputs = append(inputs, j)
		}
	}
	more := 0
	if p := in.Param(OutputsParam); p != nil {
		x, ok := params[OutputsParam].(float64)
		if !ok {
			x = p.Default.(float64)
		}
		more = min(int(x)-1, max(len(inputs)-1, 0))
	}
	k := len(inputs) - more
	return append([]int{first}, inputs[k:]...), inputs[:k:k]
}

// Aims reports whether the method takes whole rows of tables, and predicts some of their columns.
func (in *Info) Aims(params map[string]any) bool {
	return in.Wide && in.TaskOf(params) == Regress
}

// WithoutPlane returns parameters for rows of a table, in which choices that are only for points of the plane are
// replaced by defaults; of is the last parameter for which that happened, or nil.
func (in *Info) WithoutPlane(params map[string]any) (rest map[string]any, of *Param) {
	rest = params
	for i := range in.Params {
		p := &in.Params[i]
		for _, c := range p.Choices() {
			if !c.Where.Offered(true, false) && params[p.Name] == c.Value {
				rest, of = maps.Clone(rest), p
				delete(rest, p.Name)
			}
		}
	}
	return rest, of
}

// InputNoun returns what an input of wide rows is called: a column, or a code.
func (p *Problem) InputNoun() string {
	if p.Noun != "" {
		return p.Noun
	}
	return "column"
}

// Symbol returns the symbol of a row of inputs in formulas: x, or z for codes.
func (p *Problem) Symbol() string {
	if p.Noun != "" {
		return "z"
	}
	return "x"
}

// Own converts an input's value to the units of the table; ok is false if it is in these units already.
func (p *Problem) Own(input int, x float64) (own float64, ok bool) {
	if p.Scales == nil {
		return x, false
	}
	s := p.Scales[input]
	return s.Mean + s.SD*x, true
}

// OwnNames returns the names of the inputs in the table, with units.
func (p *Problem) OwnNames() []string {
	if p.Scales == nil {
		return p.InputNames()
	}
	names := make([]string, p.D)
	for j, s := range p.Scales {
		names[j] = s.Name
	}
	return names
}

// Farthest returns the indices of the at most n inputs in which two rows differ most, in increasing order.
func Farthest(x, y []float64, n int) []int {
	gap := make([]float64, len(x))
	for j := range gap {
		gap[j] = math.Abs(x[j] - y[j])
	}
	return LargestOf(gap, n)
}

// Changes compares a row with a vector that a model makes of it, such as its reconstruction: for each of the n inputs
// in which they differ most, a line with both values in the units of the table. says is the name of the second one.
func (p *Problem) Changes(x, made []float64, n int, says string) (lines []string) {
	names := p.OwnNames()
	for _, j := range Farthest(x, made, n) {
		is, _ := p.Own(j, x[j])
		was, _ := p.Own(j, made[j])
		lines = append(lines, words.Text("%s: %s, %s %s", names[j], words.Number(is), says, words.Number(was)))
	}
	return lines
}

// SquaredUnit returns the unit of squared distances between rows.
func (p *Problem) SquaredUnit() string {
	if p.Scales != nil {
		return "variance"
	}
	return "squared data units"
}

// Scale describes a standardized input in its table.
type Scale struct {
	Name     string
	Mean, SD float64
}

// Projection holds the positions at which the rows of a problem are shown.
type Projection struct {
	Q  int       // dimensions: 2, or 3 for a space that can be turned
	At []float64 // N*Q coordinates, all in the same scale
	// Names are the labels of the Q axes: "PC 1 (72.8 %)".
	Names []string
}

// Show sets the positions of the rows of a document's table. The document gets copies of its points, rows and names;
// names that the user has given to axes stay.
func (pl Projection) Show(d *doc.Document) {
	t := *d.Table
	r, given := *t.Rows, t.Names
	r.Places, t.Axes = nil, nil
	d.Points = slices.Clone(d.Points)
	if pl.Q == 3 {
		r.Places, t.Axes = pl.At, pl.Names
		picture.Turn(pl.At, d.View.Turned(), func(i int, x, y, _ float64) { d.Points[i].X, d.Points[i].Y = x, y })
	} else {
		for i := range d.Points {
			d.Points[i].X, d.Points[i].Y = pl.At[2*i], pl.At[2*i+1]
		}
	}
	t.Names.X, t.Names.Y = pl.Names[0], pl.Names[1]
	d.Names = d.Names.Beyond(given).Over(t.Names)
	t.Rows, d.Table = &r, &t
}

// Shown reports whether a document shows its rows at these positions already.
func (pl Projection) Shown(d *doc.Document) bool {
	t := d.Table
	if t.Names.X != pl.Names[0] || t.Names.Y != pl.Names[1] {
		return false
	}
	if pl.Q == 3 {
		return slices.Equal(t.Axes, pl.Names) && slices.Equal(t.Rows.Places, pl.At)
	}
	for i, q := range d.Points {
		if q.X != pl.At[2*i] || q.Y != pl.At[2*i+1] {
			return false
		}
	}
	return t.Axes == nil
}

// RowOf returns the index of a row of the problem with these numbers, or -1.
func (p *Problem) RowOf(x []float64) int {
	for i := range p.N {
		if slices.Equal(p.At(i), x) {
			return i
		}
	}
	return -1
}

// Output returns the values of the k-th predicted column; 0 is the one in Y.
func (p *Problem) Output(k int) []float64 {
	if k == 0 {
		return p.Y
	}
	n := len(p.Outputs) - 1
	y := make([]float64, p.N)
	for i := range y {
		y[i] = p.More[i*n+k-1]
	}
	return y
}

// Moving sets Param.Moves for the named parameters.
func Moving(list []Param, names ...string) []Param {
	for i := range list {
		list[i].Moves = list[i].Moves || slices.Contains(names, list[i].Name)
	}
	return list
}
