package som

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/doc"
	"pointscape/engine/draw"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/voronoi"
	"pointscape/engine/words"
)

var unitKind = picture.KeyKind{Begins: "u", From: 1}

// placed returns the positions of the units among the rows.
func (s *state) placed(rows draw.Rows) (at [][]float64) {
	image := s.images.Of(rows)
	for u := range s.at {
		at = append(at, image.Of(s.unit(u)))
	}
	return at
}

// shapes draws the grid among the rows and, in the plane, the units' cells and lines from the rows to their units.
func (s *state) shapes(b *draw.Board) error {
	if b.Show["cells"] && !s.p.Wide() {
		if err := s.cells(b); err != nil {
			return err
		}
	}
	if !b.Show["mesh"] && !b.Show["units"] && (!b.Show["members"] || b.Solid()) {
		return nil
	}
	at := s.placed(b.Rows)
	if b.Show["members"] && !b.Solid() {
		lines := &picture.Path{Role: picture.RoleMember, Class: picture.NoClass, Says: "from a point to its nearest unit"}
		for i, u := range s.best {
			draw.Line(lines, b.Of(i), at[u])
		}
		b.Under(lines)
	}
	if b.Show["mesh"] {
		lines := &picture.Path{Role: picture.RoleFlat, Class: picture.NoClass, Says: "grid: neighbours on the map"}
		for u, near := range s.near {
			for _, v := range near {
				if v >= u {
					draw.Line(lines, at[u], at[v])
				}
			}
		}
		b.Over(lines)
	}
	if b.Show["units"] {
		m := &picture.Marks{Role: picture.RoleSite, Says: "unit of the map", Keys: unitKind.Keys(len(at))}
		for _, place := range at {
			draw.Put(m, place)
		}
		b.Over(m)
	}
	return nil
}

// cells draws the edges of the units' Voronoi cells.
func (s *state) cells(b *draw.Board) error {
	d, err := voronoi.DiagramOf(b.Job, s.w)
	if err != nil {
		return err
	}
	lines := &picture.Path{Role: picture.RoleCellEdge, Class: picture.NoClass, Says: "two units are equally near"}
	err = d.Edges(b.Job, voronoi.BoxOf(b.View), func(_, _ int, x0, y0, x1, y1 float64) { lines.AddLine(x0, y0, x1, y1) })
	b.Under(lines)
	return err
}

// Explain gives the two nearest units.
func (s *state) Explain(x []float64, v picture.Viewport, _ method.Shown) (e method.Explanation) {
	x = x[:s.p.D]
	best, second, d2 := s.nearest(x)
	e.Answer = s.unitName(best)
	e.Lines = []string{words.Text("nearest unit, distance %s", words.Number(math.Sqrt(d2)))}
	if second >= 0 {
		line := words.Text("then %s, a neighbour on the map", s.unitName(second))
		if !s.touch(best, second) {
			line = words.Text("then %s, not a neighbour on the map: the map is folded here", s.unitName(second))
		}
		e.Lines = append(e.Lines, line)
	}
	e.Lines = append(e.Lines, s.says(best)...)
	if from := draw.Position(s.p, x); from != nil {
		at := s.placed(draw.Plane(s.p))
		draw.Join(&e, from, at[best], 1, "to the nearest unit")
		if second >= 0 {
			draw.Join(&e, from, at[second], 0.2, "to the second nearest unit")
		}
	}
	if s.p.Across > 0 {
		e.Layers = append(e.Layers, s.p.Album(x, v, []method.Tile{
			{Values: x, Name: "row", Says: "row and its nearest unit", Title: "row"},
			{Values: s.unit(best), Name: "row", Says: "row and its nearest unit", Title: s.unitName(best)}})...)
	}
	return e
}

// class returns the class of a row, doc.Unlabeled if there are no classes.
func (r *run) class(i int) int {
	if r.p.Labels == nil {
		return doc.Unlabeled
	}
	return r.p.Labels[i]
}

// labelled reports whether there are different classes.
func (r *run) labelled() bool {
	return slices.ContainsFunc(r.p.Labels, func(c int) bool { return c != r.p.Labels[0] })
}

// says describes the points of a unit.
func (s *state) says(u int) []string {
	n, of := 0, map[int]int{}
	most := doc.Unlabeled
	for i, b := range s.best {
		if int(b) == u {
			n++
			c := s.class(i)
			if of[c]++; c >= 0 && (most < 0 || of[c] > of[most] || of[c] == of[most] && c < most) {
				most = c
			}
		}
	}
	if n == 0 {
		return []string{"nearest to no point"}
	}
	line := words.Text("nearest to %s", words.Count(n, "point"))
	if most >= 0 && s.labelled() {
		line = words.Text("%s, %s of them of %s", line, strconv.Itoa(of[most]), s.p.Names.Class(most))
	}
	return []string{line}
}

// steep returns the mean distance of a unit from its neighbours on the map; 0 if it has none.
func (s *state) steep(u int) float64 {
	sum := 0.0
	for _, b := range s.near[u] {
		d2 := 0.0
		other := s.unit(b)
		for j, x := range s.unit(u) {
			d2 += float64((x - other[j]) * (x - other[j]))
		}
		sum += math.Sqrt(d2) / float64(len(s.near[u]))
	}
	return sum
}

func (s *state) Panels(show method.Shown) (list []method.Panel) {
	if !show["map"] {
		return nil
	}
	help := "Each tile is a unit, dark where it is far from its neighbours (U-matrix): dark ridges separate groups. A " +
		"mark is larger where the unit has more points."
	if s.labelled() {
		help = "Each tile is a unit, dark where it is far from its neighbours (U-matrix): dark ridges separate groups. A " +
			"mark is larger where the unit has more points, in the colour of the majority class."
	}
	list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: "map", Title: "Map", Bare: true, Help: help},
		Draw: chart.InPixels(s.drawMap)})
	if s.p.Across > 0 {
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: "portraits", Title: "Units as pictures", Bare: true,
			Help: "The prototype of each unit, at its position on the map: neighbours are similar"},
			Draw: chart.InPixels(s.drawPortraits)})
	}
	return list
}

// tiles lays out the map in a panel. size is the width of a tile in pixels, ratio its height relative to the width.
// place returns the lower left corner of a unit's tile.
func (r *run) tiles(v picture.Viewport, ratio float64) (size float64, place func(u int) (x, y float64)) {
	across, up := float64(r.cols), float64(r.rows)*ratio
	if r.hex && r.rows > 1 {
		across += 0.5
	}
	size = min((v.X1-8)/across, (v.Y1-8)/up)
	left, foot := (v.X1-size*across)/2, (v.Y1-size*up)/2
	return size, func(u int) (x, y float64) {
		row := u / r.cols
		x = left + size*float64(u%r.cols)
		if r.hex {
			x += size / 2 * float64(row%2)
		}
		return x, foot + size*ratio*float64(row)
	}
}

// drawMap draws the U-matrix. Rows of a hexagonal grid are shifted like bricks, each of which also touches six others.
func (s *state) drawMap(p *picture.Picture) {
	size, place := s.tiles(p.View, 1)
	heights := make([]float64, len(s.at))
	for u := range heights {
		heights[u] = s.steep(u)
	}
	lo, hi := method.Limits(heights)
	together := s.rows // rows of the map in one raster
	if s.hex {
		together = 1
	}
	for row := 0; row < s.rows; row += together {
		r := &picture.Raster{Kind: picture.Sequential, Sharp: true, Name: "distance of neighbours", Lo: lo, Hi: hi,
			Says: "mean distance of a unit from its neighbours on the map"}
		var values []float64 // from the top
		for k := row + together - 1; k >= row; k-- {
			values = append(values, heights[k*s.cols:(k+1)*s.cols]...)
		}
		x, y := place(row * s.cols)
		method.PutRaster(p, r, values, s.cols, x, y+size*float64(together), size, size)
	}
	counts, most := s.counts(), 1
	for _, n := range counts {
		most = max(most, n)
	}
	marks := &picture.Marks{Role: picture.RoleSite, Says: "points of a unit, larger for more"}
	if s.labelled() {
		marks.Role, marks.Says = picture.RoleProjection, "class of most points of a unit, larger for more points"
	}
	classes := s.majorities()
	for u, n := range counts {
		x, y := place(u)
		p.Hits.Box(unitKind.Key(u), x, y, x+size, y+size)
		if n == 0 {
			continue
		}
		marks.XY, marks.Size = append(marks.XY, x+size/2, y+size/2), append(marks.Size, math.Sqrt(float64(n)/float64(most)))
		if s.labelled() {
			marks.Class = append(marks.Class, classes[u])
		}
		marks.Keys = append(marks.Keys, unitKind.Key(u))
	}
	if len(marks.XY) > 0 {
		p.Add(marks)
	}
	p.Alt = words.Text("The map of %s and %s of units. Neighbours are %s to %s apart on average; %s of %s with points.",
		words.Count(s.cols, "column"), words.Count(s.rows, "row"), words.Number(lo), words.Number(hi),
		words.Count(len(marks.XY)/2, "unit"), strconv.Itoa(len(counts)))
}

// majorities returns the majority class of each unit, NoClass if there is none.
func (s *state) majorities() []int {
	of := make([]map[int]int, len(s.at))
	most := make([]int, len(s.at))
	for u := range of {
		of[u], most[u] = map[int]int{}, picture.NoClass
	}
	for i, u := range s.best {
		c := s.class(i)
		if c < 0 {
			continue
		}
		of[u][c]++
		if m := most[u]; m < 0 || of[u][c] > of[u][m] || of[u][c] == of[u][m] && c < m {
			most[u] = c
		}
	}
	return most
}

// drawPortraits draws the units' vectors as images.
func (s *state) drawPortraits(p *picture.Picture) {
	across := s.p.Across
	down := s.p.D / across
	size, place := s.tiles(p.View, float64(down)/float64(across))
	lo, hi := slices.Min(s.w), slices.Max(s.w)
	pixel := 0.94 * size / float64(across)
	for u := range s.at {
		x, y := place(u)
		r := &picture.Raster{Kind: picture.Sequential, Sharp: true, Name: "unit", Says: "unit as a picture", Lo: lo, Hi: hi}
		high := pixel * float64(down)
		method.PutRaster(p, r, s.unit(u), across, x, y+high, pixel, pixel)
		p.Hits.Box(unitKind.Key(u), x, y, x+size, y+high)
	}
	p.Alt = words.Text("%s as pictures, in %s.", words.Capital(words.Count(len(s.at), "unit")), words.Count(s.rows,
		"row"))
}

// hits gives points the keys of their units.
func (s *state) hits(b *draw.Board) picture.Hits {
	return b.Keyed(method.Indices(s.p.N), func(i int) string { return unitKind.Key(int(s.best[i])) })
}

// keys are the things that keys name: the units.
func (s *state) keys(*draw.Board) []draw.Reader {
	return []draw.Reader{draw.Each(unitKind, len(s.at), s.tell)}
}

// tell describes a unit and its points. A click selects these.
func (s *state) tell(u int) (t method.Told, ok bool) {
	t.Answer = s.unitName(u)
	var rows []int
	for i, b := range s.best {
		if int(b) == u {
			rows = append(rows, i)
		}
	}
	draw.Select(&t, s.p, rows, "points of this unit")
	t.Lines = s.says(u)
	if s.p.D <= 4 {
		for j, name := range s.p.OwnNames() {
			own, _ := s.p.Own(j, s.unit(u)[j])
			t.Lines = append(t.Lines, words.Text("%s = %s", name, words.Number(own)))
		}
	}
	if len(s.near[u]) > 0 {
		t.Lines = append(t.Lines, words.Text("mean distance from its neighbours %s", words.Number(s.steep(u))))
	}
	return t, true
}
