// Package clusterer is what a new method of clustering begins with: centres that are far from each other. "make method"
// copies it.
package clusterer

import (
	_ "embed"
	"math"
	"strconv"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/python"
	"pointscape/engine/words"
)

//go:embed skeleton.jsonl
var skeletonExamples string

// Skeleton declares the method, id "skeleton".
func Skeleton() method.Method {
	return method.Method{
		Info: method.Info{
			ID:      "skeleton",
			Name:    "Skeleton",
			Aliases: []string{"Skeleton clusterer"},
			Family:  "Family",
			Task:    method.Cluster,
			Summary: "The first point is a centre, and then always the point that is farthest from all centres; each point " +
				"belongs to the nearest centre.",
			Formula: "c₁ = x₁,  cₖ = argmax_x min_{j < k} ‖x − c_j‖",
			Source:  "Gonzalez, Clustering to minimize the maximum intercluster distance, Theoretical Computer Science 38, 1985",
			Params: []method.Param{
				{Name: "n_centers", Label: "Number of centres", Default: 3.0,
					Kind: method.Integer{Range: method.Range{Min: 1, Max: 12}}, Help: "At most the number of positions"},
			},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Help: "The nearest centre"},
				{Name: method.Boundary, Label: "Boundary", On: true, Help: "Where two centres are equally near"},
				{Name: "centers", Label: "Centres", On: true, Help: "Points of the data"},
			},
			Examples: method.ExamplesIn(skeletonExamples),
		},
		Python: &python.Counterpart{None: "The counterpart of Skeleton in scikit-learn is not written yet."},
		Fit:    fitSkeleton,
	}
}

// skeleton is the fitted model: the centres, and the nearest one of each point.
type skeleton struct {
	problem *method.Problem
	centers []int     // points
	of      []int     // of each point, the centre that is nearest
	far     []float64 // of each point, the distance from it
}

// Can says what the model can do: all of it is in the methods below.
func (m *skeleton) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers, Groups: m.Groups},
		Words:   method.Words{Explain: m.Explain},
	}
}

func fitSkeleton(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Click to add points."}
	}
	m := &skeleton{problem: p, of: make([]int, p.N), far: make([]float64, p.N)}
	for i := range m.far {
		m.far[i] = math.Inf(1)
	}
	for next := 0; len(m.centers) < v.Int("n_centers") && m.far[next] > 0; next = method.Largest(m.far) {
		if err := job.Err(); err != nil {
			return nil, err
		}
		k := len(m.centers)
		m.centers = append(m.centers, next)
		for i := range p.N {
			if d := m.distance(p.At(i), k); d < m.far[i] {
				m.of[i], m.far[i] = k, d
			}
		}
	}
	return m, nil
}

// distance returns the distance of x from centre k.
func (m *skeleton) distance(x []float64, k int) float64 {
	c := m.problem.At(m.centers[k])
	return math.Hypot(x[0]-c[0], x[1]-c[1])
}

// nearest returns the centre that is nearest to x; of equally near ones it is the first.
func (m *skeleton) nearest(x []float64) (best int, distance float64) {
	distance = math.Inf(1)
	for k := range m.centers {
		if d := m.distance(x, k); d < distance {
			best, distance = k, d
		}
	}
	return best, distance
}

// radius returns the largest distance of a point from its centre.
func (m *skeleton) radius() float64 { return m.far[method.Largest(m.far)] }

// Facts returns the number of clusters, and their radius.
func (m *skeleton) Facts() []method.Fact {
	var facts method.FactList
	facts.Add("n_clusters", len(m.centers), "", "Number of centres").Call("Clusters")
	facts.Add("radius", m.radius(), "data units", "Largest distance of a point from its centre").Call("Radius")
	return facts
}

// Status returns that nothing iterates.
func (m *skeleton) Status() method.Status {
	return method.Status{State: method.Exact, Sentence: "Exact."}
}

// Predict writes the nearest centres.
func (m *skeleton) Predict(x, out []float64) {
	for i := range out {
		k, _ := m.nearest(x[2*i : 2*i+2])
		out[i] = float64(k)
	}
}

// Groups returns the clusters, which colour the points.
func (m *skeleton) Groups(method.Shown) method.Groups {
	return method.Groups{K: len(m.centers), Of: m.of, Name: "cluster", Says: "cluster of the nearest centre"}
}

// ScoreRaster computes the distances, negated: the nearest centre has the largest score.
func (m *skeleton) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	k := len(m.centers)
	r := &picture.Raster{Kind: picture.Scores, Grid: g, Planes: picture.NewPlanes(k, g), Classes: method.Indices(k),
		Hi: max(m.radius(), math.SmallestNonzeroFloat32), Name: "difference of distances"}
	x := make([]float64, 2)
	for j := range g.H {
		if err := job.Err(); err != nil {
			return nil, err
		}
		for i := range g.W {
			x[0], x[1] = g.X(i), g.Y(j)
			for c := range k {
				r.Planes[c][j*g.W+i] = float32(-m.distance(x, c))
			}
		}
	}
	return r, nil
}

// Layers draws the centres.
func (m *skeleton) Layers(_ method.Job, _ picture.Viewport, _ *picture.Raster, on method.Shown) (under,
	over []picture.Layer, err error) {
	if !on["centers"] {
		return nil, nil, nil
	}
	marks := &picture.Marks{Role: picture.RoleCentroid, Class: method.Indices(len(m.centers)), Says: "centre"}
	for _, i := range m.centers {
		marks.XY = append(marks.XY, m.problem.At(i)...)
	}
	return nil, []picture.Layer{marks}, nil
}

// Explain gives the nearest centre.
func (m *skeleton) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	k, d := m.nearest(x)
	return method.Explanation{Answer: "cluster " + strconv.Itoa(k+1),
		Lines: []string{"distance from its centre " + words.Figure(d)}}
}
