package e2e

import "testing"

// The switch "Truth" draws the distribution of the points over the picture: the legend, the facts and the link show it.
// It can be switched off.
func TestTruthOverThePicture(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, `{"version":1,"method":"knn","params":{"n_neighbors":3},
		"dataset":{"name":"moons","n":120,"noise":0.35,"seed":2},"view":{"x":[0,1],"y":[0,1]}}`)})
	p.WaitReady()
	p.ClickOn("#view-truth")
	p.Wait(`document.body.innerText.includes("Boundary of the Bayes rule")`)
	p.Wait(`(` + errorsShown + `).includes("Bayes error") || document.body.innerText.includes("Bayes error")`)
	if !p.Doc().View.Truth {
		t.Error("the document doesn't say so")
	}
	p.Screenshot("truth")
	p.followed()
	p.Reload()
	p.WaitReady()
	p.Wait(`document.getElementById("view-truth").checked`)
	p.ClickOn("#view-truth")
	p.Wait(`!document.body.innerText.includes("Boundary of the Bayes rule")`)
	if p.Doc().View.Truth {
		t.Error("it can't be switched off")
	}
}

// A generated table gets as many columns as the field says; a wrong number is reported.
func TestColumnsOfAMadeTable(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, `{"version":1,"method":"knn","params":{"n_neighbors":3},
		"table":{"name":"spheres","n":100,"seed":2},"view":{"truth":true}}`)})
	p.WaitReady()
	p.Wait(`document.body.innerText.includes("Bayes error")`)
	p.ClickOn("#menu-data")
	p.Wait(`document.getElementById("table-size").innerText.includes("100 rows of 10 columns")`)
	p.Wait(`document.getElementById("d-d").value === "10"`)
	p.Changed(func() { p.Fill("#d-d", "4") })
	p.Wait(`document.getElementById("table-size").innerText.includes("100 rows of 4 columns")`)
	p.Screenshot("columns")
	if d := p.Doc().Table; d == nil || d.D != 4 || d.N != 100 {
		t.Errorf("the table is %+v", d)
	}
	p.Fill("#d-d", "1")
	p.Wait(`document.getElementById("d-wrong-d").innerText.includes("2")`)
	if d := p.Doc().Table; d == nil || d.D != 4 {
		t.Errorf("the table is %+v", d)
	}
}
