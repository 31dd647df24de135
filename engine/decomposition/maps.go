package decomposition

import (
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Maps has the coordinates along the kept components as codes, and reconstructions.
func (m *pca) Maps() *method.Maps {
	a := &method.Maps{Codes: m.Codes(),
		Code: func(i int, out []float64) {
			for k := range out {
				out[k] = m.score(m.p.At(i), k)
			}
		},
		Back: func(i int, out []float64) { m.reconstruct(m.p.At(i), out, m.q) }}
	if m.plane() && m.q == 1 {
		a.Image = func(v picture.Viewport) []picture.Layer {
			at, u := append([]float64(nil), m.base...), m.basis[0]
			// The point of the line that is nearest to the centre of the viewport.
			linalg.Axpy(m.score([]float64{(v.X0 + v.X1) / 2, (v.Y0 + v.Y1) / 2}, 0), u, at)
			return []picture.Layer{&picture.Path{Role: picture.RoleDirection, Class: picture.NoClass, XY: through(at, u, v),
				Says: "all reconstructions"}}
		}
	}
	return a
}
