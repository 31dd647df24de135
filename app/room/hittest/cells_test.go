package hittest

import (
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// gram is a plot with a matrix of three rows and four columns, whose box is from (0.1, 0.2) to (0.9, 0.8); the stage
// has two points, which are its rows 1 and 2.
func gram() *page {
	g := newPage()
	box := []float64{0.1, 0.2, 0.9, 0.2, 0.9, 0.8, 0.1, 0.8}
	g.Take([]wire.Spots{
		{List: []picture.Spot{
			{Key: picture.LineKey("gram", 1), Kind: picture.Dot, XY: []float64{1, 1}},
			{Key: "bar3+" + picture.LineKey("gram", 2), Kind: picture.Dot, XY: []float64{2, 2}},
		}},
		{List: []picture.Spot{{Key: "gram", Kind: picture.Cells, XY: box, Z: []float64{4, 3, 0, 0}}}},
	}, []string{"matrix"})
	g.said()
	return g
}

// Each cell of a matrix is found by its position, and highlighted alone.
func TestCells(t *testing.T) {
	for _, c := range []struct {
		x, y float64
		key  string
	}{{0.11, 0.21, "gram/0/0"}, {0.89, 0.21, "gram/0/3"}, {0.11, 0.79, "gram/2/0"}, {0.5, 0.45, "gram/1/2"},
		{0.05, 0.5, ""}, {0.5, 0.85, ""}} {
		g := gram()
		g.Plot("matrix", c.x, c.y, 300, 200, Mouse)
		if key, _ := g.Key(); key != c.key {
			t.Errorf("at %g, %g: %q, want %q", c.x, c.y, key, c.key)
		}
		lit := g.Highlighted("matrix")
		if c.key == "" {
			if len(lit) != 0 {
				t.Errorf("lit %v", lit)
			}
			continue
		}
		if len(lit) != 1 || lit[0].Kind != picture.Area || c.x < lit[0].XY[0] || c.x > lit[0].XY[4] || c.y < lit[0].XY[1] ||
			c.y > lit[0].XY[5] || lit[0].XY[4]-lit[0].XY[0] > 0.21 || lit[0].XY[5]-lit[0].XY[1] > 0.21 {
			t.Errorf("at %g, %g lit %v", c.x, c.y, lit)
		}
	}
}

// A point is highlighted with its row and its column, even if it has other keys.
func TestCellsOfAPoint(t *testing.T) {
	for _, key := range []string{picture.LineKey("gram", 2), "bar3+" + picture.LineKey("gram", 2)} {
		g := gram()
		g.point("", key, true)
		lit := g.Highlighted("matrix")
		if len(lit) != 2 || lit[0].XY[1] < 0.59 || lit[0].XY[0] != 0.1 || lit[0].XY[4] != 0.9 || lit[1].XY[1] != 0.2 ||
			lit[1].XY[0] < 0.49 {
			t.Errorf("%s lights %v", key, lit)
		}
	}
}

// The keyboard moves from cell to cell, up to the edges; a new picture keeps the cell.
func TestCellsByKeys(t *testing.T) {
	g := gram()
	g.Walk("matrix")
	at := func(want string) {
		t.Helper()
		if key, _ := g.Key(); key != want {
			t.Errorf("at %s, want %s", key, want)
		}
	}
	at("gram/0/0")
	for _, c := range []struct{ press, want string }{{"ArrowRight", "gram/0/1"}, {"ArrowDown", "gram/1/1"},
		{"End", "gram/1/3"}, {"ArrowRight", "gram/1/3"}, {"PageDown", "gram/2/3"}, {"ArrowDown", "gram/2/3"},
		{"ArrowUp", "gram/1/3"}, {"Home", "gram/1/0"}, {"ArrowLeft", "gram/1/0"}} {
		if !g.Press("matrix", c.press, false) {
			t.Errorf("%s is not taken", c.press)
		}
		at(c.want)
	}
	g.Explained(&wire.Explanation{Key: "gram/1/0"})
	g.said()
	g.Take([]wire.Spots{{}, {List: []picture.Spot{{Key: "gram", Kind: picture.Cells,
		XY: []float64{0, 0, 1, 0, 1, 1, 0, 1}, Z: []float64{4, 3, 0, 0}}}}}, []string{"matrix"})
	at("gram/1/0")
	g.Take([]wire.Spots{{}, {List: []picture.Spot{{Key: "gram", Kind: picture.Cells,
		XY: []float64{0, 0, 1, 0, 1, 1, 0, 1}, Z: []float64{1, 1, 0, 0}}}}}, []string{"matrix"})
	at("")
}
