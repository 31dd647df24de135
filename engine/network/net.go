// Package network implements feed-forward networks and their training by gradient descent, and restricted Boltzmann
// machines and their training by contrastive divergence. It depends on no method: it is mathematics on columns of
// numbers.
package network

import "math/rand/v2"

// Net is the shape of a multilayer perceptron. Its parameters are a single list: for each layer the weights, inputs ×
// outputs, row by row, then the biases.
type Net struct {
	Sizes []int // number of units of each layer, from the inputs to the outputs
	// activations of layers 1, 2, ...; Identity for the outputs, whose activation belongs to the loss
	Acts []Activation
	Loss Loss

	// Gain is the slope parameter, by which Tanh and Logistic multiply their sums; 0 means 1. Other activations have
	// none.
	Gain float64
}

// Steepness returns the slope parameter of the units of layer 1 + l, which is 1 if their activation has none.
func (n *Net) Steepness(l int) float64 {
	if act := n.Acts[l]; n.Gain == 0 || act != Tanh && act != Logistic {
		return 1
	}
	return n.Gain
}

// Bend applies the activation of layer 1 + l to each sum, in place.
func (n *Net) Bend(l int, z []float64) {
	if g := n.Steepness(l); g != 1 {
		for k := range z {
			z[k] *= g
		}
	}
	n.Acts[l].Of(z)
}

// Steepen multiplies d by the derivative of the activation of layer 1 + l, given the units' outputs a.
func (n *Net) Steepen(l int, d, a []float64) {
	n.Acts[l].Steepen(d, a)
	if g := n.Steepness(l); g != 1 {
		for k := range d {
			d[k] *= g
		}
	}
}

// Same returns the activations of a net with the given number of layers whose hidden layers all have act.
func Same(act Activation, layers int) []Activation {
	list := make([]Activation, layers)
	for l := range layers - 1 {
		list[l] = act
	}
	return list
}

// Layers returns the number of layers that have weights.
func (n *Net) Layers() int { return len(n.Sizes) - 1 }

// Dim returns the number of parameters.
func (n *Net) Dim() (dim int) {
	for l := range n.Layers() {
		dim += (n.Sizes[l] + 1) * n.Sizes[l+1]
	}
	return dim
}

// Part returns the weights and the biases of layer l = 0, 1, ... in theta, as slices of it.
func (n *Net) Part(theta []float64, l int) (w, b []float64) {
	at := 0
	for k := range l {
		at += (n.Sizes[k] + 1) * n.Sizes[k+1]
	}
	in, out := n.Sizes[l], n.Sizes[l+1]
	return theta[at : at+in*out : at+in*out], theta[at+in*out : at+in*out+out : at+in*out+out]
}

// TileRows is the number of rows that a pass computes together: small enough for the first-level cache, and for
// frequent calls of job.Err.
const TileRows = 256

// Tile is the memory of a pass over some rows. There is one list for each unit, with one number for each row: in
// WebAssembly without vector instructions, loops over rows are fastest.
type Tile struct {
	net *Net
	a   [][][]float64 // outputs of the units of layers 0 (the caller's inputs), 1, ...
	d   [][][]float64 // derivative of the loss by the input of each unit; not for layer 0

	// With dropout, for the layers that have it: the factor of each unit at each row, and the unit's output without
	// dropout.
	keep, raw [][][]float64

	blurred [][]float64 // inputs with added noise
}

// NewTile returns a tile for up to rows rows, at most TileRows.
func NewTile(n *Net, rows int) *Tile {
	rows = min(rows, TileRows)
	t := &Tile{net: n, a: make([][][]float64, len(n.Sizes)), d: make([][][]float64, len(n.Sizes))}
	for l, units := range n.Sizes {
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

// Load sets the inputs to rows from..to of x, at most TileRows.
func (t *Tile) Load(x [][]float64, from, to int) {
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

// Forward computes the outputs of all units; for the output layer, the sums without the activation.
func (t *Tile) Forward(theta []float64) {
	last := t.net.Layers() - 1
	for l := 0; l <= last; l++ {
		w, b := t.net.Part(theta, l)
		for j, z := range t.a[l+1] {
			fill(z, b[j])
		}
		Combine(t.a[l+1], t.a[l], w, len(b), 1)
		if l == last {
			return
		}
		for _, z := range t.a[l+1] {
			t.net.Bend(l, z)
		}
		if t.keep != nil && t.keep[l+1] != nil {
			t.drop(l + 1)
		}
	}
}

// Backward adds weight times the gradient of the total loss of the rows that Forward has computed to grad. y holds
// columns of targets, and the rows are from..to of these.
func (t *Tile) Backward(theta, grad []float64, y [][]float64, from, to int, weight float64) {
	last := t.net.Layers()
	t.derive(y, from, to, weight)
	for l := last; l > 0; l-- {
		w, _ := t.net.Part(theta, l-1)
		gw, gb := t.net.Part(grad, l-1)
		for j, d := range t.d[l] {
			gb[j] += Products(gw[j:], len(gb), d, t.a[l-1])
		}
		if l == 1 {
			return
		}
		for _, d := range t.d[l-1] {
			clear(d)
		}
		Combine(t.d[l-1], t.d[l], w, 1, len(gb))
		for i, d := range t.d[l-1] {
			if t.keep != nil && t.keep[l-1] != nil {
				for k, m := range t.keep[l-1][i][:len(d)] {
					d[k] *= m
				}
				t.net.Steepen(l-2, d, t.raw[l-1][i])
				continue
			}
			t.net.Steepen(l-2, d, t.a[l-1][i])
		}
	}
}

// Units returns the outputs of the units of layer l, one list of rows for each; for the output layer, the sums, or the
// predictions after Backward. The lists belong to the tile.
func (t *Tile) Units(l int) [][]float64 { return t.a[l] }

// Errors returns the derivatives of the loss by the inputs of the units of layer l > 0 that the last call of Backward
// computed.
func (t *Tile) Errors(l int) [][]float64 { return t.d[l] }

// Drop draws which hidden units are dropped at each of the loaded rows: those of layer 1 + l with probability rates[l].
// Other units are multiplied by 1/(1 − rate), so that predictions without dropout use the weights as they are
// (Srivastava et al., JMLR 15, 2014, section 10). nil means no dropout.
func (t *Tile) Drop(rates []float64, r *rand.Rand) {
	if t.keep == nil {
		t.keep, t.raw = make([][][]float64, len(t.a)), make([][][]float64, len(t.a))
	}
	clear(t.keep)
	for h, rate := range rates {
		if rate <= 0 {
			continue
		}
		l := h + 1
		if t.raw[l] == nil {
			t.raw[l] = make([][]float64, len(t.a[l]))
			for j, a := range t.a[l] {
				t.raw[l][j] = make([]float64, cap(a))
			}
		}
		t.keep[l] = make([][]float64, len(t.a[l]))
		for j, a := range t.a[l] {
			t.keep[l][j] = make([]float64, len(a))
			keep(t.keep[l][j], rate, r)
		}
	}
}

// keep draws the factors of a unit at some rows.
func keep(m []float64, rate float64, r *rand.Rand) {
	for k := range m {
		m[k] = 0
		if r.Float64() >= rate {
			m[k] = 1 / (1 - rate)
		}
	}
}

// Blur adds normal noise of standard deviation sd to the inputs of the loaded rows, for this pass. The columns that
// they came from do not change.
func (t *Tile) Blur(sd float64, r *rand.Rand) {
	if t.blurred == nil {
		t.blurred = Columns(len(t.a[0]), TileRows)
	}
	for i, c := range t.a[0] {
		to := t.blurred[i][:len(c)]
		for k, v := range c {
			to[k] = v + sd*r.NormFloat64()
		}
		t.a[0][i] = to
	}
}

// drop applies the factors of dropout to layer l.
func (t *Tile) drop(l int) {
	for j, a := range t.a[l] {
		copy(t.raw[l][j], a)
		for k, m := range t.keep[l][j][:len(a)] {
			a[k] *= m
		}
	}
}
