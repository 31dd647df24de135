package decomposition

import (
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// key returns the key of component k, of its axis and of its bar in the spectrum.
func key(k int) string { return componentKind.Key(k) }

var componentKind = picture.KeyKind{Begins: "pc", From: 1}

// Hits returns the axes, which may be hidden.
func (m *pca) Hits(v picture.Viewport, _ method.Shown) picture.Hits {
	if !m.plane() {
		return nil
	}
	return picture.SpotsOf(v, m.axes())
}

// tellBar describes a bar of a histogram along an axis. A click selects its points.
func (m *pca) tellBar(of string) (t method.Told, ok bool) {
	for k := range min(len(m.s), len(axisPanel)) {
		b, _ := m.bins(k)
		kind, from, rows := b.Find(of)
		if rows == nil {
			continue
		}
		t.Answer = words.Text("z%s from %s to %s", words.Index(k+1), words.Number(from), words.Number(from+b.Edge))
		if kind > 0 {
			t.Answer = words.Say(t.Answer) + words.Text(": %s", m.p.Names.Class(kind-1))
		}
		t.Lines = []string{words.Count(len(rows), "point")}
		t.Click.Rows = rows
		return t, true
	}
	return t, false
}

// Tell describes a component's share, a matrix cell or a histogram bar. A click on a component keeps it and those
// before.
func (m *pca) Tell(of string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	k, ok := componentKind.Number(of, len(m.s))
	if !ok {
		if t, ok = m.tellCell(of); ok {
			return t, true
		}
		return m.tellBar(of)
	}
	t.Answer = name(k)
	t.Lines = append(t.Lines, words.Text("%s of the %s, %s", words.Percent(m.share(k)), m.what(),
		words.Number(m.deviation(k)*m.deviation(k))))
	if k > 0 {
		t.Lines = append(t.Lines, words.Text("%s with those before", words.Percent(1-squares(m.s, k+1)/m.total)))
	}
	if m.p.D <= shownInputs {
		t.Lines = append(t.Lines, words.Text("direction u%s = %s", words.Index(k+1), vector(m.basis[k])))
	}
	if m.asked != k+1 {
		t.Click.Set = map[string]any{"n_components": float64(k + 1)}
	}
	return t, true
}
