package cart

import (
	"slices"
	"sync"
	"testing"
)

// triangle adds up the members 1, 2, ... at each of x, multiplied by the point; calls counts the members added.
func triangle(x []float64, n int, calls *int) func(sums []int64, from int) []int64 {
	return func(sums []int64, from int) []int64 {
		if sums == nil {
			sums = make([]int64, len(x))
		}
		for k := from; k < n; k++ {
			*calls++
			for i, v := range x {
				sums[i] += int64(k+1) * int64(v)
			}
		}
		return sums
	}
}

// numbers returns n numbers that begin with a given one.
func numbers(first, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(first + i)
	}
	return x
}

// Sums are those of the members asked for, whatever was asked before; members are added once to sums that are kept,
// which no later query changes.
func TestPlacesKeepSums(t *testing.T) {
	for _, size := range []int{keptX - 1, keptX, 3 * keptX} {
		var p Places[int64]
		x := numbers(1, size) // a buffer that is used again
		for _, q := range []struct{ first, n, added int }{{1, 3, 3}, {1, 3, 0}, {1, 7, 4}, {5, 7, 7}, {1, 8, 1}, {1, 2, 2},
			{1, 8, 0}, {5, 9, 2}, {7, 0, 0}, {7, 2, 2}} {
			copy(x, numbers(q.first, size))
			calls := 0
			got := p.At(x, q.n, triangle(x, q.n, &calls))
			for i, v := range x {
				if got[i] != int64(v)*int64(q.n*(q.n+1)/2) {
					t.Fatalf("%d numbers, %+v: the sum at %v is %d", size, q, v, got[i])
				}
			}
			if size < keptX {
				q.added = q.n
			}
			if calls != q.added {
				t.Errorf("%d numbers, %+v: %d members were added", size, q, calls)
			}
		}
	}
}

// The sums of the newest queries are kept, up to their number.
func TestPlacesForgetTheOldest(t *testing.T) {
	var p Places[int64]
	ask := func(first int) (added int) {
		x := numbers(first, keptX)
		p.At(x, 5, triangle(x, 5, &added))
		return added
	}
	for first := range keptPlaces + 1 {
		ask(first)
	}
	for first := keptPlaces; first > 0; first-- {
		if n := ask(first); n > 0 {
			t.Errorf("query %d is forgotten, after %d others", first, keptPlaces-first)
		}
	}
	if n := ask(0); n != 5 || len(p.last) != keptPlaces {
		t.Errorf("%d members were added for the oldest query, and %d are kept", n, len(p.last))
	}
}

// What a query returned stays as it is while others extend the sums.
func TestPlacesAreSharedByGoroutines(t *testing.T) {
	var p Places[int64]
	x, calls := numbers(1, keptX), 0
	first := p.At(x, 2, triangle(x, 2, &calls))
	kept := slices.Clone(first)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for n := 2; n < 60; n++ {
				calls := 0
				got := p.At(x, n, triangle(x, n, &calls))
				for i, v := range x {
					if got[i] != int64(v)*int64(n*(n+1)/2) {
						t.Errorf("the sum of %d members at %v is %d", n, v, got[i])
						return
					}
				}
			}
		})
	}
	all.Wait()
	if !slices.Equal(first, kept) {
		t.Errorf("the sums %v became %v", kept, first)
	}
}
