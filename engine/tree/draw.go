package tree

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"pointscape/engine/cart/diagram"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// box is a part of the plane.
type box struct{ lo, hi [2]float64 }

// around is the view, and as much beyond each of its sides: what is drawn ends there.
func around(v picture.Viewport) box {
	w, h := v.X1-v.X0, v.Y1-v.Y0
	return box{[2]float64{v.X0 - w, v.Y0 - h}, [2]float64{v.X1 + w, v.Y1 + h}}
}

// parts are the parts of b on both sides of a node's cut.
func (b box) parts(q *node) (left, right box) {
	left, right = b, b
	left.hi[q.Feature] = min(b.hi[q.Feature], q.At)
	right.lo[q.Feature] = max(b.lo[q.Feature], q.At)
	return left, right
}

func (b box) empty() bool { return !(b.lo[0] < b.hi[0] && b.lo[1] < b.hi[1]) }

// corners are those of the rectangle, one after the other.
func (b box) corners() []float64 {
	return []float64{b.lo[0], b.lo[1], b.hi[0], b.lo[1], b.hi[0], b.hi[1], b.lo[0], b.hi[1]}
}

// flat tells whether cells can be drawn: over the plane, and of values on the line, where
// they are as high as the picture.
func (t *tree) flat() bool { return !t.p.Wide() && (t.p.D == 2 || t.p.D == 1 && t.values()) }

// Draws implements method.PartDrawer: cells are drawn as the rectangles that they are,
// the boundary by its cuts, and the answers on the line as steps.
func (m *core) Draws(p method.Part) bool { return !m.values() || p != method.Regions }

// Layers implements method.Overlay.
func (m *core) Layers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under, over []picture.Layer, err error) {
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
	all := around(v)
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
		if len(edges.XY) > 0 {
			under = append(under, edges)
		}
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

// newCut is what legends call the split of the step.
const newCut = "split of this step"

// shades is how many steps of clearness cells are painted in.
const shades = 8

// faint is how strong a cell is painted whose vote is tied.
const faint = 0.01

// lead is by how much the class of a node leads over the second, as a share of all
// points.
func (q *node) lead() float64 {
	second := 0.0
	for c, w := range q.v {
		if c != int(q.Wins) {
			second = max(second, w)
		}
	}
	return (q.v[q.Wins] - second) / q.Weight
}

// stairs are the answers on the line.
func (m *core) stairs(all box) *picture.Path {
	p := &picture.Path{Role: picture.RoleMean, Class: picture.NoClass, Says: "mean of the points in each leaf"}
	m.inside(0, all, func(q *node, b box) { p.XY = append(p.XY, b.lo[0], q.v[0], b.hi[0], q.v[0]) })
	return p
}

// cells are the leaves' rectangles, by class and clearness.
func (m *core) cells(all box) []picture.Layer {
	paths := make([]*picture.Path, len(m.p.ClassIDs)*(shades+1))
	m.inside(0, all, func(q *node, b box) {
		shade := int(math.Round(shades * q.lead()))
		p := &paths[int(q.Wins)*(shades+1)+shade]
		if *p == nil {
			*p = &picture.Path{Role: picture.RoleCell, Class: m.p.ClassIDs[q.Wins], Closed: true,
				Weight: max(faint, float64(shade)/shades), Says: "region of a class, fainter where a leaf’s points are mixed"}
		}
		(*p).AddLine(b.corners()...)
	})
	var layers []picture.Layer
	for _, p := range paths {
		if p != nil {
			layers = append(layers, p)
		}
	}
	return layers
}

// inside calls fn with the leaves below node i that have a part of b, and that part.
func (m *core) inside(i int32, b box, fn func(q *node, b box)) {
	if b.empty() {
		return
	}
	q := &m.nodes[i]
	if !m.asks(q) {
		fn(q, b)
		return
	}
	left, right := b.parts(q)
	m.inside(q.Left(), left, fn)
	m.inside(q.Right(), right, fn)
}

// cuts are the edges between leaves: those where the answer stays the same, and those
// where it changes.
func (m *core) cuts(all box) (edges, boundary *picture.Path) {
	edges = &picture.Path{Role: picture.RoleCellEdge, Class: picture.NoClass, Says: "edges of the leaves’ cells"}
	if m.p.D == 1 {
		edges.Weight = 0.3
	}
	boundary = &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, Says: method.Boundary.Says(m, nil)}
	var left, right []side
	var down func(i int32, b box)
	down = func(i int32, b box) {
		q := &m.nodes[i]
		if b.empty() || !m.asks(q) {
			return
		}
		f := q.Feature
		if b.lo[f] < q.At && q.At < b.hi[f] {
			o := 1 - f
			left = m.beside(left[:0], q.Left(), f, true, b.lo[o], b.hi[o])
			right = m.beside(right[:0], q.Right(), f, false, b.lo[o], b.hi[o])
			meet(left, right, func(from, to float64, same bool) {
				p := boundary
				if same {
					p = edges
				}
				p.AddLine(along(f, q.At, from, to)...)
			})
		}
		l, r := b.parts(q)
		down(q.Left(), l)
		down(q.Right(), r)
	}
	down(0, all)
	return edges, boundary
}

// along is the line at a value of one input, between two of the other.
func along(feature int32, at, from, to float64) []float64 {
	if feature == 0 {
		return []float64{at, from, at, to}
	}
	return []float64{from, at, to, at}
}

// side is a leaf that touches a cut, between two values of the other input.
type side struct {
	from, to float64
	wins     int32
}

// beside appends the leaves below node i that touch a cut of an input at their upper end
// (or their lower one), between two values of the other input, in its order.
func (m *core) beside(list []side, i int32, feature int32, upper bool, from, to float64) []side {
	if !(from < to) {
		return list
	}
	q := &m.nodes[i]
	switch {
	case !m.asks(q):
		return append(list, side{from, to, q.Wins})
	case q.Feature != feature:
		list = m.beside(list, q.Left(), feature, upper, from, min(to, q.At))
		return m.beside(list, q.Right(), feature, upper, max(from, q.At), to)
	case upper:
		return m.beside(list, q.Right(), feature, upper, from, to)
	}
	return m.beside(list, q.Left(), feature, upper, from, to)
}

// meet calls fn with the stretches of a cut, as long as the leaves on both sides answer
// the same, or do not.
func meet(left, right []side, fn func(from, to float64, same bool)) {
	if len(left) == 0 {
		return
	}
	from, last := left[0].from, left[0].wins == right[0].wins
	for i, j := 0, 0; i < len(left) && j < len(right); {
		start := max(left[i].from, right[j].from)
		if same := left[i].wins == right[j].wins; same != last {
			fn(from, start, last)
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
	fn(from, left[len(left)-1].to, last)
}

// cut is where node i parts its cell; nil where that is not in b.
func (t *tree) cut(i int32, b box) []float64 {
	b = t.cell(i, b)
	q := &t.nodes[i]
	if f := q.Feature; !b.empty() && b.lo[f] < q.At && q.At < b.hi[f] {
		return along(f, q.At, b.lo[1-f], b.hi[1-f])
	}
	return nil
}

// cell is the part of b that belongs to node i.
func (t *tree) cell(i int32, b box) box {
	for q := &t.nodes[i]; q.Parent >= 0; q = &t.nodes[q.Parent] {
		up := &t.nodes[q.Parent]
		left, right := b.parts(up)
		if b = right; i == up.Left() {
			b = left
		}
		i = q.Parent
	}
	return b
}

// ScoreRaster implements method.Scorer: the shares of the classes in the leaf of each
// node. Pictures draw the leaves themselves.
func (m *stage) ScoreRaster(job method.Job, g picture.Grid) (*picture.Raster, error) {
	r := &picture.Raster{Kind: picture.Shares, Grid: g, Classes: m.p.ClassIDs, Hi: 1, Sharp: true, Name: "shares of the classes in the leaf"}
	for range r.Classes {
		r.Planes = append(r.Planes, make([]float32, g.W*g.H))
	}
	m.fill(0, g, 0, g.W, 0, g.H, func(q *node, x0, x1, y0, y1 int) {
		for c, plane := range r.Planes {
			paint(plane, g.W, x0, x1, y0, y1, float32(q.share(c)))
		}
	})
	return r, job.Err()
}

// Cuts implements method.Boxed.
func (m *core) Cuts(tell func(input int, at float64)) bool {
	for i := range m.nodes {
		if q := &m.nodes[i]; m.asks(q) {
			tell(int(q.Feature), q.At)
		}
	}
	return true
}

// Tiles implements method.Tiler.
func (m *stage) Tiles(g picture.Grid, fn func(x0, x1, y0, y1 int, says []float64)) {
	shares := make([]float64, len(m.p.ClassIDs))
	m.fill(0, g, 0, g.W, 0, g.H, func(q *node, x0, x1, y0, y1 int) {
		for c := range shares {
			shares[c] = q.share(c)
		}
		fn(x0, x1, y0, y1, shares)
	})
}

// paint gives a rectangle of a plane a value.
func paint(plane []float32, w, x0, x1, y0, y1 int, value float32) {
	for y := y0; y < y1; y++ {
		row := plane[y*w+x0 : y*w+x1]
		for x := range row {
			row[x] = value
		}
	}
}

// fill calls fn with the leaves below node i and the rectangles of a grid's nodes that are
// in them.
func (m *core) fill(i int32, g picture.Grid, x0, x1, y0, y1 int, fn func(q *node, x0, x1, y0, y1 int)) {
	if x0 == x1 || y0 == y1 {
		return
	}
	q := &m.nodes[i]
	if !m.asks(q) {
		fn(q, x0, x1, y0, y1)
		return
	}
	if q.Feature == 0 {
		at := x0 + before(x1-x0, g.DX > 0, func(k int) bool { return g.X(x0+k) <= q.At })
		a, b := inOrder(g.DX > 0, q)
		m.fill(a, g, x0, at, y0, y1, fn)
		m.fill(b, g, at, x1, y0, y1, fn)
		return
	}
	at := y0 + before(y1-y0, g.DY > 0, func(k int) bool { return g.Y(y0+k) <= q.At })
	a, b := inOrder(g.DY > 0, q)
	m.fill(a, g, x0, x1, y0, at, fn)
	m.fill(b, g, x0, x1, at, y1, fn)
}

// before is how many of n nodes lie before a cut: those on its left where their values
// grow, else those on its right.
func before(n int, grow bool, left func(k int) bool) int {
	return sort.Search(n, func(k int) bool { return left(k) != grow })
}

// inOrder are a node's children in the order in which a grid meets them.
func inOrder(grow bool, q *node) (first, second int32) {
	if grow {
		return q.Left(), q.Right()
	}
	return q.Right(), q.Left()
}

// Explain implements method.Explainer: the questions on the way to the leaf, and what is
// in it. The leaf's key lights its cell.
func (m *core) Explain(x []float64, _ picture.Viewport) method.Explanation {
	x = x[:m.p.D]
	i := m.leaf(x)
	q := &m.nodes[i]
	points := words.Count(int(q.N), "point")
	var ex method.Explanation
	if m.values() {
		ex.Answer = fmt.Sprintf("%s (mean of %s in the leaf)", words.Number(q.v[0]), points)
	} else {
		ex.Answer = fmt.Sprintf("%s (%d of %s in the leaf)", m.chart().Says(i), q.count[q.Wins], points)
		if m.weights != nil {
			ex.Answer = fmt.Sprintf("%s (%s of the weight in the leaf)", m.chart().Says(i), words.Percent(q.share(int(q.Wins))))
		}
	}
	names := m.p.InputNames()
	for j := i; m.nodes[j].Parent >= 0; j = m.nodes[j].Parent {
		up := &m.nodes[m.nodes[j].Parent]
		sign, way := ">", "right"
		if j == up.Left() {
			sign, way = "≤", "left"
		}
		value, at := up.compared(x[up.Feature])
		ex.Lines = append(ex.Lines, fmt.Sprintf("%s = %s %s %s: %s", names[up.Feature], value, sign, at, way))
	}
	slices.Reverse(ex.Lines)
	ex.Lines = append(diagram.Few(ex.Lines), m.contents(q)...)
	return ex
}

// contents says what is in a node: the points of each class, and how mixed they are.
func (m *core) contents(q *node) (lines []string) {
	for c, n := range q.count {
		if n > 0 && n < q.N {
			line := fmt.Sprintf("%s: %d, %s", m.p.ClassName(c), n, words.Percent(q.share(c)))
			if m.weights != nil {
				line += " of the weight"
			}
			lines = append(lines, line)
		}
	}
	if m.values() {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, row := range m.rows(q) {
			lo, hi = min(lo, m.p.Y[row]), max(hi, m.p.Y[row])
		}
		line := "mean " + words.Number(q.v[0])
		if lo < hi {
			line += ", values from " + words.Number(lo) + " to " + words.Number(hi)
		}
		lines = append(lines, line)
	}
	lines = append(lines, m.criterion.said(q.Impurity()))
	if m.tied(q) && !m.asks(q) {
		lines = append(lines, "A tie: the lowest class wins.")
	}
	return lines
}

// tied tells whether another class has as many points as the one that wins.
func (t *tree) tied(q *node) bool { return len(q.count) > 1 && q.lead() == 0 }
