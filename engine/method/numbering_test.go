package method

import (
	"testing"

	"pointscape/engine/doc"
)

func TestClassBase(t *testing.T) {
	span := func(from, to int, and ...float64) []float64 {
		for k := from; k <= to; k++ {
			and = append(and, float64(k))
		}
		return and
	}
	const ids, counted, order = 0, 1, -1
	for _, c := range []struct {
		numbers []float64
		noted   bool
		want    int
	}{
		{nil, false, counted}, {span(0, 0), false, ids}, {span(1, 1), false, counted}, {span(9, 9), false, counted},
		{span(10, 10), false, order},
		{span(0, 8), false, ids}, {span(1, 9), false, counted}, {span(0, 9), false, ids}, {span(1, 10), false, counted},
		{span(0, 11), false, ids}, {span(1, 12), false, counted}, {span(0, 12), false, order}, {span(2, 13), false, order},
		{span(2, 10), false, order}, {span(3, 12), false, counted}, {span(0, 7, 9), false, order},
		{span(0, 8, 11), false, ids},
		{span(0, 0, 9), false, order}, {span(0, 0, 9), true, ids}, {span(3, 3, 10), false, order},
		{span(3, 3, 10), true, counted},
		{span(3, 3, 13), true, order}, {span(-2, 3), true, order}, {span(1, 2, 0.5), false, order},
	} {
		base, ok := ClassBase(c.numbers, c.noted)
		if !ok {
			base = order
		}
		if base != c.want {
			t.Errorf("%v, noted %v: %d, want %d", c.numbers, c.noted, base, c.want)
		}
	}
	points := func(ids ...float64) (pts []doc.Point) {
		for _, z := range ids {
			pts = append(pts, doc.Point{Z: z})
		}
		return pts
	}
	for _, c := range []struct {
		ids  []float64
		want bool
	}{
		{nil, false}, {[]float64{-1}, false}, {[]float64{0, 8, -1}, false}, {[]float64{0, 9}, true},
		{[]float64{11, -1}, true},
		{span(0, 8), false}, {span(0, 9), false}, {span(1, 9), true}, {span(1, 10), false}, {span(0, 11), false},
	} {
		if got := NeedsCountedNote(points(c.ids...)); got != c.want {
			t.Errorf("classes %v: %v", c.ids, got)
		}
	}
}
