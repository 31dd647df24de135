package e2e

import (
	"testing"

	"pointscape/engine/doc"
)

const allPixels = `{"version":1,"method":"logistic","params":{"alpha":1,"inputs":"all"},"table":{"name":"iris"},` +
	`"view":{"show":["regions","boundary"]}}`

// A switch shows the section of a fit to all columns: rows are at their projections, and positions between them are
// classified. A list shows the probability of one class, and a wall those of all classes.
func TestSectionAndMaps(t *testing.T) {
	long(t)
	sideBySide(t)
	p := Start(t, Options{Path: link(t, allPixels), Clock: true})
	p.WaitReady()
	if p.Has("#view-proba") {
		t.Error("P(class | x) is offered where no place of the plane has one")
	}
	p.Wait(`document.body.innerText.includes("along axis 1 of the weights")`)
	p.Changed(func() { p.ClickOn("label[for=view-section]") })
	if d := p.Doc(); !d.View.Section {
		t.Errorf("no section: %+v", d.View)
	}
	p.Wait(`document.body.innerText.includes("along PC 1")`)
	x, y := p.At(3, 1.2)
	p.Move(x, y)
	p.Wait(`document.body.innerText.includes("In the section, where there is no row")`)
	p.Wait(`document.querySelector("#view-proba")`)
	p.Screenshot("section")
	choose := func(class string) {
		p.Changed(func() {
			p.Do(`(e => { e.value = ` + quote(class) + `; e.dispatchEvent(new Event("change", {bubbles: true})); })` +
				`(document.querySelector("#view-proba"))`)
		})
	}
	choose("2")
	if c := p.Doc().View.Proba; c == nil || *c != 2 {
		t.Errorf("chosen class: %v", c)
	}
	p.Wait(`document.body.innerText.includes("P(virginica | x)")`)
	p.Screenshot("section-map")
	choose("-1")
	if c := p.Doc().View.Proba; c != nil {
		t.Errorf("class %d after all classes were chosen", *c)
	}
	p.Changed(func() {
		p.Do(`(e => { e.value = "view.proba"; e.dispatchEvent(new Event("change", {bubbles: true})); })` +
			`(document.querySelector("#beside-over"))`)
		p.ClickOn("#beside-on")
	})
	p.wallDone()
	if w := p.Doc().Wall; w == nil || w.Over != doc.WallProba || len(w.Values) != 3 {
		t.Errorf("side by side: %+v", w)
	}
	p.Screenshot("section-wall")
	p.Changed(func() { p.ClickOn("label[for=view-section]") })
	if p.Doc().View.Section {
		t.Error("still a section")
	}
}
