package gaussian

import (
	"fmt"
	"math"
	"strings"

	"pointscape/engine/chart"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

func (m *vector) Status() method.Status {
	s := method.Status{State: method.Exact}
	switch {
	case m.used < m.p.N:
		s.State, s.Sentence = method.Running, words.Sprintf("Given %s of %d.", words.Count(m.used, "point"), m.p.N)
	case m.used == 0:
		s.Sentence = "Nothing is known yet: this is the prior. Click to fix the nearest value."
	case method.Solved(m.cond) != method.Exact:
		s.State, s.Sentence = method.Solved(m.cond), method.SolvedSentence(m.cond, "the covariance of the observations",
			"Make the noise variance larger.")
	default:
		s.Sentence = "Exact: one linear system was solved, without iteration."
	}
	return s
}

func (m *vector) Facts() []method.Fact {
	n := len(m.at)
	var f method.FactList
	f.Add("n_values", n, "", "Number of values in the vector").Call("Values")
	f.Add("n", m.used, "", "Number of points: each fixes the value that is nearest to it").Call("Observations")
	if m.used > 0 {
		f.Add("information", m.info, "nats", "Decrease of the entropy of the vector: ½ ln det(I + K/σₙ²) at the "+
			"observations").Call("Information gained")
	}
	before, after := 0.0, 0.0
	for i := range n {
		before, after = before+m.prior[i*n+i], after+m.cov[i*n+i]
	}
	f.Add("mean_variance", []float64{before / float64(n), after / float64(n)}, "", "Mean of the variances of all values").
		Call("Mean variance").By([]string{"Before", "Now"})
	i, j := m.plotted()
	f.Add("pair_correlation", []float64{m.correlation(m.prior, i, j), m.correlation(m.cov, i, j)}, "",
		"Correlation of the two values that are plotted").Call(words.Text("Correlation of %s and %s", value(i), value(j))).
		By([]string{"Before", "Now"})
	f.Add("least_eigenvalue", least(m.eigen), "", "Smallest eigenvalue of the prior's covariance: if it is "+
		"negative, no such Gaussian exists").
		Call("Least eigenvalue")
	f.Add("places", m.at, "", "Positions of the values").Hide()
	f.Add("means", m.mean, "", "Mean of each value").Hide()
	sds := make([]float64, n)
	for i := range sds {
		sds[i] = m.sd(i)
	}
	f.Add("sds", sds, "", "Standard deviation of each value").Hide()
	if m.used > 0 {
		f.Add("condition_estimate", m.cond, "", "Condition number of the covariance of the observations, in the 1-norm")
	}
	return f
}

func (m *vector) Formula() string {
	text := words.Sprintf("f = (f%s, …, f%s) ∼ N(0, K),  K_{ij} = k(x_{i}, x_{j}),  k = %s", words.Index(1),
		words.Index(len(m.at)), m.k.String())
	if m.used == 0 {
		return text
	}
	what := "fₒ"
	return text + words.Sprintf("\nE(f | y) = K_{·o}(K_{oo} + %s I)⁻¹ y,  %s: %s\nCov(f | y) = K − K_{·o}(K_{oo} + %s "+
		"I)⁻¹K_{o·}",
		words.Number(m.v.Float("alpha")), what, m.list(), words.Number(m.v.Float("alpha")))
}

// list lists the known values, abbreviated.
func (m *vector) list() string {
	text := ""
	for i, r := range m.which {
		if i == 6 {
			return words.Text("%s, …", text)
		}
		if i > 0 {
			text += ", "
		}
		text += words.Text("%s ≈ %s", value(r), words.Number(m.p.Y[i]))
	}
	return text
}

// Explain describes the value nearest to x: its mean and standard deviation, and its correlations with others.
func (m *vector) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	i := nearestOf(m.at, x[0])
	sd := m.sd(i)
	e := method.Explanation{Answer: words.Sprintf("%s at %s: %s ± %s", value(i), words.Number(m.at[i]),
		words.Number(m.mean[i]), words.Number(sd))}
	n := len(m.at)
	if before := math.Sqrt(m.prior[i*n+i]); m.used > 0 && before > 0 {
		e.Lines = append(e.Lines, words.Text("standard deviation %s of the %s before", words.Percent(sd/before),
			words.Number(before)))
	}
	if i > 0 {
		e.Lines = append(e.Lines, words.Text("correlation with %s: %s", value(i-1), words.Number(m.correlation(m.cov, i,
			i-1))))
	}
	if i+1 < n {
		e.Lines = append(e.Lines, words.Text("correlation with %s: %s", value(i+1), words.Number(m.correlation(m.cov, i,
			i+1))))
	}
	e.Layers = append(e.Layers, m.marked(i)...)
	return e
}

func nearestOf(at []float64, x float64) int { return (&base{at: at}).nearest(x) }

// marked marks values with their mean ± 2 standard deviations.
func (m *vector) marked(list ...int) (layers []picture.Layer) {
	bars := &picture.Path{Role: picture.RoleCut, Class: picture.NoClass, Says: "mean ± 2 standard deviations of the value"}
	rings := &picture.Marks{Role: picture.RoleNeighbor, Says: "the value"}
	for _, i := range list {
		bars.AddLine(m.at[i], m.mean[i]-2*m.sd(i), m.at[i], m.mean[i]+2*m.sd(i))
		rings.XY = append(rings.XY, m.at[i], m.mean[i])
	}
	return []picture.Layer{bars, rings}
}

// joined returns the points mean + sds standard deviations of each value, x and y alternating.
func (m *vector) joined(sds float64) (xy []float64) {
	for i, x := range m.at {
		xy = append(xy, x, m.mean[i]+sds*m.sd(i))
	}
	return xy
}

// between returns the area between two curves in the same direction.
func between(low, high []float64) *picture.Path {
	area := &picture.Path{Role: picture.RoleBand, Class: picture.NoClass, Closed: true, XY: append([]float64(nil), low...)}
	for i := len(high) - 2; i >= 0; i -= 2 {
		area.XY = append(area.XY, high[i], high[i+1])
	}
	return area
}

// leastStep is the least distance in pixels between values for which each has a dot. Closer dots would hide the line.
const leastStep = 12

func (m *vector) Layers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	under = append(under, m.stems(v))
	if show[process] {
		under = append(under, m.processLayers(v)...)
	}
	if show[band] {
		for sds := 2.0; sds >= 1; sds-- {
			says := words.Text("mean ± %s", words.Count(int(sds), "standard deviation"))
			area := between(m.joined(-sds), m.joined(sds))
			area.Level, area.Says = sds, says
			edges := &picture.Path{Role: picture.RoleBandLine, Class: picture.NoClass, Level: sds, Says: says}
			edges.AddLine(m.joined(-sds)...)
			edges.AddLine(m.joined(sds)...)
			under = append(under, area, edges)
		}
	}
	if show[samples] {
		for s, f := range m.drawn {
			line := &picture.Path{Role: picture.RoleSample, Class: s, Says: "sample"}
			for i, x := range m.at {
				line.XY = append(line.XY, x, f[i])
			}
			under = append(under, line)
		}
	}
	if show[method.Mean] {
		line := &picture.Path{Role: picture.RoleMean, Class: picture.NoClass, XY: m.joined(0), Says: "mean of each value"}
		dots := &picture.Marks{Role: picture.RoleSite, Says: "mean of each value"}
		for i, x := range m.at {
			dots.XY = append(dots.XY, x, m.mean[i])
			dots.Keys = append(dots.Keys, cellKey(i, i))
		}
		if under = append(under, line); math.Abs(v.PX(m.at[1])-v.PX(m.at[0])) >= leastStep {
			under = append(under, dots)
		}
	}
	ties := &picture.Path{Role: picture.RoleResidual, Class: picture.NoClass,
		Says: "from a point to the value that it fixes"}
	for i, r := range m.which {
		if x := m.p.X[i]; math.Abs(x-m.at[r]) > (v.X1-v.X0)/float64(max(v.W, 1)) {
			ties.AddLine(x, m.p.Y[i], m.at[r], m.p.Y[i])
		}
	}
	under = picture.AppendPath(under, ties)
	return append(under, m.labels(v, true)...), nil, job.Err()
}

// stems returns vertical lines at the positions of the values.
func (m *vector) stems(v picture.Viewport) *picture.Path {
	stems := &picture.Path{Role: picture.RoleGridline, Class: picture.NoClass}
	for _, x := range m.at {
		stems.AddLine(x, v.Y0, x, v.Y1)
	}
	return stems
}

// labels returns the names of the values along the lower edge, as many as fit; with keys, they have the keys of the
// variances.
func (m *vector) labels(v picture.Viewport, keys bool) (layers []picture.Layer) {
	names := m.subscripts()
	n := len(names)
	step := math.Abs(v.PX(m.at[1]) - v.PX(m.at[0]))
	every := max(1, int(math.Ceil(26/max(step, 1e-9))))
	for i := 0; i < n; i += every {
		l := &picture.Label{Role: picture.RoleTick, X: m.at[i], Y: v.DY(float64(v.H) - 9), Text: names[i]}
		if keys {
			l.Key = cellKey(i, i)
		}
		layers = append(layers, l)
	}
	return layers
}

// processLayers draws the mean and the band of the process over the viewport.
func (m *vector) processLayers(v picture.Viewport) []picture.Layer {
	n := max(v.W/2, 2)
	x := make([]float64, n+1)
	for i := range x {
		x[i] = v.X0 + (v.X1-v.X0)*float64(i)/float64(n)
	}
	mean, sd := m.process(x, true)
	edges := &picture.Path{Role: picture.RoleBandEdge, Class: picture.NoClass,
		Says: "Gaussian process: mean ± 2 standard deviations"}
	middle := &picture.Path{Role: picture.RoleTruth, Class: picture.NoClass, Says: "Gaussian process: mean"}
	for _, sds := range []float64{-2, 2} {
		var xy []float64
		for i, x := range x {
			xy = append(xy, x, mean[i]+sds*sd[i])
		}
		edges.AddLine(xy...)
	}
	for i, x := range x {
		middle.XY = append(middle.XY, x, mean[i])
	}
	return []picture.Layer{edges, middle}
}

func (m *vector) Panels(show method.Shown) (list []method.Panel) {
	i, j := m.plotted()
	if show[twoValues] {
		list = append(list, chart.Plain(method.PanelInfo{ID: twoValues, Title: "Two of the values",
			XLabel: "f" + words.Subscript(i+1), YLabel: "f" + words.Subscript(j+1),
			Help: "Ellipses of 1 and 2 standard deviations, before and after the observations. A click in the matrix " +
				"chooses others."}, m.pairChart))
	}
	if show[spectrum] {
		list = append(list, spectrumPanel(m.eigen))
	}
	if show[matrix] {
		title, help := "Covariance matrix", "K: the kernel of each pair of values"
		if m.used > 0 {
			title, help = "Covariance now", "Given the observations: known values hardly vary"
		}
		list = append(list, matrixPanel(title, help, m.cov, m.subscripts()))
	}
	return list
}

// Draws reports that Layers draws the mean, as lines that join the values.
func (m *vector) Draws(p method.Part) bool { return p == method.Mean }

// spectrumPanel returns a panel of the eigenvalues as bars, in decreasing order.
func spectrumPanel(eigen []float64) method.Panel {
	return chart.Plain(method.PanelInfo{ID: spectrum, Title: "Eigenvalues", XLabel: "number", YLabel: "eigenvalue",
		XCounts: true,
		Help:    "Variances along the principal axes of the prior's covariance. Negative values are not variances."},
		func() *chart.Chart {
			n := len(eigen)
			c := &chart.Chart{X: chart.Slots(n), Y: chart.Airy(0.05), Alt: "Eigenvalues of the covariance, the " +
				"largest one first."}
			var xs, values [2][]float64
			for i := range eigen {
				e, kind := eigen[n-1-i], 0
				if e < 0 && e < -lost*eigen[n-1] {
					kind = 1
				}
				xs[kind], values[kind] = append(xs[kind], float64(i+1)), append(values[kind], e)
			}
			for kind, says := range []string{"variance along an axis", "below 0: no variance"} {
				if len(xs[kind]) > 0 {
					c.Add(chart.Bars{Look: chart.Of(picture.RoleBar, 2*kind, says), X: xs[kind], Y: values[kind]})
				}
			}
			c.Add(chart.Level(chart.As(picture.RoleGuide, "0"), 0))
			return c
		})
}

func (m *vector) pairChart() *chart.Chart {
	i, j := m.plotted()
	c := &chart.Chart{X: chart.Airy(0.05), Y: chart.Airy(0.05), Alike: true,
		Alt: words.Sprintf("Values %d and %d: correlation %s before, %s now.", i+1, j+1,
			words.Number(m.correlation(m.prior, i, j)),
			words.Number(m.correlation(m.cov, i, j)))}
	before, now := m.two(i, j, nil, m.prior), m.two(i, j, m.mean, m.cov)
	ring := func(g *pair, role picture.Role, sds float64, says string) chart.Curve {
		e := g.ellipse(sds)
		return chart.Curve{Look: chart.As(role, says), XY: append(e.XY, e.XY[0], e.XY[1]), Untold: true}
	}
	for sds := 2.0; sds >= 1; sds-- {
		if m.used > 0 {
			c.Add(ring(&before, picture.RoleMargin, sds, "before"))
		}
	}
	for sds := 2.0; sds >= 1; sds-- {
		area := now.ellipse(sds)
		area.Role, area.Says = picture.RoleBand, "now"
		c.Add(chart.Layers{area}, ring(&now, picture.RoleBandLine, sds, "now"))
	}
	dots := &picture.Marks{Role: picture.RoleSite, Says: "samples"}
	for _, f := range m.drawn {
		dots.XY = append(dots.XY, f[i], f[j])
	}
	if len(dots.XY) > 0 {
		c.Add(chart.Dots{Marks: dots, Untold: true})
	}
	return c
}

// Tell describes an entry of the matrix, and marks its two values in the plane. A click plots them.
func (m *vector) Tell(key string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	n := len(m.at)
	i, j, ok := cell(key, n)
	if !ok {
		return t, false
	}
	t.Answer = entry(value(i), value(j), m.cov[i*n+j])
	if m.used > 0 {
		t.Lines = append(t.Lines, words.Text("before: %s", words.Number(m.prior[i*n+j])))
	}
	if i == j {
		t.Lines = append(t.Lines, words.Sprintf("%s: %s ± %s", value(i), words.Number(m.mean[i]), words.Number(m.sd(i))))
		t.Layers = m.marked(i)
		return t, true
	}
	t.Lines = append(t.Lines, words.Text("correlation %s", words.Number(m.correlation(m.cov, i, j))))
	t.Layers = m.marked(i, j)
	if a, b := m.plotted(); a != i || b != j {
		t.Click.Set = map[string]any{"value_i": float64(i + 1), "value_j": float64(j + 1)}
	}
	return t, true
}

// unsound is a vector whose kernel is not positive semi-definite at its positions, so that it is not the covariance of
// a Gaussian.
type unsound struct{ *base }

func (m *unsound) Can() *method.Capabilities {
	return &method.Capabilities{
		Drawing: method.Drawing{Layers: m.Layers, Panels: m.Panels},
		Words:   method.Words{Formula: m.Formula},
		Pointer: method.Pointer{Tell: m.Tell},
	}
}

func (m *unsound) Status() method.Status {
	s := kernelparam.Doubt(method.Status{State: method.Limited}, kernel.Indefinite, words.Sprintf("its matrix has the "+
		"eigenvalue %s, so that a weighted sum of the values would have a negative variance. There is no such Gaussian: "+
		"choose another kernel.", words.Number(m.eigen[0])))
	s.Sentence = strings.TrimSpace(s.Sentence)
	return s
}

func (m *unsound) Facts() []method.Fact {
	var f method.FactList
	f.Add("n_values", len(m.at), "", "Number of values in the vector").Call("Values")
	f.Add("least_eigenvalue", least(m.eigen), "", "Smallest eigenvalue of the kernel's matrix: if it is "+
		"negative, no such Gaussian exists").
		Call("Least eigenvalue")
	return f
}

// Panels still shows the matrix and its eigenvalues.
func (m *unsound) Panels(show method.Shown) (list []method.Panel) {
	if show[spectrum] {
		list = append(list, spectrumPanel(m.eigen))
	}
	if show[matrix] {
		list = append(list, matrixPanel("Covariance of no Gaussian", "The kernel of each pair of values", m.prior,
			(&vector{at: m.at}).subscripts()))
	}
	return list
}

// Layers draws the weights of a sum of the values that would have a negative variance.
func (m *unsound) Layers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	w := &vector{at: m.at}
	under = append(under, w.stems(v))
	if show[method.Mean] {
		says := words.Text("weights: the sum of the weighted values would have the variance %s", words.Number(m.eigen[0]))
		line := &picture.Path{Role: picture.RoleAgainst, Class: picture.NoClass, Weight: 0.5, Says: says}
		dots := &picture.Marks{Role: picture.RoleSite, Says: says}
		for i, x := range m.at {
			line.XY, dots.XY = append(line.XY, x, m.worst[i]), append(dots.XY, x, m.worst[i])
		}
		under = append(under, line, dots)
	}
	return append(under, w.labels(v, false)...), nil, job.Err()
}

// Tell describes an entry of the matrix.
func (m *unsound) Tell(key string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	i, j, ok := cell(key, len(m.at))
	if ok {
		t.Answer = fmt.Sprintf("k(x%s, x%s) = %s", words.Index(i+1), words.Index(j+1), words.Number(m.prior[i*len(m.at)+j]))
	}
	return t, ok
}

func (m *unsound) Formula() string {
	return words.Text("aᵀK a = %s for the weights a that are drawn, with ‖a‖ = 1: of a covariance it would be the "+
		"variance of Σ aᵢ fᵢ", words.Number(m.eigen[0]))
}

// least returns the least of ascending eigenvalues, 0 if it is only a rounding error.
func least(eigen []float64) float64 {
	if n := len(eigen); math.Abs(eigen[0]) < 1e-12*float64(n)*math.Abs(eigen[n-1]) {
		return 0
	}
	return eigen[0]
}
