package voronoi

import (
	_ "embed"
	"math"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// manySites is the number of sites above which only circles with visible centres are drawn; all circles would cover the
// picture.
const manySites = 5000

//go:embed voronoi.jsonl
var voronoiExamples string

// Method declares the Voronoi diagram, id "voronoi".
func Method() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "voronoi",
			Aliases: []string{"Delaunay", "Nearest site", "Thiessen polygons", "Dirichlet tessellation", "1-NN",
				"Diagramme de Voronoï", "Triangulation de Delaunay"},
			Name:   "Voronoi diagram",
			Family: "Nearest neighbours",
			Task:   method.Cluster,
			Summary: "Assigns each point the part of the plane that is nearer to it than to " +
				"any other point. With classes, these are the exact regions of the nearest-neighbour rule.",
			Formula: "cell(i) = { x : ‖x − xᵢ‖ ≤ ‖x − xⱼ‖ for all j }",
			Source: "Voronoi, J. reine angew. Math. 134, 1908; Delaunay, Sur la sphère vide, 1934; " +
				"divide and conquer after Guibas, Stolfi, ACM Trans. Graph. 4, 1985; predicates after Shewchuk, Discrete " +
				"Comput. Geom. 18, 1997",
			Seen: "Exact cells, Delaunay triangulation, circumcircles; for up to 100,000 sites.",
			Shows: []method.Show{
				{Name: "cells", Label: "Cells", On: true, Help: "Cells in the colour of their site's class, when there are " +
					"several classes"},
				{Name: "edges", Label: "Edges", On: true, Help: "Points with two nearest sites; strong where the class changes"},
				{Name: "delaunay", Label: "Delaunay triangulation", Help: "Joins the sites whose cells touch: the dual of " +
					"the diagram"},
				{Name: "circles", Label: "Circumcircles", Help: "The circle through the corners of each triangle: no site lies " +
					"inside; its centre is a corner of the cells"},
				{Name: "hull", Label: "Convex hull", Help: "The sites on it have unbounded cells"},
			},
			Examples: method.ExamplesIn(voronoiExamples),
		},
		Fit: fit,
	}
}

// Model is the Voronoi diagram of a document's points.
type Model struct {
	*Diagram
	problem *method.Problem
	class   []int // per site: the class id of its first point with a class; else doc.Unlabeled
	colored bool  // the sites are not all of one class, nor all without one
}

func (m *Model) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m},
		Drawing: method.Drawing{Layers: m.Layers},
		Words:   method.Words{Explain: m.Explain, FactsIn: m.FactsIn},
	}
}

func fit(job method.Job, p *method.Problem, _ method.Values, _ method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Click to set the first site."}
	}
	d, err := DiagramOf(job, p.X)
	if err != nil {
		return nil, err
	}
	m := &Model{Diagram: d, problem: p, class: make([]int, d.Sites())}
	for s := range m.class {
		m.class[s] = doc.Unlabeled
	}
	for i, c := range p.Labels {
		if s := d.Site(i); m.class[s] == doc.Unlabeled {
			m.class[s] = c
		}
	}
	for _, c := range m.class {
		m.colored = m.colored || c != m.class[0]
	}
	return m, nil
}

func (m *Model) Status() method.Status {
	s := "Exact: the triangulation is decided without rounding."
	switch {
	case m.Sites() == 1:
		s = "One site owns the whole plane."
	case m.Collinear():
		s = "All sites lie on one line: the cells are strips, and there is no triangle."
	}
	return method.Status{State: method.Exact, Sentence: s}
}

// Facts returns the facts that do not depend on the view.
func (m *Model) Facts() []method.Fact {
	hull := m.Hull()
	sites := make([]int, m.problem.N)
	for i := range sites {
		sites[i] = m.Site(i)
	}
	return []method.Fact{
		{Name: "n_sites", Label: "Sites", Value: m.Sites(), Meaning: "Number of distinct points"},
		{Name: "n_duplicates", Label: "Duplicates", Value: m.problem.N - m.Sites(),
			Meaning: "Number of points that share the position and the cell of an earlier one"},
		{Name: "n_triangles", Label: "Triangles", Value: m.TriangleCount(), Meaning: "Number of triangles of the Delaunay " +
			"triangulation"},
		{Name: "n_hull", Label: "Corners of the hull", Value: len(hull), Meaning: "Number of corners of the convex hull"},
		{Name: "collinear", Value: m.Collinear(), Meaning: "All sites lie on one line", Quiet: true},
		{Name: "hull", Value: hull, Meaning: "Sites at the corners of the convex hull, counterclockwise", Quiet: true},
		{Name: "site_of_point", Value: sites, Meaning: "Site of each point; sites are numbered in the order of their " +
			"first points", Quiet: true},
	}
}

// FactsIn adds the areas within the view to Facts.
func (m *Model) FactsIn(v picture.Viewport) []method.Fact {
	facts := m.Facts()
	// The job is never cancelled, so there is no error.
	cells, err := m.Cells(method.Unstopped, boxOf(v))
	if err != nil {
		return facts
	}
	areas := make([]float64, m.Sites())
	least, most := math.Inf(1), 0.0
	seen := 0
	for s := range areas {
		a := cells.Area(s)
		areas[s] = a
		if a > 0 {
			least, most = min(least, a), max(most, a)
			seen++
		}
	}
	const unit = "squared data units"
	if seen > 0 {
		facts = append(facts,
			method.Fact{Name: "largest_cell", Label: "Largest cell", Value: most, Unit: unit,
				Meaning: "Area of the largest cell, within the view"},
			method.Fact{Name: "smallest_cell", Label: "Smallest cell", Value: least, Unit: unit,
				Meaning: "Area of the smallest cell, within the view"})
	}
	return append(facts, method.Fact{Name: "cell_areas", Value: areas, Unit: unit,
		Meaning: "Area of each site's cell, within the view", Quiet: true})
}

func boxOf(v picture.Viewport) Box { return Box{v.X0, v.Y0, v.X1, v.Y1} }

// Predict writes the class id of the nearest site, or doc.Unlabeled if it has none.
func (m *Model) Predict(x, out []float64) {
	s := 0
	for i := range out {
		s = m.Find(x[2*i], x[2*i+1], s)
		out[i] = float64(m.class[s])
	}
}

func (m *Model) Layers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	box := boxOf(v)
	if show["cells"] {
		cells, err := m.Cells(job, box)
		if err != nil {
			return nil, nil, err
		}
		under = append(under, m.cellLayers(cells)...)
	}
	if show["circles"] {
		p, err := m.circles(job, v)
		if err != nil {
			return nil, nil, err
		}
		under = append(under, p)
	}
	if show["delaunay"] {
		under = append(under, m.delaunay(box))
	}
	if show["hull"] {
		p := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Closed: true, Says: "convex hull of the sites"}
		for _, s := range m.Hull() {
			x, y := m.XY(s)
			p.XY = append(p.XY, x, y)
		}
		under = append(under, p)
	}
	if show["edges"] {
		plain := &picture.Path{Role: picture.RoleCellEdge, Class: picture.NoClass, Says: "edges of the cells"}
		border := &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, Says: "edges where the class changes"}
		err := m.Edges(job, box, func(s, r int, x0, y0, x1, y1 float64) {
			p := plain
			if m.class[s] != m.class[r] {
				p = border
			}
			p.Starts = append(p.Starts, len(p.XY)/2)
			p.XY = append(p.XY, x0, y0, x1, y1)
		})
		if err != nil {
			return nil, nil, err
		}
		under = append(under, plain)
		if m.colored {
			under = append(under, border)
		}
	}
	return under, nil, nil
}

// cellLayers makes one path for each class. Without classes, one path has all cells and shares their memory: neither is
// modified later.
func (m *Model) cellLayers(c *Cells) []picture.Layer {
	if !m.colored {
		p := &picture.Path{Role: picture.RoleCell, Class: picture.NoClass, Closed: true,
			XY: c.XY[:len(c.XY):len(c.XY)], Starts: make([]int, 0, m.Sites())}
		for v := 1; v+1 < len(c.start); v++ {
			if a := c.start[v]; a < c.start[v+1] {
				p.Starts = append(p.Starts, int(a))
			}
		}
		if len(p.XY) == 0 {
			return nil
		}
		return []picture.Layer{p}
	}
	type room struct{ cells, numbers int }
	var (
		paths [method.MaxClassID + 2]*picture.Path
		rooms [len(paths)]room
	)
	c.Each(func(s int, xy []float64) {
		r := &rooms[m.class[s]+1]
		r.cells++
		r.numbers += len(xy)
	})
	var layers []picture.Layer
	for k, r := range rooms {
		if r.cells > 0 {
			paths[k] = &picture.Path{Role: picture.RoleCell, Class: k - 1, Closed: true,
				Says: "cells, in the colour of their site's class",
				XY:   make([]float64, 0, r.numbers), Starts: make([]int, 0, r.cells)}
			layers = append(layers, paths[k])
		}
	}
	c.Each(func(s int, xy []float64) {
		p := paths[m.class[s]+1]
		p.Starts = append(p.Starts, len(p.XY)/2)
		p.XY = append(p.XY, xy...)
	})
	return layers
}

// delaunay draws the edges that may be visible in the box.
func (m *Model) delaunay(b Box) *picture.Path {
	p := &picture.Path{Role: picture.RoleDelaunay, Class: picture.NoClass, Says: "Delaunay triangulation"}
	line := func(v, w int32) {
		x0, y0, x1, y1 := m.x[v], m.y[v], m.x[w], m.y[w]
		if b.code(x0, y0)&b.code(x1, y1) == 0 {
			p.Starts = append(p.Starts, len(p.XY)/2)
			p.XY = append(p.XY, x0, y0, x1, y1)
		}
	}
	if m.Collinear() {
		for v := 1; v+1 < len(m.x); v++ {
			line(int32(v), int32(v+1))
		}
		return p
	}
	for e, h := range m.twin {
		if v, w := m.org[e], m.org[h]; int32(e) < h && v != ghost && w != ghost {
			line(v, w)
		}
	}
	return p
}

// circles draws the circumcircles that cross the view.
func (m *Model) circles(job method.Job, v picture.Viewport) (*picture.Path, error) {
	p := &picture.Path{Role: picture.RoleCircle, Class: picture.NoClass, Says: "circumcircles of the triangles"}
	box := boxOf(v)
	for t, x := range m.cx {
		if t&1023 == 0 {
			if err := job.Err(); err != nil {
				return nil, err
			}
		}
		if x != x || m.Sites() > manySites && box.code(x, m.cy[t]) != 0 {
			continue
		}
		m.circle(p, v, int32(t))
	}
	return p, nil
}

// circle appends the visible part of a triangle's circumcircle. Large circles are drawn as arcs about a corner of the
// triangle: the point at angle s from it is at chord length 2r sin(s/2), which is precise even for nearly straight
// circles.
func (m *Model) circle(p *picture.Path, v picture.Viewport, t int32) {
	a := m.org[3*t]
	ax, ay := m.x[a], m.y[a]
	dx, dy := m.cx[t]-ax, m.cy[t]-ay
	r := math.Hypot(dx, dy)
	mx, my := (v.X0+v.X1)/2, (v.Y0+v.Y1)/2
	reach := math.Hypot(v.X1-v.X0, v.Y1-v.Y0) / 2
	if gap := math.Hypot(m.cx[t]-mx, m.cy[t]-my) - r; math.Abs(gap) > reach+1e-9*r {
		return
	}
	dx, dy = dx/r, dy/r
	// The chord that reaches past the view.
	chord := math.Hypot(ax-mx, ay-my) + reach
	half := math.Pi
	if chord < 2*r {
		half = 2 * math.Asin(chord/(2*r))
	}
	// Steps for which the arc deviates from its chord by a tenth of a pixel.
	pixel := (v.X1 - v.X0) / float64(max(v.W, 1))
	step := math.Sqrt(0.8 * pixel / r)
	n := min(max(int(math.Ceil(half/step)), 4), 256)
	p.Starts = append(p.Starts, len(p.XY)/2)
	for i := -n; i <= n; i++ {
		s := half * float64(i) / float64(n)
		sin, cos := math.Sincos(s / 2)
		c := 2 * r * sin
		// The tangent (−dy, dx) at a, rotated by −s/2 towards the centre.
		p.XY = append(p.XY, ax+c*(sin*dx-cos*dy), ay+c*(sin*dy+cos*dx))
	}
}

// Explain returns the nearest site with its cell and, if triangles or circles are shown, the triangle that contains the
// position.
func (m *Model) Explain(x []float64, v picture.Viewport, show method.Shown) method.Explanation {
	s := m.Find(x[0], x[1], 0)
	sx, sy := m.XY(s)
	at := m.problem.Ordinal(m.Point(s))
	ex := method.Explanation{Answer: words.Text("point %s", strconv.Itoa(m.problem.Number(m.Point(s))))}
	if m.colored {
		ex.Answer = "no class"
		if c := m.class[s]; c >= 0 {
			ex.Answer = m.problem.Names.Class(c)
		}
	}
	ex.Lines = append(ex.Lines, words.Sprintf("nearest: point %d at %.4g, %.4g, distance %.4g", at+1, sx, sy,
		math.Hypot(x[0]-sx, x[1]-sy)))
	box := boxOf(v)
	cell := m.CellOf(s, box)
	n := len(m.Neighbors(s))
	near := words.Count(n, "neighbour")
	if len(cell) > 0 {
		near = words.Sprintf("%s, area %.4g within the view", near, polygonArea(cell))
		ex.Layers = append(ex.Layers, &picture.Path{Role: picture.RoleReach, Class: picture.NoClass, XY: cell, Closed: true,
			Says: "cell of this position"})
	}
	ex.Lines = append(ex.Lines, near)
	ex.Layers = append(ex.Layers, &picture.Marks{Role: picture.RoleNeighbor, XY: []float64{sx, sy}, Ordinal: []int{at},
		Says: "nearest site"})
	if !show["delaunay"] && !show["circles"] {
		return ex
	}
	if e := m.locate(x[0], x[1], m.at[s]); e >= 0 {
		t := e / 3
		tri := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Closed: true, Says: "triangle of this " +
			"position"}
		for _, c := range m.org[3*t : 3*t+3] {
			tri.XY = append(tri.XY, m.x[c], m.y[c])
		}
		circle := &picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Says: "circumcircle of that triangle"}
		m.circle(circle, v, t)
		ex.Layers = append(ex.Layers, circle, tri)
		ex.Lines = append(ex.Lines, words.Sprintf("circumcircle: radius %.4g, centre %.4g, %.4g, no site inside",
			math.Hypot(m.cx[t]-m.x[m.org[3*t]], m.cy[t]-m.y[m.org[3*t]]), m.cx[t], m.cy[t]))
	}
	return ex
}
