package linalg

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

func neverEnd() error { return nil }

// The largest eigenpairs are those that the matrix was constructed from, with multiple eigenvalues, for matrices below
// and above the size dense.
func TestLargestEigen(t *testing.T) {
	for _, n := range []int{1, 2, 5, dense, dense + 1, 300} {
		for _, kind := range []string{"falling", "several times", "low rank", "negative"} {
			random := rand.New(rand.NewPCG(3, uint64(n)))
			want := make([]float64, n)
			for i := range want {
				switch kind {
				case "falling":
					want[i] = 1 / float64(1+i)
				case "several times":
					want[i] = float64(5 - i/3)
				case "low rank":
					want[i] = max(0, float64(3-i))
				case "negative":
					want[i] = -float64(i)
				}
			}
			// A = H diag H, with reflections H.
			a := make([]float64, n*n)
			for i := range n {
				a[i*n+i] = want[i]
			}
			for range 3 {
				v := make([]float64, n)
				for i := range v {
					v[i] = random.NormFloat64()
				}
				scale(v, math.Sqrt(2/Dot(v, v)))
				for range 2 { // from both sides
					for i := range n {
						row := a[i*n : (i+1)*n]
						Axpy(-Dot(row, v), v, row)
					}
					for i := range n {
						for j := range i {
							a[i*n+j], a[j*n+i] = a[j*n+i], a[i*n+j]
						}
					}
				}
			}
			k := min(n, 7)
			values, vectors, err := LargestEigen(neverEnd, a, n, k)
			if err != nil || len(values) != k {
				t.Fatalf("n = %d, %s: %d values, %v", n, kind, len(values), err)
			}
			for j := range k {
				if math.Abs(values[j]-want[j]) > 1e-8 {
					t.Errorf("n = %d, %s: eigenvalue %d is %g, want %g", n, kind, j, values[j], want[j])
				}
				for i := range n {
					if r := Dot(a[i*n:(i+1)*n], vectors[j]) - values[j]*vectors[j][i]; math.Abs(r) > 1e-8*max(1, math.Abs(want[n-1])) {
						t.Fatalf("n = %d, %s: residual %g of eigenpair %d", n, kind, r, j)
					}
				}
				for i := range j + 1 {
					one := 0.0
					if i == j {
						one = 1
					}
					if d := Dot(vectors[i], vectors[j]); math.Abs(d-one) > 1e-9 {
						t.Errorf("n = %d, %s: vectors %d and %d have the product %g", n, kind, i, j, d)
					}
				}
			}
		}
	}
}

func TestLargestEigenStops(t *testing.T) {
	n := 2 * dense
	a := make([]float64, n*n)
	asked := 0
	_, _, err := LargestEigen(func() error {
		if asked++; asked > 3 {
			return context.Canceled
		}
		return nil
	}, a, n, 3)
	if err != context.Canceled {
		t.Error(err)
	}
}
