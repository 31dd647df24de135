// Package gp implements Gaussian process regression on a line and in the plane: the posterior of a latent function f
// given noisy observations y = f(x) + noise, samples from it, and hyperparameters learned by maximising the log
// marginal likelihood.
package gp

import (
	_ "embed"
	"sync"

	"pointscape/engine/bands"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/method"
)

// Bounds of the parameter alpha.
const (
	minNoise = 1e-10
	maxNoise = 1e10
)

// maxPoints is the largest number of points: a factorisation needs n³/6 multiplications, two seconds in a browser for
// 2000 points, and its matrix has n² numbers, 32 MB.
const maxPoints = 2000

//go:embed gp.jsonl
var gpExamples string

// Method declares Gaussian process regression.
func Method() method.Method {
	// Isolines are offered for the posterior, unless the kernel is constant: then its mean differs from the prior's by one
	// number.
	bent := method.OnPlane()
	bent.And = &method.When{Name: "prior", In: []string{"false"},
		And: &method.When{Name: "kernel", In: []string{"0.5"}, Not: true}}
	unlike := method.OnLine() // the prior's mean is drawn beside that of the posterior
	unlike.And = &method.When{Name: "prior", In: []string{"false"}}
	learning := &method.When{Name: "optimize", In: []string{"true"}}
	return method.Method{
		Info: method.Info{
			ID:      "gp",
			Aliases: []string{"Kriging", "GP", "Bayesian kernel regression", "RBF", "Processus gaussien", "Krigeage"},
			Name:    "Gaussian process",
			Family:  "Regression",
			Task:    method.Regress,
			Summary: "A distribution over functions: the kernel says how similar f is at " +
				"two positions, the points constrain f, and the band shows the remaining uncertainty.",
			Formula: "f ∼ GP(μ, k);  f | X, y ∼ GP(m, c),  m(x) = μ(x) + k(x,X)(K + σₙ²I)⁻¹(y − μ(X)),  " +
				"c(x,x′) = k(x,x′) − k(x,X)(K + σₙ²I)⁻¹k(X,x′)",
			Source: "C. E. Rasmussen, C. K. I. Williams: Gaussian Processes for Machine Learning, MIT Press 2006, algorithm " +
				"2.1 and section 5.4",
			Seen: "Mean, bands of f and of a new y, samples of prior and posterior, the map of the " +
				"likelihood and the path to its maximum.",
			Params: append([]method.Param{
				method.DomainParam(),
				{Name: "kernel", Label: "Kernel", Kind: method.Kernel{Choices: kernels()}, Default: "rbf(0.2)",
					Live: kernelparam.Live, Scales: &method.Scales{Power: 1, Y: 2},
					Help: "Covariance of f at two positions, such as 0.5*rbf(0.2) + linear(); rbf(0.2, 0.5) has a length for " +
						"each axis",
				},
				{Name: "alpha", Label: "Noise variance σₙ²",
					Kind:    method.Number{Range: method.Range{Min: minNoise, Max: maxNoise, SoftMin: 1e-6, SoftMax: 1, Log: true}},
					Default: 0.01, Scales: &method.Scales{Y: 2},
					Help: "Variance of the noise in an observation y = f(x) + noise; added to the diagonal of K"},
				{Name: "prior", Label: "Show the prior", Kind: method.Bool{}, Default: false,
					Help: "The process before any data"},
				{Name: "samples", Label: "Samples", Kind: method.Integer{Range: method.Range{Min: 0, Max: 20}}, Default: 3.0,
					Help: "Number of functions drawn; their random numbers are kept while points move, so they change continuously",
					When: method.OnLine()},
				{Name: "optimize", Label: "Learn hyperparameters", Kind: method.Bool{}, Default: false,
					Help: "Find the kernel's hyperparameters and the noise variance that maximise the log marginal likelihood",
					When: &method.When{Name: "prior", In: []string{"false"}}},
				{Name: "n_restarts", Label: "Restarts", Kind: method.Integer{Range: method.Range{Min: 0, Max: 100, SoftMin: 0,
					SoftMax: 20}}, Default: 4.0, Advanced: true,
					Help: "Random starts of the optimiser in addition to the given values; the likelihood may have several maxima",
					When: learning},
				{Name: "map_x", Label: "Map: across", Kind: method.Integer{Range: method.Range{Min: 0, Max: 64, SoftMin: 0,
					SoftMax: 8}}, Default: 0.0, Advanced: true,
					Help: "Hyperparameter on the map's horizontal axis (in documents: its number in the expression, from 1)",
					When: learning,
					Live: &method.Live{Choices: mapChoices("map_x", "the first length scale")}},
				{Name: "map_y", Label: "Map: up", Kind: method.Integer{Range: method.Range{Min: 0, Max: 64, SoftMin: 0,
					SoftMax: 8}}, Default: 0.0, Advanced: true,
					Help: "Hyperparameter on the map's vertical axis (in documents: its number in the expression, from 1)",
					When: learning,
					Live: &method.Live{Choices: mapChoices("map_y", "the noise variance")}},
				{Name: "normalize_y", Label: "Normalise targets", Kind: method.Bool{}, Default: false, Advanced: true,
					Help: "Scale the targets to mean 0 and variance 1 first; kernel, noise and likelihood are in those units"},
			}, meanParams()...),
			Shows: append(bands.Switches(method.OnLine()), []method.Show{
				{Name: "prior_mean", Label: "Mean of the prior", On: true, Help: "Prior mean of f",
					When: &method.When{Name: "mean", In: []string{zeroMean}, Not: true, And: unlike}},
				{Name: method.Isolines, Label: "Isolines", On: true, Help: "Lines of equal value", When: bent},
				{Name: "sd", Label: "Standard deviation of f", On: false, Help: "Colours show the uncertainty instead of the mean",
					When: method.OnPlane()},
				{Name: "veil", Label: "Pale where unsure", On: true, Help: "Colours fade where the standard deviation " +
					"approaches the prior's", When: method.OnPlane()},
				{Name: "likelihood", Label: "Likelihood map", On: true, Help: "A plot: log marginal likelihood over two " +
					"hyperparameters, with the optimiser's path", When: learning},
			}...),
			Takes:    method.Takes{MaxPoints: maxPoints},
			Examples: method.ExamplesIn(gpExamples),
		},
		Check:   check,
		Heights: heights,
		Fit:     fit, Random: true,
	}
}

func kernels() []method.Choice {
	return []method.Choice{
		{Value: "rbf(0.2)", Label: "Gaussian (RBF)", Help: "Infinitely smooth functions"},
		{Value: "1*rbf(0.2)", Label: "Gaussian with a variance", Help: "The variance can be learned too"},
		{Value: "matern12(0.2)", Label: "Matérn 1/2 (exponential)", Help: "Continuous, nowhere smooth: Brownian-like"},
		{Value: "matern32(0.2)", Label: "Matérn 3/2", Help: "Differentiable once"},
		{Value: "matern52(0.2)", Label: "Matérn 5/2", Help: "Differentiable twice"},
		{Value: "rq(0.2, 1)", Label: "Rational quadratic", Help: "Gaussians of many length scales at once"},
		{Value: "periodic(0.5, 0.3)", Label: "Periodic", Help: "Functions that repeat; on a line"},
		{Value: "linear() + 0.1", Label: "Linear", Help: "Bayesian linear regression: slope and offset"},
		{Value: "poly(1, 1, 3)", Label: "Cubic polynomials"},
		{Value: "rbf(0.3) + linear()", Label: "Gaussian + linear", Help: "A trend with waves on it"},
		{Value: "rbf(1)*periodic(0.5, 0.3)", Label: "Gaussian × periodic", Help: "A pattern that slowly changes"},
		{Value: "rbf(0.3) + white(0.01)", Label: "Gaussian + white noise", Help: "White noise inside the kernel is noise " +
			"like σₙ²: the band of f leaves it out"},
		{Value: "0.5", Label: "Constant", Help: "One unknown number"},
	}
}

func check(v method.Values) error {
	if _, err := parse(v); err != nil {
		return err
	}
	_, err := trendOf(v)
	return err
}

func parse(v method.Values) (kernel.Kernel, error) {
	k, err := kernel.Parse(v.String("kernel"))
	if err != nil {
		return nil, err
	}
	return k, kernel.CheckDim(k, method.Inputs(v))
}

func fit(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	k, err := parse(v)
	if err != nil {
		return nil, err
	}
	t, err := trendOf(v)
	if err != nil {
		return nil, err
	}
	m := &model{p: p, r: t.left(p), v: v, k: k, noise: v.Float("alpha")}
	before, _ := prev.(*model)
	rescale := v.Bool("normalize_y")
	switch {
	case v.Bool("prior"):
		m.post = newPrior(k, p.D, m.noise)
		m.post.center, m.post.scale = normalize(m.r.Y, rescale)
	default:
		if v.Bool("optimize") && p.N > 0 {
			var from *search
			if before != nil && before.v.Equal(v,
				append([]string{"domain", "kernel", "alpha", "normalize_y", "n_restarts", "optimize"},
					"mean", "mean_constant", "mean_slope", "mean_slope_y", "mean_text")...) &&
				before.p.Seed == p.Seed {
				from = before.search
			}
			if m.search, err = learn(job, m.r, k, m.noise, rescale, v.Int("n_restarts"), from); err != nil {
				return nil, err
			}
			h := m.search.end
			m.k, m.noise = k.WithHyper(h[:len(h)-1]), h[len(h)-1]
		}
		var post *posterior
		if before != nil {
			post = before.post
		}
		if m.post, err = condition(job, m.r, m.k, m.noise, rescale, post); err != nil {
			return nil, err
		}
	}
	m.post.trend = t
	return m, job.Err()
}

// model is a fitted process with one or two inputs.
type model struct {
	p      *method.Problem
	r      *method.Problem // p with the prior mean subtracted from the targets
	v      method.Values
	k      kernel.Kernel // with the learned values, if any; noise likewise
	noise  float64
	post   *posterior
	search *search // nil unless hyperparameters were learned

	once  sync.Once
	facts []method.Fact
}

func (m *model) Can() *method.Capabilities {
	can := &method.Capabilities{
		Answers: method.Answers{Predictor: m, Deviations: m.Deviations, LeaveOneOut: m.LeaveOneOut},
		Drawing: method.Drawing{Panels: m.Panels},
		Words:   method.Words{Formula: m.Formula, Assess: m.Assess},
		Pointer: method.Pointer{Learned: m.Learned},
	}
	if m.p.Task == method.Regress2D {
		can.Table, can.FieldRaster, can.Explain = m.planeTable, m.FieldRaster, m.planeExplain
	} else {
		can.Table, can.Layers, can.PartSays, can.Explain = m.lineTable, m.lineLayers, m.PartSays, m.lineExplain
	}
	return can
}

// LeaveOneOut returns nil if hyperparameters are learned, since they would be learned again without each point, if the
// prior is shown, and if the predictions would be inaccurate (see posterior.leaveOneOut).
func (m *model) LeaveOneOut(job method.Job) ([]float64, []bool, error) {
	if !fastLeft || m.search != nil || m.v.Bool("prior") {
		return nil, nil, job.Err()
	}
	left := m.post.leaveOneOut(m.v.Bool("normalize_y"))
	m.post.trend.lift(m.p.X, left)
	return left, nil, job.Err()
}
