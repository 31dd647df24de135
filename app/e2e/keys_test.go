package e2e

import (
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/assess"
	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// twoSplits has two splits: x₁ ≤ 0.5 separates a leaf on the left, and x₂ ≤ 0.5 splits the rest.
const twoSplits = `{"version":1,"method":"tree","view":{"x":[0,1],"y":[0,1]},
	"points":[[0.1,0.3,0],[0.2,0.7,0],[0.3,0.4,0],[0.15,0.5,0],[0.8,0.2,1],[0.9,0.3,1],[0.7,0.25,1],[0.8,0.8,2],[0.7,0.7,2]]}`

// inPlot returns the position, in the window, of a key in a plot of a document.
func (p *Page) inPlot(text, plot, key string) (x, y float64) {
	p.t.Helper()
	d, err := doc.Decode([]byte(text))
	p.must(err)
	return p.inPlotOf(d, nil, plot, key)
}

// inAnyPlot is inPlot for the first plot of the page that has the key.
func (p *Page) inAnyPlot(text, key string) (x, y float64) {
	p.t.Helper()
	d, err := doc.Decode([]byte(text))
	p.must(err)
	for _, plot := range Eval[[]string](p, `[...document.querySelectorAll("canvas[id^=panel-]")].map((e) => e.id.slice(6))`) {
		if s, box, ok := p.findSpot(d, nil, plot, key); ok {
			x, y = middle(s, box)
			return x, y
		}
	}
	p.t.Fatalf("%s is in no plot", key)
	return 0, 0
}

// inCell returns the position, in the window, of the centre of a cell in a plot's matrix.
func (p *Page) inCell(text, plot, key string, row, column int) (x, y float64) {
	p.t.Helper()
	d, err := doc.Decode([]byte(text))
	p.must(err)
	s, box := p.spotOf(d, nil, plot, key)
	if s.Kind != picture.Cells {
		p.t.Fatalf("%s of the plot %s is not made of cells", key, plot)
	}
	across, down := (float64(column)+0.5)/s.Z[0], (float64(row)+0.5)/s.Z[1]
	// The corners are listed around the matrix, beginning at the first cell.
	x, y = s.XY[0]+across*(s.XY[4]-s.XY[0]), s.XY[1]+down*(s.XY[5]-s.XY[1])
	return box.X + x*box.W, box.Y + y*box.H
}

// surveyed returns the page's document, and the result of its study computed natively.
func (p *Page) surveyed() (doc.Document, *assess.Curve, *wire.Studied) {
	p.t.Helper()
	s := session.New(catalog.All())
	d, err := s.Resolve(method.Unstopped, p.Doc())
	p.must(err)
	c, r, err := s.Survey(p.t.Context(), d)
	p.must(err)
	return d, c, r
}

// inPlotOf is inPlot for a decoded document; curve is the result of its study, nil for none.
func (p *Page) inPlotOf(d doc.Document, curve *assess.Curve, plot, key string) (x, y float64) {
	p.t.Helper()
	return middle(p.spotOf(d, curve, plot, key))
}

// middle returns the centre of a shape of a plot, in the window.
func middle(s picture.Spot, box Box) (x, y float64) {
	n := float64(len(s.XY) / 2)
	for k := 0; k < len(s.XY); k += 2 {
		x, y = x+s.XY[k]/n, y+s.XY[k+1]/n
	}
	return box.X + x*box.W, box.Y + y*box.H
}

// spotOf returns the shape of a key in a plot, and the plot's box in the window.
func (p *Page) spotOf(d doc.Document, curve *assess.Curve, plot, key string) (spot picture.Spot, box Box) {
	p.t.Helper()
	spot, box, ok := p.findSpot(d, curve, plot, key)
	if !ok {
		p.t.Fatalf("%s is not in the plot %s", key, plot)
	}
	return spot, box
}

// findSpot is spotOf for a key that may be missing.
func (p *Page) findSpot(d doc.Document, curve *assess.Curve, plot, key string) (spot picture.Spot, box Box, ok bool) {
	p.t.Helper()
	s := session.New(catalog.All())
	d, err := s.Resolve(method.Unstopped, d)
	p.must(err)
	m, err := s.Method(d.Method)
	p.must(err)
	box = p.Box(`[id="panel-` + plot + `"]`)
	// During a presentation everything is larger.
	big := Eval[float64](p, `parseFloat(getComputedStyle(document.querySelector(".app")).getPropertyValue("--big")) || 1`)
	req := session.Request{Doc: d, View: session.Viewport(d, m.TaskOf(d.Params), 600, 400, 1), Fine: true, Curve: curve,
		Panels: []wire.PanelAsk{{ID: plot, W: int(box.W / big), H: int(box.H / big)}}}
	var spots []picture.Spot
	p.must(s.Draw(method.Unstopped, req, func(r *session.Result) error {
		for i, id := range r.Info.PanelsDrawn {
			if id == plot {
				spots = r.Info.Spots[i+1].List
			}
		}
		return nil
	}))
	for _, s := range spots {
		if s.Key == key {
			return s, box, true
		}
	}
	return spot, box, false
}

// lit waits until a position of the plane is, or is not, surrounded by highlighted outlines: there are painted pixels
// on all four sides.
func (p *Page) lit(x, y float64, on bool) {
	p.t.Helper()
	wx, wy := p.At(x, y)
	box := p.Box("#stage")
	p.Wait(`((c) => {
		const x = Math.round(` + figure(wx-box.X) + ` * c.width / c.clientWidth), y = Math.round(` + figure(wy-box.Y) +
		` * c.height / c.clientHeight);
		const any = (x, y, w, h) => c.getContext("2d").getImageData(x, y, Math.max(w, 1), Math.max(h, 1)).data.some((v, i) => i % 4 === 3 && v > 0);
		return any(0, y - 9, x, 18) && any(x, y - 9, c.width - x, 18) && any(x - 9, 0, 18, y) && any(x - 9, y, 18, c.height - y);
	})(document.querySelector("#stage-over")) === ` + strconv.FormatBool(on))
}

func figure(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }

// plotPixels returns a checksum of a plot's picture.
func (p *Page) plotPixels(plot string) float64 {
	p.t.Helper()
	return Eval[float64](p,
		`((c) => c.getContext("2d").getImageData(0, 0, c.width, c.height).data.reduce((s, v, i) => (s * 31 + v + i) % 1000003, 7))(document.querySelector("#panel-`+plot+`"))`)
}

func (p *Page) saysThere(words string) {
	p.t.Helper()
	p.Wait(`document.querySelector("#readout").classList.contains("on") && document.querySelector("#readout").textContent.includes(` + quote(words) + `)`)
}

// Pointing at a node of the diagram highlights its region in the plane and shows the path to it; a click selects a
// leaf's points, and Escape deselects them.
func TestKeysFromThePlotToThePlane(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoSplits)})
	p.WaitReady()
	p.fits("diagram")
	x, y := p.inPlot(twoSplits, "diagram", "n1")
	p.Move(x, y)
	p.saysThere("Leaf 1 of 3: class 1")
	p.saysThere("Tree diagram")
	p.saysThere("Click: select its 4 points")
	p.lit(0.35, 0.9, true)
	p.lit(0.65, 0.9, false)
	p.Screenshot("leaf")
	p.Click(x, y)
	p.Wait(`document.querySelector("#readout").classList.contains("aside")`)
	p.Wait(`document.querySelector("#live").textContent.startsWith("4 points selected")`)
	// Pointing at a candidate split does not highlight the leaf any more.
	p.Move(p.inPlot(twoSplits, "candidates", "c1:0.45"))
	p.saysThere("a candidate")
	p.lit(0.35, 0.9, false)
	p.Screenshot("candidate")
	x, y = p.inPlot(twoSplits, "diagram", "n2")
	p.Move(x, y)
	p.saysThere("Split 2: x₂ ≤ 0.5")
	p.lit(0.65, 0.9, true)
	p.lit(0.35, 0.9, false)
	p.Screenshot("node")
	p.Move(1, 1)
	p.lit(0.65, 0.9, false)
	p.Wait(`!document.querySelector("#readout").classList.contains("on")`)
	px, py := p.At(0.1, 0.3)
	// Painted pixels right of the point, outside its own mark.
	ring := `((c) => { const k = c.width / c.clientWidth, at = (v) => Math.round(v * k);
		return c.getContext("2d").getImageData(at(` + figure(px-p.Box("#stage").X) + ` + 8), at(` +
		figure(py-p.Box("#stage").Y) + ` - 3), at(14), at(6)).data.filter((v, i) => i % 4 === 3 && v > 0).length;
	})(document.querySelector("#stage-over"))`
	p.Wait(ring + ` > 0`)
	p.Do(`document.activeElement.blur()`)
	p.Key("Escape")
	p.Wait(ring + ` === 0`)
}

// Pointing at the plane highlights the node in the diagram; a Ctrl-click on a cut goes to the step that made it, and
// adds no point.
func TestKeysFromThePlaneToThePlot(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoSplits), Dark: true})
	p.WaitReady()
	p.fits("diagram")
	p.Move(1, 1)
	dark := p.plotPixels("diagram")
	p.Move(p.At(0.75, 0.95))
	p.saysThere("Class 3 (2 of 2 points in the leaf)")
	p.saysThere("Ctrl-click: select its 2 points")
	p.lit(0.6, 0.6, true)
	leaf := p.plotPixels("diagram")
	p.Screenshot("cell")
	p.Move(p.At(0.5, 0.9))
	p.saysThere("Split 1: x₁ ≤ 0.5")
	p.saysThere("Ctrl-click: go to split 1")
	if root := p.plotPixels("diagram"); root == leaf || leaf == dark || root == dark {
		t.Errorf("the diagram is the same, whatever is lit: %v, %v, %v", dark, leaf, root)
	}
	cx, cy := p.At(0.5, 0.9)
	p.Changed(func() { p.Click(cx, cy, Ctrl) })
	if d := p.Doc(); d.View.Step == nil || *d.View.Step != 1 || len(d.Points) != 9 {
		t.Errorf("after the click: step %v, %d points", d.View.Step, len(d.Points))
	}
	// The key has the same meaning in the new picture, but a click now does something else.
	p.saysThere("Ctrl-click: go to the end")
	p.Screenshot("step")
	p.Move(1, 1)
	p.lit(0.6, 0.6, false)
}

// The keyboard moves through the nodes of the diagram: each is highlighted and described, and Enter acts like a click;
// axe-core finds nothing meanwhile.
func TestKeysByTheKeyboard(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoSplits)})
	p.WaitReady()
	p.fits("diagram")
	p.Do(`document.querySelector("#swap-diagram").focus()`)
	p.Key("Tab")
	p.Wait(`document.activeElement.id === "walk-diagram"`)
	p.saysThere("Split 1")
	p.Wait(`document.querySelector("#walk-at-diagram").textContent === "Split 1: x₁ ≤ 0.5"`)
	p.Key("ArrowDown")
	p.saysThere("Leaf 1 of 3")
	p.lit(0.35, 0.9, true)
	p.Wait(`document.querySelector("#live").textContent.includes("2 of 7. Leaf 1 of 3: class 1")`)
	p.Accessible("walking through keys", "#walk-diagram:focus")
	p.Screenshot("walk")
	p.Key("Home")
	p.saysThere("Split 1")
	p.Changed(func() { p.Key("Enter") })
	if d := p.Doc(); d.View.Step == nil || *d.View.Step != 1 {
		t.Errorf("Enter has gone to %v", d.View.Step)
	}
	p.Key("Tab")
	p.Wait(`document.activeElement.id !== "walk-diagram"`)
	p.lit(0.35, 0.9, false)
	if text := p.Text("#walk-at-"); strings.Contains(text, "Split") {
		t.Errorf("the stage's list says %q", text)
	}
}

// In an embedded frame, a finger that rests on a key shows its description, and the next tap acts; during a
// presentation, a plot's keys are described, the plane's are highlighted, and a Ctrl-click acts.
func TestKeysInAFrameAndWhilePresenting(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "?embed=1" + link(t, twoSplits),
		Window: Window{Width: 480, Height: 360, Scale: 2, Touch: true}})
	p.WaitReady()
	x, y := p.At(0.75, 0.9)
	p.Tap(x, y)
	p.Wait(`document.querySelector("#stage.active")`)
	p.touch("touchStart", x, y)
	p.saysThere("Leaf 3 of 3: class 3")
	p.saysThere("Tap again: select its 2 points")
	p.lit(0.6, 0.6, true)
	p.touch("touchEnd")
	p.Screenshot("asked")
	p.Tap(x, y)
	p.Wait(`document.querySelector("#live").textContent.startsWith("2 points selected")`)
	p.lit(0.6, 0.6, false)
	// On a cut: go to its step.
	x, y = p.At(0.5, 0.2)
	p.touch("touchStart", x, y)
	p.saysThere("Tap again: go to split 1")
	p.touch("touchEnd")
	p.Changed(func() { p.Tap(x, y) })
	if d := p.Doc(); d.View.Step == nil || *d.View.Step != 1 || len(d.Points) != 9 {
		t.Errorf("after the taps: step %v, %d points", d.View.Step, len(d.Points))
	}
	// Resting again at the same position and tapping elsewhere ends it without adding a point; the next tap adds one.
	x, y = p.At(0.75, 0.9)
	p.touch("touchStart", x, y)
	p.saysThere("Tap again")
	p.touch("touchEnd")
	x, y = p.At(0.1, 0.9)
	p.Tap(x, y)
	p.Wait(`!document.querySelector("#readout").classList.contains("on")`)
	p.Changed(func() { p.Tap(x, y) })
	if n := len(p.Doc().Points); n != 10 {
		t.Errorf("%d points", n)
	}

	d, err := doc.Decode([]byte(twoSplits))
	p.must(err)
	d.View.Present = true
	text, err := doc.EncodeLink(d)
	p.must(err)
	p = Start(t, Options{Path: "#" + text})
	p.WaitReady()
	p.Wait(`document.querySelector("#plots #panel-diagram")`)
	p.fits("diagram")
	p.Move(p.inPlot(twoSplits, "diagram", "n0"))
	p.saysThere("Split 1: x₁ ≤ 0.5")
	p.saysThere("Click: go to split 1")
	x, y = p.At(0.75, 0.95)
	p.Move(x, y)
	p.lit(0.6, 0.6, true)
	p.Screenshot("presented")
	p.Click(x, y, Ctrl)
	p.Wait(`document.querySelector("#live").textContent.startsWith("2 points selected")`)
}

// A change made soon after another one counts, too: a frame that is rendered between them shows the old document, but
// must overwrite neither a list nor a checkbox whose handler has not run yet.
func TestQuickHands(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	for name, c := range map[string]struct{ what, first, second, want string }{
		"list": {"#p-kernel", `choose("rbf")`, `choose("poly")`, `d.params.kernel === "poly"`},
		"box":  {"#view-kernel", `e.click()`, `e.click()`, `!d.view.kernel`},
	} {
		lost := Eval[int](p, `(async () => {
			const e = document.querySelector(`+quote(c.what)+`);
			const rest = async () => {
				for (let n = 0; n < 10; n = document.documentElement.dataset.busy === "0" ? n + 1 : 0) await new Promise(requestAnimationFrame);
			};
			const choose = (v) => {
				e.value = v;
				["input", "change"].forEach((name) => e.dispatchEvent(new Event(name, {bubbles: true})));
			};
			let lost = 0;
			for (let k = 0; k < 5; k++) {
				await pointscape.set(`+quote(twoClasses)+`);
				await rest();
				`+c.first+`;
				for (const end = performance.now() + 40; performance.now() < end;); // a frame is due
				`+c.second+`;
				await rest();
				const d = pointscape.get();
				lost += !(`+c.want+`);
			}
			return lost;
		})()`)
		if lost > 0 {
			t.Errorf("%s: %d of 5 second changes were lost", name, lost)
		}
	}
}
