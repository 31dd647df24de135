package svm

import (
	_ "embed"
	"math"
	"slices"

	"pointscape/engine/draw"
	"pointscape/engine/kdtree"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

//go:embed local_outlier_factor.jsonl
var localOutlierFactorExamples string

// LocalOutlierFactor declares the local outlier factor, id "local_outlier_factor".
func LocalOutlierFactor() method.Method {
	return method.Method{
		Info: method.Info{
			ID:   "local_outlier_factor",
			Name: "Local outlier factor",
			Aliases: []string{"LOF", "Outlier detection", "Anomaly detection", "Novelty detection", "Local density",
				"Facteur d'anomalie local", "Détection des anomalies"},
			Family: "Nearest neighbours",
			Task:   method.Cluster,
			Takes:  method.Takes{MaxPoints: 10_000},
			Summary: "Compares the density at a point with the densities at its k nearest points. Where the neighbours lie " +
				"much denser, the factor is large, and the point is an outlier. Classes are ignored.",
			Formula: "LOF(x) = (1/k) Σ_{o ∈ N(x)} lrd(o)/lrd(x),  1/lrd(x) = (1/k) Σ_{o ∈ N(x)} max(d_k(o), ‖x − o‖) + 10⁻¹⁰",
			Source:  "Breunig, Kriegel, Ng and Sander, LOF: identifying density-based local outliers, SIGMOD 2000",
			Seen:    "The region where a new point would be usual; brackets around outliers.",
			Params: []method.Param{
				{Name: "n_neighbors", Label: "Neighbours k",
					Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000, SoftMin: 1, SoftMax: 50}}, Default: 20.0,
					Help: "Nearest others that are compared with, at most all. Equal distances: the first point counts."},
				{Name: "contamination", Label: "Expected outliers", Kind: method.Number{Range: method.Range{Min: 0, Max: 0.5}},
					Default: 0.0, Help: "Share of points beyond the limit; 0: the limit is a factor of 1.5 (scikit-learn's auto)"},
			},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Usual region", On: true, Help: "Where a new point would be no outlier"},
				{Name: method.Boundary, Label: "Boundary", On: true, Help: "Where the factor is equal to the limit"},
				{Name: method.Isolines, Label: "Isolines", Help: "Lines of equal value"},
				{Name: "outliers", Label: "Outliers", On: true, Help: "Brackets around points whose factor exceeds the " +
					"limit; a new point beside one has it as a neighbour"},
			},
			Examples: method.ExamplesIn(localOutlierFactorExamples),
		},
		Python: localOutlierFactorPython,
		Fit:    fitLocalOutlierFactor, Divisible: true,
	}
}

// tiny is added to mean distances, as in scikit-learn, so that densities are finite where points coincide.
const tiny = 1e-10

// local is the fitted model.
type local struct {
	p     *method.Problem
	near  *kdtree.Index
	k     int
	reach []float64 // of each point: its k-distance d_k, the distance of its k-th nearest other point
	apart []float64 // of each point: mean reachability distance from its neighbours, 1/lrd without tiny
	lof   []float64 // of each point: its factor among the others
	limit float64   // a larger factor is an outlier's; 1.5 for scikit-learn's contamination="auto"
	out   []int     // outliers
}

func (m *local) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m},
		Drawing: method.Drawing{FieldRaster: m.FieldRaster, Layers: m.Layers, Draws: m.Draws, PartSays: m.PartSays},
		Words:   method.Words{Explain: m.Explain},
	}
}

func fitLocalOutlierFactor(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if p.N < 2 {
		return nil, &method.Need{Sentence: "Click to add at least two points: each is compared with its neighbours."}
	}
	n := p.N
	m := &local{p: p, k: min(v.Int("n_neighbors"), n-1), limit: 1.5, reach: make([]float64, n),
		apart: make([]float64, n), lof: make([]float64, n)}
	m.near = kdtree.NewIndex(&kdtree.Points{Metric: kdtree.Metric{Kind: kdtree.Hypot}, N: n, D: p.D, Z: p.X})
	s := m.near.Search(m.k+1, n)
	// Densities need all k-distances, and factors all densities. Lists of neighbours would need much memory.
	for pass, do := range []func(i int){
		func(i int) { m.reach[i] = s.Length(s.Reach(p.At(i))) },
		func(i int) { m.apart[i] = m.mean(s.Others(i)) },
		func(i int) { ids, _ := s.Others(i); m.lof[i] = m.factor(ids, m.apart[i]) },
	} {
		for i := range n {
			if err := job.Err(); err != nil {
				return nil, err
			}
			method.Progress(job, float64(pass*n+i)/float64(3*n))
			do(i)
		}
	}
	if c := v.Float("contamination"); c > 0 {
		m.limit = m.quantile(c)
	}
	for i, f := range m.lof {
		if f > m.limit {
			m.out = append(m.out, i)
		}
	}
	return m, nil
}

// mean returns the mean reachability distance from neighbours: the distance, but at least the neighbour's k-distance.
func (m *local) mean(ids []int32, keys []float64) (sum float64) {
	for a, o := range ids {
		sum += max(m.reach[o], m.near.Length(keys[a])) / float64(len(ids))
	}
	return sum
}

// factor returns the mean ratio of the densities at neighbours to that at a position with this mean distance.
func (m *local) factor(ids []int32, apart float64) (sum float64) {
	for _, o := range ids {
		sum += (apart + tiny) / (m.apart[o] + tiny)
	}
	return sum / float64(len(ids))
}

// at returns the factor of a new point at x. At a point of the data it is that point's own, as coincident points have
// equal factors.
func (m *local) at(s *kdtree.Search, x []float64) float64 {
	ids, keys := s.Nearest(x)
	if keys[0] == 0 {
		return m.lof[ids[0]]
	}
	return m.factor(ids, m.mean(ids, keys))
}

// quantile returns the factor that the share c of points exceeds, interpolated between two as by numpy.percentile.
func (m *local) quantile(c float64) float64 {
	list := slices.Sorted(slices.Values(m.lof))
	slices.Reverse(list)
	at := c * float64(len(list)-1)
	return list[int(at)] + (list[min(int(at)+1, len(list)-1)]-list[int(at)])*(at-math.Floor(at))
}

func (m *local) Status() method.Status {
	if slices.Min(m.apart) < 1e4*tiny { // more than 0.01 % of a factor
		return method.Status{State: method.Limited, Sentence: "Points coincide or nearly do: the 10⁻¹⁰ that is added to " +
			"mean distances, as in scikit-learn, changes the factors. Make k larger, or use a smaller unit of length."}
	}
	return method.Status{State: method.Exact, Sentence: words.Sprintf("%s with a factor above %s. Nothing is random; k "+
		"and the limit determine the outliers.", words.Capital(words.Count(len(m.out), "outlier")), words.Number(m.limit))}
}

func (m *local) Facts() []method.Fact {
	var facts method.FactList
	facts.Add("n_outliers", len(m.out), "", "Number of points with a factor above the limit").Call("Outliers")
	facts.Add("limit", m.limit, "", "A larger factor is an outlier's (−offset_ of scikit-learn)").Call("Limit")
	facts.Add("largest_factor", slices.Max(m.lof), "", "About 1 within a group of even density").Call("Largest factor")
	facts.Add("local_outlier_factor", m.lof, "", "Factor of each point").Hide()
	return facts
}

// PointScores returns limit − LOF: scikit-learn's decision function.
func (m *local) PointScores(x []float64) [][]float64 {
	s, rows := m.near.Search(m.k, len(x)/2), make([][]float64, len(x)/2)
	for i := range rows {
		rows[i] = []float64{m.limit - m.at(s, x[2*i:2*i+2])}
	}
	return rows
}

// Predict writes 1 where the factor is at most the limit, otherwise −1, as scikit-learn does.
func (m *local) Predict(x, out []float64) {
	for i, f := range m.PointScores(x) {
		if out[i] = 1; f[0] < 0 {
			out[i] = -1
		}
	}
}

// FieldRaster computes limit − LOF, visible where it is positive.
func (m *local) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	f, s := picture.NewPlanes(1, g), m.near.Search(m.k, g.W*g.H)
	for j := range g.H {
		for i := range g.W {
			if i%64 == 0 && job.Err() != nil {
				return nil, job.Err()
			}
			f[0][j*g.W+i] = float32(m.limit - m.at(s, []float64{g.X(i), g.Y(j)}))
		}
	}
	return &picture.Raster{Kind: picture.Interior, Grid: g, Planes: f, Name: "limit − LOF",
		Hi: max(m.limit-slices.Min(m.lof), 1e-9)}, nil
}

func (m *local) PartSays(p method.Part) string {
	return map[method.Part]string{method.Regions: "usual region, stronger where the factor is smaller",
		method.Isolines: "lines of equal limit − LOF"}[p]
}

// Draws reports that Layers draws the boundary, as there are no classes.
func (m *local) Draws(p method.Part) bool { return p == method.Boundary }

// Layers draws the boundary, and brackets around outliers.
func (m *local) Layers(job method.Job, _ picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show[method.Boundary] {
		path := raster.Relief(0).Path(0, picture.RoleBoundary, picture.NoClass)
		path.Says = "edge of the usual region, LOF = limit"
		under = picture.AppendPath(under, path)
	}
	if show["outliers"] && len(m.out) > 0 {
		marks := &picture.Marks{Role: picture.RoleBounded, Says: "outlier, LOF above the limit"}
		for _, i := range m.out {
			marks.XY, marks.Class = append(marks.XY, m.p.At(i)...), append(marks.Class, picture.NoClass)
		}
		under = append(under, marks)
	}
	return under, nil, job.Err()
}

// Explain gives the factor at x, and draws lines to the neighbours.
func (m *local) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	s := m.near.Search(m.k, 1)
	f := m.at(s, x[:2])
	ids, keys := s.Nearest(x[:2])
	format := "usual, LOF = %.4g"
	if f > m.limit {
		format = "outlier, LOF = %.4g"
	}
	lines := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Weight: 0.2, Says: "nearest neighbours"}
	for _, o := range ids[:min(len(ids), 300)] {
		draw.Line(lines, x[:2], m.p.At(int(o)))
	}
	return method.Explanation{Answer: words.Sprintf(format, f), Layers: draw.Some(lines), Lines: []string{
		words.Text("farthest neighbour at distance %s", words.Figure(m.near.Length(keys[m.k-1])))}}
}
