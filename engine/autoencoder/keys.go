package autoencoder

import (
	"slices"
	"strconv"

	"pointscape/engine/draw"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// quantiles returns the numbers below and above which the given share of a list lies. It sorts the list.
func quantiles(list []float64, share float64) (lo, hi float64) {
	slices.Sort(list)
	cut := int(share * float64(len(list)))
	return list[cut], list[len(list)-1-cut]
}

var rowKind = picture.KeyKind{Begins: "row"}

// keys returns a key for each row, shared by its point in the plane and its marks in panels.
func (s *state) keys() []string { return rowKind.Keys(s.p.N) }

// things are what keys name: the rows.
func (s *state) things(b *draw.Board) []draw.Reader {
	return []draw.Reader{draw.Each(rowKind, s.p.N, func(i int) (method.Told, bool) { return s.tell(i, b.View) })}
}

// tell describes a row. A click selects it.
func (s *state) tell(i int, v picture.Viewport) (t method.Told, ok bool) {
	t.Explanation = s.Explain(s.p.At(i), v, nil)
	what := words.Say("point ")
	if s.p.Wide() {
		what = words.Say("row ")
	}
	what += strconv.Itoa(s.p.Number(i))
	if c := s.class(i); c != picture.NoClass {
		what += words.Text(", %s", s.p.Names.Class(c))
	}
	t.Lines = append([]string{t.Answer}, t.Lines...)
	t.Answer = words.Capital(what)
	t.Click.Rows = []int{i}
	return t, true
}
