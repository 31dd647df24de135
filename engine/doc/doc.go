// Package doc holds the Document: the one thing that is saved, shared, undone,
// embedded, drawn on the command line and used in tests. It knows nothing of
// methods; package method checks a document's parameters against a declaration.
package doc

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Limits of every document. A method may declare a smaller limit of points.
const (
	Version   = 1             // the version written; older ones are migrated
	MaxPoints = 100_000       // points of one document
	MaxClass  = 11            // classes are 0..MaxClass (keys 1 to 9, A to C)
	MaxCoord  = 1e12          // |coordinate| and |value| at most
	MaxText   = 2000          // characters of title and of note
	MaxLong   = 20_000        // characters of a parameter's text
	MaxStep   = 1_000_000_000 // steps of a fit
	// SelfSteps is how many steps of a method without an end are made of themselves where a
	// document asks for them; more are made where somebody says so: by the player, or a command's -max-steps.
	SelfSteps = 1_000_000
	MaxBytes  = 16 << 20 // of JSON, before and after inflating a permalink
	Unlabeled = -1       // the class of a point without one
)

// Point is one row of data: x1, x2 and a class (classification), x and y
// (regression on the line, Z unused), or x1, x2 and a value (regression over
// the plane). Clustering keeps Z and does not use it.
type Point struct{ X, Y, Z float64 }

// Dataset says how the points were made, so that a link can carry the recipe
// instead of the rows.
type Dataset struct {
	Name  string  `json:"name"`
	N     int     `json:"n,omitempty"`
	Noise float64 `json:"noise,omitempty"`
	Seed  uint64  `json:"seed,omitempty"`
	// D is Table.D where the recipe is that of a table; no file holds it.
	D int `json:"-"`
	// Decay and Gamma are those of the Table likewise.
	Decay, Gamma float64 `json:"-"`
	// Names are what the recipe itself names. No file holds them, because whoever makes
	// the points knows them; they travel in heads (EncodeHead).
	Names Names `json:"-"`
}

// View is the part of the plane looked at, and what is shown of the model. A
// zero range means "fit to the points"; a nil Show means the method's defaults;
// a nil Step means the end of an iterative fit, else the number of steps taken.
// Present has the page show the stage alone and large, for an audience.
type View struct {
	X       [2]float64 `json:"x"`
	Y       [2]float64 `json:"y"`
	Show    []string   `json:"show"`
	Step    *int       `json:"step,omitempty"`
	Present bool       `json:"present,omitempty"`
	// Kernel shows what the kernel of a method says of the points: its matrix, eigenvalues, k(x, ·).
	Kernel bool `json:"kernel,omitempty"`
	// Truth lays over the picture what the data are drawn from, where their recipe knows it.
	Truth bool `json:"truth,omitempty"`
	// Part is the part of the study's cross-validation that the picture holds out, so that it is of the fit to the others:
	// 1 to Study.Folds, and on from there of its repetitions; 0 = none.
	Part int `json:"part,omitempty"`
	// Scores shows what the scores of a classifier are worth; nil = nobody asks.
	Scores *Scores `json:"scores,omitempty"`
	// Proba is the id of the class whose probability P(class | x) is shown as a map; nil = the regions of all classes.
	Proba *int `json:"proba,omitempty"`
	// Section shows what a method that takes the rows of a table whole answers on the plane in which they are shown.
	Section bool `json:"section,omitempty"`
	// Turn is how a space is turned: its azimuth and elevation in degrees; nil = as
	// DefaultTurn says.
	Turn *[2]float64 `json:"turn,omitempty"`
	// Sweep is a parameter that can be played; nil = none. The page never plays unasked.
	Sweep *Sweep `json:"sweep,omitempty"`
	// Axes is FreeAxes where each axis of the plane has a scale of its own; else both have the same, and with EqualAxes
	// they keep it whatever method is chosen.
	Axes string `json:"axes,omitempty"`
}

// What View.Axes may be beside "".
const (
	EqualAxes = "equal"
	FreeAxes  = "free"
)

// DefaultTurn shows a space from a little above, and from the side.
var DefaultTurn = [2]float64{-30, 20}

// Turned is how a space is turned.
func (v View) Turned() [2]float64 {
	if v.Turn == nil {
		return DefaultTurn
	}
	return *v.Turn
}

// HasRange reports whether the document says which part of the plane to show.
func (v View) HasRange() bool { return v.X[0] < v.X[1] && v.Y[0] < v.Y[1] }

// SampleNote begins the line of a Document's Note that says of which rows its points are a sample.
const SampleNote = "Sample: "

// Document is the state of a playground. Treat it as a value: an edit makes a
// new Document (Clone), so that history can keep the old one.
type Document struct {
	Method string
	// float64, bool, string, []float64, [][]float64, Estimator or []Estimator; checked by method.Info.Validate
	Params  map[string]any
	Points  []Point
	Dataset *Dataset // how Points were made; nil once a hand has changed them
	Table   *Table   // whose rows Points are; then there is no Dataset
	View    View
	Seed    uint64
	Title   string
	Note    string
	Names   Names // of axes and classes, those of the Dataset among them
	Split   Split // which points are held out
	Study   *Study
	Wall    *Wall // nil = one picture
	Runs    *Runs
}

// Clone copies d deeply enough that changing the copy leaves d alone.
func (d Document) Clone() Document {
	c := d
	c.Params = cloneParams(d.Params)
	c.Points = slices.Clone(d.Points)
	if d.Dataset != nil {
		ds := *d.Dataset
		ds.Names.Classes = slices.Clone(ds.Names.Classes)
		c.Dataset = &ds
	}
	if d.Table != nil {
		c.Table = d.Table.clone()
	}
	c.Names.Classes = slices.Clone(d.Names.Classes)
	c.Study = d.Study.Clone()
	c.Wall = d.Wall.Clone()
	c.View.Show = slices.Clone(d.View.Show)
	if d.View.Step != nil {
		step := *d.View.Step
		c.View.Step = &step
	}
	c.View.Scores, c.View.Sweep = d.View.Scores.clone(), d.View.Sweep.clone()
	if d.View.Turn != nil {
		turn := *d.View.Turn
		c.View.Turn = &turn
	}
	return c
}

func cloneParams(params map[string]any) map[string]any {
	c := make(map[string]any, len(params))
	for k, v := range params {
		switch s := v.(type) {
		case []float64:
			v = slices.Clone(s)
		case []string:
			v = slices.Clone(s)
		case [][]float64:
			v = ClonePlaces(s)
		case Estimator:
			s.Params = cloneParams(s.Params)
			v = s
		case []Estimator:
			list := slices.Clone(s)
			for i := range list {
				list[i].Params = cloneParams(list[i].Params)
			}
			v = list
		}
		c[k] = v
	}
	return c
}

// ClonePlaces copies a list of places.
func ClonePlaces(list [][]float64) [][]float64 {
	c := make([][]float64, len(list))
	for i, at := range list {
		c[i] = slices.Clone(at)
	}
	return c
}

// Error is a mistake in a document or another foreign input: which field, what
// it must be, and what was got. Its message is shown to people as it is.
type Error struct {
	Field string // "params.C", "points[3]", "view.x", "line 7"
	Want  string // "a number greater than 0 and at most 1e+06"
	Got   string // as it was written; "" when it says nothing
}

func (e *Error) Error() string {
	s := e.Field + " must be " + e.Want
	if e.Got != "" {
		s += "; got " + e.Got
	}
	return s
}

// OneOf is what a name must be: one of some. Of many, those stand first that begin with the first letters
// of what was given, and a few are enough.
func OneOf(names []string, got string) string {
	const told = 24
	if len(names) <= told+4 {
		return "one of " + strings.Join(names, ", ")
	}
	var list, others []string
	for _, name := range names {
		if got != "" && strings.HasPrefix(name, got[:min(len(got), 3)]) {
			list = append(list, name)
		} else {
			others = append(others, name)
		}
	}
	list = append(list, others...)
	return "one of " + strings.Join(list[:told], ", ") + " and " + strconv.Itoa(len(list)-told) + " more"
}

// Errorf makes an Error; got is printed short, with %v (strings quoted).
func Errorf(field, want string, got any) *Error {
	e := &Error{Field: field, Want: want}
	switch g := got.(type) {
	case nil:
	case string:
		e.Got = fmt.Sprintf("%q", g[:min(len(g), 1000)])
	case Estimator:
		e.Got = "the method " + strconv.Quote(g.Method)
	case []Estimator:
		e.Got = "a list of methods"
	default:
		e.Got = fmt.Sprint(g)
	}
	if r := []rune(e.Got); len(r) > 60 {
		e.Got = string(r[:59]) + "…"
	}
	return e
}

// TooLong is the Error of a text of n bytes, more than MaxBytes.
func TooLong(field string, n int) *Error {
	tenths := (n*10 + 1<<20 - 1) >> 20 // of a megabyte, rounded up
	return &Error{Field: field, Want: fmt.Sprintf("at most %d MB long", MaxBytes>>20),
		Got: fmt.Sprintf("%d.%d MB", tenths/10, tenths%10)}
}

// Bounds returns the smallest rectangle that holds the points' X and Y; ok is
// false when there are none.
func Bounds(pts []Point) (x0, x1, y0, y1 float64, ok bool) {
	x0, y0 = math.Inf(1), math.Inf(1)
	x1, y1 = math.Inf(-1), math.Inf(-1)
	for _, p := range pts {
		x0, x1 = min(x0, p.X), max(x1, p.X)
		y0, y1 = min(y0, p.Y), max(y1, p.Y)
	}
	return x0, x1, y0, y1, len(pts) > 0
}

// Class is a point's Z as a class; what is none counts as Unlabeled.
func (p Point) Class() int {
	if c := int(p.Z); float64(c) == p.Z && c >= 0 && c <= MaxClass {
		return c
	}
	return Unlabeled
}

// ClassesOnly reports whether every point's Z is a class or Unlabeled.
func ClassesOnly(pts []Point) bool {
	for _, p := range pts {
		if p.Z != float64(p.Class()) {
			return false
		}
	}
	return true
}
