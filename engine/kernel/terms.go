package kernel

import "math"

// Terms returns the terms of a sum of kernels, or k alone.
func Terms(k Kernel) []Kernel {
	if s, ok := k.(sum); ok {
		return append([]Kernel(nil), s.terms...)
	}
	return []Kernel{k}
}

// Falling reports whether k(x, x) − k(x, z) increases with the distance between x and z in some norm, so that points
// near in feature space are near in the plane. norm is "l2", "l1" or "weighted l2", and "" if this does not hold. The
// weighted norm is √(Σ w[j](x[j] − z[j])²), for kernels with a length scale per coordinate. Then k(x, x) is constant
// or, for the linear kernel, the distance in feature space is the norm itself. Kernels with white noise have "".
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
			return true // constant
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

// falls reports whether the kernel decreases with the distance everywhere.
func (k *radial) falls() bool {
	switch k.form {
	case formPeriodic, formCos, formTriangle, formBox:
		return false
	}
	return true
}

// proportional reports whether two lists of weights rank distances in the same way.
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
