package neural

import (
	"pointscape/engine/method"
	"pointscape/engine/outputs"
	"pointscape/engine/picture"
)

// rowErrors is the switch of the panels that show the errors of several predicted columns.
const rowErrors = "errors"

// predictors returns the predictions of all output columns of a table.
func (s *state) predictors() outputs.Predictors {
	return outputs.Predictors{P: s.p, Say: func(x []float64) [][]float64 {
		all := s.outputs(x)
		for k, f := range all {
			for i, z := range f {
				f[i] = z/s.yScale[k] + s.yShift[k]
			}
		}
		return all
	}}
}

// rowLayers draws the line where prediction and truth agree, or the prediction along a column, and the residuals.
func (s *state) rowLayers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	return method.PredictedLayers(s.p, s, v, show), nil, job.Err()
}

// explainRow gives a row's predictions and its true values.
func (s *state) explainRow(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:s.p.D]
	f := []float64{0}
	s.values(x, f)
	e, of := s.p.Foretold(x, f[0]), s.predictors()
	of.Further(&e, x)
	e.Lines = append(e.Lines, s.activations(x)...)
	e.Layers = of.Album(x, v)
	return e
}
