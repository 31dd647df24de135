// Package convolution holds the convolutional network: layers of small filters that slide over
// pictures, trained by gradient descent for as long as somebody wants.
package convolution

import (
	"math"
	"math/rand/v2"

	"pointscape/engine/network"
)

// shape is that of a network: layers of filters, each followed by a bend and by pooling of 2 x 2, one
// hidden layer or none, and an output for each class. Its parameters are one list: of each layer the
// weights, inputs x outputs, row by row, then the biases. The inputs of a filter are the places
// of its window in each map below it, (map·kernel + line)·kernel + column; those of the first
// dense layer are (map·lines + line)·columns + column.
type shape struct {
	w, h    int   // of the pictures
	filters []int // of each layer
	kernel  int   // side of their windows, odd; the maps keep their size
	hidden  int   // units of the hidden layer, 0 = none
	classes int
	tanh    bool // the bend: tanh, or max(0, z)
	mean    bool // pooling: the mean of four, or the largest
}

// size is that of the maps of layer l = 0, 1, ...: of the pictures halved l times. What is
// left over is cut off.
func (n *shape) size(l int) (w, h int) { return n.w >> l, n.h >> l }

// maps are how many a layer of filters looks at.
func (n *shape) maps(l int) int {
	if l == 0 {
		return 1
	}
	return n.filters[l-1]
}

// features is how many numbers the dense layers get.
func (n *shape) features() int {
	l := len(n.filters)
	w, h := n.size(l)
	return n.maps(l) * w * h
}

// layers is the number of layers that have weights.
func (n *shape) layers() int {
	if n.hidden > 0 {
		return len(n.filters) + 2
	}
	return len(n.filters) + 1
}

// of is how many inputs and outputs layer l has.
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

// dim is the number of parameters.
func (n *shape) dim() (dim int) {
	for l := range n.layers() {
		in, out := n.of(l)
		dim += (in + 1) * out
	}
	return dim
}

// part returns the weights and the biases of layer l among theta.
func (n *shape) part(theta []float64, l int) (w, b []float64) {
	at := 0
	for k := range l {
		in, out := n.of(k)
		at += (in + 1) * out
	}
	in, out := n.of(l)
	return theta[at : at+in*out : at+in*out], theta[at+in*out : at+in*out+out : at+in*out+out]
}

// initial draws weights evenly from −r to r, r = √(6/inputs) before a ReLU (He et al. 2015), else
// √(6/(inputs + outputs)) (Glorot and Bengio 2010), where each place of a window counts as an
// output of its filter; biases are 0.
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

// tileRows is how many rows a pass computes at once, fewer where that is more than mostAtOnce products: nobody is asked
// within a pass.
const tileRows, mostAtOnce = 32, 10_000_000

// atOnce is how many rows a pass of the network computes at once, on the way there and back.
func (n *shape) atOnce() int { return max(1, min(tileRows, mostAtOnce/(3*n.costs()))) }

// tile is the room for the numbers of a pass over n rows. All lists hold n numbers, one for each row, for each
// place of a map, which is one list then: a filter's window that moves along a line of a map is a loop
// over n times the columns, which WebAssembly, without vectors, does quickest.
type tile struct {
	net *shape
	n   int
	in  [][][]float64 // of layer l: the maps that it looks at, with half a window of zeros round them
	a   [][][]float64 // its maps after the bend
	d   [][][]float64 // the loss derived by what comes into them, with zeros round them as in has
	// What comes into the dense layers and goes out, from the features to the outputs, and the loss
	// derived by it.
	x, dx [][][]float64
	keep  [][]float64 // what dropout multiplies the inputs of the last layer by; nil = all by 1
	kept  [][]float64 // and what that gives
	back  [][]float64 // the loss derived by the maps below a layer
	near  [][]float64 // the lists that a line looks at
	flip  []float64   // weights of a layer as the way back looks at them
}

func lists(n, size int) [][]float64 {
	all, out := make([]float64, n*size), make([][]float64, n)
	for i := range out {
		out[i], all = all[:size:size], all[size:]
	}
	return out
}

// newTile makes room for as many rows as a pass takes, at most rows.
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

// set makes room for n rows, at most as many as newTile was told.
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

// load takes rows of pictures, one after the other; rows nil = those of x in their order.
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

// resume is load of rows whose features a list has, row by row; combine goes on from there.
func (t *tile) resume(features []float64, rows []int) {
	t.set(len(rows))
	n := len(t.x[0])
	for k, i := range rows {
		for j, v := range features[i*n : (i+1)*n] {
			t.x[0][j][k] = v
		}
	}
}

// place is where line y of a map of layer l begins among zeros.
func (t *tile) place(l, y int) int {
	w, _ := t.net.size(l)
	half := t.net.kernel / 2
	return ((y+half)*(w+2*half) + half) * t.n
}

// windows are the lists that line y of layer l looks at, in the order of a filter's inputs.
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

// forward computes all maps and, of the outputs, the sums that come into them. drop is nil, or says
// what dropout takes of the inputs of the last layer.
func (t *tile) forward(theta []float64, drop func(keep []float64)) {
	for l := range t.net.filters {
		t.convolve(theta, l)
	}
	t.combine(theta, drop)
}

// combine is forward from the features on, which are there.
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

// given are the lists that dense layer i looks at.
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

// convolve computes the maps of layer l, and pools them for the next.
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

// pooled is the list of a place of pooled map o of layer l.
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

// bend replaces what comes into units by what they give.
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

// steepen multiplies d by the derivative of the bend where a unit gives a; of a ReLU it is 0 at 0.
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

// answers turns the sums that come into the outputs into probabilities.
func (t *tile) answers() {
	network.SoftmaxOf(t.x[len(t.x)-1])
}

// value is the sum of the losses, −ln of the probability of a row's own class, of the rows that forward
// has computed.
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

// backward adds weight times the gradient of the sum of losses, at the rows that forward has
// computed, to grad.
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

// unpool makes of the loss derived by pooled maps that by what comes into the maps of layer l.
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
					switch m := best[k]; m { // the first of those that are the largest has it
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

// below makes of the loss derived by what comes into the maps of layer l that by the maps that it
// looks at, t.back[0]: (map·lines + line)·columns + column, each of n numbers.
func (t *tile) below(theta []float64, l int) {
	w, h := t.net.size(l)
	weights, b := t.net.part(theta, l)
	k, maps := t.net.kernel, t.net.maps(l)
	// A place is in the windows round it: those of the filters, turned half round.
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
