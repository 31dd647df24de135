// Package constrained is an interactive playground for constrained optimisation: a function of two variables, up to
// four lines and ellipses that the user drags, the optimum with its multipliers, the dual function, and algorithms step
// by step.
package constrained

import (
	_ "embed"
	"errors"
	"math"
	"strconv"
	"sync"

	"pointscape/engine/doc"
	"pointscape/engine/expression"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Values of parameters.
const (
	ofForm, ofLinear, ofText = "quadratic", "linear", "expression"

	noneOf, lineOf, lineEqual         = "none", "half_plane", "line"
	insideOf, outsideOf, ellipseEqual = "inside", "outside", "ellipse"

	byGradient, byBarrier = "projected_gradient", "barrier"

	most      = 4 // largest number of constraints
	maxPoints = 60
	maxText   = 100
)

// start has the default kind and handles of each constraint.
var start = [most]struct {
	kind string
	at   [][]float64
}{
	{lineOf, [][]float64{{0.75, 0.35}, {0.4, 0.8}}},
	{insideOf, [][]float64{{0.42, 0.42}, {0.82, 0.42}}},
	{lineOf, [][]float64{{0.25, 0.2}, {0.6, 0.2}}},
	{noneOf, [][]float64{{0.2, 0.75}, {0.2, 0.3}}},
}

// constraintParams declares constraint k, counted from 1.
func constraintParams(k int) []method.Param {
	name, s := "g"+strconv.Itoa(k), start[k-1]
	there := &method.When{Name: name, In: []string{noneOf}, Not: true}
	round := &method.When{Name: name, In: []string{insideOf, outsideOf, ellipseEqual}}
	g := "g" + words.Subscript(k)
	return []method.Param{
		{Name: name, Label: words.Text("Constraint %s", strconv.Itoa(k)), Default: s.kind,
			Help: words.Text("Where %s is satisfied. The small strokes are on the infeasible side.", g),
			Kind: method.Choose{Choices: []method.Choice{
				{Value: noneOf, Label: "None"},
				{Value: lineOf, Label: "Half-plane, ≤ 0", Help: "Left of the line from the first handle to the second"},
				{Value: lineEqual, Label: "Line, = 0", Help: "Points on a line through both handles"},
				{Value: insideOf, Label: "Inside an ellipse, ≤ 0", Help: "Centre at the first handle, boundary through the second"},
				{Value: outsideOf, Label: "Outside an ellipse, ≤ 0", Help: "Not convex"},
				{Value: ellipseEqual, Label: "On an ellipse, = 0", Help: "Not convex"},
			}}},
		{Name: name + "_at", Label: words.Text("Handles of %s", g), Default: s.at, When: there,
			Help: "Drag them on the plane: the first moves the constraint, the second rotates it or sets its size",
			Kind: method.Places{Min: 2, Max: 2, Handle: &method.Handle{Name: words.Text("constraint %s", strconv.Itoa(k)),
				Many: words.Text("handles of constraint %s", strconv.Itoa(k)), Role: picture.RoleKnob, Leads: true,
				Each: []string{"first handle", "second handle"}}}},
		{Name: name + "_ratio", Label: words.Text("Axis ratio of %s", g), Default: 1.0, When: round, Advanced: true,
			Kind: method.Number{Range: method.Range{Min: 0.05, Max: 20, SoftMin: 0.2, SoftMax: 5, Log: true}},
			Help: "Ratio of the other semi-axis to the one between the handles; 1: a circle"},
	}
}

//go:embed constrained.jsonl
var constrainedExamples string

// Method declares optimisation under constraints, id "constrained".
func Method() method.Method {
	quadratic := &method.When{Name: "f", In: []string{ofForm}}
	gradient := &method.When{Name: "algorithm", In: []string{byGradient}}
	curvature := func(name, label string, value float64, help string) method.Param {
		return method.Param{Name: name, Label: label, Default: value, When: quadratic, Help: help,
			Kind: method.Number{Range: method.Range{Min: -10, Max: 10, SoftMin: -4, SoftMax: 4}}}
	}
	params := []method.Param{
		{Name: "f", Label: "Objective f", Default: ofForm, Help: "What is minimised",
			Kind: method.Choose{Choices: []method.Choice{
				{Value: ofForm, Label: "Quadratic", Help: "½(x − c)ᵀQ(x − c), with c dragged"},
				{Value: ofLinear, Label: "Linear", Help: "c·x, with c the arrow from the origin to its handle"},
				{Value: ofText, Label: "As you write it", Help: "A smooth function of x and y"},
			}}},
		{Name: "f_center", Label: "Centre c", Default: [][]float64{{0.8, 0.75}}, When: quadratic,
			Help: "Where the gradient of f is 0: its minimum where both curvatures are positive",
			Kind: method.Places{Min: 1, Max: 1, Handle: &method.Handle{Name: "centre of the objective",
				Many: "the centre of the objective"}}},
		curvature("f_curvature_1", "Curvature 1 of f", 2, "First eigenvalue of Q. Negative: f is not convex."),
		curvature("f_curvature_2", "Curvature 2 of f", 1, "Second eigenvalue of Q. Negative: f is not convex."),
		{Name: "f_angle", Label: "Angle of Q, in degrees", Default: 30.0, When: quadratic,
			Kind: method.Number{Range: method.Range{Min: -90, Max: 90}},
			Help: "Angle between the first eigenvector of Q and the x₁ axis"},
		{Name: "f_cost", Label: "Cost vector c", Default: [][]float64{{0.1, 0.35}},
			When: &method.When{Name: "f", In: []string{ofLinear}},
			Help: "The gradient of f, from the origin to its handle: turn it, and the optimum jumps from corner to corner",
			Kind: method.Places{Min: 1, Max: 1, Handle: &method.Handle{Name: "end of the cost vector",
				Many: "the end of the cost vector"}}},
		{Name: "f_text", Label: "f(x, y) =", Default: "(x - 0.8)^2 + exp(2y - 1) - y",
			Kind: method.Text{Max: maxText, Like: "x^2 + exp(x - 3y)"},
			When: &method.When{Name: "f", In: []string{ofText}},
			Help: "In x and y, with + − * / ^, exp, ln, sqrt, sin, cos, tanh: for example x^4 − x y + exp(y)"},
	}
	for k := range most {
		params = append(params, constraintParams(k+1)...)
	}
	params = append(params,
		method.Param{Name: "chord", Label: "Chord of f", Default: false, Advanced: true, Kind: method.Bool{},
			Help: "A plot: f along the line through two handles, and the chord between them. A convex f has none below its " +
				"graph."},
		method.Param{Name: "chord_at", Label: "Ends of the chord", Default: [][]float64{{0.2, 0.2}, {0.9, 0.8}},
			When: &method.When{Name: "chord", In: []string{"true"}}, Help: "Drag them on the plane",
			Kind: method.Places{Min: 2, Max: 2, Handle: &method.Handle{Name: "end of the chord",
				Many: "the ends of the chord",
				Each: []string{"first end", "second end"}}}})
	params = append(params,
		method.Param{Name: "dual_of", Label: "Multiplier in the plots", Default: 1.0,
			Kind: method.Integer{Range: method.Range{Min: 1, Max: most}},
			Help: "Number of the constraint whose multiplier is the axis of θ and whose bound moves in the other plot"},
		method.Param{Name: "algorithm", Label: "Steps by", Default: byGradient, Help: "What the player shows",
			Kind: method.Choose{Choices: []method.Choice{
				{Value: byGradient, Label: "Projected gradient", Help: "A step against the gradient, then to the nearest " +
					"feasible point"},
				{Value: byBarrier, Label: "Log barrier", Help: "The minimiser of f − μ Σ ln(−gᵢ) while μ falls: the central path"},
			}}},
		method.Param{Name: "step_size", Label: "Step size η", Default: 0.2, When: gradient,
			Kind: method.Number{Range: method.Range{Min: 1e-4, Max: 10, SoftMin: 0.01, SoftMax: 2, Log: true}},
			Help: "x ← P(x − η ∇f(x)); where f is convex it converges below 2 divided by the largest curvature"},
		method.Param{Name: "shrink", Label: "Factor of μ", Default: 0.4,
			When: &method.When{Name: "algorithm", In: []string{byBarrier}},
			Kind: method.Number{Range: method.Range{Min: 0.05, Max: 0.95, SoftMin: 0.1, SoftMax: 0.9}},
			Help: "Factor of the weight μ of the barrier in each step"},
		method.Param{Name: "max_iter", Label: "Iterations", Default: 80.0, Advanced: true,
			Kind: method.Integer{Range: method.Range{Min: 1, Max: 400, SoftMin: 1, SoftMax: 200, Log: true}},
			Help: "At most this many steps; fewer at convergence"})
	return method.Method{
		Info: method.Info{
			ID:   "constrained",
			Name: "Constrained optimisation",
			Aliases: []string{"KKT conditions", "Lagrange multipliers", "Lagrangian", "Karush–Kuhn–Tucker", "Duality",
				"Dual function", "Duality gap", "Slater’s condition", "Quadratic programming", "Linear programming",
				"Projected gradient", "Interior-point method", "Log barrier", "Central path", "Optimisation sous contraintes",
				"Multiplicateurs de Lagrange", "Fonction duale"},
			Family: "Optimisation",
			Task:   method.Embed,
			Summary: "Minimises a function of two variables under up to four constraints, " +
				"lines and ellipses. Drag them: see which are active, their multipliers, and the dual problem.",
			Formula: "min f(x)  subject to  gᵢ(x) ≤ 0 or gᵢ(x) = 0,  L(x, λ) = f(x) + Σ λᵢ gᵢ(x),  θ_{D}(λ) = inf_{x} L(x, λ)",
			Source: "Boyd and Vandenberghe, Convex Optimization, 2004, chapters 4, 5 and 11; Nocedal and Wright, Numerical " +
				"Optimization, 2nd edition, 2006, chapter 12; Karush 1939; Kuhn and Tucker 1951; Slater 1950; " +
				"falling quadratics: Frank and Wolfe, Naval Research Logistics Quarterly 3, 1956",
			Seen: "Contours, feasible set, forces at the optimum, multipliers; the dual function with its " +
				"gap; projected gradient and central path step by step.",
			Takes:    method.Takes{MaxPoints: maxPoints},
			Assessed: method.Assessed{Unjudged: true},
			Traits:   method.Traits{Range: []float64{-0.1, 1.15, -0.05, 1.05}},
			Params:   params,
			Shows: []method.Show{
				{Name: method.Regions, Label: "Colours of f", Help: "Shading of the plane by f"},
				{Name: method.Isolines, Label: "Contours of f", On: true, Help: "Lines of equal f"},
				{Name: "feasible", Label: "Feasible set", On: true, Help: "Points that satisfy all constraints"},
				{Name: "forces", Label: "Gradients at the optimum", On: true, Help: "−∇f as the sum of the gradients of " +
					"active constraints, times their multipliers"},
				{Name: "touching", Label: "Contour f = f*", On: true, Help: "Lower values are on the other side of this " +
					"contour: none is feasible"},
				{Name: "lagrangian", Label: "Contours of L(x, λ*)", Help: "Lines of equal Lagrangian, with the multipliers " +
					"that maximise θ"},
				{Name: "path", Label: "Steps", On: true, Help: "The path of the algorithm from each start"},
				{Name: "dual", Label: "Dual function", On: true, Help: "A plot: θ along one multiplier, and its distance below f*"},
				{Name: "price", Label: "Optimum by the bound", Help: "A plot: f* where one constraint is gᵢ(x) ≤ u. Its slope " +
					"at 0 is −λᵢ*."},
			},
			Examples: method.ExamplesIn(constrainedExamples),
		},
		Check:  check,
		Python: constrainedPython,
		Fit:    fit,
	}
}

func check(v method.Values) error {
	if v.String("f") != ofText {
		return nil
	}
	_, err := expression.Parse(v.String("f_text"))
	var wrong *expression.Error
	if errors.As(err, &wrong) {
		return doc.Errorf("params.f_text", words.Text("a function of x and y with %s at column %s", wrong.Want,
			strconv.Itoa(wrong.Column)),
			wrong.Got)
	}
	return err
}

// read returns the problem of the parameters. The error is a *method.Need, or that of expression.Parse.
func read(v method.Values) (*problem, error) {
	p := &problem{}
	var held []vec
	switch v.String("f") {
	case ofForm:
		c := place(v.Places("f_center")[0])
		sin, cos := math.Sincos(v.Float("f_angle") * math.Pi / 180)
		a, b := v.Float("f_curvature_1"), v.Float("f_curvature_2")
		q := form{xx: a*cos*cos + b*sin*sin, xy: (a - b) * cos * sin, yy: a*sin*sin + b*cos*cos}
		q.b = q.by(c).times(-1)
		q.c = -q.b.dot(c) / 2
		p.f.form, held = q, append(held, c)
	case ofLinear:
		p.f.form = form{b: place(v.Places("f_cost")[0])}
	default:
		e, err := expression.Parse(v.String("f_text"))
		if err != nil {
			return nil, err
		}
		if d := e.Degree(); d >= 0 && d <= 2 { // quadratic expressions are solved exactly
			j := e.At(0, 0)
			p.f.form = form{xx: j.XX, xy: j.XY, yy: j.YY, b: vec{j.X, j.Y}, c: j.F}
		} else {
			p.f.expr = e
		}
	}
	for k := range most {
		name := "g" + strconv.Itoa(k+1)
		kind := v.String(name)
		if kind == noneOf {
			continue
		}
		at := v.Places(name + "_at")
		a, b := place(at[0]), place(at[1])
		if !(b.minus(a).size() > 1e-9*(1+a.size())) {
			return nil, &method.Need{Sentence: words.Text("Both handles of constraint %s coincide: drag one of them away.",
				strconv.Itoa(k+1))}
		}
		var c constraint
		if kind == lineOf || kind == lineEqual {
			c = newLine(a, b)
		} else {
			c = newEllipse(a, b, v.Float(name+"_ratio"), kind == outsideOf)
		}
		c.number, c.kind, c.equal = k+1, kind, kind == lineEqual || kind == ellipseEqual
		p.cons = append(p.cons, c)
		held = append(held, a, b)
	}
	p.held = held
	p.frame(held...)
	return p, nil
}

func place(at []float64) vec { return vec{at[0], at[1]} }

func fit(job method.Job, pr *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	q, err := read(v)
	if err != nil {
		return nil, err
	}
	m := &fitted{pr: pr, problem: q, barrier: v.String("algorithm") == byBarrier, dualOf: v.Int("dual_of")}
	if v.Bool("chord") {
		at := v.Places("chord_at")
		m.chord = &chord{f: &q.f, a: place(at[0]), b: place(at[1])}
	}
	if m.answer, err = q.solve(job); err != nil {
		return nil, err
	}
	if m.end != infeasible && !method.Finite(q.f.at(m.at)) {
		return nil, &method.Need{Sentence: "f has no finite value at any feasible point that was tried: write " +
			"another function, or move the constraints."}
	}
	m.convexF, m.convexG = q.convexObjective(), q.convexSet()
	if m.end == infeasible {
		m.clash = q.clashes()
		return &view{m, 0}, job.Err()
	}
	if m.within, m.slater, err = inside(job, q); err != nil {
		return nil, err
	}
	m.solveLater = sync.OnceValue(func() *dual {
		d, _ := q.solveDual(method.Unstopped, &m.answer) // only a cancelled job would give an error
		return d
	})
	if err := m.free(job); err != nil {
		return nil, err
	}
	if err := m.walk(job, v); err != nil {
		return nil, err
	}
	return &view{m, m.steps}, job.Err()
}

func inside(job method.Job, q *problem) (at vec, ok bool, err error) {
	at, ok = q.inner()
	return at, ok, job.Err()
}

// clashes returns the indices of a smallest set of constraints that cannot be satisfied together.
func (p *problem) clashes() (list []int) {
	n := len(p.cons)
	best := n + 1
	for mask := 1; mask < 1<<n; mask++ {
		var some []constraint
		var which []int
		for i := range p.cons {
			if mask&(1<<i) != 0 {
				some, which = append(some, p.cons[i]), append(which, i)
			}
		}
		if len(which) >= best {
			continue
		}
		if _, ok := p.with(some).project(p.lo.plus(p.hi).times(0.5)); !ok {
			best, list = len(which), which
		}
	}
	return list
}

// run is the path of the algorithm from one start.
type run struct {
	way     []vec
	mu      []float64 // barrier: μ at each point; 0 at the start
	newton  []int     // barrier: Newton steps from the point before
	settled bool
	// From way[fresh] on, the path repeats the round points before way[fresh]. Without a repetition, fresh is len(way).
	fresh, round int
}

// walk runs the algorithm from each start.
func (m *fitted) walk(job method.Job, v method.Values) error {
	q := m.problem
	limit := v.Int("max_iter")
	var starts []vec
	for i := range m.pr.N {
		at := place(m.pr.At(i))
		for k := range at { // beyond the searched square, nothing is visible
			at[k] = min(max(at[k], q.lo[k]-q.size), q.hi[k]+q.size)
		}
		starts = append(starts, at)
	}
	if m.barrier {
		shrink := v.Float("shrink")
		if !m.slater {
			return nil
		}
		var good []vec
		for _, at := range starts {
			if q.slackOf(at) > 0 && q.feasible(at, 0) {
				good = append(good, at)
			}
		}
		if len(good) == 0 {
			good = []vec{m.within}
		}
		for i, at := range good {
			method.Progress(job, float64(i)/float64(len(good)))
			way, settled, err := q.centralPath(job, at, shrink, limit-1)
			if err != nil {
				return err
			}
			if len(way) == 0 {
				continue
			}
			r := run{way: []vec{at}, mu: []float64{0}, newton: []int{0}, settled: settled}
			for _, c := range way {
				r.way, r.mu, r.newton = append(r.way, c.at), append(r.mu, c.mu), append(r.newton, c.steps)
			}
			m.take(r)
		}
		return job.Err()
	}
	if len(starts) == 0 {
		starts = []vec{q.node(3, 4, 10)}
	}
	for i, at := range starts {
		method.Progress(job, float64(i)/float64(len(starts)))
		r, err := q.gradientRun(job, at, v.Float("step_size"), limit)
		if err != nil {
			return err
		}
		if len(r.way) > 1 {
			m.take(r)
		}
	}
	return job.Err()
}

func (m *fitted) take(r run) {
	if r.fresh == 0 {
		r.fresh = len(r.way)
	}
	m.runs = append(m.runs, r)
	m.steps = max(m.steps, len(r.way)-1)
}

// at returns the position of a run after k steps.
func (r *run) at(k int) vec { return r.way[min(k, len(r.way)-1)] }

// free computes the minimum of f without constraints, if there is a unique one.
func (m *fitted) free(job method.Job) error {
	a, err := m.problem.with(nil).solve(job)
	m.alone, m.hasAlone = a.at, a.end == solved && len(a.others) == 0
	if m.f.expr == nil && m.hasAlone {
		_, several, _ := m.f.least(0)
		m.hasAlone = !several
	}
	return err
}
