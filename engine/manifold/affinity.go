package manifold

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/kdtree"
	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// steady rounds x to float32. Processors and ways of computation may differ in the last bits of a float64, and the
// descent amplifies such differences; the same document must give the same picture everywhere. The steps themselves use
// only sums, products, quotients and roots, which WebAssembly computes alike on all processors.
func steady(x float64) float64 { return float64(float32(x)) }

// affinities are the symmetric input affinities of t-SNE: pᵢⱼ = (pⱼ|ᵢ + pᵢ|ⱼ)/2n, with sum 1, where pⱼ|ᵢ ∝ exp(−βᵢ‖xᵢ −
// xⱼ‖²) has the given perplexity. The matrix is sparse: row i has the columns to[start[i]:start[i+1]], in ascending
// order.
type affinities struct {
	start []int
	to    []int32
	p     []float64
	beta  []float64 // precision βᵢ of each row, per squared unit of the data
	plogp float64   // Σ p ln p
}

// neighbour is the index of a row and its squared distance from another row.
type neighbour struct {
	to int32
	d2 float64
}

// nearest calls use for each row with its k nearest other rows, the nearest first (equally near ones by index), with
// squared distances in units of scale², where scale is the largest difference of a coordinate from that of the first
// row. The list is reused for the next row. The job's progress goes from from to to. The error is the job's.
func nearest(job method.Job, p *method.Problem, k int, from, to float64, use func(i int, list []neighbour)) (
	scale float64, err error) {
	for i := 1; i < p.N; i++ {
		for j, x := range p.At(i) {
			scale = max(scale, math.Abs(x-p.X[j]))
		}
	}
	rows := make([]float64, len(p.X)) // coordinates relative to the first row, of absolute value at most 1
	for i, x := range p.X {
		rows[i] = (x - p.X[i%p.D]) / scale
	}
	search := kdtree.NewIndex(&kdtree.Points{N: p.N, D: p.D, Z: rows}).Search(k+1, p.N)
	list := make([]neighbour, 0, k)
	for i := range p.N {
		if err := job.Err(); err != nil {
			return 0, err
		}
		method.Progress(job, from+(to-from)*float64(i)/float64(p.N))
		list = list[:0]
		others, d2 := search.Others(i)
		for c, j := range others {
			list = append(list, neighbour{j, d2[c]})
		}
		use(i, list)
	}
	return scale, nil
}

// precise is the tolerance of the entropies, in nats.
const precise = 1e-9

// newAffinities computes the affinities of the problem's rows from their k nearest neighbours.
func newAffinities(job method.Job, p *method.Problem, perplexity float64, k int) (*affinities, error) {
	type entry struct {
		to int32
		p  float64
	}
	rows := make([][]entry, p.N)
	a := &affinities{start: make([]int, p.N+1), beta: make([]float64, p.N)}
	want := math.Log(perplexity)
	w := make([]float64, 0, k)
	scale, err := nearest(job, p, k, 0, 1, func(i int, list []neighbour) {
		for c := range list {
			list[c].d2 = steady(list[c].d2)
		}
		// The entropy decreases with β: from ln k at β = 0 to the logarithm of the number of nearest rows.
		beta, lo, hi := 1.0, 0.0, math.Inf(1)
		sum := 0.0
		for range 200 {
			w = w[:0]
			sum = 0
			mean := 0.0
			for _, n := range list {
				e := kernel.ExpNeg(-beta * (n.d2 - list[0].d2))
				w = append(w, e)
				sum += e
				mean += e * (n.d2 - list[0].d2)
			}
			h := math.Log(sum) + beta*mean/sum
			if math.Abs(h-want) < precise {
				break
			}
			if h > want {
				if lo = beta; math.IsInf(hi, 1) {
					beta *= 2
				} else {
					beta = (lo + hi) / 2
				}
			} else {
				hi = beta
				beta = (lo + hi) / 2
			}
			if beta > 1e300 || beta < 1e-300 {
				break // no β has this perplexity, for example if more rows are equally near
			}
		}
		a.beta[i] = beta
		for c, n := range list {
			v := w[c] / sum / float64(2*p.N)
			rows[i] = append(rows[i], entry{n.to, v})
			rows[n.to] = append(rows[n.to], entry{int32(i), v})
		}
	})
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		slices.SortStableFunc(row, func(a, b entry) int { return cmp.Compare(a.to, b.to) })
		for c, e := range row {
			if c > 0 && row[c-1].to == e.to {
				a.p[len(a.p)-1] += e.p
				continue
			}
			a.to, a.p = append(a.to, e.to), append(a.p, e.p)
		}
		a.start[i+1] = len(a.p)
		a.beta[i] /= scale * scale
	}
	for _, v := range a.p {
		if v > 0 {
			a.plogp += v * math.Log(v)
		}
	}
	return a, nil
}

// firstTwo returns two numbers per row: its scores on the first two principal components, in units of the standard
// deviation along the first. The second score is 0 if rows have a single column.
func firstTwo(job method.Job, p *method.Problem) ([]float64, error) {
	n, d := p.N, p.D
	x := make([]float64, n*d)
	far := 0.0
	for j := range d {
		mean := 0.0
		for i := range n {
			mean += (p.X[i*d+j] - p.X[j]) / float64(n)
		}
		for i := range n {
			x[i*d+j] = p.X[i*d+j] - p.X[j] - mean
			far = max(far, math.Abs(x[i*d+j]))
		}
	}
	for i := range x {
		x[i] /= far
	}
	c := make([]float64, d*d)
	linalg.MulAddT(c, x, x, d, n, d)
	for i := range d {
		for j := range i {
			c[i*d+j] = c[j*d+i]
		}
	}
	_, u, err := linalg.LargestEigen(job.Err, c, d, 2)
	if err != nil {
		return nil, err
	}
	y := make([]float64, 2*n)
	square := 0.0
	for k, u := range u {
		linalg.Upright(u)
		for i := range n {
			y[2*i+k] = linalg.Dot(x[i*d:(i+1)*d], u)
			if k == 0 {
				square += y[2*i] * y[2*i] / float64(n)
			}
		}
	}
	for i := range y {
		y[i] = steady(y[i] / math.Sqrt(square))
	}
	return y, nil
}
