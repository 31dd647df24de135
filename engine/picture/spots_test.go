package picture

import (
	"reflect"
	"testing"
)

// Shapes with keys are found in all kinds of layers, each with its own key; those without are not; a label's shape is
// as large as its text.
func TestSpotsOf(t *testing.T) {
	v := Viewport{X0: 0, X1: 100, Y0: 0, Y1: 100, W: 100, H: 100, Scale: 1}
	open := &Path{Keys: []string{"a", "", "b"}}
	open.AddLine(1, 2, 3, 4)
	open.AddLine(5, 6, 7, 8)
	open.AddLine(9, 10, 11, 12)
	got := SpotsOf(v, []Layer{
		open,
		&Path{XY: []float64{0, 0, 9, 9}},
		&Path{Closed: true, XY: []float64{0, 0, 1, 0, 0, 1}, Keys: []string{"a"}},
		&Marks{XY: []float64{1, 1, 2, 2}, Keys: []string{"", "c"}},
		&Marks{XY: []float64{1, 1}},
		&Label{X: 50, Y: 50, Text: "text", Key: "d"},
		&Label{X: 50, Y: 50, Text: "text"},
		&Raster{},
	})
	want := []Spot{
		{"a", Line, []float64{1, 2, 3, 4}, nil}, {"b", Line, []float64{9, 10, 11, 12}, nil},
		{"a", Area, []float64{0, 0, 1, 0, 0, 1}, nil}, {"c", Dot, []float64{2, 2}, nil},
	}
	if len(got) != 5 || !reflect.DeepEqual(got[:4], want) {
		t.Fatalf("got %v", got)
	}
	label := got[4]
	if w, h := label.XY[2]-label.XY[0], label.XY[1]-label.XY[5]; label.Key != "d" || label.Kind != Area ||
		w < TextWidth("text", LabelSize) || w > 40 || h > 30 || h < LabelSize {
		t.Errorf("the label's box is %v", label)
	}
}
