package svm

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"pointscape/engine/classify"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// maxRegression is the largest number of points: regression has two variables per point.
const maxRegression = MaxPoints / 2

//go:embed svr.jsonl
var svrExamples string

// SVR declares ε-support vector regression, id "svr".
func SVR() method.Method {
	return method.Method{
		Info: method.Info{
			ID:      "svr",
			Aliases: []string{"SVR", "ε-insensitive", "Tube", "RBF", "Régression à vecteurs de support"},
			Name:    "Support vector regression",
			Family:  "Regression",
			Task:    method.Regress,
			Summary: "Fits the flattest function that keeps most points within ε. Errors " +
				"inside the tube are not penalised, so only the support vectors determine the curve: the points on the tube's " +
				"edge or outside it.",
			Formula: "min ½‖w‖² + C Σ max(0, |yᵢ − f(xᵢ)| − ε),  f(x) = Σ βᵢ k(xᵢ, x) + b,  |βᵢ| ≤ C,  Σβᵢ = 0",
			Source: "Drucker, Burges, Kaufman, Smola and Vapnik, Support vector regression machines, NIPS 1996; Smola and " +
				"Schölkopf, A tutorial on support vector regression, Statistics and Computing 14, 2004",
			Params: append(kernelparam.DomainParams(),
				method.Param{Name: "C", Label: "C", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6,
					SoftMin: 0.01, SoftMax: 1000, Log: true}}, Default: 10.0, Scales: &method.Scales{Y: 1},
					Help: "Penalty on the distance of points from the tube. Small C: flat curve. " +
						"Large C: the curve follows the points."},
				method.Param{Name: "epsilon", Label: "Tube half-width ε",
					Kind: method.Number{Range: method.Range{Min: 0, Max: 1e6, SoftMin: 0, SoftMax: 1}}, Default: 0.1,
					Scales: &method.Scales{Y: 1},
					Help:   "Half the height of the tube, in units of y: smaller errors are not penalised"},
				tolParam()),
			Takes: method.Takes{MaxPoints: maxRegression},
			Shows: append([]method.Show{
				{Name: method.Mean, Label: "Curve", On: true, Help: "The fitted function f", When: method.OnLine()},
				{Name: "tube", Label: "Tube", On: true, Help: "f ± ε: points inside are not penalised", When: method.OnLine()},
				{Name: "support", Label: "Support vectors", On: true, Help: "Rings around points on the tube's edge; brackets " +
					"outside, where |β| has reached its limit C"},
				{Name: "slack", Label: "Slack", Help: "From each point outside the tube to its edge", When: method.OnLine()},
				{Name: method.Isolines, Label: "Isolines", On: true, Help: "Lines of equal value", When: method.OnPlane()},
			}, dualShows("β")...),
			Examples: method.ExamplesIn(svrExamples),
		},
		Check: func(v method.Values) error {
			_, err := kernelparam.Of(v, method.Inputs(v))
			return err
		},
		Python: svrPython,
		Fit:    fitSVR,
	}
}

// regressor is a fitted ε-SVR. Its pair has two consecutive variables per point: the multipliers of y − f ≤ ε + ξ and,
// negative, of f − y ≤ ε + ξ*.
type regressor struct {
	*support
	one     *pair
	shift   []float64 // as in model
	w       []float64 // linear kernel
	offset  float64   // b of f = Σ βᵢ k(xᵢ, x) + b
	epsilon float64
	outside int     // number of training points outside the tube
	score   float64 // R²
}

func (m *regressor) Can() *method.Capabilities {
	can := &method.Capabilities{
		Answers: method.Answers{Predictor: m},
		Drawing: method.Drawing{Panels: m.Panels},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:     method.Run{Cost: m.Cost},
		Pointer: method.Pointer{Tell: m.Tell, Hits: m.Hits},
	}
	if m.problem.Task == method.Regress2D {
		can.FieldRaster, can.Layers = m.FieldRaster, m.planeLayers
	} else {
		can.Layers = m.lineLayers
	}
	return can
}

func (m *regressor) Cost() method.Cost { return method.Cost{Passes: float64(m.one.used)} }

func fitSVR(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Click to add points: a tube is fitted to them."}
	}
	k, err := kernelparam.For(v, p)
	if err != nil {
		return nil, err
	}
	if err := job.Err(); err != nil {
		return nil, err
	}
	old, _ := prev.(*regressor)
	m := &regressor{epsilon: v.Float("epsilon")}
	linear := k.String() == kernel.Linear().String()
	x := p.X
	if linear {
		if old != nil {
			m.shift = old.shift
		}
		m.shift = kernelparam.Middle(p, m.shift)
		x = shifted(p, m.shift)
	}
	inside := k
	if !linear {
		var from []float64
		if old != nil && old.w == nil {
			from = old.shift
		}
		inside, m.shift = kernelparam.Centred(k, p, from)
	}
	one := doubled(x, p.Y, p.D, m.epsilon)
	var before *pair
	same := false
	if old != nil && old.problem.D == p.D {
		before = old.one
		same = old.sum.Kernel.String() == k.String() && slices.Equal(old.shift, m.shift)
	}
	s := setup{kernel: inside, convex: kernel.PositiveDefiniteIn(k, p.D), c: v.Float("C"), tol: v.Float("tol"),
		bytes: cacheBytes}
	if err := one.fit(job, s, before, same); err != nil {
		return nil, err
	}
	m.one = one
	m.finish(p, k, inside, linear)
	return m, nil
}

// doubled returns a pair for a regression: rows 2i and 2i+1 are point i, with opposite signs and targets y ∓ ε. With
// this order, an edit of the points is an edit of the rows.
func doubled(x, y []float64, d int, epsilon float64) *pair {
	n := len(y)
	p := &pair{b: 1, d: d, n: 2 * n, x: make([]float64, 0, 2*n*d), sign: make([]float64, 0, 2*n),
		target: make([]float64, 0, 2*n)}
	for i, v := range y {
		at := x[i*d : i*d+d]
		p.x = append(append(p.x, at...), at...)
		p.sign = append(p.sign, 1, -1)
		p.target = append(p.target, v-epsilon, v+epsilon)
	}
	return p
}

// finish computes everything that follows from the solution.
func (m *regressor) finish(p *method.Problem, k, inside kernel.Kernel, linear bool) {
	one := m.one
	beta := make([]float64, p.N)
	mean := 0.0
	for i := range beta {
		beta[i] = one.beta[2*i] + one.beta[2*i+1]
		mean += p.Y[i] / float64(p.N)
	}
	bias := one.bias
	if linear {
		m.w = make([]float64, p.D)
		for i, b := range beta {
			for j := range m.w {
				m.w[j] += b * one.x[2*i*p.D+j]
			}
		}
		for j, s := range m.shift {
			bias -= m.w[j] * s
		}
	}
	m.support = newSupport(p, "β", inside, beta, bias, one.c)
	m.offset = bias
	if m.shift != nil && !linear {
		m.offset -= riseTo(k, one, m.shift)
	}
	rest, total := 0.0, 0.0
	for i, y := range p.Y {
		f := one.target[2*i] - one.grad[2*i] + one.bias
		if one.white != nil {
			f -= one.white[2*i] * one.beta[2*i]
		}
		if math.Abs(y-f) > m.epsilon+max(one.tol, 1e-9*math.Abs(y)) {
			m.outside++
		}
		rest += (y - f) * (y - f)
		total += (y - mean) * (y - mean)
	}
	if total > 0 {
		m.score = 1 - rest/total
	}
}

// Predict writes f.
func (m *regressor) Predict(x, out []float64) {
	if m.w == nil {
		m.sum.EvalPoints(x, out)
		return
	}
	d := len(m.w)
	for i := range out {
		out[i] = dot(m.w, x[i*d:i*d+d]) + m.sum.Bias[0]
	}
}

func (m *regressor) Status() method.Status {
	s := ended(m.one)
	if len(m.rows) == 0 && s.State == method.Converged {
		s.Sentence = "All points fit into a flat tube: no point is a support vector. Make ε smaller."
	}
	return s
}

func (m *regressor) Facts() []method.Fact {
	p := m.one
	facts := m.facts(p, "|β| = C: outside the tube")
	more := []method.Fact{
		{Name: "score", Value: m.score},
		{Name: "outside_tube", Label: "Share outside the tube", Value: float64(m.outside) / float64(m.problem.N),
			Meaning: "Share of the points outside the tube"},
		{Name: "intercept", Value: m.offset, Meaning: "b in f(x) = Σ βᵢ k(xᵢ, x) + b"},
	}
	if m.w != nil {
		more = append(more, method.Fact{Name: "coef", Value: m.w, Meaning: "w in f(x) = w·x + b",
			Rows: m.problem.InputNames()})
	}
	more = append(more, proper([]method.Fact{
		{Name: "primal_objective", Value: p.primal, Meaning: "½‖w‖² + C Σ max(0, |y − f| − ε)"},
		{Name: "objective", Label: "Dual objective", Group: method.Solver, Value: p.dual,
			Meaning: "Σ βᵢyᵢ − ε Σ|βᵢ| − ½ Σ βᵢβⱼ k(xᵢ, xⱼ)"},
		{Name: "duality_gap", Value: p.primal - p.dual},
		{Name: "w_norm", Value: p.norm(), Meaning: "‖w‖ in feature space", Quiet: true}}, p)...)
	return append(append(slices.Clone(more[:2]), facts[:2]...), append(more[2:], facts[2:]...)...)
}

// Formula returns the objective, and the function with its numbers.
func (m *regressor) Formula() string {
	var s strings.Builder
	p := m.one
	if p.sound() == kernel.Indefinite {
		s.WriteString(words.Text("½ Σ βᵢβⱼ k(xᵢ, xⱼ) − Σ βᵢyᵢ + ε Σ |βᵢ|  = %s,  stationary\nf(x) = ",
			words.Number(-p.dual)))
	} else {
		s.WriteString(words.Sprintf("min ½‖w‖² + C Σ ξᵢ  = %s = %s,  ξᵢ = max(0, |yᵢ − f(xᵢ)| − %s)\nf(x) = ", p.worked(),
			words.Number(p.primal), words.Number(m.epsilon)))
	}
	if m.w != nil {
		for j, w := range m.w {
			fmt.Fprintf(&s, "%s x", words.TermAt(j, w))
			if len(m.w) > 1 {
				s.WriteString(words.Index(j + 1))
			}
		}
		s.WriteString(words.Term(m.sum.Bias[0]))
	} else {
		s.WriteString(words.Sprintf("Σ βᵢ k(xᵢ, x)%s  over %s\nk = %s", words.Term(m.offset), words.Count(len(m.rows),
			"support vector"), m.sum.Kernel))
	}
	return s.String()
}

// Texts of the support vectors in the legend.
const (
	onTube  = "support vector on the edge of the tube"
	offTube = "support vector at its bound |β| = C, outside the tube"
)

// lineLayers draws the tube, slack and rings.
func (m *regressor) lineLayers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show["tube"] {
		n := max(2, v.W/2)
		step := (v.X1 - v.X0) / float64(n)
		xs := make([]float64, n+3) // one step beyond each side, so that the ends are not visible
		for i := range xs {
			xs[i] = v.X0 + float64(i-1)*step
		}
		f := make([]float64, len(xs))
		m.Predict(xs, f)
		tube := &picture.Path{Role: picture.RoleTube, Class: picture.NoClass, Level: m.epsilon, Closed: true,
			Says: "tube f ± ε: points inside are not penalised"}
		for i, x := range xs {
			tube.XY = append(tube.XY, x, f[i]+m.epsilon)
		}
		for i := len(xs) - 1; i >= 0; i-- {
			tube.XY = append(tube.XY, xs[i], f[i]-m.epsilon)
		}
		under = append(under, tube)
	}
	if show["slack"] {
		path := &picture.Path{Role: picture.RoleSlack, Class: picture.NoClass, Says: "slack ξ: from a point to the tube"}
		f := make([]float64, m.problem.N)
		m.Predict(m.problem.X, f)
		for i, y := range m.problem.Y {
			edge := min(max(y, f[i]-m.epsilon), f[i]+m.epsilon)
			if math.Abs(y-edge) > max(m.one.tol, 1e-9*math.Abs(y)) {
				path.AddLine(m.problem.X[i], y, m.problem.X[i], edge)
			}
		}
		under = picture.AppendPath(under, path)
	}
	if show["support"] {
		under = append(under, m.rings(onTube, offTube)...)
	}
	return under, over, job.Err()
}

// Explain returns f at x and the support vectors that contribute most to it.
func (m *regressor) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.problem.D]
	f := []float64{0}
	m.Predict(x, f)
	e := method.Explanation{Answer: words.Sprintf("f = %.4g, tube from %.4g to %.4g", f[0], f[0]-m.epsilon,
		f[0]+m.epsilon)}
	m.explain(&e, x, f[0])
	return e
}

// FieldRaster computes f.
func (m *regressor) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	out := classify.Planes(1, g)
	if err := m.sum.Grid(job, g, out); err != nil {
		return nil, err
	}
	// The range of the targets, so that the colours do not change while points move in the plane.
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, y := range m.problem.Y {
		lo, hi = min(lo, y), max(hi, y)
	}
	if lo == hi {
		lo, hi = lo-max(m.epsilon, 1e-3), hi+max(m.epsilon, 1e-3)
	}
	return &picture.Raster{Kind: picture.Diverging, Grid: g, Planes: out, Lo: lo, Hi: hi, Name: "f(x)"}, nil
}

// planeLayers draws rings around the support vectors.
func (m *regressor) planeLayers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show["support"] {
		under = m.rings(onTube, offTube)
	}
	return under, nil, job.Err()
}
