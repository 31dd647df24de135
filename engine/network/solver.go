package network

import "math"

// Rule is how gradients determine a step.
type Rule uint8

const (
	SGD Rule = iota // gradient descent with momentum
	// Nesterov momentum in the form of scikit-learn and PyTorch (Sutskever et al., ICML 2013)
	Nesterov
	RMSProp // each parameter scaled by the root mean square of its gradients (Tieleman and Hinton, 2012)
	// RMSProp with a moving average of the gradients, both with bias correction (Kingma and Ba, ICLR 2015, algorithm 1:
	// tiny is added after the correction, as in PyTorch; scikit-learn adds it before)
	Adam
)

// Constants of Adam (decay1, decay2, tiny) and of RMSProp (rmsDecay, tiny), with PyTorch's values.
const (
	decay1, decay2 = 0.9, 0.999
	rmsDecay       = 0.99
	tiny           = 1e-8
)

// Schedule is the learning rate as a function of the epoch t.
type Schedule uint8

const (
	Constant Schedule = iota
	Inverse           // η/(1 + t/T)
	Cosine            // η (1 + cos(π t/T))/2, and 0 from T on (Loshchilov and Hutter, ICLR 2017, without restarts)
)

// Solver updates parameters.
type Solver struct {
	Rule     Rule
	Rate     float64 // η
	Momentum float64 // for SGD and Nesterov
	Schedule Schedule
	Span     float64 // T, in epochs
	// largest norm of a gradient; longer ones are shortened to it (Pascanu, Mikolov and Bengio, ICML 2013); 0 = no
	// limit
	Clip float64
}

// Moments is the state of a solver between steps.
type Moments struct {
	Mean    []float64 // moving average of the gradient (Adam), or the velocity (SGD, Nesterov)
	Square  []float64 // moving average of the squared gradient (Adam, RMSProp); nil otherwise
	Updates int       // number of steps so far
}

// Start returns the moments before the first step, for dim parameters.
func (s *Solver) Start(dim int) Moments {
	m := Moments{Mean: make([]float64, dim)}
	if s.Rule == Adam || s.Rule == RMSProp {
		m.Square = make([]float64, dim)
	}
	return m
}

// RateAt returns the learning rate after t epochs.
func (s *Solver) RateAt(t float64) float64 {
	switch {
	case s.Schedule == Inverse && s.Span > 0:
		return s.Rate / (1 + t/s.Span)
	case s.Schedule == Cosine && s.Span > 0:
		return s.Rate * (1 + math.Cos(math.Pi*min(t/s.Span, 1))) / 2
	}
	return s.Rate
}

// Clipped shortens a gradient that is too long, and reports whether it did.
func (s *Solver) Clipped(grad []float64) bool {
	if s.Clip <= 0 {
		return false
	}
	most := 0.0
	for _, g := range grad {
		most = max(most, math.Abs(g))
	}
	if !(most > 0) || math.IsInf(most, 0) {
		return false
	}
	sum := 0.0
	for _, g := range grad {
		sum += g / most * (g / most)
	}
	norm := most * math.Sqrt(sum)
	if norm <= s.Clip {
		return false
	}
	for k := range grad {
		grad[k] *= s.Clip / norm
	}
	return true
}

// Step updates theta once with the given learning rate.
func (s *Solver) Step(theta, grad []float64, mo *Moments, rate float64) {
	mo.Updates++
	m := mo.Mean[:len(theta)]
	grad = grad[:len(theta)]
	switch s.Rule {
	case SGD:
		for k, g := range grad {
			m[k] = s.Momentum*m[k] - rate*g
			theta[k] += m[k]
		}
	case Nesterov:
		for k, g := range grad {
			m[k] = s.Momentum*m[k] - rate*g
			theta[k] += s.Momentum*m[k] - rate*g
		}
	case RMSProp:
		v := mo.Square[:len(theta)]
		for k, g := range grad {
			v[k] = rmsDecay*v[k] + (1-rmsDecay)*g*g
			theta[k] -= rate * g / (math.Sqrt(v[k]) + tiny)
		}
	case Adam:
		v := mo.Square[:len(theta)]
		// Both averages start at 0, so that they are too small by these factors.
		one, two := 1-math.Pow(decay1, float64(mo.Updates)), 1-math.Pow(decay2, float64(mo.Updates))
		rate, root := rate/one, 1/math.Sqrt(two)
		for k, g := range grad {
			m[k] = decay1*m[k] + (1-decay1)*g
			v[k] = decay2*v[k] + (1-decay2)*g*g
			theta[k] -= rate * m[k] / (math.Sqrt(v[k])*root + tiny)
		}
	}
}
