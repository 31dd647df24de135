package e2e

import (
	"strconv"
	"strings"
	"testing"
)

// threeLines is k-flats of three lines that cross.
const threeLines = `{"version":1,"method":"kflats","params":{"n_init":1},"view":{"x":[-0.2,1.2],"y":[-0.2,1.2]},
	"dataset":{"name":"lines","n":90,"noise":0.03,"seed":2},"seed":1}`

// The player steps forward and back: the lines move, and the energy of each half-step is shown and, after the fourth,
// never increases. A bar of the distances describes its points. Planes in space are shown, too.
func TestFlats(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, threeLines)})
	p.WaitReady()
	p.fits("residuals")
	p.Screenshot("flats")
	end := p.Look()
	look := p.walk("the start", func() { p.ClickOn("#play-start") }, 0)
	last, moved := 0.0, 0
	for k := 1; k <= end.Steps; k++ {
		next := p.walk("a step", func() { p.ClickOn("#play-step") }, k)
		p.Wait(`document.querySelector('.fact[data-fact="inertia"] dd') !== null`)
		e, err := strconv.ParseFloat(strings.Fields(factValue(p, "inertia") + " ?")[0], 64)
		if err != nil {
			t.Fatalf("step %d: the energy is %q", k, factValue(p, "inertia"))
		}
		if k > 4 && e > last {
			t.Errorf("step %d raises the energy from %v to %v", k, last, e)
		}
		if k > 3 && k < end.Steps-1 && next.Hash != look.Hash {
			moved++
		}
		last, look = e, next
	}
	back := p.walk("a step back", func() { p.ClickOn("#play-back") }, end.Steps-1)
	if again := p.walk("the last step", func() { p.ClickOn("#play-step") }, end.Steps); again.Hash != end.Hash {
		t.Errorf("step %d and forth again is another picture", back.Step)
	}
	if moved < 3 || look.Hash != end.Hash {
		t.Errorf("%d half-steps changed the picture, and the end is the same: %v", moved, look.Hash == end.Hash)
	}

	x, y := p.inPlot(threeLines, "residuals", "residual.0.0")
	p.Move(x, y)
	p.saysThere("Distance from 0")
	p.saysThere("cluster 1")
	p.Screenshot("flats-bar")
	p.Move(1, 1)

	p.Open(link(t, `{"version":1,"method":"kflats","params":{"dim":2},"table":{"name":"planes","n":120,"noise":0.03,"seed":1,"plane":[0,1,2]},"view":{"turn":[30,25]},"seed":1}`))
	p.Wait(`document.getElementById("stage").getAttribute("aria-label").includes("120 ")`)
	p.WaitReady()
	p.Screenshot("flats-space")
}
