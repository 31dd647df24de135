package tree

import (
	"cmp"
	"container/heap"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/method"
)

// rules are what a tree grows by.
type rules struct {
	criterion criterion
	maxDepth  int32 // of a leaf; the root's is 0
	minSplit  int32 // points that a node must have to be split
	minLeaf   int32 // points that each side of a split must have
	maxLeaves int
}

// node is a node of a tree. Nodes are numbered as they come to be: the root is 0, and
// split s, counted from 1, makes 2s−1 and 2s. So the tree after k splits is the nodes
// up to 2k, of which those split by then are questions and the others leaves.
type node struct {
	step    int32 // the split that parts it; 0 = none does
	parent  int32 // −1 of the root
	depth   int32
	n       int32   // points
	wins    int32   // the class with the most points, the lowest of equals
	from    int32   // its points are rows from..from+n of tree.rows
	count   []int32 // points of each class
	total   float64 // impurity × n
	feature int     // of the best split; −1 = there is none
	at      float64 // and its threshold: what is at most so large goes left
	below   float64 // the values of the points on both sides of it
	above   float64
	gain    float64 // total less those of the two sides
}

// left and right are the nodes that the split of a node makes.
func (q *node) left() int32  { return 2*q.step - 1 }
func (q *node) right() int32 { return 2 * q.step }

// impurity of the node's points.
func (q *node) impurity() float64 { return q.total / float64(q.n) }

// misses is how many of its points are of another class than the node answers with.
func (q *node) misses() int32 { return q.n - q.count[q.wins] }

// splits tells whether a split was found.
func (q *node) splits() bool { return q.feature >= 0 }

// tree is a tree with all its splits.
type tree struct {
	p     *method.Problem
	rules rules
	nodes []node
	order []int32   // of each step, counted from 1, the node that it splits; order[0] is not used
	rows  []int32   // points of the nodes, see node.from
	errs  []float64 // share of misclassified points after each number of splits
	imps  []float64 // and Σ n_t/N I(t) over the leaves
	deep  int32     // the depth of the deepest node
	plogp []float64
	drawn layout // see layout.go
}

// grower grows a tree: the split that takes most off the impurity of all points first.
// What is sorted once stays so: a split parts the sorted rows of each feature.
type grower struct {
	*tree
	job    method.Job
	sorted [][]int32 // of each feature, the rows of all nodes, each node's by ascending values
	buffer []int32
	front  []int32 // nodes to be split, as a heap
	lefts  []int32 // classes of the points on the left of a candidate
	rights []int32
	work   int // steps of scans since the job was asked
}

// workUnit is how many of the smallest steps go between two questions to the job: a few
// milliseconds.
const workUnit = 200_000

// sameGain tells what two sums may differ by and still be the same but for rounding,
// relative to the node's: then the lower feature, or the lower threshold, wins.
const sameGain = 1e-12

func grow(job method.Job, p *method.Problem, r rules) (*tree, error) {
	t := &tree{p: p, rules: r, order: []int32{0}, rows: make([]int32, p.N)}
	g := &grower{tree: t, job: job, buffer: make([]int32, p.N),
		lefts: make([]int32, len(p.ClassIDs)), rights: make([]int32, len(p.ClassIDs))}
	if r.criterion == entropy {
		t.plogp = newPlogp(p.N)
	}
	for j := range p.D {
		if err := job.Err(); err != nil {
			return nil, err
		}
		rows := make([]int32, p.N)
		for i := range rows {
			rows[i] = int32(i)
		}
		slices.SortFunc(rows, func(a, b int32) int {
			return cmp.Or(cmp.Compare(t.value(a, j), t.value(b, j)), cmp.Compare(a, b))
		})
		g.sorted = append(g.sorted, rows)
	}
	if err := g.add(-1, 0, 0, int32(p.N)); err != nil {
		return nil, err
	}
	sum, bad, mixed := t.nodes[0].total, t.nodes[0].misses(), 0
	if sum > 0 {
		mixed = 1
	}
	note := func() {
		if mixed == 0 {
			sum = 0 // without the rounding errors of all the sums before
		}
		t.errs, t.imps = append(t.errs, float64(bad)/float64(p.N)), append(t.imps, sum/float64(p.N))
	}
	note()
	for len(g.front) > 0 && len(t.order) < r.maxLeaves {
		i := heap.Pop(g).(int32)
		l, err := g.part(i)
		if err != nil {
			return nil, err
		}
		q, a, b := &t.nodes[i], &t.nodes[l], &t.nodes[l+1]
		sum += a.total + b.total - q.total
		bad += a.misses() + b.misses() - q.misses()
		for _, side := range [...]*node{a, b} {
			if side.total > 0 {
				mixed++
			}
		}
		mixed--
		note()
	}
	copy(t.rows, g.sorted[0])
	return t, job.Err()
}

func (t *tree) value(row int32, feature int) float64 { return t.p.X[int(row)*t.p.D+feature] }

// add makes a node of rows from..from+n, and looks for its best split.
func (g *grower) add(parent, depth, from, n int32) error {
	q := node{parent: parent, depth: depth, from: from, n: n, feature: -1, count: make([]int32, len(g.lefts))}
	for _, row := range g.sorted[0][from : from+n] {
		q.count[g.p.Class[row]]++
	}
	for c, m := range q.count {
		if m > q.count[q.wins] {
			q.wins = int32(c)
		}
	}
	q.total = g.rules.criterion.total(q.count, n, g.plogp)
	g.deep = max(g.deep, depth)
	if depth < g.rules.maxDepth && n >= g.rules.minSplit && n >= 2*g.rules.minLeaf && q.total > 0 {
		if err := g.search(&q); err != nil {
			return err
		}
	}
	g.nodes = append(g.nodes, q)
	if q.splits() {
		heap.Push(g, int32(len(g.nodes)-1))
	}
	return nil
}

// search looks for the split of a node that leaves the least impurity: of all features,
// half-way between each two neighbouring values.
func (g *grower) search(q *node) error {
	best := math.Inf(1)
	for j := range g.sorted {
		err := g.scan(q, g.sorted[j][q.from:q.from+q.n], j, func(below, above, rest float64) {
			if rest < best-sameGain*q.total {
				best = rest
				q.feature, q.below, q.above = j, below, above
			}
		})
		if err != nil {
			return err
		}
	}
	if q.splits() {
		q.gain = max(q.total-best, 0)
		q.at = between(q.below, q.above)
	}
	return nil
}

// scan goes through a node's rows, sorted by feature j, and tells each split that the
// rules allow: the neighbouring values, and the impurity of both sides times n.
func (g *grower) scan(q *node, rows []int32, j int, tell func(below, above, rest float64)) error {
	g.work += len(rows) * len(g.lefts)
	if g.work > workUnit {
		if err := g.ask(); err != nil {
			return err
		}
	}
	clear(g.lefts)
	copy(g.rights, q.count)
	below := g.value(rows[0], j)
	for i, row := range rows[:len(rows)-1] {
		c := g.p.Class[row]
		g.lefts[c]++
		g.rights[c]--
		above := g.value(rows[i+1], j)
		if below == above {
			continue
		}
		if n := int32(i + 1); n >= g.rules.minLeaf && q.n-n >= g.rules.minLeaf {
			tell(below, above, g.rules.criterion.total(g.lefts, n, g.plogp)+g.rules.criterion.total(g.rights, q.n-n, g.plogp))
		}
		below = above
	}
	return nil
}

// between is the threshold half-way between two neighbouring values: the lower one goes
// left of it, the upper one right, also where no number lies between them.
func between(below, above float64) float64 {
	at := (below + above) / 2
	if !(at < above) || at < below {
		return below
	}
	return at
}

// part splits node i, and returns its left child; the right one comes after it.
func (g *grower) part(i int32) (left int32, err error) {
	q := &g.nodes[i]
	from, n := q.from, q.n
	nl := int32(0)
	for j := range g.sorted {
		rows := g.sorted[j][from : from+n]
		l, r := 0, 0
		for _, row := range rows {
			if g.value(row, q.feature) <= q.at {
				rows[l] = row
				l++
			} else {
				g.buffer[r] = row
				r++
			}
		}
		copy(rows[l:], g.buffer[:r])
		nl = int32(l)
		g.work += len(rows)
	}
	g.order = append(g.order, i)
	q.step = int32(len(g.order) - 1)
	left, depth := int32(len(g.nodes)), q.depth+1
	if err := g.add(i, depth, from, nl); err != nil {
		return 0, err
	}
	return left, g.add(i, depth, from+nl, n-nl)
}

// ask asks whether somebody still waits, and tells how far the tree is, in leaves.
func (g *grower) ask() error {
	g.work = 0
	method.Progress(g.job, min(1, float64(len(g.order))/float64(min(g.rules.maxLeaves, g.p.N))))
	return g.job.Err()
}

// The front is a heap: the greatest gain first, of equal ones the node nearer to the
// root, then the one that came to be first.

func (g *grower) Len() int { return len(g.front) }
func (g *grower) Less(a, b int) bool {
	i, j := g.front[a], g.front[b]
	p, q := &g.nodes[i], &g.nodes[j]
	if p.gain != q.gain {
		return p.gain > q.gain
	}
	return p.depth < q.depth || p.depth == q.depth && i < j
}
func (g *grower) Swap(a, b int) { g.front[a], g.front[b] = g.front[b], g.front[a] }
func (g *grower) Push(x any)    { g.front = append(g.front, x.(int32)) }
func (g *grower) Pop() any {
	last := g.front[len(g.front)-1]
	g.front = g.front[:len(g.front)-1]
	return last
}

// compared writes a value and the threshold so that what is read is true: in three digits
// and as the question has it, or else both in as many as it takes.
func (q *node) compared(x float64) (value, at string) {
	value, at = strconv.FormatFloat(x+0, 'g', 3, 64), q.threshold()
	for digits := 4; ; digits++ {
		a, _ := strconv.ParseFloat(value, 64)
		b, _ := strconv.ParseFloat(at, 64)
		if (a <= b) == (x <= q.at) || digits > 17 {
			return value, at
		}
		value, at = strconv.FormatFloat(x+0, 'g', digits, 64), strconv.FormatFloat(q.at+0, 'g', digits, 64)
	}
}

// threshold is a node's threshold as people read it: in as few digits, two at least, as
// part the same points.
func (q *node) threshold() string {
	for digits := 2; digits < 17; digits++ {
		s := strconv.FormatFloat(q.at+0, 'g', digits, 64)
		if x, err := strconv.ParseFloat(s, 64); err == nil && x >= q.below && x < q.above {
			return s
		}
	}
	return strconv.FormatFloat(q.at+0, 'g', -1, 64)
}
