package e2e

import (
	"testing"
)

// Linear methods on the whole rows of tables: iris where its boundaries are lines, digits with the weights of their
// pixels as pictures, and a plane in space. What the plane shows of a table is a choice away.
func TestLinearMethodsOnRows(t *testing.T) {
	p := Start(t, Options{Path: link(t,
		`{"version":1,"method":"logistic","title":"Iris","params":{"inputs":"all"},"table":{"name":"iris"}}`)})
	p.WaitReady()
	p.fits("weights")
	p.Wait(`document.querySelector("p.status").textContent.includes("Fitted on 4 columns.")`)
	whole := p.spread()
	p.Screenshot("rows-iris")
	p.Do(`document.querySelector('[data-row="inputs"] [role="radio"], [data-row="inputs"] input').click()`)
	p.WaitReady()
	p.Wait(`!document.querySelector("p.status").textContent.includes("Fitted on 4 columns.")`)
	if plane := p.spread(); plane.First == whole.First {
		t.Errorf("the first row stays at %v with what the plane shows as inputs", plane.First)
	}
	p.saysFitted("2 principal components of 4 columns")

	p.Open(link(t, `{"version":1,"method":"logistic","params":{"inputs":"all","alpha":10},"table":{"name":"digits"}}`))
	p.WaitReady()
	p.fits("weights")
	p.Wait(`document.querySelector("p.status").textContent.includes("64 columns")`)
	at := Eval[[]float64](p, `pointscape.points()[0].slice(0, 2)`)
	x, y := p.At(at[0], at[1])
	p.Move(x, y)
	p.saysThere("Largest terms")
	p.Screenshot("rows-digits")
	p.Open(link(t, `{"version":1,"method":"svm_primal","params":{"C":1,"inputs":"all","solver":"subgradient","max_iter":300},"table":{"name":"breast_cancer","columns":[20,21,24],"plane":[20,21,24],"standardize":true}}`))
	p.WaitReady()
	p.Wait(`document.querySelector("p.status").textContent.includes("3 columns")`)
	p.fits("weights")
	p.Screenshot("rows-plane")
	p.Dark(true)
	p.WaitReady()
	p.Screenshot("rows-plane-dark")
	p.Resize(Phone)
	p.WaitReady()
	p.Screenshot("rows-plane-phone")
}

// saysFitted waits until the page says on what the method is fitted.
func (p *Page) saysFitted(on string) {
	p.t.Helper()
	p.Wait(`document.body.textContent.includes("itted on ` + on + `")`)
}
