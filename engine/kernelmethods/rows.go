package kernelmethods

import (
	"math"
	"strconv"

	"pointscape/engine/classify"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// moving marks parameters that change the projection of a table's rows.
func moving(list []method.Param) []method.Param {
	for i := range list {
		list[i].Moves = list[i].Name != "priors"
	}
	return list
}

// table returns the rule for the rows of a table as a function of the discriminant coordinates, where it is affine: the
// nearest mean wins.
func (m *kfd) table() *classify.Rows {
	z := *m.problem
	z.X, z.D, z.Inputs = m.z, m.used, m.names()[:m.used]
	r := &classify.Rows{P: &z}
	for t := range m.used {
		axis := make([]float64, m.used+1)
		axis[t] = 1
		r.Axes = append(r.Axes, axis...)
		r.Names = append(r.Names, words.Text("%s (sd within classes)", m.names()[t]))
	}
	if len(m.means) == 2 {
		r.F = []float64{m.means[1][0] - m.means[0][0], m.leadAt(0)}
		return r
	}
	for c, mean := range m.means {
		r.F = append(append(r.F, mean...), m.scoreAt0(c))
	}
	return r
}

// scoreAt0 returns the score of class c at z = 0.
func (m *kfd) scoreAt0(c int) float64 {
	return math.Log(m.prior[c]) - linalg.Dot(m.means[c], m.means[c])/2
}

// Projected returns the discriminant coordinates. If there are fewer than the plane or the space has axes, principal
// components of the columns are added. The projection is empty if the view shows columns.
func (m *kfd) Projected() (pl method.Projection) {
	p := m.problem
	q := p.Principal
	if q == 0 || q > p.D {
		return pl
	}
	k := min(m.used, q)
	pl = method.Projection{Q: q, At: make([]float64, p.N*q)}
	names := m.table().Names
	for t := range q {
		name := words.Text("PC %s of the columns (sd)", strconv.Itoa(t-k+1))
		if t < k {
			name = names[t]
		}
		pl.Names = append(pl.Names, name)
	}
	for i := range p.N {
		copy(pl.At[i*q:], m.z[i*m.used:][:k])
	}
	if k < q {
		scores, _, ok := linalg.Components(p.X, p.N, p.D, q-k)
		for t := k; ok && t < q; t++ { // also in standard deviations, so that all axes have one scale
			square := 0.0
			for i := range p.N {
				v := scores[i*(q-k)+t-k]
				square += v * v / float64(p.N)
			}
			for i := 0; square > 0 && i < p.N; i++ {
				pl.At[i*q+t] = scores[i*(q-k)+t-k] / math.Sqrt(square)
			}
		}
	}
	return pl
}

func (m *kfd) SpaceLayers(at []float64, show method.Shown) []picture.Layer {
	return m.table().SpaceLayers(at, show)
}

// said returns a note for the status of wide rows. It begins with a space; "" for points of the plane.
func (m *kfd) said() string {
	p := m.problem
	if !p.Wide() {
		return ""
	}
	s := words.Text(" The kernel is of whole rows of %s.", words.Count(p.D, "column"))
	switch {
	case p.Principal == 0:
		s += words.Say(" In the columns that are shown no line divides the classes as the rule does.")
	case m.used > p.Principal:
		s += words.Text(" The rule depends on %s, of which %s are shown.", words.Count(m.used, "direction"),
			strconv.Itoa(p.Principal))
	default:
		s += words.Say(" Rows are shown along the directions, where lines divide the classes.")
	}
	return s
}
