package cluster

import (
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Maps returns the code and the reconstruction of a point: the code is 1 for the centre of its cluster and 0 for all
// others; the reconstruction is that centre. It returns nil before the first assignment.
func (s *stage) Maps() *method.Maps {
	if s.seeding() || len(s.centers) == 0 {
		return nil
	}
	a := &method.Maps{Choose: true,
		Code: func(i int, out []float64) {
			clear(out)
			out[s.labels[i]] = 1
		},
		Back: func(i int, out []float64) { copy(out, s.center(int(s.labels[i]))) },
		Kind: func(i int) int { return int(s.labels[i]) }}
	for c := range s.count() {
		a.Codes = append(a.Codes, "z"+words.Subscript(c+1))
	}
	if s.d == 2 {
		a.Image = func(picture.Viewport) []picture.Layer {
			// Without a class, since all points of a cluster are reconstructed there.
			marks := &picture.Marks{Role: picture.RoleMiddle, Says: "all reconstructions: the centres"}
			for _, c := range s.living() {
				marks.XY = append(marks.XY, s.center(c)...)
			}
			return []picture.Layer{marks}
		}
	}
	return a
}
