package session_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/dataset"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// AdaBoost's f is compared with ½ ln(η/(1 − η)), with η from the recipe. The mean exponential loss of the drawn f is
// the model's, and the best f has the smallest expected loss.
func TestHalfLogOdds(t *testing.T) {
	s := session.New(catalog.All())
	const text = `{"method":%q,"params":{"n_estimators":20},"dataset":{"name":"circles","n":60,"noise":0.3,"seed":2},"view":{"truth":%v}}`
	draw := func(of string, truth bool) (f *session.Fit, panel *picture.Picture, facts map[string]any) {
		t.Helper()
		d := open(t, s, fmt.Sprintf(text, of, truth))
		facts = map[string]any{}
		if err := s.Draw(t.Context(), session.Request{Doc: d, View: session.Viewport(d, method.Classify, 300, 300, 1),
			Fine: true, Panels: []wire.PanelAsk{{ID: "half_log_odds", W: 300, H: 200}}}, func(r *session.Result) error {
			f, panel = r.Fit, nil
			if len(r.Info.PanelsDrawn) > 0 {
				panel = r.Panels[0]
			}
			for _, x := range r.Info.Facts {
				facts[x.Name] = x.Value
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return f, panel, facts
	}
	f, panel, facts := draw("adaboost", true)
	if panel == nil {
		t.Fatal("there is no panel")
	}
	truth, _ := dataset.TruthOf(*open(t, s, fmt.Sprintf(text, "adaboost", true)).Dataset)
	p := f.Problem
	eta := make([]float64, 2*p.N)
	truth.Posterior(eta, p.X)
	var marks *picture.Marks
	for _, l := range panel.Layers {
		if m, ok := l.(*picture.Marks); ok && len(m.XY) == 2*p.N {
			marks = m
		}
	}
	if marks == nil {
		t.Fatal("the points are not drawn")
	}
	loss, least, end := 0.0, 0.0, 1.0
	for i := range p.N {
		end = max(end, 1.1*math.Abs(marks.XY[2*i+1]))
	}
	for i := range p.N {
		best := 0.5 * math.Log(eta[2*i+1]/eta[2*i])
		if want := max(-end, min(end, best)); math.Abs(marks.XY[2*i]-want) > 1e-9 {
			t.Errorf("point %d stands at %v, want %v", i, marks.XY[2*i], want)
		}
		loss += math.Exp(-float64(2*p.Class[i]-1)*marks.XY[2*i+1]) / float64(p.N)
		risk := func(f float64) float64 { return eta[2*i+1]*math.Exp(-f) + eta[2*i]*math.Exp(f) }
		if risk(best) > risk(best+0.01) || risk(best) > risk(best-0.01) {
			t.Errorf("point %d: %v is not the best f", i, best)
		}
		least += risk(best) / float64(p.N)
	}
	if got, ok := facts["exponential_loss"].(float64); !ok || math.Abs(got-loss) > 1e-6 {
		t.Errorf("the f that is drawn has the exponential loss %v, the model %v", loss, facts["exponential_loss"])
	}
	if got, ok := facts["least_exponential_loss"].(float64); !ok || math.Abs(got-least) > 1e-9 {
		t.Errorf("the least exponential loss is %v, want %v", facts["least_exponential_loss"], least)
	}
	e, _ := f.Explain(p.At(3), picture.Viewport{X1: 1, Y1: 1, W: 100, H: 100, Scale: 1})
	want := "f = " + words.Number(marks.XY[7]) + "; the best one here is ½ ln(η/(1 − η)) = " +
		words.Number(0.5*math.Log(eta[7]/eta[6]))
	if !strings.Contains(strings.Join(e.Lines, "\n"), want) {
		t.Errorf("the readout is %q, want %q", e.Lines, want)
	}
	for _, c := range []struct {
		of    string
		truth bool
	}{{"adaboost", false}, {"gradient_boosting", true}} {
		if _, panel, facts := draw(c.of, c.truth); panel != nil || facts["least_exponential_loss"] != nil {
			t.Errorf("%v: what is not known or not minimised is drawn", c)
		}
	}
}
