package method

import (
	"math"
	"reflect"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/words"
)

// Kind is the kind of a parameter with what is declared for that kind only: Number, Bool, Choose and so on. Most
// differences between kinds are in these methods; the control is the page's.
type Kind interface {
	// Check validates a value and returns it in its canonical type. Wants describes the valid values.
	Check(p *Param, x any) (any, error)
	Wants(p *Param) string
	// The values in When.In are texts. Meets reports whether v is the value that a text means, and CanBe whether any
	// value can be. Meant returns a value that the text means, or nil.
	Meets(p *Param, v any, in string) bool
	CanBe(p *Param, in string) bool
	Meant(p *Param, in string) any
	// Flaw describes what is wrong with the declaration; "" = nothing.
	Flaw(p *Param) string
	// Wrong returns invalid values, for tests. Tries returns valid values that should differ visibly; the default may be
	// among them. Ends returns values at the ends of the valid range, or all other choices.
	Wrong(p *Param) []Refused
	Tries(p *Param) []any
	Ends(p *Param) []any

	parts() parts
}

// Refused is an invalid value with the part of it that the error must name: "[1]"; "" = the whole.
type Refused struct {
	At    string
	Value any
}

// parts holds those declared properties that Param has accessors for; each kind sets the ones that it has.
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

// Is reports whether a parameter's kind is K.
func Is[K Kind](k Kind) bool {
	_, ok := k.(K)
	return ok
}

// SameKind reports whether the kinds of two parameters have the same type.
func (p *Param) SameKind(q *Param) bool { return reflect.TypeOf(p.Kind) == reflect.TypeOf(q.Kind) }

// IsNumber reports whether the value is a single number.
func (p *Param) IsNumber() bool { return p.Kind.parts().number }

// Change applies change to the kind of a parameter if it is K, and does nothing otherwise.
func Change[K Kind](p *Param, change func(k *K)) {
	if k, ok := p.Kind.(K); ok {
		change(&k)
		p.Kind = k
	}
}

// Accessors of what a parameter's kind declares. They return zero values for kinds that do not declare it.

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

// The names of kinds in JSON.
func init() {
	json.Variants(map[string]Kind{
		"number": Number{}, "integer": Integer{}, "bool": Bool{}, "choice": Choose{}, "kernel": Kernel{},
		"numbers": Numbers{},
		"options": Options{}, "text": Text{}, "places": Places{}, "painting": Painting{}, "estimators": Estimators{},
	})
}

// plain has the methods that most kinds share.
type plain struct{}

func (plain) parts() parts                          { return parts{} }
func (plain) Meets(_ *Param, v any, in string) bool { return textOf(v) == in }
func (plain) CanBe(*Param, string) bool             { return true }
func (plain) Meant(_ *Param, in string) any         { return in }
func (plain) Flaw(*Param) string                    { return "" }
func (plain) Ends(*Param) []any                     { return nil }

// refused returns values that are refused as a whole.
func refused(values ...any) (list []Refused) {
	for _, x := range values {
		list = append(list, Refused{"", x})
	}
	return list
}

// bad returns the error for an invalid value.
func (p *Param) bad(x any) error { return doc.Errorf("params."+p.Name, p.Wants(), x) }

// Range is an interval of numbers. Min = Max = 0 means no limit.
type Range struct {
	Min     float64 `json:"min,omitempty"`
	Max     float64 `json:"max,omitempty"`
	MinOpen bool    `json:"minOpen,omitempty"` // Min itself is excluded
	SoftMin float64 `json:"softMin,omitempty"` // ends of the slider, if narrower than the range; see Slider
	SoftMax float64 `json:"softMax,omitempty"` // (both 0 = Min, Max)
	Log     bool    `json:"log,omitempty"`     // logarithmic slider
}

// Holds reports whether f is finite and in the range.
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

// Clamp returns the number in [Min, Max] nearest to x.
func (r Range) Clamp(x float64) float64 {
	if r.Min == 0 && r.Max == 0 {
		return x
	}
	return min(max(x, r.Min), r.Max)
}

// Slider returns the ends of the slider, which are within the range.
func (r Range) Slider() (lo, hi float64) {
	if r.SoftMin == 0 && r.SoftMax == 0 {
		return r.Min, r.Max
	}
	return r.Clamp(r.SoftMin), r.Clamp(r.SoftMax)
}

// wants appends the limits to what, a noun phrase.
func (r Range) wants(what string) string {
	if r.Min == 0 && r.Max == 0 {
		return what
	}
	lo := "at least"
	if r.MinOpen {
		lo = "greater than"
	}
	return words.Sprintf("%s %s %g and at most %g", what, lo, r.Min, r.Max)
}

func (r Range) flaw() string {
	if r.Log && (r.Min < 0 || r.SoftMin < 0 || r.Min == 0 && r.SoftMin == 0) {
		return "a logarithmic slider needs a positive end"
	}
	return ""
}

// List is what the kinds with lists have in common.
type List struct {
	// A list with MaxLen > 0 has MinLen to MaxLen entries; otherwise there is no limit. Entry is what one entry is
	// called: "layer".
	MinLen int    `json:"minLen,omitempty"`
	MaxLen int    `json:"maxLen,omitempty"`
	Entry  string `json:"entry,omitempty"`
	// Per names the parameter of the kind Estimators or Numbers to whose entries the entries belong, if any: removing an
	// entry there removes the entry here. If Per is of the kind Numbers, the last entry also holds for missing ones, and
	// there may be More entries beyond those of Per: the output layer after the hidden ones.
	Per  string `json:"per,omitempty"`
	More int    `json:"more,omitempty"`
}

// Number is a float64.
type Number struct {
	plain
	Range
	Inputs bool `json:"inputs,omitempty"` // for rows of a table the slider ends at the number of columns
}

func (k Number) parts() parts { return parts{span: k.Range, inputs: k.Inputs, number: true} }

func (k Number) Check(p *Param, x any) (any, error) {
	if f, ok := x.(float64); ok && k.Holds(f) {
		return f, nil
	}
	return nil, p.bad(x)
}

func (k Number) Wants(*Param) string { return k.wants("a number") }

func (Number) Meant(_ *Param, in string) any {
	if f, err := strconv.ParseFloat(in, 64); err == nil {
		return f
	}
	return nil
}

func (k Number) Flaw(*Param) string {
	if k.Min == 0 && k.Max == 0 {
		return "it has no range"
	}
	return k.flaw()
}

func (k Number) Wrong(*Param) []Refused {
	list := refused(math.NaN(), math.Inf(1), math.Inf(-1), "1", true, []float64{1}, k.Min-1,
		k.Max+math.Max(1, math.Abs(k.Max)*1e-6))
	if k.MinOpen {
		list = append(list, refused(k.Min)...)
	}
	return list
}

// Tries returns the ends of the slider, and its middle.
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

func (k Number) Ends(*Param) []any {
	if k.MinOpen {
		return []any{math.Nextafter(k.Min, k.Max), k.Max}
	}
	return []any{k.Min, k.Max}
}

// Integer is a float64 without fraction in JSON; Values.Int reads it.
type Integer struct {
	plain
	Range
	Inputs bool `json:"inputs,omitempty"` // as in Number
}

func (k Integer) parts() parts { return parts{span: k.Range, inputs: k.Inputs, number: true} }

func (k Integer) Check(p *Param, x any) (any, error) {
	if f, ok := x.(float64); ok && k.Holds(f) && f == math.Trunc(f) {
		return f, nil
	}
	return nil, p.bad(x)
}

func (k Integer) Wants(*Param) string { return k.wants("a whole number") }

func (k Integer) Meant(p *Param, in string) any { return Number{}.Meant(p, in) }

func (k Integer) Flaw(p *Param) string { return Number{Range: k.Range}.Flaw(p) }

func (k Integer) Wrong(p *Param) []Refused {
	return append(Number{Range: k.Range}.Wrong(p), refused(k.Min+0.5)...)
}

// Tries returns the ends of the slider and its middle, or all values if there are few.
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

func (k Integer) Ends(*Param) []any {
	if k.MinOpen {
		return []any{k.Min + 1, k.Max}
	}
	return []any{k.Min, k.Max}
}

// Bool is a switch.
type Bool struct{ plain }

func (Bool) Check(p *Param, x any) (any, error) {
	if b, ok := x.(bool); ok {
		return b, nil
	}
	return nil, p.bad(x)
}

func (Bool) Wants(*Param) string { return "true or false" }

func (Bool) CanBe(_ *Param, in string) bool { return in == "true" || in == "false" }

func (Bool) Meant(_ *Param, in string) any { return in == "true" }

func (Bool) Wrong(*Param) []Refused { return refused(1.0, "true") }

func (Bool) Tries(p *Param) []any { return []any{p.Default != true} }

func (Bool) Ends(p *Param) []any { return []any{p.Default != true} }

// Choose is one of several choices.
type Choose struct {
	plain
	Choices []Choice `json:"choices,omitempty"`
}

func (k Choose) parts() parts { return parts{choices: k.Choices} }

func (k Choose) Check(p *Param, x any) (any, error) {
	if s, ok := x.(string); ok && p.isChoice(s) {
		return s, nil
	}
	return nil, p.bad(x)
}

func (Choose) Wants(p *Param) string { return p.oneOf() }

func (Choose) CanBe(p *Param, in string) bool { return p.isChoice(in) }

func (Choose) Wrong(*Param) []Refused {
	return refused("no such choice", "", 3.0, strings.Repeat("a", doc.MaxText+1))
}

func (k Choose) Tries(*Param) (list []any) {
	for _, c := range k.Choices {
		list = append(list, c.Value)
	}
	return list
}

// Ends returns all other choices except those that change the task.
func (k Choose) Ends(p *Param) (list []any) {
	for _, c := range k.Choices {
		if c.Value != p.Default && c.Task == "" {
			list = append(list, c.Value)
		}
	}
	return list
}

// Kernel is one of several choices, or a kernel expression. An expression is only checked to be text here: Method.Check
// parses it.
type Kernel struct {
	plain
	Choices []Choice `json:"choices,omitempty"`
}

func (k Kernel) parts() parts { return parts{choices: k.Choices} }

func (Kernel) Check(p *Param, x any) (any, error) {
	if s, ok := x.(string); ok && strings.TrimSpace(s) != "" && len(s) <= doc.MaxText {
		return s, nil
	}
	return nil, p.bad(x)
}

func (Kernel) Wants(p *Param) string {
	return words.Text("%s, or a kernel expression such as rbf(0.2) + 0.5*linear()", p.oneOf())
}

// Meets takes "*" for an expression that is not one of the choices.
func (Kernel) Meets(p *Param, v any, in string) bool {
	s := textOf(v)
	return s == in || in == "*" && !p.isChoice(s)
}

func (Kernel) CanBe(p *Param, in string) bool { return in == "*" || p.isChoice(in) }

func (Kernel) Meant(_ *Param, in string) any {
	if in == "*" {
		return "rbf(0.2) + 0.5*linear()"
	}
	return in
}

func (Kernel) Wrong(p *Param) []Refused { return Choose{}.Wrong(p) }

func (k Kernel) Tries(p *Param) []any { return Choose{Choices: k.Choices}.Tries(p) }

func (k Kernel) Ends(p *Param) []any { return Choose{Choices: k.Choices}.Ends(p) }
