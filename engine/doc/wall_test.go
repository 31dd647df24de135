package doc

import (
	"reflect"
	"strings"
	"testing"
)

// A wall reads back as written, in a unique form; a document without one is written without the field.
func TestWalls(t *testing.T) {
	for _, w := range []*Wall{
		{Over: "C", Values: []any{0.1, 1.0}},
		{Over: "kernel", Values: []any{"rbf", "linear"}},
		{Over: "hard", Values: []any{true, false}},
		{Over: "layers", Values: []any{[]float64{8, 8}, []float64{2}}},
		{Over: WallSteps, Values: []any{1.0, 5.0}},
		{Over: WallClasses, Values: []any{0.0, 2.0}},
		{Over: WallProba, Values: []any{0.0, 2.0}},
		{Over: WallData + "noise", Values: []any{0.0, 0.5}},
		{Over: WallMethods, Values: []any{"svm", "knn"}, Params: map[string]map[string]any{"knn": {"k": 3.0, "w": "u"}}},
	} {
		d := Document{Method: "svm", Params: map[string]any{}, Wall: w}
		b, err := Encode(d)
		if err != nil {
			t.Fatalf("%+v: %v", w, err)
		}
		back, err := Decode(b)
		if err != nil || !reflect.DeepEqual(back.Wall, w) || !back.Wall.Equal(w) {
			t.Errorf("%s became %+v, %v", b, back.Wall, err)
		}
		c := d.Clone()
		c.Wall.Values[0] = 99.0
		if list, ok := w.Values[0].([]float64); ok {
			c = d.Clone()
			c.Wall.Values[0].([]float64)[0] = 99
			if list[0] == 99 {
				t.Error("a clone shares a list")
			}
		}
		if w.Params != nil {
			if c.Wall.Params["knn"]["k"] = 9.0; w.Params["knn"]["k"] == 9.0 {
				t.Error("a clone shares its parameters")
			}
		}
		if reflect.DeepEqual(w.Values[0], 99.0) {
			t.Error("a clone shares its values")
		}
	}
	if b, _ := Encode(Document{Method: "svm"}); strings.Contains(string(b), "wall") {
		t.Errorf("%s", b)
	}
	if (*Wall)(nil).Equal(&Wall{}) || !(*Wall)(nil).Equal(nil) || (&Wall{Over: "C"}).Equal(&Wall{Over: "k"}) {
		t.Error("different walls are equal")
	}
}

func TestWallsAreValidated(t *testing.T) {
	for text, want := range map[string]string{
		`{"over":"C","values":[]}`:                              "wall.values must be a list of 1 to 12 values; got",
		`{"over":"C"}`:                                          "wall.values must be a list of 1 to 12 values; got",
		`{"values":[1]}`:                                        "wall.over must be",
		`{"over":"C","values":[1,2],"cols":3}`:                  "wall.cols must be a field of wall (over, values, params)",
		`{"over":"C","values":[NaN]}`:                           "wall.values[0] must be",
		`{"over":"view.step","values":[1.5]}`:                   "wall.values[0] must be a whole number from 0 to 1000000000; got 1.5",
		`{"over":"view.proba","values":[12]}`:                   "wall.values[0] must be a class, counted from 0 to 11; got 12",
		`{"over":"classes","values":[12]}`:                      "wall.values[0] must be a class, counted from 0 to 11; got 12",
		`{"over":"methods","values":[3]}`:                       "wall.values[0] must be",
		`{"over":"data.size","values":[3]}`:                     "wall.over must be one of view.step, methods, classes, view.proba, data.n",
		`{"over":"data.n","values":["many"]}`:                   "wall.values[0] must be a number; got",
		`{"over":"data.n","values":[0.5]}`:                      "wall.values[0] must be a whole number from 0 to 100000; got 0.5",
		`{"over":"data.noise","values":[-1]}`:                   "wall.values[0] must be a number from 0 to",
		`{"over":"C","values":[1],"params":{"a":{}}}`:           "",
		`{"over":"C","values":[1],"params":{"a":{"b":1}}}`:      "wall.params must be given where wall.over is methods",
		`{"over":"C","values":[1,2,3,4,5,6,7,8,9,10,11,12,13]}`: "wall.values must be",
	} {
		_, err := Decode([]byte(`{"version":1,"method":"svm","wall":` + text + `}`))
		if got := ""; err != nil {
			got = err.Error()
			if !strings.HasPrefix(got, want) || want == "" {
				t.Errorf("%s: %s, want %s", text, got, want)
			}
		} else if want != "" {
			t.Errorf("%s is taken, want %s", text, want)
		}
	}
}

// One of the pictures is the document's own; if none of the values is its own, it is the first picture.
func TestCells(t *testing.T) {
	three := 3
	for name, c := range map[string]struct {
		d    Document
		def  any
		want []Cell
	}{
		"among them": {Document{Params: map[string]any{"C": 1.0}, Wall: &Wall{Over: "C", Values: []any{0.1, 1.0, 10.0}}}, nil,
			[]Cell{{0.1, false}, {1.0, true}, {10.0, false}}},
		"by default": {Document{Wall: &Wall{Over: "C", Values: []any{0.1, 1.0}}}, 1.0, []Cell{{0.1, false}, {1.0, true}}},
		"elsewhere": {Document{Params: map[string]any{"C": 5.0}, Wall: &Wall{Over: "C", Values: []any{0.1, 1.0}}}, nil,
			[]Cell{{5.0, true}, {0.1, false}, {1.0, false}}},
		"twice":   {Document{Wall: &Wall{Over: "C", Values: []any{1.0, 1.0}}}, 1.0, []Cell{{1.0, true}, {1.0, false}}},
		"the end": {Document{Wall: &Wall{Over: WallSteps, Values: []any{1.0}}}, nil, []Cell{{nil, true}, {1.0, false}}},
		"a step": {Document{View: View{Step: &three}, Wall: &Wall{Over: WallSteps, Values: []any{1.0, 3.0}}}, nil,
			[]Cell{{1.0, false}, {3.0, true}}},
		"methods": {Document{Method: "b", Wall: &Wall{Over: WallMethods, Values: []any{"a", "b"}}}, nil,
			[]Cell{{"a", false}, {"b", true}}},
		"a map of none of them": {Document{Wall: &Wall{Over: WallProba, Values: []any{0.0}}}, nil,
			[]Cell{{nil, true}, {0.0, false}}},
		"a map": {Document{View: View{Proba: ptr(1)}, Wall: &Wall{Over: WallProba, Values: []any{0.0, 1.0}}}, nil,
			[]Cell{{0.0, false}, {1.0, true}}},
		"classes": {Document{Wall: &Wall{Over: WallClasses, Values: []any{0.0}}}, nil, []Cell{{nil, true}, {0.0, false}}},
		"n": {Document{Dataset: &Dataset{N: 10}, Wall: &Wall{Over: WallData + "n", Values: []any{10.0, 40.0}}}, nil,
			[]Cell{{10.0, true}, {40.0, false}}},
		"no recipe": {Document{Wall: &Wall{Over: WallData + "n", Values: []any{10.0}}}, nil,
			[]Cell{{nil, true}, {10.0, false}}},
	} {
		if got := c.d.Cells(c.def); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if d := (Document{}); d.Cells(nil) != nil {
		t.Error("a document without a wall has pictures beside its own")
	}
}

// The document of a picture has the picture's value, and the original is unchanged.
func TestTheDocumentOfACell(t *testing.T) {
	d := Document{
		Method:  "svm",
		Params:  map[string]any{"C": 1.0},
		Points:  []Point{{Z: 0}, {Z: 1}, {Z: 2}, {Z: Unlabeled}},
		Dataset: &Dataset{Name: "blobs", N: 4, Noise: 0.1, Seed: 3},
	}
	at := func(over string, v any, params map[string]map[string]any) Document {
		t.Helper()
		d := d
		d.Wall = &Wall{Over: over, Values: []any{v}, Params: params}
		n, err := d.At(Cell{Value: v})
		if err != nil {
			t.Fatal(err)
		}
		if n.Wall != nil {
			t.Error("a picture of a wall has a wall itself")
		}
		return n
	}
	if n := at("C", 9.0, nil); n.Params["C"] != 9.0 || d.Params["C"] != 1.0 || len(n.Points) != 4 {
		t.Errorf("%+v", n)
	}
	if n := at(WallSteps, 7.0, nil); *n.View.Step != 7 || d.View.Step != nil {
		t.Errorf("%+v", n)
	}
	if n := at(WallMethods, "knn", map[string]map[string]any{"knn": {"k": 3.0}}); n.Method != "knn" ||
		n.Params["k"] != 3.0 ||
		n.Params["C"] != nil {
		t.Errorf("%+v", n)
	}
	if n := at(WallData+"noise", 0.5, nil); n.Dataset.Noise != 0.5 || d.Dataset.Noise != 0.1 || n.Points != nil {
		t.Errorf("%+v", n)
	}
	if n := at(WallProba, 2.0, nil); *n.View.Proba != 2 || d.View.Proba != nil || n.Wall != nil {
		t.Errorf("a map: %+v, from %+v", n.View, d.View)
	}
	n := at(WallClasses, 1.0, nil)
	// Classes 0, 1 and 2 are taken: the rest is 3, whichever class it is compared with.
	want := []Point{{Z: 3}, {Z: 1}, {Z: 3}, {Z: Unlabeled}}
	if !reflect.DeepEqual(n.Points, want) || n.Names.Class(3) != "the rest" ||
		n.Names.Class(0) != d.Names.Class(0) || d.Points[2].Z != 2 || n.Dataset != nil {
		t.Errorf("class 1 against the rest is %+v", n)
	}
	if n := at(WallClasses, 0.0, nil); n.Points[0].Z != 0 || n.Points[2].Z != 3 {
		t.Errorf("class 0 against the rest is %+v", n.Points)
	}
	d.Dataset = nil
	d.Wall = &Wall{Over: WallData + "noise", Values: []any{0.5}}
	if _, err := d.At(Cell{Value: 0.5}); err == nil || err.Field != "wall.over" {
		t.Errorf("points of no recipe: %v", err)
	}
}

// A value that was the document's own follows its edits; the others stay.
func TestAWallFollows(t *testing.T) {
	w := &Wall{Over: "C", Values: []any{0.1, 1.0}}
	old := Document{Params: map[string]any{"C": 1.0}, Wall: w}
	now := Document{Params: map[string]any{"C": 2.0}, Wall: w}
	if got := now.Followed(&old, nil, nil); !reflect.DeepEqual(got.Values, []any{0.1, 2.0}) || w.Values[1] != 1.0 {
		t.Errorf("%v", got.Values)
	}
	apart := Document{Params: map[string]any{"C": 5.0}, Wall: w}
	if got := now.Followed(&apart, nil, nil); !reflect.DeepEqual(got.Values, w.Values) {
		t.Errorf("a value that was no picture's own became %v", got.Values)
	}
	other := Document{Params: map[string]any{"C": 1.0}, Wall: &Wall{Over: "k", Values: []any{1.0}}}
	if got := now.Followed(&other, nil, nil); !reflect.DeepEqual(got.Values, w.Values) {
		t.Errorf("another wall became %v", got.Values)
	}
}

// The documents of pictures and runs with another method have no study, no runs and no View.Part.
func TestOtherMethodsAreAlone(t *testing.T) {
	d := Document{Method: "svm", Study: &Study{Folds: 5}, View: View{Part: 2}, Points: []Point{{}, {}, {}},
		Split: ByHand("t.."), Dataset: &Dataset{Name: "moons", N: 3},
		Wall: &Wall{Over: WallMethods, Values: []any{"knn"}},
		Runs: &Runs{Of: []Run{{Name: "a", Method: "knn"}}, Sizes: []float64{10}}}
	if n, err := d.At(Cell{Value: "knn"}); err != nil || n.Study != nil || n.View.Part != 0 || n.Runs != nil {
		t.Errorf("%+v, %v", n, err)
	}
	docs, _ := d.RunsOf()
	if n := docs[0]; n.Wall != nil || n.Study != nil || n.View.Part != 0 || !n.Split.IsZero() || n.Dataset.N != 10 {
		t.Errorf("%+v", n)
	}
}
