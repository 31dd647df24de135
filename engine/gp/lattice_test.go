package gp

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// spread must add up the values at the nodes with the weights of both axes, for all rules.
func TestSpread(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	xs, ys := make([]float64, 70), make([]float64, 9)
	for i := range xs {
		xs[i] = 1.2*rng.Float64() - 0.1
	}
	for i := range ys {
		ys[i] = 3*rng.Float64() - 1
	}
	for _, r := range []rule{chebyshev, cubic, linear} {
		for _, n := range []int{2, 5, 8, 13, 24} {
			ax, ay := newAxis(0, 1, n, r), newAxis(-1, 2, n+3, r)
			nx := len(ax.t)
			f := make([]float64, nx*len(ay.t))
			for i := range f {
				f[i] = rng.NormFloat64()
			}
			ys[0] = ay.t[1] // at a node
			bx, by := ax.basis(xs), ay.basis(ys)
			got := spread(bx, by, nx, f)
			for q := range ys {
				for p := range xs {
					want := 0.0
					for j := range by.k {
						row := (by.lo[q] + j) * nx
						want += by.w[q*by.k+j] * bx.at(p, f[row:row+nx])
					}
					if v := got[q*len(xs)+p]; !(math.Abs(v-want) <= 1e-10*(1+math.Abs(want))) {
						t.Fatalf("rule %d, %d nodes: %v at %d, %d, want %v", r, n, v, p, q, want)
					}
				}
			}
		}
	}
}

// Predictions for left-out points must be those of fits without them.
func TestLeaveOneOut(t *testing.T) {
	ctx := context.Background()
	for _, rescale := range []bool{false, true} {
		q, p := fitted(t, 1, 25, "rbf(0.2)", 0.02)
		var err error
		if q, err = condition(ctx, p, q.k, q.noise, rescale, nil); err != nil {
			t.Fatal(err)
		}
		left := q.leaveOneOut(rescale)
		if left == nil {
			t.Fatal("no predictions")
		}
		for i := range p.N {
			part := &method.Problem{D: p.D, N: p.N - 1, X: slices.Delete(slices.Clone(p.X), i, i+1),
				Y: slices.Delete(slices.Clone(p.Y), i, i+1)}
			part.Row = make([]int, part.N)
			one, err := condition(ctx, part, q.k, q.noise, false, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := []float64{0}
			if rescale { // another scale does not change the mean
				one.center = linalg.Mean(part.Y)
				one.weigh(part)
			}
			if one.mean(p.At(i), want); !(math.Abs(left[i]-want[0]) <= 1e-9*(1+math.Abs(want[0]))) {
				t.Errorf("rescaled %v: without point %d the mean is %v, want %v", rescale, i, left[i], want[0])
			}
		}
	}
}
