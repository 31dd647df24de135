package histogram

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Values of the parameter bandwidth_rule.
const (
	ruleGiven     = "given"
	ruleScott     = "scott"
	ruleSilverman = "silverman"
	ruleCross     = "cross_validation"
)

// ruleParam declares how the bandwidth is chosen.
func ruleParam() method.Param {
	return method.Param{Name: "bandwidth_rule", Label: "Bandwidth", Default: ruleGiven,
		Help: "How the width of the hills is chosen",
		Kind: method.Choose{Choices: []method.Choice{
			{Value: ruleGiven, Label: "Given", Help: "You choose it"},
			{Value: ruleScott, Label: "Scott", Help: "n^{−1∕(d + 4)} standard deviations within the classes; n is the mean " +
				"number of points in a class"},
			{Value: ruleSilverman, Label: "Silverman", Help: "Times (n(d + 2)∕4)^{−1∕(d + 4)}, best for a normal density; in " +
				"the plane (d = 2) the same as Scott's"},
			{Value: ruleCross, Label: "Cross-validation", Help: "The width with the largest leave-one-out likelihood: each " +
				"point's density by the other points"},
		}}}
}

// factor returns the bandwidth of a rule in standard deviations, for n points with d inputs (Scott, Multivariate
// Density Estimation, 1992; Silverman, Density Estimation, 1986), as in SciPy's gaussian_kde.
func factor(rule string, n float64, d int) float64 {
	if rule == ruleSilverman {
		n *= float64(d+2) / 4
	}
	return math.Pow(n, -1/float64(d+4))
}

// spread returns the pooled within-class standard deviation, averaged over the inputs. For one class on a line it is
// SciPy's, up to rounding.
func (m *density) spread() float64 {
	sum, free := 0.0, 0
	for _, c := range m.points {
		for _, list := range [][]float64{c.x, c.y} {
			mean := 0.0
			for _, x := range list {
				mean += x / float64(len(list))
			}
			for _, x := range list {
				sum += (x - mean) * (x - mean)
			}
			free += max(len(list)-1, 0)
		}
	}
	return math.Sqrt(sum / float64(max(free, 1)))
}

// by returns the bandwidth of a rule of thumb, in data units. Kernels with support of radius h have standard deviation
// h/√(d + 4) (Epanechnikov) or h/√(d + 2) (tophat), so their h is scaled such that they are as wide as the Gaussian.
func (m *density) by(rule string) float64 {
	h := factor(rule, float64(m.p.N)/float64(len(m.points)), m.p.D) * m.spread()
	switch m.shape {
	case epanechnikov:
		h *= math.Sqrt(float64(m.p.D + 4))
	case tophat:
		h *= math.Sqrt(float64(m.p.D + 2))
	}
	return h
}

// choose sets the bandwidth by the rule.
func (m *density) choose(job method.Job) error {
	if m.rule == ruleGiven {
		return nil
	}
	h := m.by(ruleScott)
	switch {
	case !(h > 0):
		return &method.Need{Sentence: "The points of each class coincide, so the bandwidth would be 0. Add others, or set " +
			"the bandwidth."}
	case m.rule == ruleCross && m.p.N > pairwise:
		return &method.Need{Sentence: words.Text("Cross-validation compares all pairs of points, at most %s: use fewer "+
			"points, or another rule.", strconv.Itoa(pairwise))}
	case m.rule == ruleSilverman:
		h = m.by(ruleSilverman)
	case m.rule == ruleCross:
		c, err := m.curve(job)
		if err != nil {
			return err
		}
		h = c.best
	}
	m.h = h
	return nil
}

// likelihood is the curve of the mean leave-one-out log density of the points, each in its own class, against the
// bandwidth. Its maximum, refined between the points of the curve, is at best.
type likelihood struct {
	h, value []float64
	best     float64
}

// places is the number of points of the curve, from 1/30 of Scott's bandwidth to 6 times Scott's bandwidth.
const places = 36

// curve computes the likelihood curve, or returns the cached one.
func (m *density) curve(job method.Job) (*likelihood, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.known != nil {
		return m.known, nil
	}
	near := make([][]float64, len(m.points)) // squared distance of each point to the nearest other point of its class
	for k := range m.points {
		c := &m.points[k]
		near[k] = make([]float64, len(c.x))
		for i := range c.x {
			near[k][i] = math.Inf(1)
			c.around(i, func(_ int, d2 float64) float64 {
				near[k][i] = min(near[k][i], d2)
				return near[k][i]
			})
		}
	}
	l := &likelihood{}
	middle := m.by(ruleScott)
	at := func(h float64) (float64, error) { return m.leftOut(job, h, near) }
	top := 0
	for i := range places {
		h := middle / 30 * math.Pow(180, float64(i)/(places-1))
		v, err := at(h)
		if err != nil {
			return nil, err
		}
		if l.h, l.value = append(l.h, h), append(l.value, v); v > l.value[top] {
			top = i
		}
	}
	// Golden-section search between the neighbours of the best point (Kiefer 1953), on a logarithmic scale.
	a, b := math.Log(l.h[max(top-1, 0)]), math.Log(l.h[min(top+1, places-1)])
	const golden = 0.6180339887498949
	x, y := b-golden*(b-a), a+golden*(b-a)
	fx, err := at(math.Exp(x))
	if err != nil {
		return nil, err
	}
	fy, err := at(math.Exp(y))
	for range 18 {
		if err != nil {
			return nil, err
		}
		if fx >= fy {
			b, y, fy = y, x, fx
			x = b - golden*(b-a)
			fx, err = at(math.Exp(x))
		} else {
			a, x, fx = x, y, fy
			y = a + golden*(b-a)
			fy, err = at(math.Exp(y))
		}
	}
	if err != nil {
		return nil, err
	}
	l.best = words.Significant(math.Exp((a+b)/2), method.LearnedDigits)
	m.known = l
	return l, nil
}

// around calls fn with the other points of the cloud and their squared distances from point i, outwards along the first
// input. fn returns the squared distance beyond which it needs no points.
func (c *cloud) around(i int, fn func(j int, d2 float64) (limit float64)) {
	for _, step := range [2]int{-1, 1} {
		limit := math.Inf(1)
		for j := i + step; j >= 0 && j < len(c.x); j += step {
			dx := c.x[j] - c.x[i]
			d2 := dx * dx
			if d2 > limit {
				break
			}
			d2 += (c.y[j] - c.y[i]) * (c.y[j] - c.y[i])
			limit = fn(j, d2)
		}
	}
}

// leftOut returns the likelihood for a bandwidth, −Inf if a point has density 0 without itself. Classes of one point
// are ignored.
func (m *density) leftOut(job method.Job, h float64, near [][]float64) (float64, error) {
	sum, count := 0.0, 0
	for k := range m.points {
		c := &m.points[k]
		n := len(c.x)
		if n < 2 {
			continue
		}
		constant := math.Log(m.shape.norm(m.p.D)/float64(n-1)) - float64(m.p.D)*math.Log(h)
		for i := range c.x {
			if err := method.AskEvery(job, i, 32); err != nil {
				return 0, err
			}
			s, low := 0.0, near[k][i]
			if m.shape == gaussian {
				const felt = 74 // exp(−felt/2) is below the rounding error of 1
				limit := low + felt*h*h
				c.around(i, func(_ int, d2 float64) float64 {
					s += kernel.ExpNeg(min(0, (low-d2)/(2*h*h)))
					return limit
				})
				low /= 2 * h * h
			} else {
				low = 0
				c.around(i, func(_ int, d2 float64) float64 {
					s += m.shape.at(d2 / (h * h))
					return h * h
				})
			}
			sum += math.Log(s) - low + constant
			count++
		}
	}
	return sum / float64(max(count, 1)), nil
}

func (m *density) Panels(show method.Shown) (list []method.Panel) {
	if show["likelihood"] && m.p.N <= pairwise && m.by(ruleScott) > 0 {
		list = append(list, chart.Panel(method.PanelInfo{ID: "likelihood", Title: "Leave-one-out likelihood", XLabel: "h",
			YLabel: "mean log density", XLog: true,
			Help: "The mean log density at a point, by the hills of the others: hills that are too narrow do not reach it, " +
				"hills that are too wide spread everywhere. A click chooses a bandwidth or a rule."}, m.likelihood))
	}
	return list
}

// likelihood returns the chart of the leave-one-out likelihood, with the bandwidths of all rules and the chosen one.
func (m *density) likelihood(job method.Job) (*chart.Chart, error) {
	l, err := m.curve(job)
	if err != nil {
		return nil, err
	}
	hi := slices.Max(l.value)
	// Values far below the maximum, towards −Inf, are cut off.
	lo := hi
	for _, v := range l.value {
		if v > hi-8 {
			lo = min(lo, v)
		}
	}
	if !(lo < hi) {
		lo, hi = hi-1, hi+1
	}
	c := &chart.Chart{X: chart.Exactly(math.Log10(l.h[0]), math.Log10(l.h[places-1])),
		Y:   chart.Axis{See: []float64{lo, hi}, Only: true, Below: 0.06, Above: 0.14},
		Alt: words.Text("The largest is at h = %s; now h = %s.", words.Number(l.best), words.Number(m.h))}
	line := chart.Curve{Look: chart.As(picture.RoleMean, "mean log density of a point by the others")}
	var keys []string
	for i, v := range l.value {
		if v > lo-2*(hi-lo) && !math.IsInf(v, 0) {
			line.XY, keys = append(line.XY, math.Log10(l.h[i]), v), append(keys, placeKind.Key(i))
		}
	}
	high := hi + 0.04*(hi-lo) // names are above the lines
	c.Add(line, chart.On(func(p *picture.Picture) { m.rules(p, l, high, p.View.PY(lo)) }))
	if x := math.Log10(m.h); x >= c.X.See[0] && x <= c.X.See[1] {
		c.Add(chart.Upright(chart.As(picture.RoleCut, "bandwidth now"), x, high))
	}
	c.Hits = chart.Places(line.XY, keys)
	return c, nil
}

// rules draws the bandwidths of the rules, with names that do not overlap.
func (m *density) rules(p *picture.Picture, l *likelihood, high, low float64) {
	places := picture.NewPlaces(p.View, 0)
	thumb := map[string]string{ruleCross: "Cross-validation", ruleScott: "Scott, Silverman"} // in the plane they coincide
	for _, rule := range []string{ruleCross, ruleScott} {
		x := math.Log10(m.ruled(rule, l))
		p.Add(&picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, XY: []float64{x, p.View.Y0, x, high},
			Says: "bandwidth of a rule", Keys: []string{rule}})
		label := &picture.Label{Role: picture.RoleGuide, Text: thumb[rule], Key: rule, Ground: true}
		for y := 9.0; y < low && !places.Put(label, p.View.PX(x), y); y += 14 {
		}
		p.Add(label)
	}
}

// ruled returns the bandwidth of a rule other than ruleGiven.
func (m *density) ruled(rule string, l *likelihood) float64 {
	if rule == ruleCross {
		return l.best
	}
	return m.by(rule)
}

// placeKind is the kind of keys of the points of the curve.
var placeKind = picture.KeyKind{Begins: "h"}

// Tell describes the point of the curve, or the rule, with key of. A click on a point sets its bandwidth, a click on a
// rule chooses the rule.
func (m *density) Tell(of string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	if m.p.N > pairwise || !(m.by(ruleScott) > 0) {
		return t, false
	}
	l, err := m.curve(method.Unstopped)
	if err != nil {
		return t, false
	}
	switch of {
	case ruleScott, ruleSilverman, ruleCross:
		t.Answer = words.Text("%s: h = %s", map[string]string{ruleScott: "Scott's rule", ruleSilverman: "Silverman's rule",
			ruleCross: "cross-validation"}[of], words.Number(m.ruled(of, l)))
		t.Click.Set = map[string]any{"bandwidth_rule": of}
		return t, true
	}
	i, ok := placeKind.Number(of, len(l.h))
	if !ok {
		return t, false
	}
	h := words.Significant(l.h[i], 4)
	t.Answer = "h = " + words.Number(h)
	t.Lines = []string{words.Text("mean log density %s", words.Number(l.value[i]))}
	t.Click.Set = map[string]any{"bandwidth_rule": ruleGiven, "bandwidth": h}
	return t, true
}
