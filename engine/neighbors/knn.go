package neighbors

import (
	_ "embed"
	"math"
	"slices"

	"pointscape/engine/classify"
	"pointscape/engine/kdtree"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// assessed is the largest number of points for which training errors are computed, with a search for each point.
const assessed = 5000

// metricParams returns the parameters that classification and regression share.
func metricParams() []method.Param {
	return []method.Param{
		{Name: "n_neighbors", Label: "Neighbours k",
			Kind: method.Integer{Range: method.Range{Min: 1, Max: 100_000, SoftMin: 1, SoftMax: 50}}, Default: 5.0,
			Help: "Nearest points that vote, at most all. Equal distances: the first point counts; equal votes: the first " +
				"class."},
		{Name: "weights", Label: "Weights", Default: "uniform", Help: "Weight of each neighbour",
			Kind: method.Choose{Choices: []method.Choice{
				{Value: "uniform", Label: "Uniform", Help: "All neighbours count the same"},
				{Value: "distance", Label: "1 / distance", Help: "Nearer neighbours count more; only points at distance 0 " +
					"count, if there are any"},
			}}},
		{Name: "metric", Label: "Metric", Default: "euclidean", Help: "How the distance of two points is measured",
			Kind: method.Choose{Choices: []method.Choice{
				{Value: "euclidean", Label: "Euclidean", Help: "√Σ|xⱼ − zⱼ|²: neighbourhoods are circles"},
				{Value: "manhattan", Label: "Manhattan", Help: "Σ|xⱼ − zⱼ|: neighbourhoods are diamonds"},
				{Value: "chebyshev", Label: "Chebyshev", Help: "The largest |xⱼ − zⱼ|: neighbourhoods are squares"},
				{Value: "minkowski", Label: "Minkowski", Help: "(Σ|xⱼ − zⱼ|^{p})^{1/p}: between a diamond and a square"},
				{Value: "mahalanobis", Label: "Mahalanobis", Help: "√((x − z)ᵀS⁻¹(x − z)) with the covariance S of all points: " +
					"neighbourhoods are ellipses"},
			}}},
		{Name: "p", Label: "Exponent p", Kind: method.Number{Range: method.Range{Min: 1, Max: 20, SoftMin: 1, SoftMax: 10}},
			Default: 3.0,
			Help:    "Exponent of the Minkowski metric: 1 is Manhattan, 2 Euclidean, a large one nearly Chebyshev",
			When:    &method.When{Name: "metric", In: []string{"minkowski"}}},
	}
}

//go:embed knn.jsonl
var knnExamples string

// KNN returns the method of k-nearest-neighbour classification, id "knn".
func KNN() method.Method {
	return method.Method{
		Info: method.Info{
			ID:       "knn",
			Aliases:  []string{"k-NN", "Nearest neighbor classifier", "k plus proches voisins", "Plus proche voisin"},
			Name:     "k nearest neighbours",
			Family:   "Nearest neighbours",
			Task:     method.Classify,
			Assessed: method.Assessed{Complexity: complexity},
			Takes:    method.Takes{Wide: true},
			Summary: "Answers with the majority class of the k nearest points. The model is " +
				"the training set itself.",
			Formula: "ŷ(x) = argmax_c Σ_{i ∈ N_k(x)} wᵢ [yᵢ = c],  wᵢ = 1 or 1/d(x, xᵢ)",
			Source: "Fix, Hodges, Discriminatory analysis: nonparametric discrimination, 1951; Cover, Hart, IEEE Trans. " +
				"Inf. Theory 13, 1967; Dudani, IEEE Trans. SMC 6, 1976 (weights)",
			Seen: "Regions exact to the pixel, shares as shading, the neighbours and their vote under the pointer.",
			Params: append(metricParams(),
				method.InputsParam("Tables only: which columns the distances use",
					"Distances use all columns; standardise the columns if their units differ")),
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Where: method.OnlyPoints, Help: "Mix of the neighbours' " +
					"classes at each position"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Where: method.OnlyPoints,
					Help: "Where the prediction changes"},
			},
			// With one neighbour, 0 of 80 training points and 11 of 40 held-out points are misclassified; with 15
			// neighbours 12 of 80 and 5 of 40.
			Examples: method.ExamplesIn(knnExamples),
		},
		Fit: fitKNN, Divisible: true,
	}
}

// Classifier predicts by a vote of the nearest points. For equal distances, the point with the lower index counts; for
// equal votes, the lower class wins.
type Classifier struct {
	*Index
	voter
	k, asked int
	metric   string
	p        float64
	problem  *method.Problem
	// within draws the neighbourhood of x instead of Ball if it may be unbounded; nil = use Ball.
	within func(x []float64, key float64, v picture.Viewport) *picture.Path
}

func (m *Classifier) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m, Proba: m.Proba, PredictSeveral: m.PredictSeveral,
			LeaveOneOut: m.LeaveOneOut, Complexity: m.Complexity},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Follows: m.Follows, Follow: m.Follow},
		Words:   method.Words{Explain: m.Explain, Assess: m.Assess},
	}
}

func fitKNN(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Add points of two classes."}
	}
	s, err := NewSpace(v.String("metric"), v.Float("p"), p.X, p.N, p.D)
	if err != nil {
		return nil, err
	}
	m := newClassifier(p, s, v.Int("n_neighbors"))
	m.distance, m.metric, m.p = v.String("weights") == "distance", v.String("metric"), v.Float("p")
	return m, job.Err()
}

// complexity is the effective number of parameters of k nearest neighbours (Hastie, Tibshirani, Friedman, The Elements
// of Statistical Learning, 2009, section 2.3.2).
const complexity = "n ∕ k, about the number of neighbourhoods"

func (m *Classifier) Complexity(job method.Job) (float64, error) {
	return float64(m.problem.N) / float64(m.k), job.Err()
}

func (m *Regressor) Complexity(job method.Job) (float64, error) {
	return float64(m.problem.N) / float64(m.k), job.Err()
}

func newClassifier(p *method.Problem, s *Space, k int) *Classifier {
	m := &Classifier{
		Index:   NewIndex(s),
		voter:   voter{class: make([]uint8, p.N), classes: len(p.ClassIDs)},
		asked:   k,
		k:       min(k, p.N),
		metric:  "euclidean",
		problem: p,
	}
	for i, c := range p.Class {
		m.class[i] = uint8(c)
	}
	return m
}

// NewWeighted returns a classifier by the k nearest of p's points in a Euclidean metric with weights w[j] > 0: √(Σ
// w[j](x[j] − z[j])²). p must have points, and k must be at least 1.
func NewWeighted(p *method.Problem, k int, w []float64) *Classifier {
	return newClassifier(p, newWeightedSpace(w, p.X, p.N, p.D), k)
}

// countErrors counts the misclassified training points, with all points and with the point itself left out.
func (m *Classifier) countErrors(job method.Job) (errors, leftOut int, err error) {
	answers := make([]float64, m.problem.N)
	errors, err = m.askAll(job, answers)
	for i, c := range m.class {
		if answers[i] != float64(c) {
			leftOut++
		}
	}
	return errors, leftOut, err
}

// askAll counts the training points that are misclassified with all points, and fills answers with the leave-one-out
// predictions, NaN if there is no other point.
func (m *Classifier) askAll(job method.Job, answers []float64) (errors int, err error) {
	s := m.Search(m.k+1, len(answers))
	var sum [maxClasses]float64
	err = s.others(job, m.problem, m.k, func(i int, near, others []int32, key, keys []float64) {
		m.tally(m.Space, near, key, &sum)
		if method.Largest(sum[:m.classes]) != int(m.class[i]) {
			errors++
		}
		answers[i] = math.NaN()
		if len(others) > 0 {
			m.tally(m.Space, others, keys, &sum)
			answers[i] = float64(method.Largest(sum[:m.classes]))
		}
	})
	return errors, err
}

// others calls tell for each point i with its k nearest points, where i is one of the candidates, and with its k
// nearest others (fewer if there are fewer), and the keys of both. s must search k + 1 points, or all.
func (s *Search) others(job method.Job, p *method.Problem, k int,
	tell func(i int, near, others []int32, key, keys []float64)) error {
	others, keys := make([]int32, 0, k+1), make([]float64, 0, k+1)
	for i := range p.N {
		if i&31 == 0 {
			if err := job.Err(); err != nil {
				return err
			}
		}
		near, key := s.Nearest(p.At(i))
		others, keys = others[:0], keys[:0]
		for j, id := range near {
			if int(id) != i && len(others) < k {
				others, keys = append(others, id), append(keys, key[j])
			}
		}
		tell(i, near[:k], others, key[:k], keys)
	}
	return nil
}

// LeaveOneOut returns nil if the metric depends on the points.
func (m *Classifier) LeaveOneOut(job method.Job) ([]float64, []bool, error) {
	if m.white != nil || m.full != nil {
		return nil, nil, job.Err()
	}
	answers := make([]float64, m.problem.N)
	_, err := m.askAll(job, answers)
	return answers, nil, err
}

func (m *Classifier) Status() method.Status {
	s := "No solver: the model is the training set."
	if m.asked > m.k {
		s = words.Sprintf("k = %d is more than there are points: all %d vote everywhere.", m.asked, m.k)
		if m.distance {
			s = words.Sprintf("k = %d is more than there are points: all %d vote, the nearer the more.", m.asked, m.k)
		}
	} else if m.classes == 1 {
		s = "There is only one class: add points of a second."
	}
	return method.Status{State: method.Exact, Sentence: s}
}

// leftOutLabel returns the label of the leave-one-out error. The covariance of a Mahalanobis distance, and a learned
// metric, are not recomputed without the point.
func leftOutLabel(metric string) string {
	if metric == "mahalanobis" || metric == learnt {
		return "Leave-one-out error, same metric"
	}
	return ""
}

func (m *Classifier) Facts() []method.Fact {
	facts := []method.Fact{{Name: "n_neighbors", Value: m.k, Meaning: "Number of points that vote"}}
	if m.problem.N > assessed {
		return facts
	}
	return append(facts,
		method.Fact{Name: "training_error", Late: true, Meaning: "Share of the points that are misclassified, when each " +
			"point is one of its own neighbours"},
		method.Fact{Name: "leave_one_out_error", Label: leftOutLabel(m.metric), Late: true})
}

func (m *Classifier) Assess(job method.Job) ([]method.Fact, error) {
	facts := m.Facts()
	if len(facts) == 1 {
		return facts, nil
	}
	errors, leftOut, err := m.countErrors(job)
	n := float64(m.problem.N)
	tell(facts[1:], float64(errors)/n, float64(leftOut)/n)
	return facts, err
}

// tell sets the values of late facts.
func tell(facts []method.Fact, values ...float64) {
	for i, v := range values {
		facts[i].Value, facts[i].Late = v, false
	}
}

// Scores calls tell with the votes.
func (m *Classifier) Scores(x []float64, tell func(i int, f []float64)) {
	d := m.problem.D
	s := m.Search(m.k, len(x)/d)
	var sum [maxClasses]float64
	for i := range len(x) / d {
		near, key := s.Nearest(x[i*d : (i+1)*d])
		m.tally(m.Space, near, key, &sum)
		tell(i, sum[:m.classes])
	}
}

func (m *Classifier) Predict(x, out []float64) { classify.Predict(m, m.problem, x, out) }

// PointScores returns the shares of the votes.
func (m *Classifier) PointScores(x []float64) [][]float64 {
	return classify.PointScores(m, m.problem, x, classify.Shares)
}

func (m *Classifier) Proba() method.Proba { return method.OnGrids }

func (m *Classifier) shareOf(near []int32, key []float64) []float64 {
	var sum [maxClasses]float64
	m.tally(m.Space, near, key, &sum)
	row := make([]float64, m.classes)
	classify.Shares(sum[:m.classes], row)
	return row
}

// ScoreRaster returns the shares of the votes at each node, exactly.
func (m *Classifier) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	planes, err := shares(job, m.Space, m.voter, m.k, g)
	if err != nil {
		return nil, err
	}
	return &picture.Raster{Kind: picture.Shares, Grid: g, Planes: planes, Classes: m.problem.ClassIDs,
		Hi: 1, Sharp: true, Name: "shares of the votes"}, nil
}

func (m *Classifier) Follows(t *method.Trail) method.Reuse {
	if b, ok := t.Model.(*Classifier); ok && t.Raster != nil && fastFollow && fastTiles {
		if _, ok := m.editOf(b); ok {
			return method.ReusePlanes
		}
	}
	return method.NoReuse
}

func (m *Classifier) Follow(job method.Job, t *method.Trail, g picture.Grid) (r *picture.Raster, anew bool, err error) {
	e, _ := m.editOf(t.Model.(*Classifier))
	if r = t.Raster.Next(); len(e.at) == 0 {
		return r, false, job.Err()
	}
	_, err = (&tiler{Space: m.Space, voter: m.voter, job: job, g: g, k: m.k, after: &e, into: r}).run()
	return r, false, err
}

// Explain gives the neighbours, their votes, and the smallest ball that contains them.
func (m *Classifier) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	near, key := m.Search(m.k, 1).Nearest(x)
	row := m.shareOf(near, key)
	best := method.Largest(row)
	ids := m.problem.ClassIDs
	ex := method.Explanation{}
	if m.distance {
		ex.Answer = words.Sprintf("%s (%s of the weight)", m.problem.ClassName(best), words.Percent(row[best]))
	} else {
		ex.Answer = words.Sprintf("%s (%d of %d votes)", m.problem.ClassName(best), int(math.Round(row[best]*float64(m.k))),
			m.k)
	}
	for c, s := range row {
		if s == 0 || m.classes == 1 {
			continue
		}
		votes := 0
		for _, id := range near {
			if int(m.class[id]) == c {
				votes++
			}
		}
		line := words.Sprintf("%s: %d of %d neighbours", m.problem.ClassName(c), votes, m.k)
		if m.distance {
			line = words.Text("%s, %s of the weight", line, words.Percent(s))
		}
		ex.Lines = append(ex.Lines, line)
	}
	const told = 8
	for j, id := range near {
		if j == told {
			ex.Lines = append(ex.Lines, words.Sprintf("… and %d more, up to distance %s", m.k-told,
				words.Figure(m.Distance(key[m.k-1]))))
			break
		}
		ex.Lines = append(ex.Lines, words.Sprintf("point %d, %s, distance %s", m.problem.Number(int(id)),
			m.problem.ClassName(int(m.class[id])), words.Figure(m.Distance(key[j]))))
	}
	here, wide := m.problem.DrawnOf(x)
	if wide = wide && m.problem.Wide(); !wide {
		if m.problem.D != 2 {
			return ex
		}
		here = [2]float64{x[0], x[1]}
	}
	lines := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Says: nearest}
	rings := &picture.Marks{Role: picture.RoleNeighbor, Says: nearest}
	for _, id := range near {
		to, up := m.problem.Drawn(int(id))
		lines.AddLine(here[0], here[1], to, up)
		rings.XY = append(rings.XY, to, up)
		rings.Class = append(rings.Class, ids[m.class[id]])
		rings.Ordinal = append(rings.Ordinal, m.problem.Ordinal(int(id)))
	}
	ex.Layers = []picture.Layer{lines, rings}
	if !wide {
		var ball *picture.Path
		if m.within != nil {
			ball = m.within(x, key[m.k-1], v)
		} else {
			ball = m.Ball(x, key[m.k-1])
		}
		if ball != nil {
			ex.Layers = slices.Insert(ex.Layers, 0, picture.Layer(ball))
		}
	} else if m.problem.Across > 0 {
		ex.Layers = append(ex.Layers, m.album(x, near, v)...)
	}
	return ex
}

// album draws a row and its nearest rows, at most four, side by side as images.
func (m *Classifier) album(x []float64, near []int32, v picture.Viewport) []picture.Layer {
	list := []method.Tile{{Values: x, Name: "row", Says: "row", Title: "row"}}
	for _, id := range near {
		y := m.problem.At(int(id))
		if &y[0] == &x[0] {
			continue // the row itself
		}
		if list = append(list, method.Tile{Values: y, Name: "near row", Says: "near row",
			Title: m.problem.ClassName(int(m.class[id]))}); len(list) == 5 {
			break
		}
	}
	return m.problem.Album(x, v, list)
}

// Legend texts of an explanation.
const (
	nearest = "nearest neighbours of this position"
	reach   = "within the distance of the farthest neighbour"
)

// Ball returns the boundary of the ball around x in the plane, with the radius of a key: a circle, a diamond, a square,
// an ellipse, or a shape in between.
func (s *Space) Ball(x []float64, key float64) *picture.Path {
	p := &picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Closed: true, Says: reach}
	r := s.Length(key)
	n := 180
	if s.Kind == kdtree.Manhattan || s.Kind == kdtree.Chebyshev {
		n = 4
	}
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		switch {
		case s.Kind == kdtree.Manhattan: // vertices on the axes
			sin, cos = math.Round(sin), math.Round(cos)
		case s.Kind == kdtree.Chebyshev:
			sin, cos = math.Round(sin+cos), math.Round(cos-sin)
		case s.Kind == kdtree.Minkowski:
			// Spread the angles so that the corners for large p get enough vertices.
			l := s.Length(s.Power(cos) + s.Power(sin))
			sin, cos = sin/l, cos/l
		}
		u, v := r*cos, r*sin
		if w := s.white; w != nil {
			// Transform back from whitened coordinates: solve white d = (u, v).
			u /= w[0]
			v = (v - w[2]*u) / w[3]
		} else {
			u, v = u/s.scale, v/s.scale
		}
		p.XY = append(p.XY, x[0]+u, x[1]+v)
	}
	return p
}
