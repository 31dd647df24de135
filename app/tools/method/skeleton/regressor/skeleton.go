// Package regressor is what a new method of regression begins with: the local mean. "make method" copies it.
package regressor

import (
	_ "embed"
	"math"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/python"
	"pointscape/engine/words"
)

//go:embed skeleton.jsonl
var skeletonExamples string

// Skeleton declares the method, id "skeleton".
func Skeleton() method.Method {
	return method.Method{
		Info: method.Info{
			ID:      "skeleton",
			Name:    "Skeleton",
			Aliases: []string{"Skeleton regressor"},
			Family:  "Family",
			Task:    method.Regress,
			Takes:   method.Takes{MaxPoints: 10_000},
			Summary: "Predicts the mean of all values, with less weight for points that are farther from x.",
			Formula: "ŷ(x) = Σ wᵢ yᵢ / Σ wᵢ,  wᵢ = exp(−(x − xᵢ)² / 2s²)",
			Source:  "Nadaraya, On estimating regression, Theory of Probability and its Applications 9, 1964",
			Params: []method.Param{
				{Name: "reach", Label: "Reach s", Default: 0.1, Unit: "data units", Scales: &method.Scales{Power: 1},
					Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e13, SoftMin: 0.01, SoftMax: 1,
						Log: true}},
					Help: "Points nearer than this have a say; farther ones have hardly any"},
			},
			Shows: []method.Show{
				{Name: method.Mean, Label: "Curve", On: true, Help: "The prediction at each x"},
				{Name: "residuals", Label: "Residuals", Help: "From each point to the curve: y − ŷ(x)"},
			},
			Examples: method.ExamplesIn(skeletonExamples),
		},
		Python: &python.Counterpart{None: "The counterpart of Skeleton in scikit-learn is not written yet."},
		Fit:    fitSkeleton,
	}
}

// skeleton is the fitted model: the points themselves, and the error at them.
type skeleton struct {
	problem *method.Problem
	reach   float64
	mse     float64
}

// Can says what the model can do: all of it is in the methods below.
func (m *skeleton) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m},
		Drawing: method.Drawing{Layers: m.Layers, PartSays: m.PartSays},
		Words:   method.Words{Explain: m.Explain},
	}
}

func fitSkeleton(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Click to add points: their values are averaged."}
	}
	m := &skeleton{problem: p, reach: v.Float("reach")}
	f := []float64{0}
	for i, y := range p.Y {
		if i%16 == 0 {
			if err := job.Err(); err != nil {
				return nil, err
			}
		}
		m.Predict(p.At(i), f)
		m.mse += (y - f[0]) * (y - f[0]) / float64(p.N)
	}
	return m, nil
}

// mean returns the mean of the values with their weights at x. The nearest point has the weight 1, so that the weights
// do not all vanish far from the points.
func (m *skeleton) mean(x float64) float64 {
	nearest := math.Inf(1)
	for _, at := range m.problem.X {
		nearest = min(nearest, math.Abs(x-at)/m.reach)
	}
	sum, total := 0.0, 0.0
	for i, at := range m.problem.X {
		d := math.Abs(x-at) / m.reach
		w := math.Exp((nearest - d) * (nearest + d) / 2)
		sum += w * m.problem.Y[i]
		total += w
	}
	return sum / total
}

// Facts returns the error at the points.
func (m *skeleton) Facts() []method.Fact {
	return []method.Fact{{Name: "mse", Value: m.mse, Unit: method.SquaredUnits}}
}

// Status returns that the means are exact.
func (m *skeleton) Status() method.Status {
	return method.Status{State: method.Exact, Sentence: "Exact."}
}

// Predict writes the local means.
func (m *skeleton) Predict(x, out []float64) {
	for i := range out {
		out[i] = m.mean(x[i])
	}
}

// PartSays describes the curve.
func (m *skeleton) PartSays(p method.Part) string {
	if p == method.Mean {
		return "local mean"
	}
	return ""
}

// Layers draws the residuals; the curve is drawn from the predictions.
func (m *skeleton) Layers(job method.Job, _ picture.Viewport, _ *picture.Raster, on method.Shown) (under,
	over []picture.Layer, err error) {
	if on["residuals"] {
		under = append(under, method.Residuals(m.problem, m, "ŷ(x)"))
	}
	return under, nil, job.Err()
}

// Explain gives the prediction at x.
func (m *skeleton) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	return method.Explanation{Answer: words.Figure(m.mean(x[0]))}
}
