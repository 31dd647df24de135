package dictionary

import (
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Maps returns the codes (the coefficients of the atoms) and the reconstructions (their sums).
func (m *learned) Maps() *method.Maps {
	return &method.Maps{Codes: m.Codes(),
		Code: func(i int, out []float64) {
			for k, a := range m.codeOf(i) {
				out[k] = m.scale * a
			}
		},
		Back: func(i int, out []float64) {
			m.b.rebuild(m.codeOf(i), out)
			for j := range out {
				out[j] = m.base[j] + m.scale*out[j]
			}
		},
		Kind: func(i int) int { return leading(m.codeOf(i)) }}
}

// Maps returns the codes and reconstructions of the method on the stage.
func (m *four) Maps() *method.Maps {
	r := m.all[m.shown]
	a := &method.Maps{Choose: r.kind == ofMeans,
		Code: func(i int, out []float64) { copy(out, m.code(r, i)) },
		Back: func(i int, out []float64) {
			r.foot(m.bench, i, out)
			m.own(out)
		},
		Kind: r.group}
	for k := range m.code(r, 0) {
		a.Codes = append(a.Codes, "z"+words.Subscript(k+1))
	}
	if plane(m.p) && len(a.Codes) > 0 && !(r.kind == ofPCA && m.k > 1) {
		a.Image = func(v picture.Viewport) []picture.Layer { return m.shapes(r, v) }
	}
	return a
}
