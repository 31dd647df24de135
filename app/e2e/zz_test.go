package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// forest is a table of trees: diameters in centimetres against heights in metres, semicolons and decimal commas.
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

func TestZZ(t *testing.T) {
	p := Start(t, Options{})
	p.WaitReady()
	p.Drop("baeume.csv", forestTable())
	p.Wait(`document.querySelector("#columns-use:not([disabled])")`)
	p.Screenshot("0dialog")
	p.Changed(func() { p.ClickOn("#columns-use") })
	p.Screenshot("1imported")
	p.Do(`document.querySelector(".remarks button").click()`)
	p.Wait(`/support vectors/.test(document.querySelector(".remarks").innerText)`)
	p.Screenshot("2back")
	t.Log(p.Text(".remarks"))
	p.Do(`document.querySelector(".remarks button").click()`)
	p.Wait(`!/support vectors/.test(document.querySelector(".remarks").innerText)`)
	p.Screenshot("3mended")
	p.Resize(Phone)
	p.Screenshot("4phone")
	p.Do(`document.querySelector("#tab-method").click()`)
	p.Screenshot("5phone-method")
}
