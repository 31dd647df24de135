package convolution

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"pointscape/engine/method"
	"pointscape/engine/network"
)

// trainer holds the data of a network and the settings of its training, which all states of a run share.
type trainer struct {
	net   shape
	x     []float64 // images as the network's inputs, row by row
	class []int
	rows  int
	l2    float64 // penalty: l2/2 times the sum of squared weights

	solver  network.Solver
	batch   int // rows per minibatch
	dropout float64
	seed    uint64

	halted *learning // interrupted computation; nil = none
	start  *start    // for random initial weights; nil = unknown, or too large to keep
}

// start holds the filter outputs for the initial weights. They depend neither on the dense layers nor on the settings
// of the training, so they stay valid while these change.
type start struct {
	features []float64   // features of all rows, row by row
	top      [][]excited // see weights

	mu     sync.Mutex
	others []seen // features of held-out rows: the most recent ones, newest first
}

// seen holds the features of some images.
type seen struct{ x, features []float64 }

// mostKept is the maximum number of features that a start keeps for the training rows (8 MB), and also that of pixels
// and features together for other images. mostSeen is the maximum number of sets of other images.
const mostKept, mostSeen = 1_000_000, 8

// of returns the cached features of images x, nil if there are none.
func (s *start) of(x []float64) []float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.others {
		if slices.Equal(o.x, x) {
			return o.features
		}
	}
	return nil
}

// keep caches the features of images.
func (s *start) keep(x, features []float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.others = slices.Insert(s.others, 0, seen{x, features})
	s.others = s.others[:min(len(s.others), mostSeen)]
}

// startsAs reports whether another network has the same initial filters and inputs.
func (t *trainer) startsAs(o *trainer) bool {
	a, b := &t.net, &o.net
	return a.w == b.w && a.h == b.h && slices.Equal(a.filters, b.filters) && a.kernel == b.kernel && a.tanh == b.tanh &&
		a.mean == b.mean && t.seed == o.seed && slices.Equal(t.x, o.x)
}

// wildest is the absolute value of a parameter beyond which training counts as diverged.
const wildest = 1e12

// weights holds the parameters of a network in training, the state of its solver, and results on the training data.
type weights struct {
	theta []float64
	network.Moments
	epochs int
	lost   int // epoch in which the weights diverged: theta is from before it; 0 = none

	loss, err, penalty float64
	answer             []uint8     // predicted class index of each row
	top                [][]excited // for each filter, counted through all layers, the rows with its largest outputs
}

// excited is a row and the largest output of a filter in it.
type excited struct {
	row   int
	value float64
}

// topRows is the number of rows kept for each filter.
const topRows = 11

// begin returns the weights before the first epoch. given are weights from the document; nil = random. before is a
// network whose start can be reused if it is the same; nil = none.
func (t *trainer) begin(job method.Job, given []float64, before *trainer) (weights, error) {
	w, s := weights{theta: given}, &assessing{}
	if given == nil {
		w.theta = t.net.initial(t.seed)
		if fastStart && before != nil && before.start != nil && t.startsAs(before) {
			t.start, s.known = before.start, before.start
		} else if n := t.rows * t.net.features(); fastStart && n <= mostKept {
			t.start = &start{features: make([]float64, 0, n)}
			s.finds = t.start
		}
	}
	w.Moments = t.solver.Start(len(w.theta))
	return w, t.assess(job, newTile(&t.net, t.rows), s, &w)
}

func (w *weights) clone() weights {
	c := *w
	all := make([]float64, len(w.theta)+len(w.Mean)+len(w.Square))
	for _, list := range [...]*[]float64{&c.theta, &c.Mean, &c.Square} {
		n := copy(all, *list)
		*list, all = all[:n:n], all[n:]
	}
	return c
}

// asking is the number of products between two calls of job.Err: some milliseconds at most.
const asking = 1_000_000

// costs returns the approximate number of products of a row's forward pass.
func (n *shape) costs() (sum int) {
	for l := range n.layers() {
		in, out := n.of(l)
		if l < len(n.filters) {
			w, h := n.size(l)
			in *= w * h
		}
		sum += in * out
	}
	return sum
}

// learning is a computation from one state to another, which can be interrupted anywhere and continued.
type learning struct {
	*trainer
	of     *float64 // first parameter of the state that it started from
	w      weights  // epochs includes the current one
	before weights  // state before the current epoch
	grad   []float64
	order  []int
	rng    *rand.Rand // of dropout in this epoch
	from   int        // first row of the current minibatch
	at     int        // its next row; from < at within a minibatch
	pass   *tile
	work   int // products since the last call of job.Err
	known  assessing
}

// grow makes the given number of further passes over the data. The order of the rows in an epoch depends only on the
// seed and the epoch. If the numbers would diverge, the parameters are those before that epoch, which is the last. An
// interrupted computation is continued by the next call with the same weights.
func (t *trainer) grow(job method.Job, w weights, epochs int) (weights, error) {
	if epochs <= 0 || w.lost > 0 {
		return w.clone(), nil
	}
	last := w.epochs + epochs
	g := t.halted
	if g == nil || g.of != &w.theta[0] || g.w.epochs > last {
		g = &learning{trainer: t, of: &w.theta[0], w: w.clone(), grad: make([]float64, len(w.theta)),
			order: make([]int, t.rows), pass: newTile(&t.net, t.rows)}
		g.begin()
	}
	t.halted = nil
	for {
		if err := g.epoch(job); err != nil {
			t.halted = g
			return weights{}, err
		}
		if g.w.lost > 0 || g.w.epochs == last {
			return g.w, nil
		}
		g.begin()
	}
}

// begin begins another epoch.
func (g *learning) begin() {
	g.w.epochs++
	g.before, g.from, g.at = g.w.clone(), 0, 0
	for i := range g.order {
		g.order[i] = i
	}
	g.rng = rand.New(rand.NewPCG(g.seed, uint64(g.w.epochs)))
	g.rng.Shuffle(g.rows, func(i, j int) { g.order[i], g.order[j] = g.order[j], g.order[i] })
	g.known = assessing{}
}

// epoch completes the current epoch. The error is job's.
func (g *learning) epoch(job method.Job) error {
	dim, costs := len(g.grad), 3*g.net.costs()
	var drop func(keep []float64)
	if g.dropout > 0 {
		drop = func(keep []float64) {
			for k := range keep {
				keep[k] = 0
				if g.rng.Float64() >= g.dropout {
					keep[k] = 1 / (1 - g.dropout)
				}
			}
		}
	}
	for g.from < g.rows {
		to := min(g.from+g.batch, g.rows)
		if g.at == g.from {
			clear(g.grad)
			g.work += 20 * dim
		}
		for g.at < to {
			b := min(g.at+g.net.atOnce(), to)
			if g.work += (b - g.at) * costs; g.work > asking {
				g.work = 0
				if err := job.Err(); err != nil {
					return err
				}
			}
			rows := g.order[g.at:b]
			g.pass.load(g.x, rows)
			g.pass.forward(g.w.theta, drop)
			g.pass.backward(g.w.theta, g.grad, g.class, rows, 1/float64(to-g.from))
			g.at = b
		}
		g.shrink(g.w.theta, g.grad)
		g.solver.Step(g.w.theta, g.grad, &g.w.Moments, g.solver.Rate)
		g.from = to
	}
	for _, v := range g.w.theta {
		if !(math.Abs(v) <= wildest) {
			g.before.epochs, g.before.lost = g.w.epochs, g.w.epochs
			g.w = g.before
			break
		}
	}
	return g.assess(job, g.pass, &g.known, &g.w)
}

// assessing is an evaluation of weights on all rows, which can be interrupted anywhere and continued.
type assessing struct {
	at     int // next row
	loss   float64
	wrong  int
	answer []uint8
	top    [][]excited
	known  *start // known filter outputs; nil = none
	finds  *start // filter outputs to be recorded; nil = none
}

// assess evaluates the weights on all rows. The error is job's.
func (t *trainer) assess(job method.Job, pass *tile, s *assessing, w *weights) error {
	if s.answer == nil {
		s.answer = make([]uint8, t.rows)
		for _, f := range t.net.filters {
			s.top = append(s.top, make([][]excited, f)...)
		}
	}
	err := t.net.over(job, &s.at, t.rows, func(rows []int) {
		if s.known != nil {
			pass.resume(s.known.features, rows)
			pass.combine(w.theta, nil)
		} else {
			pass.load(t.x, rows)
			pass.forward(w.theta, nil)
			s.rank(pass, rows)
		}
		if s.finds != nil {
			s.finds.features = pass.recall(s.finds.features)
		}
		s.loss += pass.value(t.class, rows)
		for k, c := range pass.winners() {
			if s.answer[rows[k]] = uint8(c); c != t.class[rows[k]] {
				s.wrong++
			}
		}
	})
	if err != nil {
		return err
	}
	w.penalty = 0
	for l := range t.net.layers() {
		list, _ := t.net.part(w.theta, l)
		for _, v := range list {
			w.penalty += v * v
		}
	}
	w.penalty *= t.l2 / 2
	w.loss, w.err, w.answer = s.loss/float64(t.rows), float64(s.wrong)/float64(t.rows), s.answer
	if s.known != nil {
		s.top = s.known.top
	}
	if w.top = s.top; s.finds != nil {
		s.finds.top = s.top
	}
	return nil
}

// rank updates the rows with the largest filter outputs by those of a pass.
func (s *assessing) rank(pass *tile, rows []int) {
	f := 0
	for l := range pass.a {
		for _, a := range pass.a[l] {
			for k, row := range rows {
				most := a[k]
				for i := k + pass.n; i < len(a); i += pass.n {
					if a[i] > most {
						most = a[i]
					}
				}
				s.top[f] = ranked(s.top[f], excited{row, most})
			}
			f++
		}
	}
}

// ranked inserts a row into the list of a filter's largest outputs; ties keep their order.
func ranked(list []excited, e excited) []excited {
	if len(list) == topRows && !(e.value > list[topRows-1].value) {
		return list
	}
	if list = append(list, e); len(list) > topRows {
		list = append(list[:topRows-1], e)
	}
	for i := len(list) - 1; i > 0 && list[i].value > list[i-1].value; i-- {
		list[i], list[i-1] = list[i-1], list[i]
	}
	return list
}

// over calls do with the rows from *at on, some at a time. The error is job's; *at is then the next row.
func (n *shape) over(job method.Job, at *int, end int, do func(rows []int)) error {
	work, costs, most := 0, n.costs(), n.atOnce()
	rows := make([]int, 0, most)
	for *at < end {
		rows = rows[:0]
		for i := *at; i < min(*at+most, end); i++ {
			rows = append(rows, i)
		}
		if work += len(rows) * costs; work > asking {
			work = 0
			if err := job.Err(); err != nil {
				return err
			}
		}
		do(rows)
		*at += len(rows)
	}
	return job.Err()
}

// winners returns the predicted classes of the rows of a pass.
func (t *tile) winners() []int {
	z := t.x[len(t.x)-1]
	out, sums := make([]int, t.n), make([]float64, len(z))
	for k := range out {
		for o := range z {
			sums[o] = z[o][k]
		}
		out[k] = method.Largest(sums)
	}
	return out
}

// shrink adds the gradient of the penalty.
func (t *trainer) shrink(theta, grad []float64) {
	for l := range t.net.layers() {
		w, _ := t.net.part(theta, l)
		g, _ := t.net.part(grad, l)
		for k, v := range w {
			g[k] += t.l2 * v
		}
	}
}
