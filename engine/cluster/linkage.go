package cluster

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/method"
)

// Linkages: how far two groups are apart.
const (
	linkSingle   = "single"
	linkComplete = "complete"
	linkAverage  = "average"
	linkWard     = "ward"
)

// Metrics: how far two rows are apart.
const (
	metricEuclidean = "euclidean"
	metricManhattan = "manhattan"
	metricCosine    = "cosine"
)

// merge joins two groups of n rows. Groups are nodes: row i is node i, and the k-th merge
// makes node n+k.
type merge struct {
	a, b   int     // a < b
	height float64 // how far apart they are, by the linkage
	size   int     // rows of both
	i, j   int     // with single linkage the two nearest rows, one of each; else one of a, and one of b
}

// barely is a distance that is more than 0, and as good as 0.
const barely = math.SmallestNonzeroFloat64

// linked are the n−1 merges of all rows, the lowest first. Single linkage is a minimum spanning tree
// (Gower and Ross, Applied Statistics 18, 1969), by Prim's algorithm from the first row: time n²,
// memory n. All others are found by chains of nearest neighbours (Murtagh, Computer Journal 26,
// 1983; Müllner, Modern hierarchical, agglomerative clustering algorithms, arXiv:1109.2378, 2011),
// with distances as Lance and Williams update them: time n², memory n²/2 numbers.
//
// Of equal distances, any is right, and another choice may give another tree. As in SciPy, a
// chain begins at the first group, goes back rather than to another group that is as near, and else to the
// first of those; a merge takes the place of its later group; merges of the same height stay in
// the order in which they were found.
func linked(job method.Job, p *method.Problem, linkage, metric string) (list []merge, err error) {
	far := rowDistance(p, linkage, metric)
	if metric == metricCosine && linkage != linkWard {
		// Rows in one direction are at the distance 0, too, and equal rows come together before them.
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
	// The groups in which the rows are that a merge has found.
	group := make([]int, 2*p.N) // of each node the one that it is in, itself where it is in none
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

// rowDistance measures how far two rows are apart. Ward's linkage is of squared Euclidean distances.
func rowDistance(p *method.Problem, linkage, metric string) func(i, j int) float64 {
	switch {
	case linkage == linkWard || metric == metricEuclidean:
		return func(i, j int) float64 { return euclidean(p.At(i), p.At(j)) }
	case metric == metricManhattan:
		return func(i, j int) float64 { return manhattan(p.At(i), p.At(j)) }
	}
	return func(i, j int) float64 { return cosine(p.At(i), p.At(j)) }
}

// far is the distance of a row and numbers that are none of the problem's.
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
	most := 0.0 // squares are too small or too large
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

// cosine is 1 less the cosine of the angle between two rows as seen from the origin; a row at
// the origin is at the distance 1 from all others, as in scikit-learn.
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

// update is the distance of a third group, of ni rows, to the union of two of nx and ny that
// are dxy apart, from its distances to each (Lance and Williams, Computer Journal 9, 1967). Each of these linkages is
// reducible: the union is no nearer than the nearer of the two, nor by rounding.
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

// questions counts what is done between two questions whether somebody still waits.
type questions struct {
	job         method.Job
	since, done int
	all         int // of all that is to be done
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

// spanning are the edges of a minimum spanning tree.
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

// chained follows chains of nearest neighbours: two groups that are each other's nearest are
// merged at once, as no later merge can come between them.
func chained(job method.Job, n int, far func(i, j int) float64, union func(dxi, dyi, dxy, nx, ny, ni float64) float64) (
	[]merge, error) {
	b := questions{job: job, all: 9 * n * n}
	// Of the pair i < j at row[i]+j.
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
	// A group stands at one of its rows. There are those that are left, in order.
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
