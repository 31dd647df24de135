package regression

import (
	_ "embed"
	"math"
	"slices"
	"strconv"
	"sync"

	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"

	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// maxKernel is the largest number of points: the factorisation needs n³/6 multiplications, as for Gaussian processes.
const maxKernel = 2000

//go:embed kernel_ridge.jsonl
var kernelRidgeExamples string

// KernelRidge declares ridge regression in a kernel's feature space.
func KernelRidge() method.Method {
	return method.Method{
		Info: method.Info{
			ID:       "kernel_ridge",
			Aliases:  []string{"KRR", "Regularised least squares", "RBF", "Kernel regression", "Régression ridge à noyau"},
			Name:     "Kernel ridge regression",
			Family:   "Regression",
			Task:     method.Regress,
			Assessed: method.Assessed{Complexity: "the degrees of freedom"},
			Summary: "Ridge regression in the feature space of a kernel: the curve is a sum of bumps, one on each point; one " +
				"linear system gives their heights.",
			Formula: "f(x) = Σ aᵢ k(xᵢ, x),  (K + αI) a = y;  minimises Σ (yᵢ − f(xᵢ))² + α‖f‖²",
			Source: "Saunders, Gammerman, Vovk, Ridge regression learning algorithm in dual variables, ICML 1998; " +
				"Rasmussen, Williams, Gaussian Processes for Machine Learning, 2006, section 6.2 (the same curve as a Gaussian " +
				"process's mean with noise variance α)",
			Params: append(method.Moving(kernelparam.DomainParams(), "kernel", "norm"),
				penalty(0.1, "Minimised: sum of squared residuals + α‖f‖². Large α: flatter curve. In a Gaussian process: "+
					"noise variance.")),
			Shows: shows(false, method.Show{Name: "bumps", Label: "Bumps", Help: "aᵢ k(xᵢ, x) of each point: f is their sum",
				When: method.OnLine()}),
			Takes:    method.Takes{MaxPoints: maxKernel, Wide: true},
			Examples: method.ExamplesIn(kernelRidgeExamples),
		},
		Check: func(v method.Values) error {
			_, err := kernelparam.Of(v, method.Inputs(v))
			return err
		},
		Python: kernelRidgePython,
		Fit:    fitKernelRidge,
	}
}

// kernelRidge is a fitted sum of kernels.
type kernelRidge struct {
	problem *method.Problem
	sum     *kernel.Expansion
	a       []float64
	alpha   float64
	white   []float64 // white noise in the kernel, at each point; nil if none
	convex  bool      // the kernel is positive definite for all data
	found   func() kernel.Soundness
	factor  []float64  // Cholesky factor of K + αI; nil if it is not used
	poly    *monomials // used instead of sum if they are better conditioned; nil otherwise
	cond    float64    // estimated condition number of the system solved
	once    sync.Once
	goal    string // objective with its value, as a line; "" if it is unknown
	facts
}

func (m *kernelRidge) Can() *method.Capabilities {
	can := &method.Capabilities{
		Answers: method.Answers{Predictor: m, LeaveOneOut: m.LeaveOneOut, Complexity: m.Complexity},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:     method.Run{Cost: m.Cost},
	}
	switch {
	case m.problem.Wide():
		can.Layers, can.Explain = m.rowLayers, m.rowExplain
	case m.problem.Task == method.Regress2D:
		can.FieldRaster = m.FieldRaster
	default:
		can.Layers = m.lineLayers
	}
	return can
}

// Cost counts the whole Gram matrix, unless monomials are used instead.
func (m *kernelRidge) Cost() method.Cost {
	if m.poly != nil {
		return method.Cost{Passes: 1}
	}
	return method.Cost{Passes: float64(m.problem.N)}
}

func fitKernelRidge(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if err := needPoints(p); err != nil {
		return nil, err
	}
	k, err := kernelparam.For(v, p)
	if err != nil {
		return nil, err
	}
	n := p.N
	// The soundness of the kernel is computed only for Status: it may cost as much as the fit.
	m := &kernelRidge{problem: p, alpha: v.Float("alpha"), convex: kernel.PositiveDefiniteIn(k, p.D),
		found: sync.OnceValue(func() kernel.Soundness { return kernel.Check(k, p.X, p.N, p.D) })}
	m.a = append([]float64(nil), p.Y...)
	norm, ok, err := m.solve(job, k)
	if err != nil {
		return nil, err
	}
	if !ok || !method.Finite(m.a...) {
		return nil, m.singular(norm)
	}
	if kernel.HasWhite(k) {
		m.white = kernel.Diag(k, p.X, n, p.D, nil)
		for i, d := range kernel.DiagLatent(k, p.X, n, p.D, nil) {
			m.white[i] -= d
		}
	}
	m.sum = &kernel.Expansion{Kernel: k, X: p.X, N: n, D: p.D, Coef: [][]float64{m.a}}
	return m, job.Err()
}

// fillRidge computes the lower triangle of K + αI in gram, and the sums of absolute values of its columns.
func (m *kernelRidge) fillRidge(job method.Job, k kernel.Kernel, gram, sums []float64) error {
	p, n := m.problem, m.problem.N
	rows := kernel.NewRower(k, p.X, n, p.D)
	for i := range n {
		if i&15 == 0 {
			method.Progress(job, 0.3*float64(i)/float64(n)*float64(i)/float64(n))
			if err := job.Err(); err != nil {
				return err
			}
		}
		row := gram[i*n : i*n+i+1]
		rows.Row(i, row)
		row[i] += m.alpha
		sums[i] = math.Abs(row[i])
		for j, v := range row[:i] {
			v = math.Abs(v)
			sums[i] += v
			sums[j] += v
		}
	}
	return nil
}

// solve solves (K + αI) a = y for the coefficients: by the Cholesky factorisation, by the kernel's monomials if they
// are better conditioned, or by elimination if K is not positive definite. It returns the 1-norm of K + αI, and whether
// it succeeded.
func (m *kernelRidge) solve(job method.Job, k kernel.Kernel) (norm float64, ok bool, err error) {
	p, n := m.problem, m.problem.N
	gram, sums := make([]float64, n*n), make([]float64, n)
	if err := m.fillRidge(job, k, gram, sums); err != nil {
		return 0, false, err
	}
	asked, asks := 0.0, float64(1+(n/32)*(n/32+1)/2) // about as often as CholeskyFor asks
	ok, err = linalg.CholeskyFor(func() error {
		method.Progress(job, 0.3+0.6*min(1, asked/asks))
		asked++
		return job.Err()
	}, gram, n)
	if err != nil {
		return 0, false, err
	}
	norm = slices.Max(sums)
	if ok {
		m.cond = linalg.CholCondition(norm, gram, n)
		ok = m.cond < singularCondition
	}
	if m.convex && !(ok && m.cond <= sureCondition) {
		// A polynomial's features may be better conditioned than its Gram matrix.
		if f := newMonomials(k, p, m.alpha); f != nil && 1/f.inverse < singularCondition && (!ok || 1/f.inverse < m.cond) {
			m.poly, m.cond = f, 1/f.inverse
		}
	}
	switch {
	case m.poly != nil:
		ok = true
		m.poly.predict(p.X, m.a)
		for i, f := range m.a {
			m.a[i] = (p.Y[i] - f) / m.alpha
		}
	case ok:
		m.factor = gram
		linalg.CholSolve(gram, n, m.a, 1)
	case !m.convex:
		// The kernel is not positive definite, but the system may be solvable.
		if err := m.fillRidge(job, k, gram, sums); err != nil {
			return 0, false, err
		}
		for i := range n {
			for j := range i {
				gram[j*n+i] = gram[i*n+j]
			}
		}
		if ok, err = eliminate(job, gram, n, m.a); err != nil {
			return 0, false, err
		}
		m.cond = 1 / gonum.Implementation{}.Dgecon(lapack.MaxColumnSum, n, gram, n, norm, make([]float64, 4*n),
			make([]int, n))
	}
	return norm, ok, nil
}

// singular says which α is large enough for a matrix K + αI of the given norm, if any is: it must exceed the rounding
// errors of K's largest eigenvalue.
func (m *kernelRidge) singular(norm float64) error {
	if least := 1e-14 * norm; least <= maxAlpha {
		return doc.Errorf("params.alpha", words.Text("at least about %s at these points: K + αI is singular to working "+
			"precision", strconv.FormatFloat(least, 'g', 1, 64)), m.alpha)
	}
	return &method.Need{Sentence: words.Text("The values of this kernel at these points are so large (up to %s) that K "+
		"+ αI is singular to working precision for every α. Move the points closer to the origin, or reduce γ or the "+
		"degree.", words.Number(norm))}
}

// sureCondition is the condition number up to which half of the digits are accurate, so that no better method is tried.
const sureCondition = 1e8

// singularCondition is the condition number at which no digit is accurate: 1 divided by the spacing of float64 at 1.
const singularCondition = 1 << 52

// eliminate solves a·x = b for any regular matrix by Gaussian elimination with partial pivoting, and overwrites b with
// x. ok is false if a pivot is 0. a becomes L and U, as by gonum's Dgetrf, which cannot be cancelled.
func eliminate(job method.Job, a []float64, n int, b []float64) (ok bool, err error) {
	for k := range n {
		if k&15 == 0 {
			if err := job.Err(); err != nil {
				return false, err
			}
		}
		best := k
		for i := k; i < n; i++ {
			if math.Abs(a[i*n+k]) > math.Abs(a[best*n+k]) {
				best = i
			}
		}
		pivot := a[k*n : (k+1)*n]
		if best != k {
			for j, v := range a[best*n : (best+1)*n] {
				a[best*n+j], pivot[j] = pivot[j], v
			}
			b[k], b[best] = b[best], b[k]
		}
		if pivot[k] == 0 {
			return false, nil
		}
		for i := k + 1; i < n; i++ {
			if c := a[i*n+k] / pivot[k]; c != 0 {
				linalg.Axpy(-c, pivot[k+1:], a[i*n+k+1:(i+1)*n])
				a[i*n+k] = c
				b[i] -= c * b[k]
			}
		}
	}
	for k := n - 1; k >= 0; k-- {
		b[k] = (b[k] - linalg.Dot(a[k*n+k+1:(k+1)*n], b[k+1:])) / a[k*n+k]
	}
	return true, nil
}

// Predict writes f.
func (m *kernelRidge) Predict(x, out []float64) {
	if m.poly != nil {
		m.poly.predict(x, out)
		return
	}
	m.sum.EvalPoints(x, out)
}

func (m *kernelRidge) Status() method.Status {
	const remedy = "Make α larger, bring the points nearer to the origin, or choose a less smooth kernel."
	s := method.Status{State: method.Solved(m.cond), Sentence: method.SolvedSentence(m.cond, "K + αI", remedy)}
	if m.poly != nil && s.State == method.Exact {
		s.Sentence = "Exact: one least squares problem was solved, without iteration. K + αI is nearly singular at these " +
			"points; the matrix of the kernel's monomials is not."
	}
	s.Sentence = words.Say(s.Sentence) + words.Say(said(m.problem))
	return kernelparam.Doubt(s, m.found(), "the solution of the system may not be a minimum.")
}

// maxInverse is the largest number of points for which the diagonal of the inverse is computed, for the degrees of
// freedom and the leave-one-out error: it costs as much as the fit.
const maxInverse = 300

func (m *kernelRidge) Facts() []method.Fact {
	m.once.Do(m.makeFacts)
	return m.facts.FactList
}

// LeaveOneOut uses that the prediction at row i without it follows from the inverse (Rasmussen and Williams, section
// 5.4.2). It returns nil if K + αI was not solved by its Cholesky factor (monomials, indefinite kernels), and for
// condition numbers above 1e5: the session then fits again.
func (m *kernelRidge) LeaveOneOut(job method.Job) ([]float64, []bool, error) {
	n := m.problem.N
	if m.factor == nil || m.poly != nil || m.cond > sureCondition/1000 {
		return nil, nil, job.Err()
	}
	left := make([]float64, n)
	linalg.CholInverseDiag(m.factor, n, left)
	for i, g := range left {
		left[i] = m.problem.Y[i] - m.a[i]/g
	}
	return left, nil, job.Err()
}

func (m *kernelRidge) makeFacts() {
	p, n := m.problem, m.problem.N
	// From the system itself: y − f(xᵢ) = (α + white noise) aᵢ.
	left := make([]float64, n)
	for i, c := range m.a {
		left[i] = m.alpha * c
		if m.white != nil {
			left[i] += m.white[i] * c
		}
	}
	m.score(p, func(_, out []float64) {
		for i := range out {
			out[i] = p.Y[i] - left[i]
		}
	})
	m.Add("condition_estimate", m.cond, "", "Condition number of the system solved: K + αI, or the kernel's monomials "+
		"if better; above 1e12 digits are lost")
	norm := linalg.Dot(m.a, p.Y) - linalg.Dot(m.a, left)
	if m.poly != nil {
		norm = m.poly.norm
		free, press := 0.0, 0.0
		without := make([]float64, n)
		for i, h := range m.poly.leverage {
			free += h
			// If a point alone determines f there, 1 − h vanishes.
			without[i] = left[i] / max(1-h, 1e-15)
			press += without[i] * without[i]
		}
		m.leftOut(free, press, without)
	}
	if m.factor != nil && n <= maxInverse {
		inverse := make([]float64, n) // diagonal of the inverse
		linalg.CholInverseDiag(m.factor, n, inverse)
		free, press := float64(n), 0.0
		without := make([]float64, n)
		for i, c := range m.a {
			g := inverse[i]
			noise := m.alpha
			if m.white != nil {
				noise += m.white[i]
			}
			free -= noise * g
			without[i] = c / g
			press += without[i] * without[i]
		}
		m.leftOut(free, press, without)
	}
	if m.convex {
		m.number("function_norm", math.Sqrt(max(norm, 0)), "‖f‖ in the kernel's space: √(aᵀKa)")
		if m.white == nil {
			rest := linalg.Dot(left, left)
			m.number("objective", rest+m.alpha*norm, "Sum of squares + α‖f‖²")
			m.goal = words.Text("min Σ (yᵢ − f(xᵢ))² + α‖f‖²  = %s\n", priced(rest, m.alpha, norm))
		}
	}
	m.quiet("dual_coef", m.a, "", "a: the weight of the kernel at each point")
}

func (m *kernelRidge) Complexity(job method.Job) (float64, error) {
	m.once.Do(m.makeFacts)
	return m.freedom(), job.Err()
}

// leftOut adds the degrees of freedom (free), the leave-one-out residuals (without), and the mean of their squares,
// whose sum is press.
func (m *kernelRidge) leftOut(free, press float64, without []float64) {
	m.number("degrees_of_freedom", free, "Trace of K(K + αI)⁻¹, the effective number of parameters")
	m.Add("leave_one_out_error", press/float64(len(without)), method.SquaredUnits,
		"Mean squared error of the leave-one-out predictions, in closed form: Σ (aᵢ / [(K + αI)⁻¹]ᵢᵢ)² / n")
	m.quiet("leave_one_out_residuals", without, "units of y", "y minus the prediction of the fit without the point")
}

// Formula returns the objective, and the function with its numbers.
func (m *kernelRidge) Formula() string {
	m.once.Do(m.makeFacts)
	n := m.problem.N
	return words.Text("%sf(x) = Σ aᵢ k(xᵢ, x)  over %s\na = (K + %s I)⁻¹ y, %s\nk = %s", m.goal, words.Count(n, "point"),
		words.Number(m.alpha), square(n), m.sum.Kernel.String())
}

// bumpLimit is the largest number of points whose bumps are drawn.
const bumpLimit = 150

// lineLayers draws residuals and the terms of the sum.
func (m *kernelRidge) lineLayers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show["bumps"] && m.problem.N <= bumpLimit {
		path := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass,
			Says: "bumps aᵢ k(xᵢ, x) of the points: f is their sum"}
		rows := kernel.NewRower(m.sum.Kernel, m.problem.X, m.problem.N, 1)
		steps := max(v.W/4, 2)
		xs, k := make([]float64, steps+1), make([]float64, m.problem.N)
		xy := make([]float64, m.problem.N*2*len(xs))
		for j := range xs {
			x := v.X0 + (v.X1-v.X0)*float64(j)/float64(steps)
			rows.At([]float64{x}, k)
			for i, c := range m.a {
				xy[2*(i*len(xs)+j)], xy[2*(i*len(xs)+j)+1] = x, c*k[i]
			}
		}
		for i := range m.a {
			path.AddLine(xy[2*i*len(xs) : 2*(i+1)*len(xs)]...)
		}
		under = append(under, path)
	}
	return append(under, residuals(m.problem, m, show)...), nil, job.Err()
}

// rowLayers draws the line where prediction and truth agree, or the prediction along a column, and the residuals.
func (m *kernelRidge) rowLayers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	return method.PredictedLayers(m.problem, m, v, show), nil, job.Err()
}

// rowExplain returns the prediction for a row, and the rows that contribute most to it; no rows if monomials were used.
func (m *kernelRidge) rowExplain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	p, f := m.problem, []float64{0}
	m.Predict(x[:p.D], f)
	e := p.Foretold(x, f[0])
	if m.poly != nil {
		return e
	}
	k, size := make([]float64, p.N), make([]float64, p.N)
	kernel.NewRower(m.sum.Kernel, p.X, p.N, p.D).At(x[:p.D], k)
	for i, a := range m.a {
		k[i] *= a
		size[i] = math.Abs(k[i])
	}
	const told = 4
	for _, i := range method.LargestOf(size, told) {
		if k[i] != 0 {
			e.Lines = append(e.Lines, words.Text("row %s adds %s", strconv.Itoa(p.Number(i)), signed(words.Significant(k[i],
				3))))
		}
	}
	return e
}

// FieldRaster computes f.
func (m *kernelRidge) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	out := make([]float32, g.W*g.H)
	if m.poly != nil {
		return values(m.problem, g, out, "f(x)"), m.poly.grid(job, g, out)
	}
	if err := m.sum.Grid(job, g, [][]float32{out}); err != nil {
		return nil, err
	}
	return values(m.problem, g, out, "f(x)"), nil
}

// Explain returns f at x and the bumps that contribute most to it.
func (m *kernelRidge) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.problem.D]
	f := []float64{0}
	m.Predict(x, f)
	e := method.Explanation{Answer: at(x) + words.Number(f[0])}
	p := m.problem
	part := make([]float64, p.N)
	kernel.NewRower(m.sum.Kernel, p.X, p.N, p.D).At(x, part)
	for i, c := range m.a {
		part[i] *= c
	}
	method.Adding{At: x, Value: f[0], Adds: part,
		Weight: func(i int) string { return "a = " + words.Number(m.a[i]) }}.Explain(&e, p)
	return e
}
