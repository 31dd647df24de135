package gaussian

import (
	"math"

	"pointscape/engine/picture"
)

// normal is a Gaussian of one variable.
type normal struct{ mean, sd float64 }

func (n normal) density(x float64) float64 {
	z := (x - n.mean) / n.sd
	return math.Exp(-z*z/2) / (n.sd * math.Sqrt(2*math.Pi))
}

// entropy in nats.
func (n normal) entropy() float64 { return math.Log(n.sd) + (1+math.Log(2*math.Pi))/2 }

// curve is the density as x, y in turns, from so many standard deviations below the mean to as many above it.
func (n normal) curve(sds float64) (xy []float64) {
	const half = 60
	for i := -half; i <= half; i++ {
		x := n.mean + sds*n.sd*float64(i)/half
		xy = append(xy, x, n.density(x))
	}
	return xy
}

// pair is a Gaussian of two variables: their means, variances and covariance.
type pair struct {
	mean        [2]float64
	xx, xy, yy  float64
	flat        bool       // the short axis was lengthened
	long, short [2]float64 // the principal axes, as long as one standard deviation
}

// leastShare is how short the short axis may be beside the long one: a matrix that can be inverted to eight digits.
const leastShare = 1e-4

// pairOf is the Gaussian about a mean whose ellipse of one standard deviation goes through the ends of u and v, two of
// its half diameters that are conjugate: its covariance is uuᵀ + vvᵀ. Where u and v are at right angles they are its
// axes. A flat one gets a short axis: whatever is dragged there is a Gaussian.
func pairOf(mean [2]float64, u, v [2]float64) pair {
	return newPair(mean, u[0]*u[0]+v[0]*v[0], u[0]*u[1]+v[0]*v[1], u[1]*u[1]+v[1]*v[1])
}

// newPair is the Gaussian of a covariance matrix, which is positive semi-definite but for rounding.
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

// axes are the standard deviations along the principal axes.
func (p *pair) axes() (long, short float64) {
	return math.Hypot(p.long[0], p.long[1]), math.Hypot(p.short[0], p.short[1])
}

func (p *pair) correlation() float64 { return p.xy / math.Sqrt(p.xx*p.yy) }

// marginal is the distribution of one of the variables alone, 0 or 1.
func (p *pair) marginal(k int) normal {
	if k == 0 {
		return normal{p.mean[0], math.Sqrt(p.xx)}
	}
	return normal{p.mean[1], math.Sqrt(p.yy)}
}

// slope is by how much the mean of the other variable rises with variable k.
func (p *pair) slope(k int) float64 {
	if k == 0 {
		return p.xy / p.xx
	}
	return p.xy / p.yy
}

// conditional is the distribution of the other variable where variable k is known. Its variance is the determinant over
// that of k, which the axes give without loss of digits.
func (p *pair) conditional(k int, known float64) normal {
	long, short := p.axes()
	return normal{p.mean[1-k] + p.slope(k)*(known-p.mean[k]), long * short / p.marginal(k).sd}
}

// sum is the distribution of a times the first variable plus b times the second.
func (p *pair) sum(a, b float64) normal {
	across := func(axis [2]float64) float64 { return a*axis[0] + b*axis[1] }
	return normal{a*p.mean[0] + b*p.mean[1], math.Hypot(across(p.long), across(p.short))}
}

// entropy in nats.
func (p *pair) entropy() float64 {
	long, short := p.axes()
	return math.Log(long) + math.Log(short) + 1 + math.Log(2*math.Pi)
}

// away is the Mahalanobis distance of a place from the mean.
func (p *pair) away(x, y float64) float64 {
	dx, dy := x-p.mean[0], y-p.mean[1]
	long, short := p.axes()
	return math.Hypot((dx*p.long[0]+dy*p.long[1])/(long*long), (dx*p.short[0]+dy*p.short[1])/(short*short))
}

// logDensity is the logarithm of the density at a place.
func (p *pair) logDensity(x, y float64) float64 {
	long, short := p.axes()
	d := p.away(x, y)
	return -d*d/2 - math.Log(2*math.Pi) - math.Log(long) - math.Log(short)
}

// ellipse is the outline of so many standard deviations.
func (p *pair) ellipse(sds float64) *picture.Path {
	const corners = 120
	e := &picture.Path{Class: picture.NoClass, Closed: true, Level: sds}
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		e.XY = append(e.XY, p.mean[0]+sds*(cos*p.long[0]+sin*p.short[0]), p.mean[1]+sds*(cos*p.long[1]+sin*p.short[1]))
	}
	return e
}
