package regression

import (
	_ "embed"
	"math"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

//go:embed elastic_net.jsonl
var elasticNetExamples string

// ElasticNet declares least squares with the penalties of the lasso and of ridge regression together.
func ElasticNet() method.Method {
	lasso := Lasso()
	var params []method.Param
	for _, p := range lasso.Params {
		switch p.Name {
		case "degree":
			p = degree(9)
		case "alpha":
			p = penalty(1e-3, "Minimised: sum of squared residuals/(2n) + α(ρ‖w‖₁ + (1 − ρ)‖w‖²/2). The intercept is free.")
		}
		params = append(params, p)
		if p.Name == "alpha" {
			// With ρ = 0, which is ridge regression, no α would make all coefficients 0, and the duality gap no bound.
			params = append(params, method.Param{Name: "l1_ratio", Label: "L1 ratio ρ",
				Kind: method.Number{Range: method.Range{Min: 0.01, Max: 1}}, Default: 0.5, Help: "Share of the L1 part"})
		}
	}
	return method.Method{
		Info: method.Info{
			ID: "elastic_net", Traits: method.Traits{Free: true},
			Aliases: []string{"ElasticNet", "L1 and L2 penalty", "Grouping effect", "Correlated columns",
				"Régression elastic net", "Filet élastique"},
			Name:     "Elastic net",
			Family:   "Regression",
			Task:     method.Regress,
			Assessed: method.Assessed{Complexity: linearComplexity},
			Summary: "Least squares with the penalties of lasso and ridge together: many coefficients are 0, and " +
				"columns that are alike share their weight.",
			Formula: "min 1/(2n) Σ (yᵢ − w·φ(xᵢ) − b)² + αρ‖w‖₁ + α(1 − ρ)/2 ‖w‖²,  " +
				"wⱼ ← S(xⱼ·rⱼ/n, αρ) / (xⱼ·xⱼ/n + α(1 − ρ)),  S(z, a) = sign(z) max(|z| − a, 0)",
			Source: "Zou and Hastie, Regularization and variable selection via the elastic net, JRSS B 67, 2005; Friedman, " +
				"Hastie, Tibshirani, Regularization paths via coordinate descent, J. Stat. Software 33, 2010",
			Params:   params,
			Shows:    lasso.Shows,
			Takes:    lasso.Takes,
			Examples: method.ExamplesIn(elasticNetExamples),
		},
		Python: elasticNetPython,
		Fit: func(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
			return descended(job, p, v, v.Float("l1_ratio"))
		},
	}
}

// penalties are α(ρ|w|₁ + (1 − ρ)|w|²/2), with ρ = ratio; 1 is the lasso.
type penalties struct{ alpha, ratio float64 }

// l1 returns the factor of |w|₁ in the objective.
func (r penalties) l1() float64 { return r.alpha * r.ratio }

// l2 returns the factor of |w|² beside the sum of squared residuals of n points.
func (r penalties) l2(n int) float64 { return float64(n) * r.alpha * (1 - r.ratio) }

// size returns the penalty of the coefficients w, divided by α.
func (r penalties) size(w []float64) float64 {
	size := 0.0
	for _, c := range w {
		size += math.Abs(c)
	}
	if r.ratio == 1 {
		return size
	}
	return r.ratio*size + (1-r.ratio)/2*linalg.Dot(w, w)
}

// meaning describes the objective.
func (r penalties) meaning() string {
	if r.ratio == 1 {
		return "Sum of squares/(2n) + α‖w‖₁"
	}
	return "Sum of squares/(2n) + α(ρ‖w‖₁ + (1 − ρ)‖w‖²/2)"
}

// goal returns the objective with its numbers.
func (r penalties) goal(numbers string) string {
	if r.ratio == 1 {
		return words.Text("min 1/(2n) Σ (yᵢ − f(xᵢ))² + α‖w‖₁  = %s", numbers)
	}
	return words.Text("min 1/(2n) Σ (yᵢ − f(xᵢ))² + α(ρ‖w‖₁ + (1 − ρ)‖w‖²/2)  = %s", numbers)
}

// with returns the descent of the elastic net: a lasso with one more row for each column, √l2 times the identity, at
// the target 0 (Zou and Hastie, 2005, lemma 1). An orthogonal transformation reduces the rows to p again. It is g
// itself if l2 is 0.
func (g *descent) with(l2 float64) *descent {
	if l2 == 0 {
		return g
	}
	p := g.p
	qy := make([]float64, 2*p)
	copy(qy, g.qy)
	_, r, perm := orthogonal(g.above(method.Indices(p), l2), qy, 2*p, p, true)
	out := *g
	out.s, out.scale, out.qy = make([]float64, p*p), make([]float64, p), qy[:p]
	out.rest += linalg.Dot(qy[p:], qy[p:])
	for k, j := range perm {
		out.column(j, r, k)
	}
	return &out
}

// above returns the columns on of QᵀX above √l2 times the identity, row by row.
func (g *descent) above(on []int, l2 float64) []float64 {
	p, k := g.p, len(on)
	rows := make([]float64, (p+k)*k)
	for c, j := range on {
		for i, v := range g.s[j*p : (j+1)*p] {
			rows[i*k+c] = v * g.scale[j]
		}
		rows[(p+c)*k+c] = math.Sqrt(l2)
	}
	return rows
}

// freedom returns the trace of X(XᵀX + l2·I)⁻¹Xᵀ, with the columns X whose coefficients w are not 0: the degrees of
// freedom (Zou, Hastie and Tibshirani, On the degrees of freedom of the lasso, Annals of Statistics 35, 2007;
// Tibshirani and Taylor, Degrees of freedom in lasso problems, Annals of Statistics 40, 2012).
func (g *descent) freedom(w []float64, l2 float64) float64 {
	var on []int
	for j, c := range w {
		if c != 0 {
			on = append(on, j)
		}
	}
	k := len(on)
	if k == 0 {
		return 0
	}
	q, _, _ := orthogonal(g.above(on, l2), nil, g.p+k, k, true)
	return linalg.Dot(q[:g.p*k], q[:g.p*k])
}
