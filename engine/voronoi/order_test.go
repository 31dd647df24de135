package voronoi

import "testing"

func TestHilbertCurveIsContinuous(t *testing.T) {
	const side = 64 // cells of the coarsest 2^12: the first of each block of keys
	const step = 1 << (curveBits - 6)
	at := map[uint32][2]int{}
	for i := range side {
		for j := range side {
			k := hilbertKey(uint32(i*step), uint32(j*step)) >> (2 * (curveBits - 6))
			if _, taken := at[k]; taken {
				t.Fatalf("position %d is taken twice", k)
			}
			at[k] = [2]int{i, j}
		}
	}
	for k := uint32(1); k < side*side; k++ {
		a, b := at[k-1], at[k]
		if d := abs(a[0]-b[0]) + abs(a[1]-b[1]); d != 1 {
			t.Fatalf("from position %d at %v to %d at %v", k-1, a, k, b)
		}
	}
}

func abs(i int) int { return max(i, -i) }
