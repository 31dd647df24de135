// Package doc defines the Document, which is saved, shared, undone, embedded, drawn on the command line and used in
// tests. The package knows nothing about methods; package method checks a document's parameters against a declaration.
package doc

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/words"
)

// Limits of every document. A method may declare a smaller limit of points.
const (
	Version   = 1             // the version written; older ones are migrated
	MaxPoints = 100_000       // points of one document
	MaxClass  = 11            // class ids are 0..MaxClass (keys 1 to 9, A to C)
	MaxCoord  = 1e12          // maximum absolute value of coordinates and values
	MaxText   = 2000          // characters in the title and in the note
	MaxLong   = 20_000        // characters of a parameter's text
	MaxStep   = 1_000_000_000 // steps of a fit
	// SelfSteps is the maximum number of steps made automatically for a method without an end if a document asks for
	// them; more are made on request: by the player, or by a command's -max-steps.
	SelfSteps = 1_000_000
	MaxBytes  = 16 << 20 // bytes of JSON, before and after inflating a permalink
	Unlabeled = -1       // the class of a point without one
)

// Point is a row of data: x1, x2 and a class (classification); x and y (regression with one feature, Z unused); or x1,
// x2 and a value (regression with two features). Clustering keeps Z but does not use it.
type Point struct{ X, Y, Z float64 }

// Dataset is the recipe that the points were generated with, so that a link can carry it instead of the rows.
type Dataset struct {
	Name  string  `json:"name"`
	N     int     `json:"n,omitempty"`
	Noise float64 `json:"noise,omitempty"`
	Seed  uint64  `json:"seed,omitempty"`
	// D is Table.D if the recipe is that of a table; it is not written to files.
	D int `json:"-"`
	// Decay and Gamma are those of the Table, like D.
	Decay, Gamma float64 `json:"-"`
	// Names are the names defined by the recipe. They are not written to files, because they are generated with the
	// points; heads include them (EncodeHead).
	Names Names `json:"-"`
}

// View is the visible part of the plane, and what is shown of the model. A zero range means "fit to the points"; a nil
// Show means the method's defaults; a nil Step means the end of an iterative fit, else it is the number of steps taken.
// With Present the page shows the stage alone and large, for an audience.
type View struct {
	X       [2]float64 `json:"x"`
	Y       [2]float64 `json:"y"`
	Show    []string   `json:"show"`
	Step    *int       `json:"step,omitempty"`
	Present bool       `json:"present,omitempty"`
	// Kernel shows the kernel of a method on the points: its matrix, eigenvalues, k(x, ·).
	Kernel bool `json:"kernel,omitempty"`
	// Truth shows the distribution that the data are drawn from over the picture, if their recipe knows it.
	Truth bool `json:"truth,omitempty"`
	// Part is the fold of the study's cross-validation that the picture holds out, so that it shows the fit to the
	// others: 1 to Study.Folds, counted on through its repetitions; 0 = none.
	Part int `json:"part,omitempty"`
	// Scores shows plots of a classifier's scores (ROC and others); nil = none.
	Scores *Scores `json:"scores,omitempty"`
	// Proba is the id of the class whose probability P(class | x) is shown as a map; nil = the regions of all classes.
	Proba *int `json:"proba,omitempty"`
	// Section, for a method that is fitted to all columns of a table, shows its predictions on the plane on which the
	// rows are shown.
	Section bool `json:"section,omitempty"`
	// Turn is the rotation of a space: azimuth and elevation in degrees; nil = DefaultTurn.
	Turn *[2]float64 `json:"turn,omitempty"`
	// Sweep is a parameter that can be animated; nil = none. The page never starts the animation itself.
	Sweep *Sweep `json:"sweep,omitempty"`
	// Axes is FreeAxes if the axes of the plane have different scales; else both have the same, and with EqualAxes they
	// keep it when another method is chosen.
	Axes string `json:"axes,omitempty"`
}

// Values of View.Axes besides "".
const (
	EqualAxes = "equal"
	FreeAxes  = "free"
)

// DefaultTurn shows a space from the side and slightly from above.
var DefaultTurn = [2]float64{-30, 20}

// Turned returns the rotation of a space: azimuth and elevation in degrees.
func (v View) Turned() [2]float64 {
	if v.Turn == nil {
		return DefaultTurn
	}
	return *v.Turn
}

// HasRange reports whether the document sets the visible part of the plane.
func (v View) HasRange() bool { return v.X[0] < v.X[1] && v.Y[0] < v.Y[1] }

// Document is the state of a playground. Treat it as a value: an edit makes a
// new Document (Clone), so that history can keep the old one.
type Document struct {
	Method string
	// float64, bool, string, []float64, [][]float64, Estimator or []Estimator; checked by method.Info.Validate
	Params  map[string]any
	Points  []Point
	Dataset *Dataset // the recipe of Points; nil after the user has changed them
	Table   *Table   // the table whose rows are Points; Dataset is nil then
	View    View
	Seed    uint64
	Title   string
	Note    string
	Names   Names // names of axes and classes, including those of the Dataset
	Split   Split // which points are held out
	Study   *Study
	Wall    *Wall // nil = one picture
	Runs    *Runs
	// Annotations are arrows, texts and areas that the user has added to the plane.
	Annotations []Annotation
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
	c.Annotations = slices.Clone(d.Annotations)
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

// ClonePlaces copies a list of positions.
func ClonePlaces(list [][]float64) [][]float64 {
	c := make([][]float64, len(list))
	for i, at := range list {
		c[i] = slices.Clone(at)
	}
	return c
}

// Error is a mistake in a document or another external input: the field, what it must be, and what it is. Its message
// is shown to the user.
type Error struct {
	Field string // "params.C", "points[3]", "view.x", "line 7"
	Want  string // "a number greater than 0 and at most 1e+06"
	Got   string // as written in the input; "" if it gives no information

	syntax bool // Field is a position in JSON, of which the syntax is wrong
}

func (e *Error) Error() string {
	s := words.Text("%s must be %s", e.Field, e.Want)
	if e.Got != "" {
		s += words.Text("; got %s", e.Got)
	}
	return s
}

// OneOf returns the text that lists the allowed names. Of a long list it contains a few, first those that begin with
// the first letters of got.
func OneOf(names []string, got string) string {
	const told = 24
	if len(names) <= told+4 {
		return words.Fill("one of %s", strings.Join(names, ", "))
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
	return words.Fill("one of %s and %s more", strings.Join(list[:told], ", "), strconv.Itoa(len(list)-told))
}

// Errorf returns an Error; got is formatted with %v (strings quoted) and shortened.
func Errorf(field, want string, got any) *Error {
	e := &Error{Field: field, Want: want}
	switch g := got.(type) {
	case nil:
	case string:
		e.Got = fmt.Sprintf("%q", g[:min(len(g), 1000)])
	case Estimator:
		e.Got = words.Text("the method %s", strconv.Quote(g.Method))
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

// TooLong returns the Error for a text of n bytes, which is more than MaxBytes.
func TooLong(field string, n int) *Error {
	tenths := (n*10 + 1<<20 - 1) >> 20 // tenths of a megabyte, rounded up
	return &Error{Field: field, Want: words.Sprintf("at most %d MB long", MaxBytes>>20),
		Got: words.Sprintf("%d.%d MB", tenths/10, tenths%10)}
}

// Bounds returns the smallest rectangle that contains the points' X and Y; ok is false if there are no points.
func Bounds(pts []Point) (x0, x1, y0, y1 float64, ok bool) {
	x0, y0 = math.Inf(1), math.Inf(1)
	x1, y1 = math.Inf(-1), math.Inf(-1)
	for _, p := range pts {
		x0, x1 = min(x0, p.X), max(x1, p.X)
		y0, y1 = min(y0, p.Y), max(y1, p.Y)
	}
	return x0, x1, y0, y1, len(pts) > 0
}

// Class returns a point's Z as a class id, or Unlabeled if Z is not one.
func (p Point) Class() int {
	if c := int(p.Z); float64(c) == p.Z && c >= 0 && c <= MaxClass {
		return c
	}
	return Unlabeled
}

// ClassesOnly reports whether every point's Z is a class id or Unlabeled.
func ClassesOnly(pts []Point) bool {
	for _, p := range pts {
		if p.Z != float64(p.Class()) {
			return false
		}
	}
	return true
}
