package neighbors

import (
	_ "embed"
	"math"
	"strconv"
	"sync"

	"pointscape/engine/classify"
	"pointscape/engine/descent"
	"pointscape/engine/doc"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// maxLearned is the maximum number of points for a learned metric: the cost of a step is quadratic in it.
const maxLearned = 2000

// Initial values of A.
const (
	startAuto     = "auto"
	startIdentity = "identity"
	startPCA      = "pca"
	startLDA      = "lda"
	startRandom   = "random"
)

// learnt is the metric of a Classifier in a learned space.
const learnt = "learned"

//go:embed nca.jsonl
var ncaExamples string

// NCA returns the method of nearest neighbours in a learned metric, id "nca".
func NCA() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "nca",
			Aliases: []string{"NCA", "k-NN with a learned metric", "Neighbourhood components analysis",
				"Neighborhood components analysis", "Metric learning",
				"Mahalanobis distance", "Supervised dimension reduction", "Apprentissage de métrique"},
			Name:   "Nearest neighbours, learned metric",
			Family: "Nearest neighbours",
			Task:   method.Classify,
			Takes:  method.Takes{Wide: true, MaxPoints: maxLearned},
			Summary: "Learns a distance for which the neighbours of each point belong to " +
				"its class, by a linear map A. Then the k nearest points vote.",
			Formula: "max_{A} Σᵢ pᵢ,  pᵢ = Σ_{j: yⱼ = yᵢ} pᵢⱼ,  pᵢⱼ = exp(−‖A(xᵢ − xⱼ)‖²) ∕ Σ_{k ≠ i} exp(−‖A(xᵢ − xₖ)‖²)",
			Source: "Goldberger, Roweis, Hinton and Salakhutdinov, Neighbourhood components analysis, NIPS 17, 2004; Nocedal " +
				"and Wright, Numerical Optimization, 2006 (L-BFGS)",
			Seen: "Every step of L-BFGS: circles become ellipses, the regions with them; the points as A maps them, A as a " +
				"matrix or as pictures; rows of tables in the plane that is learned for them.",
			Params: []method.Param{
				metricParams()[0],
				{Name: "n_components", Label: "Dimensions q", Moves: true,
					Kind:    method.Integer{Range: method.Range{Min: 1, Max: doc.MaxColumns, SoftMin: 1, SoftMax: 2}, Inputs: true},
					Default: 2.0,
					Help:    "Rows of A: the dimension in which distances are measured; at most the number of inputs"},
				{Name: "init", Label: "Start", Default: startAuto, Help: "Where A starts; the objective has several maxima",
					Moves: true,
					Kind: method.Choose{Choices: []method.Choice{
						{Value: startAuto, Label: "Automatic", Help: "Discriminants if there are at least q; " +
							"else principal components if there are more than q inputs"},
						{Value: startIdentity, Label: "Identity", Help: "The Euclidean distance of the first q inputs"},
						{Value: startPCA, Label: "Principal components", Help: "The first q directions in which the points vary most"},
						{Value: startLDA, Label: "Discriminants", Help: "Fisher's directions, with variance 1 within the classes; " +
							"from the K-th on, any others with this variance"},
						{Value: startRandom, Label: "At random", Help: "Normal random numbers"},
					}}},
				{Name: "max_iter", Label: "Iterations", Moves: true,
					Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000, SoftMin: 1, SoftMax: 100}}, Default: 50.0,
					Help: "At most this many steps of L-BFGS"},
				{Name: "tol", Label: "Tolerance", Moves: true,
					Kind: method.Number{Range: method.Range{Min: 1e-12, Max: 0.1, Log: true}}, Default: 1e-5, Advanced: true,
					Help: "Descent stops when a step gains less than this share of the objective, or the gradient is as small"},
				method.InputsParam("Tables only: which columns the metric is learned for",
					"A uses all columns; standardise them if their units differ"),
			},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Where: method.OnlyPoints, Help: "Mix of the neighbours' " +
					"classes at each position"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Where: method.OnlyPoints,
					Help: "Where the prediction changes"},
				{Name: "ellipses", Label: "Neighbourhoods", On: true, Where: method.OnlyPoints, Help: "Ellipses around some " +
					"points that contain their k neighbours; they have the same shape everywhere"},
				{Name: "map", Label: "Learned plane", On: true, Help: "A plot: the points as A maps them, where the " +
					"distance is the usual one"},
				{Name: "weights", Label: "Weights of the inputs", On: true, Help: "A plot: the rows of A; of pictures, " +
					"as pictures"},
			},
			Examples: method.ExamplesIn(ncaExamples),
		},
		Python: ncaPython,
		Fit:    fitNCA, Random: true,
	}
}

// learning is a run of L-BFGS that learns a metric. All its states share it; computed steps stay.
type learning struct {
	problem *method.Problem
	q, k    int    // number of rows of A, number of neighbours
	start   string // initial value of A
	centre  []float64
	success *success
	steps   *descent.Steps
	job     method.Job // job of the step being computed
	most    int
}

// learned is a classifier with the metric after some of the steps.
type learned struct {
	*learning
	step int
	over bool      // there is no further step
	a    []float64 // A, q×D, row by row
	// voters makes the classifier on demand, as states that are skipped do not need one.
	voters func() *Classifier
}

func (m *learned) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m, Proba: m.Proba},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers, Panels: m.Panels,
			Projected: m.Projected},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula, Assess: m.Assess},
		Run:     method.Run{Grower: m, End: m.End, Cost: m.Cost},
		Pointer: method.Pointer{Tell: m.Tell},
	}
}

func fitNCA(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if len(p.ClassIDs) < 2 {
		return nil, method.NeedClasses("A metric that is learned")
	}
	l := &learning{problem: p, q: min(v.Int("n_components"), p.D), k: v.Int("n_neighbors"), start: v.String("init"),
		centre: make([]float64, p.D), most: v.Int("max_iter")}
	for i := range p.N {
		linalg.Axpy(1/float64(p.N), p.At(i), l.centre)
	}
	l.success = newSuccess(p, l.q, l.centre)
	a, err := l.begin(job, l.success.x)
	if err != nil {
		return nil, err
	}
	l.job = job
	value := func(a, g []float64) (float64, error) { return l.success.value(l.job, a, g) }
	tol := v.Float("tol")
	l.steps, err = descent.Begin(len(a), value, a, descent.Options{MaxIter: l.most, Tol: tol, Gain: tol})
	if err != nil {
		return nil, err
	}
	return l.at(0), nil
}

// at returns the model after the given step.
func (l *learning) at(step int) *learned {
	m := &learned{learning: l, step: step, over: l.steps.Over() && step == l.run().Steps(), a: l.run().At(step)}
	m.voters = sync.OnceValue(func() *Classifier {
		p := l.problem
		c := newClassifier(p, newLinearSpace(m.a, l.q, l.centre, p.X, p.N, p.D), l.k)
		c.metric, c.within = learnt, c.strip
		return c
	})
	return m
}

func (l *learning) run() *descent.Run { return l.steps.Run() }

// votes returns the classifier of the points as mapped by A.
func (m *learned) votes() *Classifier { return m.voters() }

func (m *learned) Grow(job method.Job, n int) (method.Grower, error) {
	last := min(m.step+n, m.most)
	m.job = job
	for m.run().Steps() < last && !m.steps.Over() {
		if err := m.steps.Next(); err != nil {
			return nil, err
		}
		method.Progress(job, float64(m.run().Steps())/float64(m.most))
	}
	return m.at(min(last, m.run().Steps())), nil
}

// mapped writes A(x − centre) to z.
func (m *learned) mapped(x, z []float64) {
	d := m.problem.D
	for r := range z {
		z[r] = 0
		for j, w := range m.a[r*d : (r+1)*d] {
			z[r] += w * (x[j] - m.centre[j])
		}
	}
}

// successes returns the objective: the expected number of points classified correctly by a random neighbour.
func (m *learned) successes() float64 { return -m.run().Value[m.step] }

// Scores calls tell with the votes.
func (m *learned) Scores(x []float64, tell func(i int, f []float64)) { m.votes().Scores(x, tell) }

func (m *learned) Predict(x, out []float64) { classify.Predict(m, m.problem, x, out) }

// PointScores returns the shares of the votes.
func (m *learned) PointScores(x []float64) [][]float64 {
	return classify.PointScores(m, m.problem, x, classify.Shares)
}

func (m *learned) Proba() method.Proba { return method.OnGrids }

// ScoreRaster is that of nearest neighbours in the learned metric.
func (m *learned) ScoreRaster(job method.Job, g picture.Grid, show method.Shown) (*picture.Raster, error) {
	return m.votes().ScoreRaster(job, g, show)
}

// Explain gives the neighbours in the learned metric, and the smallest ellipse that contains them.
func (m *learned) Explain(x []float64, v picture.Viewport, show method.Shown) method.Explanation {
	return m.votes().Explain(x[:m.problem.D], v, show)
}

func (m *learned) Step() int { return m.step }

func (m *learned) StepName() string { return "step" }

func (m *learned) End() int { return m.most }

// Bytes counts the iterate with its record, and the mapped points.
func (m *learned) Bytes() int { return 256 + 8*(len(m.a)+m.problem.N*m.q) }

// Cost counts N passes over the data for each evaluation of the objective, which compares all pairs of points.
func (m *learned) Cost() method.Cost {
	return method.Cost{Passes: m.run().Passes[m.step] * float64(m.problem.N)}
}

func (m *learned) Measures() []method.Measure {
	slope := m.run().Slope[m.step]
	if !(slope > 0) {
		slope = math.NaN()
	}
	return []method.Measure{{Name: "expected share of successes", Value: m.successes() / float64(m.problem.N)},
		{Name: "gradient", Value: slope, Log: true}}
}

func (m *learned) Status() method.Status {
	steps, end := words.Count(m.step, "step"), m.run().End
	switch {
	case !m.over:
		return method.Status{State: method.Running, Sentence: words.Sprintf("After %s the expected share of successes is "+
			"%s.", steps, words.Number(m.successes()/float64(m.problem.N)))}
	case end == descent.Diverged:
		return method.Status{State: method.Diverged, Sentence: "The numbers became too large for floating-point " +
			"arithmetic. Choose another start."}
	case end == descent.Limit:
		return method.Status{State: method.Limited, Sentence: words.Sprintf("Stopped after %s while the metric was "+
			"still improving.", steps)}
	case end == descent.Stuck:
		return method.Status{State: method.Limited, Sentence: words.Sprintf("Stopped after %s: no further step "+
			"increases the objective, although this is not a maximum.", steps)}
	case m.step == 0:
		return method.Status{State: method.Converged, Sentence: "The start already is a maximum, within the tolerance. If " +
			"the inputs are small numbers, all points are near each other at the start: another start may be better."}
	}
	return method.Status{State: method.Converged, Sentence: words.Sprintf("A maximum, within the tolerance, after %s; "+
		"another start may lead to a different one.", steps)}
}

func (m *learned) Facts() []method.Fact {
	p, d := m.problem, m.problem.D
	f := method.FactList{}
	f.Add("n_neighbors", m.votes().k, "", "Number of points that vote")
	f.Add("training_error", nil, "", "Share of the points that are misclassified, when each point is one of its own "+
		"neighbours").Late = true
	f.Add("leave_one_out_error", nil, "", "Share of the points misclassified by their neighbours among the "+
		"other points; the metric was learned from all points").Call(leftOutLabel(learnt)).Late = true
	f.Add("euclidean_training_error", nil, "", "The same by the Euclidean distance").InPercent().Call(
		"Training error, Euclidean").Late =
		true
	f.Add("euclidean_leave_one_out_error", nil, "", "The same by the Euclidean distance").InPercent().Call(
		"Leave-one-out, Euclidean").Late = true
	f.Add("expected_successes", m.successes()/float64(p.N), "", "Expected share of points classified correctly by one "+
		"neighbour, drawn with the probabilities pᵢⱼ").Call("Expected successes")
	f.Add("objective", m.successes(), "points", "Σ pᵢ, which is maximised")
	rows := make([]string, m.q)
	a := make([][]float64, m.q)
	for r := range a {
		a[r], rows[r] = m.a[r*d:(r+1)*d], axisName(r)
	}
	fact := f.Add("components", a, "", "A, whose rows may be rotated among themselves: AᵀA stays the same").Call("A").
		By(rows, p.InputNames()...)
	fact.Quiet = d > tabled || m.q > tabled
	fact = f.Add("metric", m.metric(), "", "d²(x, z) = (x − z)ᵀAᵀA(x − z)").Call("AᵀA").By(p.InputNames(),
		p.InputNames()...)
	fact.Quiet = d > tabled
	f.Add("n_iter", m.step, "", "Steps of L-BFGS")
	f.Add("gradient", m.run().Slope[m.step], "", "Largest component of the gradient; 0 at a maximum")
	f.Add("start", m.start, "", "Where A began").Call("Start").In(method.Solver)
	return f
}

// tabled is the largest size of a matrix that is shown as a table.
const tabled = 12

// axisName returns the name of coordinate r of the mapped points.
func axisName(r int) string { return "z" + words.Subscript(r+1) }

// metric returns AᵀA.
func (m *learned) metric() [][]float64 {
	d := m.problem.D
	out := make([][]float64, d)
	for i := range out {
		out[i] = make([]float64, d)
		for r := range m.q {
			linalg.Axpy(m.a[r*d+i], m.a[r*d:(r+1)*d], out[i])
		}
	}
	return out
}

// Assess computes the errors with and without the learned metric.
func (m *learned) Assess(job method.Job) ([]method.Fact, error) {
	facts, n := m.Facts(), float64(m.problem.N)
	errors, leftOut, err := m.votes().countErrors(job)
	if err != nil {
		return facts, err
	}
	p := m.problem
	s, err := NewSpace("euclidean", 0, p.X, p.N, p.D)
	if err != nil {
		return facts, err
	}
	plain, out, err := newClassifier(p, s, m.k).countErrors(job)
	tell(facts[1:], float64(errors)/n, float64(leftOut)/n, float64(plain)/n, float64(out)/n)
	return facts, err
}

func (m *learned) Formula() string {
	s := words.Sprintf("max_{A} Σᵢ Σ_{j: yⱼ = yᵢ} pᵢⱼ  = %s of %d\nd(x, z) = ‖A(x − z)‖", words.Number(m.successes()),
		m.problem.N)
	d := m.problem.D
	if d <= 4 && m.q <= 4 {
		for r := range m.q {
			s += "\nz_{" + strconv.Itoa(r+1) + "} ="
			for j, w := range m.a[r*d : (r+1)*d] {
				if j == 0 {
					s += " "
				}
				s += words.TermAt(j, w) + "·x_{" + strconv.Itoa(j+1) + "}"
			}
		}
	}
	return s + words.Sprintf("\nmost votes of the %d nearest win", m.votes().k)
}
