package cluster

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/draw"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/voronoi"
	"pointscape/engine/words"
)

// Draws reports that regions and boundaries are drawn exactly, as Voronoi cells and their edges.
func (s *stage) Draws(p method.Part) bool { return p == method.Regions || p == method.Boundary }

// shapes colours each cluster like the class with the same id. In space it draws the centres only.
func (s *stage) shapes(b *draw.Board) error {
	switch {
	case len(s.centers) == 0:
		return nil
	case b.Solid():
		places := s.inSpace(&b.Rows, s.moved)
		s.badges(b, func(c int) []float64 {
			if places[3*c] != places[3*c] {
				return nil
			}
			return places[3*c : 3*c+3]
		})
		return nil
	case s.d != 2 && s.shown == nil:
		return nil
	}
	if err := s.diagram(b); err != nil {
		return err
	}
	if b.Show["members"] && !s.seeding() {
		b.Links("from a point to the centre of its cluster", method.Indices(s.p.N), func(i int) (c int, from, to []float64) {
			c = s.label(i)
			return c, b.Of(i), s.drawn(s.moved, c)
		})
	}
	s.chances(b)
	ringChanges(b, &s.half, s.labels, func() []int32 { return s.assigned(s.moved - 1) })
	if b.Show["paths"] {
		b.Over(s.paths()...)
	}
	s.badges(b, func(c int) []float64 { return s.drawn(s.moved, c) })
	return nil
}

// inSpace returns the positions of the centres after so many moves in the space of the rows.
func (s *stage) inSpace(rows *draw.Rows, moves int) []float64 {
	if moves == 0 {
		return s.places(rows, 0, nil, nil, nil)
	}
	labels, counts := s.assigned(moves-1), make([]int, s.k)
	for _, c := range labels {
		counts[c]++
	}
	return s.places(rows, moves, labels, counts, func() []float64 { return s.inSpace(rows, moves-1) })
}

// diagram draws the Voronoi diagram of the centres. Wide rows have none: their cells are not polygons in the plane
// shown.
func (s *stage) diagram(b *draw.Board) error {
	if s.p.Wide() || !b.Show[method.Regions] && !b.Show[method.Boundary] {
		return nil
	}
	living := s.living()
	var sites []float64
	for _, c := range living {
		sites = append(sites, s.center(c)...)
	}
	d, err := voronoi.DiagramOf(b.Job, sites)
	if err != nil {
		return err
	}
	box := voronoi.BoxOf(b.View)
	if b.Show[method.Regions] {
		cells, err := d.Cells(b.Job, box)
		if err != nil {
			return err
		}
		// Coinciding centres share one cell, which belongs to the first of them.
		for site := range d.Sites() {
			c := living[d.Point(site)]
			b.Under(&picture.Path{Role: picture.RoleCell, Class: c, Closed: true, XY: cells.Cell(site),
				Says: "cell of a centre: the points nearest to it", Keys: []string{grouping.Key(c)}})
		}
	}
	if b.Show[method.Boundary] {
		border := &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass,
			Says: "border: two centres are equally near"}
		err = d.Edges(b.Job, box, func(_, _ int, x0, y0, x1, y1 float64) { border.AddLine(x0, y0, x1, y1) })
		b.Under(border)
	}
	return err
}

// chances draws rings around the points that k-means++ may draw next; the radius grows with the probability. Points
// with a negligible probability have none.
func (s *stage) chances(b *draw.Board) {
	if !s.seeding() || s.init != initPlusPlus || s.count() == s.k {
		return
	}
	weight, most := make([]float64, s.p.N), 0.0
	for i := range weight {
		_, weight[i] = grouping.Nearest(s.p.At(i), s.centers)
		most = max(most, weight[i])
	}
	var rows []int
	var sizes []float64
	for i, w := range weight {
		if picture.RoundStep(w/most) > 0 {
			rows, sizes = append(rows, i), append(sizes, w/most)
		}
	}
	m := b.Rings(picture.RoleSupport, "likely to be the next centre, thicker for a larger probability", 1, rows)
	m.Size = sizes
	b.Under(m)
}

// paths returns the paths of the centres from their starts, and their last move.
func (s *stage) paths() []picture.Layer {
	t := grouping.Tracks{K: s.count(), Moved: s.moved, Moving: s.moving(), At: s.drawn, What: "a centre",
		Jumps: func(t, c int) bool { return s.jumped(t, c) != nil || t == s.handed && c < len(s.hand) },
		Leaps: "jump of a centre that had no points"}
	if s.handed > 0 {
		t.Leaps = "centre moved by hand"
		if len(s.jumps) > 0 {
			t.Leaps = "centre moved by hand, or jump of an empty centre"
		}
	}
	return t.Layers()
}

// badges draws the centres with the numbers of their clusters, later ones on top, if they are switched on. Of
// coinciding centres only the first is drawn, which has the points.
func (s *stage) badges(b *draw.Board, place func(c int) []float64) {
	if !b.Show["centers"] {
		return
	}
	b.Numbers(s.count(), "centre of a cluster, with its number", grouping.Key, func(c int) []float64 {
		center := s.center(c)
		first, _ := grouping.Nearest(center, s.centers)
		if s.gone(s.moved, c) || first < c && slices.Equal(s.center(first), center) {
			return nil
		}
		return place(c)
	})
}

// Explain lists the squared distances from x to the two nearest centres.
func (s *stage) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:s.d]
	if len(s.centers) == 0 {
		return method.Explanation{Answer: "no centre yet"}
	}
	first, least := grouping.Nearest(x, s.centers)
	second, next := -1, math.Inf(1)
	for c := range s.count() {
		if d2 := grouping.SquaredDistance(x, s.centers[c*s.d:]); c != first && d2 < next {
			second, next = c, d2
		}
	}
	e := method.Explanation{Answer: grouping.Name(first)}
	at := draw.Position(s.p, x)
	say := func(c int, d2, weight float64, what string) {
		e.Lines = append(e.Lines, words.Text("‖x − c%s‖² = %s: %s", words.Index(c+1), words.Number(d2), what))
		if at != nil {
			draw.Join(&e, at, s.drawn(s.moved, c), weight, what)
		}
	}
	say(first, least, 1, "nearest centre")
	if second >= 0 {
		say(second, next, 0.2, "second nearest centre")
	}
	if s.seeding() && s.init == initPlusPlus && s.count() < s.k {
		e.Lines = append(e.Lines, words.Text("weight of a point here when the next centre is drawn: %s, of %s in total",
			words.Number(least), words.Number(s.potential[s.step-1])))
	}
	if s.p.Across > 0 {
		tiles := []method.Tile{{Values: x, Name: "row", Says: "row and its centres", Title: "row"}}
		for _, c := range []int{first, second} {
			if c >= 0 {
				tiles = append(tiles, method.Tile{Values: s.center(c), Name: "row", Says: "row and its centres",
					Title: words.Text("centre %s", strconv.Itoa(c+1))})
			}
		}
		e.Layers = append(e.Layers, s.p.Album(x, v, tiles)...)
	}
	return e
}
