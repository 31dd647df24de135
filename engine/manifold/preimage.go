package manifold

import (
	"math"

	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// preImages returns the pre-images of all points in the plane, two coordinates each; NaN if a point has none. They take
// longer than all other facts, and are computed only when needed: most pictures of a drag do not show them. It calls
// ask at each point and returns its error; a later call continues.
func (m *kpca) preImages(ask func() error) ([]float64, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	for i := len(m.images) / 2; i < m.p.N; i++ {
		if err := ask(); err != nil {
			return nil, err
		}
		x := make([]float64, 2)
		if !m.preImage(m.p.At(i), x) {
			x[0], x[1] = math.NaN(), math.NaN()
		}
		m.images = append(m.images, x...)
	}
	return m.images, nil
}

// preImage writes into out a point whose image is near the projection of x's image onto the components kept. It returns
// false if it finds none.
func (m *kpca) preImage(x, out []float64) (ok bool) {
	z := m.sum.Eval(x)
	if !m.gauss {
		if m.inverse == nil {
			return false
		}
		copy(out, m.inverse.Eval(z[:m.q]))
		return method.Finite(out...)
	}
	_, ok = m.iterate(m.weights(z), x, out)
	return ok
}

// weights returns the coefficients of the points' images in the projection with components z: Mika et al., equation
// (10), where centred images have the coefficients γ̃ = γ + (1 − Σγ)/n.
func (m *kpca) weights(z []float64) []float64 {
	weight := make([]float64, m.p.N)
	total := 0.0
	for j := range m.q {
		linalg.Axpy(z[j], m.sum.Coef[j], weight)
	}
	for _, w := range weight {
		total += w
	}
	if !m.free {
		for i := range weight {
			weight[i] += (1 - total) / float64(m.p.N)
		}
	}
	return weight
}

const (
	// The fixed-point iteration ends when a step is shorter than still times the spread of the points, or after
	// mostSteps.
	still, mostSteps = 1e-8, 300
	// closeBy bounds the length of a Newton step, in widths of the kernel.
	closeBy = 0.25
)

// iterate runs the fixed-point iteration y ← T(y) = Σ wᵢ k(xᵢ, y) xᵢ / Σ wᵢ k(xᵢ, y) from x (Mika et al., equation
// (10)). In the plane it finishes with Newton steps where these converge; the plain iteration takes about 70 steps.
// steps is the number of evaluations of T. ok is false if T is undefined at a step; after mostSteps, out is the last
// position and ok is true.
func (m *kpca) iterate(weight, x, out []float64) (steps int, ok bool) {
	p := m.p
	spread := 0.0
	for i := range p.N {
		for j, v := range p.At(i) {
			spread = max(spread, math.Abs(v-p.X[j]))
		}
	}
	rower := kernel.NewRower(m.kernel, p.X, p.N, p.D)
	row, next, back := make([]float64, p.N), make([]float64, p.D), make([]float64, p.D)
	leapt, before := false, 0.0 // whether the last step was Newton's, and the length of T's step before it
	// Bound on Newton steps: beyond the width of the kernel there may be another fixed point.
	short := 0.0
	if p.D == 2 {
		short = closeBy / math.Sqrt(2*m.gamma)
	}
	copy(out, x)
	for steps < mostSteps {
		steps++
		rower.At(out, row)
		sum, size := 0.0, 0.0
		clear(next)
		for i, k := range row {
			w := weight[i] * k
			sum, size = sum+w, size+math.Abs(w)
			for j, v := range p.At(i) {
				next[j] += w * (v - p.X[j]) // relative to the first point, for precision far from the origin
			}
		}
		step := 0.0
		for j := range next {
			next[j] = p.X[j] + next[j]/sum
			step = max(step, math.Abs(next[j]-out[j]))
		}
		found := math.Abs(sum) > 1e-9*size && method.Finite(next...)
		if leapt && !(found && step < before/2) { // the Newton step did not help
			copy(out, back)
			leapt, short = false, before/4
			continue
		}
		if !found { // T is undefined here
			return steps, false
		}
		if step <= still*spread {
			copy(out, next)
			return steps, true
		}
		copy(back, next)
		leapt = step < short && m.newton(weight, row, sum, short, out, next)
		before = step
		copy(out, next)
	}
	return steps, true
}

// newton replaces T(y), in next, by Newton's step for y = T(y): y + (I − J)⁻¹ (T(y) − y), with the Jacobian J = 2γ Σ wᵢ
// kᵢ (xᵢ − T(y))(xᵢ − T(y))ᵀ / Σ wᵢ kᵢ. It returns false and changes nothing if T is not a contraction near y (the
// iteration then converges to another point), or if the step is not shorter than short.
func (m *kpca) newton(weight, row []float64, sum, short float64, y, next []float64) bool {
	xx, xy, yy := 0.0, 0.0, 0.0
	for i, k := range row {
		w, at := weight[i]*k, m.p.At(i)
		dx, dy := at[0]-next[0], at[1]-next[1]
		xx, xy, yy = xx+w*dx*dx, xy+w*dx*dy, yy+w*dy*dy
	}
	f := 2 * m.gamma / sum
	xx, xy, yy = f*xx, f*xy, f*yy
	mid, half := (xx+yy)/2, math.Hypot((xx-yy)/2, xy)
	if !(math.Abs(mid)+half < 1) {
		return false
	}
	dx, dy := next[0]-y[0], next[1]-y[1]
	det := (1-xx)*(1-yy) - xy*xy
	at := [2]float64{y[0] + ((1-yy)*dx+xy*dy)/det, y[1] + (xy*dx+(1-xx)*dy)/det}
	if !(math.Hypot(at[0]-y[0], at[1]-y[1]) < short) {
		return false
	}
	copy(next, at[:])
	return true
}
