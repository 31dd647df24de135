package wire_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Shapes with keys are decoded as they were encoded, for the stage and each panel; a picture without them is not
// larger, and one whose model has none in view says so.
func TestSpotsRideBesideTheHead(t *testing.T) {
	stage := []picture.Spot{
		{Key: "n1", Kind: picture.Area, XY: []float64{0, 0, 1, 0, 1, 1}},
		{Key: "n2", Kind: picture.Line, XY: []float64{0, 0, 1e-300, 1e300}},
		{Key: "n1", Kind: picture.Dot, XY: []float64{-1, 2}},
		{Key: "k0", Kind: picture.Dot, XY: []float64{-1, 2}, Z: []float64{3}},
		{Key: "k0", Kind: picture.Line, XY: []float64{-1, 2, 5, 6}, Z: []float64{3, 7}},
	}
	panel := []picture.Spot{{Key: "x₁:0.5", Kind: picture.Dot, XY: []float64{0.5, 0.25}}}
	pic := wire.Picture{Groups: &wire.Groups{K: 2, N: 3, Of: []int{0, 1, 1}},
		Spots: []wire.Spots{wire.SpotsOf(stage), wire.SpotsOf(nil), wire.SpotsOf(panel)}}
	numbers := pic.Numbers()
	read := func() (p wire.Picture) {
		if err := json.Unmarshal(wire.Append(nil, pic), &p); err != nil {
			t.Fatal(err)
		}
		return p
	}
	got := read()
	if err := got.Take(numbers); err != nil {
		t.Fatal(err)
	}
	if len(got.Spots) != 3 || !reflect.DeepEqual(got.Spots[0].List, stage) || len(got.Spots[1].List) != 0 ||
		!reflect.DeepEqual(got.Spots[2].List, panel) {
		t.Errorf("got %+v", got.Spots)
	}
	spoiled := func(at int, x float64) []float64 {
		list := slices.Clone(numbers)
		list[at] = x
		return list
	}
	first := 1 // after the groups
	for what, wrong := range map[string][]float64{"none": nil, "one too few": numbers[:len(numbers)-1],
		"one too many":            append(slices.Clone(numbers), 1),
		"a key that is not there": spoiled(first, 50*picture.Spots), "a form below 0": spoiled(first, -1),
		"odd coordinates": spoiled(first+1, 5), "no coordinates": spoiled(first+1, 0),
		"too many coordinates": spoiled(first+1, 1e9), "no third coordinates": spoiled(first+1, -1e9),
		"others than the rest": spoiled(first+1, -6)} {
		if p := read(); p.Take(wrong) == nil {
			t.Errorf("%s: taken", what)
		}
	}
	for _, bad := range []wire.Spots{{Keys: "a", N: -1}, {Keys: "a", N: 1 << 60}, {N: 1}} {
		if p := (wire.Picture{Spots: []wire.Spots{bad}}); p.Take([]float64{0, 2, 1, 1}) == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
	if p := (wire.Picture{}); p.Numbers() != nil || strings.Contains(string(wire.Append(nil, p)), "spots") {
		t.Error("a picture without keys tells of some")
	}
	none := wire.Picture{Spots: []wire.Spots{wire.SpotsOf(nil)}}
	var back wire.Picture
	if err := json.Unmarshal(wire.Append(nil, none), &back); err != nil || back.Take(none.Numbers()) != nil ||
		len(back.Spots) != 1 {
		t.Errorf("a picture that has lost its keys does not say so: %+v, %v", back.Spots, err)
	}
}
