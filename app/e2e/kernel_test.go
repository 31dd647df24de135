package e2e

import (
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/kernelview"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

const kernelled = `{"version":1,"method":"svm","params":{"kernel":"rbf","gamma":10,"C":1},"dataset":{"name":"moons","n":60,"noise":0.15,"seed":1},"view":{"x":[-0.1,1.1],"y":[0,1],"kernel":true}}`

// The switch "Kernel" shows the kernel matrix of the points: a cell states its value and names both points, a point
// highlights its row and column, the matrix follows a dragged point, the keyboard moves from cell to cell, and pointing
// at the plane says where k(x, ·) is largest.
func TestKernelViews(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, strings.Replace(kernelled, `,"kernel":true`, "", 1))})
	p.WaitReady()
	if p.Has("#panel-kernel_matrix") {
		t.Error("the matrix is shown before anybody has asked")
	}
	p.ClickOn("#view-kernel")
	p.fits(kernelview.MatrixPanel)
	p.fits(kernelview.EigenPanel)
	p.WaitReady()
	if !p.Doc().View.Kernel {
		t.Error("the document doesn't say so")
	}
	p.Wait(`document.body.innerText.includes("Rank of the kernel")`)
	d, err := doc.Decode([]byte(kernelled))
	if err != nil {
		t.Fatal(err)
	}
	// The middle of the box is the last cell of class 1 and the first of class 2, or next to these.
	x, y := p.inPlotOf(d, nil, kernelview.MatrixPanel, kernelview.Box)
	p.Move(x+3, y-3)
	p.saysThere("k = ")
	p.saysThere("(class 1)")
	p.saysThere("(class 2)")
	p.saysThere("Click: select its 2 points")
	p.Screenshot("kernel-cell")
	p.Click(x+3, y-3)
	p.Wait(`document.querySelector("#live").textContent.startsWith("2 points selected")`)
	p.Key("Escape")
	// A point highlights its row and column.
	if d, err = session.New(catalog.All()).Resolve(method.Unstopped, d); err != nil {
		t.Fatal(err)
	}
	p.Move(p.At(0.5, 0.95)) // no point is there
	p.saysThere("largest at point")
	p.Wait(twoFrames)
	still := p.plotPixels(kernelview.MatrixPanel)
	hx, hy := p.At(d.Points[0].X, d.Points[0].Y)
	p.Move(hx, hy)
	p.saysThere("point 1, class")
	if p.plotPixels(kernelview.MatrixPanel) == still {
		t.Error("a point does not light its row and column")
	}
	// While a point is dragged, the matrix follows.
	px, py := p.At(d.Points[0].X, d.Points[0].Y)
	before := p.shown("#panel-kernel_matrix")
	p.Press(px, py)
	p.DragTo(px+60, py+80)
	p.Wait(`document.documentElement.dataset.pictureVersion === document.documentElement.dataset.stateVersion`)
	if p.shown("#panel-kernel_matrix") == before {
		t.Error("the matrix does not follow the hand that moves a point")
	}
	p.Lift()
	p.WaitReady()
	p.Changed(func() { p.Key("Ctrl+z") })
	p.WaitReady()
	// Over the plane.
	px, py = p.At(0.5, 0.95)
	p.Move(px, py)
	p.saysThere("k(x, x) = 1, largest at point")
	p.Screenshot("kernel-hover")
	// By keys.
	p.Do(`document.querySelector("#walk-kernel_matrix").focus()`)
	p.Key("ArrowRight")
	p.Key("ArrowDown")
	p.Wait(`document.querySelector("#live").textContent.includes("k = ")`)
	p.Screenshot("kernel-walk")
	p.ClickOn("#view-kernel")
	p.Wait(`!document.querySelector("#panel-kernel_matrix")`)
	if p.Doc().View.Kernel {
		t.Error("it can't be switched off")
	}
}

// For a function that is not a valid kernel, the page says so, with the number of negative eigenvalues; the matrix is
// shown on a phone, too.
func TestKernelViewsEverywhere(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t,
		`{"version":1,"method":"kernel_logistic","params":{"kernel":"sigmoid","gamma":5,"coef0":-2,"alpha":0.05},"dataset":{"name":"circles","n":60,"noise":0.05,"seed":1},"view":{"kernel":true}}`)})
	p.WaitReady()
	p.fits(kernelview.EigenPanel)
	p.Wait(`document.body.innerText.includes("Negative eigenvalues")`)
	p.Wait(`document.body.innerText.includes("not positive semi-definite")`)
	p.Dark(true)
	p.WaitReady()
	p.Screenshot("kernel-dark")
	p.Become(Phone)
	p.WaitReady()
	p.ClickOn("#tab-results")
	p.fits(kernelview.MatrixPanel)
	p.Screenshot("kernel-phone")
}
