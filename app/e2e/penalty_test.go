package e2e

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/assess"
	"pointscape/engine/catalog"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/words"
)

// A complexity penalty is written as a formula; the value with the smallest sum equals the engine's native result, and
// a button sets it and records the criterion.
func TestPenaltyOnThePage(t *testing.T) {
	long(t)
	sideBySide(t)
	const text = `{"version":1,"method":"tree","params":{"max_depth":100},"dataset":{"name":"moons","n":300,"noise":0.35,"seed":4},"split":{"validate":0.25,"seed":1},"study":{"over":"max_leaf_nodes","values":[2,3,4,6,8,12,16,24,38]},"view":{"show":["regions","boundary","cuts"]}}`
	p := Start(t, Options{Path: link(t, text), Clock: true})
	p.WaitReady()
	p.asks("#study-penalty", "1.5*h/n", `"penalty":"1.5*h/n"`)
	p.ClickOn("#start-error_curve")
	p.Wait(`document.querySelector('[aria-label="Cross-validation"]').textContent.includes("The penalty is 1.5*h/n")`)
	p.WaitReady()
	d, c, _ := p.surveyed()
	x, y := p.inPlotOf(d, c, assess.PanelID, "tried2")
	p.Move(x, y)
	p.saysThere("h = 4, the number of leaves")
	p.saysThere("Penalty " + strings.TrimSuffix(c.Error(c.Line(assess.Penalty).Mean[2]), " %"))
	p.Screenshot("penalty")
	p.Changed(func() { p.ClickOn("#take-error_curve-0") })
	best := c.Over.At[c.Best]
	if got := p.Doc(); got.Params["max_leaf_nodes"] != best || !strings.Contains(got.Study.Chosen, "+ penalty 1.5*h/n") {
		t.Errorf("%v leaves are taken, want %v; %q", got.Params["max_leaf_nodes"], best, got.Study.Chosen)
	}
}

// In the comparison of several methods, the table marks the lowest validation error, and no other cell.
func TestRunsMarkTheLeast(t *testing.T) {
	long(t)
	sideBySide(t)
	const text = `{"version":1,"method":"tree","params":{"max_depth":4},"dataset":{"name":"moons","n":200,"noise":0.3,"seed":5},"split":{"validate":0.3,"seed":2},"runs":{"of":[{"name":"tree"},{"name":"neighbours","method":"knn","params":{"n_neighbors":9}},{"name":"logistic","method":"logistic"}]}}`
	p := Start(t, Options{Path: link(t, text)})
	p.WaitReady()
	p.Wait(`document.querySelectorAll(".run-table tbody").length == 3 && document.querySelector(".run-table .least")`)
	s := session.New(catalog.All())
	d, err := s.Resolve(method.Unstopped, p.Doc())
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Runs(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	least, at := math.Inf(1), -1
	for i, r := range list {
		for _, e := range r.Errors {
			if e.Name == "validation error" && e.Value < least {
				least, at = e.Value, i
			}
		}
	}
	marked := Eval[string](p, `[...document.querySelectorAll(".run-table tbody")].map((b, i) => b.querySelector(".least") ? i : "").join("")`)
	if at < 0 || marked != strconv.Itoa(at) {
		t.Fatalf("row %q is marked, want %d", marked, at)
	}
	if said := p.Text("#least-run"); !strings.Contains(said, "of “"+words.Capital(list[at].Name)+"”") {
		t.Errorf("below the table stands %q", said)
	}
	p.Do(`document.querySelector(".runs").scrollIntoView()`)
	p.Screenshot("least")
}
