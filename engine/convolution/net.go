// Package convolution implements a convolutional neural network for images, trained by gradient descent.
package convolution

import (
	"math"
	"math/rand/v2"

	"pointscape/engine/network"
)

// shape is the architecture of a network: layers of filters, each followed by an activation and 2×2 pooling, an
// optional hidden layer, and an output for each class. Its parameters are a single list: for each layer the weights,
// inputs × outputs, row by row, then the biases. The inputs of a filter are the positions of its window in each map
// below it, with index (map·kernel + line)·kernel + column; those of the first dense layer have index (map·lines +
// line)·columns + column.
type shape struct {
	w, h    int   // size of the images
	filters []int // number of filters of each layer
	kernel  int   // side of the filters' windows, odd; maps keep their size (zero padding)
	hidden  int   // units of the hidden layer, 0 = none
	classes int
	tanh    bool // activation: tanh, or ReLU
	mean    bool // pooling: mean, or maximum
}

// size returns the size of the maps of layer l = 0, 1, ...: the image's size halved l times, rounded down.
func (n *shape) size(l int) (w, h int) { return n.w >> l, n.h >> l }

// maps returns the number of input maps of filter layer l.
func (n *shape) maps(l int) int {
	if l == 0 {
		return 1
	}
	return n.filters[l-1]
}

// features returns the number of inputs of the dense layers.
func (n *shape) features() int {
	l := len(n.filters)
	w, h := n.size(l)
	return n.maps(l) * w * h
}

// layers returns the number of layers that have weights.
func (n *shape) layers() int {
	if n.hidden > 0 {
		return len(n.filters) + 2
	}
	return len(n.filters) + 1
}

// of returns the number of inputs and outputs of layer l.
func (n *shape) of(l int) (in, out int) {
	switch c := len(n.filters); {
	case l < c:
		return n.maps(l) * n.kernel * n.kernel, n.filters[l]
	case n.hidden == 0:
		return n.features(), n.classes
	case l == c:
		return n.features(), n.hidden
	}
	return n.hidden, n.classes
}

// dim returns the number of parameters.
func (n *shape) dim() (dim int) {
	for l := range n.layers() {
		in, out := n.of(l)
		dim += (in + 1) * out
	}
	return dim
}

// part returns the weights and the biases of layer l in theta, as slices of it.
func (n *shape) part(theta []float64, l int) (w, b []float64) {
	at := 0
	for k := range l {
		in, out := n.of(k)
		at += (in + 1) * out
	}
	in, out := n.of(l)
	return theta[at : at+in*out : at+in*out], theta[at+in*out : at+in*out+out : at+in*out+out]
}

// initial returns random weights, uniform in (−r, r) with r = √(6/inputs) before a ReLU (He et al. 2015), otherwise
// √(6/(inputs + outputs)) (Glorot and Bengio 2010), where each position of a window counts as an output of its filter.
// Biases are 0.
func (n *shape) initial(seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, 0))
	theta := make([]float64, n.dim())
	for l := range n.layers() {
		in, out := n.of(l)
		if l < len(n.filters) {
			out *= n.kernel * n.kernel
		}
		bound := math.Sqrt(6 / float64(in+out))
		if !n.tanh && l+1 < n.layers() {
			bound = math.Sqrt(6 / float64(in))
		}
		w, _ := n.part(theta, l)
		for k := range w {
			w[k] = bound * (2*r.Float64() - 1)
		}
	}
	return theta
}

// tileRows is the number of rows that a pass computes together, reduced if the work exceeds mostAtOnce products,
// because a pass can't be interrupted.
const tileRows, mostAtOnce = 32, 10_000_000

// atOnce returns the number of rows that a forward and backward pass computes together.
func (n *shape) atOnce() int { return max(1, min(tileRows, mostAtOnce/(3*n.costs()))) }

// tile is the memory of a pass over n rows. For each position of a map there are n consecutive numbers, one for each
// row, and a map is a single list. So a filter's window that moves along a line of a map is a loop over n times the
// columns, which is fastest in WebAssembly without vector instructions.
type tile struct {
	net *shape
	n   int
	in  [][][]float64 // input maps of layer l, padded with zeros by half a window
	a   [][][]float64 // output maps of layer l after the activation
	d   [][][]float64 // derivative of the loss by the inputs of the activation, padded like in
	// Inputs and outputs of the dense layers, from the features to the network's outputs, and the derivative of the
	// loss by them.
	x, dx [][][]float64
	keep  [][]float64 // factors of dropout for the inputs of the last layer; nil = no dropout
	kept  [][]float64 // the inputs of the last layer times these factors
	back  [][]float64 // derivative of the loss by the input maps of a layer
	near  [][]float64 // window lists of the current line
	flip  []float64   // weights of a layer in the order of the backward pass
}

func lists(n, size int) [][]float64 {
	all, out := make([]float64, n*size), make([][]float64, n)
	for i := range out {
		out[i], all = all[:size:size], all[size:]
	}
	return out
}

// newTile returns a tile for up to rows rows, at most atOnce.
func newTile(net *shape, rows int) *tile {
	t := &tile{net: net, n: min(rows, net.atOnce())}
	pad, most := net.kernel-1, 0
	for l, f := range net.filters {
		w, h := net.size(l)
		t.in = append(t.in, lists(net.maps(l), (w+pad)*(h+pad)*t.n))
		t.a = append(t.a, lists(f, w*h*t.n))
		t.d = append(t.d, lists(f, (w+pad)*(h+pad)*t.n))
		most = max(most, net.maps(l)*w*h*t.n)
	}
	t.back = lists(1, most)
	for l := len(net.filters); l < net.layers(); l++ {
		in, _ := net.of(l)
		t.x, t.dx = append(t.x, lists(in, t.n)), append(t.dx, lists(in, t.n))
	}
	t.x, t.dx = append(t.x, lists(net.classes, t.n)), append(t.dx, lists(net.classes, t.n))
	return t
}

// set changes the number of rows to n, at most the number that newTile chose.
func (t *tile) set(n int) {
	if n == t.n {
		return
	}
	t.n = n
	pad := t.net.kernel - 1
	for l := range t.net.filters {
		w, h := t.net.size(l)
		for _, m := range [...][][]float64{t.in[l], t.d[l]} {
			for c := range m {
				m[c] = m[c][:(w+pad)*(h+pad)*n]
				clear(m[c])
			}
		}
		for c := range t.a[l] {
			t.a[l][c] = t.a[l][c][:w*h*n]
		}
	}
	for _, x := range [...][][][]float64{t.x, t.dx} {
		for _, list := range x {
			for i := range list {
				list[i] = list[i][:n]
			}
		}
	}
}

// load sets the images of the pass to the given rows of x.
func (t *tile) load(x []float64, rows []int) {
	w, h := t.net.w, t.net.h
	t.set(len(rows))
	to := t.in[0][0]
	for k, i := range rows {
		from := x[i*w*h : (i+1)*w*h]
		for y := range h {
			at := t.place(0, y)
			for c := range w {
				to[at+c*t.n+k] = from[y*w+c]
			}
		}
	}
}

// recall appends the features of a pass to a list, row by row.
func (t *tile) recall(list []float64) []float64 {
	for k := range t.n {
		for _, f := range t.x[0] {
			list = append(list, f[k])
		}
	}
	return list
}

// resume, instead of load, sets the features to those of the given rows in a list of the features of all rows; combine
// continues from there.
func (t *tile) resume(features []float64, rows []int) {
	t.set(len(rows))
	n := len(t.x[0])
	for k, i := range rows {
		for j, v := range features[i*n : (i+1)*n] {
			t.x[0][j][k] = v
		}
	}
}

// place returns the index of the beginning of line y in a padded map of layer l.
func (t *tile) place(l, y int) int {
	w, _ := t.net.size(l)
	half := t.net.kernel / 2
	return ((y+half)*(w+2*half) + half) * t.n
}

// windows returns the lists that line y of layer l depends on, in the order of a filter's inputs.
func (t *tile) windows(l, y int, maps [][]float64) [][]float64 {
	w, _ := t.net.size(l)
	k := t.net.kernel
	t.near = t.near[:0]
	for _, m := range maps {
		for dy := range k {
			for dx := range k {
				at := ((y+dy)*(w+k-1) + dx) * t.n
				t.near = append(t.near, m[at:at+w*t.n])
			}
		}
	}
	return t.near
}

// forward computes all maps, and the sums of the output units. drop draws the factors of dropout for an input of the
// last layer; nil = no dropout.
func (t *tile) forward(theta []float64, drop func(keep []float64)) {
	for l := range t.net.filters {
		t.convolve(theta, l)
	}
	t.combine(theta, drop)
}

// combine computes the dense layers from the features.
func (t *tile) combine(theta []float64, drop func(keep []float64)) {
	t.keep = nil
	first := len(t.net.filters)
	for i, z := range t.x[1:] {
		l := first + i
		if drop != nil && l == t.net.layers()-1 {
			t.keep, t.kept = lists(len(t.x[i]), t.n), lists(len(t.x[i]), t.n)
			for j, a := range t.x[i] {
				drop(t.keep[j])
				for k, v := range t.keep[j] {
					t.kept[j][k] = v * a[k]
				}
			}
		}
		w, b := t.net.part(theta, l)
		for j := range z {
			fill(z[j], b[j])
		}
		network.Combine(z, t.given(i), w, len(b), 1)
		if l+1 < t.net.layers() {
			for j := range z {
				t.bend(z[j])
			}
		}
	}
}

// given returns the inputs of dense layer i.
func (t *tile) given(i int) [][]float64 {
	if t.keep != nil && i == len(t.x)-2 {
		return t.kept
	}
	return t.x[i]
}

func fill(z []float64, b float64) {
	for k := range z {
		z[k] = b
	}
}

// convolve computes the maps of layer l, and pools them for the next layer.
func (t *tile) convolve(theta []float64, l int) {
	w, h := t.net.size(l)
	weights, b := t.net.part(theta, l)
	line := make([][]float64, len(b))
	for y := range h {
		for o := range line {
			line[o] = t.a[l][o][y*w*t.n : (y+1)*w*t.n]
			fill(line[o], b[o])
		}
		network.Combine(line, t.windows(l, y, t.in[l]), weights, len(b), 1)
	}
	for o := range t.a[l] {
		t.bend(t.a[l][o])
	}
	pw, ph := t.net.size(l + 1)
	for o, a := range t.a[l] {
		for y := range ph {
			up, down := a[2*y*w*t.n:][:w*t.n], a[(2*y+1)*w*t.n:][:w*t.n]
			for x := range pw {
				to := t.pooled(l, o, x, y)
				t.pool(to, up[2*x*t.n:], up[(2*x+1)*t.n:], down[2*x*t.n:], down[(2*x+1)*t.n:])
			}
		}
	}
}

// pooled returns the list of a position of pooled map o of layer l.
func (t *tile) pooled(l, o, x, y int) []float64 {
	if l+1 < len(t.net.filters) {
		at := t.place(l+1, y) + x*t.n
		return t.in[l+1][o][at : at+t.n]
	}
	pw, ph := t.net.size(l + 1)
	return t.x[0][(o*ph+y)*pw+x]
}

func (t *tile) pool(to, a, b, c, d []float64) {
	n := len(to)
	a, b, c, d = a[:n], b[:n], c[:n], d[:n]
	if t.net.mean {
		for k := range to {
			to[k] = (a[k] + b[k] + (c[k] + d[k])) / 4
		}
		return
	}
	for k := range to {
		m := a[k]
		if b[k] > m {
			m = b[k]
		}
		if c[k] > m {
			m = c[k]
		}
		if d[k] > m {
			m = d[k]
		}
		to[k] = m
	}
}

// bend applies the activation in place.
func (t *tile) bend(z []float64) {
	if t.net.tanh {
		network.TanhOf(z, 1)
		return
	}
	for k, v := range z {
		if v < 0 {
			z[k] = 0
		}
	}
}

// steepen multiplies d by the derivative of the activation, given the outputs a; for ReLU it is 0 at 0.
func (t *tile) steepen(d, a []float64) {
	a = a[:len(d)]
	if t.net.tanh {
		for k := range d {
			d[k] *= 1 - a[k]*a[k]
		}
		return
	}
	for k := range d {
		if !(a[k] > 0) {
			d[k] = 0
		}
	}
}

// answers converts the sums of the output units to probabilities, in place.
func (t *tile) answers() {
	network.SoftmaxOf(t.x[len(t.x)-1])
}

// value returns the total cross-entropy loss of the rows that forward has computed.
func (t *tile) value(class []int, rows []int) (sum float64) {
	z := t.x[len(t.x)-1]
	for k, i := range rows {
		top, e := math.Inf(-1), 0.0
		for _, c := range z {
			top = max(top, c[k])
		}
		for _, c := range z {
			e += math.Exp(c[k] - top)
		}
		sum += math.Log(e) + top - z[class[i]][k]
	}
	return sum
}

// backward adds weight times the gradient of the total loss of the rows that forward has computed to grad.
func (t *tile) backward(theta, grad []float64, class []int, rows []int, weight float64) {
	t.answers()
	last := len(t.x) - 1
	for o, d := range t.dx[last] {
		copy(d, t.x[last][o])
		for k, i := range rows {
			if class[i] == o {
				d[k]--
			}
			d[k] *= weight
		}
	}
	first := len(t.net.filters)
	for i := last; i > 0; i-- {
		w, _ := t.net.part(theta, first+i-1)
		gw, gb := t.net.part(grad, first+i-1)
		for j, d := range t.dx[i] {
			gb[j] += total(d)
			network.Products(gw[j:], len(gb), d, t.given(i-1))
		}
		for _, d := range t.dx[i-1] {
			clear(d)
		}
		network.Combine(t.dx[i-1], t.dx[i], w, 1, len(gb))
		if t.keep != nil && i == last {
			for j, d := range t.dx[i-1] {
				for k, v := range t.keep[j] {
					d[k] *= v
				}
			}
		}
		if i > 1 {
			for j, d := range t.dx[i-1] {
				t.steepen(d, t.x[i-1][j])
			}
		}
	}
	for l := first - 1; l >= 0; l-- {
		pw, ph := t.net.size(l + 1)
		t.unpool(l, func(o, x, y int) []float64 {
			if l == first-1 {
				return t.dx[0][(o*ph+y)*pw+x]
			}
			return t.back[0][((o*ph+y)*pw+x)*t.n:][:t.n]
		})
		gw, gb := t.net.part(grad, l)
		w, h := t.net.size(l)
		for y := range h {
			near := t.windows(l, y, t.in[l])
			for o := range gb {
				d := t.d[l][o][t.place(l, y):][:w*t.n]
				gb[o] += total(d)
				network.Products(gw[o:], len(gb), d, near)
			}
		}
		if l > 0 {
			t.below(theta, l)
		}
	}
}

// unpool computes the derivative of the loss by the sums of layer l from that by the pooled maps.
func (t *tile) unpool(l int, from func(o, x, y int) []float64) {
	w, h := t.net.size(l)
	pw, ph := t.net.size(l + 1)
	for o, a := range t.a[l] {
		d := t.d[l][o]
		for y := range h {
			clear(d[t.place(l, y):][:w*t.n])
		}
		for y := range ph {
			for x := range pw {
				g, best := from(o, x, y), t.pooled(l, o, x, y)
				if t.net.mean {
					for q := range 4 {
						to := d[t.place(l, 2*y+q/2)+(2*x+q%2)*t.n:][:t.n]
						for k, v := range g {
							to[k] = v / 4
						}
					}
					continue
				}
				up, down := t.place(l, 2*y)+2*x*t.n, t.place(l, 2*y+1)+2*x*t.n
				at := (2*y*w + 2*x) * t.n
				for k, v := range g {
					switch m := best[k]; m { // the first of equal maxima gets the derivative
					case a[at+k]:
						d[up+k] = v
					case a[at+t.n+k]:
						d[up+t.n+k] = v
					case a[at+w*t.n+k]:
						d[down+k] = v
					default:
						d[down+t.n+k] = v
					}
				}
			}
		}
		for y := range h {
			t.steepen(d[t.place(l, y):][:w*t.n], a[y*w*t.n:])
		}
	}
}

// below computes the derivative of the loss by the input maps of layer l, t.back[0], from that by the sums of layer l.
// The list at (map·lines + line)·columns + column has n numbers.
func (t *tile) below(theta []float64, l int) {
	w, h := t.net.size(l)
	weights, b := t.net.part(theta, l)
	k, maps := t.net.kernel, t.net.maps(l)
	// A convolution with the filters rotated by 180°.
	t.flip = t.flip[:0]
	for o := range b {
		for e := k*k - 1; e >= 0; e-- {
			for c := range maps {
				t.flip = append(t.flip, weights[(c*k*k+e)*len(b)+o])
			}
		}
	}
	line := make([][]float64, maps)
	for y := range h {
		for c := range line {
			line[c] = t.back[0][(c*h+y)*w*t.n:][:w*t.n]
			clear(line[c])
		}
		network.Combine(line, t.windows(l, y, t.d[l]), t.flip, maps, 1)
	}
}

func total(d []float64) (sum float64) {
	for _, v := range d {
		sum += v
	}
	return sum
}
