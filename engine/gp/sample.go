package gp

import (
	"math"
	"math/rand/v2"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// coarseToFine orders 0..n−1 so that every position after the ends lies between earlier ones: ends, middle, quarters,
// eighths, … Drawn in this order, a sample gets its shape from the first few random numbers and details from later
// ones, and no position is extrapolated from earlier ones.
func coarseToFine(n int) []int {
	order := make([]int, 0, n)
	if n > 0 {
		order = append(order, 0)
	}
	if n > 1 {
		order = append(order, n-1)
	}
	gaps := [][2]int{{0, n - 1}}
	for len(gaps) > 0 {
		var next [][2]int
		for _, g := range gaps {
			if g[1]-g[0] < 2 {
				continue
			}
			m := (g[0] + g[1]) / 2
			order = append(order, m)
			next = append(next, [2]int{g[0], m}, [2]int{m, g[1]})
		}
		gaps = next
	}
	return order
}

// semidefinite factorises the positive semi-definite n×n matrix c = L·Lᵀ in place. A pivot of at most eps times the
// largest diagonal entry counts as 0: the position is determined by the earlier ones, and its column is 0. This leaves
// out at most that variance, and needs no jitter.
func semidefinite(c []float64, n int, eps float64) {
	top := 0.0
	for i := range n {
		top = max(top, c[i*n+i])
	}
	for i := range n {
		row := c[i*n : i*n+i+1]
		for j := range i {
			q := c[j*n : j*n+j+1]
			if q[j] == 0 {
				row[j] = 0
				continue
			}
			row[j] = (row[j] - linalg.Dot(q[:j], row)) / q[j]
		}
		d := row[i] - linalg.Dot(row[:i], row)
		if d <= eps*top {
			d = 0
		}
		row[i] = math.Sqrt(d)
		clear(c[i*n+i+1 : (i+1)*n])
	}
}

// sampleEps is the variance that samples may leave out, relative to the largest one.
const sampleEps = 1e-10

// draw returns count joint samples, in normalised units, at m positions with the given mean and covariance c (m×m). The
// random numbers follow from the seed, one for each sample and position in coarse-to-fine order: if the posterior
// changes a little, so do the samples.
func draw(job method.Job, mean, c []float64, count int, seed uint64) ([][]float64, error) {
	m := len(mean)
	order := coarseToFine(m)
	p := make([]float64, m*m)
	for i, a := range order {
		for j, b := range order[:i+1] {
			p[i*m+j] = c[a*m+b]
		}
	}
	if err := job.Err(); err != nil {
		return nil, err
	}
	semidefinite(p, m, sampleEps)
	out := make([][]float64, count)
	for s := range out {
		rng := rand.New(rand.NewPCG(seed, uint64(s)))
		z := make([]float64, m)
		for i := range z {
			z[i] = rng.NormFloat64()
		}
		f := make([]float64, m)
		for i, a := range order {
			f[a] = mean[a] + linalg.Dot(p[i*m:i*m+i+1], z)
		}
		out[s] = f
	}
	return out, job.Err()
}
