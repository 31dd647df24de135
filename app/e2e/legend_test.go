package e2e

import (
	"encoding/json"
	"testing"
)

// swatches are the pictures of the legends, the page's and those of the plots.
const swatches = `[...document.querySelectorAll(".meanings .swatch, .plot-keys .swatch")].map(e => e.style.backgroundImage)`

// The legends are painted anew when the theme changes: as on a page that was opened so.
func TestLegendsFollowTheTheme(t *testing.T) {
	painted := func(p *Page) []string {
		t.Helper()
		p.WaitReady()
		p.Wait(`(l => l.length > 5 && l.every(s => s.startsWith("url(")))(` + swatches + `)`)
		return Eval[[]string](p, swatches)
	}
	p := Start(t, Options{Path: plotted(t)})
	light := painted(p)
	dark := painted(Start(t, Options{Path: plotted(t), Dark: true}))
	if len(light) != len(dark) {
		t.Fatalf("%d swatches in the light, %d in the dark", len(light), len(dark))
	}
	for i := range light {
		if light[i] == dark[i] {
			t.Errorf("swatch %d is the same in both themes", i)
		}
	}
	want, err := json.Marshal(dark)
	if err != nil {
		t.Fatal(err)
	}
	p.Dark(true)
	p.Wait(`JSON.stringify(` + swatches + `) === ` + quote(string(want)))
}
