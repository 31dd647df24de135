// Package kernelmethods holds kernel methods other than support vector machines: logistic regression, nearest
// neighbours and Fisher's discriminant in feature space.
package kernelmethods

import (
	_ "embed"
	"fmt"
	"math"
	"sync"

	"pointscape/engine/classify"
	"pointscape/engine/descent"
	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// maxLogistic is the largest number of points of logistic regression: with a rough kernel there is one coefficient per
// point, and each part of a step costs their square.
const maxLogistic = 1000

//go:embed kernel_logistic.jsonl
var kernelLogisticExamples string

// Logistic declares kernel logistic regression, id "kernel_logistic".
func Logistic() method.Method {
	return method.Method{
		Info: method.Info{
			ID:      "kernel_logistic",
			Aliases: []string{"KLR", "RBF", "Kernel logit", "Régression logistique à noyau"},
			Name:    "Kernel logistic regression",
			Family:  "Kernel methods",
			Task:    method.Classify,
			Summary: "Logistic regression in a kernel's feature space: the boundary is " +
				"curved as in a support vector machine, but the output is a probability, and every point counts.",
			Formula: "two classes: min −Σ ln p(yᵢ | xᵢ) + α/2 ‖f‖²,  p(2 | x) = 1/(1 + exp(−f(x) − b)),  f = Σ aᵢ k(xᵢ, ·);  " +
				"more: + α/2 Σ_c ‖f_c‖²,  p(c | x) ∝ exp(f_c(x) + b_c)",
			Source: "Zhu and Hastie, Kernel logistic regression and the import vector machine, JCGS 14, 2005; Kimeldorf and " +
				"Wahba, J. Math. Anal. Appl. 33, 1971 (representer theorem); " +
				"Fine and Scheinberg, Efficient SVM training using low-rank kernel representations, JMLR 2, 2001 (the span)",
			Params: append(kernelparam.Params(),
				method.Param{Name: "alpha", Label: "Penalty α",
					Kind:    method.Number{Range: method.Range{Min: 1e-6, Max: 1e4, SoftMin: 1e-3, SoftMax: 100, Log: true}},
					Default: 0.1,
					Help:    "Minimised: sum of losses + α/2 ‖f‖². Large α: smoother boundary, less sure. In scikit-learn, C is 1/α."},
				method.Param{Name: "max_iter", Label: "Iterations",
					Kind: method.Integer{Range: method.Range{Min: 1, Max: 200, SoftMin: 1, SoftMax: 50}}, Default: 50.0,
					Advanced: true,
					Help:     "At most this many Newton steps (iteratively reweighted least squares)"},
				method.Param{Name: "tol", Label: "Tolerance",
					Kind: method.Number{Range: method.Range{Min: 1e-12, Max: 0.1, Log: true}}, Default: 1e-6, Advanced: true,
					Help: "The solver stops when the gradient is below this share of the gradient at the start"}),
			Takes: method.Takes{MaxPoints: maxLogistic},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Probabilities", On: true, Help: "The colours of the classes, mixed by their " +
					"probabilities"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Help: "Where two classes are equally probable"},
				{Name: "levels", Label: "Lines of equal probability", On: true, Help: "Lines of equal probability of a class: " +
					"0.75 and 0.9"},
				{Name: "weights", Label: "Weights of the points", Help: "Rings: 1 − the probability of each point's own " +
					"class, equal to α " +
					"times the size of its weight in f"},
			},
			Examples: method.ExamplesIn(kernelLogisticExamples),
		},
		Check: func(v method.Values) error {
			_, err := quietKernel(v)
			return err
		},
		Python: kernelLogisticPython,
		Fit:    fitLogistic,
	}
}

// quietKernel reads the kernel. It rejects white noise.
func quietKernel(v method.Values) (kernel.Kernel, error) {
	k, err := kernelparam.Of(v, 2)
	if err == nil && kernel.HasWhite(k) {
		err = doc.Errorf("params.kernel", "a kernel without white noise", v.String("kernel"))
	}
	return k, err
}

// regression is a run of Newton's method.
type regression struct {
	problem *method.Problem
	kernel  kernel.Kernel
	span    *span
	rows    int // number of outputs: 1 for two classes (the log odds of the second), else one per class
	alpha   float64
	tol     float64
	run     *descent.Run
	errors  []int // number of training errors after each step
	maximum int
	found   func() kernel.Soundness // soundness of the kernel on the points, computed at the first call
}

// logistic is the model after some of the steps.
type logistic struct {
	*regression
	k    int
	sum  *kernel.Expansion
	norm float64   // Σ ‖f_c‖²
	prob []float64 // N×classes: probability of each class at each point
}

func (m *logistic) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m, Proba: m.Proba},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers, PartSays: m.PartSays},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:     method.Run{Stepper: m, Cost: m.Cost},
	}
}

func fitLogistic(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if len(p.ClassIDs) < 2 {
		return nil, method.NeedClasses("Logistic regression")
	}
	k, err := quietKernel(v)
	if err != nil {
		return nil, err
	}
	if err := p.CheckKernel(kernel.Diag(k, p.X, p.N, p.D, nil)); err != nil {
		return nil, err
	}
	r := &regression{problem: p, kernel: k, rows: classify.Outputs(p), alpha: v.Float("alpha"), tol: v.Float("tol"),
		maximum: v.Int("max_iter"),
		found:   sync.OnceValue(func() kernel.Soundness { return kernel.Check(k, p.X, p.N, p.D) })}
	// What the span leaves of a point's feature contributes at most that, times Σ|a| ≤ n/α, to f.
	if r.span, err = newSpan(job, k, p.X, p.N, p.D, 1e-5*r.alpha/float64(p.N)); err != nil {
		return nil, err
	}
	if err := r.minimize(job); err != nil {
		return nil, err
	}
	return r.at(r.run.Steps()), job.Err()
}

// outputs writes f at the points, one row per output. For each output, w has the coordinates in the span, then the
// intercept.
func (r *regression) outputs(w, f []float64) {
	clear(f)
	linalg.MulAdd(f, w, r.span.columns, r.rows, r.span.rank+1, r.problem.N)
}

// back adds to each row of g the points' coordinates and 1, weighted by the row of s.
func (r *regression) back(s, g []float64) {
	linalg.MulAdd(g, s, r.span.rows, r.rows, r.problem.N, r.span.rank+1)
}

// minimize runs Newton's method from zeros. The penalty makes the minimum unique, except that a constant can be added
// to the intercepts of all of several classes: a term (Σb)²/2 makes their sum 0 and changes nothing else.
func (r *regression) minimize(job method.Job) error {
	t := r.newton()
	run := &descent.Run{Dim: len(t.w), Every: 1}
	r.run = run
	t.v, t.bad = r.value(t.w, t.f, t.prob)
	r.gradient(t.w, t.prob, t.f, t.g)
	t.first = t.note()
	t.goal = r.goal()
	for slope := t.first; ; {
		switch {
		case !(math.Abs(t.v) < math.MaxFloat64):
			run.End = descent.Diverged
			return nil
		case slope <= t.goal:
			run.End = descent.Optimum
			return nil
		case run.Steps() == r.maximum:
			run.End = descent.Limit
			return nil
		}
		ok, err := t.direction(job, slope)
		if err != nil {
			return err
		}
		if !ok {
			continue // solve this step directly, too
		}
		if !t.search() {
			run.End = descent.Rounding
			return nil
		}
		slope = t.note()
	}
}

// newton is the state of Newton's method.
type newton struct {
	*regression
	factor            []float64 // see bound
	w, g              []float64 // the parameters, and the gradient
	step, next        []float64
	rest              []float64 // what the step leaves of the system
	dir, image, z     []float64 // of the conjugate gradients
	f, prob, probNext []float64
	v                 float64 // value at w
	bad               int     // training errors at w
	first, goal       float64 // largest entry of the gradient at the start, and at the end
	passes            float64 // values of the kernel; after that, each product visits all rows
	told              float64 // progress reported last
	hard              bool    // conjugate gradients take too long: solve directly
	failed            bool    // direct solution failed, too
}

// newton returns the state at zeros.
func (r *regression) newton() *newton {
	n, dim := r.problem.N, r.rows*(r.span.rank+1)
	buf := make([]float64, 7*dim)
	take := func() []float64 {
		v := buf[:dim:dim]
		buf = buf[dim:]
		return v
	}
	t := &newton{regression: r, factor: r.bound(), passes: float64(r.span.rank)}
	t.w, t.g, t.step, t.rest, t.dir, t.image, t.z = take(), take(), take(), take(), take(), take(), take()
	t.next = make([]float64, dim)
	t.f = make([]float64, n*r.rows)
	t.prob, t.probNext = make([]float64, n*len(r.problem.ClassIDs)), make([]float64, n*len(r.problem.ClassIDs))
	return t
}

// bound returns the Cholesky factor of ¼ΦᵀΦ + αI, a bound of each block on the Hessian's diagonal (Böhning, Ann. Inst.
// Statist. Math. 44, 1992); the identity, if that is hardly more than rounding errors.
func (r *regression) bound() []float64 {
	n, d := r.problem.N, r.span.rank
	bound := make([]float64, (d+1)*(d+1))
	// The lower triangle, by blocks of rows.
	const block = 16
	for i := 0; i <= d; i += block {
		end := min(i+block, d+1)
		linalg.Gemm(1, bound[i*(d+1):], d+1, r.span.columns[i*n:], n, 1, r.span.rows, d+1, end-i, n, end)
	}
	for i := range bound {
		bound[i] /= 4
	}
	for i := range d {
		bound[i*(d+1)+i] += r.alpha
	}
	bound[d*(d+1)+d] *= 1 + 1e-12
	if !linalg.Cholesky(bound, d+1) {
		clear(bound)
		for i := range d + 1 {
			bound[i*(d+1)+i] = 1
		}
	}
	return bound
}

// note adds the present state to the run, and returns the largest entry of the gradient.
func (t *newton) note() (slope float64) {
	for _, x := range t.g {
		slope = max(slope, math.Abs(x))
	}
	run := t.run
	run.Path, run.Value, run.Slope = append(run.Path, t.w...), append(run.Value, t.v), append(run.Slope, slope)
	run.Passes = append(run.Passes, t.passes)
	t.errors = append(t.errors, t.bad)
	return slope
}

// direction computes the step. ok is false if conjugate gradients took too long: the next call solves directly.
func (t *newton) direction(job method.Job, slope float64) (ok bool, err error) {
	clear(t.step)
	for i, x := range t.g {
		t.rest[i] = -x
	}
	if t.hard {
		t.passes++
		if t.hard, err = t.solve(job, t.prob, t.f, t.rest, t.step); err != nil {
			return false, err
		}
		t.failed = !t.hard
	}
	if t.hard {
		return true, nil
	}
	solved, err := t.conjugateGradients(job, slope)
	if err != nil {
		return false, err
	}
	t.hard = fastSolve && !solved && len(t.w) <= maxSolved && !t.failed
	return !t.hard, nil
}

// conjugateGradients solves the system of a step, the more precisely the nearer the minimum is (Nocedal and Wright,
// Numerical Optimization, 2006, section 7.1), preconditioned by the bound of the Hessian's blocks. It returns false if
// it lost patience.
func (t *newton) conjugateGradients(job method.Job, slope float64) (solved bool, err error) {
	copy(t.z, t.rest)
	t.precondition(t.z)
	copy(t.dir, t.z)
	size := linalg.Dot(t.rest, t.z)
	enough := min(0.1, math.Sqrt(slope/t.first))
	enough *= enough * size
	it := 0
	for ; (it < patience || !fastSolve && it < 100*patience) && size > enough; it++ {
		if it%8 == 0 {
			if err := job.Err(); err != nil {
				return false, err
			}
			// Progress: orders of magnitude by which the gradient has decreased, or steps taken.
			done := (float64(t.run.Steps()) + float64(it)/patience) / float64(t.maximum)
			if done = max(done, math.Log(t.first/slope)/math.Log(t.first/t.goal)); done > t.told && done < 1 {
				t.told = done
				method.Progress(job, done)
			}
		}
		t.hessian(t.prob, t.dir, t.f, t.image)
		t.passes++
		curve := linalg.Dot(t.dir, t.image)
		if !(curve > 0) {
			break
		}
		linalg.Axpy(size/curve, t.dir, t.step)
		linalg.Axpy(-size/curve, t.image, t.rest)
		copy(t.z, t.rest)
		t.precondition(t.z)
		fresh := linalg.Dot(t.rest, t.z)
		for i := range t.dir {
			t.dir[i] = t.z[i] + fresh/size*t.dir[i]
		}
		size = fresh
	}
	return it < patience || !(size > enough), nil
}

// precondition solves a system with the bound for each output.
func (t *newton) precondition(v []float64) {
	m := t.span.rank + 1
	for c := range t.rows {
		linalg.CholSolve(t.factor, m, v[c*m:(c+1)*m], 1)
	}
}

// search moves along the step by backtracking. It returns false if no move decreases the value.
func (t *newton) search() bool {
	gain := -linalg.Dot(t.g, t.step)
	s, fresh := 1.0, 0.0
	for ; s > 1e-12; s /= 2 {
		for i := range t.next {
			t.next[i] = t.w[i] + s*t.step[i]
		}
		fresh, t.bad = t.value(t.next, t.f, t.probNext)
		t.passes++
		if fresh <= t.v-1e-4*s*gain || gain < 1e-12*(1+math.Abs(t.v)) && fresh <= t.v+1e-15*(1+math.Abs(t.v)) {
			break
		}
	}
	if s <= 1e-12 || !(gain > 0) {
		return false
	}
	copy(t.w, t.next)
	t.v = fresh
	t.prob, t.probNext = t.probNext, t.prob
	t.gradient(t.w, t.prob, t.f, t.g)
	return true
}

// patience is the number of conjugate gradient iterations after which a step is solved by factorising the Hessian, if
// that has at most maxSolved unknowns.
const (
	patience  = 150
	maxSolved = 1400
)

// solve computes a Newton step by factorising the Hessian: step = H⁻¹ rest. prob has the probabilities at the points; q
// is a buffer of n numbers. ok is false if H is singular to working precision.
func (r *regression) solve(job method.Job, prob, q, rest, step []float64) (ok bool, err error) {
	n, m, classes := r.problem.N, r.span.rank+1, len(r.problem.ClassIDs)
	dim := r.rows * m
	h := make([]float64, dim*dim) // lower triangle
	const block = 16
	part := make([]float64, block*n)
	for c := range r.rows {
		for d := range c + 1 {
			for i := range n {
				p := prob[i*classes : (i+1)*classes]
				switch {
				case r.rows == 1:
					q[i] = p[0] * p[1]
				case c == d:
					q[i] = p[c] * (1 - p[c])
				default:
					q[i] = -p[c] * p[d]
				}
			}
			for i := 0; i < m; i += block {
				if err := job.Err(); err != nil {
					return false, err
				}
				rows := min(block, m-i)
				for k := range rows {
					column := r.span.columns[(i+k)*n : (i+k+1)*n]
					for j, v := range column {
						part[k*n+j] = v * q[j]
					}
				}
				end := m
				if c == d {
					end = i + rows
				}
				linalg.Gemm(1, h[(c*m+i)*dim+d*m:], dim, part, n, 1, r.span.rows, m, rows, n, end)
			}
			if r.rows > 1 {
				h[(c*m+m-1)*dim+d*m+m-1]++
			}
		}
		for i := range m - 1 {
			h[(c*m+i)*(dim+1)] += r.alpha
		}
	}
	if err := job.Err(); err != nil {
		return false, err
	}
	if !linalg.Cholesky(h, dim) {
		return false, nil
	}
	copy(step, rest)
	linalg.CholSolve(h, dim, step, 1)
	return true, nil
}

// value returns the sum of losses and penalties at w, and the number of misclassified points. It writes the outputs at
// all points to f and the probabilities of all classes to prob.
func (r *regression) value(w, f, prob []float64) (v float64, bad int) {
	r.outputs(w, f)
	v = r.penalty(w, nil)
	n, classes := r.problem.N, len(r.problem.ClassIDs)
	var z [doc.MaxClass + 1]float64
	product := 1.0 // of the sums: one logarithm for many points
	for i, y := range r.problem.Class {
		for c := range r.rows {
			z[c] = f[c*n+i]
		}
		top, sum := classify.Softmax(z[:r.rows], prob[i*classes:(i+1)*classes])
		if product *= sum; product > 1e250 {
			v += math.Log(product)
			product = 1
		}
		v += top
		switch {
		case r.rows > 1:
			v -= z[y]
		case y == 1:
			v -= z[0]
		}
		if method.Winner(z[:r.rows]) != y {
			bad++
		}
	}
	return v + math.Log(product), bad
}

// gradient writes the gradient at w to g. prob has the probabilities at the points; s is a buffer of n numbers per
// output.
func (r *regression) gradient(w, prob, s, g []float64) {
	n, classes := r.problem.N, len(r.problem.ClassIDs)
	for i, y := range r.problem.Class {
		p := prob[i*classes : (i+1)*classes]
		if r.rows == 1 {
			s[i] = p[1] - float64(y)
			continue
		}
		for c, q := range p {
			if c == y {
				q--
			}
			s[c*n+i] = q
		}
	}
	clear(g)
	r.penalty(w, g)
	r.back(s, g)
}

// penalty returns α/2 Σ‖f_c‖², plus (Σb)²/2 if there are several outputs, and adds its gradient to g unless g is nil.
// As it is quadratic, this is also its part of a Hessian product.
func (r *regression) penalty(w, g []float64) float64 {
	d := r.span.rank
	v, total := 0.0, 0.0
	for c := range r.rows {
		u := w[c*(d+1) : c*(d+1)+d]
		v += r.alpha / 2 * linalg.Dot(u, u)
		if g != nil {
			linalg.Axpy(r.alpha, u, g[c*(d+1):])
		}
		total += w[c*(d+1)+d]
	}
	if r.rows == 1 {
		return v
	}
	if g != nil {
		for c := range r.rows {
			g[c*(d+1)+d] += total
		}
	}
	return v + total*total/2
}

// hessian writes the product of the Hessian with v to out. prob has the probabilities at the points; q is a buffer of n
// numbers per output.
func (r *regression) hessian(prob, v, q, out []float64) {
	n := r.problem.N
	r.outputs(v, q)
	if r.rows == 1 {
		for i := range q {
			p := prob[2*i : 2*i+2 : 2*i+2]
			q[i] *= p[0] * p[1]
		}
	} else {
		for i := range n {
			p := prob[i*r.rows : (i+1)*r.rows]
			mean := 0.0
			for c, a := range p {
				mean += a * q[c*n+i]
			}
			for c, a := range p {
				q[c*n+i] = a * (q[c*n+i] - mean)
			}
		}
	}
	clear(out)
	r.penalty(v, out)
	r.back(q, out)
}

// at returns the model after k steps.
func (r *regression) at(k int) *logistic {
	p, d := r.problem, r.span.rank
	w := r.run.At(k)
	m := &logistic{regression: r, k: k, sum: &kernel.Expansion{Kernel: r.kernel, X: r.span.x, N: d, D: p.D}}
	for c := range r.rows {
		u := w[c*(d+1) : (c+1)*(d+1)]
		m.sum.Coef = append(m.sum.Coef, r.span.coefficients(u[:d]))
		m.sum.Bias = append(m.sum.Bias, u[d])
		m.norm += linalg.Dot(u[:d], u[:d])
	}
	m.prob = make([]float64, p.N*len(p.ClassIDs))
	r.value(w, make([]float64, p.N*r.rows), m.prob)
	return m
}

func (m *logistic) Scores(x []float64, tell func(i int, f []float64)) {
	classify.Listed(m.sum.EvalPoints(x, nil), m.rows, tell)
}

// Predict writes the most probable class.
func (m *logistic) Predict(x, out []float64) { classify.Predict(m, m.problem, x, out) }

func (m *logistic) Proba() method.Proba { return method.OnGrids }

// PointScores returns probabilities, one column per class.
func (m *logistic) PointScores(x []float64) [][]float64 {
	return classify.PointScores(m, m.problem, x, classify.LogOdds)
}

func (m *logistic) PartSays(p method.Part) string {
	if p == method.Regions {
		return "region of a class, mixed with others by their probabilities"
	}
	return ""
}

// ScoreRaster computes probabilities.
func (m *logistic) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	r := classify.SharesRaster(m.problem, g, "probabilities")
	if err := m.sum.Grid(job, g, r.Planes[:m.rows]); err != nil {
		return nil, err
	}
	f, prob := make([]float64, m.rows), make([]float64, len(r.Planes))
	for i := range g.W * g.H {
		if err := method.AskEvery(job, i, 4096); err != nil {
			return nil, err
		}
		for c := range f {
			f[c] = float64(r.Planes[c][i])
		}
		classify.Softmax(f, prob)
		classify.Put(r.Planes, i, prob, method.Winner(f))
	}
	return r, nil
}

// Layers draws contour lines of the probabilities, and the points' weights as rings.
func (m *logistic) Layers(job method.Job, _ picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show["levels"] {
		for c := range raster.Planes {
			relief := raster.Relief(c)
			for _, level := range []float64{0.75, 0.9} {
				path := relief.Path(level, picture.RoleIsoline, m.problem.ClassIDs[c])
				path.Says = "lines of equal probability of a class: 0.75 and 0.9"
				under = picture.AppendPath(under, path)
			}
		}
	}
	if show["weights"] {
		marks := &picture.Marks{Role: picture.RoleSupport, Says: "weight of a point: 1 − probability of its class"}
		for i := range m.problem.N {
			x := m.problem.At(i)
			marks.XY = append(marks.XY, x[0], x[1])
			marks.Size = append(marks.Size, 1-m.own(i))
			marks.Ordinal = append(marks.Ordinal, m.problem.Ordinal(i))
		}
		under = append(under, marks)
	}
	return under, over, job.Err()
}

// own returns the probability of a point's own class.
func (m *logistic) own(i int) float64 {
	return m.prob[i*len(m.problem.ClassIDs)+m.problem.Class[i]]
}

// Explain returns the probabilities at x. At the minimum, each point's weight in f_c is (1 − p_c)/α or −p_c/α; it lists
// the largest contributions to the f of the winner, or for two classes to f, which is that of the second class.
func (m *logistic) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	p := m.problem
	x = x[:p.D]
	best, prob := method.Winner(classify.ScoresAt(m, x)), m.PointScores(x)[0]
	e := method.Explanation{Answer: classify.Answer(p, best, prob[best]),
		Lines: classify.Chances(p, classify.Foremost(prob), prob)}
	if m.k < m.Steps() || m.run.End == descent.Limit {
		return e
	}
	c := best
	if m.rows == 1 {
		c = 1
	}
	part := make([]float64, p.N)
	for i := range part {
		a := -m.prob[i*len(prob)+c]
		if p.Class[i] == c {
			a++
		}
		part[i] = a / m.alpha * m.kernel.Eval(p.At(i), x)
	}
	method.Adding{At: x, Adds: part,
		Weight: func(i int) string { return words.Sprintf("probability %.3g", m.own(i)) }}.Explain(&e, p)
	return e
}

// Steps returns the number of Newton steps.
func (m *logistic) Steps() int { return m.run.Steps() }

// Stage returns the model after k Newton steps.
func (m *logistic) Stage(k int) method.Model { return m.regression.at(k) }

func (m *logistic) Cost() method.Cost { return method.Cost{Passes: m.run.Passes[m.k]} }

func (m *logistic) StepName() string { return "Newton step" }

func (m *logistic) Trace() []method.Series {
	errs := make([]float64, len(m.errors))
	for i, e := range m.errors {
		errs[i] = float64(e) / float64(m.problem.N)
	}
	return []method.Series{
		{Name: "objective", Values: m.run.Value},
		{Name: "training error", Values: errs},
		{Name: "gradient", Values: positive(m.run.Slope), Log: true},
	}
}

// positive replaces numbers that a logarithmic axis cannot show by NaN.
func positive(v []float64) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = x
		if !(x > 0) {
			out[i] = math.NaN()
		}
	}
	return out
}

// goal returns the gradient at which the fit has converged.
func (r *regression) goal() float64 { return r.tol * max(1, r.run.Slope[0]) }

func (m *logistic) Status() method.Status {
	s := method.Status{State: method.Converged, Sentence: words.Sprintf("The minimum, after %s.",
		words.Count(m.k, "Newton step"))}
	switch {
	case m.k < m.Steps():
		return method.Status{State: method.Running, Sentence: words.Sprintf("After %s of %d.", words.Count(m.k,
			"Newton step"),
			m.Steps())}
	case m.run.End == descent.Limit:
		s = method.Status{State: method.Limited, Sentence: words.Sprintf("Stopped after %s before the gradient was small.",
			words.Count(m.k, "Newton step"))}
	case m.run.End == descent.Rounding && m.run.Slope[m.k] > m.goal():
		s = method.Status{State: method.Limited, Sentence: words.Sprintf("Stopped after %s at the limit of rounding "+
			"errors: no step reduces the objective, but the gradient is %.2g, above the tolerance of %.2g.",
			words.Count(m.k, "Newton step"), m.run.Slope[m.k], m.goal())}
	case m.run.End == descent.Diverged:
		s = method.Status{State: method.Diverged, Sentence: "The numbers became too large for floating-point arithmetic. " +
			"Increase α."}
	}
	follows := words.Sprintf("f consists of %s, for which the kernel is positive definite.", words.Count(m.span.rank,
		"point"))
	if m.span.rank == 0 {
		follows = "the kernel is positive definite at none of them, and only the intercept is left."
	}
	if m.found() == kernel.Indefinite && s.State == method.Converged {
		s.Sentence = words.Sprintf("Stopped after %s.", words.Count(m.k, "Newton step"))
	}
	return kernelparam.Doubt(s, m.found(), follows)
}

// loss returns the sum of −ln p over the points' own classes.
func (m *logistic) loss() float64 {
	loss := m.run.Value[m.k] - m.alpha/2*m.norm
	if m.rows == 1 {
		return loss
	}
	total := 0.0
	for _, b := range m.sum.Bias {
		total += b
	}
	return loss - total*total/2
}

func (m *logistic) Facts() []method.Fact {
	n := float64(m.problem.N)
	penalty, norm := "α/2 ‖f‖²", "‖f‖"
	if m.rows > 1 {
		penalty, norm = "α/2 Σ ‖f_{c}‖²", "√Σ ‖f_{c}‖²"
	}
	intercept := method.Fact{Name: "intercept", Value: m.sum.Bias[0], Meaning: words.Text("b in the log-odds f(x) + b "+
		"of %s", m.problem.ClassName(len(m.problem.ClassIDs)-1))}
	if m.rows > 1 {
		intercept.Value, intercept.Rows, intercept.Meaning = m.sum.Bias, m.problem.ClassNames(), "b of each class"
	}
	return []method.Fact{
		{Name: "training_error", Value: float64(m.errors[m.k]) / n},
		{Name: "log_loss", Value: m.loss() / n, Unit: "nats"},
		{Name: "objective", Value: m.run.Value[m.k], Meaning: words.Text("Sum of losses + %s", penalty)},
		{Name: "function_norm", Value: math.Sqrt(m.norm), Meaning: words.Text("%s in the kernel's space", norm)},
		intercept,
		{Name: "n_iter", Value: m.k, Meaning: "Newton steps"},
		{Name: "gradient", Value: m.run.Slope[m.k]},
		{Name: "rank", Value: m.span.rank, Meaning: "Number of points that span f: their features are no combinations of " +
			"the others'"},
		{Name: "residual_variance", Label: "Residual variance", Group: method.Solver, Value: m.span.left,
			Meaning: "Largest share of k(x, x) at a point outside the span"},
		{Name: "basis", Value: m.problem.Ordinals(m.span.pivots), Meaning: "Indices of the points that span f", Quiet: true},
		{Name: "dual_coef", Value: m.sum.Coef, Meaning: "Weights of k at those points, a row for each output", Quiet: true},
	}
}

// Formula returns the objective, and the model with its numbers.
func (m *logistic) Formula() string {
	loss := m.loss()
	goal := fmt.Sprintf("%s + %s/2·%s = %s", words.Number(loss), words.Number(m.alpha), words.Number(m.norm),
		words.Number(loss+m.alpha/2*m.norm))
	if m.rows == 1 {
		return words.Sprintf("min −Σ ln p(yᵢ | xᵢ) + α/2 ‖f‖²  = %s\np(%s | x) = 1/(1 + exp(−f(x) − b)),  b = %s\nf(x) "+
			"= Σ aᵢ k(xᵢ, x)\nk = %s", goal, m.problem.ClassName(1), words.Number(m.sum.Bias[0]), m.kernel)
	}
	return words.Sprintf("min −Σ ln p(yᵢ | xᵢ) + α/2 Σ ‖f_{c}‖²  = %s\np(c | x) = exp(f_{c}(x) + b_{c}) / Σ "+
		"exp(f_{d}(x) + b_{d}),  %d classes\nf_{c}(x) = Σ a_{ic} k(xᵢ, x)\nk = %s", goal, len(m.problem.ClassIDs), m.kernel)
}
