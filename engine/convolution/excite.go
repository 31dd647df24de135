package convolution

import "math"

// This file asks what most excites a filter.

const (
	ascents = 80   // steps uphill
	stride  = 0.15 // of each, in lengths of the picture
)

// layerOf is the layer of filter f = 0, 1, ..., counted through the layers, and its number there.
func (n *shape) layerOf(f int) (l, o int) {
	for l < len(n.filters)-1 && f >= n.filters[l] {
		f -= n.filters[l]
		l++
	}
	return l, f
}

// all is how many filters there are.
func (n *shape) all() (sum int) {
	for _, f := range n.filters {
		sum += f
	}
	return sum
}

// field is the side of the square of pixels on which a place of a map of layer l depends.
func (n *shape) field(l int) int {
	side := n.kernel
	for range l { // each place below is of four places, each of which has a window
		side = 2*side + n.kernel - 1
	}
	return side
}

// rise derives what comes into the middle of map o of layer l by the picture of a pass of one row: d, of
// which the pass keeps the room. It returns that sum, too.
func (t *tile) rise(theta []float64, l, o int) (sum float64, d []float64) {
	for k := range l + 1 {
		t.convolve(theta, k)
	}
	w, h := t.net.size(l)
	x, y := w/2, h/2
	weights, b := t.net.part(theta, l)
	sum = b[o]
	for i, a := range t.windows(l, y, t.in[l]) {
		sum += weights[i*len(b)+o] * a[x]
	}
	for c := range t.d[l] {
		clear(t.d[l][c])
	}
	t.d[l][o][t.place(l, y)+x] = 1
	t.below(theta, l)
	for k := l - 1; k >= 0; k-- {
		pw, ph := t.net.size(k + 1)
		t.unpool(k, func(o, x, y int) []float64 { return t.back[0][(o*ph+y)*pw+x:][:1] })
		t.below(theta, k)
	}
	return sum, t.back[0][:t.net.w*t.net.h]
}

// exciting is the picture that excites filter o of layer l most in the middle of its map, of those with pixels from 0
// to 1 that are no longer than the rows are in the mean, as vectors: found by going uphill from the rows' mean, so that
// it is a summit near that. It returns what comes into the filter there.
func (r *run) exciting(theta []float64, l, o int) (picture []float64, sum float64) {
	d := r.net.w * r.net.h
	x, most := make([]float64, d), 0.0
	for i := range r.rows {
		length := 0.0
		for j, v := range r.x[i*d : (i+1)*d] {
			x[j] += max(v, 0) / float64(r.rows)
			length += v * v
		}
		most += math.Sqrt(length) / float64(r.rows)
	}
	t, row := newTile(&r.net, 1), []int{0}
	sum = math.Inf(-1)
	for range ascents {
		t.load(x, row)
		at, grad := t.rise(theta, l, o)
		if at > sum {
			picture, sum = append(picture[:0], x...), at
		}
		size := length(grad)
		if !(size > 0) {
			break
		}
		for j, g := range grad {
			x[j] = min(max(x[j]+stride*most*g/size, 0), 1)
		}
		if size := length(x); size > most {
			for j := range x {
				x[j] *= most / size
			}
		}
	}
	return picture, sum
}

func length(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	return math.Sqrt(sum)
}
