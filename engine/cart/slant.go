package cart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// An oblique split compares a combination of two inputs with a threshold: x_f + Tilt·x_other ≤ At. Breiman, Friedman,
// Olshen, Stone, section 5.2, and Murthy, Kasif, Salzberg, A system for induction of oblique decision trees, JAIR 2,
// 1994, use local search, as the best split is hard to find in many dimensions. In the plane it is not. A line that
// divides the rows can be moved, without changing the division, until it passes through one of them, its pivot. So the
// best line is among those through a row, with the pivot counted on either side. While a line turns about its pivot by
// half a turn, each other row changes sides once, in the order of its direction. So m points take time m² log m.
//
// In nodes of more than Exactly points not all pivots are tried. From evenly spaced starting pivots, lines are turned
// about the pivot, then about a point that the best line touches, and so on as long as the impurity falls. This
// corresponds to OC1's search over coefficients, with deterministic restarts.
//
// Of all lines that divide the rows in the same way, the one with the widest margin is taken, with the inputs scaled to
// range 1. Its Tilt is rounded to as few digits as keep nearly the whole margin.

// Exactly is the largest number of distinct points in a node for which the oblique split is the optimum. For more
// points it is the result of local search.
const Exactly = 250

const (
	// starts and fewest are the greatest and the least number of starting pivots of the local search; between them,
	// pivots times points is about past.
	starts, fewest, past = 12, 4, 24_000
	// nearly is the least share of the margin that rounding the tilt must keep.
	nearly = 0.9
	// Directions are in units of 2^-42, so half a turn is 2^43; directions that differ by at most alike count as equal.
	unit, alike = 1 << 42, 4
)

// Of returns the left-hand side of the node's comparison with its threshold, at a point.
func (q *Node) Of(x []float64) float64 {
	if q.Tilt == 0 {
		return x[q.Feature]
	}
	return tilted(x[q.Feature], x[1-q.Feature], q.Tilt)
}

// tilted returns x + tilt·y, to the same bits on all machines.
func tilted(x, y, tilt float64) float64 { return x + float64(tilt*y) }

// Range returns the difference between the greatest and the least value of an input.
func (s *Set) Range(feature int) float64 {
	rows := s.sorted[feature]
	return s.Value(rows[len(rows)-1], feature) - s.Value(rows[0], feature)
}

// Slope returns the split whose normal has direction (dx, dy), with the inputs scaled to range 1: an input, and the
// coefficient of the other one. ok is false if the direction is 0, or if the coefficient is out of the range of
// float64.
func (s *Set) Slope(dx, dy float64) (feature int, tilt float64, ok bool) {
	d := [2]float64{dx, dy}
	if math.Abs(dy) > math.Abs(dx) {
		feature = 1
	}
	if d[1-feature] == 0 {
		return feature, 0, d[feature] != 0
	}
	tilt = d[1-feature] / d[feature] * (s.Range(feature) / s.Range(1-feature))
	return feature, tilt, tilt != 0 && !math.IsInf(tilt, 0) && !math.IsNaN(tilt)
}

// Direction returns the angle of the normal of a node's split, with the inputs scaled to range 1, in [0, π): 0 for a
// split by input 0 alone, π/2 for input 1 alone.
func (s *Set) Direction(q *Node) float64 {
	if q.Tilt == 0 {
		return float64(q.Feature) * math.Pi / 2
	}
	var d [2]float64
	d[q.Feature] = s.Range(int(q.Feature))
	d[1-q.Feature] = q.Tilt * s.Range(int(1-q.Feature))
	a := math.Atan2(d[1], d[0])
	if a < 0 {
		a += math.Pi
	}
	return a
}

// site is a distinct point of a node, with the inputs scaled to range 1, and its rows, slanter.rows[from:to].
type site struct {
	x, y     float64
	from, to int32
}

// turned is a line through a pivot that has turned past the first n sites, with the pivot on the left or on the right.
type turned struct {
	pivot int32
	n     int
	left  bool
}

// slanter searches for the best oblique split of a node.
type slanter struct {
	g     *Grower
	q     *Node
	v     []float64
	sites []site
	rows  []int32
	turn  []uint64 // other sites in the order of their directions, see around
	loose []uint64 // buffer of sort
	ends  []int32
	s     side // the rows on the left, for regression and criteria other than Gini
	quick bool // uses sums of squares, see scanGini
	left, right,
	lefts, rights float64
	least float64 // least improvement
	seen  []bool  // pivots that the local search has tried
}

// slant replaces b, the best axis-parallel split, by an oblique split if that leaves less impurity. v holds the class
// weights or the mean of q. The error is job's.
func (g *Grower) slant(q *Node, v []float64, b *best) error {
	if !(g.set.Range(0) > 0 && g.set.Range(1) > 0) || !(b.bar > 0) {
		return nil
	}
	o := newSlanter(g, q, v, g.sorted[0][q.From:q.To], b.least)
	bar := b.bar
	var found turned
	found.pivot = -1
	if m := len(o.sites); m <= Exactly {
		for p := range o.sites {
			if err := g.spend(m); err != nil {
				return err
			}
			if t, rest := o.sweep(int32(p), bar); t.pivot >= 0 {
				found, bar = t, rest-o.least
			}
			if !(bar > 0) {
				break
			}
		}
	} else {
		o.seen = make([]bool, m)
		n := min(max(past/m, fewest), starts)
		for k := range n {
			t, rest, err := o.climb(int32((2*k + 1) * m / (2 * n)))
			if err != nil {
				return err
			}
			if t.pivot >= 0 && rest < bar {
				found, bar = t, rest-o.least
			}
		}
	}
	if found.pivot >= 0 {
		o.draw(found, b)
	}
	return nil
}

// newSlanter groups rows at the same position into sites.
func newSlanter(g *Grower, q *Node, v []float64, rows []int32, least float64) *slanter {
	o := &slanter{g: g, q: q, v: v, least: least, rows: slices.Clone(rows)}
	o.quick = fastGini && g.whole && g.rules.Criterion == Gini && g.target.Class != nil
	x0, y0 := g.set.Value(g.set.sorted[0][0], 0), g.set.Value(g.set.sorted[1][0], 1)
	wide, high := g.set.Range(0), g.set.Range(1)
	at := func(row int32) (x, y float64) {
		return (g.set.Value(row, 0) - x0) / wide, (g.set.Value(row, 1) - y0) / high
	}
	slices.SortFunc(o.rows, func(i, j int32) int {
		ax, ay := at(i)
		bx, by := at(j)
		return cmp.Or(cmp.Compare(ax, bx), cmp.Compare(ay, by), cmp.Compare(i, j))
	})
	for i, row := range o.rows {
		x, y := at(row)
		if n := len(o.sites); n > 0 && o.sites[n-1].x == x && o.sites[n-1].y == y {
			o.sites[n-1].to++
		} else {
			o.sites = append(o.sites, site{x, y, int32(i), int32(i + 1)})
		}
	}
	return o
}

// spend adds the work of turning past m sites, and asks the job from time to time.
func (g *Grower) spend(m int) error {
	if g.work += 8 * m; g.work > workUnit {
		return g.ask()
	}
	return nil
}

// climb turns a line about a pivot, then about the sites that the best line touches, as long as the impurity falls and
// the pivots are new. The error is job's.
func (o *slanter) climb(pivot int32) (found turned, rest float64, err error) {
	found.pivot, rest = -1, math.Inf(1)
	next := []int32{pivot}
	for len(next) > 0 {
		p := next[0]
		next = next[1:]
		if o.seen[p] {
			continue
		}
		o.seen[p] = true
		if err := o.g.spend(len(o.sites)); err != nil {
			return found, rest, err
		}
		t, less := o.sweep(p, rest-o.least)
		if t.pivot < 0 {
			continue
		}
		found, rest = t, less
		m := len(o.turn)
		next = []int32{siteOf(o.turn[(t.n+m-1)%m]), siteOf(o.turn[t.n%m])}
	}
	return found, rest, nil
}

// An entry of turn has the direction in its upper bits, then the bit upper for sites in the upper half plane of the
// pivot, then the site's index.
const upper = 1 << 20

func siteOf(t uint64) int32       { return int32(t & (upper - 1)) }
func directionOf(t uint64) uint64 { return t >> 21 }

// around sorts the sites by the direction of their line through the pivot, over half a turn from the direction of input
// 0.
func (o *slanter) around(pivot int32) {
	c := &o.sites[pivot]
	o.turn = o.turn[:0]
	for i := range o.sites {
		if int32(i) == pivot {
			continue
		}
		t := &o.sites[i]
		dx, dy := t.x-c.x, t.y-c.y
		half := uint64(upper)
		if dy < 0 || dy == 0 && dx < 0 {
			dx, dy, half = -dx, -dy, 0
		}
		// 1 − dx/(|dx| + dy) grows with the angle, from 0 to less than 2.
		way := min(uint64((1-dx/(math.Abs(dx)+dy))*unit), 2*unit-1)
		o.turn = append(o.turn, way<<21|half|uint64(i))
	}
	o.sort()
}

// sort sorts turn. It is a bucket sort with as many buckets as sites, since the directions are spread over the half
// turn.
func (o *slanter) sort() {
	m := len(o.turn)
	if !fastBuckets {
		slices.Sort(o.turn)
		return
	}
	if m < 2 {
		return
	}
	if cap(o.loose) < m {
		o.loose, o.ends = make([]uint64, m), make([]int32, m+1)
	}
	loose, ends := o.loose[:m], o.ends[:m+1]
	clear(ends)
	part := func(t uint64) uint64 { return directionOf(t) >> 20 * uint64(m) >> 23 }
	for _, t := range o.turn {
		ends[part(t)+1]++
	}
	for i := range m {
		ends[i+1] += ends[i]
	}
	copy(loose, o.turn)
	for _, t := range loose {
		i := part(t)
		o.turn[ends[i]] = t
		ends[i]++
	}
	from := int32(0)
	for _, to := range ends[:m] {
		if list := o.turn[from:to]; len(list) > 12 {
			slices.Sort(list)
		} else {
			for i := 1; i < len(list); i++ {
				for j := i; j > 0 && list[j] < list[j-1]; j-- {
					list[j], list[j-1] = list[j-1], list[j]
				}
			}
		}
		from = to
	}
}

// sweep turns a line about a pivot and returns the best of the splits that leave less than bar. found.pivot is −1 if
// there is none.
func (o *slanter) sweep(pivot int32, bar float64) (found turned, rest float64) {
	o.around(pivot)
	o.clear()
	// The line begins along input 0, just before all other directions: what is above it is on the left.
	for _, t := range o.turn {
		if t&upper != 0 {
			o.move(siteOf(t), true)
		}
	}
	found.pivot = -1
	left := false // whether the pivot is on the left
	try := func(n int) {
		for k := range 2 {
			if k == 1 {
				left = !left
				o.move(pivot, left)
			}
			if r := o.rest(); r < bar {
				found, rest, bar = turned{pivot, n, left}, r, r-o.least
			}
		}
	}
	m := len(o.turn)
	if m == 0 {
		return found, rest
	}
	if directionOf(o.turn[0])+2*unit-directionOf(o.turn[m-1]) > alike {
		try(0)
	}
	for i, t := range o.turn {
		o.move(siteOf(t), t&upper == 0)
		if i+1 < m && directionOf(o.turn[i+1])-directionOf(t) > alike {
			try(i + 1)
		}
	}
	return found, rest
}

// clear moves all rows to the right.
func (o *slanter) clear() {
	o.s = o.g.side(o.q, o.v)
	o.left, o.right, o.lefts, o.rights = 0, o.q.Weight, 0, 0
	for _, w := range o.v {
		o.rights += w * w
	}
}

// move moves the rows of a site to the left, or to the right.
func (o *slanter) move(i int32, left bool) {
	g, t := o.g, o.g.target
	for _, row := range o.rows[o.sites[i].from:o.sites[i].to] {
		w, n := g.weight[row], t.draws(row)
		if !left {
			w, n = -w, -n
		}
		o.s.n += n
		if o.quick {
			c := t.Class[row]
			l, r := g.lefts[c], g.rights[c]
			o.lefts += w * (2*l + w)
			o.rights -= w * (2*r - w)
			g.lefts[c], g.rights[c] = l+w, r-w
			o.left += w
			o.right -= w
			continue
		}
		o.s.weight += w
		if t.Class == nil {
			o.s.sum += w * (t.Values[row] - o.v[0])
			continue
		}
		c := t.Class[row]
		g.lefts[c] = max(g.lefts[c]+w, 0)
		g.rights[c] = max(o.v[c]-g.lefts[c], 0)
	}
}

// rest returns the impurity of the two sides times their weights, ∞ if the rules forbid the split.
func (o *slanter) rest() float64 {
	n, all := o.s.n, o.q.N
	if n < max(o.g.rules.MinLeaf, 1) || all-n < max(o.g.rules.MinLeaf, 1) {
		return math.Inf(1)
	}
	if o.quick {
		return (o.left - o.lefts/o.left) + (o.right - o.rights/o.right)
	}
	return o.s.rest()
}

// draw finds the line with the widest margin among those that divide the sites as t does, and writes it to b. b stays
// as it is if the split leaves no less impurity, or if rounding leaves no margin.
func (o *slanter) draw(t turned, b *best) {
	o.around(t.pivot)
	left := make([]bool, len(o.sites))
	left[t.pivot] = t.left
	for i, u := range o.turn {
		left[siteOf(u)] = (u&upper != 0) == (i >= t.n)
	}
	dx, dy := street(o.outline(left, true), o.outline(left, false))
	f, tilt, ok := o.g.set.Slope(dx, dy)
	if !ok {
		return
	}
	other := 1 - f
	if across := [2]float64{dx, dy}; across[f] < 0 { // x_f must have a positive coefficient
		for i := range left {
			left[i] = !left[i]
		}
	}
	o.clear()
	for i, l := range left {
		if l {
			o.move(int32(i), true)
		}
	}
	rest := o.rest()
	if !(rest < b.bar) {
		return
	}
	rows := o.g.set
	for digits := 2; digits <= 17; digits++ {
		c, err := strconv.ParseFloat(strconv.FormatFloat(tilt, 'g', digits, 64), 64)
		if err != nil || c == 0 {
			continue
		}
		below, above := math.Inf(-1), math.Inf(1)
		for i, l := range left {
			for _, row := range o.rows[o.sites[i].from:o.sites[i].to] {
				if x := tilted(rows.Value(row, f), rows.Value(row, other), c); l {
					below = max(below, x)
				} else {
					above = min(above, x)
				}
			}
		}
		wide := (above - below) / math.Hypot(rows.Range(f), c*rows.Range(other))
		if below < above && (digits == 17 || wide >= nearly*math.Hypot(dx, dy)) {
			b.feature, b.tilt, b.below, b.above, b.rest = f, c, below, above, rest
			return
		}
	}
}

// outline returns the corners of the convex hull of the sites on one side (Andrew, Another efficient algorithm for
// convex hulls in two dimensions, 1979).
func (o *slanter) outline(left []bool, of bool) (hull []site) {
	var list []site
	for i, l := range left {
		if l == of {
			list = append(list, o.sites[i])
		}
	}
	if len(list) < 3 {
		return list
	}
	half := func() {
		from := len(hull)
		for _, c := range list {
			for n := len(hull); n >= from+2; n-- {
				a, b := hull[n-2], hull[n-1]
				if (b.x-a.x)*(c.y-a.y)-(b.y-a.y)*(c.x-a.x) > 0 {
					break
				}
				hull = hull[:n-1]
			}
			hull = append(hull, c)
		}
		hull = hull[:len(hull)-1]
	}
	half()
	slices.Reverse(list)
	half()
	return hull
}

// street returns the shortest vector from one convex polygon to another.
func street(a, b []site) (dx, dy float64) {
	least := math.Inf(1)
	// from takes the vector from a corner to the closest point of an edge.
	from := func(p, q, r site, sign float64) {
		ex, ey := r.x-q.x, r.y-q.y
		along := 0.0
		if l := ex*ex + ey*ey; l > 0 {
			along = min(max(((p.x-q.x)*ex+(p.y-q.y)*ey)/l, 0), 1)
		}
		wx, wy := q.x+along*ex-p.x, q.y+along*ey-p.y
		if d := wx*wx + wy*wy; d < least {
			least, dx, dy = d, sign*wx, sign*wy
		}
	}
	for _, p := range a {
		for i, q := range b {
			from(p, q, b[(i+1)%len(b)], 1)
		}
	}
	for _, p := range b {
		for i, q := range a {
			from(p, q, a[(i+1)%len(a)], -1)
		}
	}
	return dx, dy
}
