package e2e

import (
	"regexp"
	"strconv"
	"testing"
)

// twoBows is two moons and some noise, on which DBSCAN runs step by step.
const twoBows = `{"version":1,"method":"dbscan","params":{"eps":0.07},"view":{"x":[-0.2,1.2],"y":[-0.2,1.2],"show":["balls","kinds","distances"]},
	"dataset":{"name":"moons","n":120,"noise":0.08,"seed":7},"seed":1}`

// Clusters grow and shrink with the steps, the pointer shows ε and the neighbours within it, and clicking the curve of
// distances sets ε to that value; the whole rows of a table can be clustered, too.
func TestDBSCAN(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoBows)})
	p.WaitReady()
	p.fits("distances")
	p.stepThrough()
	p.Move(1, 1)
	p.Screenshot("dbscan")
	end := p.Look()

	// Under the pointer: on a point, and far from all points.
	at := Eval[[]float64](p, `pointscape.points()[0].slice(0, 2)`)
	p.Move(p.At(at[0], at[1]))
	p.saysThere("within ε = 0.07")
	p.Screenshot("dbscan-pointer")
	p.Move(p.At(-0.15, -0.15))
	p.saysThere("Noise")
	p.saysThere("0 points within ε = 0.07")

	x, y := p.inPlot(twoBows, "distances", "r20")
	p.Move(x, y)
	p.saysThere("at rank 21")
	said := regexp.MustCompile(`(?s)ε = ([0-9.]+) at rank 21.*With it, (\d+) of 120`).FindStringSubmatch(
		p.Text("#readout"))
	if said == nil {
		t.Fatalf("the curve says %q", p.Text("#readout"))
	}
	before := factValue(p, "n_core")
	p.Changed(func() { p.Click(x, y) })
	p.Move(1, 1)
	p.WaitReady()
	if eps, _ := strconv.ParseFloat(said[1], 64); p.Doc().Params["eps"] != eps || factValue(p, "n_core") != said[2] ||
		said[2] == before {
		t.Errorf("the click set ε to %v with %s core points, of before %s; it had said %q", p.Doc().Params["eps"],
			factValue(p, "n_core"), before, said[0])
	}
	if now := p.Look(); now.Hash == end.Hash {
		t.Error("with another ε the same picture")
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	if now := p.Look(); p.Doc().Params["eps"] != 0.07 || now.Hash != end.Hash || now.Steps != end.Steps {
		t.Errorf("undone, ε is %v", p.Doc().Params["eps"])
	}
	if p.Has(`[data-row="inputs"]`) {
		t.Error("points of the plane are asked which inputs they have")
	}

	// Whole rows of a table.
	p.Open(link(t, `{"version":1,"method":"dbscan","params":{"inputs":"all","eps":0.43},"table":{"name":"iris"},"view":{"show":["links","kinds","distances"]}}`))
	p.Wait(`document.getElementById("stage").getAttribute("aria-label") === "Plane with 150 points"`)
	p.WaitReady()
	if !p.Has(`[data-row="inputs"]`) {
		t.Error("a table's rows are not asked which inputs they have")
	}
	if got := factValue(p, "n_core"); got != "101" {
		t.Errorf("%s core rows", got)
	}
	whole := p.Look()
	p.walk("a row less", func() { p.ClickOn("#play-back") }, whole.Steps-1)
	if again := p.walk("the last step", func() { p.ClickOn("#play-step") }, whole.Steps); again.Hash != whole.Hash {
		t.Error("a step back and forth is another picture")
	}
	p.Move(p.At(-2.684125626, 0.319397247))
	p.saysThere("within ε = 0.43")
	p.Screenshot("dbscan-iris")
}
