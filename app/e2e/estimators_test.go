package e2e

import (
	"fmt"
	"testing"

	"pointscape/engine/method"
)

const committee = `{"version":1,"method":"vote","dataset":{"name":"moons","n":160,"noise":0.3,"seed":4},"split":{"test":0.4,"seed":1},"params":{"weights":[1,2,1]}}`

// members returns the weights of a voting ensemble, and its methods with the parameters that the document contains.
func members(p *Page) string {
	p.t.Helper()
	d := p.Doc()
	text := fmt.Sprint(d.Params["weights"])
	for _, e := range method.EstimatorsOf(d.Params["estimators"]) {
		text += " " + e.Method + fmt.Sprint(e.Params)
	}
	return text
}

// The members of a voting ensemble are chosen, changed by the controls of their own declarations, added and removed,
// each in one undo step; the picture follows, and the link restores everything.
func TestMethodsMadeOfMethods(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, committee)})
	p.WaitReady()
	p.Screenshot("vote")
	before := p.Look().Hash
	// Expanding a member changes nothing.
	p.ClickOn(`#f-m-estimators-1`)
	k := `[data-row="estimators[1].params.n_neighbors"] input.num`
	p.Wait(`document.querySelector('` + k + `')?.value === "5"`)
	if got := members(p); got != "[1 2 1]" {
		t.Errorf("by default, and shown, the document holds %s", got)
	}
	p.Changed(func() { p.Fill(k, "25") })
	few := p.Look().Hash
	if got, want := members(p), "[1 2 1] logisticmap[] knnmap[n_neighbors:25] treemap[]"; got != want || few == before {
		t.Errorf("with 25 neighbours the document holds %s, want %s; the picture is another one: %v", got, want,
			few != before)
	}
	// An invalid value is refused in its row, by the declaration of its own method.
	p.Fill(k, "0")
	p.Wait(`/must be a whole number at least 1/.test(document.querySelector('[data-row="estimators[1].params.n_neighbors"] .wrong')?.textContent)`)
	p.Screenshot("vote-member")
	p.Accessible("a member's parameters", ".estimator .row.bad")
	// A parameter that applies only with another value gets a row then.
	if p.Has(`[data-row="estimators[1].params.p"]`) {
		t.Error("the exponent of a metric that is not chosen has a row")
	}
	p.Changed(func() {
		p.Do(`(() => { const s = document.querySelector('[id="p-estimators[1].params.metric"]'); s.value = "minkowski"; s.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	})
	p.Wait(`document.querySelector('[data-row="estimators[1].params.p"]')`)
	// Another method gives another picture; its own parameters are shown.
	p.Changed(func() {
		p.Do(`(() => { const s = document.querySelector("#m-estimators-1"); s.value = "svm"; s.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	})
	p.Wait(`document.querySelector('[data-row="estimators[1].params.C"]')`)
	if got, want := members(p), "[1 2 1] logisticmap[] svmmap[] treemap[]"; got != want || p.Look().Hash == few {
		t.Errorf("with a machine the document holds %s", got)
	}
	p.Changed(func() { p.ClickOn(`.button.small[data-param="estimators"]`) })
	if n := len(method.EstimatorsOf(p.Doc().Params["estimators"])); n != 4 {
		t.Errorf("with another one there are %d", n)
	}
	p.Changed(func() { p.ClickOn(`[aria-label="Remove member 2"]`) })
	if got, want := members(p), "[1 1] logisticmap[] treemap[]"; len(got) < len(want) || got[:len(want)] != want {
		t.Errorf("without the second the document holds %s, want %s and one more", got, want)
	}
	for range 4 { // undo: removed, added, chosen, metric
		p.Changed(func() { p.Key("Ctrl+z") })
	}
	if got, want := members(p), "[1 2 1] logisticmap[] knnmap[n_neighbors:25] treemap[]"; got != want ||
		p.Look().Hash != few {
		t.Errorf("four steps back the document holds %s, want %s; the picture is the same: %v", got, want,
			p.Look().Hash == few)
	}
	p.Open(p.followed())
	p.Reload()
	p.WaitReady()
	if got, want := members(p), "[1 2 1] logisticmap[] knnmap[n_neighbors:25] treemap[]"; got != want ||
		p.Look().Hash != few {
		t.Errorf("the link opens %s; the picture is the same: %v", got, p.Look().Hash == few)
	}
}
