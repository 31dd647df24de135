package convolution

import "math"

// This file computes the image that maximizes the activation of a filter.

const (
	ascents = 80   // number of gradient steps
	stride  = 0.15 // length of a step, relative to the mean norm of the rows
)

// layerOf returns the layer of filter f = 0, 1, ..., counted through all layers, and its index within the layer.
func (n *shape) layerOf(f int) (l, o int) {
	for l < len(n.filters)-1 && f >= n.filters[l] {
		f -= n.filters[l]
		l++
	}
	return l, f
}

// all returns the total number of filters.
func (n *shape) all() (sum int) {
	for _, f := range n.filters {
		sum += f
	}
	return sum
}

// field returns the side of the receptive field of layer l, in pixels.
func (n *shape) field(l int) int {
	side := n.kernel
	for range l { // a pooled position covers 2×2 positions, each with its window
		side = 2*side + n.kernel - 1
	}
	return side
}

// rise computes the sum at the centre of map o of layer l, and its derivative d by the image of a pass with one row. d
// belongs to the tile.
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

// exciting returns the image that maximizes the sum of filter o of layer l at the centre of its map, among images with
// values in [0, 1] and a norm of at most the rows' mean norm. It uses gradient ascent from the mean of the rows, so it
// finds at best a local maximum. sum is the value reached.
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
