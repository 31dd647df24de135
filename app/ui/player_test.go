package ui

import (
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// stepper opens the page on an engine whose SVM takes 40 steps.
func stepper(t *testing.T) (*Core, *engine) {
	t.Helper()
	c, e := open(t)
	e.steps = 40
	c.setParam("C", 2.0, "")
	if c.player == nil || c.player.Steps != 40 || len(c.trace()) != 1 {
		t.Fatalf("the player is %+v, the trace %v", c.player, c.trace())
	}
	return c, e
}

func TestStepsAreNoEdits(t *testing.T) {
	c, e := stepper(t)
	what, _ := c.hist.CanUndo()
	if c.step() != 40 || c.doc.View.Step != nil {
		t.Fatalf("it begins at %d", c.step())
	}
	c.walk(-1)
	c.walk(-1)
	if c.step() != 38 || *c.doc.View.Step != 38 || c.pic.Player.Step != 38 {
		t.Errorf("two steps back is %d, shown %d", c.step(), c.pic.Player.Step)
	}
	c.walk(-99)
	if c.step() != 0 {
		t.Errorf("far back is %d", c.step())
	}
	c.setStep(12)
	if now, _ := c.hist.CanUndo(); now != what {
		t.Errorf("undo would now undo %q, before %q", now, what)
	}
	link, err := doc.EncodeLink(c.doc)
	if err != nil {
		t.Fatal(err)
	}
	if d, err := doc.DecodeLink(link); err != nil || d.View.Step == nil || *d.View.Step != 12 {
		t.Errorf("the permalink says %v, %v", d.View.Step, err)
	}
	// An edit keeps the step; so does undoing it.
	c.host().Add(0.4, 0.4)
	if c.step() != 12 {
		t.Errorf("after a new point the step is %d", c.step())
	}
	c.setStep(13)
	c.undo()
	if c.step() != 13 || len(c.doc.Points) != 4 {
		t.Errorf("after undoing it the step is %d", c.step())
	}
	// A shorter way shows its end, and the step comes back with a longer one.
	e.steps = 10
	c.setParam("C", 3.0, "")
	if c.step() != 10 || *c.doc.View.Step != 13 {
		t.Errorf("of 10 steps %d is shown", c.step())
	}
	e.steps = 40
	c.setParam("C", 4.0, "")
	if c.step() != 13 {
		t.Errorf("of 40 steps again %d is shown", c.step())
	}
	// At the end it stays at the end.
	c.setStep(40)
	e.steps = 50
	c.setParam("C", 5.0, "")
	if c.step() != 50 || c.doc.View.Step != nil {
		t.Errorf("after an edit at the end the step is %d of 50", c.step())
	}
	// Another method's steps are other steps.
	c.setStep(5)
	e.steps = 0
	c.setMethod("knn")
	if c.player != nil || c.doc.View.Step != nil {
		t.Errorf("step %v, player %v", c.doc.View.Step, c.player)
	}
}

func TestTracesAreKept(t *testing.T) {
	c, _ := stepper(t)
	c.walk(-1)
	if len(c.trace()) != 1 {
		t.Error("the trace went with a picture that did not bring it again")
	}
	first := c.player.Run
	c.setParam("C", 6.0, "")
	if c.player.Run == first || len(c.trace()) != 1 {
		t.Errorf("run %d after %d, trace %v", c.player.Run, first, c.trace())
	}
	for range 10 {
		c.setParam("C", c.doc.Params["C"].(float64)+1, "")
	}
	if len(c.runs) > runsKept {
		t.Errorf("%d runs are kept", len(c.runs))
	}
}

func TestCurveOfFreshPointsKeepsItsPlace(t *testing.T) {
	c, _ := stepper(t)
	names := func() (s string) {
		for _, x := range c.trace() {
			s += x.Name + " " + strconv.Itoa(x.N) + ";"
		}
		return s
	}
	test := &wire.Series{Name: "test error"}
	test.Add(0, 0.5)
	told := func() { c.onFacts(&wire.Facts{Run: c.runs[0].id, Test: test}) }
	told()
	if names() != "objective 41;test error 1;" {
		t.Fatalf("curves %s", names())
	}
	c.onFacts(&wire.Facts{Run: -5, Test: test}) // of a run that nobody remembers
	// The next fit's is still to come, and comes.
	c.setParam("C", 3.0, "")
	if names() != "objective 41;test error 0;" {
		t.Errorf("the next fit has the curves %s", names())
	}
	told()
	if names() != "objective 41;test error 1;" {
		t.Errorf("then it has %s", names())
	}
	// Points by hand are drawn from nothing known.
	c.host().Add(0.5, 0.5)
	if names() != "objective 41;" {
		t.Errorf("of points by hand there are %s", names())
	}
}

// Playing asks for the next step when the last one is painted, and skips steps
// rather than fall behind.
func TestPlaying(t *testing.T) {
	c, e := stepper(t)
	c.rate = 3 // 60 a second
	c.onPainted()
	c.togglePlay()
	if !c.playing || c.step() != 0 {
		t.Fatalf("playing from the end begins at %d", c.step())
	}
	draws := e.draws
	c.tick()
	if e.draws != draws {
		t.Error("the next step was asked for before the first was painted")
	}
	c.due = c.due.Add(-1e9)
	c.onPainted()
	if k := c.step(); k < 2 || k > 16 {
		t.Errorf("a second late, it went on to step %d", k)
	}
	for range 100 {
		c.due = c.due.Add(-1e9)
		c.onPainted()
	}
	if c.playing || c.step() != 40 || c.doc.View.Step != nil || c.busy() {
		t.Errorf("at the end: playing %v, step %d", c.playing, c.step())
	}
	c.togglePlay()
	c.togglePlay()
	if c.playing || c.playTimer != nil {
		t.Error("a pause goes on")
	}
	c.togglePlay()
	c.setMethod("knn")
	if c.playing {
		t.Error("another method plays on")
	}
}

func TestStepsDue(t *testing.T) {
	for _, x := range []struct {
		waited, speed float64
		n             int
	}{{0, 4, 1}, {0.01, 60, 1}, {0.02, 60, 2}, {0.1, 60, 7}, {9, 60, 16}, {9, 1, 1}, {0.001, 2000, 3}} {
		if n, late := stepsDue(x.waited, x.speed); n != x.n || late > 1e-9 {
			t.Errorf("%v s late at %v a second: %d steps, then late by %v", x.waited, x.speed, n, late)
		}
	}
}

func TestPlayerRenders(t *testing.T) {
	c, e := stepper(t)
	html := app.HTMLString(&Player{core: c})
	for _, want := range []string{`aria-label="Step back"`, `aria-label="Play"`, `aria-label="To the end"`, `aria-label="step"`, `aria-label="speed"`, "Objective (log)"} {
		if !strings.Contains(html, want) {
			t.Errorf("there is no %s", want)
		}
	}
	c.togglePlay()
	if html := app.HTMLString(&Player{core: c}); !strings.Contains(html, `aria-label="Pause"`) {
		t.Error("what plays can't be paused")
	}
	c.pause()
	e.diverged = "The steps are too large."
	c.setParam("C", 0.5, "")
	if html := app.HTMLString(&Dock{core: c}); !strings.Contains(html, e.diverged) {
		t.Error("divergence is not said")
	}
}

func TestCurves(t *testing.T) {
	trace := []wire.Series{
		{Name: "objective", Log: true, At: []float64{0, 10, 20, 40}, Values: []float64{100, 10, 1, 0}},
		{Name: "training error", At: []float64{0, 40}, Values: []float64{0.5, 0.5}},
		{Name: "blown up", At: []float64{0, 1, 2}, Values: []float64{1, 1e5, 1e200}},
		{Name: "empty"},
	}
	p := curves(trace, 15, 40, 300, 42)
	for _, l := range p.Layers {
		if path, ok := l.(*picture.Path); ok {
			for i := 0; i+1 < len(path.XY); i += 2 {
				if x, y := p.View.PX(path.XY[i]), p.View.PY(path.XY[i+1]); !(x >= thumb-1e-9 && x <= 300-thumb+1e-9 && y >= 0 && y <= 42) {
					t.Errorf("%s: a corner at %v, %v", path.Role, x, y)
				}
			}
		}
	}
	// Series that share a scale can be compared.
	pair := []wire.Series{{Name: "training error", At: []float64{0, 1}, Values: []float64{0.4, 0.2}}, {Name: "test error", Same: true, At: []float64{0, 1}, Values: []float64{0.4, 0.3}}}
	shared := curves(pair, 1, 1, 300, 42)
	if a, b := shared.Layers[1].(*picture.Path).XY, shared.Layers[4].(*picture.Path).XY; a[1] != b[1] || a[3] >= b[3] {
		t.Errorf("0.4, 0.2 and 0.4, 0.3 on one scale are drawn at %v and %v", a, b)
	}
	done := p.Layers[2].(*picture.Path)
	if len(done.XY) != 4 || done.XY[2] != 10 {
		t.Errorf("up to step 15: %v", done.XY)
	}
	if !isLog(&trace[0]) || isLog(&trace[1]) || !isLog(&trace[2]) || isLog(&trace[3]) {
		t.Error("logarithmic axes")
	}
	for k, want := range map[int]int{-1: -1, 0: 0, 9: 0, 10: 1, 39: 2, 99: 3} {
		if got := before(trace[0].At, k); got != want {
			t.Errorf("before step %d: %d", k, got)
		}
	}
	curves(nil, 0, 0, 0, 0)
}

func TestSearch(t *testing.T) {
	c, _ := open(t)
	p := &Picker{core: c}
	for query, want := range map[string]string{
		"": "svm", "svm": "svm", "SVM": "svm", "gp": "gp", "gauss": "gp", "near": "knn", "k-nn": "knn", "vote": "knn", "vector mach": "svm", "regression": "gp", "zzz": "",
	} {
		p.ask(query)
		if c.candidate != want {
			t.Errorf("%q proposes %q, want %q", query, c.candidate, want)
		}
	}
	p.open("classification")
	html := app.HTMLString(p)
	if n := strings.Count(html, `role="option"`); n != 2 || !strings.Contains(html, `aria-activedescendant="m-svm"`) {
		t.Errorf("%d options in %s", n, html)
	}
	p.choose("knn")
	if c.doc.Method != "knn" || c.menu != "" {
		t.Errorf("chose %s, menu %q", c.doc.Method, c.menu)
	}
}

func TestFormula(t *testing.T) {
	for text, want := range map[string]string{
		"x_{1}":             "<i>x</i><sub>1</sub>",
		"e^{−m}":            "<i>e</i><sup>−<i>m</i></sup>",
		"e^{f_{c}(x)}":      "<i>e</i><sup><i>f</i><sub><i>c</i></sub>(<i>x</i>)</sup>",
		"x_{1}^{2}":         `<i>x</i><span class="both"><sup>2</sup><sub>1</sub></span>`,
		"N_k(x)":            "<i>N</i><sub><i>k</i></sub>(<i>x</i>)",
		"x^-1":              "<i>x</i><sup>−1</sup>",
		"max_iter":          "max_iter",
		"max(0, 1)":         "max(0, 1)",
		"Σ αᵢ":              "Σ <i>α</i>ᵢ",
		"a < b & c":         "<i>a</i> &lt; <i>b</i> &amp; <i>c</i>",
		"x_{<b>}":           "<i>x</i><sub>&lt;<i>b</i>&gt;</sub>",
		"x_{1":              "<i>x</i>_{1",
		"_":                 "_",
		"^{}":               "<sup></sup>",
		"<script>":          "&lt;script&gt;",
		`" onload="`:        "&#34; onload=&#34;",
		"x_{a_{b_{c_{d}}}}": "<i>x</i><sub><i>a</i><sub><i>b</i><sub><i>c</i><sub><i>d</i></sub></sub></sub></sub>",
	} {
		html := formula(text)
		if got := strings.TrimSuffix(strings.TrimPrefix(html, `<div class="formula" role="group" aria-label="Formula"><div><span>`), `</span></div></div>`); got != want {
			t.Errorf("%s became\n%s, want\n%s", text, got, want)
		}
	}
	if got := prose("C_{1} of max_iter and x_i"); got != "<span>C<sub>1</sub> of max_iter and x_i</span>" {
		t.Error(got)
	}
	if n := strings.Count(formula("a,  b,  c\nd"), "<span>"); n != 4 {
		t.Errorf("%d pieces", n)
	}
}

// FuzzFormula makes sure that no text becomes markup of its own.
func FuzzFormula(f *testing.F) {
	f.Add("x_{1}^{2} <b>")
	f.Add("^_^{_{^{")
	f.Fuzz(func(t *testing.T, text string) {
		for _, html := range []string{formula(text), prose(text)} {
			open := 0
			for part := range strings.SplitSeq(html, "<") {
				tag, rest, ok := strings.Cut(part, ">")
				if !ok && part != "" {
					t.Fatalf("%q became %q", text, html)
				}
				name, _, _ := strings.Cut(strings.TrimPrefix(tag, "/"), " ")
				if ok && !strings.Contains(" div span sub sup i ", " "+name+" ") || strings.ContainsAny(rest, "<>") {
					t.Fatalf("%q became %q", text, html)
				}
				if strings.HasPrefix(tag, "/") {
					open--
				} else if ok {
					open++
				}
			}
			if open != 0 {
				t.Fatalf("%q became %q, which does not balance: %s", text, html, strconv.Itoa(open))
			}
		}
	})
}

func TestLegendNamesWhatIsDrawn(t *testing.T) {
	c, e := open(t)
	e.roles = []picture.Role{picture.RoleCell, picture.RoleMargin, picture.RoleSupport, "unknown"}
	c.setParam("C", 2.0, "")
	html := app.HTMLString(&Controls{core: c})
	if !strings.Contains(html, "Support vector") || !strings.Contains(html, "Margin") || strings.Contains(html, "unknown") || strings.Contains(html, "Residual") {
		t.Error(html)
	}
	for _, m := range meanings {
		sample(m.role, m.kind, 28, 22)
	}
	e.roles = nil
	c.setParam("C", 3.0, "")
	if strings.Contains(app.HTMLString(&Controls{core: c}), "Legend") {
		t.Error("a legend of nothing")
	}
}
