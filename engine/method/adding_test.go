package method

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/picture"
)

// The points with the largest terms are named, the largest first, each with a line from the query point to where the
// point is drawn.
func TestAdding(t *testing.T) {
	plane := &Problem{N: 7, D: 2, X: []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
		Class: []int{0, 1, 0, 1, 0, 1, 0}, ClassIDs: []int{0, 2}, Task: Classify}
	var e Explanation
	Adding{At: []float64{0.5, 0.25}, Rows: []int{6, 5, 4, 3, 2, 1, 0}, Adds: []float64{0.1, -8, 0, 3, 0.2, -0.3, 0.4},
		Weight: func(k int) string { return fmt.Sprintf("α = %d", k) }}.Explain(&e, plane)
	want := []string{"point 6 (class 3), α = 1: adds -8", "point 4 (class 3), α = 3: adds +3",
		"point 1 (class 1), α = 6: adds +0.4", "point 2 (class 3), α = 5: adds -0.3", "point 3 (class 1), α = 4: adds +0.2"}
	if !slices.Equal(e.Lines, want) {
		t.Errorf("the lines are\n%s\nwant\n%s", strings.Join(e.Lines, "\n"), strings.Join(want, "\n"))
	}
	for i, place := range [][4]float64{{0.5, 0.25, 10, 11}, {0.5, 0.25, 6, 7}} {
		l := e.Layers[i].(*picture.Path)
		if [4]float64(l.XY) != place || l.Class != 2 || l.Says != "points that add most to f here" || i == 0 &&
			l.Weight != 1 || i == 1 && l.Weight != 3./8 {
			t.Errorf("line %d is %+v", i, l)
		}
	}

	// On the line points are drawn at their values; without points nothing is said.
	line := &Problem{N: 2, D: 1, X: []float64{1, 2}, Y: []float64{10, 20}, Task: Regress}
	e = Explanation{}
	Adding{At: []float64{3}, Value: 4, Says: "bumps", Adds: []float64{0, 1},
		Weight: func(int) string { return "β" }}.Explain(&e, line)
	if len(e.Lines) != 1 || e.Lines[0] != "point 2, β: adds +1" || e.Layers[0].(*picture.Path).Says != "bumps" ||
		[4]float64(e.Layers[0].(*picture.Path).XY) != [4]float64{3, 4, 2, 20} {
		t.Errorf("on the line: %v, %+v", e.Lines, e.Layers)
	}
	e = Explanation{}
	Adding{At: []float64{3}, Value: 4, Adds: []float64{0, 0}}.Explain(&e, line)
	if len(e.Lines)+len(e.Layers) > 0 {
		t.Errorf("points that add nothing are told: %v", e.Lines)
	}
}
