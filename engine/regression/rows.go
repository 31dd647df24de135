package regression

import (
	"math"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Names of the panels of wide rows.
const (
	weightsPanel    = "weights"
	designPanel     = "design_matrix"
	covariancePanel = "covariance_matrix"
	crossPanel      = "cross_covariance"
)

// rowShows returns the switches for wide rows only.
func rowShows() []method.Show {
	return []method.Show{
		{Name: weightsPanel, Label: "Coefficients", On: true, Where: method.OnlyRows, Help: "A plot: the coefficient of " +
			"each column of a table, per standard deviation"},
		{Name: designPanel, Label: "Matrix X and y", Where: method.OnlyRows,
			Help: "A matrix: a 1, the columns and the target, a row each"},
		{Name: covariancePanel, Label: "Ĉ and û", Where: method.OnlyRows,
			Help: "The covariances of the columns, and with the target"},
	}
}

// said returns a note for the status of wide rows.
func said(p *method.Problem) string {
	if !p.Wide() {
		return ""
	}
	s := words.Text(" Fitted on %s, to predict %s", words.Count(p.D, "column"), p.Outputs[0])
	if more := len(p.Outputs) - 1; more > 0 {
		s += words.Text(" and %s", words.Count(more, "other column"))
	}
	s += "."
	if p.Principal > 0 {
		return words.Text("%s Horizontal: predicted; vertical: true. On the line both are equal.", s)
	}
	return words.Text("%s The line is the prediction as only the horizontal column changes, with the others at their "+
		"means.", s)
}

// effects returns the coefficients times the standard deviations of their columns; for powers, coef itself.
func (f *frame) effects(coef []float64) []float64 {
	if f.spreads == nil {
		return coef
	}
	out := make([]float64, len(coef))
	for j, s := range f.spreads {
		out[j] = coef[j] * s
	}
	return out
}

// sum formats an affine function of many columns; of more than five columns, the three terms with the largest effects.
func (p *polynomial) sum() string {
	const most, terms = 5, 3
	size := p.effects(p.coef)
	for j := range size {
		size[j] = math.Abs(size[j])
	}
	list, rest := method.Indices(p.d), ""
	if p.d > most {
		list, rest = method.LargestOf(size, terms), words.Text(" + …  (%s)", words.Count(p.d, "column"))
	}
	s := "f(x) = " + words.Number(p.intercept)
	for _, j := range list {
		if p.coef[j] != 0 {
			s += words.Term(p.coef[j]) + " x" + words.Index(j+1)
		}
	}
	return s + rest
}

// sureness adds the estimated noise and the standard errors of the least squares coefficients, if there are more rows
// than coefficients.
func (m *linear) sureness(d *design, s *solved) {
	free := d.n - d.p - 1
	if free < 1 {
		return
	}
	rest := sumSquares(m.problem, m.fittedValues())
	noise := rest / float64(free)
	m.number("noise_sd", math.Sqrt(noise), "Estimate of the standard deviation of the noise: √(Σ residuals²/(n − p − 1))").
		Call("σ̂ of the noise")
	errors, unit, out := make([]float64, d.p), make([]float64, d.p), make([]float64, d.p)
	for j := range errors {
		clear(unit)
		unit[j] = 1
		s.spread(unit, out)
		errors[j] = math.Sqrt(noise*linalg.Dot(out, out)) / m.half[j]
	}
	m.Add("coef_std_error", errors, "", "σ̂√((X̃ᵀX̃)⁻¹)ⱼⱼ: a coefficient within two standard errors of 0 may be 0").
		Call("Standard error").By(m.terms())
}

// fittedValues returns the predictions at the rows.
func (m *linear) fittedValues() []float64 {
	f := make([]float64, m.problem.N)
	m.Predict(m.problem.X, f)
	return f
}

// rowLayers draws the line where prediction and truth agree, or the prediction along the column shown, and the residual
// of each row.
func (m *linear) rowLayers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	return method.PredictedLayers(m.problem, m, v, show), nil, job.Err()
}

// rowExplain returns the prediction for a row, the true value, and the columns that contribute most to the difference
// from the mean.
func (m *linear) rowExplain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	p, f := m.problem, []float64{0}
	m.Predict(x, f)
	e := p.Foretold(x, f[0])
	means, part, base := m.means(), make([]float64, p.D), m.intercept
	for j, w := range m.coef {
		part[j] = w * (x[j] - means[j])
		base += w * means[j]
	}
	e.Lines = append(e.Lines, words.Text("%s for a row of mean values", words.Number(words.Significant(base, 4))))
	size := make([]float64, p.D)
	for j := range part {
		size[j] = math.Abs(part[j])
	}
	const told = 4
	left := base
	for _, j := range method.LargestOf(size, told) {
		if part[j] == 0 {
			continue
		}
		own, _ := p.Own(j, x[j])
		e.Lines = append(e.Lines, words.Text("%s %s adds %s", m.names[j], words.Number(own),
			signed(words.Significant(part[j], 3))))
		left += part[j]
	}
	if p.D > told {
		e.Lines = append(e.Lines, words.Text("the other %s add %s", words.Count(p.D-told, "column"),
			signed(words.Significant(f[0]-left, 3))))
	}
	m.outputs().Further(&e, x)
	e.Layers = m.outputs().Album(x, v)
	return e
}

// means returns the means of the columns.
func (m *linear) means() []float64 {
	p := m.problem
	mean := make([]float64, p.D)
	for i := range p.N {
		for j, x := range p.At(i) {
			mean[j] += x / float64(p.N)
		}
	}
	return mean
}

// rowPanels returns those that are switched on: the coefficients, the regularisation path, and the matrices.
func (m *linear) rowPanels(show method.Shown) (list []method.Panel) {
	if show[weightsPanel] {
		info := method.PanelInfo{ID: weightsPanel, Title: "Coefficients", Bare: true, Tall: chart.Weights{}.Tall(m.d),
			Help: "Change of the prediction when a column rises by one standard deviation, wⱼ·sdⱼ, in units of the target. " +
				"Of many columns, those with the largest change are shown."}
		list = append(list, method.Panel{PanelInfo: info, Draw: chart.InPixels(func(p *picture.Picture) {
			chart.Weights{Names: m.names, Values: m.effects(m.coef), Of: "coefficient",
				Looks: [2]chart.Look{chart.Of(picture.RoleBar, 1, "lowers the prediction"),
					chart.Of(picture.RoleBar, 0, "raises the prediction")}}.Draw(p)
		})})
	}
	if show[weightsPanel] && len(m.others) > 0 {
		list = append(list, m.outputPanels()...)
	}
	list = append(list, m.pathPanel(show)...)
	if show[designPanel] {
		list = append(list, chart.Matrix{}.Panel(method.PanelInfo{ID: designPanel, Title: "X with ones, and y",
			Help: "A row of the table each: a 1 for the intercept, the columns and, last, the target, each in standard " +
				"deviations from its mean. Point at a cell for its value"},
			func(job method.Job) (*chart.Matrix, error) { return m.design(), job.Err() }).Rows(func() []string {
			keys := make([]string, m.problem.N)
			for i := range keys {
				keys[i] = picture.LineKey(designPanel, i)
			}
			return keys
		}))
	}
	if show[covariancePanel] {
		list = append(list, chart.Matrix{}.Panel(method.PanelInfo{ID: covariancePanel, Title: "Covariance Ĉ = X̃ᵀX̃/n",
			Help: "How much two columns vary together. Least squares solves Ĉw = û, ridge (Ĉ + α/n·I)w = û, of minus " +
				"means"},
			func(job method.Job) (*chart.Matrix, error) { return m.covariances(), job.Err() }),
			method.Panel{PanelInfo: method.PanelInfo{ID: crossPanel, Title: "û = X̃ᵀỹ/n", Bare: true,
				Tall: chart.Weights{}.Tall(m.d), Help: "How much each column varies together with the target"},
				Draw: chart.InPixels(func(p *picture.Picture) {
					chart.Weights{Names: m.names, Values: m.cross(), Of: "covariance",
						Looks: [2]chart.Look{chart.Of(picture.RoleBar, 1, "covariance with the target, below 0"),
							chart.Of(picture.RoleBar, 0, "covariance with the target")}}.Draw(p)
				})})
	}
	return list
}

// spread returns the mean and the standard deviation of the targets.
func (m *linear) spread() (mid, sd float64) {
	mid = linalg.Mean(m.problem.Y)
	for _, y := range m.problem.Y {
		sd += (y - mid) * (y - mid) / float64(m.problem.N)
	}
	return mid, math.Sqrt(sd)
}

// design draws the matrix of ones, columns and targets, in standard deviations.
func (m *linear) design() *chart.Matrix {
	p, means := m.problem, m.means()
	mid, sd := m.spread()
	names := append(append([]string{"ones"}, m.names...), p.Outputs[0])
	return &chart.Matrix{Rows: p.N, Cols: p.D + 2, ColNames: names, Signed: true, Lo: -3, Hi: 3, Key: designPanel,
		Name: "standard deviations from the mean", Says: "value of a column, in standard deviations from its mean",
		Row: func(i int, out []float64) {
			out[0] = 1
			for j, x := range p.At(i) {
				out[j+1] = shareOf(x-means[j], m.spreads[j])
			}
			out[p.D+1] = shareOf(p.Y[i]-mid, sd)
		},
		Alt: words.Text("The design matrix: %s of a 1 and %s, and the target.", words.Count(p.N, "row"), words.Count(p.D,
			"column"))}
}

// cov returns the covariance of two columns, or of a column and the target (b = D).
func (m *linear) cov(a, b int) (s float64) {
	p := m.problem
	means := m.means()
	mid, _ := m.spread()
	for i := range p.N {
		x := p.At(i)
		y := p.Y[i] - mid
		if b < p.D {
			y = x[b] - means[b]
		}
		s += (x[a] - means[a]) * y / float64(p.N)
	}
	return s
}

// cross returns û, the covariances of the columns with the target.
func (m *linear) cross() []float64 {
	u := make([]float64, m.d)
	for j := range u {
		u[j] = m.cov(j, m.d)
	}
	return u
}

// covariances draws Ĉ, the covariance matrix of the columns.
func (m *linear) covariances() *chart.Matrix {
	d, p, means := m.d, m.problem, m.means()
	c := make([]float64, d*d)
	left := make([]float64, d)
	for i := range p.N {
		for j, x := range p.At(i) {
			left[j] = x - means[j]
		}
		for j, x := range left {
			linalg.Axpy(x/float64(p.N), left, c[j*d:(j+1)*d])
		}
	}
	return &chart.Matrix{Rows: d, Cols: d, Alike: true, Signed: true, RowNames: m.names, ColNames: m.names,
		Key: covariancePanel, Name: "covariance", Says: "covariance of two columns",
		Row: func(i int, out []float64) { copy(out, c[i*d:(i+1)*d]) }}
}

// Tell describes a cell of a matrix.
func (m *linear) Tell(key string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	p := m.problem
	if a, b, ok := picture.CellOf(covariancePanel, key); ok && a < p.D && b >= 0 && b < p.D {
		c := m.cov(a, b)
		t.Answer = words.Text("%s, %s", m.names[a], m.names[b])
		t.Lines = []string{words.Text("covariance %s", words.Number(c))}
		if v := m.spreads[a] * m.spreads[b]; v > 0 {
			t.Lines = append(t.Lines, words.Text("correlation %s", words.Number(c/v)))
		}
		return t, true
	}
	if k, j, ok := picture.CellOf(outputsPanel, key); ok && k < len(p.Outputs) && j >= 0 && j < p.D {
		t.Answer = words.Text("%s, by %s", p.Outputs[k], m.names[j])
		t.Lines = []string{words.Text("coefficient %s", words.Number(m.answers()[k].coef[j])),
			words.Text("in standard deviations %s", words.Number(m.scaled(k)[j]))}
		return t, true
	}
	i, j, ok := picture.CellOf(designPanel, key)
	if !ok || i >= p.N || j > p.D+1 {
		return t, false
	}
	t.Answer = words.Text("Row %s", strconv.Itoa(p.Number(i)))
	switch {
	case j == 0:
		t.Lines = []string{"1, for the intercept"}
	case j > p.D:
		t.Lines = []string{words.Text("%s = %s", p.Outputs[0], words.Number(p.Y[i]))}
	case j > 0:
		own, _ := p.Own(j-1, p.At(i)[j-1])
		t.Lines = []string{words.Text("%s = %s", m.names[j-1], words.Number(own))}
	}
	t.Click.Rows = []int{i}
	return t, true
}

// signed formats a number with its sign, including a plus.
func signed(x float64) string {
	if x > 0 {
		return "+" + words.Number(x)
	}
	return words.Number(x)
}
