package dictionary

import (
	"math"
	"slices"

	"pointscape/engine/draw"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/sorts"
)

// Atoms among the rows of a table in space: drawn as arrows, with the lines that they span and, if codes have two
// atoms, with the planes of such pairs. The rows then lie near a union of subspaces.

// mapped is the largest number of columns for which the map from the rows to the space is computed, paired the largest
// number of pairs of atoms whose planes are drawn, and seldom the share of the rows below which a pair has no plane.
const (
	mapped = 64
	paired = 6
	seldom = 0.05
)

// placing are the positions of vectors relative to the base of the sums, in units of scale.
type placing struct {
	*draw.Map
	base  []float64 // position of the base
	scale float64
}

// at returns the position of a sum of vectors with coefficients.
func (p *placing) at(vectors [][]float64, coefficients ...float64) []float64 {
	at := slices.Clone(p.base)
	for k, t := range coefficients {
		linalg.Axpy(t*p.scale, p.Direction(vectors[k]), at)
	}
	return at
}

func (m *learned) SpaceLayers(at []float64, show method.Shown) (layers []picture.Layer) {
	if m.p.D > mapped || !show["atoms"] && !show["lines"] {
		return nil
	}
	image := m.images.Of(draw.Space(m.p, at))
	p := &placing{image, image.Of(m.base), m.scale}
	if show["lines"] {
		layers = append(m.planes(p), m.spans(p)...)
	}
	if show["atoms"] {
		for k := range m.k {
			tip := p.at([][]float64{m.b.atom(k)}, m.far)
			arrow := &picture.Path{Role: picture.RoleEllipse, Class: k, Says: "atom: its direction", Keys: []string{key(k)}}
			draw.Line(arrow, p.base, tip)
			layers = append(layers, arrow, &picture.Label{Role: picture.RoleEllipse, X: tip[0], Y: tip[1], Z: tip[2:],
				Text: symbol(k), Anchor: picture.AnchorAbove, Key: key(k)})
		}
		middle := &picture.Marks{Role: picture.RoleMiddle, Says: "origin"}
		if m.centred {
			middle.Says = "mean of the points"
		}
		draw.Put(middle, p.base)
		layers = append(layers, middle)
	}
	return layers
}

// spans draws the lines of the atoms, as far as the rows extend along them.
func (m *learned) spans(p *placing) (layers []picture.Layer) {
	for k := range m.k {
		u, far := m.b.atom(k), 0.0
		for i := range m.p.N {
			far = max(far, math.Abs(linalg.Dot(u, m.row(i))))
		}
		line := &picture.Path{Role: picture.RoleMember, Class: k, Says: "line spanned by an atom",
			Keys: []string{key(k)}}
		draw.Line(line, p.at([][]float64{u}, -far), p.at([][]float64{u}, far))
		layers = append(layers, line)
	}
	return layers
}

// pair is two atoms that form the whole code of some rows.
type pair struct {
	k, l int
	rows []int
}

// pairs returns the pairs with the most rows: at most paired of them, each with at least the share seldom of the rows.
func (m *learned) pairs() (list []pair) {
	at := map[[2]int]int{}
	for i := range m.p.N {
		on := order(m.codeOf(i))
		if len(on) != 2 {
			continue
		}
		slices.Sort(on)
		of, had := at[[2]int{on[0], on[1]}]
		if !had {
			of = len(list)
			at[[2]int{on[0], on[1]}] = of
			list = append(list, pair{k: on[0], l: on[1]})
		}
		list[of].rows = append(list[of].rows, i)
	}
	sorts.StableFunc(list, func(a, b pair) int { return len(b.rows) - len(a.rows) })
	for i, q := range list {
		if i == paired || float64(len(q.rows)) < seldom*float64(m.p.N) {
			return list[:i]
		}
	}
	return list
}

// meshed is the number of lines across a plane in each direction, including its edges.
const meshed = 5

// planes draws patches of the planes of pairs of atoms, as far as their rows extend, in the colour of the atom that
// leads in most of these rows.
func (m *learned) planes(p *placing) (layers []picture.Layer) {
	at, v := make([]float64, m.p.D), make([]float64, m.p.D)
	for _, q := range m.pairs() {
		u := m.b.atom(q.k)
		copy(v, m.b.atom(q.l))
		linalg.Axpy(-linalg.Dot(u, v)/linalg.Dot(u, u), u, v)
		if !(length(v) > 1e-9) || !unit(v) {
			continue // the atoms are parallel
		}
		class, leads := q.k, 0
		var far [2]float64
		for _, i := range q.rows {
			m.b.rebuild(m.codeOf(i), at)
			far[0] = max(far[0], math.Abs(linalg.Dot(at, u))/length(u))
			far[1] = max(far[1], math.Abs(linalg.Dot(at, v)))
			if leading(m.codeOf(i)) == q.k {
				leads++
			}
		}
		if 2*leads < len(q.rows) {
			class = q.l
		}
		const says = "plane of two atoms that some points use"
		edge := &picture.Path{Role: picture.RoleFlat, Class: class, Says: says}
		mesh := &picture.Path{Role: picture.RoleFlat, Class: class, Says: says, Weight: 0.4}
		place := func(s, t float64) []float64 {
			return p.at([][]float64{u, v}, far[0]*s/length(u), far[1]*t)
		}
		draw.Line(edge, place(-1, -1), place(1, -1), place(1, 1), place(-1, 1), place(-1, -1))
		for i := 1; i < meshed-1; i++ {
			t := 2*float64(i)/(meshed-1) - 1
			draw.Line(mesh, place(t, -1), place(t, 1))
			draw.Line(mesh, place(-1, t), place(1, t))
		}
		layers = append(layers, edge, mesh)
	}
	return layers
}
