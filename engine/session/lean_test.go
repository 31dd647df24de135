package session_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// howMany matches the number of columns.
var howMany = regexp.MustCompile(` Fitted on \d of \d columns\.`)

// What a link leaves out of a table changes neither points nor picture, and occurs nowhere in it.
func TestLeanDocumentsLookTheSame(t *testing.T) {
	s := session.New(catalog.All())
	const data = `"data":{"columns":["age","height","secret","weight","mark"],` +
		`"categories":[[],[],["yes","confidential"],[],[]],"class":[0,0,0,0,1,1,1,1],` +
		`"rows":[[21,170,0,61,1],[23,182,1,80,2],[35,165,0,58.5,3],[31,190,1,91,1.5],` +
		`[44,171,1,77,5],[52,168,0,70,4],[47,180,1,86,6],[60,175,0,79,7]]}`
	for _, c := range []struct {
		name, document string
		left           []string
	}{
		{"two columns", `{"method":"svm","note":"hush","table":{` + data + `,"plane":[3,0]}}`,
			[]string{"height", "secret", "mark"}},
		{"two columns of three", `{"method":"knn","table":{` + data + `,"plane":[3,0],"columns":[0,1,3]}}`,
			[]string{"height", "secret", "mark"}},
		{"coloured", `{"method":"svm","table":{` + data + `,"plane":[0,1],"color":4}}`,
			[]string{"secret", "weight"}},
		{"components", `{"method":"svm","table":{` + data + `,"columns":[4,0,1],"standardize":true}}`,
			[]string{"secret", "weight"}},
		{"rows", `{"method":"pca","table":{` + data + `,"plane":[0,1],"columns":[0,1,3]}}`, []string{"secret", "mark"}},
		{"space", `{"method":"pca","table":{` + data + `,"plane":[4,1,0],"columns":[0,1]}}`, []string{"secret", "weight"}},
		{"a predicted column", `{"method":"ridge","table":{` + data + `,"columns":[4,0,1]}}`,
			[]string{"secret", "weight"}},
		{"predicted along a column", `{"method":"ridge","table":{` + data + `,"plane":[4,0],"columns":[0,3]}}`,
			[]string{"height", "secret"}},
		{"a wall", `{"method":"knn","table":{` + data + `,"plane":[3,0],"columns":[0,1,3]},"wall":{"over":"n_neighbors","values":[1,3]}}`,
			[]string{"secret", "mark"}},
		{"all", `{"method":"tree","params":{"inputs":"all"},"table":{` + data + `}}`, nil},
		{"a table that has a name", `{"method":"knn","table":{"name":"iris","plane":[0,1]}}`, nil},
		{"points", `{"method":"knn","note":"hush","points":[[0,0,0],[1,1,1]]}`, nil},
	} {
		d, err := doc.Decode([]byte(c.document))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if d, err = s.Resolve(method.Unstopped, d); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		m, err := s.Method(d.Method)
		if err != nil {
			t.Fatal(err)
		}
		before, _ := doc.Encode(d)
		lean, left := m.Info.Lean(d)
		if after, _ := doc.Encode(d); !bytes.Equal(before, after) {
			t.Errorf("%s: the document itself has changed", c.name)
		}
		if !slices.Equal(left, c.left) {
			t.Errorf("%s: left out are %q, want %q", c.name, left, c.left)
		}
		b, err := doc.Encode(lean)
		if err != nil {
			t.Fatal(c.name, err)
		}
		for _, word := range append(slices.Clone(c.left), "hush", "confidential") {
			if slices.Contains(c.left, "secret") == (word != "hush") && strings.Contains(string(b), word) || word == "hush" &&
				strings.Contains(string(b), word) {
				t.Errorf("%s: the link holds %q: %s", c.name, word, b)
			}
		}
		there, err := s.Resolve(method.Unstopped, fresh(lean))
		if err != nil {
			t.Errorf("%s: %v in %s", c.name, err, b)
			continue
		}
		if !slices.Equal(there.Points, d.Points) || there.Names.X != d.Names.X || there.Names.Y != d.Names.Y {
			t.Errorf("%s: the points are %v, want %v; axes %q, %q", c.name, there.Points, d.Points, there.Names.X, there.Names.Y)
		}
		draw := func(d doc.Document) string {
			x0, x1, y0, y1, _ := doc.Bounds(d.Points)
			view := picture.Viewport{X0: x0 - 1, X1: x1 + 1, Y0: y0 - 1, Y1: y1 + 1, W: 400, H: 300, Scale: 1}
			b, _, err := s.Export(method.Unstopped, session.Request{Doc: d, View: view}, "svg", picture.DefaultExport())
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			return howMany.ReplaceAllString(string(b), "")
		}
		if draw(there) != draw(d) {
			a, b := strings.Split(draw(there), "\n"), strings.Split(draw(d), "\n")
			for i := range min(len(a), len(b)) {
				if a[i] != b[i] {
					t.Errorf("%s: the picture is another one: %.200s; want %.200s", c.name, a[i], b[i])
					break
				}
			}
		}
		for _, word := range []string{"secret", "confidential", "hush"} { // nor does a figure of the whole document show it
			if slices.Contains(c.left, "secret") && strings.Contains(draw(d), word) {
				t.Errorf("%s: the figure holds %q", c.name, word)
			}
		}
		if again, left := m.Info.Lean(lean); left != nil {
			t.Errorf("%s: of %v columns still %q are left out", c.name, again.Table.Rows.Columns, left)
		}
	}
}
