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
// whether somebody still waits: below a millisecond.
const asking = 200_000

// grow makes epochs further passes over the data. Each has its own order of the rows, by
// the seed and its number, so that it is the same wherever the one before it came from. Once
// the numbers would be lost, the parameters are those before that epoch, which is the last.
func (t *trainer) grow(job method.Job, w weights, epochs int) (weights, error) {
	w = w.clone()
	pass := newTile(&t.net, min(t.rows, t.batch))
	grad := make([]float64, len(w.theta))
	x, y := t.x, t.y
	var order []int
	if t.batch < t.rows {
		x, y = columns(len(t.x), t.rows), columns(len(t.y), t.rows)
		order = make([]int, t.rows)
	}
	work, dim := 0, len(w.theta)
	for k := 0; k < epochs && w.lost == 0; k++ {
		w.epochs++
		before := w.clone()
		if order != nil {
			for i := range order {
				order[i] = i
			}
			rand.New(rand.NewPCG(t.seed, uint64(w.epochs))).Shuffle(t.rows, func(i, j int) { order[i], order[j] = order[j], order[i] })
			gather(x, t.x, order)
			gather(y, t.y, order)
		}
		for from := 0; from < t.rows; from += t.batch {
			to := min(from+t.batch, t.rows)
			clear(grad)
			for a := from; a < to; a += tileRows {
				b := min(a+tileRows, to)
				if work += (b - a) * dim; work > asking {
					work = 0
					if err := job.Err(); err != nil {
						return weights{}, err
					}
				}
				pass.load(x, a, b)
				pass.forward(w.theta)
				pass.backward(w.theta, grad, y, a, b, 1/float64(to-from))
			}
			t.shrink(w.theta, grad)
			t.step(&w, grad)
		}
		for _, v := range w.theta {
			if !(math.Abs(v) <= wildest) {
				before.epochs, before.lost = w.epochs, w.epochs
				w = before
				break
			}
		}
	}
	return w, nil
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
