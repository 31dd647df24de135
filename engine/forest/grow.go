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

// run is what all states of a forest that grows share: the data, the rules, and the trees
// that are grown so far.
type run struct {
	p         *method.Problem
	rules     cart.Rules
	end       int // trees
	bootstrap bool
	outOfBag  bool // the out-of-bag error is worked out
	set       *cart.Set
	target    cart.Target

	// What is added up is counted in small units, so that no order of sums tells, and ties are
	// ties. Of two classes it is the probability of the second, of more those of each; of a
	// value it and its square, both about the middle of all.
	planes  int
	units   [2]cart.Fixed
	one     int64 // the probability 1
	middle  float64
	nothing []int64 // what a forest without trees says: the shares of the classes, or the mean

	mu      sync.Mutex
	all     []*member
	before  []*member  // of the fits before; those that saw no point that has changed are taken over; nil = not known
	changed []int32    // rows that have changed since
	halted  *halfGrown // a tree that was given up half-way; nil = none
	places  []*asked   // the last ones that were asked about, newest first
}

// mostTrees is more than any forest has.
const mostTrees = 4096

// member is a tree of the forest.
type member struct {
	tree *cart.Tree
	// seen is how often each row was drawn for it; nil = each once.
	seen    []int32
	amounts []int64   // of each node, what it adds: planes numbers
	gains   []float64 // share of each input in what its splits took off the impurity
	leaves  int
	drawn   *diagram.Layout
}

// halfGrown is a tree on its way.
type halfGrown struct {
	number int
	seen   []int32
	grower *cart.Grower
}

// forest is a state: so many trees, and what they say of the training points.
type forest struct {
	*run
	members []*member
	sums    []int64                      // of all trees at each row: planes numbers
	outSums []int64                      // of those that did not see the row
	outs    []int32                      // how many those are
	left    int                          // points that some tree has not seen: the out-of-bag error is theirs
	errors  struct{ train, out float64 } // share misclassified, or mean squared error; NaN where none says anything
	outR2   float64
	drop    []float64 // see permuted; nil where it is not worked out, behind the run's lock
}

// plant prepares a forest of no trees. prev is the model before the edit.
func plant(job method.Job, p *method.Problem, r cart.Rules, trees int, bootstrap, outOfBag bool, prev method.Model) (
	*forest, error) {
	q := &run{p: p, rules: r, end: trees, bootstrap: bootstrap, outOfBag: bootstrap && outOfBag}
	var err error
	before, _ := prev.(interface{ base() *forest })
	var sorted *cart.Set
	if before != nil {
		sorted = before.base().set
	}
	if q.set, err = cart.NewSetAfter(job, p.X, p.D, sorted); err != nil {
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
	// One leaf of all points, as a tree that asks nothing would be.
	root, err := cart.Grow(job, q.set, &q.target, cart.Rules{Criterion: r.Criterion, MinSplit: 2, MinLeaf: 1})
	if err != nil {
		return nil, err
	}
	q.nothing = q.amountsOf(root)
	if before != nil {
		q.takeOver(before.base().run)
	}
	m := &forest{run: q, sums: make([]int64, p.N*q.planes), outSums: make([]int64, p.N*q.planes), outs: make([]int32, p.N)}
	m.assess()
	return m, nil
}

func (m *forest) base() *forest { return m }

// takeOver finds out which trees of another run are the same in this one: a tree follows from
// the points that were drawn for it, and from its number.
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
	// While a point is dragged, few trees are grown for each picture. Those of an earlier one that saw it neither then nor
	// now are still the same.
	for b := len(o.all); b < len(o.before); b++ {
		t := o.before[b]
		if t != nil && !o.unseen(t) {
			t = nil
		}
		q.before = append(q.before, t)
	}
}

// unseen tells whether no row that has changed was drawn for a tree.
func (q *run) unseen(t *member) bool {
	for _, i := range q.changed {
		if t.seen == nil || t.seen[i] > 0 {
			return false
		}
	}
	return true
}

// amountsOf are what the nodes of a tree add.
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

// member is tree b, counted from 0: the one that was grown already, or a new one. What is drawn
// for it follows from the seed and its number. The error is job's; what is grown by then is
// gone on with.
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
		if q.target.Class == nil { // the middle and the units may be others
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

// begin draws the rows of a tree, and makes its root.
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
		// As in scikit-learn a point that is drawn twice weighs 2, and is one point of a leaf.
		t.Weight = make([]float64, q.p.N)
		for i, n := range h.seen {
			t.Weight[i] = float64(n)
		}
	}
	var err error
	h.grower, err = cart.Begin(method.Unstopped, q.set, &t, r)
	return h, err
}

// workUnit is how many rows are looked at between two questions to the job: about a
// millisecond.
const workUnit = 30_000

// goOn makes splits until the tree is grown.
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

// finish makes a member of a tree that is grown.
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

// grow returns a state with n trees more, as far as there are so many.
func (m *forest) grow(job method.Job, n int) (*forest, error) {
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

// count adds what a tree says of the training points: of those that it was grown on leaf by leaf.
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

// assess works out the errors on the training points: of all trees, and of those alone that did
// not see a point.
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

// spreadOf is the sum of the squares of the values at some rows about their mean.
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

// miss is the loss of a sum over so many trees at row i: 1 for another class, or the squared
// error.
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

// row is what belongs to row i.
func (q *run) row(sums []int64, i int) []int64 { return sums[i*q.planes : (i+1)*q.planes] }

// value is the mean of the trees' values, from their sum.
func (q *run) value(sums []int64, trees int) float64 {
	return q.middle + q.units[0].Float(sums[0])/float64(trees)
}

// deviation is the standard deviation of the trees' values.
func (q *run) deviation(sums []int64, trees int) float64 {
	mean := q.units[0].Float(sums[0]) / float64(trees)
	return math.Sqrt(max(0, q.units[1].Float(sums[1])/float64(trees)-mean*mean))
}

// winner is the class with the largest sum, the lowest of equals.
func (q *run) winner(sums []int64, trees int) int {
	if len(q.p.ClassIDs) == 2 {
		if 2*sums[0] > q.certain(trees) {
			return 1
		}
		return 0
	}
	return method.Largest(sums)
}

// certain is the sum of a class that each tree gives the probability 1.
func (q *run) certain(trees int) int64 { return int64(trees) * q.one }

// share is the mean probability of a class.
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

// at adds up the trees at a place of D numbers; trees is how many there are, at least 1.
func (m *forest) at(x []float64, sums []int64) (trees int) {
	if len(m.members) == 0 {
		copy(sums, m.nothing)
		return 1
	}
	clear(sums)
	m.add(m.members, x, sums)
	return len(m.members)
}

// add adds what some trees say of a place.
func (q *run) add(trees []*member, x []float64, sums []int64) {
	for _, t := range trees {
		leaf := int(t.tree.Leaf(x, int32(t.tree.Steps())))
		for c, a := range t.amounts[leaf*q.planes : (leaf+1)*q.planes] {
			sums[c] += a
		}
	}
}

// asked are the sums at some places as far as they are known.
type asked struct {
	x     []float64
	trees int // that are counted
	sums  []int64
}

// Sums at so many places are kept: the errors of a run are asked for at the same ones, tree after tree, and each
// tree is asked once.
const keptX, keptPlaces = 32, 12

// atEach adds up the trees at each row of x; trees is how many there are, at least 1.
func (m *forest) atEach(x []float64, tell func(i int, sums []int64, trees int)) {
	d, k, n := m.p.D, m.planes, len(m.members)
	if len(x) < keptX || n == 0 {
		sums := make([]int64, k)
		for i := range len(x) / d {
			trees := m.at(x[i*d:(i+1)*d], sums)
			tell(i, sums, trees)
		}
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	a := &asked{}
	at := slices.IndexFunc(m.places, func(a *asked) bool { return slices.Equal(a.x, x) })
	switch {
	case at < 0:
		a.x = slices.Clone(x)
		m.places = slices.Insert(m.places, 0, a)
		m.places = m.places[:min(len(m.places), keptPlaces)]
	case m.places[at].trees <= n: // others are asked about fewer trees, which come from the first on
		a = m.places[at]
	}
	if a.sums == nil {
		a.sums = make([]int64, len(x)/d*k)
	}
	for i := range len(x) / d {
		sums := m.row(a.sums, i)
		m.add(m.members[a.trees:], x[i*d:(i+1)*d], sums)
		tell(i, sums, n)
	}
	a.trees = n
}

// Step implements method.Grower.
func (m *forest) Step() int { return len(m.members) }

// End implements method.Ender.
func (m *forest) End() int { return m.end }

// StepName implements method.Grower.
func (m *forest) StepName() string { return "tree" }

// Bytes implements method.Grower.
func (m *forest) Bytes() int {
	n := 16*len(m.sums) + 4*len(m.outs) + 8*len(m.members)
	if len(m.members) > 0 {
		t := m.members[len(m.members)-1]
		n += t.tree.Bytes() + 4*len(t.seen) + 8*len(t.amounts)
	}
	return n
}

// leavesComplexity is what a study puts a penalty on.
const leavesComplexity = "the number of leaves of all trees"

// Complexity implements method.Complex.
func (m *forest) Complexity(job method.Job) (float64, error) {
	n := 0
	for _, t := range m.members {
		n += t.leaves
	}
	return float64(n), job.Err()
}
