package dataset

import (
	"math"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// The moments of rows with a chosen spectrum are those of their truth, which follow the definition: variances i^-decay,
// coefficients variance^gamma z. Another seed draws other rows of the same distribution, and more columns do not change
// the first ones.
func TestSpectrum(t *testing.T) {
	table := doc.Table{Name: spectrum, N: 4000, D: 6, Noise: 0.3, Seed: 3, Decay: 1.5, Gamma: 0.5}
	truth, why := TruthOfTable(&table)
	if truth == nil {
		t.Fatal(why)
	}
	m, err := truth.Moments(method.Unstopped)
	best, ok := truth.Ideal()
	if err != nil || !ok || truth.Noise != 0.3*0.3 {
		t.Fatal(err, ok, truth.Noise)
	}
	sign := 1.0
	for j := range 6 {
		i := float64(j + 1)
		v := math.Pow(i, -1.5)
		if b := sign * 0.4229 * math.Pow(i, -0.6) * math.Sqrt(v); math.Abs(m.Cov[7*j]-v) > 1e-12 ||
			math.Abs(best.Beta[j]-b) > 1e-12 || math.Abs(m.With[j]-b*v) > 1e-12 {
			t.Errorf("column %d: variance %v, coefficient %v, covariance with y %v", j+1, m.Cov[7*j], best.Beta[j], m.With[j])
		}
		sign = -sign
	}
	for seed := range uint64(3) {
		drawn := table
		drawn.Seed = seed
		r, _, err := Wide(&drawn, nil)
		if err != nil || r.D() != 7 || r.Class != nil {
			t.Fatal(err, r.Columns)
		}
		var left float64
		for j := range 6 {
			square, with := 0.0, 0.0
			for i := range r.N {
				x, y := r.At(i)[j], r.At(i)[6]
				square, with = square+x*x/4000, with+x*y/4000
			}
			// Five standard errors.
			v := m.Cov[7*j]
			if math.Abs(square-v) > 5*v*math.Sqrt(2.0/4000) || math.Abs(with-m.With[j]) > 5*math.Sqrt(v/4000) {
				t.Errorf("seed %d, column %d: mean square %v, want %v; with y %v, want %v", seed, j+1, square, v, with, m.With[j])
			}
		}
		f := make([]float64, 1)
		for i := range r.N {
			truth.F(f, nil, r.At(i)[:6])
			left += (r.At(i)[6] - f[0]) * (r.At(i)[6] - f[0]) / 4000
		}
		if math.Abs(left-0.09) > 5*0.09*math.Sqrt(2.0/4000) {
			t.Errorf("seed %d: noise %v", seed, left)
		}
		drawn.D = 9
		more, _, err := Wide(&drawn, nil)
		if err != nil || more.At(7)[5] != r.At(7)[5] {
			t.Errorf("seed %d: more columns change the first ones, %v", seed, err)
		}
	}
	for want, bad := range map[string]doc.Table{"table.d": {Name: spectrum, D: 41}, "table.n": {Name: spectrum, N: 4001},
		"table.decay": {Name: spheres, Decay: 1}, "table.gamma": {Name: spheres, Gamma: 1}} {
		_, _, err := Wide(&bad, nil)
		if e, ok := err.(*doc.Error); !ok || e.Field != want {
			t.Errorf("%+v: %v, want a mistake of %s", bad, err, want)
		}
	}
}
