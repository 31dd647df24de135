package gaussian

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// vector is a Gaussian vector of n values at positions on a line, with mean 0 and a kernel as covariance, given some of
// the values.
type vector struct {
	p     *method.Problem
	v     method.Values
	k     kernel.Kernel
	at    []float64 // positions of the values
	prior []float64 // prior covariance, n×n
	eigen []float64 // eigenvalues of prior, ascending

	used  int       // number of the problem's rows that are known
	which []int     // index of the value that each of them sets
	l     []float64 // Cholesky factor of the observations' covariance, used×used
	alpha []float64 // (K + σ²I)⁻¹ y
	gain  []float64 // L⁻¹ K between the known and all values, used×n
	noise []float64 // noise variance of the known values
	cond  float64
	info  float64 // information gained by the observations, in nats

	mean, cov []float64
	drawn     [][]float64 // samples

	run *learned // nil for an earlier stage of a run, and without points
}

func (m *vector) Can() *method.Capabilities {
	can := &method.Capabilities{
		Answers: method.Answers{Predictor: m, Deviations: m.Deviations},
		Drawing: method.Drawing{Layers: m.Layers, Draws: m.Draws, Panels: m.Panels},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Pointer: method.Pointer{Tell: m.Tell},
	}
	if m.run != nil {
		can.Stepper = m.run
	}
	return can
}

// lost is the pivot, relative to the largest variance, below which a pivot is a rounding error.
const lost = 1e-10

// base is shared by all stages of a vector.
type base struct {
	p     *method.Problem
	v     method.Values
	k     kernel.Kernel
	at    []float64
	prior []float64
	eigen []float64 // ascending
	worst []float64 // eigenvector of the least eigenvalue
	root  []float64 // prior = root·rootᵀ; nil unless sound
	which []int     // for all rows
	sound bool
}

func newBase(job method.Job, p *method.Problem, v method.Values) (*base, error) {
	k, err := parse(v)
	if err != nil {
		return nil, err
	}
	n, first, last := v.Int("n_values"), v.Float("first"), v.Float("last")
	if first == last {
		return nil, &method.Need{Sentence: "All values are at the same position: choose another first or last position."}
	}
	b := &base{p: p, v: v, k: k, at: make([]float64, n)}
	for i := range b.at {
		t := float64(i) / float64(n-1)
		b.at[i] = first*(1-t) + last*t
	}
	if err := p.CheckKernel(kernel.Diag(k, b.at, n, 1, nil)); err != nil {
		return nil, err
	}
	b.prior = kernel.Cross(k, b.at, n, b.at, n, 1, nil)
	copyDiag(b.prior, kernel.DiagLatent(k, b.at, n, 1, nil))
	b.sound = kernel.Check(k, b.at, n, 1) == kernel.Sound
	if err := job.Err(); err != nil {
		return nil, err
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(n, append([]float64(nil), b.prior...)), true) {
		return nil, &method.Need{Sentence: "The eigenvalues of this kernel's matrix could not be found: choose " +
			"another kernel."}
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	b.eigen = eigen.Values(nil)
	b.worst = mat.Col(nil, 0, &vectors)
	linalg.Upright(b.worst)
	for i := range p.N {
		b.which = append(b.which, b.nearest(p.X[i]))
	}
	if b.sound {
		b.root = semidefinite(b.prior, n)
	}
	return b, job.Err()
}

func copyDiag(a, diag []float64) {
	for i, d := range diag {
		a[i*len(diag)+i] = d
	}
}

// nearest returns the index of the value whose position is nearest to x.
func (b *base) nearest(x float64) int {
	n := len(b.at)
	t := (x - b.at[0]) / (b.at[n-1] - b.at[0]) * float64(n-1)
	return int(math.Round(min(max(t, 0), float64(n-1))))
}

// semidefinite returns a lower triangular matrix L with L·Lᵀ = a for a positive semi-definite a. Pivots that are
// rounding errors count as 0: the values of their rows are determined by those of the rows before.
func semidefinite(a []float64, n int) []float64 {
	l := make([]float64, n*n)
	top := 0.0
	for i := range n {
		top = max(top, a[i*n+i])
	}
	for i := range n {
		for j := range i {
			if d := l[j*n+j]; d > 0 {
				l[i*n+j] = (a[i*n+j] - linalg.Dot(l[i*n:i*n+j], l[j*n:j*n+j])) / d
			}
		}
		if d := a[i*n+i] - linalg.Dot(l[i*n:i*n+i], l[i*n:i*n+i]); d > lost*top {
			l[i*n+i] = math.Sqrt(d)
		}
	}
	return l
}

// given returns the vector given the first used rows of the problem.
func (b *base) given(job method.Job, used int) (*vector, error) {
	n := len(b.at)
	m := &vector{p: b.p, v: b.v, k: b.k, at: b.at, prior: b.prior, eigen: b.eigen, used: used, which: b.which[:used],
		cond: 1, mean: make([]float64, n), cov: append([]float64(nil), b.prior...)}
	sigma := b.v.Float("alpha")
	if used > 0 {
		m.l = make([]float64, used*used)
		norm := 0.0
		own, latent := kernel.Diag(b.k, b.at, n, 1, nil), kernel.DiagLatent(b.k, b.at, n, 1, nil)
		for i, r := range m.which {
			row := 0.0
			for j, c := range m.which {
				m.l[i*used+j] = b.prior[r*n+c]
				row += math.Abs(b.prior[r*n+c])
			}
			m.noise = append(m.noise, sigma+own[r]-latent[r])
			m.l[i*used+i] += m.noise[i]
			norm = max(norm, row+m.noise[i])
		}
		if ok, err := linalg.CholeskyFor(job.Err, m.l, used); err != nil {
			return nil, err
		} else if !ok {
			return nil, &method.Need{Sentence: "The covariance of the observations cannot be inverted: several points fix " +
				"the same values almost without noise. Increase the noise variance, or remove some points."}
		}
		m.cond = linalg.CholCondition(norm, m.l, used)
		m.info = linalg.CholLogDet(m.l, used) / 2
		for _, s := range m.noise {
			m.info -= math.Log(s) / 2
		}
		m.alpha = append([]float64(nil), b.p.Y[:used]...)
		linalg.CholSolve(m.l, used, m.alpha, 1)
		m.gain = make([]float64, used*n)
		for i, r := range m.which {
			copy(m.gain[i*n:], b.prior[r*n:(r+1)*n])
			linalg.Axpy(m.alpha[i], b.prior[r*n:(r+1)*n], m.mean)
		}
		linalg.SolveLower(m.l, used, m.gain, n)
		for i := range n {
			for j := range n {
				sum := 0.0
				for r := range used {
					sum += m.gain[r*n+i] * m.gain[r*n+j]
				}
				m.cov[i*n+j] -= sum
			}
			m.cov[i*n+i] = max(m.cov[i*n+i], 0)
		}
	}
	m.draw(b)
	return m, job.Err()
}

// draw draws the samples: samples of the prior, each corrected by its residuals at the observations (Matheron's rule).
// Their random numbers depend only on the seed, so they change continuously.
func (m *vector) draw(b *base) {
	n := len(m.at)
	for s := range m.v.Int("samples") {
		rng := rand.New(rand.NewPCG(m.p.Seed, uint64(s)))
		z := make([]float64, n)
		for i := range z {
			z[i] = rng.NormFloat64()
		}
		f := make([]float64, n)
		for i := range f {
			f[i] = linalg.Dot(b.root[i*n:i*n+i+1], z[:i+1])
		}
		if m.used > 0 {
			off := make([]float64, m.used)
			for i, r := range m.which {
				off[i] = m.p.Y[i] - f[r] - math.Sqrt(m.noise[i])*rng.NormFloat64()
			}
			linalg.CholSolve(m.l, m.used, off, 1)
			for i, r := range m.which {
				linalg.Axpy(off[i], m.prior[r*n:(r+1)*n], f)
			}
		}
		m.drawn = append(m.drawn, f)
	}
}

// sd returns the standard deviation of a value.
func (m *vector) sd(i int) float64 { return math.Sqrt(m.cov[i*len(m.at)+i]) }

// known returns the positions of the known values.
func (m *vector) known() []float64 {
	x := make([]float64, m.used)
	for i, r := range m.which {
		x[i] = m.at[r]
	}
	return x
}

// Predict answers with the mean of the Gaussian process with the same kernel, given the same values. At the positions
// of the vector it equals the vector's mean.
func (m *vector) Predict(x, out []float64) {
	mean, _ := m.process(x, false)
	copy(out, mean)
}

// process returns the mean of the process at x, and its standard deviations if requested.
func (m *vector) process(x []float64, deviations bool) (mean, sd []float64) {
	n := len(x)
	mean = make([]float64, n)
	k := kernel.Cross(m.k, m.known(), m.used, x, n, 1, nil)
	for i := range m.used {
		linalg.Axpy(m.alpha[i], k[i*n:(i+1)*n], mean)
	}
	if !deviations {
		return mean, nil
	}
	sd = kernel.DiagLatent(m.k, x, n, 1, nil)
	if m.used > 0 {
		linalg.SolveLower(m.l, m.used, k, n)
	}
	for i := range m.used {
		for j, g := range k[i*n : (i+1)*n] {
			sd[j] -= g * g
		}
	}
	for j, s := range sd {
		sd[j] = math.Sqrt(max(s, 0))
	}
	return mean, sd
}

func (m *vector) Deviations(x []float64) (ofF, ofY []float64) {
	_, ofF = m.process(x, true)
	ofY = make([]float64, len(x))
	own, latent := kernel.Diag(m.k, x, len(x), 1, nil), kernel.DiagLatent(m.k, x, len(x), 1, nil)
	for i, s := range ofF {
		ofY[i] = math.Sqrt(s*s + m.v.Float("alpha") + own[i] - latent[i])
	}
	return ofF, ofY
}

// plotted returns the two values that are plotted against each other: those of the parameters, changed if necessary to
// be two different existing ones.
func (m *vector) plotted() (i, j int) {
	n := len(m.at)
	i, j = min(m.v.Int("value_i"), n)-1, min(m.v.Int("value_j"), n)-1
	if i == j {
		if j++; j == n {
			j = n - 2
		}
	}
	return i, j
}

// two returns the joint distribution of two of the values, given the means (nil = all 0) and the covariance of all.
func (m *vector) two(i, j int, mean, cov []float64) pair {
	n := len(m.at)
	p := [2]float64{}
	if mean != nil {
		p = [2]float64{mean[i], mean[j]}
	}
	return newPair(p, cov[i*n+i], cov[i*n+j], cov[j*n+j])
}

// value returns the name of value i.
func value(i int) string { return "f" + words.Index(i+1) }

// subscripts returns the names of the values with Unicode subscripts.
func (m *vector) subscripts() []string {
	names := make([]string, len(m.at))
	for i := range names {
		names[i] = "f" + words.Subscript(i+1)
	}
	return names
}

// correlation returns the correlation of two values, 0 if one of them is constant.
func (m *vector) correlation(cov []float64, i, j int) float64 {
	n := len(m.at)
	if s := math.Sqrt(cov[i*n+i] * cov[j*n+j]); s > 0 {
		return min(max(cov[i*n+j]/s, -1), 1)
	}
	return 0
}
