package linear

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/descent"
)

// random returns an objective of a loss on n points with d inputs, of which all after the second are 0.
func random(l loss, n, d, rows int, seed uint64) *objective {
	rng := rand.New(rand.NewPCG(seed, 8))
	o := &objective{n: n, d: d, rows: rows, loss: l, eps: 0.3, weight: 1.3, x: make([]float64, n*d)}
	for i := range n {
		o.x[i*d], o.x[i*d+1] = rng.NormFloat64(), rng.NormFloat64()
	}
	for range rows * n {
		o.y = append(o.y, float64(2*rng.IntN(2)-1))
	}
	return o
}

// The loops for two inputs give the same bits as those for any number.
func TestTwoInputsAreAnyNumber(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for l := range lossNames {
		two, three := random(loss(l), 40, 2, 2, 4), random(loss(l), 40, 3, 2, 4)
		a, b := make([]float64, two.dim()), make([]float64, three.dim())
		for j := range a {
			a[j] = rng.NormFloat64()
			if k, r := j%3, j/3; k < 2 {
				b[4*r+k] = a[j]
			} else {
				b[4*r+3] = a[j]
			}
		}
		ga, gb := make([]float64, len(a)), make([]float64, len(b))
		if v, w := two.function().Value(a, ga), three.function().Value(b, gb); v != w {
			t.Errorf("%s: value %v with two inputs, %v with three", lossNames[l], v, w)
		}
		if without := slices.Concat(gb[:2], gb[3:6], gb[7:]); !slices.Equal(ga, without) {
			t.Errorf("%s: gradient %v with two inputs, %v with three", lossNames[l], ga, without)
		}
	}
}

// A pass of stochastic gradients in one loop is that of one batch after the other.
func TestPassIsBatchByBatch(t *testing.T) {
	for l := range lossNames {
		for _, batch := range []int{1, 7, 40} {
			for _, l1 := range []float64{0, 0.02} {
				what := fmt.Sprintf("%s, batches of %d, penalty %g", lossNames[l], batch, l1)
				o := random(loss(l), 40, 2, 3, 6)
				o.pen = penalty{l2: 0.2, l1: l1}
				f := o.function()
				order := rand.New(rand.NewPCG(2, uint64(batch))).Perm(o.n)
				sizes := make([]float64, (o.n+batch-1)/batch)
				for u := range sizes {
					sizes[u] = 0.05 / float64(u+1)
				}
				got, want, g := make([]float64, f.Dim), make([]float64, f.Dim), make([]float64, f.Dim)
				path := o.pass(got, order, batch, sizes, []float64{})
				for u, s := range sizes {
					rows := order[u*batch : min((u+1)*batch, o.n)]
					f.Part(want, rows, g)
					for j := range want {
						if want[j] -= s * g[j]; f.L1 != nil {
							want[j] = descent.Soft(want[j], s*float64(len(rows))/float64(o.n)*f.L1[j])
						}
					}
					for j, v := range path[u*f.Dim : (u+1)*f.Dim] {
						if math.Abs(v-want[j]) > 1e-12*(1+math.Abs(v)) {
							t.Fatalf("%s, update %d: parameter %d is %v, want %v", what, u, j, v, want[j])
						}
					}
				}
				if !slices.Equal(got, path[len(path)-f.Dim:]) {
					t.Errorf("%s: the pass ends at %v, its path at %v", what, got, path[len(path)-f.Dim:])
				}
			}
		}
	}
}

// Sums of losses, and their derivatives, are those of the single losses, also in the corners.
func TestSumsAreLossByLoss(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	z := []float64{0, 1, -1, 0.3, -0.3, 40, -40}
	for range 200 {
		z = append(z, 20*rng.NormFloat64())
	}
	for l := range lossNames {
		n := len(z)
		a1, a2, b1, b2 := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		a, b := loss(l).sum(z, 0.3, a1, a2), loss(l).eachSum(z, 0.3, b1, b2)
		if loss(l) != exponential && math.Abs(a-b) > 1e-13*b || loss(l).sum(z, 0.3, nil, nil) != a {
			t.Errorf("%s: the sum is %v, want %v", lossNames[l], a, b)
		}
		for i := range z {
			if math.Abs(a1[i]-b1[i]) > 1e-15 || math.Abs(a2[i]-b2[i]) > 1e-15 {
				t.Errorf("%s at %v: derivatives %v and %v, want %v and %v", lossNames[l], z[i], a1[i], a2[i], b1[i], b2[i])
			}
		}
	}
}

// The count without a branch is that of the single points, also on the boundary.
func TestWrongSideIsPointByPoint(t *testing.T) {
	l := &learning{rows: 1}
	f := []float64{0, math.Copysign(0, -1), 5e-324, -5e-324, math.Inf(1), math.Inf(-1), 2, -2}
	for class := range 2 {
		for _, v := range f {
			want := 0
			if l.misses([]float64{v}, 1, class) {
				want = 1
			}
			if got := wrongSide([]float64{v}, []int{class}); got != want {
				t.Errorf("%v of class %d: %d mistakes, want %d", v, class, got, want)
			}
		}
	}
}
