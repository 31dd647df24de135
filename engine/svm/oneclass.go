package svm

import (
	_ "embed"
	"math"
	"slices"

	"pointscape/engine/classify"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

//go:embed one_class_svm.jsonl
var oneClassSvmExamples string

// OneClass declares the one-class support vector machine, id "one_class_svm".
func OneClass() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "one_class_svm",
			Aliases: []string{"Novelty detection", "Outlier detection", "Anomaly detection", "OCSVM", "Support estimation",
				"RBF", "Détection des anomalies", "Détection de nouveautés"},
			Name:   "One-class support vector machine",
			Family: "Support vector machines",
			Task:   method.Cluster,
			Summary: "Draws a boundary around the points that leaves at most the share ν of " +
				"them outside. Points outside it count as novel. Classes are ignored.",
			Formula: "min ½‖w‖² − νnρ + Σ max(0, ρ − w·φ(xᵢ)),  f(x) = Σ αᵢ k(xᵢ, x) − ρ,  0 ≤ αᵢ ≤ 1,  Σαᵢ = νn",
			Source: "Schölkopf, Platt, Shawe-Taylor, Smola and Williamson, Estimating the support of a high-dimensional " +
				"distribution, Neural Computation 13, 2001",
			Params: append(kernelparam.Params(),
				method.Param{Name: "nu", Label: "Share ν", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1,
					SoftMin: 0.01, SoftMax: 1}}, Default: 0.1,
					Help: "At most this share of points is outside; at least this share are support vectors"},
				tolParam()),
			Takes: method.Takes{MaxPoints: MaxPoints},
			Shows: append([]method.Show{
				{Name: method.Regions, Label: "Decision function", On: true, Help: "The inside, where f > 0; stronger where " +
					"f is larger"},
				{Name: method.Boundary, Label: "Boundary", On: true, Help: "Where f = 0: the edge of the region"},
				{Name: method.Isolines, Label: "Isolines", Help: "Lines of equal value"},
				{Name: "support", Label: "Support vectors", On: true, Help: "Rings around points on the boundary; brackets " +
					"outside, where α has reached its limit 1"},
			}, dualShows("α")...),
			Examples: method.ExamplesIn(oneClassSvmExamples),
		},
		Check:  kernelparam.Check,
		Python: oneClassSvmPython,
		Fit:    fitOneClass,
	}
}

// region is a fitted one-class machine.
type region struct {
	*support
	one     *pair
	nu      float64
	rho     float64
	outside int     // number of training points outside by more than the tolerance
	top     float64 // largest f on the points
}

func (m *region) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m},
		Drawing: method.Drawing{FieldRaster: m.FieldRaster, Layers: m.Layers, Draws: m.Draws, PartSays: m.PartSays,
			Panels: m.Panels},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:     method.Run{Cost: m.Cost},
		Pointer: method.Pointer{Tell: m.Tell, Hits: m.Hits},
	}
}

func (m *region) Cost() method.Cost { return method.Cost{Passes: float64(m.one.used)} }

func fitOneClass(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Click to add points: a boundary is drawn around them."}
	}
	k, err := kernelparam.For(v, p)
	if err != nil {
		return nil, err
	}
	if err := job.Err(); err != nil {
		return nil, err
	}
	one := &pair{d: p.D, n: p.N, x: p.X, sign: make([]float64, p.N), target: make([]float64, p.N), c: 1}
	for i := range one.sign {
		one.sign[i] = 1
	}
	var before *pair
	same := false
	if old, ok := prev.(*region); ok {
		before, same = old.one, old.sum.Kernel.String() == k.String()
	}
	m := &region{one: one, nu: v.Float("nu")}
	total := m.nu * float64(p.N)
	s := newKernelSetup(k, p.D, v.Float("tol"))
	q, _, err := one.fitNu(job, s, total, before, same)
	if err != nil {
		return nil, err
	}
	one.beta, one.grad = q.beta, q.grad
	one.bias = q.intercept()
	m.rho = -one.bias
	hinge, norm := 0.0, 0.0
	for i, b := range one.beta {
		norm -= b * one.grad[i]
		out := one.grad[i] + m.rho // −f, including white noise
		hinge += max(0, out)
		if one.white != nil {
			out += one.white[i] * b
		}
		m.top = max(m.top, -out)
		if out > max(one.gap, 1e-12*(1+math.Abs(m.rho))) {
			m.outside++
		}
	}
	one.dual, one.primal = -norm/2, norm/2-total*m.rho+hinge
	one.hinge = hinge
	one.doubt(s, norm)
	m.support = newSupport(p, "α", k, one.beta, -m.rho, 1)
	return m, nil
}

// Status measures violations relative to the range of f at the points if that exceeds 1 and rounding errors exceed the
// tolerance: f grows with the kernel, but only its sign matters.
func (m *region) Status() method.Status {
	e := worst([]*pair{m.one})
	unit := ""
	if r := m.reach(); r > 1 && e.noise > e.tol {
		unit = " of the range of f"
		e.gap /= r
		e.noise /= r
	}
	return e.status(unit, "Bring the points nearer to the origin, or raise the tolerance.")
}

// reach returns the largest minus the smallest f at the points.
func (m *region) reach() float64 { return slices.Max(m.one.grad) - slices.Min(m.one.grad) }

func (m *region) Facts() []method.Fact {
	p, n := m.one, float64(m.problem.N)
	return proper(append(m.facts(p, "α = 1: outside"),
		method.Fact{Name: "outlier_share", Label: "Share of outliers", Value: float64(m.outside) / n,
			Meaning: "Share of the points outside: at most ν"},
		method.Fact{Name: "support_share", Label: "Share of support vectors", Value: float64(len(m.rows)) / n,
			Meaning: "Share of the points that are support vectors: at least ν"},
		method.Fact{Name: "rho", Label: "Offset ρ", Value: m.rho, Meaning: "ρ in f(x) = Σ αᵢ k(xᵢ, x) − ρ " +
			"(scikit-learn's offset_)"},
		method.Fact{Name: "primal_objective", Value: p.primal, Meaning: "½‖w‖² − νnρ + Σ max(0, ρ − w·φ(xᵢ))"},
		method.Fact{Name: "objective", Label: "Dual objective", Group: method.Solver, Value: p.dual,
			Meaning: "−½ Σ αᵢαⱼ k(xᵢ, xⱼ)"},
		method.Fact{Name: "duality_gap", Value: p.primal - p.dual}), p)
}

// Formula returns the objective, and the decision function with its numbers.
func (m *region) Formula() string {
	width := m.nu * float64(m.problem.N)
	goal := words.Sprintf("min ½‖w‖² − νnρ + Σ ξᵢ  = %s = %s,  ξᵢ = max(0, ρ − w·φ(xᵢ))",
		words.Number(m.one.primal-m.one.hinge+width*m.rho)+words.Term(-width*m.rho)+words.Term(m.one.hinge),
		words.Number(m.one.primal))
	if m.one.sound() == kernel.Indefinite {
		goal = words.Text("½ Σ αᵢαⱼ k(xᵢ, xⱼ)  = %s,  stationary", words.Number(-m.one.dual))
	}
	return words.Sprintf("%s\nf(x) = Σ αᵢ k(xᵢ, x)%s  over %s\nk = %s\ninside where f(x) ≥ 0",
		goal, words.Term(-m.rho), words.Count(len(m.rows), "support vector"), m.sum.Kernel)
}

// Predict writes 1 inside and −1 outside, as scikit-learn does.
func (m *region) Predict(x, out []float64) {
	m.sum.EvalPoints(x, out)
	for i, f := range out {
		out[i] = -1
		if f >= 0 {
			out[i] = 1
		}
	}
}

// PointScores returns f.
func (m *region) PointScores(x []float64) [][]float64 {
	f := m.sum.EvalPoints(x, nil)
	rows := make([][]float64, len(f))
	for i := range rows {
		rows[i] = f[i : i+1 : i+1]
	}
	return rows
}

// FieldRaster computes f, visible where it is positive: inside.
func (m *region) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	f := classify.Planes(1, g)
	if err := m.sum.Grid(job, g, f); err != nil {
		return nil, err
	}
	top := m.top
	if !(top > 0) {
		top = max(math.Abs(m.rho)/2, 1e-30)
	}
	return &picture.Raster{Kind: picture.Interior, Grid: g, Planes: f, Lo: -top, Hi: top, Name: "decision function"}, nil
}

func (m *region) PartSays(p method.Part) string {
	switch p {
	case method.Regions:
		return "inside of the region, stronger where f is larger"
	case method.Isolines:
		return "lines of equal f"
	}
	return ""
}

// Draws reports that the boundary f = 0 is drawn by Layers, as there are no classes.
func (m *region) Draws(p method.Part) bool { return p == method.Boundary }

// Layers draws the boundary and rings.
func (m *region) Layers(job method.Job, _ picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show[method.Boundary] {
		path := raster.Relief(0).Path(0, picture.RoleBoundary, picture.NoClass)
		path.Says = "edge of the region, f = 0"
		under = picture.AppendPath(under, path)
	}
	if show["support"] {
		under = append(under, m.rings("support vector on the edge", "support vector at its bound α = 1, outside")...)
	}
	return under, nil, job.Err()
}

// Explain tells on which side x is, and which support vectors contribute most.
func (m *region) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	f := m.sum.EvalPoints(x[:2], nil)[0]
	e := method.Explanation{Answer: words.Sprintf("inside, f = %.4g", f)}
	if f < 0 {
		e.Answer = words.Sprintf("outside, f = %.4g", f)
	}
	m.explain(&e, x[:2], f)
	return e
}
