package gaussian

import (
	"math"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// plane is the picture of two variables or of their sum.
type plane struct {
	p     *method.Problem
	v     method.Values
	g     pair
	names []string
}

func (m *plane) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m},
		Drawing: method.Drawing{Layers: m.Layers, Panels: m.Panels},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Pointer: method.Pointer{Tell: m.Tell, Learned: m.Learned},
	}
}

func fitPlane(p *method.Problem, v method.Values) *plane {
	at := v.Places("ellipse")
	mean := [2]float64(at[0])
	from := func(end []float64) [2]float64 { return [2]float64{end[0] - mean[0], end[1] - mean[1]} }
	return &plane{p: p, v: v, g: pairOf(mean, from(at[1]), from(at[2])), names: p.InputNames()}
}

func (m *plane) adds() bool { return m.v.String("picture") == ofSum }

// known returns the variable that the conditional takes as known, and its value.
func (m *plane) known() (k int, value float64) {
	if m.v.String("given") == "y" {
		k = 1
	}
	return k, m.v.Places("at")[0][k]
}

// sumOf returns the distribution of the weighted sum, and its formula.
func (m *plane) sumOf() (n normal, name string) {
	a, b := m.v.Float("factor_x"), m.v.Float("factor_y")
	return m.g.sum(a, b), weighted(a, m.names[0]) + plus(b, m.names[1])
}

// weighted formats a multiple of a variable as the first term of a sum; plus formats a further term.
func weighted(a float64, name string) string {
	switch a {
	case 1:
		return name
	case -1:
		return "−" + name
	}
	return words.Text("%s %s", words.Number(a), name)
}

func plus(a float64, name string) string {
	if a < 0 {
		return words.Text(" − %s", weighted(-a, name))
	}
	return words.Text(" + %s", weighted(a, name))
}

// Predict answers with the density at each point.
func (m *plane) Predict(x, out []float64) {
	for i := range out {
		out[i] = math.Exp(m.g.logDensity(x[2*i], x[2*i+1]))
	}
}

func (m *plane) Status() method.Status {
	s := method.Status{State: method.Exact, Sentence: "Exact: everything follows from the mean and the " +
		"covariance in closed form."}
	switch {
	case m.g.flat:
		s.Sentence = "The ellipse is flat: its short axis is made slightly longer, so that there is a density."
	case m.adds() && m.v.Float("factor_x") == 0 && m.v.Float("factor_y") == 0:
		s.Sentence = "Both factors are 0, so the sum is 0 for all values of the variables."
	case m.adds() && m.g.xy != 0:
		s.Sentence = "Exact. The variables are not independent: the variance of the sum has the term 2ab·covariance."
	}
	return s
}

func (m *plane) Facts() []method.Fact {
	g, n := &m.g, m.names
	var f method.FactList
	f.Add("mean", g.mean[:], "", "Mean of each variable").Call("Mean").By(n)
	f.Add("sd", []float64{math.Sqrt(g.xx), math.Sqrt(g.yy)}, "", "Standard deviation of each variable").
		Call("Standard deviation").By(n)
	f.Add("covariance", [][]float64{{g.xx, g.xy}, {g.xy, g.yy}}, "", "Variances, and the covariance between them").
		Call("Covariance").By(n, n...)
	f.Add("correlation", g.correlation(), "", "Covariance as a share of the product of the standard deviations").
		Call("Correlation")
	if m.adds() {
		s, name := m.sumOf()
		f.Add("sum_mean", s.mean, "", words.Text("Mean of %s", name)).Call("Mean of the sum")
		f.Add("sum_variance", s.sd*s.sd, "", words.Text("Variance of %s", name)).Call("Variance of the sum")
		f.Add("sum_sd", s.sd, "", "Its standard deviation, which is not the sum of both").Call("Standard " +
			"deviation of the sum")
	} else {
		k, a := m.known()
		c := g.conditional(k, a)
		f.Add("known", a, "", words.Text("Known value of %s", n[k])).Call(words.Text("Known %s", n[k]))
		f.Add("conditional_mean", c.mean, "", words.Text("Mean of %s given that value",
			n[1-k])).Call(words.Text("Mean of %s then", n[1-k]))
		f.Add("conditional_variance", c.sd*c.sd, "", words.Text("Variance of %s for a known value, the same for every value",
			n[1-k])).
			Call(words.Text("Variance of %s then", n[1-k]))
		f.Add("conditional_sd", c.sd, "", words.Text("Standard deviation of %s then", n[1-k])).Call("Standard deviation then")
		f.Add("slope", g.slope(k), "", words.Text("Change of this mean per unit of %s", n[k])).Call("Slope of that mean")
		f.Add("mutual_information", m.information(), "nats", "Mutual information: the decrease of one variable's "+
			"entropy when the "+
			"other is known").Call("Mutual information")
	}
	f.Add("entropy", g.entropy(), "nats", "Differential entropy of both variables together").Call("Entropy")
	long, short := g.axes()
	f.Add("axis_sds", []float64{long, short}, "", "Standard deviations along the principal axes: roots of the "+
		"eigenvalues of "+
		"the covariance").Call("Along the axes").By([]string{"Long axis", "Short axis"})
	f.Add("angle", math.Atan(g.long[1]/g.long[0])*180/math.Pi, "degrees", "Direction of the long axis").Call("Angle")
	if m.p.N > 0 {
		f.Add("mean_log_likelihood", m.likelihood(&m.g), "nats", "Mean over the points of the logarithm of the "+
			"density there").
			Call("Mean log likelihood")
		if best, ok := m.sample(); ok {
			f.Add("max_mean_log_likelihood", m.likelihood(&best), "nats", "The same for the Gaussian with "+
				"the mean and the covariance of the points, the largest of all Gaussians").Call("Largest " +
				"possible value")
		}
	}
	return f
}

// information returns the mutual information of the two variables.
func (m *plane) information() float64 {
	long, short := m.g.axes()
	return math.Log(math.Sqrt(m.g.xx)/short) + math.Log(math.Sqrt(m.g.yy)/long)
}

func (m *plane) likelihood(g *pair) float64 {
	sum := 0.0
	for i := range m.p.N {
		x := m.p.At(i)
		sum += g.logDensity(x[0], x[1]) / float64(m.p.N)
	}
	return sum
}

// sample returns the maximum likelihood estimate, with the mean and the covariance of the points. ok is false if they
// are collinear.
func (m *plane) sample() (g pair, ok bool) {
	n := float64(m.p.N)
	var mean [2]float64
	for i := range m.p.N {
		x := m.p.At(i)
		mean[0], mean[1] = mean[0]+x[0]/n, mean[1]+x[1]/n
	}
	var xx, xy, yy float64
	for i := range m.p.N {
		dx, dy := m.p.At(i)[0]-mean[0], m.p.At(i)[1]-mean[1]
		xx, xy, yy = xx+dx*dx/n, xy+dx*dy/n, yy+dy*dy/n
	}
	if !(xx > 0) || !(yy > 0) {
		return g, false
	}
	g = newPair(mean, xx, xy, yy)
	return g, !g.flat
}

// Learned returns the mean and the axes of the maximum likelihood estimate.
func (m *plane) Learned() map[string]any {
	g, ok := m.sample()
	if !ok {
		return nil
	}
	digits := func(v [2]float64) []float64 {
		return []float64{words.Significant(g.mean[0]+v[0], method.LearnedDigits),
			words.Significant(g.mean[1]+v[1], method.LearnedDigits)}
	}
	return map[string]any{"ellipse": [][]float64{digits([2]float64{}), digits(g.long), digits(g.short)}}
}

func (m *plane) Formula() string {
	g, n := &m.g, m.names
	if m.adds() {
		a, b := m.v.Float("factor_x"), m.v.Float("factor_y")
		s, name := m.sumOf()
		return words.Sprintf("E(%s) = %s·%s %s = %s\nVar(%s) = a²σ%s² + b²σ%s² + 2ab·Cov = %s %s %s = %s", name,
			words.Number(a), bracketed(g.mean[0]), product(b, g.mean[1]), words.Number(s.mean), name, words.Index(1),
			words.Index(2), words.Number(a*a*g.xx), words.Term(b*b*g.yy), words.Term(2*a*b*g.xy), words.Number(s.sd*s.sd))
	}
	k, a := m.known()
	c, x, y := g.conditional(k, a), n[k], n[1-k]
	kk, oo := g.xx, g.yy
	if k == 1 {
		kk, oo = oo, kk
	}
	return words.Sprintf("E(%s | %s = %s) = %s + (%s/%s)·(%s − %s) = %s\nVar(%s | %s) = %s − (%s)²/%s = %s", y, x,
		words.Number(a), words.Number(g.mean[1-k]), words.Number(g.xy), words.Number(kk), words.Number(a),
		bracketed(g.mean[k]), words.Number(c.mean), y, x, words.Number(oo), words.Number(g.xy), words.Number(kk),
		words.Number(c.sd*c.sd))
}

// product formats a·x as a further term of a sum.
func product(a, x float64) string {
	if a < 0 {
		return words.Text("− %s·%s", words.Number(-a), bracketed(x))
	}
	return words.Text("+ %s·%s", words.Number(a), bracketed(x))
}

// bracketed formats a factor, in brackets if it is negative.
func bracketed(x float64) string {
	if x < 0 {
		return "(" + words.Number(x) + ")"
	}
	return words.Number(x)
}

// Explain gives the density at a position, and the conditional distributions there or, for a sum, its value.
func (m *plane) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	g, n := &m.g, m.names
	d := g.away(x[0], x[1])
	e := method.Explanation{Answer: words.Text("density %s", words.Number(math.Exp(g.logDensity(x[0], x[1]))))}
	e.Lines = append(e.Lines, words.Text("%s standard deviations from the mean: %s of the probability is nearer",
		words.Number(d), words.Percent(-math.Expm1(-d*d/2))))
	if m.adds() {
		s, name := m.sumOf()
		value := m.v.Float("factor_x")*x[0] + m.v.Float("factor_y")*x[1]
		if s.sd > 0 {
			e.Lines = append(e.Lines, words.Text("%s = %s: %s standard deviations of the sum from its mean", name,
				words.Number(value), words.Number((value-s.mean)/s.sd)))
		}
		e.Layers = append(e.Layers, m.sumLine(v, value, picture.RoleReach, "points with the same sum"))
		return e
	}
	for k := range 2 {
		c := g.conditional(k, x[k])
		e.Lines = append(e.Lines, words.Text("%s given %s = %s: %s ± %s", n[1-k], n[k], words.Number(x[k]),
			words.Number(c.mean), words.Number(c.sd)))
	}
	k, _ := m.known()
	e.Layers = append(e.Layers, m.sliced(v, k, x[k], picture.RoleDensity, "conditional distribution at this "+
		"position", "")...)
	return e
}

// sliced draws the conditional density of the other variable, given variable k: the line of its known value, and the
// density beside the line.
func (m *plane) sliced(v picture.Viewport, k int, at float64, role picture.Role, says, name string) []picture.Layer {
	c := m.g.conditional(k, at)
	line := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Says: says}
	area := &picture.Path{Role: role, Class: 2, Closed: true, Says: says}
	room := (v.X1 - v.X0) * shareOfEdge
	if k == 0 {
		line.XY = []float64{at, v.Y0, at, v.Y1}
	} else {
		line.XY, room = []float64{v.X0, at, v.X1, at}, (v.Y1-v.Y0)*shareOfEdge
	}
	// The density's height is relative to the marginal's, bounded so that it does not fill the plane.
	room *= min(m.g.marginal(1-k).sd/c.sd, 2.5)
	top := c.density(c.mean)
	for xy := c.curve(4); len(xy) > 0; xy = xy[2:] {
		along, up := xy[0], at+room*xy[1]/top
		if k == 0 {
			area.XY = append(area.XY, up, along)
		} else {
			area.XY = append(area.XY, along, up)
		}
	}
	label := &picture.Label{Role: picture.RoleGuide, X: at + room*asideHigh, Y: c.mean + aside*c.sd, Text: name,
		Anchor: picture.AnchorStart}
	if k == 1 {
		label.X, label.Y, label.Anchor = c.mean, at+room, picture.AnchorAbove
	} else if v.PX(label.X)+picture.TextWidth(name, picture.LabelSize)+8 > float64(v.W) { // on the other side
		label.X, label.Anchor = at, picture.AnchorEnd
	}
	return []picture.Layer{line, area, label}
}

// sumLine returns the line on which the sum has the given value.
func (m *plane) sumLine(v picture.Viewport, value float64, role picture.Role, says string) *picture.Path {
	return &picture.Path{Role: role, Class: picture.NoClass, Says: says,
		XY: straight(v, m.v.Float("factor_x"), m.v.Float("factor_y"), value)}
}

// straight returns two points of the line a x + b y = c, beyond both sides of the viewport. It returns nil if the line
// is far from the viewport, or a and b are 0.
func straight(v picture.Viewport, a, b, c float64) []float64 {
	long := math.Hypot(a, b)
	if long == 0 {
		return nil
	}
	a, b, c = a/long, b/long, c/long
	mx, my := (v.X0+v.X1)/2, (v.Y0+v.Y1)/2
	off := c - a*mx - b*my
	reach := math.Hypot(v.X1-v.X0, v.Y1-v.Y0)
	if math.Abs(off) > reach {
		return nil
	}
	x, y := mx+off*a, my+off*b
	return []float64{x - reach*b, y + reach*a, x + reach*b, y - reach*a}
}

// shareOfEdge is the maximum height of a density along an edge, as a share of the viewport.
const shareOfEdge = 0.15

// aside is the distance, in standard deviations, of a vertical density's name from the mean, where lines pass.
// asideHigh is the density there relative to its peak.
const (
	aside     = 0.8
	asideHigh = 0.7261 // exp(−aside²/2)
)

// edged draws a density along an edge of the viewport: the lower one for variable 0, the left one for variable 1. top
// is the density that has the maximum height; name is at the peak; for variable 1, beside it.
func edged(v picture.Viewport, n normal, k int, top float64, class int, name, says string) []picture.Layer {
	area := &picture.Path{Role: picture.RoleDensity, Class: class, Closed: true, Says: says}
	for xy := n.curve(4.5); len(xy) > 0; xy = xy[2:] {
		x, y := xy[0], v.Y0+(v.Y1-v.Y0)*shareOfEdge*xy[1]/top
		if k == 1 {
			x, y = v.X0+(v.X1-v.X0)*shareOfEdge*xy[1]/top, xy[0]
		}
		area.XY = append(area.XY, x, y)
	}
	high := v.Y0 + (v.Y1-v.Y0)*shareOfEdge*n.density(n.mean)/top
	label := &picture.Label{Role: picture.RoleGuide, X: n.mean, Y: high, Text: name, Anchor: picture.AnchorAbove}
	if k == 1 {
		label.X, label.Y, label.Anchor = v.X0+(high-v.Y0)/(v.Y1-v.Y0)*(v.X1-v.X0)*asideHigh, n.mean+aside*n.sd,
			picture.AnchorStart
	}
	return []picture.Layer{area, label}
}

// rings returns the ellipses of 1, 2 and 3 standard deviations.
func rings(g *pair) (layers []picture.Layer) {
	for sds := 3.0; sds >= 1; sds-- {
		area := g.ellipse(sds)
		says := words.Count(int(sds), "standard deviation")
		area.Role, area.Says = picture.RoleBand, says
		line := *area
		line.Role = picture.RoleBandLine
		layers = append(layers, area, &line)
	}
	return layers
}

func (m *plane) Layers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	g, n := &m.g, m.names
	if show[ellipses] {
		under = append(under, rings(g)...)
	}
	if show[axes] {
		a := &picture.Path{Role: picture.RoleDirection, Class: picture.NoClass, Says: "principal axes"}
		for _, u := range [][2]float64{g.long, g.short} {
			a.AddLine(g.mean[0]-u[0], g.mean[1]-u[1], g.mean[0]+u[0], g.mean[1]+u[1])
		}
		under = append(under, a)
	}
	if show[marginals] {
		for k := range 2 {
			d := g.marginal(k)
			under = append(under, edged(v, d, k, d.density(d.mean), k, "p("+n[k]+")", words.Text("marginal of %s", n[k]))...)
		}
	}
	if m.adds() {
		if s, name := m.sumOf(); show[sums] && s.sd > 0 {
			middle := m.sumLine(v, s.mean, picture.RoleMean, words.Text("%s = %s, its mean", name, words.Number(s.mean)))
			sides := &picture.Path{Role: picture.RoleBandEdge, Class: picture.NoClass, Says: "its mean ± a standard deviation"}
			for _, side := range []float64{-1, 1} {
				if xy := m.sumLine(v, s.mean+side*s.sd, picture.RoleBandEdge, "").XY; xy != nil {
					sides.AddLine(xy...)
				}
			}
			under = picture.AppendPath(picture.AppendPath(under, sides), middle)
		}
		return under, nil, job.Err()
	}
	k, a := m.known()
	if show[regression] {
		c := g.conditional(k, a)
		slope, mean := g.slope(k), g.mean
		line := func(off float64) []float64 { // (other − mean) − slope (known − mean) = off
			if k == 0 {
				return straight(v, -slope, 1, mean[1]-slope*mean[0]+off)
			}
			return straight(v, 1, -slope, mean[0]-slope*mean[1]+off)
		}
		sides := &picture.Path{Role: picture.RoleBandEdge, Class: picture.NoClass, Says: "± a standard deviation"}
		for _, side := range []float64{-1, 1} {
			if xy := line(side * c.sd); xy != nil {
				sides.AddLine(xy...)
			}
		}
		under = picture.AppendPath(under, sides)
		under = picture.AppendPath(under, &picture.Path{Role: picture.RoleMean, Class: picture.NoClass, XY: line(0),
			Says: words.Text("mean of %s given %s", n[1-k], n[k])})
	}
	if show[slice] {
		says := words.Text("%s given %s = %s", n[1-k], n[k], words.Number(a))
		under = append(under, m.sliced(v, k, a, picture.RoleDensity, says, words.Text("p(%s|%s = %s)", n[1-k], n[k],
			words.Number(a)))...)
	}
	return under, nil, job.Err()
}

func (m *plane) Panels(show method.Shown) (list []method.Panel) {
	if show[densities] {
		info := method.PanelInfo{ID: densities, Title: "Densities", XLabel: "value", YLabel: "density", YFrom0: true,
			Help: "All on one line. A narrower density is higher: the area is 1."}
		if !m.adds() {
			k, _ := m.known()
			info.XLabel = m.names[1-k]
		}
		list = append(list, chart.Plain(info, m.densities))
	}
	if show[matrix] {
		g := &m.g
		list = append(list, matrixPanel("Covariance matrix", "Variances on the diagonal, covariance off it",
			[]float64{g.xx, g.xy, g.xy, g.yy}, m.names))
	}
	return list
}

func (m *plane) densities() *chart.Chart {
	c := &chart.Chart{Y: chart.From0(0, 0.08)}
	if m.adds() {
		s, name := m.sumOf()
		c.Alt = "Densities of both variables and of their sum."
		for k := range 2 {
			addDensity(c, m.g.marginal(k), k, m.names[k], false)
		}
		if s.sd > 0 {
			addDensity(c, s, 2, name, false)
		}
		return c
	}
	k, a := m.known()
	y, x := m.names[1-k], m.names[k]
	c.Alt = words.Text("Density of %s, and with %s known.", y, x)
	addDensity(c, m.g.marginal(1-k), 1-k, words.Text("marginal of %s", y), false)
	addDensity(c, m.g.conditional(k, a), 2, words.Text("%s given %s = %s", y, x, words.Number(a)), false)
	return c
}

// addDensity adds a density to a chart, as a line with an area below it, or as a dashed line alone.
func addDensity(c *chart.Chart, n normal, class int, says string, dashed bool) {
	xy := n.curve(4)
	look := chart.Of(picture.RoleTrack, class, says)
	if dashed {
		look.Role = picture.RoleRival
	} else {
		area := &picture.Path{Role: picture.RoleDensity, Class: class, Closed: true, XY: xy, Says: says}
		c.Add(chart.Layers{area})
	}
	c.Add(chart.Curve{Look: look.Called(words.Text("%s, mean %s, standard deviation %s", says, words.Number(n.mean),
		words.Number(n.sd))), XY: xy})
}

// Tell describes an entry of the matrix.
func (m *plane) Tell(key string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	i, j, ok := cell(key, 2)
	if !ok {
		return t, false
	}
	g := &m.g
	t.Answer = entry(m.names[i], m.names[j], [3]float64{g.xx, g.xy, g.yy}[i+j])
	if i != j {
		t.Lines = append(t.Lines, words.Text("correlation %s", words.Number(g.correlation())))
	} else {
		t.Lines = append(t.Lines, words.Text("standard deviation %s", words.Number(g.marginal(i).sd)))
	}
	return t, true
}
