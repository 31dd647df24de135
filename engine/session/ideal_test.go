package session_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pointscape/engine/assess"
	"pointscape/engine/catalog"
	"pointscape/engine/dataset"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// idealFacts draws a document, and returns its facts and the line of the best prediction.
func idealFacts(t *testing.T, text string) (facts map[string]any, line *picture.Path) {
	t.Helper()
	s := session.New(catalog.All())
	d := open(t, s, text)
	v := picture.Viewport{X1: 1, Y0: -2, Y1: 2, W: 200, H: 200, Scale: 1}
	facts = map[string]any{}
	if err := s.Draw(t.Context(), session.Request{Doc: d, View: v, Fine: true}, func(r *session.Result) error {
		for _, l := range r.Picture.Layers {
			if p, ok := l.(*picture.Path); ok && p.Says == "best line for the recipe" {
				line = p
			}
		}
		for _, f := range r.Info.Facts {
			facts[f.Name] = f.Value
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return facts, line
}

// A linear model is compared with the best linear prediction for the recipe: the coefficients converge to it, and the
// prediction risk is the excess of the error on many fresh points.
func TestIdealBesideLinearModels(t *testing.T) {
	const text = `{"method":%q,"params":{"degree":%d},"dataset":{"name":%q,"n":%d,"noise":0.3,"seed":1},"view":{"truth":%v}}`
	few, line := idealFacts(t, fmt.Sprintf(text, "least_squares", 1, "sine", 15, true))
	many, _ := idealFacts(t, fmt.Sprintf(text, "least_squares", 1, "sine", 5000, true))
	best, b := few["ideal_coef"].([]float64), few["ideal_intercept"].(float64)
	if line == nil || line.XY[1] != b || line.XY[3] != b+best[0] {
		t.Fatalf("the line is %+v, the best one %v + %v x", line, b, best)
	}
	if got := many["coef"].([]float64)[0]; math.Abs(got-best[0]) > 0.1 || !(many["estimation_risk"].(float64) <
		few["estimation_risk"].(float64)) {
		t.Errorf("of 5,000 points the coefficient is %v, the best %v; risks %v and %v", got, best[0], many["estimation_risk"],
			few["estimation_risk"])
	}
	if got, want := many["input_variance"].([]float64)[0], many["true_input_variance"].([]float64)[0]; math.Abs(got-
		want) > 0.02*want {
		t.Errorf("variance %v of 5,000 points, %v of the recipe", got, want)
	}
	// The mean squared errors of both lines on 5,000 fresh points differ by the prediction risk.
	s := session.New(catalog.All())
	d := open(t, s, fmt.Sprintf(text, "least_squares", 1, "sine", 15, true))
	f, err := s.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	ours, least, n := 0.0, 0.0, 0.0
	for _, p := range dataset.Fresh(*d.Dataset, 5000) {
		var y [1]float64
		f.Model.Can().Predictor.Predict([]float64{p.X}, y[:])
		off := p.Y - b - best[0]*p.X
		ours, least, n = ours+(p.Y-y[0])*(p.Y-y[0]), least+off*off, n+1
	}
	if got, want := few["prediction_risk"].(float64), (ours-least)/n; math.Abs(got-want) > 0.01 {
		t.Errorf("prediction risk %v, on fresh points %v", got, want)
	}
	if e := few["ideal_error"].(float64); math.Abs(e-least/n) > 0.02*e {
		t.Errorf("the best line errs by %v, on fresh points %v", e, least/n)
	}
	for _, other := range []string{fmt.Sprintf(text, "least_squares", 3, "sine", 15, true),
		fmt.Sprintf(text, "least_squares", 1, "sine", 15, false), fmt.Sprintf(text, "kernel_ridge", 3, "sine", 15, true)} {
		if strings.Contains(other, "kernel_ridge") {
			other = strings.Replace(other, `"params":{"degree":3},`, "", 1)
		}
		if facts, line := idealFacts(t, other); facts["ideal_coef"] != nil || line != nil {
			t.Errorf("%s has a best line", other)
		}
	}
	plane, line := idealFacts(t,
		`{"method":"least_squares","params":{"domain":"plane","degree":1},"dataset":{"name":"plane2d","n":100,"noise":0.1,"seed":1},"view":{"truth":true}}`)
	if beta, ok := plane["ideal_coef"].([]float64); !ok || len(beta) != 2 || line != nil {
		t.Errorf("in the plane %v, line %v", plane["ideal_coef"], line)
	}
}

// Over draws the squared distance of the coefficients from the best ones decreases like 1/n.
func TestEstimationRisk(t *testing.T) {
	const text = `{"method":"least_squares","params":{"degree":%d},"dataset":{"name":"sine","n":40,"noise":0.3,"seed":1},"study":{"over":"n","values":[50,100,200,400,800],"draws":60,"log":true}}`
	c, _ := survey(t, fmt.Sprintf(text, 1))
	l := c.Line(assess.Estimation)
	if l == nil {
		t.Fatal("no estimation risk")
	}
	if slope, _, ok := assess.Slope(c.Over.At, l.Mean); !ok || math.Abs(slope+1) > 0.2 {
		t.Errorf("it goes like n to the power %v: %v", slope, l.Mean)
	}
	if c, _ := survey(t, fmt.Sprintf(text, 3)); c.Line(assess.Estimation) != nil {
		t.Error("a cubic has an estimation risk")
	}
}
