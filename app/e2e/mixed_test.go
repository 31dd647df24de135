package e2e

import (
	"fmt"
	"testing"

	"pointscape/engine/doc"
)

// days is a table with two text columns and some empty entries.
const days = "sky,degrees,humidity,windy,outside\n" +
	"sunny,75,70,true,yes\nsunny,80,90,true,no\nsunny,85,,false,no\nsunny,72,95,false,no\nsunny,69,70,false,yes\n" +
	",72,90,true,yes\novercast,83,78,false,yes\novercast,64,65,true,yes\novercast,81,75,false,yes\nrain,71,80,true,no\n" +
	"rain,65,70,true,no\nrain,75,80,false,yes\nrain,NA,80,false,yes\nrain,70,96,false,yes\n"

// A table with text and empty entries is read with them if the user chooses so; a method that can't use them names the
// column, and a decision tree on all columns splits on them, in its diagram and under the pointer.
func TestTreeOfWordsAndGaps(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	p.Drop("days.csv", days)
	p.Wait(`document.querySelector("#columns-use:not([disabled])")`)
	if p.Has("#keep-gaps") {
		t.Error("of two columns words can be kept")
	}
	p.ClickOn("#keep-all")
	p.Wait(`/left out, no numbers: sky, windy/i.test(document.querySelector("#columns").innerText)`)
	p.ClickOn("#keep-gaps")
	p.Wait(`/14 points of 2 classes: yes, no/.test(document.querySelector("#columns").innerText)`)
	p.Screenshot("mixed-columns")
	p.Changed(func() { p.ClickOn("#columns-use") })
	d := p.Doc()
	if d.Table == nil {
		t.Fatal("no table was read")
	}
	r := d.Table.Rows
	if fmt.Sprint(r.N, r.Categories, r.Lacking(0), r.Lacking(1), r.Lacking(2), r.Lacking(3), d.Table.Plane) !=
		"14 [[sunny overcast rain] [] [] [true false]] 1 1 1 0 [1 2]" {
		t.Fatalf("read %+v, %+v", d.Table, r)
	}
	const refused = `/The column degrees has no value in 1 of 14 rows/.test(document.body.innerText)`
	p.Wait(refused)
	p.Screenshot("mixed-refused")

	d.Method, d.Params = "tree", map[string]any{"inputs": "all", "criterion": "entropy", "max_depth": 5.0}
	b, err := doc.Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	p.Open(link(t, string(b)))
	p.WaitReady()
	p.Wait(`document.querySelector("p.status").textContent.includes("drawn at the mean")`)
	at := Eval[[]float64](p, `pointscape.points()[1].slice(0, 2)`)
	x, y := p.At(at[0], at[1])
	p.Move(x, y)
	p.saysThere("Sky = sunny, in {sunny, rain}: right")
	p.Click(x, y)
	p.Wait(`/sunny/.test(document.querySelector(".row-values")?.innerText)`)
	p.Screenshot("mixed-tree")
	p.Dark(true)
	p.WaitReady()
	p.Screenshot("mixed-tree-dark")
	p.Resize(Phone)
	p.WaitReady()
	p.Screenshot("mixed-tree-phone")
}
