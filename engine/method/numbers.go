package method

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// Numbers is a list of numbers, []float64, each within its range.
type Numbers struct {
	plain
	Range
	List
	Whole bool `json:"whole,omitempty"` // the numbers have no fraction
	// Taken says that the user does not type these numbers but copies those of the model (Take); it is the label of the
	// button that clears them: "Draw anew".
	Taken string `json:"taken,omitempty"`
	// Shape names other parameters that determine what such numbers mean: when one of them is changed on the page, the
	// numbers are dropped, even if their count still fits.
	Shape []string `json:"shape,omitempty"`
}

func (k Numbers) parts() parts {
	return parts{span: k.Range, list: k.List, whole: k.Whole, taken: k.Taken, shape: k.Shape}
}

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

func (k Numbers) Wants(*Param) string {
	switch {
	case k.MaxLen > 0 && k.Whole:
		return k.wants(words.Sprintf("a list of %d to %d whole numbers, each", k.MinLen, k.MaxLen))
	case k.MaxLen > 0:
		return k.wants(words.Sprintf("a list of %d to %d numbers, each", k.MinLen, k.MaxLen))
	case k.Whole:
		return k.wants("a list of whole numbers, each")
	}
	return k.wants("a list of numbers, each")
}

// Meant returns the empty list.
func (Numbers) Meant(*Param, string) any { return []float64{} }

func (k Numbers) Flaw(*Param) string {
	if k.Taken != "" && (k.Entry == "" || k.MaxLen == 0) {
		return "a list of numbers from a result needs a name for an entry, and a limit"
	}
	if k.Shape != nil && k.Taken == "" {
		return "a list of typed numbers must not have a shape"
	}
	return k.flaw()
}

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

// Tries returns lists that are valid.
func (k Numbers) Tries(p *Param) []any {
	list := p.taken([]float64{0.13}, []float64{0.3, 0.7}, []float64{0.3, 0.7, -0.2}, []float64{0.2, 0.3, 0.5})
	if k.Whole {
		list = append(list, []float64{3}, []float64{2, 4})
	}
	return list
}

// taken returns those of the values that pass Check.
func (p *Param) taken(values ...any) (list []any) {
	for _, x := range values {
		if _, err := p.Check(x); err == nil {
			list = append(list, x)
		}
	}
	return list
}

// Text is free text: a string of at most Max characters.
type Text struct {
	plain
	Max float64 `json:"max,omitempty"`
	// Like is a valid text for tests, if the text has a syntax (an expression); "" = any text is valid.
	Like string `json:"-"`
}

func (k Text) parts() parts { return parts{span: Range{Max: k.Max}} }

func (k Text) Check(p *Param, x any) (any, error) {
	s, ok := x.(string)
	if !ok || !utf8.ValidString(s) {
		return nil, p.bad(x)
	}
	if n := utf8.RuneCountInString(s); float64(n) > k.Max {
		return nil, p.bad(words.Text("%s of them", strconv.Itoa(n)))
	}
	return s, nil
}

func (k Text) Wants(*Param) string { return words.Sprintf("a text of at most %g characters", k.Max) }

func (k Text) Flaw(*Param) string {
	if k.Max >= 1 && k.Max <= doc.MaxLong {
		return ""
	}
	return fmt.Sprintf("a text has a limit, of at most %d characters", doc.MaxLong)
}

func (k Text) Wrong(*Param) []Refused {
	return refused(3.0, []float64{1}, "a\xff", strings.Repeat("ä", int(k.Max)+1))
}

// Tries returns a word that occurs in most texts and, if Max allows, a longer text.
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
