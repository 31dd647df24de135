package sorts

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

type pair struct{ key, at int }

// Func and StableFunc order elements as slices.SortFunc and slices.SortStableFunc do, also equal ones.
func TestAsInSlices(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	byKey := func(a, b pair) int { return cmp.Compare(a.key, b.key) }
	for n := range 300 {
		list := make([]pair, n)
		for i := range list {
			list[i] = pair{r.IntN(1 + n/3), i}
		}
		a, b := slices.Clone(list), slices.Clone(list)
		Func(a, byKey)
		slices.SortFunc(b, byKey)
		if !slices.Equal(a, b) {
			t.Fatalf("Func of %d: %v, want %v", n, a, b)
		}
		a, b = slices.Clone(list), slices.Clone(list)
		StableFunc(a, byKey)
		slices.SortStableFunc(b, byKey)
		if !slices.Equal(a, b) {
			t.Fatalf("StableFunc of %d: %v, want %v", n, a, b)
		}
	}
}
