package neighbors

import (
	"math"

	"pointscape/engine/kdtree"
)

// The smallest tiles are computed node by node, exchanging the points that enter and leave the neighbourhood.

// each computes the nodes of a tile one by one, in alternating directions.
func (t *tiler) each(i0, j0, i1, j1 int, ring []int32, need int) {
	m, w, h := len(ring), i1-i0, j1-j0
	if cap(t.order) < m {
		t.order, t.inside, t.leafClass = make([]int32, 2*m), make([]bool, 2*m), make([]uint8, 2*m)
		t.leafValue = make([]float64, 2*m)
	}
	if cap(t.fx) < t.side*m {
		t.fx, t.fy = make([]float64, 2*t.side*m), make([]float64, 2*t.side*m)
	}
	if cap(t.keys) < m {
		t.keys, t.pick = make([]float64, 2*m), make([]float64, 2*m)
	}
	order, keys := t.order[:m], t.keys[:m]
	if t.k == 1 {
		t.nearest(i0, j0, w, h, ring)
		return
	}
	t.split(order, keys, ring, need)
	for c, id := range ring {
		t.leafClass[c] = t.class[id]
		if t.value != nil {
			t.leafValue[c] = t.value[id]
		}
	}
	fx, fy := t.fx[:w*m], t.fy[:h*m]
	t.terms(i0, j0, w, h, ring)
	other := false

	for at := range w * h {
		j := at / w
		i := at - j*w
		if j&1 != 0 {
			i = w - 1 - i
		}
		t.keysAt(keys, fx[i*m:(i+1)*m], fy[j*m:(j+1)*m], i0+i, j0+j)
		if need < m {
			t.exchange(order, keys, need)
		}
		pos := (j0+j)*t.g.W + i0 + i
		if t.distance {
			t.weigh(pos, keys)
			other = true
			continue
		}
		if t.value != nil {
			t.planes[0][pos] = float32(t.sum / float64(t.k))
			continue
		}
		for c, plane := range t.planes {
			if v := t.share[t.votes[c]]; plane[pos] != v {
				plane[pos], other = v, true
			}
		}
	}
	t.wrote(i0, j0, i1, j1, other)
}

// nearest is each for a single neighbour, without exchanges.
func (t *tiler) nearest(i0, j0, w, h int, ring []int32) {
	m := len(ring)
	t.terms(i0, j0, w, h, ring)
	plain := t.white == nil && t.Kind != kdtree.Chebyshev
	keys := t.keys[:m]
	for j := range h {
		fy := t.fy[:m]
		if t.white == nil {
			fy = t.fy[j*m : (j+1)*m]
		}
		for i := range w {
			fx := t.fx[i*m : (i+1)*m]
			best, at := math.Inf(1), 0
			if plain {
				for c, f := range fx {
					if k := f + fy[c]; k < best {
						best, at = k, c
					}
				}
			} else {
				t.keysAt(keys, fx, fy, i0+i, j0+j)
				for c, k := range keys {
					if k < best {
						best, at = k, c
					}
				}
			}
			share := float32(1)
			if t.value != nil {
				share = float32(t.value[ring[at]])
			}
			pos := (j0+j)*t.g.W + i0 + i
			if t.after != nil {
				for _, plane := range t.planes {
					plane[pos] = 0
				}
			}
			t.planes[t.class[ring[at]]][pos] = share
		}
	}
	t.wrote(i0, j0, i0+w, j0+h, true)
}

// terms fills fx and fy.
func (t *tiler) terms(i0, j0, w, h int, ring []int32) {
	m := len(ring)
	if cap(t.zx) < m {
		t.zx, t.zy = make([]float64, 2*m), make([]float64, 2*m)
	}
	zx, zy := t.zx[:m], t.zy[:m]
	for c, id := range ring {
		zx[c], zy[c] = t.Z[2*id], t.Z[2*id+1]
	}
	for i := range w {
		q := t.g.X(i0 + i)
		if t.white != nil {
			q = float64(t.white[0] * (q - t.mean[0]))
		} else {
			q = t.coordinate(q)
		}
		t.axis(t.fx[i*m:(i+1)*m], q, zx)
	}
	if t.white != nil {
		// The second coordinate depends on both x and y; fy holds that of the points.
		copy(t.fy, zy)
		return
	}
	for j := range h {
		t.axis(t.fy[j*m:(j+1)*m], t.coordinate(t.g.Y(j0+j)), zy)
	}
}

// axis writes the key terms of the differences between q and z to f.
func (t *tiler) axis(f []float64, q float64, z []float64) {
	f = f[:len(z)]
	switch t.Kind {
	case kdtree.Euclidean:
		for c, p := range z {
			d := q - p
			f[c] = d * d
		}
	case kdtree.Minkowski:
		for c, p := range z {
			f[c] = t.Power(q - p)
		}
	default:
		for c, p := range z {
			f[c] = math.Abs(q - p)
		}
	}
}

// keysAt computes the keys at node (i, j).
func (t *tiler) keysAt(keys, fx, fy []float64, i, j int) {
	fx, fy = fx[:len(keys)], fy[:len(keys)]
	if t.white != nil {
		q := float64(t.white[2]*(t.g.X(i)-t.mean[0])) + float64(t.white[3]*(t.g.Y(j)-t.mean[1]))
		fy = t.fy[:len(keys)]
		for c := range keys {
			d := q - fy[c]
			keys[c] = fx[c] + float64(d*d)
		}
		return
	}
	if t.Kind == kdtree.Chebyshev {
		for c := range keys {
			keys[c] = max(fx[c], fy[c])
		}
		return
	}
	for c := range keys {
		keys[c] = fx[c] + fy[c]
	}
}

// split puts the neighbours at the centre in front. keys are those left by narrow, unless all points are neighbours.
func (t *tiler) split(order []int32, keys []float64, ring []int32, need int) {
	last := t.last
	if need == len(ring) {
		last = math.Inf(1)
		for c := range keys {
			keys[c] = 0
		}
	}
	t.farAt = 0
	ties := need
	for _, k := range keys {
		if k < last {
			ties--
		}
	}
	a, b := 0, need
	for c, k := range keys {
		in := k < last
		if k == last && ties > 0 {
			in = true
			ties--
		}
		t.inside[c] = in
		if in {
			order[a] = int32(c)
			a++
			t.count(ring[c])
		} else {
			order[b] = int32(c)
			b++
		}
	}
}

// exchange swaps points until no neighbour is farther than a point that is not a neighbour.
func (t *tiler) exchange(order []int32, keys []float64, need int) {
	// Little changes from node to node. The search for the farthest neighbour starts with the last one, and that for
	// the nearest other point with the farthest neighbour, so that nearly every comparison fails.
	in, out := order[:need], order[need:]
	farAt := t.farAt
	for {
		far := keys[in[farAt]]
		for p, c := range in {
			if k := keys[c]; k > far {
				far, farAt = k, p
			}
		}
		near, nearAt := far, -1
		for p, c := range out {
			if k := keys[c]; k <= near {
				near, nearAt = k, p
			}
		}
		t.farAt = farAt
		if nearAt < 0 {
			return
		}
		if far == near {
			// Ties are decided by index: the last of the farthest against the first of the nearest.
			for p, c := range in {
				if keys[c] == far && c > in[farAt] {
					farAt = p
				}
			}
			for p, c := range out {
				if keys[c] == near && c < out[nearAt] {
					nearAt = p
				}
			}
			if in[farAt] < out[nearAt] {
				return
			}
		}
		a, b := in[farAt], out[nearAt]
		in[farAt], out[nearAt] = b, a
		t.inside[a], t.inside[b] = false, true
		if t.value != nil {
			t.sum += t.leafValue[b] - t.leafValue[a]
			continue
		}
		t.votes[t.leafClass[a]]--
		t.votes[t.leafClass[b]]++
	}
}

// weigh writes the shares at a node, with votes weighted by distance.
func (t *tiler) weigh(pos int, keys []float64) {
	if t.value != nil {
		t.weighValues(pos, keys)
		return
	}
	var sum [maxClasses]float64
	inside, class := t.inside[:len(keys)], t.leafClass[:len(keys)]
	zero := false
	for c, k := range keys {
		if !inside[c] {
			continue
		}
		if k == 0 {
			zero = true
			break
		}
		if t.Kind == kdtree.Euclidean { // Space.weight, inlined
			sum[class[c]&(maxClasses-1)] += 1 / max(math.Sqrt(k), 1e-300)
			continue
		}
		sum[class[c]&(maxClasses-1)] += t.weight(k)
	}
	if zero {
		clear(sum[:])
		for c, k := range keys {
			if inside[c] && k == 0 {
				sum[class[c]]++
			}
		}
	}
	var out [maxClasses]float32
	toShares(&sum, &out, t.classes)
	for c, plane := range t.planes {
		plane[pos] = out[c]
	}
}

// weighValues is weigh for regression.
func (t *tiler) weighValues(pos int, keys []float64) {
	var sum, total float64
	for c, k := range keys {
		if !t.inside[c] {
			continue
		}
		if k == 0 {
			sum, total = 0, 0
			for c, k := range keys {
				if t.inside[c] && k == 0 {
					sum += t.leafValue[c]
					total++
				}
			}
			break
		}
		w := 0.0
		if t.Kind == kdtree.Euclidean { // Space.weight, inlined
			w = 1 / max(math.Sqrt(k), 1e-300)
		} else {
			w = t.weight(k)
		}
		sum += w * t.leafValue[c]
		total += w
	}
	t.planes[0][pos] = float32(sum / total)
}
