package svm

import (
	"math"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
)

// bounds are what the bounds of a machine are called.
const bounds = "support vectors / n and 4R²‖w‖²/n"

// Bounds implements method.Bounder: bounds on the leave-one-out error, whose mean over draws is the expected error of
// a fit to one point fewer (Luntz and Brailovsky 1969; Vapnik, Statistical Learning Theory, 1998, section 10.3).
// Without a point that is no support vector the machine is the same, and takes it as before. The other holds of a hard
// margin, or a soft one without points inside, of machines with an intercept: R is the radius of the smallest ball
// round the points in feature space, 2R at least the span of any support vector, and 1/‖w‖ the margin (Vapnik and
// Chapelle, Bounds on error expectation for support vector machines, Neural Computation 12, 2000). Without an intercept
// R² would do for 4R², with the largest distance from the origin for R.
func (m *model) Bounds(job method.Job) ([]method.Bound, error) {
	n := float64(m.problem.N)
	list := []method.Bound{
		{Name: "support vectors / n", ID: "support_vector_bound", Value: float64(len(m.vectors)) / n,
			Help: "A bound on the leave-one-out error: its mean over draws of n points bounds the expected error of " +
				"fits to n − 1"},
		{Name: "4R²‖w‖²/n", ID: "radius_margin_bound", Value: math.NaN(),
			Help: "A bound on the leave-one-out error if no point lies inside the margin: R is the radius of the smallest " +
				"ball around the points in feature space, 1/‖w‖ the margin"},
	}
	if !kernel.PositiveDefiniteIn(m.kernel, m.problem.D) || len(m.pairs) != 1 || m.pairs[0].stuck() {
		return list, job.Err() // stuck: with a vector at its bound points may lie inside the margin
	}
	r2w2, err := m.pairs[0].radiusByMargin(job, m.inside)
	list[1].Value = 4 * r2w2 / n
	return list, err
}

// radiusByMargin is R²‖w‖², the squared radius of the smallest ball round the points in the feature space of k, over
// the squared margin.
func (p *pair) radiusByMargin(job method.Job, k kernel.Kernel) (float64, error) {
	w := p.norm()
	r2, err := radius2(job, k, p.x, p.n, p.d)
	return r2 * w * w, err
}

// complexity names the complexity of a machine.
const complexity = "R²‖w‖² + 1, a bound on the VC dimension of lines with such a margin"

// Complexity implements method.Complex: lines that separate points of a ball of radius R by a margin 1/‖w‖ have a VC
// dimension of at most R²‖w‖² + 1 (Vapnik, The Nature of Statistical Learning Theory, 2000, theorem 5.1). It is told of
// two classes and of kernels that are positive definite.
func (m *model) Complexity(job method.Job) (float64, error) {
	if !kernel.PositiveDefiniteIn(m.kernel, m.problem.D) || len(m.pairs) != 1 {
		return math.NaN(), job.Err()
	}
	r2w2, err := m.pairs[0].radiusByMargin(job, m.inside)
	return r2w2 + 1, err
}

// radius2 is R², that of the smallest ball round points in feature space: the largest ½-fold dual of
//
//	maximise  Σ βᵢ k(xᵢ, xᵢ) − β'Kβ   subject to  Σβ = 1,  β ≥ 0,
//
// whose centre is Σ βᵢ φ(xᵢ). What is told is how far the farthest point is from that centre: a ball of this radius
// holds all points, whatever tolerance is left.
func radius2(job method.Job, k kernel.Kernel, x []float64, n, d int) (float64, error) {
	g := newGram(k, x, n, d, cacheBytes, nil)
	q := newQuad(n)
	q.convex = true
	q.rows, q.diag = g, g.diag
	top := 0.0
	for i, v := range g.diag {
		q.target[i], q.hi[i] = v/2, 1
		top = max(top, math.Abs(v))
	}
	q.beta[0] = 1
	q.refresh()
	if _, err := q.solve(job, 1e-9*max(top, 1e-300), false); err != nil {
		return math.NaN(), err
	}
	q.refresh()
	norm, far := 0.0, 0.0 // ‖centre‖²
	for i, b := range q.beta {
		norm += b * (q.target[i] - q.grad[i])
	}
	for _, v := range q.grad { // ‖φ(xᵢ) − centre‖² = 2 gradᵢ + ‖centre‖²
		far = max(far, 2*v+norm)
	}
	return far, job.Err()
}
