package neighbors

import (
	"math"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// places returns the positions of the mapped rows in dims dimensions. If A has more rows, these are the first principal
// components of the mapped rows, as A is determined only up to an orthogonal transformation; if it has fewer, the other
// coordinates are 0.
func (m *learned) places(dims int) []float64 {
	p, q := m.problem, m.q
	z := make([]float64, p.N*q)
	for i := range p.N {
		m.mapped(p.At(i), z[i*q:(i+1)*q])
	}
	axes := identity(q)
	if q > dims {
		scatter := make([]float64, q*q)
		for i := range p.N {
			at := z[i*q : (i+1)*q]
			for r, c := range at {
				linalg.Axpy(c, at, scatter[r*q:(r+1)*q])
			}
		}
		_, axes = eigen(scatter, q)
	}
	out := make([]float64, p.N*dims)
	for i := range p.N {
		for r := range min(dims, q) {
			out[i*dims+r] = linalg.Dot(axes[r], z[i*q:(i+1)*q])
		}
	}
	return out
}

// Projected places rows of a table at their mapped positions, unless the view names columns or A has a single row.
func (m *learned) Projected() (pl method.Projection) {
	p := m.problem
	if !p.Wide() || p.Principal == 0 || m.q < 2 || !method.Finite(m.a...) {
		return pl
	}
	pl.Q = 2
	if p.Principal == 3 && m.q > 2 {
		pl.Q = 3
	}
	pl.At = m.places(pl.Q)
	for r := range pl.Q {
		pl.Names = append(pl.Names, words.Text("learned %s", strconv.Itoa(r+1)))
	}
	return pl
}

// Layers draws how far the neighbourhoods of some points extend.
func (m *learned) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	p := m.problem
	if !show["ellipses"] || p.D != 2 || p.Wide() {
		return nil, nil, nil
	}
	near := m.votes().Search(m.votes().k+1, 1)
	for _, i := range m.some() {
		_, keys := near.Nearest(p.At(i))
		if e := m.votes().strip(p.At(i), keys[len(keys)-1], v); e != nil {
			e.Role, e.Class, e.Says = picture.RoleEllipse, p.ClassIDs[p.Class[i]], "reach of the k neighbours of some points"
			under = append(under, e)
		}
	}
	return under, nil, nil
}

// some returns points that are far from each other in the plane, the one nearest to the centre first. There are fewer
// if neighbourhoods are strips across the picture.
func (m *learned) some() (list []int) {
	p, most := m.problem, 7
	if m.q == 1 {
		most = 3
	}
	gap := make([]float64, p.N) // distance to the nearest chosen point
	at, best := 0, math.Inf(1)
	for i := range gap {
		x := p.At(i)
		gap[i] = math.Inf(1)
		if d := math.Hypot(x[0]-m.centre[0], x[1]-m.centre[1]); d < best {
			at, best = i, d
		}
	}
	for len(list) < most && gap[at] > 0 {
		list = append(list, at)
		next := at
		for i := range gap {
			x, y := p.At(i), p.At(at)
			if gap[i] = min(gap[i], math.Hypot(x[0]-y[0], x[1]-y[1])); gap[i] > gap[next] {
				next = i
			}
		}
		at = next
	}
	return list
}

func (m *learned) Panels(show method.Shown) (list []method.Panel) {
	p := m.problem
	if !method.Finite(m.a...) {
		return nil
	}
	if show["map"] && m.Projected().Q == 0 {
		info := method.PanelInfo{ID: "map", Title: "As A maps the points", XLabel: axisName(0), YLabel: axisName(1),
			Help: "The points at z = A(x − mean), where distance is the learned distance; both axes have the same scale"}
		if m.q == 1 {
			info.YLabel, info.YCounts = "class", true
			info.Help = "The points at z = a·(x − mean), a row for each class: the distance along this " +
				"axis is all that counts"
		} else if m.q > 2 {
			info.XLabel, info.YLabel = "first axis", "second axis"
			info.Help = "The points as A maps them, along the two axes in which they vary most there"
		}
		list = append(list, chart.Plain(info, m.scatter).Rows(func() []string { return rowKind.Keys(p.N) }))
	}
	if show["weights"] {
		if p.Across > 0 {
			list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: "weights", Title: "Weights of the pixels",
				Bare: true, Help: "Each row of A as a picture: positive and negative contributions to this dimension"},
				Draw: chart.InPixels(m.tiles)})
		} else {
			list = append(list, chart.Matrix{}.Panel(method.PanelInfo{ID: "weights", Title: "Weights of the inputs: A",
				Help: "One row per dimension of the learned space, one column per input: the change per unit of the " +
					"input"}, func(job method.Job) (*chart.Matrix, error) { return m.matrix(), job.Err() }))
		}
	}
	return list
}

// scatter returns a chart of the mapped points by class.
func (m *learned) scatter() *chart.Chart {
	p := m.problem
	marks := &picture.Marks{Role: picture.RolePoint, Says: "points, as A maps them"}
	c := &chart.Chart{X: chart.Airy(0.06), Y: chart.Airy(0.06), Alike: m.q > 1}
	at := m.places(2)
	for i, k := range p.Class {
		if m.q == 1 {
			at[2*i+1] = float64(p.ClassIDs[k] + 1)
		}
		marks.XY = append(marks.XY, at[2*i], at[2*i+1])
		marks.Class, marks.Keys = append(marks.Class, p.ClassIDs[k]), append(marks.Keys, rowKind.Key(i))
	}
	if m.q == 1 {
		c.Y = chart.Exactly(float64(p.ClassIDs[0])+0.3, float64(p.ClassIDs[len(p.ClassIDs)-1])+1.7)
	}
	c.Add(chart.Dots{Marks: marks})
	return c
}

// rowKind is the kind of keys of points, in the panel and in the plane.
var rowKind = picture.KeyKind{Begins: "row"}

// Tell describes the neighbours of a point; a click selects the point.
func (m *learned) Tell(of string, v picture.Viewport, show method.Shown) (t method.Told, ok bool) {
	i, ok := rowKind.Number(of, m.problem.N)
	if !ok {
		return t, false
	}
	p := m.problem
	t.Explanation = m.Explain(p.At(i), v, show)
	t.Answer = words.Text("Point %s, %s", strconv.Itoa(p.Number(i)), p.ClassName(p.Class[i]))
	t.Click.Rows = []int{i}
	return t, true
}

// shownRows is the maximum number of rows of A drawn.
const shownRows = 12

func (m *learned) matrix() *chart.Matrix {
	d, rows := m.problem.D, min(m.q, shownRows)
	names := make([]string, rows)
	for r := range names {
		names[r] = axisName(r)
	}
	return &chart.Matrix{Rows: rows, Cols: d, RowNames: names, ColNames: m.problem.OwnNames(), Name: "weight",
		Says: "weight of an input", Row: func(r int, out []float64) { copy(out, m.a[r*d:(r+1)*d]) },
		Alt: words.Text("The matrix A of %s and %s.", words.Count(rows, "dimension"), words.Count(d, "input"))}
}

// tiles draws the rows of A as images.
func (m *learned) tiles(p *picture.Picture) {
	var list []method.Tile
	d := m.problem.D
	for r := range min(m.q, shownRows) {
		list = append(list, method.Tile{Values: m.a[r*d : (r+1)*d], Diverging: true, Name: "weight",
			Says: "weight of a pixel", Title: axisName(r), Short: axisName(r)})
	}
	p.Alt = words.Text("The weights of the pixels in %s, as pictures.", words.Count(len(list), "dimension"))
	method.Tiles(p, m.problem.Across, list)
}

// strip returns the Ball, or, if the metric has rank 1 in the plane, the visible part of the strip that the ball is
// then. It returns nil if all distances are 0.
func (s *Space) strip(x []float64, key float64, v picture.Viewport) *picture.Path {
	w := s.white
	if w == nil || w[0] != 0 && w[3] != 0 {
		return s.Ball(x, key)
	}
	gx, gy := w[0]+w[2], w[3] // w[0] or w[2] is 0
	size := math.Hypot(gx, gy)
	if size == 0 {
		return nil
	}
	r := s.Length(key) / size
	gx, gy = gx/size, gy/size
	far := math.Hypot(v.X1-v.X0, v.Y1-v.Y0) + math.Hypot(x[0]-v.X0, x[1]-v.Y0)
	p := &picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Closed: true, Says: reach}
	for _, c := range [][2]float64{{r, far}, {r, -far}, {-r, -far}, {-r, far}} {
		p.XY = append(p.XY, x[0]+c[0]*gx-c[1]*gy, x[1]+c[0]*gy+c[1]*gx)
	}
	return p
}
