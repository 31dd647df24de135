package constrained

import (
	"math"
	"math/bits"

	"pointscape/engine/method"
)

// slackOf returns the smallest distance of v from the boundary of an inequality, in data units, negative if v violates
// it; infinite if there are no inequalities.
func (p *problem) slackOf(v vec) float64 {
	least := math.Inf(1)
	for i := range p.cons {
		if !p.cons[i].equal {
			if s := -p.cons[i].off(v); s < least { // min of floats compiles to a call in WebAssembly
				least = s
			}
		}
	}
	return least
}

// inner returns a point at which all inequalities are strict and the equalities hold; ok is false if none was found.
func (p *problem) inner() (at vec, ok bool) {
	slack := 1e-7 * p.size
	take := func(v vec) {
		if s := p.slackOf(v); s > slack && p.feasible(v, 0) {
			at, slack, ok = v, s, true
		}
	}
	// The mean of extreme points of a convex set lies inside, however thin the set is.
	middle := p.lo.plus(p.hi).times(0.5)
	const n = 16
	sum, count := vec{}, 0
	for k := range n {
		sin, cos := math.Sincos(2 * math.Pi * (float64(k) + 0.3) / n)
		if v, ok := p.project(middle.plus(vec{cos, sin}.times(p.size))); ok {
			sum, count = sum.plus(v), count+1
		}
	}
	if count > 0 {
		take(sum.times(1 / float64(count)))
	}
	equal := uint(0)
	for i := range p.cons {
		c := &p.cons[i]
		if !c.equal {
			continue
		}
		equal |= 1 << i
		for k := range turnSteps {
			t := 2 * math.Pi * float64(k) / turnSteps
			if c.line() {
				t = middle.minus(c.p).dot(c.d) + p.size*(float64(k)/turnSteps-0.5)
			}
			v, _, _ := c.on(t)
			take(v)
		}
	}
	switch bits.OnesCount(equal) {
	case 0:
		if ok && p.convexSet() {
			return at, ok
		}
		const n = 48
		for i := range n + 1 {
			for j := range n + 1 {
				take(p.node(i, j, n))
			}
		}
	case 1:
	default:
		p.candidates(&objective{}, func(v vec, _ uint) { take(v) })
	}
	return at, ok
}

// stop is the length of a step, relative to the size of the problem, below which a run ends.
const stop = 1e-9

// gradientRun runs projected gradient steps from the feasible point nearest to from. The run is empty if the problem is
// infeasible.
func (p *problem) gradientRun(job method.Job, from vec, rate float64, most int) (r run, err error) {
	v, ok := p.project(from)
	if !ok {
		return r, nil
	}
	way := []vec{v}
	for k := range most {
		if err := method.AskEvery(job, k, 16); err != nil {
			return r, err
		}
		next, ok := p.project(v.along(p.f.grad(v), -rate))
		if !ok || !(next.size() < 1e9*p.size) {
			break
		}
		moved := next.minus(v).size()
		way, v = append(way, next), next
		if moved <= stop*p.size {
			r.settled = true
			break
		}
		// With too large steps, the iterates may end in a cycle of a few exactly repeated points: then the rest of the
		// run is known.
		for round := 2; round <= longestRound && round < len(way); round++ {
			if way[len(way)-1-round] == v {
				r.fresh, r.round = len(way), round
				for len(way) <= most {
					way = append(way, way[len(way)-round])
				}
				r.way = way
				return r, nil
			}
		}
	}
	r.way, r.fresh = way, len(way)
	return r, nil
}

// longestRound is the length of the longest cycle that is detected.
const longestRound = 8

// centre is a point of the central path.
type centre struct {
	at    vec
	mu    float64
	steps int // number of Newton steps
}

// centralPath follows the minimisers of f − μ Σ ln(−gᵢ) from a point at which all inequalities are strict, multiplying
// μ by shrink after each. It returns at most most+1 of them; settled reports whether the duality gap, m μ, became
// negligible.
func (p *problem) centralPath(job method.Job, from vec, shrink float64, most int) (way []centre, settled bool,
	err error) {
	mu := p.firstMu(from)
	v := from
	inequal := 0
	for i := range p.cons {
		if !p.cons[i].equal {
			inequal++
		}
	}
	for k := range most + 1 {
		if err := job.Err(); err != nil {
			return nil, false, err
		}
		next, n, ok := p.centred(v, mu)
		if !ok {
			return way, false, nil
		}
		v = next
		way = append(way, centre{v, mu, n})
		if float64(inequal)*mu <= 1e-9*p.tall(v) && k > 0 {
			return way, true, nil
		}
		mu *= shrink
	}
	return way, false, nil
}

// tall estimates how much f changes near v over a tenth of the size of the problem.
func (p *problem) tall(v vec) float64 {
	j := p.f.jet(v)
	return max(math.Hypot(j.X, j.Y), (math.Abs(j.XX)+math.Abs(j.XY)+math.Abs(j.YY))*p.size/10, 1e-300) * p.size / 10
}

// firstMu returns a μ for which the barrier dominates f.
func (p *problem) firstMu(v vec) float64 { return 3 * p.tall(v) }

// barrier returns f − μ Σ ln(−gᵢ) with its derivatives; infinite if an inequality is not strict.
func (p *problem) barrier(v vec, mu float64) (y float64, g vec, h form) {
	y, g, h = p.f.jetAt(v)
	for i := range p.cons {
		c := &p.cons[i]
		if c.equal {
			continue
		}
		a := c.value(v)
		if !(a < 0) {
			return math.Inf(1), g, h
		}
		s := c.slope(v)
		y -= mu * math.Log(-a)
		g = g.along(s, -mu/a)
		k, l := -mu/a, mu/(a*a)
		h.xx += k*c.form.xx + l*s[0]*s[0]
		h.xy += k*c.form.xy + l*s[0]*s[1]
		h.yy += k*c.form.yy + l*s[1]*s[1]
	}
	return y, g, h
}

// centred finds the minimiser of the barrier function by descending from v, and returns the number of Newton steps.
// With an equality, it moves along that boundary. ok is false with two equalities, or if the descent diverges.
func (p *problem) centred(v vec, mu float64) (at vec, steps int, ok bool) {
	var rail *constraint
	for i := range p.cons {
		if c := &p.cons[i]; c.equal {
			if rail != nil {
				return v, 0, false // two equalities leave no room to move
			}
			rail = c
		}
	}
	t := 0.0
	if rail != nil {
		if w := v.minus(rail.p); rail.line() {
			t = w.dot(rail.d)
		} else {
			t = math.Atan2(rail.u.cross(w)/rail.ratio, rail.u.dot(w))
		}
	}
	for steps = range 200 {
		y, g, h := p.barrier(v, mu)
		var step vec
		var slope, along float64
		if rail == nil {
			step, _ = newton(g, h)
			slope = g.dot(step)
		} else {
			_, d, dd := rail.on(t)
			s, b := g.dot(d), h.by(d).dot(d)+g.dot(dd)
			along = -s / max(math.Abs(b), 1e-300)
			slope = s * along
			step = d.times(along)
		}
		if !(step.size() < math.Inf(1)) {
			return v, steps, false
		}
		if step.size() <= 1e-13*p.size || -slope <= 1e-15*max(math.Abs(y), mu) {
			return v, steps, true
		}
		share, moved := 1.0, false
		for range 50 {
			next, u := v.along(step, share), t
			if rail != nil {
				u = t + share*along
				next, _, _ = rail.on(u)
			}
			if z, _, _ := p.barrier(next, mu); z <= y+1e-4*share*slope {
				v, t, moved = next, u, true
				break
			}
			share /= 2
		}
		if !moved {
			return v, steps, true // only rounding errors remain
		}
		if !(v.size() < 1e9*p.size) {
			return v, steps, false
		}
	}
	return v, steps, true
}
