package tree

import (
	"math"
	"slices"
	"sort"

	"pointscape/engine/cart/diagram"
	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// box is a rectangle of the plane.
type box struct{ lo, hi [2]float64 }

func (b box) empty() bool { return !(b.lo[0] < b.hi[0] && b.lo[1] < b.hi[1]) }

// flat reports whether cells can be drawn: in the plane, or, for regression, on a line.
func (t *tree) flat() bool { return !t.p.Wide() && (t.p.D == 2 || t.p.D == 1 && t.values()) }

// Draws reports which parts Layers draws itself: cells as exact areas, the boundary along the cuts, and the predictions
// of a line as steps.
func (m *stage) Draws(p method.Part) bool { return !m.values() || p != method.Regions }

func (m *stage) Layers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if m.p.Wide() {
		if show["cuts"] {
			if cuts := m.shownCuts(around(v)); len(cuts.XY) > 0 {
				under = append(under, cuts)
			}
		}
		return under, nil, nil
	}
	if !m.flat() {
		return nil, nil, nil
	}
	all := around(v).region()
	if show[method.Regions] && !m.values() {
		under = append(under, m.cells(all)...)
	}
	if err := job.Err(); err != nil {
		return nil, nil, err
	}
	edges, boundary := m.cuts(all)
	if show["cuts"] {
		if !show[method.Boundary] {
			edges.XY = append(edges.XY, boundary.XY...)
			edges.Starts = nil
			for s := 0; s < len(edges.XY)/2; s += 2 {
				edges.Starts = append(edges.Starts, s)
			}
		}
		under = picture.AppendPath(under, edges)
	}
	if show[method.Boundary] && len(boundary.XY) > 0 {
		under = append(under, boundary)
	}
	if i, ok := m.newest(); ok && show["step"] {
		cut := &picture.Path{Role: picture.RoleCut, Class: picture.NoClass, Says: newCut}
		if xy := m.cut(i, all); xy != nil {
			cut.AddLine(xy...)
			under = append(under, cut)
		}
	}
	if m.p.D == 1 {
		if show["residuals"] {
			under = append(under, method.Residuals(m.p, m, "ŷ(x)"))
		}
		if show[method.Mean] {
			under = append(under, m.stairs(all))
		}
	}
	return under, nil, nil
}

// newCut is the legend's name for the split of the current step.
const newCut = "split of this step"

// shades is the number of opacity levels of cells, besides that of a tied vote.
const shades = 8

// faint is the opacity of a cell with a tied vote.
const faint = 0.01

// lead returns by how much the class of the node leads over the second class, as a share of the node's weight.
func (q *node) lead() float64 {
	second := 0.0
	for c, w := range q.v {
		if c != int(q.Wins) {
			second = max(second, w)
		}
	}
	return (q.v[q.Wins] - second) / q.Weight
}

// stairs returns the predictions on the line, as a step function.
func (m *stage) stairs(all region) *picture.Path {
	p := &picture.Path{Role: picture.RoleMean, Class: picture.NoClass, Says: "mean of the points in each leaf"}
	m.inside(0, all, func(q *node, r region) {
		from, to := r.wide()
		p.XY = append(p.XY, from, q.v[0], to, q.v[0])
	})
	return p
}

// cells returns the areas of the leaves, one layer for each class and opacity level.
func (m *stage) cells(all region) []picture.Layer {
	paths := make([]*picture.Path, len(m.p.ClassIDs)*(shades+1))
	m.inside(0, all, func(q *node, r region) {
		shade := int(math.Round(shades * q.lead()))
		p := &paths[int(q.Wins)*(shades+1)+shade]
		if *p == nil {
			*p = &picture.Path{Role: picture.RoleCell, Class: m.p.ClassIDs[q.Wins], Closed: true,
				Weight: max(faint, float64(shade)/shades), Says: "region of a class, fainter where a leaf’s points are mixed"}
		}
		(*p).AddLine(r.corners()...)
	})
	var layers []picture.Layer
	for _, p := range paths {
		if p != nil {
			layers = append(layers, p)
		}
	}
	return layers
}

// inside calls fn with each leaf below node i whose cell intersects r, and with that intersection.
func (m *stage) inside(i int32, r region, fn func(q *node, r region)) {
	if len(r) == 0 {
		return
	}
	q := &m.nodes[i]
	if !m.asks(q) {
		fn(q, r)
		return
	}
	left, right, _, _ := r.parts(q)
	m.inside(q.Left(), left, fn)
	m.inside(q.Right(), right, fn)
}

// cuts returns the edges between leaves, divided into those between leaves that predict the same class and the boundary
// between classes.
func (m *stage) cuts(all region) (edges, boundary *picture.Path) {
	edges = &picture.Path{Role: picture.RoleCellEdge, Class: picture.NoClass, Says: "edges of the leaves’ cells"}
	if m.p.D == 1 {
		edges.Weight = 0.3
	}
	boundary = &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, Says: method.Boundary.Says(m.Can(), nil)}
	var left, right []side
	var down func(i int32, r region)
	down = func(i int32, r region) {
		q := &m.nodes[i]
		if len(r) == 0 || !m.asks(q) {
			return
		}
		a, b, cut, ok := r.parts(q)
		if ok {
			left = m.beside(left[:0], q.Left(), q, cut)
			right = m.beside(right[:0], q.Right(), q, cut)
			meet(left, right, func(s stretch, same bool) {
				p := boundary
				if same {
					p = edges
				}
				p.AddLine(q.along(s)...)
			})
		}
		down(q.Left(), a)
		down(q.Right(), b)
	}
	down(0, all)
	return edges, boundary
}

// side is a leaf beside a cut, with the stretch of the cut that it touches.
type side struct {
	stretch
	wins int32
}

// beside appends the leaves below node i that touch the stretch s of the cut of node of, which is above it, in the
// order along the cut.
func (m *stage) beside(list []side, i int32, of *node, s stretch) []side {
	if !(s.from < s.to) {
		return list
	}
	q := &m.nodes[i]
	if !m.asks(q) {
		return append(list, side{s, q.Wins})
	}
	at, slope := of.meets(q)
	switch u := (q.At - at) / slope; {
	case slope > 0:
		list = m.beside(list, q.Left(), of, stretch{s.from, min(s.to, u)})
		return m.beside(list, q.Right(), of, stretch{max(s.from, u), s.to})
	case slope < 0:
		list = m.beside(list, q.Right(), of, stretch{s.from, min(s.to, u)})
		return m.beside(list, q.Left(), of, stretch{max(s.from, u), s.to})
	case at <= q.At:
		return m.beside(list, q.Left(), of, s)
	}
	return m.beside(list, q.Right(), of, s)
}

// meet calls fn with the longest stretches of a cut along which the leaves on both sides predict the same class
// everywhere, or different ones everywhere.
func meet(left, right []side, fn func(s stretch, same bool)) {
	if len(left) == 0 || len(right) == 0 {
		return
	}
	from, last := left[0].from, left[0].wins == right[0].wins
	for i, j := 0, 0; i < len(left) && j < len(right); {
		start := max(left[i].from, right[j].from)
		if same := left[i].wins == right[j].wins; same != last {
			fn(stretch{from, start}, last)
			from, last = start, same
		}
		a, b := left[i].to, right[j].to
		if a <= b {
			i++
		}
		if b <= a {
			j++
		}
	}
	fn(stretch{from, left[len(left)-1].to}, last)
}

// cut returns the segment along which node i splits its cell within r, nil if there is none.
func (t *tree) cut(i int32, r region) []float64 {
	q := &t.nodes[i]
	if _, _, s, ok := t.cell(i, r).parts(q); ok {
		return q.along(s)
	}
	return nil
}

// cell returns the part of r that belongs to node i.
func (t *tree) cell(i int32, r region) region {
	up := t.nodes[i].Parent
	if up < 0 {
		return r
	}
	q := &t.nodes[up]
	if r = t.cell(up, r); len(r) == 0 {
		return nil
	}
	left, right, _, _ := r.parts(q)
	if i == q.Left() {
		return left
	}
	return right
}

// ScoreRaster returns the class shares in the leaf of each grid node. Pictures draw the leaves instead of it.
func (m *stage) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	r := classify.SharesRaster(m.p, g, "shares of the classes in the leaf")
	r.Sharp = true
	m.fill(0, g, 0, g.W, 0, g.H, func(q *node, x0, x1, y0, y1 int) {
		for c, plane := range r.Planes {
			paint(plane, g.W, x0, x1, y0, y1, float32(q.share(c)))
		}
	})
	return r, job.Err()
}

// Cuts reports false if a split is oblique, as the cells are then no boxes.
func (m *stage) Cuts(tell func(input int, at float64)) bool {
	for i := range m.nodes {
		if q := &m.nodes[i]; m.asks(q) {
			if q.Tilt != 0 {
				return false
			}
			tell(int(q.Feature), q.At)
		}
	}
	return true
}

// Tiles tells the class shares, or the mean, of the leaves.
func (m *stage) Tiles(g picture.Grid, fn func(x0, x1, y0, y1 int, says []float64)) {
	if m.values() {
		m.fill(0, g, 0, g.W, 0, g.H, func(q *node, x0, x1, y0, y1 int) { fn(x0, x1, y0, y1, q.v[:1]) })
		return
	}
	shares := make([]float64, len(m.p.ClassIDs))
	m.fill(0, g, 0, g.W, 0, g.H, func(q *node, x0, x1, y0, y1 int) { fn(x0, x1, y0, y1, q.shares(shares)) })
}

// paint sets a rectangle of a raster plane to a value.
func paint(plane []float32, w, x0, x1, y0, y1 int, value float32) {
	for y := y0; y < y1; y++ {
		row := plane[y*w+x0 : y*w+x1]
		for x := range row {
			row[x] = value
		}
	}
}

// fill calls fn with the leaves below node i and the rectangles of grid nodes that are in them. Below an oblique split
// it goes row by row.
func (m *stage) fill(i int32, g picture.Grid, x0, x1, y0, y1 int, fn func(q *node, x0, x1, y0, y1 int)) {
	if x0 == x1 || y0 == y1 {
		return
	}
	q := &m.nodes[i]
	switch {
	case !fastFill:
		m.each(g, fn)
	case !m.asks(q):
		fn(q, x0, x1, y0, y1)
	case q.Tilt != 0:
		for y := y0; y < y1; y++ {
			m.row(i, g, x0, x1, y, fn)
		}
	case q.Feature == 0:
		at := x0 + before(x1-x0, g.DX > 0, func(k int) bool { return g.X(x0+k) <= q.At })
		a, b := inOrder(g.DX > 0, q)
		m.fill(a, g, x0, at, y0, y1, fn)
		m.fill(b, g, at, x1, y0, y1, fn)
	default:
		at := y0 + before(y1-y0, g.DY > 0, func(k int) bool { return g.Y(y0+k) <= q.At })
		a, b := inOrder(g.DY > 0, q)
		m.fill(a, g, x0, x1, y0, at, fn)
		m.fill(b, g, x0, x1, at, y1, fn)
	}
}

// each is fill of the whole grid, node by node.
func (m *stage) each(g picture.Grid, fn func(q *node, x0, x1, y0, y1 int)) {
	for y := range g.H {
		for x := range g.W {
			fn(&m.nodes[m.leaf([]float64{g.X(x), g.Y(y)})], x, x+1, y, y+1)
		}
	}
}

// row is fill for a single row of grid nodes, which every split divides into two intervals.
func (m *stage) row(i int32, g picture.Grid, x0, x1, y int, fn func(q *node, x0, x1, y0, y1 int)) {
	if x0 == x1 {
		return
	}
	q := &m.nodes[i]
	if !m.asks(q) {
		fn(q, x0, x1, y, y+1)
		return
	}
	grow := g.DX > 0
	if q.Feature == 1 && q.Tilt < 0 { // the left branch is on the right
		grow = !grow
	}
	x := [2]float64{0, g.Y(y)}
	at := x0 + before(x1-x0, grow, func(k int) bool {
		x[0] = g.X(x0 + k)
		return q.Of(x[:]) <= q.At
	})
	a, b := inOrder(grow, q)
	m.row(a, g, x0, at, y, fn)
	m.row(b, g, at, x1, y, fn)
}

// before returns how many of n nodes lie before a cut: those that go left if the input's values grow along the nodes,
// otherwise those that go right.
func before(n int, grow bool, left func(k int) bool) int {
	return sort.Search(n, func(k int) bool { return left(k) != grow })
}

// inOrder returns a node's children in the order in which the grid meets them.
func inOrder(grow bool, q *node) (first, second int32) {
	if grow {
		return q.Left(), q.Right()
	}
	return q.Right(), q.Left()
}

// Explain returns the questions on the path to the leaf of x and the leaf's contents.
func (m *stage) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.p.D]
	i := m.leaf(x)
	q := &m.nodes[i]
	points := words.Count(int(q.N), "point")
	var ex method.Explanation
	if m.values() {
		ex.Answer = words.Sprintf("%s (mean of %s in the leaf)", words.Number(q.v[0]), points)
	} else {
		ex.Answer = words.Sprintf("%s (%d of %s in the leaf)", m.chart().Says(i), q.count[q.Wins], points)
		if m.weights != nil {
			ex.Answer = words.Sprintf("%s (%s of the weight in the leaf)", m.chart().Says(i),
				words.Percent(q.share(int(q.Wins))))
		}
	}
	for j := i; m.nodes[j].Parent >= 0; j = m.full.Head(m.nodes[j].Parent) {
		up := &m.nodes[m.nodes[j].Parent]
		sign, way := ">", "right"
		if j == up.Left() {
			sign, way = "≤", "left"
		}
		if up.mixed != nil {
			if line := m.mixedLine(up, x, way); line != "" {
				ex.Lines = append(ex.Lines, line)
				continue
			}
		}
		value, at := up.compared(up.Of(x))
		ex.Lines = append(ex.Lines, words.Sprintf("%s = %s %s %s: %s", m.about(up), value, sign, at, way))
	}
	slices.Reverse(ex.Lines)
	ex.Lines = append(diagram.Few(ex.Lines), m.contents(q)...)
	return ex
}

// contents describes the points of a node: the count of each class, and the impurity.
func (m *stage) contents(q *node) (lines []string) {
	for c, n := range q.count {
		if n > 0 && n < q.N {
			format := "%s: %d, %s"
			if m.weights != nil {
				format = "%s: %d, %s of the weight"
			}
			lines = append(lines, words.Sprintf(format, m.p.ClassName(c), n, words.Percent(q.share(c))))
		}
	}
	if m.values() {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, row := range m.rows(q) {
			lo, hi = min(lo, m.p.Y[row]), max(hi, m.p.Y[row])
		}
		line := words.Text("mean %s", words.Number(q.v[0]))
		if lo < hi {
			line = words.Text("%s, values from %s to %s", line, words.Number(lo), words.Number(hi))
		}
		lines = append(lines, line)
	}
	lines = append(lines, m.criterion.said(q.Impurity()))
	if m.tied(q) && !m.asks(q) {
		lines = append(lines, words.Say(classify.ATie))
	}
	return lines
}

// tied reports whether another class has as much weight as the winning class.
func (t *tree) tied(q *node) bool { return len(q.count) > 1 && q.lead() == 0 }
