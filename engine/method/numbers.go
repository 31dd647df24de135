package method

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pointscape/engine/doc"
)

// Numbers is a list of numbers, []float64, each within its range.
type Numbers struct {
	plain
	Range
	List
	Whole bool `json:"whole,omitempty"` // they have no fraction
	// Taken says that people do not type these numbers but take over those that the model has
	// (Taker); it is what the button says that forgets them: "Draw anew".
	Taken string `json:"taken,omitempty"`
	// Shape are the other parameters that say what such numbers are numbers of: who changes one of them on the page
	// leaves the numbers behind, though there may be as many of them.
	Shape []string `json:"shape,omitempty"`
}

func (k Numbers) parts() parts {
	return parts{span: k.Range, list: k.List, whole: k.Whole, taken: k.Taken, shape: k.Shape}
}

// Check implements Kind.
func (k Numbers) Check(p *Param, x any) (any, error) {
	list, ok := x.([]float64)
	if !ok {
		return nil, p.bad(x)
	}
	for _, f := range list {
		if !k.Holds(f) || k.Whole && f != math.Trunc(f) {
			return nil, p.bad(f)
		}
	}
	if k.MaxLen > 0 && (len(list) < k.MinLen || len(list) > k.MaxLen) {
		return nil, p.bad(x)
	}
	return list, nil
}

// Wants implements Kind.
func (k Numbers) Wants(*Param) string {
	s := "a list of "
	if k.MaxLen > 0 {
		s += fmt.Sprintf("%d to %d ", k.MinLen, k.MaxLen)
	}
	if k.Whole {
		s += "whole "
	}
	return k.wants(s + "numbers, each")
}

// Meant implements Kind: the empty list.
func (Numbers) Meant(*Param, string) any { return []float64{} }

// Flaw implements Kind.
func (k Numbers) Flaw(*Param) string {
	if k.Taken != "" && (k.Entry == "" || k.MaxLen == 0) {
		return "a list of numbers from a result needs a name for an entry, and a limit"
	}
	if k.Shape != nil && k.Taken == "" {
		return "a list of typed numbers must not have a shape"
	}
	return k.flaw()
}

// Wrong implements Kind.
func (k Numbers) Wrong(*Param) []Refused {
	list := refused(3.0, []float64{math.NaN()})
	if k.Whole {
		list = append(list, refused(slices.Repeat([]float64{k.Min + 0.5}, max(1, k.MinLen)))...)
	}
	if k.MaxLen > 0 {
		list = append(list, refused(slices.Repeat([]float64{k.Max}, k.MaxLen+1))...)
	}
	if k.MinLen > 0 {
		list = append(list, refused(slices.Repeat([]float64{k.Max}, k.MinLen-1))...)
	}
	return list
}

// Tries implements Kind: lists that it takes.
func (k Numbers) Tries(p *Param) []any {
	list := p.taken([]float64{0.13}, []float64{0.3, 0.7}, []float64{0.3, 0.7, -0.2}, []float64{0.2, 0.3, 0.5})
	if k.Whole {
		list = append(list, []float64{3}, []float64{2, 4})
	}
	return list
}

// taken are those of some values that a parameter takes.
func (p *Param) taken(values ...any) (list []any) {
	for _, x := range values {
		if _, err := p.Check(x); err == nil {
			list = append(list, x)
		}
	}
	return list
}

// Text is what people write: a string of at most Max characters.
type Text struct {
	plain
	Max float64 `json:"max,omitempty"`
	// Like is a text that may stand there, of a language of its own (an expression), for tests; "" = any may.
	Like string `json:"-"`
}

func (k Text) parts() parts { return parts{span: Range{Max: k.Max}} }

// Check implements Kind.
func (k Text) Check(p *Param, x any) (any, error) {
	s, ok := x.(string)
	if !ok || !utf8.ValidString(s) {
		return nil, p.bad(x)
	}
	if n := utf8.RuneCountInString(s); float64(n) > k.Max {
		return nil, p.bad(strconv.Itoa(n) + " of them")
	}
	return s, nil
}

// Wants implements Kind.
func (k Text) Wants(*Param) string { return fmt.Sprintf("a text of at most %g characters", k.Max) }

// Flaw implements Kind.
func (k Text) Flaw(*Param) string {
	if k.Max >= 1 && k.Max <= doc.MaxLong {
		return ""
	}
	return fmt.Sprintf("a text has a limit, of at most %d characters", doc.MaxLong)
}

// Wrong implements Kind.
func (k Text) Wrong(*Param) []Refused {
	return refused(3.0, []float64{1}, "a\xff", strings.Repeat("ä", int(k.Max)+1))
}

// Tries implements Kind: a word that most texts have; and, where there is room, a text.
func (k Text) Tries(*Param) []any {
	if k.Like != "" {
		return []any{k.Like}
	}
	list := []any{"the"}
	if k.Max > 300 {
		list = append(list, strings.Repeat("The one is with the two, and a three of the four has the five. The six is of "+
			"the one. A two is with the three of the six.\n\n", 2))
	}
	return list
}
