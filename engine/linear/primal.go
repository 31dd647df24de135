package linear

import (
	_ "embed"
	"math"

	"pointscape/engine/chart"
	"pointscape/engine/classify"
	"pointscape/engine/descent"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/svm"
	"pointscape/engine/words"
)

//go:embed svm_primal.jsonl
var svmPrimalExamples string

// Primal declares the linear support vector machine in the primal, id "svm_primal".
func Primal() method.Method {
	params := stepParams(1, 100, []string{"subgradient"}, []string{"subgradient"}, "pegasos")
	for i := range params {
		switch p := &params[i]; p.Name {
		case "schedule":
			p.Default = "inverse"
		case "tol": // with a constant step, the iterates never converge
			p.When = &method.When{Name: "solver", In: []string{"pegasos"},
				Or: &method.When{Name: "schedule", In: []string{"constant"}, Not: true,
					Or: &method.When{Name: "stop", In: []string{byObjective}}}}
		}
	}
	return method.Method{
		Info: method.Info{
			ID: "svm_primal", Name: "SVM in the primal", Family: "Support vector machines", Task: method.Classify,
			Traits: method.Traits{Margin: true},
			Aliases: []string{"Pegasos", "Linear SVM", "Stochastic subgradient", "SGD", "Hinge loss", "SVM linéaire",
				"Descente de gradient stochastique"},
			Summary: "The linear support vector machine, solved for its weights by subgradients of all points or of a few at " +
				"a time, and compared with the exact solution of the dual problem.",
			Formula: "min ½‖w‖² + C Σ max(0, 1 − yᵢ (w·xᵢ + b))",
			Source: "Shalev-Shwartz, Singer, Srebro and Cotter, Pegasos: primal estimated sub-gradient solver for SVM, " +
				"Math. Programming 127, 2011",
			Params: append([]method.Param{
				{Name: "C", Label: "C", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6, SoftMin: 0.01,
					SoftMax: 1000, Log: true}}, Default: 1.0,
					Help: "Penalty on points inside the margin. Small C: wide margin, many points in it. Large C: narrow margin, " +
						"few."},
				{Name: "solver", Label: "Solver", Default: "pegasos", Help: "How the best weights are found",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: "pegasos", Label: "Pegasos", Help: "Stochastic subgradients with steps that shrink as 1/t"},
						{Value: "subgradient", Label: "Subgradient", Help: "All points in every step"},
					}}},
			}, append(params, rowsParam(), axesParam(ofPlane()))...),
			Takes: method.Takes{Wide: true, MaxPoints: MaxPoints},
			Shows: append(append(classShows(), classify.WeightsShow(),
				method.Show{Name: "margins", Label: "Margins", On: true, Help: "Where f = ±1: the edges of the margin"},
				method.Show{Name: "dual", Label: "The dual's boundary", On: true, Where: method.OnlyPoints,
					Help: "Thin line: the boundary of the exact solution"},
				method.Show{Name: "objective", Label: "Objective", On: true, Help: "A plot: the objective after each step, and " +
					"its minimum"}),
				panelShows("Hinge loss")...),
			Examples: method.ExamplesIn(svmPrimalExamples),
		},
		Check:  func(v method.Values) error { return checkStart(v, 2) },
		Python: svmPrimalPython,
		Fit:    fitPrimal, Random: true,
	}
}

// dual holds the solutions of the dual problem, one for each row of the primal parameters.
type dual struct {
	machines  []*svm.Linear
	theta     []float64
	objective float64
}

// primal is a stage with the exact solution from the dual.
type primal struct {
	*stage
	dual *dual
}

func (m *primal) Can() *method.Capabilities {
	can := m.stage.Can()
	can.Layers, can.Panels = m.Layers, m.Panels
	can.Stepper, can.Cost = m, m.Cost
	return can
}

func fitPrimal(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if err := needs(p, "A support vector machine"); err != nil {
		return nil, err
	}
	o := &objective{n: p.N, d: p.D, x: p.X, y: signs(p), loss: hinge, weight: v.Float("C"), priced: true,
		pen: penalty{l2: 1}}
	o.rows = len(o.y) / p.N
	m := &whole{p: p, o: o, v: v, centred: true, rivals: []string{"subgradient", "pegasos"}}
	if err := m.solve(job, v.String("solver")); err != nil {
		return nil, err
	}
	var before *dual
	if old, ok := prev.(*primal); ok {
		before = old.dual
	}
	d, err := solveDual(job, p, v.Float("C"), o.rows, before)
	if err != nil {
		return nil, err
	}
	m.plane.best = d.theta
	return &primal{m.stage(m.Steps()), d}, nil
}

// solveDual solves the dual problem for each row of parameters with package svm.
func solveDual(job method.Job, p *method.Problem, c float64, rows int, old *dual) (*dual, error) {
	d := &dual{}
	for r := range rows {
		q := *p
		if rows > 1 {
			q.ClassIDs, q.Class = []int{0, 1}, make([]int, p.N)
			for i, k := range p.Class {
				if k == r {
					q.Class[i] = 1
				}
			}
		}
		var before *svm.Linear
		if old != nil && len(old.machines) == rows {
			before = old.machines[r]
		}
		m, err := svm.FitLinear(job, &q, c, 1e-8, before)
		if err != nil {
			return nil, err
		}
		d.machines = append(d.machines, m)
		d.objective += m.Objective
		d.theta = append(append(d.theta, m.Coef...), m.Intercept)
	}
	return d, nil
}

func (m *primal) Stage(k int) method.Model { return &primal{m.stage.stage(k), m.dual} }

func (m *primal) Cost() method.Cost {
	c := m.stage.Cost()
	c.Beside = "the exact solution of the dual, for comparison"
	return c
}

// least returns the smallest objective in the steps so far, since neither solver decreases it in every step.
func (m *primal) least() float64 {
	v := math.Inf(1)
	for _, u := range m.run.Value[:m.k+1] {
		v = min(v, u)
	}
	return v
}

// Status compares the objective at the end with the dual's.
func (m *primal) Status() method.Status {
	st, d := m.reached(), m.dual.objective
	if gap := m.run.Value[m.k] - d; st.State == method.Converged && gap > 1e-4*max(math.Abs(d), 1e-300) {
		st = method.Status{State: method.Limited, Sentence: words.Text("After %s the solver finds no descent direction, "+
			"but the objective is %s above the dual's %s.", words.Count(m.k, m.StepName()), words.Number(gap),
			words.Number(d))}
	}
	return m.affine.told(st)
}

func (m *primal) Facts() []method.Fact {
	d := m.dual.objective
	best := m.least()
	facts := m.stage.Facts()
	more := []method.Fact{
		fact("dual_objective", d, "Largest objective of the dual problem: no primal objective is smaller"),
		fact("duality_gap", m.run.Value[m.k]-d, ""),
		{Name: "best_objective", Label: "Best objective", Group: method.Solver, Value: best,
			Meaning: "Smallest objective so far"},
		{Name: "best_gap", Label: "Smallest gap", Group: method.Solver, Value: (best - d) / max(d, 1e-300),
			Meaning: "Smallest gap so far, as a share of the dual objective"},
	}
	if m.o.rows == 1 {
		width := fact("margin", "without bounds: w = 0", "2/‖w‖, in the plane")
		if m.p.Wide() {
			width.Meaning = "2/‖w‖, in the space of the columns"
		}
		w := m.f[:m.p.D]
		if v := 2 / math.Sqrt(linalg.Dot(w, w)); v <= math.MaxFloat64 {
			width.Value, width.Unit = v, "data units"
		}
		more = append(more, width)
	}
	return append(facts[:1:1], append(more, facts[1:]...)...)
}

func (m *primal) Trace() []method.Series {
	list := m.stage.Trace()
	flat := make([]float64, len(m.run.Value))
	for k := range flat {
		flat[k] = m.dual.objective
	}
	return []method.Series{list[0], {Name: "dual objective", Values: flat, Same: true}, list[1]}
}

func (m *primal) Layers(job method.Job, v picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	under, over, err = m.classLayers(job, v, raster, show)
	if show["dual"] && len(m.f) == 3 && !m.p.Wide() {
		if line := lineOf(m.dual.theta, 0, v, picture.RoleGuide, picture.NoClass); line != nil {
			line.Says = "decision boundary of the dual, the exact solution"
			under = append(under, line)
		}
	}
	return under, over, err
}

func (m *primal) Panels(show method.Shown) []method.Panel {
	list := m.stage.Panels(show)
	if show["objective"] {
		list = append(list, chart.Plain(method.PanelInfo{ID: "objective", Title: "Objective", XLabel: m.StepName(),
			XCounts: true, YLabel: "objective", YLog: true,
			Help: words.Text("The primal objective after each %s; the horizontal line is the optimum of the dual, a lower "+
				"bound", m.StepName())}, m.objective))
	}
	return list
}

// objective draws the primal objective over the steps.
func (m *primal) objective() *chart.Chart {
	log := func(v float64) float64 { return math.Log10(max(v, 1e-12)) }
	floor := log(m.dual.objective)
	curve := chart.Curve{Look: chart.Of(picture.RoleTrack, descent.Number(m.v.String("solver")),
		words.Text("primal objective after each %s", m.StepName()))}
	lo, hi := floor, floor
	for _, v := range m.run.Value {
		curve.Y = append(curve.Y, log(v))
		lo, hi = min(lo, log(v)), max(hi, log(v))
	}
	pad := 0.08*(hi-lo) + 0.02
	last := float64(max(m.Steps(), 1))
	_, ring := picture.RoundReach(picture.RoleSupport, picture.NoClass) // ring of the current step
	c := &chart.Chart{X: chart.Axis{See: []float64{0, last}, Only: true, Before: ring, After: ring},
		Y: chart.Exactly(lo-2.5*pad, hi+pad)}
	c.Add(chart.Level(chart.As(picture.RoleMargin, "optimum of the dual").Called("optimum of the dual"), floor),
		chart.Layers{&picture.Label{Role: picture.RoleGuide, X: last / 2, Y: floor, Text: words.Text("dual optimum %s",
			words.Number(m.dual.objective)), Anchor: picture.AnchorBelow}},
		curve, chart.Dot(chart.As(picture.RoleSupport, "current step"), float64(m.k), log(m.run.Value[m.k])))
	return c
}
