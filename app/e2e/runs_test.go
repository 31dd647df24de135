package e2e

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/app/room/runs"
	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// A document compares solvers: its table equals the engine's native results, its chart reacts to the pointer, and runs
// are switched off and on. Runs that the user keeps are there after a reload, and can be exported as CSV.
func TestRuns(t *testing.T) {
	long(t)
	sideBySide(t)
	const text = `{"version":1,"method":"logistic","params":{"alpha":0.1},"dataset":{"name":"moons","n":150,"noise":0.2,"seed":3},"runs":{"of":[{"name":"gradient descent","params":{"solver":"gd","learning_rate":0.02,"max_iter":300}},{"name":"SGD","params":{"solver":"sgd","learning_rate":1,"max_iter":100}},{"name":"Newton","params":{"solver":"newton"}},{"name":"SVM, the dual","method":"svm","params":{"kernel":"linear"}}],"x":"passes","y":"training error"},"seed":1}`
	p := Start(t, Options{Path: link(t, text)})
	p.WaitReady()
	p.Wait(`document.querySelectorAll(".run-table tbody").length == 4 && document.querySelector('[id="panel-runs"]')`)
	p.WaitReady()
	s := session.New(catalog.All())
	d, err := s.Resolve(method.Unstopped, p.Doc())
	if err != nil {
		t.Fatal(err)
	}
	want, err := s.Runs(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	cells := func() [][]string {
		return Eval[[][]string](p, `[...document.querySelectorAll(".run-table tbody")].map(b => [...b.querySelectorAll("th, td")].map(c => c.innerText.trim()))`)
	}
	for i, row := range cells() {
		r := want[i]
		steps := "–"
		if r.Steps >= 0 {
			steps = strconv.Itoa(r.Steps)
		}
		if !strings.EqualFold(row[0], r.Name) || row[1] != steps || row[2] != strconv.FormatFloat(r.Passes, 'g', 4, 64) {
			t.Errorf("row %d is %q, natively it is %+v", i, row, r)
		}
	}
	p.fits("runs")
	p.Do(`document.querySelector(".runs").scrollIntoView()`)
	p.Screenshot("runs")
	box := p.Box(`[id="panel-runs"]`)
	p.Move(box.X+box.W*0.6, box.Y+box.H*0.4)
	p.saysThere("passes over the data")
	p.saysThere("SVM, the dual")
	p.ClickOn("#run-on-0")
	p.WaitReady()
	if p.Has("#run-on-0:checked") {
		t.Error("a run that was switched off is shown")
	}
	p.Do(`(e => { e.value = "time"; e.dispatchEvent(new Event("change")); })(document.querySelector("#run-x"))`)
	p.Do(`(e => { e.value = "excess"; e.dispatchEvent(new Event("change")); })(document.querySelector("#run-scale"))`)
	p.Do(`(e => { e.value = "objective"; e.dispatchEvent(new Event("change")); })(document.querySelector("#run-y"))`)
	p.WaitReady()
	p.Dark(true)
	p.WaitReady()
	p.Do(`document.querySelector(".runs").scrollIntoView()`)
	p.Screenshot("runs-dark")
	if p.Doc().Runs.X != doc.RunPasses {
		t.Error("who looks at runs by other axes has changed the document")
	}

	// In a document without a comparison, runs are kept by hand.
	p.Set(`{"version":1,"method":"perceptron","params":{},"dataset":{"name":"linear","n":40,"seed":4},"seed":1}`)
	p.WaitReady()
	if p.Has(".run-table") {
		t.Error("the runs of another document are shown")
	}
	p.ClickOn("#run-keep")
	p.Wait(`document.querySelectorAll(".run-table tbody").length == 1`)
	p.Set(`{"version":1,"method":"perceptron","params":{"learning_rate":0.1},"dataset":{"name":"linear","n":40,"seed":4},"seed":1}`)
	p.WaitReady()
	p.ClickOn("#run-keep")
	p.Wait(`document.querySelectorAll(".run-table tbody").length == 2`)
	p.WaitReady()
	if rows := cells(); rows[0][0] == rows[1][0] || !strings.HasPrefix(rows[0][0], "Perceptron, ") {
		t.Errorf("runs are called %q and %q", rows[0][0], rows[1][0])
	}
	p.ClickOn("#run-name-1")
	p.Wait(`document.querySelector("#run-rename")`)
	p.Do(`(e => { e.value = "small, \"steps\""; e.dispatchEvent(new Event("change")); })(document.querySelector("#run-rename"))`)
	p.Wait(`document.querySelector("#run-name-1").innerText.startsWith("Small")`)
	p.Reload()
	p.WaitReady()
	p.Wait(`document.querySelectorAll(".run-table tbody").length == 2`)
	if p.Has(`[id="panel-runs"]`) {
		t.Error("nobody has asked for the chart in this visit")
	}
	p.ClickOn("#run-show")
	p.Wait(`document.querySelector('[id="panel-runs"]')`)
	p.WaitReady()
	p.fits("runs")

	// The export contains what is kept.
	var kept []struct {
		Run *wire.Run `json:"run"`
	}
	if err := json.Unmarshal([]byte(Eval[string](p, `localStorage.getItem("`+runs.Key+`")`)), &kept); err != nil {
		t.Fatal(err)
	}
	list := make([]*wire.Run, len(kept))
	for i := range kept {
		list[i] = kept[i].Run
	}
	p.Do(savedHere)
	p.ClickOn("#run-table")
	p.ClickOn("#run-curves")
	p.Wait(`window.saved.length == 2`)
	saved := map[string]string{}
	for _, f := range Eval[[]savedFile](p, `window.saved`) {
		saved[f.Name] = f.text()
	}
	if got, want := saved["runs.csv"], wire.RunsCSV(list); got != want {
		t.Errorf("the table is\n%s, what is kept is\n%s", got, want)
	}
	if got, want := saved["curves.csv"], wire.CurvesCSV(list); got != want || strings.Count(got, "\n") < 4 {
		t.Errorf("the curves are\n%s, what is kept is\n%s", got, want)
	}
	if names := wire.NameRuns(list); !slices.Contains(names, `small, "steps"`) {
		t.Errorf("kept runs are called %q", names)
	}

	p.Resize(Phone)
	p.WaitReady()
	p.ClickOn("#tab-results")
	p.Wait(`document.querySelector(".runs")?.checkVisibility()`)
	p.WaitReady()
	p.Do(`document.querySelector(".runs").scrollIntoView()`)
	p.Screenshot("runs-phone")
	p.ClickOn("#run-name-0")
	p.Accessible("a run that is opened", "#run-rename")
	p.ClickOn("#run-name-0")
	p.Do(`document.querySelector('[id="panel-runs"]').scrollIntoView()`)
	p.Screenshot("runs-phone-chart")
	p.ClickOn("#run-name-0")
	p.Changed(func() { p.ClickOn("#run-open") })
	if _, is := p.Doc().Params["learning_rate"]; is {
		t.Error("another run than the first one is opened")
	}
	p.ClickOn("#run-clear")
	p.Wait(`!document.querySelector(".run-table") && document.querySelector("#run-back")`)
	p.WaitReady()
	if p.Has(`[id="panel-runs"]`) {
		t.Error("the chart of runs is there when all are removed")
	}
	p.ClickOn("#run-back")
	p.Wait(`document.querySelectorAll(".run-table tbody").length == 2`)
}
