package discriminant

import (
	_ "embed"

	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

//go:embed qda.jsonl
var qdaExamples string

// QDA returns the method of quadratic discriminant analysis, id "qda".
func QDA() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "qda", Traits: method.Traits{Free: true},
			Aliases: []string{"QDA", "Gaussian Bayes classifier", "Bayes-optimal for Gaussians",
				"Analyse discriminante quadratique"},
			Name:   "Quadratic discriminant analysis",
			Family: "Linear classification",
			Task:   method.Classify,
			Takes:  method.Takes{Wide: true},
			Summary: "Assumes that each class is a normal cloud of its own shape. The boundaries are conics: ellipses, " +
				"hyperbolas, parabolas.",
			Formula: "ŷ(x) = argmax_{k} ln π_{k} − ½ ln|Σ_{k}| − ½ (x − μ_{k})ᵀΣ_{k}⁻¹(x − μ_{k})",
			Source: "Hastie, Tibshirani, Friedman, The Elements of Statistical Learning, section 4.3; Friedman, J. Amer. " +
				"Stat. Assoc. 84, 1989 (regularisation)",
			Params: []method.Param{
				{Name: "reg_param", Label: "Regularisation", Kind: method.Number{Range: method.Range{Max: 1, SoftMax: 0.3}},
					Default: 0.0,
					Help:    "(1 − r)Σ + r·I is used: towards a circle of radius 1, which is wide for data within the unit square"},
				inputs(),
				method.PriorsParam(),
				{Name: "covariance_divisor", Label: "Covariance divisor", Default: "n_k-1", Advanced: true,
					Help: "What the squared deviations of class k are divided by",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: "n_k-1", Label: "nₖ − 1", Help: "Unbiased, as in scikit-learn"},
						{Value: "n_k", Label: "nₖ", Help: "Maximum likelihood"},
					}}},
			},
			Shows:    gaussianShows(),
			Examples: method.ExamplesIn(qdaExamples),
		},
		Python: qdaPython,
		Fit:    fitQDA, Divisible: true,
	}
}

func fitQDA(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	mo, err := gather(job, p)
	if err != nil {
		return nil, err
	}
	prior, err := p.Priors(v)
	if err != nil {
		return nil, err
	}
	r, d := v.Float("reg_param"), p.D
	cov, root := make([][]float64, len(mo.count)), make([]triangle, len(mo.count))
	for k, n := range mo.count {
		divisor := float64(n)
		if v.String("covariance_divisor") == "n_k-1" {
			divisor = float64(max(1, n-1)) // a single point has scatter 0, whatever the divisor
		}
		cov[k] = make([]float64, d*d)
		for i, s := range mo.scatter[k] {
			cov[k][i] = (1 - r) * (s / divisor)
		}
		for j := range d {
			cov[k][j*d+j] += r
		}
		root[k] = make(triangle, d*d)
		root[k].join(mo.root[k], (1-r)/divisor)
		root[k].round(r, d)
	}
	m, bad := newGaussian(p, mo, prior, cov, root)
	if bad >= 0 {
		if mo.line(p) != nil {
			return nil, &method.Need{Sentence: words.Text("All points lie on one line, and a separate variance needs at "+
				"least 2 points of %s at different positions; or raise reg_param.", p.ClassName(bad))}
		}
		if mo.count[bad] <= d {
			return nil, &method.Need{Sentence: words.Sprintf("A separate covariance needs at least %[2]d points of %[1]s, "+
				"not on one line; or raise reg_param.", p.ClassName(bad), d+1)}
		}
		return nil, tooThin(p, words.Sprintf("all points of %s lie", p.ClassName(bad)), "reg_param", cov[bad])
	}
	if r > 0 {
		m.note = words.Sprintf(" Every covariance is mixed with %s of a circle of radius 1.", words.Percent(r))
	}
	m.errors, err = classify.Wrong(job, m, p)
	return m, err
}
