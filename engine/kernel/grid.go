package kernel

import (
	"math"
	"slices"
	"sync"

	"pointscape/engine/linalg"
	"pointscape/engine/picture"
)

// gridError bounds the error of Expansion.Grid: at every node and for every
// output it is at most gridError * (sum of |Coef|) * K, where K is the largest
// |Kernel(X_i, x)| for x in the view or at X_i itself. The plans below aim at
// less than half of that.
const gridError = 1e-6

// Job is asked now and then whether the result is still waited for: a method.Job.
type Job interface{ Err() error }

// Grid writes output k at node (i, j) of the grid to out[k][j*W+i]; D must be 2.
// It returns job's error soon after there is one, out being unfinished then.
//
// The error is at most 1e-6 · sum|Coef| · K beside the rounding to float32; K is
// the largest |Kernel(X_i, x)| for x in the view or at X_i. Numbers beyond ±1e37 are
// written as that.
//
// Hardly ever is the kernel evaluated at every node. Where it is analytic it is
// evaluated at Chebyshev nodes of panels of the view and interpolated by two
// matrix products; the number of nodes follows from a bound on the kernel in
// complex neighbourhoods of the view (Trefethen, Approximation Theory and
// Approximation Practice, theorem 8.2). Gaussians factor into functions of x
// and y besides. Matérn kernels and the Laplacian, which have a kink or a cusp
// at the centre, are mixtures of Gaussians: the wide ones are analytic, the rest
// is felt near the centre only (Ewald's splitting). The l1 Laplacian is summed
// by two sweeps over each row. Which way and how many panels, the cheapest
// estimate says.
func (e *Expansion) Grid(job Job, g picture.Grid, out [][]float32) error {
	f := &field2{e: e, g: g, job: job, pts: newPoints(e.X, e.N, 2), out: make([][]float64, len(e.Coef))}
	for k := range f.out {
		buf := sums.Get().(*[]float64)
		defer sums.Put(buf)
		*buf = slices.Grow((*buf)[:0], g.W*g.H)[:g.W*g.H]
		clear(*buf)
		f.out[k] = *buf
	}
	if g.W > 0 && g.H > 0 && e.N > 0 {
		if err := f.run(); err != nil {
			return err
		}
	}
	for k, v := range f.out {
		b, o := e.bias(k), out[k][:len(v)]
		if most := math.Abs(b) + f.size*sumAbs(e.Coef[k]); !(most < 1e-6*drawn) {
			for i, x := range v {
				o[i] = float32(min(max(x+b, -drawn), drawn))
			}
			continue
		}
		for i, x := range v {
			o[i] = float32(x + b)
		}
	}
	return job.Err()
}

// drawn is the largest size of a number in a raster: pictures work with differences of
// such in float32, whose largest number is 3.4e38.
const drawn = 1e37

func sumAbs(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += math.Abs(v)
	}
	return s
}

// sums lends out's double to calls of Grid: megabytes a frame.
var sums = sync.Pool{New: func() any { return new([]float64) }}

// field2 is one call of Grid: the expansion at all (xs[i], ys[j]).
type field2 struct {
	e    *Expansion
	g    picture.Grid // gives xs and ys; not used beyond
	job  Job
	work float64 // ns since job was looked at
	pts  *points
	out  [][]float64
	ws   scratch

	xs, ys     []float64  // coordinates of the columns and rows
	half, mid  [2]float64 // of the view
	zmax, xmax [2]float64 // largest |coordinate| of the centres and of the view
	size       float64    // K above, or a lower bound on it
	eps        float64    // error allowed to one term
}

// spend counts work (estimated, in ns) and asks job about every
// quarter of a millisecond.
func (f *field2) spend(ns float64) error {
	if f.work += ns; f.work < 2.5e5 {
		return nil
	}
	f.work = 0
	return f.job.Err()
}

// Costs in ns of the inner loops, measured in WebAssembly.
const (
	costGemm  = 0.45 // a multiply-add in a matrix product
	costAxpy  = 0.8  // a multiply-add elsewhere
	costExp   = 7
	costTable = 5 // square root and look-up
)

// cost is the price of one evaluation of k in row.
func cost(k Kernel) float64 {
	switch k := k.(type) {
	case *radial:
		switch k.form {
		case formPeriodic, formRQ:
			return 35
		}
		return 10
	case *wide:
		return 16
	case *tabled:
		return costTable + 3
	case laplaceL1:
		return 9
	case inner:
		if k.kind == dotSigmoid {
			return 13
		}
		return 3
	case *about:
		return 4 + 4*float64(k.degree)
	case constant, white:
		return 1
	case scaled:
		return 1 + cost(k.k)
	case sum:
		c := 0.0
		for _, t := range k.terms {
			c += 2 + cost(t)
		}
		return c
	case product:
		c := 0.0
		for _, t := range k.factors {
			c += 2 + cost(t)
		}
		return c
	}
	return 100
}

func (f *field2) run() error {
	f.xs, f.ys = make([]float64, f.g.W), make([]float64, f.g.H)
	for i := range f.xs {
		f.xs[i] = f.g.X(i)
	}
	for j := range f.ys {
		f.ys[j] = f.g.Y(j)
	}
	f.measure()
	f.size = f.largest()
	terms := []Kernel{f.e.Kernel}
	if s, ok := f.e.Kernel.(sum); ok {
		terms = s.terms
	}
	if s, ok := f.e.Kernel.(scaled); ok {
		if t, ok := s.k.(sum); ok {
			terms = nil
			for _, k := range t.terms {
				terms = append(terms, Scale(s.v, k))
			}
		}
	}
	f.eps = 0.4 * gridError * f.size / float64(len(terms))
	var analytic, rough []Kernel
	for _, t := range terms {
		switch {
		case isWhite(t):
		case f.bound(t, 0, 0) == 0:
		case f.analytic(t):
			analytic = append(analytic, t)
		default:
			rough = append(rough, t)
		}
	}
	// Analytic terms one by one or together, whichever is cheaper: together they
	// are interpolated once.
	plans := make([]plan, len(analytic))
	apart := 0.0
	for i, t := range analytic {
		plans[i] = f.plan(t, f.eps)
		apart += plans[i].cost
	}
	if len(analytic) > 1 {
		if p := f.plan(Sum(analytic...), f.eps); p.cost < apart {
			plans = []plan{p}
		}
	}
	for _, p := range plans {
		if err := f.execute(p); err != nil {
			return err
		}
	}
	for _, t := range rough {
		if err := f.rough(t); err != nil {
			return err
		}
	}
	return nil
}

// measure notes the extent of the view and of the centres.
func (f *field2) measure() {
	for a, c := range [2][]float64{f.xs, f.ys} {
		f.mid[a] = (c[0] + c[len(c)-1]) / 2
		f.half[a] = math.Abs(c[len(c)-1]-c[0]) / 2
		f.xmax[a] = max(math.Abs(c[0]), math.Abs(c[len(c)-1]))
		for _, v := range f.pts.cols[a] {
			f.zmax[a] = max(f.zmax[a], math.Abs(v))
		}
	}
}

// isWhite tells whether k is a product with white noise, and so 0 here.
func isWhite(k Kernel) bool {
	switch k := k.(type) {
	case white:
		return true
	case scaled:
		return isWhite(k.k)
	case product:
		return slices.ContainsFunc(k.factors, isWhite)
	}
	return false
}

// largest returns a lower bound on K: the largest |k| between some centres and
// some points of the view, or of a centre with itself.
func (f *field2) largest() float64 {
	const m = 5
	var px, py []float64
	for i := 0; i < m; i++ {
		for j := 0; j < m; j++ {
			px = append(px, f.xs[i*(len(f.xs)-1)/(m-1)])
			py = append(py, f.ys[j*(len(f.ys)-1)/(m-1)])
		}
	}
	view := &points{n: m * m, d: 2, cols: [][]float64{px, py}}
	view.rows = make([]float64, 2*m*m)
	for i := range px {
		view.rows[2*i], view.rows[2*i+1] = px[i], py[i]
	}
	buf := make([]float64, m*m)
	k := 0.0
	for i := 0; i < f.e.N; i += 1 + f.e.N/40 {
		z := f.e.X[2*i : 2*i+2]
		row(f.e.Kernel, view, z, buf, &f.ws)
		for _, v := range buf {
			k = max(k, math.Abs(v))
		}
		k = max(k, math.Abs(diagAt(f.e.Kernel, z, false)))
	}
	return k
}

// bound returns an upper bound on |k(z, x)| over all centres z and points x of
// the view, one coordinate of which (axis) may be complex: its imaginary part
// is at most y in absolute value and its real part at most xmax[axis]+y (the
// ellipses used below reach beyond the view by less than y). +Inf where k is
// not analytic, or not known to be.
func (f *field2) bound(k Kernel, axis int, y float64) float64 {
	switch k := k.(type) {
	case *radial:
		w := k.w[0]
		if len(k.w) > 1 {
			w = k.w[axis]
		}
		q := w * y * y // -Re s is at most q
		switch k.form {
		case formRBF:
			return math.Exp(q / 2)
		case formRBFGamma:
			return math.Exp(q)
		case formRQ:
			q /= 2 * k.shape
			if q >= 0.999 {
				return math.Inf(1)
			}
			return math.Exp(-k.shape * math.Log1p(-q))
		case formPeriodic:
			// -2 sin² = cos - 1; cos √s is entire in s; |Im √s| <= y.
			return math.Exp((math.Cosh(2*math.Pi*y/k.shape) - 1) / (k.par[0] * k.par[0]))
		}
		if y == 0 {
			return 1
		}
		return math.Inf(1)
	case *wide:
		w := k.base.w[0]
		if len(k.base.w) > 1 {
			w = k.base.w[axis]
		}
		b := 0.0
		for i, t := range k.t {
			b += k.c[i] * math.Exp(t*w*y*y)
		}
		return b
	case laplaceL1:
		if y == 0 {
			return 1
		}
		return math.Inf(1)
	case *about:
		return k.bound(f, axis, y)
	case inner:
		b := 0.0
		for a, z := range f.zmax {
			x := f.xmax[a]
			if a == axis {
				x = math.Hypot(x+y, y)
			}
			b += x * z
		}
		switch k.kind {
		case dotLinear:
			return b
		case dotPoly:
			return powi(k.gamma*b+math.Abs(k.coef0), k.degree)
		}
		// |tanh(a+ib)|² = (sinh²a + sin²b)/(sinh²a + cos²b)
		im := k.gamma * y * f.zmax[axis]
		if im >= 1.5 {
			return math.Inf(1)
		}
		return max(1, math.Tan(im))
	case constant:
		return k.v
	case white:
		return 0
	case scaled:
		return k.v * f.bound(k.k, axis, y)
	case sum:
		b := 0.0
		for _, t := range k.terms {
			b += f.bound(t, axis, y)
		}
		return b
	case product:
		b := 1.0
		for _, t := range k.factors {
			b *= f.bound(t, axis, y)
		}
		return b
	}
	return math.Inf(1)
}

// analytic tells whether k is analytic on the real plane, with a bound known.
func (f *field2) analytic(k Kernel) bool {
	return leaves(k, func(k Kernel) bool {
		switch k := k.(type) {
		case *radial:
			return Smooth(k)
		case *wide, *about, inner, constant, white:
			return true
		}
		return false
	})
}

// degree returns the degree of k as a polynomial in one coordinate of x, or -1.
func degree(k Kernel) int {
	switch k := k.(type) {
	case inner:
		if k.kind != dotSigmoid {
			return k.degree
		}
	case *about:
		return k.degree
	case constant, white:
		return 0
	case scaled:
		return degree(k.k)
	case sum:
		d := 0
		for _, t := range k.terms {
			dt := degree(t)
			if dt < 0 {
				return -1
			}
			d = max(d, dt)
		}
		return d
	case product:
		d := 0
		for _, t := range k.factors {
			dt := degree(t)
			if dt < 0 {
				return -1
			}
			d += dt
		}
		return d
	}
	return -1
}

// gaussian returns v, wx, wy when k is v·exp(-wx dx² - wy dy²).
func gaussian(k Kernel) (v, wx, wy float64, ok bool) {
	switch k := k.(type) {
	case *radial:
		c := 1.0
		switch k.form {
		case formRBF:
			c = 0.5
		case formRBFGamma:
		default:
			return 0, 0, 0, false
		}
		return 1, c * k.w[0], c * k.w[len(k.w)-1], true
	case constant:
		return k.v, 0, 0, true
	case scaled:
		v, wx, wy, ok = gaussian(k.k)
		return k.v * v, wx, wy, ok
	case product:
		v = 1
		for _, t := range k.factors {
			tv, tx, ty, ok := gaussian(t)
			if !ok {
				return 0, 0, 0, false
			}
			v, wx, wy = v*tv, wx+tx, wy+ty
		}
		return v, wx, wy, true
	}
	return 0, 0, 0, false
}

// option is a way to cover one axis: by q panels of m Chebyshev nodes each, or
// (m == 0) by the rows or columns of the grid themselves.
type option struct{ q, m int }

func (o option) nodes(count int) int {
	if o.m == 0 {
		return count
	}
	return o.q * o.m
}

// plan is a way to evaluate one kernel over the grid.
type plan struct {
	k    Kernel
	eps  float64
	axis [2]option
	cost float64 // estimated, in ns
}

var panelCounts = [...]int{1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48}

// Nodes of one panel at most.
const maxNodes = 40

// options lists the ways to cover an axis so that interpolation errs by at most
// eps.
func (f *field2) options(k Kernel, axis int, eps float64) []option {
	at := f.xs
	if axis == 1 {
		at = f.ys
	}
	count := len(at)
	opts := []option{{}}
	if eps == 0 {
		return opts
	}
	if deg := degree(k); deg >= 0 && deg+1 < count {
		opts = append(opts, option{1, deg + 1})
	}
	for _, q := range panelCounts {
		if q*2 >= count {
			break
		}
		h := 0.0 // half-width of the widest panel
		for p := 0; p < q; p++ {
			h = max(h, math.Abs(at[(p+1)*count/q-1]-at[p*count/q])/2)
		}
		if m := f.chebNodes(k, axis, h, eps); m > 0 && q*m < count {
			opts = append(opts, option{q, m})
		}
	}
	return opts
}

// chebNodes returns how many Chebyshev nodes on an interval of half-width h
// interpolate k within eps, or 0 if more than maxNodes. With |k| <= M in the
// ellipse whose half-axes h·(rho±1/rho)/2 sum to h·rho, m nodes err by at most
// 4 M rho^(1-m)/(rho-1).
func (f *field2) chebNodes(k Kernel, axis int, h, eps float64) int {
	best := maxNodes + 1
	for rho := 1.25; rho < 400; rho *= 1.3 {
		b := f.bound(k, axis, h*(rho-1/rho)/2)
		if math.IsInf(b, 1) || math.IsNaN(b) {
			break
		}
		m := 1 + math.Ceil(math.Log(4*b/((rho-1)*eps))/math.Log(rho))
		best = min(best, int(max(m, 2)))
		if m > 3*maxNodes {
			break
		}
	}
	if best > maxNodes {
		return 0
	}
	return best
}

// gaussCut is where a Gaussian counts as 0: exp(-gaussCut) = 1e-9.
const gaussCut = 20.7

// coverage returns the share of an axis of the view that a Gaussian reaches.
func (f *field2) coverage(axis int, w float64) float64 {
	if r := math.Sqrt(gaussCut / w); r < f.half[axis] {
		return r / f.half[axis]
	}
	return 1
}

// outerCost is the price of a node and centre in gauss, when Gaussians cover a
// share of the nodes.
func outerCost(share float64) float64 { return min(costGemm, share*costAxpy) }

// plan chooses the cheapest way to evaluate k within eps (0: at every node).
func (f *field2) plan(k Kernel, eps float64) plan { return f.planWith(k, eps, f.fastCost(k), true) }

// planWith is plan with another price of one evaluation; separable says that
// Gaussians may be taken apart.
func (f *field2) planWith(k Kernel, eps, c float64, separable bool) plan {
	// The error of interpolating along y is enlarged by the interpolation along
	// x, by its Lebesgue constant, at most 1 + 2/pi ln 40 < 3.4.
	ox := f.options(k, 0, 0.3*eps)
	oy := f.options(k, 1, 0.2*eps)
	best := plan{k: k, eps: eps, cost: math.Inf(1)}
	_, wx, wy, gauss := gaussian(k)
	gauss = gauss && separable
	n, outs := float64(f.e.N), float64(len(f.out))
	for _, x := range ox {
		for _, y := range oy {
			mx, my := float64(x.nodes(len(f.xs))), float64(y.nodes(len(f.ys)))
			var t float64
			if gauss {
				cx, cy := f.coverage(0, wx), f.coverage(1, wy)
				t = n*(cx*mx+cy*my)*costExp + n*mx*my*outs*outerCost(cx*cy)
			} else {
				t = n * mx * my * (c + outs*costAxpy)
			}
			if x.m > 0 {
				t += outs * my * float64(len(f.xs)*x.m) * costGemm
			}
			if y.m > 0 {
				t += outs * float64(len(f.ys)*len(f.xs)*y.m) * costGemm
			}
			if t < best.cost {
				best.axis, best.cost = [2]option{x, y}, t
			}
		}
	}
	return best
}

// panels are the nodes of one axis and the matrices that interpolate from them.
type panels struct {
	nodes []float64   // all
	m     int         // per panel
	start []int       // grid nodes start[p] to start[p+1] belong to panel p
	mat   [][]float64 // per panel: m × (grid nodes), row-major
}

func makePanels(o option, at []float64) panels {
	if o.m == 0 {
		return panels{nodes: at}
	}
	p := panels{m: o.m, nodes: make([]float64, 0, o.q*o.m), start: make([]int, o.q+1), mat: make([][]float64, o.q)}
	for q := 0; q < o.q; q++ {
		lo, hi := q*len(at)/o.q, (q+1)*len(at)/o.q
		p.start[q+1] = hi
		c, h := (at[lo]+at[hi-1])/2, (at[hi-1]-at[lo])/2
		unit := make([]float64, o.m)
		for i := range unit {
			if o.m > 1 {
				unit[i] = math.Sin(math.Pi / 2 * float64(2*i-o.m+1) / float64(o.m-1))
			}
			p.nodes = append(p.nodes, c+h*unit[i])
		}
		cols := hi - lo
		mat := make([]float64, o.m*cols)
		for j := 0; j < cols; j++ {
			t := 0.0
			if h != 0 {
				t = (at[lo+j] - c) / h
			}
			barycentric(unit, t, mat[j:], cols)
		}
		p.mat[q] = mat
	}
	return p
}

// barycentric writes the values at t of the Lagrange polynomials of Chebyshev
// points of the second kind to out[0], out[stride], ... (Berrut and Trefethen,
// SIAM Review 46, 2004).
func barycentric(nodes []float64, t float64, out []float64, stride int) {
	m := len(nodes)
	total := 0.0
	for i, x := range nodes {
		if t == x {
			for j := range nodes {
				out[j*stride] = 0
			}
			out[i*stride] = 1
			return
		}
		w := 1 / (t - x)
		if i&1 != 0 {
			w = -w
		}
		if i == 0 || i == m-1 {
			w /= 2
		}
		out[i*stride] = w
		total += w
	}
	for i := range nodes {
		out[i*stride] /= total
	}
}

// execute adds the field of p.k to out.
func (f *field2) execute(p plan) error {
	px, py := makePanels(p.axis[0], f.xs), makePanels(p.axis[1], f.ys)
	mx, my := len(px.nodes), len(py.nodes)
	at := f.out // where the values at the nodes go: straight into the grid if it is the nodes
	if px.m > 0 || py.m > 0 {
		at = make([][]float64, len(f.out))
		for k := range at {
			at[k] = make([]float64, mx*my)
		}
	}
	var err error
	if v, wx, wy, ok := gaussian(p.k); ok {
		err = f.gauss(at, px.nodes, py.nodes, v, wx, wy)
	} else {
		err = f.nodes(at, f.tabulate(p.k, p.eps), px.nodes, py.nodes)
	}
	if err != nil {
		return err
	}
	return f.spread(at, px, py)
}

// spread adds the values at the panels' nodes, interpolated, to out. Where both
// axes have no panels they are in out already.
func (f *field2) spread(at [][]float64, px, py panels) error {
	if px.m == 0 && py.m == 0 {
		return nil
	}
	mx, my := len(px.nodes), len(py.nodes)
	w := len(f.xs)
	for k, v := range at {
		if px.m > 0 {
			to := f.out[k]
			if py.m > 0 {
				to = make([]float64, my*w)
			}
			for q, mat := range px.mat {
				lo, cols := px.start[q], px.start[q+1]-px.start[q]
				linalg.Gemm(1, to[lo:], w, v[q*px.m:], mx, 1, mat, cols, my, px.m, cols)
				if err := f.spend(float64(my*px.m*cols) * costGemm); err != nil {
					return err
				}
			}
			v = to
		}
		if py.m == 0 {
			continue
		}
		for q, mat := range py.mat {
			lo, hi := py.start[q], py.start[q+1]
			const block = 32
			for j := lo; j < hi; j += block {
				rows := min(block, hi-j)
				linalg.Gemm(1, f.out[k][j*w:], w, mat[j-lo:], 1, hi-lo, v[q*py.m*w:], w, rows, py.m, w)
				if err := f.spend(float64(rows*py.m*w) * costGemm); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// nodes adds the expansion in k at all (x, y) to at[output][row of y, column of x].
func (f *field2) nodes(at [][]float64, k Kernel, x, y []float64) error {
	if t, v := asTabled(k); t != nil && len(at) == 1 {
		for i := 0; i < f.e.N; i++ {
			z := f.e.X[2*i : 2*i+2]
			for j, yj := range y {
				t.addRow(at[0][j*len(x):(j+1)*len(x)], x, yj, z, v*f.e.Coef[0][i])
			}
			if err := f.spend(costTable * float64(len(x)*len(y))); err != nil {
				return err
			}
		}
		return nil
	}
	// Chunks of rows, so that buffers stay in the cache.
	rows := max(1, min(len(y), 4096/len(x)))
	p := &points{n: rows * len(x), d: 2, cols: [][]float64{make([]float64, rows*len(x)), make([]float64, rows*len(x))}}
	buf := make([]float64, rows*len(x))
	c := cost(k) + costAxpy*float64(len(at))
	for j := 0; j < len(y); j += rows {
		r := min(rows, len(y)-j)
		p.n = r * len(x)
		for i := 0; i < r; i++ {
			copy(p.cols[0][i*len(x):], x)
			fill(p.cols[1][i*len(x):(i+1)*len(x)], y[j+i])
		}
		b := buf[:p.n]
		for i := 0; i < f.e.N; i++ {
			row(k, p, f.e.X[2*i:2*i+2], b, &f.ws)
			for o, cf := range f.e.Coef {
				linalg.Axpy(cf[i], b, at[o][j*len(x):])
			}
			if err := f.spend(c * float64(p.n)); err != nil {
				return err
			}
		}
	}
	return nil
}

// gauss adds the expansion in v·exp(-wx dx² - wy dy²).
func (f *field2) gauss(at [][]float64, x, y []float64, v, wx, wy float64) error {
	n := f.e.N
	if f.coverage(0, wx)*f.coverage(1, wy)*costAxpy > costGemm {
		// A matrix product, some centres at a time.
		const chunk = 128
		ax, ay := make([]float64, chunk*len(x)), make([]float64, chunk*len(y))
		for i0 := 0; i0 < n; i0 += chunk {
			m := min(chunk, n-i0)
			for i := 0; i < m; i++ {
				gaussRow(ax[i*len(x):(i+1)*len(x)], x, f.e.X[2*(i0+i)], wx)
				gaussRow(ay[i*len(y):(i+1)*len(y)], y, f.e.X[2*(i0+i)+1], wy)
			}
			b := ax[:m*len(x)]
			tmp := f.ws.get(m * len(x))
			for o, cf := range f.e.Coef {
				for i := 0; i < m; i++ {
					c := v * cf[i0+i]
					r := tmp[i*len(x) : (i+1)*len(x)]
					for j, t := range b[i*len(x) : (i+1)*len(x)] {
						r[j] = c * t
					}
				}
				const block = 32
				for j := 0; j < len(y); j += block {
					rows := min(block, len(y)-j)
					linalg.Gemm(1, at[o][j*len(x):], len(x), ay[j:], 1, len(y), tmp, len(x), rows, m, len(x))
					if err := f.spend(float64(rows*m*len(x)) * costGemm); err != nil {
						return err
					}
				}
			}
			f.ws.put(tmp)
		}
		return nil
	}
	rx, ry := math.Sqrt(gaussCut/wx), math.Sqrt(gaussCut/wy)
	ax, ay := make([]float64, len(x)), make([]float64, len(y))
	for i := 0; i < n; i++ {
		z0, z1 := f.e.X[2*i], f.e.X[2*i+1]
		x0, x1 := within(x, z0, rx)
		y0, y1 := within(y, z1, ry)
		if x0 >= x1 || y0 >= y1 {
			continue
		}
		gaussRow(ax[x0:x1], x[x0:x1], z0, wx)
		gaussRow(ay[y0:y1], y[y0:y1], z1, wy)
		b := ax[x0:x1]
		for o, cf := range f.e.Coef {
			c := v * cf[i]
			j := y0
			for ; j+2 <= y1; j += 2 {
				r0 := at[o][j*len(x)+x0:][:len(b)]
				r1 := at[o][(j+1)*len(x)+x0:][:len(b)]
				s0, s1 := c*ay[j], c*ay[j+1]
				for t, bv := range b {
					r0[t] += s0 * bv
					r1[t] += s1 * bv
				}
			}
			if j < y1 {
				linalg.Axpy(c*ay[j], b, at[o][j*len(x)+x0:])
			}
		}
		if err := f.spend(float64((x1-x0)*(y1-y0)*len(at))*costAxpy + 200); err != nil {
			return err
		}
	}
	return nil
}

func gaussRow(out, x []float64, z, w float64) {
	out = out[:len(x)]
	for i, v := range x {
		d := v - z
		out[i] = ExpNeg(-w * d * d)
	}
}

// within returns the range of the monotone coordinates x that lie within r of z.
func within(x []float64, z, r float64) (lo, hi int) {
	if x[0] <= x[len(x)-1] {
		lo, _ = slices.BinarySearch(x, z-r)
		hi, _ = slices.BinarySearch(x, z+r)
		return lo, hi
	}
	down := func(a, b float64) int {
		switch {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	}
	lo, _ = slices.BinarySearchFunc(x, z+r, down)
	hi, _ = slices.BinarySearchFunc(x, z-r, down)
	return lo, hi
}
