package grouping

import (
	"math"
	"testing"
)

func TestAdjustedRand(t *testing.T) {
	y := []int{2, 0, 1, 0, 1, 1, 0, 2, 0, 0, 1, 0, 2, 2, 2, 1, 0, 1, 1, 0, 2, 2, 2, 1}
	other := []int{3, 0, 0, 1, 3, 2, 2, 2, 1, 1, 2, 1, 0, 0, 1, 2, 1, 2, 2, 3, 0, 0, 3, 2}
	if got := AdjustedRand(other, y); math.Abs(got-0.229665071770335) > 1e-12 {
		t.Errorf("adjusted Rand index %v, want 0.229665071770335", got)
	}
	// Points without a class do not count, and the names of the classes do not matter.
	if got := AdjustedRand([]int{1, 1, 0, 0, 5}, []int{0, 0, 3, 3, -1}); got != 1 {
		t.Errorf("the same groups have %v, want 1", got)
	}
	if got := AdjustedRand([]int{0, 0, 0}, []int{0, 0, 1}); got != 0 {
		t.Errorf("one cluster of all has %v, want 0", got)
	}
}
