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

// ElasticNet declares least squares with a mixture of the penalties of the lasso and of ridge regression. It is the
// lasso on augmented rows: α(1 − ρ)/2 ‖w‖² is the squared error of p more rows, √(nα(1 − ρ)) times the identity, with
// the targets 0 (Zou and Hastie, lemma 1).
func ElasticNet() method.Method {
	lasso := Lasso()
	params := make([]method.Param, 0, len(lasso.Params)+1)
	for _, p := range lasso.Params {
		switch p.Name {
		case "degree":
			p = degree(9)
		case "alpha":
			p = penalty(1e-3, "Minimised: sum of squared residuals/(2n) + α(ρ‖w‖₁ + (1 − ρ)‖w‖²/2). The intercept is free.")
			params = append(params, p, method.Param{Name: "l1_ratio", Label: "ρ",
				Kind: method.Number{Range: method.Range{Min: 0.01, Max: 1}}, Default: 0.5, Help: "Share of the L1 part"})
			continue
		}
		params = append(params, p)
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
			return fitMixed(job, p, v, v.Float("l1_ratio"))
		},
	}
}

// mix is the share of the absolute values in the penalty: 1 for the lasso.
type mix struct{ l1 float64 }

// l2 returns the penalty of |w|² in the sum of squared residuals of n rows.
func (x mix) l2(n int, alpha float64) float64 { return float64(n) * alpha * (1 - x.l1) }

// of returns the descent with rows for the penalty on squares; g itself for the lasso.
func (x mix) of(g *descent, alpha float64) *descent {
	if x.l1 == 1 {
		return g
	}
	p := g.p
	rows, qy := g.penalized(method.Indices(p), x.l2(g.n, alpha)), make([]float64, 2*p)
	copy(qy, g.qy)
	_, r, perm := orthogonal(rows, qy, 2*p, p, true)
	out := *g
	out.s, out.scale, out.qy = make([]float64, p*p), make([]float64, p), qy[:p]
	out.rest += linalg.Dot(qy[p:], qy[p:])
	for k, j := range perm {
		out.column(j, r, k)
	}
	return &out
}

// penalized returns the columns on of QᵀX, with as many rows below: √l2 times the identity.
func (g *descent) penalized(on []int, l2 float64) []float64 {
	k := len(on)
	rows := make([]float64, (g.p+k)*k)
	for c, j := range on {
		for i, v := range g.s[j*g.p : (j+1)*g.p] {
			rows[i*k+c] = v * g.scale[j]
		}
		rows[(g.p+c)*k+c] = math.Sqrt(l2)
	}
	return rows
}

// freedom returns the trace of X(XᵀX + l2 I)⁻¹Xᵀ for the columns with coefficients w that are not 0 (Zou and Hastie,
// 2005; Tibshirani and Taylor, 2012).
func (g *descent) freedom(w []float64, l2 float64) float64 {
	var on []int
	for j, c := range w {
		if c != 0 {
			on = append(on, j)
		}
	}
	if len(on) == 0 {
		return 0
	}
	k := len(on)
	q, _, _ := orthogonal(g.penalized(on, l2), nil, g.p+k, k, true)
	return linalg.Dot(q[:g.p*k], q[:g.p*k])
}

// size returns the penalty of the coefficients w, divided by α.
func (x mix) size(w []float64) float64 {
	size := 0.0
	for _, c := range w {
		size += math.Abs(c)
	}
	if x.l1 == 1 {
		return size
	}
	return x.l1*size + (1-x.l1)/2*linalg.Dot(w, w)
}

func (x mix) meaning() string {
	if x.l1 == 1 {
		return "Sum of squares/(2n) + α‖w‖₁"
	}
	return "Sum of squares/(2n) + α(ρ‖w‖₁ + (1 − ρ)‖w‖²/2)"
}

// goal returns the objective with its numbers.
func (x mix) goal(numbers string) string {
	if x.l1 == 1 {
		return words.Text("min 1/(2n) Σ (yᵢ − f(xᵢ))² + α‖w‖₁  = %s", numbers)
	}
	return words.Text("min 1/(2n) Σ (yᵢ − f(xᵢ))² + α(ρ‖w‖₁ + (1 − ρ)‖w‖²/2)  = %s", numbers)
}
