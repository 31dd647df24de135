package dictionary

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

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

// placing is the affine map from rows to their positions in space, known only at the rows.
type placing struct {
	base [3]float64 // image of the base of the sums
	to   []float64  // 3×d: linear part
}

// placed determines the map by least squares. The space maps means to means, so for the rows relative to their mean it
// is linear: P = (Σ atᵢ xᵢᵀ)(Σ xᵢ xᵢᵀ)⁺.
func (m *learned) placed(at []float64) (p placing, ok bool) {
	n, d := m.p.N, m.p.D
	var middle [3]float64
	mean := make([]float64, d)
	for i := range n {
		for j := range middle {
			middle[j] += at[3*i+j] / float64(n)
		}
		linalg.Axpy(1/float64(n), m.row(i), mean)
	}
	x := mat.NewDense(n, d, slices.Clone(m.x))
	y := mat.NewDense(n, 3, slices.Clone(at[:3*n]))
	for i := range n {
		linalg.Axpy(-1, mean, x.RawRowView(i))
		linalg.Axpy(-1, middle[:], y.RawRowView(i))
	}
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDThin) {
		return p, false
	}
	values := svd.Values(nil)
	rank := 0
	for _, s := range values {
		if s > 1e-9*values[0] {
			rank++
		}
	}
	if rank == 0 {
		return p, false
	}
	var to mat.Dense
	svd.SolveTo(&to, y, rank)
	for j := range 3 {
		for l := range d {
			p.to = append(p.to, to.At(l, j))
		}
	}
	p.base = middle
	origin := p.of(mean)
	for j := range origin {
		p.base[j] -= origin[j]
	}
	return p, true
}

// of returns the image of a direction, in units of scale.
func (p *placing) of(u []float64) (v [3]float64) {
	d := len(u)
	for j := range v {
		v[j] = linalg.Dot(p.to[j*d:(j+1)*d], u)
	}
	return v
}

// add appends a sub-path through positions relative to the image of the base.
func (p *placing) add(path *picture.Path, places ...[3]float64) {
	path.Starts = append(path.Starts, len(path.Z))
	for _, v := range places {
		path.XY = append(path.XY, p.base[0]+v[0], p.base[1]+v[1])
		path.Z = append(path.Z, p.base[2]+v[2])
	}
}

func scaled(u [3]float64, t float64) [3]float64 { return [3]float64{t * u[0], t * u[1], t * u[2]} }

func (m *learned) SpaceLayers(at []float64, show method.Shown) (layers []picture.Layer) {
	if m.p.D > mapped || !show["atoms"] && !show["lines"] {
		return nil
	}
	p, ok := m.placed(at)
	if !ok {
		return nil
	}
	if show["lines"] {
		layers = append(m.planes(p), m.spans(p)...)
	}
	if show["atoms"] {
		for k := range m.k {
			u := scaled(p.of(m.b.atom(k)), m.far)
			arrow := &picture.Path{Role: picture.RoleEllipse, Class: k, Says: "atom: its direction", Keys: []string{key(k)}}
			p.add(arrow, [3]float64{}, u)
			layers = append(layers, arrow, &picture.Label{Role: picture.RoleEllipse, X: p.base[0] + u[0], Y: p.base[1] + u[1],
				Z: []float64{p.base[2] + u[2]}, Text: symbol(k), Anchor: picture.AnchorAbove, Key: key(k)})
		}
		says := "origin"
		if m.centred {
			says = "mean of the points"
		}
		layers = append(layers, &picture.Marks{Role: picture.RoleMiddle, XY: []float64{p.base[0], p.base[1]},
			Z: []float64{p.base[2]}, Says: says})
	}
	return layers
}

// spans draws the lines of the atoms, as far as the rows extend along them.
func (m *learned) spans(p placing) (layers []picture.Layer) {
	for k := range m.k {
		u, far := m.b.atom(k), 0.0
		for i := range m.p.N {
			far = max(far, math.Abs(linalg.Dot(u, m.row(i))))
		}
		line := &picture.Path{Role: picture.RoleMember, Class: k, Says: "line spanned by an atom",
			Keys: []string{key(k)}}
		p.add(line, scaled(p.of(u), -far), scaled(p.of(u), far))
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
func (m *learned) planes(p placing) (layers []picture.Layer) {
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
		along, across := scaled(p.of(u), 1/length(u)), p.of(v)
		const says = "plane of two atoms that some points use"
		edge := &picture.Path{Role: picture.RoleFlat, Class: class, Says: says}
		mesh := &picture.Path{Role: picture.RoleFlat, Class: class, Says: says, Weight: 0.4}
		place := func(s, t float64) (w [3]float64) {
			for j := range w {
				w[j] = far[0]*s*along[j] + far[1]*t*across[j]
			}
			return w
		}
		p.add(edge, place(-1, -1), place(1, -1), place(1, 1), place(-1, 1), place(-1, -1))
		for i := 1; i < meshed-1; i++ {
			t := 2*float64(i)/(meshed-1) - 1
			p.add(mesh, place(t, -1), place(t, 1))
			p.add(mesh, place(-1, t), place(1, t))
		}
		layers = append(layers, edge, mesh)
	}
	return layers
}
