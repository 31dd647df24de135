package kernel

// Monomials returns the weights w of a kernel of d coordinates (1 or 2) that is a
// polynomial,
//
//	k(x, z) = Σ w[i][j] (x₁ z₁)^i (x₂ z₂)^j,
//
// with w[i] as long as the degree allows, and only w[i][0] for one coordinate: the
// linear kernel, polynomials with coef0 >= 0, constants, and their sums and products.
// The features of such a kernel are the monomials √w x₁^i x₂^j. ok is false for all
// other kernels.
func Monomials(k Kernel, d int) (w [][]float64, ok bool) {
	switch k := k.(type) {
	case inner:
		if k.kind == dotSigmoid || k.coef0 < 0 {
			return nil, false
		}
		if k.kind == dotLinear {
			k.gamma, k.coef0, k.degree = 1, 0, 1
		}
		w = square(k.degree, d)
		// m!/(i! j! (m−i−j)!) γ^(i+j) c^(m−i−j)
		outer := 1.0 // m!/(i! (m−i)!) γ^i
		for i := range w {
			inner := outer // times (m−i)!/(j! (m−i−j)!) γ^j
			for j := range w[i] {
				w[i][j] = inner * powi(k.coef0, k.degree-i-j)
				inner *= k.gamma * float64(k.degree-i-j) / float64(j+1)
			}
			outer *= k.gamma * float64(k.degree-i) / float64(i+1)
		}
		return w, true
	case constant:
		return [][]float64{{k.v}}, k.v >= 0
	case scaled:
		w, ok = Monomials(k.k, d)
		for _, row := range w {
			for j := range row {
				row[j] *= k.v
			}
		}
		return w, ok && k.v >= 0
	case sum:
		for _, t := range k.terms {
			v, ok := Monomials(t, d)
			if !ok {
				return nil, false
			}
			if len(v) > len(w) {
				v, w = w, v
			}
			for i, row := range v {
				for j, x := range row {
					w[i][j] += x
				}
			}
		}
		return w, true
	case product:
		w = [][]float64{{1}}
		for _, t := range k.factors {
			v, ok := Monomials(t, d)
			if !ok {
				return nil, false
			}
			out := square(len(v)+len(w)-2, d)
			for a, wa := range w {
				for b, wb := range wa {
					for i, row := range v {
						for j, x := range row {
							out[a+i][b+j] += wb * x
						}
					}
				}
			}
			w = out
		}
		return w, true
	}
	return nil, false
}

// square allocates the weights for a degree.
func square(degree, d int) [][]float64 {
	w := make([][]float64, degree+1)
	for i := range w {
		n := 1
		if d == 2 {
			n = degree - i + 1
		}
		w[i] = make([]float64, n)
	}
	return w
}
