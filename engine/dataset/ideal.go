package dataset

// Ideal is the best linear prediction for the distribution of a recipe: β₀ + β·x with the smallest mean squared error.
// Estimates converge to it as the number of points grows.
type Ideal struct {
	Beta      []float64
	Intercept float64
	Mean, Var []float64 // of the inputs, which are uncorrelated: their covariance matrix is diagonal
	Error     float64   // mean squared error of the prediction, including the noise
}

// Ideal returns the best linear prediction of y: in regression from a closed form or by quadrature, to 1e-9; for
// classes, coded as -1 and 1, if it has a closed form. ok is false if it is unknown.
func (t *Truth) Ideal() (l Ideal, ok bool) {
	if t.inputs == nil {
		return t.ideal, t.ideal.Beta != nil
	}
	l = Ideal{Mean: make([]float64, t.dims), Var: make([]float64, t.dims), Beta: make([]float64, t.dims)}
	mean, square := 0.0, 0.0
	t.inputs(func(x []float64, w float64) {
		f, _ := t.mean(x)
		mean += w * f
		square += w * f * f
		for j, v := range x {
			l.Mean[j] += w * v
		}
	})
	t.inputs(func(x []float64, w float64) {
		f, _ := t.mean(x)
		for j, v := range x {
			l.Var[j] += w * (v - l.Mean[j]) * (v - l.Mean[j])
			l.Beta[j] += w * (v - l.Mean[j]) * f
		}
	})
	l.Intercept, l.Error = mean, t.Noise+square-mean*mean
	for j := range l.Beta {
		l.Error -= l.Beta[j] * l.Beta[j] / l.Var[j]
		l.Beta[j] /= l.Var[j]
		l.Intercept -= l.Beta[j] * l.Mean[j]
	}
	return l, true
}

// idealOf returns the best linear prediction for inputs with mean 0, equal variances except for the first one, and a
// covariance with the class ±1 that only the first one has.
func idealOf(d int, first, others, covariance float64) Ideal {
	l := Ideal{Mean: make([]float64, d), Var: make([]float64, d), Beta: make([]float64, d)}
	for j := range l.Var {
		l.Var[j] = others
	}
	l.Var[0], l.Beta[0] = first, covariance/first
	l.Error = 1 - covariance*covariance/first
	return l
}

// spans calls visit with quadrature nodes on [low, high] and weights with sum 1, for means over a recipe's inputs:
// where maps uniform u from 0 to 1 to the recipe's (nil = the identity). The integrand may have jumps where u is a
// multiple of 1/20.
func spans(where func(u float64) float64, visit func(x, w float64)) {
	panels(0, 1, 0.05, func(u, w float64) {
		if where != nil {
			u = where(u)
		}
		visit(low+(high-low)*u, w)
	})
}

// squared returns the mean over the inputs of sd², with the sd that line returns, in units of the noise.
func (e *entry) squared() (s float64) {
	spans(e.where, func(x, w float64) {
		_, sd := e.line((x - low) / (high - low))
		s += w * sd * sd
	})
	return s
}
