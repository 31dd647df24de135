package session_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// Each contributor alone makes what it is for; without it, all others can't, and the session says that it lacks it.
func TestContributors(t *testing.T) {
	const moons = `{"method":"svm","dataset":{"name":"moons","n":30,"noise":0.2,"seed":1}%s}`
	fit := func(s *session.Session, d doc.Document) error {
		_, err := s.Fit(t.Context(), d)
		return err
	}
	study := func(id string) func(s *session.Session, d doc.Document) error {
		return func(s *session.Session, d doc.Document) error {
			_, err := s.Study(t.Context(), d, id)
			return err
		}
	}
	export := func(kind string) func(s *session.Session, d doc.Document) error {
		return func(s *session.Session, d doc.Document) error {
			_, _, err := s.Export(t.Context(), session.Request{Doc: d}, kind, picture.DefaultExport())
			return err
		}
	}
	for _, c := range []struct {
		alone session.Contributor
		more  string
		ask   func(s *session.Session, d doc.Document) error
	}{
		{session.Truths{}, `,"view":{"truth":true}`, fit},
		{session.Scores{}, `,"view":{"scores":{}}`, fit},
		{session.Kernels{}, `,"view":{"kernel":true}`, fit},
		{session.Sections{}, `,"view":{"section":true}`, fit},
		{session.Studies{}, `,"study":{"folds":3}`, study(method.ErrorCurve.ID)},
		{session.Studies{}, "", study(method.Runs.ID)},
		{session.RunCharts{}, "", func(s *session.Session, d doc.Document) error {
			return s.Draw(t.Context(), session.Request{Doc: d, View: picture.Viewport{X1: 1, Y1: 1, W: 20, H: 20, Scale: 1},
				Runs: &wire.RunLog{}}, func(*session.Result) error { return nil })
		}},
		{session.Programs{}, "", export(method.ScikitLearn)},
		{session.Programs{}, "", export(method.Notebook)},
		{session.Drawings{}, "", func(s *session.Session, d doc.Document) error {
			_, err := s.Judging(t.Context(), d)
			return err
		}},
		{session.TableFiles{}, "", func(s *session.Session, _ doc.Document) error {
			_, err := s.Table(wire.Load{Kind: "csv", Doc: []byte(`{"method":"svm"}`), Text: "1,2,1\n2,3,1"})
			return err
		}},
		{session.MixedTables{}, "", func(s *session.Session, _ doc.Document) error {
			_, err := s.Resolve(method.Unstopped, decoded(t, `{"method":"tree","params":{"inputs":"all"},"table":{"name":"penguins"}}`))
			return err
		}},
		{session.PredictedColumns{}, "", func(s *session.Session, _ doc.Document) error {
			_, err := s.Resolve(method.Unstopped, decoded(t, `{"method":"ridge","table":{"name":"iris"}}`))
			return err
		}},
		{session.OverLine{}, "", func(s *session.Session, _ doc.Document) error {
			return fit(s, decoded(t, `{"method":"knn",`+onLine+`}`))
		}},
	} {
		name := reflect.TypeOf(c.alone).Name()
		s := session.With(catalog.All(), c.alone)
		d := open(t, s, fmt.Sprintf(moons, c.more))
		if err := c.ask(s, d); err != nil {
			t.Errorf("%s alone: %v", name, err)
		}
		rest := slices.DeleteFunc(session.All(), func(x session.Contributor) bool {
			return reflect.TypeOf(x) == reflect.TypeOf(c.alone)
		})
		err := c.ask(session.With(catalog.All(), rest...), d)
		if e := new(doc.Error); !errors.As(err, &e) || e.Field != "method" {
			t.Errorf("all without %s: error %v, want one of the field method", name, err)
		}
	}
}

// decoded returns a document without its points.
func decoded(t *testing.T, text string) doc.Document {
	t.Helper()
	d, err := doc.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}
