package methodtest_test

import (
	"math"

	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// NearestMean declares the method.
func NearestMean() method.Method {
	return method.Method{Info: method.Info{ID: "nearest_mean", Name: "Nearest mean", Family: "Distances",
		Task: method.Classify, Summary: "Each place belongs to the class whose mean is nearest.",
		Formula: "ŷ(x) = argmin_c ‖x − m_c‖_p", Source: "Hastie, Tibshirani, Friedman 2009, section 4.3",
		Params: []method.Param{{Name: "p", Label: "Power p", Default: 2.0,
			Kind: method.Number{Range: method.Range{Min: 1, Max: 10}},
			Help: "Power in the distance: 1 adds up the differences of the inputs, 2 is the Euclidean distance"}},
		Shows: []method.Show{{Name: method.Regions, Label: "Regions", On: true},
			{Name: method.Boundary, Label: "Boundary", On: true}, {Name: "means", Label: "Means", On: true}},
		Examples: method.ExamplesIn(`{"version":1,"method":"nearest_mean","title":"Which mean is nearest?",` +
			`"dataset":{"name":"blobs2","n":60,"noise":0.3,"seed":3}}`)},
		Fit: fit}
}

// model holds the mean of each class.
type model struct {
	problem *method.Problem
	power   float64
	means   []float64 // two coordinates for each class
	wrong   int       // misclassified training points
}

// Can says what the model can do: all of it is in the methods below.
func (m *model) Can() *method.Capabilities {
	return &method.Capabilities{Answers: method.Answers{Predictor: m}, Words: method.Words{Explain: m.Explain},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers}}
}

func fit(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if len(p.ClassIDs) < 2 {
		return nil, &method.Need{Sentence: "Add points of two classes."}
	}
	m := &model{problem: p, power: v.Float("p"), means: make([]float64, 2*len(p.ClassIDs))}
	count := make([]float64, len(p.ClassIDs))
	for i, c := range p.Class {
		if i%1024 == 0 {
			if err := job.Err(); err != nil {
				return nil, err
			}
		}
		count[c]++
		for j, x := range p.At(i) {
			m.means[2*c+j] += (x - m.means[2*c+j]) / count[c]
		}
	}
	var err error
	m.wrong, err = classify.Wrong(job, m, p)
	return m, err
}

func (m *model) distance(x []float64, c int) float64 {
	a, b := math.Abs(x[0]-m.means[2*c]), math.Abs(x[1]-m.means[2*c+1])
	if largest := max(a, b); largest > 0 {
		return largest * math.Pow(1+math.Pow(min(a, b)/largest, m.power), 1/m.power)
	}
	return 0
}

// Scores is that of a classify.Scored, from which the kit makes the other answers.
func (m *model) Scores(x []float64, tell func(i int, f []float64)) {
	f := make([]float64, len(m.problem.ClassIDs))
	for i := range len(x) / 2 {
		for c := range f {
			f[c] = -m.distance(x[2*i:2*i+2], c)
		}
		if len(f) == 2 {
			tell(i, []float64{f[1] - f[0]})
		} else {
			tell(i, f)
		}
	}
}

func (m *model) Facts() []method.Fact {
	return []method.Fact{{Name: "training_error", Value: float64(m.wrong) / float64(m.problem.N)}}
}

func (m *model) Status() method.Status { return method.Status{State: method.Exact, Sentence: "Exact."} }

func (m *model) Predict(x, out []float64) { classify.Predict(m, m.problem, x, out) }

func (m *model) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	r := classify.Raster(m.problem, g, classify.Outputs(m.problem), 0.2, "difference of distances")
	return r, classify.Ask(job, m, r, 500, nil)
}

func (m *model) Layers(_ method.Job, _ picture.Viewport, _ *picture.Raster, on method.Shown) (under,
	over []picture.Layer, err error) {
	if !on["means"] {
		return nil, nil, nil
	}
	marks := &picture.Marks{Role: picture.RoleCentroid, XY: m.means, Class: m.problem.ClassIDs, Says: "mean"}
	return nil, []picture.Layer{marks}, nil
}

func (m *model) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	f := classify.ScoresAt(m, x)
	return method.Explanation{Answer: m.problem.ClassName(classify.Best(m.problem, f)),
		Lines: classify.Values(m.problem, f)}
}
