package constrained

import (
	"math"
	"slices"

	"pointscape/engine/method"
)

// ending is the kind of result.
type ending uint8

const (
	solved     ending = iota
	infeasible        // no point satisfies all constraints
	endless           // f is unbounded below
	atEdge            // for an expression: the smallest value is at the edge of the searched square
)

// answer is the solution of a problem.
type answer struct {
	end     ending
	at      vec
	least   float64 // f*
	others  []vec   // further optimal points that were found
	active  []int   // indices of the constraints that hold with equality at the optimum
	lambda  []float64
	kkt     bool // lambda satisfies the KKT conditions; else there are no multipliers
	several bool // the multipliers are not unique
	licq    bool // the gradients of the active constraints are linearly independent (LICQ)
}

// turnSteps is the number of steps of a full circle.
const turnSteps = 360

var circle = func() (c [turnSteps + 1][2]float64) {
	for k := range c {
		c[k][0], c[k][1] = math.Sincos(2 * math.Pi * float64(k) / turnSteps)
	}
	c[turnSteps] = c[0] // exactly equal, so that a sign change there is found
	return c
}()

// root finds the zero of an increasing function between lo and hi by Newton steps that stay within the bracket.
func root(lo, hi float64, at func(t float64) (h, d float64)) float64 {
	t := (lo + hi) / 2
	for range 100 {
		h, d := at(t)
		if h == 0 {
			return t
		}
		if h < 0 {
			lo = t
		} else {
			hi = t
		}
		next := t - h/d
		if !(next > lo && next < hi) {
			next = (lo + hi) / 2
		}
		if next == t || next <= lo || next >= hi {
			return t
		}
		if math.Abs(next-t) <= 4e-16*math.Abs(t) {
			return next
		}
		t = next
	}
	return t
}

// along calls yield with the local minima of f on a boundary. If f is constant on it, it yields one point.
func (p *problem) along(f *objective, c *constraint, yield func(v vec)) {
	if c.line() && f.expr == nil {
		a, s := f.form.by(c.d).dot(c.d), f.form.grad(c.p).dot(c.d)
		tol := flatBelow * f.weight()
		switch {
		case a > tol:
			yield(c.p.along(c.d, -s/a))
		case math.Abs(a) <= tol && math.Abs(s) <= 1e-12*(f.b.size()+f.weight()*p.size):
			yield(c.p.along(c.d, p.lo.plus(p.hi).times(0.5).minus(c.p).dot(c.d)))
		}
		return
	}
	both := func(t float64) (h, dh float64) { // the first and the second derivative of f along the boundary
		at, d, dd := c.on(t)
		j := f.jet(at)
		g := vec{j.X, j.Y}
		hd := vec{float64(j.XX*d[0]) + float64(j.XY*d[1]), float64(j.XY*d[0]) + float64(j.YY*d[1])}
		return g.dot(d), hd.dot(d) + g.dot(dd)
	}
	was, flat, steep := 0.0, true, 0.0
	from, step := 0.0, 2*math.Pi/turnSteps
	if c.line() {
		middle := p.lo.plus(p.hi).times(0.5).minus(c.p).dot(c.d)
		from, step = middle-p.size, 2*p.size/turnSteps
	}
	const each = 2 // use every second step of the circle
	step *= each
	for k := range turnSteps/each + 1 {
		var at, d vec
		if c.line() {
			at, d = c.p.along(c.d, from+step*float64(k)), c.d
		} else {
			at, d, _ = c.round(circle[each*k][0], circle[each*k][1])
		}
		g := f.grad(at)
		h := g.dot(d)
		steep = max(steep, math.Sqrt(g.dot(g)*d.dot(d)))
		flat = flat && math.Abs(h) <= 1e-11*steep
		if k > 0 && was < 0 && h >= 0 && math.Abs(h-was) > 1e-13*steep {
			v, _, _ := c.on(root(from+step*float64(k-1), from+step*float64(k), both))
			yield(v)
		}
		was = h
	}
	if flat {
		v, _, _ := c.on(0)
		yield(v)
	}
}

// meets calls yield with the intersections of two boundaries.
func (p *problem) meets(a, b *constraint, yield func(v vec)) {
	switch {
	case a.line() && b.line():
		if x := a.d.cross(b.d); math.Abs(x) > 1e-13 {
			yield(a.p.along(a.d, b.p.minus(a.p).cross(b.d)/x))
		}
	case a.line():
		w := a.p.minus(b.p)
		w0, w1 := w.dot(b.u), w.cross(b.u)/b.ratio
		d0, d1 := a.d.dot(b.u), a.d.cross(b.u)/b.ratio
		qa, qb := d0*d0+d1*d1, w0*d0+w1*d1
		// The line's point nearest to the centre, in the coordinates of the ellipse; both intersections are at the same
		// distance from it.
		near := (w0*d1 - w1*d0) * (w0*d1 - w1*d0) / qa
		rest := b.r*b.r - near
		if rest < -1e-12*b.r*b.r {
			return
		}
		root := math.Sqrt(max(rest, 0) / qa)
		yield(a.p.along(a.d, -qb/qa-root))
		if root > 0 {
			yield(a.p.along(a.d, -qb/qa+root))
		}
	case b.line():
		p.meets(b, a, yield)
	default:
		p.ellipsesMeet(a, b, yield)
	}
}

func (p *problem) ellipsesMeet(a, b *constraint, yield func(v vec)) {
	const step = 2 * math.Pi / turnSteps
	value := func(t float64) (h, d float64) {
		at, da, _ := a.on(t)
		return b.value(at), b.slope(at).dot(da)
	}
	slope := func(t float64) (h, d float64) {
		at, da, dda := a.on(t)
		return b.slope(at).dot(da), b.form.by(da).dot(da) + b.slope(at).dot(dda)
	}
	turned := func(at func(t float64) (h, d float64)) func(t float64) (h, d float64) {
		return func(t float64) (float64, float64) { h, d := at(t); return -h, -d }
	}
	cross := func(lo, hi, below, above float64) {
		at := value
		if below > above {
			at = turned(value)
		}
		v, _, _ := a.on(root(lo, hi, at))
		yield(v)
	}
	var h [turnSteps + 1]float64
	for k := range h {
		at, _, _ := a.round(circle[k][0], circle[k][1])
		h[k] = b.value(at)
	}
	for k := range turnSteps {
		t := step * float64(k)
		if (h[k] < 0) != (h[k+1] < 0) {
			cross(t, t+step, h[k], h[k+1])
			continue
		}
		// Between two steps where |h| has a minimum, they may touch or cross twice.
		d0, _ := slope(t)
		d1, _ := slope(t + step)
		if (d0 < 0) == (d1 < 0) || (d0 < 0) != (h[k] > 0) {
			continue
		}
		at := slope
		if d0 > d1 {
			at = turned(slope)
		}
		low := root(t, t+step, at)
		v, _, _ := a.on(low)
		switch l := b.value(v); {
		case (l < 0) != (h[k] < 0):
			cross(t, low, h[k], l)
			cross(low, t+step, l, h[k+1])
		case math.Abs(b.off(v)) <= near*p.size/10:
			yield(v)
		}
	}
}

// candidates calls yield with points that include every isolated optimum of f: with no active constraint, with one, and
// with two. on is the bit mask of the constraints that are known to hold there.
func (p *problem) candidates(f *objective, yield func(v vec, on uint)) {
	free := true
	for i := range p.cons {
		free = free && !p.cons[i].equal
	}
	switch {
	case !free:
	case f.expr != nil:
		for _, v := range p.minima(f) {
			yield(v, 0)
		}
	default:
		if v, _, ok := f.least(0); ok {
			yield(v, 0)
		}
	}
	for i := range p.cons {
		p.along(f, &p.cons[i], func(v vec) { yield(v, 1<<i) })
	}
	for _, c := range p.corners() {
		yield(c.at, c.on)
	}
}

// corner is an intersection of two boundaries, given by the bit mask on.
type corner struct {
	at vec
	on uint
}

// corners returns all intersections, computed once.
func (p *problem) corners() []corner {
	if p.met == nil {
		list := []corner{}
		for i := range p.cons {
			for j := range i {
				p.meets(&p.cons[i], &p.cons[j], func(v vec) { list = append(list, corner{v, 1<<i | 1<<j}) })
			}
		}
		p.met = &list
	}
	return *p.met
}

// with returns the same problem with other constraints.
func (p *problem) with(cons []constraint) *problem {
	q := *p
	q.cons, q.met = cons, nil
	return &q
}

// nearest calls yield with points of a boundary, among them all local minima of the distance from v.
func (c *constraint) nearest(v vec, yield func(at vec)) {
	w := v.minus(c.p)
	switch {
	case c.line():
		yield(c.p.along(c.d, w.dot(c.d)))
		return
	case c.ratio == 1 && w.size() > 1e-12*c.r:
		yield(c.p.along(w, c.r/w.size()))
		return
	}
	const steps = 60
	both := func(t float64) (h, d float64) {
		at, d1, d2 := c.on(t)
		o := at.minus(v)
		return o.dot(d1), d1.dot(d1) + o.dot(d2)
	}
	was := 0.0
	for k := range steps + 1 {
		j := k * (turnSteps / steps)
		at, d, _ := c.round(circle[j][0], circle[j][1])
		h := at.minus(v).dot(d)
		if k > 0 && was < 0 && h >= 0 {
			const step = 2 * math.Pi / steps
			at, _, _ = c.on(root(step*float64(k-1), step*float64(k), both))
			yield(at)
		}
		was = h
	}
	at, _, _ := c.on(0) // all points of a circle have the same distance from its centre
	yield(at)
}

// best returns the feasible candidate with the smallest f, and others with the same value.
func (p *problem) best(f *objective) (at vec, others []vec, ok bool) {
	var list []vec
	least := math.Inf(1)
	p.candidates(f, func(v vec, on uint) {
		if y := f.at(v); y == y && !math.IsInf(y, 0) && p.feasible(v, on) {
			list = append(list, v)
			if y < least {
				least, at, ok = y, v, true
			}
		}
	})
	j := f.jet(at)
	bend := math.Abs(j.XX) + math.Abs(j.XY) + math.Abs(j.YY)
	tol := 1e-10 * max(math.Abs(least), math.Hypot(j.X, j.Y)*p.size*1e-3, 1e-6*bend*p.size*p.size)
	for _, v := range list {
		if v.minus(at).size() > 1e-6*p.size && f.at(v) <= least+tol {
			another := true
			for _, o := range others {
				another = another && v.minus(o).size() > 1e-6*p.size
			}
			if another {
				others = append(others, v)
			}
		}
	}
	return at, others, ok
}

// project returns the feasible point nearest to v; ok is false if the problem is infeasible.
func (p *problem) project(v vec) (at vec, ok bool) {
	if p.feasible(v, 0) {
		return v, true
	}
	least := math.Inf(1)
	take := func(w vec, on uint) {
		if d := w.minus(v).size(); d < least && p.feasible(w, on) {
			at, least, ok = w, d, true
		}
	}
	for i := range p.cons {
		p.cons[i].nearest(v, func(w vec) { take(w, 1<<i) })
	}
	for _, c := range p.corners() {
		take(c.at, c.on)
	}
	return at, ok
}

// solve computes the optimum and its multipliers.
func (p *problem) solve(job method.Job) (a answer, err error) {
	a.lambda = make([]float64, len(p.cons))
	if err := job.Err(); err != nil {
		return a, err
	}
	if _, ok := p.project(p.lo.plus(p.hi).times(0.5)); !ok {
		a.end = infeasible
		return a, nil
	}
	if p.f.expr == nil && p.falls() {
		a.end = endless
		return a, nil
	}
	var ok bool
	a.at, a.others, ok = p.best(&p.f)
	if p.f.expr == nil && !ok { // f is constant
		a.at, _ = p.project(p.lo.plus(p.hi).times(0.5))
		ok = true
	}
	if p.f.expr != nil {
		edge, low := p.edge()
		if !ok || edge < p.f.at(a.at)-1e-9*math.Abs(edge) {
			a.end, a.at, a.least, a.others = atEdge, low, edge, nil
			return a, job.Err()
		}
	}
	for k, x := range a.at {
		if math.Abs(x) <= 1e-14*p.size { // only a rounding error
			a.at[k] = 0
		}
	}
	a.least = p.f.at(a.at)
	p.multipliers(&a)
	return a, job.Err()
}

// edge returns the smallest f at feasible ones of 256 points on the edge of the searched square; infinite if none is
// feasible.
func (p *problem) edge() (least float64, at vec) {
	least = math.Inf(1)
	const n = 64
	place := func(k int) vec {
		t := float64(k%n) / n
		v := [4]vec{{t, 0}, {1, t}, {1 - t, 1}, {0, 1 - t}}[k/n]
		return vec{p.lo[0] + v[0]*(p.hi[0]-p.lo[0]), p.lo[1] + v[1]*(p.hi[1]-p.lo[1])}
	}
	if p.rim == nil { // values of the expression, shared by problems with other constraints
		p.rim = make([]float64, 4*n)
		for k := range p.rim {
			v := place(k)
			p.rim[k] = p.f.expr.Value(v[0], v[1])
		}
	}
	for k, y := range p.rim {
		v := place(k)
		if y += p.f.form.at(v); y < least && p.feasible(v, 0) {
			least, at = y, v
		}
	}
	return least, at
}

// multipliers determines the active constraints at the optimum, and multipliers with ∇f + Σ λᵢ∇gᵢ = 0. If they are not
// unique, it takes some with the fewest nonzero ones.
func (p *problem) multipliers(a *answer) {
	g := p.f.grad(a.at)
	var slopes []vec
	for i := range p.cons {
		if math.Abs(p.cons[i].off(a.at)) <= 10*near*p.size {
			a.active = append(a.active, i)
			slopes = append(slopes, p.cons[i].slope(a.at))
		}
	}
	a.licq = len(slopes) <= 2
	if len(slopes) == 2 {
		a.licq = math.Abs(slopes[0].cross(slopes[1])) > 1e-7*slopes[0].size()*slopes[1].size()
	}
	// Tolerance of the sum of gradients: rounding, and the error of the optimum.
	j := p.f.jet(a.at)
	tol := 1e-8 * (g.size() + (math.Abs(j.XX)+math.Abs(j.XY)+math.Abs(j.YY))*p.size*1e-2)
	var found [][]float64
	take := func(of []int, l ...float64) {
		all := make([]float64, len(p.cons))
		for k, i := range of {
			// Set multipliers to 0 that are only rounding errors.
			if s := p.cons[i].slope(a.at).size(); math.Abs(l[k])*s <= tol/10 {
				l[k] = 0
			}
			if l[k] < 0 && !p.cons[i].equal {
				return
			}
			all[i] = l[k]
		}
		for _, f := range found {
			same := true
			for i := range f {
				same = same && math.Abs(f[i]-all[i]) <= 1e-6*(math.Abs(f[i])+math.Abs(all[i]))
			}
			if same {
				return
			}
		}
		found = append(found, all)
	}
	if g.size() <= tol {
		take(nil)
	}
	for k, i := range a.active {
		s := slopes[k]
		l := -g.dot(s) / s.dot(s)
		if g.along(s, l).size() <= tol {
			take([]int{i}, l)
		}
	}
	for k, i := range a.active {
		for q, o := range a.active[:k] {
			s, r := slopes[k], slopes[q]
			x := s.cross(r)
			if math.Abs(x) > 1e-7*s.size()*r.size() {
				take([]int{i, o}, -g.cross(r)/x, -s.cross(g)/x)
			}
		}
	}
	a.kkt = len(found) > 0
	a.several = len(found) > 1
	if a.kkt {
		a.lambda = found[0]
	}
	// If dependent gradients have opposite directions, both multipliers can be increased together.
	if a.kkt && !a.licq && !a.several {
		a.several = p.opposed(a.active, slopes)
	}
}

// opposed reports whether two multipliers of dependent gradients can be changed together.
func (p *problem) opposed(active []int, slopes []vec) bool {
	for k := range slopes {
		for q := range slopes[:k] {
			s, r := slopes[k], slopes[q]
			if math.Abs(s.cross(r)) <= 1e-7*s.size()*r.size() &&
				(s.dot(r) < 0 || p.cons[active[k]].equal || p.cons[active[q]].equal) {
				return true
			}
		}
	}
	return false
}

// falls reports whether a form is unbounded below on the feasible set, which must not be empty: then it decreases along
// a direction that never leaves the set (Frank and Wolfe).
func (p *problem) falls() bool {
	if p.bounded() {
		return false
	}
	f := &p.f.form
	e, u := f.eigen()
	dirs := []vec{u[0], u[1]}
	if s := f.b.size(); s > 0 {
		dirs = append(dirs, f.b.times(1/s))
	}
	corners := []vec{}
	for i := range p.cons {
		if c := &p.cons[i]; c.line() {
			dirs, corners = append(dirs, c.d), append(corners, c.p)
			for j := range i {
				if p.cons[j].line() {
					p.meets(c, &p.cons[j], func(v vec) { corners = append(corners, v) })
				}
			}
		}
	}
	for _, d := range dirs[:len(dirs):len(dirs)] {
		dirs = append(dirs, d.times(-1))
	}
	stays := func(d vec) bool {
		for i := range p.cons {
			if c := &p.cons[i]; c.line() {
				if s := c.form.b.dot(d); s > 1e-12 || c.equal && s < -1e-12 {
					return false
				}
			}
		}
		return true
	}
	within := func(v vec) bool {
		for i := range p.cons {
			if c := &p.cons[i]; c.line() && (c.off(v) > near*p.size || c.equal && c.off(v) < -near*p.size) {
				return false
			}
		}
		return true
	}
	tol := flatBelow * max(math.Abs(e[0]), math.Abs(e[1]))
	weight := f.b.size() + f.weight()*p.size
	for _, d := range dirs {
		if !stays(d) {
			continue
		}
		bend, pull := f.by(d).dot(d), f.by(d)
		if bend < -10*tol {
			return true
		}
		if bend > 10*tol {
			continue
		}
		if pull.size() <= 10*tol {
			if f.b.dot(d) < -1e-12*weight {
				return true
			}
			continue
		}
		for _, o := range dirs {
			if stays(o) && pull.dot(o) < -10*tol {
				return true
			}
		}
		for _, v := range corners {
			if within(v) && pull.dot(v)+f.b.dot(d) < -1e-12*weight {
				return true
			}
		}
	}
	return false
}

// residuals returns the violations of the KKT conditions at v with the multipliers lambda.
func (p *problem) residuals(v vec, lambda []float64) (stationary, primal, dual, slack float64) {
	g := p.f.grad(v)
	for i := range p.cons {
		c := &p.cons[i]
		y := c.value(v)
		g = g.along(c.slope(v), lambda[i])
		if c.equal {
			primal = max(primal, math.Abs(y))
			continue
		}
		primal, dual = max(primal, y), max(dual, -lambda[i])
		slack = max(slack, math.Abs(lambda[i]*y))
	}
	return g.size(), primal, dual, slack
}

// convexObjective reports whether f is convex; for an expression, it checks the Hessian at the nodes of a grid.
func (p *problem) convexObjective() bool {
	if p.f.expr == nil {
		e, _ := p.f.eigen()
		return e[0] >= -flatBelow*p.f.weight()
	}
	const n = 24
	for i := range n + 1 {
		for j := range n + 1 {
			h := p.f.jet(p.node(i, j, n))
			q := form{xx: h.XX, xy: h.XY, yy: h.YY}
			if e, _ := q.eigen(); e[0] < -1e-9*q.weight() {
				return false
			}
		}
	}
	return true
}

// convexSet reports whether all constraints are convex.
func (p *problem) convexSet() bool {
	for i := range p.cons {
		if !p.cons[i].convex() {
			return false
		}
	}
	return true
}

// node returns one of the (n+1)² nodes of a grid over the searched square.
func (p *problem) node(i, j, n int) vec {
	return vec{p.lo[0] + (p.hi[0]-p.lo[0])*float64(i)/float64(n), p.lo[1] + (p.hi[1]-p.lo[1])*float64(j)/float64(n)}
}

// searched is the number of intervals per axis of the grid on which an expression is searched.
const searched = 48

// minima returns the local minima of an objective in the searched square.
func (p *problem) minima(f *objective) (list []vec) {
	const n = searched
	y := slices.Clone(p.values(f))
	for k := range y {
		y[k] += f.form.at(p.node(k/(n+1), k%(n+1), n))
	}
	return p.minimaOf(y, n, f.jetAt)
}

// values returns the objective's expression at the nodes of the searched square, computed once.
func (p *problem) values(f *objective) []float64 {
	if p.grid == nil || f.expr != p.f.expr {
		const n = searched
		y := make([]float64, (n+1)*(n+1))
		var xs, row [n + 1]float64
		for i := range xs {
			xs[i] = p.node(i, 0, n)[0]
		}
		for j := range xs {
			f.expr.Row(row[:], xs[:], p.node(0, j, n)[1])
			for i, z := range row {
				y[i*(n+1)+j] = z
			}
		}
		p.grid = y
	}
	return p.grid
}

func (f *objective) jetAt(v vec) (y float64, g vec, h form) {
	j := f.jet(v)
	return j.F, vec{j.X, j.Y}, form{xx: j.XX, xy: j.XY, yy: j.YY}
}

// minimaOf descends from each node of a grid that is not above its neighbours.
func (p *problem) minimaOf(y []float64, n int, jet func(v vec) (float64, vec, form)) (list []vec) {
	for i := range n + 1 {
		for j := range n + 1 {
			low, here := true, y[i*(n+1)+j]
			for di := -1; di <= 1 && low; di++ {
				for dj := -1; dj <= 1; dj++ {
					a, b := i+di, j+dj
					if a >= 0 && b >= 0 && a <= n && b <= n && y[a*(n+1)+b] < here {
						low = false
					}
				}
			}
			if !low || here != here {
				continue
			}
			if v, ok := p.descend(p.node(i, j, n), jet); ok {
				list = append(list, v)
			}
		}
	}
	return list
}

// descend finds a zero of the gradient by damped Newton steps; ok is false if it leaves the searched square or does not
// converge.
func (p *problem) descend(v vec, jet func(v vec) (float64, vec, form)) (vec, bool) {
	for range 200 {
		y, g, h := jet(v)
		step, bend := newton(g, h)
		size := step.size()
		if !(size < math.Inf(1)) {
			return v, false
		}
		if size <= 1e-15*(p.size+v.size()) {
			return v, true
		}
		if bend && size <= 1e-9*p.size { // the error after this step is of the order of its square
			return v.plus(step), true
		}
		t := 1.0
		if size > p.size/4 {
			t = p.size / 4 / size
		}
		next, moved := v, false
		for range 40 {
			next = v.along(step, t)
			if z, _, _ := jet(next); z < y+1e-4*t*g.dot(step) {
				moved = true
				break
			}
			t /= 2
		}
		if !moved {
			// Only rounding errors remain: take the last full step.
			return v.plus(step), bend && size <= 1e-6*p.size
		}
		if v = next; v[0] < p.lo[0] || v[0] > p.hi[0] || v[1] < p.lo[1] || v[1] > p.hi[1] {
			return v, false
		}
	}
	return v, false
}

// newton returns the Newton step with the signs of negative curvatures reversed; up reports whether there are none.
func newton(g vec, h form) (step vec, up bool) {
	e, u := h.eigen()
	up = true
	least := 1e-12 * h.weight()
	for k := range e {
		up = up && e[k] >= -least
		step = step.along(u[k], -g.dot(u[k])/max(math.Abs(e[k]), least, 1e-300))
	}
	return step, up
}
