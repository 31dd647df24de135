package voronoi_test

import (
	"fmt"

	"pointscape/engine/method"
	"pointscape/engine/voronoi"
)

// A diagram is made from a triangulation and clipped to a box.
func Example() {
	points := []float64{1, 1, 3, 1, 1, 3, 3, 3} // x, y of four sites
	t, err := voronoi.New(method.Unstopped, points)
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := voronoi.NewDiagram(method.Unstopped, t)
	if err != nil {
		fmt.Println(err)
		return
	}
	cells, err := d.Cells(method.Unstopped, voronoi.Box{X0: 0, Y0: 0, X1: 4, Y1: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(cells.Cell(0), cells.Area(0))
	fmt.Println(t.Find(3.2, 0.5, -1))
	// Output:
	// [2 2 0 2 0 0 2 0] 4
	// 1
}

// The predicates are exact: they distinguish points that differ only in the last bit.
func ExampleOrient2D() {
	fmt.Println(voronoi.Orient2D(0, 0, 0.1, 0.1, 0.3, 0.3))
	fmt.Println(voronoi.Orient2D(0, 0, 1, 1, 0.5, 0.5000000000000001))
	fmt.Println(voronoi.Orient2D(0, 0, 1, 1, 0.5, 0.4999999999999999))
	// Output:
	// 0
	// 1
	// -1
}
