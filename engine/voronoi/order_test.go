package voronoi

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestOrderHalvesThePlane checks the assumption of the divide-and-conquer step: vertices that first differ in a bit of
// x are separated along x, the same for y, and those of one cell are ordered by x, then y.
func TestOrderHalvesThePlane(t *testing.T) {
	for _, f := range pointSets {
		x := f.make(200, rand.New(rand.NewPCG(5, 5)))
		tr := &Triangulation{}
		tr.x, tr.y, tr.vertex = []float64{0}, []float64{0}, make([]int32, len(x)/2)
		keys := tr.place(x)
		if !slices.IsSorted(keys) {
			t.Fatalf("%s: keys are not in order", f.name)
		}
		for v := 1; v < len(keys); v++ {
			for w := v + 1; w < len(keys); w++ {
				differ := keys[v] ^ keys[w]
				xs, ys := differ&0xaaaaaaaa, differ&0x55555555
				var ok bool
				switch {
				case differ == 0:
					ok = comparePlaces(tr.x[v], tr.y[v], tr.x[w], tr.y[w]) < 0
				case xs > ys:
					ok = tr.x[v] < tr.x[w]
				default:
					ok = tr.y[v] < tr.y[w]
				}
				if !ok {
					t.Fatalf("%s: %g, %g with key %x comes before %g, %g with %x", f.name, tr.x[v], tr.y[v], keys[v], tr.x[w], tr.y[w],
						keys[w])
				}
			}
		}
		for p, v := range tr.vertex {
			if tr.x[v] != x[2*p] || tr.y[v] != x[2*p+1] {
				t.Fatalf("%s: vertex %d of point %d is elsewhere", f.name, v, p)
			}
		}
	}
}
