package method

import (
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Residuals returns the vertical segments from the points of a problem on the line (x, y) to a model's predictions;
// called is the symbol of a prediction: "f(x)".
func Residuals(p *Problem, m Predictor, called string) *picture.Path {
	f := make([]float64, p.N)
	m.Predict(p.X, f)
	path := &picture.Path{Role: picture.RoleResidual, Class: picture.NoClass, Says: words.Text("residuals y − %s",
		called)}
	for i, y := range p.Y {
		path.AddLine(p.X[i], y, p.X[i], f[i])
	}
	return path
}

// PredictedLayers is the counterpart of Residuals for whole rows of a table. It returns the parts of show: below, for
// Mean, the line on which prediction and truth are equal or, if the horizontal axis shows an input, the predictions
// when only this input varies and all others are at their means; above, the residuals.
func PredictedLayers(p *Problem, m Predictor, v picture.Viewport, show Shown) (list []picture.Layer) {
	f := make([]float64, p.N)
	m.Predict(p.X, f)
	line := &picture.Path{Role: picture.RoleMean, Class: picture.NoClass}
	switch {
	case p.Principal > 0:
		line.Says = "prediction = truth"
		line.XY = []float64{v.X0, v.X0, v.X1, v.X1}
	case p.Along != nil && p.Along[0] >= 0:
		line.Says = "prediction over the column of the x-axis, the others at their means"
		line.XY = partial(p, m, v, p.Along[0])
	}
	if show[Mean] && p.N > 0 {
		list = picture.AppendPath(list, line)
	}
	if show["residuals"] && p.N > 0 {
		path := &picture.Path{Role: picture.RoleResidual, Class: picture.NoClass, Says: "residuals y − f(x)"}
		for i, y := range p.Y {
			x, _ := p.Drawn(i)
			at := f[i]
			if p.Principal > 0 {
				x = f[i]
			}
			path.AddLine(x, y, x, at)
		}
		list = append(list, path)
	}
	return list
}

// partial returns the predictions as one input varies over the view while the others are at their means (as polyline
// x0, y0, …).
func partial(p *Problem, m Predictor, v picture.Viewport, input int) (xy []float64) {
	row := make([]float64, p.D)
	for i := range p.N {
		for j, x := range p.At(i) {
			row[j] += x / float64(p.N)
		}
	}
	const steps = 64
	y := []float64{0}
	for k := range steps + 1 {
		row[input] = v.X0 + (v.X1-v.X0)*float64(k)/steps
		m.Predict(row, y)
		xy = append(xy, row[input], y[0])
	}
	return xy
}

// Foretold begins the explanation of a row of a table with a predicted column: the prediction f and, if x is a row of
// the problem, the true value and the residual.
func (p *Problem) Foretold(x []float64, f float64) (e Explanation) {
	e.Answer = words.Text("%s predicted: %s", p.Outputs[0], words.Number(words.Significant(f, 4)))
	if i := p.RowOf(x); i >= 0 {
		left := words.Significant(p.Y[i]-f, 3)
		sign := ""
		if left > 0 {
			sign = "+"
		}
		e.Lines = append(e.Lines, words.Text("true %s, residual %s%s", words.Number(p.Y[i]), sign, words.Number(left)))
	}
	return e
}
