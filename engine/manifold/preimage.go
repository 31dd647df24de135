package manifold

import (
	"math"

	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// preImages are the points' pre-images, in the plane; NaN where there is none. They take longer than all else, and most
// pictures of a drag neither draw nor tell of them. It asks at each point; the error is ask's.
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

// preImage writes a point whose image is near the projection of x's image onto the components
// that are kept. ok is false where there is none.
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

// weights are those of the points' images in a projection, of components z: Mika et al., equation (10), where images
// are centred with the coefficients γ̃ = γ + (1 − Σγ)/n.
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
	// The fixed-point iteration ends where a step is this short, beside the spread of the points, or after so many.
	still, mostSteps = 1e-8, 300
	// closeBy is how long a step of Newton's is at most, in widths of the kernel.
	closeBy = 0.25
)

// iterate goes y ← T(y) = Σ wᵢ k(xᵢ, y) xᵢ / Σ wᵢ k(xᵢ, y) from x on (Mika et al., equation (10)). In the plane
// it ends by Newton's steps, where these lead on: the iteration alone takes some 70. steps is how many there were.
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
	leapt, before := false, 0.0 // whether the last step was one of Newton's, and how long that of T was there
	// Newton's steps are as short as this: what is further away than the kernel is wide may be another fixed point.
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
				next[j] += w * (v - p.X[j]) // from the first point: no digits are lost far from the origin
			}
		}
		step := 0.0
		for j := range next {
			next[j] = p.X[j] + next[j]/sum
			step = max(step, math.Abs(next[j]-out[j]))
		}
		found := math.Abs(sum) > 1e-9*size && method.Finite(next...)
		if leapt && !(found && step < before/2) { // it has led astray
			copy(out, back)
			leapt, short = false, before/4
			continue
		}
		if !found { // nowhere
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

// newton makes of T(y), in next, what Newton's method for y = T(y) has instead: y + (I − J)⁻¹ (T(y) − y). The slope of
// T is J = 2γ Σ wᵢ kᵢ (xᵢ − T(y))(xᵢ − T(y))ᵀ / Σ wᵢ kᵢ. It is false, and changes nothing, where T does not draw
// together what surrounds y: the iteration has another way there.
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
