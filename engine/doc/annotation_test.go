package doc

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func annotated() Document {
	return Document{Method: "knn", Params: map[string]any{}, Annotations: []Annotation{
		{Kind: NoteArrow, At: [4]float64{0, 1, 2.5, -3}, Text: "the margin"},
		{Kind: NoteLabel, At: [4]float64{1, 1}, Text: `$w^Tx+b=0$`, Plane: "columns 2 3"},
		{Kind: NoteArea, At: [4]float64{-1, -1, 1, 1}},
	}}
}

// Annotations are read back unchanged from JSON and from a link. Documents without annotations have no member for them.
func TestAnnotationsAreKept(t *testing.T) {
	d := annotated()
	b, err := Encode(d)
	const want = `{"version":1,"method":"knn","annotations":[{"kind":"arrow","at":[0,1,2.5,-3],"text":"the margin"},` +
		`{"kind":"label","at":[1,1],"text":"$w^Tx+b=0$","plane":"columns 2 3"},{"kind":"area","at":[-1,-1,1,1]}]}`
	if err != nil || string(b) != want {
		t.Fatalf("%v\n got %s\nwant %s", err, b, want)
	}
	link, err := EncodeLink(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, read := range []func() (Document, error){
		func() (Document, error) { return Decode(b) }, func() (Document, error) { return DecodeLink(link) },
		func() (Document, error) { return DecodeHead(b) }, func() (Document, error) { return d.Clone(), nil },
	} {
		if got, err := read(); err != nil || !reflect.DeepEqual(got, d) {
			t.Errorf("%v: %+v", err, got)
		}
	}
	c := d.Clone()
	c.Annotations[0].Text = "another"
	if d.Annotations[0].Text != "the margin" {
		t.Error("a copy shares its annotations")
	}
	if b, err = Encode(Document{Method: "knn", Annotations: []Annotation{}}); err != nil ||
		string(b) != `{"version":1,"method":"knn"}` {
		t.Errorf("%v %s", err, b)
	}
}

// The error of an invalid annotation names the field.
func TestAnnotationErrors(t *testing.T) {
	for list, want := range map[string]string{
		`{}`:                                                "annotations must be",
		`[1]`:                                               "annotations[0] must be",
		`[{"kind":"star","at":[0,0]}]`:                      "annotations[0].kind must be one of arrow, label, area",
		`[{"kind":"label","at":[0]}]`:                       "annotations[0].at must be 2 numbers",
		`[{"kind":"arrow","at":[0,0]}]`:                     "annotations[0].at must be 4 numbers",
		`[{"kind":"area","at":[0,0,0,0]}]`:                  "annotations[0].at must be two different positions",
		`[{"kind":"area","at":[0,0,0,1e13]}]`:               "annotations[0].at must be finite numbers",
		`[{"kind":"label","at":[0,0]}]`:                     "annotations[0].text must be a text that can be seen",
		`[{"kind":"label","at":[0,0],"text":" $~$ "}]`:      "annotations[0].text must be a text that can be seen",
		`[{"kind":"label","at":[0,0],"text":"$\\frac12$"}]`: `\frac cannot be set in one line`,
		`[{"kind":"label","at":[0,0],"text":"$x"}]`:         "does not end",
		`[{"kind":"label","at":[0,0],"text":1}]`:            "annotations[0].text must be",
		`[{"kind":"label","at":[0,0],"size":1}]`:            "annotations[0].size must be a field of",
	} {
		_, err := Decode([]byte(`{"method":"knn","annotations":` + list + `}`))
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, which does not say %q", list, err, want)
		}
	}
	d := annotated()
	for len(d.Annotations) <= MaxAnnotations {
		d.Annotations = append(d.Annotations, d.Annotations[2])
	}
	if _, err := Encode(d); err == nil || !strings.Contains(err.Error(), "annotations must be at most 200") {
		t.Error(err)
	}
	d = annotated()
	d.Annotations[2].At[0] = 2e12
	if _, err := Encode(d); err == nil || !strings.Contains(err.Error(), "annotations[2].at") {
		t.Error(err)
	}
}

// Different planes of a table have different identifiers.
func TestPlane(t *testing.T) {
	seen := map[string]bool{}
	for _, table := range []*Table{nil, {Name: "iris"}, {Name: "iris", Plane: []int{2, 3}},
		{Name: "iris", Plane: []int{0, 3}},
		{Name: "iris", Standardize: true}, {Name: "iris", Columns: []int{0, 1, 2}}, {Name: "iris", Space: true}} {
		d := Document{Table: table}
		if seen[d.Plane()] {
			t.Errorf("%+v is shown in the plane %q as well", table, d.Plane())
		}
		seen[d.Plane()] = true
	}
}

// When a table loses unused columns, annotations stay in their planes, and those of removed columns are left out.
func TestLeanAnnotations(t *testing.T) {
	note := func(plane string) Annotation { return Annotation{Kind: NoteLabel, Text: plane, Plane: plane} }
	rows := &Rows{N: 1, Columns: []string{"a", "b", "c", "d"}, X: []float64{1, 2, 3, 4}}
	planes := func(d Document) (list []string) {
		for _, a := range d.Annotations {
			list = append(list, a.Plane)
		}
		return list
	}
	d := Document{Method: "knn", Table: &Table{Plane: []int{1, 3}, Rows: rows}, Annotations: []Annotation{
		note("columns 1 3"), note("columns 3 1"), note("columns 0 1"), note("components"), note("columns 1 3 of lda")}}
	lean, _ := d.Lean(false)
	if got := planes(lean); !reflect.DeepEqual(got, []string{"columns 0 1", "columns 1 0", "columns 0 1 of lda"}) {
		t.Errorf("%q", got)
	}
	if lean.Plane() != "columns 0 1" || d.Annotations[0].Plane != "columns 1 3" {
		t.Errorf("%q, %q", lean.Plane(), d.Annotations[0].Plane)
	}
	d.Table = &Table{Columns: []int{1, 2}, Rows: rows}
	d.Annotations = []Annotation{note("components 1 2"), note("standardized-components 1 2"), note("components")}
	lean, _ = d.Lean(false)
	if got := planes(lean); !reflect.DeepEqual(got, []string{"components", "standardized-components 0 1"}) ||
		lean.Plane() != "components" {
		t.Errorf("%q in the plane %q", got, lean.Plane())
	}
}
