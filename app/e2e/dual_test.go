package e2e

import (
	"math"
	"strings"
	"testing"
)

// eightPoints is the dual problem of a support vector machine on eight points, before the first step.
const eightPoints = `{"version":1,"method":"svm_dual","params":{"kernel":"linear","C":50},"view":{"x":[0,1],"y":[0,1],"step":0,
	"show":["regions","boundary","margins","support","pair","alpha","box","conditions"]},
	"points":[[0.1,0.3,0],[0.25,0.15,0],[0.3,0.5,0],[0.45,0.3,0],[0.5,0.75,1],[0.65,0.45,1],[0.75,0.8,1],[0.9,0.6,1]]}`

// eightDone is the same document at the last step.
var eightDone = strings.Replace(eightPoints, `"step":0,`, "", 1)

// The player steps SMO forward and back: the status says which two weights change, and the plots show them. Pointing at
// a bar highlights its point, and states which condition holds there.
func TestStepsOfSMO(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, eightPoints)})
	p.WaitReady()
	p.fits("alpha")
	if says := p.Text("p.status"); says != "Before the first step all α are 0, and so is f." {
		t.Errorf("at the start: %q", says)
	}
	start := p.Look()
	first := p.walk("forward", func() { p.ClickOn("#play-step") }, 1)
	p.Wait(`document.querySelector("p.status").textContent.startsWith("Step 1 moves α of points ")`)
	p.Screenshot("step-1")
	p.walk("forward again", func() { p.ClickOn("#play-step") }, 2)
	if back := p.walk("back", func() { p.ClickOn("#play-back") }, 1); back.Hash != first.Hash {
		t.Error("stepped back, step 1 is another picture")
	}
	if back := p.walk("back to the start", func() { p.ClickOn("#play-back") }, 0); back.Hash != start.Hash {
		t.Error("stepped back, the start is another picture")
	}
	p.ClickOn("#play-end")
	p.Wait(`document.querySelector("p.status").textContent.includes("KKT conditions hold")`)
	p.WaitReady() // the layout is final
	p.Do(`document.querySelector("#panel-conditions").scrollIntoView({block: "center"})`)
	x, y := p.inPlot(eightDone, "conditions", "a3")
	p.Move(x, y)
	p.saysThere("Point 4 of class 1: α = ")
	p.Screenshot("conditions")
	p.Do(`document.querySelector("#panel-alpha").scrollIntoView({block: "center"})`)
	bx, by := p.inPlot(eightDone, "alpha", "a3")
	p.Move(bx, by)
	p.saysThere("0 < α < C requires y f = 1: holds")
	p.saysThere("y f/‖w‖ = ")
	p.lit(0.45, 0.3, true)
	p.lit(0.9, 0.6, false)
	p.Screenshot("bar")
	// Pointing at the point says the same, and highlights its bar.
	was := p.plotPixels("alpha")
	px, py := p.At(0.9, 0.6)
	p.Move(px, py)
	p.saysThere("point 8, class 2")
	p.saysThere("α = 0 requires y f ≥ 1: holds")
	p.saysThere("2 vectors in all add ")
	if p.plotPixels("alpha") == was {
		t.Error("the bar of the point is not lit")
	}
}

// A weight is changed by dragging its bar: the run restarts from there, and the violated condition is stated.
func TestWeightOfAPoint(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, eightDone), Dark: true})
	p.WaitReady()
	p.fits("alpha")
	p.Wait(`document.querySelector("p.status").textContent.includes("KKT conditions hold")`)
	x, y := p.inPlot(eightDone, "alpha", "a5")
	p.Move(x, y)
	p.saysThere("Point 6 of class 2: α = ")
	p.Press(x, y)
	p.Changed(func() { p.DragTo(x, y-60) })
	p.Lift()
	list, _ := p.Doc().Params["dual_coef"].([]float64)
	if len(list) != 8 || !(list[5] > 33) || math.Abs(list[3]+32) > 0.1 {
		t.Errorf("the weights are %v", list)
	}
	p.Wait(`document.querySelector("p.status").textContent.includes("instead of 0")`)
	p.Screenshot("turned")
	p.walk("forward", func() { p.ClickOn("#play-step") }, 1)
	p.Wait(`document.querySelector("p.status").textContent.includes("KKT conditions hold")`)
	p.Changed(func() { p.ClickOn("#undo") })
	if list := p.Doc().Params["dual_coef"]; list != nil {
		t.Errorf("undone: %v", list)
	}
}

// What a model draws above the points has the right position also on a high-resolution screen.
func TestPairOnAPhone(t *testing.T) {
	long(t)
	p := Start(t, Options{Window: Phone, Path: link(t, eightDone)})
	p.WaitReady()
	box := p.Box("#stage")
	for _, at := range [][3]float64{{0.65, 0.45, 1}, {0.45, 0.3, 1}, {0.75, 0.8, 0}} {
		x, y := p.At(at[0], at[1])
		// Painted pixels within 15 CSS pixels on all four sides.
		ink := Eval[float64](p, `((c) => {
			const k = c.width / c.clientWidth, x = Math.round(`+figure(x-box.X)+` * k), y = Math.round(`+figure(y-box.Y)+` * k), r = Math.round(15 * k);
			const any = (x, y, w, h) => c.getContext("2d").getImageData(x, y, w, h).data.some((v, i) => i % 4 === 3 && v > 0);
			return any(x - r, y - 1, r, 2) && any(x, y - 1, r, 2) && any(x - 1, y - r, 2, r) && any(x - 1, y, 2, r) ? 1 : 0;
		})(document.querySelector("#stage-above"))`)
		if ink != at[2] {
			t.Errorf("at %g, %g: a circle %g, want %g", at[0], at[1], ink, at[2])
		}
	}
	p.Screenshot("phone")
}
