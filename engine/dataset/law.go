package dataset

import "math"

// law is the distribution of the points of one class, as a weighted sum of parts: the weights of all classes add up to
// 1.
type law struct {
	bars  []bar
	rings []ring
	least float64 // the smallest standard deviation of the parts
	// groups are bounding rectangles of eight successive bars each, for finding the nearest bars quickly. They assume
	// that all bars are parallel to the axes and have the same standard deviation, as those of curve do. nil = few bars.
	groups [][4]float64
	m      []float64 // scratch: the squared distance of each bar in standard deviations, followed by those of the groups
}

// bar is a uniform distribution on a rotated rectangle plus normal noise along both of its axes. Without length and
// width it is a normal distribution.
type bar struct {
	x, y, c, s float64    // the center, and cosine and sine of the direction of the length
	a          [2]float64 // half the length and half the width
	sd         [2]float64
	w          float64
	even       bool // a round normal distribution
}

// ring is the uniform distribution on the area between two circles about the origin, or on a circle, plus normal noise.
type ring struct{ in, out, sd, w float64 }

// dot returns a bar at a point, and box one for a rectangle along the axes.
func dot(x, y, w float64) bar { return bar{x: x, y: y, c: 1, w: w} }

func box(x0, x1, y0, y1, w float64) bar {
	b := dot((x0+x1)/2, (y0+y1)/2, w)
	b.a = [2]float64{math.Abs(x1-x0) / 2, math.Abs(y1-y0) / 2}
	return b
}

// parts returns a distribution of bars, and rings one of a ring.
func parts(list ...bar) law             { return law{bars: list} }
func rings(inner, outer, w float64) law { return law{rings: []ring{{in: inner, out: outer, w: w}}} }

// blur is the smallest width to which a curve is blurred, so that its distribution is a sum of not too many parts.
// Between curves that are at least 20 times as far apart this changes no error by more than 1e-20; spirals begin at a
// common point, and for them the change is 5e-5.
const blur = 0.01

// curve returns a distribution along a curve, with as many parts as the noise requires. at returns, for t from 0 to 1,
// the part there without its weight; w is the total weight, density the density over t, and speed a bound on the length
// of the curve's derivative with respect to t. Noise sd is not added yet (see widen), only what is missing to blur.
func curve(sd, speed, w float64, at func(t float64) bar, density func(t float64) float64) (l law) {
	own := math.Sqrt(max(0, blur*blur-sd*sd))
	panels(0, 1, 4*max(sd, blur)/speed, func(t, dt float64) {
		b := at(t)
		b.w, b.sd = w*dt*density(t), [2]float64{own, own}
		l.bars = append(l.bars, b)
	})
	return l
}

func evenly(float64) float64 { return 1 }

// widen adds normal noise to the parts, and sets least, groups and m, which off needs.
func (l *law) widen(sd float64) {

	l.least = math.Inf(1)
	for i := range l.bars {
		b := &l.bars[i]
		for j := range b.sd {
			b.sd[j] = max(math.Hypot(b.sd[j], sd), sharp)
			l.least = min(l.least, b.sd[j])
		}
		b.even = b.a == [2]float64{} && b.sd[0] == b.sd[1]
	}
	for i := range l.rings {
		l.rings[i].sd = max(sd, sharp)
		l.least = l.rings[i].sd
	}
	if n := len(l.bars) / 8; n > 4 {
		for i := range n {
			g := [4]float64{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
			for _, b := range l.bars[8*i : 8*i+8] {
				g = [4]float64{min(g[0], b.x-b.a[0]), max(g[1], b.x+b.a[0]), min(g[2], b.y-b.a[1]), max(g[3], b.y+b.a[1])}
			}
			l.groups = append(l.groups, g)
		}
	}
	l.m = make([]float64, len(l.bars)+len(l.groups))
}

func (l *law) weight() (w float64) {
	for _, b := range l.bars {
		w += b.w
	}
	for _, r := range l.rings {
		w += r.w
	}
	return w
}

// reach returns the distance from a point beyond which the density is negligible.
func (l *law) reach(x, y float64) (r float64) {
	for _, b := range l.bars {
		r = max(r, math.Hypot(b.x-x, b.y-y)+6*max(b.sd[0], b.sd[1])+math.Hypot(b.a[0], b.a[1]))
	}
	for _, g := range l.rings {
		r = max(r, math.Hypot(x, y)+g.out+6*g.sd)
	}
	return r
}

// enough is the largest difference between the off of a part and of the nearest one at which the part is still counted:
// beyond it, a part adds about exp(-enough/2) times as much as the nearest one.
const enough = 34

// off returns the squared distance of a point from the nearest part, in standard deviations: the density there is at
// most exp(-off/2) times the largest one. It sets l.m for each bar; of a group that is too far away it only sets the
// first entry, to infinity.
func (l *law) off(x, y float64) float64 {
	least := math.Inf(1)
	bars := func(from, to int) {
		for i := from; i < to; i++ {
			b := &l.bars[i]
			m := 0.0
			if u, v := x-b.x, y-b.y; b.even {
				m = (u*u + v*v) / (b.sd[0] * b.sd[0])
			} else {
				u, v = max(math.Abs(b.c*u+b.s*v)-b.a[0], 0)/b.sd[0], max(math.Abs(b.c*v-b.s*u)-b.a[1], 0)/b.sd[1]
				m = u*u + v*v
			}
			l.m[i] = m
			least = min(least, m)
		}
	}
	if l.groups == nil {
		bars(0, len(l.bars))
	} else {
		// The bars of the nearest group decide which others need to be considered.
		far, first := l.m[len(l.bars):], 0
		for i := range l.groups {
			g := &l.groups[i]
			u, v := max(g[0]-x, x-g[1], 0), max(g[2]-y, y-g[3], 0)
			if far[i] = (u*u + v*v) / (l.least * l.least); far[i] < far[first] {
				first = i
			}
		}
		bars(8*first, 8*first+8)
		for i := range far {
			switch {
			case i == first:
			case far[i] < least+enough:
				bars(8*i, 8*i+8)
			default:
				l.m[8*i] = math.Inf(1) // skips all eight
			}
		}
	}
	r := math.Hypot(x, y)
	for i := range l.rings {
		d := l.rings[i].far(r) / l.rings[i].sd
		least = min(least, d*d)
	}
	return least
}

func (g *ring) far(r float64) float64 { return max(g.in-r, r-g.out, 0) }

// log returns the logarithm of the density, which is finite everywhere.
func (l *law) log(x, y float64) float64 {
	least := l.off(x, y)
	sum := 0.0
	for i := 0; i < len(l.bars); i++ {
		b, m := &l.bars[i], l.m[i]
		if m > least+enough {
			if l.groups != nil && math.IsInf(m, 1) {
				i += 7
			}
			continue
		}
		f := b.w * math.Exp((least-m)/2)
		if b.even {
			f /= 2 * math.Pi * b.sd[0] * b.sd[0]
		} else {
			u, v := x-b.x, y-b.y
			f *= smeared(b.c*u+b.s*v, b.a[0], b.sd[0]) * smeared(b.c*v-b.s*u, b.a[1], b.sd[1])
		}
		sum += f
	}
	r := math.Hypot(x, y)
	for i := range l.rings {
		g := &l.rings[i]
		d := g.far(r)
		m := d / g.sd * (d / g.sd)
		if m > least+enough {
			continue
		}
		// The radius of points on a circle plus normal noise has a Rice distribution. The integral is over the radius of
		// the circle relative to the nearest one, because differences that are tiny compared with r matter.
		k, near := 1/(g.sd*g.sd), min(max(r, g.in), g.out)
		at := func(more float64) float64 {
			beyond := math.Abs(more)
			return math.Exp((least-m-beyond*(beyond+2*d)*k)/2) * besselI0(r*(near+more)*k) * k / (2 * math.Pi)
		}
		if g.in == g.out {
			sum += g.w * at(0)
			continue
		}
		reach := enough / k / (math.Sqrt(d*d+enough/k) + d)
		panels(max(g.in-near, -reach), min(g.out-near, reach), 4*g.sd, func(more, w float64) {
			sum += g.w * w * 2 * (near + more) / (g.out*g.out - g.in*g.in) * at(more)
		})
	}
	return math.Log(sum) - least/2
}

// smeared returns the density at u of a uniform number from [−a, a] plus a normal one, times exp(m²/2), where m is the
// distance of u from the interval in standard deviations.
func smeared(u, a, sd float64) float64 {
	if a == 0 {
		return bell(0) / sd
	}
	u = math.Abs(u)
	lo, hi := (u-a)/sd/math.Sqrt2, (u+a)/sd/math.Sqrt2
	if lo <= 0 {
		return (math.Erf(hi) - math.Erf(lo)) / (4 * a)
	}
	return (erfcx(lo) - erfcx(hi)*math.Exp(lo*lo-hi*hi)) / (4 * a)
}

// erfcx returns exp(x²) erfc(x), for x >= 0.
func erfcx(x float64) float64 {
	if x < 20 {
		return math.Exp(x*x) * math.Erfc(x)
	}
	q := 1 / (2 * x * x)
	return (1 - q*(1-3*q)) / (x * math.SqrtPi)
}

// phi is the normal distribution function, bell the normal density.
func phi(z float64) float64  { return math.Erfc(-z/math.Sqrt2) / 2 }
func bell(z float64) float64 { return math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) }

// besselI0 returns exp(-x) I0(x) for x >= 0, to 2e-7 (Abramowitz, Stegun 1964, 9.8.1 and 9.8.2).
func besselI0(x float64) float64 {
	if x < 3.75 {
		t := x / 3.75 * (x / 3.75)
		return math.Exp(-x) * (1 + t*(3.5156229+t*(3.0899424+t*(1.2067492+t*(0.2659732+t*(0.0360768+t*0.0045813))))))
	}
	t := 3.75 / x
	return (0.39894228 + t*(0.01328592+t*(0.00225319+t*(-0.00157565+t*(0.00916281+t*(-0.02057706+t*(0.02635537+
		t*(-0.01647633+t*0.00392377)))))))) / math.Sqrt(x)
}

// Nodes and weights of the Gauss-Legendre rule with 8 nodes, on [-1, 1]: four of them, without their mirror images.
var gauss8 = [4][2]float64{
	{0.1834346424956498, 0.3626837833783620}, {0.5255324099163290, 0.3137066458778873},
	{0.7966664774136267, 0.2223810344533745}, {0.9602898564975363, 0.1012285362903763},
}

// panels calls visit with the nodes and weights of that rule, on equal parts of [lo, hi] of at most the given width.
func panels(lo, hi, width float64, visit func(t, w float64)) {
	n := max(1, math.Ceil((hi-lo)/width))
	half := (hi - lo) / n / 2
	for i := 0.0; i < n; i++ {
		mid := lo + (2*i+1)*half
		for _, g := range gauss8 {
			visit(mid-half*g[0], half*g[1])
			visit(mid+half*g[0], half*g[1])
		}
	}
}

// sharp is the smallest standard deviation of a part. It is smaller than the last decimal of a point, so that areas and
// segments keep their edges.
const sharp = 1e-6
