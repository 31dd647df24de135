package forest

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"pointscape/engine/cart"
	"pointscape/engine/cart/diagram"
	"pointscape/engine/method"
)

// run is shared by all states of a growing forest: data, rules, and the trees grown so far.
type run struct {
	p         *method.Problem
	rules     cart.Rules
	end       int // number of trees of the complete forest
	bootstrap bool
	outOfBag  bool // whether to compute the out-of-bag error
	set       *cart.Set
	target    cart.Target

	// Sums are kept in fixed-point units so that they do not depend on the order of summation and equal scores compare
	// equal. For two classes, a tree adds the probability of the second one; for more classes, that of each; for
	// regression, the value and its square, both relative to middle.
	planes  int
	units   [2]cart.Fixed
	one     int64 // the probability 1, in units
	middle  float64
	nothing []int64 // sums of a forest without trees: class shares, or the mean

	mu      sync.Mutex
	all     []*member
	before  []*member  // trees of the previous fit, reused if none of their points has changed; nil = unknown
	changed []int32    // rows changed since then
	halted  *halfGrown // a tree interrupted half-way; nil = none
	places  cart.Places[int64]
}

// mostTrees exceeds the number of trees of any forest.
const mostTrees = 4096

// member is a tree of a forest.
type member struct {
	tree *cart.Tree
	// seen is how often each row was drawn for the tree; nil = once each.
	seen    []int32
	amounts []int64   // planes numbers for each node: what it adds to the sums
	gains   []float64 // each input's share in the tree's total reduction of impurity
	leaves  int
	drawn   *diagram.Layout
}

// halfGrown is a partly grown tree.
type halfGrown struct {
	number int
	seen   []int32
	grower *cart.Grower
}

// forest is a state of a growing forest: its trees so far and their predictions for the training points.
type forest struct {
	*run
	members []*member
	sums    []int64                      // sums over all trees at each row: planes numbers
	outSums []int64                      // sums over the trees that did not see the row
	outs    []int32                      // number of those trees
	left    int                          // number of points that some tree has not seen
	errors  struct{ train, out float64 } // misclassification rate, or mean squared error; NaN if undefined
	outR2   float64
	drop    []float64 // see permuted; nil until computed; guarded by the run's lock
	added   sync.Once // see along
	line    *cart.Line
}

func (m *forest) Can() *method.Capabilities {
	can := &method.Capabilities{
		Answers: method.Answers{Predictor: m, Complexity: m.Complexity},
		Drawing: method.Drawing{PartSays: m.PartSays, Panels: m.Panels, Cuts: m.Cuts},
		Words:   method.Words{Formula: m.Formula, Assess: m.Assess},
		Run:     method.Run{Grower: m, End: m.End},
		Pointer: method.Pointer{Tell: m.Tell, Hits: m.Hits},
	}
	switch m.p.Task {
	case method.Classify:
		can.PointScorer, can.Proba, can.ScoreRaster = m, m.Proba, m.ScoreRaster
		can.Layers, can.Explain = m.regionLayers, m.explainVotes
	case method.Regress:
		can.Layers, can.Explain = m.lineLayers, m.explainMean
	default:
		can.FieldRaster, can.Layers, can.Explain = m.FieldRaster, m.planeLayers, m.explainMean
	}
	return can
}

// plant returns a forest without trees. prev is the model before the edit.
func plant(job method.Job, p *method.Problem, r cart.Rules, trees int, bootstrap, outOfBag bool, prev method.Model) (
	*forest, error) {
	q := &run{p: p, rules: r, end: trees, bootstrap: bootstrap, outOfBag: bootstrap && outOfBag}
	var err error
	if q.set, err = cart.NewSet(job, p.X, p.D); err != nil {
		return nil, err
	}
	if p.Task == method.Classify {
		q.target = cart.Target{Class: p.Class, K: len(p.ClassIDs)}
		if q.planes = q.target.K; q.planes == 2 {
			q.planes = 1
		}
		q.units[0] = cart.NewFixed(mostTrees)
		q.one = q.units[0].Of(1)
	} else {
		q.target = cart.Target{Values: p.Y}
		q.planes = 2
		lo, hi := slices.Min(p.Y), slices.Max(p.Y)
		q.middle = lo + (hi-lo)/2
		far := max(hi-q.middle, q.middle-lo)
		q.units = [2]cart.Fixed{cart.NewFixed(mostTrees * far), cart.NewFixed(mostTrees * far * far)}
	}
	// A single leaf with all points.
	root, err := cart.Grow(job, q.set, &q.target, cart.Rules{Criterion: r.Criterion, MinSplit: 2, MinLeaf: 1})
	if err != nil {
		return nil, err
	}
	q.nothing = q.amountsOf(root)
	if before, ok := prev.(*forest); ok && fastKeep {
		q.takeOver(before.run)
	}
	m := &forest{run: q, sums: make([]int64, p.N*q.planes), outSums: make([]int64, p.N*q.planes), outs: make([]int32, p.N)}
	m.assess()
	return m, nil
}

// takeOver finds the trees of another run that this run would grow in the same way. A tree depends only on the points
// drawn for it and on its number.
func (q *run) takeOver(o *run) {
	a, b := q.p, o.p
	if a.N != b.N || a.D != b.D || a.Seed != b.Seed || q.target.K != o.target.K || q.rules != o.rules ||
		q.bootstrap != o.bootstrap {
		return
	}
	for i := range a.N {
		same := slices.Equal(a.At(i), b.At(i))
		if q.target.Class != nil {
			same = same && a.Class[i] == b.Class[i]
		} else {
			same = same && a.Y[i] == b.Y[i]
		}
		if !same {
			q.changed = append(q.changed, int32(i))
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	q.before = slices.Clone(o.all)
	// During a drag, each picture grows only a few trees. Trees of an earlier picture are still valid if they saw the
	// point neither then nor now.
	for b := len(o.all); b < len(o.before); b++ {
		t := o.before[b]
		if t != nil && !o.unseen(t) {
			t = nil
		}
		q.before = append(q.before, t)
	}
}

// unseen reports whether no changed row was drawn for a tree.
func (q *run) unseen(t *member) bool {
	for _, i := range q.changed {
		if t.seen == nil || t.seen[i] > 0 {
			return false
		}
	}
	return true
}

// amountsOf returns what the nodes of a tree add to the sums.
func (q *run) amountsOf(t *cart.Tree) []int64 {
	list := make([]int64, 0, len(t.Nodes)*q.planes)
	for i := range t.Nodes {
		v := t.Values(int32(i))
		switch weight := t.Nodes[i].Weight; {
		case q.target.Class == nil:
			y := v[0] - q.middle
			list = append(list, q.units[0].Of(y), q.units[1].Of(y*y))
		case len(v) == 2:
			list = append(list, q.units[0].Of(v[1]/weight))
		default:
			for _, w := range v {
				list = append(list, q.units[0].Of(w/weight))
			}
		}
	}
	return list
}

// member returns tree b = 0, 1, ..., growing it if necessary. Its random numbers depend only on the seed and b. The
// error is job's; an interrupted tree is continued by the next call.
func (q *run) member(job method.Job, b int) (*member, error) {
	q.mu.Lock()
	if b < len(q.all) {
		defer q.mu.Unlock()
		return q.all[b], nil
	}
	half := q.halted
	q.halted = nil
	q.mu.Unlock()
	var t *member
	if b < len(q.before) && q.before[b] != nil && q.unseen(q.before[b]) {
		old := q.before[b]
		t = &member{tree: old.tree, seen: old.seen, gains: old.gains, leaves: old.leaves, amounts: old.amounts,
			drawn: old.drawn}
		if q.target.Class == nil { // middle and units may have changed
			t.amounts = q.amountsOf(t.tree)
		}
	} else {
		if half == nil || half.number != b {
			var err error
			if half, err = q.begin(b); err != nil {
				return nil, err
			}
		}
		if err := half.goOn(job, q.p.D); err != nil {
			q.mu.Lock()
			q.halted = half
			q.mu.Unlock()
			return nil, err
		}
		t = q.finish(half)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if b == len(q.all) {
		q.all = append(q.all, t)
	}
	return q.all[b], nil
}

// begin draws the rows of a tree and makes its root.
func (q *run) begin(b int) (*halfGrown, error) {
	h := &halfGrown{number: b}
	draw := rand.New(rand.NewPCG(q.p.Seed, uint64(b)+1))
	r, t := q.rules, q.target
	r.Seed = draw.Uint64()
	if q.bootstrap {
		h.seen = make([]int32, q.p.N)
		for range h.seen {
			h.seen[draw.IntN(q.p.N)]++
		}
		// As in scikit-learn, a point that is drawn twice has weight 2 but counts once in a leaf's size.
		t.Weight = make([]float64, q.p.N)
		for i, n := range h.seen {
			t.Weight[i] = float64(n)
		}
	}
	var err error
	h.grower, err = cart.Begin(method.Unstopped, q.set, &t, r)
	return h, err
}

// workUnit is the number of rows scanned between two calls of job.Err: about a millisecond.
const workUnit = 30_000

// goOn makes splits until the tree is complete.
func (h *halfGrown) goOn(job method.Job, inputs int) error {
	for work := 0; ; {
		if err := job.Err(); err != nil {
			return err
		}
		for ; work < workUnit; work++ {
			i, more, err := h.grower.Split()
			if !more || err != nil {
				return err
			}
			work += int(h.grower.Nodes[i].To-h.grower.Nodes[i].From) * inputs
		}
		work = 0
	}
}

// finish makes a member of a complete tree.
func (q *run) finish(h *halfGrown) *member {
	t := &member{tree: h.grower.Tree, seen: h.seen, gains: make([]float64, q.p.D), leaves: h.grower.Steps() + 1,
		drawn: &diagram.Layout{}}
	t.amounts = q.amountsOf(t.tree)
	sum := 0.0
	for i := range t.tree.Nodes {
		if n := &t.tree.Nodes[i]; n.Step > 0 {
			t.gains[n.Feature] += n.Gain
			sum += n.Gain
		}
	}
	if sum > 0 {
		for j := range t.gains {
			t.gains[j] /= sum
		}
	}
	return t
}

// Grow returns a state with up to n more trees.
func (m *forest) Grow(job method.Job, n int) (method.Grower, error) {
	from := len(m.members)
	to := min(from+n, m.end)
	o := &forest{run: m.run, members: m.members[:from:from], sums: slices.Clone(m.sums), outSums: slices.Clone(m.outSums),
		outs: slices.Clone(m.outs)}
	for b := from; b < to; b++ {
		method.Progress(job, float64(b-from)/float64(to-from))
		t, err := m.member(job, b)
		if err != nil {
			return nil, err
		}
		o.members = append(o.members, t)
		o.count(t)
	}
	o.assess()
	return o, nil
}

// count adds a tree's predictions for the training points. Those in its sample are added leaf by leaf.
func (m *forest) count(t *member) {
	k := m.planes
	add := func(sums []int64, row int, amounts []int64) {
		for c, a := range amounts {
			sums[row*k+c] += a
		}
	}
	for i := range t.tree.Nodes {
		if q := &t.tree.Nodes[i]; q.Step == 0 {
			amounts := t.amounts[i*k : (i+1)*k]
			for _, row := range t.tree.Rows[q.From:q.To] {
				add(m.sums, int(row), amounts)
			}
		}
	}
	for i, n := range t.seen {
		if n > 0 {
			continue
		}
		leaf := int(t.tree.Leaf(m.p.At(i), int32(t.tree.Steps())))
		amounts := t.amounts[leaf*k : (leaf+1)*k]
		add(m.sums, i, amounts)
		if m.outOfBag {
			m.outs[i]++
			add(m.outSums, i, amounts)
		}
	}
}

// assess computes the training error and the out-of-bag error, in which only trees that did not see a point predict it.
func (m *forest) assess() {
	wrong, out := 0.0, 0.0
	asked := make([]int, 0, m.p.N)
	for i := range m.p.N {
		wrong += m.miss(i, m.row(m.sums, i), len(m.members))
		if m.outs[i] > 0 {
			asked = append(asked, i)
			out += m.miss(i, m.row(m.outSums, i), int(m.outs[i]))
		}
	}
	m.errors.train, m.errors.out, m.outR2 = wrong/float64(m.p.N), math.NaN(), math.NaN()
	if len(m.members) == 0 {
		m.errors.out = m.errors.train
	}
	if len(asked) == 0 {
		return
	}
	m.errors.out, m.left = out/float64(len(asked)), len(asked)
	if m.target.Class == nil {
		if total := m.spreadOf(asked); total > 0 {
			m.outR2 = 1 - out/total
		}
	}
}

// spreadOf returns the sum of squared deviations of some rows' values from their mean.
func (q *run) spreadOf(rows []int) (sum float64) {
	mean := 0.0
	for _, i := range rows {
		mean += (q.p.Y[i] - q.middle) / float64(len(rows))
	}
	for _, i := range rows {
		d := q.p.Y[i] - q.middle - mean
		sum += d * d
	}
	return sum
}

// miss returns the loss at row i of the mean of so many trees: 0 or 1, or the squared error.
func (m *forest) miss(i int, at []int64, trees int) float64 {
	if trees == 0 {
		at, trees = m.nothing, 1
	}
	if m.target.Class == nil {
		d := m.p.Y[i] - m.value(at, trees)
		return d * d
	}
	if m.winner(at, trees) == m.p.Class[i] {
		return 0
	}
	return 1
}

// row returns the sums of row i.
func (q *run) row(sums []int64, i int) []int64 { return sums[i*q.planes : (i+1)*q.planes] }

// value returns the mean of the trees' values, given the sums.
func (q *run) value(sums []int64, trees int) float64 {
	return q.middle + q.units[0].Float(sums[0])/float64(trees)
}

// deviation returns the standard deviation of the trees' values.
func (q *run) deviation(sums []int64, trees int) float64 {
	mean := q.units[0].Float(sums[0]) / float64(trees)
	return math.Sqrt(max(0, q.units[1].Float(sums[1])/float64(trees)-mean*mean))
}

// winner returns the class with the largest sum (ties: the lowest class).
func (q *run) winner(sums []int64, trees int) int {
	if len(q.p.ClassIDs) == 2 {
		if 2*sums[0] > q.certain(trees) {
			return 1
		}
		return 0
	}
	return method.Largest(sums)
}

// certain returns the sum of a class to which each tree gives probability 1.
func (q *run) certain(trees int) int64 { return int64(trees) * q.one }

// share returns the mean probability of a class.
func (q *run) share(sums []int64, c, trees int) float64 {
	all := q.certain(trees)
	switch {
	case len(q.p.ClassIDs) != 2:
		return float64(sums[c]) / float64(all)
	case c == 0:
		return float64(all-sums[0]) / float64(all)
	}
	return float64(sums[0]) / float64(all)
}

// at adds up the trees at a point of D inputs. It returns the number of trees, at least 1.
func (m *forest) at(x []float64, sums []int64) (trees int) {
	if len(m.members) == 0 {
		copy(sums, m.nothing)
		return 1
	}
	clear(sums)
	m.add(m.members, x, sums)
	return len(m.members)
}

// add adds the predictions of some trees at a point.
func (q *run) add(trees []*member, x []float64, sums []int64) {
	for _, t := range trees {
		leaf := int(t.tree.Leaf(x, int32(t.tree.Steps())))
		for c, a := range t.amounts[leaf*q.planes : (leaf+1)*q.planes] {
			sums[c] += a
		}
	}
}

// atEach calls tell with the sums at each row of x; trees is the number of trees, at least 1.
func (m *forest) atEach(x []float64, tell func(i int, sums []int64, trees int)) {
	d, n := m.p.D, len(m.members)
	if !fastPlaces || n == 0 {
		sums := make([]int64, m.planes)
		for i := range len(x) / d {
			trees := m.at(x[i*d:(i+1)*d], sums)
			tell(i, sums, trees)
		}
		return
	}
	all := m.places.At(x, n, func(sums []int64, from int) []int64 {
		if sums == nil {
			sums = make([]int64, len(x)/d*m.planes)
		}
		for i := range len(x) / d {
			m.add(m.members[from:], x[i*d:(i+1)*d], m.row(sums, i))
		}
		return sums
	})
	for i := range len(x) / d {
		tell(i, m.row(all, i), n)
	}
}

func (m *forest) Step() int { return len(m.members) }

func (m *forest) End() int { return m.end }

func (m *forest) StepName() string { return "tree" }

func (m *forest) Bytes() int {
	n := 16*len(m.sums) + 4*len(m.outs) + 8*len(m.members)
	if len(m.members) > 0 {
		t := m.members[len(m.members)-1]
		n += t.tree.Bytes() + 4*len(t.seen) + 8*len(t.amounts)
	}
	return n
}

// leavesComplexity is the complexity that a study's penalty applies to.
const leavesComplexity = "the number of leaves of all trees"

func (m *forest) Complexity(job method.Job) (float64, error) {
	n := 0
	for _, t := range m.members {
		n += t.leaves
	}
	return float64(n), job.Err()
}
