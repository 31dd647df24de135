package linear

import (
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Of many classes a place tells the three that matter there, by their names, and what the others have together.
func TestManyClassesAreNotAllTold(t *testing.T) {
	var points []doc.Point
	for c := range 6 {
		for k := range 4 {
			points = append(points, doc.Point{X: float64(c) + 0.1*float64(k), Y: float64(c*c%5) + 0.1*float64(k%2),
				Z: float64(c)})
		}
	}
	p, err := method.NewProblem(points, method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := fit(t, Logistic(), p, nil).(*classifier)
	e := m.Explain([]float64{2, 4}, picture.Viewport{}, nil)
	if len(e.Lines) != 7 || !strings.HasPrefix(e.Lines[0], "f of "+p.ClassName(2)+" = ") ||
		!strings.HasPrefix(e.Lines[3], "P("+p.ClassName(2)+") = ") ||
		!strings.HasPrefix(e.Lines[6], "the other 3 classes together ") {
		t.Errorf("told:\n%s", strings.Join(e.Lines, "\n"))
	}
}
