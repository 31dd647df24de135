package mixture

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/classify"
	"pointscape/engine/grouping"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// Types of covariance matrices, as in scikit-learn.
const (
	full      = "full"      // one matrix per component
	tied      = "tied"      // one matrix for all components
	diag      = "diag"      // d variances per component
	spherical = "spherical" // one variance per component
)

// gaussians is a weighted sum of normal distributions in d dimensions.
type gaussians struct {
	kind    string
	k, d    int
	weights []float64 // k weights with sum 1; 0 for a component with no share of any point
	means   []float64 // k·d
	cov     []float64 // full: k·d·d, tied: d·d, diag: k·d, spherical: k

	root  []float64 // lower Cholesky factors, or square roots of variances; the same layout as cov
	base  []float64 // per component: ln(weight) − ½ ln det(2πΣ)
	bells []bell    // one per component if d = 2, else nil
}

// bell is a component in the plane. ln(weight · density) is base − ½(u² + v²) with u = a·dx, v = b·dx + c·dy, where dx
// and dy are relative to the mean.
type bell struct{ x, y, a, b, c, base float64 }

func (b *bell) at(x, y float64) float64 {
	dx, dy := x-b.x, y-b.y
	u, v := b.a*dx, b.b*dx+b.c*dy
	return b.base - 0.5*(u*u+v*v)
}

// size returns how many numbers of cov belong to a component, and the offset from one component to the next: 0 if all
// share them.
func (g *gaussians) size() (size, step int) {
	switch g.kind {
	case full:
		return g.d * g.d, g.d * g.d
	case tied:
		return g.d * g.d, 0
	case diag:
		return g.d, g.d
	}
	return 1, 1
}

// of returns component c's part of list, which has the layout of cov.
func (g *gaussians) of(list []float64, c int) []float64 {
	size, step := g.size()
	return list[c*step : c*step+size]
}

// matrix reports whether covariances are full matrices.
func (g *gaussians) matrix() bool { return g.kind == full || g.kind == tied }

// variance returns the variance of input j in component c.
func (g *gaussians) variance(c, j int) float64 {
	list := g.of(g.cov, c)
	switch g.kind {
	case diag:
		return list[j]
	case spherical:
		return list[0]
	}
	return list[j*g.d+j]
}

// least returns the smallest variance of component c over all directions; 0 if it cannot be computed.
func (g *gaussians) least(c int) float64 {
	list := g.of(g.cov, c)
	if !g.matrix() {
		return slices.Min(list)
	}
	var e mat.EigenSym
	if !e.Factorize(mat.NewSymDense(g.d, slices.Clone(list)), false) {
		return 0
	}
	return slices.Min(e.Values(nil))
}

// mean returns the mean of component c.
func (g *gaussians) mean(c int) []float64 { return g.means[c*g.d : (c+1)*g.d : (c+1)*g.d] }

// factor computes root, base and bells from weights, means and covariances. It returns the first component whose
// covariance is not positive definite or has no finite determinant, or none.
func (g *gaussians) factor() (bad int) {
	g.root = append([]float64(nil), g.cov...)
	g.base = make([]float64, g.k)
	_, step := g.size()
	for c := range g.k {
		root := g.of(g.root, c)
		if g.matrix() {
			if (c == 0 || step > 0) && !linalg.Cholesky(root, g.d) {
				return c
			}
		} else {
			for j, v := range root {
				if !(v > 0) {
					return c
				}
				root[j] = math.Sqrt(v)
			}
		}
		det := 0.0 // half of the log-determinant
		for j := range g.d {
			det += math.Log(g.pivot(c, j))
		}
		if !method.Finite(det) {
			return c
		}
		g.base[c] = math.Log(g.weights[c]) - det - 0.5*float64(g.d)*math.Log(2*math.Pi)
	}
	if g.d == 2 {
		g.bells = make([]bell, g.k)
		for c := range g.bells {
			a, v := 1/g.pivot(c, 0), 1/g.pivot(c, 1)
			g.bells[c] = bell{x: g.means[2*c], y: g.means[2*c+1], a: a, c: v, base: g.base[c]}
			if g.matrix() {
				g.bells[c].b = -g.of(g.root, c)[2] * a * v
			}
		}
	}
	return none
}

// pivot returns the j-th diagonal element of component c's Cholesky factor: the standard deviation of input j given the
// inputs before it.
func (g *gaussians) pivot(c, j int) float64 {
	root := g.of(g.root, c)
	switch g.kind {
	case diag:
		return root[j]
	case spherical:
		return root[0]
	}
	return root[j*g.d+j]
}

// logs writes ln(weight · density) of each component at x. z is a buffer of length d.
func (g *gaussians) logs(x, out, z []float64) {
	if g.bells != nil {
		for c := range g.bells {
			out[c] = g.bells[c].at(x[0], x[1])
		}
		return
	}
	d := g.d
	for c := range g.k {
		mean, root, sum := g.means[c*d:(c+1)*d], g.of(g.root, c), 0.0
		for i, m := range mean {
			u := x[i] - m
			switch g.kind {
			case diag:
				u /= root[i]
			case spherical:
				u /= root[0]
			default:
				row := root[i*d : i*d+i+1]
				u = (u - linalg.Dot(row[:i], z[:i])) / row[i]
				z[i] = u
			}
			sum += u * u
		}
		out[c] = g.base[c] - 0.5*sum
	}
}

// shares converts ln(weight · density) into responsibilities in place and returns the log-density of the mixture. If
// all densities underflow, the responsibilities are equal. Predict and the pictures compare the same values.
func shares(logs []float64) (ln float64) {
	top, sum := classify.Softmax(logs, logs)
	if !(top >= -math.MaxFloat64) { // all densities underflow
		for c := range logs {
			logs[c] = 1 / float64(len(logs))
		}
		return -math.MaxFloat64
	}
	return top + math.Log(sum)
}

// work is the number of terms of densities between two checks for cancellation.
const work = 100_000

// block returns the number of rows between two checks for cancellation.
func (g *gaussians) block() int {
	each := g.k * g.d
	if g.matrix() {
		each *= 1 + g.d/4
	}
	return max(1, work/each)
}

// expect is the E-step. It writes n×k responsibilities for the rows of x into resp and returns the log-likelihood Σ ln
// p(x). The error is the job's.
func (g *gaussians) expect(job method.Job, x []float64, resp []float64) (sum float64, err error) {
	z := make([]float64, g.d)
	every := g.block()
	for i := range len(x) / g.d {
		if err := method.AskEvery(job, i, every); err != nil {
			return 0, err
		}
		row := resp[i*g.k : (i+1)*g.k]
		g.logs(x[i*g.d:(i+1)*g.d], row, z)
		sum += shares(row)
	}
	return sum, nil
}

// maximise is the M-step. It returns the components of largest likelihood for the responsibilities resp; reg is added
// to all variances. A component without any share keeps its parameters and gets weight 0. The result is not factored.
// The error is the job's.
//
// Means are computed relative to the old means, which keeps the precision of data far from the origin.
func (g *gaussians) maximise(job method.Job, x, resp []float64, reg float64) (*gaussians, error) {
	k, d, n := g.k, g.d, len(x)/g.d
	o := &gaussians{kind: g.kind, k: k, d: d, weights: make([]float64, k), means: make([]float64, k*d),
		cov: make([]float64, len(g.cov))}
	every := g.block()
	for i := range n {
		if err := method.AskEvery(job, i, every); err != nil {
			return nil, err
		}
		row := x[i*d : (i+1)*d]
		for c, r := range resp[i*k : (i+1)*k] {
			if r == 0 {
				continue
			}
			o.weights[c] += r
			sum, old := o.means[c*d:(c+1)*d], g.means[c*d:(c+1)*d]
			for j, v := range row {
				sum[j] += r * (v - old[j])
			}
		}
	}
	for c, r := range o.weights {
		for j := c * d; j < (c+1)*d; j++ {
			if r > 0 {
				o.means[j] /= r
			}
			o.means[j] += g.means[j]
		}
	}
	e := make([]float64, d)
	for i := range n {
		if err := method.AskEvery(job, i, every); err != nil {
			return nil, err
		}
		row := x[i*d : (i+1)*d]
		for c, r := range resp[i*k : (i+1)*k] {
			if r == 0 {
				continue
			}
			mean, cov := o.means[c*d:(c+1)*d], o.of(o.cov, c)
			for j, v := range row {
				e[j] = v - mean[j]
			}
			switch o.kind {
			case diag:
				for j, v := range e {
					cov[j] += r * v * v
				}
			case spherical:
				for _, v := range e {
					cov[0] += r * v * v / float64(d)
				}
			default: // lower triangle
				for a, v := range e {
					linalg.Axpy(r*v, e[:a+1], cov[a*d:a*d+a+1])
				}
			}
		}
	}
	for c := range k {
		cov, total := o.of(o.cov, c), o.weights[c]
		if o.kind == tied {
			if c > 0 {
				break
			}
			total = float64(n)
		}
		if total == 0 {
			copy(cov, g.of(g.cov, c))
			continue
		}
		for j := range cov {
			cov[j] /= total
		}
		if !o.matrix() {
			for j := range cov {
				cov[j] += reg
			}
			continue
		}
		for a := range d {
			cov[a*d+a] += reg
			for b := range a {
				cov[b*d+a] = cov[a*d+b]
			}
		}
	}
	for c := range o.weights {
		o.weights[c] /= float64(n)
	}
	return o, nil
}

// round returns components of equal weight at places, k·d numbers. They share one variance: the mean squared distance
// per input of the rows to their nearest place, plus reg. The result keeps places, and is not factored.
func round(x, places []float64, kind string, d int, reg float64) *gaussians {
	g := &gaussians{kind: kind, k: len(places) / d, d: d, means: places}
	spread := 0.0
	for i := range len(x) / d {
		_, d2 := grouping.Nearest(x[i*d:(i+1)*d], places)
		spread += d2
	}
	spread = spread/float64(len(x)) + reg
	size, step := g.size()
	if step == 0 {
		g.cov = make([]float64, size)
	} else {
		g.cov = make([]float64, g.k*size)
	}
	for c := range g.k {
		g.weights = append(g.weights, 1/float64(g.k))
		cov := g.of(g.cov, c)
		for j := range cov {
			if !g.matrix() || j%(d+1) == 0 {
				cov[j] = spread
			}
		}
	}
	return g
}

// parameters returns the number of free parameters.
func (g *gaussians) parameters() int {
	n := g.k*g.d + g.k - 1
	switch g.kind {
	case full:
		return n + g.k*g.d*(g.d+1)/2
	case tied:
		return n + g.d*(g.d+1)/2
	case diag:
		return n + g.k*g.d
	}
	return n + g.k
}
