// Package descent minimises functions of few variables and keeps every iterate. It has gradient descent (fixed steps, a
// schedule, backtracking), stochastic gradient descent, Newton's method and L-BFGS. A weighted l1 norm may be added to
// the function; all solvers but L-BFGS then take proximal steps. Everything is deterministic; the first k steps do not
// depend on the maximum number of steps.
//
// Nocedal and Wright, Numerical Optimization, 2006, chapters 3, 6 and 7; Beck and Teboulle, A fast iterative
// shrinkage-thresholding algorithm, SIAM J. Imaging Sciences 2, 2009 (proximal steps); Lewis and Overton, Nonsmooth
// optimization via quasi-Newton methods, Math. Programming 141, 2013 (line search).
package descent

import (
	"math"
	"math/rand/v2"

	"pointscape/engine/linalg"
)

// Func is the function to minimise, smooth(x) + Σ L1[j]·|x[j]|.
type Func struct {
	Dim int
	// Value returns the smooth part at x, and writes its gradient (or a subgradient) to g unless that is nil.
	Value func(x, g []float64) float64
	// Hess writes the Hessian, Dim×Dim; nil if Newton's method is not used.
	Hess func(x, h []float64)
	// Bound writes the Hessian of a quadratic function that touches the smooth part at x and is nowhere below it. If
	// the Hessian is unusable, the minimum of that function is a safe step. nil = none.
	Bound func(x, h []float64)
	// Balance returns the imbalance of the terms of the partial derivatives at x, where the gradient is g: 0 at a
	// minimum, about 1 if nothing cancels, independent of the units of the data. nil = the gradient relative to its
	// largest component at the start.
	Balance func(x, g []float64, value float64) float64
	// L1 holds the weights of the absolute values; nil = none.
	L1 []float64
	// Terms is the number of terms of the smooth part. Part writes the sum of the gradients of the terms in rows to g,
	// for stochastic gradient descent; a penalty is divided equally among all terms.
	Terms int
	Part  func(x []float64, rows []int, g []float64)
	// Pass does a whole pass of stochastic gradient descent, if that can be faster than Part; nil = use Part. It
	// updates x for batch after batch of order, with steps of the given sizes and the proximal map of the l1 part, and
	// appends x after each update to path unless that is nil.
	Pass func(x []float64, order []int, batch int, sizes, path []float64) []float64
}

// Options are the settings of a run.
type Options struct {
	Solver  string // "gd", "backtracking", "sgd", "newton", "lbfgs"
	MaxIter int    // maximum number of steps; for sgd, of passes over all terms
	// Tol ends a run of any solver but sgd if no component of the gradient (with L1: of the proximal step) is larger than
	// Tol times the larger of 1 and the largest component at the start, and the balance is at most slack times Tol.
	Tol float64
	// Gain ends a run of L-BFGS after a step that reduces the function by no more than this times its absolute value,
	// or 1 if that is larger: ftol in scikit-learn's solvers. 0 = never.
	Gain float64
	// Still and Moved end a run of any solver but sgd after a step whose relative change of the function, or of the
	// parameters, is at most this. These rules do not require a small gradient. 0 = never.
	Still, Moved float64
	Step         func(t int) float64 // gd, sgd: size of update t = 1, 2, ...
	// Batch is the number of terms in an update of sgd. Every pass has another random order of the terms.
	Batch int
	Seed  uint64
}

// End is the reason why a run ended.
type End uint8

const (
	Limit    End = iota // MaxIter steps are done
	Optimum             // minimum within Tol; for newton also if no decrease is predicted and the balance is within nearly
	Rounding            // no step reduces the function in float64; the balance is within nearly
	Diverged            // the next iterate is not finite, or the value grew without bound
	Stuck               // no step reduces the function in float64, but this is no minimum
	Slow                // a step changed too little: Options.Gain, Still or Moved
)

// Settled reports whether the run ended at a minimum, as tested by the balance.
func (e End) Settled() bool { return e == Optimum || e == Rounding }

// slack is the factor of Tol that bounds the balance, which is relative to each parameter's own terms, while Tol is
// relative to the largest component. nearly bounds the balance of a run that ends by rounding.
const (
	slack  = 10
	nearly = 1e-6
)

// Run is a run with its iterates.
type Run struct {
	Dim int
	// Path holds the iterates, Dim numbers each. Step k ends at iterate k*Every; the iterates in between are the
	// updates within a pass of sgd.
	Path  []float64
	Every int
	Value []float64 // values of the function after 0, 1, ... steps
	Slope []float64 // largest component of the gradient (proximal step) there; NaN for sgd
	// Passes is the number of passes over all terms after each step, not counting the start: one for each point
	// evaluated.
	Passes []float64
	End    End
}

// Steps returns the number of steps done.
func (r *Run) Steps() int { return len(r.Value) - 1 }

// At returns the iterate after k steps.
func (r *Run) At(k int) []float64 {
	i := k * r.Every * r.Dim
	return r.Path[i : i+r.Dim : i+r.Dim]
}

// growth is the factor, relative to the start, from which a value counts as growing without bound.
const growth = 1e10

// pathLimit is the maximum number of floats for the updates within passes.
const pathLimit = 1 << 18

// Job reports whether the result is still needed: a method.Job.
type Job interface{ Err() error }

// runner is a run in progress.
type runner struct {
	job Job
	f   *Func
	o   *Options
	run *Run
	x   []float64 // current iterate
	g   []float64 // gradient at x
	v   float64   // value at x, including L1
	rel float64   // scale of the gradient, which Tol is relative to
	// unasked counts the terms evaluated since the last call of job.Err.
	unasked int
	passes  float64 // see Run.Passes
}

// Minimize runs a solver from x. Its only error is job's.
func Minimize(job Job, f *Func, x []float64, o Options) (*Run, error) {
	r := newRunner(f, x, &o)
	r.job = job
	v := r.value(r.x, r.g)
	var err error
	if err = job.Err(); err != nil {
		return nil, err
	}
	if !r.begin(v) {
		return r.run, nil
	}
	switch o.Solver {
	case "gd":
		err = r.descend()
	case "backtracking":
		err = r.backtrack()
	case "sgd":
		err = r.stochastic()
	case "newton":
		err = r.newton()
	case "lbfgs":
		err = r.lbfgs()
	default:
		panic("descent: there is no solver " + string(o.Solver))
	}
	r.settle()
	return r.run, err
}

func newRunner(f *Func, x []float64, o *Options) *runner {
	return &runner{f: f, o: o, x: append([]float64(nil), x...), g: make([]float64, f.Dim),
		run: &Run{Dim: f.Dim, Every: 1}}
}

// begin records the start, where the value is v. It reports whether the run can continue.
func (r *runner) begin(v float64) bool {
	r.v = v
	r.run.Path, r.run.Passes = append(r.run.Path, r.x...), append(r.run.Passes, 0)
	slope := r.slope()
	r.rel = max(1, slope)
	if r.o.Solver == "sgd" {
		slope = math.NaN()
	}
	r.run.Value, r.run.Slope = append(r.run.Value, r.v), append(r.run.Slope, slope)
	if !finite(r.v) || !finite(r.g...) {
		r.run.End = Diverged
		return false
	}
	return true
}

// settle distinguishes a run that ends by rounding from one that is stuck.
func (r *runner) settle() {
	if r.run.End == Rounding && r.balance() > max(nearly, slack*r.o.Tol) {
		r.run.End = Stuck
	}
}

// balance returns the imbalance of the terms at the current iterate: see Func.Balance.
func (r *runner) balance() float64 {
	if r.f.Balance != nil {
		return r.f.Balance(r.x, r.g, r.v)
	}
	return r.slope() / r.rel
}

// size returns the scale relative to which differences of values matter.
func (r *runner) size() float64 { return math.Abs(r.v) + 1e-10*math.Abs(r.run.Value[0]) }

// value returns the whole function at x, and writes the gradient of the smooth part to g unless that is nil.
func (r *runner) value(x, g []float64) float64 {
	r.unasked += r.f.Terms + 10
	v := r.f.Value(x, g)
	for j, l := range r.f.L1 {
		v += l * math.Abs(x[j])
	}
	return v
}

// ask reports progress and calls job.Err from time to time.
func (r *runner) ask() error {
	if r.unasked < 10_000 {
		return nil
	}
	r.unasked = 0
	if w, ok := r.job.(interface{ Progress(done float64) }); ok {
		w.Progress(min(1, float64(r.run.Steps())/float64(r.o.MaxIter)))
	}
	return r.job.Err()
}

// shrink applies the proximal map of t times the l1 part, in place.
func (r *runner) shrink(x []float64, t float64) {
	for j, l := range r.f.L1 {
		x[j] = Soft(x[j], t*l)
	}
}

// Soft is the soft-thresholding operator, the proximal map of t·|x|.
func Soft(x, t float64) float64 {
	switch {
	case x > t:
		return x - t
	case x < -t:
		return x + t
	}
	return 0
}

// slope returns the largest component of the gradient, or of the proximal step, at the current iterate.
func (r *runner) slope() float64 {
	s := 0.0
	for j, g := range r.g {
		if r.f.L1 != nil {
			g = r.x[j] - Soft(r.x[j]-g, r.f.L1[j])
		}
		s = max(s, math.Abs(g))
	}
	return s
}

// done reports whether the current iterate is a minimum, and records that.
func (r *runner) done() bool {
	if r.run.Slope[len(r.run.Slope)-1] <= r.o.Tol*r.rel && r.balance() <= slack*r.o.Tol {
		r.run.End = Optimum
		return true
	}
	return false
}

// take makes x, with value v and gradient r.g, the next iterate. It returns false if the run ends.
func (r *runner) take(x []float64, v float64) bool {
	if !finite(v) || !finite(x...) || !finite(r.g...) || v > growth*(1+math.Abs(r.run.Value[0])) {
		r.run.End = Diverged
		return false
	}
	before, moved, long := r.v, 0.0, 0.0
	for j, a := range x {
		moved, long = math.Hypot(moved, a-r.x[j]), math.Hypot(long, a)
	}
	copy(r.x, x)
	r.v = v
	r.run.Path = append(r.run.Path, x...)
	r.run.Value, r.run.Slope = append(r.run.Value, v), append(r.run.Slope, r.slopeOf(x))
	r.run.Passes = append(r.run.Passes, r.passes)
	if r.o.Still > 0 && math.Abs(v-before) <= r.o.Still*math.Abs(v) || r.o.Moved > 0 && moved <= r.o.Moved*long {
		r.run.End = Slow
		return false
	}
	return true
}

func (r *runner) slopeOf(x []float64) float64 { copy(r.x, x); return r.slope() }

func finite(x ...float64) bool {
	for _, v := range x {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// descend takes steps of given sizes along the negative gradient.
func (r *runner) descend() error {
	next := make([]float64, r.f.Dim)
	for k := 1; k <= r.o.MaxIter && !r.done(); k++ {
		t := r.o.Step(k)
		for j, g := range r.g {
			next[j] = r.x[j] - t*g
		}
		r.shrink(next, t)
		r.passes++
		if !r.take(next, r.value(next, r.g)) {
			return nil
		}
		if err := r.ask(); err != nil {
			return err
		}
	}
	r.done()
	return nil
}

// backtrack halves the step until the function is below its quadratic bound of curvature 1/t. The next step starts from
// twice the accepted size.
func (r *runner) backtrack() error {
	next, trial := make([]float64, r.f.Dim), make([]float64, r.f.Dim)
	t := 0.5
	for k := 1; k <= r.o.MaxIter && !r.done(); k++ {
		smooth := r.v
		for j, l := range r.f.L1 {
			smooth -= l * math.Abs(r.x[j])
		}
		for t = min(2*t, 1e12); ; t /= 2 {
			if t < 1e-30 {
				r.run.End = Rounding
				return nil
			}
			for j, g := range r.g {
				next[j] = r.x[j] - t*g
			}
			r.shrink(next, t)
			bound, moved := smooth, 0.0
			for j, g := range r.g {
				d := next[j] - r.x[j]
				bound += g * d
				moved += d * d
			}
			r.unasked += r.f.Terms
			r.passes++
			if moved/t > 1e-9*(1+math.Abs(smooth)) {
				if r.f.Value(next, nil) <= bound+moved/(2*t) {
					break
				}
			} else {
				// Differences of values are lost in rounding errors; for a quadratic function, differences of gradients
				// are equivalent.
				r.f.Value(next, trial)
				bent := 0.0
				for j, g := range r.g {
					bent += (trial[j] - g) * (next[j] - r.x[j])
				}
				if bent <= moved/t {
					break
				}
			}
			if err := r.ask(); err != nil {
				return err
			}
		}
		if same(next, r.x) {
			r.run.End = Rounding
			return nil
		}
		if !r.take(next, r.value(next, r.g)) {
			return nil
		}
		if err := r.ask(); err != nil {
			return err
		}
	}
	r.done()
	return nil
}

func same(a, b []float64) bool {
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}

// stochastic does passes over the terms in random order, with an update for each batch.
func (r *runner) stochastic() error {
	n := r.f.Terms
	batch := min(max(r.o.Batch, 1), max(n, 1))
	updates := (n + batch - 1) / batch
	keep := updates*r.o.MaxIter*r.f.Dim <= pathLimit
	if keep && updates > 0 {
		r.run.Every = updates
		r.run.Path = append(make([]float64, 0, (updates*r.o.MaxIter+1)*r.f.Dim), r.run.Path...)
	}
	random := rand.New(rand.NewPCG(r.o.Seed, 0x5851f42d4c957f2d))
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	x := append([]float64(nil), r.x...)
	sizes := make([]float64, updates)
	t := 0
	for range r.o.MaxIter {
		random.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		for u := range sizes {
			t++
			sizes[u] = r.o.Step(t)
		}
		start := len(r.run.Path)
		if r.f.Pass != nil {
			path := r.run.Path
			if !keep {
				path = nil
			}
			if path = r.f.Pass(x, order, batch, sizes, path); keep {
				r.run.Path = path
			}
		} else {
			for u, s := range sizes {
				rows := order[u*batch : min((u+1)*batch, n)]
				r.f.Part(x, rows, r.g)
				for j, g := range r.g {
					x[j] -= s * g
				}
				r.shrink(x, s*float64(len(rows))/float64(n))
				if keep {
					r.run.Path = append(r.run.Path, x...)
				}
			}
		}
		v := r.value(x, nil)
		if !finite(v) || !finite(x...) || v > growth*(1+math.Abs(r.run.Value[0])) {
			r.run.Path = r.run.Path[:start]
			r.run.End = Diverged
			return nil
		}
		if !keep {
			r.run.Path = append(r.run.Path, x...)
		}
		r.passes++
		r.run.Value, r.run.Slope = append(r.run.Value, v), append(r.run.Slope, math.NaN())
		r.run.Passes = append(r.run.Passes, r.passes)
		if err := r.ask(); err != nil {
			return err
		}
	}
	return nil
}

// newton takes full Newton steps, and shortens them only if the function would not decrease. If the Hessian is
// singular, a multiple of its diagonal is added; if its model predicts no decrease that is achieved, the quadratic
// bound is used instead. With L1, the quadratic model is minimised by coordinate descent.
func (r *runner) newton() error {
	n := r.f.Dim
	h, l := make([]float64, n*n), make([]float64, n*n)
	d, next, best := make([]float64, n), make([]float64, n), make([]float64, n)
	for k := 1; k <= r.o.MaxIter; k++ {
		found, regular, value := false, false, r.v
		for model := range models {
			if model == 1 && regular || !r.model(model, h, l) {
				continue
			}
			regular = true
			gain := 0.0 // directional derivative of the model
			if r.f.L1 == nil {
				for j, g := range r.g {
					d[j] = -g
				}
				linalg.CholSolve(l, n, d, 1)
				gain = -linalg.Dot(r.g, d)
			} else {
				gain = r.lasso(h, d)
			}
			// In a flat valley gradients are small far from the minimum, so the predicted decrease must be small, too.
			size := r.size()
			if gain <= r.o.Tol*r.o.Tol*size && r.done() {
				return nil
			}
			if !(gain > 1e-22*size) {
				if r.balance() <= max(nearly, slack*r.o.Tol) {
					r.run.End = Optimum
					return nil
				}
				continue
			}
			short := false
			for t := 1.0; t > 1e-12; t /= 2 {
				for j := range next {
					next[j] = r.x[j] + t*d[j]
				}
				v := r.value(next, nil)
				r.passes++
				if v <= r.v-1e-4*t*gain || gain < 1e-12*size && v <= r.v+1e-15*size {
					if !same(next, r.x) && (!found || v < value) {
						copy(best, next)
						found, value, short = true, v, t <= 1.0/16
					}
					break
				}
			}
			if found && !short { // otherwise another model may do better
				break
			}
			if err := r.ask(); err != nil {
				return err
			}
		}
		if !found {
			r.run.End = Rounding
			return nil
		}
		if !r.take(best, r.value(best, r.g)) {
			return nil
		}
		if err := r.ask(); err != nil {
			return err
		}
	}
	r.done()
	return nil
}

// models is the number of quadratic models of Newton's method, in the order in which they are tried: the Hessian, the
// Hessian plus a multiple of its diagonal, the bound.
const models = 3

// model writes a model's matrix to h, and its Cholesky factor to l. It returns false if it has none; with L1, a
// positive diagonal suffices, and l may then be undefined.
func (r *runner) model(model int, h, l []float64) bool {
	n := r.f.Dim
	switch {
	case model == 0:
		r.unasked += r.f.Terms * n
		r.f.Hess(r.x, h)
	case model == 2 && r.f.Bound == nil:
		return false
	case model == 2:
		r.unasked += r.f.Terms * n
		r.f.Bound(r.x, h)
	}
	if model > 0 {
		for j, g := range r.g {
			if h[j*n+j] == 0 && g != 0 {
				return false
			} else if h[j*n+j] == 0 {
				h[j*n+j] = 1 // the function does not depend on x[j]
			}
			h[j*n+j] *= 1 + 1e-10
		}
	}
	copy(l, h)
	return linalg.Cholesky(l, n) || r.f.L1 != nil && diagonal(h, n)
}

// diagonal reports whether the diagonal is positive, as coordinate descent needs.
func diagonal(h []float64, n int) bool {
	for j := range n {
		if !(h[j*n+j] > 0) {
			return false
		}
	}
	return true
}

// lasso writes to d the step that minimises the quadratic model plus the l1 part, and returns the predicted decrease.
// It uses coordinate descent, and from time to time solves for all nonzero coordinates together: strongly correlated
// coordinates would otherwise take thousands of rounds.
func (r *runner) lasso(h, d []float64) float64 {
	n := r.f.Dim
	for j := range d {
		d[j] = 0
	}
	for round := range 1000 {
		most := 0.0
		for j := range n {
			row := h[j*n : j*n+n]
			s := r.g[j] + linalg.Dot(row, d) - row[j]*d[j]
			to := Soft(row[j]*r.x[j]-s, r.f.L1[j])/row[j] - r.x[j]
			most = max(most, math.Abs(to-d[j])*math.Sqrt(row[j]))
			d[j] = to
		}
		if !(most >= 1e-13) {
			break
		}
		if fastLevel && round%8 == 7 {
			r.level(h, d)
		}
	}
	gain := -linalg.Dot(r.g, d)
	for j, l := range r.f.L1 {
		gain += l * (math.Abs(r.x[j]) - math.Abs(r.x[j]+d[j]))
	}
	return gain
}

// level moves d towards the minimum of the model over the nonzero coordinates with their current signs, until a sign
// would change; the coordinate that stops the step becomes 0.
func (r *runner) level(h, d []float64) {
	n := r.f.Dim
	var on []int
	for j := range d {
		if r.f.L1[j] == 0 || r.x[j]+d[j] != 0 {
			on = append(on, j)
		}
	}
	k := len(on)
	a, b := make([]float64, k*k), make([]float64, k)
	for i, j := range on {
		row := h[j*n : j*n+n]
		b[i] = -r.g[j] - linalg.Dot(row, d)
		if r.f.L1[j] != 0 {
			b[i] -= math.Copysign(r.f.L1[j], r.x[j]+d[j])
		}
		for c, l := range on {
			a[i*k+c] = row[l]
		}
		a[i*k+i] *= 1 + 1e-13
	}
	if !linalg.Cholesky(a, k) {
		return
	}
	linalg.CholSolve(a, k, b, 1)
	far, first := 1.0, -1
	for i, j := range on {
		if at := r.x[j] + d[j]; r.f.L1[j] != 0 && at*b[i] < 0 && -at/b[i] < far {
			far, first = -at/b[i], i
		}
	}
	for i, j := range on {
		d[j] += far * b[i]
		if i == first {
			d[j] = -r.x[j]
		}
	}
}

// memory is the number of steps that L-BFGS keeps.
const memory = 10

// lbfgs takes quasi-Newton steps.
func (r *runner) lbfgs() error {
	s := &Steps{runner: r, value: func(x, g []float64) (float64, error) { return r.value(x, g), nil }}
	for !s.over {
		if err := s.Next(); err != nil {
			return err
		}
		if err := r.ask(); err != nil {
			return err
		}
	}
	return nil
}

// Steps is a run of L-BFGS that is controlled step by step.
type Steps struct {
	*runner
	value func(x, g []float64) (float64, error)
	over  bool

	ss, ys       [][]float64 // recent steps, and the changes of the gradient
	d, next, old []float64
	searching    bool    // line search along d is in progress, from gradient old, with slope down
	t, lo, hi    float64 // step being tried, and its bracket
	down         float64
	tried        int
}

// Begin begins a run of L-BFGS at x; Options.Solver is ignored. value is like Func.Value, but may also return an error
// that interrupts the run. When the run continues, it is called at the same point again.
func Begin(dim int, value func(x, g []float64) (float64, error), x []float64, o Options) (*Steps, error) {
	r := newRunner(&Func{Dim: dim}, x, &o)
	v, err := value(r.x, r.g)
	if err != nil {
		return nil, err
	}
	s := &Steps{runner: r, value: value}
	s.over = !r.begin(v) || r.done() || o.MaxIter <= 0
	return s, nil
}

// Run returns the run so far. Its End is valid once the run is over.
func (s *Steps) Run() *Run { return s.run }

// Over reports that there is no further step.
func (s *Steps) Over() bool { return s.over }

// Next makes a step, or finds that there is none. The error is that of value. The line search finds a step with
// sufficient decrease and sufficiently reduced slope (weak Wolfe conditions).
func (s *Steps) Next() error {
	r := s.runner
	if !s.searching {
		if s.over = r.done() || r.run.Steps() >= r.o.MaxIter; s.over {
			return nil
		}
		s.direct()
	}
	for ; s.tried < 60; s.tried++ {
		for j := range s.next {
			s.next[j] = r.x[j] + s.t*s.d[j]
		}
		v, err := s.value(s.next, r.g)
		if err != nil {
			return err
		}
		r.passes++
		switch {
		case !(v <= r.v+1e-4*s.t*s.down+1e-15*math.Abs(r.v)):
			s.hi = s.t
		case linalg.Dot(r.g, s.d) < 0.9*s.down:
			s.lo = s.t
		default:
			s.searching = false
			if same(s.next, r.x) {
				s.stay()
			} else {
				s.take(v)
			}
			return nil
		}
		if math.IsInf(s.hi, 1) {
			s.t = 2 * s.lo
		} else {
			s.t = (s.lo + s.hi) / 2
		}
	}
	s.searching = false
	s.stay()
	return nil
}

// direct computes the quasi-Newton direction from the recent steps, and begins a line search.
func (s *Steps) direct() {
	r, n := s.runner, s.f.Dim
	if s.d == nil {
		s.d, s.next, s.old = make([]float64, n), make([]float64, n), make([]float64, n)
	}
	var alpha [memory]float64
	d, ss, ys := s.d, s.ss, s.ys
	for j, g := range r.g {
		d[j] = -g
	}
	for i := len(ss) - 1; i >= 0; i-- {
		alpha[i] = linalg.Dot(ss[i], d) / linalg.Dot(ss[i], ys[i])
		linalg.Axpy(-alpha[i], ys[i], d)
	}
	s.t = 1.0
	if last := len(ss) - 1; last >= 0 {
		scale := linalg.Dot(ss[last], ys[last]) / linalg.Dot(ys[last], ys[last])
		for j := range d {
			d[j] *= scale
		}
	} else {
		s.t = 1 / max(1, r.run.Slope[len(r.run.Slope)-1])
	}
	for i := range ss {
		linalg.Axpy(alpha[i]-linalg.Dot(ys[i], d)/linalg.Dot(ss[i], ys[i]), ss[i], d)
	}
	if s.down = linalg.Dot(r.g, d); !(s.down < 0) {
		s.ss, s.ys = nil, nil
		for j, g := range r.g {
			d[j] = -g
		}
		s.down = linalg.Dot(r.g, d)
	}
	copy(s.old, r.g)
	s.lo, s.hi, s.tried, s.searching = 0, math.Inf(1), 0, true
}

// stay ends a run whose next step would not decrease the function.
func (s *Steps) stay() {
	copy(s.g, s.old)
	s.over, s.run.End = true, Rounding
	s.settle()
}

// take makes the accepted point, with its value, the next iterate.
func (s *Steps) take(v float64) {
	r, n := s.runner, s.f.Dim
	step, y := make([]float64, n), make([]float64, n)
	for j := range step {
		step[j], y[j] = s.next[j]-r.x[j], r.g[j]-s.old[j]
	}
	if linalg.Dot(step, y) > 1e-300 {
		if len(s.ss) == memory {
			s.ss, s.ys = s.ss[1:], s.ys[1:]
		}
		s.ss, s.ys = append(s.ss, step), append(s.ys, y)
	}
	before := r.v
	if !r.take(s.next, v) {
		s.over = true
		return
	}
	if before-v <= r.o.Gain*max(math.Abs(before), math.Abs(v), 1) && r.o.Gain > 0 && !r.done() {
		s.over, r.run.End = true, Slow
		return
	}
	s.over = r.done() || r.run.Steps() >= r.o.MaxIter
}
