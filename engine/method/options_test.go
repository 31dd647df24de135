package method

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/json"
)

func layered() Info {
	return Info{ID: "layered", Name: "Layered", Task: Classify, Params: []Param{
		{Name: "sizes", Kind: Numbers{Range: Range{Min: 1, Max: 32}, List: List{MaxLen: 4, Entry: "layer"}, Whole: true},
			Default: []float64{8}},
		{Name: "activations", Kind: Options{List: List{Per: "sizes", Entry: "layer", MinLen: 1},
			Choices: []Choice{{Value: "tanh"}, {Value: "relu"}, {Value: "elu"}}}, Default: []string{"tanh"}},
		{Name: "alpha", Kind: Numbers{Range: Range{Min: 0, Max: 9}, List: List{Per: "sizes", More: 1, MinLen: 1, MaxLen: 5}},
			Default: []float64{0.5}},
		{Name: "inputs", Kind: Options{List: List{MinLen: 1}, Distinct: true,
			Choices: []Choice{{Value: "x1"}, {Value: "x2"}, {Value: "sin"}}}, Default: []string{"x1", "x2"}},
		{Name: "wave", Kind: Number{Range: Range{Min: 0, Max: 2}}, Default: 1.0,
			When: &When{Name: "inputs", In: []string{"sin"}}},
	}}
}

func TestOptions(t *testing.T) {
	in := layered()
	for _, c := range []struct {
		params      map[string]any
		activations []string
		alpha       []float64
		inputs      []string
	}{
		{nil, []string{"tanh"}, []float64{0.5, 0.5}, []string{"x1", "x2"}},
		{map[string]any{"sizes": []float64{4, 4, 2}, "activations": []string{"relu", "elu"}, "alpha": []float64{1, 2}},
			[]string{"relu", "elu", "elu"}, []float64{1, 2, 2, 2}, []string{"x1", "x2"}},
		// A default is shortened, and a set is in the order of the choices.
		{map[string]any{"sizes": []float64{}, "inputs": []string{"sin", "x1"}}, []string{}, []float64{0.5},
			[]string{"x1", "sin"}},
	} {
		v, err := in.Validate(c.params)
		if err != nil {
			t.Fatalf("%v: %v", c.params, err)
		}
		if a, b, d := v.Strings("activations"), v.Floats("alpha"), v.Strings("inputs"); !slices.Equal(a, c.activations) ||
			!slices.Equal(b, c.alpha) || !slices.Equal(d, c.inputs) {
			t.Errorf("%v: %v %v %v", c.params, a, b, d)
		}
	}
	for _, c := range []struct {
		params      map[string]any
		field, want string
	}{
		{map[string]any{"activations": []string{"tanh", "relu"}}, "params.activations", "a list of at most 1, the value " +
			"of sizes"},
		{map[string]any{"alpha": []float64{1, 2, 3}}, "params.alpha", "a list of at most 2, the value of sizes"},
		{map[string]any{"activations": []string{}}, "params.activations", "a list of at least 1 choices, each one of " +
			"tanh, relu, elu"},
		{map[string]any{"sizes": []float64{1, 1, 1}, "activations": []string{"tanh", "relu", "Elu"}}, "params.activations[2]",
			"one of tanh, relu, elu"},
		{map[string]any{"inputs": []string{"x1", "x1"}}, "params.inputs[1]", "different from the ones before it"},
		{map[string]any{"inputs": "x1"}, "params.inputs", "a list of at least 1 different choices, each one of x1, x2, sin"},
	} {
		_, err := in.Validate(c.params)
		var de *doc.Error
		if !errors.As(err, &de) || de.Field != c.field || de.Want != c.want {
			t.Errorf("%v: %v, want %s: %s", c.params, err, c.field, c.want)
		}
	}
	if p := in.Param("wave"); in.Applies(p.When, nil) || !in.Applies(p.When, map[string]any{"inputs": []string{"sin"}}) {
		t.Error("a condition does not see what is in a set")
	}
	a, _ := in.Validate(nil)
	if b, _ := in.Validate(map[string]any{"inputs": []string{"x1"}}); a.Equal(b) ||
		!a.Equal(a.With("inputs", []string{"x1", "x2"})) {
		t.Error("sets are not compared by what is in them")
	}
}

// Shortening a list removes what belongs to the removed entries.
func TestFitted(t *testing.T) {
	in := layered()
	for _, c := range []struct{ params, want map[string]any }{
		{map[string]any{"sizes": []float64{3}, "activations": []string{"relu", "elu"}, "alpha": []float64{1, 2, 3}},
			map[string]any{"sizes": []float64{3}, "activations": []string{"relu"}, "alpha": []float64{1, 3}}},
		{map[string]any{"sizes": []float64{}, "activations": []string{"relu"}, "alpha": []float64{1}},
			map[string]any{"sizes": []float64{}, "alpha": []float64{1}}},
		{map[string]any{"sizes": []float64{1, 1}, "activations": []string{"relu"}},
			map[string]any{"sizes": []float64{1, 1}, "activations": []string{"relu"}}},
	} {
		if got := in.Fitted("sizes", c.params); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v became %v, want %v", c.params, got, c.want)
		}
	}
	// The same holds for a method that is a parameter.
	of := Info{ID: "bag", Params: []Param{Param{Name: "estimator", Kind: Estimators{List: List{Entry: "base"}, One: true},
		Default: doc.Estimator{Method: "layered"}}.Among([]Method{{Info: in}})}}
	params := map[string]any{"estimator": doc.Estimator{Method: "layered",
		Params: map[string]any{"sizes": []float64{3, 3}, "activations": []string{"relu", "elu"}}}}
	const at = "estimator.params."
	p := of.ParamAt(at+"activations", params)
	if n, ok := of.Entries(p, params); !ok || n != 2 {
		t.Errorf("%d entries, %v", n, ok)
	}
	params = of.Fitted(at+"sizes", of.With(params, at+"sizes", []float64{3}))
	if got := of.Whole(p, params); !slices.Equal(got, []string{"relu"}) {
		t.Errorf("the choices within are %v", got)
	}
}

// Declarations and values decoded from JSON mean the same.
func TestOptionsAsData(t *testing.T) {
	b, err := json.Marshal([]Info{layered()})
	if err != nil {
		t.Fatal(err)
	}
	var list []Info
	if err := json.Unmarshal(b, &list); err != nil {
		t.Fatal(err)
	}
	Link(list)
	if got := list[0].Whole(list[0].Param("activations"), map[string]any{"sizes": []float64{1, 1}}); !slices.Equal(got,
		[]string{"tanh", "tanh"}) {
		t.Errorf("the choices are %v", got)
	}
	var x any
	if err := json.Unmarshal([]byte(`["relu","elu"]`), &x); err != nil ||
		!SameValue(ValueOf(x), []string{"relu", "elu"}) || SameValue(ValueOf(x), []string{"relu"}) {
		t.Errorf("%v became %v", x, ValueOf(x))
	}
}
