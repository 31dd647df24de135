package cluster

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// distance must equal gonum's floats.Distance to the bit.
func TestDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	odd := []float64{0, 1, -1, 1e-320, 1e300, -1e300, math.Inf(1), math.NaN()}
	for range 100_000 {
		var a, b [2]float64
		for _, p := range []*[2]float64{&a, &b} {
			for j := range p {
				if p[j] = rng.NormFloat64(); rng.IntN(4) == 0 {
					p[j] = odd[rng.IntN(len(odd))]
				}
			}
		}
		got, want := distance(a[:], b[:]), floats.Distance(a[:], b[:], 2)
		if math.Float64bits(got) != math.Float64bits(want) && (got == got || want == want) {
			t.Fatalf("%v to %v: %v, not %v", a, b, got, want)
		}
	}
	if got := distance([]float64{1, 2, 3}, []float64{1, 4, 3}); got != 2 {
		t.Errorf("in three dimensions: %v", got)
	}
}
