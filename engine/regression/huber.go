package regression

import (
	_ "embed"
	"math"
	"slices"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

//go:embed huber.jsonl
var huberExamples string

// Huber declares the method, id "huber".
func Huber() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "huber", Traits: method.Traits{Free: true},
			Name:    "Huber regression",
			Aliases: []string{"Huber regressor", "Huber loss", "Robust regression", "M-estimator", "Régression robuste"},
			Family:  "Regression",
			Task:    method.Regress,
			Takes:   method.Takes{Wide: true, MaxPoints: maxPoints},
			Summary: "Squared errors for points near the curve, absolute errors for those beyond ε·σ: outliers pull no harder " +
				"than a point at that limit. The scale σ is learned, too.",
			Formula: "min Σ (σ + σ H(rᵢ/σ)) + α‖w‖²,  rᵢ = yᵢ − w·φ(xᵢ) − b,  H(z) = z² if |z| ≤ ε, else 2ε|z| − ε²",
			Source: "Huber, Robust Statistics, Wiley 1981, sections 7.7 and 7.8; Owen, A robust hybrid of lasso and ridge " +
				"regression, Contemporary Mathematics 443, 2007",
			Seen: "The curve with residuals, and brackets around outliers.",
			Params: []method.Param{method.DomainParam(), degree(1),
				{Name: "epsilon", Label: "Threshold ε", Default: 1.35,
					Kind: method.Number{Range: method.Range{Min: 1.01, Max: 1000, SoftMax: 5, Log: true}},
					Help: "Beyond ε·σ a point is an outlier. A large ε gives least squares, one near 1 absolute errors."},
				penalty(1e-4, "Minimised: Σ (σ + σ H(residual/σ)) + α‖w‖². The intercept and σ are free."),
				{Name: "max_iter", Label: "Newton steps", Kind: method.Integer{Range: method.Range{Min: 1, Max: 10_000,
					SoftMin: 1, SoftMax: 100, Log: true}}, Default: 100.0, Advanced: true,
					Help: "At most this many steps, each a weighted least squares problem or better; usually few are needed"},
			},
			Shows: shows(true, append([]method.Show{{Name: "outliers", Label: "Outliers", On: true,
				Help: "Brackets around points farther than ε·σ from the curve"}}, rowShows()...)...),
			Examples: method.ExamplesIn(huberExamples),
		},
		Python: huberPython,
		Fit:    fitHuber,
	}
}

// Limits of the iteration. Where most residuals vanish, the best σ is 0: it is then leastSigma, relative to the spread
// of y. Slopes are relative to the pull of all points together.
const (
	leastSigma = 1e-8
	flatSlope  = 1e-11 // the descent ends
	lowSlope   = 1e-5  // it may end for another reason
	blockRows  = 128   // rows between two questions to the job
)

// huberRun is a descent with all its iterates x = (t, c). Values are in units of the spread of y, from their mean:
// y = c + A·t + residual, with the penalty |t|² − |Ut|². Here A = QU, the centred features are QR, and U is the upper
// half of the orthonormal factor of R above √α·T (solved). Ridge regression would have the unit matrix in these
// coordinates, so Newton's systems are well scaled, whatever the powers of x are.
type huberRun struct {
	problem    *method.Problem
	frame      *frame
	d          *design
	s          *solved
	n, q       int // rows; numbers in x
	eps, alpha float64
	unit       float64   // the spread of y
	a          []float64 // n×q: A, with a column of ones
	y          []float64
	p          []float64 // q×q: I − UᵀU, and 0 for c
	residual   []float64 // at the x that was asked for last
	// After each step:
	x                   [][]float64
	cost, sigma, passes []float64
	slope               float64 // at the end
}

// huber is the model after k steps.
type huber struct {
	*linear
	run      *huberRun
	k        int
	outliers []int
}

// Can says what the model can do.
func (m *huber) Can() *method.Capabilities {
	can := m.linear.Can()
	can.Complexity, can.LeaveOneOut, can.Span = nil, nil, nil
	can.Layers, can.Stepper, can.Cost = m.layers, m.run, m.Cost
	return can
}

// Cost counts a pass for each step, and one for each trial.
func (m *huber) Cost() method.Cost { return method.Cost{Passes: m.run.passes[m.k]} }

func fitHuber(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if err := needPoints(p); err != nil {
		return nil, err
	}
	f := frameOf(p, v.Int("degree"))
	d, err := newDesign(job, f.columns(p.X, p.N), p.Y, true)
	if err != nil {
		return nil, err
	}
	r := &huberRun{problem: p, frame: f, d: d, n: p.N, q: d.p + 1, eps: v.Float("epsilon"), alpha: v.Float("alpha"),
		unit: spreadOf(p.Y), residual: make([]float64, p.N)}
	if r.unit == 0 {
		r.unit = 1
	}
	r.s = d.penalized(1, math.Sqrt(r.alpha*r.unit), f.toRaw)
	if err := r.begin(job); err != nil {
		return nil, err
	}
	if err := r.descend(job, v.Int("max_iter")); err != nil {
		return nil, err
	}
	return r.Stage(r.Steps()), job.Err()
}

// begin computes the matrices, and the start: least squares with the same penalty.
func (r *huberRun) begin(job method.Job) error {
	k, q := r.d.p, r.q
	r.a, r.y, r.p = make([]float64, r.n*q), make([]float64, r.n), make([]float64, q*q)
	x := make([]float64, q)
	for j, col := range r.d.q {
		if err := job.Err(); err != nil {
			return err
		}
		u := r.s.u[j*k : (j+1)*k]
		for i, v := range col {
			linalg.Axpy(v, u, r.a[i*q:i*q+k])
		}
		linalg.Axpy(r.d.qy[j]/r.unit, u, x[:k])
		for i, v := range u {
			linalg.Axpy(-v, u, r.p[i*q:i*q+k])
		}
		r.p[j*q+j]++
	}
	for i := range r.n {
		r.a[i*q+k], r.y[i] = 1, (r.problem.Y[i]-r.d.yMean)/r.unit
	}
	cost, sigma := r.at(x)
	r.note(x, cost, sigma, 0)
	return nil
}

// note keeps the result of a step.
func (r *huberRun) note(x []float64, cost, sigma, passes float64) {
	r.x, r.cost = append(r.x, x), append(r.cost, cost)
	r.sigma, r.passes = append(r.sigma, sigma), append(r.passes, passes)
}

// at computes the residuals at x, and returns the objective and its best σ there. The derivative by σ, n − Σ min(r²/σ²,
// ε²), rises with σ. So, from the largest residual down, one counts as an outlier while it exceeds εσ, where the others
// and the outliers so far give σ² = Σ r²/(n − kε²).
func (r *huberRun) at(x []float64) (cost, sigma float64) {
	size, square := make([]float64, r.n), make([]float64, r.n+1)
	for i := range size {
		r.residual[i] = r.y[i] - linalg.Dot(r.a[i*r.q:(i+1)*r.q], x)
		size[i] = math.Abs(r.residual[i])
	}
	slices.Sort(size)
	for i, v := range size {
		square[i+1] = square[i] + v*v
	}
	for k := range r.n {
		rest := float64(r.n) - float64(k)*r.eps*r.eps
		if rest <= 0 {
			sigma = 0
			break
		}
		if sigma = math.Sqrt(square[r.n-k] / rest); size[r.n-1-k] <= r.eps*sigma {
			break
		}
	}
	sigma = max(sigma, leastSigma)
	for _, v := range size {
		if v <= r.eps*sigma {
			cost += sigma + v*v/sigma
		} else {
			cost += sigma + 2*r.eps*v - r.eps*r.eps*sigma
		}
	}
	return cost + linalg.Dot(x, multiply(r.p, x)), sigma
}

// model is a quadratic model of the objective with its best σ, times σ/2.
type model struct {
	slope  []float64 // downwards
	newton []float64 // second derivatives
	// more is what makes the model an upper bound of the objective: the matrix of least squares with the weights 1 and,
	// for outliers, ε/|z|.
	more []float64
}

// model returns the model at x, whose residuals are known, and the relative size of the slope.
func (r *huberRun) model(job method.Job, x []float64, sigma float64) (*model, float64, error) {
	q := r.q
	m := &model{slope: make([]float64, q), newton: slices.Clone(r.p), more: make([]float64, q*q)}
	for i := range m.newton {
		m.newton[i] *= sigma
	}
	pull, u := make([]float64, q), make([]float64, q)
	var in, out []float64
	squares := 0.0
	for i := range r.n {
		a, z := r.a[i*q:(i+1)*q], r.residual[i]/sigma
		push := sigma * min(max(z, -r.eps), r.eps)
		linalg.Axpy(push, a, m.slope)
		for j, v := range a {
			pull[j] += max(math.Abs(push), sigma) * math.Abs(v)
		}
		if math.Abs(z) <= r.eps {
			in = append(in, a...)
			linalg.Axpy(z, a, u)
			squares += z * z
		} else {
			for _, v := range a {
				out = append(out, math.Sqrt(r.eps/math.Abs(z))*v)
			}
		}
		if i%blockRows == blockRows-1 || i == r.n-1 {
			linalg.MulAddT(m.newton, in, in, q, len(in)/q, q)
			linalg.MulAddT(m.more, out, out, q, len(out)/q, q)
			in, out = in[:0], out[:0]
			if err := job.Err(); err != nil {
				return nil, 0, err
			}
		}
	}
	if sigma > leastSigma { // σ follows
		for i, v := range u {
			linalg.Axpy(-v/squares, u, m.newton[i*q:(i+1)*q])
			linalg.Axpy(v/squares, u, m.more[i*q:(i+1)*q])
		}
	}
	top, most := 0.0, 0.0
	for i, v := range multiply(r.p, x) {
		m.slope[i] -= sigma * v
		top, most = max(top, math.Abs(m.slope[i])), max(most, pull[i]+math.Abs(sigma*v))
	}
	return m, top / most, nil
}

// step returns the step to the minimum of the model with the given share of more; nil if it has none.
func (m *model) step(share float64) []float64 {
	q, step, h := len(m.slope), slices.Clone(m.slope), slices.Clone(m.newton)
	linalg.Axpy(share, m.more, h)
	trace := 0.0
	for i := range q {
		trace += h[i*q+i]
	}
	for i := range q {
		h[i*q+i] += 1e-14 * trace
	}
	if !linalg.Cholesky(h, q) {
		return nil
	}
	linalg.CholSolve(h, q, step, 1)
	return step
}

// descend makes Newton's steps. A step that gains less than a quarter of what its model promises competes with those
// of iterated reweighting, which never raises the objective (Huber 1981, section 7.8), and of mixtures of both, each
// doubled while that helps: where σ is nearly 0, few points have a second derivative.
func (r *huberRun) descend(job method.Job, most int) error {
	for idle := 0; ; {
		k := r.Steps()
		x, cost, sigma := r.x[k], r.cost[k], r.sigma[k]
		r.at(x)
		m, slope, err := r.model(job, x, sigma)
		if err != nil {
			return err
		}
		method.Progress(job, float64(k)/float64(most))
		r.slope = slope
		if slope <= flatSlope || k == most || idle == 3 {
			return nil
		}
		noise := 1e-14 * cost // rounding errors of the objective
		next, passes := x, r.passes[k]+1
		try := func(step []float64, by, slack float64) (gain float64) {
			to := slices.Clone(x)
			linalg.Axpy(by, step, to)
			c, s := r.at(to)
			if passes++; c < cost+slack {
				next, cost, sigma = to, c, s
			}
			return r.cost[k] - c
		}
		promise := func(step []float64) float64 { return linalg.Dot(step, m.slope) / r.sigma[k] }
		if step := m.step(0); step == nil || try(step, 1, noise) < promise(step)/4-noise {
			for _, share := range []float64{1, 0.1, 0.01} {
				step := m.step(share)
				for by, last := 1.0, math.Inf(1); step != nil && cost < last; by *= 2 {
					if err := job.Err(); err != nil {
						return err
					}
					last = cost
					try(step, by, 0)
				}
			}
		}
		if idle++; cost < r.cost[k]-noise {
			idle = 0
		}
		r.note(next, cost, sigma, passes)
	}
}

// Steps returns the number of steps made.
func (r *huberRun) Steps() int { return len(r.x) - 1 }

// StepName says what a step is.
func (r *huberRun) StepName() string { return "step" }

// Trace returns the objective and σ.
func (r *huberRun) Trace() []method.Series {
	cost, sigma := make([]float64, len(r.x)), make([]float64, len(r.x))
	for i := range cost {
		cost[i], sigma[i] = r.cost[i]*r.unit, r.sigma[i]*r.unit
	}
	return []method.Series{{Name: "objective", Values: cost}, {Name: "σ", Values: sigma}}
}

// Stage returns the model after k steps.
func (r *huberRun) Stage(k int) method.Model {
	p, x, sigma := r.problem, r.x[k], r.sigma[k]*r.unit
	v := r.s.back(slices.Clone(x[:r.q-1]))
	for i := range v {
		v[i] *= r.unit
	}
	poly := r.frame.polynomial(v, r.d.yMean+r.unit*x[r.q-1]-linalg.Dot(v, r.d.mean))
	m := &huber{linear: &linear{polynomial: poly, problem: p, status: r.status(k)}, run: r, k: k}
	fitted := m.score(p, m.Predict)
	for i, y := range p.Y {
		if math.Abs(y-fitted[i]) > r.eps*sigma {
			m.outliers = append(m.outliers, i)
		}
	}
	if r.sigma[k] <= leastSigma {
		sigma = 0
	}
	m.coefficients()
	m.number("scale", sigma, "The learned scale σ of the residuals (scale_ of scikit-learn)").Call("Scale σ")
	m.Add("n_outliers", len(m.outliers), "", "Number of points farther than ε·σ from the curve").Call("Outliers")
	m.Add("n_iter", k, "", "Newton steps")
	cost, norm := r.cost[k]*r.unit, linalg.Dot(m.coef, m.coef)
	m.number("objective", cost, "Σ (σ + σ H(residual/σ)) + α‖w‖²")
	m.goal = words.Text("min Σ (σ + σ H(rᵢ/σ)) + α‖w‖²  = %s", priced(cost-r.alpha*norm, r.alpha, norm))
	m.headline = words.Text("σ = %s, %s beyond ε·σ = %s", words.Number(sigma), words.Count(len(m.outliers), "point"),
		words.Number(r.eps*sigma))
	m.status.Sentence += said(p)
	if k == r.Steps() {
		m.promise(p, fitted, true)
	}
	return m
}

func (r *huberRun) status(k int) method.Status {
	steps := words.Count(k, "step")
	switch {
	case k < r.Steps():
		return method.Status{State: method.Running, Sentence: words.Text("%s from least squares so far.", steps)}
	case !(r.slope <= lowSlope):
		return method.Status{State: method.Limited, Sentence: words.Text("Stopped after %s, before the minimum: raise the "+
			"limit or α.", steps)}
	case r.sigma[k] <= leastSigma:
		return method.Status{State: method.Converged, Sentence: words.Text("Converged in %s. So many points lie on the "+
			"curve that σ is 0: all others count as outliers.", steps)}
	}
	return method.Status{State: method.Converged, Sentence: words.Text("Converged in %s from least squares.", steps)}
}

// layers draws the residuals, and brackets around the outliers.
func (m *huber) layers(job method.Job, v picture.Viewport, g *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	p := m.problem
	switch {
	case p.Wide():
		if under, over, err = m.rowLayers(job, v, g, show); err != nil {
			return nil, nil, err
		}
	case p.Task == method.Regress:
		under = residuals(p, m, show)
	}
	if show["outliers"] && len(m.outliers) > 0 {
		marks := &picture.Marks{Role: picture.RoleBounded, Says: "outlier, farther than ε·σ from the curve"}
		fitted := m.fittedValues()
		for _, i := range m.outliers {
			x, y := p.Drawn(i)
			if p.Wide() {
				y = p.Y[i]
				if p.Principal > 0 {
					x = fitted[i]
				}
			}
			marks.XY, marks.Class = append(marks.XY, x, y), append(marks.Class, picture.NoClass)
		}
		under = append(under, marks)
	}
	return under, over, job.Err()
}
