package discriminant

import (
	_ "embed"
	"math"

	"pointscape/engine/classify"
	"pointscape/engine/method"
)

//go:embed naive_bayes.jsonl
var naiveBayesExamples string

// NaiveBayes returns the method of Gaussian naive Bayes, id "naive_bayes".
func NaiveBayes() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "naive_bayes", Traits: method.Traits{Free: true},
			Aliases: []string{"GNB", "GaussianNB", "Idiot’s Bayes", "Bayes naïf", "Classifieur bayésien naïf"},
			Name:    "Gaussian naive Bayes",
			Family:  "Linear classification",
			Task:    method.Classify,
			Takes:   method.Takes{Wide: true},
			Summary: "Assumes that the coordinates are independent within each class, so that each has its own bell curve. " +
				"The ellipses never tilt.",
			Formula: "ŷ(x) = argmax_{k} ln π_{k} + Σ_{j} ln N(x_{j}; μ_{kj}, σ²_{kj})",
			Source: "Hastie, Tibshirani, Friedman, The Elements of Statistical Learning, section 6.6.3; Chan, Golub, " +
				"LeVeque, Stanford report CS-79-773, 1979 (variances)",
			Params: []method.Param{
				{Name: "var_smoothing", Label: "Variance smoothing",
					Kind: method.Number{Range: method.Range{Max: 1e6, SoftMin: 1e-9, SoftMax: 10, Log: true}}, Default: 1e-9,
					Help: "This share of the largest coordinate variance is added to every variance"},
				inputs(),
				method.PriorsParam(),
			},
			Shows:    gaussianShows(),
			Examples: method.ExamplesIn(naiveBayesExamples),
		},
		Python: naiveBayesPython,
		Fit:    fitNaiveBayes, Divisible: true,
	}
}

func fitNaiveBayes(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	mo, err := gather(job, p)
	if err != nil {
		return nil, err
	}
	prior, err := p.Priors(v)
	if err != nil {
		return nil, err
	}
	d := p.D
	// The largest variance of a coordinate over all points, within and between classes.
	widest := 0.0
	for j := range d {
		total, mean := 0.0, 0.0
		for k, n := range mo.count {
			mean += float64(n) / float64(p.N) * mo.mean[k][j]
		}
		for k, n := range mo.count {
			diff := mo.mean[k][j] - mean
			total += mo.scatter[k][j*d+j] + float64(n)*diff*diff
		}
		widest = max(widest, total/float64(p.N))
	}
	added := v.Float("var_smoothing") * widest
	cov, root := make([][]float64, len(mo.count)), make([]triangle, len(mo.count))
	for k, n := range mo.count {
		cov[k], root[k] = make([]float64, d*d), make(triangle, d*d)
		for j := range d {
			s := mo.scatter[k][j*d+j]/float64(n) + added
			// Rounding errors of a zero variance count as 0.
			if s <= 1e-30*mo.mean[k][j]*mo.mean[k][j] {
				s = 0
			}
			cov[k][j*d+j], root[k][j*d+j] = s, math.Sqrt(s)
		}
	}
	m, bad := newGaussian(p, mo, prior, cov, root)
	if bad >= 0 {
		if widest <= 1e-30*math.Abs(mo.mean[0][0]) || v.Float("var_smoothing") > 0 {
			return nil, &method.Need{Sentence: "All points coincide, so their spread is 0. Add points around them."}
		}
		return nil, &method.Need{Sentence: "A coordinate does not vary within a class: add points, or raise var_smoothing."}
	}
	m.naive = true
	m.errors, err = classify.Wrong(job, m, p)
	return m, err
}
