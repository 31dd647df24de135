package dataset

import (
	"math"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Truth is the distribution of a recipe's points: fresh points (Fresh) are independent draws from it. Make draws from
// the same distribution, but spaces its points more evenly.
//
// Regression: y = F(x) + normal noise. Classification: a joint distribution of positions and classes. Clustering: a
// density, as for one class. A Truth may be used by one goroutine at a time.
type Truth struct {
	Task method.Task
	// Noise is, in regression, E (y - f(x))², the mean squared error of the true f.
	Noise float64
	// Classes is the number of classes: 1 in clustering, 0 in regression.
	Classes int
	// Flat says why the classes have no density; then Posterior is its limit as the noise tends to 0: the class of the
	// nearest possible point. "" = they have one.
	Flat string

	dims int
	mean func(x []float64) (f, sd float64) // for regression
	// inputs calls visit with quadrature nodes and weights of the inputs' distribution in regression; if it is nil, ideal
	// is known in closed form, if at all.
	inputs func(visit func(x []float64, w float64))
	ideal  Ideal
	// joint writes the logarithms of the classes' joint densities at a point, up to a factor unit/m that is the same
	// everywhere.
	joint func(dst, x []float64)
	law   []law // for classes in the plane
	// integral computes what has no closed form; nil = there is no such quantity, or it is done. Its error is job's.
	integral func(job method.Job) error
	// moments computes the moments of positions in the plane; nil = they are unknown. Its error is job's.
	moments func(job method.Job) (*Moments, error)
	// lines computes the errors of linear rules of two classes; nil = they are unknown.
	lines *linear
	// Results of integral.
	prior []float64
	bayes float64
	exact bool
	m     float64 // the probability of the square, before rejected points are drawn again
	unit  float64 // factor that converts a density of law to the units of the square
	lasts bool
}

// Lasts reports whether the distribution is the same for any number of points and any seed.
func (t *Truth) Lasts() bool { return t.lasts }

// TruthOf returns the distribution of a recipe's points, or nil and the reason why it is unknown.
func TruthOf(ds doc.Dataset) (t *Truth, why string) {
	e := find(ds.Name)
	switch {
	case e == nil:
		return nil, words.Text("No recipe is named %s.", ds.Name)
	case e.check(ds) != nil:
		return nil, e.check(ds).Error() + "."
	case e.Fixed:
		return nil, words.Text("%s is a table of measurements, so its distribution is unknown.", e.Label)
	}
	n := ds.N
	if n == 0 {
		n = e.N
	}
	t = &Truth{Task: e.Task, dims: 2, unit: 1, exact: true, m: 1}
	switch {
	case e.line != nil:
		t.dims, t.lasts = 1, true
		t.mean = func(x []float64) (f, sd float64) {
			f, sd = e.line((x[0] - low) / (high - low))
			return f, sd * ds.Noise
		}
		t.Noise = ds.Noise * ds.Noise * e.squared()
		t.inputs = func(visit func(x []float64, w float64)) {
			spans(e.where, func(x, w float64) { visit([]float64{x}, w) })
		}
	case e.field != nil:
		t.Noise, t.lasts = ds.Noise*ds.Noise, true
		t.inputs = func(visit func(x []float64, w float64)) {
			spans(nil, func(x, w float64) {
				spans(nil, func(y, v float64) { visit([]float64{x, y}, w*v) })
			})
		}
		t.mean = func(x []float64) (f, sd float64) { return e.field(2*x[0]-1, 2*x[1]-1), ds.Noise }
	default:
		e.plane.truth(t, n, ds.Noise, ds.Seed)
	}
	return t, ""
}

// Prior returns the probability of each class: 1 in clustering, nil in regression.
func (t *Truth) Prior() []float64 { _ = t.Work(method.Unstopped); return t.prior }

// Work computes what Prior, Bayes and Density need. It may take as long as several pictures, and is done once: these
// functions do it themselves, without a job that can stop it. The error is job's.
func (t *Truth) Work(job method.Job) error {
	if t.integral == nil {
		return nil
	}
	if err := t.integral(job); err != nil {
		return err
	}
	t.integral = nil
	return nil
}

// Bayes returns the error of the Bayes rule, which predicts the most probable class everywhere: no rule has a smaller
// one. It is exact if there is a closed form, else a numerical integral, to 1e-4.
func (t *Truth) Bayes() (share float64, exact bool) {
	_ = t.Work(method.Unstopped)
	return t.bayes, t.exact
}

// F writes the true means of y at xs, rows of inputs, and, unless sd is nil, the standard deviations of the noise
// there.
func (t *Truth) F(f, sd, xs []float64) {
	for i := range f {
		m, s := t.mean(xs[i*t.dims : (i+1)*t.dims])
		if f[i] = m; sd != nil {
			sd[i] = s
		}
	}
}

// Scores writes logarithms of P(class | x) at the points xs, up to a number that all classes share: the largest is 0,
// and others are at least -1e6.
func (t *Truth) Scores(dst, xs []float64) {
	k := t.Classes
	for i := range len(dst) / k {
		p := dst[i*k : (i+1)*k]
		t.joint(p, xs[i*t.dims:(i+1)*t.dims])
		top := p[largest(p)]
		for j := range p {
			p[j] = max(p[j]-top, -1e6)
		}
	}
}

// Posterior writes P(class | x) at xs, rows of inputs: the classes of each point together. Outside the square in which
// points are drawn it is that of the distribution without the square's bounds.
func (t *Truth) Posterior(dst, xs []float64) {
	k := t.Classes
	for i := range len(dst) / k {
		t.joint(dst[i*k:(i+1)*k], xs[i*t.dims:(i+1)*t.dims])
		softmax(dst[i*k : (i+1)*k])
	}
}

// Rule returns the prediction of the Bayes rule: the most probable class at a point.
func (t *Truth) Rule(x []float64) int {
	p := make([]float64, t.Classes)
	t.joint(p, x)
	return largest(p)
}

func largest(p []float64) int {
	best := 0
	for k := range p {
		if p[k] > p[best] {
			best = k
		}
	}
	return best
}

// Density writes the densities of the classes at the points xs, the classes of each point together, each times its
// prior: they add up to the density of all. It reports whether there are densities: see Flat.
func (t *Truth) Density(dst, xs []float64) bool {
	if t.Flat != "" {
		return false
	}
	_ = t.Work(method.Unstopped)
	k := t.Classes
	for i := range len(dst) / k {
		d, x := dst[i*k:(i+1)*k], xs[i*t.dims:(i+1)*t.dims]
		t.joint(d, x)
		for j := range d {
			d[j] = math.Exp(d[j]) * t.unit / t.m
			if t.m < 1 && !(x[0] >= low && x[0] <= high && x[1] >= low && x[1] <= high) {
				d[j] = 0
			}
		}
	}
	return true
}

func softmax(p []float64) {
	top, sum := math.Inf(-1), 0.0
	for _, l := range p {
		top = max(top, l)
	}
	for k, l := range p {
		p[k] = math.Exp(l - top)
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
}

// truth sets t to the distribution of a shape's points in the square, which it computes in the units of the shape.
func (s *shape) truth(t *Truth, n int, noise float64, seed uint64) {
	sd := noise
	if s.sd != nil {
		sd = s.sd(noise, n)
	}
	sd += s.spread
	scale := (high - low) / (max(s.box[1]-s.box[0], s.box[3]-s.box[2]) + 4*sd)
	mx, my := (s.box[0]+s.box[1])/2, (s.box[2]+s.box[3])/2
	to := func(x []float64) (u, v float64) { return mx + (x[0]-0.5)/scale, my + (x[1]-0.5)/scale }
	t.joint = func(dst, x []float64) {
		u, v := to(x)
		lawOf(dst, t.law, u, v)
	}
	t.unit = 1 / (scale * scale)
	t.law = s.law(sd, seed)
	for k := range t.law {
		t.law[k].widen(sd)
		t.prior = append(t.prior, t.law[k].weight())
	}
	if t.Classes = len(t.law); sd < blur {
		t.Flat = s.flat
	}
	half := (high - low) / 2 / scale
	t.lasts = s.lasting(noise, seed)
	if t.Flat == "" && s.scaled(noise) {
		t.moments = func(job method.Job) (*Moments, error) {
			m, err := momentsWithin(job, t.law, [2]float64{mx, my}, half)
			m.scale(scale)
			return m, err
		}
	}
	if t.Flat == "" && len(t.law) == 2 && !slices.ContainsFunc(t.law, func(l law) bool { return l.rings != nil }) {
		t.lines = &linear{at: [2]float64{mx, my}, half: half, scale: scale, list: t.law}
	}
	switch {
	case s.wrong != nil:
		t.lines = &linear{at: [2]float64{mx, my}, half: half, scale: scale, mixed: true, noise: noise,
			w: [2]float64{slopeX, slopeY}}
		t.wrong(func(x []float64) float64 { return s.wrong(to(x)) }, noise)
	case sd > 0:
		t.integral = func(job method.Job) error { return t.integrate(job, [3]float64{mx - half, my - half}, 2*half) }
	}
}

// lawOf writes the logarithms of the classes' joint densities at a point.
func lawOf(dst []float64, list []law, u, v float64) {
	for k := range list {
		dst[k] = list[k].log(u, v)
	}
}

// wrong converts a distribution of positions to one of positions and classes: the second class is where a coordinate,
// the sum of two uniform numbers from [-slopeX, slopeX] and [-slopeY, slopeY], plus noise is positive.
func (t *Truth) wrong(at func(x []float64) float64, noise float64) {
	places := t.joint
	t.joint = func(dst, x []float64) {
		places(dst[:1], x)
		d, p := at(x), 0.0
		if noise > 0 {
			p = phi(d / noise)
		} else if d > 0 {
			p = 1
		}
		dst[0], dst[1] = dst[0]+math.Log(1-p), dst[0]+math.Log(p)
	}
	t.Classes, t.prior = 2, []float64{0.5, 0.5}
	if noise == 0 {
		return
	}
	// The mean of Φ(-|d|/noise) over the trapezoidal density of d, which is ((a+b-|d|)₊ - (a-b-|d|)₊) / 4ab. The integral
	// of (c-d) Φ(-d/σ) from 0 to c has a closed form.
	a, b := slopeY, slopeX
	ramp := func(c float64) float64 {
		z := c / noise
		return c*c/2*phi(-z) - noise*noise/2*(phi(z)-0.5) - noise*c/2*bell(z) + noise*c*bell(0)
	}
	t.bayes = (ramp(a+b) - ramp(a-b)) / (2 * a * b)
}

// integrate computes the probabilities of the classes within a square, in the shape's units, and the error of the Bayes
// rule there, and sets t.m, t.prior, t.bayes and t.exact.
func (t *Truth) integrate(job method.Job, at [3]float64, size float64) error {
	q := quadrature{job: job, dims: 2, classes: t.Classes, least: math.Inf(1), wrong: true,
		off: func(k int, x []float64) float64 {
			return t.law[k].off(x[0], x[1])
		}, joint: func(dst, x []float64) { lawOf(dst, t.law, x[0], x[1]) }}
	for i := range t.law {
		q.least = min(q.least, t.law[i].least)
	}
	masses, out := slices.Clone(t.prior), q
	out.wrong = false
	if out.around(t.law, at, size); out.err != nil {
		return out.err
	}
	for k := range masses {
		masses[k] = max(0, masses[k]-out.sum[k])
	}
	bayes := 0.0
	if q.fine, q.edge = q.least, q.least/4; t.Classes > 1 {
		if bayes = q.over(at, [3]float64{size, size}); q.err != nil {
			return q.err
		}
	}
	t.m = 0
	for _, m := range masses {
		t.m += m
	}
	for k := range masses {
		masses[k] /= t.m
	}
	t.prior, t.bayes, t.exact = masses, bayes/t.m, false
	return nil
}

// around integrates a distribution outside a square, where points are rejected. The density is smooth there, and small
// if the noise is small.
func (q *quadrature) around(list []law, at [3]float64, size float64) {
	reach := 0.0
	for i := range list {
		reach = max(reach, list[i].reach(at[0]+size/2, at[1]+size/2))
	}
	more := reach - size/2
	if more <= 0 {
		return
	}
	q.fine = max(q.least, size/256)
	x, y := at[0], at[1]
	q.over([3]float64{x - more, y - more}, [3]float64{size + 2*more, more})
	q.over([3]float64{x - more, y + size}, [3]float64{size + 2*more, more})
	q.over([3]float64{x - more, y}, [3]float64{more, size})
	q.over([3]float64{x + size, y}, [3]float64{more, size})
}

// quadrature integrates over rectangles or boxes: negligible boxes are left out, others bisected until they are as
// small as the finest features of the distributions.
type quadrature struct {
	job           method.Job
	err           error // job's; then the integral is invalid
	looked        int   // number of boxes visited, for asking the job from time to time
	dims, classes int
	// off is law.off for class k.
	off   func(k int, x []float64) float64
	joint func(dst, x []float64)
	least float64 // the smallest standard deviation of a part of a distribution
	// fine is the largest size of a box that is not bisected further, and edge that of one through which a boundary of
	// the Bayes rule passes, where the error has a kink.
	fine, edge float64
	wrong      bool // compute the error of the Bayes rule, not the probabilities of the classes
	// visit, unless it is nil, receives nodes with their weights in a class; then nothing is summed.
	visit func(k int, x []float64, w float64)
	p     []float64
	best  int
	sum   [doc.MaxClass + 1]float64 // by class; with wrong, the first entry is the error
}

// over adds the integral over a box to q.sum, and returns q.sum[0].
func (q *quadrature) over(at, size [3]float64) float64 {
	q.p = make([]float64, q.classes)
	q.box(at, size)
	return q.sum[0]
}

func (q *quadrature) box(at, size [3]float64) {
	if q.looked++; q.looked%64 == 0 && q.err == nil {
		q.err = q.job.Err()
	}
	if q.err != nil {
		return
	}
	// A density decays like exp(-off/2). Beyond this many standard deviations it is negligible; with wrong, this holds
	// for all densities but the largest.
	const far = 5.5
	longest, half := 0.0, 0.0
	mid := at
	for i, w := range size[:q.dims] {
		longest = max(longest, w)
		half += w * w / 4
		mid[i] += w / 2
	}
	half = math.Sqrt(half)
	near, second := math.Inf(1), math.Inf(1)
	for k := range q.classes {
		d := math.Sqrt(q.off(k, mid[:q.dims])) - half/q.least // in standard deviations
		near, second = min(near, d), min(second, max(near, d))
	}
	if q.wrong && second > far || near > far {
		return
	}
	if longest <= q.fine {
		before := q.sum
		q.best = -1
		if crease := q.leaf(at, size, 0, 1); !crease || !q.wrong || longest <= q.edge {
			return
		}
		q.sum = before
	}
	// Sides that are not much shorter than the longest one are bisected.
	parts := 1
	for i, w := range size[:q.dims] {
		if w > longest/1.5 {
			size[i] /= 2
			parts |= 2 << i
		}
	}
	for k := range 1 << q.dims {
		if k&^(parts>>1) != 0 {
			continue
		}
		from := at
		for i := range q.dims {
			from[i] += size[i] * float64(k>>i&1)
		}
		q.box(from, size)
	}
}

// leaf adds the nodes of a rule with four nodes per side, beginning with side i, and reports whether the Bayes rule
// predicts several classes at them.
func (q *quadrature) leaf(at, size [3]float64, i int, w float64) (several bool) {
	if i < q.dims {
		for _, g := range gauss4 {
			x := at
			x[i] += size[i] * g[0]
			several = q.leaf(x, size, i+1, w*size[i]*g[1]) || several
		}
		return several
	}
	q.joint(q.p, at[:q.dims])
	best := largest(q.p)
	for k, l := range q.p {
		switch {
		case q.visit != nil:
			q.visit(k, at[:q.dims], w*math.Exp(l))
		case !q.wrong:
			q.sum[k] += w * math.Exp(l)
		case k != best:
			q.sum[0] += w * math.Exp(l)
		}
	}
	if q.best < 0 {
		q.best = best
	}
	return best != q.best
}

// The Gauss-Legendre rule with 4 nodes on [0, 1].
var gauss4 = [4][2]float64{
	{0.0694318442029737, 0.1739274225687269}, {0.3300094782075719, 0.3260725774312731},
	{0.6699905217924281, 0.3260725774312731}, {0.9305681557970263, 0.1739274225687269},
}
