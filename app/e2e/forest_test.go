package e2e

import (
	"strconv"
	"strings"
	"testing"
)

const grove = `{"version":1,"method":"forest","params":{"n_estimators":30},"dataset":{"name":"moons","n":80,"noise":0.3,"seed":1},"view":{"x":[-0.1,1.1],"y":[-0.1,1.1]},"seed":2}`

// A forest opens complete and is scrubbed to fewer trees and back; it shows the number of trees and the out-of-bag
// error at each of these steps; when a point is added, it is grown again.
func TestForest(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, grove)})
	read := func(fact string) float64 {
		t.Helper()
		p.Wait(`document.querySelector("[data-fact=` + fact + `] dd") !== null`)
		x, err := strconv.ParseFloat(strings.TrimSuffix(p.Text("[data-fact="+fact+"] dd"), "\u00a0%"), 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	end := p.Look()
	whole := read("oob_error")
	if end.Step != 30 || end.Steps != 30 || end.Blank || read("n_estimators") != 30 || !(whole > 0 && whole < 40) {
		t.Fatalf("it opens at %+v, %v trees with the out-of-bag error %v", end, read("n_estimators"), whole)
	}
	box := p.Box("#step")
	x0, y := box.At(0.98, 0.5)
	x1, _ := box.At(0.1, 0.5)
	p.Changed(func() { p.Drag(x0, y, x1, y) })
	few := p.Look()
	p.Wait(`document.querySelector("[data-fact=n_estimators] dd").textContent.trim() === "` + strconv.Itoa(few.Step) + `"`)
	if few.Step < 1 || few.Step > 8 || few.Hash == end.Hash || read("oob_error") == whole {
		t.Errorf("scrubbed to %+v, the out-of-bag error is %v as of all trees", few, read("oob_error"))
	}
	if again := p.walk("to the end", func() { p.ClickOn("#play-end") }, 30); again.Hash != end.Hash ||
		read("oob_error") != whole {
		t.Errorf("back at the end: %+v, it was %+v", again, end)
	}
	p.Screenshot("forest")
	x, y := p.At(0.5, 0.5)
	p.Changed(func() { p.Click(x, y) })
	p.Wait(`document.querySelector("#step-at").textContent === "30"`)
	if l := p.Look(); l.Step != 30 || l.Hash == end.Hash {
		t.Errorf("after a point was added: %+v", l)
	}
}

// All trees of likeTrees are the same, since nothing is drawn at random. x₁ ≤ 0.5 separates a leaf on the left; x₂ ≤
// 0.5 splits the rest.
const likeTrees = `{"version":1,"method":"forest","params":{"n_estimators":3,"bootstrap":false,"max_features":"all"},"view":{"x":[0,1],"y":[0,1],"show":["regions","tree","diagram","importance"]},
	"points":[[0.1,0.3,0],[0.2,0.7,0],[0.3,0.4,0],[0.15,0.5,0],[0.8,0.2,1],[0.9,0.3,1],[0.7,0.25,1],[0.8,0.8,2],[0.7,0.7,2]]}`

// A leaf of the opened tree highlights its cell in the plane, and a cell its leaf; bars of two inputs take no more
// height than they need.
func TestForestTree(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, likeTrees), Dark: true})
	p.WaitReady()
	p.fits("diagram")
	p.fits("importance")
	if bars := p.Box("#panel-importance"); bars.H > 100 {
		t.Errorf("two inputs have %v pixels of height", bars.H)
	}
	if d := p.Box("#panel-diagram"); d.H < 200 {
		t.Errorf("the diagram has %v pixels of height beside them", d.H)
	}
	p.Move(1, 1)
	dark := p.plotPixels("diagram")
	x, y := p.inPlot(likeTrees, "diagram", "n1")
	p.Move(x, y)
	p.saysThere("Leaf 1 of 3 of tree 3: class 1")
	p.saysThere("Click: select its 4 points")
	p.lit(0.35, 0.9, true)
	p.lit(0.65, 0.9, false)
	p.Screenshot("forest-tree")
	p.Move(p.At(0.75, 0.95))
	p.saysThere("Ctrl-click: select its 2 points")
	p.lit(0.6, 0.6, true)
	if p.plotPixels("diagram") == dark {
		t.Error("a cell lights nothing in the diagram")
	}
	p.Move(p.inPlot(likeTrees, "diagram", "n2"))
	p.saysThere("Split 2 of tree 3: x₂ ≤ 0.5")
	p.lit(0.65, 0.9, true)
}
