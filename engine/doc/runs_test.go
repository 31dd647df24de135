package doc

import (
	"reflect"
	"strings"
	"testing"
)

// Runs read back as written, in a unique form; a document without runs is written without the field.
func TestRuns(t *testing.T) {
	none := map[string]any{}
	for _, r := range []*Runs{
		{Of: []Run{{Params: none}}},
		{Of: []Run{{Name: "gradient descent", Params: map[string]any{"solver": "gd", "max_iter": 20.0}},
			{Name: "the \"dual\"", Method: "svm", Params: map[string]any{"C": 2.0}}, {Method: "knn", Params: none},
			{Params: map[string]any{"starts": [][]float64{{0, 1}}, "members": []Estimator{{Method: "tree",
				Params: map[string]any{}}}}}}, X: RunPasses, Y: "training error", Log: true},
		{Of: []Run{{Name: "a", Params: none}}, Sizes: []float64{10, 100}, X: RunSize, Y: RunTime, Excess: true},
	} {
		d := Document{Method: "svm", Params: map[string]any{}, Runs: r}
		b, err := Encode(d)
		if err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
		back, err := Decode(b)
		if err != nil || !reflect.DeepEqual(back.Runs, r) {
			t.Errorf("%s became %+v, %v", b, back.Runs, err)
		}
		if again, _ := Encode(back); string(again) != string(b) {
			t.Errorf("%s and %s", b, again)
		}
	}
	if b, _ := Encode(Document{Method: "svm"}); strings.Contains(string(b), "runs") {
		t.Errorf("%s", b)
	}
}

func TestRunsAreValidated(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                          "runs.of must be a list of 1 to 24 runs; got none",
		`{"of":[]}`:                   "runs.of must be a list of 1 to 24 runs",
		`{"of":{}}`:                   "runs.of must be a list of runs",
		`{"of":[{"parms":{}}]}`:       "runs.of[0].parms",
		`{"of":[{"method":7}]}`:       "runs.of[0].method must be a text",
		`{"of":[{}],"x":"speed"}`:     "runs.x must be one of steps, passes, time, n",
		`{"of":[{}],"sizes":[5,5]}`:   "runs.sizes[1] must be a list of at most 12 increasing whole numbers",
		`{"of":[{}],"sizes":[2.5]}`:   "runs.sizes[0] must be a list of at most 12 increasing whole numbers",
		`{"of":[{}],"sizes":[1e300]}`: "runs.sizes",
		`{"of":[{},{},{}],"sizes":[1,2,3,4,5,6,7,8,9]}`:       "runs.of must be at most 24 runs, all sizes counted; got 27",
		`{"of":[{"name":"` + strings.Repeat("a", 61) + `"}]}`: "runs.of[0].name",
		`{"of":[{}],"ofs":1}`:                                 "runs.ofs",
	} {
		_, err := Decode([]byte(`{"method":"svm","runs":` + text + `}`))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %q", text, err, want)
		}
	}
}

// A run is its document with other parameters, or another method with its own.
func TestRunsOf(t *testing.T) {
	step := 5
	d := Document{Method: "mlp", Params: map[string]any{"alpha": 1.0, "solver": "adam"},
		Dataset: &Dataset{Name: "moons", N: 50},
		Points:  []Point{{X: 1}}, View: View{Step: &step, Show: []string{"regions"}}, Study: &Study{}, Runs: &Runs{
			Of:    []Run{{Params: map[string]any{"solver": "sgd"}}, {Method: "svm", Params: map[string]any{"C": 3.0}}},
			Sizes: []float64{20, 40}}}
	docs, of := d.RunsOf()
	if len(docs) != 4 || !reflect.DeepEqual(of, []int{0, 0, 1, 1}) {
		t.Fatalf("%d documents of %v", len(docs), of)
	}
	for i, want := range []struct {
		method string
		n      int
		params map[string]any
	}{{"mlp", 20, map[string]any{"alpha": 1.0, "solver": "sgd"}},
		{"mlp", 40, map[string]any{"alpha": 1.0, "solver": "sgd"}},
		{"svm", 20, map[string]any{"C": 3.0}}, {"svm", 40, map[string]any{"C": 3.0}}} {
		got := docs[i]
		if got.Method != want.method || got.Dataset.N != want.n || !reflect.DeepEqual(got.Params, want.params) ||
			got.Points != nil || got.Runs != nil || got.Study != nil || *got.View.Step != 5 ||
			(got.View.Show == nil) != (want.method == "svm") {
			t.Errorf("run %d is %+v", i, got)
		}
	}
	if d.Dataset.N != 50 || d.Params["solver"] != "adam" || len(d.Points) != 1 {
		t.Errorf("the document has changed: %+v", d)
	}
	d.Runs.Sizes = nil
	if docs, _ = d.RunsOf(); len(docs) != 2 || len(docs[0].Points) != 1 {
		t.Error("without sizes the points are others")
	}
}
