package method_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// placed declares positions that apply while own is true.
func placed() *method.Info {
	return &method.Info{Name: "m", Task: method.Cluster, Params: []method.Param{
		{Name: "own", Kind: method.Bool{}, Default: true},
		{Name: "at", Kind: method.Places{Min: 1, Max: 3,
			Handle: &method.Handle{Name: "anchor", Many: "anchors", Colored: true}}, Default: [][]float64{{0.5, 1}},
			When: &method.When{Name: "own", In: []string{"true"}}},
	}}
}

func TestCheckPlaces(t *testing.T) {
	in := placed()
	for _, c := range []struct {
		x           any
		field, says string // "" = the value is valid
	}{
		{[][]float64{{1, 2}, {3, 4}}, "", ""},
		{[][]float64{{1, 2, 3}}, "", ""},
		{[]float64{}, "params.at", "1 to 3 positions"},
		{[][]float64{{1, 2}, {1, 2}, {1, 2}, {1, 2}}, "params.at", "got 4"},
		{[][]float64{{1, 2}, {1}}, "params.at[1]", "a position of 2 numbers"},
		{[][]float64{{1, 2}, {1, 2e12}}, "params.at[1]", "at most 1e+12; got 2e+12"},
		{[]float64{1, 2}, "params.at", "a list of 1 to 3 positions"},
		{"x", "params.at", "positions"},
	} {
		_, err := in.Validate(map[string]any{"at": c.x})
		if c.field == "" {
			if err != nil {
				t.Errorf("%v: %v", c.x, err)
			}
			continue
		}
		var e *doc.Error
		if !errors.As(err, &e) || e.Field != c.field || !strings.Contains(e.Error(), c.says) {
			t.Errorf("%v: %v, want %s and %q", c.x, err, c.field, c.says)
		}
	}
}

func TestPlacesSuitTheData(t *testing.T) {
	in := placed()
	v, err := in.Validate(map[string]any{"at": [][]float64{{1, 2, 3}, {4, 5, 6}}})
	if err != nil {
		t.Fatal(err)
	}
	var e *doc.Error
	if err := in.CheckPlaces(v, 2); !errors.As(err, &e) || e.Field != "params.at[0]" {
		t.Errorf("places in space, points in the plane: %v", err)
	}
	if err := in.CheckPlaces(v, 3); err != nil {
		t.Errorf("three columns: %v", err)
	}
	if v, _ := in.Validate(map[string]any{"own": false, "at": [][]float64{{1, 2, 3}}}); in.CheckPlaces(v, 2) != nil {
		t.Error("places that do not apply are in the way")
	}
}

func TestEqualPlaces(t *testing.T) {
	in := placed()
	values := func(at any) method.Values {
		v, err := in.Validate(map[string]any{"at": at})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	a, b := values([][]float64{{1, 2}, {3, 4}}), values([][]float64{{1, 2}, {3, 4}})
	if !a.Equal(b) || a.Equal(values([][]float64{{1, 2}, {3, 5}})) || a.Equal(values([][]float64{{1, 2}}), "at") ||
		a.Equal(values([][]float64{{1, 2, 3}, {3, 4, 3}})) {
		t.Error("places are compared one by one, number by number")
	}
}

// There are handles on the plane if their parameter applies; lists decoded from JSON have another type.
func TestGrips(t *testing.T) {
	in := placed()
	in.Params[1].Default = []any{[]any{0.5, 1.0}}
	g := in.Grips(nil)
	if len(g) != 1 || g[0].X != 0.5 || g[0].Y != 1 || g[0].Name() != "anchor 1" {
		t.Errorf("%+v", g)
	}
	if g := in.Grips(map[string]any{"at": [][]float64{{1, 2}, {3, 4}}}); len(g) != 2 || g[1].I != 1 || g[1].X != 3 {
		t.Errorf("%+v", g)
	} else {
		layers := method.GripLayers(g, method.GripNumber(0))
		m, l := layers[0].(*picture.Marks), layers[1].(*picture.Label)
		if len(layers) != 2 || !reflect.DeepEqual(m.XY, []float64{3, 4}) || m.Class[0] != 1 || m.Role != picture.RoleHandle ||
			l.Text != "2" {
			t.Errorf("without the first: %+v %+v", m, l)
		}
	}
	for _, params := range []map[string]any{{"own": false}, {"at": [][]float64{{1, 2, 3}}}, {"at": []float64{}}} {
		if g := in.Grips(params); len(g) > 0 {
			t.Errorf("%v: %+v", params, g)
		}
	}
	in.Task = method.Regress
	if g := in.Grips(nil); len(g) > 0 {
		t.Errorf("on the line: %+v", g)
	}
}

// A leading position moves the others. Two arms stay at right angles: dragging one rotates the other, which keeps its
// side and length.
func TestShapesAreMoved(t *testing.T) {
	in := &method.Info{Name: "m", Task: method.Embed, Params: []method.Param{
		{Name: "cross", Kind: method.Places{Min: 3, Max: 3, Handle: &method.Handle{Name: "cross", Many: "cross",
			Each: []string{"middle", "arm 1", "arm 2"}, Leads: true, Square: true}},
			Default: [][]float64{{1, 2}, {3, 2}, {1, 1}}},
	}}
	if !in.Params[0].FixedPlaces() || placed().Params[1].FixedPlaces() {
		t.Error("what can be added is told")
	}
	g := in.Grips(nil)
	if len(g) != 3 || g[1].Name() != "arm 1 of cross" {
		t.Fatalf("%+v", g)
	}
	if n := len(method.GripLayers(g, -1)); n != 3 {
		t.Errorf("%d layers: what has a name needs no number", n)
	}
	h := in.Params[0].Handle()
	is := func(when string, list, want [][]float64) {
		t.Helper()
		if !reflect.DeepEqual(list, want) {
			t.Errorf("%s: %v, want %v", when, list, want)
		}
	}
	list := [][]float64{{1, 2}, {3, 2}, {1, 1}}
	h.MovePlace(list, 0, 5, 5)
	is("moved by its middle", list, [][]float64{{5, 5}, {7, 5}, {5, 4}})
	h.MovePlace(list, 1, 5, 8)
	is("turned by a quarter", list, [][]float64{{5, 5}, {5, 8}, {6, 5}})
	h.MovePlace(list, 2, 5, 3)
	is("turned by the other arm", list, [][]float64{{5, 5}, {8, 5}, {5, 3}})
	h.MovePlace(list, 2, 5, 5)
	is("an arm without length turns nothing", list, [][]float64{{5, 5}, {8, 5}, {5, 5}})
}
