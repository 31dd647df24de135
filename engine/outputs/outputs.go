// Package outputs has what methods share that predict several columns of a table at once (method.OutputsParam): the
// parameter, the errors of each output, and rows that are images whose last pixels are predicted.
package outputs

import (
	"math"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Names of the panels.
const (
	Fits      = "fits"
	Completed = "completed"
)

// Param declares the number of columns of a table that are predicted at once.
func Param() method.Param {
	return method.Param{Name: method.OutputsParam, Label: "Outputs", Where: method.OnlyRows, Default: 1.0,
		Kind: method.Integer{Range: method.Range{Min: 1, Max: 64, SoftMax: 8}},
		Help: "Number of columns predicted together: the target and the last other columns, none of which is an input"}
}

// Predictors gives the predictions of a model for all outputs: Say returns the predictions at the rows of x, one list
// for each output.
type Predictors struct {
	P   *method.Problem
	Say func(x []float64) [][]float64
}

// Explained returns R² and the mean squared error of each output at the rows of p. R² is NaN if all values are equal.
func (m Predictors) Explained(p *method.Problem) (r2, mse []float64) {
	for k, f := range m.Say(p.X) {
		y := p.Output(k)
		mid, rest, total := 0.0, 0.0, 0.0
		for _, v := range y {
			mid += v
		}
		mid /= float64(len(y))
		for i, v := range y {
			rest += (v - f[i]) * (v - f[i])
			total += (v - mid) * (v - mid)
		}
		r := math.NaN() // if all values are equal
		if total > 1e-24*mid*mid*float64(p.N) {
			r = 1 - rest/total
		}
		r2, mse = append(r2, r), append(mse, rest/float64(p.N))
	}
	return r2, mse
}

// Facts adds R² and the mean squared error of each output at the training rows, and R² at held-out rows.
func (m Predictors) Facts(f *method.FactList) {
	p := m.P
	r2, mse := m.Explained(p)
	f.Add("r2_by_output", r2, "", "1 − the share of the variance that is left, of each predicted column").Call("R²").
		By(p.Outputs)
	f.Add("mse_by_output", mse, "", "Mean squared error of each predicted column, in its own squared units").Call("MSE").
		By(p.Outputs)
	if p.Held == nil {
		return
	}
	for _, h := range p.Held() {
		if h.Points.N > 0 {
			r2, _ := m.Explained(h.Points)
			f.Add(h.Name+"_r2_by_output", r2, "", "R² of each predicted column at rows that are held out").
				Call(words.Text("R², %s rows", h.Name)).By(p.Outputs)
		}
	}
}

// Further adds the predictions of the outputs after the first to the explanation of a row: all if there are at most
// four, otherwise the first three.
func (m Predictors) Further(e *method.Explanation, x []float64) {
	more := m.Say(x)[1:]
	for k, f := range more {
		if k == 3 && len(more) > 4 {
			break
		}
		e.Lines = append(e.Lines, words.Text("%s predicted: %s", m.P.Outputs[k+1], words.Number(words.Significant(f[0],
			4))))
	}
}

// Panels returns a panel of some rows if they are images, then the panels in between, then a panel of the R² of each
// output.
func (m Predictors) Panels(between ...method.Panel) (list []method.Panel) {
	p := m.P
	if p.Across > 0 {
		list = append(list, m.completedPanel())
	}
	list = append(list, between...)
	return append(list, method.Panel{PanelInfo: method.PanelInfo{ID: Fits, Title: "R² of each output", Bare: true,
		Tall: chart.Weights{}.Tall(len(p.Outputs)), Help: "How much of the variance of each predicted column is explained"},
		Draw: chart.InPixels(func(pic *picture.Picture) {
			r2, _ := m.Explained(p)
			for k, v := range r2 {
				if v != v {
					r2[k] = 0
				}
			}
			chart.Weights{Names: p.Outputs, Values: r2, Of: "R² value", Looks: [2]chart.Look{
				chart.Of(picture.RoleBar, 1, "worse than the mean"), chart.Of(picture.RoleBar, 0, "R² of a predicted column"),
			}}.Draw(pic)
		})})
}

// completed returns an image row whose first pixels are given and whose last ones are predicted: as it is, nil if that
// is unknown, and as predicted.
func (m Predictors) completed(p *method.Problem, x []float64) (is, says []float64) {
	k, i, all := len(p.Outputs), p.RowOf(x), m.Say(x)
	says = append(says, x...)
	if i >= 0 {
		is = append(is, x...)
	}
	for c := range k {
		at := c // index of this pixel among the outputs
		switch {
		case c == m.P.Foremost:
			at = 0
		case c < m.P.Foremost:
			at = c + 1
		}
		says = append(says, all[at][0])
		if i >= 0 {
			is = append(is, p.Output(at)[i])
		}
	}
	return is, says
}

const isTitle, saysTitle = "true", "predicted"

// Album draws the row x next to its prediction, or only the prediction if x is no row of the problem; nil if rows are
// not images.
func (m Predictors) Album(x []float64, v picture.Viewport) []picture.Layer {
	p := m.P
	if p.Across == 0 {
		return nil
	}
	is, says := m.completed(p, x)
	tiles := []method.Tile{{Values: says, Name: "row", Says: "row with its predicted pixels", Title: saysTitle}}
	if is != nil {
		tiles = append([]method.Tile{{Values: is, Name: "row", Says: "row", Title: isTitle}}, tiles...)
	}
	return p.Album(says, v, tiles)
}

// completedPanel returns a panel of some image rows, true and predicted: held-out ones, if there are any.
func (m Predictors) completedPanel() method.Panel {
	const most = 4
	info := method.PanelInfo{ID: Completed, Title: "Predicted pixels", Bare: true,
		Help: "Complete rows, and the same rows with their last pixels predicted from the first ones: " +
			"held-out rows, if there are any"}
	return method.Panel{PanelInfo: info, Draw: chart.InPixels(func(pic *picture.Picture) {
		p := m.P
		if p.Held != nil {
			for _, h := range p.Held() {
				if h.Points.N > 0 {
					p = h.Points
				}
			}
		}
		var list []method.Tile
		n := min(most, p.N)
		for k := range n {
			is, says := m.completed(p, p.At(k*p.N/n))
			list = append(list, method.Tile{Values: is, Name: "row", Says: "row", Title: isTitle},
				method.Tile{Values: says, Name: "row", Says: "row", Title: saysTitle})
		}
		method.Tiles(pic, m.P.Across, list)
		pic.Alt = words.Text("Pictures of %s, each complete and with its last pixels predicted.", words.Count(n, "row"))
	})}
}
