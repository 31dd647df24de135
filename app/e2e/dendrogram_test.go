package e2e

import (
	"fmt"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// pairs has three pairs of points and a single point: the last three merges form {0, 1, 2, 3}, {0, 1, 2, 3, 4, 5}, and
// the whole.
const pairs = `{"version":1,"method":"agglomerative","params":{"linkage":"average","n_clusters":2},"view":{"x":[0,1],"y":[0,1]},
	"points":[[0.1,0.5,0],[0.15,0.5,0],[0.3,0.5,0],[0.35,0.56,0],[0.6,0.5,0],[0.66,0.52,0],[0.95,0.9,0]]}`

// cutAt returns a position, in the window, to which the line of a plot is dragged to set its parameter to a value.
func (p *Page) cutAt(text, plot string, value float64) (x, y float64) {
	p.t.Helper()
	d, err := doc.Decode([]byte(text))
	p.must(err)
	s := session.New(catalog.All())
	d, err = s.Resolve(method.Unstopped, d)
	p.must(err)
	f, err := s.Fit(method.Unstopped, d)
	p.must(err)
	box := p.Box("#panel-" + plot)
	req := session.Request{Doc: d, View: session.Viewport(d, f.Task, 600, 400, 1), Fine: true,
		Panels: session.AllPanels(f, int(box.W), int(box.H))}
	found := false
	p.must(s.DrawFit(method.Unstopped, f, req, func(r *session.Result) error {
		for i, id := range r.Info.PanelsDrawn {
			for _, s := range r.Info.Spots[i+1].List {
				for k := 0; id == plot && s.Kind == picture.Slide && k < len(s.XY); k += 2 {
					if s.XY[k] == value {
						x, y, found = box.X+0.7*box.W, box.Y+s.XY[k+1]*box.H, true
					}
				}
			}
		}
		return nil
	}))
	if !found {
		p.t.Fatalf("no place of the line sets %v", value)
	}
	return x, y
}

// Pointing at a branch of the dendrogram highlights its points; pointing at a point or inside a group highlights its
// branch.
func TestDendrogramAndPlane(t *testing.T) {
	long(t)
	for _, dark := range []bool{false, true} {
		p := Start(t, Options{Path: link(t, pairs), Dark: dark})
		p.WaitReady()
		p.fits("dendrogram")
		p.Move(1, 1)
		idle := p.plotPixels("dendrogram")
		// The branch of the first four points.
		p.Move(p.inPlot(pairs, "dendrogram", "m3"))
		p.saysThere("Merge 4, 4 points")
		p.saysThere("Click: select its 4 points")
		p.lit(0.22, 0.51, true)
		p.lit(0.8, 0.3, false)
		p.Screenshot("branch")
		if p.plotPixels("dendrogram") == idle {
			t.Error("the branch itself is not lit")
		}
		p.Click(p.inPlot(pairs, "dendrogram", "m3"))
		p.Wait(`document.querySelector("#live").textContent.startsWith("4 points selected")`)
		p.Do(`document.activeElement.blur()`)
		p.Key("Escape")
		p.Move(1, 1)
		p.lit(0.22, 0.51, false)
		// Between points of the group, and on one of them.
		p.Move(p.At(0.22, 0.515))
		p.saysThere("Ctrl-click: select its 4 points")
		p.lit(0.22, 0.515, true)
		inside := p.plotPixels("dendrogram")
		p.Screenshot("inside")
		p.Move(p.At(0.6, 0.5))
		p.saysThere("point 5, cluster 1")
		leaf := p.plotPixels("dendrogram")
		if inside == idle || leaf == idle || inside == leaf {
			t.Error("the dendrogram does not show what is pointed at on the plane")
		}
		p.Screenshot("leaf")
	}
}

// Dragging the line of the dendrogram moves the cut during the drag, in one undo step; Page Up and Page Down move it,
// too.
func TestCutIsDragged(t *testing.T) {
	p := Start(t, Options{Path: link(t, pairs)})
	p.WaitReady()
	p.fits("dendrogram")
	clusters := func(want float64) {
		t.Helper()
		p.Wait(fmt.Sprintf(`document.querySelector("#p-n_clusters").value == %v`, want))
		if got := p.Doc().Params["n_clusters"]; got != want {
			t.Errorf("%v clusters, want %v", got, want)
		}
	}
	four, _ := p.Doc().Params["n_clusters"].(float64)
	if four != 2 {
		t.Fatalf("it begins with %v clusters", four)
	}
	x, y := p.cutAt(pairs, "dendrogram", 2)
	p.Move(x, y)
	p.saysThere("The cut: 2 clusters")
	p.Wait(`document.querySelector("#panel-dendrogram").style.cursor === "ns-resize"`)
	p.Press(x, y)
	_, to := p.cutAt(pairs, "dendrogram", 3)
	p.DragTo(x, to+1)
	clusters(3)
	_, to = p.cutAt(pairs, "dendrogram", 4)
	p.Changed(func() { p.DragTo(x, to) })
	clusters(4) // during the drag
	p.Screenshot("held")
	p.Lift()
	p.Wait(`document.documentElement.dataset.busy === "0"`)
	clusters(4)
	if live := p.Text("#live"); strings.Contains(live, "selected") {
		t.Error("the end of the drag has picked points out")
	}
	p.Screenshot("four")
	p.Changed(func() { p.Key("Ctrl+z") })
	clusters(2)
	// With the keyboard.
	p.Do(`document.querySelector("#walk-dendrogram").focus()`)
	p.Changed(func() { p.Key("PageDown") })
	clusters(3)
	p.Wait(`document.querySelector("#live").textContent.includes("The cut: 3 clusters")`)
	p.Changed(func() { p.Key("PageUp") })
	p.Changed(func() { p.Key("PageUp") })
	clusters(1)
}

// A finger can drag the line.
func TestCutIsDraggedByAFinger(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, pairs), Window: Tablet})
	p.WaitReady()
	p.fits("dendrogram")
	x, y := p.cutAt(pairs, "dendrogram", 2)
	_, to := p.cutAt(pairs, "dendrogram", 4)
	p.Changed(func() { p.Swipe(x, y, x, to) })
	p.Wait(`document.querySelector("#p-n_clusters").value == 4`)
	p.Screenshot("finger")
}

// Merges can be stepped forward and back.
func TestMergesStepByStep(t *testing.T) {
	long(t) // TestPlayAndPause walks steps
	p := Start(t, Options{Path: link(t, pairs)})
	p.WaitReady()
	p.stepThrough()
}
