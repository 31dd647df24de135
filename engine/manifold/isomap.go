package manifold

import (
	"cmp"
	_ "embed"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"pointscape/engine/draw"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/sorts"
	"pointscape/engine/words"
)

// maxIsomap is the largest number of points: Isomap needs a shortest path between each two of them.
const maxIsomap = 2000

//go:embed isomap.jsonl
var isomapExamples string

// Isomap declares isometric mapping, id "isomap".
func Isomap() method.Method {
	return method.Method{
		Info: method.Info{
			Takes: method.Takes{Wide: true, MaxPoints: maxIsomap},
			ID:    "isomap",
			Name:  "Isomap",
			Aliases: []string{"Isometric mapping", "Geodesic distances", "Manifold learning", "Neighbourhood graph",
				"Swiss roll", "Réduction de dimension"},
			Family: family,
			Task:   method.Cluster,
			Summary: "Connects each point to its nearest neighbours, computes shortest " +
				"paths in this graph, and places the points so that straight distances match them: a rolled sheet is unrolled.",
			Formula: "B = −½ J (d_G(i, j)^{2}) J = Σₖ λₖvₖvₖᵀ,  yᵢₖ = √λₖ vₖᵢ,  d_G: the shortest way in the graph",
			Source: "Tenenbaum, de Silva and Langford, A global geometric framework for nonlinear dimensionality reduction, " +
				"Science 290, 2000; Torgerson, Psychometrika 17, 1952 (classical scaling); " +
				"Dijkstra, Numerische Mathematik 1, 1959 (shortest ways)",
			Params: []method.Param{
				{Name: "n_neighbors", Label: "Neighbours k",
					Kind: method.Integer{Range: method.Range{Min: 1, Max: 100, SoftMin: 2, SoftMax: 20}}, Default: 5.0, Moves: true,
					Help: "Number of nearest points connected to each; with too many, edges jump between layers"},
				{Name: "n_components", Label: "Dimensions", Kind: method.Integer{Range: method.Range{Min: 1, Max: 10, SoftMax: 5}},
					Default: 2.0,
					Help:    "Number of dimensions for the residual variance"},
			},
			Shows: []method.Show{
				{Name: "graph", Label: "Graph", On: true, Help: "The edges along which distances are measured"},
				{Name: "residual", Label: "Residual variance", On: true, Help: "A plot: residual variance of the distances " +
					"with one, two and more dimensions"},
				{Name: "embedding", Label: "Embedding", On: true, Help: "A plot: the points at their new positions, when the " +
					"plane shows " +
					"something else"},
			},
			Examples: method.ExamplesIn(isomapExamples),
		},
		Python: isomapPython,
		Fit:    fitIsomap,
	}
}

// edge is an edge of the graph as seen from one end.
type edge struct {
	to     int32
	length float64
}

// isomap is a fitted Isomap embedding.
type isomap struct {
	p        *method.Problem
	k, q     int
	graph    [][]edge // edges of each row
	parts    int      // number of connected components before they were joined
	lambda   []float64
	scores   [][]float64 // coordinates of the rows, per dimension
	residual []float64   // 1 − R² of the distances with one, two, … dimensions
	left     float64     // scikit-learn's reconstruction error
	longest  float64     // length of the longest shortest path in the graph
}

func (m *isomap) Can() *method.Capabilities {
	return draw.Parts{Problem: m.p, Shapes: m.shapes, Space: true, Keys: m.keys}.Give(&method.Capabilities{
		Answers: method.Answers{PointScorer: m},
		Drawing: method.Drawing{Panels: m.Panels, Projected: m.Projected},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
	})
}

// looked is the least number of eigenvalues computed, if there are as many rows.
const looked = 6

func fitIsomap(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	m := &isomap{p: p, k: v.Int("n_neighbors"), q: v.Int("n_components")}
	if err := varies(p, 3); err != nil {
		return nil, err
	}
	if p.N <= m.k {
		return nil, &method.Need{Sentence: words.Text("Each point should be joined to %s, but there are only %s: click "+
			"to add some, or choose fewer neighbours.", words.Count(m.k, "neighbour"), words.Count(p.N, "point"))}
	}
	if old, ok := prev.(*isomap); ok && old.k == m.k && old.p.SameRows(p) && len(old.lambda) >= min(m.q, p.N) {
		o := *old
		o.p, o.q = p, m.q
		return &o, nil
	}
	if err := m.join(job); err != nil {
		return nil, err
	}
	if err := m.scale(job); err != nil {
		return nil, err
	}
	return m, job.Err()
}

// join builds the graph: edges in both directions from each row to its k nearest rows. Each two connected components
// are joined by the shortest edge between them, as in scikit-learn.
func (m *isomap) join(job method.Job) error {
	p := m.p
	m.graph = make([][]edge, p.N)
	near := make([][]neighbour, p.N)
	scale, err := nearest(job, p, m.k, 0, 0.2, func(i int, list []neighbour) { near[i] = slices.Clone(list) })
	if err != nil {
		return err
	}
	add := func(i, j int32, length float64) {
		if !slices.ContainsFunc(m.graph[i], func(e edge) bool { return e.to == j }) {
			m.graph[i] = append(m.graph[i], edge{j, length})
			m.graph[j] = append(m.graph[j], edge{int32(i), length})
		}
	}
	for i, list := range near {
		for _, n := range list {
			add(int32(i), n.to, scale*math.Sqrt(n.d2))
		}
	}
	part := make([]int, p.N)
	for i := range part {
		part[i] = -1
	}
	for i := range part {
		if part[i] >= 0 {
			continue
		}
		todo := []int32{int32(i)}
		part[i] = m.parts
		for len(todo) > 0 {
			j := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, e := range m.graph[j] {
				if part[e.to] < 0 {
					part[e.to] = m.parts
					todo = append(todo, e.to)
				}
			}
		}
		m.parts++
	}
	if m.parts == 1 {
		return nil
	}
	type link struct {
		i, j int32
		d    float64
	}
	best := map[[2]int]link{}
	for i := range p.N {
		if err := job.Err(); err != nil {
			return err
		}
		for j := range i {
			of := [2]int{min(part[i], part[j]), max(part[i], part[j])}
			if of[0] == of[1] {
				continue
			}
			if d := distance(p.At(i), p.At(j)); best[of].d == 0 || d < best[of].d {
				best[of] = link{int32(i), int32(j), d}
			}
		}
	}
	for a := range m.parts {
		for b := range a {
			l := best[[2]int{b, a}]
			add(l.i, l.j, l.d)
		}
	}
	return nil
}

// ways computes the lengths of the shortest paths from row i (Dijkstra), and the predecessor of each row on its path,
// −1 for row i.
func (m *isomap) ways(i int, length []float64, before []int32) {
	for j := range length {
		length[j], before[j] = math.Inf(1), -1
	}
	length[i] = 0
	heap := []edge{{int32(i), 0}}
	for len(heap) > 0 {
		top := heap[0]
		last := heap[len(heap)-1]
		heap = heap[:len(heap)-1]
		for k := 0; len(heap) > 0; {
			c := 2*k + 1
			if c >= len(heap) {
				heap[k] = last
				break
			}
			if c+1 < len(heap) && heap[c+1].length < heap[c].length {
				c++
			}
			if last.length <= heap[c].length {
				heap[k] = last
				break
			}
			heap[k] = heap[c]
			k = c
		}
		if top.length > length[top.to] {
			continue
		}
		for _, e := range m.graph[top.to] {
			d := top.length + e.length
			if d >= length[e.to] {
				continue
			}
			length[e.to], before[e.to] = d, top.to
			heap = append(heap, edge{e.to, d})
			for k := len(heap) - 1; k > 0 && heap[(k-1)/2].length > heap[k].length; k = (k - 1) / 2 {
				heap[k], heap[(k-1)/2] = heap[(k-1)/2], heap[k]
			}
		}
	}
}

// scale computes all shortest paths, applies classical scaling to their lengths, and compares them with the distances
// in the embedding.
func (m *isomap) scale(job method.Job) error {
	n := m.p.N
	d := make([]float64, n*n)
	before := make([]int32, n)
	for i := range n {
		if err := job.Err(); err != nil {
			return err
		}
		method.Progress(job, 0.2+0.6*float64(i)/float64(n))
		m.ways(i, d[i*n:(i+1)*n], before)
	}
	for _, x := range d {
		m.longest = max(m.longest, x)
	}
	b := make([]float64, n*n)
	mean, all := make([]float64, n), 0.0
	for i := range n {
		for j := range n {
			x := d[i*n+j] / m.longest
			b[i*n+j] = x * x
			mean[i] += x * x / float64(n)
		}
		all += mean[i] / float64(n)
	}
	square := 0.0
	for i := range n {
		for j := range i + 1 { // the same bits for (i, j) and (j, i)
			x := -(b[i*n+j] - mean[i] - mean[j] + all) / 2
			b[i*n+j], b[j*n+i] = x, x
		}
	}
	for _, x := range b {
		square += x * x
	}
	values, vectors, err := linalg.LargestEigen(telling(job, 0.8, 1), b, n, min(n, max(m.q, looked)))
	if err != nil {
		return err
	}
	for k, l := range values {
		if l <= least*values[0] {
			break
		}
		u := vectors[k]
		linalg.Upright(u)
		for i := range u {
			u[i] *= math.Sqrt(l) * m.longest
		}
		m.lambda, m.scores = append(m.lambda, l*m.longest*m.longest), append(m.scores, u)
		if k < m.q {
			square -= l * l
		}
	}
	m.left = math.Sqrt(max(square, 0)) / float64(n) * m.longest * m.longest
	return m.residuals(job, d)
}

// residuals computes 1 − R² between the shortest paths d and the Euclidean distances in the embedding, for each number
// of coordinates.
func (m *isomap) residuals(job method.Job, d []float64) error {
	n := m.p.N
	x, y := make([]float64, 0, n*(n-1)/2), make([]float64, n*(n-1)/2)
	for i := range n {
		for j := range i {
			x = append(x, d[i*n+j]/m.longest)
		}
	}
	straight := make([]float64, len(y))
	for _, u := range m.scores {
		if err := job.Err(); err != nil {
			return err
		}
		c := 0
		for i := range n {
			for j := range i {
				e := (u[i] - u[j]) / m.longest
				y[c] += e * e
				straight[c] = math.Sqrt(y[c])
				c++
			}
		}
		r := stat.Correlation(x, straight, nil)
		if math.IsNaN(r) { // all paths have the same length
			r = 1
		}
		m.residual = append(m.residual, max(0, 1-r*r))
	}
	return nil
}

// lines returns the ends of the graph's edges, each edge once.
func (m *isomap) lines() (list [][2]int) {
	for i, row := range m.graph {
		for _, e := range row {
			if int(e.to) > i {
				list = append(list, [2]int{i, int(e.to)})
			}
		}
	}
	sorts.Func(list, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return list
}
