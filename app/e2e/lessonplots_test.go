package e2e

import (
	"strings"
	"testing"
)

// If a page of a course has no room for plots beside its plane, they are below it and its controls, before the steps
// that refer to them, and can be swapped with the plane as elsewhere.
func TestCoursePlotsBelowThePlane(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "?course=representations/merges", Window: Phone})
	p.WaitReady()
	p.fits("dendrogram")
	b := p.boxes("#stage", "#panel-dendrogram", ".lesson-steps")
	stage, plot, steps := b[0], b[1], b[2]
	if plot.W < 340 || plot.H < 200 || plot.Y < stage.Y+stage.H || plot.Y+plot.H > steps.Y || plot.Y > stage.Y+844 {
		t.Errorf("the plane is %+v, the plot %+v, the steps %+v", stage, plot, steps)
	}
	p.Do(`document.querySelector("#panel-dendrogram").scrollIntoView({block: "center", behavior: "instant"})`)
	p.Still()
	p.Screenshot("phone")
	p.Do(`document.querySelector("#swap-dendrogram").click()`)
	p.Wait(`document.querySelector("#large #panel-dendrogram")`)
	p.fits("dendrogram")
	if b := p.Box("#panel-dendrogram"); b.H < 200 || p.plotsBelow() > 0 {
		t.Errorf("in the plane's place the plot is %+v", b)
	}
	p.Do(`document.querySelector(".stage-row").scrollIntoView({block: "start", behavior: "instant"})`)
	p.Still()
	p.Screenshot("swapped")
	p.ClickOn("#swap-back")
	p.Wait(`document.querySelector(".lesson-plots #panel-dendrogram")`)

	// In landscape, and where the text makes the row of plots too narrow, they can be scrolled to.
	for _, w := range []Window{{Width: 844, Height: 390, Touch: true}, Tablet, {Width: 1024, Height: 768}} {
		p.Become(w)
		p.Wait(`document.querySelector(".lesson-plots #panel-dendrogram")`)
		p.fits("dendrogram")
		if b := p.Box("#stage"); b.W < 300 || b.H < 150 {
			t.Errorf("%d x %d: the plane is %+v", w.Width, w.Height, b)
		}
		if b := p.boxes(".player .way", ".lesson-facts"); b[0].Y+b[0].H > b[1].Y+1 {
			t.Errorf("%d x %d: the player and the facts below it are %+v", w.Width, w.Height, b)
		}
		p.Do(`document.querySelector("#panel-dendrogram").scrollIntoView({block: "end", behavior: "instant"})`)
		p.Still()
		if b := p.boxes("#panel-dendrogram")[0]; b.Y < 0 || b.Y+b.H > float64(w.Height)+1 || b.H < 150 {
			t.Errorf("%d x %d: the plot is %+v", w.Width, w.Height, b)
		}
		p.Screenshot("wide")
	}

	// A plot that a question hides appears with its answer, and leaves no blank space before. The step stays visible.
	p.Resize(Phone)
	p.Open("?course=kernels/space")
	p.WaitReady()
	if !p.lesson().Veiled || p.plotsBelow() > 0 {
		t.Error("the plot of a hidden picture has a place")
	}
	p.ClickOn(`#lesson-now [data-choice="0"]`)
	p.Wait(`document.querySelector(".lesson-plots canvas")`)
	p.WaitReady()
	id := Eval[string](p, `document.querySelector(".lesson-plots canvas").id.slice(6)`)
	p.fits(id)
	p.Still()
	if b := p.Box("#lesson-now"); b.Y > 844-100 || b.Y+b.H < 100 {
		t.Errorf("once it is answered, the step is at %+v", b)
	}
	p.Screenshot("answered")

	// Of many plots, one is visible, and the beginning of the next.
	p.Open("?course=foundations/covariance")
	p.WaitReady()
	if h := p.plotsBelow(); h < 300 || h > 560 {
		t.Errorf("several plots take %g pixels of height", h)
	}
	p.Do(`document.querySelector(".lesson-plots").scrollIntoView({block: "center", behavior: "instant"})`)
	p.Still()
	p.Screenshot("several")
	if b := p.boxes(".lesson-plots > :nth-child(1)", ".lesson-plots > :nth-child(2)"); b[0].X < 0 ||
		b[0].X+b[0].W > 390 || b[1].X > 370 {
		t.Errorf("the first plot and the next are %+v", b)
	}
}

// boxes returns the current boxes of elements, without scrolling to them.
func (p *Page) boxes(selectors ...string) (list []Box) {
	p.t.Helper()
	for i, s := range selectors {
		selectors[i] = quote(s)
	}
	return Eval[[]Box](p, `[`+strings.Join(selectors, ",")+`].map((s) => {
		const b = document.querySelector(s).getBoundingClientRect();
		return {X: b.x, Y: b.y, W: b.width, H: b.height};
	})`)
}

// plotsBelow returns the height of the plots below a course's plane.
func (p *Page) plotsBelow() float64 { return p.boxes(".lesson-plots")[0].H }
