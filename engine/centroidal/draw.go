package centroidal

import (
	"math"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

func (s *state) Status() method.Status {
	u := s.sum()
	idle := ""
	if u.idle > 0 {
		idle = words.Text(" %s without mass in the cell: there is no centroid to go to.", words.Capital(words.Count(u.idle,
			"site")))
	}
	if s.name == ofPainted && s.d.form == flat {
		idle += words.Say(" Nothing is painted yet: the density is the same everywhere.")
	}
	above := "."
	switch ratio := s.energy / s.limit(); {
	case ratio >= 2:
		above = words.Text(", %s times that of hexagons.", words.Number(ratio))
	case ratio > 1:
		above = words.Text(", %s more than hexagons would have.", words.Percent(ratio-1))
	}
	if s.still() {
		return method.Status{State: method.Converged, Sentence: words.Text("Each site is at the centroid of its cell, "+
			"within the tolerance. The energy is %s%s The point is stationary, but other starts may end with a smaller "+
			"energy.%s", words.Number(s.energy), above, idle)}
	}
	if s.step == 0 {
		return method.Status{State: method.Running, Sentence: words.Text("Before the first step the energy is %s%s%s",
			words.Number(s.energy), above, idle)}
	}
	return method.Status{State: method.Running, Sentence: words.Text("After %s the energy is %s%s Site %s is %s from "+
		"its centroid, further than any other.%s", words.Count(s.step, "step"), words.Number(s.energy), above,
		strconv.Itoa(s.who+1), words.Number(s.far), idle)}
}

func (s *state) Facts() []method.Fact {
	var f method.FactList
	u := s.sum()
	f.Add("n_sites", s.n(), "", "Points, and sites that were drawn").Call("Sites")
	f.Add("energy", s.energy, "",
		"Mean squared distance from a point of the square to its site, weighted by the density (of mass 1)").Call("Energy")
	f.Add("hexagon_energy", s.limit(), "", "Energy of as many regular hexagons, smaller where the density is high: the "+
		"best for many sites (Gersho 1979), 5/(18√3) (∫√ρ)²/n").Call("Energy of hexagons")
	f.Add("energy_ratio", s.energy/s.limit(), "", "Energy, divided by that of hexagons").Call("Energy / hexagons")
	f.Add("largest_move", s.last, "data units", "Longest move of a site in the last step").Call("Largest move")
	f.Add("distance_to_centroid", s.far, "data units", "Largest distance of a site from the centroid of its cell").Call(
		"Farthest from its centroid")
	f.Add("capacity_spread", u.sd/u.mean, "", "Standard deviation of the masses of the cells, divided by their mean; "+
		"0: all masses are equal").Call("Spread of masses")
	if u.inner > 0 {
		f.Add("hexagons", float64(u.six)/float64(u.inner), "", "Share of the cells away from the border that "+
			"have six sides").Call("Six sides")
	}
	if u.idle > 0 {
		f.Add("n_idle", u.idle, "", "Sites whose cell has no mass or does not reach the square; they stay").Call(
			"Sites without mass")
	}
	f.Add("n_iter", s.step, "", "Steps so far").Call("Steps")
	f.Add("sites", pairs(s.at), "", "Positions of the sites").Hide()
	f.Add("cell_masses", s.mass, "", "Mass of each site’s cell").Hide()
	return f
}

func pairs(xy []float64) (rows [][]float64) {
	for i := 0; i < len(xy); i += 2 {
		rows = append(rows, xy[i:i+2:i+2])
	}
	return rows
}

func (s *state) Formula() string {
	way := "sᵢ ← ∫ρ x / ∫ρ over cell(i)"
	if s.relax != 1 {
		way = "sᵢ ← sᵢ + " + words.Number(s.relax) + " (∫ρ x / ∫ρ − sᵢ)"
	}
	return words.Text("E = Σ ∫ ρ(x) ‖x − sᵢ‖² dx = %s\n%s\nmany sites: E ≥ 5/(18√3) (∫√ρ)² / %s = %s",
		words.Number(s.energy), way, strconv.Itoa(s.n()), words.Number(s.limit()))
}

// Groups shows where the sites begin, faint after they have moved.
func (s *state) Groups(method.Shown) method.Groups {
	g := method.ByClass(s.p)
	g.Says = "where a site begins"
	if s.step > 0 {
		g.Weight = make([]float64, s.p.N)
		g.Fainter = "where a site began"
	}
	return g
}

// raster returns the density as shading. The values are shared and must not be modified.
func (d *density) raster() *picture.Raster {
	d.once.Do(func() { d.shades = d.shade() })
	r := *d.shades
	return &r
}

func (d *density) shade() *picture.Raster {
	n := 128
	r := &picture.Raster{Kind: picture.Sequential, Name: "density", Says: "density", Hi: pales * d.top, Still: true}
	if d.form == tiles {
		n, r.Sharp = 16*fields, true
	}
	plane := make([]float32, n*n)
	step := 1 / float64(n)
	r.Grid = picture.Grid{X0: step / 2, Y0: 1 - step/2, DX: step, DY: -step, W: n, H: n}
	for i := range plane {
		plane[i] = float32(d.of(r.Grid.X(i%n), r.Grid.Y(i/n)))
	}
	r.Planes = [][]float32{plane}
	return r
}

// pales is the upper end of the colour scale relative to the largest density: pale colours keep ink readable. (A veil
// would take five times as long to paint.)
const pales = 1.8

func (s *state) Layers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show["density"] && s.d.form != flat {
		under = append(under, s.d.raster())
	}
	d, cells, err := s.cells(job)
	if err != nil {
		return nil, nil, err
	}
	if show["sides"] {
		few := &picture.Path{Role: picture.RoleCell, Class: 0, Closed: true, Says: "cell with five sides or fewer"}
		many := &picture.Path{Role: picture.RoleCell, Class: 1, Closed: true, Says: "cell with seven sides or more"}
		for i, k := range s.sides {
			if p := few; k > 0 && k != 6 {
				if k > 6 {
					p = many
				}
				p.AddLine(cells.Cell(d.Site(i))...)
			}
		}
		for _, p := range []*picture.Path{few, many} {
			under = picture.AppendPath(under, p)
		}
	}
	if show["cells"] {
		p := &picture.Path{Role: picture.RoleCellEdge, Class: picture.NoClass, Says: "edges of the cells"}
		if err := d.Edges(job, square, func(_, _ int, x0, y0, x1, y1 float64) { p.AddLine(x0, y0, x1, y1) }); err != nil {
			return nil, nil, err
		}
		under = picture.AppendPath(under, p)
	}
	under = append(under, &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Closed: true,
		XY: []float64{0, 0, 1, 0, 1, 1, 0, 1}, Says: "the square"})
	if show["ways"] && s.step > 0 {
		p := &picture.Path{Role: picture.RoleTrack, Class: picture.NoClass, Weight: 0.3,
			Says: "path of a site from its start"}
		for i := 0; i < len(s.at); i += 2 {
			if s.at[i] != s.starts[i] || s.at[i+1] != s.starts[i+1] {
				p.AddLine(s.starts[i], s.starts[i+1], s.at[i], s.at[i+1])
			}
		}
		under = picture.AppendPath(under, p)
	}
	if show["centroids"] {
		p := &picture.Path{Role: picture.RoleResidual, Class: picture.NoClass,
			Says: "from a site to the centroid of its cell"}
		pixel := (v.X1 - v.X0) / float64(max(v.W, 1))
		for i := 0; i < len(s.at); i += 2 {
			if math.Hypot(s.mean[i]-s.at[i], s.mean[i+1]-s.at[i+1]) > pixel/2 {
				p.AddLine(s.at[i], s.at[i+1], s.mean[i], s.mean[i+1])
			}
		}
		under = picture.AppendPath(under, p)
	}
	return append(under, s.dots(v)), nil, nil
}

// dots draws the sites, smaller if there are more of them.
func (s *state) dots(v picture.Viewport) picture.Layer {
	n := s.n()
	m := &picture.Marks{Role: picture.RoleSite, XY: s.at, Says: "site"}
	// The radius, in pixels, is a fraction of the distance between neighbours, limited to 1.8 to 4: sizes 0 to 1.
	r := 0.17 * float64(v.W) / (v.X1 - v.X0) * math.Sqrt(s.d.fill/float64(n))
	size := min(max((r-1.8)/2.2, 0), 1)
	m.Size = make([]float64, n)
	for i := range m.Size {
		m.Size[i] = size
	}
	if n <= mostKeyed {
		for i := range n {
			m.Keys = append(m.Keys, key(i))
		}
	}
	return m
}

// mostKeyed is the largest number of sites for which each has a key.
const mostKeyed = 2000

func key(i int) string { return siteKind.Key(i) }

var siteKind = picture.KeyKind{Begins: "s"}

// title returns the name of a site; those of points have their numbers.
func (s *state) title(i int) string {
	if i < s.p.N {
		return words.Text("site of point %s", strconv.Itoa(s.p.Number(i)))
	}
	return words.Text("site %s", strconv.Itoa(i+1))
}

// Hits returns the cells as hit areas.
func (s *state) Hits(_ picture.Viewport, _ method.Shown) (hits picture.Hits) {
	if s.n() > mostKeyed {
		return nil
	}
	d, cells, err := s.cells(method.Unstopped)
	if err != nil {
		return nil
	}
	for i := range s.n() {
		if site := d.Site(i); d.Point(site) == i {
			hits.Add(picture.Area, key(i), cells.Cell(site)...)
		}
	}
	return hits
}

func (s *state) Tell(of string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	i, ok := siteKind.Number(of, s.n())
	if !ok {
		return t, false
	}
	t.Answer = words.Capital(s.title(i))
	t.Lines = s.tell(i)
	t.Layers = s.cellOf(i)
	if i < s.p.N {
		t.Click.Rows = []int{i}
	}
	return t, true
}

// tell describes a site.
func (s *state) tell(i int) []string {
	at := "s" + words.Subscript(i+1) + " = (" + words.Number(s.at[2*i]) + ", " + words.Number(s.at[2*i+1]) + ")"
	if s.mass[i] == 0 {
		return []string{at, "no mass in its cell: the site stays"}
	}
	lines := []string{at,
		words.Text("mass of its cell: %s, %s times the mean", words.Number(s.mass[i]),
			words.Number(s.mass[i]*float64(s.n()))),
		words.Text("adds %s to the energy", words.Number(s.spread[i]))}
	if f := math.Hypot(s.mean[2*i]-s.at[2*i], s.mean[2*i+1]-s.at[2*i+1]); f > s.gap() {
		lines = append(lines, words.Text("%s from the centroid", words.Number(f)))
	} else {
		lines = append(lines, "at the centroid")
	}
	if k := s.sides[i]; k > 0 {
		lines = append(lines, words.Count(int(k), "side"))
	}
	return lines
}

// cellOf draws the cell of a site, its centroid and the line to it.
func (s *state) cellOf(i int) (layers []picture.Layer) {
	d, cells, err := s.cells(method.Unstopped)
	if err != nil {
		return nil
	}
	if site := d.Site(i); d.Point(site) == i {
		if xy := cells.Cell(site); len(xy) > 0 {
			layers = append(layers, &picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Closed: true, XY: xy,
				Says: "cell of the site"})
		}
	}
	return append(layers,
		&picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass,
			XY: []float64{s.at[2*i], s.at[2*i+1], s.mean[2*i], s.mean[2*i+1]}, Says: "line to the centroid"},
		&picture.Marks{Role: picture.RoleOptimum, XY: []float64{s.mean[2*i], s.mean[2*i+1]}, Size: []float64{0},
			Says: "centroid of the cell"})
}

// Explain describes the nearest site and its cell.
func (s *state) Explain(x []float64, _ picture.Viewport, _ method.Shown) (e method.Explanation) {
	d, _, err := s.cells(method.Unstopped)
	if err != nil {
		return e
	}
	i := d.Point(d.Find(x[0], x[1], 0))
	e.Answer = words.Capital(s.title(i))
	e.Lines = append([]string{words.Text("density here: %s", words.Number(s.d.of(x[0], x[1])))}, s.tell(i)...)
	e.Layers = s.cellOf(i)
	return e
}

// Predict writes the index of the nearest site, from 0.
func (s *state) Predict(x, out []float64) {
	d, _, err := s.cells(method.Unstopped)
	if err != nil {
		return
	}
	near := 0
	for i := range out {
		near = d.Find(x[2*i], x[2*i+1], near)
		out[i] = float64(d.Point(near))
	}
}

func (s *state) Panels(show method.Shown) (list []method.Panel) {
	if show["masses"] {
		list = append(list, chart.Plain(method.PanelInfo{ID: "masses", Title: "Masses of the cells",
			XLabel: "mass of a cell / mean", YLabel: "sites", YCounts: true, YFrom0: true,
			Help: "Numbers of cells by the mass that they contain. The cells of smallest energy are not equal: where the " +
				"density is high, they contain more."}, s.masses))
	}
	if show["energy"] {
		list = append(list, chart.Plain(method.PanelInfo{ID: "energy", Title: "Energy over the steps", XLabel: "step",
			XCounts: true, YLabel: "energy", YFrom0: true,
			Help: "The energy never rises. The line is the energy of as many regular hexagons."}, s.energyChart))
	}
	return list
}

// masses draws a histogram in which each site has its own box.
func (s *state) masses() *chart.Chart {
	n := float64(s.n())
	most := 0.0
	for _, m := range s.mass {
		most = max(most, m*n)
	}
	bins := int(min(max(2*math.Sqrt(n), 8), 40))
	hi := max(2, math.Ceil(most*1.02))
	b := method.NewBins("m", make([]float64, 0), nil, 0, hi, bins)
	count, in := make([]int, bins), make([]int, s.n())
	for i, m := range s.mass {
		in[i] = min(int(m*n/hi*float64(bins)), bins-1)
		count[in[i]]++
		b.Top = max(b.Top, count[in[i]])
	}
	b.Count = [][]int{count}
	bars := chart.Bars{Look: chart.Of(picture.RoleBar, 0, "cells of such a mass"), Half: 0.46 * b.Edge}
	for k, c := range count {
		if c > 0 {
			bars.X, bars.Y = append(bars.X, (float64(k)+0.5)*b.Edge), append(bars.Y, float64(c))
		}
	}
	u := s.sum()
	p := &chart.Chart{X: chart.Exactly(0, hi), Y: chart.From0(0, 0.08),
		Alt: words.Text("Masses of %s: their standard deviation is %s of their mean.", words.Count(s.n(), "cell"),
			words.Number(u.sd/u.mean))}
	p.Add(bars, chart.Upright(chart.As(picture.RoleGuide, "the mean"), 1))
	if s.n() > mostKeyed {
		return p
	}
	top := make([]int, bins)
	for i, k := range in {
		x, y := float64(k)*b.Edge, float64(top[k])
		top[k]++
		p.Hits.Box(key(i), x, y, x+b.Edge, y+1)
	}
	return p
}

// energyChart draws the energy over the steps up to this one.
func (s *state) energyChart() *chart.Chart {
	list, from := s.curve()
	c := &chart.Chart{X: chart.Exactly(float64(from), float64(max(s.step, from+1))),
		Y: chart.Axis{See: []float64{0, s.limit()}, Above: 0.1}}
	c.Add(chart.Curve{Look: chart.As(picture.RoleMean, "energy"), From: float64(from), Y: list},
		chart.Level(chart.As(picture.RoleMargin, "energy of hexagons").Called("energy of hexagons"), s.limit()),
		chart.Dot(chart.As(picture.RoleTrack, "this step"), float64(s.step), s.energy))
	return c
}
