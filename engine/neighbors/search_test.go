package neighbors

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A search among coincident points finds the same as a linear search, without visiting all points.
func TestSearchAmongDuplicates(t *testing.T) {
	const n = 20_000
	for _, places := range []int{1, 2, 5} {
		rng := rand.New(rand.NewPCG(1, uint64(places)))
		x := make([]float64, 0, 2*n)
		for range n {
			p := float64(rng.IntN(places))
			x = append(x, p, p*p)
		}
		s, err := NewSpace("euclidean", 2, x, n, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range []int{1, 5, 40} {
			tree, brute := NewIndex(s).Search(k, 1000), NewIndex(s).Search(k, 1)
			for i := range 30 {
				q := []float64{float64(i%places) + 0.1*float64(i%3), float64(i % 5)}
				ids, keys := tree.Nearest(q)
				wantIDs, wantKeys := brute.Nearest(q)
				if !slices.Equal(ids, wantIDs) || !slices.Equal(keys, wantKeys) {
					t.Fatalf("%d places, k = %d: the nearest to %v are %v, want %v", places, k, q, ids, wantIDs)
				}
			}
			if most := 30 * (places*(k+1) + 200); tree.seen > most {
				t.Errorf("%d places, k = %d: looked at %d points, want at most %d of %d", places, k, tree.seen, most, 30*n)
			}
		}
	}
}

func BenchmarkSearchAmongDuplicates(b *testing.B) {
	const n = 100_000
	x := make([]float64, 2*n)
	s, err := NewSpace("euclidean", 2, x, n, 2)
	if err != nil {
		b.Fatal(err)
	}
	search := NewIndex(s).Search(5, n)
	for b.Loop() {
		search.Nearest(x[:2])
	}
}
