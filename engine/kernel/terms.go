package kernel

import "math"

// Terms returns the terms of a sum of kernels, or k alone.
func Terms(k Kernel) []Kernel {
	if s, ok := k.(sum); ok {
		return append([]Kernel(nil), s.terms...)
	}
	return []Kernel{k}
}

// Falling tells whether k(x, x) − k(x, z) grows with the distance between x and
// z in a norm, so that what is near in feature space is what is near in the
// plane; norm is "l2", "l1", or "weighted l2", and "" when it is not so. The
// weighted norm is √(Σ w[j](x[j] − z[j])²), of kernels with a length scale for
// each coordinate. Then k(x, x) is the same everywhere or, for the linear kernel,
// the distance in feature space is the norm itself. White noise counts as not
// known.
func Falling(k Kernel) (norm string, w []float64) {
	if in, ok := k.(inner); ok && in.kind == dotLinear {
		return "l2", nil
	}
	if subtracts(k) {
		return "", nil
	}
	leaves(k, func(k Kernel) bool {
		own, weights := "", []float64(nil)
		switch k := k.(type) {
		case *radial:
			switch {
			case !k.falls():
			case len(k.w) == 1:
				own = "l2"
			default:
				own, weights = "weighted l2", k.w
			}
		case laplaceL1:
			own = "l1"
		case constant:
			return true // the same everywhere
		}
		if own == "" || norm != "" && (norm != own || !proportional(w, weights)) {
			norm, w = "", nil
			return false
		}
		norm, w = own, weights
		return true
	})
	return norm, w
}

// falls tells whether the kernel falls with the distance, everywhere.
func (k *radial) falls() bool {
	switch k.form {
	case formPeriodic, formCos, formTriangle, formBox:
		return false
	}
	return true
}

// proportional tells whether two lists of weights rank distances alike.
func proportional(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Abs(a[i]*b[0]-b[i]*a[0]) > 1e-12*a[i]*b[0] {
			return false
		}
	}
	return true
}
