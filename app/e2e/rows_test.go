package e2e

import (
	"fmt"
	"testing"
)

// Linear methods on complete rows of tables: iris, digits, and three columns in space, each with a plot of the weights.
// What the plane shows can be chosen as the inputs instead.
func TestLinearMethodsOnRows(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t,
		`{"version":1,"method":"logistic","title":"Iris","params":{"inputs":"all"},"table":{"name":"iris"}}`)})
	p.WaitReady()
	p.fits("weights")
	p.Wait(`document.querySelector("p.status").textContent.includes("Fitted on 4 columns.")`)
	whole := p.spread()
	p.Screenshot("rows-iris")
	p.Do(`document.querySelector('input[data-param="inputs"][data-value="shown"]').click()`)
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

// saysFitted waits until the page says that the method is fitted on this input, such as "2 principal components of 4
// columns".
func (p *Page) saysFitted(on string) {
	p.t.Helper()
	p.Wait(`document.body.textContent.includes("itted on ` + on + `")`)
}

// Regression on a table: another target column can be chosen, the rows move with the penalty, and a row shows its
// residual. Another method is fitted on all columns of another table.
func TestRegressionOnRows(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t,
		`{"version":1,"method":"ridge","params":{"alpha":1},"table":{"name":"iris","standardize":true}}`)})
	p.WaitReady()
	p.Wait(`document.querySelector("p.status").textContent.includes("to predict petal width")`)
	if p.Has(`[data-row="degree"], [data-row="domain"]`) {
		t.Error("the degree of a polynomial is offered for whole rows")
	}
	first := `pointscape.points()[0].slice(0, 2)`
	before := Eval[[]float64](p, first)
	p.Screenshot("regression-rows")
	at := Eval[[]float64](p, first)
	x, y := p.At(at[0], at[1])
	p.Move(x, y)
	p.saysThere("residual")
	p.Screenshot("regression-rows-row")
	p.Open(link(t, `{"version":1,"method":"ridge","params":{"alpha":1000},"table":{"name":"iris","standardize":true}}`))
	p.WaitReady()
	p.Wait(`Math.abs(pointscape.points()[0][0] - ` + fmt.Sprint(before[0]) + `) > 0.1`)
	p.Do(`document.getElementById("menu-data").click()`)
	p.Wait(`document.getElementById("table-target")`)
	p.Do(`{ const s = document.getElementById("table-target"); s.value = "0"; s.dispatchEvent(new Event("change")) }`)
	p.Wait(`document.querySelector("p.status").textContent.includes("to predict sepal length")`)
	p.Wait(`pointscape.points()[0][1] === 5.1`)

	p.Open(link(t, `{"version":1,"method":"lasso","title":"Diabetes","params":{"alpha":4},"table":{"name":"diabetes","standardize":true},"view":{"show":["mean","residuals","path","weights","covariance_matrix"]}}`))
	p.WaitReady()
	p.Wait(`document.querySelector("p.status").textContent.includes("10 columns")`)
	p.Screenshot("regression-diabetes")
	p.Dark(true)
	p.WaitReady()
	p.Screenshot("regression-diabetes-dark")
	p.Resize(Phone)
	p.WaitReady()
	p.Screenshot("regression-diabetes-phone")
}
