package method

import (
	"slices"
	"testing"

	"pointscape/engine/doc"
)

// A value in the third column that is not a class has the look of no class, on the page and in files.
func TestMarksOfPoints(t *testing.T) {
	pts := []doc.Point{{X: 1, Y: 2, Z: 1}, {X: 3, Y: 4, Z: -1}, {X: 5, Y: 6, Z: 2.5}, {X: 7, Y: 8, Z: 99},
		{X: 9, Y: 1, Z: 8}}
	for task, want := range map[Task][]int{Classify: {1, -1, -1, -1, 8}, Cluster: {1, -1, -1, -1, 8}, Regress: nil,
		Regress2D: nil} {
		m := task.Marks(pts, "", -1)
		if !slices.Equal(m.Class, want) || (m.Value != nil) != (task == Regress2D) || len(m.XY) != 10 {
			t.Errorf("%s: %+v", task, m)
		}
	}
	if m := Classify.Marks(pts, "", 0); !slices.Equal(m.XY, []float64{3, 4, 5, 6, 7, 8, 9, 1}) || len(m.Class) != 4 {
		t.Errorf("without the first: %+v", m)
	}
}
