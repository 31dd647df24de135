package cluster

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"pointscape/engine/draw"
	"pointscape/engine/flats"
	"pointscape/engine/grouping"
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
			return words.Text("region nearest to a %s", m.one)
		}
		return words.Text("region nearest to a %s, fainter where another is nearly as near", m.one)
	case method.Boundary:
		return words.Text("border: two %s are equally near", m.many)
	}
	return ""
}

// inPlane reports whether the rows are points of the picture's plane.
func (m *flatModel) inPlane() bool { return m.p.D == 2 && !m.p.Wide() }

// meshed is the number of lines of the mesh in each direction of a patch, including its edges.
const meshed = 5

// outline draws a flat of rows that are not points of the plane, as far as its own rows extend: a line, or a patch of a
// plane with edges and mesh. Flats of other dimensions are not drawn.
func (m *flatModel) outline(f *flats.Flat, image *draw.Map, c int, role picture.Role, says string) []picture.Layer {
	edge := &picture.Path{Role: role, Class: c, Says: says}
	mesh := &picture.Path{Role: role, Class: c, Says: says, Weight: 0.4}
	wide := func(l int) float64 { return f.Sides[l][1] - f.Sides[l][0] }
	// place returns the position at shares of the extent of the rows in each direction, and 5 % beyond.
	place := func(share ...float64) []float64 {
		x := slices.Clone(f.Base)
		for l, t := range share {
			floats.AddScaled(x, f.Sides[l][0]+(1.1*t-0.05)*wide(l), f.Basis[l])
		}
		return image.Of(x)
	}
	var corners [][]float64
	switch {
	case len(f.Basis) == 1:
		corners = [][]float64{place(0), place(1)}
	case len(f.Basis) == 2 && !(wide(1) > 1e-9*wide(0)): // the rows lie on a line
		if wide(0) > 0 {
			corners = [][]float64{place(0), place(1)}
		}
	case len(f.Basis) == 2:
		corners = [][]float64{place(0, 0), place(1, 0), place(1, 1), place(0, 1), place(0, 0)}
		for k := 1; k < meshed-1; k++ {
			t := float64(k) / (meshed - 1)
			draw.Line(mesh, place(t, 0), place(t, 1))
			draw.Line(mesh, place(0, t), place(1, t))
		}
	}
	if len(corners) < 2 {
		return nil
	}
	draw.Line(edge, corners...)
	if role == picture.RoleFlat {
		edge.Keys = []string{grouping.Key(c)}
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
	role, says := picture.RoleFlat, words.Text("%s of a cluster", m.one)
	if before {
		role, says = picture.RoleGuide, words.Text("%s before this step", m.one)
	}
	for c, f := range list {
		class := c
		if before {
			class = picture.NoClass
		}
		if !m.inPlane() {
			layers = append(layers, m.outline(f, m.images.Of(b.Rows), class, role, says)...)
			continue
		}
		if len(f.Basis) != 1 {
			continue
		}
		if xy, ok := across(f.Base, f.Basis[0], b.View); ok {
			path := &picture.Path{Role: role, Class: class, XY: xy, Says: says}
			if !before {
				path.Keys = []string{grouping.Key(c)}
			}
			layers = append(layers, path)
		}
	}
	return layers
}

// foot returns the image of x's orthogonal projection on flat c.
func (m *flatModel) foot(x []float64, c int, image *draw.Map) []float64 {
	foot := make([]float64, len(x))
	m.flats[c].Foot(x, foot)
	return image.Of(foot)
}

// drawnMembers is the largest number of rows for which lines to their flats are drawn; with more rows there are none.
const drawnMembers = 2000

// shapes draws the flats, and lines from the rows to their projections on them.
func (m *flatModel) shapes(b *draw.Board) error {
	image := m.images.Of(b.Rows)
	if len(m.flats) == 0 || image == nil {
		return nil
	}
	if b.Show["members"] && !m.seeding() && m.N <= drawnMembers {
		b.Links(words.Text("from a point to its %s", m.one), method.Indices(m.N), func(i int) (c int, from, to []float64) {
			c = int(m.labels[i])
			return c, b.Of(i), m.foot(m.p.At(i), c, image)
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
		b.Numbers(len(m.flats), says, grouping.Key, func(c int) []float64 { return image.Of(m.flats[c].Base) })
	}
	return nil
}

// Explain lists the distances from x to the two nearest flats.
func (m *flatModel) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.p.D]
	if len(m.flats) == 0 {
		return method.Explanation{Answer: words.Text("no %s yet", m.one)}
	}
	first, least, second, next := m.nearestTwo(x)
	e := method.Explanation{Answer: grouping.Name(first)}
	at, image := draw.Position(m.p, x), m.images.Of(draw.Plane(m.p))
	say := func(c int, d2, weight float64, what string) {
		e.Lines = append(e.Lines, words.Text("distance to %s %s = %s: %s", m.one, strconv.Itoa(c+1),
			words.Number(math.Sqrt(d2)), what))
		if at != nil {
			draw.Join(&e, at, m.foot(x, c, image), weight, what)
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
			{Values: foot, Name: "row", Says: says, Title: words.Text("on %s %s", m.one, strconv.Itoa(first+1))},
			{Values: m.flats[first].Base, Name: "row", Says: says, Title: "mean"},
		})...)
	}
	return e
}

func (m *flatModel) Panels(show method.Shown) []method.Panel { return m.panels(show, m.squares) }

func (m *flatModel) keys(*draw.Board) []draw.Reader { return m.things(m.squares, m.says) }

// says returns lines of text about the flat of cluster c.
func (m *flatModel) says(c int) []string {
	if m.inPlane() && m.o.Q == 1 {
		return []string{m.equation(c)}
	}
	return grouping.Coordinates(m.p, "mean", m.flats[c].Base)
}
