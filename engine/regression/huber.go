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
			Seen: "The curve with residuals, and squares around outliers.",
			Params: []method.Param{method.DomainParam(), degree(1),
				{Name: "epsilon", Label: "ε", Default: 1.35,
					Kind: method.Number{Range: method.Range{Min: 1.01, Max: 1000, SoftMax: 5, Log: true}},
					Help: "Beyond ε·σ a point is an outlier. A large ε gives least squares, one near 1 absolute errors."},
				penalty(1e-4, "Minimised: Σ (σ + σ H(residual/σ)) + α‖w‖². The intercept and σ are free."),
				{Name: "max_iter", Label: "Newton steps", Kind: method.Integer{Range: method.Range{Min: 1, Max: 10_000,
					SoftMin: 1, SoftMax: 100, Log: true}}, Default: 100.0, Advanced: true,
					Help: "At most this many steps, each a weighted least squares problem or better; usually few are needed"},
			},
			Shows: shows(true, append([]method.Show{{Name: "outliers", Label: "Outliers", On: true,
				Help: "Squares around points farther than ε·σ from the curve"}}, rowShows()...)...),
			Examples: method.ExamplesIn(huberExamples),
		},
		Python: huberPython,
		Fit:    fitHuber,
	}
}

// Limits of the iteration. Where most residuals vanish, the best σ is 0: it is then leastSigma, relative to the spread
// of y. The slope is relative to the sum of the absolute values of its terms.
const (
	leastSigma = 1e-8
	flatTo     = 1e-11
	flatEnough = 1e-6
	blockRows  = 128
)

// huberRun is a descent with all its iterates. Values are in units of the spread of y, from their mean: y = c + A·t +
// residual, where the penalty is tᵀ(I − UᵀU)t and A = Q·U, of the factorisation Q·R of the centred features and that of
// R above √α·T (solved). In these coordinates ridge regression has the unit matrix: Newton's systems are well scaled.
type huberRun struct {
	problem  *method.Problem
	frame    *frame
	d        *design
	s        *solved
	n, q     int // rows; numbers in x: t and c
	eps      float64
	alpha    float64
	unit     float64   // the spread of y
	a        []float64 // n×q: A, with a column of ones
	y        []float64
	p        []float64 // q×q: I − UᵀU, and 0 for c
	x        [][]float64
	cost     []float64
	sigma    []float64
	slope    float64 // at the end
	most     int
	residual []float64
	sorted   []float64
}

// huber is the model after some steps.
type huber struct {
	*linear
	run      *huberRun
	sigma    float64
	outliers []int
}

// Can says what the model can do.
func (m *huber) Can() *method.Capabilities {
	can := m.linear.Can()
	can.Complexity, can.LeaveOneOut, can.Span, can.Cost = nil, nil, nil, nil
	can.Layers, can.Stepper = m.layers, m.run
	return can
}

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
		unit: spreadOf(p.Y), most: v.Int("max_iter")}
	if r.unit == 0 {
		r.unit = 1
	}
	r.s = d.penalized(1, math.Sqrt(r.alpha*r.unit), f.toRaw)
	r.prepare()
	if err := r.descend(job); err != nil {
		return nil, err
	}
	return r.Stage(r.Steps()), job.Err()
}

// prepare computes the matrices, and the start: least squares with the same penalty.
func (r *huberRun) prepare() {
	k, q := r.d.p, r.q
	r.a, r.y, r.p = make([]float64, r.n*q), make([]float64, r.n), make([]float64, q*q)
	x := make([]float64, q)
	for j, col := range r.d.q {
		if col == nil {
			continue
		}
		u := r.s.u[j*k : (j+1)*k]
		for i, v := range col {
			linalg.Axpy(v, u, r.a[i*q:i*q+k])
		}
		linalg.Axpy(r.d.qy[j]/r.unit, u, x[:k])
		for i, v := range u {
			linalg.Axpy(-v, u, r.p[i*q:i*q+k])
		}
	}
	for i := range r.n {
		r.a[i*q+k], r.y[i] = 1, (r.problem.Y[i]-r.d.yMean)/r.unit
	}
	for i := range k {
		r.p[i*q+i]++
	}
	r.residual, r.sorted = make([]float64, r.n), make([]float64, r.n)
	cost, sigma := r.at(x)
	r.x, r.cost, r.sigma = [][]float64{x}, []float64{cost}, []float64{sigma}
}

// at computes the residuals at x, and returns the objective and its best σ there. The derivative by σ, n − Σ min(r²/σ²,
// ε²), rises with σ: the k largest residuals are outliers for the first k with σ² = Σ r²/(n − kε²) over the others for
// which no other one exceeds εσ.
func (r *huberRun) at(x []float64) (cost, sigma float64) {
	for i := range r.n {
		r.residual[i] = r.y[i] - linalg.Dot(r.a[i*r.q:(i+1)*r.q], x)
		r.sorted[i] = math.Abs(r.residual[i])
	}
	slices.Sort(r.sorted)
	square := make([]float64, r.n+1) // of the smallest ones
	for i, v := range r.sorted {
		square[i+1] = square[i] + v*v
	}
	for k := range r.n {
		rest := float64(r.n) - float64(k)*r.eps*r.eps
		if rest <= 0 {
			sigma = 0
			break
		}
		if sigma = math.Sqrt(square[r.n-k] / rest); r.sorted[r.n-1-k] <= r.eps*sigma {
			break
		}
	}
	sigma = max(sigma, leastSigma)
	for _, v := range r.sorted {
		if v <= r.eps*sigma {
			cost += sigma + v*v/sigma
		} else {
			cost += sigma + 2*r.eps*v - r.eps*r.eps*sigma
		}
	}
	return cost + linalg.Dot(x, multiply(r.p, x)), sigma
}

// system is the quadratic model of the objective at x, divided by 2/σ: its slope, and two matrices.
type system struct {
	slope   []float64
	size    float64   // largest sum of the absolute values of the terms of an entry of slope
	newton  []float64 // the Hessian of the objective with its best σ
	bounded []float64 // weights ε/|z| for outliers: the model is nowhere below the objective (iterated reweighting)
}

// model returns the system at x, whose residuals are known.
func (r *huberRun) model(job method.Job, x []float64, sigma float64) (*system, error) {
	q := r.q
	m := &system{slope: make([]float64, q), newton: make([]float64, q*q), bounded: make([]float64, q*q)}
	terms, u := make([]float64, q), make([]float64, q)
	in, out := make([]float64, 0, blockRows*q), make([]float64, 0, blockRows*q)
	squares := 0.0
	for i := range r.n {
		a, z := r.a[i*q:(i+1)*q], r.residual[i]/sigma
		push := min(max(z, -r.eps), r.eps)
		linalg.Axpy(sigma*push, a, m.slope)
		for j, v := range a {
			terms[j] += math.Abs(sigma * push * v)
		}
		if math.Abs(z) <= r.eps {
			in = append(in, a...)
			linalg.Axpy(z, a, u)
			squares += z * z
		} else {
			root := math.Sqrt(r.eps / math.Abs(z))
			for _, v := range a {
				out = append(out, root*v)
			}
		}
		if i%blockRows == blockRows-1 || i == r.n-1 {
			linalg.MulAddT(m.newton, in, in, q, len(in)/q, q)
			linalg.MulAddT(m.bounded, out, out, q, len(out)/q, q)
			in, out = in[:0], out[:0]
			if err := job.Err(); err != nil {
				return nil, err
			}
		}
	}
	for i, v := range multiply(r.p, x) {
		m.slope[i] -= sigma * v
		m.size = max(m.size, terms[i]+math.Abs(sigma*v))
	}
	for i, v := range m.newton {
		m.newton[i] += sigma * r.p[i]
		m.bounded[i] += v + sigma*r.p[i]
	}
	if sigma > leastSigma {
		for i, v := range u {
			linalg.Axpy(-v/squares, u, m.newton[i*q:(i+1)*q])
		}
	}
	return m, nil
}

// solve returns the step of a quadratic model with matrix h, which is overwritten; nil if it has no minimum.
func (m *system) solve(h []float64) []float64 {
	q, step := len(m.slope), slices.Clone(m.slope)
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

// descend makes the steps. Each tries Newton's step and, unless that is better, makes the step of iterated reweighting,
// which never increases the objective (Huber 1981, section 7.8). Both have the same minimum.
func (r *huberRun) descend(job method.Job) error {
	for idle := 0; ; {
		k := r.Steps()
		x := r.x[k]
		r.at(x)
		m, err := r.model(job, x, r.sigma[k])
		if err != nil {
			return err
		}
		method.Progress(job, float64(k)/float64(r.most))
		r.slope = 0
		for _, v := range m.slope {
			r.slope = max(r.slope, shareOf(math.Abs(v), m.size))
		}
		if r.slope <= flatTo || k == r.most || idle == 3 {
			return nil
		}
		next, cost, sigma := x, r.cost[k], r.sigma[k]
		try := func(step []float64, by, slack float64) bool {
			to := slices.Clone(x)
			linalg.Axpy(by, step, to)
			c, s := r.at(to)
			if c <= cost+slack {
				next, cost, sigma = to, c, s
				return true
			}
			return false
		}
		if step := m.solve(m.bounded); step != nil {
			try(step, 1, 0)
		}
		if step := m.solve(m.newton); step != nil {
			slack := 1e-14 * r.cost[k] // rounding errors of the objective
			for by := 1.0; by > 0.05 && !try(step, by, slack); by /= 2 {
				slack = 0
			}
		}
		if idle++; cost < r.cost[k]*(1-1e-14) {
			idle = 0
		}
		r.x, r.cost, r.sigma = append(r.x, next), append(r.cost, cost), append(r.sigma, sigma)
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
	p, x := r.problem, r.x[k]
	v := r.s.back(slices.Clone(x[:r.q-1]))
	for i := range v {
		v[i] *= r.unit
	}
	poly := r.frame.polynomial(v, r.d.yMean+r.unit*x[r.q-1]-linalg.Dot(v, r.d.mean))
	m := &huber{linear: &linear{polynomial: poly, problem: p}, run: r, sigma: r.sigma[k] * r.unit}
	fitted := m.score(p, m.Predict)
	for i, y := range p.Y {
		if math.Abs(y-fitted[i]) > r.eps*m.sigma {
			m.outliers = append(m.outliers, i)
		}
	}
	m.coefficients()
	m.number("scale", m.sigma, "The learned scale σ of the residuals (scale_ of scikit-learn)").Call("Scale σ")
	m.Add("n_outliers", len(m.outliers), "", "Number of points farther than ε·σ from the curve").Call("Outliers")
	m.Add("n_iter", k, "", "Newton steps")
	cost, norm := r.cost[k]*r.unit, linalg.Dot(m.coef, m.coef)
	m.number("objective", cost, "Σ (σ + σ H(residual/σ)) + α‖w‖²")
	m.goal = words.Text("min Σ (σ + σ H(rᵢ/σ)) + α‖w‖²  = %s", priced(cost-r.alpha*norm, r.alpha, norm))
	m.headline = words.Text("σ = %s, %s beyond ε·σ = %s", words.Number(m.sigma), words.Count(len(m.outliers), "point"),
		words.Number(r.eps*m.sigma))
	m.status = r.status(k)
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
	case !(r.slope <= flatEnough):
		return method.Status{State: method.Limited, Sentence: words.Text("Stopped after %s, before the minimum: raise the "+
			"limit or α.", steps)}
	case r.sigma[k] <= leastSigma:
		return method.Status{State: method.Converged, Sentence: words.Text("Converged in %s. So many points lie on the "+
			"curve that σ is 0: all others count as outliers.", steps)}
	}
	return method.Status{State: method.Converged, Sentence: words.Text("Converged in %s from least squares.", steps)}
}

// layers draws the residuals, and squares around the outliers.
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
