package linear

import (
	"math"
	"slices"
	"strings"

	"pointscape/engine/chart"
	"pointscape/engine/classify"
	"pointscape/engine/descent"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// planeCache holds what the parameter plane shows of a fit for all steps.
type planeCache struct {
	best   []float64 // best known point of the objective
	rivals []*descent.Run
	view   picture.Viewport
	w, h   int
	all    bool // the view also contains the rivals
	grid   picture.Grid
	values []float32 // objective minus the smallest value
	least  [2]float64
	lowest float64
	lines  []picture.Layer   // contour lines of the objective
	says   map[string]string // legend text of the track of each solver
}

func (s *stage) Panels(show method.Shown) []method.Panel {
	var list []method.Panel
	if show["plane"] && !s.p.Wide() {
		i, j := s.axes()
		info := method.PanelInfo{ID: "plane", Title: "Objective over two parameters", XLabel: s.paramName(i),
			YLabel: s.paramName(j),
			Help: "Contours of the objective, with the solver's track. Parameters that are not on the axes have their " +
				"best values."}
		if show["solvers"] {
			info.ID = "solvers"
			info.Help = "Contours of the objective, with the paths of all solvers from the same start, and with the same " +
				"learning rate if they have one. Parameters that are not on the axes have their best values."
		}
		list = append(list, method.Panel{PanelInfo: info, Draw: func(job method.Job, w, h int) (*picture.Picture, error) {
			return s.drawPlane(job, w, h, show["solvers"])
		}})
	}
	if show["curve"] && s.curved() {
		list = append(list, chart.Sized(s.curveInfo(), s.curve))
	}
	if show["hessian"] {
		list = append(list, s.derivativePanels()...)
	}
	if show["weights"] && s.p.Class != nil {
		list = append(list, s.table().WeightsPanel())
	}
	if show["vectors"] && s.proba && s.v.String("vectors") == twoVectors && !s.p.Wide() {
		list = append(list, s.vectorPanel())
	}
	if show["lse"] && s.proba {
		list = append(list, s.lsePanel())
	}
	return list
}

// curveInfo declares the panel of the points on the loss curve.
func (s *stage) curveInfo() method.PanelInfo {
	info := method.PanelInfo{ID: "curve", Title: "Loss of the points", XLabel: "margin y f(x)", YLabel: "loss",
		Help: "The loss as a function of the margin, with every point at its current margin"}
	switch {
	case s.p.Class == nil:
		info.XLabel, info.Help = "residual y − f(x)", "The loss as a function of the residual, with every "+
			"point at its current residual"
	case s.overInput():
		info = s.overOne(chart.Dots{}).Info()
	case s.sigma():
		info = method.PanelInfo{ID: "curve", Title: "Probability of the points", XLabel: "log-odds f(x)", YLabel: "P(" +
			s.p.ClassName(1) + ")",
			Help: "The logistic function, with every point at its current log-odds; points of the other class are drawn at 0"}
	}
	if !s.proba {
		info.Help = words.Text("%s. %s", info.Help, natures(s.o.loss.ofMargin()))
		if s.o.n > mostKeys {
			info.Help = strings.TrimSuffix(info.Help, ".")
		}
	}
	if s.o.n > mostKeys {
		info.Help = words.Sprintf("%s. A point and its position on the curve are linked up to %d points.", info.Help,
			mostKeys)
	}
	return info
}

// axes returns the indices of the two parameters on the axes of the parameter plane.
func (m *whole) axes() (i, j int) {
	if m.o.d == 1 {
		return 0, 1
	}
	switch m.v.String("axes") {
	case "w1,b":
		return 0, m.o.d
	case "w2,b":
		return 1, m.o.d
	}
	return 0, 1
}

func (m *whole) paramName(j int) string {
	name := "b"
	if j < m.o.d {
		name = "w"
		if m.o.d > 1 {
			name += words.Subscript(j + 1)
		}
	}
	if m.o.rows > 1 {
		name += words.Text(" of %s", m.p.ClassName(0))
	}
	return name
}

// prepare finds the best point and, with all, runs the other solvers; once.
func (m *whole) prepare(job method.Job, all bool) error {
	c := &m.plane
	start := m.run.At(0)
	if c.best == nil {
		best := m.run.At(m.run.Steps())
		if m.run.End != descent.Optimum && m.run.End != descent.Rounding && m.newtonian() {
			o := m.opt
			o.Solver, o.MaxIter = "newton", 50
			as := *m.o
			as.smoothed = false
			run, err := minimize(job, &as, start, o, false)
			if err != nil {
				return err
			}
			if end := run.Steps(); run.Value[end] < m.run.Value[m.run.Steps()] {
				best = run.At(end)
			}
		}
		c.best = best
	}
	if all && c.rivals == nil {
		var runs []*descent.Run
		for _, solver := range m.rivals {
			if solver == m.v.String("solver") {
				runs = append(runs, m.run)
				continue
			}
			o := options(m.v, m.p, solver)
			o.MaxIter = min(o.MaxIter, rivalSteps)
			if o.Solver == "sgd" { // a step is a pass
				o.MaxIter = min(o.MaxIter, rivalSteps/3)
			}
			as := *m.o
			as.smoothed = m.bent && corners(solver)
			run, err := minimize(job, &as, start, o, m.centred)
			if err != nil {
				return err
			}
			runs = append(runs, run)
		}
		c.rivals = runs
	}
	return nil
}

// rivalSteps is the largest number of steps of the other solvers, since the panel waits for the longest run.
const rivalSteps = 300

// newtonian reports whether Newton's method finds the minimum.
func (m *whole) newtonian() bool {
	return m.o.class != nil || m.o.loss.smooth() && m.o.loss.convex()
}

// planeWork is the number of losses computed for the contours of the parameter plane, if this gives 300 to 1,500 nodes.
const planeWork = 150_000

// survey computes the objective on a grid over the parameter plane.
func (m *whole) survey(job method.Job, i, j int, view picture.Viewport) error {
	c := &m.plane
	nodes := min(max(planeWork/(m.o.n*m.o.rows), 300), 1500)
	gw := max(8, int(math.Sqrt(float64(nodes*view.W)/float64(max(view.H, 1)))))
	gh := max(8, nodes/gw)
	// From edge to edge, plus one node on each side for the interpolation.
	x := func(a float64) float64 { return view.X0 + a/float64(gw-1)*(view.X1-view.X0) }
	y := func(b float64) float64 { return view.Y0 + b/float64(gh-1)*(view.Y1-view.Y0) }
	theta := slices.Clone(m.plane.best)
	value := m.o.function().Value
	at := func(u, v float64) float64 {
		theta[i], theta[j] = u, v
		s := value(theta, nil)
		for k, w := range theta {
			if !m.o.smoothed && k%(m.o.d+1) < m.o.d {
				s += m.o.pen.l1 * math.Abs(w)
			}
		}
		return s
	}
	coarse := make([]float64, (gw+2)*(gh+2))
	c.lowest = math.Inf(1)
	for b := range gh + 2 {
		if err := job.Err(); err != nil {
			return err
		}
		for a := range gw + 2 {
			u, v := x(float64(a-1)), y(float64(b-1))
			s := at(u, v)
			if !(s < 1e30) {
				s = 1e30
			}
			coarse[b*(gw+2)+a] = s
			if s < c.lowest {
				c.lowest, c.least = s, [2]float64{u, v}
			}
		}
	}
	// Find the lowest point by a search with decreasing steps from the lowest node.
	du, dv := x(1)-x(0), y(1)-y(0)
	for round := 0; round < 400 && du*float64(gw) > 1e-9*(view.X1-view.X0); round++ {
		better := false
		for dir := range 8 {
			u := c.least[0] + du*[8]float64{1, -1, 0, 0, 1, 1, -1, -1}[dir]
			v := c.least[1] + dv*[8]float64{0, 0, 1, -1, 1, -1, 1, -1}[dir]
			if s := at(u, v); s < c.lowest {
				c.lowest, c.least, better = s, [2]float64{u, v}, true
			}
		}
		if !better {
			du, dv = du/2, dv/2
		}
	}
	// Cubic interpolation (Catmull and Rom) makes the contours smooth.
	const fine = 3
	g := picture.Grid{X0: view.X0, Y0: view.Y0, W: fine*(gw-1) + 1, H: fine*(gh-1) + 1}
	g.DX, g.DY = (view.X1-view.X0)/float64(g.W-1), (view.Y1-view.Y0)/float64(g.H-1)
	c.values = make([]float32, g.W*g.H)
	rows := make([]float64, g.W*(gh+2))
	for b := range gh + 2 {
		for a := range g.W {
			rows[b*g.W+a] = cubic(coarse[b*(gw+2)+min(a/fine, gw-2):], 1, a, fine, gw)
		}
	}
	for b := range g.H {
		for a := range g.W {
			c.values[b*g.W+a] = float32(cubic(rows[min(b/fine, gh-2)*g.W+a:], g.W, b, fine, gh) - c.lowest)
		}
	}
	c.grid = g
	return nil
}

// cubic interpolates between v[stride] and v[2*stride], for fine node a of n coarse nodes.
func cubic(v []float64, stride, a, fine, n int) float64 {
	t := float64(a-min(a/fine, n-2)*fine) / float64(fine)
	p0, p1, p2, p3 := v[0], v[stride], v[2*stride], v[3*stride]
	return p1 + t/2*(p2-p0+t*(2*p0-5*p1+4*p2-p3+t*(3*(p1-p2)+p3-p0)))
}

func (s *stage) drawPlane(job method.Job, w, h int, all bool) (*picture.Picture, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &s.plane
	i, j := s.axes()
	own := s.v.String("solver")
	if c.values == nil || c.w != w || c.h != h || c.all != all {
		if err := s.prepare(job, all); err != nil {
			return nil, err
		}
		runs, ids := []*descent.Run{s.run}, []string{own}
		if all { // the solver's own run is among them
			runs, ids = c.rivals, s.rivals
		}
		view := s.frame(i, j, w, h, runs)
		if err := s.survey(job, i, j, view); err != nil {
			return nil, err
		}
		c.view, c.w, c.h, c.all = view, w, h, all
		c.lines = c.contours()
		c.says = map[string]string{}
		for k, run := range runs {
			c.says[ids[k]] = tracked(ids[k], run, i, j, view)
		}
	}
	p := &picture.Picture{View: c.view}
	p.Add(c.lines...)
	var tracks []*picture.Path
	var called []string
	if all {
		for k, run := range c.rivals {
			if id := s.rivals[k]; id != own {
				other := track(run, min(s.k, run.Steps()), i, j, picture.RoleRival, descent.Number(id))
				other.Says = c.says[id]
				tracks, called = append(tracks, other), append(called, solverName(id))
				p.Add(other)
			}
		}
	}
	way := track(s.run, s.k, i, j, picture.RoleTrack, descent.Number(own))
	way.Says = c.says[own]
	p.Add(way)
	if s.k <= 60 && s.run.Every == 1 {
		dots := &picture.Marks{Role: picture.RoleTrack, Says: way.Says}
		for k := range s.k {
			dots.XY = append(dots.XY, s.run.At(k)[i], s.run.At(k)[j])
			dots.Class = append(dots.Class, way.Class)
		}
		p.Add(dots)
	}
	p.Add(&picture.Marks{Role: picture.RoleOptimum, XY: []float64{c.least[0], c.least[1]}, Says: "lowest objective"})
	start := s.run.At(0)
	p.Add(&picture.Marks{Role: picture.RoleGuide, XY: []float64{start[i], start[j]}, Says: "start"},
		&picture.Marks{Role: picture.RoleSupport, XY: []float64{s.theta[i], s.theta[j]}, Says: "current step"})
	if all {
		p.Add(names(p.View, append(tracks, way), append(called, solverName(own)))...)
	}
	p.Alt = words.Sprintf("Contours of the objective over %s and %s; after %s it is %s at (%s, %s). The minimum is at "+
		"(%s, %s).",
		s.paramName(i), s.paramName(j), words.Count(s.k, s.StepName()), words.Number(s.run.Value[s.k]),
		words.Number(s.theta[i]), words.Number(s.theta[j]), words.Number(c.least[0]), words.Number(c.least[1]))
	return p, nil
}

// contours returns contour lines of the objective. The levels are squares, so that the lines of a quadratic bowl have
// equal distances.
func (c *planeCache) contours() (lines []picture.Layer) {
	sorted := slices.Clone(c.values)
	slices.Sort(sorted)
	top := float64(sorted[len(sorted)*9/10])
	relief := picture.NewRelief(c.values, c.grid)
	for k := 1; k <= 12; k++ {
		if level := top * float64(k*k) / 100; level > 0 {
			if line := relief.Path(level, picture.RoleIsoline, picture.NoClass); len(line.XY) > 0 {
				line.Level, line.Says = c.lowest+level, "lines of equal objective"
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// tracked returns the legend text of a solver's track.
func tracked(solver string, run *descent.Run, i, j int, v picture.Viewport) string {
	if leaves(run, i, j, v) {
		return words.Text("%s, leaves the frame", solverName(solver))
	}
	return solverName(solver)
}

// trackLength is the largest number of vertices drawn of a track.
const trackLength = 2000

// track returns the path of the first k steps of a run.
func track(run *descent.Run, k, i, j int, role picture.Role, number int) *picture.Path {
	n := k*run.Every + 1
	every := (n + trackLength - 1) / trackLength
	path := &picture.Path{Role: role, Class: number}
	add := func(t int) { path.XY = append(path.XY, run.Path[t*run.Dim+i], run.Path[t*run.Dim+j]) }
	for t := 0; t < n; t += every {
		add(t)
	}
	if (n-1)%every != 0 {
		add(n - 1)
	}
	return path
}

// sigma reports whether the curve is the logistic function instead of a loss.
func (s *stage) sigma() bool { return s.proba && s.rows() == 1 }

// overInput reports whether the logistic function is drawn over the input, which requires a single input. There the
// weight is visible as the steepness.
func (s *stage) overInput() bool { return s.sigma() && s.o.d == 1 }

// curved reports whether there is a curve; probabilities of several classes have none.
func (s *stage) curved() bool { return !s.proba || s.rows() == 1 }

// onCurve returns the abscissas of the points on the curve, for each row of parameters: the margins, residuals or
// log-odds.
func (s *stage) onCurve() []float64 {
	n, sigma := s.o.n, s.sigma()
	if s.both() {
		f := make([]float64, n)
		w, b := s.decisive()
		s.o.outputs(w, b, f)
		return f
	}
	f := make([]float64, s.o.rows*n)
	for r := range s.o.rows {
		part := f[r*n : (r+1)*n]
		if sigma {
			w, b := s.o.row(s.theta, r)
			s.o.outputs(w, b, part)
		} else {
			s.o.arguments(s.theta, r, part)
		}
		if !s.o.loss.ofMargin() && s.p.Class != nil {
			for i, y := range s.o.y[r*n : (r+1)*n] { // from the residual to the margin
				part[i] = 1 + y*part[i]
			}
		}
		if s.p.Class == nil { // y − f(x), with the usual sign
			for i, z := range part {
				part[i] = -z
			}
		}
	}
	return f
}

// height returns the value of the curve at z.
func (s *stage) height(z float64) float64 {
	if s.sigma() {
		return classify.Sigmoid(z)
	}
	if !s.o.loss.ofMargin() && s.p.Class != nil {
		z--
	}
	v, _, _ := s.o.loss.at(z, s.o.eps)
	return v
}

// curve draws the loss, or the logistic function, with the points on it.
func (s *stage) curve(_ method.Job, w, _ int) (*chart.Chart, error) {
	n, f := s.o.n, s.onCurve()
	marks := &picture.Marks{Role: picture.RolePoint}
	for k, z := range f {
		i := k % n
		v := s.height(z)
		if s.p.Class != nil {
			marks.Class = append(marks.Class, s.p.ClassIDs[s.p.Class[i]])
			if s.sigma() {
				v = float64(s.p.Class[i])
			}
			if s.overInput() {
				z = s.o.x[i]
			}
		}
		marks.XY = append(marks.XY, z, v)
		if n <= mostKeys {
			marks.Keys = append(marks.Keys, pointKey(i))
		}
		if s.rows() == 1 {
			marks.Ordinal = append(marks.Ordinal, s.p.Ordinal(i))
		}
	}
	points := chart.Dots{Marks: marks, Free: true}
	if s.overInput() {
		return s.overOne(points).Chart(), nil
	}
	if s.sigma() {
		far := max(1, -slices.Min(f), slices.Max(f)) // symmetric
		c := &chart.Chart{X: chart.Axis{See: []float64{-far, far}, Only: true, Below: 0.06, Above: 0.06},
			Y: chart.Exactly(-0.12, 1.12), Alt: s.goes(-far, far, s.height)}
		c.Add(chart.Graph{Look: chart.As(picture.RoleTrack, "logistic function of the log-odds"), F: s.height}, points)
		return c, nil
	}
	return s.lossCurve(f, points, w/2), nil
}

// goes tells the values of P at both ends of an axis.
func (s *stage) goes(lo, hi float64, p func(x float64) float64) string {
	return words.Text("P(%s) goes from %s at %s to %s at %s.", s.p.ClassName(1), words.Number(p(lo)), words.Number(lo),
		words.Number(p(hi)), words.Number(hi))
}

// overOne draws P over the only input, with its threshold.
func (s *stage) overOne(points chart.Dots) *chart.OverInput {
	w, b := s.o.row(s.theta, 0)
	curve := chart.Graph{Look: chart.As(picture.RoleTrack, "logistic function of the log-odds w x + b"),
		F: func(x float64) float64 { return s.height(w[0]*x + b) }}
	points.Free = false
	lo, hi := slices.Min(s.o.x), slices.Max(s.o.x)
	o := &chart.OverInput{Input: s.p.InputNames()[0], What: "P(" + s.p.ClassName(1) + ")", Lines: []chart.Item{curve},
		Points: points, Says: "threshold: both are equally probable",
		Help: "The logistic function of the log-odds w x + b: the larger the weight, the steeper. Points of the other " +
			"class are drawn at 0; at the threshold both classes are equally probable.",
		Alt: s.goes(lo, hi, curve.F)}
	if at := -b / w[0]; at >= lo && at <= hi {
		o.Cuts = []float64{at}
	}
	return o
}

// lossCurve draws the loss over margins or residuals; in the lab, also the other losses of the margin, or of the
// residual, with so many nodes.
func (s *stage) lossCurve(f []float64, points chart.Dots, nodes int) *chart.Chart {
	lo, hi := min(-2, slices.Min(f)), max(3, slices.Max(f))
	if s.p.Class == nil { // symmetric
		hi = max(1, -slices.Min(f), slices.Max(f))
		lo = -hi
	}
	all := make([]float64, len(f))
	for i, z := range f {
		all[i] = s.height(z)
	}
	slices.Sort(all)
	top := max(1.5, all[len(all)-1])
	if top > 20 { // a steep loss: show the range in which most points lie
		top = max(20, 1.2*all[len(all)*9/10])
	}
	c := &chart.Chart{X: chart.Axis{See: []float64{lo, hi}, Only: true, Below: 0.06, Above: 0.06},
		Y:   chart.Axis{See: []float64{0, top}, Only: true, Below: 0.08, Above: 0.08},
		Alt: words.Text("The loss %s with the points on it.", s.o.loss.formula())}
	if s.p.Class != nil {
		c.Add(chart.On(func(p *picture.Picture) {
			p.Add(&picture.Path{Role: picture.RoleMargin, Class: picture.NoClass,
				XY: []float64{p.View.X0, 1, 0, 1, 0, 0, p.View.X1, 0}, Says: "0–1 loss: the number of errors"})
		}))
	}
	var called []string
	if s.bent { // only in the linear lab (Lab): the other losses, drawn faintly for comparison
		from, to := hinge, squared
		if s.p.Class == nil {
			from, to = squared, epsInsensitive+1
		}
		for l := from; l < to; l++ {
			if l == s.o.loss {
				continue
			}
			c.Add(chart.Graph{Look: chart.Look{Role: picture.RoleSample, Class: int(l - from), Weight: 0.6,
				Says: words.Text("loss, for comparison: %s", l.called())}, Clip: true, Nodes: nodes,
				F: func(z float64) float64 { v, _, _ := l.at(z, s.o.eps); return v }})
			called = append(called, l.called())
		}
	}
	c.Add(chart.Graph{Look: chart.As(picture.RoleTrack, words.Text("loss: %s", s.o.loss.called())), F: s.height}, points,
		chart.On(func(p *picture.Picture) {
			var curves []*picture.Path
			for _, l := range p.Layers {
				if path, ok := l.(*picture.Path); ok && path.Role != picture.RoleMargin {
					curves = append(curves, path)
				}
			}
			p.Add(names(p.View, curves, called)...)
		}))
	return c
}
