package svm

import (
	"math"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
)

// bounds is the name of the bounds in texts.
const bounds = "support vectors / n and 4R²‖w‖²/n"

// Bounds returns two bounds on the leave-one-out error, whose mean over draws is the expected error of a fit to one
// point fewer (Luntz and Brailovsky 1969; Vapnik, Statistical Learning Theory, 1998, section 10.3).
//
// The first: removing a point that is not a support vector does not change the machine, which then classifies that
// point as before. The second holds for machines with an intercept and a hard margin, or a soft margin without points
// inside: R is the radius of the smallest ball around the points in feature space, 2R is at least the span of any
// support vector, and 1/‖w‖ is the margin (Vapnik and Chapelle, Bounds on error expectation for support vector
// machines, Neural Computation 12, 2000). Without an intercept, R² would replace 4R², with R the largest distance from
// the origin. The second bound is NaN for more than two classes, an indefinite kernel, or a coefficient at its limit.
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
		return list, job.Err() // if a coefficient is at its bound, points may lie inside the margin
	}
	r2w2, err := m.pairs[0].radiusByMargin(job, m.inside)
	list[1].Value = 4 * r2w2 / n
	return list, err
}

// radiusByMargin returns R²‖w‖²: the squared radius of the smallest ball around the points in the feature space of the
// kernel k, divided by the squared margin 1/‖w‖².
func (p *pair) radiusByMargin(job method.Job, k kernel.Kernel) (float64, error) {
	w := p.norm()
	r2, err := radius2(job, k, p.x, p.n, p.d)
	return r2 * w * w, err
}

// complexity is the name of the complexity of a machine.
const complexity = "R²‖w‖² + 1, a bound on the VC dimension of lines with such a margin"

// Complexity returns R²‖w‖² + 1: hyperplanes that separate points in a ball of radius R with a margin 1/‖w‖ have at
// most this VC dimension (Vapnik, The Nature of Statistical Learning Theory, 2000, theorem 5.1). It is NaN unless there
// are two classes and the kernel is positive definite.
func (m *model) Complexity(job method.Job) (float64, error) {
	if !kernel.PositiveDefiniteIn(m.kernel, m.problem.D) || len(m.pairs) != 1 {
		return math.NaN(), job.Err()
	}
	r2w2, err := m.pairs[0].radiusByMargin(job, m.inside)
	return r2w2 + 1, err
}

// radius2 returns R², the squared radius of the smallest ball around points in feature space. It solves (half of) the
// dual problem
//
//	maximise  Σ βᵢ k(xᵢ, xᵢ) − β'Kβ   subject to  Σβ = 1,  β ≥ 0.
//
// The centre of the ball is Σ βᵢ φ(xᵢ). The result is the largest squared distance of a point from this centre, so that
// the ball contains all points, whatever the solver's accuracy.
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
