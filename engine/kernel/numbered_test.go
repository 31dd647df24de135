package kernel

import (
	"math"
	"slices"
	"testing"
)

// Rows, diagonals and sums of a numbered kernel must be those of its matrix; coordinates without an object have 0.
func TestNumbered(t *testing.T) {
	k := NewNumbered("a table", 3, []float64{4, 1, 2, 1, 9, 3, 2, 3, 5})
	x := []float64{2, 0, 1, 2}
	if got, want := Gram(k, x, 4, 1, nil), []float64{5, 2, 3, 5, 2, 4, 1, 2, 3, 1, 9, 3, 5, 2, 3, 5}; !slices.Equal(got,
		want) {
		t.Errorf("the matrix is %v, want %v", got, want)
	}
	if got, want := Diag(k, x, 4, 1, nil), []float64{5, 4, 9, 5}; !slices.Equal(got, want) {
		t.Errorf("the diagonal is %v, want %v", got, want)
	}
	e := Expansion{Kernel: k, X: x, N: 4, D: 1, Coef: [][]float64{{1, 10, 100, 0}}, Bias: []float64{0.5}}
	if got, want := e.EvalPoints([]float64{0, math.NaN(), 3, -1}, nil), []float64{142.5, 0.5, 0.5, 0.5}; !slices.Equal(got,
		want) {
		t.Errorf("the sum is %v, want %v", got, want)
	}
	if Stationary(k) || !PositiveDefiniteIn(k, 1) || k.String() != "a table" || len(k.Hyper()) > 0 {
		t.Error("it is another kind of kernel")
	}
}
