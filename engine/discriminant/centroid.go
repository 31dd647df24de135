package discriminant

import (
	_ "embed"
	"math"
	"slices"

	"pointscape/engine/draw"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

//go:embed nearest_centroid.jsonl
var nearestCentroidExamples string

// NearestCentroid returns the nearest centroid classifier, id "nearest_centroid".
func NearestCentroid() method.Method {
	shrunken := &method.When{Name: thresholdParam, In: []string{"0"}, Not: true}
	return method.Method{
		Info: method.Info{
			ID: "nearest_centroid",
			Aliases: []string{"Nearest shrunken centroids", "Minimum distance classifier", "Rocchio", "Class prototypes",
				"Plus proche centroïde", "Centroïdes rétrécis"},
			Name:   "Nearest centroid",
			Family: "Linear classification",
			Task:   method.Classify,
			Takes:  method.Takes{Wide: true},
			Summary: "Represents each class by its centroid, and predicts the class with the nearest centroid. Shrinking " +
				"moves the centroids together; inputs in which all coincide no longer count. In a tie the lowest class wins.",
			Formula: "ŷ(x) = argmin_{k} d(x, c_{k}),  c_{kj} = x̄_{j} + sign(δ_{kj}) max(|δ_{kj}| − Δ, 0) m_{k}(s_{j} + s_{0})",
			Source: "Tibshirani, Hastie, Narasimhan and Chu, Diagnosis of multiple cancer types by shrunken centroids of gene " +
				"expression, PNAS 99, 2002; Hastie, Tibshirani, Friedman, The Elements of Statistical Learning, section 18.2",
			Seen: "Exact regions by two metrics; centroids before and after shrinking; their deviations in " +
				"each input with the threshold, which is dragged.",
			Params: []method.Param{
				{Name: thresholdParam, Label: "Shrinkage threshold Δ", Default: 0.0,
					Kind: method.Number{Range: method.Range{Max: largestThreshold, SoftMax: 10}},
					Help: "Each centroid moves Δ standard errors towards the mean of all points in each " +
						"input; 0: none moves"},
				{Name: "metric", Label: "Metric", Default: metricEuclidean,
					Help: "Distance to a centroid, and definition of the centroid",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: metricEuclidean, Label: "Euclidean", Help: "√Σ|xⱼ − cⱼ|², and centroids are means: the boundaries are " +
							"lines"},
						{Value: metricManhattan, Label: "Manhattan", Help: "Σ|xⱼ − cⱼ|, and centroids are medians: the boundaries " +
							"have corners"},
					}}},
				method.InputsParam("Tables only: which columns the distances use",
					"Distances use all columns; standardise the columns if their units differ"),
			},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Where: method.OnlyPoints,
					Help: "The class of the nearest centroid, exactly"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Where: method.OnlyPoints,
					Help: "Where the centroids of two classes are equally near"},
				{Name: "centroids", Label: "Centroids", On: true, Where: method.OnlyPoints, Help: "The centroid of each class"},
				{Name: "unshrunken", Label: "Shrinking", On: true, Where: method.OnlyPoints, When: shrunken,
					Help: "Lines from where the centroids were before shrinking, and the mean of all points"},
				{Name: "deviations", Label: "Deviations", On: true,
					Help: "A plot: distance of each centroid from the mean of all points, for each input, and Δ, which can be " +
						"dragged"},
			},
			Examples: method.ExamplesIn(nearestCentroidExamples),
		},
		Python: nearestCentroidPython,
		Fit:    fitCentroid, Divisible: true,
	}
}

// Names of parameters and their values.
const (
	thresholdParam  = "shrink_threshold"
	metricEuclidean = "euclidean"
	metricManhattan = "manhattan"
)

const largestThreshold = 1e6

// centroid is a fitted nearest centroid classifier.
type centroid struct {
	p         *method.Problem
	manhattan bool
	threshold float64 // Δ

	count  []int
	raw    [][]float64 // mean or median of each class
	places [][]float64 // shrunken centroids
	errors int

	// Quantities used for shrinking; nil if they are undefined: with a single class, or as many classes as points.
	middle []float64 // mean of all points
	within []float64 // s: standard deviation of each input about raw
	s0     float64   // s₀: median of within
	scale  []float64 // √(1/n_k − 1/n) for each class
	// Deviations of raw from middle per class and input, in standard errors; nil also if one of them is infinite.
	delta [][]float64
}

func (m *centroid) Can() *method.Capabilities {
	return draw.Parts{Problem: m.p, Shapes: m.shapes, Keys: m.keys}.Give(&method.Capabilities{
		Answers: method.Answers{Predictor: m},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Draws: m.Draws, Panels: m.Panels},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
	})
}

func fitCentroid(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Add points of two classes."}
	}
	m := &centroid{p: p, manhattan: v.String("metric") == metricManhattan, threshold: v.Float(thresholdParam)}
	if err := m.gather(job); err != nil {
		return nil, err
	}
	if m.places = m.raw; m.threshold > 0 && len(m.raw) > 1 {
		if m.within == nil {
			return nil, &method.Need{Sentence: words.Text("Shrinking is measured by the spread within classes, and each "+
				"class has one point: add a second one to a class, or set %s to 0.", thresholdParam)}
		}
		m.shrink()
	}
	return m, m.countErrors(job)
}

// gather computes the centroids of the classes, and the within-class spread.
func (m *centroid) gather(job method.Job) error {
	p, d := m.p, m.p.D
	k := len(p.ClassIDs)
	rows := make([][]int, k)
	middle := make([]float64, d)
	for i, c := range p.Class {
		rows[c] = append(rows[c], i)
		linalg.Axpy(1, p.At(i), middle)
	}
	for j := range middle {
		middle[j] /= float64(p.N)
	}
	for _, mine := range rows {
		if err := job.Err(); err != nil {
			return err
		}
		c := make([]float64, d)
		for j := range c {
			values := make([]float64, len(mine))
			for n, i := range mine {
				values[n] = p.X[i*d+j]
			}
			if c[j] = meanOf(values); m.manhattan {
				c[j] = medianOf(values)
			}
		}
		m.count, m.raw = append(m.count, len(mine)), append(m.raw, c)
	}
	if k < 2 || p.N == k {
		return job.Err()
	}
	m.middle, m.within = middle, make([]float64, d)
	for i, c := range p.Class {
		if i%1024 == 0 {
			if err := job.Err(); err != nil {
				return err
			}
		}
		for j, x := range p.At(i) {
			diff := x - m.raw[c][j]
			m.within[j] += diff * diff
		}
	}
	for j := range m.within {
		m.within[j] = math.Sqrt(m.within[j] / float64(p.N-k))
	}
	m.s0 = medianOf(slices.Clone(m.within))
	for c, n := range m.count {
		scale := math.Sqrt(1/float64(n) - 1/float64(p.N))
		m.scale = append(m.scale, scale)
		delta := make([]float64, d)
		for j := range delta {
			if diff := m.raw[c][j] - middle[j]; diff != 0 {
				delta[j] = diff / m.unit(c, j)
			}
		}
		m.delta = append(m.delta, delta)
	}
	if math.IsInf(m.farthest(), 0) {
		m.delta = nil
	}
	return job.Err()
}

// unit returns the standard error of the deviation of class c in input j. s₀ is added so that inputs with small spread
// by chance do not dominate.
func (m *centroid) unit(c, j int) float64 { return m.scale[c] * (m.within[j] + m.s0) }

// shrink moves the centroids towards the overall mean. If no input has any spread, units are 0 and nothing is shrunk.
func (m *centroid) shrink() {
	m.places = nil
	for c, raw := range m.raw {
		place := slices.Clone(m.middle)
		for j := range place {
			diff := raw[j] - m.middle[j]
			place[j] += math.Copysign(max(math.Abs(diff)-m.threshold*m.unit(c, j), 0), diff)
		}
		m.places = append(m.places, place)
	}
}

func meanOf(values []float64) float64 {
	sum := 0.0
	for _, x := range values {
		sum += x
	}
	return sum / float64(len(values))
}

// medianOf returns the median. It sorts values.
func medianOf(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return values[(n-1)/2] + (values[n/2]-values[(n-1)/2])/2
}

// nearest returns the class of the nearest centroid (ties: the lowest class).
func (m *centroid) nearest(x []float64) (class int) {
	for k := 1; k < len(m.places); k++ {
		if m.farther(x, class, k) < 0 {
			class = k
		}
	}
	return class
}

// farther compares the distances of x from the centroids of classes a and b: positive if that of b is farther. See the
// function farther for its unit.
func (m *centroid) farther(x []float64, a, b int) float64 {
	return farther(m.manhattan, x, m.places[a], m.places[b])
}

// distance returns the distance of x from the centroid of class k.
func (m *centroid) distance(x []float64, k int) float64 {
	s := 0.0
	for j, v := range m.places[k] {
		if u := x[j] - v; m.manhattan {
			s += math.Abs(u)
		} else {
			s = math.Hypot(s, u)
		}
	}
	return s
}

func (m *centroid) Predict(x, out []float64) {
	d := m.p.D
	for i := range out {
		out[i] = float64(m.nearest(x[i*d : (i+1)*d]))
	}
}

func (m *centroid) countErrors(job method.Job) error {
	for i, c := range m.p.Class {
		if i%1024 == 0 {
			if err := job.Err(); err != nil {
				return err
			}
		}
		if m.nearest(m.p.At(i)) != c {
			m.errors++
		}
	}
	return job.Err()
}

// ScoreRaster serves scripts and votes; pictures show exact regions.
func (m *centroid) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	k := len(m.places)
	r := &picture.Raster{Kind: picture.Scores, Grid: g, Classes: m.p.ClassIDs, Name: "nearness"}
	planes := k
	if k == 2 {
		r.Kind, planes = picture.Decision, 1
	}
	for range planes {
		r.Planes = append(r.Planes, make([]float32, g.W*g.H))
	}
	for j := range g.H {
		if err := job.Err(); err != nil {
			return nil, err
		}
		for i := range g.W {
			x := []float64{g.X(i), g.Y(j)}
			if k == 2 {
				r.Planes[0][j*g.W+i] = picture.Finite(-m.farther(x, 0, 1))
				continue
			}
			best := m.nearest(x)
			for c, plane := range r.Planes {
				plane[j*g.W+i] = picture.Finite(-m.farther(x, best, c))
			}
		}
	}
	return r, job.Err()
}

// apart returns the number of inputs in which the centroids differ.
func (m *centroid) apart() (inputs int) {
	for j := range m.p.D {
		if slices.ContainsFunc(m.places, func(c []float64) bool { return c[j] != m.places[0][j] }) {
			inputs++
		}
	}
	return inputs
}

// farthest returns the largest deviation of a centroid in standard errors: with that threshold all centroids coincide.
func (m *centroid) farthest() float64 {
	most := 0.0
	for _, delta := range m.delta {
		for _, x := range delta {
			most = max(most, math.Abs(x))
		}
	}
	return most
}

func (m *centroid) Status() method.Status {
	s := "Centroids are computed directly, without iteration."
	switch n := m.apart(); {
	case len(m.places) == 1:
		s = "There is only one class: add points of a second."
	case n == 0 && m.threshold > 0:
		s = words.Sprintf("All centroids are shrunk to the mean of all points, so that every prediction is %s. Reduce Δ.",
			m.p.ClassName(0))
	case n == 0:
		s = words.Sprintf("All centroids coincide, so that every prediction is %s.", m.p.ClassName(0))
	case m.threshold > 0 && n < m.p.D:
		s = words.Sprintf("Shrinking leaves %s of %d in which centroids differ; the others don't count any more.",
			words.Count(n, "input"), m.p.D)
	case m.threshold > 0:
		s = "Centroids are computed and shrunk directly, without iteration."
	}
	return method.Status{State: method.Exact, Sentence: s}
}

func (m *centroid) Facts() []method.Fact {
	f := method.FactList{}
	classes, inputs := m.p.ClassNames(), m.p.InputNames()
	many := m.p.D > listed
	add := func(name string, value any, unit, meaning, label string, rows []string, cols ...string) {
		fact := f.Add(name, value, unit, meaning).Call(label).By(rows, cols...)
		if many {
			fact.Hide()
		}
	}
	f.Add("training_error", float64(m.errors)/float64(m.p.N), "", "")
	if m.threshold > 0 {
		f.Add("n_inputs_apart", m.apart(), "", "Number of inputs in which some centroids still differ").
			Call("Inputs that count")
	}
	if m.delta != nil {
		f.Add("largest_deviation", m.farthest(), "standard errors",
			"Largest deviation of a centroid from the mean of all points in one input: with this Δ, all "+
				"centroids are at this mean").
			Call("Largest deviation")
	}
	f.Add("class_counts", m.count, "", "").By(classes)
	middle := "Mean"
	if m.manhattan {
		middle = "Median"
	}
	if m.threshold > 0 {
		add("centroids", m.places, "", "Shrunken centroid of each class", "Centroid", classes, inputs...)
		add("raw_centroids", m.raw, "", words.Text("%s of each class, in each input", middle), "Before shrinking", classes,
			inputs...)
	} else {
		add("centroids", m.places, "", words.Text("%s of each class, in each input", middle), "Centroid", classes,
			inputs...)
	}
	if m.within == nil {
		return f
	}
	add("within_class_std_dev", m.within, "", "s: standard deviation of each input about the classes' centroids",
		"Deviation within classes", inputs)
	f.Add("s0", m.s0, "", "Median of the deviations s, which is added to each").Call("Median deviation s₀").Hide()
	if m.delta != nil {
		f.Add("standardized_deviations", m.delta, "standard errors", "δ of each class in each input, before shrinking").
			Call("Deviation δ").By(classes, inputs...).Hide()
	}
	return f
}

func (m *centroid) Formula() string {
	if m.p.D > 4 {
		return "" // the same as in the declaration
	}
	s := ""
	for k, c := range m.places {
		s += words.Sprintf("c_{%s} = (%s)\n", m.p.ClassIndex(k), list(c))
	}
	if !m.manhattan {
		return words.Text("%sŷ(x) is the class with the smallest ‖x − c‖", s)
	}
	return words.Text("%sŷ(x) is the class with the smallest Σ|x_{j} − c_{j}|", s)
}
