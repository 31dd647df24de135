package dataset

import (
	"math"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// The residuals of fresh values from the best linear prediction have mean 0, are uncorrelated with each input, and have
// the documented mean square.
func TestIdealsOfFreshPoints(t *testing.T) {
	check := func(t *testing.T, truth *Truth, xs, ys []float64) {
		t.Helper()
		l, ok := truth.Ideal()
		if !ok {
			t.Fatal("no ideal")
		}
		n := len(ys)
		sum, square := 0.0, 0.0
		with, spread := make([]float64, truth.dims), make([]float64, truth.dims)
		for i, y := range ys {
			x := xs[i*truth.dims : (i+1)*truth.dims]
			r := y - l.Intercept
			for j, v := range x {
				r -= l.Beta[j] * v
			}
			sum += r
			square += r * r
			for j, v := range x {
				with[j] += r * (v - l.Mean[j])
				spread[j] += (v - l.Mean[j]) * (v - l.Mean[j])
			}
		}
		sd := math.Sqrt(l.Error)
		most := 6*sd/math.Sqrt(float64(n)) + 1e-4
		if math.Abs(sum/float64(n)) > most {
			t.Errorf("what is left has the mean %g", sum/float64(n))
		}
		if math.Abs(square/float64(n)-l.Error) > 4*sd*most {
			t.Errorf("the mean squared error is %g, not %g", square/float64(n), l.Error)
		}
		for j := range with {
			if s := math.Sqrt(l.Var[j]); math.Abs(with[j]/float64(n)) > 3*most*s {
				t.Errorf("what is left has the covariance %g with input %d", with[j]/float64(n), j)
			}
			if v := spread[j] / float64(n); math.Abs(v/l.Var[j]-1) > 12/math.Sqrt(float64(n)) {
				t.Errorf("input %d has the variance %g, not %g", j, v, l.Var[j])
			}
		}
	}
	truths(t, func(t *testing.T, ds doc.Dataset, truth *Truth) {
		if truth.Classes > 0 {
			if _, ok := truth.Ideal(); ok {
				t.Error("an ideal of classes in the plane")
			}
			return
		}
		pts := Fresh(ds, min(20_000, drawn()))
		ys := make([]float64, len(pts))
		for i, p := range pts {
			if ys[i] = p.Y; truth.Task == method.Regress2D {
				ys[i] = p.Z
			}
		}
		check(t, truth, places(pts, truth.dims), ys)
	})
	for _, table := range []doc.Table{{Name: spheres, D: 5, Noise: 0.2}, {Name: gaussians, D: 5, Noise: 0.7}} {
		truth, _ := TruthOfTable(&table)
		r := FreshRows(&table, min(20_000, drawn()))
		ys := make([]float64, r.N)
		for i, c := range r.Class {
			ys[i] = float64(2*c - 1)
		}
		check(t, truth, r.X, ys)
	}
	// For a line and a plane the best linear prediction is the true function.
	truth, _ := TruthOf(doc.Dataset{Name: "plane2d", Noise: 0.1})
	l, _ := truth.Ideal()
	for i, off := range []float64{l.Beta[0] - 1.2, l.Beta[1] + 0.8, l.Intercept + 0.2, l.Error - 0.01} {
		if math.Abs(off) > 1e-9 {
			t.Errorf("the plane's number %d is off by %g: %+v", i, off, l)
		}
	}
}
