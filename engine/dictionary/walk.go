package dictionary

import "math"

// walk minimises ½‖x − Da‖² + λ‖a‖₁ for one row, or ½‖x − Da‖² in a ball, starting from the code 0, by ISTA or FISTA.
type walk struct {
	b      *basis
	lip    float64
	lambda float64
	radius float64   // radius of the ball; 0 for a penalty
	cut    float64   // threshold of the last step
	q      []float64 // Dᵀx
	a      []float64
	before []float64 // argument of the last thresholding
	from   []float64 // code from which the next step starts: a, or for FISTA an extrapolation beyond it
	t      float64   // FISTA's sequence; 0 for ISTA
	change float64   // largest change of a coefficient in the last step
}

func newWalk(b *basis, lip, lambda float64, q []float64, fast bool) *walk {
	w := &walk{b: b, lip: lip, lambda: lambda, q: q, a: make([]float64, b.p), before: make([]float64, b.p),
		from: make([]float64, b.p)}
	if fast {
		w.t = 1
	}
	return w
}

// within sets the radius of the ball; 0 for a penalty.
func (w *walk) within(radius float64) *walk {
	w.radius = radius
	return w
}

// step makes one step: down the gradient, then soft thresholding by λ/L, or by the threshold that projects onto the
// ball. FISTA then extrapolates beyond the new code, by an increasing fraction of the last change (Beck and Teboulle,
// SIAM J. Imaging Sciences 2, 2009).
func (w *walk) step() {
	w.b.descend(w.q, w.from, w.before, w.lip)
	beyond := 0.0
	if w.t > 0 {
		next := inertia(w.t)
		beyond, w.t = (w.t-1)/next, next
	}
	w.change, w.cut = 0, w.lambda/w.lip
	if w.radius > 0 {
		w.cut = toBall(w.before, w.radius, w.from)
	}
	for k, z := range w.before {
		now := soft(z, w.cut)
		w.change = max(w.change, math.Abs(now-w.a[k]))
		w.from[k] = now + beyond*(now-w.a[k])
		w.a[k] = now
	}
}
