package doc

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestNamesSay(t *testing.T) {
	n := Names{Classes: []string{"setosa", "", "-1", "1e5", "⚘"}}
	for id, want := range map[int]string{-1: "no class", 0: "setosa", 1: "class 2", 2: "class -1", 3: "class 1e5", 4: "⚘",
		5: "class 6"} {
		if got := n.Class(id); got != want {
			t.Errorf("class %d is called %q, not %q", id, got, want)
		}
	}
	if n.Named(1) || n.Named(9) || n.Named(-1) || !n.Named(4) {
		t.Error("what has a name has none, or the other way round")
	}
}

func TestNamesOverAndBeyond(t *testing.T) {
	recipe := Names{X: "length", Y: "width", Classes: []string{"a", "b", "c"}}
	for name, n := range map[string]Names{
		"nothing": {}, "the same": recipe, "an axis": {X: "height"}, "a value": {Value: "kind"},
		"a class": {Classes: []string{"", "B"}}, "a class more": {Classes: []string{"", "", "", "d"}},
		"all": {X: "1", Y: "2", Value: "3", Classes: []string{"4", "5", "6"}},
	} {
		whole := n.Over(recipe)
		if whole.X == "" || whole.Y == "" || len(whole.Classes) < 3 || whole.Classes[2] == "" {
			t.Errorf("%s: %+v has not what the recipe names", name, whole)
		}
		if back := whole.Beyond(recipe).Over(recipe); !back.Equal(whole) {
			t.Errorf("%s: %+v came back as %+v", name, whole, back)
		}
		if name == "the same" && !whole.Beyond(recipe).IsZero() {
			t.Errorf("%+v is beyond itself", whole.Beyond(recipe))
		}
	}
	// An edit does not change the old names.
	n := recipe.WithClass(1, "B")
	if recipe.Classes[1] != "b" || n.Classes[1] != "B" || n.Classes[2] != "c" {
		t.Errorf("%v became %v", recipe.Classes, n.Classes)
	}
	if n = n.WithClass(2, "").WithClass(1, "").WithClass(0, ""); n.Classes != nil {
		t.Errorf("no names are %q", n.Classes)
	}
}

// The names of a recipe are part of a head, but not of a file or a link unless they were changed.
func TestNamesOfARecipe(t *testing.T) {
	names := Names{X: "length", Classes: []string{"a", "b"}}
	d := Document{Method: "knn", Params: map[string]any{}, Dataset: &Dataset{Name: "iris", Names: names}, Names: names}
	if b, err := Encode(d); err != nil || string(b) != `{"version":1,"method":"knn","dataset":{"name":"iris"}}` {
		t.Errorf("%v %s", err, b)
	}
	d.Names = d.Names.WithClass(1, "B")
	if b, err := Encode(d); err != nil || string(
		b) != `{"version":1,"method":"knn","dataset":{"name":"iris"},"names":{"classes":["","B"]}}` {
		t.Errorf("%v %s", err, b)
	}
	b, err := EncodeHead(d)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := DecodeHead(b); err != nil || !reflect.DeepEqual(got, d) {
		t.Errorf("%v\n got %+v\nwant %+v", err, got, d)
	}
	// In a file they are not a field of the recipe.
	if _, err := Decode(b); err == nil || !strings.Contains(err.Error(), "dataset.names must be a field of dataset") {
		t.Errorf("a head passes for a file: %v", err)
	}
	// Clones share nothing.
	c := d.Clone()
	c.Names.Classes[0], c.Dataset.Names.Classes[0] = "x", "x"
	if d.Names.Classes[0] != "a" || d.Dataset.Names.Classes[0] != "a" {
		t.Error("a clone's names are the document's own")
	}
}

func TestNamesRefused(t *testing.T) {
	long := strings.Repeat("ü", MaxLabel)
	for in, want := range map[string]string{
		`{"x":"` + long + `e"}`:         "names.x must be a name of at most 60 characters; got 61",
		`{"y":"a\u0000b"}`:              "names.y must be a name without control characters",
		`{"value":"a\nb"}`:              "names.value must be a name without control characters",
		`{"classes":["a","\u202eb"]}`:   "names.classes[1] must be a name without control characters",
		`{"classes":["` + long + `!"]}`: "names.classes[0] must be a name of at most 60 characters",
		`{"classes":[` + strings.Repeat(`"a",`, MaxClass+1) + `"b"]}`: "names.classes must be a list of names, at most 12",
		`{"classes":"a"}`: "names.classes must be a list of names",
		`{"classes":[1]}`: "names.classes[0] must be a text",
		`{"z":"a"}`:       "names.z must be a field of names (x, y, value, classes)",
		`{"x":1}`:         "names.x must be a text",
		`["a"]`:           "names must be an object",
	} {
		_, err := Decode([]byte(`{"method":"knn","names":` + in + `}`))
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", in, err, want)
		}
	}
	if _, err := Encode(Document{Method: "knn", Names: Names{Classes: make([]string, MaxClass+2)}}); err == nil {
		t.Error("more names than there can be classes are written")
	}
	d, err := Decode([]byte(`{"method":"knn","names":{"x":" ` + long + ` ","y":"  ","classes":["a",""," "]}}`))
	if want := (Names{X: long, Classes: []string{"a"}}); err != nil || !reflect.DeepEqual(d.Names, want) {
		t.Errorf("%v, read as %+v", err, d.Names)
	}
}

// Names are plain text: they pass through a link unchanged, and can't end a page's script element.
func TestHostileNames(t *testing.T) {
	for _, s := range []string{`</script><img src=x onerror=alert(1)>`, `"},"method":"svm`, `\u0000`, "👩\u200d🔬 ⟨x⟩",
		"שלום", "x_{1}^{2}", "%[1]d%s", "<!--", "'; DROP TABLE"} {
		d := Document{Method: "knn", Params: map[string]any{}, Names: Names{X: s, Value: s, Classes: []string{s, "", s}}}
		b, err := Encode(d)
		if err != nil || strings.Contains(string(b), "<") {
			t.Errorf("%v: %s", err, b)
		}
		link, err := EncodeLink(d)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := DecodeLink(link); err != nil || !reflect.DeepEqual(got, d) {
			t.Errorf("%q: %v, came back as %+v", s, err, got.Names)
		}
	}
}

func TestLabel(t *testing.T) {
	for in, want := range map[string]string{
		" petal  length\n(cm)\x00": "petal length (cm)", "a\u202eb": "ab", "\xff": "\uFFFD", "\t": "",
		strings.Repeat("ü", 60): strings.Repeat("ü", 60), strings.Repeat("ü", 61): strings.Repeat("ü", 59) + "…",
	} {
		if got := Label(in); got != want {
			t.Errorf("%q became %q", in, got)
		}
	}
}

func FuzzNames(f *testing.F) {
	for _, s := range []string{"petal length (cm)", "", "</script>", "a\x00", "\u202e", strings.Repeat("x", 61), " a ",
		"\"\\", "\xff\xfe"} {
		f.Add(s, "b", 1)
	}
	f.Fuzz(func(t *testing.T, x, class string, id int) {
		// Any text can be made a name, and any name can be written and read.
		n := Names{X: Label(x)}.WithClass((id%(MaxClass+1)+MaxClass+1)%(MaxClass+1), Label(class))
		d := Document{Method: "knn", Params: map[string]any{}, Names: n}
		link, err := EncodeLink(d)
		if err != nil {
			t.Fatalf("%+v: %v", n, err)
		}
		if got, err := DecodeLink(link); err != nil || !got.Names.Equal(n) {
			t.Fatalf("%v: %+v became %+v", err, n, got.Names)
		}
		// An invalid name is rejected with its field; a valid one is restored.
		d.Names = Names{Y: x}
		b, err := Encode(d)
		if ok := utf8.RuneCountInString(x) <= MaxLabel && Seen(x); ok != (err == nil) {
			t.Fatalf("%q: %v", x, err)
		}
		if err != nil {
			return
		}
		if got, err := Decode(b); err != nil || got.Names.Y != strings.TrimSpace(string([]rune(x))) {
			t.Fatalf("%v: %q became %q", err, x, got.Names.Y)
		}
	})
}

// A message lists the allowed names in one line, however many there are: those similar to the given one first.
func TestOneOf(t *testing.T) {
	var many []string
	for k := range 60 {
		many = append(many, fmt.Sprintf("method%d", k))
	}
	many[50] = "kmeans"
	for _, c := range []struct {
		names       []string
		got, begins string
		ends        string
	}{
		{[]string{"a", "b"}, "c", "one of a, b", "a, b"},
		{many, "quantum", "one of method0, method1, ", "method23 and 36 more"},
		{many, "kmean", "one of kmeans, method0, ", "method22 and 36 more"},
		{many, "", "one of method0, ", " and 36 more"},
	} {
		if s := OneOf(c.names, c.got); !strings.HasPrefix(s, c.begins) || !strings.HasSuffix(s, c.ends) {
			t.Errorf("%q: %s", c.got, s)
		}
	}
}
