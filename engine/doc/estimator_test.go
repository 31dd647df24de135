package doc

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func committee() Document {
	return Document{Method: "vote", Params: map[string]any{"voting": "soft", "estimators": []Estimator{
		{Method: "knn", Params: map[string]any{"n_neighbors": 5.0, "weights": "distance"}},
		{Method: "lda", Params: map[string]any{"priors": []float64{0.25, 0.75}, "own": true, "at": [][]float64{{1, 2}}}},
		{Method: "tree", Params: map[string]any{}},
	}}}
}

// Nested methods are restored from JSON and from a link.
func TestEstimatorsRoundTrip(t *testing.T) {
	d := committee()
	b, err := Encode(d)
	want := `{"version":1,"method":"vote","params":{"estimators":[{"method":"knn","params":{"n_neighbors":5,"weights":"distance"}},` +
		`{"method":"lda","params":{"at":[[1,2]],"own":true,"priors":[0.25,0.75]}},{"method":"tree"}],"voting":"soft"}}`
	if err != nil || string(b) != want {
		t.Fatalf("%v\n got %s\nwant %s", err, b, want)
	}
	if got, err := Decode(b); err != nil || !reflect.DeepEqual(got, d) {
		t.Errorf("read back, %v: %v", err, got)
	}
	link, err := EncodeLink(d)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := DecodeLink(link); err != nil || !reflect.DeepEqual(got, d) {
		t.Errorf("from a link, %v: %v", err, got)
	}
}

// A single nested method is restored, too.
func TestOneEstimator(t *testing.T) {
	bag := func() Document {
		return Document{Method: "bagging", Params: map[string]any{"estimator": Estimator{Method: "tree",
			Params: map[string]any{"max_depth": 3.0, "at": []float64{1, 2}}}, "n": 9.0}}
	}
	d := bag()
	b, err := Encode(d)
	if want := `{"version":1,"method":"bagging","params":{"estimator":{"method":"tree","params":{"at":[1,2],"max_depth":3}},"n":9}}`; err != nil || string(b) != want {
		t.Fatalf("%v\n got %s\nwant %s", err, b, want)
	}
	if got, err := Decode(b); err != nil || !reflect.DeepEqual(got, d) {
		t.Errorf("read back, %v: %v", err, got)
	}
	c := d.Clone()
	c.Params["estimator"].(Estimator).Params["at"].([]float64)[0] = 9
	if !reflect.DeepEqual(d, bag()) {
		t.Errorf("a change of the copy changed the document: %v", d.Params)
	}
}

func TestCloneOfEstimators(t *testing.T) {
	d := committee()
	c := d.Clone()
	list := c.Params["estimators"].([]Estimator)
	list[0].Params["n_neighbors"] = 9.0
	list[1].Params["priors"].([]float64)[0] = 9
	list[2].Method = "svm"
	if !reflect.DeepEqual(d, committee()) {
		t.Errorf("a change of the copy changed the document: %v", d.Params)
	}
}

func TestEstimatorsRefused(t *testing.T) {
	deep := func(n int) string {
		return strings.Repeat(`[{"method":"vote","params":{"estimators":`, n) + `[]` + strings.Repeat(`}}]`, n)
	}
	many := strings.Repeat(`,{"method":"knn"}`, MaxEstimators+1)[1:]
	for _, c := range []struct{ list, field, says string }{
		{`[{"method":"knn"},3]`, "params.estimators[1]", "an object in braces"},
		{`[{"method":"knn"},[1]]`, "params.estimators[1]", "an object in braces"},
		{`[{"params":{}}]`, "params.estimators[0].method", "given"},
		{`[{"method":""}]`, "params.estimators[0].method", "given"},
		{`[{"method":3}]`, "params.estimators[0].method", "a text"},
		{`[{"method":"knn","params":[]}]`, "params.estimators[0].params", "an object"},
		{`[{"method":"knn","weight":1}]`, "params.estimators[0].weight", "a field of params.estimators[0] (method, params)"},
		{`[{"method":"knn","params":{"k":NaN}}]`, "params.estimators[0].params.k", "a finite number"},
		{`[{"method":"knn","params":{"k":{}}}]`, "params.estimators[0].params.k", "no method"},
		{`[{"method":"knn","params":{"k":[1,"a"]}}]`, "params.estimators[0].params.k[1]", "a finite number"},
		{`{"params":{}}`, "params.estimators.method", "given"},
		{`{"method":"knn","weight":1}`, "params.estimators.weight", "a field of params.estimators (method, params)"},
		{`{"method":"knn","params":{"k":NaN}}`, "params.estimators.params.k", "a finite number"},
		{`{"method":"vote","params":{"e":{"method":"knn"}}}`, "params.estimators.params.e", "no method"},
		{`[` + many + `]`, "params.estimators", "at most 100 methods; got 101"},
		{deep(2), "params.estimators[0].params.estimators", "no method: a nested method cannot contain"},
		{deep(3), "params.estimators[0].params.estimators", "no method: a nested method cannot contain another one"},
		{deep(100), "line 1, column", "fewer nested values"},
	} {
		text := `{"version":1,"method":"vote","params":{"estimators":` + c.list + `}}`
		_, err := Decode([]byte(text))
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(e.Field, c.field) || !strings.Contains(e.Error(), c.says) {
			t.Errorf("%.80s: got %v, want %s: %s", c.list, err, c.field, c.says)
		}
	}
}

// What only Go code could make is rejected, too.
func TestEstimatorsValidate(t *testing.T) {
	one := func(e Estimator) Document {
		return Document{Method: "vote", Params: map[string]any{"e": []Estimator{{Method: "knn"}, e}}}
	}
	wide := map[string]any{}
	for i := range MaxParams + 1 {
		wide[fmt.Sprint("p", i)] = 1.0
	}
	for _, c := range []struct {
		d     Document
		field string
	}{
		{one(Estimator{}), "params.e[1].method"},
		{one(Estimator{Method: "a\x00b"}), "params.e[1].method"},
		{one(Estimator{Method: "vote", Params: map[string]any{"e": []Estimator{}}}), "params.e[1].params.e"},
		{one(Estimator{Method: "vote", Params: map[string]any{"e": Estimator{Method: "knn"}}}), "params.e[1].params.e"},
		{Document{Method: "bagging", Params: map[string]any{"e": Estimator{}}}, "params.e.method"},
		{one(Estimator{Method: "vote", Params: map[string]any{"k": 3}}), "params.e[1].params.k"},
		{one(Estimator{Method: "vote", Params: wide}), "params.e[1].params"},
		{Document{Method: "vote", Params: map[string]any{"e": make([]Estimator, MaxEstimators+1)}}, "params.e"},
	} {
		var e *Error
		if err := c.d.Validate(); !errors.As(err, &e) || e.Field != c.field {
			t.Errorf("got %v, want an error of %s", err, c.field)
		}
	}
}

// The message about a method where none is allowed has its id, and no Go syntax.
func TestErrorsNameMethods(t *testing.T) {
	for want, got := range map[string]any{
		`params.C must be a number; got the method "svm"`:  Estimator{Method: "svm", Params: map[string]any{"C": 1.0}},
		`params.C must be a number; got a list of methods`: []Estimator{{Method: "svm"}},
	} {
		if e := Errorf("params.C", "a number", got).Error(); e != want {
			t.Errorf("%s, want %s", e, want)
		}
	}
}
