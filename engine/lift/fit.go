package lift

import (
	"math"
	"sync"

	"pointscape/engine/classify"
	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/svm"
)

// model is a linear machine in the space of a feature map, with the direction from which the space is viewed.
type model struct {
	*fitted
	turn [2]float64 // azimuth and elevation, in degrees
}

func (m *model) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers, PartSays: m.PartSays, Panels: m.Panels},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:     method.Run{Look: m.Look},
		Pointer: method.Pointer{Tell: m.Tell, Hits: m.Hits},
	}
}

// fitted does not depend on the view.
type fitted struct {
	p    *method.Problem
	v    method.Values
	phi  *feats
	rows []float64 // Φ of the points, row by row
	// machines has a single machine that separates the second of two classes from the first, or, with several classes,
	// one for each class against all others; w and b are their weights and intercepts.
	machines []*svm.Linear
	w        [][]float64
	b        []float64
	sum      *kernel.Expansion // f, if the map is made from a kernel
	alpha    []float64         // largest dual coefficient of each point over the machines
	bounded  []bool            // whether it is at its bound C in some machine

	wrong  int // number of misclassified points
	within box // part of the plane that the sheet shows
	space  space
	blank  bool      // a user-defined function is undefined somewhere
	once   sync.Once // for sheet
	sheet  sheet
}

func fit(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if p.N == 0 || len(p.ClassIDs) < 2 {
		return nil, method.NeedClasses("A linear machine")
	}
	m := &fitted{p: p, v: v}
	var err error
	if m.phi, err = mapOf(job, p, v); err != nil {
		return nil, err
	}
	m.rows = m.phi.at(p.X, nil)
	if m.phi.sum != nil {
		// The last digits of a sum of kernels depend on the processor, and could change the solver's path if two points
		// are equally good: they are rounded off.
		for i, u := range m.rows {
			m.rows[i] = math.Round(u*digits) / digits
		}
	}
	diag := make([]float64, p.N)
	for i := range diag {
		row := m.row(i)
		diag[i] = linalg.Dot(row, row)
	}
	if err := p.CheckKernel(diag); err != nil {
		return nil, err
	}
	old, _ := prev.(*model)
	if old != nil && (old.phi.dim != m.phi.dim || old.phi.kind != m.phi.kind) {
		old = nil
	}
	m.alpha, m.bounded = make([]float64, p.N), make([]bool, p.N)
	for k := range classify.Outputs(p) {
		one, err := m.machine(job, k, old)
		if err != nil {
			return nil, err
		}
		m.machines, m.w, m.b = append(m.machines, one), append(m.w, one.Coef), append(m.b, one.Intercept)
		for i, a := range one.Alpha {
			m.alpha[i], m.bounded[i] = max(m.alpha[i], a), m.bounded[i] || one.Bounded[i]
		}
	}
	if m.phi.list == nil {
		m.sum = &kernel.Expansion{Kernel: m.phi.sum.Kernel, X: p.X, N: p.N, D: p.D, Bias: m.b}
		for _, w := range m.w {
			c := make([]float64, p.N)
			for k, u := range m.phi.sum.Coef {
				linalg.Axpy(w[k], u, c)
			}
			m.sum.Coef = append(m.sum.Coef, c)
		}
	}
	m.within = boxOf(p)
	m.space, m.blank = m.spaceOf(), m.phi.gaps(p, m.within)
	one := &model{m, turnOf(v)}
	if m.wrong, err = classify.Wrong(job, one, p); err != nil {
		return nil, err
	}
	return one, nil
}

// machine fits machine k to the images, starting from the previous fit.
func (m *fitted) machine(job method.Job, k int, old *model) (*svm.Linear, error) {
	p := m.p
	in := &method.Problem{N: p.N, D: m.phi.dim, X: m.rows, Class: p.Class, ClassIDs: p.ClassIDs, Row: p.Row, Seed: p.Seed,
		Task: p.Task, Names: p.Names}
	if m.several() {
		in.ClassIDs, in.Class = []int{0, 1}, make([]int, p.N)
		for i, c := range p.Class {
			if c == k {
				in.Class[i] = 1
			}
		}
	}
	var before *svm.Linear
	if old != nil && len(old.machines) == classify.Outputs(p) {
		before = old.machines[k]
	}
	if m.v.Bool("hard") {
		return svm.FitLinearHard(job, in, m.v.Float("tol"), before)
	}
	return svm.FitLinear(job, in, m.v.Float("C"), m.v.Float("tol"), before)
}

// several reports whether there are more than two classes, with a machine for each.
func (m *fitted) several() bool { return len(m.p.ClassIDs) > 2 }

func turnOf(v method.Values) [2]float64 { return [2]float64{v.Float("azimuth"), v.Float("elevation")} }

// Look rotates the view without a new fit.
func (m *model) Look(v method.Values) method.Model { return &model{m.fitted, turnOf(v)} }

// row returns Φ of row i.
func (m *fitted) row(i int) []float64 { return m.rows[i*m.phi.dim : (i+1)*m.phi.dim] }

// values returns f of each machine at the image phi, in out if it has room.
func (m *fitted) values(phi, out []float64) []float64 {
	out = out[:0]
	for k, w := range m.w {
		out = append(out, linalg.Dot(w, phi)+m.b[k])
	}
	return out
}

// norm returns ‖w‖ of a machine.
func (m *fitted) norm(k int) float64 { return math.Sqrt(linalg.Dot(m.w[k], m.w[k])) }

// margin returns the width of a machine's margin, 2/‖w‖; 0 if w is 0.
func (m *fitted) margin(k int) float64 {
	if n := m.norm(k); n > 0 {
		return 2 / n
	}
	return 0
}

// Scores calls tell with the decision values.
func (m *fitted) Scores(x []float64, tell func(i int, f []float64)) {
	if m.sum != nil {
		classify.Listed(m.sum.EvalPoints(x, nil), len(m.w), tell)
		return
	}
	phi, f := make([]float64, m.phi.dim), make([]float64, len(m.w))
	for i := 0; 2*i < len(x); i++ {
		phi = m.phi.at(x[2*i:2*i+2], phi)
		f = m.values(phi, f)
		tell(i, f)
	}
}

func (m *model) Predict(x, out []float64) { classify.Predict(m, m.p, x, out) }

// PointScores returns the decision values.
func (m *model) PointScores(x []float64) [][]float64 { return classify.PointScores(m, m.p, x, nil) }
