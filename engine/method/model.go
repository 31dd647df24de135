package method

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Method is a declaration with its code: a plain value, listed in package catalog.
type Method struct {
	Info
	// Check finds errors that ranges can't express: a kernel expression that does not parse, parameters that contradict
	// each other. The error is a *doc.Error. nil = nothing to check.
	Check func(v Values) error
	// Fit fits the problem. It calls job.Err() at least every few milliseconds (a call may take a while, because the
	// engine may handle messages in it) and returns its error at once. prev is the model before the edit (same method,
	// other data or values), or nil. Fit may start from it, and must then reach the same answer within its tolerance; it
	// must not change prev. For data that the method can't use, the error is a *Need; Fit never panics.
	Fit func(job Job, p *Problem, v Values, prev Model) (Model, error)
	// Heights returns values that a picture on the line should have room for in addition to those of the points, if
	// inputs range from x[0] to x[1]. If it is nil or ok is false, only the points count.
	Heights func(p *Problem, v Values, x [2]float64) (y [2]float64, ok bool)
	// Random says that the method draws random numbers from Problem.Seed: for some parameters another seed gives another
	// answer or picture.
	Random bool
	// Reuses names parameters for which a warm fit, with the same points and other values, is identical to a cold fit to
	// the bit: for example, rounds of boosting, or a tree before pruning. A study over one of them fits its values one
	// after the other.
	Reuses []string
	// Divisible says that a node's value in a raster does not depend, to the bit, on the part of the grid that is
	// computed (picture.Grid.Rows), nor on earlier fits. Then several engines may compute a picture together.
	Divisible bool
	// Python is the counterpart of the method in scikit-learn: a *python.Counterpart. nil = it is not known.
	Python Counterpart
}

// Counterpart is the counterpart of a method in another program. Package python has the one in scikit-learn, which this
// package does not import.
type Counterpart interface {
	// Without says in a sentence why there is no counterpart; "" = there is one.
	Without() string
}

// Problem is what a method is fitted to. Methods must not change it, and may keep it.
type Problem struct {
	N, D int       // number of rows and of inputs; D is 1 or 2 unless the rows are a table's: see Wide
	X    []float64 // N*D inputs, row by row
	Y    []float64 // N targets (regression), else nil
	// Class holds N class indices 0..len(ClassIDs)-1 (classification), else nil. Unlabelled and held-out points have no
	// row.
	Class    []int
	ClassIDs []int // ids of the classes that occur, ascending; see ClassNumber
	Row      []int // index in the document of each row; nil = the row's own index
	Seed     uint64
	Task     Task
	// Names are the document's. Texts for the user call classes by them.
	Names doc.Names
	// Held returns the held-out points, for pictures and facts that compare errors; nil = there are none. A fit must not
	// depend on them, with one declared exception: if the parameter Info.Watches is on, it may stop early by the
	// validation points (never by test points).
	Held func() []Held
	Columns
	Placed
	Targets
	part *part // see Join
}

// Columns describes the inputs of a problem whose rows are a table's, a picture's or codes. It is zero if the inputs
// are the axes.
type Columns struct {
	Inputs []string // names of a wide table's columns
	// Scales are the means and scales of the inputs of a standardized table: see Own.
	Scales []Scale
	// Categories holds a list for each input: the names of the values of a qualitative one, which X counts from 0, or an
	// empty list; nil if all inputs are numbers. Missing values are NaN. Only methods that declare Info.Mixed see either,
	// but those that declare Info.Gaps see NaN, and those with Info.Objects one qualitative input.
	Categories [][]string
	// Across is the width in pixels if each row is a picture: the inputs are its pixels, row by row from the top left
	// corner. Else 0.
	Across int
	// Pixels is the width in pixels if the rows are the pixels of one picture, else 0: see doc.Rows.
	Pixels int
	// Noun is what an input is called if the inputs are codes made by another method: "component". Else "".
	Noun string
}

// Placed says where the rows of a wide table are shown. It is zero for points of the plane or the line.
type Placed struct {
	Shown []float64 // 2*N coordinates at which the rows are shown
	// Along holds the inputs shown on the horizontal and the vertical axis, or -1 for an axis that shows none; nil if the
	// plane shows principal components or a turned space.
	Along []int
	// Principal is the number of principal components that the document's view shows, 0 if it names columns.
	Principal int
}

// Targets are those of a problem with several targets, or with classes beside clusters.
type Targets struct {
	// Labels holds the class id of each row, doc.Unlabeled for none, if the task is Cluster and every Z is a class: for
	// methods that need all points but use classes if there are some (Voronoi cells). Else nil.
	Labels []int
	// Outputs are the names of the predicted columns of a wide table with values: Y holds the first, More the others,
	// len(Outputs)-1 numbers per row. nil = there is one, with the name of the axis.
	Outputs []string
	More    []float64
	// Foremost is the index of the pixel in Y if rows are pictures whose last pixels are predicted. More holds the
	// others, in their order.
	Foremost int
}

// At returns row i of X.
func (p *Problem) At(i int) []float64 { return p.X[i*p.D : (i+1)*p.D : (i+1)*p.D] }

// Same reports whether two problems have the same rows, targets, seed, names and positions in the picture, so that a
// fit to one is a fit to the other. Held-out points do not count.
func (p *Problem) Same(o *Problem) bool {
	return p.SameRows(o) && slices.Equal(p.Shown, o.Shown) && p.Names.Equal(o.Names)
}

// SameRows is Same without names and positions in the picture.
func (p *Problem) SameRows(o *Problem) bool {
	return p.N == o.N && p.D == o.D && p.Task == o.Task && p.Seed == o.Seed && SameNumbers(p.X, o.X) &&
		slices.Equal(p.Y, o.Y) && slices.Equal(p.More, o.More) && slices.Equal(p.Class, o.Class) &&
		slices.Equal(p.ClassIDs, o.ClassIDs) && slices.Equal(p.Row, o.Row) && slices.Equal(p.Inputs, o.Inputs) &&
		slices.EqualFunc(p.Categories, o.Categories, slices.Equal)
}

// Drawn returns the position at which row i is drawn: in the plane, or on the line at its target.
func (p *Problem) Drawn(i int) (x, y float64) {
	if p.Shown != nil {
		return p.Shown[2*i], p.Shown[2*i+1]
	}
	if p.D == 1 {
		return p.X[i], p.Y[i]
	}
	return p.X[p.D*i], p.X[p.D*i+1]
}

// Ordinal returns the index of row i in the document.
func (p *Problem) Ordinal(i int) int {
	if p.Row == nil {
		return i
	}
	return p.Row[i]
}

// Number returns the number of row i's point for the user, which counts from 1. Facts and JSON, which programs read,
// count from 0: see Ordinal.
func (p *Problem) Number(i int) int { return p.Ordinal(i) + 1 }

// ClassNumber returns the number of the class with an id, counted from 1: on the keyboard and in tables. Ids in
// documents and facts count from 0.
func ClassNumber(id int) int { return id + 1 }

// ClassName returns the name of the class with an index (see ClassIDs), or "class 2".
func (p *Problem) ClassName(index int) string { return p.Names.Class(p.ClassIDs[index]) }

// Sought returns the index of the class, of two, whose probability a picture shows: the second one, or the first if the
// second is the rest in a wall over classes.
func (p *Problem) Sought() int {
	if p.ClassName(1) == doc.Rest {
		return 0
	}
	return 1
}

// ClassIndex returns the subscript for a class in formulas, f_{3}: its name if that is a number, as for digits, else
// its number.
func (p *Problem) ClassIndex(index int) string {
	id := p.ClassIDs[index]
	if p.Names.Named(id) {
		if _, err := strconv.Atoi(p.Names.Classes[id]); err == nil {
			return words.Minus(p.Names.Classes[id])
		}
	}
	return strconv.Itoa(ClassNumber(id))
}

// ClassNames returns the names of all classes in the order of ClassIDs, as labels of rows of facts.
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

// InputNames returns the names of the inputs, or their symbols in formulas.
func (p *Problem) InputNames() []string {
	if p.Inputs != nil {
		return p.Inputs
	}
	n := p.Task.Named(p.Names)
	names := []string{n.X, n.Y}
	for j := 2; j < p.D; j++ { // not from a document
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

// NewProblem reads a document's points for a task. It refuses NaN, Inf and numbers beyond ±doc.MaxCoord, and for the
// task Classify classes that are not whole numbers in -1..doc.MaxClass, with an error that names the point.
func NewProblem(pts []doc.Point, t Task, seed uint64) (*Problem, error) {
	return NewProblemOf(pts, "", doc.Train, t, seed)
}

// NewProblemOf is NewProblem for the points that have a role. roles has the role of each point, from Task.Roles; "" =
// all are training points. Row has the indices of the chosen points, unless all points are chosen. All points must be
// valid for the task.
func NewProblemOf(pts []doc.Point, roles string, role doc.Role, t Task, seed uint64) (*Problem, error) {
	p := &Problem{Task: t, Seed: seed, D: 2}
	in := func(i int) bool { return roles == "" || roles[i] == byte(role) }
	if t == Regress {
		p.D = 1
	}
	for i, q := range pts {
		for _, c := range []float64{q.X, q.Y, q.Z} {
			if !(math.Abs(c) <= doc.MaxCoord) { // also refuses NaN
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
			return nil, doc.Errorf(pointField(i), classWants(), q.Z)
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

// labels returns Z as class ids, doc.Unlabeled for none; nil if one of them is neither.
func labels(pts []doc.Point) []int {
	ids := make([]int, len(pts))
	for i, q := range pts {
		if ids[i] = q.Class(); float64(ids[i]) != q.Z {
			return nil
		}
	}
	return ids
}

// Need says what the data lack. It is not an error of the user, but a suggestion ("Add points of a second class"),
// which the page shows as a hint over the stage.
type Need struct{ Sentence string }

func (e *Need) Error() string { return e.Sentence }

// NeedClasses returns what a classifier needs if there are not points of two classes; who is its name at the beginning
// of a sentence.
func NeedClasses(who string) *Need {
	return &Need{Sentence: words.Text("%s needs points of two classes: click to add some, and choose the class with "+
		"the keys 1 and 2.", who)}
}

type State string

const (
	Exact     State = "exact"     // closed form: no iteration
	Running   State = "running"   // a Stepper or Grower before its end
	Converged State = "converged" // within its tolerance
	Limited   State = "limited"   // stopped at its limit of iterations, or at the precision of float64: see promise.go
	Diverged  State = "diverged"  // not finite any more, or growing without end
)

// Status says how a fit ended, with a sentence that a student understands.
type Status struct {
	State    State  `json:"state"`
	Sentence string `json:"sentence"`
	// Indefinite says that the kernel is not positive semi-definite on the points, as Sentence tells.
	Indefinite bool `json:"-"`
}

// Fact is a result of a fit. Label is for the student; Name is for programs, scikit-learn's if it has one. Label, Group
// and Meaning may be empty if Name is a standard one: see Complete.
type Fact struct {
	Name    string `json:"name"`              // the field's name: n_support, log_marginal_likelihood
	Label   string `json:"label,omitempty"`   // shown to the user: Support vectors
	Group   Group  `json:"group,omitempty"`   // what kind of fact it is
	Value   any    `json:"value"`             // float64, int, bool, string, []float64, []int, [][]float64
	Unit    string `json:"unit,omitempty"`    // "data units", "nats"
	Meaning string `json:"meaning,omitempty"` // one line
	// Rows labels the entries of a list, or the rows of a matrix: classes, inputs, terms. Adjacent facts with the same
	// rows are shown in one table.
	Rows []string `json:"rows,omitempty"`
	// Cols labels the columns of a matrix.
	Cols  []string `json:"cols,omitempty"`
	Quiet bool     `json:"quiet,omitempty"` // printed by fit, not shown in the panel
	Share bool     `json:"share,omitempty"` // a share, shown in percent
	Late  bool     `json:"late,omitempty"`  // not computed yet, without a value: see Words.Assess
}

type Group string

const (
	Found  Group = ""       // results: shown
	Solver Group = "solver" // how they were found, and how exactly: collapsed
)

// Model is a fitted model. It is never changed after Fit returns: its answers and drawings do not depend on earlier
// calls. (It may cache intermediate results behind a lock, such as the factor of a matrix, if later answers are the
// same to the bit.)
type Model interface {
	Facts() []Fact
	Status() Status
	// Can returns what else the model can do, in a new record for each call: the caller may change it.
	Can() *Capabilities
}

// Raster computes the raster of a model with ScoreRaster or FieldRaster; it returns nil for other models.
func (d *Drawing) Raster(job Job, g picture.Grid, show Shown) (*picture.Raster, error) {
	switch {
	case d.ScoreRaster != nil:
		return d.ScoreRaster(job, g, show)
	case d.FieldRaster != nil:
		return d.FieldRaster(job, g, show)
	}
	return nil, nil
}

// Explanation is a prediction with its reasons.
type Explanation struct {
	Answer string // "class 1", "0.32 ± 0.05"
	Lines  []string
	Layers []picture.Layer // drawn on top while the pointer is there
}

// Panel is a plot beside the stage: its declaration, and how it is drawn.
type Panel struct {
	PanelInfo
	Draw Drawer
	// Tell describes a key of the panel itself, as Pointer.Tell does for the model's; nil = the panel has none.
	Tell func(key string) (Told, bool)
	// RowKeys returns the key of each row of the problem in the panel, such as that of the bar that counts it; "" = none.
	// The keys of held-out rows (Problem.Held) may follow. nil = rows have none.
	RowKeys func() []string
}

// Rows returns the panel with keys of the rows.
func (p Panel) Rows(keys func() []string) Panel {
	p.RowKeys = keys
	return p
}

// Drawer draws a panel on w x h CSS pixels.
type Drawer func(job Job, w, h int) (*picture.Picture, error)

// Drawn returns a Drawer for a function that is fast and never fails.
func Drawn(draw func(w, h int) *picture.Picture) Drawer {
	return func(_ Job, w, h int) (*picture.Picture, error) { return draw(w, h), nil }
}

// FindPanel returns the panel with an id; ok is false if there is none.
func FindPanel(list []Panel, id string) (p Panel, ok bool) {
	i := slices.IndexFunc(list, func(p Panel) bool { return p.ID == id })
	if i < 0 {
		return p, false
	}
	return list[i], true
}

// DrawPanel draws the panel of a model with an id. It must be among those that show asks for.
func DrawPanel(job Job, m Model, show Shown, id string, w, h int) (*picture.Picture, error) {
	p, ok := FindPanel(m.Can().Panels(show), id)
	if !ok {
		return nil, words.Errorf("there is no panel %q", id)
	}
	return p.Draw(job, w, h)
}

// PanelInfos returns the declarations of panels.
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
	XLog   bool   `json:"xLog,omitempty"` // coordinates are log10 of the labeled values
	YLog   bool   `json:"yLog,omitempty"`
	Help   string `json:"help"`
	// YFrom0 says that vertical values are never negative: tick labels start at 0, whatever is drawn below.
	YFrom0 bool `json:"-"`
	// XCounts and YCounts say that an axis has counts or numbers of things: its tick labels are whole.
	XCounts bool `json:"-"`
	YCounts bool `json:"-"`
	// Bare says that the panel has no axes, and uses the whole area.
	Bare bool `json:"-"`
	// Tall is the maximal useful height, in CSS pixels; 0 = no limit.
	Tall int `json:"tall,omitempty"`
	// Pad says that the user paints in the panel (Canvas.Pad): in layouts without a column for panels it replaces the
	// stage.
	Pad bool `json:"pad,omitempty"`
	// Live says that the panel is drawn with each picture during a drag, too; it must be cheap.
	Live bool `json:"live,omitempty"`
}

// LearnedDigits is the number of significant digits with which learned values are written to documents.
const LearnedDigits = 6

// Series is a curve over the steps of a Stepper.
type Series struct {
	Name   string    `json:"name"` // "objective", "training error": see Measure
	Values []float64 `json:"values"`
	Log    bool      `json:"log,omitempty"`  // better on a logarithmic axis
	Same   bool      `json:"same,omitempty"` // on the axis of the series before
}
