package ui

import (
	"slices"
	"testing"

	"pointscape/engine/method"
)

// The buttons of a list change one entry, or add one equal to the last. No button exceeds the limits, and none changes
// the list that it is given.
func TestEntriesStayWithinTheirLimits(t *testing.T) {
	p := &method.Param{Name: "sizes", Kind: method.Numbers{Range: method.Range{Min: 1, Max: 16},
		List: method.List{MinLen: 1, MaxLen: 3}, Whole: true}}
	for _, c := range []struct {
		list []float64
		i    int
		more bool
		want []float64 // nil: not allowed
	}{
		{[]float64{8}, 0, true, []float64{9}}, {[]float64{8, 3}, 1, false, []float64{8, 2}},
		{[]float64{16, 1}, 0, true, nil}, {[]float64{16, 1}, 1, false, nil}, {[]float64{8}, 1, true, nil},
		{[]float64{8, 3}, -1, true, []float64{8, 3, 3}}, {[]float64{8, 3}, -1, false, []float64{8}},
		{[]float64{8, 3, 2}, -1, true, nil}, {[]float64{8}, -1, false, nil}, {nil, -1, false, nil},
		{nil, -1, true, []float64{1}},
	} {
		before := slices.Clone(c.list)
		if got := stepped(p, c.list, c.i, c.more); !slices.Equal(got, c.want) || (got == nil) != (c.want == nil) {
			t.Errorf("%v, entry %d, more %v: %v, want %v", before, c.i, c.more, got, c.want)
		}
		if !slices.Equal(c.list, before) {
			t.Errorf("%v has become %v", before, c.list)
		}
	}
}
