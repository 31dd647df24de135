package histogram

import (
	_ "embed"
	"math"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

//go:embed histogram_regression.jsonl
var histogramRegressionExamples string

// Regression returns the method of the regressogram (partitioning estimate), id "histogram_regression".
func Regression() method.Method {
	params := append([]method.Param{
		method.DomainParam(),
	}, latticeParams()...)
	return method.Method{
		Info: method.Info{
			ID: "histogram_regression", Traits: method.Traits{Free: true},
			Aliases: []string{"Piecewise constant regression", "Binning", "Régressogramme"},
			Name:    "Regressogram",
			Family:  "Histograms and densities",
			Task:    method.Regress,
			Summary: "Divides the inputs into equal cells and predicts the mean of the values in the cell: a staircase. " +
				"Empty cells have no prediction.",
			Formula: "ŷ(x) = Σ_{i : xᵢ ∈ A(x)} yᵢ ∕ #{i : xᵢ ∈ A(x)},  A(x) the cell with index ⌊(x − origin) ∕ cell_size⌋",
			Source: "Tukey, Proc. 4th Berkeley Symposium 1, 1961; Györfi, Kohler, Krzyżak, Walk, A Distribution-Free Theory " +
				"of Nonparametric Regression, chapter 4",
			Params: params,
			Shows: []method.Show{
				{Name: method.Mean, Label: "Means of the cells", On: true, Help: "The mean of the values in each cell; gaps are " +
					"empty cells", When: method.OnLine()},
				{Name: "lattice", Label: "Lattice", On: true, Help: "Edges of all cells"},
				{Name: "residuals", Label: "Residuals", Help: "From each point to the mean of its cell", When: method.OnLine()},
				{Name: method.Isolines, Label: "Isolines", When: method.OnPlane(), Help: "Lines of equal value"},
			},
			Examples: method.ExamplesIn(histogramRegressionExamples),
		},
		Check:  checkLattice,
		Python: histogramRegressionPython,
		Fit:    fitRegression,
	}
}

type regressogram struct {
	*lattice
	p      *method.Problem
	cell   map[key]int
	count  []int
	mean   []float64
	sse    float64 // sum of squared residuals
	left   float64 // sum of squared leave-one-out residuals, over points that share their cell
	paired int     // number of those points
}

// Can states that the model is undefined in empty cells.
func (m *regressogram) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, Partial: true},
		Drawing: method.Drawing{FieldRaster: m.FieldRaster, Layers: m.Layers, PartSays: m.PartSays},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
	}
}

func fitRegression(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Add points: each cell predicts the mean of its points."}
	}
	m := &regressogram{lattice: newLattice(p, v), p: p, cell: map[key]int{}}
	at := make([]int, p.N)
	for i, y := range p.Y {
		if err := method.AskEvery(job, i, 1024); err != nil {
			return nil, err
		}
		where := m.at(p.At(i))
		n, ok := m.cell[where]
		if !ok {
			n = len(m.count)
			m.cell[where] = n
			m.count, m.mean = append(m.count, 0), append(m.mean, 0)
		}
		at[i] = n
		m.count[n]++
		m.mean[n] += (y - m.mean[n]) / float64(m.count[n])
	}
	for i, y := range p.Y {
		r, n := y-m.mean[at[i]], float64(m.count[at[i]])
		m.sse += r * r
		if n > 1 {
			r *= n / (n - 1)
			m.left += r * r
			m.paired++
		}
	}
	return m, job.Err()
}

func (m *regressogram) answer(k key) float64 {
	if n, ok := m.cell[k]; ok {
		return m.mean[n]
	}
	return math.NaN()
}

// Predict answers with the mean of the cell, NaN in an empty cell.
func (m *regressogram) Predict(x, out []float64) {
	d := m.p.D
	for i := range out {
		out[i] = m.answer(m.at(x[i*d : (i+1)*d]))
	}
}

func (m *regressogram) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	if m.p.D != 2 {
		return nil, nil
	}
	columns := make([]int64, g.W)
	for i := range columns {
		columns[i] = m.index(0, g.X(i))
	}
	plane := make([]float32, g.W*g.H)
	for j := range g.H {
		if err := method.AskEvery(job, j, 16); err != nil {
			return nil, err
		}
		row, k, value := m.index(1, g.Y(j)), key{}, float32(0)
		for i, c := range columns {
			if i == 0 || c != k[0] {
				k = key{c, row}
				value = float32(m.answer(k))
			}
			plane[j*g.W+i] = value
		}
	}
	lo, hi := m.mean[0], m.mean[0]
	for _, y := range m.mean {
		lo, hi = min(lo, y), max(hi, y)
	}
	return &picture.Raster{Kind: picture.Diverging, Grid: g, Planes: [][]float32{plane}, Lo: lo, Hi: hi, Sharp: true,
		Name: "mean of the cell"}, job.Err()
}

func (m *regressogram) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show["lattice"] {
		under = append(under, m.lines(v)...)
	}
	if show["residuals"] && m.p.D == 1 {
		under = append(under, method.Residuals(m.p, m, "ŷ(x)"))
	}
	return under, nil, nil
}

func (m *regressogram) PartSays(p method.Part) string {
	if p == method.Mean {
		return "mean of the points in each cell"
	}
	return ""
}

func (m *regressogram) Status() method.Status {
	return method.Status{State: method.Exact, Sentence: "Every cell predicts the mean of its points; empty cells have " +
		"no prediction."}
}

func (m *regressogram) Facts() []method.Fact {
	var f method.FactList
	f.Add("n_occupied_cells", len(m.count), "", "Number of cells with points in them").Call("Occupied cells")
	f.Add("training_mse", m.sse/float64(m.p.N), method.SquaredUnits, "")
	if m.paired > 0 {
		f.Add("leave_one_out_mse", m.left/float64(m.paired), method.SquaredUnits,
			"Mean squared error at each point by the mean of the others in its cell; single points of a cell are left "+
				"out").Call(m.leftOutLabel())
	}
	m.facts(&f)
	return f
}

func (m *regressogram) Formula() string {
	return words.Text("%s\nthe mean of the values in the cell", m.formula())
}

func (m *regressogram) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	k := m.at(x[:m.p.D])
	ex := method.Explanation{Answer: "no prediction: the cell is empty", Lines: m.ranges(k), Layers: m.outline(k, v)}
	if n, ok := m.cell[k]; ok {
		ex.Answer = words.Sprintf("%.4g (mean of %d in the cell)", m.mean[n], m.count[n])
	}
	return ex
}
