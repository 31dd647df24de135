package linalg

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestCholeskyForLargeMatrices(t *testing.T) {
	const n = 2*askBlock + 61
	rng := rand.New(rand.NewPCG(2, 3))
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.Float64()
	}
	a := make([]float64, n*n) // the matrix of a Matérn kernel, plus noise
	for i := range n {
		for j := range n {
			d := math.Sqrt(3) * math.Abs(x[i]-x[j]) / 0.1
			a[i*n+j] = (1 + d) * math.Exp(-d)
		}
		a[i*n+i] += 0.01
	}
	l := slices.Clone(a)
	ok, err := CholeskyFor(func() error { return nil }, l, n)
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	for range 2000 {
		i := rng.IntN(n)
		j := rng.IntN(i + 1)
		s := 0.0
		for p := range n {
			s += l[i*n+p] * l[j*n+p]
		}
		if math.Abs(s-a[i*n+j]) > 1e-12 {
			t.Fatalf("entry %d, %d is %v, want %v", i, j, s, a[i*n+j])
		}
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			if l[i*n+j] != 0 {
				t.Fatalf("entry %d, %d above the diagonal is %v", i, j, l[i*n+j])
			}
		}
	}
	// It stops at any call of ask that returns an error.
	enough, asked := errors.New("nobody waits"), 0
	for at := 1; ; at++ {
		asked = 0
		ok, err := CholeskyFor(func() error {
			if asked++; asked == at {
				return enough
			}
			return nil
		}, slices.Clone(a), n)
		if asked < at { // there were fewer calls, so it is complete
			if !ok || err != nil || at < 5 {
				t.Errorf("after %d questions: %v, %v", asked, ok, err)
			}
			break
		}
		if ok || err != enough || asked != at {
			t.Errorf("told to stop at question %d: %v, %v after %d", at, ok, err, asked)
		}
	}
	a[(n-1)*n+n-1] = -1
	if ok, err := CholeskyFor(func() error { return nil }, a, n); ok || err != nil {
		t.Errorf("no positive definite matrix: %v, %v", ok, err)
	}
}
