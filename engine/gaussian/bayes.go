package gaussian

import (
	"math"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// bayes is a quantity x with a Gaussian prior, of which y = a x + b + noise is measured repeatedly: the measurements
// are the second coordinates of the points. The first coordinates are ignored.
type bayes struct {
	p                *method.Problem
	prior, now       normal // of x
	a, b, noise      float64
	used             int     // number of measurements used
	sum              float64 // sum of their y − b
	joint            pair    // of x and one measurement, before any measurement
	names            []string
	likely           normal // of x given the measurements, without the prior; sd is infinite without information
	measured, spread float64
	run              *learned // nil for a single stage of a run, and without points
}

func (m *bayes) Can() *method.Capabilities {
	can := &method.Capabilities{
		Answers: method.Answers{Predictor: m},
		Drawing: method.Drawing{Layers: m.Layers, Panels: m.Panels},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Pointer: method.Pointer{Tell: m.Tell},
	}
	if m.run != nil {
		can.Stepper = m.run
	}
	return can
}

func newBayes(p *method.Problem, v method.Values, used int) *bayes {
	m := &bayes{p: p, a: v.Float("slope"), b: v.Float("offset"), noise: v.Float("noise_sd"), used: used,
		prior: normal{v.Float("prior_mean"), v.Float("prior_sd")}, names: p.InputNames()}
	for i := range used {
		m.sum += p.At(i)[1] - m.b
	}
	s0 := m.prior.sd * m.prior.sd
	m.joint = newPair([2]float64{m.prior.mean, m.a*m.prior.mean + m.b}, s0, m.a*s0, m.a*m.a*s0+m.noise*m.noise)
	m.spread = math.Sqrt(m.a*m.a*s0 + m.noise*m.noise)
	m.now, m.likely = m.prior, normal{0, math.Inf(1)}
	if used > 0 {
		n := float64(used)
		// As an update of the prior, to keep precision if one of the two variances is much smaller than the other.
		gain := m.a * s0 / (n*m.a*m.a*s0 + m.noise*m.noise)
		m.now = normal{m.prior.mean + gain*(m.sum-n*m.a*m.prior.mean), m.prior.sd * m.noise / math.Sqrt(n*m.a*m.a*s0+
			m.noise*m.noise)}
		if m.a != 0 {
			m.likely = normal{m.sum / (n * m.a), m.noise / (math.Abs(m.a) * math.Sqrt(n))}
		}
		m.measured = m.sum/n + m.b
	}
	return m
}

// predicted returns the distribution of the next measurement.
func (m *bayes) predicted() normal {
	return normal{m.a*m.now.mean + m.b, math.Hypot(m.a*m.now.sd, m.noise)}
}

// Predict answers with the posterior density at the first coordinate.
func (m *bayes) Predict(x, out []float64) {
	for i := range out {
		out[i] = m.now.density(x[2*i])
	}
}

func (m *bayes) Status() method.Status {
	s := method.Status{State: method.Exact}
	switch {
	case m.used < m.p.N:
		s.State, s.Sentence = method.Running, words.Sprintf("After %s of %d.", words.Count(m.used, "measurement"), m.p.N)
	case m.p.N == 0:
		s.Sentence = "Nothing is measured yet: this is the prior. Click to measure a value, at the height of the click."
	case m.a == 0:
		s.Sentence = words.Text("The slope is 0: measurements contain no information on %s, so the posterior equals the "+
			"prior.", m.names[0])
	default:
		s.Sentence = "Exact: prior times likelihood is a Gaussian again."
	}
	return s
}

func (m *bayes) Facts() []method.Fact {
	x, y := m.names[0], m.names[1]
	var f method.FactList
	f.Add("n", m.used, "", "Number of measurements").Call("Measurements")
	if m.used > 0 {
		f.Add("measured", m.measured, "", words.Text("Mean of the measurements of %s", y)).Call(words.Text("Mean of %s", y))
	}
	f.Add("posterior_mean", m.now.mean, "", words.Text("Mean of %s given the measurements", x)).Call("Posterior mean")
	f.Add("posterior_sd", m.now.sd, "", words.Text("Standard deviation of %s given the measurements", x)).
		Call("Posterior standard deviation")
	f.Add("precisions", []float64{1 / (m.prior.sd * m.prior.sd), float64(m.used) * m.a * m.a / (m.noise * m.noise),
		1 / (m.now.sd * m.now.sd)}, "", "1/variance: that of the prior and that of the measurements add up to the "+
		"posterior's").
		Call("Precision").By([]string{"Prior", "Measurements", "Posterior"})
	f.Add("shrinkage", m.weight(), "", "Weight of the prior's mean in the posterior's; the rest is the weight of the "+
		"measurements").
		Call("Weight of the prior")
	f.Add("information", math.Log(m.prior.sd/m.now.sd), "nats", words.Text("Decrease of the entropy of %s", x)).
		Call("Information gained")
	f.Add("entropy", m.now.entropy(), "nats", words.Text("Differential entropy of %s given the measurements",
		x)).Call("Entropy")
	f.Add("evidence_mean", m.joint.mean[1], "", "Mean of the first measurement, before it is "+
		"made").Call("Evidence: mean")
	f.Add("evidence_sd", m.spread, "", words.Text("Its standard deviation: that of a·%s and the noise together", x)).
		Call("Evidence: deviation")
	next := m.predicted()
	f.Add("next_mean", next.mean, "", "Mean of the next measurement").Call(words.Text("Next %s", y))
	f.Add("next_sd", next.sd, "", "Its standard deviation").Call(words.Text("Deviation of next %s", y))
	return f
}

// weight returns the weight of the prior's mean in the posterior mean.
func (m *bayes) weight() float64 {
	r := m.now.sd / m.prior.sd
	return r * r
}

func (m *bayes) Formula() string {
	x, y := m.names[0], m.names[1]
	n := words.Number
	text := words.Sprintf("%s ∼ N(%s, %s²),  %s | %s ∼ N(%s%s, %s²)", x, n(m.prior.mean), n(m.prior.sd), y, x,
		weighted(m.a, x), words.Term(m.b), n(m.noise))
	if m.used == 0 {
		return text
	}
	s0, s2 := m.prior.sd*m.prior.sd, m.noise*m.noise
	return text + words.Sprintf("\n1/s² = 1/%s + %d·%s²/%s = %s,  s = %s\nm = s²·(%s/%s + %s·%s/%s) = %s", n(s0), m.used,
		bracketed(m.a), n(s2), n(1/(m.now.sd*m.now.sd)), n(m.now.sd), n(m.prior.mean), n(s0), bracketed(m.a),
		bracketed(m.sum), n(s2), n(m.now.mean))
}

// Explain describes the measurement to expect if x were at[0], the densities of x there, and the effect of a
// measurement of at[1].
func (m *bayes) Explain(at []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	x, y := m.names[0], m.names[1]
	n := words.Number
	r := m.a*at[0] + m.b
	gain := m.a * m.now.sd * m.now.sd / (m.predicted().sd * m.predicted().sd)
	return method.Explanation{
		Answer: words.Text("%s = %s: %s would be %s ± %s", x, n(at[0]), y, n(r), n(m.noise)),
		Lines: []string{
			words.Text("density of %s here: prior %s, now %s", x, n(m.prior.density(at[0])), n(m.now.density(at[0]))),
			words.Text("measuring %s = %s would move the mean of %s from %s to %s", y, n(at[1]), x, n(m.now.mean),
				n(m.now.mean+gain*(at[1]-m.predicted().mean))),
		}}
}

func (m *bayes) Layers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	x, y := m.names[0], m.names[1]
	if show[ellipses] {
		under = append(under, rings(&m.joint)...)
	}
	sides := &picture.Path{Role: picture.RoleBandEdge, Class: picture.NoClass, Says: "± a standard deviation of the noise"}
	for _, side := range []float64{-1, 1} {
		if xy := straight(v, -m.a, 1, m.b+side*m.noise); xy != nil {
			sides.AddLine(xy...)
		}
	}
	under = picture.AppendPath(under, sides)
	under = picture.AppendPath(under, &picture.Path{Role: picture.RoleMean, Class: picture.NoClass,
		XY: straight(v, -m.a, 1, m.b), Says: words.Text("%s = a %s + b", y, x)})
	if m.used > 0 {
		lines := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Says: "the measurements"}
		for i := range m.used {
			h := m.p.At(i)[1]
			lines.AddLine(v.X0, h, v.X1, h)
		}
		under = append(under, lines)
	}
	if show[marginals] {
		top := max(m.prior.density(m.prior.mean), m.now.density(m.now.mean))
		under = append(under, edged(v, m.prior, 0, top, 0, "p("+x+")", words.Text("prior of %s", x))...)
		if m.used > 0 {
			under = append(under, edged(v, m.now, 0, top, 2, "p("+x+"|"+y+")", words.Text("posterior of %s", x))...)
		}
		e := normal{m.joint.mean[1], m.spread}
		under = append(under, edged(v, e, 1, e.density(e.mean), 1, "p("+y+")", words.Text("evidence: %s before any "+
			"measurement", y))...)
	}
	return under, nil, job.Err()
}

func (m *bayes) Panels(show method.Shown) (list []method.Panel) {
	if show[densities] {
		list = append(list, chart.Plain(method.PanelInfo{ID: densities, Title: "Prior, likelihood, posterior",
			XLabel: m.names[0], YLabel: "density", YFrom0: true, Help: "The posterior is their product; each is scaled " +
				"to the area 1"}, m.densities))
	}
	if show[matrix] {
		g := &m.joint
		list = append(list, matrixPanel("Covariance matrix", "Of the quantity and its first measurement, "+
			"before it is made",
			[]float64{g.xx, g.xy, g.xy, g.yy}, m.names))
	}
	return list
}

func (m *bayes) densities() *chart.Chart {
	c := &chart.Chart{Y: chart.From0(0, 0.08), Alt: words.Text("Densities of %s.", m.names[0])}
	addDensity(c, m.prior, 0, "prior", false)
	if m.used == 0 {
		return c
	}
	if m.a != 0 {
		addDensity(c, m.likely, 1, "likelihood", true)
	}
	addDensity(c, m.now, 2, "posterior", false)
	return c
}

// Tell describes an entry of the matrix.
func (m *bayes) Tell(key string, v picture.Viewport, show method.Shown) (t method.Told, ok bool) {
	return (&plane{g: m.joint, names: m.names}).Tell(key, v, show)
}
