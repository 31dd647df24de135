package session_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// ran makes the runs of a document with a clock that advances by a millisecond with each reading.
func ran(t *testing.T, text string) (doc.Document, []*wire.Run) {
	t.Helper()
	s := session.New(catalog.All())
	now := time.Unix(0, 0)
	s.SetClock(func() time.Time { now = now.Add(time.Millisecond); return now })
	d, err := doc.Decode([]byte(text))
	if err == nil {
		d, err = s.Resolve(method.Unstopped, d)
	}
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Runs(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return d, list
}

const solvers = `{"version":1,"method":"logistic","params":{"alpha":0.1},"dataset":{"name":"moons","n":60,"noise":0.2,` +
	`"seed":3},"split":{"test":0.25,"seed":1},"runs":{"of":[` +
	`{"name":"gd","params":{"solver":"gd","learning_rate":0.02,"max_iter":200}},` +
	`{"name":"sgd","params":{"solver":"sgd","max_iter":30}},{"name":"newton"},` +
	`{"name":"network","method":"mlp","params":{"hidden_layer_sizes":[4]}},` +
	`{"method":"svm","params":{"kernel":"linear"}},{"method":"svm","params":{"C":7,"kernel":"linear"}},` +
	`{"name":"machine","method":"svm_primal"}]},"view":{"step":40},"seed":1}`

func TestRuns(t *testing.T) {
	_, list := ran(t, solvers)
	if len(list) != 7 {
		t.Fatalf("%d runs", len(list))
	}
	if names := wire.NameRuns(list); names[3] != "network" || !strings.HasSuffix(names[4], ", C 1") ||
		!strings.HasSuffix(names[5], ", C 7") {
		t.Errorf("runs are called %q", names)
	}
	gd, sgd, newton, svm, primal := list[0], list[1], list[2], list[4], list[6]
	if gd.Steps != 200 || gd.Passes != 200 || sgd.Steps != 30 || sgd.Passes != 30 ||
		newton.Passes < float64(newton.Steps) ||
		newton.Steps > 10 || svm.Passes < float64(2*svm.Steps) || svm.Steps < 1 {
		t.Errorf("steps and passes: gd %d %v, sgd %d %v, Newton %d %v, SMO %d %v", gd.Steps, gd.Passes, sgd.Steps, sgd.Passes,
			newton.Steps, newton.Passes, svm.Steps, svm.Passes)
	}
	if len(primal.Notes) == 0 || !strings.Contains(strings.Join(primal.Notes, " "), "the exact solution of the dual") {
		t.Errorf("nobody says what else the primal machine works out: %q", primal.Notes)
	}
	for i := range list {
		r := list[i]
		if r.Fault != "" || r.N != 44 || r.Seconds <= 0 || len(r.At) != len(r.SecondsAt) || len(r.Curves) == 0 {
			t.Errorf("%s: n %d, %v s, fault %q, %d places, %d times, %d curves", r.Method, r.N, r.Seconds, r.Fault, len(r.At),
				len(r.SecondsAt), len(r.Curves))
			continue
		}
		// The final cost: the last value of the curve of the objective, for a dual method of the primal one.
		if c := r.Curve("objective"); r.Cost == nil || r.Cost.Name != "objective" ||
			c != nil && math.Abs(c.Values[len(c.Values)-1]-r.Cost.Value) > 1e-12*r.Cost.Value {
			t.Errorf("%s costs %v, its curve %+v", r.Method, r.Cost, c)
		}
		if c := r.Curve("dual objective"); c != nil && r.Method == "svm" {
			if dual := c.Values[len(c.Values)-1]; !(r.Cost.Value > dual && r.Cost.Value < 1.02*dual) {
				t.Errorf("%s costs %v, and its dual objective is %v", r.Method, r.Cost.Value, dual)
			}
		}
		last := len(r.At) - 1
		if math.Abs(r.SecondsAt[last]-r.Seconds) > 1e-12 || r.PassesAt[last] != r.Passes ||
			!slices.IsSorted(r.SecondsAt) || !slices.IsSorted(r.PassesAt) || !slices.IsSorted(r.At) {
			t.Errorf("%s: times %v to %v, passes %v to %v", r.Method, r.SecondsAt, r.Seconds, r.PassesAt, r.Passes)
		}
		for _, name := range []string{"training error", "test error", "fresh error"} {
			e, ok := r.Error(name)
			c := r.Curve(name)
			if !ok || c == nil || c.Values[len(c.Values)-1] != e || c.Of[len(c.Of)-1] != last {
				t.Errorf("%s: the %s at the end is %v, %v, and its curve %+v", r.Method, name, e, ok, c)
			}
		}
		back, err := doc.Decode([]byte(r.Doc))
		if err != nil || back.Method != r.Method || back.Runs != nil {
			t.Errorf("%s: its document is %s, %v", r.Method, r.Doc, err)
		}
	}
}

// A document without runs is one itself; a run that fails contains the reason, and an invalid one gives an error with
// its field.
func TestRunsThatCannotBeMade(t *testing.T) {
	s := session.New(catalog.All())
	d, _ := doc.Decode([]byte(`{"method":"knn","points":[[0,0,0],[1,1,0],[0.5,0.2,0]]}`))
	list, err := s.Runs(t.Context(), d)
	if err != nil || len(list) != 1 || list[0].Method != "knn" || list[0].Steps != -1 || list[0].Passes != -1 {
		t.Fatalf("%+v, %v", list, err)
	}
	d.Runs = &doc.Runs{Of: []doc.Run{{Method: "svm"}, {}}}
	if list, err = s.Runs(t.Context(), d); err != nil || list[0].Fault == "" || list[1].Fault != "" {
		t.Errorf("%+v, %v", list, err)
	}
	d.Runs.Of[1].Params = map[string]any{"n_neighbors": -1.0}
	if _, err = s.Runs(t.Context(), d); err == nil ||
		!strings.HasPrefix(err.Error(), "runs.of[1].params.n_neighbors must be") {
		t.Error(err)
	}
	d.Runs = &doc.Runs{Of: []doc.Run{{}}, Sizes: []float64{10}}
	if _, err = s.Runs(t.Context(), d); err == nil || !strings.HasPrefix(err.Error(), "runs.sizes must be") {
		t.Error(err)
	}
	if _, err = session.With(catalog.All()).Study(t.Context(), d, method.Runs.ID); err == nil {
		t.Error("the engine of the first visit makes runs")
	}
}

// charted draws the panel of runs, and returns the readout for each position.
func charted(t *testing.T, d doc.Document, l *wire.RunLog) (info method.PanelInfo, alt string,
	tell func(key string) method.Told) {
	t.Helper()
	s := session.New(catalog.All())
	req := session.Request{Doc: d, View: session.Viewport(d, method.Classify, 100, 80, 1), Fine: true, Runs: l,
		Panels: []wire.PanelAsk{{ID: "runs", W: 300, H: 200}}}
	var fit *session.Fit
	if err := s.Draw(method.Unstopped, req, func(r *session.Result) error {
		fit = r.Fit
		for _, p := range r.Info.Panels {
			if p.ID == "runs" {
				info = p
			}
		}
		for i, id := range r.Info.PanelsDrawn {
			if id == "runs" {
				alt = r.Panels[i].Alt
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return info, alt, func(key string) method.Told {
		told, _, ok := fit.Told(key, req.View)
		if !ok {
			t.Fatalf("%s is no place of the chart", key)
		}
		return told
	}
}

// Over steps, passes and time the chart shows the runs' curves, and the readout gives the state of each run at a
// position.
func TestRunsInAChart(t *testing.T) {
	d, _ := doc.Decode([]byte(`{"method":"knn","points":[[0,0,0],[1,1,1]]}`))
	line := func(name string, passes, seconds, values []float64) *wire.Run {
		return &wire.Run{Name: name, Method: "knn", Step: "iteration", Steps: 2, Passes: 4, Seconds: 1, N: 10,
			At: []float64{0,
				1, 2}, PassesAt: passes, SecondsAt: seconds, Curves: []wire.RunCurve{{Name: "objective", Of: []int{0, 1, 2},
				Values: values}}}
	}
	l := &wire.RunLog{X: "passes", Y: "objective", Runs: []*wire.Run{
		line("quick", []float64{0, 1, 2}, []float64{0, 0.1, 0.2}, []float64{9, 4, 1}),
		line("slow", []float64{0, 30, 60}, []float64{0, 1, 2}, []float64{9, 8, 7})}}
	info, alt, tell := charted(t, d, l)
	if info.XLabel != "passes over the data" || info.YLabel != "objective" || info.XLog || info.YLog ||
		!strings.Contains(alt, "Quick: falls from 9 at 0 to 1 at 2") {
		t.Errorf("%+v: %s", info, alt)
	}
	if told := tell("logged30"); told.Answer != "After 30 passes over the data" || !slices.Equal(told.Lines, []string{
		"Quick: 1, iteration 2, its end", "Slow: 8, iteration 1"}) {
		t.Errorf("%q %q", told.Answer, told.Lines)
	}
	if told := tell("logged29"); told.Lines[1] != "Slow: 9, iteration 0" {
		t.Errorf("before its first step it was at %q", told.Lines[1])
	}
	l.X, l.Excess = "time", true
	info, alt, tell = charted(t, d, l)
	if info.XLabel != "seconds" || info.YLabel != "objective minus the minimum" || !info.YLog || info.XLog {
		t.Errorf("%+v: %s", info, alt)
	}
	if told := tell("logged60"); told.Answer != "After 2 s" || told.Lines[0] != "Quick: 0, iteration 2, its end" ||
		told.Lines[1] != "Slow: 6, iteration 2" {
		t.Errorf("%q %q", told.Answer, told.Lines)
	}
	l.Runs[1].SecondsAt = []float64{0, 10, 20} // a hundred times as long
	if info, _, _ = charted(t, d, l); !info.XLog {
		t.Error("runs of very different lengths stand on one linear axis")
	}
	l.X, l.Excess = "steps", false
	if info, _, _ = charted(t, d, l); info.XLabel != "iterations" || info.YLog {
		t.Errorf("%+v", info)
	}
	// Runs without the chosen curve are left out; without any the chart is empty.
	l.Y = "loss"
	if info, alt, _ = charted(t, d, l); alt == "" || !strings.Contains(alt, "No run has such a curve.") {
		t.Errorf("%+v: %s", info, alt)
	}
}

// Over n the runs with one name form a line, and its slope is the exponent of n.
func TestCostOverN(t *testing.T) {
	d, _ := doc.Decode([]byte(`{"method":"knn","points":[[0,0,0],[1,1,1]]}`))
	l := &wire.RunLog{X: "n", Y: "time", Log: true}
	for _, n := range []int{10, 100, 1000} {
		for name, power := range map[string]float64{"square": 2, "line": 1} {
			l.Runs = append(l.Runs, &wire.Run{Name: name, N: n, Steps: 4, Seconds: 1e-6 * math.Pow(float64(n), power),
				Passes: float64(n)})
		}
	}
	slices.SortStableFunc(l.Runs, func(a, b *wire.Run) int { return strings.Compare(a.Name, b.Name) })
	info, alt, tell := charted(t, d, l)
	if !info.XLog || !info.YLog || !strings.Contains(alt, "Line, slope 1") || !strings.Contains(alt, "Square, slope 2") {
		t.Errorf("%+v: %s", info, alt)
	}
	if told := tell("logged1"); told.Answer != "n = 100" || told.Lines[0] != "Line: 100 µs" ||
		told.Lines[1] != "Square: 10 ms" {
		t.Errorf("%q %q", told.Answer, told.Lines)
	}
	l.Y = "time per step"
	if _, alt, tell = charted(t, d, l); tell("logged0").Lines[0] != "Line: 2.5 µs" {
		t.Errorf("%s %q", alt, tell("logged0").Lines)
	}
	l.Y = "passes"
	if _, _, tell = charted(t, d, l); tell("logged2").Lines[0] != "Line: 1000" {
		t.Errorf("%q", tell("logged2").Lines)
	}
}
