package hierarchy

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/method"
)

// Linkages: distances between groups.
const (
	linkSingle   = "single"
	linkComplete = "complete"
	linkAverage  = "average"
	linkWard     = "ward"
)

// Metrics: distances between rows.
const (
	metricEuclidean = "euclidean"
	metricManhattan = "manhattan"
	metricCosine    = "cosine"
)

// merge joins two groups of rows. Groups are nodes: row i is node i, and the k-th merge creates node n+k.
type merge struct {
	a, b   int     // a < b
	height float64 // distance of the groups by the linkage
	size   int     // number of rows of both
	i, j   int     // single linkage: the two nearest rows, one of each group; otherwise any row of a and any row of b
}

// barely is a positive distance that is as good as 0.
const barely = math.SmallestNonzeroFloat64

// linked returns the n−1 merges of all rows, the lowest first. Single linkage is a minimum spanning tree (Gower and
// Ross, Applied Statistics 18, 1969), by Prim's algorithm from the first row: time n², memory n. The other linkages use
// nearest-neighbour chains (Murtagh, Computer Journal 26, 1983; Müllner, Modern hierarchical, agglomerative clustering
// algorithms, arXiv:1109.2378, 2011) with the Lance–Williams update of distances: time n², memory n²/2 numbers.
//
// Ties may be broken in any way, and the choice can change the tree. As in SciPy, a chain begins at the first group; of
// equally near groups it prefers the previous one of the chain, then the first one; a merged group takes the index of
// the later of the two; merges of equal height keep the order in which they were found.
func linked(job method.Job, p *method.Problem, linkage, metric string) (list []merge, err error) {
	far := rowDistance(p, linkage, metric)
	if metric == metricCosine && linkage != linkWard {
		// Rows in the same direction are also at distance 0, but equal rows are merged before them.
		angle := far
		far = func(i, j int) float64 {
			d := angle(i, j)
			if d == 0 && !slices.Equal(p.At(i), p.At(j)) {
				return barely
			}
			return d
		}
	}
	if linkage == linkSingle {
		list, err = spanning(job, p.N, far)
	} else {
		list, err = chained(job, p.N, far, update(linkage))
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(x, y merge) int { return cmp.Compare(x.height, y.height) })
	for k := range list {
		if list[k].height == barely {
			list[k].height = 0
		}
	}
	// Find the groups that contain the rows of each merge.
	group := make([]int, 2*p.N) // per node: the node into which it was merged, itself if none
	for i := range group {
		group[i] = i
	}
	find := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	size := func(node int) int {
		if node < p.N {
			return 1
		}
		return list[node-p.N].size
	}
	for k := range list {
		m := &list[k]
		m.a, m.b = find(m.i), find(m.j)
		if m.a > m.b {
			m.a, m.b, m.i, m.j = m.b, m.a, m.j, m.i
		}
		m.size = size(m.a) + size(m.b)
		group[m.a], group[m.b] = p.N+k, p.N+k
	}
	return list, nil
}

// rowDistance returns the distance between two rows of p. Ward's linkage uses Euclidean distances (squared in the
// update).
func rowDistance(p *method.Problem, linkage, metric string) func(i, j int) float64 {
	switch {
	case linkage == linkWard || metric == metricEuclidean:
		return func(i, j int) float64 { return euclidean(p.At(i), p.At(j)) }
	case metric == metricManhattan:
		return func(i, j int) float64 { return manhattan(p.At(i), p.At(j)) }
	}
	return func(i, j int) float64 { return cosine(p.At(i), p.At(j)) }
}

// far returns the distance between two vectors, which need not be rows of the problem.
func far(metric string) func(x, y []float64) float64 {
	switch metric {
	case metricManhattan:
		return manhattan
	case metricCosine:
		return cosine
	}
	return euclidean
}

func euclidean(x, y []float64) float64 {
	if len(x) == 2 {
		return math.Hypot(x[0]-y[0], x[1]-y[1])
	}
	sum := 0.0
	for k, v := range x {
		sum += (v - y[k]) * (v - y[k])
	}
	if sum > 1e-280 && sum < 1e280 || sum == 0 && slices.Equal(x, y) {
		return math.Sqrt(sum)
	}
	most := 0.0 // the squares underflow or overflow
	for k, v := range x {
		most = max(most, math.Abs(v-y[k]))
	}
	sum = 0
	for k, v := range x {
		d := (v - y[k]) / most
		sum += d * d
	}
	return most * math.Sqrt(sum)
}

func manhattan(x, y []float64) (sum float64) {
	for k, v := range x {
		sum += math.Abs(v - y[k])
	}
	return sum
}

// cosine returns 1 minus the cosine of the angle between two rows seen from the origin. A row at the origin is at
// distance 1 from all others, as in scikit-learn.
func cosine(x, y []float64) float64 {
	if slices.Equal(x, y) {
		return 0
	}
	mx, my := 0.0, 0.0
	for k := range x {
		mx, my = max(mx, math.Abs(x[k])), max(my, math.Abs(y[k]))
	}
	if mx == 0 || my == 0 {
		return 1
	}
	xy, xx, yy := 0.0, 0.0, 0.0
	for k := range x {
		a, b := x[k]/mx, y[k]/my
		xy, xx, yy = xy+a*b, xx+a*a, yy+b*b
	}
	return min(max(1-xy/math.Sqrt(xx)/math.Sqrt(yy), 0), 2)
}

// update returns the Lance–Williams formula of the linkage (Computer Journal 9, 1967): the distance of a third group,
// of ni rows, to the union of two groups of nx and ny rows at distance dxy, from its distances dxi and dyi to each.
// These linkages are reducible, even with rounding: the union is no nearer than the nearer of the two.
func update(linkage string) func(dxi, dyi, dxy, nx, ny, ni float64) float64 {
	switch linkage {
	case linkComplete:
		return func(dxi, dyi, _, _, _, _ float64) float64 { return max(dxi, dyi) }
	case linkAverage:
		return func(dxi, dyi, _, nx, ny, _ float64) float64 {
			return max((nx*dxi+ny*dyi)/(nx+ny), min(dxi, dyi))
		}
	}
	return func(dxi, dyi, dxy, nx, ny, ni float64) float64 {
		unit := max(dxi, dyi, dxy)
		if unit == 0 {
			return 0
		}
		a, b, c := dxi/unit, dyi/unit, dxy/unit
		sum := ((nx+ni)*a*a + (ny+ni)*b*b - ni*c*c) / (nx + ny + ni)
		return max(unit*math.Sqrt(max(sum, 0)), min(dxi, dyi))
	}
}

// questions checks for cancellation and reports the progress every 2¹⁸ operations.
type questions struct {
	job         method.Job
	since, done int
	all         int // number of all operations
}

func (b *questions) took(n int) error {
	b.since += n
	if b.since < 1<<18 {
		return nil
	}
	b.done += b.since
	b.since = 0
	method.Progress(b.job, min(float64(b.done)/float64(b.all), 1))
	return b.job.Err()
}

// spanning returns the edges of a minimum spanning tree.
func spanning(job method.Job, n int, far func(i, j int) float64) ([]merge, error) {
	b := questions{job: job, all: 4 * n * n}
	least, from, in := make([]float64, n), make([]int, n), make([]bool, n)
	for i := range least {
		least[i] = math.Inf(1)
	}
	var list []merge
	for at := 0; len(list) < n-1; {
		in[at] = true
		next := -1
		for i := range n {
			if in[i] {
				continue
			}
			if d := far(at, i); d < least[i] {
				least[i], from[i] = d, at
			}
			if next < 0 || least[i] < least[next] {
				next = i
			}
		}
		if err := b.took(8 * n); err != nil {
			return nil, err
		}
		list = append(list, merge{i: from[next], j: next, height: least[next]})
		at = next
	}
	return list, nil
}

// chained merges groups along nearest-neighbour chains. Two groups that are each other's nearest neighbour are merged
// at once, as no later merge can come between them.
func chained(job method.Job, n int, far func(i, j int) float64, union func(dxi, dyi, dxy, nx, ny, ni float64) float64) (
	[]merge, error) {
	b := questions{job: job, all: 9 * n * n}
	// The distance of the pair i < j is at row[i]+j.
	dist, row := make([]float64, n*(n-1)/2), make([]int, n)
	place := func(i, j int) int {
		if i > j {
			i, j = j, i
		}
		return row[i] + j
	}
	for i := range n {
		row[i] = i*(2*n-i-1)/2 - i - 1
		for j := i + 1; j < n; j++ {
			dist[row[i]+j] = far(i, j)
		}
		if err := b.took(8 * (n - i)); err != nil {
			return nil, err
		}
	}
	// Each group is represented by one of its rows. left lists those of the remaining groups in ascending order.
	size, left := make([]float64, n), make([]int, n)
	for i := range size {
		size[i], left[i] = 1, i
	}
	var list []merge
	var chain []int
	for len(list) < n-1 {
		if len(chain) == 0 {
			chain = append(chain, left[0])
		}
		x := chain[len(chain)-1]
		y, least := -1, math.Inf(1)
		if len(chain) > 1 {
			y = chain[len(chain)-2]
			least = dist[place(x, y)]
		}
		back := y
		for _, i := range left {
			if i == x {
				continue
			}
			if d := dist[place(x, i)]; d < least || y < 0 {
				y, least = i, d
			}
		}
		if err := b.took(2 * len(left)); err != nil {
			return nil, err
		}
		if y != back {
			chain = append(chain, y)
			continue
		}
		chain = chain[:len(chain)-2]
		if x > y {
			x, y = y, x
		}
		list = append(list, merge{i: x, j: y, height: least})
		at, _ := slices.BinarySearch(left, x)
		left = slices.Delete(left, at, at+1)
		for _, i := range left {
			if i != y {
				dist[place(i, y)] = union(dist[place(i, x)], dist[place(i, y)], least, size[x], size[y], size[i])
			}
		}
		size[y] += size[x]
		size[x] = 0
		if err := b.took(4 * len(left)); err != nil {
			return nil, err
		}
	}
	return list, nil
}
