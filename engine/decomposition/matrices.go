package decomposition

import (
	"math"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Names of the panels that show matrices.
const (
	dataPanel        = "data_matrix"
	covariancePanel  = "covariance_matrix"
	correlationPanel = "correlation_matrix"
)

// matrices returns the panels of X, its covariance Ĉ = X̃ᵀX̃/n, and the correlations.
func (m *pca) matrices() []method.Panel {
	of := func(id, title, help string, make func() *chart.Matrix) method.Panel {
		return chart.Matrix{}.Panel(method.PanelInfo{ID: id, Title: title, Help: help},
			func(job method.Job) (*chart.Matrix, error) { return make(), job.Err() })
	}
	return []method.Panel{
		of(dataPanel, "Data X̃, a row for each point", "The rows minus their mean, in the order of the classes: below 0 and "+
			"above. Point at a cell to see its row, and at a point to see its row here.", m.dataMatrix).Rows(m.matrixRows),
		of(covariancePanel, "Covariance Ĉ = X̃ᵀX̃/n", "How much two inputs vary together; on the diagonal the "+
			"variances. Its "+
			"eigenvectors are the principal directions.", func() *chart.Matrix { return m.square(covariancePanel) }),
		of(correlationPanel, "Correlations", "The covariances divided by both standard deviations: from −1 to 1",
			func() *chart.Matrix { return m.square(correlationPanel) }),
	}
}

// order returns the rows sorted by class, and the groups of equal class.
func (m *pca) order() ([]chart.Group, []int) {
	kind := make([]int, m.p.N)
	if m.p.Labels != nil {
		copy(kind, m.p.Labels)
	}
	return chart.GroupsOf(kind, func(k int) string {
		if m.p.Labels == nil {
			return ""
		}
		return m.p.Names.Class(k)
	})
}

func (m *pca) dataMatrix() *chart.Matrix {
	groups, order := m.order()
	if m.p.Labels == nil {
		groups = nil
	}
	return &chart.Matrix{Rows: m.p.N, Cols: m.p.D, ColNames: m.p.InputNames(), Signed: true,
		Groups: groups, Key: dataPanel,
		Name: "xᵢⱼ − x̄ⱼ", Says: "coordinate of a row, minus the mean of its column", Row: func(i int, out []float64) {
			for j, x := range m.p.At(order[i]) {
				out[j] = x - m.mean[j]
			}
		},
		Alt: words.Text("The data as a matrix of %s and %s, minus the means of the columns.", words.Count(m.p.N, "row"),
			words.Count(m.p.D, "column"))}
}

// covariance returns the covariance of two inputs, with divisor n.
func (m *pca) covariance(a, b int) float64 { return m.cov()[a*m.p.D+b] }

func (m *pca) covariances() []float64 {
	d := m.p.D
	list := make([]float64, d*d)
	for i := range m.p.N {
		x := m.p.At(i)
		for a := range d {
			for b := range a + 1 {
				list[a*d+b] += (x[a] - m.mean[a]) * (x[b] - m.mean[b]) / float64(m.p.N)
			}
		}
	}
	for a := range d {
		for b := range a {
			list[b*d+a] = list[a*d+b]
		}
	}
	return list
}

// entry returns an entry of a panel's square matrix of the inputs, NaN if it is undefined.
func (m *pca) entry(panel string, a, b int) float64 {
	c := m.covariance(a, b)
	if panel == correlationPanel {
		u, v := math.Sqrt(m.covariance(a, a)), math.Sqrt(m.covariance(b, b))
		if !(u > 0 && v > 0) {
			return math.NaN()
		}
		c = c / u / v
	}
	return c
}

func (m *pca) square(panel string) *chart.Matrix {
	names := m.p.InputNames()
	x := &chart.Matrix{Rows: m.p.D, Cols: m.p.D, Alike: true, Signed: true, RowNames: names, ColNames: names, Key: panel,
		Name: "covariance", Says: "covariance of two inputs", Row: func(i int, out []float64) {
			for j := range out {
				out[j] = m.entry(panel, i, j)
			}
		}}
	if panel == correlationPanel {
		x.Name, x.Says, x.Lo, x.Hi = "correlation", "correlation of two inputs", -1, 1
	}
	best, at := -1.0, [2]int{}
	for a := range m.p.D {
		for b := range a {
			if c := math.Abs(m.entry(correlationPanel, a, b)); c > best {
				best, at = c, [2]int{a, b}
			}
		}
	}
	x.Alt = words.Text("%s of %s.", words.Capital(x.Name), words.Count(m.p.D, "input"))
	if best >= 0 {
		x.Alt = words.Say(x.Alt) + words.Text(" Most alike are %s and %s: correlation %s.", names[at[1]], names[at[0]],
			words.Number(m.entry(correlationPanel, at[0], at[1])))
	}
	return x
}

// tellCell describes a cell of a matrix, or a row of the data.
func (m *pca) tellCell(key string) (t method.Told, ok bool) {
	names := m.p.InputNames()
	for _, panel := range []string{covariancePanel, correlationPanel} {
		if a, b, ok := picture.CellOf(panel, key); ok && a < m.p.D && b >= 0 && b < m.p.D {
			t.Answer = words.Text("%s, %s", names[a], names[b])
			t.Lines = []string{words.Text("covariance %s", words.Number(m.covariance(a, b)))}
			if r := m.entry(correlationPanel, a, b); r == r {
				t.Lines = append(t.Lines, words.Text("correlation %s", words.Number(r)))
			}
			return t, true
		}
	}
	row, column, ok := picture.CellOf(dataPanel, key)
	if !ok || row >= m.p.N || column >= m.p.D {
		return t, false
	}
	_, order := m.order()
	i := order[row]
	t.Answer = words.Text("Row %s", strconv.Itoa(m.p.Number(i)))
	if column >= 0 {
		x := m.p.At(i)[column]
		t.Lines = []string{words.Text("%s = %s", names[column], words.Number(x)), words.Text("minus the mean %s",
			words.Number(x-m.mean[column]))}
	}
	t.Click.Rows = []int{i}
	return t, true
}

// matrixRows returns the keys of the rows in the panel of the data.
func (m *pca) matrixRows() []string {
	_, order := m.order()
	keys := make([]string, m.p.N)
	for at, i := range order {
		keys[i] = picture.LineKey(dataPanel, at)
	}
	return keys
}
