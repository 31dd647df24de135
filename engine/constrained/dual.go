package constrained

import (
	"math"
	"slices"

	"pointscape/engine/method"
)

// dual is the solution of the dual problem: max θ(λ) with θ(λ) = inf L(x, λ) over all x, and λᵢ ≥ 0 for inequalities.
type dual struct {
	value  float64   // d*; −∞ if θ is nowhere finite
	lambda []float64 // the maximiser of θ, or multipliers that come close
	exact  bool      // the maximum is attained, as proved by KKT multipliers
	// For an expression: its values, and those of the constraints, at the nodes of the searched square.
	f []float64
	g [][]float64
	// Per block of nodes: lows[0] has the smallest values of f, lows[1+i] and highs[i] the smallest and largest values
	// of constraint i.
	lows, highs [][]float64
	most        []float64 // per constraint: largest absolute value
}

// blocks is the number of blocks per axis of the searched square; each has blockSide × blockSide nodes.
const (
	blocks    = 7
	blockSide = (searched + 1) / blocks
)

// theta returns θ(lambda). For an expression, the infimum is over the searched square, whose values d has.
func (p *problem) theta(lambda []float64, d *dual) float64 {
	if p.f.expr != nil {
		y, _ := p.thetaSearched(lambda, d)
		return y
	}
	l := p.lagrangian(lambda)
	beside := p.f.weight()
	for i, c := range p.cons {
		beside = max(beside, math.Abs(lambda[i])*c.weight())
	}
	at, _, ok := l.least(beside)
	if !ok {
		return math.Inf(-1)
	}
	return l.at(at)
}

// thetaSearched returns the minimum of L in the searched square, by Newton's method from the lowest node of the grid;
// −∞ if no node has a finite value.
func (p *problem) thetaSearched(lambda []float64, d *dual) (least float64, at vec) {
	const n = searched
	least, best := d.lowest(lambda)
	if best < 0 {
		return math.Inf(-1), at
	}
	at = p.node(best/(n+1), best%(n+1), n)
	v, ok := p.descend(at, func(v vec) (float64, vec, form) {
		y, g, h := p.f.jetAt(v)
		for i := range p.cons {
			if l := lambda[i]; l != 0 {
				c := &p.cons[i]
				y += l * c.value(v)
				g = g.along(c.slope(v), l)
				h = h.plus(l, c.form)
			}
		}
		return y, g, h
	})
	if y := p.lagrange(v, lambda); ok && y < least {
		return y, v
	}
	return least, at
}

// lowest returns the first node at which L is smallest, or −1 if L is nowhere less than ∞. It skips blocks of nodes
// that cannot contain it, since the maximisation of θ calls it a thousand times.
func (d *dual) lowest(lambda []float64) (least float64, best int) {
	if !fastBounds {
		return d.lowestOfAll(lambda)
	}
	var bound [blocks * blocks]float64
	copy(bound[:], d.lows[0])
	size, from := 0.0, 0 // magnitude of the terms added to f, for the rounding errors
	for i, l := range lambda {
		if l == 0 {
			continue
		}
		low := d.lows[1+i]
		if l < 0 {
			low = d.highs[i]
		}
		for b := range bound {
			bound[b] += l * low[b]
		}
		size += math.Abs(l) * d.most[i]
	}
	for b, y := range bound {
		if y < bound[from] {
			from = b
		}
	}
	least, best = math.Inf(1), -1
	d.lowestOf(from, lambda, &least, &best)
	for b, y := range bound {
		if b != from && !(y-1e-12*(math.Abs(y)+math.Abs(least)+size) > least) {
			d.lowestOf(b, lambda, &least, &best)
		}
	}
	return least, best
}

// lowestOfAll is lowest without blocks.
func (d *dual) lowestOfAll(lambda []float64) (least float64, best int) {
	least, best = math.Inf(1), -1
	for k, y := range d.f {
		for i, l := range lambda {
			if l != 0 {
				y += l * d.g[i][k]
			}
		}
		if y < least {
			least, best = y, k
		}
	}
	return least, best
}

// lowestOf searches block b for a lower node, or an earlier one with the same value.
func (d *dual) lowestOf(b int, lambda []float64, least *float64, best *int) {
	for r := range blockSide {
		from := (b/blocks*blockSide+r)*(searched+1) + b%blocks*blockSide
		row := [blockSide]float64(d.f[from:])
		for i, l := range lambda {
			if l == 0 {
				continue
			}
			g := (*[blockSide]float64)(d.g[i][from:])
			for k := range row {
				row[k] += l * g[k]
			}
		}
		for k, y := range row {
			if y < *least || y == *least && from+k < *best {
				*least, *best = y, from+k
			}
		}
	}
}

// span returns the smallest and the largest value in each block of nodes.
func span(values []float64) (low, high []float64) {
	low, high = make([]float64, blocks*blocks), make([]float64, blocks*blocks)
	for b := range low {
		low[b], high[b] = math.Inf(1), math.Inf(-1)
	}
	for k, v := range values {
		b := k/(searched+1)/blockSide*blocks + k%(searched+1)/blockSide
		low[b], high[b] = min(low[b], v), max(high[b], v)
	}
	return low, high
}

// partial returns the largest θ for a given multiplier of constraint i: the dual optimum of the problem without that
// constraint, with its term of L added to the objective. It is −∞ if the problem without constraint i is infeasible or
// unbounded. convex says that the problem is convex.
func (p *problem) partial(job method.Job, i int, lambda float64, convex bool) (float64, error) {
	q := p.with(slices.Delete(slices.Clone(p.cons), i, i+1))
	q.f.form = p.f.form.plus(lambda, p.cons[i].form)
	a, err := q.solve(job)
	if err != nil || a.end == endless || a.end == infeasible {
		return math.Inf(-1), err
	}
	if convex && a.end == solved && a.kkt {
		return a.least, nil
	}
	d, err := q.solveDual(job, &a)
	if err != nil {
		return 0, err
	}
	return d.value, nil
}

// solveDual maximises θ. a is the solution of the problem, which is feasible.
func (p *problem) solveDual(job method.Job, a *answer) (*dual, error) {
	d := &dual{lambda: make([]float64, len(p.cons)), value: math.Inf(-1)}
	if p.f.expr != nil {
		d.sample(p)
	}
	if a.end == endless {
		return d, nil // θ ≤ inf f = −∞
	}
	if a.end == solved && a.kkt && p.convexObjective() && p.convexSet() {
		d.value, d.lambda, d.exact = p.theta(a.lambda, d), a.lambda, true
		if p.f.expr == nil && math.IsInf(d.value, -1) { // rounding of a multiplier made L indefinite where it is flat
			d.value = p.lagrange(a.at, a.lambda)
		}
		return d, job.Err()
	}
	if p.f.expr != nil {
		return d, p.climb(job, d, a)
	}
	curved := false // whether L is bounded below if one multiplier is large
	for i := range p.cons {
		curved = curved || p.cons[i].equal && !p.cons[i].line() || !p.cons[i].line() && !p.cons[i].outside()
	}
	e, _ := p.f.eigen()
	flat := flatBelow * p.f.weight()
	switch {
	case !curved && e[0] < -flat:
		return d, nil
	case !curved && e[0] <= flat:
		// The multiplier of the outside of an ellipse bends L down, so it must be 0. The rest is a convex problem.
		var cons []constraint
		var of []int
		for i, c := range p.cons {
			if c.line() {
				cons, of = append(cons, c), append(of, i)
			}
		}
		b, err := p.with(cons).solve(job)
		if err != nil || b.end != solved || !b.kkt {
			return d, err
		}
		d.value, d.exact = b.least, true
		for k, i := range of {
			d.lambda[i] = b.lambda[k]
		}
		return d, nil
	}
	// In coordinates relative to the optimum, where active constraints are 0, large multipliers add no terms that must
	// cancel.
	q := p.with(slices.Clone(p.cons))
	q.f.form = p.f.form.from(a.at, 0)
	for i := range q.cons {
		c := &q.cons[i]
		c.form = c.form.from(a.at, c.value(a.at))
		if slices.Contains(a.active, i) {
			c.form.c = 0
		}
	}
	err := q.interior(job, d)
	d.value += a.least
	return d, err
}

// from returns the form as a function of x − v, with the given value at v.
func (q form) from(v vec, value float64) form {
	q.b, q.c = q.grad(v), value
	return q
}

// sample computes the values of an expression and of the constraints at the nodes of the searched square.
func (d *dual) sample(p *problem) {
	const n = searched
	d.g = make([][]float64, len(p.cons))
	values := p.values(&p.f)
	for i := range n + 1 {
		for j := range n + 1 {
			v := p.node(i, j, n)
			y := values[len(d.f)] + p.f.form.at(v)
			if y != y {
				y = math.Inf(1)
			}
			d.f = append(d.f, y)
			for k := range p.cons {
				d.g[k] = append(d.g[k], p.cons[k].value(v))
			}
		}
	}
	if fastBounds {
		d.spans()
	}
}

// spans computes the bounds of the blocks.
func (d *dual) spans() {
	low, _ := span(d.f)
	d.lows = [][]float64{low}
	for _, g := range d.g {
		low, high := span(g)
		d.lows, d.highs = append(d.lows, low), append(d.highs, high)
		d.most = append(d.most, max(-slices.Min(low), slices.Max(high), slices.Max(low), -slices.Min(high)))
	}
}

// interior maximises τ subject to [[H, h], [hᵀ, 2(k − τ)]] ⪰ 0 by a barrier method, where L(·, λ) = ½xᵀHx + h·x + k:
// the constraint says θ(λ) ≥ τ.
func (p *problem) interior(job method.Job, d *dual) error {
	m := len(p.cons)
	z, ok := p.feasibleStart()
	if !ok {
		return nil // L is convex for no multipliers
	}
	l := p.lagrangian(z[:m])
	at, _, _ := l.least(0)
	scale := math.Abs(l.at(at)) + math.Abs(l.c) + 1e-9
	z[m] = l.at(at) - scale
	b := p.newBarrier(z)
	size := p.tall(at) // scale of differences of f
	for t := 1 / scale; float64(m+3)/t > 1e-12*max(known(d.value), size); t *= 4 {
		if math.IsInf(d.value, 0) && t > 1e12/scale {
			break
		}
		if err := job.Err(); err != nil {
			return err
		}
		for range 60 {
			if !b.newton(z, t) {
				break
			}
		}
		// θ at the present multipliers is itself a lower bound of d*, whatever the barrier adds, except for rounding
		// errors if multipliers keep growing.
		big := 0.0
		for i, c := range p.cons {
			big += math.Abs(z[i]) * (math.Abs(c.c) + c.b.size() + c.weight())
		}
		if big*1e-15 > 1e-7*max(known(d.value), size) {
			continue
		}
		if y := p.theta(z[:m], d); y > d.value {
			d.value = y
			copy(d.lambda, z[:m])
		}
	}
	return nil
}

// feasibleStart returns multipliers for which L is strictly convex, followed by room for τ: large ones for constraints
// that bound the feasible set. ok is false if it finds none.
func (p *problem) feasibleStart() (z []float64, ok bool) {
	m := len(p.cons)
	z = make([]float64, m+1)
	for i := range p.cons {
		if !p.cons[i].equal {
			z[i] = 1e-3 * (p.f.weight() + p.f.b.size() + 1e-12)
		}
	}
	bend := p.f.weight() + 1e-9
	for range 60 {
		le, _ := p.lagrangian(z[:m]).eigen()
		if le[0] > 1e-3*bend {
			break
		}
		for i := range p.cons {
			if c := &p.cons[i]; !c.line() && !c.outside() {
				if z[i] == 0 {
					z[i] = bend
				}
				z[i] = 2*z[i] + bend/max(c.weight(), 1e-300)
			} else if c.outside() || !c.line() {
				z[i] /= 4
			}
		}
	}
	le, _ := p.lagrangian(z[:m]).eigen()
	return z, le[0] > 0
}

// barrier is the objective t·τ + ln det M(z) plus a logarithm for each bound of a multiplier, with z = (λ, τ).
type barrier struct {
	cons []constraint
	zero [9]float64   // M(z) = zero + Σ zᵢ matsᵢ, 3×3
	mats [][9]float64 // one for each variable
	most []float64    // bounds of the multipliers
}

// newBarrier returns the barrier whose bounds allow for the multipliers z. If no point is strictly feasible, possibly
// no multipliers attain the maximum: the bounds prevent that they grow without end.
func (p *problem) newBarrier(z []float64) *barrier {
	of := func(q form) [9]float64 {
		return [9]float64{q.xx, q.xy, q.b[0], q.xy, q.yy, q.b[1], q.b[0], q.b[1], 2 * q.c}
	}
	b := &barrier{cons: p.cons, zero: of(p.f.form)}
	for i, c := range p.cons {
		b.most = append(b.most, 1e6*(p.f.weight()+p.f.b.size())/max(c.weight()+c.b.size(), 1e-300)+4*math.Abs(z[i])+
			1e-300)
		b.mats = append(b.mats, of(c.form))
	}
	b.mats = append(b.mats, [9]float64{8: -2})
	return b
}

// matrix returns M(z).
func (b *barrier) matrix(z []float64) (s [9]float64) {
	s = b.zero
	for i, a := range b.mats {
		for k := range s {
			s[k] += z[i] * a[k]
		}
	}
	return s
}

// value returns the barrier's objective; −∞ where z is not strictly feasible.
func (b *barrier) value(z []float64, t float64) float64 {
	m := len(b.cons)
	for i := range m {
		if !b.cons[i].equal && !(z[i] > 0) || !(math.Abs(z[i]) < b.most[i]) {
			return math.Inf(-1)
		}
	}
	s := b.matrix(z)
	l, ok := cholesky(&s)
	if !ok {
		return math.Inf(-1)
	}
	y := t*z[m] + 2*math.Log(l[0]*l[4]*l[8])
	for i := range m {
		if !b.cons[i].equal {
			y += math.Log(z[i])
		} else {
			y += math.Log1p(z[i] / b.most[i])
		}
		y += math.Log1p(-z[i] / b.most[i])
	}
	return y
}

// derivatives returns the gradient and the negative Hessian (n×n) of value at z.
func (b *barrier) derivatives(z []float64, t float64) (g, h []float64, ok bool) {
	m, n := len(b.cons), len(z)
	s := b.matrix(z)
	l, ok := cholesky(&s)
	if !ok {
		return nil, nil, false
	}
	g, h = make([]float64, n), make([]float64, n*n)
	prod := make([][9]float64, n)
	for i := range b.mats {
		prod[i] = within(&l, &b.mats[i])
		g[i] = prod[i][0] + prod[i][4] + prod[i][8]
	}
	for i := range n {
		for j := range n {
			for a := range 9 { // both are symmetric
				h[i*n+j] += prod[i][a] * prod[j][a]
			}
		}
	}
	g[m] += t
	for i := range m {
		low, high := z[i], b.most[i]-z[i] // distances to the bounds
		if b.cons[i].equal {
			low += b.most[i]
		}
		g[i] += 1/low - 1/high
		h[i*n+i] += 1/(low*low) + 1/(high*high)
	}
	return g, h, true
}

// newton moves z by a Newton step with backtracking. It reports whether z has moved.
func (b *barrier) newton(z []float64, t float64) bool {
	n := len(z)
	g, h, ok := b.derivatives(z, t)
	if !ok {
		return false
	}
	step, ok := solveScaled(h, g, n)
	if !ok {
		return false
	}
	gain := 0.0
	for i := range n {
		gain += g[i] * step[i]
	}
	if !(gain > 1e-12) {
		return false
	}
	was, share := b.value(z, t), 1.0
	next := make([]float64, n)
	for range 60 {
		for i := range n {
			next[i] = z[i] + share*step[i]
		}
		if b.value(next, t) > was+1e-6*share*gain {
			copy(z, next)
			return true
		}
		share /= 2
	}
	return false
}

// known returns the absolute value of a bound; 0 if it is infinite.
func known(y float64) float64 {
	if math.IsInf(y, 0) {
		return 0
	}
	return math.Abs(y)
}

// cholesky returns the lower Cholesky factor of a positive definite 3×3 matrix.
func cholesky(s *[9]float64) (l [9]float64, ok bool) {
	for j := range 3 {
		for i := j; i < 3; i++ {
			x := s[3*i+j]
			for k := range j {
				x -= l[3*i+k] * l[3*j+k]
			}
			if i > j {
				l[3*i+j] = x / l[3*j+j]
			} else if !(x > 0) {
				return l, false
			} else {
				l[3*i+j] = math.Sqrt(x)
			}
		}
	}
	return l, true
}

// within returns L⁻¹ a L⁻ᵀ for a symmetric 3×3 matrix a.
func within(l, a *[9]float64) (b [9]float64) {
	forward := func(v [3]float64) [3]float64 {
		for i := range 3 {
			for k := range i {
				v[i] -= l[3*i+k] * v[k]
			}
			v[i] /= l[3*i+i]
		}
		return v
	}
	for j := range 3 { // columns of L⁻¹a, stored as rows
		v := forward([3]float64{a[j], a[3+j], a[6+j]})
		b[3*j], b[3*j+1], b[3*j+2] = v[0], v[1], v[2]
	}
	for j := range 3 {
		v := forward([3]float64{b[j], b[3+j], b[6+j]})
		b[j], b[3+j], b[6+j] = v[0], v[1], v[2]
	}
	return b
}

// solveScaled solves the positive definite system hx = g with few variables, by elimination after scaling the diagonal
// to 1.
func solveScaled(h, g []float64, n int) (x []float64, ok bool) {
	s := make([]float64, n)
	for i := range n {
		if s[i] = math.Sqrt(h[i*n+i]); !(s[i] > 0) || math.IsInf(s[i], 0) {
			return nil, false
		}
	}
	a := make([]float64, n*(n+1))
	for i := range n {
		for j := range n {
			a[i*(n+1)+j] = h[i*n+j] / s[i] / s[j]
		}
		a[i*(n+1)+i] += 1e-14
		a[i*(n+1)+n] = g[i] / s[i]
	}
	for k := range n {
		best := k
		for i := k; i < n; i++ {
			if math.Abs(a[i*(n+1)+k]) > math.Abs(a[best*(n+1)+k]) {
				best = i
			}
		}
		if a[best*(n+1)+k] == 0 {
			return nil, false
		}
		for j := range n + 1 {
			a[k*(n+1)+j], a[best*(n+1)+j] = a[best*(n+1)+j], a[k*(n+1)+j]
		}
		for i := range n {
			if i == k {
				continue
			}
			f := a[i*(n+1)+k] / a[k*(n+1)+k]
			for j := k; j <= n; j++ {
				a[i*(n+1)+j] -= f * a[k*(n+1)+j]
			}
		}
	}
	x = make([]float64, n)
	for i := range n {
		x[i] = a[i*(n+1)+n] / a[i*(n+1)+i] / s[i]
	}
	return x, true
}

// climb maximises θ for an expression by the ellipsoid method: θ is concave, and g at the minimiser of L is a
// supergradient.
func (p *problem) climb(job method.Job, d *dual, a *answer) error {
	m := len(p.cons)
	if m == 0 {
		d.value = p.theta(nil, d)
		return nil
	}
	radius := 1.0
	for _, l := range a.lambda {
		radius = max(radius, 4*math.Abs(l))
	}
	for range 6 {
		if err := p.ellipsoid(job, d, radius); err != nil {
			return err
		}
		far := 0.0
		for _, l := range d.lambda {
			far = max(far, math.Abs(l))
		}
		if far < 0.9*radius {
			break
		}
		radius *= 8
	}
	return nil
}

func (p *problem) ellipsoid(job method.Job, d *dual, radius float64) error {
	m := len(p.cons)
	c := make([]float64, m) // centre of the ellipsoid
	q := make([]float64, m*m)
	for i := range m {
		q[i*m+i] = radius * radius * float64(m)
	}
	g, qg := make([]float64, m), make([]float64, m)
	for k := range 60 * m * m {
		if err := method.AskEvery(job, k, 16); err != nil {
			return err
		}
		out := -1
		for i := range m {
			if c[i] < 0 && !p.cons[i].equal {
				out = i
			}
		}
		clear(g)
		if out >= 0 {
			g[out] = 1 // towards the bounds
		} else {
			y, at := p.thetaSearched(c, d)
			if y > d.value {
				d.value = y
				copy(d.lambda, c)
			}
			for i := range m {
				g[i] = p.cons[i].value(at)
			}
		}
		s := 0.0
		for i := range m {
			qg[i] = 0
			for j := range m {
				qg[i] += q[i*m+j] * g[j]
			}
			s += g[i] * qg[i]
		}
		if s = math.Sqrt(s); !(s > 1e-12*(1+math.Abs(d.value))) {
			return nil
		}
		n := float64(m)
		if m == 1 {
			r := math.Sqrt(q[0])
			c[0] += r / 2 * qg[0] / math.Abs(qg[0])
			q[0] = r * r / 4
			continue
		}
		for i := range m {
			c[i] += qg[i] / s / (n + 1)
		}
		for i := range m {
			for j := range m {
				q[i*m+j] = n * n / (n*n - 1) * (q[i*m+j] - 2/(n+1)*qg[i]*qg[j]/(s*s))
			}
		}
	}
	return nil
}
