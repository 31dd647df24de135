package neighbors

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/kdtree"
)

// Tiles are divided until few points are undecided in them.

// tile computes the nodes (i0, j0) to (i1−1, j1−1). The undecided points are ids[lo:], of which need are neighbours.
// guess is an estimate of the key of the last of these. From every node, decided points are at most at distance reach,
// and dropped points at least at distance gap.
func (t *tiler) tile(i0, j0, i1, j1, lo, need int, guess, reach, gap float64) {
	if t.steps++; t.steps&255 == 0 && t.err == nil {
		t.err = t.job.Err()
	}
	if t.err != nil {
		return
	}
	w, h := i1-i0, j1-j0
	if len(t.ids)-lo > need {
		if need, reach, gap = t.narrow(i0, j0, i1, j1, lo, need, guess, reach, gap); need < 0 {
			return
		}
		guess = t.last
	}
	ring := t.ids[lo:]
	m := len(ring)
	if need == 0 {
		t.fill(i0, j0, i1, j1, 0, 0)
		return
	}
	c := t.class[ring[0]]
	same := t.value == nil
	for _, id := range ring {
		if t.class[id] != c {
			same = false
			break
		}
	}
	if same {
		t.fill(i0, j0, i1, j1, c, int32(need))
		return
	}
	if m == need && !t.distance {
		for _, id := range ring {
			t.count(id)
		}
		t.fill(i0, j0, i1, j1, 0, 0)
		return // the caller restores the votes
	}
	// Going from node to node costs about m for each node. Dividing first costs about m for each part and halves the
	// ring.
	if w <= t.side && h <= t.side && (m <= 10*t.side || w*h == 1 || t.distance) {
		if fastLeaf {
			t.each(i0, j0, i1, j1, ring, need)
		} else {
			t.ranked(i0, j0, i1, j1, ring, need)
		}
		return
	}
	im, jm := i1, j1
	if w > h/2 {
		im = i0 + t.half(w)
	}
	if h > w/2 {
		jm = j0 + t.half(h)
	}
	votes, sum, top := t.votes, t.sum, len(t.ids)
	for q := range 4 {
		a0, b0, a1, b1 := i0, j0, im, jm
		if q == 1 || q == 2 {
			a0, a1 = im, i1
		}
		if q >= 2 {
			b0, b1 = jm, j1
		}
		if a0 >= a1 || b0 >= b1 {
			continue
		}
		t.ids = append(t.ids, t.ids[lo:top]...)
		t.tile(a0, b0, a1, b1, top, need, guess, reach, gap)
		t.ids, t.votes, t.sum = t.ids[:top], votes, sum
	}
}

// ranked computes the nodes of a tile one by one: of the points of ring, need are neighbours, those with the smallest
// keys, ties by index.
func (t *tiler) ranked(i0, j0, i1, j1 int, ring []int32, need int) {
	votes, sum := t.votes, t.sum
	near, keys := make([]int32, len(ring)), make([]float64, len(ring))
	for at := range (i1 - i0) * (j1 - j0) {
		i, j := i0+at%(i1-i0), j0+at/(i1-i0)
		var q [2]float64
		t.Map([]float64{t.g.X(i), t.g.Y(j)}, q[:])
		copy(near, ring)
		slices.SortFunc(near, func(a, b int32) int {
			return cmp.Or(cmp.Compare(t.Key(q[:], int(a)), t.Key(q[:], int(b))), int(a-b))
		})
		if t.distance {
			for c, id := range near[:need] {
				keys[c] = t.Key(q[:], int(id))
			}
			t.put(j*t.g.W+i, near[:need], keys[:need])
			t.wrote(i, j, i+1, j+1, true)
			continue
		}
		for _, id := range near[:need] {
			t.count(id)
		}
		t.fill(i, j, i+1, j+1, 0, 0)
		t.votes, t.sum = votes, sum
	}
}

// count records that a point is a neighbour in the whole tile.
func (t *tiler) count(id int32) {
	if t.value != nil {
		t.sum += t.value[id]
		return
	}
	t.votes[t.class[id]]++
}

// half returns where to split n nodes, such that the leaves have full size.
func (t *tiler) half(n int) int {
	if n <= t.side {
		return (n + 1) / 2
	}
	k := t.side
	for 2*k < n {
		k *= 2
	}
	return k
}

// narrow decides points for a whole tile: it counts points of ids[lo:] that are neighbours everywhere, and drops them
// and those that are neighbours nowhere. It returns how many more neighbours are needed, and the new reach and gap; −1
// if the tile is unaffected by the edit.
func (t *tiler) narrow(i0, j0, i1, j1, lo, need int, guess, reach, gap float64) (int, float64, float64) {
	g := &t.g
	xa, xb, ya, yb := g.X(i0), g.X(i1-1), g.Y(j0), g.Y(j1-1)
	var c [2]float64
	place := [2]float64{(xa + xb) / 2, (ya + yb) / 2}
	t.Map(place[:], c[:])
	r := t.radius(math.Abs(xb-xa)/2, math.Abs(yb-ya)/2)

	ring := t.ids[lo:]
	keys := t.keysFrom(ring, c[:])
	last, after := t.lastTwo(keys, need, guess)
	dl, da := t.Length(last), t.Length(after)
	slack := 2*r + t.rough + 1e-12*(da+r)
	out, in := t.KeyOf(dl+slack), -1.0
	if da > slack && !t.distance {
		in = t.KeyOf(da - slack)
	}
	if t.after != nil {
		// A point that is nowhere a neighbour after the edit may have been one before.
		near := in
		if free := (gap-r)*(1-1e-12) - t.rough; near >= 0 && free < da-slack {
			near = -1
			if free > 0 {
				near = t.KeyOf(free)
			}
		}
		if t.spares(c[:], near, t.KeyOf(max(dl+slack, reach+r+t.rough+1e-12*(reach+r)))) {
			return -1, 0, 0
		}
	}
	// keys is compacted with the list, and t.last keeps the need-th key: a leaf starts with the neighbours of the
	// centre.
	t.last = last
	n, decided, dropped := 0, 0.0, math.Inf(1)
	for i, id := range ring {
		k := keys[i]
		if k > out {
			if k < dropped {
				dropped = k
			}
			continue
		}
		if k < in {
			t.count(id)
			need--
			if k > decided {
				decided = k
			}
			continue
		}
		ring[n], keys[n] = id, k
		n++
	}
	t.ids = t.ids[:lo+n]
	if t.after != nil {
		if decided > 0 {
			reach = max(reach, t.Length(decided)+r)
		}
		if !math.IsInf(dropped, 1) {
			gap = min(gap, t.Length(dropped)-r)
		}
	}
	return need, reach, gap
}

// keysFrom returns the keys of the distances from c to the points ids.
func (t *tiler) keysFrom(ids []int32, c []float64) []float64 {
	m := len(ids)
	if cap(t.keys) < m {
		t.keys, t.pick = make([]float64, 2*m), make([]float64, 2*m)
	}
	keys := t.keys[:m]
	z := t.Z
	switch t.Kind {
	case kdtree.Euclidean:
		for i, id := range ids {
			p := z[2*id : 2*id+2 : 2*id+2]
			dx, dy := c[0]-p[0], c[1]-p[1]
			keys[i] = dx*dx + dy*dy
		}
	case kdtree.Manhattan:
		for i, id := range ids {
			p := z[2*id : 2*id+2 : 2*id+2]
			keys[i] = math.Abs(c[0]-p[0]) + math.Abs(c[1]-p[1])
		}
	default:
		for i, id := range ids {
			keys[i] = t.Key(c, int(id))
		}
	}
	return keys
}

// lastTwo is orderStatistics with a guess of the k-th: it partitions the numbers at the guess and searches only one
// side.
func (t *tiler) lastTwo(a []float64, k int, guess float64) (last, after float64) {
	m := len(a)
	pick := t.pick[:m]
	if !fastRanks {
		copy(pick, a)
		return twoSmallest(pick, k)
	}
	// Each number is written to both ends of the free range, and one of the copies is kept: there are no branches.
	low := 0
	for i, x := range a {
		pick[low], pick[low+m-1-i] = x, x
		next := low
		if x < guess {
			next = low + 1
		}
		low = next
	}
	switch {
	case low > k:
		return t.orderStatistics(pick[:low], k)
	case low < k:
		return t.orderStatistics(pick[low:], k-low)
	}
	last, after = pick[0], pick[k]
	for _, x := range pick[1:k] {
		if x > last {
			last = x
		}
	}
	for _, x := range pick[k+1:] {
		if x < after {
			after = x
		}
	}
	return last, after
}

// orderStatistics returns the k-th and the (k+1)-th smallest of more than k numbers, which it may reorder.
func (t *tiler) orderStatistics(a []float64, k int) (last, after float64) {
	const few = 7
	var b [few + 1]float64
	switch {
	case k == 1:
		last, after = a[0], math.Inf(1)
		for _, x := range a[1:] {
			if x < last {
				last, after = x, last
			} else if x < after {
				after = x
			}
		}
		return last, after
	case k < few:
		// The k+1 smallest numbers so far, sorted.
		for i := range b[:k+1] {
			b[i] = math.Inf(1)
		}
		for _, x := range a {
			if x >= b[k] {
				continue
			}
			i := k
			for ; i > 0 && b[i-1] > x; i-- {
				b[i] = b[i-1]
			}
			b[i] = x
		}
		return b[k-1], b[k]
	case len(a)-k < few:
		// The same with the largest.
		m := len(a) - k
		for i := range b[:m+1] {
			b[i] = math.Inf(-1)
		}
		for _, x := range a {
			if x <= b[m] {
				continue
			}
			i := m
			for ; i > 0 && b[i-1] < x; i-- {
				b[i] = b[i-1]
			}
			b[i] = x
		}
		return b[m], b[m-1]
	}
	return twoSmallest(a, k)
}

// radius returns half the length, in mapped coordinates, of the longer diagonal of a rectangle with half-sides hx and
// hy.
func (t *tiler) radius(hx, hy float64) float64 {
	if t.white != nil {
		x, a, b := t.white[0]*hx, t.white[2]*hx, t.white[3]*hy
		return math.Hypot(x, math.Abs(a)+math.Abs(b))
	}
	x, y := t.Term(hx*t.scale), t.Term(hy*t.scale)
	if t.Kind == kdtree.Chebyshev {
		return max(x, y)
	}
	return t.Length(x + y)
}

// twoSmallest returns the k-th and the (k+1)-th smallest of a, which has more than k numbers, and reorders it (Hoare,
// 1961).
func twoSmallest(a []float64, k int) (last, after float64) {
	lo, hi := 0, len(a)-1
	for lo < hi {
		pivot := a[(lo+hi)/2]
		i, j := lo, hi
		for i <= j {
			for a[i] < pivot {
				i++
			}
			for a[j] > pivot {
				j--
			}
			if i <= j {
				a[i], a[j] = a[j], a[i]
				i++
				j--
			}
		}
		switch {
		case k-1 <= j:
			hi = j
		case k-1 >= i:
			lo = i
		default:
			lo = hi
		}
	}
	after = a[k]
	for _, x := range a[k+1:] {
		if x < after {
			after = x
		}
	}
	return a[k-1], after
}

// fill gives all nodes of a tile the shares of the votes, plus more votes for class c; in a regression, the mean of the
// decided points.
func (t *tiler) fill(i0, j0, i1, j1 int, c uint8, more int32) {
	other := false
	for k, plane := range t.planes {
		v := t.votes[k]
		if k == int(c) {
			v += more
		}
		if v == 0 && t.value == nil && t.after == nil {
			continue // planes are initially 0
		}
		s := t.share[v]
		if t.value != nil {
			s = float32(t.sum / float64(t.k))
		}
		for j := j0; j < j1; j++ {
			row := plane[j*t.g.W+i0 : j*t.g.W+i1]
			if t.after != nil && !other {
				other = slices.ContainsFunc(row, func(v float32) bool { return v != s })
			}
			for i := range row {
				row[i] = s
			}
		}
	}
	t.wrote(i0, j0, i1, j1, other)
}

// wrote records which part of the raster has changed.
func (t *tiler) wrote(i0, j0, i1, j1 int, other bool) {
	if other && t.after != nil {
		t.into.Touch(i0, j0, i1, j1)
	}
}
