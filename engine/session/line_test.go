package session_test

import (
	"math"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

const onLine = `"points":[[1,0,0],[1.5,0,0],[2,0,0],[3.2,0,0],[2.6,0,1],[3,0,1],[3.5,0,1],[4,0,1]]`

// linePanel draws the panel over the single input of a document; nil = it has none.
func linePanel(t *testing.T, text string) *picture.Picture {
	t.Helper()
	s := session.New(catalog.All())
	d := open(t, s, text)
	f, err := s.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(text, err)
	}
	var p *picture.Picture
	req := session.Request{Doc: d, View: session.Viewport(d, f.Task, 200, 150, 1), Fine: true,
		Panels: session.AllPanels(f, 300, 200)}
	err = s.DrawFit(method.Unstopped, f, req, func(r *session.Result) error {
		for i, id := range r.Info.PanelsDrawn {
			if id == chart.OverInputID {
				p = r.Panels[i]
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// track returns the first curve of a chart.
func track(t *testing.T, p *picture.Picture) *picture.Path {
	t.Helper()
	for _, l := range p.Layers {
		if x, ok := l.(*picture.Path); ok && (x.Role == picture.RoleTrack || x.Role == picture.RoleEllipse) {
			return x
		}
	}
	t.Fatal("there is no curve")
	return nil
}

// steepest returns the largest slope of a curve.
func steepest(p *picture.Path) (most float64) {
	for k := 2; k < len(p.XY); k += 2 {
		if dx := p.XY[k] - p.XY[k-2]; dx > 0 {
			most = max(most, math.Abs(p.XY[k+1]-p.XY[k-1])/dx)
		}
	}
	return most
}

// If data have a single input, each classifier with probabilities draws P over it, from edge to edge, and others their
// decision values.
func TestClassifiersOverTheLine(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{`"method":"logistic"`, "P(class 2)"}, {`"method":"knn"`, "P(class 2)"},
		{`"method":"lda","params":{"shrinkage":0.1}`, "P(class 2)"},
		{`"method":"naive_bayes"`, "P(class 2)"}, {`"method":"tree"`, "P(class 2)"}, {`"method":"forest"`, "P(class 2)"},
		{`"method":"kernel_logistic"`, "P(class 2)"}, {`"method":"mlp"`, "P(class 2)"},
		{`"method":"gradient_boosting"`, "P(class 2)"}, {`"method":"kernel_density"`, "P(class 2)"},
		{`"method":"svm"`, "f(x)"}, {`"method":"svm_primal"`, "f(x)"}, {`"method":"perceptron"`, "f(x)"},
		{`"method":"fisher","params":{"alpha":0.1}`, "f(x)"}, {`"method":"adaboost"`, "f(x)"},
	} {
		p := linePanel(t, `{`+c.text+`,`+onLine+`}`)
		if p == nil {
			t.Errorf("%s has no picture over its input", c.text)
			continue
		}
		curve := track(t, p)
		lo, hi := math.Inf(1), math.Inf(-1)
		for k := 1; k < len(curve.XY); k += 2 {
			lo, hi = min(lo, curve.XY[k]), max(hi, curve.XY[k])
		}
		if first, last := curve.XY[0], curve.XY[len(curve.XY)-2]; first > 0.83 || last < 4.17 {
			t.Errorf("%s: the curve goes from %g to %g", c.text, first, last)
		}
		if proba := c.says != "f(x)"; proba && (lo < 0 || hi > 1) || lo == hi && !strings.Contains(c.text, "mlp") {
			t.Errorf("%s: from %g to %g", c.text, lo, hi)
		} else if !strings.Contains(p.Alt, "P(class 2)") == proba && !strings.Contains(p.Alt, "F: ") {
			t.Errorf("%s says %q", c.text, p.Alt)
		}
	}
}

// A larger weight gives a steeper curve; the kernel's line has its threshold where the prediction changes.
func TestTheWeightIsSteepness(t *testing.T) {
	last := 0.0
	for _, c := range []struct{ method, param, values string }{{"logistic", "alpha", "10 0.3 0.01"},
		{"kernel_logistic", "alpha", "10 0.3 0.01"}, {"svm", `kernel":"linear","C`, "0.02 0.2 2"}} {
		last = 0
		for _, v := range strings.Fields(c.values) {
			p := linePanel(t, `{"method":"`+c.method+`","params":{"`+c.param+`":`+v+`},`+onLine+`}`)
			if now := steepest(track(t, p)); !(now > 1.3*last) {
				t.Errorf("%s, %s = %s: the slope is %g, before %g", c.method, c.param, v, now, last)
			} else {
				last = now
			}
		}
	}
}

// A point over the line and the one on the plane have the same key and readout; a click selects it.
func TestPointsOverTheLine(t *testing.T) {
	s := session.New(catalog.All())
	f, r, plots := scoresOf(t, s, `{"method":"knn","params":{"n_neighbors":3},`+onLine+`}`)
	if plots[chart.OverInputID] == nil || len(r.Info.Spots) != 2 {
		t.Fatalf("spots %+v", r.Info.Spots)
	}
	on := map[string]int{}
	for _, spots := range r.Info.Spots {
		for _, x := range spots.List {
			on[x.Key]++
		}
	}
	if len(on) != 8 {
		t.Errorf("keys %v", on)
	}
	for key, n := range on {
		told, points, ok := f.Told(key, r.Picture.View)
		if n != 2 || !ok || len(points) != 1 || len(told.Lines) != 1 || !strings.HasPrefix(told.Lines[0], "P(class 2) = ") {
			t.Errorf("%s, %d times: %+v, %v", key, n, told, points)
		}
		if points[0] == 4 && (told.Answer != "point 5, class 2" || told.Lines[0] != "P(class 2) = 0.6667") {
			t.Errorf("%+v", told)
		}
	}
}

// The line may be vertical, or the only column of a table; three classes have a curve each, and held-out points are
// drawn, too. In the plane there is no such panel.
func TestLinesOfData(t *testing.T) {
	const up = `"points":[[2,1,0],[2,2,0],[2,3,1],[2,4,1]]`
	if p := linePanel(t, `{"method":"naive_bayes",`+up+`}`); p == nil || !strings.Contains(p.Alt, "threshold is at 2.5") {
		t.Errorf("upwards: %+v", p)
	}
	var p *picture.Picture
	for _, id := range []string{"knn", "qda", "lda"} {
		p = linePanel(t, `{"method":"`+id+`","params":{"inputs":"all"},
			"table":{"name":"iris","plane":[0,1],"columns":[2]}}`)
		if p == nil {
			t.Fatal(id, ": a table of one column has no line")
		}
	}
	curves, points := 0, 0
	for _, l := range p.Layers {
		switch l := l.(type) {
		case *picture.Path:
			if l.Role == picture.RoleEllipse {
				curves++
			}
		case *picture.Marks:
			points = max(points, len(l.XY)/2)
		}
	}
	if curves != 3 || points != 150 {
		t.Errorf("%d curves, %d points", curves, points)
	}
	p = linePanel(t, `{"method":"naive_bayes",`+onLine+`,"split":{"roles":"7.t"}}`)
	held := ""
	for _, l := range p.Layers {
		if m, ok := l.(*picture.Marks); ok && m.Held != "" {
			held = m.Held
		}
	}
	if strings.Count(held, "t") != 1 {
		t.Errorf("held out are %q", held)
	}
	// A threshold for the first class is converted to one for the second.
	p = linePanel(t, `{"method":"naive_bayes",`+onLine+`,"view":{"scores":{"class":0,"threshold":0.2}}}`)
	if line := cut(p); line == nil || line.XY[1] != 0.8 || line.XY[3] != 0.8 {
		t.Errorf("the threshold is at %+v", line)
	}
	for _, text := range []string{`{"method":"knn","points":[[1,0,0],[2,0.1,0],[3,0,1],[4,0,1]]}`,
		`{"method":"knn","points":[[1,0,0],[2,0,1]]}`, `{"method":"kmeans",` + onLine + `}`} {
		if linePanel(t, text) != nil {
			t.Error(text, "has a line")
		}
	}
}

// The first engine leaves this panel to the whole engine.
func TestTheFirstEngineHasNoLine(t *testing.T) {
	s := session.With(catalog.All())
	_, err := s.Fit(t.Context(), open(t, s, `{"method":"knn",`+onLine+`}`))
	if err == nil || !strings.Contains(err.Error(), "method must be") {
		t.Error(err)
	}
}
