package ensemble

import (
	_ "embed"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"pointscape/engine/doc"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Names of a bag's switches, and of its panel.
const (
	laid, newest, alone  = "members", "newest", "alone"
	drawnNow, drawnInAll = "draws", "draws_all"
	bagErrors            = "errors"
)

//go:embed bagging.jsonl
var baggingExamples string

// Bagging returns the method of bootstrap aggregating for classification, id "bagging". Its base can be a classifier in
// among: see bagInfo.
func Bagging(among []method.Method) method.Method {
	info := bagInfo(among, method.Classify, doc.Estimator{Method: "tree", Params: map[string]any{"max_depth": 100.0}})
	info.ID, info.Name = "bagging", "Bagging"
	info.Aliases = []string{"BaggingClassifier", "Bootstrap aggregating", "Bootstrap aggregation", "Out-of-bag error",
		"Pasting", "Agrégation bootstrap", "Ensachage"}
	info.Summary = "Fits one classifier to many random samples of the points, and averages the predictions. This " +
		"reduces the variance; points outside a sample test its classifier at no cost. In a tie the lowest class wins."
	info.Formula = "ŷ(x) = argmax_c (1/B) Σ_b P_b(c | x), P_b fitted to sample b of the points"
	info.Wide = true
	info.Params = slices.Insert(info.Params, 1, method.InputsParam("Tables only: which columns the members learn from",
		"A base method that can use all columns; a plot shows the errors"))
	info.Shows = append([]method.Show{
		{Name: method.Regions, Label: "Regions", On: true, Where: method.OnlyPoints, Help: "Classes mixed by the mean of " +
			"the members' predictions: clear where they agree"},
		{Name: method.Boundary, Label: "Boundary of the bag", On: true, Where: method.OnlyPoints,
			Help: "Where the prediction of the whole bag changes"},
		{Name: laid, Label: "Boundaries of the members", On: true, Where: method.OnlyPoints,
			Help: "Where the prediction of each member changes"},
		{Name: newest, Label: "Boundary of the newest", On: true, Where: method.OnlyPoints,
			Help: "Where the prediction of this step's member changes"},
		{Name: alone, Label: "Only the newest", Where: method.OnlyPoints, Help: "Only the regions of this step's member, " +
			"instead of the bag's"},
	}, info.Shows...)
	info.Seen = "Members of any method: their boundaries overlaid, how often each point was drawn, where they disagree."
	info.Examples = method.ExamplesIn(baggingExamples)
	return method.Method{Info: info, Python: baggingPython, Random: true, Reuses: []string{"n_estimators"}, Fit: fitBag}
}

//go:embed bagging_regression.jsonl
var baggingRegressionExamples string

// BaggingRegression returns the method of bootstrap aggregating for regression, id "bagging_regression". Its base can
// be a regression method in among: see bagInfo.
func BaggingRegression(among []method.Method) method.Method {
	list := slices.Clone(among)
	for i := range list {
		// The bag determines the domain, not the base.
		list[i].Params = slices.Clone(list[i].Params)
		if p := list[i].Param("domain"); p != nil {
			p.When = &method.When{Name: "bagging"} // a parameter that does not exist, so it never applies
		}
	}
	info := bagInfo(list, method.Regress, doc.Estimator{Method: "tree_regression",
		Params: map[string]any{"max_depth": 100.0}})
	info.ID, info.Name = "bagging_regression", "Bagging (regression)"
	info.Aliases = []string{"BaggingRegressor", "Bootstrap aggregating", "Bagged regression", "Agrégation bootstrap"}
	info.Summary = "Fits one method to many random samples of the points, and averages " +
		"their curves. This reduces the variance; points that a sample leaves out test its curve at no cost."
	info.Formula = "f(x) = (1/B) Σ_b f_b(x), f_b fitted to sample b of the points"
	info.Params = append([]method.Param{method.DomainParam()}, info.Params...)
	info.Shows = append([]method.Show{
		{Name: method.Mean, Label: "Mean curve", On: true, Help: "The mean of the members' predictions at each x",
			When: method.OnLine()},
		{Name: laid, Label: "Curves of the members", On: true, Help: "The prediction of each member", When: method.OnLine()},
		{Name: newest, Label: "Curve of the newest", On: true, Help: "The prediction of this step's member",
			When: method.OnLine()},
		{Name: method.Isolines, Label: "Isolines", Help: "Lines of equal value of the mean", When: method.OnPlane()},
	}, info.Shows...)
	for i := range info.Shows {
		if s := &info.Shows[i]; s.Name == drawnNow || s.Name == drawnInAll {
			s.When = method.OnLine() // in the plane, colours stand for values
		}
	}
	info.Seen = "Members of any method: their curves overlaid, how often each point was drawn, where they disagree."
	info.Examples = method.ExamplesIn(baggingRegressionExamples)
	return method.Method{Info: info, Python: baggingRegressionPython, Random: true, Reuses: []string{"n_estimators"},
		Fit: fitBag}
}

// bagInfo returns the part of the declaration that both methods share. The base can be any method in among with task t
// that takes points, has neither methods nor places among its parameters and, for regression, works on the line and in
// the plane.
func bagInfo(among []method.Method, t method.Task, base doc.Estimator) method.Info {
	list := slices.DeleteFunc(slices.Clone(among), func(m method.Method) bool {
		other := m.Task != t || !m.TakesPoints() || t == method.Regress && m.Param("domain") == nil // only for the line
		for _, p := range m.Params {
			for _, c := range p.Choices() {
				other = other || c.Task != "" && p.Name != "domain"
			}
			other = other || method.Is[method.Estimators](p.Kind) || method.Is[method.Places](p.Kind)
		}
		return other
	})
	return method.Info{
		Family: "Ensembles", Task: t, Takes: method.Takes{MaxPoints: 2000},
		Source: "Breiman, Bagging predictors, Machine Learning 24, 1996; Out-of-bag estimation, 1996",
		Params: []method.Param{
			method.Param{Name: "estimator", Kind: method.Estimators{List: method.List{Entry: "base"}, One: true}, Label: "Base",
				Default: base,
				Help:    "The method of each member, with its parameters; a network learns 200 epochs"}.Among(list),
			{Name: "n_estimators", Label: "Members", Kind: method.Integer{Range: method.Range{Min: 1, Max: 200, SoftMin: 1,
				SoftMax: 100}}, Default: 30.0, Help: "Number of samples, with one member for each"},
			{Name: "max_samples", Label: "Size of a sample",
				Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1, SoftMin: 0.1, SoftMax: 1}}, Default: 1.0,
				Help: "Number of points in each sample, as a share of all points"},
			{Name: "bootstrap", Label: "With replacement", Kind: method.Bool{}, Default: true,
				Help: "On: points are drawn with replacement. Off: no point is drawn twice."},
		},
		Shows: []method.Show{
			{Name: drawnNow, Label: "Points by their draws", On: true, Help: "Points outside the newest " +
				"sample are paler; those drawn several times are more intense"},
			{Name: drawnInAll, Label: "Points by all draws", Help: "The more often a point was drawn in all samples, the " +
				"more intense its colour"},
			{Name: bagErrors, Label: "Errors of the members", On: true, Help: "A plot: the errors of each member and of the " +
				"bag so far, on points that were drawn and on the others"},
		},
	}
}

// run is shared by all states of a growing bag: its settings and its members so far.
type run struct {
	p       *method.Problem
	base    method.Chosen
	count   int // number of members of the complete bag
	size    int // rows of a sample
	replace bool
	k       int // numbers in a member's prediction: one for each class, or a value
	prior   []float64
	draw    func(i int) []int // returns the rows of sample i, in ascending order

	mu      sync.Mutex
	members []*sampled
	steps   []bagStep  // errors of the states with 0, 1, ... members
	pool    []*sampled // members before the edit, reused if their samples are the same
	half    *sampled   // interrupted member; nil = none
	tries   int        // number of interruptions
	held    onGrid     // sums on the last grid
}

// sampled is a member: a model fitted to a sample of the rows.
type sampled struct {
	number int
	base   method.Chosen
	left   int   // remaining steps of growth
	rows   []int // rows of the sample in the problem, ascending, with repetitions
	p      *method.Problem
	model  method.Model        // nil if the fit failed or the sample has a single class
	fault  string              // why the fit failed; "" = it did not
	can    method.Capabilities // of model
	proba  method.PointScorer  // nil if the model gives no probabilities
	class  []int               // index among all classes, for each class of the sample
	state  method.State        // state of the model
	doubt  bool                // the kernel is not positive semi-definite on the sample
	lines  []*picture.Path     // boundary in the last viewport
	seen   picture.Viewport
	draft  bool            // lines are coarse
	of     *method.Problem // problem to whose rows says belongs
	says   []float64       // for each row, k numbers, and 1 if there is a prediction
}

// bagged is a state of a growing bag: its first n members.
type bagged struct {
	*run
	n     int
	all   []float64 // for each row, sums of the predictions, and their number
	oob   []float64 // the same over the members that have not drawn the row
	draws []int32   // how often each row was drawn, by these n members
	alone []float64 // regression: for each row, the sum of squared errors of the members that have not drawn it
}

func (m *bagged) Can() *method.Capabilities {
	can := &method.Capabilities{
		Answers: method.Answers{Predictor: m},
		Drawing: method.Drawing{PartSays: m.PartSays, Panels: m.Panels, Groups: m.Groups, Cuts: m.Cuts},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:     method.Run{Grower: m, End: m.End},
		Pointer: method.Pointer{Tell: m.Tell},
	}
	switch {
	case m.p.Class != nil:
		can.PointScorer, can.Proba, can.ScoreRaster, can.Layers = m, m.Proba, m.ScoreRaster, m.classLayers
	case m.p.D == 1:
		can.Layers = m.lineLayers
	default:
		can.FieldRaster = m.FieldRaster
	}
	return can
}

// bagStep holds the errors of a state: misclassification rates, or mean squared errors.
type bagStep struct {
	train, oob       float64 // errors of the bag; oob is NaN if no member left out a row; without members it is train
	ownTrain, ownOob float64 // errors of the newest member, at the rows of its sample and at the others
	left             int     // number of rows that some sample has left out so far
}

func fitBag(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Add points to draw samples of."}
	}
	own := *p
	own.Held = nil
	r := &run{p: &own, base: v.Chosen("estimator")[0], count: v.Int("n_estimators"), replace: v.Bool("bootstrap"), k: 1}
	r.draw = r.drawn
	r.size = max(1, int(v.Float("max_samples")*float64(p.N)+1e-9))
	if limit := r.base.Method.Limit(); r.size > limit {
		return nil, doc.Errorf("points", words.Text("at most %s in a sample for %s", strconv.Itoa(limit),
			r.base.Method.Name), r.size)
	}
	if p.Class == nil {
		r.base.Values = r.base.Values.With("domain", v.String("domain"))
		r.prior = []float64{linalg.Mean(p.Y)}
	} else {
		r.k = len(p.ClassIDs)
		r.prior = make([]float64, r.k)
		for _, c := range p.Class {
			r.prior[c] += 1 / float64(p.N)
		}
	}
	if before, ok := prev.(*bagged); fastPool && ok {
		before.mu.Lock()
		r.pool = slices.Clone(before.members)
		if len(before.pool) > len(r.pool) {
			r.pool = append(r.pool, before.pool[len(r.pool):]...)
		}
		before.mu.Unlock()
	}
	return begin(r), job.Err()
}

// begin returns the state without members.
func begin(r *run) *bagged {
	w := r.p.N * (r.k + 1)
	m := &bagged{run: r, all: make([]float64, w), oob: make([]float64, w), draws: make([]int32, r.p.N)}
	e, _ := r.errors(m.all, true, every)
	r.steps = []bagStep{{train: e, oob: e, ownTrain: math.NaN(), ownOob: math.NaN()}}
	return m
}

// drawn returns the sample of member i. It depends only on the seed and i.
func (r *run) drawn(i int) []int {
	n := r.p.N
	rng := rand.New(rand.NewPCG(r.p.Seed, uint64(i)+1))
	var rows []int
	switch {
	case r.replace:
		rows = make([]int, r.size)
		for j := range rows {
			rows[j] = rng.IntN(n)
		}
	case r.size == n:
		rows = make([]int, n)
		for j := range rows {
			rows[j] = j
		}
	default:
		rows = rng.Perm(n)[:r.size]
	}
	slices.Sort(rows)
	return rows
}

// leaves reports whether samples leave rows out.
func (r *run) leaves() bool { return r.replace || r.size < r.p.N }

// sample returns the problem of member i, with only the given rows and their classes; class[c] is the original index of
// class c. Member i has the bag's seed plus i.
func (r *run) sample(rows []int, i int) (p *method.Problem, class []int) {
	own := *r.p
	p = &own
	p.N, p.Seed = len(rows), r.p.Seed+uint64(i)
	p.X, p.Row = make([]float64, 0, p.N*p.D), r.p.Ordinals(rows)
	p.Shown = nil
	for _, row := range rows {
		p.X = append(p.X, r.p.At(row)...)
		if r.p.Shown != nil {
			p.Shown = append(p.Shown, r.p.Shown[2*row:2*row+2]...)
		}
	}
	if r.p.Class == nil {
		p.Y = make([]float64, p.N)
		for j, row := range rows {
			p.Y[j] = r.p.Y[row]
		}
		return p, nil
	}
	index := make([]int, r.k)
	for _, row := range rows {
		index[r.p.Class[row]] = 1
	}
	p.ClassIDs = nil
	for c, drawn := range index {
		if drawn > 0 {
			index[c] = len(class)
			class = append(class, c)
			p.ClassIDs = append(p.ClassIDs, r.p.ClassIDs[c])
		}
	}
	p.Class = make([]int, p.N)
	for j, row := range rows {
		p.Class[j] = index[r.p.Class[row]]
	}
	return p, class
}

// patient is the job of a member that was interrupted before. It ignores some errors of Err, more after each
// interruption, so that the member is completed in the end, however slow its base.
type patient struct {
	method.Job
	deaf int
	said error // error that the job returned
}

func (j *patient) Err() error {
	err := j.Job.Err()
	if err != nil && j.deaf > 0 {
		j.deaf--
		return nil
	}
	j.said = err
	return err
}

func (j *patient) Progress(done float64) { method.Progress(j.Job, done) }

// member makes member i, which must be the next one. The error is job's; an interrupted member is continued by the next
// call.
func (r *run) member(job method.Job, i int) (*sampled, error) {
	if err := job.Err(); err != nil {
		return nil, err
	}
	r.mu.Lock()
	m, slow := r.half, &patient{Job: job}
	if m != nil && m.number == i && r.tries > 0 {
		slow.deaf = 4 << min(r.tries, 20)
	}
	if m == nil || m.number != i {
		m, r.tries = nil, 0
	}
	r.half = nil
	r.mu.Unlock()
	if m == nil {
		m = &sampled{number: i, base: r.base, rows: r.draw(i), left: grownFor}
		m.p, m.class = r.sample(m.rows, i)
		if i < len(r.pool) {
			if old := r.pool[i]; old.base.Equal(r.base) && slices.Equal(old.rows, m.rows) && old.p.Same(m.p) &&
				slices.Equal(old.p.Y, m.p.Y) {
				own := *old // the model is the same, but predictions at moved rows differ
				if !slices.Equal(old.class, m.class) {
					own.class, own.of, own.says = m.class, nil, nil // the indices of the sample's classes changed
				}
				own.number, m = i, &own
			}
		}
	}
	err := m.learn(slow)
	if err == nil {
		err = r.ask(slow, m)
	}
	if err != nil {
		r.mu.Lock()
		r.half = m
		r.tries++
		r.mu.Unlock()
		return nil, err
	}
	return m, nil
}

// learn fits a member to its sample. The error is job's; if the fit fails otherwise, for instance because the sample
// does not suffice, it sets fault and returns nil, as other members may succeed.
func (m *sampled) learn(job *patient) error {
	if m.model == nil && m.fault == "" && (m.p.Class == nil || len(m.class) > 1) {
		model, err := m.base.Method.Fit(job, m.p, m.base.Values, nil)
		if job.said != nil {
			return job.said
		}
		if err == nil && model.Can().Predictor == nil {
			err = errors.New("there is no prediction")
		}
		if err != nil {
			m.fault = err.Error()
			return nil
		}
		m.model, m.can = model, *model.Can()
		if end := m.can.LastStep(); end > 0 {
			m.left = end
		}
	}
	all := float64(grownFor)
	if end := m.can.LastStep(); end > 0 {
		all = float64(end)
	}
	for g := m.can.Grower; g != nil && m.left > 0; m.left -= grownAtOnce {
		n := min(grownAtOnce, m.left)
		next, err := g.Grow(method.Stretch(job, 1-float64(m.left)/all, 1-float64(m.left-n)/all), n)
		if err != nil {
			return err
		}
		g, m.model, m.can = next, next, *next.Can()
	}
	m.proba = nil
	if m.model != nil {
		st := m.model.Status()
		m.state, m.doubt = st.State, st.Indefinite
	}
	if m.can.ProbaAt() != method.NoProba {
		m.proba = m.can.PointScorer
	}
	return nil
}

// grownAtOnce is the number of steps that a growing member makes between points where it can be interrupted.
const grownAtOnce = 10

// exact is the number of units in 1: class shares are rounded to units before they are added. Sums of integers do not
// depend on the order of summation, so pictures and predictions agree, and equal shares compare equal.
const exact = 1 << 40

// tell writes a member's predictions at the rows of x to out: for each row k numbers and 1, or only zeros if there is
// no prediction.
func (r *run) tell(m *sampled, x, out []float64) {
	clear(out)
	w := r.k + 1
	n := len(out) / w
	switch {
	case m.model == nil && len(m.class) == 1: // sample of a single class
		for i := range n {
			out[i*w+m.class[0]], out[i*w+r.k] = 1, 1
		}
	case m.model == nil:
	case m.proba != nil:
		for i, row := range m.proba.PointScores(x) {
			for c, q := range row {
				out[i*w+m.class[c]] = math.Round(q*exact) / exact
			}
			out[i*w+r.k] = 1
		}
	default:
		says := make([]float64, n)
		m.can.Predictor.Predict(x, says)
		for i, y := range says {
			switch {
			case y != y:
				continue
			case m.class != nil:
				out[i*w+m.class[int(y)]] = 1
			default:
				out[i*w] = y
			}
			out[i*w+r.k] = 1
		}
	}
}

// ask computes a member's predictions at all rows of the problem, or, for a reused member, at those that have moved.
func (r *run) ask(job method.Job, m *sampled) error {
	p, w := r.p, r.k+1
	old := m.of
	if old == p {
		return nil
	}
	if old != nil && (old.N != p.N || len(m.says) != p.N*w) {
		old = nil
	}
	says := make([]float64, p.N*w)
	const chunk = 64 // rows between two calls of job.Err
	for i := 0; i < p.N; i += chunk {
		if err := job.Err(); err != nil {
			return err
		}
		to := min(i+chunk, p.N)
		if old != nil && slices.Equal(old.X[i*p.D:to*p.D], p.X[i*p.D:to*p.D]) {
			copy(says[i*w:to*w], m.says[i*w:])
			continue
		}
		r.tell(m, p.X[i*p.D:to*p.D], says[i*w:to*w])
	}
	m.of, m.says = p, says
	return nil
}

// answer returns the class or the value that the sums give; without any prediction, the most frequent class or the mean
// of all rows.
func (r *run) answer(sums []float64) float64 {
	if sums[r.k] == 0 {
		sums = r.prior
	}
	if r.p.Class != nil {
		return float64(method.Largest(sums[:r.k]))
	}
	if len(sums) == r.k {
		return sums[0]
	}
	return sums[0] / sums[1]
}

// miss returns the loss of sums at a row: 0 or 1, or the squared error.
func (r *run) miss(i int, sums []float64) float64 {
	a := r.answer(sums)
	if r.p.Class == nil {
		return (a - r.p.Y[i]) * (a - r.p.Y[i])
	}
	if int(a) != r.p.Class[i] {
		return 1
	}
	return 0
}

// errors returns the mean loss of sums over the chosen rows, and their number. Rows without a prediction are left out
// unless all is set. The mean is NaN if there are no rows.
func (r *run) errors(sums []float64, all bool, chosen func(i int) bool) (e float64, n int) {
	w := r.k + 1
	for i := range r.p.N {
		if row := sums[i*w : (i+1)*w]; chosen(i) && (all || row[r.k] > 0) {
			e += r.miss(i, row)
			n++
		}
	}
	return e / float64(n), n // 0/0 is NaN
}

func every(int) bool { return true }

func (m *bagged) Step() int { return m.n }

func (m *bagged) StepName() string { return "member" }

func (m *bagged) Grow(job method.Job, n int) (method.Grower, error) {
	state := m
	last := float64(min(m.n+n, m.count) - m.n)
	for ; n > 0 && state.n < m.count; n-- {
		one := m.known(state.n)
		if one == nil {
			done := float64(state.n - m.n)
			method.Progress(job, done/last)
			var err error
			if one, err = m.member(method.Stretch(job, done/last, (done+1)/last), state.n); err != nil {
				return nil, err
			}
		}
		state = state.with(one)
	}
	return state, nil
}

// known returns member i, nil if it does not exist yet.
func (r *run) known(i int) *sampled {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i < len(r.members) {
		return r.members[i]
	}
	return nil
}

// with returns the state with one more member.
func (m *bagged) with(one *sampled) *bagged {
	s := &bagged{run: m.run, n: m.n + 1, all: slices.Clone(m.all), oob: slices.Clone(m.oob), draws: slices.Clone(m.draws)}
	if m.p.Class == nil {
		s.alone = slices.Concat(m.alone, make([]float64, m.p.N-len(m.alone)))
	}
	drawn := make([]bool, m.p.N)
	for _, row := range one.rows {
		drawn[row] = true
		s.draws[row]++
	}
	w := m.k + 1
	for i, was := range drawn {
		if says := one.says[i*w : (i+1)*w]; s.alone != nil && !was && says[m.k] > 0 {
			s.alone[i] += (says[0] - m.p.Y[i]) * (says[0] - m.p.Y[i])
		}
		for c, y := range one.says[i*w : (i+1)*w] {
			s.all[i*w+c] += y
			if !was {
				s.oob[i*w+c] += y
			}
		}
	}
	var e bagStep
	e.train, _ = m.errors(s.all, true, every)
	e.oob, e.left = m.errors(s.oob, false, every)
	e.ownTrain, _ = m.errors(one.says, true, func(i int) bool { return drawn[i] })
	e.ownOob, _ = m.errors(one.says, true, func(i int) bool { return !drawn[i] })
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.members) == m.n {
		m.members, m.steps = append(m.members, one), append(m.steps, e)
	}
	return s
}

func (m *bagged) End() int { return m.count }

// Bytes does not count the members, which belong to the run.
func (m *bagged) Bytes() int {
	return 8*(len(m.all)+len(m.oob)+len(m.alone)) + 4*len(m.draws)
}

// terms decomposes the squared error of single members, each at the rows that it has not drawn, averaged over members
// and rows: single = mean + spread, where mean is the squared error of the members' mean and spread is their variance
// about it. So the mean is never worse than the average member: (E f)² ≤ E f². ok is false for classification and if no
// row was left out.
func (m *bagged) terms() (single, mean, spread float64, ok bool) {
	n := 0.0
	for i, sum := range m.alone {
		if count := m.oob[2*i+1]; count > 0 {
			e := m.oob[2*i]/count - m.p.Y[i]
			single, mean = single+sum/count, mean+e*e
			n++
		}
	}
	return single / n, mean / n, max(0, single-mean) / n, n > 0
}

func (m *bagged) Measures() []method.Measure {
	e, name, out := m.step(m.n), "training error", "out-of-bag error"
	if m.p.Class == nil {
		name, out = "training mean squared error", "out-of-bag mean squared error"
	}
	list := []method.Measure{{Name: name, Value: e.train}}
	if m.leaves() {
		list = append(list, method.Measure{Name: out, Value: e.oob, Same: true})
	}
	return list
}

// step returns the errors of the state with n members of the same run.
func (r *run) step(n int) bagStep {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.steps[n]
}

// list returns the members of a state.
func (m *bagged) list() []*sampled {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.members[:m.n]
}

// at returns the sums at the rows of x.
func (m *bagged) at(x []float64) []float64 {
	says := make([]float64, len(x)/m.p.D*(m.k+1))
	sums := make([]float64, len(says))
	for _, one := range m.list() {
		m.tell(one, x, says)
		for i, y := range says {
			sums[i] += y
		}
	}
	return sums
}

func (m *bagged) Predict(x, out []float64) {
	sums, w := m.at(x), m.k+1
	for i := range out {
		out[i] = m.answer(sums[i*w : (i+1)*w])
	}
}

// PointScores returns mean probabilities, or shares of the votes.
func (m *bagged) PointScores(x []float64) [][]float64 {
	sums, w := m.at(x), m.k+1
	rows := make([][]float64, len(sums)/w)
	for i := range rows {
		rows[i] = m.shares(sums[i*w : (i+1)*w])
	}
	return rows
}

// shares returns the class shares of the sums.
func (r *run) shares(sums []float64) []float64 {
	row := make([]float64, r.k)
	if sums[r.k] == 0 {
		copy(row, r.prior)
		return row
	}
	for c := range row {
		row[c] = sums[c] / sums[r.k]
	}
	return row
}

func (m *bagged) Proba() method.Proba { return method.OnGrids }
