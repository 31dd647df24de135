package cluster

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"pointscape/engine/grouping"
	"pointscape/engine/method"
)

// bounds saves most distance computations of a run (Hamerly, Making k-means even faster, SDM 2010): if a point's own
// centre is certainly nearer than any other, the point keeps its cluster and the other centres are not checked.
// Rounding errors are included in the bounds, so the clusters are exactly those of assign, also for ties. (5,000 points
// in eight overlapping clusters take less than half the time in WebAssembly.)
type bounds struct {
	size  float64   // largest absolute coordinate in the data
	other []float64 // per point: lower bound on the distance to every centre but its own
	half  []float64 // per centre: half the distance to the nearest other centre, less the rounding error
	drift []float64 // per centre: how much nearer other centres may have come to its points by the last move
	// Per cluster of the last assignment: number of points, and the sum of their positions relative to the centre, added
	// up in the order of the rows.
	counts []int
	sums   []float64
}

func newBounds(x []float64, n, k, d int) *bounds {
	return &bounds{size: floats.Norm(x, inf), other: make([]float64, n), half: make([]float64, k),
		drift:  make([]float64, k),
		counts: make([]int, k), sums: make([]float64, k*d)}
}

// inf selects the maximum norm in floats.Norm.
var inf = math.Inf(1)

// slack bounds the rounding error of a distance between positions with coordinates up to size in d dimensions.
func slack(size float64, d int) float64 { return 1e-14*size*math.Sqrt(float64(d)) + 1e-150 }

// moved updates the bounds after a move of the centres. old is nil before the first assignment.
func (b *bounds) moved(old, centers []float64, d int) {
	if !fastBounds {
		return
	}
	slack := slack(max(b.size, reach(old), reach(centers)), d)
	// The centre that moved most, the length of its move, and the longest move of the others.
	most, shift, rest := 0, 0.0, 0.0
	for c := range b.half {
		at := centers[c*d : (c+1)*d]
		if math.IsInf(at[0], 1) {
			continue // no point is near a removed centre, and removing it only increases the other distances
		}
		near := math.Inf(1)
		for e := range b.half {
			if e != c {
				near = min(near, grouping.SquaredDistance(at, centers[e*d:]))
			}
		}
		b.half[c] = max(0, math.Sqrt(near)/2-slack)
		if old == nil {
			continue
		}
		if s := math.Sqrt(grouping.SquaredDistance(at, old[c*d:])); s > shift {
			most, shift, rest = c, s, shift
		} else {
			rest = max(rest, s)
		}
	}
	for c := range b.drift {
		b.drift[c] = slack + shift
	}
	b.drift[most] = slack + rest
}

// reach returns the largest absolute coordinate of the centres that have not been removed.
func reach(centers []float64) (most float64) {
	for _, x := range centers {
		if x = math.Abs(x); x <= math.MaxFloat64 {
			most = max(most, x)
		}
	}
	return most
}

// assign assigns each row of x to its nearest centre (ties: the first). It returns the sums of the squared distances to
// the centres of the rows' clusters, before and after, and how many rows change theirs. It must be called after moved.
func (b *bounds) assign(job method.Job, x, centers []float64, d int, labels []int32) (before, after float64,
	changed int, err error) {
	put := b.plainRows
	switch {
	case fastPlane && fastBounds && d == 2:
		put = b.rowsInPlane
	case fastBounds:
		put = b.rows
	}
	return b.assignBy(put, job, x, centers, d, labels)
}

// assigner is the assignment of some rows: see assign. other is the part of bounds.other for these rows.
type assigner func(x, centers []float64, labels []int32, other []float64) (before, after float64, changed int)

// assignBy is assign with a given function for the rows.
func (b *bounds) assignBy(put assigner, job method.Job, x, centers []float64, d int, labels []int32) (before,
	after float64, changed int, err error) {
	clear(b.counts)
	clear(b.sums)
	rows := max(1, 2*work/len(centers))
	for from := 0; from < len(labels); from += rows {
		if err := job.Err(); err != nil {
			return 0, 0, 0, err
		}
		to := min(from+rows, len(labels))
		u, v, c := put(x[from*d:to*d], centers, labels[from:to], b.other[from:to])
		before, after, changed = before+u, after+v, changed+c
	}
	return before, after, changed, nil
}

// plainRows compares each row with all centres.
func (b *bounds) plainRows(x, centers []float64, labels []int32, _ []float64) (before, after float64, changed int) {
	d := len(centers) / len(b.counts)
	for i, was := range labels {
		row := x[i*d : (i+1)*d]
		if was >= 0 {
			before += grouping.SquaredDistance(row, centers[int(was)*d:])
		}
		at, best := grouping.Nearest(row, centers)
		after += best
		if was != int32(at) {
			labels[i] = int32(at)
			changed++
		}
		b.counts[at]++
		for t, v := range row {
			b.sums[at*d+t] += v - centers[at*d+t]
		}
	}
	return before, after, changed
}

// rows keeps the clusters of the rows that the bounds decide.
func (b *bounds) rows(x, centers []float64, labels []int32, other []float64) (before, after float64, changed int) {
	other = other[:len(labels)]
	d := len(centers) / len(b.half)
	for i, at := range labels {
		row := x[i*d : (i+1)*d]
		sure := false
		best := 0.0
		if at >= 0 {
			best = grouping.SquaredDistance(row, centers[int(at)*d:])
			before += best
			gap := other[i] - b.drift[at]
			other[i] = gap
			gap = max(gap, b.half[at])
			sure = best < gap*gap*(1-1e-12)
		}
		if !sure {
			near, least, second := nearestTwo(row, centers)
			other[i] = math.Sqrt(second)
			best = least
			if at != int32(near) {
				at = int32(near)
				labels[i] = at
				changed++
			}
		}
		after += best
		b.counts[at]++
		from, sum := centers[int(at)*d:], b.sums[int(at)*d:]
		from, sum = from[:len(row)], sum[:len(row)]
		for t, v := range row {
			sum[t] += v - from[t]
		}
	}
	return before, after, changed
}

// center holds what the assignment in the plane reads and writes for one cluster, next to each other in memory: centre,
// bounds, sum and number of its points.
type center struct {
	x, y        float64
	half, drift float64
	sx, sy      float64
	n           int
}

// rowsInPlane is rows for two coordinates. Products are converted to float64, which prevents fused multiply-add: the
// result is the same on every machine.
func (b *bounds) rowsInPlane(x, centers []float64, labels []int32, other []float64) (before, after float64,
	changed int) {
	list := make([]center, len(b.half))
	for c := range list {
		list[c] = center{centers[2*c], centers[2*c+1], b.half[c], b.drift[c], b.sums[2*c], b.sums[2*c+1], b.counts[c]}
	}
	other, x = other[:len(labels)], x[:2*len(labels)]
	for i, label := range labels {
		px, py := x[2*i], x[2*i+1]
		if label >= 0 {
			c := &list[label]
			dx, dy := px-c.x, py-c.y
			own := float64(dx*dx) + float64(dy*dy)
			before += own
			gap := other[i] - c.drift
			other[i] = gap
			if gap < c.half {
				gap = c.half
			}
			if own < gap*gap*(1-1e-12) {
				after += own
				c.sx += dx
				c.sy += dy
				c.n++
				continue
			}
		}
		best, second, at := math.Inf(1), math.Inf(1), 0
		for j := range list {
			dx, dy := px-list[j].x, py-list[j].y
			if s := float64(dx*dx) + float64(dy*dy); s < best {
				best, second, at = s, best, j
			} else if s < second {
				second = s
			}
		}
		other[i] = math.Sqrt(second)
		after += best
		if label != int32(at) {
			labels[i] = int32(at)
			changed++
		}
		c := &list[at]
		c.sx += px - c.x
		c.sy += py - c.y
		c.n++
	}
	for c, v := range list {
		b.sums[2*c], b.sums[2*c+1], b.counts[c] = v.sx, v.sy, v.n
	}
	return before, after, changed
}

// nearestTwo is nearest, and also returns the squared distance to the second nearest centre.
func nearestTwo(row, centers []float64) (at int, best, second float64) {
	best, second = math.Inf(1), math.Inf(1)
	for j, d := 0, len(row); j*d < len(centers); j++ {
		if s := grouping.SquaredDistance(row, centers[j*d:]); s < best {
			at, best, second = j, s, best
		} else if s < second {
			second = s
		}
	}
	return at, best, second
}
