package kernelmethods

import (
	_ "embed"
	"fmt"
	"math"

	"pointscape/engine/classify"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/method"
	"pointscape/engine/neighbors"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// maxNeighbors is the largest number of points: each position is compared with all of them.
const maxNeighbors = 1000

//go:embed kernel_knn.jsonl
var kernelKnnExamples string

// KNN declares nearest neighbours in a kernel's feature space, id "kernel_knn".
func KNN() method.Method {
	return method.Method{
		Info: method.Info{
			ID:      "kernel_knn",
			Aliases: []string{"k-NN in feature space", "Kernel distance", "RBF", "Plus proches voisins à noyau"},
			Name:    "Kernel nearest neighbours",
			Family:  "Kernel methods",
			Task:    method.Classify,
			Summary: "Nearest neighbours where near is measured in a kernel's feature space. With a Gaussian kernel the " +
				"neighbours stay the same; with a polynomial, or with a length scale for each axis, they change.",
			Formula: "d²(x, z) = ‖φ(x) − φ(z)‖² = k(x, x) − 2k(x, z) + k(z, z)",
			Source:  "Yu, Ji and Zhang, Kernel nearest-neighbor algorithm, Neural Processing Letters 15, 2002",
			Params: append([]method.Param{
				{Name: "n_neighbors", Label: "Neighbours k",
					Kind: method.Integer{Range: method.Range{Min: 1, Max: maxNeighbors, SoftMin: 1, SoftMax: 50}}, Default: 5.0,
					Help: "Nearest points that vote, at most all. Equal distances: the first point counts; equal votes: " +
						"the first class."},
			}, kernelparam.Params()...),
			Takes: method.Takes{MaxPoints: maxNeighbors},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Help: "Mix of the neighbours' classes at each position"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Help: "Where the prediction changes"},
			},
			Examples: method.ExamplesIn(kernelKnnExamples),
		},
		Check: func(v method.Values) error {
			_, err := quietKernel(v)
			return err
		},
		Python: kernelKnnPython,
		Fit:    fitKNN, Divisible: true,
	}
}

// classifier votes among the nearest points in feature space.
type classifier struct {
	problem *method.Problem
	kernel  kernel.Kernel
	inside  kernel.Kernel // kernel for computing distances: see kernelparam.Centred
	k       int
	// plain is used if distances have the same order as in the norm of the plane with the name norm; nil and "" if not.
	plain *neighbors.Classifier
	norm  string
	rows  *kernel.Rower
	self  []float64 // inside's k(z, z) for each point
}

func (m *classifier) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m, Proba: m.Proba},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula, Assess: m.Assess},
	}
}

func fitKNN(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Add points of two classes."}
	}
	k, err := quietKernel(v)
	if err != nil {
		return nil, err
	}
	self := kernel.Diag(k, p.X, p.N, p.D, nil)
	if err := p.CheckKernel(self); err != nil {
		return nil, err
	}
	norm, weights := kernel.Falling(k)
	m := &classifier{problem: p, kernel: k, k: min(v.Int("n_neighbors"), p.N), norm: norm}
	m.inside, _ = kernelparam.Centred(k, p, nil)
	m.rows = kernel.NewRower(m.inside, p.X, p.N, p.D)
	m.self = kernel.Diag(m.inside, p.X, p.N, p.D, self)
	if !fastPlane {
		return m, job.Err()
	}
	if len(weights) > 0 && m.norm != "" {
		m.plain = neighbors.NewWeighted(p, m.k, weights)
	} else if m.norm != "" {
		metric := "euclidean"
		if m.norm == "l1" {
			metric = "manhattan"
		}
		of := neighbors.KNN()
		values, err := of.Validate(map[string]any{"n_neighbors": float64(m.k), "metric": metric})
		if err != nil {
			return nil, err
		}
		plain, err := of.Fit(job, p, values, nil)
		if err != nil {
			return nil, err
		}
		m.plain = plain.(*neighbors.Classifier)
	}
	return m, job.Err()
}

// ranking finds the nearest points of a position.
type ranking struct {
	m    *classifier
	row  []float64
	near []int     // nearest first; of equally near ones, the lower index first
	dist []float64 // for these points: a value with the order of squared distances
}

func (m *classifier) ranking(k int) *ranking {
	return &ranking{m: m, row: make([]float64, m.problem.N), near: make([]int, 0, k+1), dist: make([]float64, 0, k+1)}
}

// find sets near and dist to the k nearest points of x, leaving out point but (−1: none).
func (r *ranking) find(x []float64, k, but int) {
	m := r.m
	if !m.rows.Distances(x, r.row) {
		m.rows.At(x, r.row)
		for i, v := range r.row {
			r.row[i] = m.self[i] - 2*v // without k(x, x), which is the same for all
		}
	}
	// The nearest points of the previous position give a bound: no point farther than the farthest of them can be among
	// the nearest ones here.
	worst, bounded := math.Inf(1), false
	if len(r.near) == k && but < 0 {
		worst = math.Inf(-1)
		for _, i := range r.near {
			worst = max(worst, r.row[i])
		}
		worst = math.Nextafter(worst, math.Inf(1))
		bounded = worst < math.Inf(1)
	}
	r.near, r.dist = r.near[:0], r.dist[:0]
	for i, d := range r.row {
		if d >= worst && (bounded || len(r.near) == k) || i == but {
			continue
		}
		j := len(r.near)
		r.near, r.dist = append(r.near, i), append(r.dist, d)
		for ; j > 0 && r.dist[j-1] > d; j-- {
			r.near[j], r.dist[j] = r.near[j-1], r.dist[j-1]
		}
		r.near[j], r.dist[j] = i, d
		if len(r.near) > k {
			r.near, r.dist = r.near[:k], r.dist[:k]
		}
		if len(r.near) == k {
			worst = r.dist[k-1]
		}
	}
}

// vote counts the classes of the neighbours and returns the winner, the lowest of equals.
func (r *ranking) vote(votes []int) int {
	clear(votes)
	best := 0
	for _, i := range r.near {
		votes[r.m.problem.Class[i]]++
	}
	for c, n := range votes {
		if n > votes[best] {
			best = c
		}
	}
	return best
}

// Assess evaluates every point, with itself among the neighbours and without.
func (m *classifier) Assess(job method.Job) ([]method.Fact, error) {
	if m.plain != nil {
		facts, err := m.plain.Assess(job)
		return append(facts, m.sameAsPlane()), err
	}
	r := m.ranking(m.k)
	votes := make([]int, len(m.problem.ClassIDs))
	errors, leftOut := 0, 0
	for i, c := range m.problem.Class {
		if err := method.AskEvery(job, i, 16); err != nil {
			return nil, err
		}
		r.find(m.problem.At(i), m.k, -1)
		if r.vote(votes) != c {
			errors++
		}
		r.find(m.problem.At(i), m.k, i)
		if r.vote(votes) != c || len(r.near) == 0 {
			leftOut++
		}
	}
	n := float64(m.problem.N)
	facts := m.Facts()
	facts[1].Value, facts[2].Value = float64(errors)/n, float64(leftOut)/n
	facts[1].Late, facts[2].Late = false, false
	return facts, nil
}

// Scores passes the votes to tell.
func (m *classifier) Scores(x []float64, tell func(i int, f []float64)) {
	if m.plain != nil {
		m.plain.Scores(x, tell)
		return
	}
	d, r := m.problem.D, m.ranking(m.k)
	votes := make([]int, len(m.problem.ClassIDs))
	f := make([]float64, len(votes))
	for i := range len(x) / d {
		r.find(x[i*d:i*d+d], m.k, -1)
		r.vote(votes)
		for c, n := range votes {
			f[c] = float64(n)
		}
		tell(i, f)
	}
}

// Predict writes the class with the most votes.
func (m *classifier) Predict(x, out []float64) { classify.Predict(m, m.problem, x, out) }

func (m *classifier) Proba() method.Proba { return method.OnGrids }

// PointScores returns the shares of the votes.
func (m *classifier) PointScores(x []float64) [][]float64 {
	return classify.PointScores(m, m.problem, x, classify.Shares)
}

// ScoreRaster computes the shares of the votes.
func (m *classifier) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	if m.plain != nil {
		return m.plain.ScoreRaster(job, g, nil)
	}
	r := classify.SharesRaster(m.problem, g, "shares of the votes")
	return r, classify.Ask(job, m, r, max(1, 50_000/m.problem.N), classify.Shares)
}

// Status says what the kernel's distance is in the plane.
func (m *classifier) Status() method.Status {
	s := "No solver: the model is the training set."
	switch {
	case len(m.problem.ClassIDs) == 1:
		s = "There is only one class: add points of a second."
	case m.norm == "l2":
		s = "With this kernel the nearest points in feature space are the nearest in the plane: plain k nearest neighbours."
	case m.norm == "weighted l2":
		s = "With this kernel the nearest in feature space are the nearest in the plane when each axis is measured in its " +
			"own length scale."
	case m.norm == "l1":
		s = "With this kernel the nearest in feature space are the nearest by the Manhattan metric."
	}
	return kernelparam.Doubt(method.Status{State: method.Exact, Sentence: s},
		kernel.CheckCentred(m.kernel, m.problem.X, m.problem.N, m.problem.D),
		"there is no feature space, and d² can be negative. The points are still ranked by d².")
}

// Facts lists the errors without their values, which Assess computes.
func (m *classifier) Facts() []method.Fact {
	if m.plain != nil {
		return append(m.plain.Facts(), m.sameAsPlane())
	}
	facts := []method.Fact{
		{Name: "n_neighbors", Value: m.k, Meaning: "Number of points that vote"},
		{Name: "training_error", Late: true, Meaning: "Share of the points that are misclassified, when each point is one " +
			"of its own neighbours"},
		{Name: "leave_one_out_error", Late: true},
	}
	if m.norm != "" {
		facts = append(facts, m.sameAsPlane())
	}
	return facts
}

func (m *classifier) sameAsPlane() method.Fact {
	return method.Fact{Name: "same_as_plane", Label: "Equivalent norm", Value: m.norm,
		Meaning: "The kernel's distance grows with this norm of the plane, so that the neighbours are the same"}
}

// Formula returns the distance with its kernel.
func (m *classifier) Formula() string {
	return words.Sprintf("d²(x, z) = k(x, x) − 2k(x, z) + k(z, z)\nk = %s\nmost votes of the %d nearest win", m.kernel,
		m.k)
}

// Explain returns the votes at x, and the neighbours with their distances.
func (m *classifier) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	p := m.problem
	x = x[:p.D]
	r := m.ranking(m.k)
	if m.plain != nil {
		near, _ := m.plain.Search(m.k, 1).Nearest(x)
		for _, i := range near {
			r.near = append(r.near, int(i))
		}
	} else {
		r.find(x, m.k, -1)
	}
	votes := make([]int, len(p.ClassIDs))
	best := r.vote(votes)
	e := method.Explanation{Answer: words.Sprintf("%s (%d of %d votes)", p.ClassName(best), votes[best], m.k)}
	own := m.inside.Eval(x, x)
	const nearest = "nearest neighbours of this position, by the kernel"
	lines := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Says: nearest}
	rings := &picture.Marks{Role: picture.RoleNeighbor, Says: nearest}
	for j, i := range r.near {
		at := p.At(i)
		if j < 6 {
			k, d2 := m.kernel.Eval(x, at), own-2*m.inside.Eval(x, at)+m.self[i]
			what := words.Sprintf("distance %.4g", math.Sqrt(max(0, d2)))
			if d2 < -1e-12*math.Abs(own) {
				what = fmt.Sprintf("d² = %.4g", d2)
			}
			e.Lines = append(e.Lines, words.Sprintf("point %d, %s: k = %.4g, %s", p.Number(i), p.ClassName(p.Class[i]), k,
				what))
		}
		lines.AddLine(x[0], x[1], at[0], at[1])
		rings.XY = append(rings.XY, at[0], at[1])
		rings.Class = append(rings.Class, p.ClassIDs[p.Class[i]])
		rings.Ordinal = append(rings.Ordinal, p.Ordinal(i))
	}
	e.Layers = []picture.Layer{lines, rings}
	return e
}
