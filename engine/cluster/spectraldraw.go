package cluster

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/draw"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/sorts"
	"pointscape/engine/words"
)

const (
	mostEdges = 4000 // largest number of edges drawn, the strongest first
	weakest   = 0.1  // edges weaker than this share of the largest weight are not drawn
)

// shapes draws the graph: its edges, grouped by strength; edges between two clusters are separate.
func (c *cut) shapes(board *draw.Board) error {
	if !board.Show["graph"] {
		return nil
	}
	type edge struct {
		i, j   int32
		weight float64
	}
	var list []edge
	for i, bonds := range c.graph {
		for _, b := range bonds {
			if int(b.to) > i && b.weight >= weakest*c.top {
				list = append(list, edge{int32(i), b.to, b.weight / c.top})
			}
		}
	}
	if len(list) > mostEdges {
		sorts.StableFunc(list, func(a, b edge) int { return cmp.Compare(b.weight, a.weight) })
		list = list[:mostEdges]
	}
	const degrees = 5
	labels := c.labels()
	var paths [2][degrees]*picture.Path
	for _, e := range list {
		step := min(int(e.weight*degrees), degrees-1)
		kind := 0
		if labels != nil && labels[e.i] != labels[e.j] {
			kind = 1
		}
		p := paths[kind][step]
		if p == nil {
			p = &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Weight: 0.3 + 0.7*float64(step)/(degrees-1),
				Says: "edge of the graph, stronger for a larger weight"}
			if kind == 1 {
				p.Role, p.Says = picture.RoleProjection, "edge between two clusters, which is cut"
			}
			paths[kind][step] = p
		}
		draw.Line(p, board.Of(int(e.i)), board.Of(int(e.j)))
	}
	for _, kind := range paths {
		for _, p := range kind {
			if p != nil {
				board.Under(p)
			}
		}
	}
	return nil
}

// spokes adds lines from a position to the other ends of edges, stronger for larger weights: at most 100, and none for
// edges that are weaker than a tenth of the strongest.
func (s *spectrum) spokes(e *method.Explanation, from []float64, to []bond) {
	const most = 100
	top := 0.0
	for _, b := range to {
		top = max(top, b.weight)
	}
	if to = slices.Clone(to); len(to) > most {
		sorts.StableFunc(to, func(a, b bond) int { return cmp.Compare(b.weight, a.weight) })
		to = to[:most]
	}
	rows := draw.Plane(s.p)
	for _, b := range to {
		if b.weight >= weakest*top {
			draw.Join(e, from, rows.Of(int(b.to)), b.weight/top, "edge, stronger for a larger weight")
		}
	}
}

// says returns a line of text with the coordinates y in the embedding; nil before the eigenvectors, or if there are
// more than six.
func (c *cut) says(y []float64) []string {
	if c.step < before || c.k > 6 {
		return nil
	}
	s := "y = ("
	for j, v := range y {
		if j > 0 {
			s += ", "
		}
		s += words.Number(v)
	}
	return []string{words.Text("%s) in the embedding", s)}
}

// placed returns the coordinates of point i in the embedding.
func (s *spectrum) placed(i int) []float64 { return s.space.X[i*s.k : (i+1)*s.k] }

// Explain describes a point with its edges, or another position with the edges that it would have.
func (c *cut) Explain(x []float64, v picture.Viewport, _ method.Shown) (e method.Explanation) {
	x = x[:c.p.D]
	e.Answer = "no cluster yet"
	if i := c.own.Row(x); i >= 0 {
		rows := draw.Plane(c.p)
		if c.labels() != nil {
			e.Answer = grouping.Name(int(c.labels()[i]))
		}
		e.Lines = append([]string{words.Text("%s, of the weight %s in all", words.Count(len(c.graph[i]), "edge"),
			words.Number(c.weight(i)))}, c.says(c.placed(i))...)
		c.spokes(&e, rows.Of(i), c.graph[i])
		e.Layers = append(e.Layers, c.p.Portrait(x, v)...)
		return e
	}
	y, to := c.place(c.search(1), x)
	if y == nil {
		if e.Answer = "far from all points"; to != nil {
			e.Answer = "no coordinates in the embedding"
			e.Lines = []string{"an eigenvalue is too near 1"}
		}
		return e
	}
	if c.labels() != nil {
		own, _ := grouping.Nearest(y, c.means.centers)
		e.Answer = grouping.Name(own)
	}
	e.Lines = append([]string{"a new point here would be joined to the points at the ends of the lines"}, c.says(y)...)
	if !c.p.Wide() {
		c.spokes(&e, x, to)
	}
	return e
}

// weight returns the sum of the weights of point i's edges.
func (s *spectrum) weight(i int) (sum float64) {
	for _, b := range s.graph[i] {
		sum += b.weight
	}
	return sum
}

var pointKind, eigenKind = picture.KeyKind{Begins: "p"}, picture.KeyKind{Begins: "e"}

// keys are the things that keys name: clusters, and once the eigenvectors are known, points and eigenvalues.
func (c *cut) keys(b *draw.Board) (list []draw.Reader) {
	if c.means != nil {
		list = append(list, draw.Each(grouping.Kind, c.means.count(), c.tell))
	}
	if c.step < before {
		return list
	}
	return append(list, draw.Each(eigenKind, len(c.lambda)+1, c.tellEigenvalue),
		draw.Each(pointKind, c.p.N, func(i int) (t method.Told, ok bool) {
			t.Explanation = c.Explain(c.p.At(i), b.View, nil)
			t.Lines = append([]string{words.Capital(t.Answer)}, t.Lines...)
			t.Answer = words.Text("point %s", strconv.Itoa(c.p.Number(i)))
			t.Click.Rows = []int{i}
			return t, true
		}))
}

// tellEigenvalue describes eigenvalue j, which counts from 1. A click chooses that many clusters.
func (c *cut) tellEigenvalue(j int) (t method.Told, ok bool) {
	if j < 1 {
		return t, false
	}
	t.Answer = words.Text("λ%s = %s", words.Index(j), words.Number(c.lambda[j-1]))
	if j < len(c.lambda) {
		t.Lines = append(t.Lines, words.Text("the gap to the next one is %s", words.Number(c.lambda[j]-c.lambda[j-1])))
	}
	if j <= 12 && j < c.p.N {
		t.Click.Set = map[string]any{"n_clusters": float64(j)}
	}
	return t, true
}

// tell describes a cluster, at its centre in the embedding. A click selects its points.
func (c *cut) tell(k int) (t method.Told, ok bool) {
	t.Answer = grouping.Name(k)
	if c.labels() == nil {
		t.Lines = []string{"its centre starts here"}
		return t, true
	}
	draw.Select(&t, c.p, c.clusters().Rows(k), "points of this cluster")
	t.Lines = []string{words.Count(len(t.Click.Rows), "point")}
	return t, true
}

// axes returns the two coordinates of the embedding that the panel shows; −1 if there is none. Of the coordinates in
// which points differ, it takes the two with the least sum of inverse squared distances between the final centres, like
// repelling charges.
func (s *spectrum) axes() (list [2]int) {
	list = [2]int{-1, -1}
	var some []int
	size := 0.0
	for j, y := range s.vectors[:s.k] {
		if lo, hi := slices.Min(y), slices.Max(y); hi-lo > 1e-6*max(math.Abs(lo), math.Abs(hi)) {
			some = append(some, j)
			size = max(size, hi-lo)
		}
	}
	copy(list[:], some)
	last := s.run.at(s.run.moves())
	least := math.Inf(1)
	for i, a := range some {
		for _, b := range some[i+1:] {
			energy := 0.0
			for c := range s.k {
				for e := range c {
					dx, dy := (last[c*s.k+a]-last[e*s.k+a])/size, (last[c*s.k+b]-last[e*s.k+b])/size
					energy += 1 / (dx*dx + dy*dy + 1e-4)
				}
			}
			if energy < least*(1-1e-6) {
				least, list = energy, [2]int{a, b}
			}
		}
	}
	return list
}

func (c *cut) Panels(show method.Shown) (list []method.Panel) {
	if show["eigenvalues"] {
		list = append(list, chart.Plain(method.PanelInfo{ID: "eigenvalues", Title: "Eigenvalues", XLabel: "number",
			XCounts: true, YLabel: "λ", YFrom0: true,
			Help: "The smallest eigenvalues of the Laplacian. The graph has as many parts as eigenvalues are 0. If the first " +
				"k are small and the next is not, there are k clusters. A click chooses the number."}, c.made(c.ladder)))
	}
	if show["embedding"] {
		a := c.axes()
		title := func(j int, or string) string {
			if j < 0 {
				return or
			}
			return "y" + words.Subscript(j+1)
		}
		p := chart.Plain(method.PanelInfo{ID: "embedding", Title: "Embedding", XLabel: title(a[0], "y₁"),
			YLabel: title(a[1], "points in order"),
			Help: "The points at their coordinates by the eigenvectors, where k-means runs. Each point here is a point of " +
				"the plane, and both are highlighted together."}, c.made(c.embedded))
		if c.step >= before {
			p.RowKeys = func() []string { return pointKind.Keys(c.p.N) }
		}
		list = append(list, p)
	}
	return list
}

// made returns of once the eigenvectors are computed; before that, an empty chart that says so.
func (c *cut) made(of func() *chart.Chart) func() *chart.Chart {
	if c.step >= before {
		return of
	}
	return func() *chart.Chart {
		p := &chart.Chart{X: chart.Exactly(0, 1), Y: chart.Exactly(0, 1), Alt: "Empty: the next step computes it."}
		p.Add(chart.Layers{&picture.Label{Role: picture.RoleGuide, X: 0.5, Y: 0.5, Text: "comes with the next step"}})
		return p
	}
}

// ladder draws the eigenvalues in ascending order.
func (c *cut) ladder() *chart.Chart {
	n, k := len(c.lambda), min(c.k, len(c.lambda))
	at, keys := make([]float64, n), make([]string, n)
	for i := range at {
		at[i], keys[i] = float64(i+1), eigenKind.Key(i+1)
	}
	p := &chart.Chart{X: chart.Slots(n), Y: chart.Axis{See: []float64{0, 1e-3}, Below: 0.06, Above: 0.1}}
	p.Add(chart.Stems{Look: chart.As(picture.RoleProjection, "eigenvalue that gives a coordinate"), X: at[:k],
		High: c.lambda[:k], Keys: keys[:k], Dots: true},
		chart.Stems{Look: chart.As(picture.RoleGuide, "eigenvalue that is left out"), X: at[k:], High: c.lambda[k:],
			Keys: keys[k:], Dots: true})
	if k < n {
		p.Add(chart.Upright(chart.As(picture.RoleCut, "gap after those that give coordinates"), float64(k)+0.5, c.lambda[k-1],
			c.lambda[k]))
		p.Alt = words.Sprintf("The gap after number %d is %s.", k, words.Number(c.lambda[k]-c.lambda[k-1]))
	}
	p.Add(chart.Columns{X: at, Keys: keys})
	return p
}

// embedded draws the points in the embedding, with the centres of k-means.
func (c *cut) embedded() *chart.Chart {
	axes := c.axes()
	n := c.p.N
	of := func(y []float64, mid float64) (at [2]float64) {
		at = [2]float64{y[max(axes[0], 0)], mid}
		if axes[1] >= 0 {
			at[1] = y[axes[1]]
		}
		return at
	}
	marks := &picture.Marks{Role: picture.RolePoint, Says: "points in the embedding", Keys: pointKind.Keys(c.p.N)}
	groups := c.Groups(nil)
	for i := range n {
		at := of(c.placed(i), (float64(i)+0.5)/float64(n))
		marks.XY, marks.Class = append(marks.XY, at[0], at[1]), append(marks.Class, groups.Of[i])
	}
	p := &chart.Chart{X: chart.Airy(0.07), Y: chart.Airy(0.07), Alike: axes[1] >= 0} // equal scales, as distances matter
	p.Add(chart.Dots{Marks: marks})
	if c.means != nil {
		p.Add(chart.On(func(p *picture.Picture) { p.Add(c.centers(p.View, of)...) }))
		p.Alt = words.Text("With the centres of %s.", words.Count(c.means.count(), "cluster"))
	}
	return p
}

// centers draws the centres of k-means in the embedding: with their paths, or as vertical lines if only one coordinate
// is shown.
func (c *cut) centers(v picture.Viewport, of func(y []float64, mid float64) [2]float64) (list []picture.Layer) {
	straight := c.axes()[1] < 0
	if !straight {
		list = grouping.Tracks{K: c.means.count(), Moved: c.means.moved, Moving: c.means.moving(), What: "a centre",
			At: func(t, k int) []float64 {
				at := of(c.run.at(t)[k*c.k:(k+1)*c.k], 0)
				// A move in coordinates that are not shown must not appear because of rounding.
				px := 1e-4 * (v.X1 - v.X0)
				return []float64{math.Round(at[0]/px) * px, math.Round(at[1]/px) * px}
			}}.Layers()
	}
	for k := range c.means.count() {
		at := of(c.means.center(k), (v.Y0+v.Y1)/2)
		if straight {
			list = append(list, &picture.Path{Role: picture.RoleEllipse, Class: k, XY: []float64{at[0], v.Y0, at[0], v.Y1},
				Says: "centre of a cluster", Keys: []string{grouping.Key(k)}})
		}
		list = append(list, draw.Numbered(k, at[:], "centre of a cluster, with its number", grouping.Key(k))...)
	}
	return list
}
