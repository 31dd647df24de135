package method

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/json"
)

// Kind is what sort of parameter one is, with what a declaration says of that sort alone: Number, Bool, Choose and so
// on. All that differs from kind to kind stands in its methods, but for its control, which is the page's.
type Kind interface {
	// Check validates a value and returns it in its canonical type; Wants says in words what it may be.
	Check(p *Param, x any) (any, error)
	Wants(p *Param) string
	// Meets tells whether a value is what one of When.In says, CanBe whether any is; Meant is a value that is it, nil =
	// there is none.
	Meets(p *Param, v any, in string) bool
	CanBe(p *Param, in string) bool
	Meant(p *Param, in string) any
	// Flaw says what is wrong with the declaration; "" = nothing.
	Flaw(p *Param) string
	// Wrong are values that are refused; Tries are values beside the default that are taken, and by which something should
	// be seen; Ends are the values at the ends of what may be.
	Wrong(p *Param) []Refused
	Tries(p *Param) []any
	Ends(p *Param) []any

	parts() parts
}

// Refused is a value, and the part of it that the error names, "" = the whole: "[1]".
type Refused struct {
	At    string
	Value any
}

// parts are what kinds declare alike.
type parts struct {
	span           Range
	list           List
	choices        []Choice
	of             []Method
	handle         *Handle
	canvas         *Canvas
	taken          string
	shape          []string
	whole          bool
	distinct       bool
	one            bool
	inputs, number bool
}

// Is tells whether a parameter's kind is K.
func Is[K Kind](k Kind) bool {
	_, ok := k.(K)
	return ok
}

// SameKind tells whether two parameters are of one sort.
func (p *Param) SameKind(q *Param) bool { return reflect.TypeOf(p.Kind) == reflect.TypeOf(q.Kind) }

// IsNumber tells whether its value is one number.
func (p *Param) IsNumber() bool { return p.Kind.parts().number }

// Change changes the kind of a parameter, which is K, where it is; another one stays.
func Change[K Kind](p *Param, change func(k *K)) {
	if k, ok := p.Kind.(K); ok {
		change(&k)
		p.Kind = k
	}
}

// What a parameter's kind declares; zero where kinds of that sort do not.

func (p *Param) Range() Range      { return p.Kind.parts().span }
func (p *Param) List() List        { return p.Kind.parts().list }
func (p *Param) Choices() []Choice { return p.Kind.parts().choices }
func (p *Param) Of() []Method      { return p.Kind.parts().of }
func (p *Param) Handle() *Handle   { return p.Kind.parts().handle }
func (p *Param) Canvas() *Canvas   { return p.Kind.parts().canvas }
func (p *Param) Taken() string     { return p.Kind.parts().taken }
func (p *Param) Shape() []string   { return p.Kind.parts().shape }
func (p *Param) Whole() bool       { return p.Kind.parts().whole }
func (p *Param) Distinct() bool    { return p.Kind.parts().distinct }
func (p *Param) One() bool         { return p.Kind.parts().one }
func (p *Param) Inputs() bool      { return p.Kind.parts().inputs }

// Kinds cross to the page by these names.
func init() {
	json.Variants(map[string]Kind{
		"number": Number{}, "integer": Integer{}, "bool": Bool{}, "choice": Choose{}, "kernel": Kernel{},
		"numbers": Numbers{},
		"options": Options{}, "text": Text{}, "places": Places{}, "painting": Painting{}, "estimators": Estimators{},
	})
}

// plain is what most kinds say.
type plain struct{}

func (plain) parts() parts                          { return parts{} }
func (plain) Meets(_ *Param, v any, in string) bool { return textOf(v) == in }
func (plain) CanBe(*Param, string) bool             { return true }
func (plain) Meant(_ *Param, in string) any         { return in }
func (plain) Flaw(*Param) string                    { return "" }
func (plain) Ends(*Param) []any                     { return nil }

// refused are values that a kind refuses as a whole.
func refused(values ...any) (list []Refused) {
	for _, x := range values {
		list = append(list, Refused{"", x})
	}
	return list
}

// bad is the error of a value that a parameter can't have.
func (p *Param) bad(x any) error { return doc.Errorf("params."+p.Name, p.Wants(), x) }

// Range is where numbers lie. Min = Max = 0 means no limit.
type Range struct {
	Min     float64 `json:"min,omitempty"`
	Max     float64 `json:"max,omitempty"`
	MinOpen bool    `json:"minOpen,omitempty"` // Min itself is not allowed
	SoftMin float64 `json:"softMin,omitempty"` // ends of the slider, when narrower than the range
	SoftMax float64 `json:"softMax,omitempty"` // (both 0 = Min, Max)
	Log     bool    `json:"log,omitempty"`     // logarithmic slider
}

// Holds tells whether a number lies in it.
func (r Range) Holds(f float64) bool {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return false
	}
	if r.Min == 0 && r.Max == 0 {
		return true
	}
	if f < r.Min || r.MinOpen && f == r.Min {
		return false
	}
	return f <= r.Max
}

// Clamp is the number from Min to Max that is nearest to x.
func (r Range) Clamp(x float64) float64 {
	if r.Min == 0 && r.Max == 0 {
		return x
	}
	return min(max(x, r.Min), r.Max)
}

// Slider are the ends of the slider.
func (r Range) Slider() (lo, hi float64) {
	if r.SoftMin == 0 && r.SoftMax == 0 {
		return r.Min, r.Max
	}
	return r.SoftMin, r.SoftMax
}

// wants says where numbers lie, behind what they are.
func (r Range) wants(what string) string {
	if r.Min == 0 && r.Max == 0 {
		return what
	}
	lo := "at least"
	if r.MinOpen {
		lo = "greater than"
	}
	return fmt.Sprintf("%s %s %g and at most %g", what, lo, r.Min, r.Max)
}

func (r Range) flaw() string {
	if r.Log && (r.Min < 0 || r.SoftMin < 0 || r.Min == 0 && r.SoftMin == 0) {
		return "a logarithmic slider needs a positive end"
	}
	return ""
}

// List is what kinds of lists have in common.
type List struct {
	// A list with a MaxLen has from MinLen to MaxLen entries (0 = no limit). Entry is what one of them is called: "layer".
	MinLen int    `json:"minLen,omitempty"`
	MaxLen int    `json:"maxLen,omitempty"`
	Entry  string `json:"entry,omitempty"`
	// Per is the parameter of the kind Estimators or Numbers whose entries they belong to, if any: who is removed there
	// takes the entry along. Where that is of Numbers, the last entry holds for the entries that have none, and More is
	// how many more there may be than it has entries: the output's layer beside the hidden ones.
	Per  string `json:"per,omitempty"`
	More int    `json:"more,omitempty"`
}

// Number is a float64.
type Number struct {
	plain
	Range
	Inputs bool `json:"inputs,omitempty"` // of the columns of a table the slider ends at their number
}

func (k Number) parts() parts { return parts{span: k.Range, inputs: k.Inputs, number: true} }

// Check implements Kind.
func (k Number) Check(p *Param, x any) (any, error) {
	if f, ok := x.(float64); ok && k.Holds(f) {
		return f, nil
	}
	return nil, p.bad(x)
}

// Wants implements Kind.
func (k Number) Wants(*Param) string { return k.wants("a number") }

// Meant implements Kind.
func (Number) Meant(_ *Param, in string) any {
	if f, err := strconv.ParseFloat(in, 64); err == nil {
		return f
	}
	return nil
}

// Flaw implements Kind.
func (k Number) Flaw(*Param) string {
	if k.Min == 0 && k.Max == 0 {
		return "it has no range"
	}
	return k.flaw()
}

// Wrong implements Kind.
func (k Number) Wrong(*Param) []Refused {
	list := refused(math.NaN(), math.Inf(1), math.Inf(-1), "1", true, []float64{1}, k.Min-1,
		k.Max+math.Max(1, math.Abs(k.Max)*1e-6))
	if k.MinOpen {
		list = append(list, refused(k.Min)...)
	}
	return list
}

// Tries implements Kind: the ends of the slider, and its middle.
func (k Number) Tries(*Param) []any {
	lo, hi := k.Slider()
	return []any{hi, lo, k.middle()}
}

func (r Range) middle() float64 {
	lo, hi := r.Slider()
	if r.Log && lo > 0 {
		return math.Sqrt(lo * hi)
	}
	return (lo + hi) / 2
}

// Ends implements Kind.
func (k Number) Ends(*Param) []any {
	if k.MinOpen {
		return []any{math.Nextafter(k.Min, k.Max), k.Max}
	}
	return []any{k.Min, k.Max}
}

// Integer is a float64 without fraction in JSON; Values.Int.
type Integer struct {
	plain
	Range
	Inputs bool `json:"inputs,omitempty"` // as a Number's
}

func (k Integer) parts() parts { return parts{span: k.Range, inputs: k.Inputs, number: true} }

// Check implements Kind.
func (k Integer) Check(p *Param, x any) (any, error) {
	if f, ok := x.(float64); ok && k.Holds(f) && f == math.Trunc(f) {
		return f, nil
	}
	return nil, p.bad(x)
}

// Wants implements Kind.
func (k Integer) Wants(*Param) string { return k.wants("a whole number") }

// Meant implements Kind.
func (k Integer) Meant(p *Param, in string) any { return Number{}.Meant(p, in) }

// Flaw implements Kind.
func (k Integer) Flaw(p *Param) string { return Number{Range: k.Range}.Flaw(p) }

// Wrong implements Kind.
func (k Integer) Wrong(p *Param) []Refused {
	return append(Number{Range: k.Range}.Wrong(p), refused(k.Min+0.5)...)
}

// Tries implements Kind: the ends of the slider, and its middle; all where there are few.
func (k Integer) Tries(*Param) []any {
	lo, hi := k.Slider()
	list := []any{hi, lo, math.Round(k.middle())}
	if hi-lo <= 8 {
		for x := lo; x <= hi; x++ {
			list = append(list, x)
		}
	}
	return list
}

// Ends implements Kind.
func (k Integer) Ends(*Param) []any {
	if k.MinOpen {
		return []any{k.Min + 1, k.Max}
	}
	return []any{k.Min, k.Max}
}

// Bool is a switch.
type Bool struct{ plain }

// Check implements Kind.
func (Bool) Check(p *Param, x any) (any, error) {
	if b, ok := x.(bool); ok {
		return b, nil
	}
	return nil, p.bad(x)
}

// Wants implements Kind.
func (Bool) Wants(*Param) string { return "true or false" }

// CanBe implements Kind.
func (Bool) CanBe(_ *Param, in string) bool { return in == "true" || in == "false" }

// Meant implements Kind.
func (Bool) Meant(_ *Param, in string) any { return in == "true" }

// Wrong implements Kind.
func (Bool) Wrong(*Param) []Refused { return refused(1.0, "true") }

// Tries implements Kind.
func (Bool) Tries(p *Param) []any { return []any{p.Default != true} }

// Ends implements Kind.
func (Bool) Ends(p *Param) []any { return []any{p.Default != true} }

// Choose is one of some choices.
type Choose struct {
	plain
	Choices []Choice `json:"choices,omitempty"`
}

func (k Choose) parts() parts { return parts{choices: k.Choices} }

// Check implements Kind.
func (k Choose) Check(p *Param, x any) (any, error) {
	if s, ok := x.(string); ok && p.isChoice(s) {
		return s, nil
	}
	return nil, p.bad(x)
}

// Wants implements Kind.
func (Choose) Wants(p *Param) string { return p.oneOf() }

// CanBe implements Kind.
func (Choose) CanBe(p *Param, in string) bool { return p.isChoice(in) }

// Wrong implements Kind.
func (Choose) Wrong(*Param) []Refused {
	return refused("no such choice", "", 3.0, strings.Repeat("a", doc.MaxText+1))
}

// Tries implements Kind.
func (k Choose) Tries(*Param) (list []any) {
	for _, c := range k.Choices {
		list = append(list, c.Value)
	}
	return list
}

// Ends implements Kind: each other choice, but those that change how points are read.
func (k Choose) Ends(p *Param) (list []any) {
	for _, c := range k.Choices {
		if c.Value != p.Default && c.Task == "" {
			list = append(list, c.Value)
		}
	}
	return list
}

// Kernel is one of some choices, or a kernel expression. That is only checked to be text here: Method.Check parses it.
type Kernel struct {
	plain
	Choices []Choice `json:"choices,omitempty"`
}

func (k Kernel) parts() parts { return parts{choices: k.Choices} }

// Check implements Kind.
func (Kernel) Check(p *Param, x any) (any, error) {
	if s, ok := x.(string); ok && strings.TrimSpace(s) != "" && len(s) <= doc.MaxText {
		return s, nil
	}
	return nil, p.bad(x)
}

// Wants implements Kind.
func (Kernel) Wants(p *Param) string {
	return p.oneOf() + ", or a kernel expression such as rbf(0.2) + 0.5*linear()"
}

// Meets implements Kind: "*" means an expression, none of the choices.
func (Kernel) Meets(p *Param, v any, in string) bool {
	s := textOf(v)
	return s == in || in == "*" && !p.isChoice(s)
}

// CanBe implements Kind.
func (Kernel) CanBe(p *Param, in string) bool { return in == "*" || p.isChoice(in) }

// Meant implements Kind.
func (Kernel) Meant(_ *Param, in string) any {
	if in == "*" {
		return "rbf(0.2) + 0.5*linear()"
	}
	return in
}

// Wrong implements Kind.
func (Kernel) Wrong(p *Param) []Refused { return Choose{}.Wrong(p) }

// Tries implements Kind.
func (k Kernel) Tries(p *Param) []any { return Choose{Choices: k.Choices}.Tries(p) }

// Ends implements Kind.
func (k Kernel) Ends(p *Param) []any { return Choose{Choices: k.Choices}.Ends(p) }
