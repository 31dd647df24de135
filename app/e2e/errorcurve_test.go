package e2e

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pointscape/engine/assess"
	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// asks selects a setting of a study, and waits until the study of the document, as JSON, contains the text document and
// the page shows its picture: until then the button below may move.
func (p *Page) asks(selector, value, document string) {
	p.t.Helper()
	p.Do(`(e => { e.value = ` + quote(value) + `; e.dispatchEvent(new Event("change")); })(document.querySelector(` +
		quote(selector) + `))`)
	p.Wait(`JSON.stringify(pointscape.get().study).includes(` + quote(document) + `)`)
	p.WaitReady()
}

// The user requests an error curve: it equals the engine's native result, its chart is among the plots, a click on it
// sets the parameter, and the chart stays, since it does not depend on that value.
func TestErrorCurve(t *testing.T) {
	long(t)
	sideBySide(t)
	const text = `{"version":1,"method":"svm","params":{"kernel":"rbf","gamma":10,"C":1},"dataset":{"name":"moons","n":120,"noise":0.25,"seed":1},"view":{"x":[-0.1,1.1],"y":[-0.1,1.1]}}`
	p := Start(t, Options{Path: link(t, text), Clock: true})
	p.WaitReady()
	if p.Has("#start-error_curve") {
		t.Error("an error curve is set up before anybody has asked")
	}
	p.ClickOn("#ask-error_curve")
	p.Wait(`document.querySelector("#start-error_curve")`)
	p.asks("#study-over", "C", `"over":"C"`)
	p.ClickOn("#start-error_curve")
	p.Wait(`document.querySelector("#take-error_curve-0")`)
	p.WaitReady()
	d, c, r := p.surveyed()
	if d.Study == nil || d.Study.Over != "C" || d.Study.Folds != 5 {
		t.Fatalf("asked for %+v", d.Study)
	}
	section := `[aria-label="Cross-validation"]`
	if said := strings.ReplaceAll(p.Text(section), "\u00a0", " "); !strings.Contains(said,
		strings.TrimSuffix(r.Says, ".")) {
		t.Errorf("%q is not in %q", r.Says, said)
	}
	p.fits(assess.PanelID)
	p.Screenshot("error-curve")
	x, y := p.inPlotOf(d, c, assess.PanelID, "tried4")
	p.Move(x, y)
	p.saysThere(fmt.Sprintf("C = %.4g", c.Over.At[4]))
	p.Changed(func() { p.Click(x, y) })
	if now := p.Doc().Params["C"]; now != c.Over.At[4] {
		t.Errorf("C is %v, the click was on %v", now, c.Over.At[4])
	}
	if !p.Has("#take-error_curve-0") {
		t.Error("the curve is gone with the value that it goes over")
	}
	p.fits(assess.PanelID)
	p.Changed(func() { p.ClickOn("#take-error_curve-0") })
	if now := p.Doc().Params["C"]; now != r.Offers[0].Set["C"] {
		t.Errorf("C is %v, the least error is at %v", now, r.Offers[0].Set["C"])
	}
	// Other points have a different curve, and undo brings this one back.
	px, py := p.Empty()
	p.Changed(func() { p.Click(px, py) })
	p.Wait(`!document.querySelector("#take-error_curve-0")`)
	p.Changed(func() { p.Key("Ctrl+z") })
	p.Wait(`document.querySelector("#take-error_curve-0")`)
	p.Dark(true)
	p.asks("#study-and", "gamma", `"and":"gamma"`)
	p.ClickOn("#start-error_curve")
	p.Wait(`document.querySelector("#take-error_curve-0")`)
	p.WaitReady()
	p.Screenshot("error-map-dark")
	p.Resize(Phone)
	p.WaitReady()
	p.ClickOn("#tab-results")
	p.Wait(`document.querySelector("#panel-` + assess.PanelID + `")?.width > 0`)
	p.Wait(`document.querySelector("#study-over").getBoundingClientRect().height > 0`)
	p.Screenshot("error-map-phone")
	p.Accessible("error map", section)
	p.ClickOn("#drop-error_curve")
	p.Wait(`document.querySelector("#ask-error_curve")`)
	if p.Doc().Study != (*doc.Study)(nil) {
		t.Error("the study is still there")
	}
}

// unfinished prevents the page's studies from ending before finish() is called.
var unfinished = workerWith(`{
	const post = self.postMessage.bind(self), held = [];
	let holds = true;
	self.postMessage = (m, ...rest) => {
		if (holds && m.type === "studied") held.push(() => post(m, ...rest)); else post(m, ...rest);
	};
	addEventListener("message", (e) => {
		if (!e.data.finish) return;
		e.stopImmediatePropagation();
		holds = false;
		held.forEach((f) => f());
	});
}`, "(window.studying ??= []).push(this);") + `window.finish = () => studying.forEach((w) => w.postMessage({ finish: true }));`

// While a map is computed, the values that are known so far are in the text and the chart is there, no value is offered
// yet, and the study can be cancelled; the final map equals the engine's native result.
func TestMapFillsIn(t *testing.T) {
	long(t)
	sideBySide(t)
	const text = `{"version":1,"method":"svm","params":{"kernel":"rbf","gamma":10,"C":1},"dataset":{"name":"moons","n":240,"noise":0.3,"seed":1},"study":{"over":"C","and":"gamma","folds":10,"repeats":2},"view":{"x":[-0.1,1.1],"y":[-0.1,1.1]}}`
	p := Start(t, Options{Closed: true, Clock: true})
	p.Inject(unfinished)
	p.Open(link(t, strings.Replace(text, `,"study":{"over":"C","and":"gamma","folds":10,"repeats":2}`, "", 1)))
	p.WaitReady()
	p.Set(text)
	p.ClickOn("#cancel-error_curve") // a study that the document requests stops by itself if it takes long
	p.ClickOn("#start-error_curve")
	p.Wait(`document.querySelector('[aria-label="Cross-validation"]').textContent.includes("So far: ")`)
	p.Wait(`document.querySelector("#panel-` + assess.PanelID + `")?.width > 0`)
	if p.Has("#take-error_curve-0") || !p.Has("#cancel-error_curve") {
		t.Error("a value is offered before all are known, or the study can't be cancelled")
	}
	p.Screenshot("map-so-far")
	d, c, r := p.surveyed()
	p.Do(`finish()`)
	p.Wait(`document.querySelector("#take-error_curve-0")`)
	p.WaitReady()
	if said := p.Text(`[aria-label="Cross-validation"]`); strings.Contains(said, "So far") ||
		!strings.Contains(strings.ReplaceAll(said, "\u00a0", " "), r.Says) {
		t.Errorf("all is known, and it says %q, want %q", said, r.Says)
	}
	x, y := p.inPlotOf(d, c, assess.PanelID, "tried3.4")
	p.Move(x, y)
	p.saysThere(fmt.Sprintf("C = %.4g", c.Over.At[3]))
	p.Screenshot("map-filled")
}

// Randomly drawn pairs are dots on a map: a click sets one. Taking the best pair also records in the document how its
// values were chosen.
func TestRandomSearchOnThePage(t *testing.T) {
	long(t)
	sideBySide(t)
	const text = `{"version":1,"method":"svm","params":{"kernel":"rbf","gamma":10,"C":1},"dataset":{"name":"moons","n":80,"noise":0.25,"seed":1},"study":{"over":"C","and":"gamma","folds":3},"view":{"x":[-0.1,1.1],"y":[-0.1,1.1]}}`
	p := Start(t, Options{
		Clock: true,
		Path:  link(t, strings.Replace(text, `,"study":{"over":"C","and":"gamma","folds":3}`, "", 1)),
	})
	p.WaitReady()
	p.Set(text)
	p.asks("#study-tries", "60", `"search":"random","tries":60`)
	p.ClickOn("#start-error_curve")
	p.Wait(`document.querySelector("#take-error_curve-0")`)
	p.WaitReady()
	d, c, r := p.surveyed()
	if section := strings.ReplaceAll(p.Text(`[aria-label="Cross-validation"]`), "\u00a0", " "); !strings.Contains(section,
		strings.TrimSuffix(r.Says, ".")) {
		t.Errorf("%q is not in %q", r.Says, section)
	}
	at := (c.Best + 1) % c.Count()
	x, y := p.inPlotOf(d, c, assess.PanelID, fmt.Sprint("tried", at))
	first, second := c.Pair(at)
	p.Changed(func() { p.Click(x, y) })
	if now := p.Doc(); now.Params["C"] != first || now.Params["gamma"] != second || now.Study.Chosen != "" {
		t.Errorf("the click was on %v, %v: %+v %+v", first, second, now.Params, now.Study)
	}
	p.Changed(func() { p.ClickOn("#take-error_curve-0") })
	now := p.Doc()
	if first, second = c.Pair(c.Best); now.Params["C"] != first || now.Params["gamma"] != second ||
		now.Study.Chosen != r.Offers[0].Chosen {
		t.Errorf("taken %+v %+v, want %+v", now.Params, now.Study, r.Offers[0])
	}
	if said := strings.ReplaceAll(p.Text("#study-chosen"), "\u00a0", " "); said != "Chosen: "+r.Offers[0].Chosen+"." {
		t.Errorf("the page says %q", said)
	}
	if !p.Has("#take-error_curve-0") {
		t.Error("the map is gone with the values that were chosen on it")
	}
	p.Do(`document.querySelector('[aria-label="Cross-validation"]').scrollIntoView()`)
	p.Screenshot("random-search")
	p.Dark(true)
	p.WaitReady()
	p.Screenshot("random-search-dark")
	p.Resize(Phone)
	p.WaitReady()
	p.ClickOn("#tab-results")
	p.Wait(`document.querySelector("#panel-` + assess.PanelID + `")?.width > 0`)
	p.Wait(`document.querySelector("#study-over").getBoundingClientRect().height > 0`)
	p.Screenshot("random-search-phone")
	p.Accessible("random search", `[aria-label="Cross-validation"]`)
}

// Each fold of a cross-validation can be shown: its points are hollow, the picture shows the fit to the other points,
// and its error is the study's for that fold. A link opens with the fold.
func TestPartsOfACrossValidation(t *testing.T) {
	long(t)
	sideBySide(t)
	const text = `{"version":1,"method":"knn","params":{"n_neighbors":3},"dataset":{"name":"moons","n":60,"noise":0.35,"seed":1},"study":{"folds":5,"seed":2},"view":{"x":[-0.1,1.1],"y":[-0.1,1.1]}}`
	p := Start(t, Options{Path: link(t, text), Clock: true})
	p.WaitReady()
	_, c, _ := p.surveyed()
	each := c.Line(assess.CrossValidated).Each[0]
	whole := p.stage()
	errors := `[...document.querySelectorAll("tr")].find(r => r.textContent.startsWith("Fold `
	for k := 1; k <= 2; k++ {
		p.Changed(func() { p.ClickOn("#next-part") })
		if now := p.Doc().View.Part; now != k {
			t.Fatalf("part %d, want %d", now, k)
		}
		row := fmt.Sprintf(`%s%d")).textContent`, errors, k)
		p.Wait(fmt.Sprintf(`document.body.textContent.includes("fold %d: the fit uses the 4 other folds")`, k))
		p.Wait(fmt.Sprintf(`%s.replaceAll("\u00a0", " ").includes(%q)`, row, strings.ReplaceAll(words.Percent(each[k-1]), "\u00a0", " ")))
	}
	if reflect.DeepEqual(p.stage(), whole) {
		t.Error("the picture of the fit without a part is that of all points")
	}
	if said := p.Text(".meanings"); !strings.Contains(said, "Point of fold 2, held out") {
		t.Errorf("the legend says %q", said)
	}
	p.Do(`document.querySelector('[aria-label="Cross-validation"]').scrollIntoView()`)
	p.Screenshot("part")
	p.Dark(true)
	p.WaitReady()
	p.Screenshot("part-dark")
	p.Reload()
	p.WaitReady()
	if now := p.Doc().View.Part; now != 2 {
		t.Errorf("after a reload part %d is looked at", now)
	}
	p.Resize(Phone)
	p.WaitReady()
	p.ClickOn("#tab-results")
	p.Wait(`document.querySelector("#study-over").getBoundingClientRect().height > 0`)
	p.Screenshot("part-phone")
	p.Changed(func() {
		p.Do(`(e => { e.value = "0"; e.dispatchEvent(new Event("change")); })(document.querySelector("#study-part"))`)
	})
	if p.Doc().View.Part != 0 {
		t.Error("a part is still held out")
	}
}

// Bounds on the error can be requested for methods that have some, and are in the chart beside the error that they
// bound.
func TestBoundsOnThePage(t *testing.T) {
	long(t)
	sideBySide(t)
	const text = `{"version":1,"method":"svm","params":{"kernel":"rbf","gamma":10,"hard":true},"dataset":{"name":"moons","n":40,"noise":0.12,"seed":5},"study":{"over":"n","values":[20,40,80],"draws":5,"log":true},"view":{"x":[-0.1,1.1],"y":[-0.1,1.1]}}`
	p := Start(t, Options{Path: link(t, text), Clock: true})
	p.WaitReady()
	p.asks("#study-bounds", "true", `"bounds":true`)
	p.ClickOn("#start-error_curve")
	p.Wait(`document.querySelector('[aria-label="Cross-validation"]').textContent.includes("radius of the smallest ball")`)
	p.WaitReady()
	d, c, _ := p.surveyed()
	x, y := p.inPlotOf(d, c, assess.PanelID, "tried1")
	p.Move(x, y)
	for _, name := range []string{"support vectors / n", "4R²‖w‖²/n"} {
		l := c.Line(name)
		p.saysThere(words.Capital(name) + " " + words.Readable(strings.TrimSuffix(c.Error(l.Mean[1]), " %")))
	}
	p.Screenshot("bounds")
	p.Dark(true)
	p.WaitReady()
	p.Screenshot("bounds-dark")
	p.Resize(Phone)
	p.WaitReady()
	p.ClickOn("#tab-results")
	p.Wait(`document.querySelector("#study-over").getBoundingClientRect().height > 0`)
	p.Screenshot("bounds-phone")
}

// For a randomised method, a study over seeds is offered, and the page says what the engine's native result says. A
// method without randomness is not offered it.
func TestSeedsOnThePage(t *testing.T) {
	long(t)
	sideBySide(t)
	const text = `{"version":1,"method":"kmeans","params":{"n_clusters":5},"dataset":{"name":"clusters","n":200,"noise":0.04,"seed":5},"study":{"folds":5}}`
	p := Start(t, Options{Path: link(t, text), Clock: true})
	p.WaitReady()
	p.asks("#study-by", "200 random seeds", `"seeds":true`)
	p.ClickOn("#start-error_curve")
	_, _, r := p.surveyed()
	p.Wait(`document.querySelector('[aria-label="Loss curve"]').textContent.includes("come within")`)
	p.WaitReady()
	if said := strings.ReplaceAll(p.Text(`[aria-label="Loss curve"]`), "\u00a0", " "); !strings.Contains(said,
		strings.TrimSuffix(r.Says, ".")) {
		t.Errorf("%q is not in %q", r.Says, said)
	}
	p.Screenshot("seeds")
	p.Dark(true)
	p.WaitReady()
	p.Screenshot("seeds-dark")
	p.Resize(Phone)
	p.WaitReady()
	p.ClickOn("#tab-results")
	p.Wait(`document.querySelector("#panel-` + assess.PanelID + `")?.width > 0`)
	p.Wait(`(r => r.height > 0 && r.top < innerHeight)(document.querySelector("#study-by").getBoundingClientRect())`)
	p.Screenshot("seeds-phone")
	p.Set(`{"version":1,"method":"knn","dataset":{"name":"moons","n":40,"noise":0.2},"study":{"folds":5}}`)
	if offered := Eval[string](p, `document.querySelector("#study-by").textContent`); strings.Contains(offered, "seeds") {
		t.Errorf("neighbours draw nothing, and are offered %q", offered)
	}
}
