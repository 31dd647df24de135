package kernel

// Terms returns the terms of a sum of kernels, or k alone.
func Terms(k Kernel) []Kernel {
	if s, ok := k.(sum); ok {
		return append([]Kernel(nil), s.terms...)
	}
	return []Kernel{k}
}

// Falling tells whether k(x, x) − k(x, z) grows with the distance between x and
// z in a norm, so that what is near in feature space is what is near in the
// plane; norm is "l2" or "l1" then, and "" when it is not so. Then k(x, x) is
// the same everywhere or, for the linear kernel, the distance in feature space
// is the norm itself. White noise counts as not known.
func Falling(k Kernel) (norm string) {
	if in, ok := k.(inner); ok && in.kind == dotLinear {
		return "l2"
	}
	leaves(k, func(k Kernel) bool {
		own := ""
		switch k := k.(type) {
		case *radial:
			if k.form != formPeriodic && len(k.w) == 1 {
				own = "l2"
			}
		case laplaceL1:
			own = "l1"
		case constant:
			return true // the same everywhere
		}
		if own == "" || norm != "" && norm != own {
			norm = ""
			return false
		}
		norm = own
		return true
	})
	return norm
}
