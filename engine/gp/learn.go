package gp

import (
	"math"
	"math/rand/v2"
	"strings"

	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// theta returns the hyperparameters: the kernel's, in the order of its expression, then the noise variance.
func theta(k kernel.Kernel, noise float64) []float64 {
	h := k.Hyper()
	t := make([]float64, 0, len(h)+1)
	for _, x := range h {
		t = append(t, x.Value)
	}
	return append(t, noise)
}

// thetaNames returns the names of the hyperparameters in the order of theta, as used within a line, and as titles.
func thetaNames(k kernel.Kernel) (names, titles []string) {
	names, titles = kernelparam.Names(k)
	return append(names, "noise variance σₙ²"), append(titles, "Noise variance σₙ²")
}

// evidence is the log marginal likelihood of normalised targets y as a function of the natural logarithms of the
// hyperparameters (Rasmussen and Williams, equations 5.8 and 5.9).
type evidence struct {
	k       kernel.Kernel
	x, y    []float64
	n, d    int
	inverse []float64 // buffer
}

// at writes the gradient, unless grad is nil, and returns the value; −Inf if the matrix is not numerically positive
// definite.
func (e *evidence) at(job method.Job, z, grad []float64) (float64, error) {
	n, p := e.n, len(z)-1
	v := make([]float64, p)
	for i := range v {
		v[i] = math.Exp(z[i])
	}
	k, noise := e.k.WithHyper(v), math.Exp(z[p])
	var gram []float64
	var grads [][]float64
	if grad == nil {
		gram = kernel.Gram(k, e.x, n, e.d, nil)
	} else {
		var err error
		if gram, grads, err = kernel.GramWithGrad(job, k, e.x, n, e.d); err != nil {
			return 0, err
		}
	}
	for i := range n {
		gram[i*n+i] += noise
	}
	ok, err := linalg.CholeskyFor(job.Err, gram, n)
	if err != nil {
		return 0, err
	}
	if !ok {
		return math.Inf(-1), nil
	}
	alpha := clone(e.y)
	linalg.SolveLower(gram, n, alpha, 1)
	value := -0.5*linalg.Dot(alpha, alpha) - 0.5*linalg.CholLogDet(gram, n) - 0.5*float64(n)*math.Log(2*math.Pi)
	if grad == nil {
		return value, nil
	}
	linalg.SolveLowerT(gram, n, alpha, 1)
	if len(e.inverse) < n*n {
		e.inverse = make([]float64, n*n)
	}
	inv := e.inverse[:n*n]
	if err := linalg.CholInverseFor(job.Err, gram, n, inv); err != nil {
		return 0, err
	}
	copy(grad, contract(alpha, inv, grads, noise))
	if math.IsNaN(value) {
		return math.Inf(-1), nil
	}
	return value, job.Err()
}

// contract returns the gradient with respect to the logarithms of theta, given alpha, the inverse of the noisy Gram
// matrix (overwritten) and its derivatives: ½ tr((ααᵀ − K⁻¹) dK).
func contract(alpha, inv []float64, grads [][]float64, noise float64) []float64 {
	n := len(alpha)
	trace := 0.0
	for i := range n {
		trace += inv[i*n+i]
		row := inv[i*n : (i+1)*n]
		for j, a := range alpha {
			row[j] = alpha[i]*a - row[j]
		}
	}
	out := make([]float64, 0, len(grads)+1)
	for _, g := range grads {
		out = append(out, 0.5*linalg.Dot(inv, g))
	}
	return append(out, 0.5*noise*(linalg.Dot(alpha, alpha)-trace))
}

// search is the record of learning the hyperparameters.
type search struct {
	start, end []float64 // theta at the first start, and at the optimum
	lo, hi     []float64 // bounds of the logarithms
	grad       []float64 // gradient at the optimum with respect to the logarithms
	runs       []*ascent
	best       int
	followed   bool // the runs started at the optima found before an edit
}

// elsewhere returns the number of runs that ended at a clearly lower value than the best one.
func (s *search) elsewhere() int {
	c := 0
	for _, r := range s.runs {
		if s.runs[s.best].endValue()-r.endValue() > 1e-3*(1+math.Abs(s.runs[s.best].endValue())) {
			c++
		}
	}
	return c
}

// ends returns the different optima at which runs ended (logarithms), the best first, at most four.
func (s *search) ends() [][]float64 {
	var all [][]float64
	take := func(r *ascent) {
		for _, z := range all {
			d := 0.0
			for i, x := range r.end() {
				d = max(d, math.Abs(x-z[i]))
			}
			if d < 0.1 {
				return
			}
		}
		if len(all) < 4 && !math.IsInf(r.endValue(), -1) {
			all = append(all, r.end())
		}
	}
	take(s.runs[s.best])
	for _, r := range s.runs {
		take(r)
	}
	return all
}

// learn maximises the evidence from the given values and from random ones, as many as restarts, which depend on the
// document's seed. If from is not nil, it is the search before an edit, and the runs start from its optima instead:
// each optimum is followed, and another one may become the best.
func learn(job method.Job, p *method.Problem, k kernel.Kernel, noise float64, rescale bool, restarts int,
	from *search) (*search, error) {
	center, scale := normalize(p.Y, rescale)
	e := &evidence{k: k, x: p.X, n: p.N, d: p.D, y: normalized(p.Y, center, scale)}
	s := &search{start: theta(k, noise)}
	z := make([]float64, len(s.start))
	for i, t := range s.start {
		z[i] = math.Log(t)
	}
	box := bounds(p, e.y, k)
	for i, b := range box {
		s.lo = append(s.lo, min(b.lo, z[i]))
		s.hi = append(s.hi, max(b.hi, z[i]))
	}
	starts := [][]float64{z}
	if from != nil {
		s.followed = true
		starts = from.ends()
	} else {
		rng := rand.New(rand.NewPCG(p.Seed, 0x6770))
		for range restarts {
			z := make([]float64, len(box))
			for i, b := range box {
				z[i] = b.from + rng.Float64()*(b.to-b.from)
			}
			starts = append(starts, z)
		}
	}
	for r, z := range starts {
		evals := 0.0
		run, err := maximize(job, func(job method.Job, z, g []float64) (float64, error) {
			// About thirty evaluations per start are usual.
			evals++
			method.Progress(job, (float64(r)+evals/(30+evals))/float64(len(starts)))
			return e.at(job, z, g)
		}, z, s.lo, s.hi)
		if err != nil {
			return nil, err
		}
		s.runs = append(s.runs, run)
		if run.endValue() > s.runs[s.best].endValue() {
			s.best = r
		}
	}
	best := s.runs[s.best]
	if math.IsInf(best.endValue(), -1) {
		return nil, indefinite(k, p.N)
	}
	s.end = make([]float64, len(z))
	for i, x := range best.end() {
		s.end[i] = math.Exp(x)
	}
	s.grad = make([]float64, len(z))
	if _, err := e.at(job, best.end(), s.grad); err != nil {
		return nil, err
	}
	return s, nil
}

// span bounds the logarithm of a hyperparameter; random starts are drawn between from and to.
type span struct{ lo, hi, from, to float64 }

// bounds returns the bounds of each hyperparameter, in the order of theta: of lengths and periods relative to the
// extent of the inputs, of variances relative to the mean square of the targets, of others relative to their values.
// The noise stays within the range of the parameter alpha, so that the learned value can be written back.
func bounds(p *method.Problem, y []float64, k kernel.Kernel) []span {
	extent := 0.0
	for c := range p.D {
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := range p.N {
			lo, hi = min(lo, p.X[i*p.D+c]), max(hi, p.X[i*p.D+c])
		}
		extent = max(extent, hi-lo)
	}
	if !(extent > 0) {
		extent = 1
	}
	power := linalg.Dot(y, y) / float64(max(len(y), 1))
	if !(power > 0) {
		power = 1
	}
	of := func(unit, lo, hi, from, to float64) span {
		u := math.Log(unit)
		return span{u + math.Log(lo), u + math.Log(hi), u + math.Log(from), u + math.Log(to)}
	}
	var b []span
	for _, h := range k.Hyper() {
		name := h.Name[strings.LastIndexByte(h.Name, '.')+1:]
		switch {
		case strings.HasPrefix(name, "length_scale"), name == "period":
			b = append(b, of(extent, 1e-3, 1e3, 0.02, 2))
		case name == "variance", name == "constant":
			b = append(b, of(power, 1e-4, 1e4, 0.1, 10))
		case name == "noise_variance":
			b = append(b, of(power, 1e-7, 1e2, 1e-4, 1))
		default: // gamma, alpha, coef0: multiples of their values
			b = append(b, of(h.Value, 1e-3, 1e3, 0.1, 10))
		}
	}
	noise := of(power, 1e-7, 1e2, 1e-4, 1)
	lo, hi := math.Log(minNoise), math.Log(maxNoise)
	inside := func(x float64) float64 { return min(max(x, lo), hi) }
	return append(b, span{inside(noise.lo), inside(noise.hi), inside(noise.from), inside(noise.to)})
}

// tidy returns k with hyperparameters rounded as in documents.
func tidy(k kernel.Kernel) kernel.Kernel {
	h := k.Hyper()
	v := make([]float64, len(h))
	for i, x := range h {
		v[i] = words.Significant(x.Value, method.LearnedDigits)
	}
	return k.WithHyper(v)
}
