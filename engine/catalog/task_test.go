//go:build !js

package catalog

import (
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// TestTaskOfTheData: a document without a value for a method's kind of data gets the kind of its data; an explicit
// value is kept.
func TestTaskOfTheData(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		doc  string
		task method.Task
	}{
		{`{"method":"gp","dataset":{"name":"hills"}}`, method.Regress2D},
		{`{"method":"gp","params":{"alpha":0.1},"dataset":{"name":"hills"}}`, method.Regress2D},
		{`{"method":"gp","params":{"domain":"line"},"dataset":{"name":"hills"}}`, method.Regress},
		{`{"method":"gp","dataset":{"name":"sine"}}`, method.Regress},
		{`{"method":"gp","dataset":{"name":"moons"}}`, method.Regress},
		{`{"method":"gp","points":[[0.1,0.2,1.5],[0.3,0.1,-2]]}`, method.Regress2D},
		{`{"method":"gp","points":[[0.1,0.2],[0.3,0.1]]}`, method.Regress},
		{`{"method":"linear","dataset":{"name":"hills"}}`, method.Regress2D},
		{`{"method":"linear","dataset":{"name":"sine"}}`, method.Regress},
		{`{"method":"linear","dataset":{"name":"moons"}}`, method.Classify},
		{`{"method":"ridge","dataset":{"name":"hills"}}`, method.Regress2D},
		{`{"method":"svr","dataset":{"name":"hills"}}`, method.Regress2D},
	} {
		s := session.New(All())
		given, err := doc.Decode([]byte(c.doc))
		if err != nil {
			t.Fatal(err)
		}
		before := len(given.Params)
		// As the command line and the page decode it.
		d, err := s.Resolve(method.Unstopped, given)
		if err != nil {
			t.Fatal(err)
		}
		if len(given.Params) != before {
			t.Errorf("%s: the parameters of the caller were changed", c.doc)
		}
		e, _, err := s.Load(method.Unstopped, wire.Load{Kind: "json", Text: c.doc})
		if err != nil {
			t.Fatal(err)
		}
		m, err := s.Method(d.Method)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := m.TaskOf(d.Params), m.TaskOf(e.Params); a != c.task || b != c.task {
			t.Errorf("%s: task %s, loaded by the page %s, want %s", c.doc, a, b, c.task)
		}
	}
}

// TestPointsFitTheTask: points that the method cannot use are refused with the document, not when it is drawn.
func TestPointsFitTheTask(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"method":"svm","points":[[0,0,0],[1,1,0.5]]}`:   "points[1] must be a class from 0 to 11, or -1 for none; got 0.5",
		`{"method":"svm","dataset":{"name":"hills"}}`:     `dataset.name must be data with classes for Support vector machine; got "hills"`,
		`{"method":"voronoi","points":[[0,0,0.5]]}`:       "",
		`{"method":"gp","points":[[0,0,0.5],[1,1,-0.5]]}`: "",
	} {
		_, _, err := session.New(All()).Load(method.Unstopped, wire.Load{Kind: "json", Text: text})
		if got := ""; err != nil {
			if got = err.Error(); got != want {
				t.Errorf("%s: %s; want %q", text, got, want)
			}
		} else if want != "" {
			t.Errorf("%s: no error; want %q", text, want)
		}
	}
}
