package cluster

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/classify"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// Types of covariances: scikit-learn's.
const (
	full      = "full"      // one matrix a component
	tied      = "tied"      // one matrix for all
	diag      = "diag"      // d variances a component
	spherical = "spherical" // one variance a component
)

// gaussians are weighted normal distributions in d dimensions.
type gaussians struct {
	kind    string
	k, d    int
	weights []float64 // k, with the sum 1; 0 of a component without a share of any point
	means   []float64 // k·d
	cov     []float64 // full: k·d·d, tied: d·d, diag: k·d, spherical: k

	root  []float64 // lower Cholesky factors of matrices, roots of variances; as long as cov
	base  []float64 // of each: ln weight less half of ln det(2πΣ)
	bells []bell    // in the plane, else nil
}

// bell is a component in the plane: base − ½(u² + v²), u = a·dx, v = b·dx + c·dy.
type bell struct{ x, y, a, b, c, base float64 }

func (b *bell) at(x, y float64) float64 {
	dx, dy := x-b.x, y-b.y
	u, v := b.a*dx, b.b*dx+b.c*dy
	return b.base - 0.5*(u*u+v*v)
}

// size is how many numbers of cov belong to a component, and step how far it is from
// those of one to those of the next: 0 where all have the same.
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

// of is a component's part of numbers that are laid out as cov.
func (g *gaussians) of(list []float64, c int) []float64 {
	size, step := g.size()
	return list[c*step : c*step+size]
}

// matrix tells whether covariances are matrices.
func (g *gaussians) matrix() bool { return g.kind == full || g.kind == tied }

// variance is that of input j in component c.
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

// least is the variance of a component in the direction in which it is least.
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

// mean is that of component c.
func (g *gaussians) mean(c int) []float64 { return g.means[c*g.d : (c+1)*g.d : (c+1)*g.d] }

// factor makes the rest of g from weights, means and covariances. It returns the first
// component whose covariance is not positive definite, none if all are.
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
		det := 0.0 // half of its logarithm
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

// pivot is number j on the diagonal of a component's root: the deviation of input j
// where those before it are known.
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

// logs writes ln(weight · density) of each component at a row; z is room for d numbers.
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

// shares turns ln(weight · density) into responsibilities, and returns the logarithm of
// the density of all. They are what Predict and pictures compare, too.
func shares(logs []float64) (ln float64) {
	top, sum := classify.Softmax(logs, logs)
	if !(top >= -math.MaxFloat64) { // too far from all for any number
		for c := range logs {
			logs[c] = 1 / float64(len(logs))
		}
		return -math.MaxFloat64
	}
	return top + math.Log(sum)
}

// block is how many rows are looked at between two questions whether to go on.
func (g *gaussians) block() int {
	each := g.k * g.d
	if g.matrix() {
		each *= 1 + g.d/4
	}
	return max(1, work/each)
}

// expect is the E-step: it writes the responsibilities of the components for each row of
// x, n·k numbers, and returns the log-likelihood, the sum of ln p(x). The error is job's.
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

// maximise is the M-step: the components of the largest likelihood where each has its
// share of the rows, reg being added to all variances. A component without any share stays as it
// was, with the weight 0. It does not factor them. The error is job's.
//
// Means are reckoned about the old ones, so that points far from the origin keep their digits.
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
			default: // the lower triangle
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

// round are components at places, k·d numbers, all of the same weight and of one variance:
// the mean squared distance, along an input, of the rows from their nearest places.
func round(x, places []float64, kind string, d int, reg float64) *gaussians {
	g := &gaussians{kind: kind, k: len(places) / d, d: d, means: places}
	spread := 0.0
	for i := range len(x) / d {
		_, d2 := nearest(x[i*d:(i+1)*d], places)
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

// parameters is how many numbers may be chosen freely.
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
