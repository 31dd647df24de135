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

// Draws reports that regions and boundaries are drawn exactly, as Voronoi cells and their edges.
func (s *stage) Draws(p method.Part) bool { return p == method.Regions || p == method.Boundary }

// Layers colours each cluster like the class with the same id.
func (s *stage) Layers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
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
		over = append(over, s.badges(func(c int) (at [3]float64, ok bool) {
			at[0], at[1], ok = s.drawn(s.moved, c)
			return at, ok
		}, false)...)
	}
	return under, over, nil
}

// SpaceLayers draws the centres among their rows.
func (s *stage) SpaceLayers(at []float64, show method.Shown) []picture.Layer {
	if !show["centers"] || len(s.centers) == 0 {
		return nil
	}
	places := s.places(at, s.moved)
	return s.badges(func(c int) (place [3]float64, ok bool) {
		copy(place[:], places[3*c:])
		return place, place[0] == place[0]
	}, true)
}

// places returns the positions of the centres after so many moves, three coordinates each, in a space in which the rows
// have the coordinates at (three per row). A centre is drawn at the row at which it started, then at the mean position
// of its rows. The first coordinate of an unknown position is NaN.
func (s *stage) places(at []float64, moves int) []float64 {
	place := make([]float64, 3*s.k)
	if moves == 0 {
		for c := range s.k {
			for j := range 3 {
				place[3*c+j] = math.NaN()
				if c < len(s.seeds) {
					place[3*c+j] = at[3*s.seeds[c]+j]
				}
			}
		}
		return place
	}
	if moves == s.handed { // a position set by the user has all columns, and its image in the space is unknown
		for j := range place {
			place[j] = math.NaN()
		}
		return place
	}
	counts := make([]int, s.k)
	for i, c := range s.assigned(moves - 1) {
		counts[c]++
		for j := range 3 {
			place[3*int(c)+j] += at[3*i+j]
		}
	}
	for c, n := range counts {
		mine := place[3*c : 3*c+3]
		if n > 0 {
			for j := range mine {
				mine[j] /= float64(n)
			}
			continue
		}
		if s.gone(moves, c) {
			mine[0] = math.NaN()
			continue
		}
		// The centre of an empty cluster has stayed, or jumped to a row.
		copy(mine, s.places(at, moves-1)[3*c:])
		for i := range s.p.N {
			if slices.Equal(s.p.At(i), s.at(moves)[c*s.d:(c+1)*s.d]) {
				copy(mine, at[3*i:])
				break
			}
		}
	}
	return place
}

// diagram returns the Voronoi diagram of the centres. Wide rows have none: their cells are not polygons in the plane
// shown.
func (s *stage) diagram(job method.Job, v picture.Viewport, show method.Shown) (layers []picture.Layer, err error) {
	if s.p.Wide() || !show[method.Regions] && !show[method.Boundary] {
		return nil, nil
	}
	living := s.living()
	var sites []float64
	for _, c := range living {
		sites = append(sites, s.center(c)...)
	}
	t, err := voronoi.New(job, sites)
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
		// Coinciding centres share one cell, which belongs to the first of them.
		for site := range d.Sites() {
			if xy, c := cells.Cell(site), living[d.Point(site)]; len(xy) > 0 {
				layers = append(layers, &picture.Path{Role: picture.RoleCell, Class: c, Closed: true, XY: xy,
					Says: "cell of a centre: the points nearest to it", Keys: []string{key(c)}})
			}
		}
	}
	if show[method.Boundary] {
		border := &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass,
			Says: "border: two centres are equally near"}
		if err := d.Edges(job, box, func(_, _ int, x0, y0, x1, y1 float64) { border.AddLine(x0, y0, x1, y1) }); err != nil {
			return nil, err
		}
		layers = picture.AppendPath(layers, border)
	}
	return layers, nil
}

// members returns lines from the points to the centres of their clusters.
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

// chances returns rings around the points that k-means++ may draw next; the radius grows with the probability. Points
// with a negligible probability have none. It returns nil if the next centre is not drawn this way.
func (s *stage) chances() picture.Layer {
	if !s.seeding() || s.init != initPlusPlus || s.count() == s.k {
		return nil
	}
	weight, most := make([]float64, s.p.N), 0.0
	for i := range weight {
		_, weight[i] = nearest(s.p.At(i), s.centers)
		most = max(most, weight[i])
	}
	m := &picture.Marks{Role: picture.RoleSupport, Says: "likely to be the next centre, wider for a larger probability"}
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

// thin is the relative size of rings that are dense along borders: larger ones would hide neighbouring points.
const thin = 0.3

// news returns rings around the points whose cluster changed in this step; nil if none changed, or the step is no
// assignment, or the first one, where all do.
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

// paths returns the paths of the centres from their starts, and their last move.
func (s *stage) paths() []picture.Layer {
	says := "jump of a centre that had no points"
	if s.handed > 0 {
		says = "centre moved by hand"
		if len(s.jumps) > 0 {
			says += ", or jump of an empty centre"
		}
	}
	return waysWith(s.count(), s.moved, s.moving(), s.drawn, func(t, c int) bool {
		return s.jumped(t, c) != nil || t == s.handed && c < len(s.hand)
	}, "a centre", says)
}

// ways returns the paths of k positions over moved moves. The last move is drawn separately if it belongs to the
// present step (moving). what is the name of one position, used in the captions.
func ways(k, moved int, moving bool, drawn func(t, c int) (x, y float64, ok bool), what string) (
	layers []picture.Layer) {
	return waysWith(k, moved, moving, drawn, func(int, int) bool { return false }, what, "")
}

// waysWith is ways with some jumps: if jumps(t, c), the t-th move of position c is drawn dashed. A path ends where
// drawn no longer knows the position.
func waysWith(k, moved int, moving bool, drawn func(t, c int) (x, y float64, ok bool), jumps func(t, c int) bool,
	what, jumpSays string) (layers []picture.Layer) {
	until := moved // number of moves drawn as the path
	if moving {
		until--
	}
	way := &picture.Path{Role: picture.RoleTrack, Class: picture.NoClass, Weight: 0.8, Says: "path of " + what +
		" from its start"}
	step := &picture.Path{Role: picture.RoleTrack, Class: picture.NoClass, Says: "move of " + what + " in this step"}
	stops := &picture.Marks{Role: picture.RoleTrack, Says: way.Says}
	jump := &picture.Path{Role: picture.RoleTrack, Class: jumpLook, Weight: 0.8, Says: jumpSays}
	leap := &picture.Path{Role: picture.RoleTrack, Class: jumpLook, Says: jump.Says}
	if until == 0 {
		stops.Says = step.Says
	}
	for c := range k {
		first := 0 // number of moves after which the position is first known
		x, y, ok := drawn(0, c)
		for !ok && first < moved {
			first++
			x, y, ok = drawn(first, c)
		}
		from := len(way.XY)
		for t := first + 1; t <= until && ok; t++ {
			px, py, there := drawn(t, c)
			switch {
			case !there:
				ok = false
				continue
			case px == x && py == y:
				continue
			case jumps(t, c):
				jump.AddLine(x, y, px, py)
				x, y, from = px, py, len(way.XY)
				continue
			}
			if len(way.XY) == from {
				way.AddLine(x, y)
				stops.XY = append(stops.XY, x, y)
			}
			way.XY, stops.XY = append(way.XY, px, py), append(stops.XY, px, py)
			x, y = px, py
		}
		if px, py, there := drawn(moved, c); ok && there && (px != x || py != y) {
			stops.XY = append(stops.XY, x, y)
			if jumps(moved, c) {
				leap.AddLine(x, y, px, py)
				continue
			}
			step.AddLine(x, y, px, py)
		}
	}
	for _, p := range []*picture.Path{jump, leap} {
		layers = picture.AppendPath(layers, p)
	}
	layers = picture.AppendPath(layers, way)
	if len(step.XY) > 0 {
		layers = append(layers, step)
	}
	if len(stops.XY) > 0 {
		layers = append(layers, stops)
	}
	return layers
}

// jumpLook is the ordinal of the dashed line style among tracks.
const jumpLook = 1

// badges returns the centres with the numbers of their clusters, later ones on top. Of coinciding centres only the
// first is drawn, which has the points.
func (s *stage) badges(place func(c int) (at [3]float64, ok bool), solid bool) (layers []picture.Layer) {
	for _, c := range s.living() {
		center := s.center(c)
		at, ok := place(c)
		if first, _ := nearest(center, s.centers); !ok || first < c && slices.Equal(s.center(first), center) {
			continue
		}
		mark := &picture.Marks{Role: picture.RoleCenter, XY: at[:2:2], Class: []int{c},
			Says: "centre of a cluster, with its number", Keys: []string{key(c)}}
		label := &picture.Label{Role: picture.RoleCenter, X: at[0], Y: at[1], Text: strconv.Itoa(c + 1)}
		if solid {
			mark.Z, label.Z = at[2:], at[2:]
		}
		layers = append(layers, mark, label)
	}
	return layers
}

// Explain lists the squared distances from x to the two nearest centres.
func (s *stage) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
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
	at, drawn := [2]float64{x[0]}, true // position of x in the plane shown
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
			e.Layers = append(e.Layers, &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Weight: weight,
				XY: []float64{at[0], at[1], cx, cy}, Says: what})
		}
	}
	say(first, least, 1, "nearest centre")
	if second >= 0 {
		say(second, next, 0.2, "second nearest centre")
	}
	if s.seeding() && s.init == initPlusPlus && s.count() < s.k {
		e.Lines = append(e.Lines, "weight of a point here when the next centre is drawn: "+words.Number(least)+", "+
			"of "+words.Number(s.potential[s.step-1])+" in total")
	}
	if s.p.Across > 0 {
		tiles := []method.Tile{{Values: x, Name: "row", Says: "row and its centres", Title: "row"}}
		for _, c := range []int{first, second} {
			if c >= 0 {
				tiles = append(tiles, method.Tile{Values: s.center(c), Name: "row", Says: "row and its centres", Title: "centre " +
					strconv.Itoa(c+1)})
			}
		}
		e.Layers = append(e.Layers, s.p.Album(x, v, tiles)...)
	}
	return e
}
