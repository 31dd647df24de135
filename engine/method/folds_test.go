package method

import (
	"reflect"
	"testing"

	"pointscape/engine/doc"
)

// A seed and a repetition give the same parts in all versions and on all platforms, so that a link shows the errors
// that its author saw.
func TestPartsAreForEver(t *testing.T) {
	s := &doc.Study{Folds: 3, Seed: 7}
	if got, want := PartsOf(s, []int{0, 1, 1, 0, 2, 1, 0, 0, 1, 2, 2}, 11, 1),
		[][]int{{1, 3, 6, 9}, {0, 2, 4, 8}, {5, 7, 10}}; !reflect.DeepEqual(got, want) {
		t.Errorf("of classes %v, want %v", got, want)
	}
	want := [][]int{{2, 5, 6, 10}, {0, 1, 7, 9}, {3, 4, 8}}
	if got := PartsOf(s, nil, 11, 1); !reflect.DeepEqual(got, want) {
		t.Errorf("of values %v, want %v", got, want)
	}
}
