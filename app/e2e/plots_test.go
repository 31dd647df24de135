package e2e

import (
	"strings"
	"testing"
)

// plotted returns a link to a fit with the parameter plane and the curve of its loss beside it.
func plotted(t *testing.T) string {
	return link(t, strings.Replace(longWay, `"view":{`, `"view":{"show":["regions","plane","curve"],`, 1))
}

// fits waits until a plot's picture is as large as its element.
func (p *Page) fits(id string) {
	p.t.Helper()
	p.Wait(`(c => c && c.clientWidth > 100 && Math.abs(c.width - c.clientWidth * Math.min(devicePixelRatio, 2)) <= 2 && Math.abs(c.height - c.clientHeight * Math.min(devicePixelRatio, 2)) <= 2)(document.querySelector("#panel-` + id + `"))`)
}

// stagePainted waits until the stage shows a picture of its own width, with every pixel painted.
func (p *Page) stagePainted() {
	p.t.Helper()
	p.WaitReady()
	p.Wait(`(() => {
		const c = [...document.querySelectorAll("#stage-picture, #stage-live")].find(c => c.checkVisibility()), s = document.querySelector("#stage");
		if (Math.abs(c.width - s.clientWidth * Math.min(devicePixelRatio, 2)) > 1) return false;
		const g = new OffscreenCanvas(c.width, c.height).getContext("2d");
		g.drawImage(c, 0, 0);
		const d = new Uint32Array(g.getImageData(0, 0, c.width, c.height).data.buffer);
		return d.every(v => v !== 0);
	})()`)
}

// A plot and the stage swap places: the plot becomes large and sharp, the stage still shows its picture and reacts to
// gestures, and Escape, X and the buttons swap them back.
func TestPlotAndStageChangePlaces(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: plotted(t)})
	p.WaitReady()
	p.fits("plane")
	stage, plot := p.Box("#stage"), p.Box("#panel-plane")
	// Its legend is below it and painted.
	const legend = ".panel-figure:has(#panel-plane) .plot-keys"
	p.Wait(`(l => l.length > 3 && l.every(e => e.style.backgroundImage.startsWith("url(")))([...document.querySelectorAll("` + legend + ` .swatch")])`)
	if keys := p.Text(legend); !strings.Contains(keys, "Gradient descent") ||
		!strings.Contains(keys, "Start") {
		t.Errorf("the legend says %s", keys)
	}
	if keys := p.Box(legend); keys.Y < plot.Y+plot.H-1 {
		t.Errorf("the legend at %+v lies over the plot at %+v", keys, plot)
	}
	swapped := func(what, id string) {
		t.Helper()
		p.Wait(`document.querySelector("#large #panel-` + id + `") && document.querySelector("#stage").clientWidth < 500`)
		p.stagePainted()
		p.fits(id)
		s, l := p.Box("#stage"), p.Box("#panel-"+id)
		if l.W*l.H < 2*plot.W*plot.H || l.X+l.W > s.X || s.W < 200 || s.H < 150 {
			t.Errorf("%s: the plot is at %+v, the stage at %+v", what, l, s)
		}
	}
	back := func(what string) {
		t.Helper()
		p.Wait(`document.querySelector("#plots #panel-plane") && !document.querySelector("#large")`)
		p.stagePainted()
		p.fits("plane")
		if s, l := p.Box("#stage"), p.Box("#panel-plane"); s != stage || l != plot {
			t.Errorf("%s: the stage is at %+v, was at %+v; the plot is at %+v, was at %+v", what, s, stage, l, plot)
		}
	}
	view := Eval[string](p, `(v => JSON.stringify([v.x, v.y, v.width, v.height]))(pointscape.view())`)

	p.ClickOn("#swap-plane")
	swapped("the button", "plane")
	if !Eval[bool](p, `document.activeElement.id === "swap-plane"`) {
		t.Error("the focus did not go along")
	}
	// The small stage reacts to gestures as usual.
	n := Eval[int](p, `pointscape.points().length`)
	x, y := p.Box("#stage").At(0.5, 0.2)
	p.Changed(func() { p.Click(x, y) })
	if got := Eval[int](p, `pointscape.points().length`); got != n+1 {
		t.Errorf("a click on the small stage made %d points of %d", got, n)
	}
	p.ClickOn("#swap-back")
	back("the stage's button")
	if now := Eval[string](p, `(v => JSON.stringify([v.x, v.y, v.width, v.height]))(pointscape.view())`); now != view {
		t.Errorf("it shows %s, and showed %s", now, view)
	}

	// By keys, from the stage.
	p.Do(`document.querySelector("#stage").focus()`)
	p.Key("x")
	swapped("X", "plane")
	p.Key("x")
	back("X again")
	p.Key("x")
	swapped("X once more", "plane")
	// Escape in a dialog closes only that.
	p.ClickOn("#menu-export")
	p.ClickOn(`[data-kind="svg"]`)
	p.Wait(`document.querySelector("#figure").open`)
	p.Key("Escape")
	p.Wait(`!document.querySelector("#figure").open`)
	swapped("after a dialog", "plane")
	p.Do(`document.querySelector("#stage").focus()`)
	p.Key("Escape")
	back("Escape")
	p.Key("Escape")
	back("Escape when nothing is swapped")

	// The other plot replaces the first one.
	p.ClickOn("#swap-plane")
	swapped("the button", "plane")
	p.ClickOn("#swap-curve")
	swapped("the other plot", "curve")
	if !p.Has("#plots #panel-plane") {
		t.Error("the first plot is not back in the column")
	}
	// When it is switched off, the stage returns to its place.
	p.Do(`[...document.querySelectorAll(".show")].find(e => e.textContent.includes("Parameter plane")).click()`)
	p.WaitReady()
	p.Do(`[...document.querySelectorAll(".show")].find(e => /curve/i.test(e.textContent)).click()`)
	p.Wait(`!document.querySelector("#large") && document.querySelector("#plots").hidden && document.querySelector("#stage").clientWidth > 900`)
	p.stagePainted()
}

// A plot is repainted in the size of its element also when that changes after the layout, as with another line in a
// legend or a disappearing scroll bar.
func TestPlotFollowsItsPlace(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: plotted(t)})
	p.WaitReady()
	p.fits("plane")
	high := p.Box("#panel-plane").H
	p.Do(`(e => { e.style.maxHeight = e.clientHeight - 40 + "px" })(document.querySelector(".plot-box:has(#panel-plane)"))`)
	p.fits("plane")
	if now := p.Box("#panel-plane").H; now > high-30 {
		t.Errorf("the plot is %.0f pixels high, and was %.0f", now, high)
	}
}

// On a phone, where plots are among the results, a plot and the stage swap places, too.
func TestPlotAndStageChangePlacesOnThePhone(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: plotted(t), Window: Phone})
	p.WaitReady()
	p.ClickOn("#tab-results")
	p.fits("plane")
	stage := p.Box("#stage")
	if box := p.Box("#panel-plane"); box.W < 340 || box.H < 250 {
		t.Errorf("the plot is %+v", box)
	}
	p.Do(`document.querySelector("#swap-plane").scrollIntoView({block: "center"})`)
	p.ClickOn("#swap-plane")
	p.Wait(`document.querySelector("#large #panel-plane")`)
	p.fits("plane")
	p.stagePainted()
	l, s := p.Box("#panel-plane"), p.Box(".stage-frame") // with its margins for numbers
	if l.Y+l.H > s.Y || l.W < 340 || s.W < 380 || s.H < 120 || s.Y+s.H > 844 {
		t.Errorf("the plot is at %+v, the stage at %+v", l, s)
	}
	p.ClickOn("#swap-back")
	p.Wait(`!document.querySelector("#large") && document.querySelector(".results #panel-plane")`)
	p.stagePainted()
	if s := p.Box("#stage"); s != stage {
		t.Errorf("the stage is at %+v, was at %+v", s, stage)
	}
}

// Pressing on a chart over the steps shows the step at that position.
func TestPressOnAChart(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: plotted(t)})
	p.WaitReady()
	box := p.Box("#curve")
	x0, y := box.At(0.2, 0.5) // in the first of three charts
	x1, _ := box.At(0.28, 0.5)
	p.Changed(func() { p.Drag(x0, y, x1, y) })
	p.WaitReady()
	k := Eval[int](p, `+document.querySelector("#step-at").textContent`)
	if k < 200 || k > 399 {
		t.Errorf("a drag on the first chart looks at step %d", k)
	}
	if keys := p.Text(".curve-keys"); !strings.Contains(keys, "Objective") || !strings.Contains(keys, "Training error") {
		t.Errorf("the keys are %s", keys)
	}
}
