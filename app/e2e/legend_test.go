package e2e

import (
	"encoding/json"
	"testing"
)

// swatches returns the pictures of the legends, both the page's and the plots'.
const swatches = `[...document.querySelectorAll(".meanings .swatch, .plot-keys .swatch")].map(e => e.style.backgroundImage)`

// The legends are repainted when the theme changes, as on a page opened in that theme.
func TestLegendsFollowTheTheme(t *testing.T) {
	long(t) // TestReadoutHasALegend repaints swatches in another theme
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

// A frame shows the names of classes: in its legend, or, without a legend, beside the marks of the classes if there is
// room.
func TestClassNamesInFrames(t *testing.T) {
	const named = `{"version":1,"method":"svm","points":[[0.1,0.2,0],[0.2,0.3,0],[0.8,0.7,1],[0.7,0.8,1],[0.2,0.9,2]],"names":{"classes":["setosa","versicolor","virginica"]}}`
	names := func(p *Page, where string) int {
		return Eval[int](p, `[...document.querySelectorAll("`+where+`")].filter(e => e.checkVisibility() && /^(setosa|versicolor|virginica)$/.test(e.innerText)).length`)
	}
	for _, x := range some(2, []struct {
		options       string
		wide          int
		below, inside int // numbers of names at the chips and in the legend
	}{
		{"?embed=1", 640, 3, 0},
		{"?embed=1&legend=1", 420, 0, 3},
		{"?embed=1", 420, 0, 0},
		{"?embed=1&legend=1", 640, 0, 3},
		{"?embed=1&legend=1&hide=classes", 640, 0, 3},
	}) {
		p := Start(t, Options{Window: Window{Width: x.wide, Height: 480}, Path: x.options + link(t, named)})
		p.WaitReady()
		if below, inside := names(p, ".dock .chip-name"), names(p, ".strip .meanings li span"); below != x.below ||
			inside != x.inside {
			t.Errorf("%s, %d wide: %d names at the chips, %d in the legend", x.options, x.wide, below, inside)
		}
		if Eval[bool](p, `(e => e.scrollWidth > e.clientWidth + 1)(document.querySelector(".dock"))`) {
			t.Errorf("%s, %d wide: the line below the plane is cut", x.options, x.wide)
		}
		p.Screenshot("named-frame")
	}
}
