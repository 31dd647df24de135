package dictionary

import (
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Maps implements method.Mapped: the coefficients of the atoms, and their sum.
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

// Maps implements method.Mapped, of the way that the stage shows.
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

var (
	_ method.Mapped = (*learned)(nil)
	_ method.Mapped = (*four)(nil)
)
