// Package tuning has what the engine reports about parameters in addition to their declarations: the numbers in the
// text of a kernel, and the names of a number's values.
package tuning

import (
	"slices"
	"strconv"

	"pointscape/engine/method"
)

// Tuning has the engine's newest report. The zero value has none.
//
// A slider that changes a number in a text works without the engine: the room replaces the number, and adjusts the
// positions of all others.
type Tuning struct {
	told   *method.Tuning
	number int // the engine's number of the report; 0 = it belongs to another state
}

// Known returns the number of the report that the engine need not send again.
func (t *Tuning) Known() int { return t.number }

// Forget must be called for a new engine.
func (t *Tuning) Forget() { t.number = 0 }

// Take handles the report that came with a picture of a method. If told is nil and number is not 0, the report is the
// known one. text returns a parameter's present text. held says that it is being dragged: the report is then a moment
// old, and the drag's value is newer. Take reports whether other controls must be shown.
func (t *Tuning) Take(told *method.Tuning, number int, id string, text func(param string) string, held bool) (
	others bool) {
	if told == nil && number != 0 {
		return false
	}
	if t.told != nil && t.told.Method == id && t.all(t.told, text) && (held || told != nil && !t.all(told, text)) {
		return false
	}
	before := t.told
	t.told, t.number = nil, number
	if told != nil {
		own := *told
		own.Texts = slices.Clone(told.Texts)
		for i := range own.Texts {
			own.Texts[i].Hyper = slices.Clone(own.Texts[i].Hyper)
		}
		t.told = &own
	}
	return !alike(before, t.told)
}

// all reports whether the report belongs to the present texts.
func (t *Tuning) all(told *method.Tuning, text func(param string) string) bool {
	for _, x := range told.Texts {
		if text(x.Param) != x.Text {
			return false
		}
	}
	return true
}

// alike reports whether two reports lead to the same controls, whatever the values.
func alike(a, b *method.Tuning) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Method == b.Method && slices.EqualFunc(a.Texts, b.Texts, func(x, y method.Tuned) bool {
		return x.Param == y.Param && slices.EqualFunc(x.Hyper, y.Hyper, func(g, h method.Hyper) bool {
			return g.Name() == h.Name() && (g.Learned != 0) == (h.Learned != 0)
		})
	}) && slices.EqualFunc(a.Lists, b.Lists, func(x, y method.Listed) bool {
		return x.Param == y.Param &&
			slices.Equal(x.Choices, y.Choices)
	})
}

// Hyper returns the numbers in the text of a method's parameter.
func (t *Tuning) Hyper(id, param string) []method.Hyper {
	if x := t.of(id, param); x != nil {
		return x.Hyper
	}
	return nil
}

func (t *Tuning) of(id, param string) *method.Tuned {
	if t.told == nil || t.told.Method != id {
		return nil
	}
	for i := range t.told.Texts {
		if t.told.Texts[i].Param == param {
			return &t.told.Texts[i]
		}
	}
	return nil
}

// With returns a text with another value of number i; false if the engine's report belongs to another text.
func (t *Tuning) With(id, param, text string, i int, v float64) (string, bool) {
	x := t.of(id, param)
	if x == nil || x.Text != text || i < 0 || i >= len(x.Hyper) {
		return text, false
	}
	h := &x.Hyper[i]
	return text[:h.From] + write(v) + text[h.To:], true
}

// Put is With, and updates the report to the new text and the new positions of all numbers.
func (t *Tuning) Put(id, param, text string, i int, v float64) (string, bool) {
	after, ok := t.With(id, param, text, i, v)
	if !ok {
		return text, false
	}
	x := t.of(id, param)
	x.Text = after
	longer := len(after) - len(text)
	for k := range x.Hyper {
		if h := &x.Hyper[k]; k == i {
			h.Value, h.To = v, h.To+longer
		} else if h.From > x.Hyper[i].From {
			h.From, h.To = h.From+longer, h.To+longer
		}
	}
	t.number = 0
	return after, true
}

// write formats a number as expressions have it.
func write(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Choices returns the names of a number's values; nil if it has none.
func (t *Tuning) Choices(id, param string) []method.Choice {
	if t.told == nil || t.told.Method != id {
		return nil
	}
	for _, l := range t.told.Lists {
		if l.Param == param {
			return l.Choices
		}
	}
	return nil
}
