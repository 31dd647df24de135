package golden

import (
	"slices"
	"strings"
	"testing"
)

func TestSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"fact error = 0.5", "fact error = 0.5004", true},
		{"fact error = 0.5", "fact error = 0.7", false},
		{"fact error = 0.5", "fact errors = 0.5", false},
		{"fact error = 0.5", "fact error = -0.5", false},
		{"after 57 steps", "after 58 steps", false},
		{"after 57 steps", "after 57 steps.", false},
		{"values 1 2 3", "values 1 2", false},
		{"value 1", "value 0.99999", true},
		{"gap 1.2e-13", "gap -3e-9", true},
		{"at 120.5,33.1", "at 120.7,32.9", true},
		{"at 120.5,33.1", "at 122.5,33.1", false},
		{"at 0.1,-0.1", "at -0.1,0.1", true},
		{"at 0.1 -0.1", "at -0.1 0.1", false},
		{"    ±0.02  0.5 -0.3", "    ±0.02  0.51 -0.31", true},
		{"    ±0.02  0.5 -0.3", "    ±0.02  0.5 -0.33", false},
		{"    ±0.02  0.5", "    ±0.03  0.5", true},
		{"    ±0.02  0.5", "    ±0.5  0.5", false},
		{"new:     plane veil ±0.02: mean 0.5", "new:     plane veil ±0.02: mean 0.51", true},
		{`key "margin, f = ±1": line of margin`, `key "margin, f = ±2": line of margin`, false},
		{"class 1, probability 0.75", "class 2, probability 0.75", false},
	} {
		if got := Same(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
		if Same(c.a, c.b) != Same(c.b, c.a) {
			t.Errorf("%q and %q: the order matters", c.a, c.b)
		}
	}
}

func TestChange(t *testing.T) {
	old := strings.Split("a 1|layer x|    of x|b 2|c 3", "|")
	fresh := strings.Split("a 1|b 2|layer y|    of y|c 4", "|")
	want := strings.Split("- layer x|+ layer y|+     of y|- c 3|+ c 4", "|")
	got := Change(old, fresh)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if got := Change(old, old); len(got) != 0 {
		t.Errorf("of the same text: %q", got)
	}
}

// A change leaves out lines that are the same within their tolerance, and the numbers of lines that are gone.
func TestChanged(t *testing.T) {
	old := []Line{{Text: "a 0.5"}, {Text: "path " + word("key", "the line") + ", 3 long"},
		{Text: "    1.0,2.0", Detail: true}}
	fresh := []Line{{Text: "a 0.5001"}, {Text: "path of another"}, {Text: "    1.0,9.0", Detail: true}}
	var got []string
	for _, l := range Changed(old, fresh) {
		got = append(got, plain(l.Text))
	}
	want := []string{"gone: path the line, # long", "new: path of another", "new:     1.0,9.0"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
