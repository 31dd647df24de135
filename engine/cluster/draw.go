package cluster

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/voronoi"
	"pointscape/engine/words"
)

var (
	_ method.Overlay    = (*stage)(nil)
	_ method.PartDrawer = (*stage)(nil)
	_ method.Explainer  = (*stage)(nil)
)

// Draws implements method.PartDrawer: cells and borders are drawn as they are, exactly.
func (s *stage) Draws(p method.Part) bool { return p == method.Regions || p == method.Boundary }

// Layers implements method.Overlay. Clusters have the colours of the classes with the
// same ids.
func (s *stage) Layers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under, over []picture.Layer, err error) {
	if s.d != 2 && s.shown == nil || len(s.centers) == 0 {
		return nil, nil, nil
	}
	if under, err = s.diagram(job, v, show); err != nil {
		return nil, nil, err
	}
	if show["members"] && !s.seeding() {
		under = append(under, s.members()...)
	}
	if l := s.chances(); l != nil {
		under = append(under, l)
	}
	if l := s.news(); l != nil {
		under = append(under, l)
	}
	if show["paths"] {
		over = append(over, s.paths()...)
	}
	if show["centers"] {
		over = append(over, s.badges()...)
	}
	return under, over, nil
}

// diagram is the Voronoi diagram of the centres. Cells of wide rows are not cut by lines of
// the plane in which the rows are shown: they have none.
func (s *stage) diagram(job method.Job, v picture.Viewport, show method.Shown) (layers []picture.Layer, err error) {
	if s.p.Wide() || !show[method.Regions] && !show[method.Boundary] {
		return nil, nil
	}
	t, err := voronoi.New(job, s.centers)
	if err != nil {
		return nil, err
	}
	d, err := voronoi.NewDiagram(job, t)
	if err != nil {
		return nil, err
	}
	box := voronoi.Box{X0: v.X0, Y0: v.Y0, X1: v.X1, Y1: v.Y1}
	if show[method.Regions] {
		cells, err := d.Cells(job, box)
		if err != nil {
			return nil, err
		}
		// Centres in one place share a cell: that of the first.
		for site := range d.Sites() {
			if xy := cells.Cell(site); len(xy) > 0 {
				layers = append(layers, &picture.Path{Role: picture.RoleCell, Class: d.Point(site), Closed: true, XY: xy, Says: "cell of a centre: what is nearest to it", Keys: []string{key(d.Point(site))}})
			}
		}
	}
	if show[method.Boundary] {
		border := &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, Says: "border: two centres are equally near"}
		if err := d.Edges(job, box, func(_, _ int, x0, y0, x1, y1 float64) { border.AddLine(x0, y0, x1, y1) }); err != nil {
			return nil, err
		}
		if len(border.XY) > 0 {
			layers = append(layers, border)
		}
	}
	return layers, nil
}

// members are lines from the points to the centres of their clusters.
func (s *stage) members() (layers []picture.Layer) {
	lines := make([]*picture.Path, s.k)
	for i, c := range s.labels {
		if lines[c] == nil {
			lines[c] = &picture.Path{Role: picture.RoleMember, Class: int(c), Says: "from a point to the centre of its cluster",
				XY: make([]float64, 0, 4*s.sizes[c]), Starts: make([]int, 0, s.sizes[c])}
		}
		x, y := s.p.Drawn(i)
		if cx, cy, ok := s.drawn(s.moved, int(c)); ok {
			lines[c].AddLine(x, y, cx, cy)
		}
	}
	for _, l := range lines {
		if l != nil && len(l.XY) > 0 {
			layers = append(layers, l)
		}
	}
	return layers
}

// chances are rings round the points that k-means++ may draw next: the wider, the
// likelier. What is not likely at all has none; nil where nothing is drawn by chances.
func (s *stage) chances() picture.Layer {
	if !s.seeding() || s.init != initPlusPlus || s.count() == s.k {
		return nil
	}
	weight, most := make([]float64, s.p.N), 0.0
	for i := range weight {
		_, weight[i] = nearest(s.p.At(i), s.centers)
		most = max(most, weight[i])
	}
	m := &picture.Marks{Role: picture.RoleSupport, Says: "likely to be the next centre, wider for likelier"}
	for i, w := range weight {
		if picture.RoundStep(w/most) > 0 {
			x, y := s.p.Drawn(i)
			m.XY, m.Size, m.Ordinal = append(m.XY, x, y), append(m.Size, w/most), append(m.Ordinal, s.p.Ordinal(i))
		}
	}
	if len(m.XY) == 0 {
		return nil
	}
	return m
}

// thin is the size of rings that stand in crowds, where borders run: wide ones would hide
// one another's points.
const thin = 0.3

// news are rings round the points that the step has put into another cluster; nil where
// there are none, or all are new.
func (s *stage) news() picture.Layer {
	if s.seeding() || s.moving() || s.moved == 0 || s.changed[s.moved] == 0 {
		return nil
	}
	before := s.assigned(s.moved - 1)
	m := &picture.Marks{Role: picture.RoleSupport, Says: "changes its cluster in this step"}
	for i, c := range s.labels {
		if c != before[i] {
			x, y := s.p.Drawn(i)
			m.XY, m.Size, m.Ordinal = append(m.XY, x, y), append(m.Size, thin), append(m.Ordinal, s.p.Ordinal(i))
		}
	}
	return m
}

// paths are the ways of the centres from their starts, and the move of a step.
func (s *stage) paths() (layers []picture.Layer) {
	until := s.moved // moves that are of the past
	if s.moving() {
		until--
	}
	way := &picture.Path{Role: picture.RoleTrack, Class: picture.NoClass, Weight: 0.8, Says: "way of a centre from its start"}
	step := &picture.Path{Role: picture.RoleTrack, Class: picture.NoClass, Says: "move of a centre in this step"}
	stops := &picture.Marks{Role: picture.RoleTrack, Says: way.Says}
	if until == 0 {
		stops.Says = step.Says
	}
	for c := range s.count() {
		first := 0 // of the centres whose places are known
		x, y, ok := s.drawn(0, c)
		for !ok && first < s.moved {
			first++
			x, y, ok = s.drawn(first, c)
		}
		from := len(way.XY)
		for t := first + 1; t <= until; t++ {
			px, py, _ := s.drawn(t, c)
			if px == x && py == y {
				continue
			}
			if len(way.XY) == from {
				way.AddLine(x, y)
				stops.XY = append(stops.XY, x, y)
			}
			way.XY, stops.XY = append(way.XY, px, py), append(stops.XY, px, py)
			x, y = px, py
		}
		if px, py, _ := s.drawn(s.moved, c); ok && (px != x || py != y) {
			step.AddLine(x, y, px, py)
			stops.XY = append(stops.XY, x, y)
		}
	}
	if len(way.XY) > 0 {
		layers = append(layers, way)
	}
	if len(step.XY) > 0 {
		layers = append(layers, step)
	}
	if len(stops.XY) > 0 {
		layers = append(layers, stops)
	}
	return layers
}

// badges are the centres with the numbers of their clusters, each over those before. Of
// several in one place the first is seen: it has the points.
func (s *stage) badges() (layers []picture.Layer) {
	for c := range s.count() {
		center := s.center(c)
		x, y, ok := s.drawn(s.moved, c)
		if first, _ := nearest(center, s.centers); !ok || first < c && slices.Equal(s.center(first), center) {
			continue
		}
		layers = append(layers,
			&picture.Marks{Role: picture.RoleCenter, XY: []float64{x, y}, Class: []int{c}, Says: "centre of a cluster, with its number", Keys: []string{key(c)}},
			&picture.Label{Role: picture.RoleCenter, X: x, Y: y, Text: strconv.Itoa(c + 1)})
	}
	return layers
}

// Explain implements method.Explainer: the squared distances to the nearest centres.
func (s *stage) Explain(x []float64, v picture.Viewport) method.Explanation {
	x = x[:s.d]
	if len(s.centers) == 0 {
		return method.Explanation{Answer: "no centre yet"}
	}
	first, least := nearest(x, s.centers)
	second, next := -1, math.Inf(1)
	for c := range s.count() {
		if d2 := distance2(x, s.centers[c*s.d:]); c != first && d2 < next {
			second, next = c, d2
		}
	}
	e := method.Explanation{Answer: name(first)}
	at, drawn := [2]float64{x[0]}, true // where x is
	if s.p.Wide() {
		at, drawn = s.p.DrawnOf(x)
	} else if drawn = s.d == 2; drawn {
		at[1] = x[1]
	}
	say := func(c int, d2, weight float64, what string) {
		e.Lines = append(e.Lines, "‖x − c"+words.Index(c+1)+"‖² = "+words.Number(d2)+": "+what)
		if !drawn {
			return
		}
		if cx, cy, ok := s.drawn(s.moved, c); ok {
			e.Layers = append(e.Layers, &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Weight: weight, XY: []float64{at[0], at[1], cx, cy}, Says: what})
		}
	}
	say(first, least, 1, "nearest centre")
	if second >= 0 {
		say(second, next, 0.2, "second nearest centre")
	}
	if s.seeding() && s.init == initPlusPlus && s.count() < s.k {
		e.Lines = append(e.Lines, "weight of a point here when the next centre is drawn: "+words.Number(least)+", of "+words.Number(s.potential[s.step-1])+" in all")
	}
	if s.p.Across > 0 {
		tiles := []method.Tile{{Values: x, Name: "row", Says: "row and its centres", Title: "row"}}
		for _, c := range []int{first, second} {
			if c >= 0 {
				tiles = append(tiles, method.Tile{Values: s.center(c), Name: "row", Says: "row and its centres", Title: "centre " + strconv.Itoa(c+1)})
			}
		}
		e.Layers = append(e.Layers, s.p.Album(x, v, tiles)...)
	}
	return e
}
