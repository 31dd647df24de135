package method

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Methods that declare Info.Wide take the rows of a table whole. Their Problem has as
// many inputs as columns were chosen, D of any size, standardised if the document says
// so; Inputs names them, and Shown tells where the rows are shown. On points of the
// plane their Problem is as it always is. All other methods get points of the plane:
// two chosen columns, or the first two principal components.

// Wide tells whether the inputs are columns of a table, not the axes of the picture.
// A model of them is asked for no raster and no curve; an Explainer is asked about whole
// rows.
func (p *Problem) Wide() bool { return p.Inputs != nil }

// TakesPoints tells whether the method takes points, or rows of numbers: others take nothing but pictures or words.
func (in *Info) TakesPoints() bool { return !in.Pictures && !in.Objects }

// TakesRows tells whether the method takes the rows of a table whole: always, or with the
// choice that says so.
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

// FittedOn says on what a method of the plane is fitted where its document has a table of more
// columns than that: "2 principal components of 30 columns"; of a pipeline, of which codes. It is "" for all others.
func (in *Info) FittedOn(d *doc.Document) string {
	if m := in.coder(d.Params); m != nil {
		return "codes of " + m.Name
	}
	t := d.Table
	if t == nil || t.Rows == nil || in.TakesRows(d.Params) {
		return ""
	}
	if t.Plane == nil {
		return "2 principal components of " + words.Count(len(t.Chosen()), "column")
	}
	if all := t.Rows.D(); all > len(t.Plane) {
		return strconv.Itoa(len(t.Plane)) + " of " + words.Count(all, "column")
	}
	return ""
}

// coder is the method in a pipeline that makes its codes, nil where there is none.
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

// Lean is doc.Document.Lean of a document of the method.
func (in *Info) Lean(d doc.Document) (lean doc.Document, left []string) {
	return d.Lean(in.TakesRows(d.Params) || in.Aims(d.Params) || in.coder(d.Params) != nil)
}

// Title is a document's title, with what FittedOn says behind it. Without a title it is "".
func (in *Info) Title(d *doc.Document) string {
	on := in.FittedOn(d)
	if d.Title == "" || on == "" {
		return d.Title
	}
	return d.Title + " (fitted on " + on + ")"
}

// InputsParam is the parameter "inputs" of a method of the plane that can take rows whole:
// about are its help, and all that of the choice.
func InputsParam(about, all string) Param {
	return Param{Name: "inputs", Label: "Inputs", Default: "shown", Help: about,
		Kind: Choose{Choices: []Choice{
			{Value: "shown", Label: "What the plane shows", Help: "The two columns or principal components of the plane, so " +
				"that the method can be drawn"},
			{Value: "all", Label: "All columns", Whole: true, Help: all},
		}}}
}

// MaxCategories is how many values a qualitative column may have for a method that takes it as one of several
// (Info.Mixed without Objects).
const MaxCategories = 32

// Things are the words that the rows count from 0, also those that none of them has, where there is one column and
// it is qualitative; else nil.
func (p *Problem) Things() []string {
	if p.D == 1 && len(p.Categories) == 1 && len(p.Categories[0]) > 0 {
		return p.Categories[0]
	}
	return nil
}

// Called is what people call row i, where there are Things: its word.
func (p *Problem) Called(i int) string {
	if things, x := p.Things(), p.At(i)[0]; x >= 0 && x < float64(len(things)) {
		return "“" + things[int(x)] + "”"
	}
	return ""
}

// CheckRows tells with a *Need of a method that takes pictures alone where the rows of p are none, and of a method
// within a method that does not take rows whole, where p has such rows.
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
			who, can := "The "+q.List().Entry, []string{}
			if !q.One() {
				who = words.Capital(q.List().Entry) + " " + strconv.Itoa(k+1)
			}
			for j := range q.Of() {
				if q.Of()[j].Wide {
					can = append(can, q.Of()[j].Name)
				}
			}
			return &Need{Sentence: who + ", " + c.Method.Name + ", works in the plane and cannot use whole rows of a table: " +
				"choose " +
				"another method for it (" + strings.Join(can, ", ") + "), or the columns shown as inputs."}
		}
	}
	return nil
}

// SameNumbers tells whether two lists are equal, where a number that is missing equals another one that is.
func SameNumbers(a, b []float64) bool {
	return slices.Equal(a, b) || slices.EqualFunc(a, b, func(x, y float64) bool { return x == y || x != x && y != y })
}

// OfTables tells whether a parameter says how the rows of tables are taken: elsewhere it has
// no control.
func (p *Param) OfTables() bool { return p.OfRows || p.whole() != nil }

func (p *Param) whole() *Choice {
	for i := range p.Choices() {
		if p.Choices()[i].Whole {
			return &p.Choices()[i]
		}
	}
	return nil
}

// Widen makes a problem of the plane one of wide rows: x holds d numbers for each row
// of the document.
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

// rowsOf are the problem's rows of a table of all rows of the document, d numbers each.
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

// Aim names the columns that are predicted; more holds the values of those behind the first, for each row of the
// document.
func (p *Problem) Aim(names []string, more []float64) {
	p.Outputs, p.More = names, p.rowsOf(more, len(names)-1)
}

// OutputsParam is how many columns of a table a method of values predicts.
const OutputsParam = "n_targets"

// Targets are the columns of a table that a method of values predicts and those that it predicts them from. The
// first is the one that the plane shows up, the last one where it shows none; with more of them the last ones of
// the others follow it.
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

// Aims tells whether the method takes rows of tables whole, and predicts columns of theirs.
func (in *Info) Aims(params map[string]any) bool {
	return in.Wide && in.TaskOf(params) == Regress
}

// WithoutPlane returns parameters without the choices that are of points of the plane
// alone, which have their defaults then, for the rows of a table; of is a parameter that
// had one, nil where none had.
func (in *Info) WithoutPlane(params map[string]any) (rest map[string]any, of *Param) {
	rest = params
	for i := range in.Params {
		p := &in.Params[i]
		for _, c := range p.Choices() {
			if c.Plane && params[p.Name] == c.Value {
				rest, of = maps.Clone(rest), p
				delete(rest, p.Name)
			}
		}
	}
	return rest, of
}

// InputNoun is what one of the wide rows' inputs is: a column, or a code.
func (p *Problem) InputNoun() string {
	if p.Noun != "" {
		return p.Noun
	}
	return "column"
}

// Symbol is what formulas call a row of inputs: x, or z of codes.
func (p *Problem) Symbol() string {
	if p.Noun != "" {
		return "z"
	}
	return "x"
}

// Own is an input's value in the units of its table; ok is false where it is that already.
func (p *Problem) Own(input int, x float64) (own float64, ok bool) {
	if p.Scales == nil {
		return x, false
	}
	s := p.Scales[input]
	return s.Mean + s.SD*x, true
}

// OwnNames are the names of the inputs in their table, with units.
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

// Farthest are the inputs in which two rows differ most, at most n of them, rising.
func Farthest(x, y []float64, n int) []int {
	gap := make([]float64, len(x))
	for j := range gap {
		gap[j] = math.Abs(x[j] - y[j])
	}
	return LargestOf(gap, n)
}

// Changes tell, of the inputs in which a row and what a model makes of it differ most, both values, in the units of
// the table, a line each. says is what the second is called.
func (p *Problem) Changes(x, made []float64, n int, says string) (lines []string) {
	names := p.OwnNames()
	for _, j := range Farthest(x, made, n) {
		is, _ := p.Own(j, x[j])
		was, _ := p.Own(j, made[j])
		lines = append(lines, names[j]+": "+words.Number(is)+", "+says+" "+words.Number(was))
	}
	return lines
}

// SquaredUnit is that of squared distances between rows.
func (p *Problem) SquaredUnit() string {
	if p.Scales != nil {
		return "variance"
	}
	return "squared data units"
}

// Scale is what an input that was standardised is in its table.
type Scale struct {
	Name     string
	Mean, SD float64
}

// Projection is where the rows of a problem are shown.
type Projection struct {
	Q  int       // dimensions: 2, or 3 for a space that people turn
	At []float64 // N*Q coordinates, in one scale
	// Names are those of the Q axes, with what they show of the data: "PC 1 (72.8 %)".
	Names []string
}

// Show shows the rows of a document's table there. The document gets points, rows and names of
// its own; what people have called the axes stays.
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

// Shown tells whether a document shows its rows there already.
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

// RowOf is the number of a row of the problem, -1 for one that is none of its rows.
func (p *Problem) RowOf(x []float64) int {
	for i := range p.N {
		if slices.Equal(p.At(i), x) {
			return i
		}
	}
	return -1
}

// Output are the values of one of the columns that are predicted, from 0 for that of the plane.
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

// Moving declares of some parameters that the rows of a table are shown elsewhere with another value: see Param.Moves.
func Moving(list []Param, names ...string) []Param {
	for i := range list {
		list[i].Moves = list[i].Moves || slices.Contains(names, list[i].Name)
	}
	return list
}
