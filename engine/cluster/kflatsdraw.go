package cluster

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/draw"
	"pointscape/engine/flats"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// narrowed converts a score to float32, clamped to ±1e37 as kernel sums are.
func narrowed(x float64) float32 { return float32(min(max(x, -1e37), 1e37)) }

// scores makes a raster of k scores, of which the largest wins. With fewer than two scores it has no shading. hi is the
// lead of the largest score at which colours have full strength. The winner is the same in float32 as in float64.
// values writes the scores of row j of the grid, k numbers for each node.
func scores(job method.Job, g picture.Grid, k int, hi float64, values func(y float64, j int, out []float64)) (
	*picture.Raster, error) {
	n := g.W * g.H
	if k < 2 {
		r := &picture.Raster{Kind: picture.Labels, Grid: g, Classes: []int{0}, Planes: [][]float32{make([]float32, n)},
			Sharp: true}
		if k == 0 {
			for i := range r.Planes[0] {
				r.Planes[0][i] = picture.NoClass
			}
		}
		return r, nil
	}
	r := &picture.Raster{Kind: picture.Scores, Grid: g, Hi: hi}
	all := make([]float32, k*n)
	for c := range k {
		r.Classes, r.Planes = append(r.Classes, c), append(r.Planes, all[c*n:(c+1)*n])
	}
	row := make([]float64, k*g.W)
	for j := range g.H {
		if err := job.Err(); err != nil {
			return nil, err
		}
		values(g.Y(j), j, row)
		for i := range g.W {
			list, at := row[i*k:(i+1)*k], j*g.W+i
			win := method.Largest(list)
			best := narrowed(list[win])
			for c, v := range list {
				s := narrowed(v)
				if c < win && s >= best || c > win && s > best {
					s = math.Nextafter32(best, float32(math.Inf(-1)))
				}
				r.Planes[c][at] = s
			}
		}
	}
	return r, nil
}

// ScoreRaster computes negative distances. A point that lies on several flats up to rounding is equally near to each.
func (m *flatModel) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	k := len(m.flats)
	x := make([]float64, 2)
	r, err := scores(job, g, k, max(0.6*math.Sqrt(m.total/float64(m.N)), math.SmallestNonzeroFloat32),
		func(y float64, _ int, out []float64) {
			x[1] = y
			for i := range g.W {
				x[0] = g.X(i)
				for c, f := range m.flats {
					if d2 := f.Residual(x); d2 > m.Noise {
						out[i*k+c] = -math.Sqrt(d2)
					} else {
						out[i*k+c] = 0
					}
				}
			}
		})
	if r != nil {
		r.Name = "lead in distance"
	}
	return r, err
}

func (m *flatModel) PartSays(p method.Part) string {
	switch p {
	case method.Regions:
		if len(m.flats) < 2 {
			return "region nearest to a " + m.one
		}
		return "region nearest to a " + m.one + ", fainter where another is nearly as near"
	case method.Boundary:
		return "border: two " + m.many + " are equally near"
	}
	return ""
}

// inPlane reports whether the rows are points of the picture's plane.
func (m *flatModel) inPlane() bool { return m.p.D == 2 && !m.p.Wide() }

// placing is a flat's image in a picture: an affine map, known only at the rows, takes the data to q coordinates. A
// direction is nil if the rows do not determine it.
type placing struct {
	base []float64
	dirs [][]float64
}

// placed determines the image from the positions of the rows (not used in the plane). It is computed from the flat's own
// rows, whose coordinates z along its directions are uncorrelated with each other and with the rows' residuals:
// direction l is mapped to Σᵢ zᵢₗ atᵢ / Σᵢ zᵢₗ², with atᵢ relative to the base.
func (m *flatModel) placed(f *flats.Flat, rows *draw.Rows) placing {
	p := placing{base: make([]float64, rows.Q), dirs: make([][]float64, len(f.Basis))}
	if m.inPlane() {
		p.base, p.dirs = f.Base, f.Basis
		return p
	}
	of := func(i int32) []float64 { return rows.Of(int(i)) }
	if f.First {
		copy(p.base, of(f.Rows[0]))
	} else {
		for _, i := range f.Rows {
			for j, v := range of(i) {
				p.base[j] += v / float64(len(f.Rows))
			}
		}
	}
	for l := range f.Basis {
		sum, dir := 0.0, make([]float64, rows.Q)
		for _, i := range f.Rows {
			z := f.Along(m.p.At(int(i)), l)
			sum += z * z
			for j, v := range of(i) {
				dir[j] += z * (v - p.base[j])
			}
		}
		if side := f.Sides[l]; side[1]-side[0] > 1e-9*(f.Sides[0][1]-f.Sides[0][0]) && sum > 0 {
			for j := range dir {
				dir[j] /= sum
			}
			p.dirs[l] = dir
		}
	}
	return p
}

// at returns the image of the point of the flat with coordinates z; nil if it is unknown.
func (p *placing) at(z ...float64) []float64 {
	place := slices.Clone(p.base)
	for l, t := range z {
		if p.dirs[l] == nil {
			if t != 0 {
				return nil
			}
			continue
		}
		for j, u := range p.dirs[l] {
			place[j] += t * u
		}
	}
	return place
}

// meshed is the number of lines of the mesh in each direction of a patch, including its edges.
const meshed = 5

// outline draws a flat as far as its rows extend: a line, or a patch of a plane with edges and mesh. Flats of other
// dimensions are not drawn.
func (m *flatModel) outline(f *flats.Flat, at placing, c int, role picture.Role, says string) (layers []picture.Layer) {
	edge := &picture.Path{Role: role, Class: c, Says: says}
	mesh := &picture.Path{Role: role, Class: c, Says: says, Weight: 0.4}
	end := func(l int, t float64) float64 { // 5 % beyond the outermost rows
		s := f.Sides[l]
		return s[0] + (1.1*t-0.05)*(s[1]-s[0])
	}
	var corners [][]float64
	switch {
	case len(f.Basis) == 1:
		for _, t := range []float64{0, 1} {
			if place := at.at(end(0, t)); place != nil {
				corners = append(corners, place)
			}
		}
	case len(f.Basis) == 2 && at.dirs[1] == nil && at.dirs[0] != nil: // collinear rows determine one direction only
		corners = [][]float64{at.at(end(0, 0), 0), at.at(end(0, 1), 0)}
	case len(f.Basis) == 2 && at.dirs[0] != nil:
		for _, t := range [][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}} {
			corners = append(corners, at.at(end(0, t[0]), end(1, t[1])))
		}
		for k := 1; k < meshed-1; k++ {
			t := float64(k) / (meshed - 1)
			draw.Line(mesh, at.at(end(0, t), end(1, 0)), at.at(end(0, t), end(1, 1)))
			draw.Line(mesh, at.at(end(0, 0), end(1, t)), at.at(end(0, 1), end(1, t)))
		}
	}
	if len(corners) < 2 {
		return nil
	}
	draw.Line(edge, corners...)
	if role == picture.RoleFlat {
		edge.Keys = []string{key(c)}
	}
	return draw.Some(edge, mesh)
}

// across returns the segment of a line within the view; ok is false if there is none.
func across(base, u []float64, v picture.Viewport) (xy []float64, ok bool) {
	from, to := math.Inf(-1), math.Inf(1)
	for j, side := range [2][2]float64{{v.X0, v.X1}, {v.Y0, v.Y1}} {
		if u[j] == 0 {
			if base[j] < side[0] || base[j] > side[1] {
				return nil, false
			}
			continue
		}
		a, b := (side[0]-base[j])/u[j], (side[1]-base[j])/u[j]
		from, to = max(from, min(a, b)), min(to, max(a, b))
	}
	if !(from < to) {
		return nil, false
	}
	return []float64{base[0] + from*u[0], base[1] + from*u[1], base[0] + to*u[0], base[1] + to*u[1]}, true
}

// drawn draws the flats of list (in the plane only lines): each in the colour of its cluster, or without colour if they
// are those before this step.
func (m *flatModel) drawn(list []*flats.Flat, b *draw.Board, before bool) (layers []picture.Layer) {
	role, says := picture.RoleFlat, m.one+" of a cluster"
	if before {
		role, says = picture.RoleGuide, m.one+" before this step"
	}
	for c, f := range list {
		class := c
		if before {
			class = picture.NoClass
		}
		if !m.inPlane() {
			layers = append(layers, m.outline(f, m.placed(f, &b.Rows), class, role, says)...)
			continue
		}
		if len(f.Basis) != 1 {
			continue
		}
		if xy, ok := across(f.Base, f.Basis[0], b.View); ok {
			path := &picture.Path{Role: role, Class: class, XY: xy, Says: says}
			if !before {
				path.Keys = []string{key(c)}
			}
			layers = append(layers, path)
		}
	}
	return layers
}

// foot returns the image of x's orthogonal projection on flat c; nil if it is unknown.
func (m *flatModel) foot(x []float64, c int, at placing) []float64 {
	f := m.flats[c]
	if m.inPlane() {
		place := make([]float64, 2)
		f.Foot(x, place)
		return place
	}
	z := make([]float64, len(f.Basis))
	for l := range z {
		if at.dirs[l] != nil {
			z[l] = f.Along(x, l)
		}
	}
	return at.at(z...)
}

// drawnMembers is the largest number of rows for which lines to their flats are drawn; with more rows there are none.
const drawnMembers = 2000

// shapes draws the flats, and lines from the rows to their projections on them, where the images of these are known.
func (m *flatModel) shapes(b *draw.Board) error {
	if len(m.flats) == 0 || b.At == nil {
		return nil
	}
	if b.Show["members"] && !m.seeding() && m.N <= drawnMembers {
		images := make([]placing, m.K)
		for c, f := range m.flats {
			images[c] = m.placed(f, &b.Rows)
		}
		b.Links("from a point to its "+m.one, method.Indices(m.N), func(i int) (c int, from, to []float64) {
			c = int(m.labels[i])
			return c, b.Of(i), m.foot(m.p.At(i), c, images[c])
		})
	}
	if !b.Solid() {
		m.news(b)
	}
	if b.Show["flats"] {
		if m.moving() {
			b.Under(m.drawn(m.Flats[m.moved-1], b, true)...)
		}
		b.Over(m.drawn(m.flats, b, false)...)
		says := "mean of a cluster, with its number"
		if m.o.Q == 0 {
			says = "centre of a cluster, with its number"
		}
		b.Numbers(len(m.flats), says, key, func(c int) []float64 { return m.placed(m.flats[c], &b.Rows).base })
	}
	return nil
}

// Explain lists the distances from x to the two nearest flats.
func (m *flatModel) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.p.D]
	if len(m.flats) == 0 {
		return method.Explanation{Answer: "no " + m.one + " yet"}
	}
	first, least, second, next := m.nearestTwo(x)
	e := method.Explanation{Answer: name(first)}
	at, rows := draw.Position(m.p, x), draw.Plane(m.p)
	say := func(c int, d2, weight float64, what string) {
		e.Lines = append(e.Lines, "distance to "+m.one+" "+strconv.Itoa(c+1)+" = "+words.Number(math.Sqrt(d2))+": "+what)
		if at != nil {
			draw.Join(&e, at, m.foot(x, c, m.placed(m.flats[c], &rows)), weight, what)
		}
	}
	say(first, least, 1, "nearest")
	if second >= 0 {
		say(second, next, 0.2, "second nearest")
	}
	if m.p.Across > 0 {
		foot := make([]float64, len(x))
		m.flats[first].Foot(x, foot)
		const says = "row, and its projection onto its flat"
		e.Layers = append(e.Layers, m.p.Album(x, v, []method.Tile{
			{Values: x, Name: "row", Says: says, Title: "row"},
			{Values: foot, Name: "row", Says: says, Title: "on " + m.one + " " + strconv.Itoa(first+1)},
			{Values: m.flats[first].Base, Name: "row", Says: says, Title: "mean"},
		})...)
	}
	return e
}

func (m *flatModel) Panels(show method.Shown) []method.Panel { return m.panels(show, m.squares) }

func (m *flatModel) keys(*draw.Board) []draw.Thing { return m.things(m.squares, m.says) }

// says returns lines of text about the flat of cluster c.
func (m *flatModel) says(c int) []string {
	if m.inPlane() && m.o.Q == 1 {
		return []string{m.equation(c)}
	}
	return located(m.p, "mean", m.flats[c].Base)
}
