package decomposition

import (
	"strconv"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

var _ method.Keyed = (*pca)(nil)

// key is that of component k: of its axis, and of its bar in the spectrum.
func key(k int) string { return "pc" + strconv.Itoa(k+1) }

// Unseen implements method.Keyed: the axes, which may be switched off.
func (m *pca) Unseen(picture.Viewport) []picture.Layer {
	if !m.plane() {
		return nil
	}
	return m.axes()
}

// Tell implements method.Keyed: how much of the data is told by a component. A click keeps
// it, and those before.
func (m *pca) Tell(of string, _ picture.Viewport) (t method.Told, ok bool) {
	k := 0
	for ; k < len(m.s) && key(k) != of; k++ {
	}
	if k == len(m.s) {
		return t, false
	}
	t.Answer = name(k)
	t.Lines = append(t.Lines, words.Percent(m.share(k))+" of the "+m.what()+", "+words.Number(m.deviation(k)*m.deviation(k)))
	if k > 0 {
		t.Lines = append(t.Lines, words.Percent(1-squares(m.s, k+1)/m.total)+" with those before")
	}
	if m.p.D <= shownInputs {
		t.Lines = append(t.Lines, "direction u"+words.Index(k+1)+" = "+vector(m.basis[k]))
	}
	if m.asked != k+1 {
		t.Click.Set = map[string]any{"n_components": float64(k + 1)}
	}
	return t, true
}
