package gaussian

import (
	"math"

	"pointscape/engine/picture"
)

// normal is a Gaussian distribution of one variable.
type normal struct{ mean, sd float64 }

func (n normal) density(x float64) float64 {
	z := (x - n.mean) / n.sd
	return math.Exp(-z*z/2) / (n.sd * math.Sqrt(2*math.Pi))
}

// entropy returns the differential entropy in nats.
func (n normal) entropy() float64 { return math.Log(n.sd) + (1+math.Log(2*math.Pi))/2 }

// curve returns points (x, density), x and y alternating, from sds standard deviations below the mean to sds above.
func (n normal) curve(sds float64) (xy []float64) {
	const half = 60
	for i := -half; i <= half; i++ {
		x := n.mean + sds*n.sd*float64(i)/half
		xy = append(xy, x, n.density(x))
	}
	return xy
}

// pair is a Gaussian distribution of two variables: means, variances and covariance.
type pair struct {
	mean        [2]float64
	xx, xy, yy  float64
	flat        bool       // the short axis was lengthened
	long, short [2]float64 // principal axes, with lengths of one standard deviation
}

// leastShare is the least ratio of the short axis to the long one: the covariance can then be inverted to eight digits.
const leastShare = 1e-4

// pairOf returns the Gaussian whose ellipse of one standard deviation has the mean as centre and u and v as conjugate
// semi-diameters: its covariance is uuᵀ + vvᵀ. If u and v are perpendicular, they are the principal axes. A degenerate
// ellipse gets a short axis, so that every position of the handles is a Gaussian.
func pairOf(mean [2]float64, u, v [2]float64) pair {
	return newPair(mean, u[0]*u[0]+v[0]*v[0], u[0]*u[1]+v[0]*v[1], u[1]*u[1]+v[1]*v[1])
}

// newPair returns the Gaussian of a covariance matrix that is positive semi-definite up to rounding.
func newPair(mean [2]float64, xx, xy, yy float64) pair {
	angle := math.Atan2(2*xy, xx-yy) / 2
	sin, cos := math.Sincos(angle)
	half, dist := xx/2+yy/2, math.Hypot(xx/2-yy/2, xy)
	large, small := math.Sqrt(half+dist), math.Sqrt(max(half-dist, 0))
	p := pair{mean: mean, xx: xx, xy: xy, yy: yy}
	if least := max(leastShare*large, 1e-6*max(1, math.Abs(mean[0]), math.Abs(mean[1]))); !(small >= least) {
		small, p.flat = least, true
		large = max(large, least)
		a, b := large*large, small*small
		p.xx, p.xy, p.yy = a*cos*cos+b*sin*sin, (a-b)*sin*cos, a*sin*sin+b*cos*cos
	}
	p.long, p.short = [2]float64{large * cos, large * sin}, [2]float64{-small * sin, small * cos}
	return p
}

// axes returns the standard deviations along the principal axes.
func (p *pair) axes() (long, short float64) {
	return math.Hypot(p.long[0], p.long[1]), math.Hypot(p.short[0], p.short[1])
}

func (p *pair) correlation() float64 { return p.xy / math.Sqrt(p.xx*p.yy) }

// marginal returns the distribution of variable k = 0 or 1.
func (p *pair) marginal(k int) normal {
	if k == 0 {
		return normal{p.mean[0], math.Sqrt(p.xx)}
	}
	return normal{p.mean[1], math.Sqrt(p.yy)}
}

// slope returns the slope of the other variable's conditional mean as a function of variable k.
func (p *pair) slope(k int) float64 {
	if k == 0 {
		return p.xy / p.xx
	}
	return p.xy / p.yy
}

// conditional returns the distribution of the other variable, given the value of variable k. Its variance is the
// determinant divided by the variance of variable k; the determinant comes from the axes, to keep precision.
func (p *pair) conditional(k int, known float64) normal {
	long, short := p.axes()
	return normal{p.mean[1-k] + p.slope(k)*(known-p.mean[k]), long * short / p.marginal(k).sd}
}

// sum returns the distribution of a times the first variable plus b times the second.
func (p *pair) sum(a, b float64) normal {
	across := func(axis [2]float64) float64 { return a*axis[0] + b*axis[1] }
	return normal{a*p.mean[0] + b*p.mean[1], math.Hypot(across(p.long), across(p.short))}
}

// entropy returns the differential entropy in nats.
func (p *pair) entropy() float64 {
	long, short := p.axes()
	return math.Log(long) + math.Log(short) + 1 + math.Log(2*math.Pi)
}

// away returns the Mahalanobis distance of a point from the mean.
func (p *pair) away(x, y float64) float64 {
	dx, dy := x-p.mean[0], y-p.mean[1]
	long, short := p.axes()
	return math.Hypot((dx*p.long[0]+dy*p.long[1])/(long*long), (dx*p.short[0]+dy*p.short[1])/(short*short))
}

// logDensity returns the log density at a point.
func (p *pair) logDensity(x, y float64) float64 {
	long, short := p.axes()
	d := p.away(x, y)
	return -d*d/2 - math.Log(2*math.Pi) - math.Log(long) - math.Log(short)
}

// ellipse returns the ellipse of sds standard deviations.
func (p *pair) ellipse(sds float64) *picture.Path {
	const corners = 120
	e := &picture.Path{Class: picture.NoClass, Closed: true, Level: sds}
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		e.XY = append(e.XY, p.mean[0]+sds*(cos*p.long[0]+sin*p.short[0]), p.mean[1]+sds*(cos*p.long[1]+sin*p.short[1]))
	}
	return e
}
