package autoencoder

import (
	"pointscape/engine/draw"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Maps gives the code of a row, and what it decodes to.
func (s *state) Maps() *method.Maps {
	if s.wild() {
		return nil
	}
	_, out := s.through(s.x)
	a := &method.Maps{Codes: s.Codes(),
		Code: func(i int, z []float64) { copy(z, s.look().code[i*s.q:(i+1)*s.q]) },
		Back: func(i int, x []float64) {
			for j := range x {
				x[j] = s.own(j, out[j][i])
			}
		}}
	if s.q == 1 && s.p.D == 2 && !s.p.Wide() {
		a.Image = func(picture.Viewport) []picture.Layer {
			path := &picture.Path{Role: picture.RoleMean, Class: picture.NoClass, Says: "all reconstructions"}
			draw.Line(path, s.placed(s.images.Of(draw.Plane(s.p)), s.curve())...)
			return []picture.Layer{path}
		}
	}
	return a
}
