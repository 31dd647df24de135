package neural

import (
	"pointscape/engine/method"
	"pointscape/engine/outputs"
	"pointscape/engine/picture"
)

// rowErrors is the switch of the panels that tell how well each of several columns is predicted.
const rowErrors = "errors"

// predictors are what the network says of each predicted column.
func (m *table) predictors() outputs.Predictors {
	return outputs.Predictors{P: m.p, Say: func(x []float64) [][]float64 {
		all := m.outputs(x)
		for k, f := range all {
			for i, z := range f {
				f[i] = z/m.yScale[k] + m.yShift[k]
			}
		}
		return all
	}}
}

// Predict implements method.Predictor: of several columns the one that the plane shows.
func (m *table) Predict(x, out []float64) { m.values(x, out) }

// Layers implements method.Overlay: where prediction and truth are the same, and the residuals.
func (m *table) Layers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	return method.PredictedLayers(m.p, m, v, show), nil, job.Err()
}

// Explain implements method.Explainer: what is predicted for a row, and what is true.
func (m *table) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.p.D]
	f := []float64{0}
	m.values(x, f)
	e, of := m.p.Foretold(x, f[0]), m.predictors()
	of.Further(&e, x)
	e.Lines = append(e.Lines, m.activations(x)...)
	e.Layers = of.Album(x, v)
	return e
}

// Panels implements method.Panels.
func (m *table) Panels(show method.Shown) []method.Panel {
	list := m.state.Panels(show)
	if show[rowErrors] && len(m.p.Outputs) > 1 {
		list = append(m.predictors().Panels(), list...)
	}
	return list
}

// Facts implements method.Model: of several outputs each has its errors.
func (m *table) Facts() []method.Fact {
	f := method.FactList(m.state.Facts())
	if len(m.p.Outputs) > 1 {
		m.predictors().Facts(&f)
	}
	return f
}

// Look implements method.Looker: on rows there is nothing to look at.
func (m *table) Look(method.Values) method.Model { return m }
