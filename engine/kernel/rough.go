package kernel

import (
	"math"
	"slices"

	"pointscape/engine/sorts"
	"pointscape/engine/words"
)

// table is a piecewise cubic function on [0, len(c)/inv).
type table struct {
	inv float64 // cells per unit
	c   [][4]float64
}

// maxCells is the largest number of cells of a table: half a megabyte.
const maxCells = 1 << 14

// newTable tabulates fn on [0, end] within tol, measured between the samples. ok is false if that needs more than most
// cells. fn must be smooth there, one-sided at 0.
func newTable(fn func(float64) float64, end, tol float64, most int) (t table, ok bool) {
	for cells := 32; cells <= most; cells *= 2 {
		t = table{inv: float64(cells) / end, c: make([][4]float64, cells+1)}
		h := 1 / t.inv
		ok = true
		for i := range t.c {
			a := float64(i) * h
			f0, f1, f2, f3 := fn(a), fn(a+h/3), fn(a+h*(2./3)), fn(a+h)
			// The cubic through 0, 1/3, 2/3, 1.
			t.c[i] = [4]float64{f0, -5.5*f0 + 9*f1 - 4.5*f2 + f3, 9*f0 - 22.5*f1 + 18*f2 - 4.5*f3, -4.5*f0 + 13.5*f1 - 13.5*f2 +
				4.5*f3}
			for _, u := range [...]float64{0.12, 0.5} {
				if math.Abs(t.at(a+u*h)-fn(a+u*h)) > 0.5*tol {
					ok = false
				}
			}
			if !ok {
				break
			}
		}
		if ok {
			return t, true
		}
	}
	return t, false
}

// at returns the value at r, or 0 beyond the end.
func (t *table) at(r float64) float64 {
	u := r * t.inv
	i := int(u)
	if uint(i) >= uint(len(t.c)) {
		return 0
	}
	c := &t.c[i]
	u -= float64(i)
	return c[0] + u*(c[1]+u*(c[2]+u*c[3]))
}

// wide is the analytic part of a Matérn kernel or Laplacian: those Gaussians of its mixture that are wide enough.
// Beyond the scaled radius r it equals the kernel.
type wide struct {
	base *radial
	t, c []float64 // sum of c[i]·exp(-t[i]·s)
	r    float64
	near table // the sum as a function of √s, up to r
}

// mixes reports whether the kernel is not analytic but a mixture of Gaussians.
func (k *radial) mixes() bool {
	switch k.form {
	case formLaplace, formMatern12, formMatern32, formMatern52:
		return true
	}
	return false
}

// mixture writes phi(s) = sum of c·exp(-t·s) with an error of about eps/20, without the
// terms with t > top. It uses the trapezoidal rule in ln u, with t = 1/(4u), for
//
//	phi(s) = a^nu/Γ(nu) ∫ u^(nu-1) exp(-a u - s/(4u)) du,  a = 2 nu
//
// The error is largest at s = 0, where with a step h it is about 2 |Γ(nu+iy)|/Γ(nu) with
// y = 2 pi/h (Poisson summation).
func (k *radial) mixture(top, eps float64) (t, c []float64) {
	nu, gamma := 0.5, math.Sqrt(math.Pi)
	switch k.form {
	case formMatern32:
		nu, gamma = 1.5, gamma/2
	case formMatern52:
		nu, gamma = 2.5, gamma*3/4
	}
	step := 0.6
	for ; ; step -= 0.02 {
		y := 2 * math.Pi / step
		if 2*math.Sqrt(2*math.Pi)*math.Pow(y, nu-0.5)*math.Exp(-math.Pi*y/2)/gamma < eps/20 || step < 0.2 {
			break
		}
	}
	a := 2 * nu
	for v := math.Log(50 / a); ; v -= step {
		u := math.Exp(v)
		ti := 1 / (4 * u)
		if ti > top {
			return t, c
		}
		t = append(t, ti)
		c = append(c, step*math.Pow(a, nu)/gamma*math.Exp(nu*v-a*u))
	}
}

// widePart splits k: the remainder, k minus the wide part, is below eps beyond the radius w.r. top bounds the exponents
// of the Gaussians; with 0 the wide part is empty. ok is false if there is no such split within eps.
func (k *radial) widePart(top, eps float64) (w *wide, ok bool) {
	w = &wide{base: k}
	reach := k.reach(eps)
	if top > 0 {
		w.t, w.c = k.mixture(top, eps)
	}
	if len(w.t) == 0 {
		w.r = reach
		w.near = table{inv: 1 / reach, c: [][4]float64{{}, {}}}
		return w, true
	}
	h := 0.1 / math.Sqrt(top)
	last := 9 / math.Sqrt(top)
	for r := last; r > h; r -= h {
		if math.Abs(k.phi(r*r)-w.sum(r)) > eps {
			break
		}
		w.r = r
	}
	if w.r == 0 || w.r > last-h/2 {
		return nil, false
	}
	w.near, ok = newTable(w.sum, w.r, eps/4, maxCells)
	return w, ok
}

// sum returns the mixture at the scaled distance r.
func (w *wide) sum(r float64) float64 {
	s := 0.0
	for i, t := range w.t {
		s += w.c[i] * math.Exp(-t*r*r)
	}
	return s
}

// reach returns the scaled distance beyond which the profile of a Matérn kernel or Laplacian is below eps.
func (k *radial) reach(eps float64) float64 {
	lo, hi := 0.0, 1000.0
	for range 30 {
		if m := (lo + hi) / 2; k.phi(m*m) > eps {
			lo = m
		} else {
			hi = m
		}
	}
	return hi
}

func (w *wide) value(s, phi float64) float64 {
	if r := math.Sqrt(s); r < w.r {
		return w.near.at(r)
	}
	return phi
}

func (w *wide) Eval(x, z []float64) float64 {
	s := w.base.dist2(x, z)
	return w.value(s, w.base.phi(s))
}
func (w *wide) Grad(x, z []float64, _ bool, _ []float64) float64 { return w.Eval(x, z) }
func (w *wide) Hyper() []Hyper                                   { return nil }
func (w *wide) WithHyper([]float64) Kernel                       { return w }
func (w *wide) String() string {
	return words.Text("wide part of %s",
		w.base.String())
}

func (w *wide) row(p *points, z, out []float64, ws *scratch) {
	w.base.dist2Row(p, z, out)
	if len(w.t) == 0 {
		for j, s := range out {
			out[j] = w.value(s, 0)
		}
		return
	}
	phi := ws.get(len(out))
	copy(phi, out)
	w.base.phiRow(phi)
	r2 := w.r * w.r
	for j, s := range out {
		if s < r2 {
			out[j] = w.near.at(math.Sqrt(s))
		} else {
			out[j] = phi[j]
		}
	}
	ws.put(phi)
}

// laplaceScale returns v, gamma when k is v·exp(-gamma |dx| - gamma |dy|).
func laplaceScale(k Kernel) (v, gamma float64, ok bool) {
	switch k := k.(type) {
	case laplaceL1:
		return 1, k.gamma, true
	case constant:
		return k.v, 0, true
	case scaled:
		v, gamma, ok = laplaceScale(k.k)
		return v * k.v, gamma, ok
	case minus:
		v, gamma, ok = laplaceScale(k.k)
		return -v, gamma, ok
	case product:
		v = 1
		for _, t := range k.factors {
			tv, tg, ok := laplaceScale(t)
			if !ok {
				return 0, 0, false
			}
			v, gamma = v*tv, gamma+tg
		}
		return v, gamma, true
	}
	return 0, 0, false
}

// replace returns k with fn applied to every simple kernel.
func replace(k Kernel, fn func(Kernel) Kernel) Kernel {
	all := func(ks []Kernel) []Kernel {
		out := make([]Kernel, len(ks))
		for i, c := range ks {
			out[i] = replace(c, fn)
		}
		return out
	}
	switch k := k.(type) {
	case scaled:
		return scaled{k.v, replace(k.k, fn)}
	case minus:
		return minus{replace(k.k, fn)}
	case sum:
		return sum{all(k.terms)}
	case product:
		return product{all(k.factors)}
	}
	return fn(k)
}

// rough adds a term that is not analytic.
func (f *field2) rough(k Kernel) error {
	if v, gamma, ok := laplaceScale(k); ok && fastSweep {
		return f.sweep(v, gamma)
	}
	exact := f.plan(k, 0)
	if !fastSplit {
		return f.execute(exact)
	}
	var corners []*radial // the leaves that are not analytic
	ok := leaves(k, func(k Kernel) bool {
		if r, ok := k.(*radial); ok && r.mixes() {
			corners = append(corners, r)
			return true
		}
		return f.analytic(k)
	})
	// The neglected part of each such leaf is multiplied by the other factors.
	eps := 0.1 * f.eps / (f.bound(k, 0, 0) * float64(len(corners)))
	if !ok || eps < 1e-12 {
		return f.execute(exact)
	}
	c := cornered{k: k, corners: corners, eps: eps}
	// Try bandwidths, from Gaussians as wide as several views to such as wide as some pixels, and none at all. The
	// first estimates are coarse.
	type choice struct {
		beta, cost float64
	}
	choices := []choice{{0, f.splitCost(c, 0)}}
	d := max(f.half[0], f.half[1])
	if d > 0 {
		for b := 1 / (d * d); b < 3e4/(d*d); b *= 2 {
			choices = append(choices, choice{b, f.splitCost(c, b)})
		}
	}
	sorts.StableFunc(choices, func(a, b choice) int {
		switch {
		case a.cost < b.cost:
			return -1
		case a.cost > b.cost:
			return 1
		}
		return 0
	})
	for _, c := range choices {
		if c.cost > exact.cost {
			break
		}
		if done, err := f.split(k, c.beta, eps); done || err != nil {
			return err
		}
	}
	return f.execute(exact)
}

// cornered is a kernel with leaves that are not analytic.
type cornered struct {
	k       Kernel
	corners []*radial // those leaves
	eps     float64   // what may be neglected of each
}

// splitCost estimates the cost of splitting the leaves at bandwidth beta: into Gaussians, for which there is a fast
// sum, and a rest of short reach. 0 means no Gaussians.
func (f *field2) splitCost(s cornered, beta float64) float64 {
	var r [2]float64
	for _, c := range s.corners {
		reach := c.reach(s.eps)
		if beta > 0 {
			reach = min(reach, 4.2/math.Sqrt(beta/c.scale()))
		}
		for a := range r {
			r[a] = max(r[a], reach/math.Sqrt(c.w[min(a, len(c.w)-1)]))
		}
	}
	area, each := 1.0, cost(s.k)+40
	for a := range r {
		area *= min(1, r[a]/max(f.half[a], 1e-300))
	}
	pixels := float64(f.g.W * f.g.H)
	t := float64(f.e.N) * area * pixels * (each + (float64(len(f.out))-1)*costAxpy)
	// For the estimate, the mixture is replaced by its narrowest Gaussian.
	narrow := replace(s.k, func(l Kernel) Kernel {
		if c, ok := l.(*radial); ok && !Smooth(l) {
			if beta == 0 {
				return constant{0}
			}
			return c.gaussian(beta / c.scale())
		}
		return l
	})
	if f.bound(narrow, 0, 0) > 0 {
		c := f.fastCost(s.k)
		if _, ok := cornerScale(s.k); ok && fastMixture {
			c = f.gaussiansCost(beta)
		}
		t += f.planWith(narrow, f.eps, c, false).cost
	}
	return t
}

// gaussiansCost estimates the cost of gaussians per node and centre if the narrowest Gaussian is exp(-beta d²): wider
// ones need fewer nodes, narrower ones reach fewer nodes.
func (f *field2) gaussiansCost(beta float64) float64 {
	c := 0.0
	for share := 1.0; share > 0.01; share *= 0.6 { // exp(-step)
		cx, cy := f.coverage(0, beta*share), f.coverage(1, beta*share)
		c += share*outerCost(cx*cy) + math.Sqrt(share)*0.2
	}
	return c - costAxpy
}

// scale returns the geometric mean of the weights of the two coordinates.
func (k *radial) scale() float64 { return math.Sqrt(k.w[0] * k.w[len(k.w)-1]) }

// cornerScale returns v when k is v times a leaf that is not analytic.
func cornerScale(k Kernel) (v float64, ok bool) {
	switch k := k.(type) {
	case *radial:
		return 1, !Smooth(k)
	case scaled:
		v, ok = cornerScale(k.k)
		return v * k.v, ok
	case minus:
		v, ok = cornerScale(k.k)
		return -v, ok
	}
	return 0, false
}

// split adds k as an analytic part, with Gaussians up to exp(-beta d²), and the remainder near the centres. done is
// false (and nothing is added) if that is not accurate enough.
func (f *field2) split(k Kernel, beta, eps float64) (done bool, err error) {
	var r [2]float64
	done = true
	var leaf *wide
	smooth := replace(k, func(l Kernel) Kernel {
		c, ok := l.(*radial)
		if !ok || Smooth(l) {
			return l
		}
		w, ok := c.widePart(beta/c.scale(), eps)
		if !ok {
			done = false
			return l
		}
		leaf = w
		for a := range r {
			r[a] = max(r[a], w.r/math.Sqrt(c.w[min(a, len(c.w)-1)]))
		}
		return w
	})
	if !done {
		return false, nil
	}
	if f.bound(smooth, 0, 0) == 0 {
		smooth = nil
	} else if v, ok := cornerScale(k); ok && fastMixture {
		if err := f.gaussians(leaf, v); err != nil {
			return true, err
		}
	} else if err := f.execute(f.plan(smooth, f.eps)); err != nil {
		return true, err
	}
	return true, f.boxes(k, smooth, r)
}

// gaussians adds the expansion in v·leaf: each Gaussian of the mixture is evaluated (wide ones at few nodes) at the
// nodes that the narrowest one needs, and the sum is interpolated from there.
func (f *field2) gaussians(leaf *wide, v float64) error {
	p := f.plan(Scale(v, leaf), f.eps)
	nodes := *f
	px, py := makePanels(p.axis[0], f.xs), makePanels(p.axis[1], f.ys)
	if px.m > 0 || py.m > 0 {
		nodes.xs, nodes.ys = px.nodes, py.nodes
		nodes.out = make([][]float64, len(f.out))
		for k := range nodes.out {
			nodes.out[k] = make([]float64, len(px.nodes)*len(py.nodes))
		}
		nodes.measure()
	}
	// Errors at the nodes are amplified by the interpolation between them.
	eps := 0.1 * f.eps / float64(len(leaf.t))
	for i, t := range leaf.t {
		k := Scale(v*leaf.c[i], leaf.base.gaussian(t))
		if nodes.bound(k, 0, 0) < eps {
			continue
		}
		if err := nodes.execute(nodes.plan(k, eps)); err != nil {
			return err
		}
	}
	return f.spread(nodes.out, px, py)
}

// gaussian returns exp(-t·s) with k's scaled squared distance s.
func (k *radial) gaussian(t float64) *radial {
	g := &radial{form: formRBFGamma, par: make([]float64, len(k.w)), w: make([]float64, len(k.w))}
	for i, w := range k.w {
		g.w[i] = t * w
	}
	return g
}

// boxes adds k - smooth (nil = 0) within r of each centre.
func (f *field2) boxes(k, smooth Kernel, r [2]float64) error {
	w := f.g.W
	yc := make([]float64, w)
	p := &points{d: 2, cols: [][]float64{nil, yc}}
	va, vb := make([]float64, w), make([]float64, w)
	each := cost(k) + 30
	for i := 0; i < f.e.N; i++ {
		z := f.e.X[2*i : 2*i+2]
		x0, x1 := within(f.xs, z[0], r[0])
		y0, y1 := within(f.ys, z[1], r[1])
		if x0 >= x1 {
			continue
		}
		p.n = x1 - x0
		p.cols[0] = f.xs[x0:x1]
		a, b := va[:p.n], vb[:p.n]
		for j := y0; j < y1; j++ {
			fill(yc[:p.n], f.ys[j])
			row(k, p, z, a, &f.ws)
			if smooth != nil {
				row(smooth, p, z, b, &f.ws)
				for t, v := range b {
					a[t] -= v
				}
			}
			for o, c := range f.e.Coef {
				ci := c[i]
				to := f.out[o][j*w+x0:][:len(a)]
				for t, v := range a {
					to[t] += ci * v
				}
			}
			if err := f.spend(float64(p.n)*each + 200); err != nil {
				return err
			}
		}
	}
	return nil
}

// sweep adds the expansion in v·exp(-gamma |dx| - gamma |dy|). In each row, the factor of dy is included in the
// coefficients. One sweep to the right carries the sum over the centres already passed, which decays by a constant
// factor from node to node; a second sweep to the left carries the sum over the other centres.
func (f *field2) sweep(v, gamma float64) error {
	order := f.byFirst()
	n, w, x := f.e.N, f.g.W, f.pts.cols[0]
	// xs in ascending order: xs[g] is the coordinate of column first+dir*g.
	xs, first, dir := f.xs, 0, 1
	if w > 1 && xs[0] > xs[w-1] {
		xs = slices.Clone(xs)
		slices.Reverse(xs)
		first, dir = w-1, -1
	}
	// Centre s (in order) lies in gap[s], between xs[gap-1] and xs[gap].
	gap := make([]int, n)
	right, left := make([]float64, n), make([]float64, n) // decay factor to the next node in that direction
	yo := make([]float64, n)
	for s, i := range order {
		g, _ := slices.BinarySearch(xs, x[i])
		gap[s] = g
		if g < w {
			right[s] = ExpNeg(-gamma * (xs[g] - x[i]))
		}
		if g > 0 {
			left[s] = ExpNeg(-gamma * (x[i] - xs[g-1]))
		}
		yo[s] = f.pts.cols[1][i]
	}
	decay := ExpNeg(-gamma * math.Abs(f.g.DX))
	coef := make([][]float64, len(f.e.Coef))
	for k, c := range f.e.Coef {
		coef[k] = make([]float64, n)
		for s, i := range order {
			coef[k][s] = v * c[i]
		}
	}
	fall, a := make([]float64, n), make([]float64, n)
	for j, y := range f.ys {
		for s, t := range yo {
			fall[s] = ExpNeg(-gamma * math.Abs(y-t))
		}
		for k, c := range coef {
			for s, t := range fall {
				a[s] = c[s] * t
			}
			out := f.out[k][j*w : (j+1)*w]
			sum, s := 0.0, 0
			for g := 0; g < w; g++ {
				sum *= decay
				for s < n && gap[s] == g {
					sum += a[s] * right[s]
					s++
				}
				out[first+dir*g] += sum
			}
			sum, s = 0, n-1
			for g := w; g > 0; g-- {
				sum *= decay
				for s >= 0 && gap[s] == g {
					sum += a[s] * left[s]
					s--
				}
				out[first+dir*(g-1)] += sum
			}
		}
		if err := f.spend(float64(n)*costExp + float64(len(coef))*(4*float64(w)+6*float64(n))); err != nil {
			return err
		}
	}
	return nil
}

// byFirst returns the indices of the centres by their first coordinate.
func (f *field2) byFirst() []int {
	n := f.e.N
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	x := f.pts.cols[0]
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case x[a] < x[b]:
			return -1
		case x[a] > x[b]:
			return 1
		}
		return 0
	})
	return order
}
