// Package classifier is what a new method of classification begins with: nearest mean. "make method" copies it.
package classifier

import (
	_ "embed"
	"math"

	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/python"
)

//go:embed skeleton.jsonl
var skeletonExamples string

// Skeleton declares the method, id "skeleton".
func Skeleton() method.Method {
	return method.Method{
		Info: method.Info{
			ID:      "skeleton",
			Name:    "Skeleton",
			Aliases: []string{"Skeleton classifier"},
			Family:  "Family",
			Task:    method.Classify,
			Summary: "Each position belongs to the class whose mean is nearest.",
			Formula: "ŷ(x) = argmin_c ‖x − m_c‖_p",
			Source:  "Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, 2009, section 4.3",
			Params: []method.Param{
				{Name: "power", Label: "Power of the distance", Default: 2.0,
					Kind: method.Number{Range: method.Range{Min: 1, Max: 10}},
					Help: "1 adds up the differences of the coordinates, 2 is the Euclidean distance"},
			},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Help: "The class whose mean is nearest"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Help: "Where two means are equally near"},
				{Name: "means", Label: "Means", On: true, Help: "The mean of each class"},
			},
			Examples: method.ExamplesIn(skeletonExamples),
		},
		Python: &python.Counterpart{None: "The counterpart of Skeleton in scikit-learn is not written yet."},
		Fit:    fitSkeleton,
	}
}

// skeleton is the fitted model: the mean of each class.
type skeleton struct {
	problem *method.Problem
	power   float64
	means   []float64 // two coordinates for each class
	wrong   int       // misclassified training points
}

// Can says what the model can do: all of it is in the methods below.
func (m *skeleton) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers},
		Words:   method.Words{Explain: m.Explain},
	}
}

func fitSkeleton(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if len(p.ClassIDs) < 2 {
		return nil, &method.Need{Sentence: "Add points of two classes."}
	}
	m := &skeleton{problem: p, power: v.Float("power"), means: make([]float64, 2*len(p.ClassIDs))}
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

// distance returns the distance of x from the mean of class index c. It divides by the larger difference, so that no
// power overflows.
func (m *skeleton) distance(x []float64, c int) float64 {
	a, b := math.Abs(x[0]-m.means[2*c]), math.Abs(x[1]-m.means[2*c+1])
	if largest := max(a, b); largest > 0 {
		return largest * math.Pow(1+math.Pow(min(a, b)/largest, m.power), 1/m.power)
	}
	return 0
}

// Scores is that of a classify.Scored, from which package classify makes the other answers.
func (m *skeleton) Scores(x []float64, tell func(i int, f []float64)) {
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

// Facts returns the share of misclassified points.
func (m *skeleton) Facts() []method.Fact {
	return []method.Fact{{Name: "training_error", Value: float64(m.wrong) / float64(m.problem.N)}}
}

// Status returns that the means are exact.
func (m *skeleton) Status() method.Status {
	return method.Status{State: method.Exact, Sentence: "Exact."}
}

// Predict writes class indices.
func (m *skeleton) Predict(x, out []float64) { classify.Predict(m, m.problem, x, out) }

// ScoreRaster computes the differences of the distances.
func (m *skeleton) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	r := classify.Raster(m.problem, g, classify.Outputs(m.problem), 0.2, "difference of distances")
	return r, classify.Ask(job, m, r, 500, nil)
}

// Layers draws the means.
func (m *skeleton) Layers(_ method.Job, _ picture.Viewport, _ *picture.Raster, on method.Shown) (under,
	over []picture.Layer, err error) {
	if !on["means"] {
		return nil, nil, nil
	}
	marks := &picture.Marks{Role: picture.RoleCentroid, XY: m.means, Class: m.problem.ClassIDs, Says: "mean"}
	return nil, []picture.Layer{marks}, nil
}

// Explain gives the scores at x.
func (m *skeleton) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	f := classify.ScoresAt(m, x)
	return method.Explanation{Answer: m.problem.ClassName(classify.Best(m.problem, f)),
		Lines: classify.Values(m.problem, f)}
}
