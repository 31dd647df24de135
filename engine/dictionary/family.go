package dictionary

import (
	_ "embed"
	"fmt"
	"math"
	"sync"

	"pointscape/engine/doc"
	"pointscape/engine/flats"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// The methods for reconstructing rows from K vectors.
const (
	ofPCA = iota
	ofMeans
	ofFlats
	ofSparse
	kinds
)

// kindsOf has the value of the parameter, the name of the method, and the name of one of its vectors.
var kindsOf = [kinds]struct{ value, name, atom string }{
	{"pca", "PCA", "component"}, {"kmeans", "k-means", "centre"}, {"kflats", "k-flats", "flat"},
	{"sparse", "sparse coding", "atom"},
}

// upper returns a method's name at the beginning of a line; k-means stays in lower case.
func upper(kind int) string {
	if kind == ofSparse {
		return "Sparse coding"
	}
	return kindsOf[kind].name
}

// mostVectors is the largest number of vectors.
const mostVectors = 20

//go:embed representations.jsonl
var representationsExamples string

// Family declares the comparison of principal components, k-means, k-flats and sparse coding, id
// "representations".
func Family() method.Method {
	return method.Method{
		Random: true,
		Info: method.Info{
			Takes: method.Takes{Wide: true, MaxPoints: 5000},
			ID:    "representations",
			Name:  "Four representations",
			Aliases: []string{"Data representation", "Reconstruction error", "PCA, k-means, k-flats, sparse coding",
				"Union of subspaces", "Vector quantisation", "Hybrid linear models",
				"Représentation des données", "Erreur de reconstruction"},
			Family: family,
			Task:   method.Cluster,
			Summary: "Reconstructs the same points from K vectors by four methods: " +
				"principal components (each point uses all), k-means (one), k-flats (the nearest of K flats) and sparse " +
				"coding (a few of K atoms), and compares their errors.",
			Formula: "min Σᵢ ‖xᵢ − x̄ − Daᵢ‖²:  aᵢ free (PCA),  aᵢ = eₖ (k-means),  aᵢ in one block (k-flats),  ‖aᵢ‖₀ ≤ s " +
				"(sparse coding)",
			Source: "Tropp and Wright, Computational methods for sparse solution of linear inverse problems, Proc. IEEE 98, " +
				"2010; Aharon, Elad and Bruckstein, IEEE Trans. Signal Processing 54, 2006 (K-SVD as k-means); " +
				"Bradley and Mangasarian, k-Plane clustering, J. Global Optimization 16, 2000; Maurer and Pontil, K-dimensional " +
				"coding schemes in Hilbert spaces, IEEE Trans. Information Theory 56, 2010",
			Seen: "PCA, k-means, k-flats and sparse coding of the same points from K vectors, side by side; " +
				"the error of each against K; a digit reconstructed by all four.",
			Params: []method.Param{
				{Name: "n_components", Label: "Vectors K",
					Kind: method.Integer{Range: method.Range{Min: 1, Max: mostVectors, SoftMax: 12}}, Default: 3.0,
					Help: "Number of components, centres, flats and atoms"},
				{Name: "representation", Label: "On the plane", Default: "kflats",
					Help: "Which of the four the plane shows; the plots show all",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: "pca", Label: "Principal components", Help: "The subspace through the mean " +
							"with the smallest squared error: each " +
							"point has a coefficient for each component"},
						{Value: "kmeans", Label: "k-means", Help: "Each point becomes the nearest of K centres: one vector, with the " +
							"coefficient 1"},
						{Value: "kflats", Label: "k-flats", Help: "Each point goes to the nearest of K affine flats (lines in the " +
							"plane) and has q coefficients there"},
						{Value: "sparse", Label: "Sparse coding", Help: "Each point is the mean plus a sum of at most s of K atoms, " +
							"learned by K-SVD"},
					}}},
				{Name: "dim", Label: "Dimension of a flat q",
					Kind: method.Integer{Range: method.Range{Max: doc.MaxColumns, SoftMax: 2}, Inputs: true}, Default: 1.0,
					Help: "Dimension of k-flats' flats: 0 a centre, 1 a line, 2 a plane; below the number of inputs"},
				{Name: "transform_n_nonzero_coefs", Label: "Atoms in a code s",
					Kind: method.Integer{Range: method.Range{Min: 1, Max: 16, SoftMax: 8}}, Default: 1.0,
					Help: "Sparse coding: at most this many atoms are added up for a point"},
				method.SampleParam("Watched point", 5000, "The point whose code is shown"),
			},
			Shows: []method.Show{
				{Name: "vectors", Label: "Vectors", On: true, Help: "Components, centres, flats or atoms; a plot of them if the " +
					"rows are pictures"},
				{Name: "reconstructions", Label: "Reconstructions", Where: method.OnlyPoints, On: true,
					Help: "From each point to its reconstruction; the sum of the squared lengths is the error"},
				{Name: "errors", Label: "Errors against K", On: true, Help: "A plot: the error of each of the four against " +
					"the number of vectors; " +
					"a click chooses the number"},
				{Name: "code", Label: "Code of the watched point", Help: "A plot: the coefficients of the selected method; " +
					"k-means' code has a single 1"},
				{Name: "side", Label: "Side by side", Where: method.OnlyPoints, On: true, Help: "Plots: four small pictures of " +
					"the same points, one for each method"},
				method.BothMapsShow(),
			},
			Examples: method.ExamplesIn(representationsExamples),
		},
		Python: representationsPython,
		Fit:    fitFamily,
	}
}

// rebuilt is the reconstruction of the rows by one method with k vectors.
type rebuilt struct {
	kind, k int
	flats   []*flats.Flat // for PCA one flat of dimension min(k, D); nil for sparse coding
	dict    *state
	of      []int   // index of each row's centre, flat or leading atom; nil for PCA
	lost    float64 // Σ‖x − x̂‖², in units of scale²
	settled bool    // a further iteration would change nothing
}

// bench holds the rows and all reconstructions computed so far; models of the same rows with equal q and s share it.
type bench struct {
	*learning // rows relative to their mean
	q, s      int

	mu   sync.Mutex
	done map[[2]int]*rebuilt // reconstructions by method and number of vectors
}

// get returns the reconstruction by a method with k vectors, computed once.
func (b *bench) get(job method.Job, kind, k int) (*rebuilt, error) {
	b.mu.Lock()
	r := b.done[[2]int{kind, k}]
	b.mu.Unlock()
	if r != nil {
		return r, nil
	}
	r, err := b.make(job, kind, k)
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	b.done[[2]int{kind, k}] = r
	b.mu.Unlock()
	return r, nil
}

// many reports whether there is so much data that iterations and fits must be fewer.
func (b *bench) many() bool { return len(b.x) > 50_000 }

// turns returns the largest number of moves of centres, flats and atoms.
func (b *bench) turns() int {
	if b.many() {
		return 10
	}
	return 25
}

// make computes a reconstruction, with several starts for centres, flats and atoms if there are few rows.
func (b *bench) make(job method.Job, kind, k int) (*rebuilt, error) {
	n, d := b.p.N, b.p.D
	r := &rebuilt{kind: kind, k: k}
	starts := max(1, min(5, 100_000/(n*d*k)))
	switch kind {
	case ofPCA:
		all := method.Indices(n)
		f, err := flats.FitRows(job.Err, b.x, d, min(k, d), all)
		if err != nil {
			return nil, err
		}
		r.flats, r.settled = []*flats.Flat{f}, true
		for i := range n {
			r.lost += f.Residual(b.row(i))
		}
	case ofMeans, ofFlats:
		o := flats.Options{K: k, Restarts: starts, Limit: b.turns(), Farthest: true, Seed: b.p.Seed, Ask: job.Err,
			Tell: func(share float64) { method.Progress(job, share) }}
		if kind == ofFlats {
			o.Q = b.q
		}
		run, err := flats.Rows(b.x, n, d, o)
		if err != nil {
			return nil, err
		}
		list, labels := run.Last()
		r.flats, r.lost, r.settled = list, run.Energy[len(run.Energy)-1], run.Settled
		for _, c := range labels {
			r.of = append(r.of, int(c))
		}
	case ofSparse:
		for salt := range starts {
			l := &learning{p: b.p, x: b.x, base: b.base, scale: b.scale, far: b.far, k: k, ksvd: true, nonzero: b.s,
				end: 2 * b.turns(), centred: true, salt: uint64(salt)}
			s, err := l.start(l.drawn()).grown(method.Stretch(job, float64(salt)/float64(starts),
				float64(salt+1)/float64(starts)), l.end)
			if err != nil {
				return nil, err
			}
			if r.dict == nil || s.lost < r.lost*(1-1e-12) {
				r.dict, r.lost, r.settled = s, s.lost, s.settled
			}
		}
		for i := range n {
			r.of = append(r.of, leading(r.dict.codeOf(i)))
		}
	}
	return r, nil
}

// rebuild writes the reconstruction of x, both relative to the mean and in units of scale, and returns its leading
// vector.
func (r *rebuilt) rebuild(b *bench, x, out []float64) (of int) {
	if r.dict != nil {
		q, a := make([]float64, r.k), make([]float64, r.k)
		r.dict.b.products(x, q)
		newPursuit(r.k, b.s).run(r.dict.b, q, b.s, a)
		r.dict.b.rebuild(a, out)
		return leading(a)
	}
	best := math.Inf(1)
	for c, f := range r.flats {
		if d := f.Residual(x); d < best {
			best, of = d, c
		}
	}
	r.flats[of].Foot(x, out)
	if r.kind == ofPCA {
		of = method.NoGroup
	}
	return of
}

// foot writes the reconstruction of row i, whose stored code may differ from the one that rebuild would find.
func (r *rebuilt) foot(b *bench, i int, out []float64) {
	switch {
	case r.dict != nil:
		r.dict.b.rebuild(r.dict.codeOf(i), out)
	case r.kind == ofPCA:
		r.flats[0].Foot(b.row(i), out)
	default:
		r.flats[r.of[i]].Foot(b.row(i), out)
	}
}

// group returns the index of the vector of row i; method.NoGroup for PCA, and for a code that is 0.
func (r *rebuilt) group(i int) int {
	if r.of == nil {
		return method.NoGroup
	}
	return r.of[i]
}

// own converts x from units of scale relative to the mean to the units of the data.
func (b *bench) own(x []float64) {
	for j := range x {
		x[j] = b.base[j] + b.scale*x[j]
	}
}

// four is the model.
type four struct {
	*bench
	k       int
	shown   int // method shown on the stage
	watched int // index of the watched row
	all     [kinds]*rebuilt
	asked   int // dimension of the flats as requested; q is at most D − 1
}

func (m *four) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{PointScorer: m},
		Drawing: method.Drawing{Layers: m.Layers, Panels: m.Panels, Groups: m.Groups, Maps: m.Maps},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Pointer: method.Pointer{Tell: m.Tell},
	}
}

func fitFamily(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	m := &four{k: v.Int("n_components"), asked: v.Int("dim")}
	for kind, x := range kindsOf {
		if x.value == v.String("representation") {
			m.shown = kind
		}
	}
	s := v.Int("transform_n_nonzero_coefs")
	if p.N > 0 && p.N < m.k {
		return nil, &method.Need{Sentence: words.Sprintf("%d centres need at least %d points, and there are %d: add "+
			"some, or choose fewer vectors.", m.k, m.k, p.N)}
	}
	q := min(m.asked, p.D-1)
	if old, ok := prev.(*four); ok && old.p.Same(p) && old.q == q && old.s == s {
		m.bench = old.bench
	} else {
		l, err := newLearning(p, true)
		if err != nil {
			return nil, err
		}
		m.bench = &bench{learning: l, q: q, s: s, done: map[[2]int]*rebuilt{}}
	}
	m.watched = p.Sample(v)
	for kind := range m.all {
		var err error
		if m.all[kind], err = m.get(method.Stretch(job, float64(kind)/kinds, float64(kind+1)/kinds), kind, m.k); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// mse returns the mean squared distance between rows and their reconstructions.
func (b *bench) mse(r *rebuilt) float64 { return b.scale * (b.scale * (r.lost / float64(b.p.N))) }

// kept returns the share of the variance that is explained.
func (b *bench) kept(r *rebuilt) float64 { return 1 - r.lost/linalg.Dot(b.x, b.x) }

func (m *four) Groups(method.Shown) method.Groups {
	r := m.all[m.shown]
	g := method.Groups{K: m.k, Of: make([]int, m.p.N), Name: kindsOf[m.shown].atom,
		Says: map[int]string{ofPCA: "point, of all components", ofMeans: "centre that represents a point",
			ofFlats: "flat that a point is on", ofSparse: "atom with the largest coefficient"}[m.shown]}
	for i := range g.Of {
		g.Of[i] = r.group(i)
	}
	return g
}

func (m *four) Facts() []method.Fact {
	var f method.FactList
	var list []string
	errors, kept := make([]float64, kinds), make([]float64, kinds)
	for kind, r := range m.all {
		list = append(list, upper(kind))
		errors[kind], kept[kind] = m.mse(r), m.kept(r)
	}
	f.Add("reconstruction_errors", errors, m.p.SquaredUnit(), "Mean squared distance between the points and their "+
		"reconstructions").Call("Reconstruction error").By(list)
	f.Add("explained_variances", kept, "", "1 − the unexplained share of the variance").Call("Share kept").By(list)
	f.Add("coefficients", []int{min(m.k, m.p.D), 0, m.q, min(m.s, m.k)}, "",
		"Coefficients that describe a point, not counting the choice of its vectors").Call("Coefficients of " +
		"a point").By(list)
	return f
}

func (m *four) Status() method.Status {
	best := 0
	for kind, r := range m.all {
		if r.lost < m.all[best].lost*(1-1e-9) {
			best = kind
		}
	}
	s := words.Sprintf("With K = %d, PCA keeps %s of the variance, k-means %s, k-flats %s, and sparse coding %s: %s is "+
		"best.", m.k,
		words.Percent(m.kept(m.all[ofPCA])), words.Percent(m.kept(m.all[ofMeans])), words.Percent(m.kept(m.all[ofFlats])),
		words.Percent(m.kept(m.all[ofSparse])), kindsOf[best].name)
	if m.q < m.asked {
		s += words.Sprintf(" Flats have %s: one less than there are inputs.", words.CountOf(m.q, "dimension", "dimensions"))
	}
	if m.k > m.p.D {
		s += words.Sprintf(" PCA has no more than %s.", words.Count(m.p.D, "component"))
	}
	state, open := method.Converged, []string{}
	for kind, r := range m.all {
		if !r.settled {
			state, open = method.Limited, append(open, kindsOf[kind].name)
		}
	}
	if len(open) > 0 {
		s += words.Sprintf(" At the limit of %d turns, %s would still move.", m.turns(), words.Join(open, " and "))
	}
	return method.Status{State: state, Sentence: words.Text("%s For all methods but PCA, other starts may give a "+
		"smaller error.", s)}
}

func (m *four) Formula() string {
	say := func(kind int) string { return words.Number(m.mse(m.all[kind])) }
	return words.Text("1/n Σᵢ ‖xᵢ − x̂ᵢ‖²,  K = %s\nPCA: x̂ = x̄ + Σₖ zₖuₖ,  %s\nk-means: x̂ = c of the nearest,  "+
		"%s\nk-flats: x̂ = cⱼ + Σₗ zₗuⱼₗ on the nearest,  q = %s,  %s\nsparse coding: x̂ = x̄ + Σₖ aₖdₖ,  at most s = "+
		"%s of a not 0,  %s", fmt.Sprint(m.k), say(ofPCA), say(ofMeans), fmt.Sprint(m.q), say(ofFlats), fmt.Sprint(m.s),
		say(ofSparse))
}

// PointScores returns the reconstructions of positions or rows by the method on the stage.
func (m *four) PointScores(x []float64) [][]float64 {
	d := m.p.D
	rows := make([][]float64, len(x)/d)
	off := make([]float64, d)
	for i := range rows {
		for j := range off {
			off[j] = (x[i*d+j] - m.base[j]) / m.scale
		}
		rows[i] = make([]float64, d)
		m.all[m.shown].rebuild(m.bench, off, rows[i])
		m.own(rows[i])
	}
	return rows
}
