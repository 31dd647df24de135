package neighbors

import (
	"math"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/voronoi"
)

// leafSide is the side of the tiles in which the nodes get answers of their own:
// larger where a key costs much, because a leaf computes its terms along x and
// along y only once.
const (
	leafSide      = 4
	leafSidePower = 8
)

// maxClasses is how many classes votes are counted for.
const maxClasses = 16

// tiler computes the class shares at every node of a grid, each exactly as a
// search of its own would find them.
//
// A tile of nodes with centre c lies within the distance r of c. Let `need` of
// the points U be among the nearest at each of its nodes (which ones, may differ
// from node to node), and D(1) <= D(2) <= ... their distances from c. By the
// triangle inequality a point of U
//
//   - nearer to c than D(need+1) - 2r is among the nearest at every node,
//   - farther from c than D(need) + 2r is so at none,
//
// and only a ring of U remains undecided. Tiles are divided until the ring is
// empty, or votes with one voice, and the whole tile gets one answer; or until
// so few nodes are left that it is quicker to go from node to node, and to
// exchange the points that enter the neighbourhood for those that leave it.
type tiler struct {
	*Space
	voter
	job    method.Job
	g      picture.Grid
	planes [][]float32
	k      int
	side   int       // of leaves
	share  []float32 // of 0, 1, ..., k votes
	rough  float64   // bound on the rounding of mapped coordinates
	steps  int
	err    error

	// ids is a stack of lists of undecided points, one for each tile that is
	// being divided, in order of index. Decided ones are counted in votes. When
	// distances count, the neighbours must stay known: none is ever decided.
	ids   []int32
	votes [maxClasses]int32

	keys, pick []float64
	last       float64   // of narrow: the need-th key at the centre
	fx, fy     []float64 // leaf: keys' terms along x for each column, along y for each row
	zx, zy     []float64 // leaf: the points
	order      []int32   // leaf: positions in the list, neighbours first
	inside     []bool    // leaf: of each position
	farAt      int       // leaf: where in order the last node's farthest neighbour is
	leafClass  []uint8   // leaf: of each position

	// Regression: the points' values are added up where classes would be
	// counted, and their mean is the only plane.
	value     []float64 // of each point; nil = classification
	sum       float64   // of those that are decided, in place of votes
	leafValue []float64 // leaf: of each position
}

// shares fills one plane a class with the shares of the k nearest points.
func shares(job method.Job, s *Space, v voter, k int, g picture.Grid) ([][]float32, error) {
	return (&tiler{Space: s, voter: v, job: job, g: g, k: min(k, s.n)}).run()
}

// means fills a plane with the mean value of the k nearest points.
func means(job method.Job, s *Space, value []float64, distance bool, k int, g picture.Grid) ([]float32, error) {
	t := &tiler{Space: s, job: job, g: g, k: min(k, s.n), value: value}
	t.classes, t.class, t.distance = 1, make([]uint8, s.n), distance
	planes, err := t.run()
	return planes[0], err
}

func (t *tiler) run() ([][]float32, error) {
	s, g := t.Space, t.g
	t.side = leafSide
	if s.kind == minkowski && s.whole == 0 {
		t.side = leafSidePower
	}
	t.planes = make([][]float32, t.classes)
	for c := range t.planes {
		t.planes[c] = make([]float32, g.W*g.H)
	}
	if t.k == 1 && s.kind == euclidean && s.white == nil && g.DX > 0 {
		return t.planes, t.byCells()
	}
	t.share = make([]float32, t.k+1)
	for i := range t.share {
		t.share[i] = float32(float64(i) / float64(t.k))
	}
	t.rough = t.roughness()
	t.ids = make([]int32, s.n, 4*s.n+1024)
	for i := range t.ids {
		t.ids[i] = int32(i)
	}
	t.tile(0, 0, g.W, g.H, 0, t.k, math.Inf(1))
	return t.planes, t.err
}

// byCells answers for one Euclidean neighbour: row by row through the Voronoi
// cells, whose sites are in the order of their first points.
func (t *tiler) byCells() error {
	g := t.g
	d, err := voronoi.New(t.job, t.z)
	if err != nil {
		return err
	}
	return d.Rows(t.job, g, func(j int, runs []voronoi.Run) {
		at := 0
		for r := 0; r < len(runs); {
			// Runs of one answer are filled at once.
			p := d.Point(int(runs[r].Site))
			c, value := t.class[p], float32(1)
			if t.value != nil {
				value = float32(t.value[p])
			}
			end := int(runs[r].End)
			for r++; r < len(runs) && t.value == nil && t.class[d.Point(int(runs[r].Site))] == c; r++ {
				end = int(runs[r].End)
			}
			row := t.planes[c][j*g.W+at : j*g.W+end]
			for i := range row {
				row[i] = value
			}
			at = end
		}
	})
}

// roughness bounds the rounding errors of mapped coordinates on the grid.
func (t *tiler) roughness() float64 {
	g := &t.g
	x := max(math.Abs(g.X0), math.Abs(g.X(g.W-1)))
	y := max(math.Abs(g.Y(0)), math.Abs(g.Y(g.H-1)))
	if t.white == nil {
		return 1e-14 * (x + y) * t.scale
	}
	x += math.Abs(t.mean[0])
	y += math.Abs(t.mean[1])
	return 1e-14 * ((math.Abs(t.white[0])+math.Abs(t.white[2]))*x + math.Abs(t.white[3])*y)
}

// tile answers for the nodes from (i0, j0) to before (i1, j1). The undecided
// points are ids[lo:], of which need are neighbours. The key of the last of these
// is probably not far from guess.
func (t *tiler) tile(i0, j0, i1, j1, lo, need int, guess float64) {
	if t.steps++; t.steps&255 == 0 && t.err == nil {
		t.err = t.job.Err()
	}
	if t.err != nil {
		return
	}
	w, h := i1-i0, j1-j0
	if len(t.ids)-lo > need {
		need = t.narrow(i0, j0, i1, j1, lo, need, guess)
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
		return // whoever divided the tile restores the votes
	}
	// Going from node to node costs about m at each. Dividing first costs about
	// m for each of the parts, and halves the ring.
	if w <= t.side && h <= t.side && (m <= 10*t.side || w*h == 1 || t.distance) {
		t.each(i0, j0, i1, j1, ring, need)
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
		t.tile(a0, b0, a1, b1, top, need, guess)
		t.ids, t.votes, t.sum = t.ids[:top], votes, sum
	}
}

// count decides that a point is a neighbour.
func (t *tiler) count(id int32) {
	if t.value != nil {
		t.sum += t.value[id]
		return
	}
	t.votes[t.class[id]]++
}

// half splits n nodes so that the tiles end with leaves of full size.
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

// narrow decides what can be decided for a whole tile: it counts points of
// ids[lo:] that are neighbours everywhere, drops them and those that are
// neighbours nowhere, and returns how many more neighbours are needed.
func (t *tiler) narrow(i0, j0, i1, j1, lo, need int, guess float64) int {
	g := &t.g
	xa, xb, ya, yb := g.X(i0), g.X(i1-1), g.Y(j0), g.Y(j1-1)
	var c [2]float64
	place := [2]float64{(xa + xb) / 2, (ya + yb) / 2}
	t.Map(place[:], c[:])
	r := t.radius(math.Abs(xb-xa)/2, math.Abs(yb-ya)/2)

	ring := t.ids[lo:]
	m := len(ring)
	if cap(t.keys) < m {
		t.keys, t.pick = make([]float64, 2*m), make([]float64, 2*m)
	}
	keys := t.keys[:m]
	z := t.z
	switch t.kind {
	case euclidean:
		for i, id := range ring {
			p := z[2*id : 2*id+2 : 2*id+2]
			dx, dy := c[0]-p[0], c[1]-p[1]
			keys[i] = dx*dx + dy*dy
		}
	case manhattan:
		for i, id := range ring {
			p := z[2*id : 2*id+2 : 2*id+2]
			keys[i] = math.Abs(c[0]-p[0]) + math.Abs(c[1]-p[1])
		}
	case chebyshev:
		for i, id := range ring {
			p := z[2*id : 2*id+2 : 2*id+2]
			keys[i] = max(math.Abs(c[0]-p[0]), math.Abs(c[1]-p[1]))
		}
	default:
		for i, id := range ring {
			p := z[2*id : 2*id+2 : 2*id+2]
			keys[i] = t.power(c[0]-p[0]) + t.power(c[1]-p[1])
		}
	}
	last, after := t.lastTwo(keys, need, guess)
	dl, da := t.length(last), t.length(after)
	slack := 2*r + t.rough + 1e-12*(da+r)
	out, in := t.keyOf(dl+slack), -1.0
	if da > slack && !t.distance {
		in = t.keyOf(da - slack)
	}
	// keys is compacted with the list, and t.last remembers the need-th: a leaf
	// begins with the neighbours of the centre.
	t.last = last
	n := 0
	for i, id := range ring {
		k := keys[i]
		if k > out {
			continue
		}
		if k < in {
			t.count(id)
			need--
			continue
		}
		ring[n], keys[n] = id, k
		n++
	}
	t.ids = t.ids[:lo+n]
	return need
}

// lastTwo is orderStatistics by a guess of the k-th: it divides the numbers there,
// and looks for both on their side only.
func (t *tiler) lastTwo(a []float64, k int, guess float64) (last, after float64) {
	m := len(a)
	pick := t.pick[:m]
	// A number goes to both ends of what is free, and stays at one of them: no
	// jump depends on it.
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

// orderStatistics returns the k-th and the (k+1)-th smallest of more than k
// numbers, which it may reorder.
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
		// The k+1 smallest so far, sorted.
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
		// The same from above.
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

// radius is the length in mapped coordinates of the longer diagonal of a
// rectangle with the half-sides hx and hy.
func (t *tiler) radius(hx, hy float64) float64 {
	if t.white != nil {
		x, a, b := t.white[0]*hx, t.white[2]*hx, t.white[3]*hy
		return math.Hypot(x, math.Abs(a)+math.Abs(b))
	}
	x, y := t.term(hx*t.scale), t.term(hy*t.scale)
	if t.kind == chebyshev {
		return max(x, y)
	}
	return t.length(x + y)
}

// twoSmallest returns the k-th and the (k+1)-th smallest of a, which has more
// than k numbers, and reorders it (Hoare, 1961).
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

// fill gives all nodes of a tile the votes, and more of them to class c.
func (t *tiler) fill(i0, j0, i1, j1 int, c uint8, more int32) {
	for k, plane := range t.planes {
		v := t.votes[k]
		if k == int(c) {
			v += more
		}
		if v == 0 && t.value == nil {
			continue // planes are made empty
		}
		s := t.share[v]
		if t.value != nil {
			s = float32(t.sum / float64(t.k))
		}
		for j := j0; j < j1; j++ {
			row := plane[j*t.g.W+i0 : j*t.g.W+i1]
			for i := range row {
				row[i] = s
			}
		}
	}
}

// each answers node by node, to and fro.
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
			continue
		}
		if t.value != nil {
			t.planes[0][pos] = float32(t.sum / float64(t.k))
			continue
		}
		for c, plane := range t.planes {
			plane[pos] = t.share[t.votes[c]]
		}
	}
}

// nearest is each for a single neighbour: there is nothing to exchange.
func (t *tiler) nearest(i0, j0, w, h int, ring []int32) {
	m := len(ring)
	t.terms(i0, j0, w, h, ring)
	plain := t.white == nil && t.kind != chebyshev
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
			t.planes[t.class[ring[at]]][(j0+j)*t.g.W+i0+i] = share
		}
	}
}

// terms fills fx and fy.
func (t *tiler) terms(i0, j0, w, h int, ring []int32) {
	m := len(ring)
	if cap(t.zx) < m {
		t.zx, t.zy = make([]float64, 2*m), make([]float64, 2*m)
	}
	zx, zy := t.zx[:m], t.zy[:m]
	for c, id := range ring {
		zx[c], zy[c] = t.z[2*id], t.z[2*id+1]
	}
	for i := range w {
		q := t.g.X(i0 + i)
		if t.white != nil {
			q = float64(t.white[0] * (q - t.mean[0]))
		} else {
			q *= t.scale
		}
		t.axis(t.fx[i*m:(i+1)*m], q, zx)
	}
	if t.white != nil {
		// The second coordinate depends on both; fy holds the points' own.
		copy(t.fy, zy)
		return
	}
	for j := range h {
		t.axis(t.fy[j*m:(j+1)*m], t.g.Y(j0+j)*t.scale, zy)
	}
}

// axis fills f with the terms of the differences between q and z.
func (t *tiler) axis(f []float64, q float64, z []float64) {
	f = f[:len(z)]
	switch t.kind {
	case euclidean:
		for c, p := range z {
			d := q - p
			f[c] = d * d
		}
	case minkowski:
		for c, p := range z {
			f[c] = t.power(q - p)
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
	if t.kind == chebyshev {
		for c := range keys {
			keys[c] = max(fx[c], fy[c])
		}
		return
	}
	for c := range keys {
		keys[c] = fx[c] + fy[c]
	}
}

// split puts the neighbours at the centre in front; keys are those that narrow
// has left, unless all are neighbours.
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

// exchange lets points change places until no neighbour is farther than a point
// that is none.
func (t *tiler) exchange(order []int32, keys []float64, need int) {
	// From node to node little changes: the search for the farthest starts with
	// the last one, and that for the nearest with the farthest, so that nearly
	// every comparison fails.
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
			// Ties go by index: the last of the farthest against the first of
			// the nearest.
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

// weigh writes the shares at a node by the distances of the neighbours.
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
		if t.kind == euclidean { // Space.weight without the calls
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

// weighValues is weigh for values.
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
		if t.kind == euclidean { // Space.weight without the calls
			w = 1 / max(math.Sqrt(k), 1e-300)
		} else {
			w = t.weight(k)
		}
		sum += w * t.leafValue[c]
		total += w
	}
	t.planes[0][pos] = float32(sum / total)
}
