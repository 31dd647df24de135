package histogram

import (
	_ "embed"
	"math"
	"slices"
	"sync"

	"pointscape/engine/classify"
	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

//go:embed kernel_density.jsonl
var kernelDensityExamples string

// KernelDensity returns the method of kernel density classification, id "kernel_density".
func KernelDensity() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "kernel_density",
			Aliases: []string{"KDE", "Parzen windows", "Parzen classifier", "Kernel rule", "RBF", "Fenêtres de Parzen",
				"Estimation de densité"},
			Name:   "Kernel density rule",
			Family: "Histograms and densities",
			Task:   method.Classify,
			Summary: "Puts a small hill on every point, adds up the hills of each class to a density, and predicts the class " +
				"whose density, weighted by its prior, is highest (Parzen windows).",
			Formula: "ŷ(x) = argmax_{k} π_{k} f_{k}(x),  f_{k}(x) = 1∕(n_{k}h^{d}) Σ_{i : yᵢ = k} K((x − xᵢ)∕h)",
			Source: "Rosenblatt, Ann. Math. Stat. 27, 1956; Parzen, Ann. Math. Stat. 33, 1962; Epanechnikov, Theory Probab. " +
				"Appl. 14, 1969",
			Params: []method.Param{
				ruleParam(),
				{Name: "bandwidth", Label: "Bandwidth h",
					Kind: method.Number{Range: method.Range{Min: 1e-6, Max: 1e6, SoftMin: 0.01, SoftMax: 1, Log: true}}, Default: 0.1,
					Unit: "data units", Scales: &method.Scales{Power: 1},
					Help: "Width of the hills: a small h follows every point, a large h sees only the means",
					When: &method.When{Name: "bandwidth_rule", In: []string{ruleGiven}}},
				{Name: "kernel", Label: "Kernel", Default: "gaussian", Help: "Shape of the hills",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: "gaussian", Label: "Gaussian", Help: "exp(−r²∕2h²): positive everywhere"},
						{Value: "epanechnikov", Label: "Epanechnikov", Help: "1 − r²∕h², and 0 beyond h"},
						{Value: "tophat", Label: "Tophat", Help: "Counts the points nearer than h"},
					}}},
				method.PriorsParam(),
			},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Help: "The class with the largest prior × density; no colour " +
					"where all densities are 0"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Help: "Where prior × density is equal for two " +
					"classes; beyond all hills, where their nearest points are equally near"},
				{Name: "density", Label: "Densities", Help: "Lines of equal density of each class: 10, 30, 50, 70 and 90 % of " +
					"the highest in view"},
				{Name: "likelihood", Label: "Likelihood of bandwidths", Help: "A plot (up to 1,500 points): leave-one-out " +
					"likelihood against the " +
					"bandwidth; a click chooses one"},
			},
			Takes:    method.Takes{MaxPoints: 20_000},
			Examples: method.ExamplesIn(kernelDensityExamples),
		},
		Python: kernelDensityPython,
		Fit:    fitDensity, Divisible: true,
	}
}

type shape uint8

const (
	gaussian shape = iota
	epanechnikov
	tophat
)

// norm returns the factor that normalizes a kernel of width 1 to a density in d = 1 or 2 dimensions.
func (s shape) norm(d int) float64 {
	switch s {
	case epanechnikov:
		return [...]float64{0.75, 2 / math.Pi}[d-1]
	case tophat:
		return [...]float64{0.5, 1 / math.Pi}[d-1]
	}
	return math.Pow(2*math.Pi, -float64(d)/2)
}

// at returns the kernel, scaled to 1 at 0, at squared distance d2 in units of h².
func (s shape) at(d2 float64) float64 {
	switch {
	case s == gaussian:
		return kernel.ExpNeg(-d2 / 2)
	case d2 >= 1:
		return 0
	case s == tophat:
		return 1
	}
	return 1 - d2
}

type density struct {
	p      *method.Problem
	rule   string // rule of the bandwidth
	shape  shape
	h, inv float64 // bandwidth, and 1/h
	prior  []float64
	points []cloud   // points of each class
	weight []float64 // for each class, prior times the factor that turns its sum of kernels into a density

	lock  sync.Mutex
	known *likelihood // likelihood of bandwidths; nil until requested
}

func (m *density) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m, Proba: m.Proba},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers, Panels: m.Panels, Follows: m.Follows,
			Follow: m.Follow},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula, Assess: m.Assess},
		Pointer: method.Pointer{Tell: m.Tell},
	}
}

// cloud holds the points of a class, sorted by their first coordinate.
type cloud struct{ x, y []float64 }

// pairwise is the largest number of points for which errors and likelihoods are computed, over all pairs of points.
const pairwise = 1500

func fitDensity(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Add points of two classes."}
	}
	prior, err := p.Priors(v)
	if err != nil {
		return nil, err
	}
	m := &density{p: p, rule: v.String("bandwidth_rule"), h: v.Float("bandwidth"), prior: prior}
	switch v.String("kernel") {
	case "epanechnikov":
		m.shape = epanechnikov
	case "tophat":
		m.shape = tophat
	}
	order := method.Indices(p.N)
	slices.SortFunc(order, func(a, b int) int {
		switch x, y := p.X[a*p.D], p.X[b*p.D]; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return a - b
	})
	m.points = make([]cloud, len(prior))
	for _, i := range order {
		c := &m.points[p.Class[i]]
		x := p.At(i)
		c.x, c.y = append(c.x, x[0]), append(c.y, x[1])
	}
	if err := m.choose(job); err != nil {
		return nil, err
	}
	m.inv = 1 / m.h
	for k, c := range m.points {
		m.weight = append(m.weight, prior[k]*m.shape.norm(p.D)/(float64(len(c.x))*math.Pow(m.h, float64(p.D))))
	}
	return m, job.Err()
}

// evidence is the sum of the kernels of a class at a point, represented as s·exp(−low). near is the squared distance of
// the nearest point of the class in units of h².
type evidence struct{ s, low, near float64 }

// at sums the kernels of class k at x. A Gaussian sum never underflows to 0.
func (m *density) at(k int, x []float64) evidence {
	c, e := &m.points[k], evidence{near: math.Inf(1)}
	for i := range c.x {
		d2 := m.distance2(c, i, x[0], x[1])
		e.near = min(e.near, d2)
		e.s += m.shape.at(d2)
	}
	if m.shape == gaussian && e.s < tiny {
		e.s, e.low = 0, e.near/2
		for i := range c.x {
			e.s += kernel.ExpNeg((e.near - m.distance2(c, i, x[0], x[1])) / 2)
		}
	}
	return e
}

// tiny is the sum of kernels below which the sum is computed relative to its largest term.
const tiny = 1e-130

// distance2 returns the squared distance from point i of c in units of h².
func (m *density) distance2(c *cloud, i int, x, y float64) float64 {
	d, e := (x-c.x[i])*m.inv, (y-c.y[i])*m.inv
	return d*d + e*e
}

// scores writes ln(prior·density) of each class to out, given the weights of the classes' sums. If all densities of a
// kernel other than the Gaussian are 0, void is true and out has minus the distance of the class's nearest point in
// units of h.
func (m *density) scores(weight []float64, e []evidence, out []float64) (void bool) {
	void = m.shape != gaussian
	for _, v := range e {
		void = void && v.s == 0
	}
	for k, v := range e {
		if void {
			out[k] = -math.Sqrt(v.near)
		} else {
			out[k] = math.Log(weight[k]*v.s) - v.low
		}
	}
	return void
}

// scoresAt computes the scores at a point.
func (m *density) scoresAt(x []float64, e []evidence, out []float64) (void bool) {
	for k := range e {
		e[k] = m.at(k, x)
	}
	return m.scores(m.weight, e, out)
}

// tell calls fn with the scores at each row of x. The slice is valid until fn returns.
func (m *density) tell(x []float64, fn func(i int, s []float64, void bool)) {
	d := m.p.D
	e, s := make([]evidence, len(m.points)), make([]float64, len(m.points))
	for i := range len(x) / d {
		void := m.scoresAt(x[i*d:(i+1)*d], e, s)
		fn(i, s, void)
	}
}

func (m *density) Scores(x []float64, tell func(i int, f []float64)) {
	m.tell(x, func(i int, s []float64, _ bool) { tell(i, s) })
}

// Assess adds the errors and the leave-one-out likelihood to the facts, computed from all pairs of points, if there are
// at most pairwise points.
func (m *density) Assess(job method.Job) ([]method.Fact, error) {
	f := method.FactList(m.Facts())
	if m.p.N > pairwise {
		return f, job.Err()
	}
	n, k := m.p.N, len(m.points)
	errors, leftOut := 0, 0      // number of errors, and of leave-one-out errors
	all := make([]evidence, n*k) // without the point itself
	for i := range all {
		all[i].near = math.Inf(1)
	}
	for i := range n {
		if err := method.AskEvery(job, i, 64); err != nil {
			return f, err
		}
		x, c := m.p.At(i), m.p.Class[i]
		for j := range i {
			d2 := 0.0
			for a, z := range m.p.At(j) {
				d := (x[a] - z) * m.inv
				d2 += d * d
			}
			s := m.shape.at(d2)
			all[i*k+m.p.Class[j]].add(s, d2)
			all[j*k+c].add(s, d2)
		}
	}
	out, weight := make([]float64, k), slices.Clone(m.weight)
	logs, count := 0.0, 0
	for i, c := range m.p.Class {
		e := all[i*k : (i+1)*k]
		for j := range e {
			if m.shape == gaussian && e[j].s < tiny && !math.IsInf(e[j].near, 1) {
				m.relative(j, i, &e[j])
			}
		}
		n := float64(len(m.points[c].x))
		own := e[c]
		if n > 1 {
			weight[c] *= n / (n - 1)
		}
		m.scores(weight, e, out)
		if best := method.Largest(out); best != c || math.IsInf(out[best], -1) {
			leftOut++
		}
		if n > 1 {
			logs += out[c] - math.Log(m.prior[c])
			count++
		}
		weight[c] = m.weight[c]
		e[c] = evidence{s: own.s*math.Exp(-own.low) + 1}
		m.scores(weight, e, out)
		if method.Largest(out) != c {
			errors++
		}
	}
	values := []float64{float64(errors) / float64(n), float64(leftOut) / float64(n), logs / float64(max(count, 1))}
	late := f[len(f)-m.lateFacts():]
	for i := range late {
		late[i].Value, late[i].Late = values[i], false
	}
	return f, job.Err()
}

// add adds a point with kernel s at squared distance d2, in units of h².
func (e *evidence) add(s, d2 float64) {
	e.s += s
	if d2 < e.near {
		e.near = d2
	}
}

// relative computes the evidence of class k at point i without the point itself, relative to its largest term, for
// kernels that are too small to be added directly.
func (m *density) relative(k, i int, e *evidence) {
	e.s, e.low = 0, e.near/2
	for j, c := range m.p.Class {
		if c != k || j == i {
			continue
		}
		d2 := 0.0
		for a, z := range m.p.At(j) {
			d := (m.p.At(i)[a] - z) * m.inv
			d2 += d * d
		}
		e.s += kernel.ExpNeg((e.near - d2) / 2)
	}
}

// lateFacts returns how many facts at the end of the list are left to Assess: none, two errors, or these and the
// likelihood. The likelihood exists only for the Gaussian, which is positive everywhere, and if some class has several
// points.
func (m *density) lateFacts() int {
	if m.p.N > pairwise {
		return 0
	}
	if m.shape == gaussian && slices.ContainsFunc(m.points, func(c cloud) bool { return len(c.x) > 1 }) {
		return 3
	}
	return 2
}

func (m *density) Predict(x, out []float64) {
	classify.Predict(m, m.p, x, out)
}

func (m *density) Proba() method.Proba {
	if m.shape == gaussian {
		return method.OnGrids
	}
	return method.AtPoints // rasters show leads in probability
}

// PointScores returns posterior probabilities. If all densities are 0, the class of the nearest point has probability
// 1.
func (m *density) PointScores(x []float64) [][]float64 {
	rows := make([][]float64, len(x)/m.p.D)
	m.tell(x, func(i int, s []float64, void bool) {
		rows[i] = make([]float64, len(s))
		if !void {
			classify.LogOdds(s, rows[i])
			return
		}
		top := s[method.Largest(s)]
		for k, v := range s {
			if v == top {
				rows[i][k] = 1
			}
		}
		classify.Shares(rows[i], rows[i])
	})
	return rows
}

func (m *density) Status() method.Status {
	s := "No solver: the model is the training set."
	switch {
	case len(m.points) == 1:
		s = "There is only one class: add points of a second."
	case m.shape != gaussian:
		s = "Where no point is nearer than the bandwidth no class has a density; there the nearest point decides."
	}
	return method.Status{State: method.Exact, Sentence: s}
}

func (m *density) Facts() []method.Fact {
	count := make([]int, len(m.points))
	for k, c := range m.points {
		count[k] = len(c.x)
	}
	var f method.FactList
	names := m.p.ClassNames()
	f.Add("class_counts", count, "", "").By(names)
	f.Add("priors", m.prior, "", "").By(names)
	if m.rule != ruleGiven {
		f.Add("bandwidth", m.h, "data units", "Width of the hills, by the rule").Call("Bandwidth h")
	}
	late := []method.Fact{
		{Name: "training_error", Late: true, Meaning: "Share of the points that are misclassified, when each point's own " +
			"hill counts too"},
		{Name: "leave_one_out_error", Label: "Leave-one-out error, same priors", Late: true,
			Meaning: "Share of the points that are misclassified by the densities without them; the priors stay those " +
				"of all points"},
		{Name: "leave_one_out_log_likelihood", Label: "Leave-one-out log density", Late: true, Unit: "nats",
			Meaning: "Mean log density of a point by the others of its class; the bandwidth with the largest value fits best"},
	}
	f = append(f, late[:m.lateFacts()]...)
	return f
}

func (m *density) Formula() string {
	k := [...]string{"exp(−‖x − xᵢ‖²∕2h²)", "max(0, 1 − ‖x − xᵢ‖²∕h²)", "[‖x − xᵢ‖ < h]"}[m.shape]
	s := ""
	for c := range m.p.ClassIDs {
		s += words.Sprintf("π_{%[1]s} f_{%[1]s}(x) = %.4[2]g · Σ %[3]s  over %[4]d points\n", m.p.ClassIndex(c),
			m.weight[c], k,
			len(m.points[c].x))
	}
	return s + words.Sprintf("h = %.4g; the largest π f wins", m.h)
}

// Explain gives the classes' densities and, in the plane, points whose kernels exceed a tenth of their maximum.
func (m *density) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.p.D]
	var log []float64
	var void bool
	m.tell(x, func(_ int, s []float64, v bool) { log, void = slices.Clone(s), v })
	best, ids, s := method.Largest(log), m.p.ClassIDs, m.PointScores(x)[0]
	ex := method.Explanation{Answer: classify.Answer(m.p, best, s[best])}
	if void {
		ex.Answer = words.Sprintf("%s, by the nearest point", m.p.ClassName(best))
		ex.Lines = append(ex.Lines, "No point is nearer than the bandwidth.")
	} else {
		for k, l := range log {
			ex.Lines = append(ex.Lines, words.Sprintf("%s: π f = %.3g, %s", m.p.ClassName(k), math.Exp(l),
				words.Percent(s[k])))
		}
	}
	circle := &picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Closed: true,
		XY: picture.Ellipse(x[0], x[1], m.h, m.h, 120), Says: "distance h, the bandwidth"}
	ex.Layers = append(ex.Layers, circle)
	const lines = 100
	for k, c := range m.points {
		for i := range c.x {
			if w := m.shape.at(m.distance2(&c, i, x[0], x[1])); w > 0.1 && len(ex.Layers) < lines {
				ex.Layers = append(ex.Layers, &picture.Path{Role: picture.RoleNeighbor, Class: ids[k], Weight: w,
					XY: []float64{x[0], x[1], c.x[i], c.y[i]}, Says: "points whose hills reach this position"})
			}
		}
	}
	return ex
}
