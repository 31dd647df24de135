package rbm

import (
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

var unitKind = picture.KeyKind{Begins: "h", From: 1}

// Tell describes a hidden unit. A click selects the rows with P(h = 1 | v) above ½.
func (s *state) Tell(key string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	j, ok := unitKind.Number(key, s.Hidden)
	if !ok {
		return t, false
	}
	m := s.look()
	_, c, _ := s.Parts(s.Theta)
	t.Answer = words.Sprintf("Hidden unit %d", j+1)
	t.Lines = append(t.Lines, words.Text("bias %s, mean P(h = 1 | v) %s", words.Number(words.Significant(c[j], 3)),
		words.Percent(m.on[j])))
	if s.classes != nil {
		share := make([]float64, len(s.classes))
		for g, list := range m.byClass {
			share[g] = list[j]
		}
		var list []string
		for _, g := range method.LargestOf(share, min(3, len(share))) {
			list = append(list, words.Text("%s %s", s.p.Names.Class(s.classes[g]), words.Percent(share[g])))
		}
		t.Lines = append(t.Lines, words.Text("largest means: %s", words.Join(list, ", ")))
	}
	filter := s.filter(j)
	on := &picture.Marks{Role: picture.RoleSupport, Among: s.p.N, Says: "row with P(h = 1 | v) > ½"}
	for i := range s.p.N {
		if c[j]+linalg.Dot(filter, s.X[i*s.Visible:(i+1)*s.Visible]) > 0 {
			t.Click.Rows = append(t.Click.Rows, i)
			x, y := s.p.Drawn(i)
			on.XY, on.Ordinal = append(on.XY, x, y), append(on.Ordinal, s.p.Ordinal(i))
		}
	}
	t.Lines = append(t.Lines, words.Text("P(h = 1 | v) > ½ for %s", words.Count(len(t.Click.Rows), "row")))
	if len(t.Click.Rows) > 0 && len(t.Click.Rows) <= mostMarked {
		t.Layers = append(t.Layers, on)
	}
	return t, true
}

// mostMarked is the maximum number of rows that are marked; if there are more, none is.
const mostMarked = 500
