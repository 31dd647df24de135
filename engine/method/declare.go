// Package method is the contract between a learning method and everything that uses one. A method declares what it is
// (Info, Param: plain data that is sent to the page as JSON) and how to fit; a fitted Model says what else it can do in
// a record, Capabilities, whose parts are in answers.go, pictures.go, sentences.go, steps.go and keys.go.
package method

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

type Task string

const (
	Classify  Task = "classify"  // x1, x2, class
	Regress   Task = "regress"   // x, y
	Regress2D Task = "regress2d" // x1, x2, value
	Cluster   Task = "cluster"   // x1, x2
	Embed     Task = "embed"     // x1, x2: shown in addition to what the method makes itself
)

// Plane reports whether both coordinates are inputs. Their axes have the same scale unless the document says otherwise:
// see OneScale.
func (t Task) Plane() bool { return t != Regress }

// Info declares a method. It is data: controls, validation messages, permalink checks, the documentation table and the
// negative tests are made from it.
type Info struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Family string `json:"family"` // heading in the method picker
	// Aliases are other names, including French ones: the picker searches them, and shows the first ones.
	Aliases []string `json:"aliases,omitempty"`
	Task    Task     `json:"task"`    // unless a Choice sets another
	Summary string   `json:"summary"` // one sentence for a student
	Formula string   `json:"formula"` // Unicode mathematics, one line
	Source  string   `json:"source"`  // paper or book section of the algorithm
	Params  []Param  `json:"params"`  // in the order of the panel
	Shows   []Show   `json:"shows"`   // layers that can be switched
	Takes
	Assessed
	Traits
	Examples
	// Seen describes the pictures and plots, in addition to the labels of their switches, for the list of methods.
	Seen string `json:"-"`
}

// Examples are documents that show the method. They are in a file beside the declaration, named by the method's id:
// svm.jsonl.
type Examples struct {
	Example string `json:"example,omitempty"` // JSON document that shows the method best
	// Lessons are further documents for the list of examples, each with a title.
	Lessons []string `json:"lessons,omitempty"`
}

// ExamplesIn returns the documents in a file with one document in each line, of which the first is the example.
func ExamplesIn(file string) Examples {
	list := strings.Split(strings.TrimSuffix(file, "\n"), "\n")
	return Examples{Example: list[0], Lessons: list[1:]}
}

// Takes says which data a method takes.
type Takes struct {
	MaxPoints int  `json:"maxPoints"`      // limit of this method; 0 = doc.MaxPoints
	Wide      bool `json:"wide,omitempty"` // takes whole rows of tables: see wide.go
	// Mixed says that the method also takes qualitative columns and missing values in whole rows of tables:
	// Problem.Categories, NaN in X.
	Mixed bool `json:"-"`
	// Gaps says that the method takes missing values in whole rows of tables, NaN in X, but no qualitative columns.
	Gaps bool `json:"-"`
	// Pictures says that the method takes only rows that are pictures (Problem.Across).
	Pictures bool `json:"-"`
	// Objects says that the method takes only the words of one qualitative column (Problem.Things). All words may be
	// different, up to doc.MaxCategories.
	Objects bool `json:"objects,omitempty"`
}

// Assessed says how the models of a method are assessed: in studies, by bounds, and by validation points.
type Assessed struct {
	// Unjudged says that the method only demonstrates how something works, so that errors on unseen points are
	// meaningless: it has no studies and no errors over its steps.
	Unjudged bool `json:"unjudged,omitempty"`
	// Loss describes the loss of a row, if the models are unsupervised and have Losses: "squared distance to the nearest
	// centre".
	Loss string `json:"loss,omitempty"`
	// Seeded is Method.Random, for the page; it is set when the catalogue is written to its file.
	Seeded bool `json:"seeded,omitempty"`
	// Bounds names the error bounds of models with Bounds; "" = the models have none.
	Bounds string `json:"bounds,omitempty"`
	// Complexity describes the number h of models with Complexity as a noun phrase, "the number of leaves"; "" = the
	// models have none.
	Complexity string `json:"complexity,omitempty"`
	// Watches is the Bool parameter with which a fit uses the validation points for early stopping; "" = no fit does. See
	// Problem.Held.
	Watches string `json:"-"`
}

// Traits are properties of a method that change its picture.
type Traits struct {
	// Asks says what a point added by the user is for if it is not a training point, as it stands after "a point": ",
	// joined to the nearest word".
	Asks string `json:"asks,omitempty"`
	// Featured says that the method has no kernel parameter, but features that define a kernel.
	Featured bool `json:"featured,omitempty"`
	// Margin says that f = ±1 are the edges of a margin, for classifiers whose scores are not probabilities.
	Margin bool `json:"-"`
	// Free says that distances on the screen mean nothing to the method, so that each axis of the plane may have its own
	// scale: see FitsAxes.
	Free bool `json:"free,omitempty"`
	// Range is the part of the plane (x from, to, y from, to) shown if a document has no points and no range: for methods
	// that draw without points. nil = the unit square.
	Range []float64 `json:"range,omitempty"`
}

// Param declares one parameter.
type Param struct {
	Name  string `json:"name"` // scikit-learn's name if it has the parameter
	Label string `json:"label"`
	Kind  Kind   `json:"kind"`
	// float64, bool, string, []float64, []string, [][]float64, doc.Estimator or []doc.Estimator
	Default any    `json:"default"`
	Unit    string `json:"unit,omitempty"`
	Help    string `json:"help"` // one line
	// When is the condition on other parameters under which this one applies; nil = always. A parameter that does not
	// apply keeps its value, and its control is hidden: a control that is shown must have an effect (methodtest).
	When *When `json:"when,omitempty"`
	// Moves says that the parameter changes where the rows of a table are shown: the model has Projected.
	Moves bool `json:"moves,omitempty"`
	// Advanced parameters are in a collapsed section.
	Advanced bool `json:"advanced,omitempty"`
	// Where says for which data the parameter is offered: see Info.Offers.
	Where Where `json:"where,omitempty"`
	// Looks says that the parameter only changes what is shown, not the fit: the model has Look.
	Looks bool `json:"-"`
	// Scales says how a suitable value depends on the units of the data; nil = it does not.
	Scales *Scales `json:"scales,omitempty"`
	// Live computes what the page must know about the parameter beyond its declaration; nil = nothing.
	Live *Live `json:"-"`
}

// When holds if parameter Name applies and has one of the values In: "true" or "false" of a Bool, "*" for a Kernel's
// expression, "" for an empty list, one of the values of Options. With Not it must have none of them. And must hold as
// well; Or is an alternative to both.
type When struct {
	Name string   `json:"name"`
	In   []string `json:"in"`
	Not  bool     `json:"not,omitempty"`
	And  *When    `json:"and,omitempty"`
	Or   *When    `json:"or,omitempty"`
}

// Choice is one of the values to choose from, of a parameter of the kind Choose, Kernel, Options or Estimators, or of a
// number (Live.Choices).
type Choice struct {
	Value string `json:"value"`
	Label string `json:"label"`
	Help  string `json:"help,omitempty"`
	Task  Task   `json:"task,omitempty"` // the task that this choice sets; "" = it sets none
	// Where says for which data the choice is offered.
	Where Where `json:"where,omitempty"`
	// Whole says that the method takes whole rows of tables (Info.Wide) only with this choice: see TakesRows.
	Whole bool `json:"whole,omitempty"`
}

// Show is a part of the picture that the user can switch on and off.
type Show struct {
	Name  Part   `json:"name"`
	Label string `json:"label"`
	On    bool   `json:"on"` // by default
	// Fresh says that the part is also on when the user chooses the method. Documents without a list of layers do not
	// show it, so that old ones stay as they were.
	Fresh bool   `json:"fresh,omitempty"`
	Help  string `json:"help,omitempty"`
	When  *When  `json:"when,omitempty"`
	// Where says for which data the part is drawn.
	Where Where `json:"where,omitempty"`
}

// Values are validated parameters: every declared name is present, with a value of its kind within its range.
// Info.Validate makes them. Asking for a name that is not declared panics; package methodtest finds such calls.
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

// Noting returns the same values, which call note with each name that is read, for tests.
func (v Values) Noting(note func(name string)) Values { return Values{v.m, note} }

// With returns a copy in which a declared parameter has another value. It is for code that tries values of its own,
// such as a search; it does not validate.
func (v Values) With(name string, x any) Values {
	v.get(name)
	m := make(map[string]any, len(v.m))
	for k, y := range v.m {
		m[k] = y
	}
	m[name] = x
	return Values{m, v.note}
}

// Equal reports whether two sets of values of one method agree in the named parameters, or in all if none is named.
func (v Values) Equal(w Values, names ...string) bool {
	for _, n := range names {
		if _, ok := v.m[n]; !ok {
			// Two missing values would compare equal, and a stale model would be kept.
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

// SameFit reports whether two sets of values give the same fit: they may differ only in parameters with Looks.
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

// Param returns the declaration of a parameter, or nil if there is none.
func (in *Info) Param(name string) *Param {
	for i := range in.Params {
		if in.Params[i].Name == name {
			return &in.Params[i]
		}
	}
	return nil
}

// Kerneled reports whether one of the parameters is a kernel on points, or the features define one. Methods of the task
// Embed draw their kernels themselves.
func (in *Info) Kerneled() bool {
	return in.Featured || in.Task != Embed && slices.ContainsFunc(in.Params, func(p Param) bool {
		_, ok := p.Kind.(Kernel)
		return ok
	})
}

// TaskOf returns the task of the method with these parameters.
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

// ChoiceFor returns the parameter and the choice with which the method has task t; ok is false if there is none.
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

// Limit returns the largest number of points that the method takes.
func (in *Info) Limit() int {
	if in.MaxPoints > 0 {
		return in.MaxPoints
	}
	return doc.MaxPoints
}

// Applies reports whether a condition holds for the parameters (missing ones have their defaults). A nil condition
// always holds.
func (in *Info) Applies(w *When, params map[string]any) bool {
	if w == nil || in.holds(w, params) && in.Applies(w.And, params) {
		return true
	}
	return w.Or != nil && in.Applies(w.Or, params)
}

// holds evaluates a condition without its And and Or.
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

// textOf returns a value in the form in which conditions name it.
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
	case []any: // decoded from JSON
		return strings.Trim(fmt.Sprint(x...), "[]")
	}
	return ""
}

// Documents returns the example documents, the best one first: Example and Lessons.
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

// Validate checks parameters against the declaration and fills in defaults. The error is a *doc.Error that names the
// field and the limit. Integer values may be any float64 without fraction. A Kernel's expression is only checked to be
// text here: Method.Check parses it.
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
			return Values{}, doc.Errorf("params."+name, words.Text("a parameter of %s (%s)", in.Name, in.paramNames()), name)
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

// Wants describes the values that the parameter may have.
func (p *Param) Wants() string { return p.Kind.Wants(p) }
