package regression

import (
	_ "embed"
	"math"
	"slices"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

//go:embed lasso.jsonl
var lassoExamples string

// Lasso declares least squares with a penalty on the absolute values of coefficients.
func Lasso() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "lasso", Traits: method.Traits{Free: true},
			Aliases: []string{"L1 penalty", "Sparse regression", "Feature selection", "Soft thresholding", "Parcimonie",
				"Régression parcimonieuse"},
			Name:     "Lasso",
			Family:   "Regression",
			Task:     method.Regress,
			Assessed: method.Assessed{Complexity: linearComplexity},
			Summary: "Least squares with an L1 penalty α on the coefficients: usually, a " +
				"larger α makes more of them exactly 0.",
			Formula: "min 1/(2n) Σ (yᵢ − w·φ(xᵢ) − b)² + α‖w‖₁,  wⱼ ← S(xⱼ·rⱼ/n, α) / (xⱼ·xⱼ/n),  S(z, α) = sign(z) " +
				"max(|z| − α, 0)",
			Source: "Tibshirani, Regression shrinkage and selection via the lasso, JRSS B 58, 1996; Friedman, Hastie, " +
				"Tibshirani, Regularization paths via coordinate descent, J. Stat. Software 33, 2010; Lee, Battle, Raina and " +
				"Ng, Efficient sparse coding algorithms, NIPS 2006 (the step that all coefficients take together)",
			Params: []method.Param{method.DomainParam(), degree(8),
				penalty(3e-3, "Minimised: sum of squared residuals/(2n) + α‖w‖₁. The intercept is free."),
				{Name: "max_iter", Label: "Sweeps", Kind: method.Integer{Range: method.Range{Min: 1, Max: 20_000, SoftMin: 1,
					SoftMax: 100, Log: true}}, Default: 1000.0, Advanced: true,
					Help: "At most this many sweeps: each improves the coefficients one by one, then those that are not 0 together"},
				{Name: "tol", Label: "Tolerance", Kind: method.Number{Range: method.Range{Min: 1e-14, Max: 0.1, Log: true}},
					Default: 1e-4, Advanced: true,
					Help: "The descent stops when the duality gap is below this share of the variance of y"},
			},
			Shows:    shows(false, append([]method.Show{pathShow()}, rowShows()...)...),
			Takes:    method.Takes{Wide: true, MaxPoints: maxPoints},
			Examples: method.ExamplesIn(lassoExamples),
		},
		Python: lassoPython,
		Fit:    fitLasso,
	}
}

// descent is a lasso problem after an orthogonal transformation of the rows: minimise |t|²/(2n) + rest/(2n) + α|w|₁
// with t = Qᵀy − S·w, S = QᵀX. Powers of inputs of size 1e5 can have size 1e60, so the columns of S are scaled to
// length 1: the descent works with u = scale·w and the penalty α/scale for each.
type descent struct {
	n, p  int
	s     []float64 // p×p: row j is column j of S divided by its length
	scale []float64 // length of each column of S; 0 if the column is useless
	qy    []float64
	rest  float64 // the part of |y|² that no coefficients can fit
	total float64 // |y|²/n, with y relative to its mean
	// wait is the number of sweeps until level is called again, and pause that number after its last failure.
	wait, pause int
}

func newDescent(f *frame, d *design, y []float64) *descent {
	p := d.p
	g := &descent{n: d.n, p: p, s: make([]float64, p*p), scale: make([]float64, p), qy: d.qy}
	full := make([]float64, p*p)
	linalg.MulAdd(full, d.r, f.fromRaw, p, p, p)
	for j := range p {
		g.column(j, full, j)
	}
	left := make([]float64, d.n)
	for i, v := range y {
		left[i] = v - d.yMean
	}
	g.total = linalg.Dot(left, left) / float64(d.n)
	for k, q := range d.q {
		if q != nil {
			linalg.Axpy(-d.qy[k], q, left)
		}
	}
	g.rest = linalg.Dot(left, left)
	return g
}

// column makes column k of full column j of S.
func (g *descent) column(j int, full []float64, k int) {
	p := g.p
	row := g.s[j*p : (j+1)*p]
	top := 0.0
	for i := range row {
		row[i] = full[i*p+k]
		top = max(top, math.Abs(row[i]))
	}
	for i := range row {
		row[i] = shareOf(row[i], top)
	}
	size := math.Sqrt(linalg.Dot(row, row))
	for i := range row {
		row[i] = shareOf(row[i], size)
	}
	g.scale[j] = size * top
}

// shareOf returns a/b, or 0 if b is 0.
func shareOf(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// largest returns the smallest penalty at which all coefficients are 0.
func (g *descent) largest() float64 {
	top := 0.0
	for j, c := range g.scale {
		top = max(top, c*math.Abs(linalg.Dot(g.s[j*g.p:(j+1)*g.p], g.qy)))
	}
	return top / float64(g.n)
}

// price returns nα divided by the scale of column j.
func (g *descent) price(alpha float64, j int) float64 { return float64(g.n) * alpha / g.scale[j] }

// residual writes t = Qᵀ(y − X·w).
func (g *descent) residual(u, t []float64) {
	copy(t, g.qy)
	for j, c := range u {
		if c != 0 {
			linalg.Axpy(-c, g.s[j*g.p:(j+1)*g.p], t)
		}
	}
}

// sweep minimises over one coefficient after the other. t is the residual, and is updated.
func (g *descent) sweep(alpha float64, u, t []float64) {
	for j := range u {
		if g.scale[j] == 0 {
			continue
		}
		s, price := g.s[j*g.p:(j+1)*g.p], g.price(alpha, j)
		z := linalg.Dot(s, t) + u[j]
		next := 0.0
		if z > price {
			next = z - price
		} else if z < -price {
			next = z + price
		}
		if next != u[j] {
			linalg.Axpy(u[j]-next, s, t)
			u[j] = next
		}
	}
}

// level moves u towards the optimal coefficients with the present signs, while zeros stay zero: there the penalty is
// linear, so it only needs to solve a linear system. A coefficient that would change its sign on the way becomes zero,
// and the others continue. t is the residual, and is updated. This saves the many small sweeps that coordinate descent
// needs for similar features. ask is called before each system; its error ends the search.
func (g *descent) level(alpha float64, u, t []float64, ask func() error) error {
	var on []int
	for j, c := range u {
		if c != 0 {
			on = append(on, j)
		}
	}
	for len(on) > 0 {
		if err := ask(); err != nil {
			return err
		}
		w := g.activeSet(u, t, on)
		// Derivative of the penalty along each coefficient.
		cost := make([]float64, len(on))
		for i := range cost {
			j := w.column(i)
			cost[i] = math.Copysign(g.price(alpha, j), u[j])
		}
		if w.independent(cost) || w.dependent(cost) {
			return nil
		}
		left := on[:0:0]
		for _, j := range on {
			if u[j] != 0 {
				left = append(left, j)
			}
		}
		on = left
	}
	return nil
}

// activeSet are the columns of the coefficients that are not 0, with their factorisation q·r.
type activeSet struct {
	g    *descent
	u, t []float64 // the coefficients and the residual, which moves change
	on   []int     // the columns
	perm []int     // their order in the factorisation
	q, r []float64
	rank int       // the number of linearly independent columns, which come first
	z    []float64 // direction of the next move
}

// activeSet returns the columns on, factorised.
func (g *descent) activeSet(u, t []float64, on []int) *activeSet {
	p, k := g.p, len(on)
	a := make([]float64, p*k)
	for c, j := range on {
		for i, v := range g.s[j*p : (j+1)*p] {
			a[i*k+c] = v
		}
	}
	w := &activeSet{g: g, u: u, t: t, on: on, rank: k, z: make([]float64, k)}
	w.q, w.r, w.perm = orthogonal(a, nil, p, k, true)
	for i := range k {
		if !(math.Abs(w.r[i*k+i]) > 1e-12*math.Abs(w.r[0])) {
			w.rank = i
			break
		}
	}
	return w
}

// column returns the column of the design that coefficient i belongs to.
func (w *activeSet) column(i int) int { return w.on[w.perm[i]] }

// move goes along z, by the fraction far at most, until one of the first m coefficients or the one at extra becomes 0,
// whose index it returns; -1 if none does. It does not move if far is infinite and none does.
func (w *activeSet) move(m, extra int, far float64) (first int) {
	first = -1
	way := make([]int, 0, m+1)
	for i := range m {
		way = append(way, i)
	}
	if extra >= 0 {
		way = append(way, extra)
	}
	for _, i := range way {
		if c, d := w.u[w.column(i)], w.z[i]; c*d < 0 && -c/d <= far {
			far, first = -c/d, i
		}
	}
	if math.IsInf(far, 1) {
		return -1
	}
	p := w.g.p
	for _, i := range way {
		j := w.column(i)
		next := w.u[j] + far*w.z[i]
		if i == first {
			next = 0
		}
		linalg.Axpy(w.u[j]-next, w.g.s[j*p:(j+1)*p], w.t)
		w.u[j] = next
	}
	return first
}

// independent moves to the optimum if the columns are linearly independent, and reports whether it got there before a
// coefficient became 0. The direction is (SᵀS)⁻¹(Sᵀt − cost), with S = q·r.
func (w *activeSet) independent(cost []float64) bool {
	k, r, z := len(w.on), w.r, w.z
	if w.rank < k {
		return false
	}
	for i := range w.g.p {
		linalg.Axpy(w.t[i], w.q[i*k:(i+1)*k], z)
	}
	v := make([]float64, k) // r'⁻¹ cost
	for i := range k {
		v[i] = cost[i]
		for h := range i {
			v[i] -= r[h*k+i] * v[h]
		}
		v[i] /= r[i*k+i]
		z[i] -= v[i]
	}
	for i := k - 1; i >= 0; i-- {
		z[i] = (z[i] - linalg.Dot(r[i*k+i+1:(i+1)*k], z[i+1:])) / r[i*k+i]
	}
	return w.move(k, -1, 1) < 0
}

// dependent moves along directions that do not change the residual while the penalty decreases, until a coefficient
// becomes 0. The factors are valid until that is one of the independent coefficients. It reports whether the penalty
// stops to decrease without that.
func (w *activeSet) dependent(cost []float64) bool {
	k, r, z := len(w.on), w.r, w.z
	for free := w.rank; free < k; free++ {
		clear(z)
		z[free] = 1
		slope := cost[free]
		for i := w.rank - 1; i >= 0; i-- {
			z[i] = -(r[i*k+free] + linalg.Dot(r[i*k+i+1:i*k+w.rank], z[i+1:w.rank])) / r[i*k+i]
			slope += cost[i] * z[i]
		}
		if slope > 0 {
			for i := range z {
				z[i] = -z[i]
			}
		}
		if first := w.move(w.rank, free, math.Inf(1)); first < 0 {
			return true
		} else if first < w.rank {
			break
		}
	}
	return false
}

// descend is a sweep followed by level. If rounding errors make level increase the objective, it undoes level, which
// then pauses for some sweeps.
func (g *descent) descend(alpha float64, u, t []float64, ask func() error) error {
	g.sweep(alpha, u, t)
	if !fastLevel {
		return nil
	}
	if g.wait > 0 {
		g.wait--
		return nil
	}
	cost := g.cost(alpha, u, t)
	u0, t0 := slices.Clone(u), slices.Clone(t)
	if err := g.level(alpha, u, t, ask); err != nil {
		return err
	}
	if !(g.cost(alpha, u, t) <= cost) {
		copy(u, u0)
		copy(t, t0)
		g.pause = min(2*g.pause+1, 63)
		g.wait = g.pause
	} else {
		g.pause = 0
	}
	return nil
}

// size returns |w|₁ of the coefficients w for u.
func (g *descent) size(u []float64) float64 {
	s := 0.0
	for j, c := range u {
		s += shareOf(math.Abs(c), g.scale[j])
	}
	return s
}

// cost returns the objective without the part that no coefficients can fit.
func (g *descent) cost(alpha float64, u, t []float64) float64 {
	return linalg.Dot(t, t)/(2*float64(g.n)) + alpha*g.size(u)
}

// gap returns the objective and the duality gap, a bound on its distance from the minimum, with the residual shrunk
// until it is dual feasible.
func (g *descent) gap(alpha float64, u, t []float64) (objective, gap float64) {
	n, shrink := float64(g.n), 1.0
	for j, c := range g.scale {
		if c == 0 {
			continue
		}
		if z := math.Abs(linalg.Dot(g.s[j*g.p:(j+1)*g.p], t)); z > 0 {
			shrink = min(shrink, g.price(alpha, j)/z)
		}
	}
	square := g.rest + linalg.Dot(t, t)
	objective = square/(2*n) + alpha*g.size(u)
	dual := shrink*(g.rest+linalg.Dot(g.qy, t))/n - shrink*shrink*square/(2*n)
	return objective, max(objective-dual, 0)
}

// raw returns the coefficients w for u.
func (g *descent) raw(u []float64) []float64 {
	w := make([]float64, len(u))
	for j, c := range u {
		w[j] = shareOf(c, g.scale[j])
	}
	return w
}

// from writes u for the coefficients w.
func (g *descent) from(w, u []float64) {
	for j, c := range w {
		u[j] = c * g.scale[j]
	}
}

// run is a descent with all its iterates. The stages of the lasso and the elastic net are its sweeps.
type run struct {
	penalties
	steps   int
	w       []float64 // (steps+1)×p
	cost    []float64
	gaps    []float64
	settle  bool    // the tolerance was reached
	stopped bool    // rounding errors prevent further progress
	top     float64 // alpha_max, the smallest penalty with all coefficients 0
	stage   func(k int) *linear
}

// still is the number of sweeps without progress after which a descent ends.
const still = 20

func fitLasso(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	return descended(job, p, v, 1)
}

// descended fits the elastic net with ρ = ratio; 1 is the lasso.
func descended(job method.Job, p *method.Problem, v method.Values, ratio float64) (method.Model, error) {
	if err := needPoints(p); err != nil {
		return nil, err
	}
	f := frameOf(p, v.Int("degree"))
	d, err := newDesign(job, f.columns(p.X, p.N), p.Y, true)
	if err != nil {
		return nil, err
	}
	tol := v.Float("tol")
	plain := newDescent(f, d, p.Y)
	r := &run{penalties: penalties{v.Float("alpha"), ratio}, top: plain.largest() / ratio}
	g, l1 := plain.with(r.l2(p.N)), r.l1()
	u, t := make([]float64, g.p), make([]float64, g.p)
	note := func() bool {
		g.residual(u, t) // from scratch, so that rounding errors do not accumulate
		cost, gap := g.gap(l1, u, t)
		r.w, r.cost, r.gaps = append(r.w, g.raw(u)...), append(r.cost, cost), append(r.gaps, gap)
		return gap <= tol*g.total
	}
	note()
	most := v.Int("max_iter")
	ask := func() error {
		method.Progress(job, float64(r.steps)/float64(most))
		return job.Err()
	}
	for r.steps < most && !r.settle && !r.stopped {
		if r.steps&15 == 0 {
			if err := ask(); err != nil {
				return nil, err
			}
		}
		if err := g.descend(l1, u, t, ask); err != nil {
			return nil, err
		}
		r.steps++
		r.settle = note()
		if k := r.steps; k > still {
			least := 1e-15 * (r.cost[k] + g.total)
			if r.belowRoundoff() {
				least = max(least, tol*g.total/100) // rounding errors hide a smaller gap
			}
			r.stopped = !r.settle && !(r.cost[k] < r.cost[k-still]-least)
		}
	}
	way := descentPath(f, plain, r.penalties, r.top)
	r.stage = func(k int) *linear { return r.lasso(p, f, d, plain, way, k) }
	last := r.stage(r.steps)
	last.sweeps = r
	return last, job.Err()
}

// lasso returns the model after k sweeps. way is the path of the coefficients over all penalties.
func (r *run) lasso(p *method.Problem, f *frame, d *design, g *descent, way *path, k int) *linear {
	w := r.w[k*g.p : (k+1)*g.p]
	cheb := multiply(f.fromRaw, w)
	m := &linear{polynomial: f.polynomial(cheb, d.yMean-linalg.Dot(cheb, d.mean)), problem: p, path: way}
	// Keep exact zeros: the other basis would turn them into rounding errors.
	m.coef = w
	active := 0
	for _, c := range w {
		if c != 0 {
			active++
		}
	}
	fitted := m.score(p, m.Predict)
	m.coefficients()
	if r.ratio == 1 {
		m.Add("degrees_of_freedom", active, "", "Number of coefficients that are not 0: an unbiased estimate for the lasso")
	} else {
		m.number("degrees_of_freedom", g.freedom(w, r.l2(g.n)), "Trace of the hat matrix of the columns whose "+
			"coefficients are not 0, without the intercept")
	}
	m.number("alpha_max", r.top, "Above this α, every coefficient is 0").Call("Largest useful α")
	m.Add("n_iter", k, "", "Sweeps over all coefficients")
	m.number("objective", r.cost[k], r.meaning())
	m.number("dual_gap", r.gaps[k], "")
	size := r.size(w)
	m.goal = r.goal(priced(r.cost[k]-r.alpha*size, r.alpha, size))
	m.headline = words.Text("%s of %s not 0 at α = %s", words.Count(active, "coefficient"), words.Number(float64(g.p)),
		words.Number(r.alpha))
	m.status = r.status(k)
	m.status.Sentence += said(p)
	if m.status.State != method.Running {
		// The curve's error must agree with the descent's objective.
		mse := 2 * (r.cost[k] - r.alpha*size)
		m.promise(p, fitted, shareOf(math.Abs(mse-sumSquares(p, fitted)/float64(p.N)), 1e2*g.total) <= open)
	}
	return m
}

// belowRoundoff reports whether α is below 1e-9 of alpha_max, and so lost in rounding errors of the descent.
func (r *run) belowRoundoff() bool { return r.alpha < 1e-9*r.top }

func (r *run) status(k int) method.Status {
	switch {
	case k < r.steps:
		return method.Status{State: method.Running, Sentence: words.Text("%s over the coefficients so far.", words.Count(k,
			"sweep"))}
	case r.settle:
		return method.Status{State: method.Converged, Sentence: words.Text("Coordinate descent converged in %s.",
			words.Count(k, "sweep"))}
	case r.belowRoundoff():
		return method.Status{State: method.Limited, Sentence: words.Text("Stopped after %s: the features are so large "+
			"that α is lost in rounding errors (it matters from about %s on), and the error of the result cannot be "+
			"computed. Scale the inputs equally, or increase α.", words.Count(k, "sweep"), words.Number(r.top))}
	case r.stopped:
		return method.Status{State: method.Limited, Sentence: words.Text("Stopped after %s because of rounding errors, "+
			"before the tolerance was reached: the objective is at most %s above the minimum. Raise the tolerance or α, "+
			"or scale the inputs equally.", words.Count(k, "sweep"), words.Number(r.gaps[k]))}
	}
	return method.Status{State: method.Limited, Sentence: words.Text("Stopped after %s, still descending: raise the "+
		"limit, the tolerance or α.", words.Count(k, "sweep"))}
}

func (r *run) Steps() int       { return r.steps }
func (r *run) StepName() string { return "sweep" }

func (r *run) Stage(k int) method.Model { return r.stage(k) }

// Trace returns the objective and the duality gap.
func (r *run) Trace() []method.Series {
	gaps := make([]float64, len(r.gaps))
	for i, v := range r.gaps {
		if gaps[i] = v; v == 0 {
			gaps[i] = math.NaN()
		}
	}
	return []method.Series{{Name: "objective", Values: r.cost}, {Name: "duality gap", Values: gaps, Log: true}}
}

// pathWork bounds the number of multiplications for a path.
const pathWork = 1e7

// descentPath returns the path of the penalties' α at the same ratio, of which top is alpha_max.
func descentPath(f *frame, plain *descent, of penalties, top float64) *path {
	hi := math.Log10(of.alpha) + 2
	if top > 0 {
		hi = math.Log10(top) + 0.2
	}
	return &path{frame: f, alpha: of.alpha, lo: hi - 4.2, hi: hi,
		help: "Each line is a coefficient. From right to left, they leave 0 one after the other.",
		at: func(job method.Job, alphas []float64) ([][]float64, error) {
			out := make([][]float64, len(alphas))
			own := *plain
			own.wait, own.pause = 0, 0
			u, t := make([]float64, own.p), make([]float64, own.p)
			most := int(pathWork / float64(len(alphas)*4*own.p*own.p))
			for i, a := range alphas {
				if err := job.Err(); err != nil {
					return nil, err
				}
				now := penalties{a, of.ratio}
				g := own.with(now.l2(own.n))
				// Each penalty starts from the answer for the one before.
				if g != &own && i > 0 {
					g.from(out[i-1], u)
				}
				before := 0.0
				for k := range max(10, min(most, 500)) {
					g.residual(u, t)
					cost, gap := g.gap(now.l1(), u, t)
					if gap <= 1e-7*g.total || k > 0 && !(cost < before) {
						break
					}
					before = cost
					if err := g.descend(now.l1(), u, t, job.Err); err != nil {
						return nil, err
					}
				}
				out[i] = g.raw(u)
			}
			return out, nil
		}}
}
