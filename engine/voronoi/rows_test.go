package voronoi

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// TestRowsEqualFind compares every node of several grids with Find.
func TestRowsEqualFind(t *testing.T) {
	for _, f := range pointSets {
		t.Run(f.name, func(t *testing.T) {
			for _, n := range []int{1, 2, 3, 4, 8, 40, 400} {
				x := f.make(n, rand.New(rand.NewPCG(uint64(n), 12)))
				d := diagram(t, x)
				for name, b := range frames(x) {
					v := picture.Viewport{X0: b.X0, X1: b.X1, Y0: b.Y0, Y1: b.Y1}
					grids := map[string]picture.Grid{"tiles": v.Grid(37, 23)}
					if name == "tight" {
						// Nodes on sites and on the bisectors of a lattice.
						grids["corners"] = picture.Grid{X0: b.X0, Y0: b.Y1, DX: (b.X1 - b.X0) / 32, DY: (b.Y0 - b.Y1) / 32, W: 33, H: 33}
					}
					for kind, g := range grids {
						checkRows(t, fmt.Sprintf("%d points, %s, %s", n, name, kind), d.Triangulation, g)
					}
				}
			}
		})
	}
}

func checkRows(t *testing.T, what string, tr *Triangulation, g picture.Grid) {
	t.Helper()
	checkRowsOf(t, what, tr, g, tr.Rows)
	checkRowsOf(t, what+", node by node", tr, g, tr.rows)
}

func checkRowsOf(t *testing.T, what string, tr *Triangulation, g picture.Grid,
	run func(method.Job, picture.Grid, func(j int, runs []Run)) error) {
	t.Helper()
	rows, hint := 0, 0
	err := run(t.Context(), g, func(j int, runs []Run) {
		if j != rows {
			t.Fatalf("%s: row %d comes after %d others", what, j, rows)
		}
		rows++
		i := 0
		for _, r := range runs {
			for ; i < int(r.End); i++ {
				if hint = tr.Find(g.X(i), g.Y(j), hint); hint != int(r.Site) {
					t.Fatalf("%s: node %d, %d is told to be nearest to site %d, not %d", what, i, j, r.Site, hint)
				}
			}
		}
		if i != g.W {
			t.Fatalf("%s: row %d ends at %d of %d", what, j, i, g.W)
		}
	})
	if err != nil || rows != g.H {
		t.Fatalf("%s: %d of %d rows, error %v", what, rows, g.H, err)
	}
}

func BenchmarkRows(b *testing.B) {
	g := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1}.Grid(480, 320)
	for _, n := range []int{200, 2000, 20_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d := diagram(b, uniform(n, 1))
			for b.Loop() {
				if err := d.Rows(b.Context(), g, func(int, []Run) {}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
