package linear

import (
	_ "embed"
	"math"

	"gonum.org/v1/gonum/floats"

	"pointscape/engine/classify"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/online"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// correctionsLimit is the largest number of corrections of a run, all classes together, and lossTolerance the largest
// loss in a pass after which the run ends.
const (
	correctionsLimit = 200_000
	lossTolerance    = 1e-9
)

//go:embed passive_aggressive.jsonl
var passiveAggressiveExamples string

// PassiveAggressive declares passive-aggressive classification, id "passive_aggressive".
//
// For z = (x, 1), y = ±1 and the loss ℓ = max(0, 1 − y w·z), Crammer et al. (2006, equations 4 to 7) take the w' that
// minimises ½‖w' − w‖² + C ξ (PA-I) or ½‖w' − w‖² + C ξ² (PA-II) where y w'·z ≥ 1 − ξ and ξ ≥ 0. It is w + τ y z with
// τ = min(C, ℓ/‖z‖²) or τ = ℓ/(‖z‖² + 1/(2C)). The intercept is the weight of a constant 1. With fit_intercept=True,
// scikit-learn leaves the 1 out of ‖z‖², so its steps are not these minima; the program has a column of ones instead.
func PassiveAggressive() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "passive_aggressive", Name: "Passive-aggressive", Family: "Linear classification", Task: method.Classify,
			Traits: method.Traits{Margin: true},
			Aliases: []string{"PA-I", "PA-II", "Online learning", "Margin perceptron", "Passif-agressif",
				"Apprentissage en ligne"},
			Summary: "Visits one point after the other. If its margin is at least 1, nothing changes; otherwise the weights " +
				"move just far enough to give it that margin, or less far if C is small. Several classes: each against the rest.",
			Formula: "ℓ = max(0, 1 − yᵢ (w·xᵢ + b)):  w ← w + τ yᵢ xᵢ,  b ← b + τ yᵢ,  τ = min(C, ℓ/(‖xᵢ‖² + 1))  or  " +
				"τ = ℓ/(‖xᵢ‖² + 1 + 1/(2C))",
			Source: "Crammer, Dekel, Keshet, Shalev-Shwartz and Singer, Online passive-aggressive algorithms, JMLR 7, 2006",
			Takes:  method.Takes{Wide: true, MaxPoints: MaxPoints},
			Params: []method.Param{
				{Name: "C", Label: "C", Default: 1.0, Help: "Aggressiveness: how far a single point may move the weights",
					Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6, SoftMin: 0.01, SoftMax: 1000,
						Log: true}}},
				{Name: "loss", Label: "Loss", Default: "hinge", Help: "What C is the price of, in the choice of the new weights",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: "hinge", Label: "Hinge (PA-I)", Help: "C ξ: the step is cut off at τ = C"},
						{Value: "squared_hinge", Label: "Squared hinge (PA-II)", Help: "C ξ²: every step is shorter"},
					}}},
				{Name: "max_iter", Label: "Passes", Default: 20.0,
					Kind: method.Integer{Range: method.Range{Min: 1, Max: 10_000, SoftMin: 1, SoftMax: 1000, Log: true}},
					Help: "At most this many passes over the points; a pass without a loss is the last"},
				{Name: "shuffle", Label: "Shuffle", Kind: method.Bool{}, Default: false,
					Help: "Another order of the points in every pass"},
				rowsParam(),
			},
			Shows: append(classShows(), classify.WeightsShow(),
				method.Show{Name: "margins", Label: "Margins", On: true, Help: "Where f = ±1: the edges of the margin"},
				method.Show{Name: "correction", Label: "Correction", On: true,
					Help: "Point of the last correction, and the line before it"},
				method.Show{Name: "plane", Label: "Weight plane", On: true, Where: method.OnlyPoints,
					Help: "A plot: the weights of two classes after each correction, and those that give the point its margin"}),
			Examples: method.ExamplesIn(passiveAggressiveExamples),
		},
		Random: true,
		Python: passiveAggressivePython,
		Fit: func(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
			if err := needs(p, "Passive-aggressive classification"); err != nil {
				return nil, err
			}
			l := &aggressive{Run: online.Run{P: p, Passes: v.Int("max_iter"), Most: correctionsLimit, Tol: lossTolerance,
				Name: "correction", Curve: "mean loss so far"}, c: v.Float("C"),
				squared: v.String("loss") == "squared_hinge", outs: classify.Outputs(p)}
			if v.Bool("shuffle") {
				l.Stream = 0x8a5cd789635d2dff
			}
			if err := l.learn(job); err != nil {
				return nil, err
			}
			return l.Stage(l.Steps()), nil
		},
	}
}

// aggressive is a run: the list of its corrections, from which all stages are derived. A step is a visit at which at
// least one row of weights is corrected.
type aggressive struct {
	online.Run
	c       float64
	squared bool
	outs    int // one row for two classes, else one per class

	tallies []tally
	row     []uint8   // per correction: the row of weights
	tau     []float64 // per correction: τ y
	broken  bool      // a loss is not finite
}

// tally is the number of mistakes and of corrections up to a step.
type tally struct{ wrong, end int }

// learn visits the points, and corrects each row of weights that has a loss.
func (l *aggressive) learn(job method.Job) error {
	l.VisitCost = l.outs * (l.P.D + 1)
	now := &affine{prob: l.P, f: make([]float64, l.VisitCost)} // as many numbers as there are weights
	f, total, wrong := make([]float64, l.outs), 0.0, 0
	l.Values = []float64{float64(l.outs)} // with zero weights, every loss is 1
	for l.Next(job) {
		i := l.Row()
		x, had, largest := l.P.At(i), len(l.tau), 0.0
		for r := range f {
			f[r] = now.at(r, x)
		}
		if classify.Best(l.P, f) != l.P.Class[i] {
			wrong++
		}
		for r, v := range f {
			y := l.sign(i, r)
			loss := 1 - y*v
			if l.broken = !method.Finite(loss); l.broken {
				return nil
			}
			if loss <= 0 {
				continue
			}
			total += loss
			largest = max(largest, loss)
			l.row, l.tau = append(l.row, uint8(r)), append(l.tau, y*l.rate(loss, x))
			l.add(now.f, len(l.tau)-1, x)
		}
		if made := len(l.tau) - had; made > 0 {
			l.Step(largest, made)
			l.tallies = append(l.tallies, tally{wrong, len(l.tau)})
			l.Values = append(l.Values, total/float64(l.Seen))
		}
	}
	return l.Err()
}

// sign returns y of point i for row r.
func (l *aggressive) sign(i, r int) float64 {
	if c := l.P.Class[i]; l.outs == 1 && c == 1 || l.outs > 1 && c == r {
		return 1
	}
	return -1
}

// rate returns τ for a loss at x.
func (l *aggressive) rate(loss float64, x []float64) float64 {
	size := linalg.Dot(x, x) + 1
	if l.squared {
		return loss / (size + 0.5/l.c)
	}
	return min(l.c, loss/size)
}

// add makes correction t, at the point x, to the weights w.
func (l *aggressive) add(w []float64, t int, x []float64) {
	d := l.P.D
	w = w[int(l.row[t])*(d+1):][:d+1]
	linalg.Axpy(l.tau[t], x, w[:d])
	w[d] += l.tau[t]
}

// weights returns the weights after k steps, and tells each, if it is told whom; these weights must not be kept.
func (l *aggressive) weights(k int, tell func(w []float64)) []float64 {
	w, t := make([]float64, l.outs*(l.P.D+1)), 0
	for s, i := range l.Rows[:k] {
		for ; t < l.tallies[s].end; t++ {
			l.add(w, t, l.P.At(int(i)))
		}
		if tell != nil {
			tell(w)
		}
	}
	return w
}

func (l *aggressive) Stage(k int) method.Model {
	return &aggressiveStage{l, affine{prob: l.P, f: l.weights(k, nil)}, k}
}

// aggressiveStage is the run after k steps.
type aggressiveStage struct {
	*aggressive
	affine
	k int
}

func (m *aggressiveStage) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m, Affine: m.Affine},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers, SpaceLayers: m.SpaceLayers, Panels: m.Panels,
			Projected: m.Projected},
		Words: method.Words{Explain: m.Explain, Formula: m.functions},
		Run:   method.Run{Stepper: m, Cost: m.Cost},
	}
}

// last returns what is counted up to this stage.
func (m *aggressiveStage) last() (s tally) {
	if m.k > 0 {
		s = m.tallies[m.k-1]
	}
	return s
}

func (m *aggressiveStage) Cost() method.Cost { return m.Run.Cost(m.k) }

func (m *aggressiveStage) Status() method.Status { return m.told(m.reached()) }

func (m *aggressiveStage) reached() method.Status {
	made, passes := words.Count(m.Steps(), "correction"), words.Count(len(m.Ends), "pass")
	// The rounding errors of a margin are in proportion to its terms, of which this is a bound.
	most := 1 + floats.Norm(m.f, 1)*(1+floats.Norm(m.P.X, math.Inf(1)))
	s, ok := m.Going(m.k, made, "Correction %d of %d: the margin of point %d was below 1.")
	if ok {
		return s
	}
	s.State = method.Limited
	switch {
	case m.broken:
		s.State, s.Sentence = method.Diverged, words.Text("The numbers have become too large to compute with.")
	case m.Full:
		s.Sentence = words.Text("Stopped after %s. A larger C, or classes that a line separates, need fewer.", made)
	case method.Settled(m.Worst, lossTolerance, 1e-16*float64(m.P.D+2)*most) == method.Converged:
		s.State, s.Sentence = method.Converged, words.Sprintf("No loss above %s in a whole pass: every point has its "+
			"margin, after %s in %s. Another order may give another line.", words.Number(lossTolerance), made, passes)
	default:
		s.Sentence = words.Sprintf("Still correcting after %s (%s): the largest loss in the last one was %s. If no line "+
			"gives every point a margin of 1, it never stops.", passes, made, words.Number(m.Worst))
	}
	return s
}

func (m *aggressiveStage) Facts() []method.Fact {
	bad, _ := classify.Wrong(method.Unstopped, m, m.P)
	s := m.last()
	return append([]method.Fact{
		fact("training_error", float64(bad)/float64(m.P.N), ""),
		{Name: "n_corrections", Label: "Corrections", Value: s.end,
			Meaning: "Number of corrections so far; with several classes, a step may correct the weights of each"},
		{Name: "n_mistakes", Label: "Mistakes", Value: s.wrong,
			Meaning: "Number of points so far that were misclassified when they were visited"},
		{Name: "n_iter", Label: "Passes", Value: m.Begun(m.k),
			Meaning: "Number of passes over the points, begun or complete"},
	}, coefs(m.P, m.f, m.P.D)...)
}

func (m *aggressiveStage) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	return m.raster(job, g, wide, "decision function")
}

func (m *aggressiveStage) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	f := m.f
	if m.P.Wide() {
		under, f = m.table().Layers(v, show)
	}
	if show["margins"] && len(f) == 3 {
		under = append(under, margins(f, m.P.ClassIDs, v)...)
	}
	if !show["correction"] {
		return under, nil, nil
	}
	line, ring := m.Shown(m.k, v, func(k int) []float64 { return m.weights(k, nil) })
	return append(under, line...), ring, nil
}

func (m *aggressiveStage) Panels(show method.Shown) (list []method.Panel) {
	if show["plane"] && len(m.f) == 3 && !m.P.Wide() {
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: "plane", Title: "Weight plane", XLabel: "w₁",
			YLabel: "w₂", Help: "The weights after each correction. The line has the weights that give the corrected point " +
				"the margin 1, with the present b: a step goes straight to it, and ends before it if C is too small."},
			Draw: m.drawPlane})
	}
	if show["weights"] {
		list = append(list, m.table().WeightsPanel())
	}
	return list
}

// drawPlane draws the way of (w₁, w₂), in a frame that is that of the whole run.
func (m *aggressiveStage) drawPlane(job method.Job, w, h int) (*picture.Picture, error) {
	every := m.Steps()/trackLength + 1
	way := &picture.Path{Role: picture.RoleTrack, XY: []float64{0, 0}, Says: "weights so far"}
	lo, hi, s := [2]float64{}, [2]float64{}, 0
	m.weights(m.Steps(), func(f []float64) {
		for j := range lo {
			lo[j], hi[j] = min(lo[j], f[j]), max(hi[j], f[j])
		}
		if s++; s <= m.k && (s%every == 0 || s == m.k) {
			way.XY = append(way.XY, f[0], f[1])
		}
	})
	pad := 0.1*max(hi[0]-lo[0], hi[1]-lo[1]) + 1e-9
	p := &picture.Picture{View: picture.FitViewport([2]float64{lo[0] - pad, hi[0] + pad},
		[2]float64{lo[1] - pad, hi[1] + pad}, true, w, h, 1)}
	if m.k > 0 {
		i := int(m.Rows[m.k-1])
		x := m.P.At(i) // y (w·x + b) = 1 where w·x + b = y
		line := lineOf([]float64{x[0], x[1], m.f[2]}, m.sign(i, 0), p.View, picture.RoleGuide, picture.NoClass)
		if line != nil {
			line.Says = "weights that give the point its margin"
			p.Add(line)
		}
		p.Add(way)
	}
	p.Add(&picture.Marks{Role: picture.RoleGuide, XY: []float64{0, 0}, Says: "start"},
		&picture.Marks{Role: picture.RoleSupport, XY: []float64{m.f[0], m.f[1]}, Says: "current step"})
	p.Alt = words.Sprintf("The weights after %s are (%s, %s).", words.Count(m.k, "correction"), words.Number(m.f[0]),
		words.Number(m.f[1]))
	return p, job.Err()
}
