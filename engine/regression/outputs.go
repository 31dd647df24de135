package regression

import (
	"math"

	"pointscape/engine/chart"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// outputsParam says how many columns of a table are predicted at once.
func outputsParam() method.Param {
	return method.Param{Name: method.OutputsParam, Label: "Outputs", OfRows: true, Default: 1.0,
		Kind: method.Integer{Range: method.Range{Min: 1, Max: 64, SoftMax: 8}},
		Help: "How many columns are predicted at once: the last ones of the others, too, and none of them is an input"}
}

// Names of the panels of several outputs.
const (
	outputsPanel = "outputs"
	fitsPanel    = "fits"
	donePanel    = "completed"
)

// aimFurther predicts the further columns from the same factors: B = (XᵀX + αI)⁻¹XᵀY, column by column.
func (m *linear) aimFurther(job method.Job, d *design, alpha float64) error {
	p := m.problem
	for k := range max(len(p.Outputs)-1, 0) {
		if err := job.Err(); err != nil {
			return err
		}
		own := d.toward(p.Output(k + 1))
		var s *solved
		if alpha > 0 {
			s = own.penalized(1, math.Sqrt(alpha), m.toRaw)
		} else {
			s = own.least(m.toRaw)
		}
		m.others = append(m.others, m.polynomial.frame.polynomial(s.v, own.yMean-linalg.Dot(s.v, own.mean)))
	}
	return nil
}

// answers are the polynomials of all outputs, that of the plane first.
func (m *linear) answers() []*polynomial { return append([]*polynomial{m.polynomial}, m.others...) }

// explained are R² and the mean squared error of each output at some rows.
func (m *linear) explained(p *method.Problem) (r2, mse []float64) {
	f := make([]float64, p.N)
	for k, a := range m.answers() {
		a.Predict(p.X, f)
		y := p.Output(k)
		mid, rest, total := mean(y), 0.0, 0.0
		for i, v := range y {
			rest += (v - f[i]) * (v - f[i])
			total += (v - mid) * (v - mid)
		}
		r := math.NaN() // of what is all alike
		if total > 1e-24*mid*mid*float64(p.N) {
			r = 1 - rest/total
		}
		r2, mse = append(r2, r), append(mse, rest/float64(p.N))
	}
	return r2, mse
}

// Facts implements method.Model: of several outputs each has its errors and coefficients.
func (m *rows) Facts() []method.Fact {
	list := m.facts.FactList
	p := m.problem
	if len(m.others) == 0 {
		return list
	}
	out := append(method.FactList(nil), list...)
	r2, mse := m.explained(p)
	out.Add("r2_by_output", r2, "", "1 − the share of the variance that is left, of each predicted column").Call("R²").
		By(p.Outputs)
	out.Add("mse_by_output", mse, "", "Mean squared error of each predicted column, in its own squared units").Call("MSE").
		By(p.Outputs)
	if p.Held != nil {
		for _, h := range p.Held() {
			if h.Points.N > 0 {
				r2, _ := m.explained(h.Points)
				out.Add(h.Name+"_r2_by_output", r2, "", "R² of each predicted column at rows that are held out").
					Call("R², " + h.Name + " rows").By(p.Outputs)
			}
		}
	}
	coef, intercepts := [][]float64{}, []float64{}
	for _, a := range m.answers() {
		coef, intercepts = append(coef, a.coef), append(intercepts, a.intercept)
	}
	out.Add("coef_by_output", coef, "", "Weights of the columns, a row for each predicted column").By(p.Outputs,
		m.names...).Hide()
	out.Add("intercept_by_output", intercepts, "", "Value of each predicted column where all others are 0").By(p.Outputs).
		Hide()
	return out
}

// outputPanels show the coefficients of all outputs, and how well each is predicted.
func (m *rows) outputPanels() (list []method.Panel) {
	p := m.problem
	if p.Across > 0 {
		list = append(list, m.completedPanel())
	}
	return append(list, []method.Panel{
		chart.Matrix{}.Panel(method.PanelInfo{ID: outputsPanel, Title: "Coefficients of each output",
			Help: "A row for each predicted column: by how many of its standard deviations it changes where a column rises " +
				"by one of its own"},
			func(job method.Job) (*chart.Matrix, error) {
				all := m.answers()
				return &chart.Matrix{Rows: len(all), Cols: m.d, RowNames: p.Outputs, ColNames: m.names, Signed: true,
					Key: outputsPanel, Name: "coefficient", Says: "coefficient, in standard deviations",
					Row: func(k int, out []float64) {
						for j, v := range m.scaled(k) {
							out[j] = v
						}
					},
					Alt: "The coefficients of " + words.Count(len(all), "predicted column") + " for " +
						words.Count(m.d, "column") + "."}, job.Err()
			}),
		{PanelInfo: method.PanelInfo{ID: fitsPanel, Title: "R² of each output", Bare: true,
			Tall: chart.Weights{}.Tall(len(p.Outputs)), Help: "How much of the variance of each predicted column is explained"},
			Draw: chart.InPixels(func(pic *picture.Picture) {
				r2, _ := m.explained(p)
				for k, v := range r2 {
					if v != v {
						r2[k] = 0
					}
				}
				chart.Weights{Names: p.Outputs, Values: r2, Of: "R² value", Looks: [2]chart.Look{
					chart.Of(picture.RoleBar, 1, "worse than the mean"), chart.Of(picture.RoleBar, 0, "R² of a predicted column"),
				}}.Draw(pic)
			})},
	}...)
}

// scaled are the coefficients of output k in standard deviations of it and of the columns.
func (m *linear) scaled(k int) []float64 {
	y := m.problem.Output(k)
	mid, square := mean(y), 0.0
	for _, v := range y {
		square += (v - mid) * (v - mid) / float64(len(y))
	}
	w := append([]float64(nil), m.effects(m.answers()[k].coef)...)
	for j := range w {
		w[j] = shareOf(w[j], math.Sqrt(square))
	}
	return w
}

// completed is a row that is a picture, of which the first pixels are given and the last predicted: as it is, nil
// where that is not known, and as it is predicted.
func (m *rows) completed(p *method.Problem, x []float64) (is, says []float64) {
	k, i, f := len(p.Outputs), p.RowOf(x), []float64{0}
	says = append(says, x...)
	if i >= 0 {
		is = append(is, x...)
	}
	for c := range k {
		at := c // of the outputs, the one of this pixel
		switch {
		case c == m.problem.Foremost:
			at = 0
		case c < m.problem.Foremost:
			at = c + 1
		}
		m.answers()[at].Predict(x, f)
		says = append(says, f[0])
		if i >= 0 {
			is = append(is, p.Output(at)[i])
		}
	}
	return is, says
}

const isTitle, saysTitle = "true", "predicted"

// album is a row that is pointed at beside what is predicted of it, where rows are pictures.
func (m *rows) album(x []float64, v picture.Viewport) []picture.Layer {
	p := m.problem
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

// completedPanel shows some rows that are pictures, true and predicted: of those that are held out, if there are any.
func (m *rows) completedPanel() method.Panel {
	const most = 4
	info := method.PanelInfo{ID: donePanel, Title: "Predicted pixels", Bare: true,
		Help: "Rows as they are, and with their last pixels as they are predicted from the first ones: of rows " +
			"that the fit " +
			"has not seen, where some are held out"}
	return method.Panel{PanelInfo: info, Draw: chart.InPixels(func(pic *picture.Picture) {
		p := m.problem
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
		method.Tiles(pic, m.problem.Across, list)
		pic.Alt = "Pictures of " + words.Count(n, "row") + ", each as it is and with its last pixels predicted."
	})}
}
