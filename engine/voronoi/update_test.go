package voronoi

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestUpdatesEqualRebuilds edits point sets repeatedly and compares each updated diagram in full with a rebuilt one.
func TestUpdatesEqualRebuilds(t *testing.T) {
	for _, f := range pointSets {
		t.Run(f.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(6, 6))
			repaired := 0
			for _, n := range []int{3, 4, 6, 12, 60} {
				x := f.make(n, r)
				d := diagram(t, x)
				for range 40 {
					y := edit(x, f.make(n, r), r)
					before := slices.Clone(d.org)
					e, err := d.Updated(t.Context(), x, y)
					if err != nil {
						t.Fatal(err)
					}
					if !slices.Equal(before, d.org) {
						t.Fatal("the update changed the old triangulation")
					}
					if d.repaired(x, y) != nil {
						repaired++
					}
					if err := invalid(e.Triangulation, y); err != nil {
						t.Fatalf("%v after an edit of %v to %v", err, x, y)
					}
					compare(t, e, diagram(t, y))
					d, x = e, y
				}
			}
			t.Logf("%d of 200 updates were repairs", repaired)
		})
	}
}

// edit moves, adds and deletes a few points; new ones are taken from stock.
func edit(x, stock []float64, r *rand.Rand) []float64 {
	y := slices.Clone(x)
	for range 1 + r.IntN(2) {
		s := 2 * r.IntN(len(stock)/2)
		n := len(y) / 2
		switch r.IntN(4) {
		case 0:
			y = append(y, stock[s], stock[s+1])
		case 1:
			if n > 1 {
				i := 2 * r.IntN(n)
				y = slices.Delete(y, i, i+2)
			}
		default:
			i := 2 * r.IntN(n)
			copy(y[i:], stock[s:s+2])
		}
	}
	return y
}

// compare checks that two diagrams of the same points have the same cells.
func compare(t *testing.T, got, want *Diagram) {
	t.Helper()
	x := got.x[1:]
	if len(x) == 0 {
		return
	}
	var xy []float64
	for v := 1; v < len(got.x); v++ {
		xy = append(xy, got.x[v], got.y[v])
	}
	box := frames(xy)["around"]
	a, err := got.Cells(t.Context(), box)
	if err != nil {
		t.Fatal(err)
	}
	b, err := want.Cells(t.Context(), box)
	if err != nil {
		t.Fatal(err)
	}
	for s := range want.Sites() {
		if d := a.Area(s) - b.Area(s); d > 1e-9*(box.X1-box.X0)*(box.Y1-box.Y0) || -d > 1e-9*(box.X1-box.X0)*(box.Y1-box.Y0) {
			t.Fatalf("cell %d has area %g, after a rebuild %g", s, a.Area(s), b.Area(s))
		}
	}
}

func BenchmarkUpdate(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			x := uniform(n, 1)
			d := diagram(b, x)
			y := slices.Clone(x)
			y[n], y[n+1] = 0.31, 0.62
			for b.Loop() {
				if _, err := d.Updated(b.Context(), x, y); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// FuzzTriangulation makes points from bytes: positions on a small lattice, some shifted by the smallest float64 step,
// so that all degeneracies and near-degeneracies occur. The second half of the bytes edits the first.
func FuzzTriangulation(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	f.Add([]byte{0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x17, 0x71, 0x11})
	f.Add([]byte{0x00, 0x70, 0x77, 0x07, 0x34, 0x43, 0xb4, 0x4b, 0x33})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 1 || len(data) > 200 {
			return
		}
		var x []float64
		for _, b := range data {
			px, py := float64(b&7)/10, float64(b>>4&7)/10
			if b&8 != 0 {
				px = math.Nextafter(px, 1)
			}
			if b&128 != 0 {
				py = math.Nextafter(py, -1)
			}
			x = append(x, px, py)
		}
		half := len(data) / 2 * 2
		d := diagram(t, x[half:])
		now := slices.Clone(x[half:])
		for i := 0; i < half; i += 2 {
			then := slices.Clone(now)
			if n := len(then) / 2; i/2%3 == 0 && n > 1 {
				k := 2 * (int(data[i/2]) % n)
				then = slices.Delete(then, k, k+2)
			} else {
				then = append(then, x[i], x[i+1])
			}
			e, err := d.Updated(t.Context(), now, then)
			if err != nil {
				t.Fatal(err)
			}
			if err := invalid(e.Triangulation, then); err != nil {
				t.Fatalf("%v: from %v to %v", err, now, then)
			}
			d, now = e, then
		}
	})
}
