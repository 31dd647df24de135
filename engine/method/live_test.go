package method

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/doc"
)

// Learned values are assigned to the numbers of the text in order, each with a slider that reaches it; a learned text
// of another form is ignored.
func TestTuning(t *testing.T) {
	numbers := func(v Values) (list []Hyper) {
		for _, word := range strings.Fields(v.String("kernel")) {
			if x, err := strconv.ParseFloat(word, 64); err == nil {
				list = append(list, Hyper{Label: "number", Value: x, Lo: 1, Hi: max(10, x)})
			}
		}
		return list
	}
	one := []Choice{{Value: "1", Label: "One"}}
	in := &Info{ID: "m", Params: []Param{
		{Name: "kernel", Kind: Kernel{}, Default: "2 3", Live: &Live{Hyper: numbers}},
		{Name: "map", Kind: Integer{Range: Range{Max: 9}}, Default: 0.0,
			Live: &Live{Choices: func(Values) []Choice { return one }}, When: &When{Name: "kernel", In: []string{"2 3"}}},
	}}
	lists := []Listed{{"map", one}}
	for _, c := range []struct {
		kernel  string
		learned map[string]any
		want    *Tuning
	}{
		{"2 3", nil, &Tuning{"m", []Tuned{{"kernel", "2 3",
			[]Hyper{{Label: "number", Value: 2, Lo: 1, Hi: 10}, {Label: "number", Value: 3, Lo: 1, Hi: 10}}}}, lists}},
		{"2 3", map[string]any{"kernel": "5 40"}, &Tuning{"m",
			[]Tuned{{"kernel", "2 3", []Hyper{{Label: "number", Value: 2, Lo: 1, Hi: 10, Learned: 5},
				{Label: "number", Value: 3, Lo: 1, Hi: 40, Learned: 40}}}}, lists}},
		{"2 3", map[string]any{"kernel": "5"}, &Tuning{"m",
			[]Tuned{{"kernel", "2 3", []Hyper{{Label: "number", Value: 2, Lo: 1, Hi: 10},
				{Label: "number", Value: 3, Lo: 1, Hi: 10}}}}, lists}},
		{"7", nil, &Tuning{"m", []Tuned{{"kernel", "7", []Hyper{{Label: "number", Value: 7, Lo: 1, Hi: 10}}}}, nil}},
		{"x", nil, nil},
	} {
		v, err := in.Validate(map[string]any{"kernel": c.kernel})
		if err != nil {
			t.Fatal(err)
		}
		if got := in.Tuning(v, c.learned); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q, learned %v:\n got %+v\nwant %+v", c.kernel, c.learned, got, c.want)
		}
	}
}

// The name of a number in a kernel starts with a capital as a title, unless it starts with a term of the kernel's text.
func TestHyperNames(t *testing.T) {
	for _, c := range []struct {
		h                    Hyper
		name, title, heading string
	}{
		{Hyper{Label: "length scale", Symbol: "ℓ"}, "length scale ℓ", "Length scale ℓ", "Length scale"},
		{Hyper{Term: "rbf", Label: "length scale", Symbol: "ℓ"}, "rbf: length scale ℓ", "rbf: length scale ℓ",
			"rbf: length scale"},
		{Hyper{Label: "γ", Symbol: "γ"}, "γ", "γ", "γ"},
	} {
		if name, title, heading := c.h.Name(), c.h.Title(), c.h.Heading(); name != c.name || title != c.title ||
			heading != c.heading {
			t.Errorf("%+v: %q, %q, %q", c.h, name, title, heading)
		}
	}
}

// Names belong to class ids, of which the data may have only some.
func TestClassNames(t *testing.T) {
	p, err := NewProblem([]doc.Point{{Z: 3}, {Z: 1}, {Z: 5}}, Classify, 0)
	if err != nil {
		t.Fatal(err)
	}
	p.Names = doc.Names{Classes: []string{"a", "b", "c", "d"}}
	if got := [3]string{p.ClassName(0), p.ClassName(1), p.ClassName(2)}; got != [3]string{"b", "d", "class 6"} {
		t.Errorf("classes are called %q", got)
	}
	if got := p.ClassNames(); !reflect.DeepEqual(got, []string{"b", "d", "Class 6"}) {
		t.Errorf("rows are called %q", got)
	}
}

// The subscript of a class is its number, or its name if that is a number, as for digits.
func TestClassIndex(t *testing.T) {
	p := &Problem{ClassIDs: []int{0, 3}}
	if a, b := p.ClassIndex(0), p.ClassIndex(1); a != "1" || b != "4" {
		t.Errorf("without names %s and %s", a, b)
	}
	p.Names.Classes = []string{"0", "1", "2", "3"}
	if a, b := p.ClassIndex(0), p.ClassIndex(1); a != "0" || b != "3" {
		t.Errorf("of digits %s and %s", a, b)
	}
	p.Names.Classes = []string{"setosa", "", "", "2.5"}
	if a, b := p.ClassIndex(0), p.ClassIndex(1); a != "1" || b != "4" {
		t.Errorf("of names that are no whole numbers %s and %s", a, b)
	}
}
