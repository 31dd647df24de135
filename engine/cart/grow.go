package cart

import (
	"cmp"
	"container/heap"
	"math"
	"math/rand/v2"
	"slices"

	"pointscape/engine/method"
)

// sameGain is the relative difference (to the node's total impurity) within which two splits count as equal. Then the
// one tried first wins: that of the lower feature (unless inputs are drawn), or of the lower threshold.
const sameGain = 1e-12

// workUnit is the amount of work, in rows scanned, between two calls of job.Err: a few milliseconds.
const workUnit = 200_000

// Grower grows a tree best-first: each step makes the split that reduces the total impurity most. The rows of each
// input are sorted only once; a split partitions the sorted lists.
type Grower struct {
	*Tree
	set    *Set
	target *Target
	rules  Rules
	job    method.Job
	weight []float64 // weight of each row, see Target.counts
	whole  bool      // all weights are integers whose sums of squares are exact
	plogp  []float64 // see newPlogp; nil unless the weights are small integers
	sorted [][]int32 // rows of all nodes for each input, within each node by ascending values
	buffer []int32
	right  []bool   // whether each row goes right at the current split
	front  []int32  // heap of the nodes that can be split
	keys   []uint64 // random key of each node; nil = no random numbers
	inputs []int    // permutation of the inputs, for drawing
	lefts  []float64
	rights []float64
	asked  Mixed // question of the node that was searched last
	link   bool  // the node being added is a link: see multiway.go
	work   int   // work since the last call of job.Err
}

// Begin makes the root of a tree and finds its best split. There must be at least one row of positive weight. Each call
// of Split then makes one split. The error is job's.
func Begin(job method.Job, s *Set, t *Target, r Rules) (*Grower, error) {
	k := max(t.K, 1)
	g := &Grower{Tree: &Tree{Order: []int32{0}, K: k}, set: s, target: t, rules: r, job: job,
		lefts: make([]float64, k), rights: make([]float64, k)}
	if r.MaxFeatures > 0 || r.Random {
		g.keys = []uint64{}
		for j := range s.D {
			g.inputs = append(g.inputs, j)
		}
	}
	n, sum := 0, 0.0
	g.weigh()
	for _, w := range g.weight {
		if w > 0 {
			n++
			sum += w
			g.whole = g.whole && w == math.Trunc(w)
		}
	}
	g.whole = g.whole && sum <= 1<<26
	g.buffer, g.right = make([]int32, n), make([]bool, s.N)
	for _, all := range s.sorted {
		rows := make([]int32, 0, n)
		if n == s.N {
			rows = append(rows, all...)
		} else {
			for _, i := range all {
				if g.weight[i] > 0 {
					rows = append(rows, i)
				}
			}
		}
		g.sorted = append(g.sorted, rows)
	}
	if fastTable && r.Criterion == Entropy && g.whole && sum <= 1<<20 {
		g.plogp = newPlogp(int(sum))
	}
	g.Rows = g.sorted[0] // partitioned with it
	return g, g.add(-1, 0, 0, int32(n), r.Seed)
}

// weigh computes the weight of each row.
func (g *Grower) weigh() {
	g.weight, g.whole = make([]float64, g.set.N), true
	if t := g.target; t.Weight != nil && t.Draws == nil {
		copy(g.weight, t.Weight)
		return
	}
	for i := range g.weight {
		g.weight[i] = g.target.counts(int32(i))
	}
}

// Grow grows a tree until no impure leaf has a split that the rules allow, or the maximum number of leaves is reached.
// A split need not reduce the impurity. The error is job's.
func Grow(job method.Job, s *Set, t *Target, r Rules) (*Tree, error) {
	g, err := Begin(job, s, t, r)
	for more := true; err == nil && more; {
		_, more, err = g.Split()
	}
	if err != nil {
		return nil, err
	}
	return g.Tree, nil
}

// Split makes the next split and returns the node i that it splits. ok is false when the tree is complete. The error is
// job's.
func (g *Grower) Split() (i int32, ok bool, err error) {
	for len(g.front) > 0 {
		i = heap.Pop(g).(int32)
		leaves := len(g.Order) + g.branches(i) - 1
		if g.rules.MaxLeaves == 0 || leaves <= g.rules.MaxLeaves || g.Links(i) {
			return i, true, g.part(i)
		}
	}
	return 0, false, nil
}

// add makes a node of rows from..to and finds its best split.
func (g *Grower) add(parent, depth, from, to int32, key uint64) error {
	i := len(g.Nodes)
	q := Node{Parent: parent, Depth: depth, From: from, To: to, Feature: -1}
	rows := g.sorted[0][from:to]
	for range g.K {
		g.values = append(g.values, 0)
	}
	v := g.Tree.Values(int32(i))
	if t := g.target; t.Class != nil {
		for _, row := range rows {
			v[t.Class[row]] += g.weight[row]
		}
		q.N = to - from
		if t.Draws != nil {
			q.N = 0
			for _, row := range rows {
				q.N += t.Draws[row]
			}
		}
		for c, w := range v {
			q.Weight += w
			if w > v[q.Wins] {
				q.Wins = int32(c)
			}
		}
		q.Total = g.total(v, q.Weight)
	} else {
		g.sums(&q, rows, v)
	}
	g.Deep, g.asked = max(g.Deep, depth), Mixed{}
	if g.keys != nil {
		g.keys = append(g.keys, key)
	}
	if g.link {
		q.Feature = g.Nodes[parent].Feature
		g.asked = branch(g.groups(&q, v, g.sorted[q.Feature][from:to], int(q.Feature)))
		g.asked.Link = true
	} else if r := &g.rules; depth < r.MaxDepth && q.N >= r.MinSplit && q.N >= 2*r.MinLeaf && q.Total > 0 {
		if err := g.search(&q, v, key); err != nil {
			return err
		}
	}
	g.Nodes = append(g.Nodes, q)
	if g.set.mixed {
		g.Mixed = append(g.Mixed, g.asked)
	}
	if q.Splits() {
		heap.Push(g, int32(i))
	}
	return nil
}

// sums computes the mean of a node's values and the sum of squares about it, exactly 0 if all values are equal.
func (g *Grower) sums(q *Node, rows []int32, v []float64) {
	values, weight, draws := g.target.Values, g.weight, g.target.Draws
	lo, hi, sum := math.Inf(1), math.Inf(-1), 0.0
	for _, row := range rows {
		y, w := values[row], weight[row]
		if draws == nil {
			q.N++
		} else {
			q.N += draws[row]
		}
		q.Weight += w
		sum += w * y
		if y < lo {
			lo = y
		}
		if y > hi {
			hi = y
		}
	}
	v[0] = min(max(sum/q.Weight, lo), hi)
	if lo == hi {
		return
	}
	mean := v[0]
	for _, row := range rows {
		d := values[row] - mean
		q.Total += weight[row] * d * d
	}
}

// best is the best split of a node so far.
type best struct {
	feature      int
	tilt         float64
	below, above float64
	at           float64 // threshold, if thresholds are random
	rest         float64 // impurity that the split leaves
	bar          float64 // a better split must leave less than this
	least        float64 // least improvement
	left         float64 // weight of the left side, for choose
	information  float64 // split information of a split into all categories, as SplitInformation; otherwise 0
	mixed        Mixed
}

// take records a split if it is better.
func (b *best) take(feature int, below, above, rest float64) {
	if rest < b.bar {
		b.feature, b.below, b.above, b.rest, b.bar = feature, below, above, rest, rest-b.least
	}
}

// search finds the best split of a node, mostly that which leaves the least impurity: half-way between two consecutive
// values of an input, or at a random threshold.
func (g *Grower) search(q *Node, v []float64, key uint64) error {
	b := best{feature: -1, bar: math.Inf(1), least: sameGain * q.Total}
	if g.set.mixed || g.rules.Ratio {
		if err := g.choose(q, v, &b); err != nil {
			return err
		}
		g.asked = b.mixed
	} else if g.keys == nil {
		for j, rows := range g.sorted {
			if err := g.try(q, v, j, rows[q.From:q.To], &b); err != nil {
				return err
			}
		}
		if g.rules.Oblique && g.set.D == 2 {
			if err := g.slant(q, v, &b); err != nil {
				return err
			}
		}
	} else if err := g.searchDrawn(q, v, key, &b); err != nil {
		return err
	}
	if b.feature >= 0 {
		q.Feature, q.Tilt, q.Below, q.Above, q.At = int32(b.feature), b.tilt, b.below, b.above, b.at
		if !g.rules.Random {
			q.At = Between(b.below, b.above)
		}
		q.Gain = max(q.Total-b.rest, 0)
	}
	return nil
}

// try looks for a better split by input j of the node's rows, which are sorted by it.
func (g *Grower) try(q *Node, v []float64, j int, rows []int32, b *best) error {
	if g.work += len(rows) * g.K; g.work > workUnit {
		if err := g.ask(); err != nil {
			return err
		}
	}
	switch classes := g.target.Class != nil; {
	case fastValues && !classes:
		g.scanValues(q, v[0], rows, j, b)
	case fastGini && g.rules.Criterion == Gini && g.whole:
		g.scanGini(q, v, rows, j, b)
	case fastTwo && g.rules.Criterion == Gini && g.K == 2:
		g.scanTwo(q, v, rows, j, b)
	default:
		g.scan(q, v, rows, g.set.cols[j], j, b, nil)
	}
	return nil
}

// searchDrawn looks for splits by some inputs in random order, at a random threshold if the rules say so. key is the
// seed of the draw.
func (g *Grower) searchDrawn(q *Node, v []float64, key uint64, b *best) error {
	var draw rand.PCG
	draw.Seed(key, 0x9e3779b97f4a7c15)
	r := rand.New(&draw)
	left := g.rules.MaxFeatures
	if left == 0 {
		left = g.set.D
	}
	for j := range g.inputs { // makes the draw independent of earlier nodes
		g.inputs[j] = j
	}
	for k := 0; k < len(g.inputs) && left > 0; k++ {
		o := k + r.IntN(len(g.inputs)-k)
		g.inputs[k], g.inputs[o] = g.inputs[o], g.inputs[k]
		j := g.inputs[k]
		rows := g.sorted[j][q.From:q.To]
		lo, hi := g.set.Value(rows[0], j), g.set.Value(rows[len(rows)-1], j)
		if lo == hi {
			continue // constant inputs do not count: draw another
		}
		left--
		if !g.rules.Random {
			if err := g.try(q, v, j, rows, b); err != nil {
				return err
			}
			continue
		}
		at := lo + (hi-lo)*r.Float64()
		if !(at < hi) {
			at = lo
		}
		if g.at(q, v, rows, j, at, b) {
			b.at = at
		}
	}
	return nil
}

// scan goes through a node's rows, sorted by input j with values col, and takes the best split that the rules allow. If
// tell is not nil, it instead calls tell with each split: the two consecutive values, and the impurity of both sides
// times their weights.
func (g *Grower) scan(q *Node, v []float64, rows []int32, col []float64, j int, b *best,
	tell func(below, above, rest float64)) {
	s := g.side(q, v)
	below := col[rows[0]]
	for i, row := range rows[:len(rows)-1] {
		s.move(row)
		above := col[rows[i+1]]
		if below == above {
			continue
		}
		if s.n >= g.rules.MinLeaf && q.N-s.n >= g.rules.MinLeaf {
			if tell != nil {
				tell(below, above, s.rest())
			} else {
				b.take(j, below, above, s.rest())
			}
		}
		below = above
	}
}

// scanGini gives the same bits as scan for Gini impurity and integer weights. The sums of squared class weights are
// then exact and are updated from row to row.
func (g *Grower) scanGini(q *Node, v []float64, rows []int32, j int, b *best) {
	clear(g.lefts)
	copy(g.rights, v)
	var left, right, lefts, rights float64 // weights of the two sides, and Σ squared class weights of each
	right = q.Weight
	for _, w := range v {
		rights += w * w
	}
	col, class, weight, draws := g.set.cols[j], g.target.Class, g.weight, g.target.Draws
	n, least, most := int32(0), g.rules.MinLeaf, q.N-g.rules.MinLeaf
	below := col[rows[0]]
	for i, row := range rows[:len(rows)-1] {
		w, c := weight[row], class[row]
		l, r := g.lefts[c], g.rights[c]
		lefts += w * (2*l + w)
		rights -= w * (2*r - w)
		g.lefts[c], g.rights[c] = l+w, r-w
		left += w
		right -= w
		if draws == nil {
			n++
		} else {
			n += draws[row]
		}
		above := col[rows[i+1]]
		if below == above {
			continue
		}
		if n >= least && n <= most {
			if rest := (left - lefts/left) + (right - rights/right); rest < b.bar {
				b.take(j, below, above, rest)
			}
		}
		below = above
	}
}

// scanTwo gives the same bits as scan for Gini impurity and two classes, with any weights.
func (g *Grower) scanTwo(q *Node, v []float64, rows []int32, j int, b *best) {
	col, class, weight, draws := g.set.cols[j], g.target.Class, g.weight, g.target.Draws
	n, least, most := int32(0), g.rules.MinLeaf, q.N-g.rules.MinLeaf
	var left float64 // weight of the left side, and class weights of both sides
	lefts, rights := [2]float64{}, [2]float64{v[0], v[1]}
	below := col[rows[0]]
	for i, row := range rows[:len(rows)-1] {
		w, c := weight[row], class[row]&1 // masked so that the compiler drops bounds checks
		left += w
		lefts[c] += w
		rights[c] = max(v[c]-lefts[c], 0)
		if draws == nil {
			n++
		} else {
			n += draws[row]
		}
		above := col[rows[i+1]]
		if below == above {
			continue
		}
		if n >= least && n <= most {
			if rest := giniOfTwo(&lefts, left) + giniOfTwo(&rights, q.Weight-left); rest < b.bar {
				b.take(j, below, above, rest)
			}
		}
		below = above
	}
}

// giniOfTwo is Criterion.Total for Gini impurity and two classes.
func giniOfTwo(v *[2]float64, weight float64) float64 {
	if !(weight > 0) || v[0] >= weight || v[1] >= weight {
		return 0
	}
	return weight - (v[0]*v[0]+v[1]*v[1])/weight
}

// scanValues gives the same bits as scan for regression; mean is the node's mean.
func (g *Grower) scanValues(q *Node, mean float64, rows []int32, j int, b *best) {
	col, values, weight, draws := g.set.cols[j], g.target.Values, g.weight, g.target.Draws
	n, least, most := int32(0), g.rules.MinLeaf, q.N-g.rules.MinLeaf
	var left, sum float64 // weight of the left side, and the weighted sum of its values about the mean
	below := col[rows[0]]
	for i, row := range rows[:len(rows)-1] {
		w := weight[row]
		left += w
		sum += w * (values[row] - mean)
		if draws == nil {
			n++
		} else {
			n += draws[row]
		}
		above := col[rows[i+1]]
		if below == above {
			continue
		}
		if n >= least && n <= most {
			taken, right := 0.0, q.Weight-left
			if left > 0 && right > 0 {
				taken = sum * sum * (1/left + 1/right)
			}
			if rest := max(q.Total-taken, 0); rest < b.bar {
				b.take(j, below, above, rest)
			}
		}
		below = above
	}
}

// at is scan for a single threshold. It reports whether the split is the best so far.
func (g *Grower) at(q *Node, v []float64, rows []int32, j int, at float64, b *best) bool {
	g.work += len(rows)
	s := g.side(q, v)
	col := g.set.cols[j]
	for i, row := range rows {
		if x := col[row]; x > at {
			bar := b.bar
			if s.n >= g.rules.MinLeaf && q.N-s.n >= g.rules.MinLeaf {
				b.take(j, col[rows[i-1]], x, s.rest())
			}
			return b.bar != bar
		}
		s.move(row)
	}
	return false
}

// side is the left side of a threshold that moves through a node's rows.
type side struct {
	g      *Grower
	q      *Node
	v      []float64 // class weights or mean of the node
	n      int32
	weight float64
	sum    float64 // for regression: Σ w (y − mean)
}

func (g *Grower) side(q *Node, v []float64) side {
	clear(g.lefts)
	copy(g.rights, v)
	return side{g: g, q: q, v: v}
}

// move moves a row to the left.
func (s *side) move(row int32) {
	g, t := s.g, s.g.target
	w := g.weight[row]
	s.n += t.draws(row)
	s.weight += w
	if t.Class == nil {
		s.sum += w * (t.Values[row] - s.v[0])
		return
	}
	c := t.Class[row]
	g.lefts[c] += w
	g.rights[c] = max(s.v[c]-g.lefts[c], 0)
}

// rest returns the total impurity of the two sides, each times its weight.
func (s *side) rest() float64 {
	g, right := s.g, s.q.Weight-s.weight
	if g.target.Class == nil {
		taken := 0.0
		if s.weight > 0 && right > 0 {
			taken = s.sum * s.sum * (1/s.weight + 1/right)
		}
		return max(s.q.Total-taken, 0)
	}
	return g.total(g.lefts, s.weight) + g.total(g.rights, right)
}

// total returns the impurity of a node times its weight, given the weight of each class. It is exactly 0 for a pure
// node, and does not depend on the order of rows if the weights are integers.
func (g *Grower) total(v []float64, weight float64) float64 {
	return g.rules.Criterion.Total(v, weight, g.plogp)
}

// part splits node i.
func (g *Grower) part(i int32) error {
	q := &g.Nodes[i]
	from, to, feature, at := q.From, q.To, int(q.Feature), q.At
	middle := from // sorted by the input of the split, the left rows come first
	col := g.set.cols[feature]
	if q.Tilt != 0 {
		other := g.set.cols[1-feature]
		for _, row := range g.sorted[feature][from:to] {
			if g.right[row] = tilted(col[row], other[row], q.Tilt) > at; !g.right[row] {
				middle++
			}
		}
		feature = -1 // every list must be partitioned
	} else if g.set.mixed {
		m := &g.Mixed[i]
		for _, row := range g.sorted[feature][from:to] {
			if g.right[row] = !m.lefts(q, col[row]); !g.right[row] {
				middle++
			}
		}
		if !m.Each {
			m.Most = middle-from > to-middle
		}
		feature = -1
	} else {
		for ; middle < to; middle++ {
			row := g.sorted[feature][middle]
			if col[row] > at {
				break
			}
			g.right[row] = false
		}
		for _, row := range g.sorted[feature][middle:to] {
			g.right[row] = true
		}
	}
	for j := range g.sorted {
		if j == feature {
			continue
		}
		rows := g.sorted[j][from:to]
		l, r := 0, 0
		for _, row := range rows {
			if g.right[row] {
				g.buffer[r] = row
				r++
			} else {
				rows[l] = row
				l++
			}
		}
		copy(rows[l:], g.buffer[:r])
		g.work += len(rows)
	}
	g.Order = append(g.Order, i)
	q.Step = int32(len(g.Order) - 1)
	depth, link := q.Depth+1, false
	if g.set.mixed {
		link = g.Mixed[i].more()
		if g.Mixed[i].Link {
			depth--
		}
	}
	var left, right uint64
	if g.keys != nil {
		left, right = mix(2*g.keys[i]), mix(2*g.keys[i]+1)
	}
	if err := g.add(i, depth, from, middle, left); err != nil {
		return err
	}
	g.link = link
	err := g.add(i, depth, middle, to, right)
	g.link = false
	return err
}

// mix is the finalizer of SplitMix64 (Steele, Lea, Flood, Fast splittable pseudorandom number generators, 2014).
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// ask reports progress, as a share of the leaves, and returns the job's error.
func (g *Grower) ask() error {
	g.work = 0
	most := len(g.buffer)
	if g.rules.MaxLeaves > 0 {
		most = min(most, g.rules.MaxLeaves)
	}
	method.Progress(g.job, min(1, float64(len(g.Order))/float64(most)))
	return g.job.Err()
}

// The front is a heap. Links come first, then the node with the greatest gain (ties: the node of least depth, then the
// node made first).

func (g *Grower) Len() int { return len(g.front) }

func (g *Grower) Less(a, b int) bool {
	i, j := g.front[a], g.front[b]
	if l := g.Links(i); l != g.Links(j) {
		return l
	}
	p, q := &g.Nodes[i], &g.Nodes[j]
	if p.Gain != q.Gain {
		return p.Gain > q.Gain
	}
	return p.Depth < q.Depth || p.Depth == q.Depth && i < j
}

func (g *Grower) Swap(a, b int) { g.front[a], g.front[b] = g.front[b], g.front[a] }

func (g *Grower) Push(x any) { g.front = append(g.front, x.(int32)) }

func (g *Grower) Pop() any {
	last := g.front[len(g.front)-1]
	g.front = g.front[:len(g.front)-1]
	return last
}

// Candidates calls tell with all splits of node i that the rules allow, input by input and by ascending thresholds: the
// values on both sides of the threshold, and the impurity of both sides times their weights. Categorical inputs are
// left out: see Groups. The error is job's.
func Candidates(job method.Job, t *Tree, s *Set, target *Target, r Rules, i int32,
	tell func(feature int, below, above, rest float64)) error {
	q := &t.Nodes[i]
	g := looking(job, t, s, target, r)
	in := make([]bool, s.N)
	for _, row := range t.Rows[q.From:q.To] {
		in[row] = true
	}
	rows := make([]int32, 0, q.To-q.From)
	for j, all := range s.sorted {
		rows = rows[:0]
		for _, row := range all {
			if in[row] {
				rows = append(rows, row)
			}
		}
		if err := job.Err(); err != nil {
			return err
		}
		if s.Qualitative(j) {
			continue
		}
		if s.mixed {
			g.candidates(q, t.Values(i), rows, j, tell)
			continue
		}
		g.scan(q, t.Values(i), rows, s.cols[j], j, nil, func(below, above, rest float64) { tell(j, below, above, rest) })
	}
	return job.Err()
}

// Direction calls tell with the best split of node i whose normal has a direction (see Set.Direction): the input and
// the coefficient of the other one, the values on both sides of the threshold, and the impurity of both sides times
// their weights. It does not call tell if the rules allow no split in this direction. There must be two inputs. The
// error is job's.
func Direction(job method.Job, t *Tree, s *Set, target *Target, r Rules, i int32, angle float64,
	tell func(feature int, tilt, below, above, rest float64)) error {
	q := &t.Nodes[i]
	dy, dx := math.Sincos(angle)
	if angle == math.Pi/2 {
		dx = 0
	}
	f, tilt, ok := s.Slope(dx, dy)
	if !ok {
		return job.Err()
	}
	g := looking(job, t, s, target, r)
	rows, col := slices.Clone(t.Rows[q.From:q.To]), make([]float64, s.N)
	for _, row := range rows {
		if col[row] = s.Value(row, f); tilt != 0 {
			col[row] = tilted(col[row], s.Value(row, 1-f), tilt)
		}
	}
	slices.SortFunc(rows, func(a, b int32) int { return cmp.Or(cmp.Compare(col[a], col[b]), cmp.Compare(a, b)) })
	b := best{feature: -1, bar: math.Inf(1), least: sameGain * q.Total}
	if g.scan(q, t.Values(i), rows, col, f, &b, nil); b.feature >= 0 {
		tell(f, tilt, b.below, b.above, b.rest)
	}
	return job.Err()
}
