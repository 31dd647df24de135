package kernel

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/dsp/fourier"
)

// Lift is a function h on the line. The inner products of its translates are the values of a stationary kernel:
//
//	∫ h(x − t) h(z − t) dt = k(x, z).
//
// So x ↦ h(x − ·) is a feature map into L². The Fourier transform of h is a constant times the square root of the
// kernel's, so h is narrower than the kernel.
type Lift struct {
	At    func(t float64) float64 // even
	Reach float64                 // h is 0 beyond ±Reach
	// Error is the largest difference found between such an integral and the kernel, relative to k(x, x); 0 if h is
	// known in closed form.
	Error float64
}

// Reasons why a kernel has no lift.
var (
	errNotStationary = errors.New("the kernel is not a sum of stationary kernels whose Fourier transforms are known")
	errNoWaves       = errors.New("the kernel is 0 except for noise")
	errLines         = errors.New("the kernel has waves of single frequencies, and does not fall to 0 far away, as " +
		"inner products of h(x − ·) do")
	errNegative = errors.New("the kernel's Fourier transform is below 0 somewhere, and has no real square root there")
)

// LiftOf computes the lift of a kernel on the line, without white noise: in closed form for Gaussian, Matérn 3/2 and
// triangular kernels, for others by a fast Fourier transform of the spectrum. The error is that of Unlifted.
func LiftOf(k Kernel) (*Lift, error) {
	if err := Unlifted(k); err != nil {
		return nil, err
	}
	if l := closedLift(k); l != nil {
		return l, nil
	}
	s, _ := SpectrumOf(k, 0)
	return s.lift(k), nil
}

// Unlifted returns the reason why a kernel has no lift; nil if it has one.
func Unlifted(k Kernel) error {
	s, ok := SpectrumOf(k, 0)
	switch {
	case !ok:
		return errNotStationary
	case s.Density == nil && len(s.Lines) == 0:
		return errNoWaves
	}
	if least, most := s.Range(); least < -1e-9*max(most, -least) {
		return errNegative
	}
	if len(s.Lines) > 0 {
		return errLines
	}
	return nil
}

// closedLift returns the lift in closed form; nil if that is not known.
func closedLift(k Kernel) *Lift {
	switch k := k.(type) {
	case scaled:
		l := closedLift(k.k)
		if l == nil {
			return nil
		}
		h, root := l.At, math.Sqrt(k.v)
		l.At = func(t float64) float64 { return root * h(t) }
		return l
	case *radial:
		w := k.w[0]
		switch k.form {
		case formRBFGamma:
			w *= 2
			fallthrough
		case formRBF: // exp(−w r²/2): h is proportional to exp(−w t²), with half the squared width
			c := math.Pow(2*w/math.Pi, 0.25)
			return &Lift{At: func(t float64) float64 { return c * math.Exp(-w*t*t) }, Reach: 6 / math.Sqrt(w)}
		case formMatern32: // the root of a density (1 + ω²/a²)⁻² is that of exp(−a |t|)
			a := math.Sqrt(3 * w)
			return &Lift{At: func(t float64) float64 { return math.Sqrt(a) * math.Exp(-a*math.Abs(t)) }, Reach: 30 / a}
		case formTriangle: // the root of the density is that of a box, half as wide as the triangle
			half := k.par[0] / 2
			return &Lift{At: func(t float64) float64 {
				if math.Abs(t) < half {
					return 1 / math.Sqrt(2*half)
				}
				return 0
			}, Reach: half}
		}
	}
	return nil
}

// Settings of the fast Fourier transform.
const (
	leastValues = 1 << 13
	mostValues  = 1 << 16
	liftEnds    = 1e-5 // bound on the kernel and h at the ends of the interval, relative to their peaks
	liftError   = 1e-4 // acceptable error
	liftTried   = 16   // number of distances at which the error is computed
)

// lift computes h at equally spaced points of [−T, T), as a sum of cosine waves weighted by the square root of the
// spectrum. It doubles the number of points until the error is below liftError, or the number is mostValues.
func (s Spectrum) lift(k Kernel) *Lift {
	at := func(r float64) float64 { return k.Eval([]float64{0}, []float64{r}) }
	peak := math.Abs(at(0))
	end := 8 / s.Reach
	for range 12 {
		if math.Abs(at(end)) < liftEnds*peak && math.Abs(at(0.8*end)) < liftEnds*peak {
			break
		}
		end *= 2
	}
	var best *Lift
	for n := leastValues; ; n *= 2 {
		l, sums := s.sampled(end, n)
		// The sum of h(x − t) h(z − t) over all t is the sum of cosine waves weighted by the spectrum.
		dt := 2 * end / float64(n)
		for j := range n / 4 { // half of T; beyond it the next period contributes
			l.Error = max(l.Error, math.Abs(sums[j]-at(dt*float64(j)))/peak)
		}
		cut := l.Error > liftError // too few frequencies
		for j := range liftTried {
			r := end / 2 * float64(j*j) / (liftTried * liftTried)
			l.Error = max(l.Error, math.Abs(l.Inner(r)-at(r))/peak)
		}
		if best == nil || l.Error < best.Error {
			best = l
		}
		if best.Error < liftError || n >= mostValues {
			return best
		}
		if !cut && math.Abs(l.At(0.9*end)) > liftEnds*l.At(0) {
			end *= 2
		}
	}
}

// sampled computes h from n values in [−end, end), without its error. sums[j] is the sum of h(t) h(t + r) over the
// samples times their spacing dt, for r = j·dt.
func (s Spectrum) sampled(end float64, n int) (l *Lift, sums []float64) {
	step, dt := math.Pi/end, 2*end/float64(n)
	coef, root := make([]complex128, n/2+1), make([]complex128, n/2+1)
	for m := range coef {
		density := max(0, s.Density(step*float64(m)))
		coef[m] = complex(step*density, 0)
		root[m] = complex(step*math.Sqrt(density/(2*math.Pi)), 0)
	}
	fft := fourier.NewFFT(n)
	h := fft.Sequence(nil, root)
	return &Lift{Reach: end, At: func(t float64) float64 {
		u := math.Abs(t) / dt
		i := int(u)
		if i+1 > n/2 {
			return 0
		}
		return h[i] + (u-float64(i))*(h[i+1]-h[i])
	}}, fft.Sequence(nil, coef)
}

// Inner returns the integral of h(x − t) h(z − t) over t for |x − z| = r, by the midpoint rule.
func (l *Lift) Inner(r float64) float64 {
	r = math.Abs(r)
	lo, hi := r-l.Reach, l.Reach
	if !(lo < hi) {
		return 0
	}
	const nodes = 20000
	step, sum := (hi-lo)/nodes, 0.0
	for i := range nodes {
		t := lo + step*(float64(i)+0.5)
		sum += l.At(t) * l.At(t-r)
	}
	return sum * step
}
