package convolution

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"pointscape/engine/method"
	"pointscape/engine/network"
)

// trainer is the data of a network and how it learns: what all states of a run share.
type trainer struct {
	net   shape
	x     []float64 // rows of pictures, as the network sees them
	class []int
	rows  int
	l2    float64 // the penalty is l2/2 times the sum of squared weights

	solver  network.Solver
	batch   int // rows of a minibatch
	dropout float64
	seed    uint64

	halted *learning // what was given up last; nil = nothing
	start  *start    // of the weights that the seed draws; nil = not known, or too much to keep
}

// start is what the filters of the first weights give. It depends neither on the layers above them nor on how
// the network is to learn, so it stays what it is while people change those.
type start struct {
	features []float64   // of all rows, row by row
	top      [][]excited // see weights

	mu     sync.Mutex
	others []seen // of rows that are held out: the last ones, newest first
}

// seen is the features of some pictures.
type seen struct{ x, features []float64 }

// mostKept is how many numbers of features a start keeps at most of the training rows, 8 MB, and as many of other
// pictures with their features; mostSeen of how many lists of these.
const mostKept, mostSeen = 1_000_000, 8

// of are the features of pictures x as far as they are known, else nil.
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

// keep notes the features of pictures.
func (s *start) keep(x, features []float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.others = slices.Insert(s.others, 0, seen{x, features})
	s.others = s.others[:min(len(s.others), mostSeen)]
}

// startsAs tells whether the filters of the first weights are the same as those of another network, and see the same.
func (t *trainer) startsAs(o *trainer) bool {
	a, b := &t.net, &o.net
	return a.w == b.w && a.h == b.h && slices.Equal(a.filters, b.filters) && a.kernel == b.kernel && a.tanh == b.tanh &&
		a.mean == b.mean && t.seed == o.seed && slices.Equal(t.x, o.x)
}

// wildest is the size of a parameter beyond which the numbers count as lost.
const wildest = 1e12

// weights are the parameters of a network in training, with what its solver keeps, and what is
// known of them on the data that it is trained on.
type weights struct {
	theta []float64
	network.Moments
	epochs int
	lost   int // the last epoch, after which the numbers would have been lost; 0 = none

	loss, err, penalty float64
	answer             []uint8     // class index that each row gets
	top                [][]excited // of each filter, through the layers: the rows at which it gives most
}

// excited is a row and the most that a filter gives anywhere in it.
type excited struct {
	row   int
	value float64
}

// topRows is how many rows are kept for each filter.
const topRows = 11

// begin are the weights before the first epoch. given are those that the document brings; nil =
// they are drawn, and before is a network whose start may be the same; nil = there is none.
func (t *trainer) begin(job method.Job, given []float64, before *trainer) (weights, error) {
	w, s := weights{theta: given}, &assessing{}
	if given == nil {
		w.theta = t.net.initial(t.seed)
		if before != nil && before.start != nil && t.startsAs(before) {
			t.start, s.known = before.start, before.start
		} else if n := t.rows * t.net.features(); n <= mostKept {
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

// asking is how many products of a weight with a number are computed between two questions whether
// somebody still waits: some milliseconds at most.
const asking = 1_000_000

// costs is about how many products the way of a row through the network takes.
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

// learning is on its way from one state to another. It can be given up anywhere, and gone on with.
type learning struct {
	*trainer
	of     *float64 // the first parameter of the state that it comes from
	w      weights  // epochs counts the present one
	before weights  // as they were before it
	grad   []float64
	order  []int
	rng    *rand.Rand // of dropout in this epoch
	from   int        // where the present minibatch begins
	at     int        // its next row; from < at within a minibatch
	pass   *tile
	work   int // products since somebody was asked
	known  assessing
}

// grow makes epochs further passes over the data. Each has its own order of the rows, by
// the seed and its number, so that it is the same wherever the one before it came from. Once
// the numbers would be lost, the parameters are those before that epoch, which is the last.
// What the job gives up is gone on with when the same weights are to grow again.
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

// epoch goes through what is left of the present epoch. The error is job's.
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

// assessing is on its way to what weights make of all rows. It can be given up anywhere, and gone on with.
type assessing struct {
	at     int // the next row
	loss   float64
	wrong  int
	answer []uint8
	top    [][]excited
	known  *start // what the filters give, where that is known; else nil
	finds  *start // that is to be found out; else nil
}

// assess finds what the weights make of all rows. The error is job's.
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

// rank finds what the rows of a pass excite.
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

// ranked adds a row to those that excite a filter most, the first of equals before.
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

// over goes through rows from at on, some at a time. The error is job's; at is then the next row.
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

// winners are the classes that the rows of a pass get, by the sums that come into the outputs.
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
