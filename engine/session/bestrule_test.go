package session_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/dataset"
	"pointscape/engine/session"
)

// A linear rule is compared with the best one: its line matches the model's predictions, its error is that on fresh
// points, and Bayes error, approximation and estimation error add up to it.
func TestBestRuleBesideLinearOnes(t *testing.T) {
	s := session.New(catalog.All())
	const text = `{"method":%s,"dataset":{"name":%q,"n":60,"noise":0.25,"seed":2},"view":{"truth":true}}`
	for _, m := range []string{`"lda"`, `"logistic"`, `"fisher"`, `"perceptron"`, `"svm_primal"`,
		`"svm","params":{"kernel":"linear"}`, `"nu_svm","params":{"kernel":"linear","nu":0.7}`, `"linear"`} {
		for _, data := range []string{"moons", "blobs2", "linear_noisy"} {
			name := m + " on " + data
			d := open(t, s, fmt.Sprintf(text, m, data))
			f, err := s.Fit(t.Context(), d)
			if err != nil {
				t.Fatal(name, err)
			}
			b, w, ok := f.Model.Can().Affine()
			if !ok {
				t.Fatalf("%s has no line", name)
			}
			wrong, n := 0.0, 0.0
			for _, p := range dataset.Fresh(*d.Dataset, 4000) {
				var y [1]float64
				f.Model.Can().Predictor.Predict([]float64{p.X, p.Y}, y[:])
				if v := w[0]*p.X + w[1]*p.Y + b; math.Abs(v) > 1e-9 && (v > 0) != (y[0] == 1) {
					t.Fatalf("%s: f = %v at %v, the answer is %v", name, v, p, y[0])
				}
				if n++; int(y[0]) != p.Class() {
					wrong++
				}
			}
			facts, line := idealFacts(t, fmt.Sprintf(text, m, data))
			got := func(name string) float64 { v, _ := facts[name].(float64); return v }
			if e := got("line_error"); math.Abs(e-wrong/n) > 5*math.Sqrt(e*(1-e)/n) {
				t.Errorf("%s: error %v, on fresh points %v", name, e, wrong/n)
			}
			sum := got("bayes_error") + got("approximation_error") + got("estimation_error")
			if math.Abs(sum-got("line_error")) > 1e-4 || got("best_line_error") > got("line_error")+1e-5 {
				t.Errorf("%s: %v of %v", name, sum, facts)
			}
			if (line != nil) != (data == "moons") || (facts["log_odds_coef"] != nil) != (data == "blobs2") ||
				(got("approximation_error") > 0) != (data == "moons") {
				t.Errorf("%s: line %v, log-odds %v, approximation %v", name, line, facts["log_odds_coef"],
					got("approximation_error"))
			}
		}
	}
	// With many points the coefficients of discriminant analysis are those of the log-odds.
	facts, _ := idealFacts(t, strings.Replace(fmt.Sprintf(text, `"lda"`, "anisotropic"), `"n":60`, `"n":20000`, 1))
	coef, want := facts["coef"].([][]float64), facts["log_odds_coef"].([]float64)
	for j := range want {
		if got := coef[1][j] - coef[0][j]; math.Abs(got-want[j]) > 0.1*math.Hypot(want[0], want[1]) {
			t.Errorf("coefficient %d is %v of 20,000 points, %v of the recipe", j, got, want[j])
		}
	}
	for _, without := range []string{fmt.Sprintf(text, `"knn"`, "moons"), fmt.Sprintf(text, `"qda"`, "moons"),
		fmt.Sprintf(text, `"svm"`, "moons"), fmt.Sprintf(text, `"lda"`, "blobs"), fmt.Sprintf(text, `"lda"`, "circles"),
		strings.Replace(fmt.Sprintf(text, `"lda"`, "moons"), "true", "false", 1)} {
		if facts, line := idealFacts(t, without); facts["line_error"] != nil || facts["best_line_error"] != nil ||
			line != nil {
			t.Errorf("%s has a best line", without)
		}
	}
	wide, line := idealFacts(t,
		`{"method":"lda","params":{"inputs":"all"},"table":{"name":"gaussians","d":3,"n":60,"noise":1},"view":{"truth":true}}`)
	if e, ok := wide["best_line_error"].(float64); !ok || math.Abs(e-0.1587) > 1e-3 || line != nil {
		t.Errorf("of rows: %v, line %v", wide["best_line_error"], line)
	}
}
