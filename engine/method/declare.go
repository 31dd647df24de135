// Package method is the contract between a learning method and everything that
// uses one. A method declares what it is (Info, Param: plain data that crosses
// to the page as JSON) and how to fit; a fitted Model says what else it can do
// by implementing small interfaces: answers.go, pictures.go, sentences.go, steps.go, keys.go, drags.go, offers.go.
package method

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
)

// Task says how a document's points are read.
type Task string

const (
	Classify  Task = "classify"  // x1, x2, class
	Regress   Task = "regress"   // x, y
	Regress2D Task = "regress2d" // x1, x2, value
	Cluster   Task = "cluster"   // x1, x2
	Embed     Task = "embed"     // x1, x2: places among what the method draws by itself
)

// Plane tells whether both coordinates are inputs, so that both axes must have
// the same scale.
func (t Task) Plane() bool { return t != Regress }

// Info declares a method. It is data: controls, validation messages, permalink
// checks, the documentation table and the negative tests are made from it.
type Info struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Family string `json:"family"` // heading in the method picker
	// Aliases are what else people call it, in French, too: the picker finds it by
	// them, and shows the first ones.
	Aliases   []string `json:"aliases,omitempty"`
	Task      Task     `json:"task"`           // unless a Choice says another
	Summary   string   `json:"summary"`        // one sentence for a student
	Formula   string   `json:"formula"`        // Unicode mathematics, one line
	Source    string   `json:"source"`         // paper or book section of the algorithm
	Params    []Param  `json:"params"`         // in the order of the panel
	Shows     []Show   `json:"shows"`          // layers that can be switched
	MaxPoints int      `json:"maxPoints"`      // limit of this method; 0 = doc.MaxPoints
	Wide      bool     `json:"wide,omitempty"` // takes the rows of tables whole: see wide.go
	// Mixed says that, of such rows, it takes qualitative columns and missing values, too: Problem.Categories, NaN in X.
	Mixed bool `json:"-"`
	// Gaps says that, of such rows, it takes missing values, NaN in X, but no qualitative columns.
	Gaps bool `json:"-"`
	// Pictures says that it takes nothing but such rows that are pictures (Problem.Across).
	Pictures bool `json:"-"`
	// Objects says that it takes nothing but the words of one qualitative column (Problem.Things), each of which may be
	// another one: doc.MaxCategories of them.
	Objects bool `json:"objects,omitempty"`
	// Unjudged says that it shows how something works, and that errors at points which it has not seen say nothing of it:
	// there are no studies of it, and no errors over its steps.
	Unjudged bool `json:"unjudged,omitempty"`
	// Loss says what the loss of a row is, where there are no answers and the model is a Lossy: "squared distance to the
	// nearest centre".
	Loss string `json:"loss,omitempty"`
	// Seeded is Method.Random, for the page: it is set where the catalogue is written for it.
	Seeded bool `json:"seeded,omitempty"`
	// Bounds names the bounds on the error of a Bounder; "" = it is none.
	Bounds string `json:"bounds,omitempty"`
	// Complexity names what a Complex tells, as in "h, " and this: "the number of leaves"; "" = it is none.
	Complexity string `json:"complexity,omitempty"`
	// Asks says what a point that people add is for, where it is no example, behind "a point": ", joined to the nearest
	// word".
	Asks string `json:"asks,omitempty"`
	// Featured says that it has no kernel among its parameters, but that its features make one, which its models tell.
	Featured bool `json:"featured,omitempty"`
	// Margin says that f = ±1 are the edges of a margin, of classifiers whose scores are no probabilities.
	Margin bool `json:"-"`
	// Free says that distances on the screen say nothing of what the method does, so that each axis of the plane may fit
	// the points: see FitsAxes.
	Free bool `json:"free,omitempty"`
	// Watches is the Bool parameter with which a fit looks at the validation points, to stop early; "" = none does. See
	// Problem.Held.
	Watches string `json:"-"`
	Example string `json:"example,omitempty"` // JSON document that shows the method best
	// Range is the part of the plane (x from, to, y from, to) that is looked at where a document has
	// no points and names none: for methods that draw without points. nil = the unit square.
	Range []float64 `json:"range,omitempty"`
	// Lessons are further documents for the list of examples, each with a title.
	Lessons []string `json:"lessons,omitempty"`
}

// Param declares one parameter.
type Param struct {
	Name  string `json:"name"` // scikit-learn's where it has it
	Label string `json:"label"`
	Kind  Kind   `json:"kind"`
	// float64, bool, string, []float64, []string, [][]float64, doc.Estimator or []doc.Estimator
	Default any    `json:"default"`
	Unit    string `json:"unit,omitempty"`
	Help    string `json:"help"` // one line
	// When tells which other parameters make this one apply; nil = always. A
	// parameter that does not apply keeps its value and its control is hidden:
	// wherever a control is shown, it must change something (methodtest).
	When *When `json:"when,omitempty"`
	// Moves says that the rows of a table are shown elsewhere with another value: the model is
	// a Projector.
	Moves bool `json:"moves,omitempty"`
	// Advanced parameters are folded away.
	Advanced bool `json:"advanced,omitempty"`
	// Plane says that it is of points of the plane alone: rows of tables that are taken whole have no such parameter.
	Plane bool `json:"plane,omitempty"`
	// OfRows says that it is of rows of tables alone that are taken whole.
	OfRows bool `json:"ofRows,omitempty"`
	// Looks says that it is about what is looked at alone, and nothing is fitted by it: the model is
	// a Looker.
	Looks bool `json:"-"`
	// Scales is how the value depends on the units of the data; nil = it does not.
	Scales *Scales `json:"scales,omitempty"`
	// Live is what depends on the value; nil = nothing.
	Live *Live `json:"-"`
}

// When holds if parameter Name applies and has one of the values In: "true" or
// "false" of a Bool, "*" for a Kernel's expression, "" for a list that is empty, one of the
// values of Options.
// Not turns that round: it must have none of them. And is a condition that must hold,
// too; Or one that will do instead of both.
type When struct {
	Name string   `json:"name"`
	In   []string `json:"in"`
	Not  bool     `json:"not,omitempty"`
	And  *When    `json:"and,omitempty"`
	Or   *When    `json:"or,omitempty"`
}

// Choice is one value of a Choose or Kernel parameter.
type Choice struct {
	Value string `json:"value"`
	Label string `json:"label"`
	Help  string `json:"help,omitempty"`
	Task  Task   `json:"task,omitempty"` // choosing it changes how points are read
	// Plane says that it is of points of the plane alone: see Show.Plane.
	Plane bool `json:"plane,omitempty"`
	// Whole says that the method takes the rows of tables whole (Info.Wide) with this choice
	// alone: see TakesRows.
	Whole bool `json:"whole,omitempty"`
}

// Show is a part of the picture that people can switch on and off.
type Show struct {
	Name  Part   `json:"name"`
	Label string `json:"label"`
	On    bool   `json:"on"` // by default
	// Fresh says that it is on where people choose the method, too: what a document without a list of layers shows
	// stays what it was.
	Fresh bool   `json:"fresh,omitempty"`
	Help  string `json:"help,omitempty"`
	When  *When  `json:"when,omitempty"`
	// Plane says that it is of points of the plane alone: the rows of a table that a
	// method takes whole have no such part.
	Plane bool `json:"plane,omitempty"`
	// Flat says that it is drawn in the plane alone: rows in space have no such part.
	Flat bool `json:"flat,omitempty"`
	// Solid, with Plane, says that rows in space have it, too.
	Solid bool `json:"solid,omitempty"`
	// Whole says that it is of rows of tables alone that are taken whole.
	Whole bool `json:"whole,omitempty"`
}

// Offered tells whether the part is drawn of points of the plane, of rows of a table that
// are taken whole, or of such rows in space.
func (s *Show) Offered(wide, solid bool) bool {
	switch {
	case s.Whole && !wide:
		return false
	case solid:
		return !s.Flat && (!s.Plane || s.Solid || !wide)
	}
	return !s.Plane || !wide
}

// Values are validated parameters: every declared name is there, with a value
// of its kind within its range. Only Info.Validate makes them. To ask for a name
// that is not declared panics; package methodtest finds what would.
type Values struct {
	m    map[string]any
	note func(name string)
}

func (v Values) Float(name string) float64    { return v.get(name).(float64) }
func (v Values) Int(name string) int          { return int(v.get(name).(float64)) }
func (v Values) Bool(name string) bool        { return v.get(name).(bool) }
func (v Values) String(name string) string    { return v.get(name).(string) }
func (v Values) Floats(name string) []float64 { return v.get(name).([]float64) }

func (v Values) get(name string) any {
	x, ok := v.m[name]
	if !ok {
		panic("method: parameter " + name + " is not declared")
	}
	if v.note != nil {
		v.note(name)
	}
	return x
}

// Noting returns the same values, which tell a test each name that is read.
func (v Values) Noting(note func(name string)) Values { return Values{v.m, note} }

// With returns a copy in which a declared parameter has another value. It is
// for engines that try values of their own (a search); it does not validate.
func (v Values) With(name string, x any) Values {
	v.get(name)
	m := make(map[string]any, len(v.m))
	for k, y := range v.m {
		m[k] = y
	}
	m[name] = x
	return Values{m, v.note}
}

// Equal tells whether two sets of values of one method agree in the named
// parameters, in all when none is named.
func (v Values) Equal(w Values, names ...string) bool {
	for _, n := range names {
		if _, ok := v.m[n]; !ok {
			// Two that are missing would be equal, and a stale model kept.
			panic("method: parameter " + n + " is not declared")
		}
	}
	if len(names) == 0 {
		if len(v.m) != len(w.m) {
			return false
		}
		for k := range v.m {
			names = append(names, k)
		}
	}
	for _, n := range names {
		a, b := v.m[n], w.m[n]
		if list, ok := a.([]Chosen); ok {
			if other, ok := b.([]Chosen); !ok || !slices.EqualFunc(list, other, Chosen.Equal) {
				return false
			}
			continue
		}
		if list, ok := a.([][]float64); ok {
			if other, ok := b.([][]float64); !ok || !samePlaces(list, other) {
				return false
			}
			continue
		}
		if list, ok := a.([]string); ok {
			if other, ok := b.([]string); !ok || !slices.Equal(list, other) {
				return false
			}
			continue
		}
		as, ok1 := a.([]float64)
		bs, ok2 := b.([]float64)
		if ok1 != ok2 {
			return false
		}
		if !ok1 {
			if a != b {
				return false
			}
			continue
		}
		if len(as) != len(bs) {
			return false
		}
		for i := range as {
			if as[i] != bs[i] {
				return false
			}
		}
	}
	return true
}

// SameFit tells whether two sets of values of the method ask for the same fit: they agree but for
// what is looked at.
func (in *Info) SameFit(v, w Values) bool {
	if v.Equal(w) {
		return true
	}
	var fitted []string
	for i := range in.Params {
		if p := &in.Params[i]; !p.Looks {
			fitted = append(fitted, p.Name)
		}
	}
	return len(fitted) > 0 && len(fitted) < len(in.Params) && v.Equal(w, fitted...)
}

// Param returns the declaration of a parameter, nil when there is none.
func (in *Info) Param(name string) *Param {
	for i := range in.Params {
		if in.Params[i].Name == name {
			return &in.Params[i]
		}
	}
	return nil
}

// Kerneled tells whether one of the parameters is a kernel for points, or its features make one. What a method draws by
// itself, of a kernel, too, it shows itself.
func (in *Info) Kerneled() bool {
	return in.Featured || in.Task != Embed && slices.ContainsFunc(in.Params, func(p Param) bool {
		_, ok := p.Kind.(Kernel)
		return ok
	})
}

// TaskOf returns the task that the parameters make of the method.
func (in *Info) TaskOf(params map[string]any) Task {
	for _, p := range in.Params {
		if !Is[Choose](p.Kind) {
			continue
		}
		val, ok := params[p.Name].(string)
		if !ok {
			val, _ = p.Default.(string)
		}
		for _, c := range p.Choices() {
			if c.Value == val && c.Task != "" {
				return c.Task
			}
		}
	}
	return in.Task
}

// ChoiceFor returns the parameter and the choice that make the method's task t;
// ok is false when no parameter does.
func (in *Info) ChoiceFor(t Task) (name, value string, ok bool) {
	for _, p := range in.Params {
		for _, c := range p.Choices() {
			if Is[Choose](p.Kind) && c.Task == t {
				return p.Name, c.Value, true
			}
		}
	}
	return "", "", false
}

// Limit is the largest number of points the method takes.
func (in *Info) Limit() int {
	if in.MaxPoints > 0 {
		return in.MaxPoints
	}
	return doc.MaxPoints
}

// Applies tells whether a condition holds for the parameters (missing ones have
// their defaults). A nil condition always holds.
func (in *Info) Applies(w *When, params map[string]any) bool {
	if w == nil || in.holds(w, params) && in.Applies(w.And, params) {
		return true
	}
	return w.Or != nil && in.Applies(w.Or, params)
}

// holds tells whether a condition does, whatever And and Or say.
func (in *Info) holds(w *When, params map[string]any) bool {
	p := in.Param(w.Name)
	if p == nil || !in.Applies(p.When, params) {
		return false
	}
	val, ok := params[w.Name]
	if !ok {
		val = p.Default
	}
	return w.Not != slices.ContainsFunc(w.In, func(want string) bool { return p.Kind.Meets(p, val, want) })
}

// textOf is a value as conditions have it.
func textOf(val any) string {
	switch x := val.(type) {
	case string:
		return x
	case bool:
		return strconv.FormatBool(x)
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64)
	case []float64:
		return strings.Trim(fmt.Sprint(x), "[]")
	case [][]float64:
		return strings.Trim(fmt.Sprint(x), "[]")
	case []any: // as JSON has made it
		return strings.Trim(fmt.Sprint(x...), "[]")
	}
	return ""
}

// Documents are those that show the method, the one that shows it best first: Example and Lessons.
func (in *Info) Documents() []string {
	if in.Example == "" {
		return in.Lessons
	}
	return append([]string{in.Example}, in.Lessons...)
}

func (p *Param) isChoice(s string) bool {
	for _, c := range p.Choices() {
		if c.Value == s {
			return true
		}
	}
	return false
}

// Validate checks foreign parameters against the declaration and fills in
// defaults. The error is a *doc.Error that names the field and the limit.
// Integer values may arrive as any whole float64. A Kernel's expression is only
// checked to be text here: Method.Check parses it.
func (in *Info) Validate(params map[string]any) (Values, error) {
	m := make(map[string]any, len(in.Params))
	for i := range in.Params {
		p := &in.Params[i]
		x, ok := params[p.Name]
		if !ok || x == nil {
			x = p.Default
			if !Is[Estimators](p.Kind) {
				m[p.Name] = x
				continue
			}
		}
		if Is[Estimators](p.Kind) {
			list, err := p.choose(x)
			if err != nil {
				return Values{}, err
			}
			m[p.Name] = list
			continue
		}
		y, err := p.Check(x)
		if err != nil {
			return Values{}, err
		}
		m[p.Name] = y
	}
	for name := range params {
		if in.Param(name) == nil {
			return Values{}, doc.Errorf("params."+name, "a parameter of "+in.Name+" ("+in.paramNames()+")", name)
		}
	}
	if err := in.entries(m, params); err != nil {
		return Values{}, err
	}
	return Values{m: m}, nil
}

func (in *Info) paramNames() string {
	names := make([]string, len(in.Params))
	for i, p := range in.Params {
		names[i] = p.Name
	}
	if len(names) == 0 {
		return "it has none"
	}
	return strings.Join(names, ", ")
}

func (in *Info) showNames() string {
	names := make([]string, len(in.Shows))
	for i, x := range in.Shows {
		names[i] = string(x.Name)
	}
	if len(names) == 0 {
		return "it has none"
	}
	return strings.Join(names, ", ")
}

// Check validates one value and returns it in its canonical type.
func (p *Param) Check(x any) (any, error) { return p.Kind.Check(p, x) }

// Wants says in words what the parameter may be.
func (p *Param) Wants() string { return p.Kind.Wants(p) }
