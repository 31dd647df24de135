package neighbors

import (
	_ "embed"
	"strconv"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

//go:embed knn_regression.jsonl
var knnRegressionExamples string

// KNNRegression returns the method of k-nearest-neighbour regression, id "knn_regression".
func KNNRegression() method.Method {
	params := append([]method.Param{
		method.DomainParam(),
	}, method.Moving(metricParams(), "weights")...)
	for i := range params {
		switch p := &params[i]; p.Name {
		case "n_neighbors":
			p.Help = "Nearest points that are averaged, at most all. Equal distances: the first point counts."
		case "weights":
			p.Help = "Weight of each neighbour"
		case "metric":
			p.When = method.OnPlane() // on a line all metrics are the same
		}
	}
	return method.Method{
		Info: method.Info{
			ID: "knn_regression",
			Aliases: []string{"k-NN regression", "Nearest neighbour smoothing", "Local average",
				"Régression par plus proches voisins"},
			Name:     "k nearest neighbours (regression)",
			Family:   "Nearest neighbours",
			Task:     method.Regress,
			Assessed: method.Assessed{Complexity: complexity},
			Summary:  "Predicts the mean of the k nearest points: a staircase that gets smoother and flatter as k grows.",
			Formula:  "ŷ(x) = Σ_{i ∈ N_k(x)} wᵢ yᵢ / Σ_{i ∈ N_k(x)} wᵢ,  wᵢ = 1 or 1/d(x, xᵢ)",
			Source: "Cover, Estimation by the nearest neighbor rule, IEEE Trans. Inf. Theory 14, 1968; Stone, Consistent " +
				"nonparametric regression, Ann. Statist. 5, 1977",
			Params: params,
			Takes:  method.Takes{Wide: true},
			Shows: []method.Show{
				{Name: method.Mean, Label: "Curve", On: true, Help: "The average at each x", When: method.OnLine()},
				{Name: "residuals", Label: "Residuals", Help: "From each point to the curve: y − ŷ(x)", When: method.OnLine()},
				{Name: method.Isolines, Label: "Isolines", Help: "Lines of equal value: they run along the steps",
					When: method.OnPlane()},
			},
			Examples: method.ExamplesIn(knnRegressionExamples),
		},
		Python: knnRegressionPython,
		Fit:    fitRegression, Divisible: true,
	}
}

// Regressor predicts the average of the nearest points. For equal distances, the point with the lower index counts.
type Regressor struct {
	*Index
	k, asked int
	distance bool
	metric   string
	problem  *method.Problem
}

func (m *Regressor) Can() *method.Capabilities {
	can := &method.Capabilities{
		Answers: method.Answers{Predictor: m, PredictSeveral: m.PredictSeveral, LeaveOneOut: m.LeaveOneOut,
			Complexity: m.Complexity},
		Words: method.Words{Explain: m.Explain, Formula: m.Formula, Assess: m.Assess},
	}
	switch {
	case m.problem.Wide():
		can.Layers, can.Explain = m.rowLayers, m.rowExplain
	case m.problem.Task == method.Regress2D:
		can.FieldRaster = m.FieldRaster
	default:
		can.Layers, can.PartSays = m.lineLayers, m.PartSays
	}
	return can
}

func fitRegression(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Click to add points: their values are averaged."}
	}
	metric := v.String("metric")
	if p.D == 1 || p.Wide() {
		metric = "euclidean"
	}
	s, err := NewSpace(metric, v.Float("p"), p.X, p.N, p.D)
	if err != nil {
		return nil, err
	}
	m := &Regressor{Index: NewIndex(s), asked: v.Int("n_neighbors"), distance: v.String("weights") == "distance",
		metric: metric, problem: p}
	m.k = min(m.asked, p.N)
	return m, job.Err()
}

// average returns the prediction for the given neighbours.
func (m *Regressor) average(near []int32, key []float64) float64 {
	return m.Space.average(m.problem.Y, m.distance, near, key)
}

// average returns the mean of the neighbours' values y, weighted by 1/distance or not.
func (s *Space) average(y []float64, distance bool, near []int32, key []float64) float64 {
	sum, total := 0.0, 0.0
	switch {
	case !distance:
		for _, id := range near {
			sum += y[id]
		}
		return sum / float64(len(near))
	case key[0] == 0: // coincident points alone decide
		for i, id := range near {
			if key[i] == 0 {
				sum += y[id]
				total++
			}
		}
	default:
		for i, id := range near {
			w := s.weight(key[i])
			sum += w * y[id]
			total += w
		}
	}
	return sum / total
}

// Assess computes the training errors and the leave-one-out errors.
func (m *Regressor) Assess(job method.Job) ([]method.Fact, error) {
	p, facts := m.problem, m.Facts()
	n := p.N
	if len(facts) == 1 {
		return facts, nil
	}
	mean, rest, total, left := 0.0, 0.0, 0.0, 0.0
	for _, y := range p.Y {
		mean += y / float64(n)
	}
	s := m.Search(m.k+1, n)
	err := s.others(job, p, m.k, func(i int, near, others []int32, key, keys []float64) {
		y := p.Y[i]
		e := y - m.average(near, key)
		rest += e * e
		total += (y - mean) * (y - mean)
		if n > 1 {
			e = y - m.average(others, keys)
			left += e * e
		}
	})
	if err != nil {
		return nil, err
	}
	r2 := 0.0
	if small := 1e-24 * mean * mean * float64(n); total > small {
		r2 = 1 - rest/total
	} else if rest <= small {
		r2 = 1
	}
	values := []float64{r2, rest / float64(n), left / float64(n)}
	tell(facts[1:], values[:len(facts)-1]...)
	return facts, nil
}

// LeaveOneOut returns nil if the metric depends on the points, or there is a single point.
func (m *Regressor) LeaveOneOut(job method.Job) ([]float64, []bool, error) {
	n := m.problem.N
	if m.white != nil || n < 2 {
		return nil, nil, job.Err()
	}
	answers := make([]float64, n)
	s := m.Search(m.k+1, n)
	err := s.others(job, m.problem, m.k, func(i int, _, others []int32, _, keys []float64) {
		answers[i] = m.average(others, keys)
	})
	return answers, nil, err
}

func (m *Regressor) Status() method.Status {
	s := words.Say("No solver: the model is the training set.")
	if m.asked > m.k {
		s = words.Sprintf("k = %d is more than there are points: all %d are averaged everywhere.", m.asked, m.k)
	}
	if p := m.problem; p.Wide() {
		s += words.Text(" Distances are over %s, to predict %s.", words.Count(p.D, "column"), p.Outputs[0])
		if p.Scales == nil && p.D > 1 {
			s += words.Say(" Standardised columns count equally.")
		}
	}
	return method.Status{State: method.Exact, Sentence: s}
}

func (m *Regressor) Formula() string {
	n := words.Text("of the %s of %s points that are nearest to x", strconv.Itoa(m.k), strconv.Itoa(m.problem.N))
	if m.distance {
		return words.Text("ŷ(x) = Σ yᵢ/dᵢ / Σ 1/dᵢ  %s, dᵢ = d(x, xᵢ)", n)
	}
	return words.Text("ŷ(x) = 1/%s Σ yᵢ  %s", strconv.Itoa(m.k), n)
}

func (m *Regressor) Facts() []method.Fact {
	facts := []method.Fact{{Name: "n_neighbors", Value: m.k, Meaning: "Number of points that are averaged"}}
	if m.problem.N > assessed {
		return facts
	}
	facts = append(facts,
		method.Fact{Name: "r2", Late: true, Meaning: "1 − the unexplained share of the variance of y, when each point is " +
			"one of its own neighbours"},
		method.Fact{Name: "mse", Late: true, Unit: method.SquaredUnits})
	if m.problem.N > 1 {
		facts = append(facts, method.Fact{Name: "leave_one_out_error", Label: leftOutLabel(m.metric), Late: true,
			Unit: method.SquaredUnits,
			Meaning: "Mean squared error of leave-one-out predictions by the neighbours: an estimate of the " +
				"error on new points"})
	}
	return facts
}

func (m *Regressor) Predict(x, out []float64) {
	s := m.Search(m.k, len(out))
	for i := range out {
		out[i] = m.average(s.Nearest(x[i*m.D : (i+1)*m.D]))
	}
}

func (m *Regressor) PartSays(p method.Part) string {
	if p == method.Mean {
		return words.Text("average of the %s nearest", strconv.Itoa(m.k))
	}
	return ""
}

// lineLayers draws the residuals.
func (m *Regressor) lineLayers(job method.Job, _ picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show["residuals"] {
		under = append(under, method.Residuals(m.problem, m, "ŷ(x)"))
	}
	return under, nil, job.Err()
}

// FieldRaster returns the average at each node, exactly. Colours cover the range of the targets, so they stay the same
// while inputs change.
func (m *Regressor) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	plane, err := means(job, m.Space, m.problem.Y, m.distance, m.k, g)
	if err != nil {
		return nil, err
	}
	lo, hi := method.Limits(m.problem.Y)
	return &picture.Raster{Kind: picture.Diverging, Grid: g, Planes: [][]float32{plane}, Lo: lo, Hi: hi, Sharp: true,
		Name: "average of the neighbours"}, nil
}

// Explain gives the neighbours with their values, and the smallest interval or ball that contains them.
func (m *Regressor) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	p := m.problem
	near, key := m.Search(m.k, 1).Nearest(x[:m.D])
	f, far := m.average(near, key), m.Distance(key[m.k-1])
	ex := method.Explanation{Answer: words.Text("%s, the average of %s", words.Figure(f), strconv.Itoa(m.k))}
	from := x
	var ball *picture.Path
	if m.D == 1 {
		from = []float64{x[0], f}
		ball = &picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Closed: true, Says: reach,
			XY: []float64{x[0] - far, v.Y0, x[0] + far, v.Y0, x[0] + far, v.Y1, x[0] - far, v.Y1}}
	} else {
		ball = m.Ball(x, key[m.k-1])
	}
	lines := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Says: nearest}
	rings := &picture.Marks{Role: picture.RoleNeighbor, Says: nearest}
	const told = 8
	for j, id := range near {
		at := []float64{p.X[int(id)*m.D], p.Y[id]}
		if m.D > 1 {
			at = p.At(int(id))
		}
		lines.AddLine(from[0], from[1], at[0], at[1])
		rings.XY = append(rings.XY, at[0], at[1])
		rings.Ordinal = append(rings.Ordinal, p.Ordinal(int(id)))
		if j < told {
			ex.Lines = append(ex.Lines, words.Text("point %s, value %s, distance %s", strconv.Itoa(p.Number(int(id))),
				words.Figure(p.Y[id]), words.Figure(m.Distance(key[j]))))
		}
	}
	if m.k > told {
		ex.Lines = append(ex.Lines, words.Text("… and %s more, up to distance %s", strconv.Itoa(m.k-told),
			words.Figure(far)))
	}
	ex.Layers = []picture.Layer{ball, lines, rings}
	return ex
}

// rowLayers draws the line of perfect predictions, or the predictions along a column, and the residuals.
func (m *Regressor) rowLayers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	return method.PredictedLayers(m.problem, m, v, show), nil, job.Err()
}

// rowExplain gives the neighbours of a row, marked where they are displayed.
func (m *Regressor) rowExplain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	p := m.problem
	near, key := m.Search(m.k, 1).Nearest(x[:m.D])
	ex := p.Foretold(x, m.average(near, key))
	rings := &picture.Marks{Role: picture.RoleNeighbor, Says: nearest}
	const told = 5
	for j, id := range near {
		a, b := p.Drawn(int(id))
		if p.Principal > 0 { // the horizontal axis is the prediction
			y := []float64{0}
			m.Predict(p.At(int(id)), y)
			a = y[0]
		}
		rings.XY, rings.Ordinal = append(rings.XY, a, b), append(rings.Ordinal, p.Ordinal(int(id)))
		if j < told {
			ex.Lines = append(ex.Lines, words.Text("row %s, value %s, distance %s", strconv.Itoa(p.Number(int(id))),
				words.Figure(p.Y[id]), words.Figure(m.Distance(key[j]))))
		}
	}
	if m.k > told {
		ex.Lines = append(ex.Lines, words.Text("… and %s more, up to distance %s", strconv.Itoa(m.k-told),
			words.Figure(m.Distance(key[m.k-1]))))
	}
	ex.Layers = []picture.Layer{rings}
	return ex
}
