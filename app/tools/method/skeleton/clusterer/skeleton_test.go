package clusterer

import (
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// The second centre is the point farthest from the first one, and so on.
func TestSkeleton(t *testing.T) {
	t.Parallel()
	p, err := method.NewProblem([]doc.Point{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 9, Y: 0}, {X: 10, Y: 0}, {X: 5, Y: 4}},
		method.Cluster, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := Skeleton()
	v, err := m.Validate(nil)
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(method.Unstopped, p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := model.(*skeleton)
	if !slices.Equal(s.centers, []int{0, 3, 4}) || !slices.Equal(s.of, []int{0, 0, 1, 1, 2}) || s.radius() != 1 {
		t.Errorf("the centres are %v, of the points %v, the radius %g", s.centers, s.of, s.radius())
	}
}
