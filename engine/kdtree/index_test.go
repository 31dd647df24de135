package kdtree

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// kinds are metrics, with the numbers of coordinates that they are tested with.
var kinds = map[string]struct {
	Metric
	d []int
}{
	"euclidean":       {Metric{}, []int{1, 2, 3, 9, 20}},
	"manhattan":       {Metric{Kind: Manhattan}, []int{1, 2, 5}},
	"chebyshev":       {Metric{Kind: Chebyshev}, []int{1, 2, 5}},
	"minkowski 3":     {NewMinkowski(3), []int{2, 5}},
	"minkowski 1.5":   {NewMinkowski(1.5), []int{2, 5}},
	"hypot":           {Metric{Kind: Hypot}, []int{2}},
	"tiny, euclidean": {Metric{}, []int{2}},
	"tiny, hypot":     {Metric{Kind: Hypot}, []int{2}},
}

// Searches find what the definition says: all keys, sorted, ties by index. The points are random, or on a lattice, so
// that many are equally near and many coincide, or so near each other that their squares underflow.
func TestSearchEqualsDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	for _, name := range slices.Sorted(maps.Keys(kinds)) { // in the same order each time, for the same points
		kind := kinds[name]
		for _, d := range kind.d {
			for _, n := range []int{1, 5, 45, 300} {
				for _, places := range []int{0, 2, 12} {
					p := &Points{Metric: kind.Metric, N: n, D: d, Z: make([]float64, n*d)}
					coordinate := func() (c float64) {
						if c = rng.Float64(); places > 0 {
							c = float64(rng.IntN(places)) / 4
						}
						if name[:4] == "tiny" {
							c *= 1e-162
						}
						return c
					}
					for i := range p.Z {
						p.Z[i] = coordinate()
					}
					what := fmt.Sprintf("%s, %d points, %d coordinates, %d places", name, n, d, places)
					for _, queries := range []int{1, 100} {
						check(t, what, p, 1+rng.IntN(n), queries, coordinate)
					}
				}
			}
		}
	}
}

func check(t *testing.T, what string, p *Points, k, queries int, coordinate func() float64) {
	t.Helper()
	s := NewIndex(p).Search(k, queries)
	for at := range 12 {
		q := make([]float64, p.D)
		for j := range q {
			q[j] = coordinate()
		}
		i := at * p.N / 12
		if at%2 == 0 { // at one of the points
			copy(q, p.Z[i*p.D:])
		}
		want, keys := make([]int32, p.N), make([]float64, p.N)
		for j := range want {
			want[j], keys[j] = int32(j), p.Key(q, j)
		}
		slices.SortFunc(want, func(a, b int32) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), int(a-b)) })
		ids, near := s.Nearest(q)
		if !slices.Equal(ids, want[:k]) {
			t.Fatalf("%s: the %d nearest are %v, want %v", what, k, ids, want[:k])
		}
		for j, id := range ids {
			if near[j] != keys[id] {
				t.Fatalf("%s: the key of point %d is %v, want %v", what, id, near[j], keys[id])
			}
		}
		far := keys[want[k-1]]
		if reach := s.Reach(q); reach != far {
			t.Fatalf("%s: the key of the farthest of %d is %v, want %v", what, k, reach, far)
		}
		var in, within []int
		for j, key := range keys {
			if p.Length(key) <= p.Length(far) {
				within = append(within, j)
			}
		}
		s.Within(q, p.Length(far), func(j int) { in = append(in, j) })
		if slices.Sort(in); !slices.Equal(in, within) {
			t.Fatalf("%s: points %v are within the distance of the farthest of %d, want %v", what, in, k, within)
		}
		if at%2 == 0 {
			others, _ := s.Others(i)
			want = slices.DeleteFunc(want, func(j int32) bool { return int(j) == i })
			if !slices.Equal(others, want[:k-1]) {
				t.Fatalf("%s: the %d nearest to point %d are %v, want %v", what, k-1, i, others, want[:k-1])
			}
		}
	}
}

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
		points := &Points{N: n, D: 2, Z: x}
		for _, k := range []int{1, 5, 40} {
			tree, brute := NewIndex(points).Search(k, 1000), NewIndex(points).Search(k, 1)
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
	search := NewIndex(&Points{N: n, D: 2, Z: x}).Search(5, n)
	for b.Loop() {
		search.Nearest(x[:2])
	}
}

func BenchmarkTree(b *testing.B) {
	for _, n := range []int{200, 2000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(9, 9))
			p := &Points{N: n, D: 2, Z: make([]float64, 2*n)}
			for i := range p.Z {
				p.Z[i] = rng.Float64()
			}
			for b.Loop() {
				newTree(p)
			}
		})
	}
}
