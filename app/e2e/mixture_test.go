package e2e

import "testing"

// threeHeaps has three clusters of points, and starting means in two of them.
const threeHeaps = `{"version":1,"method":"gmm","params":{"init_params":"given","means_init":[[0.2,0.75],[0.8,0.25]]},
	"view":{"x":[0,1],"y":[0,1],"show":["regions","density","ellipses","means","paths","criteria"]},"dataset":{"name":"blobs","n":150,"noise":0.05,"seed":1}}`

// A mixture is stepped forward and back, a starting mean is dragged, and a point of the criteria plot sets the number
// of components.
func TestMixture(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, threeHeaps)})
	p.WaitReady()
	p.fits("criteria")
	p.stepThrough()
	end := p.Look()

	// Both means start on the left: another path, and another result.
	x0, y0 := p.At(0.8, 0.25)
	x1, y1 := p.At(0.25, 0.3)
	p.Changed(func() { p.Drag(x0, y0, x1, y1) })
	p.Move(1, 1)
	p.WaitReady()
	at := Eval[[][]float64](p, `pointscape.get().params.means_init`)
	if len(at) != 2 || at[0][0] != 0.2 || at[1][0] < 0.24 || at[1][0] > 0.26 || at[1][1] < 0.29 || at[1][1] > 0.31 {
		t.Fatalf("the means start at %v", at)
	}
	if now := p.Look(); now.Steps == end.Steps && now.Hash == end.Hash {
		t.Error("from another start the same way and the same picture")
	}
	p.Screenshot("mixture-dragged")

	x, y := p.inPlot(threeHeaps, "criteria", "n4")
	p.Move(x, y)
	p.saysThere("4 components")
	p.Changed(func() { p.Click(x, y) })
	p.WaitReady()
	if got := Eval[string](p,
		`JSON.stringify([pointscape.get().params.n_components, pointscape.get().params.init_params])`); got != `[4,"kmeans"]` {
		t.Errorf("the click made %s", got)
	}
}
