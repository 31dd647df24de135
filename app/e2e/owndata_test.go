package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pointscape/engine/doc"
)

// forestTable returns a table of trees: diameters in centimetres and heights in metres, with semicolons and decimal
// commas.
func forestTable() string {
	rng := rand.New(rand.NewPCG(5, 6))
	var b strings.Builder
	b.WriteString("Baum;Durchmesser (cm);Höhe (m);Art\n")
	for i := range 270 {
		kind, d, h := "Fichte", 30+8*rng.NormFloat64(), 25+3*rng.NormFloat64()
		if i%3 == 1 {
			kind, d, h = "Buche", 42+9*rng.NormFloat64(), 23+3*rng.NormFloat64()
		}
		h += 0.15 * (d - 35)
		fmt.Fprintf(&b, "%d;%s;%s;%s\n", i+1, strings.ReplaceAll(fmt.Sprintf("%.1f", d), ".", ","),
			strings.ReplaceAll(fmt.Sprintf("%.1f", h), ".", ","), kind)
	}
	return b.String()
}

// A table with columns in centimetres and metres gives a good support vector machine with one click: γ is adapted, and
// the page says so. With the old γ, nearly all points are support vectors, which the page says, with a button that
// adapts γ; the switch beside the zoom gives each axis its own scale, and the document keeps that.
func TestOwnDataWorkAtOnce(t *testing.T) {
	p := Start(t, Options{})
	p.WaitReady()
	p.Drop("baeume.csv", forestTable())
	p.Wait(`document.querySelector("#columns-use:not([disabled])")`)
	p.Changed(func() { p.ClickOn("#columns-use") })
	says := func(what string) { p.Wait(`/` + what + `/.test(document.querySelector(".remarks").innerText)`) }
	says("Coefficient γ was set to 0.009 to fit the units of your data")
	if d := p.Doc(); len(d.Points) != 270 || d.Params["gamma"] != 0.009 || d.View.Axes != "" {
		t.Errorf("%d points, %v, axes %q", len(d.Points), d.Params, d.View.Axes)
	}
	p.Screenshot("own-data")
	p.Changed(func() { p.Do(`document.querySelector(".remarks button").click()`) })
	says("269 of 270 points are support vectors: the model memorises them")
	p.Screenshot("memorised")
	p.Changed(func() { p.Do(`document.querySelector(".remarks button").click()`) })
	p.Wait(`document.querySelector(".remarks").hidden`)
	p.ClickOn(".tool.scale")
	p.Wait(`document.querySelector(".tool.scale[aria-pressed=false]")`)
	if d := p.Doc(); d.View.Axes != doc.FreeAxes || d.View.Y[1]-d.View.Y[0] > 30 {
		t.Errorf("with axes of their own %+v", d.View)
	}
	p.Resize(Phone)
	p.Screenshot("own-data-phone")
}

// The same table gives the same γ whatever was open before, and a button restores the example's γ.
func TestOwnDataAfterAnExample(t *testing.T) {
	p := Start(t, Options{})
	p.WaitReady()
	for _, example := range []string{
		`{"version":1,"method":"svm","params":{"gamma":0.007},"dataset":{"name":"moons","n":60,"noise":0.1,"seed":1}}`,
		`{"version":1,"method":"svm","params":{"gamma":900},"points":[[0.1,0.2,0],[0.3,0.9,1]]}`,
	} {
		p.Set(example)
		p.Drop("baeume.csv", forestTable())
		p.Wait(`document.querySelector("#columns-use:not([disabled])")`)
		p.Changed(func() { p.ClickOn("#columns-use") })
		p.Wait(`/Coefficient γ was set to 0.009/.test(document.querySelector(".remarks").innerText)`)
		if d := p.Doc(); len(d.Points) != 270 || d.Params["gamma"] != 0.009 {
			t.Errorf("after %s: %d points, %v", example, len(d.Points), d.Params)
		}
	}
	if back := p.Text(".remarks button"); back != "Back to 900" {
		t.Errorf("the way back is %q", back)
	}
}
