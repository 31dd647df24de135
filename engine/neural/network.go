// Package neural holds networks of layers, trained by gradient descent for as long as
// somebody wants: multilayer perceptrons.
package neural

import (
	"math"
	"math/rand/v2"
)

// activation is what the units of the hidden layers make of their sums.
type activation uint8

const (
	identity activation = iota
	tanh
	relu
	logistic
)

// loss is what the outputs z of a row cost, where the target is y.
type loss uint8

const (
	squared loss = iota // ½ Σ (z − y)²
	binary              // one output, y in {0, 1}: ln(1 + e^{z}) − y z
	softmax             // y is 1 for the row's class, else 0: ln Σ e^{z} − Σ y z
)

// network is the shape of a multilayer perceptron. Its parameters are one list: of each
// layer the weights, inputs x outputs, row by row, then the biases.
type network struct {
	sizes []int // units of each layer, from the inputs to the outputs
	act   activation
	loss  loss
}

// layers is the number of layers that have weights.
func (n *network) layers() int { return len(n.sizes) - 1 }

// dim is the number of parameters.
func (n *network) dim() (dim int) {
	for l := range n.layers() {
		dim += (n.sizes[l] + 1) * n.sizes[l+1]
	}
	return dim
}

// part returns the weights and the biases of layer l = 0, 1, ... among theta.
func (n *network) part(theta []float64, l int) (w, b []float64) {
	at := 0
	for k := range l {
		at += (n.sizes[k] + 1) * n.sizes[k+1]
	}
	in, out := n.sizes[l], n.sizes[l+1]
	return theta[at : at+in*out : at+in*out], theta[at+in*out : at+in*out+out : at+in*out+out]
}

// initial draws parameters, weights and biases alike, evenly from −r to r. As in
// scikit-learn r is √(6/(inputs + outputs)) of the layer for tanh, √(2/(inputs + outputs))
// for the logistic function (Glorot and Bengio 2010). Layers that end in ReLU have √(6/inputs)
// (He et al. 2015): half of the units are silent, so that the others must be louder.
func (n *network) initial(seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, 0))
	theta := make([]float64, n.dim())
	for l := range n.layers() {
		in, out := float64(n.sizes[l]), float64(n.sizes[l+1])
		bound := math.Sqrt(6 / (in + out))
		switch {
		case n.act == logistic:
			bound = math.Sqrt(2 / (in + out))
		case n.act == relu && l+1 < n.layers():
			bound = math.Sqrt(6 / in)
		}
		w, b := n.part(theta, l)
		for _, list := range [...][]float64{w, b} {
			for k := range list {
				list[k] = bound * (2*r.Float64() - 1)
			}
		}
	}
	return theta
}

// tileRows is how many rows a pass computes at once: their numbers stay in the nearest
// cache, and nobody waits long between two passes.
const tileRows = 256

// tile is the room for the numbers of a pass over some rows. All lists hold one number for each
// row, and there is one list for each unit: in WebAssembly, without vectors, loops over
// rows are the quickest.
type tile struct {
	net *network
	a   [][][]float64 // of layer 0 (the inputs, which are somebody else's), 1, ...: what units give
	d   [][][]float64 // the loss derived by what comes into each unit; none of layer 0
}

// newTile makes room for as many rows as a pass takes, at most rows.
func newTile(n *network, rows int) *tile {
	rows = min(rows, tileRows)
	t := &tile{net: n, a: make([][][]float64, len(n.sizes)), d: make([][][]float64, len(n.sizes))}
	for l, units := range n.sizes {
		t.a[l], t.d[l] = make([][]float64, units), make([][]float64, units)
		if l == 0 {
			continue
		}
		all := make([]float64, 2*units*rows)
		for j := range units {
			t.a[l][j], t.d[l][j] = all[:rows:rows], all[rows:2*rows:2*rows]
			all = all[2*rows:]
		}
	}
	return t
}

// load takes rows from..to of columns of inputs, at most tileRows.
func (t *tile) load(x [][]float64, from, to int) {
	for i, c := range x {
		t.a[0][i] = c[from:to]
	}
	for l := range t.a {
		if l > 0 {
			for j := range t.a[l] {
				t.a[l][j], t.d[l][j] = t.a[l][j][:to-from], t.d[l][j][:to-from]
			}
		}
	}
}

// forward computes what all units give; of the outputs, the sums that come into them.
func (t *tile) forward(theta []float64) {
	last := t.net.layers() - 1
	for l := 0; l <= last; l++ {
		w, b := t.net.part(theta, l)
		for j, z := range t.a[l+1] {
			for k := range z {
				z[k] = b[j]
			}
		}
		combine(t.a[l+1], t.a[l], w, len(b), 1)
		if l == last {
			return
		}
		for _, z := range t.a[l+1] {
			t.net.act.of(z)
		}
	}
}

// of replaces what comes into a unit by what it gives.
func (act activation) of(z []float64) {
	switch act {
	case tanh:
		tanhOf(z, 1)
	case logistic:
		logisticOf(z)
	case relu:
		for k, v := range z {
			if v < 0 {
				z[k] = 0
			}
		}
	}
}

// steepen multiplies d by the derivative of the activation where a unit gives a.
func (act activation) steepen(d, a []float64) {
	a = a[:len(d)]
	switch act {
	case tanh:
		for k := range d {
			d[k] *= 1 - a[k]*a[k]
		}
	case logistic:
		for k := range d {
			d[k] *= a[k] * (1 - a[k])
		}
	case relu:
		for k := range d {
			if !(a[k] > 0) { // 0 at 0, by agreement
				d[k] = 0
			}
		}
	}
}

// answers turns the sums that come into the outputs into what the network says:
// probabilities, or values as they are.
func (n *network) answers(z [][]float64) {
	switch n.loss {
	case binary:
		logisticOf(z[0])
	case softmax:
		for k := range z[0] {
			top := math.Inf(-1)
			for _, c := range z {
				top = max(top, c[k])
			}
			sum := 0.0
			for _, c := range z {
				c[k] = math.Exp(c[k] - top)
				sum += c[k]
			}
			for _, c := range z {
				c[k] /= sum
			}
		}
	}
}

// value is the sum of the losses of the rows that forward has computed; y are columns of
// targets.
func (t *tile) value(y [][]float64, from, to int) (sum float64) {
	z := t.a[t.net.layers()]
	for k := range to - from {
		top := 0.0
		if t.net.loss == softmax {
			top = z[0][k]
		}
		for _, c := range z {
			top = max(top, c[k])
		}
		e := 0.0
		for o, c := range z {
			goal := y[o][from+k]
			if t.net.loss == squared {
				e += (c[k] - goal) * (c[k] - goal) / 2
				continue
			}
			e += math.Exp(c[k] - top)
			sum -= goal * (c[k] - top)
		}
		switch t.net.loss {
		case squared:
			sum += e
		case binary: // the other output is 0, and counts where y is 0
			sum += math.Log(e+math.Exp(-top)) + (1-y[0][from+k])*top
		case softmax:
			sum += math.Log(e)
		}
	}
	return sum
}

// backward adds weight times the gradient of the sum of losses, at the rows that forward
// has computed, to grad; y are columns of targets.
func (t *tile) backward(theta, grad []float64, y [][]float64, from, to int, weight float64) {
	last := t.net.layers()
	t.net.answers(t.a[last])
	for o, d := range t.d[last] {
		p, goal := t.a[last][o][:len(d)], y[o][from:to][:len(d)]
		for k := range d {
			d[k] = weight * (p[k] - goal[k])
		}
	}
	for l := last; l > 0; l-- {
		w, _ := t.net.part(theta, l-1)
		gw, gb := t.net.part(grad, l-1)
		for j, d := range t.d[l] {
			sum := 0.0
			for _, v := range d {
				sum += v
			}
			gb[j] += sum
			products(gw[j:], len(gb), d, t.a[l-1])
		}
		if l == 1 {
			return
		}
		for _, d := range t.d[l-1] {
			clear(d)
		}
		combine(t.d[l-1], t.d[l], w, 1, len(gb))
		for i, d := range t.d[l-1] {
			t.net.act.steepen(d, t.a[l-1][i])
		}
	}
}

// combine adds to each list of z the lists of a, each times its weight: that of a[i] in z[j] is
// w[i·byIn + j·byOut].
func combine(z, a [][]float64, w []float64, byIn, byOut int) {
	for j, to := range z {
		for i := 0; i < len(a); i += 4 {
			// Where fewer than four are left the last one is there again, and counts nothing.
			var c [4]float64
			var s [4][]float64
			for q := range c {
				if i+q < len(a) {
					c[q] = w[(i+q)*byIn+j*byOut]
				}
				s[q] = a[min(i+q, len(a)-1)][:len(to)]
			}
			addFour(to, s[0], s[1], s[2], s[3], c[0], c[1], c[2], c[3])
		}
	}
}

func addFour(z, a0, a1, a2, a3 []float64, c0, c1, c2, c3 float64) {
	a0, a1, a2, a3 = a0[:len(z)], a1[:len(z)], a2[:len(z)], a3[:len(z)]
	for k := range z {
		z[k] += c0*a0[k] + c1*a1[k] + (c2*a2[k] + c3*a3[k])
	}
}

// products adds the inner product of d with each list of a to g, whose entries lie stride
// apart.
func products(g []float64, stride int, d []float64, a [][]float64) {
	for i := 0; i < len(a); i += 4 {
		var s [4][]float64
		for q := range s {
			s[q] = a[min(i+q, len(a)-1)][:len(d)]
		}
		a0, a1, a2, a3 := s[0], s[1], s[2], s[3]
		var c0, c1, c2, c3 float64
		for k, v := range d {
			c0 += v * a0[k]
			c1 += v * a1[k]
			c2 += v * a2[k]
			c3 += v * a3[k]
		}
		for q, c := range [...]float64{c0, c1, c2, c3} {
			if i+q < len(a) {
				g[(i+q)*stride] += c
			}
		}
	}
}
