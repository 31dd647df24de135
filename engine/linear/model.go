package linear

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"pointscape/engine/classify"
	"pointscape/engine/descent"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// whole is a fit with all its steps, common to its stages.
type whole struct {
	p      *method.Problem
	o      *objective
	v      method.Values
	opt    descent.Options
	run    *descent.Run
	lowest lowest    // whether the objective has a minimum
	errs   []float64 // after each step: share of misclassified points, or mean squared error

	proba   bool // outputs are log-odds
	centred bool // the solver works on centred inputs
	bent    bool // solvers without proximal steps take subgradients of the l1 part
	rivals  []string

	once  sync.Once
	path  [][]float64
	mu    sync.Mutex // guards plane
	plane planeCache
}

// solverName returns the name of a solver in texts.
func solverName(id string) string {
	switch id {
	case "gd":
		return "gradient descent"
	case "subgradient":
		return "subgradients"
	case "sgd":
		return "stochastic gradient"
	case "newton":
		return "Newton"
	case "lbfgs":
		return "L-BFGS"
	case "proximal":
		return "proximal gradient"
	case "pegasos":
		return "Pegasos"
	}
	return id
}

// minimize runs a solver on o from start. Solvers whose iterates do not depend on the origin of the inputs work on
// centred inputs, where rounding errors are smallest; others do so if centred is true. The iterates returned are for
// the original inputs.
func minimize(job method.Job, o *objective, start []float64, opt descent.Options, centred bool) (*descent.Run, error) {
	if !centred && opt.Solver != "newton" && opt.Solver != "lbfgs" {
		fn := o.function()
		fn.Balance = o.balance(start)
		return descent.Minimize(job, fn, start, opt)
	}
	d, e := o.d, o.d+1
	mean := make([]float64, d)
	for i, v := range o.x {
		mean[i%d] += v / float64(o.n)
	}
	c := *o
	c.x = make([]float64, len(o.x))
	for j, m := range mean {
		spread := 0.0
		for i := j; i < len(o.x); i += d {
			c.x[i] = o.x[i] - m
			spread = max(spread, math.Abs(c.x[i]))
		}
		// A constant input has only rounding errors left: set them to 0.
		for i := j; i < len(o.x) && spread <= 16*epsilon*math.Abs(m); i += d {
			c.x[i] = 0
		}
	}
	move := func(theta []float64, sign float64) {
		for k := 0; k < len(theta); k += e {
			for j, m := range mean {
				theta[k+d] += sign * m * theta[k+j]
			}
		}
	}
	from := append([]float64(nil), start...)
	move(from, 1)
	fn := c.function()
	fn.Balance = c.balance(from)
	run, err := descent.Minimize(job, fn, from, opt)
	if err == nil {
		move(run.Path, -1)
	}
	return run, err
}

// schedule returns the function of the step size in pass or iteration k = 1, 2, … for the name of a schedule and a
// learning rate.
func schedule(name string, rate float64) func(k int) float64 {
	switch name {
	case "invscaling":
		return func(k int) float64 { return rate / math.Sqrt(float64(k)) }
	case "inverse":
		return func(k int) float64 { return rate / float64(k) }
	}
	return func(int) float64 { return rate }
}

// options reads the solver's parameters.
func options(v method.Values, p *method.Problem, solver string) descent.Options {
	o := descent.Options{Solver: solver, MaxIter: v.Int("max_iter"), Tol: v.Float("tol"), Seed: p.Seed,
		Batch: v.Int("batch_size")}
	o.Step = schedule("constant", v.Float("learning_rate"))
	switch stop := v.String("stop"); {
	case solver == "sgd" || solver == "pegasos":
	case stop == byObjective:
		o.Still, o.Tol = o.Tol, 0
	case stop == byParameters:
		o.Moved, o.Tol = o.Tol, 0
	}
	switch solver {
	case "sgd":
		pass := schedule(v.String("schedule"), v.Float("learning_rate"))
		updates := max(1, (p.N+o.Batch-1)/o.Batch)
		o.Step = func(t int) float64 { return pass((t-1)/updates + 1) }
	case "pegasos":
		// For λ/2‖w‖² + mean hinge with λ = 1/(nC), Pegasos takes steps 1/(λt). For ½‖w‖² + C·Σ hinge, divided among
		// the points, that is n/(batch·t).
		o.Solver = "sgd"
		updates := float64(p.N) / float64(min(o.Batch, p.N))
		o.Step = func(t int) float64 { return updates / float64(t) }
	case "subgradient":
		o.Solver = "gd"
		o.Step = schedule(v.String("schedule"), v.Float("learning_rate"))
	case "proximal":
		o.Solver = "gd"
	}
	return o
}

// assess computes the errors of all steps.
func (m *whole) assess(job method.Job) error {
	f := make([]float64, m.o.rows*m.o.n)
	out := make([]float64, m.o.rows)
	n := m.o.n
	m.errs = make([]float64, 0, len(m.run.Value))
	work := 0
	for k := range m.run.Value {
		theta := m.run.At(k)
		for r := range m.o.rows {
			w, b := m.o.row(theta, r)
			m.o.outputs(w, b, f[r*n:(r+1)*n])
		}
		s := 0.0
		switch {
		case m.p.Class == nil:
			for i, y := range m.p.Y[:len(f)] {
				s += (f[i] - y) * (f[i] - y)
			}
		case len(out) == 1:
			for i, c := range m.p.Class[:len(f)] {
				if (f[i] > 0) != (c == 1) {
					s++
				}
			}
		default:
			for i, c := range m.p.Class {
				for r := range out {
					out[r] = f[r*n+i]
				}
				if method.Winner(out) != c {
					s++
				}
			}
		}
		m.errs = append(m.errs, s/float64(n))
		if work += len(f); work > 20_000 {
			work = 0
			if err := job.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}

// stage is a fit after k steps.
type stage struct {
	*whole
	affine
	k     int
	theta []float64
}

func (s *stage) Can() *method.Capabilities {
	can := &method.Capabilities{
		Answers: method.Answers{Predictor: s, Affine: s.Affine},
		Drawing: method.Drawing{Panels: s.Panels, Span: s.Span},
		Words:   method.Words{Formula: s.Formula},
		Run:     method.Run{Stepper: s, Cost: s.Cost},
		Pointer: method.Pointer{Tell: s.Tell, Hits: s.Hits},
	}
	switch s.p.Task {
	case method.Classify:
		can.PointScorer, can.Proba, can.Explain = s, s.Proba, s.explainClass
		can.ScoreRaster, can.Layers, can.SpaceLayers, can.Projected = s.ScoreRaster, s.classLayers, s.SpaceLayers, s.Projected
	case method.Regress:
		can.Layers, can.PartSays, can.Explain = s.lineLayers, s.lineSays, s.explainValue
	case method.Regress2D:
		can.FieldRaster, can.Explain = s.FieldRaster, s.explainValue
	}
	return can
}

func (m *whole) stage(k int) *stage {
	s := &stage{whole: m, k: k, theta: m.run.At(k)}
	s.prob = m.p
	// Inputs that are not used have weight 0.
	d, e := m.o.d, m.o.d+1
	for r := range m.o.rows {
		row := s.theta[r*e : (r+1)*e]
		s.f = append(s.f, row[:d]...)
		for range m.p.D - d {
			s.f = append(s.f, 0)
		}
		s.f = append(s.f, row[d])
	}
	if m.both() { // only the difference matters
		n := len(s.f) / 2
		for j := range n {
			s.f[j] = s.f[n+j] - s.f[j]
		}
		s.f = s.f[:n]
	}
	return s
}

func (s *stage) Stage(k int) method.Model { return s.stage(k) }

func (m *whole) Steps() int { return m.run.Steps() }

func (m *whole) StepName() string {
	if m.opt.Solver == "sgd" {
		return "pass"
	}
	return "iteration"
}

func (s *stage) Cost() method.Cost { return method.Cost{Passes: s.run.Passes[s.k]} }

func (m *whole) Trace() []method.Series {
	list := []method.Series{{Name: "objective", Values: m.run.Value}}
	if m.p.Class != nil {
		list = append(list, method.Series{Name: "training error", Values: m.errs})
	} else {
		list = append(list, method.Series{Name: "mean squared error", Values: m.errs})
	}
	if m.opt.Solver != "sgd" {
		list = append(list, method.Series{Name: "gradient", Values: m.run.Slope, Log: true})
	}
	if m.opt.Still > 0 || m.opt.Moved > 0 {
		values := make([]float64, len(m.run.Value))
		for k := range values {
			values[k] = m.changes(k)
		}
		list = append(list, method.Series{Name: "relative change", Values: values, Log: true})
	}
	return list
}

// Status of a classifier of wide rows has a note about them.
func (s *stage) Status() method.Status { return s.affine.told(s.reached()) }

// reached returns the status of the solver.
func (s *stage) reached() method.Status {
	end := s.run.Steps()
	steps := words.Count(end, s.StepName())
	if s.k < end {
		return method.Status{State: method.Running,
			Sentence: words.Sprintf("After %s of %d the objective is %s.", words.Count(s.k, s.StepName()), end,
				words.Number(s.run.Value[s.k]))}
	}
	switch {
	case s.run.End == descent.Diverged:
		hint := ""
		if t := s.safe(); t > 0 {
			hint = words.Text(", below about %s", words.Number(t))
		}
		return method.Status{State: method.Diverged, Sentence: words.Sprintf("The steps are too large: each overshoots "+
			"more than the one before, and after %s the numbers grow without bound. Use a smaller learning rate%s.", steps,
			hint)}
	case s.lowest == apart:
		return method.Status{State: method.Diverged, Sentence: words.Sprintf("The classes can be separated, so the "+
			"weights are unbounded: the larger they are, the smaller the loss, and there is no minimum. Shown is the "+
			"state when the solver stopped, after %s. A penalty gives a solution.", steps)}
	case s.lowest == touching:
		return method.Status{State: method.Diverged, Sentence: words.Sprintf("The classes can be separated except for "+
			"points on the boundary itself, so the weights are unbounded: the larger they are, the smaller the loss, and "+
			"there is no minimum. Shown is the state when the solver stopped, after %s. A penalty gives a solution.", steps)}
	case s.lowest == partly:
		return method.Status{State: method.Diverged, Sentence: words.Sprintf("Some classes can be separated from the "+
			"others, so their weights are unbounded: the larger they are, the smaller the loss, and there is no minimum. "+
			"Shown is the state when the solver stopped, after %s. A penalty gives a solution.", steps)}
	case s.lowest == unproven && s.run.End.Settled():
		return method.Status{State: method.Limited, Sentence: words.Sprintf("After %s the gradient is nearly 0, but a "+
			"minimum may not exist: when classes are almost separable, the weights may be unbounded. A penalty gives a "+
			"solution.", steps)}
	case s.run.End == descent.Stuck:
		return method.Status{State: method.Limited, Sentence: words.Sprintf("Stopped after %s, before the minimum: "+
			"because of rounding, no step makes the objective smaller, though the gradient is not 0. This happens when "+
			"numbers differ greatly in magnitude: scale the inputs equally.", steps)}
	case s.run.End == descent.Slow:
		what := words.Text("objective by %s of it", words.Number(s.change()))
		if s.opt.Moved > 0 {
			what = words.Text("parameters by %s of their length", words.Number(s.change()))
		}
		text := words.Sprintf("Stopped after %s: the last one changed the %s, which is within the tolerance.", steps, what)
		if g, first := s.run.Slope[end], s.run.Slope[0]; first > 0 && g-g == 0 {
			text += words.Text(" The gradient is %s of its initial value: this rule has no test for it.",
				words.Number(g/first))
		}
		return method.Status{State: method.Limited, Sentence: text}
	case s.run.End == descent.Optimum && !s.o.loss.convex():
		return method.Status{State: method.Converged, Sentence: words.Sprintf("Converged after %s: the gradient is 0 "+
			"within the tolerance. This loss is not convex: another start may find a lower minimum.", steps)}
	case s.run.End == descent.Optimum:
		return method.Status{State: method.Converged, Sentence: words.Sprintf("Converged after %s: the gradient is 0 "+
			"within the tolerance.", steps)}
	case s.run.End == descent.Rounding:
		return method.Status{State: method.Converged, Sentence: words.Sprintf("Converged after %s: within rounding, no "+
			"step makes the objective smaller.", steps)}
	}
	text := words.Sprintf("Stopped at the limit of %s; the objective is %s.", steps, words.Number(s.run.Value[end]))
	ups, from := 0, max(1, end-19)
	for k := from; k <= end; k++ {
		if s.run.Value[k] > s.run.Value[k-1] {
			ups++
		}
	}
	switch {
	case s.opt.Solver != "gd" || 4*ups <= end-from+1:
	case s.v.String("solver") == "subgradient":
		text += words.Say(" The objective oscillates, as is usual for subgradient steps: the smaller the steps, the less.")
	default:
		text += words.Say(" The objective oscillates: the step is too large.")
		if t := s.safe(); t > 0 {
			text += words.Text(" Below about %s it does not overshoot at the minimum.", words.Number(t))
		}
	}
	return method.Status{State: method.Limited, Sentence: text}
}

// change returns the relative change in the stopping rule after this step; NaN at the start, and if the rule uses the
// gradient.
func (s *stage) change() float64 { return s.changes(s.k) }

func (m *whole) changes(k int) float64 {
	change, of := math.NaN(), 1.0
	switch {
	case k == 0:
	case m.opt.Still > 0:
		change, of = math.Abs(m.run.Value[k]-m.run.Value[k-1]), math.Abs(m.run.Value[k])
	case m.opt.Moved > 0:
		a, b := m.run.At(k), m.run.At(k-1)
		change, of = floats.Distance(a, b, 2), floats.Norm(a, 2)
	}
	if change == 0 {
		return 0
	}
	return change / of
}

// safe returns a step size with which gradient descent overshoots neither at the start nor at the minimum; 0 if that is
// unknown.
func (m *whole) safe() float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.prepare(method.Unstopped, false) != nil {
		return 0
	}
	return min(m.stable(m.run.At(0)), m.stable(m.plane.best))
}

// mostCurved is the largest number of parameters for which the largest curvature is computed, since each step needs it.
const mostCurved = 100

// stable returns the largest step size with which gradient descent does not overshoot near theta, 2/λmax of the
// Hessian; 0 if that is unknown.
func (m *whole) stable(theta []float64) float64 {
	if m.o.dim() > mostCurved || m.o.class == nil && !m.o.loss.smooth() {
		return 0
	}
	n := m.o.dim()
	h := make([]float64, n*n)
	m.o.function().Hess(theta, h)
	var e mat.EigenSym
	// Compute the vectors, too: without them, gonum v0.17 panics (Dsterf) if a part of the matrix is below 1e-122, as
	// happens when the probabilities of all points of a class are nearly 1.
	if !method.Finite(h...) || !e.Factorize(mat.NewSymDense(n, h), true) {
		return 0
	}
	if top := e.Values(nil)[n-1]; top > 0 {
		return 2 / top
	}
	return 0
}

// pathRows bounds the number of steps in the fact path, and pathNumbers its size.
const pathRows, pathNumbers = 1000, 50_000

// pathSteps returns the number of steps in the fact path.
func (m *whole) pathSteps() int { return min(pathRows, max(1, pathNumbers/(m.o.dim()+2))) }

func (s *stage) Facts() []method.Fact {
	losses, pen := s.o.parts(s.theta)
	s.once.Do(func() {
		e := s.o.dim() + 2
		n := min(s.run.Steps(), s.pathSteps()) + 1
		all := make([]float64, 0, n*e)
		for k := range n {
			all = append(append(append(all, float64(k)), s.run.At(k)...), s.run.Value[k])
			s.path = append(s.path, all[k*e:(k+1)*e:(k+1)*e])
		}
	})
	facts := []method.Fact{
		fact("objective", s.run.Value[s.k], "Sum of the losses plus the penalty"),
		{Name: "loss", Label: "Sum of losses", Group: method.Solver, Value: losses,
			Meaning: "Sum of the losses of all points"},
		{Name: "penalty", Label: "Penalty", Group: method.Solver, Value: pen,
			Meaning: "Contribution of the weights to the objective; the intercept adds nothing"},
	}
	if s.p.Class != nil {
		facts = append(facts, fact("training_error", s.errs[s.k], ""))
	} else {
		facts = append(facts, method.Fact{Name: "mean_squared_error", Value: s.errs[s.k], Unit: method.SquaredUnits})
	}
	facts = append(facts, coefs(s.p, s.theta, s.o.d)...)
	steps := words.Capital(words.Plural(s.StepName()))
	facts = append(facts, method.Fact{Name: "n_iter", Label: steps, Value: s.k, Meaning: words.Text("%s done by %s",
		steps, solverName(s.v.String("solver")))})
	if g := s.run.Slope[s.k]; g-g == 0 {
		facts = append(facts, fact("gradient", g, "Largest component of the gradient (with an L1 penalty: of the proximal "+
			"step); 0 at the minimum"))
	}
	if c := s.change(); s.k > 0 && c-c == 0 {
		meaning := "|J − J before| / |J| of this step"
		if s.opt.Moved > 0 {
			meaning = "‖θ − θ before‖ / ‖θ‖ of this step, θ = (w, b)"
		}
		facts = append(facts, method.Fact{Name: "relative_change", Label: "Relative change", Group: method.Solver, Value: c,
			Meaning: meaning})
	}
	if s.opt.Solver == "gd" {
		if t := s.stable(s.theta); t > 0 {
			facts = append(facts, method.Fact{Name: "largest_stable_step", Label: "Largest stable step", Group: method.Solver,
				Value: t, Meaning: "2/λ_{max} of the Hessian here: with a larger learning rate, gradient descent overshoots"})
		}
	}
	return append(facts, quiet("path", s.path, words.Text("Step, parameters (w and b, of each row) and objective, of "+
		"the first %s", words.Count(s.pathSteps(), "step"))))
}

func (s *stage) Formula() string {
	var t strings.Builder
	t.WriteString(s.goal() + "\n")
	e := s.o.d + 1
	for r := range s.o.rows {
		fmt.Fprintf(&t, "%s(%s) = %s\n", classify.F(s.p, r, s.o.rows), s.p.Symbol(), s.written(s.theta[r*e:(r+1)*e]))
	}
	if s.both() {
		t.WriteString(s.difference() + "\n")
	}
	if s.p.Class != nil {
		t.WriteString(classify.Rule(s.p, s.o.rows, s.proba))
	}
	return strings.TrimSuffix(t.String(), "\n")
}

// sure is the log-odds, and wide the decision value, at full colour.
const sure, wide = 4, 1.5

// ScoreRaster computes the affine functions, so the boundaries are exact.
func (s *stage) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	if s.proba {
		return s.raster(job, g, sure, "log-odds")
	}
	return s.raster(job, g, wide, "decision function")
}

func (s *stage) Proba() method.Proba {
	if s.proba {
		return method.OnGrids
	}
	return method.NoProba
}

// PointScores returns probabilities for logistic regression, else decision values.
func (s *stage) PointScores(x []float64) [][]float64 {
	if s.proba {
		return classify.PointScores(s, s.p, x, classify.LogOdds)
	}
	return classify.PointScores(s, s.p, x, nil)
}
