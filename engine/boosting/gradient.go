package boosting

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"pointscape/engine/cart"
	"pointscape/engine/classify"
	"pointscape/engine/method"
)

// The losses, with scikit-learn's names. logit is LogitBoost: the log loss by Newton's working responses and weights.
const (
	logLoss  = "log_loss"
	logit    = "logit"
	squared  = "squared_error"
	absolute = "absolute_error"
	huber    = "huber"
)

// stage is what one round adds.
type stage struct {
	terms []term // one for each output
	// On the training points, after this round:
	err  float64 // misclassification rate, or mean squared error
	loss float64 // mean loss
	// limit is δ, the residual beyond which the Huber loss is linear, used for the round's gradients and its loss.
	limit float64
}

// ladder holds the rounds computed so far for a problem and its parameters, like course.
type ladder struct {
	sums
	p        *method.Problem
	v        method.Values
	set      *cart.Set
	rules    cart.Rules
	loss     string
	rate     float64
	share    float64 // share of the points that each round draws
	quantile float64 // of the absolute residuals, for δ of the Huber loss
	outputs  int     // number of sums: 1 for regression and for two classes, otherwise one for each class
	unit     cart.Fixed
	start    []float64 // initial sum of each output

	mu      sync.Mutex
	stages  []stage
	terms   []term
	counts  []int64   // sums at the training points, outputs numbers each, in units
	f       []float64 // the same as floats
	partial []*cart.Tree
	pending *cutting
}

// boosted is a state: the first k rounds of a ladder.
type boosted struct {
	*ladder
	stages []stage
	terms  []term
	k      int
	end    int
}

func (b *boosted) Can() *method.Capabilities {
	can := &method.Capabilities{
		Answers: method.Answers{Predictor: b, Complexity: b.Complexity},
		Drawing: method.Drawing{Groups: b.Groups, Cuts: b.Cuts},
		Words:   method.Words{Explain: b.Explain, Formula: b.Formula},
		Run:     method.Run{Grower: b, End: b.End},
	}
	switch b.p.Task {
	case method.Regress:
		can.Layers, can.Panels = b.lineLayers, b.linePanels
	case method.Regress2D:
		can.FieldRaster, can.Layers = b.FieldRaster, b.planeLayers
	default:
		can.PointScorer, can.Proba, can.ScoreRaster = b, b.Proba, b.ScoreRaster
		can.Layers, can.PartSays = b.regionLayers, b.PartSays
		can.Panels, can.Tell = b.classPanels, b.Tell
	}
	return can
}

// most bounds a leaf's output in log-odds, so that a thousand of them are added exactly.
const most = 1 << 14

// fitGradient returns the state before the first round.
func fitGradient(p *method.Problem, v method.Values, prev method.Model, l *ladder) (method.Model, error) {
	end := v.Int("n_estimators")
	if old, ok := prev.(*boosted); ok && old.loss == l.loss && old.p.Same(p) &&
		old.v.With("n_estimators", v.Float("n_estimators")).Equal(v) {
		old.ladder.mu.Lock()
		defer old.ladder.mu.Unlock()
		return old.ladder.state(0, end), nil
	}
	set, err := cart.NewSet(method.Unstopped, p.X, p.D)
	if err != nil {
		return nil, err
	}
	l.p, l.v, l.set, l.outputs = p, v, set, 1
	l.rate, l.share = v.Float("learning_rate"), v.Float("subsample")
	l.rules = cart.Rules{Criterion: cart.SquaredError, MaxDepth: int32(v.Int("max_depth")), MinSplit: 2,
		MinLeaf: int32(v.Int("min_samples_leaf"))}
	if p.Class != nil {
		if k := len(p.ClassIDs); k > 2 {
			l.outputs = k
		}
		l.unit = cart.NewFixed(mostRounds * most)
		l.start = l.prior()
	} else {
		size := 0.0
		for _, y := range p.Y {
			size = max(size, math.Abs(y))
		}
		l.unit = cart.NewFixed(mostRounds * size)
		l.start = []float64{middle(l.loss, p.Y)}
	}
	l.sums.d = p.D
	for _, s := range l.start {
		l.base = append(l.base, l.unit.Of(s))
	}
	for range p.N {
		l.counts = append(l.counts, l.base...)
	}
	l.f = l.floats(l.counts)
	return l.state(0, end), nil
}

// prior returns the initial log-odds: those of the class frequencies, or 0 for LogitBoost.
func (l *ladder) prior() []float64 {
	s := make([]float64, l.outputs)
	if l.loss == logit {
		return s
	}
	count := make([]float64, len(l.p.ClassIDs))
	for _, y := range l.p.Class {
		count[y]++
	}
	n := float64(l.p.N)
	if l.outputs == 1 {
		s[0] = math.Log(count[1] / count[0])
		return s
	}
	for c := range s {
		s[c] = math.Log(count[c] / n)
	}
	return s
}

// middle returns the constant of least loss: the mean, or the median.
func middle(loss string, y []float64) float64 {
	if loss != squared {
		s := slices.Sorted(slices.Values(y))
		return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
	}
	sum := 0.0
	for _, v := range y {
		sum += v / float64(len(y))
	}
	return sum
}

// state returns the state after k rounds. The caller must hold the lock if the ladder is shared.
func (l *ladder) state(k, end int) *boosted {
	return (&boosted{ladder: l, stages: l.stages, terms: l.terms, end: end}).before(k)
}

// before returns the state after k of the rounds.
func (b *boosted) before(k int) *boosted {
	return &boosted{ladder: b.ladder, stages: b.stages[:k:k], terms: b.terms[: k*b.outputs : k*b.outputs], k: k,
		end: b.end}
}

func (b *boosted) Step() int { return b.k }

func (b *boosted) End() int { return b.end }

func (b *boosted) StepName() string { return "round" }

// Bytes does not count the rounds, which states share.
func (b *boosted) Bytes() int { return stateBytes }

// Grow adds up to n rounds. Those that another state has computed are available at once.
func (b *boosted) Grow(job method.Job, n int) (method.Grower, error) {
	if err := job.Err(); err != nil {
		return nil, err
	}
	l, to := b.ladder, min(b.k+n, b.end)
	l.mu.Lock()
	defer l.mu.Unlock()
	for all := float64(to - b.k); len(l.stages) < to; {
		done := float64(len(l.stages) - b.k)
		method.Progress(job, done/all)
		if err := l.next(method.Stretch(job, done/all, (done+1)/all)); err != nil {
			return nil, err
		}
	}
	return l.state(to, b.end), nil
}

// next computes a round: a tree for each output, all of them from the sums before the round.
func (l *ladder) next(job method.Job) error {
	draws := l.drawn(len(l.stages))
	s := stage{terms: make([]term, l.outputs)}
	for o := len(l.partial); o < l.outputs; o++ {
		t, least := l.target(o, l.f)
		t.Draws = draws
		all := float64(l.outputs)
		tree, err := grown(method.Stretch(job, float64(o)/all, float64(o+1)/all), &l.pending, l.set, &t, l.rules)
		if err != nil {
			return err
		}
		l.answer(tree, o, &t, least)
		l.partial, s.limit = append(l.partial, tree), least
	}
	for o, tree := range l.partial {
		s.terms[o] = term{tree, make([]int64, len(tree.Nodes)*l.outputs)}
		for i := range tree.Nodes {
			for to := range l.outputs {
				s.terms[o].amounts[i*l.outputs+to] = l.unit.Of(l.adds(o, to, tree.Values(int32(i))[0]))
			}
		}
		for row := range l.p.N {
			for to, a := range s.terms[o].at(l.p.At(row), l.outputs) {
				l.counts[row*l.outputs+to] += a
			}
		}
	}
	l.partial, l.f = nil, l.floats(l.counts)
	s.err, s.loss = l.measure(l.f, s.limit)
	l.stages, l.terms = append(l.stages, s), append(l.terms, s.terms...)
	return nil
}

// floats converts sums from units.
func (l *ladder) floats(counts []int64) []float64 {
	f := make([]float64, len(counts))
	for i, n := range counts {
		f[i] = l.unit.Float(n)
	}
	return f
}

// adds returns what the tree of output o contributes to output to if its prediction is v.
func (l *ladder) adds(o, to int, v float64) float64 {
	if l.loss == logit && l.outputs > 1 { // the contributions to all outputs have mean 0
		j := float64(l.outputs)
		if o == to {
			v *= 1 - 1/j
		} else {
			v *= -1 / j
		}
		return l.rate * v * (j - 1) / j
	}
	if o != to {
		return 0
	}
	return l.rate * v
}

// size returns the number of points that a round learns from.
func (l *ladder) size() int { return max(1, int(l.share*float64(l.p.N))) }

// drawn returns 1 for the points that a round = 0, 1, ... learns from, otherwise 0; nil = all. It depends only on the
// seed and the round.
func (l *ladder) drawn(round int) []int32 {
	if l.share == 1 {
		return nil
	}
	rng := rand.New(rand.NewPCG(l.p.Seed, uint64(round)))
	draws := make([]int32, l.p.N)
	for _, i := range rng.Perm(l.p.N)[:l.size()] {
		draws[i] = 1
	}
	return draws
}

// Bounds that Friedman, Hastie and Tibshirani advise for LogitBoost: the largest working response and the least weight.
const (
	farOff      = 4
	leastWeight = 0x1p-51
)

// target returns what the tree of an output is fitted to, given the sums f at the points: negative gradients, or
// working responses with weights. limit is δ of the Huber loss.
func (l *ladder) target(o int, f []float64) (t cart.Target, limit float64) {
	n := l.p.N
	t.Values = make([]float64, n)
	switch {
	case l.p.Class == nil:
		for i, y := range l.p.Y {
			t.Values[i] = y - f[i]
		}
		if l.loss == huber {
			sizes := make([]float64, n)
			for i, r := range t.Values {
				sizes[i] = math.Abs(r)
			}
			limit = quantileOf(sizes, l.quantile)
		}
		same := 4 * l.unit.Float(1) // residuals up to this size count as 0
		for i, r := range t.Values {
			switch {
			case l.loss == absolute && r > same:
				t.Values[i] = 1
			case l.loss == absolute: // 0 counts as negative, as in scikit-learn
				t.Values[i] = -1
			case l.loss == huber:
				t.Values[i] = min(max(r, -limit), limit)
			}
		}
		return t, limit
	case l.loss == logit:
		t.Weight = make([]float64, n)
	}
	p, c := make([]float64, len(l.p.ClassIDs)), l.class(o)
	for i, y := range l.p.Class {
		classify.Softmax(f[i*l.outputs:(i+1)*l.outputs], p)
		if l.loss == logLoss {
			t.Values[i] = -p[c]
			if y == c {
				t.Values[i]++
			}
			continue
		}
		t.Weight[i] = max(p[c]*(1-p[c]), leastWeight)
		if y == c {
			t.Values[i] = min(1/p[c], farOff)
		} else {
			t.Values[i] = max(-1/(1-p[c]), -farOff)
		}
	}
	return t, 0
}

// class returns the class of an output. A single output is that of the second class.
func (l *ladder) class(o int) int {
	if l.outputs == 1 {
		return 1
	}
	return o
}

// quantileOf returns the least number of a list such that at least the given share of the list is at most that number.
// It sorts the list.
func quantileOf(list []float64, share float64) float64 {
	slices.Sort(list)
	n := float64(len(list))
	return list[min(max(int(math.Ceil(share*n))-1, 0), len(list)-1)]
}

// answer replaces the leaf values of a tree, which are the means of its target, by those that reduce the loss most, or
// nearly so, if these differ: a Newton step for the log loss, the median residual for the absolute loss, and for the
// Huber loss the median plus the mean of the clipped deviations from it.
func (l *ladder) answer(tree *cart.Tree, o int, t *cart.Target, limit float64) {
	if l.loss == squared || l.loss == logit {
		return
	}
	for i := range tree.Nodes {
		q := &tree.Nodes[i]
		if q.Step > 0 {
			continue
		}
		rows, v := tree.Rows[q.From:q.To], tree.Values(int32(i))
		if l.loss == logLoss {
			sum, curve := 0.0, 0.0
			for _, row := range rows {
				r := t.Values[row]
				sum += r
				p := -r // probability of the row's class
				if l.p.Class[row] == l.class(o) {
					p = 1 - r
				}
				curve += p * (1 - p)
			}
			if l.outputs > 1 {
				sum *= float64(l.outputs-1) / float64(l.outputs)
			}
			if v[0] = 0; curve >= 1e-150 {
				v[0] = min(max(sum/curve, -most), most)
			}
			continue
		}
		off := make([]float64, len(rows))
		for j, row := range rows {
			off[j] = l.p.Y[row] - l.f[row]
		}
		v[0] = quantileOf(off, 0.5)
		if l.loss == huber {
			sum := 0.0
			for _, d := range off {
				sum += min(max(d-v[0], -limit), limit)
			}
			v[0] += sum / float64(len(off))
		}
	}
}

// measure returns the error and the mean loss of sums at the training points; limit is δ of the Huber loss.
func (l *ladder) measure(f []float64, limit float64) (err, loss float64) {
	n := float64(l.p.N)
	if l.p.Class == nil {
		for i, y := range l.p.Y {
			err += (y - f[i]) * (y - f[i]) / n
		}
		switch l.loss {
		case squared:
			return err, err
		case absolute:
			for i, y := range l.p.Y {
				loss += math.Abs(y-f[i]) / n
			}
			return err, loss
		}
		for i, y := range l.p.Y {
			if d := math.Abs(y - f[i]); d <= limit {
				loss += d * d / 2 / n
			} else {
				loss += limit * (d - limit/2) / n
			}
		}
		return err, loss
	}
	for i, y := range l.p.Class {
		row := f[i*l.outputs : (i+1)*l.outputs]
		if method.Winner(row) != y {
			err++
		}
		loss += surprise(row, y) / n
	}
	return err / n, loss
}

// surprise returns −ln of the probability of class y, given the sums at a point: ln Σ exp(f − f_y). It is accurate
// where the probability rounds to 0 or 1.
func surprise(f []float64, y int) float64 {
	if len(f) == 1 {
		off := f[0] // lead of the other class
		if y == 1 {
			off = -off
		}
		return max(off, 0) + math.Log1p(math.Exp(-math.Abs(off)))
	}
	top := method.Largest(f)
	rest := 0.0 // sum over the other classes, relative to the largest
	for c, v := range f {
		if c != top {
			rest += math.Exp(v - f[top])
		}
	}
	return f[top] - f[y] + math.Log1p(rest)
}

// now returns the error and the loss of a state.
func (b *boosted) now() (err, loss float64) {
	if b.k > 0 {
		s := &b.stages[b.k-1]
		return s.err, s.loss
	}
	return b.measure(b.fitted(0), b.limit())
}

// limit returns δ of the Huber loss in the newest round; before the first round, the one that it will have.
func (b *boosted) limit() (size float64) {
	if b.k > 0 {
		return b.stages[b.k-1].limit
	}
	_, size = b.target(0, b.fitted(0))
	return size
}

// fitted returns the sums at the training points after the first k rounds.
func (b *boosted) fitted(k int) []float64 {
	return b.floats(b.at(b.terms[:k*b.outputs], b.p.X))
}

// lossName returns the name of the loss in curves and facts.
func (l *ladder) lossName() string {
	switch l.loss {
	case absolute:
		return "mean absolute error"
	case huber:
		return "Huber loss"
	case squared:
		return "mean squared error"
	}
	return "log loss"
}

func (b *boosted) Measures() []method.Measure {
	err, loss := b.now()
	name := "training error"
	if b.p.Class == nil {
		name = "mean squared error"
		if b.loss == squared {
			return []method.Measure{{Name: name, Value: err}}
		}
	}
	return []method.Measure{{Name: name, Value: err}, {Name: b.lossName(), Value: loss}}
}
