package kernel

import "math"

// Spectrum decomposes a stationary kernel into cosine waves along one coordinate (Bochner's theorem; Rasmussen and
// Williams, Gaussian Processes for Machine Learning, section 4.2.1): k(r) is the sum over Lines of weight·cos(omega·r)
// plus the integral over all omega of Density(omega)·cos(omega·r). Weights and density are nowhere negative if the
// kernel is positive definite on the line.
type Spectrum struct {
	Density func(omega float64) float64 // for omega ≥ 0, symmetric; nil means 0
	Lines   []SpectralLine              // in ascending order of omega
	Reach   float64                     // what lies beyond it is negligible; 0 for a constant or white noise
}

// SpectralLine is a wave of one frequency.
type SpectralLine struct{ Omega, Weight float64 }

// SpectrumOf returns the spectrum of k along a coordinate. ok is false for products, the Laplacian with the l1 norm,
// and kernels that are not stationary. White noise is left out: it has the same density at all frequencies. The
// spectrum is negative somewhere if the kernel is not positive definite on the line.
func SpectrumOf(k Kernel, coordinate int) (s Spectrum, ok bool) {
	switch k := k.(type) {
	case *radial:
		return k.spectrum(coordinate), true
	case constant:
		return Spectrum{Lines: []SpectralLine{{0, k.v}}}, true
	case white:
		return Spectrum{}, true
	case scaled:
		s, ok = SpectrumOf(k.k, coordinate)
		return s.times(k.v), ok
	case minus:
		s, ok = SpectrumOf(k.k, coordinate)
		return s.times(-1), ok
	case sum:
		for _, t := range k.terms {
			one, ok := SpectrumOf(t, coordinate)
			if !ok {
				return s, false
			}
			s = s.plus(one)
		}
		return s, true
	}
	return s, false
}

// rangeNodes is the number of intervals into which Range divides the frequencies.
const rangeNodes = 1000

// Range returns the smallest and the largest value among the density, computed at 1001 frequencies up to Reach, and the
// weights; +Inf and −Inf if there are none.
func (s Spectrum) Range() (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	if s.Density != nil {
		for i := range rangeNodes + 1 {
			v := s.Density(s.Reach * float64(i) / rangeNodes)
			least, most = min(least, v), max(most, v)
		}
	}
	for _, l := range s.Lines {
		least, most = min(least, l.Weight), max(most, l.Weight)
	}
	return least, most
}

func (s Spectrum) times(v float64) Spectrum {
	out := Spectrum{Reach: s.Reach}
	if f := s.Density; f != nil {
		out.Density = func(omega float64) float64 { return v * f(omega) }
	}
	for _, l := range s.Lines {
		out.Lines = append(out.Lines, SpectralLine{l.Omega, v * l.Weight})
	}
	return out
}

func (s Spectrum) plus(o Spectrum) Spectrum {
	out := Spectrum{Density: s.Density, Reach: max(s.Reach, o.Reach)}
	switch {
	case s.Density == nil:
		out.Density = o.Density
	case o.Density != nil:
		out.Density = func(omega float64) float64 { return s.Density(omega) + o.Density(omega) }
	}
	a, b := s.Lines, o.Lines
	for len(a) > 0 && len(b) > 0 {
		switch x, y := a[0], b[0]; {
		case x.Omega < y.Omega:
			out.Lines, a = append(out.Lines, x), a[1:]
		case y.Omega < x.Omega:
			out.Lines, b = append(out.Lines, y), b[1:]
		default:
			out.Lines, a, b = append(out.Lines, SpectralLine{x.Omega, x.Weight + y.Weight}), a[1:], b[1:]
		}
	}
	out.Lines = append(append(out.Lines, a...), b...)
	return out
}

// mixed is the number of Gaussians that approximate a rational quadratic kernel.
const mixed = 200

func (k *radial) spectrum(coordinate int) Spectrum {
	w := k.w[0]
	if len(k.w) > 1 {
		w = k.w[coordinate]
	}
	// gaussian is the density of exp(−a·r²/2), rational that of the Matérn kernels.
	gaussian := func(a, omega float64) float64 {
		return math.Exp(-omega*omega/(2*a)) / math.Sqrt(2*math.Pi*a)
	}
	rational := func(a, c float64, power int, reach float64) Spectrum {
		return Spectrum{func(omega float64) float64 {
			return c / a * math.Pow(1+omega*omega/(a*a), -float64(power))
		}, nil, reach * a}
	}
	a := math.Sqrt(w)
	switch k.form {
	case formRBF:
		return Spectrum{func(omega float64) float64 { return gaussian(w, omega) }, nil, 4 * a}
	case formRBFGamma:
		return Spectrum{func(omega float64) float64 { return gaussian(2*w, omega) }, nil, 4 * math.Sqrt(2*w)}
	case formLaplace, formMatern12:
		return rational(a, 1/math.Pi, 1, 12)
	case formMatern32:
		return rational(math.Sqrt(3)*a, 2/math.Pi, 2, 5)
	case formMatern52:
		return rational(math.Sqrt(5)*a, 8/(3*math.Pi), 3, 3.5)
	case formRQ:
		// A mixture of Gaussians whose inverse squared lengths have a gamma distribution with mean 1/l² and shape
		// alpha. The integral over u, the logarithm of (inverse squared length)·l², uses the trapezoidal rule.
		log, _ := math.Lgamma(k.shape)
		at, share := make([]float64, mixed), make([]float64, mixed)
		lo, hi := -12/min(k.shape, 12), math.Log(1+12/k.shape)+math.Log(4)
		for i := range at {
			u := lo + (hi-lo)*float64(i)/(mixed-1)
			at[i] = w * math.Exp(u)
			share[i] = (hi - lo) / (mixed - 1) * math.Exp(k.shape*(math.Log(k.shape)+u-math.Exp(u))-log)
		}
		return Spectrum{func(omega float64) float64 {
			s := 0.0
			for i, a := range at {
				s += share[i] * gaussian(a, omega)
			}
			return s
		}, nil, 4 * a * math.Sqrt(1+2/k.shape)}
	case formCos:
		omega := 2 * math.Pi / k.par[0]
		return Spectrum{Lines: []SpectralLine{{omega, 1}}, Reach: 1.5 * omega}
	case formTriangle:
		l := k.par[0]
		return Spectrum{func(omega float64) float64 {
			s := sinc(l * omega / 2)
			return l / (2 * math.Pi) * s * s
		}, nil, 8 * math.Pi / l}
	case formBox:
		l := k.par[0]
		return Spectrum{func(omega float64) float64 { return l / math.Pi * sinc(l*omega) }, nil, 8 * math.Pi / l}
	}
	// The periodic kernel: exp(z·cos t) = I₀(z) + 2·Σ Iₙ(z)·cos(n·t), z = 1/l².
	z := 1 / (k.par[0] * k.par[0])
	s := Spectrum{}
	for n := 0; n < 200; n++ {
		weight := scaledBessel(n, z)
		if n > 0 {
			weight *= 2
		}
		if n > 0 && weight < 1e-4 && float64(n) > z {
			break
		}
		s.Lines = append(s.Lines, SpectralLine{2 * math.Pi * float64(n) / k.shape, weight})
	}
	s.Reach = s.Lines[len(s.Lines)-1].Omega
	return s
}

func sinc(x float64) float64 {
	if x == 0 {
		return 1
	}
	return math.Sin(x) / x
}

// scaledBessel returns exp(−z)·Iₙ(z), as the mean of exp(z·(cos t − 1))·cos(n·t) over a period. The trapezoidal rule is
// accurate to rounding errors here.
func scaledBessel(n int, z float64) float64 {
	nodes := 4*n + 64 + int(8*math.Sqrt(z)*4)
	s := 0.0
	for i := range nodes {
		t := 2 * math.Pi * float64(i) / float64(nodes)
		s += math.Exp(z*(math.Cos(t)-1)) * math.Cos(float64(n)*t)
	}
	return s / float64(nodes)
}
