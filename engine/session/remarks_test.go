package session_test

import (
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// A method that uses only a part of a table's columns says so: in its status, in each explanation and in the title. A
// method of whole rows does not.
func TestFittedOnLessIsTold(t *testing.T) {
	s := session.New(catalog.All())
	for _, c := range []struct{ what, on string }{
		{`"method":"svm","table":{"name":"breast_cancer"}`, "2 principal components of 30 columns"},
		{`"method":"svm","table":{"name":"breast_cancer","columns":[0,3,4,9]}`, "2 principal components of 4 columns"},
		{`"method":"svm","table":{"name":"breast_cancer","plane":[3,4]}`, "2 of 30 columns"},
		{`"method":"kernel_logistic","table":{"name":"wine"}`, "2 principal components of 13 columns"},
		{`"method":"tree","table":{"name":"wine"}`, "2 principal components of 13 columns"},
		{`"method":"tree","params":{"inputs":"all"},"table":{"name":"wine"}`, ""},
		{`"method":"kmeans","table":{"name":"iris"}`, ""},
		{`"method":"svm","dataset":{"name":"moons"}`, ""},
		{`"method":"svm","table":{"data":{"columns":["a","b"],"class":[0,1,1],"rows":[[0,1],[2,3],[1,1]]},"plane":[0,1]}`,
			""},
	} {
		d := resolved(t, s, `{"title":"Rows",`+c.what+`}`)
		v := session.Range(d, method.Classify)
		v.W, v.H = 200, 200
		var r *session.Result
		if err := s.Draw(t.Context(), session.Request{Doc: d, View: v},
			func(q *session.Result) error { r = q; return nil }); err != nil {
			t.Fatal(c.what, err)
		}
		f := r.Fit
		x, y := f.Problem.Drawn(0)
		e, ok := f.ExplainRow(0, []float64{x, y}, v)
		if !ok {
			t.Fatal(c.what, "no explanation")
		}
		title := session.Complete(r, d, picture.Frame{}).Title
		for where, text := range map[string]string{"status": f.Status().Sentence, "answer": strings.Join(e.Lines, "\n"),
			"title": title, "alternative text": r.Picture.Alt} {
			if c.on == "" && strings.Contains(strings.ToLower(text), "fitted on") || !strings.Contains(text, c.on) {
				t.Errorf("%s: the %s says %q", c.what, where, text)
			}
		}
	}
}

// There is a remark if a split has no effect.
func TestSplitOfNobody(t *testing.T) {
	s := session.New(catalog.All())
	for _, id := range []string{"kmeans", "gmm", "dbscan", "pca", "one_class_svm", "svm"} {
		for split, set := range map[string]bool{"": false, `,"split":{"test":0.3}`: true} {
			d, err := doc.Decode([]byte(`{"version":1,"method":"` + id + `","dataset":{"name":"blobs","n":60}` + split + `}`))
			if err != nil {
				t.Fatal(err)
			}
			if d, err = s.Resolve(method.Unstopped, d); err != nil {
				t.Fatal(id, err)
			}
			f, err := s.Fit(t.Context(), d)
			if err != nil {
				t.Fatal(id, err)
			}
			if told := strings.Contains(f.Status().Sentence, "uses all points, including held-out ones, and cannot be "+
				"compared with"); told != (set &&
				id != "svm") {
				t.Errorf("%s, split %v: %s", id, set, f.Status().Sentence)
			}
		}
	}
}

// The document determines which inputs the plane shows, not the values: columns may be equal.
func TestAlong(t *testing.T) {
	s := session.New(catalog.All())
	const data = `"data":{"columns":["a","twin of a","b","c"],"class":[0,1,1,0],"rows":[[0,0,5,1],[1,1,3,1],[2,2,4,7],[3,3,9,2]]}`
	for _, c := range []struct {
		table string
		want  []int
	}{
		{`"plane":[1,2]`, []int{1, 2}},
		{`"plane":[2,0],"standardize":true`, []int{2, 0}},
		{`"plane":[1,3],"columns":[2,3,0]`, []int{-1, 1}},
		{`"columns":[2,3,0]`, nil},
		{`"plane":[0,1,2]`, nil},
	} {
		f, err := s.Fit(t.Context(), resolved(t, s, `{"method":"tree","params":{"inputs":"all"},"table":{`+data+`,`+c.table+
			`}}`))
		if err != nil {
			t.Fatal(c.table, err)
		}
		if got := f.Problem.Along; !slices.Equal(got, c.want) {
			t.Errorf("%s: along %v, want %v", c.table, got, c.want)
		}
	}
}

// A remark names switched-on layers for rows of tables that are not drawn for points; there is none if they are drawn.
func TestPartOfTablesAlone(t *testing.T) {
	s := session.New(catalog.All())
	for _, c := range []struct {
		what, show string
		says       []string
	}{
		{`"method":"ridge","points":[[0,1],[1,2],[2,2]]`, `"design_matrix","covariance_matrix","mean"`, []string{
			"Matrix X and y is drawn only for the rows of a table, not for these points.",
			"Ĉ and û is drawn only for the rows of a table, not for these points."}},
		{`"method":"ridge","table":{"name":"diabetes","standardize":true}`, `"design_matrix","covariance_matrix"`, nil},
		{`"method":"ridge","points":[[0,1],[1,2],[2,2]]`, `"mean"`, nil},
	} {
		d := resolved(t, s, `{`+c.what+`,"view":{"show":[`+c.show+`]}}`)
		f, err := s.Fit(method.Unstopped, d)
		if err != nil {
			t.Fatal(err)
		}
		says := f.Status().Sentence
		for _, want := range c.says {
			if !strings.Contains(says, want) {
				t.Errorf("%s says %q, without %q", c.what, says, want)
			}
		}
		if c.says == nil && strings.Contains(says, "only for the rows of a table") {
			t.Errorf("%s says %q", c.what, says)
		}
	}
}
