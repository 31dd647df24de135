package dataset

import (
	"math"
	"sync"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Truth is what a recipe's points are drawn from: what fresh points (Fresh) are
// independent draws of. Make draws from the same, and spreads its points more evenly.
//
// Regression: y = F(x) + normal noise. Classification: a joint law of places and classes.
// Clustering: a density, as of one class.
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
	p1   func(x []float64) float64         // of two classes, P(second class | x), where it is what the recipe says
	law  []law
	work func()
	once sync.Once
	// What work finds out.
	prior []float64
	bayes float64
	exact bool
	m     float64 // the share of what is drawn that falls into the square, before others are thrown again
	to    func(x []float64) (u, v float64)
	unit  float64 // what a density of the law is multiplied by
}

// TruthOf returns what the points of a recipe are drawn from, or nil and why nobody knows.
func TruthOf(ds doc.Dataset) (t *Truth, why string) {
	e := find(ds.Name)
	switch {
	case e == nil:
		return nil, "No recipe is named " + ds.Name + "."
	case e.check(ds) != nil:
		return nil, e.check(ds).Error() + "."
	case e.Fixed:
		return nil, e.Label + " is a table of what was measured: nobody knows what it was drawn from."
	}
	n := ds.N
	if n == 0 {
		n = e.N
	}
	t = &Truth{Task: e.Task, dims: 2, unit: 1, exact: true, m: 1, work: func() {}}
	switch {
	case e.line != nil:
		t.dims = 1
		t.mean = func(x []float64) (f, sd float64) {
			f, sd = e.line((x[0] - low) / (high - low))
			return f, sd * ds.Noise
		}
		// Places are even on [0, 1]; the share of the noise is a polynomial of degree 1 there.
		panels(0, 1, 1, func(u, w float64) {
			if e.where != nil {
				u = e.where(u)
			}
			_, sd := e.line(u)
			t.Noise += w * sd * sd * ds.Noise * ds.Noise
		})
	case e.field != nil:
		t.Noise = ds.Noise * ds.Noise
		t.mean = func(x []float64) (f, sd float64) { return e.field(2*x[0]-1, 2*x[1]-1), ds.Noise }
	default:
		e.plane.truth(t, n, ds.Noise, ds.Seed)
	}
	return t, ""
}

// Prior is, in classification, how likely a fresh point is of each class.
func (t *Truth) Prior() []float64 { t.once.Do(t.work); return t.prior }

// Bayes is the error of the Bayes rule, which takes the likeliest class everywhere: no rule
// has a smaller one. It is exact where there is a closed form, else an integral, to 1e-4.
func (t *Truth) Bayes() (share float64, exact bool) { t.once.Do(t.work); return t.bayes, t.exact }

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
	t.once.Do(t.work)
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

// joint writes the logarithms of the classes' joint densities at a place, in units of the law.
func (t *Truth) joint(dst, x []float64) {
	u, v := t.to(x)
	t.jointAt(dst, u, v)
	if t.p1 != nil {
		// One law, of places; the recipe says the classes' shares.
		p := t.p1(x)
		dst[0], dst[1] = dst[0]+math.Log(1-p), dst[0]+math.Log(p)
	}
}

func (t *Truth) jointAt(dst []float64, u, v float64) {
	for k := range t.law {
		dst[k] = t.law[k].log(u, v)
	}
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
	t.to = func(x []float64) (u, v float64) { return mx + (x[0]-0.5)/scale, my + (x[1]-0.5)/scale }
	t.unit = 1 / (scale * scale)
	t.law = s.law(sd, seed)
	for k := range t.law {
		t.law[k].widen(sd)
		t.prior = append(t.prior, t.law[k].weight())
	}
	if t.Classes = len(t.law); sd < blur {
		t.Flat = s.flat
	}
	switch {
	case s.wrong != nil:
		t.wrong(s, noise)
	case sd > 0:
		half := (high - low) / 2 / scale
		t.work = func() { t.integrate(mx-half, mx+half, my-half, my+half) }
	}
}

// wrong makes a law of places one of places and classes: the second class is where a
// coordinate, a sum of two uniform ones from -a to a and from -b to b, plus noise is above 0.
func (t *Truth) wrong(s *shape, noise float64) {
	at := s.wrong
	t.p1 = func(x []float64) float64 {
		d := at(t.to(x))
		if noise == 0 {
			return min(max(math.Copysign(math.Inf(1), d), 0), 1)
		}
		return phi(d / noise)
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

// integrate works out the masses of the classes within the square, in the shape's units, and
// the error of the Bayes rule there.
func (t *Truth) integrate(x0, x1, y0, y1 float64) {
	k := len(t.law)
	q := quadrature{t: t, off: make([]float64, k), p: make([]float64, k), mass: make([]float64, k)}
	// What is thrown again lies around the square, where the law is smooth.
	least, reach := math.Inf(1), 0.0
	for _, l := range t.law {
		least = min(least, l.least)
		for _, b := range l.bars {
			reach = max(reach, math.Hypot(b.x-(x0+x1)/2, b.y-(y0+y1)/2)+6.5*max(b.sd[0], b.sd[1])+math.Hypot(b.a[0], b.a[1]))
		}
		for _, r := range l.rings {
			reach = max(reach, r.out+6.5*r.sd)
		}
	}
	if more := reach - (x1-x0)/2; more > 0 {
		q.all, q.leaf = true, max(least, (x1-x0)/256) // what is thrown again is little where the noise is little
		q.cell(x0-more, y0-more, x1-x0+2*more, more)
		q.cell(x0-more, y1, x1-x0+2*more, more)
		q.cell(x0-more, y0, more, y1-y0)
		q.cell(x1, y0, more, y1-y0)
	}
	t.m = 0
	for i := range t.prior {
		t.prior[i] = max(0, t.prior[i]-q.mass[i])
		t.m += t.prior[i]
	}
	for i := range t.prior {
		t.prior[i] /= t.m
	}
	if t.exact = false; k > 1 {
		q.all, q.leaf = false, max(least, 1e-4)
		q.cell(x0, y0, x1-x0, y1-y0)
		t.bayes = q.error / t.m
	}
}

// quadrature integrates over rectangles: parts where next to nothing is are left out, others
// halved until they are as small as the law's finest features.
type quadrature struct {
	t      *Truth
	all    bool // the masses of the classes, not the error of the Bayes rule
	off, p []float64
	mass   []float64
	error  float64
	leaf   float64
}

func (q *quadrature) cell(x, y, w, h float64) {
	// A density is at most its height at a distance: its parts' heights times exp(-off/2). A
	// part of the plane is worth looking at if this may be above 1e-7 in the middle of
	// something of that size.
	const far = 6 // standard deviations
	half := math.Hypot(w, h) / 2
	near, second := math.Inf(1), math.Inf(1)
	for i := range q.t.law {
		l := &q.t.law[i]
		d := math.Sqrt(l.off(x+w/2, y+h/2)) - half/l.least
		if d < near {
			near, second = d, near
		} else {
			second = min(second, d)
		}
	}
	if q.all && near > far || !q.all && second > far {
		return
	}
	if max(w, h) > q.leaf {
		nx, ny := 1.0, 1.0
		if w > h/1.5 {
			nx = 2
		}
		if h > w/1.5 {
			ny = 2
		}
		for i := 0.0; i < nx; i++ {
			for j := 0.0; j < ny; j++ {
				q.cell(x+i*w/nx, y+j*h/ny, w/nx, h/ny)
			}
		}
		return
	}
	for _, a := range gauss4 {
		for _, b := range gauss4 {
			q.t.jointAt(q.p, x+w*a[0], y+h*b[0])
			f := w * h * a[1] * b[1]
			if best := largest(q.p); !q.all {
				for i, l := range q.p {
					if i != best {
						q.error += f * math.Exp(l)
					}
				}
				continue
			}
			for i, l := range q.p {
				q.mass[i] += f * math.Exp(l)
			}
		}
	}
}

// The Gauss-Legendre rule with 4 places on [0, 1].
var gauss4 = [4][2]float64{
	{0.0694318442029737, 0.1739274225687269}, {0.3300094782075719, 0.3260725774312731},
	{0.6699905217924281, 0.3260725774312731}, {0.9305681557970263, 0.1739274225687269},
}
