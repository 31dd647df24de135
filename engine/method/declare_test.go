package method

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"pointscape/engine/doc"
)

// sample declares one parameter of each kind, and nested conditions.
func sample() *Info {
	return &Info{
		ID: "sample", Name: "Sample", Task: Classify,
		Params: []Param{
			{Name: "kernel", Kind: Kernel{Choices: []Choice{{Value: "linear"}, {Value: "poly"}, {Value: "rbf"}}},
				Default: "rbf"},
			{Name: "degree", Kind: Integer{Range: Range{Min: 1, Max: 20}}, Default: 3.0,
				When: &When{Name: "kernel", In: []string{"poly"}}},
			{Name: "tune", Kind: Bool{}, Default: true, When: &When{Name: "kernel", In: []string{"poly", "*"}}},
			{Name: "gamma", Kind: Number{Range: Range{MinOpen: true, Max: 10}}, Default: 1.0,
				When: &When{Name: "tune", In: []string{"false"}}},
			{Name: "free", Kind: Number{}, Default: 0.0},
			{Name: "domain", Kind: Choose{Choices: []Choice{{Value: "classes"}, {Value: "line", Task: Regress},
				{Value: "plane", Task: Regress2D}}}, Default: "classes"},
			{Name: "list", Kind: Numbers{Range: Range{Min: 0, Max: 1}}, Default: []float64{}},
			{Name: "sizes", Kind: Numbers{Range: Range{Min: 1, Max: 16}, List: List{MinLen: 1, MaxLen: 3}, Whole: true},
				Default: []float64{8}},
			{Name: "third", Kind: Bool{}, Default: false, When: &When{Name: "degree", In: []string{"3"}}},
		},
		Shows: []Show{{Name: "regions", On: true}, {Name: "margins"}},
	}
}

func TestValidate(t *testing.T) {
	in := sample()
	v, err := in.Validate(map[string]any{"degree": 5.0, "list": []float64{0, 1}, "tune": nil})
	if err != nil {
		t.Fatal(err)
	}
	if v.String("kernel") != "rbf" || v.Int("degree") != 5 || !v.Bool("tune") || v.Float("gamma") != 1 ||
		!reflect.DeepEqual(v.Floats("list"), []float64{0, 1}) {
		t.Errorf("got %+v", v)
	}
	for _, c := range []struct {
		name string
		x    any
		says string // what the message must contain; "" = the value is valid
	}{
		{"kernel", "poly", ""}, {"kernel", "rbf(0.2) + linear()", ""}, {"kernel", " ", "rbf"},
		{"kernel", 1.0, "or a kernel expression"},
		{"degree", 1.0, ""}, {"degree", 20.0, ""}, {"degree", 0.0, "at least 1 and at most 20"},
		{"degree", 21.0, "whole number"}, {"degree", 2.5, "whole number"}, {"degree", "3", "whole number"},
		{"tune", false, ""}, {"tune", "true", "true or false"},
		{"gamma", 1e-300, ""}, {"gamma", 10.0, ""}, {"gamma", 0.0, "greater than 0 and at most 10"},
		{"gamma", 10.5, "at most 10"}, {"gamma", math.NaN(), "a number"}, {"gamma", math.Inf(1), "a number"},
		{"free", -1e300, ""}, {"free", math.Inf(-1), "a number"},
		{"domain", "plane", ""}, {"domain", "Plane", "one of classes, line, plane"},
		{"list", []float64{0.5}, ""}, {"list", []float64{0.5, 1.5}, "1.5"}, {"list", 0.5, "a list of numbers"},
		{"sizes", []float64{16}, ""}, {"sizes", []float64{1, 2, 3}, ""},
		{"sizes", []float64{8, 2.5}, "a list of 1 to 3 whole numbers, each at least 1 and at most 16; got 2.5"},
		{"sizes", []float64{17}, "got 17"},
		{"sizes", []float64{}, "a list of 1 to 3 whole numbers"},
		{"sizes", []float64{1, 2, 3, 4}, "at most 16; got [1 2 3 4]"}, {"sizes", 8.0, "a list of 1 to 3"},
		{"gama", 1.0, "a parameter of Sample (kernel, degree, tune, gamma, free, domain, list, sizes, third)"},
	} {
		_, err := in.Validate(map[string]any{c.name: c.x})
		var de *doc.Error
		switch {
		case c.says == "" && err != nil:
			t.Errorf("%s = %v: %v", c.name, c.x, err)
		case c.says != "" && (!errors.As(err, &de) || de.Field != "params."+c.name || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s = %v: got %v; want an error of that field with %q", c.name, c.x, err, c.says)
		}
	}
}

// A parameter applies if its condition holds and the parameter that it depends on applies itself.
func TestAppliesNests(t *testing.T) {
	in := sample()
	for _, c := range []struct {
		param  string
		params map[string]any
		want   bool
	}{
		{"kernel", nil, true},
		{"degree", nil, false},
		{"degree", map[string]any{"kernel": "poly"}, true},
		{"tune", nil, false},
		{"tune", map[string]any{"kernel": "rbf(1)"}, true}, // "*": an expression that is not a choice
		{"tune", map[string]any{"kernel": "linear"}, false},
		{"gamma", map[string]any{"tune": false}, false}, // tune itself does not apply
		{"gamma", map[string]any{"tune": false, "kernel": "poly"}, true},
		{"gamma", map[string]any{"tune": true, "kernel": "poly"}, false},
		{"gamma", map[string]any{"kernel": "poly"}, false}, // poly is the default
		{"third", map[string]any{"kernel": "poly"}, true},
		{"third", map[string]any{"kernel": "poly", "degree": 4.0}, false},
		{"third", map[string]any{"degree": 3.0}, false},
	} {
		if got := in.Applies(in.Param(c.param).When, c.params); got != c.want {
			t.Errorf("%s with %v applies: %v", c.param, c.params, got)
		}
	}
	if in.Applies(&When{Name: "no_such", In: []string{"true"}}, nil) ||
		in.Applies(&When{Name: "no_such", Not: true}, nil) {
		t.Error("a condition on what is not declared holds")
	}
	// Conditions with And, Or and Not; lists.
	poly, plane := When{Name: "kernel", In: []string{"poly"}}, When{Name: "domain", In: []string{"plane"}}
	both, either, other, unset := poly, poly, plane, When{Name: "list", In: []string{""}}
	both.And, either.Or, other.Not = &plane, &plane, true
	neither := both
	neither.Or = &When{Name: "free", In: []string{"7"}}
	for _, c := range []struct {
		w    *When
		list map[bool][]map[string]any
	}{
		{&both, map[bool][]map[string]any{true: {{"kernel": "poly", "domain": "plane"}},
			false: {nil, {"kernel": "poly"}, {"domain": "plane"}}}},
		{&either, map[bool][]map[string]any{true: {{"kernel": "poly"}, {"domain": "plane"}}, false: {nil}}},
		{&neither, map[bool][]map[string]any{true: {{"free": 7.0}, {"kernel": "poly", "domain": "plane"}},
			false: {nil, {"kernel": "poly"}}}},
		{&other, map[bool][]map[string]any{true: {nil, {"domain": "line"}}, false: {{"domain": "plane"}}}},
		{&unset, map[bool][]map[string]any{true: {nil, {"list": []float64{}}, {"list": []any{}}},
			false: {{"list": []float64{0.5}}, {"list": []any{0.0}}}}},
	} {
		for want, list := range c.list {
			for _, params := range list {
				if in.Applies(c.w, params) != want {
					t.Errorf("%+v with %v applies: %v", *c.w, params, !want)
				}
			}
		}
	}
}

func TestShown(t *testing.T) {
	in := sample()
	for _, c := range []struct {
		show []string
		want Shown
	}{
		{nil, Shown{"regions": true, "margins": false}},
		{[]string{}, Shown{}},
		{[]string{"margins"}, Shown{"margins": true}},
	} {
		if got, err := in.Shown(c.show); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: %v, %v", c.show, got, err)
		}
	}
	var de *doc.Error
	if _, err := in.Shown([]string{"margins", "ticks"}); !errors.As(err, &de) || de.Field != "view.show" ||
		!strings.Contains(err.Error(), "regions, margins") {
		t.Errorf("got %v", err)
	}
}

func TestTaskOf(t *testing.T) {
	in := sample()
	for value, want := range map[any]Task{nil: Classify, "classes": Classify, "line": Regress, "plane": Regress2D,
		"nonsense": Classify, 3.0: Classify} {
		params := map[string]any{}
		if value != nil {
			params["domain"] = value
		}
		if got := in.TaskOf(params); got != want {
			t.Errorf("%v: %s, want %s", value, got, want)
		}
	}
	in.Param("domain").Default = "line"
	if got := in.TaskOf(nil); got != Regress {
		t.Errorf("by default: %s", got)
	}
	if name, value, ok := in.ChoiceFor(Regress2D); name != "domain" || value != "plane" || !ok {
		t.Errorf("for the plane: %s = %s, %v", name, value, ok)
	}
	if _, _, ok := in.ChoiceFor(Cluster); ok {
		t.Error("there is a choice for clusters")
	}
	if Classify.Plane() != true || Regress.Plane() != false || Regress2D.Plane() != true {
		t.Error("which tasks are of the plane?")
	}
}

func TestValues(t *testing.T) {
	in := sample()
	make := func(params map[string]any) Values {
		v, err := in.Validate(params)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	a, b := make(nil), make(map[string]any{"gamma": 2.0})
	if a.Equal(b) || !a.Equal(b, "kernel", "list") || a.Equal(b, "kernel", "gamma") || !a.Equal(make(nil)) {
		t.Error("Equal is wrong about gamma")
	}
	if l := make(map[string]any{"list": []float64{0.5}}); a.Equal(l) ||
		l.Equal(make(map[string]any{"list": []float64{0.25}})) || !l.Equal(make(map[string]any{"list": []float64{0.5}})) {
		t.Error("Equal is wrong about lists")
	}
	if c := a.With("gamma", 2.0); !c.Equal(b) || a.Float("gamma") != 1 {
		t.Error("With changes the values that it copies, or not the copy")
	}
	var read []string
	n := a.Noting(func(name string) { read = append(read, name) }).With("gamma", 3.0)
	if n.Float("gamma") != 3 || n.Int("degree") != 3 ||
		!reflect.DeepEqual(read[len(read)-2:], []string{"gamma", "degree"}) {
		t.Errorf("noted %v", read)
	}
	panics := func(what string, f func()) {
		t.Helper()
		defer func() {
			if x := recover(); x == nil || !strings.Contains(x.(string), "gama") {
				t.Errorf("%s of a name that is not declared: %v", what, x)
			}
		}()
		f()
	}
	panics("Float", func() { a.Float("gama") })
	panics("With", func() { a.With("gama", 1.0) })
	panics("Equal", func() { a.Equal(b, "kernel", "gama") })
}

func TestNewProblem(t *testing.T) {
	pts := []doc.Point{{X: 1, Y: 2, Z: 5}, {X: 3, Y: 4, Z: -1}, {X: 5, Y: 6, Z: 2}, {X: 7, Y: 8, Z: 5}}
	p, err := NewProblem(pts, Classify, 9)
	if err != nil {
		t.Fatal(err)
	}
	want := &Problem{N: 3, D: 2, X: []float64{1, 2, 5, 6, 7, 8}, Class: []int{1, 0, 1}, ClassIDs: []int{2, 5},
		Row: []int{0, 2, 3}, Seed: 9, Task: Classify}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("classes: %+v", p)
	}
	if p.Ordinal(1) != 2 || p.Number(1) != 3 || ClassNumber(p.ClassIDs[0]) != 3 ||
		!reflect.DeepEqual(p.Ordinals([]int{2, 0}), []int{3, 0}) || !reflect.DeepEqual(p.At(1), []float64{5, 6}) {
		t.Errorf("row 1 is point %d, number %d", p.Ordinal(1), p.Number(1))
	}
	for task, want := range map[Task]*Problem{
		Regress:   {N: 4, D: 1, X: []float64{1, 3, 5, 7}, Y: []float64{2, 4, 6, 8}},
		Regress2D: {N: 4, D: 2, X: []float64{1, 2, 3, 4, 5, 6, 7, 8}, Y: []float64{5, -1, 2, 5}},
		Cluster:   {N: 4, D: 2, X: []float64{1, 2, 3, 4, 5, 6, 7, 8}, Targets: Targets{Labels: []int{5, -1, 2, 5}}},
		Embed:     {N: 4, D: 2, X: []float64{1, 2, 3, 4, 5, 6, 7, 8}},
	} {
		want.Task = task
		if p, err := NewProblem(pts, task, 0); err != nil || !reflect.DeepEqual(p, want) {
			t.Errorf("%s: %+v, %v", task, p, err)
		}
	}
	if p, err := NewProblem([]doc.Point{{Z: 0.5}}, Cluster, 0); err != nil || p.Labels != nil {
		t.Errorf("values are no labels: %+v, %v", p, err)
	}
	all := []doc.Point{{Z: doc.MaxClass}, {Z: 0}}
	if p, err := NewProblem(all, Classify, 0); err != nil || p.Row != nil ||
		!reflect.DeepEqual(p.ClassIDs, []int{0, doc.MaxClass}) {
		t.Errorf("every point has a class: %+v, %v", p, err)
	}
	for _, z := range []float64{doc.MaxClass + 1, -2, 0.5} {
		var de *doc.Error
		if _, err := NewProblem([]doc.Point{{}, {Z: z}}, Classify, 0); !errors.As(err, &de) || de.Field != "points[1]" ||
			de.Want != "a class from 0 to 11, or -1 for none" {
			t.Errorf("class %v: %v", z, err)
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), 1.1 * doc.MaxCoord, -1.1 * doc.MaxCoord} {
		var de *doc.Error
		if _, err := NewProblem([]doc.Point{{}, {}, {Y: x}}, Regress, 0); !errors.As(err, &de) || de.Field != "points[2]" {
			t.Errorf("coordinate %v: %v", x, err)
		}
	}
	if _, err := NewProblem([]doc.Point{{X: doc.MaxCoord, Y: -doc.MaxCoord}}, Regress, 0); err != nil {
		t.Errorf("the largest coordinates: %v", err)
	}
}

func TestPriors(t *testing.T) {
	in := &Info{Name: "Sample", Params: []Param{PriorsParam()}}
	p := &Problem{ClassIDs: []int{0, 3}, Class: []int{0, 1, 1, 1}}
	for _, c := range []struct{ given, want []float64 }{{nil, []float64{0.25, 0.75}},
		{[]float64{0.5, 0.5}, []float64{0.5, 0.5}}, {[]float64{0.1, 0.3}, []float64{0.25, 0.75}}, {[]float64{1}, nil}} {
		params := map[string]any{}
		if c.given != nil {
			params["priors"] = c.given
		}
		v, err := in.Validate(params)
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Priors(v)
		var de *doc.Error
		if c.want == nil {
			if !errors.As(err, &de) || de.Field != "params.priors" {
				t.Errorf("%v: %v", c.given, err)
			}
			continue
		}
		for k := range c.want {
			if err != nil || math.Abs(got[k]-c.want[k]) > 1e-15 {
				t.Errorf("%v: %v, %v", c.given, got, err)
				break
			}
		}
	}
}
