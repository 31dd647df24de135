package dataset

import (
	"math"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Truth is what a recipe's points are drawn from: what fresh points (Fresh) are
// independent draws of. Make draws from the same, and spreads its points more evenly.
//
// Regression: y = F(x) + normal noise. Classification: a joint law of places and classes.
// Clustering: a density, as of one class. One goroutine at a time may ask it.
type Truth struct {
	Task method.Task
	// Noise is, in regression, E(y - f(x))², the error that remains with the true f, the
	// mean over the places that are drawn.
	Noise float64
	// Classes is the number of classes: 1 in clustering, 0 in regression.
	Classes int
	// Flat says why the classes have no density; then Posterior is what it tends to as the
	// noise falls to 0: the class of the nearest place that is drawn. "" = they have one.
	Flat string

	dims int
	mean func(x []float64) (f, sd float64) // regression
	// inputs visits places of regression with the shares of points there; where it is nil, ideal
	// is known in closed form, if at all.
	inputs func(visit func(x []float64, w float64))
	ideal  Ideal
	// joint writes the logarithms of the classes' joint densities at a place, but for a factor
	// unit/m that is the same everywhere.
	joint func(dst, x []float64)
	law   []law // in the plane
	// integral works out what has no closed form; nil = all has, or is worked out. Its error is
	// job's.
	integral func(job method.Job) error
	// moments works out those of the places, in the plane; nil = they aren't known. Its error is job's.
	moments func(job method.Job) (*Moments, error)
	// lines knows the errors of linear rules of two classes; nil = nobody does.
	lines *linear
	// What it finds out.
	prior []float64
	bayes float64
	exact bool
	m     float64 // the share of what is drawn that falls into the square, before others are thrown again
	unit  float64 // what a density of the law is multiplied by
	lasts bool
}

// Lasts tells that any number of points, with any seed, are drawn from the same.
func (t *Truth) Lasts() bool { return t.lasts }

// TruthOf returns what the points of a recipe are drawn from, or nil and why nobody knows.
func TruthOf(ds doc.Dataset) (t *Truth, why string) {
	e := find(ds.Name)
	switch {
	case e == nil:
		return nil, "No recipe is named " + ds.Name + "."
	case e.check(ds) != nil:
		return nil, e.check(ds).Error() + "."
	case e.Fixed:
		return nil, e.Label + " is a table of measurements, so its distribution is unknown."
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

// Prior is, in classification, how likely a fresh point is of each class.
func (t *Truth) Prior() []float64 { _ = t.Work(method.Unstopped); return t.prior }

// Work works out what Prior, Bayes and Density need, which may take as long as several pictures,
// and is done once: they do so themselves, without a job that can stop it. The error is job's.
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

// Bayes is the error of the Bayes rule, which takes the likeliest class everywhere: no rule
// has a smaller one. It is exact where there is a closed form, else an integral, to 1e-4.
func (t *Truth) Bayes() (share float64, exact bool) {
	_ = t.Work(method.Unstopped)
	return t.bayes, t.exact
}

// F writes the true means of y at the places xs, rows of inputs, and beside them, unless sd
// is nil, the standard deviations of the noise there.
func (t *Truth) F(f, sd, xs []float64) {
	for i := range f {
		m, s := t.mean(xs[i*t.dims : (i+1)*t.dims])
		if f[i] = m; sd != nil {
			sd[i] = s
		}
	}
}

// Scores writes logarithms of P(class | x) at the places xs, each but for a number that all
// classes have in common: the largest is 0, others end at -1e6.
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

// Posterior writes P(class | x) at the places xs, rows of inputs: class by class, place by
// place. Outside of the square in which points are drawn it is that of the same law without
// the square's bounds.
func (t *Truth) Posterior(dst, xs []float64) {
	k := t.Classes
	for i := range len(dst) / k {
		t.joint(dst[i*k:(i+1)*k], xs[i*t.dims:(i+1)*t.dims])
		softmax(dst[i*k : (i+1)*k])
	}
}

// Rule is the Bayes rule: the likeliest class at a place.
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

// Density writes the densities of the classes at the places xs, class by class, place by
// place, each times its prior: they add up to the density of all. It tells whether there
// are densities: see Flat.
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

// truth works out the law of a shape's points in the units of the shape, and that of its
// points in the square.
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

// lawOf writes the logarithms of the classes' joint densities at a place.
func lawOf(dst []float64, list []law, u, v float64) {
	for k := range list {
		dst[k] = list[k].log(u, v)
	}
}

// wrong makes a law of places one of places and classes: the second class is where a coordinate,
// the sum of two even ones from -slopeX to slopeX and from -slopeY to slopeY, plus noise is
// above 0.
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
	// The mean of Φ(-|d|/noise) over the trapezoid that is the density of d: that is
	// ((a+b-|d|)₊ - (a-b-|d|)₊) / 4ab. The integral of (c-d) Φ(-d/σ) from 0 to c is in closed form.
	a, b := slopeY, slopeX
	ramp := func(c float64) float64 {
		z := c / noise
		return c*c/2*phi(-z) - noise*noise/2*(phi(z)-0.5) - noise*c/2*bell(z) + noise*c*bell(0)
	}
	t.bayes = (ramp(a+b) - ramp(a-b)) / (2 * a * b)
}

// integrate works out the masses of the classes within a square, in the shape's units, and
// the error of the Bayes rule there.
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

// around integrates a law around a square, over all places that are thrown again. The law is smooth there, and it is
// little where the noise is little.
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

// quadrature integrates over rectangles, or boxes: parts where next to nothing is are left
// out, others halved until they are as small as the finest features of the laws.
type quadrature struct {
	job           method.Job
	err           error // job's; then the integral is worth nothing
	looked        int   // boxes
	dims, classes int
	// off is as law's, for the class k.
	off   func(k int, x []float64) float64
	joint func(dst, x []float64)
	least float64 // the smallest standard deviation of a part of a law
	// fine is how large a box is at most that is halved no more, edge one through which a
	// boundary of the Bayes rule goes, where the error has a crease.
	fine, edge float64
	wrong      bool // the error of the Bayes rule is wanted, not the masses of the classes
	// visit, unless it is nil, is told of places with their weights in a class; then nothing is summed up.
	visit func(k int, x []float64, w float64)
	p     []float64
	best  int
	sum   [doc.MaxClass + 1]float64 // of each class; with wrong, the first one is the error
}

// over adds the integral over a box, and returns that of the first class, or the error.
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
	// A density falls with exp(-off/2). Farther off than so many standard deviations it adds
	// nothing that counts; with wrong, that holds of all densities but the largest.
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
	// Sides that are not much shorter than the longest are halved.
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

// leaf adds up the places of a rule with four along each side, from the side with the number i
// on, and tells whether they are of several classes by the Bayes rule.
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

// The Gauss-Legendre rule with 4 places on [0, 1].
var gauss4 = [4][2]float64{
	{0.0694318442029737, 0.1739274225687269}, {0.3300094782075719, 0.3260725774312731},
	{0.6699905217924281, 0.3260725774312731}, {0.9305681557970263, 0.1739274225687269},
}
