// Package tuning is the room of what the engine has told of the parameters beside
// their declarations: which numbers stand in a kernel's text, and what the values of
// a number are called.
package tuning

import (
	"slices"
	"strconv"

	"pointscape/engine/method"
)

// Tuning owns that. The zero value knows nothing.
//
// A slider that moves a number of a text is served without the engine: the room puts
// the number in its place, and knows where all others are then.
type Tuning struct {
	told   *method.Tuning
	number int // the engine's; 0 = it has told of another state than this
}

// Known is the number by which the engine need not tell again what is known.
func (t *Tuning) Known() int { return t.number }

// Forget is for a new engine.
func (t *Tuning) Forget() { t.number = 0 }

// Take takes what came with a picture of a method: what is left out (told is nil, and
// number is not) is known. text is what a parameter is now, and held tells that a hand
// is moving it: what came then is of a moment ago, and the hand's own place is newer.
// It tells whether other controls are to be shown.
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

// all tells whether what is told is of the present texts.
func (t *Tuning) all(told *method.Tuning, text func(param string) string) bool {
	for _, x := range told.Texts {
		if text(x.Param) != x.Text {
			return false
		}
	}
	return true
}

// alike tells whether two make the same controls, whatever the values.
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

// Hyper are the numbers in the text of a method's parameter.
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

// With is a text with another value of number i; false where the text is another one
// than the engine has told of.
func (t *Tuning) With(id, param, text string, i int, v float64) (string, bool) {
	x := t.of(id, param)
	if x == nil || x.Text != text || i < 0 || i >= len(x.Hyper) {
		return text, false
	}
	h := &x.Hyper[i]
	return text[:h.From] + write(v) + text[h.To:], true
}

// Put is With that is kept: the places of all numbers are those of the new text then.
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

// write writes a number as expressions have it.
func write(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Choices are the names of a number's values; nil where it has none.
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
