package network

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Job reports whether a result is still needed; see method.Job.
type Job interface{ Err() error }

// Data holds rows, stored as columns.
type Data struct {
	X, Y [][]float64 // columns of inputs and targets, as scaled for the network
	Rows int
}

// Trainer holds the data of a network and the settings of its training, which all states of a run share.
type Trainer struct {
	Net Net
	Data
	// Penalties of each layer: L2/2 times the sum of squared weights, and L1 times the sum of absolute weights. Biases
	// are not penalized.
	L2, L1  []float64
	Dropout []float64 // for each hidden layer, the share of units dropped during training; nil = none
	// standard deviation of the normal noise that is added to the inputs, but not to the targets, during training
	Noise float64

	Solver Solver
	Batch  int  // rows per minibatch
	Single bool // a step is a minibatch, not an epoch
	Seed   uint64
	Init   Init
	First  []float64 // initial parameters; nil = random

	// Early stopping: training stops once the mean loss on the rows of Watched has not fallen by more than Tol for
	// Patience epochs, and goes back to the parameters of least loss. nil = never.
	Watched  *Data
	Patience int
	Tol      float64

	halted *learning // interrupted computation; nil = none
}

// Wildest is the absolute value of a parameter beyond which training counts as diverged.
const Wildest = 1e12

// Weights holds the parameters of a network in training, and the state of its solver.
type Weights struct {
	Theta []float64
	Moments
	Steps  int // number of epochs, or of minibatches
	Epochs int // number of complete epochs
	From   int // number of rows of the current epoch already used
	Lost   int // step in which the numbers diverged, with Theta from before it; 0 = none

	// State of early stopping: the least mean loss on the watched rows, its epoch and its parameters, and the epoch
	// after which training stopped; 0 = it has not. Last holds the parameters at the stop, before going back to the
	// best ones; it is never modified.
	Least   float64
	LeastAt int
	Best    []float64
	Stopped int
	Last    []float64
}

// Start returns the state before the first step.
func (t *Trainer) Start() Weights {
	w := Weights{Theta: slices.Clone(t.First)}
	if w.Theta == nil {
		w.Theta = t.Net.Initial(t.Seed, t.Init)
	}
	w.Moments = t.Solver.Start(len(w.Theta))
	if t.Watched != nil {
		w.Least, w.Best = t.MeanLoss(w.Theta, *t.Watched), slices.Clone(w.Theta)
	}
	return w
}

// Over reports that no further step changes anything.
func (w *Weights) Over() bool { return w.Lost > 0 || w.Stopped > 0 }

// Clone returns a deep copy, except for Last, which is shared.
func (w *Weights) Clone() Weights {
	c := *w
	all := make([]float64, len(w.Theta)+len(w.Mean)+len(w.Square)+len(w.Best))
	for _, list := range [...]*[]float64{&c.Theta, &c.Mean, &c.Square, &c.Best} {
		if *list == nil {
			continue
		}
		n := copy(all, *list)
		*list, all = all[:n:n], all[n:]
	}
	return c
}

// asking is the number of products of weights and inputs between two calls of job.Err: less than a millisecond. A
// minibatch counts as perBatch more, and an update as perMove for each parameter.
const asking, perBatch, perMove = 200_000, 1000, 20

// learning is a computation from one state to another, which can be interrupted anywhere and continued.
type learning struct {
	*Trainer
	of     *float64 // first parameter of the state that it started from
	w      Weights  // current state: parameters change in each minibatch, counters at the end of a step
	before Weights  // state before the current step
	grad   []float64
	x, y   [][]float64 // rows in the order of the epoch
	order  []int       // nil = all rows are one batch
	sorted int         // epoch whose order x and y have; 0 = none
	within bool        // a step has begun
	from   int         // first row of the current minibatch
	at     int         // its next row; from < at within a minibatch
	pass   *Tile
	work   int // products since the last call of job.Err
}

// Grow makes the given number of further steps. The order of the rows in an epoch depends only on the seed and the
// epoch, and so does the dropout of each tile. If the numbers diverge in a step, the parameters stay those before it,
// and no further step is made. An interrupted computation is continued by the next call with the same weights.
func (t *Trainer) Grow(job Job, w Weights, steps int) (Weights, error) {
	if steps <= 0 || w.Over() {
		return w.Clone(), nil
	}
	last := w.Steps + steps
	g := t.halted
	if g == nil || g.of != &w.Theta[0] || g.w.Steps >= last {
		g = &learning{Trainer: t, of: &w.Theta[0], w: w.Clone(), grad: make([]float64, len(w.Theta)), x: t.X, y: t.Y,
			pass: NewTile(&t.Net, min(t.Rows, t.Batch))}
		if t.Batch < t.Rows {
			g.x, g.y, g.order = Columns(len(t.X), t.Rows), Columns(len(t.Y), t.Rows), make([]int, t.Rows)
		}
	}
	t.halted = nil
	for {
		if err := g.step(job); err != nil {
			t.halted = g
			return Weights{}, err
		}
		if g.w.Over() || g.w.Steps == last {
			return g.w, nil
		}
	}
}

// sort puts the rows into the order of the current epoch.
func (g *learning) sort() {
	epoch := g.w.Epochs + 1
	if g.order == nil || g.sorted == epoch {
		return
	}
	g.sorted = epoch
	for i := range g.order {
		g.order[i] = i
	}
	rand.New(rand.NewPCG(g.Seed, uint64(epoch))).Shuffle(g.Rows,
		func(i, j int) { g.order[i], g.order[j] = g.order[j], g.order[i] })
	gather(g.x, g.X, g.order)
	gather(g.y, g.Y, g.order)
}

// step completes the current step. The error is the job's.
func (g *learning) step(job Job) error {
	if !g.within {
		g.sort()
		g.before, g.from, g.at, g.within = g.w.Clone(), g.w.From, g.w.From, true
	}
	dim := len(g.grad)
	for {
		to := min(g.from+g.Batch, g.Rows)
		if g.at == g.from {
			clear(g.grad)
			g.work += perBatch + perMove*dim
		}
		for g.at < to {
			b := min(g.at+TileRows, to)
			if g.work += (b - g.at) * dim; g.work > asking {
				g.work = 0
				if err := job.Err(); err != nil {
					return err
				}
			}
			g.pass.Load(g.x, g.at, b)
			if g.Noise > 0 {
				g.pass.Blur(g.Noise, rand.New(rand.NewPCG(g.Seed^0xd1b54a32d192ed03, uint64(g.w.Epochs)<<32|uint64(g.at))))
			}
			if g.Dropout != nil {
				g.pass.Drop(g.Dropout, g.dropping(g.w.Epochs, g.at))
			}
			g.pass.Forward(g.w.Theta)
			g.pass.Backward(g.w.Theta, g.grad, g.y, g.at, b, 1/float64(to-g.from))
			g.at = b
		}
		g.move(float64(g.w.Epochs) + float64(g.from)/float64(g.Rows))
		if g.from = to; to == g.Rows || g.Single {
			break
		}
	}
	g.within = false
	g.w.Steps++
	if g.w.From = g.from; g.from == g.Rows {
		g.w.From = 0
		g.w.Epochs++
	}
	for _, v := range g.w.Theta {
		if !(math.Abs(v) <= Wildest) {
			g.before.Steps, g.before.Epochs, g.before.From = g.w.Steps, g.w.Epochs, g.w.From
			g.before.Lost = g.w.Steps
			g.w = g.before
			return nil
		}
	}
	if g.Watched != nil && g.w.From == 0 {
		g.watch()
	}
	return nil
}

// dropping returns the random source for the dropout of the rows from index at of an epoch.
func (t *Trainer) dropping(epoch, at int) *rand.Rand {
	return rand.New(rand.NewPCG(t.Seed^0x9e3779b97f4a7c15, uint64(epoch)<<32|uint64(at)))
}

// Thinned returns the networks through which the first rows of the next step pass, one for each row, at most n. theta
// are parameters with which the whole network answers as the thinned one, and gone tells which units of each layer are
// dropped. Both are nil without dropout.
func (t *Trainer) Thinned(w Weights, n int) (theta [][]float64, gone [][][]bool) {
	if t.Dropout == nil {
		return nil, nil
	}
	rows := min(t.Batch, TileRows, t.Rows-w.From)
	theta, gone = make([][]float64, min(n, rows)), make([][][]bool, min(n, rows))
	for i := range theta {
		theta[i], gone[i] = slices.Clone(w.Theta), make([][]bool, len(t.Net.Sizes))
		for l, units := range t.Net.Sizes {
			gone[i][l] = make([]bool, units)
		}
	}
	r, m := t.dropping(w.Epochs, w.From), make([]float64, rows)
	for h, rate := range t.Dropout {
		if rate <= 0 {
			continue
		}
		for j := range t.Net.Sizes[h+1] {
			keep(m, rate, r)
			for i := range theta {
				gone[i][h+1][j] = m[i] == 0
				out, _ := t.Net.Part(theta[i], h+1)
				next := t.Net.Sizes[h+2]
				for k := range next {
					out[j*next+k] *= m[i]
				}
			}
		}
	}
	return theta, gone
}

// move updates the parameters once, after t epochs.
func (g *learning) move(t float64) {
	g.shrink(g.w.Theta, g.grad)
	g.Solver.Clipped(g.grad)
	sparse := slices.ContainsFunc(g.L1, func(l1 float64) bool { return l1 > 0 })
	var was []float64
	if sparse {
		was = slices.Clone(g.w.Theta)
	}
	g.Solver.Step(g.w.Theta, g.grad, &g.w.Moments, g.Solver.RateAt(t))
	if sparse {
		g.hold(was, g.w.Theta, g.w.Mean)
	}
}

// watch evaluates the watched rows after an epoch.
func (g *learning) watch() {
	w := &g.w
	if loss := g.MeanLoss(w.Theta, *g.Watched); loss < w.Least-g.Tol {
		w.Least, w.LeastAt = loss, w.Epochs
		copy(w.Best, w.Theta)
	} else if w.Epochs-w.LeastAt >= g.Patience {
		w.Stopped = w.Epochs
		w.Last = w.Theta
		w.Theta = slices.Clone(w.Best)
	}
}

// Columns returns n columns of the given number of rows.
func Columns(n, rows int) [][]float64 {
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

// Penalized returns the same penalty for each layer.
func Penalized(price float64, layers int) []float64 { return slices.Repeat([]float64{price}, layers) }

// shrink adds the gradient of the penalties. If a weight is 0, the L1 penalty reduces its gradient towards 0.
func (t *Trainer) shrink(theta, grad []float64) {
	for l := range t.Net.Layers() {
		w, _ := t.Net.Part(theta, l)
		g, _ := t.Net.Part(grad, l)
		if l < len(t.L2) {
			for k, v := range w {
				g[k] += t.L2[l] * v
			}
		}
		if l >= len(t.L1) || t.L1[l] <= 0 {
			continue
		}
		for k, v := range w {
			switch l1 := t.L1[l]; {
			case v > 0:
				g[k] += l1
			case v < 0:
				g[k] -= l1
			default:
				g[k] -= max(-l1, min(l1, g[k]))
			}
		}
	}
}

// hold sets weights to 0 that a step takes across 0, in layers with an L1 penalty, so that some are exactly 0
// (Langford, Li and Zhang, JMLR 10, 2009). Their velocity is reset, otherwise it would move them away again.
func (t *Trainer) hold(was, theta, mean []float64) {
	for l := range t.Net.Layers() {
		if l >= len(t.L1) || t.L1[l] <= 0 {
			continue
		}
		before, _ := t.Net.Part(was, l)
		w, _ := t.Net.Part(theta, l)
		way, _ := t.Net.Part(mean, l)
		for k, v := range before {
			if v*w[k] < 0 {
				w[k], way[k] = 0, 0
			}
		}
	}
}

// Gradient returns the gradient of the objective over all rows, without dropout, as a new slice.
func (t *Trainer) Gradient(theta []float64) []float64 {
	grad := make([]float64, len(theta))
	pass := NewTile(&t.Net, t.Rows)
	for a := 0; a < t.Rows; a += TileRows {
		b := min(a+TileRows, t.Rows)
		pass.Load(t.X, a, b)
		pass.Forward(theta)
		pass.Backward(theta, grad, t.Y, a, b, 1/float64(t.Rows))
	}
	t.shrink(theta, grad)
	return grad
}

// MeanLoss returns the mean loss of rows, without penalties.
func (t *Trainer) MeanLoss(theta []float64, d Data) (mean float64) {
	pass := NewTile(&t.Net, d.Rows)
	for a := 0; a < d.Rows; a += TileRows {
		b := min(a+TileRows, d.Rows)
		pass.Load(d.X, a, b)
		pass.Forward(theta)
		mean += pass.Value(d.Y, a, b)
	}
	return mean / float64(d.Rows)
}

// Objective returns the mean loss of all rows, and the penalties. If rows is not nil, it is called with the inputs of
// the output units for rows from, from+1, ...; it must not keep them.
func (t *Trainer) Objective(theta []float64, rows func(from int, z [][]float64)) (mean, penalty float64) {
	pass := NewTile(&t.Net, t.Rows)
	for a := 0; a < t.Rows; a += TileRows {
		b := min(a+TileRows, t.Rows)
		pass.Load(t.X, a, b)
		pass.Forward(theta)
		mean += pass.Value(t.Y, a, b)
		if rows != nil {
			rows(a, pass.Units(t.Net.Layers()))
		}
	}
	for l := range t.Net.Layers() {
		w, _ := t.Net.Part(theta, l)
		squares, sizes := 0.0, 0.0
		for _, v := range w {
			squares += v * v
			sizes += math.Abs(v)
		}
		if l < len(t.L2) {
			penalty += t.L2[l] / 2 * squares
		}
		if l < len(t.L1) {
			penalty += t.L1[l] * sizes
		}
	}
	return mean / float64(t.Rows), penalty
}
