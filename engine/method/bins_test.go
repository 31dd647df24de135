package method

import (
	"fmt"
	"slices"
	"testing"
)

// A bar is at the position of its rows, its height is their number, and its key finds them; the outline goes around the
// bars of its kind.
func TestBins(t *testing.T) {
	b := NewBins("h", []float64{0, 0.5, 9.9, 10, 3, 3}, []int{0, 2, 2, 2, 2, 0}, 0, 10, 10)
	if b.Top != 2 || b.Edge != 1 || b.Count[1] != nil ||
		!slices.Equal(b.Outline(2)[:8], []float64{0, 0, 0, 1, 1, 1, 1, 0}) ||
		!slices.Equal(b.Outline(2)[len(b.Outline(2))-6:], []float64{9, 2, 10, 2, 10, 0}) {
		t.Errorf("%+v, outline %v", b, b.Outline(2))
	}
	got := ""
	same := func(n float64) float64 { return n }
	for _, s := range append(b.Hits(0, same), b.Hits(2, same)...) {
		kind, from, rows := b.Find(s.Key)
		got += fmt.Sprintln(s.Key, s.XY, kind, from, rows)
		for i, key := range b.RowKeys() {
			if (key == s.Key) != slices.Contains(rows, i) {
				t.Errorf("row %d has the key %s", i, key)
			}
		}
	}
	if want := `h.0.0 [0 0 1 0 1 1 0 1] 0 0 [0]
h.0.3 [3 0 4 0 4 1 3 1] 0 3 [5]
h.2.0 [0 0 1 0 1 1 0 1] 2 0 [1]
h.2.3 [3 0 4 0 4 1 3 1] 2 3 [4]
h.2.9 [9 0 10 0 10 2 9 2] 2 9 [2 3]
`; got != want {
		t.Errorf("bars\n%s", got)
	}
	if _, _, rows := b.Find("h.1.0"); rows != nil {
		t.Errorf("a bar that there is not has rows %v", rows)
	}
}
