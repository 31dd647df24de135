package constrained

import (
	"math"

	"pointscape/engine/expression"
)

// vec is a position or a direction in the plane.
type vec [2]float64

func (a vec) plus(b vec) vec             { return vec{a[0] + b[0], a[1] + b[1]} }
func (a vec) minus(b vec) vec            { return vec{a[0] - b[0], a[1] - b[1]} }
func (a vec) times(s float64) vec        { return vec{s * a[0], s * a[1]} }
func (a vec) dot(b vec) float64          { return float64(a[0]*b[0]) + float64(a[1]*b[1]) }
func (a vec) cross(b vec) float64        { return float64(a[0]*b[1]) - float64(a[1]*b[0]) }
func (a vec) size() float64              { return math.Hypot(a[0], a[1]) }
func (a vec) left() vec                  { return vec{-a[1], a[0]} }
func (a vec) along(d vec, t float64) vec { return a.plus(d.times(t)) }

// form is the quadratic function ½xᵀQx + b·x + c, with Q = [[xx, xy], [xy, yy]].
type form struct {
	xx, xy, yy float64
	b          vec
	c          float64
}

func (q form) by(v vec) vec { // Qv
	return vec{float64(q.xx*v[0]) + float64(q.xy*v[1]), float64(q.xy*v[0]) + float64(q.yy*v[1])}
}
func (q form) at(v vec) float64 { return q.by(v).dot(v)/2 + q.b.dot(v) + q.c }
func (q form) grad(v vec) vec   { return q.by(v).plus(q.b) }

func (q form) plus(s float64, o form) form {
	return form{q.xx + s*o.xx, q.xy + s*o.xy, q.yy + s*o.yy, q.b.along(o.b, s), q.c + s*o.c}
}

// eigen returns the eigenvalues of Q, the smaller one first, and unit eigenvectors.
func (q form) eigen() (e [2]float64, u [2]vec) {
	mean, half := (q.xx+q.yy)/2, (q.xx-q.yy)/2
	r := math.Hypot(half, q.xy)
	e = [2]float64{mean - r, mean + r}
	a := math.Atan2(q.xy, half) / 2 // angle of the eigenvector of the larger eigenvalue
	s, c := math.Sincos(a)
	u = [2]vec{{-s, c}, {c, s}}
	return e, u
}

// weight returns the sum of the absolute values of Q's distinct entries.
func (q form) weight() float64 { return math.Abs(q.xx) + math.Abs(q.xy) + math.Abs(q.yy) }

// flatBelow is the ratio to the size of the entries below which an eigenvalue counts as 0.
const flatBelow = 1e-12

// least returns the minimum of a form over the plane; ok is false if it is unbounded below. If the minimum is not
// unique, several is true, and at is the minimum nearest to the origin. beside is the size of the terms of which Q is a
// sum, for the tolerance.
func (q form) least(beside float64) (at vec, several, ok bool) {
	e, u := q.eigen()
	tol := flatBelow * max(q.weight(), beside)
	for k := range e {
		s := q.b.dot(u[k])
		switch {
		case e[k] < -tol:
			return vec{}, false, false
		case e[k] <= tol:
			if math.Abs(s) > 1e-10*(q.b.size()+tol) && s != 0 {
				return vec{}, false, false
			}
			several = true
		default:
			at = at.along(u[k], -s/e[k])
		}
	}
	return at, several, true
}

// objective is the function to be minimised: a form plus, if expr is not nil, an expression.
type objective struct {
	form
	expr *expression.Expr
}

// jet returns the value, gradient and Hessian at v.
func (f *objective) jet(v vec) expression.Jet {
	g := f.form.grad(v)
	j := expression.Jet{F: f.form.at(v), X: g[0], Y: g[1], XX: f.xx, XY: f.xy, YY: f.yy}
	if f.expr != nil {
		return j.Plus(f.expr.At(v[0], v[1]))
	}
	return j
}

func (f *objective) at(v vec) float64 {
	y := f.form.at(v)
	if f.expr != nil {
		y += f.expr.Value(v[0], v[1])
	}
	return y
}

func (f *objective) grad(v vec) vec {
	g := f.form.grad(v)
	if f.expr != nil {
		_, x, y := f.expr.Slope(v[0], v[1])
		return vec{g[0] + x, g[1] + y}
	}
	return g
}

// row writes the values at the positions (xs[i], y) to out.
func (f *objective) row(out, xs []float64, y float64) {
	if f.expr == nil {
		clear(out)
	} else {
		f.expr.Row(out, xs, y)
	}
	for i, x := range xs {
		out[i] += f.form.at(vec{x, y})
	}
}

// constraint is g(x) ≤ 0 or g(x) = 0 for a line or an ellipse.
type constraint struct {
	number int // number shown to the user, from 1
	kind   string
	form
	equal bool
	// A line passes through p in the direction d; the feasible side is on its left.
	p, d vec
	// An ellipse has the centre p, the half axis r along u, and the half axis r·ratio across. A line has r = 0.
	u        vec
	r, ratio float64
}

func (c *constraint) line() bool { return c.r == 0 }

// newLine returns the line from a to b. Its g is the signed distance, so its gradient has length 1.
func newLine(a, b vec) constraint {
	d := b.minus(a)
	d = d.times(1 / d.size())
	n := d.left().times(-1)
	return constraint{p: a, d: d, form: form{b: n, c: -n.dot(a)}}
}

// newEllipse returns the ellipse with centre m through e, whose half axis from m to e has length r. Its g is ‖x − m‖² −
// r², with the component across the axis divided by the ratio; outside reverses its sign.
func newEllipse(m, e vec, ratio float64, outside bool) constraint {
	r := e.minus(m).size()
	u := e.minus(m).times(1 / r)
	w, k := u.left(), 1/(ratio*ratio)
	q := form{
		xx: 2 * (u[0]*u[0] + k*w[0]*w[0]), xy: 2 * (u[0]*u[1] + k*w[0]*w[1]), yy: 2 * (u[1]*u[1] + k*w[1]*w[1]),
	}
	q.b = q.by(m).times(-1)
	q.c = -q.b.dot(m)/2 - r*r
	if outside {
		q = form{}.plus(-1, q)
	}
	return constraint{p: m, u: u, r: r, ratio: ratio, form: q}
}

// on returns a point of the boundary and the derivatives with respect to t: the angle on an ellipse, or the distance
// along a line.
func (c *constraint) on(t float64) (at, d, dd vec) {
	if c.line() {
		return c.p.along(c.d, t), c.d, vec{}
	}
	sin, cos := math.Sincos(t)
	return c.round(sin, cos)
}

func (c *constraint) round(sin, cos float64) (at, d, dd vec) {
	a, b := c.u.times(c.r), c.u.left().times(c.r*c.ratio)
	out := a.times(cos).plus(b.times(sin))
	return c.p.plus(out), b.times(cos).minus(a.times(sin)), out.times(-1)
}

// value returns g at v. It is computed relative to p, which keeps the precision far from the origin.
func (c *constraint) value(v vec) float64 {
	if c.line() {
		return v.minus(c.p).cross(c.d)
	}
	w := v.minus(c.p)
	a, b := w.dot(c.u), w.cross(c.u)/c.ratio
	g := float64(a*a) + float64(b*b) - c.r*c.r
	if c.outside() {
		return -g
	}
	return g
}

func (c *constraint) slope(v vec) vec { return c.form.by(v.minus(c.middle())).plus(c.pull()) }

// middle returns the point where the gradient of an ellipse is 0, its centre. For a line, whose gradient is constant,
// it is 0.
func (c *constraint) middle() vec {
	if c.line() {
		return vec{}
	}
	return c.p
}

func (c *constraint) pull() vec {
	if c.line() {
		return c.form.b
	}
	return vec{}
}

func (c *constraint) outside() bool { return c.kind == outsideOf }

// convex reports whether the feasible set of the constraint is convex.
func (c *constraint) convex() bool { return c.line() || !c.equal && !c.outside() }

// off returns the approximate distance of v from the boundary, positive on the infeasible side.
func (c *constraint) off(v vec) float64 {
	g := c.value(v)
	if c.line() { // the gradient has length 1
		return g
	}
	// For an ellipse, g ∕ ‖∇g‖ is the distance only near the boundary. This bound never exceeds the distance elsewhere.
	s := c.slope(v)
	steep, least := math.Sqrt(s.dot(s)), 2*c.r // max and min of floats compile to calls in WebAssembly
	if c.ratio < 1 {
		least *= c.ratio
	} else {
		least /= c.ratio * c.ratio
	}
	if steep < least {
		steep = least
	}
	return g / steep
}

// problem is the optimisation problem.
type problem struct {
	f    objective
	cons []constraint
	// The square in which an expression is searched. It contains the constraints.
	lo, hi vec
	held   []vec     // positions of the handles
	met    *[]corner // see corners
	grid   []float64 // see values
	rim    []float64 // see edge
	size   float64   // edge length of the square, in data units: tolerances are relative to it
}

// near is the distance from a boundary, relative to the size of a problem, within which a point counts as on it.
const near = 1e-9

// feasible reports whether v satisfies all constraints except those in the bit mask but.
func (p *problem) feasible(v vec, but uint) bool {
	for i := range p.cons {
		if but&(1<<i) != 0 {
			continue
		}
		d := p.cons[i].off(v)
		if !(d <= near*p.size) || p.cons[i].equal && d < -near*p.size {
			return false
		}
	}
	return true
}

// bounded reports whether some constraint alone bounds the feasible set.
func (p *problem) bounded() bool {
	for i := range p.cons {
		if c := &p.cons[i]; !c.line() && !c.outside() {
			return true
		}
	}
	return false
}

// frame sets lo, hi and size to a square around the given places, the constraints and the unit square. Its side is
// three times the longer side of their bounding box.
func (p *problem) frame(places ...vec) {
	p.lo, p.hi = vec{0, 0}, vec{1, 1}
	hold := func(v vec, r float64) {
		for k := range v {
			p.lo[k], p.hi[k] = min(p.lo[k], v[k]-r), max(p.hi[k], v[k]+r)
		}
	}
	for _, v := range places {
		hold(v, 0)
	}
	for i := range p.cons {
		c := &p.cons[i]
		hold(c.p, c.r*max(1, c.ratio))
		if c.line() {
			hold(c.p.plus(c.d), 0)
		}
	}
	mid := p.lo.plus(p.hi).times(0.5)
	half := max(p.hi[0]-p.lo[0], p.hi[1]-p.lo[1]) * 1.5
	p.lo, p.hi = mid.minus(vec{half, half}), mid.plus(vec{half, half})
	p.size = 2 * half
}

// lagrangian returns L(·, λ) for a problem whose objective is a form.
func (p *problem) lagrangian(lambda []float64) form {
	l := p.f.form
	for i, c := range p.cons {
		l = l.plus(lambda[i], c.form)
	}
	return l
}

// lagrange returns L(x, λ).
func (p *problem) lagrange(v vec, lambda []float64) float64 {
	l := p.f.at(v)
	for i := range p.cons {
		if lambda[i] != 0 {
			l += lambda[i] * p.cons[i].value(v)
		}
	}
	return l
}
