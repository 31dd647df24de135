package neural

import (
	"math"
	"math/rand/v2"

	"pointscape/engine/method"
)

// trainer is the data of a network and how it learns: what all states of a run share.
type trainer struct {
	net  network
	x, y [][]float64 // columns of inputs and targets, as the network sees them
	rows int
	l2   float64 // the penalty is l2/2 times the sum of squared weights

	adam     bool
	rate     float64
	momentum float64
	batch    int // rows of a minibatch
	seed     uint64

	halted *learning // what was given up last; nil = nothing
}

// Constants of Adam (Kingma and Ba 2015, algorithm 1).
const decay1, decay2, tiny = 0.9, 0.999, 1e-8

// wildest is the size of a parameter beyond which the numbers count as lost.
const wildest = 1e12

// weights are the parameters of a network in training, with what its solver keeps.
type weights struct {
	theta   []float64
	mean    []float64 // of the gradient (Adam), or the velocity
	square  []float64 // mean of the square of the gradient (Adam)
	updates int       // steps of the solver so far
	epochs  int
	lost    int // the last epoch, after which the numbers would have been lost; 0 = none
}

func (t *trainer) start() weights {
	w := weights{theta: t.net.initial(t.seed)}
	w.mean = make([]float64, len(w.theta))
	if t.adam {
		w.square = make([]float64, len(w.theta))
	}
	return w
}

func (w *weights) clone() weights {
	c := *w
	all := make([]float64, len(w.theta)+len(w.mean)+len(w.square))
	for _, list := range [...]*[]float64{&c.theta, &c.mean, &c.square} {
		n := copy(all, *list)
		*list, all = all[:n:n], all[n:]
	}
	return c
}

// asking is how many products of a weight with a row are computed between two questions
// whether somebody still waits: below a millisecond. A minibatch costs as much as so many more,
// and some for each parameter that moves.
const asking, perBatch, perMove = 200_000, 1000, 20

// learning is on its way from one state to another. It can be given up anywhere, and gone on with.
type learning struct {
	*trainer
	of     *float64 // the first parameter of the state that it comes from
	w      weights  // epochs counts the present one
	before weights  // as they were before it
	grad   []float64
	x, y   [][]float64 // the rows in the order of the epoch
	order  []int       // nil = all rows are one batch
	from   int         // where the present minibatch begins
	at     int         // its next row; from < at within a minibatch
	pass   *tile
	work   int // products since somebody was asked
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
		g = &learning{trainer: t, of: &w.theta[0], w: w.clone(), grad: make([]float64, len(w.theta)), x: t.x, y: t.y, pass: newTile(&t.net, min(t.rows, t.batch))}
		if t.batch < t.rows {
			g.x, g.y, g.order = columns(len(t.x), t.rows), columns(len(t.y), t.rows), make([]int, t.rows)
		}
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
	if g.order == nil {
		return
	}
	for i := range g.order {
		g.order[i] = i
	}
	rand.New(rand.NewPCG(g.seed, uint64(g.w.epochs))).Shuffle(g.rows, func(i, j int) { g.order[i], g.order[j] = g.order[j], g.order[i] })
	gather(g.x, g.trainer.x, g.order)
	gather(g.y, g.trainer.y, g.order)
}

// epoch goes through what is left of the present epoch. The error is job's.
func (g *learning) epoch(job method.Job) error {
	dim := len(g.grad)
	for g.from < g.rows {
		to := min(g.from+g.batch, g.rows)
		if g.at == g.from {
			clear(g.grad)
			g.work += perBatch + perMove*dim
		}
		for g.at < to {
			b := min(g.at+tileRows, to)
			if g.work += (b - g.at) * dim; g.work > asking {
				g.work = 0
				if err := job.Err(); err != nil {
					return err
				}
			}
			g.pass.load(g.x, g.at, b)
			g.pass.forward(g.w.theta)
			g.pass.backward(g.w.theta, g.grad, g.y, g.at, b, 1/float64(to-g.from))
			g.at = b
		}
		g.shrink(g.w.theta, g.grad)
		g.step(&g.w, g.grad)
		g.from = to
	}
	for _, v := range g.w.theta {
		if !(math.Abs(v) <= wildest) {
			g.before.epochs, g.before.lost = g.w.epochs, g.w.epochs
			g.w = g.before
			break
		}
	}
	return nil
}

// columns makes room for columns of rows numbers.
func columns(n, rows int) [][]float64 {
	c := make([][]float64, n)
	for i := range c {
		c[i] = make([]float64, rows)
	}
	return c
}

func gather(to, from [][]float64, order []int) {
	for c := range to {
		for k, i := range order {
			to[c][k] = from[c][i]
		}
	}
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

// step moves the parameters once.
func (t *trainer) step(w *weights, grad []float64) {
	w.updates++
	theta, m := w.theta, w.mean[:len(w.theta)]
	grad = grad[:len(theta)]
	if !t.adam {
		for k, g := range grad {
			m[k] = t.momentum*m[k] - t.rate*g
			theta[k] += m[k]
		}
		return
	}
	v := w.square[:len(theta)]
	// Both means begin at 0, and are too small by these factors at first.
	one, two := 1-math.Pow(decay1, float64(w.updates)), 1-math.Pow(decay2, float64(w.updates))
	rate, root := t.rate/one, 1/math.Sqrt(two)
	for k, g := range grad {
		m[k] = decay1*m[k] + (1-decay1)*g
		v[k] = decay2*v[k] + (1-decay2)*g*g
		theta[k] -= rate * m[k] / (math.Sqrt(v[k])*root + tiny)
	}
}

// objective is the mean loss of all rows, and the penalty. rows, when given, is called
// with what comes into the outputs of rows from, from+1, ...: it must not keep it.
func (t *trainer) objective(theta []float64, rows func(from int, z [][]float64)) (mean, penalty float64) {
	pass := newTile(&t.net, t.rows)
	for a := 0; a < t.rows; a += tileRows {
		b := min(a+tileRows, t.rows)
		pass.load(t.x, a, b)
		pass.forward(theta)
		mean += pass.value(t.y, a, b)
		if rows != nil {
			rows(a, pass.a[t.net.layers()])
		}
	}
	for l := range t.net.layers() {
		w, _ := t.net.part(theta, l)
		for _, v := range w {
			penalty += v * v
		}
	}
	return mean / float64(t.rows), t.l2 / 2 * penalty
}
