package wire_test

import (
	"math"
	"slices"
	"testing"

	"pointscape/engine/wire"
)

// Numbers sent as JSON are those of an array, to the bit; those that are not finite become NaN.
func TestNumbersAsJSON(t *testing.T) {
	list := []float64{0, 1, -1.0 / 3, 1e-300, math.MaxFloat64, 1<<53 - 1, math.NaN()}
	got, err := wire.NumbersOf(wire.NumbersText(list))
	if err != nil || !slices.EqualFunc(got, list, func(x, y float64) bool { return x == y || x != x && y != y }) {
		t.Errorf("got %v, %v", got, err)
	}
}
