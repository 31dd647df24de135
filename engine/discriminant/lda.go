package discriminant

import (
	_ "embed"

	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

//go:embed lda.jsonl
var ldaExamples string

// LDA returns the method of linear discriminant analysis, id "lda".
func LDA() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "lda", Traits: method.Traits{Free: true},
			Aliases: []string{"LDA", "Gaussian classifier", "Shared covariance", "Analyse discriminante linéaire"},
			Name:    "Linear discriminant analysis",
			Family:  "Linear classification",
			Task:    method.Classify,
			Takes:   method.Takes{Wide: true},
			Summary: "Assumes that each class is a normal cloud around its own mean, and that all clouds have the same " +
				"shape. The most probable class wins; the boundaries are lines.",
			Formula: "ŷ(x) = argmax_{k} ln π_{k} + xᵀΣ⁻¹μ_{k} − ½ μ_{k}ᵀΣ⁻¹μ_{k}",
			Source: "Fisher, Annals of Eugenics 7, 1936; Hastie, Tibshirani, Friedman, The Elements of Statistical " +
				"Learning, section 4.3",
			Params: []method.Param{
				{Name: "shrinkage", Label: "Shrinkage", Kind: method.Number{Range: method.Range{Max: 1}}, Default: 0.0,
					Help: "(1 − s)Σ + s·(mean variance)·I is used: s = 0 is the measured covariance, s = 1 a circle"},
				inputs(),
				method.PriorsParam(),
				{Name: "covariance_divisor", Label: "Covariance divisor", Default: "auto", Advanced: true,
					Help: "What the squared deviations are divided by",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: "auto", Label: "As scikit-learn", Help: "n − K without shrinkage; with it, " +
							"each class's own n, and covariances are weighted by the priors"},
						{Value: "n-K", Label: "n − K", Help: "Unbiased: n points minus K estimated means"},
						{Value: "n", Label: "n", Help: "Maximum likelihood"},
					}}},
			},
			Shows:    gaussianShows(),
			Examples: method.ExamplesIn(ldaExamples),
		},
		Python: ldaPython,
		Fit:    fitLDA, Divisible: true,
	}
}

func fitLDA(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	mo, err := gather(job, p)
	if err != nil {
		return nil, err
	}
	prior, err := p.Priors(v)
	if err != nil {
		return nil, err
	}
	s, k := v.Float("shrinkage"), len(mo.count)
	// The weight of each class's scatter in the covariance.
	weight := make([]float64, k)
	for c, n := range mo.count {
		switch how := v.String("covariance_divisor"); {
		case how == "n-K", how == "auto" && s == 0:
			weight[c] = 1 / float64(max(1, p.N-k))
		case how == "auto": // by priors, as in scikit-learn's solvers with shrinkage
			weight[c] = prior[c] / float64(n)
		default:
			weight[c] = 1 / float64(p.N)
		}
	}
	pooled, root := mo.pooled(weight)
	shared := shrink(pooled, p.D, s)
	drawn := make(triangle, len(root))
	drawn.join(root, 1-s)
	trace := 0.0
	for j := range p.D {
		trace += pooled[j*p.D+j]
	}
	drawn.round(s*trace/float64(p.D), p.D)
	cov, roots := make([][]float64, k), make([]triangle, k)
	for i := range cov {
		cov[i], roots[i] = shared, drawn
	}
	m, bad := newGaussian(p, mo, prior, cov, roots)
	if bad >= 0 {
		return nil, tooThin(p, "the points of each class lie", "shrinkage", shared)
	}
	m.pooled = true
	if s > 0 {
		m.note = words.Sprintf(" The shared covariance is shrunk towards a circle by %s.", words.Percent(s))
	}
	m.errors, err = classify.Wrong(job, m, p)
	return m, err
}

// shrink returns (1 − s) cov + s tr(cov)/d I.
func shrink(cov []float64, d int, s float64) []float64 {
	trace := 0.0
	for j := range d {
		trace += cov[j*d+j]
	}
	out := make([]float64, len(cov))
	for i, v := range cov {
		out[i] = (1 - s) * v
	}
	for j := range d {
		out[j*d+j] += s * trace / float64(d)
	}
	return out
}

// tooThin returns an error that says why a covariance is singular and what helps.
func tooThin(p *method.Problem, whose, param string, cov []float64) error {
	d := p.D
	for j := range d {
		if cov[j*d+j] > 0 {
			if p.Wide() {
				return &method.Need{Sentence: words.Text("A covariance of these %s has no inverse: within a class, a column "+
					"is constant or a combination of others. Raise %s, or leave columns out.", words.Count(d, "column"), param)}
			}
			return &method.Need{Sentence: words.Text("Their covariance has no inverse: %s on one line. Add points off "+
				"this line, or raise %s.", whose, param)}
		}
	}
	return &method.Need{Sentence: words.Text("There is no spread to measure: %s at one position. Add points around it.",
		whose)}
}
