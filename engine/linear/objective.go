package linear

import (
	"math"

	"pointscape/engine/descent"
	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
)

// objective is weight · Σ losses + penalty over rows of parameters (w, b): one for two classes and for regression, else
// one per class. The rows are either independent, each with its own targets, or joined by the softmax. b is never
// penalised.
type objective struct {
	n, d, rows int
	x          []float64 // n×d inputs, row by row
	y          []float64 // rows×n targets: ±1 or values; nil with softmax
	class      []int     // softmax: the row of each point's class
	loss       loss
	eps        float64
	weight     float64 // weight of the losses
	priced     bool    // the weight is called C; otherwise λ is the weight of the penalty
	pen        penalty
	plain      bool // do not add the gauge to the singular Hessian of the softmax
	smoothed   bool // subgradients of the l1 part instead of proximal steps
}

// penalty is l2/2·‖w‖² + quad/2·wᵀSw + l1·‖w‖₁.
type penalty struct {
	l2, l1, quad float64
	s            []float64 // d×d, used if quad is not 0
}

// value returns the penalty of w and adds the gradient of its smooth part to g unless g is nil; l1 says that the l1
// part counts as smooth.
func (p *penalty) value(w, g []float64, l1 bool) float64 {
	v := 0.0
	for j, a := range w {
		dj := p.l2 * a
		v += a * dj / 2
		if p.quad != 0 {
			q := p.quad * linalg.Dot(p.s[j*len(w):(j+1)*len(w)], w)
			v += a * q / 2
			dj += q
		}
		if l1 {
			v += p.l1 * math.Abs(a)
			switch {
			case a > 0:
				dj += p.l1
			case a < 0:
				dj -= p.l1
			}
		}
		if g != nil {
			g[j] += dj
		}
	}
	return v
}

func (o *objective) dim() int { return o.rows * (o.d + 1) }

// row returns row r of the parameters: w and b.
func (o *objective) row(theta []float64, r int) (w []float64, b float64) {
	k := r * (o.d + 1)
	return theta[k : k+o.d : k+o.d], theta[k+o.d]
}

// outputs writes w·x + b of one row for the first len(out) points.
func (o *objective) outputs(w []float64, b float64, out []float64) {
	x := o.x
	if !fastPlane || o.d != 2 {
		for i := range out {
			s := 0.0
			for j, v := range x[i*o.d : (i+1)*o.d] {
				s += w[j] * v
			}
			out[i] = s + b
		}
		return
	}
	w0, w1 := w[0], w[1]
	for i := range out {
		p := x[2*i : 2*i+2 : 2*i+2]
		out[i] = w0*p[0] + w1*p[1] + b
	}
}

// slope returns the derivative of a point's loss with respect to its output f; y is its target.
func (o *objective) slope(f, y float64) float64 {
	if o.loss.ofMargin() {
		return y * o.loss.slope(y*f, o.eps)
	}
	_, p, _ := o.loss.at(f-y, o.eps)
	return p
}

// pass implements Pass of descent.Func for two inputs in one loop: calling Part for each point would cost several times
// the arithmetic.
func (o *objective) pass(x []float64, order []int, batch int, sizes, path []float64) []float64 {
	for u, s := range sizes {
		rows := order[u*batch : min((u+1)*batch, len(order))]
		share := float64(len(rows)) / float64(o.n)
		for r := range o.rows {
			t, y := x[3*r:3*r+3:3*r+3], o.y[r*o.n:(r+1)*o.n]
			w0, w1, b := t[0], t[1], t[2]
			g0, g1, g2 := o.pen.l2*w0*share, o.pen.l2*w1*share, 0.0
			for _, i := range rows {
				p := o.x[2*i : 2*i+2 : 2*i+2]
				f, c := w0*p[0]+w1*p[1]+b, -y[i]
				if o.loss != hinge {
					c = o.slope(f, y[i])
				} else if !(y[i]*f < 1) {
					continue
				}
				c *= o.weight
				g0 += c * p[0]
				g1 += c * p[1]
				g2 += c
			}
			w0, w1, b = w0-s*g0, w1-s*g1, b-s*g2
			if o.pen.l1 != 0 {
				l := s * float64(len(rows)) / float64(o.n) * o.pen.l1
				w0, w1 = descent.Soft(w0, l), descent.Soft(w1, l)
			}
			t[0], t[1], t[2] = w0, w1, b
			if path != nil {
				path = append(path, w0, w1, b)
			}
		}
	}
	return path
}

// add adds c (xᵢ, 1) to a row of the gradient.
func (o *objective) add(c float64, i int, g []float64) {
	for j, v := range o.x[i*o.d : (i+1)*o.d] {
		g[j] += c * v
	}
	g[o.d] += c
}

// pull adds the losses' part to row r of the gradient, g, given the derivatives c of the row's losses with respect to
// their arguments (for the softmax: to the outputs). It overwrites c for losses of the margin.
func (o *objective) pull(c []float64, r int, g []float64) {
	if o.class == nil && o.loss.ofMargin() {
		y := o.y[r*o.n : (r+1)*o.n]
		c = c[:len(y)]
		for i, v := range y {
			c[i] *= v
		}
	}
	if !fastPlane || o.d != 2 {
		for i, ci := range c {
			o.add(o.weight*ci, i, g)
		}
		return
	}
	g0, g1, g2 := g[0], g[1], g[2]
	for i, ci := range c {
		p := o.x[2*i : 2*i+2 : 2*i+2]
		ci *= o.weight
		g0 += ci * p[0]
		g1 += ci * p[1]
		g2 += ci
	}
	g[0], g[1], g[2] = g0, g1, g2
}

// spread adds Σ cᵢ (xᵢ, 1)(xᵢ, 1)ᵀ to block (r, s) of the Hessian.
func (o *objective) spread(c []float64, r, s int, h []float64) {
	e, n := o.d+1, o.dim()
	if o.d > 8 {
		o.spreadWide(c, h[r*e*n+s*e:], n)
		return
	}
	at := func(a, b int) *float64 { return &h[(r*e+a)*n+s*e+b] }
	for i, ci := range c {
		if ci == 0 {
			continue
		}
		x := o.x[i*o.d : (i+1)*o.d]
		for a, xa := range x {
			for b, xb := range x[:a+1] {
				*at(a, b) += ci * xa * xb
			}
			*at(o.d, a) += ci * xa
		}
		*at(o.d, o.d) += ci
	}
	for a := range e {
		for b := range a {
			*at(b, a) = *at(a, b)
		}
	}
}

// spreadWide is spread for many inputs: a matrix product over blocks of points.
func (o *objective) spreadWide(c, h []float64, n int) {
	const block = 64
	e := o.d + 1
	x, scaled := make([]float64, block*e), make([]float64, block*e)
	for from := 0; from < len(c); from += block {
		k := min(block, len(c)-from)
		for i := range k {
			row := x[i*e : (i+1)*e]
			copy(row, o.x[(from+i)*o.d:(from+i+1)*o.d])
			row[o.d] = 1
			for j, v := range row {
				scaled[i*e+j] = c[from+i] * v
			}
		}
		linalg.Gemm(1, h, n, x, 1, e, scaled, e, e, k, e)
	}
}

// arguments writes the arguments of the losses for row r of parameters.
func (o *objective) arguments(theta []float64, r int, z []float64) []float64 {
	w, b := o.row(theta, r)
	y := o.y[r*o.n : (r+1)*o.n]
	z = z[:len(y)]
	margin := o.loss.ofMargin()
	if fastPlane && o.d == 2 && margin {
		w0, w1 := w[0], w[1]
		for i, v := range y {
			p := o.x[2*i : 2*i+2 : 2*i+2]
			z[i] = (w0*p[0] + w1*p[1] + b) * v
		}
		return z
	}
	o.outputs(w, b, z)
	for i, v := range y {
		if margin {
			z[i] *= v
		} else {
			z[i] -= v
		}
	}
	return z
}

// value returns the objective.
func (o *objective) value(theta []float64) float64 {
	losses, pen := o.parts(theta)
	return o.weight*losses + pen
}

// parts returns the sum of the losses, unweighted, and the penalty.
func (o *objective) parts(theta []float64) (losses, pen float64) {
	f := make([]float64, o.rows*o.n)
	for r := range o.rows {
		w, b := o.row(theta, r)
		pen += o.pen.value(w, nil, true)
		part := f[r*o.n : (r+1)*o.n]
		if o.class == nil {
			losses += o.loss.sum(o.arguments(theta, r, part), o.eps, nil, nil)
			continue
		}
		o.outputs(w, b, part)
	}
	if o.class != nil {
		losses = o.softmax(f, nil)
	}
	return losses, pen
}

// softmax returns Σ −ln p(class of i) from outputs f (rows×n) by log-sum-exp. f is overwritten by the derivatives with
// respect to the outputs: the probabilities, minus 1 for the point's own class. only lists the points that f is about;
// nil means all.
func (o *objective) softmax(f []float64, only []int) float64 {
	n, s := len(f)/o.rows, 0.0
	q := 0.0 // one logarithm for many points, see logisticSum
	for i := range n {
		own := i
		if only != nil {
			own = only[i]
		}
		best := i
		for r := 1; r < o.rows; r++ {
			if f[r*n+i] > f[best] {
				best = r*n + i
			}
		}
		c := o.class[own]*n + i
		top := f[best]
		lead, others := top-f[c], 0.0
		for r := range o.rows {
			e := 1.0
			if k := r*n + i; k != best {
				e = kernel.ExpNeg(f[k] - top)
				others += e
			}
			f[r*n+i] = e
		}
		s += lead
		if q += others + q*others; q > 1e12 {
			s += math.Log1p(q)
			q = 0
		}
		for r := range o.rows {
			f[r*n+i] /= 1 + others
		}
		// 1 − p as the sum of the others, since p itself may round to 1.
		rest := 0.0
		for r := range o.rows {
			if r*n+i != c {
				rest += f[r*n+i]
			}
		}
		f[c] = -rest
	}
	return s + math.Log1p(q)
}

// function returns the objective for package descent. It has its own buffers: use it for one run at a time.
func (o *objective) function() *descent.Func {
	e := &evaluation{o, make([]float64, o.rows*o.n), make([]float64, o.n), make([]float64, o.n)}
	fn := &descent.Func{Dim: o.dim(), Terms: o.n, Value: e.value, Hess: e.hessian, Part: e.part}
	if o.pen.l1 != 0 && !o.smoothed {
		fn.L1 = make([]float64, fn.Dim)
		for j := range fn.L1 {
			if j%(o.d+1) < o.d {
				fn.L1[j] = o.pen.l1
			}
		}
	}
	if o.class != nil || o.loss.bounded() {
		fn.Bound = e.bound
	}
	if fastPass && o.d == 2 && o.class == nil && o.pen.quad == 0 && !o.smoothed {
		fn.Pass = o.pass
	}
	return fn
}

// evaluation is an objective with buffers to evaluate it in.
type evaluation struct {
	*objective
	f      []float64 // outputs, then slopes of the losses: of all points for each row
	d1, d2 []float64 // slopes and curvatures of the losses for one row
}

// weigh multiplies numbers by the weight of the losses.
func (o *evaluation) weigh(c []float64) {
	if o.weight != 1 {
		for i := range c {
			c[i] *= o.weight
		}
	}
}

// value returns the objective at theta, and its gradient in g, unless that is nil.
func (o *evaluation) value(theta, g []float64) float64 {
	e, f, l1 := o.d+1, o.f, o.smoothed
	losses, pen := 0.0, 0.0
	for j := range g {
		g[j] = 0
	}
	for r := range o.rows {
		w, b := o.row(theta, r)
		var gr []float64
		if g != nil {
			gr = g[r*e : (r+1)*e]
			pen += o.pen.value(w, gr[:o.d], l1)
		} else {
			pen += o.pen.value(w, nil, l1)
		}
		part := f[r*o.n : (r+1)*o.n]
		if o.class != nil {
			o.outputs(w, b, part)
			continue
		}
		z := o.arguments(theta, r, part)
		if g == nil {
			losses += o.loss.sum(z, o.eps, nil, nil)
			continue
		}
		losses += o.loss.sum(z, o.eps, o.d1, nil)
		o.pull(o.d1, r, gr)
	}
	if o.class != nil {
		losses = o.softmax(f, nil)
		for r := 0; r < o.rows && g != nil; r++ {
			part := f[r*o.n : (r+1)*o.n]
			o.pull(part, r, g[r*e:(r+1)*e])
		}
	}
	return o.weight*losses + pen
}

// hessian computes the Hessian at theta in h.
func (o *evaluation) hessian(theta, h []float64) {
	clear(h)
	for r := range o.rows {
		part := o.f[r*o.n : (r+1)*o.n]
		if o.class != nil {
			w, b := o.row(theta, r)
			o.outputs(w, b, part)
			continue
		}
		o.loss.sum(o.arguments(theta, r, part), o.eps, o.d1, o.d2)
		o.weigh(o.d2)
		o.spread(o.d2, r, r, h)
	}
	if o.class != nil {
		o.softmaxCurvature(h)
	}
	o.bend(h)
}

// softmaxCurvature adds the Hessian of the cross-entropy at the outputs in f to h.
func (o *evaluation) softmaxCurvature(h []float64) {
	f, d2 := o.f, o.d2
	o.softmax(f, nil)
	for r := range o.rows {
		for s := range r + 1 {
			for i := range d2 {
				p, q := f[r*o.n+i], f[s*o.n+i]
				// For the point's own class, f is p − 1.
				if o.class[i] == r {
					p++
				}
				if o.class[i] == s {
					q++
				}
				d2[i] = -p * q
				if r == s {
					d2[i] = -p * f[r*o.n+i]
					if o.class[i] != r {
						d2[i] = p * (1 - p)
					}
				}
			}
			o.weigh(d2)
			o.spread(d2, r, s, h)
		}
	}
	o.mirror(h)
	if !o.plain {
		o.gauge(h)
	}
}

// bound computes a matrix in h that bounds the Hessian wherever the losses' arguments are.
func (o *evaluation) bound(theta, h []float64) {
	d2 := o.d2
	clear(h)
	for r := range o.rows {
		if o.class != nil { // Böhning, Ann. Inst. Statist. Math. 44, 1992: ½I ⪰ diag(p) − ppᵀ
			for i := range d2 {
				d2[i] = 0.5
			}
		} else {
			for i, z := range o.arguments(theta, r, o.f[r*o.n:(r+1)*o.n]) {
				d2[i] = o.loss.bound(z, o.eps)
			}
		}
		o.weigh(d2)
		o.spread(d2, r, r, h)
	}
	o.bend(h)
}

// part computes the terms of rows and their share of the penalty's gradient in g.
func (o *evaluation) part(theta []float64, rows []int, g []float64) {
	e, f, l1 := o.d+1, o.f, o.smoothed
	share := float64(len(rows)) / float64(o.n)
	clear(g)
	for r := range o.rows {
		w, _ := o.row(theta, r)
		gr := g[r*e : r*e+o.d]
		o.pen.value(w, gr, l1)
		for j := range gr {
			gr[j] *= share
		}
	}
	k := len(rows)
	out := f[:o.rows*k]
	for r := range o.rows {
		w, b := o.row(theta, r)
		for a, i := range rows {
			v := linalg.Dot(w, o.x[i*o.d:(i+1)*o.d]) + b
			if o.class == nil {
				v = o.slope(v, o.y[r*o.n+i])
			}
			out[r*k+a] = v
		}
	}
	if o.class != nil {
		o.softmax(out, rows)
	}
	for r := range o.rows {
		gr := g[r*e : (r+1)*e]
		for a, i := range rows {
			o.add(o.weight*out[r*k+a], i, gr)
		}
	}
}

// bend adds the smooth penalty's part to a Hessian.
func (o *objective) bend(h []float64) {
	e, n := o.d+1, o.dim()
	for r := range o.rows {
		for a := range o.d {
			row := h[(r*e+a)*n+r*e:]
			row[a] += o.pen.l2
			for b := 0; b < o.d && o.pen.quad != 0; b++ {
				row[b] += o.pen.quad * o.pen.s[a*o.d+b]
			}
		}
	}
}

// mirror copies the lower blocks of the symmetric Hessian to the upper ones.
func (o *objective) mirror(h []float64) {
	e, n := o.d+1, o.dim()
	for r := range o.rows {
		for s := range r {
			for a := range e {
				for b := range e {
					h[(s*e+b)*n+r*e+a] = h[(r*e+a)*n+s*e+b]
				}
			}
		}
	}
}

// gauge makes the softmax's Hessian regular: adding the same number to a parameter of every class changes no
// probability, so the objective is flat in this direction if the parameter is not penalised. The gradient has no
// component in these directions, and neither does a Newton step.
func (o *objective) gauge(h []float64) {
	e, n := o.d+1, o.dim()
	for a := range e {
		// A penalty determines the common part of the weights; with an l1 penalty, a stiff gauge would slow the solver
		// down.
		if a < o.d && (o.pen.l2 != 0 || o.pen.quad != 0 || o.pen.l1 != 0) {
			continue
		}
		t := 0.0
		for r := range o.rows {
			t = max(t, h[(r*e+a)*n+r*e+a])
		}
		for r := range o.rows {
			for s := range o.rows {
				h[(r*e+a)*n+s*e+a] += t
			}
		}
	}
}
