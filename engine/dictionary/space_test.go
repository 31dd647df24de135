package dictionary

import (
	"math"
	"math/rand/v2"
	"testing"

	"pointscape/engine/draw"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// In space, atoms must be at their images under the map that places the rows, and the planes of pairs must contain the
// reconstructions by two atoms.
func TestSpace(t *testing.T) {
	for _, centred := range []bool{false, true} {
		p := cloud(60, 4, 5)
		random := rand.New(rand.NewPCG(3, 3))
		to, at := make([]float64, 12), make([]float64, 3*p.N)
		for j := range to {
			to[j] = random.NormFloat64()
		}
		place := func(x []float64, from float64) (v [3]float64) {
			for j := range v {
				v[j] = linalg.Dot(to[4*j:4*j+4], x) + from*float64(j+1)
			}
			return v
		}
		for i := range p.N {
			v := place(p.At(i), 1)
			copy(at[3*i:], v[:])
		}
		m := begun(t, p, map[string]any{"n_components": 3.0, "fit_algorithm": "ksvd", "transform_n_nonzero_coefs": 2.0,
			"center": centred})
		for range 6 {
			m = next(t, m)
		}
		got, base := m.images.Of(draw.Space(p, at)), place(m.base, 1)
		for j := range 3 {
			if math.Abs(got.Of(m.base)[j]-base[j]) > 1e-9 {
				t.Errorf("centred %v: the base is at %v, want %v", centred, got.Of(m.base), base)
			}
			for k := range m.k {
				if v, along := place(m.b.atom(k), 0), got.Direction(m.b.atom(k)); math.Abs(along[j]-v[j]) > 1e-9 {
					t.Errorf("centred %v: atom %d points along %v, want %v", centred, k, along, v)
				}
			}
		}
		flats := 0
		for _, l := range m.SpaceLayers(at, method.Shown{"lines": true, "atoms": true}) {
			if p, ok := l.(*picture.Path); ok && p.Role == picture.RoleFlat && p.Weight == 0 {
				flats++
			}
		}
		if flats != len(m.pairs()) || flats == 0 {
			t.Errorf("%d planes are drawn of %d pairs", flats, len(m.pairs()))
		}
	}
}
