package hierarchy

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/draw"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/sorts"
	"pointscape/engine/words"
)

const (
	mostLeaves = 300 // largest number of rows for which the whole dendrogram is drawn
	cutLeaves  = 40  // least number of leaves for more rows
	hullGap    = 9   // distance from points to the outline of their group, in CSS pixels
)

// shapes outlines the groups, and the two groups merged in this step, with a line between them; see link. For single
// linkage it draws the edges of the minimum spanning tree up to this step.
func (g *partition) shapes(b *draw.Board) error {
	if b.Show["links"] && g.linkage == linkSingle {
		b.Links("between the nearest points of two groups that were merged", method.Indices(g.step),
			func(k int) (class int, from, to []float64) {
				m := &g.merges[k]
				return g.label(m.i), b.Of(m.i), b.Of(m.j)
			})
	}
	m, node := g.merged()
	if b.Show["hulls"] {
		for _, top := range g.tops() {
			if err := b.Job.Err(); err != nil {
				return err
			}
			if top != node && !g.alone(top) {
				b.Under(&picture.Path{Role: picture.RoleEllipse, Class: g.number[top], Closed: true,
					XY: g.around(b.View, top), Says: "line around a group"})
			}
		}
	}
	if m == nil {
		return nil
	}
	for _, part := range []int{m.a, m.b} {
		b.Under(&picture.Path{Role: picture.RoleCut, Class: picture.NoClass, Closed: true,
			XY: g.around(b.View, part), Says: "groups that this step merges"})
	}
	link, err := g.link(b.Job, m, picture.RoleCut)
	b.Over(link)
	return err
}

// tops returns the nodes of the present groups, from left to right.
func (g *partition) tops() (list []int) {
	for at := 0; at < g.p.N; at = g.to[list[len(list)-1]] {
		list = append(list, g.owner[g.order[at]])
	}
	return list
}

// mean returns the mean position of a node's rows as shown.
func (t *tree) mean(node int) (x, y float64) {
	rows := t.rows(node)
	for _, i := range rows {
		px, py := t.p.Drawn(i)
		x, y = x+px/float64(len(rows)), y+py/float64(len(rows))
	}
	return x, y
}

// link returns a line between the two groups of a merge: for single and complete linkage between the rows whose
// distance is that of the groups, for the others between the groups' means.
func (t *tree) link(job method.Job, m *merge, role picture.Role) (*picture.Path, error) {
	l := &picture.Path{Role: role, Class: picture.NoClass}
	i, j := m.i, m.j
	switch t.linkage {
	case linkSingle:
		l.Says = "between their nearest points"
	case linkComplete:
		l.Says = "between their farthest points"
		distance := rowDistance(t.p, t.linkage, t.metric)
		most := -1.0
		for _, a := range t.rows(m.a) {
			if err := job.Err(); err != nil {
				return nil, err
			}
			for _, b := range t.rows(m.b) {
				if d := distance(a, b); d > most {
					most, i, j = d, a, b
				}
			}
		}
	default:
		l.Says = "between their means"
		x0, y0 := t.mean(m.a)
		x1, y1 := t.mean(m.b)
		l.AddLine(x0, y0, x1, y1)
		return l, nil
	}
	x0, y0 := t.p.Drawn(i)
	x1, y1 := t.p.Drawn(j)
	l.AddLine(x0, y0, x1, y1)
	return l, nil
}

// around returns the outline of a node's rows: the boundary of all points within hullGap pixels of their convex hull.
func (t *tree) around(v picture.Viewport, node int) []float64 {
	rows := t.rows(node)
	at := make([][2]float64, len(rows))
	for k, i := range rows {
		x, y := t.p.Drawn(i)
		at[k] = [2]float64{v.PX(x), v.PY(y)}
	}
	xy := rounded(convex(at), hullGap)
	for k := 0; k < len(xy); k += 2 {
		xy[k], xy[k+1] = v.DX(xy[k]), v.DY(xy[k+1])
	}
	return xy
}

// convex returns the corners of the convex hull in order (Andrew, Information Processing Letters 9, 1979). It reorders
// at.
func convex(at [][2]float64) (hull [][2]float64) {
	sorts.Func(at, func(a, b [2]float64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	at = slices.Compact(at)
	if len(at) < 3 {
		return at
	}
	for range 2 {
		from := len(hull)
		for _, p := range at {
			for n := len(hull); n >= from+2; n = len(hull) {
				a, b := hull[n-2], hull[n-1]
				if (b[0]-a[0])*(p[1]-a[1])-(b[1]-a[1])*(p[0]-a[0]) > 0 {
					break
				}
				hull = hull[:n-1]
			}
			hull = append(hull, p)
		}
		hull = hull[:len(hull)-1] // the last corner is the first one of the other side
		slices.Reverse(at)
	}
	return hull
}

// rounded returns the outline at a distance gap around a convex polygon (also a single point or a segment). The corners
// must be in the order that is counterclockwise if the second coordinate points up.
func rounded(corners [][2]float64, gap float64) (xy []float64) {
	const step = math.Pi / 10
	n := len(corners)
	if n == 1 {
		return picture.Ellipse(corners[0][0], corners[0][1], gap, gap, 20)
	}
	for k, c := range corners {
		before, after := corners[(k+n-1)%n], corners[(k+1)%n]
		// Outward normals of the edge to c and of the edge from c.
		a := math.Atan2(c[1]-before[1], c[0]-before[0]) - math.Pi/2
		turn := math.Atan2(after[1]-c[1], after[0]-c[0]) - math.Pi/2 - a
		for turn < 0 {
			turn += 2 * math.Pi
		}
		parts := max(int(math.Ceil(turn/step)), 1)
		for s := range parts + 1 {
			sin, cos := math.Sincos(a + turn*float64(s)/float64(parts))
			xy = append(xy, c[0]+gap*cos, c[1]+gap*sin)
		}
	}
	return xy
}

// Explain names the group of a point; elsewhere, the group that is nearest by the linkage.
func (g *partition) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:g.p.D]
	d, at, own := g.nearest(x)
	top := make([]int, len(d)) // node of each group
	for _, node := range g.tops() {
		top[g.number[node]] = node
	}
	first, second := -1, -1
	for c := range d {
		switch {
		case own >= 0 && c == g.label(own):
		case first < 0 || d[c] < d[first]:
			first, second = c, first
		case second < 0 || d[c] < d[second]:
			second = c
		}
	}
	var e method.Explanation
	rows := draw.Plane(g.p)
	place := draw.Position(g.p, x)
	if own >= 0 {
		node := g.owner[own]
		e.Answer = g.called(node)
		if g.alone(node) {
			e.Answer = "single so far"
		}
		if up := g.parent[own]; up >= 0 {
			e.Lines = append(e.Lines, words.Text("is merged first at the distance %s, into a group of %s",
				words.Number(g.made(up).height), words.Count(g.size(up), "point")))
		}
	} else {
		e.Answer = words.Text("nearest to %s", g.called(top[first]))
	}
	say := func(c int, what string) {
		e.Lines = append(e.Lines, words.Text("d(x, %s) = %s: %s", g.called(top[c]), words.Number(d[c]), what))
	}
	other := ""
	if own >= 0 {
		other = "other "
	}
	if first >= 0 {
		say(first, words.Text("the nearest %sgroup", other))
		x1, y1 := g.mean(top[first])
		to := []float64{x1, y1}
		if i := at[first]; i >= 0 {
			to = rows.Of(i)
		}
		draw.Join(&e, place, to, 0, "to the nearest group")
	}
	if second >= 0 && own < 0 {
		say(second, "the next merge")
	}
	if g.p.Across > 0 && own >= 0 {
		e.Layers = append(e.Layers, g.p.Album(x, v,
			[]method.Tile{{Values: x, Name: "row", Says: "the row", Title: "row"}})...)
	}
	return e
}

// nodeKey returns the key of a node.
func (t *tree) nodeKey(node int) string {
	if node < t.p.N {
		return rowKind.Key(node)
	}
	return mergeKind.Key(node - t.p.N)
}

var rowKind, mergeKind = picture.KeyKind{Begins: "p"}, picture.KeyKind{Begins: "m"}

// leaves returns the number of leaves drawn: all rows, or for many rows the groups before the last merges.
func (h *hierarchy) leaves() int {
	if h.p.N <= mostLeaves {
		return h.p.N
	}
	return max(cutLeaves, min(h.groups, mostLeaves))
}

// plan is the layout of the dendrogram. The first leaf is at the x-coordinate 0.5, the next at 1.5.
type plan struct {
	from   int       // index of the first merge drawn
	leaves []int     // nodes, from left to right
	x      []float64 // per node: its x-coordinate; NaN if it is not drawn
	leaf   []int     // per row: the node that is its leaf
}

func (h *hierarchy) plan() plan {
	d := plan{from: h.p.N - h.leaves(), x: make([]float64, h.nodes())}
	d.leaf = h.Stage(d.from).(*partition).owner
	for i := range d.x {
		d.x[i] = math.NaN()
	}
	for _, i := range h.order {
		if n := len(d.leaves); n == 0 || d.leaves[n-1] != d.leaf[i] {
			d.x[d.leaf[i]] = float64(n) + 0.5
			d.leaves = append(d.leaves, d.leaf[i])
		}
	}
	for k := d.from; k < len(h.merges); k++ {
		m := &h.merges[k]
		d.x[h.p.N+k] = (d.x[m.a] + d.x[m.b]) / 2
	}
	return d
}

// hits returns the outlines of the groups that the dendrogram's merges make, from the last merge to the first.
func (g *partition) hits(b *draw.Board) (hits picture.Hits) {
	if b.Show["dendrogram"] {
		for k := len(g.merges) - 1; k >= g.p.N-g.leaves(); k-- {
			hits.Add(picture.Area, g.nodeKey(g.p.N+k), g.around(b.View, g.p.N+k)...)
		}
	}
	return hits
}

// leafKeys returns the key of each row's leaf in the dendrogram.
func (g *partition) leafKeys() []string {
	keys := make([]string, g.p.N)
	for i, leaf := range g.plan().leaf {
		keys[i] = g.nodeKey(leaf)
	}
	return keys
}

// keys are the things that keys name: the nodes of the tree, which are points and merges, and the cut.
func (g *partition) keys(*draw.Board) []draw.Reader {
	return []draw.Reader{
		draw.Each(rowKind, g.p.N, g.tell),
		draw.Each(mergeKind, len(g.merges), func(k int) (method.Told, bool) { return g.tell(g.p.N + k) }),
		draw.Named(g.cut, func() (t method.Told, ok bool) {
			t.Answer = words.Text("the cut: %s", words.Count(g.groups, "cluster"))
			if g.groups > 1 {
				t.Lines = append(t.Lines, words.Text("the next merge would be at the distance %s",
					words.Number(g.merges[g.Steps()].height)))
			}
			t.Lines = append(t.Lines, "drag it up for fewer clusters, or down for more; Page Up and Page Down do the same")
			return t, len(g.merges) > 0
		}),
	}
}

// tell describes a node of the tree. A click selects its points.
func (g *partition) tell(node int) (t method.Told, ok bool) {
	draw.Select(&t, g.p, slices.Sorted(slices.Values(g.rows(node))), "points of this branch")
	m := g.made(node)
	if m == nil {
		t.Answer = words.Text("point %s", strconv.Itoa(g.p.Number(node)))
	} else {
		t.Answer = words.Sprintf("merge %d, %d points", node-g.p.N+1, m.size)
	}
	if owner := g.owner[g.rows(node)[0]]; owner == node && !g.alone(node) {
		t.Lines = append(t.Lines, words.Text("it is %s", grouping.Name(g.number[node])))
	} else if g.from[owner] <= g.from[node] && g.to[node] <= g.to[owner] && !g.alone(owner) {
		t.Lines = append(t.Lines, words.Text("in %s", grouping.Name(g.number[owner])))
	}
	if m != nil {
		t.Lines = append(t.Lines, words.Sprintf("merged at the distance %s, of %s and %s", words.Number(m.height),
			g.part(m.a),
			g.part(m.b)))
		if link, err := g.link(method.Unstopped, m, picture.RoleNeighbor); err == nil {
			t.Layers = append(t.Layers, link)
		}
	}
	if up := g.parent[node]; up >= 0 {
		t.Lines = append(t.Lines, words.Sprintf("next merged at the distance %s", words.Number(g.made(up).height)))
	}
	return t, true
}

func (g *partition) Panels(show method.Shown) (list []method.Panel) {
	if show["dendrogram"] && len(g.merges) > 0 {
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: "dendrogram", Title: "Dendrogram",
			YLabel: "distance", YFrom0: true,
			Help: "Each bar is a merge, at the distance of its two groups. Drag the dashed line up or down: each connected " +
				"piece below it is a cluster. Point at a branch to see its points, and at a point to see its leaf."},
			Draw: g.drawDendrogram, RowKeys: g.leafKeys})
	}
	return list
}

// cutAt returns the height at which the tree is cut into so many groups: halfway between two merges, above the last
// one, or at half the height of the first.
func (t *tree) cutAt(groups int) float64 {
	k := t.p.N - groups // merges below the cut
	switch top := t.merges[len(t.merges)-1].height; {
	case k == len(t.merges):
		return 1.05 * top
	case k == 0:
		return t.merges[0].height / 2
	default:
		return (t.merges[k-1].height + t.merges[k].height) / 2
	}
}

// drawDendrogram draws each merge at the height of its distance.
func (g *partition) drawDendrogram(_ method.Job, w, h int) (*picture.Picture, error) {
	d := g.plan()
	n := len(d.leaves)
	top := g.merges[len(g.merges)-1].height
	if top == 0 {
		top = 1
	}
	v := picture.Viewport{X1: float64(n) * (1 + 14/float64(max(w, 14))), Y0: -0.05 * top, Y1: 1.12 * top, W: w, H: h,
		Scale: 1}
	if n < g.p.N {
		v.Y0 = -0.1 * top // space for the counts
	}
	pic := &picture.Picture{View: v}
	height := func(node int) float64 {
		if node >= g.p.N+d.from {
			return g.made(node).height
		}
		return 0 // a leaf: nothing below it is drawn
	}
	later := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Says: "merges above the cut"}
	to := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Weight: 0.4, Says: "later merges"}
	now := &picture.Path{Role: picture.RoleCut, Class: picture.NoClass, Says: "merge of this step"}
	_, newest := g.merged()
	made := draw.ByClass{Like: picture.Path{Role: picture.RoleEllipse, Weight: 0.6, Says: "merges within a cluster"}}
	for k := d.from; k < len(g.merges); k++ {
		m, node := &g.merges[k], g.p.N+k
		bar := []float64{d.x[m.a], height(m.a), d.x[m.a], m.height, d.x[m.b], m.height, d.x[m.b], height(m.b)}
		var p *picture.Path
		switch c := g.number[g.owner[g.rows(node)[0]]]; {
		case node == newest:
			p = now
		case k >= g.Steps():
			p = later
		case k >= g.step:
			p = to
		default:
			p = made.Of(c)
		}
		p.AddLine(bar...)
		lo, hi := g.leafAt(d, g.from[node]), g.leafAt(d, g.to[node]-1)
		pic.Hits.Box(g.nodeKey(node), lo-0.5, 0, hi+0.5, m.height) // of nested areas, the pointer hits the smallest
	}
	pic.Add(draw.Some(later, to)...)
	pic.Add(made.Layers()...)
	pic.Add(draw.Some(now)...)
	g.feet(pic, d)
	for _, leaf := range d.leaves {
		pic.Hits.Add(picture.Line, g.nodeKey(leaf), d.x[leaf], 0, d.x[leaf], g.made(g.parent[leaf]).height)
	}
	g.drawCut(pic, top, n)
	pic.Alt = words.Sprintf("Dendrogram of %s, the last merge at the distance %s; cut into %s.", words.Count(g.p.N,
		"point"),
		words.Number(g.merges[len(g.merges)-1].height), words.Count(g.groups, "cluster"))
	if n < g.p.N {
		pic.Alt = words.Say(pic.Alt) + words.Sprintf(" Only its last %d merges are drawn.", n-1)
	}
	return pic, nil
}

// leafAt returns the x-coordinate of the leaf that contains row order[at].
func (t *tree) leafAt(d plan, at int) float64 { return d.x[d.leaf[t.order[at]]] }

// feet draws a mark below each leaf that is in a cluster, in the colour of the cluster, if there is room; if leaves are
// groups of rows, also the number of rows of each.
func (g *partition) feet(pic *picture.Picture, d plan) {
	v := pic.View
	room := float64(v.W) / float64(len(d.leaves)) // width of a leaf in pixels
	marks := &picture.Marks{Role: picture.RoleProjection, Says: "cluster of a point"}
	counts := len(d.leaves) < g.p.N
	if counts {
		marks.Says = "cluster of a branch"
	}
	places := picture.NewPlaces(v, 0)
	if counts {
		l := &picture.Label{Role: picture.RoleGuide, Text: words.Sprintf("the last %d merges of %d", len(d.leaves)-1,
			len(g.merges)), Ground: true}
		places.Put(l, float64(v.W)/3, 8)
		pic.Add(l)
	}
	for _, leaf := range d.leaves {
		owner := g.owner[g.rows(leaf)[0]]
		if whole := g.from[owner] <= g.from[leaf] && g.to[leaf] <= g.to[owner]; whole && !g.alone(owner) && room >= 3.5 {
			marks.XY, marks.Class, marks.Size = append(marks.XY, d.x[leaf], 0), append(marks.Class, g.number[owner]),
				append(marks.Size, min(room/8, 1))
		}
		if counts {
			l := &picture.Label{Role: picture.RoleTick, Text: strconv.Itoa(g.size(leaf))}
			if places.Put(l, v.PX(d.x[leaf]), v.PY(0)+11) {
				pic.Add(l)
			}
		}
	}
	pic.Add(draw.Some(marks)...)
}

// drawCut draws the draggable line of the cut.
func (g *partition) drawCut(pic *picture.Picture, top float64, leaves int) {
	v := pic.View
	y := min(g.threshold, 1.05*top)
	slide := []float64{0.002 * top, 0.002 * top, 1.05 * top, 1.05 * top}
	if g.cut == cutNumber {
		y = g.cutAt(g.groups)
		slide = nil
		for c := 1; c <= leaves; c++ {
			slide = append(slide, float64(c), g.cutAt(c))
		}
	}
	pic.Add(&picture.Path{Role: picture.RoleMargin, Class: picture.NoClass, XY: []float64{0, y, v.X1, y},
		Says: "cut: drag it"})
	// There is always free space at the top; only the arrow covers the line.
	pic.Add(&picture.Label{Role: picture.RoleGuide, X: v.X1, Y: v.DY(8), Text: words.Count(g.groups, "cluster"),
		Anchor: picture.AnchorEnd},
		&picture.Label{Role: picture.RoleGuide, X: v.X1, Y: y, Text: "↕", Anchor: picture.AnchorEnd, Ground: true})
	pic.Hits.Add(picture.Slide, g.cut, slide...)
}
