package dataset

import (
	"math"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Mean and covariances of fresh points agree with the recipes' moments, within random variation.
func TestMomentsOfFreshPoints(t *testing.T) {
	known := 0
	check := func(t *testing.T, truth *Truth, xs, ys []float64) {
		t.Helper()
		m, err := truth.Moments(method.Unstopped)
		if err != nil || m == nil {
			if truth.Flat == "" && truth.Classes == 0 {
				t.Errorf("no moments (%v)", err)
			}
			return
		}
		known++
		d := truth.dims
		n := float64(len(xs) / d)
		near := func(name string, at func(i int) float64, want float64) {
			t.Helper()
			sum, square := 0.0, 0.0
			for i := range len(xs) / d {
				sum += at(i)
				square += at(i) * at(i)
			}
			mean := sum / n
			se := math.Sqrt(max(square/n-mean*mean, 0) / n)
			if math.Abs(mean-want) > 5*se+2e-5 {
				t.Errorf("%s is %g of fresh points, %g by the truth: %.1f standard errors", name, mean, want,
					math.Abs(mean-want)/se)
			}
		}
		off := func(i, j int) float64 { return xs[i*d+j] - m.Mean[j] }
		for j := range d {
			near("the mean", func(i int) float64 { return xs[i*d+j] }, m.Mean[j])
			for k := range d {
				near("a covariance", func(i int) float64 { return off(i, j) * off(i, k) }, m.Cov[j*d+k])
			}
			if m.With != nil {
				near("a covariance with y", func(i int) float64 { return off(i, j) * ys[i] }, m.With[j])
			}
		}
	}
	truths(t, func(t *testing.T, ds doc.Dataset, truth *Truth) {
		pts := Fresh(ds, drawn())
		ys := make([]float64, len(pts))
		for i, p := range pts {
			if ys[i] = p.Y; truth.dims == 2 {
				ys[i] = p.Z
			}
		}
		check(t, truth, places(pts, truth.dims), ys)
	})
	for _, table := range []doc.Table{{Name: spheres, D: 5, Noise: 0.2}, {Name: gaussians, D: 5, Noise: 0.7}} {
		truth, _ := TruthOfTable(&table)
		r := FreshRows(&table, drawn())
		check(t, truth, r.X, nil)
	}
	if known < 60 {
		t.Errorf("the moments of %d recipes are known", known)
	}
	// The noise of a grid is in units of its spacing: the distribution depends on n.
	truth, _ := TruthOf(doc.Dataset{Name: "grid", Noise: 0.02})
	if m, _ := truth.Moments(method.Unstopped); m != nil {
		t.Errorf("a grid has moments: %+v", m)
	}
}
