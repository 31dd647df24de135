package doc

import (
	"reflect"
	"strings"
	"testing"
)

// A study reads back as written, in a unique form; a document without one is written without the field.
func TestStudies(t *testing.T) {
	for _, s := range []*Study{
		{}, {Over: "C", Folds: 5}, {Over: "C", Values: []float64{0.1, 1}, And: "gamma", AndValues: []float64{2, 3, 4},
			Folds:   3,
			Repeats: 4, Seed: 9}, {Draws: 20, Bootstrap: true},
		{Over: SampleSize, Values: []float64{10, 100}, Rules: map[string]string{"k": "sqrt(n)", "alpha": "1/n"}, Log: true,
			Draws: 7},
		{Draws: 200, Seeds: true},
		{Over: Dimension, Draws: 3, Bounds: true},
		{Over: "C", Values: []float64{0.1, 10}, And: "gamma", Search: RandomSearch, Tries: 60, Folds: 5,
			Chosen: "C = 3.2: the least \"error\""},
	} {
		d := Document{Method: "svm", Params: map[string]any{}, Study: s}
		b, err := Encode(d)
		if err != nil {
			t.Fatalf("%+v: %v", s, err)
		}
		back, err := Decode(b)
		if err != nil || !reflect.DeepEqual(back.Study, s) || !back.Study.Equal(s) {
			t.Errorf("%s became %+v, %v", b, back.Study, err)
		}
		if again, _ := Encode(back); string(again) != string(b) {
			t.Errorf("%s and %s", b, again)
		}
		c := d.Clone()
		if len(s.Values) > 0 {
			if c.Study.Values[0] = 99; s.Values[0] == 99 {
				t.Error("a clone shares its values")
			}
		}
		if len(s.Rules) > 0 {
			if c.Study.Rules["k"] = "n"; s.Rules["k"] == "n" {
				t.Error("a clone shares its rules")
			}
		}
	}
	if b, _ := Encode(Document{Method: "svm"}); strings.Contains(string(b), "study") {
		t.Errorf("%s", b)
	}
	if (*Study)(nil).Equal(&Study{}) || !(*Study)(nil).Equal(nil) || (&Study{Log: true}).Equal(&Study{}) {
		t.Error("different studies are equal")
	}
}

func TestStudiesAreValidated(t *testing.T) {
	for text, want := range map[string]string{
		`{"over":"C","values":[1]}`:                 "study.values must be a list of 2 to 100 increasing numbers; got",
		`{"over":"C","values":[1,1]}`:               "study.values[1] must be a finite number, larger than the one before it; got 1",
		`{"over":"C","values":[1,1e13]}`:            "study.values[1] must be a finite number",
		`{"values":[1,2]}`:                          "study.values must be left out, unless study.over is given",
		`{"over":"C","and_values":[1,2]}`:           "study.and_values must be left out, unless study.and is given",
		`{"over":"C","and":"C"}`:                    "study.and must be a parameter other than",
		`{"over":"n","and":"C"}`:                    "study.and must be a parameter other than",
		`{"over":"C","and":"d"}`:                    "study.and must be a parameter other than",
		`{"over":""}`:                               "",
		`{"folds":1}`:                               "study.folds must be a whole number from 2 to 100, or 0",
		`{"folds":101}`:                             "study.folds must be",
		`{"folds":2.5}`:                             "study.folds must be",
		`{"repeats":2}`:                             "study.repeats must be given with study.folds",
		`{"draws":1}`:                               "study.draws must be a whole number from 2 to 1000",
		`{"draws":2,"folds":2}`:                     "study.draws must be given without study.folds",
		`{"bootstrap":true}`:                        "study.bootstrap must be given with study.draws",
		`{"seeds":true}`:                            "study.seeds must be given with study.draws",
		`{"draws":5,"bootstrap":true,"seeds":true}`: "study.seeds must be given with study.draws",
		`{"draws":5,"over":"n","seeds":true}`:       "study.seeds must be given with study.draws",
		`{"bootstrap":1}`:                           "study.bootstrap must be",
		`{"over":"C","rules":{"k":"n"}}`:            "study.rules must be given where study.over is n",
		`{"over":"n","rules":{"k":1}}`:              "study.rules.k must be",
		`{"over":"n","rules":[]}`:                   "study.rules must be",
		`{"over":"n","rules":{"k":"` + strings.Repeat("1", 201) + `"}}`: "study.rules.k must be at most 200 characters long",
		`{"seed":-1}`:                                              "study.seed must be",
		`{"over":"C","search":"grid"}`:                             `study.search must be "random", or left out`,
		`{"over":"n","search":"random"}`:                           "study.search must be given where study.over is a parameter",
		`{"search":"random"}`:                                      "study.search must be given where study.over is a parameter",
		`{"over":"C","search":"random","values":[1,2,3]}`:          "study.values must be the smallest and the largest",
		`{"over":"C","search":"random","tries":1}`:                 "study.tries must be a whole number from 2 to 1000",
		`{"over":"C","search":"random","tries":1001}`:              "study.tries must be",
		`{"over":"C","tries":10}`:                                  "study.tries must be given with study.search",
		`{"over":"C","chosen":"` + strings.Repeat("x", 301) + `"}`: "study.chosen must be at most 300 characters long",
		`{"what":1}`: "study.what must be a field of study (over, values, and,",
		`[]`:         "study must be",
	} {
		_, err := Decode([]byte(`{"method":"svm","study":` + text + `}`))
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
