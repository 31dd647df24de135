package gp

import (
	"fmt"
	"math"
	"slices"

	"pointscape/engine/bands"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// gradientLimit is the largest number of points for which the gradient is a fact of a model that was not optimised: it
// costs three times the fit, and facts are recomputed with every move of a point.
const gradientLimit = 120

func (m *model) Facts() []method.Fact {
	m.once.Do(func() { m.facts = m.makeFacts() })
	return m.facts
}

func (m *model) Assess(job method.Job) ([]method.Fact, error) {
	list := slices.Clone(m.Facts())
	for i := range list {
		if f := &list[i]; f.Late {
			f.Value, f.Late = m.post.condition(), false
		}
	}
	return list, job.Err()
}

func (m *model) makeFacts() []method.Fact {
	q := m.post
	th := theta(m.k, m.noise)
	names, titles := thetaNames(m.k)
	targets, unit := "targets", method.SquaredUnits
	if m.v.Bool("normalize_y") {
		targets, unit = "normalised targets", "squared units of the normalised y"
	}
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = words.Sprintf("%d: %s = %s", i+1, n, words.Figure(th[i]))
	}
	facts := []method.Fact{
		{Name: "kernel", Value: tidy(m.k).String(), Meaning: "The covariance function, with the learned values if " +
			"there are any"},
		{Name: "noise_variance", Value: m.noise, Unit: unit, Meaning: "σₙ²: variance of the noise in an observation " +
			"(scikit-learn's alpha)"},
		{Name: "n", Label: "Observations", Value: q.n, Meaning: "Number of points at which f was observed"},
	}
	if q.n > 0 {
		facts = append(facts, method.Fact{Name: "log_marginal_likelihood", Value: q.lml, Unit: "nats",
			Meaning: words.Text("Logarithm of the probability density of the %s under this kernel and noise", targets)})
		facts = append(facts, method.Fact{Name: "condition_estimate", Late: true,
			Meaning: "Condition number of K + σₙ²I in the 1-norm (for more than 200 points a lower bound, if " +
				"certainly below 1e12); above 1e12 digits are lost"})
	}
	facts = append(facts,
		method.Fact{Name: "hyperparameters", Value: words.Join(list, ", "),
			Meaning: "Numbered in the order of the kernel's expression, the noise last", Quiet: true},
		method.Fact{Name: "theta", Label: "Hyperparameters", Value: th, Meaning: "Values of the hyperparameters, in the " +
			"order of the kernel's expression, the noise last", Rows: titles})
	if q.n > 0 {
		var grad []float64
		switch {
		case m.search != nil:
			grad = m.search.grad
		case q.n <= gradientLimit:
			grad = q.gradient()
		}
		if grad != nil {
			facts = append(facts, method.Fact{Name: "log_marginal_likelihood_gradient", Value: grad,
				Label: "Slope of the likelihood", Group: method.Solver, Unit: "nats",
				Meaning: "Derivative of the log marginal likelihood with respect to the natural logarithm of " +
					"each hyperparameter; 0 " +
					"at an optimum", Rows: titles})
		}
		alpha := make([]float64, q.n)
		for i, r := range q.order {
			alpha[r] = q.alpha[i]
		}
		facts = append(facts, method.Fact{Name: "alpha", Value: alpha, Meaning: "Weights of the kernel at each point: (K + " +
			"σₙ²I)⁻¹ y", Quiet: true})
		if q.jitter > 0 {
			facts = append(facts, method.Fact{Name: "jitter", Label: "Jitter", Group: method.Solver, Value: q.jitter,
				Meaning: "Added to the diagonal of K because it was not numerically positive definite"})
		}
	}
	if s := m.search; s != nil {
		its, evals := 0, 0
		for _, r := range s.runs {
			its += len(r.path) - 1
			evals += r.evals
		}
		facts = append(facts,
			method.Fact{Name: "n_iter", Value: its, Meaning: "Steps of the optimiser, all starts together"},
			method.Fact{Name: "n_eval", Label: "Evaluations", Group: method.Solver, Value: evals,
				Meaning: "Evaluations of the likelihood and its gradient"},
			method.Fact{Name: "log_marginal_likelihood_at_start", Label: "Likelihood at the start", Group: method.Solver,
				Value: s.runs[0].value[0], Unit: "nats", Meaning: "Log marginal likelihood before learning"})
	}
	return facts
}

// gradient returns the gradient of the log marginal likelihood with respect to the logarithms of theta.
func (q *posterior) gradient() []float64 {
	n := q.n
	grads := kernel.GramGrad(q.k, q.x, n, q.d)
	inv := make([]float64, n*n)
	linalg.CholInverse(q.factor(), n, inv)
	return contract(q.alpha, inv, grads, q.noise)
}

func (m *model) Status() method.Status {
	q := m.post
	found := kernel.Check(q.k, q.x, len(q.order), q.d)
	return kernelparam.Doubt(m.solved(), found, "the noise makes its matrix positive definite at the points; elsewhere "+
		"negative variances are shown as 0.")
}

// solved describes how the posterior was computed, without remarks on the kernel.
func (m *model) solved() method.Status {
	q := m.post
	s := method.Status{State: method.Exact}
	switch {
	case m.v.Bool("prior"):
		s.Sentence = "The prior, before any data."
	case q.n == 0:
		s.Sentence = "No points yet: this is the prior. Click to add one."
	case m.search != nil:
		s.State, s.Sentence = m.search.status()
	default:
		s.Sentence = method.SolvedSentence(1, "K + σₙ²I", "")
		if q.n == 1 {
			s.Sentence = "Exact, from one observation."
		}
	}
	if q.trend.gaps(m.p) {
		s.Sentence = words.Say(s.Sentence) + words.Say(" At some points the expression of the mean has no value: 0 is "+
			"used there.")
	}
	if q.n == 0 {
		return s
	}
	const remedy = "More noise (a larger σₙ²), points less close together, or a kernel with shorter lengths help."
	solved := method.Exact
	switch {
	case q.jitter > 0:
		solved = method.Limited // the matrix with jitter belongs to another problem
	case !q.surely():
		solved = method.Solved(q.condition())
	}
	if solved == method.Exact {
		return s
	}
	if s.State == method.Converged || s.State == method.Exact {
		s.State = solved
	}
	blur := method.SolvedSentence(q.condition(), "K + σₙ²I", remedy)
	if q.jitter > 0 {
		blur = words.Sprintf("The kernel matrix was singular to working precision; %s was added to its diagonal, so "+
			"that this is the result for a noise variance of %s. %s", words.Figure(q.jitter), words.Figure(q.noise+q.jitter),
			remedy)
	}
	if m.search != nil {
		s.Sentence = words.Text("%s %s", words.Say(s.Sentence), words.Say(blur))
	} else {
		s.Sentence = blur
	}
	return s
}

// slope returns the largest absolute derivative of the likelihood at the optimum with respect to the logarithm of a
// hyperparameter, except those that the gradient pushes against their bounds.
func (s *search) slope() float64 {
	worst := 0.0
	for i, z := range s.runs[s.best].end() {
		if g := s.grad[i]; !(z <= s.lo[i] && g < 0 || z >= s.hi[i] && g > 0) {
			worst = max(worst, math.Abs(g))
		}
	}
	return worst
}

func (s *search) status() (method.State, string) {
	best := s.runs[s.best]
	state, text := method.Converged, words.Say("Likelihood maximised")
	if !best.settled {
		state, text = method.Limited, words.Sprintf("The optimiser stopped at its limit of %d steps; the likelihood was "+
			"still rising", maxIterations)
	} else if slope, enough := s.slope(), 1e-3+1e-5*math.Abs(best.endValue()); method.Settled(slope, enough,
		0) != method.Converged {
		state, text = method.Limited, words.Sprintf("The optimiser stopped because rounding errors hide the gradient of "+
			"the likelihood: its slope is still %s nats per factor of e, and the tolerance is %s", words.Figure(slope),
			words.Figure(enough))
	}
	if s.followed {
		text += words.Sprintf(" by following %s from before the edit", words.CountOf(len(s.runs), "optimum", "optima"))
	} else {
		text += words.Text(" from %s", words.Count(len(s.runs), "start"))
	}
	switch c := s.elsewhere(); {
	case c == 1:
		text += words.Say("; 1 ended at another, lower optimum")
	case c > 1:
		text += words.Sprintf("; %d ended at other, lower optima", c)
	}
	for i, z := range best.end() {
		if z <= s.lo[i] || z >= s.hi[i] {
			text += words.Say("; a hyperparameter is at its bound: the points do not determine it")
			break
		}
	}
	return state, text + "."
}

// Learned returns the optimised parameters, rounded to six digits, with the kernel expression in its original form; nil
// if nothing was learned. Values that practically did not change keep all digits, so that learning again from the
// result changes nothing.
func (m *model) Learned() map[string]any {
	if m.search == nil {
		return nil
	}
	t, err := kernel.Read(m.v.String("kernel"))
	if err != nil {
		return nil
	}
	values := make([]float64, len(m.search.end)-1)
	for i := range values {
		values[i] = settled(m.search.end[i], m.search.start[i])
	}
	last := len(values)
	return map[string]any{
		"kernel": t.With(values),
		"alpha":  min(max(settled(m.search.end[last], m.search.start[last]), minNoise), maxNoise),
	}
}

// settled returns the end of a search, or its start if both are practically equal.
func settled(end, start float64) float64 {
	if math.Abs(end-start) <= 1e-4*start {
		return start
	}
	return words.Significant(end, method.LearnedDigits)
}

// Formula returns the posterior with its numbers, and the objective of learning. Targets from which the prior mean was
// subtracted, or that were normalised, are written y′.
func (m *model) Formula() string {
	q := m.post
	k, noise := tidy(m.k).String(), words.Number(m.noise+q.jitter)
	center, scale := words.Number(q.center), words.Number(q.scale)
	rescaled := q.center != 0 || q.scale != 1
	of, before, prior := "", "", "0"
	if q.trend != nil {
		of, before, prior = words.Text("μ(x) = %s\n", q.trend.of()), "μ(x) + ", "μ"
	}
	if q.n == 0 {
		if rescaled {
			return of + fmt.Sprintf(words.Text("f = %s%%s + %%s·g,  g ∼ GP(0, k),  y = f(x) + %%s·ε,  ε ∼ N(0, %%s)\nk = %%s",
				before), center,
				scale, scale,
				noise, k)
		}
		return of + words.Sprintf("f ∼ GP(%s, k),  y = f(x) + ε,  ε ∼ N(0, %s)\nk = %s", prior, noise, k)
	}
	y, shift, square, that := "y", "", "", ""
	if rescaled {
		y, shift, square = "y′", words.Text("%s + %s·", center, scale), words.Number(q.scale*q.scale)+"·"
		that = words.Sprintf(",  y′ = (y%s)/%s", words.Term(-q.center), scale)
		if of != "" {
			that = words.Sprintf(",  y′ = (y − μ(X)%s)/%s", words.Term(-q.center), scale)
		}
	} else if of != "" {
		y, that = "y′", ",  y′ = y − μ(X)"
	}
	goal := ""
	if m.search != nil {
		goal = "max "
	}
	fit, constant := -0.5*linalg.Dot(q.beta, q.beta), -0.5*float64(q.n)*math.Log(2*math.Pi)
	return of + fmt.Sprintf(words.Text("m(x) = %s%%sk(x,X)(K + %%s I)⁻¹ %%s%%s,  n = %%d\nsd²(x) = %%sk(x,x) − "+
		"%%sk(x,X)(K + %%s I)⁻¹ k(X,x)\nk = %%s\n%%sln p(%%s) = −½ %%sᵀ(K + σₙ²I)⁻¹%%s − ½ ln|K + σₙ²I| − n/2 ln 2π  = "+
		"%%s%%s%%s = %%s", before),
		shift, noise, y, that, q.n, square, square, noise, k, goal, y, y, y, words.Number(fit),
		words.Term(q.lml-fit-constant), words.Term(constant), words.Number(q.lml))
}

// weighty is the legend's text for the points of an explanation.
const weighty = "points with the largest weights in the mean"

// lineExplain returns the prediction at a position, and the points with the largest weights in it.
func (m *model) lineExplain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	e := m.explain(x[:1], fmt.Sprintf("f(%s)", words.Figure(x[0])))
	mean, sd := m.at(x[:1])
	e.Layers = append(e.Layers, bands.Bar(x[0], mean, sd))
	for i, f := range m.post.influences(x[:1]) {
		if i == 3 {
			break
		}
		l := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Weight: min(math.Abs(f.weight), 1),
			Says: weighty}
		l.AddLine(x[0], mean, m.p.X[f.row], m.p.Y[f.row])
		e.Layers = append(e.Layers, l)
	}
	return e
}

// planeExplain returns the prediction at a position, and the points with the largest weights in it.
func (m *model) planeExplain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	e := m.explain(x[:2], fmt.Sprintf("f(%s, %s)", words.Figure(x[0]), words.Figure(x[1])))
	for i, f := range m.post.influences(x[:2]) {
		if i == 3 {
			break
		}
		l := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Weight: min(math.Abs(f.weight), 1),
			Says: weighty}
		l.AddLine(x[0], x[1], m.p.X[2*f.row], m.p.X[2*f.row+1])
		e.Layers = append(e.Layers, l)
	}
	return e
}

func (m *model) at(x []float64) (mean, sd float64) {
	out := []float64{0}
	m.post.mean(x, out)
	m.post.trend.lift(x, out)
	f, _ := m.post.deviations(x)
	return out[0], f[0]
}

func (m *model) explain(x []float64, place string) method.Explanation {
	q := m.post
	mean := []float64{0}
	q.mean(x, mean)
	q.trend.lift(x, mean)
	f, y := q.deviations(x)
	e := method.Explanation{Answer: words.Sprintf("%s = %s ± %s (2 sd), new y ± %s", place, words.Figure(mean[0]),
		words.Figure(2*f[0]), words.Figure(2*y[0]))}
	prior := q.priorDeviation(x)
	if q.n == 0 {
		e.Lines = append(e.Lines, words.Sprintf("prior: mean %s, sd %s", words.Figure(q.trend.at(x)+q.center),
			words.Figure(prior)))
		return e
	}
	e.Lines = bands.OfPrior(f[0], prior)
	for i, w := range q.influences(x) {
		if i == 3 {
			break
		}
		e.Lines = append(e.Lines, words.Sprintf("point %d, y = %s: weight %s", m.p.Number(w.row),
			words.Figure(m.p.Y[w.row]),
			words.Figure(w.weight)))
	}
	return e
}
