package objects

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/words"
)

// Graph is an undirected graph without loops and double edges, whose vertices have labels.
type Graph struct {
	Labels []string
	Edges  [][2]int
	far    [][]int             // lengths of the shortest paths; −1 if there is none
	places func() [][2]float64 // layout, computed once
}

// mostVertices limits the product of two graphs to a size for which a linear system takes milliseconds.
const mostVertices = 20

// readGraph reads a graph for the kernels on graphs.
func readGraph(_ Kernel, text string) (thing, error) {
	g, err := ParseGraph(text)
	return thing{graph: g}, err
}

// ParseGraph reads a graph written as its edges, separated by blanks or commas: "C1-C2 C2-O1". A vertex is a name; its
// label is the name without trailing digits. A name alone is a vertex without an edge. The error message continues a
// sentence that begins with the text: "has …".
func ParseGraph(text string) (*Graph, error) {
	g := &Graph{}
	number := map[string]int{}
	vertex := func(name string) (int, error) {
		label := strings.TrimRightFunc(name, unicode.IsDigit)
		if label == "" {
			return 0, errors.New(words.Text("has a vertex “%s” without a label: a name begins with letters", name))
		}
		v, ok := number[name]
		if !ok {
			v = len(g.Labels)
			number[name] = v
			g.Labels = append(g.Labels, label)
		}
		return v, nil
	}
	for _, edge := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == ',' }) {
		ends := strings.Split(edge, "-")
		if len(ends) > 2 {
			return nil, errors.New(words.Text("has “%s”, which is not an edge between two vertices", edge))
		}
		var at [2]int
		for i, name := range ends {
			v, err := vertex(name)
			if err != nil {
				return nil, err
			}
			at[i] = v
		}
		if len(ends) == 1 {
			continue
		}
		if at[0] == at[1] {
			return nil, errors.New(words.Text("has “%s”, an edge from a vertex to itself", edge))
		}
		double := false
		for _, e := range g.Edges {
			double = double || e == at || e == [2]int{at[1], at[0]}
		}
		if !double {
			g.Edges = append(g.Edges, at)
		}
	}
	switch n := len(g.Labels); {
	case n == 0:
		return nil, errors.New("has no vertex")
	case n > mostVertices:
		return nil, words.Errorf("has %d vertices, and may have %d", n, mostVertices)
	}
	g.measure()
	g.places = sync.OnceValue(g.layout)
	return g, nil
}

// measure computes the lengths of all shortest paths (Floyd and Warshall).
func (g *Graph) measure() {
	n := len(g.Labels)
	g.far = make([][]int, n)
	for i := range g.far {
		g.far[i] = make([]int, n)
		for j := range g.far[i] {
			if i != j {
				g.far[i][j] = -1
			}
		}
	}
	for _, e := range g.Edges {
		g.far[e[0]][e[1]], g.far[e[1]][e[0]] = 1, 1
	}
	for k := range n {
		for i := range n {
			for j := range n {
				a, b := g.far[i][k], g.far[k][j]
				if a >= 0 && b >= 0 && (g.far[i][j] < 0 || a+b < g.far[i][j]) {
					g.far[i][j] = a + b
				}
			}
		}
	}
}

// product returns the adjacency matrix of the direct product of two graphs: its vertices are pairs of vertices with the
// same label, its edges pairs of edges. It is nil if there are no vertices.
func product(g, h *Graph) *mat.SymDense {
	number := map[[2]int]int{}
	for i, a := range g.Labels {
		for j, b := range h.Labels {
			if a == b {
				number[[2]int{i, j}] = len(number)
			}
		}
	}
	if len(number) == 0 {
		return nil
	}
	a := mat.NewSymDense(len(number), nil)
	for _, e := range g.Edges {
		for _, f := range h.Edges {
			for range 2 {
				u, ok := number[[2]int{e[0], f[0]}]
				v, also := number[[2]int{e[1], f[1]}]
				if ok && also {
					a.SetSym(u, v, 1)
				}
				f[0], f[1] = f[1], f[0]
			}
		}
	}
	return a
}

// walks is the geometric random walk kernel (Gärtner, Flach and Wrobel 2003; Vishwanathan et al. 2010): the sum, over
// all pairs of walks with the same labels, of λ to the number of their steps. It equals 1ᵀ (I − λA)⁻¹ 1, where A is the
// adjacency matrix of the product of both graphs. λ must be below walkLimit, so that I − λA is positive definite;
// otherwise the result may be +Inf.
func walks(k Kernel, a, b thing) float64 {
	m := product(a.graph, b.graph)
	if m == nil {
		return 0
	}
	n := m.SymmetricDim()
	for i := range n {
		for j := range i {
			m.SetSym(i, j, -k.Lambda*m.At(i, j))
		}
		m.SetSym(i, i, 1)
	}
	ones, x := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	for i := range n {
		ones.SetVec(i, 1)
	}
	var c mat.Cholesky
	if !c.Factorize(m) || c.SolveVecTo(x, ones) != nil {
		return math.Inf(1) // not below the limit
	}
	return mat.Sum(x)
}

// walkLimit returns 1/ρ² for the largest spectral radius ρ of the graphs. The product of two graphs is a subgraph of
// their Kronecker product, whose spectral radius is the product of theirs.
func walkLimit(all []thing) float64 {
	most := 0.0
	for _, x := range all {
		g := x.graph
		a := mat.NewSymDense(len(g.Labels), nil)
		for _, e := range g.Edges {
			a.SetSym(e[0], e[1], 1)
		}
		var eig mat.EigenSym
		if eig.Factorize(a, false) {
			list := eig.Values(nil)
			most = max(most, list[len(list)-1])
		}
	}
	return 1 / (most * most)
}

// readPaths counts the pairs of different vertices by their labels and the length of the shortest path between them.
// With these counts, counted is the shortest-path kernel (Borgwardt and Kriegel 2005) that compares labels and lengths
// for equality.
func readPaths(_ Kernel, text string) (thing, error) {
	g, err := ParseGraph(text)
	if err != nil {
		return thing{}, err
	}
	count := map[string]float64{}
	for i, a := range g.Labels {
		for j := range i {
			if d := g.far[i][j]; d > 0 {
				b := g.Labels[j]
				count[min(a, b)+"–"+max(a, b)+":"+strconv.Itoa(d)]++
			}
		}
	}
	return thing{graph: g, count: count}, nil
}

// sharedWalks lists, for walks of 0 to 3 steps, the number of pairs with the same labels. Walks of all lengths would be
// infinitely many.
func sharedWalks(k Kernel, a, b thing) (list []Piece, ok bool) {
	m := product(a.graph, b.graph)
	if m == nil {
		return nil, true
	}
	n := m.SymmetricDim()
	x, y := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	for i := range n {
		x.SetVec(i, 1)
	}
	for steps := range 4 {
		list = append(list, Piece{words.Count(steps, "step"), math.Pow(k.Lambda, float64(steps)), mat.Sum(x)})
		y.MulVec(m, x)
		x, y = y, x
	}
	return list, true
}

func walkFormula(k Kernel) string {
	return words.Text("Σ over pairs of walks with the same labels: λ^steps,  λ = %s", words.Number(k.Lambda))
}

func pathFormula(Kernel) string {
	return "Σ over labels a, b and lengths d: (pairs a–b at distance d in s)·(those in t)"
}
