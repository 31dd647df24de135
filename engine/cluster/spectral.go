package cluster

import (
	"cmp"
	_ "embed"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/draw"
	"pointscape/engine/grouping"
	"pointscape/engine/kdtree"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Values of the parameter affinity.
const (
	affinityRBF     = "rbf"
	affinityNearest = "nearest_neighbors"
)

//go:embed spectral_clustering.jsonl
var spectralClusteringExamples string

// Spectral declares spectral clustering, id "spectral_clustering".
func Spectral() method.Method {
	return method.Method{
		Info: method.Info{
			ID:   "spectral_clustering",
			Name: "Spectral clustering",
			Aliases: []string{"Normalized cuts", "Graph Laplacian", "Fiedler vector", "Laplacian eigenmaps",
				"Spectral embedding", "SpectralClustering",
				"Partitionnement spectral", "Laplacien d'un graphe"},
			Family: "Clustering",
			Task:   method.Cluster,
			Takes:  method.Takes{Wide: true, MaxPoints: 2000},
			Summary: "Connects nearby points in a graph, maps each point to the eigenvectors of the graph's Laplacian with " +
				"the smallest eigenvalues, and clusters these by k-means: clusters are connected parts of any shape. Equal " +
				"points are mapped together, unlike in scikit-learn.",
			Formula: "L = I − D^{−1∕2} W D^{−1∕2},  L uⱼ = λⱼ uⱼ,  yᵢⱼ = uᵢⱼ∕√dᵢ",
			Source: "Shi and Malik, Normalized cuts and image segmentation, IEEE Trans. Pattern Analysis and Machine " +
				"Intelligence 22, 2000; " +
				"Ng, Jordan and Weiss, NIPS 14, 2001; von Luxburg, A tutorial on spectral clustering, Statistics and " +
				"Computing 17, 2007",
			Seen: "The graph, its eigenvalues and k-means in the embedding, step by step.",
			Params: []method.Param{
				{Name: "n_clusters", Label: "Clusters k", Kind: method.Integer{Range: method.Range{Min: 1, Max: 12}}, Default: 2.0,
					Help: "Number of clusters for k-means, and number of eigenvectors used"},
				{Name: "affinity", Label: "Edges", Default: affinityNearest, Help: "Which points are joined, and how strongly",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: affinityNearest, Label: "To nearest neighbours", Help: "Weight 1 if two points are each among the " +
							"other's nearest, ½ if only one is"},
						{Value: affinityRBF, Label: "Between all points", Help: "Weight exp(−γ r²): near points are joined strongly"},
					}}},
				{Name: "n_neighbors", Label: "Neighbours k",
					Kind: method.Integer{Range: method.Range{Min: 2, Max: 100, SoftMin: 2, SoftMax: 20}}, Default: 10.0,
					Help: "Number of nearest points connected to each, including itself, as in scikit-learn",
					When: &method.When{Name: "affinity", In: []string{affinityNearest}}},
				{Name: "gamma", Label: "γ of the weights",
					Kind:    method.Number{Range: method.Range{Min: 1e-12, Max: 1e12, SoftMin: 1, SoftMax: 10000, Log: true}},
					Default: 100.0, Scales: &method.Scales{Power: -2},
					Help: "The larger γ is, the fewer points count as near",
					When: &method.When{Name: "affinity", In: []string{affinityRBF}}},
				{Name: "n_init", Label: "Runs of k-means",
					Kind: method.Integer{Range: method.Range{Min: 1, Max: 100, SoftMin: 1, SoftMax: 20}}, Default: 10.0,
					Advanced: true,
					Help:     "Number of runs from different starts; the run with the smallest inertia is used"},
				method.InputsParam("Tables only: which columns the distances use",
					"Distances use all columns; standardise the columns if their units differ"),
			},
			Shows: []method.Show{
				{Name: "graph", Label: "Graph", On: true, Help: "The edges, stronger for a larger weight: at most the 4,000 " +
					"strongest, above a tenth of the largest weight"},
				{Name: "eigenvalues", Label: "Eigenvalues", On: true, Help: "A plot: the smallest eigenvalues of the Laplacian; " +
					"a click on number k chooses k clusters"},
				{Name: "embedding", Label: "Embedding", On: true, Help: "A plot: the points in the coordinates of the " +
					"eigenvectors, where " +
					"k-means is run"},
			},
			Examples: method.ExamplesIn(spectralClusteringExamples),
		},
		Random: true,
		Python: spectralClusteringPython,
		Fit:    fitSpectral,
	}
}

// bond is an edge of the graph as seen from one end: its other end, and its weight.
type bond struct {
	to     int32
	weight float64
}

// spectrum is a graph of the points, the eigenvectors of its Laplacian, and the k-means clustering of the embedding.
type spectrum struct {
	p        *method.Problem
	points   *kdtree.Index
	own      *grouping.Places
	k        int // number of clusters
	affinity string
	near     int
	gamma    float64
	inits    int

	graph   [][]bond  // per point: its edges, without loops, ordered by the other ends
	degree  []float64 // sums of the weights; 1 for a point without an edge, as in SciPy
	edges   int
	top     float64 // largest weight
	part    []int   // per point: its connected component; components are numbered by size
	parts   int
	narrow  string      // note that γ is too large for the points, so that the graph has too many components; else ""
	lambda  []float64   // smallest eigenvalues of the Laplacian, ascending
	vectors [][]float64 // eigenvectors of lambda over the square roots of the degrees: the embedding

	space *method.Problem // embedded points: n·k coordinates
	run   *lloyd
	runs  []float64 // inertia of each run of k-means
}

// cut is spectral clustering after some steps: the graph, the eigenvectors, then the steps of k-means.
type cut struct {
	*spectrum
	step  int
	means *stage // stage of k-means; nil before it begins
}

// Can states that Predict may give no answer: a position far from all points has no edge.
func (c *cut) Can() *method.Capabilities {
	return draw.Parts{Problem: c.p, Shapes: c.shapes, Space: true, Keys: c.keys}.Give(&method.Capabilities{
		Answers: method.Answers{Predictor: c, Partial: true},
		Drawing: method.Drawing{Panels: c.Panels, Groups: c.Groups},
		Words:   method.Words{Explain: c.Explain, Formula: c.Formula},
		Run:     method.Run{Stepper: c},
	})
}

// mostEigenvalues is the least number of eigenvalues computed.
const mostEigenvalues = 10

func fitSpectral(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	s := &spectrum{p: p, points: kdtree.NewIndex(&kdtree.Points{N: p.N, D: p.D, Z: p.X}), own: grouping.NewPlaces(p),
		k: v.Int("n_clusters"), affinity: v.String("affinity"), near: v.Int("n_neighbors"), gamma: v.Float("gamma"),
		inits: v.Int("n_init")}
	what, invite := "point", "click to add some, or choose fewer"
	if p.Wide() {
		what, invite = "row", "choose fewer"
	}
	are, needs := "are", "need"
	if p.N == 1 {
		are = "is"
	}
	if s.k == 1 {
		needs = "needs"
	}
	switch {
	case p.N == 0:
		return nil, &method.Need{Sentence: "Click to add points."}
	case p.N < s.k+1:
		return nil, &method.Need{Sentence: words.Sprintf("%s %s at least %d %ss, and there %s %d: %s clusters.",
			words.Capital(words.Count(s.k, "cluster")), needs, s.k+1, what, are, p.N, invite)}
	case s.affinity == affinityNearest && p.N < s.near:
		return nil, &method.Need{Sentence: words.Sprintf("%d neighbours need at least %d %ss, and there %s %d: %s "+
			"neighbours.",
			s.near, s.near, what, are, p.N, invite)}
	}
	if old, ok := prev.(*cut); ok && old.p.Same(p) && old.affinity == s.affinity &&
		(s.affinity == affinityRBF && old.gamma == s.gamma || s.affinity == affinityNearest && old.near == s.near) &&
		len(old.lambda) >= min(p.N, s.looked()) && len(old.lambda) <= min(p.N, max(s.looked(), old.looked())) &&
		s.looked() == old.looked() {
		s.graph, s.degree, s.edges, s.top, s.part, s.parts, s.lambda, s.vectors = old.graph, old.degree, old.edges, old.top,
			old.part, old.parts, old.lambda, old.vectors
	} else {
		if err := s.join(method.Stretch(job, 0, 0.3)); err != nil {
			return nil, err
		}
		if err := s.solve(method.Stretch(job, 0.3, 0.8)); err != nil {
			return nil, err
		}
	}
	s.narrow = s.lonely()
	if err := s.cluster(method.Stretch(job, 0.8, 1)); err != nil {
		return nil, err
	}
	return s.Stage(s.Steps()), nil
}

// looked returns the number of eigenvalues computed if there are at least as many points.
func (s *spectrum) looked() int { return max(mostEigenvalues, s.k+3) }

// faint is the ratio of a weight to the geometric mean of its ends' degrees below which the edge is dropped, as it is
// within rounding errors.
const faint = 1e-14

// join builds the graph. Neighbours are as in scikit-learn: each point is one of its own neighbours; of equally near
// points, those with the smaller index count.
func (s *spectrum) join(job method.Job) error {
	p := s.p
	n := p.N
	s.graph, s.degree = make([][]bond, n), make([]float64, n)
	ask := func(i int) error {
		if i%16 != 0 && p.D <= 2 {
			return nil
		}
		method.Progress(job, float64(i)/float64(n))
		return job.Err()
	}
	if s.affinity == affinityRBF {
		for i := range n {
			if err := ask(i); err != nil {
				return err
			}
			s.graph[i] = make([]bond, 0, n-1)
			for j := range n {
				if j == i {
					continue
				}
				if w := kernel.ExpNeg(-s.gamma * grouping.SquaredDistance(p.At(i), p.X[j*p.D:])); w > 0 {
					s.graph[i] = append(s.graph[i], bond{int32(j), w})
					s.degree[i] += w
				}
			}
		}
		for i, list := range s.graph {
			s.graph[i] = slices.DeleteFunc(list, func(
				b bond) bool {
				return b.weight <= faint*math.Sqrt(s.degree[i]*s.degree[b.to])
			})
		}
	} else {
		half := make([][]int32, n) // neighbours of each point
		search := s.points.Search(s.near, n)
		for i := range n {
			if err := ask(i); err != nil {
				return err
			}
			others, _ := search.Others(i)
			half[i] = slices.Clone(others)
		}
		add := func(i, j int32) {
			for k := range s.graph[i] {
				if s.graph[i][k].to == j {
					s.graph[i][k].weight = 1
					return
				}
			}
			s.graph[i] = append(s.graph[i], bond{j, 0.5})
		}
		for i, list := range half {
			for _, j := range list {
				add(int32(i), j)
				add(j, int32(i))
			}
		}
		for _, list := range s.graph {
			slices.SortFunc(list, func(a, b bond) int { return cmp.Compare(a.to, b.to) })
		}
	}
	for i, list := range s.graph {
		s.degree[i] = 0
		s.edges += len(list)
		for _, b := range list {
			s.degree[i] += b.weight
			s.top = max(s.top, b.weight)
		}
		if len(list) == 0 {
			s.degree[i] = 1
		}
	}
	s.edges /= 2
	s.fall()
	return job.Err()
}

// fall finds the connected components of the graph and numbers them, the largest first.
func (s *spectrum) fall() {
	s.part = make([]int, s.p.N)
	for i := range s.part {
		s.part[i] = -1
	}
	var size []int
	for i := range s.part {
		if s.part[i] >= 0 {
			continue
		}
		c, todo := len(size), []int32{int32(i)}
		size = append(size, 0)
		s.part[i] = c
		for len(todo) > 0 {
			j := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			size[c]++
			for _, b := range s.graph[j] {
				if s.part[b.to] < 0 {
					s.part[b.to] = c
					todo = append(todo, b.to)
				}
			}
		}
	}
	order := method.Indices(len(size))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	rank := make([]int, len(size))
	for r, c := range order {
		rank[c] = r
	}
	for i, c := range s.part {
		s.part[i] = rank[c]
	}
	s.parts = len(size)
}

// lonely returns a note if γ is so large that most weights are nearly 0 and the graph has more components than
// clusters; else "".
func (s *spectrum) lonely() string {
	if s.affinity != affinityRBF || s.parts <= s.k {
		return ""
	}
	alone := 0
	for i, list := range s.graph {
		if !slices.ContainsFunc(list, func(b bond) bool {
			return b.weight >= kernelparam.Alike && !slices.Equal(s.p.At(i), s.p.At(int(b.to)))
		}) {
			alone++
		}
	}
	return kernelparam.Lonely(s.p, alone, "weight", kernelparam.Wider(1/kernelparam.Spread(s.p)))
}

// solve computes the smallest eigenvalues of the normalised Laplacian and their vectors. The eigenvalue 0 has one
// eigenvector for each connected component: the square roots of its points' degrees. The other eigenvalues are 1 minus
// the largest eigenvalues of D^{−1/2} W D^{−1/2} after these vectors have been deflated.
func (s *spectrum) solve(job method.Job) error {
	n, q := s.p.N, min(s.p.N, s.looked())
	root := make([]float64, n)
	for i, d := range s.degree {
		root[i] = math.Sqrt(d)
	}
	norm := make([]float64, s.parts)
	for i, c := range s.part {
		norm[c] += s.degree[i]
	}
	asked := 0
	ask := func() error {
		if asked++; asked%10 == 0 {
			method.Progress(job, 1-math.Exp2(-float64(asked)/300))
		}
		return job.Err()
	}
	s.lambda, s.vectors = nil, nil
	for c := range min(s.parts, q) {
		y := make([]float64, n)
		for i, of := range s.part {
			if of == c {
				y[i] = 1 / math.Sqrt(norm[c])
			}
		}
		s.lambda, s.vectors = append(s.lambda, 0), append(s.vectors, y)
	}
	if rest := q - s.parts; rest > 0 {
		sums := make([]float64, s.parts)
		apply := func(x, y []float64) error {
			clear(sums)
			for i, c := range s.part {
				sums[c] += float64(x[i] * root[i])
			}
			for i, list := range s.graph {
				if i%64 == 0 && s.edges > 20_000 {
					if err := job.Err(); err != nil {
						return err
					}
				}
				sum := 0.0
				for _, b := range list {
					sum += float64(b.weight * x[b.to] / root[b.to])
				}
				c := s.part[i]
				// Deflation takes the eigenvalue 1 to −1, the smallest of all.
				y[i] = sum/root[i] - 2*sums[c]/norm[c]*root[i]
			}
			return nil
		}
		var mu []float64
		var u [][]float64
		var err error
		if n <= 160 { // full decomposition: faster here, and independent of the number of eigenvalues asked for
			a, e, col := make([]float64, n*n), make([]float64, n), make([]float64, n)
			for j := range n {
				e[j] = 1
				if err := apply(e, col); err != nil {
					return err
				}
				e[j] = 0
				for i, x := range col {
					a[i*n+j] = x
				}
			}
			mu, u, err = linalg.LargestEigen(ask, a, n, rest)
		} else {
			mu, u, err = linalg.LargestEigenOf(ask, apply, n, rest)
		}
		if err == linalg.ErrEigen {
			return &method.Need{Sentence: "The eigenvalues of the graph's Laplacian could not be computed: choose fewer " +
				"points, or other edges."}
		}
		if err != nil {
			return err
		}
		for j, m := range mu {
			y := u[j]
			most := 0.0
			for i := range y {
				y[i] /= root[i]
				most = max(most, math.Abs(y[i]))
			}
			// Nine digits are equal on every machine; −0 becomes 0.
			for i := range y {
				y[i] = math.Round(y[i]/most*1e9)/1e9*most + 0
			}
			// Fix the sign: the entry of largest absolute value is positive; of entries equal up to rounding, the
			// first.
			if first := slices.IndexFunc(y, func(v float64) bool { return math.Abs(v) >= most*(1-1e-6) }); y[first] < 0 {
				for i, v := range y {
					y[i] = 0 - v
				}
			}
			s.lambda, s.vectors = append(s.lambda, max(0, 1-m)), append(s.vectors, u[j])
		}
	}
	return job.Err()
}

// cluster runs k-means on the embedded points, inits times, and keeps the run with the least inertia. Equal points get
// one common position, the mean of theirs. Otherwise they could be separated: by the choice among equally near
// neighbours, or by the basis of a multiple eigenvalue.
func (s *spectrum) cluster(job method.Job) error {
	n := s.p.N
	s.space = &method.Problem{N: n, D: s.k, X: make([]float64, n*s.k), Task: method.Cluster}
	for j := range s.k {
		for i, y := range s.vectors[j] {
			s.space.X[i*s.k+j] = y
		}
	}
	if s.own.Distinct() < n {
		sum, count := make([]float64, n*s.k), make([]float64, n)
		for i := range n {
			first := s.own.Row(s.p.At(i))
			linalg.Axpy(1, s.space.At(i), sum[first*s.k:(first+1)*s.k])
			count[first]++
		}
		for i := range n {
			first := s.own.Row(s.p.At(i))
			if count[first] > 1 {
				for j, y := range sum[first*s.k : (first+1)*s.k] {
					s.space.X[i*s.k+j] = y / count[first]
				}
			}
		}
	}
	s.space.Seed = s.p.Seed
	r, err := restart(job, &lloyd{p: s.space, k: s.k, d: s.k, init: initPlusPlus, limit: 300}, s.inits)
	if err != nil {
		return err
	}
	least := r.runs[r.best].inertia()
	for _, l := range r.runs {
		// Of runs that differ only by rounding, take the first, on every machine.
		if s.runs = append(s.runs, l.inertia()); s.run == nil && l.inertia() <= least*(1+1e-9) {
			s.run = l
		}
	}
	return nil
}

// before is the number of steps before k-means begins: one, for the eigenvectors.
const before = 1

func (s *spectrum) Steps() int { return before + s.run.Steps() }

func (s *spectrum) StepName() string { return "step" }

// Stage returns the graph (step 0), the eigenvectors, or a stage of k-means in the embedding.
func (s *spectrum) Stage(k int) method.Model {
	c := &cut{spectrum: s, step: k}
	if k > before {
		c.means = s.run.stage(k - before)
	}
	return c
}

func (s *spectrum) Trace() []method.Series {
	list := s.run.Trace()
	for j := range list {
		list[j].Values = append([]float64{math.NaN()}, list[j].Values...)
	}
	return list
}

// labels returns the clusters of the points; nil if there are none yet.
func (c *cut) labels() []int32 {
	if c.means == nil {
		return nil
	}
	return c.means.labels
}

// sideName is the name of a sign of the second eigenvector.
const sideName = "side"

// clusters leaves points without a cluster before the first assignment.
func (c *cut) clusters() grouping.Clusters {
	labels := c.labels()
	return grouping.New(c.p, c.k, func(i int) int {
		if labels == nil {
			return method.NoGroup
		}
		return int(labels[i])
	})
}

// Groups returns the clusters. Once the eigenvectors are known, but before the first assignment, it returns the signs
// of the second (Fiedler) eigenvector, fainter near 0, if the graph is connected.
func (c *cut) Groups(method.Shown) method.Groups {
	labels := c.labels()
	g := c.clusters().Groups("cluster that a point is assigned to")
	if labels == nil && c.step >= before && c.parts == 1 && len(c.vectors) > 1 {
		u := c.vectors[1]
		most := 0.0
		for _, x := range u {
			most = max(most, math.Abs(x))
		}
		g.K, g.Name, g.Says, g.Fainter, g.Weight = 2, sideName, "sign of the second eigenvector", "near 0",
			make([]float64, len(u))
		for i, x := range u {
			g.Of[i], g.Weight[i] = 0, min(1, math.Abs(x)/most)
			if x < 0 {
				g.Of[i] = 1
			}
		}
	}
	return g
}

// Predict writes the cluster of a point. For other positions, it embeds the position and writes the cluster of the
// nearest centre; NaN if this fails, or before the first assignment.
func (c *cut) Predict(x, out []float64) {
	d, near := c.p.D, c.search(len(out))
	for i := range out {
		out[i] = math.NaN()
		if c.labels() == nil {
			continue
		}
		row := x[i*d : (i+1)*d]
		if own := c.own.Row(row); own >= 0 {
			out[i] = float64(c.labels()[own])
		} else if y, _ := c.place(near, row); y != nil {
			at, _ := grouping.Nearest(y, c.means.centers)
			out[i] = float64(at)
		}
	}
}

// place embeds a new position by Nyström's formula (Bengio and others, NIPS 16, 2003): with the weights wᵢ of its
// edges, yⱼ = Σᵢ wᵢ yᵢⱼ / ((1 − λⱼ) Σᵢ wᵢ). It also returns the edges. y is nil if x has no edge or the formula does
// not hold.
func (s *spectrum) place(near *kdtree.Search, x []float64) (y []float64, to []bond) {
	to = s.bonds(near, x)
	sum := 0.0
	for _, b := range to {
		sum += b.weight
	}
	if !(sum > 0) {
		return nil, nil
	}
	y = make([]float64, s.k)
	for j := range y {
		if s.lambda[j] > 0.999 {
			return nil, to
		}
		for _, b := range to {
			y[j] += b.weight / sum * s.vectors[j][b.to]
		}
		y[j] /= 1 - s.lambda[j]
	}
	return y, to
}

// bonds returns the edges that x would have if it were added without changing the other points' edges.
func (s *spectrum) bonds(near *kdtree.Search, x []float64) (to []bond) {
	if s.affinity == affinityRBF {
		for i := range s.p.N {
			to = append(to, bond{int32(i), kernel.ExpNeg(-s.gamma * grouping.SquaredDistance(x, s.p.X[i*s.p.D:]))})
		}
		return to
	}
	ids, _ := near.Nearest(x)
	for _, i := range ids {
		to = append(to, bond{i, 0.5})
	}
	return to
}

// search returns a search for the edges of so many positions; nil if they have edges to all points.
func (s *spectrum) search(queries int) *kdtree.Search {
	if s.affinity == affinityRBF {
		return nil
	}
	return s.points.Search(s.near-1, queries)
}

// gap returns the largest gap between consecutive eigenvalues: the number of eigenvalues before it, and its size; 0 if
// there is none.
func (s *spectrum) gap() (after int, by float64) {
	for j := 1; j < len(s.lambda); j++ {
		if d := s.lambda[j] - s.lambda[j-1]; d > by {
			after, by = j, d
		}
	}
	return after, by
}

func (c *cut) Facts() []method.Fact {
	var facts method.FactList
	found, labels := c.clusters(), c.labels()
	if c.means != nil {
		if e, ok := c.means.reached(); ok {
			facts.Add("inertia", e, "", "Inertia of k-means in the embedding: sum of the squared distances of the points to "+
				"their centres").Call("Inertia in the embedding")
		}
	}
	if labels != nil {
		found.AddSizes(&facts)
		facts.Add("normalized_cut", c.severed(labels), "", "Sum over the clusters of the share of their edge weights that "+
			"leads to other clusters").Call("Normalised cut")
		found.AddAgreement(&facts)
	}
	facts.Add("n_edges", c.edges, "", "Number of pairs of points joined by an edge").Call("Edges")
	facts.Add("n_connected_components", c.parts, "", "Number of connected components of the graph").Call(
		"Parts of the graph")
	if c.step >= before {
		var of []string
		for j := range c.lambda {
			of = append(of, "λ"+words.Subscript(j+1))
		}
		facts.Add("eigenvalues", c.lambda, "", "Smallest eigenvalues of the normalised Laplacian").Call("Eigenvalue").By(of)
	}
	if c.means != nil {
		facts.Add("n_iter", c.means.moved, "", "Number of moves of the centres")
	}
	if labels != nil {
		var of []string
		for i := range c.runs {
			of = append(of, runName(i))
		}
		facts.Add("run_inertia", c.runs, "",
			"Inertia at the end of each run of k-means; the run with the smallest is used").Call("Inertia").By(of).In(
			method.Solver)
	}
	found.AddLabels(&facts, unassigned)
	return facts
}

// severed returns the normalised cut of a clustering (Shi and Malik 2000).
func (s *spectrum) severed(labels []int32) (sum float64) {
	out, all := make([]float64, s.k), make([]float64, s.k)
	for i, list := range s.graph {
		for _, b := range list {
			if all[labels[i]] += b.weight; labels[i] != labels[b.to] {
				out[labels[i]] += b.weight
			}
		}
	}
	for c, a := range all {
		if a > 0 {
			sum += out[c] / a
		}
	}
	return sum
}

func (c *cut) Status() method.Status {
	parts := ""
	if c.parts > 1 {
		parts = words.Sprintf(" The graph has %d connected components, so that %d eigenvalues are 0.", c.parts, c.parts)
		if c.parts > c.k {
			parts = words.Sprintf(" The graph has %d connected components, so that %d eigenvalues are 0: with %s, only the "+
				"largest components have their own coordinate, and the others coincide.", c.parts, c.parts,
				words.Count(c.k, "cluster"))
			if c.narrow == "" {
				parts += words.Say(" Choose more clusters, or more edges.")
			}
			parts += c.narrow
		}
	}
	switch {
	case c.step == 0:
		return method.Status{State: method.Running, Sentence: words.Text("The graph: %s between %s.%s",
			words.Count(c.edges, "edge"), words.Count(c.p.N, "point"), parts)}
	case c.step <= before:
		s := words.Text("The eigenvectors: the coordinates of each point follow from %s.", words.CountOf(c.k, "one",
			"them"))
		if c.k > 1 {
			s = words.Sprintf("The eigenvectors of the %d smallest eigenvalues give the coordinates of each point.", c.k)
		}
		if c.parts == 1 && len(c.vectors) > 1 {
			s += words.Say(" The colours are the sign of the second eigenvector.")
		}
		return method.Status{State: method.Running, Sentence: s + parts}
	case c.step < c.Steps():
		return method.Status{State: method.Running, Sentence: words.Text("k-means in the embedding. %s",
			c.means.happened())}
	}
	s := words.Sprintf("k-means in the embedding converged after %s; this run has the smallest inertia of %s.",
		words.Count(c.means.moved, "iteration"), words.Count(c.inits, "run"))
	if after, by := c.gap(); by > 0 {
		at, own := words.Index(c.k), words.Number(c.lambda[min(c.k, len(c.lambda)-1)]-c.lambda[c.k-1])
		if after == c.k {
			s += words.Sprintf(" The gap after λ%s is %s, the largest between the first %d eigenvalues.", at, own,
				len(c.lambda))
		} else {
			s += words.Sprintf(" The gap after λ%s is %s; the largest between the first %d eigenvalues is after λ%s, %s.",
				at, own, len(c.lambda), words.Index(after), words.Number(by))
		}
	}
	if !c.run.settled {
		return method.Status{State: method.Limited, Sentence: words.Sprintf("Stopped at the limit of %s of k-means in "+
			"the embedding.", words.Count(c.means.moved, "iteration")) + parts}
	}
	return method.Status{State: method.Converged, Sentence: s + parts}
}

func (c *cut) Formula() string {
	w := words.Text("wᵢⱼ = 1 or ½ where both or one of two points are among the %s nearest of the other",
		strconv.Itoa(c.near))
	if c.affinity == affinityRBF {
		w = words.Text("wᵢⱼ = exp(−%s ‖xᵢ − xⱼ‖²)", words.Number(c.gamma))
	}
	s := words.Text("%s,  dᵢ = Σⱼ wᵢⱼ\nL = I − D^{−1∕2} W D^{−1∕2},  λ = ", w)
	for j, l := range c.lambda[:min(c.k+1, len(c.lambda))] {
		if j > 0 {
			s += ", "
		}
		s += words.Number(l)
	}
	s += ", …"
	if c.means != nil {
		if e, ok := c.means.reached(); ok {
			s += words.Text("\nmin Σᵢ ‖yᵢ − c(yᵢ)‖² = %s,  yᵢⱼ = uᵢⱼ∕√dᵢ,  j ≤ %s", words.Number(e), strconv.Itoa(c.k))
		}
	}
	return s
}
