package linear

import "math"

// balance returns the test for a minimum, for descents from start: how far the terms of each partial derivative are
// from cancelling, 0 at a minimum. The terms are those of the points and of the penalty; their size at start is the
// unit in which a gradient is small. Inputs are taken relative to their means, so that an offset hides nothing.
func (o *objective) balance(start []float64) func(theta, g []float64, value float64) float64 {
	d, e := o.d, o.d+1
	mean, spread := make([]float64, d), make([]float64, d)
	for i, v := range o.x {
		mean[i%d] += v / float64(o.n)
	}
	for i, v := range o.x {
		spread[i%d] = max(spread[i%d], math.Abs(v-mean[i%d]))
	}
	force := make([]float64, o.dim())
	f := make([]float64, o.rows*o.n)
	for r := range o.rows {
		w, b := o.row(start, r)
		part := f[r*o.n : (r+1)*o.n]
		if o.class != nil {
			o.outputs(w, b, part)
		} else {
			o.loss.sum(o.arguments(start, r, part), o.eps, part, nil)
		}
	}
	if o.class != nil {
		o.softmax(f, nil)
	}
	for r := range o.rows {
		w, _ := o.row(start, r)
		to := force[r*e : (r+1)*e]
		pull := make([]float64, d)
		o.pen.value(w, pull, o.smoothed)
		for j, v := range pull {
			to[j] = math.Abs(v) + o.pen.l1
		}
		for i, c := range f[r*o.n : (r+1)*o.n] {
			c = o.weight * math.Abs(c)
			to[d] += c
			for j, m := range mean {
				to[j] += c * math.Abs(o.x[i*d+j]-m)
			}
		}
	}
	first := o.value(start)
	return func(theta, g []float64, value float64) float64 {
		worst, far := 0.0, 0.0
		for r := range o.rows {
			w, b := o.row(theta, r)
			w0, b0 := o.row(start, r)
			gr := g[r*e : (r+1)*e]
			move := b - b0
			for j, m := range mean {
				move += m * (w[j] - w0[j])
				if spread[j] <= 64*epsilon*math.Abs(m) {
					continue // a constant input is equivalent to the intercept
				}
				s := gr[j] - m*gr[d]
				if o.pen.l1 != 0 && !o.smoothed {
					// At w = 0, any slope of |w| between −1 and 1 is a subgradient.
					if w[j] == 0 {
						s = max(0, math.Abs(s)-o.pen.l1)
					} else {
						s += math.Copysign(o.pen.l1, w[j])
					}
				}
				s = math.Abs(s)
				worst = max(worst, share(s, force[r*e+j]))
				far += s * math.Abs(w[j]-w0[j])
			}
			worst = max(worst, share(math.Abs(gr[d]), force[r*e+d]))
			far += math.Abs(gr[d] * move)
		}
		// If the terms were huge at the start, they hide later changes. But a convex function lies above its tangents,
		// so the possible gain is bounded by this.
		far = share(far, max(math.Abs(value), math.Abs(first)))
		return max(worst, far*far)
	}
}

const epsilon = 0x1p-52

// share returns a/b, or 0 if a is 0.
func share(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return a / b
}
