package manifold

import (
	_ "embed"
	"errors"
	"math"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/draw"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

//go:embed lle.jsonl
var lleExamples string

// LLE declares locally linear embedding, id "lle".
func LLE() method.Method {
	return method.Method{
		Info: method.Info{
			Takes: method.Takes{Wide: true, MaxPoints: 2000},
			ID:    "lle",
			Name:  "Locally linear embedding",
			Aliases: []string{"LLE", "Manifold learning", "Neighbourhood weights", "Dimension reduction",
				"Réduction de dimension"},
			Family: family,
			Task:   method.Cluster,
			Summary: "Writes each point as a weighted sum of its neighbours, and places the " +
				"points in a few dimensions so that the same weights reconstruct them as well as possible. Neighbours stay " +
				"near; large distances are not preserved.",
			Formula: "w: min ‖xᵢ − Σⱼ wᵢⱼ xⱼ‖², Σⱼ wᵢⱼ = 1;   y: min Σᵢ ‖yᵢ − Σⱼ wᵢⱼ yⱼ‖², YᵀY = I, Σᵢ yᵢ = 0",
			Source:  "Roweis and Saul, Nonlinear dimensionality reduction by locally linear embedding, Science 290, 2000",
			// The whole n×n matrix is factorised.
			Params: []method.Param{
				{Name: "n_neighbors", Label: "Neighbours k",
					Kind: method.Integer{Range: method.Range{Min: 1, Max: 200, SoftMax: 20}}, Default: 5.0, Moves: true,
					Help: "Neighbours that reconstruct each point. Too few: the graph falls apart. Too many: far points count as " +
						"near."},
				{Name: "n_components", Label: "Dimensions", Kind: method.Integer{Range: method.Range{Min: 1, Max: 10, SoftMax: 5}},
					Default: 2.0, Moves: true,
					Help: "Number of coordinates of each point"},
				{Name: "reg", Label: "Regularisation", Kind: method.Number{Range: method.Range{Min: 1e-9, Max: 1, SoftMin: 1e-6,
					SoftMax: 0.1, Log: true}}, Default: 1e-3, Moves: true,
					Help: "Added to the diagonal of the neighbours' Gram matrix, times its trace: favours equal weights"},
			},
			Shows: []method.Show{
				{Name: "graph", Label: "Graph", Help: "Lines from each point to the points that reconstruct it"},
				{Name: "embedding", Label: "Embedding", On: true, Help: "A plot: the points at their new positions, when the " +
					"plane shows " +
					"something else"},
			},
			Examples: method.ExamplesIn(lleExamples),
		},
		Python: llePython,
		Fit:    fitLLE,
	}
}

// lle is a fitted locally linear embedding.
type lle struct {
	p       *method.Problem
	k, q    int
	reg     float64
	to      []int32   // k neighbours of each row
	w       []float64 // weights of the neighbours
	lambda  []float64
	scores  [][]float64 // coordinates of the rows, per dimension
	parts   int         // number of connected components of the graph
	rebuilt float64     // Σ ‖xᵢ − Σ w x‖²
}

func (m *lle) Can() *method.Capabilities {
	return draw.Parts{Problem: m.p, Shapes: m.shapes, Space: true, Keys: m.keys}.Give(&method.Capabilities{
		Answers: method.Answers{PointScorer: m},
		Drawing: method.Drawing{Panels: m.Panels, Projected: m.Projected},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
	})
}

func fitLLE(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	m := &lle{p: p, k: v.Int("n_neighbors"), q: v.Int("n_components"), reg: v.Float("reg")}
	if err := varies(p, 3); err != nil {
		return nil, err
	}
	if p.N <= m.k {
		return nil, &method.Need{Sentence: words.Text("Each point should be reconstructed from %s, but there are only "+
			"%s: click to add some, or choose fewer neighbours.", words.Count(m.k, "neighbour"), words.Count(p.N, "point"))}
	}
	if old, ok := prev.(*lle); ok && old.k == m.k && old.reg == m.reg && old.q == m.q && old.p.SameRows(p) {
		o := *old
		o.p = p
		return &o, nil
	}
	if err := m.weigh(job); err != nil {
		return nil, err
	}
	if err := m.embed(job); err != nil {
		return nil, err
	}
	return m, job.Err()
}

// weigh finds the neighbours and their weights. For row i with neighbours xⱼ, it solves G w = 1 with Gⱼₗ = (xⱼ −
// xᵢ)·(xₗ − xᵢ), after adding reg·trace(G) to the diagonal, and divides w by its sum.
func (m *lle) weigh(job method.Job) error {
	p, k := m.p, m.k
	m.to, m.w = make([]int32, 0, p.N*k), make([]float64, 0, p.N*k)
	scale, err := nearest(job, p, k, 0, 0.2, func(_ int, list []neighbour) {
		for _, n := range list {
			m.to = append(m.to, n.to)
		}
	})
	if err != nil {
		return err
	}
	g, off := make([]float64, k*k), make([]float64, k*p.D)
	for i := range p.N {
		if err := job.Err(); err != nil {
			return err
		}
		method.Progress(job, 0.2+0.1*float64(i)/float64(p.N))
		x := p.At(i)
		for c, j := range m.to[i*k : (i+1)*k] {
			for d, y := range p.At(int(j)) {
				off[c*p.D+d] = (y - x[d]) / scale
			}
		}
		trace := 0.0
		for a := range k {
			for b := range a + 1 {
				g[a*k+b] = linalg.Dot(off[a*p.D:(a+1)*p.D], off[b*p.D:(b+1)*p.D])
				g[b*k+a] = g[a*k+b]
			}
			trace += g[a*k+a]
		}
		add := m.reg
		if trace > 0 {
			add *= trace
		}
		for a := range k {
			g[a*k+a] += add
		}
		w := make([]float64, k)
		for a := range w {
			w[a] = 1
		}
		if !linalg.Cholesky(g, k) {
			return errors.New(words.Text("the weights of %s are not unique: choose more regularisation, or fewer neighbours",
				called(p, i)))
		}
		linalg.CholSolve(g, k, w, 1)
		sum := 0.0
		for _, x := range w {
			sum += x
		}
		for a := range w {
			w[a] /= sum
		}
		m.w = append(m.w, w...)
		for d := range p.D {
			e := 0.0
			for a := range k {
				e += w[a] * off[a*p.D+d]
			}
			m.rebuilt += e * e
		}
	}
	m.rebuilt *= scale * scale
	m.parts = m.count()
	return nil
}

// count returns the number of connected components of the graph.
func (m *lle) count() (parts int) {
	of := make([]int32, m.p.N)
	for i := range of {
		of[i] = int32(i)
	}
	root := func(i int32) int32 {
		for of[i] != i {
			of[i] = of[of[i]]
			i = of[i]
		}
		return i
	}
	parts = m.p.N
	for c, j := range m.to {
		if a, b := root(int32(c/m.k)), root(j); a != b {
			of[max(a, b)] = min(a, b)
			parts--
		}
	}
	return parts
}

// shift, times the mean of the diagonal, is added to the diagonal of (I − W)ᵀ(I − W) before it is factorised, since the
// matrix is singular: constant vectors are in its kernel. Where that does not suffice, more is added.
const shift = 1e-11

// embed finds the eigenvectors of (I − W)ᵀ(I − W) with the smallest eigenvalues, except the constant one. It applies
// Lanczos iteration to the inverse. The coordinates have mean 0 and norm 1, as in scikit-learn.
func (m *lle) embed(job method.Job) error {
	n, k := m.p.N, m.k
	trace := 0.0
	for _, w := range m.w {
		trace += w * w
	}
	trace += float64(n)
	tell := telling(job, 0.3, 0.85)
	a := make([]float64, n*n)
	var ok bool
	for s := shift; !ok; s *= 100 {
		if s > 1e-3 {
			return linalg.ErrEigen
		}
		clear(a)
		at := make([]int, k+1)
		v := make([]float64, k+1)
		for i := range n {
			if i%64 == 0 {
				if err := tell(); err != nil {
					return err
				}
			}
			at[k], v[k] = i, 1
			for c := range k {
				at[c], v[c] = int(m.to[i*k+c]), -m.w[i*k+c]
			}
			for c, r := range at {
				for d, col := range at {
					a[r*n+col] += v[c] * v[d]
				}
			}
			a[i*n+i] += s * trace / float64(n)
		}
		var err error
		if ok, err = linalg.CholeskyFor(tell, a, n); err != nil {
			return err
		}
	}
	level := func(x []float64) {
		mean := 0.0
		for _, z := range x {
			mean += z / float64(n)
		}
		for i := range x {
			x[i] -= mean
		}
	}
	_, vectors, err := linalg.LargestEigenOf(telling(job, 0.85, 1), func(x, y []float64) error {
		copy(y, x)
		level(y)
		linalg.CholSolve(a, n, y, 1)
		level(y)
		return nil
	}, n, min(m.q, n-1))
	if err != nil {
		return err
	}
	for _, u := range vectors {
		linalg.Upright(u)
		l := 0.0
		for i := range n {
			e := u[i]
			for c := range k {
				e -= m.w[i*k+c] * u[m.to[i*k+c]]
			}
			l += e * e
		}
		if l < 1e-20*trace/float64(n) { // rounding errors
			l = 0
		}
		m.lambda, m.scores = append(m.lambda, l), append(m.scores, u)
	}
	return nil
}

// lines returns the ends of the graph's edges, each edge once.
func (m *lle) lines() (list [][2]int) {
	for c, j := range m.to {
		i, j := c/m.k, int(j)
		if j > i {
			list = append(list, [2]int{i, j})
			continue
		}
		mutual := false
		for _, b := range m.to[j*m.k : (j+1)*m.k] {
			mutual = mutual || int(b) == i
		}
		if !mutual {
			list = append(list, [2]int{j, i})
		}
	}
	return list
}

func (m *lle) shapes(b *draw.Board) error {
	if b.Show["graph"] {
		graph(b, m.lines())
	}
	return nil
}

func (m *lle) Projected() method.Projection {
	var names []string
	for k := range m.scores {
		names = append(names, words.Text("LLE %s", strconv.Itoa(k+1)))
	}
	return projection(m.p, m.scores, names)
}

func (m *lle) Facts() []method.Fact {
	var f method.FactList
	names := make([]string, len(m.lambda))
	sum, most := 0.0, 0.0
	for k, l := range m.lambda {
		names[k] = "y" + words.Subscript(k+1)
		sum += l
	}
	for _, w := range m.w {
		most = max(most, math.Abs(w))
	}
	f.Add("reconstruction_error", sum, "", "Sum of squared differences between the new positions and their "+
		"reconstructions by the neighbours' weights: the sum of the eigenvalues").Call("Error in the embedding")
	f.Add("eigenvalues", m.lambda, "",
		"Smallest eigenvalues of (I − W)ᵀ(I − W), without that of the constant vector").Call("Eigenvalue").By(names)
	f.Add("rebuilding_error", m.rebuilt, m.p.SquaredUnit(), "Sum of squared distances between the points and their "+
		"reconstructions by the neighbours' weights").Call("Error in the data")
	f.Add("largest_weight", most, "", "Largest absolute weight of a neighbour").Call("Largest weight")
	f.Add("n_connected_components", m.parts, "", "Connected components of the graph").Call("Parts of the graph")
	return f
}

func (m *lle) Status() method.Status {
	s := words.Text("In %s the weights of %s reconstruct the positions with an error of %s in the last one.",
		words.Count(len(m.scores), "dimension"), words.Count(m.k, "neighbour"), words.Number(m.lambda[len(m.lambda)-1]))
	if len(m.scores) == 1 {
		s = words.Text("The weights of %s reconstruct the single coordinate with an error of %s.", words.Count(m.k,
			"neighbour"), words.Number(m.lambda[0]))
	}
	if m.parts > 1 {
		tells := "the first coordinate separates"
		switch q := len(m.scores); {
		case m.parts > q && q == 1:
			tells = "the coordinate separates"
		case m.parts > q:
			tells = words.Text("all %s separate", words.Count(q, "coordinate"))
		case m.parts > 2:
			tells = words.Text("the first %s separate", words.Count(m.parts-1, "coordinate"))
		}
		s += words.Text(" The graph has %s: %s these, and show nothing within them. Choose more neighbours.",
			words.Count(m.parts, "part"), tells)
	}
	return method.Status{State: method.Exact, Sentence: s}
}

func (m *lle) Formula() string {
	return words.Text("Σᵢ ‖xᵢ − Σⱼ wᵢⱼ xⱼ‖² = %s\n%s", words.Number(m.rebuilt), numbers("λ", m.lambda))
}

// Explain describes the row nearest to x: its embedding, and its neighbours with the largest weights. In the plane it
// draws lines to all its neighbours.
func (m *lle) Explain(x []float64, v picture.Viewport, _ method.Shown) (e method.Explanation) {
	p := m.p
	i := rowAt(p, x[:p.D])
	e.Answer = words.Capital(called(p, i))
	y := make([]float64, len(m.scores))
	for k := range y {
		y[k] = m.scores[k][i]
	}
	to, w := m.to[i*m.k:(i+1)*m.k], m.w[i*m.k:(i+1)*m.k]
	e.Lines = []string{numbers("y", y)}
	size := make([]float64, m.k)
	rebuilt := make([]float64, p.D)
	for c, j := range to {
		size[c] = math.Abs(w[c])
		for d, z := range p.At(int(j)) {
			rebuilt[d] += w[c] * z
		}
	}
	for _, c := range largestFirst(size, told) {
		e.Lines = append(e.Lines, words.Text("%s: weight %s", called(p, int(to[c])), words.Number(w[c])))
	}
	if left := m.k - told; left > 0 {
		e.Lines = append(e.Lines, words.Text("and %s of smaller weight", words.Count(left, "neighbour")))
	}
	e.Lines = append(e.Lines, words.Text("rebuilt %s away", words.Number(distance(p.At(i), rebuilt))))
	if p.Principal != 3 {
		most := 0.0
		for _, s := range size {
			most = max(most, s)
		}
		x0, y0 := p.Drawn(i)
		for c, j := range to {
			line := &picture.Path{Role: picture.RoleWeight, Class: picture.NoClass, Weight: size[c] / most,
				Says: "neighbour with a positive weight"}
			if w[c] < 0 {
				line.Role, line.Says = picture.RoleAgainst, "neighbour with a negative weight"
			}
			x1, y1 := p.Drawn(int(j))
			line.AddLine(x0, y0, x1, y1)
			e.Layers = append(e.Layers, line)
		}
		if plane(p) {
			e.Layers = append(e.Layers, &picture.Marks{Role: picture.RoleProjection, XY: rebuilt, Class: []int{class(p, i)},
				Says: "reconstruction by the weights"})
		}
	}
	if p.Across > 0 {
		e.Layers = append(e.Layers, p.Album(p.At(i), v, []method.Tile{
			{Values: p.At(i), Name: "row", Says: "the row, and its reconstruction by the neighbours' weights", Title: "row"},
			{Values: rebuilt, Name: "row", Says: "the row, and its reconstruction by the neighbours' " +
				"weights", Title: "rebuilt"}})...)
	}
	return e
}

// told is the largest number of neighbours listed for a row.
const told = 5

// PointScores returns the embedding of the nearest row.
func (m *lle) PointScores(x []float64) [][]float64 {
	return placesOf(m.p, x, func(i int) []float64 {
		y := make([]float64, len(m.scores))
		for k := range y {
			y[k] = m.scores[k][i]
		}
		return y
	})
}

func (m *lle) Panels(show method.Shown) (list []method.Panel) {
	if show["embedding"] && m.p.Principal == 0 {
		list = append(list, chart.Plain(method.PanelInfo{ID: "embedding", Title: "Embedding", XLabel: "y₁", YLabel: "y₂",
			Help: "The points at their new positions, where the same weights reconstruct them"},
			m.embedding).Rows(keyedRows(m.p)))
	}
	return list
}

// embedding draws the embedded points.
func (m *lle) embedding() *chart.Chart {
	return scatter(m.p, places(m.p, m.scores), 2, "points at their positions")
}

// keys are the things that keys name: the rows.
func (m *lle) keys(b *draw.Board) []draw.Reader { return tellRows(b, m.Explain) }
