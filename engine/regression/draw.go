package regression

import (
	"math"
	"sort"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Formula returns the objective, the polynomial with its numbers, and how it was solved.
func (m *linear) Formula() string { return words.Text("%s\n%s\n%s", m.goal, m.written(), m.headline) }

func (m *linear) PartSays(p method.Part) string {
	if p == method.Mean && m.degree == 1 {
		return "fitted line"
	}
	return ""
}

// lineLayers draws the residuals.
func (m *linear) lineLayers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	return residuals(m.problem, m, show), nil, job.Err()
}

// residuals draws the residuals if they are switched on.
func residuals(p *method.Problem, m method.Predictor, show method.Shown) []picture.Layer {
	if !show["residuals"] || p.N == 0 {
		return nil
	}
	return []picture.Layer{method.Residuals(p, m, "f(x)")}
}

// values makes a field of the plane. The colour scale is the targets' range, so that it does not change with the field.
func values(p *method.Problem, g picture.Grid, plane []float32, name string) *picture.Raster {
	lo, hi := method.Limits(p.Y)
	return &picture.Raster{Kind: picture.Diverging, Grid: g, Planes: [][]float32{plane}, Lo: lo, Hi: hi, Name: name}
}

// FieldRaster computes f.
func (m *linear) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	return values(m.problem, g, m.raster(g), "f(x)"), job.Err()
}

// at returns the text "f(x) = " for a position.
func at(x []float64) string {
	s := "f(" + words.Number(x[0])
	if len(x) > 1 {
		s += words.Text(", %s", words.Number(x[1]))
	}
	return words.Text("%s) = ", s)
}

// Explain returns f at x and the terms that contribute most to it.
func (m *linear) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.d]
	f := []float64{0}
	m.Predict(x, f)
	e := method.Explanation{Answer: at(x) + words.Number(f[0]), Lines: []string{words.Text("intercept %s",
		words.Number(m.intercept))}}
	part := make([]float64, m.size())
	var order []int
	for k, g := range m.exps {
		part[k] = m.coef[k]
		for j, a := range g {
			for range a {
				part[k] *= x[j]
			}
		}
		if m.coef[k] != 0 {
			order = append(order, k)
		}
	}
	const told = 6
	if len(order) > told {
		sort.SliceStable(order, func(a, b int) bool { return math.Abs(part[order[a]]) > math.Abs(part[order[b]]) })
		order = order[:told]
		sort.Ints(order)
	}
	for _, k := range order {
		e.Lines = append(e.Lines, words.Text("%s %s adds %s", words.Number(m.coef[k]), m.name(k), words.Number(part[k])))
	}
	return e
}
