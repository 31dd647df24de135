package constrained

import (
	"math"
	"slices"

	"pointscape/engine/method"
)

// dual is what is known of the dual problem: max θ(λ) with θ(λ) = inf L(x, λ) over all x, λᵢ ≥ 0 for inequalities.
type dual struct {
	value  float64   // d*, −∞ where θ is nowhere finite
	lambda []float64 // where θ has its maximum, or comes close to it
	exact  bool      // it is reached there, and proved by multipliers
	// Of an expression: its values, and those of the constraints, at the nodes of the searched square.
	f []float64
	g [][]float64
	// Of blocks of nodes the least values, of f first, and the largest ones of the constraints.
	lows, highs [][]float64
	most        []float64 // of each constraint, however it is signed
}

// blocks is how many there are in a row of the searched square, of so many nodes either way.
const (
	blocks    = 7
	blockSide = (searched + 1) / blocks
)

// theta is the dual function. Of an expression the infimum is over the searched square.
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

// thetaSearched finds where L is least in the searched square: from the lowest nodes of a grid by Newton's method.
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

// lowest finds the first node where L is least, −1 where it is nowhere a number below ∞. Blocks of nodes that can't
// have it are passed over: climbing a dual asks for it a thousand times.
func (d *dual) lowest(lambda []float64) (least float64, best int) {
	var bound [blocks * blocks]float64
	copy(bound[:], d.lows[0])
	size, from := 0.0, 0 // size: what is added to f, which rounding is a share of
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

// lowestOf looks for a lower node, or an earlier one that is as low, in block b.
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

// span notes the least and the largest of some values in each block of nodes.
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

// partial is the largest θ with one multiplier given: the dual optimum where that constraint is left out, and its share
// of L is part of the objective. −∞ where there is none. convex says that the problem is.
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

// solveDual maximises θ. a is the answer of the problem itself, which is feasible.
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
		if p.f.expr == nil && math.IsInf(d.value, -1) { // the last digit of a multiplier takes L past what is flat
			d.value = p.lagrange(a.at, a.lambda)
		}
		return d, job.Err()
	}
	if p.f.expr != nil {
		return d, p.climb(job, d, a)
	}
	curved := false // with a large multiplier of one L is bounded below
	for i := range p.cons {
		curved = curved || p.cons[i].equal && !p.cons[i].line() || !p.cons[i].line() && !p.cons[i].outside()
	}
	e, _ := p.f.eigen()
	flat := flatBelow * p.f.weight()
	switch {
	case !curved && e[0] < -flat:
		return d, nil
	case !curved && e[0] <= flat:
		// A multiplier of what is outside an ellipse bends L down: it is 0. What is left is a convex problem.
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
	// From the optimum, where active constraints are 0, large multipliers add nothing that has to cancel.
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

// from is the form as a function of the way from v, with a value at v.
func (q form) from(v vec, value float64) form {
	q.b, q.c = q.grad(v), value
	return q
}

// sample notes the values of an expression and of the constraints at the nodes of the searched square.
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
	d.spans()
}

// spans notes the blocks' values.
func (d *dual) spans() {
	low, _ := span(d.f)
	d.lows = [][]float64{low}
	for _, g := range d.g {
		low, high := span(g)
		d.lows, d.highs = append(d.lows, low), append(d.highs, high)
		d.most = append(d.most, max(-slices.Min(low), slices.Max(high), slices.Max(low), -slices.Min(high)))
	}
}

// interior maximises τ with [[H, h], [hᵀ, 2(k − τ)]] ⪰ 0 for L(·, λ) = ½xᵀHx + h·x + k, by a barrier: that says θ(λ) ≥
// τ.
func (p *problem) interior(job method.Job, d *dual) error {
	m := len(p.cons)
	z := make([]float64, m+1) // λ, and τ last
	// A place within: a large multiplier of what is bounded.
	free := func(i int) bool { return p.cons[i].equal }
	for i := range p.cons {
		if !free(i) {
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
	l := p.lagrangian(z[:m])
	if le, _ := l.eigen(); !(le[0] > 0) {
		return nil // nowhere is it convex
	}
	at, _, _ := l.least(0)
	scale := math.Abs(l.at(at)) + math.Abs(l.c) + 1e-9
	z[m] = l.at(at) - scale

	// Where nothing is strictly feasible the maximum is reached by no multipliers: they are kept from growing for ever.
	most := make([]float64, m)
	for i, c := range p.cons {
		most[i] = 1e6*(p.f.weight()+p.f.b.size())/max(c.weight()+c.b.size(), 1e-300) + 4*math.Abs(z[i]) + 1e-300
	}

	// The matrices of each variable: M = M₀ + Σ zᵢMᵢ.
	mats := make([][9]float64, m+1)
	of := func(q form) [9]float64 {
		return [9]float64{q.xx, q.xy, q.b[0], q.xy, q.yy, q.b[1], q.b[0], q.b[1], 2 * q.c}
	}
	for i, c := range p.cons {
		mats[i] = of(c.form)
	}
	mats[m] = [9]float64{8: -2}
	zero := of(p.f.form)
	matrix := func(z []float64) (s [9]float64) {
		s = zero
		for i, a := range mats {
			for k := range s {
				s[k] += z[i] * a[k]
			}
		}
		return s
	}
	value := func(z []float64, t float64) float64 {
		for i := range m {
			if !free(i) && !(z[i] > 0) || !(math.Abs(z[i]) < most[i]) {
				return math.Inf(-1)
			}
		}
		s := matrix(z)
		l, ok := cholesky(&s)
		if !ok {
			return math.Inf(-1)
		}
		y := t*z[m] + 2*math.Log(l[0]*l[4]*l[8])
		for i := range m {
			if !free(i) {
				y += math.Log(z[i])
			} else {
				y += math.Log1p(z[i] / most[i])
			}
			y += math.Log1p(-z[i] / most[i])
		}
		return y
	}
	n := m + 1
	size := p.tall(at) // of what differences of f count
	for t := 1 / scale; float64(n+2)/t > 1e-12*max(known(d.value), size); t *= 4 {
		if math.IsInf(d.value, 0) && t > 1e12/scale {
			break
		}
		if err := job.Err(); err != nil {
			return err
		}
		for range 60 {
			s := matrix(z)
			l, ok := cholesky(&s)
			if !ok {
				break
			}
			g, h := make([]float64, n), make([]float64, n*n)
			prod := make([][9]float64, n)
			for i := range mats {
				prod[i] = within(&l, &mats[i])
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
				low, high := z[i], most[i]-z[i] // to the ends of what may be
				if free(i) {
					low += most[i]
				}
				g[i] += 1/low - 1/high
				h[i*n+i] += 1/(low*low) + 1/(high*high)
			}
			step, ok := solveScaled(h, g, n)
			if !ok {
				break
			}
			gain := 0.0
			for i := range n {
				gain += g[i] * step[i]
			}
			if !(gain > 1e-12) {
				break
			}
			was, share, moved := value(z, t), 1.0, false
			next := make([]float64, n)
			for range 60 {
				for i := range n {
					next[i] = z[i] + share*step[i]
				}
				if value(next, t) > was+1e-6*share*gain {
					moved = true
					break
				}
				share /= 2
			}
			if !moved {
				break
			}
			copy(z, next)
		}
		// θ where the path is now is a bound by itself, whatever the barrier adds; but for what is rounded off, where
		// multipliers go on growing.
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

// known is how large a bound is, 0 while there is none.
func known(y float64) float64 {
	if math.IsInf(y, 0) {
		return 0
	}
	return math.Abs(y)
}

// cholesky is the lower factor of a positive definite matrix.
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

// within is L⁻¹ a L⁻ᵀ of a symmetric matrix.
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
	for j := range 3 { // columns of L⁻¹a, as rows
		v := forward([3]float64{a[j], a[3+j], a[6+j]})
		b[3*j], b[3*j+1], b[3*j+2] = v[0], v[1], v[2]
	}
	for j := range 3 {
		v := forward([3]float64{b[j], b[3+j], b[6+j]})
		b[j], b[3+j], b[6+j] = v[0], v[1], v[2]
	}
	return b
}

// solveScaled solves the positive definite system hx = g of few variables, by elimination with the diagonal scaled to
// 1.
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

// climb maximises θ of an expression by the ellipsoid method: θ is concave, and g where L is least is a slope of it.
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
	c := make([]float64, m) // the middle
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
			g[out] = 1 // towards what is allowed
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
