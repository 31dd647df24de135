package neural

import (
	"pointscape/engine/method"
	"pointscape/engine/outputs"
	"pointscape/engine/picture"
)

// rowErrors is the switch of the panels that show the errors of several predicted columns.
const rowErrors = "errors"

// predictors returns the predictions of all output columns.
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

// Predict answers with the output column that the plane shows.
func (m *table) Predict(x, out []float64) { m.values(x, out) }

// Layers draws the line where prediction and truth agree, or the prediction along a column, and the residuals.
func (m *table) Layers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	return method.PredictedLayers(m.p, m, v, show), nil, job.Err()
}

// Explain gives a row's predictions and its true values.
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

func (m *table) Panels(show method.Shown) []method.Panel {
	list := m.state.Panels(show)
	if show[rowErrors] && len(m.p.Outputs) > 1 {
		list = append(m.predictors().Panels(), list...)
	}
	return list
}

// Facts has the errors of each output if there are several.
func (m *table) Facts() []method.Fact {
	f := method.FactList(m.state.Facts())
	if len(m.p.Outputs) > 1 {
		m.predictors().Facts(&f)
	}
	return f
}

// Look returns the model itself: tables have no hidden plane.
func (m *table) Look(method.Values) method.Model { return m }
