package e2e

import (
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

const scored = `{"version":1,"method":"logistic","params":{"alpha":0.1},
	"dataset":{"name":"moons","n":120,"noise":0.4,"seed":3},"split":{"test":0.5,"seed":1},"view":{"x":[0,1],"y":[0,1],"show":["regions","boundary"],"scores":{}}}`

// way returns the positions, in the window, of the thresholds that a plot of a document offers, and their values.
func (p *Page) way(text, plot string) (at [][2]float64, thresholds []float64) {
	p.t.Helper()
	d, err := doc.Decode([]byte(text))
	p.must(err)
	s := session.New(catalog.All())
	d, err = s.Resolve(method.Unstopped, d)
	p.must(err)
	f, err := s.Fit(method.Unstopped, d)
	p.must(err)
	p.fits(plot)
	box := p.Box("#panel-" + plot)
	req := session.Request{Doc: d, View: session.Viewport(d, f.Task, 600, 400, 1), Fine: true,
		Panels: session.AllPanels(f, int(box.W), int(box.H))}
	p.must(s.DrawFit(method.Unstopped, f, req, func(r *session.Result) error {
		for i, id := range r.Info.PanelsDrawn {
			for _, s := range r.Info.Spots[i+1].List {
				if id == plot && s.Kind == picture.Slide {
					thresholds = s.Z
					for k := range s.Z {
						at = append(at, [2]float64{box.X + s.XY[2*k]*box.W, box.Y + s.XY[2*k+1]*box.H})
					}
				}
			}
		}
		return nil
	}))
	if thresholds == nil {
		p.t.Fatalf("the plot %s offers no thresholds", plot)
	}
	return at, thresholds
}

// threshold returns the threshold of the page's document, 99 if it has none.
func (p *Page) threshold() float64 {
	p.t.Helper()
	if s := p.Doc().View.Scores; s != nil && s.Threshold != nil {
		return *s.Threshold
	}
	return 99
}

// A press on the ROC curve sets the threshold, a drag along the curve moves it, and so do keys and the field: the
// document and the link contain it, its line is on the plane, its numbers are among the results, and undo restores it.
func TestThresholdOfTheROCCurve(t *testing.T) {
	p := Start(t, Options{Path: link(t, strings.Replace(scored, `,"scores":{}`, ``, 1))})
	p.WaitReady()
	if p.Has("#panel-roc") {
		t.Fatal("there is a ROC curve before anybody asks")
	}
	p.Changed(func() { p.ClickOn("#view-scores") })
	p.Wait(`document.querySelector("#panel-roc") && document.querySelector("#panel-calibration")`)
	p.WaitReady()
	p.Wait(`document.body.innerText.includes("Area under the ROC curve")`)
	p.Screenshot("scores")
	// A cell of the confusion matrix describes its points; arrow keys move between cells.
	d, err := doc.Decode([]byte(scored))
	p.must(err)
	p.Do(`document.querySelector("#panel-confusion").scrollIntoView({block: "center"})`)
	x, y := p.inPlotOf(d, nil, "confusion", "confusion")
	p.Move(x+8, y-8) // the middle is a corner of all four cells
	p.saysThere("of class 1 classified as class 2")
	p.Screenshot("confusion")
	p.Do(`document.querySelector("#walk-confusion").focus()`)
	p.Key("ArrowDown") // from the cell under the pointer
	p.Key("ArrowLeft")
	p.Wait(`document.querySelector("#live").textContent.includes("of class 2 classified as class 1")`)
	p.Key("Escape")
	p.Do(`document.querySelector("#panel-roc").scrollIntoView({block: "center"})`)
	at, z := p.way(scored, "roc")
	k := 2 * len(z) / 3
	p.Changed(func() { p.Click(at[k][0], at[k][1]) })
	p.WaitReady()
	if p.threshold() != z[k] {
		t.Errorf("a press sets the threshold to %g, not %g", p.threshold(), z[k])
	}
	p.Wait(`document.body.innerText.includes("Threshold: P(class 2) = ")`)
	// The line of the threshold is where the engine draws it, and has left its old position.
	line := func(threshold float64) (x, y float64) {
		t.Helper()
		d := p.Doc()
		d.View.Scores.Threshold = &threshold
		s := session.New(catalog.All())
		d, err := s.Resolve(method.Unstopped, d)
		p.must(err)
		view := picture.Viewport{X1: 1, Y1: 1, W: 400, H: 400, Scale: 1}
		p.must(s.Draw(method.Unstopped, session.Request{Doc: d, View: view, Fine: true}, func(r *session.Result) error {
			for _, l := range r.Picture.Layers {
				if c, ok := l.(*picture.Path); ok && c.Role == picture.RoleCut {
					for i := 0; i < len(c.XY); i += 2 { // away from all points
						if c.XY[i] > 0.02 && c.XY[i] < 0.06 && c.XY[i+1] > 0.02 && c.XY[i+1] < 0.98 {
							x, y = c.XY[i], c.XY[i+1]
						}
					}
				}
			}
			return nil
		}))
		return x, y
	}
	purple := func(threshold float64) bool {
		x, y := line(threshold)
		best := 0
		for d := -2.0; d <= 2; d++ {
			c := p.colourAt(x+d/400, y)
			best = max(best, min(int(c.B)-int(c.G), int(c.R)-int(c.G)))
		}
		return best > 60
	}
	p.Move(1, 1)
	if !purple(z[k]) {
		t.Error("the plane has no line at the threshold")
	}
	to := len(z) / 3
	p.Changed(func() { p.Drag(at[k][0], at[k][1], at[to][0], at[to][1]) })
	p.WaitReady()
	if p.threshold() != z[to] {
		t.Errorf("a drag sets the threshold to %g, not %g", p.threshold(), z[to])
	}
	p.Move(1, 1)
	p.Wait(`document.documentElement.dataset.busy === "0"`)
	if !purple(z[to]) || purple(z[k]) {
		t.Error("the line has not moved")
	}
	p.Screenshot("threshold")
	p.followed()
	p.Changed(func() { p.Key("Ctrl+z") })
	p.WaitReady()
	if p.threshold() != z[k] {
		t.Errorf("undo leaves the threshold at %g, not %g", p.threshold(), z[k])
	}
	// By keys from threshold to threshold, and typed; an invalid value is reported.
	p.Do(`document.querySelector("#walk-roc").focus()`)
	p.Wait(`document.activeElement.id === "walk-roc"`)
	p.Changed(func() { p.Key("PageDown") })
	if p.threshold() != z[k+1] {
		t.Errorf("Page Down sets the threshold to %g, not %g", p.threshold(), z[k+1])
	}
	p.Changed(func() { p.Fill("#scores-threshold", "0,125") })
	if p.threshold() != 0.125 {
		t.Errorf("typed is %g", p.threshold())
	}
	p.Fill("#scores-threshold", "much")
	p.Wait(`document.querySelector("#e-scores").textContent.includes("Still 0.125")`)
	p.Changed(func() {
		p.ClickOn("#scores-threshold")
		p.Do(`document.activeElement.select()`)
		p.Key("Backspace")
		p.Key("Tab")
	})
	if p.Has("#e-scores") {
		t.Error("it is still said to be wrong")
	}
	if p.threshold() != 99 {
		t.Errorf("it can't be taken away: %g", p.threshold())
	}
	p.Changed(func() { p.ClickOn("#view-scores") })
	p.Wait(`!document.querySelector("#panel-roc")`)
	if p.Doc().View.Scores != nil {
		t.Error("the document still asks for scores")
	}
}

// For three classes, one is chosen for the scores, which takes the threshold away. The plots are shown on a phone, too.
func TestScoresLook(t *testing.T) {
	long(t)
	three := strings.Replace(strings.Replace(scored, `"moons"`, `"blobs"`, 1), `"scores":{}`,
		`"scores":{"class":2,"threshold":0.3}`, 1)
	p := Start(t, Options{Path: link(t, three), Dark: true})
	p.WaitReady()
	p.Wait(`document.querySelector("#panel-roc")`)
	p.Wait(`document.querySelector("#scores-class").value === "2"`)
	p.WaitReady()
	p.Screenshot("scores-dark")
	p.Changed(func() {
		p.Do(`const s = document.querySelector("#scores-class");
			s.value = "0";
			s.dispatchEvent(new Event("change", {bubbles: true}))`)
	})
	if s := p.Doc().View.Scores; s == nil || s.Class != 0 || s.Threshold != nil {
		t.Errorf("the scores are %+v", s)
	}
	p.Wait(`document.querySelector(".panel-figure:has(#panel-roc) .plot-keys").innerText.includes("of class 1")`)
	p.Do(`document.querySelector("#panel-calibration").scrollIntoView({block: "center"})`)
	p.Screenshot("calibration-dark")
	p.Resize(Phone)
	p.WaitReady()
	p.TapOn("#tab-results")
	p.Wait(`document.querySelector("#panel-roc").clientWidth > 100`)
	p.WaitReady()
	p.Do(`document.querySelector("#panel-roc").scrollIntoView({block: "center"})`)
	p.Screenshot("scores-phone")
}

// If the points have one input, the prediction is drawn over it: that of a support vector machine, which changes with
// C, and the probability that the neighbours give.
func TestOneInput(t *testing.T) {
	long(t)
	const points = `"points":[[1,0,0],[1.5,0,0],[2,0,0],[3.2,0,0],[2.6,0,1],[3,0,1],[3.5,0,1],[4,0,1]],
		"view":{"x":[0,5],"y":[-1.5,1.5]}}`
	p := Start(t, Options{Path: link(t, `{"version":1,"method":"svm","params":{"kernel":"linear","C":0.05},`+points)})
	p.WaitReady()
	p.Wait(`document.querySelector("#panel-line")`)
	p.fits("line")
	p.WaitReady()
	flat := p.plotPixels("line")
	p.Screenshot("line")
	p.Changed(func() { p.Fill("#p-C", "100") })
	if p.plotPixels("line") == flat {
		t.Error("a larger C changes nothing")
	}
	p.Screenshot("line-steep")
	p.Set(`{"version":1,"method":"knn","params":{"n_neighbors":3},` + points)
	p.Wait(`document.querySelector(".panel-figure:has(#panel-line) .plot-keys").innerText.includes("P(class 2)")`)
	p.Dark(true)
	p.Screenshot("line-dark")
	p.Resize(Phone)
	p.TapOn("#tab-results")
	p.Wait(`document.querySelector("#panel-line").clientWidth > 100`)
	p.WaitReady()
	p.Do(`document.querySelector("#panel-line").scrollIntoView({block: "end"})`)
	p.Screenshot("line-phone")
}
