package manifold

import (
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/draw"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// mostLines is the largest number of the graph's edges drawn in space, where the page paints them in each frame.
const mostLines = 4000

const graphSays = "line of the graph"

func (m *isomap) shapes(b *draw.Board) error {
	if b.Show["graph"] {
		graph(b, m.lines())
	}
	return nil
}

// graph draws lines between rows; none in space if there are more than mostLines.
func graph(b *draw.Board, lines [][2]int) {
	if b.Solid() && len(lines) > mostLines {
		return
	}
	path := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Says: graphSays}
	for _, l := range lines {
		draw.Line(path, b.Of(l[0]), b.Of(l[1]))
	}
	b.Under(path)
}

func (m *isomap) Projected() method.Projection {
	var names []string
	for k := range m.scores {
		names = append(names, words.Text("Isomap %s", strconv.Itoa(k+1)))
	}
	return projection(m.p, m.scores, names)
}

// kept returns the number of dimensions kept: at most those that exist.
func (m *isomap) kept() int { return min(m.q, len(m.scores)) }

func (m *isomap) Facts() []method.Fact {
	var f method.FactList
	names := make([]string, len(m.lambda))
	for k := range names {
		names[k] = words.Count(k+1, "dimension")
	}
	f.Add("residual_variance", m.residual[m.kept()-1], "", "1 − the squared correlation of the paths in the graph and "+
		"the straight distances in the embedding").Call("Residual variance")
	f.Add("residual_variances", m.residual, "", "The same, of one, two and more dimensions").Call("Residual variance").By(
		names)
	f.Add("eigenvalues", m.lambda, m.p.SquaredUnit(),
		"Largest eigenvalues of the doubly centred squared path lengths").Call("Eigenvalue").By(names)
	f.Add("reconstruction_error", m.left, m.p.SquaredUnit(), "Root of the sum of the squares of the other eigenvalues, "+
		"divided by the number of points").Call("Reconstruction error")
	f.Add("longest_way", m.longest, "", "Longest of the shortest paths in the graph").Call("Longest path")
	f.Add("lines", len(m.lines()), "", "Number of edges of the graph").Call("Lines")
	f.Add("n_connected_components", m.parts, "", "Number of connected components of the graph of nearest "+
		"neighbours").Call("Parts of the graph")
	return f
}

func (m *isomap) Status() method.Status {
	s := words.Sprintf("%s explain %s of the variance of the distances along the graph.",
		words.Capital(words.Count(m.kept(), "dimension")), words.Percent(1-m.residual[m.kept()-1]))
	if m.kept() == 1 {
		s = words.Sprintf("One dimension explains %s of the variance of the distances along the graph.",
			words.Percent(1-m.residual[0]))
	}
	if m.q > len(m.scores) {
		s += words.Sprintf(" There are no more than %s.", words.Count(len(m.scores), "dimension"))
	}
	if m.parts > 1 {
		s += words.Sprintf(" The graph fell into %s, which are joined by the shortest edges between them: choose more "+
			"neighbours.",
			words.Count(m.parts, "part"))
	}
	return method.Status{State: method.Exact, Sentence: s}
}

func (m *isomap) Formula() string {
	s := "λ = "
	for k, l := range m.lambda {
		if k == shownTerms {
			s += ", …"
			break
		}
		if k > 0 {
			s += ", "
		}
		s += words.Number(l)
	}
	return words.Text("%s\n1 − R^{2}(d_G, ‖yᵢ − yⱼ‖) = %s in %s", s, words.Number(m.residual[m.kept()-1]),
		words.Count(m.kept(), "dimension"))
}

// Explain describes the row nearest to x: its embedding, and the shortest path from it to the row that is farthest
// along the graph. In the plane it draws the path.
func (m *isomap) Explain(x []float64, v picture.Viewport, _ method.Shown) (e method.Explanation) {
	i := rowAt(m.p, x[:m.p.D])
	e.Answer = words.Capital(called(m.p, i))
	y := make([]float64, len(m.scores))
	for k := range y {
		y[k] = m.scores[k][i]
	}
	length, before := make([]float64, m.p.N), make([]int32, m.p.N)
	m.ways(i, length, before)
	far := 0
	for j, d := range length {
		if d > length[far] {
			far = j
		}
	}
	e.Lines = []string{numbers("y", y),
		words.Text("farthest: %s, %s along the graph, %s straight", called(m.p, far), words.Number(length[far]),
			words.Number(distance(m.p.At(i), m.p.At(far))))}
	way := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Says: "path to the farthest point"}
	for j := int32(far); j >= 0; j = before[j] {
		x, y := m.p.Drawn(int(j))
		way.XY = append(way.XY, x, y)
	}
	if m.p.Principal != 3 && len(way.XY) > 2 {
		e.Layers = append(e.Layers, way)
	}
	if m.p.Across > 0 {
		e.Layers = append(e.Layers, m.p.Album(m.p.At(i), v, []method.Tile{
			{Values: m.p.At(i), Name: "row", Says: "the row and the farthest row", Title: "row"},
			{Values: m.p.At(far), Name: "row", Says: "the row and the farthest row", Title: "farthest"}})...)
	}
	return e
}

// PointScores returns the embedding of the nearest row.
func (m *isomap) PointScores(x []float64) [][]float64 {
	return placesOf(m.p, x, func(i int) []float64 {
		y := make([]float64, m.kept())
		for k := range y {
			y[k] = m.scores[k][i]
		}
		return y
	})
}

func (m *isomap) Panels(show method.Shown) (list []method.Panel) {
	if show["embedding"] && m.p.Principal == 0 && len(m.scores) > 0 {
		list = append(list, chart.Plain(method.PanelInfo{ID: "embedding", Title: "Embedding", XLabel: "y₁", YLabel: "y₂",
			Help: "The points at their new positions: straight distances here match paths along the graph"},
			m.embedding).Rows(keyedRows(m.p)))
	}
	if show["residual"] {
		list = append(list, chart.Plain(method.PanelInfo{ID: "residual", Title: "Residual variance", XLabel: "dimensions",
			XCounts: true, YLabel: "1 − R²", YFrom0: true,
			Help: "Share of the path lengths that the first dimensions do not explain. " +
				"The elbow is at the dimension of the data. A click chooses the number."}, m.unexplained))
	}
	return list
}

// key returns the key of the bar of residual variance for k + 1 dimensions.
func (m *isomap) key(k int) string { return dimensionKind.Key(k) }

var dimensionKind = picture.KeyKind{Begins: "dim", From: 1}

// embedding draws the embedded points.
func (m *isomap) embedding() *chart.Chart {
	return scatter(m.p, places(m.p, m.scores), 2, "points at their positions")
}

// unexplained draws the residual variance with one, two, … dimensions.
func (m *isomap) unexplained() *chart.Chart {
	look := chart.Of(picture.RoleBar, 0, "residual variance")
	return bars(m.residual, 0, m.key, look, look)
}

// keys are the things that keys name: rows, and numbers of dimensions.
func (m *isomap) keys(b *draw.Board) []draw.Reader {
	return []draw.Reader{
		draw.Each(rowKind, m.p.N, func(i int) (t method.Told, ok bool) {
			t.Explanation = m.Explain(m.p.At(i), b.View, nil)
			t.Answer = words.Capital(called(m.p, i))
			t.Click.Rows = []int{i}
			return t, true
		}),
		draw.Each(dimensionKind, len(m.residual), m.tell),
	}
}

// tell describes a number of dimensions. A click chooses it.
func (m *isomap) tell(k int) (t method.Told, ok bool) {
	t.Answer = words.Count(k+1, "dimension")
	t.Lines = []string{words.Text("residual variance %s", words.Number(m.residual[k]))}
	if m.q != k+1 {
		t.Click.Set = map[string]any{"n_components": float64(k + 1)}
	}
	return t, true
}
