package e2e

import (
	"strconv"
	"testing"
)

const grove = `{"version":1,"method":"forest","params":{"n_estimators":30},"dataset":{"name":"moons","n":80,"noise":0.3,"seed":1},"view":{"x":[-0.1,1.1],"y":[-0.1,1.1]},"seed":2}`

// A forest opens whole, is scrubbed to fewer trees and back, and says at each how many there
// are and what those say that have not seen a point; a point that moves grows it anew.
func TestForest(t *testing.T) {
	p := Start(t, Options{Path: link(t, grove)})
	read := func(fact string) float64 {
		t.Helper()
		p.Wait(`document.querySelector("[data-fact=` + fact + `] dd") !== null`)
		x, err := strconv.ParseFloat(p.Text("[data-fact="+fact+"] dd"), 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	end := p.Look()
	whole := read("oob_error")
	if end.Step != 30 || end.Steps != 30 || end.Blank || read("n_estimators") != 30 || !(whole > 0 && whole < 0.4) {
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
	if again := p.walk("to the end", func() { p.ClickOn("#play-end") }, 30); again.Hash != end.Hash || read("oob_error") != whole {
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
