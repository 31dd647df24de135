package method

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Method is a declaration with the code behind it: a plain value, listed in
// package catalog.
type Method struct {
	Info
	// Check tells what the ranges cannot: a kernel expression that does not
	// parse, two parameters that contradict each other. The error is a
	// *doc.Error. nil = nothing to check.
	Check func(v Values) error
	// Fit fits the problem. It calls job.Err() at least every few
	// milliseconds (it may be how the engine yields to messages: a call can take a
	// while) and returns its error at once. prev is the model before the edit
	// (same method, other data or values), or nil: Fit may start from it
	// (warm), and must reach the same answer within its tolerance; it must not
	// change prev. Data that the method can't use give a *Need, never a panic.
	Fit func(job Job, p *Problem, v Values, prev Model) (Model, error)
	// Heights are the values that a picture on the line should have room for beside
	// those of the points, where inputs go from x[0] to x[1]; nil, or ok false, when
	// the points are all that counts.
	Heights func(p *Problem, v Values, x [2]float64) (y [2]float64, ok bool)
	// Random says that random numbers are drawn, from Problem.Seed: for some
	// choice of the parameters another seed gives another answer or picture.
	Random bool
	// Reuses names parameters over which a fit that starts from prev, to the same points with all other values the same,
	// is that without prev to the bit: rounds that have been made, a tree before it is pruned. A study over one of them
	// goes from value to value so.
	Reuses []string
	// Divisible says that a node's value in a raster is the same to the bit in
	// whatever part of a grid it is computed (picture.Grid.Rows), whatever was
	// fitted before: several engines may then compute a picture together.
	Divisible bool
}

// Problem is what a method is fitted to. Methods must not change it, and may
// keep it.
type Problem struct {
	N, D int       // rows and input dimensions; D is 1 or 2 unless they are a table's: see Wide
	X    []float64 // N*D inputs, row by row
	Y    []float64 // N targets (regression), else nil
	// Class holds N class indices 0..len(ClassIDs)-1 (classification), else nil.
	// Unlabelled points are left out of X, and so are those that are held out.
	Class    []int
	ClassIDs []int // class ids, ascending; only classes that occur; see ClassNumber
	Row      []int // index in the document of each row; nil = the same
	// Labels holds the class id of each row, doc.Unlabeled for none, when the
	// task is Cluster and every Z is a class: for methods that need all points
	// and look at classes only when there are some (Voronoi cells). Else nil.
	Labels []int
	Seed   uint64
	Task   Task
	// Names are the document's. What is said to people calls classes by them.
	Names doc.Names
	// Inputs are the names of a wide table's columns, and Shown the 2*N coordinates at
	// which its rows are shown; nil when the inputs are the axes.
	Inputs []string
	Shown  []float64
	// Along are, of a wide table's rows, the inputs that the plane shows across and up, -1 where an
	// axis is none of them; nil where the plane shows principal components, or a turned space.
	Along []int
	// Held are the points that are held out, for pictures and facts that compare errors; nil = none are. No fit may depend
	// on them, with one exception that is declared: where the parameter Info.Watches is on it may stop by the validation
	// points (never by test points).
	Held func() []Held
	// Scales are, where a table is standardised, what each input is in it: see Own. Principal is in how many principal
	// components the document asks for the rows to be shown, 0 where it names columns.
	Scales    []Scale
	Principal int
	// Categories are, of each input, the names of its values where it is qualitative and X counts them from 0; nil = all
	// inputs are numbers. A value that is missing is NaN. Only methods that declare Info.Mixed see any of this;
	// those that declare Info.Gaps see NaN.
	Categories [][]string
	// Outputs are, of a wide table whose values are predicted, the names of the columns that are: Y holds the first, More
	// the others, len(Outputs)-1 numbers a row. nil: there is one, that has the name of the axis.
	Outputs []string
	More    []float64
	// Foremost is, where rows are pictures whose last pixels are predicted, which of these pixels Y holds, counted from 0.
	// More has the others, in their order.
	Foremost int
	// Across is the width in pixels where each row is a picture, whose pixels the inputs
	// are, row by row from its top left corner; else 0.
	Across int
	// Pixels is not 0 where the rows are the pixels of one picture, so many across: see
	// doc.Rows.
	Pixels int
	// Noun is what an input is where the inputs are codes that another method has made of the rows: "component". Else "".
	Noun string
	part *part // see Join
}

// At returns row i of X.
func (p *Problem) At(i int) []float64 { return p.X[i*p.D : (i+1)*p.D : (i+1)*p.D] }

// Same tells whether two problems have the same rows, called the same, so that a fit to one is
// a fit to the other. Which points are held out does not count.
func (p *Problem) Same(o *Problem) bool {
	return p.SameRows(o) && slices.Equal(p.Shown, o.Shown) && p.Names.Equal(o.Names)
}

// SameRows is Same wherever the rows are shown and whatever is called how.
func (p *Problem) SameRows(o *Problem) bool {
	return p.N == o.N && p.D == o.D && p.Task == o.Task && p.Seed == o.Seed && SameNumbers(p.X, o.X) &&
		slices.Equal(p.Y, o.Y) && slices.Equal(p.More, o.More) && slices.Equal(p.Class, o.Class) &&
		slices.Equal(p.ClassIDs, o.ClassIDs) && slices.Equal(p.Row, o.Row) && slices.Equal(p.Inputs, o.Inputs) &&
		slices.EqualFunc(p.Categories, o.Categories, slices.Equal)
}

// Drawn is where row i is drawn: in the plane, or on the line at its target.
func (p *Problem) Drawn(i int) (x, y float64) {
	if p.Shown != nil {
		return p.Shown[2*i], p.Shown[2*i+1]
	}
	if p.D == 1 {
		return p.X[i], p.Y[i]
	}
	return p.X[p.D*i], p.X[p.D*i+1]
}

// Ordinal is the index of row i in the document.
func (p *Problem) Ordinal(i int) int {
	if p.Row == nil {
		return i
	}
	return p.Row[i]
}

// Number is the number of row i's point as people count: from 1. What is read by
// programs (facts, JSON) counts from 0, see Ordinal.
func (p *Problem) Number(i int) int { return p.Ordinal(i) + 1 }

// ClassNumber is the number of the class with an id as people count, as the keys
// choose it, and as tables hold it: from 1. Ids, which documents and
// facts hold, count from 0.
func ClassNumber(id int) int { return id + 1 }

// ClassName is what people call the class with an index, see ClassIDs: its name, else
// "class 2".
func (p *Problem) ClassName(index int) string { return p.Names.Class(p.ClassIDs[index]) }

// Sought is the index of the class, of two, whose probability a picture shows: the second, or the first where the
// second is the rest of a wall over classes.
func (p *Problem) Sought() int {
	if p.ClassName(1) == doc.Rest {
		return 0
	}
	return 1
}

// ClassIndex is what stands at the foot of a letter that is a class's own, f_{3}: its name where that is a
// number, as of digits, else its number.
func (p *Problem) ClassIndex(index int) string {
	id := p.ClassIDs[index]
	if p.Names.Named(id) {
		if _, err := strconv.Atoi(p.Names.Classes[id]); err == nil {
			return words.Minus(p.Names.Classes[id])
		}
	}
	return strconv.Itoa(ClassNumber(id))
}

// ClassNames are the names of all classes, in the order of ClassIDs, as they stand before
// rows of facts.
func (p *Problem) ClassNames() []string {
	names := make([]string, len(p.ClassIDs))
	for k := range names {
		names[k] = p.ClassName(k)
		if !p.Names.Named(p.ClassIDs[k]) {
			names[k] = words.Capital(names[k])
		}
	}
	return names
}

// InputNames is what people call the inputs: their names, or what formulas call them.
func (p *Problem) InputNames() []string {
	if p.Inputs != nil {
		return p.Inputs
	}
	n := p.Task.Named(p.Names)
	names := []string{n.X, n.Y}
	for j := 2; j < p.D; j++ { // of no document
		names = append(names, "x"+words.Subscript(j+1))
	}
	return names[:p.D]
}

// Ordinals maps rows to indices in the document.
func (p *Problem) Ordinals(rows []int) []int {
	o := make([]int, len(rows))
	for k, i := range rows {
		o[k] = p.Ordinal(i)
	}
	return o
}

// NewProblem reads a document's points as the task says. NaN and Inf are
// refused by name; so are classes that are not whole numbers in -1..doc.MaxClass.
func NewProblem(pts []doc.Point, t Task, seed uint64) (*Problem, error) {
	return NewProblemOf(pts, "", doc.Train, t, seed)
}

// NewProblemOf is NewProblem of the points that have a role: roles has one for each
// point, as Task.Roles tells them; "" = all train. Row tells which points these are, and
// all points must be such as the task reads.
func NewProblemOf(pts []doc.Point, roles string, role doc.Role, t Task, seed uint64) (*Problem, error) {
	p := &Problem{Task: t, Seed: seed, D: 2}
	in := func(i int) bool { return roles == "" || roles[i] == byte(role) }
	if t == Regress {
		p.D = 1
	}
	for i, q := range pts {
		for _, c := range []float64{q.X, q.Y, q.Z} {
			if !(math.Abs(c) <= doc.MaxCoord) { // nor NaN
				return nil, doc.Errorf(pointField(i), "finite numbers from -1e12 to 1e12", c)
			}
		}
	}
	if t != Classify {
		p.X = make([]float64, 0, len(pts)*p.D)
		for i, q := range pts {
			if !in(i) {
				continue
			}
			p.N++
			if roles != "" {
				p.Row = append(p.Row, i)
			}
			if t == Regress {
				p.X, p.Y = append(p.X, q.X), append(p.Y, q.Y)
				continue
			}
			p.X = append(p.X, q.X, q.Y)
			if t == Regress2D {
				p.Y = append(p.Y, q.Z)
			}
		}
		if t == Cluster {
			p.Labels = labels(pts)
		}
		return p, nil
	}
	var seen [doc.MaxClass + 1]bool
	for i, q := range pts {
		c := q.Class()
		if float64(c) != q.Z {
			return nil, doc.Errorf(pointField(i), classWants, q.Z)
		}
		if c >= 0 && in(i) {
			seen[c] = true
		}
	}
	index := [doc.MaxClass + 1]int{}
	for c, ok := range seen {
		if ok {
			index[c] = len(p.ClassIDs)
			p.ClassIDs = append(p.ClassIDs, c)
		}
	}
	for i, q := range pts {
		c := q.Class()
		if c == doc.Unlabeled || !in(i) {
			continue
		}
		p.X = append(p.X, q.X, q.Y)
		p.Class = append(p.Class, index[c])
		p.Row = append(p.Row, i)
	}
	p.N = len(p.Class)
	if p.N == len(pts) {
		p.Row = nil
	}
	return p, nil
}

// labels reads Z as class ids; nil when one of them is none.
func labels(pts []doc.Point) []int {
	ids := make([]int, len(pts))
	for i, q := range pts {
		if ids[i] = q.Class(); float64(ids[i]) != q.Z {
			return nil
		}
	}
	return ids
}

// Need says what the data lack: not a mistake, an invitation ("Add points of a
// second class"). The page shows it as a hint over the stage.
type Need struct{ Sentence string }

func (e *Need) Error() string { return e.Sentence }

// NeedClasses is what a classifier without points of two classes asks for; who names
// it at the beginning of a sentence.
func NeedClasses(who string) *Need {
	return &Need{Sentence: who + " needs points of two classes: click to add some, and choose the class with the " +
		"keys 1 and 2."}
}

// State of a fit.
type State string

const (
	Exact     State = "exact"     // closed form: nothing iterates
	Running   State = "running"   // a Stepper in the middle
	Converged State = "converged" // within its tolerance
	Limited   State = "limited"   // stopped at its limit of iterations, or at that of float64: see promise.go
	Diverged  State = "diverged"  // left the finite numbers, or grew without end
)

// Status says how a fit ended, with a sentence a student understands.
type Status struct {
	State    State  `json:"state"`
	Sentence string `json:"sentence"`
}

// Fact is one thing that came out of a fit. What a student reads of it is its Label;
// Name is what programs and scikit-learn call it. Label, Group and Meaning may be left
// empty where the name is a standard one: see Complete.
type Fact struct {
	Name    string `json:"name"`              // the field's: n_support, log_marginal_likelihood
	Label   string `json:"label,omitempty"`   // for people: Support vectors
	Group   Group  `json:"group,omitempty"`   // what kind of fact it is
	Value   any    `json:"value"`             // float64, int, bool, string, []float64, []int, [][]float64
	Unit    string `json:"unit,omitempty"`    // "data units", "nats"
	Meaning string `json:"meaning,omitempty"` // one line
	// Rows says what the entries of a list, or the rows of a matrix, belong to: classes,
	// inputs, terms. Neighbouring facts of the same rows stand in one table.
	Rows []string `json:"rows,omitempty"`
	// Cols says what the columns of a matrix belong to.
	Cols  []string `json:"cols,omitempty"`
	Quiet bool     `json:"quiet,omitempty"` // printed by fit, not shown in the panel
	Share bool     `json:"share,omitempty"` // a share, which people read in percent
	Late  bool     `json:"late,omitempty"`  // still to be worked out, without a value: see Assessor
}

// Group is a kind of facts.
type Group string

// The kinds of facts.
const (
	Found  Group = ""       // what was found: shown
	Solver Group = "solver" // how it was found, and how exactly: folded away
)

// Model is a fitted model. It is never changed after Fit returns: what it answers
// and draws follows from the questions, not from those that came before. (Behind
// a lock it may keep what it worked out for one, such as the factor of a matrix,
// where the next one is then answered sooner and to the same bit.)
type Model interface {
	Facts() []Fact
	Status() Status
}

// RasterOf computes the raster of a Scorer or a Field; nil for other models.
func RasterOf(job Job, m Model, g picture.Grid, show Shown) (*picture.Raster, error) {
	switch m := m.(type) {
	case Scorer:
		return m.ScoreRaster(job, g, show)
	case Field:
		return m.FieldRaster(job, g, show)
	}
	return nil, nil
}

// Explanation is an answer with its reasons.
type Explanation struct {
	Answer string // "class 1", "0.32 ± 0.05"
	Lines  []string
	Layers []picture.Layer // drawn over everything while the pointer is there
}

// Panel is one of them: its declaration, and how it is drawn.
type Panel struct {
	PanelInfo
	Draw Drawer
	// Tell says what a key of its own stands for, as Keyed.Tell does of a model's; nil = it has none.
	Tell func(key string) (Told, bool)
}

// Drawer draws a panel on w x h CSS pixels.
type Drawer func(job Job, w, h int) (*picture.Picture, error)

// Drawn is the Drawer of what is drawn at once and never fails.
func Drawn(draw func(w, h int) *picture.Picture) Drawer {
	return func(_ Job, w, h int) (*picture.Picture, error) { return draw(w, h), nil }
}

// FindPanel returns the panel of an id; ok is false where there is none.
func FindPanel(list []Panel, id string) (p Panel, ok bool) {
	i := slices.IndexFunc(list, func(p Panel) bool { return p.ID == id })
	if i < 0 {
		return p, false
	}
	return list[i], true
}

// DrawPanel draws the panel of an id, which is among those that the shows ask for.
func DrawPanel(job Job, m Panels, show Shown, id string, w, h int) (*picture.Picture, error) {
	p, ok := FindPanel(m.Panels(show), id)
	if !ok {
		return nil, fmt.Errorf("there is no panel %q", id)
	}
	return p.Draw(job, w, h)
}

// PanelInfos are the declarations of panels.
func PanelInfos(list []Panel) []PanelInfo {
	infos := make([]PanelInfo, len(list))
	for i, p := range list {
		infos[i] = p.PanelInfo
	}
	return infos
}

// PanelInfo declares a panel.
type PanelInfo struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	XLabel string `json:"xLabel"`
	YLabel string `json:"yLabel"`
	XLog   bool   `json:"xLog,omitempty"` // coordinates are log10 of what the axis says
	YLog   bool   `json:"yLog,omitempty"`
	Help   string `json:"help"`
	// YFrom0 says that what is shown upwards is never negative: its numbers begin at 0,
	// whatever stands below.
	YFrom0 bool `json:"-"`
	// XCounts and YCounts say that an axis counts something, or numbers it: its numbers are whole.
	XCounts bool `json:"-"`
	YCounts bool `json:"-"`
	// Bare says that it is no plane: it has no axes, and all the room.
	Bare bool `json:"-"`
	// Tall is how high what it shows can be at most, in CSS pixels; 0 = as high as there is
	// room.
	Tall int `json:"tall,omitempty"`
	// Pad says that people draw in it (Canvas.Pad): where plots have no column beside the stage it has the stage's place.
	Pad bool `json:"pad,omitempty"`
	// Live says that it follows a hand: it is drawn with each picture, also while something is dragged, and costs little.
	Live bool `json:"live,omitempty"`
}

// LearnedDigits is how many significant digits documents get of what was learned.
const LearnedDigits = 6

// Series is a curve over the steps of a Stepper.
type Series struct {
	Name   string    `json:"name"` // "objective", "training error"
	Values []float64 `json:"values"`
	Log    bool      `json:"log,omitempty"`  // better on a logarithmic axis
	Same   bool      `json:"same,omitempty"` // on the axis of the series before
}
