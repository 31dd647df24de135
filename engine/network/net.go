// Package network computes networks of layers and trains them by gradient descent, for as long as somebody wants, and
// restricted Boltzmann machines by contrastive divergence. It knows nothing of methods: it is mathematics with columns
// of numbers.
package network

import "math/rand/v2"

// Net is the shape of a multilayer perceptron. Its parameters are one list: of each
// layer the weights, inputs x outputs, row by row, then the biases.
type Net struct {
	Sizes []int // units of each layer, from the inputs to the outputs
	// what the units of layers 1, 2, ... make of their sums; Identity for the outputs, whose bend belongs to the loss
	Acts []Activation
	Loss Loss

	// Gain is what Tanh and Logistic multiply their sums by, the slope parameter; 0 means 1. Other activations have none.
	Gain float64
}

// Steepness is the slope parameter of the units of layer 1 + l, 1 where their activation has none.
func (n *Net) Steepness(l int) float64 {
	if act := n.Acts[l]; n.Gain == 0 || act != Tanh && act != Logistic {
		return 1
	}
	return n.Gain
}

// Bend replaces each sum by what a unit of layer 1 + l makes of it.
func (n *Net) Bend(l int, z []float64) {
	if g := n.Steepness(l); g != 1 {
		for k := range z {
			z[k] *= g
		}
	}
	n.Acts[l].Of(z)
}

// Steepen multiplies d by the derivative of the activation where a unit of layer 1 + l gives a.
func (n *Net) Steepen(l int, d, a []float64) {
	n.Acts[l].Steepen(d, a)
	if g := n.Steepness(l); g != 1 {
		for k := range d {
			d[k] *= g
		}
	}
}

// Same returns the activations of a net of layers layers whose hidden ones have all the same.
func Same(act Activation, layers int) []Activation {
	list := make([]Activation, layers)
	for l := range layers - 1 {
		list[l] = act
	}
	return list
}

// Layers is the number of layers that have weights.
func (n *Net) Layers() int { return len(n.Sizes) - 1 }

// Dim is the number of parameters.
func (n *Net) Dim() (dim int) {
	for l := range n.Layers() {
		dim += (n.Sizes[l] + 1) * n.Sizes[l+1]
	}
	return dim
}

// Part returns the weights and the biases of layer l = 0, 1, ... among theta.
func (n *Net) Part(theta []float64, l int) (w, b []float64) {
	at := 0
	for k := range l {
		at += (n.Sizes[k] + 1) * n.Sizes[k+1]
	}
	in, out := n.Sizes[l], n.Sizes[l+1]
	return theta[at : at+in*out : at+in*out], theta[at+in*out : at+in*out+out : at+in*out+out]
}

// TileRows is how many rows a pass computes at once: their numbers stay in the nearest
// cache, and nobody waits long between two passes.
const TileRows = 256

// Tile is the room for the numbers of a pass over some rows. All lists hold one number for each
// row, and there is one list for each unit: in WebAssembly, without vectors, loops over
// rows are the quickest.
type Tile struct {
	net *Net
	a   [][][]float64 // of layer 0 (the inputs, which are somebody else's), 1, ...: what units give
	d   [][][]float64 // the loss derived by what comes into each unit; none of layer 0

	// With dropout, of the layers that have it: what counts of each unit at each row, and what the units
	// would give without.
	keep, raw [][][]float64

	blurred [][]float64 // inputs with noise
}

// NewTile makes room for as many rows as a pass takes, at most rows.
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

// Load takes rows from..to of columns of inputs, at most TileRows.
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

// Forward computes what all units give; of the outputs, the sums that come into them.
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

// Backward adds weight times the gradient of the sum of losses, at the rows that forward
// has computed, to grad; y are columns of targets.
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

// Units are what the units of layer l give, one list of rows for each: of the outputs the sums that come into them.
// They belong to the tile.
func (t *Tile) Units(l int) [][]float64 { return t.a[l] }

// Errors are the losses derived by what comes into the units of layer l > 0, at the rows that Backward was at last.
func (t *Tile) Errors(l int) [][]float64 { return t.d[l] }

// Drop draws which units of the hidden layers are left out at each of the rows that are loaded: of layer 1 + l with the
// probability rates[l]. What is kept counts 1/(1 − rate) as much, so that a network without dropout answers
// with the weights as they are (Srivastava et al., JMLR 15, 2014, section 10). nil is none.
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

// keep draws what counts of a unit at each of some rows.
func keep(m []float64, rate float64, r *rand.Rand) {
	for k := range m {
		m[k] = 0
		if r.Float64() >= rate {
			m[k] = 1 / (1 - rate)
		}
	}
}

// Blur adds normal numbers of a standard deviation to the inputs of the rows that are loaded, for this pass: the
// columns that they came from stay as they are.
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

// drop leaves units of layer l out.
func (t *Tile) drop(l int) {
	for j, a := range t.a[l] {
		copy(t.raw[l][j], a)
		for k, m := range t.keep[l][j][:len(a)] {
			a[k] *= m
		}
	}
}
