package descent

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The orders of documents that are out already must not change: they are those
// of the standard library.
func TestShuffle(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 64, 200, 1001} {
		want, got := make([]int, n), make([]int, n)
		for i := range n {
			want[i], got[i] = i, i
		}
		rng, src := rand.New(rand.NewPCG(7, 1)), rand.NewPCG(7, 1)
		for range 20 {
			rng.Shuffle(n, func(i, j int) { want[i], want[j] = want[j], want[i] })
			shuffle(src, got)
			if !slices.Equal(got, want) {
				t.Fatalf("%d elements come as %v, not %v", n, got, want)
			}
		}
	}
}
