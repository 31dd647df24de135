package svm

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Layers draws the machine, and circles around the two points of the step.
func (m *dualStage) Layers(job method.Job, v picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	rings := show["support"]
	if rings { // the model's own rings assume the optimum
		show = maps.Clone(show)
		show["support"] = false
	}
	under, over, err = m.model.Layers(job, v, raster, show)
	if rings && m.problem.D == 2 {
		under = append(under, m.supporting()...)
	}
	s, ok := m.step()
	if err != nil || !ok || !show[showPair] || m.problem.D != 2 {
		return under, over, err
	}
	p := m.focus()
	path := &picture.Path{Role: picture.RoleCut, Class: picture.NoClass, Closed: true, Says: "points of this step"}
	for _, i := range []int{int(s.i), int(s.j)} {
		x, y := m.problem.Drawn(p.row(i))
		rx, ry := v.DX(v.PX(x)+pairRadius)-x, v.DY(v.PY(y)+pairRadius)-y
		path.AddCircle(x, y, math.Abs(rx), math.Abs(ry))
		path.Keys = append(path.Keys, pointKeys.Key(p.row(i)))
	}
	return under, append(over, path), nil
}

// supporting marks the support vectors by their α. Before the end, those with α < C need not lie on the margin.
func (m *dualStage) supporting() []picture.Layer {
	if m.k == m.Steps() {
		return m.rings()
	}
	size := make([]float64, len(m.vectors))
	for _, c := range m.decision.Coef {
		for i, v := range c {
			size[i] = max(size[i], math.Abs(v))
		}
	}
	free := "vector with 0 < α < C"
	if m.hard {
		free = "vector with α > 0"
	}
	return rings(m.problem, m.vectors, size, m.bounded(), free, "vector with α = C")
}

// pairRadius is the radius of the circles around the points of a step, in CSS pixels.
const pairRadius = 11

func (m *dualStage) Panels(show method.Shown) (list []method.Panel) {
	of := ""
	if len(m.pairs) > 1 {
		of = words.Text(": %s", m.pairName(m.focus()))
	}
	if show[showBars] {
		info := method.PanelInfo{ID: "alpha", Title: words.Text("α of the points%s", of), XLabel: "point", YLabel: "yα",
			XCounts: true,
			Help: "yα of each training point: up for the second class, down for the first. Σ αᵢyᵢ = 0: both sides " +
				"have the same " +
				"sum. The bars can be dragged."}
		if p := m.focus(); p.n > mostBars {
			info.XLabel = words.Sprintf("the %d points with the largest final α, by row", mostBars)
		} else if !m.weighted(p).numbered() {
			info.XLabel = "points of the two classes, by row"
		}
		list = append(list, chart.Plain(info, m.bars))
	}
	if show[showBox] {
		list = append(list, m.boxPanel(of))
	}
	if show[showKKT] {
		list = append(list, chart.Plain(method.PanelInfo{ID: "conditions", Title: words.Text("KKT conditions%s", of),
			XLabel: "f(x)",
			YLabel: "yα", Help: "Each training point at its f and yα. At the optimum all lie on the lines: α = 0 " +
				"where y f > 1, " +
				"α = C where y f < 1, anything between where y f = 1."}, m.hooks))
	}
	if show[showBias] {
		vectors := "vectors with 0 < α < C"
		switch {
		case len(m.focus().onEdge()) == 0:
			vectors = "no vector has 0 < α < C"
		case m.hard:
			vectors = "vectors with α > 0"
		}
		list = append(list, chart.Plain(method.PanelInfo{ID: "intercept", Title: words.Text("How b is computed%s", of),
			XLabel: vectors, YLabel: "b from each", XCounts: true,
			Help: "yᵢ − Σⱼ αⱼyⱼ k(xⱼ, xᵢ) of each vector on the margin. b is the mean of these values; at the optimum all " +
				"are equal. Without such a vector b is the middle of the interval allowed by the others."}, m.biases))
	}
	if show[showBumps] {
		list = append(list, m.bumpsPanel(of))
	}
	return list
}

// mostBars is the largest number of bars.
const mostBars = 80

// wideBars is the largest number of bars drawn with a fill; more are drawn as lines.
const wideBars = 12

// weighted returns the data of the charts about a machine's α.
func (m *dualStage) weighted(p *pair) *weighted {
	size := make([]float64, p.n) // largest |β| of each point in any step
	for n, one := range m.pairs {
		if one != p {
			continue
		}
		for _, s := range m.run.steps {
			if int(s.pair) == n && s.i >= 0 {
				size[s.i], size[s.j] = max(size[s.i], math.Abs(s.bi)), max(size[s.j], math.Abs(s.bj))
			}
		}
	}
	for i, b := range p.beta {
		size[i] = max(size[i], math.Abs(b))
	}
	w := m.model.weighted(p, size)
	if w.top = m.run.top; m.limited(p) {
		w.limit = p.c
	}
	return w
}

// weighted returns the data of the charts for a machine of two classes, with bars for the points of largest size. It
// sets neither limit nor hooks.
func (m *model) weighted(p *pair, size []float64) *weighted {
	w := &weighted{problem: m.problem, row: p.row, coef: p.beta, side: p.side, shown: largestOf(size), beyond: 1,
		turn: "decision boundary, f = 0", limits: words.Text("limit α = %s", m.limit())}
	sums := [2]float64{}
	for i, b := range p.beta {
		w.top = max(w.top, math.Abs(b))
		sums[p.side(i)] += p.sign[i] * b
		s := p.standing(i)
		w.at = append(w.at, s.f)
		if s.residual > p.tol {
			w.off++
		}
	}
	for side, class := range []int{p.a, p.b} {
		w.looks[side] = chart.Of(picture.RoleCell, m.problem.ClassIDs[class], words.Sprintf("yα of %s: sum %s",
			m.problem.ClassName(class), words.Number(float64(2*side-1)*sums[side])))
	}
	return w
}

// hook adds the lines of the conditions for two classes, up to the height top; closed if C is visible.
func (w *weighted) hook(m *model, p *pair, top float64, closed bool) {
	for side, class := range []int{p.a, p.b} {
		y := float64(2*side - 1)
		xy := []float64{math.Inf(2*side - 1), 0, y, 0, y, y * top}
		if closed {
			xy = append(xy, math.Inf(1-2*side), y*top)
		}
		w.hooks = append(w.hooks, hook{m.problem.ClassIDs[class], "where the conditions hold for a class", xy})
	}
}

// limited reports whether the limit C is drawn: only if coefficients come near it.
func (m *dualStage) limited(p *pair) bool { return !m.hard && m.run.top > p.c/4 }

// bars draws a bar for each point, the two classes on either side of 0.
func (m *dualStage) bars() *chart.Chart {
	p := m.focus()
	w := m.weighted(p)
	c := w.bars()
	place, last := w.place()
	if s, ok := m.step(); ok {
		pair := chart.Bars{Look: chart.As(picture.RoleCut, "points of this step"), Half: max(0.4, float64(last)/80)}
		for k, i := range w.shown {
			if i == int(s.i) || i == int(s.j) {
				pair.X, pair.Y = append(pair.X, place(k)), append(pair.Y, p.beta[i])
			}
		}
		c.Add(pair)
	}
	sums := [2]float64{}
	for i, b := range p.beta {
		sums[p.side(i)] += p.sign[i] * b
	}
	c.Alt = words.Sprintf("Bars yα of %s. The α of %s sum to %s, those of %s to %s.", words.Count(len(w.shown), "point"),
		m.problem.ClassName(p.b), words.Number(sums[1]), m.problem.ClassName(p.a), words.Number(sums[0]))
	return c
}

// side returns 0 for a point of the first class, 1 for one of the second.
func (p *pair) side(i int) int {
	if p.sign[i] > 0 {
		return 1
	}
	return 0
}

// boxPanel shows the two weights of the step in their box.
func (m *dualStage) boxPanel(of string) method.Panel {
	info := method.PanelInfo{ID: "box", Title: words.Text("Box of the step%s", of), XLabel: "α", YLabel: "α",
		Help: "The weights of the step's two points: within the box, on the line that keeps Σ αᵢyᵢ, up the dual " +
			"objective (thin " +
			"lines) as far as the box allows"}
	s, ok := m.step()
	if !ok {
		info.Bare, info.XLabel, info.YLabel = true, "", ""
		return method.Panel{PanelInfo: info, Draw: chart.InPixels(func(p *picture.Picture) {
			chart.Note(p, "No step yet", "No step of SMO has been made yet.")
		})}
	}
	p := m.focus()
	i, j := int(s.i), int(s.j)
	info.XLabel = words.Sprintf("α of point %d (%s)", m.problem.Number(p.row(i)),
		m.problem.ClassName(m.problem.Class[p.row(i)]))
	info.YLabel = words.Sprintf("α of point %d (%s)", m.problem.Number(p.row(j)),
		m.problem.ClassName(m.problem.Class[p.row(j)]))
	return chart.Plain(info, func() *chart.Chart { return m.box(p, s) })
}

// box draws the plane of the two weights of a step.
func (m *dualStage) box(p *pair, s smoStep) *chart.Chart {
	i, j := int(s.i), int(s.j)
	yi, yj := p.sign[i], p.sign[j]
	bi, bj := s.fromI, s.fromJ
	from, to := [2]float64{yi * bi, yj * bj}, [2]float64{yi * s.bi, yj * s.bj}
	want := [2]float64{yi * (bi + s.free), yj * (bj - s.free)}
	side := p.c
	if size := max(from[0], from[1], to[0], to[1]); m.hard || size < p.c/4 { // the far sides are not visible
		side = 1.6 * size
	}
	// An unclipped optimum that is far away is left out of the picture.
	seen := func(v float64) bool { return v > -1.2*side && v < 2.2*side }
	c := &chart.Chart{X: chart.Axis{See: []float64{0, side}, Below: 0.08, Above: 0.08},
		Y: chart.Axis{See: []float64{0, side},
			Below: 0.08, Above: 0.08}}
	if seen(want[0]) && seen(want[1]) {
		c.X.See, c.Y.See = append(c.X.See, want[0]), append(c.Y.See, want[1])
	}
	ki := m.run.grams[s.pair].row(i)
	kii, kjj, kij := ki[i], m.run.grams[s.pair].row(j)[j], ki[j]
	// The gradient before the step: the present one without the step's contribution.
	gi := p.grad[i] + (s.bi-bi)*kii + (s.bj-bj)*kij
	gj := p.grad[j] + (s.bi-bi)*kij + (s.bj-bj)*kjj
	rise := func(x, y float64) float64 {
		di, dj := yi*x-bi, yj*y-bj
		return gi*di + gj*dj - (kii*di*di+2*kij*di*dj+kjj*dj*dj)/2
	}
	c.Add(chart.On(func(pic *picture.Picture) {
		pic.Add(levels(pic.View, rise)...)
		far := 2 * p.c
		if m.hard {
			far = 10 * side
		}
		box := &picture.Path{Role: picture.RoleAxis, Class: picture.NoClass, Says: "box, 0 ≤ α ≤ C", Closed: true,
			XY: []float64{0, 0, p.c, 0, p.c, p.c, 0, p.c}}
		if m.hard {
			box.Says = "α ≥ 0"
			box.Closed, box.XY = false, []float64{0, far, 0, 0, far, 0}
		}
		pic.Add(box)
		if line := picture.LineIn(yi, yj, -(yi*from[0] + yj*from[1]), pic.View); line != nil {
			pic.Add(&picture.Path{Role: picture.RoleMargin, Class: picture.NoClass, XY: line, Says: "Σ αᵢyᵢ unchanged"})
		}
		pic.Add(&picture.Path{Role: picture.RoleCut, Class: picture.NoClass, XY: []float64{from[0], from[1], to[0], to[1]},
			Says: "path of this step"})
		pic.Add(&picture.Marks{Role: picture.RoleGuide, XY: from[:], Says: "before"})
		if v := pic.View; want[0] >= v.X0 && want[0] <= v.X1 && want[1] >= v.Y0 && want[1] <= v.Y1 {
			pic.Add(&picture.Marks{Role: picture.RoleOptimum, XY: want[:], Says: "optimum on the line, without the box"})
		}
		pic.Add(&picture.Marks{Role: picture.RoleSite, XY: to[:], Says: "after"})
	}))
	clip := "to the optimum on the line"
	if math.Abs(s.bi-bi) < math.Abs(s.free)*(1-1e-9) {
		clip = words.Text("to the side of the box; without it the optimum would be at %s and %s", words.Number(want[0]),
			words.Number(want[1]))
	}
	c.Alt = words.Sprintf("The weights move from %s and %s to %s and %s, %s. The dual objective grows by %s.",
		words.Number(from[0]), words.Number(from[1]), words.Number(to[0]), words.Number(to[1]), clip,
		words.Number(rise(to[0], to[1])))
	c.Told = true
	return c
}

// levels draws contour lines of f over a plane.
func levels(v picture.Viewport, f func(x, y float64) float64) (layers []picture.Layer) {
	const nodes, lines = 48, 9
	g := v.Grid(nodes, nodes)
	values := make([]float32, g.W*g.H)
	lo, hi := math.Inf(1), math.Inf(-1)
	for j := range g.H {
		for i := range g.W {
			z := f(g.X(i), g.Y(j))
			values[j*g.W+i] = float32(z)
			lo, hi = min(lo, z), max(hi, z)
		}
	}
	if !method.Finite(lo, hi) || !(hi > lo) {
		return nil
	}
	relief := picture.NewRelief(values, g)
	for k := 1; k < lines; k++ {
		// Denser near the top, where f is flat.
		t := 1 - float64(k)/lines
		path := relief.Path(hi-(hi-lo)*t*t, picture.RoleIsoline, picture.NoClass)
		path.Says = "lines of equal dual objective"
		layers = picture.AppendPath(layers, path)
	}
	return layers
}

// hooks draws the conditions of optimality as lines, and the points in relation to them.
func (m *dualStage) hooks() *chart.Chart {
	p := m.focus()
	w := m.weighted(p)
	if w.top *= 1.1; m.limited(p) {
		w.top = p.c
	}
	w.hook(m.model, p, w.top, m.limited(p))
	c := w.conditions()
	if s, ok := m.step(); ok {
		c.Add(chart.On(func(pic *picture.Picture) {
			path := &picture.Path{Role: picture.RoleCut, Class: picture.NoClass, Closed: true, Says: "points of this step"}
			v := pic.View
			for _, i := range []int{int(s.i), int(s.j)} {
				x, y := p.standing(i).f, p.beta[i]
				path.AddCircle(x, y, math.Abs(v.DX(v.PX(x)+8)-x), math.Abs(v.DY(v.PY(y)+8)-y))
			}
			pic.Add(path)
		}))
	}
	c.Alt = words.Sprintf("%s at f and yα; %s off the lines on which the KKT conditions hold.", words.Capital(
		words.Count(p.n, "point")), words.CountOf(w.off, "one lies", "lie"))
	return c
}

// mostBiases is the largest number of vectors on the margin in the chart.
const mostBiases = 40

// biases draws the intercepts that follow from the vectors on the margin.
func (m *dualStage) biases() *chart.Chart {
	p := m.focus()
	edge := p.onEdge()
	edge = edge[:min(len(edge), mostBiases)]
	b := m.raised(p, p.bias)
	lo, hi := p.allowed()
	lo, hi = m.raised(p, lo), m.raised(p, hi)
	c := &chart.Chart{X: chart.Exactly(0.3, float64(max(len(edge), 1))+0.7),
		Y: chart.Axis{See: []float64{b - 0.5, b + 0.5},
			Below: 0.06, Above: 0.06}}
	if method.Finite(lo) {
		line := chart.Level(chart.As(picture.RoleGuide, "at least, of points whose yα may grow").Called("b at least"), lo)
		line.Seen = true
		c.Add(line)
	}
	if method.Finite(hi) {
		line := chart.Level(chart.As(picture.RoleMargin, "at most, of points whose yα may fall").Called("b at most"), hi)
		line.Seen = true
		c.Add(line)
	}
	says := "b, their mean"
	if len(edge) == 0 {
		says = "b, the middle of the allowed interval"
	}
	c.Add(chart.Level(chart.As(picture.RoleMean, says).Called("b"), b))
	marks := &picture.Marks{Role: picture.RolePoint}
	for k, i := range edge {
		marks.XY = append(marks.XY, float64(k+1), m.raised(p, p.grad[i]))
		marks.Class = append(marks.Class, m.problem.ClassIDs[m.problem.Class[p.row(i)]])
		marks.Keys = append(marks.Keys, pointKeys.Key(p.row(i)))
	}
	if len(edge) > 0 {
		c.Add(chart.Dots{Marks: marks})
	}
	c.Alt = words.Text("%s with 0 < α < C.", words.Capital(words.Count(len(edge), "vector")))
	return c
}

// mostBumps is the largest number of terms drawn: those with the largest coefficients.
const mostBumps = 30

// way returns the line along which the terms of f are drawn: the axis of the only varying input, or the line through
// the two points of the machine's present or next step; if there is none, through its first and its last point. The
// positions are at(from) to at(to).
func (m *dualStage) way(p *pair) (at func(t float64) []float64, from, to float64, label string) {
	for axis := range 2 {
		level := true
		for i := range m.problem.N {
			level = level && m.problem.At(i)[1-axis] == m.problem.At(0)[1-axis]
		}
		if !level {
			continue
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := range m.problem.N {
			lo, hi = min(lo, m.problem.At(i)[axis]), max(hi, m.problem.At(i)[axis])
		}
		if !(hi > lo) {
			break
		}
		other := m.problem.At(0)[1-axis]
		return func(t float64) []float64 {
			x := []float64{other, other}
			x[axis] = t
			return x
		}, lo - 0.1*(hi-lo), hi + 0.1*(hi-lo), m.problem.InputNames()[axis]
	}
	i, j := 0, p.n-1
	k := max(m.k-1, 0)
	for ; k < len(m.run.steps); k++ {
		if s := m.run.steps[k]; s.i >= 0 && m.pairs[s.pair] == p {
			i, j = int(s.i), int(s.j)
			break
		}
	}
	a, b := m.problem.At(p.row(i)), m.problem.At(p.row(j))
	return func(t float64) []float64 {
			x := make([]float64, len(a))
			for d := range x {
				x[d] = a[d] + t*(b[d]-a[d])
			}
			return x
		}, -0.6, 1.6, words.Sprintf("line from point %d (at 0) to point %d (at 1)", m.problem.Number(p.row(i)),
			m.problem.Number(p.row(j)))
}

// bumpsPanel shows f along a line as the sum of the support vectors' terms.
func (m *dualStage) bumpsPanel(of string) method.Panel {
	p := m.focus()
	at, from, to, label := m.way(p)
	return chart.Plain(method.PanelInfo{ID: "bumps", Title: words.Text("f as a sum of bumps%s", of), XLabel: label,
		YLabel: "f",
		Help:   "αᵢyᵢ k(xᵢ, x) of each support vector, in the colour of its class; f is the sum of all and of b"},
		func() *chart.Chart {
			n := slices.Index(m.pairs, p)
			const nodes = 120
			x := make([]float64, nodes+1)
			f := make([]float64, nodes+1)
			for k := range x {
				x[k] = from + (to-from)*float64(k)/nodes
				f[k] = m.values(at(x[k]))[n]
			}
			c := &chart.Chart{X: chart.Exactly(from, to), Y: chart.Axis{Below: 0.06, Above: 0.06}}
			var rows []int
			for i, b := range p.beta {
				if b != 0 {
					rows = append(rows, i)
				}
			}
			slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(math.Abs(p.beta[b]), math.Abs(p.beta[a])) })
			all := len(rows)
			rows = rows[:min(all, mostBumps)]
			for _, i := range rows {
				y := make([]float64, len(x))
				for k := range x {
					y[k] = p.beta[i] * m.kernel.Eval(m.problem.At(p.row(i)), at(x[k]))
				}
				c.Add(chart.Curve{Look: chart.Of(picture.RoleIsoline, m.problem.ClassIDs[m.problem.Class[p.row(i)]],
					"αᵢyᵢ k(xᵢ, x) of a vector"), X: x, Y: y, Key: pointKeys.Key(p.row(i)), Untold: true})
			}
			c.Add(chart.Level(chart.As(picture.RoleMargin, "b").Called("b"), m.offset[n]),
				chart.Level(chart.As(picture.RoleAxis, ""), 0),
				chart.Curve{Look: chart.As(picture.RoleMean, "f, the sum of all and b"), X: x, Y: f})
			c.Alt = words.Capital(words.Count(all, "support vector")) + "."
			return c
		})
}
