package boosting

import (
	_ "embed"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"pointscape/engine/cart"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

const (
	reweight = "weights"
	resample = "draws"
	// Names of switches and of the panels that they show.
	heavy   = "sizes"
	alone   = "alone"
	cuts    = "cuts"
	rounds  = "rounds"
	margins = "margins"
	spreads = "margin_rounds"
	descent = "loss"
)

// mostRounds is the largest n_estimators.
const mostRounds = 1000

//go:embed adaboost.jsonl
var adaboostExamples string

// AdaBoost returns the method AdaBoost, id "adaboost": SAMME with trees.
func AdaBoost() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "adaboost", Traits: method.Traits{Free: true},
			Name:     "AdaBoost",
			Family:   "Ensembles",
			Assessed: method.Assessed{Complexity: leavesComplexity},
			Task:     method.Classify,
			Takes:    method.Takes{Wide: true},
			Aliases: []string{"SAMME", "AdaBoostClassifier", "Boosting", "Boosted stumps", "Adaptive boosting",
				"Boosting adaptatif"},
			Summary: "Fits small trees one after another. Points misclassified by earlier trees have larger weights. All " +
				"trees vote: the smaller a tree's weighted error, the larger its weight. In a tie the lowest " +
				"class wins. Ties between gains are broken as in a single tree.",
			Formula: "ŷ(x) = argmax_c Σₘ αₘ [hₘ(x) = c], αₘ = η (ln((1 − errₘ) ∕ errₘ) + ln(K − 1))",
			Source: "Freund, Schapire, J. Comput. Syst. Sci. 55, 1997; Zhu, Zou, Rosset, Hastie, Stat. Interface 2, 2009 " +
				"(SAMME); Schapire, Freund, Bartlett, Lee, Ann. Stat. 26, 1998 (margins); Friedman, Hastie, Tibshirani, Ann. " +
				"Stat. 28, 2000 (the exponential loss)",
			Seen: "The vote so far and the round's tree, points by their weights, margins, the exponential " +
				"loss; rounds are recomputed while you drag.",
			Params: []method.Param{
				roundsParam(50, "Number of rounds, one tree each; fewer if a tree makes no error or is no better than chance"),
				depthParam(1, 12, "Questions on the path to a leaf; 1 makes stumps, whose sum has no joint effect of two inputs"),
				rateParam(1, 2, "Factor of each tree’s vote; a smaller η needs more rounds"),
				{Name: "sampling", Label: "Trees learn from", Default: reweight, Help: "How the weights reach a tree",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: reweight, Label: "Weights", Help: "All points, each counted by its weight"},
						{Value: resample, Label: "Draws", Help: "A sample of the same size, drawn with probabilities proportional " +
							"to the weights"},
					}}},
				{Name: "criterion", Label: "Impurity", Default: string(cart.Gini), Advanced: true,
					Help: "Measure of how mixed a node is; each split reduces it as much as possible",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: string(cart.Gini), Label: "Gini", Help: "1 − Σ p², of the weights"},
						{Value: string(cart.Misclassification), Label: "Misclassification",
							Help: "1 − max p: the misclassified weight, which boosting minimises"},
					}}},
			},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Where: method.OnlyPoints, Help: "The class that wins the " +
					"vote, fainter where it is close"},
				{Name: method.Boundary, Label: "Boundary", On: true, Where: method.OnlyPoints,
					Help: "Where the prediction changes"},
				{Name: heavy, Label: "Weights of the points", On: true, Where: method.NotInSpace,
					Help: "Circles around points with more than the mean weight in this round; the area is the weight"},
				{Name: cuts, Label: "Cuts of the round’s tree", On: true, Where: method.OnlyPoints,
					Help: "Splits of this round’s tree"},
				{Name: alone, Label: "Only the round’s tree", Where: method.OnlyPoints, Help: "Regions and boundary of the one " +
					"tree, instead of the vote’s"},
				{Name: rounds, Label: "Votes of the rounds", On: true, Help: "A plot: the weight of each round’s tree"},
				{Name: margins, Label: "Margins", On: true, Help: "Plots: the margins of the vote at the points, now and " +
					"after each round"},
				{Name: descent, Label: "Loss along the round’s tree", On: true, Help: "A plot: the exponential loss by the " +
					"weight of this round’s tree; with η = 1 its vote is at the minimum"},
				worthShow(false),
			},
			Examples: method.ExamplesIn(adaboostExamples),
		},
		Random: true,
		Reuses: []string{"n_estimators"},
		Python: adaboostPython,
		Fit:    fitAda,
	}
}

// roundsParam declares the number of rounds.
func roundsParam(rounds float64, help string) method.Param {
	return method.Param{Name: "n_estimators", Label: "Rounds",
		Kind: method.Integer{Range: method.Range{Min: 1, Max: mostRounds, SoftMin: 1, SoftMax: 200}}, Default: rounds,
		Help: help}
}

func depthParam(depth, most float64, help string) method.Param {
	return method.Param{Name: "max_depth", Label: "Depth of the trees",
		Kind: method.Integer{Range: method.Range{Min: 1, Max: most, SoftMin: 1, SoftMax: min(most, 6)}}, Default: depth,
		Help: help}
}

func rateParam(rate, most float64, help string) method.Param {
	return method.Param{Name: "learning_rate", Label: "Learning rate η",
		Kind:    method.Number{Range: method.Range{Min: 0.001, Max: most, SoftMin: 0.01, SoftMax: most, Log: true}},
		Default: rate, Help: help}
}

// stateBytes is roughly the memory of a state without the shared rounds.
const stateBytes = 160

// bearable bounds the sum of mostRounds votes with rate at most 2, so that they are added exactly. It holds since an
// error that is not 0 is at least the smallest weight of a point.
const bearable = 1 << 17

// round is what one round adds.
type round struct {
	term
	alpha float64 // vote of its tree
	err   float64 // share of the weight that its tree misclassifies
	wrong []bool  // whether its tree misclassifies each row
	// On the training points, after this round:
	mistakes float64 // misclassification rate
	loss     float64 // mean exponential loss
	margins  [len(shares)]float64
}

// shares are the levels of the quantiles of margins that each round keeps: minimum, quartiles, and maximum.
var shares = [...]float64{0, 0.25, 0.5, 0.75, 1}

// course holds the rounds computed so far for a problem and its parameters. Existing rounds never change, so models
// share them.
type course struct {
	sums
	p     *method.Problem
	v     method.Values
	set   *cart.Set
	rules cart.Rules
	rate  float64
	draws bool
	unit  cart.Fixed
	major int // most frequent class

	mu      sync.Mutex
	rounds  []round
	terms   []term
	weights []float64 // weights for the next round
	votes   []int64   // votes for each class at each training row
	losses  []float64 // exponential loss of each row
	ended   ending
	pending *cutting
	try     int // number of samples that the next round has tried, including that of pending
}

// ending is why there is no further round.
type ending struct {
	why ended
	err float64 // error of the rejected tree
}

type ended uint8

const (
	notEnded ended = iota
	perfect        // the last tree makes no mistake
	chance         // the next tree is no better than chance
)

// ada is a state: the first k rounds of a course.
type ada struct {
	*course
	rounds []round
	terms  []term
	k      int
	end    int
	over   ending // set once a further round has been tried
	done   *lateState
}

func (m *ada) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m, Complexity: m.Complexity, Exponential: m.Exponential},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers, PartSays: m.PartSays, Panels: m.Panels,
			Cuts: m.Cuts},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:     method.Run{Grower: m, End: m.End},
		Pointer: method.Pointer{Tell: m.Tell},
	}
}

// lateState is computed on demand.
type lateState struct {
	once    sync.Once
	weights []float64
}

func fitAda(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	switch {
	case p.N == 0:
		return nil, method.NeedClasses("AdaBoost")
	case len(p.ClassIDs) < 2:
		return nil, &method.Need{Sentence: "AdaBoost needs points of a second class: all are of the first."}
	}
	end := v.Int("n_estimators")
	if old, ok := prev.(*ada); ok && old.p.Same(p) && old.v.With("n_estimators", v.Float("n_estimators")).Equal(v) {
		old.course.mu.Lock()
		defer old.course.mu.Unlock()
		return old.course.state(0, end), nil // the rounds are the same
	}
	set, err := cart.NewSet(job, p.X, p.D)
	if err != nil {
		return nil, err
	}
	k := len(p.ClassIDs)
	c := &course{sums: sums{d: p.D, base: make([]int64, k)}, p: p, v: v, set: set, rate: v.Float("learning_rate"),
		draws: v.String("sampling") == resample,
		unit:  cart.NewFixed(bearable),
		rules: cart.Rules{Criterion: cart.Criterion(v.String("criterion")), MaxDepth: int32(v.Int("max_depth")), MinSplit: 2,
			MinLeaf: 1}}
	count := make([]int64, k)
	for _, y := range p.Class {
		count[y]++
	}
	c.major = method.Largest(count)
	c.weights, c.losses = make([]float64, p.N), make([]float64, p.N)
	for i := range c.weights {
		c.weights[i], c.losses[i] = 1/float64(p.N), 1
	}
	c.votes = make([]int64, p.N*k)
	return c.state(0, end), nil
}

// state returns the state after k rounds. The caller must hold the lock if the course is shared.
func (c *course) state(k, end int) *ada {
	return (&ada{course: c, rounds: c.rounds, terms: c.terms, end: end}).before(k)
}

func (m *ada) Step() int { return m.k }

func (m *ada) End() int { return m.end }

func (m *ada) StepName() string { return "round" }

// Bytes does not count the rounds, which states share.
func (m *ada) Bytes() int { return stateBytes }

// Grow adds up to n rounds. Those that another state has computed are available at once.
func (m *ada) Grow(job method.Job, n int) (method.Grower, error) {
	if err := job.Err(); err != nil {
		return nil, err
	}
	c, to := m.course, min(m.k+n, m.end)
	c.mu.Lock()
	defer c.mu.Unlock()
	for all := float64(to - m.k); len(c.rounds) < to && c.ended.why == notEnded; {
		done := float64(len(c.rounds) - m.k)
		method.Progress(job, done/all)
		if err := c.next(method.Stretch(job, done/all, (done+1)/all)); err != nil {
			return nil, err
		}
	}
	s := c.state(min(to, len(c.rounds)), m.end)
	if s.k < to {
		s.over = c.ended
	}
	return s, nil
}

// tries is the number of samples that a round draws until a tree is better than chance.
const tries = 10

// next computes a round, or finds that there is none.
func (c *course) next(job method.Job) error {
	k := len(c.p.ClassIDs)
	for ; ; c.try++ {
		target := cart.Target{Class: c.p.Class, K: k, Weight: c.weights}
		if c.draws {
			target.Weight, target.Draws = nil, c.drawn(c.try)
		}
		tree, err := c.grow(job, &target)
		if err != nil {
			return err
		}
		r := round{term: term{tree: tree, amounts: make([]int64, len(tree.Nodes)*k)}, wrong: make([]bool, c.p.N)}
		lost, all := 0.0, 0.0
		for i, w := range c.weights {
			all += w
			if r.wrong[i] = c.says(tree, i) != c.p.Class[i]; r.wrong[i] {
				lost += w
			}
		}
		r.err = lost / all
		switch {
		case r.err <= 0:
			r.err, r.alpha = 0, 1 // as in scikit-learn; ln((1 − 0)/0) would not be finite
			c.ended.why = perfect
		case r.err >= 1-1/float64(k):
			if c.draws && c.try+1 < tries {
				continue
			}
			c.ended = ending{chance, r.err}
			return nil
		default:
			r.alpha = c.rate * (math.Log((1-r.err)/r.err) + math.Log(float64(k-1)))
		}
		c.take(r)
		c.try = 0
		return nil
	}
}

// says returns the class that a tree predicts for a training row.
func (c *course) says(tree *cart.Tree, row int) int {
	return int(tree.Nodes[tree.Leaf(c.p.At(row), int32(tree.Steps()))].Wins)
}

// least is the smallest weight of a point. Smaller ones vanish beside 1.
const least = 0x1p-52

// take appends a round: its votes, and the weights for the next one.
func (c *course) take(r round) {
	k, vote := len(c.p.ClassIDs), max(c.unit.Of(r.alpha), 1) // at least one unit
	for i := range r.tree.Nodes {
		r.amounts[i*k+int(r.tree.Nodes[i].Wins)] = vote
	}
	mistakes, loss := 0, 0.0
	right, wrong := lossFactors(k, r.alpha)
	margins := make([]float64, len(c.p.Class))
	for i, y := range c.p.Class {
		row := c.votes[i*k : (i+1)*k]
		row[c.says(r.tree, i)] += vote
		if method.Largest(row) != y {
			mistakes++
		}
		margins[i] = margin(row, y)
		if r.wrong[i] {
			c.losses[i] *= wrong
		} else {
			c.losses[i] *= right
		}
		loss += c.losses[i]
	}
	r.mistakes, r.loss = float64(mistakes)/float64(c.p.N), loss/float64(c.p.N)
	slices.Sort(margins)
	for i, q := range shares {
		r.margins[i] = quantile(margins, q)
	}
	c.weights = slices.Clone(c.weights)
	raise(c.weights, &r)
	c.rounds, c.terms = append(c.rounds, r), append(c.terms, r.term)
}

// lossFactors returns the factors by which a vote changes the exponential loss exp(−y·f/K) of a point: if the tree
// classifies it correctly, and if not (Zhu and others, 2009, lemma 1). The vote is K/(K−1)² times the step along the
// tree.
func lossFactors(k int, alpha float64) (right, wrong float64) {
	return math.Exp(-alpha * float64(k-1) / float64(k)), math.Exp(alpha / float64(k))
}

// raise increases the weights of the points that a round misclassifies, and normalizes the sum to 1, with least as the
// lower bound of each.
func raise(weights []float64, r *round) {
	up, sum := math.Exp(r.alpha), 0.0
	for i, w := range weights {
		if r.wrong[i] {
			w *= up
		}
		weights[i] = w
		sum += w
	}
	for i := range weights {
		weights[i] = max(weights[i]/sum, least)
	}
}

// drawn returns how often each point is drawn for the next round. There are as many draws as points, with probabilities
// given by the weights.
func (c *course) drawn(try int) []int32 {
	rng := rand.New(rand.NewPCG(c.p.Seed, uint64(len(c.rounds)*tries+try)))
	up, sum := make([]float64, c.p.N), 0.0
	for i, w := range c.weights {
		sum += w
		up[i] = sum
	}
	draws := make([]int32, c.p.N)
	for range draws {
		i, _ := slices.BinarySearch(up, rng.Float64()*sum)
		draws[min(i, c.p.N-1)]++
	}
	return draws
}

// cutting is a tree that is being grown. An interrupted one is continued.
type cutting struct {
	*cart.Grower
	job patient
}

// patient is a job that records an error but does not report it, so that splits are made whole.
type patient struct {
	method.Job
	err error
}

func (p *patient) Err() error {
	if p.err == nil {
		p.err = p.Job.Err()
	}
	return nil
}

func (p *patient) Progress(done float64) { method.Progress(p.Job, done) }

// grow grows the tree of a round. It can be interrupted between splits.
func (c *course) grow(job method.Job, t *cart.Target) (*cart.Tree, error) {
	return grown(job, &c.pending, c.set, t, c.rules)
}

// grown grows a tree, or continues the pending one.
func grown(job method.Job, pending **cutting, s *cart.Set, t *cart.Target, r cart.Rules) (*cart.Tree, error) {
	g := *pending
	if g != nil {
		g.job = patient{Job: job}
	} else {
		g = &cutting{job: patient{Job: job}}
		var err error
		if g.Grower, err = cart.Begin(&g.job, s, t, r); err != nil {
			return nil, err
		}
		*pending = g
	}
	for n := 0; ; n++ {
		_, more, err := g.Split()
		if err != nil {
			return nil, err
		}
		if !more {
			*pending = nil
			return g.Tree, nil
		}
		if n%64 == 63 {
			_ = g.job.Err()
		}
		if g.job.err != nil {
			return nil, g.job.err
		}
	}
}

// round returns the newest round; k must be greater than 0.
func (m *ada) round() *round { return &m.rounds[m.k-1] }

// now returns the weights that the newest round has learned from; before the first round, those that it will learn
// from.
func (m *ada) now() []float64 {
	m.done.once.Do(func() {
		w := make([]float64, m.p.N)
		for i := range w {
			w[i] = 1 / float64(m.p.N)
		}
		for j := range max(m.k-1, 0) {
			raise(w, &m.rounds[j])
		}
		m.done.weights = w
	})
	return m.done.weights
}

// tally returns the votes of the rounds at the rows of x: one number for each class; before the first round, one vote
// for the most frequent class.
func (m *ada) tally(x []float64) []int64 {
	all := m.at(m.terms, x)
	if m.k == 0 {
		for i := m.major; i < len(all); i += len(m.p.ClassIDs) {
			all[i] = 1
		}
	}
	return all
}

// Predict answers with the class of the most votes (ties: the lowest class).
func (m *ada) Predict(x, out []float64) {
	k, all := len(m.p.ClassIDs), m.tally(x)
	for i := range out {
		out[i] = float64(method.Largest(all[i*k : (i+1)*k]))
	}
}

// PointScores returns each class's share of the votes.
func (m *ada) PointScores(x []float64) [][]float64 {
	k, all := len(m.p.ClassIDs), m.tally(x)
	out := make([][]float64, len(x)/m.p.D)
	for i := range out {
		out[i] = make([]float64, k)
		row, sum := all[i*k:(i+1)*k], int64(0)
		for _, v := range row {
			sum += v
		}
		for c, v := range row {
			out[i][c] = float64(v) / float64(sum)
		}
	}
	return out
}

// Exponential returns half of the difference between the votes for the second and the first class. ok is false unless
// there are two classes.
func (m *ada) Exponential(x []float64) (f []float64, ok bool) {
	if len(m.p.ClassIDs) != 2 {
		return nil, false
	}
	for _, row := range m.PointScores(x) {
		v := 0.0
		if m.k > 0 {
			v = m.total() / 2 * (row[1] - row[0])
		}
		f = append(f, v)
	}
	return f, true
}

// total returns the sum of the votes.
func (m *ada) total() (sum float64) {
	for i := range m.k {
		sum += m.rounds[i].alpha
	}
	return sum
}

// margins returns the margins of the training points: the share of the votes for the true class minus the largest share
// of another class.
func (m *ada) margins() []float64 {
	out := make([]float64, m.p.N)
	k, all := len(m.p.ClassIDs), m.tally(m.p.X)
	for i, y := range m.p.Class {
		out[i] = margin(all[i*k:(i+1)*k], y)
	}
	return out
}

// margin returns the margin of a point of class y with these votes.
func margin(votes []int64, y int) float64 {
	other, sum := int64(0), int64(0)
	for c, v := range votes {
		if sum += v; c != y {
			other = max(other, v)
		}
	}
	return float64(votes[y]-other) / float64(sum)
}

// quantile returns a quantile of an ascending list, with linear interpolation.
func quantile(list []float64, share float64) float64 {
	at := share * float64(len(list)-1)
	i := int(at)
	return list[i] + (at-float64(i))*(list[min(i+1, len(list)-1)]-list[i])
}

// mistakes returns the misclassification rate on the training points.
func (m *ada) mistakes() float64 {
	if m.k > 0 {
		return m.round().mistakes
	}
	wrong := 0
	for _, y := range m.p.Class {
		if y != m.major {
			wrong++
		}
	}
	return float64(wrong) / float64(m.p.N)
}

// loss returns the mean exponential loss.
func (m *ada) loss() float64 {
	if m.k > 0 {
		return m.round().loss
	}
	return 1
}

func (m *ada) Measures() []method.Measure {
	return []method.Measure{{Name: "training error", Value: m.mistakes()},
		{Name: "exponential loss", Value: m.loss(), Log: true}}
}

func (m *ada) Status() method.Status {
	all := words.Count(m.end, "round")
	wrong := int(math.Round(m.mistakes() * float64(m.p.N)))
	points := words.Sprintf("%d of %s misclassified.", wrong,
		words.CountOf(m.p.N, "training point is", "training points are"))
	switch bound := 1 - 1/float64(len(m.p.ClassIDs)); {
	case m.k == m.end:
		return method.Status{State: method.Exact, Sentence: words.Text("%s made: %s", words.Capital(all), points)}
	case m.over.why == perfect:
		return method.Status{State: method.Exact, Sentence: words.Sprintf("Ended after round %d of %d: its tree makes "+
			"no error, so no weights change. Its vote is 1. %s", m.k, m.end, points)}
	case m.over.why == chance && m.k == 0:
		return method.Status{State: method.Limited, Sentence: words.Sprintf("No round is possible: the best tree of "+
			"this depth misclassifies %s of the weight, no better than chance, %s. Choose a greater depth.",
			words.Number(m.over.err), words.Number(bound))}
	case m.over.why == chance:
		return method.Status{State: method.Exact, Sentence: words.Sprintf("Ended after %d of %s: the next tree "+
			"misclassifies %s of the weight, which is no better than chance, %s. %s", m.k, all, words.Number(m.over.err),
			words.Number(bound),
			points)}
	case m.k == 0:
		return method.Status{State: method.Running, Sentence: words.Text("Before the first of %s: the most frequent "+
			"class everywhere.", all)}
	}
	return method.Status{State: method.Running, Sentence: words.Sprintf("%d of %s so far: %s", m.k, all, points)}
}

func (m *ada) Facts() []method.Fact {
	var f method.FactList
	f.Add("training_error", m.mistakes(), "", "")
	f.Add("n_estimators", m.k, "", "Rounds made so far, one tree each").Call("Rounds")
	list := make([]float64, m.k)
	var votes, errors []float64
	for i := range m.k {
		r := &m.rounds[i]
		votes, errors = append(votes, r.alpha), append(errors, r.err)
		list[i] = float64(i + 1)
	}
	if m.k > 0 {
		f.Add("estimator_error", m.round().err, "", "Share of the weight that this round’s tree misclassifies").
			InPercent().Call("Error of the round’s tree")
		f.Add("estimator_weight", m.round().alpha, "", "Weight of this round’s tree in the vote").Call(
			"Vote of the round’s tree")
	}
	f.Add("exponential_loss", m.loss(), "", "Mean of exp(−y·f ∕ K), which each round reduces; with η = 1, as far as "+
		"its tree allows").Call("Exponential loss")
	if m.k > 0 {
		all := m.margins()
		f.Add("least_margin", slices.Min(all), "", "A margin is the share of the vote for a point’s own class minus the "+
			"largest other share; this is the smallest").Call("Least margin")
		slices.Sort(all)
		f.Add("median_margin", (all[(len(all)-1)/2]+all[len(all)/2])/2, "", "Median of the training points' margins").Call(
			"Median margin")
		f.Add("feature_importances", m.importances(), "", "Share of each input in the reduction of impurity by all "+
			"splits, weighted by the votes of their trees").Call("Importance").By(m.p.InputNames())
	}
	f.Add("estimator_weights", votes, "", "Weight of each round’s tree in the vote").Hide()
	f.Add("estimator_errors", errors, "", "Share of the weight that each round’s tree misclassifies").Hide()
	f.Add("sample_weight", slices.Clone(m.now()), "", "Weights of the points that the newest tree has learned from").Hide()
	return f
}

// Formula returns the vote of the newest tree, its effect on the weights, and the exponential loss that it minimises.
func (m *ada) Formula() string {
	if m.k == 0 {
		return "wᵢ = 1/n = 1/" + strconv.Itoa(m.p.N)
	}
	r, k := m.round(), len(m.p.ClassIDs)
	at := words.Index(m.k)
	s := words.Text("ŷ(x) = argmax_c Σₘ αₘ [hₘ(x) = c], m = 1, …, %s\n", strconv.Itoa(m.k))
	if r.err == 0 {
		return words.Text("%serr%s = Σ wᵢ [h%s(xᵢ) ≠ yᵢ] = 0, α%s = 1", s, at, at, at)
	}
	s += words.Text("err%s = Σ wᵢ [h%s(xᵢ) ≠ yᵢ] = %s\n", at, at, words.Number(r.err))
	s += words.Text("α%s = η (ln((1 − err)/err) + ln(K − 1)) = %s·(ln(%s/%s) + ln %s) = %s\n", at, words.Number(m.rate),
		words.Number(1-r.err), words.Number(r.err), strconv.Itoa(k-1), words.Number(r.alpha))
	s += words.Text("wᵢ ← wᵢ·e^{α} = wᵢ·%s where h%s errs, then Σ wᵢ = 1\n", words.Number(math.Exp(r.alpha)), at)
	beta := stepOf(k, r.alpha)
	s += words.Text("L = (1/n) Σ exp(−yᵢ·f(xᵢ)/K) = %s, f ← f + β h%s with β = ", words.Number(r.loss), at)
	if m.rate == 1 {
		return words.Text("%sargmin L = %s", s, words.Number(beta))
	}
	return words.Text("%sη argmin L = %s·%s = %s", s, words.Number(m.rate), words.Number(beta/m.rate), words.Number(beta))
}

// stepOf returns the step along a tree, in the exponential loss, that corresponds to a vote.
func stepOf(k int, alpha float64) float64 {
	return alpha * float64((k-1)*(k-1)) / float64(k)
}
