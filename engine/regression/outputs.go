package regression

import (
	"math"

	"pointscape/engine/chart"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/outputs"
	"pointscape/engine/words"
)

// outputsPanel is the panel of the coefficients of several outputs.
const outputsPanel = "outputs"

// aimFurther fits the further predicted columns with the same factors: B = (XᵀX + αI)⁻¹XᵀY, column by column.
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

// answers returns the polynomials of all outputs, that of the plane first.
func (m *linear) answers() []*polynomial { return append([]*polynomial{m.polynomial}, m.others...) }

// outputs returns the predictors of all outputs.
func (m *linear) outputs() outputs.Predictors {
	return outputs.Predictors{P: m.problem, Say: func(x []float64) (all [][]float64) {
		for _, a := range m.answers() {
			f := make([]float64, len(x)/m.problem.D)
			a.Predict(x, f)
			all = append(all, f)
		}
		return all
	}}
}

// Facts includes errors and coefficients of each output if there are several.
func (m *linear) Facts() []method.Fact {
	list := m.facts.FactList
	p := m.problem
	if len(m.others) == 0 {
		return list
	}
	out := append(method.FactList(nil), list...)
	m.outputs().Facts(&out)
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

// outputPanels shows the coefficients of all outputs, and how well each is predicted.
func (m *linear) outputPanels() []method.Panel {
	p := m.problem
	return m.outputs().Panels(chart.Matrix{}.Panel(method.PanelInfo{ID: outputsPanel, Title: "Coefficients of each output",
		Help: "One row per predicted column: its change, in its standard deviations, per standard deviation of each column"},
		func(job method.Job) (*chart.Matrix, error) {
			all := m.answers()
			return &chart.Matrix{Rows: len(all), Cols: m.d, RowNames: p.Outputs, ColNames: m.names, Signed: true,
				Key: outputsPanel, Name: "coefficient", Says: "coefficient, in standard deviations",
				Row: func(k int, out []float64) {
					for j, v := range m.scaled(k) {
						out[j] = v
					}
				},
				Alt: words.Text("The coefficients of %s for %s.", words.Count(len(all), "predicted column"), words.Count(m.d,
					"column"))}, job.Err()
		}))
}

// scaled returns the coefficients of output k in standard deviations of it and of the columns.
func (m *linear) scaled(k int) []float64 {
	y := m.problem.Output(k)
	mid, square := linalg.Mean(y), 0.0
	for _, v := range y {
		square += (v - mid) * (v - mid) / float64(len(y))
	}
	w := append([]float64(nil), m.effects(m.answers()[k].coef)...)
	for j := range w {
		w[j] = shareOf(w[j], math.Sqrt(square))
	}
	return w
}
