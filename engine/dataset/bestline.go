package dataset

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/sorts"
)

// Line is a linear rule of two classes: the second one where W·x + B > 0.
type Line struct {
	W     []float64
	B     float64
	Error float64 // share of fresh points that are misclassified
	Bayes bool    // it equals the Bayes rule
}

// linear computes the errors of linear rules.
type linear struct {
	// In the plane: the center and half the side of the square in the shape's units, the size of such a unit in the
	// square, and the distributions of the classes.
	at    [2]float64
	half  float64
	scale float64
	list  []law
	// Instead of distributions: points uniform in the square, whose class is the sign of w·x plus noise.
	mixed bool
	noise float64
	w     [2]float64
	// Instead of all that, in any number of dimensions: normal distributions with this standard deviation about ±1 on the
	// first axis; 0 = other distributions.
	apart float64

	out   []outside
	whole float64 // probability of the square; 0 = look has not been called
	best  *Line
}

// outside is a quadrature node outside the square, where points are rejected and drawn again, with its weight in a
// class. x and y are in the shape's units.
type outside struct {
	x, y, w float64
	class   int
}

// KnowsLines reports whether LineError and BestLine know the errors of linear rules.
func (t *Truth) KnowsLines() bool { return t.lines != nil }

// LineError returns the error of a linear rule of two classes on fresh points, to 1e-4; known is false if it can't be
// computed. The error is job's.
func (t *Truth) LineError(job method.Job, w []float64, b float64) (share float64, known bool, err error) {
	l := t.lines
	switch {
	case l == nil:
		return 0, false, nil
	case l.apart > 0:
		norm := 0.0
		for _, v := range w {
			norm += v * v
		}
		if norm == 0 {
			return 0.5, true, nil
		}
		sd := l.apart * math.Sqrt(norm)
		return (phi((b-w[0])/sd) + phi((-b-w[0])/sd)) / 2, true, nil
	}
	if err := l.look(job); err != nil {
		return 0, true, err
	}
	// In the units of the shape: x = 0.5 + scale (u − at).
	u := [2]float64{w[0] * l.scale, w[1] * l.scale}
	c := b + 0.5*(w[0]+w[1]) - u[0]*l.at[0] - u[1]*l.at[1]
	if n := math.Hypot(u[0], u[1]); n > 0 {
		u[0], u[1], c = u[0]/n, u[1]/n, c/n
	}
	return l.wrong(u, c, true), true, nil
}

// look computes the quadrature nodes outside the square, and the probability of the square, unless they are known or
// l.mixed is set.
func (l *linear) look(job method.Job) error {
	if l.whole > 0 || l.mixed {
		return nil
	}
	var out []outside
	least, whole := math.Inf(1), 1.0
	for i := range l.list {
		least = min(least, l.list[i].least)
	}
	q := quadrature{job: job, dims: 2, classes: len(l.list), least: max(least, l.half/1000),
		off:   func(k int, x []float64) float64 { return l.list[k].off(x[0], x[1]) },
		joint: func(dst, x []float64) { lawOf(dst, l.list, x[0], x[1]) },
		visit: func(k int, x []float64, w float64) {
			if w > 1e-9 { // the others together are less than 1e-5
				out = append(out, outside{x[0], x[1], w, k})
			}
			whole -= w
		}}
	if least > 2*sharp {
		q.around(l.list, [3]float64{l.at[0] - l.half, l.at[1] - l.half}, 2*l.half)
	}
	if q.err == nil {
		l.out, l.whole = out, whole
	}
	return q.err
}

// wrong returns the error of the rule u·x + c > 0, in the shape's units, for points within the square or, if within is
// false, for all points. u is a unit vector, or 0 for a rule that is the same everywhere.
func (l *linear) wrong(u [2]float64, c float64, within bool) float64 {
	if l.mixed {
		return l.mixedWrong(u, c)
	}
	if u == [2]float64{} {
		u, c = [2]float64{1}, math.Copysign(1e6, c)
	}
	e := 0.0
	for k, side := range []float64{1, -1} { // points of the first class are wrong where the rule is positive
		for i := range l.list[k].bars {
			b := &l.list[k].bars[i]
			along, across := u[0]*b.c+u[1]*b.s, u[1]*b.c-u[0]*b.s
			e += b.w * beyond(side*(u[0]*b.x+u[1]*b.y+c), math.Abs(along)*b.a[0], math.Abs(across)*b.a[1],
				math.Hypot(along*b.sd[0], across*b.sd[1]))
		}
	}
	if !within {
		return e
	}
	for _, o := range l.out {
		if (u[0]*o.x+u[1]*o.y+c > 0) == (o.class == 0) {
			e -= o.w
		}
	}
	return max(e, 0) / l.whole
}

// beyond returns the probability that d plus a uniform number from [−a, a], one from [−b, b] and a normal number is
// positive.
func beyond(d, a, b, sd float64) float64 {
	if a < b {
		a, b = b, a
	}
	for _, p := range []*float64{&b, &a} {
		if *p < 1e-3*sd { // nearly normal
			sd, *p = math.Hypot(sd, *p/math.Sqrt(3)), 0
		}
	}
	switch {
	case a == 0:
		return phi(d / sd)
	case b < 1e-3*a: // so small that it can be replaced by a normal number
		sd = math.Hypot(sd, b/math.Sqrt(3))
		return (ramp(d+a, sd) - ramp(d-a, sd)) / (2 * a)
	}
	bowl := func(z float64) float64 { return (z*z+sd*sd)/2*phi(z/sd) + z*sd/2*bell(z/sd) }
	return (bowl(d+a+b) - bowl(d+a-b) - bowl(d-a+b) + bowl(d-a-b)) / (4 * a * b)
}

// ramp returns the integral of Φ(t/sd) over t from −∞ to z.
func ramp(z, sd float64) float64 {
	if sd == 0 {
		return max(z, 0)
	}
	return z*phi(z/sd) + sd*bell(z/sd)
}

// mixedWrong is wrong for points uniform on [−1, 1]² whose class is the sign of l.w·x plus noise.
func (l *linear) mixedWrong(u [2]float64, c float64) (e float64) {
	// The mean over y of the probability of the wrong class at x: the integral over an interval of y has a closed form.
	second := func(x, from, to float64) float64 { // ∫ P(second class) dy
		at := func(y float64) float64 { return ramp(l.w[0]*x+l.w[1]*y, l.noise) }
		return (at(to) - at(from)) / l.w[1]
	}
	if u == [2]float64{} {
		u[0], c = 1, math.Copysign(1e6, c)
	}
	// The integrand has kinks where the line, or the classes' own line, crosses the lower and the upper edge.
	cuts := []float64{-1, 1}
	for _, f := range [][3]float64{{u[0], u[1], c}, {l.w[0], l.w[1], 0}} {
		for _, y := range []float64{-1, 1} {
			if x := -(f[1]*y + f[2]) / f[0]; x > -1 && x < 1 {
				cuts = append(cuts, x)
			}
		}
	}
	slices.Sort(cuts)
	for i := 1; i < len(cuts); i++ {
		if cuts[i] == cuts[i-1] {
			continue
		}
		panels(cuts[i-1], cuts[i], 0.1, func(x, w float64) {
			cut := -1.0 // below it the rule predicts one class, above it the other
			if u[1] != 0 {
				cut = min(max(-(u[0]*x+c)/u[1], -1), 1)
			}
			low, high := second(x, -1, cut), second(x, cut, 1)
			if up := u[1] > 0 || u[1] == 0 && u[0]*x+c > 0; up { // the second class is above
				e += w * (low + (1 - cut) - high) / 4
			} else {
				e += w * ((cut + 1) - low + high) / 4
			}
		})
	}
	return e
}

// BestLine returns the linear rule of two classes with the smallest error on fresh points; nil if it is unknown. It has
// a closed form if the Bayes rule is linear, otherwise it is searched for, to 1e-4 in its error. The error is job's.
func (t *Truth) BestLine(job method.Job) (*Line, error) {
	l := t.lines
	if l == nil || l.best != nil {
		return t.bestLine(), nil
	}
	switch {
	case l.apart > 0:
		w := make([]float64, t.dims)
		w[0] = 1
		l.best = &Line{W: w, Bayes: true}
	case l.mixed:
		l.best = l.line(l.w, 0)
		l.best.Bayes = true
	default:
		if u, c, ok := l.normals(); ok {
			l.best = l.line(u, c)
			l.best.Bayes = true
		} else if err := l.search(job); err != nil {
			return nil, err
		}
	}
	e, _, err := t.LineError(job, l.best.W, l.best.B)
	if err != nil {
		l.best = nil
		return nil, err
	}
	l.best.Error = e
	return l.best, nil
}

func (t *Truth) bestLine() *Line {
	if t.lines == nil {
		return nil
	}
	return t.lines.best
}

// LogOdds returns the coefficients of the logarithm of P(second class | x)/P(first class | x) if it is linear: for two
// normal distributions with one covariance matrix Σ they are Σ⁻¹(μ₂ − μ₁).
func (t *Truth) LogOdds() (w []float64, b float64, ok bool) {
	l := t.lines
	switch {
	case l == nil || l.mixed:
		return nil, 0, false
	case l.apart > 0:
		w = make([]float64, t.dims)
		w[0] = 2 / (l.apart * l.apart)
		return w, 0, true
	}
	u, c, ok := l.normals()
	if !ok {
		return nil, 0, false
	}
	line := l.line(u, c)
	return line.W, line.B, true
}

// normals returns the log-odds of two normal classes with one covariance matrix, in the shape's units.
func (l *linear) normals() (u [2]float64, c float64, ok bool) {
	if len(l.list) != 2 || len(l.list[0].bars) != 1 || len(l.list[1].bars) != 1 {
		return u, 0, false
	}
	p, q := l.list[0].bars[0], l.list[1].bars[0]
	if p.a != [2]float64{} || q.a != p.a || p.sd != q.sd || !p.even && (p.c != q.c || p.s != q.s) {
		return u, 0, false
	}
	dx, dy := q.x-p.x, q.y-p.y
	along, across := (dx*p.c+dy*p.s)/(p.sd[0]*p.sd[0]), (dy*p.c-dx*p.s)/(p.sd[1]*p.sd[1])
	u = [2]float64{along*p.c - across*p.s, along*p.s + across*p.c}
	c = math.Log(q.w/p.w) - (u[0]*(p.x+q.x)+u[1]*(p.y+q.y))/2
	return u, c, true
}

// line converts a rule to the units of the square.
func (l *linear) line(u [2]float64, c float64) *Line {
	w := []float64{u[0] / l.scale, u[1] / l.scale}
	return &Line{W: w, B: c + u[0]*l.at[0] + u[1]*l.at[1] - 0.5*(w[0]+w[1])}
}

// search finds the best rule: on a grid of directions and offsets, followed by a pattern search from each of the best
// local minima, at most 4.
func (l *linear) search(job method.Job) error {
	if err := l.look(job); err != nil {
		return err
	}
	const directions, places, tries = 48, 33, 4
	reach := l.half * math.Sqrt2
	type rule struct{ angle, c, e float64 }
	at := func(angle, c float64, within bool) rule {
		s, k := math.Sincos(angle)
		return rule{angle, c, l.wrong([2]float64{k, s}, c-k*l.at[0]-s*l.at[1], within)}
	}
	var list []rule
	for i := range directions {
		if err := job.Err(); err != nil {
			return err
		}
		angle, best := 2*math.Pi*float64(i)/directions, rule{e: 2}
		for j := range places {
			if r := at(angle, reach*(2*float64(j)/(places-1)-1), false); r.e < best.e {
				best = r
			}
		}
		list = append(list, best)
	}
	// The local minima over the directions, the best ones first.
	var starts []rule
	for i, r := range list {
		if r.e <= list[(i+1)%directions].e && r.e <= list[(i+directions-1)%directions].e {
			starts = append(starts, r)
		}
	}
	sorts.StableFunc(starts, func(a, b rule) int { return cmp.Compare(a.e, b.e) })
	best := rule{e: 2}
	for _, r := range starts[:min(len(starts), tries)] {
		if err := job.Err(); err != nil {
			return err
		}
		r = at(r.angle, r.c, true)
		turn, move := math.Pi/directions, reach/(places-1)
		for turn > 1e-5 {
			if err := job.Err(); err != nil {
				return err
			}
			moved := false
			for _, d := range [8][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
				if o := at(r.angle+d[0]*turn, r.c+d[1]*move, true); o.e < r.e-1e-12 {
					r, moved = o, true
				}
			}
			if !moved {
				turn, move = turn/2, move/2
			}
		}
		if r.e < best.e {
			best = r
		}
	}
	s, k := math.Sincos(best.angle)
	l.best = l.line([2]float64{k, s}, best.c-k*l.at[0]-s*l.at[1])
	return nil
}
