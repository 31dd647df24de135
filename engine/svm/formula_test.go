package svm

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// The objective in the formula is that of the weights and slacks of the points, worked
// out from the outside.
func TestFormulaTellsTheObjective(t *testing.T) {
	x := []float64{0, 0, 1, 0.2, 0.3, 1, 2, 2, 3, 1.5, 1.2, 1.9, 0.9, 0.8}
	class := []int{0, 0, 0, 1, 1, 1, 1}
	p := &method.Problem{N: len(class), D: 2, X: x, Class: class, ClassIDs: []int{0, 1}, Task: method.Classify}
	m := Method()
	const c = 3.0
	v, err := m.Validate(map[string]any{"kernel": "linear", "C": c, "tol": 1e-8})
	if err != nil {
		t.Fatal(err)
	}
	fitted, err := m.Fit(method.Unstopped, p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := fitted.(*model)
	w, slack := s.w[0], 0.0
	for i, k := range class {
		f := w[0]*x[2*i] + w[1]*x[2*i+1] + s.offset[0]
		slack += math.Max(0, 1-float64(2*k-1)*f)
	}
	half := (w[0]*w[0] + w[1]*w[1]) / 2
	want := fmt.Sprintf("min ½‖w‖² + C Σ ξᵢ  = %s + %s·%s = %s,", words.Number(half), words.Number(c), words.Number(slack), words.Number(half+c*slack))
	if got := s.Formula(); !strings.HasPrefix(got, want) {
		t.Errorf("the formula is\n%s\nand should begin\n%s", got, want)
	}
	if slack < 0.1 {
		t.Error("no point is inside the street: the test says nothing")
	}
}
